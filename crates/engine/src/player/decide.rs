//! The decision on a move after a search: exact endings, tokens that wait, draws and resignation.

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::game::{Game, GameEnd, Move, PlayedMove, Proposal, Token, TokenKind};
use halfpoint_core::life::pass_alive;
use halfpoint_core::rules::ScoringRule;

use super::cleanup::safe_capture;
use super::endgame::{counted_moves, draw_instead, settled_dame};
use super::judge::{Ownership, PLAYOUTS};
use super::report::{Basis, Decision, Reason, Settled, SettledValue};
use super::search::{RootMove, SearchResult};
use super::tree::{Edge, token_edges};

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
/// Certainty of ownership (0 to 1) below which a point is contested.
const CONTESTED: f32 = 0.8;
/// Value by which a placement on a contested point may be worse than a token move and is still
/// preferred to it.
const TOKEN_WAITS: f32 = 0.04;
/// Minimum share of the usual bounds of reading with which seki is read at all.
const SEKI_EFFORT: f64 = 0.2;
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
/// Conditions under which a game may be resigned; all must hold. Where spare moves
/// decide, another condition replaces the last two: see [`GameView::may_resign`].
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

/// A game, with a judgement of its stones by the player.
pub(super) struct GameView<'a> {
    /// The game.
    pub game: &'a Game,
    ownership: Ownership,
    /// Stones that the player judges dead.
    judged: PointSet,
    /// Stones taken for dead: those agreed on, or else those judged dead.
    pub dead: PointSet,
    /// Stones in seki; empty if there was no time to read it.
    pub seki: PointSet,
    /// Stones of a proposal of dead stones, if there is one.
    pub proposed: Option<PointSet>,
    care: Care,
}

/// Care with which stones were judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Care {
    /// Number of playouts that were asked for.
    pub playouts: u32,
    /// Share (0 to 1) of its usual bounds that reading could use.
    pub effort: f64,
    /// Whether judging was cut short because time had run out.
    pub is_cut: bool,
}

impl Care {
    /// Returns whether this care suffices for a judgement with that many playouts and that share of
    /// reading.
    fn covers(self, playouts: u32, effort: f64) -> bool {
        !self.is_cut && self.playouts >= playouts && self.effort >= effort
    }
}

/// Judgement of the stones of a board, kept for the next request about these stones.
#[derive(Clone, Debug)]
pub(super) struct KeptJudgement {
    ownership: Ownership,
    /// Stones that were taken for dead.
    dead: PointSet,
    seki: PointSet,
    care: Care,
}

impl KeptJudgement {
    /// Returns whether this judgement is about the stones of `game`.
    pub fn is_of(&self, game: &Game) -> bool {
        self.ownership.is_of(game.board())
    }

    /// Returns a view of a game with these stones, with at least the care taken before. Judges the
    /// stones again only if more care is asked for, and keeps the earlier judgement if that is cut
    /// short and comes out poorer.
    pub fn again<'a>(
        &self,
        game: &'a Game,
        playouts: u32,
        effort: f64,
        is_late: &dyn Fn() -> bool,
    ) -> GameView<'a> {
        if self.care.covers(playouts, effort) {
            return self.view(game);
        }
        let playouts = playouts.max(self.care.playouts);
        let effort = effort.max(self.care.effort);
        let view = GameView::of(game, playouts, effort, is_late);
        let is_worse = view.care.is_cut
            && (!self.care.is_cut || view.ownership.playouts() < self.ownership.playouts());
        if is_worse { self.view(game) } else { view }
    }

    fn view<'a>(&self, game: &'a Game) -> GameView<'a> {
        let seki = |dead: &PointSet| (*dead == self.dead).then_some(self.seki);
        GameView::with(game, self.ownership.clone(), self.care, &seki)
    }
}

impl GameView<'_> {
    /// Judges the stones by `playouts` playouts. `effort` is the share (0 to 1) of its usual bounds
    /// that reading may use. Both are cut short when `is_late` returns true.
    pub fn of<'a>(
        game: &'a Game,
        playouts: u32,
        effort: f64,
        is_late: &dyn Fn() -> bool,
    ) -> GameView<'a> {
        let ownership = Ownership::until(game.board(), playouts, effort, is_late);
        let care = Care {
            playouts,
            effort,
            is_cut: is_late(),
        };
        GameView::with(game, ownership, care, &|_| None)
    }

    /// Returns the judgement, to be kept for the next request about these stones; `None` if it was
    /// made without any reading.
    pub fn judgement(&self) -> Option<KeptJudgement> {
        (self.care.effort > 0.0).then(|| KeptJudgement {
            ownership: self.ownership.clone(),
            dead: self.dead,
            seki: self.seki,
            care: self.care,
        })
    }

    /// Judges the stones with full care, as [`Judgement`](super::Judgement) does.
    pub fn careful(game: &Game) -> GameView<'_> {
        let care = Care {
            playouts: PLAYOUTS,
            effort: 1.0,
            is_cut: false,
        };
        let ownership = Ownership::careful(game.board(), PLAYOUTS);
        GameView::with(game, ownership, care, &|_| None)
    }

    /// Builds a view from a judgement of the stones. `known_seki` returns the stones in seki once
    /// the given dead ones are off the board, if they were read before.
    fn with<'a>(
        game: &'a Game,
        ownership: Ownership,
        care: Care,
        known_seki: &dyn Fn(&PointSet) -> Option<PointSet>,
    ) -> GameView<'a> {
        let agreed = game.agreed_dead().cloned();
        let judged = ownership.dead();
        let dead = agreed.unwrap_or(judged);
        let seki = known_seki(&dead).unwrap_or_else(|| {
            if care.effort >= SEKI_EFFORT && !care.is_cut {
                game.position().seki(&dead)
            } else {
                PointSet::new(game.board().size())
            }
        });
        GameView {
            game,
            seki,
            dead,
            judged,
            proposed: game.proposed_dead(),
            ownership,
            care,
        }
    }

    /// Returns whether there is no doubt about the dead stones: they are agreed on, or judged with
    /// certainty.
    pub fn is_clear(&self) -> bool {
        self.game.agreed_dead().is_some() || self.ownership.is_clear()
    }

    /// Counts all ways to share the dame and tokens that are left; `None` if anything else is left
    /// to play.
    pub fn exact_end(&self, color: Color, allowed_tokens: &[TokenKind]) -> Option<Count> {
        let (position, terms) = (self.game.position(), self.game.terms());
        if self.dead != self.judged {
            // Stones that the opponent takes for alive must be captured, but the judgement saw them
            // dead, so the count would be wrong.
            return None;
        }
        let dame = settled_dame(position, &self.ownership, &self.dead, &self.seki)?;
        let judged = (&self.dead, &self.seki);
        Count::of(
            counted_moves(position, color, allowed_tokens, terms, judged, &dame),
            color,
        )
    }

    /// Returns the plain pass that answers a pass, and so may end the game.
    pub fn end_at_hand(&self, color: Color) -> Option<Edge> {
        let position = self.game.position();
        let plain = || token_edges(position, color, &[]).into_iter().next();
        position.is_after_pass().then(plain).flatten()
    }

    /// Returns a safe move towards capturing dead stones, where these stay on the board until they
    /// are captured.
    pub fn clearing(&self, color: Color) -> Option<Edge> {
        let rules = self.game.rules();
        let stay = !rules.removes_dead() && rules.scoring != ScoringRule::Spare;
        stay.then(|| self.capture(color))?
    }

    /// Returns the chosen move and a safe move towards capturing the opponent's dead stones, in the
    /// order in which to try them where these stones count until they are captured. The capture
    /// comes first if the chosen move fills the player's own area.
    pub fn captures_first(&self, color: Color, chosen: &Move) -> Vec<Move> {
        let capture = self.capture(color).map(|edge| edge.play());
        let fills = match *chosen {
            Move::Place(point) => pass_alive(self.game.board(), color)
                .enclosed
                .contains(point),
            _ => false,
        };
        let mut order: Vec<Move> = [chosen.clone()].into_iter().chain(capture).collect();
        if fills {
            order.reverse();
        }
        order
    }

    /// Returns a safe move towards capturing the opponent's dead stones.
    fn capture(&self, color: Color) -> Option<Edge> {
        let point = safe_capture(self.game.position(), color, &self.judged)?;
        Some(Edge {
            action: PlayedMove::Place(point),
            named: false,
        })
    }

    /// Returns those of `allowed_tokens` that may be considered. The half-pass, which accepts a
    /// proposal of dead stones, is left out if the judgement differs from the proposal.
    pub fn acceptable(&self, allowed_tokens: &[TokenKind]) -> Vec<TokenKind> {
        let refused = self.is_asked() && !self.agrees();
        let fits = |&kind: &TokenKind| !(refused && kind == TokenKind::HalfPass);
        allowed_tokens.iter().copied().filter(fits).collect()
    }

    /// Returns whether a proposal of dead stones waits for an answer.
    fn is_asked(&self) -> bool {
        matches!(self.game.state().proposal, Proposal::Pending(_))
    }

    /// Returns whether the proposed stones are exactly those judged dead.
    fn agrees(&self) -> bool {
        self.proposed
            .as_ref()
            .is_some_and(|proposed| *proposed == self.judged)
    }

    /// Returns the half-pass that accepts a proposal; `None` if none waits, the half-pass may not
    /// be named, or the proposed stones differ from those judged dead.
    fn acceptance(&self, color: Color, allowed_tokens: &[TokenKind]) -> Option<Edge> {
        let accepts = |edge: &Edge| edge.action == PlayedMove::Token(Token::HalfPass);
        let edges = token_edges(self.game.position(), color, allowed_tokens);
        edges
            .into_iter()
            .find(accepts)
            .filter(|_| self.is_asked() && self.agrees())
    }

    /// Returns the points on which a stone of `color` would cost a point and gain nothing: points
    /// enclosed by its living stones, where all stones of the opponent are dead. Empty where
    /// playing on costs nothing.
    fn waste(&self, color: Color) -> PointSet {
        let board = self.game.board();
        if self.game.rules().playing_on_costs() {
            pass_alive(board, color).enclosed
        } else {
            PointSet::new(board.size())
        }
    }

    /// Returns whether the move is a placement on a contested point.
    fn is_contested(&self, color: Color, edge: Edge) -> bool {
        edge.point()
            .is_some_and(|point| self.is_doubtful(color, point))
    }

    fn is_doubtful(&self, color: Color, point: Point) -> bool {
        self.ownership.of_point(color, point).abs() < CONTESTED
    }
}

impl Decision {
    /// Returns the decision in a game in which nothing more can be played: a pass, or resignation
    /// if `color` has lost for want of a move.
    pub(super) fn in_closed_game(game: &Game, color: Color) -> Decision {
        let lost = matches!(game.state().over, Some(GameEnd::NoMove(loser)) if loser == color);
        let mv = if lost { Move::Resign } else { Move::Pass };
        Decision::without_search(mv, Reason::NothingElse)
    }

    /// Returns the decision for a move that a search found.
    fn of(candidate: &RootMove, found: &SearchResult, reason: Reason) -> Decision {
        Decision {
            playouts: found.playouts,
            ..Decision::without_search(candidate.edge.play(), reason)
        }
    }
}

/// Count of all ways to share what is left when that is only dame and tokens.
#[derive(Clone, Debug)]
pub(super) struct Count {
    /// The best move.
    pub edge: Edge,
    /// Black's margin after the best move, in half-points.
    pub margin: i32,
    /// All counted moves, each with Black's margin after it, in half-points.
    moves: Vec<(Edge, i32)>,
}

impl Count {
    /// Returns the count with the first of the moves that are best for `color`; `None` if there is
    /// no move.
    fn of(moves: Vec<(Edge, i32)>, color: Color) -> Option<Count> {
        let worth = |&(_, margin): &(Edge, i32)| margin * color.sign();
        let most = moves.iter().map(worth).max()?;
        let &(edge, margin) = moves.iter().find(|one| worth(one) == most)?;
        Some(Count {
            edge,
            margin,
            moves,
        })
    }

    /// Returns the values of the moves for the mover, `color`.
    pub fn settled(&self, color: Color) -> Settled {
        let value = |margin: i32| SettledValue::of_margin(margin * color.sign());
        let moves = self.moves.iter();
        Settled {
            basis: Basis::Counted,
            value: Some(value(self.margin)),
            moves: moves.map(|&(edge, margin)| (edge, value(margin))).collect(),
        }
    }
}

/// Decides on a move for `color`. `exact` is the result of [`GameView::exact_end`], `clearing` that
/// of [`GameView::clearing`]. The figures of the moves are added by [`Decision::with_figures`].
pub(super) fn decide(
    view: &GameView<'_>,
    color: Color,
    allowed_tokens: &[TokenKind],
    exact: Option<&Count>,
    clearing: Option<Edge>,
    found: &SearchResult,
) -> Decision {
    let Some(best) = view.best(color, found) else {
        return Decision::without_search(Move::Resign, Reason::NothingElse);
    };
    let decider = Decider {
        view,
        color,
        allowed_tokens,
        found,
        best,
    };
    decider
        .accepting()
        .or_else(|| exact.and_then(|count| decider.counted(count)))
        .unwrap_or_else(|| decider.searched(exact.is_some(), clearing))
}

/// The facts from which a decision is made.
struct Decider<'a> {
    view: &'a GameView<'a>,
    color: Color,
    allowed_tokens: &'a [TokenKind],
    found: &'a SearchResult,
    /// The best move according to the search.
    best: &'a RootMove,
}

impl<'a> Decider<'a> {
    /// Accepts a proposal of dead stones, unless another move is worth at least [`DOUBT`] more.
    fn accepting(&self) -> Option<Decision> {
        let edge = self.view.acceptance(self.color, self.allowed_tokens)?;
        let known = self.found.of(edge.action)?;
        let fits = self.best.value - known.value < DOUBT;
        fits.then(|| Decision::of(known, self.found, Reason::Accepts))
    }

    /// Plays the counted move, unless the search prefers another one by [`DOUBT`], or by [`HOPE`]
    /// if the count loses.
    fn counted(&self, count: &Count) -> Option<Decision> {
        // In an opening the search considers no tokens, so the counted one is missing; nothing is
        // settled then.
        let known = self.found.of(count.edge.action)?;
        let behind = self.best.win_rate - known.win_rate;
        let is_lost = count.margin * self.color.sign() < 0;
        let doubt = if is_lost { HOPE } else { DOUBT };
        (behind < doubt).then(|| Decision {
            play: count.edge.play(),
            ..Decision::of(known, self.found, Reason::Counted)
        })
    }

    /// Plays the best move of the search, or one of about equal value that ends the game, delays a
    /// token or clears dead stones. Declares a draw or resigns where that is better. A token is not
    /// delayed if the board is `settled`.
    fn searched(&self, settled: bool, clearing: Option<Edge>) -> Decision {
        let (best, reason) = self
            .nothing_to_gain()
            .or_else(|| self.token_waits(settled))
            .unwrap_or((self.best, Reason::Searched));
        let (best, reason) = clearing
            .and_then(|edge| self.clears(edge, best))
            .unwrap_or((best, reason));
        let mut decision = Decision::of(best, self.found, reason);
        if let Some(draw) = self.draw_instead(best) {
            decision.play = draw.play();
            decision.reason = Reason::Draws;
        } else if self.is_hopeless(best) {
            decision.play = Move::Resign;
            decision.reason = Reason::Hopeless;
        }
        decision
    }

    /// Returns a move that ends the game after the opponent's pass, if no other move gains
    /// anything. So neither lost nor won games are prolonged.
    fn nothing_to_gain(&self) -> Option<(&'a RootMove, Reason)> {
        if !self.view.game.position().is_after_pass() {
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
    fn token_waits(&self, settled: bool) -> Option<(&'a RootMove, Reason)> {
        let forced = settled || self.view.game.position().is_after_pass();
        if forced || self.best.edge.point().is_some() {
            return None;
        }
        let instead = |c: &&RootMove| {
            self.view.is_contested(self.color, c.edge) && c.value > self.best.value - TOKEN_WAITS
        };
        let placement = self.found.candidates.iter().find(instead)?;
        Some((placement, Reason::TokenWaits))
    }

    /// Returns the move towards capturing dead stones that passes would leave on the board, in
    /// place of a token move and if it costs nothing. Neither player then has to do it later in a
    /// hurry.
    fn clears(&self, clearing: Edge, best: &RootMove) -> Option<(&'a RootMove, Reason)> {
        let ends_well = self.view.game.position().is_after_pass() && best.win_rate >= LOST;
        if ends_well || best.edge.point().is_some() {
            return None;
        }
        let fits = |c: &&RootMove| {
            c.edge == clearing && c.visits > 0 && c.value >= best.value - CLEARING_COSTS
        };
        let clears = self.found.candidates.iter().find(fits)?;
        Some((clears, Reason::Clears))
    }

    /// Returns the declaration of a draw, if it can be made now and the win is not sure.
    fn draw_instead(&self, best: &RootMove) -> Option<Edge> {
        if best.win_rate >= SURE_TO_WIN {
            return None;
        }
        let view = self.view;
        let (position, terms) = (view.game.position(), view.game.terms());
        let judged = (&view.dead, &view.seki);
        draw_instead(position, self.color, self.allowed_tokens, terms, judged)
    }

    /// Returns whether to resign rather than to play `best`.
    fn is_hopeless(&self, best: &RootMove) -> bool {
        let far = self.view.game.board().size().area() as f64 / RESIGN.points_a_lost_point;
        let score = f64::from(best.margin) / 2.0;
        best.win_rate < RESIGN.max_win_rate && score <= -far && self.view.may_resign()
    }
}

impl GameView<'_> {
    /// Returns the best move of the search that does not waste a point, or the best of all if every
    /// move does.
    fn best<'f>(&self, color: Color, found: &'f SearchResult) -> Option<&'f RootMove> {
        let waste = self.waste(color);
        let is_waste = |c: &RootMove| c.edge.point().is_some_and(|p| waste.contains(p));
        let mut candidates = found.candidates.iter();
        let best = candidates.find(|c| !is_waste(c));
        best.or(found.candidates.first())
    }

    /// Returns whether the game is at a stage at which it may be resigned. That is its middle:
    /// early it has not been decided, and once most points have an owner it is played out. Where
    /// spare moves decide, any time is right after as many moves as the board has points, since
    /// there is no count to play out for.
    fn may_resign(&self) -> bool {
        let size = self.game.board().size();
        let stones = size.area() - self.game.board().empties().len();
        if self.game.rules().scoring == ScoringRule::Spare {
            return self.game.records().len() >= size.area();
        }
        let open = size
            .points()
            .filter(|&p| self.is_doubtful(Color::Black, p))
            .count();
        stones * 10 >= size.area() * RESIGN.min_stones_of_ten
            && open * RESIGN.points_a_contested_point >= size.area()
    }
}
