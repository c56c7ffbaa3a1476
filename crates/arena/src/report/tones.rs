//! Colours of the report, on a light and on a dark background.
//!
//! A plot contains the light colours; the style sheet of the page ([`css`]) selects them by value
//! and replaces them if the reader prefers a dark background.

use std::fmt::Write;

use plotters::prelude::{Color as _, RGBAColor, RGBColor, ShapeStyle};

/// Colour on a light and on a dark background.
struct Tone {
    name: &'static str,
    light: (u8, u8, u8),
    dark: (u8, u8, u8),
}

const fn tone(name: &'static str, light: (u8, u8, u8), dark: (u8, u8, u8)) -> Tone {
    Tone { name, light, dark }
}

/// All colours, those of the engines first. The light ones must differ from each other.
const TONES: [Tone; 10] = [
    tone("c0", (31, 99, 168), (106, 173, 235)),
    tone("c1", (205, 98, 26), (240, 152, 84)),
    tone("c2", (42, 135, 104), (88, 196, 158)),
    tone("c3", (140, 84, 168), (199, 150, 226)),
    tone("c4", (168, 132, 20), (220, 190, 90)),
    tone("c5", (184, 58, 92), (238, 128, 158)),
    tone("neutral", (136, 136, 132), (150, 150, 146)),
    tone("label", (90, 90, 86), (176, 176, 170)),
    tone("axis", (150, 150, 145), (110, 110, 106)),
    tone("grid", (228, 227, 222), (58, 58, 55)),
];

/// Number of engines with a colour of their own.
pub const ENGINE_TONES: usize = 6;
/// Name of the colour of draws in the style sheet.
pub const NEUTRAL_TONE: &str = TONES[NEUTRAL].name;
const NEUTRAL: usize = 6;
pub const LABEL: usize = 7;
pub const AXIS: usize = 8;
pub const GRID: usize = 9;

impl Tone {
    fn color(&self) -> RGBColor {
        let (r, g, b) = self.light;
        RGBColor(r, g, b)
    }
}

/// Returns the colour with the given number; numbers beyond the table start again.
pub fn color(tone: usize) -> RGBColor {
    TONES[tone % TONES.len()].color()
}

/// Returns the name of an engine's colour in the style sheet. Colours repeat after [`ENGINE_TONES`]
/// engines.
pub fn engine_tone(engine: usize) -> &'static str {
    TONES[engine % ENGINE_TONES].name
}

/// Returns the colours as a style sheet: a variable for each, and rules that apply them to plots.
pub fn css() -> String {
    let hex = |(r, g, b): (u8, u8, u8)| format!("#{r:02X}{g:02X}{b:02X}");
    let variables = |of: fn(&Tone) -> (u8, u8, u8)| {
        let each = TONES.iter();
        let each = each.map(|tone| format!("--{}:{};", tone.name, hex(of(tone))));
        each.collect::<String>()
    };
    let mut css = format!(
        ":root{{{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n",
        variables(|tone| tone.light),
        variables(|tone| tone.dark),
    );
    for tone in &TONES {
        let (name, light) = (tone.name, hex(tone.light));
        for property in ["fill", "stroke"] {
            // Writing to a `String` cannot fail.
            let _ = writeln!(
                css,
                ".plot [{property}=\"{light}\"]{{{property}:var(--{name})}}"
            );
        }
    }
    css
}

/// Returns the style of a line.
pub fn stroke(tone: usize, width: u32) -> ShapeStyle {
    color(tone).stroke_width(width)
}

/// Returns a colour for an area.
pub fn pale(tone: usize) -> RGBAColor {
    color(tone).mix(0.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_colours_differ_from_each_other() {
        for (index, tone) in TONES.iter().enumerate() {
            assert!(TONES[..index].iter().all(|other| other.light != tone.light));
        }
    }
}
