//! Requests to a search, and the margin of a game that has ended in one of its lines.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::game::{GameEnd, PlayedMove, Position, Terms, TokenKind};

use crate::player::words::Edge;
use halfpoint_nn::{History, Net};

/// Maximum number of playouts of any search, whatever clocks and settings allow. The counts of
/// visits would overflow beyond it.
pub(super) const MAX_PLAYOUTS: u64 = 1 << 30;

/// Memory of the tree, in bytes, unless a request sets another bound.
const USUAL_MEMORY: usize = 64 << 20;

/// Request to a search: a position, its judgement, and limits.
pub struct SearchRequest<'a> {
    /// Position at the root.
    pub position: &'a Position,
    /// Komi and handicap, which the count of a finished game needs.
    pub terms: Terms,
    /// Stones judged dead at the root. They are removed where a line ends and the rules allow it.
    pub dead: PointSet,
    /// Whether that judgement is beyond doubt. If not, the search assumes the worse of both results
    /// for the mover: with the dead stones removed, and with none removed.
    pub clear: bool,
    /// Stones in seki at the root, where that counts.
    pub seki: PointSet,
    /// Dead stones of the pending proposal, if there is one.
    pub proposed: Option<PointSet>,
    /// Player whose move is searched for; not necessarily the side to move.
    pub mover: Color,
    /// Token moves that the mover may name.
    pub allowed_tokens: &'a [TokenKind],
    /// Moves that the search does not make at the root.
    pub banned: &'a [PlayedMove],
    /// Whether to end as soon as no other move can become the most visited one: where the time that
    /// is left over serves later moves.
    pub ends_early: bool,
    /// Whether a search by a net examines the plain pass as it does the tokens that the mover may
    /// name. An analysis without a bound tells what a pass is worth, which the net may think so
    /// unlikely that it would never be visited.
    pub examines_pass: bool,
    /// A move to examine in any case: a search by a net visits it at least once, and every eighth
    /// playout begins with it.
    pub check: Option<Edge>,
    /// Temperature at which placements are drawn from the policy of the net; 0 to take the most
    /// likely ones.
    pub temperature: f32,
    /// Seed of the random generator of the first thread.
    pub seed: u64,
    /// Bound on the memory of the tree, in bytes.
    pub memory: usize,
    /// Maximum number of playouts; `None` for no bound but [`MAX_PLAYOUTS`].
    pub playouts: Option<u64>,
    /// Time at which the search ends; `None` for no bound.
    pub deadline: Option<Instant>,
    /// Ends the search early when it becomes true.
    pub stop: &'a AtomicBool,
    /// Net that evaluates the leaves, and the past of the position; `None` for playouts.
    pub net: Option<(&'a Net, History)>,
}

impl<'a> SearchRequest<'a> {
    /// Returns a request for the side to move without limits on time and playouts, in a position
    /// whose `dead` stones and stones in `seki` are beyond doubt. Callers override single fields.
    pub fn new(
        position: &'a Position,
        terms: Terms,
        (dead, seki): (PointSet, PointSet),
        stop: &'a AtomicBool,
    ) -> SearchRequest<'a> {
        SearchRequest {
            position,
            terms,
            dead,
            clear: true,
            seki,
            proposed: None,
            mover: position.to_move(),
            allowed_tokens: &[],
            banned: &[],
            ends_early: false,
            examines_pass: false,
            check: None,
            temperature: 0.0,
            seed: position.key().low(),
            memory: USUAL_MEMORY,
            playouts: None,
            deadline: None,
            stop,
            net: None,
        }
    }

    /// Returns Black's margin, in half-points, of a game that has ended in `position` by `over`.
    ///
    /// Stones that were judged dead at the root and still stand are removed as far as the rules
    /// allow it. A player who cannot move loses by the whole board.
    pub fn margin_at_end(&self, position: &Position, over: GameEnd) -> i32 {
        // The margin of the whole board, which no count exceeds.
        let all = 2 * position.board().size().area() as i32;
        match over {
            GameEnd::Passes => {
                let judged = self.margin_without(position, &self.still_dead(position));
                if self.clear {
                    judged
                } else {
                    // The opponent may not agree that any stone is dead.
                    let none = PointSet::new(self.position.board().size());
                    let sign = self.mover.sign();
                    (judged * sign).min(self.margin_without(position, &none) * sign) * sign
                }
            }
            GameEnd::Draw | GameEnd::Void => 0,
            GameEnd::Resign(loser) | GameEnd::NoMove(loser) => -loser.sign() * all,
        }
    }

    /// Returns Black's margin, in half-points, with the `judged` stones removed as far as the rules
    /// allow it.
    fn margin_without(&self, position: &Position, judged: &PointSet) -> i32 {
        let dead = position.counted_dead(judged, self.proposed.as_ref());
        position
            .count_knowing(&self.seki, &dead, self.terms)
            .margin()
            .halves()
    }

    /// Returns those of the stones judged dead at the root that have not changed since.
    fn still_dead(&self, position: &Position) -> PointSet {
        let (now, then) = (position.board(), self.position.board());
        let still = |&point: &Point| now.get(point) == then.get(point);
        PointSet::of(now.size(), self.dead.iter().filter(still))
    }
}
