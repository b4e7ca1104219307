//! The budget of one decision, spent in as many stages as there are halvings.

use super::Budget;
use std::time::{Duration, Instant};

/// What is left to spend, and how far the stages are.
pub(super) struct Purse {
    funds: Funds,
    spent: u32,
    stages: u32,
    /// Stages that are over.
    over: u32,
}

enum Funds {
    Rollouts(u32),
    Time { start: Instant, limit: Duration },
}

impl Purse {
    pub(super) fn open(budget: Budget, candidates: usize) -> Purse {
        let funds = match budget {
            Budget::Rollouts(rollouts) => Funds::Rollouts(rollouts),
            Budget::Milliseconds(milliseconds) => {
                #[expect(
                    clippy::disallowed_methods,
                    reason = "a time budget is opt-in and named non-reproducible"
                )]
                let start = Instant::now();
                Funds::Time { start, limit: Duration::from_millis(milliseconds.into()) }
            }
        };
        Purse { funds, spent: 0, stages: candidates.max(2).ilog2() + 1, over: 0 }
    }

    /// Takes the cost of up to `most` worlds with so many rollouts each, of no more than one stage: how many worlds, and
    /// whether the stage is over.
    pub(super) fn spend(&mut self, rollouts: usize, most: usize) -> (usize, bool) {
        let (mut worlds, mut over) = (0, false);
        while worlds < most && !over && self.may_spend(rollouts as u32) {
            self.spent += rollouts as u32;
            worlds += 1;
            over = self.stage_over();
        }
        (worlds, over)
    }

    fn may_spend(&self, rollouts: u32) -> bool {
        match self.funds {
            Funds::Rollouts(all) => rollouts <= all - self.spent,
            Funds::Time { start, limit } => start.elapsed() < limit,
        }
    }

    /// Whether another stage's part of the funds is spent.
    fn stage_over(&mut self) -> bool {
        let parts = self.over + 1;
        let over = match self.funds {
            Funds::Rollouts(all) => {
                u64::from(self.spent) * u64::from(self.stages) >= u64::from(all) * u64::from(parts)
            }
            Funds::Time { start, limit } => start.elapsed() * self.stages >= limit * parts,
        };
        self.over += u32::from(over);
        over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rollouts_are_spent_in_equal_stages_and_never_more_than_there_are() {
        let mut purse = Purse::open(Budget::Rollouts(60), 4);
        // Three stages of twenty: of four each, of three each, of two each.
        let stage = |purse: &mut Purse, rollouts: usize| {
            let mut worlds = 0;
            loop {
                let (more, over) = purse.spend(rollouts, 1);
                worlds += more;
                if over || more == 0 {
                    return (worlds, over);
                }
            }
        };
        assert_eq!(stage(&mut purse, 4), (5, true));
        assert_eq!(stage(&mut purse, 3), (7, true));
        assert_eq!(stage(&mut purse, 2), (9, false));
        assert_eq!(purse.spent, 59);
        assert_eq!(Purse::open(Budget::Rollouts(0), 4).spend(2, 8), (0, false));
        assert_eq!(
            Purse::open(Budget::Rollouts(40), 4).spend(4, 8),
            (4, true),
            "no more than a stage at once"
        );
    }

    #[test]
    fn time_is_spent_in_stages_too() {
        let mut purse = Purse::open(Budget::Milliseconds(30), 4);
        let mut stages = 0;
        loop {
            let (worlds, over) = purse.spend(4, 1);
            stages += u32::from(over);
            if worlds == 0 {
                break;
            }
        }
        // How many stages a stalled machine comes to is its own affair.
        assert!(purse.spent > 0 && stages == purse.over && stages <= 3, "{} in {stages}", purse.spent);
    }
}
