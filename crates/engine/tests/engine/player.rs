//! The player under every rule set: its games end, its tokens come at the right time, and it plays
//! the same moves for the same seed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use halfpoint_core::board::{Color, Size};
use halfpoint_core::game::{Game, GameEnd, Move, PlayedMove, Token, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{parse_board, parse_vertex, vertex};
use halfpoint_core::rules::{PRESETS, ScoringRule, find};
use halfpoint_engine::player::{
    Basis, Decision, MAX_LEVEL, MoveInfo, MoveQuery, Player, Reason, Settings,
};
use halfpoint_nn::{Arithmetic, Net};

fn player(playouts: u64, seed: u64) -> Player {
    Player::new(Settings {
        playouts: Some(playouts),
        seed,
        ..Settings::default()
    })
}

/// Returns a player with the embedded net.
fn player_with_net(playouts: u64, seed: u64) -> Player {
    let mut player = player(playouts, seed);
    let net = Net::embedded(Arithmetic::Int8).expect("a net");
    player.set_net(Some(Arc::new(net)));
    player
}

fn choose(player: &mut Player, game: &Game, kinds: &[TokenKind]) -> Decision {
    let never = AtomicBool::new(false);
    let query = MoveQuery {
        allowed_tokens: kinds,
        ..MoveQuery::of(game.to_move(), &never)
    };
    player.choose(game, &query, None)
}

fn game(rules: &str, size: Size, komi: HalfPoints) -> Game {
    Game::new(find(rules).expect("a rule set").rules, size, komi)
}

/// Plays moves written as `B:C3 W:pass`, with tokens by name.
fn play_all(game: &mut Game, moves: &str) {
    let size = game.board().size();
    for said in moves.split_whitespace() {
        let (color, what) = said.split_once(':').expect("COLOUR:MOVE");
        let color = if color == "B" {
            Color::Black
        } else {
            Color::White
        };
        let mv = match what {
            "pass" => Move::Pass,
            _ => match what.parse() {
                Ok(name) => Move::Token(name),
                Err(()) => Move::Place(parse_vertex(size, what).expect("a point")),
            },
        };
        game.play(color, &mv).expect(said);
    }
}

fn self_play(side: usize, playouts: u64, seeds: std::ops::Range<u64>) {
    for preset in &PRESETS {
        for seed in seeds.clone() {
            let mut game = Game::new(preset.rules, Size::square(side), preset.usual_komi);
            let mut player = player(playouts, seed);
            let most = 8 * side * side;
            while game.state().over.is_none() {
                assert!(game.records().len() < most, "{}: no end", preset.id);
                let color = game.to_move();
                let decision = choose(&mut player, &game, &[]);
                game.play(color, &decision.chosen).expect("a legal move");
            }
            let outcome = game.outcome(&player.judge_dead(&game));
            let possible = match game.state().over {
                Some(GameEnd::Passes) => preset.rules.scoring != ScoringRule::Spare,
                Some(GameEnd::Draw | GameEnd::NoMove(_)) => {
                    preset.rules.scoring == ScoringRule::Spare
                }
                Some(GameEnd::Resign(_)) => outcome.result().ends_with("+R"),
                Some(GameEnd::Void) | None => false,
            };
            assert!(possible, "{}: {:?}", preset.id, game.state().over);
        }
    }
}

/// A drawn move is the only one that is visited, and few visits are soon spent: no token may be
/// chosen because it was looked at for its name.
#[test]
fn levels_with_few_visits_do_not_pass_in_the_opening() {
    let net = Arc::new(Net::embedded(Arithmetic::Int8).expect("a net"));
    for rules in ["two_button", "two_button_moves", "half_pass"] {
        let mut game = game(rules, Size::square(9), HalfPoints::from_halves(13));
        play_all(&mut game, "B:E5");
        let tokens = TokenKind::all_under(game.rules());
        for level in 1..MAX_LEVEL {
            let mut player = Player::new(Settings {
                level,
                ..Settings::default()
            });
            player.set_net(Some(Arc::clone(&net)));
            let decision = choose(&mut player, &game, &tokens);
            let is_placement = matches!(decision.chosen, Move::Place(_));
            assert!(is_placement, "{rules}, level {level}: {decision:?}");
        }
    }
}

#[test]
fn games_on_5x5_end_under_every_rule_set() {
    self_play(5, 150, 1..3);
}

#[test]
fn games_on_9x9_end_under_every_rule_set() {
    self_play(9, 60, 1..2);
}

/// Returns a board with Black to the left and White to the right, whose middle column is full
/// except for `open` points.
fn divided_board(rules: &str, open: usize) -> Game {
    let mut game = game(rules, Size::square(5), HalfPoints::ZERO);
    play_all(
        &mut game,
        "B:B1 W:D1 B:B2 W:D2 B:B3 W:D3 B:B4 W:D4 B:B5 W:D5",
    );
    let dame = ["B:C1", "W:C2", "B:C3", "W:C4", "B:C5"];
    play_all(&mut game, &dame[..5 - open].join(" "));
    game
}

#[test]
fn a_button_is_taken_after_the_last_dame_and_not_before() {
    for rules in ["button", "button_equivalence", "two_button_moves"] {
        for open in 0..=4 {
            let game = divided_board(rules, open);
            let decision = choose(&mut player_with_net(200, 3), &game, &[TokenKind::Button]);
            let color = game.to_move();
            let action = game.position().resolve(color, &decision.chosen);
            match action {
                Ok(PlayedMove::Place(point)) => {
                    assert!(open > 0, "{rules}: a stone with no dame left");
                    let name = vertex(game.board().size(), point);
                    assert!(name.starts_with('C'), "{rules}: {name} is no dame");
                }
                Ok(PlayedMove::Token(Token::TakeButton | Token::GiveButton)) => {
                    assert_eq!(open, 0, "{rules}: the button before {open} dame");
                }
                other => panic!("{rules} with {open} dame: {other:?}"),
            }
        }
    }
}

#[test]
fn a_finished_game_is_ended_by_passes() {
    for preset in &PRESETS {
        if preset.rules.scoring == ScoringRule::Spare {
            continue;
        }
        let mut game = divided_board(preset.id, 0);
        let mut player = player_with_net(200, 5);
        let start = game.records().len();
        while game.state().over.is_none() {
            let color = game.to_move();
            let decision = choose(&mut player, &game, &[]);
            assert_eq!(decision.chosen, Move::Pass, "{}", preset.id);
            game.play(color, &decision.chosen).expect("a pass");
            assert!(game.records().len() < start + 6, "{}", preset.id);
        }
    }
}

/// Under rules that remove nothing, a dead stone must be captured before the last pass. The one
/// dead stone on the board counts for Black, so White would lose by passing.
#[test]
fn a_won_game_is_not_lost_by_passing() {
    for rules in ["tromp_taylor", "half_pass"] {
        let komi: HalfPoints = "0.5".parse().expect("komi");
        let mut game = game(rules, Size::square(5), komi);
        // White owns the three right columns, with a dead black stone inside, and wins if that is
        // gone.
        play_all(
            &mut game,
            "B:B1 W:C1 B:B2 W:C2 B:B3 W:C3 B:B4 W:C4 B:B5 W:C5 B:E3 W:D4 B:pass",
        );
        let decision = choose(&mut player(2000, 7), &game, &[]);
        assert!(
            matches!(decision.chosen, Move::Place(_)),
            "{rules}: {decision:?}"
        );
    }
}

/// By the rules of a proof White's pass, which ends the game, wins by half a point, since nothing
/// is removed. But players take White's dead stones off the board, and then Black wins.
#[test]
fn a_pass_that_wins_by_dead_stones_alone_is_no_proof() {
    let komi: HalfPoints = "3.5".parse().expect("komi");
    let mut game = game("aga", Size::square(6), komi);
    play_all(
        &mut game,
        "B:E3 W:B2 B:D6 W:A6 B:E6 W:E4 B:B3 W:F5 B:A2 W:D1 B:C4 W:A1 B:A4 W:D4 B:B6 W:B1 B:B5 \
             W:C3 B:A3 W:F4 B:C2 W:F2 B:C1 W:A1 B:B1 W:F6 B:B4 W:E1 B:A5 W:D3 B:D5 W:E5 B:A1 W:C5 \
             B:D2 W:C6 B:D5 W:E6 B:E2 W:F3 B:pass",
    );
    let decision = choose(&mut player_with_net(300, 7), &game, &[]);
    assert_ne!(decision.reason, Reason::Proven, "{decision:?}");
    assert!(decision.win_rate < 0.5, "{decision:?}");
}

#[test]
fn a_draw_is_declared_when_that_is_best() {
    // Both have delayed once. White's bowl holds the ultimate stone alone, and White's area is
    // larger, so Black would lose by playing on.
    let mut game = game("ultimate", Size::square(5), HalfPoints::ZERO);
    play_all(
        &mut game,
        "B:B1 W:C1 B:B2 W:C2 B:B3 W:C3 B:B4 W:C4 B:B5 W:C5 B:delay W:delay",
    );
    let decision = choose(&mut player(3000, 11), &game, &[TokenKind::Draw]);
    let action = game.position().resolve(Color::Black, &decision.chosen);
    assert_eq!(action, Ok(PlayedMove::Token(Token::Draw)), "{decision:?}");
}

#[test]
fn a_game_is_not_resigned_at_its_start_or_end() {
    let lost: HalfPoints = "500".parse().expect("komi");
    let mut start = game("chinese", Size::square(9), lost);
    let decision = choose(&mut player(300, 1), &start, &[]);
    assert_ne!(decision.chosen, Move::Resign);
    start.set_komi(HalfPoints::ZERO);
    let mut end = divided_board("chinese", 0);
    end.set_komi(lost);
    let decision = choose(&mut player(300, 1), &end, &[]);
    assert_ne!(decision.chosen, Move::Resign);
}

/// One stone in the middle of a small board seems to own all of it, but that is no reason to pass.
#[test]
fn an_opening_is_played_and_not_passed() {
    for preset in &PRESETS {
        let size = Size::square(5);
        let mut game = Game::new(preset.rules, size, preset.usual_komi);
        let middle = parse_vertex(size, "C3").expect("a point");
        game.play(Color::Black, &Move::Place(middle))
            .expect("legal");
        let mut players = vec![player_with_net(60, 1)];
        players.extend((1..=3).map(|seed| player(200, seed)));
        for player in &mut players {
            let decision = choose(player, &game, &[]);
            assert!(
                matches!(decision.chosen, Move::Place(_)),
                "{}: {decision:?}",
                preset.id
            );
        }
    }
}

#[test]
fn equal_seeds_give_equal_decisions() {
    for preset in &PRESETS {
        let game = Game::new(preset.rules, Size::square(7), preset.usual_komi);
        let first = choose(&mut player(300, 42), &game, &[]);
        let second = choose(&mut player(300, 42), &game, &[]);
        assert_eq!(first, second, "{}", preset.id);
    }
}

/// A move whose visits alone are bounded gets all of them, even where no other move can become the
/// most visited one; one that may save time for later moves need not.
#[test]
fn all_visits_are_made_unless_time_carries_over() {
    const VISITS: u64 = 100;
    let game = game("chinese", Size::square(5), HalfPoints::ZERO);
    let never = AtomicBool::new(false);
    let made = |carries_over| {
        let query = MoveQuery {
            carries_over,
            ..MoveQuery::of(Color::Black, &never)
        };
        let mut player = player_with_net(VISITS, 1);
        player.choose(&game, &query, None).playouts
    };
    assert_eq!(made(false), VISITS);
    // The centre has most of the probability.
    assert!(made(true) < VISITS);
}

#[test]
fn the_search_stops_when_asked() {
    let game = game("chinese", Size::square(19), HalfPoints::ZERO);
    let mut player = Player::new(Settings::default());
    let stop = AtomicBool::new(true);
    let decision = player.choose(&game, &MoveQuery::of(Color::Black, &stop), None);
    assert!(decision.playouts < 1000, "{decision:?}");
}

/// A white stone in atari inside a board that is Black's.
const ONE_DEAD_STONE: [&str; 3] = [".X.X", "XXXX", ".OX."];

/// Returns a game without komi that begins in a position with Black to move.
fn game_at(rules: &str, rows: &[&str]) -> Game {
    let board = parse_board(rows).expect("a board");
    let rules = find(rules).expect("a rule set").rules;
    Game::from_board(rules, &board, Color::Black).expect("a game")
}

/// Returns the name of the point on which a decision places a stone.
fn placed(decision: &Decision, game: &Game) -> Option<String> {
    match decision.chosen {
        Move::Place(point) => Some(vertex(game.board().size(), point)),
        _ => None,
    }
}

/// Two passes end the game and remove the stone, so all twelve points are Black's without a
/// capture.
#[test]
fn dead_stones_are_left_where_passes_remove_them_for_the_proven_score() {
    for (rules, score) in [
        ("chinese", 12.0),
        ("new_zealand", 12.0),
        ("aga", 12.0),
        ("button", 12.5),
    ] {
        let mut game = game_at(rules, &ONE_DEAD_STONE);
        let mut black = player(2000, 1);
        let mut last = None;
        while game.state().over.is_none() {
            let mv = match game.to_move() {
                Color::White => Move::Pass,
                Color::Black => {
                    let decision = choose(&mut black, &game, &[]);
                    assert_eq!(decision.chosen, Move::Pass, "{rules}: {decision:?}");
                    assert_eq!(decision.score, Some(score), "{rules}: {decision:?}");
                    last.insert(decision).chosen.clone()
                }
            };
            game.play(game.to_move(), &mv).expect("a legal move");
        }
        let decision = last.expect("a move of Black");
        assert_eq!(decision.reason, Reason::NothingToCapture, "{rules}");
        assert_eq!(decision.basis, Basis::Counted, "{rules}: {decision:?}");
        let captures = |one: &&MoveInfo| matches!(one.mv, Move::Place(_));
        let capture = decision.considered.iter().find(captures);
        let basis = capture.map(|one| one.basis);
        assert_eq!(basis, Some(Basis::Proven), "{rules}: {decision:?}");
        let margin = game.outcome(&black.judge_dead(&game)).margin();
        let margin = margin.map(HalfPoints::points);
        assert_eq!(margin, Some(score), "{rules}");
    }
}

#[test]
fn dead_stones_are_captured_where_no_pass_removes_them() {
    let game = game_at("tromp_taylor", &ONE_DEAD_STONE);
    let decision = choose(&mut player(2000, 1), &game, &[]);
    assert_eq!(
        placed(&decision, &game).as_deref(),
        Some("A1"),
        "{decision:?}"
    );
}

/// The three stones in atari are worth less in play than by a count without them, so their removal
/// is not certain.
#[test]
fn stones_are_captured_where_play_does_not_confirm_their_removal() {
    for rules in ["chinese", "aga"] {
        let game = game_at(rules, &["OOO.X."]);
        let decision = choose(&mut player(2000, 1), &game, &[]);
        let name = placed(&decision, &game);
        assert_eq!(name.as_deref(), Some("D1"), "{rules}: {decision:?}");
    }
}
