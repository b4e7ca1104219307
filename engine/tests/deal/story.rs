//! Scripted deals: a wall written down as hands and draws, and a course of play in words.

use mcr_engine::{
    Action, Deal, DecisionRng, Event, Outcome, OutcomeKind, RuleSet, Seat, Standing, Suit, Tile, Wall,
    WallLayout, Wind,
};

/// Tiles written as in hand strings: `123m5p EEb`.
pub(crate) fn tiles(text: &str) -> Vec<Tile> {
    let mut tiles = Vec::new();
    let mut ranks: Vec<u8> = Vec::new();
    for letter in text.chars().filter(|c| !c.is_whitespace()) {
        if let Some(rank) = letter.to_digit(10) {
            ranks.push(rank as u8);
        } else if let Some(suit) = Suit::from_letter(letter) {
            tiles.extend(ranks.drain(..).map(|rank| Tile::suited(suit, rank)));
        } else {
            let honor = "ESWNCFPabcdefgh".find(letter).unwrap_or_else(|| panic!("{letter} in {text}"));
            tiles.push(Tile::new(27 + honor as u8));
        }
    }
    assert!(ranks.is_empty(), "ranks without a suit in {text}");
    tiles
}

/// The same in index order, as hands are listed.
pub(crate) fn sorted(text: &str) -> Vec<Tile> {
    let mut tiles = tiles(text);
    tiles.sort();
    tiles
}

/// One tile.
pub(crate) fn tile(text: &str) -> Tile {
    let tiles = tiles(text);
    assert_eq!(tiles.len(), 1, "{text}");
    tiles[0]
}

pub(crate) fn seat(letter: &str) -> Seat {
    Seat::ALL["ESWN".find(letter).unwrap_or_else(|| panic!("seat {letter}"))]
}

/// A wall in words. What is not said is filled with the tiles that are left, far from each other.
pub(crate) struct Script {
    rules: RuleSet,
    hands: [Vec<Tile>; 4],
    draws: Vec<Tile>,
    replacements: Vec<Tile>,
    own_draws: [Vec<Tile>; 4],
    own_last: [Vec<Tile>; 4],
}

impl Script {
    /// `text` has lines such as `E: 123m…` (the first thirteen tiles), `draws: …` (from the dealer's 14th on, in order
    /// of drawing), `replacements: …` (in order). With a wall for each seat the draws are `E draws: …`, and `E last: …` are the last of them.
    pub(crate) fn new(rules: RuleSet, text: &str) -> Script {
        let mut script = Script {
            rules,
            hands: Default::default(),
            draws: Vec::new(),
            replacements: Vec::new(),
            own_draws: Default::default(),
            own_last: Default::default(),
        };
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
            let (name, content) = line.split_once(':').unwrap_or_else(|| panic!("no colon in {line}"));
            let content = tiles(content);
            match name {
                "draws" => script.draws = content,
                "replacements" => script.replacements = content,
                _ if name.ends_with(" draws") => script.own_draws[seat(&name[..1]).index()] = content,
                _ if name.ends_with(" last") => script.own_last[seat(&name[..1]).index()] = content,
                _ => script.hands[seat(name).index()] = content,
            }
        }
        script
    }

    /// The whole wall.
    pub(crate) fn wall(&self) -> Wall {
        let mut left = self.tiles_left();
        let mut hands = self.hands.clone();
        for hand in &mut hands {
            assert!(hand.len() <= 13, "a hand of {} tiles", hand.len());
            while hand.len() < 13 {
                hand.push(take_filler(&mut left, |t| !t.is_flower()));
            }
        }
        let order = match self.rules.wall {
            WallLayout::Shared => self.shared(&hands, &mut left),
            WallLayout::PerSeat => self.per_seat(&hands, &mut left),
        };
        Wall::from_tiles(&self.rules, &order).expect("a whole wall")
    }

    /// The tiles of the rule set that the script does not place.
    fn tiles_left(&self) -> Vec<Tile> {
        let mut left = Wall::shuffled(&self.rules, 0, 0).tiles().to_vec();
        left.sort();
        let hands = self.hands.iter().chain(&self.own_draws).chain(&self.own_last).flatten();
        for tile in hands.chain(&self.draws).chain(&self.replacements) {
            let place = left.iter().position(|t| t == tile).unwrap_or_else(|| panic!("too many {tile}"));
            left.remove(place);
        }
        left
    }

    fn shared(&self, hands: &[Vec<Tile>; 4], left: &mut Vec<Tile>) -> Vec<Tile> {
        let mut order = Vec::new();
        for block in 0..4 {
            for hand in hands {
                order.extend(&hand[4 * block..13.min(4 * block + 4)]);
            }
        }
        order.extend(&self.draws);
        while !left.is_empty() {
            order.push(take_filler(left, |_| true));
        }
        order.extend(self.replacements.iter().rev());
        order
    }

    fn per_seat(&self, hands: &[Vec<Tile>; 4], left: &mut Vec<Tile>) -> Vec<Tile> {
        let mut order = Vec::new();
        for ((hand, draws), last) in hands.iter().zip(&self.own_draws).zip(&self.own_last) {
            let mut own: Vec<Tile> = hand.iter().chain(draws).copied().collect();
            while own.len() < self.rules.tiles() / 4 - last.len() {
                own.push(take_filler(left, |_| true));
            }
            own.extend(last);
            order.extend(own.iter().rev());
        }
        order
    }

    /// Deals in the middle of a session.
    pub(crate) fn deal_in(&self, standing: Standing) -> Story {
        let mut events = Vec::new();
        let deal = Deal::in_session(&self.rules, Wind::East, self.wall(), standing, &mut events);
        Story { deal, events }
    }

    /// Deals.
    pub(crate) fn deal(&self) -> Story {
        let mut events = Vec::new();
        let deal = Deal::new(&self.rules, Wind::East, self.wall(), &mut events);
        Story { deal, events }
    }
}

/// Any of the tiles left, always the same, so that fillers do not come in runs.
fn take_filler(left: &mut Vec<Tile>, fits: impl Fn(&Tile) -> bool) -> Tile {
    let start = DecisionRng::new(1, left.len() as u32).below(left.len() as u64) as usize;
    let place = (0..left.len()).map(|i| (start + i) % left.len()).find(|i| fits(&left[*i]));
    left.remove(place.expect("a tile that fits"))
}

/// A deal and what has happened in it.
pub(crate) struct Story {
    pub(crate) deal: Deal,
    pub(crate) events: Vec<Event>,
}

impl Story {
    /// Plays a course such as `E discards 5p, S pungs, S discards 9m, all pass`. Seats that are asked and not named
    /// before the next turn make the test fail, so that no claim goes unnoticed; `all pass` answers for them.
    pub(crate) fn play(&mut self, course: &str) -> &mut Story {
        for step in course.split(',').map(str::trim).filter(|s| !s.is_empty()) {
            if step == "all pass" {
                self.all_pass();
                continue;
            }
            let mut words = step.split(' ');
            let seat = seat(words.next().expect("a seat"));
            let verb = words.next().expect("a verb");
            let action = self.action(verb, words.next());
            self.deal.apply(seat, action, &mut self.events).unwrap_or_else(|e| panic!("{step}: {e}"));
        }
        self
    }

    fn action(&self, verb: &str, object: Option<&str>) -> Action {
        let named = || tiles(object.expect("a tile"));
        let live = || self.deal.table().live_tile().expect("a live tile").0;
        match verb {
            "passes" => Action::Pass,
            "wins" => Action::Hu,
            "discards" => Action::Discard(named()[0]),
            "pungs" => Action::Pung(live()),
            "kongs" => Action::MeldedKong(live()),
            "hides" => Action::ConcealedKong(named()[0]),
            "adds" => Action::AddedKong(named()[0]),
            "chows" => {
                let run = named();
                let position = run.iter().position(|t| *t == live()).expect("the live tile in the run");
                Action::Chow { lowest: run[0], position: position as u8 }
            }
            _ => panic!("no verb {verb}"),
        }
    }

    /// Everybody who could claim the live tile passes.
    pub(crate) fn all_pass(&mut self) -> &mut Story {
        while self.deal.table().live_tile().is_some()
            && let Some(seat) = self.deal.pending().first()
        {
            self.deal.apply(seat, Action::Pass, &mut self.events).expect("a pass");
        }
        self
    }

    /// The seat in turn discards what it drew and nobody claims, until `left` tiles are left to `seat`.
    pub(crate) fn idle_until(&mut self, seat: Seat, left: usize) -> &mut Story {
        while self.deal.table().tiles_left_for(seat) > left {
            let turn = self.deal.table().turn().expect("the deal goes on");
            let drawn = self.deal.hand(turn).drawn().expect("a drawn tile");
            self.deal.apply(turn, Action::Discard(drawn), &mut self.events).expect("a discard");
            self.all_pass();
        }
        self
    }

    /// What `seat` may do, discards left out: `pass hu pung5p kong5p chow345p`.
    pub(crate) fn choices(&self, seat: Seat) -> String {
        let name = |action| match action {
            Action::Pass => "pass".into(),
            Action::Hu => "hu".into(),
            Action::Discard(_) => String::new(),
            Action::Pung(t) => format!("pung{t}"),
            Action::MeldedKong(t) => format!("kong{t}"),
            Action::ConcealedKong(t) => format!("hide{t}"),
            Action::AddedKong(t) => format!("add{t}"),
            Action::Chow { lowest, .. } => {
                let rank = lowest.rank().expect("a suit tile");
                let letter = lowest.suit().expect("a suit tile").letter();
                format!("chow{rank}{}{}{letter}", rank + 1, rank + 2)
            }
        };
        let names: Vec<String> = self.deal.legal(seat).iter().map(name).filter(|n| !n.is_empty()).collect();
        names.join(" ")
    }

    /// The concealed tiles of `seat` in index order.
    pub(crate) fn holds(&self, seat: Seat) -> Vec<Tile> {
        self.deal.hand(seat).concealed().iter().collect()
    }

    pub(crate) fn outcome(&self) -> Outcome {
        *self.deal.outcome().expect("the deal is over")
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.deal.outcome().is_some_and(|o| o.kind == OutcomeKind::Exhausted)
    }

    /// Whether `seat` has the choice to win.
    pub(crate) fn can_win(&self, seat: Seat) -> bool {
        self.deal.legal(seat).contains(Action::Hu)
    }
}
