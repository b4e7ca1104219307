//! Planes to write on.

use super::KINDS;
use mcr_engine::{Tile, TileCounts, TileSet};

/// Rows of numbers, all 0 in the beginning.
pub(super) struct Canvas<'a> {
    planes: &'a mut [[f32; KINDS]],
}

impl Canvas<'_> {
    /// Over `out`, whose length is a multiple of [`KINDS`].
    pub(super) fn new(out: &mut [f32]) -> Canvas<'_> {
        out.fill(0.0);
        Canvas { planes: out.as_chunks_mut().0 }
    }

    pub(super) fn plane(&mut self, plane: usize) -> &mut [f32; KINDS] {
        &mut self.planes[plane]
    }

    pub(super) fn set(&mut self, plane: usize, tile: Tile, value: f32) {
        self.planes[plane][tile.index()] = value;
    }

    /// The same on all kinds.
    pub(super) fn fill(&mut self, plane: usize, value: f32) {
        self.planes[plane] = [value; KINDS];
    }

    /// 1 on all kinds, if that is so.
    pub(super) fn flag(&mut self, plane: usize, is_so: bool) {
        if is_so {
            self.fill(plane, 1.0);
        }
    }

    /// 1 at the kinds of `tiles`.
    pub(super) fn mark(&mut self, plane: usize, tiles: TileSet) {
        let plane = &mut self.planes[plane];
        for tile in tiles {
            plane[tile.index()] = 1.0;
        }
    }

    /// Four planes: the kinds with at least one, two, three, four copies.
    pub(super) fn copies(&mut self, plane: usize, counts: &TileCounts) {
        for copies in 1..=4u8 {
            self.mark(plane + usize::from(copies) - 1, counts.at_least(copies));
        }
    }
}

/// 1 for a complete hand, less the farther it is: of the tiles that are missing.
pub(super) fn nearness(shanten: i8) -> f32 {
    1.0 / f32::from(shanten + 2)
}
