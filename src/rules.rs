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

    #[test]
    fn unknown_names_and_keys_are_refused() {
        assert!(parse("riichi").unwrap_err().to_string().contains("mcr, mcr-136, botzone"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("odd.toml");
        std::fs::write(&path, "flowers = true\ndora = 4\n").unwrap();
        let error = format!("{:#}", parse(path.to_str().unwrap()).unwrap_err());
        assert!(error.contains("odd.toml: not a rule set") && error.contains("dora"), "{error}");
    }
}
