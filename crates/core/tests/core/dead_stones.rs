//! Agreements on dead stones: the stones that they mark, how long they hold, and how they count.

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::{Game, IllegalMove, Move, Proposal, Setup, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{parse_vertex, vertex};
use halfpoint_core::rules::{PRESETS, find};

const SIZE: Size = Size::square(5);

fn at(name: &str) -> Point {
    parse_vertex(SIZE, name).expect("a point of the board")
}

fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(at).collect()
}

/// Creates a game from a black wall on column B and a white one on column C, with white stones A2
/// and A4 and a black stone E3 behind them.
fn game(rules: &str) -> Game {
    let mut stones = Vec::new();
    for row in 1..=5 {
        stones.push((at(&format!("B{row}")), Color::Black));
        stones.push((at(&format!("C{row}")), Color::White));
    }
    stones.extend([(at("A2"), Color::White), (at("A4"), Color::White)]);
    stones.push((at("E3"), Color::Black));
    let setup = Setup::with_stones(SIZE, stones, Color::Black).expect("all chains have liberties");
    let rules = find(rules).expect("a rule set of the table").rules;
    Game::with_setup(rules, setup, HalfPoints::ZERO)
}

fn agreed(game: &Game) -> Option<String> {
    let names = |dead: Vec<Point>| {
        let names: Vec<String> = dead.iter().map(|&point| vertex(SIZE, point)).collect();
        names.join(" ")
    };
    game.agreed_dead().map(|dead| names(dead.iter().collect()))
}

/// Returns the margin in points with the agreed stones removed.
fn margin(game: &Game) -> f64 {
    let dead = game.agreed_dead().expect("an agreement");
    game.outcome(dead)
        .margin()
        .expect("a counted game")
        .points()
}

#[test]
fn one_stone_marks_its_colour_in_the_enclosed_territory() {
    let mut game = game("japanese");
    assert_eq!(agreed(&game), None);
    assert_eq!(
        game.agree_on_dead(&points("A2 D1")),
        Err(IllegalMove::NoStone)
    );
    assert_eq!(agreed(&game), None);
    game.agree_on_dead(&points("A2")).expect("there is a stone");
    assert_eq!(agreed(&game).as_deref(), Some("A2 A4"));
    game.agree_on_dead(&points("E3 A4"))
        .expect("there are stones");
    assert_eq!(agreed(&game).as_deref(), Some("A2 E3 A4"));
    // Black has 5 points and 2 prisoners, White 10 points and 1 prisoner.
    assert_eq!(margin(&game), -4.0);
    game.agree_on_dead(&[]).expect("nothing can be agreed on");
    assert_eq!(agreed(&game).as_deref(), Some(""));
    game.forget_agreements();
    assert_eq!(agreed(&game), None);
}

#[test]
fn an_agreement_holds_until_the_next_placement_and_comes_back() {
    let mut game = game("japanese");
    game.agree_on_dead(&points("A2")).expect("there is a stone");
    game.play(Color::Black, &Move::Pass).expect("a pass");
    game.play(Color::White, &Move::Pass).expect("a pass");
    assert_eq!(agreed(&game).as_deref(), Some("A2 A4"));
    game.play(Color::Black, &Move::Place(at("A1")))
        .expect("an empty point");
    assert_eq!(agreed(&game), None);
    game.agree_on_dead(&points("E3")).expect("there is a stone");
    assert_eq!(agreed(&game).as_deref(), Some("E3"));
    game.undo();
    assert_eq!(agreed(&game).as_deref(), Some("A2 A4"));
    game.undo();
    game.undo();
    assert_eq!(agreed(&game).as_deref(), Some("A2 A4"));
    // A move that is taken back and played again ends the agreement again.
    game.play(Color::Black, &Move::Place(at("A1")))
        .expect("an empty point");
    assert_eq!(agreed(&game), None);
}

#[test]
fn agreed_stones_count_except_under_tromp_taylor_and_half_pass() {
    for preset in &PRESETS {
        let mut game = game(preset.id);
        let nothing = game
            .outcome(&halfpoint_core::board::PointSet::new(SIZE))
            .margin();
        game.agree_on_dead(&points("A2 E3"))
            .expect("there are stones");
        let outcome = game
            .outcome(game.agreed_dead().expect("an agreement"))
            .margin();
        let ignored = matches!(preset.id, "tromp_taylor" | "half_pass");
        assert_eq!(outcome == nothing, ignored, "{}", preset.id);
        let other = game
            .under(find("chinese").expect("a rule set").rules)
            .expect("no moves");
        assert_eq!(
            agreed(&other),
            agreed(&game),
            "{}: kept when read again",
            preset.id
        );
    }
}

#[test]
fn a_proposal_counts_once_accepted() {
    let mut game = game("half_pass");
    game.agree_on_dead(&points("E3")).expect("there is a stone");
    let propose = |stones| Move::Propose(points(stones));
    assert_eq!(
        game.play(Color::Black, &propose("A1")),
        Err(IllegalMove::NoStone)
    );
    game.play(Color::Black, &propose("A4"))
        .expect("the first pass");
    assert_eq!(game.state().proposal, Proposal::Pending(0));
    // Passing out declines the proposal, and the left side touches both colours: 0 against 0.
    assert_eq!(margin(&game), 0.0);
    game.play(Color::White, &Move::Token(TokenKind::HalfPass))
        .expect("the answer");
    assert_eq!(game.state().proposal, Proposal::Accepted(0));
    // After acceptance Black has 5 points and 2 prisoners; E3 stays in spite of the other
    // agreement.
    assert_eq!(margin(&game), 7.0);
    game.play(Color::Black, &Move::Place(at("D3")))
        .expect("play goes on");
    assert_eq!(game.state().proposal, Proposal::None);
    game.undo();
    assert_eq!(game.state().proposal, Proposal::Accepted(0));
    assert_eq!(margin(&game), 7.0);
    game.undo();
    game.play(Color::White, &Move::Pass)
        .expect("a plain pass declines");
    assert_eq!(game.state().proposal, Proposal::None);
    assert_eq!(
        game.play(Color::Black, &propose("")),
        Err(IllegalMove::NotNow)
    );
}
