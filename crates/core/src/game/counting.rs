//! The count of a position.

use super::position::{Position, Terms};
use super::state::{Proposal, State};
use crate::board::PointSet;
use crate::half_points::HalfPoints;
use crate::life::{ReadingCache, seki_cached};
use crate::rules::{DeadStoneRule, ScoringRule, TaxRule};
use crate::score::{Final, Score, TermPoints, count};

impl Position {
    /// Counts the board as it stands, without the stones of `dead`; see [`Position::counted_dead`].
    /// Stones in seki are read where the count depends on them.
    #[must_use]
    pub fn count(&self, dead: &PointSet, terms: Terms) -> Score {
        self.count_cached(dead, terms, &mut ReadingCache::new())
    }

    /// Counts as [`Position::count`] does, and keeps what it reads in a cache of the caller's.
    #[must_use]
    pub fn count_cached(
        &self,
        dead: &PointSet,
        terms: Terms,
        readings: &mut ReadingCache,
    ) -> Score {
        self.count_state(self.state(), dead, terms, readings)
    }

    /// Counts as [`Position::count`] does, with known stones in seki. A search reads seki once in
    /// the position from which it starts, and saves the time here.
    #[must_use]
    pub fn count_knowing(&self, seki: &PointSet, dead: &PointSet, terms: Terms) -> Score {
        // Spare moves are counted only where there is no seki, so that must be read here.
        match self.rules().scoring {
            ScoringRule::Spare => self.count(dead, terms),
            ScoringRule::Area | ScoringRule::Territory => {
                self.count_with(self.state(), dead, seki, terms)
            }
        }
    }

    /// Reads the stones in seki once `dead` are removed, if there is a tax on them; else the empty
    /// set.
    #[must_use]
    pub fn seki(&self, dead: &PointSet, readings: &mut ReadingCache) -> PointSet {
        match self.rules().tax {
            TaxRule::Seki => seki_cached(self.board(), dead, readings),
            TaxRule::None | TaxRule::Group => PointSet::new(self.board().size()),
        }
    }

    /// Reads the seki that the count needs, and counts the stones with a given state, which may be
    /// an earlier one of these stones.
    pub(super) fn count_state(
        &self,
        state: &State,
        dead: &PointSet,
        terms: Terms,
        readings: &mut ReadingCache,
    ) -> Score {
        let in_seki = self.seki_counted(dead, readings);
        self.count_with(state, dead, &in_seki, terms)
    }

    /// Reads the seki that the count needs, and finds the points that each term of it counts, with
    /// a state as for [`Position::count_state`].
    pub(super) fn term_points(
        &self,
        state: &State,
        dead: &PointSet,
        readings: &mut ReadingCache,
    ) -> TermPoints {
        let in_seki = self.seki_counted(dead, readings);
        let terms = Terms::default();
        TermPoints::new(
            self.rules(),
            &self.final_state(state, dead, &in_seki, terms),
        )
    }

    /// Reads the stones in seki where the count depends on them; else the empty set.
    fn seki_counted(&self, dead: &PointSet, readings: &mut ReadingCache) -> PointSet {
        match self.rules().count_needs_seki() {
            true => seki_cached(self.board(), dead, readings),
            false => PointSet::new(self.board().size()),
        }
    }

    fn count_with(&self, state: &State, dead: &PointSet, seki: &PointSet, terms: Terms) -> Score {
        count(self.rules(), &self.final_state(state, dead, seki, terms))
    }

    /// Returns what is counted if the game ends here with a given state.
    fn final_state<'a>(
        &'a self,
        state: &State,
        dead: &'a PointSet,
        seki: &'a PointSet,
        terms: Terms,
    ) -> Final<'a> {
        let komi = match self.rules().has_komi() {
            true => terms.komi,
            false => HalfPoints::ZERO,
        };
        Final {
            board: self.board(),
            dead,
            seki,
            captures: state.captures,
            ledger: state.ledger,
            handicap: terms.handicap,
            komi,
            last_passer: state.last_passer,
            bowls: state.bowls,
            to_move: state.to_move,
        }
    }

    /// Returns the dead stones that count if the game ends here: `judged` where the rules let
    /// players agree on them, `proposed` if that proposal was accepted. Points without a stone are
    /// left out.
    #[must_use]
    pub fn counted_dead(&self, judged: &PointSet, proposed: Option<&PointSet>) -> PointSet {
        let accepted = matches!(self.state().proposal, Proposal::Accepted(_));
        let dead = match self.rules().dead {
            DeadStoneRule::Agreed => Some(judged),
            DeadStoneRule::Proposed if accepted => proposed,
            DeadStoneRule::None | DeadStoneRule::Proposed => None,
        };
        let points = dead.into_iter().flat_map(PointSet::iter);
        let there = points.filter(|&point| self.board().get(point).is_some());
        PointSet::of(self.board().size(), there)
    }
}
