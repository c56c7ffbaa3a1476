//! One game: the engines that play it, the play itself, and the judgement of its result.

pub mod engine;
pub mod judge;
pub mod moves;
mod plain_count;
pub mod play;
