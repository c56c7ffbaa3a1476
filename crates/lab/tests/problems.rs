//! The problems in `docs/problems`, held to the solver.

#![forbid(unsafe_code)]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use halfpoint_core::board::{PointSet, Size};
use halfpoint_core::game::{Game, Outcome, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::find;
use halfpoint_lab::problems::{BEST, WRONG, played};
use halfpoint_sgf::{LoadedTree, TreeNode, read_tree};
use halfpoint_solver::{SolverLimits, best_moves, value};

fn limits() -> SolverLimits {
    SolverLimits {
        memory_mb: 16,
        ..SolverLimits::default()
    }
}

/// Record of a problem, with the position in it.
struct Record {
    name: String,
    tree: LoadedTree,
    /// Index of the node of the position.
    at: usize,
    /// Game up to the position.
    game: Game,
}

impl Record {
    fn read(file: &Path) -> Record {
        let name = file
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = fs::read(file).expect("a file");
        let (id, _) = name.rsplit_once('-').expect("rules and a number");
        let rules = find(id).expect("a rule set").rules;
        let tree = read_tree(&text, rules, HalfPoints::ZERO).expect("a record");
        assert_eq!(tree.main.rules_id, Some(id), "{name}");
        let best = tree.nodes.iter().position(|node| has(node, BEST));
        let at = tree.nodes[best.expect("an answer")]
            .parent
            .expect("a position");
        let start = &tree.main.game;
        let mut game = Game::with_setup(*start.rules(), start.setup().clone(), start.komi());
        for index in way(&tree.nodes, at) {
            play(&mut game, &tree.nodes[index], &name);
        }
        Record {
            name,
            tree,
            at,
            game,
        }
    }

    fn children(&self, of: usize) -> Vec<usize> {
        let nodes = self.tree.nodes.iter().enumerate();
        let own = nodes.filter(|(_, node)| node.parent == Some(of));
        own.map(|(index, _)| index).collect()
    }

    /// Returns the moves of the line that begins at a node.
    fn line(&self, from: usize) -> Vec<PlayedMove> {
        let mut game = self.game.clone();
        let mut line = Vec::new();
        let mut next = Some(from);
        while let Some(index) = next {
            line.push(play(&mut game, &self.tree.nodes[index], &self.name));
            next = self.children(index).first().copied();
        }
        line
    }
}

fn has(node: &TreeNode, name: &str) -> bool {
    node.properties.iter().any(|(own, _)| own == name)
}

fn comment(node: &TreeNode) -> &str {
    let own = node.properties.iter().find(|(own, _)| own == "C");
    own.map_or("", |(_, values)| &values[0])
}

/// Returns the nodes with a move from the root to a node.
fn way(nodes: &[TreeNode], to: usize) -> Vec<usize> {
    let mut way = vec![to];
    while let Some(parent) = nodes[way[way.len() - 1]].parent {
        way.push(parent);
    }
    way.retain(|&index| nodes[index].step.played.is_some());
    way.reverse();
    way
}

fn play(game: &mut Game, node: &TreeNode, name: &str) -> PlayedMove {
    let (color, mv) = node.step.played.as_ref().expect("a move");
    let made = game.play(*color, mv);
    made.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the result of a game that is over, in the units of the solver.
fn result(game: &Game) -> i32 {
    match game.outcome(&PointSet::new(game.board().size())) {
        Outcome::Counted(score) => score.margin().halves(),
        Outcome::Won(winner) => winner.sign(),
        Outcome::Draw | Outcome::Void => 0,
    }
}

/// Checks that a line ends the game with a result, and that no move of the side that did not move
/// first in it gives more than that.
fn check_line(record: &Record, line: &[PlayedMove], best: i32, is_answer: bool) {
    let (name, mover) = (&record.name, record.game.to_move());
    let size: Size = record.game.board().size();
    let tried = line[0].text(size);
    let mut game = record.game.clone();
    for (index, &action) in line.iter().enumerate() {
        game = played(&game, action).expect("a legal move");
        if index == 1 && !is_answer && game.state().over.is_none() {
            let refuted = value(&game, limits()).exact().expect("a value");
            assert!(
                refuted * mover.sign() < best * mover.sign(),
                "{name}: the reply to {tried} does not refute it"
            );
        }
    }
    assert!(game.state().over.is_some(), "{name}: {tried} ends early");
    let end = result(&game) * mover.sign();
    match is_answer {
        true => assert_eq!(end, best * mover.sign(), "{name}: the answer"),
        false => assert!(end < best * mover.sign(), "{name}: {tried}"),
    }
}

fn check(record: &Record) {
    let (name, game) = (&record.name, &record.game);
    let nodes = &record.tree.nodes;
    let tries = record.children(record.at);
    let (best, answers) = best_moves(game, limits(), &AtomicBool::new(false)).expect("best moves");
    let [answer] = answers[..] else {
        panic!("{name}: {} moves are best", answers.len());
    };
    let gain = best * game.to_move().sign();
    let goal = match (game.rules().has_komi(), gain) {
        (true, 1) => "to play and win by half a point",
        (false, 0) => "to play and draw.",
        (false, 1) => "to play and win.",
        _ => panic!("{name}: best play gives {gain}"),
    };
    assert!(comment(&nodes[record.at]).contains(goal), "{name}: {goal}");
    let mut tried = Vec::new();
    for &index in &tries {
        let line = record.line(index);
        let is_answer = line[0] == answer;
        assert_eq!(has(&nodes[index], BEST), is_answer, "{name}");
        assert_eq!(has(&nodes[index], WRONG), !is_answer, "{name}");
        assert!(!comment(&nodes[index]).is_empty(), "{name}");
        if line.len() > 1 || played(game, line[0]).is_some_and(|end| end.state().over.is_some()) {
            check_line(record, &line, best, is_answer);
        }
        tried.push(line[0]);
    }
    let legal = game.position().legal_moves(game.to_move());
    for action in &legal {
        assert!(tried.contains(action), "{name}: {action:?} is missing");
    }
    assert_eq!(tried.len(), legal.len(), "{name}: a move twice");
}

/// One move alone reaches the goal of each problem, and the record shows every other one with its
/// refutation.
#[test]
fn each_problem_has_the_answer_of_the_solver() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/problems");
    let files = fs::read_dir(folder).expect("a folder");
    let paths = files.map(|file| file.expect("a file").path());
    let mut records: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|kind| kind == "sgf"))
        .collect();
    records.sort();
    assert!(!records.is_empty());
    for path in &records {
        check(&Record::read(path));
    }
}
