//! The fans 番种: one table with everything that is data about them (rules/mcr.md 3).

/// The nine official series of fans, 系列.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FanCategory {
    /// 字牌系列.
    Honor,
    /// 花色组合系列.
    SuitComposition,
    /// 刻系列.
    PungKong,
    /// 七对系列.
    SevenPairs,
    /// 特殊系列.
    Special,
    /// 序数牌系列.
    SuitSequence,
    /// 不靠系列.
    Unconnected,
    /// 全带系列.
    AllContain,
    /// 和牌方式系列.
    WinningMethod,
}

impl FanCategory {
    /// `honor`, `suit_composition`, …
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            FanCategory::Honor => "honor",
            FanCategory::SuitComposition => "suit_composition",
            FanCategory::PungKong => "pung_kong",
            FanCategory::SevenPairs => "seven_pairs",
            FanCategory::Special => "special",
            FanCategory::SuitSequence => "suit_sequence",
            FanCategory::Unconnected => "unconnected",
            FanCategory::AllContain => "all_contain",
            FanCategory::WinningMethod => "winning_method",
        }
    }
}

/// One row of the table.
struct Row {
    points: u16,
    key: &'static str,
    english: &'static str,
    chinese: &'static str,
    category: FanCategory,
    max_count: u8,
    excludes: &'static [u8],
    absorbs_terminal_pungs: u8,
    bars_inside: &'static [u8],
}

/// Builds the enum and the table from the same rows.
macro_rules! fans {
    ($($id:literal $points:literal $name:ident $key:literal $english:literal $chinese:literal $category:ident
       x $max:literal, $excludes:expr, $absorbs:literal, $inside:expr;)+) => {
        /// A fan: numbers 1–81 of the rules, 82, one concealed and one melded kong 明暗杠, and those of other scoring
        /// systems.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Fan {
            $(
                #[doc = concat!($chinese, ", ", $points, " points.")]
                $name = $id,
            )+
        }

        impl Fan {
            /// Every fan of every scoring system in the order of the ids.
            pub const EVERY: [Fan; Fan::EVERY_COUNT] = [$(Fan::$name),+];
        }

        /// Row *i* is the fan with id *i* + 1.
        static TABLE: [Row; Fan::EVERY_COUNT] = ROWS;

        const ROWS: [Row; Fan::EVERY_COUNT] = [$(
            Row {
                points: $points,
                key: $key,
                english: $english,
                chinese: $chinese,
                category: FanCategory::$category,
                max_count: $max,
                excludes: &$excludes,
                absorbs_terminal_pungs: $absorbs,
                bars_inside: &$inside,
            },
        )+];

        /// Points and counts by id in a form that constants can be computed from.
        pub(super) const POINTS_AND_MAX: [(u16, u8); Fan::EVERY_COUNT] = [$(($points, $max)),+];
    };
}

// Id, points, name, key, English, Chinese, category x most often; excluded ids; how many 73s among its own
// blocks it absorbs; ids barred among its own blocks.
#[rustfmt::skip]
fans! {
     1 88 BigFourWinds "big_four_winds" "Big Four Winds" "大四喜" Honor x 1, [38, 48, 60, 61, 73], 0, [];
     2 88 BigThreeDragons "big_three_dragons" "Big Three Dragons" "大三元" Honor x 1, [54, 59], 3, [];
     3 88 AllGreen "all_green" "All Green" "绿一色" SuitComposition x 1, [49, 75], 0, [];
     4 88 NineGates "nine_gates" "Nine Gates" "九莲宝灯" SuitComposition x 1, [22, 56, 62, 75, 76], 1, [];
     5 88 FourKongs "four_kongs" "Four Kongs" "四杠" PungKong x 1, [17, 48, 53, 57, 67, 74, 79, 82], 0, [];
     6 88 SevenShiftedPairs "seven_shifted_pairs" "Seven Shifted Pairs" "连七对" SevenPairs x 1, [19, 22, 56, 62, 75, 76, 79], 0, [];
     7 88 ThirteenOrphans "thirteen_orphans" "Thirteen Orphans" "十三幺" Special x 1, [18, 51, 56, 62, 79], 0, [];
     8 64 AllTerminals "all_terminals" "All Terminals" "清幺九" PungKong x 1, [18, 48, 55, 65, 73, 76], 0, [];
     9 64 LittleFourWinds "little_four_winds" "Little Four Winds" "小四喜" Honor x 1, [38, 73], 0, [];
    10 64 LittleThreeDragons "little_three_dragons" "Little Three Dragons" "小三元" Honor x 1, [54, 59], 2, [];
    11 64 AllHonors "all_honors" "All Honors" "字一色" Honor x 1, [18, 48, 55, 73, 75], 0, [];
    12 64 FourConcealedPungs "four_concealed_pungs" "Four Concealed Pungs" "四暗刻" PungKong x 1, [33, 48, 56, 62, 66], 0, [];
    13 64 PureTerminalChows "pure_terminal_chows" "Pure Terminal Chows" "一色双龙会" SuitSequence x 1, [19, 22, 63, 69, 72, 75, 76], 0, [];
    14 48 QuadrupleChow "quadruple_chow" "Quadruple Chow" "一色四同顺" SuitSequence x 1, [23, 24, 64, 69], 0, [];
    15 48 FourPureShiftedPungs "four_pure_shifted_pungs" "Four Pure Shifted Pungs" "一色四节高" PungKong x 1, [23, 24, 48], 0, [];
    16 32 FourPureShiftedChows "four_pure_shifted_chows" "Four Pure Shifted Chows" "一色四步高" SuitSequence x 1, [30, 71, 72], 0, [];
    17 32 ThreeKongs "three_kongs" "Three Kongs" "三杠" PungKong x 1, [53, 57, 67, 74, 82], 0, [];
    18 32 AllTerminalsAndHonors "all_terminals_and_honors" "All Terminals and Honors" "混幺九" PungKong x 1, [48, 55, 73], 0, [];
    19 24 SevenPairs "seven_pairs" "Seven Pairs" "七对" SevenPairs x 1, [56, 62, 79], 0, [];
    20 24 GreaterHonorsAndKnittedTiles "greater_honors_and_knitted_tiles" "Greater Honors and Knitted Tiles" "七星不靠" Unconnected x 1, [34, 51, 56, 62, 79], 0, [];
    21 24 AllEvenPungs "all_even_pungs" "All Even Pungs" "全双刻" PungKong x 1, [48, 68, 76], 0, [];
    22 24 FullFlush "full_flush" "Full Flush" "清一色" SuitComposition x 1, [75, 76], 0, [];
    23 24 PureTripleChow "pure_triple_chow" "Pure Triple Chow" "一色三同顺" SuitSequence x 1, [24, 69], 0, [];
    24 24 PureShiftedPungs "pure_shifted_pungs" "Pure Shifted Pungs" "一色三节高" PungKong x 1, [23], 0, [];
    25 24 UpperTiles "upper_tiles" "Upper Tiles" "全大" AllContain x 1, [36, 76], 0, [];
    26 24 MiddleTiles "middle_tiles" "Middle Tiles" "全中" AllContain x 1, [68, 76], 0, [];
    27 24 LowerTiles "lower_tiles" "Lower Tiles" "全小" AllContain x 1, [37, 76], 0, [];
    28 16 PureStraight "pure_straight" "Pure Straight" "清龙" SuitSequence x 1, [], 0, [71, 72];
    29 16 ThreeSuitedTerminalChows "three_suited_terminal_chows" "Three-Suited Terminal Chows" "三色双龙会" SuitSequence x 1, [63, 70, 72, 76], 0, [];
    30 16 PureShiftedChows "pure_shifted_chows" "Pure Shifted Chows" "一色三步高" SuitSequence x 1, [], 0, [];
    31 16 AllFives "all_fives" "All Fives" "全带五" AllContain x 1, [68, 76], 0, [];
    32 16 TriplePung "triple_pung" "Triple Pung" "三同刻" PungKong x 1, [65], 0, [];
    33 16 ThreeConcealedPungs "three_concealed_pungs" "Three Concealed Pungs" "三暗刻" PungKong x 1, [66], 0, [];
    34 12 LesserHonorsAndKnittedTiles "lesser_honors_and_knitted_tiles" "Lesser Honors and Knitted Tiles" "全不靠" Unconnected x 1, [51, 56, 62, 79], 0, [];
    35 12 KnittedStraight "knitted_straight" "Knitted Straight" "组合龙" SuitSequence x 1, [], 0, [];
    36 12 UpperFour "upper_four" "Upper Four" "大于五" AllContain x 1, [76], 0, [];
    37 12 LowerFour "lower_four" "Lower Four" "小于五" AllContain x 1, [76], 0, [];
    38 12 BigThreeWinds "big_three_winds" "Big Three Winds" "三风刻" Honor x 1, [], 3, [];
    39  8 MixedStraight "mixed_straight" "Mixed Straight" "花龙" SuitSequence x 1, [], 0, [];
    40  8 ReversibleTiles "reversible_tiles" "Reversible Tiles" "推不倒" Special x 1, [75], 0, [];
    41  8 MixedTripleChow "mixed_triple_chow" "Mixed Triple Chow" "三色三同顺" SuitSequence x 1, [], 0, [70];
    42  8 MixedShiftedPungs "mixed_shifted_pungs" "Mixed Shifted Pungs" "三色三节高" PungKong x 1, [], 0, [];
    43  8 ChickenHand "chicken_hand" "Chicken Hand" "无番和" Special x 1, ALL_BUT_CHICKEN_AND_FLOWERS, 0, [];
    44  8 LastTileDraw "last_tile_draw" "Last Tile Draw" "妙手回春" WinningMethod x 1, [80], 0, [];
    45  8 LastTileClaim "last_tile_claim" "Last Tile Claim" "海底捞月" WinningMethod x 1, [], 0, [];
    46  8 OutWithReplacementTile "out_with_replacement_tile" "Out with Replacement Tile" "杠上开花" WinningMethod x 1, [80], 0, [];
    47  8 RobbingTheKong "robbing_the_kong" "Robbing the Kong" "抢杠和" WinningMethod x 1, [58], 0, [];
    48  6 AllPungs "all_pungs" "All Pungs" "碰碰和" PungKong x 1, [], 0, [];
    49  6 HalfFlush "half_flush" "Half Flush" "混一色" SuitComposition x 1, [75], 0, [];
    50  6 MixedShiftedChows "mixed_shifted_chows" "Mixed Shifted Chows" "三色三步高" SuitSequence x 1, [], 0, [];
    51  6 AllTypes "all_types" "All Types" "五门齐" SuitComposition x 1, [], 0, [];
    52  6 MeldedHand "melded_hand" "Melded Hand" "全求人" WinningMethod x 1, [79], 0, [];
    53  6 TwoConcealedKongs "two_concealed_kongs" "Two Concealed Kongs" "双暗杠" PungKong x 1, [66, 67], 0, [];
    54  6 TwoDragonPungs "two_dragon_pungs" "Two Dragon Pungs" "双箭刻" Honor x 1, [59], 2, [];
    55  4 OutsideHand "outside_hand" "Outside Hand" "全带幺" AllContain x 1, [], 0, [];
    56  4 FullyConcealedHand "fully_concealed_hand" "Fully Concealed Hand" "不求人" WinningMethod x 1, [80], 0, [];
    57  4 TwoMeldedKongs "two_melded_kongs" "Two Melded Kongs" "双明杠" PungKong x 1, [74], 0, [];
    58  4 LastTile "last_tile" "Last Tile" "和绝张" WinningMethod x 1, [], 0, [];
    59  2 DragonPung "dragon_pung" "Dragon Pung" "箭刻" Honor x 1, [], 1, [];
    60  2 PrevalentWind "prevalent_wind" "Prevalent Wind" "圈风刻" Honor x 1, [], 1, [];
    61  2 SeatWind "seat_wind" "Seat Wind" "门风刻" Honor x 1, [], 1, [];
    62  2 ConcealedHand "concealed_hand" "Concealed Hand" "门前清" WinningMethod x 1, [], 0, [];
    63  2 AllChows "all_chows" "All Chows" "平和" SuitSequence x 1, [76], 0, [];
    64  2 TileHog "tile_hog" "Tile Hog" "四归一" Special x 3, [], 0, [];
    65  2 DoublePung "double_pung" "Double Pung" "双同刻" PungKong x 2, [], 0, [];
    66  2 TwoConcealedPungs "two_concealed_pungs" "Two Concealed Pungs" "双暗刻" PungKong x 1, [], 0, [];
    67  2 ConcealedKong "concealed_kong" "Concealed Kong" "暗杠" PungKong x 1, [], 0, [];
    68  2 AllSimples "all_simples" "All Simples" "断幺" WinningMethod x 1, [76], 0, [];
    69  1 PureDoubleChow "pure_double_chow" "Pure Double Chow" "一般高" SuitSequence x 2, [], 0, [];
    70  1 MixedDoubleChow "mixed_double_chow" "Mixed Double Chow" "喜相逢" SuitSequence x 2, [], 0, [];
    71  1 ShortStraight "short_straight" "Short Straight" "连六" SuitSequence x 2, [], 0, [];
    72  1 TwoTerminalChows "two_terminal_chows" "Two Terminal Chows" "老少副" SuitSequence x 2, [], 0, [];
    73  1 PungOfTerminalsOrHonors "pung_of_terminals_or_honors" "Pung of Terminals or Honors" "幺九刻" PungKong x 4, [], 0, [];
    74  1 MeldedKong "melded_kong" "Melded Kong" "明杠" PungKong x 1, [], 0, [];
    75  1 OneVoidedSuit "one_voided_suit" "One Voided Suit" "缺一门" SuitComposition x 1, [], 0, [];
    76  1 NoHonors "no_honors" "No Honors" "无字" SuitComposition x 1, [], 0, [];
    77  1 EdgeWait "edge_wait" "Edge Wait" "边张" WinningMethod x 1, [78, 79], 0, [];
    78  1 ClosedWait "closed_wait" "Closed Wait" "坎张" WinningMethod x 1, [77, 79], 0, [];
    79  1 SingleWait "single_wait" "Single Wait" "单钓将" WinningMethod x 1, [77, 78], 0, [];
    80  1 SelfDrawn "self_drawn" "Self-Drawn" "自摸" WinningMethod x 1, [], 0, [];
    81  1 FlowerTiles "flower_tiles" "Flower Tiles" "花牌" Special x 8, [], 0, [];
    82  5 ConcealedKongAndMeldedKong "concealed_kong_and_melded_kong" "Concealed Kong and Melded Kong" "明暗杠" PungKong x 1, [67, 74], 0, [];
    83  2 DeclaredReady "declared_ready" "Declared Ready" "听" WinningMethod x 1, [], 0, [];
    84  2 Pair258 "pair_258" "Pair of 2, 5 or 8" "258将" Special x 1, [], 0, [];
    85 10 CompetitionMixedStraight "competition_mixed_straight" "Mixed Straight (2012)" "花龙" SuitSequence x 1, [], 0, [];
    86 10 CompetitionPureStraight "competition_pure_straight" "Pure Straight (2012)" "清龙" SuitSequence x 1, [], 0, [];
    87 10 CompetitionKnittedStraight "competition_knitted_straight" "Knitted Straight (2012)" "组合龙" SuitSequence x 1, [], 0, [];
    88 20 CompetitionHalfFlush "competition_half_flush" "Half Flush (2012)" "混一色" SuitComposition x 1, [], 0, [];
    89 20 CompetitionAllPungs "competition_all_pungs" "All Pungs (2012)" "对对和" PungKong x 1, [], 0, [];
    90 20 CompetitionUnconnected "competition_unconnected" "Fourteen Unconnected Tiles" "大乱" Unconnected x 1, [], 0, [];
    91 20 CompetitionMeldedSingleWait "competition_melded_single_wait" "Four Melds and a Single Wait" "全求独钓" WinningMethod x 1, [], 0, [];
    92 20 CompetitionLastTileBetween "competition_last_tile_between" "Last Copy in a Closed or Edge Wait" "夹绝张" WinningMethod x 1, [], 0, [];
    93 20 CompetitionUpperChows "competition_upper_chows" "Three Chows 789" "全大" AllContain x 1, [], 0, [];
    94 20 CompetitionMiddleChows "competition_middle_chows" "Three Chows 456" "全中" AllContain x 1, [], 0, [];
    95 20 CompetitionLowerChows "competition_lower_chows" "Three Chows 123" "全小" AllContain x 1, [], 0, [];
    96 30 CompetitionFullFlush "competition_full_flush" "Full Flush (2012)" "清一色" SuitComposition x 1, [], 0, [];
    97 30 CompetitionSevenPairs "competition_seven_pairs" "Seven Pairs (2012)" "七对" SevenPairs x 1, [], 0, [];
    98 30 CompetitionThreeDragonPungs "competition_three_dragon_pungs" "Three Dragon Pungs" "三箭刻" Honor x 1, [], 0, [];
    99  2 CompetitionFlower "competition_flower" "Flower (2012)" "花牌" Special x 8, [], 0, [];
    100  4 CompetitionUniqueWait "competition_unique_wait" "Unique Wait" "独一听" WinningMethod x 1, [], 0, [];
    101  6 CompetitionFlowerReplacement "competition_flower_replacement" "Out with a Flower's Replacement" "花上开花" WinningMethod x 1, [], 0, [];
    102  8 CompetitionKongReplacement "competition_kong_replacement" "Out with a Kong's Replacement" "杠上开花" WinningMethod x 1, [], 0, [];
    103  8 CompetitionLastTileClaim "competition_last_tile_claim" "Last Tile Claim (2012)" "海底捞月" WinningMethod x 1, [], 0, [];
    104  8 CompetitionLastTileDraw "competition_last_tile_draw" "Last Tile Draw (2012)" "妙手回春" WinningMethod x 1, [], 0, [];
    105  8 CompetitionConcealedHand "competition_concealed_hand" "Concealed Hand (2012)" "门清" WinningMethod x 1, [], 0, [];
}

/// The ids 1–80 without 43.
const ALL_BUT_CHICKEN_AND_FLOWERS: [u8; 79] = {
    let mut ids = [0; 79];
    let mut i = 0;
    while i < 79 {
        ids[i] = if i < 42 { i as u8 + 1 } else { i as u8 + 2 };
        i += 1;
    }
    ids
};

impl Fan {
    /// The official game's: 81 and the pair of unlike kongs.
    pub const COUNT: usize = 82;

    /// Those of every scoring system: no id is larger.
    pub const EVERY_COUNT: usize = 105;

    /// The fans of the official game in the order of the ids.
    pub const ALL: [Fan; Fan::COUNT] = {
        let mut all = [Fan::BigFourWinds; Fan::COUNT];
        let mut index = 0;
        while index < Fan::COUNT {
            all[index] = Fan::EVERY[index];
            index += 1;
        }
        all
    };

    /// The fan with this id.
    #[must_use]
    pub const fn from_id(id: u8) -> Option<Fan> {
        if id >= 1 && id as usize <= Fan::EVERY_COUNT { Some(Fan::EVERY[id as usize - 1]) } else { None }
    }

    /// The fan with this key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Fan> {
        Fan::EVERY.into_iter().find(|fan| fan.key() == key)
    }

    /// The id: 1–81 as the rules number them, 82 and above.
    #[must_use]
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// The place in arrays by fan, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    fn row(self) -> &'static Row {
        &TABLE[self.index()]
    }

    /// What it is worth, once, where a rule set says nothing else ([`crate::RuleSet::fan_points`]).
    #[must_use]
    pub fn points(self) -> u16 {
        self.row().points
    }

    /// `big_four_winds`, …: the name in files.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.row().key
    }

    /// The English name.
    #[must_use]
    pub fn english(self) -> &'static str {
        self.row().english
    }

    /// The Chinese name.
    #[must_use]
    pub fn chinese(self) -> &'static str {
        self.row().chinese
    }

    /// The series it belongs to.
    #[must_use]
    pub fn category(self) -> FanCategory {
        self.row().category
    }

    /// How often one hand can score it.
    #[must_use]
    pub fn max_count(self) -> u8 {
        self.row().max_count
    }

    /// The fans that are never scored beside it (rules/mcr.md 3).
    pub fn excludes(self) -> impl Iterator<Item = Fan> {
        self.row().excludes.iter().map(|id| Fan::EVERY[*id as usize - 1])
    }

    /// Whether `other` is never scored beside this fan, for constants.
    pub(super) const fn takes_away(self, other: Fan) -> bool {
        let excludes = ROWS[self.index()].excludes;
        let mut i = 0;
        while i < excludes.len() {
            if excludes[i] == other.id() {
                return true;
            }
            i += 1;
        }
        false
    }

    /// How many Pungs of Terminals or Honors among its own pungs it absorbs (rules/mcr.md 3, "(3x73)").
    #[must_use]
    pub fn absorbs_terminal_pungs(self) -> u8 {
        self.row().absorbs_terminal_pungs
    }

    /// The fans barred between its own blocks, which a further block may still take part in.
    pub fn bars_inside(self) -> impl Iterator<Item = Fan> {
        self.row().bars_inside.iter().map(|id| Fan::EVERY[*id as usize - 1])
    }
}
