//! The program `halfpoint`. Its interface is the command line: what stands here beside [`main`]
//! lets fuzzers and tests reach parts of the program, and may change at any time.

#![forbid(unsafe_code)]

mod bench;
mod cli;
mod options;
#[cfg(feature = "board")]
mod web;

pub use cli::main;
#[cfg(feature = "board")]
#[doc(hidden)]
pub use web::LocalBoard;
