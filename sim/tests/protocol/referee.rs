//! A referee at a whole match.

use mcr_agents::{Agent, Choice, Registry};
use mcr_engine::{Action, BySeat, DecisionRng, FalseHuPolicy, Observation, RuleSet, Ruling, Seat};
use mcr_sim::{
    conduct::Misconduct,
    log::moves::Move,
    matches::{Rotation, Standings},
    play::{Course, DealPlayer, Players, build},
    replay::{replay_moves, replay_steps},
};

const REFEREE: RuleSet = RuleSet { false_hu: FalseHuPolicy::Official, ..RuleSet::MCR };

/// Says one thing at every decision, whether it may or not.
struct Insists(Action);

impl Agent for Insists {
    fn act(&mut self, _: &Observation<'_>, _: &mut DecisionRng) -> Choice {
        self.0.into()
    }
}

fn with_clumsy_player(action: Action) -> (DealPlayer, Players) {
    let specs = BySeat::from_fn(|_| Registry::standard().parse("greedy").unwrap());
    let mut players = build(&specs);
    players.0[1] = Box::new(Insists(action));
    (DealPlayer::new(REFEREE, 11, &specs).with_rotation(Some(Rotation::B)), players)
}

/// The rulings in a deal, by player.
fn rulings(row: &mcr_sim::log::DealRow) -> Vec<(usize, Ruling)> {
    let players = Rotation::B.players(0, row.deal);
    let ruling = |byte: &u8| match Move::from_byte(*byte) {
        Some(Move::Ruling { seat, ruling }) => Some((players[seat], ruling)),
        _ => None,
    };
    row.events.iter().filter_map(ruling).collect()
}

#[test]
fn who_is_disqualified_plays_on_as_a_pass_bot_to_the_end_of_the_match() {
    let (player, mut players) = with_clumsy_player(Action::Hu);
    let mut course = Course::default();
    let mut standings = Standings::new(Rotation::B, ["a", "b", "c", "d"].map(str::to_owned));
    let mut disqualified = [None; 2];
    for deal in 0..32 {
        let (mut steps, mut misconduct) = (Vec::new(), Vec::<Misconduct>::new());
        let row = player.play_on(deal, &mut players, &mut course, Some(&mut steps), &mut misconduct).unwrap();
        let rulings = rulings(&row);
        assert!(rulings.iter().all(|(who, _)| *who == 1));
        assert_eq!(rulings.len(), misconduct.len());
        let first = &mut disqualified[(deal / 16) as usize];
        if first.is_some() {
            // Not a word more, and only what was drawn is discarded.
            assert_eq!(rulings, []);
        } else if rulings.iter().any(|(_, ruling)| *ruling == Ruling::Disqualified) {
            *first = Some(deal);
        }
        let replayed = replay_moves(&REFEREE, &row).unwrap();
        assert_eq!(replayed.outcome.points, row.points);
        assert_eq!(row.points.0.iter().sum::<i32>(), 0);
        replay_steps(&REFEREE, &row, &steps).unwrap();
        standings.add(&row);
    }
    // In both matches: it begins each anew.
    assert!(disqualified[0].is_some_and(|deal| deal < 16) && disqualified[1].is_some_and(|deal| deal >= 16));
    let line = standings.ranking().into_iter().find(|line| line.player == 2).unwrap();
    assert_eq!((line.rank, line.disqualified, line.matches), (4, 2, 2));
}

#[test]
fn fines_of_a_deal_leave_the_table() {
    let (player, mut players) = with_clumsy_player(Action::Pung(mcr_engine::Tile::EAST));
    let mut standings = Standings::new(Rotation::B, ["a", "b", "c", "d"].map(str::to_owned));
    let mut course = Course::default();
    for deal in 0..16 {
        let row = player.play_on(deal, &mut players, &mut course, None, &mut Vec::new()).unwrap();
        assert!(rulings(&row).len() > 5);
        replay_moves(&REFEREE, &row).unwrap();
        standings.add(&row);
    }
    let ranking = standings.ranking();
    let fines: u64 = ranking.iter().map(|line| line.fines).sum();
    let points: i64 = ranking.iter().map(|line| line.session_points).sum();
    assert_eq!(points, 2000 - fines as i64);
    let clumsy = ranking.iter().find(|line| line.player == 2).unwrap();
    assert!(clumsy.fines == fines && clumsy.disqualified == 0);
}

#[test]
fn without_a_referee_an_agent_that_breaks_the_rules_is_refused() {
    let specs = BySeat::from_fn(|_| Registry::standard().parse("greedy").unwrap());
    let mut players = build(&specs);
    players.0[0] = Box::new(Insists(Action::Hu));
    let refused = DealPlayer::new(RuleSet::MCR, 1, &specs).play(0, &mut players, None).unwrap_err();
    assert!(refused.to_string().contains("Hu"), "{refused}");
    let row = DealPlayer::new(RuleSet::BOTZONE, 1, &specs).play(0, &mut players, None).unwrap();
    assert_eq!(row.points[Seat::East], -30);
}
