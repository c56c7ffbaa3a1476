//! Which stones are dead when players stop.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use halfpoint_core::board::{Board, Color, Point, PointSet, Size};
use halfpoint_core::game::{Position, Terms};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::Rules;
use halfpoint_core::score::enclosed_stones;

use super::chain_status::{Fates, View};
use super::schedule::NodeBudget;
use super::search::{Answer, BOTH, Ended, Goal, Searcher};
use super::shared::{Bound, Shared};
use super::symmetry::Images;

/// Memory for reading what is dead apart from a search, in MiB.
const MEMORY_MB: usize = 64;
/// The nodes that each chain is read with first, which are almost always enough; then twice as many, and so on.
const FIRST_NODES: u64 = 1 << 12;
/// How many moves deeper each search of a chain goes than the one before, apart from the points of the board: by
/// turns, as with either of them a few chains take thousands of times the nodes that they take with the other.
const STEPS_BEYOND_AREA: [i32; 2] = [12, -6];
/// About what the fates of one board take with what it takes to find them, in bytes.
const FATES_BYTES: usize = 256;
/// The share of the memory for fates; the rest is for reading them.
const FATES_SHARE: usize = 16;

/// The stones that are taken off at an end by passes, as far as exact values go (section 8 of the rules).
///
/// Where playing on costs nothing there are none: whoever wants them off the board captures them. Where
/// it costs points, a stone is dead if its point ends as the other side's though its owner moves first, in a
/// game that is played out by area ([`Rules::played_out`]).
pub struct DeadStones {
    removal: Removal,
}

/// How it is found out which stones are taken off.
enum Removal {
    /// None are.
    Nothing,
    /// Those that have no room to live are: at the end of a playing-out.
    Enclosed,
    /// By playing out.
    Read(Reading),
}

struct Reading {
    readings: Arc<Readings>,
    searcher: Box<Searcher>,
}

/// What was read, shared by threads.
pub(super) struct Readings {
    shared: Arc<Shared>,
    /// What is known of boards, by the keys of their [views](View).
    known: Mutex<HashMap<u64, Fates>>,
    /// The most boards that are kept in mind.
    most: usize,
}

impl Readings {
    /// For positions of one size under some rules; `None` if there is nothing to read.
    pub(super) fn new(
        rules: &Rules,
        size: Size,
        memory_mb: usize,
        bound: Bound,
    ) -> Option<Readings> {
        rules.playing_on_costs().then(|| {
            let rules = rules.played_out();
            let images = Images::new(size);
            let fates_mb = memory_mb / FATES_SHARE;
            let terms = Terms::default();
            let shared = Shared::new(rules, terms, images, memory_mb - fates_mb, bound);
            Readings {
                shared: Arc::new(shared),
                known: Mutex::default(),
                most: (fates_mb << 20) / FATES_BYTES,
            }
        })
    }

    fn find(&self, key: u64) -> Option<Fates> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&key).cloned()
    }

    fn keep(&self, key: u64, fates: &Fates) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= self.most {
            known.clear();
        }
        known.insert(key, fates.clone());
    }

    /// Ends all reading.
    pub(super) fn stop(&self) {
        self.shared.stop();
    }
}

impl DeadStones {
    /// Reads positions of one size, as far as `bound` allows.
    #[must_use]
    pub fn new(rules: &Rules, size: Size, bound: Bound) -> DeadStones {
        let rules = rules.exact();
        let readings = Readings::new(&rules, size, MEMORY_MB, bound);
        DeadStones::sharing(readings.map(Arc::new).as_ref(), &rules, size)
    }

    /// The stones taken off at the ends of a playing-out by [`Rules::played_out`].
    pub(super) fn in_playing_out() -> DeadStones {
        DeadStones {
            removal: Removal::Enclosed,
        }
    }

    /// Reads positions of one size in a game under [`Rules::exact`] or in a playing-out, and shares what is read.
    pub(super) fn sharing(
        readings: Option<&Arc<Readings>>,
        rules: &Rules,
        size: Size,
    ) -> DeadStones {
        let removal = match readings {
            Some(readings) => {
                let start = Position::new(readings.shared.rules, Board::new(size), Color::Black);
                Removal::Read(Reading {
                    searcher: Box::new(Searcher::at(&readings.shared, &start, Goal::Margin)),
                    readings: Arc::clone(readings),
                })
            }
            None if rules.removes_dead() => Removal::Enclosed,
            None => Removal::Nothing,
        };
        DeadStones { removal }
    }

    /// The stones taken off if a position is the end; `None` if there was no time to read it.
    #[must_use]
    pub fn of(&mut self, position: &Position) -> Option<PointSet> {
        let reading = match &mut self.removal {
            Removal::Nothing => return Some(PointSet::new(position.board().size())),
            Removal::Enclosed => return Some(enclosed_stones(position.board())),
            Removal::Read(reading) => reading,
        };
        let readings = Arc::clone(&reading.readings);
        let view = View::new(position.board(), &readings.shared.images);
        let fates = reading.read(&view, false, |fates| fates.open.is_empty())?;
        Some(view.stones(&fates.dead))
    }

    /// Between which values a position lies by the `count` of it with its dead stones, read as far as it takes to
    /// tell whether it is worth `target`, or, `at_a_glance`, as is quickly done; `None` if there was no time.
    pub(super) fn values(
        &mut self,
        position: &Position,
        target: i32,
        at_a_glance: bool,
        mut count: impl FnMut(&PointSet) -> i32,
    ) -> Option<[i32; 2]> {
        let reading = match &mut self.removal {
            Removal::Nothing => {
                return Some([count(&PointSet::new(position.board().size())); 2]);
            }
            Removal::Enclosed => return Some([count(&enclosed_stones(position.board())); 2]),
            Removal::Read(reading) => reading,
        };
        let readings = Arc::clone(&reading.readings);
        let view = View::new(position.board(), &readings.shared.images);
        let mut range = [i32::MIN, i32::MAX];
        reading.read(&view, at_a_glance, |fates| {
            range = view.range(fates, &mut count);
            Answer::within(range, target) != Answer::Unknown
        })?;
        Some(range)
    }
}

impl Reading {
    /// Reads chains until it is enough, or, `at_a_glance`, all of them but no further than to
    /// [`FIRST_NODES`]; `None` if there was no time for that.
    fn read(
        &mut self,
        view: &View,
        at_a_glance: bool,
        mut is_enough: impl FnMut(&Fates) -> bool,
    ) -> Option<Fates> {
        let known = self.readings.find(view.key);
        let mut fates = known.unwrap_or_else(|| view.unread());
        let mut enough = is_enough(&fates);
        let area = view.boards[0].size().area() as i32;
        let mut nodes = FIRST_NODES;
        while !(enough || at_a_glance && fates.seen) {
            for beyond in STEPS_BEYOND_AREA {
                let depth = (area + beyond).max(1) as u16;
                let effort = NodeBudget {
                    depth,
                    step: depth,
                    nodes,
                };
                let mut place = 0;
                while place < fates.open.len() && !enough {
                    match self.is_dead(view, fates.open[place], effort) {
                        Ok(Some(is_dead)) => {
                            let chain = fates.open.remove(place);
                            fates.dead.extend(is_dead.then_some(chain));
                            enough = is_enough(&fates);
                        }
                        Ok(None) => place += 1,
                        Err(Ended) => {
                            self.readings.keep(view.key, &fates);
                            return None;
                        }
                    }
                }
            }
            fates.seen = true;
            nodes = nodes.saturating_mul(2);
        }
        self.readings.keep(view.key, &fates);
        Some(fates)
    }

    /// Whether a chain is lost though its owner moves first; `None` if it takes more effort to tell.
    fn is_dead(
        &mut self,
        view: &View,
        chain: Point,
        effort: NodeBudget,
    ) -> Result<Option<bool>, Ended> {
        let stone = view.point_back(chain);
        // As Black's, whoever owns it.
        let owner = view.boards[0].get(stone).unwrap_or(Color::Black);
        let start = Position::new(
            self.readings.shared.rules,
            view.boards[owner].clone(),
            Color::Black,
        );
        let nothing = -HalfPoints::from_points(view.boards[0].size().area() as i32).halves();
        let mut ask = |goal, target| {
            self.searcher.begin(&start, goal);
            self.searcher.ask_within(target, &BOTH, effort)
        };
        // Whether it can be taken takes less search: what comes after that does not matter.
        if ask(Goal::Stone(stone), 0)? == Some(true) {
            return Ok(Some(false));
        }
        // Often the other side gets everything then, whichever point is asked about.
        if ask(Goal::Margin, nothing + 1)? == Some(false) {
            return Ok(Some(true));
        }
        // The point is worth 1 if it ends as Black's, −1 if as White's.
        Ok(ask(Goal::Point(stone), 0)?.map(|held| !held))
    }
}
