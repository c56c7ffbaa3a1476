//! Status of the chains of a board at the end of play: alive, dead, or not known yet.

use halfpoint_core::board::Symmetry;
use halfpoint_core::board::{Board, Point, PointSet};

use super::owner::proven_owner;
use super::symmetry::Images;

/// Largest number of open chains whose statuses are tried in all combinations.
const MAX_OPEN: usize = 6;

/// Status of the chains of a board, each named by its first point in the board's
/// [`CanonicalBoard`]. Living chains are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct ChainStatuses {
    /// Chains that are dead.
    pub(super) dead: Vec<Point>,
    /// Chains that have not been read yet.
    pub(super) open: Vec<Point>,
    /// Whether reading has been tried for all open chains.
    pub(super) seen: bool,
}

/// A board in the image under whose key its statuses are kept.
pub(super) struct CanonicalBoard<'a> {
    /// Least key of all images of the board, with its colours or exchanged colours.
    pub(super) key: u64,
    image: usize,
    images: &'a Images,
    /// By colour: the board in which that colour's stones are Black's, so either the board itself
    /// or its colours exchanged.
    pub(super) boards: [Board; 2],
}

impl CanonicalBoard<'_> {
    /// Returns the canonical form of a board: the image with the least key, with its colours or
    /// exchanged colours.
    pub(super) fn new<'a>(board: &Board, images: &'a Images) -> CanonicalBoard<'a> {
        let boards = [
            board.canonical(),
            Symmetry::reversal(board.size()).board(board),
        ];
        let keys = boards.iter().flat_map(|board| {
            let keys = images.keys(board).into_iter().take(images.len());
            keys.zip(0..)
        });
        let (key, image) = keys.min().unwrap_or_default();
        CanonicalBoard {
            key,
            image,
            images,
            boards,
        }
    }

    /// Returns the point of the board that lies on `there` in the image.
    pub(super) fn point_back(&self, there: Point) -> Point {
        self.images.point_back(self.image, there)
    }

    /// Returns the statuses that are proven without reading; other chains are open.
    pub(super) fn unread(&self) -> ChainStatuses {
        let board = &self.boards[0];
        let mut statuses = ChainStatuses::default();
        let mut heads = PointSet::new(board.size());
        for there in board.size().points() {
            let stone = self.point_back(there);
            let Some(owner) = board.get(stone) else {
                continue;
            };
            if heads.insert(board.head(stone)) {
                match proven_owner(board, stone) {
                    [lower, upper] if lower < upper => statuses.open.push(there),
                    [proven, _] if proven != owner.sign() => statuses.dead.push(there),
                    _ => (),
                }
            }
        }
        statuses
    }

    /// Returns the stones of chains.
    pub(super) fn stones<'a>(&self, chains: impl IntoIterator<Item = &'a Point>) -> PointSet {
        let board = &self.boards[0];
        let points = chains.into_iter();
        let heads = points.map(|&there| self.point_back(there));
        PointSet::of(board.size(), heads.flat_map(|stone| board.chain(stone)))
    }

    /// Returns the smallest and the largest result of `count` over all statuses of the open chains,
    /// or the whole range of `i32` if there are more than [`MAX_OPEN`] of them.
    pub(super) fn range(
        &self,
        statuses: &ChainStatuses,
        count: &mut impl FnMut(&PointSet) -> i32,
    ) -> [i32; 2] {
        if statuses.open.len() > MAX_OPEN {
            return [i32::MIN, i32::MAX];
        }
        let combinations = 0..1_u32 << statuses.open.len();
        let counts = combinations.map(|chosen| {
            let given_up = statuses.open.iter().enumerate();
            let given_up = given_up.filter(|&(place, _)| chosen >> place & 1 == 1);
            let given_up = given_up.map(|(_, chain)| chain);
            count(&self.stones(statuses.dead.iter().chain(given_up)))
        });
        counts.fold([i32::MAX, i32::MIN], |[lower, upper], count| {
            [lower.min(count), upper.max(count)]
        })
    }
}
