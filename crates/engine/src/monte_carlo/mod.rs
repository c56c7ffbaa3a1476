//! Playouts: games played to the end by a fast policy on a board of their own, which evaluate the
//! leaves of the search.

mod answers;
mod board;
mod candidates;
mod classes;
mod features;
mod last_needed;
mod patterns;
mod policy;
mod priors;
mod score;
mod shapes;
mod tactics;

pub(crate) use priors::Prior;

use rand_xoshiro::Xoshiro256PlusPlus;

use board::{EMPTY, NOWHERE, PlayoutBoard, stone, touching};
use features::FeatureExtractor;
use last_needed::last_needed;
use policy::{PlayoutPolicy, Recent};
use score::{FinishedPlayout, margin_by_area};
use tactics::SCRATCH_BOARDS;

use halfpoint_core::board::{Board, Color, Point};
use halfpoint_core::game::{Position, Terms};

/// Playouts from a position: keeps the root of the search, the current position on the way down the
/// tree, and the scratch boards of the policy.
///
/// The search makes each move of its descent here too, so that a playout starts from the leaf
/// without building a board.
pub struct Playouts(Sized);

/// Runner for a size of board. Each size class has arrays that are as small as possible, since
/// those are copied much faster.
#[allow(clippy::large_enum_variant)]
enum Sized {
    To9(Box<Runner<2, 128>>),
    To13(Box<Runner<4, 256>>),
    To19(Box<Runner<7, 448>>),
    To25(Box<Runner<11, 704>>),
}

/// Evaluates an expression with the runner of whichever size class is in use.
macro_rules! with {
    ($playouts:expr, $runner:ident => $what:expr) => {
        match $playouts {
            Sized::To9($runner) => $what,
            Sized::To13($runner) => $what,
            Sized::To19($runner) => $what,
            Sized::To25($runner) => $what,
        }
    };
}

impl Playouts {
    /// Returns playouts that start at `root` or after it and use the full policy.
    #[must_use]
    pub fn new(root: &Board) -> Playouts {
        Playouts::with_policy(root, PlayoutPolicy::full())
    }

    /// Returns playouts that start at `root` or after it and use uniformly random legal moves that
    /// fill no eye.
    #[must_use]
    pub fn random(root: &Board) -> Playouts {
        Playouts::with_policy(root, PlayoutPolicy::light())
    }

    /// Returns playouts with the runner of the smallest size class that holds the board.
    fn with_policy(root: &Board, policy: PlayoutPolicy) -> Playouts {
        let sized = if let Some(field) = PlayoutBoard::new(root) {
            Sized::To9(Box::new(Runner::new(field, policy)))
        } else if let Some(field) = PlayoutBoard::new(root) {
            Sized::To13(Box::new(Runner::new(field, policy)))
        } else if let Some(field) = PlayoutBoard::new(root) {
            Sized::To19(Box::new(Runner::new(field, policy)))
        } else {
            let field = PlayoutBoard::new(root).expect("no board is larger");
            Sized::To25(Box::new(Runner::new(field, policy)))
        };
        Playouts(sized)
    }

    /// Goes back to the root. `last` holds the opponent's last move and the player's own move
    /// before it, each `None` if it placed nothing.
    pub fn rewind(&mut self, last: [Option<Point>; 2]) {
        with!(&mut self.0, runner => runner.rewind(last));
    }

    /// Puts a stone on an empty point of the current position, with captures.
    pub fn place(&mut self, color: Color, point: Point) {
        with!(&mut self.0, runner => runner.place(color, point));
    }

    /// Makes a move that places nothing; it lifts the ban of a ko.
    pub fn pass(&mut self) {
        with!(&mut self.0, runner => runner.pass());
    }

    /// Plays on until two passes in a row, when only eyes and seki are empty. Returns Black's area
    /// minus White's, in points.
    ///
    /// A playout that is caught in a cycle stops after 3 · area + 10 moves and is scored as it
    /// stands.
    pub fn run(&mut self, to_move: Color, rng: &mut Xoshiro256PlusPlus) -> i32 {
        with!(&mut self.0, runner => runner.run(to_move, rng))
    }

    /// Returns the placements of the last playout, in the order of play; each point is a
    /// [`Point::index`].
    #[must_use]
    pub fn moves(&self) -> &[(Color, u16)] {
        with!(&self.0, runner => &runner.moves)
    }

    /// Returns the owner of a point as the stones stand: the colour of its stone, or, if it is
    /// empty, the only colour that touches it. `None` if both colours or neither touch it.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        with!(&self.0, runner => owner(&runner.field, point.index()))
    }

    /// Returns Black's margin, in half-points, if play goes on from `position` as in the playout
    /// that was just run there, and ends with its `area`, Black minus White in points.
    #[must_use]
    pub fn margin(&self, position: &Position, area: i32, terms: Terms) -> i32 {
        margin_by_area(position, area, self, terms)
    }

    /// Returns the prior of each of a player's moves, from features and patterns alone.
    pub(super) fn priors(&mut self, color: Color, points: &[Point]) -> Vec<Prior> {
        with!(&mut self.0, runner => runner.priors(color, points))
    }
}

impl FinishedPlayout for Playouts {
    fn last_needed(&self) -> Option<Color> {
        with!(&self.0, runner => last_needed(&runner.field, &runner.moves))
    }

    fn board(&self) -> Board {
        with!(&self.0, runner => runner.field.board())
    }
}

/// Playouts on a board of at most `N` points, with `W` words of 64 bits for each set of points.
struct Runner<const W: usize, const N: usize> {
    root: PlayoutBoard<W, N>,
    field: PlayoutBoard<W, N>,
    /// The last two moves, the latest first; each is [`NOWHERE`] if it placed nothing.
    last: [usize; 2],
    policy: PlayoutPolicy,
    /// Placements of the playout, in the order of play.
    moves: Vec<(Color, u16)>,
    /// Scratch boards for reading ladders.
    scratch: Box<[PlayoutBoard<W, N>]>,
}

impl<const W: usize, const N: usize> Runner<W, N> {
    /// Returns a runner whose current position is the root, without earlier moves.
    fn new(root: PlayoutBoard<W, N>, policy: PlayoutPolicy) -> Runner<W, N> {
        Runner {
            field: root,
            root,
            last: [NOWHERE; 2],
            policy,
            moves: Vec::new(),
            scratch: vec![root; SCRATCH_BOARDS].into_boxed_slice(),
        }
    }

    /// Implements [`Playouts::rewind`].
    fn rewind(&mut self, last: [Option<Point>; 2]) {
        self.field.copy_from(&self.root);
        self.last = last.map(|point| point.map_or(NOWHERE, Point::index));
        self.moves.clear();
    }

    /// Implements [`Playouts::place`].
    fn place(&mut self, color: Color, point: Point) {
        self.field.play(stone(color), point.index());
        self.last = [point.index(), self.last[0]];
    }

    /// Implements [`Playouts::priors`].
    fn priors(&mut self, color: Color, points: &[Point]) -> Vec<Prior> {
        priors::of(&mut self.scene(color), points)
    }

    /// Returns an extractor for the moves of a player in the current position.
    fn scene(&mut self, color: Color) -> FeatureExtractor<'_, W, N> {
        FeatureExtractor::new(&self.field, stone(color), self.last, &mut self.scratch)
    }

    /// Implements [`Playouts::pass`].
    fn pass(&mut self) {
        self.field.ko = NOWHERE;
        self.last = [NOWHERE, self.last[0]];
    }

    /// Implements [`Playouts::run`].
    fn run(&mut self, to_move: Color, rng: &mut Xoshiro256PlusPlus) -> i32 {
        let mut color = to_move;
        let mut recent = Recent {
            moves: self.last,
            own_ko: NOWHERE,
        };
        let mut passes = 0;
        // Without superko a playout may run into a long cycle; this limit ends it, and it is scored
        // as it stands.
        for _ in 0..3 * self.field.size().area() + 10 {
            let ko = self.field.ko;
            let chosen =
                self.policy
                    .choose(&self.field, stone(color), &recent, &mut self.scratch, rng);
            recent = Recent {
                moves: [chosen, recent.moves[0]],
                own_ko: ko,
            };
            if chosen == NOWHERE {
                self.field.ko = NOWHERE;
                passes += 1;
                if passes == 2 {
                    break;
                }
            } else {
                self.field.play(stone(color), chosen);
                self.moves.push((color, chosen as u16));
                passes = 0;
            }
            color = color.opponent();
        }
        area_margin(&self.field)
    }
}

/// Returns the owner of a point as the stones stand; see [`Playouts::owner`].
fn owner<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    point: usize,
) -> Option<Color> {
    let content = match field.at(point) {
        EMPTY => match touching(field.code(point)) {
            [true, false] => 1,
            [false, true] => 2,
            _ => 0,
        },
        content => content,
    };
    match content {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}

/// Returns Black's area minus White's, in points, as the stones stand.
fn area_margin<const W: usize, const N: usize>(field: &PlayoutBoard<W, N>) -> i32 {
    let [black, white] = field.stones().map(i32::from);
    let of_empties =
        field
            .empties()
            .iter()
            .map(|&point| match touching(field.code(point as usize)) {
                [true, false] => 1,
                [false, true] => -1,
                _ => 0,
            });
    black - white + of_empties.sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use rand::SeedableRng;

    #[test]
    fn playouts_fill_the_board_except_for_eyes_and_seki() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for (width, height) in [
            (1, 1),
            (2, 2),
            (5, 5),
            (9, 9),
            (7, 13),
            (13, 13),
            (19, 19),
            (25, 25),
        ] {
            let size = Size::new(width, height).expect("a size");
            let board = Board::new(size);
            for mut playouts in [Playouts::new(&board), Playouts::random(&board)] {
                for _ in 0..10 {
                    playouts.rewind([None; 2]);
                    let area = playouts.run(Color::Black, &mut rng);
                    assert!(playouts.moves().len() <= 3 * size.area() + 10);
                    let owners = size.points().filter_map(|point| playouts.owner(point));
                    assert_eq!(area, owners.map(Color::sign).sum::<i32>());
                    let end = playouts.board();
                    assert!(end.empties().len() < size.area().max(3) / 2 + 2);
                }
            }
        }
    }
}
