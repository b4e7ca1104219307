//! One whole deal printed state by state: what every seat holds, may do, does, and what comes of it.
//!
//! `MCR_UPDATE_GOLDEN=1 cargo test -p mcr-agents` writes the file anew; read the difference before committing it.

use mcr_agents::{Agent, Registry};
use mcr_engine::{
    BySeat, Deal, Event, RuleSet, Seat, Wall, Wind,
    rng::{DecisionRng, agent_keys},
};
use std::fmt::Write;

const SEED: u64 = 1;
/// Chosen because it holds flowers, three chows, a pung, a melded and an added kong, and a win.
const WALL: u64 = 1083;

fn hands(deal: &Deal, out: &mut String) {
    for seat in Seat::ALL {
        let hand = deal.hand(seat);
        let tiles: Vec<String> = hand.concealed().iter().map(|tile| tile.to_string()).collect();
        let _ = write!(out, "  {seat:?}: {}", tiles.join(" "));
        if !hand.melds().is_empty() {
            let melds = hand.melds().iter().map(|meld| {
                let tiles: String = meld.tiles().map(|tile| tile.to_string()).collect();
                format!("{:?} {tiles}", meld.kind())
            });
            let _ = write!(out, " | {}", melds.collect::<Vec<_>>().join(", "));
        }
        if !hand.waits().is_empty() {
            let _ = write!(out, " | waits {:?}", hand.waits());
        }
        out.push('\n');
    }
}

fn events(new: &mut Vec<Event>, out: &mut String) {
    for event in new.drain(..) {
        let _ = writeln!(out, "  > {event:?}");
    }
}

fn build(spec: &str) -> Box<dyn Agent> {
    Registry::standard().parse(spec).expect("a registered agent").build()
}

fn playthrough(specs: [&str; 4]) -> String {
    let rules = RuleSet::MCR;
    let keys = agent_keys(SEED, WALL);
    let mut agents: BySeat<Box<dyn Agent>> = BySeat(specs.map(build));
    let mut out =
        format!("{} | rules mcr | seed {SEED} wall {WALL} | prevalent wind East\n", specs.join(", "));
    let mut new = Vec::new();
    let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, SEED, WALL), &mut new);
    while !deal.pending().is_empty() {
        events(&mut new, &mut out);
        let _ = writeln!(out, "{:?}, {} tiles left", deal.table().phase(), deal.table().tiles_left());
        hands(&deal, &mut out);
        for seat in Seat::ALL.into_iter().filter(|seat| deal.pending().contains(*seat)).collect::<Vec<_>>() {
            let view = deal.observe(seat);
            let mut rng = DecisionRng::new(keys[seat], view.decision());
            let action = agents[seat].act(&view, &mut rng).action;
            let _ = writeln!(out, "  {seat:?} may {:?}", view.legal());
            let _ = writeln!(out, "  {seat:?} does {action:?}");
            deal.apply(seat, action, &mut new).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    events(&mut new, &mut out);
    hands(&deal, &mut out);
    let _ = writeln!(out, "{:#?}", deal.outcome());
    out
}

#[test]
fn one_deal_state_by_state() {
    let found = playthrough(["greedy", "random", "greedy", "random"]);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/playthrough.txt");
    if std::env::var_os("MCR_UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &found).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(path).expect("tests/golden/playthrough.txt");
    for (number, (found, golden)) in found.lines().zip(golden.lines()).enumerate() {
        assert_eq!(found, golden, "first difference, line {}", number + 1);
    }
    assert_eq!(found.lines().count(), golden.lines().count(), "one is a prefix of the other");
}
