//! Records as the page takes them.

use halfpoint_core::board::Size;
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_letter;
use halfpoint_core::rules::{CUSTOM, NamedRules};
use halfpoint_engine::clock::Clock;
use halfpoint_sgf::{
    Loaded, LoadedTree, MAX_NODES, MAX_POSITIONS, NodeStep, RawProperty, SgfError, TreeNode,
    is_property_name, read_tree,
};
use serde::{Deserialize, Serialize};

use super::clock::{ClockText, SideTimes};
use super::error::{RequestError, wrong};
use super::game::{
    EndWithoutMove, GameText, StartText, move_text, read_turn, recorded_resignation,
};
use super::pair::Pair;
use super::times::{recorded_clock, set_times, times_left};

/// Komi of records that name none.
pub const RECORD_KOMI: HalfPoints = HalfPoints::ZERO;

/// Game of a record, and what the record says beside it.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecordView {
    /// Game of the main line, up to the first move that is illegal.
    pub game: GameText,
    /// Time that each side has left after each move.
    pub clocks: Vec<Option<SideTimes>>,
    /// Names of the players.
    pub players: Pair<Option<String>>,
    /// The result as the record gives it.
    pub result: Option<String>,
    pub warnings: Vec<String>,
    /// All nodes: the root, then parents before their children, children in the order of the file.
    pub nodes: Vec<RecordNode>,
    /// Index of the node with which the game ends.
    pub end: usize,
}

/// Node of a record.
///
/// Its position is that of the nearest `start` on the way from the root to it, after the moves
/// since. The move of a node with a start follows that start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordNode {
    /// Index of the parent; absent for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move with its player, as a game has it.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub played: Option<(String, String)>,
    /// Start of the line from here on, if it is not that of the parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartText>,
    /// Reason why there is no position from here on, up to a node with a start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Time that each side has left after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<SideTimes>,
    /// All properties of the node in the order of the file, with their values as they stand between
    /// the brackets, escapes included. A node with a move that they do not have is written with it.
    pub properties: Vec<RawProperty>,
}

impl RecordView {
    /// Reads a record. `rules` are those of records that name none.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn read(sgf: &[u8], rules: NamedRules) -> Result<RecordView, SgfError> {
        let tree = read_tree(sgf, rules.rules, RECORD_KOMI)?;
        let LoadedTree { main, nodes, end } = tree;
        let id = main
            .rules_id
            .unwrap_or(match *main.game.rules() == rules.rules {
                true => rules.id,
                false => CUSTOM,
            });
        let rules = NamedRules {
            rules: *main.game.rules(),
            id,
        };
        let times = recorded_clock(&main.times, main.game.records().len());
        let nodes = views(nodes, main.game.board().size(), times.clock.as_ref());
        let Loaded { game: played, .. } = &main;
        let mut game = GameText {
            clock: times.clock,
            ..GameText::write(played, &rules)
        };
        // The result is that of the whole record, not of the moves before an illegal one.
        let goes_on = |node: &RecordNode| node.parent == Some(end) && node.problem.is_some();
        if !nodes.iter().any(goes_on) {
            game.ended = EndWithoutMove::of_record(main.recorded, played);
            game.moves
                .extend(recorded_resignation(main.recorded, played));
        }
        Ok(RecordView {
            game,
            clocks: times.after,
            players: [main.black, main.white].into(),
            result: main.result,
            warnings: main.warnings.into_iter().chain(times.warning).collect(),
            nodes,
            end,
        })
    }
}

/// Returns the clock at the start of a game.
fn full_clock(clock: Option<&ClockText>) -> Option<Clock> {
    let clock = clock?.read().ok()?;
    Some(Clock::new(*clock.system()))
}

/// Returns the clock after the parent of a node, given those after the nodes before.
fn clock_before(
    clocks: &[Option<Clock>],
    parent: Option<usize>,
    full: Option<&Clock>,
) -> Option<Clock> {
    match parent {
        Some(parent) => *clocks.get(parent)?,
        None => full.copied(),
    }
}

/// Returns the nodes of a record as the page takes them.
fn views(nodes: Vec<TreeNode>, size: Size, clock: Option<&ClockText>) -> Vec<RecordNode> {
    let full = full_clock(clock);
    let mut clocks: Vec<Option<Clock>> = Vec::with_capacity(nodes.len());
    let view = |TreeNode {
                    parent,
                    step,
                    properties,
                }| {
        let mut clock = clock_before(&clocks, parent, full.as_ref());
        let left = clock.as_mut().and_then(|clock| set_times(clock, step.left));
        clocks.push(clock);
        RecordNode {
            parent,
            played: step
                .played
                .map(|(color, mv)| (color_letter(color).to_string(), move_text(size, &mv))),
            start: step.start.as_ref().map(StartText::write),
            problem: step.problem.map(|problem| problem.to_string()),
            left,
            properties,
        }
    };
    nodes.into_iter().map(view).collect()
}

/// Returns the nodes of a record that is to be written.
///
/// # Errors
/// If the nodes are no tree, or a field has an impossible value.
pub fn tree_nodes(
    nodes: Vec<RecordNode>,
    size: Size,
    clock: Option<&ClockText>,
) -> Result<Vec<TreeNode>, RequestError> {
    let starts = nodes.iter().filter(|node| node.start.is_some()).count();
    if nodes.len() > MAX_NODES || starts > MAX_POSITIONS {
        let reason = format!("more than {MAX_NODES}, or more than {MAX_POSITIONS} starts");
        return Err(wrong("nodes", reason));
    }
    let full = full_clock(clock);
    let mut clocks: Vec<Option<Clock>> = Vec::with_capacity(nodes.len());
    let mut read = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.into_iter().enumerate() {
        if node.parent.is_none_or(|parent| parent >= index) && (index, node.parent) != (0, None) {
            return Err(wrong("nodes", "a parent comes before its children"));
        }
        let names = node.properties.iter().map(|(name, _)| name);
        if let Some(name) = names.into_iter().find(|name| !is_property_name(name)) {
            let reason = format!("{} is no name of a property", excerpt(name));
            return Err(wrong("nodes", reason));
        }
        let played = node.played.as_ref();
        let played = played.map(|(color, text)| read_turn(size, color, text));
        let played = played.transpose()?;
        let start = node.start.map(|start| start.read(size)).transpose()?;
        let mut clock = clock_before(&clocks, node.parent, full.as_ref());
        let left = match (&mut clock, node.left, &played) {
            (Some(clock), Some(sides), Some((mover, _))) => times_left(clock, sides, *mover)?,
            _ => [None; 2],
        };
        clocks.push(clock);
        read.push(TreeNode {
            parent: node.parent,
            step: NodeStep {
                start,
                played,
                left,
                problem: None,
            },
            properties: node.properties,
        });
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::board::Color;
    use halfpoint_core::game::GameEnd;
    use halfpoint_core::rules::PRESETS;
    use halfpoint_sgf::{Info, write_tree};

    /// Returns the record that the page writes of one that it has read.
    fn written(read: &RecordView) -> String {
        let json = serde_json::to_string(&read.nodes).expect("JSON");
        let nodes: Vec<RecordNode> = serde_json::from_str(&json).expect("nodes");
        assert_eq!(nodes, read.nodes);
        let (game, rules) = read.game.read().expect("a legal game");
        let size = game.board().size();
        let nodes = tree_nodes(nodes, size, read.game.clock.as_ref()).expect("a tree");
        let defaults = (PRESETS[1].rules, RECORD_KOMI);
        write_tree(&nodes, &game, rules.id, &Info::default(), defaults)
    }

    /// Reads a record under rules that it does not name.
    fn read(sgf: &str) -> RecordView {
        RecordView::read(sgf.as_bytes(), NamedRules::from(&PRESETS[1])).expect("a record")
    }

    #[test]
    fn nodes_come_back_as_they_were_read() {
        for sgf in [
            "(;FF[4]GM[1]CA[UTF-8]AP[x]SZ[9]TM[60]OT[3x30 byo-yomi](;B[aa]BL[50]C[a\\]b];W[]WL[9]OW[2])(;AB[bb];PL[W]))",
            "(;FF[4]GM[1]CA[UTF-8]AP[x]SZ[9]HA[2];B[aa];B[bb];W[cc];B[dd](;W[ee])(;W[ff]))",
            "(;FF[4]GM[1]CA[UTF-8]AP[x]SZ[5]RU[half_pass];B[cc];W[aa];B[]HPM[propose:aa];W[]HPM[halfpass])",
            "(;FF[4]GM[1]CA[UTF-8]AP[x]SZ[9];B[aa];W[aa];B[cc])",
            "(;FF[4]GM[1]CA[UTF-8]AP[x]SZ[9]RE[W+Resign]PB[Ada];B[aa];W[bb])",
        ] {
            let first = read(sgf);
            let text = written(&first);
            assert_eq!(text.replace('\n', ""), sgf);
            let again = read(&text);
            assert_eq!(again.nodes, first.nodes);
            assert_eq!((again.game, again.end), (first.game, first.end));
        }
    }

    #[test]
    fn nodes_have_moves_starts_problems_and_times() {
        let read = read(
            "(;GM[1]SZ[9]TM[60];B[aa]BL[50](;W[bb]WL[40];AB[cc]AE[aa];B[dd];W[dd];B[ee])(;W[]))",
        );
        let json = serde_json::to_value(&read.nodes).expect("JSON");
        let of = |node: usize, field: &str| json[node].get(field).cloned().unwrap_or_default();
        let fields = |field: &str| -> Vec<String> {
            let all = (0..read.nodes.len()).map(|node| of(node, field).to_string());
            all.collect()
        };
        let none = "null";
        assert_eq!(fields("parent"), [none, "0", "1", "2", "3", "4", "5", "1"]);
        let moves = [
            none,
            r#"["B","A9"]"#,
            r#"["W","B8"]"#,
            none,
            r#"["B","D6"]"#,
            none,
            none,
            r#"["W","pass"]"#,
        ];
        assert_eq!(fields("move"), moves);
        let setup = r#"{"setup":[["C7"],["B8"]]}"#;
        assert_eq!(
            fields("start"),
            ["{}", none, none, setup, none, none, none, none]
        );
        assert_eq!(of(5, "problem"), "illegal move: occupied");
        let left = r#"{"black":[50.0,0],"white":[40.0,0]}"#;
        assert_eq!(of(2, "left").to_string(), left);
        assert_eq!((read.end, read.game.moves.len()), (4, 1));
        assert!(
            read.warnings
                .iter()
                .any(|note| note.contains("shown up to there"))
        );
    }

    #[test]
    fn nodes_that_are_no_tree_are_refused() {
        let size = Size::square(9);
        for (nodes, reason) in [
            (r#"[{"parent":0,"properties":[]}]"#, "a parent comes"),
            (r#"[{"properties":[]},{"properties":[]}]"#, "a parent comes"),
            (
                r#"[{"properties":[]},{"parent":1,"properties":[]}]"#,
                "a parent comes",
            ),
            (r#"[{"properties":[["A[b](",["x"]]]}]"#, "no name"),
            (r#"[{"properties":[[" C",["x"]]]}]"#, "no name"),
            (r#"[{"move":["B","Z9"],"properties":[]}]"#, "Z9 is no move"),
            (
                r#"[{"start":{"setup":[["A1"],["A1"]]},"properties":[]}]"#,
                "setup",
            ),
        ] {
            let nodes: Vec<RecordNode> = serde_json::from_str(nodes).expect("nodes");
            let error = tree_nodes(nodes, size, None).expect_err(reason);
            assert!(error.to_string().contains(reason), "{error}");
        }
    }

    #[test]
    fn the_resignation_of_a_record_is_its_last_move() {
        let rules = NamedRules::from(&PRESETS[1]);
        let record = |end: &str| format!("(;GM[1]SZ[5]RU[Chinese]KM[0]{end})");
        for (end, moves, over) in [
            (
                "RE[W+R];B[cc];W[bb]",
                3,
                Some(GameEnd::Resign(Color::Black)),
            ),
            // The player whose turn it was has won.
            (
                "RE[B+Resign];B[cc];W[bb]",
                3,
                Some(GameEnd::Resign(Color::White)),
            ),
            ("RE[W+R]", 1, Some(GameEnd::Resign(Color::Black))),
            ("RE[B+R];B[cc];W[];B[]", 3, Some(GameEnd::Passes)),
            ("RE[B+3];B[cc];W[bb]", 2, None),
            // An illegal move follows, so the result is not that of the moves before it.
            ("RE[W+R];B[cc];W[cc];B[dd]", 1, None),
        ] {
            let read = RecordView::read(record(end).as_bytes(), rules);
            let text = read.expect("a record").game;
            let (game, _) = text.read().expect("a legal game");
            assert_eq!(
                (text.moves.len(), game.state().over),
                (moves, over),
                "{end}"
            );
        }
    }
}
