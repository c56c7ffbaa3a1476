//! What is known of the chains of a board when players stop.

use halfpoint_core::board::{Board, Point, PointSet};
use halfpoint_core::score::Symmetry;

use super::search::proven_owner;
use super::symmetry::Images;

/// The most chains whose fates are gone through in all combinations.
const MAX_OPEN: usize = 6;

/// The chains of a board, each by its first point as a [`View`] has it. Those that live are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Fates {
    pub(super) dead: Vec<Point>,
    /// Those that are not read yet.
    pub(super) open: Vec<Point>,
    /// Whether all of those were looked at.
    pub(super) seen: bool,
}

/// A board in the image in which what is known of it is kept.
pub(super) struct View<'a> {
    pub(super) key: u64,
    image: usize,
    images: &'a Images,
    /// By colour: the board, or its colours exchanged, so that its stones are Black's.
    pub(super) boards: [Board; 2],
}

impl View<'_> {
    /// The image of a board that has the least key, be it with its colours exchanged or not.
    pub(super) fn new<'a>(board: &Board, images: &'a Images) -> View<'a> {
        let boards = [
            board.canonical(),
            Symmetry::reversal(board.size()).board(board),
        ];
        let keys = boards.iter().flat_map(|board| {
            let keys = images.keys(board).into_iter().take(images.len());
            keys.zip(0..)
        });
        let (key, image) = keys.min().unwrap_or_default();
        View {
            key,
            image,
            images,
            boards,
        }
    }

    /// Where a point of the image lies on the board.
    pub(super) fn point_back(&self, there: Point) -> Point {
        self.images.point_back(self.image, there)
    }

    /// Nothing read but what is proven.
    pub(super) fn unread(&self) -> Fates {
        let board = &self.boards[0];
        let mut fates = Fates::default();
        let mut heads = PointSet::new(board.size());
        for there in board.size().points() {
            let stone = self.point_back(there);
            let Some(owner) = board.get(stone) else {
                continue;
            };
            if heads.insert(board.head(stone)) {
                match proven_owner(board, stone) {
                    [least, most] if least < most => fates.open.push(there),
                    [proven, _] if proven != owner.sign() => fates.dead.push(there),
                    _ => (),
                }
            }
        }
        fates
    }

    /// The stones of chains.
    pub(super) fn stones<'a>(&self, chains: impl IntoIterator<Item = &'a Point>) -> PointSet {
        let board = &self.boards[0];
        let points = chains.into_iter();
        let heads = points.map(|&there| self.point_back(there));
        PointSet::of(board.size(), heads.flat_map(|stone| board.chain(stone)))
    }

    /// The least and the most that a count comes to, whatever becomes of open chains.
    pub(super) fn range(
        &self,
        fates: &Fates,
        count: &mut impl FnMut(&PointSet) -> i32,
    ) -> [i32; 2] {
        if fates.open.len() > MAX_OPEN {
            return [i32::MIN, i32::MAX];
        }
        let combinations = 0..1_u32 << fates.open.len();
        let counts = combinations.map(|chosen| {
            let given_up = fates.open.iter().enumerate();
            let given_up = given_up.filter(|&(place, _)| chosen >> place & 1 == 1);
            let given_up = given_up.map(|(_, chain)| chain);
            count(&self.stones(fates.dead.iter().chain(given_up)))
        });
        counts.fold([i32::MAX, i32::MIN], |[least, most], count| {
            [least.min(count), most.max(count)]
        })
    }
}
