//! Rule sets in the properties `RU` and `HPR`.

use serde_json::{Map, Value, json};

use halfpoint_core::rules::{
    Buttons, CUSTOM, DeadStoneRule, PRESETS, PassRule, Preset, Rules, ScoringRule,
    USUAL_BUTTON_WORTH, WhiteBonus, find, id_of, preset_of, to_json, with_json,
};

/// Rule sets for which KataGo has a name with exactly the same meaning.
const KATAGO_NAMES: [(&str, &str); 9] = [
    ("tromp_taylor", "Tromp-Taylor"),
    ("chinese", "Chinese-KGS"),
    ("new_zealand", "NZ"),
    ("aga", "AGA"),
    ("bga", "BGA"),
    ("japanese", "Japanese"),
    ("korean", "Korean"),
    ("black_white", "Korean"),
    ("button", "AGA-Button"),
];

/// Names of countries in their own scripts, as servers write them.
const COUNTRIES: [(&str, &str); 7] = [
    ("中国", "chinese"),
    ("中國", "chinese"),
    ("日本", "japanese"),
    ("韩国", "korean"),
    ("韓国", "korean"),
    ("韓國", "korean"),
    ("한국", "korean"),
];

/// Words that do not name a rule set.
const FILLERS: [&str; 7] = [
    "rules", "rule", "ruleset", "the", "of", "scoring", "counting",
];

/// Returns the rule set that `RU` means, with its id if it is a preset; `None` if it is unknown.
pub(super) fn from_ru(text: &str) -> Option<(Rules, Option<&'static str>)> {
    let text = text.trim();
    let preset = |preset: &Preset| (preset.rules, Some(preset.id));
    if text.starts_with('{') {
        return with_json(&PRESETS, text).ok();
    }
    if let Some(found) = find(text) {
        return Some(preset(found));
    }
    if let Some((_, id)) = COUNTRIES.iter().find(|(word, _)| text.contains(word)) {
        return find(id).map(preset);
    }
    if let Some(rules) = from_katago_keys(text) {
        return Some((rules, preset_of(&rules).map(|p| p.id)));
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !FILLERS.contains(word))
        .collect();
    // An edition or a comment may follow the name: "Japanese (1989)".
    const MAX_NAME: usize = 4;
    let longest = words.len().min(MAX_NAME);
    (1..=longest)
        .rev()
        .find_map(|count| find(&words[..count].concat()))
        .map(preset)
}

/// Parses rules in KataGo's short form, `koPOSITIONALscoreAREAtaxNONEsui0whbN`.
fn from_katago_keys(text: &str) -> Option<Rules> {
    let mut fields = Map::new();
    // KataGo's default for a missing key.
    fields.insert("suicide".to_string(), json!(true));
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
        fields.insert(field.to_string(), value);
    }
    // Under territory scoring KataGo resolves dead stones by play, regardless of the key for
    // passes.
    if fields.get("scoring")? == "TERRITORY" {
        fields.insert("friendlyPassOk".to_string(), json!(true));
    }
    let (rules, _) = with_json(&PRESETS, &Value::Object(fields).to_string()).ok()?;
    Some(rules)
}

/// Returns rules in KataGo's short form; `None` if it cannot express them.
fn katago_keys(rules: &Rules) -> Option<String> {
    let dead = match rules.scoring {
        // Area scoring counts stones on the board and not pass stones, so both kinds of pass are
        // expressible.
        ScoringRule::Area => {
            matches!(rules.pass, PassRule::Free | PassRule::Stone)
                && matches!(rules.buttons, Buttons::None | Buttons::Take)
                && rules.button_worth == USUAL_BUTTON_WORTH
                && rules.dead != DeadStoneRule::Proposed
        }
        ScoringRule::Territory => {
            rules.pass == PassRule::Free
                && rules.buttons == Buttons::None
                && rules.dead == DeadStoneRule::Agreed
        }
        ScoringRule::Spare => false,
    };
    if !dead {
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
    if rules.white_bonus != WhiteBonus::None {
        keys += "whb";
        keys += &word("whiteHandicapBonus");
    }
    Some(keys)
}

/// Returns the value of `RU`: a form that KataGo reads if there is one, otherwise the id.
pub(super) fn to_ru(rules: &Rules, known_as: &str) -> String {
    let id = id_of(rules, [known_as]);
    let named = KATAGO_NAMES.iter().find(|(preset, _)| *preset == id);
    named
        .map(|(_, name)| (*name).to_string())
        .or_else(|| katago_keys(rules))
        .unwrap_or_else(|| id.to_string())
}

/// Returns the value of `HPR`.
pub(super) fn to_hpr(rules: &Rules, known_as: &str) -> String {
    to_json(id_of(rules, [known_as]), rules).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> Option<&'static str> {
        from_ru(text).and_then(|(_, id)| id)
    }

    #[test]
    fn rule_sets_are_recognised_in_many_spellings() {
        for (text, wanted) in [
            ("Chinese", "chinese"),
            ("CHINESE RULES", "chinese"),
            ("Chinese-OGS", "chinese"),
            ("Chinese (area scoring)", "chinese"),
            ("中国规则", "chinese"),
            (" Japanese ", "japanese"),
            ("Japanese rules, 1989", "japanese"),
            ("日本ルール", "japanese"),
            ("New_Zealand", "new_zealand"),
            ("New Zealand rules", "new_zealand"),
            ("NZ", "new_zealand"),
            ("rules: AGA", "aga"),
            ("French", "bga"),
            ("Tromp/Taylor", "tromp_taylor"),
            ("Black & White", "black_white"),
            ("two button (moves)", "two_button_moves"),
            ("AGA Button", "button"),
            ("White Button", "white_button"),
            ("GOE", "ing"),
            ("Ing rules", "ing"),
            ("koSITUATIONALscoreAREAtaxNONEsui1fpok1", "new_zealand"),
            (
                "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1komi7.5",
                "chinese",
            ),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
            (r#"{"id":"half_pass"}"#, "half_pass"),
        ] {
            assert_eq!(id(text), Some(wanted), "{text}");
        }
        for text in [
            "",
            "rules",
            "Lasker",
            "the",
            "{",
            "ko",
            "koETERNAL",
            "-1",
            "é",
            "koé",
        ] {
            assert_eq!(from_ru(text), None, "{text}");
        }
    }

    #[test]
    fn every_preset_survives_writing_and_reading() {
        for preset in &PRESETS {
            let named = to_ru(&preset.rules, preset.id);
            let rules = from_ru(&named).map(|(rules, _)| rules);
            assert_eq!(rules, Some(preset.rules), "{named}");
            let whole = to_hpr(&preset.rules, preset.id);
            assert_eq!(
                with_json(&PRESETS, &whole),
                Ok((preset.rules, Some(preset.id)))
            );
        }
    }

    #[test]
    fn custom_rules_survive_writing_and_reading() {
        let mut own = PRESETS.map(|preset| preset.rules);
        for rules in &mut own {
            rules.ko = halfpoint_core::rules::KoRule::Situational;
            rules.suicide = halfpoint_core::rules::SuicideRule::Multi;
            let whole = to_hpr(rules, "anything");
            assert_eq!(
                with_json(&PRESETS, &whole).map(|(rules, _)| rules),
                Ok(*rules)
            );
            if let Some(keys) = katago_keys(rules).filter(|_| rules.pass == PassRule::Free) {
                assert_eq!(
                    from_ru(&keys).map(|(rules, _)| rules),
                    Some(*rules),
                    "{keys}"
                );
            }
        }
    }

    #[test]
    fn rules_are_written_in_forms_that_katago_reads() {
        let ru = |name: &str| {
            find(name)
                .map(|p| to_ru(&p.rules, p.id))
                .unwrap_or_default()
        };
        assert_eq!(ru("chinese"), "Chinese-KGS");
        assert_eq!(ru("stone_scoring"), "koPOSITIONALscoreAREAtaxALLsui0fpok1");
        assert_eq!(ru("two_button"), "two_button");
        assert_eq!(ru("half_pass"), "half_pass");
    }
}
