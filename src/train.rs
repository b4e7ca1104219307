//! `mcr train`: networks from logs and from play.

#[cfg(feature = "torch")]
mod belief;
#[cfg(feature = "torch")]
mod gate;
#[cfg(feature = "torch")]
mod improve;
#[cfg(feature = "torch")]
mod label;
#[cfg(feature = "torch")]
mod machine;
#[cfg(feature = "torch")]
mod progress;
#[cfg(feature = "torch")]
mod selfplay;
#[cfg(feature = "torch")]
mod supervised;

use crate::failure::Failure;
use mcr_agents::Registry;
use std::{io::Write, process::ExitCode};

/// Train networks: on logs, on what actions turned out to be worth, by play; and let the best one be beaten.
///
/// A training is a TOML file (configs/train has commented ones) and a folder, which keeps a checkpoint, the learning curves as CSV
/// and for TensorBoard, the best network and the last one. The same command goes on after Ctrl-C or a kill, exactly where
/// the last checkpoint was.
#[derive(clap::Args)]
#[cfg(feature = "torch")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[cfg(feature = "torch")]
#[derive(clap::Subcommand)]
enum What {
    Supervised(supervised::Args),
    Label(label::Args),
    Improve(improve::Args),
    Selfplay(selfplay::Args),
    Belief(belief::Args),
    Gate(gate::Args),
}

#[cfg(feature = "torch")]
impl Args {
    pub(crate) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        match self.what {
            What::Supervised(args) => args.run(out),
            What::Label(args) => args.run(registry, out),
            What::Improve(args) => args.run(out),
            What::Selfplay(args) => args.run(registry, out),
            What::Belief(args) => args.run(out),
            What::Gate(args) => args.run(registry, out),
        }
    }
}

/// Train networks (this program was built without them).
#[derive(clap::Args)]
#[cfg(not(feature = "torch"))]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _rest: Vec<String>,
}

#[cfg(not(feature = "torch"))]
impl Args {
    pub(crate) fn run(self, _: &Registry, _: &mut dyn Write) -> Result<ExitCode, Failure> {
        Err(Failure::Input(anyhow::anyhow!(
            "mcr train: this program was built without networks; run scripts/libtorch.sh and build it with --features torch"
        )))
    }
}
