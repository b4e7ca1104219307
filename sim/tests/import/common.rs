//! Helpers of these tests.

use mcr_engine::{Action, BySeat, Deal, DecisionRng, Moment, RuleSet, Seat, Tile, Wall, Wind};
use mcr_sim::import::{
    GameRecord, Matches, Said, Source, Step, Unit, ValidationReport, record_deal, validate_matches,
    write_botzone, write_text,
};

/// Short games written by hand, in plain text.
pub(crate) const HAND_WRITTEN: &str = include_str!("data/hand_written.txt");

/// All games of a log, which must be readable.
pub(crate) fn read(log: &[u8]) -> Vec<GameRecord> {
    Matches::new(log, "log").unwrap().map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

pub(crate) fn validate(log: &[u8]) -> ValidationReport {
    validate_matches(Matches::new(log, "log").unwrap())
}

/// Fails with the faults when there are any.
pub(crate) fn assert_valid(report: &ValidationReport) {
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

pub(crate) fn as_text(games: &[GameRecord]) -> Vec<u8> {
    let mut out = Vec::new();
    games.iter().for_each(|game| write_text(game, &mut out).unwrap());
    out
}

pub(crate) fn as_json(games: &[GameRecord]) -> Vec<u8> {
    let mut out = Vec::new();
    games.iter().for_each(|game| write_botzone(game, &mut out).unwrap());
    out
}

/// A game without what only one of the formats tells: places, undrawn tiles, the judge's numbers, the discards that
/// lost claims announced.
pub(crate) fn core(game: &GameRecord) -> GameRecord {
    let plain = |step: &Step| {
        let mut step = step.clone();
        (step.at, step.can_hu, step.left) = (0, None, None);
        step.answers.iter_mut().for_each(|answer| answer.discard = None);
        step
    };
    let mut game = game.clone();
    game.source = Source { file: String::new(), id: String::new(), unit: Unit::Line };
    game.wall = Vec::new();
    game.known = BySeat::default();
    game.dealt_at = 0;
    game.steps = game.steps.iter().map(plain).collect();
    game.ending.at = 0;
    if let Some(win) = &mut game.ending.win {
        win.at = 0;
    }
    game
}

/// A wall on which random play wins, claims and kongs often: most tiles of a seat's own part are of one suit, or of
/// two that it shares with a neighbour, so that claims meet.
fn lopsided_wall(rng: &mut DecisionRng) -> Wall {
    let mut parts: [Vec<Tile>; 4] = Default::default();
    let mut tiles: Vec<Tile> = Tile::kinds().flat_map(|tile| [tile; 4]).collect();
    shuffle(&mut tiles, rng);
    let shared = rng.below(2) == 0;
    for tile in tiles {
        let own = match tile.index() / 9 {
            _ if rng.below(10) < 2 => rng.below(4) as usize,
            suit if shared => suit / 2 * 2 + rng.below(2) as usize,
            suit => suit,
        };
        let free = (0..4).map(|i| (own + i) % 4).find(|part| parts[*part].len() < 34).unwrap();
        parts[free].push(tile);
    }
    // Whose suit it is changes, and what does not fit in its part comes late in another.
    let turn = rng.below(4) as usize;
    parts.rotate_left(turn);
    let tiles: Vec<Tile> = parts.into_iter().flat_map(|part| part.into_iter().rev()).collect();
    Wall::from_tiles(&RuleSet::BOTZONE, &tiles).unwrap()
}

fn shuffle(tiles: &mut [Tile], rng: &mut DecisionRng) {
    for i in (1..tiles.len()).rev() {
        tiles.swap(i, rng.below(i as u64 + 1) as usize);
    }
}

/// A deal of random play; with `fouls` one in some hundred answers is against the rules.
pub(crate) fn random_game(seed: u64, fouls: bool) -> GameRecord {
    random_game_with(seed, |deal, seat, rng| {
        // A discard is announced with its claim: there is no moment for a foul between them.
        let moment = deal.observe(seat).moment();
        if fouls && moment != Moment::AfterClaim && rng.below(150) == 0 {
            return foul(deal, seat, rng);
        }
        Said::Act(random_action(deal, seat, rng))
    })
}

/// A deal on a lopsided wall with other answers.
pub(crate) fn random_game_with(
    seed: u64,
    mut choose: impl FnMut(&Deal, Seat, &mut DecisionRng) -> Said,
) -> GameRecord {
    let mut rng = DecisionRng::new(seed, 0);
    let wall = lopsided_wall(&mut rng);
    let source = Source { file: "log".to_owned(), id: seed.to_string(), unit: Unit::Line };
    let prevalent = Wind::ALL[rng.below(4) as usize];
    record_deal(source, RuleSet::BOTZONE, prevalent, wall, |deal, seat| choose(deal, seat, &mut rng)).unwrap()
}

/// Wins nearly always where it can, kongs often, and does anything else by chance.
pub(crate) fn random_action(deal: &Deal, seat: Seat, rng: &mut DecisionRng) -> Action {
    let legal = deal.legal(seat);
    if legal.contains(Action::Hu) && rng.below(8) > 0 {
        return Action::Hu;
    }
    let kong = legal.iter().find(|action| {
        matches!(action, Action::AddedKong(_) | Action::ConcealedKong(_) | Action::MeldedKong(_))
    });
    match kong {
        Some(kong) if rng.below(2) == 0 => return kong,
        _ => {}
    }
    // Claims more often than it passes.
    let mut choices = legal;
    if rng.below(4) > 0 {
        choices.remove(Action::Pass);
    }
    choices.nth(rng.below(choices.len() as u64) as usize).unwrap()
}

/// An answer that is not legal now and can be said in the protocol.
fn foul(deal: &Deal, seat: Seat, rng: &mut DecisionRng) -> Said {
    let tile = Tile::new(rng.below(34) as u8);
    let tries = [Action::Hu, Action::Discard(tile), Action::ConcealedKong(tile), Action::AddedKong(tile)];
    let action = tries[rng.below(4) as usize];
    if deal.legal(seat).contains(action) { Said::Unreadable("PLAY".to_owned()) } else { Said::Act(action) }
}
