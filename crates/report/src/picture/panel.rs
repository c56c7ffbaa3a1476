//! The panel beside the board: players, the result and its composition, tokens, the results under
//! other rule sets, and the legend of the marks.

use std::fmt::Write;

use halfpoint_core::board::Color;
use halfpoint_core::game::Button;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation;
use halfpoint_core::rules::{ButtonRule, PassRule, USUAL_BUTTON_WORTH};
use halfpoint_core::score::{Bowls, ScoreTerm};

use super::super::buttons::{played, verb};
use super::super::phrases::{Condition, number};
use super::super::table::{Recount, Table};
use super::super::words::{Heading, points};
use super::board::{
    MARK, PictureMark, Points, button, cross, diamond, last_mark, stone, territory_mark,
};
use super::{INK, escaped};

/// Width of the panel, in pixels.
pub(super) const PANEL: f64 = 284.0;
/// Distance between two lines that gives the size of marks in the legend, in pixels.
const LEGEND: f64 = 28.0;
const FAINT: &str = "#8a7a66";
const RULE: &str = "#dccfb8";

/// The panel beside the board, written from the top.
pub(super) struct Panel {
    x: f64,
    /// Height of the last line so far.
    pub(super) y: f64,
    /// Elements of the picture so far.
    pub(super) text: String,
}

/// Horizontal offset of the second column of results.
const SECOND: f64 = PANEL * 0.45;

/// Horizontal offsets at which the columns of the two colours end.
const COLUMNS: [f64; 2] = [PANEL - 70.0, PANEL - 4.0];

impl Panel {
    pub(super) fn at(x: f64, y: f64) -> Panel {
        Panel {
            x,
            y,
            text: String::new(),
        }
    }

    pub(super) fn fill(
        &mut self,
        table: &Table,
        heading: &Heading,
        rules: &str,
        recount: Option<&Recount>,
        points: &Points<'_>,
    ) {
        self.players(table, heading);
        if let Some(recount) = recount {
            self.result(rules, recount);
            self.parts(recount);
            self.tokens(recount);
        }
        self.results(table);
        self.legend(points);
    }

    fn write(&mut self, dx: f64, size: f64, style: &str, text: &str) {
        let _ = writeln!(
            self.text,
            "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" {style}>{}</text>",
            self.x + dx,
            self.y,
            escaped(text)
        );
    }

    fn line(&mut self, dx: f64, text: &str) {
        self.write(dx, 12.0, &format!("fill=\"{INK}\""), text);
    }

    /// Writes a text that ends at a column.
    fn ending_at(&mut self, dx: f64, text: &str) {
        let style = format!("fill=\"{INK}\" text-anchor=\"end\"");
        self.write(dx, 12.0, &style, text);
    }

    fn rule(&mut self) {
        let _ = writeln!(
            self.text,
            "<path d=\"M{} {}h{PANEL}\" stroke=\"{RULE}\" stroke-width=\"1\"/>",
            self.x, self.y
        );
    }

    fn section(&mut self, title: &str) {
        self.y += 14.0;
        self.rule();
        self.y += 19.0;
        let style = format!("fill=\"{FAINT}\" letter-spacing=\"0.8\"");
        self.write(0.0, 10.5, &style, &title.to_uppercase());
    }

    fn players(&mut self, table: &Table, heading: &Heading) {
        for color in Color::BOTH {
            self.y += 18.0;
            let (x, y) = (self.x + 9.0, self.y - 5.0);
            stone(&mut self.text, x, y, 8.0, color, 1.0);
            let unnamed = notation::color_name(color);
            let name = heading.players[color].as_deref().unwrap_or(unnamed);
            let style = format!("fill=\"{INK}\" font-weight=\"bold\"");
            self.write(26.0, 14.0, &style, &shortened(name, 26));
            self.y += 6.0;
        }
        self.y += 15.0;
        let game = &table.game;
        let size = game.board().size();
        let mut facts = format!("{}×{} · komi {}", size.width(), size.height(), game.komi());
        if game.setup().handicap() > 0 {
            let _ = write!(facts, " · handicap {}", game.setup().handicap());
        }
        let moves = number(game.records().len(), "move", "moves");
        let style = format!("fill=\"{FAINT}\"");
        self.write(0.0, 11.5, &style, &facts);
        self.y += 16.0;
        let ended = heading.ending(table);
        self.write(0.0, 11.5, &style, &format!("{moves} · {ended}"));
    }

    fn result(&mut self, rules: &str, recount: &Recount) {
        self.section(rules);
        self.y += 30.0;
        let style = format!("fill=\"{INK}\" font-weight=\"bold\"");
        self.write(0.0, 28.0, &style, &recount.outcome.result_or_void());
        for color in Color::BOTH {
            let (x, y) = (self.x + COLUMNS[color] - 8.0, self.y - 6.0);
            stone(&mut self.text, x, y, 8.0, color, 1.0);
        }
        if let Some(condition) = recount.condition {
            self.y += 17.0;
            self.write(0.0, 11.5, &format!("fill=\"{FAINT}\""), condition.words);
        }
    }

    /// Writes a row with a number for each colour.
    fn pair(&mut self, what: &str, numbers: [String; 2]) {
        self.y += 18.0;
        self.line(0.0, what);
        for color in Color::BOTH {
            self.ending_at(COLUMNS[color], &numbers[color]);
        }
    }

    /// Writes the composition of the points.
    fn parts(&mut self, recount: &Recount) {
        let Some(score) = recount.score() else {
            return;
        };
        self.y += 3.0;
        for (part, words) in halfpoint_core::score::SCORE_TERMS {
            let amounts = Color::BOTH.map(|color| score.sides[color].part(part));
            if amounts != [HalfPoints::ZERO; 2] {
                self.pair(words, amounts.map(|amount| amount.to_string()));
            }
        }
        self.y += 7.0;
        self.rule();
        let total = Color::BOTH.map(|color| score.sides[color].total().to_string());
        self.pair("points", total);
        let captures = recount.game.state().captures;
        let captured = Color::BOTH.map(|color| score.sides[color].part(ScoreTerm::Captures));
        if captured == [HalfPoints::ZERO; 2] && captures != [0; 2] {
            let captured = captures.map(|number| number.to_string());
            self.pair("captured", captured);
        }
    }

    /// Writes a line that begins with a picture of a button.
    fn button_line(&mut self, text: &str) {
        self.y += 22.0;
        let (x, y) = (self.x + 9.0, self.y - 4.5);
        button(&mut self.text, x, y);
        self.line(26.0, text);
    }

    /// Writes what became of buttons, half-passes and bowls, if the rules have any.
    fn tokens(&mut self, recount: &Recount) {
        let rules = recount.game.rules();
        let half_passes = rules.pass == PassRule::HalfThenStone;
        let spare = rules.last_mover_wins();
        if rules.buttons == ButtonRule::None && !half_passes && !spare {
            return;
        }
        self.section("tokens");
        self.buttons(recount);
        if half_passes {
            self.half_pass_zone(recount.game.state().half_pass_zone);
        }
        if spare {
            self.bowls(&recount.game.state().bowls);
        }
    }

    fn buttons(&mut self, recount: &Recount) {
        let (rules, state) = (recount.game.rules(), recount.game.state());
        let played = played(recount);
        match rules.buttons {
            ButtonRule::None => (),
            ButtonRule::Take | ButtonRule::Give | ButtonRule::OnLastPass => {
                match state.button(rules) {
                    Button::MovedBy(color) => {
                        let name = notation::color_name(color);
                        let did = verb(rules.buttons, played.button(rules) == Button::Table);
                        let worth = match rules.button_worth {
                            USUAL_BUTTON_WORTH => String::new(),
                            worth => format!(" ({})", points(worth[color])),
                        };
                        self.button_line(&format!("{name} {did} the button{worth}"));
                    }
                    Button::Table => self.button_line("the button is on the table"),
                    Button::None => (),
                }
            }
            ButtonRule::OnPasses | ButtonRule::AsMoves => {
                for (which, who, before) in [
                    ("first", state.first_token, played.first_token),
                    ("last", state.last_token, played.last_token),
                ] {
                    let line = match (who.map(notation::color_name), before) {
                        (Some(name), Some(_)) => format!("{name} had the {which} button"),
                        (Some(name), None) => format!("{name} would have the {which} button"),
                        (None, _) => format!("the {which} button is on the table"),
                    };
                    self.button_line(&line);
                }
            }
        }
    }

    fn half_pass_zone(&mut self, zone: [u32; 2]) {
        self.y += 18.0;
        self.line(0.0, "half-pass zone");
        let mut x = self.x + COLUMNS[1] - 8.0;
        for color in [Color::White, Color::Black] {
            for _ in 0..zone[color].min(5) {
                let y = self.y - 4.5;
                stone(&mut self.text, x, y, 7.5, color, 1.0);
                x -= 18.0;
            }
        }
    }

    fn bowls(&mut self, bowls: &Bowls) {
        let numbers = Color::BOTH.map(|color| {
            let ultimate = match bowls.ultimate_in == Some(color) {
                true => " + u",
                false => "",
            };
            format!("{}{ultimate}", bowls.regular[color])
        });
        self.pair("prisoners in the bowl", numbers);
        if let Some(color) = bowls.ultimate_in {
            self.y += 18.0;
            let name = notation::color_name(color);
            self.line(0.0, &format!("u: the ultimate stone, {name}'s"));
        }
    }

    /// Writes the result under each rule set, in two columns.
    fn results(&mut self, table: &Table) {
        if table.rows.len() < 2 {
            return;
        }
        self.section("under the rule sets");
        let half = table.rows.len().div_ceil(2);
        let (top, mut lowest) = (self.y, self.y);
        for (index, row) in table.rows.iter().enumerate() {
            if index % half == 0 {
                self.y = top + 3.0;
            }
            self.y += 15.0;
            lowest = self.y.max(lowest);
            // The longer names are in the second half.
            let (left, right) = match index < half {
                true => (0.0, SECOND - 12.0),
                false => (SECOND, COLUMNS[1]),
            };
            let result = match &row.recount {
                Ok(recount) => marked(recount),
                Err(_) => "illegal".to_string(),
            };
            let of_record = row.rules.id == table.record.rules.id;
            let weight = if of_record {
                " font-weight=\"bold\""
            } else {
                ""
            };
            self.write(left, 9.0, &format!("fill=\"{INK}\"{weight}"), row.rules.id);
            let style = format!("fill=\"{INK}\" text-anchor=\"end\"{weight}");
            self.write(right, 9.5, &style, &result);
        }
        self.y = lowest;
        let recounts = table
            .rows
            .iter()
            .filter_map(|row| row.recount.as_ref().ok());
        let mut conditions: Vec<Condition> =
            recounts.filter_map(|recount| recount.condition).collect();
        conditions.sort_unstable();
        conditions.dedup();
        for condition in conditions {
            self.y += 16.0;
            let style = format!("fill=\"{FAINT}\"");
            self.write(
                0.0,
                9.5,
                &style,
                &format!("{} {}", condition.mark, condition.words),
            );
        }
    }

    fn legend(&mut self, points: &Points<'_>) {
        let used = points.used();
        if used.is_empty() {
            return;
        }
        self.y += 14.0;
        self.rule();
        self.y += 2.0;
        for (index, mark) in used.into_iter().enumerate() {
            let right = index % 2 == 1;
            let left = if right { PANEL / 2.0 + 4.0 } else { 0.0 };
            if !right {
                self.y += 20.0;
            }
            let (x, y) = (self.x + left + 9.0, self.y - 4.0);
            let text = &mut self.text;
            let words = match mark {
                PictureMark::Last => {
                    last_mark(text, (x, y, LEGEND));
                    "last stone"
                }
                PictureMark::Territory => {
                    territory_mark(text, (x - 6.0, y, LEGEND), Color::Black);
                    territory_mark(text, (x + 6.0, y, LEGEND), Color::White);
                    "territory"
                }
                PictureMark::Dead => {
                    stone(text, x, y, 8.0, Color::Black, 0.5);
                    territory_mark(text, (x, y, LEGEND), Color::White);
                    "dead stone"
                }
                PictureMark::Left => {
                    cross(text, (x, y, LEGEND), MARK);
                    "dead, but stays"
                }
                PictureMark::Seki => {
                    diamond(text, (x, y, LEGEND));
                    "seki"
                }
                PictureMark::Dame => {
                    cross(text, (x, y, LEGEND), "#7a5a2a");
                    "dame"
                }
            };
            self.write(left + 25.0, 11.0, &format!("fill=\"{INK}\""), words);
        }
        self.y += 8.0;
    }
}

/// Formats a result, with a mark if the game is not over under these rules.
fn marked(recount: &Recount) -> String {
    let mark = recount.condition.map_or("", |condition| condition.mark);
    format!("{}{mark}", recount.outcome.result_or_void())
}

fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
