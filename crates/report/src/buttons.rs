//! Buttons in sentences about a count: the side that moved each of them, or would move it by the
//! passes that are added to end the game.

use halfpoint_core::board::Color;
use halfpoint_core::game::State;
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::ButtonRule;

use super::table::Recount;

/// A button that a side moved, or would move.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moved {
    /// Adjective before the word "button"; empty if there is one button.
    which: &'static str,
    /// The side.
    color: Color,
    /// Whether a pass that was added to end the game moves it.
    is_added: bool,
}

/// Returns the clause that says what became of the buttons of a count: `White took the button`, or
/// `White would take the button` if that is a pass which was added to end the game.
#[must_use]
pub(crate) fn button_moves(recount: &Recount) -> String {
    let rules = recount.game.rules();
    let (first, last) = moved(recount);
    if rules.buttons == ButtonRule::None {
        return "there is no button".to_string();
    }
    let does = |one: Moved| verb(rules.buttons, one.is_added);
    let alone = |one: Moved| format!("{} {} the {}button", name(one), does(one), one.which);
    match (first, last) {
        (Some(first), Some(last)) => {
            let is_alike = first.is_added == last.is_added;
            let rest = match (first.color == last.color, is_alike) {
                (true, true) => return format!("{} {} both buttons", name(first), does(first)),
                (true, false) => format!("{} the last", does(last)),
                (false, true) => format!("{} the last", name(last)),
                (false, false) => format!("{} {} the last", name(last), does(last)),
            };
            format!("{} and {rest}", alone(first))
        }
        (Some(one), None) | (None, Some(one)) => {
            let worth = match rules.button_worth[one.color].halves() {
                0 => ", which is worth nothing to that side",
                _ => "",
            };
            alone(one) + worth
        }
        (None, None) => match rules.buttons.number() {
            2 => "the buttons stayed on the table",
            _ => "the button stayed on the table",
        }
        .to_string(),
    }
}

/// Returns the verb of a side that moved a button: `took`, or `would take` if a pass that was added
/// to end the game moves it.
pub(crate) fn verb(buttons: ButtonRule, is_added: bool) -> &'static str {
    match (buttons, is_added) {
        (ButtonRule::None, _) => "moved",
        (ButtonRule::Take, false) => "took",
        (ButtonRule::Take, true) => "would take",
        (ButtonRule::Give | ButtonRule::AsMoves, false) => "gave",
        (ButtonRule::Give | ButtonRule::AsMoves, true) => "would give",
        (ButtonRule::OnPasses, false) => "got",
        (ButtonRule::OnPasses, true) => "would get",
        (ButtonRule::OnLastPass, false) => "passed last and got",
        (ButtonRule::OnLastPass, true) => "would pass last and get",
    }
}

fn name(one: Moved) -> &'static str {
    color_name(one.color)
}

/// Returns the first button, or the only one that is moved by a token of its own, and the last one,
/// as far as they were moved.
fn moved(recount: &Recount) -> (Option<Moved>, Option<Moved>) {
    let buttons = recount.game.rules().buttons;
    let [first, last] = match buttons.number() {
        2 => ["first ", "last "],
        _ => [""; 2],
    };
    let (counted, played) = (*recount.game.state(), played(recount));
    let one = |which, of: fn(&State) -> Option<Color>| {
        let is_added = of(&played).is_none();
        of(&counted).map(|color| Moved {
            which,
            color,
            is_added,
        })
    };
    (
        one(first, |state| state.first_token),
        one(last, |state| state.last_token),
    )
}

/// Returns the state before the passes that were added to end the game.
pub(crate) fn played(recount: &Recount) -> State {
    let mut game = recount.game.clone();
    for _ in 0..recount.added_passes {
        game.undo();
    }
    *game.state()
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Game, Move};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::{NamedRules, PRESETS, find};

    use crate::{Assumptions, Table};

    /// Returns the clause about a game of some passes under a rule set.
    fn clause(id: &str, passes: usize) -> String {
        let rules = NamedRules::from(find(id).expect("a rule set"));
        let size = Size::square(3);
        let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
        for _ in 0..passes {
            game.play(game.to_move(), &Move::Pass).expect("a pass");
        }
        let table = Table::new(&game, rules, &[rules], Assumptions::none(size));
        button_moves(table.rows[0].recount.as_ref().expect("a legal game"))
    }

    #[test]
    fn what_only_the_added_passes_do_is_a_condition() {
        for (id, passes, wanted) in [
            ("chinese", 0, "there is no button"),
            ("button", 0, "Black would take the button"),
            ("button", 1, "Black took the button"),
            (
                "white_button",
                0,
                "Black would take the button, which is worth nothing to that side",
            ),
            ("button_equivalence", 0, "Black would give the button"),
            ("button_equivalence", 3, "Black gave the button"),
            (
                "reverse_button",
                0,
                "White would pass last and get the button",
            ),
            (
                "reverse_button",
                1,
                "White would pass last and get the button",
            ),
            ("reverse_button", 2, "White passed last and got the button"),
            (
                "two_button",
                0,
                "Black would get the first button and White the last",
            ),
            (
                "two_button",
                1,
                "Black got the first button and White would get the last",
            ),
            (
                "two_button",
                2,
                "Black got the first button and White the last",
            ),
        ] {
            assert_eq!(clause(id, passes), wanted, "{id} after {passes} passes");
        }
    }

    #[test]
    fn before_the_first_move_every_button_has_a_condition() {
        for preset in &PRESETS {
            let clause = clause(preset.id, 0);
            let is_moved = ["took", "gave", "got"]
                .iter()
                .any(|word| clause.contains(word));
            assert!(!is_moved, "{}: {clause}", preset.id);
        }
    }
}
