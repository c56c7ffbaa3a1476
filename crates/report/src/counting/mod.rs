//! Counting as people do it at the board: steps that change a model of board, bowls and buttons,
//! until the number can be read from it.
//!
//! The steps know the rules; the number is read by [`tally`] from the last [`Desk`] alone, which
//! knows none and calls nothing of the library's score. Tests compare both.

mod area;
mod desk;
mod naive;
mod spare;
mod steps;
mod territory;
#[cfg(test)]
mod tests;

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::{ReadingCache, seki_cached};
use halfpoint_core::notation::result;
use halfpoint_core::rules::{ButtonRule, PassRule, Rules, ScoringRule, TaxRule, WhiteBonus};
use halfpoint_core::score::{Score, Territory};

pub use desk::{ButtonPlace, Desk, DeskButton, Heaps};
pub use naive::{Tally, Way, tally};
pub use steps::Step;
use steps::Steps;

use super::facts::is_extra_stone_due;
use super::table::Recount;

/// Makes the steps by which people count a game. The number of the last step is that of the game.
/// `None` if the game was not counted.
#[must_use]
pub fn counting(recount: &Recount, readings: &mut ReadingCache) -> Option<Vec<Step>> {
    let score = recount.score()?;
    let game = &recount.game;
    let rules = game.rules();
    let in_seki = match rules.count_needs_seki() {
        true => seki_cached(game.board(), &recount.dead, readings),
        false => PointSet::new(game.board().size()),
    };
    let territory = Territory::new(game.board(), &recount.dead, &in_seki);
    let count = Count {
        game,
        rules,
        territory,
        score,
    };
    let way = match rules.scoring {
        ScoringRule::Area => Way::Area,
        ScoringRule::Territory | ScoringRule::Spare => Way::Territory,
    };
    let mut steps = Steps::new(count.desk(), way);
    steps.say(count.beginning(recount));
    steps.take_dead_off(&recount.dead);
    count.finish(&mut steps);
    Some(steps.done)
}

/// A game with what is known of its count.
struct Count<'a> {
    game: &'a Game,
    rules: &'a Rules,
    territory: Territory,
    score: &'a Score,
}

impl Count<'_> {
    /// Returns the desk at the end of the game.
    fn desk(&self) -> Desk {
        let (rules, state) = (self.rules, self.game.scored_state());
        let mut desk = Desk::new(self.game.board());
        for color in Color::BOTH {
            let other = color.opponent();
            if rules.last_mover_wins() {
                desk.bowls[color][other] = u32::try_from(state.bowls.regular[color]).unwrap_or(0);
                desk.bowls[color][color] = u32::from(state.bowls.ultimate_in == Some(color));
                continue;
            }
            let passed = state.ledger.pass_stones[color].halves() / 2;
            desk.bowls[color][other] = state.captures[color] + passed as u32;
            desk.zone[color] = state.half_pass_zone[color];
        }
        let held = |color| DeskButton {
            place: ButtonPlace::With(color),
            worth: match rules.buttons {
                ButtonRule::Take => rules.button_worth[color],
                ButtonRule::None
                | ButtonRule::Give
                | ButtonRule::OnPasses
                | ButtonRule::OnLastPass
                | ButtonRule::AsMoves => HalfPoints::HALF,
            },
        };
        let movers = match rules.buttons {
            ButtonRule::None => [None; 2],
            ButtonRule::Take | ButtonRule::Give => [state.first_token, None],
            ButtonRule::OnLastPass => [None, state.last_token],
            ButtonRule::OnPasses | ButtonRule::AsMoves => [state.first_token, state.last_token],
        };
        let is_given = matches!(rules.buttons, ButtonRule::Give | ButtonRule::AsMoves);
        let holders = movers.into_iter().flatten();
        let holders = holders.map(|color| if is_given { color.opponent() } else { color });
        desk.buttons = holders.map(held).collect();
        desk
    }

    fn beginning(&self, recount: &Recount) -> String {
        let text = match (recount.added_passes, self.rules.last_mover_wins()) {
            (0, true) => "The position as it stands",
            (0, false) => "The game has ended",
            _ => "The game as if both passed now",
        };
        let way = match (self.rules.scoring, self.rules.tax) {
            (ScoringRule::Area, TaxRule::Group) => {
                "stones are counted, once both have filled all they can"
            }
            (ScoringRule::Area, _) => "area is counted: stones and surrounded points",
            (ScoringRule::Territory, _) => "territory and prisoners are counted",
            (ScoringRule::Spare, _) => "moves to spare are counted",
        };
        format!("{text}: {way}.")
    }

    /// Adds the steps after the removal of dead stones, by one way or by two that agree.
    fn finish(&self, steps: &mut Steps) {
        let rules = self.rules;
        let stone_passes = rules.pass == PassRule::Stone && rules.tax == TaxRule::None;
        match (rules.scoring, rules.buttons) {
            (ScoringRule::Spare, _) => {
                let state = self.game.scored_state();
                spare::count(steps, &self.territory, state, self.score);
            }
            (ScoringRule::Area, ButtonRule::None) if stone_passes => {
                self.both_ways(steps, [Way::Territory, Way::Area]);
            }
            (ScoringRule::Territory, ButtonRule::Give) if stone_passes => {
                self.both_ways(steps, [Way::Area, Way::Territory]);
            }
            (ScoringRule::Area, _) => {
                area::count(steps, rules.tax, self.not_counted(), self.given());
            }
            (ScoringRule::Territory, _) => self.count_territory(steps, self.given()),
        }
    }

    /// Returns the points of each colour that the tax takes.
    fn not_counted(&self) -> [PointSet; 2] {
        Color::BOTH.map(|color| match self.rules.tax {
            TaxRule::None => PointSet::new(self.game.board().size()),
            TaxRule::Seki => self.territory.seki_eyes_of(color),
            TaxRule::Group => self.territory.taxed(color),
        })
    }

    /// Returns komi and White's bonus under the rules of the game.
    fn given(&self) -> [HalfPoints; 2] {
        self.given_with(self.rules.white_bonus)
    }

    fn given_with(&self, bonus: WhiteBonus) -> [HalfPoints; 2] {
        let bonus = bonus.points(self.game.setup().handicap());
        [self.game.komi(), HalfPoints::from_points(bonus as i32)]
    }

    fn count_territory(&self, steps: &mut Steps, given: [HalfPoints; 2]) {
        if is_extra_stone_due(self.rules, self.game.state()) {
            steps.desk.bowls[Color::Black][Color::White] += 1;
            steps.say("Black passes last, so White hands over one stone more.");
        }
        let why = match self.rules.tax {
            TaxRule::Group => "two of each group are taxed",
            TaxRule::Seki | TaxRule::None => "eyes in seki count for nobody",
        };
        territory::count(steps, (self.not_counted(), why), given);
    }

    /// Counts in two ways, the second of which is that of the rules, and compares them.
    fn both_ways(&self, steps: &mut Steps, ways: [Way; 2]) {
        let before = steps.desk.clone();
        let mut margins = Vec::new();
        for (index, way) in ways.into_iter().enumerate() {
            steps.desk = before.clone();
            steps.way = way;
            let name = match way {
                Way::Territory => "territory: pass stones are prisoners",
                _ => "area: prisoners and pass stones do not count",
            };
            steps.say(match index {
                0 => format!("Two ways of counting agree here. First by {name}."),
                _ => format!("The board is put back. Now by {name}."),
            });
            // Where pass stones count, handicap stones give White the bonus without a word.
            let bonus = match way {
                _ if index == 1 => self.rules.white_bonus,
                Way::Territory => WhiteBonus::None,
                _ => WhiteBonus::StonesLessOne,
            };
            let given = self.given_with(bonus);
            match way {
                Way::Territory => self.count_territory(steps, given),
                _ => self.count_area_too(steps, given),
            }
            margins.push(tally(&steps.desk, steps.way).margin());
        }
        let [first, second] = [margins[0], margins[1]].map(result);
        let [other, own] = ways.map(|way| match way {
            Way::Territory => "territory",
            _ => "area",
        });
        steps.say(match first == second {
            true => format!("Both ways come to one number: {second}."),
            false => format!(
                "By {other} {first}, by {own} {second}: the two agree only where turns alternate. \
                 The rules count {own}."
            ),
        });
    }

    /// Counts area under rules that agree with area.
    fn count_area_too(&self, steps: &mut Steps, given: [HalfPoints; 2]) {
        for button in &mut steps.desk.buttons {
            if let (ButtonPlace::With(color), ButtonRule::Give) = (button.place, self.rules.buttons)
            {
                button.place = ButtonPlace::With(color.opponent());
            }
        }
        if self.rules.buttons == ButtonRule::Give && !steps.desk.buttons.is_empty() {
            steps.say("By area the button is taken, not given: it goes back to its giver.");
        }
        let none = PointSet::new(self.game.board().size());
        area::count(steps, TaxRule::None, [none; 2], given);
    }
}
