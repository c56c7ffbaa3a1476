//! The exact end: when only dame and tokens are left, half-points are found by search, since
//! playouts are far too noisy to show them.

use std::collections::HashMap;

use halfpoint_core::board::{Board, Color, Point, PointSet, ZobristKey};
use halfpoint_core::game::{GameEnd, Position, Terms, TokenKind};
use halfpoint_core::life::pass_alive;
use halfpoint_core::score::{PointOwner, Territory};

use super::dame::Filling;
use crate::player::judge::Ownership;
use crate::player::words::{Edge, Proven, token_edges};

/// Maximum number of dame for the exact search; positions with more are left to the tree search.
const MAX_DAME: usize = 14;
/// Maximum number of dame each of which is tried. More of them have to be equal but for who may
/// fill them.
const MAX_TRIED: usize = 5;

/// Dame that are all that is left beside tokens.
pub struct Dame {
    points: Vec<Point>,
    /// Whether everything else is safe for certain.
    is_safe: bool,
}

/// Count of all ways to share dame and tokens.
#[derive(Clone, Debug)]
pub struct EndCount {
    /// The moves with their values.
    pub moves: Proven,
    /// Whether the values are exact. Otherwise the count advises a move, and its figures are those
    /// of a search: territories may have weaknesses that were not read.
    pub is_exact: bool,
}

impl EndCount {
    /// Returns the values of the moves if they are exact.
    pub fn exact(&self) -> Option<&Proven> {
        self.is_exact.then_some(&self.moves)
    }
}

/// Returns the dame if only dame and tokens are left to play and no stone on a dame threatens
/// anything that is seen, or `None` otherwise. Always `None` under spare-move counting, where every
/// point is a move.
pub fn settled_dame(
    position: &Position,
    ownership: &Ownership,
    dead: &PointSet,
    seki: &PointSet,
) -> Option<Dame> {
    let rules = position.rules();
    if rules.last_mover_wins() {
        return None;
    }
    // Where passes remove nothing, dead stones are still to be captured.
    if !rules.removes_dead() && !dead.is_empty() {
        return None;
    }
    if !ownership.is_clear() {
        return None;
    }
    let board = position.board();
    // A threat to capture must be answered or carried out before anything is counted.
    let threatened = |point| !dead.contains(point) && board.last_liberty(point).is_some();
    if board.stones().any(|(point, _)| threatened(point)) {
        return None;
    }
    if !is_shared_or_proven(board, dead) {
        return None;
    }
    let territory = Territory::new(board, dead, seki);
    let mut dame = Vec::new();
    for point in board.size().points() {
        let sure = match territory.owner(point) {
            PointOwner::Stone(_) => true,
            PointOwner::Territory(color) => ownership.is_sure_of_point(color, point),
            PointOwner::Dame => {
                dame.push(point);
                true
            }
            PointOwner::SekiEye(_) | PointOwner::SekiLiberty | PointOwner::Nobody => false,
        };
        if !sure {
            return None;
        }
    }
    let is_few =
        dame.len() <= MAX_TRIED || (dame.len() <= MAX_DAME && are_plain(board, dead, &dame));
    if !is_few {
        return None;
    }
    let filling = Filling::of(board, dead, &dame);
    (filling != Filling::Threatens).then_some(Dame {
        points: dame,
        is_safe: filling == Filling::Safe,
    })
}

/// Returns whether both colours have living stones, or one holds the whole board by proof. A net
/// gives all of a small board to the first stone in its centre; without this condition the game
/// would count as played out then, and the opponent would pass at the second move.
fn is_shared_or_proven(board: &Board, dead: &PointSet) -> bool {
    let lives = |color: Color| !(board.stones_of(color) - *dead).is_empty();
    let holds_all = |color: Color| {
        let life = pass_alive(board, color);
        (life.stones | life.cramped).len() == board.size().area()
    };
    Color::BOTH.into_iter().all(lives) || Color::BOTH.into_iter().any(holds_all)
}

/// Returns whether living stones of both colours stand beside each of the dame, so that no stone on
/// one gives its colour another empty point.
fn are_plain(board: &Board, dead: &PointSet, dame: &[Point]) -> bool {
    let points = PointSet::of(board.size(), dame.iter().copied());
    Color::BOTH.into_iter().all(|color| {
        let living = board.stones_of(color) - *dead;
        living.neighbours_in(&points) == points
    })
}

/// Counts all ways to share what is left when that is only `dame` and tokens. Of equal moves a dame
/// comes before a token, unless the opponent has just passed. `None` if there is no move.
pub fn count(
    position: &Position,
    mover: Color,
    allowed_tokens: &[TokenKind],
    terms: Terms,
    (dead, seki): (&PointSet, &PointSet),
    dame: &Dame,
) -> Option<EndCount> {
    let mut search = Endgame {
        terms,
        dead,
        seki,
        dame: &dame.points,
        known: HashMap::new(),
    };
    let mut edges = search.edges(position, mover, allowed_tokens);
    if position.state().consecutive_passes > 0 {
        // The sort is stable, so the plain pass stays first among the tokens.
        edges.sort_by_key(|edge| edge.point().is_some());
    }
    let value = |edge: Edge| {
        let mut after = position.clone();
        after.make(mover, edge.action, |_| ());
        (edge, search.margin(&after, MAX_DEPTH))
    };
    let moves: Vec<(Edge, i32)> = edges.into_iter().map(value).collect();
    Some(EndCount {
        moves: Proven::counted(&moves, mover)?,
        is_exact: dame.is_safe,
    })
}

/// Maximum depth of the exact search: every dame, and more passes than any rule set needs. Where
/// buttons are moves, a run of plain passes comes back to the same position, and this bound alone
/// ends it; no value rests on it, since taking the second button is worth as much as a third pass.
const MAX_DEPTH: usize = MAX_DAME + 12;

struct Endgame<'a> {
    terms: Terms,
    dead: &'a PointSet,
    seki: &'a PointSet,
    dame: &'a [Point],
    known: HashMap<ZobristKey, i32>,
}

impl Endgame<'_> {
    /// Returns the dame that may be filled without harm, followed by the tokens. Of many dame only
    /// the first that the opponent may fill, too, and the first that it may not.
    fn edges(&self, position: &Position, color: Color, allowed_tokens: &[TokenKind]) -> Vec<Edge> {
        let board = position.board();
        let harmless = |color: Color, point: Point| {
            let mut after = board.clone();
            after.play(color, point);
            after.get(point).is_some() && after.last_liberty(point).is_none()
        };
        let left = || {
            self.dame
                .iter()
                .filter(|&&point| board.get(point).is_none())
        };
        let may = |&&point: &&Point| position.may_place(color, point) && harmless(color, point);
        let fills: Vec<Point> = match left().count() <= MAX_TRIED {
            true => left().filter(may).copied().collect(),
            false => {
                let shared = |&&point: &&Point| harmless(color.opponent(), point);
                let first = left().filter(may).find(shared);
                let own = left().filter(may).find(|point| !shared(point));
                first.into_iter().chain(own).copied().collect()
            }
        };
        let fills = fills.into_iter().map(Edge::place);
        fills
            .chain(token_edges(position, color, allowed_tokens))
            .collect()
    }

    /// Returns Black's margin after best play by both sides, in half-points.
    fn margin(&mut self, position: &Position, depth: usize) -> i32 {
        let over = position.state().over;
        if over.is_some() || depth == 0 {
            return match over {
                Some(GameEnd::Draw | GameEnd::Void) => 0,
                // Only tokens and dame are played here, so nobody loses for want of a move.
                None | Some(GameEnd::Passes | GameEnd::NoMove(_) | GameEnd::Resign(_)) => position
                    .count_knowing(self.seki, self.dead, self.terms)
                    .margin()
                    .halves(),
            };
        }
        let key = position.key();
        if let Some(&margin) = self.known.get(&key) {
            return margin;
        }
        let color = position.to_move();
        let margin = self
            .edges(position, color, &[])
            .into_iter()
            .map(|edge| {
                let mut after = position.clone();
                after.make(color, edge.action, |_| ());
                self.margin(&after, depth - 1) * color.sign()
            })
            .max()
            .unwrap_or(0)
            * color.sign();
        self.known.insert(key, margin);
        margin
    }
}
