//! One deal as a page to step through.

use super::{
    Layout,
    board::{Frame, apply, dealing, opening_frame, show_winner, take_winning_tile},
    render, script_json, tiles,
    words::{Words, action_tiles},
};
use mcr_engine::{Action, Fan, RuleSet, Seat};
use mcr_sim::{
    log::{DealRow, Ending, StepRow, Win, WinBy},
    replay::{Decision, Replayed},
};
use serde::Serialize;

const LAYOUT: Layout = Layout {
    template: include_str!("templates/replay.html"),
    styles: &[tiles::STYLE, include_str!("templates/replay.css")],
    scripts: &[tiles::SCRIPT, include_str!("templates/table.js"), include_str!("templates/replay.js")],
};

/// What the page's script steps through.
#[derive(Serialize)]
struct Steps {
    seats: [Words; 4],
    frames: Vec<Moment>,
}

/// The table at one moment, with the choice that is due, if one is.
#[derive(Clone, Serialize)]
struct Moment {
    #[serde(flatten)]
    table: Frame,
    choice: Option<ChoiceView>,
}

#[derive(Clone, Serialize)]
struct ChoiceView {
    seat: usize,
    legal: Vec<ActionView>,
    /// The place of the chosen among them.
    chosen: usize,
    /// What the agent thought it worth in points, when it said so.
    value: Option<f32>,
}

/// An action with the tiles that it is about.
#[derive(Clone, Serialize)]
pub(super) struct ActionView {
    words: Words,
    tiles: Vec<usize>,
}

impl From<Action> for ActionView {
    fn from(action: Action) -> ActionView {
        ActionView { words: Words::action(action), tiles: action_tiles(action) }
    }
}

#[derive(Serialize)]
struct Page {
    title: Words,
    about: Words,
    agents: Vec<AgentLine>,
    ending: Words,
    fans: Vec<FanLine>,
    total: Words,
    symbols: String,
    tile_names: String,
    steps: String,
}

#[derive(Serialize)]
struct AgentLine {
    seat: Words,
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
    let seed = row.seed.map_or_else(
        || Words::new("logged wall", "牌谱牌墙"),
        |seed| Words::new(format!("seed {seed}"), format!("种子 {seed}")),
    );
    let wind = Words::new(" · prevalent wind ", " · 圈风 ").then(&Words::wind(row.prevalent));
    let (fans, total) = match &row.ending {
        Ending::Win(win) => fan_lines(win, rules),
        _ => (Vec::new(), Words::default()),
    };
    let agents = row.agents.iter().map(|(seat, agent)| AgentLine {
        seat: Words::seat(seat),
        agent: agent.clone(),
        points: format!("{:+}", row.points[seat]),
    });
    let page = Page {
        title: Words::new(format!("Deal {}", row.deal), format!("第 {} 盘", row.deal)),
        about: seed.then(&wind),
        agents: agents.collect(),
        ending: ending(row),
        fans,
        total,
        symbols: tiles::symbols(),
        tile_names: script_json(&tiles::names()),
        steps: script_json(&Steps {
            seats: Seat::ALL.map(Words::seat),
            frames: frames(rules, row, replayed, steps),
        }),
    };
    render(&LAYOUT, page)
}

/// How a deal ended, in a sentence.
pub(super) fn ending(row: &DealRow) -> Words {
    let of = |seat: Seat, en: &str, zh: &str| {
        let Words { en: seat_en, zh: seat_zh } = Words::seat(seat);
        Words::new(format!("{en}{seat_en}"), format!("（{seat_zh}{zh}）"))
    };
    match &row.ending {
        Ending::Win(win) => {
            let how = match win.by {
                WinBy::SelfDraw => Words::new(" by own draw", "（自摸）"),
                WinBy::Discard { payer } => of(payer, " on the discard of ", "点炮"),
                WinBy::RobbedKong { payer } => of(payer, " by robbing the kong of ", "被抢杠"),
            };
            let wins = Words::new(" wins with ", "和").then(&Words::tile(win.tile));
            Words::seat(win.winner).then(&wins).then(&how)
        }
        Ending::Exhausted => Words::new("Nobody wins: the wall is used up", "荒牌"),
        Ending::Void => Words::new("The deal is void: all three others would rob the kong", "平盘：三家抢杠"),
        Ending::SessionOver => {
            Words::new("The session is over: two players have no chips", "局结：两家无筹码")
        }
        Ending::Foul { seat } => Words::seat(*seat).then(&Words::new(" answered against the rules", "犯规")),
    }
}

fn fan_lines(win: &Win, rules: &RuleSet) -> (Vec<FanLine>, Words) {
    let line = |&(id, times): &(u8, u8)| {
        let fan = Fan::from_id(id)?;
        let english =
            if times > 1 { format!("{} × {times}", fan.english()) } else { fan.english().to_owned() };
        Some(FanLine { points: rules.fan_points(fan) * u16::from(times), chinese: fan.chinese(), english })
    };
    let total = win.hand_points + u16::from(win.flowers);
    let total = if win.flowers > 0 {
        let (hand, flowers) = (win.hand_points, win.flowers);
        Words::new(
            format!("{total} points ({hand} and {flowers} for flowers)"),
            format!("{total} 番（{hand} 番，花牌 {flowers} 番）"),
        )
    } else {
        Words::new(format!("{total} points"), format!("{total} 番"))
    };
    (win.fans.iter().filter_map(line).collect(), total)
}

/// The deal from its opening hands on, a frame an event and a choice.
fn frames(rules: &RuleSet, row: &DealRow, replayed: &Replayed, steps: &[StepRow]) -> Vec<Moment> {
    let opening = dealing(&replayed.events);
    let mut now = Moment { table: opening_frame(rules, replayed, &replayed.events[..opening]), choice: None };
    let mut frames = vec![now.clone()];
    let mut choices = Choices { decisions: &replayed.decisions, steps, next: 0 };
    choices.before(opening, &mut frames, &mut now);
    for (number, event) in replayed.events.iter().enumerate().skip(opening) {
        // A choice that is not the first of its moment has its own frame already.
        apply(&mut now.table, *event);
        now.choice = None;
        frames.push(now.clone());
        choices.before(number + 1, &mut frames, &mut now);
    }
    if let (Ending::Win(win), Some(Moment { table, .. })) = (&row.ending, frames.last_mut()) {
        show_winner(&mut table.seats[win.winner.index()], &replayed.closing[win.winner], win);
        take_winning_tile(&mut table.seats, win);
        table.text = ending(row);
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
    fn before(&mut self, events: usize, frames: &mut Vec<Moment>, now: &mut Moment) {
        let mut first = true;
        while let Some(decision) = self.decisions.get(self.next).filter(|decision| decision.events <= events)
        {
            let step = self.steps.get(self.next).filter(|step| step.action == decision.action);
            now.choice = Some(ChoiceView {
                seat: decision.seat.index(),
                legal: decision.legal.iter().map(ActionView::from).collect(),
                chosen: decision.legal.iter().position(|action| action == decision.action).unwrap_or(0),
                value: step.and_then(|step| step.value),
            });
            self.next += 1;
            match frames.last_mut().filter(|_| first) {
                Some(frame) => frame.choice = now.choice.clone(),
                None => {
                    let mut frame = now.clone();
                    frame.table.text = Words::new("The same tile is open to another", "另一家也可选择此牌");
                    frame.table.seat = Some(decision.seat.index());
                    frames.push(frame);
                }
            }
            first = false;
        }
    }
}
