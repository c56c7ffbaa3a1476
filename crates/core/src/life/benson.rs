//! Unconditional life.

use crate::board::{Board, Color, Point, PointSet, Size};

/// Stones that are alive even if their owner always passes, and the points they enclose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassAlive {
    /// Stones of pass-alive chains.
    pub stones: PointSet,
    /// Points enclosed by the pass-alive chains, each in an enclosure that is vital to one of them.
    pub enclosed: PointSet,
    /// Those of the enclosed points whose enclosure has no room for two eyes of the opponent, even
    /// if all stones in it are captured and the opponent moves first then: opposing stones there
    /// are dead.
    pub cramped: PointSet,
}

/// A chain beside an enclosure that may be vital to it.
struct Candidate {
    head: Point,
    stones: PointSet,
    /// Points beside it that have no stone of its colour.
    beside: PointSet,
    is_alive: bool,
    /// Number of enclosures that are vital to it.
    vital: u32,
}

/// A maximal connected set of points without stones of one colour.
struct Enclosure {
    points: PointSet,
    /// Stones of the colour beside it.
    border: PointSet,
    /// Chains that it is vital to, by their places in the list of candidates: at most four, since
    /// each is beside its first empty point.
    vital_to: [usize; 4],
    vital_count: usize,
}

impl Enclosure {
    fn vital_to(&self) -> &[usize] {
        &self.vital_to[..self.vital_count]
    }
}

/// Points of an enclosure that have to be liberties of a chain, or beside it, for the enclosure to
/// be vital to the chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vital {
    /// The empty ones (Benson 1976).
    Empty,
    /// All of them.
    All,
}

/// Finds the pass-alive chains of a colour (Benson 1976, *Life in the Game of Go*): removes chains
/// with fewer than two vital enclosures and enclosures that touch a removed chain, until nothing
/// changes. An enclosure is vital to a chain if all its empty points, of which there must be one,
/// are liberties of the chain.
#[must_use]
pub fn pass_alive(board: &Board, color: Color) -> PassAlive {
    let (stones, enclosures) = living(board, color, Vital::Empty);
    let mut life = PassAlive {
        stones,
        enclosed: PointSet::new(board.size()),
        cramped: PointSet::new(board.size()),
    };
    for Enclosure { points, border, .. } in &enclosures {
        life.enclosed |= *points;
        if is_cramped(points, border) {
            life.cramped |= *points;
        }
    }
    life
}

/// Stones and points that a colour holds if it takes every opposing stone that enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Stones that cannot be captured, wherever their owner plays in what they enclose.
    pub stones: PointSet,
    /// Points that they enclose and where every opposing stone can be captured.
    pub enclosed: PointSet,
}

/// Finds what a colour holds by placements in its enclosures, against any play of the opponent, if
/// none of these placements is banned and the opponent alone cannot end the game.
///
/// A chain lives here if *all* points of two enclosures are beside it. A stone that its owner adds
/// in one of them joins it, and the points that are left are still beside it. So it lives on, and
/// the added stones are never captured.
///
/// In an enclosure of living chains with at most one inner point (one that is not beside them) the
/// owner captures every opposing stone. He fills points beside the chains until one empty point is
/// left in a part of the enclosure. That point is the only liberty of all opposing stones in the
/// part, and a stone there captures them. Each placement adds a stone for good, so this ends, and
/// no board of it has occurred since it began.
#[must_use]
pub fn held(board: &Board, color: Color) -> Held {
    let (stones, _) = living(board, color, Vital::All);
    let mut enclosed = PointSet::new(board.size());
    if stones.first().is_some() {
        let own = board.stones_of(color);
        for points in (board.empty_points() | board.stones_of(!color)).parts() {
            let border = points.neighbours_in(&own);
            let inner = points - border.neighbours_in(&points);
            if border.is_subset(&stones) && inner.len() <= 1 {
                enclosed |= points;
            }
        }
    }
    Held { stones, enclosed }
}

/// Returns the living chains of a colour and the enclosures of these alone that are vital to one.
fn living(board: &Board, color: Color, vital: Vital) -> (PointSet, Vec<Enclosure>) {
    let (mut chains, mut enclosures) = vital_enclosures(board, color, vital);
    let mut living = board.stones_of(color);
    while enclosures.len() >= 2 {
        chains.iter_mut().for_each(|chain| chain.vital = 0);
        for &chain in enclosures.iter().flat_map(Enclosure::vital_to) {
            chains[chain].vital += 1;
        }
        let before = std::mem::replace(&mut living, PointSet::new(board.size()));
        for chain in &mut chains {
            chain.is_alive &= chain.vital >= 2;
            if chain.is_alive {
                living |= chain.stones;
            }
        }
        if living == before {
            return (living, enclosures);
        }
        enclosures.retain(|e| e.border.is_subset(&living));
    }
    (PointSet::new(board.size()), Vec::new())
}

/// Number of points of the smallest group with two eyes, in a corner, with its eyes, on boards of
/// one line, of two lines, and of more.
const SMALLEST_LIFE: [usize; 3] = [4, 6, 8];

/// Returns the number of points of the smallest group with two eyes on boards of a size.
fn smallest_life(size: Size) -> usize {
    let lines = size.width().min(size.height());
    SMALLEST_LIFE[lines.clamp(1, SMALLEST_LIFE.len()) - 1]
}

/// Returns whether an enclosure has no room for two eyes of a colour, given the stones of the other
/// one beside it. An eye has no point beside these stones, and two eyes are not beside each other;
/// Müller 1997, *Playing it Safe*, takes one such point.
fn is_cramped(points: &PointSet, border: &PointSet) -> bool {
    let size = points.size();
    if points.len() < smallest_life(size) {
        return true;
    }
    let inner = *points - border.neighbours_in(points);
    inner.first().is_none_or(|first| {
        let beside = size.neighbours(first).find(|&next| inner.contains(next));
        inner.len() == 1 + usize::from(beside.is_some())
    })
}

/// Finds the enclosures that are vital to at least one chain, and these chains. No other enclosure
/// can make a chain alive.
fn vital_enclosures(board: &Board, color: Color, vital: Vital) -> (Vec<Candidate>, Vec<Enclosure>) {
    let (own, empty) = (board.stones_of(color), board.empty_points());
    let others = empty | board.stones_of(!color);
    let mut chains: Vec<Candidate> = Vec::new();
    let mut enclosures = Vec::new();
    for points in others.parts() {
        let inner = points & empty;
        let Some(first) = inner.first() else {
            continue;
        };
        let needed = match vital {
            Vital::Empty => inner,
            Vital::All => points,
        };
        let mut vital_to = [0; 4];
        let mut vital_count = 0;
        // A chain beside all of these points is beside the first empty one.
        for stone in board.around(first).into_iter().filter(|&p| own.contains(p)) {
            let head = board.head(stone);
            let known = chains.iter().position(|chain| chain.head == head);
            let chain = known.unwrap_or_else(|| {
                let stones = own.part(stone);
                chains.push(Candidate {
                    head,
                    stones,
                    beside: stones.neighbours_in(&others),
                    is_alive: true,
                    vital: 0,
                });
                chains.len() - 1
            });
            let is_listed = vital_to[..vital_count].contains(&chain);
            if !is_listed && needed.is_subset(&chains[chain].beside) {
                vital_to[vital_count] = chain;
                vital_count += 1;
            }
        }
        if vital_count > 0 {
            enclosures.push(Enclosure {
                points,
                border: points.neighbours_in(&own),
                vital_to,
                vital_count,
            });
        }
    }
    (chains, enclosures)
}

/// Returns the stones in cramped enclosures: they have no room to live.
#[must_use]
pub fn cramped_stones(board: &Board) -> PointSet {
    cramped_in(board, &Color::BOTH.map(|color| pass_alive(board, color)))
}

fn cramped_in(board: &Board, life: &[PassAlive; 2]) -> PointSet {
    let of = |color: Color| board.stones_of(color) & life[color.opponent()].cramped;
    of(Color::Black) | of(Color::White)
}

/// Returns the dead stones of a position in which Benson's algorithm settles every stone: each is
/// pass-alive, or enclosed by pass-alive chains without room to live. `None` if one is neither.
#[must_use]
pub fn proven_dead(board: &Board) -> Option<PointSet> {
    let life = Color::BOTH.map(|color| pass_alive(board, color));
    let dead = cramped_in(board, &life);
    let is_clear = |color: Color| {
        let doubtful = board.stones_of(color) - life[color].stones;
        doubtful.is_subset(&dead)
    };
    Color::BOTH.into_iter().all(is_clear).then_some(dead)
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

    /// Benson's definition by flags and lists: nothing is shared with the fast way.
    fn by_definition(board: &Board, color: Color) -> PassAlive {
        let size = board.size();
        let spread = |start: Point, inside: &dyn Fn(Point) -> bool| {
            let mut found = vec![start];
            let mut next = 0;
            while let Some(&at) = found.get(next) {
                next += 1;
                for near in size.neighbours(at) {
                    if inside(near) && !found.contains(&near) {
                        found.push(near);
                    }
                }
            }
            found
        };
        let parts = |inside: &dyn Fn(Point) -> bool| {
            let mut parts: Vec<Vec<Point>> = Vec::new();
            for start in size.points().filter(|&point| inside(point)) {
                if !parts.iter().any(|part| part.contains(&start)) {
                    parts.push(spread(start, inside));
                }
            }
            parts
        };
        let touches = |chain: &[Point], point: Point| {
            let mut near = size.neighbours(point);
            near.any(|next| chain.contains(&next))
        };
        let is_vital = |chain: &[Point], enclosure: &[Point]| {
            let empty = enclosure.iter().filter(|&&p| board.get(p).is_none());
            empty.clone().count() > 0 && empty.into_iter().all(|&p| touches(chain, p))
        };
        let mut chains = parts(&|point| board.get(point) == Some(color));
        let mut enclosures = parts(&|point| board.get(point) != Some(color));
        loop {
            let before = chains.len();
            chains.retain(|chain| enclosures.iter().filter(|e| is_vital(chain, e)).count() >= 2);
            enclosures.retain(|enclosure| {
                let mut beside = enclosure.iter().flat_map(|&p| size.neighbours(p));
                beside.all(|next| {
                    board.get(next) != Some(color) || chains.iter().any(|c| c.contains(&next))
                })
            });
            if chains.len() == before {
                break;
            }
        }
        enclosures.retain(|e| chains.iter().any(|chain| is_vital(chain, e)));
        // Without two points that are neither beside each other nor beside a living stone, or with
        // fewer points than a group with two eyes takes.
        let smallest = match size.width().min(size.height()) {
            1 => 4,
            2 => 6,
            _ => 8,
        };
        let is_cramped = |enclosure: &&Vec<Point>| {
            let inner = |&&point: &&Point| !chains.iter().any(|chain| touches(chain, point));
            let inner: Vec<Point> = enclosure.iter().filter(inner).copied().collect();
            let apart = |one: Point| {
                let mut others = inner.iter().filter(|&&other| other != one);
                others.any(|&other| size.neighbours(one).all(|next| next != other))
            };
            enclosure.len() < smallest || !inner.iter().any(|&one| apart(one))
        };
        let cramped = enclosures.iter().filter(is_cramped).flatten().copied();
        let cramped = PointSet::of(size, cramped);
        PassAlive {
            stones: PointSet::of(size, chains.into_iter().flatten()),
            enclosed: PointSet::of(size, enclosures.into_iter().flatten()),
            cramped,
        }
    }

    #[test]
    fn the_fast_way_agrees_with_the_definition() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut alive = 0;
        for _ in 0..4000 {
            let size =
                Size::new(rng.random_range(1..=11), rng.random_range(1..=8)).expect("a size");
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
                assert_eq!(life, by_definition(&b, color), "{b:?}");
                alive += usize::from(!life.stones.is_empty());
            }
        }
        assert!(alive > 200, "{alive} boards with life");
    }

    /// Plays what [`held`] says: the opponent places stones at random, and the owner answers where
    /// one stands in an enclosure. All of it is the owner's in the end.
    #[test]
    fn what_is_held_can_be_cleared_against_any_play() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let (mut seen, mut taken) = (0, 0);
        while seen < 300 {
            let size = Size::new(rng.random_range(1..=7), rng.random_range(1..=6)).expect("a size");
            let thick = rng.random_range(50..=90);
            let stones = size.points().filter_map(|point| {
                let is_white = rng.random_ratio(1, 5);
                let of = if is_white { Color::White } else { Color::Black };
                rng.random_ratio(thick, 100).then_some((point, of))
            });
            let stones: Vec<(Point, Color)> = stones.collect();
            let mut board = Board::with_stones(size, stones);
            let Held { stones, enclosed } = held(&board, Color::Black);
            assert!(stones.is_subset(&pass_alive(&board, Color::Black).stones));
            let breathes = |color| {
                let mut chains = board.stones_of(color).parts();
                chains.all(|chain| !chain.neighbours_in(&board.empty_points()).is_empty())
            };
            if enclosed.is_empty() || !Color::BOTH.into_iter().all(breathes) {
                continue;
            }
            seen += 1;
            for round in 0..200 {
                let is_legal = |&point: &Point| {
                    board.placement(Color::White, point) == crate::board::Placement::Alive
                };
                let mut invasions: Vec<Point> = board.empties().to_vec();
                invasions.retain(is_legal);
                if round < 100 && !invasions.is_empty() {
                    let place = rng.random_range(0..invasions.len());
                    board.play(Color::White, invasions[place]);
                }
                let own = held(&board, Color::Black).stones.parts_of(&stones);
                let white = board.stones_of(Color::White);
                let mut parts = (board.empty_points() | white).parts();
                let part = parts
                    .find(|part| part.is_subset(&enclosed) && (*part & white).first().is_some());
                let Some(part) = part else {
                    continue;
                };
                let open = part & board.empty_points();
                let beside = own.neighbours_in(&open);
                let is_last = open.len() == 1 || beside.is_empty();
                let choices = if is_last { open } else { beside };
                let point = choices.first().expect("a liberty of the white stones");
                let captured = board.play(Color::Black, point).captured;
                assert!(!is_last || captured > 0, "{board:?}");
                taken += captured;
            }
            assert!(
                stones.is_subset(&board.stones_of(Color::Black)),
                "{board:?}"
            );
            assert!(
                (enclosed & board.stones_of(Color::White)).is_empty(),
                "{board:?}"
            );
        }
        assert!(taken > 200, "{taken} stones taken");
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

    /// Once the block is captured, White moves first in an empty corner.
    #[test]
    fn stones_over_room_for_two_eyes_are_enclosed_but_not_cramped() {
        for (rows, dead) in [
            (&["OOO.XX", "OOOXX.", "OOOXXX", "XXXX.X"][..], None),
            (&["OO.XX", "OOXX.", "OOXXX", "XXX.X"], Some(6)),
            (&[".X.X.OOOO"], None),
            (&[".X.X.OO"], Some(2)),
        ] {
            let b = board(rows);
            let life = pass_alive(&b, Color::Black);
            assert!(b.stones_of(Color::White).is_subset(&life.enclosed));
            assert_eq!(proven_dead(&b).map(|dead| dead.len()), dead, "{rows:?}");
        }
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
