//! Writer of trees.

use std::collections::BTreeMap;

use halfpoint_core::board::{Color, Size};
use halfpoint_core::game::{Game, Move, PlayedMove, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::Rules;

use super::moves::token_move;
use super::nodes::{is_move, short_name};
use super::notes::Notes;
use super::points::letters;
use super::text::{escape, one_line, with_escapes};
use super::tree::{Branches, Children, LoadedTree, NodeStep, RawProperty, TreeNode, read_tree};
use super::write::{
    Info, MOVES_PER_LINE, Properties, move_node, print_node, proposal, root, settled,
};

/// Properties of a root that every record has, but for `GM` and `AP` as the file has them.
const FIXED: [&str; 4] = ["FF", "GM", "CA", "AP"];
/// Properties of a root that name the rules, and the komi.
const RULES: &[&str] = &["RU", "HPR"];
const KOMI: &[&str] = &["KM", "KO"];
/// Properties of a root that give the terms of a game: rules, komi, board size, start, and that it
/// is Go.
const TERMS: [&[&str]; 5] = [
    RULES,
    KOMI,
    &["SZ"],
    &["HA", "AB", "AW", "AE", "PL"],
    &["GM"],
];

/// Returns a tree of nodes as the text of an SGF file, in UTF-8.
///
/// `game` has the rules and the komi of all nodes, and the start if the nodes have none. The
/// properties of a node are written as they are, with the escapes that they lack. A node with a
/// move and without the property of one gets it, with the name of its token and the times left; a
/// resignation is no node but the result. Where a node names a token that its move is not under the
/// rules of `game`, the name is replaced.
///
/// The root gets `FF[4]`, `CA[UTF-8]`, and what it lacks of `GM`, `AP`, times and result. A root
/// without any property of a root gets all that [`write`](super::write()) would give it. In other
/// roots, the properties of rules, komi, size and start stay as they are, if a reader with these
/// default rules and komi finds those of the game there; those that differ are replaced. Rules and
/// komi that the root does not name are added together with the first move or result that the nodes
/// did not have. The result of `info` replaces that of the root.
#[must_use]
pub fn write_tree(
    nodes: &[TreeNode],
    game: &Game,
    rules_id: &str,
    info: &Info<'_>,
    (default_rules, default_komi): (Rules, HalfPoints),
) -> String {
    let alone = [TreeNode::default()];
    let nodes = if nodes.is_empty() { &alone } else { nodes };
    let children = Children::new(nodes.iter().map(|node| node.parent));
    let made = made_nodes(nodes, &children, game);
    let generated = {
        let start = start_of_main_line(nodes, &children, game);
        let start = Game::with_setup(*game.rules(), start.clone(), game.komi());
        let mut moves = main_line(&children).filter_map(|node| nodes[node].step.played.as_ref());
        let info = Info {
            result: None,
            ..*info
        };
        root(
            &start,
            rules_id,
            &info,
            moves.next().map(|&(color, _)| color),
        )
    };
    let mut root = merged(&nodes[0].properties, &generated);
    let settled = made.settled.as_deref().filter(|_| !has_any(&root, &["RE"]));
    if let Some(result) = info.result.or(settled) {
        put(&mut root, "RE", vec![escape(&one_line(result))]);
    }
    let text = printed(nodes, &children, &made, &root);
    let read = read_tree(text.as_bytes(), default_rules, default_komi);
    let mut differing = match &read {
        Ok(read) => differing_terms(read, nodes, &children, game),
        Err(_) => TERMS.to_vec(),
    };
    // Moves and results of ours hold under these rules and this komi alone, which another reader
    // may not assume.
    if made.has_moves() || info.result.is_some() {
        let assumed = [RULES, KOMI].into_iter();
        differing.extend(assumed.filter(|names| !has_any(&root, names)));
    }
    if differing.is_empty() {
        return text;
    }
    let is_replaced = |(name, _): &RawProperty| {
        let name = short_name(name);
        differing.iter().any(|names| names.contains(&name.as_str()))
    };
    root.0.retain(|property| !is_replaced(property));
    let new = generated.0.into_iter().filter(is_replaced);
    let after_fixed = root
        .0
        .partition_point(|(name, _)| FIXED.contains(&name.as_str()));
    root.0.splice(after_fixed..after_fixed, new);
    printed(nodes, &children, &made, &root)
}

/// Returns whether there is a property with one of these names.
fn has_any(root: &Properties, names: &[&str]) -> bool {
    let mut of_root = root.0.iter().map(|(name, _)| short_name(name));
    of_root.any(|name| names.contains(&name.as_str()))
}

/// Returns the properties of a root with what it lacks.
fn merged(given: &[RawProperty], generated: &Properties) -> Properties {
    let names: Vec<String> = given.iter().map(|(name, _)| short_name(name)).collect();
    let has = |name: &str| names.iter().any(|given| given == name);
    let is_of_record = FIXED
        .iter()
        .chain(TERMS.concat().iter())
        .any(|name| has(name));
    let is_time = |name: &str| ["TM", "OT"].contains(&name);
    let mut root = Properties(given.to_vec());
    let lacks = |name: &str| match is_time(name) {
        true => !has("TM") && !has("OT"),
        false => !has(name) && (!is_of_record || FIXED.contains(&name)),
    };
    let new = generated.0.iter().filter(|(name, _)| lacks(name)).cloned();
    root.0.splice(0..0, new);
    for name in ["FF", "CA"] {
        if let Some((_, values)) = generated.0.iter().find(|(own, _)| own == name) {
            put(&mut root, name, values.clone());
        }
    }
    root
}

/// Gives a property these values, in its place or at the end.
fn put(root: &mut Properties, name: &str, values: Vec<String>) {
    let place = root.0.iter().position(|(own, _)| short_name(own) == name);
    let place = place.unwrap_or(root.0.len());
    root.0.retain(|(own, _)| short_name(own) != name);
    root.0.insert(place, (name.to_string(), values));
}

/// Returns the names of the terms that a reader of the record did not find as they should be.
fn differing_terms(
    read: &LoadedTree,
    nodes: &[TreeNode],
    children: &Children,
    game: &Game,
) -> Vec<&'static [&'static str]> {
    let wanted = start_of_main_line(nodes, children, game);
    let found = first_start(read.nodes.iter().map(|node| &node.step));
    let size = |game: &Game| game.board().size();
    let is_start = |found: &Setup| {
        (found.size(), found.handicap(), found.to_move())
            == (wanted.size(), wanted.handicap(), wanted.to_move())
            && found.board().key() == wanted.board().key()
    };
    let holds = [
        read.main.game.rules() == game.rules(),
        read.main.game.komi() == game.komi(),
        size(&read.main.game) == size(game),
        found.is_some_and(is_start),
        true,
    ];
    let differing = TERMS.into_iter().zip(holds).filter(|(_, holds)| !holds);
    differing.map(|(names, _)| names).collect()
}

/// Returns the nodes of the main line.
fn main_line(children: &Children) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(0), |&node| children.first(node))
}

/// Returns the start of the first move of the main line.
fn start_of_main_line<'a>(nodes: &'a [TreeNode], children: &Children, game: &'a Game) -> &'a Setup {
    let steps = main_line(children).map(|node| &nodes[node].step);
    first_start(steps).unwrap_or(game.setup())
}

/// Returns the start of the first move of a line.
fn first_start<'a>(steps: impl Iterator<Item = &'a NodeStep>) -> Option<&'a Setup> {
    let mut start = None;
    for step in steps {
        start = step.start.as_ref().or(start);
        if step.played.is_some() {
            break;
        }
    }
    start
}

/// Properties that are written in front of those of nodes, and the result.
struct MadeNodes {
    /// Properties of the moves that have none; `None` for a resignation, which is no node.
    front: Vec<Option<Properties>>,
    /// Moves whose `HPM` names another token, by their nodes, with the name that they need.
    renamed: BTreeMap<usize, Option<RawProperty>>,
    /// Result of the main line, if a move that was not written yet has settled it.
    settled: Option<String>,
}

impl MadeNodes {
    /// Returns whether a move is written that the nodes did not have as a property.
    fn has_moves(&self) -> bool {
        let mut front = self.front.iter().flatten();
        front.any(|properties| !properties.0.is_empty())
    }
}

/// Place in a tree.
#[derive(Clone)]
struct WritingPlace {
    begun: usize,
    played: usize,
    lost: bool,
}

/// Plays the moves of all nodes, to name the tokens of those whose moves are not written yet.
fn made_nodes(nodes: &[TreeNode], children: &Children, game: &Game) -> MadeNodes {
    let mut made = MadeNodes {
        front: vec![Some(Properties::default()); nodes.len()],
        renamed: BTreeMap::new(),
        settled: None,
    };
    let (rules, komi, size) = (*game.rules(), game.komi(), game.board().size());
    let mut games = vec![Game::with_setup(rules, game.setup().clone(), komi)];
    let mut branches = Branches::new();
    let mut lost = false;
    let end = main_line(children).last();
    for node in order(nodes, children) {
        let TreeNode {
            parent,
            step,
            properties,
        } = &nodes[node];
        let present = || WritingPlace {
            begun: games.len(),
            played: games.last().map_or(0, |game| game.records().len()),
            lost,
        };
        let back = parent.and_then(|parent| branches.before(children, node, parent, present));
        if let Some(place) = back {
            games.truncate(place.begun);
            if let Some(game) = games.last_mut() {
                game.undo_to(place.played);
            }
            lost = place.lost;
        }
        if let Some(start) = step.start.as_ref().filter(|start| start.size() == size) {
            games.push(Game::with_setup(rules, start.clone(), komi));
            lost = false;
        }
        let Some(game) = games.last_mut() else {
            continue;
        };
        let Some((color, mv)) = &step.played else {
            continue;
        };
        let named = named_token(properties, game, *color);
        lost = lost || game.play(*color, mv).is_err();
        let played = game.records().last().filter(|_| !lost);
        let of_move = played.map(|record| move_node(game, record, matches!(mv, Move::Propose(_))));
        if properties.iter().any(|(name, _)| is_move(name)) {
            if let (Some(named), Some(record)) = (named, played)
                && matches!(record.action, PlayedMove::Token(_))
                && named != Some(record.action)
            {
                let of_move = of_move.flatten().unwrap_or_default();
                let name = of_move.0.into_iter().find(|(name, _)| name == "HPM");
                made.renamed.insert(node, name);
            }
            continue;
        }
        made.front[node] = of_move.unwrap_or_else(|| unplayed_node(size, *color, mv));
        if let Some(front) = &mut made.front[node] {
            front.times_left(&step.left);
        }
        if end == Some(node) && !lost {
            made.settled = settled(game);
        }
    }
    made
}

/// Returns the move that the `HPM` of a node means in the position before it, `None` if it means
/// none there; `None` without `HPM`.
fn named_token(
    properties: &[RawProperty],
    game: &Game,
    color: Color,
) -> Option<Option<PlayedMove>> {
    let (_, values) = properties
        .iter()
        .find(|(name, _)| short_name(name) == "HPM")?;
    let mv = token_move(game, color, &values.join(":"), &mut Notes::default());
    Some(
        mv.ok()
            .and_then(|mv| game.position().resolve(color, &mv).ok()),
    )
}

/// Returns the properties of a node with another `HPM` behind the move, or without any.
fn with_token(properties: &[RawProperty], token: Option<&RawProperty>) -> Vec<RawProperty> {
    let mut all = Vec::with_capacity(properties.len() + 1);
    for property in properties {
        if short_name(&property.0) != "HPM" {
            all.push(property.clone());
        }
        if is_move(&property.0) {
            all.extend(token.cloned());
        }
    }
    all
}

/// Returns the node of a move that is not legal.
fn unplayed_node(size: Size, color: Color, mv: &Move) -> Option<Properties> {
    let (point, token) = match mv {
        Move::Place(point) => (letters(size, *point), None),
        Move::Pass => (String::new(), None),
        Move::Token(kind) => (String::new(), Some(kind.as_str().to_string())),
        Move::Propose(stones) => (String::new(), Some(proposal(size, stones))),
        Move::Resign => return None,
    };
    let mut node = Properties::default();
    node.played(color, point, token);
    Some(node)
}

/// Returns the nodes that the root leads to, each before its children and these before its
/// brothers.
fn order(nodes: &[TreeNode], children: &Children) -> Vec<usize> {
    let mut order = Vec::with_capacity(nodes.len());
    let mut next = vec![0];
    while let Some(node) = next.pop() {
        order.push(node);
        let from = next.len();
        next.extend(children.of(node));
        next[from..].reverse();
    }
    order
}

/// Part of a text that is still to be written.
enum WritingTask {
    Variation(usize),
    Node(usize),
    Close,
}

/// Returns the text of a tree with this root.
fn printed(nodes: &[TreeNode], children: &Children, made: &MadeNodes, root: &Properties) -> String {
    let mut file = String::new();
    let mut on_line = 0;
    let mut tasks = vec![WritingTask::Variation(0)];
    while let Some(task) = tasks.pop() {
        let node = match task {
            WritingTask::Close => {
                file.push(')');
                continue;
            }
            WritingTask::Variation(node) => {
                tasks.push(WritingTask::Close);
                if node > 0 {
                    file.push('\n');
                }
                file.push('(');
                on_line = 0;
                node
            }
            WritingTask::Node(node) => {
                if on_line % MOVES_PER_LINE == 0 {
                    file.push('\n');
                }
                on_line += 1;
                node
            }
        };
        let own = if node == 0 {
            &root.0
        } else {
            &nodes[node].properties
        };
        let renamed = made.renamed.get(&node);
        let renamed = renamed.map(|token| with_token(own, token.as_ref()));
        let own = renamed.as_ref().unwrap_or(own);
        let front = made.front[node].iter().flat_map(|front| &front.0);
        let all = front.chain(own).map(safe).collect();
        print_node(&mut file, &Properties(all));
        let is_written = |&child: &usize| made.front[child].is_some();
        let written: Vec<usize> = children.of(node).filter(is_written).collect();
        match *written.as_slice() {
            [only] => tasks.push(WritingTask::Node(only)),
            _ => tasks.extend(written.into_iter().rev().map(WritingTask::Variation)),
        }
    }
    file.push('\n');
    file
}

/// Returns a property that cannot break the file.
fn safe((name, values): &RawProperty) -> RawProperty {
    let values = values.iter().map(|value| with_escapes(value)).collect();
    (name.clone(), values)
}
