//! Fan frequencies as comma-separated values.

use crate::statistics::Summary;

/// One line a fan under a header with the names of the JSON output. No value holds a comma or a quote.
#[must_use]
pub fn fan_csv(summary: &Summary) -> String {
    let mut text = String::from(
        "id,key,english,chinese,points,wins,count,share,low,high,share_of_deals,deals_low,deals_high,mean_points\n",
    );
    for fan in &summary.fans {
        let mean = fan.mean_points.map_or_else(String::new, |mean| mean.to_string());
        let names = format!("{},{},{},{},{}", fan.id, fan.key, fan.english, fan.chinese, fan.points);
        let of_wins = format!("{},{},{},{},{}", fan.wins, fan.count, fan.share, fan.low, fan.high);
        let of_deals = format!("{},{},{}", fan.share_of_deals, fan.deals_low, fan.deals_high);
        text.push_str(&format!("{names},{of_wins},{of_deals},{mean}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Tally;
    use mcr_engine::RuleSet;

    #[test]
    fn every_line_has_the_columns_of_the_header() {
        let csv = fan_csv(&Summary::of(&Tally::default(), &RuleSet::MCR));
        let commas: Vec<usize> = csv.lines().map(|line| line.matches(',').count()).collect();
        assert_eq!(commas, [13; 83]);
    }
}
