//! Order of the searches for one question: at which answer they aim, how deep they go, and for how
//! many nodes at a time.

use halfpoint_core::board::Board;

use super::search::Answer;

/// Largest depth of a search, in moves.
const MAX_DEPTH: u16 = 1000;
/// Depth of the first search beyond the number of points of the board: where at most half of them
/// are empty, and where more are.
const DEPTH_BEYOND_AREA: [u16; 2] = [4, 8];
/// Increase of the depth from one search to the next.
const DEPTH_STEP: u16 = 6;
/// Nodes of an aim's first turn; each further round doubles them.
const FIRST_NODES: u64 = 1 << 10;

/// Returns whether more than half of a board is empty.
pub(super) fn is_open(board: &Board) -> bool {
    2 * board.empties().len() > board.size().area()
}

/// Effort that may be spent on one question.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeBudget {
    /// Depth of the first search, in moves.
    pub(super) depth: u16,
    /// Increase of the depth from one search to the next, in moves.
    pub(super) step: u16,
    /// Largest number of nodes.
    pub(super) nodes: u64,
}

impl NodeBudget {
    /// Returns a budget that suits a question about a board. Where there are few situations, the
    /// repetition of shallow searches takes most of the time.
    pub(super) fn on(board: &Board, nodes: u64) -> NodeBudget {
        let beyond = DEPTH_BEYOND_AREA[usize::from(is_open(board))];
        NodeBudget {
            depth: board.size().area() as u16 + beyond,
            step: DEPTH_STEP,
            nodes,
        }
    }
}

/// State of the searches that aim at one answer.
///
/// A search that aims at one answer lets the opponent stop at the first move that is not refuted
/// within the depth, so that an insufficient depth is finished soon. Since the true answer is not
/// known, searches for both take turns. Under superko, where results of other paths to a situation
/// hide more, searches that aim at either answer take turns with them.
pub(super) struct Aim {
    /// Answer at which the searches aim; `None` for either.
    pub(super) answer: Option<Answer>,
    /// Whether results of failed tries on other paths to a situation are ignored.
    pub(super) strict: bool,
    /// Depth of the next search, in moves.
    pub(super) depth: u16,
    /// Increase of the depth from one search to the next, in moves.
    step: u16,
    /// Nodes of the last two searches.
    took: [u64; 2],
    /// Whether deeper searches have stopped making progress.
    is_stuck: bool,
}

impl Aim {
    /// Returns an aim whose first search has the budget's depth.
    fn new(answer: Option<Answer>, strict: bool, effort: NodeBudget) -> Aim {
        Aim {
            answer,
            strict,
            depth: effort.depth,
            step: effort.step,
            took: [0; 2],
            is_stuck: false,
        }
    }

    /// Returns an aim at either answer. Its depth grows by larger steps, since each search takes
    /// longer and fewer searches hide less.
    fn for_either(strict: bool, effort: NodeBudget) -> Aim {
        let effort = NodeBudget {
            step: effort.depth,
            ..effort
        };
        Aim::new(None, strict, effort)
    }

    /// Sets the depth of the next search after one of `nodes` nodes without an answer. `cut_off`
    /// is true if the depth ended a line.
    pub(super) fn go_on(&mut self, nodes: u64, cut_off: bool) {
        // A search of a single node was answered by an earlier try.
        if nodes > 1 {
            if self.took.iter().all(|&took| took >= nodes) {
                self.is_stuck = true;
                self.step *= 2;
            }
            self.took = [self.took[1], nodes];
        }
        self.is_stuck |= !cut_off;
        self.depth = if cut_off {
            self.depth + self.step
        } else {
            MAX_DEPTH + 1
        };
    }

    /// Returns an alternative for an aim that is stuck: results of failed tries on other paths to a
    /// situation may hide the answer from it. An aim at one answer gets an aim at either, and that
    /// gets a strict one.
    fn instead(&self, effort: NodeBudget) -> Option<Aim> {
        let is_wanted = self.is_stuck && !self.strict;
        is_wanted.then(|| Aim::for_either(self.answer.is_none(), effort))
    }

    /// Returns whether no deeper search remains.
    pub(super) fn is_done(&self) -> bool {
        self.depth > MAX_DEPTH
    }
}

/// The aims for one question, which take turns.
pub(super) struct Aims {
    /// Budget of the question.
    effort: NodeBudget,
    aims: Vec<Aim>,
    /// Index of the next aim; the number of aims at the end of a round.
    next: usize,
    /// Nodes for each turn of this round.
    nodes: u64,
}

/// A turn of one aim.
pub(super) struct Turn<'a> {
    pub(super) aim: &'a mut Aim,
    /// Nodes for the turn.
    pub(super) nodes: u64,
}

impl Aims {
    /// Returns aims at the given answers and, under superko, one at either.
    pub(super) fn new(answers: &[Answer], is_superko: bool, effort: NodeBudget) -> Aims {
        let aims = answers.iter();
        let mut aims: Vec<Aim> = aims
            .map(|&answer| Aim::new(Some(answer), false, effort))
            .collect();
        aims.extend(is_superko.then(|| Aim::for_either(false, effort)));
        Aims {
            effort,
            aims,
            next: 0,
            nodes: FIRST_NODES,
        }
    }

    /// Returns the next turn; `None` when all aims are done.
    pub(super) fn next_turn(&mut self) -> Option<Turn<'_>> {
        if self.next == self.aims.len() {
            self.add_instead();
            self.next = 0;
            self.nodes = self.nodes.saturating_mul(2);
        }
        if self.aims.iter().all(Aim::is_done) {
            return None;
        }
        self.next += 1;
        let nodes = self.nodes;
        let aim = self.aims.get_mut(self.next - 1)?;
        Some(Turn { aim, nodes })
    }

    /// Adds the alternatives of stuck aims, each once.
    fn add_instead(&mut self) {
        for place in 0..self.aims.len() {
            let kind = |aim: &Aim| (aim.answer, aim.strict);
            let is_new = |new: &Aim| self.aims.iter().all(|aim| kind(aim) != kind(new));
            let instead = self.aims[place].instead(self.effort).filter(is_new);
            self.aims.extend(instead);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::BOTH;
    use super::*;

    const EFFORT: NodeBudget = NodeBudget {
        depth: 20,
        step: 6,
        nodes: u64::MAX,
    };

    #[test]
    fn aims_take_turns_and_each_round_doubles_the_nodes() {
        let mut aims = Aims::new(&BOTH, false, EFFORT);
        let mut turns = Vec::new();
        for _ in 0..4 {
            let turn = aims.next_turn().expect("a turn");
            turns.push((turn.aim.answer, turn.nodes / FIRST_NODES));
        }
        let [yes, no] = BOTH.map(Some);
        assert_eq!(turns, [(yes, 1), (no, 1), (yes, 2), (no, 2)]);
        let mut aims = Aims::new(&BOTH, true, EFFORT);
        let mut next = || aims.next_turn().map(|turn| turn.aim.answer);
        assert_eq!([(); 3].map(|()| next()), [Some(yes), Some(no), Some(None)]);
    }

    #[test]
    fn stuck_aims_get_an_alternative_and_finished_aims_end() {
        let mut aims = Aims::new(&[Answer::Yes], false, EFFORT);
        for nodes in [100, 90, 80] {
            aims.next_turn().expect("a turn").aim.go_on(nodes, true);
        }
        assert_eq!(aims.aims.len(), 1);
        aims.next_turn().expect("a turn").aim.go_on(70, true);
        let kinds = |aims: &Aims| {
            let kinds = aims.aims.iter().map(|aim| (aim.answer, aim.strict));
            kinds.collect::<Vec<_>>()
        };
        let either = aims.next_turn().expect("a turn");
        either.aim.go_on(10, false);
        assert!(either.aim.is_done());
        assert_eq!(kinds(&aims), [(Some(Answer::Yes), false), (None, false)]);
        while let Some(turn) = aims.next_turn() {
            turn.aim.go_on(10, false);
        }
        let last = (None, true);
        assert_eq!(kinds(&aims).last(), Some(&last));
    }
}
