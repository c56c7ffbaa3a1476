//! The program `halfpoint`. Its interface is the command line; nothing else of it is public.

#![forbid(unsafe_code)]

mod bench;
mod cli;
mod defaults;
#[cfg(feature = "board")]
mod guide;
mod options;
#[cfg(feature = "board")]
mod problems;

pub use cli::main;
