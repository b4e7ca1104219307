//! Text in aligned columns. Chinese characters take two places of a terminal.

use unicode_width::UnicodeWidthStr;

/// Which side of its column a cell keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// How many places of a terminal `text` takes.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// Rows of cells.
#[derive(Clone, Debug)]
pub struct Grid {
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
    /// Whether the first row is a header.
    header: bool,
}

impl Grid {
    /// A grid whose columns have these headings.
    #[must_use]
    pub fn with_header(columns: &[(&str, Align)]) -> Grid {
        let heading = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        Grid { aligns: columns.iter().map(|(_, align)| *align).collect(), rows: vec![heading], header: true }
    }

    /// A grid without headings.
    #[must_use]
    pub fn plain(aligns: &[Align]) -> Grid {
        Grid { aligns: aligns.to_vec(), rows: Vec::new(), header: false }
    }

    /// Adds a row; cells that are missing stay empty.
    pub fn row(&mut self, cells: impl Into<Vec<String>>) {
        self.rows.push(cells.into());
    }

    /// Whether there is nothing under the headings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.len() == usize::from(self.header)
    }
}

impl std::fmt::Display for Grid {
    /// Two spaces between columns, none at the ends of lines, a rule under the headings.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cell = |row: &[String], column: usize| row.get(column).map_or(0, |text| width(text));
        let widths: Vec<usize> = (0..self.aligns.len())
            .map(|column| self.rows.iter().map(|row| cell(row, column)).max().unwrap_or(0))
            .collect();
        for (number, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (column, text) in row.iter().enumerate() {
                let gap = " ".repeat(widths[column] - width(text));
                let (before, after) = match self.aligns[column] {
                    Align::Left => (String::new(), gap),
                    Align::Right => (gap, String::new()),
                };
                let between = if column == 0 { "" } else { "  " };
                line.extend([between, &before, text, &after]);
            }
            writeln!(f, "{}", line.trim_end())?;
            if number == 0 && self.header {
                let all = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
                writeln!(f, "{}", "─".repeat(all))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_under_chinese_names() {
        let mut grid =
            Grid::with_header(&[("Fan", Align::Left), ("English", Align::Left), ("Wins", Align::Right)]);
        grid.row(["四杠".into(), "Four Kongs".into(), "2".into()]);
        grid.row(["一色四同顺".into(), "Quadruple Chow".into(), "1,234".into()]);
        let expected = "\
Fan         English          Wins
─────────────────────────────────
四杠        Four Kongs          2
一色四同顺  Quadruple Chow  1,234
";
        assert_eq!(grid.to_string(), expected);
        let ends: Vec<usize> = expected.lines().map(width).collect();
        assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
    }
}
