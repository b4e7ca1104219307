//! How `heuristic` is offered.

use super::{Heuristic, Params};
use crate::{
    agent::Agent,
    registry::{AgentOption, BuildError, Factory, Given, Prepared, fingerprint},
};
use std::sync::Arc;

/// The agent's name.
pub(crate) const NAME: &str = "heuristic";

/// Offers [`Heuristic`].
#[derive(Clone, Copy, Debug)]
pub struct HeuristicFactory;

/// The option that names a file of parameters.
const CONFIG: &str = "config";

/// The parameters that are single numbers, with what `mcr tune` tries first before the others.
const TUNED: [(&str, &str); 16] = [
    ("claim_margin", "how many times better than passing a claim must be"),
    ("danger.cost", "points that dealing in costs more than play going on"),
    ("win_saves", "points a win saves, since nobody else wins"),
    ("commitment", "what one more missing tile leaves of a target's weight"),
    ("turn_apart", "how strictly missing tiles need turns of their own, 0 to 1"),
    ("ahead", "turns from now whose rates of tiles count for the time to come"),
    ("claim_chow", "share of the left neighbour's fitting discards that a chow gets"),
    ("claim_pung", "share of fitting discards that a pung gets"),
    ("claim_hu", "share of fitting discards that a win gets"),
    ("danger_slope", "rise by turn of the chance that the others end the deal"),
    ("danger_from", "turn from which on others are expected to win"),
    ("danger_most", "the highest chance that the others end the deal in a turn"),
    ("slack", "missing tiles beyond the nearest target up to which targets are looked at"),
    ("core_slack", "the same for targets with three sets of one fan"),
    ("any_limit", "most missing tiles of a target with small fans only"),
    ("followed", "discards after which the next tile is thought of"),
];

/// The others: what is fitted and not tried.
const FITTED: [(&str, &str); 16] = [
    ("most", "the most that hands may be worth together that are not ready"),
    ("danger.base", "weights of the chance that a discard is a winning tile: constant"),
    ("danger.turns", "for every ten discards of the opponent"),
    ("danger.late_turns", "for every ten discards past the tenth"),
    ("danger.early_turns", "for every discard that is lacking to six"),
    ("danger.honor", "honors"),
    ("danger.live_honor", "honors of which no other copy was seen"),
    ("danger.end", "ranks 1 and 9"),
    ("danger.near_end", "ranks 2 and 8"),
    ("danger.own_discard", "the opponent has discarded the kind before"),
    ("danger.third_suit", "the opponent's melds are of the two other suits"),
    ("danger.same_suit", "two melds or more, all of the tile's suit"),
    ("danger.other_suit", "two melds or more, all of one other suit"),
    ("danger.honor_to_one_suit", "an honor, when two melds or more are of one suit"),
    ("danger.among_two_suits", "melds of two suits, one of them the tile's"),
    ("danger.runs", "for the share of runs that could be made around the tile"),
];

/// The parameters that are whole numbers.
const WHOLE: [&str; 4] = ["slack", "core_slack", "any_limit", "followed"];

fn parameter((name, help): (&str, &str)) -> AgentOption {
    let option = if WHOLE.contains(&name) {
        AgentOption::whole(name, ..=u64::from(u32::MAX))
    } else {
        AgentOption::number(name, ..)
    };
    // Parameters have the digits of single precision.
    let value = Params::default().get(name).unwrap_or_default() as f32;
    option.help(help).default(value)
}

impl Factory for HeuristicFactory {
    fn name(&self) -> &str {
        NAME
    }

    fn help(&self) -> &str {
        "plays for hands that are worth winning on, and weighs the danger of discards"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn options(&self) -> Vec<AgentOption> {
        let config =
            AgentOption::text(CONFIG, "FILE").help("parameters from a TOML file like configs/heuristic.toml");
        let tuned = TUNED.into_iter().map(|named| parameter(named).tuned());
        std::iter::once(config).chain(tuned).chain(FITTED.into_iter().map(parameter)).collect()
    }

    /// Options count in their order: a file replaces what stands before it.
    fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        let mut params = Params::default();
        for (name, value) in given.iter() {
            let read = if name == CONFIG { Params::read(value.as_ref()) } else { params.with(name, value) };
            params = read.map_err(BuildError::problem)?;
        }
        let from_file = given.all(CONFIG).next().is_some();
        Ok(Arc::new(Configured { params, from_file }))
    }
}

/// The agent with its parameters.
struct Configured {
    params: Params,
    from_file: bool,
}

impl Prepared for Configured {
    fn build(&self) -> Box<dyn Agent> {
        Box::new(Heuristic::new(self.params.clone()))
    }

    /// The spec says it all, unless a file does.
    fn fingerprint(&self) -> Option<String> {
        self.to_toml().filter(|_| self.from_file).map(|text| fingerprint(text.as_bytes()))
    }

    fn number(&self, option: &str) -> Option<f64> {
        self.params.get(option)
    }

    fn to_toml(&self) -> Option<String> {
        self.params.to_toml().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The names of all single numbers of a table, a group's with a dot.
    fn numbers(table: &toml::Table, before: &str) -> BTreeSet<String> {
        let name = |key: &str| format!("{before}{key}");
        let of = |(key, value): (&String, &toml::Value)| match value {
            toml::Value::Table(group) => numbers(group, &format!("{}.", name(key))),
            toml::Value::Array(_) => BTreeSet::new(),
            _ => BTreeSet::from([name(key)]),
        };
        table.iter().flat_map(of).collect()
    }

    #[test]
    fn every_number_is_an_option_with_its_default() {
        let all = numbers(&toml::Table::try_from(Params::default()).unwrap(), "");
        let options = HeuristicFactory.options();
        let listed: BTreeSet<String> = options[1..].iter().map(|option| option.name().to_owned()).collect();
        assert_eq!(listed, all);
        for option in &options[1..] {
            let default = option.default_value().unwrap();
            assert_eq!(
                Params::default().with(option.name(), default).unwrap(),
                Params::default(),
                "{} = {default}",
                option.name()
            );
        }
    }
}
