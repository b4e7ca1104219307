//! Where a network is computed: the options that all trainings share.

use crate::{failure::Failure, simulate::all_cores};
use anyhow::anyhow;
use mcr_agents::neural::{Options, set_threads};
use std::num::NonZero;

#[derive(clap::Args)]
pub(super) struct Machine {
    /// Where to compute: cpu or cuda
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: String,
    /// Threads of the network; with one the same training gives the same bytes [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Machine {
    /// The device.
    pub(super) fn device(&self) -> Result<tch::Device, Failure> {
        Options::device(&self.device)
            .ok_or_else(|| Failure::Input(anyhow!("device {:?}: expected cpu or cuda", self.device)))
    }

    /// Lets the network and the deals that are played for it have their threads.
    pub(super) fn start_threads(&self) -> Result<(), Failure> {
        let threads = self.set_threads();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        pool.map_err(|error| Failure::Run(anyhow!("cannot start threads: {error}")))
    }

    /// Lets the network have its threads, and says how many those are.
    pub(super) fn set_threads(&self) -> usize {
        let threads = self.threads.map_or_else(all_cores, NonZero::get);
        set_threads(threads);
        threads
    }
}
