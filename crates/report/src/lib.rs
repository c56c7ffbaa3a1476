//! What the numbers mean: a game counted under several rule sets, what each count is made of, and
//! why two of them differ.
//!
//! Nothing here judges life and death: dead stones are handed in with a [`Judgement`]. A [`Table`] is
//! data; [`words`] tells it to people, [`json`] to programs, and [`picture`] draws the board.
//!
//! ```
//! use halfpoint_core::rules::NamedRules;
//! use halfpoint_core::{Game, HalfPoints, Size};
//! use halfpoint_report::{Judgement, Table};
//!
//! let size = Size::square(3);
//! let aga: NamedRules = "aga".parse().expect("a row of the table");
//! let all = [aga, "button".parse().expect("a row of the table")];
//! let game = Game::new(aga.rules, size, HalfPoints::from_halves(15));
//! let table = Table::new(&game, aga, &all, Judgement::none(size));
//! assert_eq!(table.rows.len(), 2);
//! let (row, _) = table.reference().expect("a count");
//! assert_eq!(row.rules.to_string(), "aga");
//! ```

mod causes;
mod facts;
pub mod json;
pub mod picture;
#[cfg(test)]
mod tests;
mod tokens;
pub mod words;

pub use causes::{MARGIN_TERMS, MarginTerm, Sources};
pub use facts::{GameSummary, LastStone, Turns};
pub use tokens::{last_token_line, pass_line, token_lines};

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, Outcome, ReplayError};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::{proven_dead, turn_decides};
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::{
    Buttons, DeadStoneRule, EndRule, NamedRules, PassRule, Rules, ScoringRule, WhiteBonus,
};
use halfpoint_core::score::Score;

/// What somebody thinks of the stones on the board.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The dead stones.
    pub dead: PointSet,
    /// Stones of which that is a guess.
    pub unsettled: PointSet,
    /// What else to know before relying on it.
    pub warnings: Vec<String>,
    /// The result of a game, given what is dead: [`Game::outcome`], or what knows more.
    pub outcome: fn(&Game, &PointSet) -> Outcome,
}

impl Judgement {
    /// No stone is dead, and nobody has a doubt.
    #[must_use]
    pub fn none(size: Size) -> Judgement {
        Judgement {
            dead: PointSet::new(size),
            unsettled: PointSet::new(size),
            warnings: Vec::new(),
            outcome: Game::outcome,
        }
    }
}

/// A game read and counted under one rule set.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The game as it is counted: passed out if it was not over.
    pub game: Game,
    /// Passes that were added to end it.
    pub added_passes: usize,
    /// The condition of the count, where the game is not over under these rules.
    pub condition: Option<words::Condition>,
    /// The stones taken off as dead, as these rules have it.
    pub dead: PointSet,
    /// The result.
    pub outcome: Outcome,
    /// Where Black's margin comes from; `None` where nothing was counted.
    pub sources: Option<Sources>,
    /// The same game counted the other way, by territory where this counts area; `None` for rules
    /// that have no such counterpart.
    pub other_count: Option<HalfPoints>,
}

/// A row of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The rule set.
    pub rules: NamedRules,
    /// The game under it, or the move that is illegal there.
    pub reading: Result<Reading, ReplayError>,
}

/// A game under several rule sets.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game as it was recorded.
    pub game: Game,
    /// The rule set of the record, which the others are compared with.
    pub record: Row,
    /// The rule sets asked for, in that order.
    pub rows: Vec<Row>,
    /// What happened in the game.
    pub facts: GameSummary,
    /// The stones that are dead by agreement or judgement, whether or not a rule set takes them
    /// off.
    pub dead: PointSet,
    /// Whether all stones are proven to be dead or alive, or agreed on.
    pub proven: bool,
    /// Stones of which it is a guess whether they are dead or alive.
    pub unsettled: PointSet,
    /// Stones whose fate depends on who moves first: a move was needed and not played.
    pub turn_decides: PointSet,
    /// What to know before relying on the numbers.
    pub warnings: Vec<String>,
}

impl Reading {
    /// Counts a game. `agreed` are the dead stones, agreed on or judged.
    fn new(game: &Game, agreed: &PointSet, judgement: &Judgement) -> Reading {
        let outcome = (judgement.outcome)(game, agreed);
        let counted = game.passed_out();
        let dead = counted.counted_dead(agreed);
        let sources = match &outcome {
            Outcome::Counted(score) => Some(Sources::new(&counted, &dead, agreed, score)),
            _ => None,
        };
        Reading {
            condition: words::condition(game),
            added_passes: counted.records().len() - game.records().len(),
            other_count: counterpart(game.rules()).and_then(|rules| {
                let other = game.under(rules).ok()?;
                other.outcome(agreed).margin()
            }),
            game: counted,
            dead,
            outcome,
            sources,
        }
    }

    /// The count, if there is one.
    #[must_use]
    pub fn score(&self) -> Option<&Score> {
        match &self.outcome {
            Outcome::Counted(score) => Some(score),
            _ => None,
        }
    }
}

impl Row {
    /// The row of a game; one that was made for the same rules serves again.
    fn new(
        game: &Game,
        rules: NamedRules,
        agreed: &PointSet,
        judgement: &Judgement,
        made: &[Row],
    ) -> Row {
        let same = |row: &&Row| same_rules(&row.rules.rules, &rules.rules);
        let reading = if let Some(row) = made.iter().find(same) {
            row.reading.clone()
        } else if same_rules(&rules.rules, game.rules()) {
            Ok(Reading::new(game, agreed, judgement))
        } else {
            let game = game.under(rules.rules);
            game.map(|game| Reading::new(&game, agreed, judgement))
        };
        Row { rules, reading }
    }

    /// Where the margin comes from, if one was counted.
    #[must_use]
    pub fn sources(&self) -> Option<&Sources> {
        self.reading.as_ref().ok()?.sources.as_ref()
    }
}

impl Table {
    /// Counts a game under the rule sets `wanted`. `rules` are those of the game, with their name.
    #[must_use]
    pub fn new(
        game: &Game,
        rules: NamedRules,
        wanted: &[NamedRules],
        judgement: Judgement,
    ) -> Table {
        let agreed = game.agreed_dead();
        let dead = agreed.unwrap_or(&judgement.dead).clone();
        let mut rows = vec![Row::new(game, rules, &dead, &judgement, &[])];
        for &rules in wanted {
            rows.push(Row::new(game, rules, &dead, &judgement, &rows));
        }
        let mut table = Table {
            facts: GameSummary::new(game, &dead),
            proven: agreed.is_some() || proven_dead(game.board()).as_ref() == Some(&dead),
            game: game.clone(),
            record: rows.remove(0),
            rows,
            turn_decides: turn_decides(game.board(), &dead, &judgement.unsettled),
            unsettled: judgement.unsettled,
            dead,
            warnings: Vec::new(),
        };
        table.warnings = table.doubts();
        table.warnings.extend(judgement.warnings);
        table
    }

    /// The row that the others are compared with: that of the record if it has a count, else the first
    /// that has one.
    #[must_use]
    pub fn reference(&self) -> Option<(&Row, &Sources)> {
        std::iter::once(&self.record)
            .chain(&self.rows)
            .find_map(|row| Some((row, row.sources()?)))
    }

    /// The condition under which the counts of an unfinished game hold: `as if both passed now`, or the board `as it stands` where
    /// no pass could end it. `None` if the game is over.
    #[must_use]
    pub fn as_if(&self) -> Option<&'static str> {
        let added = self.record.reading.as_ref().map_or(0, |r| r.added_passes);
        match self.game.state().over {
            Some(_) => None,
            None if added > 0 => Some(words::AS_IF_PASSED),
            None => Some(words::AS_IT_STANDS),
        }
    }

    /// What the numbers rest on, as far as it is not play itself.
    fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        if let Some(as_if) = self.as_if() {
            let added = self.record.reading.as_ref().map_or(0, |r| r.added_passes);
            let added = match added {
                0 => String::new(),
                added => format!(" ({})", words::number(added, "pass", "passes")),
            };
            doubts.push(format!("play did not end: each count is {as_if}{added}"));
        }
        match self.facts.dame_left {
            0 => (),
            1 => doubts.push("a dame is left on the board".to_string()),
            dame => doubts.push(format!("{dame} dame are left on the board")),
        }
        doubts.extend(self.missing_moves());
        if !self.proven && self.takes_dead_off() {
            let board = self.game.board();
            if !self.dead.is_empty() {
                let stones = words::stones(board, &self.dead);
                doubts.push(format!("dead by judgement, not by proof: {stones}"));
            }
            let guessed = |&stone: &Point| !self.turn_decides.contains(stone);
            let guessed = PointSet::of(board.size(), self.unsettled.iter().filter(guessed));
            if !guessed.is_empty() {
                let stones = words::stones(board, &guessed);
                doubts.push(format!("not sure to be dead or alive: {stones}"));
            }
        }
        doubts
    }

    /// Moves that a player needed and did not make, by what they were needed for.
    fn missing_moves(&self) -> Vec<String> {
        let board = self.game.board();
        let mut told = Vec::new();
        for (owner, is_dead) in [
            (Color::Black, false),
            (Color::White, false),
            (Color::Black, true),
            (Color::White, true),
        ] {
            let concerned = self.turn_decides.iter().filter(|&stone| {
                board.get(stone) == Some(owner) && self.dead.contains(stone) == is_dead
            });
            let concerned = PointSet::of(board.size(), concerned);
            if concerned.is_empty() {
                continue;
            }
            let (needed, other, does, as_what) = match is_dead {
                false => (owner, owner.opponent(), "takes", "alive"),
                true => (owner.opponent(), owner, "saves", "dead"),
            };
            told.push(format!(
                "a move by {} is missing: {}, moving first, {does} stones that are counted as \
                 {as_what} ({})",
                color_name(needed),
                color_name(other),
                words::stones(board, &concerned)
            ));
        }
        told
    }

    fn takes_dead_off(&self) -> bool {
        let mut all = std::iter::once(&self.record).chain(&self.rows);
        all.any(|row| row.rules.rules.dead == DeadStoneRule::Agreed)
    }
}

/// Whether two rule sets are the same but for a bowl handicap, which a game keeps.
fn same_rules(one: &Rules, other: &Rules) -> bool {
    let plain = |rules: &Rules| Rules {
        bowl_handicap: 0,
        ..*rules
    };
    plain(one) == plain(other)
}

/// The rules under which the same game should come to the same number counted by territory, for rules
/// that count area; `None` where passes are not made for it.
fn counterpart(rules: &Rules) -> Option<Rules> {
    let by_territory = Rules {
        scoring: ScoringRule::Territory,
        pass: PassRule::Stone,
        ending: EndRule::TwoPassesWhiteLast,
        // The ledger has it, since handicap stones are moves.
        white_bonus: WhiteBonus::None,
        ..*rules
    };
    match (rules.scoring, rules.pass, rules.buttons) {
        (ScoringRule::Area, PassRule::Stone, Buttons::None) => Some(by_territory),
        (ScoringRule::Area, PassRule::Free, Buttons::Take) => Some(Rules {
            buttons: Buttons::Give,
            ..by_territory
        }),
        _ => None,
    }
}
