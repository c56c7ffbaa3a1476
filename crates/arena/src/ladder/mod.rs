//! A ladder: players with ranks, who win and lose them as on the Black&White server.
//!
//! [`config`] says how games are played, [`history`] what a line of the one file is in which everything is
//! kept; a [`Ladder`](state::Ladder) is what these lines add up to, and [`store`] is the folder. [`pairing`] says who
//! plays whom next and with which colour, komi and handicap; [`play`] has the games played by the arena's
//! referee.

pub mod config;
pub mod history;
pub mod pairing;
pub mod play;
pub mod state;
pub mod store;
