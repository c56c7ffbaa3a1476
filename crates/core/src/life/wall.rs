//! The stones that reading takes for granted around the fight that it reads.
//!
//! A chain that was read to live by itself may have to answer a move. It is no wall for a fight in
//! which that move serves another purpose, too: each claim would be right, but not both together.

use super::reading::{Check, Goal, LifeReader, Problem, ReadingAnswer};
use crate::board::{Board, Color, PointSet};

/// Maximal number of positions that the reading of one question may visit if the boundary of its
/// cut-out is the worst case for the claim.
pub(super) const ONE_WORST_QUESTION: u32 = 4_000;

/// Answer that the goal is reached under every ko rule.
pub(super) const YES: Option<ReadingAnswer> = Some(ReadingAnswer {
    reached: true,
    certain: true,
});

/// Chain that lives by itself if its owner answers the moves in its fight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answering {
    color: Color,
    pub stones: PointSet,
    /// Points on which a move has to be answered there, or at the walls that its life rests on.
    threats: PointSet,
}

/// Stones that a question about another chain may take for granted.
pub(super) struct Wall {
    pub stones: PointSet,
    /// Those of its chains that may have to answer a move.
    pub answering: Vec<Answering>,
}

impl Wall {
    /// Returns the stones that need no answer to a move on any of these points.
    pub fn against(&self, points: &PointSet) -> PointSet {
        let answering = self.answering.iter();
        let threatened = answering.filter(|chain| chain.threats.intersects(points));
        threatened.fold(self.stones, |firm, chain| firm - chain.stones)
    }

    /// Returns the problem that `cut` makes between walls, for a claim of `prover`; `None` if it is
    /// too large. A wall of the prover that may have to answer a move in the problem is left out:
    /// one move could threaten both, and both would not get their answer.
    pub fn cut(
        &self,
        prover: Color,
        cut: impl Fn(&PointSet) -> Option<Problem>,
    ) -> Option<Problem> {
        let mut stones = self.stones;
        loop {
            let problem = cut(&stones)?;
            let sharing = self.beside(&problem.ground, prover);
            let sharing = sharing.filter(|chain| chain.threats.intersects(&problem.ground));
            let kept = sharing.fold(stones, |kept, chain| kept - chain.stones);
            if kept == stones {
                return Some(problem);
            }
            stones = kept;
        }
    }

    /// Returns the chains of a colour beside a fight that may have to answer a move.
    fn beside(&self, ground: &PointSet, color: Color) -> impl Iterator<Item = &Answering> {
        let beside = ground.neighbours();
        let chains = self
            .answering
            .iter()
            .filter(move |chain| chain.color == color);
        chains.filter(move |chain| chain.stones.intersects(&beside))
    }

    /// Returns the chain of a fight that was read to live by itself, if there or at the walls that
    /// its life rests on a move has to be answered.
    pub fn answering(
        &self,
        board: &Board,
        fight: &Problem,
        reader: &mut LifeReader<'_>,
    ) -> Option<Answering> {
        let beside = self.beside(&fight.ground, fight.owner);
        let threats = beside.fold(threats_to(fight, reader), |all, chain| all | chain.threats);
        let stone = fight.chains.first()?;
        (!threats.is_empty()).then(|| Answering {
            color: fight.owner,
            stones: PointSet::of(board.size(), board.chain(*stone)),
            threats,
        })
    }
}

/// Returns the points on which a first move of the opponent has to be answered, or else a chain
/// that lives by itself does so no longer. Among them are those for which that is too hard to read.
fn threats_to(fight: &Problem, reader: &mut LifeReader<'_>) -> PointSet {
    let (goal, first) = (Goal::Independence, fight.owner.opponent());
    let unanswered = fight.unanswered().filter(|(_, next)| {
        reader.ask(next, goal, first, Check::Reached, ONE_WORST_QUESTION) != YES
    });
    PointSet::of(fight.ground.size(), unanswered.map(|(point, _)| point))
}
