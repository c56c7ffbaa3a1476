//! Ownership of points by a net, for chains about which proof, reading and playouts are silent.

use halfpoint_core::board::{Board, Color, PointSet, Symmetry, to_representative};
use halfpoint_core::game::{Position, Terms};
use halfpoint_core::rules::{PRESETS, find};
use halfpoint_core::{HalfPoints, Point};

use halfpoint_nn::{History, Net, NetReader};

/// Minimum absolute mean ownership of a chain (0 to 1) from which a net is sure of its life.
pub const SURE_OF_CHAIN: f32 = 0.6;

/// Unit of ownership in sums, so that they do not depend on the order of their terms.
const UNIT: f32 = 1e-6;

/// Ownership by a net of each point of a board: the mean over its symmetries and both players to
/// move.
pub struct NetOwnership {
    black: Vec<f32>,
}

impl NetOwnership {
    /// Evaluates a board by `net`, which looks at it up to sixteen times; `None` if `is_late`
    /// returns true between two looks. The result depends on the stones and the net alone, and
    /// images of a board under symmetry have images of its ownership.
    pub fn until(board: &Board, net: &Net, is_late: &dyn Fn() -> bool) -> Option<NetOwnership> {
        let images = to_representative(board, &PointSet::new(board.size()));
        let Some(image) = images.first() else {
            return Some(NetOwnership {
                black: vec![0.0; board.size().array_len()],
            });
        };
        let seen = mean_ownership(&image.board(board), net, is_late)?;
        let sign = image.color(Color::Black).sign() as f32;
        let mut black = vec![0.0; board.size().array_len()];
        for point in board.size().points() {
            black[point.index()] = sign * seen[image.point(point).index()];
        }
        Some(NetOwnership { black })
    }

    /// Returns whether the chain of `color` at `stone` is dead; `None` if the net is not sure.
    pub fn is_dead(&self, board: &Board, stone: Point, color: Color) -> Option<bool> {
        let sum: f32 = board.chain(stone).map(|p| self.black[p.index()]).sum();
        let own = sum / board.chain_len(stone) as f32 * color.sign() as f32;
        (own.abs() >= SURE_OF_CHAIN).then_some(own < 0.0)
    }
}

/// Returns the ownership by Black of each point under area scoring without komi; `None` if it is
/// late before all is seen.
fn mean_ownership(board: &Board, net: &Net, is_late: &dyn Fn() -> bool) -> Option<Vec<f32>> {
    let size = board.size();
    let rules = find("chinese").map_or(PRESETS[0].rules, |preset| preset.rules);
    let terms = Terms {
        komi: HalfPoints::ZERO,
        handicap: 0,
    };
    let mut reader = NetReader::new(net, size);
    let symmetries = Symmetry::symmetries(size).count();
    let mut sums = vec![0i64; size.array_len()];
    for color in Color::BOTH {
        let position = Position::new(rules, board.clone(), color);
        let history = History::new(board);
        for symmetry in 0..symmetries {
            if is_late() {
                return None;
            }
            let evaluation = reader.evaluate(&position, &history, terms, Some(symmetry));
            for point in size.points() {
                let own = evaluation.ownership[reader.place(point)] * color.sign() as f32;
                sums[point.index()] += (own / UNIT).round() as i64;
            }
        }
    }
    let number = (2 * symmetries) as f32;
    let means = sums.iter().map(|&sum| sum as f32 * UNIT / number);
    Some(means.collect())
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use halfpoint_core::Size;
    use halfpoint_core::board::Placement;

    use super::*;
    use halfpoint_nn::Arithmetic;

    /// Returns a board with random stones that are not surrounded.
    fn random_board(size: Size, random: &mut Xoshiro256PlusPlus) -> Board {
        let mut board = Board::new(size);
        for point in size.points() {
            let color = Color::BOTH[usize::from(random.random_bool(0.5))];
            let is_alive = board.placement(color, point) == Placement::Alive;
            if random.random_bool(0.6) && is_alive {
                board.play(color, point);
            }
        }
        board
    }

    #[test]
    fn an_image_of_a_board_has_the_image_of_its_ownership() {
        let net = Net::embedded(Arithmetic::Int8).expect("a net");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for (width, height) in [(5, 5), (7, 7), (6, 4)] {
            let size = Size::new(width, height).expect("a size");
            let board = random_board(size, &mut random);
            let owners = NetOwnership::until(&board, &net, &|| false).expect("time");
            assert!(owners.black.iter().any(|&own| own.abs() > 0.1));
            for image in Symmetry::all(size) {
                let there = image.board(&board);
                let there = NetOwnership::until(&there, &net, &|| false).expect("time");
                let sign = image.color(Color::Black).sign() as f32;
                for point in size.points() {
                    let (own, other) = (
                        owners.black[point.index()],
                        there.black[image.point(point).index()],
                    );
                    assert!((own - sign * other).abs() < 1e-5, "{own} {other}");
                }
            }
        }
    }
}
