//! The last position of a game as a picture: a self-contained SVG with the board, marks for the
//! status of stones and points, and a panel of prisoners, tokens and results.

use std::fmt::Write;

use halfpoint_core::board::{Board, Color, Point, PointSet, Size};
use halfpoint_core::game::{Button, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::seki;
use halfpoint_core::notation;
use halfpoint_core::rules::{Buttons, PassRule, ScoringRule, TaxRule};
use halfpoint_core::score::{PointOwner, ScoreTerm, Territory};

use super::phrases::{Condition, number};
use super::stars::star_points;
use super::table::{Recount, Table};
use super::words::Heading;

/// Minimum and maximum distance between two lines of the board, in pixels.
const CELLS: [f64; 2] = [26.0, 52.0];
/// Intended length of the longer side of a board, in pixels.
const BOARD: f64 = 560.0;
/// Distance between two lines that gives the size of marks in the legend, in pixels.
const LEGEND: f64 = 28.0;
/// Margin around the whole picture, in pixels.
const SPACE: f64 = 14.0;
/// Width of the panel, in pixels.
const PANEL: f64 = 284.0;
const INK: &str = "#2b2118";
const FAINT: &str = "#8a7a66";
const RULE: &str = "#dccfb8";
const MARK: &str = "#d9412f";
const SEKI: &str = "#2f6fd0";

const HEAD: &str = r##"<defs>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="0.25"><stop offset="0" stop-color="#e9c583"/><stop offset="0.5" stop-color="#e2b96f"/><stop offset="1" stop-color="#dcae62"/></linearGradient>
<pattern id="grain" width="57" height="400" patternUnits="userSpaceOnUse" patternTransform="rotate(3)"><path d="M5 0V400M16.5 0V400M31 0V400M38 0V400M50 0V400" stroke="#a9762f" stroke-width="0.8" opacity="0.13"/><path d="M10 0V400M24 0V400M44 0V400" stroke="#fff0c8" stroke-width="1.6" opacity="0.14"/></pattern>
<radialGradient id="black" cx="0.35" cy="0.3" r="0.75"><stop offset="0" stop-color="#6a6a6e"/><stop offset="0.45" stop-color="#2a2a2c"/><stop offset="1" stop-color="#0c0c0d"/></radialGradient>
<radialGradient id="white" cx="0.37" cy="0.32" r="0.8"><stop offset="0" stop-color="#ffffff"/><stop offset="0.6" stop-color="#f4f2ec"/><stop offset="1" stop-color="#c9c5ba"/></radialGradient>
<radialGradient id="button" cx="0.38" cy="0.32" r="0.8"><stop offset="0" stop-color="#f0705c"/><stop offset="1" stop-color="#a82a1c"/></radialGradient>
</defs>
"##;

/// Draws the last position, counted under the only rule set of the table if there is just one and
/// it can be counted, otherwise under that of the record.
#[must_use]
pub fn svg(table: &Table, heading: &Heading) -> String {
    let row = match table.rows.as_slice() {
        [only] if only.recount.is_ok() => only,
        _ => &table.record,
    };
    let layout = Layout::new(table.game.board().size());
    let board = layout.board();
    let mut panel = Panel::at(SPACE + board[0] + 22.0, SPACE + 6.0);
    let mut stones = String::new();
    let recount = row.recount.as_ref().ok();
    let points = Points::new(table, recount);
    points.draw(&mut stones, layout);
    panel.fill(table, heading, row.rules.id, recount, &points);
    let width = 2.0 * SPACE + board[0] + 22.0 + PANEL;
    let height = (2.0 * SPACE + board[1]).max(panel.y + SPACE);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"'DejaVu Sans','Segoe UI',Verdana,Helvetica,Arial,sans-serif\">\n<title>{}</title>\n{HEAD}\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fbf7ef\"/>\n",
        escaped(&heading.title)
    );
    for (x, y, fill) in [
        (SPACE + 2.0, SPACE + 3.0, "#00000030"),
        (SPACE, SPACE, "url(#wood)"),
        (SPACE, SPACE, "url(#grain)"),
    ] {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"{fill}\"/>",
            board[0], board[1]
        );
    }
    text.push_str(&grid(layout));
    text.push_str(&stones);
    text.push_str(&panel.text);
    text.push_str("</svg>\n");
    text
}

/// Geometry of the board.
#[derive(Clone, Copy)]
struct Layout {
    size: Size,
    /// Distance between two lines, in pixels.
    cell: f64,
}

impl Layout {
    fn new(size: Size) -> Layout {
        let lines = size.width().max(size.height()) as f64;
        let [min, max] = CELLS;
        // An even distance, so that lines fall on whole pixels.
        let cell = 2.0 * (BOARD / (lines + 1.8) / 2.0).floor();
        Layout {
            size,
            cell: cell.clamp(min, max),
        }
    }

    /// Returns the distance from the edge of the board to its outermost line.
    fn edge(self) -> f64 {
        (self.cell * 0.5 + 27.0).round()
    }

    /// Returns width and height of the board.
    fn board(self) -> [f64; 2] {
        let lines = [self.size.width(), self.size.height()];
        lines.map(|lines| (lines - 1) as f64 * self.cell + 2.0 * self.edge())
    }

    /// Returns the radius of a stone.
    fn stone(self) -> f64 {
        self.cell * 0.475
    }

    fn at(self, point: Point) -> (f64, f64) {
        let (x, y) = self.size.coordinates(point);
        self.place(x, y)
    }

    fn place(self, x: usize, y: usize) -> (f64, f64) {
        let row = self.size.height() - 1 - y;
        let line = |index: usize| SPACE + self.edge() + index as f64 * self.cell;
        (line(x), line(row))
    }
}

/// Draws lines, star points and coordinates.
fn grid(layout: Layout) -> String {
    let size = layout.size;
    let (left, bottom) = layout.place(0, 0);
    let (right, top) = layout.place(size.width() - 1, size.height() - 1);
    let mut lines = String::new();
    for x in 0..size.width() {
        let (x, _) = layout.place(x, 0);
        let _ = write!(lines, "M{x} {top}V{bottom}");
    }
    for y in 0..size.height() {
        let (_, y) = layout.place(0, y);
        let _ = write!(lines, "M{left} {y}H{right}");
    }
    let mut text = format!(
        "<path d=\"{lines}\" stroke=\"#5b4320\" stroke-width=\"1\" stroke-linecap=\"square\" fill=\"none\"/>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#4a3416\" stroke-width=\"1.8\"/>\n",
        right - left,
        bottom - top
    );
    for point in star_points(size) {
        let (x, y) = size.coordinates(point);
        let (x, y) = layout.place(x, y);
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.2\" fill=\"#4a3416\"/>"
        );
    }
    text.push_str("<g font-size=\"11\" fill=\"#6b4f26\" text-anchor=\"middle\">\n");
    let off = layout.cell * 0.5 + 13.0;
    for x in 0..size.width() {
        let letter = notation::column(x);
        let (x, _) = layout.place(x, 0);
        for y in [top - off + 4.0, bottom + off + 4.0] {
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{letter}</text>");
        }
    }
    for row in 0..size.height() {
        let (_, y) = layout.place(0, row);
        for x in [left - off, right + off] {
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\">{}</text>", y + 4.0, row + 1);
        }
    }
    text.push_str("</g>\n");
    text
}

/// Status of the stones and points of the last position.
struct Points<'a> {
    board: &'a Board,
    territory: Territory,
    dead: PointSet,
    /// Dead stones that the rules leave on the board.
    left: PointSet,
    seki_counts: bool,
    /// Whether dame are marked; they are not if more than a third of the points are dame.
    marks_dame: bool,
    last: Option<Point>,
}

/// Kind of a mark on the board, with an entry in the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Last,
    Territory,
    Dead,
    Left,
    Seki,
    Dame,
}

impl Points<'_> {
    fn new<'a>(table: &'a Table, recount: Option<&Recount>) -> Points<'a> {
        let board = table.game.board();
        let dead = *recount.map_or(&table.dead, |recount| &recount.dead);
        let left = table.dead.iter().filter(|&point| !dead.contains(point));
        let territory = Territory::new(board, &dead, &seki(board, &dead));
        Points {
            board,
            marks_dame: territory.dame() * 3 <= board.size().area(),
            territory,
            left: PointSet::of(board.size(), left),
            dead,
            seki_counts: recount.is_none_or(|r| r.game.rules().tax != TaxRule::Seki),
            last: table
                .game
                .records()
                .iter()
                .rev()
                .find_map(|record| match record.action {
                    PlayedMove::Place(point) => Some(point),
                    _ => None,
                })
                .filter(|&point| board.get(point).is_some()),
        }
    }

    fn marks(&self, point: Point) -> Vec<Mark> {
        let mut marks = Vec::new();
        if self.last == Some(point) {
            marks.push(Mark::Last);
        }
        if self.dead.contains(point) {
            marks.push(Mark::Dead);
            return marks;
        }
        if self.left.contains(point) {
            marks.push(Mark::Left);
        }
        match self.territory.owner(point) {
            PointOwner::Stone(_) if self.territory.in_seki(point) => marks.push(Mark::Seki),
            PointOwner::Stone(_) | PointOwner::Nobody => (),
            PointOwner::Territory(_) => marks.push(Mark::Territory),
            PointOwner::SekiEye(_) => marks.push(match self.seki_counts {
                true => Mark::Territory,
                false => Mark::Seki,
            }),
            PointOwner::Dame if self.marks_dame => marks.push(Mark::Dame),
            PointOwner::Dame => (),
            PointOwner::SekiLiberty => marks.push(Mark::Seki),
        }
        marks
    }

    fn draw(&self, text: &mut String, layout: Layout) {
        let size = self.board.size();
        for (point, _) in self.board.stones() {
            if !self.dead.contains(point) {
                let (x, y) = layout.at(point);
                let _ = writeln!(
                    text,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#000\" opacity=\"0.26\"/>",
                    x + layout.cell * 0.045,
                    y + layout.cell * 0.065,
                    layout.stone()
                );
            }
        }
        for (point, color) in self.board.stones() {
            let (x, y) = layout.at(point);
            let opacity = if self.dead.contains(point) { 0.5 } else { 1.0 };
            stone(text, x, y, layout.stone(), color, opacity);
        }
        for point in size.points() {
            let (x, y) = layout.at(point);
            for mark in self.marks(point) {
                self.draw_mark(text, mark, point, (x, y, layout.cell));
            }
        }
    }

    fn draw_mark(&self, text: &mut String, mark: Mark, point: Point, place: Place) {
        let owner = match self.territory.owner(point) {
            PointOwner::Territory(color) | PointOwner::SekiEye(color) => Some(color),
            _ => None,
        };
        match mark {
            Mark::Last => last_mark(text, place),
            Mark::Territory | Mark::Dead => match owner {
                Some(color) => territory_mark(text, place, color),
                None => cross(text, place, MARK),
            },
            Mark::Left => cross(text, place, MARK),
            Mark::Seki => diamond(text, place),
            Mark::Dame => cross(text, place, "#7a5a2a"),
        }
    }

    /// Returns the kinds of marks on the board, in a fixed order.
    fn used(&self) -> Vec<Mark> {
        let all = [
            Mark::Last,
            Mark::Territory,
            Mark::Dead,
            Mark::Left,
            Mark::Seki,
            Mark::Dame,
        ];
        let size = self.board.size();
        all.into_iter()
            .filter(|mark| size.points().any(|point| self.marks(point).contains(mark)))
            .collect()
    }
}

fn stone(text: &mut String, x: f64, y: f64, radius: f64, color: Color, opacity: f64) {
    let (fill, line) = match color {
        Color::Black => ("black", "#000000"),
        Color::White => ("white", "#8d877a"),
    };
    let opacity = if opacity < 1.0 {
        format!(" opacity=\"{opacity}\"")
    } else {
        String::new()
    };
    let _ = writeln!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"url(#{fill})\" stroke=\"{line}\" stroke-width=\"0.6\"{opacity}/>"
    );
}

/// Coordinates of the centre of a mark, and the distance between two lines there.
type Place = (f64, f64, f64);

fn territory_mark(text: &mut String, (x, y, cell): Place, color: Color) {
    let side = cell * 0.3;
    let (fill, line) = match color {
        Color::Black => ("#141414", "#00000000"),
        Color::White => ("#fdfcf8", "#6b5a3c"),
    };
    let _ = writeln!(
        text,
        "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"1\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"0.8\"/>",
        x - side / 2.0,
        y - side / 2.0
    );
}

fn last_mark(text: &mut String, (x, y, cell): Place) {
    let _ = writeln!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{MARK}\" stroke-width=\"2.2\"/>",
        cell * 0.27
    );
}

fn cross(text: &mut String, (x, y, cell): Place, color: &str) {
    let arm = cell * 0.15;
    let _ = writeln!(
        text,
        "<path d=\"M{} {}l{d} {d}m0 -{d}l-{d} {d}\" stroke=\"{color}\" stroke-width=\"2.2\" stroke-linecap=\"round\" fill=\"none\"/>",
        x - arm,
        y - arm,
        d = 2.0 * arm
    );
}

fn diamond(text: &mut String, (x, y, cell): Place) {
    let arm = cell * 0.2;
    let _ = writeln!(
        text,
        "<path d=\"M{x} {}l{arm} {arm}l-{arm} {arm}l-{arm} -{arm}z\" fill=\"none\" stroke=\"{SEKI}\" stroke-width=\"2\"/>",
        y - arm
    );
}

/// Draws a button with four holes.
fn button(text: &mut String, x: f64, y: f64) {
    let _ = write!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"url(#button)\" stroke=\"#7d1c10\" stroke-width=\"0.8\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"5.6\" fill=\"none\" stroke=\"#7d1c10\" stroke-width=\"0.6\" opacity=\"0.6\"/>"
    );
    for (dx, dy) in [(-1.9, -1.9), (1.9, -1.9), (-1.9, 1.9), (1.9, 1.9)] {
        let _ = write!(
            text,
            "<circle cx=\"{}\" cy=\"{}\" r=\"1.1\" fill=\"#fbf7ef\"/>",
            x + dx,
            y + dy
        );
    }
    text.push('\n');
}

/// The panel beside the board, written from the top.
struct Panel {
    x: f64,
    y: f64,
    text: String,
}

/// Horizontal offset of the second column of results.
const SECOND: f64 = PANEL * 0.45;

/// Horizontal offsets at which the columns of the two colours end.
const COLUMNS: [f64; 2] = [PANEL - 70.0, PANEL - 4.0];

impl Panel {
    fn at(x: f64, y: f64) -> Panel {
        Panel {
            x,
            y,
            text: String::new(),
        }
    }

    fn fill(
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

    fn tokens(&mut self, recount: &Recount) {
        let (rules, state) = (recount.game.rules(), recount.game.state());
        let half_passes = rules.pass == PassRule::HalfThenStone;
        let spare = rules.scoring == ScoringRule::Spare;
        if rules.buttons == Buttons::None && !half_passes && !spare {
            return;
        }
        self.section("tokens");
        let did = match rules.buttons {
            Buttons::Take => "took",
            Buttons::Give => "gave",
            Buttons::OnLastPass => "passed last and got",
            _ => "moved",
        };
        match (rules.buttons, state.button(rules)) {
            (Buttons::Take | Buttons::Give | Buttons::OnLastPass, Button::MovedBy(color)) => {
                self.button_line(&format!("{} {did} the button", notation::color_name(color)));
            }
            (Buttons::OnPasses | Buttons::AsMoves, _) => {
                for (which, who) in [("first", state.first_token), ("last", state.last_token)] {
                    match who {
                        Some(color) => {
                            self.button_line(&format!(
                                "{} had the {which} button",
                                notation::color_name(color)
                            ));
                        }
                        None => self.button_line(&format!("the {which} button is on the table")),
                    }
                }
            }
            (_, Button::Table) => self.button_line("the button is on the table"),
            _ => (),
        }
        if half_passes {
            self.y += 18.0;
            self.line(0.0, "half-pass zone");
            let zone = state.half_pass_zone;
            let mut x = self.x + COLUMNS[1] - 8.0;
            for color in [Color::White, Color::Black] {
                for _ in 0..zone[color].min(5) {
                    let y = self.y - 4.5;
                    stone(&mut self.text, x, y, 7.5, color, 1.0);
                    x -= 18.0;
                }
            }
        }
        if spare {
            let bowls = Color::BOTH.map(|color| {
                let ultimate = if state.bowls.ultimate_in == Some(color) {
                    " + u"
                } else {
                    ""
                };
                format!("{}{ultimate}", state.bowls.regular[color])
            });
            self.pair("prisoners in the bowl", bowls);
            if let Some(color) = state.bowls.ultimate_in {
                self.y += 18.0;
                self.line(
                    0.0,
                    &format!("u: the ultimate stone, {}'s", notation::color_name(color)),
                );
            }
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
                Mark::Last => {
                    last_mark(text, (x, y, LEGEND));
                    "last stone"
                }
                Mark::Territory => {
                    territory_mark(text, (x - 6.0, y, LEGEND), Color::Black);
                    territory_mark(text, (x + 6.0, y, LEGEND), Color::White);
                    "territory"
                }
                Mark::Dead => {
                    stone(text, x, y, 8.0, Color::Black, 0.5);
                    territory_mark(text, (x, y, LEGEND), Color::White);
                    "dead stone"
                }
                Mark::Left => {
                    cross(text, (x, y, LEGEND), MARK);
                    "dead, but stays"
                }
                Mark::Seki => {
                    diamond(text, (x, y, LEGEND));
                    "seki"
                }
                Mark::Dame => {
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

/// Escapes a text for XML and drops characters that XML cannot contain.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => (),
            letter if letter.is_control() => (),
            letter => safe.push(letter),
        }
    }
    safe
}
