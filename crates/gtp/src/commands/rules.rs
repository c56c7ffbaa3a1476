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
= tromp_taylor	Stones and territory count, and a stone is dead only if it has been captured.
chinese	Stones and territory count, and both players agree which stones are dead.
new_zealand	Stones and territory count, and a chain of stones may be given up by suicide.
aga	Stones and territory count; a pass hands over a stone, so territory and prisoners give the same.
bga	The rules of the AGA under their British and French name.
stone_scoring	Stones and territory count, but each group costs the two points that it needs as eyes.
ing	Stones and territory count, and suicide is allowed; positional superko stands for Ing's ko rule.
japanese	Territory and prisoners count, but no territory in seki.
korean	Territory and prisoners count, as under Japanese rules.
black_white	Korean rules, with a komi that depends on the kind of game and on the board.
button	Stones and territory count, and once a player may take half a point in place of a move.
white_button	Button Go in which the button is worth half a point to White and nothing to Black.
button_equivalence	Button Go counted by territory and prisoners: a pass costs a point, giving the button half.
two_button	Territory and prisoners count; a pass costs a point, but the first and the last only half.
reverse_button	Territory and prisoners count; a pass costs a point, but the last one only half.
two_button_moves	Two Button Go in which each button is a move of its own; the second one ends the game.
half_pass	Territory and prisoners count, stones left on the board live, and the first and last pass cost half.
ultimate	Nothing is counted: a pass costs a prisoner, and a player who cannot move has lost."#,
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
        let rules = named.rules.with_bowls_of(session.game.rules());
        session.change_rules(rules, named.id)?;
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
