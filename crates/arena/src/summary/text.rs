//! Statistics of a match as plain text.

use std::fmt;

use serde::Serialize;

use super::{Counts, EngineTotals, Method, Summary};
use crate::stats::statistics::{Tally, signed};

impl Summary {
    /// Returns the state of the match in one line: `57/200  a 30 – 26 b  1 unclear  Elo +25 (−60 to
    /// +110)  LLR +0.41`.
    #[must_use]
    pub fn line(&self) -> String {
        let mut parts = vec![format!("{}/{}", self.games, self.scheduled)];
        let score =
            |engine: &EngineTotals| format!("{} {}", engine.name, halves(engine.tally.points()));
        match (self.pairings.as_slice(), self.engines.as_slice()) {
            ([pairing], [first, second]) => {
                let points = halves(second.tally.points());
                parts.push(format!("{} – {points} {}", score(first), second.name));
                parts.extend(self.exceptions());
                parts.extend(pairing.elo().map(|elo| format!("Elo {elo}")));
            }
            (_, engines) => {
                parts.extend(engines.iter().map(score));
                parts.extend(self.exceptions());
            }
        }
        if let Some(test) = &self.test {
            parts.push(format!("LLR {}", signed(test.llr, 2)));
        }
        parts.extend(
            self.verdict()
                .map(|accepted| format!("{accepted} accepted")),
        );
        parts.join("  ")
    }

    /// Returns the counts of exceptional games that are not zero.
    fn exceptions(&self) -> impl Iterator<Item = String> {
        [
            (self.void, "void"),
            (self.unclear, "unclear"),
            (self.disputed, "disputed"),
            (self.explained, "with an explained difference"),
            (self.strangers, "of unknown engines"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
    }
}
/// Formats a block of plain text with tables, without a newline at its end.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} games", self.games, self.scheduled)?;
        self.exceptions()
            .try_for_each(|part| write!(f, ", {part}"))?;
        let mut tables = vec![self.results(), self.colors(), self.work()];
        if self.engines.len() > 2 {
            tables.insert(0, self.rating_table());
        }
        for table in tables {
            write!(f, "\n\n{}", aligned(&table))?;
        }
        if let Some(methods) = self.methods() {
            write!(f, "\n\n{methods}")?;
        }
        if let Some(length) = self.length.mean() {
            write!(
                f,
                "\n\nended by {}; {length:.0} moves a game",
                listed(&self.ends)
            )?;
        }
        if self.bases != Counts::default() {
            write!(f, "\ncounted by {}", listed(&self.bases))?;
        }
        if let Some(test) = &self.test {
            write!(f, "\n{test}")?;
        }
        Ok(())
    }
}

impl Summary {
    /// Returns a sentence that names the methods of all intervals; `None` without an interval.
    #[must_use]
    pub fn methods(&self) -> Option<String> {
        let known = self.pairings.iter().filter(|known| known.elo().is_some());
        let (pairs, games): (Vec<_>, Vec<_>) =
            known.partition(|known| known.method() == Method::Pairs);
        let methods = match (pairs.is_empty(), games.is_empty()) {
            (true, true) => return None,
            (false, true) => Method::Pairs.to_string(),
            (true, false) => Method::Games.to_string(),
            (false, false) => format!(
                "{}, where most games stand alone {}",
                Method::Pairs,
                Method::Games
            ),
        };
        let ratings = match self.engines.len() > 2 {
            true => "; ratings by the model of Bradley and Terry, with its Fisher information",
            false => "",
        };
        Some(format!(
            "Intervals are those of 95 %, by {methods}{ratings}."
        ))
    }
}

/// Rows of a table, each of one text per column.
type Rows = Vec<Vec<String>>;

/// Text in place of a missing number.
const NONE: &str = "–";

/// Tables of the text. The first row holds the titles of the columns.
impl Summary {
    fn name(&self, place: usize) -> &str {
        self.engines.get(place).map_or(NONE, |engine| &engine.name)
    }

    fn rating_table(&self) -> Rows {
        let mut table = vec![titles(&["", "games", "points", "share", "Elo"])];
        let mut rated: Vec<_> = self.engines.iter().zip(self.ratings()).collect();
        rated.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
        for (engine, elo) in rated {
            table.push(vec![
                engine.name.clone(),
                engine.tally.games().to_string(),
                halves(engine.tally.points()),
                share(&engine.tally, None),
                elo.to_string(),
            ]);
        }
        table
    }

    fn results(&self) -> Rows {
        let mut table = vec![titles(&["", "games", "score", "share", "Elo"])];
        for pairing in &self.pairings {
            let tally = pairing.tally();
            let (first, second) = pairing.engines;
            table.push(vec![
                format!("{} – {}", self.name(first), self.name(second)),
                tally.games().to_string(),
                score(&tally),
                share(&tally, pairing.share_interval()),
                pairing
                    .elo()
                    .map_or(NONE.to_string(), |elo| elo.to_string()),
            ]);
        }
        table
    }

    fn colors(&self) -> Rows {
        let mut table = vec![titles(&[
            "",
            "as Black",
            "as White",
            "pairs 0",
            "½",
            "1",
            "1½",
            "2",
            "points ahead",
        ])];
        for pairing in &self.pairings {
            let (first, second) = pairing.engines;
            let mut row = vec![
                format!("{} – {}", self.name(first), self.name(second)),
                score(&pairing.black),
                score(&pairing.white),
            ];
            row.extend(pairing.pairs.0.map(|count| count.to_string()));
            let mean = pairing.margin.mean().map(|mean| signed(mean, 1));
            let deviation = pairing
                .margin
                .deviation()
                .map(|spread| format!(" ± {spread:.1}"));
            row.push(mean.map_or(String::new(), |mean| mean + &deviation.unwrap_or_default()));
            table.push(row);
        }
        table
    }

    fn work(&self) -> Rows {
        let mut table = vec![titles(&[
            "",
            "moves",
            "s/move",
            "longest",
            "playouts/move",
            "playouts/s",
            "MiB",
            "faults",
        ])];
        for engine in &self.engines {
            let some = |number: Option<f64>| number.map_or(String::new(), digits);
            let memory = engine
                .peak_memory
                .map(|bytes| bytes as f64 / f64::from(1 << 20));
            table.push(vec![
                engine.name.clone(),
                engine.time.moves.to_string(),
                some(engine.seconds_per_move()),
                some(engine.seconds_per_move().map(|_| engine.longest)),
                some(engine.playouts_per_move()),
                some(engine.playouts_per_second()),
                some(memory),
                listed(&engine.faults),
            ]);
        }
        table
    }
}

fn titles(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_string()).collect()
}

/// Formats a table of rows of equal length: the first column is aligned left, the others right.
/// Columns without an entry are left out.
fn aligned(table: &Rows) -> String {
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max();
    let is_filled = |column: &usize| table[1..].iter().any(|row| !row[*column].is_empty());
    let columns = (0..table[0].len()).filter(is_filled);
    let shown: Vec<(usize, usize)> = columns
        .map(|column| (column, width(column).unwrap_or(0)))
        .collect();
    let line = |row: &Vec<String>| {
        let cells = shown
            .iter()
            .map(|&(column, width)| match (column, row[column].as_str()) {
                (0, text) => format!("{text:<width$}"),
                (_, "") => format!("{NONE:>width$}"),
                (_, text) => format!("{text:>width$}"),
            });
        let line = cells.collect::<Vec<_>>().join("  ");
        line.trim_end().to_string()
    };
    table.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Formats points with halves: `31½`.
pub(super) fn halves(points: f64) -> String {
    let half = if points.fract() > 0.0 { "½" } else { "" };
    match points.trunc() {
        0.0 if !half.is_empty() => half.to_string(),
        whole => format!("{whole}{half}"),
    }
}

/// Formats the points of both sides: `31½ – 22½`.
fn score(tally: &Tally) -> String {
    format!(
        "{} – {}",
        halves(tally.points()),
        halves(tally.reversed().points())
    )
}

/// Formats the share of the points, with its interval if there is one: `58.3 % (45 to 71)`.
fn share(tally: &Tally, interval: Option<(f64, f64)>) -> String {
    let Some(share) = tally.share() else {
        return NONE.to_string();
    };
    let interval =
        interval.map(|(low, high)| format!(" ({:.0} to {:.0})", 100.0 * low, 100.0 * high));
    format!("{:.1} %{}", 100.0 * share, interval.unwrap_or_default())
}

/// Formats a number with three significant digits, or more if the integer part needs them.
fn digits(number: f64) -> String {
    let decimals = match number.abs() {
        size if size < 1.0 => 3,
        size if size < 10.0 => 2,
        size if size < 100.0 => 1,
        _ => 0,
    };
    format!("{number:.decimals$}")
}

/// Formats counts as `passes 40, resign 12`, with the names that the files use.
fn listed<T: Copy + PartialEq + Serialize>(counts: &Counts<T>) -> String {
    let name = |thing: T| match serde_json::to_value(thing) {
        Ok(serde_json::Value::String(name)) => name.replace('_', " "),
        _ => String::new(),
    };
    let each = counts.by_frequency().into_iter();
    each.map(|(thing, count)| format!("{} {count}", name(thing)))
        .collect::<Vec<_>>()
        .join(", ")
}
