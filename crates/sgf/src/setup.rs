//! Stones that are set up, by their points.

use std::collections::BTreeMap;

use halfpoint_core::board::{Board, Color, Point, Size};
use halfpoint_core::notation::parse_vertex;

use super::error::{SgfError, bad_value};
use super::nodes::Property;
use super::notes::Notes;
use super::points::{named, on_board};

/// Stones by their points.
pub(super) type Stones = BTreeMap<Point, Color>;

/// Values of a property with points, for error messages.
const A_POINT: &str = "a point such as pd";

/// Parses a point in two letters or as a vertex, which must be on the board.
pub(super) fn point(
    size: Size,
    property: &str,
    text: &str,
    notes: &mut Notes,
) -> Result<Point, SgfError> {
    let Some(coordinates) = named(text) else {
        let point = parse_vertex(size, text).ok_or_else(|| bad_value(property, text, A_POINT))?;
        notes.add("points are written as vertices, such as R16 for qd");
        return Ok(point);
    };
    on_board(size, coordinates).ok_or_else(|| SgfError::OffBoard {
        property: property.to_string(),
        value: text.to_string(),
    })
}

/// Applies the setup properties of a node to a position, in their order, as the JSON protocol
/// does: a later stone takes the place of an earlier one, and one that takes the last liberty of a
/// chain captures it.
pub(super) fn set_up(
    size: Size,
    stones: &mut Stones,
    properties: &[Property],
    notes: &mut Notes,
) -> Result<(), SgfError> {
    // The points that the node names, each with the order in which it was named and its stone.
    let mut named: BTreeMap<Point, (usize, Option<Color>)> = BTreeMap::new();
    let mut order = 0;
    for property in properties {
        let color = match property.name.as_str() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            _ => continue,
        };
        let name = &property.name;
        for value in property.values.iter().map(|value| value.trim()) {
            if value.is_empty() {
                continue;
            }
            for point in rectangle(size, name, value, notes)? {
                order += 1;
                match named.insert(point, (order, color)) {
                    Some((_, before)) if before == color => {
                        notes.add(format!("{name} names a point more than once"));
                    }
                    Some(_) => notes.add(format!(
                        "{name} names a point that the node has set up otherwise: the last counts"
                    )),
                    None => (),
                }
            }
        }
    }
    if named.is_empty() {
        return Ok(());
    }
    stones.retain(|point, color| named.get(point).is_none_or(|(_, now)| *now == Some(*color)));
    let mut added: Vec<(usize, Point, Color)> = named
        .into_iter()
        .filter_map(|(point, (order, color))| Some((order, point, color?)))
        .filter(|(_, point, _)| !stones.contains_key(point))
        .collect();
    added.sort_unstable();
    let before = stones.iter().map(|(&point, &color)| (point, color));
    let mut board = Board::with_stones(size, before);
    let number = board.stones().count() + added.len();
    for (_, point, color) in added {
        board.play(color, point);
    }
    *stones = board.stones().collect();
    if stones.len() < number {
        let lost = number - stones.len();
        notes.add(format!(
            "{lost} of the stones set up are captured by later ones"
        ));
    }
    Ok(())
}

/// Returns the points of a value: one point, or a rectangle between two corners.
fn rectangle(
    size: Size,
    property: &str,
    value: &str,
    notes: &mut Notes,
) -> Result<Vec<Point>, SgfError> {
    let Some((from, to)) = value.split_once(':') else {
        return Ok(vec![point(size, property, value, notes)?]);
    };
    let corners = [from.trim(), to.trim()]
        .map(|corner| point(size, property, corner, notes).map(|point| size.coordinates(point)));
    let [from, to] = corners;
    let ((a, b), (c, d)) = (from?, to?);
    let rows = b.min(d)..=b.max(d);
    let points = rows.flat_map(|y| (a.min(c)..=a.max(c)).filter_map(move |x| size.point(x, y)));
    Ok(points.collect())
}
