//! Judgement of a position by a net, and the targets that follow from it.

use std::sync::Arc;

use halfpoint_core::game::{Game, Terms, Token};
use halfpoint_core::{HalfPoints, PlayedMove, Point};

use super::super::record::{
    MAX_VALUE_ERROR, RowRecord, packed, points_record, policy_record, rounded,
};
use super::labeller::Labeller;
use halfpoint_nn::{Evaluation, History, ShortTermErrors};

/// Winning chance from which a position counts as decided.
const DECIDED: f32 = 0.96;

/// Judgement of a position by a net.
pub(super) struct Judged {
    pub(super) evaluation: Arc<Evaluation>,
    /// Probabilities of a win, a draw, a loss and a game without result.
    value: [f32; 4],
    /// Legal placements with their probabilities.
    pub(super) placements: Vec<(Point, f32)>,
    /// Plain pass with its probability.
    pub(super) pass: Option<(Token, f32)>,
    /// Tokens that need a name, each with its probability.
    pub(super) named: Vec<(Token, f32)>,
}

impl Labeller<'_> {
    /// Judges a position in which the game goes on.
    pub(super) fn judge(&mut self, game: &Game, history: &History) -> Judged {
        let terms = game.terms();
        let (evaluation, value) = if self.draws && may_be_drawn(game) {
            self.judge_around(game, history, terms)
        } else {
            let evaluation = self.maker.evaluate(game, history, terms);
            let value = [
                evaluation.win,
                evaluation.draw,
                evaluation.loss,
                evaluation.no_result,
            ];
            (evaluation, value)
        };
        let (position, color) = (game.position(), game.to_move());
        let points = position.placements(color);
        let plain = position.plain_pass(color).ok();
        let mut named: Vec<Token> = Vec::new();
        for (_, token) in position.tokens(color) {
            if Some(token) != plain && !named.contains(&token) {
                named.push(token);
            }
        }
        let reader = self.maker.reader(game.board().size());
        let tokens: Vec<Token> = plain.into_iter().chain(named.iter().copied()).collect();
        let chances = reader.chances(&evaluation, &points, &tokens, plain);
        let mut tokens = tokens.into_iter().zip(chances.tokens);
        let pass = plain.and_then(|_| tokens.next());
        Judged {
            evaluation,
            value,
            placements: points.into_iter().zip(chances.placements).collect(),
            pass,
            named: tokens.collect(),
        }
    }

    /// Judges a position with half a point more and half a point less, where a draw becomes a win
    /// and a loss. Returns the former evaluation and the chances at the komi of the game.
    fn judge_around(
        &mut self,
        game: &Game,
        history: &History,
        terms: Terms,
    ) -> (Arc<Evaluation>, [f32; 4]) {
        let sign = game.to_move().sign();
        let mut with = |halves| {
            let komi = terms.komi + HalfPoints::from_halves(-sign * halves);
            self.maker.evaluate(game, history, Terms { komi, ..terms })
        };
        let (more, less) = (with(1), with(-1));
        let no_result = 0.5 * (more.no_result + less.no_result);
        let win = less.win.min(more.win);
        let draw = (more.win - less.win).max(0.0);
        let loss = (1.0 - no_result - win - draw).max(0.0);
        let mut at_komi = Evaluation::clone(&more);
        let mean = |more, less| 0.5 * (more + less);
        at_komi.lead = mean(more.lead, less.lead);
        at_komi.score_deviation = mean(more.score_deviation, less.score_deviation);
        let both = more.short_term.zip(less.short_term);
        at_komi.short_term = both.map(|(more, less)| ShortTermErrors {
            value: mean(more.value, less.value),
            score: mean(more.score, less.score),
        });
        (Arc::new(at_komi), [win, draw, loss, no_result])
    }
}

/// Returns whether the usual margins of the game include a draw.
pub(crate) fn may_be_drawn(game: &Game) -> bool {
    let equivalent = game.position().area_equivalent(game.terms());
    if equivalent.territory {
        return equivalent.may_be_drawn();
    }
    let full_board = 2 * (game.board().size().area() % 2) as i32;
    let besides = equivalent.besides_area();
    besides
        .iter()
        .any(|margin| (full_board + margin).rem_euclid(4) == 0)
}

impl Judged {
    /// Returns all moves with their probabilities.
    pub(super) fn moves(&self) -> impl Iterator<Item = (PlayedMove, f32)> {
        let placements = self.placements.iter();
        let tokens = self.pass.iter().chain(&self.named);
        placements
            .map(|&(point, chance)| (PlayedMove::Place(point), chance))
            .chain(tokens.map(|&(token, chance)| (PlayedMove::Token(token), chance)))
    }

    /// Returns whether the winner is hardly in doubt.
    pub(super) fn is_decided(&self) -> bool {
        self.value[0].max(self.value[2]) >= DECIDED
    }

    /// Returns the targets.
    pub(super) fn row(&self, game: &Game) -> RowRecord {
        let Evaluation {
            lead,
            score_deviation,
            short_term,
            ..
        } = *self.evaluation;
        RowRecord {
            at: game.records().len(),
            policy: policy_record(game.board().size(), self.moves()),
            value: self.value.map(|chance| rounded(chance, 1e4)),
            lead: points_record(lead),
            deviation: Some(points_record(score_deviation)),
            value_error: short_term.map(|errors| rounded(errors.value.min(MAX_VALUE_ERROR), 1e4)),
            score_error: short_term.map(|errors| points_record(errors.score)),
            own: Some(packed(self.evaluation.ownership.iter().copied())),
            weight: 1.0,
        }
    }
}
