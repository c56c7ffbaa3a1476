//! The protocol of `katago analysis` (KataGo's `docs/Analysis_Engine.md`): one JSON object a line,
//! many positions at once.
//!
//! [`serve`] reads lines. A line is an action (`actions.rs`), or a query (`query.rs`) that makes a
//! task of each of its turns. Tasks wait by priority (`queue.rs`). The threads of `worker.rs`
//! search them, each with one thread of its own, and write answers (`answer.rs`) as they are found.
//! The figures are those of the [`Report`](halfpoint_engine::player::Report) that the analysis
//! commands of GTP show.

mod actions;
mod answer;
mod fields;
mod hashes;
mod identity;
mod input;
mod output;
mod query;
mod queue;
mod scores;
mod serve;
mod settings;
mod worker;

pub use fields::{ANSWER_FIELDS, UNSUPPORTED_FIELDS};
pub use identity::EngineIdentity;
pub use query::QUERY_FIELDS;
pub use serve::{JsonOptions, serve};
pub use settings::{JsonSettings, Perspective, SETTINGS, SettingError};
