//! Rule sets as KataGo writes them in short, `koPOSITIONALscoreAREAtaxNONEsui0whbN`, and its names
//! for rule sets that are no presets.

use serde_json::{Map, Value, json};

use super::json::{to_json, with_json};
use super::presets::{CUSTOM, PRESETS, fold};
use super::ruleset::{ButtonRule, DeadStoneRule, PassRule, Rules, ScoringRule, USUAL_BUTTON_WORTH};

/// Names of KataGo for rule sets that are no presets, with their short forms.
const NAMES: [(&str, &str); 1] = [("ancient-territory", "koSIMPLEscoreTERRITORYtaxALLsui0")];

/// Reads KataGo's name of a rule set that is no preset, as names of presets are read.
pub(super) fn from_name(name: &str) -> Option<Rules> {
    let wanted = fold(name);
    let (_, keys) = NAMES.iter().find(|(name, _)| fold(name) == wanted)?;
    from_katago_keys(keys)
}

/// Reads rules in KataGo's short form, in which keys of small letters stand before their values.
/// `None` if a key is unknown or there twice, the rule of scoring is missing, or a value does not
/// fit.
///
/// Komi, which the form may contain, is passed over.
#[must_use]
pub fn from_katago_keys(text: &str) -> Option<Rules> {
    let mut fields = Map::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (key, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_lowercase())?);
        let end = after
            .find(|c: char| c.is_ascii_lowercase())
            .unwrap_or(after.len());
        let (value, after) = after.split_at(end);
        rest = after;
        let (field, value) = match key {
            "ko" => ("ko", json!(value)),
            "score" | "scoring" => ("scoring", json!(value)),
            "tax" => ("tax", json!(value)),
            "whb" => ("whiteHandicapBonus", json!(value)),
            "sui" => ("suicide", json!(value == "1")),
            "button" => ("hasButton", json!(value == "1")),
            "fpok" => ("friendlyPassOk", json!(value == "1")),
            "komi" => continue,
            _ => return None,
        };
        if fields.insert(field.to_string(), value).is_some() {
            return None;
        }
    }
    // KataGo's default for a missing key.
    fields.entry("suicide").or_insert(json!(true));
    // Under territory scoring KataGo resolves dead stones by play, regardless of the key for
    // passes.
    if fields.get("scoring")? == "TERRITORY" {
        fields.insert("friendlyPassOk".to_string(), json!(true));
    }
    let (rules, _) = with_json(&PRESETS, &Value::Object(fields).to_string()).ok()?;
    Some(rules)
}

/// Returns rules in KataGo's short form; `None` if it cannot express them.
#[must_use]
pub fn to_katago_keys(rules: &Rules) -> Option<String> {
    let expressible = match rules.scoring {
        // Area scoring counts stones on the board and not pass stones, so both kinds of pass are
        // expressible.
        ScoringRule::Area => {
            matches!(rules.pass, PassRule::Free | PassRule::Stone)
                && matches!(rules.buttons, ButtonRule::None | ButtonRule::Take)
                && rules.button_worth == USUAL_BUTTON_WORTH
                && rules.dead != DeadStoneRule::Proposed
        }
        ScoringRule::Territory => {
            rules.pass == PassRule::Free
                && rules.buttons == ButtonRule::None
                && rules.dead == DeadStoneRule::Agreed
        }
        ScoringRule::Spare => false,
    };
    if !expressible {
        return None;
    }
    let fields = to_json(CUSTOM, rules);
    let word = |field: &str| fields[field].as_str().unwrap_or_default().to_string();
    let flag = |field: &str| u8::from(fields[field] == true);
    let mut keys = format!(
        "ko{}score{}tax{}sui{}",
        word("ko"),
        word("scoring"),
        word("tax"),
        flag("suicide")
    );
    for (key, field) in [("button", "hasButton"), ("fpok", "friendlyPassOk")] {
        if flag(field) == 1 {
            keys += key;
            keys += "1";
        }
    }
    let bonus = word("whiteHandicapBonus");
    if bonus != "0" {
        keys += "whb";
        keys += &bonus;
    }
    Some(keys)
}

#[cfg(test)]
mod tests {
    use super::super::presets::{find, preset_of};
    use super::super::ruleset::{KoRule, SuicideRule};
    use super::*;

    #[test]
    fn the_short_form_is_read_in_any_order_and_without_keys_that_have_a_default() {
        let id = |text| from_katago_keys(text).map(|rules| preset_of(&rules).map(|p| p.id));
        for (text, wanted) in [
            ("koSITUATIONALscoreAREAtaxNONEsui1fpok1", "new_zealand"),
            ("scoreAREAkoPOSITIONALsui0whbNfpok1komi7.5", "chinese"),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
            ("koSIMPLEscoreTERRITORYsui0", "japanese"),
            ("koPOSITIONALscoringAREA", "tromp_taylor"),
            (
                "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1",
                "button",
            ),
        ] {
            assert_eq!(id(text), Some(Some(wanted)), "{text}");
        }
        for text in [
            "",
            "ko",
            "koETERNALscoreAREA",
            "koPOSITIONAL",
            "koPOSITIONALscoreAREAtaxNONEsui0nonsense1",
            "koPOSITIONALscoreAREAsui0sui1",
            "scoreAREAscoringTERRITORY",
            "KOpositionalSCOREarea",
            "koé",
            "7.5",
        ] {
            assert_eq!(from_katago_keys(text), None, "{text}");
        }
    }

    #[test]
    fn rules_that_the_short_form_has_are_read_back() {
        let mut written = 0;
        let bases = super::super::PRESETS.iter().map(|preset| preset.rules);
        let all = bases.flat_map(|base| {
            [SuicideRule::Forbidden, SuicideRule::Multi].map(|suicide| Rules { suicide, ..base })
        });
        for rules in all {
            // The form does not say what a pass hands over, which area does not count.
            if let Some(keys) = to_katago_keys(&rules).filter(|_| rules.pass == PassRule::Free) {
                assert_eq!(from_katago_keys(&keys), Some(rules), "{keys}");
                written += 1;
            }
        }
        assert!(written > 10, "{written}");
        let half_pass = find("half_pass").expect("a preset").rules;
        assert_eq!(to_katago_keys(&half_pass), None);
    }

    #[test]
    fn the_ancient_rules_are_two() {
        let stones = find("ancient-area").map(|preset| preset.id);
        assert_eq!(stones, Some("stone_scoring"));
        assert!(find("ancient-territory").is_none());
        let territory = from_name("Ancient Territory").expect("a name of KataGo");
        assert_eq!(territory.scoring, ScoringRule::Territory);
        assert_eq!(territory.ko, KoRule::Simple);
        let keys = to_katago_keys(&territory);
        let wanted = "koSIMPLEscoreTERRITORYtaxALLsui0fpok1";
        assert_eq!(keys.as_deref(), Some(wanted));
    }
}
