//! Commands about rules. They leave the board and komi as they are.

use halfpoint_core::excerpt::excerpt;
use halfpoint_core::rules::{self, NamedRules, PRESETS, ParseRulesError};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;
use super::command::{ANY, Command};

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "kgs-rules",
        "RULES",
        (1, ANY),
        set_rules,
        "set the rules by name",
    ),
    Command::new(
        "kata-set-rules",
        "RULES | JSON",
        (1, ANY),
        set_rules,
        "set the rules by name, also KataGo's, or as JSON",
    ),
    Command::new(
        "kata-set-rule",
        "FIELD VALUE",
        (2, ANY),
        set_rule,
        "change one field of the rules",
    ),
    Command::new(
        "kata-get-rules",
        "",
        (0, 0),
        get_rules,
        "the rules as JSON",
    ),
    Command::new(
        "halfpoint-list_rules",
        "",
        (0, 0),
        list_rules,
        "list the rule sets",
    )
    .manual(
        r#"Prints a line for each rule set: id, a tab, description."#,
        r#"$ halfpoint --rules chinese
halfpoint-list_rules
= tromp_taylor	area, nothing is dead unless captured, positional superko, suicide of chains
chinese	area, positional superko
new_zealand	area, situational superko, suicide of chains
aga	area; a pass hands over a stone and White passes last, so territory agrees
bga	as aga
stone_scoring	area less two points for each group, positional superko
ing	area, suicide of chains; simplified: positional superko in place of Ing's ko rule
japanese	territory, no points in seki, simple ko
korean	territory, no points in seki, simple ko
black_white	the Black&White server: as korean, komi by game type and board
button	area, and half a point to whoever takes the button instead of passing first
white_button	as button, but the button is worth half a point to White and nothing to Black
button_equivalence	Button Go counted as territory: the button is given, passes hand over stones
two_button	territory with pass stones; the first and the last pass get half a point back
reverse_button	territory with pass stones; the last pass gets half a point back
two_button_moves	as two_button with buttons as moves of their own; the second one ends the game
half_pass	naive territory; the first and the last pass cost half a stone, others a stone
ultimate	no counting: a pass costs a prisoner, and whoever cannot move has lost"#,
    ),
    Command::new(
        "halfpoint-reset_rules",
        "",
        (0, 0),
        reset_rules,
        "return to the rules of the command line",
    )
    .manual(
        r#"Restores the rules of the command line. Board, moves and komi stay; the moves are read again under these rules. With `--lock-rules` the command has no effect."#,
        r#"$ halfpoint --rules button --size 5
kgs-rules japanese
=

halfpoint-reset_rules
=

halfpoint-pass_means
= button"#,
    ),
];

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
fn set_rule(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
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
fn get_rules(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(rules::to_json(session.rules_id, session.game.rules()).to_string())
}

/// Lists the rule sets with their descriptions.
fn list_rules(_: &mut Session, _: &Arguments<'_>) -> Answer {
    let rows = PRESETS
        .iter()
        .map(|preset| format!("{}\t{}", preset.id, preset.description));
    Ok(rows.collect::<Vec<_>>().join("\n"))
}

/// Restores the rules that the session started with.
fn reset_rules(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    if are_locked(session, arguments) {
        return Ok(String::new());
    }
    session.change_rules(session.options.rules, session.options.rules_id)?;
    Ok(String::new())
}
