//! A ranking as text and as CSV.

use crate::{
    matches::standings::PlayerStanding,
    report::{Align, Grid, grouped},
};

/// The ranking, ready to print.
#[must_use]
pub fn ranking_text(ranking: &[PlayerStanding]) -> String {
    let mut grid = Grid::with_header(&[
        ("Rank", Align::Right),
        ("Player", Align::Left),
        ("Agent", Align::Left),
        ("Standard points", Align::Right),
        ("a match", Align::Right),
        ("Points a match", Align::Right),
        ("Best", Align::Right),
        ("1st", Align::Right),
        ("2nd", Align::Right),
        ("3rd", Align::Right),
        ("4th", Align::Right),
    ]);
    for line in ranking {
        let mut row = vec![
            line.rank.to_string(),
            format!("P{}", line.player),
            line.agent.clone(),
            format!("{:.2}", line.standard_points),
            format!("{:.3}", line.standard_points_mean),
            format!("{:.1}", line.session_points_mean),
            line.best.map_or_else(|| "–".to_owned(), |best| best.to_string()),
        ];
        row.extend(line.places.map(grouped));
        grid.row(row);
    }
    let mut text = grid.to_string();
    let fined = ranking.iter().filter(|line| line.fines > 0 || line.disqualified > 0);
    for line in fined {
        let PlayerStanding { player, fines, disqualified, .. } = line;
        text.push_str(&format!(
            "P{player}: fines {}, disqualified {}\n",
            grouped(*fines),
            grouped(*disqualified)
        ));
    }
    text
}

/// One line a player, with a header.
#[must_use]
pub fn ranking_csv(ranking: &[PlayerStanding]) -> String {
    let mut text =
        "rank,player,agent,matches,standard_points,session_points,best,first,second,third,fourth,fines,\
                    disqualified\n"
            .to_owned();
    for line in ranking {
        let agent = line.agent.replace('"', "\"\"");
        let best = line.best.map_or_else(String::new, |best| best.to_string());
        let places = line.places.map(|place| place.to_string()).join(",");
        text.push_str(&format!(
            "{},{},\"{agent}\",{},{},{},{best},{places},{},{}\n",
            line.rank,
            line.player,
            line.matches,
            line.standard_points,
            line.session_points,
            line.fines,
            line.disqualified,
        ));
    }
    text
}
