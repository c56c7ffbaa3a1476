//! Aftermath of a capture: whether the captor lives on.
//!
//! Stones are dead only if the opponent can take them *and lives on*. Who captures the stones of a
//! nakade with a last liberty of his own has one eye and dies himself, so nobody makes that capture
//! and both sides live in seki. The search for a capture therefore goes on after it with the
//! question whether the captured side, which moves next, captures a chain around the captured
//! stones in turn, and lives on after that.

use std::collections::HashMap;
use std::rc::Rc;

use super::cycles::all_rules_agree;
use super::moves::LocalState;
use super::problem::{Bits, Check, Goal, Problem};
use super::search::{LimitReached, PositionNumber, Search};

/// Maximal number of captures in turn that are followed. What comes after them is in doubt.
const MAX_CAPTURES: u32 = 3;

/// Searches that follow the captures of a search.
pub(super) struct Aftermath {
    /// Points of the target chains at the start. The chains around them are the captors'.
    site: Bits,
    /// Number of captures that went before.
    pub captures: u32,
    /// Whether a captor counts as living where reading cannot say for certain.
    doubtful: bool,
    /// Searches by their targets.
    searches: HashMap<Bits, Box<Search>>,
}

impl Aftermath {
    /// Creates the aftermath of a question about a problem. Doubt counts against the answer that is
    /// to be checked.
    pub fn of_question(problem: &Problem, check: Check) -> Aftermath {
        Aftermath::new(problem, 0, check != Check::Reached)
    }

    fn new(problem: &Problem, captures: u32, doubtful: bool) -> Aftermath {
        let stones = problem.start[problem.owner];
        let (site, _) = problem.flood(problem.targets & stones, stones);
        Aftermath {
            site: site | problem.targets,
            captures,
            doubtful,
            searches: HashMap::new(),
        }
    }
}

impl Search {
    /// Returns whether the captor of a target lives on in `state`, in which it was just captured:
    /// whether the other side captures none of the chains around the captured stones. Doubtful
    /// cases are decided as the question wants it.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if that takes more than the budget.
    pub(super) fn captor_lives(&mut self, state: &LocalState) -> Result<bool, LimitReached> {
        let doubtful = self.aftermath.doubtful;
        let Some((captors, others_help)) = self.weak_captors(state) else {
            return Ok(true);
        };
        // Where one of several chains falls, the others may live.
        let is_alone = captors.is_power_of_two() && !others_help;
        if self.aftermath.captures == MAX_CAPTURES || doubtful && !is_alone {
            return Ok(doubtful);
        }
        let (search, start) = self.search_after(captors, state);
        let falls = search.reaches(start)?;
        let is_open = falls == doubtful;
        if !is_open {
            // Certain or doubtful, the answer is the same, so certainty need not be examined.
            return Ok(doubtful);
        }
        let is_certain = all_rules_agree(search, start).unwrap_or(false);
        Ok(if is_certain { !falls } else { doubtful })
    }

    /// Returns the search that the answer of [`Search::captor_lives`] rests on, with the number of
    /// the state in it, if that answer needs one.
    pub(super) fn aftermath_of(
        &mut self,
        state: &LocalState,
    ) -> Option<(&mut Search, PositionNumber)> {
        if self.goal != Goal::Capture || !self.problem.is_taken(state) {
            return None;
        }
        let (captors, _) = self.weak_captors(state)?;
        if self.aftermath.captures == MAX_CAPTURES {
            return None;
        }
        Some(self.search_after(captors, state))
    }

    /// Returns one stone of each captor's chain around the captured stones that is not joined to
    /// its wall, and whether there are others, which are; `None` if the captor needs no reading.
    fn weak_captors(&self, state: &LocalState) -> Option<(Bits, bool)> {
        let problem = &self.problem;
        let captor = problem.owner.opponent();
        let own = state.stones[captor];
        let (mut weak, mut others_help) = (0, false);
        let mut rest = problem.bits_around(self.aftermath.site) & own;
        while rest != 0 {
            let one = rest & rest.wrapping_neg();
            let (chain, _) = problem.flood(one, own);
            rest &= !chain;
            if chain & problem.wall[captor] == 0 {
                weak |= one;
            } else {
                others_help = true;
            }
        }
        let empty = problem.empty(state);
        let (room, around) = problem.flood(problem.targets & empty, empty);
        let other = problem.owner;
        let is_roomy = room.count_ones() >= problem.roomy_capture()
            && around & state.stones[other] == 0
            && room & problem.wall[other] == 0;
        (weak != 0 && !is_roomy).then_some((weak, others_help))
    }

    /// Returns the search for a capture of `targets`, and the number of a state in it.
    fn search_after(&mut self, targets: Bits, state: &LocalState) -> (&mut Search, PositionNumber) {
        let Search {
            problem,
            aftermath,
            budget,
            ..
        } = self;
        let search = aftermath.searches.entry(targets).or_insert_with(|| {
            let problem = Problem {
                owner: problem.owner.opponent(),
                targets,
                ..problem.clone()
            };
            // The other side is the prover there, so doubt has to count the other way.
            let after = Aftermath::new(&problem, aftermath.captures + 1, !aftermath.doubtful);
            let search = Search::new(problem, Goal::Capture, after, Rc::clone(budget));
            Box::new(search)
        });
        let start = search.number(LocalState {
            broken_out: false,
            ..*state
        });
        (search, start)
    }
}
