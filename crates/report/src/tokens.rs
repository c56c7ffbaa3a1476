//! Tokens in words: the holder of each token, the last token move, and the effect of a pass.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, GameEnd, PlayedMove, Proposal, State, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_word, vertices};
use halfpoint_core::rules::{ButtonRule, PassRule, Rules, ScoringRule, USUAL_BUTTON_WORTH};

use super::facts::is_extra_stone_due;
use super::phrases::points;

/// Describes each kind of token that the rules have, one per line: the holders of the buttons, the
/// points from token moves, the half-pass zone, the bowls, White's extra stone, and a proposal of
/// dead stones. Empty if
/// there is nothing to describe.
#[must_use]
pub fn token_lines(game: &Game) -> Vec<String> {
    let (rules, state) = (game.rules(), game.state());
    let mut lines = buttons(rules, state);
    if rules.pass == PassRule::HalfThenStone {
        let [black, white] = state.half_pass_zone;
        lines.push(format!(
            "half-pass zone: black stones {black}, white stones {white}"
        ));
    }
    if rules.pass == PassRule::Delay {
        lines.push(both("prisoners in the bowl", |color| {
            let ultimate = match state.bowls.ultimate_in == Some(color) {
                true => " and the ultimate stone",
                false => "",
            };
            format!("{}{ultimate}", state.bowls.regular[color])
        }));
    }
    if Color::BOTH.map(|color| state.ledger.total(color)) != [HalfPoints::ZERO; 2] {
        let does_not_count = match rules.counts_stones() && rules.pass == PassRule::Stone {
            true => " (area does not count stones handed over)",
            false => "",
        };
        let points = both("from token moves", |color| {
            state.ledger.total(color).to_string()
        });
        lines.push(points + does_not_count);
    }
    lines.extend(extra_stone(rules, state));
    lines.extend(proposal(game));
    lines
}

/// Formats a value of each colour as `what: black …, white …`.
fn both(what: &str, value: impl Fn(Color) -> String) -> String {
    let [black, white] = Color::BOTH.map(value);
    format!("{what}: black {black}, white {white}")
}

/// Describes where each button is.
fn buttons(rules: &Rules, state: &State) -> Vec<String> {
    let line = |name: &str, holder: Option<Color>, did: &str| match holder {
        None => format!("{name}: on the table"),
        Some(color) => format!("{name}: {} {did} it", color_word(color)),
    };
    let worth = || {
        let [black, white] = rules.button_worth.map(points);
        format!(", worth {black} to black, {white} to white")
    };
    let (first, last) = (state.first_token, state.last_token);
    match rules.buttons {
        ButtonRule::None => Vec::new(),
        ButtonRule::Take if rules.button_worth == USUAL_BUTTON_WORTH => {
            vec![line("button", first, "took")]
        }
        ButtonRule::Take => vec![line("button", first, "took") + &worth()],
        ButtonRule::Give => vec![line("button", first, "gave")],
        ButtonRule::OnLastPass => vec![line("button", last, "passed last and has")],
        ButtonRule::OnPasses => vec![
            line("first button", first, "passed first and has"),
            line("last button", last, "passed last and has"),
        ],
        ButtonRule::AsMoves => vec![
            line("first button", first, "gave"),
            line("second button", last, "gave"),
        ],
    }
}

/// Describes the stone that White hands over because Black passed last.
fn extra_stone(rules: &Rules, state: &State) -> Option<String> {
    let counts = match rules.scoring {
        ScoringRule::Area => " (area does not count it)",
        ScoringRule::Territory | ScoringRule::Spare => ": a point to black",
    };
    let text = "white's extra stone: black passed last, white hands over one stone more";
    is_extra_stone_due(rules, state).then(|| format!("{text}{counts}"))
}

/// Describes the stones proposed as dead; `None` if there is no proposal.
fn proposal(game: &Game) -> Option<String> {
    let stones = vertices(game.board().size(), game.proposed_dead()?.iter());
    let stones = match stones.is_empty() {
        true => "none".to_string(),
        false => stones,
    };
    match game.state().proposal {
        Proposal::None => None,
        Proposal::Pending(_) => Some(format!("proposed as dead: {stones}; halfpass accepts")),
        Proposal::Accepted(_) => Some(format!("dead by the accepted proposal: {stones}")),
    }
}

/// Describes the last token move of the game, with its number counted from 1; `None` if there was
/// none.
#[must_use]
pub fn last_token_line(game: &Game) -> Option<String> {
    let mut tokens = game.records().iter().enumerate().rev();
    tokens.find_map(|(index, record)| {
        let token = game.token_that_counts(index)?;
        Some(format!(
            "last token move: {} {} (move {})",
            color_word(record.color),
            token_deed(token, Tense::Past),
            index + 1
        ))
    })
}

/// Tense of a verb phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tense {
    /// Past: "took the button".
    Past,
    /// Present: "takes the button".
    Present,
}

/// Returns the verb phrase of a token move.
#[must_use]
pub fn token_deed(token: Token, tense: Tense) -> &'static str {
    let (past, present) = match token {
        Token::Pass => ("passed", "passes"),
        Token::StonePass => ("passed and handed over a stone", "hands over a stone"),
        Token::TakeButton => ("took the button", "takes the button"),
        Token::GiveButton => ("gave a button", "gives a button"),
        Token::HalfPass => ("made a half-pass", "makes a half-pass"),
        Token::Delay => ("delayed", "delays"),
        Token::UltimateDelay => ("made the first delay", "makes the first delay"),
        Token::Draw => ("declared a draw", "declares a draw"),
    };
    match tense {
        Tense::Past => past,
        Tense::Present => present,
    }
}

/// Describes a plain `pass` of a colour, as a sentence without its full stop. The effects are read
/// from a copy of the position in which the pass was made.
#[must_use]
pub fn pass_line(game: &Game, color: Color) -> String {
    let (position, rules) = (game.position(), game.rules());
    let (mover, opponent) = (color_word(color), color_word(color.opponent()));
    let token = match position.plain_pass(color) {
        Ok(token) => token,
        Err(reason) => return format!("{mover} cannot pass: {}", reason.reason()),
    };
    let before = position.state();
    let mut after = position.clone();
    after.make(color, PlayedMove::Token(token), |_| ());
    let after = after.state();
    let mut text = format!("a pass by {mover} ");
    text += &match token {
        Token::Pass => "exchanges nothing".to_string(),
        Token::StonePass if rules.counts_stones() => {
            "hands over a stone, which area does not count".to_string()
        }
        Token::StonePass => format!("hands over a stone: a point to {opponent}"),
        Token::TakeButton => {
            let worth = points(rules.button_worth[color]);
            format!("takes the button: {worth} to {mover}")
        }
        Token::GiveButton => format!("gives a button: half a point to {opponent}"),
        Token::HalfPass => format!("is a half-pass: half a point to {opponent}"),
        Token::Delay => "is a delay: a prisoner goes back to its owner".to_string(),
        Token::UltimateDelay => {
            format!(
                "is the first delay: a prisoner goes into {opponent}'s bowl as the ultimate stone"
            )
        }
        Token::Draw => "declares a draw".to_string(),
    };
    if let Some(button) = after.button_of_pass(rules, token, before) {
        let name = button.in_words();
        text += &match before.returning_button(rules) {
            Some((_, holder)) if holder == color => format!(", and keeps the {name}"),
            Some(_) => format!(
                ", and takes the {name} back from {opponent}: half a point from {opponent} to {mover}"
            ),
            None => format!(", and gets a button: half a point to {mover}"),
        };
    }
    if after.over == Some(GameEnd::Passes) {
        text += ", and ends the game";
        if is_extra_stone_due(rules, after) {
            text += "; white, who must pass last, hands over one stone more";
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Move, TokenKind};
    use halfpoint_core::rules::{PRESETS, find};

    fn game(rules: &str) -> Game {
        let rules = find(rules).expect("a rule set of the table").rules;
        Game::new(rules, Size::square(3), HalfPoints::ZERO)
    }

    fn pass(game: &mut Game) -> String {
        let color = game.to_move();
        let line = pass_line(game, color);
        game.play(color, &Move::Pass).expect("a legal pass");
        line
    }

    #[test]
    fn pass_is_described_by_its_effects() {
        let mut one = game("button");
        assert_eq!(
            pass(&mut one),
            "a pass by black takes the button: half a point to black"
        );
        assert_eq!(token_lines(&one)[0], "button: black took it");
        assert_eq!(pass(&mut one), "a pass by white exchanges nothing");
        assert_eq!(
            pass(&mut one),
            "a pass by black exchanges nothing, and ends the game"
        );
        let mut reverse = game("reverse_button");
        assert_eq!(
            pass(&mut reverse),
            "a pass by black hands over a stone: a point to white"
        );
        assert_eq!(token_lines(&reverse)[0], "button: on the table");
        assert_eq!(
            pass(&mut reverse),
            "a pass by white hands over a stone: a point to black, \
             and gets a button: half a point to white, and ends the game"
        );
        assert_eq!(
            token_lines(&reverse)[0],
            "button: white passed last and has it"
        );
        assert_eq!(
            pass_line(&reverse, Color::Black),
            "a pass by black hands over a stone: a point to white, and takes the button back from \
             white: half a point from white to black, and ends the game"
        );
        assert!(pass_line(&reverse, Color::White).contains(", and keeps the button,"));
        let mut equivalence = game("button_equivalence");
        pass(&mut equivalence);
        pass(&mut equivalence);
        assert!(pass(&mut equivalence).ends_with("hands over one stone more"));
        let mut white = game("white_button");
        assert_eq!(
            pass(&mut white),
            "a pass by black takes the button: nothing to black"
        );
        assert_eq!(
            token_lines(&white)[0],
            "button: black took it, worth nothing to black, half a point to white"
        );
    }

    #[test]
    fn the_extra_stone_of_white_has_a_line_where_black_passed_last() {
        let is_told = |game: &Game| {
            let lines = token_lines(game);
            let mut told = lines
                .iter()
                .filter(|line| line.starts_with("white's extra stone"));
            told.next().cloned()
        };
        let mut aga = game("aga");
        assert_eq!(is_told(&aga), None);
        pass(&mut aga);
        pass(&mut aga);
        assert_eq!(is_told(&aga), None);
        pass(&mut aga);
        assert_eq!(
            is_told(&aga).as_deref(),
            Some(
                "white's extra stone: black passed last, white hands over one stone more \
                 (area does not count it)"
            )
        );
        let mut chinese = game("chinese");
        for _ in 0..3 {
            pass(&mut chinese);
        }
        assert_eq!(is_told(&chinese), None);
        let mut equivalence = game("button_equivalence");
        for _ in 0..3 {
            pass(&mut equivalence);
        }
        assert!(is_told(&equivalence).is_some_and(|line| line.ends_with("a point to black")));
    }

    #[test]
    fn half_pass_zone_bowls_and_proposals_are_described() {
        let mut half = game("half_pass");
        let stone = half.board().size().point(0, 0).expect("a point");
        half.play(Color::Black, &Move::Place(stone)).expect("legal");
        half.play(Color::White, &Move::Propose(vec![stone]))
            .expect("the first pass");
        assert_eq!(
            token_lines(&half),
            [
                "half-pass zone: black stones 0, white stones 1",
                "from token moves: black 0.5, white 0",
                "proposed as dead: A1; halfpass accepts",
            ]
        );
        half.play(Color::Black, &Move::Token(TokenKind::HalfPass))
            .expect("it accepts");
        assert_eq!(
            token_lines(&half).last().map(String::as_str),
            Some("dead by the accepted proposal: A1")
        );
        let mut ultimate = game("ultimate");
        assert!(pass(&mut ultimate).contains("into white's bowl as the ultimate stone"));
        assert_eq!(
            token_lines(&ultimate),
            ["prisoners in the bowl: black 0, white 1 and the ultimate stone"]
        );
        assert_eq!(
            last_token_line(&ultimate).as_deref(),
            Some("last token move: black made the first delay (move 1)")
        );
    }

    #[test]
    fn a_token_that_play_goes_on_after_is_an_ordinary_pass() {
        for (rules, number, ended) in [
            ("two_button_moves", 4, "gave a button"),
            ("half_pass", 3, "made a half-pass"),
        ] {
            let mut game = game(rules);
            while game.state().over.is_none() {
                pass(&mut game);
            }
            let mover = color_word(game.to_move().opponent());
            let line = |deed: &str| format!("last token move: {mover} {deed} (move {number})");
            assert_eq!(last_token_line(&game), Some(line(ended)));
            let corner = game.board().size().point(0, 0).expect("a point");
            game.play(game.to_move(), &Move::Place(corner))
                .expect("legal");
            let deed = "passed and handed over a stone";
            assert_eq!(last_token_line(&game), Some(line(deed)));
        }
    }

    #[test]
    fn passes_are_described_under_every_rule_set() {
        for preset in &PRESETS {
            let mut game = Game::new(preset.rules, Size::square(3), HalfPoints::ZERO);
            assert_eq!(last_token_line(&game), None);
            for _ in 0..4 {
                let color = game.to_move();
                let line = pass_line(&game, color);
                let by = format!("a pass by {} ", color_word(color));
                let legal = game.position().plain_pass(color).is_ok();
                assert_eq!(line.starts_with(&by), legal, "{}: {line}", preset.id);
                if game.play(color, &Move::Pass).is_err() {
                    break;
                }
                assert!(last_token_line(&game).is_some());
            }
        }
    }
}
