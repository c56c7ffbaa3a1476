//! A game counted under several rule sets.

use std::sync::Arc;

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, Outcome, ReplayError};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::{ReadingCache, proven_dead, turn_decides};
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::{
    ButtonRule, DeadStoneRule, EndRule, NamedRules, PassRule, Rules, ScoringRule,
    USUAL_BUTTON_WORTH, WhiteBonus,
};
use halfpoint_core::score::Score;

use super::causes::Sources;
use super::facts::GameSummary;
use super::phrases::{AS_IF_PASSED, AS_IT_STANDS, Condition, condition, number, stones};

/// Function that returns the result of a game, given its dead stones.
pub type OutcomeOf = Arc<dyn Fn(&Game, &PointSet, &mut ReadingCache) -> Outcome + Send + Sync>;

/// Facts that a count takes for granted: which stones are dead, and how certain that is.
#[derive(Clone)]
pub struct Assumptions {
    /// The dead stones.
    pub dead: PointSet,
    /// Stones whose status is a guess.
    pub unsettled: PointSet,
    /// Further warnings about the judgement, in words.
    pub warnings: Vec<String>,
    /// [`Game::outcome_cached`], or a function that replaces estimates by exact results.
    pub outcome: OutcomeOf,
}

impl Assumptions {
    /// Returns the assumptions that no stone is dead and none is in doubt.
    #[must_use]
    pub fn none(size: Size) -> Assumptions {
        Assumptions {
            dead: PointSet::new(size),
            unsettled: PointSet::new(size),
            warnings: Vec::new(),
            outcome: Arc::new(Game::outcome_cached),
        }
    }
}

/// A game replayed and counted under one rule set.
#[derive(Clone, Debug)]
pub struct Recount {
    /// The game as it is counted: passed out if it was not over.
    pub game: Game,
    /// Number of passes that were added to end the game.
    pub added_passes: usize,
    /// The condition of the count if the game is not over under these rules.
    pub condition: Option<Condition>,
    /// Dead stones that are removed under these rules.
    pub dead: PointSet,
    /// The result of the game.
    pub outcome: Outcome,
    /// Composition of Black's margin; `None` if nothing was counted.
    pub sources: Option<Sources>,
    /// Black's margin of the same game counted by territory instead of area; `None` for rules
    /// without such a counterpart.
    pub other_count: Option<HalfPoints>,
}

/// A row of a [`Table`].
#[derive(Clone, Debug)]
pub struct Row {
    /// The rule set.
    pub rules: NamedRules,
    /// The game under these rules, or the move that is illegal under them.
    pub recount: Result<Recount, ReplayError>,
}

/// A game counted under several rule sets.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game as it was recorded.
    pub game: Game,
    /// The row of the record's own rule set, which the other rows are compared with if it has a
    /// count.
    pub record: Row,
    /// The rows of the requested rule sets, in the order of the request.
    pub rows: Vec<Row>,
    /// Facts of the game that explain its counts.
    pub facts: GameSummary,
    /// Stones that are dead by agreement or judgement, whether or not a rule set removes them.
    pub dead: PointSet,
    /// Whether all stones are proven to be dead or alive, or were agreed on.
    pub proven: bool,
    /// Stones of which it is a guess whether they are dead or alive.
    pub unsettled: PointSet,
    /// Stones whose status depends on which side moves first: a needed move was not played.
    pub turn_decides: PointSet,
    /// Warnings about the reliability of the numbers, in words; none where nothing was counted.
    pub warnings: Vec<String>,
}

impl Recount {
    /// Counts a game. `agreed` are the dead stones, agreed on or judged.
    pub(crate) fn new(
        game: &Game,
        agreed: &PointSet,
        assumptions: &Assumptions,
        readings: &mut ReadingCache,
    ) -> Recount {
        let outcome = (assumptions.outcome)(game, agreed, readings);
        let counted = game.passed_out();
        let dead = counted.counted_dead(agreed);
        let sources = match &outcome {
            Outcome::Counted(score) => Some(Sources::new(&counted, &dead, agreed, score)),
            _ => None,
        };
        Recount {
            condition: condition(game),
            added_passes: counted.records().len() - game.records().len(),
            other_count: counterpart(game.rules()).and_then(|rules| {
                let other = game.under(rules).ok()?;
                (assumptions.outcome)(&other, agreed, readings).margin()
            }),
            game: counted,
            dead,
            outcome,
            sources,
        }
    }

    /// Returns the score, if the game was counted.
    #[must_use]
    pub fn score(&self) -> Option<&Score> {
        match &self.outcome {
            Outcome::Counted(score) => Some(score),
            _ => None,
        }
    }
}

impl Row {
    /// Creates the row of a rule set; copies the recount from a row in `made` with equal rules.
    fn new(
        game: &Game,
        rules: NamedRules,
        agreed: &PointSet,
        assumptions: &Assumptions,
        made: &[Row],
        readings: &mut ReadingCache,
    ) -> Row {
        let in_game = |named: &NamedRules| named.rules.with_bowls_of(game.rules());
        let wanted = in_game(&rules);
        let recount = if let Some(row) = made.iter().find(|row| in_game(&row.rules) == wanted) {
            row.recount.clone()
        } else if wanted == *game.rules() {
            Ok(Recount::new(game, agreed, assumptions, readings))
        } else {
            let game = game.under(wanted);
            game.map(|game| Recount::new(&game, agreed, assumptions, readings))
        };
        Row { rules, recount }
    }

    /// Returns the composition of the margin, if the game was counted.
    #[must_use]
    pub fn sources(&self) -> Option<&Sources> {
        self.recount.as_ref().ok()?.sources.as_ref()
    }
}

impl Table {
    /// Counts a game under the rule sets `wanted`. `rules` are those of the game, with their name.
    #[must_use]
    pub fn new(
        game: &Game,
        rules: NamedRules,
        wanted: &[NamedRules],
        assumptions: Assumptions,
    ) -> Table {
        Table::cached(game, rules, wanted, assumptions, &mut ReadingCache::new())
    }

    /// Counts as [`Table::new`] does, and keeps what it reads in a cache of the caller's.
    #[must_use]
    pub fn cached(
        game: &Game,
        rules: NamedRules,
        wanted: &[NamedRules],
        assumptions: Assumptions,
        readings: &mut ReadingCache,
    ) -> Table {
        let agreed = game.agreed_dead();
        let dead = *agreed.unwrap_or(&assumptions.dead);
        let mut rows = vec![Row::new(game, rules, &dead, &assumptions, &[], readings)];
        for &rules in wanted {
            rows.push(Row::new(game, rules, &dead, &assumptions, &rows, readings));
        }
        let mut table = Table {
            facts: GameSummary::new(game, &dead, readings),
            proven: agreed.is_some() || proven_dead(game.board()).as_ref() == Some(&dead),
            game: game.clone(),
            record: rows.remove(0),
            rows,
            turn_decides: turn_decides(game.board(), &dead, &assumptions.unsettled, readings),
            unsettled: assumptions.unsettled,
            dead,
            warnings: Vec::new(),
        };
        if table.reference().is_some() {
            table.warnings = table.doubts();
            table.warnings.extend(assumptions.warnings);
        }
        table
    }

    /// Returns the row that the others are compared with: that of the record if it has a count,
    /// otherwise the first row with one; `None` if no row has a count.
    #[must_use]
    pub fn reference(&self) -> Option<(&Row, &Sources)> {
        std::iter::once(&self.record)
            .chain(&self.rows)
            .find_map(|row| Some((row, row.sources()?)))
    }

    /// Returns the condition under which the counts of an unfinished game hold.
    ///
    /// It is `as if both passed now`, or `of the board as it stands` if no pass could end the game.
    /// Returns `None` if the game is over.
    #[must_use]
    pub fn as_if(&self) -> Option<&'static str> {
        let added = self.record.recount.as_ref().map_or(0, |r| r.added_passes);
        match self.game.state().over {
            Some(_) => None,
            None if added > 0 => Some(AS_IF_PASSED),
            None => Some(AS_IT_STANDS),
        }
    }

    /// Returns warnings that follow from the game itself: its missing end, dame, missing moves, and
    /// stones whose status is not proven.
    fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        if let Some(as_if) = self.as_if() {
            let added = self.record.recount.as_ref().map_or(0, |r| r.added_passes);
            let added = match added {
                0 => String::new(),
                added => format!(" ({})", number(added, "pass", "passes")),
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
                let stones = stones(board, &self.dead);
                doubts.push(format!("dead by judgement, not by proof: {stones}"));
            }
            let guessed = |&stone: &Point| !self.turn_decides.contains(stone);
            let guessed = PointSet::of(board.size(), self.unsettled.iter().filter(guessed));
            if !guessed.is_empty() {
                let stones = stones(board, &guessed);
                doubts.push(format!("not sure to be dead or alive: {stones}"));
            }
        }
        doubts
    }

    /// Describes needed moves that were not made, by needing side and by the status of the stones
    /// concerned.
    fn missing_moves(&self) -> Vec<String> {
        let board = self.game.board();
        let mut warnings = Vec::new();
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
            warnings.push(format!(
                "a move by {} is missing: {}, moving first, {does} stones that are counted as \
                 {as_what} ({})",
                color_name(needed),
                color_name(other),
                stones(board, &concerned)
            ));
        }
        warnings
    }

    fn takes_dead_off(&self) -> bool {
        let mut all = std::iter::once(&self.record).chain(&self.rows);
        all.any(|row| row.rules.rules.dead == DeadStoneRule::Agreed)
    }
}

/// Returns the rules under which a count by territory should give the same margin, for rules that
/// count area and whose passes are made for this equality; otherwise `None`.
fn counterpart(rules: &Rules) -> Option<Rules> {
    let by_territory = Rules {
        scoring: ScoringRule::Territory,
        pass: PassRule::Stone,
        ending: EndRule::TwoPassesWhiteLast,
        // The ledger holds the bonus, because handicap stones are moves.
        white_bonus: WhiteBonus::None,
        ..*rules
    };
    if !rules.counts_stones() {
        return None;
    }
    let is = |pass, buttons| (rules.pass, rules.buttons) == (pass, buttons);
    if is(PassRule::Stone, ButtonRule::None) {
        return Some(by_territory);
    }
    // A button that is given is worth half a point.
    let is_usual = rules.button_worth == USUAL_BUTTON_WORTH;
    (is_usual && is(PassRule::Free, ButtonRule::Take)).then_some(Rules {
        buttons: ButtonRule::Give,
        ..by_territory
    })
}
