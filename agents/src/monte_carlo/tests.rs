//! What minds and beliefs change: which actions are compared, and what counts after them.

use super::{Budget, Mind, MonteCarlo, Settings, endings::Endings, future::Future, solo, solo::Start};
use crate::{
    Agent,
    belief::Belief,
    heuristic::{Danger, Heuristic, Outlook, Params},
};
use mcr_engine::{Action, Deal, DecisionRng, Observation, RuleSet, Seat, Tile, Wall, Wind};
use std::{
    cell::RefCell,
    sync::{Arc, Mutex},
};

/// Likes the discard of one kind best, then passing, and counts how many honors a view's seat holds.
#[derive(Clone, Debug)]
struct Fond {
    of: Tile,
    /// Points of an honor.
    honors: f32,
    /// The number of views it was asked about at once.
    asked: Arc<Mutex<Vec<usize>>>,
}

impl Fond {
    fn of(tile: Tile, honors: f32) -> Fond {
        Fond { of: tile, honors, asked: Arc::default() }
    }
}

impl Mind for Fond {
    fn logits(&mut self, _: &Observation<'_>) -> Vec<f32> {
        let mut logits = vec![0.0; Action::COUNT];
        logits[Action::Discard(self.of).index()] = 9.0;
        logits[Action::Pass.index()] = 4.0;
        logits
    }

    fn values(&mut self, views: &[Observation<'_>]) -> Vec<f32> {
        self.asked.lock().expect("one thread").push(views.len());
        let honors = |view: &Observation<'_>| view.hand().concealed().iter().filter(|t| t.is_honor()).count();
        views.iter().map(|view| self.honors * honors(view) as f32).collect()
    }
}

fn settings(rollouts: u32, candidates: usize, confidence: f64) -> Settings {
    Settings { budget: Budget::Rollouts(rollouts), candidates, confidence }
}

/// The first turns of deals, in which the dealer holds at least two honors and five other kinds.
fn first_turns(mut see: impl FnMut(&Observation<'_>)) {
    let rules = RuleSet::MCR;
    for number in 0..6 {
        let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 5, number), &mut ());
        see(&deal.observe(Seat::East));
    }
}

#[test]
fn a_policy_says_what_is_compared_and_what_is_believed() {
    first_turns(|view| {
        for tile in view.legal().discards() {
            let fond = Fond::of(tile, 0.0);
            let mut alone = MonteCarlo::new(settings(8, 1, 36.0)).with_policy(Box::new(fond.clone()));
            let choice = alone.act(view, &mut DecisionRng::new(1, 0));
            assert_eq!((choice.action, choice.report.value), (Action::Discard(tile), None));
            // Nine logits are four and a half points, and eight rollouts nothing against a million.
            let mut sure = MonteCarlo::new(settings(8, 3, 1e6)).with_policy(Box::new(fond));
            let explained = sure.explain(view, &mut DecisionRng::new(1, 0)).candidates;
            assert_eq!((explained[0].action, explained.len()), (Action::Discard(tile), 3));
            let lead = explained[0].value.unwrap() - explained[1].value.unwrap();
            assert!((lead - 4.5).abs() < 0.01, "{lead}");
        }
    });
}

#[test]
fn a_value_says_what_actions_lead_to_many_leaves_at_a_time() {
    let mut differs = 0;
    first_turns(|view| {
        let honors = view.legal().discards().into_iter().filter(|tile| tile.is_honor()).count();
        let others = view.legal().discards().into_iter().find(|tile| !tile.is_honor()).unwrap();
        // Whatever is compared, an honor is worth 20 points in the hand, or costs as much.
        for worth in [20.0, -20.0] {
            let fond = Fond::of(others, worth);
            let asked = Arc::clone(&fond.asked);
            let mut agent = MonteCarlo::new(settings(200, 14, 0.5))
                .with_policy(Box::new(fond.clone()))
                .with_value(Box::new(fond));
            let action = agent.act(view, &mut DecisionRng::new(2, 0)).action;
            let Action::Discard(tile) = action else { panic!("{action:?} in a first turn") };
            if honors > 0 {
                assert_eq!(tile.is_honor(), worth < 0.0, "{view:?}");
                differs += 1;
            }
            let asked = asked.lock().unwrap();
            assert!(asked.iter().sum::<usize>() > 100 && asked[0] > 14, "{asked:?}");
        }
    });
    assert!(differs >= 8, "{differs}");
}

/// Worlds end, robberies, claims and all, and what is chosen stays legal and the same.
#[test]
fn whole_deals_are_played_with_leaves_under_every_preset() {
    for (name, rules) in RuleSet::PRESETS {
        for number in 0..2 {
            let play = || {
                let fond = Fond::of(Tile::EAST, 1.0);
                let mut agent = MonteCarlo::new(settings(9, 3, 2.0)).with_value(Box::new(fond));
                let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 6, number), &mut ());
                let mut actions = Vec::new();
                while let Some(seat) = deal.pending().first() {
                    let view = deal.observe(seat);
                    let mut rng = DecisionRng::new(number, view.decision());
                    let action = match seat {
                        Seat::South => agent.act(&view, &mut rng).action,
                        _ => Heuristic::default().act(&view, &mut rng).action,
                    };
                    deal.apply(seat, action, &mut ()).unwrap_or_else(|error| panic!("{name}: {error}"));
                    actions.push(action);
                }
                actions
            };
            assert_eq!(play(), play(), "{name} wall {number}");
        }
    }
}

/// What one decision starts from.
fn start<'a>(view: &'a Observation<'a>, params: &'a Params, belief: Option<&'a Belief>) -> Start<'a> {
    Start {
        view,
        outlook: Outlook::of(view, params).believing(belief),
        danger: Danger::new(view.table(), view.seat(), &params.danger).believing(belief),
        endings: Endings::new(view.table(), view.seat(), belief),
        memo: RefCell::default(),
    }
}

/// Thoughts are taken over from hands that saw a little less or more; thinking anew each time is the slow twin.
#[test]
fn remembered_thoughts_change_guesses_little() {
    let params = Params::default();
    let (mut anew, mut remembered, mut hands) = (0.0, 0.0, 0.0);
    first_turns(|view| {
        let belief = Belief::of(view);
        let shared = start(view, &params, belief.as_ref());
        let action = Heuristic::default().rank(view)[0].action;
        for number in 0..40 {
            let future = Future::guess(view, belief.as_ref(), &mut DecisionRng::new(3, number));
            remembered += solo::play_on(&shared, &future, action);
            anew += solo::play_on(&start(view, &params, belief.as_ref()), &future, action);
            hands += 1.0;
        }
        let memo = shared.memo.borrow();
        assert!(
            memo.discards.len() > 40 && memo.waits.len() > 40,
            "{} {}",
            memo.discards.len(),
            memo.waits.len()
        );
    });
    assert!(((anew - remembered) / hands).abs() < 0.3, "{anew} {remembered} of {hands}");
}

#[test]
fn without_rollouts_the_opinion_decides_by_what_is_believed() {
    let mut differs = 0;
    for number in 0..6 {
        let rules = RuleSet::MCR;
        let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 8, number), &mut ());
        while let Some(seat) = deal.pending().first() {
            let view = deal.observe(seat);
            let mut agent = MonteCarlo::new(settings(0, 4, 1.0));
            let choice = agent.act(&view, &mut DecisionRng::new(0, 0));
            let believing = Heuristic::default().rank_believing(&view, Belief::of(&view).as_ref());
            assert_eq!((choice.action, choice.report.value), (believing[0].action, Some(believing[0].value)));
            let usual = Heuristic::default().act(&view, &mut DecisionRng::new(0, 0)).action;
            differs += usize::from(usual != choice.action);
            deal.apply(seat, choice.action, &mut ()).unwrap();
        }
    }
    assert!(differs > 10, "{differs}");
}
