//! Tactics of a move: liberties afterwards, self-atari, ladders, and the vital point of an eye
//! space.

use super::board::{EMPTY, NOWHERE, PlayoutBoard, other};
use super::shapes::{MAX_NAKADE, Shapes};

/// Number of defender's moves, over all variations, after which a ladder counts as broken.
const MAX_LADDER: usize = 80;
/// Number of scratch boards for reading a ladder: see [`PlayoutBoard::is_caught`].
pub const SCRATCH_BOARDS: usize = 20;
/// Size of the largest chain that is given up to make a killing shape. Larger sacrifices are too
/// rare to be worth the test.
const MAX_SACRIFICE: usize = 4;

impl<const W: usize, const N: usize> PlayoutBoard<W, N> {
    /// Returns the number of liberties that a stone's chain would have after it is put on an empty
    /// point, captures included; 0 for a suicide. If there are at least `enough`, the result is any
    /// number from `enough` on that is cheap to find.
    pub fn liberties_after(&self, stone: u8, point: usize, enough: usize) -> usize {
        let room = self.room(point);
        if room >= enough {
            return room;
        }
        let around = self.around(point);
        // Branches would be mispredicted here, so all four neighbours are examined first.
        let mut captures = false;
        let mut largest = 0;
        let mut own = NOWHERE;
        let mut several = false;
        for near in around {
            let content = self.at(near);
            let is_own = content == stone;
            let liberties = self.liberties(near);
            captures |= (content == other(stone)) & (liberties == 1);
            largest = largest.max(if is_own { liberties } else { 0 });
            several |= is_own & (own != NOWHERE) & (self.head(near) != self.head(own));
            own = if is_own { near } else { own };
        }
        if largest > enough {
            return enough;
        }
        if !captures && !several {
            if own == NOWHERE {
                return room;
            }
            let chain = self.chain(own);
            let gained =
                around.map(|near| usize::from((self.at(near) == EMPTY) & !chain.has(near)));
            return chain.number() - 1 + gained.iter().sum::<usize>();
        }
        let mut set = [0u64; W];
        for near in around {
            let content = self.at(near);
            if content == stone {
                for (all, word) in set.iter_mut().zip(self.chain(near).words()) {
                    *all |= word;
                }
            } else if content == EMPTY {
                set[near / 64] |= 1 << (near % 64);
            }
        }
        if captures {
            self.add_captured(stone, point, &mut set);
        }
        set[point / 64] &= !(1 << (point % 64));
        let mut count = 0;
        for mut word in set {
            while word != 0 {
                count += 1;
                if count == enough {
                    return count;
                }
                word &= word - 1;
            }
        }
        count
    }

    /// Adds the points of captured stones that the capturing chain touches.
    fn add_captured(&self, stone: u8, point: usize, set: &mut [u64; W]) {
        let around = self.around(point);
        let joins = |own: usize| {
            let same = |&at: &usize| self.at(at) == stone && self.head(at) == self.head(own);
            self.at(own) == stone && around.iter().any(same)
        };
        for near in around {
            if self.at(near) != other(stone) || self.liberties(near) != 1 {
                continue;
            }
            for taken in self.chain_points(near) {
                if around.contains(&taken) || self.around(taken).into_iter().any(joins) {
                    set[taken / 64] |= 1 << (taken % 64);
                }
            }
        }
    }

    /// Returns whether a legal move captures something.
    #[inline]
    pub fn captures(&self, stone: u8, point: usize) -> bool {
        let taken = |near: usize| self.at(near) == other(stone) && self.liberties(near) == 1;
        self.around(point).into_iter().any(taken)
    }

    /// Returns whether a legal move puts its own chain in atari without a purpose: it captures
    /// nothing, makes no shape that kills an eye space when it is captured, and is no single stone
    /// that puts a chain in atari.
    pub fn is_bad_self_atari(&self, stone: u8, point: usize) -> bool {
        if self.liberties_after(stone, point, 2) > 1 || self.captures(stone, point) {
            return false;
        }
        let mut size = 1;
        let mut threat = false;
        for near in self.chains_around(point) {
            if self.at(near) == stone {
                size += self.chain_len(near);
            } else if self.liberties(near) == 2 {
                threat = true;
            }
        }
        match size {
            1 => !threat,
            2..=MAX_SACRIFICE => !(threat && self.is_killing_shape(stone, point, size)),
            _ => true,
        }
    }

    /// Returns whether a move is legal and no bad self-atari.
    #[inline]
    pub fn is_sound(&self, stone: u8, point: usize) -> bool {
        self.is_legal(stone, point) && !self.is_bad_self_atari(stone, point)
    }

    /// Returns whether a move and the own chains beside it make a shape that leaves room for only
    /// one eye when it is captured: any of two or three stones, the square and the pyramid of four,
    /// the bulky five and the cross, the rabbity six.
    fn is_killing_shape(&self, stone: u8, point: usize, size: usize) -> bool {
        if size <= 3 {
            return true;
        }
        let mut shape = [NOWHERE; MAX_NAKADE];
        shape[0] = point;
        let mut count = 1;
        for near in self.around(point) {
            if self.at(near) != stone || shape[..count].contains(&near) {
                continue;
            }
            for member in self.chain_points(near) {
                if count < MAX_NAKADE {
                    shape[count] = member;
                    count += 1;
                }
            }
        }
        let touches = |a, b| self.around(a).contains(&b);
        let shape = &shape[..count];
        let is_square = count == 4 && degrees(shape, touches).2 == 8;
        is_square || vital_point(shape, touches).is_some()
    }

    /// Returns the vital point of the eye space around an empty point: a space of three to six
    /// points, all empty and enclosed by stones of one colour, in which one move decides between
    /// two eyes and one.
    pub fn nakade_point(&self, start: usize) -> Option<usize> {
        self.vital_space(start).map(|(point, ..)| point)
    }

    /// Returns the vital point as in [`PlayoutBoard::nakade_point`], the stone of the colour that
    /// encloses the space, and the number of points in the space.
    pub fn vital_space(&self, start: usize) -> Option<(usize, u8, usize)> {
        let shapes = Shapes::get();
        self.explored_space(start, |point| shapes.is_open(self.code(point)))
    }

    /// Computes [`PlayoutBoard::vital_space`] by a flood through the space, which ends at the first
    /// point for which `is_open` returns true. `is_open` must hold only for points that are in no
    /// such space.
    fn explored_space(
        &self,
        start: usize,
        is_open: impl Fn(usize) -> bool,
    ) -> Option<(usize, u8, usize)> {
        if is_open(start) {
            return None;
        }
        let mut space = [NOWHERE; MAX_NAKADE];
        space[0] = start;
        let mut count = 1;
        let mut next = 0;
        let mut owner = EMPTY;
        while next < count {
            for near in self.around(space[next]) {
                match self.at(near) {
                    EMPTY => {
                        if space[..count].contains(&near) {
                            continue;
                        }
                        if count == MAX_NAKADE || is_open(near) {
                            return None;
                        }
                        space[count] = near;
                        count += 1;
                    }
                    stone @ (1 | 2) => {
                        if owner == EMPTY {
                            owner = stone;
                        } else if owner != stone {
                            return None;
                        }
                    }
                    _ => (),
                }
            }
            next += 1;
        }
        let vital = vital_point(&space[..count], |a, b| self.around(a).contains(&b))?;
        Some((vital, owner, count))
    }

    /// Returns whether a ladder catches a chain: one with two liberties if the attacker moves
    /// first, one with a single liberty if its owner moves first. `scratch` are scratch boards: the
    /// reading takes one for itself and one for each nested choice, and a ladder that needs more
    /// counts as broken.
    pub fn is_caught(&self, target: usize, attacker_first: bool, scratch: &mut [Self]) -> bool {
        let Some((board, scratch)) = scratch.split_first_mut() else {
            return false;
        };
        board.copy_from(self);
        let mut left = MAX_LADDER;
        if attacker_first {
            board.attack_catches(target, &mut left, scratch)
        } else {
            board.defence_fails(target, &mut left, scratch)
        }
    }

    /// Returns whether the attacker, to move, catches a chain of at most two liberties by ataris
    /// from either side. The board is left changed.
    fn attack_catches(&mut self, target: usize, left: &mut usize, scratch: &mut [Self]) -> bool {
        let stone = self.at(target);
        let liberties = self.liberties(target);
        if liberties == 1 {
            return self.chain(target).first() != self.ko;
        }
        if liberties > 2 || *left == 0 {
            return false;
        }
        let attacker = other(stone);
        let [one, two] = self.two_liberties(target);
        // An atari where the chain would have more room is tried first.
        let sides = if self.room(one) < self.room(two) {
            [(two, one), (one, two)]
        } else {
            [(one, two), (two, one)]
        };
        let works = |&(side, escape): &(usize, usize)| {
            self.is_legal(attacker, side)
                && (self.liberties_after(attacker, side, 2) > 1 || self.captures(attacker, side))
                && self.room(escape) < 3
        };
        let [first, second] = sides.map(|side| Some(side.0).filter(|_| works(&side)));
        if let (Some(side), Some(_)) = (first, second) {
            let Some((after, scratch)) = scratch.split_first_mut() else {
                return false;
            };
            after.copy_from(self);
            after.play(attacker, side);
            if after.defence_fails(target, left, scratch) {
                return true;
            }
        }
        // The last variation needs no copy of the board.
        let Some(side) = second.or(first) else {
            return false;
        };
        self.play(attacker, side);
        self.defence_fails(target, left, scratch)
    }

    /// Returns the liberties of a chain that has two.
    pub fn two_liberties(&self, target: usize) -> [usize; 2] {
        let mut points = self.chain(target).points();
        [NOWHERE; 2].map(|nowhere| points.next().unwrap_or(nowhere))
    }

    /// Returns whether a chain in atari is caught although its owner moves: by capturing a
    /// neighbour or by extending. The board is left changed.
    fn defence_fails(&mut self, target: usize, left: &mut usize, scratch: &mut [Self]) -> bool {
        let stone = self.at(target);
        if self.liberties(target) > 1 || *left == 0 {
            return false;
        }
        *left -= 1;
        let extension = self.chain(target).first();
        if let Some(capture) = self.captures_beside(target).next()
            && capture != extension
        {
            let Some((after, scratch)) = scratch.split_first_mut() else {
                return false;
            };
            after.copy_from(self);
            after.play(stone, capture);
            let liberties = after.liberties(target);
            if liberties > 2 || liberties == 2 && !after.attack_catches(target, left, scratch) {
                return false;
            }
        }
        if !self.is_legal(stone, extension) {
            return true;
        }
        match self.liberties_after(stone, extension, 3) {
            0 | 1 => true,
            2 => {
                self.play(stone, extension);
                self.attack_catches(target, left, scratch)
            }
            _ => false,
        }
    }

    /// Returns the opposing stones beside a chain; a stone may come several times.
    pub fn enemies_beside(&self, chain: usize) -> impl Iterator<Item = usize> + '_ {
        let enemy = other(self.at(chain));
        self.chain_points(chain)
            .flat_map(|member| self.around(member))
            .filter(move |&near| self.at(near) == enemy)
    }

    /// Returns moves that capture an opposing chain beside a chain; a move may come several times.
    pub fn captures_beside(&self, target: usize) -> impl Iterator<Item = usize> + '_ {
        self.enemies_beside(target)
            .filter(|&near| self.liberties(near) == 1)
            .map(|near| self.chain(near).first())
            .filter(|&point| point != self.ko)
    }
}

/// Returns the connectivity of a small set of points: the index of the point with most neighbours
/// in the set, their number, and the number of neighbours of all points together.
fn degrees(space: &[usize], touches: impl Fn(usize, usize) -> bool) -> (usize, usize, usize) {
    let (mut best, mut most, mut sum) = (0, 0, 0);
    for (i, &at) in space.iter().enumerate() {
        let degree = space.iter().filter(|&&b| touches(at, b)).count();
        sum += degree;
        if degree > most {
            (best, most) = (i, degree);
        }
    }
    (best, most, sum)
}

/// Returns the point of a space of three to six on which a move decides: the one with most
/// neighbours in the space. `None` if a single stone does not reduce the space to one eye.
fn vital_point(space: &[usize], touches: impl Fn(usize, usize) -> bool) -> Option<usize> {
    let (best, most, sum) = degrees(space, touches);
    let is_one_eye = match space.len() {
        3 => true,
        // The square is dead as it stands; the pyramid has one centre.
        4 => most == 3,
        // The bulky five has a square and one more point; the cross has a centre of four
        // neighbours.
        5 => most == 4 || most == 3 && sum == 10,
        // The rabbity six has a centre of four neighbours and a square.
        6 => most == 4 && sum == 12,
        _ => false,
    };
    is_one_eye.then(|| space[best])
}

#[cfg(test)]
mod tests {
    use super::super::board::{
        stone,
        testing::{diagram, random_board},
    };
    use super::*;
    use halfpoint_core::board::Color;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Returns scratch boards for reading ladders.
    fn scratch(field: &PlayoutBoard<2, 128>) -> Vec<PlayoutBoard<2, 128>> {
        vec![*field; SCRATCH_BOARDS]
    }

    #[test]
    fn liberties_after_agrees_with_boards() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut captures = 0;
        for _ in 0..200 {
            let board = random_board(50, &mut rng);
            let field = PlayoutBoard::<2, 128>::new(&board).expect("small");
            for &point in board.empties() {
                let at = point.index();
                for color in Color::BOTH {
                    let mut after = board.clone();
                    let played = after.play(color, point);
                    let expected = if played.suicide > 0 {
                        0
                    } else {
                        after.liberties(point).iter().count()
                    };
                    let found = field.liberties_after(stone(color), at, 99);
                    assert_eq!(found, expected);
                    assert_eq!(
                        field.liberties_after(stone(color), at, 2).min(2),
                        expected.min(2)
                    );
                    assert_eq!(field.captures(stone(color), at), played.captured > 0);
                    captures += played.captured;
                }
            }
        }
        assert!(captures > 100);
    }

    #[test]
    fn ladders_catch_unless_a_stone_of_the_chains_colour_is_in_the_way() {
        let rows = [
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            "..XX.....",
            "..XOa....",
            "...X.....",
            ".........",
        ];
        let (mut field, at) = diagram(&rows);
        let target = at('a') - 1;
        let mut fields = scratch(&field);
        assert_eq!(field.liberties(target), 1);
        assert!(
            !field.is_caught(target, false, &mut fields),
            "room on three sides"
        );
        field.play(stone(Color::White), at('a'));
        assert_eq!(field.liberties(target), 3);
        assert!(!field.is_caught(target, true, &mut scratch(&field)));

        let rows = [
            ".........",
            ".........",
            "...X.....",
            "..XOX....",
            "..X.a....",
            ".........",
            ".........",
            ".........",
            ".........",
        ];
        let (field, at) = diagram(&rows);
        let target = at('a') + field.size().stride() - 1;
        assert!(
            field.is_caught(target, false, &mut scratch(&field)),
            "a ladder to the edge"
        );
        let friend = "......O..";
        for (row, caught) in [(1, true), (5, false), (7, false)] {
            let mut with_friend = rows;
            with_friend[row] = friend;
            let (field, at) = diagram(&with_friend);
            let target = at('a') + field.size().stride() - 1;
            let found = field.is_caught(target, false, &mut scratch(&field));
            assert_eq!(found, caught, "row {row}");
        }
    }

    #[test]
    fn small_eye_spaces_have_their_vital_point() {
        for (rows, vital) in [
            (vec!["XXXXX", "X.a.X", "XXXXX"], true),
            (vec!["XXXXX", "X...X", "XXaXX", "XXXXX"], false),
            (vec!["XXXXXX", "Xa...X", "XXXXXX"], false),
            (vec!["XXXX", "Xa.X", "X..X", "XXXX"], false),
            (vec!["XXXXX", "X..XX", "Xa..X", "XXXXX"], false),
        ] {
            let (field, at) = diagram(&rows);
            let found = field.nakade_point(at('a'));
            if vital {
                assert_eq!(found, Some(at('a')), "{rows:?}");
            } else {
                assert_ne!(found, Some(at('a')), "{rows:?}");
            }
        }
        let (field, at) = diagram(&["XXXXX", "X.a.O", "XXXXX"]);
        assert_eq!(field.nakade_point(at('a')), None, "no eye space");
    }

    #[test]
    fn is_open_never_hides_a_vital_point() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let (mut open, mut found) = (0, 0);
        for moves in 0..400 {
            let board = random_board(moves % 60 + 20, &mut rng);
            let field: PlayoutBoard<2, 128> = PlayoutBoard::new(&board).expect("small");
            for &point in board.empties() {
                let slow = field.explored_space(point.index(), |_| false);
                assert_eq!(
                    field.vital_space(point.index()),
                    slow,
                    "{board:?} {point:?}"
                );
                found += usize::from(slow.is_some());
                open += usize::from(Shapes::get().is_open(field.code(point.index())));
            }
        }
        assert!(open > 1000 && found > 100, "{open} {found}");
    }

    #[test]
    fn self_atari_is_bad_unless_it_kills_or_connects() {
        let black = stone(Color::Black);
        let white = stone(Color::White);
        // An eye space of three points in a row: White kills by a second stone beside the first.
        let (field, at) = diagram(&["OXXXXXO", "OXaO.XO", "OXXXXXO"]);
        assert!(!field.is_bad_self_atari(white, at('a')));
        // A long chain fills its second last liberty.
        let (field, at) = diagram(&["OOOOOOOOO", "OXXXXXa.O", "OOOOOOOOO"]);
        assert!(field.is_bad_self_atari(black, at('a')));
        // A thrown-in stone that threatens nothing.
        let (field, at) = diagram(&["X.X..", "XaX..", "XXX.."]);
        assert!(field.is_bad_self_atari(white, at('a')));
        assert!(!field.is_bad_self_atari(black, at('a')), "a connection");
    }
}
