//! Regions, groups and whose the empty points are.

use super::seki;
use crate::board::{Board, Color, Point, PointSet, Size};

/// To whom a point belongs once the dead stones are off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointOwner {
    /// A stone that stays.
    Stone(Color),
    /// An empty point that only this colour touches, of a group that is not in seki.
    Territory(Color),
    /// An empty point that only this colour touches, of a group in seki.
    SekiEye(Color),
    /// An empty point of a region that touches both colours.
    Dame,
    /// The same, and the liberty of a group in seki.
    SekiLiberty,
    /// An empty point of a region that touches no stone at all.
    Nobody,
}

/// Chains of one colour joined through regions that only they touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its colour.
    pub color: Color,
    /// Empty points that the group surrounds.
    pub points: usize,
    /// Whether the group touches a region that the opponent touches, too.
    pub(super) open: bool,
    in_seki: bool,
}

impl Group {
    /// Whether the group stands only because the opponent may not fill a shared liberty.
    #[must_use]
    pub fn in_seki(&self) -> bool {
        self.in_seki
    }
}

/// The board divided among the colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    size: Size,
    owners: Vec<PointOwner>,
    groups: Vec<Group>,
    seki: PointSet,
}

/// A maximal set of adjacent points without a stone that stays.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub points: Vec<Point>,
    touches: [bool; 2],
    /// The stones beside it, some of them more than once.
    pub border: Vec<Point>,
}

impl Region {
    /// The one colour that touches it.
    pub fn owner(&self) -> Option<Color> {
        match self.touches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

/// The regions and groups of a board, before it is said which of them are in seki.
#[derive(Clone, Debug)]
pub(super) struct Division {
    pub regions: Vec<Region>,
    pub groups: Vec<Group>,
    /// The group of each stone that stays.
    group_at: Vec<Option<usize>>,
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

    /// The group of a stone that stays.
    pub fn group_of(&self, stone: Point) -> Option<usize> {
        self.group_at[stone.index()]
    }

    /// Of each group, whether it has room for two eyes whatever the opponent does, going by the number of
    /// points it surrounds; only those count that `is_room` says do.
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

/// Points of its own that are enough for a group to live: no nakade is that large, and as single eyes
/// they are more than enough.
pub(super) const ROOM_TO_LIVE: usize = 8;

impl Territory {
    /// Divides the board after taking off `dead`; which groups are in seki is [read](seki).
    #[must_use]
    pub fn new(board: &Board, dead: &PointSet) -> Territory {
        Territory::with_seki(board, dead, &seki(board, dead))
    }

    /// Divides the board after taking off `dead`; groups with a stone in `in_seki` are in seki.
    #[must_use]
    pub fn with_seki(board: &Board, dead: &PointSet, in_seki: &PointSet) -> Territory {
        let size = board.size();
        let Division {
            regions,
            mut groups,
            group_at,
        } = Division::new(board, dead);
        let mut owners = vec![PointOwner::Nobody; size.array_len()];
        for point in size.points() {
            if let Some(group) = group_at[point.index()] {
                owners[point.index()] = PointOwner::Stone(groups[group].color);
                groups[group].in_seki |= in_seki.contains(point);
            }
        }
        let is_in_seki =
            |stone: &Point| group_at[stone.index()].is_some_and(|group| groups[group].in_seki);
        for region in &regions {
            for &point in &region.points {
                owners[point.index()] = match (region.owner(), region.touches[0]) {
                    (Some(color), _) if region.border.iter().any(is_in_seki) => {
                        PointOwner::SekiEye(color)
                    }
                    (Some(color), _) => PointOwner::Territory(color),
                    (None, false) => PointOwner::Nobody,
                    (None, true) if size.neighbours(point).any(|p| is_in_seki(&p)) => {
                        PointOwner::SekiLiberty
                    }
                    (None, true) => PointOwner::Dame,
                };
            }
        }
        let seki = PointSet::of(size, size.points().filter(is_in_seki));
        Territory {
            size,
            owners,
            groups,
            seki,
        }
    }

    /// Whether a stone stands in seki.
    #[must_use]
    pub fn in_seki(&self, stone: Point) -> bool {
        self.seki.contains(stone)
    }

    /// To whom a point belongs.
    #[must_use]
    pub fn owner(&self, point: Point) -> PointOwner {
        self.owners[point.index()]
    }

    /// The groups on the board.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// S(c): stones that stay.
    #[must_use]
    pub fn stones(&self, color: Color) -> usize {
        self.number(|owner| owner == PointOwner::Stone(color))
    }

    /// T(c): empty points that only this colour touches, in seki or not.
    #[must_use]
    pub fn points(&self, color: Color) -> usize {
        self.number(|owner| {
            owner == PointOwner::Territory(color) || owner == PointOwner::SekiEye(color)
        })
    }

    /// S(c) + T(c): the area.
    #[must_use]
    pub fn area(&self, color: Color) -> usize {
        self.stones(color) + self.points(color)
    }

    /// Those points of T(c) that belong to groups in seki.
    #[must_use]
    pub fn seki_points(&self, color: Color) -> usize {
        self.number(|owner| owner == PointOwner::SekiEye(color))
    }

    /// Points that touch both colours and that no seki needs.
    #[must_use]
    pub fn dame(&self) -> usize {
        self.number(|owner| owner == PointOwner::Dame)
    }

    /// tax(c): up to two points of each group.
    #[must_use]
    pub fn group_tax(&self, color: Color) -> usize {
        let groups = self.groups.iter().filter(|group| group.color == color);
        groups.map(|group| group.points.min(2)).sum()
    }

    fn number(&self, wanted: impl Fn(PointOwner) -> bool) -> usize {
        self.size
            .points()
            .filter(|&p| wanted(self.owner(p)))
            .count()
    }
}

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
