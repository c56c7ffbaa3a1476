//! Regions between stones, and the groups of chains that they join.

use crate::board::{Board, Color, Point, PointSet, Size};

/// Chains of one colour joined through regions that only they touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Colour of the group.
    pub color: Color,
    /// Number of empty points that the group surrounds.
    pub points: usize,
    /// Whether the group touches a region that the opponent touches too.
    pub(crate) open: bool,
    pub(crate) in_seki: bool,
}

impl Group {
    /// Returns whether the group stands only because the opponent may not fill a shared liberty.
    #[must_use]
    pub fn in_seki(&self) -> bool {
        self.in_seki
    }
}

/// A maximal connected set of points without a stone that stays.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Its points.
    pub points: PointSet,
    /// The staying stones beside it.
    pub border: PointSet,
    /// Whether a black, a white stone is beside it.
    pub touches: [bool; 2],
}

impl Region {
    /// Returns the colour that touches it, if only one does.
    pub fn owner(&self) -> Option<Color> {
        match self.touches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

/// The regions and groups of a board, without a judgement of seki.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    /// Regions in the order of their first points.
    pub regions: Vec<Region>,
    /// Groups in the order of their first stones.
    pub groups: Vec<Group>,
    /// The group of each stone that stays, by index of the point.
    pub(crate) group_at: Vec<Option<usize>>,
}

impl Division {
    /// Divides a board into regions and groups, as if the stones in `dead` were taken off.
    pub fn new(board: &Board, dead: &PointSet) -> Division {
        let size = board.size();
        let staying = Color::BOTH.map(|color| board.stones_of(color) - *dead);
        let regions: Vec<Region> = (!(staying[0] | staying[1]))
            .parts()
            .map(|points| {
                let border = points.neighbours_in(&(staying[0] | staying[1]));
                Region {
                    points,
                    border,
                    touches: staying.map(|stones| border.intersects(&stones)),
                }
            })
            .collect();

        let mut parts: Vec<(Option<Point>, Color, PointSet, PointSet)> = Vec::new();
        for color in Color::BOTH {
            // A region that only this colour touches joins the chains around it.
            let owned = regions.iter().filter(|r| r.owner() == Some(color));
            let joined = owned.fold(staying[color], |set, region| set | region.points);
            for part in joined.parts() {
                let stones = part & staying[color];
                parts.push((stones.first(), color, stones, part - stones));
            }
        }
        parts.sort_unstable_by_key(|&(first, ..)| first);

        let open = regions.iter().filter(|region| region.owner().is_none());
        let none = PointSet::new(size);
        let open_border = open.fold(none, |set, region| set | region.border);
        let mut groups = Vec::with_capacity(parts.len());
        let mut group_at = vec![None; size.array_len()];
        for (group, (_, color, stones, points)) in parts.into_iter().enumerate() {
            groups.push(Group {
                color,
                points: points.len(),
                open: stones.intersects(&open_border),
                in_seki: false,
            });
            for stone in stones {
                group_at[stone.index()] = Some(group);
            }
        }
        Division {
            regions,
            groups,
            group_at,
        }
    }

    /// Returns the index of the group of a stone that stays on the board.
    pub fn group_of(&self, stone: Point) -> Option<usize> {
        self.group_at[stone.index()]
    }

    /// Returns for each group whether it has room for two eyes against every play of the opponent,
    /// judged by the number of points it surrounds. Only points for which `is_room` holds count.
    /// `size` is that of the board.
    pub fn strong_groups(&self, size: Size, is_room: impl Fn(Point) -> bool) -> Vec<bool> {
        let mut room = vec![0; self.groups.len()];
        for region in self.regions.iter().filter(|r| r.owner().is_some()) {
            if let Some(group) = region.border.first().and_then(|stone| self.group_of(stone)) {
                room[group] += region.points.iter().filter(|&p| is_room(p)).count();
            }
        }
        let rooms = room.into_iter();
        rooms.map(|room| is_room_to_live(size, room)).collect()
    }
}

/// Number of lines from which [`ROOM_TO_LIVE`] points are enough.
const MIN_LINES: usize = 4;
/// Number of own points that are enough for a group to live on a board of [`MIN_LINES`].
const ROOM_TO_LIVE: usize = 9;

/// Returns whether a group with so many own points lives although its opponent moves first.
///
/// On four lines and more, of all rooms of eight points within a wall of one chain without
/// liberties outside, one is killed, by a ko: a corner of three by three without its inner point.
/// Of those of nine points in a box of four by four none is. On two and three lines all ends of the
/// board that were tried are killed, up to six by two and four by three, so no number is taken to
/// be enough there. Groups of several chains are taken for one: what cuts them is read elsewhere.
/// See docs/notebook/judgement.md.
#[must_use]
pub fn is_room_to_live(size: Size, points: usize) -> bool {
    size.width().min(size.height()) >= MIN_LINES && points >= ROOM_TO_LIVE
}

/// Points by which a stone in a territory reduces its room, if it is thought to be dead: it takes
/// away a place for an eye, and its owner is a move ahead there.
pub const ROOM_OF_A_DEAD_STONE: usize = 2;
