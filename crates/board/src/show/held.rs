//! Things that the players hold beside the board now, and the last token move in words.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove, State, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::{Rules, ScoringRule};
use halfpoint_report::json::term_name;
use halfpoint_report::picture::{Pile, Thing, bowls};
use halfpoint_report::{Tense, token_deed};

/// Returns pictures of what each colour holds now, Black's first.
pub fn pictures(game: &Game) -> [String; 2] {
    Color::BOTH.map(|color| picture(color, &piles(game, color)))
}

/// Returns the picture of what a colour holds, without gradients: those of the board, which the
/// page shows above it, serve for both, and a count has more than ten such pictures.
pub fn picture(color: Color, piles: &[Pile]) -> String {
    let mut picture = bowls(color, piles);
    if let (Some(from), Some(to)) = (picture.find("<defs>"), picture.find("</defs>")) {
        picture.replace_range(from..to + "</defs>".len(), "");
    }
    picture
}

/// Returns the piles of a colour: captured stones, pass stones, buttons, and komi. Nothing that a
/// later pass would change is in them.
fn piles(game: &Game, color: Color) -> Vec<Pile> {
    let (rules, state) = (game.rules(), game.state());
    let other = color.opponent();
    let ledger = &state.ledger;
    let stones = |words: &'static str, number: u32| (words, Thing::Stone(other), number, None);
    let halves = |amount: HalfPoints| amount.halves().unsigned_abs();
    let buttons = state.buttons_held(rules, color) as u32;
    let is_spare = rules.scoring == ScoringRule::Spare;
    // In the bowls of these rules captured stones lie among the others.
    let captures = if is_spare { 0 } else { state.captures[color] };
    let komi = match (color, is_spare) {
        (Color::White, false) => game.komi(),
        _ => HalfPoints::ZERO,
    };
    let all = [
        stones("captures", captures),
        stones("pass stones", halves(ledger.pass_stones[color]) / 2),
        (
            "half-passes",
            Thing::Stone(other),
            state.half_pass_zone[other],
            Some(ledger.half_passes[color]),
        ),
        (
            "buttons",
            Thing::Button,
            buttons,
            Some(ledger.buttons[color]),
        ),
        stones(
            "bowl",
            u32::try_from(state.bowls.regular[color]).unwrap_or(0),
        ),
        ("komi", Thing::Points, halves(komi), Some(komi)),
    ];
    let there = all.into_iter().filter(|(_, _, number, _)| *number > 0);
    let made = there.map(|(words, thing, number, worth)| Pile {
        thing,
        number,
        words: words.to_string(),
        worth: worth.or(Some(HalfPoints::from_points(number as i32))),
        term: term_name(words),
    });
    made.collect()
}

/// Returns what a token move of a colour does, with the button that comes with it. `before` and
/// `after` are the states around it.
pub fn deed(rules: &Rules, color: Color, token: Token, before: &State, after: &State) -> String {
    let deed = token_deed(token, Tense::Present);
    let Some(button) = after.button_of_pass(rules, token, before) else {
        return deed.to_string();
    };
    let name = button.in_words();
    match before.returning_button(rules) {
        Some((_, holder)) if holder == color => format!("{deed} and keeps the {name}"),
        Some((_, holder)) => {
            format!(
                "{deed} and takes the {name} back from {}",
                color_name(holder)
            )
        }
        None => format!("{deed} and gets the {name}"),
    }
}

/// Returns what the last move of a game did in few words, if it was a token move.
pub fn last_deed(game: &Game) -> Option<String> {
    let PlayedMove::Token(token) = game.records().last()?.action else {
        return None;
    };
    let mut before = game.clone();
    before.undo();
    let button = (game.state()).button_of_pass(game.rules(), token, before.state());
    Some(match (token, button) {
        (_, Some(button)) => format!("passed (got the {})", button.in_words()),
        (Token::StonePass, None) => "passed (handed over a stone)".to_string(),
        _ => token_deed(token, Tense::Past).to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::board::Size;
    use halfpoint_core::game::Move;
    use halfpoint_core::rules::PRESETS;
    use halfpoint_report::picture;

    /// Begins a game under a rule set.
    fn begun(id: &str) -> Game {
        let preset = PRESETS.iter().find(|preset| preset.id == id);
        let rules = preset.expect("a rule set").rules;
        Game::new(rules, Size::square(5), HalfPoints::from_halves(13))
    }

    fn pass(game: &mut Game) {
        game.play(game.to_move(), &Move::Pass)
            .expect("a legal pass");
    }

    fn held(game: &Game) -> [Vec<(String, u32)>; 2] {
        let named = |pile: Pile| (pile.words, pile.number);
        Color::BOTH.map(|color| piles(game, color).into_iter().map(named).collect())
    }

    fn named(pairs: &[(&str, u32)]) -> Vec<(String, u32)> {
        let owned = pairs
            .iter()
            .map(|(name, number)| (name.to_string(), *number));
        owned.collect()
    }

    #[test]
    fn pictures_need_no_gradient_that_the_board_has_not() {
        let mut game = begun("two_button");
        pass(&mut game);
        pass(&mut game);
        let board = picture::position(&game).svg;
        let shown = pictures(&game).concat();
        let used: Vec<&str> = shown.split("url(#").skip(1).collect();
        assert!(used.len() > 3 && !shown.contains("<defs>"), "{shown}");
        for rest in used {
            let (name, _) = rest.split_once(')').expect("a reference");
            assert!(board.contains(&format!("id=\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn nothing_is_held_before_it_was_moved() {
        let mut game = begun("two_button");
        assert_eq!(held(&game), [named(&[]), named(&[("komi", 13)])]);
        pass(&mut game);
        let white = named(&[("pass stones", 1), ("komi", 13)]);
        assert_eq!(held(&game), [named(&[("buttons", 1)]), white]);
        let mut game = begun("button_equivalence");
        pass(&mut game);
        assert_eq!(held(&game)[1], named(&[("buttons", 1), ("komi", 13)]));
        let mut game = begun("half_pass");
        pass(&mut game);
        assert_eq!(held(&game)[1], named(&[("half-passes", 1), ("komi", 13)]));
        assert_eq!(
            held(&begun("ultimate")),
            [named(&[("bowl", 1)]), named(&[("bowl", 1)])]
        );
    }

    #[test]
    fn a_pass_after_the_end_takes_the_last_button_back() {
        let mut game = begun("two_button");
        pass(&mut game);
        pass(&mut game);
        let deed_of = |color: Color| {
            let mut after = game.position().clone();
            after.make(color, PlayedMove::Token(Token::StonePass), |_| ());
            deed(
                game.rules(),
                color,
                Token::StonePass,
                game.state(),
                after.state(),
            )
        };
        assert_eq!(
            deed_of(Color::Black),
            "hands over a stone and takes the last button back from White"
        );
        let kept = "hands over a stone and keeps the last button";
        assert_eq!(deed_of(Color::White), kept);
    }

    #[test]
    fn a_pass_names_the_button_that_it_got() {
        let mut game = begun("two_button");
        assert_eq!(last_deed(&game), None);
        pass(&mut game);
        let first = "passed (got the first button)";
        assert_eq!(last_deed(&game).as_deref(), Some(first));
        pass(&mut game);
        let last = "passed (got the last button)";
        assert_eq!(last_deed(&game).as_deref(), Some(last));
        let point = game.board().size().point(2, 2).expect("a point");
        game.play(Color::Black, &Move::Place(point)).expect("legal");
        assert_eq!(last_deed(&game), None);
        pass(&mut game);
        let plain = "passed (handed over a stone)";
        assert_eq!(last_deed(&game).as_deref(), Some(plain));
        let mut game = begun("button");
        pass(&mut game);
        assert_eq!(last_deed(&game).as_deref(), Some("took the button"));
    }
}
