//! What winners waited for: wins of a sample of deals, played again.

use super::StudyError;
use mcr_engine::{Hand, RuleSet, Tile, shape::waits};
use mcr_sim::{
    log::{DealRow, Ending, Win, WinBy},
    replay::replay_moves,
    run::RunFolder,
};
use rayon::prelude::*;

/// Deals in a sample, or a part more.
const SAMPLE: u64 = 20_000;

/// Wins by how many kinds the winner waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitsAtWin {
    /// By the number of kinds: wins by own draw, on a discard.
    pub kinds: Vec<[u64; 2]>,
}

impl Default for WaitsAtWin {
    fn default() -> WaitsAtWin {
        WaitsAtWin { kinds: vec![[0; 2]; Tile::KINDS + 1] }
    }
}

impl WaitsAtWin {
    /// Reads a sample of the runs' parts, spread evenly, and plays their deals again.
    ///
    /// # Errors
    /// When a part cannot be read. Deals that do not replay are left out; validating is not what this is for.
    pub fn sample(folders: &[RunFolder]) -> Result<WaitsAtWin, StudyError> {
        let mut all = WaitsAtWin::default();
        for folder in folders {
            let parts: Vec<u64> = folder.parts_done()?.into_iter().collect();
            let share = SAMPLE / folders.len() as u64;
            let wanted = share.div_ceil(folder.manifest().part_deals).max(1) as usize;
            let step = parts.len().div_ceil(wanted).max(1);
            for part in parts.into_iter().step_by(step) {
                let mut rows = Vec::new();
                folder.read_part(part, |row| rows.push(row.clone()))?;
                let most = usize::try_from(share).unwrap_or(usize::MAX);
                let rules = folder.manifest().rules;
                let found: Vec<Option<(usize, usize)>> =
                    rows.par_iter().take(most).map(|row| kinds_at_win(&rules, row)).collect();
                for (kinds, way) in found.into_iter().flatten() {
                    all.kinds[kinds][way] += 1;
                }
            }
        }
        Ok(all)
    }

    /// Wins in the sample.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.kinds.iter().map(|wins| wins[0] + wins[1]).sum()
    }
}

/// How many kinds the winner waited for, and the way it won.
fn kinds_at_win(rules: &RuleSet, row: &DealRow) -> Option<(usize, usize)> {
    let Ending::Win(win) = &row.ending else { return None };
    let replayed = replay_moves(rules, row).ok()?;
    let way = usize::from(win.by != WinBy::SelfDraw);
    Some((waits_before(&replayed.closing[win.winner], win).len(), way))
}

/// The waits of the winner before the winning tile.
fn waits_before(hand: &Hand, win: &Win) -> mcr_engine::TileSet {
    let mut concealed = *hand.concealed();
    if concealed.total() as usize + 3 * hand.melds().len() == 14 {
        concealed.remove(win.tile);
    }
    waits(&concealed, hand.melds().len())
}
