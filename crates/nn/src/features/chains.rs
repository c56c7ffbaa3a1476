//! Board for the search of ladders: moves are taken back at little cost.
//!
//! Chains keep the number, the sum and the sum of squares of their pseudo-liberties, as those of
//! [`halfpoint_core::Board`] do. Each change of a point is logged, and taking a move back restores
//! the log.

use halfpoint_core::{Color, Point, PointSet, Size};

const EMPTY: u8 = 2;
const BORDER: u8 = 3;

/// Index of no point of a board: the corner of its border.
const NOWHERE: u16 = 0;

/// Content of a point, and the data of a chain at the point that heads it.
#[derive(Clone, Copy)]
struct Site {
    content: u8,
    head: u16,
    next: u16,
    stones: u16,
    liberties: u16,
    sum: u32,
    squares: u32,
}

impl Site {
    const fn with(content: u8) -> Site {
        Site {
            content,
            head: 0,
            next: 0,
            stones: 0,
            liberties: 0,
            sum: 0,
            squares: 0,
        }
    }

    fn add_liberty(&mut self, index: u16) {
        self.liberties += 1;
        self.sum += u32::from(index);
        self.squares += u32::from(index).pow(2);
    }

    fn remove_liberty(&mut self, index: u16) {
        self.liberties -= 1;
        self.sum -= u32::from(index);
        self.squares -= u32::from(index).pow(2);
    }

    fn in_atari(&self) -> bool {
        u64::from(self.liberties) * u64::from(self.squares) == u64::from(self.sum).pow(2)
    }
}

/// State to which a move is taken back.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    changes: usize,
    ko: u16,
}

/// Distinct liberties of a chain, at most `N` of them.
#[derive(Clone, Copy)]
pub(super) struct Liberties<const N: usize> {
    points: [u16; N],
    count: usize,
}

impl<const N: usize> Liberties<N> {
    /// Adds a point that is not in the list yet; returns whether the list is full.
    fn add(&mut self, point: u16) -> bool {
        if self.count < N && !self.points[..self.count].contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
        self.count == N
    }

    /// Returns the liberties.
    pub(super) fn points(&self) -> &[u16] {
        &self.points[..self.count]
    }
}

/// Stones with chains, and a log of changes.
#[derive(Default)]
pub(super) struct ChainBoard {
    stride: u16,
    area: usize,
    sites: Vec<Site>,
    /// Point that a simple ko forbids, or [`NOWHERE`].
    ko: u16,
    changes: Vec<(u16, Site)>,
}

impl ChainBoard {
    /// Sets up stones and the point that a simple ko forbids.
    pub(super) fn set_up(&mut self, stones: &[PointSet; 2], ko: Option<Point>) {
        let size = stones[0].size();
        self.clear(size);
        for color in Color::BOTH {
            for point in stones[color] {
                self.sites[point.index()].content = color as u8;
            }
        }
        for color in Color::BOTH {
            for point in stones[color] {
                self.add_stone(point.index() as u16);
            }
        }
        self.ko = ko.map_or(NOWHERE, |point| point.index() as u16);
    }

    fn clear(&mut self, size: Size) {
        self.stride = size.stride() as u16;
        self.area = size.area();
        self.sites.clear();
        self.sites.resize(size.array_len(), Site::with(BORDER));
        for y in 1..=size.height() {
            let start = y * size.stride() + 1;
            self.sites[start..start + size.width()].fill(Site::with(EMPTY));
        }
        self.changes.clear();
    }

    /// Adds a stone to its chain, while stones are set up in the order of their points: each is
    /// joined to the neighbours that come before it. The contents of all points stand already.
    fn add_stone(&mut self, point: u16) {
        let mut site = Site::with(self.sites[point as usize].content);
        (site.head, site.next, site.stones) = (point, point, 1);
        for near in self.around(point) {
            if self.sites[near as usize].content == EMPTY {
                site.add_liberty(near);
            }
        }
        self.sites[point as usize] = site;
        for near in [point - 1, point - self.stride] {
            let other = self.sites[near as usize];
            if other.content == site.content {
                self.join::<false>(self.sites[point as usize].head, other.head);
            }
        }
    }

    /// Returns the number of points.
    pub(super) fn area(&self) -> usize {
        self.area
    }

    /// Returns whether a simple ko forbids a point.
    pub(super) fn has_ko(&self) -> bool {
        self.ko != NOWHERE
    }

    /// Lifts the ban of a simple ko; [`ChainBoard::undo`] restores it.
    pub(super) fn lift_ko(&mut self) {
        self.ko = NOWHERE;
    }

    /// Returns whether a stone heads its chain, so that each chain is met once.
    pub(super) fn is_head(&self, stone: u16) -> bool {
        self.sites[stone as usize].head == stone
    }

    /// Returns whether the chain of a stone can have at most `count` liberties: a liberty is
    /// counted at most four times in the number of pseudo-liberties.
    pub(super) fn may_have_at_most(&self, stone: u16, count: u16) -> bool {
        self.chain(stone).liberties <= 4 * count
    }

    /// Returns whether two points are neighbours.
    pub(super) fn are_adjacent(&self, a: u16, b: u16) -> bool {
        let distance = a.abs_diff(b);
        distance == 1 || distance == self.stride
    }

    fn chain(&self, stone: u16) -> &Site {
        &self.sites[self.sites[stone as usize].head as usize]
    }

    fn around(&self, point: u16) -> [u16; 4] {
        [
            point - 1,
            point + 1,
            point - self.stride,
            point + self.stride,
        ]
    }

    /// Returns the last liberty of the chain of a stone, if it has just one.
    pub(super) fn last_liberty(&self, stone: u16) -> Option<u16> {
        let chain = self.chain(stone);
        (chain.liberties > 0 && chain.in_atari())
            .then(|| (chain.sum / u32::from(chain.liberties)) as u16)
    }

    /// Calls `visit` for each stone of a chain, until it returns `true`.
    fn any_stone(&self, stone: u16, mut visit: impl FnMut(u16) -> bool) -> bool {
        let mut at = stone;
        loop {
            if visit(at) {
                return true;
            }
            at = self.sites[at as usize].next;
            if at == stone {
                return false;
            }
        }
    }

    /// Calls `visit` for each stone of a chain.
    pub(super) fn each_stone(&self, stone: u16, mut visit: impl FnMut(u16)) {
        self.any_stone(stone, |at| {
            visit(at);
            false
        });
    }

    /// Returns up to `N` liberties of the chain of a stone.
    pub(super) fn liberties<const N: usize>(&self, stone: u16) -> Liberties<N> {
        let mut found = Liberties {
            points: [0; N],
            count: 0,
        };
        self.any_stone(stone, |at| {
            self.around(at)
                .into_iter()
                .any(|near| self.sites[near as usize].content == EMPTY && found.add(near))
        });
        found
    }

    /// Counts the empty neighbours of a point.
    pub(super) fn empty_neighbours(&self, point: u16) -> usize {
        let around = self.around(point).into_iter();
        around
            .filter(|&near| self.sites[near as usize].content == EMPTY)
            .count()
    }

    /// Adds to `moves` the points that capture an opposing chain beside the chain of a stone.
    pub(super) fn add_captures(&self, stone: u16, moves: &mut Vec<u16>) {
        let start = moves.len();
        let opponent = 1 - self.sites[stone as usize].content;
        self.each_stone(stone, |at| {
            for near in self.around(at) {
                if self.sites[near as usize].content == opponent
                    && let Some(point) = self.last_liberty(near)
                    && !moves[start..].contains(&point)
                {
                    moves.push(point);
                }
            }
        });
    }

    /// Returns whether an opposing chain beside the chain of a stone is in atari.
    pub(super) fn has_captures(&self, stone: u16) -> bool {
        let opponent = 1 - self.sites[stone as usize].content;
        self.any_stone(stone, |at| {
            self.around(at).into_iter().any(|near| {
                self.sites[near as usize].content == opponent && self.chain(near).in_atari()
            })
        })
    }

    /// Returns a lower and an upper bound of the liberties that a stone put on an empty point would
    /// have. Both are exact enough up to 3.
    pub(super) fn liberty_bounds(&self, color: Color, point: u16) -> (usize, usize) {
        let (mut empty, mut captures, mut captured) = (0, 0, 0);
        let (mut joined, mut most_joined) = (0, 0);
        for near in self.around(point) {
            match self.sites[near as usize].content {
                EMPTY => empty += 1,
                BORDER => (),
                content if content == color as u8 => {
                    // A chain in atari has no other liberty than this point.
                    let others = match self.chain(near).in_atari() {
                        true => 0,
                        false => self.liberties::<4>(near).count - 1,
                    };
                    joined += others;
                    most_joined = others.max(most_joined);
                }
                _ => {
                    let chain = self.chain(near);
                    if chain.in_atari() {
                        captures += 1;
                        captured += usize::from(chain.stones);
                    }
                }
            }
        }
        (captures + most_joined.max(empty), empty + captured + joined)
    }

    /// Returns the liberties that a stone put on an empty point would have, at most 3.
    pub(super) fn liberties_after(&self, color: Color, point: u16) -> usize {
        let own = color as u8;
        let is_open = |near: u16| match self.sites[near as usize].content {
            EMPTY => true,
            BORDER => false,
            content => {
                let head = self.sites[near as usize].head;
                content != own
                    && self.around(point).into_iter().any(|beside| {
                        self.sites[beside as usize].content == content
                            && self.sites[beside as usize].head == head
                    })
                    && self.chain(near).in_atari()
            }
        };
        let mut found = Liberties::<3> {
            points: [0; 3],
            count: 0,
        };
        for near in self.around(point) {
            if is_open(near) {
                found.add(near);
            }
        }
        for near in self.around(point) {
            if self.sites[near as usize].content == own {
                self.any_stone(near, |at| {
                    self.around(at)
                        .into_iter()
                        .any(|beside| beside != point && is_open(beside) && found.add(beside))
                });
            }
        }
        found.count
    }

    /// Returns whether a stone of `color` on an empty point surrounded by the opponent would take a
    /// single stone in one direction and nothing else.
    pub(super) fn would_take_ko(&self, color: Color, point: u16) -> bool {
        let opponent = color.opponent() as u8;
        let mut taken = 0;
        for near in self.around(point) {
            match self.sites[near as usize].content {
                BORDER => (),
                content if content == opponent => {
                    let chain = self.chain(near);
                    if chain.in_atari() {
                        if chain.stones != 1 {
                            return false;
                        }
                        taken += 1;
                    }
                }
                _ => return false,
            }
        }
        taken == 1
    }

    /// Returns twice the number of liberties that joining chains beside a point would bring, as far
    /// as it orders the moves of an attacker.
    pub(super) fn joining_weight(&self, color: Color, point: u16) -> usize {
        let around = self.around(point).into_iter();
        around
            .filter(|&near| self.sites[near as usize].content == color as u8)
            .map(|near| self.liberties::<5>(near).count)
            .map(|count| if count > 1 { 2 * count - 3 } else { 0 })
            .sum()
    }

    /// Returns whether a move is legal: no suicide, and not forbidden by a simple ko.
    pub(super) fn is_legal(&self, color: Color, point: u16) -> bool {
        self.sites[point as usize].content == EMPTY
            && self.ko != point
            && self
                .around(point)
                .into_iter()
                .any(|near| match self.sites[near as usize].content {
                    EMPTY => true,
                    BORDER => false,
                    content => self.chain(near).in_atari() != (content == color as u8),
                })
    }

    /// Returns a mark of the present stones and ko.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            changes: self.changes.len(),
            ko: self.ko,
        }
    }

    /// Plays a legal move; the returned mark takes it back.
    pub(super) fn play(&mut self, color: Color, point: u16) -> Mark {
        let mark = self.mark();
        self.put(color, point);
        let opponent = color.opponent() as u8;
        let (mut captured, mut last) = (0, NOWHERE);
        for near in self.around(point) {
            if self.sites[near as usize].content == opponent && self.chain(near).liberties == 0 {
                captured += self.chain(near).stones;
                last = near;
                self.remove_chain(near);
            }
        }
        let chain = self.chain(point);
        let is_ko = captured == 1 && chain.stones == 1 && chain.in_atari();
        self.ko = if is_ko { last } else { NOWHERE };
        mark
    }

    /// Takes back all moves since a mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        for (index, site) in self.changes.drain(mark.changes..).rev() {
            self.sites[index as usize] = site;
        }
        self.ko = mark.ko;
    }

    /// Logs a point and returns it for a change.
    fn change(&mut self, index: u16) -> &mut Site {
        self.touch::<true>(index)
    }

    /// Returns a point for a change, which is logged if `LOG` is set.
    fn touch<const LOG: bool>(&mut self, index: u16) -> &mut Site {
        let site = &mut self.sites[index as usize];
        if LOG {
            self.changes.push((index, *site));
        }
        site
    }

    fn put(&mut self, color: Color, point: u16) {
        let mut site = Site::with(color as u8);
        (site.head, site.next, site.stones) = (point, point, 1);
        let around = self.around(point);
        for near in around {
            let other = self.sites[near as usize];
            match other.content {
                EMPTY => site.add_liberty(near),
                BORDER => (),
                _ => self.change(other.head).remove_liberty(point),
            }
        }
        *self.change(point) = site;
        for near in around {
            let other = self.sites[near as usize];
            if other.content == color as u8 {
                self.join::<true>(self.sites[point as usize].head, other.head);
            }
        }
    }

    /// Makes one chain of two, given by their heads; the longer one keeps its head. `LOG` says
    /// whether the changes are logged.
    fn join<const LOG: bool>(&mut self, a: u16, b: u16) {
        if a == b {
            return;
        }
        let longer = self.sites[a as usize].stones >= self.sites[b as usize].stones;
        let (keep, lose) = if longer { (a, b) } else { (b, a) };
        let lost = self.sites[lose as usize];
        let mut at = lose;
        loop {
            let site = self.touch::<LOG>(at);
            site.head = keep;
            at = site.next;
            if at == lose {
                break;
            }
        }
        let kept = self.touch::<LOG>(keep);
        kept.stones += lost.stones;
        kept.liberties += lost.liberties;
        kept.sum += lost.sum;
        kept.squares += lost.squares;
        // Swapping one link of each circle makes one circle.
        let next = std::mem::replace(&mut kept.next, lost.next);
        self.sites[lose as usize].next = next;
    }

    fn remove_chain(&mut self, stone: u16) {
        let content = self.sites[stone as usize].content;
        let mut at = stone;
        loop {
            let next = self.sites[at as usize].next;
            *self.change(at) = Site::with(EMPTY);
            for near in self.around(at) {
                let other = self.sites[near as usize];
                if other.content == 1 - content {
                    self.change(other.head).add_liberty(at);
                }
            }
            at = next;
            if at == stone {
                return;
            }
        }
    }
}
