//! The board on which playouts are played: stones, the eight neighbours of each point as one
//! number, and chains with their exact liberties as sets of bits.
//!
//! It is a copy of a [`Board`] that trades memory for speed: fixed arrays, no hash key, no history.
//! Points are plain indices as in [`Point::index`]. `W` is the number of 64-bit words that hold a
//! bit for each point, and `N` = 64 · `W`.

use halfpoint_core::board::{Board, Color, Point, Size};

/// Content of an empty point.
pub const EMPTY: u8 = 0;
/// Content of a point outside the board.
pub const BORDER: u8 = 3;

/// Returns the content of a point with a stone of that colour: 1 for Black, 2 for White.
#[inline]
pub const fn stone(color: Color) -> u8 {
    color as u8 + 1
}

/// Returns the stone of the other colour.
#[inline]
pub const fn other(stone: u8) -> u8 {
    3 - stone
}

/// Returns which colours touch a point whose neighbours have that code: Black first, then White.
#[inline]
pub fn touching(code: u16) -> [bool; 2] {
    let (low, high) = (code & 0x55, (code >> 1) & 0x55);
    [low & !high != 0, high & !low != 0]
}

/// Index that stands for no point; index 0 is a corner of the border.
pub const NOWHERE: usize = 0;

/// A chain: its liberties as bits, the number of its liberties and the number of its stones.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutChain<const W: usize> {
    words: [u64; W],
    liberties: u16,
    stones: u16,
}

impl<const W: usize> PlayoutChain<W> {
    /// A chain without stones and liberties.
    const NONE: PlayoutChain<W> = PlayoutChain {
        words: [0; W],
        liberties: 0,
        stones: 0,
    };

    /// Adds a liberty, if it is not one already.
    #[inline]
    fn add(&mut self, point: usize) {
        let bit = 1 << (point % 64);
        let word = &mut self.words[point / 64];
        self.liberties += u16::from(*word & bit == 0);
        *word |= bit;
    }

    /// Adds a liberty if `condition` holds, without a branch.
    #[inline]
    fn add_if(&mut self, condition: bool, point: usize) {
        let bit = u64::from(condition) << (point % 64);
        let word = &mut self.words[point / 64];
        self.liberties += u16::from(bit & !*word != 0);
        *word |= bit;
    }

    /// Removes a liberty, if it is one.
    #[inline]
    fn remove(&mut self, point: usize) {
        let bit = 1 << (point % 64);
        let word = &mut self.words[point / 64];
        self.liberties -= u16::from(*word & bit != 0);
        *word &= !bit;
    }

    /// Returns whether a point is a liberty of the chain.
    #[inline]
    pub fn has(&self, point: usize) -> bool {
        self.words[point / 64] >> (point % 64) & 1 != 0
    }

    /// Returns the liberties, by rising index.
    pub fn points(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    64 * i + bit
                })
            })
        })
    }

    /// Returns the liberty with the lowest index, or [`NOWHERE`] if there is none.
    #[inline]
    pub fn first(&self) -> usize {
        for (i, &word) in self.words.iter().enumerate() {
            if word != 0 {
                return 64 * i + word.trailing_zeros() as usize;
            }
        }
        NOWHERE
    }

    /// Returns the number of liberties.
    #[inline]
    pub fn number(&self) -> usize {
        self.liberties as usize
    }

    /// Returns the liberties, one bit each.
    #[inline]
    pub fn words(&self) -> &[u64; W] {
        &self.words
    }

    /// Adds the stones and liberties of another chain. Only shared liberties are counted, since
    /// they are few: this is less work than counting all.
    #[inline]
    fn take_over(&mut self, other: &PlayoutChain<W>) {
        let mut shared = 0;
        for (own, others) in self.words.iter_mut().zip(&other.words) {
            let mut both = *own & others;
            while both != 0 {
                shared += 1;
                both &= both - 1;
            }
            *own |= others;
        }
        self.liberties += other.liberties - shared;
        self.stones += other.stones;
    }
}

/// Returns the lowest neighbour in a result of [`PlayoutBoard::neighbours`], which must not be 0.
#[inline]
fn first_of(neighbours: u16) -> usize {
    // The mask proves to the compiler that the number is below four.
    (neighbours.trailing_zeros() / 2) as usize & 3
}

/// Number of empty points among four neighbours, by their code of two bits each.
static ROOM: [u8; 256] = {
    let mut room = [0; 256];
    let mut code = 0;
    while code < 256 {
        let mut i = 0;
        while i < 4 {
            if code >> (2 * i) & 3 == EMPTY as usize {
                room[code] += 1;
            }
            i += 1;
        }
        code += 1;
    }
    room
};

/// A board of stones for playouts.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutBoard<const W: usize, const N: usize> {
    size: Size,
    stride: usize,
    content: [u8; N],
    /// Contents of the eight neighbours of each point, two bits each, in the order of
    /// [`PlayoutBoard::around`] and [`PlayoutBoard::diagonals`].
    code: [u16; N],
    /// For a stone: index of its chain in `chains`. 0 elsewhere, so that code that updates the
    /// chains around a point writes to chain 0 instead of asking whether there is a chain.
    chain_id: [u16; N],
    /// Next stone of the chain, in a circular list.
    next: [u16; N],
    /// For an empty point: its position in `empties`.
    place: [u16; N],
    chains: [PlayoutChain<W>; N],
    /// Indices of `chains`: those in use first, then the free ones.
    chain_ids: [u16; N],
    number_of_chains: usize,
    /// Highest chain id that was ever used. Few are used, which keeps chains close together and
    /// copies short.
    max_chain_id: usize,
    empties: [u16; N],
    number_of_empties: usize,
    /// Point where the player to move may not play because of a ko, or [`NOWHERE`].
    pub ko: usize,
    /// Number of stones on the board, by colour.
    stones: [u16; 2],
}

impl<const W: usize, const N: usize> PlayoutBoard<W, N> {
    /// Returns a copy of a board, or `None` if the board is too large for `N` points.
    pub fn new(board: &Board) -> Option<PlayoutBoard<W, N>> {
        let size = board.size();
        if size.array_len() >= N || N > 64 * W {
            return None;
        }
        let mut field = PlayoutBoard {
            size,
            stride: size.stride(),
            content: [BORDER; N],
            code: [0; N],
            chain_id: [0; N],
            next: [0; N],
            place: [0; N],
            chains: [PlayoutChain::NONE; N],
            chain_ids: std::array::from_fn(|i| i as u16 + 1),
            number_of_chains: 0,
            max_chain_id: 0,
            empties: [0; N],
            number_of_empties: 0,
            ko: NOWHERE,
            stones: [0; 2],
        };
        for point in size.points() {
            field.content[point.index()] = EMPTY;
            field.add_to_empties(point.index());
        }
        for point in size.points() {
            let mut code = 0;
            let near = field.around(point.index());
            let far = field.diagonals(point.index());
            for (i, neighbour) in near.into_iter().chain(far).enumerate() {
                code |= u16::from(field.content[neighbour]) << (2 * i);
            }
            field.code[point.index()] = code;
        }
        for (point, color) in board.stones() {
            field.put(stone(color), point.index());
        }
        Some(field)
    }

    /// Makes this board equal to another without copying unused chains.
    pub fn copy_from(&mut self, other: &Self) {
        let PlayoutBoard {
            size,
            stride,
            content,
            code,
            chain_id,
            next,
            place,
            chains,
            chain_ids,
            number_of_chains,
            max_chain_id,
            empties,
            number_of_empties,
            ko,
            stones,
        } = other;
        self.size = *size;
        self.stride = *stride;
        self.content = *content;
        self.code = *code;
        self.chain_id = *chain_id;
        self.next = *next;
        self.place = *place;
        self.chains[..=*max_chain_id].copy_from_slice(&chains[..=*max_chain_id]);
        self.chain_ids = *chain_ids;
        self.number_of_chains = *number_of_chains;
        self.max_chain_id = *max_chain_id;
        self.empties = *empties;
        self.number_of_empties = *number_of_empties;
        self.ko = *ko;
        self.stones = *stones;
    }

    /// Returns the width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the content of a point: [`EMPTY`], a stone or [`BORDER`].
    #[inline]
    pub fn at(&self, point: usize) -> u8 {
        self.content[point]
    }

    /// Returns the contents of a point's eight neighbours as one number, two bits each.
    #[inline]
    pub fn code(&self, point: usize) -> u16 {
        self.code[point]
    }

    /// Returns the empty points, in no particular order.
    #[inline]
    pub fn empties(&self) -> &[u16] {
        &self.empties[..self.number_of_empties]
    }

    /// Returns the number of stones of each colour, Black first.
    pub fn stones(&self) -> [u16; 2] {
        self.stones
    }

    /// Returns the four neighbours: left, right, below, above.
    #[inline]
    pub fn around(&self, point: usize) -> [usize; 4] {
        [
            point - 1,
            point + 1,
            point - self.stride,
            point + self.stride,
        ]
    }

    /// Returns the four diagonal neighbours: below left, below right, above left, above right.
    #[inline]
    pub fn diagonals(&self, point: usize) -> [usize; 4] {
        [
            point - self.stride - 1,
            point - self.stride + 1,
            point + self.stride - 1,
            point + self.stride + 1,
        ]
    }

    /// Returns a number that identifies the chain of a stone; 0 if there is no stone.
    #[inline]
    pub fn head(&self, point: usize) -> usize {
        self.chain_id[point] as usize
    }

    /// Returns the chain of a stone.
    #[inline]
    pub fn chain(&self, point: usize) -> &PlayoutChain<W> {
        &self.chains[self.chain_id[point] as usize]
    }

    /// Returns the number of liberties of a stone's chain.
    #[inline]
    pub fn liberties(&self, point: usize) -> usize {
        self.chain(point).liberties as usize
    }

    /// Returns the number of stones of a stone's chain.
    #[inline]
    pub fn chain_len(&self, point: usize) -> usize {
        self.chain(point).stones as usize
    }

    /// Returns the neighbours of a point that are stones, one of each chain.
    #[inline]
    pub fn chains_around(&self, point: usize) -> impl Iterator<Item = usize> + '_ {
        let around = self.around(point);
        let [a, b, c, d] = around.map(|near| self.chain_id[near]);
        // All comparisons are made without branches, since the stones around a point are
        // unpredictable.
        let mut left = u8::from(a != 0)
            | u8::from((b != 0) & (b != a)) << 1
            | u8::from((c != 0) & (c != a) & (c != b)) << 2
            | u8::from((d != 0) & (d != a) & (d != b) & (d != c)) << 3;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            around.get(first).copied()
        })
    }

    /// Returns the stones of a stone's chain, beginning with that stone.
    pub fn chain_points(&self, point: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = Some(point);
        std::iter::from_fn(move || {
            let at = next?;
            let following = self.next[at] as usize;
            next = (following != point).then_some(following);
            Some(at)
        })
    }

    /// Returns whether a point has an empty neighbour.
    #[inline]
    pub fn has_room(&self, point: usize) -> bool {
        let code = self.code[point];
        // The two bits of a neighbour are both 0 only if it is empty.
        (code | code >> 1) & 0x55 != 0x55
    }

    /// Returns the number of empty neighbours of a point.
    #[inline]
    pub fn room(&self, point: usize) -> usize {
        ROOM[(self.code[point] & 0xff) as usize] as usize
    }

    /// Returns which of the four neighbours are stones of that colour: bit 2 · `i` for neighbour
    /// `i`.
    #[inline]
    fn neighbours(&self, point: usize, stone: u8) -> u16 {
        let code = self.code[point];
        let (low, high) = (code, code >> 1);
        let of_color = if stone == 1 { low & !high } else { high & !low };
        of_color & 0x55
    }

    /// Returns whether a stone put on an empty point would have a liberty after captures.
    #[inline]
    pub fn is_alive_after(&self, stone: u8, point: usize) -> bool {
        self.has_room(point)
            || self.around(point).into_iter().fold(false, |alive, near| {
                // Branches would be mispredicted here.
                let content = self.content[near];
                let liberties = self.chain(near).liberties;
                alive
                    | (content == stone) & (liberties > 1)
                    | (content == other(stone)) & (liberties == 1)
            })
    }

    /// Returns whether a stone may be put on an empty point: it is no suicide and retakes no ko.
    #[inline]
    pub fn is_legal(&self, stone: u8, point: usize) -> bool {
        point != self.ko && self.is_alive_after(stone, point)
    }

    /// Puts a stone on an empty point and removes the chains that then have no liberties: opposing
    /// ones, or else its own. Returns the number of captured opposing stones.
    pub fn play(&mut self, stone: u8, point: usize) -> usize {
        self.put(stone, point);
        self.ko = NOWHERE;
        // All four neighbours are examined before the only branch: it is unpredictable which of
        // them are opponents, but mostly predictable that none is captured.
        let around = self.around(point);
        let dead = around
            .map(|near| (self.content[near] == other(stone)) & (self.chain(near).liberties == 0));
        if dead == [false; 4] {
            if self.liberties(point) == 0 {
                self.remove_chain(point);
            }
            return 0;
        }
        let mut captured = 0;
        let mut last = NOWHERE;
        for (near, dead) in around.into_iter().zip(dead) {
            // Two neighbours may belong to one chain.
            if dead && self.content[near] != EMPTY {
                last = near;
                captured += self.remove_chain(near);
            }
        }
        let chain = self.chain(point);
        if captured == 1 && chain.stones == 1 && chain.liberties == 1 {
            self.ko = last;
        }
        captured
    }

    /// Appends a point to the list of empty points.
    #[inline]
    fn add_to_empties(&mut self, point: usize) {
        self.place[point] = self.number_of_empties as u16;
        self.empties[self.number_of_empties] = point as u16;
        self.number_of_empties += 1;
    }

    /// Writes a stone into the codes of the eight neighbours, or erases it (exclusive or): three
    /// rows of three codes, each row in one step. The slice of a row has a fourth code, which stays
    /// unchanged; so does the code of the point itself, by a shift of 16.
    #[inline]
    fn mark(&mut self, point: usize, stone: u8) {
        let stone = u16::from(stone);
        // Each neighbour sees this point in the opposite direction.
        let rows = [
            (point - self.stride - 1, [14, 6, 12]),
            (point - 1, [2, 16, 0]),
            (point + self.stride - 1, [10, 4, 8]),
        ];
        for (start, shifts) in rows {
            let row = &mut self.code[start..start + 4];
            for (code, shift) in row.iter_mut().zip(shifts) {
                *code ^= (u32::from(stone) << shift) as u16;
            }
        }
    }

    /// Adds a stone and joins it to the own chains beside it. Removes no chain.
    #[inline]
    fn put(&mut self, stone: u8, point: usize) {
        self.number_of_empties -= 1;
        let place = self.place[point] as usize;
        let moved = self.empties[self.number_of_empties];
        self.empties[place] = moved;
        self.place[moved as usize] = place as u16;
        self.content[point] = stone;
        self.stones[stone as usize - 1] += 1;
        self.mark(point, stone);

        let around = self.around(point);
        for near in around {
            let chain_id = self.chain_id[near] as usize;
            self.chains[chain_id].remove(point);
        }
        let mut own = self.neighbours(point, stone);
        let chain_id = if own == 0 {
            self.next[point] = point as u16;
            self.take_chain_id()
        } else {
            let home = around[first_of(own)];
            own &= own - 1;
            while own != 0 {
                self.join(home, around[first_of(own)]);
                own &= own - 1;
            }
            self.next[point] = self.next[home];
            self.next[home] = point as u16;
            self.chain_id[home] as usize
        };
        self.chain_id[point] = chain_id as u16;
        let chain = &mut self.chains[chain_id];
        chain.stones += 1;
        for near in around {
            chain.add_if(self.content[near] == EMPTY, near);
        }
    }

    /// Returns a free id for a new chain and marks it as used.
    #[inline]
    fn take_chain_id(&mut self) -> usize {
        let chain_id = self.chain_ids[self.number_of_chains] as usize;
        self.number_of_chains += 1;
        self.max_chain_id = self.max_chain_id.max(chain_id);
        self.chains[chain_id] = PlayoutChain::NONE;
        chain_id
    }

    /// Frees the id of a chain that no longer exists.
    #[inline]
    fn free_chain_id(&mut self, chain_id: usize) {
        self.number_of_chains -= 1;
        self.chain_ids[self.number_of_chains] = chain_id as u16;
    }

    /// Joins the chains of two stones if they differ; the chain with more stones keeps its id.
    #[inline]
    fn join(&mut self, a: usize, b: usize) {
        let (of_a, of_b) = (self.chain_id[a] as usize, self.chain_id[b] as usize);
        if of_a == of_b {
            return;
        }
        let (keep, lose, lost) = if self.chains[of_a].stones >= self.chains[of_b].stones {
            (of_a, of_b, b)
        } else {
            (of_b, of_a, a)
        };
        let other = self.chains[lose];
        self.chains[keep].take_over(&other);
        let mut at = lost;
        loop {
            self.chain_id[at] = keep as u16;
            at = self.next[at] as usize;
            if at == lost {
                break;
            }
        }
        // Exchanging one link of each circular list makes one list.
        self.next.swap(a, b);
        self.free_chain_id(lose);
    }

    /// Removes a chain from the board and returns the number of its stones.
    fn remove_chain(&mut self, point: usize) -> usize {
        let stone = self.content[point];
        self.free_chain_id(self.chain_id[point] as usize);
        let mut at = point;
        let mut count = 0;
        loop {
            let next = self.next[at] as usize;
            self.content[at] = EMPTY;
            self.chain_id[at] = 0;
            self.mark(at, stone);
            self.add_to_empties(at);
            for near in self.around(at) {
                // The removed chain gets liberties too; its id is free already, so nothing reads
                // them.
                let chain_id = self.chain_id[near] as usize;
                self.chains[chain_id].add(at);
            }
            count += 1;
            at = next;
            if at == point {
                break;
            }
        }
        self.stones[stone as usize - 1] -= count as u16;
        count
    }

    /// Returns a [`Board`] with these stones.
    pub fn board(&self) -> Board {
        let stones = self.size.points().filter_map(|point| {
            let color = self.color(point)?;
            Some((point, color))
        });
        Board::with_stones(self.size, stones)
    }

    /// Returns the colour of the stone on a point.
    fn color(&self, point: Point) -> Option<Color> {
        match self.content[point.index()] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }
}

/// Boards for the tests of this folder.
#[cfg(test)]
pub mod testing {
    use super::*;
    use halfpoint_core::notation::parse_board;
    use rand::RngExt;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Returns a 6×6 board after that many random moves on empty points.
    pub fn random_board(moves: usize, rng: &mut Xoshiro256PlusPlus) -> Board {
        let mut board = Board::new(Size::square(6));
        for turn in 0..moves {
            let empties = board.empties();
            let point = empties[rng.random_range(0..empties.len())];
            board.play(Color::BOTH[turn % 2], point);
        }
        board
    }

    /// Parses a board from its rows, the top row first. Also returns a function that finds the
    /// index of a letter in the rows.
    pub fn diagram<R: AsRef<str>>(
        rows: &[R],
    ) -> (PlayoutBoard<2, 128>, impl Fn(char) -> usize + use<R>) {
        let lines: Vec<&str> = rows.iter().map(AsRef::as_ref).collect();
        let board = parse_board(&lines).expect("a board");
        let size = board.size();
        let field = PlayoutBoard::new(&board).expect("small");
        let rows: Vec<String> = lines.into_iter().rev().map(String::from).collect();
        let find = move |name| {
            let place = |(y, row): (usize, &String)| Some((row.find(name)?, y));
            let (x, y) = rows.iter().enumerate().find_map(place).expect("named");
            size.point(x, y).expect("on the board").index()
        };
        (field, find)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::PointSet;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Asserts that a playout board agrees with a board in every value that it offers.
    fn assert_same<const W: usize, const N: usize>(field: &PlayoutBoard<W, N>, board: &Board) {
        let size = board.size();
        assert_eq!(field.empties().len(), board.empties().len());
        for point in size.points() {
            let index = point.index();
            assert_eq!(field.color(point), board.get(point));
            let near = field.around(index).into_iter();
            let all = near.chain(field.diagonals(index));
            let code = all
                .enumerate()
                .map(|(i, at)| (field.at(at) as u16) << (2 * i));
            assert_eq!(field.code(index), code.sum::<u16>());
            if board.get(point).is_none() {
                assert_eq!(field.empties()[field.place[index] as usize] as usize, index);
                for color in Color::BOTH {
                    assert_eq!(
                        field.is_alive_after(stone(color), index),
                        board.keeps_liberty(color, point)
                    );
                }
                continue;
            }
            let liberties: Vec<usize> = board.liberties(point).iter().map(Point::index).collect();
            assert_eq!(field.liberties(index), liberties.len());
            assert_eq!(field.chain(index).points().collect::<Vec<_>>(), liberties);
            assert_eq!(field.chain(index).first(), liberties[0]);
            assert_eq!(field.chain_len(index), board.chain_len(point));
            let mut stones: Vec<usize> = field.chain_points(index).collect();
            stones.sort_unstable();
            let chain = PointSet::of(size, board.chain(point));
            assert_eq!(stones, chain.iter().map(Point::index).collect::<Vec<_>>());
        }
        assert_eq!(field.board(), *board);
    }

    /// Compares playout boards with boards throughout random games.
    fn compare<const W: usize, const N: usize>(width: usize, height: usize, games: usize) {
        let size = Size::new(width, height).expect("a size");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..games {
            let mut board = Board::new(size);
            let mut field = PlayoutBoard::<W, N>::new(&board).expect("large enough");
            let mut color = Color::Black;
            for _ in 0..2 * size.area() {
                let empties = board.empties();
                if empties.is_empty() {
                    break;
                }
                let point = empties[rng.random_range(0..empties.len())];
                let played = board.play(color, point);
                let captured = field.play(stone(color), point.index());
                assert_eq!(captured, played.captured);
                let ko = played.ko.map_or(NOWHERE, Point::index);
                assert_eq!(field.ko, ko);
                assert_same(&field, &board);
                if rng.random_range(0..10) == 0 {
                    let fresh = PlayoutBoard::<W, N>::new(&board).expect("large enough");
                    assert_same(&fresh, &board);
                }
                color = color.opponent();
            }
        }
    }

    #[test]
    fn playout_boards_agree_with_boards() {
        compare::<2, 128>(9, 9, 8);
        compare::<2, 128>(1, 7, 8);
        compare::<2, 128>(2, 2, 8);
        compare::<4, 256>(13, 13, 3);
        compare::<4, 256>(11, 6, 3);
        compare::<7, 448>(19, 19, 1);
        compare::<11, 704>(25, 25, 1);
        assert!(PlayoutBoard::<2, 128>::new(&Board::new(Size::square(13))).is_none());
    }
}
