//! Tests that start the program, and tests of the pages of the documentation.

#![forbid(unsafe_code)]

mod arena_cli;
mod arena_client;
mod command_line;
mod faults;
mod fuzz_corpus;
mod glossary;
mod guide;
mod interruption;
mod kills;
mod ladder;
mod limits;
mod links;
mod net;
mod pages;
mod play_command;
mod process;
mod program;
mod readme;
mod schema;
mod score_command;
mod solve_command;
mod version;
