//! Plots of a match, as SVG within the page.
//!
//! All plots are drawn by `draw`, with the colours of `tones.rs`.

use std::error::Error;
use std::ops::Range;

use maud::{Markup, PreEscaped, html};
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::ranged1d::{
    KeyPointHint, KeyPointWeight, NoDefaultFormatting, Ranged, ValueFormatter,
};
use plotters::prelude::{
    Cartesian2d, IntoDrawingArea, LineSeries, PathElement, Polygon, SVGBackend,
};
use plotters::style::TextStyle;

use halfpoint_core::rules::Rank;

use super::text;
use super::tones::{AXIS, ENGINE_TONES, GRID, LABEL, color, engine_tone, pale, stroke};
use crate::stats::statistics::Estimate;

/// Width and height of a plot. The page shows about two of these units per pixel.
const SIZE: (u32, u32) = (960, 500);
/// Font size.
const LETTERS: f64 = 30.0;
/// Width of the lines that show results.
const LINE: u32 = 4;
/// Most points of a curve.
const MAX_POINTS: usize = 300;

/// Plot with its texts.
pub struct Plot {
    /// Title.
    title: String,
    /// Description for readers who cannot see the plot.
    description: String,
    /// Drawing, without the outer SVG element.
    svg: String,
    /// Names of the colours with their meanings; empty if none is needed.
    legend: Vec<(&'static str, String)>,
    /// Note below the plot; may be empty.
    note: String,
}

impl Plot {
    /// Returns the plot as a part of the page.
    pub fn figure(&self) -> Markup {
        html! {
            figure {
                figcaption {
                    strong { (self.title) }
                    @for (tone, name) in &self.legend {
                        span.key { span.swatch style=(format!("background:var(--{tone})")) {} (name) }
                    }
                }
                svg.plot role="img" aria-label=(self.description)
                    viewBox=(format!("0 0 {} {}", SIZE.0, SIZE.1)) {
                    title { (self.description) }
                    (PreEscaped(&self.svg))
                }
                @if !self.note.is_empty() {
                    p.note { (self.note) }
                }
            }
        }
    }
}

/// Axis: its range, the distance of its marks, and its label.
#[derive(Clone)]
struct Axis {
    range: Range<f64>,
    step: f64,
    label: String,
    /// Text for a mark in place of its number.
    named: Option<fn(f64) -> String>,
}

impl Axis {
    /// Creates an axis with about `marks` round marks that are at least `min` apart. Even for
    /// infinite, undefined or reversed limits the range is not empty.
    fn new(range: Range<f64>, marks: f64, min: f64, label: impl Into<String>) -> Axis {
        let limit = |value: f64| match value.is_finite() {
            true => value.clamp(-1e12, 1e12),
            false => 0.0,
        };
        let (low, high) = (limit(range.start), limit(range.end));
        let high = if high - low > 1e-9 { high } else { low + 1.0 };
        Axis {
            range: low..high,
            step: round_step((high - low) / marks, min),
            label: label.into(),
            named: None,
        }
    }

    fn marks(&self) -> Vec<f64> {
        let (first, last) = (self.range.start / self.step, self.range.end / self.step);
        // The tolerance keeps rounding errors from dropping a mark at an end.
        let (first, last) = ((first - 1e-6).ceil(), (last + 1e-6).floor());
        (first as i64..=last as i64)
            .map(|mark| mark as f64 * self.step)
            .collect()
    }

    fn mark(&self, value: f64) -> String {
        if let Some(named) = self.named {
            return named(value);
        }
        let digits = (-self.step.log10()).ceil().clamp(0.0, 9.0);
        text::number(value, digits as usize)
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.range.start, self.range.end)
    }
}

/// Returns the smallest number of the form 1, 2 or 5 times a power of ten that is at least `wanted`
/// and at least `min`.
fn round_step(wanted: f64, min: f64) -> f64 {
    let wanted = wanted.max(min).max(1e-9);
    let power = 10f64.powf(wanted.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    // The last one is large enough except for rounding errors.
    steps
        .into_iter()
        .find(|step| *step >= wanted * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let part = (value - self.range.start) / (self.range.end - self.range.start);
        first + (part * f64::from(last - first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        match hint.weight() {
            KeyPointWeight::Bold => self.marks(),
            KeyPointWeight::Any => Vec::new(),
        }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.mark(*value)
    }
}

type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;
type Drawn = Result<(), Box<dyn Error>>;

/// Draws the axes and the content on them. Returns the SVG without its outer element.
fn draw(x: &Axis, y: &Axis, content: impl FnOnce(&mut Chart) -> Drawn) -> String {
    let mut svg = String::new();
    match draw_into(&mut svg, x, y, content) {
        Ok(()) => inner(&svg).to_string(),
        // Writing to a `String` cannot fail.
        Err(_) => String::new(),
    }
}

fn draw_into<'a>(
    svg: &'a mut String,
    x: &Axis,
    y: &Axis,
    content: impl FnOnce(&mut Chart<'a>) -> Drawn,
) -> Drawn {
    let ink = color(LABEL);
    let label = TextStyle::from(("sans-serif", LETTERS)).color(&ink);
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let mut chart = ChartBuilder::on(&area)
        .margin(6)
        .margin_right(24)
        .x_label_area_size(76)
        .y_label_area_size(110)
        .build_cartesian_2d(x.clone(), y.clone())?;
    chart
        .configure_mesh()
        .axis_style(stroke(AXIS, 2))
        .bold_line_style(stroke(GRID, 2))
        .x_desc(&x.label)
        .y_desc(&y.label)
        .label_style(label.clone())
        .axis_desc_style(label)
        .draw()?;
    content(&mut chart)?;
    drop(chart);
    area.present()?;
    Ok(())
}

/// Returns the text between the tags of the outermost element.
fn inner(svg: &str) -> &str {
    let start = svg.find('>').map_or(0, |end| end + 1);
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    svg.get(start..end).unwrap_or_default().trim()
}

/// Draws a horizontal line over the whole width.
fn level(chart: &mut Chart, x: &Axis, value: f64, tone: usize) -> Drawn {
    let ends = vec![(x.range.start, value), (x.range.end, value)];
    chart.draw_series([PathElement::new(ends, stroke(tone, 2))])?;
    Ok(())
}

/// Returns the smallest and the largest finite value; `None` if there is none.
fn extremes(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .filter(|value| value.is_finite())
        .fold(None, |so_far, value| {
            let (low, high) = so_far.unwrap_or((value, value));
            Some((value.min(low), value.max(high)))
        })
}

/// Plots the ranks of players of a ladder. Each player has pairs of a number of games and the rank
/// after them, counted from the lowest. The first player has the colour `tone`.
pub fn ranks(title: &str, players: &[(&str, Vec<(f64, f64)>)], tone: usize) -> Option<Plot> {
    let all = || players.iter().flat_map(|(_, way)| way.iter().copied());
    let (low, high) = extremes(all().map(|(_, rank)| rank))?;
    let (_, last) = extremes(all().map(|(games, _)| games))?;
    let x = Axis::new(0.0..last, 8.0, 1.0, "games of the ladder");
    let y = Axis {
        named: Some(rank_name),
        ..Axis::new(low - 0.6..high + 0.6, 7.0, 1.0, "rank")
    };
    let tone_of = |index: usize| (tone + index) % ENGINE_TONES;
    let svg = draw(&x, &y, |chart| {
        for (index, (_, way)) in players.iter().enumerate() {
            let style = stroke(tone_of(index), LINE);
            chart.draw_series(LineSeries::new(thinned(way), style))?;
        }
        Ok(())
    });
    let names: Vec<&str> = players.iter().map(|(name, _)| *name).collect();
    let legend = names
        .iter()
        .enumerate()
        .map(|(index, name)| (engine_tone(tone_of(index)), (*name).to_string()));
    Some(Plot {
        title: title.to_string(),
        description: format!("Rank of {} over {last} games", names.join(", ")),
        svg,
        legend: match names.len() {
            1 => Vec::new(),
            _ => legend.collect(),
        },
        note: String::new(),
    })
}

fn rank_name(index: f64) -> String {
    // A cast would turn negative numbers into rank 0.
    let rank = (index >= 0.0).then(|| Rank::at(index.round() as usize));
    rank.flatten()
        .map_or(String::new(), |rank| rank.to_string())
}

/// Returns a regular selection of the points if there are too many to show; it includes the last.
pub fn thinned<T: Copy>(points: &[T]) -> Vec<T> {
    let step = points.len().div_ceil(MAX_POINTS).max(1);
    let mut some: Vec<T> = points.iter().rev().step_by(step).copied().collect();
    some.reverse();
    some
}

/// Estimate of an Elo difference after a number of games.
#[derive(Clone, Copy, Debug)]
pub struct EloPoint {
    /// Number of games.
    pub games: f64,
    /// Estimate. It can be infinite.
    pub elo: Estimate,
}

/// Plots the estimated Elo difference over the games, with its interval; `None` for fewer than two
/// points.
pub fn elo(points: &[EloPoint], names: (&str, &str), confidence: &str) -> Option<Plot> {
    let [_, .., last] = points else {
        return None;
    };
    let x = Axis::new(0.0..last.games, 8.0, 1.0, "games");
    // The first intervals are wide; the scale follows the later games, which matter more.
    let later = points
        .iter()
        .filter(|point| point.games >= 0.15 * last.games);
    let bounds = later.flat_map(|point| [point.elo.value, point.elo.low, point.elo.high]);
    let (low, high) = extremes(bounds.map(|elo| elo.clamp(-1000.0, 1000.0))).unwrap_or((0.0, 0.0));
    let (low, high) = (low.min(-10.0), high.max(10.0));
    let pad = 0.06 * (high - low);
    let y = Axis::new(low - pad..high + pad, 6.0, 1.0, "Elo difference");
    let upper = points
        .iter()
        .map(|point| (point.games, y.clamp(point.elo.high)));
    let lower = points
        .iter()
        .map(|point| (point.games, y.clamp(point.elo.low)));
    let band: Vec<(f64, f64)> = upper.chain(lower.rev()).collect();
    let curve = points
        .iter()
        .map(|point| (point.games, y.clamp(point.elo.value)));
    let svg = draw(&x, &y, |chart| {
        chart.draw_series([Polygon::new(band, pale(0))])?;
        level(chart, &x, 0.0, AXIS)?;
        chart.draw_series(LineSeries::new(curve, stroke(0, LINE)))?;
        Ok(())
    });
    Some(Plot {
        title: "Elo".to_string(),
        description: format!(
            "Estimated Elo difference of {} to {} over {} games, with its {confidence} interval",
            names.0, names.1, last.games
        ),
        svg,
        legend: vec![(engine_tone(0), format!("{} to {}", names.0, names.1))],
        note: format!("The band is the {confidence} interval after so many games."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_between_marks_is_a_round_number() {
        for (wanted, min, step) in [
            (0.3, 0.0, 0.5),
            (0.3, 1.0, 1.0),
            (1.0, 0.0, 1.0),
            (1.1, 0.0, 2.0),
            (20.0, 0.0, 20.0),
            (70.0, 0.0, 100.0),
        ] {
            assert!((round_step(wanted, min) - step).abs() < 1e-9, "{wanted}");
        }
    }

    #[test]
    fn axes_are_never_empty_and_have_round_marks() {
        for range in [
            0.0..0.0,
            5.0..1.0,
            f64::NAN..f64::INFINITY,
            -1e300..1e300,
            0.0..1e-300,
        ] {
            let axis = Axis::new(range.clone(), 6.0, 0.0, "");
            assert!(axis.range.end > axis.range.start, "{range:?}");
            assert!(
                (1..=8).contains(&axis.marks().len()),
                "{range:?}: {:?}",
                axis.marks()
            );
        }
        let axis = Axis::new(0.0..0.5, 5.0, 0.0, "");
        let marks: Vec<String> = axis.marks().iter().map(|&mark| axis.mark(mark)).collect();
        assert_eq!(marks, ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
    }

    #[test]
    fn thinning_a_curve_keeps_its_last_point() {
        let points: Vec<usize> = (0..=10_000).collect();
        let some = thinned(&points);
        assert!(some.len() <= MAX_POINTS);
        assert_eq!(some.last(), Some(&10_000));
    }
}
