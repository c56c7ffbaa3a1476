//! Board of stones: chains with pseudo-liberties, kept up to date move by move.
//!
//! Chains are circular lists; each chain keeps the number, the sum and the sum of squares of its
//! pseudo-liberties (a liberty counted once for each stone that touches it). A chain has one
//! liberty exactly if `number · squares = sum²` (Cauchy–Schwarz), as in libego and OpenSpiel.

use super::color::Color;
use super::point::{Point, Size};
use super::point_set::PointSet;
use super::zobrist::ZobristKey;

const EMPTY: u8 = 2;
const BORDER: u8 = 3;

/// Content of one point, and the data of a chain at the point that heads it.
#[derive(Clone, Copy, Debug)]
struct PointContent {
    /// [`Color::index`], [`EMPTY`] or [`BORDER`].
    content: u8,
    /// The point whose site holds the data of this stone's chain.
    head: u16,
    /// The next stone of the chain, in a circle.
    next: u16,
    /// Place of an empty point in the list of empty points.
    place: u16,
    /// Number of stones of the chain.
    stones: u16,
    /// Number of the chain's pseudo-liberties.
    liberties: u16,
    /// Sum of the indices of the chain's pseudo-liberties.
    sum: u32,
    /// Sum of the squares of the indices of the chain's pseudo-liberties.
    squares: u32,
}

impl PointContent {
    const fn with(content: u8) -> PointContent {
        PointContent {
            content,
            head: 0,
            next: 0,
            place: 0,
            stones: 0,
            liberties: 0,
            sum: 0,
            squares: 0,
        }
    }

    fn add_liberty(&mut self, index: usize) {
        self.liberties += 1;
        self.sum += index as u32;
        self.squares += (index * index) as u32;
    }

    fn remove_liberty(&mut self, index: usize) {
        self.liberties -= 1;
        self.sum -= index as u32;
        self.squares -= (index * index) as u32;
    }

    /// Returns whether all pseudo-liberties are one point.
    fn in_atari(&self) -> bool {
        u64::from(self.liberties) * u64::from(self.squares) == u64::from(self.sum).pow(2)
    }
}

/// Kind of a placement, judged by the stones alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The point holds a stone already.
    Occupied,
    /// The placed chain would have no liberty, with nothing captured; `stones` counts the chain.
    Suicide {
        /// Stones that would be given up, the placed one included.
        stones: usize,
    },
    /// The placed chain keeps a liberty.
    Alive,
}

/// Effect of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementEffect {
    /// Opposing stones captured.
    pub captured: usize,
    /// Own stones given up by suicide.
    pub suicide: usize,
    /// Point where the opponent could recreate the previous position, were it not for ko.
    pub ko: Option<Point>,
}

/// Stones on a board.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    sites: Box<[PointContent]>,
    empties: Vec<Point>,
    /// Points by content: black stones, white stones, empty points.
    points: [PointSet; 3],
    key: ZobristKey,
}

impl Board {
    /// Creates an empty board.
    #[must_use]
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            sites: vec![PointContent::with(BORDER); size.array_len()].into_boxed_slice(),
            empties: Vec::with_capacity(size.area()),
            points: [PointSet::new(size); 3],
            key: ZobristKey::EMPTY,
        };
        for point in size.points() {
            board.add_empty(point);
        }
        board
    }

    /// Creates a board with the given stones, even chains without liberties; later entries win.
    #[must_use]
    pub fn with_stones(size: Size, stones: impl IntoIterator<Item = (Point, Color)>) -> Board {
        let mut contents = vec![None; size.array_len()];
        for (point, color) in stones {
            contents[point.index()] = Some(color);
        }
        let mut board = Board::new(size);
        for point in size.points() {
            if let Some(color) = contents[point.index()] {
                board.put(color, point);
            }
        }
        board
    }

    /// Returns a board with these stones and with chains and lists rebuilt in the order of the
    /// points, so that equal positions give equal boards however they came about.
    #[must_use]
    pub fn canonical(&self) -> Board {
        Board::with_stones(self.size, self.stones())
    }

    /// Becomes a copy of another board, without allocating memory if the sizes agree.
    pub fn copy_from(&mut self, other: &Board) {
        if self.sites.len() == other.sites.len() {
            self.sites.copy_from_slice(&other.sites);
        } else {
            self.sites = other.sites.clone();
        }
        self.size = other.size;
        self.empties.clone_from(&other.empties);
        self.points = other.points;
        self.key = other.key;
    }

    /// Returns the width and height.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the hash of the stones.
    #[must_use]
    pub fn key(&self) -> ZobristKey {
        self.key
    }

    /// Returns the colour of the stone on a point, if any.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        match self.sites[point.index()].content {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the empty points in no particular order.
    #[must_use]
    pub fn empties(&self) -> &[Point] {
        &self.empties
    }

    /// Returns all stones in the order of the points.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        let [black, white, _] = self.points;
        (black | white).into_iter().map(move |point| {
            let color = if black.contains(point) {
                Color::Black
            } else {
                Color::White
            };
            (point, color)
        })
    }

    /// Returns the stones of one colour.
    #[must_use]
    pub fn stones_of(&self, color: Color) -> PointSet {
        self.points[color.index()]
    }

    /// Returns the empty points.
    #[must_use]
    pub fn empty_points(&self) -> PointSet {
        self.points[EMPTY as usize]
    }

    /// Returns the stones of the chain that has a stone on `point`; none if the point is empty.
    #[must_use]
    pub fn chain(&self, point: Point) -> Chain<'_> {
        let first = self.get(point).map(|_| point);
        Chain {
            board: self,
            first: point,
            next: first,
        }
    }

    /// Returns the point that stands for the chain of the stone on `point`, equal for all stones of
    /// the chain.
    #[must_use]
    pub fn head(&self, point: Point) -> Point {
        Point::new(self.sites[point.index()].head as usize)
    }

    /// Returns the number of stones of the chain that has a stone on `point`.
    #[must_use]
    pub fn chain_len(&self, point: Point) -> usize {
        self.sites[self.head(point).index()].stones as usize
    }

    /// Returns the last liberty of the chain that has a stone on `point`, if it has just one.
    #[must_use]
    pub fn last_liberty(&self, point: Point) -> Option<Point> {
        let chain = &self.sites[self.sites[point.index()].head as usize];
        (chain.liberties > 0 && chain.in_atari())
            .then(|| Point::new((chain.sum / u32::from(chain.liberties)) as usize))
    }

    /// Returns the liberties of the chain that has a stone on `point`, each once, counted afresh.
    #[must_use]
    pub fn liberties(&self, point: Point) -> PointSet {
        let Some(color) = self.get(point) else {
            return PointSet::new(self.size);
        };
        let chain = self.points[color.index()].part(point);
        chain.neighbours_in(&self.points[EMPTY as usize])
    }

    /// Returns the four neighbours, border points among them.
    pub fn around(&self, point: Point) -> [Point; 4] {
        let (index, stride) = (point.index(), self.size.stride());
        [index - 1, index + 1, index - stride, index + stride].map(Point::new)
    }

    /// Returns the four diagonal neighbours, border points among them.
    pub fn diagonals(&self, point: Point) -> [Point; 4] {
        let (index, stride) = (point.index(), self.size.stride());
        [
            index - stride - 1,
            index - stride + 1,
            index + stride - 1,
            index + stride + 1,
        ]
        .map(Point::new)
    }

    /// Returns whether a neighbour from [`Board::around`] lies outside the board.
    pub fn is_border(&self, point: Point) -> bool {
        self.sites[point.index()].content == BORDER
    }

    /// Judges a placement by the stones alone.
    #[must_use]
    pub fn placement(&self, color: Color, point: Point) -> Placement {
        if self.sites[point.index()].content != EMPTY {
            return Placement::Occupied;
        }
        if self.keeps_liberty(color, point) {
            return Placement::Alive;
        }
        let mut heads = [0; 4];
        let mut stones = 1;
        for (i, neighbour) in self.around(point).into_iter().enumerate() {
            let site = &self.sites[neighbour.index()];
            if site.content == color as u8 && !heads[..i].contains(&site.head) {
                heads[i] = site.head;
                stones += self.sites[site.head as usize].stones as usize;
            }
        }
        Placement::Suicide { stones }
    }

    /// Returns whether a stone put on an empty point would be part of a chain with a liberty, after
    /// captures.
    pub fn keeps_liberty(&self, color: Color, point: Point) -> bool {
        self.around(point).into_iter().any(|neighbour| {
            let site = &self.sites[neighbour.index()];
            match site.content {
                EMPTY => true,
                BORDER => false,
                content => {
                    // An own chain saves the stone if it has another liberty,
                    // an opposing one if it has not, since then it is captured.
                    self.sites[site.head as usize].in_atari() != (content == color as u8)
                }
            }
        })
    }

    /// Returns the opposing stones that a stone put on an empty point would capture, in no
    /// particular order.
    pub fn captures(&self, color: Color, point: Point) -> impl Iterator<Item = Point> + '_ {
        let mut heads = [0u16; 4];
        self.around(point)
            .into_iter()
            .enumerate()
            .filter_map(move |(i, neighbour)| {
                let site = &self.sites[neighbour.index()];
                let taken = site.content == color.opponent() as u8
                    && self.sites[site.head as usize].in_atari()
                    && !heads[..i].contains(&site.head);
                if taken {
                    heads[i] = site.head;
                }
                taken.then_some(neighbour)
            })
            .flat_map(|stone| self.chain(stone))
    }

    /// Returns the key of the board after a placement on an empty point, suicides included.
    #[must_use]
    pub fn key_after(&self, color: Color, point: Point) -> ZobristKey {
        let mut key = self.key;
        if let Placement::Suicide { .. } = self.placement(color, point) {
            let mut heads = [0u16; 4];
            for (i, neighbour) in self.around(point).into_iter().enumerate() {
                let site = &self.sites[neighbour.index()];
                if site.content == color as u8 && !heads[..i].contains(&site.head) {
                    heads[i] = site.head;
                    for stone in self.chain(neighbour) {
                        key ^= ZobristKey::stone(color, stone);
                    }
                }
            }
            return key;
        }
        key ^= ZobristKey::stone(color, point);
        for stone in self.captures(color, point) {
            key ^= ZobristKey::stone(color.opponent(), stone);
        }
        key
    }

    /// Puts a stone on an empty point, removes opposing chains without liberties and then, if it
    /// has none, the placed chain itself. Legality is not checked.
    ///
    /// # Panics
    ///
    /// In debug builds, if the point is not empty.
    pub fn play(&mut self, color: Color, point: Point) -> PlacementEffect {
        self.play_with(color, point, |_| ())
    }

    /// Plays as [`Board::play`] does, and reports each removed stone.
    pub fn play_with(
        &mut self,
        color: Color,
        point: Point,
        mut removed: impl FnMut(Point),
    ) -> PlacementEffect {
        debug_assert_eq!(self.sites[point.index()].content, EMPTY);
        self.put(color, point);
        let mut captured = 0;
        let mut last = point;
        for neighbour in self.around(point) {
            let site = &self.sites[neighbour.index()];
            if site.content == color.opponent() as u8
                && self.sites[site.head as usize].liberties == 0
            {
                last = neighbour;
                captured += self.remove_chain(neighbour, &mut removed);
            }
        }
        let chain = self.sites[self.sites[point.index()].head as usize];
        let mut suicide = 0;
        if chain.liberties == 0 {
            suicide = self.remove_chain(point, &mut removed);
        }
        // A ko: one stone took one stone and could be taken back at once.
        let ko = (captured == 1 && suicide == 0 && chain.stones == 1 && chain.in_atari())
            .then_some(last);
        PlacementEffect {
            captured,
            suicide,
            ko,
        }
    }

    /// Takes back a placement: `removed` are the stones that it removed. Chains are built afresh.
    pub fn unplay(&mut self, color: Color, point: Point, removed: &[Point]) {
        let suicide = removed.contains(&point);
        let fallen = if suicide { color } else { color.opponent() };
        let mut contents: Vec<Option<Color>> = vec![None; self.size.array_len()];
        for (stone, owner) in self.stones() {
            contents[stone.index()] = Some(owner);
        }
        for &stone in removed {
            contents[stone.index()] = Some(fallen);
        }
        contents[point.index()] = None;
        let stones = self
            .size
            .points()
            .filter_map(|at| contents[at.index()].map(|owner| (at, owner)));
        *self = Board::with_stones(self.size, stones);
    }

    fn add_empty(&mut self, point: Point) {
        self.sites[point.index()] = PointContent::with(EMPTY);
        self.sites[point.index()].place = self.empties.len() as u16;
        self.empties.push(point);
        self.points[EMPTY as usize].insert(point);
    }

    /// Adds a stone and joins it to its chains; captures nothing.
    fn put(&mut self, color: Color, point: Point) {
        let index = point.index();
        let place = self.sites[index].place as usize;
        self.empties.swap_remove(place);
        self.points[EMPTY as usize].remove(point);
        self.points[color.index()].insert(point);
        if let Some(moved) = self.empties.get(place) {
            self.sites[moved.index()].place = place as u16;
        }
        self.key ^= ZobristKey::stone(color, point);

        let mut site = PointContent::with(color as u8);
        site.head = index as u16;
        site.next = index as u16;
        site.stones = 1;
        let around = self.around(point);
        for neighbour in around {
            let other = self.sites[neighbour.index()];
            match other.content {
                EMPTY => site.add_liberty(neighbour.index()),
                BORDER => (),
                _ => self.sites[other.head as usize].remove_liberty(index),
            }
        }
        self.sites[index] = site;
        for neighbour in around {
            let other = self.sites[neighbour.index()];
            if other.content == color as u8 {
                self.join(self.sites[index].head, other.head);
            }
        }
    }

    /// Makes one chain of two; the longer one keeps its head.
    fn join(&mut self, a: u16, b: u16) {
        if a == b {
            return;
        }
        let (keep, lose) = if self.sites[a as usize].stones >= self.sites[b as usize].stones {
            (a as usize, b as usize)
        } else {
            (b as usize, a as usize)
        };
        let lost = self.sites[lose];
        let kept = &mut self.sites[keep];
        kept.stones += lost.stones;
        kept.liberties += lost.liberties;
        kept.sum += lost.sum;
        kept.squares += lost.squares;
        let mut at = lose;
        loop {
            self.sites[at].head = keep as u16;
            at = self.sites[at].next as usize;
            if at == lose {
                break;
            }
        }
        // Swapping one link of each circle makes one circle.
        let next = self.sites[keep].next;
        self.sites[keep].next = self.sites[lose].next;
        self.sites[lose].next = next;
    }

    /// Removes a chain and gives its neighbours their liberties back; returns the number of stones.
    fn remove_chain(&mut self, stone: Point, removed: &mut impl FnMut(Point)) -> usize {
        let content = self.sites[stone.index()].content;
        let color = if content == Color::Black as u8 {
            Color::Black
        } else {
            Color::White
        };
        let first = stone.index();
        let mut at = first;
        let mut count = 0;
        loop {
            let next = self.sites[at].next as usize;
            let point = Point::new(at);
            self.key ^= ZobristKey::stone(color, point);
            self.points[color.index()].remove(point);
            self.add_empty(point);
            removed(point);
            for neighbour in self.around(point) {
                let other = self.sites[neighbour.index()];
                if other.content < EMPTY && other.content != content {
                    self.sites[other.head as usize].add_liberty(at);
                }
            }
            count += 1;
            at = next;
            if at == first {
                return count;
            }
        }
    }

    /// Checks everything kept incrementally against a fresh count; for tests.
    ///
    /// # Panics
    /// If anything disagrees.
    pub fn assert_consistent(&self) {
        let fresh = self.canonical();
        assert_eq!(self.key, fresh.key, "key");
        assert_eq!(self.empties.len(), fresh.empties.len(), "empty points");
        assert_eq!(self.points, fresh.points, "points by content");
        for point in self.size.points() {
            assert_eq!(self.get(point), fresh.get(point));
            let site = self.sites[point.index()];
            if site.content == EMPTY {
                assert_eq!(
                    self.empties[site.place as usize], point,
                    "place of an empty point"
                );
                continue;
            }
            let chain = self.sites[site.head as usize];
            let fresh_chain = fresh.sites[fresh.sites[point.index()].head as usize];
            assert_eq!(chain.stones, fresh_chain.stones, "stones");
            assert_eq!(chain.liberties, fresh_chain.liberties, "pseudo-liberties");
            assert_eq!(chain.sum, fresh_chain.sum, "sum");
            assert_eq!(chain.squares, fresh_chain.squares, "squares");
            let ours = PointSet::of(self.size, self.chain(point));
            let theirs = PointSet::of(self.size, fresh.chain(point));
            assert_eq!(ours, theirs, "stones of the chain");
        }
    }
}

/// Two boards are equal if they have the same size and the same stones.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size
            && self.key == other.key
            && self
                .sites
                .iter()
                .zip(&other.sites)
                .all(|(a, b)| a.content == b.content)
    }
}

impl Eq for Board {}

/// The stones of one chain; see [`Board::chain`].
#[derive(Clone)]
pub struct Chain<'a> {
    board: &'a Board,
    first: Point,
    next: Option<Point>,
}

impl Iterator for Chain<'_> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let point = self.next?;
        let following = Point::new(self.board.sites[point.index()].next as usize);
        self.next = (following != self.first).then_some(following);
        Some(point)
    }
}
