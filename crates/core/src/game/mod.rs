//! A game: board, rules, ledger and history.
//!
//! [`Position`] holds the legal moves and their effects; [`Game`] adds the record, undo, the
//! agreement on dead stones, the result, and replay under other rules.

mod area_equivalent;
mod buttons;
mod counting;
pub mod eye;
mod moves;
mod outcome;
mod position;
mod record;
mod setup;
mod state;
mod superko;
mod tokens;

pub use area_equivalent::AreaEquivalent;
pub use buttons::ButtonName;
pub use moves::{IllegalMove, Move, PlayedMove, Token, TokenKind};
pub use outcome::{CountedEnd, Outcome};
pub use position::{Position, Terms};
pub use record::{Game, Record, ReplayError};
pub use setup::{
    Setup, SetupError, fixed_handicap, free_handicap_points, most_server_handicap, server_handicap,
};
pub use state::{Button, GameEnd, Proposal, State};
