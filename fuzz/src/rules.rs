//! Rules from JSON, from single fields and from names, and games under the rules that these give.

use halfpoint_core::board::{Color, PointSet, Size};
use halfpoint_core::game::{Game, Move, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{
    CUSTOM, NamedRules, PRESETS, Rules, find, id_of, set_field, to_json, with_json,
};

use super::{oracle, preset};

/// Checks rules and games under them. The first line of the input is JSON, or a field and its
/// value, or a name of a rule set; the bytes after it are moves.
///
/// # Panics
/// If a property does not hold.
pub fn rules(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n');
    let (text, moves) = data.split_at(end.unwrap_or(data.len()));
    let text = String::from_utf8_lossy(text);
    if let Some(preset) = find(&text) {
        assert_eq!(find(preset.id).map(|found| found.id), Some(preset.id));
    }
    let named: Result<NamedRules, _> = text.parse();
    if let Ok((rules, id)) = with_json(&PRESETS, &text) {
        let known = NamedRules {
            rules,
            id: id_of(&rules, id),
        };
        assert!(!text.starts_with('{') || named == Ok(known));
        check(&rules, id, moves);
    }
    if let Some((field, value)) = text.split_once(' ') {
        for (index, preset) in PRESETS.iter().enumerate() {
            let Ok(rules) = set_field(&preset.rules, field, value) else {
                continue;
            };
            assert_eq!(set_field(&rules, field, value), Ok(rules), "{text}");
            // One rule set for each input is enough for the moves.
            let moves = if index == moves.len() % PRESETS.len() {
                moves
            } else {
                &[]
            };
            check(&rules, None, moves);
        }
    }
    if let Ok(named) = named {
        let _ = named.usual_komi(19, 19);
    }
}

/// Checks that rules are valid, are read back from their JSON unchanged, and can be played under.
fn check(rules: &Rules, id: Option<&'static str>, moves: &[u8]) {
    assert_eq!(rules.validate(), Ok(()));
    let id = id_of(rules, id);
    let text = to_json(id, rules).to_string();
    let read = with_json(&PRESETS, &text).expect("our own JSON");
    assert_eq!(read.0, *rules, "{text}");
    assert_eq!(read.1.unwrap_or(CUSTOM), id, "{text}");
    if !moves.is_empty() {
        play(*rules, moves);
    }
}

/// Largest number of moves of a game. Few are enough on boards as small as these.
const MAX_MOVES: usize = 60;

/// Plays a game in which each byte chooses one of the legal moves. Checks that each move can be
/// taken back, then checks the game and its count, and the game under other rules.
fn play(rules: Rules, moves: &[u8]) {
    let [width, height] = [moves.len() % 3, moves.len() / 3 % 3].map(|side| side + 1);
    let size = Size::new(width, height).expect("a small board");
    let mut game = Game::new(rules, size, HalfPoints::HALF);
    for &byte in moves.iter().take(MAX_MOVES) {
        let color = match byte >> 6 {
            // One move in four is tried out of turn.
            0 => game.to_move().opponent(),
            _ => game.to_move(),
        };
        let legal = legal(&game, color);
        let Some(mv) = legal.get(usize::from(byte & 0x3f) % legal.len().max(1)) else {
            break;
        };
        let before = game.clone();
        game.play(color, mv).expect("said to be legal");
        let mut back = game.clone();
        assert!(back.undo().is_some() && back == before, "{rules:?} {mv:?}");
    }
    oracle::check(&game);
    let none = PointSet::new(size);
    let outcome = game.outcome(&none);
    assert_eq!(outcome, game.outcome(&none));
    oracle::check_result(&outcome.result());
    // Replays the game under one of the rule sets of the table.
    if let Ok(other) = game.under(preset(moves[0]).rules) {
        oracle::check(&other);
        oracle::check_result(&other.outcome(&none).result());
    }
}

/// Returns all moves that the position lists as legal for a colour.
fn legal(game: &Game, color: Color) -> Vec<Move> {
    let position = game.position();
    if position.is_closed() {
        return Vec::new();
    }
    let mut plays: Vec<Move> = position
        .placements(color)
        .into_iter()
        .map(Move::Place)
        .collect();
    plays.extend(
        position
            .tokens(color)
            .into_iter()
            .map(|(name, _)| Move::Token(name)),
    );
    plays.extend(position.plain_pass(color).is_ok().then_some(Move::Pass));
    let stones: Vec<_> = game.board().stones().map(|(point, _)| point).collect();
    let proposal = Move::Propose(stones);
    if let Ok(PlayedMove::Token(_)) = position.resolve(color, &proposal) {
        plays.push(proposal);
    }
    plays
}
