//! Errors of evaluations, learned during a search for each local pattern.
//!
//! After the same move in the same surroundings a net tends to err in the same direction. What the
//! search below one such position finds corrects the evaluations of all others: *Subtree Value Bias
//! Correction* in KataGo's `docs/KataGoMethods.md`, from which the constants come.

use halfpoint_core::board::{Color, Point, ZobristKey};
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
    /// opponent's last move, the stones around, those among them in atari, and the point that a ko
    /// forbids. `None` for a token.
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
fn surroundings(size: halfpoint_core::Size, point: Point) -> impl Iterator<Item = Point> {
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
    part: ErrorSum,
}

impl BiasPart {
    /// Creates the part of a node in which no search was made yet.
    pub fn new(pattern: Option<Pattern>) -> BiasPart {
        BiasPart {
            pattern,
            part: ErrorSum::default(),
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

    /// Notes by how much the mean of the search below a node, which has that weight, exceeds the
    /// node's evaluation.
    pub fn learn(&mut self, part: &mut BiasPart, excess: f32, weight: f32) {
        let Some(pattern) = part.pattern else {
            return;
        };
        let weight = weight.powf(WEIGHT_EXPONENT);
        let new = ErrorSum {
            error: excess * weight,
            weight,
        };
        let sum = &mut self.entries[usize::from(pattern.0)];
        sum.error += new.error - part.part.error;
        sum.weight += new.weight - part.part.weight;
        part.part = new;
    }

    /// Takes back most of what a node has told.
    pub fn forget(&mut self, part: &mut BiasPart) {
        if let Some(pattern) = part.pattern {
            let sum = &mut self.entries[usize::from(pattern.0)];
            sum.error -= TAKEN_BACK * part.part.error;
            sum.weight -= TAKEN_BACK * part.part.weight;
        }
        *part = BiasPart::default();
    }
}
