//! Rule sets as data: a `Copy` value of small enums, and one table of presets.
//!
//! A new rule set that is made of known parts is one more row of [`PRESETS`]; no other code
//! changes.
//!
//! [`Rank`], [`GameType`] and [`Standing`] are the part of the Black&White server's rules that
//! concerns players: how games are arranged, and how results change a rank.

mod contradiction;
mod game_type;
mod json;
mod katago;
mod named;
mod presets;
mod promotion;
mod rank;
mod ruleset;

pub use contradiction::Contradiction;
pub use game_type::{GameType, ParseGameTypeError, Stones};
pub use json::{RulesJsonError, set_field, to_json, with_json};
pub use katago::{from_katago_keys, to_katago_keys};
pub use named::{NamedRules, ParseRulesError};
pub use presets::{
    BLACK_WHITE, CHINESE, CUSTOM, PRESETS, Preset, ULTIMATE, find, find_in, id_of, instead,
    nearest, preset_of, preset_of_in,
};
pub use promotion::Standing;
pub use rank::{ParseRankError, Rank};
pub use ruleset::{
    ButtonRule, DeadStoneRule, EndRule, KoRule, MAX_BOWL_HANDICAP, MAX_BUTTON_WORTH, PassRule,
    Rules, ScoringRule, SuicideRule, TaxRule, USUAL_BUTTON_WORTH, WhiteBonus,
};
