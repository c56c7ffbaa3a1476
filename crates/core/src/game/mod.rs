//! The game: board, rules, ledger and history in one.
//!
//! [`Position`] knows what can be played and what it does; [`Game`] adds the record, undo, the
//! agreement on dead stones, the result, and reading the record again under other rules.

mod bounds;
mod moves;
mod playout_score;
mod position;
mod record;
mod setup;
mod state;

pub use moves::{IllegalMove, Move, PlayedMove, Token, TokenKind};
pub use playout_score::FinishedPlayout;
pub use position::{Position, Terms};
pub use record::{CountedEnd, Game, Outcome, Record, ReplayError};
pub use setup::{
    Setup, SetupError, fixed_handicap, free_handicap_points, most_server_handicap, server_handicap,
};
pub use state::{Button, GameEnd, Proposal, State};
