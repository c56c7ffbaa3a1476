//! Counts of positions and games that are published elsewhere: a check of the board and the move
//! rules as a whole.

use crate::board::{Board, Color, Placement, Point, Size};
use crate::game::{PlayedMove, Position};

/// Counts the board positions in which every chain has a liberty (Tromp and Farnebäck,
/// *Combinatorics of Go*: 57 on 2×2, 12,675 on 3×3, 24,318,165 on 4×4). The number, and with it the
/// time, grows about threefold with every point of the board.
#[must_use]
pub fn legal_positions(size: Size) -> u64 {
    let points: Vec<Point> = size.points().collect();
    let mut boards = vec![Board::new(size); points.len()];
    fill(&points, &mut boards)
}

/// Counts the ways to fill `points` on the first of `boards`; the other boards are memory for
/// copies.
fn fill(points: &[Point], boards: &mut [Board]) -> u64 {
    let (Some((&point, points)), Some((board, boards))) =
        (points.split_first(), boards.split_first_mut())
    else {
        return 1;
    };
    let mut found = match boards.first_mut() {
        Some(next) => {
            next.copy_from(board);
            fill(points, boards)
        }
        None => 1,
    };
    for color in Color::BOTH {
        // Points not yet filled are empty, so liberties only become fewer: a chain that has lost
        // its last liberty never gets one back.
        if board.placement(color, point) != Placement::Alive
            || board.captures(color, point).next().is_some()
        {
            continue;
        }
        found += match boards.first_mut() {
            Some(next) => {
                next.copy_from(board);
                next.play(color, point);
                fill(points, boards)
            }
            None => 1,
        };
    }
    found
}

/// Counts the games of `depth` moves from a position, over all placements and the plain pass of the
/// player to move. A finished game counts once, at whatever depth it ended, even if the rules would
/// let play go on.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 || position.state().over.is_some() {
        return 1;
    }
    let color = position.to_move();
    let placements = position
        .placements(color)
        .into_iter()
        .map(PlayedMove::Place);
    let pass = position.plain_pass(color).ok().map(PlayedMove::Token);
    placements
        .chain(pass)
        .map(|action| {
            let mut next = position.clone();
            next.make(color, action, |_| ());
            perft(&next, depth - 1)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;

    fn positions(width: usize, height: usize) -> u64 {
        legal_positions(Size::new(width, height).expect("a small board"))
    }

    #[test]
    fn legal_positions_of_small_boards_match_the_published_counts() {
        for (width, height, count) in [
            (1, 1, 1),
            (1, 2, 5),
            (2, 1, 5),
            (2, 2, 57),
            (2, 3, 489),
            (3, 2, 489),
            (3, 3, 12_675),
            (3, 4, 321_689),
        ] {
            assert_eq!(positions(width, height), count, "{width}x{height}");
        }
    }

    #[test]
    fn legal_positions_of_4x4() {
        assert_eq!(positions(4, 4), 24_318_165);
    }

    #[test]
    fn tromp_taylor_games_on_2x2_match_the_known_counts() {
        let rules = find("tromp_taylor").expect("a rule set").rules;
        let position = Position::new(rules, Board::new(Size::square(2)), Color::Black);
        let leaves: Vec<u64> = (0..=5).map(|depth| perft(&position, depth)).collect();
        assert_eq!(leaves, [1, 5, 21, 69, 161, 337]);
    }
}
