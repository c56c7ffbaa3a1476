//! Subcommand `rules`: the table of rule sets, or the details of one.

use clap::Args;

use halfpoint_core::board::{Board, Color, Size};
use halfpoint_core::game::{Position, TokenKind};
use halfpoint_core::rules::{
    ButtonRule, DeadStoneRule, EndRule, KoRule, NamedRules, PRESETS, PassRule, Rules, ScoringRule,
    SuicideRule, TaxRule, USUAL_BUTTON_WORTH, WhiteBonus, find, to_json,
};
use halfpoint_report::words::points;

/// Options of `halfpoint rules`.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// Rule set: its id, another of its names, or JSON as for kata-set-rules [default: print the
    /// table of all]
    #[arg(value_name = "RULES")]
    rules: Option<NamedRules>,
}

impl RulesArgs {
    /// Prints the table of rule sets, or the details of the one given.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn run(self) -> Result<(), String> {
        let text = self.rules.map_or_else(table, |rules| one(&rules));
        super::common::print(&text)
    }
}

/// Returns the table of rule sets: id, usual komi, description, other names.
fn table() -> String {
    let mut text = format!("{:<20}{:<6}what it is\n", "rule set", "komi");
    for preset in &PRESETS {
        let komi = preset.usual_komi.to_string();
        text.push_str(&format!(
            "{:<20}{komi:<6}{}\n",
            preset.id, preset.description
        ));
        text.push_str(&format!("{:<26}also {}\n", "", preset.aliases.join(", ")));
    }
    text
}

/// Returns the details of a rule set: a line for each of its parts, then the whole as JSON.
fn one(named: &NamedRules) -> String {
    let rules = &named.rules;
    let mut lines = vec![("rule set", named.id.to_string())];
    if let Some(preset) = find(named.id) {
        lines.push(("what it is", preset.description.to_string()));
        lines.extend((preset.simplification).map(|how| ("simplified", how.to_string())));
        lines.push(("other names", preset.aliases.join(", ")));
        let komi = match preset.komi_elsewhere {
            _ if !rules.has_komi() => "none".to_string(),
            Some(elsewhere) => format!("{} on 19x19, {elsewhere} on others", preset.usual_komi),
            None => preset.usual_komi.to_string(),
        };
        lines.push(("usual komi", komi));
    }
    lines.extend([
        ("scoring", scoring(rules).to_string()),
        ("dead stones", dead(rules.dead).to_string()),
        ("ko", ko(rules.ko).to_string()),
        ("suicide", suicide(rules.suicide).to_string()),
        ("a pass", pass(rules).to_string()),
        ("buttons", buttons(rules)),
        ("the end", ending(rules.ending).to_string()),
        ("White's bonus", bonus(rules).to_string()),
    ]);
    if rules.bowl_handicap != 0 {
        let k = rules.bowl_handicap.to_string();
        lines.push(("bowl handicap", k));
    }
    let names = TokenKind::all_under(rules);
    let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    let names = match names.is_empty() {
        true => "none but pass".to_string(),
        false => names.join(", "),
    };
    lines.push(("tokens by name", names));
    lines.push(("pass at first", first_pass(rules).to_string()));
    lines.push(("as JSON", to_json(named.id, rules).to_string()));
    let lines = lines
        .iter()
        .map(|(what, value)| format!("{what:<16}{value}\n"));
    lines.collect()
}

fn scoring(rules: &Rules) -> &'static str {
    match (rules.scoring, rules.tax) {
        (ScoringRule::Area, TaxRule::None) => "stones and territory",
        (ScoringRule::Area, TaxRule::Seki) => "stones and territory, no territory in seki",
        (ScoringRule::Area, TaxRule::Group) => {
            "stones and territory, less two points for each group"
        }
        (ScoringRule::Territory, TaxRule::None) => "territory, prisoners and what tokens gave",
        (ScoringRule::Territory, TaxRule::Seki) => {
            "territory outside seki, prisoners and what tokens gave"
        }
        (ScoringRule::Territory, TaxRule::Group) => {
            "territory less two points for each group, prisoners and what tokens gave"
        }
        (ScoringRule::Spare, _) => "nothing is counted: a player who cannot move has lost",
    }
}

fn dead(dead: DeadStoneRule) -> &'static str {
    match dead {
        DeadStoneRule::Agreed => "those that both agree on are taken off",
        DeadStoneRule::None => "none: what is dead must be captured",
        DeadStoneRule::Proposed => "those that the first pass proposes, if the next move accepts",
    }
}

fn ko(ko: KoRule) -> &'static str {
    match ko {
        KoRule::Simple => {
            "the position before the last move may not come back; the third time of one is no result"
        }
        KoRule::Positional => "no earlier position may come back",
        KoRule::Situational => "no earlier position may come back with its player to move",
    }
}

fn suicide(suicide: SuicideRule) -> &'static str {
    match suicide {
        SuicideRule::Forbidden => "not allowed",
        SuicideRule::Multi => "allowed for two stones or more",
    }
}

fn pass(rules: &Rules) -> &'static str {
    match rules.pass {
        PassRule::Free => "exchanges nothing",
        PassRule::Stone if rules.counts_stones() => {
            "hands over a stone, so that territory agrees with area"
        }
        PassRule::Stone => "hands over a stone: a point to the opponent",
        PassRule::HalfThenStone => {
            "half a stone to the opponent by the first one and the one that ends the game, else a stone"
        }
        PassRule::Delay => "a delay: a prisoner goes back from the own bowl",
    }
}

fn buttons(rules: &Rules) -> String {
    let text = match rules.buttons {
        ButtonRule::Take if rules.button_worth != USUAL_BUTTON_WORTH => {
            let [black, white] = rules.button_worth.map(points);
            return format!(
                "one, taken in place of a move: {black} to Black if Black takes it, {white} to White if \
                 White does"
            );
        }
        ButtonRule::None => "none",
        ButtonRule::Take => "one: half a point to the player who takes it in place of a move",
        ButtonRule::Give => "one: half a point to the opponent of the player who gives it",
        ButtonRule::OnPasses => "two: half a point each to the first and the last player to pass",
        ButtonRule::OnLastPass => "one: half a point to the last player to pass",
        ButtonRule::AsMoves => {
            "two, moves of their own: half a point to the opponent; the second after two passes"
        }
    };
    text.to_string()
}

fn ending(ending: EndRule) -> &'static str {
    match ending {
        EndRule::TwoPasses => "two passes in a row",
        EndRule::TwoPassesWhiteLast => {
            "two passes in a row; White hands over a stone if Black was last"
        }
        EndRule::PassAfterFullPass => "a pass right after a full pass",
        EndRule::SecondButton => "the second button",
        EndRule::LastMover => "a declared draw, or a player who cannot move",
    }
}

fn bonus(rules: &Rules) -> &'static str {
    match rules.white_bonus {
        WhiteBonus::None if rules.tokens_count() && rules.pass != PassRule::Delay => {
            "nothing more than the handicap stones give"
        }
        WhiteBonus::None => "nothing for handicap stones",
        WhiteBonus::Stones => "a point for each handicap stone",
        WhiteBonus::StonesLessOne => "a point for each handicap stone but one",
    }
}

/// Returns the name of the token move that plain `pass` makes at the start of a game.
fn first_pass(rules: &Rules) -> &'static str {
    let board = Board::new(Size::square(3));
    let position = Position::new(*rules, board, Color::Black);
    let token = position.plain_pass(Color::Black);
    token.map_or("illegal", |token| token.meaning())
}
