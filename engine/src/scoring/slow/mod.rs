//! The obvious scorer, straight from rules/mcr.md 4.2: every reading, every place of the winning tile, every
//! legal selection of fans, the best of them. It explains itself, and the fast scorer is compared with it.

mod forest;
mod readings;
mod whole_hand;

use super::{
    Block, BlockKind, FanLine, Score, ScoreSheet, WinContext, WinningHand, fan::Fan, own_melds_show_three,
    tally::Tally,
};
use crate::{
    rules::{FanOptions, RuleSet, Scoring, Waits},
    shape::{Shape, competition},
    tile::Tile,
    tile_set::TileSet,
};
use readings::Reading;

/// A fan of the raw list, once, with the blocks that make it (indices into the reading; none for the whole hand).
#[derive(Clone, Debug)]
struct RawFan {
    fan: Fan,
    blocks: Vec<usize>,
}

/// A reading in one of its roles: what the winning tile completes.
struct Case<'a> {
    hand: &'a WinningHand,
    context: &'a WinContext,
    reading: &'a Reading,
    /// The block that the winning tile belongs to; `None` in the shapes without ordinary blocks.
    completed: Option<usize>,
    waits: TileSet,
    rules: &'a RuleSet,
}

/// The score of a hand and how it comes about, `None` when the hand is not complete.
#[must_use]
pub fn score_sheet(hand: &WinningHand, context: &WinContext, rules: &RuleSet) -> Option<ScoreSheet> {
    if hand.concealed.get(hand.winning_tile) == 0 {
        return None;
    }
    if rules.scoring == Scoring::Competition2012 {
        return competition_sheet(hand, context, rules);
    }
    let waits = readings::waits(&hand.concealed.without(hand.winning_tile), hand.melds.len());
    let mut best: Option<(Tally, ScoreSheet)> = None;
    for reading in readings::readings(&hand.concealed, &hand.melds) {
        for completed in roles(&reading, hand.winning_tile) {
            let case = Case { hand, context, reading: &reading, completed, waits, rules };
            let sheet = case.sheet();
            let tally = sheet
                .score
                .tally
                .and(reading.pair().map_or(Tally::EMPTY, |pair| Tally::of_pair(pair.index() as u8)));
            if best.as_ref().is_none_or(|(best, _)| tally > *best) {
                best = Some((tally, sheet));
            }
        }
    }
    best.map(|(_, sheet)| sheet)
}

/// The fans of the 2012 code. They are of the hand as a whole; no blocks are told.
fn competition_sheet(hand: &WinningHand, context: &WinContext, rules: &RuleSet) -> Option<ScoreSheet> {
    let score = super::score(hand, context, rules)?;
    let line = |(fan, _): (Fan, u8)| FanLine { fan, each: fan.points(), made_by: vec![Vec::new()] };
    let shape = if score.count(Fan::CompetitionSevenPairs) > 0 {
        Shape::SevenPairs
    } else if score.count(Fan::CompetitionKnittedStraight) > 0 {
        Shape::KnittedStraight
    } else if competition::is_unconnected(&hand.concealed) {
        Shape::HonorsAndKnitted
    } else {
        Shape::Standard
    };
    let before = hand.concealed.without(hand.winning_tile);
    Some(ScoreSheet {
        score,
        lines: score.fans().map(line).collect(),
        shape,
        blocks: Vec::new(),
        completed: None,
        waits: competition::waits(&before, hand.melds.len()),
    })
}

/// The blocks that the winning tile can have completed.
fn roles(reading: &Reading, winning_tile: Tile) -> Vec<Option<usize>> {
    match reading.shape {
        Shape::Standard | Shape::KnittedStraight => {
            let fits = |b: &Block| !b.melded && b.contains(winning_tile);
            (0..reading.blocks.len()).filter(|i| fits(&reading.blocks[*i])).map(Some).collect()
        }
        _ => vec![None],
    }
}

impl Case<'_> {
    fn blocks(&self) -> &[Block] {
        &self.reading.blocks
    }

    /// The indices of the blocks that fit.
    fn indices(&self, fits: impl Fn(&Block) -> bool) -> Vec<usize> {
        (0..self.blocks().len()).filter(|i| fits(&self.blocks()[*i])).collect()
    }

    fn sheet(&self) -> ScoreSheet {
        let (lines, tally) = match self.rules.scoring {
            Scoring::Basic { points } => (Vec::new(), Tally::flat(points)),
            // Has a sheet of its own.
            Scoring::Competition2012 => (Vec::new(), Tally::EMPTY),
            Scoring::Mcr { .. } | Scoring::Public { .. } => {
                let raw = self.raw_fans();
                let lines = self.lines(&self.exclude(&raw));
                let worth = |line: &FanLine| Tally::worth(line.fan, line.each).times(line.count());
                let tally = lines.iter().fold(Tally::EMPTY, |tally, line| tally.and(worth(line)));
                (lines, tally)
            }
        };
        let flowers = self.context.flowers;
        let worthless = matches!(self.rules.scoring, Scoring::Basic { .. });
        ScoreSheet {
            score: Score {
                tally,
                extra: if worthless { 0 } else { flowers.into() },
                flowers,
                competition: 0,
            },
            lines,
            shape: self.reading.shape,
            blocks: self.reading.blocks.clone(),
            completed: self.completed,
            waits: self.waits,
        }
    }

    /// The switches of the official fans.
    fn options(&self) -> FanOptions {
        match self.rules.scoring {
            Scoring::Mcr { fans } | Scoring::Public { fans, .. } => fans,
            Scoring::Basic { .. } | Scoring::Competition2012 => FanOptions::DEFAULT,
        }
    }

    fn raw_fans(&self) -> Vec<RawFan> {
        let mut raw = Vec::new();
        self.honor_pungs(&mut raw);
        self.kongs(&mut raw);
        self.concealed_pungs(&mut raw);
        raw.extend(forest::best_forest(
            &self.indices(|b| b.kind == BlockKind::Chow),
            self.blocks(),
            forest::chow_combination,
        ));
        raw.extend(forest::best_forest(
            &self.indices(|b| b.is_pung()),
            self.blocks(),
            forest::pung_combination,
        ));
        whole_hand::collect(self, &mut raw);
        raw.extend(self.wait_fan());
        self.win_mode(&mut raw);
        if raw.is_empty() {
            raw.push(RawFan { fan: Fan::ChickenHand, blocks: Vec::new() });
        }
        self.room_fans(&mut raw);
        raw
    }

    /// 83 84, on top of whatever the official fans are worth (other_rule_sets.md 8b).
    fn room_fans(&self, raw: &mut Vec<RawFan>) {
        let Scoring::Public { ready, pair_258, .. } = self.rules.scoring else { return };
        if self.context.declared_ready && ready > 0 {
            raw.push(RawFan { fan: Fan::DeclaredReady, blocks: Vec::new() });
        }
        let is_258 = |tile: Tile| matches!(tile.rank(), Some(2 | 5 | 8));
        if pair_258 > 0 && self.reading.pair().is_some_and(is_258) {
            raw.push(RawFan { fan: Fan::Pair258, blocks: self.indices(|b| b.kind == BlockKind::Pair) });
        }
    }

    /// 1 2 9 10 38 54 59 60 61 73 (rules/mcr.md 4.4).
    fn honor_pungs(&self, raw: &mut Vec<RawFan>) {
        let winds = self.indices(|b| b.is_pung() && b.tile.is_wind());
        let dragons = self.indices(|b| b.is_pung() && b.tile.is_dragon());
        let pair = |class: fn(Tile) -> bool| self.reading.pair().is_some_and(class);
        let wind_fan = match winds.len() {
            4 => Some(Fan::BigFourWinds),
            3 if pair(Tile::is_wind) => Some(Fan::LittleFourWinds),
            3 => Some(Fan::BigThreeWinds),
            _ => None,
        };
        raw.extend(wind_fan.map(|fan| RawFan { fan, blocks: winds.clone() }));
        let dragon_fan = match dragons.len() {
            3 => Some(Fan::BigThreeDragons),
            2 if pair(Tile::is_dragon) => Some(Fan::LittleThreeDragons),
            2 => Some(Fan::TwoDragonPungs),
            1 => Some(Fan::DragonPung),
            _ => None,
        };
        raw.extend(dragon_fan.map(|fan| RawFan { fan, blocks: dragons.clone() }));
        for (fan, wind) in [(Fan::PrevalentWind, self.context.prevalent), (Fan::SeatWind, self.context.seat)]
        {
            let pungs = winds.iter().filter(|i| self.blocks()[**i].tile == wind.tile());
            raw.extend(pungs.map(|i| RawFan { fan, blocks: vec![*i] }));
        }
        // Every one counts here; the fans above take theirs away again.
        let pungs = self.indices(|b| b.is_pung() && b.tile.is_terminal_or_honor());
        raw.extend(pungs.into_iter().map(|i| RawFan { fan: Fan::PungOfTerminalsOrHonors, blocks: vec![i] }));
    }

    /// 5 17 53 57 67 74 82: one fan for all kongs.
    fn kongs(&self, raw: &mut Vec<RawFan>) {
        let blocks = self.indices(|b| b.is_kong());
        let concealed = self.indices(|b| b.kind == BlockKind::ConcealedKong).len();
        let fan = match (blocks.len(), concealed) {
            (4, _) => Fan::FourKongs,
            (3, _) => Fan::ThreeKongs,
            (2, 2) => Fan::TwoConcealedKongs,
            (2, 1) if self.options().mixed_kongs == 3 => return self.kongs_one_by_one(raw),
            (2, 1) => Fan::ConcealedKongAndMeldedKong,
            (2, 0) => Fan::TwoMeldedKongs,
            (1, 1) => Fan::ConcealedKong,
            (1, 0) => Fan::MeldedKong,
            _ => return,
        };
        raw.push(RawFan { fan, blocks });
    }

    /// 67 and 74 beside each other.
    fn kongs_one_by_one(&self, raw: &mut Vec<RawFan>) {
        for index in self.indices(|b| b.is_kong()) {
            let concealed = self.blocks()[index].kind == BlockKind::ConcealedKong;
            let fan = if concealed { Fan::ConcealedKong } else { Fan::MeldedKong };
            raw.push(RawFan { fan, blocks: vec![index] });
        }
    }

    /// 12 33 66, concealed kongs included. A pung finished by another's tile is not concealed (5.4).
    fn concealed_pungs(&self, raw: &mut Vec<RawFan>) {
        let concealed = |i: &usize| {
            let block = self.blocks()[*i];
            match block.kind {
                BlockKind::ConcealedKong => true,
                BlockKind::Pung => !block.melded && (self.context.self_drawn || self.completed != Some(*i)),
                _ => false,
            }
        };
        let blocks: Vec<usize> = (0..self.blocks().len()).filter(concealed).collect();
        let fan = match blocks.len() {
            4 => Fan::FourConcealedPungs,
            3 => Fan::ThreeConcealedPungs,
            2 => Fan::TwoConcealedPungs,
            _ => return,
        };
        raw.push(RawFan { fan, blocks });
    }

    /// 77 78 79, when nothing else would have completed the hand (5.1).
    fn wait_fan(&self) -> Option<RawFan> {
        let index = self.completed?;
        if self.waits_that_count().len() != 1 {
            return None;
        }
        let block = self.blocks()[index];
        let of_pattern = |b: &Block| b.kind == BlockKind::Knitted && b.contains(self.hand.winning_tile);
        if !self.options().knitted_waits && self.blocks().iter().any(of_pattern) {
            return None;
        }
        let fan = match block.kind {
            BlockKind::Pair => Fan::SingleWait,
            BlockKind::Chow => match (block.tile.rank(), self.hand.winning_tile.rank()) {
                (Some(1), Some(3)) | (Some(7), Some(7)) => Fan::EdgeWait,
                (Some(lowest), Some(rank)) if rank == lowest + 1 => Fan::ClosedWait,
                _ => return None,
            },
            _ => return None,
        };
        Some(RawFan { fan, blocks: vec![index] })
    }

    /// The waits, kinds of which the hand held all four left out where they are none.
    fn waits_that_count(&self) -> TileSet {
        let mut held = self.hand.concealed.without(self.hand.winning_tile);
        self.hand.melds.iter().flat_map(|meld| meld.tiles()).for_each(|tile| held.add(tile));
        match self.options().waits {
            Waits::Formal => self.waits,
            Waits::Available => self.waits.into_iter().filter(|tile| held.get(*tile) < 4).collect(),
        }
    }

    /// 44–47 52 56 58 62 80 (5.2, 5.3, 5.5).
    fn win_mode(&self, raw: &mut Vec<RawFan>) {
        let context = self.context;
        let open_melds = self.hand.melds.iter().filter(|m| m.is_open()).count();
        let mut fans = Vec::new();
        if context.last_wall_tile {
            fans.push(if context.self_drawn { Fan::LastTileDraw } else { Fan::LastTileClaim });
        }
        if context.kong {
            fans.push(if context.self_drawn { Fan::OutWithReplacementTile } else { Fan::RobbingTheKong });
        }
        if context.last_of_kind || own_melds_show_three(self.hand) {
            fans.push(Fan::LastTile);
        }
        if open_melds == 4 && !context.self_drawn {
            fans.push(Fan::MeldedHand);
        }
        if context.self_drawn {
            fans.push(Fan::SelfDrawn);
        }
        if open_melds == 0 && !context.self_drawn {
            fans.push(Fan::ConcealedHand);
        }
        // Fans that are concealed by nature leave the self-draw its point instead of this fan's four.
        let concealed_by_nature = self.options().own_draw_by_nature == 1
            && raw.iter().any(|raw| CONCEALED_BY_NATURE.contains(&raw.fan));
        if open_melds == 0 && context.self_drawn && !concealed_by_nature {
            fans.push(Fan::FullyConcealedHand);
        }
        raw.extend(fans.into_iter().map(|fan| RawFan { fan, blocks: Vec::new() }));
    }
}

/// 4 6 7 12 19 20 34 (5.2).
const CONCEALED_BY_NATURE: [Fan; 7] = [
    Fan::NineGates,
    Fan::SevenShiftedPairs,
    Fan::ThirteenOrphans,
    Fan::FourConcealedPungs,
    Fan::SevenPairs,
    Fan::GreaterHonorsAndKnittedTiles,
    Fan::LesserHonorsAndKnittedTiles,
];

impl Case<'_> {
    /// Whether `fan` takes `other` away.
    fn takes_away(&self, fan: Fan, other: Fan) -> bool {
        // Where own draw counts four points for hands concealed by nature, they do not take them away.
        let kept = self.options().own_draw_by_nature > 1
            && other == Fan::FullyConcealedHand
            && CONCEALED_BY_NATURE.contains(&fan);
        !kept && fan.excludes().any(|excluded| excluded == other)
    }

    /// What is left of the raw list: every fan takes away what its row says, whether or not it is taken away itself.
    fn exclude(&self, raw: &[RawFan]) -> Vec<RawFan> {
        let mut kept: Vec<RawFan> = raw
            .iter()
            .filter(|this| !raw.iter().any(|other| self.takes_away(other.fan, this.fan)))
            .cloned()
            .collect();
        for absorbing in raw {
            let mut left = absorbing.fan.absorbs_terminal_pungs();
            kept.retain(|this| {
                let inside =
                    absorbing.blocks.is_empty() || this.blocks.iter().all(|b| absorbing.blocks.contains(b));
                let absorbed = this.fan == Fan::PungOfTerminalsOrHonors && inside && left > 0;
                left -= u8::from(absorbed);
                !absorbed
            });
        }
        kept
    }

    /// The fans gathered by id.
    fn lines(&self, fans: &[RawFan]) -> Vec<FanLine> {
        let mut lines = Vec::new();
        for fan in Fan::EVERY {
            let made_by: Vec<Vec<Block>> = fans
                .iter()
                .filter(|raw| raw.fan == fan)
                .map(|raw| raw.blocks.iter().map(|i| self.blocks()[*i]).collect())
                .collect();
            if !made_by.is_empty() {
                lines.push(FanLine { fan, each: self.rules.fan_points(fan), made_by });
            }
        }
        lines
    }
}
