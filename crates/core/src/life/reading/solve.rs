//! The answer to a question: a search, and its check under every ko rule.

use std::cell::Cell;
use std::rc::Rc;

use super::aftermath::Aftermath;
use super::cycles::all_rules_agree;
use super::moves::LocalState;
use super::problem::{Check, Goal, Problem, ReadingAnswer};
use super::search::Search;
use crate::board::Color;

/// Maximal number of positions that the check of an answer under each ko rule may visit, besides
/// those of the search. The limit is separate so that the check does not depend on how hard the
/// answer was to find.
const CYCLES: u32 = 10_000;

impl Problem {
    /// Returns whether the goal is reached if `first` moves first, and takes the number of
    /// positions that the search visits off `budget`. `None` if the search does not end within the
    /// budget.
    pub(in crate::life) fn solve(
        &self,
        goal: Goal,
        first: Color,
        check: Check,
        budget: &mut u32,
    ) -> Option<ReadingAnswer> {
        let start = LocalState {
            stones: self.start,
            to_move: first,
            ko: None,
            broken_out: false,
        };
        let shared = Rc::new(Cell::new(*budget));
        let aftermath = Aftermath::of_question(self, check);
        let mut search = Search::new(self.clone(), goal, aftermath, Rc::clone(&shared));
        let start = search.number(start);
        let reached = search.reaches(start);
        *budget = shared.get();
        let reached = reached.ok()?;
        shared.set(CYCLES);
        let is_asked = check
            == match reached {
                true => Check::Reached,
                false => Check::NotReached,
            };
        let certain = is_asked && all_rules_agree(&mut search, start).unwrap_or(false);
        Some(ReadingAnswer { reached, certain })
    }
}
