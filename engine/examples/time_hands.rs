//! Nanoseconds a hand for the hands on standard input, one hand string a line: `score` of those with a winning tile,
//! `shape::shanten` of those without. Hands are parsed before the clock runs; every hand is asked about in each round.
//!
//!     echo '123m456p789s22p56s7s|ES0000' | cargo run --release -p mcr-engine --example time_hands -- 10

use mcr_engine::{RuleSet, notation::hand_string::HandString, scoring::score, shape};
use std::{env, error::Error, hint::black_box, io, time::Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let rounds: u32 = env::args().nth(1).map_or(Ok(10), |argument| argument.parse())?;
    let mut hands = Vec::new();
    for line in io::stdin().lines() {
        hands.push(line?.parse::<HandString>()?);
    }
    let won: Vec<_> =
        hands.iter().filter_map(|hand| hand.winning_hand().map(|won| (won, hand.context))).collect();
    let waiting: Vec<_> = hands.iter().filter(|hand| hand.winning_tile.is_none()).collect();
    let points = || -> u64 {
        let points = |case: &(_, _)| score(&case.0, &case.1, &RuleSet::MCR).map_or(0, |score| score.points());
        won.iter().map(|case| u64::from(points(black_box(case)))).sum()
    };
    let shanten = || -> u64 {
        let shanten = |hand: &HandString| shape::shanten(&hand.concealed, hand.melds.len());
        waiting.iter().map(|hand| shanten(black_box(hand)).unsigned_abs()).map(u64::from).sum()
    };
    println!("score {}", report(won.len(), rounds, points));
    println!("shanten {}", report(waiting.len(), rounds, shanten));
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "it reports time; no answer depends on it")]
/// How many hands, the sum of their answers, and the nanoseconds a hand in the best round: others disturb a round, nothing
/// makes one too fast.
fn report(hands: usize, rounds: u32, ask: impl Fn() -> u64) -> String {
    let sum = ask();
    let best = (0..rounds).map(|_| {
        let start = Instant::now();
        black_box(ask());
        start.elapsed()
    });
    let nanoseconds = best.min().unwrap_or_default().as_nanos() as f64 / hands.max(1) as f64;
    format!("{hands} {sum} {nanoseconds:.1}")
}
