//! Exact values of small boards, through the one game object.
//!
//! A question is asked again and again: can Black reach a margin of at least so much? Each answer is
//! proven, and halves what is left between the bounds of the value; on open boards the question whether whoever
//! moves gets everything goes besides. The search behind a question is alpha–beta with a null window and iterative
//! deepening, where the verdict of a line that is not finished within the depth is "unknown". By turns it is out for
//! either answer: then "unknown" is enough for the other side. Verdicts go to a table that several threads share.
//!
//! Under superko the value of a position depends on how it came about (the graph-history interaction). So
//! each verdict in the table says what it rests on: the bans by earlier positions that the loser of the
//! question ran into, and the positions that the winner's moves must not find banned. It is used only where
//! the game so far has all of the former and none of the latter. Under simple ko, what a verdict may rest
//! on is a cycle that the game would close. [`plain`] is the same without any table, to compare with.
//!
//! At the end nothing is taken off that was not captured, unless playing on costs points; then [`DeadStones`] says which
//! stones are dead ([`Rules::exact`](halfpoint_core::rules::Rules::exact)). What the rules leave open is read so: a void
//! game is a draw, that is a margin of nothing; and so is play that comes back to an earlier situation
//! without end, unless one side gains prisoners in each round: then it is that side's.

mod chain_status;
mod current;
mod dead;
mod ghi;
mod order;
mod path;
pub mod plain;
mod schedule;
mod search;
mod shared;
mod solve;
mod symmetry;
mod table;

pub use current::{Current, current_score};
pub use dead::DeadStones;
pub use shared::Bound;
pub use solve::{
    Bounds, Limits, Line, Progress, Solution, best_moves, bounds_text, moves, removal_text, solve,
    value, value_at, value_text,
};
