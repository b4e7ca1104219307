//! What no rule set may say.

use super::{FanOptions, RobbedByThree, RuleSet, Scoring, WallLayout};

/// A switch with a value that it does not have, or that contradicts another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} is {found}, expected {expected}")]
pub struct RuleFault {
    /// The switch, as files write it.
    pub key: &'static str,
    /// Its value.
    pub found: String,
    /// The values it may have here.
    pub expected: String,
}

impl RuleSet {
    /// Whether the switches have values they may have, and none contradicts another.
    ///
    /// # Errors
    /// The first that does not.
    pub fn check(&self) -> Result<(), RuleFault> {
        match &self.scoring {
            Scoring::Mcr { fans } => fans.check()?,
            Scoring::Basic { points } => {
                within("scoring.points", *points, 1, 1000)?;
                if self.minimum_points > *points {
                    let expected =
                        format!("at most {points}, what every hand is worth here (scoring.points)");
                    return Err(fault("minimum_points", self.minimum_points, expected));
                }
            }
            Scoring::Competition2012 => {
                if self.minimum_points != 1 || self.base_points != 0 || self.session.is_none() {
                    let expected = "competition_2012 only with minimum_points 1, base_points 0 and a session";
                    let (key, found) = ("scoring.system", "competition_2012".to_owned());
                    return Err(RuleFault { key, found, expected: expected.to_owned() });
                }
            }
            Scoring::Public { fans, ready, pair_258 } => {
                fans.check()?;
                within("scoring.ready", *ready, 0, 100)?;
                within("scoring.pair_258", *pair_258, 0, 100)?;
            }
        }
        if let Some(session) = self.session {
            // What a player wins with every stack in it must fit.
            within("session.chips", session.chips, 1, 8000)?;
            within("session.rounds", session.rounds.into(), 1, 16)?;
            if self.scoring != Scoring::Competition2012 || self.wall != WallLayout::Shared {
                let expected = "a session only with scoring.system competition_2012 and a shared wall";
                let found = format!("{} chips", session.chips);
                return Err(RuleFault { key: "session", found, expected: expected.to_owned() });
            }
        }
        if self.session.is_some() && self.dealer_repeats {
            let expected = "false beside a session, whose dealer repeats of itself".to_owned();
            return Err(RuleFault { key: "dealer_repeats", found: "true".to_owned(), expected });
        }
        if self.session.is_some() && self.robbed_by_three == RobbedByThree::Void {
            let expected = "nearest beside a session, in which several players may win".to_owned();
            return Err(RuleFault { key: "robbed_by_three", found: "void".to_owned(), expected });
        }
        within("minimum_points", self.minimum_points, 0, 1000)?;
        within("base_points", self.base_points, 0, 1000)?;
        within("payments.discard", self.payments.discard.into(), 1, 3)?;
        within("payments.robbed", self.payments.robbed.into(), 1, 3)
    }
}

impl FanOptions {
    fn check(&self) -> Result<(), RuleFault> {
        one_of("scoring.fans.mixed_kongs", self.mixed_kongs, &[3, 5, 6])?;
        one_of("scoring.fans.two_concealed_kongs", self.two_concealed_kongs, &[6, 8])?;
        one_of("scoring.fans.own_draw_by_nature", self.own_draw_by_nature, &[1, 4])
    }
}

fn fault(key: &'static str, found: u16, expected: String) -> RuleFault {
    RuleFault { key, found: found.to_string(), expected }
}

fn within(key: &'static str, found: u16, low: u16, high: u16) -> Result<(), RuleFault> {
    if (low..=high).contains(&found) { Ok(()) } else { Err(fault(key, found, format!("{low} to {high}"))) }
}

fn one_of(key: &'static str, found: u16, values: &[u16]) -> Result<(), RuleFault> {
    if values.contains(&found) {
        return Ok(());
    }
    let values: Vec<String> = values.iter().map(u16::to_string).collect();
    Err(fault(key, found, values.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_without_fault() {
        for (name, rules) in RuleSet::PRESETS {
            assert_eq!(rules.check(), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_session_has_its_own_dealer_and_winners() {
        let session = RuleSet::COMPETITION_2012;
        let message = |rules: RuleSet| rules.check().unwrap_err().to_string();
        assert_eq!(
            message(RuleSet { dealer_repeats: true, ..session }),
            "dealer_repeats is true, expected false beside a session, whose dealer repeats of itself"
        );
        assert_eq!(
            message(RuleSet { robbed_by_three: RobbedByThree::Void, ..session }),
            "robbed_by_three is void, expected nearest beside a session, in which several players may win"
        );
    }

    #[test]
    fn a_value_that_a_switch_has_not_is_named_with_those_it_has() {
        let fans = FanOptions { mixed_kongs: 4, ..FanOptions::DEFAULT };
        let rules = RuleSet { scoring: Scoring::Mcr { fans }, ..RuleSet::MCR };
        let fault = rules.check().unwrap_err();
        assert_eq!(fault.to_string(), "scoring.fans.mixed_kongs is 4, expected 3, 5, 6");
        let rules = RuleSet { scoring: Scoring::Basic { points: 10 }, minimum_points: 11, ..RuleSet::MCR };
        let fault = rules.check().unwrap_err().to_string();
        assert_eq!(
            fault,
            "minimum_points is 11, expected at most 10, what every hand is worth here (scoring.points)"
        );
    }
}
