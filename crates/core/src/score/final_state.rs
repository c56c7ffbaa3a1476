//! Everything that is counted at the end of a game.

use super::ledger::Ledger;
use crate::board::{Board, Color, PointSet};
use crate::half_points::HalfPoints;

/// Prisoner bowls of spare-move counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bowls {
    /// Regular prisoners in each player's bowl.
    pub regular: [i32; 2],
    /// Owner of the bowl with the ultimate stone, once the first delay was made.
    pub ultimate_in: Option<Color>,
}

/// Everything that is counted at the end of a game.
#[derive(Clone, Copy, Debug)]
pub struct Final<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Stones to take off as dead, where the rules allow it.
    pub dead: &'a PointSet,
    /// Stones in seki once the dead ones are off the board. They count where
    /// [`Rules::count_needs_seki`](crate::Rules::count_needs_seki) holds; elsewhere the set may be
    /// empty.
    pub seki: &'a PointSet,
    /// Stones captured during play, by capturer.
    pub captures: [u32; 2],
    /// Points that token moves gave.
    pub ledger: Ledger,
    /// Number of handicap stones.
    pub handicap: usize,
    /// White's compensation.
    pub komi: HalfPoints,
    /// Player who made the pass that ended the game.
    pub last_passer: Option<Color>,
    /// The bowls.
    pub bowls: Bowls,
    /// Player to move.
    pub to_move: Color,
}
