//! Game records (SGF).

use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{CUSTOM, Rules};
use halfpoint_sgf::{Info, Loaded, SgfError, read, read_all, read_tree, write, write_tree};

use super::{oracle, preset};

/// Largest length of an error message, in bytes. It may quote 80 characters of the file, each as
/// `\u{fffff}`.
const MAX_REASON: usize = 1000;
/// Number of games of a file that are checked in full.
const MAX_GAMES: usize = 4;

/// Checks the reading of a file. Its length chooses the rules for games that name none.
///
/// # Panics
/// If a property does not hold.
pub fn sgf(data: &[u8]) {
    let rules = preset(data.len() as u8).rules;
    let komi = HalfPoints::from_points(7);
    if let Ok(loaded) = read(data, rules, komi, None).map_err(|error| reason(&error)) {
        check(&loaded);
        let moves = loaded.game.records().len() + loaded.moves_before;
        // Reading up to a move must give a part of the same game.
        let half = read(data, rules, komi, Some(moves / 2 + 1)).expect("a part of a good file");
        assert!(half.moves_before + half.game.records().len() <= moves / 2);
        check(&half);
    }
    tree(data, (rules, komi));
    for (index, game) in read_all(data, rules, komi).enumerate() {
        assert!(index <= data.len());
        match game {
            Ok(loaded) if index < MAX_GAMES => check(&loaded),
            Ok(_) => (),
            Err(error) => reason(&error),
        }
    }
}

/// Checks that the nodes of a file come back as they were.
fn tree(data: &[u8], defaults: (Rules, HalfPoints)) {
    let (rules, komi) = defaults;
    let tree = match read_tree(data, rules, komi) {
        Ok(tree) => tree,
        Err(error) => return reason(&error),
    };
    tree.main
        .warnings
        .iter()
        .for_each(|warning| message(warning));
    let id = tree.main.rules_id.unwrap_or(CUSTOM);
    let written = |nodes| write_tree(nodes, &tree.main.game, id, &Info::default(), defaults);
    let text = written(&tree.nodes);
    let back = read_tree(text.as_bytes(), rules, komi);
    let back = back.unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(back.nodes.len(), tree.nodes.len(), "{text}");
    for (back, node) in back.nodes.iter().zip(&tree.nodes).skip(1) {
        assert_eq!(
            (back.parent, &back.properties),
            (node.parent, &node.properties),
            "{text}"
        );
    }
    assert_eq!(written(&back.nodes), text);
}

/// Checks the message of an error.
fn reason(error: &SgfError) {
    message(&error.to_string());
}

/// Checks that a message is short and has no control characters: it may be printed on a terminal.
pub(super) fn message(text: &str) {
    assert!(text.len() <= MAX_REASON, "{text}");
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// Checks that a game is read back from its own record unchanged.
fn check(loaded: &Loaded) {
    oracle::check(&loaded.game);
    loaded.warnings.iter().for_each(|warning| message(warning));
    let told = [
        &loaded.black,
        &loaded.white,
        &loaded.result,
        &loaded.ruleset,
    ];
    let mut told = told.into_iter().flatten();
    assert!(!told.any(|text| text.contains(char::is_control)));
    let info = Info {
        result: loaded.result.as_deref(),
        black: loaded.black.as_deref(),
        white: loaded.white.as_deref(),
        ..Info::default()
    };
    let text = write(&loaded.game, loaded.rules_id.unwrap_or(CUSTOM), &info);
    let rules = preset(0).rules;
    let back = read(text.as_bytes(), rules, HalfPoints::ZERO, None);
    let back = back.unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(back.game == loaded.game, "{text}");
    assert_eq!((&back.black, &back.white), (&loaded.black, &loaded.white));
    // A result that play settled is written even if the file gave none.
    assert!(
        loaded.result.is_none() || back.result == loaded.result,
        "{text}"
    );
    assert_eq!(
        write(&back.game, back.rules_id.unwrap_or(CUSTOM), &info),
        text
    );
}
