//! The receiver of reports while a search runs.

use std::time::Duration;

use super::decision::Decision;
use super::owners::{OwnershipDetail, PointOwnership};

/// The decision that would be made now, from the result of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The decision.
    pub decision: Decision,
    /// Owner of each point of the board, in their order. Empty unless [asked
    /// for](SearchObserver::ownership), and where nothing was evaluated. Evaluations of an earlier
    /// search, whose tree is reused, are not among those it is made of.
    pub ownership: Vec<PointOwnership>,
}

/// An observer that gets reports of a search while it runs.
pub struct SearchObserver<'a> {
    /// Time between two reports. The first comes earlier, the last at the end.
    pub every: Duration,
    /// Positions whose ownership is in the reports.
    pub ownership: OwnershipDetail,
    /// Called with each report.
    pub report: &'a mut dyn FnMut(&Report),
    /// Returns whether the search should end because reports are no longer wanted.
    pub is_over: &'a dyn Fn() -> bool,
}
