//! Rules as JSON: the fields of KataGo, and more for rules that KataGo does not have.

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::contradiction::Contradiction;
use super::presets::{Preset, find, find_in, instead, nearest};
use super::ruleset::{
    ButtonRule, DeadStoneRule, EndRule, KoRule, MAX_BOWL_HANDICAP, MAX_BUTTON_WORTH, PassRule,
    Rules, ScoringRule, SuicideRule, TaxRule, USUAL_BUTTON_WORTH, WhiteBonus,
};
use crate::board::Color;
use crate::excerpt::excerpt;
use crate::half_points::HalfPoints;
use crate::suggest;

/// Error of reading rules, or a field of them, from JSON.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesJsonError {
    /// The text is not a JSON object.
    #[error("not a JSON object")]
    NotAnObject,
    /// The field does not exist; holds its name, shortened if long.
    #[error(
        "unknown field {}; {}", .0,
        suggest::instead(suggest::nearest(.0, FIELDS), "fields", FIELDS)
    )]
    UnknownField(String),
    /// No rule set has this id; holds the id, shortened if long, and the name nearest to it.
    #[error("unknown id {}; {}", .0, instead(*.1))]
    UnknownId(String, Option<&'static str>),
    /// The field does not take the value.
    #[error("bad value for {field}: {wanted} expected")]
    BadValue {
        /// Name of the field.
        field: &'static str,
        /// Values that the field takes, in words.
        wanted: String,
    },
    /// A later field of the object overrules this one; holds its name.
    #[error("{0} contradicts another field")]
    Overruled(String),
    /// The parts exclude each other.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

/// Table of the JSON words of one field of [`Rules`] with their meanings.
type Words<T> = &'static [(&'static str, T)];

const SCORING: Words<ScoringRule> = &[
    ("AREA", ScoringRule::Area),
    ("TERRITORY", ScoringRule::Territory),
    ("SPARE", ScoringRule::Spare),
];
const TAX: Words<TaxRule> = &[
    ("NONE", TaxRule::None),
    ("SEKI", TaxRule::Seki),
    ("ALL", TaxRule::Group),
];
const KO: Words<KoRule> = &[
    ("SIMPLE", KoRule::Simple),
    ("POSITIONAL", KoRule::Positional),
    ("SITUATIONAL", KoRule::Situational),
];
const BONUS: Words<WhiteBonus> = &[
    ("0", WhiteBonus::None),
    ("N", WhiteBonus::Stones),
    ("N-1", WhiteBonus::StonesLessOne),
];
const DEAD: Words<DeadStoneRule> = &[
    ("AGREED", DeadStoneRule::Agreed),
    ("NONE", DeadStoneRule::None),
    ("PROPOSED", DeadStoneRule::Proposed),
];
const PASS: Words<PassRule> = &[
    ("FREE", PassRule::Free),
    ("STONE", PassRule::Stone),
    ("HALF_THEN_STONE", PassRule::HalfThenStone),
    ("DELAY", PassRule::Delay),
];
const BUTTONS: Words<ButtonRule> = &[
    ("NONE", ButtonRule::None),
    ("TAKE", ButtonRule::Take),
    ("GIVE", ButtonRule::Give),
    ("ON_PASSES", ButtonRule::OnPasses),
    ("ON_LAST_PASS", ButtonRule::OnLastPass),
    ("AS_MOVES", ButtonRule::AsMoves),
];
const ENDING: Words<EndRule> = &[
    ("TWO_PASSES", EndRule::TwoPasses),
    ("TWO_PASSES_WHITE_LAST", EndRule::TwoPassesWhiteLast),
    ("PASS_AFTER_FULL_PASS", EndRule::PassAfterFullPass),
    ("SECOND_BUTTON", EndRule::SecondButton),
    ("LAST_MOVER", EndRule::LastMover),
];

fn word<T: Copy + PartialEq>(words: Words<T>, value: T) -> &'static str {
    words
        .iter()
        .find(|(_, v)| *v == value)
        .map_or("", |(w, _)| w)
}

fn bad_value(field: &'static str, wanted: impl Into<String>) -> RulesJsonError {
    RulesJsonError::BadValue {
        field,
        wanted: wanted.into(),
    }
}

fn meaning<T: Copy>(
    words: Words<T>,
    field: &'static str,
    value: &Value,
) -> Result<T, RulesJsonError> {
    value
        .as_str()
        .and_then(|text| words.iter().find(|(w, _)| w.eq_ignore_ascii_case(text)))
        .map(|&(_, meaning)| meaning)
        .ok_or_else(|| {
            let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            bad_value(field, all.join(" or "))
        })
}

fn truth(field: &'static str, value: &Value) -> Result<bool, RulesJsonError> {
    match value {
        Value::Bool(truth) => Ok(*truth),
        Value::String(text) if text.eq_ignore_ascii_case("true") => Ok(true),
        Value::String(text) if text.eq_ignore_ascii_case("false") => Ok(false),
        _ => Err(bad_value(field, "true or false")),
    }
}

/// Returns whether the rules have the button of KataGo: half a point to the side that passes first.
fn has_button_of_katago(rules: &Rules) -> bool {
    matches!(rules.buttons, ButtonRule::Take | ButtonRule::Give)
        && rules.button_worth == USUAL_BUTTON_WORTH
}

/// Sets the buttons. Those that are not taken have no worth of their own.
fn set_buttons(rules: &mut Rules, buttons: ButtonRule) {
    rules.buttons = buttons;
    if buttons != ButtonRule::Take {
        rules.button_worth = USUAL_BUTTON_WORTH;
    }
}

/// Reads the worth of a button in half-points: an object with a number for `black`, `white` or
/// both, or one number for both.
fn button_worth(now: [HalfPoints; 2], value: &Value) -> Option<[HalfPoints; 2]> {
    let one = |value: &Value| {
        let halves = i32::try_from(value.as_i64()?).ok()?;
        let allowed = 0..=MAX_BUTTON_WORTH.halves();
        allowed
            .contains(&halves)
            .then(|| HalfPoints::from_halves(halves))
    };
    let Value::Object(sides) = value else {
        return Some([one(value)?; 2]);
    };
    let mut worth = now;
    for (side, value) in sides {
        let color = match side.as_str() {
            "black" => Color::Black,
            "white" => Color::White,
            _ => return None,
        };
        worth[color] = one(value)?;
    }
    Some(worth)
}

/// Returns the rules as one JSON object named `id`, with KataGo's fields first.
#[must_use]
pub fn to_json(id: &str, rules: &Rules) -> Value {
    let [black, white] = rules.button_worth.map(HalfPoints::halves);
    json!({
        "friendlyPassOk": rules.dead == DeadStoneRule::Agreed,
        "hasButton": has_button_of_katago(rules),
        "ko": word(KO, rules.ko),
        "scoring": word(SCORING, rules.scoring),
        "suicide": rules.suicide == SuicideRule::Multi,
        "tax": word(TAX, rules.tax),
        "whiteHandicapBonus": word(BONUS, rules.white_bonus),
        "id": id,
        "dead": word(DEAD, rules.dead),
        "pass": word(PASS, rules.pass),
        "buttons": word(BUTTONS, rules.buttons),
        "buttonWorth": { "black": black, "white": white },
        "ending": word(ENDING, rules.ending),
        "bowlHandicap": rules.bowl_handicap,
    })
}

/// Names of the fields beside `id`, in the order of [`to_json`].
const FIELDS: [&str; 13] = [
    "friendlyPassOk",
    "hasButton",
    "ko",
    "scoring",
    "suicide",
    "tax",
    "whiteHandicapBonus",
    "dead",
    "pass",
    "buttons",
    "buttonWorth",
    "ending",
    "bowlHandicap",
];

/// Changes one field without checking that the parts fit together.
fn apply(rules: &mut Rules, field: &str, value: &Value) -> Result<(), RulesJsonError> {
    match field {
        "friendlyPassOk" => {
            let friendly = truth("friendlyPassOk", value)?;
            rules.dead = match (friendly, rules.dead) {
                (true, _) => DeadStoneRule::Agreed,
                (false, DeadStoneRule::Agreed) => DeadStoneRule::None,
                (false, other) => other,
            };
        }
        "hasButton" => {
            let has = truth("hasButton", value)?;
            let buttons = match (has, rules.buttons, rules.scoring) {
                (true, ButtonRule::None, ScoringRule::Area) => ButtonRule::Take,
                (true, ButtonRule::None, _) => ButtonRule::Give,
                (false, _, _) if has_button_of_katago(rules) => ButtonRule::None,
                (_, other, _) => other,
            };
            set_buttons(rules, buttons);
        }
        "ko" => rules.ko = meaning(KO, "ko", value)?,
        "scoring" | "score" => rules.scoring = meaning(SCORING, "scoring", value)?,
        "suicide" => {
            rules.suicide = if truth("suicide", value)? {
                SuicideRule::Multi
            } else {
                SuicideRule::Forbidden
            };
        }
        "tax" => rules.tax = meaning(TAX, "tax", value)?,
        "whiteHandicapBonus" | "whiteBonusPerHandicapStone" => {
            rules.white_bonus = match value.as_i64() {
                Some(0) => WhiteBonus::None,
                _ => meaning(BONUS, "whiteHandicapBonus", value)?,
            };
        }
        "dead" => rules.dead = meaning(DEAD, "dead", value)?,
        "pass" => rules.pass = meaning(PASS, "pass", value)?,
        "buttons" => set_buttons(rules, meaning(BUTTONS, "buttons", value)?),
        "buttonWorth" => {
            let worth = button_worth(rules.button_worth, value);
            rules.button_worth = worth.ok_or_else(bad_button_worth)?;
        }
        "ending" => rules.ending = meaning(ENDING, "ending", value)?,
        "bowlHandicap" => {
            rules.bowl_handicap = bowl_handicap(value)?;
        }
        _ => return Err(RulesJsonError::UnknownField(excerpt(field))),
    }
    Ok(())
}

fn bad_button_worth() -> RulesJsonError {
    let most = MAX_BUTTON_WORTH.halves();
    let number = format!("a number of half points from 0 to {most}");
    let wanted = format!(r#"{number}, or {{"black": …, "white": …}} with one for each"#);
    bad_value("buttonWorth", wanted)
}

/// Reads a bowl handicap: a number, or a text with one.
fn bowl_handicap(value: &Value) -> Result<i16, RulesJsonError> {
    let number = match value {
        Value::String(text) => text.parse().ok(),
        _ => value.as_i64(),
    };
    let range = -MAX_BOWL_HANDICAP..=MAX_BOWL_HANDICAP;
    let number = number.and_then(|k| i16::try_from(k).ok());
    number.filter(|k| range.contains(k)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        bad_value("bowlHandicap", format!("an integer from {least} to {most}"))
    })
}

/// Returns the rules with one field changed; `value` is a JSON value or a bare word.
///
/// # Errors
/// If the field does not exist, does not take the value, or contradicts another one.
pub fn set_field(rules: &Rules, field: &str, value: &str) -> Result<Rules, RulesJsonError> {
    let value = serde_json::from_str(value)
        .ok()
        .filter(|v: &Value| !v.is_number() || matches!(field, "bowlHandicap" | "buttonWorth"))
        .unwrap_or_else(|| Value::String(value.to_string()));
    let mut changed = *rules;
    apply(&mut changed, field, &value)?;
    changed.validate()?;
    Ok(changed)
}

/// Reads the rules that a JSON object describes, and the id of the preset that it names, if any.
/// Without an `id` the object starts, as in KataGo, from area scoring with positional superko and
/// without suicide.
///
/// # Errors
/// If the text is no object of known fields and values, or two fields or the parts of the rules
/// exclude each other.
pub fn with_json(
    presets: &[Preset],
    text: &str,
) -> Result<(Rules, Option<&'static str>), RulesJsonError> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|_| RulesJsonError::NotAnObject)?;
    let bad_id = || bad_value("id", "the name of a rule set");
    let unknown_id = |name: &str| RulesJsonError::UnknownId(excerpt(name), nearest(name));
    let named = match object.get("id") {
        Some(Value::String(name)) if name.eq_ignore_ascii_case("custom") => None,
        Some(Value::String(name)) => Some(find_in(presets, name).ok_or_else(|| unknown_id(name))?),
        Some(_) => return Err(bad_id()),
        None => None,
    };
    let start = named.or_else(|| find("tromp_taylor")).ok_or_else(bad_id)?;
    let mut rules = start.rules;
    if named.is_none() {
        rules.suicide = SuicideRule::Forbidden;
        let territory = |v: &Value| {
            v.as_str()
                .is_some_and(|s| s.eq_ignore_ascii_case("territory"))
        };
        if object
            .get("scoring")
            .or(object.get("score"))
            .is_some_and(territory)
        {
            rules.tax = TaxRule::Seki;
        }
    }
    // The form of KataGo's button depends on the scoring rule; our own words for buttons say more,
    // and the worth is that of the button that the others choose.
    const FIRST: [&str; 3] = ["scoring", "score", "hasButton"];
    const LAST: &str = "buttonWorth";
    let is_between = |field: &&str| !FIRST.contains(field) && ![LAST, "id"].contains(field);
    let between = object.keys().map(String::as_str).filter(is_between);
    let order = FIRST.into_iter().chain(between).chain([LAST]);
    let fields = order.filter_map(|field| Some((field, object.get(field)?)));
    let fields: Vec<_> = fields.collect();
    for &(field, value) in &fields {
        apply(&mut rules, field, value)?;
    }
    // A field changes nothing when it is applied again, unless a later one overruled it.
    for (field, value) in fields {
        let mut again = rules;
        apply(&mut again, field, value)?;
        if again != rules {
            return Err(RulesJsonError::Overruled(field.to_string()));
        }
    }
    rules.validate()?;
    Ok((rules, named.map(|preset| preset.id)))
}

#[cfg(test)]
mod tests {
    use super::super::PRESETS;
    use super::*;

    #[test]
    fn presets_survive_json() {
        for preset in &PRESETS {
            let fields = to_json(preset.id, &preset.rules);
            let fields: Vec<_> = fields.as_object().expect("fields").keys().collect();
            assert!(fields.iter().filter(|&&field| field != "id").eq(&FIELDS));
            let text = to_json(preset.id, &preset.rules).to_string();
            assert_eq!(
                with_json(&PRESETS, &text),
                Ok((preset.rules, Some(preset.id)))
            );
        }
    }

    #[test]
    fn objects_of_katago_give_the_matching_presets() {
        let text = r#"{"friendlyPassOk":true,"hasButton":true,"ko":"SITUATIONAL","scoring":"AREA",
                       "suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#;
        let (rules, _) = with_json(&PRESETS, text).expect("KataGo's aga-button");
        assert_eq!(
            super::super::preset_of(&rules).map(|p| p.id),
            Some("button")
        );
        let text = r#"{"ko":"SIMPLE","scoring":"TERRITORY","friendlyPassOk":true}"#;
        let (rules, _) = with_json(&PRESETS, text).expect("KataGo's japanese");
        assert_eq!(
            super::super::preset_of(&rules).map(|p| p.id),
            Some("japanese")
        );
    }

    #[test]
    fn the_worth_of_a_button_is_read_for_each_colour() {
        let read = |text: &str| with_json(&PRESETS, text).map(|(rules, _)| rules);
        let button = find("button").expect("a preset").rules;
        let white = find("white_button").expect("a preset").rules;
        let worth = |black, white| [black, white].map(HalfPoints::from_halves);
        for (text, wanted) in [
            (r#"{"id":"button","buttonWorth":{"black":0}}"#, white),
            (r#"{"buttonWorth":1,"id":"white_button"}"#, button),
            (r#"{"id":"white_button","buttonWorth":{}}"#, white),
            // KataGo's field says nothing about a button that KataGo does not have.
            (r#"{"id":"white_button","hasButton":false}"#, white),
            (r#"{"id":"white_button","hasButton":true}"#, white),
            (
                r#"{"hasButton":false,"id":"button","buttonWorth":1}"#,
                Rules {
                    buttons: ButtonRule::None,
                    ..button
                },
            ),
            (
                r#"{"buttonWorth":{"black":8,"white":3},"id":"aga","buttons":"TAKE","pass":"FREE","ending":"TWO_PASSES"}"#,
                Rules {
                    button_worth: worth(8, 3),
                    ..button
                },
            ),
        ] {
            assert_eq!(read(text), Ok(wanted), "{text}");
        }
        assert_eq!(to_json("x", &white)["hasButton"], false);
        assert_eq!(to_json("x", &button)["hasButton"], true);
        let set = |rules, field, value| set_field(rules, field, value);
        assert_eq!(set(&button, "buttonWorth", r#"{"black":0}"#), Ok(white));
        assert_eq!(
            set(&white, "buttonWorth", "2").map(|rules| rules.button_worth),
            Ok(worth(2, 2))
        );
        // A worth belongs to the button that is taken, and goes with it.
        assert!(set(&white, "buttons", "NONE").is_ok());
        assert!(set(&white, "buttonWorth", "9").is_err());
    }

    #[test]
    fn unknown_fields_bad_values_and_contradictions_are_refused() {
        for text in [
            "",
            "[]",
            "3",
            "{",
            r#"{"ko":"ETERNAL"}"#,
            r#"{"colour":"red"}"#,
            r#"{"id":"nope"}"#,
            r#"{"id":7}"#,
            r#"{"pass":"DELAY"}"#,
            r#"{"bowlHandicap":2}"#,
            r#"{"id":"ultimate","bowlHandicap":99999}"#,
            r#"{"id":"ultimate","bowlHandicap":1.5}"#,
            r#"{"id":"button","buttonWorth":9}"#,
            r#"{"id":"button","buttonWorth":-1}"#,
            r#"{"id":"button","buttonWorth":0.5}"#,
            r#"{"id":"button","buttonWorth":"1"}"#,
            r#"{"id":"button","buttonWorth":{"red":1}}"#,
            r#"{"id":"button","buttonWorth":{"white":9}}"#,
            r#"{"id":"chinese","buttonWorth":2}"#,
            r#"{"id":"two_button","buttonWorth":{"white":2}}"#,
            r#"{"friendlyPassOk":true,"dead":"NONE"}"#,
            r#"{"friendlyPassOk":false,"dead":"AGREED"}"#,
            r#"{"hasButton":false,"buttons":"TAKE"}"#,
            r#"{"scoring":"AREA","score":"TERRITORY"}"#,
            // The smallest `i16` has no absolute value in `i16`.
            r#"{"id":"ultimate","bowlHandicap":-32768}"#,
        ] {
            assert!(with_json(&PRESETS, text).is_err(), "{text}");
        }
        let chinese = find("chinese").expect("a preset").rules;
        let said = |text: &str| with_json(&PRESETS, text).map_err(|error| error.to_string());
        for (text, wanted) in [
            (
                r#"{"ko":"ETERNAL"}"#,
                "ko: SIMPLE or POSITIONAL or SITUATIONAL",
            ),
            (r#"{"suicide":7}"#, "suicide: true or false"),
            (
                r#"{"whiteHandicapBonus":2}"#,
                "whiteHandicapBonus: 0 or N or N-1",
            ),
            (
                r#"{"ending":""}"#,
                "ending: TWO_PASSES or TWO_PASSES_WHITE_LAST or PASS_AFTER_FULL_PASS or \
                 SECOND_BUTTON or LAST_MOVER",
            ),
            (
                r#"{"id":"ultimate","bowlHandicap":9999}"#,
                "bowlHandicap: an integer from -1000 to 1000",
            ),
            (r#"{"id":7}"#, "id: the name of a rule set"),
        ] {
            assert_eq!(
                said(text),
                Err(format!("bad value for {wanted} expected")),
                "{text}"
            );
        }
        for (text, wanted) in [
            (
                r#"{"id":"lasker"}"#,
                "unknown id lasker; rule sets: tromp_taylor, ",
            ),
            (
                r#"{"id":"buton"}"#,
                "unknown id buton; did you mean button?",
            ),
            (r#"{"tex":"ALL"}"#, "unknown field tex; did you mean tax?"),
            (
                r#"{"x":0}"#,
                "unknown field x; fields: friendlyPassOk, hasButton, ko, ",
            ),
        ] {
            let reason = said(text).expect_err(text);
            assert!(reason.starts_with(wanted), "{reason}");
        }
        assert!(set_field(&chinese, "ko", "SIMPLE").is_ok());
        assert!(set_field(&chinese, "suicide", "true").is_ok());
        assert!(set_field(&chinese, "suicide", "maybe").is_err());
        assert!(set_field(&chinese, "nonsense", "true").is_err());
        assert!(set_field(&chinese, "whiteHandicapBonus", "0").is_ok());
    }
}
