//! Records of what was played: that of a game, and the folder of a match, in which nothing is lost.

pub mod expected;
pub mod journal;
pub mod jsonl;
pub mod record;
pub mod records;
mod verdict;
