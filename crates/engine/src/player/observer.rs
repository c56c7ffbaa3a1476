//! The receiver of reports while a search runs.

use std::time::Duration;

use halfpoint_core::board::Point;

use super::decision::Decision;

/// The decision that would be made now, from the result of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The decision.
    pub decision: Decision,
    /// For each point of the board, in their order, its owner at the ends of playouts: from −1
    /// (always the opponent) to 1 (always the mover). Empty unless [asked
    /// for](SearchObserver::ownership), and where nothing was searched.
    pub ownership: Vec<(Point, f32)>,
}

/// An observer that gets reports of a search while it runs.
pub struct SearchObserver<'a> {
    /// Time between two reports. The first comes earlier, the last at the end.
    pub every: Duration,
    /// Whether reports contain the ownership of the points.
    pub ownership: bool,
    /// Called with each report.
    pub report: &'a mut dyn FnMut(&Report),
    /// Returns whether the search should end because reports are no longer wanted.
    pub is_over: &'a dyn Fn() -> bool,
}
