//! Errors of evaluations, learned during a search for each local pattern.
//!
//! After the same move in the same surroundings a net tends to err in the same direction. What the
//! search below one such position finds corrects the evaluations of all others: *Subtree Value Bias
//! Correction* in KataGo's `docs/KataGoMethods.md`, from which the constants come.

use halfpoint_core::board::{Color, Point, Size, ZobristKey};
use halfpoint_core::game::{PlayedMove, Position};
use halfpoint_nn::History;

/// Share of the mean error by which an evaluation is corrected.
const CORRECTION: f32 = 0.45;
/// Exponent of the weight of a subtree in the mean error.
const WEIGHT_EXPONENT: f32 = 0.85;
/// Share of a subtree's error that is taken back when the tree forgets it.
const TAKEN_BACK: f32 = 0.8;
/// Weight from which on a mean error is known.
const LEAST_WEIGHT: f32 = 0.001;
/// Entries of the table, a power of two. Patterns that share one by chance blur each other.
const ENTRIES: usize = 1 << 16;
/// Distance from the move to the edge of its surroundings.
const RADIUS: usize = 2;

/// Place of a pattern in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern(u16);

impl Pattern {
    /// Returns the pattern of a placement by `color` that is about to be made: the point, the
    /// last move, the stones around, those among them in atari, and the point that a ko forbids.
    /// `None` for a token.
    pub fn of(
        position: &Position,
        history: &History,
        color: Color,
        action: PlayedMove,
    ) -> Option<Pattern> {
        let PlayedMove::Place(point) = action else {
            return None;
        };
        let before = history.last_point().map_or(0, Point::index);
        let mut key = ZobristKey::feature(0, color.index() as u32)
            ^ ZobristKey::feature(1, point.index() as u32)
            ^ ZobristKey::feature(2, before as u32);
        if let Some(ko) = history.ko() {
            key ^= ZobristKey::feature(3, ko.index() as u32);
        }
        let board = position.board();
        for near in surroundings(board.size(), point) {
            let Some(stone) = board.get(near) else {
                continue;
            };
            key ^= ZobristKey::stone(stone, near);
            if board.last_liberty(near).is_some() {
                key ^= ZobristKey::feature(4, near.index() as u32);
            }
        }
        Some(Pattern((key.low() % ENTRIES as u64) as u16))
    }
}

/// Returns the points around a point, itself included.
fn surroundings(size: Size, point: Point) -> impl Iterator<Item = Point> {
    let (x, y) = size.coordinates(point);
    let columns = x.saturating_sub(RADIUS)..=(x + RADIUS).min(size.width() - 1);
    let rows = y.saturating_sub(RADIUS)..=(y + RADIUS).min(size.height() - 1);
    rows.flat_map(move |y| columns.clone().filter_map(move |x| size.point(x, y)))
}

/// Weighted sum of errors.
#[derive(Clone, Copy, Debug, Default)]
struct ErrorSum {
    error: f32,
    weight: f32,
}

/// Part of a node in the sum of its pattern.
#[derive(Clone, Copy, Debug, Default)]
pub struct BiasPart {
    pattern: Option<Pattern>,
    told: ErrorSum,
}

impl BiasPart {
    /// Creates the part of a node in which no search was made yet.
    pub fn new(pattern: Option<Pattern>) -> BiasPart {
        BiasPart {
            pattern,
            told: ErrorSum::default(),
        }
    }
}

/// Errors of all patterns.
#[derive(Debug)]
pub struct BiasTable {
    entries: Vec<ErrorSum>,
}

impl BiasTable {
    /// Creates a table in which nothing is known.
    pub fn new() -> BiasTable {
        BiasTable {
            entries: vec![ErrorSum::default(); ENTRIES],
        }
    }

    /// Returns the value to add to the utility of a node's evaluation.
    pub fn correction(&self, part: &BiasPart) -> f32 {
        let Some(pattern) = part.pattern else {
            return 0.0;
        };
        let sum = self.entries[usize::from(pattern.0)];
        if sum.weight > LEAST_WEIGHT {
            CORRECTION * sum.error / sum.weight
        } else {
            0.0
        }
    }

    /// Notes by how much the mean of `visits` below a node exceeds the node's evaluation, in place
    /// of what the node told before.
    pub fn learn(&mut self, part: &mut BiasPart, excess: f32, visits: f32) {
        let Some(pattern) = part.pattern else {
            return;
        };
        let weight = visits.powf(WEIGHT_EXPONENT);
        let new = ErrorSum {
            error: excess * weight,
            weight,
        };
        let sum = &mut self.entries[usize::from(pattern.0)];
        sum.error += new.error - part.told.error;
        sum.weight += new.weight - part.told.weight;
        part.told = new;
    }

    /// Takes back most of what a node has told.
    pub fn forget(&mut self, part: &mut BiasPart) {
        if let Some(pattern) = part.pattern {
            let sum = &mut self.entries[usize::from(pattern.0)];
            sum.error -= TAKEN_BACK * part.told.error;
            sum.weight -= TAKEN_BACK * part.told.weight;
        }
        *part = BiasPart::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::notation::{parse_board, parse_vertex};
    use halfpoint_core::rules::find;

    /// Returns the pattern of a move on `at` in a position without a move before.
    fn pattern(rows: &[&str], color: Color, at: &str) -> Option<Pattern> {
        let board = parse_board(rows).expect("a board");
        let history = History::new(&board);
        let point = parse_vertex(board.size(), at).expect("a point");
        let rules = find("chinese").expect("rules").rules;
        let position = Position::new(rules, board, color);
        Pattern::of(&position, &history, color, PlayedMove::Place(point))
    }

    #[test]
    fn a_pattern_is_the_player_the_point_and_what_stands_around() {
        let rows = [".....", ".XO..", ".....", ".....", "....."];
        let black = pattern(&rows, Color::Black, "C3");
        assert_ne!(black, None);
        assert_eq!(black, pattern(&rows, Color::Black, "C3"));
        assert_ne!(black, pattern(&rows, Color::White, "C3"));
        assert_ne!(black, pattern(&rows, Color::Black, "B3"));
        let moved = [".....", ".X.O.", ".....", ".....", "....."];
        assert_ne!(black, pattern(&moved, Color::Black, "C3"));
        // A stone three columns away does not matter, unless it puts a nearer one in atari.
        let with = |away: &str, around: &str| {
            let row = |stone: &str, next: &str| format!("....{stone}{next}..");
            let rows = [
                row(".", "."),
                row(around, "."),
                row("O", away),
                row(around, "."),
                row(".", "."),
            ];
            pattern(&rows.each_ref().map(String::as_str), Color::Black, "C3")
        };
        assert_eq!(with("X", "."), with(".", "."));
        assert_ne!(with("X", "X"), with(".", "X"));
    }

    #[test]
    fn what_is_found_below_one_node_corrects_the_others_of_its_pattern() {
        let mut table = BiasTable::new();
        let [mut one, mut other, foreign] = [7, 7, 8].map(|at| BiasPart::new(Some(Pattern(at))));
        assert_eq!(table.correction(&one), 0.0);
        table.learn(&mut one, 0.5, 1.0);
        table.learn(&mut one, 0.2, 100.0);
        assert!((table.correction(&other) - CORRECTION * 0.2).abs() < 1e-6);
        assert_eq!(table.correction(&foreign), 0.0);
        // Another one of equal weight, found to be right.
        table.learn(&mut other, 0.0, 100.0);
        assert!((table.correction(&one) - CORRECTION * 0.1).abs() < 1e-6);
        // A fifth of its weight stays.
        table.forget(&mut other);
        assert!((table.correction(&one) - CORRECTION * 0.2 / 1.2).abs() < 1e-6);
        assert_eq!(table.correction(&other), 0.0);
    }
}
