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

/// Maximal set of adjacent points without a stone that stays on the board.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub points: Vec<Point>,
    pub touches: [bool; 2],
    /// Stones beside the region, some of them more than once.
    pub border: Vec<Point>,
}

impl Region {
    /// Returns the only colour that touches the region; `None` if both or neither do.
    pub fn owner(&self) -> Option<Color> {
        match self.touches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

/// Regions and groups of a board, before the groups in seki are known.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    pub regions: Vec<Region>,
    pub groups: Vec<Group>,
    /// Index of the group of each stone that stays on the board.
    pub(crate) group_at: Vec<Option<usize>>,
}

impl Division {
    /// Divides the board after taking off `dead`.
    pub fn new(board: &Board, dead: &PointSet) -> Division {
        let size = board.size();
        let stone = |point: Point| board.get(point).filter(|_| !dead.contains(point));
        let regions = regions(size, stone);

        let mut joined = Joined::new(size);
        for point in size.points() {
            for next in size.neighbours(point) {
                if stone(point).is_some() && stone(point) == stone(next) {
                    joined.join(point, next);
                }
            }
        }
        for region in regions.iter().filter(|region| region.owner().is_some()) {
            for pair in region.border.windows(2) {
                joined.join(pair[0], pair[1]);
            }
        }

        let mut groups = Vec::new();
        let mut group_of_root = vec![None; size.array_len()];
        let mut group_at = vec![None; size.array_len()];
        for point in size.points() {
            let Some(color) = stone(point) else { continue };
            let group = *group_of_root[joined.root(point)].get_or_insert_with(|| {
                groups.push(Group {
                    color,
                    points: 0,
                    open: false,
                    in_seki: false,
                });
                groups.len() - 1
            });
            group_at[point.index()] = Some(group);
        }
        for region in &regions {
            let of_border = |stone: &Point| group_at[stone.index()];
            if region.owner().is_some() {
                if let Some(group) = region.border.first().and_then(of_border) {
                    groups[group].points += region.points.len();
                }
            } else {
                for group in region.border.iter().filter_map(of_border) {
                    groups[group].open = true;
                }
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
    pub fn strong_groups(&self, is_room: impl Fn(Point) -> bool) -> Vec<bool> {
        let mut room = vec![0; self.groups.len()];
        for region in self.regions.iter().filter(|r| r.owner().is_some()) {
            if let Some(group) = region
                .border
                .first()
                .and_then(|&stone| self.group_of(stone))
            {
                room[group] += region.points.iter().filter(|&&p| is_room(p)).count();
            }
        }
        room.into_iter().map(|room| room >= ROOM_TO_LIVE).collect()
    }
}

/// Number of own points that are enough for a group to live: no nakade is that large, and as single
/// eyes they are more than enough.
pub(crate) const ROOM_TO_LIVE: usize = 8;

fn regions(size: Size, stone: impl Fn(Point) -> Option<Color>) -> Vec<Region> {
    let mut seen = PointSet::new(size);
    let mut regions = Vec::new();
    for start in size.points() {
        if stone(start).is_some() || !seen.insert(start) {
            continue;
        }
        let mut region = Region {
            points: vec![start],
            touches: [false; 2],
            border: Vec::new(),
        };
        let mut next_point = 0;
        while let Some(&at) = region.points.get(next_point) {
            next_point += 1;
            for next in size.neighbours(at) {
                if let Some(color) = stone(next) {
                    region.touches[color] = true;
                    region.border.push(next);
                } else if seen.insert(next) {
                    region.points.push(next);
                }
            }
        }
        regions.push(region);
    }
    regions
}

/// Disjoint sets of points (union–find with path halving).
struct Joined {
    parent: Vec<usize>,
}

impl Joined {
    fn new(size: Size) -> Joined {
        Joined {
            parent: (0..size.array_len()).collect(),
        }
    }

    fn root(&mut self, point: Point) -> usize {
        let mut at = point.index();
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, a: Point, b: Point) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a] = b;
    }
}
