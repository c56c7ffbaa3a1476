//! Choice of moves: of the next one to visit, and of the one to play.

use super::node::NetNode;
use super::{NetTree, NodeId};

/// Weight of the prior against the mean value of a move while a node has few visits. Values go from
/// 0 to 1.
const EXPLORATION: f32 = 0.5;
/// Growth of that weight with the logarithm of the visits.
const EXPLORATION_GROWTH: f32 = 0.225;
/// Visits at which the growth sets in.
const EXPLORATION_SHIFT: f32 = 500.0;
/// Growth of that weight with the deviation of the values below a node from the usual one. This
/// number and the two that follow are those of KataGo (`cpuctUtilityStdevScale` and its kin).
const EXPLORATION_BY_DEVIATION: f32 = 0.85;
/// Usual deviation.
const USUAL_DEVIATION: f32 = 0.2;
/// Visits for which it is assumed.
const USUAL_DEVIATION_VISITS: f32 = 2.0;
/// Value by which a move that was not tried is assumed to be worse than its parent, times the root
/// of the probability of the moves that were tried.
const UNTRIED_LOSS: f32 = 0.1;
/// Reduction that is used at the root in place of [`UNTRIED_LOSS`].
const UNTRIED_LOSS_AT_ROOT: f32 = 0.05;
/// Share of the most visits that a move needs to be chosen by its lower confidence bound.
const MIN_SHARE_FOR_BOUND: f32 = 0.15;
/// Visits that a policy of 1 counts for where the most visited move is looked for.
const VISITS_OF_POLICY: f32 = 2.0;

impl NetTree {
    /// Returns the index of the move with the best sum of mean value and exploration: PUCT of Rosin
    /// 2011 (*Multi-armed bandits with episode context*) in the form of Silver et al. 2017
    /// (*Mastering the game of Go without human knowledge*), with a weight that grows slowly and
    /// with the deviation of values.
    pub(super) fn select(&self, id: NodeId) -> Option<usize> {
        if id == 0 && self.chosen_at_root.is_some() {
            return self.chosen_at_root;
        }
        let node = &self.nodes[id as usize];
        let tried = node.children.len();
        if id == 0 && tried < self.forced {
            return Some(tried);
        }
        let explore = self.exploration(node);
        let mut best: Option<usize> = None;
        let mut most = f32::NEG_INFINITY;
        let mut tried_prior = 0.0;
        for (index, (&child, one)) in node.children.iter().zip(&node.moves).enumerate() {
            let child = &self.nodes[child as usize];
            tried_prior += one.prior;
            let urgency = child.urgency(explore * one.prior);
            if urgency > most {
                (most, best) = (urgency, Some(index));
            }
        }
        if let Some(one) = node.moves.get(tried) {
            let loss = if id == 0 {
                UNTRIED_LOSS_AT_ROOT
            } else {
                UNTRIED_LOSS
            };
            let untried = node.untried_value(tried_prior.min(1.0), loss);
            if untried + explore * one.prior > most {
                best = Some(tried);
            }
        }
        best
    }

    /// Returns the factor of priors in the choice among the moves of a node.
    fn exploration(&self, node: &NetNode) -> f32 {
        let children = node.children.iter();
        let visits = children.map(|&child| self.nodes[child as usize].visits);
        let visits = visits.sum::<u32>() as f32;
        let weight = EXPLORATION
            + EXPLORATION_GROWTH * ((visits + EXPLORATION_SHIFT) / EXPLORATION_SHIFT).ln();
        let deviation = node.deviation() / USUAL_DEVIATION;
        let weight = weight * (1.0 + EXPLORATION_BY_DEVIATION * (deviation - 1.0));
        // Before any visit, this little lets the priors decide between moves.
        weight * (visits + f32::from(node.in_flight)).max(0.01).sqrt()
    }

    /// Returns the index of the root's move with the best lower confidence bound, among those with
    /// enough visits; `None` before the first visit.
    pub(super) fn chosen(&self) -> Option<usize> {
        let root = &self.nodes[0];
        let moves = root.children.iter().zip(&root.moves).enumerate();
        let moves = moves.map(|(index, (&id, one))| (index, &self.nodes[id as usize], one.prior));
        let moves = moves.filter(|(_, node, _)| node.visits > 0);
        // The last visit may be worth too much, and the policy tells moves of few visits apart.
        let stable =
            |node: &NetNode, prior: f32| node.visits as f32 - 1.0 + VISITS_OF_POLICY * prior;
        let (most, best, prior) = moves.clone().max_by(|one, other| {
            let [one, other] = [one, other].map(|&(_, node, prior)| stable(node, prior));
            one.total_cmp(&other)
        })?;
        let explore = self.exploration(root);
        let urgency = best.urgency(explore * prior);
        let enough = |&(index, node, prior): &(usize, &NetNode, f32)| {
            let deserved = node.deserved_visits(explore * prior, urgency);
            index == most || deserved >= MIN_SHARE_FOR_BOUND * best.visits as f32
        };
        let bounds = moves.filter(enough);
        let best = bounds.max_by(|(_, one, _), (_, other, _)| {
            one.lower_bound().total_cmp(&other.lower_bound())
        })?;
        Some(best.0)
    }
}

impl NetNode {
    /// Returns the value of a visit to the node, where its prior is worth `explore` without any. A
    /// visit that is not finished counts as lost.
    fn urgency(&self, explore: f32) -> f32 {
        let visits = self.visits as f32;
        let all = visits + f32::from(self.in_flight);
        self.mean.utility * visits / all.max(1.0) + explore / (1.0 + all)
    }

    /// Returns the visits that the node would have got, had its value been known from the
    /// beginning, if the most visited move has that `urgency`.
    fn deserved_visits(&self, explore: f32, urgency: f32) -> f32 {
        let visits = self.visits as f32;
        let lack = urgency - self.mean.utility;
        if lack <= 0.0 {
            return visits;
        }
        visits.min((explore / lack - 1.0).max(0.0).ceil())
    }

    /// Returns the assumed value of a move that was not tried, where those that were have that
    /// probability, to the player to move. The evaluation counts as long as little was tried.
    fn untried_value(&self, tried_prior: f32, loss: f32) -> f32 {
        let (own, mean) = (self.evaluated, self.mean.utility);
        let parent = own + (mean - own) * tried_prior * tried_prior;
        1.0 - parent - loss * tried_prior.sqrt()
    }

    /// Returns the deviation of the values below the node, the usual one assumed among them.
    fn deviation(&self) -> f32 {
        let visits = self.visits as f32;
        if visits <= 1.0 {
            return USUAL_DEVIATION;
        }
        let assumed = USUAL_DEVIATION_VISITS * USUAL_DEVIATION * USUAL_DEVIATION;
        let sum = assumed + visits * self.variance();
        (sum / (USUAL_DEVIATION_VISITS + visits - 1.0)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::search::net::tree::NodeValue;

    /// Returns a node with visits of these utilities.
    fn node(utilities: &[f32]) -> NetNode {
        let mut node = NetNode::default();
        for &utility in utilities {
            node.add(NodeValue {
                utility,
                ..NodeValue::default()
            });
        }
        node
    }

    #[test]
    fn visits_beyond_what_the_value_deserves_do_not_count() {
        let node = node(&[0.3; 50]);
        // Exploration had to make up for 0.2, so 3.9 / 0.2 - 1 visits are enough, rounded up.
        assert_eq!(node.deserved_visits(3.9, 0.5), 19.0);
        assert_eq!(node.deserved_visits(3.9, 0.3), 50.0);
        assert_eq!(node.deserved_visits(0.1, 0.5), 0.0);
        assert_eq!(node.deserved_visits(40.0, 0.5), 50.0);
    }

    #[test]
    fn untried_moves_are_worth_what_the_evaluation_says_until_most_was_tried() {
        let mut node = node(&[0.8, 0.6]);
        node.evaluated = 0.5;
        let value = |tried| node.untried_value(tried, UNTRIED_LOSS);
        assert!((value(0.0) - 0.5).abs() < 1e-6);
        assert!((value(0.25) - (0.5 - 0.0125 - 0.05)).abs() < 1e-6);
        assert!((value(1.0) - (0.3 - 0.1)).abs() < 1e-6);
    }

    #[test]
    fn the_deviation_goes_from_the_usual_one_to_that_of_the_visits() {
        assert_eq!(node(&[]).deviation(), USUAL_DEVIATION);
        assert_eq!(node(&[0.9]).deviation(), USUAL_DEVIATION);
        let calm = node(&[0.5; 400]).deviation();
        assert!(calm < 0.1 * USUAL_DEVIATION, "{calm}");
        let wild = node(&[0.0, 1.0].repeat(200)).deviation();
        assert!((wild - 0.5).abs() < 0.01, "{wild}");
    }
}
