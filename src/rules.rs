//! `--rules`: a preset by name, or a file.

use anyhow::{Context, bail};
use mcr_engine::RuleSet;
use std::path::Path;

/// The rule set of this name, or of the TOML file at this path.
pub(crate) fn parse(name: &str) -> anyhow::Result<RuleSet> {
    if let Some(rules) = RuleSet::preset(name) {
        return Ok(rules);
    }
    if !Path::new(name).is_file() {
        let presets = RuleSet::PRESETS.map(|(preset, _)| preset).join(", ");
        bail!("no rule set {name:?}: neither a preset ({presets}) nor a file");
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("{name}: cannot read the rule set"))?;
    let rules: RuleSet = toml::from_str(&text).with_context(|| format!("{name}: not a rule set"))?;
    rules.check().with_context(|| format!("{name}: not a rule set"))?;
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_in_configs_are_the_presets() {
        for (name, rules) in RuleSet::PRESETS {
            let path = format!("{}/configs/rules/{name}.toml", env!("CARGO_MANIFEST_DIR"));
            assert_eq!(parse(&path).unwrap(), rules, "{path}");
        }
        let referee =
            parse(&format!("{}/configs/rules/mcr-referee.toml", env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert_eq!(referee, RuleSet { false_hu: mcr_engine::FalseHuPolicy::Official, ..RuleSet::MCR });
    }

    fn refusal(text: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("odd.toml");
        std::fs::write(&path, text).unwrap();
        let error = format!("{:#}", parse(path.to_str().unwrap()).unwrap_err());
        assert!(error.contains("odd.toml: not a rule set"), "{error}");
        error
    }

    const BASE: &str =
        "flowers = true\nwall = \"shared\"\nminimum_points = 8\nbase_points = 8\nfalse_hu = \"refuse\"\n";

    #[test]
    fn unknown_names_and_keys_are_refused_with_those_there_are() {
        assert!(parse("riichi").unwrap_err().to_string().contains("mcr, mcr-136, mcr-1998"));
        let error = refusal("flowers = true\ndora = 4\n");
        assert!(error.contains("dora") && error.contains("`minimum_points`, `base_points`"), "{error}");
        let cases = [
            (
                "[scoring]\nsystem = \"riichi\"\n",
                "expected one of `mcr`, `basic`, `public`, `competition_2012`",
            ),
            ("[scoring]\nsystem = \"mcr\"\nfan = 3\n", "unknown field `fan`, expected `fans`"),
            (
                "[scoring]\nsystem = \"mcr\"\n[scoring.fans]\nmixed_kong = 3\n",
                "expected one of `mixed_kongs`",
            ),
            ("[payments]\ndraw = 3\n", "expected `discard` or `robbed`"),
        ];
        for (text, expected) in cases {
            let error = refusal(&format!("{BASE}{text}"));
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn unknown_and_contradictory_values_are_refused_with_those_there_are() {
        let cases = [
            ("[scoring]\nsystem = \"mcr\"\n[scoring.fans]\nmixed_kongs = 4\n", "expected 3, 5, 6"),
            (
                "[scoring]\nsystem = \"mcr\"\n[scoring.fans]\nwaits = \"all\"\n",
                "expected `formal` or `available`",
            ),
            // A hand that is always worth 5 never reaches 8.
            ("[scoring]\nsystem = \"basic\"\npoints = 5\n", "minimum_points is 8, expected at most 5"),
            // A flat value has no fans to switch.
            ("[scoring]\nsystem = \"basic\"\n[scoring.fans]\nmixed_kongs = 3\n", "expected `points`"),
            ("[payments]\ndiscard = 9\n", "payments.discard is 9, expected 1 to 3"),
        ];
        for (text, expected) in cases {
            let error = refusal(&format!("{BASE}{text}"));
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    /// Files and runs from before a key was there.
    #[test]
    fn what_a_file_does_not_say_is_as_in_the_official_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.toml");
        std::fs::write(&path, BASE).unwrap();
        assert_eq!(parse(path.to_str().unwrap()).unwrap(), RuleSet::MCR);
    }
}
