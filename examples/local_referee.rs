//! Referee for single groups: the exhaustive local solver of the tests as a program, for
//! `scripts/lab/dead-groups`.
//!
//! Reads lines `COLUMN ROW BOARD REGION`: the column and row of the target, counted from the top
//! left, then the rows of the board and of the region, separated by `/`. For each line it prints
//!
//! - `dead` if the target is captured whichever side moves first and under every ko rule,
//! - `alive` if it never is,
//! - `turn` if that depends on the side that moves first,
//! - `ko` if it depends on the ko rule,
//! - `unknown` if the search is too large.

#[path = "../crates/core/tests/core/model/local.rs"]
mod local;

use std::io::{BufRead, stdin};

use local::{Answer, Ko, Local};

/// Largest number of boards, and of game states, that the solver looks at for one answer.
const LIMIT: usize = 50_000;

/// Returns the answer for a line; `None` if the line is malformed.
fn verdict(line: &str) -> Option<&'static str> {
    let mut words = line.split_whitespace();
    let mut number = || words.next()?.parse::<usize>().ok();
    let target = (number()?, number()?);
    let rows: Vec<&str> = words.next()?.split('/').collect();
    let region: Vec<&str> = words.next()?.split('/').collect();
    let local = Local::new(&rows, &region);
    let mut answers = Vec::new();
    for black_first in [false, true] {
        for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
            answers.push(local.answer(target, black_first, ko, LIMIT));
            if answers.last() == Some(&Answer::Unknown) {
                return Some("unknown");
            }
        }
    }
    let (first, second) = answers.split_at(3);
    Some(match (first[0], second[0]) {
        _ if [first, second].iter().any(|a| a.iter().any(|&x| x != a[0])) => "ko",
        (Answer::Captured, Answer::Captured) => "dead",
        (Answer::Kept, Answer::Kept) => "alive",
        _ => "turn",
    })
}

fn main() {
    for line in stdin().lock().lines().map_while(Result::ok) {
        println!("{}", verdict(&line).unwrap_or("bad line"));
    }
}
