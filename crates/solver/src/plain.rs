//! Exact values by a search that keeps nothing but its path: the game itself decides which moves
//! are legal and how it ends. Slow, and simple enough to check the fast search.

use halfpoint_core::board::{Board, Point, ZobristKey};
use halfpoint_core::game::{Game, GameEnd, PlayedMove, Position, Terms};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::rules::{KoRule, Rules};

use super::dead::DeadStones;
use super::owner::counted_owner;
use super::path::settled_margin;
use super::search::tokens;
use super::shared::WorkLimit;
use halfpoint_core::bounds::situation;

/// Returns the minimax value of a game from its current position on, in the units of
/// [`ValueBounds`](super::ValueBounds); `None` if `nodes` were not enough.
#[must_use]
pub fn value(game: &Game, nodes: u64) -> Option<i32> {
    value_from(game.position(), game, nodes)
}

/// Returns the minimax value of a game in which play resumes after its end by passes
/// ([`Position::resumed`]), as [`value`] does.
#[must_use]
pub fn value_resumed(game: &Game, nodes: u64) -> Option<i32> {
    value_from(&game.position().resumed(), game, nodes)
}

/// Returns the minimax value of a position of a game.
fn value_from(position: &Position, game: &Game, nodes: u64) -> Option<i32> {
    let dead = DeadStones::new(game.rules(), game.board().size(), WorkLimit::default());
    let mut plain = Plain::new(dead, game.terms(), nodes);
    plain.best(position, i32::MIN + 1, i32::MAX)
}

/// Returns whether a stone's point ends as the opponent's although its owner moves first, in a game
/// that is played out ([`Rules::played_out`]); `None` if there is no stone, or if `nodes` were not
/// enough.
#[must_use]
pub fn is_dead(rules: &Rules, board: &Board, stone: Point, nodes: u64) -> Option<bool> {
    let owner = board.get(stone)?;
    let rules = rules.played_out();
    let start = Position::new(rules, board.clone(), owner);
    let mut plain = Plain::new(DeadStones::in_playing_out(), Terms::default(), nodes);
    plain.point = Some(stone);
    let value = plain.best(&start, -1, 1)?;
    Some(value == -owner.sign())
}

/// State of a plain search.
struct Plain {
    terms: Terms,
    /// Nodes that may still be searched.
    nodes: u64,
    dead: DeadStones,
    /// Cache of the readings of sekis, for the counts.
    readings: ReadingCache,
    /// The point whose owner is the value, instead of the margin.
    point: Option<Point>,
    /// Situations since the search began, each with the prisoners then and whether a token move led
    /// to it; for simple ko.
    since: Vec<(ZobristKey, i32, bool)>,
}

impl Plain {
    fn new(dead: DeadStones, terms: Terms, nodes: u64) -> Plain {
        Plain {
            terms,
            nodes,
            dead,
            readings: ReadingCache::new(),
            point: None,
            since: Vec::new(),
        }
    }

    /// Returns Black's margin, exact if it lies between `lower` and `upper`; `None` if the nodes
    /// ran out.
    fn best(&mut self, position: &Position, mut lower: i32, mut upper: i32) -> Option<i32> {
        self.nodes = self.nodes.checked_sub(1)?;
        if let Some(over) = position.state().over {
            return Some(match over {
                GameEnd::Draw | GameEnd::Void => 0,
                GameEnd::NoMove(loser) | GameEnd::Resign(loser) => -loser.sign(),
                GameEnd::Passes => {
                    let dead = self.dead.of(position)?;
                    match self.point {
                        Some(point) => counted_owner(position.board(), &dead, point),
                        None => {
                            let readings = &mut self.readings;
                            let score = position.count_cached(&dead, self.terms, readings);
                            score.margin().halves()
                        }
                    }
                }
            });
        }
        let color = position.to_move();
        let placements = position
            .placements(color)
            .into_iter()
            .map(PlayedMove::Place);
        let moves = tokens(position)
            .into_iter()
            .map(PlayedMove::Token)
            .chain(placements);
        let mut best = None;
        for action in moves {
            let mut after = position.clone();
            after.make(color, action, |_| ());
            let value = match self.endless(&after, action) {
                Some(value) => value,
                None => {
                    self.since.push(self.seen(&after, action));
                    let value = self.best(&after, lower, upper);
                    self.since.pop();
                    value?
                }
            };
            let better = best.is_none_or(|known| (value - known) * color.sign() > 0);
            if better {
                best = Some(value);
                if color.sign() > 0 {
                    lower = lower.max(value);
                } else {
                    upper = upper.min(value);
                }
            }
            if lower >= upper {
                break;
            }
        }
        best
    }

    /// Returns the entry of `since` for a situation.
    fn seen(&self, position: &Position, action: PlayedMove) -> (ZobristKey, i32, bool) {
        let by_token = matches!(action, PlayedMove::Token(_));
        let prisoners = settled_margin(position, self.point.is_some());
        (situation(position), prisoners, by_token)
    }

    /// Returns the value of endless play: under simple ko, of a situation that occurs for the third
    /// time with a token move in the last round. `None` otherwise; a round without token moves is
    /// void by the game itself.
    fn endless(&self, position: &Position, action: PlayedMove) -> Option<i32> {
        if position.rules().ko != KoRule::Simple {
            return None;
        }
        let (now, prisoners, by_token) = self.seen(position, action);
        let is_it = |(key, ..): &&(ZobristKey, i32, bool)| *key == now;
        if self.since.iter().filter(is_it).count() < 2 {
            return None;
        }
        let last = self.since.iter().rposition(|(key, ..)| *key == now)?;
        let round = &self.since[last + 1..];
        if !by_token && !round.iter().any(|&(.., by_token)| by_token) {
            return None;
        }
        Some(match prisoners - self.since[last].1 {
            0 => 0,
            more => more.signum() * i32::MAX / 2,
        })
    }
}
