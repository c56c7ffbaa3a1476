//! Rules of Go and of its half-point variants: boards, games, life and death, scoring.
//!
//! A rule set is a plain value ([`Rules`]), and the known ones are rows of one table
//! ([`rules::PRESETS`]). A [`Game`] is played by [`Move`]s, which are moves on the board, passes
//! and tokens such as the button. The score of a finished game is a count of the board, what token
//! moves gave each side, and komi; all numbers are whole half-points ([`HalfPoints`]).
//!
//! The crate has no threads, no clock, no input and no output.
//!
//! ```
//! use halfpoint_core::{Color, Game, HalfPoints, Move, PointSet, Size, TokenKind, rules};
//!
//! let button = rules::find("button").expect("a row of the table");
//! let size = Size::square(3);
//! let mut game = Game::new(button.rules, size, HalfPoints::ZERO);
//! game.play(Color::Black, &Move::Token(TokenKind::Button))?;
//! game.play(Color::White, &Move::Pass)?;
//! game.play(Color::Black, &Move::Pass)?;
//! game.play(Color::White, &Move::Pass)?;
//! // No point of the empty board has an owner; the button is worth half a point.
//! let outcome = game.outcome(&PointSet::new(size));
//! assert_eq!(outcome.result(), "B+0.5");
//! # Ok::<(), halfpoint_core::IllegalMove>(())
//! ```

#![forbid(unsafe_code)]

pub mod board;
pub mod bounds;
pub mod excerpt;
pub mod game;
pub mod half_points;
pub mod life;
pub mod notation;
pub mod perft;
pub mod rules;
pub mod score;
pub mod suggest;

pub use board::{Board, Color, Point, PointSet, Size};
pub use game::{Game, IllegalMove, Move, Outcome, PlayedMove, Position, State, Token, TokenKind};
pub use half_points::HalfPoints;
pub use rules::{Preset, Rules};
pub use score::{Final, Score};
