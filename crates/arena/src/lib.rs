//! Matches between engines that speak GTP.
//!
//! [`config`] holds the settings of a match; [`schedule`] and [`opening`] derive its games from
//! them. [`nets`] holds the nets of built-in players. A [`client`] is the connection to one engine,
//! [`engine`] sends it the commands of the protocol, [`referee`] plays one game, and [`result`]
//! determines how the game came out. [`runner`] lets worker threads play the schedule and stores
//! each [`record`] in the [`journal`] before anything else happens; [`expected`] compares what is
//! read from there with the schedule. [`summary`] aggregates results
//! with [`statistics`], [`sprt`] and [`rating`]; [`report`] renders them, and [`merge`] joins the
//! parts of a match that were played on several machines. A [`ladder`] is a match without an end:
//! players have ranks and are paired by rank.
//!
//! ```
//! use halfpoint_arena::config::EngineConfig;
//!
//! let engine = EngineConfig::parse("level3=internal level=3")?;
//! assert_eq!(engine.name, "level3");
//! # Ok::<(), halfpoint_arena::config::ConfigError>(())
//! ```

#![forbid(unsafe_code)]

pub mod config;
pub mod record;
pub mod records;

mod balance;
pub mod expected;
pub mod nets;
pub mod opening;
pub mod schedule;

pub mod client;

pub mod engine;
mod plain_count;
pub mod referee;
pub mod result;

pub mod rating;
pub mod sprt;
pub mod statistics;
pub mod summary;

pub mod journal;
pub mod jsonl;
pub mod merge;
pub mod report;
pub mod runner;

pub mod ladder;
