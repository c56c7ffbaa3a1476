//! The fast board against the naive one, on random games of every size class.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::naive::NaiveBoard;
use halfpoint_core::board::{Board, Color, Placement, Point, PointSet, Size, ZobristKey};
use halfpoint_core::game::{Game, Move, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::PRESETS;

/// Game that is played on both boards.
struct Pair {
    size: Size,
    fast: Board,
    naive: NaiveBoard,
}

impl Pair {
    fn new(size: Size) -> Pair {
        Pair {
            size,
            fast: Board::new(size),
            naive: NaiveBoard::new(size),
        }
    }

    fn naive_key(&self, naive: &NaiveBoard) -> ZobristKey {
        let mut key = ZobristKey::EMPTY;
        for point in self.size.points() {
            if let Some(color) = naive.get(point) {
                key ^= ZobristKey::stone(color, point);
            }
        }
        key
    }

    /// Checks everything that the fast board states about the present position.
    fn check(&self) {
        self.fast.assert_consistent();
        assert!(self.naive.is_legal());
        assert_eq!(self.fast.key(), self.naive_key(&self.naive));
        let points = || self.size.points();
        let empties = PointSet::of(self.size, self.fast.empties().iter().copied());
        assert_eq!(
            empties,
            PointSet::of(self.size, points().filter(|&p| self.naive.get(p).is_none()))
        );
        assert_eq!(
            empties.iter().count(),
            self.fast.empties().len(),
            "each once"
        );
        let mut seen = PointSet::new(self.size);
        for point in points() {
            let stone = self.naive.get(point);
            assert_eq!(self.fast.get(point), stone);
            if stone.is_none() {
                assert_eq!(self.fast.chain(point).count(), 0);
            }
            if stone.is_none() || seen.contains(point) {
                continue;
            }
            let chain = self.naive.flood(point);
            let liberties = self.naive.liberties(point);
            let only = Some(liberties.iter().collect::<Vec<_>>()).filter(|all| all.len() == 1);
            assert_eq!(PointSet::of(self.size, self.fast.chain(point)), chain);
            assert_eq!(
                self.fast.chain(point).count(),
                chain.iter().count(),
                "each once"
            );
            assert_eq!(self.fast.liberties(point), liberties);
            for stone in chain.iter() {
                seen.insert(stone);
                assert_eq!(self.fast.head(stone), self.fast.head(point));
                assert_eq!(self.fast.chain_len(stone), chain.iter().count());
                assert_eq!(
                    self.fast.last_liberty(stone),
                    only.as_ref().map(|all| all[0])
                );
            }
        }
    }

    /// Tries a placement on copies of both boards, compares all effects, and returns its kind.
    fn try_out(&self, color: Color, point: Point) -> Placement {
        if self.naive.get(point).is_some() {
            assert_eq!(self.fast.placement(color, point), Placement::Occupied);
            return Placement::Occupied;
        }
        let mut naive = self.naive.clone();
        let (captured, suicide) = naive.play(color, point);
        let expected = match suicide {
            0 => Placement::Alive,
            stones => Placement::Suicide { stones },
        };
        assert_eq!(self.fast.placement(color, point), expected);
        assert_eq!(self.fast.key_after(color, point), self.naive_key(&naive));

        let gone = |p: &Point| self.naive.get(*p).is_some() && naive.get(*p).is_none();
        let mut all_gone = PointSet::of(self.size, self.size.points().filter(gone));
        if suicide == 0 {
            let captures: Vec<Point> = self.fast.captures(color, point).collect();
            assert_eq!(captures.len(), captured, "each once");
            assert_eq!(PointSet::of(self.size, captures), all_gone);
        } else {
            all_gone.insert(point);
            assert_eq!(self.fast.captures(color, point).count(), 0);
        }

        let mut fast = self.fast.clone();
        let mut removed = Vec::new();
        let played = fast.play_with(color, point, |stone| removed.push(stone));
        assert_eq!((played.captured, played.suicide), (captured, suicide));
        assert_eq!(removed.len(), captured + suicide, "each once");
        assert_eq!(PointSet::of(self.size, removed.iter().copied()), all_gone);
        assert_eq!(fast.key(), self.naive_key(&naive));
        // A ko point is a point at which the opponent could restore the board, which only the point
        // of a captured stone can be.
        let mut comes_back = removed.iter().copied().filter(|&taken| {
            let mut again = naive.clone();
            taken != point && {
                again.play(color.opponent(), taken);
                again == self.naive
            }
        });
        assert_eq!(played.ko, comes_back.next());

        fast.unplay(color, point, &removed);
        assert_eq!(fast, self.fast);
        fast.assert_consistent();
        expected
    }

    fn play(&mut self, color: Color, point: Point) {
        self.fast.play(color, point);
        self.naive.play(color, point);
    }
}

/// Plays up to `moves` random moves and tries up to `tries` points of either colour before each.
/// Returns how many moves captured and how many were suicide.
fn play_out(size: Size, seed: u64, moves: usize, tries: usize) -> (usize, usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let all: Vec<Point> = size.points().collect();
    let mut pair = Pair::new(size);
    let mut other = Board::new(Size::square(1));
    let mut color = Color::Black;
    let (mut captures, mut suicides) = (0, 0);
    pair.check();
    for _ in 0..moves {
        if all.len() <= tries {
            for &point in &all {
                pair.try_out(color, point);
                pair.try_out(color.opponent(), point);
            }
        } else {
            for _ in 0..tries {
                let point = all[rng.random_range(0..all.len())];
                pair.try_out(color, point);
                pair.try_out(color.opponent(), point);
            }
        }
        // One move in ten may be out of turn.
        if !rng.random_ratio(1, 10) {
            color = color.opponent();
        }
        let empties = pair.fast.empties();
        let point = empties[rng.random_range(0..empties.len())];
        match pair.try_out(color, point) {
            Placement::Suicide { stones: 1 } => continue,
            Placement::Suicide { .. } if rng.random_ratio(1, 2) => continue,
            Placement::Suicide { .. } => suicides += 1,
            _ => captures += usize::from(pair.fast.captures(color, point).next().is_some()),
        }
        pair.play(color, point);
        pair.check();
        other.copy_from(&pair.fast);
        assert_eq!(other, pair.fast);
        other.assert_consistent();
        assert_eq!(pair.fast.canonical(), pair.fast);
    }
    (captures, suicides)
}

fn play_many(sizes: &[(usize, usize)], games: u64, moves: usize, tries: usize) {
    let (mut captures, mut suicides) = (0, 0);
    for &(width, height) in sizes {
        let size = Size::new(width, height).expect("a board size");
        for game in 0..games {
            let seed = (width * 100 + height) as u64 * 1000 + game;
            let found = play_out(size, seed, moves, tries);
            captures += found.0;
            suicides += found.1;
        }
    }
    assert!(
        captures > 0 && suicides > 0,
        "{captures} captures, {suicides} suicides"
    );
}

#[test]
fn fast_board_equals_naive_board_on_one_line() {
    play_many(
        &[(1, 2), (2, 1), (1, 3), (1, 5), (9, 1), (25, 1), (1, 25)],
        20,
        120,
        25,
    );
}

#[test]
fn fast_board_equals_naive_board_on_1x1() {
    let size = Size::square(1);
    let pair = Pair::new(size);
    pair.check();
    for point in size.points() {
        for color in Color::BOTH {
            assert_eq!(pair.try_out(color, point), Placement::Suicide { stones: 1 });
        }
    }
}

#[test]
fn fast_board_equals_naive_board_on_small_boards() {
    play_many(
        &[(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 5)],
        40,
        150,
        25,
    );
}

#[test]
fn fast_board_equals_naive_board_on_rectangles() {
    play_many(
        &[(5, 2), (3, 7), (9, 4), (13, 9), (6, 25), (25, 3)],
        6,
        300,
        12,
    );
}

#[test]
fn fast_board_equals_naive_board_on_9x9_and_13x13() {
    play_many(&[(9, 9), (13, 13)], 6, 500, 8);
}

#[test]
fn fast_board_equals_naive_board_on_19x19_and_25x25() {
    play_many(&[(19, 19), (25, 25)], 1, 900, 3);
}

/// Plays whole games, with passes, under every rule set: the board of the game equals the naive
/// one, and undo leads back to the start.
#[test]
fn boards_and_undo_are_right_under_every_rule_set() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
    let sizes = [
        (1, 7),
        (2, 2),
        (5, 5),
        (7, 4),
        (9, 9),
        (13, 13),
        (19, 19),
        (25, 25),
    ];
    for preset in &PRESETS {
        for (width, height) in sizes {
            let size = Size::new(width, height).expect("a board size");
            let mut game = Game::new(preset.rules, size, HalfPoints::ZERO);
            let mut pair = Pair::new(size);
            let mut before = Vec::new();
            for _ in 0..size.area().min(300) {
                let color = game.to_move();
                let at = size
                    .points()
                    .nth(rng.random_range(0..size.area()))
                    .expect("a point");
                let play = if rng.random_ratio(1, 12) {
                    Move::Pass
                } else {
                    Move::Place(at)
                };
                before.push(game.clone());
                match game.play(color, &play) {
                    Ok(PlayedMove::Place(at)) => pair.play(color, at),
                    Ok(_) => {}
                    Err(_) => {
                        let same = before.pop();
                        assert!(
                            same.as_ref() == Some(&game),
                            "a refused move changes nothing"
                        );
                    }
                }
                assert_eq!(*game.board(), pair.fast);
            }
            pair.check();
            while let Some(earlier) = before.pop() {
                assert!(game.undo().is_some());
                assert!(game == earlier, "{} on {width}x{height}", preset.id);
            }
            assert!(game.undo().is_none());
        }
    }
}
