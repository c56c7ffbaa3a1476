//! Settings by the names of KataGo's configuration files.

use std::str::FromStr;
use std::time::Duration;

use halfpoint_core::board::Color;
use halfpoint_core::excerpt::excerpt;
use halfpoint_engine::player::Viewpoint;
use thiserror::Error;

/// Names of the settings that exist here; each may stand in a configuration file, in
/// `-override-config` and in `overrideSettings`.
pub const SETTINGS: [&str; 4] = [
    "reportAnalysisWinratesAs",
    "maxVisits",
    "maxTime",
    "analysisPVLen",
];
/// Visits of a query that names no number, as in KataGo's example of a configuration.
const USUAL_VISITS: u64 = 500;
/// Moves of a variation after the first one, by default as in KataGo's example.
const USUAL_LINE: usize = 15;
/// Largest number of visits that a query may ask for. The counts of visits have 32 bits.
pub(super) const MAX_VISITS: i64 = 1 << 30;
/// Longest variation that a query may ask for.
pub(super) const MAX_LINE: i64 = 1000;
/// Longest time, in seconds.
const MAX_TIME: f64 = 1e6;

/// Player from whose side win rates, scores and ownership are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    /// Black, as in KataGo's example of a configuration.
    #[default]
    Black,
    /// White.
    White,
    /// The side to move.
    SideToMove,
}

impl Perspective {
    /// Returns the viewpoint from which the figures of `mover` are reported.
    pub(super) fn viewpoint(self, mover: Color) -> Viewpoint {
        match self {
            Perspective::Black => Viewpoint::of(Color::Black, mover),
            Perspective::White => Viewpoint::of(Color::White, mover),
            Perspective::SideToMove => Viewpoint::MOVER,
        }
    }
}

impl FromStr for Perspective {
    type Err = ();

    fn from_str(text: &str) -> Result<Perspective, ()> {
        match text.to_ascii_uppercase().as_str() {
            "BLACK" => Ok(Perspective::Black),
            "WHITE" => Ok(Perspective::White),
            "SIDETOMOVE" => Ok(Perspective::SideToMove),
            _ => Err(()),
        }
    }
}

/// Error of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// There is no such setting; holds its name, shortened if long.
    #[error("{0} is not a setting of this engine")]
    Unknown(String),
    /// The setting does not take the value.
    #[error("{name} must be {wanted}")]
    BadValue {
        /// Name of the setting.
        name: &'static str,
        /// Values that it takes.
        wanted: &'static str,
    },
    /// The text is not of the form `NAME=VALUE`; holds the text, shortened if long.
    #[error("{0} is not NAME=VALUE")]
    NoValue(String),
}

/// Settings that queries may override.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonSettings {
    /// Side from which figures are reported.
    pub perspective: Perspective,
    /// Visits of a position, which are playouts where no net evaluates.
    pub visits: u64,
    /// Time for a position; `None` for no bound.
    pub time: Option<Duration>,
    /// Number of moves of a variation after the first one.
    pub line: usize,
}

impl Default for JsonSettings {
    fn default() -> JsonSettings {
        JsonSettings {
            perspective: Perspective::default(),
            visits: USUAL_VISITS,
            time: None,
            line: USUAL_LINE,
        }
    }
}

impl JsonSettings {
    /// Changes one setting.
    ///
    /// # Errors
    /// If there is no such setting, or it does not take the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let bad = |name, wanted| SettingError::BadValue { name, wanted };
        let whole = |max: i64| value.parse().ok().filter(|n| (1..=max).contains(n));
        match name {
            "reportAnalysisWinratesAs" => {
                let wanted = "BLACK, WHITE or SIDETOMOVE";
                let read = value.parse();
                self.perspective = read.map_err(|()| bad("reportAnalysisWinratesAs", wanted))?;
            }
            "maxVisits" => {
                let visits = whole(MAX_VISITS);
                let visits = visits.ok_or_else(|| bad("maxVisits", "a number from 1 to 2^30"))?;
                self.visits = visits.unsigned_abs();
            }
            "maxTime" => {
                let time = value.parse().ok().filter(|t| (0.0..=MAX_TIME).contains(t));
                let time = time.ok_or_else(|| bad("maxTime", "a number of seconds"))?;
                self.time = Some(Duration::from_secs_f64(time));
            }
            "analysisPVLen" => {
                let line = whole(MAX_LINE);
                let line = line.ok_or_else(|| bad("analysisPVLen", "a number from 1 to 1000"))?;
                self.line = line.unsigned_abs() as usize;
            }
            _ => return Err(SettingError::Unknown(excerpt(name))),
        }
        Ok(())
    }

    /// Changes settings that are written as `NAME=VALUE`, separated by `separator`: commas on a
    /// command line, line feeds in a file. `#` begins a comment. Returns the objections to single
    /// settings; the others are in force.
    pub fn set_all(&mut self, text: &str, separator: char) -> Vec<SettingError> {
        let pairs = text.split(separator);
        let pairs = pairs.map(|pair| pair.split('#').next().unwrap_or("").trim());
        let pairs = pairs.filter(|pair| !pair.is_empty());
        let set = |pair: &str| match pair.split_once('=') {
            Some((name, value)) => self.set(name.trim(), value.trim()),
            None => Err(SettingError::NoValue(excerpt(pair))),
        };
        pairs.map(set).filter_map(Result::err).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_from_a_configuration_and_others_are_objected_to() {
        let mut settings = JsonSettings::default();
        let text = "# comment\nmaxVisits = 40 # few\n\nlogDir = logs\nmaxTime=2.5\nanalysisPVLen=3\n\
                    reportAnalysisWinratesAs = SIDETOMOVE\nmaxVisits = many\nalone\n";
        let objections = settings.set_all(text, '\n');
        let read = JsonSettings {
            perspective: Perspective::SideToMove,
            visits: 40,
            time: Some(Duration::from_millis(2500)),
            line: 3,
        };
        assert_eq!(settings, read);
        assert_eq!(objections.len(), 3, "{objections:?}");
        assert_eq!(objections[0], SettingError::Unknown("logDir".to_string()));
    }

    #[test]
    fn every_listed_setting_exists() {
        for name in SETTINGS {
            let bad = JsonSettings::default().set(name, "?");
            assert!(matches!(bad, Err(SettingError::BadValue { .. })), "{name}");
        }
    }
}
