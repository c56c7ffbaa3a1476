//! Cycles: whether an answer holds under every ko rule when positions repeat.
//!
//! The search for an answer knows only the ban on retaking a ko at once. Its answer holds under
//! every rule if the favoured side has a strategy in which none of its placements makes a position
//! that was there before: a ban could then only hinder the other side. Where there is no such
//! strategy, the rules decide:
//!
//! - Superko: the game from the start is searched with its history. Two passes in a row end it, and
//!   with it the chance of the prover, who therefore never passes.
//! - Simple ko: a cycle in which neither side passes makes the game void, so that an answer which
//!   needs one favours neither side. A cycle with a pass in it is no progress for the prover, and a
//!   failure.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::moves::LocalState;
use super::problem::Bits;
use super::search::{LimitReached, MAX_DEPTH, PositionNumber, Search};
use crate::board::Color;

/// Number of positions of a strategy that cost as much of the budget as one searched position.
const CHEAPER: u32 = 4;

type Stones = [Bits; 2];

/// Strategy of the side that an answer favours.
struct Strategy {
    /// Positions that placements of the favoured side make; `None` if one of them may repeat, or if
    /// the prover has to pass.
    made: Option<HashSet<Stones>>,
    /// Whether the strategy can lead to a cycle in which neither side passes.
    may_be_void: bool,
}

/// Returns whether the answer to a position holds under every ko rule.
///
/// # Errors
///
/// [`LimitReached`] if that takes more than the budget, or a line gets too long.
pub(super) fn all_rules_agree(
    search: &mut Search,
    start: PositionNumber,
) -> Result<bool, LimitReached> {
    let reached = search.reaches(start)?;
    let first = *search.state(start);
    let mut game = CycleGame {
        search,
        by_turn: false,
        past: vec![(first.stones, first.to_move)],
        strategies: HashMap::new(),
    };
    let strategy = game.strategy(start)?;
    if strategy.made.is_some() {
        return Ok(true);
    }
    if !reached && strategy.may_be_void {
        return Ok(false);
    }
    for by_turn in [false, true] {
        game.by_turn = by_turn;
        if game.reaches(start)? != reached {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Game under superko, from the start of a problem.
struct CycleGame<'s> {
    search: &'s mut Search,
    /// Whether a position may repeat with the other side to move (situational superko).
    by_turn: bool,
    /// Positions of the game, each with the side to move.
    past: Vec<(Stones, Color)>,
    strategies: HashMap<PositionNumber, Rc<Strategy>>,
}

impl CycleGame<'_> {
    /// Returns whether the prover reaches the goal from the last position of the game.
    fn reaches(&mut self, at: PositionNumber) -> Result<bool, LimitReached> {
        let without = self.search.reaches(at)?;
        let strategy = self.strategy(at)?;
        if let Some(made) = &strategy.made
            && !self.past.iter().any(|(stones, _)| made.contains(stones))
        {
            return Ok(without);
        }
        if self.search.is_over(at) {
            // Bans may interfere with what the capture leads to, which is not examined.
            return Err(LimitReached);
        }
        self.search.spend(1)?;
        if self.past.len() > MAX_DEPTH {
            return Err(LimitReached);
        }
        let state = *self.search.state(at);
        let proving = state.to_move == self.search.prover;
        // The move that is best without bans comes first.
        let mut moves = self.search.line(at);
        if without != proving {
            moves.clear();
        }
        for after in self.search.after_moves(at) {
            if !moves.contains(&after) {
                moves.push(after);
            }
        }
        for after in moves {
            let made = *self.search.state(after);
            let is_pass = made.stones == state.stones;
            if is_pass && proving || !is_pass && self.is_banned(made.stones, made.to_move) {
                continue;
            }
            self.past.push((made.stones, made.to_move));
            let reached = self.reaches(after);
            self.past.pop();
            if reached? == proving {
                return Ok(proving);
            }
        }
        Ok(!proving)
    }

    fn is_banned(&self, made: Stones, next: Color) -> bool {
        self.past
            .iter()
            .any(|&(stones, to_move)| stones == made && (!self.by_turn || to_move == next))
    }

    /// Returns the strategy that the search found for the side that the answer favours.
    fn strategy(&mut self, start: PositionNumber) -> Result<Rc<Strategy>, LimitReached> {
        if let Some(strategy) = self.strategies.get(&start) {
            return Ok(Rc::clone(strategy));
        }
        let reached = self.search.reaches(start)?;
        let favoured = if reached {
            self.search.prover
        } else {
            self.search.prover.opponent()
        };
        let mut walk = Walk::new(favoured);
        walk.follow(self.search, start, None)?;
        let Walk {
            all,
            made,
            placements,
            prover_passes,
            ..
        } = walk;
        self.search.spend(all.len() as u32 / CHEAPER)?;
        let mut positions = HashMap::new();
        let position_of: Vec<usize> = all
            .iter()
            .map(|state| {
                let new = positions.len();
                *positions.entry(state.stones).or_insert(new)
            })
            .collect();
        let by_position = placements
            .iter()
            .map(|&(from, to)| (position_of[from], position_of[to]))
            .collect();
        let comes_again = has_cycle(positions.len(), by_position);
        let strategy = Rc::new(Strategy {
            may_be_void: comes_again && has_cycle(all.len(), placements),
            made: (!comes_again && !prover_passes).then_some(made),
        });
        self.strategies.insert(start, Rc::clone(&strategy));
        Ok(strategy)
    }
}

/// Collects all positions that a strategy can lead to, those after a capture included.
struct Walk {
    favoured: Color,
    /// Positions by the number of captures and the targets of the search that they belong to, with
    /// their numbers in `all`.
    numbers: HashMap<(u32, Bits, LocalState), usize>,
    all: Vec<LocalState>,
    /// Positions that placements of the favoured side make.
    made: HashSet<Stones>,
    /// Placements, from one position to another.
    placements: Vec<(usize, usize)>,
    /// Whether the favoured side passes where it has to make progress.
    prover_passes: bool,
}

impl Walk {
    fn new(favoured: Color) -> Walk {
        Walk {
            favoured,
            numbers: HashMap::new(),
            all: Vec::new(),
            made: HashSet::new(),
            placements: Vec::new(),
            prover_passes: false,
        }
    }

    /// Adds the positions from `start` on, which is the position numbered `known` if it ended the
    /// fight of another search.
    fn follow(
        &mut self,
        search: &mut Search,
        start: PositionNumber,
        known: Option<usize>,
    ) -> Result<(), LimitReached> {
        let reached = search.reaches(start)?;
        let (captures, targets) = (search.aftermath.captures, search.problem.targets);
        let key = |state: LocalState| (captures, targets, state);
        let first = key(*search.state(start));
        if self.numbers.contains_key(&first) {
            return Ok(());
        }
        let number = known.unwrap_or_else(|| self.add(first.2));
        self.numbers.insert(first, number);
        let mut open = vec![(start, number)];
        while let Some((at, from)) = open.pop() {
            let state = *search.state(at);
            for after in search.line(at) {
                let next = *search.state(after);
                let number = match self.numbers.get(&key(next)) {
                    Some(&number) => number,
                    None => {
                        let number = self.add(next);
                        self.numbers.insert(key(next), number);
                        open.push((after, number));
                        number
                    }
                };
                if next.stones == state.stones {
                    self.prover_passes |= reached && state.to_move == self.favoured;
                    continue;
                }
                self.placements.push((from, number));
                if state.to_move == self.favoured {
                    self.made.insert(next.stones);
                }
            }
            if let Some((search, start)) = search.aftermath_of(&state) {
                self.follow(search, start, Some(from))?;
            }
        }
        Ok(())
    }

    fn add(&mut self, state: LocalState) -> usize {
        self.all.push(state);
        self.all.len() - 1
    }
}

/// Returns whether a directed graph with `nodes` nodes has a cycle (Kahn 1962: nodes without
/// incoming edges are removed until none is left).
fn has_cycle(nodes: usize, edges: Vec<(usize, usize)>) -> bool {
    let mut leading_to = vec![0usize; nodes];
    let mut from = vec![Vec::new(); nodes];
    for (a, b) in edges {
        leading_to[b] += 1;
        from[a].push(b);
    }
    let mut free: Vec<usize> = (0..nodes).filter(|&node| leading_to[node] == 0).collect();
    let mut taken = 0;
    while let Some(node) = free.pop() {
        taken += 1;
        for &to in &from[node] {
            leading_to[to] -= 1;
            if leading_to[to] == 0 {
                free.push(to);
            }
        }
    }
    taken < nodes
}
