//! The numbers of a match, as far as it has been played.

mod text;

use std::collections::HashMap;
use std::fmt;

use halfpoint_core::board::Color;

use super::config::MatchConfig;
use super::rating::ratings;
use super::record::{Basis, End, FaultKind, GameRecord, Usage, Verdict};
use super::schedule::Schedule;
use super::sprt::{Hypothesis, Progress};
use super::statistics::{Estimate, Moments, Pairs, Tally, share_of_elo};

/// All results of a match in numbers. Games are taken in as they finish: the verdict of a sequential test
/// depends on that order, and on nothing that comes after it.
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

    /// The interval of [`Pairing::elo`] as shares of the points, 0 to 1.
    #[must_use]
    pub fn share_interval(&self) -> Option<(f64, f64)> {
        let elo = self.elo()?;
        Some((share_of_elo(elo.low), share_of_elo(elo.high)))
    }

    /// The method by which these two intervals are computed.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.pairs.count() {
            0 => Method::Games,
            _ => Method::Pairs,
        }
    }
}

/// How the interval of 95 % for the games of two engines is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Empirical likelihood of pairs of games; see [`Pairs::elo`].
    Pairs,
    /// The score interval of Wilson, which takes games as independent; see [`Tally::wilson`].
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

    /// Games that are finished.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Games that are to be played in all, in this part of the match.
    #[must_use]
    pub fn scheduled(&self) -> u64 {
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

    /// Games in which a score differs from the result by what the engine that gave it cannot know,
    /// and no score does otherwise.
    #[must_use]
    pub fn explained(&self) -> u32 {
        self.explained
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
}

#[cfg(test)]
mod tests;
