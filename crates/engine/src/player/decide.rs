//! From what a search found to a move: the exact end, tokens that wait, draws and resigning.

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::game::{Game, GameEnd, Move, PlayedMove, Proposal, Token, TokenKind};
use halfpoint_core::rules::ScoringRule;
use halfpoint_core::score::pass_alive;

use super::cleanup::safe_capture;
use super::endgame::{counted_moves, draw_instead, settled_dame};
use super::judge::{Ownership, PLAYOUTS};
use super::report::{Basis, Decision, Reason, Settled, Value};
use super::search::{RootMove, SearchResult};
use super::tree::{Edge, token_edges};

/// If the tree search gives another move so much more winning chance than the exact end, the position was
/// not as settled as it looked. A proposal is not accepted if another move is worth so much more.
const DOUBT: f32 = 0.3;
/// A lost game is not ended while the tree search has so much more hope for another move.
const HOPE: f32 = 0.13;
/// A draw at hand, on a board that does not count as a win, is declared unless the tree search is that
/// sure of winning.
const SURE_TO_WIN: f32 = 0.8;
/// A point is contested if neither side owns it more surely (0 to 1).
const CONTESTED: f32 = 0.8;
/// A token gives way to a placement on such a point that is worth no less than that below it.
const TOKEN_WAITS: f32 = 0.04;
/// What is in seki is read if so much of the usual bounds of reading may be spent.
const SEKI_EFFORT: f64 = 0.2;
/// A move that is worth so little more than passing, …
const NO_GAIN: f32 = 0.005;
/// … and gains less on average (in half-points), changes nothing.
const NO_HALF_POINT: f32 = 0.9;
/// Before a pass that ends nothing yet, dead stones that nobody would take off are captured, if that is
/// worth no less than so much below the pass …
const CLEARING_COSTS: f32 = 0.03;
/// … and after a pass if the game would be lost by ending it.
const LOST: f32 = 0.5;
/// Below that winning chance a game may be resigned …
const RESIGN_BELOW: f32 = 0.04;
/// … by a margin of at least one point to so many of the board, …
const RESIGN_MARGIN_SHARE: f64 = 8.0;
/// … if at least one point in that many is contested …
const RESIGN_OPEN_SHARE: usize = 3;
/// … and that many stones were placed for each ten points of the board.
const RESIGN_AFTER_TENTHS: usize = 3;

/// A game as the player sees it.
pub(super) struct View<'a> {
    pub game: &'a Game,
    ownership: Ownership,
    /// Stones that the player judges dead.
    judged: PointSet,
    /// Stones taken for dead: those agreed on, or those judged so.
    pub dead: PointSet,
    /// Stones in seki, where that counts and there is time to read it.
    pub seki: PointSet,
    /// Stones of a proposal.
    pub proposed: Option<PointSet>,
    care: Care,
}

/// The care with which stones were judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Care {
    /// The playouts that were asked for.
    pub playouts: u32,
    /// The share (0 to 1) of its usual bounds that reading could spend.
    pub effort: f64,
    /// Whether it was too late for all of that.
    pub is_cut: bool,
}

impl Care {
    /// Whether it was enough for a judgement by so many playouts and so much reading.
    fn covers(self, playouts: u32, effort: f64) -> bool {
        !self.is_cut && self.playouts >= playouts && self.effort >= effort
    }
}

/// The judgement of the stones of a board, kept for the next question about that board.
#[derive(Clone, Debug)]
pub(super) struct Look {
    ownership: Ownership,
    /// The stones that were taken for dead.
    dead: PointSet,
    seki: PointSet,
    care: Care,
}

impl Look {
    /// Whether it is about the stones of that game.
    pub fn is_of(&self, game: &Game) -> bool {
        self.ownership.is_of(game.board())
    }

    /// Sees a game with these stones, with no less care than was taken already: judges them again only
    /// if more is asked for, and keeps to what is known if there is no time for that.
    pub fn again<'a>(
        &self,
        game: &'a Game,
        playouts: u32,
        effort: f64,
        is_late: &dyn Fn() -> bool,
    ) -> View<'a> {
        if self.care.covers(playouts, effort) {
            return self.view(game);
        }
        let playouts = playouts.max(self.care.playouts);
        let effort = effort.max(self.care.effort);
        let view = View::of(game, playouts, effort, is_late);
        let is_worse = view.care.is_cut
            && (!self.care.is_cut || view.ownership.playouts() < self.ownership.playouts());
        if is_worse { self.view(game) } else { view }
    }

    fn view<'a>(&self, game: &'a Game) -> View<'a> {
        let seki = |dead: &PointSet| (*dead == self.dead).then(|| self.seki.clone());
        View::with(game, self.ownership.clone(), self.care, &seki)
    }
}

impl View<'_> {
    /// Judges the stones by so many playouts. `effort` is the share (0 to 1) of the usual bounds that may
    /// be spent on reading. Less of both is done if `is_late` says so before that.
    pub fn of<'a>(
        game: &'a Game,
        playouts: u32,
        effort: f64,
        is_late: &dyn Fn() -> bool,
    ) -> View<'a> {
        let ownership = Ownership::until(game.board(), playouts, effort, is_late);
        let care = Care {
            playouts,
            effort,
            is_cut: is_late(),
        };
        View::with(game, ownership, care, &|_| None)
    }

    /// The judgement, for the next question about these stones; `None` after a glance without any
    /// reading.
    pub fn look(&self) -> Option<Look> {
        (self.care.effort > 0.0).then(|| Look {
            ownership: self.ownership.clone(),
            dead: self.dead.clone(),
            seki: self.seki.clone(),
            care: self.care,
        })
    }

    /// Judges the stones as [`Judgement`](super::Judgement) does.
    pub fn careful(game: &Game) -> View<'_> {
        let care = Care {
            playouts: PLAYOUTS,
            effort: 1.0,
            is_cut: false,
        };
        let ownership = Ownership::careful(game.board(), PLAYOUTS);
        View::with(game, ownership, care, &|_| None)
    }

    /// Sees a game whose stones were judged. `known_seki` is what was read already of the seki that are
    /// there once some stones are off the board.
    fn with<'a>(
        game: &'a Game,
        ownership: Ownership,
        care: Care,
        known_seki: &dyn Fn(&PointSet) -> Option<PointSet>,
    ) -> View<'a> {
        let agreed = game.agreed_dead().cloned();
        let judged = ownership.dead();
        let dead = agreed.unwrap_or_else(|| judged.clone());
        let seki = known_seki(&dead).unwrap_or_else(|| {
            if care.effort >= SEKI_EFFORT && !care.is_cut {
                game.position().seki(&dead)
            } else {
                PointSet::new(game.board().size())
            }
        });
        View {
            game,
            seki,
            dead,
            judged,
            proposed: game.proposed_dead(),
            ownership,
            care,
        }
    }

    /// Whether there is no doubt about the dead stones.
    pub fn is_clear(&self) -> bool {
        self.game.agreed_dead().is_some() || self.ownership.is_clear()
    }

    /// The count of what is left, if that is only dame and tokens.
    pub fn exact_end(&self, color: Color, allowed_tokens: &[TokenKind]) -> Option<Count> {
        let (position, terms) = (self.game.position(), self.game.terms());
        if self.dead != self.judged {
            // What the other side takes for alive has to be captured; the judgement saw it dead.
            return None;
        }
        let dame = settled_dame(position, &self.ownership, &self.dead, &self.seki)?;
        let judged = (&self.dead, &self.seki);
        Count::of(
            counted_moves(position, color, allowed_tokens, terms, judged, &dame),
            color,
        )
    }

    /// The pass that answers a pass, and may end the game.
    pub fn end_at_hand(&self, color: Color) -> Option<Edge> {
        let position = self.game.position();
        let plain = || token_edges(position, color, &[]).into_iter().next();
        position.is_after_pass().then(plain).flatten()
    }

    /// A safe move towards capturing dead stones, where they stay on the board until they are captured.
    pub fn clearing(&self, color: Color) -> Option<Edge> {
        let rules = self.game.rules();
        let stay = !rules.removes_dead() && rules.scoring != ScoringRule::Spare;
        stay.then(|| self.capture(color))?
    }

    /// The chosen move and a safe move towards capturing the opponent's dead stones, in the order in
    /// which to try them where these stones count until they are captured: a capture comes before a
    /// move into one's own area.
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

    /// A safe move towards capturing the opponent's dead stones.
    fn capture(&self, color: Color) -> Option<Edge> {
        let point = safe_capture(self.game.position(), color, &self.judged)?;
        Some(Edge {
            action: PlayedMove::Place(point),
            named: false,
        })
    }

    /// Those of the named tokens that may be made at all: a proposal of dead stones is accepted only if
    /// the judgement is the same.
    pub fn acceptable(&self, allowed_tokens: &[TokenKind]) -> Vec<TokenKind> {
        let refused = self.is_asked() && !self.agrees();
        let fits = |&kind: &TokenKind| !(refused && kind == TokenKind::HalfPass);
        allowed_tokens.iter().copied().filter(fits).collect()
    }

    /// Whether a proposal of dead stones waits for an answer.
    fn is_asked(&self) -> bool {
        matches!(self.game.state().proposal, Proposal::Pending(_))
    }

    /// Whether the stones of the proposal are those judged dead.
    fn agrees(&self) -> bool {
        self.proposed
            .as_ref()
            .is_some_and(|proposed| *proposed == self.judged)
    }

    /// The half-pass that accepts a proposal, if one waits, may be named and is right about the stones.
    fn acceptance(&self, color: Color, allowed_tokens: &[TokenKind]) -> Option<Edge> {
        let accepts = |edge: &Edge| edge.action == PlayedMove::Token(Token::HalfPass);
        let edges = token_edges(self.game.position(), color, allowed_tokens);
        edges
            .into_iter()
            .find(accepts)
            .filter(|_| self.is_asked() && self.agrees())
    }

    /// Points on which a stone of that colour would cost a point and be good for nothing: its living stones enclose them,
    /// and what the opponent has there is dead.
    fn waste(&self, color: Color) -> PointSet {
        let board = self.game.board();
        if self.game.rules().playing_on_costs() {
            pass_alive(board, color).enclosed
        } else {
            PointSet::new(board.size())
        }
    }

    /// Whether it is not clear who will own the point that a move takes.
    fn is_contested(&self, color: Color, edge: Edge) -> bool {
        edge.point()
            .is_some_and(|point| self.is_doubtful(color, point))
    }

    fn is_doubtful(&self, color: Color, point: Point) -> bool {
        self.ownership.of_point(color, point).abs() < CONTESTED
    }
}

impl Decision {
    /// What is left to say in a game in which nothing more can be played.
    pub(super) fn in_closed_game(game: &Game, color: Color) -> Decision {
        let lost = matches!(game.state().over, Some(GameEnd::NoMove(loser)) if loser == color);
        let play = if lost { Move::Resign } else { Move::Pass };
        Decision::without_search(play, Reason::NothingElse)
    }

    /// One of the moves that a search found.
    fn of(candidate: &RootMove, found: &SearchResult, reason: Reason) -> Decision {
        Decision {
            playouts: found.playouts,
            ..Decision::without_search(candidate.edge.play(), reason)
        }
    }
}

/// A count of all ways to share what is left when that is only dame and tokens.
#[derive(Clone, Debug)]
pub(super) struct Count {
    /// The best move.
    pub edge: Edge,
    /// Black's margin after it, in half-points.
    pub margin: i32,
    /// The moves that were counted, with Black's margin after each.
    moves: Vec<(Edge, i32)>,
}

impl Count {
    /// The first of the moves that are best for `color`; `None` if there is no move.
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

    /// The values for the mover, `color`.
    pub fn settled(&self, color: Color) -> Settled {
        let value = |margin: i32| Value::of_margin(margin * color.sign());
        let moves = self.moves.iter();
        Settled {
            basis: Basis::Counted,
            value: Some(value(self.margin)),
            moves: moves.map(|&(edge, margin)| (edge, value(margin))).collect(),
        }
    }
}

/// Decides on a move for `color`. `exact` is what [`View::exact_end`] said, `clearing` what
/// [`View::clearing`] did. The figures of the moves are added by [`Decision::told_of`].
pub(super) fn decide(
    view: &View<'_>,
    color: Color,
    allowed_tokens: &[TokenKind],
    exact: Option<&Count>,
    clearing: Option<Edge>,
    found: &SearchResult,
) -> Decision {
    let Some(best) = view.best(color, found) else {
        return Decision::without_search(Move::Resign, Reason::NothingElse);
    };
    let decision = Decider {
        view,
        color,
        allowed_tokens,
        found,
        best,
    };
    decision
        .accepting()
        .or_else(|| exact.and_then(|count| decision.counted(count)))
        .unwrap_or_else(|| decision.searched(exact.is_some(), clearing))
}

/// What a decision is made from.
struct Decider<'a> {
    view: &'a View<'a>,
    color: Color,
    allowed_tokens: &'a [TokenKind],
    found: &'a SearchResult,
    /// What the search thinks best.
    best: &'a RootMove,
}

impl<'a> Decider<'a> {
    /// Accepts a proposal of dead stones, unless there is much to be had by playing on.
    fn accepting(&self) -> Option<Decision> {
        let edge = self.view.acceptance(self.color, self.allowed_tokens)?;
        let known = self.found.of(edge.action)?;
        let fits = self.best.value - known.value < DOUBT;
        fits.then(|| Decision::of(known, self.found, Reason::Accepts))
    }

    /// The exact end, unless the search knows something much better.
    fn counted(&self, count: &Count) -> Option<Decision> {
        // In an opening the search looks at no token, and nothing is settled.
        let known = self.found.of(count.edge.action)?;
        let behind = self.best.win_rate - known.win_rate;
        let is_lost = count.margin * self.color.sign() < 0;
        let doubt = if is_lost { HOPE } else { DOUBT };
        (behind < doubt).then(|| Decision {
            play: count.edge.play(),
            ..Decision::of(known, self.found, Reason::Counted)
        })
    }

    /// What the search found, or what is as good and better manners. A token waits unless the board is `settled`.
    fn searched(&self, settled: bool, clearing: Option<Edge>) -> Decision {
        let (best, reason) = self
            .nothing_to_gain()
            .or_else(|| self.token_waits(settled))
            .unwrap_or((self.best, Reason::Searched));
        let (best, reason) = clearing
            .and_then(|edge| self.clears(edge, best))
            .unwrap_or((best, reason));
        let mut choice = Decision::of(best, self.found, reason);
        if let Some(draw) = self.draw_instead(best) {
            choice.play = draw.play();
            choice.reason = Reason::Draws;
        } else if self.is_hopeless(best) {
            choice.play = Move::Resign;
            choice.reason = Reason::Hopeless;
        }
        choice
    }

    /// What changes nothing is not played after a pass: neither lost games nor won ones are drawn out.
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

    /// A token that nothing forces waits for the contested points.
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

    /// In place of a token: a move towards capturing what nobody would take off, if it costs nothing. Neither
    /// player has to see to it in time then.
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

    /// A draw that may be had now, unless the win is sure.
    fn draw_instead(&self, best: &RootMove) -> Option<Edge> {
        if best.win_rate >= SURE_TO_WIN {
            return None;
        }
        let view = self.view;
        let (position, terms) = (view.game.position(), view.game.terms());
        let judged = (&view.dead, &view.seki);
        draw_instead(position, self.color, self.allowed_tokens, terms, judged)
    }

    /// Whether to resign rather than to play that.
    fn is_hopeless(&self, best: &RootMove) -> bool {
        let far = self.view.game.board().size().area() as f64 / RESIGN_MARGIN_SHARE;
        let score = f64::from(best.margin) / 2.0;
        best.win_rate < RESIGN_BELOW && score <= -far && self.view.may_resign()
    }
}

impl View<'_> {
    /// What the search thinks best, but for moves that waste a point if there are others.
    fn best<'f>(&self, color: Color, found: &'f SearchResult) -> Option<&'f RootMove> {
        let waste = self.waste(color);
        let is_waste = |c: &RootMove| c.edge.point().is_some_and(|p| waste.contains(p));
        let mut candidates = found.candidates.iter();
        let best = candidates.find(|c| !is_waste(c));
        best.or(found.candidates.first())
    }

    /// A lost game is resigned only in its middle: not before it has begun in earnest, and when most
    /// points have an owner it is played out. Where nothing is counted, any time after the opening will
    /// do: there is no count to play out for.
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
        stones * 10 >= size.area() * RESIGN_AFTER_TENTHS && open * RESIGN_OPEN_SHARE >= size.area()
    }
}
