//! A [`Table`] as aligned text for people.

use halfpoint_core::board::Color;
use halfpoint_core::game::{GameEnd, Outcome, State};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_name, removal, result, vertex};
use halfpoint_core::rules::{DeadStoneRule, EndRule, PassRule, Rules, ScoringRule, TaxRule};
use halfpoint_core::score::{SCORE_TERMS, Score, ScoreBreakdown, ScoreTerm};

use super::buttons::button_moves;
use super::causes::{MarginTerm, Sources, surrounded};
use super::facts::{GameSummary, Turns};
pub use super::phrases::{AS_IF_PASSED, AS_IT_STANDS, Condition, condition, number, stones};
use super::table::{Recount, Row, Table};

/// Facts of a record besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Title of the game: the file, and its number if there are several games in it.
    pub title: String,
    /// Names of the players, if they are known.
    pub players: [Option<String>; 2],
    /// The recorded result.
    pub result: Option<String>,
    /// Black's margin of the recorded result, if it names one.
    pub margin: Option<HalfPoints>,
    /// Reason in words why the game ended before a count, such as a resignation.
    pub ended: Option<&'static str>,
    /// Whether the record names its rule set.
    pub names_rules: bool,
}

impl Heading {
    /// Describes how the game ended.
    #[must_use]
    pub fn ending(&self, table: &Table) -> &'static str {
        match (table.game.state().over, self.ended) {
            (None, Some(ended)) => ended,
            (over, _) => ending(over),
        }
    }
}

/// Number of dame left on the board from which on the filling of a dame explains nothing: a stone
/// on one of them was not played for a point.
const FEW_DAME: usize = 10;

/// Maximum width of a line of prose, in characters.
const LINE: usize = 100;

/// Names the count that a result is of, in a sentence with the dead stones; returns `None` if
/// nothing was counted or the rules count spare moves.
#[must_use]
pub fn count_of(row: &Row) -> Option<String> {
    let recount = row.recount.as_ref().ok()?;
    recount.score()?;
    let rules = recount.game.rules();
    if rules.last_mover_wins() {
        return None;
    }
    let removes = rules.removes_dead() || !recount.dead.is_empty();
    let which = match (removes, recount.dead.is_empty()) {
        (true, true) => " (none are dead)".to_string(),
        (true, false) => format!(" ({})", stones(recount.game.board(), &recount.dead)),
        (false, _) => String::new(),
    };
    Some(format!("{}: {}{which}.", row.rules.id, removal(removes)))
}

/// Formats the whole table: a heading, a row for each rule set, the reasons why they differ, and
/// notes.
#[must_use]
pub fn table(table: &Table, heading: &Heading) -> String {
    let mut text = self::heading(table, heading);
    text.push('\n');
    if let Some(as_if) = table.as_if() {
        text.push_str(&format!("Play did not end. Each count is {as_if}.\n\n"));
    }
    text.push_str(&rows(table));
    for lines in paragraphs(table, heading)
        .iter()
        .filter(|lines| !lines.is_empty())
    {
        text.push('\n');
        for line in lines {
            text.push_str(&wrapped(line));
            text.push('\n');
        }
    }
    text
}

/// Returns the reasons why the rule sets differ, White's extra stone with the comparison of both
/// ways of counting, and the notes: one line each, without wrapping.
#[must_use]
pub fn paragraphs(table: &Table, heading: &Heading) -> [Vec<String>; 3] {
    [
        differences(table),
        extra_stones(table)
            .into_iter()
            .chain(both_counts(table))
            .collect(),
        notes(table, heading),
    ]
}

/// Formats players, board, handicap, komi, number of moves and ending, then rules and result of the
/// record.
fn heading(table: &Table, heading: &Heading) -> String {
    let game = &table.game;
    let name = |color: Color| {
        heading.players[color]
            .as_deref()
            .unwrap_or(color_name(color))
    };
    let size = game.board().size();
    let handicap = match game.setup().handicap() {
        0 => String::new(),
        stones => format!(", {}", number(stones, "handicap stone", "handicap stones")),
    };
    let rules = match heading.names_rules {
        true => format!("rules {}", table.record.rules.id),
        false => format!("rules not named, read as {}", table.record.rules.id),
    };
    let result = heading.result.as_deref().unwrap_or("none");
    format!(
        "{}\n{} - {}, {}x{}{handicap}, komi {}, {}, {}\nrecord: {rules}; result {result}\n",
        heading.title,
        name(Color::Black),
        name(Color::White),
        size.width(),
        size.height(),
        game.komi(),
        number(game.records().len(), "move", "moves"),
        heading.ending(table),
    )
}

/// Describes how a game ended.
#[must_use]
pub fn ending(over: Option<GameEnd>) -> &'static str {
    match over {
        None => "not over",
        Some(GameEnd::Passes) => "ended by passes",
        Some(GameEnd::Draw) => "ended by a declared draw",
        Some(GameEnd::Resign(Color::Black)) => "Black resigned",
        Some(GameEnd::Resign(Color::White)) => "White resigned",
        Some(GameEnd::Void) => "void by repetition",
        Some(GameEnd::NoMove(Color::Black)) => "Black could not move",
        Some(GameEnd::NoMove(Color::White)) => "White could not move",
    }
}

/// Formats one row for each rule set: id, result, points and their terms, each as Black's and
/// White's number. Terms that are zero in all rows have no column. The rule set of the record is
/// marked.
fn rows(table: &Table) -> String {
    let scores = || {
        table
            .rows
            .iter()
            .filter_map(|row| row.recount.as_ref().ok()?.score())
    };
    let is_used = |part: ScoreTerm| {
        scores().any(|score| score.sides.iter().any(|s| s.part(part) != HalfPoints::ZERO))
    };
    let columns: Vec<ScoreTerm> = SCORE_TERMS
        .iter()
        .map(|&(part, _)| part)
        .filter(|&p| is_used(p))
        .collect();
    let mut heading = vec!["rules".to_string(), "result".to_string()];
    if scores().next().is_some() {
        heading.push("Black:White".to_string());
    }
    heading.extend(columns.iter().map(|&part| column(part).to_string()));
    let mut lines = vec![(heading, String::new())];
    for row in &table.rows {
        lines.push(cells(row, table, &columns));
    }
    let width = |index: usize| {
        let cells = lines.iter().filter_map(|(cells, _)| cells.get(index));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len() + 3).map(width).collect();
    let mut text = String::new();
    for (cells, remark) in &lines {
        let mut line = String::new();
        for (index, (cell, &width)) in cells.iter().zip(&widths).enumerate() {
            line += &match index {
                0 | 1 => format!("{cell:<width$}  "),
                _ => format!("{cell:>width$}  "),
            };
        }
        text += (line + remark).trim_end();
        text.push('\n');
    }
    text
}

/// Returns the heading of a term's column.
fn column(part: ScoreTerm) -> &'static str {
    match part {
        ScoreTerm::Stones => "stones",
        ScoreTerm::Territory => "territory",
        ScoreTerm::Tax => "tax",
        ScoreTerm::Captures => "captured",
        ScoreTerm::DeadStones => "dead",
        ScoreTerm::PassStones => "passes",
        ScoreTerm::ExtraStone => "last",
        ScoreTerm::Buttons => "buttons",
        ScoreTerm::HalfPasses => "half",
        ScoreTerm::Bowl => "bowl",
        ScoreTerm::Turn => "turn",
        ScoreTerm::DrawAtHand => "draw",
        ScoreTerm::Search => "search",
        ScoreTerm::Komi => "komi",
        ScoreTerm::Bonus => "bonus",
    }
}

/// Returns the cells of a row and a remark behind them; if nothing was counted, the remark says
/// why.
fn cells(row: &Row, table: &Table, columns: &[ScoreTerm]) -> (Vec<String>, String) {
    let mark = match row.rules.id == table.record.rules.id {
        true => "*",
        false => "",
    };
    let id = format!("{}{mark}", row.rules.id);
    let recount = match &row.recount {
        Err(error) => {
            let text = format!("illegal: {}", error.text(table.game.board().size()));
            return (vec![id, "-".to_string()], text);
        }
        Ok(recount) => recount,
    };
    let mut cells = vec![id, recount.outcome.result_or_void()];
    let Some(score) = recount.score() else {
        let why = match recount.outcome {
            Outcome::Void => NO_RESULT,
            _ => ending(recount.game.state().over),
        };
        return (cells, why.to_string());
    };
    let [black, white] = &score.sides;
    cells.push(format!("{}:{}", black.total(), white.total()));
    cells.extend(
        columns
            .iter()
            .map(|&part| match [black.part(part), white.part(part)] {
                [HalfPoints::ZERO, HalfPoints::ZERO] => "-".to_string(),
                [black, white] => format!("{black}:{white}"),
            }),
    );
    let remark = if score.certain { "" } else { "estimate" };
    (cells, remark.to_string())
}

/// Description of a void game.
pub const NO_RESULT: &str = "no result: a position came for the third time";

/// Formats the composition of a score in one line: `Black: 13 stones + 2 territory; White: …`.
#[must_use]
pub fn made_up(score: &Score) -> String {
    let [black, white] = &score.sides;
    let estimate = if score.certain { "" } else { "; estimate" };
    format!("Black: {}; White: {}{estimate}", sum(black), sum(white))
}

/// Formats the composition of one side's points: `13 stones + 2 territory - 2 group tax`.
///
/// Returns `0` if all terms are zero.
#[must_use]
pub fn sum(side: &ScoreBreakdown) -> String {
    let mut text = String::new();
    for (part, words) in SCORE_TERMS {
        let amount = side.part(part);
        if amount == HalfPoints::ZERO {
            continue;
        }
        let sign = match (text.is_empty(), amount < HalfPoints::ZERO) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(&format!("{sign}{} {words}", amount.abs()));
    }
    if text.is_empty() {
        "0".to_string()
    } else {
        text
    }
}

/// Returns a heading and a sentence for each group of rule sets that differ from the reference in
/// an equal way; empty if none differs.
#[must_use]
pub fn differences(table: &Table) -> Vec<String> {
    let Some((reference, _)) = table.reference() else {
        return Vec::new();
    };
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for row in &table.rows {
        let Some(text) = difference(table, row) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, ids)) => ids.push(row.rules.id),
            None => groups.push((text, vec![row.rules.id])),
        }
    }
    if groups.is_empty() {
        return Vec::new();
    }
    let heading = format!("Why they differ from {}:", reference.rules.id);
    let sentences = groups
        .into_iter()
        .map(|(text, ids)| format!("  {}: {text}", ids.join(", ")));
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

/// Explains why a term makes a difference between two recounts of a game.
fn clause(table: &Table, cause: MarginTerm, here: &Recount, there: &Recount) -> String {
    let size = table.game.board().size();
    let facts = &table.facts;
    let rules = here.game.rules();
    let counts_stones = rules.counts_stones();
    let do_not = if counts_stones { "" } else { " do not" };
    match cause {
        MarginTerm::Board => "the boards differ".to_string(),
        MarginTerm::DeadStay => dead_stay(table, here, there),
        MarginTerm::Seki => {
            let does = if rules.tax == TaxRule::Seki {
                "do not count"
            } else {
                "count"
            };
            let of = if rules.tax == TaxRule::Seki {
                here
            } else {
                there
            };
            let surrounded = surrounded(of.game.board(), &of.dead);
            let counted = part(of, ScoreTerm::Territory);
            let [black, white] = Color::BOTH
                .map(|color| HalfPoints::from_points(surrounded[color] as i32) - counted[color]);
            format!("as points in seki {does} (Black {black}, White {white})")
        }
        MarginTerm::GroupTax => match rules.tax {
            TaxRule::Group => format!("as each group is taxed ({})", both(here, ScoreTerm::Tax)),
            TaxRule::None | TaxRule::Seki => {
                format!("as no group is taxed ({})", both(there, ScoreTerm::Tax))
            }
        },
        MarginTerm::Stones => {
            let [black, white] = facts.placed;
            let last = match facts.last_stone {
                Some(last) if last.dame && facts.dame_left < FEW_DAME && last_decides(facts) => {
                    let which = if facts.dame_left == 0 {
                        "the last"
                    } else {
                        "a"
                    };
                    format!(", {} filling {which} dame", vertex(size, last.point))
                }
                _ => String::new(),
            };
            format!("as stones played{do_not} count (Black placed {black}, White {white}{last})")
        }
        MarginTerm::HandicapStones => format!("as handicap stones{do_not} count"),
        MarginTerm::SetupStones => format!("as stones set up{do_not} count"),
        MarginTerm::PassStones => {
            if rules.scoring == ScoringRule::Territory && rules.pass != PassRule::Free {
                format!("by pass stones ({})", gave(here, ScoreTerm::PassStones))
            } else {
                "as no pass stones count".to_string()
            }
        }
        MarginTerm::ExtraStone => match part(here, ScoreTerm::ExtraStone)[0] {
            HalfPoints::ZERO => "as White need not pass last".to_string(),
            _ => "as White must pass last and hands over one stone more".to_string(),
        },
        MarginTerm::Buttons => format!("as {}", button_moves(here)),
        MarginTerm::HalfPasses => match rules.pass {
            PassRule::HalfThenStone => {
                format!("by half-passes ({})", gave(here, ScoreTerm::HalfPasses))
            }
            PassRule::Free | PassRule::Stone | PassRule::Delay => {
                "as there are no half-passes".to_string()
            }
        },
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
        MarginTerm::Komi => match rules.has_komi() {
            true => "by komi".to_string(),
            false => "as there is no komi".to_string(),
        },
        MarginTerm::Bonus => {
            let bonus = part(here, ScoreTerm::Bonus)[1];
            match bonus {
                HalfPoints::ZERO => "as White gets no bonus for the handicap".to_string(),
                _ => format!("as White gets {} for the handicap", points(bonus)),
            }
        }
        MarginTerm::Other => "for another reason".to_string(),
    }
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

fn part(recount: &Recount, part: ScoreTerm) -> [HalfPoints; 2] {
    match recount.score() {
        Some(score) => Color::BOTH.map(|color| score.sides[color].part(part)),
        None => [HalfPoints::ZERO; 2],
    }
}

fn both(recount: &Recount, of: ScoreTerm) -> String {
    let [black, white] = part(recount, of);
    format!("Black {black}, White {white}")
}

/// Formats a term by the side that gave it: the points of one side were given by its opponent.
fn gave(recount: &Recount, of: ScoreTerm) -> String {
    let [black, white] = part(recount, of);
    format!("Black gave {white}, White {black}")
}

/// Returns a line for each group of rule sets that says whether area and territory with pass stones
/// agree, for rules that are made for this agreement.
#[must_use]
pub fn both_counts(table: &Table) -> Vec<String> {
    lines_by_rules(table, |recount| both_counts_of(table, recount))
}

/// Returns a line for each group of rule sets that says whether White hands over an extra stone at
/// the end, for rules under which White must pass last.
#[must_use]
pub fn extra_stones(table: &Table) -> Vec<String> {
    lines_by_rules(table, extra_stone)
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

/// Returns whether the game has ended by a pass of Black's under rules that let White pass last.
#[must_use]
pub fn is_extra_stone_due(rules: &Rules, state: &State) -> bool {
    rules.ending == EndRule::TwoPassesWhiteLast
        && state.over == Some(GameEnd::Passes)
        && state.last_passer == Some(Color::Black)
}

/// Returns the lines that a function gives for the recounts of a table, with the ids of the rule
/// sets that share each one.
fn lines_by_rules(table: &Table, line: impl Fn(&Recount) -> Option<String>) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for row in &table.rows {
        let Some(text) = row.recount.as_ref().ok().and_then(&line) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, ids)) => ids.push(row.rules.id),
            None => groups.push((text, vec![row.rules.id])),
        }
    }
    groups
        .into_iter()
        .map(|(text, ids)| format!("{}: {text}", ids.join(", ")))
        .collect()
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

/// Returns the notes: a recorded result that differs from the count, and the warnings.
fn notes(table: &Table, heading: &Heading) -> Vec<String> {
    let recorded = heading.margin.and_then(|recorded| {
        let row = &table.record;
        let counted = row.recount.as_ref().ok()?.outcome.margin()?;
        (counted != recorded).then(|| {
            let same = |row: &&Row| row.sources().map(Sources::total) == Some(recorded);
            let ids: Vec<&str> = table
                .rows
                .iter()
                .filter(same)
                .map(|row| row.rules.id)
                .collect();
            let found = match ids.is_empty() {
                true => String::new(),
                false => format!("; that is the result under {}", ids.join(", ")),
            };
            format!(
                "the record says {}, the count is {}{found}",
                result(recorded),
                result(counted)
            )
        })
    });
    recorded
        .iter()
        .chain(&table.warnings)
        .map(|warning| format!("Note: {warning}."))
        .collect()
}

/// Formats an absolute amount in words: `half a point`, `1 point`, `1.5 points`.
#[must_use]
pub fn points(amount: HalfPoints) -> String {
    match amount.abs() {
        HalfPoints::ZERO => "nothing".to_string(),
        HalfPoints::HALF => "half a point".to_string(),
        HalfPoints::ONE => "1 point".to_string(),
        amount => format!("{amount} points"),
    }
}

fn gainer(amount: HalfPoints) -> &'static str {
    color_name(if amount > HalfPoints::ZERO {
        Color::Black
    } else {
        Color::White
    })
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Wraps a line at [`LINE`] characters; continuation lines are indented by four more.
fn wrapped(line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    let mut text = " ".repeat(indent);
    let mut length = indent;
    for (index, word) in line.split_whitespace().enumerate() {
        let letters = word.chars().count();
        if index > 0 && length + 1 + letters > LINE {
            text.push('\n');
            length = indent + 4;
            text.push_str(&" ".repeat(length));
        } else if index > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += letters;
    }
    text
}
