//! Composition of a margin in terms that all rule sets share, so that two compositions can be
//! subtracted.
//!
//! The common ground is the area of the final board. A territory count is derived from it by an
//! identity that holds in every game, because each stone that was ever placed is on the board or a
//! prisoner: `T + K = area − (stones set up and placed)`, where T is territory, K is prisoners, and
//! each quantity is Black's minus White's.

use halfpoint_core::board::{Board, Color, PointSet};
use halfpoint_core::game::{Game, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::TaxRule;
use halfpoint_core::score::{Score, ScoreTerm, Territory};

/// A term of a margin, or of the difference of two margins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MarginTerm {
    /// Area with the dead stones removed: equal under every rule set.
    Board,
    /// Dead stones that the rules leave on the board.
    DeadStay,
    /// Points of groups in seki, if the rules do not count them.
    Seki,
    /// Group tax.
    GroupTax,
    /// Stones placed in play, if they do not count as points.
    Stones,
    /// Handicap stones, if they do not count as points.
    HandicapStones,
    /// Other stones that were set up, if they do not count as points.
    SetupStones,
    /// Stones handed over by passing.
    PassStones,
    /// White's extra stone, if White must pass last.
    ExtraStone,
    /// Buttons.
    Buttons,
    /// Half-passes.
    HalfPasses,
    /// Prisoners returned by delays.
    Delays,
    /// Prisoners that were in the bowls as a handicap.
    BowlHandicap,
    /// Point that depends on which side is to move once the dame are filled.
    Turn,
    /// Adjustment that makes the score a draw if a draw can be declared at once.
    DrawAtHand,
    /// Correction of the count by a search.
    Search,
    /// Komi.
    Komi,
    /// White's bonus for handicap stones.
    Bonus,
    /// The remainder that no other term explains; zero in all known games.
    Other,
}

/// All terms in the order in which they are reported, with their names in JSON.
pub const MARGIN_TERMS: [(MarginTerm, &str); 19] = [
    (MarginTerm::Board, "board"),
    (MarginTerm::DeadStay, "dead_stay"),
    (MarginTerm::Seki, "seki"),
    (MarginTerm::GroupTax, "group_tax"),
    (MarginTerm::Stones, "stones"),
    (MarginTerm::HandicapStones, "handicap_stones"),
    (MarginTerm::SetupStones, "setup_stones"),
    (MarginTerm::PassStones, "pass_stones"),
    (MarginTerm::ExtraStone, "last_pass_stone"),
    (MarginTerm::Buttons, "buttons"),
    (MarginTerm::HalfPasses, "half_passes"),
    (MarginTerm::Delays, "delays"),
    (MarginTerm::BowlHandicap, "bowl_handicap"),
    (MarginTerm::Turn, "turn"),
    (MarginTerm::DrawAtHand, "draw_at_hand"),
    (MarginTerm::Search, "by_search"),
    (MarginTerm::Komi, "komi"),
    (MarginTerm::Bonus, "handicap_bonus"),
    (MarginTerm::Other, "other"),
];

/// Black's margin by term, in half-points. The amounts add up to the margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    amounts: [HalfPoints; MARGIN_TERMS.len()],
}

impl Sources {
    /// Splits the margin of a counted game. `dead` are the stones that the rules removed, `agreed`
    /// those that are dead by agreement or judgement, whatever the rules.
    pub(super) fn new(game: &Game, dead: &PointSet, agreed: &PointSet, score: &Score) -> Sources {
        let board = game.board();
        let mut sources = Sources::default();
        let area = area_margin(board, agreed);
        sources.set(MarginTerm::Board, area);
        sources.set(MarginTerm::DeadStay, area_margin(board, dead) - area);
        let part = |part| score.sides[0].part(part) - score.sides[1].part(part);
        sources.set(MarginTerm::GroupTax, part(ScoreTerm::Tax));
        if game.rules().tax == TaxRule::Seki {
            // The part of the surrounded points that the count leaves out.
            let surrounded = points(surrounded(board, dead));
            sources.set(MarginTerm::Seki, part(ScoreTerm::Territory) - surrounded);
        }
        if !game.rules().counts_stones() {
            sources.set(MarginTerm::Stones, -points(placed(game)));
            let setup = game.setup();
            let handicap = setup.handicap();
            let stones = setup.stones().iter();
            let mut others = stones.fold([0; 2], |mut sum, &(_, color)| {
                sum[color as usize] += 1;
                sum
            });
            others[0] -= handicap;
            sources.set(MarginTerm::HandicapStones, -points([handicap, 0]));
            sources.set(MarginTerm::SetupStones, -points(others));
        }
        for (cause, of) in [
            (MarginTerm::PassStones, ScoreTerm::PassStones),
            (MarginTerm::ExtraStone, ScoreTerm::ExtraStone),
            (MarginTerm::Buttons, ScoreTerm::Buttons),
            (MarginTerm::HalfPasses, ScoreTerm::HalfPasses),
            (MarginTerm::Turn, ScoreTerm::Turn),
            (MarginTerm::DrawAtHand, ScoreTerm::DrawAtHand),
            (MarginTerm::Search, ScoreTerm::Search),
            (MarginTerm::Komi, ScoreTerm::Komi),
            (MarginTerm::Bonus, ScoreTerm::Bonus),
        ] {
            sources.set(cause, part(of));
        }
        if game.rules().last_mover_wins() {
            let handicap = -HalfPoints::from_points(game.rules().bowl_handicap.into());
            let captures = points(game.state().captures.map(|number| number as usize));
            sources.set(MarginTerm::BowlHandicap, handicap);
            // The bowls hold the handicap and the captured stones, minus those that were returned.
            sources.set(
                MarginTerm::Delays,
                part(ScoreTerm::Bowl) - handicap - captures,
            );
        }
        sources.set(MarginTerm::Other, score.margin() - sources.total());
        sources
    }

    /// Returns the amount of one term.
    #[must_use]
    pub fn amount(&self, cause: MarginTerm) -> HalfPoints {
        self.amounts[cause as usize]
    }

    /// Returns the sum of all terms, which is the margin.
    #[must_use]
    pub fn total(&self) -> HalfPoints {
        self.amounts.iter().copied().sum()
    }

    /// Returns this composition minus another, term by term.
    #[must_use]
    pub fn less(&self, other: &Sources) -> Sources {
        let mut amounts = self.amounts;
        for (amount, &less) in amounts.iter_mut().zip(&other.amounts) {
            *amount -= less;
        }
        Sources { amounts }
    }

    /// Iterates over the terms with a nonzero amount, in the order of [`MARGIN_TERMS`].
    pub fn iter(&self) -> impl Iterator<Item = (MarginTerm, HalfPoints)> + '_ {
        MARGIN_TERMS
            .iter()
            .map(|&(cause, _)| (cause, self.amount(cause)))
            .filter(|&(_, amount)| amount != HalfPoints::ZERO)
    }

    fn set(&mut self, cause: MarginTerm, amount: HalfPoints) {
        self.amounts[cause as usize] = amount;
    }
}

/// Counts the stones that each colour placed in play.
pub(super) fn placed(game: &Game) -> [usize; 2] {
    let mut placed = [0; 2];
    for record in game.records() {
        if matches!(record.action, PlayedMove::Place(_)) {
            placed[record.color as usize] += 1;
        }
    }
    placed
}

/// Returns Black's number minus White's, as points.
fn points(numbers: [usize; 2]) -> HalfPoints {
    HalfPoints::from_points(numbers[0] as i32 - numbers[1] as i32)
}

/// Divides the board without determining what is in seki, which takes time.
fn divided(board: &Board, dead: &PointSet) -> Territory {
    Territory::new(board, dead, &PointSet::new(board.size()))
}

/// Returns the surrounded points of each colour, including points in seki.
pub(super) fn surrounded(board: &Board, dead: &PointSet) -> [usize; 2] {
    let territory = divided(board, dead);
    Color::BOTH.map(|color| territory.points(color))
}

fn area_margin(board: &Board, dead: &PointSet) -> HalfPoints {
    let territory = divided(board, dead);
    points(Color::BOTH.map(|color| territory.area(color)))
}
