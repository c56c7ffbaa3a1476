//! Variety of openings: a draw among moves that the search finds about as good as the best one.
//!
//! A search by a net has no chance in it, so without this a player would open every game alike.

use halfpoint_core::board::Board;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::result::{RootMove, SearchResult};

/// Stones for each ten points of the board from which on the opening is over.
const STONES_OF_TEN: usize = 1;
/// Share of the visits of the best move that another one needs.
const MIN_SHARE: f32 = 0.25;
/// Value by which another move may be worse than the best one, where values go from 0 to 1.
const MAX_LOSS: f32 = 0.01;

/// Puts one of the placements that are about as good as the best move to the front, while `board`
/// is that of an opening. Each is drawn in proportion to its visits. Equal seeds draw equal moves.
pub fn vary(found: &mut SearchResult, board: &Board, seed: u64) {
    let area = board.size().area();
    let stones = area - board.empties().len();
    if stones * 10 >= area * STONES_OF_TEN {
        return;
    }
    let Some(best) = found.candidates.first() else {
        return;
    };
    let (visits, value) = (best.visits as f32 * MIN_SHARE, best.value - MAX_LOSS);
    let fits = |one: &RootMove| {
        one.edge.point().is_some() && one.visits as f32 >= visits && one.value >= value
    };
    if !fits(best) {
        return;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let fitting = found
        .candidates
        .iter()
        .enumerate()
        .filter(|(_, one)| fits(one));
    let shares: Vec<(usize, u32)> = fitting.map(|(index, one)| (index, one.visits)).collect();
    let all: u32 = shares.iter().map(|&(_, visits)| visits).sum();
    let mut left = rng.random_range(0..all.max(1));
    for (index, visits) in shares {
        if left < visits {
            found.candidates[..=index].rotate_right(1);
            return;
        }
        left -= visits;
    }
}

#[cfg(test)]
mod tests {
    use halfpoint_core::Size;
    use halfpoint_core::board::{Color, Point};
    use halfpoint_core::game::{PlayedMove, Token};

    use super::*;
    use crate::player::words::Edge;

    /// Returns a result with these moves, given as their visits and values.
    fn found(moves: &[(PlayedMove, u32, f32)]) -> SearchResult {
        let candidate = |&(action, visits, value)| RootMove {
            edge: Edge {
                action,
                named: false,
            },
            visits,
            value,
            win_rate: value,
            margin: 0.0,
            line: Vec::new(),
            figures: Default::default(),
            ownership: Vec::new(),
        };
        SearchResult {
            candidates: moves.iter().map(candidate).collect(),
            playouts: 100,
            ownership: Vec::new(),
        }
    }

    fn points(size: Size) -> Vec<Point> {
        size.points().collect()
    }

    /// Draws with many seeds; returns how often each move came first.
    fn drawn(moves: &[(PlayedMove, u32, f32)], board: &Board) -> Vec<usize> {
        let mut counts = vec![0; moves.len()];
        for seed in 0..1000 {
            let mut result = found(moves);
            vary(&mut result, board, seed);
            let first = result.candidates[0].edge.action;
            let place = moves.iter().position(|one| one.0 == first);
            counts[place.expect("a move")] += 1;
            let others = moves
                .iter()
                .map(|one| one.0)
                .filter(|&action| action != first);
            let rest = result.candidates[1..].iter().map(|one| one.edge.action);
            assert!(rest.eq(others));
        }
        counts
    }

    #[test]
    fn moves_about_as_good_are_drawn_in_proportion_to_their_visits() {
        let size = Size::square(9);
        let place = |index: usize| PlayedMove::Place(points(size)[index]);
        let moves = [
            (place(0), 60, 0.5),
            (place(1), 30, 0.495),
            (place(2), 20, 0.48),
            (place(3), 14, 0.6),
            (PlayedMove::Token(Token::Pass), 60, 0.5),
        ];
        let counts = drawn(&moves, &Board::new(size));
        assert!((600..=733).contains(&counts[0]), "{counts:?}");
        assert_eq!(counts[0] + counts[1], 1000, "{counts:?}");
    }

    #[test]
    fn tokens_and_later_moves_are_not_drawn() {
        let size = Size::square(9);
        let place = |index: usize| PlayedMove::Place(points(size)[index]);
        let token = (PlayedMove::Token(Token::Pass), 60, 0.5);
        let counts = drawn(&[token, (place(1), 60, 0.5)], &Board::new(size));
        assert_eq!(counts, [1000, 0]);
        let mut board = Board::new(size);
        for point in points(size).into_iter().step_by(9) {
            board.play(Color::Black, point);
        }
        let counts = drawn(&[(place(1), 60, 0.5), (place(2), 60, 0.5)], &board);
        assert_eq!(counts, [1000, 0]);
    }

    #[test]
    fn equal_seeds_draw_equal_moves() {
        let size = Size::square(9);
        let place = |index: usize| PlayedMove::Place(points(size)[index]);
        let moves = [(place(0), 60, 0.5), (place(1), 60, 0.5)];
        let first = |seed| {
            let mut result = found(&moves);
            vary(&mut result, &Board::new(size), seed);
            result.candidates[0].edge.action
        };
        assert!((0..50).all(|seed| first(seed) == first(seed)));
        assert!((0..50).any(|seed| first(seed) != first(0)));
    }
}
