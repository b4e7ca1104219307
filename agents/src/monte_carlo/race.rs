//! Which of several actions is best, from samples of all of them in the same worlds.

/// Running sums of one candidate's results, relative to the first candidate's in the same world.
#[derive(Clone, Copy, Debug, Default)]
struct Lead {
    samples: u32,
    sum: f64,
    squares: f64,
}

/// A race between candidates; the first is the favourite, against whom the others are measured.
///
/// All candidates that are still in get the same worlds, so that luck cancels in the difference. After each
/// stage the worse half leaves (successive halving, Karnin, Koren and Somekh 2013).
#[derive(Clone, Debug)]
pub(super) struct Race {
    leads: Vec<Lead>,
    /// What was believed about each lead beforehand, in points.
    beliefs: Vec<f64>,
    /// Samples the belief is worth.
    confidence: f64,
    alive: Vec<usize>,
    favourite_sum: f64,
}

impl Race {
    /// A race of candidates whose expected leads over the first are believed to be `beliefs`.
    pub(super) fn new(beliefs: Vec<f64>, confidence: f64) -> Race {
        let count = beliefs.len();
        Race {
            leads: vec![Lead::default(); count],
            beliefs,
            confidence,
            alive: (0..count).collect(),
            favourite_sum: 0.0,
        }
    }

    /// The candidates still in; always with the favourite, who is the measure of the others.
    pub(super) fn alive(&self) -> &[usize] {
        &self.alive
    }

    /// Takes the results of one world, in the order of [`Race::alive`].
    pub(super) fn record(&mut self, results: &[f64]) {
        let favourite = results[0];
        self.favourite_sum += favourite;
        for (place, candidate) in self.alive.iter().enumerate() {
            let lead = &mut self.leads[*candidate];
            let difference = results[place] - favourite;
            lead.samples += 1;
            lead.sum += difference;
            lead.squares += difference * difference;
        }
    }

    /// The lead of a candidate over the favourite: samples and belief together.
    pub(super) fn lead(&self, candidate: usize) -> f64 {
        let lead = &self.leads[candidate];
        let weight = f64::from(lead.samples);
        (lead.sum + self.confidence * self.beliefs[candidate]) / (weight + self.confidence)
    }

    /// Mean result of the candidate, by the favourite's mean and the candidate's lead.
    pub(super) fn mean(&self, candidate: usize) -> f64 {
        let samples = f64::from(self.leads[0].samples.max(1));
        self.favourite_sum / samples + self.lead(candidate)
    }

    /// How many worlds a candidate was tried in.
    pub(super) fn trials(&self, candidate: usize) -> u32 {
        self.leads[candidate].samples
    }

    /// Standard error of a candidate's lead over the favourite in the worlds of both.
    pub(super) fn error(&self, candidate: usize) -> f64 {
        let lead = &self.leads[candidate];
        let n = f64::from(lead.samples.max(2));
        let variance = (lead.squares - lead.sum * lead.sum / n) / (n - 1.0);
        (variance.max(0.0) / n).sqrt()
    }

    /// All candidates, the best first; the earlier of equals first.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let mut order = self.alive.clone();
        order.sort_by(|a, b| self.lead(*b).total_cmp(&self.lead(*a)));
        order.extend((0..self.leads.len()).filter(|c| !self.alive.contains(c)));
        order
    }

    /// Sends the worse half of the challengers home.
    pub(super) fn halve(&mut self) {
        let mut challengers: Vec<usize> = self.alive.iter().copied().filter(|c| *c != 0).collect();
        challengers.sort_by(|a, b| self.lead(*b).total_cmp(&self.lead(*a)).then(a.cmp(b)));
        challengers.truncate(challengers.len().div_ceil(2));
        self.alive = std::iter::once(0).chain(challengers).collect();
    }

    /// The best candidate so far; the earlier of equals.
    pub(super) fn best(&self) -> usize {
        self.alive.iter().copied().fold(0, |best, c| if self.lead(c) > self.lead(best) { c } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_mix_belief_and_samples_by_their_weight() {
        let mut race = Race::new(vec![0.0, -4.0], 2.0);
        assert_eq!(race.lead(1), -4.0);
        race.record(&[10.0, 14.0]);
        race.record(&[-8.0, 0.0]);
        // (4 + 8 - 2 * 4) / (2 + 2)
        assert_eq!(race.lead(1), 1.0);
        assert_eq!(race.best(), 1);
        assert_eq!(race.mean(1), 2.0);
    }

    #[test]
    fn halving_keeps_the_favourite_and_the_better_challengers() {
        let mut race = Race::new(vec![0.0; 5], 1.0);
        race.record(&[5.0, 1.0, 2.0, 3.0, 4.0]);
        race.halve();
        assert_eq!(race.alive(), [0, 4, 3]);
        race.halve();
        assert_eq!(race.alive(), [0, 4]);
        assert_eq!(race.best(), 0);
    }
}
