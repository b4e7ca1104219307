//! What can be known at open cards: opponents of deals that `heuristic` plays, as a seat sees them and as they are.

use mcr_agents::{
    Agent,
    belief::{FAR, INPUTS, NEAR, PLANES, input},
    encoding::SuitPermutation,
    heuristic::Heuristic,
};
use mcr_engine::{
    Action, BySeat, Deal, DecisionRng, Moment, Observation, RuleSet, Seat, Stream, Tile, Wall, Wind,
    rng::agent_keys,
    scoring::{self, WinContext, WinningHand},
};
use rayon::prelude::*;

/// A number for each kind.
pub type ByKind = [u8; Tile::KINDS];

/// An opponent at one decision of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// What the seat sees of it.
    pub input: [u8; INPUTS],
    /// Kinds on whose discard it wins: 1.
    pub winning: ByKind,
    /// What it holds.
    pub held: ByKind,
    /// What it discards in its next turns, and after.
    pub near: ByKind,
    /// See `near`.
    pub far: ByKind,
    /// Chance that the next tile of the wall wins.
    pub own_draw: f32,
}

/// Every so many decisions of a deal one is taken, on average.
const EVERY: u64 = 4;

/// Examples of the deals `from..to` of `seed`, deal by deal.
#[must_use]
pub fn examples(rules: &RuleSet, seed: u64, from: u64, to: u64) -> Vec<Example> {
    let deals: Vec<Vec<Example>> =
        (from..to).into_par_iter().map(|number| of_deal(rules, seed, number)).collect();
    deals.into_iter().flatten().collect()
}

fn of_deal(rules: &RuleSet, seed: u64, number: u64) -> Vec<Example> {
    let mut heuristic = Heuristic::default();
    let keys = agent_keys(seed, number);
    let mut chance = Stream::new(seed, "examples of beliefs", number);
    let round = Wind::ALL[(number % 4) as usize];
    let mut deal = Deal::new(rules, round, Wall::shuffled(rules, seed, number), &mut ());
    let mut taken: Vec<(Seat, usize, Example)> = Vec::new();
    while let Some(seat) = deal.pending().first() {
        let view = deal.observe(seat);
        let action = heuristic.act(&view, &mut DecisionRng::new(keys[seat], view.decision())).action;
        let open = !matches!(view.moment(), Moment::Rob { .. }) && action != Action::Hu;
        if open && view.legal().nth(1).is_some() && chance.below(EVERY) == 0 {
            let discards = deal.table().discards();
            let example =
                |opponent| (opponent, discards.of(opponent).count(), example(&deal, &view, opponent));
            taken.extend(seat.others().map(example));
        }
        if deal.apply(seat, action, &mut ()).is_err() {
            break;
        }
    }
    // What was discarded later is known at the end.
    let rivers = BySeat::from_fn(|seat| Vec::from_iter(deal.table().discards().river(seat)));
    let later = |opponent: Seat, from: usize, count: usize| {
        let mut discards: ByKind = [0; Tile::KINDS];
        rivers[opponent].iter().skip(from).take(count).for_each(|tile| discards[tile.index()] += 1);
        discards
    };
    let finished = taken.into_iter().map(|(opponent, made, example)| Example {
        near: later(opponent, made, NEAR),
        far: later(opponent, made + NEAR, FAR),
        ..example
    });
    finished.collect()
}

/// All but what it will discard.
fn example(deal: &Deal, view: &Observation<'_>, opponent: Seat) -> Example {
    let hand = deal.hand(opponent);
    let wall =
        deal.wall().undrawn().filter(|tile| !tile.is_flower()).fold([0u8; Tile::KINDS], |mut wall, tile| {
            wall[tile.index()] += 1;
            wall
        });
    let left: u32 = wall.iter().map(|copies| u32::from(*copies)).sum();
    let mut example = Example {
        input: input(view, opponent),
        winning: [0; Tile::KINDS],
        held: std::array::from_fn(|kind| hand.concealed().get(Tile::new(kind as u8))),
        near: [0; Tile::KINDS],
        far: [0; Tile::KINDS],
        own_draw: 0.0,
    };
    let rules = view.rules();
    for tile in rules.shapes().waits(hand.concealed(), hand.melds().len()) {
        let concealed = hand.concealed().with(tile);
        let winning = WinningHand { concealed, melds: *hand.melds(), winning_tile: tile };
        let enough = |self_drawn: bool| {
            let context = WinContext { self_drawn, ..WinContext::discard(view.prevalent(), opponent.wind()) };
            scoring::may_win(&winning, &context, rules)
        };
        example.winning[tile.index()] = enough(false).into();
        if enough(true) {
            example.own_draw += f32::from(wall[tile.index()]) / left.max(1) as f32;
        }
    }
    example
}

impl Example {
    /// The same with the suits exchanged.
    #[must_use]
    pub fn exchanged(&self, suits: SuitPermutation) -> Example {
        let kinds = |from: &[u8]| {
            let mut exchanged: ByKind = [0; Tile::KINDS];
            Tile::kinds().zip(from).for_each(|(tile, number)| exchanged[suits.tile(tile).index()] = *number);
            exchanged
        };
        let mut input = self.input;
        for plane in 0..PLANES {
            let range = plane * Tile::KINDS..(plane + 1) * Tile::KINDS;
            input[range.clone()].copy_from_slice(&kinds(&self.input[range]));
        }
        Example {
            input,
            winning: kinds(&self.winning),
            held: kinds(&self.held),
            near: kinds(&self.near),
            far: kinds(&self.far),
            own_draw: self.own_draw,
        }
    }
}
