//! Double ko: two kos between two groups, of which each side holds one.

use super::regions::Division;
use crate::board::{Board, Color, Point, PointSet};

/// A single stone that the opponent can take in a ko.
struct KoStone {
    stone: Point,
    color: Color,
    /// Group that holds the ko, by index in the [`Division`] without ko stones.
    own: usize,
    /// Group that can take the stone.
    opposing: usize,
}

/// Returns the ko stones of all double kos, once `dead` are off the board: of two groups that face
/// each other over exactly two kos, each side holds one. Whichever is taken, the other side takes
/// the other one, so that neither gains anything.
///
/// It is not examined whether the groups live. Ko stones are returned even if they are in `dead`,
/// for each of them alone can be captured.
pub(super) fn double_ko_stones(board: &Board, dead: &PointSet) -> PointSet {
    let size = board.size();
    let in_ko = board.stones().filter(|&(stone, _)| is_in_ko(board, stone));
    let single = PointSet::of(size, in_ko.map(|(stone, _)| stone));
    if Color::BOTH.map(|color| (single & board.stones_of(color)).is_empty()) != [false; 2] {
        return PointSet::new(size);
    }
    let division = Division::new(board, &(*dead | single));
    let kos: Vec<KoStone> = single
        .iter()
        .filter_map(|stone| ko_stone(board, &division, stone))
        .collect();
    let paired = kos.iter().filter(|ko| {
        let between = [ko.own, ko.opposing];
        let all: Vec<&KoStone> = kos
            .iter()
            .filter(|other| between.contains(&other.own) && between.contains(&other.opposing))
            .collect();
        all.len() == 2 && all[0].color != all[1].color
    });
    PointSet::of(size, paired.map(|ko| ko.stone))
}

/// Returns whether the opponent can take a single stone, and only it, by a stone that could then
/// be retaken.
fn is_in_ko(board: &Board, stone: Point) -> bool {
    let Some(liberty) = board.last_liberty(stone) else {
        return false;
    };
    let holds = |next: Point| {
        board.get(next) == board.get(stone) && (next == stone || board.last_liberty(next).is_none())
    };
    board.chain_len(stone) == 1 && board.size().neighbours(liberty).all(holds)
}

/// Returns the groups on both sides of a ko; `None` if several groups of one colour stand there.
fn ko_stone(board: &Board, division: &Division, stone: Point) -> Option<KoStone> {
    let size = board.size();
    let liberty = board.last_liberty(stone)?;
    let single = |at: Point, except: Point| {
        let beside = size.neighbours(at).filter(|&next| next != except);
        let groups: Option<Vec<usize>> = beside.map(|next| division.group_of(next)).collect();
        let groups = groups?;
        let first = *groups.first()?;
        groups.iter().all(|&group| group == first).then_some(first)
    };
    Some(KoStone {
        stone,
        color: board.get(stone)?,
        own: single(liberty, stone)?,
        opposing: single(stone, liberty)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_board, vertex};

    /// Returns the vertices of [`double_ko_stones`] for a board given by its rows, the top row
    /// first.
    fn found(rows: &[&str]) -> String {
        let board = parse_board(rows).expect("a board");
        let size = board.size();
        let stones = double_ko_stones(&board, &PointSet::new(size));
        let names: Vec<String> = stones.iter().map(|point| vertex(size, point)).collect();
        names.join(" ")
    }

    #[test]
    fn a_double_ko_has_two_kos_of_which_each_side_holds_one() {
        let mut rows = ["OXXXOOOX", "OXX.XOOX", "OX.XO.OX", "OXXO.OOX", "OXXXOOOX"];
        assert_eq!(found(&rows), "D2 E4");
        // Black holds both.
        rows[3] = "OXX.XOOX";
        assert_eq!(found(&rows), "");
        // There is one ko alone.
        rows[3] = "OXXXOOOX";
        assert_eq!(found(&rows), "");
    }
}
