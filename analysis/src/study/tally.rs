//! Counting wins by fan, agent, seat and way to win. Whole numbers only, so that any order of adding gives the same.

use mcr_engine::{Fan, Seat};
use mcr_sim::{
    log::{DealRow, Ending, Win, WinBy},
    statistics::{FanTally, Tally},
};

/// Fan ids run from 1; index 0 stays empty.
pub(super) const FAN_IDS: usize = Fan::EVERY_COUNT + 1;

/// How a hand was won. Robbing a kong is a discard's win (rules/mcr.md 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    OwnDraw,
    Discard,
}

impl Way {
    pub(super) const ALL: [Way; 2] = [Way::OwnDraw, Way::Discard];

    fn of(win: &Win) -> Way {
        if win.by == WinBy::SelfDraw { Way::OwnDraw } else { Way::Discard }
    }
}

/// The wins of an agent at a seat in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) agent: String,
    pub(super) seat: Seat,
    pub(super) way: Way,
    pub(super) wins: u64,
    pub(super) points: u64,
    pub(super) fans: Vec<FanTally>,
}

/// How far the counting was after so many deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Milestone {
    pub(super) deals: u64,
    pub(super) wins: u64,
    /// Wins that show it, by fan id.
    pub(super) fans: Vec<u64>,
}

/// What happened to the fans in a number of deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyTally {
    /// The plain counts.
    pub tally: Tally,
    pub(super) groups: Vec<Group>,
    /// Wins that show both fans, by two ids in ascending order.
    pub(super) together: Vec<u64>,
    /// Wins whose most valuable fan it is, by id.
    pub(super) main: Vec<u64>,
    /// Wins by points of the hand, for each way.
    pub(super) points: [Vec<u64>; 2],
    /// Deals by their discards: won, not won.
    pub(super) lengths: [Vec<u64>; 2],
    pub(super) growth: Vec<Milestone>,
}

impl Default for StudyTally {
    fn default() -> StudyTally {
        StudyTally {
            tally: Tally::default(),
            groups: Vec::new(),
            together: vec![0; FAN_IDS * FAN_IDS],
            main: vec![0; FAN_IDS],
            points: [Vec::new(), Vec::new()],
            lengths: [Vec::new(), Vec::new()],
            growth: Vec::new(),
        }
    }
}

/// One more at `place`.
fn count(histogram: &mut Vec<u64>, place: usize) {
    if histogram.len() <= place {
        histogram.resize(place + 1, 0);
    }
    histogram[place] += 1;
}

fn add_all(sums: &mut Vec<u64>, more: &[u64]) {
    sums.resize(sums.len().max(more.len()), 0);
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

impl StudyTally {
    /// Takes one deal.
    pub fn add(&mut self, row: &DealRow) {
        self.tally.add(row);
        let won = matches!(row.ending, Ending::Win(_));
        count(&mut self.lengths[usize::from(!won)], usize::from(row.turns));
        if let Ending::Win(win) = &row.ending {
            self.add_win(win, &row.agents[win.winner]);
        }
    }

    fn add_win(&mut self, win: &Win, agent: &str) {
        let way = Way::of(win);
        count(&mut self.points[way as usize], usize::from(win.hand_points));
        let group = self.group(agent, win.winner, way);
        group.wins += 1;
        group.points += u64::from(win.hand_points);
        for &(id, times) in &win.fans {
            let fan = &mut group.fans[usize::from(id)];
            fan.wins += 1;
            fan.count += u64::from(times);
            fan.hand_points += u64::from(win.hand_points);
        }
        for (place, &(id, _)) in win.fans.iter().enumerate() {
            for &(other, _) in &win.fans[place + 1..] {
                self.together[usize::from(id) * FAN_IDS + usize::from(other)] += 1;
            }
        }
        if let Some(main) = main_fan(win) {
            self.main[usize::from(main.id())] += 1;
        }
    }

    fn group(&mut self, agent: &str, seat: Seat, way: Way) -> &mut Group {
        let same = |group: &Group| group.seat == seat && group.way == way && group.agent == agent;
        let place = self.groups.iter().position(same).unwrap_or_else(|| {
            let fans = vec![FanTally::default(); FAN_IDS];
            self.groups.push(Group { agent: agent.to_owned(), seat, way, wins: 0, points: 0, fans });
            self.groups.len() - 1
        });
        &mut self.groups[place]
    }

    /// Takes all deals of `other`, which come after those of this.
    pub fn merge(&mut self, other: &StudyTally) {
        self.tally.merge(&other.tally);
        for more in &other.groups {
            let group = self.group(&more.agent, more.seat, more.way);
            group.wins += more.wins;
            group.points += more.points;
            for (fan, more) in group.fans.iter_mut().zip(&more.fans) {
                fan.wins += more.wins;
                fan.count += more.count;
                fan.hand_points += more.hand_points;
            }
        }
        add_all(&mut self.together, &other.together);
        add_all(&mut self.main, &other.main);
        for (sums, more) in self.points.iter_mut().zip(&other.points) {
            add_all(sums, more);
        }
        for (sums, more) in self.lengths.iter_mut().zip(&other.lengths) {
            add_all(sums, more);
        }
    }

    /// Marks how far the counting is, at deals that grow by half each.
    pub(super) fn mark(&mut self) {
        let due = self.growth.last().map_or(1, |last| last.deals + last.deals / 2);
        if self.tally.deals >= due.max(1) {
            let fans = (0..FAN_IDS).map(|id| self.tally.fan(id as u8).wins).collect();
            self.growth.push(Milestone { deals: self.tally.deals, wins: self.tally.wins(), fans });
        }
    }
}

/// The fan that is worth most, counted as often as it is scored; flowers are none. Of equal ones the lower id.
fn main_fan(win: &Win) -> Option<Fan> {
    let worth = |&(id, times): &(u8, u8)| {
        let fan = Fan::from_id(id).filter(|fan| *fan != Fan::FlowerTiles)?;
        Some((fan.points() * u16::from(times), std::cmp::Reverse(fan.id()), fan))
    };
    win.fans.iter().filter_map(worth).max_by_key(|(points, id, _)| (*points, *id)).map(|(_, _, fan)| fan)
}
