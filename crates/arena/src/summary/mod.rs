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

impl Summary {
    /// Creates the statistics of a match without any games.
    #[must_use]
    pub fn new(config: &MatchConfig) -> Summary {
        let engines: Vec<EngineTotals> = config
            .engines
            .iter()
            .map(|engine| EngineTotals::new(&engine.name))
            .collect();
        let count = engines.len();
        let pairings: Vec<Pairing> = (0..count)
            .flat_map(|first| (first + 1..count).map(move |second| Pairing::new(first, second)))
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
