//! The question whether one player gets everything.

use halfpoint_core::board::{Board, Color, Point};
use halfpoint_core::bounds;
use halfpoint_core::game::Position;

use super::{SolverLimits, widest};
use crate::question::SolverAnswer;
use crate::schedule::is_open;
use crate::search::Searcher;
use crate::shared::SharedTables;
use crate::whole::{Progress, WholeBoard, WholeProver};

/// Largest number of nodes of the [search for the whole board](WholeBoard) for each two nodes of
/// other questions. Its nodes take a third of the time.
const MAX_NODES_FOR_TWO: u64 = 64;
/// Nodes of a turn of other questions that give the search for the whole board one more node for
/// each two, on boards of up to [`FEW_POINTS`]: other questions are soon answered there, too.
const LONG_TURN: u64 = 1 << 19;
/// Points of the largest board on which other questions are soon answered, too.
const FEW_POINTS: usize = 16;

/// Largest number of nodes after which progress is told: some seconds.
const NODES_OF_A_TURN: u64 = 1 << 22;

/// Question whether a player gets everything, which a search for the whole board answers where
/// there is one.
pub(super) struct Everything<'a> {
    shared: &'a SharedTables,
    target: i32,
    answer: SolverAnswer,
    /// Whether the board has more than [`FEW_POINTS`].
    is_large: bool,
    /// The part of this thread in the search for the whole board.
    whole: Option<WholeProver<'a>>,
}

impl<'a> Everything<'a> {
    /// Returns the question for the [hopeful side](hopeful_side), if there is one, and begins its
    /// search. On small boards the answer is often yes, and is proven much sooner than a smaller
    /// margin. Threads after the first one ask it only where other questions are out of reach.
    pub(super) fn new(
        searcher: &Searcher,
        shared: &'a SharedTables,
        limits: SolverLimits,
        thread: usize,
    ) -> Option<Everything<'a>> {
        let position = searcher.position();
        let board = position.board();
        let is_large = is_large(board);
        if thread > 0 && !is_large {
            return None;
        }
        let side = hopeful_side(position)?;
        // The margin that is left to the side if it has the whole board and the other one takes the
        // tokens; where that is not known, the best margin that there is.
        let [least, most] = widest(position, shared.terms);
        let with_board = bounds::whole_board(position, side, shared.terms);
        let [if_black, if_white] = with_board.unwrap_or([most, least]);
        let (target, answer) = match side {
            Color::Black => (if_black, SolverAnswer::Yes),
            Color::White => (if_white + 1, SolverAnswer::No),
        };
        let bytes = memory_mb(position, limits) << 20;
        let whole = shared.whole(|| searcher.whole_board(side, bytes));
        Some(Everything {
            shared,
            target,
            answer,
            is_large,
            whole: whole.map(WholeBoard::prover),
        })
    }

    /// Searches for as long as `nodes` of the searcher take, and learns the answer if it is found.
    /// Returns whether it is worth while to go on.
    pub(super) fn pursue(
        &mut self,
        searcher: &mut Searcher,
        nodes: u64,
        report: &dyn Fn(),
    ) -> bool {
        let (shared, target) = (self.shared, self.target);
        if let Some(prover) = &mut self.whole {
            let for_two = match self.is_large {
                true => MAX_NODES_FOR_TWO,
                false => (nodes / LONG_TURN).clamp(1, MAX_NODES_FOR_TWO),
            };
            let mut left = (nodes / 2).saturating_mul(for_two);
            loop {
                let turn = left.min(NODES_OF_A_TURN);
                match prover.go_on(turn, &|nodes| shared.may_go_on(nodes, target)) {
                    // The searcher finds the answer there.
                    Progress::Proven => break,
                    Progress::Vain => return false,
                    Progress::Open if turn == left || !shared.may_go_on(0, target) => return true,
                    Progress::Open => report(),
                }
                left -= turn;
            }
        }
        let found = searcher.ask_for(target, &[self.answer], nodes);
        if let Ok(Some(yes)) = found {
            shared.learn(target, yes);
        }
        found.is_ok()
    }
}

/// Returns the share of the memory, in MiB, for the [search for the whole board](WholeBoard).
pub(super) fn memory_mb(position: &Position, limits: SolverLimits) -> usize {
    match hopeful_side(position) {
        Some(side) if WholeBoard::is_for(position, side) => limits.memory_mb / 2,
        Some(_) | None => 0,
    }
}

/// Returns whether a board has so many points that other questions are out of reach.
pub(super) fn is_large(board: &Board) -> bool {
    board.size().area() > FEW_POINTS
}

/// Returns the side that may get everything, if that is worth asking: on an open board, where
/// living stones are points or where a large board has a search for the whole of it. It is the side
/// with more stones off the edge, else the player to move: a first stone on the edge is worth less
/// than a turn.
fn hopeful_side(position: &Position) -> Option<Color> {
    let board = position.board();
    let size = board.size();
    let has_inside = size.width().min(size.height()) > 2;
    let is_inner =
        |&(point, _): &(Point, Color)| !has_inside || size.neighbours(point).count() == 4;
    let lead: i32 = board
        .stones()
        .filter(is_inner)
        .map(|(_, color)| color.sign())
        .sum();
    let side = match lead.signum() {
        1 => Color::Black,
        -1 => Color::White,
        _ => position.to_move(),
    };
    let is_asked =
        position.rules().counts_stones() || is_large(board) && WholeBoard::is_for(position, side);
    (is_open(board) && is_asked).then_some(side)
}
