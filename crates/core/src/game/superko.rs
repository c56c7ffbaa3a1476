//! Superko and simple ko: the earlier positions of a game, and what they forbid.

use std::collections::HashSet;
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::board::{Color, ZobristKey};
use crate::rules::KoRule;

/// Number of situations from which on [`SuperkoHistory::share`] moves them to a block of their own.
const BLOCK: usize = 128;

/// Board position with the player to move in it.
pub(super) type Situation = (ZobristKey, Color);

/// Situations of a game, the start included, in their order.
///
/// Copies share the blocks of older situations, so a copy costs no more after thousands of moves
/// than after [`BLOCK`]. A search copies positions all the time.
#[derive(Clone, Debug, Default)]
pub(super) struct SuperkoHistory {
    past: Option<Arc<HistoryBlock>>,
    recent: Vec<Situation>,
}

/// Consecutive situations that do not change any more.
#[derive(Debug)]
struct HistoryBlock {
    before: Option<Arc<HistoryBlock>>,
    /// Number of situations before this block.
    start: usize,
    situations: Vec<Situation>,
    /// Boards of these situations, to skip a block without a look at each of them.
    boards: HashSet<ZobristKey, FixedState>,
}

impl HistoryBlock {
    fn end(&self) -> usize {
        self.start + self.situations.len()
    }
}

impl SuperkoHistory {
    /// Creates the history of a game that has not begun.
    pub fn new(start: Situation) -> SuperkoHistory {
        SuperkoHistory {
            past: None,
            recent: vec![start],
        }
    }

    /// Becomes a copy of another history, reusing its own memory.
    pub fn copy_from(&mut self, other: &SuperkoHistory) {
        // The count of the owners of a block is not touched where the block stays the same: threads
        // that copy one position would contend for it.
        if !self.has_past_of(other) {
            self.past.clone_from(&other.past);
        }
        self.recent.clone_from(&other.recent);
    }

    fn has_past_of(&self, other: &SuperkoHistory) -> bool {
        match (&self.past, &other.past) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }

    fn blocks(&self) -> impl Iterator<Item = &HistoryBlock> {
        std::iter::successors(self.past.as_deref(), |block| block.before.as_deref())
    }

    /// Returns the number of situations before the recent ones.
    fn start(&self) -> usize {
        self.past.as_ref().map_or(0, |block| block.end())
    }

    /// Returns the number of situations.
    pub fn len(&self) -> usize {
        self.start() + self.recent.len()
    }

    /// Adds a situation.
    pub fn push(&mut self, situation: Situation) {
        self.recent.push(situation);
    }

    /// Lets later copies share the situations so far, if there are enough of them. A game does this
    /// after each move, a search need not.
    pub fn share(&mut self) {
        if self.recent.len() < BLOCK {
            return;
        }
        let start = self.start();
        let situations = std::mem::take(&mut self.recent);
        self.past = Some(Arc::new(HistoryBlock {
            before: self.past.take(),
            start,
            boards: situations.iter().map(|&(board, _)| board).collect(),
            situations,
        }));
    }

    /// Removes the last situation.
    pub fn pop(&mut self) {
        if self.recent.is_empty()
            && let Some(block) = self.past.take()
        {
            self.past.clone_from(&block.before);
            self.recent.clone_from(&block.situations);
        }
        self.recent.pop();
    }

    /// Returns whether the ko rule forbids a placement that is legal otherwise. `after` returns the
    /// key of the board after it, with `to_move` to move. Situations before the index `start`
    /// forbid nothing.
    pub fn forbids(
        &self,
        rule: KoRule,
        start: usize,
        to_move: Color,
        after: impl FnOnce() -> ZobristKey,
    ) -> bool {
        let needed = match rule {
            KoRule::Simple => 2,
            KoRule::Positional | KoRule::Situational => 1,
        };
        // The key costs a look at the stones.
        if start + needed > self.len() {
            return false;
        }
        let after = after();
        match rule {
            KoRule::Simple => self.nth_last(1).is_some_and(|(key, _)| key == after),
            KoRule::Positional => self.contains(start, after, None),
            KoRule::Situational => self.contains(start, after, Some(to_move)),
        }
    }

    /// Returns whether the rule ends the game without a result: the last situation has come for the
    /// third time since the index `start`.
    pub fn is_void(&self, rule: KoRule, start: usize) -> bool {
        let thrice = |(board, to_move)| self.count(start, board, Some(to_move)) >= 3;
        match rule {
            KoRule::Simple => self.nth_last(0).is_some_and(thrice),
            KoRule::Positional | KoRule::Situational => false,
        }
    }

    /// Returns whether a situation may come for the third time since the index `start`, and so end
    /// the game without a result: one has come twice.
    pub fn is_near_void(&self, rule: KoRule, start: usize) -> bool {
        match rule {
            KoRule::Simple => {
                let mut run = self.backwards().take(self.len().saturating_sub(start));
                let mut seen = HashSet::new();
                !run.all(|situation| seen.insert(situation))
            }
            KoRule::Positional | KoRule::Situational => false,
        }
    }

    /// Returns all situations, the last one first.
    fn backwards(&self) -> impl Iterator<Item = &Situation> {
        let past = self
            .blocks()
            .flat_map(|block| block.situations.iter().rev());
        self.recent.iter().rev().chain(past)
    }

    /// Returns the situation of an index from the end; 0 is the last one.
    pub fn nth_last(&self, index: usize) -> Option<Situation> {
        self.backwards().nth(index).copied()
    }

    /// Returns how many situations from the index `first` on have a board, with `to_move` to move
    /// if that is given.
    pub fn count(&self, first: usize, board: ZobristKey, to_move: Option<Color>) -> usize {
        self.matching(first, board, to_move).count()
    }

    /// Returns whether [`SuperkoHistory::count`] is not 0.
    pub fn contains(&self, first: usize, board: ZobristKey, to_move: Option<Color>) -> bool {
        self.matching(first, board, to_move).next().is_some()
    }

    fn matching(
        &self,
        first: usize,
        board: ZobristKey,
        to_move: Option<Color>,
    ) -> impl Iterator<Item = &Situation> {
        let from = move |start: usize, situations: &'_ [Situation]| {
            first.saturating_sub(start).min(situations.len())
        };
        let recent = &self.recent[from(self.start(), &self.recent)..];
        let past = self.blocks().take_while(move |block| block.end() > first);
        let past = past
            .filter(move |block| block.boards.contains(&board))
            .flat_map(move |block| &block.situations[from(block.start, &block.situations)..]);
        recent
            .iter()
            .chain(past)
            .filter(move |&&(key, color)| key == board && to_move.is_none_or(|c| c == color))
    }
}

impl PartialEq for SuperkoHistory {
    fn eq(&self, other: &SuperkoHistory) -> bool {
        if self.has_past_of(other) {
            return self.recent == other.recent;
        }
        self.len() == other.len() && self.backwards().eq(other.backwards())
    }
}

impl Eq for SuperkoHistory {}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn situation(number: u32) -> Situation {
        let color = Color::BOTH[number as usize % 2];
        (ZobristKey::feature(0, number / 2), color)
    }

    /// Pushes, pops, shares and copies at random, and compares with a list.
    #[test]
    fn a_history_agrees_with_a_list() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let start = situation(0);
        let (mut history, mut list) = (SuperkoHistory::new(start), vec![start]);
        let mut copies = Vec::new();
        let mut copied = SuperkoHistory::new(start);
        for step in 0..20_000 {
            // A long game first, then back to its beginning.
            let grows = rng.random_range(0..20_000) > step;
            if grows {
                let next = situation(rng.random_range(0..2_000));
                history.push(next);
                list.push(next);
                if rng.random_range(0..4) > 0 {
                    history.share();
                }
            } else if list.len() > 1 {
                history.pop();
                list.pop();
            }
            assert_eq!(history.len(), list.len());
            assert_eq!(history.nth_last(0), list.last().copied());
            assert_eq!(history.nth_last(1), list.iter().rev().nth(1).copied());
            let (board, color) = situation(rng.random_range(0..2_000));
            let first = rng.random_range(0..list.len() + 2);
            let since = list.get(first..).unwrap_or_default();
            let boards = since.iter().filter(|one| one.0 == board).count();
            let same = since.iter().filter(|&&one| one == (board, color)).count();
            assert_eq!(history.count(first, board, None), boards);
            assert_eq!(history.count(first, board, Some(color)), same);
            assert_eq!(history.contains(first, board, Some(color)), same > 0);
            if step % 1_000 == 0 {
                copies.push((history.clone(), list.clone()));
                copied.copy_from(&history);
                assert!(copied == history);
            }
        }
        for (history, list) in copies {
            let mut plain = SuperkoHistory::new(list[0]);
            list[1..].iter().for_each(|&one| plain.push(one));
            assert!(history == plain);
            plain.push(situation(7));
            assert!(history != plain);
        }
    }

    #[test]
    fn a_copy_shares_all_but_the_latest_situations() {
        let mut history = SuperkoHistory::new(situation(0));
        for number in 0..10_000 {
            history.push(situation(number));
            history.share();
        }
        let copied = history.clone();
        assert!(copied.has_past_of(&history));
        assert!(copied.recent.len() < BLOCK);
    }
}
