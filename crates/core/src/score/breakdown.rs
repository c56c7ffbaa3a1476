//! The terms of a score.

use crate::board::Color;
use crate::half_points::HalfPoints;

/// Term of a side's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ScoreTerm {
    /// Living stones on the board.
    Stones,
    /// Surrounded empty points.
    Territory,
    /// Group tax, negative.
    Tax,
    /// Stones captured during play.
    Captures,
    /// Opposing stones taken off as dead, where prisoners count.
    DeadStones,
    /// Pass stones received.
    PassStones,
    /// White's extra stone, where White must pass last.
    ExtraStone,
    /// Buttons.
    Buttons,
    /// Opposing stones in the half-pass zone.
    HalfPasses,
    /// Regular prisoners in the bowl.
    Bowl,
    /// Point for the turn once the dame are filled.
    Turn,
    /// Points that make the score a draw that can be declared at once.
    DrawAtHand,
    /// Points that a search found beyond the other terms.
    Search,
    /// Komi.
    Komi,
    /// White's bonus for handicap stones.
    Bonus,
}

/// All terms with the words for people, in the order in which they are reported.
pub const SCORE_TERMS: [(ScoreTerm, &str); 15] = [
    (ScoreTerm::Stones, "stones"),
    (ScoreTerm::Territory, "territory"),
    (ScoreTerm::Tax, "group tax"),
    (ScoreTerm::Captures, "captures"),
    (ScoreTerm::DeadStones, "dead stones"),
    (ScoreTerm::PassStones, "pass stones"),
    (ScoreTerm::ExtraStone, "last pass stone"),
    (ScoreTerm::Buttons, "buttons"),
    (ScoreTerm::HalfPasses, "half-passes"),
    (ScoreTerm::Bowl, "bowl"),
    (ScoreTerm::Turn, "turn"),
    (ScoreTerm::DrawAtHand, "draw at hand"),
    (ScoreTerm::Search, "by search"),
    (ScoreTerm::Komi, "komi"),
    (ScoreTerm::Bonus, "handicap bonus"),
];

/// Points of one side, by term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreBreakdown {
    parts: [HalfPoints; SCORE_TERMS.len()],
}

impl ScoreBreakdown {
    /// Returns the points of one term.
    #[must_use]
    pub fn part(&self, part: ScoreTerm) -> HalfPoints {
        self.parts[part as usize]
    }

    /// Returns the sum of all terms.
    #[must_use]
    pub fn total(&self) -> HalfPoints {
        self.parts.iter().copied().sum()
    }

    pub(super) fn add(&mut self, part: ScoreTerm, amount: HalfPoints) {
        self.parts[part as usize] += amount;
    }

    pub(super) fn add_points(&mut self, part: ScoreTerm, points: usize) {
        self.add(part, HalfPoints::from_points(points as i32));
    }
}

/// Score of a counted game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Black's and White's points.
    pub sides: [ScoreBreakdown; 2],
    /// Whether the number is certain, given the dead stones. Spare-move counting is certain only
    /// where the position is settled; elsewhere its number is an estimate.
    pub certain: bool,
}

impl Score {
    /// Returns Black's points minus White's.
    #[must_use]
    pub fn margin(&self) -> HalfPoints {
        self.sides[0].total() - self.sides[1].total()
    }

    /// Returns this count corrected to a margin that a search has proven.
    #[must_use]
    pub fn proven(mut self, margin: HalfPoints) -> Score {
        let more = margin - self.margin();
        let ahead = if more < HalfPoints::ZERO {
            Color::White
        } else {
            Color::Black
        };
        self.sides[ahead].add(ScoreTerm::Search, more.abs());
        self.certain = true;
        self
    }
}
