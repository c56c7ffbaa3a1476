//! Parts of a rule set that exclude each other.

use thiserror::Error;

use super::ruleset::{
    ButtonRule, DeadStoneRule, EndRule, KoRule, MAX_BOWL_HANDICAP, MAX_BUTTON_WORTH, PassRule,
    Rules, ScoringRule, TaxRule, USUAL_BUTTON_WORTH,
};
use crate::half_points::HalfPoints;

/// Error of [`Rules::validate`]: two parts of a rule set that exclude each other, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Contradiction(&'static str);

impl Rules {
    /// Checks that the parts of the rule set fit together.
    ///
    /// # Errors
    /// Returns the first pair of parts that exclude each other.
    pub fn validate(&self) -> Result<(), Contradiction> {
        let demands = self.demands().into_iter().chain(self.bounds());
        let mut failing = demands.filter(|(holds, _)| !holds);
        match failing.next() {
            Some((_, text)) => Err(Contradiction(text)),
            None => Ok(()),
        }
    }

    /// Returns what parts demand of others, and whether it holds.
    fn demands(&self) -> [(bool, &'static str); 13] {
        let spare = self.last_mover_wins();
        [
            (
                spare == (self.pass == PassRule::Delay)
                    && spare == (self.ending == EndRule::LastMover),
                "spare-move counting, delays and the last-mover ending go together",
            ),
            (
                !spare || (self.buttons == ButtonRule::None && self.tax == TaxRule::Group),
                "spare-move counting has group tax and no buttons",
            ),
            (
                !spare || self.ko != KoRule::Simple,
                "spare-move counting needs a superko rule, or games would not end",
            ),
            (
                (self.pass == PassRule::HalfThenStone)
                    == (self.ending == EndRule::PassAfterFullPass),
                "half-passes and the ending by a pass after a full pass go together",
            ),
            (
                (self.dead == DeadStoneRule::Proposed) <= (self.pass == PassRule::HalfThenStone),
                "proposals of dead stones need half-passes",
            ),
            (
                self.pass != PassRule::HalfThenStone || self.buttons == ButtonRule::None,
                "half-passes and buttons exclude each other",
            ),
            (
                self.pass != PassRule::HalfThenStone || self.scoring == ScoringRule::Territory,
                "half-passes need territory counting",
            ),
            (
                self.buttons != ButtonRule::AsMoves || self.scoring == ScoringRule::Territory,
                "two buttons as moves need territory counting, or a pass would cost nothing",
            ),
            (
                (self.buttons == ButtonRule::AsMoves) == (self.ending == EndRule::SecondButton),
                "two buttons as moves and the ending by the second one go together",
            ),
            (
                !matches!(self.buttons, ButtonRule::OnPasses | ButtonRule::AsMoves)
                    || self.pass == PassRule::Stone,
                "two buttons need stone passes",
            ),
            (
                self.buttons != ButtonRule::OnLastPass || self.pass == PassRule::Stone,
                "a button on the last pass needs stone passes",
            ),
            (
                self.buttons == ButtonRule::Take || self.button_worth == USUAL_BUTTON_WORTH,
                "only a button that is taken has a worth of its own",
            ),
            (
                self.bowl_handicap == 0 || spare,
                "only spare-move counting has bowls",
            ),
        ]
    }

    /// Returns the bounds of numbers, and whether they are kept.
    fn bounds(&self) -> [(bool, &'static str); 2] {
        let worths = HalfPoints::ZERO..=MAX_BUTTON_WORTH;
        [
            (
                self.button_worth.iter().all(|worth| worths.contains(worth)),
                "the worth of a button is from 0 to 4 points",
            ),
            (
                (-MAX_BOWL_HANDICAP..=MAX_BOWL_HANDICAP).contains(&self.bowl_handicap),
                "the bowl handicap is too large",
            ),
        ]
    }
}
