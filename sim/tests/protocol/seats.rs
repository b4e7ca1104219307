//! Four bots that know only what the judge tells them play the very deals that the simulator plays.

use mcr_agents::{
    Agent, AgentSpec, Registry,
    botzone::{Story, answer},
};
use mcr_engine::{BySeat, RuleSet, Seat, Wall, notation::botzone::TileCode, rng::agent_keys};
use mcr_sim::{
    import::{Matches, validate_game},
    judge::judge,
    log::Ending,
    play::{DealPlayer, build, prevalent_wind},
    replay::replay_moves,
};
use serde_json::{Value, json};

const SEED: u64 = 31;

/// Plays deal `number` through the judge: a bot at each seat, and the finished match.
fn through_the_judge(specs: &BySeat<AgentSpec>, number: u64) -> Value {
    let wall = Wall::shuffled(&RuleSet::BOTZONE, SEED, number);
    let codes: Vec<String> = wall.tiles().iter().map(|tile| TileCode(*tile).to_string()).collect();
    let initdata = json!({"walltiles": codes.join(" "), "quan": prevalent_wind(number).index()});
    let keys = agent_keys(SEED, number);
    let mut stories = BySeat::from_fn(|_| Story::new(RuleSet::BOTZONE));
    let mut agents: BySeat<Box<dyn Agent>> = BySeat::from_fn(|seat| specs[seat].build());
    let mut log: Vec<Value> = Vec::new();
    loop {
        let message = judge(&json!({"log": log, "initdata": initdata}).to_string()).unwrap();
        log.push(message.clone());
        if message["command"] == "finish" {
            return json!({"initdata": initdata, "log": log});
        }
        let mut replies = serde_json::Map::new();
        for seat in Seat::ALL {
            let story = &mut stories[seat];
            story.hear(message["content"][seat.index().to_string()].as_str().unwrap()).unwrap();
            let reply = match story.view() {
                Some(view) => answer(view, &mut *agents[seat], keys[seat]).unwrap().to_string(),
                None => "PASS".to_owned(),
            };
            story.answered(reply.parse().ok());
            replies.insert(seat.index().to_string(), reply.into());
        }
        log.push(replies.into());
    }
}

fn same_deals(agents: [&str; 4], numbers: std::ops::Range<u64>) {
    let specs = BySeat(agents.map(|agent| Registry::standard().parse(agent).unwrap()));
    let player = DealPlayer::new(RuleSet::BOTZONE, SEED, &specs);
    let mut players = build(&specs);
    for number in numbers {
        let row = player.play(number, &mut players, None).unwrap();
        let inside = replay_moves(&RuleSet::BOTZONE, &row).unwrap();
        let log = through_the_judge(&specs, number).to_string();
        let game = Matches::new(log.as_bytes(), "log").unwrap().next().unwrap().unwrap();
        validate_game(&game).unwrap_or_else(|faults| panic!("{faults:?}"));
        let events: Vec<_> = game.steps.iter().map(|step| step.event).collect();
        assert_eq!(events.len(), inside.events.len(), "deal {number}");
        for (place, (bots, inside)) in events.iter().zip(&inside.events).enumerate() {
            assert_eq!(
                format!("{bots:?}").replace("drawn: true", "drawn: false"),
                format!("{inside:?}").replace("drawn: true", "drawn: false"),
                "deal {number}, event {place}"
            );
        }
        assert_eq!(game.ending.points, row.points);
        if let (Ending::Win(win), Some(logged)) = (&row.ending, &game.ending.win) {
            let fans: Vec<(u8, u8)> = logged.fans.iter().map(|(fan, count)| (fan.id(), *count)).collect();
            assert_eq!(fans, win.fans);
        }
    }
}

#[test]
fn the_same_deals_inside_and_through_the_judge() {
    same_deals(["greedy"; 4], 0..6);
    same_deals(["random"; 4], 0..10);
    same_deals(["heuristic"; 4], 0..6);
    same_deals(["heuristic", "random", "greedy:noise=0.2", "heuristic"], 6..10);
}
