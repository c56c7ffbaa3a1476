//! From a finished board to points.

use super::{Ledger, PointOwner, Territory, pass_alive};
use crate::board::{Board, Color, Point, PointSet};
use crate::half_points::HalfPoints;
use crate::rules::{EndRule, Rules, ScoringRule, TaxRule};

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
    /// Stones in seki, where that is known; else it is read off the board.
    pub seki: Option<&'a PointSet>,
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
pub enum ScoreTerm {
    /// Living stones on the board.
    Stones,
    /// Surrounded empty points.
    Territory,
    /// Group tax, negative.
    TaxRule,
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
    /// What a search found beyond the other parts.
    Search,
    /// Komi.
    Komi,
    /// White's bonus for handicap stones.
    Bonus,
}

/// All parts with the words for people, in the order in which they are told.
pub const SCORE_TERMS: [(ScoreTerm, &str); 15] = [
    (ScoreTerm::Stones, "stones"),
    (ScoreTerm::Territory, "territory"),
    (ScoreTerm::TaxRule, "group tax"),
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

/// One side's points, by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreBreakdown {
    parts: [HalfPoints; SCORE_TERMS.len()],
}

impl ScoreBreakdown {
    /// What one part comes to.
    #[must_use]
    pub fn part(&self, part: ScoreTerm) -> HalfPoints {
        self.parts[part as usize]
    }

    /// All parts together.
    #[must_use]
    pub fn total(&self) -> HalfPoints {
        self.parts.iter().copied().sum()
    }

    fn add(&mut self, part: ScoreTerm, amount: HalfPoints) {
        self.parts[part as usize] += amount;
    }

    fn add_points(&mut self, part: ScoreTerm, points: usize) {
        self.add(part, HalfPoints::from_points(points as i32));
    }
}

/// A counted game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Black's and White's points.
    pub sides: [ScoreBreakdown; 2],
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

    /// The same count corrected to a margin that a search has proven.
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

/// Counts a finished game. Dead stones that the rules do not take off must not be in `dead`.
#[must_use]
pub fn count(rules: &Rules, game: &Final<'_>) -> Score {
    // Reading what is in seki takes time, and most ways of counting do not ask.
    let territory = if let Some(seki) = game.seki {
        Territory::with_seki(game.board, game.dead, seki)
    } else if rules.tax == TaxRule::Seki || rules.scoring == ScoringRule::Spare {
        Territory::new(game.board, game.dead)
    } else {
        Territory::with_seki(game.board, game.dead, &PointSet::new(game.board.size()))
    };
    let mut score = Score {
        sides: [ScoreBreakdown::default(); 2],
        certain: true,
    };
    for color in Color::BOTH {
        let side = &mut score.sides[color];
        side.add_points(ScoreTerm::Territory, territory.points(color));
        match rules.tax {
            TaxRule::None => (),
            TaxRule::Seki => side.add(
                ScoreTerm::Territory,
                -HalfPoints::from_points(territory.seki_points(color) as i32),
            ),
            TaxRule::Group => side.add(
                ScoreTerm::TaxRule,
                -HalfPoints::from_points(territory.group_tax(color) as i32),
            ),
        }
        side.add(ScoreTerm::Buttons, game.ledger.buttons[color]);
        match rules.scoring {
            ScoringRule::Area => side.add_points(ScoreTerm::Stones, territory.stones(color)),
            ScoringRule::Territory => {
                side.add_points(ScoreTerm::Captures, game.captures[color] as usize);
                side.add_points(ScoreTerm::DeadStones, dead_of(game, color.opponent()));
                side.add(ScoreTerm::PassStones, game.ledger.pass_stones[color]);
                side.add(ScoreTerm::HalfPasses, game.ledger.half_passes[color]);
            }
            ScoringRule::Spare => {
                side.add_points(ScoreTerm::DeadStones, dead_of(game, color.opponent()));
                side.add(
                    ScoreTerm::Bowl,
                    HalfPoints::from_points(game.bowls.regular[color]),
                );
            }
        }
    }
    if rules.scoring == ScoringRule::Spare {
        settle_spare(&mut score, game, &territory);
        return score;
    }
    if rules.scoring == ScoringRule::Territory
        && rules.ending == EndRule::TwoPassesWhiteLast
        && game.last_passer == Some(Color::Black)
    {
        score.sides[Color::Black].add(ScoreTerm::ExtraStone, HalfPoints::ONE);
    }
    let white = &mut score.sides[Color::White];
    white.add(ScoreTerm::Komi, game.komi);
    white.add_points(ScoreTerm::Bonus, rules.white_bonus.points(game.handicap));
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
            score.sides[a].add(ScoreTerm::Turn, HalfPoints::ONE);
        }
        let behind = score.sides[o].total() - score.sides[a].total();
        if game.bowls.regular[o] == 0 && behind > HalfPoints::ZERO {
            score.sides[a].add(ScoreTerm::DrawAtHand, behind);
        }
    }
    score.certain = is_settled(game.board, game.dead, territory) && !may_escape_the_draw(game);
}

/// Whether the opponent O of the first delayer, out of regular prisoners but to move, can take one off the
/// board before the draw is declared.
fn may_escape_the_draw(game: &Final<'_>) -> bool {
    let Some(o) = game.bowls.ultimate_in else {
        return false;
    };
    let can_be_taken = |point: Point| {
        game.board.get(point) == Some(o.opponent()) && is_in_atari(game.board, point)
    };
    game.bowls.regular[o] == 0 && game.to_move == o && game.board.size().points().any(can_be_taken)
}

fn is_in_atari(board: &Board, stone: Point) -> bool {
    board.last_liberty(stone).is_some()
}

/// Whether spare moves can be counted: it is proven that every chain lives or is dead whoever moves and
/// however often, that nobody can live in the other's territory, and that dame are worth nothing but the
/// turn. Chains are proven by Benson 1976; a region is safe if at most one point of it does not touch
/// the living stones around it, so that no two eyes fit in (Müller 1997, *Playing it Safe*). Positions
/// with a seki are never proven, nor is a life that needs an answer.
fn is_settled(board: &Board, dead: &PointSet, territory: &Territory) -> bool {
    let size = board.size();
    let life = Color::BOTH.map(|color| pass_alive(board, color));
    let living = |point: Point| board.get(point).filter(|_| !dead.contains(point));
    let is_proven = |point: Point| living(point).is_none_or(|c| life[c].stones.contains(point));
    if board.stones().all(|(point, _)| dead.contains(point)) || !size.points().all(is_proven) {
        return false;
    }
    regions(board, dead).iter().all(|region| {
        let touches = |point: Point, color: Color| {
            size.neighbours(point)
                .any(|next| living(next) == Some(color))
        };
        match territory.owner(region[0]) {
            PointOwner::Territory(color) => {
                let inner = region.iter().filter(|&&point| !touches(point, color));
                let strangers = |&point: &Point| board.get(point) == Some(color);
                inner.count() <= 1 && !region.iter().any(strangers)
            }
            PointOwner::Dame => {
                region
                    .iter()
                    .all(|&p| Color::BOTH.into_iter().all(|color| touches(p, color)))
                    && Color::BOTH
                        .into_iter()
                        .all(|color| !joins_groups(board, dead, territory, region, color))
                    && !region.iter().any(|&point| board.get(point).is_some())
            }
            _ => false,
        }
    })
}

/// The regions once dead stones are off the board.
fn regions(board: &Board, dead: &PointSet) -> Vec<Vec<Point>> {
    let size = board.size();
    let is_open = |point: Point| board.get(point).is_none() || dead.contains(point);
    let mut seen = PointSet::new(size);
    let mut regions = Vec::new();
    for start in size.points() {
        if !is_open(start) || !seen.insert(start) {
            continue;
        }
        let mut region = vec![start];
        let mut next_point = 0;
        while let Some(&at) = region.get(next_point) {
            next_point += 1;
            for next in size.neighbours(at) {
                if is_open(next) && seen.insert(next) {
                    region.push(next);
                }
            }
        }
        regions.push(region);
    }
    regions
}

/// Whether a colour that fills a region makes one group of several, which are then taxed once.
fn joins_groups(
    board: &Board,
    dead: &PointSet,
    territory: &Territory,
    region: &[Point],
    color: Color,
) -> bool {
    let number = |territory: &Territory| {
        let groups = territory.groups().iter();
        groups.filter(|group| group.color == color).count()
    };
    let stones = board.stones().filter(|&(point, _)| !dead.contains(point));
    let filled = stones.chain(region.iter().map(|&point| (point, color)));
    let after = Board::with_stones(board.size(), filled);
    number(&Territory::new(&after, &PointSet::new(board.size()))) < number(territory)
}
