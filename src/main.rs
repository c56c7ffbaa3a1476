//! Entry point of the program `halfpoint`.

mod bench;
mod cli;
#[cfg(feature = "board")]
mod web;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
