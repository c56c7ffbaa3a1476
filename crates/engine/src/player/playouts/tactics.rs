//! What a move does to the chains beside it: liberties, self-atari, ladders, the vital point of an eye space.

use super::board::{EMPTY, NOWHERE, PlayoutBoard, other};
use super::shapes::Shapes;

/// Moves of a ladder after which it is taken for broken.
const MAX_LADDER: usize = 80;
/// Fields that reading a ladder is given: see [`PlayoutBoard::is_caught`].
pub const SPARE_FIELDS: usize = 20;
/// Larger chains are not given up for the sake of a shape: it happens too rarely to be worth it.
const MAX_SACRIFICE: usize = 4;
/// Eye spaces larger than this have no vital point.
pub const MAX_NAKADE: usize = 6;

impl<const W: usize, const N: usize> PlayoutBoard<W, N> {
    /// How many liberties a stone's chain would have after it is put on an empty point, captures included.
    /// Where there are more than `enough`, any number from that on may come back.
    pub fn liberties_after(&self, stone: u8, point: usize, enough: usize) -> usize {
        let room = self.room(point);
        if room >= enough {
            return room;
        }
        let around = self.around(point);
        // Nothing here is decided before all is looked at: what lies around a point follows no rule.
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

    /// Adds the stones that a move captures and its chain then touches.
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

    /// Whether a legal move captures something.
    #[inline]
    pub fn captures(&self, stone: u8, point: usize) -> bool {
        let taken = |near: usize| self.at(near) == other(stone) && self.liberties(near) == 1;
        self.around(point).into_iter().any(taken)
    }

    /// Whether a legal move puts its own chain in atari to no good end: it captures nothing, makes no shape
    /// that kills an eye when it is taken, and threatens nothing as a thrown-in stone.
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

    /// Whether a move is legal and no bad self-atari.
    #[inline]
    pub fn is_sound(&self, stone: u8, point: usize) -> bool {
        self.is_legal(stone, point) && !self.is_bad_self_atari(stone, point)
    }

    /// Whether a move and the own chains beside it make a shape that leaves one eye when it is taken: each
    /// of two or three stones, the square and the pyramid of four, the bulky five and the cross, the
    /// rabbity six.
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

    /// The vital point of the eye space around an empty point: a space of three to six points, all empty and
    /// enclosed by stones of one colour, in which one move decides between two eyes and one.
    pub fn nakade_point(&self, start: usize) -> Option<usize> {
        self.vital_space(start).map(|(point, ..)| point)
    }

    /// The same point, whose stones enclose the space, and how many points it has.
    pub fn vital_space(&self, start: usize) -> Option<(usize, u8, usize)> {
        let shapes = Shapes::get();
        self.explored_space(start, |point| shapes.is_open(self.code(point)))
    }

    /// The same by going through all of the space, unless one of its points is seen to be in none.
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

    /// Whether a chain with two liberties, if the attacker moves first, or one with one liberty, if its owner
    /// does, is caught in a ladder. `spare` are fields to try moves on: one for each choice in a row that is
    /// followed; a ladder with more of them is taken for broken.
    pub fn is_caught(&self, target: usize, attacker_first: bool, spare: &mut [Self]) -> bool {
        let Some((scratch, spare)) = spare.split_first_mut() else {
            return false;
        };
        scratch.copy_from(self);
        let mut left = MAX_LADDER;
        if attacker_first {
            scratch.attack_catches(target, &mut left, spare)
        } else {
            scratch.defence_fails(target, &mut left, spare)
        }
    }

    /// The attacker moves against a chain of two liberties: puts it in atari from either side.
    fn attack_catches(&mut self, target: usize, left: &mut usize, spare: &mut [Self]) -> bool {
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
        // First from the side where the chain would have more room.
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
            let Some((after, spare)) = spare.split_first_mut() else {
                return false;
            };
            after.copy_from(self);
            after.play(attacker, side);
            if after.defence_fails(target, left, spare) {
                return true;
            }
        }
        // The last line is followed in place.
        let Some(side) = second.or(first) else {
            return false;
        };
        self.play(attacker, side);
        self.defence_fails(target, left, spare)
    }

    /// The liberties of a chain that has two.
    pub fn two_liberties(&self, target: usize) -> [usize; 2] {
        let mut points = self.chain(target).points();
        [NOWHERE; 2].map(|nowhere| points.next().unwrap_or(nowhere))
    }

    /// The owner of a chain in atari moves: captures a chain beside it or extends.
    fn defence_fails(&mut self, target: usize, left: &mut usize, spare: &mut [Self]) -> bool {
        let stone = self.at(target);
        if self.liberties(target) > 1 || *left == 0 {
            return false;
        }
        *left -= 1;
        let extension = self.chain(target).first();
        if let Some(capture) = self.captures_beside(target).next()
            && capture != extension
        {
            let Some((after, spare)) = spare.split_first_mut() else {
                return false;
            };
            after.copy_from(self);
            after.play(stone, capture);
            let liberties = after.liberties(target);
            if liberties > 2 || liberties == 2 && !after.attack_catches(target, left, spare) {
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
                self.attack_catches(target, left, spare)
            }
            _ => false,
        }
    }

    /// The opposing stones beside a chain; the same may come several times.
    pub fn enemies_beside(&self, chain: usize) -> impl Iterator<Item = usize> + '_ {
        let enemy = other(self.at(chain));
        self.chain_points(chain)
            .flat_map(|member| self.around(member))
            .filter(move |&near| self.at(near) == enemy)
    }

    /// Moves that capture an opposing chain beside a chain; the same may come several times.
    pub fn captures_beside(&self, target: usize) -> impl Iterator<Item = usize> + '_ {
        self.enemies_beside(target)
            .filter(|&near| self.liberties(near) == 1)
            .map(|near| self.chain(near).first())
            .filter(|&point| point != self.ko)
    }
}

/// How the points of a small space hang together: the place of the one with most neighbours within it,
/// their number, and the neighbours of all of them.
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

/// The point of a space of three to six on which a move decides: the one with the most neighbours
/// within it, if the space is one of those that a single stone makes one eye of.
fn vital_point(space: &[usize], touches: impl Fn(usize, usize) -> bool) -> Option<usize> {
    let (best, most, sum) = degrees(space, touches);
    let is_one_eye = match space.len() {
        3 => true,
        // The square is dead as it stands; the pyramid has one centre.
        4 => most == 3,
        // The bulky five has a square and one more point, the cross a centre of four.
        5 => most == 4 || most == 3 && sum == 10,
        // The rabbity six has a centre of four and a square.
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

    fn spare(field: &PlayoutBoard<2, 128>) -> Vec<PlayoutBoard<2, 128>> {
        vec![*field; SPARE_FIELDS]
    }

    #[test]
    fn liberties_after_a_move_are_those_of_the_board() {
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
    fn ladders_run_to_the_edge_or_to_a_friend() {
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
        let mut fields = spare(&field);
        assert_eq!(field.liberties(target), 1);
        assert!(
            !field.is_caught(target, false, &mut fields),
            "room on three sides"
        );
        field.play(stone(Color::White), at('a'));
        assert_eq!(field.liberties(target), 3);
        assert!(!field.is_caught(target, true, &mut spare(&field)));

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
            field.is_caught(target, false, &mut spare(&field)),
            "a ladder to the edge"
        );
        let friend = "......O..";
        for (row, caught) in [(1, true), (5, false), (7, false)] {
            let mut with_friend = rows;
            with_friend[row] = friend;
            let (field, at) = diagram(&with_friend);
            let target = at('a') + field.size().stride() - 1;
            let found = field.is_caught(target, false, &mut spare(&field));
            assert_eq!(found, caught, "row {row}");
        }
    }

    #[test]
    fn small_eye_spaces_have_a_vital_point() {
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
    fn no_vital_point_is_overlooked_where_a_point_looks_open() {
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
    fn self_atari_is_bad_unless_it_kills() {
        let black = stone(Color::Black);
        let white = stone(Color::White);
        // Three in a row: White kills with the second stone beside the first.
        let (field, at) = diagram(&["OXXXXXO", "OXaO.XO", "OXXXXXO"]);
        assert!(!field.is_bad_self_atari(white, at('a')));
        // A long chain fills the last but one of its liberties.
        let (field, at) = diagram(&["OOOOOOOOO", "OXXXXXa.O", "OOOOOOOOO"]);
        assert!(field.is_bad_self_atari(black, at('a')));
        // A stone thrown in that threatens nothing.
        let (field, at) = diagram(&["X.X..", "XaX..", "XXX.."]);
        assert!(field.is_bad_self_atari(white, at('a')));
        assert!(!field.is_bad_self_atari(black, at('a')), "a connection");
    }
}
