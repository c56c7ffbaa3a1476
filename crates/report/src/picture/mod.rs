//! The last position of a game as a picture: a self-contained SVG with the board, marks for the
//! status of stones and points, and a panel of prisoners, tokens and results; or the board alone.

mod board;
mod bowls;
mod desk;
mod panel;

use std::fmt::Write;

use halfpoint_core::board::PointSet;
use halfpoint_core::game::{Game, PlayedMove, Record};

use super::table::Table;
use super::words::Heading;
use board::{Layout, Points, draw_stones, grid, last_mark, last_stone};
pub use bowls::{BOWLS, Pile, Thing, bowls, piles};
pub use desk::{desk, desk_piles};
use panel::{PANEL, Panel};

/// Margin around the whole picture, in pixels.
const SPACE: f64 = 14.0;

/// Fonts of all texts.
const FONTS: &str = "'DejaVu Sans','Segoe UI',Verdana,Helvetica,Arial,sans-serif";

/// Colour of texts.
const INK: &str = "#2b2118";

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
    let mut text = opening(width, height, &heading.title);
    let _ = writeln!(
        text,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#fbf7ef\"/>"
    );
    text.push_str(&wood(layout));
    text.push_str(&grid(layout));
    text.push_str(&stones);
    text.push_str(&panel.text);
    text.push_str("</svg>\n");
    text
}

/// Picture of a board alone, and the places of its points in it.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// The picture.
    pub svg: String,
    /// Width and height of the picture, in pixels.
    pub size: [f64; 2],
    /// Coordinates of the point in the lower left corner, in pixels from the upper left one.
    pub origin: [f64; 2],
    /// Distance between two lines, in pixels.
    pub cell: f64,
}

/// Draws a position alone: its stones, and a mark on the one of the last move. After a token move
/// there is none.
#[must_use]
pub fn position(game: &Game) -> BoardPicture {
    let layout = Layout::new(game.board().size());
    let mut stones = String::new();
    let nobody = PointSet::new(game.board().size());
    let placed: Vec<_> = game.board().stones().collect();
    draw_stones(&mut stones, layout, &placed, &nobody);
    let is_placed = |record: &Record| matches!(record.action, PlayedMove::Place(_));
    let last = game.records().last().filter(|record| is_placed(record));
    if let Some(point) = last.and_then(|_| last_stone(game)) {
        let (x, y) = layout.at(point);
        last_mark(&mut stones, (x, y, layout.cell));
    }
    board_alone(layout, &stones)
}

/// Draws the last position alone, with the status of stones and points as the game is counted under
/// its own rules.
#[must_use]
pub fn counted_position(table: &Table) -> BoardPicture {
    let layout = Layout::new(table.game.board().size());
    let points = Points::new(table, table.record.recount.as_ref().ok());
    let mut stones = String::new();
    points.draw(&mut stones, layout);
    board_alone(layout, &stones)
}

fn board_alone(layout: Layout, stones: &str) -> BoardPicture {
    let size = layout.board().map(|side| side + 2.0 * SPACE);
    let (left, bottom) = layout.place(0, 0);
    let mut svg = opening(size[0], size[1], "Board");
    svg.push_str(&wood(layout));
    svg.push_str(&grid(layout));
    svg.push_str(stones);
    svg.push_str("</svg>\n");
    BoardPicture {
        svg,
        size,
        origin: [left, bottom],
        cell: layout.cell,
    }
}

/// Returns the first tag of a picture, its title, and the colours that the rest refers to.
fn opening(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"{FONTS}\">\n\
         <title>{}</title>\n{HEAD}",
        escaped(title)
    )
}

/// Draws the wood of the board with its shadow.
fn wood(layout: Layout) -> String {
    let [width, height] = layout.board();
    let mut text = String::new();
    for (x, y, fill) in [
        (SPACE + 2.0, SPACE + 3.0, "#00000030"),
        (SPACE, SPACE, "url(#wood)"),
        (SPACE, SPACE, "url(#grain)"),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\" fill=\"{fill}\"/>"
        );
    }
    text
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
