use super::*;
use crate::random::Random;

fn parse(spec: &str) -> Result<AgentSpec, SpecError> {
    Registry::standard().parse(spec)
}

fn refused(spec: &str) -> String {
    parse(spec).unwrap_err().to_string()
}

#[test]
fn specs_print_as_they_parse() {
    for spec in [
        "random",
        "greedy",
        "greedy:noise=0.05",
        "mc",
        "mc:rollouts=8,candidates=3",
        "mc:rollouts=600",
        "heuristic:slack=2,danger.cost=20",
        "external: ./bot --deep ,time=2,,env=A:B",
    ] {
        assert_eq!(parse(spec).unwrap().to_string(), spec);
    }
    assert_eq!(parse("greedy:noise=0").unwrap().to_string(), "greedy");
    assert_eq!(parse("greedy:noise=0.050").unwrap().to_string(), "greedy:noise=0.05");
    assert_eq!(parse("mc:").unwrap().to_string(), "mc");
    assert_eq!(parse("heuristic:,slack=2,").unwrap().to_string(), "heuristic:slack=2");
}

#[test]
fn errors_name_the_spec_the_finding_and_the_expectation() {
    assert_eq!(
        refused("gready"),
        r#"agent spec "gready": no agent is called "gready"; known: random, greedy, heuristic, external, mc, neural; did you mean "greedy"?"#
    );
    assert!(refused("random:noise=1").contains("(none)"));
    assert!(refused("greedy:noise=2").contains("a probability 0 to 1"));
    assert!(refused("mc:rollouts=-1").contains("a whole number below 2^32"));
    assert!(refused("mc:rollouts=99999999999").contains("below 2^32"));
    assert!(refused("mc:ms=0").contains("a whole number above 0"));
    assert!(refused("mc:confidence=0").contains("a number above 0"));
    assert!(refused("mc:depth=2").contains("rollouts=N"));
    assert!(refused("greedy:depth=2").contains("noise=P"));
    assert!(refused("heuristic:slak=2").contains(r#"did you mean "slack"?"#));
    assert!(refused("heuristic:slack=x").contains(r#"slack is "x", expected a whole number"#));
    assert!(refused("heuristic:config=no/such.toml").contains("no/such.toml: No such file"));
    assert!(refused("").contains("known: random"));
    assert!(!refused("rollercoaster").contains("did you mean"));
    #[cfg(not(feature = "torch"))]
    for spec in ["neural:a.safetensors", "mc:policy=a.safetensors", "mc:value=a.safetensors"] {
        assert!(refused(spec).contains("--features torch"));
    }
    #[cfg(feature = "torch")]
    for spec in
        ["neural:no/such.safetensors", "mc:policy=no/such.safetensors", "mc:value=no/such.safetensors"]
    {
        assert!(refused(spec).contains("no/such.safetensors: No such file"));
    }
}

/// A factory that is no good in some way.
struct Odd {
    name: &'static str,
    options: Vec<AgentOption>,
}

impl Factory for Odd {
    fn name(&self) -> &str {
        self.name
    }

    fn help(&self) -> &str {
        "plays at random"
    }

    fn version(&self) -> &str {
        "3b"
    }

    fn options(&self) -> Vec<AgentOption> {
        self.options.clone()
    }

    fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        // An option that is not listed is not there.
        assert_eq!(given.find::<f64>("unlisted"), Ok(None));
        assert!(given.get::<f64>("unlisted").is_err());
        Ok(prepared(|| Random))
    }
}

#[test]
fn agents_are_added_under_names_of_their_own() {
    let odd = |name, options| Registry::standard().with(Odd { name, options });
    let registry = odd("odd-1", vec![AgentOption::whole("size", 1..=9)]).unwrap();
    let spec = registry.parse("odd-1:size=4").unwrap();
    assert_eq!((spec.to_string().as_str(), spec.version()), ("odd-1:size=4", "3b"));
    assert_eq!(spec.with("size", "5").unwrap().to_string(), "odd-1:size=5");
    assert_eq!(spec.number("size"), Some(4.0));
    assert_eq!(registry.usual(), "heuristic");
    assert_eq!(registry.usually("odd-1").unwrap().usual(), "odd-1");
    assert!(registry_error(Registry::standard().usually("odd-1")).contains("no agent is called"));
    for name in ["", "two words", "9", "a:b", "a,b", "a=b", "ü"] {
        assert!(registry_error(odd(name, Vec::new())).contains("expected a name of letters"), "{name}");
    }
    assert!(registry_error(odd("greedy", Vec::new())).contains("registered twice"));
    for (options, problem) in [
        (vec![AgentOption::whole("a b", ..)], "no name of letters"),
        (vec![AgentOption::whole("a", ..), AgentOption::number("a", ..)], "listed twice"),
        (vec![AgentOption::whole("a", 1..=3).default(7)], "its own default"),
        (
            vec![AgentOption::text("a", "A").positional(), AgentOption::text("b", "B").positional()],
            "second one without a name",
        ),
    ] {
        assert!(registry_error(odd("odd", options)).contains(problem), "{problem}");
    }
}

fn registry_error(result: Result<Registry, RegistryError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn numbers_may_come_from_a_file_and_files_are_part_of_the_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("params.toml");
    let text = parse("heuristic:claim_margin=1.5").unwrap().to_toml().unwrap();
    std::fs::write(&path, &text).unwrap();
    let spec = parse(&format!("heuristic:config={}", path.display())).unwrap();
    assert_eq!((spec.number("claim_margin"), spec.number("slack")), (Some(1.5), Some(1.0)));
    assert_eq!(spec.number("config"), None);
    assert_eq!(spec.with("slack", "2").unwrap().number("claim_margin"), Some(1.5));
    assert_eq!(parse("heuristic").unwrap().version(), "1");
    std::fs::write(&path, text.replace("slack = 1", "slack = 2")).unwrap();
    assert_ne!(parse(&spec.to_string()).unwrap().version(), spec.version());
}

#[test]
fn lists_are_of_specs_and_options_stay_with_their_agent() {
    assert_eq!(split("mc:rollouts=64,depth=2,greedy"), ["mc:rollouts=64,depth=2", "greedy"]);
    let parsed = Registry::standard().parse_list("random, random, greedy:noise=0.5, greedy").unwrap();
    let names: Vec<String> = parsed.iter().map(AgentSpec::to_string).collect();
    assert_eq!(names, ["random", "random", "greedy:noise=0.5", "greedy"]);
}
