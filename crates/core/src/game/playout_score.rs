//! What a board played out at random is worth: its area, and the turn correction.
//!
//! A full board is quickly counted by area. What its area is worth under a territory rule follows from
//! the moves made, since a placement or a pass stone costs a point:
//! `territory margin = area margin − (Black's − White's placements and pass stones)`.
//!
//! A playout fills territory, too, which players would not, and the side with more of it passes last. So its passes
//! tell neither who will have made one move more nor who will take a token. Players pass when no move is needed any more:
//! who made the last one that was needed tells both.

use super::position::{Position, Terms};
use crate::board::{Board, Color, PointSet};
use crate::rules::{Buttons, EndRule, PassRule, ScoringRule, TaxRule};
use crate::score::Territory;

/// How play went on from a position until the board was full but for eyes and both passed.
pub trait FinishedPlayout {
    /// Who made the last move that players would have made before they pass, if there was one.
    fn last_needed(&self) -> Option<Color>;

    /// The board at the end.
    fn board(&self) -> Board;
}

/// How players would end what a playout filled up: they make the moves that are needed in turn, and pass.
struct Turns {
    /// Black's placements minus White's.
    placed: i32,
    /// Black's passes minus White's.
    passed: i32,
    first_passer: Color,
    last_passer: Color,
}

impl Turns {
    fn of(position: &Position, last_needed: Option<Color>) -> Turns {
        let mover = position.to_move();
        let first_passer = last_needed.map_or(mover, Color::opponent);
        // A pass that is made already wants but one more.
        let one_pass = last_needed.is_none() && position.state().consecutive_passes == 1;
        Turns {
            placed: if first_passer == mover {
                0
            } else {
                mover.sign()
            },
            passed: if one_pass { mover.sign() } else { 0 },
            first_passer,
            last_passer: if one_pass {
                mover
            } else {
                first_passer.opponent()
            },
        }
    }
}

impl Position {
    /// Black's margin, in half-points, if play goes on from here as `played` tells and ends with that area, Black's minus
    /// White's in points.
    #[must_use]
    pub fn margin_by_area(&self, area: i32, played: &impl FinishedPlayout, terms: Terms) -> i32 {
        let rules = self.rules();
        let state = self.state();
        // Asked only where it matters, since it takes a look at all of the board.
        let by_turns = rules.scoring != ScoringRule::Area || rules.tokens_count();
        let turns = Turns::of(self, by_turns.then(|| played.last_needed()).flatten());
        let mut margin = 2 * area + self.tokens_to_come(&turns);
        if rules.tax == TaxRule::Group {
            let end = played.board();
            let none = PointSet::new(end.size());
            let territory = Territory::with_seki(&end, &none, &none);
            let [black, white] = Color::BOTH.map(|color| territory.group_tax(color) as i32);
            margin -= 2 * (black - white);
        }
        let captures = state.captures[0] as i32 - state.captures[1] as i32;
        if rules.scoring != ScoringRule::Area {
            let stones: i32 = self.board().stones().map(|(_, color)| color.sign()).sum();
            let pass_stones = match rules.pass {
                PassRule::Stone | PassRule::HalfThenStone => turns.passed,
                PassRule::Free | PassRule::Delay => 0,
            };
            margin -= 2 * (stones - captures + turns.placed + pass_stones);
        }
        match rules.scoring {
            ScoringRule::Area => {
                margin += (state.ledger.buttons[0] - state.ledger.buttons[1]).halves();
            }
            ScoringRule::Territory => margin += state.ledger.margin().halves(),
            // Captures lie in the bowls already, less what was delayed.
            ScoringRule::Spare => {
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
    fn tokens_to_come(&self, turns: &Turns) -> i32 {
        let rules = self.rules();
        let first = match self.state().first_token {
            None => turns.first_passer.sign(),
            Some(_) => 0,
        };
        let last = turns.last_passer.sign();
        match rules.buttons {
            _ if rules.has_last_token() && rules.has_first_token() => first + last,
            Buttons::OnLastPass => last,
            Buttons::Take => first,
            // White pays one stone more if Black passed last: Black's two halves.
            Buttons::Give if rules.ending == EndRule::TwoPassesWhiteLast => first + 1 + last,
            Buttons::Give => first,
            // Two tokens were counted above.
            Buttons::None | Buttons::OnPasses | Buttons::AsMoves => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::game::{Game, Move};
    use crate::half_points::HalfPoints;
    use crate::rules::PRESETS;

    /// Where two walls leave nothing but dame and passes, the area at the end and the number of dame tell the result
    /// before and after each move, under every rule set and whoever has more territory.
    #[test]
    fn what_dame_and_tokens_come_to_is_told_by_area_and_dame() {
        for (width, wall) in [(5, 1), (6, 2), (7, 1)] {
            for preset in &PRESETS {
                let moves = dame_and_passes(Size::new(width, 5).expect("a size"), wall);
                let mut game = Game::new(preset.rules, moves.size, HalfPoints::ONE);
                let mut told = Vec::new();
                for (number, play) in moves.plays.iter().enumerate() {
                    if number >= moves.settled {
                        let position = game.position();
                        let rest = Rest {
                            last: moves.last_dame_after(number),
                            end: &moves.end,
                        };
                        told.push(position.margin_by_area(moves.area, &rest, game.terms()));
                    }
                    if number == moves.passes && preset.rules.scoring == ScoringRule::Spare {
                        break;
                    }
                    game.play(game.to_move(), play).expect("legal");
                }
                let comes_to = if preset.rules.scoring == ScoringRule::Spare {
                    // Each has one prisoner, and two points of each group's territory are no moves.
                    let territory = [wall, width - wall - 3].map(|columns| 5 * columns as i32);
                    2 * (territory[0] - territory[1])
                } else {
                    let none = PointSet::new(moves.size);
                    let margin = game.passed_out().outcome(&none).margin();
                    margin.expect("a result").halves()
                };
                assert!(
                    told.iter().all(|&margin| margin == comes_to),
                    "{}, {width} columns: {told:?}, not {comes_to}",
                    preset.id
                );
            }
        }
    }

    struct Moves {
        size: Size,
        plays: Vec<Move>,
        /// Moves until the walls stand, and until the dame are filled.
        settled: usize,
        passes: usize,
        area: i32,
        end: Board,
    }

    impl Moves {
        /// Who takes the last dame, after so many moves.
        fn last_dame_after(&self, number: usize) -> Option<Color> {
            (number < self.passes).then_some(Color::BOTH[(self.passes - 1) % 2])
        }
    }

    /// What is left of a game.
    struct Rest<'a> {
        last: Option<Color>,
        end: &'a Board,
    }

    impl FinishedPlayout for Rest<'_> {
        fn last_needed(&self) -> Option<Color> {
            self.last
        }

        fn board(&self) -> Board {
            self.end.clone()
        }
    }

    /// Black's wall on that column, a column of dame, and White's wall, then the dame, then a pass.
    fn dame_and_passes(size: Size, wall: usize) -> Moves {
        let at = |x, y| Move::Place(size.point(x, y).expect("on the board"));
        let rows = || 0..size.height();
        let walls = rows().flat_map(|y| [at(wall, y), at(wall + 2, y)]);
        let dame = rows().map(|y| at(wall + 1, y));
        let placements: Vec<Move> = walls.chain(dame).collect();
        let mut game = Game::new(PRESETS[0].rules, size, HalfPoints::ZERO);
        for play in &placements {
            game.play(game.to_move(), play).expect("legal");
        }
        let end = game.board().clone();
        let none = PointSet::new(size);
        let territory = Territory::with_seki(&end, &none, &none);
        let [black, white] = Color::BOTH.map(|color| territory.area(color) as i32);
        Moves {
            size,
            settled: 2 * size.height(),
            passes: placements.len(),
            plays: placements
                .into_iter()
                .chain([Move::Pass, Move::Pass])
                .collect(),
            area: black - white,
            end,
        }
    }
}
