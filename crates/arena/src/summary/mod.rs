//! Statistics of a match, as far as it has been played.

mod text;

use std::collections::HashMap;
use std::fmt;

use halfpoint_core::board::Color;

use crate::client::FaultKind;
use crate::log::record::{End, GameRecord, ResultBasis, Usage, Verdict};
use crate::plan::config::MatchConfig;
use crate::plan::schedule::Schedule;
use crate::stats::rating::ratings;
use crate::stats::sprt::{Hypothesis, Progress};
use crate::stats::statistics::{Estimate, Moments, Pairs, Tally, share_of_elo};

/// Statistics of a match. Games are added in the order in which they finish, because the verdict of
/// a sequential test depends on that order: later games do not change it.
#[derive(Clone, Debug)]
pub struct Summary {
    engines: Vec<EngineTotals>,
    pairings: Vec<Pairing>,
    scheduled: u64,
    games: u32,
    strangers: u32,
    void: u32,
    unclear: u32,
    disputed: u32,
    explained: u32,
    ends: Counts<End>,
    bases: Counts<ResultBasis>,
    length: Moments,
    test: Option<Progress>,
    /// Incomplete pairs of games, by the index of the pairing and the number of the pair.
    halves: HashMap<(usize, u32), Half>,
}

/// Results of the games between two engines.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Indices of the two engines in the match; the smaller one is the first engine.
    pub engines: (usize, usize),
    /// Results of the first engine as Black.
    pub black: Tally,
    /// Results of the first engine as White.
    pub white: Tally,
    /// Pairs in which both games count, from the view of the first engine.
    pub pairs: Pairs,
    /// Margins of the first engine in points, of games with a counted board.
    pub margin: Moments,
}

impl Pairing {
    /// Returns all results of the first engine.
    #[must_use]
    pub fn tally(&self) -> Tally {
        [self.black, self.white].into_iter().sum()
    }

    /// Returns the Elo difference of the first engine to the second, computed from pairs, or from
    /// single games while no pair is complete. `None` if no game counts.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        self.pairs.elo().or_else(|| self.tally().elo())
    }

    /// Returns the interval of [`Pairing::elo`] as shares of the points, 0 to 1.
    #[must_use]
    pub fn share_interval(&self) -> Option<(f64, f64)> {
        let elo = self.elo()?;
        Some((share_of_elo(elo.low), share_of_elo(elo.high)))
    }

    /// Returns the method that computes these two intervals.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.pairs.count() {
            0 => Method::Games,
            _ => Method::Pairs,
        }
    }
}

/// Method that computes the 95 % interval for the games of two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Empirical likelihood of pairs of games; see [`Pairs::elo`].
    Pairs,
    /// Wilson's score interval, which assumes independent games; see [`Tally::wilson`].
    Games,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Pairs => "the empirical likelihood of pairs of games",
            Method::Games => "Wilson's score interval, by single games",
        })
    }
}

/// Totals of an engine.
#[derive(Clone, Debug)]
pub struct EngineTotals {
    /// Name of the engine in the match.
    pub name: String,
    /// Results against all other engines.
    pub tally: Tally,
    /// Faults of the engine by kind.
    pub faults: Counts<FaultKind>,
    /// Moves that the engine was asked for, with their time.
    pub time: Work,
    /// Seconds for the longest of these moves.
    pub longest: f64,
    /// Moves and time of the games in which the engine reported its playouts.
    pub reported: Work,
    /// Number of playouts in those games.
    pub playouts: f64,
    /// Most memory that the engine's processes have held, in bytes; `None` if it is not known.
    pub peak_memory: Option<u64>,
}

/// Number of moves with their time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Number of moves.
    pub moves: u64,
    /// Seconds for all of these moves.
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
            reported: Work::default(),
            playouts: 0.0,
            peak_memory: None,
        }
    }

    /// Returns the seconds per move; `None` without a move.
    #[must_use]
    pub fn seconds_per_move(&self) -> Option<f64> {
        ratio(self.time.seconds, self.time.moves as f64)
    }

    /// Returns the playouts per move; `None` if the engine reports none.
    #[must_use]
    pub fn playouts_per_move(&self) -> Option<f64> {
        ratio(self.playouts, self.reported.moves as f64)
    }

    /// Returns the playouts per second; `None` if the engine reports none.
    #[must_use]
    pub fn playouts_per_second(&self) -> Option<f64> {
        ratio(self.playouts, self.reported.seconds)
    }

    fn add(&mut self, usage: &Usage) {
        self.time.add(usage);
        self.longest = self.longest.max(usage.longest);
        if let Some(playouts) = usage.playouts {
            self.reported.add(usage);
            self.playouts += playouts as f64;
        }
        self.peak_memory = self.peak_memory.max(usage.peak_memory);
    }
}

fn ratio(part: f64, of: f64) -> Option<f64> {
    (of > 0.0).then(|| part / of)
}

/// Number of occurrences of each value.
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

    /// Returns the number of occurrences of a value.
    #[must_use]
    pub fn of(&self, thing: T) -> u32 {
        let mut known = self.0.iter();
        known
            .find(|(known, _)| *known == thing)
            .map_or(0, |(_, count)| *count)
    }

    /// Returns all values that have occurred, the most frequent first.
    #[must_use]
    pub fn by_frequency(&self) -> Vec<(T, u32)> {
        let mut sorted = self.0.clone();
        sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        sorted
    }
}

/// Known games of a pair: the points of the first engine as Black and as White. The outer option is
/// `None` while the game is not finished, the inner one if the game counts for nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Half {
    black: Option<Option<f64>>,
    white: Option<Option<f64>>,
}

impl Half {
    /// Adds a game, and returns the points of the pair if that completes it and both games count. A
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
    /// Creates the statistics of a match without any games.
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
        // A test of one difference does not apply to more than two engines.
        let sprt = config.sprt.filter(|_| pairings.len() == 1);
        Summary {
            engines,
            pairings,
            scheduled: Schedule::of(config).own_games(),
            games: 0,
            strangers: 0,
            void: 0,
            unclear: 0,
            disputed: 0,
            explained: 0,
            ends: Counts::default(),
            bases: Counts::default(),
            length: Moments::default(),
            test: sprt.map(Progress::new),
            halves: HashMap::new(),
        }
    }

    /// Creates the statistics of the given games, which are in the order in which they finished.
    #[must_use]
    pub fn of(config: &MatchConfig, records: &[GameRecord]) -> Summary {
        let mut summary = Summary::new(config);
        records.iter().for_each(|record| summary.add(record));
        summary
    }

    /// Adds a finished game.
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
        self.explained += u32::from(record.explained);
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

    /// Returns the number of finished games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Returns the number of games to be played in this part of the match.
    #[must_use]
    pub fn scheduled(&self) -> u64 {
        self.scheduled
    }

    /// Returns the number of games that were ignored because an engine is not in the match.
    #[must_use]
    pub fn strangers(&self) -> u32 {
        self.strangers
    }

    /// Returns the number of games to which the rules give no result.
    #[must_use]
    pub fn void(&self) -> u32 {
        self.void
    }

    /// Returns the number of games whose result cannot be determined.
    #[must_use]
    pub fn unclear(&self) -> u32 {
        self.unclear
    }

    /// Returns the number of games whose score is disputed.
    #[must_use]
    pub fn disputed(&self) -> u32 {
        self.disputed
    }

    /// Returns the number of games in which a reported score differs from the result, and every
    /// such difference is explained by rules that the reporting engine does not know.
    #[must_use]
    pub fn explained(&self) -> u32 {
        self.explained
    }

    /// Returns how often games ended in each way.
    #[must_use]
    pub fn ends(&self) -> &Counts<End> {
        &self.ends
    }

    /// Returns how often counted results had each basis.
    #[must_use]
    pub fn bases(&self) -> &Counts<ResultBasis> {
        &self.bases
    }

    /// Returns the moments of the game lengths in moves, opening moves included.
    #[must_use]
    pub fn length(&self) -> Moments {
        self.length
    }

    /// Returns the engines, in the order of the match.
    #[must_use]
    pub fn engines(&self) -> &[EngineTotals] {
        &self.engines
    }

    /// Returns the pairings, in the order of the schedule.
    #[must_use]
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Returns the sequential test; `None` if the match has none.
    #[must_use]
    pub fn test(&self) -> Option<&Progress> {
        self.test.as_ref()
    }

    /// Returns the hypothesis that the sequential test has accepted; `None` if there is no test or
    /// it is not decided.
    #[must_use]
    pub fn verdict(&self) -> Option<Hypothesis> {
        let (accepted, _) = self.test?.verdict?;
        Some(accepted)
    }

    /// Returns the Elo ratings of all engines, with a mean of 0; see [`ratings`].
    #[must_use]
    pub fn ratings(&self) -> Vec<Estimate> {
        let result = |pairing: &Pairing| (pairing.engines.0, pairing.engines.1, pairing.tally());
        let results: Vec<_> = self.pairings.iter().map(result).collect();
        ratings(self.engines.len(), &results)
    }
}

#[cfg(test)]
mod tests;
