//! Totals of two engines against each other, of an engine, of a value.

use std::fmt;

use halfpoint_core::board::Color;

use crate::client::FaultKind;
use crate::log::record::Usage;
use crate::stats::pairs::Pairs;
use crate::stats::statistics::{Estimate, Moments, Tally, share_of_elo};

/// Results of the games between two engines.
#[derive(Clone, Debug, Default)]
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

    /// Returns the Elo difference of the first engine to the second, computed as
    /// [`Pairing::method`] says. `None` if no game counts.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        match self.method() {
            Method::Pairs => self.pairs.elo(),
            Method::Games => self.tally().elo(),
        }
    }

    /// Returns the interval of [`Pairing::elo`] as shares of the points, 0 to 1.
    #[must_use]
    pub fn share_interval(&self) -> Option<(f64, f64)> {
        let elo = self.elo()?;
        Some((share_of_elo(elo.low), share_of_elo(elo.high)))
    }

    /// Returns the method that computes these numbers: pairs, unless most games stand alone, since
    /// the other one of their pair does not count or was not played yet. The pairs would then say
    /// something about other games than the share of the points does.
    #[must_use]
    pub fn method(&self) -> Method {
        let in_pairs = 2 * u64::from(self.pairs.count());
        match in_pairs > 0 && 2 * in_pairs >= u64::from(self.tally().games()) {
            true => Method::Pairs,
            false => Method::Games,
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
#[derive(Clone, Debug, Default)]
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

    pub(super) fn add(&mut self, usage: &Usage) {
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
    pub(super) fn add(&mut self, thing: T) {
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
pub(super) struct Half {
    black: Option<Option<f64>>,
    white: Option<Option<f64>>,
}

impl Half {
    /// Adds a game, and returns the points of the pair if that completes it and both games count. A
    /// second game with the same colour belongs to no pair.
    pub(super) fn add(&mut self, color: Color, points: Option<f64>) -> Option<f64> {
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
