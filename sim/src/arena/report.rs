//! The result of an arena in the words of its JSON output, whose names are stable.

use crate::{
    arena::{
        estimate::Estimate,
        ratings::bootstrap,
        run::{Arena, Run},
        sequential::SequentialTest,
        standings::Standings,
    },
    statistics::MeanLine,
};
use serde::Serialize;

/// Everything there is to say.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The program that played.
    pub version: &'static str,
    /// The rule set as it was named.
    pub rules: String,
    /// The seed of the walls.
    pub seed: u64,
    /// In which seatings a wall is played.
    pub seatings: &'static str,
    /// Sets played.
    pub sets: u64,
    /// Deals played.
    pub deals: u64,
    /// Wall-clock time of this run; absent from files, which depend on what was played only.
    #[serde(flatten)]
    pub speed: Option<Speed>,
    /// Whether all sets are there or the test is sure; false after an interruption.
    pub complete: bool,
    /// Whether the luck of the draws is taken out of all means.
    pub control_variates: bool,
    /// One line an agent.
    pub results: Vec<AgentLine>,
    /// The paired difference of every two agents' means.
    pub differences: Vec<DifferenceLine>,
    /// What each agent won at each lineup.
    pub lineups: Vec<LineupLine>,
    /// The sequential test, if there was one.
    pub test: Option<TestLine>,
}

/// How fast a run was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// Seconds.
    pub seconds: f64,
    /// Deals played in them; those of an earlier run are not.
    pub played: u64,
    /// `played` a second.
    pub deals_per_second: f64,
    /// On how many threads.
    pub threads: usize,
}

impl From<&Estimate> for MeanLine {
    fn from(estimate: &Estimate) -> MeanLine {
        let interval = estimate.interval();
        let mean = (estimate.count() > 0).then(|| estimate.mean());
        MeanLine { mean, low: interval.map(|i| i.low), high: interval.map(|i| i.high) }
    }
}

/// How an agent did. All figures are of the lineups in which it is alone against three of another, where it has
/// any, else of all its lineups. Rates are shares of its hands (deals × seats).
#[derive(Clone, Debug, Serialize)]
pub struct AgentLine {
    /// The agent.
    pub agent: String,
    /// Points a deal, with the t-interval over sets; it takes two sets to have one.
    #[serde(flatten)]
    pub points: MeanLine,
    /// What the mean would be with the luck of the draws left in; only with control variates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<MeanLine>,
    /// Standard deviation of a deal as it counts here: that of a set's mean, times the root of its hands.
    pub deviation: Option<f64>,
    /// Deals × seats.
    pub hands: u64,
    /// Won.
    pub win: f64,
    /// Won by own draw.
    pub self_draw: f64,
    /// Gave another the winning tile.
    pub deal_in: f64,
    /// Nobody won.
    pub draw: f64,
    /// Ended by an answer of the agent against the rules.
    pub foul: f64,
    /// Mean points of its winning hands, flowers not counted.
    pub hand_points: Option<f64>,
    /// Mean place, 1–4, of its chairs by their points on a wall; ties share.
    pub placement: f64,
    /// Rank points of a wall, 4/3/2/1: 5 less the place.
    pub rank_points: f64,
    /// Rating in points a deal, the additive model's; with three agents or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<MeanLine>,
}

/// How far one agent's mean is above another's.
#[derive(Clone, Debug, Serialize)]
pub struct DifferenceLine {
    /// The two.
    pub agents: [String; 2],
    /// The first's mean less the second's, paired by set.
    #[serde(flatten)]
    pub points: MeanLine,
}

/// What an agent won at one lineup.
#[derive(Clone, Debug, Serialize)]
pub struct LineupLine {
    /// The four agents in the order of their chairs.
    pub lineup: [String; 4],
    /// Whose points.
    pub agent: String,
    /// Points a deal and chair.
    #[serde(flatten)]
    pub points: MeanLine,
}

/// What the sequential test says.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TestLine {
    /// H0: the first agent gains this or less.
    pub null: f64,
    /// H1: it gains this or more.
    pub alternative: f64,
    /// Chance to call it stronger although H0 holds.
    pub alpha: f64,
    /// Chance not to although H1 holds.
    pub beta: f64,
    /// What it gains a deal.
    #[serde(flatten)]
    pub gain: MeanLine,
    /// Log likelihood ratio; infinite ones are absent.
    pub ratio: Option<f64>,
    /// H0 is accepted here …
    pub lower: f64,
    /// … and H1 here.
    pub upper: f64,
    /// `stronger`, `not_stronger` or `undecided`.
    pub verdict: &'static str,
}

impl Report {
    /// The report of a run under rules called `rules`.
    #[must_use]
    pub fn new(run: &Run<'_>, rules: &str, speed: Option<Speed>) -> Report {
        let (arena, standings) = (run.arena(), run.standings());
        let names: Vec<String> = arena.contestants.iter().map(|contestant| contestant.name()).collect();
        let ratings = ratings(standings, arena.seed, names.len());
        let walls = standings.sets() * arena.seatings.walls();
        let line =
            |(agent, rating): (usize, Option<MeanLine>)| agent_line(arena, standings, agent, walls, rating);
        Report {
            version: crate::PROGRAM_VERSION,
            rules: rules.to_owned(),
            seed: arena.seed,
            seatings: arena.seatings.name(),
            sets: standings.sets(),
            deals: standings.deals(),
            speed,
            complete: run.is_complete(),
            control_variates: arena.control_variates,
            results: ratings.into_iter().enumerate().map(line).collect(),
            differences: differences(standings, &names),
            lineups: lineup_lines(standings, &names),
            test: run.test().map(|test| test_line(test, standings.gain())),
        }
    }

    /// The report without anything that a clock or an earlier run decides: what a file may hold.
    #[must_use]
    pub fn without_clock(&self) -> Report {
        Report { speed: None, ..self.clone() }
    }
}

fn agent_line(
    arena: &Arena<'_>,
    standings: &Standings,
    agent: usize,
    walls: u64,
    rating: Option<MeanLine>,
) -> AgentLine {
    let figures = standings.figures(agent);
    let points = standings.points(agent);
    let share = |count: u64| if figures.hands == 0 { 0.0 } else { count as f64 / figures.hands as f64 };
    let hands_a_set = figures.hands as f64 / standings.sets().max(1) as f64;
    let placement = figures.places as f64 / 2.0 / standings.places(agent, walls).max(1) as f64;
    AgentLine {
        agent: arena.contestants[agent].name(),
        points: points.into(),
        raw: arena.control_variates.then(|| standings.raw_points(agent).into()),
        deviation: points.variance().map(|variance| (variance * hands_a_set).sqrt()),
        hands: figures.hands,
        win: share(figures.wins),
        self_draw: share(figures.self_draws),
        deal_in: share(figures.deal_ins),
        draw: share(figures.draws),
        foul: share(figures.fouls),
        hand_points: (figures.wins > 0).then(|| figures.hand_points as f64 / figures.wins as f64),
        placement,
        rank_points: 5.0 - placement,
        rating,
    }
}

/// Every agent's rating with its bootstrap interval, `None` where there are no ratings.
fn ratings(standings: &Standings, seed: u64, agents: usize) -> Vec<Option<MeanLine>> {
    let sets = standings.ratings();
    let intervals = bootstrap(sets, seed);
    let rating = |agent: usize| {
        let interval = intervals.get(agent)?;
        let mean = sets.iter().map(|ratings| ratings[agent]).collect::<Estimate>().mean();
        Some(MeanLine { mean: Some(mean), low: Some(interval.low), high: Some(interval.high) })
    };
    (0..agents).map(rating).collect()
}

fn differences(standings: &Standings, names: &[String]) -> Vec<DifferenceLine> {
    let line = |((a, b), estimate): ((usize, usize), &Estimate)| DifferenceLine {
        agents: [names[a].clone(), names[b].clone()],
        points: estimate.into(),
    };
    standings.differences().map(line).collect()
}

fn lineup_lines(standings: &Standings, names: &[String]) -> Vec<LineupLine> {
    let entries = standings.entries().iter().enumerate();
    let line = |(place, entry): (usize, &crate::arena::schedule::Entry)| LineupLine {
        lineup: standings.lineups()[entry.lineup].0.map(|agent| names[agent].clone()),
        agent: names[entry.agent].clone(),
        points: standings.entry_points(place).into(),
    };
    entries.map(line).collect()
}

fn test_line(test: &SequentialTest, gain: &Estimate) -> TestLine {
    let plan = test.plan();
    let (lower, upper) = plan.bounds();
    TestLine {
        null: plan.null,
        alternative: plan.alternative,
        alpha: plan.alpha,
        beta: plan.beta,
        gain: gain.into(),
        ratio: test.ratio().filter(|ratio| ratio.is_finite()),
        lower,
        upper,
        verdict: test.verdict().name(),
    }
}
