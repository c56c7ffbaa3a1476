//! Rule sets are data: a rule set that is made of known parts needs one more row of the table, and
//! no other code.

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{
    Button, Game, GameEnd, IllegalMove, Move, Outcome, PlayedMove, Setup, Token, TokenKind,
};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::parse_vertex;
use halfpoint_core::rules::{
    ButtonRule, EndRule, KoRule, PRESETS, PassRule, Preset, Rules, find, find_in, preset_of_in,
};

fn row(id: &str) -> Rules {
    find(id).expect("a rule set of the table").rules
}

/// Returns the table with two more rows.
fn longer_table() -> Vec<Preset> {
    let mut table = PRESETS.to_vec();
    table.push(Preset {
        id: "japanese_button",
        title: "Japanese with a button",
        aliases: &["jp-button"],
        description: "as japanese, with a button that is given",
        usual_komi: HalfPoints::from_points(6),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            buttons: ButtonRule::Give,
            ..row("japanese")
        },
    });
    table.push(Preset {
        id: "positional_two_button",
        title: "Two Button Go with positional superko",
        aliases: &[],
        description: "as two_button, with positional superko and suicide of chains",
        usual_komi: HalfPoints::from_halves(13),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            ko: KoRule::Positional,
            suicide: row("tromp_taylor").suicide,
            ..row("two_button")
        },
    });
    table
}

fn at(size: Size, name: &str) -> Point {
    parse_vertex(size, name).expect("a point of the board")
}

/// Plays moves given as `B:C3 W:pass B:button …`.
fn play(game: &mut Game, moves: &str) {
    for word in moves.split_whitespace() {
        let (color, said) = word.split_once(':').expect("colour and move");
        let color = if color == "B" {
            Color::Black
        } else {
            Color::White
        };
        let play = match said.parse::<TokenKind>() {
            Ok(name) => Move::Token(name),
            Err(()) if said == "pass" => Move::Pass,
            Err(()) => Move::Place(at(game.board().size(), said)),
        };
        game.play(color, &play).expect(word);
    }
}

fn margin(game: &Game, dead: &[&str]) -> f64 {
    let size = game.board().size();
    let dead = PointSet::of(size, dead.iter().map(|name| at(size, name)));
    game.outcome(&dead)
        .margin()
        .expect("a counted game")
        .points()
}

#[test]
fn a_new_row_of_the_table_is_a_new_rule_set() {
    let table = longer_table();
    assert_eq!(table.len(), PRESETS.len() + 2);
    for (name, id) in [
        ("japanese_button", "japanese_button"),
        ("JP Button", "japanese_button"),
        ("Positional-Two-Button", "positional_two_button"),
        ("two button", "two_button"),
        ("jp", "japanese"),
    ] {
        assert_eq!(
            find_in(&table, name).map(|preset| preset.id),
            Some(id),
            "{name}"
        );
    }
    assert!(find("japanese_button").is_none());
    for preset in &table {
        assert_eq!(preset.rules.validate(), Ok(()), "{}", preset.id);
    }
    for preset in &table[PRESETS.len()..] {
        let back = preset_of_in(&table, &preset.rules);
        assert_eq!(back.map(|back| back.id), Some(preset.id));
        assert!(preset_of_in(&PRESETS, &preset.rules).is_none());
    }
}

#[test]
fn a_button_works_with_japanese_rules() {
    let table = longer_table();
    let rules = find_in(&table, "jp-button")
        .expect("a row of the table")
        .rules;
    let size = Size::square(5);
    let mut game = Game::new(rules, size, HalfPoints::from_halves(1));
    play(
        &mut game,
        "B:B1 W:C1 B:B2 W:C2 B:B3 W:C3 B:B4 W:C4 B:B5 W:C5",
    );

    let position = game.position();
    assert_eq!(position.plain_pass(Color::Black), Ok(Token::GiveButton));
    assert_eq!(
        position.tokens(Color::Black),
        [
            (TokenKind::Button, Token::GiveButton),
            (TokenKind::FullPass, Token::Pass)
        ]
    );
    // Black's plain pass gives the button and does not count as a pass; two free passes end the
    // game.
    play(&mut game, "B:pass");
    assert_eq!(game.position().plain_pass(Color::White), Ok(Token::Pass));
    assert_eq!(game.state().button(&rules), Button::MovedBy(Color::Black));
    let again = game.play(Color::White, &Move::Token(TokenKind::Button));
    assert_eq!(again, Err(IllegalMove::NoButton));
    play(&mut game, "W:pass");
    assert_eq!(game.state().over, None);
    play(&mut game, "B:pass");
    assert_eq!(game.state().over, Some(GameEnd::Passes));
    // Territory is 5 against 10; White gets half a point for the button and half a point of komi.
    assert_eq!(margin(&game, &[]), 5.0 - (10.0 + 0.5 + 0.5));

    // A dead stone is a prisoner, and its point is Black's: 5 and 1 against 10, with White to move
    // after it. The button goes to White again.
    let mut game = Game::new(rules, size, HalfPoints::ZERO);
    play(
        &mut game,
        "B:B1 W:C1 B:B2 W:C2 B:B3 W:C3 B:B4 W:C4 B:B5 W:C5 B:button W:A3",
    );
    assert_eq!(margin(&game, &["A3"]), 5.0 + 1.0 - (10.0 + 0.5));
    // If the stone stays, the left side is neutral, and Black has no territory.
    assert_eq!(margin(&game, &[]), 0.0 - (10.0 + 0.5));
}

#[test]
fn a_button_lifts_a_simple_ko() {
    let table = longer_table();
    let size = Size::square(5);
    let ko = "B:B1 W:C1 B:A2 W:D2 B:B3 W:C3 B:C2 W:B2";
    for (id, answer, legal) in [
        ("japanese", "", false),
        ("jp-button", "", false),
        ("jp-button", "B:pass W:D5", true),
    ] {
        let rules = find_in(&table, id).expect("a row of the table").rules;
        let mut game = Game::new(rules, size, HalfPoints::ZERO);
        play(&mut game, ko);
        play(&mut game, answer);
        let back = game.play(Color::Black, &Move::Place(at(size, "C2")));
        assert_eq!(back.is_ok(), legal, "{id} {answer}: {back:?}");
        if !legal {
            assert_eq!(back, Err(IllegalMove::Ko));
        }
    }
}

#[test]
fn two_buttons_work_with_positional_superko() {
    let table = longer_table();
    let size = Size::new(4, 3).expect("a board size");
    // A ko with White's stone on B2 in place and White to move. Taking back, once it is taken,
    // repeats the board, but with Black to move.
    let stones = |names: [&str; 4], color| names.map(|name| (at(size, name), color));
    let mut all = stones(["B2", "C1", "C3", "D2"], Color::White).to_vec();
    all.extend(&stones(["A2", "B1", "B3", "A3"], Color::Black));
    let setup = Setup::with_stones(size, all, Color::White).expect("all chains have liberties");
    let back = Move::Place(at(size, "B2"));
    let start = |id: &str| {
        let rules = find_in(&table, id).expect("a row of the table").rules;
        let mut game = Game::with_setup(rules, setup.clone(), HalfPoints::ZERO);
        play(&mut game, "B:C2");
        game
    };
    assert!(start("two_button").play(Color::White, &back).is_ok());
    let mut game = start("positional_two_button");
    assert_eq!(game.play(Color::White, &back), Err(IllegalMove::Superko));

    // Each pass hands over a stone; the first and the last one get half a point back.
    assert_eq!(
        game.position().plain_pass(Color::White),
        Ok(Token::StonePass)
    );
    play(&mut game, "W:pass B:D1 W:pass B:pass");
    assert_eq!(game.state().over, Some(GameEnd::Passes));
    let totals = Color::BOTH.map(|color| game.state().ledger.total(color).points());
    assert_eq!(totals, [1.0 + 1.0 + 0.5, 0.5 + 1.0]);
    // Black has A1, B2, C1 and two prisoners, White D3.
    assert_eq!(margin(&game, &[]), 3.0 + 2.0 + 2.5 - (1.0 + 1.5));
}

/// Checks every rule set that the parts can form, used by players or not: if its parts fit
/// together, it can be played to an end with plain passes and be counted.
#[test]
fn all_valid_combinations_can_be_played_to_an_end() {
    let mut played = 0;
    for scoring in PRESETS.iter().map(|preset| preset.rules) {
        for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
            for pass in [
                PassRule::Free,
                PassRule::Stone,
                PassRule::HalfThenStone,
                PassRule::Delay,
            ] {
                for buttons in [
                    ButtonRule::None,
                    ButtonRule::Take,
                    ButtonRule::Give,
                    ButtonRule::OnPasses,
                    ButtonRule::OnLastPass,
                    ButtonRule::AsMoves,
                ] {
                    for ending in [
                        EndRule::TwoPasses,
                        EndRule::TwoPassesWhiteLast,
                        EndRule::PassAfterFullPass,
                        EndRule::SecondButton,
                        EndRule::LastMover,
                    ] {
                        let rules = Rules {
                            ko,
                            pass,
                            buttons,
                            ending,
                            ..scoring
                        };
                        if rules.validate().is_ok() {
                            ends(rules);
                            played += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(played > 200, "{played}");
}

fn ends(rules: Rules) {
    let size = Size::square(3);
    let mut game = Game::new(rules, size, HalfPoints::ZERO);
    play(&mut game, "B:B2 W:A1");
    let start = game.clone();
    for _ in 0..8 {
        if game.state().over.is_some() {
            break;
        }
        let color = game.to_move();
        let means = game.position().plain_pass(color);
        let made = game.play(color, &Move::Pass);
        assert_eq!(made, means.map(PlayedMove::Token), "{rules:?}");
    }
    assert!(game.state().over.is_some(), "{rules:?}");
    assert!(
        game.outcome(&PointSet::new(size)) != Outcome::Void,
        "{rules:?}"
    );
    while game.records().len() > 2 {
        game.undo();
    }
    assert!(game == start, "{rules:?}");
}
