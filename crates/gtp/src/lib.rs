//! The Go Text Protocol, version 2; in [`json`], the protocol of KataGo's analysis engine.
//!
//! [`grammar`] reads lines, [`COMMANDS`] is the single table of commands, and [`Response`] is the
//! single printer. [`Session`] answers lines without input or output of its own, except for
//! pictures for GoGui, which go to standard error. [`serve`] is the thin loop around a session.
//!
//! ```
//! use halfpoint_core::rules;
//! use halfpoint_gtp::{Options, Session};
//!
//! let button = rules::find("button").expect("a row of the table");
//! let mut session = Session::new(Options::of(button));
//! let response = session.handle_line("7 play b button").expect("an answer");
//! assert_eq!(response.to_string(), "=7\n\n");
//! ```

#![forbid(unsafe_code)]

mod analysis;
mod arguments;
mod commands;
mod dispatch;
mod error;
pub mod files;
pub mod grammar;
mod hangup;
mod input;
mod io;
pub mod json;
mod judge;
mod location;
mod opinion;
mod picture;
mod response;
mod restriction;
mod session;
mod signals;

pub use commands::{COMMANDS, Command, Manual, Table, board_text, page};
pub use error::GtpError;
pub use grammar::MAX_LINE;
pub use hangup::stdout_closes_within;
pub use io::serve;
pub use judge::{DeadMode, Judge, outcomes};
pub use picture::Picture;
pub use response::Response;
pub use session::{Options, ParseTakeBackError, Session, TakeBack};
