//! Tests of matches, reports and statistics that do not start the halfpoint program.

#![forbid(unsafe_code)]

mod arena_faults;
mod arena_match;
mod arena_report;
mod sprt;
