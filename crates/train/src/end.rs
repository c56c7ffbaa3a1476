//! Result of a game that was played to its end.

use halfpoint_core::game::{Game, GameEnd, Outcome};
use halfpoint_core::rules::DeadStoneRule;
use halfpoint_core::score::{PointOwner, Territory};
use halfpoint_core::{Board, Color, Point, PointSet};

use super::maker::GameMaker;
use super::record::{ResultRecord, packed};
use halfpoint_nn::{Evaluation, History, NetReader};

/// Minimum absolute mean ownership of a chain (0 to 1) from which a net is sure of its life.
const SURE_OF_CHAIN: f32 = 0.6;

impl GameMaker<'_> {
    /// Returns the result of a game. If it `removes_dead`, dead stones are those of which the net
    /// is certain; where it is not certain of a chain, the result is unknown.
    pub(super) fn result(
        &mut self,
        game: &Game,
        history: &History,
        removes_dead: bool,
    ) -> ResultRecord {
        match game.state().over {
            None | Some(GameEnd::Resign(_)) => ResultRecord::default(),
            Some(GameEnd::Passes) => self.counted(game, history, removes_dead),
            Some(GameEnd::Draw) => ResultRecord {
                outcome: Some(winner(0)),
                ..ResultRecord::default()
            },
            Some(GameEnd::Void) => ResultRecord {
                outcome: Some("void".into()),
                ..ResultRecord::default()
            },
            Some(GameEnd::NoMove(loser)) => ResultRecord {
                outcome: Some(winner(loser.opponent().sign())),
                ..ResultRecord::default()
            },
        }
    }

    fn counted(&mut self, game: &Game, history: &History, removes_dead: bool) -> ResultRecord {
        let board = game.board();
        let mut dead = PointSet::new(board.size());
        if removes_dead {
            let evaluation = self.evaluate(game, history, game.terms());
            let reader = self.reader(board.size());
            let (judged, is_certain) = dead_stones(game, &evaluation, reader);
            if !is_certain {
                return ResultRecord::default();
            }
            dead = judged;
        }
        let dead = game.counted_dead(&dead);
        let Outcome::Counted(score) = game.outcome_cached(&dead, &mut self.readings) else {
            return ResultRecord::default();
        };
        if !score.certain || game.rules().last_mover_wins() {
            return ResultRecord::default();
        }
        let margin = score.margin().halves();
        ResultRecord {
            margin: Some(margin),
            outcome: Some(winner(margin.signum())),
            own: Some(packed(owners(board, &dead))),
        }
    }
}

/// Returns the stones of chains that the opponent owns, and whether the owner of every chain is
/// certain. The evaluation is that of the present position.
pub(super) fn dead_stones(
    game: &Game,
    evaluation: &Evaluation,
    reader: &NetReader<'_>,
) -> (PointSet, bool) {
    let board = game.board();
    let mover = game.to_move();
    let mut dead = PointSet::new(board.size());
    let mut is_certain = true;
    for color in Color::BOTH {
        let sign = if color == mover { 1.0 } else { -1.0 };
        for chain in board.stones_of(color).parts() {
            let owner = |point| sign * evaluation.ownership[reader.place(point)];
            let mean = chain.iter().map(owner).sum::<f32>() / chain.len() as f32;
            is_certain &= mean.abs() >= SURE_OF_CHAIN;
            if mean < 0.0 {
                dead |= chain;
            }
        }
    }
    (dead, is_certain)
}

/// Returns the stones that the first pass of a game can propose as dead; `None` where the rules
/// have no proposals, or no stone is dead.
pub(super) fn proposal(
    game: &Game,
    evaluation: &Evaluation,
    reader: &NetReader<'_>,
) -> Option<Vec<Point>> {
    let may = game.rules().dead == DeadStoneRule::Proposed && game.state().first_token.is_none();
    let (dead, _) = may.then(|| dead_stones(game, evaluation, reader))?;
    (!dead.is_empty()).then(|| dead.iter().collect())
}

/// Returns the owner of each point without the dead stones, seen by Black, row by row from the top.
fn owners(board: &Board, dead: &PointSet) -> impl Iterator<Item = f32> {
    let size = board.size();
    let territory = Territory::new(board, dead, &PointSet::new(size));
    let rows = (0..size.height()).rev();
    let points = rows.flat_map(move |y| (0..size.width()).filter_map(move |x| size.point(x, y)));
    points.map(move |point| match territory.owner(point) {
        PointOwner::Stone(color) | PointOwner::Territory(color) | PointOwner::SekiEye(color) => {
            color.sign() as f32
        }
        PointOwner::Dame | PointOwner::SekiLiberty | PointOwner::Nobody => 0.0,
    })
}

/// Returns the word of the winner by the sign of Black's margin.
fn winner(sign: i32) -> String {
    match sign {
        1 => "B".into(),
        -1 => "W".into(),
        _ => "0".into(),
    }
}
