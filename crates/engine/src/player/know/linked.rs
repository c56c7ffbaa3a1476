//! Chains that their opponent cannot cut apart, and whether their territory is safe by that.

use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::life::{ROOM_OF_A_DEAD_STONE, is_room_to_live};

/// Largest distance of a point of a territory to a stone of its owner. In wider ones the opponent
/// may live.
const MAX_DEPTH: usize = 3;

/// Life of a chain as reading found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadLife {
    /// It was not read to live.
    Unknown,
    /// It lives if its owner answers moves beside it.
    ByAnswers,
    /// It lives whatever the opponent plays.
    Lives,
}

/// Returns whether the opponent of `owner` can take nothing from it by moving first: each of its
/// chains that stay lives by itself, as `read` says, or is linked to others so that together they
/// do or enclose room to live; and no territory is so wide that the opponent may live there.
///
/// Chains are linked by two points beside both, of which the opponent can take only one. No point
/// links twice (Müller 1997, *Playing it Safe*), and none is room: the answer to a threat there may
/// be the only one, and leaves a stone of the opponent. For the same reason a chain that lives by
/// answers does so only where nothing else in its territory needs an answer. `dead` stones of the
/// opponent stay on the board.
pub fn is_safe(
    board: &Board,
    owner: Color,
    dead: &PointSet,
    read: impl Fn(Point) -> ReadLife,
) -> bool {
    let staying = board.stones_of(owner) - *dead;
    let opposing = board.stones_of(owner.opponent()) - *dead;
    let chains: Vec<PointSet> = staying.parts().collect();
    let lives = chains
        .iter()
        .map(|chain| chain.first().map_or(ReadLife::Unknown, &read));
    let lives: Vec<ReadLife> = lives.collect();
    let (groups, links) = linked(&chains, board.empty_points());
    let free = links
        .iter()
        .fold(board.empty_points(), |free, link| free - *link);

    let regions: Vec<PointSet> = (!(staying | opposing)).parts().collect();
    let own = |region: &&PointSet| !region.neighbours().intersects(&opposing);
    let owned: Vec<&PointSet> = regions.iter().filter(own).collect();
    let links_in = |region: &PointSet| links.iter().filter(|link| link.intersects(region)).count();
    let needs_one_answer_at_most = |region: &PointSet| {
        let beside = region.neighbours_in(&staying);
        let answering = chains.iter().zip(&lives);
        let answering = answering
            .filter(|(chain, life)| **life == ReadLife::ByAnswers && chain.intersects(&beside));
        answering.count() + links_in(region) <= 1
    };
    let is_read = |(chain, life): (&PointSet, &ReadLife)| match life {
        ReadLife::Unknown => false,
        ReadLife::Lives => true,
        ReadLife::ByAnswers => {
            let mut beside = owned
                .iter()
                .filter(|region| chain.intersects(&region.neighbours()));
            beside.all(|region| needs_one_answer_at_most(region))
        }
    };
    let room = |group: &PointSet| -> usize {
        let encloses = |region: &&&PointSet| region.neighbours_in(&staying).is_subset(group);
        let room = owned.iter().filter(encloses).map(|region| {
            let stones = (**region - board.empty_points()).len();
            let lost = ROOM_OF_A_DEAD_STONE * (stones + links_in(region));
            (**region & free).len().saturating_sub(lost)
        });
        room.sum()
    };
    let is_alive = |group: &PointSet| {
        let mut members = chains.iter().zip(&lives);
        is_room_to_live(board.size(), room(group))
            || members.any(|(chain, life)| chain.is_subset(group) && is_read((chain, life)))
    };
    let mut near = staying;
    for _ in 0..MAX_DEPTH {
        near |= near.neighbours();
    }
    owned.iter().all(|region| region.is_subset(&near)) && groups.iter().all(is_alive)
}

/// Joins chains that are linked by two of the `free` points; returns the groups, and the two points
/// of each link.
fn linked(chains: &[PointSet], mut free: PointSet) -> (Vec<PointSet>, Vec<PointSet>) {
    let (mut groups, mut links) = (chains.to_vec(), Vec::new());
    while let Some((one, other, points)) = link(&groups, &free) {
        free -= points;
        links.push(points);
        let joined = groups.swap_remove(other);
        groups[one] |= joined;
    }
    (groups, links)
}

/// Returns two groups, the earlier one first, with two of the `free` points that link them.
fn link(groups: &[PointSet], free: &PointSet) -> Option<(usize, usize, PointSet)> {
    for (one, first) in groups.iter().enumerate() {
        let beside = first.neighbours_in(free);
        for (after, second) in groups[one + 1..].iter().enumerate() {
            let mut common = second.neighbours_in(&beside).iter();
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
        is_safe_if(rows, ReadLife::Unknown)
    }

    /// Returns the same where all chains were read to live so.
    fn is_safe_if(rows: &[&str], read: ReadLife) -> bool {
        let board = parse_board(rows).expect("a board");
        let dead = PointSet::new(board.size());
        super::is_safe(&board, Color::Black, &dead, |_| read)
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
            "OOOX.XOOO",
            "OOOX.XOOO",
        ];
        assert!(!is_safe(&board));
        // Nor does a chain live by answers that the links may need, too.
        assert!(!is_safe_if(&board, ReadLife::ByAnswers));
        assert!(is_safe_if(&board, ReadLife::Lives));
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
