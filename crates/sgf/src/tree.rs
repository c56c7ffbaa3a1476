//! Trees of games: every node of a record with all of its properties, and the positions in them.

use std::rc::Rc;

use thiserror::Error;

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, Move, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::Rules;

use super::brackets::{Brackets, next_game};
use super::error::SgfError;
use super::limits::{MAX_NODES, MAX_POSITIONS, MAX_TREE_VALUES};
use super::main_line::{LineMark, LineReader, Loaded};
use super::nodes::{Part, Property, SgfParts, ValueCount, is_setup, move_color};
use super::read::Source;
use super::terms::Defaults;
use super::text::with_escapes;
use super::times::{TimeLeft, times_left};

/// Property as it is written: its name, and its values with their escapes.
pub type RawProperty = (String, Vec<String>);

/// Node of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// Index of the parent, which is smaller than that of the node; `None` for the root.
    pub parent: Option<usize>,
    /// Effect on the position.
    pub step: NodeStep,
    /// All properties in the order of the file.
    pub properties: Vec<RawProperty>,
}

/// Effect of a node on the position.
///
/// The position of a node is that of the nearest [`NodeStep::start`] on the way from the root to it
/// after the moves since. The move of a node with a start follows that start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeStep {
    /// Start of the line from here on, if it is not that of the parent. The root has that of the
    /// game.
    pub start: Option<Setup>,
    /// The move, if the node plays one. A plain pass is one that has the effect of the token that
    /// the file names.
    pub played: Option<(Color, Move)>,
    /// Time that the players have left after the move.
    pub left: [Option<TimeLeft>; 2],
    /// Reason why there is no position from here on, up to a start.
    pub problem: Option<NodeProblem>,
}

/// Reason why there is no position from a node on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NodeProblem {
    /// The node cannot be read, or its move is illegal.
    #[error("{}", words(.0))]
    Sgf(#[from] SgfError),
    /// A variation before the first move changes the rules or the size of the board.
    #[error("rules or a board size of its own")]
    OtherTerms,
    /// More positions are set up than are read.
    #[error("too many positions set up")]
    TooMuchWork,
}

/// Returns the words of an error without its place, which is the node that has it.
fn words(error: &SgfError) -> String {
    match error.reason() {
        SgfError::IllegalMove { reason, .. } => reason.to_string(),
        reason => reason.to_string(),
    }
}

impl NodeProblem {
    /// Returns the problem as an error of a node of the main line.
    fn into_error(self, node: usize) -> SgfError {
        match self {
            NodeProblem::Sgf(error) => error.at_node(node),
            NodeProblem::OtherTerms | NodeProblem::TooMuchWork => {
                SgfError::TooManyValues.at_node(node)
            }
        }
    }
}

/// Record with all of its nodes.
#[derive(Clone, Debug)]
pub struct LoadedTree {
    /// The game of the main line, up to the first move that is illegal.
    pub main: Loaded,
    /// All nodes, parents before their children, children in the order of the file. The first is
    /// the root, and the main line follows it.
    pub nodes: Vec<TreeNode>,
    /// Index of the node with which the game of the main line ends.
    pub end: usize,
}

/// Reads the first game of a file with all of its nodes.
///
/// The positions are those that [`read`](super::read()) finds on each line, with the same defaults.
/// What cannot be read of a variation is a [`NodeProblem`] of its node. Properties are kept as they
/// are, but for escapes that their values lack, and a second move in a node, which gets a node of
/// its own. The cost grows with the length of the file alone.
///
/// # Errors
/// If the file is too large, contains no game of Go, or if its main line cannot be read up to the
/// first move.
pub fn read_tree(
    bytes: &[u8],
    default_rules: Rules,
    default_komi: HalfPoints,
) -> Result<LoadedTree, SgfError> {
    let file = Source::new(bytes)?;
    let Some(open) = next_game(&file.text, 0) else {
        return Err(file.without_game());
    };
    let end = Brackets::default().end_of_game(&file.text, open);
    let Parsed { mut nodes, damage } = parse(&file.text[..end.at], open)?;
    let walk = |place_handicap| {
        let defaults = Defaults::new(default_rules, default_komi);
        let reader = file.reader(end, defaults, None, place_handicap);
        TreeWalk::new(&nodes, reader).read()
    };
    let (mut main, mut steps) = walk(true)?;
    // Handicap stones on the usual points are a guess, which an illegal move disproves.
    if main.placed && matches!(main.failed, Some(SgfError::IllegalMove { .. })) {
        (main, steps) = walk(false)?;
        main.note("HA without stones: no handicap");
    }
    if let Some(error) = main.failed.take() {
        main.note(format!("{error}: the game is shown up to there"));
    }
    if let Some((node, error)) = damage {
        main.note(format!(
            "a variation, node {node} of the file: {error}: what follows is missing"
        ));
    }
    if next_game(&file.text, end.at).is_some() {
        main.note("the file has further games: only the first is opened");
    }
    for (node, step) in nodes.iter_mut().zip(steps) {
        node.step = step;
    }
    Ok(LoadedTree {
        main: main.loaded,
        nodes,
        end: main.end,
    })
}

/// Nodes of a game, without their positions.
struct Parsed {
    nodes: Vec<TreeNode>,
    /// Number of the node at which a variation cannot be parsed, and the error. The nodes are those
    /// before it.
    damage: Option<(usize, SgfError)>,
}

/// Parses the nodes of the game that opens at `open`.
fn parse(text: &str, open: usize) -> Result<Parsed, SgfError> {
    let mut parts = SgfParts::new(text, open);
    let mut nodes: Vec<TreeNode> = Vec::new();
    let mut values = 0;
    // The node before each open bracket, and the present one.
    let mut before: Vec<Option<usize>> = Vec::new();
    let mut at = None;
    let mut on_main_line = true;
    loop {
        match parts.next() {
            Ok(Some(Part::Open)) => before.push(at),
            Ok(Some(Part::Close)) => {
                on_main_line = false;
                at = before.pop().flatten();
                if before.is_empty() {
                    break;
                }
            }
            Ok(Some(Part::Node)) => {
                let parent = at;
                at = Some(nodes.len());
                if nodes.len() >= MAX_NODES {
                    return Err(SgfError::TooManyNodes);
                }
                nodes.push(TreeNode {
                    parent,
                    ..TreeNode::default()
                });
            }
            Ok(Some(Part::Property(property))) => {
                let all: Vec<String> = property.values().map(with_escapes).collect();
                values += all.len();
                if values > MAX_TREE_VALUES {
                    return Err(SgfError::TooManyValues);
                }
                if let Some(node) = nodes.last_mut() {
                    node.properties.push((property.name.to_string(), all));
                }
            }
            Ok(None) => {
                if nodes.iter().all(|node| node.properties.is_empty()) {
                    return Err(SgfError::Truncated);
                }
                break;
            }
            Err(error) if on_main_line => return Err(error.at_node(nodes.len())),
            Err(error) => {
                let damage = Some((nodes.len(), error));
                return Ok(Parsed { nodes, damage });
            }
        }
    }
    let damage = None;
    Ok(Parsed { nodes, damage })
}

/// Children of the nodes of a tree.
pub(super) struct Children {
    first: Vec<Option<usize>>,
    last: Vec<Option<usize>>,
    /// Next child of the same parent.
    next: Vec<Option<usize>>,
}

impl Children {
    /// Returns the children, given the parents. A parent must come before its children; what does
    /// not hold to that is left out.
    pub(super) fn new(parents: impl ExactSizeIterator<Item = Option<usize>>) -> Children {
        let mut children = Children {
            first: vec![None; parents.len()],
            last: vec![None; parents.len()],
            next: vec![None; parents.len()],
        };
        for (node, parent) in parents.enumerate() {
            let Some(parent) = parent.filter(|&parent| parent < node) else {
                continue;
            };
            match children.last[parent].replace(node) {
                None => children.first[parent] = Some(node),
                Some(brother) => children.next[brother] = Some(node),
            }
        }
        children
    }

    /// Returns the children of a node in their order.
    pub(super) fn of(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.first[node], |&child| self.next[child])
    }

    pub(super) fn first(&self, node: usize) -> Option<usize> {
        self.first[node]
    }

    /// Returns whether the node has several children.
    pub(super) fn branch(&self, node: usize) -> bool {
        self.first[node] != self.last[node]
    }

    /// Returns whether no other child of the same parent follows.
    fn is_last(&self, node: usize) -> bool {
        self.next[node].is_none()
    }
}

/// Places to which a walk through a tree goes back: the nodes with several children, of which some
/// are still to come.
pub(super) struct Branches<M>(Vec<(usize, M)>);

impl<M: Clone> Branches<M> {
    pub(super) fn new() -> Branches<M> {
        Branches(Vec::new())
    }

    /// Returns the place at the parent of a node, where the walk now goes on to this child.
    /// `present` is the place after the last node, which is the parent if this is its first child.
    pub(super) fn before(
        &mut self,
        children: &Children,
        node: usize,
        parent: usize,
        present: impl FnOnce() -> M,
    ) -> Option<M> {
        if children.first(parent) == Some(node) {
            if children.branch(parent) {
                self.0.push((parent, present()));
            }
            return None;
        }
        let last = self
            .0
            .pop_if(|(at, _)| *at == parent && children.is_last(node));
        match last {
            Some((_, mark)) => Some(mark),
            None => self.0.last().map(|(_, mark)| mark.clone()),
        }
    }
}

/// Start with which a node is shown.
#[derive(Clone, Default)]
struct Shown {
    setup: Option<Rc<Setup>>,
    /// Number of games that had begun on the line with it; 0 as long as no move follows it.
    begun: usize,
}

/// Place in a tree.
#[derive(Clone)]
struct TreePlace {
    line: LineMark,
    values: ValueCount,
    shown: Shown,
    /// Whether the position was lost before.
    lost: bool,
}

/// Main line of a tree.
struct MainLine {
    loaded: Loaded,
    /// Index of the node with which its game ends.
    end: usize,
    /// Error at which the line ends.
    failed: Option<SgfError>,
    /// Whether handicap stones were placed that the file does not name.
    placed: bool,
}

impl MainLine {
    fn note(&mut self, note: impl Into<String>) {
        self.loaded.warnings.push(note.into());
    }

    fn game(&self) -> &Game {
        &self.loaded.game
    }
}

/// Reader of the positions of a tree, node by node.
struct TreeWalk<'a> {
    nodes: &'a [TreeNode],
    children: Children,
    /// Player of the first move from each node on, on the way of the first children.
    movers: Vec<Option<Color>>,
    reader: LineReader,
    values: ValueCount,
    shown: Shown,
    lost: bool,
    /// Work for positions that are set up, so far, in points; see [`POINTS`].
    work: usize,
}

impl TreeWalk<'_> {
    fn new(nodes: &[TreeNode], reader: LineReader) -> TreeWalk<'_> {
        let children = Children::new(nodes.iter().map(|node| node.parent));
        TreeWalk {
            movers: movers(nodes, &children),
            nodes,
            children,
            reader,
            values: ValueCount::default(),
            shown: Shown::default(),
            lost: false,
            work: 0,
        }
    }

    /// Reads all nodes, the main line first.
    fn read(mut self) -> Result<(MainLine, Vec<NodeStep>), SgfError> {
        let mut steps = Vec::with_capacity(self.nodes.len());
        let mut branches = Branches::new();
        let mut main = None;
        for (node, TreeNode { parent, .. }) in self.nodes.iter().enumerate() {
            let present = || self.place();
            let back =
                parent.and_then(|parent| branches.before(&self.children, node, parent, present));
            if let Some(place) = back {
                self.go_back(place);
            }
            let mut step = NodeStep::default();
            if !self.lost {
                let before = self.reader.mark();
                let read = self.read_node(node, &mut step, main.as_ref());
                let has_begun = self.reader.begun() > 0;
                if let Err(problem) = &read {
                    self.lost = true;
                    self.reader.go_back(&before);
                    step = NodeStep {
                        problem: Some(problem.clone()),
                        ..NodeStep::default()
                    };
                }
                let is_end = self.lost || self.children.first(node).is_none();
                if main.is_none() && is_end {
                    let failed = read.err().map(|problem| problem.into_error(node + 1));
                    let line = self.end_of_main_line(node, has_begun, failed)?;
                    if node == 0 && self.lost {
                        step.start = Some(line.game().setup().clone());
                    }
                    main = Some(line);
                }
            }
            steps.push(step);
        }
        let Some(main) = main else {
            return Err(SgfError::Truncated);
        };
        let size = main.game().board().size();
        for step in &mut steps {
            if step.start.take_if(|start| start.size() != size).is_some() {
                step.problem = Some(NodeProblem::OtherTerms);
            }
        }
        Ok((main, steps))
    }

    fn place(&self) -> TreePlace {
        TreePlace {
            line: self.reader.mark(),
            values: self.values.clone(),
            shown: self.shown.clone(),
            lost: self.lost,
        }
    }

    fn go_back(&mut self, place: TreePlace) {
        self.reader.go_back(&place.line);
        (self.values, self.shown, self.lost) = (place.values, place.shown, place.lost);
    }

    /// Returns the main line, whose last node this is. It failed there with an error, or has ended.
    /// `has_begun` says whether a game has begun.
    fn end_of_main_line(
        &mut self,
        node: usize,
        has_begun: bool,
        failed: Option<SgfError>,
    ) -> Result<MainLine, SgfError> {
        if let Some(error) = &failed
            && !has_begun
        {
            return Err(error.clone());
        }
        let here = self.reader.mark();
        let next = failed.as_ref().and(self.movers[node]);
        self.reader.finish(next)?;
        let line = MainLine {
            loaded: self.reader.loaded_copy(),
            end: node.saturating_sub(usize::from(failed.is_some())),
            failed,
            placed: self.reader.placed_handicap(),
        };
        self.reader.go_back(&here);
        Ok(line)
    }

    /// Reads a node. `main` is the main line, unless it is still being read.
    fn read_node(
        &mut self,
        node: usize,
        step: &mut NodeStep,
        main: Option<&MainLine>,
    ) -> Result<(), NodeProblem> {
        let raw = self.nodes[node].properties.iter();
        let raw = raw.map(|(name, values)| (name.as_str(), values.iter().map(String::as_str)));
        let properties = self.values.of_node(raw)?;
        if properties.is_empty() && node > 0 {
            return Ok(());
        }
        self.work_for(&properties)?;
        let begun = self.reader.begun();
        let before = match self.reader.game() {
            Some(game) if self.shown.begun == 0 => Some(present(game)?),
            _ => None,
        };
        self.reader.played = None;
        self.reader.read_node(node + 1, &properties)?;
        step.played = self.reader.played.take();
        if step.played.is_some() {
            step.left = times_left(&properties);
        }
        let next = self.children.first(node);
        let next = next.and_then(|child| self.movers[child]);
        if self.reader.is_set_up() {
            match self.reader.start(next) {
                Ok(Some(game)) if has_terms_of(main, &game) => {
                    return self.show(step, game.setup().clone(), 0);
                }
                Ok(None) => (),
                other => {
                    let problem = other.map_or_else(NodeProblem::Sgf, |_| NodeProblem::OtherTerms);
                    step.problem = Some(problem);
                    self.shown = Shown::default();
                    return Ok(());
                }
            }
        }
        let Some(game) = self.reader.game() else {
            return Ok(());
        };
        if !has_terms_of(main, game) {
            return Err(NodeProblem::OtherTerms);
        }
        let now = self.reader.begun();
        if self.shown.begun == now {
            return Ok(());
        }
        // What was set up may have been undone: the game goes on, but the start that was shown does
        // not lead to its position.
        let start = match before {
            Some(before) if now == begun => before,
            _ => game.setup().clone(),
        };
        self.show(step, start, now)
    }

    /// Shows a start from here on, with which this number of games has begun.
    fn show(&mut self, step: &mut NodeStep, start: Setup, begun: usize) -> Result<(), NodeProblem> {
        let is_shown = self.shown.begun == 0 && self.shown.setup.as_deref() == Some(&start);
        if !is_shown {
            self.work(POINTS)?;
            self.shown.setup = Some(start.clone().into());
            step.start = Some(start);
        }
        self.shown.begun = begun;
        Ok(())
    }

    /// Adds the work for what a node sets up.
    fn work_for(&mut self, properties: &[Property]) -> Result<(), NodeProblem> {
        let sets_up = properties.iter().filter(|p| is_setup(&p.name));
        for value in sets_up.flat_map(|property| &property.values) {
            self.work(if value.contains(':') { POINTS } else { 1 })?;
        }
        // Before the first move, each node may be a start.
        match self.shown.begun {
            0 => self.work(POINTS / 4),
            _ => Ok(()),
        }
    }

    /// Adds work in points.
    fn work(&mut self, points: usize) -> Result<(), NodeProblem> {
        self.work += points;
        match self.work > MAX_POSITIONS * POINTS {
            true => Err(NodeProblem::TooMuchWork),
            false => Ok(()),
        }
    }
}

/// Work for a position or a rectangle, in values of one point.
const POINTS: usize = 64;

/// Returns the present position of a game as the start of another.
fn present(game: &Game) -> Result<Setup, SgfError> {
    let board = game.board();
    let stones = board.stones().collect();
    Ok(Setup::with_stones(board.size(), stones, game.to_move())?)
}

/// Returns whether a game has the rules and the board size of the main line.
fn has_terms_of(main: Option<&MainLine>, game: &Game) -> bool {
    let Some(main) = main.map(MainLine::game) else {
        return true;
    };
    let size = main.board().size();
    (main.rules(), size) == (game.rules(), game.board().size())
}

/// Returns the player of the first move from each node on, on the way of the first children.
fn movers(nodes: &[TreeNode], children: &Children) -> Vec<Option<Color>> {
    let mut movers = vec![None; nodes.len()];
    for (node, TreeNode { properties, .. }) in nodes.iter().enumerate().rev() {
        let own = properties.iter().find_map(|(name, _)| move_color(name));
        movers[node] = own.or_else(|| children.first(node).and_then(|child| movers[child]));
    }
    movers
}

#[cfg(test)]
mod tests;
