//! Proofs out of guesses.
//!
//! A guess is what a search with [likely leaves](super::leaves::Leaves::Likely) finds: a line for
//! each move of the other player that leads to boards on which she probably cannot live. Here these
//! lines are followed, each leaf is searched until the player holds the board, and where he does
//! not come to hold it the guess is searched for another move. So the guess says where to look, and
//! what is proven rests on held boards alone.

use super::grid::{NOWHERE, Stones};
use super::prover::{DEPTH_OF_LAST, DEPTH_STEP, Node, Progress, Prover, Queue};
use super::table::{Entry, MAX_DEPTH, Outcome};

/// Depth within which a leaf of the guess, or the end of a line, has to be proven. On 4×5 all but a
/// few are proven within 8.
const MAX_DEPTH_OF_LEAF: u8 = 14;
/// Work of an entry that says that a guess was wrong: such an entry stays.
const WORK_OF_WRONG: u8 = u8::MAX;

impl Prover<'_> {
    /// Follows the lines of a guess for that many nodes more, and proves them.
    pub(super) fn confirm(
        &mut self,
        guess: &mut Prover<'_>,
        nodes: u64,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Progress {
        let (root, depth) = (self.search.root, guess.search.depth());
        self.begin_to_confirm(nodes);
        guess.begin_to_confirm(nodes);
        let (stones, most) = (root.stones, root.most_before);
        let outcome = match root.is_own_turn {
            true => self.confirm_attack(guess, stones, most, may_go_on),
            false => self.confirm_defence(guess, stones, most, may_go_on),
        };
        match outcome {
            _ if self.is_stopped => Progress::Open,
            Outcome::Whole(_) => {
                self.search.prove();
                Progress::Proven
            }
            Outcome::Hopeless => Progress::Vain,
            Outcome::Open(_) => {
                guess.search.retract(depth);
                Progress::Open
            }
        }
    }

    /// Proves a situation in which the player is to move by the move that the guess says.
    fn confirm_attack(
        &mut self,
        guess: &mut Prover<'_>,
        stones: Stones,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Outcome {
        let node = match self.enter(stones, true, MAX_DEPTH, most, may_go_on) {
            Ok(node) => node,
            Err(outcome) => return outcome,
        };
        let mut is_deepened = false;
        loop {
            if let Some(at) = self.guessed_move(guess, &node) {
                let Some(after) = self.after_attack(stones, at, most) else {
                    // A board of this path bans the move.
                    return Outcome::Open(0);
                };
                self.push(&node, stones, MAX_DEPTH);
                let most = most.max(stones.number());
                let outcome = self.confirm_defence(guess, after, most, may_go_on);
                self.pop(&node, MAX_DEPTH);
                if let Outcome::Whole(least) = outcome {
                    let outcome = Outcome::Whole(least.min(after.number()));
                    let best = self.search.grid.point_in(at, node.image);
                    self.keep(&node, outcome, best);
                    return outcome;
                }
                if self.is_stopped {
                    return outcome;
                }
                self.say_wrong(guess, &node, after);
            } else if !is_deepened {
                is_deepened = true;
                let outcome = self.deepen(stones, true, most, may_go_on);
                if self.is_stopped || !matches!(outcome, Outcome::Open(_)) {
                    return outcome;
                }
            }
            if !self.guess_again(guess, stones, most, may_go_on) {
                return Outcome::Open(0);
            }
        }
    }

    /// Returns the move that the guess says, if any.
    fn guessed_move(&self, guess: &Prover<'_>, node: &Node) -> Option<u8> {
        let entry = guess.search.table.find(node.key)?;
        let is_whole = matches!(entry.outcome, Outcome::Whole(_)) && entry.best != NOWHERE;
        is_whole.then(|| self.search.grid.point_back(entry.best, node.image))
    }

    /// Notes that the guess is wrong about a situation and about the one after its move there. A
    /// leaf is never taken for one again.
    fn say_wrong(&self, guess: &mut Prover<'_>, node: &Node, after: Stones) {
        let (grid, table) = (&self.search.grid, &guess.search.table);
        let (key, _) = grid.canonical(after, false);
        let open = |depth, work| Entry {
            outcome: Outcome::Open(depth),
            best: NOWHERE,
            work,
        };
        let depth = match guess.leaves.is_leaf(grid, after) {
            true => MAX_DEPTH,
            false => self.depth_left(guess) - 1,
        };
        table.keep(key, open(depth, WORK_OF_WRONG));
        table.keep(node.key, open(0, 1));
    }

    /// Returns the depth of a guess that is left on the path, for the player to move.
    fn depth_left(&self, guess: &Prover<'_>) -> u8 {
        let all = guess.search.depth() + DEPTH_STEP;
        let left = usize::from(all).saturating_sub(self.path.len()) as u8;
        left.max(DEPTH_OF_LAST) | 1
    }

    /// Searches the guess for another move. Returns whether there is one.
    fn guess_again(
        &mut self,
        guess: &mut Prover<'_>,
        stones: Stones,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> bool {
        guess.path.clone_from(&self.path);
        let mut outcome = Outcome::Open(0);
        let mut depth = DEPTH_OF_LAST + 1;
        while depth <= self.depth_left(guess) && matches!(outcome, Outcome::Open(_)) {
            outcome = guess.attack(stones, depth, most, may_go_on);
            depth += DEPTH_STEP;
        }
        self.is_stopped |= guess.is_stopped;
        matches!(outcome, Outcome::Whole(_)) && !self.is_stopped
    }

    /// Proves a situation in which the other player is to move.
    fn confirm_defence(
        &mut self,
        guess: &mut Prover<'_>,
        stones: Stones,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Outcome {
        let node = match self.enter(stones, false, MAX_DEPTH, most, may_go_on) {
            Ok(node) => node,
            Err(outcome) => return outcome,
        };
        let grid = &self.search.grid;
        if self.leaves.is_leaf(grid, stones) || guess.leaves.is_leaf(grid, stones) {
            return self.deepen(stones, false, most, may_go_on);
        }
        self.push(&node, stones, MAX_DEPTH);
        let most = most.max(stones.number());
        let mut outcome = Outcome::Whole(u8::MAX);
        let mut queue = Queue::new(self.moves_of_other(stones, NOWHERE));
        while let (Outcome::Whole(least), Some((_, after))) = (
            outcome,
            queue.take(|after| self.is_searched_elsewhere(after, true, MAX_DEPTH)),
        ) {
            outcome = match self.confirm_attack(guess, after, most, may_go_on) {
                Outcome::Whole(stones) => Outcome::Whole(least.min(stones)),
                other => other,
            };
        }
        self.pop(&node, MAX_DEPTH);
        if matches!(outcome, Outcome::Whole(_)) {
            self.keep(&node, outcome, NOWHERE);
        }
        outcome
    }

    /// Searches a situation deeper and deeper.
    fn deepen(
        &mut self,
        stones: Stones,
        is_own_turn: bool,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Outcome {
        let mut depth = DEPTH_OF_LAST + u8::from(is_own_turn);
        loop {
            let outcome = self.searched(stones, is_own_turn, depth, most, may_go_on);
            let is_open = matches!(outcome, Outcome::Open(_));
            if self.is_stopped || !is_open || depth >= MAX_DEPTH_OF_LEAF {
                return outcome;
            }
            depth += DEPTH_STEP;
        }
    }
}
