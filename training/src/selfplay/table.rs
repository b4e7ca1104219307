//! Many deals side by side: whoever learns is asked about all of them at once.

use super::config::SelfplayConfig;
use mcr_agents::{
    Agent, AgentFailure, AgentSpec,
    encoding::{Encoder, HIDDEN_PLANES, KINDS, encode_hidden},
    neural::{ACTIONS, Network, mask},
};
use mcr_engine::{Action, BySeat, Deal, DecisionRng, RuleSet, Seat, Stream, Wall, rng::agent_keys};
use mcr_sim::play::prevalent_wind;
use rayon::prelude::*;
use tch::{Device, Kind, Tensor};

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// The network that learns.
    Learner,
    /// One of its earlier selves.
    Past(usize),
    /// The opponent of the configuration.
    Opponent,
}

/// A decision of the learner.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) planes: Vec<f32>,
    pub(super) hidden: Vec<f32>,
    pub(super) legal: Vec<bool>,
    pub(super) action: usize,
    /// Logarithm of the probability that it was taken with.
    pub(super) likely: f32,
}

/// What the learner did in one seat of one deal.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) steps: Vec<Step>,
    pub(super) points: i32,
}

struct Game {
    number: u64,
    deal: Deal,
    holders: BySeat<Holder>,
    /// Of the heuristics' choices, and of what is drawn from networks' opinions.
    keys: BySeat<u64>,
    draws: BySeat<u64>,
    paths: BySeat<Vec<Step>>,
}

/// A seat of a game that a network is asked about.
struct Question {
    game: usize,
    seat: Seat,
    planes: Vec<f32>,
    hidden: Vec<f32>,
    legal: Vec<bool>,
}

/// Plays deals `numbers` and gives what the learner did in them, in order.
///
/// # Errors
/// The deal in which the opponent had no answer.
pub(super) fn play(
    config: &SelfplayConfig,
    opponent: &AgentSpec,
    rules: &RuleSet,
    numbers: std::ops::Range<u64>,
    learner: &Network,
    past: &[Network],
) -> Result<Vec<Path>, (u64, AgentFailure)> {
    let mut games: Vec<Game> = numbers.map(|number| seat(config, rules, number, past.len())).collect();
    let encoder = Encoder::new(learner.config().features);
    loop {
        games.par_iter_mut().try_for_each_init(
            || opponent.build(),
            |agent, game| play_opponent(&mut **agent, game).map_err(|failure| (game.number, failure)),
        )?;
        let questions: Vec<Question> = games
            .par_iter()
            .enumerate()
            .filter_map(|(game, playing)| {
                let seat = playing.deal.pending().first()?;
                Some(ask(config, &encoder, game, playing, seat))
            })
            .collect();
        if questions.is_empty() {
            break;
        }
        let holders = std::iter::once(Holder::Learner).chain((0..past.len()).map(Holder::Past));
        for holder in holders {
            let asked: Vec<&Question> =
                questions.iter().filter(|asked| games[asked.game].holders[asked.seat] == holder).collect();
            if asked.is_empty() {
                continue;
            }
            let network = if let Holder::Past(number) = holder { &past[number] } else { learner };
            let likely = think(network, &asked);
            for (question, likely) in asked.into_iter().zip(likely.chunks_exact(ACTIONS as usize)) {
                answer(&mut games[question.game], question, likely, holder == Holder::Learner);
            }
        }
    }
    let mut paths = Vec::new();
    for game in games {
        let points = game.deal.outcome().map(|outcome| outcome.points);
        for (seat, steps) in Seat::ALL.into_iter().zip(game.paths.0) {
            if !steps.is_empty() {
                paths.push(Path { steps, points: points.map_or(0, |points| points[seat]) });
            }
        }
    }
    Ok(paths)
}

/// A deal with who sits where: everybody the learner, or the learner alone with earlier selves or opponents.
fn seat(config: &SelfplayConfig, rules: &RuleSet, number: u64, past: usize) -> Game {
    let mut rng = Stream::new(config.seed, "tables", number);
    let drawn = rng.unit();
    let me = Seat::ALL[rng.below(4) as usize];
    let mut holders = BySeat([Holder::Learner; 4]);
    if drawn >= config.alone_with_itself {
        for seat in Seat::ALL.into_iter().filter(|seat| *seat != me) {
            let opponent = past == 0 || drawn < config.alone_with_itself + config.with_heuristic;
            holders[seat] =
                if opponent { Holder::Opponent } else { Holder::Past(rng.below(past as u64) as usize) };
        }
    }
    let wall = Wall::shuffled(rules, config.seed, number);
    let deal = Deal::new(rules, prevalent_wind(number), wall, &mut ());
    let keys = agent_keys(config.seed, number);
    let mut rng = Stream::new(config.seed, "actions of networks", number);
    let draws = BySeat::from_fn(|_| rng.next_u64());
    Game { number, deal, holders, keys, draws, paths: BySeat::from_fn(|_| Vec::new()) }
}

/// Until a network is asked or the deal is over.
fn play_opponent(agent: &mut dyn Agent, game: &mut Game) -> Result<(), AgentFailure> {
    while let Some(seat) = game.deal.pending().first() {
        if game.holders[seat] != Holder::Opponent && game.deal.legal(seat).len() > 1 {
            return Ok(());
        }
        let view = game.deal.observe(seat);
        let mut rng = DecisionRng::new(game.keys[seat], view.decision());
        let only = if view.legal().len() == 1 { view.legal().nth(0) } else { None };
        let action = match only {
            Some(action) => action,
            None => agent.try_act(&view, &mut rng)?.action,
        };
        let applied = game.deal.apply(seat, action, &mut ());
        debug_assert!(applied.is_ok(), "deal {}: a legal action", game.number);
    }
    Ok(())
}

fn ask(config: &SelfplayConfig, encoder: &Encoder, game: usize, playing: &Game, seat: Seat) -> Question {
    let view = playing.deal.observe(seat);
    let mut planes = vec![0.0; encoder.features().len()];
    encoder.encode(&view, &mut planes);
    let learns = playing.holders[seat] == Holder::Learner;
    let mut hidden = vec![0.0; if config.oracle && learns { HIDDEN_PLANES * KINDS } else { 0 }];
    if !hidden.is_empty() {
        encode_hidden(&playing.deal, seat, &mut hidden);
    }
    let words = *view.legal().words();
    let legal = (0..Action::COUNT).map(|index| words[index / 64] >> (index % 64) & 1 == 1).collect();
    Question { game, seat, planes, hidden, legal }
}

/// Logarithms of the actions' probabilities, a row a question.
fn think(network: &Network, asked: &[&Question]) -> Vec<f32> {
    let rows = asked.len() as i64;
    let planes: Vec<f32> = asked.iter().flat_map(|question| question.planes.iter().copied()).collect();
    let legal: Vec<bool> = asked.iter().flat_map(|question| question.legal.iter().copied()).collect();
    let device = network.device();
    let planes = Tensor::from_slice(&planes).view([rows, -1, KINDS as i64]).to_device(device);
    let legal = Tensor::from_slice(&legal).view([rows, ACTIONS]).to_device(device);
    let likely = tch::no_grad(|| mask(&network.forward(&planes).policy, &legal).log_softmax(1, Kind::Float));
    let flat = likely.to_device(Device::Cpu).contiguous();
    let mut numbers = vec![0.0; flat.numel()];
    let count = numbers.len();
    flat.copy_data(&mut numbers, count);
    numbers
}

/// Draws an action and takes it.
fn answer(game: &mut Game, question: &Question, likely: &[f32], learns: bool) {
    let seat = question.seat;
    let decision = game.deal.observe(seat).decision();
    let mut rng = DecisionRng::new(game.draws[seat], decision);
    let mut left = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let mut chosen = None;
    for (index, likely) in likely.iter().enumerate().filter(|(index, _)| question.legal[*index]) {
        chosen = Some(index);
        left -= f64::from(*likely).exp();
        if left < 0.0 {
            break;
        }
    }
    let Some(action) = chosen else { return };
    if learns {
        game.paths[seat].push(Step {
            planes: question.planes.clone(),
            hidden: question.hidden.clone(),
            legal: question.legal.clone(),
            action,
            likely: likely[action],
        });
    }
    let taken = Action::from_index(action).unwrap_or(Action::Pass);
    let applied = game.deal.apply(seat, taken, &mut ());
    debug_assert!(applied.is_ok(), "deal {}: a legal action", game.number);
}
