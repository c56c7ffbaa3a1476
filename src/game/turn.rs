//! What a board played out at random is worth: its area, and the turn correction.
//!
//! A full board is quickly counted by area. What its area is worth under a territory rule follows from
//! the moves made, since a placement or a pass stone costs a point:
//! `territory margin = area margin − (Black's − White's placements and pass stones)`.

use super::position::{Position, Terms};
use crate::board::{Board, Color, PointSet};
use crate::rules::{Buttons, Counting, Ending, Tax};
use crate::score::Territory;

/// How play went on from a position until the board was full but for eyes and both passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Continuation {
    /// Black's area minus White's at the end, in points.
    pub area: i32,
    /// Stones placed, by colour.
    pub placed: [i32; 2],
    /// Passes, by colour; the two that ended it among them.
    pub passed: [i32; 2],
    /// Who passed first.
    pub first_passer: Option<Color>,
    /// Who passed last.
    pub last_passer: Option<Color>,
}

impl Continuation {
    /// Black's moves minus White's, passes among them.
    fn moves(&self) -> i32 {
        self.placed[0] + self.passed[0] - self.placed[1] - self.passed[1]
    }
}

impl Position {
    /// Black's margin, in half-points, if play goes on from here as `played` says and ends with the
    /// board `end`. All passes are taken for pass stones even where passing is free, since each is the
    /// counterpart of a move that the other side wasted in its own territory.
    #[must_use]
    pub fn margin_by_area(
        &self,
        played: &Continuation,
        end: impl FnOnce() -> Board,
        terms: Terms,
    ) -> i32 {
        let rules = self.rules();
        let state = self.state();
        let mut margin = 2 * played.area + self.tokens_to_come(played);
        if rules.tax == Tax::Group {
            let end = end();
            let none = PointSet::new(end.size());
            let territory = Territory::with_seki(&end, &none, &none);
            let [black, white] = Color::BOTH.map(|color| territory.group_tax(color) as i32);
            margin -= 2 * (black - white);
        }
        let captures = state.captures[0] as i32 - state.captures[1] as i32;
        if rules.counting != Counting::Area {
            let stones: i32 = self.board().stones().map(|(_, color)| color.sign()).sum();
            margin -= 2 * (stones - captures + played.moves());
        }
        match rules.counting {
            Counting::Area => {
                margin += (state.ledger.buttons[0] - state.ledger.buttons[1]).halves();
            }
            Counting::Territory => margin += state.ledger.margin().halves(),
            // Captures lie in the bowls already, less what was delayed.
            Counting::Spare => {
                let bowls = state.bowls.regular[0] - state.bowls.regular[1];
                return self.with_draw_at_hand(margin + 2 * (bowls - captures));
            }
        }
        margin - terms.komi.halves() - 2 * rules.white_bonus.points(terms.handicap) as i32
    }

    /// A player who may declare a draw now, or could if the turn came, does not lose.
    fn with_draw_at_hand(&self, margin: i32) -> i32 {
        let bowls = &self.state().bowls;
        match bowls.ultimate_in {
            Some(Color::Black) if bowls.regular[0] == 0 => margin.min(0),
            Some(Color::White) if bowls.regular[1] == 0 => margin.max(0),
            _ => margin,
        }
    }

    /// What buttons and half-passes still to come give, Black's minus White's, in half-points: the
    /// first to pass gets the first one, and so on.
    fn tokens_to_come(&self, played: &Continuation) -> i32 {
        let rules = self.rules();
        let sign = |color: Option<Color>| color.map_or(0, Color::sign);
        let first = match self.state().first_token {
            None => sign(played.first_passer),
            Some(_) => 0,
        };
        let last = sign(played.last_passer);
        match rules.buttons {
            _ if rules.has_two_tokens() => first + last,
            Buttons::Take => first,
            // White pays one stone more if Black passed last: Black's two halves.
            Buttons::Give if rules.ending == Ending::TwoPassesWhiteLast => first + 1 + last,
            Buttons::Give => first,
            Buttons::None | Buttons::OnPasses | Buttons::AsMoves => 0,
        }
    }
}
