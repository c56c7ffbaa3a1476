//! Dame that are no mere dame: a stone on one can be a threat that must be answered.
//!
//! A chain may need an answer once its outside liberties are filled: a connection is still to be
//! made, or stones inside its territory to be captured. Whoever fills the last of these liberties
//! keeps the move, so the dame are not equal, and to count them is not enough.

use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::life::{Life, ReadingCache, Readings};

use super::linked::{ReadLife, is_safe};

/// Number of moves in a row that threaten a capture and are read. A side that can go on longer is
/// taken to succeed.
const MAX_THREATS: u32 = 8;
/// Share of the usual bounds that reading may use.
const EFFORT: f64 = 0.2;

/// Gain of a side that has all the dame and moves first. Its opponent would have answered before,
/// so this is the worst case for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Filling {
    /// Nothing: the opponent's stones live by themselves or by their shape.
    Safe,
    /// Nothing that was seen, but not all was read.
    Quiet,
    /// Living stones, or its dead ones back.
    Threatens,
}

impl Filling {
    /// Returns the larger gain of either side.
    pub fn of(board: &Board, dead: &PointSet, dame: &[Point]) -> Filling {
        let by = |attacker: Color| {
            let stones = dame.iter().map(|&point| (point, attacker));
            let board = Board::with_stones(board.size(), board.stones().chain(stones));
            let attack = Attack { attacker, dead };
            let falls = attack.has_target(&board)
                || attack.takes(&board, &attack.short_of_liberties(&board), MAX_THREATS);
            match falls {
                true => Filling::Threatens,
                false => attack.read(&board),
            }
        };
        match by(Color::Black) {
            Filling::Threatens => Filling::Threatens,
            black => black.max(by(Color::White)),
        }
    }
}

/// Side that moves first where all dame are filled.
struct Attack<'a> {
    attacker: Color,
    dead: &'a PointSet,
}

impl Attack<'_> {
    /// Returns whether stones are living ones of the other side.
    fn is_target(&self, (stone, color): (Point, Color)) -> bool {
        color != self.attacker && !self.dead.contains(stone)
    }

    /// Returns whether a living chain has one liberty at most.
    fn has_target(&self, board: &Board) -> bool {
        let mut targets = board.stones().filter(|&stone| self.is_target(stone));
        targets.any(|(stone, _)| board.liberties(stone).len() <= 1)
    }

    /// Returns the stones of living chains with two liberties.
    fn short_of_liberties(&self, board: &Board) -> PointSet {
        let targets = board.stones().filter(|&stone| self.is_target(stone));
        let short = targets.filter(|&(stone, _)| board.liberties(stone).len() == 2);
        PointSet::of(board.size(), short.map(|(stone, _)| stone))
    }

    /// Returns whether a living chain falls by moves that each threaten to capture one. They are
    /// played beside the chains in `short`, which have two liberties.
    fn takes(&self, board: &Board, short: &PointSet, threats: u32) -> bool {
        let points = short.neighbours_in(&board.empty_points());
        points.iter().any(|point| {
            if !board.keeps_liberty(self.attacker, point) {
                return false;
            }
            let mut after = board.clone();
            let ko = after.play(self.attacker, point).ko;
            self.has_target(&after)
                && (threats == 0 || !self.is_answered(&after, point, ko, threats - 1))
        })
    }

    /// Returns whether one answer to the threat on `point` saves all living chains from this one
    /// and from those that follow. An answer on `ko` would be a repetition.
    fn is_answered(&self, board: &Board, point: Point, ko: Option<Point>, threats: u32) -> bool {
        let defender = self.attacker.opponent();
        self.answers(board).iter().any(|answer| {
            if Some(answer) == ko || !board.keeps_liberty(defender, answer) {
                return false;
            }
            let mut after = board.clone();
            after.play(defender, answer);
            if self.has_target(&after) {
                return false;
            }
            let near = PointSet::of(board.size(), [point, answer]);
            let near = near | near.neighbours();
            let chains = near
                .iter()
                .filter(|&near| after.get(near) == Some(defender));
            let chains = PointSet::of(board.size(), chains.flat_map(|near| after.chain(near)));
            !self.takes(&after, &(chains & self.short_of_liberties(&after)), threats)
        })
    }

    /// Returns the points that save a living chain in atari: its last liberty, and those of chains
    /// beside it.
    fn answers(&self, board: &Board) -> PointSet {
        let size = board.size();
        let mut answers = PointSet::new(size);
        for (stone, _) in board.stones().filter(|&stone| self.is_target(stone)) {
            let Some(liberty) = board.last_liberty(stone) else {
                continue;
            };
            answers.insert(liberty);
            let beside = size.neighbours(stone);
            let beside = beside.filter(|&next| board.get(next) == Some(self.attacker));
            for liberty in beside.filter_map(|next| board.last_liberty(next)) {
                answers.insert(liberty);
            }
        }
        answers
    }

    /// Reads whether the attacker takes living stones or makes a seki of them, saves dead ones, or
    /// whether positions repeat; and whether the living stones that were not read are safe by
    /// their shape.
    fn read(&self, board: &Board) -> Filling {
        let clear = board.stones_of(Color::Black) | board.stones_of(Color::White);
        let mut cache = ReadingCache::new();
        let lives = Readings::until(board, self.dead, &clear, EFFORT, &mut cache, &|| false);
        let works = board.stones().any(|stone| {
            let is_dead = self.dead.contains(stone.0) && stone.1 == self.attacker;
            match lives.of_stone(stone.0) {
                None => false,
                Some(Life::Independent) => is_dead,
                Some(Life::Dead) => self.is_target(stone),
                Some(Life::Safe | Life::Unsettled | Life::InCycle) => {
                    is_dead || self.is_target(stone)
                }
            }
        });
        let read = |stone| match lives.of_stone(stone) {
            Some(Life::Independent) if lives.must_answer(stone) => ReadLife::ByAnswers,
            Some(Life::Independent) => ReadLife::Lives,
            _ => ReadLife::Unknown,
        };
        match works {
            true => Filling::Threatens,
            false if is_safe(board, self.attacker.opponent(), self.dead, read) => Filling::Safe,
            false => Filling::Quiet,
        }
    }
}

#[cfg(test)]
mod tests {
    use halfpoint_core::notation::{parse_board, parse_vertex};

    use super::*;

    /// Returns whether filling the dame, given by their names, threatens anything on a board of
    /// these rows, the top row first.
    fn threatens(rows: &[&str], dead: &[&str], dame: &[&str]) -> bool {
        let board = parse_board(rows).expect("a board");
        let size = board.size();
        let vertex = |name: &&str| parse_vertex(size, name).expect("a vertex");
        let dead = PointSet::of(size, dead.iter().map(vertex));
        let dame: Vec<Point> = dame.iter().map(vertex).collect();
        Filling::of(&board, &dead, &dame) == Filling::Threatens
    }

    #[test]
    fn a_connection_that_is_still_to_be_made_is_threatened() {
        let rows = [".XXOO.", "XX.OOO", ".XXOO.", "XX.OOO", ".XO.O."];
        assert!(threatens(&rows, &[], &["C2", "C4"]));
        let made = [".XXOO.", "XX.OOO", ".XXOO.", "XX.OOO", ".XOOO."];
        assert!(!threatens(&made, &[], &["C2", "C4"]));
    }

    #[test]
    fn two_chains_are_threatened_by_one_stone() {
        // After C3 a stone on B1 takes the liberties of both white chains.
        let rows = ["XXXXX.", "XXXXXX", "XO.OXX", "XOXOXX", ".O.O.X"];
        assert!(threatens(&rows, &["C2"], &["C3"]));
    }
}
