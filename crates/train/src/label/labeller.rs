//! State of a thread that labels.

use super::super::maker::GameMaker;
use super::super::recorded::RecordedGame;

/// One thread of a labelling.
pub(super) struct Labeller<'n> {
    pub(super) maker: GameMaker<'n>,
    pub(super) draws: bool,
    pub(super) records: &'n [RecordedGame],
}
