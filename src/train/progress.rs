//! What a person sees while a network trains, and how Ctrl-C ends it.

use crate::progress::INTERRUPTED;
use indicatif::{ProgressBar, ProgressStyle};
use mcr_training::{belief, improve, learner::Score, selfplay, supervised::Watch};
use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// A bar of steps on standard error, hidden unless that is a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    interrupts: Arc<AtomicU32>,
}

impl Progress {
    pub(super) fn start(steps: u64) -> Progress {
        let template = "{bar:30.cyan/dim} {human_pos} of {human_len} steps  {per_sec}  {eta} left  {msg}";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(steps).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(500));
        let interrupts = Arc::new(AtomicU32::new(0));
        let (shown, pressed) = (bar.clone(), Arc::clone(&interrupts));
        // Without the handler Ctrl-C ends the process at once; the last checkpoint is there either way.
        let _ = ctrlc::set_handler(move || {
            if pressed.fetch_add(1, Ordering::Relaxed) == 0 {
                shown.suspend(|| eprintln!("Saving a checkpoint; Ctrl-C again stops at once."));
            } else {
                shown.finish_and_clear();
                process::exit(INTERRUPTED.into());
            }
        });
        Progress { bar, interrupts }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn at(&self, step: u64, score: &Score) {
        let [policy, value, outcome, agreement, ..] = score.values();
        self.bar.set_position(step);
        self.bar.set_message(format!(
            "policy {policy:.3}, value {value:.3}, outcome {outcome:.3}, agreement {:.1} %",
            100.0 * agreement
        ));
    }

    fn stop(&self) -> bool {
        self.interrupts.load(Ordering::Relaxed) > 0
    }
}

impl improve::Watch for Progress {
    fn at(&self, step: u64, gain: &improve::Gain) {
        let [loss, differs, gain, error] = gain.values();
        self.bar.set_position(step);
        self.bar.set_message(format!(
            "loss {loss:.4}, differs {:.1} %, gain {gain:+.3} ± {error:.3}",
            100.0 * differs
        ));
    }

    fn stop(&self) -> bool {
        Watch::stop(self)
    }
}

impl belief::Watch for Progress {
    fn at(&self, block: u64, losses: &[f64; 6]) {
        let [danger, near, far, held, ..] = losses;
        self.bar.set_position(block);
        self.bar.set_message(format!("danger {danger:.4}, near {near:.3}, far {far:.3}, held {held:.3}"));
    }

    fn stop(&self) -> bool {
        Watch::stop(self)
    }
}

impl selfplay::Watch for Progress {
    fn at(&self, iteration: u64, values: &[f64; 9]) {
        let [points, error, _, _, explained, entropy, kl, clipped, _] = values;
        self.bar.set_position(iteration);
        self.bar.set_message(format!(
            "points {points:+.2} ± {error:.2}, explained {explained:.2}, entropy {entropy:.3}, kl {kl:.4}, clipped {:.1} %",
            100.0 * clipped
        ));
    }

    fn stop(&self) -> bool {
        Watch::stop(self)
    }
}
