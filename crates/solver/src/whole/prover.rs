//! Search for a proof that one player gets the whole board.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use smallvec::SmallVec;

use super::grid::{Grid, MAX_POINTS, NOWHERE, Stones, numbers};
use super::leaves::{LeafKnowledge, Leaves};
use super::table::{Entry, MAX_DEPTH, Outcome, Table, mixed};

/// Increase of the depth from one search to the next: the last move is always one of the player who
/// may get the board.
pub(super) const DEPTH_STEP: u8 = 2;
/// Depth at which two moves of each player remain, for which there is no table.
pub(super) const DEPTH_OF_LAST: u8 = 4;
/// Moves that a capture of the player gives back to the depth: the stone that he takes off and his
/// own. Without that, lines with many useless stones of the other player end at the depth, and all
/// other moves of the player are searched in vain.
const CAPTURE_GIVES: u8 = 2;
/// Number of moves of a line from which on captures give nothing back.
const MAX_EXTENDED: usize = 56;
/// Nodes between two looks at the limits.
const NODES_BETWEEN_LOOKS: u64 = 1024;

// Ranks of moves: the constants are guesses that did well on 4×5 and 5×5, and only the speed
// depends on them.
/// Rank for each line away from the edge, along either axis.
const LINE: u32 = 80;
/// Rank of a point beside a stone of the opponent, and of an own one.
const CONTACT: u32 = 60;
const SUPPORT: u32 = 20;
/// Rank for each empty neighbour.
const ROOM: u32 = 15;
/// Number of refutations, weighted by depth, that count as one more in rank.
const HISTORY_UNIT: u32 = 64;
/// Largest weight of refutations before all are halved.
const MAX_HISTORY: u32 = 1 << 16;

/// Least depth at which a thread puts off a move that another one searches.
const DEPTH_TO_PUT_OFF: u8 = 6;
/// Number of places for marks of situations that are searched.
const MARKS: usize = 1 << 12;

/// Result of a turn of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The player gets the whole board.
    Proven,
    /// No deeper search remains.
    Vain,
    /// The nodes did not suffice.
    Open,
}

/// The situation at which a search begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) stones: Stones,
    pub(super) is_own_turn: bool,
    /// Whether the other player may commit suicide of several stones.
    pub(super) may_suicide: bool,
    /// Largest number of the player's stones on a board before that may ban placements.
    pub(super) most_before: u8,
}

/// The search for lines by which a player gets the whole board: what its threads share.
///
/// The player never passes, and the other one may pass at any time, so the proof holds whatever
/// passes and tokens are worth, as long as the other one alone cannot end the game. A situation
/// that repeats one of the path counts as a failure, and so does a board that a placement of the
/// player makes and that has occurred; so the proof holds under each ko rule.
pub(super) struct ProofSearch {
    pub(super) grid: Arc<Grid>,
    pub(super) table: Table,
    /// Boards that count as got. With [`Leaves::Likely`] what is found is a guess, no proof.
    leaves: Leaves,
    pub(super) root: Root,
    /// Depth of the searches in progress; more than [`MAX_DEPTH`] if none remains.
    depth: AtomicU8,
    is_proven: AtomicBool,
    /// Keys of situations that are searched, by their last bits.
    searched: Vec<AtomicU64>,
}

impl ProofSearch {
    /// Returns a search of a situation.
    pub(super) fn new(grid: Arc<Grid>, table: Table, leaves: Leaves, root: Root) -> ProofSearch {
        ProofSearch {
            grid,
            table,
            leaves,
            root,
            depth: (DEPTH_OF_LAST + u8::from(root.is_own_turn)).into(),
            is_proven: false.into(),
            searched: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Returns whether the other player may commit suicide of several stones.
    pub(super) fn may_suicide(&self) -> bool {
        self.root.may_suicide
    }

    /// Notes that the player gets the whole board.
    pub(super) fn prove(&self) {
        self.is_proven.store(true, Ordering::Release);
    }

    /// Notes that what the search of a depth found is wrong: the next one is deeper.
    pub(super) fn retract(&self, depth: u8) {
        let next = depth + DEPTH_STEP;
        let (order, failed) = (Ordering::Relaxed, Ordering::Relaxed);
        // Another thread may have done so.
        if self
            .depth
            .compare_exchange(depth, next, order, failed)
            .is_ok()
        {
            self.is_proven.store(false, Ordering::Release);
        }
    }

    /// Returns whether the player gets the whole board.
    pub(super) fn is_proven(&self) -> bool {
        self.is_proven.load(Ordering::Acquire)
    }

    /// Returns the depth of the searches in progress.
    pub(super) fn depth(&self) -> u8 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Notes the outcome of the search of a depth, unless another thread has done so.
    fn learn(&self, outcome: Outcome, depth: u8) {
        let next = match outcome {
            Outcome::Whole(_) => {
                self.prove();
                return;
            }
            Outcome::Hopeless => MAX_DEPTH + 1,
            Outcome::Open(_) => depth + DEPTH_STEP,
        };
        self.depth.fetch_max(next, Ordering::Relaxed);
    }

    /// Returns the place for the mark of a situation.
    fn mark(&self, key: u64) -> &AtomicU64 {
        &self.searched[mixed(key) as usize % MARKS]
    }
}

/// One thread's search, deeper and deeper. Threads help each other by the table, and put off moves
/// that another one searches (ABDADA by J.-C. Weill, in the simplified form of T. Kerrigan).
pub(crate) struct Prover<'a> {
    pub(super) search: &'a ProofSearch,
    /// Depth of the search in progress.
    depth: u8,
    /// Situations from the root on: keys and boards.
    pub(super) path: Vec<(u64, [u32; 2])>,
    /// How often a placement decided, weighted by depth, by player (0 the one who may get the
    /// board) and point.
    history: [[u32; 32]; 2],
    pub(super) nodes: u64,
    max_nodes: u64,
    pub(super) is_stopped: bool,
    /// Whether it takes part in the deeper and deeper search from the root.
    deepens: bool,
    pub(super) leaves: LeafKnowledge,
}

/// A situation that is searched.
pub(super) struct Node {
    /// Key that all images share, and the image that has it.
    pub(super) key: u64,
    pub(super) image: usize,
    /// Key on the path.
    situation: u64,
    /// The move of that image to try first.
    first: u8,
    /// Number of nodes before its search.
    before: u64,
}

/// A value for each move of a node, without memory from the heap.
type ByMove<T> = SmallVec<[T; MAX_POINTS + 1]>;

/// The moves of a node with the stones after each.
type Children = ByMove<(u8, Stones)>;

/// Moves to search, those that another thread searches at the end.
pub(super) struct Queue {
    moves: Children,
    next: usize,
    /// Number of moves that may be put off: all but those that were.
    number: usize,
}

impl Queue {
    pub(super) fn new(moves: Children) -> Queue {
        Queue {
            next: 0,
            number: moves.len(),
            moves,
        }
    }

    /// Takes the next move with the stones after it. The first one is not put off.
    pub(super) fn take(&mut self, is_searched: impl Fn(Stones) -> bool) -> Option<(u8, Stones)> {
        loop {
            let &(at, after) = self.moves.get(self.next)?;
            self.next += 1;
            if self.next == 1 || self.next > self.number || !is_searched(after) {
                return Some((at, after));
            }
            self.moves.push((at, after));
        }
    }
}

impl<'a> Prover<'a> {
    /// Returns a thread's part in a search.
    pub(super) fn new(search: &'a ProofSearch) -> Prover<'a> {
        Prover {
            search,
            depth: search.depth(),
            path: Vec::new(),
            history: [[0; 32]; 2],
            nodes: 0,
            max_nodes: u64::MAX,
            is_stopped: false,
            deepens: false,
            leaves: LeafKnowledge::new(search.leaves, search.grid.area()),
        }
    }

    /// Begins at the root to confirm a guess, with that many nodes more.
    pub(super) fn begin_to_confirm(&mut self, nodes: u64) {
        self.deepens = false;
        self.max_nodes = self.nodes.saturating_add(nodes);
        self.path.clear();
        self.is_stopped = false;
    }

    /// Searches for that many nodes more. `may_go_on` gets the nodes since it was asked last, and
    /// returns whether the search goes on.
    pub(crate) fn go_on(&mut self, nodes: u64, may_go_on: &dyn Fn(u64) -> bool) -> Progress {
        let search = self.search;
        self.max_nodes = self.nodes.saturating_add(nodes);
        self.deepens = true;
        loop {
            if search.is_proven() {
                return Progress::Proven;
            }
            self.depth = search.depth();
            if self.depth > MAX_DEPTH {
                return Progress::Vain;
            }
            self.path.clear();
            self.is_stopped = false;
            let root = search.root;
            let (stones, is_own_turn) = (root.stones, root.is_own_turn);
            let outcome =
                self.searched(stones, is_own_turn, self.depth, root.most_before, may_go_on);
            if !self.is_stopped {
                search.learn(outcome, self.depth);
            } else if !self.is_done_elsewhere() {
                return Progress::Open;
            }
        }
    }

    /// Returns whether another thread has found the outcome of this depth.
    fn is_done_elsewhere(&self) -> bool {
        self.deepens && (self.search.is_proven() || self.search.depth() != self.depth)
    }

    /// Returns whether another thread searches a situation with so much depth that its move is
    /// better put off.
    pub(super) fn is_searched_elsewhere(
        &self,
        stones: Stones,
        is_own_turn: bool,
        depth: u8,
    ) -> bool {
        depth >= DEPTH_TO_PUT_OFF && {
            let (key, _) = self.search.grid.canonical(stones, is_own_turn);
            self.search.mark(key).load(Ordering::Relaxed) == key
        }
    }

    /// Counts a node, and notices whether the search has to stop. Returns the outcome if the node
    /// needs no search: it is known, or repeats a situation of the path, or the search stops.
    pub(super) fn enter(
        &mut self,
        stones: Stones,
        is_own_turn: bool,
        depth: u8,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Result<Node, Outcome> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            let is_over = !may_go_on(NODES_BETWEEN_LOOKS) || self.nodes >= self.max_nodes;
            self.is_stopped |= is_over || self.is_done_elsewhere();
        }
        let (key, image) = self.search.grid.canonical(stones, is_own_turn);
        let (known, first) = self.known(key, depth, most);
        if let Some(outcome) = known {
            return Err(outcome);
        }
        if self.is_repeated(stones, is_own_turn) || self.is_stopped {
            return Err(Outcome::Open(0));
        }
        Ok(Node {
            key,
            image,
            situation: stones.key(is_own_turn),
            first,
            before: self.nodes,
        })
    }

    /// Begins the search of a situation's moves.
    pub(super) fn push(&mut self, node: &Node, stones: Stones, depth: u8) {
        if depth >= DEPTH_TO_PUT_OFF {
            let mark = self.search.mark(node.key);
            mark.store(node.key, Ordering::Relaxed);
        }
        self.path.push((node.situation, [stones.own, stones.other]));
    }

    /// Ends the search of a situation's moves.
    pub(super) fn pop(&mut self, node: &Node, depth: u8) {
        self.path.pop();
        if depth >= DEPTH_TO_PUT_OFF {
            let mark = self.search.mark(node.key);
            let (order, failed) = (Ordering::Relaxed, Ordering::Relaxed);
            // Another situation may have taken the place.
            let _ = mark.compare_exchange(node.key, 0, order, failed);
        }
    }

    /// Returns what is known of a situation within a depth, and the move to try first. `most` is
    /// the largest number of the player's stones on a board before it.
    fn known(&self, key: u64, depth: u8, most: u8) -> (Option<Outcome>, u8) {
        let Some(entry) = self.search.table.find(key) else {
            return (None, NOWHERE);
        };
        let holds = match entry.outcome {
            // No board of the path is one that a placement has to make.
            Outcome::Whole(least) => most < least,
            Outcome::Hopeless => true,
            Outcome::Open(searched) => searched >= depth,
        };
        (holds.then_some(entry.outcome), entry.best)
    }

    /// Returns whether a situation is one of the path.
    pub(super) fn is_repeated(&self, stones: Stones, is_own_turn: bool) -> bool {
        let situation = stones.key(is_own_turn);
        self.path.iter().any(|&(earlier, _)| earlier == situation)
    }

    /// Returns whether a board has occurred since the root.
    fn has_occurred(&self, stones: Stones) -> bool {
        let board = [stones.own, stones.other];
        self.path.iter().any(|&(_, earlier)| earlier == board)
    }

    /// Searches a situation.
    pub(super) fn searched(
        &mut self,
        stones: Stones,
        is_own_turn: bool,
        depth: u8,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Outcome {
        match is_own_turn {
            true => self.attack(stones, depth, most, may_go_on),
            false => self.defend(stones, depth, most, may_go_on),
        }
    }

    /// Searches a situation in which the player who may get the board is to move.
    pub(super) fn attack(
        &mut self,
        stones: Stones,
        depth: u8,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Outcome {
        let node = match self.enter(stones, true, depth, most, may_go_on) {
            Ok(node) => node,
            Err(outcome) => return outcome,
        };
        if self.search.grid.lives(stones.other, stones.own) {
            self.keep(&node, Outcome::Hopeless, NOWHERE);
            return Outcome::Hopeless;
        }
        self.push(&node, stones, depth);
        let first = self.search.grid.point_back(node.first, node.image);
        let (outcome, best) = self.best_attack(stones, depth, most, first, may_go_on);
        self.pop(&node, depth);
        if !self.is_stopped {
            let has_decided = matches!(outcome, Outcome::Whole(_));
            let best = self.decided(0, best, depth, has_decided, node.image);
            self.keep(&node, outcome, best);
        }
        outcome
    }

    /// Tries the placements of the player who may get the board.
    fn best_attack(
        &mut self,
        stones: Stones,
        depth: u8,
        most: u8,
        first: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> (Outcome, u8) {
        let most = most.max(stones.number());
        let mut is_hopeless = true;
        let mut children = Children::new();
        for at in self.ordered(stones, true, first) {
            match self.search.grid.after_own(stones, at) {
                Some(after) if self.is_banned(after, most) => {
                    is_hopeless = false;
                }
                Some(after) => children.push((at, after)),
                None => (),
            }
        }
        let mut decides = |outcome, after: Stones| match outcome {
            Outcome::Whole(least) => Some(Outcome::Whole(least.min(after.number()))),
            Outcome::Hopeless => None,
            Outcome::Open(_) => {
                is_hopeless = false;
                None
            }
        };
        let left = |after| self.depth_after(stones, after, depth);
        if let Some(known) = self.look_ahead(&mut children, false, most, left, &mut decides) {
            return known;
        }
        let mut queue = Queue::new(children);
        while let Some((at, after)) =
            queue.take(|after| self.is_searched_elsewhere(after, false, depth))
        {
            let left = self.depth_after(stones, after, depth);
            let outcome = self.defend(after, left, most, may_go_on);
            if let Some(outcome) = decides(outcome, after) {
                return (outcome, at);
            }
            if self.is_stopped {
                break;
            }
        }
        match is_hopeless && !self.is_stopped {
            true => (Outcome::Hopeless, NOWHERE),
            false => (Outcome::Open(depth), NOWHERE),
        }
    }

    /// Looks up the situations that moves lead to, and leaves the moves whose outcome is unknown.
    /// Returns the outcome and the move if one of them decides. The places in the table are fetched
    /// together, since waiting for memory takes much of the time.
    fn look_ahead(
        &self,
        children: &mut Children,
        is_own_turn: bool,
        most: u8,
        depth: impl Fn(Stones) -> u8,
        decides: &mut impl FnMut(Outcome, Stones) -> Option<Outcome>,
    ) -> Option<(Outcome, u8)> {
        let key = |&(_, after): &(u8, Stones)| self.search.grid.canonical(after, is_own_turn).0;
        let keys: ByMove<u64> = children.iter().map(key).collect();
        self.search.table.fetch(&keys);
        let mut unknown = Children::new();
        for (&(at, after), key) in children.iter().zip(keys) {
            match self.known(key, depth(after), most).0 {
                Some(outcome) => {
                    if let Some(outcome) = decides(outcome, after) {
                        return Some((outcome, at));
                    }
                }
                None => unknown.push((at, after)),
            }
        }
        *children = unknown;
        None
    }

    /// Returns the depth that is left after a placement of the player.
    fn depth_after(&self, stones: Stones, after: Stones, depth: u8) -> u8 {
        let captures = after.other.count_ones() < stones.other.count_ones();
        let is_extended = captures && self.path.len() < MAX_EXTENDED;
        depth - 1 + if is_extended { CAPTURE_GIVES } else { 0 }
    }

    /// Returns whether a board that a placement of the player makes may have occurred. `most` is
    /// the largest number of his stones on a board before.
    fn is_banned(&self, after: Stones, most: u8) -> bool {
        let number = after.number();
        number <= most && (number <= self.search.root.most_before || self.has_occurred(after))
    }

    /// Returns the stones after a placement of the player; `None` if it is not legal, or makes a
    /// board that may have occurred.
    pub(super) fn after_attack(&self, stones: Stones, at: u8, most: u8) -> Option<Stones> {
        let after = self.search.grid.after_own(stones, at)?;
        (!self.is_banned(after, most)).then_some(after)
    }

    /// Searches a situation after a capture of the player at the end of a line.
    pub(super) fn after_capture(
        &mut self,
        stones: Stones,
        after: Stones,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Outcome {
        let left = self.depth_after(stones, after, DEPTH_OF_LAST - 1);
        if left < DEPTH_OF_LAST {
            return Outcome::Open(left);
        }
        self.path
            .push((stones.key(true), [stones.own, stones.other]));
        let outcome = self.defend(after, left, most, may_go_on);
        self.path.pop();
        outcome
    }

    /// Searches a situation in which the other player is to move.
    fn defend(
        &mut self,
        stones: Stones,
        depth: u8,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Outcome {
        let node = match self.enter(stones, false, depth, most, may_go_on) {
            Ok(node) => node,
            Err(outcome) => return outcome,
        };
        // The further placements make boards that have not occurred.
        if most <= stones.number() && self.leaves.is_leaf(&self.search.grid, stones) {
            let outcome = Outcome::Whole(stones.number() + 1);
            self.keep(&node, outcome, NOWHERE);
            return outcome;
        }
        self.push(&node, stones, depth);
        let first = self.search.grid.point_back(node.first, node.image);
        let (outcome, best) = match depth {
            DEPTH_OF_LAST => self.last_defence(stones, most, first, may_go_on),
            _ => self.best_defence(stones, depth, most, first, may_go_on),
        };
        self.pop(&node, depth);
        if !self.is_stopped {
            let has_decided = !matches!(outcome, Outcome::Whole(_));
            let best = self.decided(1, best, depth, has_decided, node.image);
            self.keep(&node, outcome, best);
        }
        outcome
    }

    /// Tries the moves of the other player, a pass last, until one is not refuted.
    fn best_defence(
        &mut self,
        stones: Stones,
        depth: u8,
        most: u8,
        first: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> (Outcome, u8) {
        let most = most.max(stones.number());
        let mut least = u8::MAX;
        let mut children = self.moves_of_other(stones, first);
        let mut decides = |outcome, _| match outcome {
            Outcome::Whole(stones) => {
                least = least.min(stones);
                None
            }
            Outcome::Hopeless => Some(Outcome::Hopeless),
            Outcome::Open(_) => Some(Outcome::Open(depth)),
        };
        let left = |_| depth - 1;
        if let Some(known) = self.look_ahead(&mut children, true, most, left, &mut decides) {
            return known;
        }
        let mut queue = Queue::new(children);
        while let Some((at, after)) =
            queue.take(|after| self.is_searched_elsewhere(after, true, depth))
        {
            let outcome = self.attack(after, depth - 1, most, may_go_on);
            if let Some(outcome) = decides(outcome, after) {
                return (outcome, at);
            }
        }
        (Outcome::Whole(least), NOWHERE)
    }

    /// Returns the moves of the other player with the stones after each, a pass at the end.
    pub(super) fn moves_of_other(&self, stones: Stones, first: u8) -> Children {
        let (grid, may_suicide) = (&self.search.grid, self.search.may_suicide());
        let placed = |at| Some((at, grid.after_other(stones, at, may_suicide)?));
        let pass = Stones {
            ko: NOWHERE,
            ..stones
        };
        let moves = self.ordered(stones, false, first).into_iter();
        moves.filter_map(placed).chain([(NOWHERE, pass)]).collect()
    }

    /// Returns the empty points that no ko bans, the ones to try first at the front.
    fn ordered(&self, stones: Stones, is_own_turn: bool, first: u8) -> ByMove<u8> {
        let grid = &self.search.grid;
        let empty = grid.empty(stones);
        let [mine, theirs] = match is_own_turn {
            true => [stones.own, stones.other],
            false => [stones.other, stones.own],
        };
        let (beside_mine, beside_theirs) = (grid.beside(mine), grid.beside(theirs));
        let rank = |at: u8| {
            if at == first {
                return u32::MAX;
            }
            let point = 1 << at;
            let looks = LINE * grid.lines_inside(at)
                + if point & beside_theirs == 0 {
                    0
                } else {
                    CONTACT
                }
                + if point & beside_mine == 0 { 0 } else { SUPPORT }
                + ROOM * (grid.beside(point) & empty).count_ones();
            let refuted = self.history[usize::from(!is_own_turn)][usize::from(at)];
            looks + refuted / HISTORY_UNIT
        };
        let points = numbers(empty).filter(|&at| at != stones.ko);
        let mut ranked: ByMove<(u32, u8)> = points.map(|at| (rank(at), at)).collect();
        ranked.sort_unstable_by_key(|&(rank, at)| (Reverse(rank), at));
        ranked.into_iter().map(|(_, at)| at).collect()
    }

    /// Notes that a move decided, if it did, and returns it in an image.
    fn decided(&mut self, player: usize, best: u8, depth: u8, has: bool, image: usize) -> u8 {
        if has && best != NOWHERE {
            let depth = u32::from(depth);
            let weight = &mut self.history[player][usize::from(best)];
            *weight += 1 + depth * depth / 4;
            if *weight > MAX_HISTORY {
                self.history[player]
                    .iter_mut()
                    .for_each(|weight| *weight /= 2);
            }
        }
        self.search.grid.point_in(best, image)
    }

    /// Keeps the outcome of a situation and the move of an image that decided it.
    pub(super) fn keep(&mut self, node: &Node, outcome: Outcome, best: u8) {
        let work = 1 + (self.nodes - node.before).max(1).ilog2() as u8;
        let entry = Entry {
            outcome,
            best,
            work,
        };
        self.search.table.keep(node.key, entry);
    }
}

#[cfg(test)]
mod tests {
    use halfpoint_core::board::Size;

    use super::*;

    /// Returns a search on a board without stones.
    fn search(size: Size, may_suicide: bool) -> ProofSearch {
        let root = Root {
            stones: Stones {
                own: 0,
                other: 0,
                ko: NOWHERE,
            },
            is_own_turn: true,
            may_suicide,
            most_before: 0,
        };
        let grid = Grid::new(size).expect("few points").into();
        ProofSearch::new(grid, Table::new(1 << 10), Leaves::Held, root)
    }

    #[test]
    fn moves_that_another_thread_searches_wait_once() {
        let stones = |ko| Stones {
            own: 0,
            other: 0,
            ko,
        };
        let mut queue = Queue::new((0..5).map(|at| (at, stones(at))).collect());
        let next = || queue.take(|after| after.ko % 2 == 0);
        let order: Vec<u8> = std::iter::from_fn(next).map(|(at, _)| at).collect();
        assert_eq!(order, [0, 1, 3, 2, 4]);
    }

    #[test]
    fn a_proof_is_used_only_where_no_board_before_can_ban_its_placements() {
        let search = search(Size::square(3), false);
        let mut prover = Prover::new(&search);
        let node = Node {
            key: 7,
            image: 0,
            situation: 0,
            first: NOWHERE,
            before: 0,
        };
        prover.keep(&node, Outcome::Whole(4), 1);
        assert_eq!(prover.known(7, 20, 3), (Some(Outcome::Whole(4)), 1));
        assert_eq!(prover.known(7, 20, 4), (None, 1));
        prover.keep(&node, Outcome::Open(20), 2);
        assert_eq!(prover.known(7, 20, 9), (Some(Outcome::Open(20)), 2));
        assert_eq!(prover.known(7, 21, 9), (None, 2));
    }
}
