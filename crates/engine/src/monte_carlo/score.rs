//! Score of a random playout: its area, corrected for the turn and for tokens.
//!
//! A full board is quickly counted by area. Its margin under a territory rule follows from the
//! moves made, since a placement or a pass stone costs a point: `territory margin = area margin −
//! (Black's − White's placements and pass stones)`.
//!
//! A playout also fills territory, which players would not do, and the side with more territory
//! passes last. So the passes of the playout show neither which player makes one move more nor
//! which player takes a token. Players pass when no move is needed any more, hence both follow from
//! the player of the last needed move.

use halfpoint_core::board::{Board, Color, PointSet};
use halfpoint_core::game::{Position, Terms};
use halfpoint_core::rules::{ButtonRule, EndRule, PassRule, ScoringRule, TaxRule};
use halfpoint_core::score::Territory;

/// Course of the game if players make the needed moves of a playout in turn, and then pass.
struct NeededTurns {
    /// Placements of Black minus those of White.
    placed: i32,
    /// Passes of Black minus those of White.
    passed: i32,
    /// Player of the first pass.
    first_passer: Color,
    /// Player of the last pass.
    last_passer: Color,
}

impl NeededTurns {
    /// Derives the turns from a position and the player of the last needed move after it.
    fn of(position: &Position, last_needed: Option<Color>) -> NeededTurns {
        let mover = position.to_move();
        let first_passer = last_needed.map_or(mover, Color::opponent);
        // After a pass that was made already, one more pass ends the game.
        let one_pass = last_needed.is_none() && position.state().consecutive_passes == 1;
        NeededTurns {
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

/// Returns Black's margin, in half-points, if a playout from a position fills the board except for
/// eyes and seki and comes to `end`, with `area`, Black minus White in points. `last_needed`
/// returns the player of the last move that players would make before they pass; `None` if none is
/// needed.
pub(super) fn margin_by_area(
    position: &Position,
    area: i32,
    end: &Board,
    last_needed: impl FnOnce() -> Option<Color>,
    terms: Terms,
) -> i32 {
    let rules = position.rules();
    let state = position.state();
    // `last_needed` reads the whole board, so it is called only where the result depends on it.
    let by_turns = !rules.counts_stones() || rules.tokens_count();
    let turns = NeededTurns::of(position, by_turns.then(last_needed).flatten());
    let mut margin = 2 * area + tokens_to_come(position, &turns);
    if rules.tax == TaxRule::Group {
        let none = PointSet::new(end.size());
        let territory = Territory::new(end, &none, &none);
        let [black, white] = Color::BOTH.map(|color| territory.group_tax(color) as i32);
        margin -= 2 * (black - white);
    }
    let captures = state.captures[0] as i32 - state.captures[1] as i32;
    if !rules.counts_stones() {
        let stones: i32 = position
            .board()
            .stones()
            .map(|(_, color)| color.sign())
            .sum();
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
        // Captures are in the bowls already, less the prisoners that were returned.
        ScoringRule::Spare => {
            let bowls = state.bowls.regular[0] - state.bowls.regular[1];
            return with_draw_at_hand(position, margin + 2 * (bowls - captures));
        }
    }
    margin - terms.komi.halves() - 2 * rules.white_bonus.points(terms.handicap) as i32
}

/// Limits the margin of a player against a declared draw: a player who may declare a draw now,
/// or at the next turn, does not lose.
fn with_draw_at_hand(position: &Position, margin: i32) -> i32 {
    let bowls = &position.state().bowls;
    match bowls.ultimate_in {
        Some(Color::Black) if bowls.regular[0] == 0 => margin.min(0),
        Some(Color::White) if bowls.regular[1] == 0 => margin.max(0),
        _ => margin,
    }
}

/// Returns the value of the buttons and half-passes still to come, Black minus White, in
/// half-points. The first player to pass gets the first token, the last one the last token.
fn tokens_to_come(position: &Position, turns: &NeededTurns) -> i32 {
    let rules = position.rules();
    let first = match position.state().first_token {
        None => turns.first_passer.sign(),
        Some(_) => 0,
    };
    let last = turns.last_passer.sign();
    if rules.has_last_token() && rules.has_first_token() {
        return first + last;
    }
    match rules.buttons {
        ButtonRule::OnLastPass => last,
        ButtonRule::Take => first * rules.gain_of_first_token()[turns.first_passer].halves(),
        // White gives one more stone if Black passed last, which is worth two half-points to
        // Black.
        ButtonRule::Give if rules.ending == EndRule::TwoPassesWhiteLast => first + 1 + last,
        ButtonRule::Give => first,
        // Two buttons were counted above.
        ButtonRule::None | ButtonRule::OnPasses | ButtonRule::AsMoves => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Game, Move};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::PRESETS;

    /// Checks that, where two walls leave nothing but dame and passes, the final area and the
    /// number of dame determine the result before and after each move, under every rule set and for
    /// either side with more territory.
    #[test]
    fn area_and_dame_determine_the_score_under_every_rule_set() {
        for (width, wall) in [(5, 1), (6, 2), (7, 1)] {
            for preset in &PRESETS {
                let moves = dame_and_passes(Size::new(width, 5).expect("a size"), wall);
                let mut game = Game::new(preset.rules, moves.size, HalfPoints::ONE);
                let mut told = Vec::new();
                for (number, play) in moves.plays.iter().enumerate() {
                    if number >= moves.settled {
                        let position = game.position();
                        let last = || moves.last_dame_after(number);
                        let (area, end) = (moves.area, &moves.end);
                        told.push(margin_by_area(position, area, end, last, game.terms()));
                    }
                    if number == moves.passes && preset.rules.last_mover_wins() {
                        break;
                    }
                    game.play(game.to_move(), play).expect("legal");
                }
                let comes_to = if preset.rules.last_mover_wins() {
                    // Each player has one prisoner, and two points of each group's territory are no
                    // moves.
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

    /// Game of two walls with dame between them.
    struct Moves {
        size: Size,
        plays: Vec<Move>,
        /// Number of moves until the walls stand.
        settled: usize,
        /// Number of moves until the dame are filled.
        passes: usize,
        area: i32,
        end: Board,
    }

    impl Moves {
        /// Returns the player who fills the last dame; `None` if it is filled after `number` moves.
        fn last_dame_after(&self, number: usize) -> Option<Color> {
            (number < self.passes).then_some(Color::BOTH[(self.passes - 1) % 2])
        }
    }

    /// Creates a game: Black's wall on column `wall`, a column of dame and White's wall, then the
    /// dame, then two passes.
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
        let territory = Territory::new(&end, &none, &none);
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
