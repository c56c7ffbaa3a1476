//! Chains whose status ko threats decide that nobody can remove, as those in a seki.
//!
//! Where playing on costs nothing, a dead chain must be captured by play, and its owner may have
//! ko threats that stay for ever: a seki in which a move threatens to capture. A bent four in the
//! corner beside such a seki cannot be taken by a ko. Without a seki the attacker removes all
//! threats before it begins the ko.

use super::reading::{Check, Goal, LifeReader, Problem, ReadingCache};
use super::status::{ALL_QUESTIONS, Life, ONE_QUESTION, REACHES, ROUNDS, Readings, chains};
use super::wall::ONE_WORST_QUESTION;
use crate::board::{Board, Color, Point, PointSet};

/// Returns the stones whose status, as judged by `dead`, may be another one if a side has ko
/// threats in a seki elsewhere: dead chains that are not proven to fall although their owner may
/// retake each ko at once, and living ones that fall if their attacker may. `seki` are the stones
/// in seki; without any, the set is empty and nothing is read.
///
/// It is not examined whether the seki has a threat, nor whose.
#[must_use]
pub fn threats_decide(
    board: &Board,
    dead: &PointSet,
    seki: &PointSet,
    cache: &mut ReadingCache,
) -> PointSet {
    let size = board.size();
    let mut found = PointSet::new(size);
    if seki.is_empty() {
        return found;
    }
    let none = PointSet::new(size);
    let readings = Readings::until(board, dead, &none, 1.0, cache, &|| false);
    // Stones that are dead in spite of threats make walls for other fights, but no others do.
    let mut firm = Readings::proven(board);
    let mut reader = LifeReader::new(cache, ALL_QUESTIONS);
    for _ in 0..ROUNDS {
        let mut fights = Fights {
            board,
            wall: firm.wall(board, dead).stones,
            seki,
            reader: &mut reader,
        };
        let mut changed = false;
        found = PointSet::new(size);
        for stone in chains(board) {
            if firm.of_stone(stone).is_some() || fights.wall.contains(stone) {
                continue;
            }
            let is_decided = match readings.of_stone(stone) {
                _ if dead.contains(stone) => !fights.falls_anyway(stone),
                Some(Life::Independent | Life::Safe) => fights.falls_by_threats(stone),
                _ => false,
            };
            if is_decided {
                found |= PointSet::of(size, board.chain(stone));
            } else if dead.contains(stone) {
                firm.set(board, stone, Life::Dead);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    found
}

/// Fights on a board in which one side has ko threats.
struct Fights<'r, 'a> {
    board: &'r Board,
    /// Stones that cannot be taken.
    wall: PointSet,
    seki: &'r PointSet,
    reader: &'r mut LifeReader<'a>,
}

impl Fights<'_, '_> {
    /// Returns whether a dead chain is proven to be captured although its owner has threats. True
    /// if no stone in seki lies outside its fight.
    fn falls_anyway(&mut self, stone: Point) -> bool {
        let Some(owner) = self.board.get(stone) else {
            return true;
        };
        let attacker = owner.opponent();
        let around = Problem::around(self.board, &self.wall, stone);
        if around
            .as_ref()
            .is_some_and(|fight| !self.has_threats(fight))
        {
            return true;
        }
        let cuts = REACHES
            .iter()
            .filter_map(|&reach| Problem::against(self.board, &self.wall, stone, attacker, reach))
            .map(|cut| (cut, ONE_WORST_QUESTION));
        let questions: Vec<(Problem, u32)> = cuts
            .chain(around.map(|fight| (fight, ONE_QUESTION)))
            .collect();
        questions
            .into_iter()
            .any(|(fight, limit)| self.is_taken(fight, owner, owner, limit))
    }

    /// Returns whether a living chain is captured if its attacker moves first and has threats.
    fn falls_by_threats(&mut self, stone: Point) -> bool {
        let Some(attacker) = self.board.get(stone).map(Color::opponent) else {
            return false;
        };
        Problem::around(self.board, &self.wall, stone)
            .filter(|fight| self.has_threats(fight))
            .is_some_and(|fight| self.is_taken(fight, attacker, attacker, ONE_QUESTION))
    }

    /// Returns whether a stone in seki lies outside a fight.
    fn has_threats(&self, fight: &Problem) -> bool {
        let chains = fight.chains.iter();
        let inside = chains.flat_map(|&stone| self.board.chain(stone));
        !(*self.seki - PointSet::of(self.board.size(), inside)).is_empty()
    }

    /// Returns whether the target is captured if `first` moves first and `threatens` has threats.
    fn is_taken(&mut self, fight: Problem, first: Color, threatens: Color, limit: u32) -> bool {
        let fight = fight.with_threats(threatens);
        let answer = self
            .reader
            .ask(&fight, Goal::Capture, first, Check::Nothing, limit);
        answer.is_some_and(|answer| answer.reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::life::seki_cached;
    use crate::notation::{parse_board, parse_vertex, vertex};

    /// Returns the vertices of [`threats_decide`] for a board given by its rows, the top row first,
    /// and one stone of each dead chain.
    fn decided(rows: &[&str], dead: &[&str]) -> String {
        let board = parse_board(rows).expect("a board");
        let size = board.size();
        let stones = dead
            .iter()
            .map(|name| parse_vertex(size, name).expect("a vertex"));
        let dead = PointSet::of(size, stones.flat_map(|stone| board.chain(stone)));
        let mut cache = ReadingCache::new();
        let seki = seki_cached(&board, &dead, &mut cache);
        let found = threats_decide(&board, &dead, &seki, &mut cache);
        let names: Vec<String> = found.iter().map(|point| vertex(size, point)).collect();
        names.join(" ")
    }

    const BENT_FOUR: [&str; 9] = [
        "O.XO.O.", "OXXOOOO", "O.XO.OO", "XXXOOOO", "OOOOOOO", "OOXXXXX", "XXOOX.X", "X.OOXXX",
        "XX.OX.X",
    ];

    #[test]
    fn threats_in_a_seki_decide_on_a_bent_four_in_the_corner() {
        assert_eq!(decided(&BENT_FOUR, &["A6"]), "A6 B6 C6 C7 B8 C8 C9");
    }

    #[test]
    fn nothing_is_decided_by_threats_without_a_seki() {
        let mut rows = BENT_FOUR;
        rows[6..].copy_from_slice(&["XXXXX.X", "X.XXXXX", "XXX.X.X"]);
        assert_eq!(decided(&rows, &["A6"]), "");
    }

    #[test]
    fn a_nakade_needs_no_ko_and_falls_in_spite_of_threats() {
        let mut rows = BENT_FOUR;
        rows[..4].copy_from_slice(&[".O.XO.O", "XXXXOO.", "OOOOOOO", "O.OOOOO"]);
        assert_eq!(decided(&rows, &["A8"]), "");
    }

    #[test]
    fn threats_elsewhere_end_a_double_ko_but_its_own_stones_are_none() {
        let double_ko = [
            "OXXXOOOX", "OXX.XOOX", "OX.XO.OX", "OXXO.OOX", "OXXXOOOX", "OOOOXXXX",
        ];
        assert_eq!(decided(&double_ko, &[]), "");
    }
}
