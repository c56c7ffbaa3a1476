//! Entry point of the program `halfpoint`.

use std::process::ExitCode;

fn main() -> ExitCode {
    halfpoint::main()
}
