//! The area game that is worth as much as a game under other rules.
//!
//! An evaluator that knows area scoring, a button and komi can judge every rule set in this way.
//! The identities of the button rules (`docs/rules`) make it exact where turns alternate from here
//! on: a placement or a pass stone costs a point of territory, so territory is area less the moves
//! made, and who moves last is settled by a token or by White's last stone.

use super::position::{Position, Terms};
use super::state::State;
use crate::board::Color;
use crate::half_points::HalfPoints;
use crate::rules::{ButtonRule, KoRule, PassRule, Rules, ScoringRule, SuicideRule, TaxRule};

/// Area game with the margin of another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaEquivalent {
    /// Komi with which the area margin is the margin of the game: White's compensation and
    /// everything that captures, moves and tokens have settled.
    pub komi: HalfPoints,
    /// Worth, to each colour, of the button that the next player to pass takes; `None` if no button
    /// is on the table.
    pub button: Option<[HalfPoints; 2]>,
    /// Points that are deducted from territory.
    pub tax: TaxRule,
    /// Whether each further placement costs its player a point while passes are free. The komi then
    /// holds if both players make as many placements from here on.
    pub territory: bool,
    /// Repetitions that are forbidden.
    pub ko: KoRule,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
    /// Whether dead stones are removed at the end by agreement.
    pub removes_dead: bool,
}

impl AreaEquivalent {
    /// Returns what the margin has besides twice the area margin, in half-points: komi and the
    /// button, if Black takes it and if White does. The two are equal if no button is on the table.
    #[must_use]
    pub fn besides_area(&self) -> [i32; 2] {
        let [black, white] = self.button.unwrap_or_default().map(HalfPoints::halves);
        [black, -white].map(|button| button - self.komi.halves())
    }

    /// Returns whether the game can end in a draw, as far as half-points tell.
    #[must_use]
    pub fn may_be_drawn(&self) -> bool {
        self.besides_area().iter().any(|margin| margin % 2 == 0)
    }

    /// Returns the komi of the most similar game whose button, if there is one, is worth half a
    /// point to either player, and whether there is one.
    ///
    /// A button worth `b` to Black and `w` to White is one worth `(b + w) / 2` to either, at a komi
    /// that is `(b − w) / 2` smaller. So the game is exact where `b + w` is one point or nothing.
    /// Elsewhere it is wrong by as much whoever takes the button. Only where that would need a
    /// quarter of a point, komi is rounded such that whoever can draw after taking the button can
    /// do so in that game, too.
    #[must_use]
    pub fn with_usual_button(&self) -> (HalfPoints, bool) {
        let [black, white] = self.button.unwrap_or_default().map(HalfPoints::halves);
        if black + white == 0 {
            return (self.komi, false);
        }
        let smaller = (black - white).div_euclid(2);
        let komi = self.komi.halves() - smaller;
        // A button of half a point allows a draw at a komi with half a point.
        let rounded = match (black - white) % 2 {
            0 => komi,
            _ if komi % 2 == 0 => komi - 1,
            _ => komi,
        };
        (HalfPoints::from_halves(rounded), true)
    }
}

impl Position {
    /// Returns the area game in which every line of play has the margin that it has in this one,
    /// if turns alternate from here on.
    ///
    /// The margin is exact for area scoring and for territory scoring with pass stones or
    /// half-passes whose end is settled by a token or by White's last stone. With free passes it is
    /// exact if both sides place as many stones from here on. For spare-move counting half a point
    /// stands for the last move. In a finished game it is the margin as it stands, without the dead
    /// stones of the area count.
    #[must_use]
    pub fn area_equivalent(&self, terms: Terms) -> AreaEquivalent {
        let rules = self.rules();
        let state = self.state();
        let settled = match rules.scoring {
            ScoringRule::Area => (state.ledger.buttons[0] - state.ledger.buttons[1]).halves(),
            ScoringRule::Territory => {
                state.ledger.margin().halves() - 2 * self.net_placements() + self.moves_to_come()
            }
            ScoringRule::Spare => {
                let bowls = state.bowls.regular[0] - state.bowls.regular[1];
                let captures = state.captures[0] as i32 - state.captures[1] as i32;
                2 * (bowls - captures - self.net_placements()) - state.to_move.sign()
            }
        };
        let white = match rules.has_komi() {
            true => terms.komi.halves() + 2 * rules.white_bonus.points(terms.handicap) as i32,
            false => 0,
        };
        AreaEquivalent {
            komi: HalfPoints::from_halves(white - settled),
            button: (state.over.is_none() && first_pass_takes_button(rules, state))
                .then(|| rules.gain_of_first_token()),
            tax: rules.tax,
            territory: rules.stones_cost_points(),
            ko: rules.ko,
            suicide: rules.suicide,
            removes_dead: rules.removes_dead(),
        }
    }

    /// Returns what the moves to come change, Black minus White in half-points, if turns alternate,
    /// apart from the first token.
    fn moves_to_come(&self) -> i32 {
        let (rules, state) = (self.rules(), self.state());
        if state.over.is_some() {
            let last = state.last_passer;
            return 2 * i32::from(last.is_some_and(|last| rules.gives_extra_stone(last)));
        }
        match rules.pass {
            PassRule::Free | PassRule::Delay => 0,
            PassRule::Stone | PassRule::HalfThenStone => {
                // Where nothing settles who moves last, the middle.
                let [low, high] = self.by_last_move();
                (low + high) / 2
            }
        }
    }

    /// Returns the range, Black minus White in half-points, of what depends on who makes the last
    /// move, a pass, if turns alternate: the last token, White's extra stone, and under a territory
    /// rule whose passes cost a stone the cost of all moves to come.
    pub(crate) fn by_last_move(&self) -> [i32; 2] {
        let rules = self.rules();
        let moves_cost = rules.scoring == ScoringRule::Territory && !rules.stones_cost_points();
        let [black, white] = Color::BOTH.map(|last| {
            let by_token = i32::from(rules.has_last_token()) * last.sign();
            let by_white = 2 * i32::from(rules.gives_extra_stone(last));
            // The player to move makes one move more than the other one if the last move is hers.
            let has_one_more = moves_cost && last == self.to_move();
            by_token + by_white - 2 * i32::from(has_one_more) * last.sign()
        });
        [black.min(white), black.max(white)]
    }

    /// Counts the stones that Black has placed less those of White; setup and handicap stones count
    /// as placed.
    fn net_placements(&self) -> i32 {
        let stones = Color::BOTH.map(|color| self.board().stones_of(color).len() as i32);
        let captures = self.state().captures;
        stones[0] - stones[1] + captures[1] as i32 - captures[0] as i32
    }
}

/// Returns whether the next pass gives its player [`Rules::gain_of_first_token`].
fn first_pass_takes_button(rules: &Rules, state: &State) -> bool {
    state.first_token.is_none()
        && match (rules.scoring, rules.pass) {
            (ScoringRule::Area, _) => rules.buttons == ButtonRule::Take,
            (ScoringRule::Territory, PassRule::Stone | PassRule::HalfThenStone) => {
                rules.has_first_token()
            }
            (ScoringRule::Territory, _) | (ScoringRule::Spare, _) => false,
        }
}
