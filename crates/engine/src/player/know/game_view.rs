//! A game with a judgement of its stones, from which moves are evaluated.

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::game::{Game, Move, Proposal, Token, TokenKind};
use halfpoint_core::life::{ReadingCache, pass_alive};

use super::capture::Capture;
use super::endgame::{EndCount, count, settled_dame};
use crate::player::judge::{Care, Ownership, PLAYOUTS};
use crate::player::words::{Edge, token_edges};
use halfpoint_nn::Net;

/// Certainty of ownership (0 to 1) below which a point is contested.
const CONTESTED: f32 = 0.8;
/// Minimum share of the usual bounds of reading with which seki is read at all.
const SEKI_EFFORT: f64 = 0.2;

/// Judgement of the stones of a board, with the care that was taken for it.
#[derive(Clone, Debug)]
pub struct JudgedStones {
    ownership: Ownership,
    /// Stones taken for dead: those agreed on, or else those judged dead.
    pub dead: PointSet,
    /// Stones in seki; empty if there was no time to read it.
    pub seki: PointSet,
    care: Care,
    /// Whether judging was cut short because time had run out.
    is_cut: bool,
}

impl JudgedStones {
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
        care: Care,
        net: Option<&Net>,
        readings: &mut ReadingCache,
        is_late: &dyn Fn() -> bool,
    ) -> GameView<'a> {
        if !self.is_cut && self.care.covers(care) {
            return self.view(game, readings);
        }
        let view = GameView::of(game, care.max(self.care), net, readings, is_late);
        let new = &view.stones;
        let is_worse =
            new.is_cut && (!self.is_cut || new.ownership.playouts() < self.ownership.playouts());
        if is_worse {
            self.view(game, readings)
        } else {
            view
        }
    }

    fn view<'a>(&self, game: &'a Game, readings: &mut ReadingCache) -> GameView<'a> {
        let seki = |dead: &PointSet| (*dead == self.dead).then_some(self.seki);
        let judged = (self.ownership.clone(), self.care, self.is_cut);
        GameView::with(game, judged, &seki, readings)
    }
}

/// A game, with a judgement of its stones by the player.
pub struct GameView<'a> {
    /// The game.
    pub game: &'a Game,
    /// The judgement of its stones.
    pub stones: JudgedStones,
}

/// Returns Black's margin, in half-points, by the count of dame and tokens where nothing else is
/// left to play, if it is exact; `None` elsewhere. The stones are judged by so many playouts, and a
/// `net`.
#[must_use]
pub fn counted_end(game: &Game, playouts: u32, net: Option<&Net>) -> Option<i32> {
    let care = Care {
        playouts,
        ..Care::FULL
    };
    let view = GameView::of(game, care, net, &mut ReadingCache::new(), &|| false);
    let mover = game.position().to_move();
    let count = view.exact_end(mover, &[])?;
    Some(count.exact()?.margin()? * mover.sign())
}

impl GameView<'_> {
    /// Judges the stones with that care, and a `net` if there is one. All is cut short when
    /// `is_late` returns true.
    pub fn of<'a>(
        game: &'a Game,
        care: Care,
        net: Option<&Net>,
        readings: &mut ReadingCache,
        is_late: &dyn Fn() -> bool,
    ) -> GameView<'a> {
        let ownership = Ownership::until(game.board(), care, net, readings, is_late);
        GameView::with(game, (ownership, care, is_late()), &|_| None, readings)
    }

    /// Returns the judgement, to be kept for the next request about these stones; `None` if it was
    /// made without any reading.
    pub fn judgement(&self) -> Option<JudgedStones> {
        (self.stones.care.effort > 0.0).then(|| self.stones.clone())
    }

    /// Judges the stones with full care, as [`Judgement`](crate::player::Judgement) does.
    pub fn careful<'a>(
        game: &'a Game,
        net: Option<&Net>,
        readings: &mut ReadingCache,
    ) -> GameView<'a> {
        let ownership = Ownership::careful(game.board(), PLAYOUTS, net, readings);
        GameView::with(game, (ownership, Care::FULL, false), &|_| None, readings)
    }

    /// Builds a view from a judgement of the stones. `known_seki` returns the stones in seki once
    /// the given dead ones are off the board, if they were read before.
    fn with<'a>(
        game: &'a Game,
        (ownership, care, is_cut): (Ownership, Care, bool),
        known_seki: &dyn Fn(&PointSet) -> Option<PointSet>,
        readings: &mut ReadingCache,
    ) -> GameView<'a> {
        let agreed = game.agreed_dead().copied();
        let dead = agreed.unwrap_or_else(|| ownership.dead());
        let seki = known_seki(&dead).unwrap_or_else(|| {
            if care.effort >= SEKI_EFFORT && !is_cut {
                game.position().seki(&dead, readings)
            } else {
                PointSet::new(game.board().size())
            }
        });
        let stones = JudgedStones {
            ownership,
            dead,
            seki,
            care,
            is_cut,
        };
        GameView { game, stones }
    }

    /// Returns whether there is no doubt about the dead stones: they are agreed on, or judged with
    /// certainty.
    pub fn is_clear(&self) -> bool {
        self.game.agreed_dead().is_some() || self.stones.ownership.is_clear()
    }

    /// Counts all ways to share the dame and tokens that are left; `None` if anything else is left
    /// to play.
    pub fn exact_end(&self, color: Color, allowed_tokens: &[TokenKind]) -> Option<EndCount> {
        let (position, terms) = (self.game.position(), self.game.terms());
        let JudgedStones {
            ownership,
            dead,
            seki,
            ..
        } = &self.stones;
        if *dead != ownership.dead() {
            // Stones that the opponent takes for alive must be captured, but the judgement saw them
            // dead, so the count would be wrong.
            return None;
        }
        let dame = settled_dame(position, ownership, dead, seki)?;
        count(position, color, allowed_tokens, terms, (dead, seki), &dame)
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
        let stay = !rules.removes_dead() && !rules.last_mover_wins();
        stay.then(|| self.capture(color))?
    }

    /// Returns the chosen move and a safe move towards capturing the opponent's dead stones, in the
    /// order in which to try them where these stones count until they are captured. The capture
    /// comes first if the chosen move fills the player's own area.
    pub fn captures_first(&self, color: Color, chosen: &Move) -> Vec<Move> {
        let capture = self.capture(color).map(|edge| edge.as_move());
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
        let capture = Capture {
            position: self.game.position(),
            color,
            dead: &self.stones.ownership.dead(),
        };
        let point = capture.proven_move()?;
        Some(Edge::place(point))
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
        self.game.proposed_dead() == Some(self.stones.ownership.dead())
    }

    /// Returns the half-pass that accepts a proposal; `None` if none waits, the half-pass may not
    /// be named, or the proposed stones differ from those judged dead.
    pub fn acceptance(&self, color: Color, allowed_tokens: &[TokenKind]) -> Option<Edge> {
        let accepts = |edge: &Edge| edge.token() == Some(Token::HalfPass);
        let edges = token_edges(self.game.position(), color, allowed_tokens);
        edges
            .into_iter()
            .find(accepts)
            .filter(|_| self.is_asked() && self.agrees())
    }

    /// Returns the points on which a stone of `color` would cost a point and gain nothing: points
    /// enclosed by its living stones, where all stones of the opponent are dead. Empty where
    /// playing on costs nothing, and where stones of the opponent stay on such points by agreement
    /// until they are captured.
    pub fn waste(&self, color: Color) -> PointSet {
        let board = self.game.board();
        let none = PointSet::new(board.size());
        if !self.game.rules().playing_on_costs() {
            return none;
        }
        let enclosed = pass_alive(board, color).cramped;
        let opposing = board.stones_of(color.opponent()) & enclosed;
        match opposing.is_subset(&self.stones.dead) {
            true => enclosed,
            false => none,
        }
    }

    /// Returns whether the move is a placement on a contested point.
    pub fn is_contested(&self, color: Color, edge: Edge) -> bool {
        edge.point()
            .is_some_and(|point| self.is_doubtful(color, point))
    }

    pub fn is_doubtful(&self, color: Color, point: Point) -> bool {
        self.stones.ownership.of_point(color, point).abs() < CONTESTED
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::notation::parse_board;
    use halfpoint_core::rules::find;

    /// Returns the number of playouts on which the judgement rests after a new look with `care` at
    /// stones that were judged with full care before.
    fn looked_again(care: Care, is_late: bool) -> u32 {
        let rows = [
            ".OX...OXX",
            "XX.XXXX.X",
            "OOXXOOOX.",
            ".OOOX.OXX",
            "X.OXX.OOO",
            ".OOOXXXO.",
            "XOOXXXO..",
            "OOX.XOO..",
            ".OXXXO...",
        ];
        let rules = find("chinese").expect("rules").rules;
        let game = Game::from_board(rules, &parse_board(&rows).expect("a board"), Color::Black);
        let game = game.expect("a game");
        let mut readings = ReadingCache::new();
        let before = GameView::of(&game, Care::FULL, None, &mut readings, &|| false);
        let kept = before.judgement().expect("a judgement with reading");
        let again = kept.again(&game, care, None, &mut readings, &|| is_late);
        assert_eq!(again.stones.dead, before.stones.dead);
        again.stones.ownership.playouts()
    }

    #[test]
    fn a_kept_judgement_is_replaced_only_by_a_more_careful_one() {
        let more = Care {
            playouts: 2 * PLAYOUTS,
            ..Care::FULL
        };
        assert_eq!(looked_again(Care::GLANCE, false), PLAYOUTS);
        assert_eq!(looked_again(Care::FULL, false), PLAYOUTS);
        assert_eq!(looked_again(more, true), PLAYOUTS, "cut short");
        assert_eq!(looked_again(more, false), 2 * PLAYOUTS);
    }
}
