//! Chains that their opponent cannot cut apart, and whether their territory is safe by that.

use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::life::{ROOM_OF_A_DEAD_STONE, ROOM_TO_LIVE};

/// Largest distance of a point of a territory to a stone of its owner. In wider ones the opponent
/// may live.
const MAX_DEPTH: usize = 3;

/// Chains of one colour that are linked.
struct Linked {
    stones: PointSet,
    lives: bool,
}

/// Returns whether the opponent of `owner` can take nothing from it by moving first: each of its
/// chains that stay lives by itself, as `is_read` says, or is linked to others so that together
/// they do or enclose room to live; and no territory is so wide that the opponent may live there.
///
/// Chains are linked by two points beside both, of which the opponent can take only one. No point
/// links twice (Müller 1997, *Playing it Safe*), and none is room: the answer to a threat there may
/// be the only one, and leaves a stone of the opponent. `dead` stones of the opponent stay on the
/// board.
pub fn is_safe(
    board: &Board,
    owner: Color,
    dead: &PointSet,
    is_read: impl Fn(Point) -> bool,
) -> bool {
    let staying = board.stones_of(owner) - *dead;
    let chains = staying.parts().map(|stones| Linked {
        lives: stones.iter().any(&is_read),
        stones,
    });
    let mut groups: Vec<Linked> = chains.collect();
    let mut free = board.empty_points();
    let mut links = Vec::new();
    while let Some((one, other, points)) = link(&groups, &free) {
        free -= points;
        links.push(points);
        let joined = groups.swap_remove(other);
        groups[one].stones |= joined.stones;
        groups[one].lives |= joined.lives;
    }
    let opposing = board.stones_of(owner.opponent()) - *dead;
    let regions: Vec<PointSet> = (!(staying | opposing)).parts().collect();
    let own = |region: &&PointSet| !region.neighbours().intersects(&opposing);
    let owned: Vec<&PointSet> = regions.iter().filter(own).collect();
    let lives = |group: &Linked| {
        let encloses =
            |region: &&&PointSet| region.neighbours_in(&staying).is_subset(&group.stones);
        let room = owned.iter().filter(encloses);
        let room = room.map(|region| {
            let stones = (**region - board.empty_points()).len();
            let links = links.iter().filter(|points| points.intersects(region));
            let lost = ROOM_OF_A_DEAD_STONE * (stones + links.count());
            (**region & free).len().saturating_sub(lost)
        });
        group.lives || room.sum::<usize>() >= ROOM_TO_LIVE
    };
    let mut near = staying;
    for _ in 0..MAX_DEPTH {
        near |= near.neighbours();
    }
    owned.iter().all(|region| region.is_subset(&near)) && groups.iter().all(lives)
}

/// Returns two groups, the earlier one first, with two of the `free` points that link them.
fn link(groups: &[Linked], free: &PointSet) -> Option<(usize, usize, PointSet)> {
    for (one, first) in groups.iter().enumerate() {
        let beside = first.stones.neighbours_in(free);
        for (after, second) in groups[one + 1..].iter().enumerate() {
            let mut common = second.stones.neighbours_in(&beside).iter();
            if let (Some(a), Some(b)) = (common.next(), common.next()) {
                let points = PointSet::of(free.size(), [a, b]);
                return Some((one, one + 1 + after, points));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use halfpoint_core::notation::parse_board;

    use super::*;

    /// Returns whether Black's stones are safe on a board of these rows, the top row first, where
    /// nothing was read.
    fn is_safe(rows: &[&str]) -> bool {
        let board = parse_board(rows).expect("a board");
        let dead = PointSet::new(board.size());
        super::is_safe(&board, Color::Black, &dead, |_| false)
    }

    #[test]
    fn a_wall_of_one_chain_around_enough_room_is_safe() {
        assert!(is_safe(&["....XO", "....XO", "....XO", "XXXXXO", "OOOOOO"]));
        // Seven points may be one eye.
        assert!(!is_safe(&[
            "...XXO", "...X.O", ".XXXXO", "XX.XOO", "OOOOOO"
        ]));
    }

    /// White's threats to cut on D4 and E3 are answered where the room was.
    #[test]
    fn links_are_no_room() {
        let board = [
            "OXXXXXXXO",
            "OX....XOO",
            "OOX...XOO",
            "OOOX.XXOO",
            "OOOXOXOOO",
            "OOOX.XOOO",
        ];
        assert!(!is_safe(&board));
        // A wider hall has room beside its links.
        let hall = [
            "OXXXXXXXXXO",
            "OX.......XO",
            "OX.......XO",
            "OOX..XXXXXO",
            "OOOX.XOOOOO",
            "OOOX.XOOOOO",
            "OOOXXXOOOOO",
        ];
        assert!(is_safe(&hall));
    }

    #[test]
    fn a_wall_that_can_be_cut_is_not_safe() {
        let cut = ["....XO", "....XO", "XX..XO", "OX.XXO", "OOX.OO", "OOOOOO"];
        assert!(!is_safe(&cut));
    }

    #[test]
    fn a_wide_territory_is_not_safe() {
        let wide = [
            ".....XO", ".....XO", ".....XO", ".....XO", ".....XO", "XXXXXXO", "OOOOOOO",
        ];
        assert!(!is_safe(&wide));
    }
}
