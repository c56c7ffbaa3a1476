//! Moves as shards write them: exact, so that a replay makes the same tokens.

use halfpoint_core::game::{Game, Token, TokenKind};
use halfpoint_core::notation::{parse_vertex, vertex, vertices};
use halfpoint_core::{Move, PlayedMove, Size};

/// Word before the stones of a proposal.
const PROPOSE: &str = "propose";
/// Word of a resignation.
const RESIGN: &str = "resign";

/// Returns the word of a token. Unlike [`PlayedMove::text`], it differs for each of them.
#[must_use]
pub const fn token_word(token: Token) -> &'static str {
    match token {
        Token::Pass => "pass",
        Token::StonePass => "stone_pass",
        Token::TakeButton => "take_button",
        Token::GiveButton => "give_button",
        Token::HalfPass => "half_pass",
        Token::Delay => "delay",
        Token::UltimateDelay => "ultimate_delay",
        Token::Draw => "draw",
    }
}

/// Returns a move that was played, with its effect, as text: a vertex, the word of a token,
/// `propose` with the stones of the proposal, or `resign`.
#[must_use]
pub fn move_text(size: Size, play: &Move, action: PlayedMove) -> String {
    match (play, action) {
        (Move::Propose(stones), _) if stones.is_empty() => PROPOSE.to_string(),
        (Move::Propose(stones), _) => {
            format!("{PROPOSE} {}", vertices(size, stones.iter().copied()))
        }
        (_, PlayedMove::Place(point)) => vertex(size, point),
        (_, PlayedMove::Token(token)) => token_word(token).to_string(),
        (_, PlayedMove::Resign) => RESIGN.to_string(),
    }
}

/// Returns the move of the player to move that a text stands for; `None` if there is none, or a
/// token is not possible now.
#[must_use]
pub fn parse_move(game: &Game, text: &str) -> Option<Move> {
    let size = game.board().size();
    let mut words = text.split(' ');
    let first = words.next()?;
    if first == PROPOSE {
        let stones: Option<Vec<_>> = words.map(|word| parse_vertex(size, word)).collect();
        return stones.map(Move::Propose);
    }
    if text == RESIGN {
        return Some(Move::Resign);
    }
    if let Some(&token) = Token::ALL.iter().find(|&&token| token_word(token) == text) {
        return token_move(game, token);
    }
    parse_vertex(size, text).map(Move::Place)
}

/// Returns the move that makes a token: a plain pass where that does it, else the name.
pub(super) fn token_move(game: &Game, token: Token) -> Option<Move> {
    let names = TokenKind::ALL.into_iter().map(Move::Token);
    let mut moves = std::iter::once(Move::Pass).chain(names);
    let wanted = Ok(PlayedMove::Token(token));
    moves.find(|play| game.position().resolve(game.to_move(), play) == wanted)
}

/// Returns the texts of the moves of a game without proposals.
pub(super) fn texts_of(game: &Game) -> Vec<String> {
    let size = game.board().size();
    let text = |action| move_text(size, &Move::Pass, action);
    game.records()
        .iter()
        .map(|record| text(record.action))
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use halfpoint_core::HalfPoints;
    use halfpoint_core::rules::PRESETS;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn tokens_stand_in_the_order_of_the_enumeration() {
        for (index, token) in Token::ALL.into_iter().enumerate() {
            assert_eq!(token as usize, index);
        }
    }

    /// Returns a random legal move of the player to move.
    pub(crate) fn random_move(game: &Game, random: &mut Xoshiro256PlusPlus) -> Option<Move> {
        let color = game.to_move();
        let points = game.position().placements(color);
        let mut tokens: Vec<Move> = game
            .position()
            .tokens(color)
            .into_iter()
            .map(|(name, _)| Move::Token(name))
            .collect();
        tokens.push(Move::Pass);
        let stones: Vec<_> = game
            .board()
            .stones()
            .map(|(point, _)| point)
            .take(2)
            .collect();
        tokens.push(Move::Propose(stones));
        tokens.retain(|play| game.position().resolve(color, play).is_ok());
        let placement = points.choose(random).map(|&point| Move::Place(point));
        let token = tokens.choose(random).cloned();
        if random.random_bool(0.3) {
            token.or(placement)
        } else {
            placement.or(token)
        }
    }

    #[test]
    fn texts_of_random_games_are_replayed_exactly() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for preset in &PRESETS {
            for _ in 0..20 {
                let mut game = Game::new(preset.rules, Size::square(4), HalfPoints::ZERO);
                let mut replayed = game.clone();
                for _ in 0..60 {
                    let Some(play) = random_move(&game, &mut random) else {
                        break;
                    };
                    let color = game.to_move();
                    let action = game.play(color, &play).expect("a legal move");
                    let text = move_text(game.board().size(), &play, action);
                    let again = parse_move(&replayed, &text).expect(&text);
                    assert_eq!(replayed.play(color, &again), Ok(action), "{text}");
                    assert_eq!(replayed.state(), game.state(), "{} {text}", preset.id);
                }
                assert_eq!(replayed, game);
            }
        }
    }
}
