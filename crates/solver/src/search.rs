//! Search for the answer to one question: can Black reach a margin of at least some target?

use std::sync::Arc;
use std::time::{Duration, Instant};

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, GameEnd, IllegalMove, Move, PlayedMove, Position, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::ReadingCache;
use halfpoint_core::rules::KoRule;

use super::bounds;
use super::dead::DeadStones;
use super::ghi::PathConditions;
use super::order;
use super::owner::{counted_owner, proven_owner};
use super::path::Path;
use super::question::{BOTH, SearchEnded, SolverAnswer, SolverGoal};
use super::schedule::{NodeBudget, SearchSeries, SeriesSchedule, is_open};
use super::shared::SharedTables;
use super::table::{StoredAnswer, Try};

/// Largest number of nodes between two looks at the clock and at the results of other threads.
/// Without a limit of time the number is always this one, so that a search takes the same nodes
/// each time.
const MAX_NODES_BETWEEN_LOOKS: u64 = 1024;
/// Intended time between two looks at the clock. A single node may take longer: on a large board it
/// takes milliseconds.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(2);
/// Points of the largest board on which [`MAX_NODES_BETWEEN_LOOKS`] holds with a limit of time. On
/// larger boards the number falls with the square of the area, since the slowest nodes take longer
/// and quick nodes before them do not predict them.
const AREA_OF_MAX_NODES: u64 = 36;
/// Hash keys of the aims, for the failed tries of each: no, then yes.
const AIM_KEYS: [u64; 2] = [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f];
/// Largest number of entries of the small tables of values of single situations.
const MAX_STATICS: usize = 1 << 16;
/// Largest value that history adds to the rank of a move.
const MAX_HISTORY: i32 = 1 << 24;
/// Rank of the move that was best before.
const FIRST: i32 = i32::MAX;
/// Least remaining depth at which all moves are looked up in the table before one is searched.
const DEPTH_TO_LOOK_AHEAD: u16 = 4;
/// Code of the first token in a stored move; points have their index.
const TOKEN_CODES: u16 = 1 << 12;

/// An entry of the small tables: a value and its key.
#[derive(Clone, Copy, Default)]
struct Static<T> {
    key: u64,
    value: T,
}

/// Schedule of looks at the clock and at the results of other threads.
struct Looks {
    /// Nodes at the last look.
    last: u64,
    /// Nodes from the last look to the next one.
    step: u64,
    /// Maximum of `step`.
    max_step: u64,
    /// Time of the last look, if there is a deadline.
    at: Option<Instant>,
}

impl Looks {
    /// Returns a schedule for a board of that size.
    fn new(has_deadline: bool, size: Size) -> Looks {
        let max_step = if has_deadline {
            let area = (size.area() as u64).max(AREA_OF_MAX_NODES);
            let share = MAX_NODES_BETWEEN_LOOKS * AREA_OF_MAX_NODES * AREA_OF_MAX_NODES;
            (share / (area * area)).max(1)
        } else {
            MAX_NODES_BETWEEN_LOOKS
        };
        Looks {
            last: 0,
            step: if has_deadline { 1 } else { max_step },
            max_step,
            at: has_deadline.then(Instant::now),
        }
    }

    /// Counts as a look and returns the nodes since the last one.
    fn rest(&mut self, nodes: u64) -> u64 {
        let since = nodes - self.last;
        self.last = nodes;
        since
    }

    /// Returns the nodes since the last look if a look is due after `nodes`, and counts as that
    /// look.
    fn due(&mut self, nodes: u64) -> Option<u64> {
        let since = nodes - self.last;
        if since < self.step {
            return None;
        }
        self.last = nodes;
        if let Some(before) = &mut self.at {
            let now = Instant::now();
            let took = now.saturating_duration_since(*before);
            self.step = next_step(self.step, took).min(self.max_step);
            *before = now;
        }
        Some(since)
    }
}

/// Returns the number of nodes to the next look if the last `nodes` took that long: twice as many
/// while they are quick.
fn next_step(nodes: u64, took: Duration) -> u64 {
    if took > TIME_BETWEEN_LOOKS {
        let share = TIME_BETWEEN_LOOKS.as_secs_f64() / took.as_secs_f64();
        ((nodes as f64 * share) as u64).max(1)
    } else {
        2 * nodes
    }
}

/// The search of one thread.
pub(super) struct Searcher {
    shared: Arc<SharedTables>,
    /// Subject of the question in progress.
    goal: SolverGoal,
    /// Finder of dead stones at an end.
    dead: DeadStones,
    /// Cache of the readings of sekis, for the counts.
    readings: ReadingCache,
    /// Situations at each ply of the path. Later entries are left over for reuse.
    positions: Vec<Position>,
    path: Path,
    /// Moves at each ply with their ranks, kept for reuse of memory.
    moves: Vec<Vec<(i32, PlayedMove)>>,
    /// How often a placement was the answer, weighted by depth, by colour and point.
    history: [Vec<i32>; 2],
    /// Bounds of values that positions prove by themselves, beyond the settled margin.
    proven: Vec<Static<[i32; 2]>>,
    /// Bounds of counts at the end, beyond the settled margin.
    counted: Vec<Static<[i32; 2]>>,
    /// Nodes searched by this thread.
    nodes: u64,
    looks: Looks,
    /// Number of nodes at which the turn in progress is given up.
    max_nodes: u64,
    /// Target of the question in progress, in half-points.
    asked: i32,
    /// Hash of the path to the situation in which the question was asked; see [`Try::asked_at`].
    asked_at: u32,
    /// Answer at which the search in progress aims; `None` for either.
    aim: Option<SolverAnswer>,
    /// Whether results of failed tries on other paths to a situation are ignored.
    strict: bool,
    /// Whether the depth ended a line.
    cut_off: bool,
    /// Whether the answer at an end may be put off if reading the dead stones takes long.
    may_put_off: bool,
    /// Ply that the question in progress is about.
    root: usize,
    /// Whether more than half of the board was empty there.
    begun_open: bool,
    /// Whether the search in progress is given up.
    given_up: bool,
}

impl Searcher {
    /// Returns a search that begins at the current position of a game, with the game so far as its
    /// path.
    pub(super) fn new(shared: &Arc<SharedTables>, game: &Game) -> Searcher {
        let setup = game.setup();
        let mut position = Position::new(shared.rules, setup.board(), setup.to_move());
        let mut searcher = Searcher::at(shared, &position, SolverGoal::Margin);
        for record in game.records() {
            let ko = position.make(record.color, record.action, |_| ());
            let by_token = matches!(record.action, PlayedMove::Token(_));
            if record.action != PlayedMove::Resign {
                searcher.path.push(&shared.images, &position, ko, by_token);
                searcher.positions.push(position.clone());
            }
        }
        searcher
    }

    /// Returns a search that begins at the start of a game.
    pub(super) fn at(
        shared: &Arc<SharedTables>,
        position: &Position,
        goal: SolverGoal,
    ) -> Searcher {
        let points = position.board().size().array_len();
        let boards = 3usize.saturating_pow(position.board().size().area() as u32);
        let statics = boards.min(MAX_STATICS);
        let mut searcher = Searcher {
            goal,
            readings: ReadingCache::new(),
            dead: DeadStones::sharing(
                shared.statuses.as_ref(),
                &shared.rules,
                position.board().size(),
            ),
            path: Path::new(position.rules(), None),
            positions: Vec::new(),
            moves: Vec::new(),
            history: [vec![0; points], vec![0; points]],
            proven: vec![Static::default(); statics],
            counted: vec![Static::default(); statics],
            nodes: 0,
            looks: Looks::new(shared.has_deadline(), position.board().size()),
            max_nodes: u64::MAX,
            asked_at: 0,
            aim: None,
            root: 0,
            begun_open: false,
            asked: 0,
            strict: false,
            cut_off: false,
            may_put_off: false,
            given_up: false,
            shared: Arc::clone(shared),
        };
        searcher.begin(position, goal);
        searcher
    }

    /// Begins at the start of another game, under the same rules.
    pub(super) fn begin(&mut self, position: &Position, goal: SolverGoal) {
        self.goal = goal;
        self.path = Path::new(position.rules(), goal.mark());
        self.path.push(&self.shared.images, position, None, false);
        self.positions.clear();
        self.positions.push(position.clone());
    }

    /// Returns the situation that the next question is about.
    pub(super) fn position(&self) -> &Position {
        &self.positions[self.path.last()]
    }

    /// Makes a move.
    pub(super) fn advance(&mut self, action: PlayedMove) {
        let ply = self.path.last();
        if self.positions.len() == ply + 1 {
            self.positions.push(self.positions[ply].clone());
        }
        let (before, after) = self.positions.split_at_mut(ply + 1);
        let (before, after) = (&before[ply], &mut after[0]);
        after.copy_from(before);
        let ko = after.make(before.to_move(), action, |_| ());
        let by_token = matches!(action, PlayedMove::Token(_));
        self.path.push(&self.shared.images, after, ko, by_token);
    }

    /// Takes the last move back.
    pub(super) fn retreat(&mut self) {
        self.path.pop();
    }

    /// Returns whether Black reaches `target` half-points; `None` if the search ended without an
    /// answer.
    pub(super) fn ask(&mut self, target: i32) -> Option<bool> {
        self.ask_for(target, &BOTH, u64::MAX).ok().flatten()
    }

    /// Returns whether Black reaches `target` half-points, by searches that aim at some answers;
    /// `None` if `nodes` do not suffice.
    pub(super) fn ask_for(
        &mut self,
        target: i32,
        answers: &[SolverAnswer],
        nodes: u64,
    ) -> Result<Option<bool>, SearchEnded> {
        let budget = NodeBudget::on(self.position().board(), nodes);
        self.ask_within(target, answers, budget)
    }

    /// Returns whether Black reaches `target` half-points, by searches that aim at some answers;
    /// `None` if the budget does not suffice.
    pub(super) fn ask_within(
        &mut self,
        target: i32,
        answers: &[SolverAnswer],
        budget: NodeBudget,
    ) -> Result<Option<bool>, SearchEnded> {
        self.root = self.path.last();
        self.asked = target;
        self.asked_at = self.place();
        self.begun_open = is_open(self.position().board());
        let max_nodes = self.nodes.saturating_add(budget.nodes);
        let answer = self.by_turns(target, answers, budget, max_nodes);
        self.shared.add_nodes(self.looks.rest(self.nodes));
        answer
    }

    /// Runs the searches of each series in turns; see [`SeriesSchedule`].
    fn by_turns(
        &mut self,
        target: i32,
        answers: &[SolverAnswer],
        budget: NodeBudget,
        max_nodes: u64,
    ) -> Result<Option<bool>, SearchEnded> {
        let mut schedule = SeriesSchedule::new(answers, self.is_superko(), budget);
        while let Some(turn) = schedule.next_turn() {
            self.max_nodes = self.nodes.saturating_add(turn.nodes).min(max_nodes);
            if let Some(yes) = self.pursue(turn.series, target)? {
                return Ok(Some(yes));
            }
            if self.nodes >= max_nodes {
                return Ok(None);
            }
        }
        Err(SearchEnded)
    }

    /// Runs the searches of one series, deeper and deeper, until an answer or the end of the turn's
    /// nodes.
    fn pursue(
        &mut self,
        series: &mut SearchSeries,
        target: i32,
    ) -> Result<Option<bool>, SearchEnded> {
        while !series.is_done() {
            let before = self.nodes;
            let mut conditions = PathConditions::NOTHING;
            self.aim = series.answer;
            self.strict = series.strict;
            self.given_up = false;
            self.cut_off = false;
            self.may_put_off = false;
            let answer = self.search(series.depth, target, &mut conditions);
            if self.given_up {
                let is_out = self.nodes >= self.max_nodes && !self.shared.is_stopped();
                return if is_out { Ok(None) } else { Err(SearchEnded) };
            }
            match answer {
                SolverAnswer::Yes => return Ok(Some(true)),
                SolverAnswer::No => return Ok(Some(false)),
                SolverAnswer::Unknown => series.go_on(self.nodes - before, self.cut_off),
            }
        }
        Ok(None)
    }

    /// Returns a hash (31 bits) of the current situation and of the set of situations before it.
    fn place(&self) -> u32 {
        let (key, _) = self.path.key(self.path.last());
        (key ^ self.path.set_since(0)) as u32 >> 1
    }

    /// Returns the answer within `depth` moves, and adds its conditions to `conditions`.
    fn search(&mut self, depth: u16, target: i32, conditions: &mut PathConditions) -> SolverAnswer {
        self.nodes += 1;
        let since = self.looks.due(self.nodes);
        if self.nodes >= self.max_nodes
            || since.is_some_and(|nodes| !self.shared.may_go_on(nodes, self.asked))
        {
            self.given_up = true;
        }
        if self.given_up {
            return SolverAnswer::Unknown;
        }
        if self.is_stone_taken() {
            return SolverAnswer::No;
        }
        let ply = self.path.last();
        if let Some(over) = self.position().state().over {
            match over {
                GameEnd::NoMove(loser) => self.note_bans(loser, conditions),
                // The game is void because of situations before the question.
                GameEnd::Void => conditions.insert_unkept(),
                GameEnd::Draw => conditions.insert_void(),
                _ => (),
            }
            let Some(answer) = self.answer_at_end(over, target) else {
                self.given_up = true;
                return SolverAnswer::Unknown;
            };
            return answer;
        }
        if let Some(cycle) = self.path.cycle(self.root) {
            conditions.insert_ply(cycle.ply);
            return match cycle.gains {
                Some(color) => SolverAnswer::hoped_for(color),
                None => {
                    conditions.insert_void();
                    SolverAnswer::of(0 >= target)
                }
            };
        }
        let proven = SolverAnswer::within(self.score_bounds(), target);
        if proven != SolverAnswer::Unknown {
            return proven;
        }
        let (key, image, wanted) = self.in_table(target);
        let target = wanted + self.settled_margin(ply);
        if let Some(answer) = self.known(key, image, wanted, conditions) {
            return answer;
        }
        if depth == 0 {
            self.cut_off = true;
            return SolverAnswer::Unknown;
        }
        let mut request = key ^ (wanted as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if let Some(aim) = self.aim {
            request ^= AIM_KEYS[usize::from(aim == SolverAnswer::Yes)];
        }
        if self.strict {
            request ^= self.path.set_since(self.first_of_path());
        }
        let tried = self.shared.tried.find(request);
        // In another question, the same situation may have been tried with other earlier situations
        // to return to.
        let is_vain = |tried: &Try| tried.asked_at == self.asked_at && tried.depth >= depth;
        if let Some(tried) = tried.filter(is_vain) {
            self.cut_off |= tried.cut_off;
            return SolverAnswer::Unknown;
        }
        let first = tried.map(|tried| self.decoded(tried.best, image));
        let before = self.nodes;
        let mut rests_on = PathConditions::NOTHING;
        let others_cut_off = std::mem::take(&mut self.cut_off);
        let (answer, best) = self.try_moves(depth, target, first.flatten(), &mut rests_on);
        let cut_off = self.cut_off;
        self.cut_off |= others_cut_off;
        if self.given_up {
            return SolverAnswer::Unknown;
        }
        if answer == SolverAnswer::Unknown {
            self.note_tried(request, depth, cut_off, best, image);
            return answer;
        }
        if best.is_some() {
            // The move to try first where another path makes the answer invalid.
            self.note_tried(request, 0, false, best, image);
        }
        rests_on.forget_from(ply);
        conditions.add(&rests_on);
        let work = 1 + (self.nodes - before).max(1).ilog2() as u8;
        self.keep(key, image, wanted, answer, work, &rests_on);
        answer
    }

    /// Tries all moves. Returns the answer and the move that decided it, or, without an answer, the
    /// move to try first next time.
    fn try_moves(
        &mut self,
        depth: u16,
        target: i32,
        first: Option<PlayedMove>,
        conditions: &mut PathConditions,
    ) -> (SolverAnswer, Option<PlayedMove>) {
        let ply = self.path.last();
        let color = self.positions[ply].to_move();
        let hoped_for = SolverAnswer::hoped_for(color);
        while self.moves.len() <= ply {
            self.moves.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        let mut refuted = PathConditions::NOTHING;
        self.list_moves(first, &mut moves, &mut refuted);
        moves.sort_unstable_by_key(|&(rank, _)| -rank);

        if depth >= DEPTH_TO_LOOK_AHEAD {
            self.put_known_first(target, hoped_for, &mut moves);
        }

        let mut result = SolverAnswer::of(hoped_for == SolverAnswer::No);
        let mut best = None;
        let listed = moves.len();
        let mut place = 0;
        while let Some(&(rank, action)) = moves.get(place) {
            place += 1;
            // A move that was put off decides only if no other move does.
            if place > listed && result == SolverAnswer::Unknown {
                break;
            }
            let mut below = PathConditions::NOTHING;
            self.advance(action);
            self.may_put_off = place <= listed;
            let answer = self.search(depth - 1, target, &mut below);
            let is_over = self.position().state().over.is_some();
            if answer == SolverAnswer::Unknown && is_over && !self.given_up {
                self.retreat();
                moves.push((rank, action));
                continue;
            }
            if self.positions[ply + 1].superko_start() > self.positions[ply].superko_start() {
                // After this move, earlier positions ban nothing.
                below.forget_path();
            }
            if answer == hoped_for && self.is_superko() && matches!(action, PlayedMove::Place(_)) {
                let (class, stones) = self.path.class(ply + 1);
                below.free.insert(class, stones);
            }
            self.retreat();
            if self.given_up {
                break;
            }
            if answer == hoped_for {
                conditions.add(&below);
                if let PlayedMove::Place(point) = action {
                    let worth = &mut self.history[color][point.index()];
                    *worth = worth.saturating_add(i32::from(depth)).min(MAX_HISTORY);
                }
                (result, best) = (answer, Some(action));
                break;
            }
            if answer == SolverAnswer::Unknown {
                result = answer;
                if self.aim.is_some_and(|aim| aim != hoped_for) {
                    best = Some(action);
                    break;
                }
                best = best.or(Some(action));
            }
            refuted.add(&below);
        }
        if result != hoped_for {
            conditions.add(&refuted);
        }
        self.moves[ply] = moves;
        (result, best)
    }

    /// Adds, if an earlier position bans a placement, that position as a condition.
    fn note_ban(&self, color: Color, point: Point, conditions: &mut PathConditions) {
        let position = self.position();
        let made = position.board().key_after(color, point).low();
        let first = position.superko_start();
        if let Some(ply) = self.path.banning(made, color.opponent(), first) {
            conditions.insert_ply(ply);
        }
    }

    /// Adds the bans of all placements of a player who has no legal move: these bans are part of
    /// the reason.
    fn note_bans(&self, color: Color, conditions: &mut PathConditions) {
        for &point in self.position().board().empties() {
            self.note_ban(color, point, conditions);
        }
    }

    /// Puts first a move whose outcome is in the table and is the one hoped for.
    fn put_known_first(
        &mut self,
        target: i32,
        hoped_for: SolverAnswer,
        moves: &mut [(i32, PlayedMove)],
    ) {
        for index in 0..moves.len() {
            self.advance(moves[index].1);
            let is_over = self.position().state().over.is_some();
            let is_open = !is_over && self.path.cycle(self.root).is_none();
            let answer = is_open.then(|| {
                let (key, image, wanted) = self.in_table(target);
                self.known(key, image, wanted, &mut { PathConditions::NOTHING })
            });
            self.retreat();
            if answer.flatten() == Some(hoped_for) {
                moves.swap(0, index);
                return;
            }
        }
    }

    /// Returns the table's form of the question whether the last situation is worth `target`: its
    /// key, the image that has it, and the half-points asked for beyond the settled margin.
    fn in_table(&self, target: i32) -> (u64, usize, i32) {
        let last = self.path.last();
        let (key, image) = self.path.key(last);
        (
            key,
            image,
            self.next_margin(target) - self.settled_margin(last),
        )
    }

    /// Returns the least margin of at least `target` that can occur.
    fn next_margin(&self, target: i32) -> i32 {
        // A void game is worth 0, whichever margins can occur.
        if self.goal == SolverGoal::Margin && (self.is_superko() || target != 0) {
            bounds::next_margin(self.position(), target, self.shared.terms)
        } else {
            target
        }
    }

    /// Lists the moves with their ranks, better ones higher, and adds the conditions that ban the
    /// others.
    fn list_moves(
        &self,
        first: Option<PlayedMove>,
        moves: &mut Vec<(i32, PlayedMove)>,
        bans: &mut PathConditions,
    ) {
        let position = self.position();
        let (board, color) = (position.board(), position.to_move());
        for &point in board.empties() {
            match position.resolve(color, &Move::Place(point)) {
                Ok(action) => {
                    let rank = if Some(action) == first {
                        FIRST
                    } else {
                        let looks = order::rank(board, color, point, self.begun_open);
                        self.history[color][point.index()].saturating_add(looks)
                    };
                    moves.push((rank, action));
                }
                Err(IllegalMove::Superko) => self.note_ban(color, point, bans),
                Err(_) => (),
            }
        }
        let may_end = position.state().consecutive_passes > 0;
        for token in tokens(position) {
            let action = PlayedMove::Token(token);
            let rank = match action {
                _ if Some(action) == first => FIRST,
                // Such a token often ends the game and is cheap to try.
                _ if may_end => FIRST - 1,
                _ => 0,
            };
            moves.push((rank, action));
        }
    }

    /// Returns the answer at the end of a game; `None` if a limit ended the reading of dead stones.
    fn answer_at_end(&mut self, over: GameEnd, target: i32) -> Option<SolverAnswer> {
        let value = match over {
            GameEnd::Draw | GameEnd::Void => 0,
            GameEnd::NoMove(loser) | GameEnd::Resign(loser) => -loser.sign(),
            GameEnd::Passes => return self.answer_by_count(target),
        };
        Some(SolverAnswer::of(value >= target))
    }

    /// Returns whether a game that ended by passes is worth `target`; unknown if that is put off.
    /// `None` if a limit ended the reading of dead stones.
    fn answer_by_count(&mut self, target: i32) -> Option<SolverAnswer> {
        let ply = self.path.last();
        let target = target - self.settled_margin(ply);
        let position = &self.positions[ply];
        let last = position.state().last_passer;
        let last = last.map_or(0, |color| 1 + color as u64);
        let key = position.board().key().low() ^ last ^ self.goal.key();
        let place = key as usize % self.counted.len();
        let known = &mut self.counted[place];
        let is_open = SolverAnswer::within(known.value, target) == SolverAnswer::Unknown;
        if known.key != key || key == 0 || is_open {
            let (goal, terms) = (self.goal, self.shared.terms);
            let readings = &mut self.readings;
            let count = |dead: &PointSet| match goal {
                SolverGoal::Margin => {
                    let margin = position.count_cached(dead, terms, readings).margin();
                    (margin - bounds::settled_margin(position)).halves()
                }
                SolverGoal::Point(point) | SolverGoal::Stone(point) => {
                    counted_owner(position.board(), dead, point)
                }
            };
            let value = self
                .dead
                .values(position, target, self.may_put_off, count)?;
            *known = Static { key, value };
        }
        Some(SolverAnswer::within(known.value, target))
    }

    /// Returns whether the stone that the question is about has been captured.
    fn is_stone_taken(&self) -> bool {
        match self.goal {
            SolverGoal::Stone(point) => self.position().board().get(point) != Some(Color::Black),
            SolverGoal::Margin | SolverGoal::Point(_) => false,
        }
    }

    /// Returns the margin that no later move can change if the question is about the margin, else
    /// 0.
    fn settled_margin(&self, ply: usize) -> i32 {
        match self.goal {
            SolverGoal::Margin => self.path.settled_margin(ply),
            SolverGoal::Point(_) | SolverGoal::Stone(_) => 0,
        }
    }

    /// Returns bounds of the value that the position proves by itself, from a small table or
    /// computed.
    fn score_bounds(&mut self) -> [i32; 2] {
        let ply = self.path.last();
        let position = &self.positions[ply];
        let settled_margin = self.settled_margin(ply);
        let key = bounds::situation(position).low() ^ self.goal.key();
        let place = key as usize % self.proven.len();
        if self.proven[place].key != key || key == 0 {
            let margins = match self.goal {
                SolverGoal::Margin => {
                    bounds::score_bounds(position, self.shared.terms).map(HalfPoints::halves)
                }
                SolverGoal::Point(point) | SolverGoal::Stone(point) => {
                    proven_owner(position.board(), point)
                }
            };
            let value = margins.map(|margin| margin - settled_margin);
            self.proven[place] = Static { key, value };
        }
        self.proven[place]
            .value
            .map(|margin| margin + settled_margin)
    }

    /// Returns whether the ko rule is a superko.
    fn is_superko(&self) -> bool {
        self.shared.rules.ko != KoRule::Simple
    }

    /// Returns the ply of the first earlier situation that counts. Under simple ko, a situation
    /// from before the question may occur again.
    fn first_of_path(&self) -> usize {
        if self.is_superko() {
            self.position().superko_start()
        } else {
            self.root
        }
    }

    /// Returns an answer from the table if its conditions hold here, and adds them to `conditions`.
    fn known(
        &self,
        key: u64,
        image: usize,
        wanted: i32,
        conditions: &mut PathConditions,
    ) -> Option<SolverAnswer> {
        let last = self.path.last();
        let earlier = self.first_of_path()..last;
        let images = &self.shared.images;
        // The table asks for what is gained from here on, but a void game is worth 0 in all.
        let void_suffices = 0 >= wanted + self.settled_margin(last);
        self.shared.table.find(key, wanted, |stored| {
            let mut rests_on = PathConditions::NOTHING;
            if stored.rests_on_void {
                if stored.yes != void_suffices {
                    return None;
                }
                rests_on.insert_void();
            }
            for &memory in stored.memories() {
                let is_it = |&ply: &usize| self.path.memory(images, ply, last, image) == memory;
                rests_on.insert_ply(earlier.clone().find(is_it)?);
            }
            if !stored.free.is_empty() {
                let may_be_banned = |ply: usize| {
                    let (class, stones) = self.path.class(ply);
                    stored.free.may_contain(class, stones)
                };
                if earlier.clone().any(may_be_banned) {
                    return None;
                }
                rests_on.free = stored.free;
            }
            conditions.add(&rests_on);
            Some(SolverAnswer::of(stored.yes))
        })
    }

    /// Keeps an answer in the table, unless it has conditions that cannot be kept.
    fn keep(
        &self,
        key: u64,
        image: usize,
        wanted: i32,
        answer: SolverAnswer,
        work: u8,
        conditions: &PathConditions,
    ) {
        let Some(plies) = conditions.plies() else {
            return;
        };
        let last = self.path.last();
        let images = &self.shared.images;
        let memories = plies
            .iter()
            .map(|&ply| self.path.memory(images, usize::from(ply), last, image));
        let yes = answer == SolverAnswer::Yes;
        let stored = StoredAnswer::new(key, wanted, yes, work, conditions, memories);
        self.shared.table.keep(stored);
    }

    /// Stores the depth of a failed try and the move to try first.
    fn note_tried(
        &self,
        request: u64,
        depth: u16,
        cut_off: bool,
        best: Option<PlayedMove>,
        image: usize,
    ) {
        let tried = Try {
            asked_at: self.asked_at,
            depth,
            cut_off,
            best: best.map_or(0, |action| self.coded(action, image)),
        };
        self.shared.tried.note(request, tried);
    }

    /// Returns the code of a move in one image.
    fn coded(&self, action: PlayedMove, image: usize) -> u16 {
        match action {
            PlayedMove::Place(point) => self.shared.images.point(image, point).index() as u16,
            PlayedMove::Token(token) => TOKEN_CODES + token as u16,
            PlayedMove::Resign => 0,
        }
    }

    /// Returns the move with a code in one image; `None` if there is none.
    fn decoded(&self, code: u16, image: usize) -> Option<PlayedMove> {
        let size = self.position().board().size();
        if code >= TOKEN_CODES {
            let mut tokens = tokens(self.position()).into_iter();
            return tokens
                .find(|&token| TOKEN_CODES + token as u16 == code)
                .map(PlayedMove::Token);
        }
        let mut points = size.points();
        let point: Point = points.find(|point| point.index() == usize::from(code))?;
        Some(PlayedMove::Place(
            self.shared.images.point_back(image, point),
        ))
    }
}

/// Returns the token moves worth a try, each once. Proposals of dead stones are left out: they only
/// give the opponent one more way to continue.
pub(super) fn tokens(position: &Position) -> Vec<Token> {
    let mut found = position.token_effects(position.to_move());
    if bounds::is_idle_pass(position) {
        found.retain(|&token| token != Token::StonePass);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_come_after_fewer_nodes_where_nodes_take_longer() {
        let millis = Duration::from_millis;
        assert_eq!(next_step(8, millis(0)), 16);
        assert_eq!(next_step(8, millis(8)), 2);
        assert_eq!(next_step(1, millis(500)), 1);
        let max_step = |side, has_deadline| Looks::new(has_deadline, Size::square(side)).max_step;
        assert_eq!(max_step(4, true), MAX_NODES_BETWEEN_LOOKS);
        assert!(max_step(9, true) < 256);
        assert!(max_step(25, true) <= 4);
        assert_eq!(max_step(25, false), MAX_NODES_BETWEEN_LOOKS);
    }

    #[test]
    fn without_a_deadline_looks_come_at_fixed_nodes() {
        let mut looks = Looks::new(false, Size::square(9));
        let due: Vec<u64> = (1..=4096)
            .filter(|&node| looks.due(node).is_some())
            .collect();
        assert_eq!(due, [1024, 2048, 3072, 4096]);
    }
}
