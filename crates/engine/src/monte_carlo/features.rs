//! Features of a move: properties that are seen without playing it, as numbers from a fixed list.
//!
//! The kinds of features are those of Coulom (2007, *Computing Elo Ratings of Move Patterns in the
//! Game of Go*): captures and rescues, ataris, self-atari, liberties, the distance to the last
//! moves, the line, and the eight neighbours. The weight of each feature is learned: see
//! [`super::priors`].

use halfpoint_core::board::{Point, Size};

use super::board::{BORDER, EMPTY, NOWHERE, PlayoutBoard, other};
use super::classes::Classes;
use super::shapes::Shapes;

/// A block of consecutive features, numbered by up to three marks.
#[derive(Clone, Copy)]
struct FeatureGroup {
    /// Name of the group in the file of weights.
    name: &'static str,
    /// Number of the group's first feature.
    start: usize,
    /// Number of values of each mark.
    ways: [usize; 3],
}

impl FeatureGroup {
    /// Returns the group whose features begin at 0.
    const fn first(name: &'static str, ways: [usize; 3]) -> FeatureGroup {
        FeatureGroup {
            name,
            start: 0,
            ways,
        }
    }

    /// Returns a group whose features follow those of `before`.
    const fn after(before: FeatureGroup, name: &'static str, ways: [usize; 3]) -> FeatureGroup {
        FeatureGroup {
            name,
            start: before.end(),
            ways,
        }
    }

    /// Returns the number after that of the group's last feature.
    const fn end(self) -> usize {
        self.start + self.ways[0] * self.ways[1] * self.ways[2]
    }

    /// Returns the feature with these marks.
    #[inline]
    fn at(self, [a, b, c]: [usize; 3]) -> u16 {
        debug_assert!(a < self.ways[0] && b < self.ways[1] && c < self.ways[2]);
        (self.start + (a * self.ways[1] + b) * self.ways[2] + c) as u16
    }
}

/// Number of classes of chain sizes: 1, 2, 3 or 4, and more stones.
const SIZES: usize = 4;

/// Captures a chain. Marks: its size; whether the capture saves an own chain in atari (0), or else
/// the captured chain could have escaped (1) or not (2); whether it is the chain of the last move.
const CAPTURE: FeatureGroup = FeatureGroup::first("capture", [SIZES, 3, 2]);
/// Extends an own chain in atari. Marks: its size; its liberties afterwards: three or more (0), two
/// (1), two but caught in a ladder (2), one (3); whether the last move touches it.
const RESCUE: FeatureGroup = FeatureGroup::after(CAPTURE, "rescue", [SIZES, 4, 2]);
/// Puts a chain in atari. Marks: its size; whether the move is a self-atari (0), catches the chain
/// (1) or does not (2); whether it is the chain of the last move.
const ATARI: FeatureGroup = FeatureGroup::after(RESCUE, "atari", [SIZES, 3, 2]);
/// Reduces a chain to two or three liberties. Marks: its size; two (0) or three (1); whether it is
/// the chain of the last move.
const PRESS: FeatureGroup = FeatureGroup::after(ATARI, "press", [SIZES, 2, 2]);
/// Self-atari without a capture. Marks: the size of the chain that is given up; whether the move
/// puts an opposing chain in atari.
const SELF_ATARI: FeatureGroup = FeatureGroup::after(PRESS, "self-atari", [SIZES, 2, 1]);
/// Liberties of the move's chain afterwards. Marks: 1 to 4 or more; own chains that touch the move,
/// 0 to 2 or more.
const LIBERTIES: FeatureGroup = FeatureGroup::after(SELF_ATARI, "liberties", [4, 3, 1]);
/// Plays on a liberty of an own chain of two liberties that the opponent could not catch. Marks:
/// its size; its liberties afterwards, 1 to 4 or more; whether the last move touches it.
const HELP_TWO: FeatureGroup = FeatureGroup::after(LIBERTIES, "help-two", [SIZES, 4, 2]);
/// Plays on a liberty of an own chain of two liberties that the opponent could catch by moving
/// first. Marks: its size; its liberties afterwards, 1 to 4 or more; whether the last move touches
/// it.
const HELP_CAUGHT: FeatureGroup = FeatureGroup::after(HELP_TWO, "help-caught", [SIZES, 4, 2]);
/// Plays on a liberty of an own chain of three liberties. Marks: its size; its liberties
/// afterwards, 1 to 4 or more; whether the last move touches it.
const HELP_THREE: FeatureGroup = FeatureGroup::after(HELP_CAUGHT, "help-three", [SIZES, 4, 2]);
/// Captures (0) or puts in atari (1) a chain that touches an own chain which the opponent could
/// catch. Marks: the size of that own chain; capture or atari.
const RELIEF: FeatureGroup = FeatureGroup::after(HELP_THREE, "relief", [SIZES, 2, 1]);
/// Joins own chains. Marks: two (0) or more (1); liberties of the weakest before the move, 1 to 4
/// or more.
const JOIN: FeatureGroup = FeatureGroup::after(RELIEF, "join", [2, 4, 1]);
/// Separates opposing chains. Marks: two (0) or more (1); liberties of the weakest before the move,
/// 1 to 4 or more.
const PART: FeatureGroup = FeatureGroup::after(JOIN, "part", [2, 4, 1]);
/// Number of distances to an earlier move: 0 to 16 or more by Stern's measure, dx + dy + max(dx,
/// dy), and one value for the case that the earlier move placed nothing.
const FAR: usize = 18;
/// Distance to the opponent's last move; see [`FAR`].
const NEAR: FeatureGroup = FeatureGroup::after(PART, "near", [FAR, 1, 1]);
/// Distance to the player's own last move; see [`FAR`].
const NEAR_OWN: FeatureGroup = FeatureGroup::after(NEAR, "near-own", [FAR, 1, 1]);
/// Steps to the last move, 1 to 3, where all stones of a chain count as one place.
const CHAIN_NEAR: FeatureGroup = FeatureGroup::after(NEAR_OWN, "chain-near", [3, 1, 1]);
/// Line of the move. Marks: kind of board; whether there is no stone nearby; line 1 to 5 or more.
const LINE: FeatureGroup = FeatureGroup::after(CHAIN_NEAR, "line", [BOARDS, 2, 5]);
/// Vital point of an eye space. Marks: whether the opponent owns it; its points, 3 to 6.
const VITAL: FeatureGroup = FeatureGroup::after(LINE, "vital", [2, 4, 1]);
/// Move deep in own (0) or opposing (1) territory.
const INSIDE: FeatureGroup = FeatureGroup::after(VITAL, "inside", [2, 1, 1]);
/// Takes a ko (0); with a ko that the player may not retake, puts a chain in atari (1) or does not
/// (2).
const KO: FeatureGroup = FeatureGroup::after(INSIDE, "ko", [3, 1, 1]);
/// First of the features for the eight neighbours of a move, equal up to rotation and reflection:
/// see [`Classes`].
const SHAPE: usize = KO.end();

/// All groups, in the order of their features.
const GROUPS: [FeatureGroup; 19] = [
    CAPTURE,
    RESCUE,
    ATARI,
    PRESS,
    SELF_ATARI,
    LIBERTIES,
    HELP_TWO,
    HELP_CAUGHT,
    HELP_THREE,
    RELIEF,
    JOIN,
    PART,
    NEAR,
    NEAR_OWN,
    CHAIN_NEAR,
    LINE,
    VITAL,
    INSIDE,
    KO,
];

/// Number of kinds of boards that [`kind_of_board`] distinguishes.
pub const BOARDS: usize = 3;

/// Returns the kind of a board by its longer side: small (up to 10, 0), middle (up to 15, 1) or
/// large (2). Each feature has a weight of its own on each kind.
#[must_use]
pub fn kind_of_board(size: Size) -> usize {
    match size.width().max(size.height()) {
        ..=10 => 0,
        11..=15 => 1,
        _ => 2,
    }
}

/// Number of steps within which a point must have no stone to count as one without stones nearby.
const AROUND: usize = 3;
/// Largest number of steps to the last move that [`CHAIN_NEAR`] distinguishes.
const CHAIN_STEPS: usize = 3;

/// The features of one move.
#[derive(Clone, Copy)]
pub struct MoveFeatures {
    list: [u16; MoveFeatures::MAX],
    count: usize,
}

impl MoveFeatures {
    /// Number of features that are kept; further ones are dropped.
    const MAX: usize = 24;

    /// Adds a feature, unless the list is full.
    fn add(&mut self, feature: u16) {
        if self.count < MoveFeatures::MAX {
            self.list[self.count] = feature;
            self.count += 1;
        }
    }

    /// Returns the features, in no particular order.
    pub fn list(&self) -> &[u16] {
        &self.list[..self.count]
    }
}

/// Extracts the features of moves in a position.
pub struct FeatureExtractor<'a, const W: usize, const N: usize> {
    field: &'a PlayoutBoard<W, N>,
    /// Stone of the player to move.
    own: u8,
    /// The opponent's last move, or [`NOWHERE`].
    last: usize,
    /// The player's own last move, or [`NOWHERE`].
    before: usize,
    /// Steps from the last move to each point; see [`steps`].
    steps: [u8; N],
    /// Identifiers of own chains of two liberties that the opponent could catch by moving first;
    /// see [`PlayoutBoard::head`].
    threatened: Vec<usize>,
    /// Scratch boards for reading ladders.
    scratch: &'a mut [PlayoutBoard<W, N>],
}

impl<'a, const W: usize, const N: usize> FeatureExtractor<'a, W, N> {
    /// Returns an extractor for the moves of `own`, after the opponent's last move and the player's
    /// own move before it. Reads the ladder of each own chain of two liberties.
    pub fn new(
        field: &'a PlayoutBoard<W, N>,
        own: u8,
        [last, before]: [usize; 2],
        scratch: &'a mut [PlayoutBoard<W, N>],
    ) -> FeatureExtractor<'a, W, N> {
        let threatened = threatened(field, own, scratch);
        FeatureExtractor {
            field,
            own,
            last,
            before,
            steps: steps(field, last),
            threatened,
            scratch,
        }
    }

    /// Returns the board, the stone of the player to move, and the last move.
    pub fn parts(&self) -> (&'a PlayoutBoard<W, N>, u8, usize) {
        (self.field, self.own, self.last)
    }

    /// Returns the features of a legal move.
    pub fn extract(&mut self, point: Point) -> MoveFeatures {
        let field = self.field;
        let at = point.index();
        let own = self.own;
        let mut seen = MoveFeatures {
            list: [0; MoveFeatures::MAX],
            count: 0,
        };
        let (classes, shapes) = (Classes::get(), Shapes::get());
        let code = field.code(at);
        seen.add((SHAPE + classes.of(code, own)) as u16);
        self.place(point, &mut seen);
        let stride = field.size().stride();
        let near = |other: usize| {
            if other == NOWHERE {
                return FAR - 1;
            }
            let dx = (at % stride).abs_diff(other % stride);
            let dy = (at / stride).abs_diff(other / stride);
            (dx + dy + dx.max(dy)).min(FAR - 2)
        };
        seen.add(NEAR.at([near(self.last), 0, 0]));
        seen.add(NEAR_OWN.at([near(self.before), 0, 0]));
        if code & 0xff != 0 {
            self.contact(at, &mut seen);
        } else {
            seen.add(LIBERTIES.at([3, 0, 0]));
        }
        if code != 0
            && let Some((vital, owner, points)) = field.vital_space(at)
            && vital == at
        {
            seen.add(VITAL.at([usize::from(owner != own), points - 3, 0]));
        }
        if shapes.is_inside(code, own) {
            seen.add(INSIDE.at([0, 0, 0]));
        }
        if shapes.is_inside(code, other(own)) {
            seen.add(INSIDE.at([1, 0, 0]));
        }
        seen
    }

    /// Adds the features of the location: the line and the steps to the last move by chains.
    fn place(&self, point: Point, seen: &mut MoveFeatures) {
        let field = self.field;
        let size = field.size();
        let alone = usize::from(is_alone(field, point));
        seen.add(LINE.at([kind_of_board(size), alone, line(field, point).min(5) - 1]));
        let steps = self.steps[point.index()] as usize;
        if (1..=CHAIN_STEPS).contains(&steps) {
            seen.add(CHAIN_NEAR.at([steps - 1, 0, 0]));
        }
    }

    /// Returns the size class of a threatened own chain that touches an opposing chain.
    fn beside_threatened(&self, chain: usize) -> Option<usize> {
        let field = self.field;
        let beside = field
            .chain_points(chain)
            .flat_map(|stone| field.around(stone));
        let mut threatened = beside.filter(|&near| {
            field.at(near) == self.own && self.threatened.contains(&field.head(near))
        });
        threatened
            .next()
            .map(|near| size_class(field.chain_len(near)))
    }

    /// Adds the features of a move that touches at least one chain or the edge.
    fn contact(&mut self, at: usize, seen: &mut MoveFeatures) {
        let field = self.field;
        let after = field.liberties_after(self.own, at, 4).clamp(1, 4);
        let mut touched = Touched::default();
        for near in field.chains_around(at) {
            if field.at(near) == self.own {
                self.own_chain(near, after, &mut touched, seen);
            } else {
                self.other_chain(at, near, after, &mut touched, seen);
            }
        }
        let Touched { owns, others, .. } = touched;
        seen.add(LIBERTIES.at([after - 1, owns.count.min(2), 0]));
        if let Some(chain) = touched.captured {
            let how = self.capture(at, chain);
            let of_last = usize::from(self.is_of_last(chain));
            seen.add(CAPTURE.at([size_class(field.chain_len(chain)), how, of_last]));
            if touched.taken == 1 && after == 1 {
                seen.add(KO.at([0, 0, 0]));
            }
        } else if after == 1 {
            let given = size_class(1 + owns.stones);
            seen.add(SELF_ATARI.at([given, usize::from(touched.threatens), 0]));
        }
        if field.ko != NOWHERE {
            let makes_atari = touched.threatens && after > 1;
            seen.add(KO.at([if makes_atari { 1 } else { 2 }, 0, 0]));
        }
        if owns.count > 1 {
            seen.add(JOIN.at([owns.count.min(3) - 2, owns.weakest.clamp(1, 4) - 1, 0]));
        }
        if others.count > 1 {
            seen.add(PART.at([others.count.min(3) - 2, others.weakest.clamp(1, 4) - 1, 0]));
        }
    }

    /// Adds the features of a move for an own chain that it touches; `after` is the number of
    /// liberties afterwards.
    fn own_chain(
        &mut self,
        chain: usize,
        after: usize,
        touched: &mut Touched,
        seen: &mut MoveFeatures,
    ) {
        let field = self.field;
        let liberties = field.liberties(chain);
        touched.owns.add(liberties, field.chain_len(chain));
        if liberties > 3 {
            return;
        }
        let size = size_class(field.chain_len(chain));
        let by_last = usize::from(self.touches_last(chain));
        seen.add(match liberties {
            1 => {
                let how = match after {
                    1 => 3,
                    2 if field.is_caught(chain, false, self.scratch) => 2,
                    2 => 1,
                    _ => 0,
                };
                RESCUE.at([size, how, by_last])
            }
            2 if self.threatened.contains(&field.head(chain)) => {
                HELP_CAUGHT.at([size, after - 1, by_last])
            }
            2 => HELP_TWO.at([size, after - 1, by_last]),
            _ => HELP_THREE.at([size, after - 1, by_last]),
        });
    }

    /// Adds the features of a move for an opposing chain that it touches; `after` is the number of
    /// liberties of the move's own chain afterwards.
    fn other_chain(
        &mut self,
        at: usize,
        chain: usize,
        after: usize,
        touched: &mut Touched,
        seen: &mut MoveFeatures,
    ) {
        let field = self.field;
        let liberties = field.liberties(chain);
        let stones = field.chain_len(chain);
        touched.others.add(liberties, stones);
        let size = size_class(stones);
        let of_last = usize::from(self.is_of_last(chain));
        if liberties <= 2
            && let Some(relieved) = self.beside_threatened(chain)
        {
            seen.add(RELIEF.at([relieved, liberties - 1, 0]));
        }
        match liberties {
            1 => {
                touched.taken += stones;
                let is_larger = |before| field.chain_len(before) < stones;
                if touched.captured.is_none_or(is_larger) {
                    touched.captured = Some(chain);
                }
            }
            2 => {
                touched.threatens = true;
                let how = match after {
                    1 => 0,
                    _ if catches(field, self.own, at, chain, self.scratch) => 1,
                    _ => 2,
                };
                seen.add(ATARI.at([size, how, of_last]));
            }
            3 | 4 => seen.add(PRESS.at([size, liberties - 3, of_last])),
            _ => (),
        }
    }

    /// Returns the purpose of a capture, the second mark of [`CAPTURE`].
    fn capture(&mut self, at: usize, chain: usize) -> usize {
        let field = self.field;
        let saves = field.chain_points(chain).any(|taken| {
            let in_atari = |near: usize| field.at(near) == self.own && field.liberties(near) == 1;
            field.around(taken).into_iter().any(in_atari)
        });
        if saves {
            return 0;
        }
        match field.liberties_after(other(self.own), at, 3) {
            0 | 1 => 2,
            2 if field.is_caught(chain, false, self.scratch) => 2,
            _ => 1,
        }
    }

    /// Returns whether the last move stands beside a chain.
    fn touches_last(&self, chain: usize) -> bool {
        let beside = |stone: usize| self.field.around(stone).contains(&self.last);
        self.last != NOWHERE && self.field.chain_points(chain).any(beside)
    }

    /// Returns whether a chain is that of the last move.
    fn is_of_last(&self, chain: usize) -> bool {
        self.last != NOWHERE && self.field.head(chain) == self.field.head(self.last)
    }
}

/// The chains of one colour that a move touches.
#[derive(Clone, Copy)]
struct Chains {
    count: usize,
    /// Stones of all these chains.
    stones: usize,
    /// Liberties of the chain that has the fewest; `usize::MAX` without a chain.
    weakest: usize,
}

impl Chains {
    fn add(&mut self, liberties: usize, stones: usize) {
        self.count += 1;
        self.stones += stones;
        self.weakest = self.weakest.min(liberties);
    }
}

impl Default for Chains {
    fn default() -> Chains {
        Chains {
            count: 0,
            stones: 0,
            weakest: usize::MAX,
        }
    }
}

/// The chains that a move touches.
#[derive(Clone, Copy, Default)]
struct Touched {
    owns: Chains,
    others: Chains,
    /// Largest chain that is captured.
    captured: Option<usize>,
    /// Number of stones that are captured in all.
    taken: usize,
    /// Whether an opposing chain is left one liberty.
    threatens: bool,
}

/// Returns the identifiers of own chains of two liberties that the opponent could catch by moving
/// first.
fn threatened<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    own: u8,
    scratch: &mut [PlayoutBoard<W, N>],
) -> Vec<usize> {
    let mut looked_at = Vec::new();
    let mut threatened = Vec::new();
    for point in field.size().points() {
        let at = point.index();
        let head = field.head(at);
        if field.at(at) != own || field.liberties(at) != 2 || looked_at.contains(&head) {
            continue;
        }
        looked_at.push(head);
        if field.is_caught(at, true, scratch) {
            threatened.push(head);
        }
    }
    threatened
}

/// Returns the size class of a chain; see [`SIZES`].
fn size_class(stones: usize) -> usize {
    match stones {
        ..=1 => 0,
        2 => 1,
        3 | 4 => 2,
        _ => 3,
    }
}

/// Returns whether a move puts a chain of two liberties in an atari from which it cannot escape.
fn catches<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    own: u8,
    at: usize,
    chain: usize,
    scratch: &mut [PlayoutBoard<W, N>],
) -> bool {
    let Some((after, scratch)) = scratch.split_first_mut() else {
        return false;
    };
    after.copy_from(field);
    after.play(own, at);
    after.at(chain) == other(own)
        && after.liberties(chain) == 1
        && after.is_caught(chain, false, scratch)
}

/// Returns the steps from the last move to each point, up to [`CHAIN_STEPS`]; all stones of a chain
/// count as one place. Farther points have `u8::MAX`.
fn steps<const W: usize, const N: usize>(field: &PlayoutBoard<W, N>, last: usize) -> [u8; N] {
    let mut distances = [u8::MAX; N];
    if last == NOWHERE {
        return distances;
    }
    let mut found = vec![last];
    distances[last] = 0;
    let mut next = 0;
    while let Some(&at) = found.get(next) {
        next += 1;
        let steps = distances[at];
        if field.at(at) != EMPTY {
            for member in field.chain_points(at) {
                if distances[member] > steps {
                    distances[member] = steps;
                    found.push(member);
                }
            }
        }
        if steps as usize == CHAIN_STEPS {
            continue;
        }
        for near in field.around(at) {
            if distances[near] > steps + 1 && field.at(near) != BORDER {
                distances[near] = steps + 1;
                found.push(near);
            }
        }
    }
    distances
}

/// Returns whether there is no stone within [`AROUND`] steps of a point.
fn is_alone<const W: usize, const N: usize>(field: &PlayoutBoard<W, N>, point: Point) -> bool {
    let code = field.code(point.index());
    // A stone has one of two bits set, the border both.
    if (code ^ code >> 1) & 0x5555 != 0 {
        return false;
    }
    let size = field.size();
    let (x, y) = size.coordinates(point);
    let reach = |at: usize, side: usize| at.saturating_sub(AROUND)..(at + AROUND + 1).min(side);
    reach(y, size.height()).all(|row| {
        reach(x, size.width()).all(|column| {
            let steps = row.abs_diff(y) + column.abs_diff(x);
            let point = size.point(column, row);
            steps > AROUND || point.is_none_or(|point| field.at(point.index()) == EMPTY)
        })
    })
}

/// Returns the line of a point, 1 at the edge.
fn line<const W: usize, const N: usize>(field: &PlayoutBoard<W, N>, point: Point) -> usize {
    let size = field.size();
    let (x, y) = size.coordinates(point);
    1 + x
        .min(y)
        .min(size.width() - 1 - x)
        .min(size.height() - 1 - y)
}

/// Returns the number of features.
pub fn count() -> usize {
    SHAPE + Classes::get().codes().len()
}

/// Returns the name of each feature: its group and marks, or the three rows of its neighbours, with
/// `X` for own stones.
pub fn names() -> Vec<String> {
    let mut names = Vec::with_capacity(count());
    for group in GROUPS {
        let [a, b, c] = group.ways;
        for index in 0..a * b * c {
            let (i, j, k) = (index / (b * c), index / c % b, index % c);
            names.push(format!("{} {i} {j} {k}", group.name));
        }
    }
    for &code in Classes::get().codes() {
        let cell = |i: usize| ['.', 'X', 'O', '#'][(code >> (2 * i) & 3) as usize];
        let [left, right, below, above] = [0, 1, 2, 3].map(cell);
        let [bl, br, al, ar] = [4, 5, 6, 7].map(cell);
        names.push(format!(
            "shape {al}{above}{ar} {left}+{right} {bl}{below}{br}"
        ));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::board::stone;
    use super::super::tactics::SCRATCH_BOARDS;
    use super::*;
    use crate::monte_carlo::Playouts;
    use crate::monte_carlo::score::FinishedPlayout;
    use halfpoint_core::board::{Board, Color};
    use rand::SeedableRng;
    use rand::seq::{IndexedRandom, SliceRandom};
    use rand_xoshiro::Xoshiro256PlusPlus;

    type Stones = Vec<(Point, Color)>;

    /// Groups that do not depend on reading, which may stop at a different line on a rotated board.
    const PLAIN: [FeatureGroup; 12] = [
        PRESS, SELF_ATARI, LIBERTIES, JOIN, PART, NEAR, NEAR_OWN, CHAIN_NEAR, LINE, VITAL, INSIDE,
        KO,
    ];

    /// Returns the sorted features of a move that do not depend on reading.
    fn plain(
        size: Size,
        stones: &Stones,
        color: Color,
        last: [Point; 2],
        point: Point,
    ) -> Vec<u16> {
        let board = Board::with_stones(size, stones.iter().copied());
        let field: PlayoutBoard<2, 128> = PlayoutBoard::new(&board).expect("small enough");
        let mut scratch = vec![field; SCRATCH_BOARDS];
        let last = last.map(Point::index);
        let seen = FeatureExtractor::new(&field, stone(color), last, &mut scratch).extract(point);
        let is_plain = |&feature: &u16| {
            let at = feature as usize;
            let holds = |group: &FeatureGroup| (group.start..group.end()).contains(&at);
            at >= SHAPE || PLAIN.iter().any(holds)
        };
        let mut list: Vec<u16> = seen.list().iter().copied().filter(is_plain).collect();
        list.sort_unstable();
        list
    }

    #[test]
    fn features_are_invariant_under_rotation_reflection_and_colour_swap() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let size = Size::square(9);
        let turned = |p: Point| {
            let (x, y) = size.coordinates(p);
            size.point(8 - y, x).expect("on the board")
        };
        let mirrored = |p: Point| {
            let (x, y) = size.coordinates(p);
            size.point(8 - x, y).expect("on the board")
        };
        let mut compared = 0;
        for _ in 0..40 {
            let mut playouts = Playouts::new(&Board::new(size));
            playouts.run(Color::Black, &mut rng);
            let board = playouts.board();
            // A full board has few moves to compare, so half of the stones are removed.
            let mut stones: Stones = board.stones().collect();
            stones.shuffle(&mut rng);
            stones.truncate(stones.len() / 2);
            let board = Board::with_stones(size, stones.iter().copied());
            let (Some(&point), [Some(last), Some(before)]) = (
                board.empties().choose(&mut rng),
                [0, 1].map(|i| stones.get(i).map(|&(point, _)| point)),
            ) else {
                continue;
            };
            let field: PlayoutBoard<2, 128> = PlayoutBoard::new(&board).expect("small enough");
            if !field.is_legal(1, point.index()) || !field.is_legal(2, point.index()) {
                continue;
            }
            let was = plain(size, &stones, Color::Black, [last, before], point);
            for image in [&turned as &dyn Fn(Point) -> Point, &mirrored] {
                let stones = stones.iter().map(|&(p, color)| (image(p), color)).collect();
                let last = [last, before].map(image);
                let is = plain(size, &stones, Color::Black, last, image(point));
                assert_eq!(was, is, "{board:?}");
            }
            let exchanged = stones.iter().map(|&(p, color)| (p, color.opponent()));
            let is = plain(
                size,
                &exchanged.collect(),
                Color::White,
                [last, before],
                point,
            );
            assert_eq!(was, is);
            compared += 1;
        }
        assert!(compared > 20);
    }
}
