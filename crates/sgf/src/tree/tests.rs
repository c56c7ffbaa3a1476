use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Size;
use halfpoint_core::game::{IllegalMove, PlayedMove, TokenKind};
use halfpoint_core::rules::{PRESETS, find};

use super::super::{Info, SgfError, read, write, write_tree};
use super::*;

fn rules(name: &str) -> Rules {
    find(name).expect(name).rules
}

/// Returns the rules and the komi of records that name none.
fn defaults() -> (Rules, HalfPoints) {
    (rules("chinese"), HalfPoints::from_points(7))
}

fn opened(file: &[u8]) -> Result<LoadedTree, SgfError> {
    let (rules, komi) = defaults();
    read_tree(file, rules, komi)
}

fn tree(text: &str) -> LoadedTree {
    opened(text.as_bytes()).unwrap_or_else(|error| panic!("{text:.200}: {error}"))
}

/// Writes a tree as it was read.
fn written(tree: &LoadedTree) -> String {
    let id = tree.main.rules_id.unwrap_or("custom");
    write_tree(
        &tree.nodes,
        &tree.main.game,
        id,
        &Info::default(),
        defaults(),
    )
}

/// Returns the nodes without those properties of the root that each record gets.
fn comparable(tree: &LoadedTree) -> Vec<TreeNode> {
    let mut nodes = tree.nodes.clone();
    let is_fixed = |name: &str| ["FF", "GM", "CA", "AP"].contains(&name);
    let root = &mut nodes[0].properties;
    root.retain(|(name, _)| !is_fixed(name));
    nodes
}

/// Checks that a tree comes back as it was, and is written alike again.
fn check_round_trip(tree: &LoadedTree) {
    let text = written(tree);
    let back = opened(text.as_bytes()).unwrap_or_else(|error| panic!("{text:.300}: {error}"));
    assert_eq!(comparable(&back), comparable(tree), "{text:.300}");
    assert_eq!(back.end, tree.end);
    assert_eq!(written(&back), text);
}

/// Returns the properties of a node as a text.
fn properties_of(node: &TreeNode) -> String {
    let mut text = String::new();
    for (name, values) in &node.properties {
        text += name;
        values
            .iter()
            .for_each(|value| text += &format!("[{value}]"));
    }
    text
}

/// Returns the nodes from the root to a node.
fn way(nodes: &[TreeNode], node: usize) -> Vec<&TreeNode> {
    let mut way: Vec<&TreeNode> =
        std::iter::successors(Some(&nodes[node]), |node| node.parent.map(|at| &nodes[at]))
            .collect();
    way.reverse();
    way
}

/// Returns the position of the last node of a way, as a page finds it; `None` if there is none.
fn position(way: &[&TreeNode], terms: &Game) -> Option<Game> {
    let mut game = None;
    for TreeNode { step, .. } in way {
        if let Some(start) = &step.start {
            game = Some(Game::with_setup(
                *terms.rules(),
                start.clone(),
                terms.komi(),
            ));
        }
        if step.problem.is_some() {
            game = None;
        }
        if let (Some(game), Some((color, mv))) = (&mut game, &step.played)
            && *mv != Move::Resign
        {
            game.play(*color, mv).expect("a legal move");
        }
    }
    game
}

/// Checks that the position of each node is that at which `read` arrives on a record of this line
/// alone. Returns the number of nodes with a position.
fn check_positions(tree: &LoadedTree) -> usize {
    let mut found = 0;
    let terms = &tree.main.game;
    for node in 0..tree.nodes.len() {
        let way = way(&tree.nodes, node);
        let line: Vec<String> = way.iter().map(|node| properties_of(node)).collect();
        let line = format!("(;{})", line.join(";"));
        let alone = read(
            line.as_bytes(),
            rules("chinese"),
            HalfPoints::from_points(7),
            None,
        );
        let shown = position(&way, terms);
        let is_end = !tree.nodes.iter().any(|child| child.parent == Some(node));
        match (alone, shown) {
            // Before the first move, those that follow tell who begins, and with which handicap.
            (Ok(_), Some(shown)) if shown.records().is_empty() && !is_end => (),
            (Ok(Loaded { game, .. }), Some(shown)) => {
                found += 1;
                assert_eq!(shown.board().key(), game.board().key(), "{line}");
                // Elsewhere the moves that follow tell whose turn it is, and PL does not.
                if is_end {
                    let [moves, all] = [&shown, &game].map(|game| {
                        let records = game.records().iter();
                        records
                            .map(|record| (record.color, record.action))
                            .collect::<Vec<_>>()
                    });
                    // A game that goes on after a position was set up and removed again is shown
                    // from there.
                    assert!(all.ends_with(&moves), "{line}");
                    assert_eq!(shown.to_move(), game.to_move(), "{line}");
                    if moves.len() == all.len() {
                        assert_eq!(shown.state(), game.state(), "{line}");
                    }
                }
            }
            (Ok(_), None) => {
                let other = way
                    .iter()
                    .any(|node| node.step.problem == Some(NodeProblem::OtherTerms));
                assert!(other, "{line}");
            }
            (Err(_), None) => (),
            (Err(error), Some(_)) => panic!("{line}: {error}"),
        }
    }
    found
}

#[test]
fn properties_come_back_as_they_were() {
    for text in [
        "(;GM[1](;)(;))",
        "(;FF[4]GM[1]SZ[9]C[root](;B[aa]C[a];W[bb](;B[cc];W[dd])(;B[dd]N[x]))(;B[ee](;W[aa])(;W[bb])(;W[])))",
        "(;GM[1]SZ[9]XX[unknown][twice]K9[1]SOMETHING[long]Z[];B[aa]QQ[\\]][a\\\\];W[bb]_[x])",
        "(;GM[1]SZ[9]C[a\\]b \\: c\\\\\nnext \\\nsoft\r\nline];B[aa]LB[aa:1][bb:a\\:b][cc:\\]]AR[aa:bb]LN[cc:dd])",
        "(;GM[1]SZ[9];B[aa]TR[bb:dd]MA[ee]CR[ff]SQ[gg]SL[hh]DD[aa:cc]VW[]DM[1]GB[2]HO[1]KO[]IT[];W[bb]FG[257:name])",
        "(;GM[1]SZ[9];B[aa];AB[bb][cc]AW[dd];W[ee];AE[bb](;B[bb])(;PL[W];W[bb]))",
        "(;GM[1]SZ[9]AB[aa][bb:cc]AW[dd]PL[W];W[ee];B[ff])",
        "(;GM[1]SZ[9]HA[2];B[cc];B[gg];W[ee](;B[aa])(;B[bb]))",
        "(;GM[1]SZ[9]HA[2];W[ee](;B[aa])(;B[bb]))",
        "(;GM[1]SZ[9];B[aa];B[aa];W[bb](;B[cc])(;B[dd]))",
        "(;GM[1]SZ[9](;W[aa])(;B[bb])(;AB[cc];W[dd]))",
        "(;GM[1]SZ[9](;SZ[5];B[bb])(;B[ii])(;RU[aga];B[aa]))",
        "(;GM[1]SZ[9]KM[0]TM[60];B[aa]BL[50]OB[3];W[bb]WL[40.5];B[resign];W[cc])",
        "(;GM[1]SZ[9]KM[375]RU[Chinese]RE[B+3.75]AP[foxwq];B[aa];W[tt];B[jj];W[])",
        "(;GM[1]SZ[9]RU[koPOSITIONALscoreTERRITORYtaxNONEsui0];B[aa];W[];B[];W[bb];B[cc])",
        "(;GM[1]SZ[9]B[aa]N[move in the root];W[bb])",
        "(;GM[1]SZ[9];B[aa]B[aa]CA[not of a root];W[bb]FF[3])",
        "(;GM[1]SZ[9];B[aa]C[first]C[second];AE[aa]AB[bb];AE[bb]AB[aa];W[cc])",
        "(;GM[1]SZ[9]Komi[6.5]PlayerBlack[A]WeiRD[x];Black[aa]BLack[bb];White[cc])",
        "(;GM[1]SZ[9](;B[aa](;W[bb](;B[cc](;W[dd](;B[ee]))))))",
    ] {
        let tree = tree(text);
        check_round_trip(&tree);
        check_positions(&tree);
    }
}

#[test]
fn records_of_other_programs_come_back_as_they_were() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records");
    let mut opened_files = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let bytes = std::fs::read(&path).expect("a file");
        let Ok(tree) = opened(&bytes) else { continue };
        opened_files += 1;
        check_round_trip(&tree);
        check_positions(&tree);
        let alone = read(&bytes, rules("chinese"), HalfPoints::from_points(7), None);
        assert_eq!(alone.expect("a game").game, tree.main.game, "{path:?}");
    }
    assert!(opened_files > 20, "{opened_files}");
}

#[test]
fn texts_in_old_encodings_become_utf_8() {
    for (label, bytes, wanted) in [
        ("ISO-8859-1", &b"Andr\xe9"[..], "André"),
        ("Shift_JIS", &b"\x88\xcd\x8c\xe9"[..], "囲碁"),
        ("GB18030", &b"\xce\xa7\xc6\xe5"[..], "围棋"),
    ] {
        let head = format!("(;GM[1]SZ[9]CA[{label}]PB[");
        let file = [head.as_bytes(), bytes, b"](;B[aa]C[", bytes, b"])(;B[bb]))"].concat();
        let tree = opened(&file).expect(label);
        assert_eq!(tree.nodes[1].properties[1].1, [wanted], "{label}");
        let text = written(&tree);
        assert!(
            text.contains("CA[UTF-8]") && text.matches(wanted).count() == 2,
            "{text}"
        );
        check_round_trip(&tree);
    }
}

#[test]
fn what_is_amiss_is_told_and_the_rest_is_kept() {
    let illegal = tree("(;GM[1]SZ[5]RU[aga]KM[0];B[aa];W[aa];B[bb](;W[cc])(;W[dd]))");
    assert_eq!((illegal.end, illegal.main.game.records().len()), (1, 1));
    assert!(
        illegal
            .main
            .warnings
            .iter()
            .any(|note| note.starts_with("move 2: "))
    );
    let Some(NodeProblem::Sgf(error)) = &illegal.nodes[2].step.problem else {
        panic!("no problem")
    };
    let reason = IllegalMove::Occupied;
    assert_eq!(*error, SgfError::IllegalMove { number: 2, reason });
    assert!(
        illegal.nodes[3..]
            .iter()
            .all(|node| node.step == NodeStep::default())
    );

    let damaged = tree("(;GM[1]SZ[5];B[aa](;W[bb])(;W[cc];oh no);W[dd])");
    assert_eq!(damaged.nodes.len(), 5);
    assert!(
        damaged
            .main
            .warnings
            .iter()
            .any(|note| note.contains("\"oh no"))
    );

    let several = tree("(;GM[1]SZ[5];B[aa])(;GM[1]SZ[5];B[bb])");
    assert_eq!(several.nodes.len(), 2);
    assert!(
        several
            .main
            .warnings
            .iter()
            .any(|note| note.contains("further games"))
    );

    let two_moves = tree("(;GM[1]SZ[5];B[aa]BL[9]W[bb]WL[8])");
    let texts: Vec<String> = two_moves.nodes[1..].iter().map(properties_of).collect();
    assert_eq!(texts, ["B[aa]BL[9]", "W[bb]WL[8]"]);

    let unescaped = tree("(;GM[1]SZ[5]C[a [1] b];B[aa]C[x]])");
    let text = written(&unescaped);
    assert!(text.contains("C[a [1\\] b]\n;B[aa]C[x\\]])"), "{text}");

    // A root with nothing of a root is that of a new game, whose start is that of the first move.
    let late = tree("(;;SZ[9]KM[0];B[ee];AB[aa])");
    let text = written(&late);
    assert!(text.contains("SZ[9]") && !text.contains("AB[ee]"), "{text}");
    let empty = tree("(;)");
    let text = written(&empty);
    assert!(
        text.contains("SZ[19]RU[Chinese") && text.contains("KM[7]"),
        "{text}"
    );

    for (bad, error) in [
        ("", SgfError::NoGame),
        ("(;", SgfError::Truncated),
        ("(;GM[2])", SgfError::NotGo("Othello".to_string())),
        (
            "(;SZ[5]KM[0.3];B[aa])",
            SgfError::QuarterKomi("0.3".to_string()),
        ),
        (
            "(;SZ[5];B[aa];what)",
            SgfError::NoProperty("what)".to_string()),
        ),
    ] {
        let found = opened(bad.as_bytes()).map(|_| ());
        assert_eq!(
            found.map_err(|error| error.reason().clone()),
            Err(error),
            "{bad}"
        );
    }
}

#[test]
fn starts_are_those_of_the_lines() {
    let starts = |text: &str| -> Vec<Option<(usize, usize, Color)>> {
        let tree = tree(text);
        let start = |node: &TreeNode| {
            let start = node.step.start.as_ref()?;
            Some((start.handicap(), start.stones().len(), start.to_move()))
        };
        tree.nodes.iter().map(start).collect()
    };
    let (black, white) = (Color::Black, Color::White);
    let even = Some((0, 0, black));
    assert_eq!(
        starts("(;SZ[9]C[a];C[b];B[aa];W[bb])"),
        [even, None, None, None]
    );
    // The player of the first move of the main line begins, that of another variation there.
    assert_eq!(
        starts("(;SZ[9](;C[b];W[aa])(;C[c];B[aa]))"),
        [Some((0, 0, white)), None, None, None, even]
    );
    assert_eq!(
        starts("(;SZ[9]HA[2];B[aa];B[bb];W[cc])"),
        [even, None, Some((2, 2, white)), None]
    );
    let handicap = Some((2, 2, white));
    assert_eq!(
        starts("(;SZ[9]HA[2];W[aa](;B[bb])(;B[cc]))"),
        [handicap, None, None, None]
    );
    assert_eq!(
        starts("(;SZ[9];B[aa];AW[bb];C[c];B[cc](;W[dd])(;AE[aa]))"),
        [
            even,
            None,
            Some((0, 2, black)),
            None,
            None,
            None,
            Some((0, 2, white))
        ]
    );
    // What was set up and removed again does not end the game.
    assert_eq!(
        starts("(;SZ[9];B[aa];AW[bb];AE[bb];W[cc])"),
        [even, None, Some((0, 2, white)), Some((0, 1, white)), None]
    );
}

/// Returns a random property of a node, most of which set up or play.
fn any_property(random: &mut impl Rng) -> String {
    let point = |random: &mut _| -> String {
        let mut letter = || char::from(b'a' + RngExt::random_range(random, 0..5_u8));
        [letter(), letter()].iter().collect()
    };
    let name = [
        "AB", "AW", "AE", "PL", "C", "XY", "KM", "HPM", "BL", "HA", "RE", "LB",
    ];
    match name[random.random_range(0..name.len())] {
        "PL" => format!("PL[{}]", ["B", "W", "?"][random.random_range(0..3)]),
        "KM" => "KM[5.5]".to_string(),
        "HA" => format!("HA[{}]", random.random_range(0..4)),
        "HPM" => "HPM[halfpass]".to_string(),
        "BL" => "BL[9.5]OB[2]".to_string(),
        "RE" => "RE[W+R]".to_string(),
        name @ ("AB" | "AW" | "AE") => format!("{name}[{}]", point(random)),
        name => {
            let values = ["", "a\\]b", "x:y", "\\\\", "(;)", "\n é \\\n"];
            let value = values[random.random_range(0..values.len())];
            format!("{name}[{value}][{}]", point(random))
        }
    }
}

/// Returns the text of a random tree on 5×5.
fn any_tree(random: &mut impl Rng) -> String {
    let mut text = String::from("(;GM[1]SZ[5]RU[button]");
    let mut depth = 1;
    for _ in 0..random.random_range(1..60) {
        match random.random_range(0..8) {
            0 => {
                text += "(;";
                depth += 1;
            }
            1 if depth > 1 && text.ends_with(']') => {
                text += ")(;";
            }
            _ => text += ";",
        }
        if random.random_ratio(1, 6) {
            text += &any_property(random);
        }
        if random.random_ratio(3, 4) {
            let color = ["B", "W"][random.random_range(0..2)];
            let letter = |random: &mut _| char::from(b'a' + RngExt::random_range(random, 0..5_u8));
            match random.random_range(0..30) {
                0 => text += &format!("{color}[]"),
                1 => text += &format!("{color}[]HPM[button]"),
                2 => text += &format!("{color}[resign]"),
                _ => text += &format!("{color}[{}{}]", letter(random), letter(random)),
            }
        }
    }
    text + &")".repeat(depth)
}

#[test]
fn random_trees_come_back_and_have_the_positions_of_their_lines() {
    let mut found = 0;
    for seed in 0..400 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let text = any_tree(&mut random);
        let Ok(tree) = opened(text.as_bytes()) else {
            continue;
        };
        check_round_trip(&tree);
        found += check_positions(&tree);
    }
    assert!(found > 2000, "{found}");
}

#[test]
fn damaged_records_come_back_as_far_as_they_are_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records");
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let parts = [
        "(", ")", ";", "[", "]", "\\", "B[cc]", ";AB[aa]", "(;W[bb])", ":", "CA[", "\u{e9}", "\r\n",
    ];
    let mut opened_files = 0;
    for round in 0..600 {
        let mut bytes = std::fs::read(&files[round % files.len()]).expect("a file");
        bytes.truncate(3000);
        for _ in 0..random.random_range(1..6) {
            let at = random.random_range(0..=bytes.len());
            let to = (at + random.random_range(0..20)).min(bytes.len());
            let part = parts[random.random_range(0..parts.len())];
            bytes.splice(at..to, part.bytes());
        }
        let Ok(tree) = opened(&bytes) else { continue };
        opened_files += 1;
        let text = written(&tree);
        let back = opened(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let raw = |tree: &LoadedTree| -> Vec<(Option<usize>, Vec<RawProperty>)> {
            let nodes = tree.nodes[1..].iter();
            nodes
                .map(|node| (node.parent, node.properties.clone()))
                .collect()
        };
        assert_eq!(raw(&back), raw(&tree), "{text}");
        assert_eq!(written(&back), text);
    }
    assert!(opened_files > 200, "{opened_files}");
}

/// Returns the nodes that a page makes of a game.
fn made_nodes(game: &Game) -> Vec<TreeNode> {
    let mut nodes = vec![TreeNode {
        step: NodeStep {
            start: Some(game.setup().clone()),
            ..NodeStep::default()
        },
        ..TreeNode::default()
    }];
    let mut replayed = Game::with_setup(*game.rules(), game.setup().clone(), game.komi());
    for (record, proposes) in game.records().iter().zip(game.proposals()) {
        let mv = match proposes {
            true => Move::Propose(record.proposed.clone()),
            false => replayed.position().move_for(record.color, record.action),
        };
        replayed.play(record.color, &mv).expect("a legal move");
        nodes.push(TreeNode {
            parent: Some(nodes.len() - 1),
            step: NodeStep {
                played: Some((record.color, mv)),
                ..NodeStep::default()
            },
            ..TreeNode::default()
        });
    }
    nodes
}

#[test]
fn moves_that_are_not_written_yet_are_named_as_in_other_records() {
    for preset in &PRESETS {
        for seed in 0..6 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let size = Size::new(5, 4).expect("a size");
            let mut game = Game::new(preset.rules, size, HalfPoints::from_halves(3));
            for _ in 0..30 {
                let color = game.to_move();
                let tokens = game.position().tokens(color);
                let points = game.position().placements(color);
                let mv = match random.random_range(0..12) {
                    0..4 if !tokens.is_empty() => {
                        Move::Token(tokens[random.random_range(0..tokens.len())].0)
                    }
                    4 => Move::Pass,
                    5 => Move::Propose(points.iter().take(2).copied().collect()),
                    6 if random.random_ratio(1, 3) => Move::Resign,
                    _ if points.is_empty() => Move::Pass,
                    _ => Move::Place(points[random.random_range(0..points.len())]),
                };
                let _ = game.play(color, &mv);
            }
            let nodes = made_nodes(&game);
            let text = write_tree(&nodes, &game, preset.id, &Info::default(), defaults());
            let one_line = |text: &str| text.replace('\n', "");
            let wanted = one_line(&write(&game, preset.id, &Info::default()));
            // A record of a game alone ends with a comment on its tokens.
            let end = wanted
                .rfind("C[")
                .filter(|_| wanted.ends_with("])"))
                .unwrap_or(wanted.len() - 1);
            let is_comment = wanted[end..].starts_with("C[P");
            let wanted = &wanted[..if is_comment { end } else { wanted.len() - 1 }];
            let wanted = format!("{wanted})");
            let settled_last = |text: &str| {
                let (head, tail) = text.split_once("RE[")?;
                let (result, tail) = tail.split_once(']')?;
                Some((format!("{head}{tail}"), result.to_string()))
            };
            let text = one_line(&text);
            assert_eq!(settled_last(&text), settled_last(&wanted), "{}", preset.id);
            if settled_last(&text).is_none() {
                assert_eq!(text, wanted, "{}", preset.id);
            }
        }
    }
}

#[test]
fn moves_are_added_to_a_record_and_its_terms_replaced_where_they_differ() {
    let mut record = tree("(;GM[1]SZ[5]XX[y]RU[Button Go]KM[0]HPR[{}]RE[B+1];B[aa]C[x])");
    let node = |parent, color, mv| TreeNode {
        parent: Some(parent),
        step: NodeStep {
            played: Some((color, mv)),
            left: [None, None],
            ..NodeStep::default()
        },
        properties: vec![("C".to_string(), vec!["mine ] \\".to_string()])],
    };
    let token = Move::Token(TokenKind::Button);
    let game = Game::new(rules("button"), Size::square(5), HalfPoints::from_halves(1));
    record.nodes.push(node(1, Color::White, token));
    record.nodes.push(node(2, Color::Black, Move::Resign));
    record.nodes.push(node(
        1,
        Color::White,
        Move::Place(game.board().size().point(1, 0).expect("a point")),
    ));
    let info = Info::default();
    let text = write_tree(&record.nodes, &game, "button", &info, defaults());
    assert!(text.contains("XX[y]") && text.contains("RE[B+1]"), "{text}");
    assert!(
        text.contains("(;W[]HPM[button]C[mine \\] \\\\])\n(;W[be]C[mine"),
        "{text}"
    );
    assert!(
        text.contains("KM[0.5]") && !text.contains("KM[0]"),
        "{text}"
    );
    let back = tree(&text);
    assert_eq!(
        (back.main.game.rules(), back.main.game.komi()),
        (game.rules(), game.komi())
    );
    assert_eq!(back.nodes.len(), 4);
    let info = Info {
        result: Some("W+R"),
        ..info
    };
    let text = write_tree(&record.nodes, &game, "button", &info, defaults());
    assert!(text.contains("RE[W+R]") && !text.contains("B+1"), "{text}");
}

#[test]
fn moves_of_ours_are_written_with_the_rules_and_the_komi_that_were_assumed() {
    let mut record = tree("(;GM[1]SZ[5];B[cc])");
    let text = written(&record);
    assert!(!text.contains("RU[") && !text.contains("KM["), "{text}");
    record.nodes.push(TreeNode {
        parent: Some(1),
        step: NodeStep {
            played: Some((Color::White, Move::Pass)),
            ..NodeStep::default()
        },
        properties: Vec::new(),
    });
    let text = written(&record);
    let other = (rules("half_pass"), HalfPoints::from_points(3));
    let back = read_tree(text.as_bytes(), other.0, other.1).expect("a record");
    let (assumed, komi) = defaults();
    assert_eq!(*back.main.game.rules(), assumed, "{text}");
    assert_eq!(back.main.game.komi(), komi, "{text}");
    assert_eq!(back.nodes.len(), 3, "{text}");
}

/// A game that goes on under other rules names the tokens of those, also where reading it back
/// would find another move or none.
#[test]
fn tokens_are_named_anew_where_the_rules_differ() {
    let moves = "(;FF[4]GM[1]CA[UTF-8]AP[x]SZ[5]RU[FROM]KM[0];B[cc];W[bb];B[]HPM[ONE];W[]HPM[TWO])";
    for (from, [one, two], to) in [
        ("button", ["button", "fullpass"], "chinese"),
        ("aga", ["fullpass", "fullpass"], "button"),
        ("button", ["button", "fullpass"], "two_button"),
        ("button", ["button", "fullpass"], "half_pass"),
    ] {
        let text = moves.replace("FROM", from);
        let mut record = tree(&text.replace("ONE", one).replace("TWO", two));
        // As a client tells them that knows the plain pass alone.
        for node in &mut record.nodes {
            if let Some((_, mv @ Move::Token(_))) = &mut node.step.played {
                *mv = Move::Pass;
            }
        }
        let mut game = Game::new(rules(to), Size::square(5), HalfPoints::ZERO);
        for (color, mv) in record
            .nodes
            .iter()
            .filter_map(|node| node.step.played.as_ref())
        {
            game.play(*color, mv).expect("a legal move");
        }
        let text = write_tree(&record.nodes, &game, to, &Info::default(), defaults());
        let back = tree(&text).main.game;
        assert_eq!(back.rules(), game.rules(), "{text}");
        let actions = |game: &Game| -> Vec<PlayedMove> {
            game.records().iter().map(|record| record.action).collect()
        };
        assert_eq!(actions(&back), actions(&game), "{from} to {to}: {text}");
    }
}

#[test]
fn long_deep_and_wide_trees_are_read_and_written() {
    let many = 10_000;
    let deep = |open: &str, close: &str, times| {
        format!("(;SZ[5]{}{})", open.repeat(times), close.repeat(times))
    };
    for text in [
        deep(";B[aa];AE[aa]", "", 2000),
        deep(";B[];W[]", "", many),
        deep("(;B[])", "", many),
        deep("(;B[](;W[])", ")", many),
        deep("(;AB[aa:ee]AE[cc];W[cc])", "", many),
        deep("(;PL[W]PB[x])", "", many),
        format!(
            "(;SZ[5]PB[{0}]OT[{0}]C[{0}]{1})",
            "a".repeat(200_000),
            "(;PW[b]OT[c];B[aa])".repeat(many)
        ),
        format!("(;SZ[5]X{})", "[]".repeat(many)),
        format!("(;SZ[5]C[{}])", "]a".repeat(many)),
        deep("(;C[a", "", many),
        deep("(;", "", many),
        format!("(;SZ[5];B[]{})", "(;W[];B[](;AW[aa]".repeat(many)),
    ] {
        let Ok(tree) = opened(text.as_bytes()) else {
            continue;
        };
        let nodes = comparable(&tree);
        let back = opened(written(&tree).as_bytes()).expect("a record");
        assert!(comparable(&back) == nodes, "{text:.100}");
    }
    let too_many = opened("(;SZ[5];)".replace(';', &";".repeat(MAX_NODES)).as_bytes());
    assert_eq!(too_many.map(|_| ()), Err(SgfError::TooManyNodes));
    let values = format!("(;SZ[5]X{})", "[]".repeat(MAX_TREE_VALUES));
    assert_eq!(
        opened(values.as_bytes()).map(|_| ()),
        Err(SgfError::TooManyValues)
    );
}
