//! Work of a search in a file: an interrupted search goes on with it, and other files are refused.

use std::fs;
use std::path::{Path, PathBuf};

use halfpoint_core::board::{Color, Size};
use halfpoint_core::game::{Game, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{PRESETS, Rules, find};
use halfpoint_solver::{SavedWorkError, Solution, SolverLimits, solve, solve_saving};
use tempfile::TempDir;

/// Returns a game on an empty board.
fn game(rules: Rules, width: usize, height: usize, first: Color) -> Game {
    let size = Size::new(width, height).expect("a size");
    let setup = Setup::with_stones(size, Vec::new(), first).expect("an empty board");
    Game::with_setup(rules, setup, HalfPoints::ZERO)
}

/// Returns a name for a file in a folder of its own, which goes with the first value.
fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("work");
    (folder, path)
}

fn solved(game: &Game, nodes: Option<u64>, file: &Path) -> Result<Solution, SavedWorkError> {
    let limits = SolverLimits {
        nodes,
        ..SolverLimits::default()
    };
    solve_saving(game, limits, &|_| (), file)
}

#[test]
fn an_interrupted_search_goes_on_with_what_it_had_found() {
    let (_folder, file) = file();
    let rules = find("chinese").expect("rules").rules;
    // Black gets everything, for which there is a search of its own.
    let game = game(rules, 3, 5, Color::Black);
    let whole = solve(&game, SolverLimits::default(), &|_| ());
    let part = solved(&game, Some(whole.nodes / 4), &file).expect("a file");
    assert_eq!(part.bounds.exact(), None);
    let rest = solved(&game, None, &file).expect("a file");
    assert_eq!(
        (rest.bounds, &rest.best, &rest.line),
        (whole.bounds, &whole.best, &whole.line)
    );
    assert!(
        rest.nodes < whole.nodes * 3 / 4,
        "{} of {} nodes",
        rest.nodes,
        whole.nodes
    );
    let again = solved(&game, None, &file).expect("a file");
    assert_eq!(again.bounds, whole.bounds);
    assert!(again.nodes < whole.nodes / 20, "{} nodes", again.nodes);
}

/// One file serves both sides, each of which may move first: its answers are of situations.
#[test]
fn work_is_of_use_to_other_games_of_its_rules_and_changes_no_value() {
    let (mut alone, mut helped) = (0, 0);
    for preset in &PRESETS {
        let (_folder, file) = file();
        for first in Color::BOTH {
            let game = game(preset.rules, 2, 2, first);
            let limits = SolverLimits::default();
            let whole = solve(&game, limits, &|_| ());
            let saved = solved(&game, None, &file).expect("a file");
            assert_eq!(saved.bounds, whole.bounds, "{}", preset.id);
            assert_eq!(saved.best, whole.best, "{}", preset.id);
            if first == Color::White {
                alone += whole.nodes;
                helped += saved.nodes;
            }
        }
    }
    assert!(
        10 * helped < 9 * alone,
        "{helped} nodes in place of {alone}"
    );
}

#[test]
fn files_of_other_games_and_altered_ones_are_refused() {
    let (_folder, file) = file();
    let [area, button] = ["chinese", "button"].map(|name| find(name).expect("rules").rules);
    let one = game(area, 2, 3, Color::Black);
    let _ = solved(&one, None, &file).expect("a file");
    for other in [
        game(button, 2, 3, Color::Black),
        game(area, 3, 2, Color::Black),
    ] {
        let refused = solved(&other, None, &file);
        assert!(matches!(refused, Err(SavedWorkError::Other(_))));
    }
    let text = fs::read_to_string(&file).expect("a text");
    assert!(text.lines().count() > 10, "{text}");
    // A file that ends early holds less.
    let half: String = text
        .lines()
        .take(5)
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&file, half).expect("a file");
    assert!(solved(&one, None, &file).is_ok());
    let altered = text.replacen("\"yes\":true", "\"yes\":false", 1);
    assert_ne!(altered, text);
    fs::write(&file, altered).expect("a file");
    let refused = solved(&one, None, &file);
    assert!(matches!(refused, Err(SavedWorkError::Damaged(_))));
    fs::write(&file, "not of this program\n").expect("a file");
    assert!(matches!(
        solved(&one, None, &file),
        Err(SavedWorkError::Other(_))
    ));
}
