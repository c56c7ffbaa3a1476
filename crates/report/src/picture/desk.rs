//! The desk of a count: its board with what a step has changed, and its bowls.

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::half_points::HalfPoints;

use super::board::{Layout, cross, draw_stones, last_mark, territory_mark};
use super::bowls::{Pile, Thing};
use super::panel::button;
use super::{BoardPicture, board_alone};
use crate::counting::{ButtonPlace, Desk, Step, Way};

/// Draws the board of a desk after a step. Points that a colour surrounds are marked where they
/// count, and so are the points that the step has changed.
#[must_use]
pub fn desk(step: &Step) -> BoardPicture {
    let desk = &step.desk;
    let size = desk.size();
    let layout = Layout::new(size);
    let mut text = String::new();
    let stones: Vec<(Point, Color)> = size
        .points()
        .filter_map(|point| Some((point, desk.stone(point)?)))
        .collect();
    draw_stones(&mut text, layout, &stones, &PointSet::new(size));
    let place = |point| {
        let (x, y) = layout.at(point);
        (x, y, layout.cell)
    };
    if matches!(step.way, Way::Area | Way::Territory) {
        for color in Color::BOTH {
            for point in desk.surrounded(color) {
                territory_mark(&mut text, place(point), color);
            }
        }
    }
    for point in desk.nobodys.iter() {
        cross(&mut text, place(point), "#7a5a2a");
    }
    for one in &desk.buttons {
        if let ButtonPlace::On(point) = one.place {
            let (x, y) = layout.at(point);
            text.push_str("<g class=\"button\">");
            button(&mut text, x, y);
            text.push_str("</g>\n");
        }
    }
    for point in step.changed.iter() {
        last_mark(&mut text, place(point));
    }
    board_alone(layout, &text)
}

/// Returns the piles of a desk, by colour.
#[must_use]
pub fn desk_piles(step: &Step) -> [Vec<Pile>; 2] {
    Color::BOTH.map(|color| side(&step.desk, step.way, color))
}

fn side(desk: &Desk, way: Way, color: Color) -> Vec<Pile> {
    let other = color.opponent();
    let prisoners = desk.bowls[color][other];
    let counts = way == Way::Territory;
    let points = |number: u32| Some(HalfPoints::from_points(number as i32));
    let held: Vec<HalfPoints> = desk
        .buttons
        .iter()
        .filter(|one| one.place == ButtonPlace::With(color))
        .map(|one| one.worth)
        .collect();
    let buttons = held.len() as u32;
    let worth = |amount: HalfPoints| {
        (
            Thing::Points,
            u32::from(amount != HalfPoints::ZERO),
            Some(amount),
        )
    };
    let ahead = if desk.ahead == Some(color) {
        HalfPoints::ONE
    } else {
        HalfPoints::ZERO
    };
    let heaps = desk.heaps[color];
    let balance = desk.balance.unwrap_or_default();
    let piles = [
        (
            "prisoners",
            (
                Thing::Stone(other),
                prisoners,
                points(prisoners).filter(|_| counts),
            ),
        ),
        (
            "ultimate stone",
            (Thing::Stone(color), desk.bowls[color][color], None),
        ),
        (
            "half-pass zone",
            (Thing::Stone(color), desk.zone[color], None),
        ),
        (
            "buttons",
            (Thing::Button, buttons, Some(held.into_iter().sum())),
        ),
        ("komi", worth(desk.given[color])),
        ("a move ahead", worth(ahead)),
        (
            "heaps of ten",
            (Thing::Stone(color), heaps.tens, points(10 * heaps.tens)),
        ),
        (
            "stones",
            (Thing::Stone(color), heaps.loose, points(heaps.loose)),
        ),
        ("to balance", (Thing::Stone(other), balance[color], None)),
    ];
    let there = piles.into_iter().filter(|(_, (_, number, _))| *number > 0);
    let made = there.map(|(words, (thing, number, worth))| Pile {
        thing,
        number,
        words: words.to_string(),
        worth,
        term: crate::json::term_name(words),
    });
    made.collect()
}
