//! A net ready to judge positions under every rule set.

mod reader;

pub use reader::{MoveChances, NetReader, UNKNOWN_TOKENS};

use std::path::Path;
use std::sync::{Arc, Mutex, Once};

use halfpoint_core::excerpt::excerpt;

use super::calibration::calibration_inputs;
use super::error::NetError;
use super::evaluation::Evaluation;
use super::int8::{CalibrationInput, Int8Net, Isa};
use super::load::load;
use super::network::{NetKind, Network, OutputScales};
use super::own;
use super::reference::{self};
use super::weights::check_size;
use halfpoint_system::parallel::{self, lock};

/// Evaluations that the cache holds.
const CACHED: usize = 1 << 13;
/// Memory, in bytes, that must remain available when an evaluation is cached: a search that goes on
/// needs some of it.
const SPARE_MEMORY: usize = 16 << 20;

/// Bytes that the counts of an [`Arc`] and the system's allocator add to an evaluation: four
/// allocations.
const ALLOCATIONS: usize = 80;

/// Evaluation in the cache, with the key of its inputs.
type Slot = Mutex<Option<(u128, Arc<Evaluation>)>>;

/// Arithmetic in which a net is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// Convolutions and attention in 8-bit integers: fast.
    #[default]
    Int8,
    /// 32-bit floats: exact, slow, for comparisons.
    Float,
}

/// Layers in one of the arithmetics.
enum Layers {
    Int8(Box<Int8Net>),
    Float(Box<Network>),
}

/// Net without the evaluations that it has made.
struct Model {
    name: String,
    version: u32,
    kind: NetKind,
    areas_under_suicide: bool,
    scales: OutputScales,
    /// Whether the net has an optimistic policy beside the usual one.
    has_optimism: bool,
    layers: Layers,
    /// Warning of boards larger than those that the net has learned from, in a net with attention:
    /// how points far apart attend to each other there follows from nothing that it has seen.
    large_board: Option<Once>,
}

/// Net with a cache of its evaluations. Threads share it; each has a [`NetReader`] of its own.
pub struct Net {
    model: Arc<Model>,
    cache: Vec<Slot>,
}

impl std::fmt::Debug for Net {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Net")
            .field("name", &self.model.name)
            .finish_non_exhaustive()
    }
}

impl Net {
    /// Reads a net of KataGo or of our own from a file.
    ///
    /// # Errors
    ///
    /// As [`load`] and [`Net::new`].
    pub fn open(path: &Path, arithmetic: Arithmetic) -> Result<Net, NetError> {
        Net::new(load(path)?, arithmetic)
    }

    /// Returns the net that lies in this crate: of our own, small, and trained for every rule set.
    ///
    /// # Errors
    ///
    /// As [`Net::new`].
    pub fn embedded(arithmetic: Arithmetic) -> Result<Net, NetError> {
        Net::new(own::read(own::EMBEDDED)?, arithmetic)
    }

    /// Makes a network ready.
    ///
    /// # Errors
    ///
    /// As [`Int8Net::new`]; [`NetError::Unsupported`] if its layers need too much memory or work;
    /// in floats also if the net gives no usable numbers in one of a few positions.
    pub fn new(network: Network, arithmetic: Arithmetic) -> Result<Net, NetError> {
        Net::with_isa(network, arithmetic, Isa::detect())
    }

    /// Makes a network ready, with instructions for its integers that are not the best ones of this
    /// processor.
    ///
    /// # Errors
    ///
    /// As [`Net::new`].
    pub fn with_isa(network: Network, arithmetic: Arithmetic, isa: Isa) -> Result<Net, NetError> {
        if check_size(&network)? {
            log::warn!(
                "the net {} is so large that one evaluation may take longer than a move has time",
                excerpt(&network.name)
            );
        }
        let inputs = calibration_inputs(network.kind);
        Ok(Net::of(Arc::new(Model {
            name: network.name.clone(),
            version: network.version,
            kind: network.kind,
            areas_under_suicide: network.areas_under_suicide,
            scales: network.scales,
            has_optimism: network.kind == NetKind::KataGo && network.policy.last_conv.outputs > 1,
            large_board: network.has_attention().then(Once::new),
            layers: match arithmetic {
                Arithmetic::Int8 => {
                    Layers::Int8(Box::new(Int8Net::with_isa(network, &inputs, isa)?))
                }
                Arithmetic::Float => {
                    check(&network, &inputs[..CHECKED])?;
                    Layers::Float(Box::new(network))
                }
            },
        })))
    }

    /// Returns a net with an empty cache.
    fn of(model: Arc<Model>) -> Net {
        Net {
            model,
            cache: (0..CACHED).map(|_| Slot::default()).collect(),
        }
    }

    /// Returns a net with these layers and an empty cache of its own, for a player that must not
    /// profit from the evaluations of another one.
    #[must_use]
    pub fn with_own_cache(&self) -> Net {
        Net::of(Arc::clone(&self.model))
    }

    /// Returns the arithmetic in which the net is evaluated.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        match self.model.layers {
            Layers::Int8(_) => Arithmetic::Int8,
            Layers::Float(_) => Arithmetic::Float,
        }
    }

    /// Returns the kind of the net.
    #[must_use]
    pub fn kind(&self) -> NetKind {
        self.model.kind
    }

    /// Returns whether the net knows the token moves of every rule set, each by a logit of its own.
    #[must_use]
    pub fn knows_tokens(&self) -> bool {
        self.kind() == NetKind::Own
    }

    /// Returns the bytes of the weights as they are evaluated.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.model.layers {
            Layers::Int8(net) => net.bytes(),
            Layers::Float(network) => size_of::<f32>() * network.weights(),
        }
    }

    /// Returns the name of the net and the version of its model.
    #[must_use]
    pub fn name(&self) -> (&str, u32) {
        (&self.model.name, self.model.version)
    }

    /// Returns the bytes of a full cache of evaluations of boards of `area` points.
    #[must_use]
    pub fn cache_bytes(area: usize) -> usize {
        let numbers = 2 * area + own::TOKENS;
        CACHED * (size_of::<Evaluation>() + numbers * size_of::<f32>() + ALLOCATIONS)
    }

    /// Returns the cached evaluation of a key.
    fn cached(&self, key: u128) -> Option<Arc<Evaluation>> {
        let slot = lock(self.slot(key));
        let (known, evaluation) = slot.as_ref()?;
        (*known == key).then(|| evaluation.clone())
    }

    /// Caches an evaluation, unless the system has too little memory left.
    fn store(&self, key: u128, evaluation: &Arc<Evaluation>) {
        if !parallel::has_room(SPARE_MEMORY) {
            return;
        }
        *lock(self.slot(key)) = Some((key, evaluation.clone()));
    }

    fn slot(&self, key: u128) -> &Slot {
        &self.cache[key as usize % CACHED]
    }
}

/// Positions in which a net of floats is evaluated before it is used: each takes as long as one
/// evaluation in a game.
const CHECKED: usize = 2;

/// Checks that a net gives usable numbers for some inputs in floats.
fn check(network: &Network, inputs: &[CalibrationInput]) -> Result<(), NetError> {
    let usable = |input: &CalibrationInput| {
        let CalibrationInput {
            size,
            planes,
            globals,
        } = input;
        reference::evaluate(network, *size, planes, globals).is_usable()
    };
    match inputs.iter().all(usable) {
        true => Ok(()),
        false => Err(NetError::Unsupported(
            "its weights are so large that its outputs are no numbers".into(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use halfpoint_core::rules::PRESETS;
    use halfpoint_core::{Game, HalfPoints, Move, TokenKind};
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::features::History;
    use crate::network::PassHead;
    use crate::sample::{sample, sample_own, sample_transformer};
    use halfpoint_core::Size;
    use halfpoint_core::board::Symmetry;

    /// Plays some random moves, tokens and moves out of turn among them.
    fn random_game(rules: halfpoint_core::Rules, random: &mut Xoshiro256PlusPlus) -> Game {
        let size = Size::new(5, random.random_range(4..=5)).expect("a size");
        let komi = HalfPoints::from_halves(random.random_range(-9..20));
        let mut game = Game::new(rules, size, komi);
        for _ in 0..random.random_range(1..40) {
            let color = match random.random_ratio(1, 10) {
                true => game.to_move().opponent(),
                false => game.to_move(),
            };
            let points = game.position().placements(color);
            let mv = match points.choose(random) {
                Some(&point) if random.random_ratio(9, 10) => Move::Place(point),
                _ => Move::Token(*TokenKind::ALL.choose(random).expect("a token")),
            };
            let mut next = game.clone();
            if next.play(color, &mv).is_ok() && next.state().over.is_none() {
                game = next;
            }
        }
        game
    }

    /// Evaluates a game by a net in one arithmetic.
    fn evaluate(net: &Net, game: &Game, symmetry: Option<usize>) -> Arc<Evaluation> {
        let mut reader = NetReader::new(net, game.board().size());
        reader.evaluate(game.position(), &History::of(game), game.terms(), symmetry)
    }

    #[test]
    fn points_of_komi_that_a_net_does_not_see_count() {
        let rules = PRESETS[1].rules;
        for network in [sample(17), sample_own(4)] {
            let net = Net::new(network, Arithmetic::Float).expect("a net");
            let with = |points| {
                let komi = HalfPoints::from_points(points);
                evaluate(&net, &Game::new(rules, Size::square(5), komi), Some(0))
            };
            let [some, more] = [100, 160].map(with);
            for [some, more] in [
                [&some, &more].map(|one| one.lead),
                [&some, &more].map(|one| one.score_mean),
            ] {
                assert!((more - some + 60.0).abs() < 1e-3, "{some}, {more}");
            }
            let variance = |one: &Evaluation| one.score_mean_square - one.score_mean.powi(2);
            assert!(
                (variance(&some) - variance(&more)).abs() < 0.1,
                "{some:?}, {more:?}"
            );
            assert_eq!((some.win, some.loss), (more.win, more.loss));
        }
    }

    /// A net of our own whose weights of a part were changed.
    fn changed(change: impl Fn(&mut Network)) -> Network {
        let mut network = sample_own(4);
        change(&mut network);
        network
    }

    #[test]
    fn nets_whose_outputs_are_no_numbers_are_refused_in_both_arithmetics() {
        let everywhere = |network: &mut Network| {
            network.first_conv.weights.fill(3e38);
            network.value.conv.weights.fill(3e38);
        };
        let value = |network: &mut Network| network.value.score.weights.fill(3e38);
        let bias = |network: &mut Network| network.value.outcome_bias[0] = 1e30;
        let policy = |network: &mut Network| network.policy.last_conv.weights.fill(-3e38);
        for network in [
            changed(everywhere),
            changed(value),
            changed(bias),
            changed(policy),
        ] {
            let refused = Net::new(network, Arithmetic::Float);
            assert!(
                matches!(refused, Err(NetError::Unsupported(_))),
                "{refused:?}"
            );
        }
        assert!(Net::new(changed(everywhere), Arithmetic::Int8).is_err());
    }

    /// No position that a net is checked with may show what happens in another one.
    #[test]
    fn a_position_in_which_the_outputs_are_no_numbers_counts_as_even() {
        let network = changed(|network| network.value.score.weights.fill(3e38));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut net = Net::new(sample_own(4), Arithmetic::Float).expect("a net");
        let model = Arc::get_mut(&mut net.model).expect("the only owner");
        model.layers = Layers::Float(Box::new(network));
        for preset in &PRESETS {
            let game = random_game(preset.rules, &mut random);
            let found = evaluate(&net, &game, None);
            assert_eq!((found.lead, found.win == found.loss), (0.0, true));
            assert!(found.policy.iter().all(|logit| *logit == 0.0));
            assert!(found.score_mean_square.is_finite());
        }
    }

    /// Exchanges the two policies of a net of KataGo.
    fn exchanged(mut network: Network) -> Network {
        let exchange = |weights: &mut [f32], outputs: usize| {
            let rows = weights.chunks_exact_mut(outputs);
            rows.for_each(|row| row.swap(0, 1));
        };
        let last = &mut network.policy.last_conv;
        exchange(&mut last.weights, last.outputs);
        match &mut network.policy.pass {
            PassHead::Linear(last) | PassHead::Hidden { last, .. } => {
                exchange(&mut last.weights, last.outputs);
            }
        }
        network
    }

    #[test]
    fn a_search_sees_the_optimistic_policy_by_its_share_in_both_arithmetics() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
        for (version, has_one) in [(11, false), (14, true), (15, true)] {
            for arithmetic in [Arithmetic::Int8, Arithmetic::Float] {
                let net = |network| Net::new(network, arithmetic).expect("a net");
                let usual = net(sample(version));
                let other = has_one.then(|| net(exchanged(sample(version))));
                let game = random_game(PRESETS[0].rules, &mut random);
                let plain = evaluate(&usual, &game, None);
                let wanted = other.map_or(plain.clone(), |net| evaluate(&net, &game, None));
                let mut reader = NetReader::new(&usual, game.board().size());
                for optimism in [0.0, 0.2, 1.0] {
                    let history = History::of(&game);
                    let (position, terms) = (game.position(), game.terms());
                    let found = reader.evaluate_hopefully(position, &history, terms, optimism);
                    let logits = |evaluation: &Evaluation| {
                        let logits = evaluation.policy.iter().chain(&evaluation.tokens);
                        logits.copied().collect::<Vec<f32>>()
                    };
                    let (from, to) = (logits(&plain), logits(&wanted));
                    assert_eq!(from == to, !has_one);
                    for ((found, from), to) in logits(&found).iter().zip(from).zip(to) {
                        let mixed = from + (to - from) * optimism;
                        assert!((found - mixed).abs() < 1e-4, "{found} for {mixed}");
                    }
                    assert_eq!((found.win, found.lead), (plain.win, plain.lead));
                }
            }
        }
    }

    #[test]
    fn own_nets_judge_every_rule_set_in_both_arithmetics() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let fast = Net::new(sample_own(4), Arithmetic::Int8).expect("a net");
        let exact = Net::new(sample_own(4), Arithmetic::Float).expect("a net");
        for preset in &PRESETS {
            let game = random_game(preset.rules, &mut random);
            for symmetry in 0..4 {
                let found = evaluate(&fast, &game, Some(symmetry));
                let wanted = evaluate(&exact, &game, Some(symmetry));
                let sum = found.win + found.draw + found.loss + found.no_result;
                assert!((sum - 1.0).abs() < 1e-5, "{sum}");
                let may_be_void = preset.rules.ko == halfpoint_core::rules::KoRule::Simple;
                assert_eq!(found.no_result > 0.0, may_be_void, "{}", preset.id);
                assert!((found.win - wanted.win).abs() < 0.1, "{found:?} {wanted:?}");
                assert!(
                    (found.lead - wanted.lead).abs() < 3.0,
                    "{found:?} {wanted:?}"
                );
                assert_eq!(found.tokens.len(), own::TOKENS);
            }
        }
    }

    #[test]
    fn every_net_is_evaluated_in_the_arithmetic_that_was_chosen() {
        for network in [sample(17), sample_transformer(17, false), sample_own(4)] {
            for arithmetic in [Arithmetic::Int8, Arithmetic::Float] {
                let net = Net::new(network.clone(), arithmetic).expect("a net");
                assert_eq!(net.arithmetic(), arithmetic);
            }
        }
    }

    #[test]
    fn an_image_of_a_game_is_judged_as_the_game_through_that_symmetry() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let net = Net::new(sample_own(5), Arithmetic::Float).expect("a net");
        for preset in &PRESETS {
            let game = random_game(preset.rules, &mut random);
            let size = game.board().size();
            for (number, symmetry) in Symmetry::symmetries(size).enumerate() {
                let mut image = Game::new(preset.rules, size, game.komi());
                for record in game.records() {
                    let mv = match record.action {
                        halfpoint_core::PlayedMove::Place(point) => {
                            Move::Place(symmetry.point(point))
                        }
                        halfpoint_core::PlayedMove::Token(token) => Move::Token(token.name()),
                        halfpoint_core::PlayedMove::Resign => Move::Resign,
                    };
                    let made = image.play(record.color, &mv);
                    // A pass may have no name.
                    if made.is_err() {
                        image.play(record.color, &Move::Pass).expect("a pass");
                    }
                }
                let found = evaluate(&net, &game, Some(number));
                let wanted = evaluate(&net, &image, Some(0));
                assert!((found.win - wanted.win).abs() < 1e-6);
                let reader = NetReader::new(&net, size);
                for point in size.points() {
                    let logits = [
                        found.policy[reader.place(point)],
                        wanted.policy[reader.place(symmetry.point(point))],
                    ];
                    assert!((logits[0] - logits[1]).abs() < 1e-5, "{logits:?}");
                }
            }
        }
    }

    #[test]
    fn chances_of_all_moves_sum_to_one() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        for network in [sample(8), sample_own(6)] {
            let net = Net::new(network, Arithmetic::Float).expect("a net");
            for preset in &PRESETS {
                let game = random_game(preset.rules, &mut random);
                let position = game.position();
                let points = position.placements(game.to_move());
                let plain = position.plain_pass(game.to_move()).ok();
                let tokens = position.token_effects(game.to_move());
                let evaluation = evaluate(&net, &game, None);
                let reader = NetReader::new(&net, game.board().size());
                let chances = reader.chances(&evaluation, &points, &tokens, plain);
                assert_eq!(chances.placements.len(), points.len());
                assert_eq!(chances.tokens.len(), tokens.len());
                let sum: f32 = chances.placements.iter().chain(&chances.tokens).sum();
                assert!((sum - 1.0).abs() < 1e-5, "{} {sum}", preset.id);
                for (&token, chance) in tokens.iter().zip(&chances.tokens) {
                    let logit = evaluation.token_logit(token, Some(token) == plain);
                    assert_eq!(logit.is_some(), net.knows_tokens() || Some(token) == plain);
                    // The odds of a token that the net knows against a point are those of logits.
                    if let (Some(logit), Some(&point)) = (logit, points.first()) {
                        let odds = (logit - evaluation.policy[reader.place(point)]).exp();
                        let found = chance / chances.placements[0];
                        assert!((found / odds - 1.0).abs() < 1e-3, "{found} {odds}");
                    }
                }
            }
        }
    }
}
