//! Rule sets in the properties `RU` and `HPR`.

use halfpoint_core::rules::{
    CUSTOM, NamedRules, PRESETS, Preset, Rules, RulesJsonError, ScoringRule, find,
    from_katago_keys, id_of, to_json, to_katago_keys, with_json,
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
    if let Ok(named) = text.parse::<NamedRules>() {
        return Some((named.rules, row(named.id)));
    }
    if let Some((_, id)) = COUNTRIES.iter().find(|(word, _)| text.contains(word)) {
        return find(id).map(preset);
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

/// Returns the rule set that the JSON of `HPR` means, with its id if it is a preset.
///
/// # Errors
/// If the text means no rules.
pub(super) fn from_hpr(json: &str) -> Result<(Rules, Option<&'static str>), RulesJsonError> {
    let (rules, named) = with_json(&PRESETS, json)?;
    Ok((rules, row(id_of(&rules, named))))
}

/// Returns the id of a preset; `None` for that of other rules.
fn row(id: &'static str) -> Option<&'static str> {
    Some(id).filter(|id| *id != CUSTOM)
}

/// Returns whether `RU` is a string as KataGo writes it, with territory scoring. After two passes
/// KataGo plays on under such rules: dead stones are captured, and what is played there costs
/// nothing.
pub(super) fn has_clean_up(text: &str) -> bool {
    from_katago_keys(text.trim()).is_some_and(|rules| rules.scoring == ScoringRule::Territory)
}

/// Returns the value of `RU`: a form that KataGo reads if there is one, otherwise the id.
pub(super) fn to_ru(rules: &Rules, known_as: &str) -> String {
    let id = id_of(rules, [known_as]);
    let named = KATAGO_NAMES.iter().find(|(preset, _)| *preset == id);
    named
        .map(|(_, name)| (*name).to_string())
        .or_else(|| to_katago_keys(rules))
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
