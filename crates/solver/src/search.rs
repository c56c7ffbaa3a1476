//! Search for the answer to one question: can Black reach a margin of at least some target?

mod candidates;
mod margins;
mod remembered;

use std::sync::Arc;

use halfpoint_core::board::{Color, Point};
use halfpoint_core::game::{Game, PlayedMove, Position, Token};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::rules::KoRule;

use super::dead::DeadStones;
use super::ghi::PathConditions;
use super::looks::Looks;
use super::path::Path;
use super::question::{BOTH, SearchEnded, SolverAnswer, SolverGoal};
use super::schedule::{NodeBudget, SearchSeries, SeriesSchedule, is_open};
use super::shared::SharedTables;
use super::table::Try;
use super::whole::WholeBoard;
use halfpoint_core::bounds::{self, ProvenBounds};

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

/// An entry of the small tables: a value and its key.
#[derive(Clone, Copy, Default)]
struct Static<T> {
    key: u64,
    value: T,
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
    proven: Vec<Static<ProvenBounds>>,
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
    /// Whether more than half of the board was empty there.
    begun_open: bool,
    /// Whether the search in progress is given up.
    given_up: bool,
    /// Whether the move that decides the question is wanted, not its answer alone.
    wants_move: bool,
    /// The move that decided the last such question.
    decided_by: Option<PlayedMove>,
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
            position.share_history();
            let by_token = matches!(record.action, PlayedMove::Token(_));
            if record.action != PlayedMove::Resign {
                searcher.path.push(&shared.images, &position, ko, by_token);
                searcher.positions.push(position.clone());
            }
        }
        searcher
    }

    /// Returns a search that begins where play resumes after the end of a game
    /// ([`Position::resumed`]), with the game as its path.
    pub(super) fn resumed(shared: &Arc<SharedTables>, game: &Game) -> Searcher {
        let mut searcher = Searcher::new(shared, game);
        let resumed = searcher.positions.last().map(Position::resumed);
        if let Some(position) = resumed {
            searcher.path.push(&shared.images, &position, None, true);
            searcher.positions.push(position);
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
            begun_open: false,
            asked: 0,
            strict: false,
            cut_off: false,
            may_put_off: false,
            given_up: false,
            wants_move: false,
            decided_by: None,
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

    /// Returns a search for the whole board of a player, with a table of about that many bytes;
    /// `None` if there is none for such a game.
    pub(super) fn whole_board(&self, side: Color, bytes: usize) -> Option<WholeBoard> {
        let earlier = match self.is_superko() {
            true => &self.positions[self.first_of_path()..self.path.last()],
            false => &[],
        };
        let earlier = earlier.iter().map(Position::board);
        WholeBoard::new(self.position(), side, earlier, bytes)
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

    /// Returns whether Black reaches `target` half-points; `None` if `nodes` did not suffice, or
    /// the search ended without an answer.
    pub(super) fn ask(&mut self, target: i32, nodes: u64) -> Option<bool> {
        self.ask_for(target, &BOTH, nodes).ok().flatten()
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
        self.path.begin_question(&self.shared.images);
        self.asked = target;
        self.asked_at = self.place();
        self.begun_open = is_open(self.position().board());
        let max_nodes = self.nodes.saturating_add(budget.nodes);
        let answer = self.by_turns(target, answers, budget, max_nodes);
        self.shared.add_nodes(self.looks.rest(self.nodes));
        answer
    }

    /// Returns a move of `side`, who is to move, that keeps a value, Black's margin in half-points;
    /// `None` if the search ended without one.
    pub(super) fn keeping_move(&mut self, side: Color, value: i32) -> Option<PlayedMove> {
        let target = match side {
            Color::Black => value,
            Color::White => value + 1,
        };
        let answer = SolverAnswer::hoped_for(side);
        self.wants_move = true;
        self.decided_by = None;
        let found = self.ask_for(target, &[answer], u64::MAX);
        self.wants_move = false;
        let is_kept = found == Ok(Some(answer == SolverAnswer::Yes));
        self.decided_by.filter(|_| is_kept)
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
            let Some(answer) = self.answer_at_end(over, target, conditions) else {
                self.given_up = true;
                return SolverAnswer::Unknown;
            };
            return answer;
        }
        if let Some(cycle) = self.path.cycle() {
            conditions.insert_ply(cycle.ply);
            return match cycle.gains {
                Some(color) => SolverAnswer::hoped_for(color),
                None => {
                    conditions.insert_void();
                    SolverAnswer::of(0 >= target)
                }
            };
        }
        // An answer without a move is no use at the root of a search for a move.
        let wants_move = self.wants_move && ply == self.path.root();
        if !wants_move && let Some(answer) = self.proven_answer(target, conditions) {
            return answer;
        }
        let (key, image, wanted) = self.in_table(target);
        let target = wanted + self.settled_margin(ply);
        if !wants_move && let Some(answer) = self.known(key, image, wanted, conditions) {
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
        if let Some(tried) = tried.filter(is_vain).filter(|_| !wants_move) {
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
        if wants_move {
            self.decided_by = best;
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
            if self.path.recurs() {
                // On another path it may not have occurred before.
                below.insert_unkept();
            }
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
                below.free.insert(class, stones.iter().sum());
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

    /// Returns whether the ko rule is a superko.
    fn is_superko(&self) -> bool {
        self.shared.rules.ko != KoRule::Simple
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
