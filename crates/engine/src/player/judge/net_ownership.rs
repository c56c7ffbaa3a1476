//! Ownership of points by a net.

use halfpoint_core::HalfPoints;
use halfpoint_core::board::{Board, Color, Symmetry};
use halfpoint_core::game::{Position, Terms};
use halfpoint_core::rules::CHINESE;

use halfpoint_nn::{History, Net, NetReader};

/// Unit of ownership in sums, so that they do not depend on the order of their terms.
const UNIT: f32 = 1e-6;

/// Returns the ownership by Black (−1 to 1) of each point, by its index, under area scoring without
/// komi: the mean over both players to move and the first `sides` symmetries of the board (at least
/// one; at most all there are). `None` if `is_late` returns true between two looks.
pub fn mean_ownership(
    board: &Board,
    net: &Net,
    sides: usize,
    is_late: &dyn Fn() -> bool,
) -> Option<Vec<f32>> {
    let size = board.size();
    let terms = Terms {
        komi: HalfPoints::ZERO,
        handicap: 0,
    };
    let mut reader = NetReader::new(net, size);
    let sides = Symmetry::symmetries(size).count().min(sides).max(1);
    let mut sums = vec![0i64; size.array_len()];
    for color in Color::BOTH {
        let position = Position::new(CHINESE.rules, board.clone(), color);
        let history = History::new(board);
        for side in 0..sides {
            if is_late() {
                return None;
            }
            let evaluation = reader.evaluate(&position, &history, terms, Some(side));
            for point in size.points() {
                let own = evaluation.ownership[reader.place(point)] * color.sign() as f32;
                sums[point.index()] += (own / UNIT).round() as i64;
            }
        }
    }
    let number = (2 * sides) as f32;
    let means = sums.iter().map(|&sum| sum as f32 * UNIT / number);
    Some(means.collect())
}
