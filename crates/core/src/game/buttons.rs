//! Buttons by name, their holders, and the button that comes with a pass.

use super::moves::Token;
use super::state::{Button, State};
use crate::board::Color;
use crate::rules::{ButtonRule, Rules};

/// Name of a button of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ButtonName {
    /// The one button of rules that have no other.
    Only,
    /// The first of two buttons.
    First,
    /// The last of two buttons.
    Last,
}

impl ButtonName {
    /// Returns the buttons that the rules have, in the order in which they leave the table.
    #[must_use]
    pub const fn all_under(rules: &Rules) -> &'static [ButtonName] {
        match rules.buttons {
            ButtonRule::None => &[],
            ButtonRule::Take | ButtonRule::Give | ButtonRule::OnLastPass => &[ButtonName::Only],
            ButtonRule::OnPasses | ButtonRule::AsMoves => &[ButtonName::First, ButtonName::Last],
        }
    }

    /// Returns the name in words: `button`, `first button` or `last button`.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            ButtonName::Only => "button",
            ButtonName::First => "first button",
            ButtonName::Last => "last button",
        }
    }
}

impl State {
    /// Returns the player who has a button; `None` while it lies on the table. A button that was
    /// given lies with the other player than the one who moved it.
    #[must_use]
    pub fn button_holder(&self, rules: &Rules, name: ButtonName) -> Option<Color> {
        let mover = match (name, self.button(rules)) {
            (ButtonName::Last, _) => self.last_token,
            (_, Button::MovedBy(mover)) => Some(mover),
            (_, Button::None | Button::Table) => None,
        };
        match rules.buttons.is_given() {
            true => mover.map(Color::opponent),
            false => mover,
        }
    }

    /// Returns the number of buttons that a colour has.
    #[must_use]
    pub fn buttons_held(&self, rules: &Rules, color: Color) -> usize {
        let names = ButtonName::all_under(rules).iter();
        names
            .filter(|&&name| self.button_holder(rules, name) == Some(color))
            .count()
    }

    /// Returns the button that goes back on the table if play goes on after the end, with the
    /// player who has it: the move that ended the game is an ordinary pass then.
    #[must_use]
    pub fn returning_button(&self, rules: &Rules) -> Option<(ButtonName, Color)> {
        let going_on = self.going_on(rules);
        ButtonName::all_under(rules).iter().find_map(|&name| {
            let holder = self.button_holder(rules, name)?;
            let is_back = going_on.button_holder(rules, name).is_none();
            is_back.then_some((name, holder))
        })
    }

    /// Returns the button that came to the mover with a pass, given the state before it; `None`
    /// for passes without a button, and for other token moves.
    #[must_use]
    pub fn button_of_pass(
        &self,
        rules: &Rules,
        token: Token,
        before: &State,
    ) -> Option<ButtonName> {
        let before = before.going_on(rules);
        let is_new = |name: &ButtonName| {
            before.button_holder(rules, *name).is_none()
                && self.button_holder(rules, *name).is_some()
        };
        match token {
            Token::StonePass => {
                let mut names = ButtonName::all_under(rules).iter().copied();
                names.find(is_new)
            }
            Token::Pass
            | Token::TakeButton
            | Token::GiveButton
            | Token::HalfPass
            | Token::Delay
            | Token::UltimateDelay
            | Token::Draw => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use crate::board::Size;
    use crate::game::{Game, Move, PlayedMove};
    use crate::half_points::HalfPoints;
    use crate::rules::PRESETS;

    /// Worth of a button to the player who has it.
    fn worth(rules: &Rules, color: Color) -> HalfPoints {
        match rules.buttons {
            ButtonRule::Take => rules.button_worth[color],
            _ => HalfPoints::HALF,
        }
    }

    /// The ledger knows nothing of names and holders, so it is the independent model.
    #[test]
    fn holders_agree_with_the_ledger_under_every_rule_set() {
        for preset in &PRESETS {
            let rules = &preset.rules;
            for seed in 0..60 {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut game = Game::new(*rules, Size::square(4), HalfPoints::ZERO);
                for _ in 0..24 {
                    let (color, position) = (game.to_move(), game.position());
                    let (points, tokens) = (position.placements(color), position.tokens(color));
                    let mv = match random.random_range(0..3) {
                        0 if !points.is_empty() => {
                            Move::Place(points[random.random_range(0..points.len())])
                        }
                        1 if !tokens.is_empty() => {
                            Move::Token(tokens[random.random_range(0..tokens.len())].0)
                        }
                        _ => Move::Pass,
                    };
                    let before = *game.state();
                    if game.play(color, &mv).is_err() {
                        break;
                    }
                    let (state, id) = (*game.state(), preset.id);
                    let held = Color::BOTH.map(|color| state.buttons_held(rules, color));
                    for color in Color::BOTH {
                        let halves = worth(rules, color).halves() * held[color] as i32;
                        let ledger = state.ledger.buttons[color];
                        assert_eq!(HalfPoints::from_halves(halves), ledger, "{id} {seed}");
                    }
                    let all = ButtonName::all_under(rules).len();
                    let left = state.buttons_left(rules) as usize;
                    assert_eq!(all - held.iter().sum::<usize>(), left, "{id} {seed}");
                    // A pass brings a button if it makes the ledger larger.
                    let going_on = before.going_on(rules);
                    let grows = state.ledger.buttons[color] > going_on.ledger.buttons[color];
                    let last = game.records().last().map(|record| record.action);
                    if let Some(PlayedMove::Token(token)) = last {
                        let is_pass = token == Token::StonePass;
                        let found = state.button_of_pass(rules, token, &before);
                        assert_eq!(found.is_some(), is_pass && grows, "{id} {seed} {token:?}");
                    }
                    // Play that goes on takes a button away if it makes the ledger smaller.
                    let later = state.going_on(rules);
                    let loser = Color::BOTH
                        .into_iter()
                        .find(|&of| later.ledger.buttons[of] < state.ledger.buttons[of]);
                    let returning = state.returning_button(rules).map(|(_, color)| color);
                    assert_eq!(returning, loser, "{id} {seed}");
                }
            }
        }
    }

    #[test]
    fn buttons_have_names_and_holders_after_passes_alone() {
        use ButtonName::{First, Last, Only};
        let (black, white) = (Some(Color::Black), Some(Color::White));
        let wanted = |id: &str| match id {
            "button" | "white_button" => vec![(Only, black)],
            "button_equivalence" => vec![(Only, white)],
            "two_button" => vec![(First, black), (Last, white)],
            "reverse_button" => vec![(Only, white)],
            "two_button_moves" => vec![(First, white), (Last, black)],
            _ => vec![],
        };
        for preset in &PRESETS {
            let mut game = Game::new(preset.rules, Size::square(3), HalfPoints::ZERO);
            while game.state().over.is_none() && game.records().len() < 6 {
                if game.play(game.to_move(), &Move::Pass).is_err() {
                    break;
                }
            }
            let holder = |&name: &ButtonName| {
                let holder = game.state().button_holder(&preset.rules, name);
                (name, holder)
            };
            let names = ButtonName::all_under(&preset.rules).iter();
            let found: Vec<_> = names.map(holder).collect();
            assert_eq!(found, wanted(preset.id), "{}", preset.id);
        }
    }
}
