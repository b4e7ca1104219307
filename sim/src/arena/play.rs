//! Playing a set.

use crate::{
    arena::{
        control_variates::relative_luck,
        error::ArenaError,
        run::Arena,
        schedule::{Seating, prevalent_wind},
        tally::{Figures, SetRecord, WallTally},
    },
    conduct::{self, Seats},
    play::{ask, culprit, drive},
    run::Watch,
};
use mcr_agents::Agent;
use mcr_engine::{Deal, Event, EventSink, IllegalAction, Outcome, Seat, SeatSet, Wall};

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
                    let agent = arena.contestants[seating.agents[culprit(&source)]].name();
                    ArenaError::IllegalAnswer { set, wall, agent, source }
                })?;
                watch.played(1);
            }
            tally.finish().iter().zip(&mut sums).for_each(|(more, sum)| sum.merge(more));
        }
    }
    Ok(SetRecord { set, figures })
}

fn play_seating(
    arena: &Arena<'_>,
    wall: u64,
    seating: &Seating,
    players: &mut Players,
    tally: &mut WallTally<'_>,
) -> Result<(), IllegalAction> {
    let tiles = Wall::shuffled(&arena.rules, arena.seed, wall);
    if !arena.control_variates {
        let outcome = play_deal(arena, wall, tiles, seating, players, &mut ())?;
        tally.add(seating, &outcome, None);
        return Ok(());
    }
    let mut events: Vec<Event> = Vec::new();
    let outcome = play_deal(arena, wall, tiles.clone(), seating, players, &mut events)?;
    let luck = relative_luck(&arena.rules, prevalent_wind(wall), &tiles, &events);
    tally.add(seating, &outcome, Some(&luck));
    Ok(())
}

fn play_deal(
    arena: &Arena<'_>,
    wall: u64,
    tiles: Wall,
    seating: &Seating,
    players: &mut Players,
    events: &mut impl EventSink,
) -> Result<Outcome, IllegalAction> {
    let keys = arena.keys(wall, seating);
    let mut deal = Deal::new(&arena.rules, prevalent_wind(wall), tiles, events);
    let mut seats = AtTable { players, seating };
    if conduct::is_needed(&arena.rules, &mut seats) {
        conduct::conduct(&mut deal, events, &mut seats, &keys, SeatSet::EMPTY, &mut |_| ())?;
        return Ok(end_of(&deal));
    }
    drive(&mut deal, events, |deal, seat, _| {
        Ok::<_, IllegalAction>(ask(seats.at(seat), &deal.observe(seat), keys[seat]).1)
    })?;
    Ok(end_of(&deal))
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
