//! Area as KataGo counts it without agreement on dead stones: `calculateArea` and
//! `calculateIndependentLifeArea` in its `cpp/game/board.cpp`.

use halfpoint_core::{Board, Color, Point, PointSet, Size};

/// A chain beside an empty point at which a region was found.
struct Chain {
    head: Point,
    stones: PointSet,
    /// Points beside the chain that hold no stone of its colour.
    beside: PointSet,
    /// Number of regions that are vital to it.
    vital: u32,
    is_alive: bool,
}

/// A maximal connected set of points without stones of one colour.
struct Region {
    points: PointSet,
    /// Stones of the colour beside it.
    border: PointSet,
    /// Whether it contains opposing stones.
    has_opponents: bool,
    /// Whether at most one point of it is beside no stone of the colour.
    is_narrow: bool,
    /// Whether all stones beside it may still be pass-alive.
    is_enclosed: bool,
    /// Chains that it is vital to, by their places in the list of chains.
    vital_to: [usize; 4],
    vital_count: usize,
}

/// Points that a colour claims.
struct Claim {
    /// Pass-alive stones, and points that they surround.
    safe: PointSet,
    /// Empty regions beside stones of this colour alone, if nothing else claims them.
    open: PointSet,
}

/// Finder of areas, with memory that is used again.
#[derive(Default)]
pub(super) struct AreaFinder {
    chains: Vec<Chain>,
    regions: Vec<Region>,
}

impl AreaFinder {
    /// Returns the area of both colours, indexed by colour: pass-alive stones with what they
    /// surround, empty regions beside one colour, and all other stones. With `suicide`, a region is
    /// vital to a chain only if its opposing stones touch the chain, too.
    pub(super) fn whole(&mut self, board: &Board, suicide: bool) -> [PointSet; 2] {
        let [black, white] = Color::BOTH.map(|color| self.claim(board, color, suicide));
        let mut area = [black.safe | black.open, PointSet::new(board.size())];
        // Stones inside White's living area are dead, even if Black claims a part of it.
        area[0] -= white.safe;
        area[1] = white.safe | (white.open - area[0]);
        let claimed = area[0] | area[1];
        for color in Color::BOTH {
            area[color] |= board.stones_of(color) - claimed;
        }
        area
    }

    /// Returns the area of both colours without the territory of groups in seki, indexed by colour.
    /// Stones that are not dead count even there. A group is in seki if it is beside a dame, or if
    /// a chain of it is in atari.
    pub(super) fn independent(&mut self, board: &Board, suicide: bool) -> [PointSet; 2] {
        let area = self.whole(board, suicide);
        let dame = board.empty_points() - area[0] - area[1];
        Color::BOTH.map(|color| {
            let own = area[color];
            let mut seeds = dame.neighbours_in(&own);
            for stone in own & board.stones_of(color) {
                if board.last_liberty(stone).is_some() {
                    seeds.insert(stone);
                }
            }
            (own - own.parts_of(&seeds)) | (own & board.stones_of(color))
        })
    }

    /// Finds the pass-alive chains of a colour (Benson 1976) and what the colour claims by them.
    fn claim(&mut self, board: &Board, color: Color, suicide: bool) -> Claim {
        let own = board.stones_of(color);
        let mut claim = Claim {
            safe: PointSet::new(board.size()),
            open: PointSet::new(board.size()),
        };
        if own.is_empty() {
            return claim;
        }
        self.find_regions(board, color, suicide);
        claim.safe = self.keep_living(board.size());
        for region in &self.regions {
            let is_safe = region.is_enclosed && (region.is_narrow || !region.has_opponents);
            if is_safe {
                claim.safe |= region.points;
            } else if !region.has_opponents {
                claim.open |= region.points;
            }
        }
        claim
    }

    fn find_regions(&mut self, board: &Board, color: Color, suicide: bool) {
        self.chains.clear();
        self.regions.clear();
        let (own, empty) = (board.stones_of(color), board.empty_points());
        let opponents = board.stones_of(color.opponent());
        let open = empty | opponents;
        let touched = own.neighbours_in(&open);
        for points in open.parts() {
            let inner = points & empty;
            let Some(first) = inner.first() else {
                continue;
            };
            let touching = if suicide { points } else { inner };
            let mut region = Region {
                points,
                border: points.neighbours_in(&own),
                has_opponents: points.intersects(&opponents),
                is_narrow: (points - touched).len() <= 1,
                is_enclosed: true,
                vital_to: [0; 4],
                vital_count: 0,
            };
            if touching.is_subset(&touched) {
                for stone in board.around(first).into_iter().filter(|&p| own.contains(p)) {
                    let at = self.chain_at(board, stone, &own, &open);
                    let is_listed = region.vital_to[..region.vital_count].contains(&at);
                    if !is_listed && touching.is_subset(&self.chains[at].beside) {
                        region.vital_to[region.vital_count] = at;
                        region.vital_count += 1;
                    }
                }
            }
            self.regions.push(region);
        }
    }

    /// Returns the place of a chain in the list, to which it is added if it is new.
    fn chain_at(&mut self, board: &Board, stone: Point, own: &PointSet, open: &PointSet) -> usize {
        let head = board.head(stone);
        let known = self.chains.iter().position(|chain| chain.head == head);
        known.unwrap_or_else(|| {
            let stones = own.part(stone);
            self.chains.push(Chain {
                head,
                stones,
                beside: stones.neighbours_in(open),
                vital: 0,
                is_alive: true,
            });
            self.chains.len() - 1
        })
    }

    /// Removes chains with fewer than two vital regions, and regions beside other stones than
    /// living ones, until nothing changes. Returns the living stones.
    fn keep_living(&mut self, size: Size) -> PointSet {
        loop {
            self.chains.iter_mut().for_each(|chain| chain.vital = 0);
            for region in self.regions.iter().filter(|region| region.is_enclosed) {
                for &chain in &region.vital_to[..region.vital_count] {
                    self.chains[chain].vital += 1;
                }
            }
            let mut living = PointSet::new(size);
            let mut is_stable = true;
            for chain in &mut self.chains {
                is_stable &= !chain.is_alive || chain.vital >= 2;
                chain.is_alive &= chain.vital >= 2;
                if chain.is_alive {
                    living |= chain.stones;
                }
            }
            for region in &mut self.regions {
                let is_enclosed = region.is_enclosed && region.border.is_subset(&living);
                is_stable &= region.is_enclosed == is_enclosed;
                region.is_enclosed = is_enclosed;
            }
            if is_stable {
                return living;
            }
        }
    }
}
