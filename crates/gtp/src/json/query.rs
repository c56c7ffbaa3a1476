//! Queries: games, and the turns of them that are to be analysed.

mod reader;

use std::collections::BTreeSet;
use std::time::Duration;

use halfpoint_core::board::{Color, Point};
use halfpoint_core::game::{Game, PlayedMove, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::player::OwnershipDetail;

use super::fields::{FieldError, Fields};
use super::settings::JsonSettings;
use crate::location::Location;
use crate::restriction::{self, Restriction};
use reader::QueryReader;

/// Fields of a query that are acted on.
pub const QUERY_FIELDS: [&str; 29] = [
    "id",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "analysisPVLen",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePolicy",
    "includePVVisits",
    "includeNoResultValue",
    "includeScoresByRules",
    "reuseTree",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "priority",
    "priorities",
    "action",
];

/// Query of a client, checked.
#[derive(Debug)]
pub(super) struct Query {
    /// Name by which the client knows it.
    pub id: String,
    /// Rules under which the game is analysed.
    pub rules: NamedRules,
    /// Settings of this query.
    pub settings: JsonSettings,
    /// Parts of answers that are given where a query asks for them.
    pub wanted: Wanted,
    /// Whether the search may go on from the tree of an earlier query, and leave its own to a later
    /// one. Queries of several turns may not, so that their answers follow from them alone.
    pub reuses_tree: bool,
    /// Time between two reports of a search that runs; `None` for the final one alone.
    pub report_every: Option<Duration>,
    /// Time before the first of them.
    pub report_first: Option<Duration>,
    komi: HalfPoints,
    setup: Setup,
    moves: Vec<(Color, Location)>,
    restrictions: Vec<Restriction>,
}

/// Parts of an answer that are given where a query asks for them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// Ownership of the points.
    pub ownership: bool,
    /// Deviation of the ownership.
    pub ownership_stdev: bool,
    /// Ownership after each move.
    pub moves_ownership: bool,
    /// Deviation of the ownership after each move.
    pub moves_ownership_stdev: bool,
    /// Policy of the net.
    pub policy: bool,
    /// Visits along variations.
    pub line_visits: bool,
    /// Probability of a game without a result after each move.
    pub no_result: bool,
    /// Counts of the position under every rule set.
    pub scores: bool,
}

impl Wanted {
    fn read(fields: &mut Fields) -> Result<Wanted, FieldError> {
        Ok(Wanted {
            ownership: fields.truth("includeOwnership")?,
            ownership_stdev: fields.truth("includeOwnershipStdev")?,
            moves_ownership: fields.truth("includeMovesOwnership")?,
            moves_ownership_stdev: fields.truth("includeMovesOwnershipStdev")?,
            policy: fields.truth("includePolicy")?,
            line_visits: fields.truth("includePVVisits")?,
            no_result: fields.truth("includeNoResultValue")?,
            scores: fields.truth("includeScoresByRules")?,
        })
    }

    /// Returns the positions whose ownership a search has to collect.
    pub fn ownership_detail(self) -> OwnershipDetail {
        OwnershipDetail::asked(
            self.ownership || self.ownership_stdev,
            self.moves_ownership || self.moves_ownership_stdev,
        )
    }

    /// Returns the fields whose answers need a net.
    pub fn needing_a_net(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.policy, "includePolicy"),
            (self.no_result, "includeNoResultValue"),
        ];
        all.into_iter()
            .filter_map(|(is_asked, name)| is_asked.then_some(name))
    }
}

/// Query with the turns that it asks for.
#[derive(Debug)]
pub(super) struct Asked {
    /// Query that all turns share.
    pub query: Query,
    /// Turns with their priorities, each turn once.
    pub turns: Vec<(usize, i64)>,
    /// Objections that do not keep the query from being answered; few, however many there are to
    /// make.
    pub warnings: Vec<FieldError>,
}

/// Defaults and restrictions of the command line.
#[derive(Clone, Debug, Default)]
pub(super) struct QueryDefaults {
    /// Settings that queries may override.
    pub settings: JsonSettings,
    /// Rules of queries that name none.
    pub rules: Option<NamedRules>,
    /// Whether those rules hold for all queries.
    pub lock_rules: bool,
    /// Whether trees are reused where a query does not say it.
    pub reuse_tree: bool,
}

impl Query {
    /// Reads the fields of a query, except for `id`.
    ///
    /// # Errors
    /// The first field that is missing, or has a wrong type or value.
    pub fn read(id: String, fields: Fields, defaults: &QueryDefaults) -> Result<Asked, FieldError> {
        QueryReader::new(fields).read(id, defaults)
    }

    /// Returns the game after a number of moves. The moves were tried when the query was read.
    pub fn game_at(&self, turn: usize) -> Game {
        let mut game = Game::with_setup(self.rules.rules, self.setup.clone(), self.komi);
        for (color, location) in self.moves.iter().take(turn) {
            // A legal move stays legal, since nothing else has changed.
            let _ = game.play(*color, &location.as_move());
        }
        game
    }

    /// Plays all moves, and tries the restrictions after those of `turns`.
    ///
    /// # Errors
    /// If a move is illegal, in words that KaTrain looks for; the moves are counted from 0, as
    /// KataGo does. If no legal move is left to be searched.
    fn try_moves(&self, turns: &[(usize, i64)]) -> Result<(), FieldError> {
        let mut game = Game::with_setup(self.rules.rules, self.setup.clone(), self.komi);
        let turns: BTreeSet<usize> = match self.restrictions.is_empty() {
            true => BTreeSet::new(),
            false => turns.iter().map(|&(turn, _)| turn).collect(),
        };
        if turns.contains(&0) {
            self.try_restrictions(&game)?;
        }
        for (at, (color, location)) in self.moves.iter().enumerate() {
            let played = game.play(*color, &location.as_move());
            played.map_err(|error| {
                let text = format!("Illegal move {at}: {}", error.reason());
                FieldError::new("moves", text)
            })?;
            if turns.contains(&(at + 1)) {
                self.try_restrictions(&game)?;
            }
        }
        Ok(())
    }

    /// Tries the restrictions in a position that is to be searched.
    ///
    /// # Errors
    /// If they leave no legal move.
    fn try_restrictions(&self, game: &Game) -> Result<(), FieldError> {
        let color = game.to_move();
        if restriction::leave_a_move(&self.restrictions, game, color) {
            return Ok(());
        }
        let only = |one: &Restriction| one.only && one.player == color;
        let field = match self.restrictions.iter().any(only) {
            true => "allowMoves",
            false => "avoidMoves",
        };
        let moves = game.records().len();
        let text = format!("leaves no legal move after {moves} moves");
        Err(FieldError::new(field, text))
    }

    /// Returns the bytes that the query takes, about.
    pub fn memory(&self) -> usize {
        let restricted = self.restrictions.iter().map(|one| one.moves.capacity());
        size_of::<Query>()
            + self.id.capacity()
            + self.moves.capacity() * size_of::<(Color, Location)>()
            + restricted.sum::<usize>() * size_of::<Location>()
            + self.setup.board().stones().count() * size_of::<(Point, Color)>()
    }

    /// Returns the moves of the side to move that are not to be searched.
    pub fn banned(&self, game: &Game) -> Vec<PlayedMove> {
        restriction::banned(&self.restrictions, game, game.to_move())
    }
}
