//! Starts of games: rules, board and handicap.

use std::str::FromStr;

use halfpoint_core::game::{Setup, free_handicap_points};
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::{NamedRules, PRESETS};
use halfpoint_core::{Game, HalfPoints, Size};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::sampling::{Random, pick};

/// Share of games with a handicap.
const HANDICAP: f64 = 0.12;
/// Smallest side of a board on which handicaps are given.
const MIN_HANDICAP_SIDE: usize = 7;
/// Points of the board for each stone of the largest handicap.
const POINTS_PER_HANDICAP_STONE: usize = 20;
/// Largest handicap.
const MAX_HANDICAP: usize = 6;

/// Sizes of boards, each with its share of the positions.
#[derive(Clone, Debug, PartialEq)]
pub struct SizeShares(Vec<(Size, f32)>);

impl FromStr for SizeShares {
    type Err = String;

    /// Reads sizes with their shares: `9:40,7:14,13x9:2`. A share that is left out is 1.
    fn from_str(text: &str) -> Result<SizeShares, String> {
        let one = |part: &str| {
            let (size, share) = part.split_once(':').unwrap_or((part, "1"));
            let size: BoardSize = size.parse().map_err(|_| format!("{size} is no size"))?;
            match share.parse::<f32>() {
                Ok(share) if share > 0.0 && share.is_finite() => Ok((size.0, share)),
                _ => Err(format!("{share} is no share")),
            }
        };
        text.split(',')
            .map(one)
            .collect::<Result<_, _>>()
            .map(SizeShares)
    }
}

/// Kinds of games that are made.
#[derive(Clone, Debug, PartialEq)]
pub struct Variety {
    /// Rule sets, equally frequent.
    pub rules: Vec<NamedRules>,
    /// Sizes of boards.
    pub sizes: SizeShares,
}

impl Variety {
    /// Returns every rule set of the table once: of presets with equal rules, the first one.
    #[must_use]
    pub fn all_rules() -> Vec<NamedRules> {
        let mut all: Vec<NamedRules> = Vec::new();
        for preset in &PRESETS {
            if all.iter().all(|known| known.rules != preset.rules) {
                all.push(preset.into());
            }
        }
        all
    }

    /// Draws a size. Games on large boards have more positions, so they are drawn more rarely.
    pub(super) fn size(&self, random: &mut Random) -> Size {
        let SizeShares(sizes) = &self.sizes;
        let weights: Vec<f32> = (sizes.iter())
            .map(|(size, share)| share / size.area() as f32)
            .collect();
        let index = pick(&weights, random).unwrap_or(0);
        sizes.get(index).map_or(Size::square(9), |&(size, _)| size)
    }

    /// Draws a rule set.
    pub(super) fn rule_set(&self, random: &mut Random) -> NamedRules {
        (self.rules.choose(random).copied()).unwrap_or_else(|| NamedRules::from(&PRESETS[0]))
    }

    /// Draws the start of a game, with komi 0.
    pub(super) fn start(&self, random: &mut Random) -> (NamedRules, Game) {
        let (named, empty) = self.start_without_handicap(random);
        let setup = handicap(empty.board().size(), random);
        let with_stones = setup.map(|setup| Game::with_setup(named.rules, setup, HalfPoints::ZERO));
        (named, with_stones.unwrap_or(empty))
    }

    /// Draws the start of a game at the empty board, with komi 0.
    pub(super) fn start_without_handicap(&self, random: &mut Random) -> (NamedRules, Game) {
        let (named, size) = (self.rule_set(random), self.size(random));
        (named, Game::new(named.rules, size, HalfPoints::ZERO))
    }
}

/// Draws handicap stones; `None` for an even game.
fn handicap(size: Size, random: &mut Random) -> Option<Setup> {
    let side = size.width().min(size.height());
    if side < MIN_HANDICAP_SIDE || !random.random_bool(HANDICAP) {
        return None;
    }
    let most = (size.area() / POINTS_PER_HANDICAP_STONE).clamp(2, MAX_HANDICAP);
    let points = free_handicap_points(size, random.random_range(2..=most)).ok()?;
    Setup::with_handicap(size, &points).ok()
}

#[cfg(test)]
mod tests {
    use super::super::sampling::random_of;
    use super::*;

    #[test]
    fn shares_are_those_of_the_positions() {
        let sizes: SizeShares = "5:1,10:1".parse().expect("sizes");
        let variety = Variety {
            rules: Variety::all_rules(),
            sizes,
        };
        let mut random = random_of(1, 1);
        let drawn = (0..10_000).filter(|_| variety.size(&mut random) == Size::square(5));
        let small = drawn.count();
        assert!((7_800..8_200).contains(&small), "{small}");
        assert_eq!("9".parse(), Ok(SizeShares(vec![(Size::square(9), 1.0)])));
        for text in ["", "9:0", "9:x", "9:-1", "9:inf", "30", "9,,7"] {
            assert!(text.parse::<SizeShares>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_rule_set_occurs_once() {
        let all = Variety::all_rules();
        assert_eq!(all.len(), 15);
        for preset in &PRESETS {
            let same = all.iter().filter(|named| named.rules == preset.rules);
            assert_eq!(same.count(), 1, "{}", preset.id);
        }
    }
}
