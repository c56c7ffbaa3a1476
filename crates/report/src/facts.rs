//! What happened in a game that explains its counts.

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::game::{Game, PlayedMove};
use halfpoint_core::score::{PointOwner, Territory};

use super::causes::placed;

/// The last stone of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastStone {
    /// Who placed it.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// Whether it filled a dame.
    pub dame: bool,
}

/// Whether turns alternated, begun by Black, or by White after handicap stones. Only then must
/// counting by area and by territory with pass stones agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// They did.
    Alternate,
    /// Stones other than handicap were set up.
    SetUp,
    /// The wrong player began.
    WrongStart(Color),
    /// This move, counted from 1, was made by the player who had moved before.
    OutOfTurn(usize),
}

/// What happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Stones that each colour placed, without handicap.
    pub placed: [usize; 2],
    /// Passes and other token moves of each colour.
    pub passed: [usize; 2],
    /// Who made the first of those.
    pub first_passer: Option<Color>,
    /// Who made the last of those.
    pub last_passer: Option<Color>,
    /// The last stone placed.
    pub last_stone: Option<LastStone>,
    /// Dame that are left on the board.
    pub dame_left: usize,
    /// Whose turn it was.
    pub turns: Turns,
}

impl GameSummary {
    pub(super) fn new(game: &Game, dead: &PointSet) -> GameSummary {
        let records = game.records();
        let tokens = || {
            records
                .iter()
                .filter(|record| matches!(record.action, PlayedMove::Token(_)))
                .map(|record| record.color)
        };
        let passes = |color: Color| tokens().filter(|&passer| passer == color).count();
        GameSummary {
            placed: placed(game),
            passed: Color::BOTH.map(passes),
            first_passer: tokens().next(),
            last_passer: tokens().next_back(),
            last_stone: last_stone(game, dead),
            dame_left: Territory::new(game.board(), dead).dame(),
            turns: turns(game),
        }
    }
}

fn last_stone(game: &Game, dead: &PointSet) -> Option<LastStone> {
    let mut before = game.clone();
    loop {
        let record = before.undo()?;
        if let PlayedMove::Place(point) = record.action {
            // What is dead now and was there already.
            let board = before.board();
            let there = dead.iter().filter(|&stone| board.get(stone).is_some());
            let dead = PointSet::of(board.size(), there);
            let none = PointSet::new(board.size());
            let owner = Territory::with_seki(board, &dead, &none).owner(point);
            return Some(LastStone {
                color: record.color,
                point,
                dame: owner == PointOwner::Dame,
            });
        }
    }
}

fn turns(game: &Game) -> Turns {
    let setup = game.setup();
    if setup.stones().len() > setup.handicap() {
        return Turns::SetUp;
    }
    let mut expected = match setup.handicap() {
        0 => Color::Black,
        _ => Color::White,
    };
    for (index, record) in game.records().iter().enumerate() {
        match record.action {
            PlayedMove::Resign => continue,
            _ if record.color == expected => expected = expected.opponent(),
            _ if index == 0 => return Turns::WrongStart(record.color),
            _ => return Turns::OutOfTurn(index + 1),
        }
    }
    Turns::Alternate
}
