//! Chips of the 2012 competition code, sentence by sentence (rules/other_rule_sets.md 8a): instant payments, wins, what is
//! forbidden.

use crate::story::{Script, Story, tile};
use mcr_engine::{
    Action, BySeat, Event, FalseHuPolicy, Fan, OutcomeKind, RuleSet, Ruling, Seat, SeatSet, Standing,
};

/// Without flowers, so that none comes between.
pub(crate) const CODE: RuleSet = RuleSet { flowers: false, ..RuleSet::COMPETITION_2012 };

/// Ready for 9p with a mixed straight: T = 10 + 8 for the concealed hand, and 4 more for none of its waits.
const SOUTH: &str = "S: 123m456s78p999sEE\n";
/// The same for west.
const WEST: &str = "W: 123s456m78p111mNN\n";

fn standing(stacks: [i16; 4]) -> Standing {
    Standing { stacks: BySeat(stacks), ..Standing::even(0) }
}

fn story(stacks: [i16; 4], script: &str) -> Story {
    Script::new(CODE, script).deal_in(standing(stacks))
}

fn stacks(story: &Story) -> [i16; 4] {
    story.deal.standing().stacks.0
}

fn aside(story: &Story) -> [i16; 4] {
    story.deal.standing().aside.0
}

const EVEN: [i16; 4] = [100; 4];

/// "concealed kong 6 from each".
#[test]
fn a_concealed_kong_brings_six_from_each() {
    let mut story = story(EVEN, "E: 9999p1357m135sEN");
    story.play("E hides 9p");
    assert_eq!(stacks(&story), [118, 94, 94, 94]);
}

/// "claimed kong paid by the discarder alone: 12".
#[test]
fn a_claimed_kong_costs_the_discarder_twelve() {
    let mut story = story(EVEN, "E: 1357m13579sEEWC\nS: 555p1357m1357sNN\ndraws: 5p");
    story.play("E discards 5p, S kongs, all pass");
    assert_eq!(stacks(&story), [88, 112, 100, 100]);
}

/// East pungs 5p from south and draws the fourth.
const FOURTH: &str = "E: 55p1357m1357sEWC\ndraws: N 5p 9m 9s 1p 5p\n";
const TO_THE_FOURTH: &str = "E discards N, all pass, S discards 5p, E pungs, all pass, E discards C, all pass, S discards 9m, all pass, \
     W discards 9s, all pass, N discards 1p, all pass, E adds 5p";

/// "added kong 4 from each".
#[test]
fn an_added_kong_brings_four_from_each_when_it_is_made() {
    let mut story = story(EVEN, FOURTH);
    story.play(TO_THE_FOURTH);
    assert_eq!(stacks(&story), [112, 96, 96, 96]);
}

/// "Robbed kong: the kong player alone pays 3T"; the kong is not made and brings nothing. The tile is the last copy
/// in a closed wait, the three others lying in an open pung: 夹绝张, which has the unique wait in it.
#[test]
fn a_robbed_kong_costs_three_times_the_hand() {
    let mut story = story(EVEN, &format!("{FOURTH}N: 123m456m46p789mNN"));
    story.play(TO_THE_FOURTH).play("N wins");
    let OutcomeKind::Win { score, robbed: true, .. } = story.outcome().kind else { panic!() };
    // 清龙 10, 夹绝张 20, 门清 8.
    let fans: Vec<Fan> = score.fans().map(|(fan, _)| fan).collect();
    assert_eq!(
        fans,
        [Fan::CompetitionPureStraight, Fan::CompetitionLastTileBetween, Fan::CompetitionConcealedHand]
    );
    assert_eq!(score.total(), 38);
    // 3T = 114, of which east has 100.
    assert_eq!(stacks(&story), [0, 100, 100, 200]);
}

/// "flower kong (all four of 春夏秋冬 or 梅兰竹菊) 8 from each", at once.
#[test]
fn a_flower_kong_brings_eight_from_each() {
    let script = "E: abc1357m135sEWC\ndraws: d\nreplacements: 9m 9s 1p N";
    let story = Script::new(RuleSet::COMPETITION_2012, script).deal_in(standing(EVEN));
    assert_eq!(stacks(&story), [124, 92, 92, 92]);
    assert_eq!(story.deal.table().flowers_that_count(Seat::East), 0, "the four flowers give no 2s");
    // Three of one family and one of the other are none.
    let script = "E: abe1357m135sEWC\ndraws: d\nreplacements: 9m 9s 1p N";
    let story = Script::new(RuleSet::COMPETITION_2012, script).deal_in(standing(EVEN));
    assert_eq!(stacks(&story), EVEN);
    assert_eq!(story.deal.table().flowers_that_count(Seat::East), 4);
}

/// "Chase 追牌: four players discard the same tile one after the other -> the first pays 4 to each of the others".
#[test]
fn the_first_of_a_chase_pays_four_to_each() {
    let mut story = story(EVEN, "E: 1357m1357s1357pC\ndraws: N N N N");
    story.play("E discards N, all pass, S discards N, all pass, W discards N, all pass");
    assert_eq!(stacks(&story), EVEN);
    story.play("N discards N");
    assert_eq!(stacks(&story), [88, 104, 104, 104]);
}

/// "... only with no claim in between".
#[test]
fn a_claim_ends_a_chase() {
    let mut story = story(EVEN, "E: 1357m1357s1379pC\nN: 465p1357m1357sEC\ndraws: 5p 5p 5p");
    story.play("E discards 5p, all pass, S discards 5p, all pass, W discards 5p, N chows 456p, all pass, N discards 5p");
    assert_eq!(stacks(&story), EVEN);
}

/// "From the dealer's second hand in a row on, all amounts of the hand (wins, kongs, chase) count double".
#[test]
fn everything_counts_double() {
    let doubled = Standing { doubled: true, ..standing(EVEN) };
    let mut kong = Script::new(CODE, "E: 9999p1357m135sEN").deal_in(doubled);
    kong.play("E hides 9p");
    assert_eq!(stacks(&kong), [136, 88, 88, 88]);
    let mut chase = Script::new(CODE, "E: 1357m1357s1357pC\ndraws: N N N N").deal_in(doubled);
    chase.play("E discards N, all pass, S discards N, all pass, W discards N, all pass, N discards N");
    assert_eq!(stacks(&chase), [76, 108, 108, 108]);
    let mut win = Script::new(CODE, &format!("{SOUTH}draws: 9p")).deal_in(doubled);
    win.play("E discards 9p, S wins, all pass");
    assert_eq!(stacks(&win), [28, 172, 100, 100], "twice 2 × 18");
}

/// "own draw: each of three pays T. Discard: the discarder alone pays 2T."
#[test]
fn wins_are_paid_once_by_each_or_twice_by_the_discarder() {
    let mut discard = story(EVEN, &format!("{SOUTH}draws: 9p"));
    discard.play("E discards 9p, S wins, all pass");
    assert_eq!(stacks(&discard), [64, 136, 100, 100]);
    assert_eq!(discard.outcome().points.0, [-36, 36, 0, 0]);
    let mut own = story(EVEN, &format!("{SOUTH}draws: N 9p"));
    own.play("E discards N, all pass, S wins");
    assert_eq!(stacks(&own), [82, 154, 82, 82]);
}

/// "No payer pays more than he has."
#[test]
fn nobody_pays_more_than_he_has() {
    let mut story = story([5, 195, 7, 193], &format!("{SOUTH}draws: N 9p"));
    story.play("E discards N, all pass, S wins");
    // East and west are out of chips; south, who is first, may end the session.
    assert_eq!(stacks(&story), [0, 195 + 5 + 7 + 18, 0, 175]);
}

/// "several winners on one discard: all are paid, in turn order after the discarder, until his chips are gone".
#[test]
fn several_winners_are_paid_in_turn_order() {
    let script = format!("{SOUTH}{WEST}draws: 9p");
    let mut both = story(EVEN, &script);
    both.play("E discards 9p, W wins, S wins, all pass");
    assert_eq!(stacks(&both), [28, 136, 136, 100]);
    let winners: Vec<Seat> = both.outcome().wins().map(|(seat, _)| seat).collect();
    assert_eq!(winners, [Seat::South, Seat::West]);
    let hus = both.events.iter().filter(|event| matches!(event, Event::Hu { .. })).count();
    assert_eq!(hus, 2);
    let mut poor = story([50, 100, 100, 150], &script);
    poor.play("E discards 9p, S wins, W wins");
    assert_eq!(stacks(&poor), [0, 136, 114, 150]);
}

/// "Right to win: ... the discarder still has chips"; "winning from a player with 0 chips is forbidden".
#[test]
fn nobody_wins_from_an_empty_stack() {
    let mut story = story([0, 200, 100, 100], &format!("{SOUTH}draws: 9p"));
    story.play("E discards 9p");
    assert!(!story.can_win(Seat::South));
}

/// "Right to win: shape + at least one technical fan": the hand is concealed, waits for one tile alone and wins on one
/// of the last tiles, and may still not win.
#[test]
fn additional_points_give_no_right_to_win() {
    let mut story = story(EVEN, "S: 123m456m79p555sEE\ndraws: 8p");
    story.play("E discards 8p");
    assert!(!story.can_win(Seat::South));
}

/// "Forbidden non-winning end: a player may not win ... if this would bring the third condition about while he is not
/// first after settlement; he plays on."
#[test]
fn nobody_ends_a_session_from_behind_by_a_win() {
    let script = format!("{SOUTH}draws: 9p");
    // East would be the second without chips, and north has more than south.
    let mut behind = story([30, 100, 0, 270], &script);
    behind.play("E discards 9p");
    assert!(!behind.can_win(Seat::South));
    // First after settlement: 100 + 30 against 130 of north, which nobody exceeds.
    let mut first = story([60, 170, 0, 170], &script);
    first.play("E discards 9p, S wins, all pass");
    assert_eq!(stacks(&first), [24, 206, 0, 170]);
    let mut ends = story([30, 200, 0, 170], &script);
    ends.play("E discards 9p, S wins, all pass");
    assert_eq!(stacks(&ends), [0, 230, 0, 170]);
}

/// "... may not ... kong".
#[test]
fn nobody_ends_a_session_from_behind_by_a_kong() {
    let hands = "E: 9999p1357m135sEN\n";
    let poor = story([100, 6, 5, 289], hands);
    assert_eq!(poor.choices(Seat::East), "");
    let mut first = story([300, 6, 5, 89], hands);
    assert_eq!(first.choices(Seat::East), "hide9p");
    first.play("E hides 9p");
    assert_eq!(stacks(&first), [317, 0, 0, 83]);
    // "or two players without chips": the session is over, and with it the deal.
    assert_eq!(first.outcome().kind, OutcomeKind::SessionOver);
    assert_eq!(first.events.last(), Some(&Event::SessionOver));
    let mut claimed = story([10, 100, 0, 290], "E: 1357m13579sEEWC\nS: 555p1357m1357sNN\ndraws: 5p");
    claimed.play("E discards 5p");
    assert_eq!(claimed.choices(Seat::South), "pass pung5p");
}

/// The payment for an added kong ends the session with its replacement drawn, a tile or a flower: none is lost.
#[test]
fn an_added_kong_that_ends_the_session_keeps_its_replacement() {
    for (rules, replacement) in [(CODE, "8s"), (RuleSet::COMPETITION_2012, "a")] {
        let script = format!("{FOURTH}replacements: {replacement}");
        let mut story = Script::new(rules, &script).deal_in(standing([300, 4, 4, 92]));
        story.play(TO_THE_FOURTH);
        if story.deal.outcome().is_none() {
            story.play("all pass");
        }
        assert_eq!(story.outcome().kind, OutcomeKind::SessionOver, "{replacement}");
        assert_eq!(stacks(&story), [312, 0, 0, 88]);
        let drawn = story.deal.hand(Seat::East).drawn();
        assert_eq!(drawn, (replacement == "8s").then(|| tile("8s")));
        assert_eq!(story.deal.table().flower_count(Seat::East), u8::from(replacement == "a"));
    }
}

/// "Kong and fine amounts that would do so are booked outside the stacks": what cannot be refused, a flower kong and
/// a chase.
#[test]
fn forced_amounts_that_would_end_a_session_are_booked_aside() {
    let script = "E: abc1357m135sEWC\ndraws: d\nreplacements: 9m 9s 1p N";
    let flowers = Script::new(RuleSet::COMPETITION_2012, script).deal_in(standing([50, 8, 4, 338]));
    assert_eq!(stacks(&flowers), [50, 8, 4, 338]);
    assert_eq!(aside(&flowers), [20, -8, -4, -8]);
    let mut chase = story([4, 100, 0, 296], "E: 1357m1357s1357pC\ndraws: N N N N");
    chase.play("E discards N, all pass, S discards N, all pass, W discards N, all pass, N discards N");
    assert_eq!(stacks(&chase), [4, 100, 0, 296]);
    assert_eq!(aside(&chase), [-4, 4, 0, 0], "as much as he has");
}

/// A flower kong among the dealt tiles ends a session before its first turn, when all flowers are replaced.
#[test]
fn a_flower_kong_may_end_a_session_before_it_begins() {
    let script = "E: abc1357m135sEWC\ndraws: d\nreplacements: 9m 9s 1p N";
    let over = Script::new(RuleSet::COMPETITION_2012, script).deal_in(standing([380, 8, 4, 8]));
    assert_eq!(stacks(&over), [400, 0, 0, 0]);
    assert_eq!(over.outcome().kind, OutcomeKind::SessionOver);
    assert!(over.deal.pending().is_empty());
}

/// "last-tile points: win on one of the last four wall tiles or the discards made after them", 8.
#[test]
fn the_last_four_tiles_count() {
    // Every fourth draw is east's, so the last four tiles are for east, south, west and north.
    let mut story = story(EVEN, &format!("{SOUTH}replacements: 9p 9p 9p 9p"));
    story.idle_until(Seat::East, 3);
    assert_eq!(story.deal.table().turn(), Some(Seat::East));
    assert_eq!(story.deal.hand(Seat::East).drawn(), Some(tile("9p")));
    let mut own = Story { deal: story.deal.clone(), events: Vec::new() };
    story.play("E discards 9p, S wins, all pass");
    let score = story.outcome().wins().next().expect("a win").1;
    assert_eq!((score.count(Fan::CompetitionLastTileClaim), score.total()), (1, 26));
    own.play("E discards 9p, all pass, S wins");
    let score = own.outcome().wins().next().expect("a win").1;
    assert_eq!((score.count(Fan::CompetitionLastTileDraw), score.total()), (1, 26));
}

/// The tile before the last four is none of them.
#[test]
fn the_fifth_last_tile_counts_nothing() {
    let mut story = story(EVEN, &format!("{SOUTH}replacements: N N N N 9p"));
    story.idle_until(Seat::East, 4);
    assert_eq!(story.deal.hand(Seat::North).drawn(), Some(tile("9p")));
    story.play("N discards 9p, S wins, all pass");
    assert_eq!(story.outcome().wins().next().expect("a win").1.total(), 18);
}

/// "win on a flower replacement 6"; the flower itself 2.
#[test]
fn a_flower_s_replacement_counts_six() {
    let script = format!("{SOUTH}draws: N a\nreplacements: 9p");
    let mut story = Script::new(RuleSet::COMPETITION_2012, &script).deal_in(standing(EVEN));
    story.play("E discards N, all pass, S wins");
    let score = story.outcome().wins().next().expect("a win").1;
    assert_eq!(score.count(Fan::CompetitionFlowerReplacement), 1);
    assert_eq!(score.total(), 10 + 8 + 6 + 2);
}

fn refereed(script: &str) -> Story {
    let rules = RuleSet { false_hu: FalseHuPolicy::Official, ..CODE };
    let mut story = Script::new(rules, script).deal_in(standing(EVEN));
    story.deal.attend(SeatSet::ALL);
    story
}

fn rule(story: &mut Story, seat: Seat, ruling: Ruling) {
    story.deal.rule(seat, ruling, &mut story.events).expect("a ruling");
}

/// "Fouls: false set: 10 to each + stop-win".
#[test]
fn a_false_set_costs_ten_to_each_and_the_right_to_win() {
    let mut story = refereed(&format!("{SOUTH}draws: 9p"));
    story.play("E discards 9p");
    assert!(story.can_win(Seat::South));
    rule(&mut story, Seat::South, Ruling::InvalidMeld);
    assert_eq!(stacks(&story), [110, 70, 110, 110]);
    assert!(!story.can_win(Seat::South));
}

/// "empty announcement or early draw: 10 each, 20 each, then out (replaced by a draw-discard bot)".
#[test]
fn empty_announcements_cost_ten_then_twenty_then_the_deal() {
    let mut story = refereed("draws: N");
    let empty = |story: &mut Story| rule(story, Seat::West, Ruling::EmptyClaim);
    empty(&mut story);
    assert_eq!(stacks(&story), [110, 110, 70, 110]);
    empty(&mut story);
    assert_eq!(stacks(&story), [130, 130, 10, 130]);
    assert!(!story.deal.table().rulings().mechanical(Seat::West));
    empty(&mut story);
    assert_eq!(stacks(&story), [130, 130, 10, 130]);
    assert!(story.deal.table().rulings().mechanical(Seat::West));
}

/// "late pung: warning, 10, 20"; "Fines in steps of 10, at most 50".
#[test]
fn late_claims_are_fined_in_steps_of_ten() {
    let mut story = refereed("draws: N");
    let fines = |count: usize, story: &mut Story| {
        (0..count).for_each(|_| rule(story, Seat::West, Ruling::Violation));
        story.deal.table().rulings().session_fines()[Seat::West]
    };
    assert_eq!(fines(1, &mut story), 0);
    assert_eq!(fines(1, &mut story), 10);
    assert_eq!(fines(1, &mut story), 30);
    assert_eq!(fines(4, &mut story), 30 + 30 + 40 + 50 + 50);
    assert_eq!(stacks(&story), EVEN);
}

/// "错和 10 to each and mechanical play; 诈和 (not ready / wrong tile) 20 to each".
#[test]
fn false_wins_cost_ten_or_twenty_to_each() {
    // Complete, but without a technical fan.
    let mut cheap = refereed("S: 123m456m79p555sEE\ndraws: 8p");
    cheap.play("E discards 8p");
    let ruling = cheap.deal.ruling_on(Seat::South, Some(Action::Hu));
    assert_eq!(ruling, Ruling::FalseHu);
    rule(&mut cheap, Seat::South, ruling);
    assert_eq!(stacks(&cheap), [110, 70, 110, 110]);
    assert!(cheap.deal.table().rulings().mechanical(Seat::South));
    // Ready, but not for this tile.
    let mut wrong = refereed(&format!("{SOUTH}draws: W"));
    wrong.play("E discards W");
    let ruling = wrong.deal.ruling_on(Seat::South, Some(Action::Hu));
    assert_eq!(ruling, Ruling::FraudulentHu);
    rule(&mut wrong, Seat::South, ruling);
    assert_eq!(stacks(&wrong), [120, 40, 120, 120]);
    assert!(!wrong.deal.table().rulings().mechanical(Seat::South));
}

/// "if declared: pay that player the value of the hand and 10 to each of three".
#[test]
fn a_win_declared_on_an_empty_stack_pays_the_hand() {
    let rules = RuleSet { false_hu: FalseHuPolicy::Official, ..CODE };
    let mut story = Script::new(rules, &format!("{SOUTH}draws: 9p")).deal_in(standing([0, 200, 100, 100]));
    story.deal.attend(SeatSet::ALL);
    story.play("E discards 9p");
    let ruling = story.deal.ruling_on(Seat::South, Some(Action::Hu));
    assert_eq!(ruling, Ruling::HuOnNothing);
    rule(&mut story, Seat::South, ruling);
    // T = 18 to east, and 10 to each.
    assert_eq!(stacks(&story), [28, 200 - 48, 110, 110]);
}
