//! Facts of a game that explain its counts.

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::game::{Game, GameEnd, PlayedMove, State};
use halfpoint_core::life::{ReadingCache, seki_cached};
use halfpoint_core::rules::{EndRule, Rules};
use halfpoint_core::score::{PointOwner, Territory};

use super::causes::placed;

/// The last stone of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastStone {
    /// The side that placed it.
    pub color: Color,
    /// The point on which it was placed.
    pub point: Point,
    /// Whether the stone filled a dame.
    pub dame: bool,
}

/// Order of the turns of a game.
///
/// A count by area and a count by territory with pass stones are certain to agree only if the turns
/// alternated, with the first move by Black, or by White after handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// The turns alternated.
    Alternate,
    /// Stones other than handicap stones were set up.
    SetUp,
    /// This side moved first, although it was not its turn.
    WrongStart(Color),
    /// This move, counted from 1, was made by the side that had also made the move before.
    OutOfTurn(usize),
}

/// Facts of a game that explain its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Number of stones that each colour placed in play, without handicap stones.
    pub placed: [usize; 2],
    /// Number of passes and other token moves of each colour.
    pub passed: [usize; 2],
    /// The side that made the first token move.
    pub first_passer: Option<Color>,
    /// The side that made the last token move.
    pub last_passer: Option<Color>,
    /// The last stone placed.
    pub last_stone: Option<LastStone>,
    /// Number of dame left on the board.
    pub dame_left: usize,
    /// Order of the turns.
    pub turns: Turns,
}

impl GameSummary {
    pub(super) fn new(game: &Game, dead: &PointSet, readings: &mut ReadingCache) -> GameSummary {
        let seki = seki_cached(game.board(), dead, readings);
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
            dame_left: Territory::new(game.board(), dead, &seki).dame(),
            turns: turns(game),
        }
    }
}

fn last_stone(game: &Game, dead: &PointSet) -> Option<LastStone> {
    let mut before = game.clone();
    loop {
        let record = before.undo()?;
        if let PlayedMove::Place(point) = record.action {
            // Only stones that were on the board before the last stone was placed.
            let board = before.board();
            let there = dead.iter().filter(|&stone| board.get(stone).is_some());
            let dead = PointSet::of(board.size(), there);
            let none = PointSet::new(board.size());
            let owner = Territory::new(board, &dead, &none).owner(point);
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

/// Returns whether the game has ended by a pass of Black's under rules that let White pass last.
#[must_use]
pub fn is_extra_stone_due(rules: &Rules, state: &State) -> bool {
    rules.ending == EndRule::TwoPassesWhiteLast
        && state.over == Some(GameEnd::Passes)
        && state.last_passer == Some(Color::Black)
}
