//! One thread of a search by a net.

use halfpoint_core::board::{Color, Point};
use halfpoint_core::game::{GameEnd, PlayedMove, Position, Token, TokenKind};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::tree::{NetTree, NodeId, NodeValue, Pattern, PriorMove};
use crate::player::search::request::SearchRequest;
use crate::player::search::result::MARGIN_SHARE;
use crate::player::search::run::{SearchKind, SharedSearch, Worker};
use crate::player::words::{Edge, add_token_edges, token_edges};
use halfpoint_nn::{Evaluation, History, MoveChances, Net, NetReader};

/// Prior of a named token move at the root, if its evaluation did not give it one.
const NAMED_TOKENS: f32 = 0.02;
/// Minimum number of visits with which each named token is visited at the root. With fewer, these
/// visits would be most of the search, and a token would be chosen because it was looked at.
const MIN_TO_EXAMINE: u64 = 32;

/// Share of the optimistic policy of a net that has one. The numbers are those of KataGo
/// (*Optimistic Policy* in its `docs/KataGoMethods.md`).
const OPTIMISM: f32 = 1.0;
/// Share of it at the root in place of [`OPTIMISM`].
const OPTIMISM_AT_ROOT: f32 = 0.2;

/// Tree search whose leaves are evaluated by a net.
pub struct NetSearch<'a> {
    /// Position and limits.
    pub request: &'a SearchRequest<'a>,
    /// The net.
    pub net: &'a Net,
    /// Past of the position at the root.
    pub history: History,
}

impl SearchKind for NetSearch<'_> {
    type Tree = NetTree;
    type Worker<'s>
        = NetWorker<'s>
    where
        Self: 's;

    const MIN_VISITS: u64 = 2;
    const CLOCK_EVERY: u64 = 1;
    const DECIDED_EVERY: u64 = 4;

    fn worker<'s>(&'s self, shared: &'s SharedSearch<NetTree>, seed: u64) -> NetWorker<'s> {
        NetWorker {
            request: self.request,
            shared,
            reader: NetReader::new(self.net, self.request.position.board().size()),
            knows_tokens: self.net.knows_tokens(),
            root_history: self.history,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            position: self.request.position.clone(),
            path: Vec::new(),
            points: Vec::new(),
            edges: Vec::new(),
            tokens: Vec::new(),
            chances: MoveChances::default(),
            moves: Vec::new(),
        }
    }
}

/// One thread of a search by a net.
pub struct NetWorker<'a> {
    request: &'a SearchRequest<'a>,
    shared: &'a SharedSearch<NetTree>,
    reader: NetReader<'a>,
    knows_tokens: bool,
    root_history: History,
    rng: Xoshiro256PlusPlus,
    // Reused from visit to visit to save allocations.
    position: Position,
    path: Vec<(NodeId, Color)>,
    /// Legal placements of the current position.
    points: Vec<Point>,
    /// Token moves of the current position.
    edges: Vec<Edge>,
    /// Tokens of these moves.
    tokens: Vec<Token>,
    /// Probabilities of the placements and the tokens.
    chances: MoveChances,
    /// All moves of the current position.
    moves: Vec<PriorMove>,
}

impl NetWorker<'_> {
    /// Evaluates the current position, in which `color` is to move and to which `first` led from
    /// the root. Returns its value to `color`, and leaves the legal moves with their probabilities,
    /// which sum to one, in `moves`.
    fn evaluate(
        &mut self,
        first: Option<PlayedMove>,
        color: Color,
        history: &History,
    ) -> NodeValue {
        let optimism = match first {
            Some(_) => OPTIMISM,
            None => OPTIMISM_AT_ROOT,
        };
        let evaluation =
            self.reader
                .evaluate_hopefully(&self.position, history, self.request.terms, optimism);
        let to_move = self.position.to_move();
        if let Some(mut owned) = self.shared.owned() {
            let sign = to_move.sign() as f32;
            let points = self.position.board().size().points();
            let owner = |point| evaluation.ownership[self.reader.place(point)] * sign;
            owned.add(first, points.map(|point| (point, owner(point))));
        }
        // A net that knows no token but a plain pass cannot say when another one is worth a visit.
        let tokens = match first.is_none() || self.knows_tokens {
            true => self.request.allowed_tokens,
            false => &[],
        };
        self.find_moves(color, &evaluation, tokens);
        let value = value_of(&evaluation, self.position.board().size().area());
        seen_by(color, to_move, value)
    }

    /// Writes the legal moves with their probabilities to `moves`.
    fn find_moves(&mut self, color: Color, evaluation: &Evaluation, allowed_tokens: &[TokenKind]) {
        let position = &self.position;
        self.points.clear();
        self.points.extend(position.placements_iter(color));
        self.edges.clear();
        add_token_edges(position, color, allowed_tokens, &mut self.edges);
        self.tokens.clear();
        let tokens = self.edges.iter().filter_map(|edge| edge.token());
        self.tokens.extend(tokens);
        let (points, tokens, chances) = (&self.points, &self.tokens, &mut self.chances);
        let plain = position.plain_pass(color).ok();
        self.reader
            .write_chances(evaluation, points, tokens, plain, chances);
        let placed = points.iter().map(|&point| Edge::place(point));
        let placed = placed.zip(&chances.placements);
        let all = placed.chain(self.edges.iter().copied().zip(&chances.tokens));
        self.moves.clear();
        self.moves
            .extend(all.map(|(edge, &prior)| PriorMove { edge, prior }));
    }

    /// Returns Black's margin, in half-points, if the game is over in the current position.
    fn ending(&mut self, id: NodeId) -> Option<i32> {
        let over = self.position.state().over?;
        if let Some(margin) = self.shared.tree().ended(id) {
            return Some(margin);
        }
        let margin = self.request.margin_at_end(&self.position, over);
        self.shared.tree().set_ended(id, margin);
        Some(margin)
    }

    /// Ends a visit that found no move below a node, where `color` is to move. Returns whether it
    /// counts: a root without moves is evaluated, elsewhere there is no memory for a move.
    fn without_move(&mut self, node: NodeId, color: Color, history: &History) -> bool {
        let has_moves = self.shared.tree().is_expanded(0);
        if node == 0 && !has_moves {
            let value = self.evaluate(None, color, history);
            self.update(color, value);
            return true;
        }
        let mut tree = self.shared.tree();
        self.path.iter().for_each(|&(id, _)| tree.end_flight(id));
        false
    }

    /// Enters a value to `color` into every node on the path.
    fn update(&mut self, color: Color, value: NodeValue) {
        let of = |player| seen_by(player, color, value);
        let mut tree = self.shared.tree();
        tree.add(0, of(self.request.mover.opponent()));
        for &(id, player) in &self.path {
            tree.add(id, of(player));
        }
    }
}

/// Returns the value to a player of what has that value to `of`.
fn seen_by(player: Color, of: Color, value: NodeValue) -> NodeValue {
    if player == of {
        value
    } else {
        value.reversed()
    }
}

impl Worker for NetWorker<'_> {
    fn expand_root(&mut self) {
        let (request, mover) = (self.request, self.request.mover);
        let history = self.root_history;
        self.position.copy_from(request.position);
        let tokens = token_edges(&self.position, mover, request.allowed_tokens);
        if !self.shared.tree().is_expanded(0) {
            let value = self.evaluate(None, mover, &history);
            self.shared.tree().evaluated(0, value.reversed(), None);
            self.moves
                .retain(|one| !request.banned.contains(&one.edge.action));
            if request.temperature > 0.0 {
                draw(&mut self.moves, request.temperature, &mut self.rng);
            }
            self.shared.tree().expand(0, &mut self.moves);
        }
        let has_few = request
            .playouts
            .is_some_and(|visits| visits < MIN_TO_EXAMINE);
        let is_allowed = |edge: &Edge| !request.banned.contains(&edge.action);
        let examined =
            |edge: &Edge| edge.named && !has_few || request.examines_pass && is_allowed(edge);
        let forced = tokens.into_iter().filter(examined).chain(request.check);
        let forced: Vec<PriorMove> = forced
            .map(|edge| PriorMove {
                edge,
                prior: NAMED_TOKENS,
            })
            .collect();
        self.shared.tree().force_at_root(&forced);
    }

    fn visit(&mut self) -> bool {
        self.position.copy_from(self.request.position);
        self.path.clear();
        let mut history = self.root_history;
        let mut color = self.request.mover;
        let mut node = 0;
        let mut first = None;
        loop {
            let next = self.shared.tree().descend(node);
            let Some((child, edge)) = next else {
                return self.without_move(node, color, &history);
            };
            let pattern = Pattern::of(&self.position, &history, color, edge.action);
            let mover = color;
            history.make(&mut self.position, color, edge.action);
            self.path.push((child, color));
            first = first.or(Some(edge.action));
            color = self.position.to_move();
            node = child;
            if let Some(margin) = self.ending(child) {
                let area = self.position.board().size().area();
                let is_void = self.position.state().over == Some(GameEnd::Void);
                let value = NodeValue {
                    no_result: f32::from(u8::from(is_void)),
                    ..value_of_margin(margin, area)
                };
                self.update(Color::Black, value);
                return true;
            }
            if self.shared.tree().is_expanded(child) {
                continue;
            }
            let is_new = !self.shared.tree().is_visited(child);
            let value = self.evaluate(first, color, &history);
            self.shared.tree().expand(child, &mut self.moves);
            if is_new {
                let value = seen_by(mover, color, value);
                let value = self.shared.tree().evaluated(child, value, pattern);
                self.update(mover, value);
                return true;
            }
            // The tree had forgotten what follows here, for want of memory; the visit goes on.
        }
    }
}

/// Perturbs the priors so that the most likely move is drawn at a temperature from what they were:
/// a token becomes the first move with its probability, a placement of probability p with one in
/// proportion to p to the power of 1 / `temperature`. At a temperature of their own, tokens would
/// pass in the opening, or never end a game.
///
/// The greatest of logits with Gumbel noise is distributed like a draw from their softmax.
fn draw(moves: &mut [PriorMove], temperature: f32, rng: &mut impl Rng) {
    let log = |prior: f32| prior.max(f32::MIN_POSITIVE).ln();
    let placed = moves.iter().filter(|one| one.edge.point().is_some());
    let placed: Vec<f32> = placed.map(|one| one.prior).collect();
    let highest = placed.iter().copied().fold(0.0, f32::max);
    // Powers of the ratios to the highest prior do not vanish at low temperatures.
    let tempered = |prior: f32| (log(prior) - log(highest)) / temperature;
    let powers: f32 = placed.iter().map(|&prior| tempered(prior).exp()).sum();
    let scale = log(placed.iter().sum()) - log(powers);
    for one in &mut *moves {
        let uniform = rng.random::<f32>().clamp(f32::MIN_POSITIVE, 0.999_999);
        let noise = -(-uniform.ln()).ln();
        let logit = match one.edge.point() {
            Some(_) => tempered(one.prior) + scale,
            None => log(one.prior),
        };
        one.prior = logit + noise;
    }
    let greatest = moves
        .iter()
        .map(|one| one.prior)
        .fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for one in &mut *moves {
        one.prior = (one.prior - greatest).exp();
        sum += one.prior;
    }
    moves.iter_mut().for_each(|one| one.prior /= sum);
}

/// Returns the value of an evaluation to the player to move on a board of `area` points.
pub fn value_of(evaluation: &Evaluation, area: usize) -> NodeValue {
    NodeValue {
        score: 2.0 * evaluation.score_mean,
        score_square: 4.0 * evaluation.score_mean_square,
        no_result: evaluation.no_result,
        ..with_margin(evaluation.win_rate(), 2.0 * evaluation.lead, area)
    }
}

/// Returns the value to Black of a finished game with `margin` in half-points.
fn value_of_margin(margin: i32, area: usize) -> NodeValue {
    with_margin(0.5 + 0.5 * margin.signum() as f32, margin as f32, area)
}

/// Joins a winning chance with a margin in half-points, which is the score, too. The share of the
/// margin grows ever slower, so that half-points are fought for where the game is close.
fn with_margin(win_rate: f32, margin: f32, area: usize) -> NodeValue {
    let scaled = 0.5 * margin / (area as f32).sqrt();
    let by_margin = 0.5 + scaled.atan() / std::f32::consts::PI;
    NodeValue {
        utility: (1.0 - MARGIN_SHARE) * win_rate + MARGIN_SHARE * by_margin,
        win_rate,
        margin,
        score: margin,
        score_square: margin * margin,
        no_result: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use halfpoint_core::game::Game;
    use halfpoint_core::rules::find;
    use halfpoint_core::{PointSet, Size};

    use super::*;
    use crate::player::words::OwnershipDetail;
    use halfpoint_nn::Arithmetic;
    use halfpoint_nn::sample::sample;

    /// Counts the allocations of visits on this thread, once the buffers have grown. The
    /// tree (a node's moves and children, the list of nodes) and the cache (an evaluation with its
    /// policy, its tokens and its ownership) may still grow.
    #[test]
    fn a_visit_allocates_what_the_tree_and_the_cache_keep() {
        const VISITS: usize = 300;
        let size = Size::square(9);
        let preset = find("two_button").expect("rules");
        let game = Game::new(preset.rules, size, preset.usual_komi);
        let net = Net::new(sample(8), Arithmetic::Int8).expect("a net");
        let stop = AtomicBool::new(false);
        let none = PointSet::new(size);
        let request = SearchRequest::new(game.position(), game.terms(), (none, none), &stop);
        let kind = NetSearch {
            request: &request,
            net: &net,
            history: History::of(&game),
        };
        let shared = SharedSearch::new(
            NetTree::new(request.memory, 0),
            size,
            OwnershipDetail::Position,
        );
        let mut worker = kind.worker(&shared, 1);
        worker.expand_root();
        assert!((0..VISITS).all(|_| worker.visit()));
        let nodes = shared.tree().len();
        let counted = allocation_counter::measure(|| assert!((0..VISITS).all(|_| worker.visit())));
        let new = shared.tree().len() - nodes;
        assert!(new > VISITS / 2, "{new} new nodes");
        // Lists that grow by doubling allocate now and then.
        let kept = new as u64..=6 * new as u64 + 16;
        assert!(
            kept.contains(&counted.count_total),
            "{} allocations in {VISITS} visits with {new} new nodes",
            counted.count_total
        );
    }

    /// Draws often, and compares how often each placement comes first with its power of the prior,
    /// and the token with its prior.
    #[test]
    fn placements_are_drawn_by_a_power_of_their_priors_and_tokens_by_their_prior() {
        /// Number of placements; the move after them is a token.
        const POINTS: usize = 3;
        let size = Size::square(3);
        let priors = [0.6, 0.2, 0.1, 0.1];
        let points = size.points().take(POINTS).map(PlayedMove::Place);
        let actions = points.chain([PlayedMove::Token(Token::Pass)]);
        let moves = actions.zip(priors).map(|(action, prior)| PriorMove {
            edge: Edge {
                action,
                named: false,
            },
            prior,
        });
        let moves: Vec<PriorMove> = moves.collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for temperature in [0.3_f32, 1.0, 2.5] {
            const DRAWS: usize = 4000;
            let mut counts = [0.0; POINTS + 1];
            for _ in 0..DRAWS {
                let mut drawn = moves.clone();
                draw(&mut drawn, temperature, &mut rng);
                let sum: f32 = drawn.iter().map(|one| one.prior).sum();
                assert!((sum - 1.0).abs() < 1e-5, "{sum}");
                let first =
                    (0..counts.len()).max_by(|&a, &b| drawn[a].prior.total_cmp(&drawn[b].prior));
                counts[first.expect("a move")] += 1.0 / DRAWS as f32;
            }
            let powers = priors.map(|prior: f32| prior.powf(1.0 / temperature));
            let sum: f32 = powers[..POINTS].iter().sum();
            for (at, (share, power)) in counts.into_iter().zip(powers).enumerate() {
                let wanted = match at < POINTS {
                    true => power / sum * (1.0 - priors[POINTS]),
                    false => priors[POINTS],
                };
                // Four standard errors.
                assert!((share - wanted).abs() < 0.032, "{temperature}: {counts:?}");
            }
        }
    }
}
