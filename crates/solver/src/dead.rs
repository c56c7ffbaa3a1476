//! Dead stones at the end of play.
//!
//! This file and `search.rs` import each other: at an end a search asks which stones are dead, and
//! that is found by a search for the status of each chain.

use std::sync::Arc;

use halfpoint_core::board::{Board, Color, Point, PointSet, Size};
use halfpoint_core::game::Position;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::cramped_stones;
use halfpoint_core::rules::Rules;

use super::chain_status::{CanonicalBoard, ChainStatuses};
use super::question::{BOTH, SearchEnded, SolverAnswer, SolverGoal};
use super::schedule::NodeBudget;
use super::search::Searcher;
use super::shared::{StatusTables, WorkLimit};

/// Memory for reading dead stones outside a search, in MiB.
const MEMORY_MB: usize = 64;
/// Nodes of the first attempt to read each chain, which almost always suffices; each further round
/// doubles them.
const FIRST_NODES: u64 = 1 << 12;
/// Depth of the first search of a chain, and of each step, relative to the number of points of the
/// board. The two values take turns, since with either one a few chains take thousands of times the
/// nodes that they take with the other.
const STEPS_BEYOND_AREA: [i32; 2] = [12, -6];

/// Finds the stones that are removed at an end by passes, for exact values (section 8 of the
/// rules).
///
/// Where playing on costs nothing, no stones are removed: a player who wants them off the board
/// captures them. Where it costs points, a stone is dead if its point ends as the opponent's
/// although its owner moves first, in a game that is played out by area ([`Rules::played_out`]).
pub struct DeadStones {
    removal: Removal,
}

/// How the removed stones are found.
enum Removal {
    /// No stones are removed.
    Nothing,
    /// Stones that have no room to live are removed: at the end of a playing-out.
    Cramped,
    /// Stones that reading proves dead are removed.
    Read(StatusReader),
}

/// Reader of dead stones, with the tables that it shares.
struct StatusReader {
    tables: Arc<StatusTables>,
    searcher: Box<Searcher>,
}

impl DeadStones {
    /// Returns a reader for positions of one size, which reads as far as `limit` allows.
    #[must_use]
    pub fn new(rules: &Rules, size: Size, limit: WorkLimit) -> DeadStones {
        let rules = rules.exact();
        let tables = StatusTables::new(&rules, size, MEMORY_MB, limit);
        DeadStones::sharing(tables.map(Arc::new).as_ref(), &rules, size)
    }

    /// Returns a finder for the ends of a playing-out by [`Rules::played_out`].
    pub(super) fn in_playing_out() -> DeadStones {
        DeadStones {
            removal: Removal::Cramped,
        }
    }

    /// Returns a finder for positions of one size, in a game under [`Rules::exact`] or in a
    /// playing-out, which shares what it reads in `tables`.
    pub(super) fn sharing(
        tables: Option<&Arc<StatusTables>>,
        rules: &Rules,
        size: Size,
    ) -> DeadStones {
        let removal = match tables {
            Some(tables) => {
                let start = Position::new(tables.shared.rules, Board::new(size), Color::Black);
                Removal::Read(StatusReader {
                    searcher: Box::new(Searcher::at(&tables.shared, &start, SolverGoal::Margin)),
                    tables: Arc::clone(tables),
                })
            }
            None if rules.removes_dead() => Removal::Cramped,
            None => Removal::Nothing,
        };
        DeadStones { removal }
    }

    /// Returns the stones that are removed if a position is the end; `None` if the limit ended the
    /// reading.
    #[must_use]
    pub fn of(&mut self, position: &Position) -> Option<PointSet> {
        let reader = match &mut self.removal {
            Removal::Nothing => return Some(PointSet::new(position.board().size())),
            Removal::Cramped => return Some(cramped_stones(position.board())),
            Removal::Read(reader) => reader,
        };
        let tables = Arc::clone(&reader.tables);
        let canonical = CanonicalBoard::new(position.board(), &tables.shared.images);
        let statuses = reader.read(&canonical, false, |statuses| statuses.open.is_empty())?;
        Some(canonical.stones(&statuses.dead))
    }

    /// Returns bounds of the `count` of a position with its dead stones. Chains are read until the
    /// bounds decide whether the position is worth `target`; with `at_a_glance`, each chain is read
    /// at most once, with [`FIRST_NODES`]. `None` if the limit ended the reading.
    pub(super) fn values(
        &mut self,
        position: &Position,
        target: i32,
        at_a_glance: bool,
        mut count: impl FnMut(&PointSet) -> i32,
    ) -> Option<[i32; 2]> {
        let reader = match &mut self.removal {
            Removal::Nothing => {
                return Some([count(&PointSet::new(position.board().size())); 2]);
            }
            Removal::Cramped => return Some([count(&cramped_stones(position.board())); 2]),
            Removal::Read(reader) => reader,
        };
        let tables = Arc::clone(&reader.tables);
        let canonical = CanonicalBoard::new(position.board(), &tables.shared.images);
        let mut range = [i32::MIN, i32::MAX];
        reader.read(&canonical, at_a_glance, |statuses| {
            range = canonical.range(statuses, &mut count);
            SolverAnswer::within(range, target) != SolverAnswer::Unknown
        })?;
        Some(range)
    }
}

impl StatusReader {
    /// Reads chains until `is_enough` holds or, with `at_a_glance`, tries all of them once, with
    /// [`FIRST_NODES`]. `None` if the limit ended the reading.
    fn read(
        &mut self,
        canonical: &CanonicalBoard,
        at_a_glance: bool,
        mut is_enough: impl FnMut(&ChainStatuses) -> bool,
    ) -> Option<ChainStatuses> {
        let known = self.tables.find(canonical.key);
        let mut statuses = known.unwrap_or_else(|| canonical.unread());
        let mut enough = is_enough(&statuses);
        let area = canonical.boards[0].size().area() as i32;
        let mut nodes = FIRST_NODES;
        while !(enough || at_a_glance && statuses.seen) {
            for beyond in STEPS_BEYOND_AREA {
                let depth = (area + beyond).max(1) as u16;
                let budget = NodeBudget {
                    depth,
                    step: depth,
                    nodes,
                };
                let mut place = 0;
                while place < statuses.open.len() && !enough {
                    match self.is_dead(canonical, statuses.open[place], budget) {
                        Ok(Some(is_dead)) => {
                            let chain = statuses.open.remove(place);
                            statuses.dead.extend(is_dead.then_some(chain));
                            enough = is_enough(&statuses);
                        }
                        Ok(None) => place += 1,
                        Err(SearchEnded) => {
                            self.tables.keep(canonical.key, &statuses);
                            return None;
                        }
                    }
                }
            }
            statuses.seen = true;
            nodes = nodes.saturating_mul(2);
        }
        self.tables.keep(canonical.key, &statuses);
        Some(statuses)
    }

    /// Returns whether a chain is lost although its owner moves first; `None` if the budget is too
    /// small.
    fn is_dead(
        &mut self,
        canonical: &CanonicalBoard,
        chain: Point,
        budget: NodeBudget,
    ) -> Result<Option<bool>, SearchEnded> {
        let stone = canonical.point_back(chain);
        // The canonical makes the owner's stones Black's.
        let owner = canonical.boards[0].get(stone).unwrap_or(Color::Black);
        let start = Position::new(
            self.tables.shared.rules,
            canonical.boards[owner].clone(),
            Color::Black,
        );
        let nothing = -HalfPoints::from_points(canonical.boards[0].size().area() as i32).halves();
        let mut ask = |goal, target| {
            self.searcher.begin(&start, goal);
            self.searcher.ask_within(target, &BOTH, budget)
        };
        // Whether the stone is captured is the cheaper question, since nothing after the capture
        // matters.
        if ask(SolverGoal::Stone(stone), 0)? == Some(true) {
            return Ok(Some(false));
        }
        // Often the opponent then gets everything, whichever point the question is about.
        if ask(SolverGoal::Margin, nothing + 1)? == Some(false) {
            return Ok(Some(true));
        }
        // The point is worth 1 if it ends as Black's, −1 if as White's.
        Ok(ask(SolverGoal::Point(stone), 0)?.map(|held| !held))
    }
}
