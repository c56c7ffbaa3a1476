//! Exact values of small boards, found by search through the same game object that plays.
//!
//! The solver answers one kind of question: can Black reach a margin of at least some target? Each
//! answer is proven and halves the range between the bounds of the value. On open boards it also
//! asks whether the player to move gets everything. The search for an answer is alpha–beta with a
//! null window and iterative deepening; a line that is not finished within the depth has the
//! answer "unknown". The searches aim at "yes" and at "no" in turns; the player who prefers the
//! other answer stops at the first move whose answer is "unknown". Answers are kept in a
//! transposition table that several threads share.
//!
//! Under superko the value of a position depends on the path to it (the graph-history interaction).
//! Therefore each answer in the table names its conditions: the bans by earlier positions that the
//! loser of the question ran into, and the positions that the winner's moves must not find banned.
//! An answer is used only where the game so far contains all of the former and none of the latter.
//! Under simple ko, an answer may depend on a cycle that the game would close. [`plain`] finds the
//! same values without any table, for comparison.
//!
//! At the end no stones are removed that were not captured, unless playing on costs points; then
//! [`DeadStones`] says which stones are dead
//! ([`Rules::exact`](halfpoint_core::rules::Rules::exact)). Two cases that the rules leave open are
//! read as follows. A void game is a draw, that is a margin of zero. Play that returns to an
//! earlier situation without end is a draw too, unless one side gains prisoners in each round: then
//! that side wins.
//!
//! ```
//! use halfpoint_core::{Game, HalfPoints, Size, rules};
//! use halfpoint_solver::{SolverLimits, value};
//!
//! let chinese = rules::find("chinese").expect("a row of the table");
//! let game = Game::new(chinese.rules, Size::square(3), HalfPoints::ZERO);
//! // All nine points, in half-points.
//! assert_eq!(value(&game, SolverLimits::default()).exact(), Some(18));
//! ```

#![forbid(unsafe_code)]

mod chain_status;
mod current;
mod dead;
mod ghi;
mod looks;
mod order;
mod owner;
mod path;
pub mod plain;
pub mod proof;
mod question;
mod saved;
mod schedule;
mod search;
mod shared;
mod solve;
mod symmetry;
mod table;
mod whole;
mod words;

pub use current::{Current, current_score};
pub use dead::DeadStones;
pub use saved::SavedWorkError;
pub use shared::WorkLimit;
pub use solve::{
    Line, Solution, SolverLimits, SolverProgress, ValueBounds, best_moves, move_values, moves,
    solve, solve_saving, value, value_at, value_resumed,
};
pub use words::{bounds_text, removal_text, value_text};
