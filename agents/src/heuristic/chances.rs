//! How likely single tiles come: by own draw, by claim, as the winning tile.

use super::{
    params::Params,
    planes::{ALL, HONORS, Planes, bits, every_suit},
    rates::{CLASSES, Pace, Rates},
};
use crate::belief::Belief;

/// Chances of one kind in one way of getting it, with what they become when it is the last tile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    /// That it comes at all in the turns left.
    pub(super) chance: f32,
    /// Factor on `chance` when it is the winning tile and comes by own draw, a discard counting as well.
    pub(super) last_drawn: f32,
    /// The same, by a discard.
    pub(super) last_discarded: f32,
    /// The same, when only an own draw wins.
    pub(super) last_own: f32,
}

/// The ways in which one kind may come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chance {
    /// By own draw only.
    pub(super) draw: Way,
    /// By own draw or as the missing tile of a run.
    pub(super) chow: Way,
    /// By own draw or as the third tile of a pung.
    pub(super) pung: Way,
    /// How many times likelier a chow makes it than a draw alone.
    pub(super) chow_gain: f32,
    /// Rate a turn at which it comes by own draw.
    pub(super) rate_drawn: f32,
    /// Rate a turn at which the others discard it.
    pub(super) rate_discarded: f32,
}

/// Chances for all kinds at one moment.
#[derive(Clone, Debug)]
pub(super) struct Chances {
    pub(super) by_kind: [Chance; 34],
    /// Own turns that count: those left, less what others' wins will cut off.
    pub(super) turns: f32,
    /// Factor for `k` tiles that need `k` different turns.
    pub(super) in_turn: [f32; 16],
}

impl Chances {
    /// `unseen` copies lie in the wall and the other hands; `turns` own draws are left after `turn` own discards.
    pub(super) fn new(
        unseen: &Planes,
        turn: f32,
        turns: f32,
        params: &Params,
        belief: Option<&Belief>,
    ) -> Chances {
        let hidden = unseen.count(ALL).max(1) as f32;
        let turns = horizon(turn, turns, params);
        let mut by_kind = [Chance::default(); 34];
        if let Some(belief) = belief {
            for kind in bits(unseen.kinds()) {
                let rate = unseen.copies(kind) as f32 / hidden;
                by_kind[kind] = Chance::new(rate, &belief.pace(kind, turn, turns), turns, params);
            }
        } else {
            // Few different cases: by class of tile and live copies.
            // Tiles come over the turns to come, not now.
            let rates = Rates::at(turn + params.ahead);
            for (class, class_kinds) in CLASS_KINDS.into_iter().enumerate() {
                for copies in 1..=4 {
                    let kinds = unseen.exactly(copies) & class_kinds;
                    if kinds != 0 {
                        let chance = Chance::new(copies as f32 / hidden, &rates.of(class), turns, params);
                        bits(kinds).for_each(|kind| by_kind[kind] = chance);
                    }
                }
            }
        }
        let mut in_turn = [1.0; 16];
        for k in 1..16 {
            in_turn[k] =
                in_turn[k - 1] * (1.0 - (k as f32 - 1.0) * params.turn_apart / turns.max(1.0)).max(0.02);
        }
        Chances { by_kind, turns, in_turn }
    }
}

/// Turns that count when others may end the deal before: `turns` are left after `turn` own ones.
fn horizon(turn: f32, turns: f32, params: &Params) -> f32 {
    let mut sum = 0.0;
    let mut alive = 1.0;
    let mut left = turns;
    let mut now = turn;
    while left > 0.0 {
        let danger = (params.danger_slope * (now - params.danger_from)).clamp(0.0, params.danger_most);
        alive *= 1.0 - danger;
        sum += alive * left.min(1.0);
        left -= 1.0;
        now += 1.0;
    }
    sum
}

/// Kinds of each class of [`Rates`].
const CLASS_KINDS: [u64; CLASSES] =
    [HONORS, every_suit(0b1_0000_0001), every_suit(0b0_1000_0010), every_suit(0b0_0111_1100)];

impl Chance {
    /// Of a kind that is the share `rate` of what is unseen, and comes at this pace.
    fn new(rate: f32, pace: &Pace, turns: f32, params: &Params) -> Chance {
        let drawn = rate * pace.drawn;
        let discarded = 3.0 * rate * pace.discarded;
        let (won_drawn, won) = (drawn * pace.wait_drawn, discarded * pace.wait_discarded * params.claim_hu);
        let within = |rate: f32| 1.0 - (-rate * turns).exp();
        let any = within(won_drawn + won);
        let share_drawn = won_drawn / (won_drawn + won);
        let own = within(drawn);
        let last_own = within(won_drawn);
        let way = |chance: f32| Way {
            chance,
            last_drawn: any * share_drawn / chance,
            last_discarded: any * (1.0 - share_drawn) / chance,
            last_own: last_own / chance,
        };
        let chow = within(drawn + params.claim_chow * discarded / 3.0);
        Chance {
            draw: way(own),
            chow: way(chow),
            chow_gain: chow / own,
            pung: way(within(drawn + params.claim_pung * discarded)),
            rate_drawn: won_drawn,
            rate_discarded: won,
        }
    }
}
