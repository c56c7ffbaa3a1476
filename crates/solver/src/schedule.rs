//! Order of the searches for one question: at which answer they aim, how deep they go, and for how
//! many nodes at a time.

use halfpoint_core::board::Board;

use super::question::SolverAnswer;

/// Largest depth of a search, in moves. A move takes up to 3.5 KB of the stack, of which a thread
/// has 2 MiB.
const MAX_DEPTH: u16 = 400;
/// Depth of the first search beyond the number of points of the board: where at most half of them
/// are empty, and where more are.
const DEPTH_BEYOND_AREA: [u16; 2] = [4, 8];
/// Increase of the depth from one search to the next.
const DEPTH_STEP: u16 = 6;
/// Nodes of the first turn of a series; each further round doubles them.
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

/// Series of ever deeper searches that aim at one answer, or at either.
///
/// A search that aims at one answer lets the opponent stop at the first move that is not refuted
/// within the depth, so that an insufficient depth is finished soon. Since the true answer is not
/// known, searches for both take turns. Under superko, where results of other paths to a situation
/// hide more, searches that aim at either answer take turns with them.
pub(super) struct SearchSeries {
    /// Answer at which the searches aim; `None` for either.
    pub(super) answer: Option<SolverAnswer>,
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

impl SearchSeries {
    /// Returns a series whose first search has the budget's depth.
    fn new(answer: Option<SolverAnswer>, strict: bool, budget: NodeBudget) -> SearchSeries {
        SearchSeries {
            answer,
            strict,
            depth: budget.depth,
            step: budget.step,
            took: [0; 2],
            is_stuck: false,
        }
    }

    /// Returns a series that aims at either answer. Its depth grows by larger steps, since each
    /// search takes longer and fewer searches hide less.
    fn for_either(strict: bool, budget: NodeBudget) -> SearchSeries {
        let budget = NodeBudget {
            step: budget.depth,
            ..budget
        };
        SearchSeries::new(None, strict, budget)
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

    /// Returns an alternative for a series that is stuck: results of failed tries on other paths to
    /// a situation may hide the answer from it. The alternative to one answer aims at either, and
    /// the alternative to that is strict.
    fn instead(&self, budget: NodeBudget) -> Option<SearchSeries> {
        let is_wanted = self.is_stuck && !self.strict;
        is_wanted.then(|| SearchSeries::for_either(self.answer.is_none(), budget))
    }

    /// Returns whether no deeper search remains.
    pub(super) fn is_done(&self) -> bool {
        self.depth > MAX_DEPTH
    }
}

/// The series of searches for one question, which take turns.
pub(super) struct SeriesSchedule {
    /// Budget of the question.
    budget: NodeBudget,
    series: Vec<SearchSeries>,
    /// Index of the next series; the number of series at the end of a round.
    next: usize,
    /// Nodes for each turn of this round.
    nodes: u64,
}

/// A turn of one series.
pub(super) struct SeriesTurn<'a> {
    pub(super) series: &'a mut SearchSeries,
    /// Nodes for the turn.
    pub(super) nodes: u64,
}

impl SeriesSchedule {
    /// Returns a series for each of the given answers and, under superko, one for either.
    pub(super) fn new(
        answers: &[SolverAnswer],
        is_superko: bool,
        budget: NodeBudget,
    ) -> SeriesSchedule {
        let series = answers.iter();
        let mut series: Vec<SearchSeries> = series
            .map(|&answer| SearchSeries::new(Some(answer), false, budget))
            .collect();
        series.extend(is_superko.then(|| SearchSeries::for_either(false, budget)));
        SeriesSchedule {
            budget,
            series,
            next: 0,
            nodes: FIRST_NODES,
        }
    }

    /// Returns the next turn; `None` when all series are done.
    pub(super) fn next_turn(&mut self) -> Option<SeriesTurn<'_>> {
        if self.next == self.series.len() {
            self.add_instead();
            self.next = 0;
            self.nodes = self.nodes.saturating_mul(2);
        }
        if self.series.iter().all(SearchSeries::is_done) {
            return None;
        }
        self.next += 1;
        let nodes = self.nodes;
        let series = self.series.get_mut(self.next - 1)?;
        Some(SeriesTurn { series, nodes })
    }

    /// Adds the alternatives of stuck series, each once.
    fn add_instead(&mut self) {
        for place in 0..self.series.len() {
            let kind = |series: &SearchSeries| (series.answer, series.strict);
            let is_new =
                |new: &SearchSeries| self.series.iter().all(|series| kind(series) != kind(new));
            let instead = self.series[place].instead(self.budget).filter(is_new);
            self.series.extend(instead);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::BOTH;
    use super::*;

    const BUDGET: NodeBudget = NodeBudget {
        depth: 20,
        step: 6,
        nodes: u64::MAX,
    };

    #[test]
    fn series_take_turns_and_each_round_doubles_the_nodes() {
        let mut schedule = SeriesSchedule::new(&BOTH, false, BUDGET);
        let mut turns = Vec::new();
        for _ in 0..4 {
            let turn = schedule.next_turn().expect("a turn");
            turns.push((turn.series.answer, turn.nodes / FIRST_NODES));
        }
        let [yes, no] = BOTH.map(Some);
        assert_eq!(turns, [(yes, 1), (no, 1), (yes, 2), (no, 2)]);
        let mut schedule = SeriesSchedule::new(&BOTH, true, BUDGET);
        let mut next = || schedule.next_turn().map(|turn| turn.series.answer);
        assert_eq!([(); 3].map(|()| next()), [Some(yes), Some(no), Some(None)]);
    }

    #[test]
    fn stuck_series_get_an_alternative_and_finished_series_end() {
        let mut schedule = SeriesSchedule::new(&[SolverAnswer::Yes], false, BUDGET);
        for nodes in [100, 90, 80] {
            schedule
                .next_turn()
                .expect("a turn")
                .series
                .go_on(nodes, true);
        }
        assert_eq!(schedule.series.len(), 1);
        schedule.next_turn().expect("a turn").series.go_on(70, true);
        let kinds = |schedule: &SeriesSchedule| {
            let kinds = schedule
                .series
                .iter()
                .map(|series| (series.answer, series.strict));
            kinds.collect::<Vec<_>>()
        };
        let either = schedule.next_turn().expect("a turn");
        either.series.go_on(10, false);
        assert!(either.series.is_done());
        assert_eq!(
            kinds(&schedule),
            [(Some(SolverAnswer::Yes), false), (None, false)]
        );
        while let Some(turn) = schedule.next_turn() {
            turn.series.go_on(10, false);
        }
        let last = (None, true);
        assert_eq!(kinds(&schedule).last(), Some(&last));
    }
}
