//! Slow models to check the state of a game against.

use halfpoint_core::board::naive::NaiveBoard;
use halfpoint_core::board::{Board, Color, Point};
use halfpoint_core::game::{Game, Move, PlayedMove};

/// Checks a game: replays it from its record, and compares the result and a slow board with its
/// state.
///
/// # Panics
/// If they differ.
pub fn check(game: &Game) {
    let mut again = Game::with_setup(*game.rules(), game.setup().clone(), game.komi());
    let mut naive = NaiveBoard::new(game.board().size());
    for &(point, color) in game.setup().stones() {
        naive.set(point, Some(color));
    }
    let mut captures = [0_u32; 2];
    for (record, proposes) in game.records().iter().zip(game.proposals()) {
        let stones = proposes.then_some(&record.proposed[..]);
        let mv = play_of(&again, record.color, record.action, stones);
        let action = again.play(record.color, &mv).expect("it was legal");
        assert_eq!(action, record.action);
        if let PlayedMove::Place(point) = action {
            let (captured, suicide) = naive.play(record.color, point);
            captures[record.color] += captured as u32;
            captures[record.color.opponent()] += suicide as u32;
        }
    }
    assert_eq!(again.records(), game.records());
    assert!(
        again.position() == game.position(),
        "not what the moves come to"
    );
    assert_eq!(again.position().key(), game.position().key());
    assert_eq!(game.state().captures, captures);
    let board = game.board();
    let points = board.size().points();
    assert!(
        points
            .into_iter()
            .all(|point| board.get(point) == naive.get(point))
    );
    board.assert_consistent();
    let fresh = Board::with_stones(board.size(), board.stones());
    assert_eq!(fresh.key(), board.key());
}

/// Returns the move that leads to `action`. `stones` are those that it proposed as dead, if it was
/// a proposal.
fn play_of(game: &Game, color: Color, action: PlayedMove, stones: Option<&[Point]>) -> Move {
    let token = match (action, stones) {
        (PlayedMove::Place(point), _) => return Move::Place(point),
        (PlayedMove::Resign, _) => return Move::Resign,
        (PlayedMove::Token(_), Some(stones)) => return Move::Propose(stones.to_vec()),
        (PlayedMove::Token(token), None) => token,
    };
    let candidates = [Move::Token(token.name()), Move::Pass];
    let is_it = |mv: &Move| game.position().resolve(color, mv) == Ok(action);
    let mut fitting = candidates.into_iter().filter(is_it);
    fitting.next().expect("it was legal")
}

/// Checks that a text is a result as GTP writes it: one bare token.
///
/// # Panics
/// If it is not.
pub fn check_result(text: &str) {
    let is_margin = |text: &str| {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "5"));
        !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit()) && fraction == "5"
    };
    let margin = text.strip_prefix("B+").or(text.strip_prefix("W+"));
    let good = text == "0" || margin.is_some_and(|margin| margin == "R" || is_margin(margin));
    assert!(good, "{text:?} is no result");
}
