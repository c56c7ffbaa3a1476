//! Counting of territory: prisoners and buttons are put into the territory that they reduce, stones
//! are moved together, and what stays free is counted.

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_name;

use super::super::phrases::number;
use super::desk::{ButtonPlace, DeskButton};
use super::steps::{Steps, stones};

/// Adds the steps from the board without dead stones to the result. `covered` are the points that
/// do not count, with the reason.
pub(super) fn count(
    steps: &mut Steps,
    covered: ([PointSet; 2], &str),
    [komi, bonus]: [HalfPoints; 2],
) {
    share_zone(steps);
    steps.cover(covered.0, covered.1);
    for color in Color::BOTH {
        fill_prisoners(steps, color);
    }
    return_pairs(steps);
    fill_buttons(steps);
    for color in Color::BOTH {
        move_together(steps, color);
    }
    steps.give_komi(komi, bonus);
    steps.say_sum("What is left is counted. ");
}

/// Lets each player take a stone of the half-pass zone in turn, while there are two: an opposing
/// one joins the prisoners, an own one is put away.
fn share_zone(steps: &mut Steps) {
    let zone = steps.desk.zone;
    while steps.desk.zone[0] + steps.desk.zone[1] >= 2 {
        for color in Color::BOTH {
            let own = steps.desk.zone[color] > 0;
            let taken = if own { color } else { color.opponent() };
            steps.desk.zone[taken] -= 1;
            if !own {
                steps.desk.bowls[color][taken] += 1;
            }
        }
    }
    if zone != steps.desk.zone {
        let says = match zone {
            [1, 1] => "each takes the own one back, for they cancel",
            [_, 0] => "Black takes one back, White gets the other as a prisoner",
            [0, _] => "White takes one back, Black gets the other as a prisoner",
            _ => "each player takes half of them",
        };
        let zone = number((zone[0] + zone[1]) as usize, "stone", "stones");
        steps.say(format!(
            "The half-pass zone holds {zone}, worth half a point each: {says}."
        ));
    }
}

/// Puts the stones of a colour that the opponent holds into the territory of that colour.
fn fill_prisoners(steps: &mut Steps, color: Color) {
    let (name, other) = (color_name(color), color.opponent());
    let held = steps.desk.bowls[other][color];
    if held == 0 {
        return;
    }
    let free = steps.desk.surrounded(color);
    let filled = free.len().min(held as usize);
    for &point in &free[..filled] {
        steps.put(point, color);
    }
    let left = held as usize - filled;
    steps.desk.bowls[other][color] = left as u32;
    let holder = color_name(other);
    let all = stones(held as usize, color);
    let text = match (filled, left) {
        (0, _) => format!(
            "{holder} holds {all}, but {name} has no territory to fill: they count in the bowl."
        ),
        (_, 0) => format!("{holder} puts {all} into {name}'s territory."),
        (filled, left) => format!(
            "{holder} puts {} into {name}'s territory, which is full then; {left} more count in the bowl.",
            stones(filled, color)
        ),
    };
    steps.say(text);
}

/// Puts two equal buttons away if each player has one.
fn return_pairs(steps: &mut Steps) {
    let of = |color| move |button: &DeskButton| button.place == ButtonPlace::With(color);
    let buttons = &mut steps.desk.buttons;
    let places = Color::BOTH.map(|color| buttons.iter().position(of(color)));
    if let [Some(black), Some(white)] = places
        && buttons[black].worth == buttons[white].worth
    {
        buttons.remove(black.max(white));
        buttons.remove(black.min(white));
        steps.say("Each player has a button: they cancel, and both go back to the box.");
    }
}

/// Puts buttons that are worth half a point into the territory of the other side, where each covers
/// half of a point.
fn fill_buttons(steps: &mut Steps) {
    let mut told = [false; 2];
    for index in 0..steps.desk.buttons.len() {
        let button = steps.desk.buttons[index];
        let ButtonPlace::With(color) = button.place else {
            continue;
        };
        let (name, other) = (color_name(color), color.opponent());
        // Both buttons of one player are told apart.
        let is_second = std::mem::replace(&mut told[color as usize], true);
        let a_button = if is_second {
            "the other button, too"
        } else {
            "a button"
        };
        let free = steps.desk.surrounded(other);
        let free = free
            .into_iter()
            .rfind(|&point| !steps.desk.has_button(point));
        match free {
            Some(point) if button.worth == HalfPoints::HALF => {
                steps.desk.buttons[index].place = ButtonPlace::On(point);
                steps.mark(point);
                let other = color_name(other);
                steps.say(format!(
                    "{name} has {a_button}, and puts it into {other}'s territory: it covers half of a point."
                ));
            }
            _ => {
                let worth = super::super::phrases::points(button.worth);
                steps.say(format!(
                    "{name} has {a_button}, which counts in the bowl: {worth}."
                ));
            }
        }
    }
}

/// Moves stones of a colour within its area, so that the free points lie in rows. Stones that touch
/// anything else stay, so no point changes its owner.
fn move_together(steps: &mut Steps, color: Color) {
    let size = steps.desk.size();
    let free = PointSet::of(size, steps.desk.surrounded(color));
    let own_stones = size
        .points()
        .filter(|&p| steps.desk.stone(p) == Some(color));
    let own = free | PointSet::of(size, own_stones);
    let mut moved = false;
    for part in own.parts() {
        let may_change = |&point: &Point| {
            size.neighbours(point).all(|beside| own.contains(beside))
                && !steps.desk.has_button(point)
        };
        let inner: Vec<Point> = part.iter().filter(may_change).collect();
        let wanted = inner.iter().filter(|&&point| free.contains(point)).count();
        for (index, &point) in inner.iter().enumerate() {
            let becomes = if index < wanted { None } else { Some(color) };
            if steps.desk.stone(point) != becomes {
                moved = true;
                match becomes {
                    Some(color) => steps.desk.put(point, color),
                    None => drop(steps.desk.take(point)),
                }
            }
        }
    }
    if moved {
        let name = color_name(color);
        steps.say(format!(
            "{name}'s stones are moved together, so that the free points lie in rows: {}.",
            free.len()
        ));
    }
}
