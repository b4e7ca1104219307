//! Puts a [`GameRecord`] together from what a log tells in its own order.

use super::{
    problem::Problem,
    record::{Answer, Ending, GameRecord, Source, Step},
};
use mcr_engine::{BySeat, Event, RuleSet, Seat, Tile, Wind, notation::botzone::chow_around};

/// Tiles in a seat's wall (rules/mcr.md 6.4).
pub(crate) const SEGMENT: usize = 34;

/// Longer games do not exist: 84 draws, as many discards, and a few claims and kongs.
const MOST_STEPS: usize = 400;

/// The tile that the next answers are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Live {
    /// None: before the first draw, after a kong nobody can rob, or after the end.
    None,
    /// The tile a seat has just drawn.
    Drawn(Seat, Tile),
    /// A discard.
    Discard(Seat, Tile),
    /// The tile of an added kong.
    AddedKong(Seat, Tile),
}

/// A game in the making.
pub(crate) struct Builder {
    source: Source,
    prevalent: Wind,
    wall: Option<Vec<Tile>>,
    dealt: BySeat<Option<[Tile; 13]>>,
    dealt_at: u64,
    /// Tiles each seat drew, the deal first.
    drawn: BySeat<Vec<Tile>>,
    copies: [u8; Tile::KINDS],
    live: Live,
    last_discard: Option<Tile>,
    /// The seat whose next draw replaces a kong's fourth tile.
    kong: Option<Seat>,
    steps: Vec<Step>,
}

impl Builder {
    pub(crate) fn new(source: Source, prevalent: Wind) -> Builder {
        Builder {
            source,
            prevalent,
            wall: None,
            dealt: BySeat([None; 4]),
            dealt_at: 0,
            drawn: BySeat::from_fn(|_| Vec::new()),
            copies: [0; Tile::KINDS],
            live: Live::None,
            last_discard: None,
            kong: None,
            steps: Vec::new(),
        }
    }

    /// Takes the wall where the log has one.
    pub(crate) fn wall(&mut self, tiles: Vec<Tile>) {
        self.wall = Some(tiles);
    }

    pub(crate) const fn live(&self) -> Live {
        self.live
    }

    pub(crate) const fn last_discard(&self) -> Option<Tile> {
        self.last_discard
    }

    pub(crate) fn deal(&mut self, at: u64, seat: Seat, hand: [Tile; 13]) -> Result<(), Problem> {
        if self.dealt[seat].is_some() {
            return Err(Problem::DealtTwice(seat));
        }
        for tile in hand {
            self.take(seat, tile)?;
        }
        self.dealt[seat] = Some(hand);
        self.dealt_at = at;
        Ok(())
    }

    /// Whether all four hands are dealt.
    pub(crate) fn all_dealt(&self) -> bool {
        self.dealt.0.iter().all(Option::is_some)
    }

    fn take(&mut self, seat: Seat, tile: Tile) -> Result<(), Problem> {
        if tile.is_flower() {
            return Err(Problem::Flower(tile));
        }
        self.copies[tile.index()] += 1;
        if self.copies[tile.index()] > Tile::COPIES {
            return Err(Problem::FifthCopy(tile));
        }
        if self.drawn[seat].len() == SEGMENT {
            return Err(Problem::Overdrawn(seat));
        }
        self.drawn[seat].push(tile);
        Ok(())
    }

    pub(crate) fn draw(
        &mut self,
        at: u64,
        seat: Seat,
        tile: Tile,
        answers: Vec<Answer>,
    ) -> Result<(), Problem> {
        self.take(seat, tile)?;
        let event = if self.kong.take() == Some(seat) {
            Event::Replacement { seat, tile: Some(tile) }
        } else {
            Event::Draw { seat, tile: Some(tile) }
        };
        self.push(at, event, answers)?;
        self.live = Live::Drawn(seat, tile);
        Ok(())
    }

    pub(crate) fn discard(
        &mut self,
        at: u64,
        seat: Seat,
        tile: Tile,
        answers: Vec<Answer>,
    ) -> Result<(), Problem> {
        let drawn = self.live == Live::Drawn(seat, tile);
        self.push(at, Event::Discard { seat, tile, drawn }, answers)?;
        self.live = Live::Discard(seat, tile);
        self.last_discard = Some(tile);
        Ok(())
    }

    pub(crate) fn chow(
        &mut self,
        at: u64,
        seat: Seat,
        middle: Tile,
        answers: Vec<Answer>,
    ) -> Result<(), Problem> {
        let claimed = self.claimable(seat)?;
        let (lowest, position) = chow_around(middle, claimed).ok_or(Problem::NoChow { middle, claimed })?;
        self.push(at, Event::Chow { seat, lowest, position }, answers)?;
        self.live = Live::None;
        Ok(())
    }

    pub(crate) fn pung(&mut self, at: u64, seat: Seat, answers: Vec<Answer>) -> Result<(), Problem> {
        let tile = self.claimable(seat)?;
        self.push(at, Event::Pung { seat, tile }, answers)?;
        self.live = Live::None;
        Ok(())
    }

    pub(crate) fn melded_kong(&mut self, at: u64, seat: Seat, answers: Vec<Answer>) -> Result<(), Problem> {
        let tile = self.claimable(seat)?;
        self.push(at, Event::MeldedKong { seat, tile }, answers)?;
        self.live = Live::None;
        self.kong = Some(seat);
        Ok(())
    }

    pub(crate) fn concealed_kong(
        &mut self,
        at: u64,
        seat: Seat,
        tile: Tile,
        answers: Vec<Answer>,
    ) -> Result<(), Problem> {
        self.push(at, Event::ConcealedKong { seat, tile: Some(tile) }, answers)?;
        self.live = Live::None;
        self.kong = Some(seat);
        Ok(())
    }

    pub(crate) fn added_kong(
        &mut self,
        at: u64,
        seat: Seat,
        tile: Tile,
        answers: Vec<Answer>,
    ) -> Result<(), Problem> {
        self.push(at, Event::AddedKong { seat, tile }, answers)?;
        self.live = Live::AddedKong(seat, tile);
        self.kong = Some(seat);
        Ok(())
    }

    pub(crate) fn hu(&mut self, at: u64, seat: Seat, answers: Vec<Answer>) -> Result<(), Problem> {
        let tile = match self.live {
            Live::None => return Err(Problem::NothingToClaim(seat)),
            Live::Drawn(_, tile) | Live::Discard(_, tile) | Live::AddedKong(_, tile) => tile,
        };
        self.end(at, Event::Hu { seat, tile }, answers)
    }

    pub(crate) fn exhausted(&mut self, at: u64, answers: Vec<Answer>) -> Result<(), Problem> {
        self.end(at, Event::Exhausted, answers)
    }

    pub(crate) fn foul(&mut self, at: u64, seat: Seat, answers: Vec<Answer>) -> Result<(), Problem> {
        self.end(at, Event::Foul { seat }, answers)
    }

    fn end(&mut self, at: u64, event: Event, answers: Vec<Answer>) -> Result<(), Problem> {
        self.push(at, event, answers)?;
        self.live = Live::None;
        Ok(())
    }

    /// Adds what the judge showed after the latest step.
    pub(crate) fn judged(&mut self, can_hu: Option<BySeat<i32>>, left: Option<BySeat<u8>>) {
        if let Some(step) = self.steps.last_mut() {
            step.can_hu = can_hu;
            step.left = left;
        }
    }

    /// The discard that `seat` may claim.
    pub(crate) fn claimable(&self, seat: Seat) -> Result<Tile, Problem> {
        match self.live {
            Live::Discard(_, tile) => Ok(tile),
            _ => Err(Problem::NothingToClaim(seat)),
        }
    }

    fn push(&mut self, at: u64, event: Event, mut answers: Vec<Answer>) -> Result<(), Problem> {
        if let Some((seat, _)) = self.dealt.iter().find(|(_, hand)| hand.is_none()) {
            return Err(Problem::NotDealt(seat));
        }
        if self.steps.len() == MOST_STEPS {
            return Err(Problem::TooLong { limit: MOST_STEPS, unit: "events" });
        }
        answers.sort_by_key(|answer| answer.seat);
        self.kong = None;
        self.steps.push(Step { at, event, answers, can_hu: None, left: None });
        Ok(())
    }

    pub(crate) fn finish(self, ending: Ending) -> Result<GameRecord, Problem> {
        let mut dealt = [[Tile::EAST; 13]; 4];
        for (seat, hand) in self.dealt.iter() {
            dealt[seat.index()] = hand.ok_or(Problem::NotDealt(seat))?;
        }
        let known = BySeat::from_fn(|seat| self.drawn[seat].len() as u8);
        let (wall, known) = match self.wall {
            Some(wall) => (wall, BySeat([SEGMENT as u8; 4])),
            None => (rebuild_wall(&self.drawn, &self.copies), known),
        };
        Ok(GameRecord {
            source: self.source,
            rules: RuleSet::BOTZONE,
            prevalent: self.prevalent,
            wall,
            known,
            dealt: BySeat(dealt),
            dealt_at: self.dealt_at,
            steps: self.steps,
            ending,
        })
    }
}

/// Four segments that give each seat what it drew. The undrawn rest is what is left of the 136 tiles, by index.
fn rebuild_wall(drawn: &BySeat<Vec<Tile>>, copies: &[u8; Tile::KINDS]) -> Vec<Tile> {
    let mut rest = Tile::kinds()
        .flat_map(|tile| std::iter::repeat_n(tile, usize::from(Tile::COPIES - copies[tile.index()])));
    let mut wall = Vec::with_capacity(4 * SEGMENT);
    for (_, tiles) in drawn.iter() {
        wall.extend(rest.by_ref().take(SEGMENT - tiles.len()));
        wall.extend(tiles.iter().rev());
    }
    wall
}
