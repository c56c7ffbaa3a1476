//! Finds the last move of a playout that players would have made before they pass.

use halfpoint_core::board::Color;

use super::board::{EMPTY, PlayoutBoard, stone, touching};

/// Returns the colour of the last move of a playout that players would have made before they pass;
/// `None` if no move was needed.
///
/// Of the stones that are still on the board at the end, these are needed: stones on contested
/// points, which touch the other colour, and stones that connect a chain that would be in atari at
/// the end if all unneeded stones were left out. The other moves fill territory.
pub fn last_needed<const W: usize, const N: usize>(
    end: &PlayoutBoard<W, N>,
    moves: &[(Color, u16)],
) -> Option<Color> {
    let mut unneeded = [false; N];
    for (color, point) in staying(end, moves) {
        unneeded[point] = !touching(end.code(point))[color.opponent() as usize];
    }
    staying(end, moves)
        .rev()
        .find(|&(_, point)| !unneeded[point] || connects(end, &unneeded, point))
        .map(|(color, _)| color)
}

/// Returns the placements of a playout whose stones are still on the board, in the order of play.
fn staying<const W: usize, const N: usize>(
    end: &PlayoutBoard<W, N>,
    moves: &[(Color, u16)],
) -> impl DoubleEndedIterator<Item = (Color, usize)> {
    let placed = moves
        .iter()
        .map(|&(color, point)| (color, usize::from(point)));
    placed.filter(|&(color, point)| end.at(point) == stone(color))
}

/// Returns whether a stone touches a chain that would have no other liberty if the stones marked in
/// `unneeded` were left out.
fn connects<const W: usize, const N: usize>(
    end: &PlayoutBoard<W, N>,
    unneeded: &[bool; N],
    point: usize,
) -> bool {
    let is_kept = |&next: &usize| end.at(next) == end.at(point) && !unneeded[next];
    let mut around = end.around(point).into_iter().filter(is_kept);
    around.any(|stone| !has_another_liberty(end, unneeded, stone, point))
}

/// Returns whether the chain of `stone` would have a liberty other than `than` if the stones marked
/// in `unneeded` were left out.
fn has_another_liberty<const W: usize, const N: usize>(
    end: &PlayoutBoard<W, N>,
    unneeded: &[bool; N],
    stone: usize,
    than: usize,
) -> bool {
    let mut chain = [0; N];
    let mut seen = [false; N];
    (chain[0], seen[stone]) = (stone, true);
    let (mut looked_at, mut known) = (0, 1);
    while looked_at < known {
        for next in end.around(chain[looked_at]) {
            if next != than && (end.at(next) == EMPTY || unneeded[next]) {
                return true;
            }
            if end.at(next) == end.at(stone) && !unneeded[next] && !seen[next] {
                (chain[known], seen[next]) = (next, true);
                known += 1;
            }
        }
        looked_at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::Runner;
    use super::super::board::testing::diagram;
    use super::super::policy::PlayoutPolicy;
    use super::*;
    use halfpoint_core::board::{Board, Point, Size};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Computes [`last_needed`] independently, with boards.
    fn told_slowly(end: &Board, moves: &[(Color, Point)]) -> Option<Color> {
        let size = end.size();
        let stays = |&(color, point): &(Color, Point)| end.get(point) == Some(color);
        let touches = |&(color, point): &(Color, Point)| {
            let other = Some(color.opponent());
            size.neighbours(point).any(|next| end.get(next) == other)
        };
        let is_spare = |stone: &(Color, Point)| moves.contains(stone) && !touches(stone);
        let stones = end.stones().map(|(point, color)| (color, point));
        let kept = stones.filter(|stone| !is_spare(stone));
        let without = Board::with_stones(size, kept.map(|(color, point)| (point, color)));
        let connects = |point| {
            let mut stones = without.stones();
            stones.any(|(stone, _)| without.last_liberty(stone) == Some(point))
        };
        let needed =
            |stone: &&(Color, Point)| stays(stone) && (touches(stone) || connects(stone.1));
        moves.iter().rev().find(needed).map(|&(color, _)| color)
    }

    #[test]
    fn last_needed_agrees_with_a_slow_model() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut seen = [0; 2];
        for (width, height) in [(2, 2), (1, 7), (5, 5), (7, 7), (8, 9)] {
            let size = Size::new(width, height).expect("a size");
            let board = Board::new(size);
            for round in 0..60 {
                let policy = if round % 2 == 0 {
                    PlayoutPolicy::full()
                } else {
                    PlayoutPolicy::light()
                };
                let field = PlayoutBoard::<2, 128>::new(&board).expect("small");
                let mut runner = Runner::new(field, policy);
                runner.run(Color::Black, &mut rng);
                let point = |index: u16| {
                    size.points()
                        .find(|point| point.index() == usize::from(index))
                };
                let placed = runner.moves.iter();
                let moves: Vec<(Color, Point)> = placed
                    .map(|&(color, index)| (color, point(index).expect("a point")))
                    .collect();
                // Start at each move of the playout, so that late starts leave few needed moves.
                for begun in 0..=moves.len() {
                    let quick = last_needed(&runner.field, &runner.moves[begun..]);
                    let slow = told_slowly(&runner.field.board(), &moves[begun..]);
                    assert_eq!(quick, slow, "{:?}", runner.field.board());
                    seen[usize::from(quick.is_some())] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&times| times > 200), "{seen:?}");
    }

    /// Without `c` a stone would be in atari, `d` fills territory and `e` is a dame.
    #[test]
    fn dame_and_connections_are_needed_but_filled_territory_is_not() {
        let (mut field, at) = diagram(&[
            "XcXOO.", //
            "OXXXXO", "OOXdXO", ".OXXeO", "OOX.XO", ".OXXXO",
        ]);
        let played = [
            (Color::Black, 'c'),
            (Color::White, 'e'),
            (Color::Black, 'd'),
        ];
        let moves = played.map(|(color, name)| {
            field.play(stone(color), at(name));
            (color, at(name) as u16)
        });
        let [connection, dame, fill] = moves;
        let last = |moves: &[(Color, u16)]| last_needed(&field, moves);
        assert_eq!(last(&moves), Some(Color::White));
        assert_eq!(last(&[dame, connection, fill]), Some(Color::Black));
        assert_eq!(last(&[fill]), None);
        assert_eq!(last(&[]), None);
    }
}
