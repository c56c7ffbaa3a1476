//! Where a margin comes from, in terms that all rule sets share, so that two can be subtracted.
//!
//! The common ground is the area of the final board. A territory count is derived from it by an
//! identity that holds in every game, since each stone that was ever placed is on the board or a
//! prisoner: `T + K = area − (stones set up and placed)`, taken as Black's less White's.

use halfpoint_core::board::{Board, Color, PointSet};
use halfpoint_core::game::{Game, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{ScoringRule, TaxRule};
use halfpoint_core::score::{Score, ScoreTerm, Territory};

/// What makes up a margin, and a difference between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MarginTerm {
    /// Area, the dead stones taken off: the same under every rule set.
    Board,
    /// Dead stones that the rules leave on the board.
    DeadStay,
    /// Points of groups in seki, where they do not count.
    Seki,
    /// Group tax.
    GroupTax,
    /// Stones that were placed in play, where they do not count as points.
    Stones,
    /// Handicap stones, where they do not count as points.
    HandicapStones,
    /// Other stones that were set up, where they do not count as points.
    SetupStones,
    /// Stones handed over by passing.
    PassStones,
    /// White's extra stone, where White must pass last.
    ExtraStone,
    /// Buttons.
    Buttons,
    /// Half-passes.
    HalfPasses,
    /// Prisoners returned by delays.
    Delays,
    /// Prisoners that lay in the bowls as a handicap.
    BowlHandicap,
    /// The point of who is to move once the dame are filled.
    Turn,
    /// What makes the score a draw that can be declared at once.
    DrawAtHand,
    /// What a search found beyond the count.
    Search,
    /// Komi.
    Komi,
    /// White's bonus for handicap stones.
    Bonus,
    /// What none of these explains; nothing, as far as is known.
    Other,
}

/// All causes, in the order in which they are told, with their names in data.
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

/// Black's margin by cause. The amounts add up to the margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    amounts: [HalfPoints; MARGIN_TERMS.len()],
}

impl Sources {
    /// Where the margin of a counted game comes from. `dead` are the stones that the rules took off,
    /// `agreed` those that are dead in anybody's eyes.
    pub(super) fn new(game: &Game, dead: &PointSet, agreed: &PointSet, score: &Score) -> Sources {
        let board = game.board();
        let mut sources = Sources::default();
        let area = area_margin(board, agreed);
        sources.set(MarginTerm::Board, area);
        sources.set(MarginTerm::DeadStay, area_margin(board, dead) - area);
        let part = |part| score.sides[0].part(part) - score.sides[1].part(part);
        sources.set(MarginTerm::GroupTax, part(ScoreTerm::TaxRule));
        if game.rules().tax == TaxRule::Seki {
            // What the count leaves out of what is surrounded.
            let surrounded = points(surrounded(board, dead));
            sources.set(MarginTerm::Seki, part(ScoreTerm::Territory) - surrounded);
        }
        if game.rules().scoring != ScoringRule::Area {
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
        if game.rules().scoring == ScoringRule::Spare {
            let handicap = -HalfPoints::from_points(game.rules().bowl_handicap.into());
            let captures = points(game.state().captures.map(|number| number as usize));
            sources.set(MarginTerm::BowlHandicap, handicap);
            // The bowls hold what was captured, less what went back.
            sources.set(
                MarginTerm::Delays,
                part(ScoreTerm::Bowl) - handicap - captures,
            );
        }
        sources.set(MarginTerm::Other, score.margin() - sources.total());
        sources
    }

    /// What one cause comes to.
    #[must_use]
    pub fn amount(&self, cause: MarginTerm) -> HalfPoints {
        self.amounts[cause as usize]
    }

    /// All of them together.
    #[must_use]
    pub fn total(&self) -> HalfPoints {
        self.amounts.iter().copied().sum()
    }

    /// The causes of a difference: of these less those of another count.
    #[must_use]
    pub fn less(&self, other: &Sources) -> Sources {
        let mut amounts = self.amounts;
        for (amount, &less) in amounts.iter_mut().zip(&other.amounts) {
            *amount -= less;
        }
        Sources { amounts }
    }

    /// The causes that come to something, in their order.
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

/// The stones that each colour placed in play.
pub(super) fn placed(game: &Game) -> [usize; 2] {
    let mut placed = [0; 2];
    for record in game.records() {
        if matches!(record.action, PlayedMove::Place(_)) {
            placed[record.color as usize] += 1;
        }
    }
    placed
}

/// Black's number less White's, as points.
fn points(numbers: [usize; 2]) -> HalfPoints {
    HalfPoints::from_points(numbers[0] as i32 - numbers[1] as i32)
}

/// The board divided without asking what is in seki, which takes time.
fn divided(board: &Board, dead: &PointSet) -> Territory {
    Territory::with_seki(board, dead, &PointSet::new(board.size()))
}

/// T of each colour, points in seki among them.
pub(super) fn surrounded(board: &Board, dead: &PointSet) -> [usize; 2] {
    let territory = divided(board, dead);
    Color::BOTH.map(|color| territory.points(color))
}

fn area_margin(board: &Board, dead: &PointSet) -> HalfPoints {
    let territory = divided(board, dead);
    points(Color::BOTH.map(|color| territory.area(color)))
}
