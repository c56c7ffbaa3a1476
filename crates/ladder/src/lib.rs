//! Ladder: players with ranks that they win and lose as on the Black&White server.
//!
//! [`config`] holds the settings of the games, and [`history`] the entries of the one file in which
//! everything is kept. A [`Ladder`](state::Ladder) is the state that these entries add up to, and
//! [`store`] is the folder. [`pairing`] chooses the next players with their colours, komi and
//! handicap; [`play`] has the games played by the arena's referee.

#![forbid(unsafe_code)]

pub mod config;
pub mod history;
mod page;
pub mod pairing;
pub mod play;
pub mod state;
pub mod store;

pub use page::page;
