//! Counting as people do it: the steps of a game's count with their pictures.

use halfpoint_core::board::Color;
use halfpoint_core::game::Game;
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::result;
use halfpoint_core::rules::NamedRules;
use halfpoint_report::counting::{Step, counting};
use halfpoint_report::picture::{desk, desk_piles};
use halfpoint_report::{Assumptions, Table};

use super::held;
use crate::wire::{CountingStep, CountingView};

/// Returns the steps; there are none if nothing is counted. `assumptions` are the dead
/// stones if none were agreed on.
pub fn steps(
    game: &Game,
    rules: NamedRules,
    assumptions: Assumptions,
    readings: &mut ReadingCache,
) -> CountingView {
    let table = Table::cached(game, rules, &[], assumptions, readings);
    let recount = table.record.recount.as_ref().ok();
    let steps = recount.and_then(|recount| counting(recount, readings));
    CountingView {
        steps: steps.unwrap_or_default().into_iter().map(step).collect(),
    }
}

fn step(step: Step) -> CountingStep {
    let piles = desk_piles(&step);
    CountingStep {
        board: desk(&step).into(),
        bowls: Color::BOTH.map(|color| held::picture(color, &piles[color])),
        points: step.tally.sides.into(),
        result: result(step.tally.margin()),
        sentence: step.sentence,
    }
}

#[cfg(test)]
mod tests {
    use halfpoint_core::board::Size;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::PRESETS;

    use super::*;

    #[test]
    fn every_rule_set_has_steps_with_pictures() {
        for preset in &PRESETS {
            let size = Size::square(3);
            let game = Game::new(preset.rules, size, HalfPoints::from_halves(3));
            let rules = NamedRules::from(preset);
            let assumptions = Assumptions::none(size);
            let shown = steps(&game, rules, assumptions, &mut ReadingCache::new());
            let all = &shown.steps;
            assert!(all.len() > 1, "{}", preset.id);
            for step in all {
                assert_eq!(step.board.width, all[0].board.width);
                for svg in [&step.board.svg, &step.bowls[0], &step.bowls[1]] {
                    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
                }
            }
        }
    }
}
