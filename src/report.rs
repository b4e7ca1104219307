//! `mcr report`: runs as a page.

use crate::{
    failure::Failure,
    simulate::{all_cores, headline},
};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use mcr_analysis::{
    page::{Curve, NamedStudy, Source, curves_page, fan_table, report_page},
    probability::ProbabilityTable,
    study::{Study, StudyTally, WaitsAtWin, read},
};
use mcr_engine::RuleSet;
use mcr_sim::{report::grouped, run::RunFolder};
use std::{
    io::Write,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

/// Make one self-contained HTML page of any number of runs: every fan in play against its exact probability, values,
/// points, agents and seats, lengths, waits; with charts and sortable tables, in English and Chinese.
///
/// Of a training's folder, or CSV files of learning curves: a page of the curves.
///
/// Nothing on the page is fetched from anywhere. With --markdown: the table of all fans as Markdown instead.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Run folders, those of other rules than the first's beside it; or a training's folder; or files of learning curves
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// File to write [default: report.html, with --markdown standard output]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The table of all fans for the documentation, as Markdown
    #[arg(long)]
    markdown: bool,
    /// Worker threads; they change nothing but the time [default: all cores]
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
}

const EXAMPLES: &str = "\
Examples:
  mcr report runs/million -o million.html
  mcr report runs/a runs/b runs/c
  mcr report runs/mcr runs/competition-2012 runs/room-public
  mcr report runs/million --markdown -o docs/fans.md
  mcr report nets/first -o curves.html";

impl Args {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let files: Vec<PathBuf> = self.runs.iter().flat_map(|path| curve_files(path)).collect();
        if !files.is_empty() && !self.runs.iter().any(|path| path.join("run.toml").exists()) {
            return self.curves(&files, out);
        }
        let folders =
            self.runs.iter().map(|path| Ok(RunFolder::open(path)?)).collect::<Result<Vec<_>, Failure>>()?;
        let threads = self.threads.map_or_else(all_cores, NonZero::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::Run(error.into()))?;
        let source = self.source(&folders)?;
        let groups = by_rules(folders);
        if let (true, [_, (_, others), ..]) = (self.markdown, &groups[..]) {
            return Err(Failure::Input(anyhow::anyhow!(
                "--markdown: {} was played under {}, expected the rules of the first run",
                others[0].path().display(),
                others[0].manifest().rules_name()
            )));
        }
        let studies = groups
            .iter()
            .map(|(rules, folders)| Ok::<_, Failure>(Study::of(&pool.install(|| counted(folders))?, rules)));
        let studies = studies.collect::<Result<Vec<_>, _>>()?;
        let ([study, ..], [(_, folders), ..]) = (&studies[..], &groups[..]) else {
            return Err(Failure::Input(anyhow::anyhow!("no runs")));
        };
        let exact = ProbabilityTable::committed();
        if self.markdown {
            let text = fan_table(study, &exact, &source);
            return match &self.out {
                Some(path) => write_page(path, &text, out),
                None => {
                    write!(out, "{text}")?;
                    Ok(ExitCode::SUCCESS)
                }
            };
        }
        let waits = pool.install(|| WaitsAtWin::sample(folders))?;
        let names: Vec<&str> = groups.iter().map(|(_, folders)| folders[0].manifest().rules_name()).collect();
        let beside: Vec<NamedStudy<'_>> = names.into_iter().zip(&studies).collect();
        let page = report_page(study, &exact, &waits, &beside, &source)
            .map_err(|error| Failure::Run(error.into()))?;
        write_page(self.out.as_deref().unwrap_or(Path::new("report.html")), &page, out)
    }

    /// A page of learning curves.
    fn curves(&self, files: &[PathBuf], out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let read = |path: &PathBuf| {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("{}: cannot read", path.display()))
                .map_err(Failure::Input)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            Curve::read(&name, &text)
                .with_context(|| format!("{}: not a learning curve", path.display()))
                .map_err(Failure::Input)
        };
        let curves = files.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
        let names: Vec<String> = self.runs.iter().map(|path| path.display().to_string()).collect();
        let to = self.out.as_ref().map_or_else(String::new, |path| format!(" -o {}", path.display()));
        let command = format!("mcr report {}{to}", names.join(" "));
        let page = curves_page(&names.join(", "), &curves, &command);
        let page = page.map_err(|error| Failure::Run(error.into()))?;
        write_page(self.out.as_deref().unwrap_or(Path::new("report.html")), &page, out)
    }

    fn source(&self, folders: &[RunFolder]) -> Result<Source, Failure> {
        let mut deals = 0;
        let mut runs = Vec::new();
        for folder in folders {
            let (done, all) = (folder.deals_done()?, folder.manifest().deals);
            deals += done;
            let rest = if done < all {
                format!(" (unfinished: {} are there)", grouped(done))
            } else {
                String::new()
            };
            runs.push(headline(folder.manifest()) + &rest);
        }
        let names: Vec<String> = self.runs.iter().map(|path| path.display().to_string()).collect();
        let markdown = if self.markdown { " --markdown" } else { "" };
        let to = self.out.as_ref().map_or_else(String::new, |path| format!(" -o {}", path.display()));
        let headline = match &runs[..] {
            [one] => one.clone(),
            _ => format!("{} deals of {} runs", grouped(deals), runs.len()),
        };
        Ok(Source { headline, runs, command: format!("mcr report {}{markdown}{to}", names.join(" ")) })
    }
}

/// The files of learning curves at `path`: itself, or those of a training's folder.
fn curve_files(path: &Path) -> Vec<PathBuf> {
    if path.extension().is_some_and(|extension| extension == "csv") {
        return vec![path.to_owned()];
    }
    ["training", "holdout"]
        .map(|name| path.join(format!("{name}.csv")))
        .into_iter()
        .filter(|p| p.exists())
        .collect()
}

/// The runs of every rule set, in the order of their first.
fn by_rules(folders: Vec<RunFolder>) -> Vec<(RuleSet, Vec<RunFolder>)> {
    let mut groups: Vec<(RuleSet, Vec<RunFolder>)> = Vec::new();
    for folder in folders {
        let rules = folder.manifest().rules;
        match groups.iter_mut().find(|(known, _)| *known == rules) {
            Some((_, group)) => group.push(folder),
            None => groups.push((rules, vec![folder])),
        }
    }
    groups
}

fn counted(folders: &[RunFolder]) -> Result<StudyTally, Failure> {
    let mut deals = 0;
    for folder in folders {
        deals += folder.deals_done()?;
    }
    let template = "{bar:40.cyan/dim} {percent:>3} %  {human_pos} of {human_len} deals counted  {eta} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(deals).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    let counted = read(folders, |deals| bar.inc(deals));
    bar.finish_and_clear();
    Ok(counted?)
}

/// Puts a whole file in the place of what was there; what is no file (`/dev/stdout`) is written to.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return std::fs::write(path, text);
    }
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    std::fs::write(&unfinished, text)
        .and_then(|()| std::fs::rename(&unfinished, path))
        .inspect_err(|_| _ = std::fs::remove_file(&unfinished))
}

/// Writes a page and says so. A page that was there stays until the new one is whole.
pub(crate) fn write_page(path: &Path, text: &str, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    replace(path, text).with_context(|| format!("cannot write {}", path.display())).map_err(Failure::Run)?;
    writeln!(out, "{}: {} kB", path.display(), grouped(text.len().div_ceil(1000) as u64))?;
    Ok(ExitCode::SUCCESS)
}
