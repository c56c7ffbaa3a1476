//! The fields of a query, read and checked one by one.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use halfpoint_core::board::{Board, Color, Point, Size};
use halfpoint_core::game::Setup;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{self, NamedRules};
use halfpoint_engine::player::OwnershipDetail;
use serde_json::{Map, Value};

use super::super::fields::{FieldError, Fields, PLAYER, expected, player_of};
use super::super::settings::{JsonSettings, MAX_LINE, MAX_VISITS, SettingError};
use super::{Asked, Query, QueryDefaults, Wanted};
use crate::location::Location;
use crate::restriction::Restriction;

/// Maximum number of moves of a game.
const MAX_MOVES: usize = 10_000;
/// Sides that a board may have, as over GTP.
const SIDES: std::ops::RangeInclusive<i64> = 2..=25;
/// Bounds of the time between two reports of a search, in seconds.
const REPORT_EVERY: std::ops::RangeInclusive<f64> = 0.001..=1e6;
/// Number of black stones from which on a setup of black stones alone is a handicap.
const HANDICAP: usize = 2;

/// Sets up stones one after the other. Each takes the place of an earlier one on its point, and
/// captures as a move does. KataGo does the same, and its own tests list the moves of a game so.
fn set_up_in_turn(size: Size, stones: Vec<(Point, Color)>) -> Board {
    let mut board = Board::new(size);
    for (point, color) in stones {
        match board.get(point) {
            Some(other) if other == color => continue,
            Some(_) => {
                let others = board.stones().filter(|&(other, _)| other != point);
                board = Board::with_stones(size, others.collect::<Vec<_>>());
            }
            None => (),
        }
        board.play(color, point);
    }
    board
}

/// Fields of a query that is being read, and the warnings so far.
pub(super) struct QueryReader {
    fields: Fields,
    warnings: Vec<FieldError>,
}

impl QueryReader {
    /// Begins with the fields of a query, except for `id`.
    pub(super) fn new(fields: Fields) -> QueryReader {
        QueryReader {
            fields,
            warnings: Vec::new(),
        }
    }

    pub(super) fn read(
        mut self,
        id: String,
        defaults: &QueryDefaults,
    ) -> Result<Asked, FieldError> {
        let size = self.size()?;
        let moves = self.moves(size)?;
        let setup = self.setup(size, &moves)?;
        let named = self.rules(defaults)?;
        let komi = self.komi()?;
        let komi = komi.unwrap_or_else(|| named.usual_komi(size.width(), size.height()));
        let rules = self.with_bonus(named, &setup, defaults)?;
        let turns = self.turns(moves.len())?;
        let settings = self.settings(&defaults.settings)?;
        let mut restrictions = self.restrictions(size, "avoidMoves", false)?;
        restrictions.extend(self.restrictions(size, "allowMoves", true)?);
        let wanted = Wanted::read(&mut self.fields)?;
        let reuse = self.fields.truth_if_given("reuseTree")?;
        let is_alone = restrictions.is_empty()
            && turns.len() == 1
            && wanted.ownership_detail() == OwnershipDetail::None;
        if reuse == Some(true) && !is_alone {
            let text = "no tree is reused with several turns, ownership or restricted moves";
            self.warnings.push(FieldError::new("reuseTree", text));
        }
        let every = self
            .fields
            .number("reportDuringSearchEvery", REPORT_EVERY)?;
        let first = self
            .fields
            .number("firstReportDuringSearchAfter", REPORT_EVERY)?;
        let query = Query {
            id,
            rules,
            settings,
            wanted,
            reuses_tree: is_alone && reuse.unwrap_or(defaults.reuse_tree),
            // A first report without a pace of further ones stays the only one.
            report_every: every
                .or(first.and(Some(*REPORT_EVERY.end())))
                .map(Duration::from_secs_f64),
            report_first: first.or(every).map(Duration::from_secs_f64),
            komi,
            setup,
            moves,
            restrictions,
        };
        query.try_moves(&turns)?;
        self.warnings.extend(self.fields.warnings());
        Ok(Asked {
            query,
            turns,
            warnings: self.warnings,
        })
    }

    fn size(&mut self) -> Result<Size, FieldError> {
        let mut side = |name| {
            let side = self.fields.integer(name, SIDES)?;
            side.ok_or_else(|| FieldError::new(name, "must be given"))
        };
        let (width, height) = (side("boardXSize")?, side("boardYSize")?);
        let size = Size::new(width as usize, height as usize);
        size.map_err(|_| FieldError::new("boardXSize", "there is no board of this size"))
    }

    fn moves(&mut self, size: Size) -> Result<Vec<(Color, Location)>, FieldError> {
        let list = self.fields.list("moves")?;
        let list = list.ok_or_else(|| FieldError::new("moves", "must be given"))?;
        if list.len() > MAX_MOVES {
            let text = format!("has more than {MAX_MOVES} moves");
            return Err(FieldError::new("moves", text));
        }
        let pairs = list.iter().enumerate();
        pairs
            .map(|(at, one)| pair(size, "moves", at, one))
            .collect()
    }

    fn setup(&mut self, size: Size, moves: &[(Color, Location)]) -> Result<Setup, FieldError> {
        let name = "initialStones";
        let list = self.fields.list(name)?.unwrap_or_default();
        let mut stones = Vec::with_capacity(list.len());
        for (at, one) in list.iter().enumerate() {
            match pair(size, name, at, one)? {
                (color, Location::Point(point)) => stones.push((point, color)),
                _ => return Err(FieldError::new(name, format!("stone {at} has no point"))),
            }
        }
        let listed = stones.len();
        let stones: Vec<_> = set_up_in_turn(size, stones).stones().collect();
        if stones.len() < listed {
            let lost = listed - stones.len();
            let text = format!("{lost} of its stones are captured or replaced by later ones");
            self.warnings.push(FieldError::new(name, text));
        }
        let is_handicap =
            stones.len() >= HANDICAP && stones.iter().all(|(_, color)| *color == Color::Black);
        let setup = if is_handicap {
            let points: Vec<_> = stones.iter().map(|(point, _)| *point).collect();
            Setup::with_handicap(size, &points)
        } else {
            Setup::with_stones(size, stones, Color::Black)
        };
        let setup = setup.map_err(|error| FieldError::new(name, error.to_string()))?;
        let first = self.fields.player("initialPlayer")?;
        let first = moves.first().map(|(color, _)| *color).or(first);
        Ok(match first {
            Some(color) => setup.moving_first(color),
            None => setup,
        })
    }

    fn rules(&mut self, defaults: &QueryDefaults) -> Result<NamedRules, FieldError> {
        let error = |text: String| FieldError::new("rules", text);
        let value = self.fields.value("rules");
        let named: NamedRules = match (value, defaults.rules) {
            (_, Some(rules)) if defaults.lock_rules => rules,
            (None, Some(rules)) => rules,
            (None, None) => return Err(error("must be given".to_string())),
            (Some(Value::String(name)), _) => {
                let read = name.parse();
                read.map_err(|e: rules::ParseRulesError| error(e.to_string()))?
            }
            (Some(value @ Value::Object(_)), _) => {
                let read = value.to_string().parse();
                read.map_err(|e: rules::ParseRulesError| error(e.to_string()))?
            }
            (Some(_), _) => return Err(expected("rules", "a name or an object")),
        };
        if let Some(how) = rules::find(named.id).and_then(|preset| preset.simplification) {
            let text = format!("{} is simplified: {how}", named.id);
            self.warnings.push(FieldError::new("rules", text));
        }
        Ok(named)
    }

    /// Returns the rules with `whiteHandicapBonus`, unless they are locked or no stone is a
    /// handicap.
    fn with_bonus(
        &mut self,
        named: NamedRules,
        setup: &Setup,
        defaults: &QueryDefaults,
    ) -> Result<NamedRules, FieldError> {
        let name = "whiteHandicapBonus";
        let Some(value) = self.fields.value(name) else {
            return Ok(named);
        };
        let text = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        let rules = rules::set_field(&named.rules, name, &text);
        let rules = rules.map_err(|_| expected(name, "0, N or N-1"))?;
        let is_locked = defaults.lock_rules && defaults.rules.is_some();
        let text = match (is_locked, setup.handicap()) {
            (true, _) => "has no effect: the rules are locked",
            (false, 0) => "has no effect: there are no handicap stones",
            (false, _) => {
                let id = rules::id_of(&rules, [named.id]);
                return Ok(NamedRules { rules, id });
            }
        };
        self.warnings.push(FieldError::new(name, text));
        Ok(named)
    }

    fn komi(&mut self) -> Result<Option<HalfPoints>, FieldError> {
        let max = f64::from(HalfPoints::MAX_KOMI_POINTS);
        let komi = self.fields.number("komi", -max..=max)?;
        let komi = komi.map(HalfPoints::try_from).transpose();
        komi.map_err(|error| FieldError::new("komi", error.to_string()))
    }

    /// Takes the turns to analyse, by default the last one, with their priorities.
    fn turns(&mut self, moves: usize) -> Result<Vec<(usize, i64)>, FieldError> {
        let last = moves as i64;
        let turns = self.fields.integers("analyzeTurns", 0..=last)?;
        let priority = self.fields.integer("priority", i64::MIN..=i64::MAX)?;
        let each = self.fields.integers("priorities", i64::MIN..=i64::MAX)?;
        if turns.as_ref().is_some_and(Vec::is_empty) {
            return Err(FieldError::new("analyzeTurns", "must have a turn"));
        }
        let turns = match (&turns, &each) {
            (None, Some(_)) => {
                return Err(FieldError::new("priorities", "needs analyzeTurns"));
            }
            (Some(turns), Some(each)) if turns.len() != each.len() => {
                let text = "must have as many numbers as analyzeTurns";
                return Err(FieldError::new("priorities", text));
            }
            (Some(turns), _) => turns.as_slice(),
            (None, None) => &[last],
        };
        let mut priorities = BTreeMap::new();
        for (at, &turn) in turns.iter().enumerate() {
            let own = each.as_ref().and_then(|each| each.get(at).copied());
            let own = own.or(priority).unwrap_or(0);
            priorities.entry(turn as usize).or_insert(own);
        }
        Ok(priorities.into_iter().collect())
    }

    fn settings(&mut self, usual: &JsonSettings) -> Result<JsonSettings, FieldError> {
        let mut settings = usual.clone();
        let name = "overrideSettings";
        for (key, value) in self.fields.object(name)?.into_iter().flatten() {
            let text = match value {
                Value::String(text) => text,
                other => other.to_string(),
            };
            match settings.set(&key, &text) {
                Ok(()) => (),
                Err(error @ SettingError::Unknown(_)) => {
                    self.warnings.push(FieldError::new(name, error.to_string()));
                }
                Err(error) => return Err(FieldError::new(name, error.to_string())),
            }
        }
        if let Some(visits) = self.fields.integer("maxVisits", 1..=i64::MAX)? {
            settings.visits = visits.min(MAX_VISITS).unsigned_abs();
        }
        if let Some(line) = self.fields.integer("analysisPVLen", 1..=MAX_LINE)? {
            settings.line = line.unsigned_abs() as usize;
        }
        Ok(settings)
    }

    /// Takes `avoidMoves`, or `allowMoves` if `only`: at most one restriction for each player, with
    /// each move once. Queries wait in numbers, and their lists may be long.
    fn restrictions(
        &mut self,
        size: Size,
        name: &str,
        only: bool,
    ) -> Result<Vec<Restriction>, FieldError> {
        let list = self.fields.list(name)?.unwrap_or_default();
        let mut found: [Option<HashSet<Location>>; 2] = [None, None];
        for one in list {
            let Value::Object(object) = one else {
                return Err(expected(name, "a list of objects"));
            };
            let (player, moves) = self.restriction(size, name, object)?;
            let own = &mut found[player.index()];
            if only && own.is_some() {
                let text = "must have at most one object for each player";
                return Err(FieldError::new(name, text));
            }
            own.get_or_insert_default().extend(moves);
        }
        let found = Color::BOTH.into_iter().zip(found);
        let found = found.filter_map(|(player, moves)| {
            Some(Restriction {
                player,
                moves: moves?.into_iter().collect(),
                only,
            })
        });
        Ok(found.collect())
    }

    fn restriction(
        &mut self,
        size: Size,
        name: &str,
        object: Map<String, Value>,
    ) -> Result<(Color, Vec<Location>), FieldError> {
        let inside = |error: FieldError| FieldError::new(name, error.to_string());
        let missing = |field| FieldError::new(name, format!("{field} must be given"));
        let mut fields = Fields::new(object);
        let player = fields.player("player").map_err(inside)?;
        let moves = fields.list("moves").map_err(inside)?;
        let depth = fields.integer("untilDepth", 1..=i64::MAX).map_err(inside)?;
        if depth.ok_or_else(|| missing("untilDepth"))? > 1 {
            let text = "holds for the first move alone, whatever untilDepth says";
            self.warnings.push(FieldError::new(name, text));
        }
        self.warnings
            .extend(fields.warnings().into_iter().map(inside));
        let moves = moves.ok_or_else(|| missing("moves"))?;
        let moves = moves.iter().enumerate().map(|(at, value)| {
            let location = value.as_str().and_then(|text| Location::read(size, text));
            location.ok_or_else(|| FieldError::new(name, format!("move {at} is no move")))
        });
        let player = player.ok_or_else(|| missing("player"))?;
        Ok((player, moves.collect::<Result<_, _>>()?))
    }
}

/// Reads a player and a move; `at` is the index of the pair in the list.
fn pair(size: Size, name: &str, at: usize, value: &Value) -> Result<(Color, Location), FieldError> {
    let error = |text: &str| FieldError::new(name, format!("item {at}: {text}"));
    let Some([player, location]) = value.as_array().map(Vec::as_slice) else {
        return Err(error("a pair of player and location expected"));
    };
    let color = player_of(player).ok_or_else(|| error(&format!("{PLAYER} expected")))?;
    let location = location.as_str();
    let location = location.and_then(|text| Location::read(size, text));
    location
        .map(|location| (color, location))
        .ok_or_else(|| error("not a move on this board"))
}
