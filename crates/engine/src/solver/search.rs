//! The search behind one question: can Black reach a margin of at least so much?

use std::sync::Arc;
use std::time::{Duration, Instant};

use halfpoint_core::board::{Board, Color, Point, PointSet, Size, ZobristKey};
use halfpoint_core::game::{Game, GameEnd, IllegalMove, Move, PlayedMove, Position, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::pass_alive;
use halfpoint_core::rules::KoRule;
use halfpoint_core::score::{PointOwner, Territory};

use super::dead::DeadStones;
use super::ghi::Needs;
use super::order;
use super::path::Path;
use super::schedule::{Aim, Aims, NodeBudget, is_open};
use super::shared::Shared;
use super::table::{Try, Verdict};

/// The most nodes between two looks at the clock and at what other threads found. Where there is no limit of time it is
/// always so many, so that a search takes the same nodes each time.
const MAX_NODES_BETWEEN_LOOKS: u64 = 1024;
/// Time between two looks at the clock, as far as nodes, of which one takes milliseconds on a large board, allow it.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(2);
/// Points of the largest board on which the most nodes are let pass between two looks at the clock. Beyond that they become
/// fewer with the square of the area, as the slowest nodes take longer: quick ones before them tell nothing about them.
const AREA_OF_MOST_NODES: u64 = 36;
/// Tell apart what was tried for either answer.
const AIMS: [u64; 2] = [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f];
/// The most entries of the small tables of what a situation is worth by itself.
const MAX_STATICS: usize = 1 << 16;
/// The most that history adds to the rank of a move.
const MAX_HISTORY: i32 = 1 << 24;
/// The rank of the move that was best before.
const FIRST: i32 = i32::MAX;
/// With at least so much depth left, moves are looked up in the table before one is searched.
const DEPTH_TO_LOOK_AHEAD: u16 = 4;
/// Facts of [`Position::situation`] and of paths use smaller numbers.
const GOAL_FACT: u32 = 110;
/// Codes of moves: points by index, tokens after them.
const TOKEN_CODES: u16 = 1 << 12;

/// What questions are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Black's margin in half-points.
    Margin,
    /// Whose a point is at the end: 1 if Black's, −1 if White's.
    Point(Point),
    /// Whether the stone that Black has on a point stays to the end: 1, or is taken: −1.
    Stone(Point),
}

impl Goal {
    /// Tells goals apart where results are kept by keys of positions.
    fn key(self) -> u64 {
        match self {
            Goal::Margin => 0,
            Goal::Point(point) => ZobristKey::feature(GOAL_FACT, point.index() as u32).low(),
            Goal::Stone(point) => ZobristKey::feature(GOAL_FACT + 1, point.index() as u32).low(),
        }
    }

    /// Tells goals apart on a [`Path`].
    fn mark(self) -> Option<(u32, Point)> {
        match self {
            Goal::Margin => None,
            Goal::Point(point) => Some((0, point)),
            Goal::Stone(point) => Some((1, point)),
        }
    }
}

/// What a search within some depth found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    Unknown,
}

impl Answer {
    pub(super) fn of(yes: bool) -> Answer {
        if yes { Answer::Yes } else { Answer::No }
    }

    /// The answer that bounds of a value give.
    pub(super) fn within([least, most]: [i32; 2], target: i32) -> Answer {
        if least >= target {
            Answer::Yes
        } else if most < target {
            Answer::No
        } else {
            Answer::Unknown
        }
    }

    /// The answer that a player hopes for.
    fn hoped_for(color: Color) -> Answer {
        Answer::of(color == Color::Black)
    }
}

/// Searches were ended, or a question is deeper than any search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ended;

/// The answers that a question may have.
pub(super) const BOTH: [Answer; 2] = [Answer::Yes, Answer::No];

/// A result of the small tables, by its key.
#[derive(Clone, Copy, Default)]
struct Static<T> {
    key: u64,
    value: T,
}

/// When a search looks at the clock and at what other threads found.
struct Looks {
    /// Nodes at the last look.
    last: u64,
    /// Nodes from then to the next one.
    step: u64,
    /// The most of them.
    most: u64,
    /// The time of the last look, where there is a deadline.
    at: Option<Instant>,
}

impl Looks {
    fn new(has_deadline: bool, size: Size) -> Looks {
        let most = if has_deadline {
            let area = (size.area() as u64).max(AREA_OF_MOST_NODES);
            let share = MAX_NODES_BETWEEN_LOOKS * AREA_OF_MOST_NODES * AREA_OF_MOST_NODES;
            (share / (area * area)).max(1)
        } else {
            MAX_NODES_BETWEEN_LOOKS
        };
        Looks {
            last: 0,
            step: if has_deadline { 1 } else { most },
            most,
            at: has_deadline.then(Instant::now),
        }
    }

    /// The nodes since the last look, which counts as one.
    fn rest(&mut self, nodes: u64) -> u64 {
        let since = nodes - self.last;
        self.last = nodes;
        since
    }

    /// The nodes since the last look if after `nodes` it is time for the next one.
    fn due(&mut self, nodes: u64) -> Option<u64> {
        let since = nodes - self.last;
        if since < self.step {
            return None;
        }
        self.last = nodes;
        if let Some(before) = &mut self.at {
            let now = Instant::now();
            let took = now.saturating_duration_since(*before);
            self.step = next_step(self.step, took).min(self.most);
            *before = now;
        }
        Some(since)
    }
}

/// Nodes to the next look if the last ones took so long: twice as many while they are quick.
fn next_step(nodes: u64, took: Duration) -> u64 {
    if took > TIME_BETWEEN_LOOKS {
        let share = TIME_BETWEEN_LOOKS.as_secs_f64() / took.as_secs_f64();
        ((nodes as f64 * share) as u64).max(1)
    } else {
        2 * nodes
    }
}

/// One thread's search.
pub(super) struct Searcher {
    shared: Arc<Shared>,
    goal: Goal,
    /// Which stones are dead at an end.
    dead: DeadStones,
    /// The situation at each ply of the path, as far as they were needed.
    positions: Vec<Position>,
    path: Path,
    moves: Vec<Vec<(i32, PlayedMove)>>,
    /// How often a placement was the answer, by colour and point.
    history: [Vec<i32>; 2],
    proven: Vec<Static<[i32; 2]>>,
    counted: Vec<Static<[i32; 2]>>,
    nodes: u64,
    looks: Looks,
    /// The nodes at which the question in progress is given up.
    most_nodes: u64,
    /// The question in progress, in half-points.
    asked: i32,
    /// Tells apart where questions are asked.
    asked_at: u32,
    /// The answer that the search in progress is out for, if not for either.
    aim: Option<Answer>,
    /// Whether what was tried on another way here counts for nothing.
    strict: bool,
    /// Whether a line was left for its depth.
    cut_off: bool,
    /// Whether the answer at an end may be put off if it takes long to read what is dead.
    may_put_off: bool,
    /// The ply that the question in progress is about.
    root: usize,
    /// Whether more than half of the board was empty there.
    begun_open: bool,
    /// Whether the search in progress is given up.
    given_up: bool,
}

impl Searcher {
    /// A search that begins where a game stands.
    pub(super) fn new(shared: &Arc<Shared>, game: &Game) -> Searcher {
        let setup = game.setup();
        let mut position = Position::new(shared.rules, setup.board(), setup.to_move());
        let mut searcher = Searcher::at(shared, &position, Goal::Margin);
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

    /// A search that begins at the start of a game.
    pub(super) fn at(shared: &Arc<Shared>, position: &Position, goal: Goal) -> Searcher {
        let points = position.board().size().array_len();
        let boards = 3usize.saturating_pow(position.board().size().area() as u32);
        let statics = boards.min(MAX_STATICS);
        let mut searcher = Searcher {
            goal,
            dead: DeadStones::sharing(
                shared.readings.as_ref(),
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
            most_nodes: u64::MAX,
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
    pub(super) fn begin(&mut self, position: &Position, goal: Goal) {
        self.goal = goal;
        self.path = Path::new(position.rules(), goal.mark());
        self.path.push(&self.shared.images, position, None, false);
        self.positions.clear();
        self.positions.push(position.clone());
    }

    /// The situation that the next question is about.
    pub(super) fn position(&self) -> &Position {
        &self.positions[self.path.last()]
    }

    /// Goes a move on.
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

    /// Goes a move back.
    pub(super) fn retreat(&mut self) {
        self.path.pop();
    }

    /// Whether Black reaches `target` half-points; `None` if the search was ended before it knew.
    pub(super) fn ask(&mut self, target: i32) -> Option<bool> {
        self.ask_for(target, &BOTH, u64::MAX).ok().flatten()
    }

    /// Whether Black reaches `target` half-points, by searches that are out for some answers; `None` if it takes more
    /// nodes to tell.
    pub(super) fn ask_for(
        &mut self,
        target: i32,
        answers: &[Answer],
        nodes: u64,
    ) -> Result<Option<bool>, Ended> {
        let effort = NodeBudget::on(self.position().board(), nodes);
        self.ask_within(target, answers, effort)
    }

    /// Whether Black reaches `target` half-points; `None` if it takes more effort to tell.
    pub(super) fn ask_within(
        &mut self,
        target: i32,
        answers: &[Answer],
        effort: NodeBudget,
    ) -> Result<Option<bool>, Ended> {
        self.root = self.path.last();
        self.asked = target;
        self.asked_at = self.place();
        self.begun_open = is_open(self.position().board());
        let most = self.nodes.saturating_add(effort.nodes);
        let answer = self.by_turns(target, answers, effort, most);
        self.shared.add_nodes(self.looks.rest(self.nodes));
        answer
    }

    /// Searches that are out for some answers, by turns.
    fn by_turns(
        &mut self,
        target: i32,
        answers: &[Answer],
        effort: NodeBudget,
        most: u64,
    ) -> Result<Option<bool>, Ended> {
        let mut aims = Aims::new(answers, self.is_superko(), effort);
        while let Some(turn) = aims.next_turn() {
            self.most_nodes = self.nodes.saturating_add(turn.nodes).min(most);
            if let Some(yes) = self.pursue(turn.aim, target)? {
                return Ok(Some(yes));
            }
            if self.nodes >= most {
                return Ok(None);
            }
        }
        Err(Ended)
    }

    /// Searches of one kind, deeper and deeper, as far as nodes go.
    fn pursue(&mut self, aim: &mut Aim, target: i32) -> Result<Option<bool>, Ended> {
        while !aim.is_done() {
            let before = self.nodes;
            let mut needs = Needs::NOTHING;
            self.aim = aim.answer;
            self.strict = aim.strict;
            self.given_up = false;
            self.cut_off = false;
            self.may_put_off = false;
            let answer = self.search(aim.depth, target, &mut needs);
            if self.given_up {
                let is_out = self.nodes >= self.most_nodes && !self.shared.is_stopped();
                return if is_out { Ok(None) } else { Err(Ended) };
            }
            match answer {
                Answer::Yes => return Ok(Some(true)),
                Answer::No => return Ok(Some(false)),
                Answer::Unknown => aim.go_on(self.nodes - before, self.cut_off),
            }
        }
        Ok(None)
    }

    /// A hash of the way to where the search is, as far as it counts; it has 31 bits.
    fn place(&self) -> u32 {
        let (key, _) = self.path.key(&self.shared.images, self.path.last());
        (key ^ self.path.set_since(0)) as u32 >> 1
    }

    /// The answer within some moves, and what it rests on added to `needs`.
    fn search(&mut self, depth: u16, target: i32, needs: &mut Needs) -> Answer {
        self.nodes += 1;
        let since = self.looks.due(self.nodes);
        if self.nodes >= self.most_nodes
            || since.is_some_and(|nodes| !self.shared.may_go_on(nodes, self.asked))
        {
            self.given_up = true;
        }
        if self.given_up {
            return Answer::Unknown;
        }
        if self.is_stone_taken() {
            return Answer::No;
        }
        let ply = self.path.last();
        if let Some(over) = self.position().state().over {
            match over {
                GameEnd::NoMove(loser) => self.note_bans(loser, needs),
                // By what came up before the question.
                GameEnd::Void => needs.insert_untold(),
                _ => (),
            }
            let Some(answer) = self.answer_at_end(over, target) else {
                self.given_up = true;
                return Answer::Unknown;
            };
            return answer;
        }
        if let Some(cycle) = self.path.cycle(self.root) {
            needs.insert_ply(cycle.ply);
            return match cycle.gains {
                Some(color) => Answer::hoped_for(color),
                None => Answer::of(0 >= target),
            };
        }
        let proven = Answer::within(self.score_bounds(), target);
        if proven != Answer::Unknown {
            return proven;
        }
        let (key, image, wanted) = self.in_table(target);
        let target = wanted + self.settled_margin(ply);
        if let Some(answer) = self.known(key, image, wanted, needs) {
            return answer;
        }
        if depth == 0 {
            self.cut_off = true;
            return Answer::Unknown;
        }
        let mut request = key ^ (wanted as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if let Some(aim) = self.aim {
            request ^= AIMS[usize::from(aim == Answer::Yes)];
        }
        if self.strict {
            request ^= self.path.set_since(self.first_of_path());
        }
        let tried = self.shared.tried.find(request);
        // From elsewhere the same situation may have been tried with other ways to come back to.
        let is_vain = |tried: &Try| tried.asked_at == self.asked_at && tried.depth >= depth;
        if let Some(tried) = tried.filter(is_vain) {
            self.cut_off |= tried.cut_off;
            return Answer::Unknown;
        }
        let first = tried.map(|tried| self.decoded(tried.best, image));
        let before = self.nodes;
        let mut rests_on = Needs::NOTHING;
        let others_cut_off = std::mem::take(&mut self.cut_off);
        let (answer, best) = self.try_moves(depth, target, first.flatten(), &mut rests_on);
        let cut_off = self.cut_off;
        self.cut_off |= others_cut_off;
        if self.given_up {
            return Answer::Unknown;
        }
        if answer == Answer::Unknown {
            self.note_tried(request, depth, cut_off, best, image);
            return answer;
        }
        if best.is_some() {
            // For another way here, on which the verdict may not hold.
            self.note_tried(request, 0, false, best, image);
        }
        rests_on.forget_from(ply);
        needs.add(&rests_on);
        let work = 1 + (self.nodes - before).max(1).ilog2() as u8;
        self.keep(key, image, wanted, answer, work, &rests_on);
        answer
    }

    /// Tries all moves.
    fn try_moves(
        &mut self,
        depth: u16,
        target: i32,
        first: Option<PlayedMove>,
        needs: &mut Needs,
    ) -> (Answer, Option<PlayedMove>) {
        let ply = self.path.last();
        let color = self.positions[ply].to_move();
        let hoped_for = Answer::hoped_for(color);
        while self.moves.len() <= ply {
            self.moves.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        let mut refuted = Needs::NOTHING;
        self.list_moves(first, &mut moves, &mut refuted);
        moves.sort_unstable_by_key(|&(rank, _)| -rank);

        if depth >= DEPTH_TO_LOOK_AHEAD {
            self.put_known_first(target, hoped_for, &mut moves);
        }

        let mut result = Answer::of(hoped_for == Answer::No);
        let mut best = None;
        let listed = moves.len();
        let mut place = 0;
        while let Some(&(rank, action)) = moves.get(place) {
            place += 1;
            // What was put off decides only if no other move does.
            if place > listed && result == Answer::Unknown {
                break;
            }
            let mut below = Needs::NOTHING;
            self.advance(action);
            self.may_put_off = place <= listed;
            let answer = self.search(depth - 1, target, &mut below);
            let is_over = self.position().state().over.is_some();
            if answer == Answer::Unknown && is_over && !self.given_up {
                self.retreat();
                moves.push((rank, action));
                continue;
            }
            if self.positions[ply + 1].bans_from() > self.positions[ply].bans_from() {
                // What came before can ban nothing after this move.
                below = Needs::NOTHING;
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
                needs.add(&below);
                if let PlayedMove::Place(point) = action {
                    let worth = &mut self.history[color][point.index()];
                    *worth = worth.saturating_add(i32::from(depth)).min(MAX_HISTORY);
                }
                (result, best) = (answer, Some(action));
                break;
            }
            if answer == Answer::Unknown {
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
            needs.add(&refuted);
        }
        self.moves[ply] = moves;
        (result, best)
    }

    /// Notes what bans a placement, if an earlier position does.
    fn note_ban(&self, color: Color, point: Point, needs: &mut Needs) {
        let position = self.position();
        let made = position.board().key_after(color, point).low();
        let first = position.bans_from();
        if let Some(ply) = self.path.banning(made, color.opponent(), first) {
            needs.insert_ply(ply);
        }
    }

    /// Notes what bans the placements of a player who, for these bans too, has no move left.
    fn note_bans(&self, color: Color, needs: &mut Needs) {
        for &point in self.position().board().empties() {
            self.note_ban(color, point, needs);
        }
    }

    /// Puts a move first whose outcome is in the table, if it is the one hoped for.
    fn put_known_first(&mut self, target: i32, hoped_for: Answer, moves: &mut [(i32, PlayedMove)]) {
        for index in 0..moves.len() {
            self.advance(moves[index].1);
            let is_over = self.position().state().over.is_some();
            let is_open = !is_over && self.path.cycle(self.root).is_none();
            let answer = is_open.then(|| {
                let (key, image, wanted) = self.in_table(target);
                self.known(key, image, wanted, &mut { Needs::NOTHING })
            });
            self.retreat();
            if answer.flatten() == Some(hoped_for) {
                moves.swap(0, index);
                return;
            }
        }
    }

    /// How the table knows the question whether the last situation is worth `target`: its key, the image
    /// that has it, and the half-points asked for beyond what is banked.
    fn in_table(&self, target: i32) -> (u64, usize, i32) {
        let last = self.path.last();
        let (key, image) = self.path.key(&self.shared.images, last);
        (
            key,
            image,
            self.next_margin(target) - self.settled_margin(last),
        )
    }

    /// The least margin of at least `target` that can come up.
    fn next_margin(&self, target: i32) -> i32 {
        // A void game is worth nothing, whatever margins can come up.
        if self.goal == Goal::Margin && (self.is_superko() || target != 0) {
            self.position().next_margin(target, self.shared.terms)
        } else {
            target
        }
    }

    /// Lists the moves with the better ones ranked higher, and notes what bans the others.
    fn list_moves(
        &self,
        first: Option<PlayedMove>,
        moves: &mut Vec<(i32, PlayedMove)>,
        bans: &mut Needs,
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
                // Quickly tried: it often ends the game.
                _ if may_end => FIRST - 1,
                _ => 0,
            };
            moves.push((rank, action));
        }
    }

    /// The answer of a game that is over; `None` if there was no time for it.
    fn answer_at_end(&mut self, over: GameEnd, target: i32) -> Option<Answer> {
        let value = match over {
            GameEnd::Draw | GameEnd::Void => 0,
            GameEnd::NoMove(loser) | GameEnd::Resign(loser) => -loser.sign(),
            GameEnd::Passes => return self.answer_by_count(target),
        };
        Some(Answer::of(value >= target))
    }

    /// Whether a game that ended by passes is worth so much; unknown if that is put off. `None` if there was no time to
    /// read what is dead.
    fn answer_by_count(&mut self, target: i32) -> Option<Answer> {
        let ply = self.path.last();
        let target = target - self.settled_margin(ply);
        let position = &self.positions[ply];
        let last = position.state().last_passer;
        let last = last.map_or(0, |color| 1 + color as u64);
        let key = position.board().key().low() ^ last ^ self.goal.key();
        let place = key as usize % self.counted.len();
        let known = &mut self.counted[place];
        let is_open = Answer::within(known.value, target) == Answer::Unknown;
        if known.key != key || key == 0 || is_open {
            let (goal, terms) = (self.goal, self.shared.terms);
            let count = |dead: &PointSet| match goal {
                Goal::Margin => {
                    let margin = position.count(dead, terms).margin();
                    (margin - position.settled_margin()).halves()
                }
                Goal::Point(point) | Goal::Stone(point) => {
                    counted_owner(position.board(), dead, point)
                }
            };
            let value = self
                .dead
                .values(position, target, self.may_put_off, count)?;
            *known = Static { key, value };
        }
        Some(Answer::within(known.value, target))
    }

    /// Whether the stone that is asked about is gone.
    fn is_stone_taken(&self) -> bool {
        match self.goal {
            Goal::Stone(point) => self.position().board().get(point) != Some(Color::Black),
            Goal::Margin | Goal::Point(_) => false,
        }
    }

    /// What both have already, if that is what is asked about.
    fn settled_margin(&self, ply: usize) -> i32 {
        match self.goal {
            Goal::Margin => self.path.settled_margin(ply),
            Goal::Point(_) | Goal::Stone(_) => 0,
        }
    }

    /// The margins that the position proves by itself.
    fn score_bounds(&mut self) -> [i32; 2] {
        let ply = self.path.last();
        let position = &self.positions[ply];
        let settled_margin = self.settled_margin(ply);
        let key = position.situation().low() ^ self.goal.key();
        let place = key as usize % self.proven.len();
        if self.proven[place].key != key || key == 0 {
            let margins = match self.goal {
                Goal::Margin => position
                    .score_bounds(self.shared.terms)
                    .map(HalfPoints::halves),
                Goal::Point(point) | Goal::Stone(point) => proven_owner(position.board(), point),
            };
            let value = margins.map(|margin| margin - settled_margin);
            self.proven[place] = Static { key, value };
        }
        self.proven[place]
            .value
            .map(|margin| margin + settled_margin)
    }

    fn is_superko(&self) -> bool {
        self.shared.rules.ko != KoRule::Simple
    }

    /// The first of the earlier situations that count. Under simple ko, a situation that came up before the
    /// question was asked may come up again.
    fn first_of_path(&self) -> usize {
        if self.is_superko() {
            self.position().bans_from()
        } else {
            self.root
        }
    }

    /// An answer from the table, if what it rests on is given here.
    fn known(&self, key: u64, image: usize, wanted: i32, needs: &mut Needs) -> Option<Answer> {
        let last = self.path.last();
        let earlier = self.first_of_path()..last;
        let images = &self.shared.images;
        self.shared.verdicts.find(key, wanted, |verdict| {
            let mut rests_on = Needs::NOTHING;
            for &memory in verdict.memories() {
                let is_it = |&ply: &usize| self.path.memory(images, ply, last, image) == memory;
                rests_on.insert_ply(earlier.clone().find(is_it)?);
            }
            if !verdict.free.is_empty() {
                let may_be_banned = |ply: usize| {
                    let (class, stones) = self.path.class(ply);
                    verdict.free.may_contain(class, stones)
                };
                if earlier.clone().any(may_be_banned) {
                    return None;
                }
                rests_on.free = verdict.free;
            }
            needs.add(&rests_on);
            Some(Answer::of(verdict.yes))
        })
    }

    /// Keeps an answer in the table.
    fn keep(&self, key: u64, image: usize, wanted: i32, answer: Answer, work: u8, needs: &Needs) {
        let Some(plies) = needs.plies() else {
            return;
        };
        let last = self.path.last();
        let images = &self.shared.images;
        let memories = plies
            .iter()
            .map(|&ply| self.path.memory(images, usize::from(ply), last, image));
        let yes = answer == Answer::Yes;
        let verdict = Verdict::new(key, wanted, yes, work, needs.free, memories);
        self.shared.verdicts.keep(verdict);
    }

    /// Notes how deep a question was tried, and the move to begin with.
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

    /// A move as the table keeps it, seen in one image.
    fn coded(&self, action: PlayedMove, image: usize) -> u16 {
        match action {
            PlayedMove::Place(point) => self.shared.images.point(image, point).index() as u16,
            PlayedMove::Token(token) => TOKEN_CODES + token as u16,
            PlayedMove::Resign => 0,
        }
    }

    /// The move that the table keeps.
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

/// Whose a point is by area: 1 if Black's, −1 if White's.
pub(super) fn counted_owner(board: &Board, dead: &PointSet, point: Point) -> i32 {
    let none = PointSet::new(board.size());
    match Territory::with_seki(board, dead, &none).owner(point) {
        PointOwner::Stone(color) | PointOwner::Territory(color) => color.sign(),
        _ => 0,
    }
}

/// Between 1, Black's, and −1, White's: whose a point will be.
pub(super) fn proven_owner(board: &Board, point: Point) -> [i32; 2] {
    for color in Color::BOTH {
        let alive = pass_alive(board, color);
        if alive.stones.contains(point) || alive.enclosed.contains(point) {
            return [color.sign(); 2];
        }
    }
    [-1, 1]
}

/// The token moves worth a try, each once. Proposals of dead stones are left out: they only give the
/// opponent one more way to go on.
pub(super) fn tokens(position: &Position) -> Vec<Token> {
    let color = position.to_move();
    let mut found: Vec<Token> = position.plain_pass(color).into_iter().collect();
    for (_, token) in position.tokens(color) {
        if !found.contains(&token) {
            found.push(token);
        }
    }
    if position.is_idle_pass() {
        found.retain(|&token| token != Token::StonePass);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_at_the_clock_come_sooner_where_nodes_take_longer() {
        let millis = Duration::from_millis;
        assert_eq!(next_step(8, millis(0)), 16);
        assert_eq!(next_step(8, millis(8)), 2);
        assert_eq!(next_step(1, millis(500)), 1);
        let most = |side, has_deadline| Looks::new(has_deadline, Size::square(side)).most;
        assert_eq!(most(4, true), MAX_NODES_BETWEEN_LOOKS);
        assert!(most(9, true) < 256);
        assert!(most(25, true) <= 4);
        assert_eq!(most(25, false), MAX_NODES_BETWEEN_LOOKS);
    }

    #[test]
    fn without_a_deadline_looks_come_at_the_same_nodes() {
        let mut looks = Looks::new(false, Size::square(9));
        let due: Vec<u64> = (1..=4096)
            .filter(|&node| looks.due(node).is_some())
            .collect();
        assert_eq!(due, [1024, 2048, 3072, 4096]);
    }
}
