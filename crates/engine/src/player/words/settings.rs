//! Settings of a player.

use std::fmt;
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;

use thiserror::Error;

use super::level::{self, LevelBounds, MAX_LEVEL};

/// Maximum number of search threads.
pub const MAX_THREADS: u16 = 256;
/// Maximum of [`Settings::memory_mb`], in MiB.
pub const MAX_MEMORY_MB: u32 = 1_000_000;

/// Number of search threads, as it is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// As many as there are processors that this process may use where time alone limits the
    /// search, and one where the number of playouts is bounded: equal positions then get equal
    /// moves.
    #[default]
    Auto,
    /// This many, at most [`MAX_THREADS`].
    Fixed(u16),
}

/// Error for a text that is no number of search threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not `auto` or a number from 1 to {MAX_THREADS}")]
pub struct ParseThreadsError;

impl FromStr for Threads {
    type Err = ParseThreadsError;

    fn from_str(text: &str) -> Result<Threads, ParseThreadsError> {
        if text == "auto" {
            return Ok(Threads::Auto);
        }
        let number = text.parse().map_err(|_| ParseThreadsError)?;
        match (1..=MAX_THREADS).contains(&number) {
            true => Ok(Threads::Fixed(number)),
            false => Err(ParseThreadsError),
        }
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Threads::Auto => f.write_str("auto"),
            Threads::Fixed(number) => number.fmt(f),
        }
    }
}

/// Time for a move where nothing bounds it.
const USUAL_TIME_PER_MOVE: Duration = Duration::from_secs(1);

/// Settings of a player. All of them may be changed between moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Playouts for each move; `None` if only time limits them.
    pub playouts: Option<u64>,
    /// Time for a move when no clock gives one; `None` for a second, but for no limit where
    /// a number of playouts or the level bounds the search.
    pub time_per_move: Option<Duration>,
    /// Number of search threads, which share one tree.
    pub threads: Threads,
    /// Bound on the memory of the search tree, and with a net of the tree and the cache of
    /// evaluations, in MiB; at most [`MAX_MEMORY_MB`].
    pub memory_mb: usize,
    /// Seed of the random generator (xoshiro256++). With one thread and a fixed number of playouts,
    /// equal positions get equal moves.
    pub seed: u64,
    /// Whether the player goes on searching while the opponent thinks.
    pub ponder: bool,
    /// Strength, from 1 to [`MAX_LEVEL`]. Below [`MAX_LEVEL`] the number of playouts is bounded,
    /// and at the lowest levels the player overlooks moves. With a net it draws moves from the
    /// policy.
    pub level: u8,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            playouts: None,
            time_per_move: None,
            threads: Threads::Auto,
            memory_mb: 256,
            seed: 1,
            ponder: false,
            level: MAX_LEVEL,
        }
    }
}

impl Settings {
    /// Returns the smaller of the bounds on playouts that [`Settings::playouts`] and the level set,
    /// which bounds the visits of a search with a net; `None` if there is neither.
    #[must_use]
    pub fn max_playouts(&self, with_net: bool) -> Option<u64> {
        let by_level = level::bounds(self.level, with_net).map(|bounds| bounds.playouts);
        self.playouts.into_iter().chain(by_level).min()
    }

    /// Returns the time for a move when no clock gives one; `None` if there is no limit.
    #[must_use]
    pub fn time_at_will(&self, with_net: bool) -> Option<Duration> {
        let is_bounded = self.max_playouts(with_net).is_some();
        let usual = (!is_bounded).then_some(USUAL_TIME_PER_MOVE);
        self.time_per_move.or(usual)
    }

    /// Returns the bounds of the level.
    pub(in crate::player) fn level_bounds(&self, with_net: bool) -> LevelBounds {
        level::bounds(self.level, with_net).unwrap_or(LevelBounds::NONE)
    }

    /// Returns the number of search threads. The processors that may be used are those of
    /// [`available_parallelism`], which regards affinity and quotas of control groups.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self.threads {
            Threads::Fixed(number) => usize::from(number.max(1)),
            Threads::Auto if self.max_playouts(false).is_some() => 1,
            Threads::Auto => {
                available_parallelism().map_or(1, |number| number.get().min(MAX_THREADS.into()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bounded_number_of_playouts_is_searched_by_one_thread() {
        let timed = Settings::default();
        let processors = available_parallelism().map_or(1, usize::from);
        assert_eq!(timed.threads(), processors.min(MAX_THREADS.into()));
        let bounded = Settings {
            playouts: Some(100),
            ..timed.clone()
        };
        assert_eq!(bounded.threads(), 1);
        let weak = Settings {
            level: 3,
            ..timed.clone()
        };
        assert_eq!(weak.threads(), 1);
        let fixed = Settings {
            threads: Threads::Fixed(3),
            ..bounded
        };
        assert_eq!(fixed.threads(), 3);
    }

    #[test]
    fn a_second_is_the_time_of_a_move_that_nothing_else_bounds() {
        let usual = Settings::default();
        assert_eq!(usual.time_at_will(true), Some(USUAL_TIME_PER_MOVE));
        let bounded = Settings {
            playouts: Some(100),
            ..usual.clone()
        };
        assert_eq!(bounded.time_at_will(true), None);
        let time_per_move = Some(Duration::from_millis(300));
        for settings in [usual, bounded] {
            let settings = Settings {
                time_per_move,
                ..settings
            };
            assert_eq!(settings.time_at_will(true), time_per_move);
        }
    }

    #[test]
    fn numbers_of_threads_are_read_as_they_are_written() {
        for threads in [
            Threads::Auto,
            Threads::Fixed(1),
            Threads::Fixed(MAX_THREADS),
        ] {
            assert_eq!(threads.to_string().parse(), Ok(threads));
        }
        for text in ["", "0", "257", "-1", "all", "1.5"] {
            assert_eq!(text.parse::<Threads>(), Err(ParseThreadsError), "{text}");
        }
    }
}
