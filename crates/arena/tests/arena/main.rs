//! Tests of matches, reports and statistics without starting a program of ours.

mod arena_faults;
mod arena_match;
mod arena_report;
mod sprt;
