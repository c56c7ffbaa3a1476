//! Statistics of a match, as far as it has been played.

mod text;
mod totals;

pub use totals::{Counts, EngineTotals, Method, Pairing, Work};

use std::collections::HashMap;

use halfpoint_core::board::Color;

use crate::log::record::{End, GameRecord, ResultBasis, Verdict};
use crate::plan::config::MatchConfig;
use crate::plan::schedule::Schedule;
use crate::stats::rating::ratings;
use crate::stats::sprt::{Hypothesis, Progress};
use crate::stats::statistics::{Estimate, Moments};
use totals::Half;

/// Statistics of a match. Games are added in the order in which they finish, because the verdict of
/// a sequential test depends on that order: later games do not change it.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Engines, in the order of the match.
    pub engines: Vec<EngineTotals>,
    /// Pairings, in the order of the schedule.
    pub pairings: Vec<Pairing>,
    /// Number of games to be played in this part of the match.
    pub scheduled: u64,
    /// Number of finished games.
    pub games: u32,
    /// Number of games that were ignored because an engine is not in the match.
    pub strangers: u32,
    /// Number of games to which the rules give no result.
    pub void: u32,
    /// Number of games whose result cannot be determined.
    pub unclear: u32,
    /// Number of games whose score is disputed.
    pub disputed: u32,
    /// Number of games in which a reported score differs from the result, and every such difference
    /// is explained by rules that the reporting engine does not know.
    pub explained: u32,
    /// How often games ended in each way.
    pub ends: Counts<End>,
    /// How often counted results had each basis.
    pub bases: Counts<ResultBasis>,
    /// Moments of the game lengths in moves, opening moves included.
    pub length: Moments,
    /// Sequential test; `None` if the match has none.
    pub test: Option<Progress>,
    /// Incomplete pairs of games, by the index of the pairing and the number of the pair.
    halves: HashMap<(usize, u32), Half>,
}

impl Summary {
    /// Creates the statistics of a match without any games.
    #[must_use]
    pub fn new(config: &MatchConfig) -> Summary {
        let engine = |name: &str| EngineTotals {
            name: name.to_string(),
            ..EngineTotals::default()
        };
        let pairing = |first, second| Pairing {
            engines: (first, second),
            ..Pairing::default()
        };
        let count = config.engines.len();
        let pairings: Vec<Pairing> = (0..count)
            .flat_map(|first| (first + 1..count).map(move |second| pairing(first, second)))
            .collect();
        // A test of one difference does not apply to more than two engines.
        let sprt = config.sprt.filter(|_| pairings.len() == 1);
        Summary {
            engines: config.names().map(engine).collect(),
            pairings,
            scheduled: Schedule::of(config).own_games(),
            test: sprt.map(Progress::new),
            ..Summary::default()
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
