//! Matches between engines.
//!
//! [`config`] says what a match is, [`schedule`] and [`opening`] which games that makes. A
//! [`link`] is an engine to talk to, [`engine`] puts the commands of the protocol to it, the
//! [`referee`] plays one game, and [`settle`] finds its result. The [`runner`] has workers play the
//! schedule, and keeps each [`record`] in the [`journal`] before the next thing is done.
//! [`summary`] adds results up by [`statistics`], [`sprt`] and [`rating`]; [`report`] shows them, and
//! [`merge`] joins parts that were played on several machines. A [`ladder`] is a match that never ends: players
//! with ranks, paired as their ranks say.
//!
//! ```
//! use halfpoint_arena::config::EngineConfig;
//!
//! let engine = EngineConfig::parse("level3=internal level=3")?;
//! assert_eq!(engine.name, "level3");
//! # Ok::<(), halfpoint_arena::config::ConfigError>(())
//! ```

pub mod config;
pub mod record;

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
