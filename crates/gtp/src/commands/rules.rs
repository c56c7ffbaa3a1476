//! Commands about rules. They leave the board and komi as they are.

use halfpoint_core::excerpt::excerpt;
use halfpoint_core::rules::{self, NamedRules, PRESETS, ParseRulesError};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;

/// Returns whether the rules are locked. Commands that change rules then succeed without effect, so
/// that no client fails.
fn are_locked(session: &Session, arguments: &Arguments<'_>) -> bool {
    let locked = session.options.lock_rules;
    if locked {
        let text = excerpt(arguments.text());
        log::warn!("the rules are locked: {text:?} is ignored");
    }
    locked
}

/// Sets the rules by name or by JSON.
pub fn set_rules(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    if are_locked(session, arguments) {
        return Ok(String::new());
    }
    let text = arguments.text();
    if text.starts_with('{') {
        let (rules, named) = rules::with_json(&PRESETS, text)?;
        let id = session.name_of(&rules, named);
        session.change_rules(rules, id)?;
    } else {
        let named = named(text)?;
        session.change_rules(named.rules, named.id)?;
    }
    Ok(String::new())
}

/// Reads the name of rules, as presets and KataGo have it.
pub fn named(text: &str) -> Result<NamedRules, GtpError> {
    text.parse().map_err(|error| match error {
        ParseRulesError::Unknown { .. } => unknown(text),
        ParseRulesError::Json(error) => error.into(),
    })
}

/// Returns the error that names the unknown rules, or the beginning of a long name.
fn unknown(name: &str) -> GtpError {
    GtpError::UnknownRules {
        name: excerpt(name),
        nearest: rules::nearest(name),
    }
}

/// Changes one field of the rules.
pub fn set_rule(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    if are_locked(session, arguments) {
        return Ok(String::new());
    }
    let (field, value) = (arguments.word(0), arguments.text_after_first());
    let rules = rules::set_field(session.game.rules(), field, value)?;
    let id = session.name_of(&rules, None);
    session.change_rules(rules, id)?;
    Ok(String::new())
}

/// Answers the rules as JSON.
pub fn get_rules(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(rules::to_json(session.rules_id, session.game.rules()).to_string())
}

/// Lists the rule sets with their descriptions.
pub fn list_rules(_: &mut Session, _: &Arguments<'_>) -> Answer {
    let rows = PRESETS
        .iter()
        .map(|preset| format!("{}\t{}", preset.id, preset.description));
    Ok(rows.collect::<Vec<_>>().join("\n"))
}

/// Restores the rules that the session started with.
pub fn reset_rules(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    if are_locked(session, arguments) {
        return Ok(String::new());
    }
    session.change_rules(session.options.rules, session.options.rules_id)?;
    Ok(String::new())
}
