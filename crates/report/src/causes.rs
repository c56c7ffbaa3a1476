//! Where a margin comes from, in terms that all rule sets share, so that two can be subtracted.
//!
//! The common ground is the area of the final board. A territory count is derived from it by an
//! identity that holds in every game, since each stone that was ever placed is on the board or a
//! prisoner: `T + K = area − (stones set up and placed)`, taken as Black's less White's.

use halfpoint_core::board::{Board, Color, PointSet};
use halfpoint_core::game::{Game, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{ScoringRule, TaxRule};
use halfpoint_core::score::{Part, Score, Territory};

/// What makes up a margin, and a difference between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cause {
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
pub const CAUSES: [(Cause, &str); 19] = [
    (Cause::Board, "board"),
    (Cause::DeadStay, "dead_stay"),
    (Cause::Seki, "seki"),
    (Cause::GroupTax, "group_tax"),
    (Cause::Stones, "stones"),
    (Cause::HandicapStones, "handicap_stones"),
    (Cause::SetupStones, "setup_stones"),
    (Cause::PassStones, "pass_stones"),
    (Cause::ExtraStone, "last_pass_stone"),
    (Cause::Buttons, "buttons"),
    (Cause::HalfPasses, "half_passes"),
    (Cause::Delays, "delays"),
    (Cause::BowlHandicap, "bowl_handicap"),
    (Cause::Turn, "turn"),
    (Cause::DrawAtHand, "draw_at_hand"),
    (Cause::Search, "by_search"),
    (Cause::Komi, "komi"),
    (Cause::Bonus, "handicap_bonus"),
    (Cause::Other, "other"),
];

/// Black's margin by cause. The amounts add up to the margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    amounts: [HalfPoints; CAUSES.len()],
}

impl Sources {
    /// Where the margin of a counted game comes from. `dead` are the stones that the rules took off,
    /// `agreed` those that are dead in anybody's eyes.
    pub(super) fn new(game: &Game, dead: &PointSet, agreed: &PointSet, score: &Score) -> Sources {
        let board = game.board();
        let mut sources = Sources::default();
        let area = area_margin(board, agreed);
        sources.set(Cause::Board, area);
        sources.set(Cause::DeadStay, area_margin(board, dead) - area);
        let part = |part| score.sides[0].part(part) - score.sides[1].part(part);
        sources.set(Cause::GroupTax, part(Part::TaxRule));
        if game.rules().tax == TaxRule::Seki {
            // What the count leaves out of what is surrounded.
            let surrounded = points(surrounded(board, dead));
            sources.set(Cause::Seki, part(Part::Territory) - surrounded);
        }
        if game.rules().scoring != ScoringRule::Area {
            sources.set(Cause::Stones, -points(placed(game)));
            let setup = game.setup();
            let handicap = setup.handicap();
            let stones = setup.stones().iter();
            let mut others = stones.fold([0; 2], |mut sum, &(_, color)| {
                sum[color as usize] += 1;
                sum
            });
            others[0] -= handicap;
            sources.set(Cause::HandicapStones, -points([handicap, 0]));
            sources.set(Cause::SetupStones, -points(others));
        }
        for (cause, of) in [
            (Cause::PassStones, Part::PassStones),
            (Cause::ExtraStone, Part::ExtraStone),
            (Cause::Buttons, Part::Buttons),
            (Cause::HalfPasses, Part::HalfPasses),
            (Cause::Turn, Part::Turn),
            (Cause::DrawAtHand, Part::DrawAtHand),
            (Cause::Search, Part::Search),
            (Cause::Komi, Part::Komi),
            (Cause::Bonus, Part::Bonus),
        ] {
            sources.set(cause, part(of));
        }
        if game.rules().scoring == ScoringRule::Spare {
            let handicap = -HalfPoints::from_points(game.rules().bowl_handicap.into());
            let captures = points(game.state().captures.map(|number| number as usize));
            sources.set(Cause::BowlHandicap, handicap);
            // The bowls hold what was captured, less what went back.
            sources.set(Cause::Delays, part(Part::Bowl) - handicap - captures);
        }
        sources.set(Cause::Other, score.margin() - sources.total());
        sources
    }

    /// What one cause comes to.
    #[must_use]
    pub fn amount(&self, cause: Cause) -> HalfPoints {
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
    pub fn iter(&self) -> impl Iterator<Item = (Cause, HalfPoints)> + '_ {
        CAUSES
            .iter()
            .map(|&(cause, _)| (cause, self.amount(cause)))
            .filter(|&(_, amount)| amount != HalfPoints::ZERO)
    }

    fn set(&mut self, cause: Cause, amount: HalfPoints) {
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
