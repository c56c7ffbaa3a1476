//! Knowledge of a position without a search: proofs, counts, and moves that they make possible.

mod capture;
mod confirm;
mod dame;
mod draw_chance;
mod endgame;
mod exact;
mod game_view;
mod known;
mod linked;
mod ultimate;

pub use capture::Capture;
pub use confirm::held_against_play;
pub use draw_chance::draw_chance;
pub use endgame::EndCount;
pub use exact::{Solved, is_solvable, solve, time_to_solve};
pub use game_view::{GameView, JudgedStones, counted_end};
pub use known::Known;
pub use ultimate::{ExactCounts, outcome, proven_move};
