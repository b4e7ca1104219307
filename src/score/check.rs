//! `mcr score --check`: our scores against those of a file.

use super::each_line;
use crate::failure::Failure;
use anyhow::Context;
use mcr_engine::{
    RuleSet, Score,
    notation::corpus::{CorpusLine, Verdict},
};
use std::{io::Write, path::Path, process::ExitCode};

/// Prints every difference and the count of them; exit code 1 if points differ.
pub(super) fn check(path: &Path, rules: &RuleSet, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let (mut hands, mut points, mut fans) = (0u64, 0u64, 0u64);
    each_line(path, |place, text| {
        let line: CorpusLine = text.parse().with_context(|| place.clone()).map_err(Failure::Input)?;
        let verdict = line.check(rules);
        hands += 1;
        points += u64::from(!verdict.points_agree);
        fans += u64::from(!verdict.fans_agree);
        if !verdict.points_agree || !verdict.fans_agree {
            writeln!(out, "{place}: {}", difference(&line, &verdict))?;
        }
        Ok(())
    })?;
    writeln!(out, "checked {hands} hands: {points} points differ, {fans} fan lists differ")?;
    Ok(ExitCode::from(u8::from(points > 0)))
}

fn difference(line: &CorpusLine, verdict: &Verdict) -> String {
    let list = |fans: &mut dyn Iterator<Item = (mcr_engine::Fan, u8)>| {
        fans.map(|(fan, count)| match count {
            1 => fan.id().to_string(),
            _ => format!("{}*{count}", fan.id()),
        })
        .collect::<Vec<_>>()
        .join(";")
    };
    let ours = |score: Score| format!("{} ({})", score.points(), list(&mut score.fans()));
    let ours = verdict.score.map_or("not complete".into(), ours);
    format!("expected {} ({}), found {ours}", line.points, list(&mut line.fans.iter().copied()))
}
