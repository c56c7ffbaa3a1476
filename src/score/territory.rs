//! Regions, groups and whose the empty points are.

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
    /// The regions they lie in.
    regions: usize,
    /// Whether one of those regions has room for two eyes.
    roomy: bool,
    /// Whether the group touches a region that the opponent touches, too.
    open: bool,
}

impl Group {
    /// Whether the group has two eyes, or room to make them. A first reading: eyes are counted, not
    /// judged. A region of three points or more has room, the square of four excepted.
    #[must_use]
    pub fn lives_alone(&self) -> bool {
        self.regions >= 2 || self.roomy
    }

    /// Whether the group stands only because the opponent may not fill a shared liberty.
    #[must_use]
    pub fn in_seki(&self) -> bool {
        self.open && !self.lives_alone()
    }
}

/// The board divided among the colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    size: Size,
    owners: Vec<PointOwner>,
    groups: Vec<Group>,
}

struct Region {
    points: Vec<Point>,
    touches: [bool; 2],
    border: Vec<Point>,
}

impl Region {
    fn owner(&self) -> Option<Color> {
        match self.touches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    fn has_room_for_two_eyes(&self, size: Size) -> bool {
        let square = || {
            let xs = self.points.iter().map(|&p| size.coordinates(p).0);
            let ys = self.points.iter().map(|&p| size.coordinates(p).1);
            self.points.len() == 4
                && xs
                    .clone()
                    .max()
                    .zip(xs.min())
                    .is_some_and(|(a, b)| a - b == 1)
                && ys
                    .clone()
                    .max()
                    .zip(ys.min())
                    .is_some_and(|(a, b)| a - b == 1)
        };
        self.points.len() >= 3 && !square()
    }
}

impl Territory {
    /// Divides the board after taking off `dead`.
    #[must_use]
    pub fn new(board: &Board, dead: &PointSet) -> Territory {
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

        let mut owners = vec![PointOwner::Nobody; size.array_len()];
        let mut groups = Vec::new();
        let mut group_at = vec![None; size.array_len()];
        for point in size.points() {
            let Some(color) = stone(point) else { continue };
            owners[point.index()] = PointOwner::Stone(color);
            group_at[joined.root(point)].get_or_insert_with(|| {
                groups.push(Group {
                    color,
                    points: 0,
                    regions: 0,
                    roomy: false,
                    open: false,
                });
                groups.len() - 1
            });
        }
        let mut group_of = |stone: Point| group_at[joined.root(stone)];
        for region in &regions {
            if region.owner().is_some() {
                if let Some(group) = group_of(region.border[0]) {
                    groups[group].points += region.points.len();
                    groups[group].regions += 1;
                    groups[group].roomy |= region.has_room_for_two_eyes(size);
                }
            } else {
                for &stone in &region.border {
                    if let Some(group) = group_of(stone) {
                        groups[group].open = true;
                    }
                }
            }
        }
        let mut in_seki = |stone: Point| group_of(stone).is_some_and(|g| groups[g].in_seki());
        for region in &regions {
            for &point in &region.points {
                owners[point.index()] = match (region.owner(), region.touches[0]) {
                    (Some(color), _) if in_seki(region.border[0]) => PointOwner::SekiEye(color),
                    (Some(color), _) => PointOwner::Territory(color),
                    (None, false) => PointOwner::Nobody,
                    (None, true) => {
                        let mut stones = size.neighbours(point).filter(|&p| stone(p).is_some());
                        if stones.any(&mut in_seki) {
                            PointOwner::SekiLiberty
                        } else {
                            PointOwner::Dame
                        }
                    }
                };
            }
        }
        Territory {
            size,
            owners,
            groups,
        }
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
