//! Reports about scores: a game counted under several rule sets, the composition of each count, and
//! the reasons why two of them differ.
//!
//! Nothing here judges life and death: the caller passes the dead stones in [`Assumptions`]. A
//! [`Table`] holds the data; [`words`] formats it as text for people, [`json`] as JSON for
//! programs, and [`picture`] draws the board.
//!
//! ```
//! use halfpoint_core::rules::NamedRules;
//! use halfpoint_core::{Game, HalfPoints, Size};
//! use halfpoint_report::{Assumptions, Table};
//!
//! let size = Size::square(3);
//! let aga: NamedRules = "aga".parse().expect("a row of the table");
//! let all = [aga, "button".parse().expect("a row of the table")];
//! let game = Game::new(aga.rules, size, HalfPoints::from_halves(15));
//! let table = Table::new(&game, aga, &all, Assumptions::none(size));
//! assert_eq!(table.rows.len(), 2);
//! let (row, _) = table.reference().expect("a count");
//! assert_eq!(row.rules.to_string(), "aga");
//! ```

#![forbid(unsafe_code)]

mod buttons;
mod causes;
pub mod counting;
mod facts;
pub mod json;
mod phrases;
pub mod picture;
mod stars;
mod table;
#[cfg(test)]
mod tests;
mod tokens;
mod verdict;
mod why;
pub mod words;

pub use causes::{MARGIN_TERMS, MarginTerm, Sources};
pub use facts::{GameSummary, LastStone, Turns};
pub use stars::star_points;
pub use table::{Assumptions, OutcomeOf, Recount, Row, Table};
pub use tokens::{Tense, last_token_line, pass_line, token_deed, token_lines};
pub use verdict::{DecidingTerm, EndOffBoard, ResultVerdict, verdict};
