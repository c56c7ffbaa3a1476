//! End of a spare-move count: the turn, the draw at hand, and whether the number is certain.

use super::breakdown::{Score, ScoreTerm};
use super::final_state::Final;
use super::territory::{PointOwner, Territory};
use crate::board::{Board, Color, Point, PointSet};
use crate::half_points::HalfPoints;
use crate::life::{Division, pass_alive};

/// Adds the turn's point and the draw at hand (`A` made the first delay, `O` is the opponent), and
/// sets whether the number is more than an estimate.
pub(super) fn settle_spare(score: &mut Score, game: &Final<'_>, territory: &Territory) {
    if let Some(o) = game.bowls.ultimate_in {
        let a = o.opponent();
        let after_dame = if territory.dame().is_multiple_of(2) {
            game.to_move
        } else {
            game.to_move.opponent()
        };
        if after_dame == o {
            score.sides[a].add(ScoreTerm::Turn, HalfPoints::ONE);
        }
        let behind = score.sides[o].total() - score.sides[a].total();
        if game.bowls.regular[o] == 0 && behind > HalfPoints::ZERO {
            score.sides[a].add(ScoreTerm::DrawAtHand, behind);
        }
    }
    score.certain = is_settled(game.board, game.dead, territory) && !may_escape_the_draw(game);
}

/// Returns whether the opponent O of the first delayer, out of regular prisoners but to move, can
/// capture one on the board before the draw is declared.
fn may_escape_the_draw(game: &Final<'_>) -> bool {
    let Some(o) = game.bowls.ultimate_in else {
        return false;
    };
    let is_in_atari = |stone: Point| game.board.last_liberty(stone).is_some();
    let mut stones = game.board.stones_of(o.opponent()).iter();
    game.bowls.regular[o] == 0 && game.to_move == o && stones.any(is_in_atari)
}

/// Returns whether spare moves can be counted: every chain is proven to live or to be dead
/// whichever side moves and however often, neither side can live in the other's territory, and dame
/// are worth nothing but the turn. Chains are proven by Benson 1976; a region is safe if at most
/// one point of it does not touch the living stones around it, so that no two eyes fit in (Müller
/// 1997, *Playing it Safe*). Positions with a seki are never proven, nor is a life that needs an
/// answer.
fn is_settled(board: &Board, dead: &PointSet, territory: &Territory) -> bool {
    let staying = Color::BOTH.map(|color| board.stones_of(color) - *dead);
    let is_proven = |color: Color| staying[color].is_subset(&pass_alive(board, color).stones);
    if staying.iter().all(PointSet::is_empty) || !Color::BOTH.into_iter().all(is_proven) {
        return false;
    }
    (!(staying[0] | staying[1])).parts().all(|region| {
        let touched = staying.map(|stones| stones.neighbours_in(&region));
        match region.first().map(|first| territory.owner(first)) {
            Some(PointOwner::Territory(color)) => {
                (region - touched[color]).len() <= 1 && !region.intersects(&board.stones_of(color))
            }
            Some(PointOwner::Dame) => {
                touched == [region; 2]
                    && !Color::BOTH
                        .into_iter()
                        .any(|color| joins_groups(board, dead, &region, color))
                    && region.is_subset(&board.empty_points())
            }
            _ => false,
        }
    })
}

/// Returns whether a colour that fills a region makes one group of several, which are then taxed
/// once.
fn joins_groups(board: &Board, dead: &PointSet, region: &PointSet, color: Color) -> bool {
    let number = |board: &Board, dead: &PointSet| {
        let groups = Division::new(board, dead).groups;
        groups.iter().filter(|group| group.color == color).count()
    };
    let stones = board.stones().filter(|&(point, _)| !dead.contains(point));
    let filled = stones.chain(region.iter().map(|point| (point, color)));
    let after = Board::with_stones(board.size(), filled);
    number(&after, &PointSet::new(board.size())) < number(board, dead)
}
