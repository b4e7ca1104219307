//! Where the agents stand: everything a report needs, gathered set by set in the order of the sets.

use crate::arena::{
    estimate::Estimate,
    ratings::RatingModel,
    schedule::{Entry, Lineup, entries},
    tally::{Figures, SetRecord, headline},
};

/// The sums and estimates of the sets so far.
#[derive(Clone, Debug)]
pub struct Standings {
    lineups: Vec<Lineup>,
    entries: Vec<Entry>,
    /// Of each agent: which entries make its results.
    headlines: Vec<Vec<usize>>,
    /// Take the luck of the draws out.
    control_variates: bool,
    sets: u64,
    figures: Vec<Figures>,
    points: Vec<Estimate>,
    raw: Vec<Estimate>,
    entry_points: Vec<Estimate>,
    /// Of each pair of agents, in the order of [`Standings::pairs`].
    differences: Vec<Estimate>,
    gain: Estimate,
    rating_model: Option<RatingModel>,
    /// Each set's own ratings, for the bootstrap.
    ratings: Vec<Vec<f64>>,
}

impl Standings {
    /// No set yet.
    #[must_use]
    pub fn new(lineups: &[Lineup], agents: usize, control_variates: bool) -> Standings {
        let entries = entries(lineups);
        let headlines = (0..agents).map(|agent| headline(lineups, &entries, agent)).collect();
        // With two agents the difference says all there is to say.
        let rating_model = (agents > 2).then(|| RatingModel::new(lineups, &entries, agents)).flatten();
        Standings {
            lineups: lineups.to_vec(),
            headlines,
            control_variates,
            sets: 0,
            figures: vec![Figures::default(); entries.len()],
            points: vec![Estimate::default(); agents],
            raw: vec![Estimate::default(); agents],
            entry_points: vec![Estimate::default(); entries.len()],
            differences: vec![Estimate::default(); pairs(agents).count()],
            gain: Estimate::default(),
            rating_model,
            ratings: Vec::new(),
            entries,
        }
    }

    /// Takes the next set and says what the first agent gained in it, points a deal.
    pub fn add(&mut self, record: &SetRecord) -> f64 {
        self.sets += 1;
        for (sum, figures) in self.figures.iter_mut().zip(&record.figures) {
            sum.merge(figures);
        }
        let of_entries: Vec<f64> =
            record.figures.iter().map(|figures| mean(&[figures], self.control_variates)).collect();
        let value = |entries: &Vec<usize>, adjusted| {
            let figures: Vec<&Figures> = entries.iter().map(|entry| &record.figures[*entry]).collect();
            mean(&figures, adjusted)
        };
        let points: Vec<f64> =
            self.headlines.iter().map(|entries| value(entries, self.control_variates)).collect();
        let raw: Vec<f64> = self.headlines.iter().map(|entries| value(entries, false)).collect();
        add_all(&mut self.points, &points);
        add_all(&mut self.raw, &raw);
        add_all(&mut self.entry_points, &of_entries);
        let differences: Vec<f64> = pairs(points.len()).map(|(a, b)| points[a] - points[b]).collect();
        add_all(&mut self.differences, &differences);
        if let Some(model) = &self.rating_model {
            self.ratings.push(model.ratings(&of_entries));
        }
        let gain = self.first_gains(&points);
        self.gain.add(gain);
        gain
    }

    /// What the sequential test looks at: the first agent's points; with two agents that are alone in turn also
    /// what the other does not win alone, so that all deals count.
    fn first_gains(&self, points: &[f64]) -> f64 {
        if self.is_duel() { (points[0] - points[1]) / 2.0 } else { points[0] }
    }

    /// Two agents, each alone against three of the other.
    #[must_use]
    pub fn is_duel(&self) -> bool {
        self.lineups.iter().map(Lineup::alone).eq([Some((0, 1)), Some((1, 0))])
    }

    /// The lineups of a set.
    #[must_use]
    pub fn lineups(&self) -> &[Lineup] {
        &self.lineups
    }

    /// The entries of a set's record.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Sets taken.
    #[must_use]
    pub fn sets(&self) -> u64 {
        self.sets
    }

    /// Deals in the sets taken.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.figures.iter().map(|figures| figures.hands).sum::<u64>() / 4
    }

    /// What an agent did in the lineups that make its results.
    #[must_use]
    pub fn figures(&self, agent: usize) -> Figures {
        let mut sum = Figures::default();
        self.headlines[agent].iter().for_each(|entry| sum.merge(&self.figures[*entry]));
        sum
    }

    /// On how many places an agent's sum of places was reached: its chairs on every wall.
    #[must_use]
    pub fn places(&self, agent: usize, walls: u64) -> u64 {
        let chairs = |entry: &usize| self.lineups[self.entries[*entry].lineup].chairs(agent) as u64;
        self.headlines[agent].iter().map(chairs).sum::<u64>() * walls
    }

    /// An agent's points a deal.
    #[must_use]
    pub fn points(&self, agent: usize) -> &Estimate {
        &self.points[agent]
    }

    /// … with the luck of the draws left in.
    #[must_use]
    pub fn raw_points(&self, agent: usize) -> &Estimate {
        &self.raw[agent]
    }

    /// Points a deal of one entry.
    #[must_use]
    pub fn entry_points(&self, entry: usize) -> &Estimate {
        &self.entry_points[entry]
    }

    /// The difference of the points of every two agents, paired by set.
    pub fn differences(&self) -> impl Iterator<Item = ((usize, usize), &Estimate)> {
        pairs(self.points.len()).zip(&self.differences)
    }

    /// What the first agent gains a deal.
    #[must_use]
    pub fn gain(&self) -> &Estimate {
        &self.gain
    }

    /// Each set's own ratings of all agents; empty with two agents.
    #[must_use]
    pub fn ratings(&self) -> &[Vec<f64>] {
        &self.ratings
    }
}

fn pairs(agents: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..agents).flat_map(move |a| (a + 1..agents).map(move |b| (a, b)))
}

fn add_all(estimates: &mut [Estimate], values: &[f64]) {
    for (estimate, value) in estimates.iter_mut().zip(values) {
        estimate.add(*value);
    }
}

/// Points a deal of all these figures together.
fn mean(figures: &[&Figures], control_variates: bool) -> f64 {
    let hands: u64 = figures.iter().map(|f| f.hands).sum();
    let points: i64 = figures.iter().map(|f| f.points).sum();
    let luck: f64 = if control_variates { figures.iter().map(|f| f.luck.points()).sum() } else { 0.0 };
    (points as f64 - luck) / hands as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{
        control_variates::{COEFFICIENTS, Luck},
        schedule::{Meeting, lineups},
    };

    fn figures(hands: u64, points: i64) -> Figures {
        Figures { hands, points, ..Figures::default() }
    }

    /// A duel's set in which the first wins `first` alone and the second `second`.
    fn duel(set: u64, first: i64, second: i64) -> SetRecord {
        let figures = vec![figures(4, first), figures(12, -first), figures(4, second), figures(12, -second)];
        SetRecord { set, figures }
    }

    #[test]
    fn a_duel_is_worked_out_by_hand() {
        let mut standings = Standings::new(&lineups(Meeting::Table, 2), 2, false);
        // Points a deal: 6 and −2, then 2 and 0; what the first gains: 4, then 1.
        assert_eq!(standings.add(&duel(0, 24, -8)), 4.0);
        assert_eq!(standings.add(&duel(1, 8, 0)), 1.0);
        assert_eq!((standings.points(0).mean(), standings.points(1).mean()), (4.0, -1.0));
        assert_eq!(standings.points(0).variance(), Some(8.0));
        let ((a, b), difference) = standings.differences().next().unwrap();
        assert_eq!((a, b, difference.mean(), difference.variance()), (0, 1, 5.0, Some(18.0)));
        assert_eq!((standings.gain().mean(), standings.sets(), standings.deals()), (2.5, 2, 16));
        assert_eq!(standings.figures(0).points, 32);
        assert_eq!(standings.places(0, 2), 2);
    }

    #[test]
    fn at_one_table_the_first_gains_its_points() {
        let mut standings = Standings::new(&lineups(Meeting::Table, 4), 4, false);
        let record =
            SetRecord { set: 0, figures: [24, -8, -8, -8].map(|points| figures(4, points)).to_vec() };
        assert_eq!(standings.add(&record), 6.0);
        assert_eq!(standings.differences().count(), 6);
        // Additive model: a rating is three quarters of the points at a table of four.
        assert!((standings.ratings()[0][0] - 4.5).abs() < 1e-12);
    }

    #[test]
    fn control_variates_take_the_luck_out_and_leave_the_raw_points() {
        let mut standings = Standings::new(&lineups(Meeting::Table, 2), 2, true);
        let mut record = duel(0, 24, -8);
        record.figures[0].luck = Luck([0.4, 0.0, 0.0, 0.0, 0.0]);
        standings.add(&record);
        let adjusted = (24.0 - 0.4 * COEFFICIENTS[0]) / 4.0;
        assert_eq!((standings.points(0).mean(), standings.raw_points(0).mean()), (adjusted, 6.0));
    }
}
