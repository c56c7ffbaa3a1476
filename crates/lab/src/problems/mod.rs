//! Problems in which half a point decides, found in late positions and proven by the solver.

mod find;
mod judge;
mod kind;
mod record;
mod solved;
mod words;

use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Size;
use halfpoint_core::rules::Preset;
use halfpoint_nn::Net;
use halfpoint_solver::SolverLimits;

pub use super::late_boards::BoardLimits;
pub use find::{Natural, Prelude, Problem};
pub use kind::MoveKind;
pub use record::{BEST, WRONG, record};
pub use solved::{SolvedMove, played, solve_move};

use super::Counted;
use super::late_boards::{LateBoard, compose};
use find::TooHard;
use judge::Judge;

/// Where problems are looked for.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// Rule sets.
    pub presets: Vec<&'static Preset>,
    /// Boards, in turns.
    pub sizes: Vec<Size>,
    /// Seed of the boards.
    pub seed: u64,
    /// Number of boards that are composed.
    pub boards: usize,
    /// Limits of the boards.
    pub limits: BoardLimits,
    /// Largest number of nodes for each question to the solver.
    pub nodes: u64,
}

impl Hunt {
    /// Composes the boards and hands each problem on them to `found` with the seed of its board, at
    /// most one for each board and rule set. The boards are `counted` as they are done.
    pub fn run(&self, net: &Arc<Net>, counted: Counted<'_>, found: &mut dyn FnMut(u64, Problem)) {
        let judge = Judge::new(Arc::clone(net));
        if self.sizes.is_empty() {
            return;
        }
        for number in 0..self.boards {
            let size = self.sizes[number % self.sizes.len()];
            let seed = self.seed.wrapping_add(number as u64);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            if let Some(late) = compose(size, self.limits, &mut rng) {
                for preset in &self.presets {
                    let Ok(problem) = self.problem_on(&late, preset, &judge, rng.clone()) else {
                        break;
                    };
                    problem.into_iter().for_each(|problem| found(seed, problem));
                }
            }
            counted(number + 1, self.boards);
        }
    }

    /// Returns the first problem on a board under a rule set, over the preludes.
    ///
    /// # Errors
    /// If the solver needs too many nodes.
    fn problem_on(
        &self,
        late: &LateBoard,
        preset: &'static Preset,
        judge: &Judge,
        mut rng: Xoshiro256PlusPlus,
    ) -> Result<Option<Problem>, TooHard> {
        let limits = SolverLimits {
            time: None,
            nodes: Some(self.nodes),
            memory_mb: 8,
            threads: 1,
        };
        let mut preludes = Prelude::ALL;
        preludes.shuffle(&mut rng);
        for prelude in preludes {
            let rules = find::with_bowls(preset.rules, &mut rng);
            let problem = find::problem_of(preset, rules, late, prelude, judge, limits)?;
            if problem.is_some() {
                return Ok(problem);
            }
        }
        Ok(None)
    }
}
