//! A game: board, rules, ledger and history.
//!
//! [`Position`] holds the legal moves and their effects; [`Game`] adds the record, undo, the
//! agreement on dead stones, the result, and replay under other rules.

mod area_equivalent;
mod buttons;
pub mod eye;
mod moves;
mod position;
mod record;
mod setup;
mod state;
mod superko;

pub use area_equivalent::AreaEquivalent;
pub use buttons::ButtonName;
pub use moves::{IllegalMove, Move, PlayedMove, Token, TokenKind};
pub use position::{Position, Terms};
pub use record::{CountedEnd, Game, Outcome, Record, ReplayError};
pub use setup::{
    Setup, SetupError, fixed_handicap, free_handicap_points, most_server_handicap, server_handicap,
};
pub use state::{Button, GameEnd, Proposal, State};
