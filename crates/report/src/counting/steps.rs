//! The list of steps while it is made, and the steps that several ways of counting share.

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_name, result};

use super::super::phrases::number;
use super::super::phrases::points;
use super::desk::Desk;
use super::naive::{Tally, Way, tally};

/// A step of a count: the desk after it, and what has been done.
#[derive(Clone, Debug)]
pub struct Step {
    /// Sentence that says what is done.
    pub sentence: String,
    /// The desk after the step.
    pub desk: Desk,
    /// Points of the board that the step has changed.
    pub changed: PointSet,
    /// Way in which the desk is read.
    pub way: Way,
    /// Numbers that are read from the desk so far.
    pub tally: Tally,
}

/// Steps, and the desk after them.
pub(super) struct Steps {
    pub(super) desk: Desk,
    pub(super) way: Way,
    pub(super) done: Vec<Step>,
    changed: PointSet,
}

impl Steps {
    pub(super) fn new(desk: Desk, way: Way) -> Steps {
        Steps {
            changed: PointSet::new(desk.size()),
            desk,
            way,
            done: Vec::new(),
        }
    }

    /// Adds a step: the desk is as it shall be.
    pub(super) fn say(&mut self, sentence: impl Into<String>) {
        let none = PointSet::new(self.desk.size());
        self.done.push(Step {
            sentence: sentence.into(),
            desk: self.desk.clone(),
            changed: std::mem::replace(&mut self.changed, none),
            way: self.way,
            tally: tally(&self.desk, self.way),
        });
    }

    /// Puts a stone on a point, as a change of the next step.
    pub(super) fn put(&mut self, point: Point, color: Color) {
        self.desk.put(point, color);
        self.changed.insert(point);
    }

    /// Marks a change of the next step.
    pub(super) fn mark(&mut self, point: Point) {
        self.changed.insert(point);
    }

    /// Takes the dead stones off into the bowls of the opponents.
    pub(super) fn take_dead_off(&mut self, dead: &PointSet) {
        let mut taken = [0; 2];
        for point in dead.iter() {
            if let Some(color) = self.desk.take(point) {
                self.desk.bowls[color.opponent()][color] += 1;
                taken[color] += 1;
                self.changed.insert(point);
            }
        }
        let colors = Color::BOTH.into_iter().filter(|&color| taken[color] > 0);
        let list: Vec<String> = colors
            .map(|color| {
                let number = stones(taken[color] as usize, color);
                format!("{number} into {}'s bowl", color_name(color.opponent()))
            })
            .collect();
        if !list.is_empty() {
            let list = list.join(", ");
            self.say(format!("The dead stones are taken off the board: {list}."));
        }
    }

    /// Covers points with stones of their owners, so that they do not count.
    pub(super) fn cover(&mut self, covered: [PointSet; 2], why: &str) {
        let number = covered[0].len() + covered[1].len();
        for color in Color::BOTH {
            for point in covered[color].iter() {
                self.put(point, color);
            }
        }
        if number > 0 {
            let covers = if number == 1 {
                "Its owner covers"
            } else {
                "Their owners cover"
            };
            let counted = self::number(number, "point", "points");
            self.say(format!("{covers} {counted} with stones: {why}."));
        }
    }

    /// Says what the desk comes to.
    pub(super) fn say_sum(&mut self, before: &str) {
        let tally = tally(&self.desk, self.way);
        let [black, white] = tally.sides;
        let came = result(tally.margin());
        let came = match tally.margin() {
            HalfPoints::ZERO => "a draw".to_string(),
            _ => came,
        };
        self.say(format!(
            "{before}Black has {black}, White has {white}: {came}."
        ));
    }

    /// Gives White komi and the bonus for handicap stones.
    pub(super) fn give_komi(&mut self, komi: HalfPoints, bonus: HalfPoints) {
        self.desk.given[Color::White] = komi + bonus;
        let given = match (komi, bonus) {
            (HalfPoints::ZERO, HalfPoints::ZERO) => return,
            (komi, HalfPoints::ZERO) => format!("White gets komi, {}.", amount(komi)),
            (HalfPoints::ZERO, bonus) => {
                format!("White gets {} for Black's handicap stones.", points(bonus))
            }
            (komi, bonus) => format!(
                "White gets komi, {}, and {} for Black's handicap stones.",
                amount(komi),
                points(bonus)
            ),
        };
        self.say(given);
    }
}

/// Formats an amount that may be negative.
fn amount(amount: HalfPoints) -> String {
    match amount < HalfPoints::ZERO {
        true => format!("less {}", points(amount)),
        false => points(amount),
    }
}

/// Formats a number of stones of a colour: `1 black stone`.
pub(super) fn stones(count: usize, color: Color) -> String {
    let color = halfpoint_core::notation::color_word(color);
    number(count, &format!("{color} stone"), &format!("{color} stones"))
}
