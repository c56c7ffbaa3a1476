//! Figures of the mover as another side sees them.

use halfpoint_core::board::Color;

/// Side that figures of the mover are shown to. Decisions and reports have those of the mover
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewpoint {
    is_opponent: bool,
}

impl Viewpoint {
    /// The mover itself.
    pub const MOVER: Viewpoint = Viewpoint { is_opponent: false };

    /// Returns the viewpoint of `side` on the figures of `mover`.
    #[must_use]
    pub fn of(side: Color, mover: Color) -> Viewpoint {
        Viewpoint {
            is_opponent: side != mover,
        }
    }

    /// Returns a winning chance of the mover, 0 to 1, as that of this side.
    #[must_use]
    pub fn chance(self, own: f64) -> f64 {
        if self.is_opponent { 1.0 - own } else { own }
    }

    /// Returns points or an owner, positive for the mover, as positive for this side.
    #[must_use]
    pub fn points(self, own: f64) -> f64 {
        let points = if self.is_opponent { -own } else { own };
        // Adding zero turns −0 into 0.
        points + 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_sees_the_reverse_and_no_negative_zero() {
        for mover in Color::BOTH {
            let own = Viewpoint::of(mover, mover);
            let other = Viewpoint::of(mover.opponent(), mover);
            assert_eq!(own, Viewpoint::MOVER);
            assert_eq!((own.chance(0.75), other.chance(0.75)), (0.75, 0.25));
            assert_eq!((own.points(1.5), other.points(1.5)), (1.5, -1.5));
            assert!(other.points(0.0).is_sign_positive());
        }
    }
}
