//! Promotion points as the Black&White server counts them.

use serde::{Deserialize, Serialize};

use super::rank::Rank;

/// Rank of a player with the promotion points that were collected towards the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Standing {
    /// Current rank.
    pub rank: Rank,
    /// Promotion points, 0 to 100.
    pub points: u8,
}

impl Standing {
    /// Points at the beginning and after each change of rank.
    pub const START: u8 = 50;
    /// Points that a rated game adds or takes.
    pub const STEP: u8 = 5;
    /// Points at which the player is promoted.
    pub const PROMOTION: u8 = 100;
    /// Points at which the player is demoted.
    pub const DEMOTION: u8 = 0;

    /// Creates the standing of a player who has just got that rank.
    #[must_use]
    pub const fn new(rank: Rank) -> Standing {
        Standing {
            rank,
            points: Standing::START,
        }
    }

    /// Returns the standing after one rated game. At the highest rank the points stay at 100, at
    /// the lowest at 0; the source does not define these cases.
    #[must_use]
    pub fn after(self, won: bool) -> Standing {
        let (points, limit, next) = match won {
            true => {
                let points = self.points.saturating_add(Standing::STEP);
                let limit = Standing::PROMOTION;
                (points.min(limit), limit, self.rank.promoted())
            }
            false => {
                let points = self.points.saturating_sub(Standing::STEP);
                (points, Standing::DEMOTION, self.rank.demoted())
            }
        };
        match next {
            Some(rank) if points == limit => Standing::new(rank),
            _ => Standing { points, ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(rank: &str, points: u8) -> Standing {
        let rank = rank.parse().expect("a rank");
        Standing { rank, points }
    }

    #[test]
    fn a_rank_changes_at_the_limits_of_its_points() {
        assert_eq!(
            Standing::new("5k".parse().expect("a rank")),
            standing("5k", 50)
        );
        for (rank, points, won, lost) in [
            ("5k", 50, ("5k", 55), ("5k", 45)),
            ("5k", 90, ("5k", 95), ("5k", 85)),
            ("5k", 95, ("4k", 50), ("5k", 90)),
            ("5k", 10, ("5k", 15), ("5k", 5)),
            ("5k", 5, ("5k", 10), ("6k", 50)),
            ("1k", 95, ("1d", 50), ("1k", 90)),
            ("1d", 5, ("1d", 10), ("1k", 50)),
            ("8d", 95, ("9d", 50), ("8d", 90)),
            // There is no promotion from 9d.
            ("9d", 95, ("9d", 100), ("9d", 90)),
            ("9d", 100, ("9d", 100), ("9d", 95)),
            // There is no demotion from 18k.
            ("18k", 5, ("18k", 10), ("18k", 0)),
            ("18k", 0, ("18k", 5), ("18k", 0)),
            ("18k", 95, ("17k", 50), ("18k", 90)),
            // Professionals are promoted and demoted among professional ranks only.
            ("1p", 5, ("1p", 10), ("1p", 0)),
            ("1p", 95, ("2p", 50), ("1p", 90)),
            ("9p", 100, ("9p", 100), ("9p", 95)),
        ] {
            let before = standing(rank, points);
            assert_eq!(before.after(true), standing(won.0, won.1), "{before:?}");
            assert_eq!(before.after(false), standing(lost.0, lost.1), "{before:?}");
        }
    }

    #[test]
    fn ten_games_in_a_row_change_the_rank_by_one() {
        let mut up = standing("18k", 50);
        let mut down = standing("9d", 50);
        for game in 1..=26 * 10 {
            up = up.after(true);
            down = down.after(false);
            let ranks = game / 10;
            assert_eq!((up.rank.index(), down.rank.index()), (ranks, 26 - ranks));
        }
        assert_eq!((up, down), (standing("9d", 50), standing("18k", 50)));
    }
}
