//! Identities of the button rules: every count is area plus some terms, and rule sets that are
//! equivalent give equal margins.
//!
//! They are checked on random games, begun by Black, or by White after handicap stones. Games go on
//! after their ends, and turns do not alternate where the identity holds without that.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, GameEnd, Move, PlayedMove, Setup, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{Rules, ScoringRule, WhiteBonus, find};
use halfpoint_core::score::Territory;

pub(super) type Rng = Xoshiro256PlusPlus;

/// Rule sets of the button family, and `aga`.
const FAMILY: [&str; 8] = [
    "aga",
    "button",
    "button_equivalence",
    "two_button",
    "reverse_button",
    "two_button_moves",
    "half_pass",
    "white_button",
];

/// Rule sets that have two tokens, in whatever order the players move.
const TWO_TOKENS: [&str; 3] = ["two_button", "two_button_moves", "half_pass"];

/// Rule sets whose margin is area less the difference in moves, with half-points for tokens, in
/// whatever order the players move.
const BY_MOVES: [&str; 4] = [
    "two_button",
    "reverse_button",
    "two_button_moves",
    "half_pass",
];

pub(super) fn rules(id: &str) -> Rules {
    find(id).expect("a rule set of the table").rules
}

/// Returns `aga` with territory scoring and its pass stones.
fn aga_by_territory() -> Rules {
    Rules {
        scoring: ScoringRule::Territory,
        white_bonus: WhiteBonus::None,
        ..rules("aga")
    }
}

/// Kind of random game.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Whether a player may move out of turn.
    pub(super) out_of_turn: bool,
    /// Whether some tokens are played by name.
    pub(super) named: bool,
}

/// Random games with alternating turns and plain passes.
const PLAIN: Manner = Manner {
    out_of_turn: false,
    named: false,
};

/// Returns the start of a random game: some have handicap stones, none has other stones.
fn start(rules: Rules, rng: &mut Rng) -> Game {
    let width = rng.random_range(2..=9);
    let height = if rng.random_ratio(1, 2) {
        width
    } else {
        rng.random_range(2..=9)
    };
    let size = Size::new(width, height).expect("a board size");
    let mut setup = Setup::empty(size);
    if rng.random_ratio(1, 3) {
        let mut points: Vec<Point> = size.points().collect();
        let mut stones = Vec::new();
        for _ in 0..rng.random_range(1..=points.len().min(14) / 2) {
            stones.push(points.swap_remove(rng.random_range(0..points.len())));
        }
        setup = Setup::with_handicap(size, &stones).expect("half the board is empty");
    }
    let komi = HalfPoints::from_halves(rng.random_range(-20..20));
    Game::with_setup(rules, setup, komi)
}

/// Plays a random game with passes and a limit on its length; it may go on after an end.
pub(super) fn random_game(rules: Rules, rng: &mut Rng, manner: Manner) -> Game {
    let mut game = start(rules, rng);
    let moves = rng.random_range(0..=game.board().size().area() * 3 / 2 + 8);
    // Some games consist largely of passes, others come close to full boards.
    let passes = [3, 8, 30][rng.random_range(0..3)];
    for _ in 0..moves {
        let mut color = game.to_move();
        if manner.out_of_turn && rng.random_ratio(1, 6) {
            color = color.opponent();
        }
        let mut play = Move::Pass;
        if rng.random_ratio(1, passes) {
            let tokens = game.position().tokens(color);
            if manner.named && !tokens.is_empty() && rng.random_ratio(1, 2) {
                play = Move::Token(tokens[rng.random_range(0..tokens.len())].0);
            }
        } else {
            let empties = game.board().empties();
            for _ in 0..empties.len().min(8) {
                let point = empties[rng.random_range(0..empties.len())];
                if game.position().may_place(color, point) {
                    play = Move::Place(point);
                    break;
                }
            }
        }
        // Outside the family there are games without result, and players without a pass.
        let is_stuck = play == Move::Pass && game.position().plain_pass(color).is_err();
        if is_stuck || game.position().is_closed() {
            break;
        }
        game.play(color, &play).expect("it was found legal");
        if game.state().over.is_some() && rng.random_ratio(1, 3) {
            break;
        }
    }
    game
}

/// Returns a random set of whole chains.
pub(super) fn some_dead(game: &Game, rng: &mut Rng) -> PointSet {
    let board = game.board();
    let heads = board
        .stones()
        .filter(|&(stone, _)| board.head(stone) == stone);
    let dead = heads
        .filter(|_| rng.random_ratio(1, 5))
        .flat_map(|(head, _)| board.chain(head));
    PointSet::of(board.size(), dead)
}

pub(super) fn nothing(game: &Game) -> PointSet {
    PointSet::new(game.board().size())
}

/// Returns the margin. All margins and terms of this file are in half-points.
pub(super) fn margin(game: &Game, dead: &PointSet) -> i32 {
    let margin = game.outcome(dead).margin();
    margin
        .expect("nobody resigned and nothing is void")
        .halves()
}

fn before_komi(game: &Game, dead: &PointSet) -> i32 {
    margin(game, dead) + game.komi().halves()
}

/// Returns the territory without reading seki: neither area nor points of territory depend on it.
fn divided(game: &Game, dead: &PointSet) -> Territory {
    let none = PointSet::new(game.board().size());
    Territory::new(game.board(), dead, &none)
}

fn area(game: &Game, dead: &PointSet) -> i32 {
    let territory = divided(game, dead);
    let of = |color| (territory.stones(color) + territory.points(color)) as i32;
    2 * (of(Color::Black) - of(Color::White))
}

/// Returns T + K, territory and prisoners, Black minus White.
fn territory_and_prisoners(game: &Game, dead: &PointSet) -> i32 {
    let territory = divided(game, dead);
    let of = |color: Color| {
        let owner = |&stone: &Point| game.board().get(stone) == Some(color.opponent());
        territory.points(color) as i32
            + game.state().captures[color] as i32
            + dead.iter().filter(owner).count() as i32
    };
    2 * (of(Color::Black) - of(Color::White))
}

/// Returns m: moves of Black, handicap stones included, minus moves of White.
fn move_difference(game: &Game) -> i32 {
    let signs = game.records().iter().map(|record| record.color.sign());
    2 * (signs.sum::<i32>() + game.setup().handicap() as i32)
}

/// Returns the token moves with their players.
fn tokens(game: &Game) -> Vec<(Color, Token)> {
    let records = game.records().iter();
    let token = records.filter_map(|record| Some((record.color, record.action.token()?)));
    token.collect()
}

fn white_bonus(game: &Game) -> i32 {
    2 * (game.setup().handicap() as i32 - 1).max(0)
}

/// Returns +1 if Black took or gave the only button, −1 if White did, and 0 if no one did.
fn button(game: &Game) -> i32 {
    let moved =
        |&&(_, token): &&(Color, Token)| matches!(token, Token::TakeButton | Token::GiveButton);
    tokens(game)
        .iter()
        .find(moved)
        .map_or(0, |&(color, _)| color.sign())
}

/// Returns f + l of a game that is over under one of [`TWO_TOKENS`]. With buttons that are moves of
/// their own, f and l are the players of the buttons, otherwise the first and the last to pass.
fn first_and_last(game: &Game, id: &str) -> i32 {
    let all = tokens(game);
    let ended = |&(_, token): &(Color, Token)| token == Token::GiveButton;
    let first = match id {
        "two_button_moves" => all.iter().find(|&token| ended(token)),
        _ => all.first(),
    };
    let last = all.last().expect("passes ended the game");
    if id == "two_button_moves" {
        assert!(ended(last));
    }
    first.expect("passes ended the game").0.sign() + last.0.sign()
}

/// Returns l of a game that ended by passes.
fn last_passer(game: &Game) -> i32 {
    let all = tokens(game);
    all.last().expect("passes ended the game").0.sign()
}

/// Returns the margin of the fourth form: there is no button, White's pass is free if it is the
/// first of the game, White passes last, and komi is half a point less.
fn fourth_form(game: &Game, dead: &PointSet) -> i32 {
    let mut ledger = 0;
    let all = tokens(game);
    for (index, (color, _)) in all.iter().enumerate() {
        let free = index == 0 && *color == Color::White;
        ledger -= if free { 0 } else { 2 * color.sign() };
    }
    if all.last().expect("passes ended the game").0 == Color::Black {
        ledger += 2;
    }
    territory_and_prisoners(game, dead) + ledger - (game.komi().halves() - 1)
}

/// Returns the other count of two buttons: there are no buttons, and a last pass is free if it is
/// by the first passer.
fn two_button_other_count(game: &Game, dead: &PointSet) -> i32 {
    let all = tokens(game);
    let first = all.first().expect("passes ended the game").0;
    let mut ledger = 0;
    for (index, (color, _)) in all.iter().enumerate() {
        let free = index == all.len() - 1 && *color == first;
        ledger -= if free { 0 } else { 2 * color.sign() };
    }
    territory_and_prisoners(game, dead) + ledger - game.komi().halves()
}

fn tell(game: &Game) -> String {
    let size = game.board().size();
    let moves = game.records().iter().map(|record| match record.action {
        PlayedMove::Place(point) => format!("{:?} {:?}", record.color, size.coordinates(point)),
        action => format!("{:?} {action:?}", record.color),
    });
    let moves: Vec<String> = moves.collect();
    let setup = game
        .setup()
        .stones()
        .iter()
        .map(|&(at, _)| size.coordinates(at));
    format!(
        "{size:?}, {:?}, {}",
        setup.collect::<Vec<_>>(),
        moves.join(", ")
    )
}

/// Checks the margin of each rule set against area, in a game with alternating turns.
fn check_against_area(game: &Game, id: &str, dead: &PointSet) {
    let nothing = nothing(game);
    let dead = if id == "half_pass" { &nothing } else { dead };
    let ended = game.passed_out();
    let expected = match id {
        "aga" => area(&ended, dead) - white_bonus(&ended),
        "button" | "button_equivalence" => {
            area(&ended, dead) + button(&ended) - white_bonus(&ended)
        }
        // The button counts only if White took it.
        "white_button" => area(&ended, dead) + button(&ended).min(0) - white_bonus(&ended),
        "reverse_button" => area(&ended, dead) - move_difference(&ended) + last_passer(&ended),
        _ => area(&ended, dead) - move_difference(&ended) + first_and_last(&ended, id),
    };
    assert_eq!(before_komi(game, dead), expected, "{id}: {}", tell(game));
}

/// Checks a game with an even start in which Black moved first and each token was a plain pass. The
/// last pass is then worth nothing, so its player does not matter.
fn check_second_token(game: &Game, id: &str) {
    let ended = game.passed_out();
    let first = tokens(&ended)
        .first()
        .expect("passes ended the game")
        .0
        .sign();
    let nothing = nothing(game);
    assert_eq!(
        before_komi(game, &nothing),
        area(&ended, &nothing) + first - 1,
        "{id}: {}",
        tell(game)
    );
}

#[test]
fn equivalent_rules_give_equal_margins() {
    let mut rng = Rng::seed_from_u64(56);
    let games = 30_000;
    let (mut resumed, mut handicap, mut banned) = (0, 0, 0);
    for number in 0..games {
        let id = FAMILY[number % FAMILY.len()];
        let game = random_game(rules(id), &mut rng, PLAIN);
        let over = game.records().windows(2).any(|pair| {
            pair.iter()
                .all(|record| matches!(record.action, PlayedMove::Token(_)))
        });
        resumed += usize::from(over && game.state().over.is_none());
        handicap += usize::from(game.setup().handicap() > 0);
        let dead = some_dead(&game, &mut rng);
        let empty = nothing(&game);

        // Each rule set replays these moves. A placement that is legal after a button may be banned
        // without.
        let read: Vec<Option<Game>> = FAMILY
            .iter()
            .map(|other| game.under(rules(other)).ok())
            .collect();
        banned += read.iter().filter(|other| other.is_none()).count();
        for (other, game) in FAMILY.iter().zip(&read) {
            let Some(game) = game else { continue };
            check_against_area(game, other, &dead);
            check_against_area(game, other, &empty);
            if game.setup().handicap() == 0 && TWO_TOKENS.contains(other) {
                check_second_token(game, other);
            }
        }
        assert!(
            read[number % FAMILY.len()].as_ref() == Some(&game),
            "{}",
            tell(&game)
        );
        let [aga, button, equivalence, two, reverse, two_moves, half, _] = &read[..] else {
            unreachable!("eight rule sets");
        };

        if let Some(aga) = aga {
            let by_territory = aga.under(aga_by_territory()).expect("the same bans");
            assert_eq!(
                margin(&by_territory, &dead),
                margin(aga, &dead),
                "{}",
                tell(aga)
            );
        }

        // A button may be taken exactly where it may be given.
        assert_eq!(button.is_some(), equivalence.is_some(), "{}", tell(&game));
        if let (Some(button), Some(equivalence)) = (button, equivalence) {
            let both = margin(button, &dead);
            assert_eq!(both, margin(equivalence, &dead), "{}", tell(&game));
            assert_eq!(
                both,
                fourth_form(&button.passed_out(), &dead),
                "{}",
                tell(&game)
            );
            assert_eq!(
                both,
                fourth_form(&equivalence.passed_out(), &dead),
                "{}",
                tell(&game)
            );
        }

        if let Some(two) = two {
            let ended = two.passed_out();
            assert_eq!(
                margin(two, &dead),
                two_button_other_count(&ended, &dead),
                "{}",
                tell(two)
            );
        }
        // Passes lift no ban, with or without a button attached.
        assert_eq!(aga.is_some(), reverse.is_some(), "{}", tell(&game));
        if let (Some(aga), Some(reverse)) = (aga, reverse) {
            let mut aga = aga.clone();
            aga.set_komi(aga.komi() + HalfPoints::HALF);
            assert_eq!(
                margin(reverse, &dead),
                margin(&aga, &dead),
                "{}",
                tell(&game)
            );
        }
        // Two buttons on passes ban the same moves as half-passes; a button that is a move lifts
        // bans.
        assert_eq!(two.is_some(), half.is_some(), "{}", tell(&game));
        if let (Some(two), Some(half)) = (two, half) {
            assert_eq!(margin(two, &empty), margin(half, &empty), "{}", tell(&game));
        }
        if let (Some(two), Some(moves)) = (two, two_moves) {
            assert_eq!(margin(two, &dead), margin(moves, &dead), "{}", tell(&game));
        }

        if let (Some(half), Some(button), 0) = (half, button, game.setup().handicap()) {
            let mut button = button.clone();
            button.set_komi(button.komi() + HalfPoints::HALF);
            assert_eq!(
                margin(half, &empty),
                margin(&button, &empty),
                "{}",
                tell(&game)
            );
        }
    }
    println!(
        "{games} games, {resumed} resumed, {handicap} with handicap, {banned} readings banned"
    );
    assert!(
        resumed > games / 20 && handicap > games / 5,
        "{resumed} {handicap}"
    );
    assert!(
        banned < games / 20,
        "{banned} readings of {games} games are banned"
    );
}

/// Checks games with tokens by name: passes that leave the button, and buttons used late or never.
#[test]
fn margins_follow_from_area_with_named_tokens() {
    let mut rng = Rng::seed_from_u64(57);
    let manner = Manner {
        named: true,
        ..PLAIN
    };
    let mut never_taken = 0;
    for number in 0..6000 {
        let id = FAMILY[number % FAMILY.len()];
        let game = random_game(rules(id), &mut rng, manner);
        let dead = some_dead(&game, &mut rng);
        check_against_area(&game, id, &dead);
        let left = matches!(id, "button" | "button_equivalence") && button(&game.passed_out()) == 0;
        never_taken += usize::from(left);
    }
    assert!(never_taken > 0);
}

/// Checks that the identities of buttons on passes, and of half-passes, hold without alternating
/// turns.
#[test]
fn margins_by_moves_hold_out_of_turn() {
    let mut rng = Rng::seed_from_u64(58);
    for number in 0..12_000 {
        let id = BY_MOVES[number % BY_MOVES.len()];
        let manner = Manner {
            out_of_turn: true,
            named: rng.random_ratio(1, 2),
        };
        let game = random_game(rules(id), &mut rng, manner);
        let dead = some_dead(&game, &mut rng);
        check_against_area(&game, id, &dead);
        if id == "two_button" {
            let ended = game.passed_out();
            let other = two_button_other_count(&ended, &dead);
            assert_eq!(margin(&game, &dead), other, "{}", tell(&game));
        }
    }
}

/// Checks that passes after an end by passes end the game again, with the margin unchanged.
#[test]
fn passes_after_the_end_keep_the_margin() {
    let mut rng = Rng::seed_from_u64(59);
    for number in 0..600 {
        let id = FAMILY[number % FAMILY.len()];
        let mut game = random_game(rules(id), &mut rng, PLAIN).passed_out();
        let dead = nothing(&game);
        let ended = margin(&game, &dead);
        for _ in 0..6 {
            game.play(game.to_move(), &Move::Pass)
                .expect("a pass is always legal");
            assert!(matches!(game.state().over, None | Some(GameEnd::Passes)));
            assert_eq!(margin(&game, &dead), ended, "{id}: {}", tell(&game));
        }
    }
}
