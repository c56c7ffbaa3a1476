//! Entry point of the program `halfpoint`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    halfpoint::main()
}
