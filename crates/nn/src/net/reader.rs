//! A net at work on boards of one size.

use std::sync::Arc;

use halfpoint_core::board::Symmetry;
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{Position, Terms};
use halfpoint_core::{Point, Size, Token};

use super::{Layers, Net};
use crate::evaluation::{Evaluation, ShortTermErrors};
use crate::features::History;
use crate::int8::Workspace;
use crate::network::NetKind;
use crate::own;
use crate::raw_outputs::RawOutputs;
use crate::reference::{self, BoardSize};
use crate::view::{Seen, View};

/// Side of the largest boards that KataGo's nets have learned from.
const LEARNED_SIDE: usize = 19;

/// Reader of positions for a net: buffers of one thread for one size of board.
pub struct NetReader<'n> {
    net: &'n Net,
    size: Size,
    view: View,
    planes: Vec<f32>,
    globals: Vec<f32>,
    outputs: RawOutputs,
    /// Buffer for outputs that are turned back.
    turned: Vec<f32>,
    workspace: Workspace,
    /// For each symmetry of the board the place in a plane to which each place goes.
    symmetries: Vec<Vec<u16>>,
}

/// Probability that token moves share which a net does not know.
pub const UNKNOWN_TOKENS: f32 = 0.02;

/// Probabilities of moves, which together are 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveChances {
    /// Probabilities of placements.
    pub placements: Vec<f32>,
    /// Probabilities of token moves.
    pub tokens: Vec<f32>,
}

impl<'n> NetReader<'n> {
    /// Creates a reader for boards of one size. The first one of a net with attention for a board
    /// beyond 19×19 leaves a warning in the log.
    #[must_use]
    pub fn new(net: &'n Net, size: Size) -> NetReader<'n> {
        if let Some(once) = &net.model.large_board
            && size.width().max(size.height()) > LEARNED_SIDE
        {
            once.call_once(|| {
                log::warn!(
                    "the net {} has attention and has learned from boards up to \
                     {LEARNED_SIDE}x{LEARNED_SIDE}: on larger ones it may judge badly",
                    excerpt(&net.model.name)
                );
            });
        }
        let view = View::new(net.kind(), net.model.areas_under_suicide, size);
        let symmetries = Symmetry::symmetries(size).map(|symmetry| {
            let mut to = vec![0; size.area()];
            for point in size.points() {
                to[view.place(point)] = view.place(symmetry.point(point)) as u16;
            }
            to
        });
        NetReader {
            net,
            size,
            symmetries: symmetries.collect(),
            view,
            planes: Vec::new(),
            globals: Vec::new(),
            outputs: RawOutputs::default(),
            turned: Vec::new(),
            workspace: Workspace::default(),
        }
    }

    /// Evaluates a position for the player to move. A net of KataGo is shown rules that are worth
    /// as much and that it knows ([`Position::area_equivalent`]), a net of our own the true ones.
    ///
    /// The net looks at the image of the board by one of its symmetries, which follows from the
    /// inputs, so that equal inputs have equal evaluations; `symmetry` chooses another one.
    pub fn evaluate(
        &mut self,
        position: &Position,
        history: &History,
        terms: Terms,
        symmetry: Option<usize>,
    ) -> Arc<Evaluation> {
        self.look(position, history, terms, symmetry, 0.0)
    }

    /// Evaluates a position like [`NetReader::evaluate`], for a search: the policy is the net's
    /// optimistic one by a share of `optimism`, 0 to 1, if the net has one. That one has learned
    /// from the games in which the player to move did better than expected, so it likes moves that
    /// may turn out to be strong (*Optimistic Policy* in `docs/KataGoMethods.md` of KataGo).
    pub fn evaluate_hopefully(
        &mut self,
        position: &Position,
        history: &History,
        terms: Terms,
        optimism: f32,
    ) -> Arc<Evaluation> {
        self.look(position, history, terms, None, optimism)
    }

    fn look(
        &mut self,
        position: &Position,
        history: &History,
        terms: Terms,
        symmetry: Option<usize>,
        optimism: f32,
    ) -> Arc<Evaluation> {
        let seen = self.view.look(position, history, terms);
        let evaluation = self.evaluate_seen(seen, symmetry, optimism);
        match seen.komi_unseen {
            0 => evaluation,
            halves => Arc::new(evaluation.with_points(halves as f32 / 2.0)),
        }
    }

    /// Evaluates the position that the view has seen last.
    fn evaluate_seen(
        &mut self,
        seen: Seen,
        symmetry: Option<usize>,
        optimism: f32,
    ) -> Arc<Evaluation> {
        let symmetry = symmetry.unwrap_or((seen.key >> 64) as usize) % self.symmetries.len();
        let optimism = match self.net.model.has_optimism {
            true => optimism,
            false => 0.0,
        };
        let key = seen.key ^ symmetry as u128 ^ u128::from(optimism.to_bits()) << 32;
        if let Some(evaluation) = self.net.cached(key) {
            return evaluation;
        }
        let to = &self.symmetries[symmetry];
        self.view.write(to, &mut self.planes, &mut self.globals);
        let size = BoardSize {
            width: self.size.width(),
            height: self.size.height(),
        };
        let (planes, globals) = (&self.planes, &self.globals);
        match &self.net.model.layers {
            Layers::Int8(net) => {
                net.evaluate(
                    size,
                    planes,
                    globals,
                    &mut self.workspace,
                    &mut self.outputs,
                );
            }
            Layers::Float(net) => self.outputs = reference::evaluate(net, size, planes, globals),
        }
        if !self.outputs.is_usable() {
            self.outputs.forget();
        }
        if optimism > 0.0 {
            self.outputs.hope(optimism);
        }
        // Back to the board of the position, where the values are copied only once more.
        for values in [&mut self.outputs.policy, &mut self.outputs.ownership] {
            self.turned.clear();
            self.turned.extend(to.iter().map(|&to| values[to as usize]));
            std::mem::swap(values, &mut self.turned);
        }
        let (outputs, scales) = (&self.outputs, self.net.model.scales);
        let evaluation = Arc::new(match self.net.kind() {
            NetKind::KataGo => Evaluation {
                short_term: ShortTermErrors::from_outputs(outputs, scales, self.net.name().1),
                ..Evaluation::from_outputs(outputs, scales, seen.may_be_void)
            },
            NetKind::Own => own::evaluation(outputs, scales, seen.may_be_void),
        });
        self.net.store(key, &evaluation);
        evaluation
    }

    /// Returns the probabilities of placements on `points` and of `tokens`. `plain` is the effect
    /// of a plain pass, if that is legal.
    ///
    /// Tokens that the net does not know share 2 %.
    #[must_use]
    pub fn chances(
        &self,
        evaluation: &Evaluation,
        points: &[Point],
        tokens: &[Token],
        plain: Option<Token>,
    ) -> MoveChances {
        let mut chances = MoveChances::default();
        self.write_chances(evaluation, points, tokens, plain, &mut chances);
        chances
    }

    /// Writes the probabilities of [`NetReader::chances`] to `chances`.
    pub fn write_chances(
        &self,
        evaluation: &Evaluation,
        points: &[Point],
        tokens: &[Token],
        plain: Option<Token>,
        chances: &mut MoveChances,
    ) {
        let placed = points
            .iter()
            .map(|&point| evaluation.policy[self.place(point)]);
        let known = tokens
            .iter()
            .map(|&token| evaluation.token_logit(token, Some(token) == plain));
        let logits = placed.clone().chain(known.clone().flatten());
        let highest = logits.clone().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = logits.map(|logit| (logit - highest).exp()).sum();
        let unknown = known.clone().filter(Option::is_none).count();
        let share = match (unknown, sum > 0.0) {
            (0, _) => 0.0,
            (_, true) => UNKNOWN_TOKENS,
            (_, false) => 1.0,
        };
        let chance = |logit: f32| (logit - highest).exp() / sum * (1.0 - share);
        let each = share / unknown.max(1) as f32;
        chances.placements.clear();
        chances.placements.extend(placed.map(chance));
        chances.tokens.clear();
        let tokens = known.map(|logit| logit.map_or(each, chance));
        chances.tokens.extend(tokens);
    }

    /// Returns the place of a point in planes, policy and ownership: row by row from the top.
    #[must_use]
    pub fn place(&self, point: Point) -> usize {
        self.view.place(point)
    }
}
