//! The technical fans and additional points, a part of the table of all fans.

use crate::scoring::Fan;

/// A technical fan 技术番 or a kind of additional points 附加分.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CompetitionFan {
    /// 花龙, 10 points.
    MixedStraight,
    /// 清龙, 10 points.
    PureStraight,
    /// 组合龙, 10 points.
    KnittedStraight,
    /// 混一色, 20 points.
    HalfFlush,
    /// 对对和, 20 points.
    AllPungs,
    /// 大乱, 20 points.
    Unconnected,
    /// 全求独钓, 20 points.
    MeldedSingleWait,
    /// 夹绝张, 20 points.
    LastTileBetween,
    /// 全大, 20 points.
    UpperChows,
    /// 全中, 20 points.
    MiddleChows,
    /// 全小, 20 points.
    LowerChows,
    /// 清一色, 30 points.
    FullFlush,
    /// 七对, 30 points.
    SevenPairs,
    /// 三箭刻, 30 points.
    ThreeDragonPungs,
    /// 花牌, 2 points.
    Flower,
    /// 独一听, 4 points.
    UniqueWait,
    /// 花上开花, 6 points.
    FlowerReplacement,
    /// 杠上开花, 8 points.
    KongReplacement,
    /// 海底捞月, 8 points.
    LastTileClaim,
    /// 妙手回春, 8 points.
    LastTileDraw,
    /// 门清, 8 points.
    ConcealedHand,
}

/// The id of the first in the table of all fans.
const FIRST: usize = Fan::CompetitionMixedStraight as usize;

impl CompetitionFan {
    /// How many there are.
    pub const COUNT: usize = 21;

    /// Technical fans, then additional points.
    pub const ALL: [CompetitionFan; CompetitionFan::COUNT] = [
        CompetitionFan::MixedStraight,
        CompetitionFan::PureStraight,
        CompetitionFan::KnittedStraight,
        CompetitionFan::HalfFlush,
        CompetitionFan::AllPungs,
        CompetitionFan::Unconnected,
        CompetitionFan::MeldedSingleWait,
        CompetitionFan::LastTileBetween,
        CompetitionFan::UpperChows,
        CompetitionFan::MiddleChows,
        CompetitionFan::LowerChows,
        CompetitionFan::FullFlush,
        CompetitionFan::SevenPairs,
        CompetitionFan::ThreeDragonPungs,
        CompetitionFan::Flower,
        CompetitionFan::UniqueWait,
        CompetitionFan::FlowerReplacement,
        CompetitionFan::KongReplacement,
        CompetitionFan::LastTileClaim,
        CompetitionFan::LastTileDraw,
        CompetitionFan::ConcealedHand,
    ];

    /// Its place in [`CompetitionFan::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its row in the table of all fans.
    #[must_use]
    pub const fn fan(self) -> Fan {
        Fan::EVERY[FIRST - 1 + self.index()]
    }

    /// Which of these a fan is, if any.
    #[must_use]
    pub const fn of(fan: Fan) -> Option<CompetitionFan> {
        let id = fan as usize;
        if id < FIRST { None } else { Some(CompetitionFan::ALL[id - FIRST]) }
    }

    /// Whether it gives the right to win, 技术番.
    #[must_use]
    pub const fn is_technical(self) -> bool {
        self.index() < CompetitionFan::Flower.index()
    }

    /// Its points; of a flower, for each.
    #[must_use]
    pub fn points(self) -> u16 {
        self.fan().points()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of 8a: 10 for straights, 30 for full flush, seven pairs and three dragon pungs, 20 for the rest;
    /// additional points 2, 4, 6 and 8.
    #[test]
    fn ids_places_and_points() {
        for (place, fan) in CompetitionFan::ALL.into_iter().enumerate() {
            assert_eq!((fan.index(), CompetitionFan::of(fan.fan())), (place, Some(fan)));
            assert!(fan.fan().key().starts_with("competition_"));
        }
        let points = CompetitionFan::ALL.map(CompetitionFan::points);
        assert_eq!(points[..14], [10, 10, 10, 20, 20, 20, 20, 20, 20, 20, 20, 30, 30, 30]);
        assert_eq!(points[14..], [2, 4, 6, 8, 8, 8, 8]);
        assert_eq!(CompetitionFan::ALL.iter().filter(|fan| fan.is_technical()).count(), 14);
        assert_eq!(CompetitionFan::of(Fan::Pair258), None);
    }
}
