//! In which order a question is searched: towards which answer, how deep, and for how long at a time.

use halfpoint_core::board::Board;

use super::search::Answer;

/// The deepest that a question is searched, in moves.
const MAX_DEPTH: u16 = 1000;
/// How much deeper than the board has points a question is searched first: where at most half of them are empty, and
/// where more are.
const DEPTH_BEYOND_AREA: [u16; 2] = [4, 8];
/// How much deeper each search goes than the one before.
const DEPTH_STEP: u16 = 6;
/// Nodes that a search towards one answer takes before it is the other one's turn; then twice as many, and so on.
const FIRST_NODES: u64 = 1 << 10;

/// Whether more than half of a board is empty.
pub(super) fn is_open(board: &Board) -> bool {
    2 * board.empties().len() > board.size().area()
}

/// How much is put into one question.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeBudget {
    /// How deep the first search goes, in moves.
    pub(super) depth: u16,
    /// How many moves deeper each search goes than the one before.
    pub(super) step: u16,
    /// Nodes.
    pub(super) nodes: u64,
}

impl NodeBudget {
    /// What suits a question about a board. Where there are few situations, it is repetitions of shallow searches that
    /// take the time.
    pub(super) fn on(board: &Board, nodes: u64) -> NodeBudget {
        let beyond = DEPTH_BEYOND_AREA[usize::from(is_open(board))];
        NodeBudget {
            depth: board.size().area() as u16 + beyond,
            step: DEPTH_STEP,
            nodes,
        }
    }
}

/// How far the searches of one kind have come.
///
/// A search that is out for one answer leaves its opponent content with the first move that is not refuted within the
/// depth, so that a depth which does not suffice is soon done with. As nobody knows which answer is true, searches towards
/// both take turns. Under superko, where what was tried on another way hides more, searches that are out for either take
/// turns with them.
pub(super) struct Aim {
    /// The answer that it is out for, if not for either.
    pub(super) answer: Option<Answer>,
    /// Whether what was tried on another way here counts for nothing.
    pub(super) strict: bool,
    /// How deep the next search goes, in moves.
    pub(super) depth: u16,
    step: u16,
    /// Nodes that the last two searches took.
    took: [u64; 2],
    /// Whether it no longer got on at some depth.
    is_stuck: bool,
}

impl Aim {
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

    /// Out for either answer: each search takes longer, so that fewer go deeper faster, and less is hidden.
    fn for_either(strict: bool, effort: NodeBudget) -> Aim {
        let effort = NodeBudget {
            step: effort.depth,
            ..effort
        };
        Aim::new(None, strict, effort)
    }

    /// Goes on after a search of so many nodes in vain; `cut_off` says whether a line was left for its depth.
    pub(super) fn go_on(&mut self, nodes: u64, cut_off: bool) {
        // What takes a single node was tried before.
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

    /// What may get on if this one is stuck: depths tried on other ways to a situation hide something there.
    fn instead(&self, effort: NodeBudget) -> Option<Aim> {
        let is_wanted = self.is_stuck && !self.strict;
        is_wanted.then(|| Aim::for_either(self.answer.is_none(), effort))
    }

    /// Whether there is no deeper search.
    pub(super) fn is_done(&self) -> bool {
        self.depth > MAX_DEPTH
    }
}

/// The searches for one question, by turns.
pub(super) struct Aims {
    effort: NodeBudget,
    aims: Vec<Aim>,
    /// Whose turn is next.
    next: usize,
    /// Nodes for each turn of this round.
    nodes: u64,
}

/// A turn of one kind of searches.
pub(super) struct Turn<'a> {
    pub(super) aim: &'a mut Aim,
    /// Nodes for it.
    pub(super) nodes: u64,
}

impl Aims {
    /// Searches that are out for those answers; under superko for either, too.
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

    /// The next turn; `None` when no search goes deeper.
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

    /// Adds what may get on where searches no longer do.
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
    fn turns_go_round_with_more_and_more_nodes() {
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
    fn who_is_stuck_gets_company_and_who_is_done_ends() {
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
