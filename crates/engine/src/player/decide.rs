//! The decision on a move: exact endings, tokens that wait, draws and resignation.

use halfpoint_core::board::Color;
use halfpoint_core::game::Move;

use super::figures::{from_search, instead_of, only_decision, with_figures};
use super::know::{EndCount, Known, is_solvable};
use super::search::{RootMove, SearchResult};
use super::words::{Decision, Edge, Reason};

/// Doubt about a settled position, in winning chance. If another move of the tree search is better
/// than the counted one by at least this much, the position was not as settled as it looked, and
/// the count is not followed. A proposal of dead stones is not accepted if another move is worth
/// that much more.
const DOUBT: f32 = 0.3;
/// Used in place of [`DOUBT`] where the count loses: a lost game is not ended while the tree search
/// gives another move that much more winning chance.
const HOPE: f32 = 0.13;
/// Winning chance from which on a draw is not declared. Below it, a draw that can be declared is
/// taken if the board does not count as a win.
const SURE_TO_WIN: f32 = 0.8;
/// Value by which a placement on a contested point may be worse than a token move and is still
/// preferred to it.
const TOKEN_WAITS: f32 = 0.04;
/// Advantage in value over passing below which a move gains nothing. Its gain in margin must also
/// be below [`NO_HALF_POINT`].
const NO_GAIN: f32 = 0.005;
/// Advantage in mean margin over passing, in half-points, below which a move gains nothing. Its
/// gain in value must also be below [`NO_GAIN`].
const NO_HALF_POINT: f32 = 0.9;
/// Value that may be given up to capture dead stones before a pass that ends nothing yet, where
/// passes do not remove them.
const CLEARING_COSTS: f32 = 0.03;
/// Winning chance below which dead stones are captured even after the opponent's pass: ending the
/// game then would lose it.
const LOST: f32 = 0.5;

/// Conditions under which a game may be resigned; all must hold. Where spare moves decide,
/// another condition replaces the last two: see [`Decider::may_resign`].
struct ResignRule {
    /// Winning chance (0 to 1) that the best move must be below.
    max_win_rate: f32,
    /// Number of points of the board for each point that the game must at least be lost by.
    points_a_lost_point: f64,
    /// Number of points of the board of which at least one must be contested: a board on which
    /// fewer are is played out.
    points_a_contested_point: usize,
    /// Minimum number of stones for each ten points of the board: with fewer, nothing is decided.
    min_stones_of_ten: usize,
}

/// Conditions of this player.
const RESIGN: ResignRule = ResignRule {
    max_win_rate: 0.04,
    points_a_lost_point: 8.0,
    points_a_contested_point: 3,
    min_stones_of_ten: 3,
};

/// Returns the decision if it needs no search; `None` otherwise.
pub(super) fn decide_without_search(known: &Known<'_>) -> Option<Decision> {
    let proof = known.proof.as_ref()?;
    let Some(end) = &known.agreed_end else {
        return only_decision(proof);
    };
    let decision = Decision::without_search(end.edge.as_move(), Reason::NothingToCapture);
    Some(with_figures(decision, None, &[proof, &end.count]))
}

/// Returns the decision after a search with this result.
pub(super) fn decide(known: &Known<'_>, found: &SearchResult) -> Decision {
    let decision = preferred(known, found);
    match (&known.proof, &known.agreed_end) {
        (Some(proof), Some(end)) => {
            let decision = Decision {
                chosen: end.edge.as_move(),
                reason: Reason::NothingToCapture,
                ..decision
            };
            with_figures(decision, Some(found), &[proof, &end.count])
        }
        (Some(proof), None) => {
            let preferred = known.view.captures_first(known.color, &decision.chosen);
            let decision = instead_of(decision, proof, preferred, found);
            with_figures(decision, Some(found), &[proof])
        }
        (None, _) => {
            let draw = known.draw();
            let proven = match decision.reason {
                Reason::Counted => known.count.as_ref().and_then(EndCount::exact),
                Reason::Draws => draw.as_ref(),
                _ => None,
            };
            with_figures(decision, Some(found), proven.as_slice())
        }
    }
}

/// Returns the decision that the search and the count lead to, where no proof is regarded.
fn preferred(known: &Known<'_>, found: &SearchResult) -> Decision {
    let Some(best) = best(known, found) else {
        return Decision::without_search(Move::Resign, Reason::NothingElse);
    };
    let decider = Decider { known, found, best };
    decider
        .accepting()
        .or_else(|| decider.counted())
        .unwrap_or_else(|| decider.searched())
}

/// Returns the best move of the search that does not waste a point, or the best of all if every
/// move does.
fn best<'f>(known: &Known<'_>, found: &'f SearchResult) -> Option<&'f RootMove> {
    let waste = known.view.waste(known.color);
    let is_waste = |c: &RootMove| c.edge.point().is_some_and(|p| waste.contains(p));
    let mut candidates = found.candidates.iter();
    let best = candidates.find(|c| !is_waste(c));
    best.or(found.candidates.first())
}

/// The facts from which a decision is made.
struct Decider<'a> {
    known: &'a Known<'a>,
    found: &'a SearchResult,
    /// The best move according to the search.
    best: &'a RootMove,
}

impl<'a> Decider<'a> {
    /// Accepts a proposal of dead stones, unless another move is worth at least [`DOUBT`] more.
    fn accepting(&self) -> Option<Decision> {
        let edge = self
            .known
            .view
            .acceptance(self.known.color, &self.known.allowed_tokens)?;
        let accepting = self.found.of(edge.action)?;
        let fits = self.best.value - accepting.value < DOUBT;
        fits.then(|| from_search(accepting, self.found, Reason::Accepts))
    }

    /// Plays the counted move, unless the search prefers another one by [`DOUBT`], or by [`HOPE`]
    /// if the count loses.
    fn counted(&self) -> Option<Decision> {
        let count = &self.known.count.as_ref()?.moves;
        // In an opening the search considers no tokens, so the counted one is missing; nothing is
        // settled then.
        let edge = count.best()?;
        let counted = self.found.of(edge.action)?;
        let behind = self.best.win_rate - counted.win_rate;
        let doubt = if count.is_lost() { HOPE } else { DOUBT };
        (behind < doubt).then(|| Decision {
            chosen: edge.as_move(),
            ..from_search(counted, self.found, Reason::Counted)
        })
    }

    /// Plays the best move of the search, or one of about equal value that ends the game, delays a
    /// token or clears dead stones. Declares a draw or resigns where that is better.
    fn searched(&self) -> Decision {
        let (best, reason) = self
            .nothing_to_gain()
            .or_else(|| self.token_waits())
            .unwrap_or((self.best, Reason::Searched));
        let (best, reason) = self.clears(best).unwrap_or((best, reason));
        let mut decision = from_search(best, self.found, reason);
        if let Some(draw) = self.draw_instead(best) {
            decision.chosen = draw.as_move();
            decision.reason = Reason::Draws;
        } else if self.is_hopeless(best) {
            decision.chosen = Move::Resign;
            decision.reason = Reason::Hopeless;
        }
        decision
    }

    /// Returns a move that ends the game after the opponent's pass, if no other move gains
    /// anything. So neither lost nor won games are prolonged.
    fn nothing_to_gain(&self) -> Option<(&'a RootMove, Reason)> {
        if !self.known.view.game.position().is_after_pass() {
            return None;
        }
        let ends = |c: &&RootMove| {
            c.edge.point().is_none()
                && c.visits > 0
                && self.best.value - c.value < NO_GAIN
                && self.best.margin - c.margin < NO_HALF_POINT
        };
        let ending = self.found.candidates.iter().find(ends)?;
        (ending.edge != self.best.edge).then_some((ending, Reason::NothingToGain))
    }

    /// Returns a move on a contested point in place of a token move that nothing forces yet.
    fn token_waits(&self) -> Option<(&'a RootMove, Reason)> {
        let is_settled = self.known.count.is_some();
        let forced = is_settled || self.known.view.game.position().is_after_pass();
        if forced || self.best.edge.point().is_some() {
            return None;
        }
        let instead = |c: &&RootMove| {
            self.known.view.is_contested(self.known.color, c.edge)
                && c.visits > 0
                && c.value > self.best.value - TOKEN_WAITS
        };
        let placement = self.found.candidates.iter().find(instead)?;
        Some((placement, Reason::TokenWaits))
    }

    /// Returns the move towards capturing dead stones that passes would leave on the board, in
    /// place of a token move and if it costs nothing. Neither player then has to do it later in a
    /// hurry.
    fn clears(&self, best: &RootMove) -> Option<(&'a RootMove, Reason)> {
        let clearing = self.known.clearing?;
        let ends_well = self.known.view.game.position().is_after_pass() && best.win_rate >= LOST;
        if ends_well || best.edge.point().is_some() {
            return None;
        }
        let fits = |c: &&RootMove| {
            c.edge == clearing && c.visits > 0 && c.value >= best.value - CLEARING_COSTS
        };
        let clears = self.found.candidates.iter().find(fits)?;
        Some((clears, Reason::Clears))
    }

    /// Returns the declaration of a draw, if it can be made now, the win is not sure and the board
    /// as it stands does not count as a win.
    fn draw_instead(&self, best: &RootMove) -> Option<Edge> {
        if best.win_rate >= SURE_TO_WIN {
            return None;
        }
        let draw = self.known.draw_edge().filter(|draw| self.known.may(draw))?;
        let (game, stones) = (&self.known.view.game, &self.known.view.stones);
        let position = game.position();
        let count = position.count_knowing(&stones.seki, &stones.dead, game.terms());
        (count.margin().halves() * self.known.color.sign() <= 0).then_some(draw)
    }

    /// Returns whether to resign rather than to play `best`.
    fn is_hopeless(&self, best: &RootMove) -> bool {
        let far = self.known.view.game.board().size().area() as f64 / RESIGN.points_a_lost_point;
        let score = f64::from(best.margin) / 2.0;
        best.win_rate < RESIGN.max_win_rate && score <= -far && self.may_resign()
    }

    /// Returns whether the game is at a stage at which it may be resigned. That is its middle:
    /// early it has not been decided, and once most points have an owner it is played out. Where
    /// spare moves decide, any time is right after as many moves as the board has points, since
    /// there is no count to play out for. A position that the solver may be asked about is resigned
    /// only where it has proven the loss: on small boards the search sometimes takes a won game for
    /// lost.
    fn may_resign(&self) -> bool {
        let view = &self.known.view;
        if self.known.proof.is_none() && is_solvable(view.game, self.known.color) {
            return false;
        }
        let size = view.game.board().size();
        let stones = size.area() - view.game.board().empties().len();
        if view.game.rules().last_mover_wins() {
            return view.game.records().len() >= size.area();
        }
        let open = size
            .points()
            .filter(|&p| view.is_doubtful(Color::Black, p))
            .count();
        stones * 10 >= size.area() * RESIGN.min_stones_of_ten
            && open * RESIGN.points_a_contested_point >= size.area()
    }
}
