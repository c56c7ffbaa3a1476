//! Table of rule sets with their names.

use super::game_type::GameType;
use super::ruleset::{
    ButtonRule, DeadStoneRule, EndRule, KoRule, PassRule, Rules, ScoringRule, SuicideRule, TaxRule,
    USUAL_BUTTON_WORTH, WhiteBonus,
};
use crate::half_points::HalfPoints;
use crate::suggest;

/// Row of the table: a rule set with its names.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Id that commands print.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Other accepted names, among them those of KGS and KataGo.
    pub aliases: &'static [&'static str],
    /// Description in one sentence, for a player who knows no other rules than those of the club.
    pub description: &'static str,
    /// Usual komi on 19×19, and on other boards where `komi_elsewhere` is `None`.
    pub usual_komi: HalfPoints,
    /// Usual komi on boards other than 19×19, if it differs.
    pub komi_elsewhere: Option<HalfPoints>,
    /// Whether games are arranged by [`GameType`].
    pub game_types: bool,
    /// Part of the rules known by this name that the row replaces by another, in words.
    pub simplification: Option<&'static str>,
    /// Rule set of the row.
    pub rules: Rules,
}

/// Name of rules that belong to no preset.
pub const CUSTOM: &str = "custom";

/// Name for people of rules that belong to no preset.
pub(super) const CUSTOM_TITLE: &str = "Own rules";

impl Preset {
    /// Returns whether `rules` are those of the row; the bowl handicap is ignored.
    #[must_use]
    pub fn has(&self, rules: &Rules) -> bool {
        let plain = Rules {
            bowl_handicap: 0,
            ..*rules
        };
        self.rules == plain
    }

    /// Returns the usual komi on a board of that size.
    #[must_use]
    pub fn komi_on(&self, width: usize, height: usize) -> HalfPoints {
        match self.komi_elsewhere {
            Some(komi) if (width, height) != (19, 19) => komi,
            _ => self.usual_komi,
        }
    }
}

/// Area scoring, positional superko, free passes: the base of most rows, which change a few fields.
const AREA: Rules = Rules {
    scoring: ScoringRule::Area,
    tax: TaxRule::None,
    dead: DeadStoneRule::Agreed,
    ko: KoRule::Positional,
    suicide: SuicideRule::Forbidden,
    pass: PassRule::Free,
    buttons: ButtonRule::None,
    button_worth: USUAL_BUTTON_WORTH,
    ending: EndRule::TwoPasses,
    white_bonus: WhiteBonus::None,
    bowl_handicap: 0,
};

const AGA: Rules = Rules {
    ko: KoRule::Situational,
    pass: PassRule::Stone,
    ending: EndRule::TwoPassesWhiteLast,
    white_bonus: WhiteBonus::StonesLessOne,
    ..AREA
};

const BUTTON: Rules = Rules {
    pass: PassRule::Free,
    buttons: ButtonRule::Take,
    ending: EndRule::TwoPasses,
    ..AGA
};

const JAPANESE: Rules = Rules {
    scoring: ScoringRule::Territory,
    tax: TaxRule::Seki,
    ko: KoRule::Simple,
    ..AREA
};

const TWO_BUTTON: Rules = Rules {
    scoring: ScoringRule::Territory,
    buttons: ButtonRule::OnPasses,
    ending: EndRule::TwoPasses,
    white_bonus: WhiteBonus::None,
    ..AGA
};

/// All presets, in the order of the documentation.
pub static PRESETS: [Preset; 18] = [
    Preset {
        id: "tromp_taylor",
        title: "Tromp-Taylor",
        aliases: &["tt", "tromp-taylor-area", "logical"],
        description: "Stones and territory count, and a stone is dead only if it has been captured.",
        usual_komi: HalfPoints::from_halves(15),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            dead: DeadStoneRule::None,
            suicide: SuicideRule::Multi,
            ..AREA
        },
    },
    Preset {
        id: "chinese",
        title: "Chinese",
        aliases: &["cn", "zh", "chinese-kgs", "chinese-ogs", "cgos"],
        description: "Stones and territory count, and both players agree which stones are dead.",
        usual_komi: HalfPoints::from_halves(15),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            white_bonus: WhiteBonus::Stones,
            ..AREA
        },
    },
    Preset {
        id: "new_zealand",
        title: "New Zealand",
        aliases: &["nz"],
        description: "Stones and territory count, and a chain of stones may be given up by suicide.",
        usual_komi: HalfPoints::from_points(7),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            ko: KoRule::Situational,
            suicide: SuicideRule::Multi,
            ..AREA
        },
    },
    Preset {
        id: "aga",
        title: "AGA",
        aliases: &["us", "american"],
        description: "Stones and territory count; a pass hands over a stone, so territory and prisoners give the same.",
        usual_komi: HalfPoints::from_halves(15),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: AGA,
    },
    Preset {
        id: "bga",
        title: "BGA",
        aliases: &["british", "french", "ffg"],
        description: "The rules of the AGA under their British and French name.",
        usual_komi: HalfPoints::from_halves(15),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: AGA,
    },
    Preset {
        id: "stone_scoring",
        title: "Stone scoring",
        aliases: &["stones", "ancient-area", "group-tax"],
        description: "Stones and territory count, but each group costs the two points that it needs as eyes.",
        usual_komi: HalfPoints::from_halves(15),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            tax: TaxRule::Group,
            ..AREA
        },
    },
    Preset {
        id: "ing",
        title: "Ing, simplified",
        aliases: &["goe", "simplified-ing"],
        description: "Stones and territory count, and suicide is allowed; positional superko stands for Ing's ko rule.",
        usual_komi: HalfPoints::from_halves(15),
        komi_elsewhere: None,
        game_types: false,
        simplification: Some("positional superko stands for Ing's ko rule"),
        rules: Rules {
            suicide: SuicideRule::Multi,
            white_bonus: WhiteBonus::Stones,
            ..AREA
        },
    },
    Preset {
        id: "japanese",
        title: "Japanese",
        aliases: &["jp", "japan"],
        description: "Territory and prisoners count, but no territory in seki.",
        usual_komi: HalfPoints::from_halves(13),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: JAPANESE,
    },
    Preset {
        id: "korean",
        title: "Korean",
        aliases: &["kr", "korea"],
        description: "Territory and prisoners count, as under Japanese rules.",
        usual_komi: HalfPoints::from_halves(13),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: JAPANESE,
    },
    Preset {
        id: "black_white",
        title: "Black&White",
        aliases: &["bw", "blackandwhite", "black&white", "gobw"],
        description: "Korean rules, with a komi that depends on the kind of game and on the board.",
        usual_komi: GameType::HoSun.komi(19, 19),
        komi_elsewhere: Some(GameType::HoSun.komi(9, 9)),
        game_types: true,
        simplification: None,
        rules: JAPANESE,
    },
    Preset {
        id: "button",
        title: "Button Go",
        aliases: &["aga-button", "button-go", "area-button"],
        description: "Stones and territory count, and once a player may take half a point in place of a move.",
        usual_komi: HalfPoints::from_points(7),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: BUTTON,
    },
    Preset {
        id: "white_button",
        title: "White's button",
        aliases: &["white-button-go", "unilateral-button", "one-sided-button"],
        description: "Button Go in which the button is worth half a point to White and nothing to Black.",
        usual_komi: HalfPoints::from_points(7),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            button_worth: [HalfPoints::ZERO, HalfPoints::HALF],
            ..BUTTON
        },
    },
    Preset {
        id: "button_equivalence",
        title: "Button Go as territory",
        aliases: &["equivalence-button", "button-territory", "territory-button"],
        description: "Button Go counted by territory and prisoners: a pass costs a point, giving the button half.",
        usual_komi: HalfPoints::from_points(7),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            scoring: ScoringRule::Territory,
            buttons: ButtonRule::Give,
            white_bonus: WhiteBonus::None,
            ..AGA
        },
    },
    Preset {
        id: "two_button",
        title: "Two Button Go",
        aliases: &["two-button-go", "2-button", "double-button"],
        description: "Territory and prisoners count; a pass costs a point, but the first and the last only half.",
        usual_komi: HalfPoints::from_halves(13),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: TWO_BUTTON,
    },
    Preset {
        id: "reverse_button",
        title: "Reverse Button Go",
        aliases: &["reverse-button-go", "last-pass-button"],
        description: "Territory and prisoners count; a pass costs a point, but the last one only half.",
        usual_komi: HalfPoints::from_points(7),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            buttons: ButtonRule::OnLastPass,
            ..TWO_BUTTON
        },
    },
    Preset {
        id: "two_button_moves",
        title: "Two Button Go with moves",
        aliases: &["2-button-moves", "double-button-moves"],
        description: "Two Button Go in which each button is a move of its own; the second one ends the game.",
        usual_komi: HalfPoints::from_halves(13),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            buttons: ButtonRule::AsMoves,
            ending: EndRule::SecondButton,
            ..TWO_BUTTON
        },
    },
    Preset {
        id: "half_pass",
        title: "Half-passes",
        aliases: &["half-passes", "half-pass-go"],
        description: "Territory and prisoners count, stones left on the board live, and the first and last pass cost half.",
        usual_komi: HalfPoints::from_halves(13),
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            dead: DeadStoneRule::Proposed,
            pass: PassRule::HalfThenStone,
            buttons: ButtonRule::None,
            ending: EndRule::PassAfterFullPass,
            ..TWO_BUTTON
        },
    },
    Preset {
        id: "ultimate",
        title: "Ultimate Go",
        aliases: &["ultimate-go"],
        description: "Nothing is counted: a pass costs a prisoner, and a player who cannot move has lost.",
        usual_komi: HalfPoints::ZERO,
        komi_elsewhere: None,
        game_types: false,
        simplification: None,
        rules: Rules {
            scoring: ScoringRule::Spare,
            tax: TaxRule::Group,
            pass: PassRule::Delay,
            ending: EndRule::LastMover,
            ..AREA
        },
    },
];

/// Row of `chinese`.
pub static CHINESE: &Preset = &PRESETS[1];
/// Row of `black_white`.
pub static BLACK_WHITE: &Preset = &PRESETS[9];
/// Row of `ultimate`.
pub static ULTIMATE: &Preset = &PRESETS[17];

/// Finds a preset by its id or an alias, ignoring case, `_`, `-` and spaces.
#[must_use]
pub fn find(name: &str) -> Option<&'static Preset> {
    find_in(&PRESETS, name)
}

/// Finds a preset by its name as [`find`] does, in a given table.
#[must_use]
pub fn find_in<'a>(table: &'a [Preset], name: &str) -> Option<&'a Preset> {
    let wanted = fold(name);
    table.iter().find(|preset| {
        fold(preset.id) == wanted || preset.aliases.iter().any(|alias| fold(alias) == wanted)
    })
}

/// Returns the id or alias that a mistyped name probably means; `None` if no name is near.
#[must_use]
pub fn nearest(name: &str) -> Option<&'static str> {
    let ids = PRESETS.iter().map(|preset| preset.id);
    let aliases = PRESETS
        .iter()
        .flat_map(|preset| preset.aliases.iter().copied());
    suggest::nearest(name, ids.chain(aliases))
}

/// Returns the end of a message about an unknown name: the `nearest` one, else all ids.
#[must_use]
pub fn instead(nearest: Option<&str>) -> String {
    let ids = PRESETS.iter().map(|preset| preset.id);
    suggest::instead(nearest, "rule sets", ids)
}

/// Returns the first preset that has these rules; the bowl handicap is ignored.
#[must_use]
pub fn preset_of(rules: &Rules) -> Option<&'static Preset> {
    preset_of_in(&PRESETS, rules)
}

/// Returns the first row of a given table that has these rules; the bowl handicap is ignored.
#[must_use]
pub fn preset_of_in<'a>(table: &'a [Preset], rules: &Rules) -> Option<&'a Preset> {
    table.iter().find(|preset| preset.has(rules))
}

/// Returns the id to print for rules: that of the first of the `wanted` names that has these rules,
/// else of the first preset that has them, else [`CUSTOM`].
///
/// Several presets may have equal rules, hence the wish; a bowl handicap does not change the id.
#[must_use]
pub fn id_of<'a>(rules: &Rules, wanted: impl IntoIterator<Item = &'a str>) -> &'static str {
    wanted
        .into_iter()
        .filter_map(find)
        .find(|preset| preset.has(rules))
        .or_else(|| preset_of(rules))
        .map_or(CUSTOM, |preset| preset.id)
}

/// Returns a name in small letters without the signs that do not count in it.
pub(super) fn fold(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_valid_and_ids_are_in_canonical_form() {
        for preset in &PRESETS {
            assert_eq!(preset.rules.validate(), Ok(()), "{}", preset.id);
            assert_eq!(preset.rules.bowl_handicap, 0);
            assert_eq!(fold(preset.id), preset.id.replace('_', ""));
        }
    }

    #[test]
    fn rows_with_a_name_in_code_are_those_with_that_id() {
        for (row, id) in [
            (CHINESE, "chinese"),
            (BLACK_WHITE, "black_white"),
            (ULTIMATE, "ultimate"),
        ] {
            assert_eq!(row.id, id);
        }
    }

    #[test]
    fn names_are_unique_over_all_rows() {
        let mut names: Vec<String> = PRESETS
            .iter()
            .flat_map(|p| std::iter::once(&p.id).chain(p.aliases).map(|n| fold(n)))
            .collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn komi_depends_on_the_board_under_black_white_only() {
        let komi = |id, side| find(id).map(|preset| preset.komi_on(side, side).to_string());
        assert_eq!(komi("black_white", 19).as_deref(), Some("6.5"));
        assert_eq!(komi("black_white", 13).as_deref(), Some("0.5"));
        assert_eq!(komi("korean", 13).as_deref(), Some("6.5"));
    }

    #[test]
    fn names_ignore_case_and_separators() {
        for name in ["Two Button", "TWO-BUTTON", "twobutton", "two_button"] {
            assert_eq!(find(name).map(|p| p.id), Some("two_button"));
        }
        assert_eq!(find("aga_button").map(|p| p.id), Some("button"));
        assert_eq!(find("GOE").map(|p| p.id), Some("ing"));
        assert!(find("lasker").is_none());
        assert!(find("").is_none());
        for (name, wanted) in [
            ("buton", Some("button")),
            ("two buttn", Some("two_button")),
            ("japanse", Some("japanese")),
            ("lasker", None),
        ] {
            assert_eq!(nearest(name), wanted, "{name}");
        }
    }
}
