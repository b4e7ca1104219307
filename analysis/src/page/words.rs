//! What pages say, in both languages.

use super::{
    escaped,
    tiles::{chinese, english, suit_chinese},
};
use mcr_engine::{Action, Event, Ruling, Seat, Tile, Wind};
use serde::Serialize;

/// A text in English and Chinese.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Words {
    /// English, always there.
    pub en: String,
    /// Chinese; the same as the English where there is nothing to translate.
    pub zh: String,
}

impl Words {
    /// A text that is said differently.
    pub fn new(english: impl Into<String>, chinese: impl Into<String>) -> Words {
        Words { en: english.into(), zh: chinese.into() }
    }

    /// A text that is the same in both: names of agents, numbers.
    pub fn same(text: impl Into<String>) -> Words {
        let text = text.into();
        Words { en: text.clone(), zh: text }
    }

    /// Both as HTML, of which a page shows one.
    #[must_use]
    pub fn html(&self) -> String {
        if self.en == self.zh {
            return escaped(&self.en);
        }
        format!(
            "<span class=\"en\">{}</span><span class=\"zh\" lang=\"zh-Hans\">{}</span>",
            escaped(&self.en),
            escaped(&self.zh)
        )
    }

    /// Puts `more` behind it.
    #[must_use]
    pub fn then(self, more: &Words) -> Words {
        Words { en: self.en + &more.en, zh: self.zh + &more.zh }
    }

    /// A seat by its wind.
    #[must_use]
    pub fn seat(seat: Seat) -> Words {
        Words::new(
            ["East", "South", "West", "North"][seat.index()],
            ["东家", "南家", "西家", "北家"][seat.index()],
        )
    }

    /// A prevalent wind.
    #[must_use]
    pub fn wind(wind: Wind) -> Words {
        Words::new(["East", "South", "West", "North"][wind as usize], ["东", "南", "西", "北"][wind as usize])
    }

    /// A tile.
    #[must_use]
    pub fn tile(tile: Tile) -> Words {
        Words::new(english(tile), chinese(tile))
    }

    /// An action.
    #[must_use]
    pub fn action(action: Action) -> Words {
        let with = |en: &str, zh: &str, tile| {
            Words::new(format!("{en} "), format!("{zh} ")).then(&Words::tile(tile))
        };
        match action {
            Action::Pass => Words::new("pass", "过"),
            Action::Hu => Words::new("hu (win)", "和"),
            Action::Discard(tile) => with("discard", "打", tile),
            Action::Chow { lowest, .. } => {
                let rank = lowest.rank().unwrap_or(0);
                let ranks = format!("{}{}{}", rank, rank + 1, rank + 2);
                let suit = lowest.suit().map_or("", |suit| ["characters", "bamboos", "dots"][suit.index()]);
                let chinese = lowest.suit().map_or("", suit_chinese);
                Words::new(format!("chow {ranks} {suit}"), format!("吃 {ranks}{chinese}"))
            }
            Action::Pung(tile) => with("pung", "碰", tile),
            Action::MeldedKong(tile) => with("kong", "明杠", tile),
            Action::ConcealedKong(tile) => with("concealed kong", "暗杠", tile),
            Action::AddedKong(tile) => with("added kong", "加杠", tile),
        }
    }

    /// What an event does, without who does it.
    #[must_use]
    pub fn event(event: Event) -> Words {
        let tile_or_some =
            |tile: Option<Tile>| tile.map_or_else(|| Words::new("a tile", "一张"), Words::tile);
        let with =
            |en: &str, zh: &str, tile: Words| Words::new(format!("{en} "), format!("{zh} ")).then(&tile);
        match event {
            Event::Draw { tile, .. } => with("draws", "摸", tile_or_some(tile)),
            Event::Replacement { tile, .. } => with("draws the replacement", "补牌", tile_or_some(tile)),
            Event::Flower { tile, .. } => with("lays out flower", "补花", Words::tile(tile)),
            Event::Discard { tile, drawn: true, .. } => {
                with("discards", "打", Words::tile(tile)).then(&Words::new(", just drawn", "（摸切）"))
            }
            Event::Discard { tile, .. } => with("discards", "打", Words::tile(tile)),
            Event::Chow { lowest, position, .. } => Words::action(Action::Chow { lowest, position }),
            Event::Pung { tile, .. } => Words::action(Action::Pung(tile)),
            Event::MeldedKong { tile, .. } => Words::action(Action::MeldedKong(tile)),
            Event::ConcealedKong { tile, .. } => with("concealed kong", "暗杠", tile_or_some(tile)),
            Event::AddedKong { tile, .. } => Words::action(Action::AddedKong(tile)),
            Event::Ready { .. } => Words::new("declares ready", "听"),
            Event::Hu { tile, .. } => with("hu (win)", "和", Words::tile(tile)),
            Event::Hang { tile, .. } => with("hangs", "挂", tile_or_some(tile)),
            Event::Exhausted => Words::new("The wall is used up", "荒牌"),
            Event::Void => Words::new("The deal is void", "平盘"),
            Event::SessionOver => Words::new("The session is over", "局结"),
            Event::Foul { .. } => Words::new("answers against the rules", "犯规"),
            Event::Ruling { ruling, .. } => {
                let english = match ruling {
                    Ruling::FalseHu => "a false hu",
                    Ruling::FraudulentHu => "a fraudulent hu",
                    Ruling::Disqualified => "an intended false hu",
                    Ruling::InvalidMeld => "an invalid meld",
                    Ruling::EmptyClaim => "an empty claim",
                    Ruling::Violation => "a violation",
                    Ruling::HuOnNothing => "a hu on one without chips",
                };
                Words::new(format!("is ruled {english}"), format!("判{}", ruling.chinese()))
            }
        }
    }
}

/// The tiles that an action is about, for pages that draw them.
#[must_use]
pub(super) fn action_tiles(action: Action) -> Vec<usize> {
    match action {
        Action::Pass | Action::Hu => Vec::new(),
        Action::Discard(tile) => vec![tile.index()],
        Action::Chow { lowest, .. } => (lowest.index()..lowest.index() + 3).collect(),
        Action::Pung(tile) => vec![tile.index(); 3],
        Action::MeldedKong(tile) | Action::ConcealedKong(tile) | Action::AddedKong(tile) => {
            vec![tile.index(); 4]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_says_the_same_in_both_languages_and_draws_its_tiles() {
        for action in (0..Action::COUNT).filter_map(Action::from_index) {
            let words = Words::action(action);
            assert!(words.en.is_ascii() && !words.zh.is_ascii(), "{words:?}");
            let tiles = action_tiles(action).len();
            assert_eq!(tiles == 0, matches!(action, Action::Pass | Action::Hu));
        }
        let chow = Action::Chow { lowest: Tile::from_index(11).expect("3 bamboos"), position: 1 };
        assert_eq!(Words::action(chow), Words::new("chow 345 bamboos", "吃 345条"));
    }

    #[test]
    fn html_is_escaped_and_plain_where_both_are_the_same() {
        assert_eq!(Words::same("<b>").html(), "&lt;b&gt;");
        let html = Words::new("a & b", "<甲>").html();
        assert_eq!(
            html,
            "<span class=\"en\">a &amp; b</span><span class=\"zh\" lang=\"zh-Hans\">&lt;甲&gt;</span>"
        );
    }
}
