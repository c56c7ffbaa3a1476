//! Search of a game from which a net learns: Gumbel AlphaZero at the root.
//!
//! Danihelka et al. 2022 (*Policy improvement by planning with Gumbel*): the moves that are looked
//! at are drawn from the policy without replacement, visits are divided among them by sequential
//! halving, and the target of the policy is the policy itself, raised where the search found a move
//! better than expected. So a target is an improvement even after few visits, and no noise has to
//! be taken out of it.

use std::sync::atomic::AtomicBool;

use halfpoint_core::PointSet;
use halfpoint_core::game::{Game, Move, PlayedMove, TokenKind};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::tree::{NetTree, NodeValue};
use super::worker::{NetSearch, value_of};
use crate::player::search::request::SearchRequest;
use crate::player::search::run::{SearchKind, SharedSearch, Worker};
use crate::player::words::OwnershipDetail;
use halfpoint_nn::{Evaluation, History, Net};

/// Visits that are added to the most of a move, in the scale of values against logits.
const VISIT_SHIFT: f32 = 50.0;
/// Logits for a value of 1 and each visit in that scale. Values go from 0 to 1; the paper's 1 holds
/// for values that are less noisy than those of a small net.
const VALUE_SCALE: f32 = 0.25;
/// Smallest probability that is given a logit.
const MIN_PRIOR: f32 = 1e-6;

/// Request for a search.
pub struct TrainingRequest<'a> {
    /// Net that evaluates positions.
    pub net: &'a Net,
    /// Game whose player to move looks for a move.
    pub game: &'a Game,
    /// Past of the position.
    pub history: &'a History,
    /// Evaluation of the position.
    pub evaluation: &'a Evaluation,
    /// Stones that are dead where a line of the search ends.
    pub dead: &'a PointSet,
    /// Stones in seki, where that counts.
    pub seki: &'a PointSet,
    /// Visits of the root's moves together.
    pub visits: u32,
    /// Number of moves that are drawn.
    pub considered: usize,
    /// Factor of the noise by which moves are drawn, and one of them is chosen: 0 for none, 1 for
    /// draws from the policy.
    pub noise: f32,
    /// Seed of the noise.
    pub seed: u64,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingResult {
    /// The move to play.
    pub chosen: Move,
    /// Target of the policy: all legal moves with their probabilities, which sum to 1.
    pub policy: Vec<(PlayedMove, f32)>,
    /// Winning chance of the mover by the target, draws as half a win.
    pub win_rate: f32,
    /// Margin of the mover by the target, in half-points.
    pub margin: f32,
}

/// Move at the root.
#[derive(Clone, Copy, Debug)]
struct RootCandidate {
    logit: f32,
    noise: f32,
    visits: u32,
    mean: NodeValue,
}

/// Searches for a move; `None` if there is none.
pub fn search_for_training(request: &TrainingRequest<'_>) -> Option<TrainingResult> {
    let game = request.game;
    let stop = AtomicBool::new(false);
    let tokens = TokenKind::all_under(game.rules());
    let judged = (*request.dead, *request.seki);
    let search = SearchRequest {
        proposed: game.proposed_dead(),
        allowed_tokens: &tokens,
        ..SearchRequest::new(game.position(), game.terms(), judged, &stop)
    };
    let kind = NetSearch {
        request: &search,
        net: request.net,
        history: *request.history,
    };
    let shared = SharedSearch::new(
        NetTree::new(search.memory, 0),
        game.board().size(),
        OwnershipDetail::None,
    );
    let mut worker = kind.worker(&shared, request.seed);
    worker.expand_root();
    let mut candidates = draw(&mut shared.tree(), request);
    let most = (request.considered)
        .min(candidates.len())
        .min(request.visits as usize);
    halve(&mut candidates, most, request.visits, |index| {
        shared.tree().choose_at_root(index);
        worker.visit();
        let child = shared.tree().root_child(index);
        (child.visits, child.mean)
    });
    let value = value_of(request.evaluation, game.board().size().area());
    let tree = shared.tree();
    let best = best(&candidates)?;
    let target = improved(&candidates, value.utility);
    let mean = |of: fn(NodeValue) -> f32| weighted(&candidates, &target, of).unwrap_or(of(value));
    let actions = tree.root_moves().iter().map(|one| one.edge.action);
    Some(TrainingResult {
        chosen: tree.root_moves().get(best)?.edge.as_move(),
        policy: actions.zip(target.iter().copied()).collect(),
        win_rate: mean(|value| value.win_rate),
        margin: mean(|value| value.margin),
    })
}

/// Puts the moves of the root into the order in which they are drawn.
fn draw(tree: &mut NetTree, request: &TrainingRequest<'_>) -> Vec<RootCandidate> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(request.seed);
    let moves = tree.root_moves().iter();
    let mut drawn: Vec<(usize, RootCandidate)> = moves
        .map(|one| RootCandidate {
            logit: one.prior.max(MIN_PRIOR).ln(),
            noise: request.noise * gumbel(random.random()),
            visits: 0,
            mean: NodeValue::default(),
        })
        .enumerate()
        .collect();
    let worth = |candidate: &RootCandidate| candidate.logit + candidate.noise;
    drawn.sort_by(|(_, one), (_, other)| worth(other).total_cmp(&worth(one)));
    let order: Vec<usize> = drawn.iter().map(|&(index, _)| index).collect();
    tree.order_root(&order);
    drawn.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Returns a number of the standard Gumbel distribution, given one of the uniform distribution.
fn gumbel(uniform: f32) -> f32 {
    let uniform = uniform.clamp(f32::MIN_POSITIVE, 1.0 - f32::EPSILON);
    -(-uniform.ln()).ln()
}

/// Divides `visits`, at least `most`, among the first `most` candidates by sequential halving: each
/// round visits all that are left equally often, and the worse half leaves. `visit` makes a visit
/// and returns the visits and the mean of the candidate.
fn halve(
    candidates: &mut [RootCandidate],
    most: usize,
    visits: u32,
    mut visit: impl FnMut(usize) -> (u32, NodeValue),
) {
    let mut left: Vec<usize> = (0..most).collect();
    let rounds = most.max(2).next_power_of_two().ilog2();
    let mut made = 0;
    for round in 0..rounds {
        let share = (visits - made) / (rounds - round) / left.len().max(1) as u32;
        for _ in 0..share.max(1) {
            for &index in &left {
                if made < visits {
                    made += 1;
                    let candidate = &mut candidates[index];
                    (candidate.visits, candidate.mean) = visit(index);
                }
            }
        }
        let scale = scale(candidates);
        let worth = |&index: &usize| candidates[index].worth(scale);
        left.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        left.truncate(left.len().div_ceil(2));
    }
    // The rest that the shares leave over goes to the best one.
    while made < visits
        && let Some(&index) = left.first()
    {
        made += 1;
        let candidate = &mut candidates[index];
        (candidate.visits, candidate.mean) = visit(index);
    }
}

impl RootCandidate {
    /// Returns the logit with the noise and what the search found.
    fn worth(&self, scale: f32) -> f32 {
        self.logit + self.noise + scale * self.mean.utility
    }
}

/// Returns the logits for a value of 1.
fn scale(candidates: &[RootCandidate]) -> f32 {
    let visits = candidates.iter().map(|candidate| candidate.visits);
    VALUE_SCALE * (VISIT_SHIFT + visits.max().unwrap_or(0) as f32)
}

/// Returns the candidate to play: the best of those with the most visits.
fn best(candidates: &[RootCandidate]) -> Option<usize> {
    let most = candidates.iter().map(|candidate| candidate.visits).max()?;
    let scale = scale(candidates);
    let visited = (0..candidates.len()).filter(|&index| candidates[index].visits == most);
    let worth = |index: usize| candidates[index].worth(scale);
    visited.max_by(|&one, &other| worth(one).total_cmp(&worth(other)))
}

/// Returns the improved policy. Moves without a visit have a value between `value`, which the net
/// gives the position, and the mean of those with visits.
fn improved(candidates: &[RootCandidate], value: f32) -> Vec<f32> {
    let visits: u32 = candidates.iter().map(|candidate| candidate.visits).sum();
    let priors: Vec<f32> = candidates
        .iter()
        .map(|candidate| candidate.logit.exp())
        .collect();
    let mean = weighted(candidates, &priors, |value| value.utility).unwrap_or(value);
    let mixed = (value + visits as f32 * mean) / (1.0 + visits as f32);
    let scale = scale(candidates);
    let logit = |candidate: &RootCandidate| {
        let utility = match candidate.visits {
            0 => mixed,
            _ => candidate.mean.utility,
        };
        candidate.logit + scale * utility
    };
    let logits: Vec<f32> = candidates.iter().map(logit).collect();
    let greatest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = logits
        .iter()
        .map(|logit| (logit - greatest).exp())
        .collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// Returns the mean over candidates with visits of a part of their value; `None` without visits.
fn weighted(
    candidates: &[RootCandidate],
    weights: &[f32],
    of: fn(NodeValue) -> f32,
) -> Option<f32> {
    let visited = candidates.iter().zip(weights);
    let visited = visited.filter(|(candidate, _)| candidate.visits > 0);
    let (mut sum, mut total) = (0.0, 0.0);
    for (candidate, &weight) in visited {
        sum += weight * of(candidate.mean);
        total += weight;
    }
    (total > 0.0).then(|| sum / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(logits: &[f32]) -> Vec<RootCandidate> {
        let candidate = |&logit| RootCandidate {
            logit,
            noise: 0.0,
            visits: 0,
            mean: NodeValue::default(),
        };
        logits.iter().map(candidate).collect()
    }

    /// Divides visits among moves of known values.
    fn divided(values: &[f32], most: usize, visits: u32) -> Vec<RootCandidate> {
        let mut all = candidates(&vec![(1.0 / values.len() as f32).ln(); values.len()]);
        let mut counts = vec![0; values.len()];
        halve(&mut all, most, visits, |index| {
            counts[index] += 1;
            let value = NodeValue {
                utility: values[index],
                win_rate: values[index],
                ..NodeValue::default()
            };
            (counts[index], value)
        });
        all
    }

    #[test]
    fn every_visit_is_made_and_the_better_half_gets_more() {
        for (most, visits) in [
            (1, 7),
            (2, 50),
            (5, 50),
            (8, 50),
            (16, 150),
            (8, 10),
            (3, 3),
        ] {
            let values: Vec<f32> = (0..20).map(|index| index as f32 / 20.0).collect();
            let all = divided(&values, most, visits);
            let made: Vec<u32> = all.iter().map(|candidate| candidate.visits).collect();
            assert_eq!(made.iter().sum::<u32>(), visits, "{most} {visits}");
            assert!(made[most..].iter().all(|&visits| visits == 0));
            assert!(made[..most].is_sorted(), "{made:?}");
            let last = most.min(visits as usize) - 1;
            assert_eq!(best(&all), Some(last), "{made:?}");
        }
    }

    #[test]
    fn the_improved_policy_is_better_than_the_policy() {
        let values = [0.5, 0.4, 0.55, 0.3];
        let all = divided(&values, 4, 50);
        let target = improved(&all, 0.45);
        let sum: f32 = target.iter().sum();
        assert!((sum - 1.0).abs() < 1e-5);
        let value: f32 = target
            .iter()
            .zip(values)
            .map(|(share, value)| share * value)
            .sum();
        assert!(value > values.iter().sum::<f32>() / 4.0, "{value}");
        assert!(target[2] > target[0] && target[0] > target[1] && target[1] > target[3]);
        // Without visits the policy stays.
        let target = improved(&candidates(&[0.7_f32.ln(), 0.3_f32.ln()]), 0.9);
        assert!((target[0] - 0.7).abs() < 1e-5, "{target:?}");
    }

    #[test]
    fn noise_draws_in_proportion_to_the_policy() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let logits = [0.6_f32.ln(), 0.3_f32.ln(), 0.1_f32.ln()];
        let mut counts = [0.0_f32; 3];
        for _ in 0..10_000 {
            let drawn = logits.map(|logit| logit + gumbel(random.random()));
            let first = (0..3).max_by(|&a, &b| drawn[a].total_cmp(&drawn[b]));
            counts[first.expect("a move")] += 1e-4;
        }
        for (count, share) in counts.into_iter().zip([0.6, 0.3, 0.1]) {
            // Four standard errors.
            assert!((count - share).abs() < 0.02, "{counts:?}");
        }
    }
}
