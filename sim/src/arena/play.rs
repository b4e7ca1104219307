//! Playing a set.

use crate::{
    PlayError,
    arena::{
        control_variates::relative_luck,
        error::ArenaError,
        run::Arena,
        schedule::{Seating, prevalent_wind},
        tally::{Figures, SetRecord, WallTally},
    },
    conduct::{self, Seats},
    lockstep::{Player, Refused, Table, play_together},
    play::{ask, begin, drive},
    run::Watch,
};
use mcr_agents::Agent;
use mcr_engine::{
    Deal, Event, EventSink, Outcome, Seat, SeatSet, SessionState, Standing, Wall, Wind, rules::Session,
};

/// One of each agent. What an agent does depends on what it sees and on its random numbers only, so the same one can
/// hold several seats.
pub(super) type Players = Vec<Box<dyn Agent>>;

/// Plays the deals of `set`.
pub(super) fn play_set(
    arena: &Arena<'_>,
    set: u64,
    players: &mut Players,
    watch: &dyn Watch,
) -> Result<SetRecord, ArenaError> {
    let mut figures = vec![Figures::default(); arena.entries().len()];
    for wall in arena.seatings.walls_of(set) {
        let mut sums = figures.iter_mut();
        for lineup in &arena.lineups {
            let mut tally = WallTally::new(lineup);
            for seating in lineup.seatings(arena.seatings, wall) {
                play_seating(arena, wall, &seating, players, &mut tally).map_err(|source| {
                    let agent = arena.contestants[seating.agents[source.culprit()]].name();
                    ArenaError::Agent { set, wall, agent, source }
                })?;
                watch.played(1);
            }
            tally.finish().iter().zip(&mut sums).for_each(|(more, sum)| sum.merge(more));
        }
    }
    Ok(SetRecord { set, figures })
}

/// Events, where they are wanted.
struct Kept {
    wanted: bool,
    events: Vec<Event>,
}

impl EventSink for Kept {
    fn record(&mut self, event: Event) {
        if self.wanted {
            self.events.push(event);
        }
    }
}

/// Plays all deals of some sets side by side.
pub(super) fn play_sets(
    arena: &Arena<'_>,
    sets: &[u64],
    players: &mut [Player],
    watch: &dyn Watch,
) -> Result<Vec<SetRecord>, ArenaError> {
    let mut seats: Vec<(u64, u64, Seating)> = Vec::new();
    for set in sets {
        for wall in arena.seatings.walls_of(*set) {
            let of_wall = arena.lineups.iter().flat_map(|lineup| lineup.seatings(arena.seatings, wall));
            seats.extend(of_wall.map(|seating| (*set, wall, seating)));
        }
    }
    let table = |(_, wall, seating): &(u64, u64, Seating)| {
        let mut sink = Kept { wanted: arena.control_variates, events: Vec::new() };
        let tiles = Wall::shuffled(&arena.rules, arena.seed, *wall);
        let deal = Deal::new(&arena.rules, prevalent_wind(*wall), tiles, &mut sink);
        Table { deal, sink, keys: arena.keys(*wall, seating), players: seating.agents }
    };
    let mut tables: Vec<Table<Kept>> = seats.iter().map(table).collect();
    play_together(&mut tables, players, |_, _, _, _| ()).map_err(|Refused { table, source }| {
        let (set, wall, seating) = &seats[table];
        let agent = arena.contestants[seating.agents[source.culprit()]].name();
        ArenaError::Agent { set: *set, wall: *wall, agent, source }
    })?;
    watch.played(tables.len() as u64);
    let mut played = tables.into_iter();
    Ok(sets.iter().map(|set| count_set(arena, *set, &mut played)).collect())
}

/// Counts the deals of a set in the order they were set up.
fn count_set(arena: &Arena<'_>, set: u64, played: &mut impl Iterator<Item = Table<Kept>>) -> SetRecord {
    let mut figures = vec![Figures::default(); arena.entries().len()];
    for wall in arena.seatings.walls_of(set) {
        let mut sums = figures.iter_mut();
        let tiles = arena.control_variates.then(|| Wall::shuffled(&arena.rules, arena.seed, wall));
        for lineup in &arena.lineups {
            let mut tally = WallTally::new(lineup);
            let seatings = lineup.seatings(arena.seatings, wall);
            for (seating, table) in seatings.iter().zip(played.by_ref()) {
                let luck = tiles.as_ref().map(|tiles| {
                    relative_luck(&arena.rules, prevalent_wind(wall), tiles, &table.sink.events)
                });
                tally.add(seating, &end_of(&table.deal), luck.as_ref());
            }
            tally.finish().iter().zip(&mut sums).for_each(|(more, sum)| sum.merge(more));
        }
    }
    SetRecord { set, figures }
}

fn play_seating(
    arena: &Arena<'_>,
    wall: u64,
    seating: &Seating,
    players: &mut Players,
    tally: &mut WallTally<'_>,
) -> Result<(), PlayError> {
    if let Some(session) = arena.rules.sequence() {
        return play_session(arena, session, wall, seating, players, tally);
    }
    let tiles = Wall::shuffled(&arena.rules, arena.seed, wall);
    let start = (prevalent_wind(wall), None);
    if !arena.control_variates {
        let outcome = end_of(&play_deal(arena, wall, start, tiles, seating, players, &mut ())?);
        tally.add(seating, &outcome, None);
        return Ok(());
    }
    let mut events: Vec<Event> = Vec::new();
    let outcome = end_of(&play_deal(arena, wall, start, tiles, seating, players, &mut events)?);
    let luck = relative_luck(&arena.rules, prevalent_wind(wall), &tiles, &events);
    tally.add(seating, &outcome, Some(&luck));
    Ok(())
}

/// Walls that a session may use: the walls of one are numbered from its number times this.
const WALLS: u64 = 1 << 16;

/// Plays a whole session, in which the deal goes round. All seatings have the same walls in the same order.
fn play_session(
    arena: &Arena<'_>,
    rules: Session,
    wall: u64,
    seating: &Seating,
    players: &mut Players,
    tally: &mut WallTally<'_>,
) -> Result<(), PlayError> {
    let mut session = SessionState::new(rules, 0);
    while !session.is_over() {
        let number = wall * WALLS + u64::from(session.hand());
        let tiles = Wall::shuffled(&arena.rules, arena.seed, number);
        let now = seating.turned(&session.players());
        let start = (session.prevalent(), Some(session.standing()));
        let deal = play_deal(arena, number, start, tiles, &now, players, &mut ())?;
        let outcome = end_of(&deal);
        tally.add(&now, &outcome, None);
        session.take(&outcome, deal.standing());
    }
    Ok(())
}

fn play_deal(
    arena: &Arena<'_>,
    wall: u64,
    (prevalent, standing): (Wind, Option<Standing>),
    tiles: Wall,
    seating: &Seating,
    players: &mut Players,
    events: &mut impl EventSink,
) -> Result<Deal, PlayError> {
    let keys = arena.keys(wall, seating);
    let mut deal = begin(&arena.rules, prevalent, tiles, standing, events);
    let mut seats = AtTable { players, seating };
    if conduct::is_needed(&arena.rules, &mut seats) {
        conduct::conduct(&mut deal, events, &mut seats, &keys, SeatSet::EMPTY, &mut |_| ())?;
        return Ok(deal);
    }
    drive(&mut deal, events, |deal, seat, _| {
        Ok::<_, PlayError>(ask(seats.at(seat), &deal.observe(seat), keys[seat])?.1)
    })?;
    Ok(deal)
}

fn end_of(deal: &Deal) -> Outcome {
    let Some(outcome) = deal.outcome() else { unreachable!("a deal nobody is asked in is over") };
    *outcome
}

/// The agents of an arena as they sit in one deal.
struct AtTable<'a> {
    players: &'a mut Players,
    seating: &'a Seating,
}

impl Seats for AtTable<'_> {
    fn at(&mut self, seat: Seat) -> &mut dyn Agent {
        &mut *self.players[self.seating.agents[seat]]
    }
}
