//! Agents that come from outside, and fail.

use mcr_agents::{
    Agent, AgentFailure, AgentOption, BatchAgent, BuildError, Choice, Each, Factory, Given, Prepared,
    Registry,
};
use mcr_engine::{BySeat, DecisionRng, FalseHuPolicy, Observation, RuleSet};
use mcr_sim::{
    PlayError,
    arena::{Arena, ArenaError, Contestant, Effort, Meeting, Run, Seatings, lineups},
    run::{LogLevel, Manifest, RunError, RunFolder, Watch, simulate},
};
use std::{
    error::Error,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

/// `greedy` with so many answers, of all its players together; then it has none.
struct Brittle {
    inner: Box<dyn Agent>,
    left: Arc<AtomicI64>,
}

impl Agent for Brittle {
    fn act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Choice {
        self.inner.act(view, rng)
    }

    fn try_act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Result<Choice, AgentFailure> {
        if self.left.fetch_sub(1, Ordering::Relaxed) <= 0 {
            return Err(AgentFailure::new("out of answers"));
        }
        Ok(self.act(view, rng))
    }
}

struct BrittleFactory(Arc<AtomicI64>);

impl Factory for BrittleFactory {
    fn name(&self) -> &str {
        "brittle"
    }

    fn help(&self) -> &str {
        "has only so many answers"
    }

    fn version(&self) -> &str {
        "7"
    }

    fn options(&self) -> Vec<AgentOption> {
        vec![AgentOption::word("asked", &["alone", "together"]).default("alone")]
    }

    fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        let together = given.get::<String>("asked")? == "together";
        Ok(Arc::new(Ready { left: Arc::clone(&self.0), together }))
    }
}

struct Ready {
    left: Arc<AtomicI64>,
    together: bool,
}

impl Ready {
    fn player(&self) -> Brittle {
        let inner = Registry::standard().parse("greedy").unwrap().build();
        Brittle { inner, left: Arc::clone(&self.left) }
    }
}

impl Prepared for Ready {
    fn build(&self) -> Box<dyn Agent> {
        Box::new(self.player())
    }

    fn build_batch(&self) -> Option<Box<dyn BatchAgent>> {
        self.together.then(|| Box::new(Each(self.player())) as Box<dyn BatchAgent>)
    }
}

/// Ours, and a brittle one with so many answers.
fn registry(answers: i64) -> Registry {
    Registry::standard().with(BrittleFactory(Arc::new(AtomicI64::new(answers)))).unwrap()
}

struct Patient;

impl Watch for Patient {
    fn played(&self, _: u64) {}

    fn stop(&self) -> bool {
        false
    }
}

fn manifest(rules: RuleSet, agent: &str) -> Manifest {
    let registry = registry(0);
    let agents = BySeat(["greedy", "random", agent, "greedy"].map(|agent| registry.parse(agent).unwrap()));
    Manifest::new(rules, 3, 600, 100, LogLevel::Deals, &agents).unwrap()
}

fn parts(folder: &Path) -> Vec<Vec<u8>> {
    let path = |part: u64| folder.join(format!("deals/part-{part:05}.parquet"));
    (0..).map_while(|part| std::fs::read(path(part)).ok()).collect()
}

/// A run that fails keeps its finished parts, says who failed where and why, and goes on to the same bytes.
#[test]
fn a_run_whose_agent_fails_keeps_what_was_finished() {
    let referee = RuleSet { false_hu: FalseHuPolicy::Official, ..RuleSet::MCR };
    for (rules, agent) in
        [(RuleSet::MCR, "brittle"), (RuleSet::MCR, "brittle:asked=together"), (referee, "brittle")]
    {
        let temporary = tempfile::tempdir().unwrap();
        let manifest = manifest(rules, agent);
        let play = |name: &str, answers: i64| {
            let path = temporary.path().join(name);
            let folder = RunFolder::create_or_continue(&path, &manifest).unwrap();
            (simulate(&registry(answers), &manifest, Some(&folder), 1, &Patient), parts(&path))
        };
        let (whole, all) = play("whole", i64::MAX);
        assert!(whole.unwrap().complete && all.len() == 6);
        let (failed, kept) = play("cut", 11_000);
        let error = failed.unwrap_err();
        let RunError::Agent { deal, source: PlayError::Failed { ref source, .. }, .. } = error else {
            panic!("{agent}: {error:?}")
        };
        assert!((300..600).contains(&deal), "{agent}: deal {deal}");
        assert_eq!(source.reason, "out of answers");
        assert_eq!(error.to_string(), format!("deal {deal}: agent {agent:?} failed"));
        let seat = error.source().unwrap();
        assert_eq!(seat.to_string(), "West has no answer");
        assert_eq!(seat.source().unwrap().to_string(), "out of answers");
        assert!(!error.is_input());
        assert!(
            (1..6).contains(&kept.len()) && kept[..] == all[..kept.len()],
            "{agent}: {} parts",
            kept.len()
        );
        let (gone_on, finished) = play("cut", i64::MAX);
        assert!(gone_on.unwrap().played < 600 && finished == all, "{agent}");
    }
}

#[test]
fn an_arena_whose_agent_fails_says_so() {
    for agent in ["brittle", "brittle:asked=together"] {
        let registry = registry(500);
        let parse = |spec: &str| Box::new(registry.parse(spec).unwrap()) as Box<dyn Contestant>;
        let contestants = [parse(agent), parse("greedy")];
        let arena = Arena {
            contestants: &contestants,
            lineups: lineups(Meeting::Against, 2),
            seatings: Seatings::Rotations,
            rules: RuleSet::MCR,
            seed: 1,
            control_variates: false,
            separate_randomness: false,
        };
        let mut run = Run::open(&arena, &Effort { sets: 50, ..Effort::default() }).unwrap();
        let error = run.play(1, &Patient).unwrap_err();
        assert!(matches!(error, ArenaError::Agent { source: PlayError::Failed { .. }, .. }), "{error:?}");
        assert!(error.to_string().ends_with(&format!("agent {agent:?} failed")), "{error}");
        assert!(!error.is_input());
    }
}

#[test]
fn a_run_of_an_agent_that_this_program_lacks_opens_and_plays_no_further() {
    let temporary = tempfile::tempdir().unwrap();
    let manifest = manifest(RuleSet::MCR, "brittle");
    RunFolder::create_or_continue(temporary.path(), &manifest).unwrap();
    let folder = RunFolder::open(temporary.path()).unwrap();
    let error = simulate(&Registry::standard(), folder.manifest(), Some(&folder), 1, &Patient).unwrap_err();
    assert!(
        error.is_input() && error.to_string().contains(r#"no agent is called "brittle"; known: random"#),
        "{error}"
    );
}
