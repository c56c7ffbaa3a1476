//! Limits of settings, and the error for settings that break one.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::stats::sprt::SprtError;

/// Upper limit of every configured time, in seconds.
pub(super) const MAX_SECONDS: f64 = 1e6;

/// Upper limit of the games of a match or a ladder: game numbers in file names have six digits, and
/// all results of a match are held in memory, at about a kilobyte per game.
pub const MAX_GAMES: u32 = 1_000_000;

/// Largest whole number in a file of settings (TOML).
pub(super) const MAX_INTEGER: u64 = i64::MAX as u64;

/// Numbers of playouts, and what is said of others.
pub(super) const PLAYOUTS: RangeInclusive<u64> = 1..=MAX_INTEGER;
pub(super) const BAD_PLAYOUTS: &str = "playouts must be at least 1 and less than 2^63";

/// Upper limit of the games played at a time: each game needs a thread, two engines and several
/// pipes.
pub const MAX_CONCURRENCY: usize = 1000;

/// Upper limit of the random moves of an opening, more than the largest board has points.
pub const MAX_OPENING_PLIES: u32 = 1000;

/// Returns whether a time in seconds is within the configurable range; false for NaN.
pub(super) fn is_time(seconds: f64) -> bool {
    (0.0..=MAX_SECONDS).contains(&seconds)
}

/// Returns whether a setting is left out of a file.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Reason why settings do not describe a valid match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// There are fewer than two engines.
    #[error("a match needs two engines")]
    TooFewEngines,
    /// Two engines have the same name.
    #[error("two engines are called {0:?}")]
    SameName(String),
    /// An engine name is empty, longer than 60 bytes, or has a character that result files cannot
    /// hold safely.
    #[error("{0:?} is no name for an engine: letters, digits and . _ - + are allowed")]
    BadName(String),
    /// An engine has neither a command nor a player, or both.
    #[error("engine {0}: either a command or a player")]
    NoCommand(String),
    /// A built-in player, which runs in this process, has settings of a process.
    #[error("engine {0}: a built-in player has no folder and no environment of its own")]
    NoProcess(String),
    /// A command line has unbalanced quotes.
    #[error("engine {0}: the quotes in its command line do not match")]
    BadCommand(String),
    /// A number is out of range, or numbers contradict each other.
    #[error("{0}")]
    BadNumber(&'static str),
    /// The sequential test is invalid.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A text does not have the form `NAME=COMMAND`.
    #[error("{0:?}: an engine is given as NAME=COMMAND")]
    BadEngine(String),
    /// The settings of a built-in player are invalid; the fields are the engine's name and the
    /// reason.
    #[error("engine {0}: {1}")]
    BadPlayer(String, String),
    /// An environment variable has an empty name or a forbidden character.
    #[error("engine {0}: {1:?} is no variable of an environment")]
    BadVariable(String, String),
    /// The pairings together have more games than [`MAX_GAMES`].
    #[error("a match has at most {MAX_GAMES} games, and these settings ask for {0}")]
    TooManyGames(u64),
}
