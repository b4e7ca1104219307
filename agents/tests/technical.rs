//! Under the 2012 competition code the heuristic plays for technical fans, and better than greedy.

use mcr_agents::Registry;
use mcr_engine::{BySeat, Deal, DecisionRng, RuleSet, Seat, Wall, Wind, rng::agent_keys};

/// Points of the seat that `one` has against three of `field`, a deal.
fn gain(one: &str, field: &str, walls: u64) -> f64 {
    let agents = [one, field].map(|spec| Registry::standard().parse(spec).expect("an agent"));
    let rules = RuleSet::COMPETITION_2012;
    let mut points = 0;
    for number in 0..walls {
        for place in Seat::ALL {
            let mut players = BySeat::from_fn(|seat| agents[usize::from(seat != place)].build());
            let keys = agent_keys(9, number);
            let wall = Wall::shuffled(&rules, 9, number);
            let mut deal = Deal::new(&rules, Wind::East, wall, &mut ());
            while let Some(seat) = deal.pending().first() {
                let view = deal.observe(seat);
                let mut rng = DecisionRng::new(keys[seat], view.decision());
                let choice = players[seat].act(&view, &mut rng);
                deal.apply(seat, choice.action, &mut ()).expect("a legal action");
            }
            points += deal.outcome().expect("the end").points[place];
        }
    }
    f64::from(points) / (4 * walls) as f64
}

#[test]
fn the_heuristic_plays_for_technical_fans() {
    let gained = gain("heuristic", "greedy", 40);
    assert!(gained > 2.0, "{gained} points a deal");
}
