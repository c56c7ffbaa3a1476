//! Entry point of the program `halfpoint`.

#![forbid(unsafe_code)]

mod bench;
mod cli;
#[cfg(feature = "board")]
mod web;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
