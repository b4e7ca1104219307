//! `--agents`: who sits where.

use anyhow::bail;
use mcr_agents::AgentSpec;
use mcr_engine::BySeat;

/// The agents for a table: one plays all four seats, two alternate, four sit east, south, west, north.
///
/// Specs are separated by commas. Since options are, too, a piece like `noise=0.1` without a colon before its `=`
/// belongs to the spec before it.
pub(crate) fn parse(list: &str) -> anyhow::Result<BySeat<AgentSpec>> {
    let specs = parse_list(list)?;
    match specs.as_slice() {
        [a] => Ok(BySeat([a, a, a, a].map(AgentSpec::clone))),
        [a, b] => Ok(BySeat([a, b, a, b].map(AgentSpec::clone))),
        [a, b, c, d] => Ok(BySeat([a, b, c, d].map(AgentSpec::clone))),
        _ => bail!("{} agents in {list:?}, expected 1 (plays all seats), 2 (alternate) or 4", specs.len()),
    }
}

/// Any number of agents, separated by commas.
pub(crate) fn parse_list(list: &str) -> anyhow::Result<Vec<AgentSpec>> {
    split(list).iter().map(|spec| Ok(spec.parse()?)).collect()
}

fn split(list: &str) -> Vec<String> {
    let mut specs: Vec<String> = Vec::new();
    for piece in list.split(',') {
        let is_option = piece.find('=').is_some_and(|equals| !piece[..equals].contains(':'));
        match specs.last_mut() {
            Some(spec) if is_option => {
                spec.push(',');
                spec.push_str(piece);
            }
            _ => specs.push(piece.trim().to_owned()),
        }
    }
    specs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<String> {
        parse(list).unwrap().0.iter().map(AgentSpec::to_string).collect()
    }

    #[test]
    fn one_two_or_four_agents_fill_a_table() {
        assert_eq!(names("greedy"), ["greedy"; 4]);
        assert_eq!(names("greedy,random"), ["greedy", "random", "greedy", "random"]);
        assert_eq!(names("random, random, greedy:noise=0.5, greedy")[2], "greedy:noise=0.5");
        let error = parse("greedy,greedy,random").unwrap_err().to_string();
        assert_eq!(
            error,
            r#"3 agents in "greedy,greedy,random", expected 1 (plays all seats), 2 (alternate) or 4"#
        );
    }

    #[test]
    fn options_stay_with_their_agent() {
        assert_eq!(split("mc:rollouts=64,depth=2,greedy"), ["mc:rollouts=64,depth=2", "greedy"]);
    }
}
