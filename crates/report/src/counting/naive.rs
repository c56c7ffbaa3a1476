//! The count of a desk: what somebody who sees nothing but the desk reads from it.

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;

use super::desk::{ButtonPlace, Desk};

/// Way of reading a desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Black's stones and surrounded points, with half of the points that are nobody's; White has
    /// the rest of the board.
    Area,
    /// Black's stones in heaps, with half of the points that are marked as nobody's; White has the
    /// rest of the board.
    Heaps,
    /// The stones on the board and in heaps alone.
    Stones,
    /// Surrounded points, and the opponent's stones in the bowls.
    Territory,
}

/// Numbers that are read from a desk, in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Points of each player.
    pub sides: [HalfPoints; 2],
    /// Whether a draw was declared, which ends the game whatever the points are.
    pub drawn: bool,
}

impl Tally {
    /// Returns Black's points minus White's.
    #[must_use]
    pub fn margin(&self) -> HalfPoints {
        match self.drawn {
            true => HalfPoints::ZERO,
            false => self.sides[0] - self.sides[1],
        }
    }
}

/// Reads a desk.
#[must_use]
pub fn tally(desk: &Desk, way: Way) -> Tally {
    if let Some([black, white]) = desk.balance {
        return Tally {
            sides: [white, black].map(|stones| HalfPoints::from_points(stones as i32)),
            drawn: false,
        };
    }
    let mut halves = match way {
        Way::Area => area(desk),
        Way::Heaps => heaps(desk),
        Way::Stones => Color::BOTH.map(|color| 2 * stones(desk, color)),
        Way::Territory => Color::BOTH.map(|color| territory(desk, color)),
    };
    for button in &desk.buttons {
        if let ButtonPlace::With(color) = button.place {
            halves[color] += button.worth.halves();
        }
    }
    if let Some(color) = desk.ahead {
        halves[color] += 2;
    }
    for color in Color::BOTH {
        halves[color] += desk.given[color].halves();
    }
    Tally {
        sides: halves.map(HalfPoints::from_halves),
        drawn: desk.drawn,
    }
}

fn stones(desk: &Desk, color: Color) -> i32 {
    let points = desk.size().points();
    let on_board = points.filter(|&point| desk.stone(point) == Some(color));
    on_board.count() as i32 + in_heaps(desk, color)
}

fn in_heaps(desk: &Desk, color: Color) -> i32 {
    let heaps = desk.heaps[color];
    (10 * heaps.tens + heaps.loose) as i32
}

/// Returns the half-points of both colours by Black's heaps, which together are the whole board.
fn heaps(desk: &Desk) -> [i32; 2] {
    let black = 2 * in_heaps(desk, Color::Black) + desk.nobodys.len() as i32;
    [black, 2 * desk.size().area() as i32 - black]
}

/// Returns the half-points of both colours, which together are the whole board.
fn area(desk: &Desk) -> [i32; 2] {
    let own = |color| stones(desk, color) + desk.surrounded(color).len() as i32;
    let [black, white] = Color::BOTH.map(own);
    let all = desk.size().area() as i32;
    let black = 2 * black + (all - black - white);
    [black, 2 * all - black]
}

fn territory(desk: &Desk, color: Color) -> i32 {
    let points = desk.surrounded(color);
    let covered = points.iter().filter(|&&point| desk.has_button(point));
    let other = color.opponent();
    2 * points.len() as i32 - covered.count() as i32
        + 2 * desk.bowls[color][other] as i32
        + desk.zone[other] as i32
}
