//! Points that ko forbids.

use halfpoint_core::board::Placement;
use halfpoint_core::rules::SuicideRule;
use halfpoint_core::{PointSet, Position};

use super::history::History;

/// Returns the empty points on which the ko rule forbids the player to move a placement that is
/// legal otherwise.
pub(crate) fn bans(position: &Position, history: &History) -> PointSet {
    let (board, me) = (position.board(), position.to_move());
    let mut banned = PointSet::new(board.size());
    for point in history.vacated() & board.empty_points() {
        if position.is_banned_by_ko(me, point) {
            banned.insert(point);
        }
    }
    if position.rules().suicide == SuicideRule::Multi {
        for &point in board.empties() {
            let suicide = matches!(
                board.placement(me, point),
                Placement::Suicide { stones: 2.. }
            );
            if suicide && position.is_banned_by_ko(me, point) {
                banned.insert(point);
            }
        }
    }
    banned
}
