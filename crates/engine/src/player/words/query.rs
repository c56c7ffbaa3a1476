//! The question to a player which move to make.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halfpoint_core::board::Color;
use halfpoint_core::game::{PlayedMove, TokenKind};

/// The question which move a player makes in a game, with the limits of the answer.
#[derive(Clone, Copy, Debug)]
pub struct MoveQuery<'a> {
    /// Player whose move is asked for; need not be the side to move.
    pub color: Color,
    /// Tokens that the answer may name.
    pub allowed_tokens: &'a [TokenKind],
    /// Moves that are not considered unless no other is legal. A proof and a count would not regard
    /// this, so none is asked for where the list is not empty.
    pub banned: &'a [PlayedMove],
    /// Time for the answer; `None` for [`Settings::time_at_will`](super::Settings::time_at_will).
    pub time: Option<Duration>,
    /// Whether time that the answer does not take is left for later moves. Then the search ends
    /// when no other move can become the most visited one.
    pub carries_over: bool,
    /// Ends the search early when it becomes true.
    pub stop: &'a AtomicBool,
}

impl<'a> MoveQuery<'a> {
    /// Creates the question for any move of `color` that names no token, without a limit of its
    /// own. Callers override single fields.
    #[must_use]
    pub fn of(color: Color, stop: &'a AtomicBool) -> MoveQuery<'a> {
        MoveQuery {
            color,
            allowed_tokens: &[],
            banned: &[],
            time: None,
            carries_over: false,
            stop,
        }
    }

    /// Returns whether all legal moves are considered.
    pub(in crate::player) fn is_free(&self) -> bool {
        self.banned.is_empty()
    }
}
