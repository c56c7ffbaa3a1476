//! Kinds of moves, by which problems are told apart and explained.

use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::game::{GameEnd, PlayedMove, Position, Token};

/// Purpose of a move as far as the board shows it, the first that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// Token move that ends the game.
    LastToken,
    /// Token move that gains half a point for the mover or is the cheaper of two.
    Button,
    /// Half-pass that does not end the game.
    HalfPass,
    /// Pass, full or not, that does not end the game.
    Pass,
    /// Delay.
    Delay,
    /// Capture of one stone by a stone that could be retaken but for the ko.
    Ko,
    /// Any other capture.
    Capture,
    /// Placement that saves a chain of the mover's from atari.
    Rescue,
    /// Placement that puts an opposing chain in atari.
    Atari,
    /// Placement on a dame: a region of at most two points that both sides touch.
    Dame,
    /// Placement in a region that only the mover touches.
    OwnTerritory,
    /// Placement in a region that only the opponent touches.
    TheirTerritory,
    /// Placement in a region that is open.
    Open,
}

impl MoveKind {
    /// Returns the kind of a move of the side to move.
    pub(super) fn of(position: &Position, action: PlayedMove) -> MoveKind {
        match action {
            PlayedMove::Place(point) => of_placement(position.board(), position.to_move(), point),
            PlayedMove::Token(token) => of_token(position, token),
            PlayedMove::Resign => MoveKind::LastToken,
        }
    }

    /// Returns whether moves of the kind are token moves.
    #[must_use]
    pub const fn is_token(self) -> bool {
        matches!(
            self,
            MoveKind::LastToken
                | MoveKind::Button
                | MoveKind::HalfPass
                | MoveKind::Pass
                | MoveKind::Delay
        )
    }
}

fn of_token(position: &Position, token: Token) -> MoveKind {
    let mut after = position.clone();
    after.make(position.to_move(), PlayedMove::Token(token), |_| ());
    if matches!(after.state().over, Some(GameEnd::Passes | GameEnd::Draw)) {
        return MoveKind::LastToken;
    }
    match token {
        Token::TakeButton | Token::GiveButton => MoveKind::Button,
        Token::HalfPass => MoveKind::HalfPass,
        Token::Pass | Token::StonePass => MoveKind::Pass,
        Token::Delay | Token::UltimateDelay | Token::Draw => MoveKind::Delay,
    }
}

fn of_placement(board: &Board, color: Color, point: Point) -> MoveKind {
    let captured = board.captures(color, point).count();
    let mut after = board.clone();
    after.play(color, point);
    if captured == 1 && after.chain_len(point) == 1 && after.last_liberty(point).is_some() {
        return MoveKind::Ko;
    }
    if captured > 0 {
        return MoveKind::Capture;
    }
    let beside = |board: &Board, of: Color| {
        let around = board.around(point);
        let in_atari = around
            .into_iter()
            .filter(|&p| board.get(p) == Some(of) && board.last_liberty(p).is_some());
        in_atari.count()
    };
    let escapes = after.last_liberty(point).is_none();
    if beside(board, color) > 0 && escapes {
        return MoveKind::Rescue;
    }
    if beside(&after, color.opponent()) > 0 {
        return MoveKind::Atari;
    }
    let region = region_of(board, point);
    let stones = board.stones_of(Color::Black) | board.stones_of(Color::White);
    let border = region.neighbours_in(&stones);
    let touches = |of: Color| border.intersects(&board.stones_of(of));
    match (touches(color), touches(color.opponent())) {
        (true, false) => MoveKind::OwnTerritory,
        (false, true) => MoveKind::TheirTerritory,
        (true, true) if region.len() <= 2 => MoveKind::Dame,
        (true, true) | (false, false) => MoveKind::Open,
    }
}

/// Returns the region of an empty point.
fn region_of(board: &Board, point: Point) -> PointSet {
    let mut parts = board.empty_points().parts();
    let found = parts.find(|part| part.contains(point));
    found.unwrap_or_else(|| PointSet::of(board.size(), [point]))
}
