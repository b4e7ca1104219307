//! One challenger against three of a field, every wall in four seatings; or four alike.
//!
//! `cargo run --release -p mcr-agents --example paired -- CHALLENGER FIELD RULES WALLS [SEED]`

use mcr_agents::{AgentSpec, Registry};
use mcr_engine::{BySeat, Deal, OutcomeKind, RuleSet, Seat, Wall, Wind, rng};
use rayon::prelude::*;

#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    deals: u32,
    points: f64,
    wins: u32,
    own: u32,
    deal_in: u32,
    draws: u32,
    win_points: u32,
    all_wins: u32,
    all_points: u32,
    turns: u32,
}

fn play(rules: &RuleSet, seed: u64, number: u64, seating: [&AgentSpec; 4]) -> (Deal, usize) {
    let wall = Wall::shuffled(rules, seed, number);
    let keys = rng::agent_keys(seed, number);
    let mut agents = BySeat(seating.map(AgentSpec::build));
    let mut deal = Deal::new(rules, Wind::ALL[(number / 4 % 4) as usize], wall, &mut ());
    let mut decisions = 0;
    while let Some(seat) = deal.pending().iter().next() {
        let view = deal.observe(seat);
        let mut rng = rng::DecisionRng::new(keys[seat], view.decision());
        let action = agents[seat].act(&view, &mut rng).action;
        decisions += 1;
        deal.apply(seat, action, &mut ()).unwrap_or_else(|e| panic!("deal {number}: {e}"));
    }
    (deal, decisions)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let spec = |i: usize| Registry::standard().parse(&args[i]).unwrap();
    let (challenger, field) = (spec(0), spec(1));
    let rules = RuleSet::preset(&args[2]).unwrap();
    let walls: u64 = args[3].parse().unwrap();
    let seed: u64 = args.get(4).map_or(1, |s| s.parse().unwrap());
    let same = args[0] == args[1];
    #[expect(clippy::disallowed_methods, reason = "speed is reported, not a result")]
    let begun = std::time::Instant::now();
    let per_wall: Vec<(Tally, usize)> = (0..walls)
        .into_par_iter()
        .map(|number| {
            let mut tally = Tally::default();
            let mut decisions = 0;
            for place in 0..if same { 1 } else { 4 } {
                let mut seating = [&field; 4];
                seating[place] = &challenger;
                let (deal, count) = play(&rules, seed, number, seating);
                decisions += count;
                let outcome = deal.outcome().unwrap();
                let me = Seat::ALL[place];
                let mine = |seat| same || seat == me;
                tally.deals += 1;
                tally.turns += deal.table().discards().as_slice().len() as u32;
                tally.points += f64::from(outcome.points[me]);
                if let OutcomeKind::Win { winner, payer, score, .. } = outcome.kind {
                    tally.all_wins += 1;
                    tally.all_points += u32::from(score.points());
                    if mine(winner) {
                        tally.wins += 1;
                        tally.own += u32::from(payer.is_none());
                        tally.win_points += u32::from(score.points());
                    }
                    tally.deal_in += u32::from(payer.is_some_and(mine));
                } else {
                    tally.draws += 1;
                }
            }
            (tally, decisions)
        })
        .collect();
    let seconds = begun.elapsed().as_secs_f64();
    let means: Vec<f64> = per_wall.iter().map(|(t, _)| t.points / f64::from(t.deals)).collect();
    let mean = means.iter().sum::<f64>() / means.len() as f64;
    let var = means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / (means.len() as f64 - 1.0);
    let half = 1.96 * (var / means.len() as f64).sqrt();
    let sum = |f: fn(&Tally) -> u32| f64::from(per_wall.iter().map(|(t, _)| f(t)).sum::<u32>());
    let deals = sum(|t| t.deals);
    let seats = if same { 4.0 } else { 1.0 };
    let wins = sum(|t| t.wins);
    println!(
        "{} v {} {}: {mean:+.2} ± {half:.2} | win {:.1}% own {:.1}% deal-in {:.1}% draw {:.1}% points {:.1} (all {:.1}) discards {:.0} | {:.0} deals/s, {:.0} decisions/deal",
        args[0],
        args[1],
        args[2],
        100.0 * wins / deals / seats,
        100.0 * sum(|t| t.own) / wins,
        100.0 * sum(|t| t.deal_in) / deals / seats,
        100.0 * sum(|t| t.draws) / deals,
        sum(|t| t.win_points) / wins,
        sum(|t| t.all_points) / sum(|t| t.all_wins),
        sum(|t| t.turns) / deals,
        deals / seconds,
        per_wall.iter().map(|(_, d)| *d).sum::<usize>() as f64 / deals,
    );
}
