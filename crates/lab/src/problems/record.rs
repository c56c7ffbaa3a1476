//! Problems as game records: the answer as the main line, all other moves as variations.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, Move};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_sgf::{Info, NodeStep, RawProperty, TreeNode, write_tree};

use super::find::Problem;
use super::solved::{SolvedMove, played};
use super::words;

/// Mark of the best move: a good move.
pub const BEST: &str = "TE";
/// Mark of a wrong move: a bad move.
pub const WRONG: &str = "BM";

/// Comment on a move that is proven to be worse, but has no line.
const UNSOLVED: &str = "Wrong: it does not reach the goal.";

/// Returns the record of a problem with a name. The first move of the main line and of each
/// variation has the mark [`BEST`] or [`WRONG`], and a comment.
#[must_use]
pub fn record(problem: &Problem, name: &str) -> String {
    let game = &problem.game;
    let mut nodes = Nodes::default();
    let start = NodeStep {
        start: Some(game.setup().clone()),
        ..NodeStep::default()
    };
    nodes.add(None, start, vec![text("GN", name)]);
    let mut last = 0;
    for played in moves(game) {
        last = nodes.add_move(last, played, Vec::new());
    }
    nodes.0[last]
        .properties
        .push(text("C", &words::goal(problem)));
    let ending = |one: &SolvedMove| words::ending(game, one.value);
    let right = format!(
        "Right: {}. {}",
        ending(&problem.answer),
        words::why(problem)
    );
    nodes.add_line(
        game,
        last,
        &problem.answer,
        vec![text(BEST, "1"), text("C", &right)],
    );
    for (index, one) in problem.wrong.iter().enumerate() {
        let said = match index {
            0 => Some(words::refutation(problem)),
            _ => words::reply(problem, one),
        };
        let said = said.map_or(String::new(), |said| format!(" {}.", capitalised(&said)));
        let comment = format!("Wrong: {}.{said}", ending(one));
        let properties = vec![text(WRONG, "1"), text("C", &comment)];
        nodes.add_line(game, last, one, properties);
    }
    for &action in &problem.unsolved {
        let first = (
            game.to_move(),
            game.position().move_for(game.to_move(), action),
        );
        nodes.add_move(last, first, vec![text(WRONG, "1"), text("C", UNSOLVED)]);
    }
    let defaults = (*game.rules(), HalfPoints::ZERO);
    write_tree(&nodes.0, game, problem.rules, &Info::default(), defaults)
}

/// Returns a text as it begins a sentence.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Returns a property with one value.
fn text(name: &str, value: &str) -> RawProperty {
    (name.to_string(), vec![value.to_string()])
}

/// Returns the moves of a game as their players enter them.
fn moves(game: &Game) -> Vec<(Color, Move)> {
    let mut before = game.clone();
    before.undo_to(0);
    let mut moves = Vec::new();
    for record in game.records() {
        let mv = before.position().move_for(record.color, record.action);
        if before.play(record.color, &mv).is_ok() {
            moves.push((record.color, mv));
        }
    }
    moves
}

/// Nodes of a record, to which more are added.
#[derive(Default)]
struct Nodes(Vec<TreeNode>);

impl Nodes {
    fn add(
        &mut self,
        parent: Option<usize>,
        step: NodeStep,
        properties: Vec<RawProperty>,
    ) -> usize {
        self.0.push(TreeNode {
            parent,
            step,
            properties,
        });
        self.0.len() - 1
    }

    fn add_move(
        &mut self,
        parent: usize,
        played: (Color, Move),
        properties: Vec<RawProperty>,
    ) -> usize {
        let step = NodeStep {
            played: Some(played),
            ..NodeStep::default()
        };
        self.add(Some(parent), step, properties)
    }

    /// Adds a move with the line that follows.
    fn add_line(
        &mut self,
        game: &Game,
        parent: usize,
        one: &SolvedMove,
        properties: Vec<RawProperty>,
    ) {
        let position = game.position();
        let first = (
            game.to_move(),
            position.move_for(game.to_move(), one.action),
        );
        let mut last = self.add_move(parent, first, properties);
        let Some(mut game) = played(game, one.action) else {
            return;
        };
        for &(color, action) in &one.line {
            let mv = game.position().move_for(color, action);
            last = self.add_move(last, (color, mv), Vec::new());
            let Some(after) = played(&game, action) else {
                return;
            };
            game = after;
        }
    }
}
