//! The technical fans and additional points: one table with everything that is data about them.

/// Builds the enum and the table from the same rows.
macro_rules! fans {
    ($($id:literal $points:literal $name:ident $key:literal $english:literal $chinese:literal;)+) => {
        /// A technical fan 技术番 (101–114) or a kind of additional points 附加分 (121–127).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum CompetitionFan {
            $(
                #[doc = concat!($chinese, ", ", $points, " points.")]
                $name = $id,
            )+
        }

        impl CompetitionFan {
            /// Every fan in the order of the ids.
            pub const ALL: [CompetitionFan; CompetitionFan::COUNT] = [$(CompetitionFan::$name),+];

            const TABLE: [(u16, &'static str, &'static str, &'static str); CompetitionFan::COUNT] =
                [$(($points, $key, $english, $chinese)),+];
        }
    };
}

fans! {
    101 10 MixedStraight "competition_mixed_straight" "Mixed Straight" "花龙";
    102 10 PureStraight "competition_pure_straight" "Pure Straight" "清龙";
    103 10 KnittedStraight "competition_knitted_straight" "Knitted Straight" "组合龙";
    104 20 HalfFlush "competition_half_flush" "Half Flush" "混一色";
    105 20 AllPungs "competition_all_pungs" "All Pungs" "对对和";
    106 20 Unconnected "competition_unconnected" "Fourteen Unconnected Tiles" "大乱";
    107 20 MeldedSingleWait "competition_melded_single_wait" "Four Melds and a Single Wait" "全求独钓";
    108 20 LastTileBetween "competition_last_tile_between" "Last Copy in a Closed or Edge Wait" "夹绝张";
    109 20 UpperChows "competition_upper_chows" "Three Chows 789" "全大";
    110 20 MiddleChows "competition_middle_chows" "Three Chows 456" "全中";
    111 20 LowerChows "competition_lower_chows" "Three Chows 123" "全小";
    112 30 FullFlush "competition_full_flush" "Full Flush" "清一色";
    113 30 SevenPairs "competition_seven_pairs" "Seven Pairs" "七对";
    114 30 ThreeDragonPungs "competition_three_dragon_pungs" "Three Dragon Pungs" "三箭刻";
    121 2 Flower "competition_flower" "Flower" "花牌";
    122 4 UniqueWait "competition_unique_wait" "Unique Wait" "独一听";
    123 6 FlowerReplacement "competition_flower_replacement" "Out with a Flower's Replacement" "花上开花";
    124 8 KongReplacement "competition_kong_replacement" "Out with a Kong's Replacement" "杠上开花";
    125 8 LastTileClaim "competition_last_tile_claim" "Last Tile Claim" "海底捞月";
    126 8 LastTileDraw "competition_last_tile_draw" "Last Tile Draw" "妙手回春";
    127 8 ConcealedHand "competition_concealed_hand" "Concealed Hand" "门清";
}

impl CompetitionFan {
    /// How many there are.
    pub const COUNT: usize = 21;

    /// The number it has in logs, above those of the official fans.
    #[must_use]
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// Its place in [`CompetitionFan::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        let id = self as usize;
        if id > 114 { id - 107 } else { id - 101 }
    }

    /// The fan with this number.
    #[must_use]
    pub fn from_id(id: u8) -> Option<CompetitionFan> {
        CompetitionFan::ALL.into_iter().find(|fan| fan.id() == id)
    }

    /// Whether it gives the right to win, 技术番.
    #[must_use]
    pub const fn is_technical(self) -> bool {
        (self as u8) < 121
    }

    /// Its points; of a flower, for each.
    #[must_use]
    pub const fn points(self) -> u16 {
        CompetitionFan::TABLE[self.index()].0
    }

    /// `competition_mixed_straight`, …
    #[must_use]
    pub const fn key(self) -> &'static str {
        CompetitionFan::TABLE[self.index()].1
    }

    /// English name.
    #[must_use]
    pub const fn english(self) -> &'static str {
        CompetitionFan::TABLE[self.index()].2
    }

    /// Chinese name.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        CompetitionFan::TABLE[self.index()].3
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
            assert_eq!((fan.index(), CompetitionFan::from_id(fan.id())), (place, Some(fan)));
        }
        let points = CompetitionFan::ALL.map(CompetitionFan::points);
        assert_eq!(points[..14], [10, 10, 10, 20, 20, 20, 20, 20, 20, 20, 20, 30, 30, 30]);
        assert_eq!(points[14..], [2, 4, 6, 8, 8, 8, 8]);
        assert_eq!(CompetitionFan::ALL.iter().filter(|fan| fan.is_technical()).count(), 14);
        assert_eq!(CompetitionFan::from_id(115), None);
    }
}
