//! One deal as a page to step through.

use super::{
    render, script_json,
    tiles::{name, symbols},
};
use mcr_engine::{Action, Event, Fan, Hand, RuleSet, Seat, Tile, TileCounts};
use mcr_sim::{
    log::{DealRow, Ending, StepRow, Win, WinBy},
    replay::{Decision, Replayed},
};
use serde::Serialize;

const SEATS: [&str; 4] = ["East 东", "South 南", "West 西", "North 北"];

/// What the page's script steps through.
#[derive(Serialize)]
struct Steps {
    frames: Vec<Frame>,
}

/// The table at one moment.
#[derive(Clone, Serialize)]
struct Frame {
    /// What just happened.
    text: String,
    /// Who did it.
    seat: Option<usize>,
    /// Whose discard lies open to be claimed.
    live: Option<usize>,
    seats: [Place; 4],
    /// Tiles left in the wall.
    wall: usize,
    /// The choice that is due, if one is.
    choice: Option<ChoiceView>,
}

/// What a seat has.
#[derive(Clone, Default, Serialize)]
struct Place {
    /// Concealed tiles by index.
    hand: Vec<usize>,
    /// The tile just drawn, not in `hand`.
    drawn: Option<usize>,
    melds: Vec<MeldView>,
    flowers: Vec<usize>,
    river: Vec<RiverTile>,
}

#[derive(Clone, Serialize)]
struct MeldView {
    tiles: Vec<usize>,
    /// Face down but for the owner.
    concealed: bool,
}

#[derive(Clone, Serialize)]
struct RiverTile {
    tile: usize,
    /// Just drawn when it was discarded.
    drawn: bool,
    /// Taken by another.
    claimed: bool,
}

#[derive(Clone, Serialize)]
struct ChoiceView {
    seat: usize,
    legal: Vec<String>,
    chosen: String,
    /// What the agent thought it worth in points, when it said so.
    value: Option<f32>,
}

#[derive(Serialize)]
struct Page {
    title: String,
    about: String,
    agents: Vec<AgentLine>,
    ending: String,
    fans: Vec<FanLine>,
    total: String,
    symbols: String,
    steps: String,
    version: &'static str,
}

#[derive(Serialize)]
struct AgentLine {
    seat: &'static str,
    agent: String,
    points: String,
}

#[derive(Serialize)]
struct FanLine {
    points: u16,
    chinese: &'static str,
    english: String,
}

/// The page of a deal. `steps` are its logged decisions, which hold what the agents reported; without them the choices
/// are those that its moves show.
///
/// # Errors
/// When a template does not fit its values, which tests rule out.
pub fn replay_page(
    rules: &RuleSet,
    row: &DealRow,
    replayed: &Replayed,
    steps: &[StepRow],
) -> Result<String, minijinja::Error> {
    let seed = row.seed.map_or_else(|| "logged wall".to_owned(), |seed| format!("seed {seed}"));
    let (fans, total) = match &row.ending {
        Ending::Win(win) => fan_lines(win, rules),
        _ => (Vec::new(), String::new()),
    };
    let agents = row.agents.iter().map(|(seat, agent)| AgentLine {
        seat: SEATS[seat.index()],
        agent: agent.clone(),
        points: format!("{:+}", row.points[seat]),
    });
    let page = Page {
        title: format!("Deal {}", row.deal),
        about: format!("{seed} · prevalent wind 圈风 {}", SEATS[row.prevalent.index()]),
        agents: agents.collect(),
        ending: ending(row),
        fans,
        total,
        symbols: symbols(),
        steps: script_json(&Steps { frames: frames(rules, row, replayed, steps) }),
        version: mcr_sim::PROGRAM_VERSION,
    };
    render("replay.html", page)
}

fn ending(row: &DealRow) -> String {
    match &row.ending {
        Ending::Win(win) => {
            let how = match win.by {
                WinBy::SelfDraw => "by own draw 自摸".to_owned(),
                WinBy::Discard { payer } => format!("on the discard of {} 点炮", SEATS[payer.index()]),
                WinBy::RobbedKong { payer } => {
                    format!("by robbing the kong of {} 抢杠", SEATS[payer.index()])
                }
            };
            format!("{} wins with {} {how}", SEATS[win.winner.index()], name(win.tile))
        }
        Ending::Exhausted => "Nobody wins: the wall is used up 荒牌".to_owned(),
        Ending::Void => "The deal is void: all three others would rob the kong 平盘".to_owned(),
        Ending::SessionOver => "The session is over: two players have no chips 局结".to_owned(),
        Ending::Foul { seat } => format!("{} answered against the rules", SEATS[seat.index()]),
    }
}

fn fan_lines(win: &Win, rules: &RuleSet) -> (Vec<FanLine>, String) {
    let line = |&(id, times): &(u8, u8)| {
        let fan = Fan::from_id(id)?;
        let english =
            if times > 1 { format!("{} × {times}", fan.english()) } else { fan.english().to_owned() };
        Some(FanLine { points: rules.fan_points(fan) * u16::from(times), chinese: fan.chinese(), english })
    };
    let total = win.hand_points + u16::from(win.flowers);
    let flowers = if win.flowers > 0 {
        format!(" ({} and {} for flowers)", win.hand_points, win.flowers)
    } else {
        String::new()
    };
    (win.fans.iter().filter_map(line).collect(), format!("{total} points 番{flowers}"))
}

/// The deal from its opening hands on, a frame an event and a choice.
fn frames(rules: &RuleSet, row: &DealRow, replayed: &Replayed, steps: &[StepRow]) -> Vec<Frame> {
    let opening = replayed.events.iter().position(|event| {
        !matches!(event, Event::Draw { .. } | Event::Flower { .. } | Event::Replacement { .. })
    });
    let opening = opening.unwrap_or(replayed.events.len());
    let mut now = opening_frame(rules, replayed, &replayed.events[..opening]);
    let mut frames = vec![now.clone()];
    let mut choices = Choices { decisions: &replayed.decisions, steps, next: 0 };
    choices.before(opening, &mut frames, &mut now);
    for (number, event) in replayed.events.iter().enumerate().skip(opening) {
        // A choice that is not the first of its moment has its own frame already.
        apply(&mut now, *event);
        now.choice = None;
        frames.push(now.clone());
        choices.before(number + 1, &mut frames, &mut now);
    }
    if let (Ending::Win(win), Some(last)) = (&row.ending, frames.last_mut()) {
        show_winner(&mut last.seats[win.winner.index()], &replayed.closing[win.winner], win);
        take_winning_tile(&mut last.seats, win);
        last.text = ending(row);
    }
    frames
}

/// Hands over the choices in their order.
struct Choices<'a> {
    decisions: &'a [Decision],
    steps: &'a [StepRow],
    next: usize,
}

impl Choices<'_> {
    /// The choices that were due after so many events: the first on the last frame, others on frames of their own.
    fn before(&mut self, events: usize, frames: &mut Vec<Frame>, now: &mut Frame) {
        let mut first = true;
        while let Some(decision) = self.decisions.get(self.next).filter(|decision| decision.events <= events)
        {
            let value = self
                .steps
                .get(self.next)
                .filter(|step| step.action == decision.action)
                .and_then(|step| step.value);
            let choice = ChoiceView {
                seat: decision.seat.index(),
                legal: decision.legal.iter().map(action_text).collect(),
                chosen: action_text(decision.action),
                value,
            };
            self.next += 1;
            now.choice = Some(choice);
            match frames.last_mut().filter(|_| first) {
                Some(frame) => frame.choice = now.choice.clone(),
                None => {
                    let mut frame = now.clone();
                    frame.text = "The same tile is open to another".to_owned();
                    frame.seat = Some(decision.seat.index());
                    frames.push(frame);
                }
            }
            first = false;
        }
    }
}

fn action_text(action: Action) -> String {
    match action {
        Action::Pass => "pass 过".to_owned(),
        Action::Hu => "hu 和".to_owned(),
        Action::Discard(tile) => format!("discard {}", name(tile)),
        Action::Chow { lowest, .. } => {
            let rank = lowest.rank().unwrap_or(0);
            let suit = lowest.suit().map_or("", |suit| ["万", "条", "饼"][suit.index()]);
            format!("chow 吃 {}{}{} {suit}", rank, rank + 1, rank + 2)
        }
        Action::Pung(tile) => format!("pung 碰 {}", name(tile)),
        Action::MeldedKong(tile) => format!("kong 杠 {}", name(tile)),
        Action::ConcealedKong(tile) => format!("concealed kong 暗杠 {}", name(tile)),
        Action::AddedKong(tile) => format!("added kong 加杠 {}", name(tile)),
    }
}

fn sorted(tiles: &TileCounts) -> Vec<usize> {
    tiles.iter().map(Tile::index).collect()
}

fn opening_frame(rules: &RuleSet, replayed: &Replayed, events: &[Event]) -> Frame {
    let mut seats: [Place; 4] = std::array::from_fn(|_| Place::default());
    let mut left = if rules.flowers { 144 } else { 136 };
    for (seat, hand) in replayed.opening.iter() {
        let place = &mut seats[seat.index()];
        let mut tiles = *hand.concealed();
        if let Some(drawn) = hand.drawn() {
            tiles.remove(drawn);
            place.drawn = Some(drawn.index());
        }
        place.hand = sorted(&tiles);
        left -= hand.concealed().total() as usize;
    }
    for event in events {
        if let Event::Flower { seat, tile } = event {
            seats[seat.index()].flowers.push(tile.index());
            left -= 1;
        }
    }
    let text = "The hands are dealt, flowers replaced".to_owned();
    Frame { text, seat: Some(Seat::East.index()), live: None, seats, wall: left, choice: None }
}

fn apply(frame: &mut Frame, event: Event) {
    let who = event.seat();
    let seat_name = who.map_or("", |seat| SEATS[seat.index()]);
    frame.text = format!("{seat_name} {}", event_text(event));
    frame.seat = who.map(Seat::index);
    let Some(seat) = who.map(Seat::index) else {
        frame.text = match event {
            Event::Void => "The deal is void 平盘".to_owned(),
            Event::SessionOver => "The session is over 局结".to_owned(),
            _ => "The wall is used up 荒牌".to_owned(),
        };
        return;
    };
    match event {
        Event::Draw { tile, .. } | Event::Replacement { tile, .. } => {
            frame.wall = frame.wall.saturating_sub(1);
            frame.live = None;
            frame.seats[seat].drawn = tile.map(Tile::index);
        }
        Event::Flower { tile, .. } => {
            frame.seats[seat].drawn = None;
            frame.seats[seat].flowers.push(tile.index());
        }
        Event::Discard { tile, drawn, .. } => {
            let place = &mut frame.seats[seat];
            take_from_hand(place, tile.index(), 1);
            place.river.push(RiverTile { tile: tile.index(), drawn, claimed: false });
            frame.live = Some(seat);
        }
        Event::Chow { lowest, position, .. } => {
            let claimed = lowest.index() + usize::from(position);
            for tile in (lowest.index()..lowest.index() + 3).filter(|tile| *tile != claimed) {
                take_from_hand(&mut frame.seats[seat], tile, 1);
            }
            claim(frame, seat, (lowest.index()..lowest.index() + 3).collect());
        }
        Event::Pung { tile, .. } => {
            take_from_hand(&mut frame.seats[seat], tile.index(), 2);
            claim(frame, seat, vec![tile.index(); 3]);
        }
        Event::MeldedKong { tile, .. } => {
            take_from_hand(&mut frame.seats[seat], tile.index(), 3);
            claim(frame, seat, vec![tile.index(); 4]);
        }
        Event::ConcealedKong { tile, .. } => {
            let tile = tile.map_or(0, Tile::index);
            take_from_hand(&mut frame.seats[seat], tile, 4);
            frame.seats[seat].melds.push(MeldView { tiles: vec![tile; 4], concealed: true });
        }
        Event::AddedKong { tile, .. } => {
            let place = &mut frame.seats[seat];
            take_from_hand(place, tile.index(), 1);
            let is_pung = |meld: &&mut MeldView| meld.tiles == [tile.index(); 3];
            if let Some(meld) = place.melds.iter_mut().find(is_pung) {
                meld.tiles.push(tile.index());
            }
        }
        Event::Ready { .. }
        | Event::Hu { .. }
        | Event::Exhausted
        | Event::Hang { .. }
        | Event::Void
        | Event::SessionOver
        | Event::Foul { .. }
        | Event::Ruling { .. } => {}
    }
}

/// Takes tiles out of a hand; the drawn one then is among the others.
fn take_from_hand(place: &mut Place, tile: usize, copies: usize) {
    place.hand.extend(place.drawn.take());
    place.hand.sort_unstable();
    for _ in 0..copies {
        if let Some(found) = place.hand.iter().position(|held| *held == tile) {
            place.hand.remove(found);
        }
    }
}

/// Lays out a meld and marks the tile it took, which is the last of some river.
fn claim(frame: &mut Frame, seat: usize, tiles: Vec<usize>) {
    frame.seats[seat].melds.push(MeldView { tiles, concealed: false });
    if let Some(river) = frame.live.take().and_then(|giver| frame.seats[giver].river.last_mut()) {
        river.claimed = true;
    }
}

/// Shows the winner's whole hand with the winning tile apart.
fn show_winner(place: &mut Place, hand: &Hand, win: &Win) {
    let mut tiles = *hand.concealed();
    if tiles.total() as usize + 3 * hand.melds().len() == 14 {
        tiles.remove(win.tile);
    }
    place.hand = sorted(&tiles);
    place.drawn = Some(win.tile.index());
}

/// Takes the winning tile from the one who gave it.
fn take_winning_tile(seats: &mut [Place; 4], win: &Win) {
    match win.by {
        WinBy::SelfDraw => {}
        WinBy::Discard { payer } => {
            if let Some(river) = seats[payer.index()].river.last_mut() {
                river.claimed = true;
            }
        }
        WinBy::RobbedKong { payer } => {
            let robbed = |meld: &&mut MeldView| !meld.concealed && meld.tiles == [win.tile.index(); 4];
            if let Some(meld) = seats[payer.index()].melds.iter_mut().find(robbed) {
                meld.tiles.pop();
            }
        }
    }
}

fn event_text(event: Event) -> String {
    let tile_name = |tile: Option<Tile>| tile.map_or_else(|| "a tile".to_owned(), name);
    match event {
        Event::Draw { tile, .. } => format!("draws {}", tile_name(tile)),
        Event::Replacement { tile, .. } => format!("draws the replacement {}", tile_name(tile)),
        Event::Flower { tile, .. } => format!("lays out flower {}", name(tile)),
        Event::Discard { tile, drawn: true, .. } => format!("discards {}, just drawn", name(tile)),
        Event::Discard { tile, .. } => format!("discards {}", name(tile)),
        Event::Chow { lowest, position, .. } => action_text(Action::Chow { lowest, position }),
        Event::Pung { tile, .. } => action_text(Action::Pung(tile)),
        Event::MeldedKong { tile, .. } => action_text(Action::MeldedKong(tile)),
        Event::ConcealedKong { tile, .. } => format!("concealed kong 暗杠 {}", tile_name(tile)),
        Event::AddedKong { tile, .. } => action_text(Action::AddedKong(tile)),
        Event::Ready { .. } => "declares ready 听".to_owned(),
        Event::Hu { tile, .. } => format!("hu 和 {}", name(tile)),
        Event::Hang { tile, .. } => format!("hangs {} 挂", tile_name(tile)),
        Event::Exhausted | Event::Void | Event::SessionOver => String::new(),
        Event::Foul { .. } => "answers against the rules".to_owned(),
        Event::Ruling { ruling, .. } => format!("is ruled {}", ruling.chinese()),
    }
}
