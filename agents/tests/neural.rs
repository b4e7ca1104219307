//! Networks are kept whole, say what they were trained for, and play.
#![cfg(feature = "torch")]

use mcr_agents::{
    Agent, AgentSpec, Registry,
    encoding::{Features, KINDS},
    heuristic::Heuristic,
    neural::{ACTIONS, Network, NetworkConfig, Neural, mask, weights},
};
use mcr_engine::{Action, Deal, DecisionRng, RuleSet, Seat, Wall, Wind};
use std::{collections::BTreeMap, path::Path};
use tch::{Device, Kind, Tensor};

fn small(features: Features) -> NetworkConfig {
    NetworkConfig { features, channels: 8, blocks: 2, width: 16, ..NetworkConfig::default() }
}

fn network(seed: i64, features: Features) -> Network {
    tch::manual_seed(seed);
    let mut network = Network::new(&small(features), Device::Cpu);
    // Blocks begin as nothing: shake them, so that everything takes part.
    tch::no_grad(|| {
        for (_, mut weight) in network.store_mut().variables() {
            let noise = weight.randn_like() * 0.1;
            let _ = weight.g_add_(&noise);
        }
    });
    network
}

fn saved(network: &Network, folder: &Path) -> std::path::PathBuf {
    let path = folder.join("network.safetensors");
    let provenance = BTreeMap::from([("training".to_owned(), "none".to_owned())]);
    weights::save(network, &provenance, &path).unwrap();
    path
}

fn views(planes: usize, count: usize) -> Tensor {
    tch::manual_seed(3);
    Tensor::rand([count as i64, planes as i64, KINDS as i64], (Kind::Float, Device::Cpu))
}

fn parse(spec: &str) -> AgentSpec {
    Registry::standard().parse(spec).unwrap()
}

#[test]
fn a_saved_network_thinks_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let network = network(1, Features::Plain);
    let path = saved(&network, folder.path());
    let (again, card) = weights::load(&path, Device::Cpu).unwrap();
    assert_eq!(card.network, small(Features::Plain));
    assert_eq!(card.provenance["training"], "none");
    let views = views(Features::Plain.planes(), 5);
    let (one, two) = (network.forward(&views), again.forward(&views));
    assert_eq!(one.policy.size(), [5, ACTIONS]);
    assert!(one.policy.equal(&two.policy) && one.value.equal(&two.value) && one.outcome.equal(&two.outcome));
    // The same network is the same file.
    let bytes = std::fs::read(&path).unwrap();
    saved(&again, folder.path());
    assert_eq!(bytes, std::fs::read(&path).unwrap());
}

#[test]
fn files_that_are_no_network_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = saved(&network(1, Features::Plain), folder.path());
    let whole = std::fs::read(&path).unwrap();
    for length in [0, 4, 8, 100, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let error = weights::load(&path, Device::Cpu).unwrap_err().to_string();
        assert!(error.contains("network.safetensors") && error.contains("expected"), "{error}");
    }
    let name = b"encoding\\\":";
    let place = whole.windows(name.len()).position(|bytes| bytes == name).unwrap() + name.len();
    let mut bytes = whole;
    bytes[place] = b'9';
    std::fs::write(&path, bytes).unwrap();
    assert!(weights::load(&path, Device::Cpu).unwrap_err().to_string().contains("version 9"));
}

#[test]
fn exchanging_suits_exchanges_the_policy_but_for_the_board() {
    let mut network = network(2, Features::Plain);
    tch::no_grad(|| {
        let _ = network.store_mut().variables().get_mut("board").unwrap().zero_();
    });
    let views = views(Features::Plain.planes(), 3);
    let order: Vec<i64> = (9..18).chain(0..9).chain(18..34).collect();
    let exchanged = views.index_select(2, &Tensor::from_slice(&order));
    let discards = |views: &Tensor| network.forward(views).policy.narrow(1, 2, 34);
    let (before, after) =
        (discards(&views).index_select(1, &Tensor::from_slice(&order)), discards(&exchanged));
    assert!((before - after).abs().max().double_value(&[]) < 1e-4);
}

#[test]
fn it_plays_alone_as_in_batches_and_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for features in [Features::Plain, Features::Outlook, Features::PlainRules] {
        let path = saved(&network(5, features), folder.path());
        let rules = RuleSet::MCR;
        let deals: Vec<Deal> =
            (0..20).map(|n| Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, n), &mut ())).collect();
        let views: Vec<_> = deals.iter().map(|deal| deal.observe(Seat::East)).collect();
        for spec in
            [format!("neural:{}", path.display()), format!("neural:{},temperature=0.5", path.display())]
        {
            let spec = parse(&spec);
            assert_eq!(parse(&spec.to_string()), spec);
            let mut alone = spec.build();
            let mut together = spec.build_batch().unwrap();
            let mut rngs: Vec<DecisionRng> = (0..20).map(|n| DecisionRng::new(n, 0)).collect();
            let mut choices = Vec::new();
            together.act_batch(&views, &mut rngs, &mut choices);
            assert_eq!(choices.len(), views.len());
            for (n, (view, choice)) in views.iter().zip(&choices).enumerate() {
                let one = alone.act(view, &mut DecisionRng::new(n as u64, 0));
                assert!(view.legal().contains(choice.action));
                assert_eq!(one.action, choice.action);
                assert!((one.report.value.unwrap() - choice.report.value.unwrap()).abs() < 1e-3);
            }
        }
    }
}

/// The search with a network for its proposals takes them when nothing is tried, and with one for its values does what
/// those say, the same every time.
#[test]
fn networks_advise_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = saved(&network(5, Features::Plain), folder.path());
    let file = path.display();
    let build = |options: &str| {
        let spec = parse(&format!("mc:{options}"));
        assert_eq!(spec.to_string(), format!("mc:{options}"));
        spec.build()
    };
    let mut network = parse(&format!("neural:{file}")).build();
    let mut proposed = build(&format!("candidates=1,policy={file}"));
    let mut valued = build(&format!("rollouts=24,value={file}"));
    let (rules, mut values) = (RuleSet::MCR, Vec::new());
    for number in 0..12 {
        let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, number), &mut ());
        let view = deal.observe(Seat::East);
        let key = || DecisionRng::new(number, 0);
        assert_eq!(proposed.act(&view, &mut key()).action, network.act(&view, &mut key()).action);
        let choice = valued.act(&view, &mut key());
        assert_eq!(choice, build(&format!("rollouts=24,value={file}")).act(&view, &mut key()));
        let worth = network.act(&view, &mut key()).report.value.unwrap();
        values.push((choice.report.value.unwrap(), worth));
    }
    // A network that knows nothing values views much alike: on the way to the next decision little is lost.
    assert!(values.iter().all(|(later, now)| (later - now).abs() < 8.0), "{values:?}");
    let critic = NetworkConfig { hidden: true, ..small(Features::Plain) };
    let path = saved(&Network::new(&critic, Device::Cpu), folder.path());
    let refused =
        Registry::standard().parse(&format!("mc:value={}", path.display())).unwrap_err().to_string();
    assert!(refused.contains("hidden tiles"), "{refused}");
}

#[test]
fn a_cold_player_takes_the_favourite_and_a_warm_one_others_too() {
    let rules = RuleSet::MCR;
    let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut ());
    let view = deal.observe(Seat::East);
    let mut cold = Neural::new(network(7, Features::Plain), 0.0);
    let mut warm = Neural::new(network(7, Features::Plain), 3.0);
    let first = cold.explain(&view, &mut DecisionRng::new(0, 0)).candidates;
    assert_eq!(cold.act(&view, &mut DecisionRng::new(0, 0)).action, first[0].action);
    let total: f32 = first.iter().filter_map(|thought| thought.value).sum();
    assert!((total - 1.0).abs() < 1e-4);
    let drawn: std::collections::BTreeSet<usize> =
        (0..50).map(|n| warm.act(&view, &mut DecisionRng::new(n, 0)).action.index()).collect();
    assert!(drawn.len() > 5, "{drawn:?}");
}

#[test]
fn what_is_not_legal_is_never_likely() {
    let policy = Tensor::zeros([1, ACTIONS], (Kind::Float, Device::Cpu));
    let legal = Tensor::zeros([1, ACTIONS], (Kind::Uint8, Device::Cpu));
    let _ = legal.narrow(1, Action::Hu.index() as i64, 1).fill_(1);
    let likely = mask(&policy, &legal).softmax(1, Kind::Float);
    assert_eq!(likely.double_value(&[0, Action::Hu.index() as i64]), 1.0);
}

#[test]
fn the_checkpoint_of_the_repository_does_what_its_teacher_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checkpoints/student.safetensors");
    let mut student = parse(&format!("neural:{}", path.display())).build();
    let mut teacher = Heuristic::default();
    let (rules, mut asked, mut agreed) = (RuleSet::MCR, 0, 0);
    for number in 0..6 {
        let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 77, number), &mut ());
        while let Some(seat) = deal.pending().first() {
            let view = deal.observe(seat);
            let mut rng = DecisionRng::new(0, 0);
            let action = teacher.act(&view, &mut rng).action;
            if view.legal().len() > 1 {
                asked += 1;
                agreed += u32::from(student.act(&view, &mut rng).action == action);
            }
            deal.apply(seat, action, &mut ()).unwrap();
        }
    }
    // On deals held out in its training it agreed in 98 % of the decisions.
    assert!(asked > 200 && agreed * 100 > asked * 92, "{agreed} of {asked}");
}
