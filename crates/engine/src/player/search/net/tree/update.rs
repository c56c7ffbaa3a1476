//! Values that visits bring into the tree.
//!
//! A visit evaluates one new position. The means on the way back to the root are computed anew from
//! their children, not from the new value alone: what was learned about a move changes how much all
//! its visits count.

use super::bias::{BiasPart, Pattern};
use super::mean::{Mean, NodeValue};
use super::weights::{Share, favour_better, prune_noise};
use super::{NetTree, NodeId};

impl NetTree {
    /// Notes the evaluation of the root, seen by the opponent of the player to move.
    pub fn set_root_value(&mut self, value: NodeValue) {
        let root = &mut self.nodes[0];
        root.own = Mean::of(value);
        root.mean = root.own;
    }

    /// Enters the first visit to a node: the evaluation, seen by the player who moved there by that
    /// pattern.
    pub fn add_leaf(&mut self, id: NodeId, value: NodeValue, pattern: Option<Pattern>) {
        self.end_flight(id);
        let node = &mut self.nodes[id as usize];
        node.visits += 1;
        node.own = Mean::of(value);
        node.bias = BiasPart::new(pattern);
        node.mean = node.own.shifted(self.bias.correction(&node.bias));
    }

    /// Enters a visit to a node without moves, seen by the player who moved there.
    pub fn add_end(&mut self, id: NodeId, value: NodeValue) {
        self.end_flight(id);
        let node = &mut self.nodes[id as usize];
        node.visits += 1;
        node.own = node.own.joined(Mean::of(value));
        node.mean = node.own;
    }

    /// Enters a visit to a node that led on to one of its children, whose value is known already.
    /// `turns` tells whether the move into the node and the one to the child are those of different
    /// players.
    pub fn add_through(&mut self, id: NodeId, turns: bool) {
        self.end_flight(id);
        let mut shares = std::mem::take(&mut self.shares);
        let below = self.mean_of_children(id, &mut shares);
        let visited: f32 = self.child_weight(&self.nodes[id as usize]);
        self.shares = shares;
        let below = if turns { below.reversed() } else { below };
        let node = &mut self.nodes[id as usize];
        node.visits += 1;
        let excess = below.value.utility - node.own.value.utility;
        self.bias.learn(&mut node.bias, excess, visited);
        let own = node.own.shifted(self.bias.correction(&node.bias));
        node.mean = own.joined(below);
    }

    /// Returns the mean of a node's children, seen by the player who moves to them. `shares` is
    /// only a buffer.
    fn mean_of_children(&self, id: NodeId, shares: &mut Vec<Share>) -> Mean {
        let node = &self.nodes[id as usize];
        let children = node.children.iter().zip(&node.moves);
        shares.clear();
        shares.extend(children.filter_map(|(&child, one)| {
            let mean = &self.nodes[child as usize].mean;
            (mean.weight > 0.0).then_some(Share {
                node: child,
                prior: one.prior,
                utility: mean.value.utility,
                weight: mean.weight,
            })
        }));
        prune_noise(shares);
        favour_better(shares);
        let means = shares.iter().map(|share| {
            let mean = self.nodes[share.node as usize].mean;
            mean.with_weight(share.weight)
        });
        means.fold(Mean::default(), Mean::joined)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::player::search::net::tree::PriorMove;
    use crate::player::words::Edge;
    use halfpoint_core::Size;
    use halfpoint_core::game::PlayedMove;

    /// Position of a plain model of the tree.
    struct Model {
        own: f64,
        /// Priors and positions of the children.
        children: Vec<(f64, Model)>,
    }

    impl Model {
        /// Returns utility and weight, computed from the leaves up. Players alternate.
        fn mean(&self) -> (f64, f64) {
            let mut shares: Vec<(f64, f64, f64)> = Vec::new();
            for (prior, child) in &self.children {
                let (utility, mut weight) = child.mean();
                let before: f64 = shares.iter().map(|share| share.2).sum();
                if before > 0.0 {
                    let mean = shares.iter().map(|share| share.1 * share.2).sum::<f64>() / before;
                    let policy = shares.iter().map(|share| share.0).sum::<f64>();
                    let excess = (weight - 2.0 * before * prior / policy).max(0.0);
                    let loss = (mean - utility).max(0.0);
                    weight -= excess * (1.0 - (-loss / 0.075).exp());
                }
                shares.push((*prior, utility, weight));
            }
            let sum: f64 = shares.iter().map(|share| share.2).sum();
            let mean = shares.iter().map(|share| share.1 * share.2).sum::<f64>() / sum;
            let chance = |utility: f64, weight: f64| {
                // Twice the distance, since the constants are for utilities from -1 to 1.
                let t = 2.0 * (utility - mean) * (1.5 * weight.sqrt()).sqrt();
                let x = t / 3.0_f64.sqrt();
                0.5 + (x / (1.0 + x * x) + x.atan()) / std::f64::consts::PI + 1e-4
            };
            let new = shares.iter().map(|&(_, utility, weight)| {
                (utility, weight * chance(utility, weight).powf(0.25))
            });
            let new: Vec<(f64, f64)> = new.collect();
            let new_sum: f64 = new.iter().map(|share| share.1).sum();
            let below = new
                .iter()
                .map(|share| (1.0 - share.0) * share.1 * sum / new_sum);
            let below: f64 = below.sum();
            ((self.own + below) / (1.0 + sum), 1.0 + sum)
        }
    }

    fn value(utility: f32) -> NodeValue {
        NodeValue {
            utility,
            ..NodeValue::default()
        }
    }

    /// Returns a node and all below it as a model.
    fn model(tree: &NetTree, id: NodeId) -> Model {
        let node = &tree.nodes[id as usize];
        let children = node.children.iter().zip(&node.moves);
        Model {
            own: f64::from(node.own.value.utility),
            children: children
                .map(|(&child, one)| (f64::from(one.prior), model(tree, child)))
                .collect(),
        }
    }

    /// Grows trees by visits whose evaluations are drawn at random, and compares the means that the
    /// visits leave behind with those that the model computes at the end.
    #[test]
    fn means_are_those_of_a_plain_model() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..20 {
            let mut tree = NetTree::new(1 << 20, 0);
            let priors = [0.5, 0.25, 0.15, 0.1];
            let size = Size::square(5);
            let moves = size.points().zip(priors).map(|(point, prior)| PriorMove {
                edge: Edge::place(point),
                prior,
            });
            let moves: Vec<PriorMove> = moves.collect();
            tree.expand(0, &mut moves.clone());
            tree.set_root_value(value(rng.random()));
            for _ in 0..300 {
                let mut path = vec![0];
                loop {
                    let (child, edge) = tree.descend(path[path.len() - 1]).expect("a move");
                    assert!(matches!(edge.action, PlayedMove::Place(_)));
                    if !tree.is_expanded(child) {
                        tree.expand(child, &mut moves.clone());
                        tree.add_leaf(child, value(rng.random()), None);
                        break;
                    }
                    path.push(child);
                }
                for &id in path.iter().rev() {
                    tree.add_through(id, true);
                }
            }
            let mean = tree.nodes[0].mean;
            let (utility, weight) = model(&tree, 0).mean();
            assert!((f64::from(mean.value.utility) - utility).abs() < 1e-3);
            assert!((f64::from(mean.weight) - weight).abs() < 0.01 * weight);
            assert!(mean.weight < 300.0, "no visit of 300 was wasted");
        }
    }
}
