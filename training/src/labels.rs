//! What actions are worth, found by playing on: some decisions of logged deals are taken again in several ways, and each
//! time an agent plays all four hands to the end.
//!
//! The tiles are the true ones and the same for every action, so a difference in points is one unbiased, if noisy, draw of what the
//! actions differ by when that agent plays on. A network that learns many of them plays better than the agent: what is
//! known only afterwards cancels, what can be seen at the decision stays.

use crate::dataset::DataError;
use mcr_agents::{Agent, AgentFailure, AgentSpec, Registry, heuristic::Heuristic};
use mcr_engine::{Action, BySeat, Deal, DecisionRng, RuleSet, Seat, Stream, rng::agent_keys};
use mcr_sim::{
    log::DealRow,
    replay::{ReplayFault, watch_deal},
    run::{RunFolder, Watch},
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

/// What is labelled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LabelPlan {
    /// The run folder whose deals are taken.
    pub run: PathBuf,
    /// Who plays on.
    pub policy: String,
    /// Decisions of a deal; half of them about claims, as far as there are so many.
    pub per_deal: usize,
    /// Actions of a decision at most: the best by heuristic.
    pub candidates: usize,
    /// Actions whose worth by heuristic is so much less than the best one's are left out, points.
    pub gap: f32,
    /// Seed of the choice.
    pub seed: u64,
}

impl Default for LabelPlan {
    fn default() -> LabelPlan {
        let (run, policy) = (PathBuf::new(), "heuristic".into());
        LabelPlan { run, policy, per_deal: 4, candidates: 3, gap: 4.0, seed: 1 }
    }
}

/// A decision with what its actions brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Number of the deal in its run.
    pub deal: u64,
    /// Number of the decision in its deal, forced ones not counted.
    pub step: u16,
    /// Who decides.
    pub seat: Seat,
    /// Actions and points of the seat, the best by heuristic first.
    pub tried: Vec<(Action, i32)>,
}

/// Why there are no labels.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// The plan makes no sense.
    #[error("labels: {0}")]
    Plan(String),
    /// Nobody of this name can play on.
    #[error("labels: policy: {0}")]
    Policy(String),
    /// Who plays on has no answer.
    #[error("labels: deal {deal}: {policy:?} has no answer")]
    Failed {
        /// The deal.
        deal: u64,
        /// Who.
        policy: String,
        /// What it says.
        source: AgentFailure,
    },
    /// The run cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A file cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line is no label.
    #[error("{path}, line {line}: {found:?}, expected deal,step,seat,action:points;…", path = path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is there.
        found: String,
    },
}

const PLAN: &str = "labels.toml";
const HEADER: &str = "deal,step,seat,action:points";

/// Labels decisions of the first `parts` parts of a run, a file a part in `folder`; parts that are there are left alone. Agents of
/// `registry` play on. Whether all are there.
///
/// # Errors
/// When the run, the plan or the folder cannot be used, or the agent fails.
pub fn label(
    registry: &Registry,
    plan: &LabelPlan,
    folder: &Path,
    parts: u64,
    watch: &dyn Watch,
) -> Result<bool, LabelError> {
    let policy = asked(registry, &plan.policy).map_err(LabelError::Policy)?;
    let text = toml::to_string(plan).map_err(|error| LabelError::Plan(error.to_string()))?;
    let run = RunFolder::open(&plan.run).map_err(DataError::from)?;
    let file = |path: &Path, source| LabelError::File { path: path.into(), source };
    fs::create_dir_all(folder).map_err(|error| file(folder, error))?;
    let kept = folder.join(PLAN);
    match fs::read_to_string(&kept) {
        Ok(found) if found != text => {
            return Err(LabelError::Plan(format!("{} holds another plan", kept.display())));
        }
        Ok(_) => {}
        Err(_) => fs::write(&kept, &text).map_err(|error| file(&kept, error))?,
    }
    for part in run.parts_done().map_err(DataError::from)?.into_iter().take_while(|part| *part < parts) {
        let path = folder.join(format!("part-{part:05}.csv"));
        if path.exists() {
            continue;
        }
        if watch.stop() {
            return Ok(false);
        }
        let mut deals = Vec::new();
        run.read_part(part, |row| deals.push(row.clone())).map_err(DataError::from)?;
        let rules = &run.manifest().rules;
        let labels: Vec<Vec<Label>> = deals
            .par_iter()
            .map_init(
                || policy.build(),
                |agent, row| {
                    let labels = label_deal(plan, rules, row, &mut **agent);
                    watch.played(1);
                    labels
                },
            )
            .collect::<Result<_, _>>()?;
        let mut text = format!("{HEADER}\n");
        labels.iter().flatten().for_each(|label| write_line(&mut text, label));
        let whole = path.with_extension("part");
        fs::write(&whole, &text)
            .and_then(|()| fs::rename(&whole, &path))
            .map_err(|error| file(&path, error))?;
    }
    Ok(true)
}

/// An agent that can be asked in the middle of a deal.
pub(crate) fn asked(registry: &Registry, spec: &str) -> Result<AgentSpec, String> {
    let agent = registry.parse(spec).map_err(|error| error.to_string())?;
    if agent.build().bot().is_some() {
        return Err(format!("{spec}: such a program has to be told of a deal from its beginning"));
    }
    Ok(agent)
}

/// A decision that may be taken in several ways.
struct Fork {
    step: u16,
    seat: Seat,
    deal: Deal,
    actions: Vec<Action>,
}

fn label_deal(
    plan: &LabelPlan,
    rules: &RuleSet,
    row: &DealRow,
    agent: &mut dyn Agent,
) -> Result<Vec<Label>, LabelError> {
    let heuristic = Heuristic::default();
    let mut rng = Stream::new(plan.seed, "decisions to label", row.deal);
    // Turns and claims.
    let mut chosen: [(Vec<Fork>, u64); 2] = Default::default();
    let mut step = 0;
    watch_deal(rules, row, None, |deal, seat, _| {
        let number = step;
        step += 1;
        let view = deal.observe(seat);
        let ranked = heuristic.rank(&view);
        let best = ranked[0].value;
        let near = ranked.iter().take_while(|candidate| candidate.value > best - plan.gap);
        let actions: Vec<Action> = near.map(|candidate| candidate.action).take(plan.candidates).collect();
        if actions.len() < 2 {
            return;
        }
        let (forks, met) = &mut chosen[usize::from(view.legal().contains(Action::Pass))];
        let fork = || Fork { step: number, seat, deal: deal.clone(), actions: actions.clone() };
        *met += 1;
        if forks.len() < plan.per_deal {
            forks.push(fork());
        } else if let Some(place) = forks.get_mut(rng.below(*met) as usize) {
            *place = fork();
        }
    })
    .map_err(|source: ReplayFault| DataError::Deal {
        path: plan.run.clone(),
        deal: row.deal,
        source,
    })?;
    let [(mut turns, _), (mut claims, _)] = chosen;
    let half = plan.per_deal / 2;
    turns.truncate(plan.per_deal - claims.len().min(half));
    claims.truncate(plan.per_deal - turns.len().min(plan.per_deal));
    let keys = agent_keys(row.seed.unwrap_or(0), row.deal);
    let mut forks: Vec<Fork> = turns.into_iter().chain(claims).collect();
    forks.sort_by_key(|fork| fork.step);
    let mut label = |fork: Fork| {
        let tried = fork.actions.iter().map(|action| Ok((*action, play_on(&fork, *action, &keys, agent)?)));
        let tried = tried.collect::<Result<_, AgentFailure>>()?;
        Ok(Label { deal: row.deal, step: fork.step, seat: fork.seat, tried })
    };
    forks.into_iter().map(&mut label).collect::<Result<_, _>>().map_err(|source| {
        let (deal, policy) = (row.deal, plan.policy.clone());
        LabelError::Failed { deal, policy, source }
    })
}

/// Points of the seat when it takes `action` and `agent` plays all hands from there.
fn play_on(
    fork: &Fork,
    action: Action,
    keys: &BySeat<u64>,
    agent: &mut dyn Agent,
) -> Result<i32, AgentFailure> {
    let mut deal = fork.deal.clone();
    let mut next = Some((fork.seat, action));
    while let Some((seat, action)) = next {
        let legal = deal.apply(seat, action, &mut ());
        debug_assert!(legal.is_ok(), "an action of the legal ones");
        let Some(seat) = deal.pending().first().filter(|_| legal.is_ok()) else { break };
        let view = deal.observe(seat);
        let mut rng = DecisionRng::new(keys[seat], view.decision());
        next = Some((seat, agent.try_act(&view, &mut rng)?.action));
    }
    Ok(deal.outcome().map_or(0, |outcome| outcome.points[fork.seat]))
}

fn write_line(text: &mut String, label: &Label) {
    // Writing to a string does not fail.
    let _ = write!(text, "{},{},{}", label.deal, label.step, label.seat as u8);
    for (place, (action, points)) in label.tried.iter().enumerate() {
        let _ = write!(text, "{}{}:{points}", if place == 0 { ',' } else { ';' }, action.index());
    }
    text.push('\n');
}

/// The labels of a folder, part by part: the number of the part in its run, and what is there.
///
/// # Errors
/// When there are none, or a file is damaged.
pub fn read(folder: &Path) -> Result<(LabelPlan, Vec<Vec<Label>>), LabelError> {
    let kept = folder.join(PLAN);
    let text = fs::read_to_string(&kept).map_err(|source| LabelError::File { path: kept.clone(), source })?;
    let plan =
        toml::from_str(&text).map_err(|error| LabelError::Plan(format!("{}: {error}", kept.display())))?;
    let mut parts = Vec::new();
    for part in 0u64.. {
        let path = folder.join(format!("part-{part:05}.csv"));
        if !path.exists() {
            break;
        }
        parts.push(read_part(&path)?);
    }
    if parts.is_empty() {
        return Err(LabelError::Plan(format!("{}: no labels", folder.display())));
    }
    Ok((plan, parts))
}

fn read_part(path: &Path) -> Result<Vec<Label>, LabelError> {
    let text = fs::read_to_string(path).map_err(|source| LabelError::File { path: path.into(), source })?;
    let lines = text.lines().enumerate().skip(1);
    lines
        .map(|(at, line)| {
            parse(line).ok_or_else(|| LabelError::Line {
                path: path.into(),
                line: at + 1,
                found: line.into(),
            })
        })
        .collect()
}

fn parse(line: &str) -> Option<Label> {
    let mut fields = line.split(',');
    let (deal, step, seat) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?, fields.next()?);
    let seat = *Seat::ALL.get(seat.parse::<usize>().ok()?)?;
    let pair = |text: &str| {
        let (action, points) = text.split_once(':')?;
        Some((Action::from_index(action.parse().ok()?)?, points.parse().ok()?))
    };
    let tried: Vec<(Action, i32)> = fields.next()?.split(';').map(pair).collect::<Option<_>>()?;
    (tried.len() > 1 && fields.next().is_none()).then_some(Label { deal, step, seat, tried })
}
