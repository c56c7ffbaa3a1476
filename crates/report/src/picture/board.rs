//! The board of a picture: lines, stones, and marks for the status of stones and points.

use std::fmt::Write;

use halfpoint_core::board::{Board, Color, Point, PointSet, Size};
use halfpoint_core::game::Game;
use halfpoint_core::life::seki;
use halfpoint_core::notation;
use halfpoint_core::rules::TaxRule;
use halfpoint_core::score::{PointOwner, Territory};

use super::super::stars::star_points;
use super::super::table::{Recount, Table};
use super::SPACE;

/// Minimum and maximum distance between two lines of the board, in pixels.
const CELLS: [f64; 2] = [26.0, 52.0];
/// Intended length of the longer side of a board, in pixels.
const BOARD: f64 = 560.0;
/// Colour of marks for the last stone and dead stones.
pub(super) const MARK: &str = "#d9412f";
const SEKI: &str = "#2f6fd0";

/// Geometry of the board.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    size: Size,
    /// Distance between two lines, in pixels.
    pub(super) cell: f64,
}

impl Layout {
    pub(super) fn new(size: Size) -> Layout {
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
    pub(super) fn edge(self) -> f64 {
        (self.cell * 0.5 + 27.0).round()
    }

    /// Returns width and height of the board.
    pub(super) fn board(self) -> [f64; 2] {
        let lines = [self.size.width(), self.size.height()];
        lines.map(|lines| (lines - 1) as f64 * self.cell + 2.0 * self.edge())
    }

    /// Returns the radius of a stone.
    fn stone(self) -> f64 {
        self.cell * 0.475
    }

    pub(super) fn at(self, point: Point) -> (f64, f64) {
        let (x, y) = self.size.coordinates(point);
        self.place(x, y)
    }

    pub(super) fn place(self, x: usize, y: usize) -> (f64, f64) {
        let row = self.size.height() - 1 - y;
        let line = |index: usize| SPACE + self.edge() + index as f64 * self.cell;
        (line(x), line(row))
    }
}

/// Draws lines, star points and coordinates.
pub(super) fn grid(layout: Layout) -> String {
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
pub(super) struct Points<'a> {
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
pub(super) enum PictureMark {
    Last,
    Territory,
    Dead,
    Left,
    Seki,
    Dame,
}

impl Points<'_> {
    pub(super) fn new<'a>(table: &'a Table, recount: Option<&Recount>) -> Points<'a> {
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
            last: last_stone(&table.game),
        }
    }

    fn marks(&self, point: Point) -> Vec<PictureMark> {
        let mut marks = Vec::new();
        if self.last == Some(point) {
            marks.push(PictureMark::Last);
        }
        if self.dead.contains(point) {
            marks.push(PictureMark::Dead);
            return marks;
        }
        if self.left.contains(point) {
            marks.push(PictureMark::Left);
        }
        match self.territory.owner(point) {
            PointOwner::Stone(_) if self.territory.in_seki(point) => marks.push(PictureMark::Seki),
            PointOwner::Stone(_) | PointOwner::Nobody => (),
            PointOwner::Territory(_) => marks.push(PictureMark::Territory),
            PointOwner::SekiEye(_) => marks.push(match self.seki_counts {
                true => PictureMark::Territory,
                false => PictureMark::Seki,
            }),
            PointOwner::Dame if self.marks_dame => marks.push(PictureMark::Dame),
            PointOwner::Dame => (),
            PointOwner::SekiLiberty => marks.push(PictureMark::Seki),
        }
        marks
    }

    /// Draws the stones and all marks.
    pub(super) fn draw(&self, text: &mut String, layout: Layout) {
        let stones: Vec<_> = self.board.stones().collect();
        draw_stones(text, layout, &stones, &self.dead);
        for point in self.board.size().points() {
            let (x, y) = layout.at(point);
            for mark in self.marks(point) {
                self.draw_mark(text, mark, point, (x, y, layout.cell));
            }
        }
    }

    fn draw_mark(&self, text: &mut String, mark: PictureMark, point: Point, place: Place) {
        let owner = match self.territory.owner(point) {
            PointOwner::Territory(color) | PointOwner::SekiEye(color) => Some(color),
            _ => None,
        };
        match mark {
            PictureMark::Last => last_mark(text, place),
            PictureMark::Territory | PictureMark::Dead => match owner {
                Some(color) => territory_mark(text, place, color),
                None => cross(text, place, MARK),
            },
            PictureMark::Left => cross(text, place, MARK),
            PictureMark::Seki => diamond(text, place),
            PictureMark::Dame => cross(text, place, "#7a5a2a"),
        }
    }

    /// Returns the kinds of marks on the board, in a fixed order.
    pub(super) fn used(&self) -> Vec<PictureMark> {
        let all = [
            PictureMark::Last,
            PictureMark::Territory,
            PictureMark::Dead,
            PictureMark::Left,
            PictureMark::Seki,
            PictureMark::Dame,
        ];
        let size = self.board.size();
        all.into_iter()
            .filter(|mark| size.points().any(|point| self.marks(point).contains(mark)))
            .collect()
    }
}

/// Returns the point of the last stone that was placed, if it is still there.
pub(super) fn last_stone(game: &Game) -> Option<Point> {
    let latest = game.records().iter().rev();
    let mut placed = latest.filter_map(|record| record.action.point());
    let last = placed.next()?;
    game.board().get(last).map(|_| last)
}

/// Draws the stones with their shadows; those of `faint` are half transparent and have none.
pub(super) fn draw_stones(
    text: &mut String,
    layout: Layout,
    stones: &[(Point, Color)],
    faint: &PointSet,
) {
    for &(point, _) in stones {
        if !faint.contains(point) {
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
    for &(point, color) in stones {
        let (x, y) = layout.at(point);
        let opacity = if faint.contains(point) { 0.5 } else { 1.0 };
        stone(text, x, y, layout.stone(), color, opacity);
    }
}

pub(super) fn stone(text: &mut String, x: f64, y: f64, radius: f64, color: Color, opacity: f64) {
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

/// Draws a button with four holes.
pub(super) fn button(text: &mut String, x: f64, y: f64) {
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

/// Coordinates of the centre of a mark, and the distance between two lines there.
pub(super) type Place = (f64, f64, f64);

pub(super) fn territory_mark(text: &mut String, (x, y, cell): Place, color: Color) {
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

pub(super) fn last_mark(text: &mut String, (x, y, cell): Place) {
    let _ = writeln!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{MARK}\" stroke-width=\"2.2\"/>",
        cell * 0.27
    );
}

pub(super) fn cross(text: &mut String, (x, y, cell): Place, color: &str) {
    let arm = cell * 0.15;
    let _ = writeln!(
        text,
        "<path d=\"M{} {}l{d} {d}m0 -{d}l-{d} {d}\" stroke=\"{color}\" stroke-width=\"2.2\" stroke-linecap=\"round\" fill=\"none\"/>",
        x - arm,
        y - arm,
        d = 2.0 * arm
    );
}

pub(super) fn diamond(text: &mut String, (x, y, cell): Place) {
    let arm = cell * 0.2;
    let _ = writeln!(
        text,
        "<path d=\"M{x} {}l{arm} {arm}l-{arm} {arm}l-{arm} -{arm}z\" fill=\"none\" stroke=\"{SEKI}\" stroke-width=\"2\"/>",
        y - arm
    );
}
