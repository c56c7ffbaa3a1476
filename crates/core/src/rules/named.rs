//! Rules with the name that they go by.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Rules;
use super::json::{RulesJsonError, to_json, with_json};
use super::presets::{CUSTOM, PRESETS, Preset, find, id_of, nearest};
use crate::half_points::HalfPoints;

/// Rules and what they are called; two rule sets of the table may be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedRules {
    /// The rules.
    pub rules: Rules,
    /// The id of a preset, or [`CUSTOM`].
    pub id: &'static str,
}

/// Why a text names no rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseRulesError {
    /// A name that is not in the table.
    #[error(
        "no such rules{}; see `halfpoint rules`",
        .nearest.map_or(String::new(), |name| format!(", did you mean {name}?"))
    )]
    Unknown {
        /// The name that may have been meant.
        nearest: Option<&'static str>,
    },
    /// JSON that is no rule set.
    #[error(transparent)]
    Json(#[from] RulesJsonError),
}

impl NamedRules {
    /// Komi that goes with the rules on a board of that size. Rules of one's own have no usual one:
    /// that of area counting, then.
    #[must_use]
    pub fn usual_komi(&self, width: usize, height: usize) -> HalfPoints {
        find(self.id).map_or(HalfPoints::from_halves(15), |preset| {
            preset.komi_on(width, height)
        })
    }
}

impl From<&Preset> for NamedRules {
    fn from(preset: &Preset) -> NamedRules {
        NamedRules {
            rules: preset.rules,
            id: preset.id,
        }
    }
}

/// A name from the table, or JSON as `kata-set-rules` takes it.
impl FromStr for NamedRules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<NamedRules, ParseRulesError> {
        if !text.starts_with('{') {
            return find(text)
                .map(NamedRules::from)
                .ok_or_else(|| ParseRulesError::Unknown {
                    nearest: nearest(text),
                });
        }
        let (rules, named) = with_json(&PRESETS, text)?;
        let id = id_of(&rules, named);
        Ok(NamedRules { rules, id })
    }
}

/// The id where that says everything, else JSON.
impl fmt::Display for NamedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.id != CUSTOM && find(self.id).is_some_and(|preset| preset.rules == self.rules) {
            return f.write_str(self.id);
        }
        write!(f, "{}", to_json(self.id, &self.rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        for preset in &PRESETS {
            let named = NamedRules::from(preset);
            assert_eq!(named.to_string(), preset.id);
            assert_eq!(preset.id.parse(), Ok(named));
        }
        let ultimate = find("ultimate").map(NamedRules::from);
        let mut ultimate = ultimate.expect("a preset");
        ultimate.rules.bowl_handicap = 3;
        assert_eq!(ultimate.to_string().parse(), Ok(ultimate));
        let unknown: Result<NamedRules, _> = "ing".parse();
        let none = ParseRulesError::Unknown { nearest: None };
        assert_eq!(unknown, Err(none));
        let near = "buton"
            .parse::<NamedRules>()
            .map_err(|error| error.to_string());
        let told = "no such rules, did you mean button?; see `halfpoint rules`";
        assert_eq!(near, Err(told.to_string()));
        assert!("{".parse::<NamedRules>().is_err());
    }
}
