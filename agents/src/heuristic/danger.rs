//! How likely a discard is somebody's winning tile.
//!
//! There is no furiten, so nothing is safe for good; but a tile that passed since a player's last discard cannot
//! be that player's winning tile, and few wait for what they have discarded themselves. The weights are those of a logistic
//! regression over self-play, see `configs/heuristic.toml`.

use super::planes::{HONORS, Planes, SUITS, every_suit};
use crate::belief::Belief;
use mcr_engine::{Seat, Table};
use serde::{Deserialize, Serialize};

/// Weights of the logistic model, one for each thing it looks at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DangerParams {
    /// What dealing in costs more than play going on, without the value of the own hand.
    pub cost: f32,
    /// Constant.
    pub base: f32,
    /// For every ten discards of the opponent.
    pub turns: f32,
    /// For every ten discards past the tenth.
    pub late_turns: f32,
    /// For every discard that is lacking to six.
    pub early_turns: f32,
    /// By the number of the opponent's melds, 0 to 4.
    pub melds: [f32; 5],
    /// By the copies of the tile that cannot be seen, 0 to 3.
    pub live: [f32; 4],
    /// Honors.
    pub honor: f32,
    /// Honors of which no other copy was seen.
    pub live_honor: f32,
    /// Ranks 1 and 9.
    pub end: f32,
    /// Ranks 2 and 8.
    pub near_end: f32,
    /// The opponent has discarded the kind before.
    pub own_discard: f32,
    /// The opponent's melds are of the two other suits.
    pub third_suit: f32,
    /// Two melds or more, all of the tile's suit.
    pub same_suit: f32,
    /// Two melds or more, all of one other suit.
    pub other_suit: f32,
    /// An honor, when two melds or more are of one suit.
    pub honor_to_one_suit: f32,
    /// Melds of two suits, one of them the tile's.
    pub among_two_suits: f32,
    /// For the share of runs that could be made around the tile.
    pub runs: f32,
}

impl Default for DangerParams {
    fn default() -> DangerParams {
        DangerParams {
            cost: 18.0,
            base: -9.03,
            turns: 3.91,
            late_turns: -2.17,
            early_turns: -0.48,
            melds: [0.0, 0.42, 0.83, 1.29, 1.64],
            live: [-0.64, -0.42, 0.0, 0.45],
            honor: -0.66,
            live_honor: 1.08,
            end: -0.21,
            near_end: -0.14,
            own_discard: -2.8,
            third_suit: 0.45,
            same_suit: 0.37,
            other_suit: -0.18,
            honor_to_one_suit: -1.08,
            among_two_suits: -0.32,
            runs: 0.41,
        }
    }
}

/// One opponent as far as everybody sees it.
struct Opponent {
    /// Its discards and melds.
    turns: f32,
    melds: usize,
    /// Kinds it has discarded.
    discarded: u64,
    /// Kinds that were discarded since its last discard: it did not win on them.
    passed: u64,
    /// Suit tiles of the suits of its melds.
    suits: u64,
    /// Suits among its melds.
    suit_count: u32,
    /// Suit melds.
    suit_melds: usize,
}

/// Rounds after which the weights count about two thirds again.
const BELIEF_LASTS: f32 = 6.0;

/// The three opponents.
pub(crate) struct Danger<'a> {
    opponents: [Opponent; 3],
    params: &'a DangerParams,
    belief: Option<&'a Belief>,
}

impl<'a> Danger<'a> {
    pub(crate) fn new(table: &Table, me: Seat, params: &'a DangerParams) -> Danger<'a> {
        let opponents = me.others().map(|seat| Opponent::new(table, seat));
        Danger { opponents, params, belief: None }
    }

    /// With what is believed of the opponents, which takes the place of the weights for the time being.
    pub(crate) const fn believing(self, belief: Option<&'a Belief>) -> Danger<'a> {
        Danger { belief, ..self }
    }

    /// The chance that one of the three wins on a discard of `kind`, `rounds` rounds after now.
    pub(crate) fn of(&self, kind: usize, unseen: &Planes, rounds: u32) -> f32 {
        let common = self.of_tile(kind, unseen);
        let safe: f32 = (0..3).map(|place| 1.0 - self.by_one(place, kind, common, rounds)).product();
        1.0 - safe
    }

    /// The chance of the opponent in `place`, when `tile` is what the tile itself says.
    fn by_one(&self, place: usize, kind: usize, tile: f32, rounds: u32) -> f32 {
        let Some(belief) = self.belief else {
            return self.opponents[place].chance(kind, tile, rounds, self.params);
        };
        let now = belief.danger[place][kind];
        if rounds == 0 {
            return now;
        }
        // Beliefs are about now; hands that are not ready become so.
        let then = self.opponents[place].chance(kind, tile, rounds, self.params);
        now + (then - now).max(0.0) * (1.0 - (-(rounds as f32) / BELIEF_LASTS).exp())
    }

    /// The chance of each of the three, in turn order, to win on a discard of `kind` now.
    pub(super) fn by_opponent(&self, kind: usize, unseen: &Planes) -> [f32; 3] {
        let common = self.of_tile(kind, unseen);
        std::array::from_fn(|place| self.by_one(place, kind, common, 0))
    }

    /// What the tile itself says.
    fn of_tile(&self, kind: usize, unseen: &Planes) -> f32 {
        let params = self.params;
        let live = unseen.copies(kind).min(3);
        let bit = 1u64 << kind;
        let mut sum = params.live[live as usize];
        if bit & HONORS != 0 {
            return sum + params.honor + if live == 3 { params.live_honor } else { 0.0 };
        }
        if bit & every_suit(0b1_0000_0001) != 0 {
            sum += params.end;
        } else if bit & every_suit(0b0_1000_0010) != 0 {
            sum += params.near_end;
        }
        let rank = kind % 9;
        let copies = |step: isize| {
            let there = (0..9).contains(&(rank as isize + step));
            if there { unseen.copies(kind.wrapping_add_signed(step)) as f32 } else { 0.0 }
        };
        let runs = copies(-2) * copies(-1) + copies(-1) * copies(1) + copies(1) * copies(2);
        sum + params.runs * runs / 16.0
    }
}

impl Opponent {
    fn new(table: &Table, seat: Seat) -> Opponent {
        let discards = table.discards().as_slice();
        let (mut discarded, mut passed) = (0u64, 0u64);
        let mut count = 0;
        for discard in discards.iter().rev() {
            let bit = 1 << discard.tile().index();
            if discard.seat() == seat {
                discarded |= bit;
                count += 1;
            } else if count == 0 {
                passed |= bit;
            }
        }
        let (mut suits, mut suit_melds) = (0, 0);
        for meld in table.open_melds(seat).iter() {
            if let Some(suit) = meld.tile().suit() {
                suits |= 0x1ff << (9 * suit.index());
                suit_melds += 1;
            }
        }
        let melds = table.melds(seat).min(4);
        Opponent {
            turns: count as f32,
            melds,
            discarded,
            passed,
            suits,
            suit_count: suits.count_ones() / 9,
            suit_melds,
        }
    }

    /// What does not depend on the tile.
    fn threat(&self, rounds: u32, params: &DangerParams) -> f32 {
        let turns = self.turns + rounds as f32;
        params.base
            + params.turns * turns / 10.0
            + params.late_turns * (turns - 10.0).max(0.0) / 10.0
            + params.early_turns * (6.0 - turns).max(0.0)
            + params.melds[self.melds]
    }

    /// The chance that it wins on `kind`, of which `tile` is known.
    fn chance(&self, kind: usize, tile: f32, rounds: u32, params: &DangerParams) -> f32 {
        let bit = 1u64 << kind;
        if rounds == 0 && self.passed & bit != 0 {
            return 0.0;
        }
        let mut sum = self.threat(rounds, params) + tile;
        if self.discarded & bit != 0 {
            sum += params.own_discard;
        }
        let (suited, same) = (bit & SUITS != 0, bit & self.suits != 0);
        match (self.suit_count, suited) {
            (2, true) => sum += if same { params.among_two_suits } else { params.third_suit },
            (1, true) if self.suit_melds >= 2 => {
                sum += if same { params.same_suit } else { params.other_suit }
            }
            (1, false) if self.suit_melds >= 2 => sum += params.honor_to_one_suit,
            _ => {}
        }
        1.0 / (1.0 + (-sum).exp())
    }
}
