//! From a finished board to points.

use super::{Ledger, Territory, pass_alive};
use crate::board::{Board, Color, Point, PointSet};
use crate::half_points::HalfPoints;
use crate::rules::{Counting, Ending, Rules, Tax};

/// The prisoner bowls of spare-move counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bowls {
    /// Regular prisoners in each player's bowl.
    pub regular: [i32; 2],
    /// In whose bowl the ultimate stone lies, once the first delay was made.
    pub ultimate_in: Option<Color>,
}

/// Everything that is counted at the end of a game.
#[derive(Clone, Copy, Debug)]
pub struct Final<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Stones to take off as dead, where the rules allow it.
    pub dead: &'a PointSet,
    /// Stones captured during play, by capturer.
    pub captures: [u32; 2],
    /// What token moves gave.
    pub ledger: Ledger,
    /// Number of handicap stones.
    pub handicap: usize,
    /// White's compensation.
    pub komi: HalfPoints,
    /// Who made the pass that ended the game.
    pub last_passer: Option<Color>,
    /// The bowls.
    pub bowls: Bowls,
    /// Who is to move.
    pub to_move: Color,
}

/// What a side's points are made up of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Part {
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
    /// The point of who is to move once the dame are filled.
    Turn,
    /// What makes the score a draw that can be declared at once.
    DrawAtHand,
    /// Komi.
    Komi,
    /// White's bonus for handicap stones.
    Bonus,
}

/// All parts with the words for people, in the order in which they are told.
pub const PARTS: [(Part, &str); 14] = [
    (Part::Stones, "stones"),
    (Part::Territory, "territory"),
    (Part::Tax, "group tax"),
    (Part::Captures, "captures"),
    (Part::DeadStones, "dead stones"),
    (Part::PassStones, "pass stones"),
    (Part::ExtraStone, "last pass stone"),
    (Part::Buttons, "buttons"),
    (Part::HalfPasses, "half-passes"),
    (Part::Bowl, "bowl"),
    (Part::Turn, "turn"),
    (Part::DrawAtHand, "draw at hand"),
    (Part::Komi, "komi"),
    (Part::Bonus, "handicap bonus"),
];

/// One side's points, by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    parts: [HalfPoints; PARTS.len()],
}

impl Side {
    /// What one part comes to.
    #[must_use]
    pub fn part(&self, part: Part) -> HalfPoints {
        self.parts[part as usize]
    }

    /// All parts together.
    #[must_use]
    pub fn total(&self) -> HalfPoints {
        self.parts.iter().copied().sum()
    }

    fn add(&mut self, part: Part, amount: HalfPoints) {
        self.parts[part as usize] += amount;
    }

    fn add_points(&mut self, part: Part, points: usize) {
        self.add(part, HalfPoints::from_points(points as i32));
    }
}

/// A counted game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Black's and White's points.
    pub sides: [Side; 2],
    /// Whether the number is certain, given the dead stones. Spare-move counting is certain only
    /// where the position is settled; elsewhere its number is an estimate.
    pub certain: bool,
}

impl Score {
    /// Black's points minus White's.
    #[must_use]
    pub fn margin(&self) -> HalfPoints {
        self.sides[0].total() - self.sides[1].total()
    }
}

/// Counts a finished game. Dead stones that the rules do not take off must not be in `dead`.
#[must_use]
pub fn count(rules: &Rules, game: &Final<'_>) -> Score {
    let territory = Territory::new(game.board, game.dead);
    let mut score = Score {
        sides: [Side::default(); 2],
        certain: true,
    };
    for color in Color::BOTH {
        let side = &mut score.sides[color];
        side.add_points(Part::Territory, territory.points(color));
        match rules.tax {
            Tax::None => (),
            Tax::Seki => side.add(
                Part::Territory,
                -HalfPoints::from_points(territory.seki_points(color) as i32),
            ),
            Tax::Group => side.add(
                Part::Tax,
                -HalfPoints::from_points(territory.group_tax(color) as i32),
            ),
        }
        side.add(Part::Buttons, game.ledger.buttons[color]);
        match rules.counting {
            Counting::Area => side.add_points(Part::Stones, territory.stones(color)),
            Counting::Territory => {
                side.add_points(Part::Captures, game.captures[color] as usize);
                side.add_points(Part::DeadStones, dead_of(game, color.opponent()));
                side.add(Part::PassStones, game.ledger.pass_stones[color]);
                side.add(Part::HalfPasses, game.ledger.half_passes[color]);
            }
            Counting::Spare => {
                side.add_points(Part::DeadStones, dead_of(game, color.opponent()));
                side.add(
                    Part::Bowl,
                    HalfPoints::from_points(game.bowls.regular[color]),
                );
            }
        }
    }
    if rules.counting == Counting::Spare {
        settle_spare(&mut score, game, &territory);
        return score;
    }
    if rules.counting == Counting::Territory
        && rules.ending == Ending::TwoPassesWhiteLast
        && game.last_passer == Some(Color::Black)
    {
        score.sides[Color::Black].add(Part::ExtraStone, HalfPoints::ONE);
    }
    let white = &mut score.sides[Color::White];
    white.add(Part::Komi, game.komi);
    white.add_points(Part::Bonus, rules.white_bonus.points(game.handicap));
    score
}

fn dead_of(game: &Final<'_>, color: Color) -> usize {
    let of_color = |&point: &Point| game.board.get(point) == Some(color);
    game.dead.iter().filter(of_color).count()
}

/// The turn's point and the draw at hand (`A` made the first delay, `O` is the opponent), and
/// whether the number is more than an estimate.
fn settle_spare(score: &mut Score, game: &Final<'_>, territory: &Territory) {
    if let Some(o) = game.bowls.ultimate_in {
        let a = o.opponent();
        let after_dame = if territory.dame().is_multiple_of(2) {
            game.to_move
        } else {
            game.to_move.opponent()
        };
        if after_dame == o {
            score.sides[a].add(Part::Turn, HalfPoints::ONE);
        }
        let behind = score.sides[o].total() - score.sides[a].total();
        if game.bowls.regular[o] == 0 && behind > HalfPoints::ZERO {
            score.sides[a].add(Part::DrawAtHand, behind);
        }
    }
    let life = Color::BOTH.map(|color| pass_alive(game.board, color));
    score.certain = game.board.stones().all(|(point, color)| {
        if game.dead.contains(point) {
            life[color.opponent()].enclosed.contains(point)
        } else {
            life[color].stones.contains(point)
        }
    }) && game.board.stones().next().is_some()
        && shared_points_touch_both(game.board, game.dead, territory);
}

/// Whether each dame touches both colours itself, so that filling it is worth the same to both.
fn shared_points_touch_both(board: &Board, dead: &PointSet, territory: &Territory) -> bool {
    let size = board.size();
    let touches = |point: Point, color: Color| {
        size.neighbours(point)
            .any(|next| board.get(next) == Some(color) && !dead.contains(next))
    };
    size.points()
        .filter(|&point| territory.owner(point) == super::PointOwner::Dame)
        .all(|point| Color::BOTH.iter().all(|&color| touches(point, color)))
}
