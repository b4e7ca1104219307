//! The network: tiles in, an opinion about every action and about the deal's end out.
//!
//! The 34 kinds lie on a board of four rows, one for each suit and one for the honors, and nine ranks. All rows share
//! their weights: convolutions along the ranks, the mean of the suits at each rank, the mean of everything. So which
//! suit is which makes no difference but for one learned picture of the board, which also tells honors apart. The policy
//! is read off at the kinds: whether to discard 5p is decided where 5p lies.

use super::{config::NetworkConfig, weights::draw};
use crate::encoding::{KINDS, LIVE_PLANE};
use mcr_engine::{Action, Stream};
use tch::{Device, IndexOp, Kind, Tensor, nn};

/// Actions of the shared index.
pub const ACTIONS: i64 = Action::COUNT as i64;

/// A point of the deal in the units of the value.
pub const POINT: f64 = 1.0 / 32.0;

/// How a deal may end for a seat, in the order of the outcome's logits.
pub const OUTCOMES: [&str; 4] = ["win", "deal-in", "drawn", "other"];

/// Places of a row, and rows.
const RANKS: i64 = 9;
const ROWS: i64 = 4;

/// Opinions at a kind: discard it; claim the live tile, which it is, as lowest, middle, highest of a chow, for a pung, for a
/// kong; a concealed and an added kong of it; let the live tile go.
const AT_KIND: i64 = 9;
const PASS_CHANNEL: i64 = 8;

/// What a network thinks of a batch of views.
#[derive(Debug)]
pub struct Opinion {
    /// Logits of the actions, `[B, 235]`, illegal ones included.
    pub policy: Tensor,
    /// Expected points, `[B]`, in units of 1 / [`POINT`].
    pub value: Tensor,
    /// Logits of the outcomes, `[B, 4]`.
    pub outcome: Tensor,
}

/// A convolution along the ranks.
#[derive(Debug)]
struct Along {
    weight: Tensor,
    bias: Tensor,
    /// Ranks to each side that it sees.
    reach: i64,
}

/// A layer that takes everything together.
#[derive(Debug)]
struct Linear {
    weight: Tensor,
    bias: Tensor,
}

#[derive(Debug)]
struct Block {
    near: Along,
    suits: Along,
    whole: Linear,
    out: Along,
}

/// A residual network over tiles.
#[derive(Debug)]
pub struct Network {
    config: NetworkConfig,
    store: nn::VarStore,
    stem: Along,
    /// What the board looks like before there is anything on it.
    board: Tensor,
    blocks: Vec<Block>,
    /// Opinions at kinds from the trunk, and from the planes directly.
    kinds: Along,
    kinds_seen: Along,
    pooled: Linear,
    hu: Linear,
    value: Linear,
    outcome: Linear,
    /// Where in the opinions at kinds each action is found, hu's place past the end.
    places: Tensor,
}

impl Network {
    /// A network that has learned nothing: its weights are drawn, each from the stream of the seed and the purpose that has the
    /// weight's name. They are the same numbers on every machine, whatever else goes on there.
    ///
    /// # Panics
    /// When the purpose is none, see [`Stream::new`].
    #[must_use]
    pub fn new(config: &NetworkConfig, seed: u64, purpose: &str, device: Device) -> Network {
        Network::build(config, device, &|name| Some(Stream::named(seed, purpose, name)))
    }

    /// A network whose weights are all 0, to be put in their place.
    #[must_use]
    pub(super) fn blank(config: &NetworkConfig, device: Device) -> Network {
        Network::build(config, device, &|_| None)
    }

    fn build(config: &NetworkConfig, device: Device, chance: &Chance<'_>) -> Network {
        let store = nn::VarStore::new(device);
        let root = store.root();
        let planes = config.planes() as i64;
        let channels = config.channels;
        let pooled = config.width;
        Network {
            config: config.clone(),
            stem: along(&root / "stem", planes, channels, 3, 1.0, chance),
            board: root.zeros("board", &[1, channels, ROWS, RANKS]),
            blocks: (0..config.blocks).map(|n| block(&(&root / "blocks" / n), channels, chance)).collect(),
            kinds: along(&root / "kinds", channels, AT_KIND, 1, 0.1, chance),
            kinds_seen: along(&root / "kinds_seen", planes, AT_KIND, 1, 0.1, chance),
            pooled: linear(&root / "pooled", 2 * channels + planes, pooled, chance),
            hu: linear(&root / "hu", pooled, 1, chance),
            value: linear(&root / "value", pooled, 1, chance),
            outcome: linear(&root / "outcome", pooled, OUTCOMES.len() as i64, chance),
            places: Tensor::from_slice(&places()).to_device(device),
            store,
        }
    }

    /// Its size and what it sees.
    #[must_use]
    pub const fn config(&self) -> &NetworkConfig {
        &self.config
    }

    /// Its weights by name.
    #[must_use]
    pub const fn store(&self) -> &nn::VarStore {
        &self.store
    }

    /// Its weights, to be changed.
    pub const fn store_mut(&mut self) -> &mut nn::VarStore {
        &mut self.store
    }

    /// Where it computes.
    #[must_use]
    pub fn device(&self) -> Device {
        self.store.device()
    }

    /// Numbers that are learned.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.store.trainable_variables().iter().map(Tensor::numel).sum()
    }

    /// What it thinks of `[B, planes, 34]`.
    #[must_use]
    pub fn forward(&self, planes: &Tensor) -> Opinion {
        let views = planes.size()[0];
        // Two places of the honors' row stay empty.
        let board = planes.constant_pad_nd([0, ROWS * RANKS - KINDS as i64]);
        let board = board.view([views, self.config.planes() as i64, ROWS, RANKS]);
        let mut trunk = (self.stem.forward(&board) + &self.board).relu_();
        for block in &self.blocks {
            trunk = block.forward(trunk);
        }
        let at_kinds = self.kinds.forward(&trunk) + self.kinds_seen.forward(&board);
        let all = [2, 3].as_slice();
        let whole =
            [trunk.mean_dim(all, false, None), trunk.amax(all, false), planes.mean_dim(2, false, None)];
        let pooled = self.pooled.forward(&Tensor::cat(&whole, 1)).relu_();
        // Passing is an opinion about the live tile; where there is none there is nothing to pass on.
        let live = planes.i((.., LIVE_PLANE as i64, ..));
        let at_kinds = at_kinds.flatten(2, 3);
        let pass = (at_kinds.i((.., PASS_CHANNEL, ..KINDS as i64)) * live).sum_dim_intlist(1, true, None);
        let hu = self.hu.forward(&pooled);
        let opinions = Tensor::cat(&[at_kinds.flatten(1, 2), pass, hu], 1);
        Opinion {
            policy: opinions.index_select(1, &self.places),
            value: self.value.forward(&pooled).squeeze_dim(1),
            outcome: self.outcome.forward(&pooled),
        }
    }
}

/// Logits with illegal actions (0 in `legal`, `[B, 235]`) out of the question.
pub fn mask(policy: &Tensor, legal: &Tensor) -> Tensor {
    policy.to_kind(Kind::Float).masked_fill(&legal.eq(0), -1e9)
}

impl Along {
    fn forward(&self, board: &Tensor) -> Tensor {
        board.conv2d(&self.weight, Some(&self.bias), [1, 1], [0, self.reach], [1, 1], 1)
    }
}

impl Linear {
    fn forward(&self, numbers: &Tensor) -> Tensor {
        numbers.linear(&self.weight, Some(&self.bias))
    }
}

impl Block {
    fn forward(&self, trunk: Tensor) -> Tensor {
        let views = trunk.size()[0];
        let suits = self.suits.forward(&trunk.narrow(2, 0, ROWS - 1).mean_dim(2, true, None));
        let whole =
            self.whole.forward(&trunk.mean_dim([2, 3].as_slice(), false, None)).view([views, -1, 1, 1]);
        let inner = (self.near.forward(&trunk) + (suits + whole)).relu_();
        trunk + self.out.forward(&inner)
    }
}

/// The stream of each weight by its name, or none for weights that are to be 0.
type Chance<'a> = dyn Fn(&str) -> Option<Stream> + 'a;

fn block(path: &nn::Path<'_>, channels: i64, chance: &Chance<'_>) -> Block {
    Block {
        near: along(path / "near", channels, channels, 3, 1.0, chance),
        suits: along(path / "suits", channels, channels, 3, 0.5, chance),
        whole: linear(path / "whole", channels, channels, chance),
        // Blocks begin as nothing, so that deep networks learn without normalisation.
        out: along(path / "out", channels, channels, 3, 0.0, chance),
    }
}

/// Its weights begin uniform, with `gain` times the deviation that keeps the numbers' size, its bias as nothing.
fn along(path: nn::Path<'_>, from: i64, to: i64, ranks: i64, gain: f64, chance: &Chance<'_>) -> Along {
    let bound = gain * (6.0 / (from * ranks) as f64).sqrt();
    let weight = begin(&path, "weight", &[to, from, 1, ranks], bound, chance);
    Along { weight, bias: path.zeros("bias", &[to]), reach: ranks / 2 }
}

/// Its weights begin as those of [`along`], its bias uniform too.
fn linear(path: nn::Path<'_>, from: i64, to: i64, chance: &Chance<'_>) -> Linear {
    let weight = begin(&path, "weight", &[to, from], (6.0 / from as f64).sqrt(), chance);
    Linear { weight, bias: begin(&path, "bias", &[to], 1.0 / (from as f64).sqrt(), chance) }
}

/// A new weight, uniform between -`bound` and `bound`.
fn begin(path: &nn::Path<'_>, name: &str, sizes: &[i64], bound: f64, chance: &Chance<'_>) -> Tensor {
    let mut weight = path.zeros(name, sizes);
    if let Some(mut stream) = chance(&path.path(name)) {
        draw(&mut weight, bound, &mut stream);
    }
    weight
}

/// The place of each action among the opinions at kinds, channel by channel, then pass, then hu.
fn places() -> Vec<i64> {
    let at = |channel: i64, kind: usize| channel * ROWS * RANKS + kind as i64;
    let all = AT_KIND * ROWS * RANKS;
    (0..Action::COUNT)
        .filter_map(Action::from_index)
        .map(|action| match action {
            Action::Pass => all,
            Action::Hu => all + 1,
            Action::Discard(tile) => at(0, tile.index()),
            Action::Chow { lowest, position } => {
                at(1 + i64::from(position), lowest.index() + position as usize)
            }
            Action::Pung(tile) => at(4, tile.index()),
            Action::MeldedKong(tile) => at(5, tile.index()),
            Action::ConcealedKong(tile) => at(6, tile.index()),
            Action::AddedKong(tile) => at(7, tile.index()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_action_has_a_place_of_its_own() {
        let places = places();
        assert_eq!(places.len(), Action::COUNT);
        assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), Action::COUNT);
        assert!(places.iter().all(|place| (0..AT_KIND * ROWS * RANKS + 2).contains(place)));
    }
}
