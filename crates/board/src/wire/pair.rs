//! Values of both colours, and objects whose fields are not known beforehand.

use halfpoint_core::board::Color;
use serde::{Deserialize, Serialize, Serializer};

/// Values of both colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
#[serde(deny_unknown_fields)]
pub struct Pair<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> From<[T; 2]> for Pair<T> {
    fn from([black, white]: [T; 2]) -> Pair<T> {
        Pair { black, white }
    }
}

/// A colour by its word.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Color"))]
#[serde(rename_all = "lowercase")]
pub enum ColorWord {
    Black,
    White,
}

impl From<Color> for ColorWord {
    fn from(color: Color) -> ColorWord {
        match color {
            Color::Black => ColorWord::Black,
            Color::White => ColorWord::White,
        }
    }
}

/// Writes a list of keys and values as an object, in the order of the list.
pub fn as_object<K: Serialize, V: Serialize, S: Serializer>(
    pairs: &[(K, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}
