//! Reasons why counts of a game differ: in a sentence for each rule set, and in lines about White's
//! extra stone and about rules that are made to be counted in both ways.

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_name, result, vertex};
use halfpoint_core::rules::{DeadStoneRule, PassRule, ScoringRule, TaxRule};
use halfpoint_core::score::ScoreTerm;

use super::buttons::button_moves;
use super::causes::{MarginTerm, surrounded};
use super::facts::{GameSummary, Turns, is_extra_stone_due};
use super::phrases::{capitalised, points, stones};
use super::table::{Recount, Row, Table};

/// Number of dame left on the board from which on the filling of a dame explains nothing: a stone
/// on one of them was not played for a point.
const FEW_DAME: usize = 10;

/// Returns a heading and a sentence for each group of rule sets that differ from the reference in
/// an equal way; empty if none differs.
#[must_use]
pub fn differences(table: &Table) -> Vec<String> {
    let sentences = lines_by_rules(table, |row| difference(table, row));
    let Some((reference, _)) = table.reference().filter(|_| !sentences.is_empty()) else {
        return Vec::new();
    };
    let heading = format!("Why they differ from {}:", reference.rules.id);
    let sentences = sentences.iter().map(|line| format!("  {line}"));
    std::iter::once(heading).chain(sentences).collect()
}

/// Explains in a sentence why a row differs from the reference; returns `None` if the margins are
/// equal or one is missing.
#[must_use]
pub fn difference(table: &Table, row: &Row) -> Option<String> {
    let (reference, there) = table.reference()?;
    let here = row.sources()?;
    let difference = here.less(there);
    if difference.total() == HalfPoints::ZERO {
        return None;
    }
    let (here, there) = (row.recount.as_ref().ok()?, reference.recount.as_ref().ok()?);
    let clauses: Vec<String> = difference
        .iter()
        .map(|(cause, amount)| {
            let why = clause(table, cause, here, there);
            format!("{} to {}, {why}", points(amount), gainer(amount))
        })
        .collect();
    Some(format!(
        "{} instead of {}. {}.",
        here.outcome.result_or_void(),
        there.outcome.result_or_void(),
        capitalised(&clauses.join("; "))
    ))
}

/// Returns the lines that a function gives for the rows of a table, with the ids of the rule sets
/// that share each one.
fn lines_by_rules(table: &Table, line: impl Fn(&Row) -> Option<String>) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for row in &table.rows {
        let Some(text) = line(row) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, ids)) => ids.push(row.rules.id),
            None => groups.push((text, vec![row.rules.id])),
        }
    }
    let lines = groups.into_iter();
    lines
        .map(|(text, ids)| format!("{}: {text}", ids.join(", ")))
        .collect()
}

/// Explains why a term makes a difference between two recounts of a game.
fn clause(table: &Table, cause: MarginTerm, here: &Recount, there: &Recount) -> String {
    let rules = here.game.rules();
    let count = match rules.counts_stones() {
        true => "count",
        false => "do not count",
    };
    match cause {
        MarginTerm::Board => "the boards differ".to_string(),
        MarginTerm::DeadStay => dead_stay(table, here, there),
        MarginTerm::Seki => seki(here, there),
        MarginTerm::GroupTax => group_tax(here, there),
        MarginTerm::Stones => format!("as stones played {count} ({})", placed(table)),
        MarginTerm::HandicapStones => format!("as handicap stones {count}"),
        MarginTerm::SetupStones => format!("as stones set up {count}"),
        MarginTerm::PassStones => pass_stones(here),
        MarginTerm::ExtraStone => match part(here, ScoreTerm::ExtraStone)[0] {
            HalfPoints::ZERO => "as White need not pass last".to_string(),
            _ => "as White must pass last and hands over one stone more".to_string(),
        },
        MarginTerm::Buttons => format!("as {}", button_moves(here)),
        MarginTerm::HalfPasses => half_passes(here),
        MarginTerm::Delays => match rules.pass {
            PassRule::Delay => "by prisoners that delays returned".to_string(),
            PassRule::Free | PassRule::Stone | PassRule::HalfThenStone => {
                "as there are no delays".to_string()
            }
        },
        MarginTerm::BowlHandicap => "by the handicap in the bowls".to_string(),
        MarginTerm::Turn => "by the turn once the dame are filled".to_string(),
        MarginTerm::DrawAtHand => "as a draw can be declared at once".to_string(),
        MarginTerm::Search => "as a search to the end has found".to_string(),
        MarginTerm::Komi if rules.has_komi() => "by komi".to_string(),
        MarginTerm::Komi => "as there is no komi".to_string(),
        MarginTerm::Bonus => match part(here, ScoreTerm::Bonus)[1] {
            HalfPoints::ZERO => "as White gets no bonus for the handicap".to_string(),
            bonus => format!("as White gets {} for the handicap", points(bonus)),
        },
        MarginTerm::Other => "for another reason".to_string(),
    }
}

/// Names the points in seki that one of two recounts leaves out.
fn seki(here: &Recount, there: &Recount) -> String {
    let (taxed, count) = match here.game.rules().tax {
        TaxRule::Seki => (here, "do not count"),
        TaxRule::None | TaxRule::Group => (there, "count"),
    };
    let surrounded = surrounded(taxed.game.board(), &taxed.dead);
    let counted = part(taxed, ScoreTerm::Territory);
    let [black, white] =
        Color::BOTH.map(|color| HalfPoints::from_points(surrounded[color] as i32) - counted[color]);
    format!("as points in seki {count} (Black {black}, White {white})")
}

fn group_tax(here: &Recount, there: &Recount) -> String {
    let (what, [black, white]) = match here.game.rules().tax {
        TaxRule::Group => ("each group is taxed", part(here, ScoreTerm::Tax)),
        TaxRule::None | TaxRule::Seki => ("no group is taxed", part(there, ScoreTerm::Tax)),
    };
    format!("as {what} (Black {black}, White {white})")
}

/// Counts the stones that each side placed, and names the last one if it alone makes the difference
/// and filled a dame.
fn placed(table: &Table) -> String {
    let facts = &table.facts;
    let [black, white] = facts.placed;
    let last = match facts.last_stone {
        Some(last) if last.dame && facts.dame_left < FEW_DAME && last_decides(facts) => {
            let which = if facts.dame_left == 0 {
                "the last"
            } else {
                "a"
            };
            let point = vertex(table.game.board().size(), last.point);
            format!(", {point} filling {which} dame")
        }
        _ => String::new(),
    };
    format!("Black placed {black}, White {white}{last}")
}

/// Returns whether the last stone alone makes the difference between the numbers of stones placed.
fn last_decides(facts: &GameSummary) -> bool {
    let [black, white] = facts.placed.map(|placed| placed as i32);
    facts
        .last_stone
        .is_some_and(|last| (black - white) * last.color.sign() == 1)
}

fn dead_stay(table: &Table, here: &Recount, there: &Recount) -> String {
    let takes_off = |recount: &Recount| recount.game.rules().dead == DeadStoneRule::Agreed;
    let (of, verb) = if takes_off(here) {
        (here, "are taken off")
    } else if here.dead.is_empty() {
        (there, "stay")
    } else {
        (here, "were agreed on")
    };
    let dead = if of.dead.is_empty() {
        &table.dead
    } else {
        &of.dead
    };
    let names = stones(table.game.board(), dead);
    format!("as dead stones {verb} ({names})")
}

fn pass_stones(here: &Recount) -> String {
    let rules = here.game.rules();
    if rules.scoring == ScoringRule::Territory && rules.pass != PassRule::Free {
        format!("by pass stones ({})", gave(here, ScoreTerm::PassStones))
    } else {
        "as no pass stones count".to_string()
    }
}

fn half_passes(here: &Recount) -> String {
    match here.game.rules().pass {
        PassRule::HalfThenStone => {
            format!("by half-passes ({})", gave(here, ScoreTerm::HalfPasses))
        }
        PassRule::Free | PassRule::Stone | PassRule::Delay => {
            "as there are no half-passes".to_string()
        }
    }
}

fn part(recount: &Recount, part: ScoreTerm) -> [HalfPoints; 2] {
    match recount.score() {
        Some(score) => Color::BOTH.map(|color| score.sides[color].part(part)),
        None => [HalfPoints::ZERO; 2],
    }
}

/// Formats a term by the side that gave it: the points of one side were given by its opponent.
fn gave(recount: &Recount, of: ScoreTerm) -> String {
    let [black, white] = part(recount, of);
    format!("Black gave {white}, White {black}")
}

fn gainer(amount: HalfPoints) -> &'static str {
    color_name(if amount > HalfPoints::ZERO {
        Color::Black
    } else {
        Color::White
    })
}

/// Returns a line for each group of rule sets that says whether area and territory with pass stones
/// agree, for rules that are made for this agreement.
#[must_use]
pub fn both_counts(table: &Table) -> Vec<String> {
    lines_by_rules(table, |row| {
        both_counts_of(table, row.recount.as_ref().ok()?)
    })
}

/// Returns a line for each group of rule sets that says whether White hands over an extra stone at
/// the end, for rules under which White must pass last.
#[must_use]
pub fn extra_stones(table: &Table) -> Vec<String> {
    lines_by_rules(table, |row| extra_stone(row.recount.as_ref().ok()?))
}

/// Returns the sentence about the stone that White hands over because Black passed last, or would
/// if both passed now; `None` if the count has no such stone.
#[must_use]
pub fn extra_stone(recount: &Recount) -> Option<String> {
    let rules = recount.game.rules();
    if !is_extra_stone_due(rules, recount.game.state()) {
        return None;
    }
    let worth = match rules.scoring {
        ScoringRule::Area => "a point to Black by territory, nothing by area",
        ScoringRule::Territory | ScoringRule::Spare => "a point to Black",
    };
    let [passed, hands] = match recount.added_passes {
        0 => ["passed last", "hands"],
        _ => ["would pass last", "would hand"],
    };
    Some(format!(
        "White's extra stone: Black {passed}, so White {hands} over one stone more ({worth})."
    ))
}

/// Returns the sentence whether area and territory with pass stones agree in one recount; `None` if
/// its rules count in one way only.
#[must_use]
pub fn both_counts_of(table: &Table, recount: &Recount) -> Option<String> {
    let other = recount.other_count?;
    let margin = recount.outcome.margin()?;
    if other == margin {
        return Some(format!(
            "area and territory with pass stones agree: {}.",
            result(margin)
        ));
    }
    let why = match table.facts.turns {
        Turns::SetUp => "stones were set up".to_string(),
        Turns::WrongStart(color) => format!("{} moved first", color_name(color)),
        Turns::OutOfTurn(number) => format!("move {number} was out of turn"),
        Turns::Alternate => "a pass that left the button on the table gives it there".to_string(),
    };
    Some(format!(
        "area gives {}, territory with pass stones {}, since {why}.",
        result(margin),
        result(other)
    ))
}
