//! One deal as text: the hands, every turn, the win and what it paid.

use crate::{
    log::{DealRow, Ending, Win, WinBy},
    replay::Replayed,
    report::grid::{Align, Grid},
};
use mcr_engine::{Event, Fan, Hand, Meld, MeldKind, RuleSet, Seat, Tile, TileCounts, Wind};

const SEATS: [&str; 4] = ["East 东", "South 南", "West 西", "North 北"];
const SHORT: [&str; 4] = ["East", "South", "West", "North"];

/// The whole deal.
#[must_use]
pub fn deal_text(row: &DealRow, replayed: &Replayed, rules: &RuleSet) -> String {
    let mut text = format!("{}\n\n{}\n", headline(row), hands(row, replayed));
    text.push_str(&turns(replayed).to_string());
    text.push_str(&format!("\n{}\n\n{}", ending(row, rules), points(row, replayed)));
    text.push_str("\nTiles: m 万  s 条  p 饼 · E 东 S 南 W 西 N 北 · C 中 F 发 P 白 · a–h flowers\n");
    text
}

fn headline(row: &DealRow) -> String {
    let wall = match row.seed {
        Some(seed) => format!("seed {seed}"),
        None => "logged wall".to_owned(),
    };
    format!("Deal {} · {wall} · prevalent wind {} 圈风", row.deal, wind_name(row.prevalent))
}

fn wind_name(wind: Wind) -> &'static str {
    SEATS[wind.index()]
}

fn hands(row: &DealRow, replayed: &Replayed) -> Grid {
    let mut grid = Grid::with_header(&[
        ("Seat", Align::Left),
        ("Agent", Align::Left),
        ("Hand, flowers replaced", Align::Left),
        ("Flowers", Align::Left),
    ]);
    for (seat, hand) in replayed.opening.iter() {
        // East's drawn tile is part of its first turn.
        let mut tiles = *hand.concealed();
        if let Some(drawn) = hand.drawn() {
            tiles.remove(drawn);
        }
        let opening = opening_events(&replayed.events).iter();
        let flowers = opening.filter_map(|event| match event {
            Event::Flower { seat: who, tile } if *who == seat => Some(tile.to_string()),
            _ => None,
        });
        let flowers = flowers.collect::<Vec<_>>().join(" ");
        grid.row([SEATS[seat.index()].into(), row.agents[seat].clone(), tiles_text(&tiles), flowers]);
    }
    grid
}

/// What happened before anybody decided.
fn opening_events(events: &[Event]) -> &[Event] {
    let is_choice = |event: &Event| {
        !matches!(event, Event::Draw { .. } | Event::Flower { .. } | Event::Replacement { .. })
    };
    &events[..events.iter().position(is_choice).unwrap_or(events.len())]
}

/// One line a turn, the first with the tile that east drew; the flowers before it stand above.
fn turns(replayed: &Replayed) -> Grid {
    let mut grid = Grid::plain(&[Align::Right, Align::Left, Align::Left]);
    let mut turn: Option<(Seat, Vec<String>)> = None;
    let mut number = 0;
    let mut live: Option<(Seat, Tile)> = None;
    let mut close = |turn: &mut Option<(Seat, Vec<String>)>| {
        if let Some((seat, words)) = turn.take() {
            number += 1;
            grid.row([number.to_string(), SHORT[seat.index()].into(), words.join(", ")]);
        }
    };
    let first = Event::Draw { seat: Seat::East, tile: replayed.opening[Seat::East].drawn() };
    let rest = &replayed.events[opening_events(&replayed.events).len()..];
    for event in std::iter::once(first).chain(rest.iter().copied()) {
        let Some((seat, words, begins)) = words(event, live) else { continue };
        if begins || turn.as_ref().is_some_and(|(who, _)| *who != seat) {
            close(&mut turn);
        }
        turn.get_or_insert((seat, Vec::new())).1.push(words);
        if let Event::Discard { seat, tile, .. } | Event::AddedKong { seat, tile } = event {
            live = Some((seat, tile));
        }
    }
    close(&mut turn);
    grid
}

/// Who does an event, in words, and whether a turn begins with it.
fn words(event: Event, live: Option<(Seat, Tile)>) -> Option<(Seat, String, bool)> {
    let shown = |tile: Option<Tile>| tile.map_or("a tile".to_owned(), |tile| tile.to_string());
    let from = live.map_or("", |(seat, _)| SHORT[seat.index()]);
    Some(match event {
        Event::Draw { seat, tile } => (seat, format!("draws {}", shown(tile)), true),
        Event::Replacement { seat, tile } => (seat, format!("draws the replacement {}", shown(tile)), false),
        Event::Flower { seat, tile } => (seat, format!("lays out flower {tile}"), false),
        Event::Discard { seat, tile, drawn: false } => (seat, format!("discards {tile}"), false),
        Event::Discard { seat, drawn: true, .. } => (seat, "discards it".to_owned(), false),
        Event::Chow { seat, lowest, position } => {
            let run = meld_text(Meld::chow(lowest, position));
            (seat, format!("chows {from}'s discard to {run}"), true)
        }
        Event::Pung { seat, tile } => (seat, format!("pungs {from}'s {tile}"), true),
        Event::MeldedKong { seat, tile } => (seat, format!("makes a kong of {from}'s {tile}"), true),
        Event::ConcealedKong { seat, tile } => (seat, format!("concealed kong of {}", shown(tile)), false),
        Event::AddedKong { seat, tile } => (seat, format!("adds {tile} to its pung"), false),
        Event::Ready { seat } => (seat, "declares ready 听".to_owned(), false),
        Event::Hu { seat, .. } => (seat, "hu 和".to_owned(), live.is_some_and(|(who, _)| who != seat)),
        Event::Hang { seat, tile: Some(tile) } => (seat, format!("hangs {tile} 挂"), false),
        Event::Hang { tile: None, .. } => return None,
        Event::Exhausted | Event::Void | Event::SessionOver => return None,
        Event::Foul { seat } => (seat, "answers against the rules".to_owned(), true),
        Event::Ruling { seat, ruling } => (seat, format!("is ruled {}", ruling.chinese()), true),
    })
}

fn ending(row: &DealRow, rules: &RuleSet) -> String {
    match &row.ending {
        Ending::Win(win) => win_text(win, rules),
        Ending::Exhausted => "Nobody wins: the wall is used up 荒牌.".to_owned(),
        Ending::Void => "The deal is void: all three others would rob the kong 平盘.".to_owned(),
        Ending::SessionOver => "The session is over: two players have no chips 局结.".to_owned(),
        Ending::Foul { seat } => {
            format!("{} answered against the rules, which ends the deal.", SEATS[seat.index()])
        }
    }
}

fn win_text(win: &Win, rules: &RuleSet) -> String {
    let how = match win.by {
        WinBy::SelfDraw => "by own draw 自摸".to_owned(),
        WinBy::Discard { payer } => format!("on the discard of {}", SEATS[payer.index()]),
        WinBy::RobbedKong { payer } => format!("by robbing the kong of {} 抢杠", SEATS[payer.index()]),
    };
    let mut text = format!(
        "{}{}",
        heading(win.winner, win.tile, &how, (win.hand_points, win.flowers)),
        fan_grid(&win.fans, rules)
    );
    for also in &win.also {
        let points = (also.hand_points, also.flowers);
        text.push_str("\n\n");
        text.push_str(&heading(also.winner, win.tile, "too", points));
        text.push_str(&fan_grid(&also.fans, rules));
    }
    text
}

fn heading(winner: Seat, tile: Tile, how: &str, (points, flowers): (u16, u8)) -> String {
    let flowers = if flowers > 0 { format!(" and {flowers} for flowers") } else { String::new() };
    format!("{} wins with {tile} {how}: {points} points{flowers}.\n\n", SEATS[winner.index()])
}

fn fan_grid(fans: &[(u8, u8)], rules: &RuleSet) -> String {
    let mut grid = Grid::plain(&[Align::Right, Align::Left, Align::Left]);
    for &(id, count) in fans {
        let Some(fan) = Fan::from_id(id) else { continue };
        let times = if count > 1 { format!(" × {count}") } else { String::new() };
        let worth = u32::from(rules.fan_points(fan)) * u32::from(count);
        grid.row([worth.to_string(), fan.chinese().into(), format!("{}{times}", fan.english())]);
    }
    grid.to_string().trim_end_matches('\n').to_owned()
}

fn points(row: &DealRow, replayed: &Replayed) -> Grid {
    let mut grid = Grid::with_header(&[
        ("Seat", Align::Left),
        ("Points", Align::Right),
        ("Hand at the end", Align::Left),
    ]);
    for (seat, hand) in replayed.closing.iter() {
        grid.row([SEATS[seat.index()].into(), format!("{:+}", row.points[seat]), hand_text(hand)]);
    }
    grid
}

/// Melds in brackets, then the concealed tiles.
#[must_use]
pub fn hand_text(hand: &Hand) -> String {
    let mut parts: Vec<String> = hand.melds().iter().map(|meld| format!("[{}]", meld_text(meld))).collect();
    parts.push(tiles_text(hand.concealed()));
    parts.join(" ")
}

fn meld_text(meld: Meld) -> String {
    let tiles = tiles_text(&meld.tiles().collect());
    if meld.kind() == MeldKind::ConcealedKong { format!("{tiles} concealed") } else { tiles }
}

/// `123m 45s EE`: by suits, honors each by its letter.
#[must_use]
pub fn tiles_text(tiles: &TileCounts) -> String {
    let mut text = String::new();
    let mut last: Option<Tile> = None;
    for tile in tiles.iter() {
        if let Some(before) = last.filter(|before| before.suit() != tile.suit()) {
            text.extend(before.suit().map(mcr_engine::Suit::letter));
            text.push(' ');
        }
        match tile.rank() {
            Some(rank) => text.push_str(&rank.to_string()),
            None => text.push_str(&tile.to_string()),
        }
        last = Some(tile);
    }
    text.extend(last.and_then(Tile::suit).map(mcr_engine::Suit::letter));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_engine::Suit;

    #[test]
    fn tiles_are_grouped_by_suit() {
        let suited = |rank, suit| Tile::suited(suit, rank);
        let tiles: TileCounts = [
            suited(1, Suit::Characters),
            suited(9, Suit::Characters),
            suited(5, Suit::Dots),
            Tile::EAST,
            Tile::EAST,
            Tile::WHITE,
        ]
        .into_iter()
        .collect();
        assert_eq!(tiles_text(&tiles), "19m 5p EEP");
        assert_eq!(tiles_text(&TileCounts::EMPTY), "");
    }
}
