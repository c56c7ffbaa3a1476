//! Ladders against a plain search on the naive board, without shortcuts.

use halfpoint_core::board::naive::NaiveBoard;
use halfpoint_core::notation::{parse_board, parse_vertex};
use halfpoint_core::{Board, Color, Point, PointSet, Size};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ladders::{LadderReader, Ladders};

/// A naive board with a simple ko.
#[derive(Clone)]
struct Model {
    size: Size,
    board: NaiveBoard,
    ko: Option<Point>,
}

impl Model {
    fn of(board: &Board, ko: Option<Point>) -> Model {
        let mut naive = NaiveBoard::new(board.size());
        for (stone, color) in board.stones() {
            naive.set(stone, Some(color));
        }
        Model {
            size: board.size(),
            board: naive,
            ko,
        }
    }

    /// Returns the board after a move; `None` if it is occupied, suicide or forbidden by ko.
    fn after(&self, color: Color, point: Point) -> Option<Model> {
        if self.board.get(point).is_some() || self.ko == Some(point) {
            return None;
        }
        let mut next = self.clone();
        let (captured, suicide) = next.board.play(color, point);
        let gone = |&near: &Point| self.board.get(near).is_some() && next.board.get(near).is_none();
        next.ko = self.size.neighbours(point).find(gone).filter(|_| {
            captured == 1
                && next.board.flood(point).len() == 1
                && next.board.liberties(point).len() == 1
        });
        (suicide == 0).then_some(next)
    }

    fn in_atari(&self, point: Point) -> bool {
        self.board.liberties(point).len() == 1
    }

    /// Returns the opposing chains in atari beside a chain, by one stone each or more.
    fn weak_neighbours(&self, stone: Point) -> Vec<Point> {
        let color = self.board.get(stone).expect("a stone");
        let chain = self.board.flood(stone);
        let beside = chain.iter().flat_map(|at| self.size.neighbours(at));
        beside
            .filter(|&at| self.board.get(at) == Some(!color) && self.in_atari(at))
            .collect()
    }

    fn defend(&self, stone: Point) -> bool {
        if !self.in_atari(stone) || self.ko.is_some() {
            return false;
        }
        let color = self.board.get(stone).expect("a stone");
        let mut moves = self.board.liberties(stone);
        for weak in self.weak_neighbours(stone) {
            moves |= self.board.liberties(weak);
        }
        let mut next = moves.iter().filter_map(|at| self.after(color, at));
        next.all(|next| next.attack(stone))
    }

    fn attack(&self, stone: Point) -> bool {
        let color = self.board.get(stone).expect("a stone");
        let liberties = self.board.liberties(stone);
        match liberties.len() {
            0 | 1 => true,
            2 if self.is_double_ko(stone) => true,
            2 => {
                let mut next = liberties.iter().filter_map(|at| self.after(!color, at));
                next.any(|next| next.defend(stone))
            }
            _ => false,
        }
    }

    fn is_double_ko(&self, stone: Point) -> bool {
        let color = self.board.get(stone).expect("a stone");
        let is_ko = |at: Point| {
            let near: Vec<Point> = self.size.neighbours(at).collect();
            let weak: Vec<&Point> = near.iter().filter(|&&p| self.in_atari(p)).collect();
            let connected = Model {
                ko: None,
                ..self.clone()
            }
            .after(color, at);
            near.iter().all(|&p| self.board.get(p) == Some(color))
                && weak.len() == 1
                && self.board.flood(*weak[0]).len() == 1
                && connected.is_none_or(|next| next.board.liberties(at).len() <= 2)
        };
        self.board.liberties(stone).iter().all(is_ko) && self.weak_neighbours(stone).is_empty()
    }

    fn ladders(&self) -> Ladders {
        let mut ladders = Ladders::none(self.size);
        for stone in self.size.points() {
            let Some(color) = self.board.get(stone) else {
                continue;
            };
            let free = |model: &Model| {
                Model {
                    ko: None,
                    ..model.clone()
                }
                .defend(stone)
            };
            let liberties = self.board.liberties(stone);
            if liberties.len() <= 3 {
                ladders.liberties[liberties.len() - 1].insert(stone);
            }
            let works = match liberties.len() {
                1 => free(self),
                2 => {
                    let works = |&at: &Point| {
                        self.after(!color, at)
                            .is_some_and(|m| m.in_atari(stone) && free(&m))
                    };
                    let moves = PointSet::of(self.size, liberties.iter().filter(works));
                    ladders.moves[color] |= moves;
                    !moves.is_empty()
                }
                _ => false,
            };
            if works {
                ladders.stones.insert(stone);
            }
        }
        ladders
    }
}

/// Returns the points by their indices.
fn points(size: Size) -> Vec<Point> {
    let first = size.points().next().expect("a point");
    let mut points = vec![first; size.array_len()];
    size.points()
        .for_each(|point| points[point.index()] = point);
    points
}

fn read(board: &Board, ko: Option<Point>) -> Ladders {
    let stones = Color::BOTH.map(|color| board.stones_of(color));
    LadderReader::default().read(&stones, ko, &points(board.size()))
}

/// Reads the ladders of a board by the slow model.
pub(crate) fn slow_ladders(board: &Board, ko: Option<Point>) -> Ladders {
    Model::of(board, ko).ladders()
}

#[test]
fn ladders_agree_with_a_plain_search_on_random_boards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut laddered, mut with_moves, mut with_ko) = (0, 0, 0);
    for _ in 0..400 {
        let size = Size::new(rng.random_range(2..=7), rng.random_range(2..=7)).expect("a size");
        let (mut board, mut color, mut ko) = (Board::new(size), Color::Black, None);
        for _ in 0..rng.random_range(4..60) {
            let empty = board.empties();
            let point = empty[rng.random_range(0..empty.len())];
            if ko != Some(point) && board.keeps_liberty(color, point) {
                ko = board.play(color, point).ko;
                color = !color;
            }
        }
        let (found, model) = (read(&board, ko), Model::of(&board, ko).ladders());
        assert_eq!(found.stones, model.stones, "{board:?} {ko:?}");
        assert_eq!(found.moves, model.moves, "{board:?} {ko:?}");
        assert_eq!(found.liberties, model.liberties, "{board:?}");
        laddered += usize::from(!found.stones.is_empty());
        with_moves += usize::from(found.moves.iter().any(|moves| !moves.is_empty()));
        with_ko += usize::from(ko.is_some());
    }
    assert!(
        laddered > 150 && with_moves > 100 && with_ko > 2,
        "{laddered} {with_moves} {with_ko}"
    );
}

#[test]
fn a_long_ladder_works_unless_a_stone_breaks_it() {
    let rows = [
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        "...X.....",
        "..XO.....",
        "..XOX....",
        "...X.....",
    ];
    let open = parse_board(&rows).expect("a board");
    let at = |name| parse_vertex(open.size(), name).expect("a point");
    let stones = PointSet::of(open.size(), [at("D2"), at("D3")]);
    assert_eq!(read(&open, None).stones, stones);
    let breaker = open.stones().chain([(at("G6"), Color::White)]);
    let broken = Board::with_stones(open.size(), breaker);
    assert!(read(&broken, None).stones.is_empty());
}
