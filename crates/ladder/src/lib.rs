//! Ladder: players with ranks that they win and lose as on the Black&White server.
//!
//! [`config`] holds the settings of the games, and [`history`] the entries of the one file in which
//! everything is kept. A [`Ladder`](state::Ladder) is the state that these entries add up to, and
//! [`store`] is the folder. [`pairing`] chooses the next players with their colours, komi and
//! handicap; [`play`] has the games played by the arena's referee.
//!
//! ```
//! use halfpoint_ladder::config::LadderConfig;
//! use halfpoint_ladder::page;
//! use halfpoint_ladder::state::Ladder;
//!
//! let ladder = Ladder::new(LadderConfig::default())?;
//! assert!(page(&ladder).contains("<h1>Ladder</h1>"));
//! # Ok::<(), halfpoint_ladder::state::StateError>(())
//! ```

#![forbid(unsafe_code)]

pub mod config;
pub mod history;
mod page;
pub mod pairing;
pub mod play;
pub mod state;
pub mod store;

pub use page::page;
