//! State of a thread that labels.

use super::super::maker::Maker;
use super::super::recorded::RecordedGame;

/// One thread of a labelling.
pub(super) struct Labeller<'n> {
    pub(super) maker: Maker<'n>,
    pub(super) draws: bool,
    pub(super) records: &'n [RecordedGame],
}
