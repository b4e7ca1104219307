//! Many deals side by side, so that agents which like it are asked about many decisions at once.
//!
//! In every round each seat that owes an answer, at whatever table, is asked; all that an agent is asked in a round is one
//! batch. None sees another's answer, and answers are taken table by table in the order of the seats, so that each deal goes
//! as it does when it is played alone.

use crate::{
    PlayError,
    play::{Answer, answer_of, ask_for},
};
use mcr_agents::{Agent, AgentSpec, BatchAgent, Choice};
use mcr_engine::{
    ActionSet, BySeat, Deal, DecisionRng, EventSink, FalseHuPolicy, IllegalAction, RuleSet, Seat,
};

/// Who answers.
pub enum Player {
    /// One decision at a time.
    One(Box<dyn Agent>),
    /// Many at once.
    Many(Box<dyn BatchAgent>),
}

/// A deal in play.
#[derive(Clone, Debug)]
pub struct Table<S> {
    /// The deal.
    pub deal: Deal,
    /// Where its events go.
    pub sink: S,
    /// The keys of the seats' randomness.
    pub keys: BySeat<u64>,
    /// Who sits where, as places in the list of players. What a player does depends on what it is shown only, so one may
    /// hold any number of seats at any number of tables.
    pub players: BySeat<usize>,
}

/// A table that cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The table.
    pub table: usize,
    /// Why.
    pub source: PlayError,
}

/// Plays all `tables` to their end. `taken` is told every decision: the table, the seat, what was legal, what it chose.
///
/// # Errors
/// When a player has no answer, or answers against the rules and the rule set has no price for it.
pub fn play_together<S: EventSink>(
    tables: &mut [Table<S>],
    players: &mut [Player],
    mut taken: impl FnMut(usize, Seat, ActionSet, Choice),
) -> Result<(), Refused> {
    let mut in_play: Vec<usize> = (0..tables.len()).collect();
    let mut answers: Vec<BySeat<Option<Choice>>> = vec![BySeat::default(); tables.len()];
    let mut asked: Vec<Vec<(usize, Seat)>> = vec![Vec::new(); players.len()];
    loop {
        in_play.retain(|table| tables[*table].deal.outcome().is_none());
        if in_play.is_empty() {
            return Ok(());
        }
        asked.iter_mut().for_each(Vec::clear);
        for table in in_play.iter().copied() {
            for seat in tables[table].deal.pending().iter() {
                asked[tables[table].players[seat]].push((table, seat));
            }
        }
        for (player, asked) in players.iter_mut().zip(&asked) {
            ask(player, tables, asked, &mut answers)?;
        }
        for table in in_play.iter().copied() {
            let mut taken = |seat, legal, choice| taken(table, seat, legal, choice);
            give(&mut tables[table], &mut answers[table], &mut taken)
                .map_err(|source| Refused { table, source: source.into() })?;
        }
    }
}

/// Asks one player all that it is asked in a round.
fn ask<S>(
    player: &mut Player,
    tables: &[Table<S>],
    asked: &[(usize, Seat)],
    answers: &mut [BySeat<Option<Choice>>],
) -> Result<(), Refused> {
    if asked.is_empty() {
        return Ok(());
    }
    match player {
        Player::One(agent) => {
            for (table, seat) in asked.iter().copied() {
                let view = tables[table].deal.observe(seat);
                let choice = ask_for(&mut **agent, &view, tables[table].keys[seat]);
                answers[table][seat] = Some(choice.map_err(|source| Refused { table, source })?);
            }
        }
        Player::Many(agent) => {
            let views: Vec<_> =
                asked.iter().map(|(table, seat)| tables[*table].deal.observe(*seat)).collect();
            let keyed = asked.iter().zip(&views);
            let mut rngs: Vec<DecisionRng> = keyed
                .map(|((table, seat), view)| DecisionRng::new(tables[*table].keys[*seat], view.decision()))
                .collect();
            let mut choices = Vec::with_capacity(asked.len());
            agent.try_act_batch(&views, &mut rngs, &mut choices).map_err(|source| {
                let (table, seat) = asked[source.view.unwrap_or(0).min(asked.len() - 1)];
                Refused { table, source: PlayError::Failed { seat, source } }
            })?;
            assert_eq!(choices.len(), asked.len(), "a choice for each view");
            for ((table, seat), choice) in asked.iter().zip(choices) {
                answers[*table][*seat] = Some(choice);
            }
        }
    }
    Ok(())
}

/// Gives a deal the answers of a round.
fn give<S: EventSink>(
    table: &mut Table<S>,
    answers: &mut BySeat<Option<Choice>>,
    taken: &mut impl FnMut(Seat, ActionSet, Choice),
) -> Result<(), IllegalAction> {
    let Table { deal, sink, .. } = table;
    while let Some(seat) = deal.pending().first() {
        let Some(choice) = answers[seat].take() else { break };
        let legal = deal.legal(seat);
        match answer_of(choice, &deal.observe(seat)) {
            Answer::Act(action) => {
                deal.apply(seat, action, sink)?;
                taken(seat, legal, choice);
            }
            Answer::Foul { seat } => deal.foul(seat, sink)?,
            Answer::Ruling { seat, ruling } => deal.rule(seat, ruling, sink)?,
        }
    }
    // A foul ends a deal whatever the others would have done.
    *answers = BySeat::default();
    Ok(())
}

/// Players for side-by-side play, and which of them sits where.
pub struct Team {
    /// Each agent once.
    pub players: Vec<Player>,
    /// Their seats.
    pub seats: BySeat<usize>,
}

impl Team {
    /// The agents of these specs, if one of them likes to be asked about many decisions at once and the deals can be
    /// played so: no foreign program and no referee takes part.
    #[must_use]
    pub fn of(rules: &RuleSet, specs: &BySeat<AgentSpec>) -> Option<Team> {
        let names = BySeat::from_fn(|seat| specs[seat].to_string());
        let mut players = Vec::new();
        let mut known: Vec<&str> = Vec::new();
        let seats = BySeat::from_fn(|seat| {
            known.iter().position(|name| *name == names[seat]).unwrap_or_else(|| {
                known.push(&names[seat]);
                players.push(Player::of(&specs[seat]));
                players.len() - 1
            })
        });
        may_play_together(rules, &mut players).then_some(Team { players, seats })
    }
}

impl Player {
    /// The agent of this spec, asked about many decisions at once if it likes that.
    #[must_use]
    pub fn of(spec: &AgentSpec) -> Player {
        spec.build_batch().map_or_else(|| Player::One(spec.build()), Player::Many)
    }
}

/// Whether these players gain from playing deals side by side, and may.
pub(crate) fn may_play_together(rules: &RuleSet, players: &mut [Player]) -> bool {
    let mut batches = false;
    for player in players {
        match player {
            Player::Many(_) => batches = true,
            Player::One(agent) => {
                if agent.bot().is_some() {
                    return false;
                }
            }
        }
    }
    batches && rules.false_hu != FalseHuPolicy::Official
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{log::moves::MoveBytes, play::DealPlayer};
    use mcr_agents::Each;
    use mcr_engine::{Action, Observation};

    fn specs(names: [&str; 4]) -> BySeat<AgentSpec> {
        BySeat(names.map(|name| mcr_agents::Registry::standard().parse(name).expect("an agent")))
    }

    /// Counts how many decisions it is asked at once.
    struct Counted<A> {
        agent: Each<A>,
        most: std::sync::Arc<std::sync::atomic::AtomicUsize>,
    }

    impl<A: Agent> BatchAgent for Counted<A> {
        fn act_batch(&mut self, views: &[Observation<'_>], rngs: &mut [DecisionRng], out: &mut Vec<Choice>) {
            self.most.fetch_max(views.len(), std::sync::atomic::Ordering::Relaxed);
            self.agent.act_batch(views, rngs, out);
        }
    }

    #[test]
    fn deals_side_by_side_are_the_deals_one_by_one() {
        let most = std::sync::Arc::default();
        for rules in [RuleSet::MCR, RuleSet::BOTZONE] {
            let specs = specs(["heuristic", "random", "greedy:noise=0.3", "heuristic"]);
            let player = DealPlayer::new(rules, 7, &specs);
            let mut alone = crate::play::build(&specs);
            let agent = Each(specs[Seat::East].build());
            let mut players = vec![
                Player::Many(Box::new(Counted { agent, most: std::sync::Arc::clone(&most) })),
                Player::One(specs[Seat::South].build()),
                Player::Many(Box::new(Each(specs[Seat::West].build()))),
            ];
            let seats = BySeat([0, 1, 2, 0]);
            let mut tables: Vec<Table<MoveBytes>> = (0..40).map(|n| player.table(n, &seats)).collect();
            let mut decisions: Vec<Vec<(Seat, ActionSet, Action)>> = vec![Vec::new(); tables.len()];
            let taken = |table: usize, seat, legal: ActionSet, choice: Choice| {
                if legal.len() > 1 {
                    decisions[table].push((seat, legal, choice.action));
                }
            };
            play_together(&mut tables, &mut players, taken).expect("agents play by the rules");
            for (number, table) in (0u64..).zip(tables) {
                let mut steps = Vec::new();
                let row = player.play(number, &mut alone, Some(&mut steps)).expect("a deal");
                assert_eq!(player.finish(number, table), row);
                let logged = steps.iter().map(|step| (step.seat, step.legal, step.action));
                assert!(logged.eq(decisions[number as usize].iter().copied()), "deal {number}");
            }
        }
        assert!(most.load(std::sync::atomic::Ordering::Relaxed) > 10);
    }

    /// Discards what it has not.
    struct Cheat;

    impl BatchAgent for Cheat {
        fn act_batch(&mut self, views: &[Observation<'_>], _: &mut [DecisionRng], out: &mut Vec<Choice>) {
            out.extend(views.iter().map(|_| Choice::from(Action::Hu)));
        }
    }

    #[test]
    fn answers_against_the_rules_are_refused_or_priced() {
        let specs = specs(["greedy"; 4]);
        for (rules, refuses) in [(RuleSet::MCR, true), (RuleSet::BOTZONE, false)] {
            let player = DealPlayer::new(rules, 7, &specs);
            let mut tables: Vec<Table<MoveBytes>> =
                (0..3).map(|n| player.table(n, &BySeat([0, 0, 0, 0]))).collect();
            let played = play_together(&mut tables, &mut [Player::Many(Box::new(Cheat))], |_, _, _, _| ());
            assert_eq!(played.is_err(), refuses, "{played:?}");
            if !refuses {
                let fouls = tables.iter().filter_map(|table| table.deal.outcome());
                assert!(
                    fouls.clone().count() == 3
                        && fouls.clone().all(|outcome| outcome.points.0.contains(&-30))
                );
            }
        }
    }

    #[test]
    fn agents_that_are_asked_one_by_one_make_no_team() {
        for names in [["heuristic"; 4], ["greedy", "external:true", "greedy", "greedy"]] {
            assert!(Team::of(&RuleSet::MCR, &specs(names)).is_none());
        }
    }
}
