//! Bowls beside the board: what a player has that counts and that does not lie on the board, as
//! piles of stones and buttons, or as a number alone.

use std::fmt::Write;

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::ButtonRule;
use halfpoint_core::score::{SCORE_TERMS, ScoreTerm};

use super::super::json::term_name;
use super::super::table::Recount;
use super::board::{button, stone};
use super::{INK, escaped, opening};

/// Width and height of the bowls of a player, in pixels.
pub const BOWLS: [f64; 2] = [360.0, 58.0];
/// Width of the name of the player.
const NAME: f64 = 56.0;
/// Number of piles that are as wide as all piles are if there are fewer.
const PILES: usize = 4;
/// Maximum number of things of a pile that are drawn one by one.
const MAX_DRAWN: u32 = 5;
/// Radius of a stone.
const RADIUS: f64 = 8.0;

/// A kind of thing in a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// Stones of a colour.
    Stone(Color),
    /// Buttons.
    Button,
    /// Points that no thing stands for.
    Points,
}

/// A pile of equal things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    /// Kind of the things.
    pub thing: Thing,
    /// Number of things.
    pub number: u32,
    /// Caption.
    pub words: String,
    /// Points that the pile is worth; `None` for one that does not count.
    pub worth: Option<HalfPoints>,
    /// Name of the term that counts the pile, in the words of JSON.
    pub term: String,
}

/// Returns the piles that the score of a count is made of beside the board, by colour; `None` for a
/// game that was not counted.
#[must_use]
pub fn piles(recount: &Recount) -> Option<[Vec<Pile>; 2]> {
    let score = recount.score()?;
    let buttons = recount.game.rules().buttons;
    let side = |color: Color| {
        let piles = SCORE_TERMS.iter().filter_map(|&(term, words)| {
            let worth = score.sides[color].part(term);
            let (thing, number) = things(term, color, worth, buttons)?;
            (worth != HalfPoints::ZERO).then(|| Pile {
                thing,
                number,
                words: words.to_string(),
                worth: Some(worth),
                term: term_name(words),
            })
        });
        piles.collect()
    };
    Some(Color::BOTH.map(side))
}

/// Returns the kind and number of the things that a term of a colour counts; `None` for terms that
/// count points of the board.
fn things(
    term: ScoreTerm,
    color: Color,
    worth: HalfPoints,
    buttons: ButtonRule,
) -> Option<(Thing, u32)> {
    let halves = worth.halves().unsigned_abs();
    let prisoners = Thing::Stone(color.opponent());
    match term {
        ScoreTerm::Stones | ScoreTerm::Territory | ScoreTerm::Tax | ScoreTerm::DeadStones => None,
        ScoreTerm::Captures | ScoreTerm::PassStones | ScoreTerm::ExtraStone | ScoreTerm::Bowl => {
            Some((prisoners, halves / 2))
        }
        ScoreTerm::HalfPasses => Some((prisoners, halves)),
        // A button that is taken may be worth more than half a point.
        ScoreTerm::Buttons if buttons == ButtonRule::Take => Some((Thing::Button, 1)),
        ScoreTerm::Buttons => Some((Thing::Button, halves)),
        ScoreTerm::Turn
        | ScoreTerm::DrawAtHand
        | ScoreTerm::Search
        | ScoreTerm::Komi
        | ScoreTerm::Bonus => Some((Thing::Points, 1)),
    }
}

/// Draws the piles of a player.
#[must_use]
pub fn bowls(color: Color, piles: &[Pile]) -> String {
    let [width, height] = BOWLS;
    let mut text = opening(width, height, color_name(color));
    let _ = writeln!(
        text,
        "<rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"#ead9b8\" stroke=\"#b99b62\"/>",
        width - 2.0,
        height - 2.0
    );
    stone(&mut text, 28.0, 22.0, 11.0, color, 1.0);
    caption(&mut text, [28.0, 49.0], color_name(color), "");
    let cell = (width - NAME - 4.0) / piles.len().max(PILES) as f64;
    for (index, pile) in piles.iter().enumerate() {
        draw(&mut text, pile, NAME + index as f64 * cell, cell);
    }
    text.push_str("</svg>\n");
    text
}

fn caption(text: &mut String, [x, y]: [f64; 2], words: &str, style: &str) {
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"9.5\" fill=\"{INK}\" text-anchor=\"middle\" {style}>{}</text>",
        escaped(words)
    );
}

/// Draws a pile in a cell from `left`. Its element has the name of its term, so that a page can
/// light it up, and the number of its things.
fn draw(text: &mut String, pile: &Pile, left: f64, cell: f64) {
    let (middle, y) = (left + cell / 2.0, 17.0);
    let _ = writeln!(
        text,
        "<g class=\"pile\" data-term=\"{}\" data-number=\"{}\"><rect class=\"light\" x=\"{}\" y=\"4\" width=\"{}\" height=\"50\" rx=\"6\" fill=\"none\"/>",
        escaped(&pile.term),
        pile.number,
        left + 1.0,
        cell - 2.0
    );
    if pile.thing != Thing::Points {
        let drawn = pile.number.min(MAX_DRAWN);
        let step = if drawn > 3 { 9.0 } else { 17.0 };
        let first = middle - step * f64::from(drawn.saturating_sub(1)) / 2.0;
        for index in 0..drawn {
            let x = first + step * f64::from(index);
            match pile.thing {
                Thing::Stone(color) => stone(text, x, y, RADIUS, color, 1.0),
                Thing::Button | Thing::Points => button(text, x, y),
            }
        }
    }
    let number = pile.number;
    let amount = match (pile.thing, pile.worth) {
        (Thing::Points, worth) => worth.unwrap_or_default().to_string(),
        (_, Some(worth)) if worth != HalfPoints::from_points(number as i32) => {
            format!("{number} = {worth}")
        }
        _ => number.to_string(),
    };
    caption(text, [middle, 38.0], &amount, "font-weight=\"bold\"");
    caption(text, [middle, 49.0], &pile.words, "");
    text.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Game, Move};
    use halfpoint_core::rules::{NamedRules, PRESETS};

    use super::*;
    use crate::{Assumptions, Table};

    /// Passes out a game under every rule set and checks that board and piles make up the score.
    #[test]
    fn piles_are_worth_what_the_score_has_beside_the_board() {
        for preset in &PRESETS {
            let size = Size::square(5);
            let mut game = Game::new(preset.rules, size, HalfPoints::from_halves(1));
            let point = size.point(2, 2).expect("a point");
            game.play(Color::Black, &Move::Place(point)).expect("legal");
            let rules = NamedRules::from(preset);
            let table = Table::new(&game, rules, &[], Assumptions::none(size));
            let recount = table.record.recount.as_ref().expect("its own rules");
            let score = recount.score().expect("a count");
            let piles = piles(recount).expect("a count");
            for color in Color::BOTH {
                let worth = piles[color].iter().filter_map(|pile| pile.worth);
                let on_board = [ScoreTerm::Stones, ScoreTerm::Territory, ScoreTerm::Tax];
                let on_board = on_board.map(|term| score.sides[color].part(term));
                let all = worth.chain(on_board).sum::<HalfPoints>();
                assert_eq!(all, score.sides[color].total(), "{}", preset.id);
                let svg = bowls(color, &piles[color]);
                assert_eq!(svg.matches("class=\"pile\"").count(), piles[color].len());
            }
        }
    }
}
