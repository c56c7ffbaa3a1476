//! Fields of a JSON object, taken one by one with their types checked.

use std::ops::RangeInclusive;

use halfpoint_core::board::Color;
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::notation;
use serde_json::{Map, Value};
use thiserror::Error;

/// Fields of KataGo's queries that are not acted on, with the reason that a warning gives.
pub const UNSUPPORTED_FIELDS: [(&str, &str); 2] = [
    ("rootPolicyTemperature", "the search has no such parameter"),
    ("rootFpuReductionMax", "the search has no such parameter"),
];

/// Fields of the answers to queries.
pub const ANSWER_FIELDS: [&str; 48] = [
    "id",
    "turnNumber",
    "isDuringSearch",
    "noResults",
    "error",
    "warning",
    "field",
    "moveInfos",
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "policy",
    "rules",
    "passMeans",
    "tokens",
    "ledger",
    "scoresByRules",
    "over",
    "move",
    "visits",
    "winrate",
    "lcb",
    "scoreLead",
    "scoreMean",
    "scoreStdev",
    "scoreSelfplay",
    "utility",
    "utilityLcb",
    "noResultValue",
    "edgeVisits",
    "weight",
    "edgeWeight",
    "prior",
    "order",
    "pv",
    "pvVisits",
    "pvEdgeVisits",
    "token",
    "basis",
    "currentPlayer",
    "positionHash",
    "symHash",
    "deadStones",
    "rawWinrate",
    "rawLead",
    "rawScoreSelfplay",
    "rawScoreSelfplayStdev",
    "rawNoResultProb",
];

/// Objection to one field: an error, or a warning that does not keep a query from being answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {text}")]
pub(super) struct FieldError {
    /// Name of the field, shortened if it is long.
    pub field: String,
    /// Objection in words.
    pub text: String,
}

impl FieldError {
    /// Creates an objection to a field.
    pub fn new(field: &str, text: impl Into<String>) -> FieldError {
        FieldError {
            field: excerpt(field),
            text: text.into(),
        }
    }
}

/// Fields of an object that have not been taken yet.
#[derive(Debug)]
pub(super) struct Fields {
    left: Map<String, Value>,
}

impl Fields {
    /// Creates the fields of an object.
    pub fn new(object: Map<String, Value>) -> Fields {
        Fields { left: object }
    }

    /// Takes a field of any type; `None` if the object does not have it.
    pub fn value(&mut self, name: &str) -> Option<Value> {
        self.left.swap_remove(name)
    }

    /// Takes a field through a conversion; `wanted` names the type in the error.
    fn typed<T>(
        &mut self,
        name: &str,
        wanted: &str,
        convert: impl FnOnce(Value) -> Option<T>,
    ) -> Result<Option<T>, FieldError> {
        let convert = |value| convert(value).ok_or_else(|| expected(name, wanted));
        self.value(name).map(convert).transpose()
    }

    /// Takes a truth value; false if the field is missing.
    pub fn truth(&mut self, name: &str) -> Result<bool, FieldError> {
        Ok(self.truth_if_given(name)?.unwrap_or(false))
    }

    /// Takes a truth value; `None` if the field is missing.
    pub fn truth_if_given(&mut self, name: &str) -> Result<Option<bool>, FieldError> {
        self.typed(name, "true or false", |value| value.as_bool())
    }

    /// Takes a whole number within a range.
    pub fn integer(
        &mut self,
        name: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, FieldError> {
        let value = self.value(name);
        value
            .map(|value| integer_of(name, &value, &range))
            .transpose()
    }

    /// Takes a number within a range.
    pub fn number(
        &mut self,
        name: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, FieldError> {
        let wanted = format!("a number from {} to {}", range.start(), range.end());
        self.typed(name, &wanted, |value| {
            value.as_f64().filter(|number| range.contains(number))
        })
    }

    /// Takes a list.
    pub fn list(&mut self, name: &str) -> Result<Option<Vec<Value>>, FieldError> {
        self.typed(name, "a list", |value| match value {
            Value::Array(list) => Some(list),
            _ => None,
        })
    }

    /// Takes a list of whole numbers within a range.
    pub fn integers(
        &mut self,
        name: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<Vec<i64>>, FieldError> {
        let Some(list) = self.list(name)? else {
            return Ok(None);
        };
        let numbers = list.iter().map(|value| integer_of(name, value, &range));
        numbers.collect::<Result<_, _>>().map(Some)
    }

    /// Takes an object.
    pub fn object(&mut self, name: &str) -> Result<Option<Map<String, Value>>, FieldError> {
        self.typed(name, "an object", |value| match value {
            Value::Object(object) => Some(object),
            _ => None,
        })
    }

    /// Takes the name of a player.
    pub fn player(&mut self, name: &str) -> Result<Option<Color>, FieldError> {
        self.typed(name, PLAYER, |value| player_of(&value))
    }

    /// Takes a text that must be there.
    pub fn needed_text(&mut self, name: &str) -> Result<String, FieldError> {
        let text = self.typed(name, "a string", |value| match value {
            Value::String(text) => Some(text),
            _ => None,
        });
        text?.ok_or_else(|| FieldError::new(name, "must be given"))
    }

    /// Returns a warning for each field that is left. A field that is known and turned off needs
    /// none.
    pub fn warnings(&self) -> Vec<FieldError> {
        let warning = |(name, value): (&String, &Value)| {
            let known = UNSUPPORTED_FIELDS.iter().find(|(other, _)| other == name);
            match known {
                Some(_) if *value == Value::Bool(false) => None,
                Some((_, reason)) => {
                    Some(FieldError::new(name, format!("not supported: {reason}")))
                }
                None => Some(FieldError::new(name, "unexpected or unused field")),
            }
        };
        self.left.iter().filter_map(warning).collect()
    }
}

/// Maximum number of warnings about one query.
const MAX_WARNINGS: usize = 20;

/// Returns the first warnings, each once.
pub(super) fn bounded(warnings: Vec<FieldError>) -> Vec<FieldError> {
    let mut first: Vec<FieldError> = Vec::new();
    for warning in warnings {
        if first.len() == MAX_WARNINGS {
            break;
        }
        if !first.contains(&warning) {
            first.push(warning);
        }
    }
    first
}

/// Wording of the type of a player.
pub(super) const PLAYER: &str = "\"B\" or \"W\"";

/// Returns the error for a value of a wrong type.
pub(super) fn expected(name: &str, wanted: &str) -> FieldError {
    FieldError::new(name, format!("must be {wanted}"))
}

/// Reads the name of a player: `B` or `W`, in either case, or the whole word.
pub(super) fn player_of(value: &Value) -> Option<Color> {
    notation::parse_color(value.as_str()?)
}

/// Reads a whole number within a range. Numbers such as `2.0` are whole.
fn integer_of(name: &str, value: &Value, range: &RangeInclusive<i64>) -> Result<i64, FieldError> {
    let from_float = || {
        let number = value.as_f64()?;
        // Larger numbers are not exact.
        let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
        is_whole.then_some(number as i64)
    };
    let number = value.as_i64().or_else(from_float);
    number
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            let (first, last) = (range.start(), range.end());
            match *last {
                i64::MAX => expected(name, &format!("a whole number, at least {first}")),
                _ => expected(name, &format!("a whole number from {first} to {last}")),
            }
        })
}
