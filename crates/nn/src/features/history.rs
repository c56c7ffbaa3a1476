//! Part of a game's past that the inputs show: the last five moves, the last two boards, and the
//! points that a superko may forbid.

use halfpoint_core::board::ZobristKey;
use halfpoint_core::{Board, Color, Game, PlayedMove, Point, PointSet, Position, Size};

/// Number of moves that the inputs show.
pub(crate) const MAX_TURNS: usize = 5;

/// A move: its player and its point, `None` for a token move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) color: Color,
    pub(crate) point: Option<Point>,
}

/// Stones with the point that a simple ko forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    pub(crate) key: ZobristKey,
    pub(crate) stones: [PointSet; 2],
    pub(crate) ko: Option<Point>,
}

impl Snapshot {
    pub(crate) fn of(board: &Board, ko: Option<Point>) -> Snapshot {
        Snapshot {
            key: board.key(),
            stones: Color::BOTH.map(|color| board.stones_of(color)),
            ko,
        }
    }
}

/// Past of a position as far as the inputs of a net show it: a value without memory of its own,
/// which a search copies and brings forward by [`History::make`].
///
/// Token moves of every kind count as passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct History {
    /// Last moves, the latest one first.
    turns: [Option<Turn>; MAX_TURNS],
    /// Last boards, the latest one first; the board at the start where the game is too short.
    boards: [Snapshot; 2],
    /// Point that a simple ko forbids now.
    ko: Option<Point>,
    /// Points from which a stone has been removed: nowhere else can a placement repeat a position,
    /// suicides apart.
    vacated: PointSet,
    /// Stones that the last move proposed as dead.
    proposed: PointSet,
}

impl History {
    /// Creates the history of a position at the start of a game.
    #[must_use]
    pub fn new(board: &Board) -> History {
        History {
            turns: [None; MAX_TURNS],
            boards: [Snapshot::of(board, None); 2],
            ko: None,
            vacated: PointSet::new(board.size()),
            proposed: PointSet::new(board.size()),
        }
    }

    /// Creates the history of the present position of a game.
    #[must_use]
    pub fn of(game: &Game) -> History {
        let mut board = game.setup().board();
        let mut history = History::new(&board);
        for record in game.records() {
            history.remember(
                &board,
                record.color,
                record.action,
                record.before().over.is_some(),
            );
            if let PlayedMove::Place(point) = record.action {
                history.ko = board.play(record.color, point).ko;
            }
            history.vacated.extend(record.removed().iter().copied());
        }
        if let Some(record) = game.records().last() {
            history.proposed.extend(record.proposed.iter().copied());
        }
        history
    }

    /// Returns the point of the last move; `None` after a token and at the start.
    #[must_use]
    pub fn last_point(&self) -> Option<Point> {
        self.turns[0].and_then(|turn| turn.point)
    }

    /// Returns the point that a simple ko forbids now.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Makes a move as [`Position::make`] does, and brings the history forward. A move made so
    /// proposes nothing.
    pub fn make(&mut self, position: &mut Position, color: Color, action: PlayedMove) {
        let is_over = position.state().over.is_some();
        self.remember(position.board(), color, action, is_over);
        let vacated = &mut self.vacated;
        let ko = position.make(color, action, |stone| {
            vacated.insert(stone);
        });
        if action != PlayedMove::Resign {
            self.ko = ko;
        }
    }

    /// Stores a move and the board before it; the ko of that board is lifted.
    fn remember(&mut self, before: &Board, color: Color, action: PlayedMove, is_over: bool) {
        let point = match action {
            PlayedMove::Place(point) => Some(point),
            PlayedMove::Token(_) => None,
            PlayedMove::Resign => return,
        };
        if is_over {
            // Play goes on after an end: of the moves before, the one that ended the game is shown.
            self.turns[1..].fill(None);
        }
        self.turns.rotate_right(1);
        self.turns[0] = Some(Turn { color, point });
        self.boards = [Snapshot::of(before, self.ko), self.boards[0]];
        self.ko = None;
        self.proposed = PointSet::new(self.size());
    }

    /// Returns the size of the board.
    pub(crate) fn size(&self) -> Size {
        self.vacated.size()
    }

    /// Returns the last moves that players made in turn, the latest one first, seen from the player
    /// to move; at most `count`.
    pub(crate) fn turns_before(&self, to_move: Color, count: usize) -> impl Iterator<Item = Turn> {
        let turns = self.turns.into_iter().take(count).map_while(|turn| turn);
        turns.scan(to_move, |next, turn| {
            *next = next.opponent();
            (turn.color == *next).then_some(turn)
        })
    }

    /// Returns the board before the last move, or before the last two.
    pub(crate) fn board_before(&self, moves: usize) -> &Snapshot {
        &self.boards[moves - 1]
    }

    /// Returns the points from which a stone has been removed.
    pub(crate) fn vacated(&self) -> PointSet {
        self.vacated
    }

    /// Returns the stones that the last move proposed as dead.
    pub(crate) fn proposed(&self) -> PointSet {
        self.proposed
    }
}
