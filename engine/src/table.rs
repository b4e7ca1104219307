//! Everything about a deal that all four seats see.

mod chips;
mod objection;

pub(crate) use chips::KongKind;

use crate::{
    discards::{Discard, Discards},
    event::Event,
    meld::{Meld, Melds, Offer},
    rules::{RuleSet, WallLayout},
    ruling::Rulings,
    seat::{BySeat, Seat, SeatSet},
    standing::{Standing, to_each},
    tile::Tile,
    tile_counts::TileCounts,
    wind::Wind,
};

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The first tiles are dealt and their flowers replaced.
    Dealing,
    /// `seat` has drawn (or owes a replacement, [`Table::owes_replacement`]) and may win, kong or discard.
    Turn {
        /// Whose turn.
        seat: Seat,
    },
    /// `seat` took a chow or pung and must discard.
    AfterClaim {
        /// Whose turn.
        seat: Seat,
    },
    /// A discard is live: the others may claim it.
    Claim {
        /// The discard.
        tile: Tile,
        /// Who discarded it.
        from: Seat,
    },
    /// An added kong was announced: the others may rob it. Until then its pung stays a pung.
    Rob {
        /// The fourth tile.
        tile: Tile,
        /// Who announced it.
        from: Seat,
    },
    /// The deal has ended.
    Over,
}

/// A replacement that must be drawn next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owed {
    Nothing,
    ForFlower(Seat),
    ForKong(Seat),
}

/// The public state: rules, melds, rivers, flowers, counts of what is left. Neither hands nor the kinds of
/// concealed kongs are in it, so handing it to a seat gives nothing away.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    rules: RuleSet,
    prevalent: Wind,
    phase: Phase,
    owed: Owed,
    kong_replacement: bool,
    flower_replacement: bool,
    /// Tiles left: of the shared wall in the first place, or of each seat's wall.
    left: [u8; 4],
    /// Bit *i* is flower *i*.
    flowers: BySeat<u8>,
    concealed_kongs: BySeat<u8>,
    open_melds: BySeat<Melds>,
    face_up: TileCounts,
    discards: Discards,
    rulings: Rulings,
    /// Chips now and when the deal began.
    standing: Standing,
    before: Standing,
    hung: BySeat<Hung>,
    /// Seats that declared their hands ready.
    ready: SeatSet,
}

/// The last tile of a seat that shows four melds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hung {
    /// It may still be hung.
    #[default]
    No,
    /// The next discard will show it.
    Announced,
    /// It hangs on the wall for all to see.
    Tile(Tile),
    /// It was changed for another, which nobody knows.
    Changed,
}

/// An event that cannot happen where the table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{event:?} cannot follow in phase {phase:?}: expected {expected}")]
pub struct EventError {
    /// The event.
    pub event: Event,
    /// Where the table stands.
    pub phase: Phase,
    /// What was expected instead.
    pub expected: &'static str,
}

impl Table {
    /// The table after each seat was dealt 13 tiles, flowers not yet replaced.
    #[must_use]
    pub fn new(rules: &RuleSet, prevalent: Wind) -> Table {
        let left = match rules.wall {
            WallLayout::Shared => [rules.tiles() as u8 - 52, 0, 0, 0],
            WallLayout::PerSeat => [rules.tiles() as u8 / 4 - 13; 4],
        };
        Table {
            rules: *rules,
            prevalent,
            phase: Phase::Dealing,
            owed: Owed::Nothing,
            kong_replacement: false,
            flower_replacement: false,
            left,
            flowers: BySeat::default(),
            concealed_kongs: BySeat::default(),
            open_melds: BySeat::default(),
            face_up: TileCounts::EMPTY,
            discards: Discards::EMPTY,
            rulings: Rulings::default(),
            standing: rules.session.map_or(Standing::default(), |session| Standing::even(session.chips)),
            before: rules.session.map_or(Standing::default(), |session| Standing::even(session.chips)),
            hung: BySeat::default(),
            ready: SeatSet::EMPTY,
        }
    }

    /// The same in the middle of a session, where the players stand so.
    #[must_use]
    pub const fn with_standing(self, standing: Standing) -> Table {
        Table { standing, before: standing, ..self }
    }

    /// How the players of a session stand now, instant payments included. All zero where there are no sessions.
    #[must_use]
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// How they stood when the deal began.
    #[must_use]
    pub const fn standing_before(&self) -> &Standing {
        &self.before
    }

    /// Takes over what a ruling paid besides.
    pub(crate) const fn settle(&mut self, standing: Standing) {
        self.standing = standing;
    }

    /// The tile a seat has hung.
    #[must_use]
    pub fn hung(&self, seat: Seat) -> Hung {
        self.hung[seat]
    }

    /// Whether the tile drawn last replaced a flower.
    #[must_use]
    pub const fn flower_replacement(&self) -> bool {
        self.flower_replacement
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The round's wind.
    #[must_use]
    pub const fn prevalent(&self) -> Wind {
        self.prevalent
    }

    /// Where the deal stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat that must draw a replacement before anything else happens.
    #[must_use]
    pub const fn owes_replacement(&self) -> Option<Seat> {
        match self.owed {
            Owed::Nothing => None,
            Owed::ForFlower(seat) | Owed::ForKong(seat) => Some(seat),
        }
    }

    /// Whose turn it is, or whose tile is live; `None` before the first draw and after the end.
    #[must_use]
    pub const fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn { seat } | Phase::AfterClaim { seat } => Some(seat),
            Phase::Claim { from, .. } | Phase::Rob { from, .. } => Some(from),
            Phase::Dealing | Phase::Over => None,
        }
    }

    /// The tile the others may claim or rob, and whose it is.
    #[must_use]
    pub const fn live_tile(&self) -> Option<(Tile, Seat)> {
        match self.phase {
            Phase::Claim { tile, from } | Phase::Rob { tile, from } => Some((tile, from)),
            _ => None,
        }
    }

    /// Whether the tile drawn last came directly for a kong, with no flower between (fan 46).
    #[must_use]
    pub const fn kong_replacement(&self) -> bool {
        self.kong_replacement
    }

    /// The melds of `seat` that lie open.
    #[must_use]
    pub fn open_melds(&self, seat: Seat) -> &Melds {
        &self.open_melds[seat]
    }

    /// How many concealed kongs `seat` has.
    #[must_use]
    pub fn concealed_kongs(&self, seat: Seat) -> usize {
        self.concealed_kongs[seat] as usize
    }

    /// Melds of `seat`, concealed kongs included.
    #[must_use]
    pub fn melds(&self, seat: Seat) -> usize {
        self.open_melds[seat].len() + self.concealed_kongs(seat)
    }

    /// How many concealed tiles `seat` holds.
    #[must_use]
    pub fn concealed_tiles(&self, seat: Seat) -> usize {
        let extra = match self.phase {
            Phase::Turn { seat: turn } => turn == seat && self.owed != Owed::ForKong(seat),
            Phase::AfterClaim { seat: turn } => turn == seat,
            _ => false,
        };
        13 - 3 * self.melds(seat) + usize::from(extra)
    }

    /// All discards so far.
    #[must_use]
    pub const fn discards(&self) -> &Discards {
        &self.discards
    }

    /// The flowers `seat` has laid out.
    pub fn flowers(&self, seat: Seat) -> impl Iterator<Item = Tile> + use<> {
        let bits = self.flowers[seat];
        (0..8).filter(move |i| bits >> i & 1 == 1).map(Tile::flower)
    }

    /// How many flowers `seat` has laid out.
    #[must_use]
    pub fn flower_count(&self, seat: Seat) -> u8 {
        self.flowers[seat].count_ones() as u8
    }

    /// What the referee ruled.
    #[must_use]
    pub const fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    /// Whether `seat` declared its hand ready, 听: it discards what it draws, and claims nothing but its win.
    #[must_use]
    pub const fn declared_ready(&self, seat: Seat) -> bool {
        self.ready.contains(seat)
    }

    /// Every tile left in the wall or walls.
    #[must_use]
    pub fn tiles_left(&self) -> usize {
        self.left.iter().map(|l| *l as usize).sum()
    }

    /// The tiles `seat` can still draw; with a shared wall the same for all.
    #[must_use]
    pub const fn tiles_left_for(&self, seat: Seat) -> usize {
        self.left[self.wall_part(seat)] as usize
    }

    /// Copies of each kind that everybody sees: unclaimed discards, open melds, a kong tile being announced.
    /// The live discard is among them; concealed kongs are not (rules/mcr.md 5.3).
    #[must_use]
    pub const fn face_up(&self) -> &TileCounts {
        &self.face_up
    }

    /// Whether `seat`'s tile, drawn or discarded now, is the last of the wall: nothing follows it but a win
    /// (rules/mcr.md 1.7; with a wall for each seat, 6.4: the next seat has nothing to draw).
    #[must_use]
    pub const fn last_tile(&self, seat: Seat) -> bool {
        self.tiles_left_for(seat.next()) == 0
    }

    /// Whether `seat` may declare a kong in its turn: a replacement must be left, and it must not have drawn the
    /// last tile.
    #[must_use]
    pub const fn may_kong(&self, seat: Seat) -> bool {
        self.tiles_left_for(seat) > 0 && !self.last_tile(seat)
    }

    const fn wall_part(&self, seat: Seat) -> usize {
        match self.rules.wall {
            WallLayout::Shared => 0,
            WallLayout::PerSeat => seat.index(),
        }
    }

    /// Takes over a public event, drawn tiles and concealed kongs hidden or not.
    ///
    /// # Errors
    /// When the event cannot follow; the table stays as it was.
    pub fn apply(&mut self, event: Event) -> Result<(), EventError> {
        if let Some(expected) = self.objection(event) {
            return Err(EventError { event, phase: self.phase, expected });
        }
        self.update(event);
        Ok(())
    }

    /// Takes over an event known to be possible.
    #[inline(always)]
    pub(crate) fn update(&mut self, event: Event) {
        match event {
            Event::Draw { seat, .. } => {
                self.left[self.wall_part(seat)] -= 1;
                self.kong_replacement = false;
                self.flower_replacement = false;
                self.phase = Phase::Turn { seat };
            }
            Event::Replacement { seat, .. } => self.take_replacement(seat),
            Event::Flower { seat, tile } => {
                self.flowers[seat] |= 1 << (tile.index() - Tile::KINDS);
                self.kong_replacement = false;
                self.owed = Owed::ForFlower(seat);
                if self.rules.session.is_some() {
                    self.pay_flower_kong(seat, tile);
                }
            }
            Event::Discard { seat, tile, drawn } => {
                self.discards.push(Discard::new(seat, tile, drawn));
                self.face_up.add(tile);
                self.kong_replacement = false;
                self.flower_replacement = false;
                self.phase = Phase::Claim { tile, from: seat };
                if self.rules.session.is_some() {
                    self.follow_discard(seat, tile, drawn);
                }
            }
            Event::Chow { seat, lowest, position } => self.claim(seat, Meld::chow(lowest, position)),
            Event::Pung { seat, tile } => self.claim(seat, Meld::pung(tile, self.offer_to(seat))),
            Event::MeldedKong { seat, tile } => {
                if self.rules.session.is_some() {
                    self.pay(seat, &self.kong_dues(seat, KongKind::Melded));
                }
                self.claim(seat, Meld::melded_kong(tile, self.offer_to(seat)));
                self.owed = Owed::ForKong(seat);
                self.phase = Phase::Turn { seat };
            }
            Event::ConcealedKong { seat, .. } => {
                self.concealed_kongs[seat] += 1;
                self.owed = Owed::ForKong(seat);
                if self.rules.session.is_some() {
                    self.pay(seat, &self.kong_dues(seat, KongKind::Concealed));
                }
            }
            Event::AddedKong { seat, tile } => {
                self.face_up.add(tile);
                self.phase = Phase::Rob { tile, from: seat };
            }
            Event::Ruling { seat, ruling } => {
                if self.rules.session.is_some() {
                    let payment = self.rulings.add_in_session(seat, ruling);
                    self.pay(seat, &to_each(seat, payment));
                } else {
                    self.rulings.add(seat, ruling);
                }
            }
            Event::Ready { seat } => self.ready.insert(seat),
            Event::Hang { seat, tile } => self.hung[seat] = tile.map_or(Hung::Announced, Hung::Tile),
            Event::Hu { .. } | Event::Exhausted | Event::Void | Event::Foul { .. } | Event::SessionOver => {
                self.phase = Phase::Over;
            }
        }
    }

    fn take_replacement(&mut self, seat: Seat) {
        self.left[self.wall_part(seat)] -= 1;
        if let Phase::Rob { tile, from } = self.phase {
            // Nobody robbed it: now the kong is made.
            self.open_melds[from].add_to_pung(tile);
            self.phase = Phase::Turn { seat };
            self.kong_replacement = true;
            if self.rules.session.is_some() {
                self.pay(seat, &self.kong_dues(seat, KongKind::Added));
            }
        } else {
            self.kong_replacement = self.owed == Owed::ForKong(seat);
            self.flower_replacement = !self.kong_replacement && self.rules.session.is_some();
        }
        self.owed = Owed::Nothing;
    }

    /// Moves the live discard and the claimer's tiles into an open meld.
    fn claim(&mut self, seat: Seat, meld: Meld) {
        self.discards.claim_last(seat);
        for tile in meld.tiles() {
            self.face_up.add(tile);
        }
        // The claimed tile was face up already.
        if let Some(claimed) = meld.claimed() {
            self.face_up.remove(claimed);
        }
        self.open_melds[seat].push(meld);
        self.phase = Phase::AfterClaim { seat };
    }

    /// Who offered the live tile, seen from `claimer`.
    pub(crate) fn offer_to(&self, claimer: Seat) -> Offer {
        match self.live_tile() {
            Some((_, from)) if from != claimer => Offer::between(claimer, from),
            // Not reached: events are checked before.
            _ => Offer::Left,
        }
    }

    /// The table of a position given from outside; the caller has checked the parts.
    pub(crate) fn from_parts(parts: Parts<'_>) -> Table {
        let mut table = Table::new(parts.rules, parts.prevalent);
        table.left = parts.left;
        table.phase = parts.phase;
        table.kong_replacement = parts.kong_replacement;
        for seat in Seat::ALL {
            for meld in parts.melds[seat].iter() {
                if meld.is_open() {
                    table.open_melds[seat].push(meld);
                    meld.tiles().for_each(|t| table.face_up.add(t));
                } else {
                    table.concealed_kongs[seat] += 1;
                }
            }
            for flower in parts.flowers[seat] {
                table.flowers[seat] |= 1 << (flower.index() - Tile::KINDS);
            }
            if parts.ready[seat] {
                table.ready.insert(seat);
            }
        }
        for discard in parts.discards {
            if discard.claimer().is_none() {
                table.face_up.add(discard.tile());
            }
            table.discards.push(*discard);
        }
        if let Phase::Rob { tile, .. } = parts.phase {
            table.face_up.add(tile);
        }
        table
    }
}

/// What [`Table::from_parts`] is made of.
pub(crate) struct Parts<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) prevalent: Wind,
    pub(crate) phase: Phase,
    pub(crate) kong_replacement: bool,
    pub(crate) left: [u8; 4],
    pub(crate) melds: BySeat<Melds>,
    pub(crate) flowers: BySeat<&'a [Tile]>,
    pub(crate) discards: &'a [Discard],
    pub(crate) ready: BySeat<bool>,
}
