//! Ownership of points and life of chains: by proof and reading where they suffice, by a net and
//! playouts elsewhere.
//!
//! All results depend on the stones alone, and are equal for all images of a position under
//! symmetry: they are computed for one of the sixteen images (see [`to_representative`]). Where a
//! position is its own image, the result is that on which its symmetric halves agree.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::board::{Symmetry, agreed, in_any, to_representative};
use halfpoint_core::life::{
    Life, ReadingCache, Readings, THOROUGH, is_room_to_live, ko_stones_in_seki, pass_alive,
    seki_cached, seki_in_doubt,
};
use halfpoint_core::score::{PointOwner, Territory};

use super::care::Care;
use super::net_ownership::mean_ownership;
use crate::monte_carlo::Playouts;
use halfpoint_nn::Net;

/// Factor on the number of playouts for the second judgement when a chain is in doubt after the
/// first.
const IN_DOUBT: u32 = 3;

/// Share of playouts (0 to 1) in which the owner of a stone keeps its point, below which the stone
/// counts as dead.
const DEAD_BELOW: f32 = 0.35;

/// Minimum absolute ownership (1 if all playouts keep a chain, −1 if all lose it) for the life of
/// the chain not to be in doubt, where playouts judge alone.
const CLEAR: f32 = 0.7;
/// That minimum where a net judges with them. No chain is clear then that most playouts see
/// otherwise than the net: see [`SHARE_OF_NET`].
const CLEAR_WITH_NET: f32 = 0.6;
/// Share of the net in the ownership of points; the rest is that of the playouts.
const SHARE_OF_NET: f32 = 0.6;
/// Certainty of ownership (−1 to 1) that a point needs to be sure territory, where playouts judge
/// alone.
const SURE_POINT: f32 = 0.5;
/// That certainty where a net judges with them: where the net has no doubt, the playouts still have
/// to come to a quarter. A net knows early what becomes of stones that have yet to be fought for
/// (0.65 after seven stones on 5×5); behind walls without gaps it is 0.72 and more.
const SURE_POINT_WITH_NET: f32 = 0.7;

/// Minimum number of playouts that say anything about life. With fewer, only proof and reading
/// count.
const MIN_JUDGING_PLAYOUTS: u32 = 30;
/// Minimum number of playouts even when time has run out; the ownership of points needs them.
const MIN_PLAYOUTS: u32 = 8;

/// Mean ownership (−1 to 1) that the opponent must exceed in the region around stones in doubt for
/// these to be given up. They must also be sparse there: see [`SPARSE`].
const SWALLOWED: f32 = 0.1;
/// Stones in doubt are given up only if they take up less than one point in this many of the region
/// around them. See also [`SWALLOWED`].
const SPARSE: usize = 3;

/// Maximal size, in points, of a region that counts as shared by both colours. A chain whose
/// liberties all lie in such regions is in doubt where reading is silent.
const FEW_SHARED: usize = 3;

/// Minimal size, in points, of spaces enclosed by one colour in which it may get two eyes by moving
/// first, and will not without. At smaller ones a nakade stands as a rule, and nobody moves again.
/// Spaces with room to live ([`is_room_to_live`]) are too large.
const MIN_EYE_SPACE: usize = 5;
/// Minimal number of stones of a chain, with no other points beside them, whose capture leaves room
/// for two eyes, on boards of one line, of two lines, and of more: blocks of three by three in a
/// corner, with four such stones, are dead.
const INNER_STONES: [usize; 3] = [2, 3, 5];
/// Minimal number of empty points of such a space.
const EMPTY_IN_SPACE: usize = 4;

/// Ownership of each point, from +1 for surely Black to −1 for surely White, and the status of each
/// chain.
#[derive(Clone, Debug)]
pub struct Ownership {
    black: Vec<f32>,
    board: Board,
    dead: PointSet,
    unsettled: PointSet,
    /// Number of playouts that were made.
    playouts: u32,
    /// Whether a net had its share.
    by_net: bool,
}

impl Ownership {
    /// Judges a position by proof, by reading, by a `net` if there is one, and by playouts, half of
    /// which each side begins. The result depends on the stones, the care and the net alone;
    /// `readings` only saves time.
    #[must_use]
    pub fn of(
        board: &Board,
        care: Care,
        net: Option<&Net>,
        readings: &mut ReadingCache,
    ) -> Ownership {
        Ownership::until(board, care, net, readings, &|| false)
    }

    /// Judges like [`Ownership::of`], but stops playouts, the net and reading early when `is_late`
    /// returns true. The result then depends on more than the stones.
    #[must_use]
    pub fn until(
        board: &Board,
        care: Care,
        net: Option<&Net>,
        readings: &mut ReadingCache,
        is_late: &dyn Fn() -> bool,
    ) -> Ownership {
        Ownership::of_representative(board, |board| {
            Ownership::as_it_stands(board, care, net, &mut None, readings, is_late)
        })
    }

    /// Judges the representative of a board's images by `judge`, so that all of them are judged
    /// alike.
    fn of_representative(board: &Board, judge: impl FnOnce(&Board) -> Ownership) -> Ownership {
        let images = to_representative(board, &PointSet::new(board.size()));
        match images.first() {
            None => judge(board),
            Some(image) => judge(&image.board(board)).seen_through(&images, board),
        }
    }

    /// Judges like [`Ownership::of`] with full care, and again with `playouts` in larger number and
    /// more reading if any chain is in doubt after that.
    #[must_use]
    pub fn careful(
        board: &Board,
        playouts: u32,
        net: Option<&Net>,
        readings: &mut ReadingCache,
    ) -> Ownership {
        let care = Care {
            playouts,
            ..Care::FULL
        };
        let mut look = None;
        let mut judge = |care, readings: &mut ReadingCache| {
            Ownership::of_representative(board, |board| {
                Ownership::as_it_stands(board, care, net, &mut look, readings, &|| false)
            })
        };
        let mut first = judge(care, readings);
        first.unsettled |= seki_in_doubt(board, &first.dead, readings);
        if first.is_clear() {
            return first;
        }
        let thorough = Care {
            playouts: IN_DOUBT * playouts,
            effort: THOROUGH,
            ..care
        };
        let mut second = judge(thorough, readings);
        second.unsettled |= seki_in_doubt(board, &second.dead, readings);
        second
    }

    /// Judges the board itself, not an image of it. `look` keeps the ownership by the net for
    /// another judgement of the same board, which then needs no evaluation.
    fn as_it_stands(
        board: &Board,
        care: Care,
        net: Option<&Net>,
        look: &mut Option<Vec<f32>>,
        readings: &mut ReadingCache,
        is_late: &dyn Fn() -> bool,
    ) -> Ownership {
        let wanted = care.playouts.max(2);
        let size = board.size();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(board.key().low());
        let mut sums = vec![0i32; size.array_len()];
        let start = board.canonical();
        let mut playout = Playouts::new(&start);
        let mut playouts = 0;
        while playouts < wanted && (playouts < MIN_PLAYOUTS || playouts % 2 == 1 || !is_late()) {
            playout.rewind();
            playout.run(Color::BOTH[playouts as usize % 2], &mut rng);
            playouts += 1;
            for point in size.points() {
                sums[point.index()] += playout.owner(point).map_or(0, Color::sign);
            }
        }
        let mut black: Vec<f32> = sums
            .iter()
            .map(|&sum| sum as f32 / playouts as f32)
            .collect();
        if let (Some(net), None) = (net, &look) {
            *look = mean_ownership(board, net, care.sides, is_late);
        }
        for (own, &seen) in black.iter_mut().zip(look.iter().flatten()) {
            *own += SHARE_OF_NET * (seen - *own);
        }
        for color in Color::BOTH {
            let life = pass_alive(board, color);
            for point in life.stones.iter().chain(life.cramped.iter()) {
                black[point.index()] = color.sign() as f32;
            }
        }
        let none = PointSet::new(size);
        let mut ownership = Ownership {
            black,
            board: start,
            dead: none,
            unsettled: none,
            playouts,
            by_net: look.is_some(),
        };
        ownership.judge_chains(care.effort, readings, is_late);
        ownership
    }

    /// Returns the ownership of the position that the `images` map to the judged one: the mean over
    /// the images.
    fn seen_through(&self, images: &[Symmetry], board: &Board) -> Ownership {
        let mut black = vec![0.0; board.size().array_len()];
        for point in board.size().points() {
            // Integer sums do not depend on the order of the images.
            let millionths = images.iter().map(|image| {
                let sign = image.color(Color::Black).sign() as f32;
                (sign * self.black[image.point(point).index()] * 1e6).round() as i64
            });
            black[point.index()] = millionths.sum::<i64>() as f32 / (1e6 * images.len() as f32);
        }
        // A doubt in one image is one in all, and so is a disagreement.
        let dead = agreed(images, &self.dead);
        Ownership {
            black,
            board: board.canonical(),
            dead,
            unsettled: in_any(images, &self.unsettled) | (in_any(images, &self.dead) - dead),
            playouts: self.playouts,
            by_net: self.by_net,
        }
    }

    /// Returns whether this judgement is about the stones of `board`.
    pub(in crate::player) fn is_of(&self, board: &Board) -> bool {
        self.board == *board
    }

    /// Returns the number of playouts that were made.
    pub(in crate::player) fn playouts(&self) -> u32 {
        self.playouts
    }

    /// Returns how surely `color` owns a point: 1 for surely, −1 for surely the opponent.
    #[must_use]
    pub fn of_point(&self, color: Color, point: Point) -> f32 {
        self.black[point.index()] * color.sign() as f32
    }

    /// Returns whether a point is surely the territory of `color`.
    pub(in crate::player) fn is_sure_of_point(&self, color: Color, point: Point) -> bool {
        let sure = match self.by_net {
            true => SURE_POINT_WITH_NET,
            false => SURE_POINT,
        };
        self.of_point(color, point) >= sure
    }

    /// Returns how surely `color` owns the chain at `stone` (−1 to 1): the mean over its stones.
    fn of_chain(&self, color: Color, stone: Point) -> f32 {
        let sum: f32 = self
            .board
            .chain(stone)
            .map(|p| self.of_point(color, p))
            .sum();
        sum / self.board.chain_len(stone) as f32
    }

    /// Returns whether no chain is in doubt: the life or death of each is proven, read, or clear in
    /// the playouts, where its owner keeps or loses it in nearly all.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.unsettled.is_empty()
    }

    /// Returns the chains that are judged dead, as a set of all their stones.
    #[must_use]
    pub fn dead(&self) -> PointSet {
        self.dead
    }

    fn is_clear_of(&self, stone: Point, color: Color) -> bool {
        let clear = if self.by_net { CLEAR_WITH_NET } else { CLEAR };
        self.playouts >= MIN_JUDGING_PLAYOUTS && self.of_chain(color, stone).abs() >= clear
    }

    /// Returns whether a chain in doubt stands, with few others, in a region that is rather the
    /// opponent's. Playouts know no plan: in a large territory that a player would have defended
    /// they keep stones alive too often.
    fn is_swallowed(&self, stone: Point) -> bool {
        let color = self.board.get(stone);
        let Some(color) = color.filter(|_| self.playouts >= MIN_JUDGING_PLAYOUTS) else {
            return false;
        };
        let other = color.opponent();
        let enclosed = (!self.board.stones_of(other)).part(stone);
        let own = enclosed & self.board.stones_of(color);
        let theirs: f32 = enclosed.iter().map(|p| self.of_point(other, p)).sum();
        own.len() * SPARSE < enclosed.len() && theirs / enclosed.len() as f32 > SWALLOWED
    }

    /// Returns the chains that playouts capture most of the time, see [`DEAD_BELOW`].
    fn guessed_dead(&self) -> PointSet {
        if self.playouts < MIN_JUDGING_PLAYOUTS {
            return PointSet::new(self.board.size());
        }
        let dead = self.board.stones().filter(|&(point, color)| {
            // Maps −1 to 1 to the share of playouts that keep the point.
            (self.of_chain(color, point) + 1.0) / 2.0 < DEAD_BELOW
        });
        PointSet::of(self.board.size(), dead.map(|(point, _)| point))
    }

    /// Judges of each chain whether it is dead and whether that is sure. `effort` (0 to 1) bounds
    /// the reading.
    fn judge_chains(
        &mut self,
        effort: f64,
        readings: &mut ReadingCache,
        is_late: &dyn Fn() -> bool,
    ) {
        let board = &self.board;
        let size = board.size();
        let guess = self.guessed_dead();
        let clear = board
            .stones()
            .filter(|&(stone, color)| self.is_clear_of(stone, color));
        let clear = PointSet::of(size, clear.map(|(stone, _)| stone));
        let statuses = Readings::until(board, &guess, &clear, effort, readings, is_late);
        let mut dead = PointSet::new(size);
        let mut unsettled = PointSet::new(size);
        for (stone, _) in board.stones() {
            let life = statuses.of_stone(stone);
            let is_dead = match life {
                Some(Life::Independent | Life::Safe) => false,
                Some(Life::Dead) => true,
                // The players have left the position like this. Of two chains that can capture each
                // other one falls. A lone intruder is given up; otherwise its owner would have
                // answered.
                Some(Life::Unsettled) => {
                    guess.contains(stone)
                        && (self.by_net
                            || races(board, &statuses, &guess, stone)
                            || self.is_swallowed(stone))
                }
                Some(Life::InCycle) => guess.contains(stone),
                None if clear.contains(stone) => guess.contains(stone),
                None => guess.contains(stone) || self.is_swallowed(stone),
            };
            if is_dead {
                dead.insert(stone);
            }
            let is_sure = match life {
                Some(Life::Unsettled | Life::InCycle) => false,
                Some(Life::Independent) => true,
                // A chain that cannot be captured may still lose its territory in a seki.
                Some(Life::Safe) => !lacks_second_eye(board, stone),
                // Reading ends with the capture.
                Some(Life::Dead) => !fills_room(board, stone),
                None if guess.contains(stone) => {
                    let has_room = has_eye_space(board, stone) || fills_room(board, stone);
                    clear.contains(stone) && !has_room
                }
                None => {
                    let may_fall =
                        lacks_second_eye(board, stone) || has_shared_liberties_alone(board, stone);
                    clear.contains(stone) && !may_fall
                }
            };
            if !is_sure {
                unsettled.insert(stone);
            }
        }
        self.dead = without_safe_stones(board, dead, readings);
        self.unsettled = unsettled;
    }
}

/// Returns the stones judged dead without those that the other dead stones save.
fn without_safe_stones(board: &Board, mut dead: PointSet, readings: &mut ReadingCache) -> PointSet {
    // Stones that stand in their own territory once all dead stones are gone were never in danger
    // from them.
    let territory = Territory::new(board, &dead, &PointSet::new(board.size()));
    let is_at_home = |&(stone, color): &(Point, Color)| {
        dead.contains(stone) && territory.owner(stone) == PointOwner::Territory(color)
    };
    let at_home: Vec<(Point, Color)> = board.stones().filter(is_at_home).collect();
    for (stone, _) in at_home {
        dead.remove(stone);
    }
    // Each ko stone of a double ko in seki can be captured, but for the other one only.
    dead - ko_stones_in_seki(board, &dead, readings)
}

/// Judgement of the stones of a board: dead chains, chains in seki, and chains whose status is not
/// sure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Stones of the dead chains.
    pub dead: PointSet,
    /// Stones of the chains that stand in seki once the dead ones are off the board.
    pub seki: PointSet,
    /// Stones of the chains whose status is a guess: reading found that it depends on who moves
    /// first, or was too hard and the playouts disagree.
    pub unsettled: PointSet,
}

impl Judgement {
    /// Judges the stones by proof, by reading, and where neither suffices by `playouts` playouts
    /// (three times as many if a chain is in doubt after that).
    #[must_use]
    pub fn of(board: &Board, playouts: u32) -> Judgement {
        Judgement::with_net(board, playouts, None, &mut ReadingCache::new())
    }

    /// Judges as [`Judgement::of`] does, but by a `net` beside the playouts. Keeps what it reads in
    /// a cache of the caller's.
    #[must_use]
    pub fn with_net(
        board: &Board,
        playouts: u32,
        net: Option<&Net>,
        readings: &mut ReadingCache,
    ) -> Judgement {
        let ownership = Ownership::careful(board, playouts, net, readings);
        Judgement {
            seki: seki_cached(board, &ownership.dead, readings),
            dead: ownership.dead,
            unsettled: ownership.unsettled,
        }
    }

    /// Returns whether the life of every chain was proven, read, or clear in the playouts.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.unsettled.is_empty()
    }
}

/// Returns whether all liberties of a chain lie in regions of few points that the opponent touches,
/// too. It has no eye then and can live by a seki alone, or be dead by a ko or a nakade, which
/// playouts do not see.
fn has_shared_liberties_alone(board: &Board, stone: Point) -> bool {
    let Some(color) = board.get(stone) else {
        return false;
    };
    let other = board.stones_of(color.opponent());
    let is_shared = |liberty: Point| {
        let region = board.empty_points().part(liberty);
        region.len() <= FEW_SHARED && region.neighbours().intersects(&other)
    };
    board.liberties(stone).iter().all(is_shared)
}

/// Returns whether a chain stands around a space in which its owner could make two eyes by moving
/// first, or nearly so. Where no reading says more, playouts cannot tell whose turn decides.
fn has_eye_space(board: &Board, stone: Point) -> bool {
    let empty = board.empty_points();
    let chain = PointSet::of(board.size(), board.chain(stone));
    small_spaces(board, &chain)
        .any(|space| space.len() >= MIN_EYE_SPACE && (space & empty).len() >= EMPTY_IN_SPACE)
}

/// Returns whether a chain encloses such a space, and no other one even together with the chains
/// that it is joined to by its spaces. Its opponent may then kill it, or live in seki, by moving
/// first. On a board of so few lines that no room is enough to live, the side where the opponent
/// stands looks like another one, so all such chains are meant.
fn lacks_second_eye(board: &Board, stone: Point) -> bool {
    let has_few_lines = !is_room_to_live(board.size(), usize::MAX);
    has_eye_space(board, stone) && (has_few_lines || has_one_space(board, stone))
}

/// Returns whether a chain, with those that it is joined to by small spaces, encloses only one.
fn has_one_space(board: &Board, stone: Point) -> bool {
    let size = board.size();
    let chain = PointSet::of(size, board.chain(stone));
    let joined = small_spaces(board, &chain).fold(chain, |joined, space| joined | space);
    let own = board
        .get(stone)
        .map_or(PointSet::new(size), |color| board.stones_of(color));
    let group = own.parts_of(&(joined.neighbours_in(&own) | chain));
    small_spaces(board, &group).count() == 1
}

/// Returns the spaces beside stones of a colour, without others of it, that are too small to be
/// room to live.
fn small_spaces(board: &Board, stones: &PointSet) -> impl Iterator<Item = PointSet> {
    let size = board.size();
    let open = match stones.first().and_then(|stone| board.get(stone)) {
        Some(color) => !board.stones_of(color),
        None => PointSet::new(size),
    };
    let spaces = open.parts_of(&stones.neighbours_in(&open)).parts();
    spaces.filter(move |space| !is_room_to_live(size, space.len()))
}

/// Returns whether a chain fills room for two eyes, in which its owner moves first once it is
/// captured: many of its stones have no other points beside them.
fn fills_room(board: &Board, stone: Point) -> bool {
    let chain = PointSet::of(board.size(), board.chain(stone));
    let inner = chain - (!chain).neighbours_in(&chain);
    let lines = board.size().width().min(board.size().height());
    inner.len() >= INNER_STONES[lines.clamp(1, INNER_STONES.len()) - 1]
}

/// Returns whether the chain at `stone` or one of its liberties is next to an unsettled chain of
/// the opponent that is guessed to live.
fn races(board: &Board, statuses: &Readings, guess: &PointSet, stone: Point) -> bool {
    let size = board.size();
    let color = board.get(stone);
    let liberties = board.liberties(stone);
    let near = board.chain(stone).chain(liberties.iter());
    let mut beside = near.flat_map(|point| size.neighbours(point));
    beside.any(|next| {
        board.get(next).is_some_and(|other| Some(other) != color)
            && statuses.of_stone(next) == Some(Life::Unsettled)
            && !guess.contains(next)
    })
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use halfpoint_core::Size;
    use halfpoint_core::board::Placement;
    use halfpoint_core::notation::parse_board;

    use super::*;
    use halfpoint_nn::Arithmetic;

    /// Returns a board with random stones that are not surrounded.
    fn random_board(size: Size, random: &mut Xoshiro256PlusPlus) -> Board {
        let mut board = Board::new(size);
        for point in size.points() {
            let color = Color::BOTH[usize::from(random.random_bool(0.5))];
            let is_alive = board.placement(color, point) == Placement::Alive;
            if random.random_bool(0.6) && is_alive {
                board.play(color, point);
            }
        }
        board
    }

    /// White's stones or her territory fall if Black moves first, or are saved if she does. On few
    /// lines rooms of seven and more points can be killed, and the side to move decides on seki.
    #[test]
    fn room_on_few_lines_is_no_certain_life() {
        let net = Net::embedded(Arithmetic::Int8).expect("a net");
        for rows in [
            &["XX..OX.X.", "XX.OOXXXX"][..],
            &[".....OX.XX", ".....OXX.X"],
            &["XXO.XX.", "XXOOOXX", "XXX.OX."],
            &["..OOX.X", "...OXXX", "..OOX.X"],
            &["..OOXXX", "...OX.X", "..OOXX."],
            &["..O.XX.", "..OOOXX", "...OXX."],
            &["...OX.X", "...OXXX", "...OX.X"],
            &["....OX.X", "....OXXX", "....OX.X"],
        ] {
            let board = parse_board(rows).expect("a board");
            let cache = &mut ReadingCache::new();
            let judged = Judgement::with_net(&board, 200, Some(&net), cache);
            assert!(!judged.is_certain(), "{rows:?}: {:?}", judged.dead);
        }
    }

    #[test]
    fn an_image_of_a_board_has_the_image_of_its_ownership() {
        let net = Net::embedded(Arithmetic::Int8).expect("a net");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for (width, height) in [(5, 5), (7, 7), (6, 4)] {
            let size = Size::new(width, height).expect("a size");
            let board = random_board(size, &mut random);
            let judged = |board: &Board| {
                Ownership::of(board, Care::FULL, Some(&net), &mut ReadingCache::new())
            };
            let owners = judged(&board);
            assert!(owners.black.iter().any(|&own| own.abs() > 0.1));
            for image in Symmetry::all(size) {
                let there = judged(&image.board(&board));
                let sign = image.color(Color::Black).sign() as f32;
                for point in size.points() {
                    let (own, other) = (
                        owners.black[point.index()],
                        there.black[image.point(point).index()],
                    );
                    assert!((own - sign * other).abs() < 1e-5, "{own} {other}");
                }
            }
        }
    }
}
