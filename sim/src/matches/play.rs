//! Playing matches for their standings only.

use crate::{
    matches::{DEALS, rotation::Rotation, standings::Standings},
    ordered::in_order,
    play::{Course, DealPlayer, Players, build},
    run::{RunError, Watch},
};
use mcr_agents::AgentSpec;
use mcr_engine::{BySeat, RuleSet};
use std::sync::{Mutex, PoisonError};

/// Matches a thread may be ahead of the counting.
const AHEAD: usize = 8;

/// Plays so many matches of four agents, each by one thread, and counts them in their order.
///
/// # Errors
/// When the threads cannot be started, or an agent fails or breaks the rules.
pub fn play_matches(
    rules: RuleSet,
    seed: u64,
    matches: u64,
    rotation: Rotation,
    agents: &BySeat<AgentSpec>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Standings, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
    let player = DealPlayer::new(rules, seed, agents).with_rotation(Some(rotation));
    let idle: Mutex<Vec<Players>> = Mutex::new(Vec::new());
    let mut standings = Standings::new(rotation, agents.0.each_ref().map(AgentSpec::to_string));
    let play = |number: u64| {
        let taken = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut players = taken.unwrap_or_else(|| build(agents));
        let mut course = Course::default();
        let mut rows = Vec::new();
        for deal in number * DEALS..(number + 1) * DEALS {
            let row = player.play_on(deal, &mut players, &mut course, None, &mut Vec::new());
            rows.push(row.map_err(|source| {
                let agent = player.agent_at(deal, source.culprit());
                RunError::Agent { deal, agent, source }
            })?);
            watch.played(1);
        }
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(players);
        Ok::<_, RunError>(rows)
    };
    let numbers = (0..matches).take_while(|_| !watch.stop());
    in_order(&pool, numbers, AHEAD * threads, play, |rows| {
        rows?.iter().for_each(|row| standings.add(row));
        Ok::<(), RunError>(())
    })?;
    Ok(standings)
}
