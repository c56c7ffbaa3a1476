//! Unconditional life.

use super::bits::Bits;
use crate::board::{Board, Color, Point, PointSet, Size};

/// Stones that are alive even if their owner always passes, and the points they enclose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassAlive {
    /// Stones of pass-alive chains.
    pub stones: PointSet,
    /// Points enclosed by the pass-alive chains in which the opponent cannot live: opposing stones
    /// there are dead.
    pub enclosed: PointSet,
}

/// Maximal set of adjacent points without stones of one colour.
struct Enclosure {
    points: Vec<Point>,
    /// Heads of the chains that touch the enclosure.
    bordering: Vec<Point>,
    /// Heads of the bordering chains that have every empty point of the enclosure as a liberty.
    vital_to: Vec<Point>,
}

/// Returns the pass-alive chains of a colour (Benson 1976, *Life in the Game of Go*): removes
/// chains with fewer than two vital enclosures, and enclosures that touch a removed chain, until
/// nothing changes.
#[must_use]
pub fn pass_alive(board: &Board, color: Color) -> PassAlive {
    match Bits::of(board) {
        Some(bits) => bits.pass_alive(board, color),
        None => pass_alive_by_lists(board, color),
    }
}

/// [`pass_alive`] for boards of any size, and the model that the faster way is tested against.
fn pass_alive_by_lists(board: &Board, color: Color) -> PassAlive {
    let size = board.size();
    let mut enclosures = enclosures(board, color);
    let mut alive = PointSet::of(
        size,
        board
            .stones()
            .filter(|&(_, owner)| owner == color)
            .map(|(point, _)| board.head(point)),
    );
    loop {
        let mut vital = vec![0u16; size.array_len()];
        for enclosure in &enclosures {
            for head in &enclosure.vital_to {
                vital[head.index()] += 1;
            }
        }
        let lost: Vec<Point> = alive
            .iter()
            .filter(|head| vital[head.index()] < 2)
            .collect();
        if lost.is_empty() {
            break;
        }
        for head in lost {
            alive.remove(head);
        }
        enclosures.retain(|e| e.bordering.iter().all(|&head| alive.contains(head)));
    }
    let stones = board.stones().map(|(point, _)| point);
    PassAlive {
        stones: PointSet::of(
            size,
            stones.filter(|&p| board.get(p) == Some(color) && alive.contains(board.head(p))),
        ),
        enclosed: PointSet::of(
            size,
            enclosures
                .iter()
                .filter(|e| !e.vital_to.is_empty())
                .flat_map(|e| e.points.iter().copied()),
        ),
    }
}

fn enclosures(board: &Board, color: Color) -> Vec<Enclosure> {
    let size = board.size();
    let mut seen = PointSet::new(size);
    let mut found = Vec::new();
    for start in size.points() {
        if board.get(start) == Some(color) || seen.contains(start) {
            continue;
        }
        let mut enclosure = Enclosure {
            points: Vec::new(),
            bordering: Vec::new(),
            vital_to: Vec::new(),
        };
        seen.insert(start);
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            enclosure.points.push(at);
            for next in size.neighbours(at) {
                if board.get(next) == Some(color) {
                    let head = board.head(next);
                    if !enclosure.bordering.contains(&head) {
                        enclosure.bordering.push(head);
                    }
                } else if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        enclosure.vital_to = vital_to(board, size, &enclosure);
        found.push(enclosure);
    }
    found
}

fn vital_to(board: &Board, size: Size, enclosure: &Enclosure) -> Vec<Point> {
    let touches = |point: Point, head: Point| {
        size.neighbours(point)
            .any(|next| board.get(next).is_some() && board.head(next) == head)
    };
    let mut empty = enclosure.points.iter().filter(|&&p| board.get(p).is_none());
    let mut heads = enclosure.bordering.clone();
    heads.retain(|&head| empty.clone().all(|&point| touches(point, head)));
    if empty.next().is_none() {
        heads.clear();
    }
    heads
}

/// Returns the stones that have no room to live even if their opponent always passes.
#[must_use]
pub fn enclosed_stones(board: &Board) -> PointSet {
    enclosed_in(board, &Color::BOTH.map(|color| pass_alive(board, color)))
}

fn enclosed_in(board: &Board, life: &[PassAlive; 2]) -> PointSet {
    let is_dead = |color: Color, point| life[color.opponent()].enclosed.contains(point);
    let stones = board.stones().filter(|&(at, color)| is_dead(color, at));
    PointSet::of(board.size(), stones.map(|(point, _)| point))
}

/// Returns the dead stones of a position in which every stone is proven alive or dead without a
/// move of its owner's opponent; `None` if one is in doubt.
#[must_use]
pub fn proven_dead(board: &Board) -> Option<PointSet> {
    let life = Color::BOTH.map(|color| pass_alive(board, color));
    let dead = enclosed_in(board, &life);
    let is_clear =
        |(at, color): (Point, Color)| dead.contains(at) || life[color].stones.contains(at);
    board.stones().all(is_clear).then_some(dead)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::notation::parse_board;

    fn board(rows: &[&str]) -> Board {
        parse_board(rows).expect("a small board")
    }

    #[test]
    fn bits_and_lists_agree() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut alive = 0;
        for _ in 0..4000 {
            let size = Size::new(rng.random_range(1..=8), rng.random_range(1..=8)).expect("a size");
            let thick = rng.random_range(50..=90);
            let stones: Vec<(Point, Color)> = size
                .points()
                .filter_map(|point| {
                    let of = if rng.random_ratio(1, 8) {
                        Color::White
                    } else {
                        Color::Black
                    };
                    rng.random_ratio(thick, 100).then_some((point, of))
                })
                .collect();
            let b = Board::with_stones(size, stones);
            for color in Color::BOTH {
                let life = pass_alive(&b, color);
                assert_eq!(life, pass_alive_by_lists(&b, color), "{b:?}");
                alive += usize::from(!life.stones.is_empty());
            }
        }
        assert!(alive > 200, "{alive} boards with life");
    }

    #[test]
    fn a_chain_with_two_eyes_is_pass_alive() {
        let b = board(&[".X.XO", "XXXXO", "OOOOO", "....."]);
        assert_eq!(pass_alive(&b, Color::Black).stones.iter().count(), 6);
        assert!(pass_alive(&b, Color::White).stones.is_empty());
    }

    #[test]
    fn a_chain_with_one_eye_is_not_pass_alive() {
        let b = board(&[".XXXO", "XXXXO", "OOOOO", "....."]);
        assert!(pass_alive(&b, Color::Black).stones.is_empty());
    }

    #[test]
    fn a_stone_in_an_eye_is_enclosed() {
        let b = board(&[".X.O", "XXX.", "OXXX", ".XOX"]);
        // C1 is a white stone without room: the eyes are A4, A1 with A2, C4 with D4 and D3.
        let life = pass_alive(&b, Color::Black);
        assert!(life.stones.iter().count() > 0);
        let white = b.stones().filter(|&(_, c)| c == Color::White);
        assert!(white.into_iter().any(|(p, _)| life.enclosed.contains(p)));
    }
}
