//! How likely single tiles come: by own draw, by claim, as the winning tile.

use super::{
    params::Params,
    planes::{HONORS, Planes, TERMINALS_AND_HONORS, every_suit},
};

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
    /// `unseen` copies lie in the wall and the other hands; `turns` own draws are left.
    pub(super) fn new(unseen: &Planes, turns: u32, params: &Params) -> Chances {
        let hidden = unseen.count(super::planes::ALL).max(1) as f32;
        let turns = horizon(turns, params.others_win);
        let mut by_kind = [Chance::default(); 34];
        for (kind, chance) in by_kind.iter_mut().enumerate() {
            let live = unseen.copies(kind) as f32;
            if live > 0.0 {
                *chance = Chance::new(live / hidden, propensity(kind, params), turns, params);
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

/// Turns that count when each one ends the deal with probability `others_win`.
fn horizon(turns: u32, others_win: f32) -> f32 {
    let stay = 1.0 - others_win;
    let mut sum = 0.0;
    let mut alive = 1.0;
    for _ in 0..turns {
        alive *= stay;
        sum += alive;
    }
    sum
}

/// How readily others part with the kind.
fn propensity(kind: usize, params: &Params) -> f32 {
    let bit = 1u64 << kind;
    if bit & HONORS != 0 {
        params.honors_discarded
    } else if bit & TERMINALS_AND_HONORS != 0 {
        params.ends_discarded
    } else if bit & every_suit(0b0_1000_0010) != 0 {
        params.near_ends_discarded
    } else {
        params.middle_discarded
    }
}

impl Chance {
    fn new(rate: f32, propensity: f32, turns: f32, params: &Params) -> Chance {
        let discarded = rate * propensity;
        let within = |rate: f32| 1.0 - (-rate * turns).exp();
        let any = within(rate + 3.0 * params.claim_hu * discarded);
        let share_drawn = rate / (rate + 3.0 * params.claim_hu * discarded);
        let own = within(rate);
        let way = |chance: f32| Way {
            chance,
            last_drawn: any * share_drawn / chance,
            last_discarded: any * (1.0 - share_drawn) / chance,
            last_own: own / chance,
        };
        Chance {
            draw: way(own),
            chow: way(within(rate + params.claim_chow * discarded)),
            pung: way(within(rate + 3.0 * params.claim_pung * discarded)),
            rate_drawn: rate,
            rate_discarded: 3.0 * params.claim_hu * discarded,
        }
    }
}
