//! The search for the score of a position under last-mover rules.

use std::collections::HashMap;

use halfpoint_core::board::{Color, ZobristKey};
use halfpoint_core::game::{GameEnd, PlayedMove, Position, TokenKind};
use halfpoint_core::life::ReadingCache;

use super::{DEPTHS, MAX_EMPTY, MAX_NODES, edges, settled_score};
use crate::player::words::Edge;

/// A search for win, draw or loss, with a bound on the number of positions.
///
/// Results are stored under the position together with the positions that led to it, since superko
/// does not let these come back.
///
/// Proven positions are counted, unless the count itself is to be verified.
pub(super) struct Solver<'a> {
    /// Number of positions that may still be searched; 0 once `is_over` has returned true.
    pub(super) nodes_left: u32,
    pub(super) counts: bool,
    /// Lower and upper bound of the mover's result.
    known: HashMap<ZobristKey, (i32, i32)>,
    readings: &'a mut ReadingCache,
    is_over: &'a dyn Fn() -> bool,
}

impl Solver<'_> {
    pub(super) fn score(&mut self, position: &Position, estimate: i32) -> Option<i32> {
        let mut result = |k: i32| -> Option<i32> {
            let color = if k > 0 { Color::White } else { Color::Black };
            let number = u16::try_from(k.unsigned_abs()).ok()?;
            let start = position.with_prisoners(color, number);
            // Results of different numbers do not mix, since the bowls are part of the key. The
            // bans of superko are the same for each number.
            let value = self.value(&start)?;
            Some(value * start.to_move().sign())
        };
        // Where several numbers make a draw, 0 is one of them.
        let mut at = match result(0)? {
            0 => return Some(0),
            sign if sign == estimate.signum() => estimate,
            sign => sign,
        };
        let step = result(at)?;
        if step == 0 {
            return Some(at);
        }
        loop {
            at += step;
            if at == 0 {
                return None;
            }
            match result(at)? {
                0 => return Some(at),
                found if found != step => return None,
                _ => (),
            }
        }
    }
}

impl<'a> Solver<'a> {
    pub(super) fn for_position(
        position: &Position,
        readings: &'a mut ReadingCache,
        is_over: &'a dyn Fn() -> bool,
    ) -> Option<Solver<'a>> {
        let small = position.board().empties().len() <= MAX_EMPTY;
        small.then(|| Solver {
            nodes_left: MAX_NODES,
            counts: true,
            known: HashMap::new(),
            readings,
            is_over,
        })
    }

    /// Returns the key of the positions on the path, extended by the one after a move. A token
    /// leads to no new board.
    pub(super) fn path_after(path: ZobristKey, after: &Position, edge: Edge) -> ZobristKey {
        match edge.action {
            PlayedMove::Place(_) => {
                let word = after.board().key().low();
                path ^ ZobristKey::feature((word >> 32) as u32, word as u32)
            }
            PlayedMove::Token(_) | PlayedMove::Resign => path,
        }
    }

    /// Returns the result for the player to move, by searches of increasing depth; `None` if it
    /// cannot be determined.
    fn value(&mut self, position: &Position) -> Option<i32> {
        for depth in DEPTHS {
            let (low, high) = self.bounds(position, (-1, 1), ZobristKey::EMPTY, depth);
            if low == high {
                return Some(low);
            }
            if self.nodes_left == 0 {
                return None;
            }
        }
        None
    }

    /// Returns the lower and upper bound of the result for the player to move. They are not
    /// narrowed further once they lie outside of the window: at or below its lower end, or at or
    /// above its upper end.
    pub(super) fn bounds(
        &mut self,
        position: &Position,
        window: (i32, i32),
        path: ZobristKey,
        depth: u32,
    ) -> (i32, i32) {
        let mover = position.to_move();
        match position.state().over {
            Some(GameEnd::NoMove(loser)) if loser == mover => return (-1, -1),
            Some(GameEnd::NoMove(_)) => return (1, 1),
            Some(_) => return (0, 0),
            None => (),
        }
        let key = position.key() ^ path;
        let (low, high) = self.known.get(&key).copied().unwrap_or((-1, 1));
        let is_known = low == high || low >= window.1 || high <= window.0;
        if (self.is_over)() {
            self.nodes_left = 0;
        }
        if is_known || depth == 0 || self.nodes_left == 0 {
            return (low, high);
        }
        self.nodes_left -= 1;
        if self.counts
            && let Some(score) = settled_score(position, self.readings)
        {
            let result = (score * mover.sign()).signum();
            self.known.insert(key, (result, result));
            return (result, result);
        }
        let (mut lower, mut upper) = (-1, -1);
        // A draw has to be named; a player who may declare one can do so by any client.
        for edge in edges(position, &[TokenKind::Draw]) {
            let mut after = position.clone();
            after.make(mover, edge.action, |_| ());
            let path = Solver::path_after(path, &after, edge);
            let window = (-window.1, -lower.max(window.0));
            let (low, high) = self.bounds(&after, window, path, depth - 1);
            lower = lower.max(-high);
            upper = upper.max(-low);
            if lower >= -window.0 {
                upper = 1;
                break;
            }
        }
        let bounds = (low.max(lower), high.min(upper));
        self.known.insert(key, bounds);
        bounds
    }
}
