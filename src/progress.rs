//! What a person sees while deals are played, and how Ctrl-C ends it.

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use mcr_agents::Registry;
use mcr_sim::run::Watch;
use std::{
    fmt::Write,
    process,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// Exit code of a run that was interrupted: what shells give for SIGINT.
pub(crate) const INTERRUPTED: u8 = 130;

/// A progress bar with rate and remaining time on standard error, hidden unless that is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// How often Ctrl-C was pressed.
    interrupts: Arc<AtomicU32>,
}

impl Progress {
    /// For a run of `deals` deals by agents of `registry`, `done` of which are there already.
    pub(crate) fn start(deals: u64, done: u64, registry: &Registry) -> Progress {
        Progress::start_with(deals, done, registry.clone())
    }

    /// The same where nobody plays.
    pub(crate) fn without_agents(deals: u64) -> Progress {
        Progress::start_with(deals, 0, Registry::new())
    }

    fn start_with(deals: u64, done: u64, registry: Registry) -> Progress {
        let bar = ProgressBar::new(deals).with_position(done).with_style(style());
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(200));
        let interrupts = Arc::new(AtomicU32::new(0));
        let (shown, pressed) = (bar.clone(), Arc::clone(&interrupts));
        let installed = ctrlc::set_handler(move || on_interrupt(&shown, &pressed, &registry));
        if let Err(error) = installed {
            // Without the handler Ctrl-C ends the process at once, which loses no finished part either.
            bar.suspend(|| eprintln!("note: Ctrl-C will not wait for the current part ({error})"));
        }
        Progress { bar, interrupts }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The first Ctrl-C lets the parts that are begun come to their end, the second one does not wait.
fn on_interrupt(bar: &ProgressBar, interrupts: &AtomicU32, registry: &Registry) {
    if interrupts.fetch_add(1, Ordering::Relaxed) == 0 {
        bar.suspend(|| {
            eprintln!(
                "Finishing the current part; Ctrl-C again stops at once. Finished parts are kept either way."
            );
        });
    } else {
        bar.finish_and_clear();
        registry.shut_down();
        eprintln!("Stopped.");
        process::exit(INTERRUPTED.into());
    }
}

fn style() -> ProgressStyle {
    let rate = |state: &ProgressState, text: &mut dyn Write| {
        // Writing to a string does not fail.
        let _ = write!(text, "{}", HumanCount(state.per_sec() as u64));
    };
    let template =
        "{bar:40.cyan/dim} {percent:>3} %  {human_pos} of {human_len} deals  {rate} deals/s  {eta} left";
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", rate)
}

impl Watch for Progress {
    fn played(&self, deals: u64) {
        self.bar.inc(deals);
    }

    fn stop(&self) -> bool {
        self.interrupts.load(Ordering::Relaxed) > 0
    }
}
