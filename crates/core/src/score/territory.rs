//! Regions, groups and the owners of the empty points.

use crate::board::{Board, Color, Point, PointSet, Size};
use crate::life::{Division, Group};

/// Owner of a point once the dead stones are off the board.
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
    /// An empty point of a region that touches both colours, and the liberty of a group in seki.
    SekiLiberty,
    /// An empty point of a region that touches no stone at all.
    Nobody,
}

/// Board divided among the colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    size: Size,
    owners: Vec<PointOwner>,
    groups: Vec<Group>,
    /// The group of each stone that stays, by index of the point.
    group_at: Vec<Option<usize>>,
    seki: PointSet,
}

impl Territory {
    /// Divides the board after taking off `dead`; groups with a stone in `in_seki` are in seki.
    ///
    /// [`seki`](crate::life::seki) reads which stones are. Areas, points of territory and taxes of
    /// groups do not depend on it, so a caller that asks for nothing else passes the empty set.
    #[must_use]
    pub fn new(board: &Board, dead: &PointSet, in_seki: &PointSet) -> Territory {
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
            |stone: Point| group_at[stone.index()].is_some_and(|group| groups[group].in_seki);
        for region in &regions {
            for point in region.points {
                owners[point.index()] = match (region.owner(), region.touches[0]) {
                    (Some(color), _) if region.border.iter().any(is_in_seki) => {
                        PointOwner::SekiEye(color)
                    }
                    (Some(color), _) => PointOwner::Territory(color),
                    (None, false) => PointOwner::Nobody,
                    (None, true) if size.neighbours(point).any(is_in_seki) => {
                        PointOwner::SekiLiberty
                    }
                    (None, true) => PointOwner::Dame,
                };
            }
        }
        let seki = PointSet::of(size, size.points().filter(|&p| is_in_seki(p)));
        Territory {
            size,
            owners,
            groups,
            group_at,
            seki,
        }
    }

    /// Returns whether a stone stands in seki.
    #[must_use]
    pub fn in_seki(&self, stone: Point) -> bool {
        self.seki.contains(stone)
    }

    /// Returns the owner of a point.
    #[must_use]
    pub fn owner(&self, point: Point) -> PointOwner {
        self.owners[point.index()]
    }

    /// Returns the groups on the board.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns the stones of a colour that stay.
    #[must_use]
    pub fn stones_of(&self, color: Color) -> PointSet {
        self.set(|owner| owner == PointOwner::Stone(color))
    }

    /// Returns S(c), the number of stones that stay.
    #[must_use]
    pub fn stones(&self, color: Color) -> usize {
        self.stones_of(color).len()
    }

    /// Returns the empty points that only this colour touches, in seki or not.
    #[must_use]
    pub fn points_of(&self, color: Color) -> PointSet {
        self.set(|owner| {
            owner == PointOwner::Territory(color) || owner == PointOwner::SekiEye(color)
        })
    }

    /// Returns T(c), the number of [`Territory::points_of`].
    #[must_use]
    pub fn points(&self, color: Color) -> usize {
        self.points_of(color).len()
    }

    /// Returns the area, S(c) + T(c).
    #[must_use]
    pub fn area(&self, color: Color) -> usize {
        self.stones(color) + self.points(color)
    }

    /// Returns the points of T(c) that belong to groups in seki.
    #[must_use]
    pub fn seki_eyes_of(&self, color: Color) -> PointSet {
        self.set(|owner| owner == PointOwner::SekiEye(color))
    }

    /// Returns the points of T(c) that the group tax takes: up to two of each group, which stand
    /// for its eyes. They lie in two regions, or apart, where the group has such points.
    #[must_use]
    pub fn taxed(&self, color: Color) -> PointSet {
        let mut taxed = PointSet::new(self.size);
        let mut due: Vec<usize> = self
            .groups
            .iter()
            .map(|group| group.points.min(2))
            .collect();
        let regions: Vec<PointSet> = self.points_of(color).parts().collect();
        for _ in 0..2 {
            for region in &regions {
                let beside = region.neighbours();
                let group = beside.iter().find_map(|stone| self.group_at[stone.index()]);
                let Some(due) = group.map(|group| &mut due[group]).filter(|due| **due > 0) else {
                    continue;
                };
                let free = *region - taxed;
                let apart = free - taxed.neighbours();
                if let Some(point) = apart.first().or(free.first()) {
                    taxed.insert(point);
                    *due -= 1;
                }
            }
        }
        taxed
    }

    /// Returns the number of points that touch both colours and that no seki needs.
    #[must_use]
    pub fn dame(&self) -> usize {
        self.number(|owner| owner == PointOwner::Dame)
    }

    /// Returns tax(c), up to two points of each group.
    #[must_use]
    pub fn group_tax(&self, color: Color) -> usize {
        let groups = self.groups.iter().filter(|group| group.color == color);
        groups.map(|group| group.points.min(2)).sum()
    }

    fn number(&self, wanted: impl Fn(PointOwner) -> bool) -> usize {
        self.set(wanted).len()
    }

    fn set(&self, wanted: impl Fn(PointOwner) -> bool) -> PointSet {
        let points = self.size.points();
        PointSet::of(self.size, points.filter(|&p| wanted(self.owner(p))))
    }
}
