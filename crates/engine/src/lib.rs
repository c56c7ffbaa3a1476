//! Search for moves, under every rule set of [`halfpoint_core`].
//!
//! [`Player`] decides on moves by a tree search with a net or with playouts ([`monte_carlo`]), and
//! [`clock`] keeps the time of a game.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use halfpoint_core::notation::parse_vertex;
//! use halfpoint_core::{Color, Game, HalfPoints, Move, Size, rules};
//! use halfpoint_engine::{MoveQuery, Player, Settings};
//!
//! let aga = rules::find("aga").expect("a row of the table");
//! let size = Size::square(3);
//! let game = Game::new(aga.rules, size, HalfPoints::ZERO);
//! let mut player = Player::new(Settings::default());
//! let stop = AtomicBool::new(false);
//! let decision = player.choose(&game, &MoveQuery::of(Color::Black, &stop), None);
//! // The centre is the move that takes the whole board.
//! let centre = parse_vertex(size, "B2").expect("a point");
//! assert_eq!(decision.chosen, Move::Place(centre));
//! ```

#![forbid(unsafe_code)]

pub mod clock;
pub mod monte_carlo;
pub mod player;

pub use player::{Decision, Judgement, MoveQuery, Player, Settings};
