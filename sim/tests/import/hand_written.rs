//! Games whose outcome was worked out by hand.

use crate::common::{HAND_WRITTEN, as_json, assert_valid, core, read, validate};
use mcr_engine::{Action, Event, Seat};
use mcr_sim::import::{Answer, Said};

#[test]
fn the_games_are_scored_as_by_hand() {
    let report = validate(HAND_WRITTEN.as_bytes());
    assert_valid(&report);
    assert_eq!((report.deals, report.summary.wins, report.summary.ties), (4, 4, 0));
}

#[test]
fn claims_that_lost_are_read_with_the_claim_that_won() {
    let games = read(HAND_WRITTEN.as_bytes());
    let robbed = games[1].steps.last().unwrap();
    assert!(matches!(robbed.event, Event::Hu { seat: Seat::West, .. }));
    assert_eq!(robbed.answers, [Answer::act(Seat::West, Action::Hu), Answer::act(Seat::North, Action::Hu)]);
    let pung = games[3].steps.iter().find(|step| matches!(step.event, Event::Pung { .. })).unwrap();
    assert!(matches!(pung.answers[0].said, Said::Act(Action::Chow { position: 1, .. })));
    assert_eq!(pung.answers[1].seat, Seat::West);
}

#[test]
fn the_undrawn_tiles_fill_the_walls_up() {
    for game in read(HAND_WRITTEN.as_bytes()) {
        let mut tiles = game.wall.clone();
        tiles.sort();
        assert!(tiles.chunk_by(|a, b| a == b).all(|kind| kind.len() == 4));
        assert_eq!(tiles.len(), 136);
    }
}

#[test]
fn both_formats_tell_the_same_games() {
    let games = read(HAND_WRITTEN.as_bytes());
    let json = as_json(&games);
    assert_valid(&validate(&json));
    let again = read(&json);
    assert_eq!(games.iter().map(core).collect::<Vec<_>>(), again.iter().map(core).collect::<Vec<_>>());
}

/// What each seat could win with is known in the robbed kong's game: three points on the discard before.
#[test]
fn verdicts_are_written_below_the_minimum_too() {
    let games = read(&as_json(&read(HAND_WRITTEN.as_bytes())));
    let discard = games[1].steps.iter().find(|step| matches!(step.event, Event::Discard { .. })).unwrap();
    assert_eq!(discard.can_hu.unwrap().0, [-4, -3, 3, 3]);
    let kong = games[1].steps.iter().find(|step| matches!(step.event, Event::AddedKong { .. })).unwrap();
    assert_eq!(kong.can_hu.unwrap().0, [-3, -4, 11, 11]);
}

/// One change at a time, and the fault it must give.
#[test]
fn every_kind_of_fault_is_found_and_placed() {
    for (from, to, fault) in [
        (
            "Score 300",
            "Score 303",
            "log:10 (match nine-gates): the scores are logged as [303, -100, -100, -100], expected [300, -100, -100, -100]",
        ),
        (
            "Fan 92",
            "Fan 93",
            "log:9 (match nine-gates): the hand is logged with 93 points, expected 92 (九莲宝灯*1+双暗刻*1+幺九刻*1+自摸*1)",
        ),
        (
            "+双暗刻*1+幺九刻*1+自摸*1\nScore 300",
            "+幺九刻*1+自摸*1\nScore 300",
            "log:9 (match nine-gates): the fans are logged as 九莲宝灯*1+幺九刻*1+自摸*1, expected 九莲宝灯*1+双暗刻*1+幺九刻*1+自摸*1",
        ),
        ("Wind 1", "Wind 4", "log:13 (match robbed-kong): found \"Wind 4\", expected \"Wind 0..3\""),
        (
            "Player 1 Peng B5",
            "Player 3 Peng B5",
            "log:20 (match robbed-kong): player 3 answers Pung(5p), which is not legal; legal are none",
        ),
        (
            "Player 1 Peng B5\n",
            "Player 1 Peng B5 Ignore Player 2 Hu B5\n",
            "log:20 (match robbed-kong): player 2 answers Hu, which is not legal; legal are none",
        ),
        (
            "Player 1 Peng B5",
            "Player 1 Peng B6",
            "log:20 (match robbed-kong): the claimed tile is B6, expected B5",
        ),
        (
            "Player 2 Hu B5 Ignore Player 3 Hu B5",
            "Player 3 Hu B5 Ignore Player 2 Hu B5",
            "log:30 (match robbed-kong): the log has player 3 wins with 5p, expected player 2 wins with 5p",
        ),
        (
            "Player 2 Draw F4\n",
            "",
            "log:22 (match robbed-kong): the log has player 2 discards N, expected player 2 draws 9p",
        ),
        (
            "Player 1 BuGang B5\n",
            "",
            "log:29 (match robbed-kong): player 2 answers Hu, which is not legal; legal are none",
        ),
        (
            "Player 2 Gang F4\n",
            "",
            "log:59 (match pung-beats-chow): the log has player 2 draws 1s, expected player 0 draws E",
        ),
        (
            "Player 0 AnGang W1\n",
            "Player 0 AnGang T1\n",
            "log:41 (match kong-replacement): player 0 answers ConcealedKong(1s), which is not legal; legal are Discard(1m), Discard(1s), Discard(2s), Discard(3s), Discard(4s), Discard(5s), Discard(6s), Discard(7s), Discard(8s), Discard(E), ConcealedKong(1m)",
        ),
        (
            "Player 2 Draw B2\n",
            "Player 2 Draw H2\n",
            "log:68 (match pung-beats-chow): flower H2, expected a game without flowers",
        ),
        (
            "Player 2 Draw B2\n",
            "Player 2 Draw F4\n",
            "log:68 (match pung-beats-chow): F4 is dealt or drawn for the fifth time, expected four copies of a kind",
        ),
        (
            "Ignore Player 1 Chi T5",
            "Ignore Player 1 Chi T7",
            "log:55 (match pung-beats-chow): chow around T7 of T5, expected three tiles in a row",
        ),
        (
            "单钓*1",
            "单骑*1",
            "log:70 (match pung-beats-chow): unknown fan \"单骑\", expected a Chinese fan name",
        ),
    ] {
        let log = HAND_WRITTEN.replacen(from, to, 1);
        assert_ne!(log, HAND_WRITTEN, "{from}");
        let report = validate(log.as_bytes());
        let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
        assert_eq!(faults, [fault], "{from} -> {to}");
        assert_eq!(report.deals, 4, "the other matches are read");
    }
}
