//! What is known of a move before it is tried: as so many results that it begins with.
//!
//! The kinds are those of Pachi and its teaching version michi (Baudiš 2015): an even game, captures and
//! rescues, self-atari, patterns, the distance to the last move, and the lines of an empty corner or side.

use super::field::{EMPTY, Field, NOWHERE, other, stone};
use super::shapes::Shapes;
use crate::board::{Color, Point};

/// Results that a move begins with: their number, and how many of them were won.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prior {
    pub visits: f32,
    pub wins: f32,
}

impl Prior {
    /// Adds results, all of that worth (0 to 1).
    fn add(&mut self, visits: f32, worth: f32) {
        self.visits += visits;
        self.wins += visits * worth;
    }
}

/// Results of every move, half of them won.
const EVEN: f32 = 10.0;
/// Results of taking one stone, or saving one.
const ONE_STONE: f32 = 15.0;
/// Results of taking or saving several.
const STONES: f32 = 30.0;
/// Results of an atari that the opponent cannot escape.
const CATCHING: f32 = 20.0;
/// Lost results of a bad self-atari.
const SELF_ATARI: f32 = 20.0;
/// Results of a pattern.
const PATTERN: f32 = 10.0;
/// Results by distance from the last move: 1, 2 and 3 steps, a chain being one place.
const NEAR: [f32; 3] = [6.0, 5.5, 2.0];
/// Results, won on the third line and lost on the first and second, of a point with nothing around it.
const LINE: f32 = 10.0;
/// A point has nothing around it if there is no stone within so many steps.
const AROUND: usize = 3;

/// The priors of moves.
pub fn of<const W: usize, const N: usize>(
    field: &Field<W, N>,
    last: usize,
    color: Color,
    points: &[Point],
    spare: &mut [Field<W, N>],
) -> Vec<Prior> {
    let own = stone(color);
    let distances = distances(field, last);
    let shapes = Shapes::get();
    let prior = |&point: &Point| {
        let at = point.index();
        let mut prior = Prior::default();
        prior.add(EVEN, 0.5);
        let taken = field.captured_by(own, at);
        let saved = saved_by(field, own, at, spare);
        match taken.max(saved) {
            0 => (),
            1 => prior.add(ONE_STONE, 1.0),
            _ => prior.add(STONES, 1.0),
        }
        if taken == 0 && field.is_bad_self_atari(own, at) {
            prior.add(SELF_ATARI, 0.0);
        } else {
            if catches(field, own, at, spare) {
                prior.add(CATCHING, 1.0);
            }
            if shapes.is_pattern(field.code(at)) {
                prior.add(PATTERN, 1.0);
            }
        }
        if let Some(&near) = NEAR.get((distances[at] as usize).wrapping_sub(1)) {
            prior.add(near, 1.0);
        }
        if field.size().area() > 49 && is_alone(field, point) {
            match line(field, point) {
                1 | 2 => prior.add(LINE, 0.0),
                3 => prior.add(LINE, 1.0),
                _ => (),
            }
        }
        prior
    };
    points.iter().map(prior).collect()
}

/// How many stones of chains in atari beside it a move saves.
fn saved_by<const W: usize, const N: usize>(
    field: &Field<W, N>,
    own: u8,
    at: usize,
    spare: &mut [Field<W, N>],
) -> usize {
    let mut saved = 0;
    for near in field.around(at) {
        if field.at(near) == own
            && field.liberties(near) == 1
            && match field.liberties_after(own, at, 3) {
                0 | 1 => false,
                2 => !field.is_caught(near, false, spare),
                _ => true,
            }
        {
            saved = saved.max(field.chain_len(near));
        }
        // A capture that frees a chain in atari beside what is taken.
        if field.at(near) == other(own) && field.liberties(near) == 1 {
            for member in field.chain_points(near) {
                for beside in field.around(member) {
                    if field.at(beside) == own && field.liberties(beside) == 1 {
                        saved = saved.max(field.chain_len(beside));
                    }
                }
            }
        }
    }
    saved
}

/// Whether a move puts a chain of two liberties in an atari from which it cannot escape.
fn catches<const W: usize, const N: usize>(
    field: &Field<W, N>,
    own: u8,
    at: usize,
    spare: &mut [Field<W, N>],
) -> bool {
    let Some((after, spare)) = spare.split_first_mut() else {
        return false;
    };
    field.around(at).into_iter().any(|near| {
        if field.at(near) != other(own) || field.liberties(near) != 2 {
            return false;
        }
        *after = *field;
        after.play(own, at);
        after.at(near) == other(own)
            && after.liberties(near) == 1
            && after.is_caught(near, false, spare)
    })
}

/// Steps from the last move to each point near it; stones of a chain are one place.
fn distances<const W: usize, const N: usize>(field: &Field<W, N>, last: usize) -> [u8; N] {
    let mut distances = [u8::MAX; N];
    if last == NOWHERE {
        return distances;
    }
    let mut found = vec![last];
    distances[last] = 0;
    let mut next = 0;
    while let Some(&at) = found.get(next) {
        next += 1;
        let steps = distances[at];
        if field.at(at) != EMPTY {
            for member in field.chain_points(at) {
                if distances[member] > steps {
                    distances[member] = steps;
                    found.push(member);
                }
            }
        }
        if steps as usize == NEAR.len() {
            continue;
        }
        for near in field.around(at) {
            if distances[near] > steps + 1 && field.at(near) != super::field::BORDER {
                distances[near] = steps + 1;
                found.push(near);
            }
        }
    }
    distances
}

/// Whether there is no stone within a few steps.
fn is_alone<const W: usize, const N: usize>(field: &Field<W, N>, point: Point) -> bool {
    let size = field.size();
    let (x, y) = size.coordinates(point);
    let reach = |at: usize, side: usize| at.saturating_sub(AROUND)..(at + AROUND + 1).min(side);
    reach(y, size.height()).all(|row| {
        reach(x, size.width()).all(|column| {
            let steps = row.abs_diff(y) + column.abs_diff(x);
            let point = size.point(column, row);
            steps > AROUND || point.is_none_or(|point| field.at(point.index()) == EMPTY)
        })
    })
}

/// The line of a point, 1 at the edge.
fn line<const W: usize, const N: usize>(field: &Field<W, N>, point: Point) -> usize {
    let size = field.size();
    let (x, y) = size.coordinates(point);
    1 + x
        .min(y)
        .min(size.width() - 1 - x)
        .min(size.height() - 1 - y)
}
