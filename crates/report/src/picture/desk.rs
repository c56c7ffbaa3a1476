//! The desk of a count: its board with what a step has changed, and its bowls.

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::half_points::HalfPoints;

use super::board::{Layout, button, cross, draw_stones, last_mark, territory_mark};
use super::bowls::{Pile, Thing};
use super::{BoardPicture, board_alone};
use crate::counting::{ButtonPlace, Desk, Step, Way};
use crate::json::term_name;

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

/// Returns the piles of a colour: its bowl, points that it was given, and heaps of stones.
fn side(desk: &Desk, way: Way, color: Color) -> Vec<Pile> {
    let piles = bowl(desk, way, color)
        .into_iter()
        .chain(given(desk, color))
        .chain(counted(desk, color));
    piles.filter(|pile| pile.number > 0).collect()
}

fn pile(words: &str, thing: Thing, number: u32, worth: Option<HalfPoints>) -> Pile {
    Pile {
        thing,
        number,
        words: words.to_string(),
        worth,
        term: term_name(words),
    }
}

/// Returns the stones in and beside the bowl. Prisoners are points in a count of territory alone.
fn bowl(desk: &Desk, way: Way, color: Color) -> [Pile; 3] {
    let (own, other) = (Thing::Stone(color), Thing::Stone(color.opponent()));
    let prisoners = desk.bowls[color][color.opponent()];
    let worth = (way == Way::Territory).then(|| points(prisoners));
    [
        pile("prisoners", other, prisoners, worth),
        pile("ultimate stone", own, desk.bowls[color][color], None),
        pile("half-pass zone", own, desk.zone[color], None),
    ]
}

/// Returns buttons and points that no stone stands for.
fn given(desk: &Desk, color: Color) -> [Pile; 3] {
    let held = desk.buttons.iter();
    let held = held.filter(|button| button.place == ButtonPlace::With(color));
    let worth = held.clone().map(|button| button.worth).sum();
    let ahead = match desk.ahead == Some(color) {
        true => HalfPoints::ONE,
        false => HalfPoints::ZERO,
    };
    let amount = |words: &str, amount: HalfPoints| {
        let number = u32::from(amount != HalfPoints::ZERO);
        pile(words, Thing::Points, number, Some(amount))
    };
    [
        pile("buttons", Thing::Button, held.count() as u32, Some(worth)),
        amount("komi", desk.given[color]),
        amount("a move ahead", ahead),
    ]
}

/// Returns the heaps into which a count puts the stones.
fn counted(desk: &Desk, color: Color) -> [Pile; 3] {
    let (own, other) = (Thing::Stone(color), Thing::Stone(color.opponent()));
    let (tens, loose) = (desk.heaps[color].tens, desk.heaps[color].loose);
    let balance = desk.balance.unwrap_or_default()[color];
    [
        pile("heaps of ten", own, tens, Some(points(10 * tens))),
        pile("stones", own, loose, Some(points(loose))),
        pile("to balance", other, balance, None),
    ]
}

fn points(number: u32) -> HalfPoints {
    HalfPoints::from_points(number as i32)
}
