//! Rules together with the name that they are listed under.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::json::{RulesJsonError, to_json, with_json};
use super::katago;
use super::presets::{CUSTOM, CUSTOM_TITLE, PRESETS, Preset, find, id_of, instead, nearest};
use super::ruleset::{Rules, ScoringRule};
use crate::half_points::HalfPoints;

/// Rule set with its name. The name is stored, since two presets may have equal rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedRules {
    /// Rule set.
    pub rules: Rules,
    /// Id of a preset, or [`CUSTOM`].
    pub id: &'static str,
}

/// Error of reading [`NamedRules`] from a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseRulesError {
    /// The text is a name that is not in the table.
    #[error("no such rules; {}", instead(*.nearest))]
    Unknown {
        /// Nearest name of the table, if one is near enough to be meant.
        nearest: Option<&'static str>,
    },
    /// The text is JSON that describes no rule set.
    #[error(transparent)]
    Json(#[from] RulesJsonError),
}

impl NamedRules {
    /// Returns the name for people: [`Preset::title`], or that of rules without a preset.
    #[must_use]
    pub fn title(&self) -> &'static str {
        find(self.id).map_or(CUSTOM_TITLE, |preset| preset.title)
    }

    /// Returns the usual komi of the rules on a board of that size: [`Preset::komi_on`], or for
    /// rules without a preset that of most presets with their scoring.
    #[must_use]
    pub fn usual_komi(&self, width: usize, height: usize) -> HalfPoints {
        let by_scoring = match self.rules.scoring {
            ScoringRule::Area => HalfPoints::from_halves(15),
            ScoringRule::Territory => HalfPoints::from_halves(13),
            ScoringRule::Spare => HalfPoints::ZERO,
        };
        find(self.id).map_or(by_scoring, |preset| preset.komi_on(width, height))
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

/// Reads a name of the table or of KataGo, KataGo's short form ([`katago::from_katago_keys`]), or
/// JSON in the form that `kata-set-rules` takes.
impl FromStr for NamedRules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<NamedRules, ParseRulesError> {
        if let Some(preset) = find(text) {
            return Ok(preset.into());
        }
        let (rules, named) = match text.starts_with('{') {
            true => with_json(&PRESETS, text)?,
            false => {
                let rules = katago::from_name(text).or_else(|| katago::from_katago_keys(text));
                let nearest = || nearest(text);
                let rules = rules.ok_or_else(|| ParseRulesError::Unknown { nearest: nearest() })?;
                (rules, None)
            }
        };
        let id = id_of(&rules, named);
        Ok(NamedRules { rules, id })
    }
}

/// Writes the id if it determines the rules, else JSON.
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
    fn names_and_json_are_read_back() {
        for preset in &PRESETS {
            let named = NamedRules::from(preset);
            assert_eq!(named.to_string(), preset.id);
            assert_eq!(preset.id.parse(), Ok(named));
            assert_eq!(named.title(), preset.title);
        }
        let ultimate = find("ultimate").map(NamedRules::from);
        let mut ultimate = ultimate.expect("a preset");
        ultimate.rules.bowl_handicap = 3;
        assert_eq!(ultimate.to_string().parse(), Ok(ultimate));
        let own: NamedRules = r#"{"id":"japanese","buttons":"GIVE"}"#.parse().expect("rules");
        assert_eq!(own.title(), "Own rules");
        let unknown: Result<NamedRules, _> = "lasker".parse();
        let none = ParseRulesError::Unknown { nearest: None };
        let all = none.to_string();
        assert!(
            PRESETS.iter().all(|preset| all.contains(preset.id)),
            "{all}"
        );
        assert_eq!(unknown, Err(none));
        let near = "buton"
            .parse::<NamedRules>()
            .map_err(|error| error.to_string());
        let told = "no such rules; did you mean button?";
        assert_eq!(near, Err(told.to_string()));
        assert!("{".parse::<NamedRules>().is_err());
    }

    #[test]
    fn rules_of_katago_are_read_with_their_usual_komi() {
        for (text, id, komi) in [
            ("koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1", "chinese", 15),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese", 13),
            ("koSITUATIONALscoreAREAtaxALLsui1", CUSTOM, 15),
            ("koPOSITIONALscoreTERRITORYtaxNONEsui0", CUSTOM, 13),
            ("ancient-area", "stone_scoring", 15),
            ("ANCIENT_TERRITORY", CUSTOM, 13),
        ] {
            let named: NamedRules = text.parse().expect(text);
            let usual = named.usual_komi(19, 19).halves();
            assert_eq!((named.id, usual), (id, komi), "{text}");
            assert_eq!(named.to_string().parse(), Ok(named), "{text}");
        }
    }
}
