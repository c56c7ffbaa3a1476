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
/// Weight with which it is assumed.
const USUAL_DEVIATION_WEIGHT: f32 = 2.0;
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
        let visits = self.child_weight(node);
        let weight = EXPLORATION
            + EXPLORATION_GROWTH * ((visits + EXPLORATION_SHIFT) / EXPLORATION_SHIFT).ln();
        let deviation = node.deviation() / USUAL_DEVIATION;
        let weight = weight * (1.0 + EXPLORATION_BY_DEVIATION * (deviation - 1.0));
        weight * (visits + f32::from(node.in_flight)).max(0.01).sqrt()
    }

    /// Returns the sum of the weights of a node's children.
    pub(super) fn child_weight(&self, node: &NetNode) -> f32 {
        let children = node.children.iter();
        let weights = children.map(|&child| self.nodes[child as usize].mean.weight);
        weights.sum()
    }

    /// Returns the index of the root's move with the best lower confidence bound, among those with
    /// enough visits; `None` before the first visit.
    pub(super) fn chosen(&self) -> Option<usize> {
        let root = &self.nodes[0];
        let moves = root.children.iter().zip(&root.moves).enumerate();
        let moves = moves.map(|(index, (&id, one))| (index, &self.nodes[id as usize], one.prior));
        let moves = moves.filter(|(_, node, _)| node.visits > 0);
        // The last visit may be worth too much, and the policy tells moves of few visits apart.
        let stable = |node: &NetNode, prior: f32| {
            let visits = node.visits as f32;
            node.mean.weight * (visits - 1.0) / visits + VISITS_OF_POLICY * prior
        };
        let (most, best, prior) = moves.clone().max_by(|one, other| {
            let [one, other] = [one, other].map(|&(_, node, prior)| stable(node, prior));
            one.total_cmp(&other)
        })?;
        let explore = self.exploration(root);
        let urgency = best.urgency(explore * prior);
        let enough = |&(index, node, prior): &(usize, &NetNode, f32)| {
            let deserved = node.deserved_weight(explore * prior, urgency);
            index == most || deserved >= MIN_SHARE_FOR_BOUND * best.mean.weight
        };
        let bounds = moves.filter(enough);
        let best = bounds.max_by(|(_, one, _), (_, other, _)| {
            one.lower_bound().total_cmp(&other.lower_bound())
        })?;
        Some(best.0)
    }
}

impl NetNode {
    /// Returns the value of a visit to the node, where its prior is worth `explore` without any.
    fn urgency(&self, explore: f32) -> f32 {
        let weight = self.mean.weight;
        let all = weight + f32::from(self.in_flight);
        // A visit that is not finished counts as lost; the first one counts for little weight.
        let mean = self.mean.value.utility * weight / all.max(0.25);
        mean + explore / (1.0 + all)
    }

    /// Returns the weight up to which the node would have been visited, had its value been known
    /// from the beginning, if the most visited move has that `urgency`.
    fn deserved_weight(&self, explore: f32, urgency: f32) -> f32 {
        let weight = self.mean.weight;
        let lack = urgency - self.mean.value.utility;
        if lack <= 0.0 {
            return weight;
        }
        weight.min((explore / lack - 1.0).max(0.0).ceil())
    }

    /// Returns the assumed value of a move that was not tried, where those that were have that
    /// probability, to the player to move. The evaluation counts as long as little was tried.
    fn untried_value(&self, tried_prior: f32, loss: f32) -> f32 {
        let (own, mean) = (self.own.value.utility, self.mean.value.utility);
        let parent = own + (mean - own) * tried_prior * tried_prior;
        1.0 - parent - loss * tried_prior.sqrt()
    }

    /// Returns the deviation of the values below the node, the usual one assumed among them.
    fn deviation(&self) -> f32 {
        let weight = self.mean.weight;
        if weight <= 1.0 {
            return USUAL_DEVIATION;
        }
        let assumed = USUAL_DEVIATION_WEIGHT * USUAL_DEVIATION * USUAL_DEVIATION;
        let sum = assumed + weight * self.mean.variance();
        (sum / (USUAL_DEVIATION_WEIGHT + weight - 1.0)).sqrt()
    }
}
