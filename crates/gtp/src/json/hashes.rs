//! Hashes of a position, by which a client tells that two answers are about the same one.

use halfpoint_core::board::{Symmetry, ZobristKey};
use halfpoint_core::game::Game;

/// Kind of the facts that a hash has in addition to [`Position::key`]: the size of the board.
///
/// [`Position::key`]: halfpoint_core::game::Position::key
const SIZE: u32 = 0x100;
/// Kind of the facts that are points on which a repetition forbids a stone.
const BANNED: u32 = 0x101;

/// Returns the hash of a position, and the one that it shares with all its images by turning and
/// mirroring. They depend on the stones, the turn, what tokens did, and the points that ko or
/// superko forbids; not on komi and rules.
pub(super) fn hashes(game: &Game) -> [ZobristKey; 2] {
    let (position, board) = (game.position(), game.board());
    let (size, color) = (board.size(), game.to_move());
    let mut facts = position.key();
    facts ^= board.key();
    let banned = board.empties().iter();
    let banned: Vec<_> = banned
        .copied()
        .filter(|&point| position.is_banned_by_ko(color, point))
        .collect();
    let of_image = |image: Symmetry| {
        let (width, height) = (image.size().width(), image.size().height());
        let mut key = facts;
        key ^= image.board(board).key();
        key ^= ZobristKey::feature(SIZE, ((width << 8) | height) as u32);
        for &point in &banned {
            key ^= ZobristKey::feature(BANNED, image.point(point).index() as u32);
        }
        key
    };
    // The first image is the position itself, and the later half has the colours reversed.
    let images = Symmetry::all(size).filter(|image| image.color(color) == color);
    let keys: Vec<ZobristKey> = images.map(of_image).collect();
    let smallest = keys.iter().copied().min().unwrap_or_default();
    [keys.first().copied().unwrap_or_default(), smallest]
}

#[cfg(test)]
mod tests {
    use halfpoint_core::board::{Color, Size};
    use halfpoint_core::game::Move;
    use halfpoint_core::notation::parse_vertex;
    use halfpoint_core::rules::find;

    use super::*;

    fn after(size: Size, moves: &str) -> [ZobristKey; 2] {
        hashes(&game(size, moves))
    }

    fn game(size: Size, moves: &str) -> Game {
        let preset = find("chinese").expect("rules");
        let mut game = Game::new(preset.rules, size, preset.usual_komi);
        for (at, vertex) in moves.split_whitespace().enumerate() {
            let color = [Color::Black, Color::White][at % 2];
            let play = match parse_vertex(size, vertex) {
                Some(point) => Move::Place(point),
                None => Move::Pass,
            };
            game.play(color, &play).expect(vertex);
        }
        game
    }

    #[test]
    fn images_of_a_position_share_one_of_its_two_hashes() {
        let size = Size::square(5);
        let [this, shared] = after(size, "B1 C3");
        assert_eq!(after(size, "B1 C3"), [this, shared]);
        for image in ["D1 C3", "A2 C3", "E4 C3", "B5 C3"] {
            let [other, also] = after(size, image);
            assert_eq!(also, shared, "{image}");
            assert_ne!(other, this, "{image}");
        }
        for other in ["B1", "C3 B1", "B1 C2", "B1 C3 pass", "B1 C3 pass pass"] {
            assert_ne!(after(size, other)[1], shared, "{other}");
        }
        assert_ne!(after(Size::square(4), "")[1], after(size, "")[1]);
        let wide = Size::new(5, 3).expect("a size");
        let tall = Size::new(3, 5).expect("a size");
        assert_eq!(after(wide, "A1")[1], after(tall, "C5")[1]);
        assert_ne!(after(wide, "A1")[0], after(tall, "C5")[0]);
    }

    /// Two ways to the same stones, turn and prisoners: by the first one White may not take back.
    #[test]
    fn a_forbidden_point_makes_another_position() {
        let size = Size::square(5);
        let ko = game(size, "B2 E2 C1 D1 C3 D3 A2 C2 B1 E5 D2");
        let free = game(size, "B2 E2 C1 D1 C3 D3 A2 A1 D2 E5 B1");
        assert_eq!(ko.position().key(), free.position().key());
        for (ko, free) in hashes(&ko).into_iter().zip(hashes(&free)) {
            assert_ne!(ko, free);
        }
    }
}
