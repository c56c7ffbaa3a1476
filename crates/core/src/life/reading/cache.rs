//! Answers that are kept for questions that come again, and the budget of a run of questions.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::problem::{Check, Goal, Problem, ReadingAnswer};
use crate::board::Color;

/// Maximal number of answers that a cache keeps.
const MAX_ANSWERS: usize = 4096;

/// Answers of earlier readings, for callers that read many boards which differ only elsewhere.
///
/// A kept answer costs as much of a budget as a new one, so a cache changes nothing but the time:
/// with any cache, whatever was read with it before, all answers are those of a new one. It takes
/// some megabytes at most.
#[derive(Clone, Debug, Default)]
pub struct ReadingCache {
    answers: HashMap<Question, Cost, FixedState>,
}

/// Problem, goal, side that moves first, and the answer that is checked.
type Question = (Problem, Goal, Color, Check);

/// Answer with the number of positions that it took; `None` if those were not enough.
type Cost = (Option<ReadingAnswer>, u32);

impl ReadingCache {
    /// Creates a cache without answers.
    #[must_use]
    pub fn new() -> ReadingCache {
        ReadingCache::default()
    }

    /// Drops all answers.
    pub fn clear(&mut self) {
        self.answers.clear();
    }

    /// Answers a question as [`Problem::solve`] does, without a search if the answer is known.
    pub(super) fn solve(&mut self, question: Question, budget: &mut u32) -> Option<ReadingAnswer> {
        let (answer, cost) = match self.answers.get(&question) {
            Some(&known) if known.0.is_some() || *budget <= known.1 => known,
            _ => {
                let (problem, goal, first, check) = &question;
                let mut left = *budget;
                let answer = problem.solve(*goal, *first, *check, &mut left);
                let found = (answer, *budget - left);
                if self.answers.len() >= MAX_ANSWERS {
                    self.answers.clear();
                }
                self.answers.insert(question, found);
                found
            }
        };
        let is_enough = *budget >= cost;
        *budget = budget.saturating_sub(cost);
        answer.filter(|_| is_enough)
    }
}

/// Asks the questions about one board, within one budget.
pub(in crate::life) struct LifeReader<'a> {
    cache: &'a mut ReadingCache,
    /// Number of positions that may still be visited.
    budget: u32,
}

impl LifeReader<'_> {
    /// Creates a reader that may visit `budget` positions.
    pub fn new(cache: &mut ReadingCache, budget: u32) -> LifeReader<'_> {
        LifeReader { cache, budget }
    }

    /// Returns whether the goal is reached if `first` moves first. `None` if the search does not
    /// end within `limit` positions, or within what is left of the budget.
    pub fn ask(
        &mut self,
        problem: &Problem,
        goal: Goal,
        first: Color,
        check: Check,
        limit: u32,
    ) -> Option<ReadingAnswer> {
        let given = limit.min(self.budget);
        let mut left = given;
        let question = (problem.clone(), goal, first, check);
        let answer = self.cache.solve(question, &mut left);
        self.budget -= given - left;
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointSet;
    use crate::notation::{parse_board, parse_vertex};

    /// Reads the same question with falling and rising limits, once with one cache for all and once
    /// with a new one for each: answers and costs are equal.
    #[test]
    fn a_cache_changes_neither_answers_nor_costs() {
        let rows = [
            "....XO..", "XXXXXO..", "OOOOO...", "........", "........", "........",
        ];
        let board = parse_board(&rows).expect("a board");
        let target = parse_vertex(board.size(), "A5").expect("a point");
        let wall = PointSet::of(
            board.size(),
            ["A4", "F6", "F5"].map(|name| parse_vertex(board.size(), name).expect("a point")),
        );
        let wall = board.stones_of(Color::White) & board.stones_of(Color::White).parts_of(&wall);
        let problem = Problem::around(&board, &wall, target).expect("a problem");
        let mut kept = ReadingCache::new();
        let mut read = 0;
        for limit in [1, 3, 20_000, 2, 20_000, 1, 0, 5, 20_000] {
            for first in Color::BOTH {
                let question = || (problem.clone(), Goal::Capture, first, Check::Reached);
                let (mut one, mut other) = (limit, limit);
                let known = kept.solve(question(), &mut one);
                let new = ReadingCache::new().solve(question(), &mut other);
                assert_eq!((known, one), (new, other), "{first:?}, {limit}");
                read += u32::from(new.is_some());
            }
        }
        assert!(read >= 6, "{read} answers");
        assert_eq!(kept.answers.len(), 2);
    }
}
