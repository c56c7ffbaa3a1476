//! Counting of area: one colour is filled up and compared with half of the board; with a group tax
//! both are filled up as far as they can be.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::TaxRule;

use super::super::phrases::number;
use super::super::phrases::points;
use super::desk::{ButtonPlace, Heaps};
use super::naive::Way;
use super::steps::{Steps, stones};

/// Adds the steps from the board without dead stones to the result. `taxed` are the points that the
/// tax takes, by colour.
pub(super) fn count(
    steps: &mut Steps,
    tax: TaxRule,
    taxed: [PointSet; 2],
    [komi, bonus]: [HalfPoints; 2],
) {
    match tax {
        TaxRule::None => (),
        TaxRule::Seki => mark_eyes(steps, taxed),
        TaxRule::Group => steps.way = Way::Stones,
    }
    match steps.way {
        Way::Stones => fill_both(steps, taxed),
        Way::Area | Way::Heaps | Way::Territory => fill_black(steps),
    }
    say_buttons(steps);
    steps.give_komi(komi, bonus);
    steps.say_sum("");
}

/// Marks the eyes of groups in seki as nobody's.
fn mark_eyes(steps: &mut Steps, eyes: [PointSet; 2]) {
    let eyes = eyes[0] | eyes[1];
    if eyes.is_empty() {
        return;
    }
    steps.desk.nobodys |= eyes;
    for point in eyes.iter() {
        steps.mark(point);
    }
    let eyes = number(eyes.len(), "eye in seki is", "eyes in seki are");
    steps.say(format!("{eyes} marked as nobody's."));
}

fn fill_black(steps: &mut Steps) {
    let filled = fill(steps, Color::Black, &PointSet::new(steps.desk.size()));
    let all = steps.desk.size().area();
    let rest = nobodys(steps);
    let mut text = match filled {
        0 => "One colour is enough to count: Black has no territory to fill.".to_string(),
        filled => format!(
            "One colour is enough to count. {} of Black's territory {} filled with black stones.",
            number(filled, "point", "points"),
            if filled == 1 { "is" } else { "are" }
        ),
    };
    if !rest.is_empty() {
        let share = points(HalfPoints::from_halves(rest.len() as i32));
        let number = number(rest.len(), "point is", "points are");
        text += &format!(" {number} nobody's: {share} to each side.");
    }
    steps.desk.nobodys = rest;
    steps.say(text);
    let heaped = heap_up(steps, Color::Black);
    steps.way = Way::Heaps;
    let black = super::naive::tally(&steps.desk, Way::Heaps).sides[0] - held(steps, Color::Black);
    let half = HalfPoints::from_halves(all as i32);
    let shared = if rest.is_empty() {
        ""
    } else {
        " with that share"
    };
    steps.say(format!(
        "{heaped} Black has {black}{shared}, half of the board is {half}."
    ));
}

/// Returns the points that neither colour has.
fn nobodys(steps: &Steps) -> PointSet {
    let desk = &steps.desk;
    let own = Color::BOTH.map(|color| PointSet::of(desk.size(), desk.surrounded(color)));
    let points = desk.size().points();
    let empty = points.filter(|&point| desk.stone(point).is_none());
    PointSet::of(desk.size(), empty) - (own[0] | own[1])
}

/// Lays the stones of a colour in heaps of ten, and says how many there are.
fn heap_up(steps: &mut Steps, color: Color) -> String {
    steps.desk.heap_up(color);
    let Heaps { tens, loose } = steps.desk.heaps[color];
    let name = color_name(color);
    let heaps = number(tens as usize, "heap of ten", "heaps of ten");
    let stones = stones(loose as usize, color);
    match (tens, loose) {
        (0, _) => format!("{name}'s stones are laid beside the board: {stones}."),
        (_, 0) => format!("{name}'s stones are laid in heaps of ten: {heaps}."),
        _ => format!("{name}'s stones are laid in heaps of ten: {heaps} and {stones}."),
    }
}

/// Returns the worth of the buttons in front of a player.
fn held(steps: &Steps, color: Color) -> HalfPoints {
    let buttons = steps.desk.buttons.iter();
    let own = buttons.filter(|button| button.place == ButtonPlace::With(color));
    own.map(|button| button.worth).sum()
}

fn fill_both(steps: &mut Steps, taxed: [PointSet; 2]) {
    for color in Color::BOTH {
        let filled = fill(steps, color, &taxed[color]);
        let name = color_name(color);
        let free = taxed[color].len();
        if filled + free > 0 {
            let kept = number(free, "point stays", "points stay");
            let filled = number(filled, "point", "points");
            steps.say(format!(
                "{name} fills {filled} of territory. {kept} free, two for each group that has them: \
                 nothing else keeps the stones alive."
            ));
        }
    }
    for color in Color::BOTH {
        let heaped = heap_up(steps, color);
        steps.say(heaped);
    }
}

/// Fills the territory of a colour except `free`, and returns the number of points.
fn fill(steps: &mut Steps, color: Color, free: &PointSet) -> usize {
    let mut filled = 0;
    for point in steps.desk.surrounded(color) {
        if !free.contains(point) {
            steps.put(point, color);
            filled += 1;
        }
    }
    filled
}

fn say_buttons(steps: &mut Steps) {
    for color in Color::BOTH {
        let worth = held(steps, color);
        let has = |place| place == ButtonPlace::With(color);
        if steps.desk.buttons.iter().any(|button| has(button.place)) {
            let name = color_name(color);
            let worth = points(worth);
            steps.say(format!("{name} has the button, which is worth {worth}."));
        }
    }
}
