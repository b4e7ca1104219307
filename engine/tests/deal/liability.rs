//! 包牌: who pays three times alone (rules/other_rule_sets.md 8a, "Liability").

use crate::{
    chips::CODE,
    story::{Script, Story, tile},
};
use mcr_engine::{BySeat, Event, Hung, Seat, Standing};

fn story(stacks: [i16; 4], script: &str) -> Story {
    Script::new(CODE, script).deal_in(Standing { stacks: BySeat(stacks), ..Standing::even(0) })
}

fn stacks(story: &Story) -> [i16; 4] {
    story.deal.standing().stacks.0
}

/// South chows three times from east, who waits for 9m, and then waits for 9s and E: T = 10, mixed straight.
fn fed_by_east(last: &str) -> Story {
    let script = "E: 123s456p78m111mNN\nS: 12m45s78p99sEEFPC\ndraws: 3m 2p 2p 6s 2p 8s 9p";
    let mut story = story([100; 4], &format!("{script} {last}"));
    story.play(
        "E discards 3m, S chows 123m, all pass, S discards F, all pass, W discards 2p, all pass, \
         N discards 2p, all pass, E discards 6s, S chows 456s, all pass, S discards P, all pass, \
         W discards 2p, all pass, N discards 8s, all pass, E discards 9p, S chows 789p, all pass, S discards C, all pass",
    );
    story
}

/// "(1) A's first three melds all come from B's discards (chow or pung) -> mutual: if A wins in any way B pays 3T
/// alone": on west's discard and by own draw.
#[test]
fn the_feeder_of_three_melds_pays_for_every_win() {
    let mut discard = fed_by_east("E");
    discard.play("W discards E, S wins, all pass");
    assert_eq!(stacks(&discard), [70, 130, 100, 100]);
    let mut own = fed_by_east("1p 1p W E");
    own.play("W discards 1p, all pass, N discards 1p, all pass, E discards W, all pass, S wins");
    assert_eq!(stacks(&own), [70, 130, 100, 100]);
}

/// "if B wins A pays 3T alone".
#[test]
fn the_fed_pays_when_the_feeder_wins() {
    // East: mixed straight 10 and concealed 8.
    let mut story = fed_by_east("9m");
    story.play("W discards 9m, E wins, all pass");
    assert_eq!(stacks(&story), [100 + 54, 100 - 54, 100, 100]);
}

/// Melds from three players make nobody liable.
const SHOWN: &str = "E discards 1m, S pungs, all pass, S discards F, all pass, W discards 3m, S pungs, all pass, S discards P, \
     all pass, W discards 2p, all pass, N discards 5m, S pungs, all pass, S discards C, all pass";
const FLUSH: &str = "S: 1133557799mFPC\ndraws: 1m 3m 2p 5m";

/// "(2) A shows three melds of one suit: whoever feeds the winning tile of a full flush ... pays 3T": T = 30 + 20.
#[test]
fn who_feeds_a_full_flush_pays_three_times() {
    let mut story = story([10, 10, 370, 10], &format!("{FLUSH} 7m"));
    story.play(SHOWN).play("W discards 7m, S wins, all pass");
    assert_eq!(stacks(&story), [10, 160, 220, 10]);
}

/// "... or the fourth same-suit meld (then also for a later own draw)": T = 30 + 20 + 20 for the single wait.
#[test]
fn who_feeds_the_fourth_meld_pays_for_a_later_own_draw() {
    let script = format!("{FLUSH} 2s 7m 2s 8p 8p 9m");
    let mut story = story([10, 10, 10, 370], &script);
    story.play(SHOWN).play(
        "W discards 2s, all pass, N discards 7m, S pungs, all pass, S discards 9m, all pass, W discards 2s, \
         all pass, N discards 8p, all pass, E discards 8p, all pass, S wins",
    );
    assert_eq!(stacks(&story), [10, 220, 10, 160]);
}

/// South shows four pungs from three players and keeps 7p: T = 20 + 20.
fn four_pungs(last: &str) -> Story {
    let script = "S: 11m33s55pCC7pFPWN\ndraws: 1m 3s 2m 5p 2m 2m C";
    let mut story = story([90, 90, 150, 70], &format!("{script} {last}"));
    story.play(
        "E discards 1m, S pungs, all pass, S discards F, all pass, W discards 3s, S pungs, all pass, S discards P, \
         all pass, W discards 2m, all pass, N discards 5p, S pungs, all pass, S discards W, all pass, \
         W discards 2m, all pass, N discards 2m, all pass, E discards C, S pungs, all pass",
    );
    story
}

/// "(3) A shows four melds and hangs the last tile on the wall: a discard within +-2 ranks of it (five kinds) ...
/// that wins, pays 3T"; hanging is a choice.
#[test]
fn a_discard_near_a_hung_tile_costs_three_times() {
    let mut hung = four_pungs("7p");
    assert_eq!(hung.choices(Seat::South), "pass");
    hung.play("S passes, S discards N, all pass");
    assert!(hung.events.contains(&Event::Hang { seat: Seat::South, tile: Some(tile("7p")) }));
    assert_eq!(hung.deal.table().hung(Seat::South), Hung::Tile(tile("7p")));
    hung.play("W discards 7p, S wins, all pass");
    assert_eq!(stacks(&hung), [90, 210, 30, 70]);
    let mut plain = four_pungs("7p");
    plain.play("S discards N, all pass, W discards 7p, S wins, all pass");
    assert_eq!(stacks(&plain), [90, 170, 70, 70]);
}

/// "after A changes the hung tile only the normal 2T".
#[test]
fn a_changed_tile_makes_nobody_liable() {
    let mut story = four_pungs("2s 2s 2s 7m 7m");
    story.play(
        "S passes, S discards N, all pass, W discards 2s, all pass, N discards 2s, all pass, E discards 2s, all pass",
    );
    // It may be hung only once.
    assert_eq!(story.choices(Seat::South), "");
    story.play("S discards 7p, all pass, W discards 7m, S wins, all pass");
    assert_eq!(story.deal.table().hung(Seat::South), Hung::Changed);
    assert_eq!(stacks(&story), [90, 170, 70, 70]);
}
