//! The numbers of a match, as far as it has been played.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

use super::config::MatchConfig;
use super::rating::ratings;
use super::record::{Basis, End, FaultKind, GameRecord, Usage, Verdict};
use super::schedule::own_part;
use super::sprt::{Hypothesis, Progress};
use super::statistics::{Estimate, Moments, Pairs, Tally, signed};
use crate::board::Color;

/// All results of a match in numbers. Games are taken in as they finish: the verdict of a sequential test
/// depends on that order, and on nothing that comes after it.
#[derive(Clone, Debug)]
pub struct Summary {
    engines: Vec<EngineTotals>,
    pairings: Vec<Pairing>,
    scheduled: usize,
    games: u32,
    strangers: u32,
    void: u32,
    unclear: u32,
    disputed: u32,
    ends: Counts<End>,
    bases: Counts<Basis>,
    length: Moments,
    test: Option<Progress>,
    /// Pairs of games of which one is known, by the place of the pairing and the number of the pair.
    halves: HashMap<(usize, u32), Half>,
}

/// The games of two engines.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Places of the two among the engines of the match; the smaller one is the first engine.
    pub engines: (usize, usize),
    /// Results of the first engine as Black.
    pub black: Tally,
    /// Results of the first engine as White.
    pub white: Tally,
    /// Pairs of games of which both count, as the first engine sees them.
    pub pairs: Pairs,
    /// Points by which the first engine was ahead, where the board was counted.
    pub margin: Moments,
}

impl Pairing {
    /// All results of the first engine.
    #[must_use]
    pub fn tally(&self) -> Tally {
        [self.black, self.white].into_iter().sum()
    }

    /// The Elo difference of the first engine to the second: by pairs, or by games as long as no pair is
    /// complete; `None` without a game that counts.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        self.pairs.elo().or_else(|| self.tally().elo())
    }
}

/// What is known of an engine.
#[derive(Clone, Debug)]
pub struct EngineTotals {
    /// Its name in the match.
    pub name: String,
    /// Its results against all others.
    pub tally: Tally,
    /// What it did wrong.
    pub faults: Counts<FaultKind>,
    /// Moves that it was asked for, and the seconds for all of them.
    pub time: Work,
    /// Seconds for the longest of them.
    pub longest: f64,
    /// The same for the games of which it told its playouts.
    pub told: Work,
    /// Playouts of those games.
    pub playouts: f64,
    /// The most memory that its processes have held, in bytes, if that is known.
    pub peak_memory: Option<u64>,
}

/// Moves and the time for them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Moves.
    pub moves: u64,
    /// Seconds for all of them.
    pub seconds: f64,
}

impl Work {
    fn add(&mut self, usage: &Usage) {
        self.moves += u64::from(usage.moves);
        self.seconds += usage.seconds;
    }
}

impl EngineTotals {
    fn new(name: &str) -> EngineTotals {
        EngineTotals {
            name: name.to_string(),
            tally: Tally::default(),
            faults: Counts::default(),
            time: Work::default(),
            longest: 0.0,
            told: Work::default(),
            playouts: 0.0,
            peak_memory: None,
        }
    }

    /// Seconds a move; `None` without a move.
    #[must_use]
    pub fn seconds_per_move(&self) -> Option<f64> {
        ratio(self.time.seconds, self.time.moves as f64)
    }

    /// Playouts a move; `None` if it tells none.
    #[must_use]
    pub fn playouts_per_move(&self) -> Option<f64> {
        ratio(self.playouts, self.told.moves as f64)
    }

    /// Playouts a second; `None` if it tells none.
    #[must_use]
    pub fn playouts_per_second(&self) -> Option<f64> {
        ratio(self.playouts, self.told.seconds)
    }

    fn add(&mut self, usage: &Usage) {
        self.time.add(usage);
        self.longest = self.longest.max(usage.longest);
        if let Some(playouts) = usage.playouts {
            self.told.add(usage);
            self.playouts += playouts as f64;
        }
        self.peak_memory = self.peak_memory.max(usage.peak_memory);
    }
}

fn ratio(part: f64, of: f64) -> Option<f64> {
    (of > 0.0).then(|| part / of)
}

/// How often each of some things has come up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts<T>(Vec<(T, u32)>);

impl<T> Default for Counts<T> {
    fn default() -> Counts<T> {
        Counts(Vec::new())
    }
}

impl<T: Copy + PartialEq> Counts<T> {
    fn add(&mut self, thing: T) {
        match self.0.iter_mut().find(|(known, _)| *known == thing) {
            Some((_, count)) => *count += 1,
            None => self.0.push((thing, 1)),
        }
    }

    /// How often that one has come up.
    #[must_use]
    pub fn of(&self, thing: T) -> u32 {
        let mut known = self.0.iter();
        known
            .find(|(known, _)| *known == thing)
            .map_or(0, |(_, count)| *count)
    }

    /// All that have come up, the most frequent first.
    #[must_use]
    pub fn by_frequency(&self) -> Vec<(T, u32)> {
        let mut sorted = self.0.clone();
        sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        sorted
    }
}

/// What is known of a pair of games: the points of the first engine as Black and as White, where that game
/// is finished; no points if it counts for nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Half {
    black: Option<Option<f64>>,
    white: Option<Option<f64>>,
}

impl Half {
    /// Takes in a game, and gives the points of the pair if that completes it and both games count. A
    /// second game with the same colour belongs to no pair.
    fn add(&mut self, color: Color, points: Option<f64>) -> Option<f64> {
        let (own, other) = match color {
            Color::Black => (&mut self.black, self.white),
            Color::White => (&mut self.white, self.black),
        };
        if own.is_some() {
            return None;
        }
        *own = Some(points);
        Some(points? + other??)
    }
}

impl Summary {
    /// The numbers of a match of which nothing has been played.
    #[must_use]
    pub fn new(config: &MatchConfig) -> Summary {
        let engines: Vec<EngineTotals> = config
            .engines
            .iter()
            .map(|engine| EngineTotals::new(&engine.name))
            .collect();
        let pairing = |first, second| Pairing {
            engines: (first, second),
            black: Tally::default(),
            white: Tally::default(),
            pairs: Pairs::default(),
            margin: Moments::default(),
        };
        let count = engines.len();
        let pairings: Vec<Pairing> = (0..count)
            .flat_map(|first| (first + 1..count).map(move |second| pairing(first, second)))
            .collect();
        // More than two engines have no common hypothesis.
        let sprt = config.sprt.filter(|_| pairings.len() == 1);
        Summary {
            engines,
            pairings,
            scheduled: own_part(config).len(),
            games: 0,
            strangers: 0,
            void: 0,
            unclear: 0,
            disputed: 0,
            ends: Counts::default(),
            bases: Counts::default(),
            length: Moments::default(),
            test: sprt.map(Progress::new),
            halves: HashMap::new(),
        }
    }

    /// The numbers after those games, which are in the order in which they finished.
    #[must_use]
    pub fn of(config: &MatchConfig, records: &[GameRecord]) -> Summary {
        let mut summary = Summary::new(config);
        records.iter().for_each(|record| summary.add(record));
        summary
    }

    /// Takes in a game that has finished.
    pub fn add(&mut self, record: &GameRecord) {
        let place = |name: &String| self.engines.iter().position(|engine| engine.name == *name);
        let (black, white) = match (place(&record.engines.black), place(&record.engines.white)) {
            (Some(black), Some(white)) if black != white => (black, white),
            _ => {
                self.strangers += 1;
                return;
            }
        };
        self.games += 1;
        self.void += u32::from(record.verdict == Verdict::Void);
        self.unclear += u32::from(record.verdict == Verdict::Unclear);
        self.disputed += u32::from(record.disputed);
        self.ends.add(record.end);
        if let Some(basis) = record.basis {
            self.bases.add(basis);
        }
        self.length.add(f64::from(record.moves));
        for (place, color) in [(black, Color::Black), (white, Color::White)] {
            let Some(engine) = self.engines.get_mut(place) else {
                continue;
            };
            engine.add(record.usage.of(color));
            if let Some(points) = record.verdict.points(color) {
                engine.tally.add(points);
            }
            if let Some(fault) = record.fault.as_ref().filter(|fault| fault.side == color) {
                engine.faults.add(fault.kind);
            }
        }
        self.add_to_pairing(record, black, white);
    }

    fn add_to_pairing(&mut self, record: &GameRecord, black: usize, white: usize) {
        let engines = (black.min(white), black.max(white));
        let mut pairings = self.pairings.iter_mut().enumerate();
        let Some((place, pairing)) = pairings.find(|(_, pairing)| pairing.engines == engines)
        else {
            return;
        };
        let color = if black < white {
            Color::Black
        } else {
            Color::White
        };
        let points = record.verdict.points(color);
        if let Some(points) = points {
            let tally = match color {
                Color::Black => &mut pairing.black,
                Color::White => &mut pairing.white,
            };
            tally.add(points);
            if let Some(margin) = record.margin {
                pairing
                    .margin
                    .add(f64::from(color.sign()) * margin.points());
            }
        }
        let half = self.halves.entry((place, record.pair)).or_default();
        if let Some(points) = half.add(color, points) {
            pairing.pairs.add(points);
            if let Some(test) = &mut self.test {
                test.update(&pairing.pairs);
            }
        }
    }

    /// Games that are finished.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Games that are to be played in all, in this part of the match.
    #[must_use]
    pub fn scheduled(&self) -> usize {
        self.scheduled
    }

    /// Games left out because an engine of theirs is not in the match.
    #[must_use]
    pub fn strangers(&self) -> u32 {
        self.strangers
    }

    /// Games to which the rules give no result.
    #[must_use]
    pub fn void(&self) -> u32 {
        self.void
    }

    /// Games whose result cannot be told.
    #[must_use]
    pub fn unclear(&self) -> u32 {
        self.unclear
    }

    /// Games about whose score somebody has another opinion.
    #[must_use]
    pub fn disputed(&self) -> u32 {
        self.disputed
    }

    /// How games ended.
    #[must_use]
    pub fn ends(&self) -> &Counts<End> {
        &self.ends
    }

    /// On what counted results rest.
    #[must_use]
    pub fn bases(&self) -> &Counts<Basis> {
        &self.bases
    }

    /// Moves of games, those of openings included.
    #[must_use]
    pub fn length(&self) -> Moments {
        self.length
    }

    /// The engines, in the order of the match.
    #[must_use]
    pub fn engines(&self) -> &[EngineTotals] {
        &self.engines
    }

    /// Each two engines, in the order of the schedule.
    #[must_use]
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The sequential test, if the match has one.
    #[must_use]
    pub fn test(&self) -> Option<&Progress> {
        self.test.as_ref()
    }

    /// What the sequential test has accepted, if the match has one and it is over.
    #[must_use]
    pub fn verdict(&self) -> Option<Hypothesis> {
        let (accepted, _) = self.test?.verdict?;
        Some(accepted)
    }

    /// Elo ratings of all engines, with their mean at 0; see [`ratings`].
    #[must_use]
    pub fn ratings(&self) -> Vec<Estimate> {
        let result = |pairing: &Pairing| (pairing.engines.0, pairing.engines.1, pairing.tally());
        let results: Vec<_> = self.pairings.iter().map(result).collect();
        ratings(self.engines.len(), &results)
    }

    /// How the match stands, in a line: `57/200  a 30 – 26 b  1 unclear  Elo +25 (−60 to +110)  LLR +0.41`.
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

    /// Games that need a word, where there are any.
    fn exceptions(&self) -> impl Iterator<Item = String> {
        [
            (self.void, "void"),
            (self.unclear, "unclear"),
            (self.disputed, "disputed"),
            (self.strangers, "of unknown engines"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
    }
}

/// A block of plain text with tables, without a newline at its end.
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

type Table = Vec<Vec<String>>;

/// What stands where there is no number.
const NONE: &str = "–";

/// Tables of [`Summary`]'s text. The first row has the titles of the columns.
impl Summary {
    fn name(&self, place: usize) -> &str {
        self.engines.get(place).map_or(NONE, |engine| &engine.name)
    }

    fn rating_table(&self) -> Table {
        let mut table = vec![titles(&["", "games", "points", "share", "Elo"])];
        let mut rated: Vec<_> = self.engines.iter().zip(self.ratings()).collect();
        rated.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
        for (engine, elo) in rated {
            table.push(vec![
                engine.name.clone(),
                engine.tally.games().to_string(),
                halves(engine.tally.points()),
                share(&engine.tally),
                elo.to_string(),
            ]);
        }
        table
    }

    fn results(&self) -> Table {
        let mut table = vec![titles(&["", "games", "score", "share", "Elo"])];
        for pairing in &self.pairings {
            let tally = pairing.tally();
            let (first, second) = pairing.engines;
            table.push(vec![
                format!("{} – {}", self.name(first), self.name(second)),
                tally.games().to_string(),
                score(&tally),
                share(&tally),
                pairing
                    .elo()
                    .map_or(NONE.to_string(), |elo| elo.to_string()),
            ]);
        }
        table
    }

    fn colors(&self) -> Table {
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

    fn work(&self) -> Table {
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

/// The first column to the left, others to the right; columns without an entry are left out.
fn aligned(table: &Table) -> String {
    let width = |column: usize| {
        table
            .iter()
            .filter_map(move |row| row.get(column))
            .map(|text| text.chars().count())
    };
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let filled = |column: usize| {
        table
            .iter()
            .skip(1)
            .any(|row| row.get(column).is_some_and(|text| !text.is_empty()))
    };
    let shown: Vec<(usize, usize)> = (0..columns)
        .filter(|column| filled(*column))
        .map(|column| (column, width(column).max().unwrap_or(0)))
        .collect();
    let line = |row: &Vec<String>| {
        let cell = |&(column, width): &(usize, usize)| {
            let text = match row.get(column) {
                Some(text) if !text.is_empty() => text,
                _ if column == 0 => "",
                _ => NONE,
            };
            if column == 0 {
                format!("{text:<width$}")
            } else {
                format!("{text:>width$}")
            }
        };
        shown
            .iter()
            .map(cell)
            .collect::<Vec<_>>()
            .join("  ")
            .trim_end()
            .to_string()
    };
    table.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Points with their halves: `31½`.
fn halves(points: f64) -> String {
    let half = if points.fract() > 0.0 { "½" } else { "" };
    match points.trunc() {
        0.0 if !half.is_empty() => half.to_string(),
        whole => format!("{whole}{half}"),
    }
}

/// Points of both sides: `31½ – 22½`.
fn score(tally: &Tally) -> String {
    format!(
        "{} – {}",
        halves(tally.points()),
        halves(tally.reversed().points())
    )
}

/// The share of the points with its interval: `58.3 % (45 to 71)`.
fn share(tally: &Tally) -> String {
    match (tally.share(), tally.wilson()) {
        (Some(share), Some((low, high))) => {
            let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
            format!("{share:.1} % ({low:.0} to {high:.0})")
        }
        _ => NONE.to_string(),
    }
}

/// Three digits that matter, more before the point where need be.
fn digits(number: f64) -> String {
    let decimals = match number.abs() {
        size if size < 1.0 => 3,
        size if size < 10.0 => 2,
        size if size < 100.0 => 1,
        _ => 0,
    };
    format!("{number:.decimals$}")
}

/// `passes 40, resign 12`, by the names that files have for these things.
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

#[cfg(test)]
mod tests {
    use super::super::config::EngineConfig;
    use super::super::record::{FaultRecord, Sides};
    use super::super::sprt::Sprt;
    use super::*;
    use crate::half_points::HalfPoints;

    fn config(names: &[&str], games: u32) -> MatchConfig {
        let engine =
            |name: &&str| EngineConfig::parse(&format!("{name}=internal")).expect("an engine");
        MatchConfig {
            games,
            engines: names.iter().map(engine).collect(),
            ..MatchConfig::default()
        }
    }

    fn record(pair: u32, black: &str, white: &str, verdict: Verdict) -> GameRecord {
        let usage = |seconds, playouts| Usage {
            moves: 25,
            seconds,
            longest: seconds / 10.0,
            playouts,
            peak_memory: playouts.map(|_| 34 << 20),
        };
        let sides = |name: &str| match name {
            "a" => usage(2.5, Some(25_000)),
            _ => usage(1.25, None),
        };
        GameRecord {
            game: 0,
            pair,
            engines: Sides {
                black: black.to_string(),
                white: white.to_string(),
            },
            verdict,
            result: String::new(),
            margin: None,
            end: End::Passes,
            basis: None,
            scores: Sides::default(),
            disputed: false,
            note: None,
            fault: None,
            moves: 52,
            opening_moves: 2,
            opening: String::new(),
            seed: 1,
            usage: Sides {
                black: sides(black),
                white: sides(white),
            },
            started: 0,
            seconds: 4.0,
        }
    }

    /// Twelve games: a pair of each kind, one with a void game, one half played.
    fn twelve() -> Vec<GameRecord> {
        use Verdict::{Black, Draw, Void, White};
        let results = [
            (Black, White),
            (Black, Draw),
            (Black, Black),
            (White, Draw),
            (White, Black),
            (Black, Void),
        ];
        let mut records = Vec::new();
        for (pair, (first, second)) in results.into_iter().enumerate() {
            records.push(record(pair as u32, "a", "b", first));
            records.push(record(pair as u32, "b", "a", second));
        }
        records
    }

    #[test]
    fn pairs_and_tallies() {
        let config = config(&["a", "b"], 13);
        let mut records = twelve();
        records.push(record(6, "a", "b", Verdict::White));
        let summary = Summary::of(&config, &records);
        let pairing = &summary.pairings()[0];
        assert_eq!(pairing.pairs, Pairs([1; 5]));
        assert_eq!(
            (
                pairing.black.wins,
                pairing.black.draws,
                pairing.black.losses
            ),
            (4, 0, 3)
        );
        assert_eq!(
            (
                pairing.white.wins,
                pairing.white.draws,
                pairing.white.losses
            ),
            (1, 2, 2)
        );
        assert_eq!(
            (summary.games(), summary.scheduled(), summary.void()),
            (13, 14, 1)
        );
        assert_eq!(summary.engines()[1].tally, pairing.tally().reversed());
        assert_eq!(pairing.elo(), pairing.pairs.elo());
        // The games of a pair can finish in any order.
        records.reverse();
        let reversed = Summary::of(&config, &records);
        assert_eq!(reversed.pairings()[0].pairs, Pairs([1; 5]));
    }

    #[test]
    fn without_a_pair_games_give_elo() {
        let mut summary = Summary::new(&config(&["a", "b"], 10));
        assert_eq!(summary.pairings()[0].elo(), None);
        assert_eq!(summary.line(), "0/10  a 0 – 0 b");
        summary.add(&record(0, "b", "a", Verdict::White));
        assert_eq!(
            summary.pairings()[0].elo(),
            summary.pairings()[0].tally().elo()
        );
        assert_eq!(summary.line(), "1/10  a 1 – 0 b  Elo +∞ (−234 to +∞)");
    }

    #[test]
    fn odd_records_do_no_harm() {
        let mut summary = Summary::new(&config(&["a", "b"], 4));
        for record in [
            record(0, "a", "c", Verdict::Black),
            record(0, "a", "a", Verdict::Black),
            record(0, "", "b", Verdict::Black),
        ] {
            summary.add(&record);
        }
        assert_eq!((summary.games(), summary.strangers()), (0, 3));
        // Twice the same colour, then a pair, then a third game.
        for (black, white) in [("a", "b"), ("a", "b"), ("b", "a"), ("b", "a"), ("a", "b")] {
            let mut odd = record(0, black, white, Verdict::Black);
            odd.usage.black.seconds = f64::NAN;
            odd.usage.white.longest = f64::INFINITY;
            odd.usage.white.playouts = Some(u64::MAX);
            odd.usage.white.peak_memory = Some(u64::MAX);
            odd.moves = u32::MAX;
            summary.add(&odd);
        }
        assert_eq!(summary.pairings()[0].pairs, Pairs([0, 0, 1, 0, 0]));
        assert_eq!(summary.pairings()[0].tally().games(), 5);
        assert!(!summary.to_string().is_empty());
        let nobody = Summary::of(&MatchConfig::default(), &twelve());
        assert_eq!((nobody.games(), nobody.strangers()), (0, 12));
        assert!(!nobody.to_string().is_empty() && !nobody.line().is_empty());
        assert_eq!([0.0, 0.5, 3.0, 31.5].map(halves), ["0", "½", "3", "31½"]);
    }

    #[test]
    fn the_first_crossing_is_the_verdict() {
        let mut config = config(&["a", "b"], 1000);
        config.sprt = Some(Sprt {
            elo1: 100.0,
            ..Sprt::default()
        });
        let mut records = Vec::new();
        for pair in 0..100 {
            let (first, second) = match pair {
                0..20 => (Verdict::Black, Verdict::White),
                _ => (Verdict::White, Verdict::Black),
            };
            records.push(record(pair, "a", "b", first));
            records.push(record(pair, "b", "a", second));
        }
        let summary = Summary::of(&config, &records);
        assert_eq!(summary.verdict(), Some(Hypothesis::H1));
        assert!(summary.line().ends_with("H1 accepted"));
        records.reverse();
        let reversed = Summary::of(&config, &records);
        assert_eq!(reversed.verdict(), Some(Hypothesis::H0));
        let llr = |summary: &Summary| summary.test().map(|test| test.llr);
        assert_eq!(llr(&summary), llr(&reversed));
        // Three engines have no test.
        config
            .engines
            .push(EngineConfig::parse("c=internal").expect("an engine"));
        assert!(Summary::of(&config, &records).test().is_none());
    }

    #[test]
    fn text_of_two() {
        let mut config = config(&["a", "b"], 20);
        config.sprt = Some(Sprt::default());
        let mut records = twelve();
        (records[0].margin, records[0].basis) =
            (Some(HalfPoints::from_points(8)), Some(Basis::Count));
        (records[1].margin, records[1].basis) =
            (Some(HalfPoints::from_points(-3)), Some(Basis::SameDead));
        records[1].disputed = true;
        records[2].end = End::Resign;
        records[4].end = End::Fault;
        records[4].fault = Some(FaultRecord {
            side: Color::White,
            kind: FaultKind::Crash,
            text: String::new(),
            stderr: Vec::new(),
        });
        let summary = Summary::of(&config, &records);
        let expected = "\
12 of 20 games, 1 void, 1 disputed

       games  score              share               Elo
a – b     11  6 – 5  54.5 % (28 to 79)  0 (−223 to +223)

       as Black  as White  pairs 0  ½  1  1½  2  points ahead
a – b     4 – 2     2 – 3        1  1  1   1  1    +5.5 ± 3.5

   moves  s/move  longest  playouts/move  playouts/s   MiB   faults
a    300   0.100    0.250           1000       10000  34.0        –
b    300   0.050    0.125              –           –     –  crash 1

ended by passes 10, resign 1, fault 1; 52 moves a game
counted by count 1, same dead 1
SPRT 0..20 (α 0.05, β 0.05): LLR −0.01 (−2.94 to +2.94), going on";
        let text = summary.to_string();
        assert_eq!(text, expected, "\n{text}");
        let line = "12/20  a 6 – 5 b  1 void  1 disputed  Elo 0 (−223 to +223)  LLR −0.01";
        assert_eq!(summary.line(), line);
    }

    #[test]
    fn text_of_three() {
        let mut records = twelve();
        records.push(record(6, "c", "b", Verdict::Black));
        records.push(record(7, "a", "c", Verdict::Unclear));
        let summary = Summary::of(&config(&["a", "b", "c"], 6), &records);
        assert_eq!(summary.line(), "14/18  a 6  b 5  c 1  1 void  1 unclear");
        let text = summary.to_string();
        assert!(text.starts_with("14 of 18 games, 1 void, 1 unclear\n\n"));
        assert_eq!(
            text.lines()
                .filter(|line| line.starts_with("a – c "))
                .count(),
            2
        );
        assert_eq!(summary.ratings().len(), 3);
    }
}
