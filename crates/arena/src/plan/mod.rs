//! Plan of what is to be played: the settings of a match, its schedule, its openings and the nets
//! of its built-in players.

mod balance;
pub mod config;
pub mod digest;
mod engine;
mod limits;
pub mod nets;
pub mod opening;
pub mod schedule;
mod shard;
