//! Matches between engines that speak GTP.
//!
//! Modules, of which none imports from one below it:
//!
//! | module | contents |
//! |---|---|
//! | [`stats`] | Elo, sequential tests and ratings |
//! | [`plan`] | what is to be played: settings, schedule, openings, nets |
//! | [`client`] | the connection to one engine |
//! | [`log`] | what was played: records of games, and the folder of a match |
//! | [`game`] | one game: [`game::play`] plays it, [`game::judge`] finds its result |
//! | [`summary`], [`report`] | results added up, and shown |
//! | [`merge`], [`runner`] | the parts of a match joined; a match played by several threads |
//!
//! ```
//! use halfpoint_arena::plan::config::EngineConfig;
//!
//! let engine = EngineConfig::parse("level3=internal level=3")?;
//! assert_eq!(engine.name, "level3");
//! # Ok::<(), halfpoint_arena::plan::config::ConfigError>(())
//! ```

#![forbid(unsafe_code)]

pub mod client;
pub mod game;
pub mod log;
pub mod merge;
pub mod plan;
pub mod report;
pub mod runner;
pub mod stats;
pub mod summary;
