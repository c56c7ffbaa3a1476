//! The ledger: points that token moves have given each colour.

use crate::board::Color;
use crate::half_points::HalfPoints;

/// Points that token moves have given each colour, kept apart by kind, since not every scoring rule
/// counts every kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ledger {
    /// Stones handed over by passing: prisoners for the side that received them.
    pub pass_stones: [HalfPoints; 2],
    /// Buttons taken, or given.
    pub buttons: [HalfPoints; 2],
    /// Stones of the opponent in the half-pass zone, half a point each.
    pub half_passes: [HalfPoints; 2],
}

impl Ledger {
    /// Returns the sum of everything that token moves gave a colour.
    #[must_use]
    pub fn total(&self, color: Color) -> HalfPoints {
        self.pass_stones[color] + self.buttons[color] + self.half_passes[color]
    }

    /// Returns Black's total minus White's.
    #[must_use]
    pub fn margin(&self) -> HalfPoints {
        self.total(Color::Black) - self.total(Color::White)
    }
}
