//! Entry point of the program `halfpoint`.

mod bench;
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
