//! Tests on records in the styles of many programs and years (`crates/sgf/tests/records/`), intact
//! and damaged.

use std::fs;
use std::path::PathBuf;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{Rules, find};
use halfpoint_sgf::{self as sgf, HowWon, Loaded, RecordedResult, SgfError};

/// Default komi, which occurs in none of the samples.
const KOMI: HalfPoints = HalfPoints::from_points(99);

fn default_rules() -> Rules {
    find("tromp_taylor").expect("a preset").rules
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

fn sample(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn samples() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder()).expect("the samples");
    let mut all: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a plain name"))
        .filter(|name| !name.starts_with('.'))
        .map(|name| {
            let bytes = sample(&name);
            (name, bytes)
        })
        .collect();
    all.sort();
    all
}

fn read(bytes: &[u8]) -> Result<Loaded, SgfError> {
    sgf::read(bytes, default_rules(), KOMI, None)
}

fn loaded(name: &str) -> Loaded {
    read(&sample(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn margin(halves: i32) -> RecordedResult {
    RecordedResult::Margin(HalfPoints::from_halves(halves))
}

fn by(color: Color, how: HowWon) -> RecordedResult {
    RecordedResult::Won(color, how)
}

/// Expected contents of a sample: moves, handicap, komi in half-points, rules, result, Black's
/// name, and words of each warning.
struct Expected {
    name: &'static str,
    moves: usize,
    handicap: usize,
    komi: i32,
    rules: Option<&'static str>,
    recorded: RecordedResult,
    black: Option<&'static str>,
    warnings: &'static [&'static str],
}

fn expected() -> Vec<Expected> {
    use Color::{Black, White};
    use HowWon::{Points, Resignation, Time, Unspecified};
    let row = |name, (moves, handicap, komi), rules, recorded, black, warnings| Expected {
        name,
        moves,
        handicap,
        komi,
        rules,
        recorded,
        black,
        warnings,
    };
    let unknown = RecordedResult::Unknown;
    let (chinese, japanese) = (Some("chinese"), Some("japanese"));
    vec![
        row(
            "kgs-review.sgf",
            (5, 0, 13),
            japanese,
            by(Black, Time),
            Some("kuro"),
            &[],
        ),
        row(
            "kgs-edited.sgf",
            (2, 0, 14),
            chinese,
            unknown,
            Some("b"),
            &["node 5: position set up after move 3"],
        ),
        row(
            "kgs-handicap.sgf",
            (3, 3, 1),
            japanese,
            by(White, Resignation),
            Some("b"),
            &[],
        ),
        row(
            "ogs-free-handicap.sgf",
            (5, 2, 1),
            Some("aga"),
            margin(-25),
            Some("one"),
            &["first 2 moves are the handicap"],
        ),
        row(
            "pandanet-igs.sgf",
            (5, 3, 1),
            None,
            by(Black, Time),
            Some("kuro"),
            &["no rules: tromp_taylor"],
        ),
        row(
            "fox-chinese.sgf",
            (7, 0, 15),
            chinese,
            margin(-13),
            Some("狐狸甲"),
            &["KM[375] read as 7.5"],
        ),
        row(
            "fox-line-breaks-as-text.sgf",
            (4, 0, 13),
            japanese,
            margin(15),
            Some("甲"),
            &["KM[650] read as 6.5"],
        ),
        row(
            "fox-handicap.sgf",
            (3, 2, 1),
            japanese,
            by(Black, Resignation),
            Some("甲"),
            &["KM[50] read as 0.5"],
        ),
        row(
            "tygem-gb18030.sgf",
            (5, 0, 13),
            None,
            by(Black, Resignation),
            Some("张三九段"),
            &["gb18030 assumed", "no rules"],
        ),
        row(
            "sina-without-first-semicolon-gbk.sgf",
            (9, 0, 15),
            None,
            margin(-3),
            Some("王五"),
            &["gb18030 assumed", "no rules", "no board size: 19"],
        ),
        row(
            "cyberoro-euc-kr.sgf",
            (6, 0, 13),
            None,
            by(Black, Resignation),
            Some("김철수"),
            &["EUC-KR assumed", "TM[30분] is not", "no rules"],
        ),
        row(
            "kiseido-shift-jis.sgf",
            (4, 0, 13),
            japanese,
            by(White, Resignation),
            Some("小林ソ一"),
            &["Shift_JIS assumed"],
        ),
        row(
            "taiwan-big5.sgf",
            (4, 0, 15),
            chinese,
            by(Black, Resignation),
            Some("許功蓋"),
            &["Big5 assumed"],
        ),
        row(
            "gogod-latin1.sgf",
            (3, 0, 11),
            chinese,
            by(White, Resignation),
            Some("Jörg Müller"),
            &["windows-1252 assumed", "KM[2.75] read as 5.5"],
        ),
        row(
            "cgos.sgf",
            (6, 0, 14),
            chinese,
            margin(-4),
            Some("bot-b"),
            &[],
        ),
        row(
            "gogui.sgf",
            (3, 0, 13),
            chinese,
            margin(1),
            Some("GNU Go"),
            &[],
        ),
        row(
            "sabaki.sgf",
            (4, 2, 13),
            None,
            unknown,
            Some("a"),
            &["no rules"],
        ),
        row(
            "lizzieyzy-katago.sgf",
            (3, 0, 15),
            chinese,
            unknown,
            Some("Me"),
            &[],
        ),
        row(
            "katago.sgf",
            (3, 0, 14),
            None,
            margin(-3),
            Some("black"),
            &[],
        ),
        row(
            "old-long-names.sgf",
            (3, 0, 11),
            None,
            by(White, Points),
            Some("Go"),
            &["no rules"],
        ),
        row(
            "old-usenet-wrapped.sgf",
            (5, 0, 13),
            None,
            unknown,
            None,
            &["no rules", "not closed"],
        ),
        row(
            "problem.sgf",
            (1, 0, 198),
            None,
            unknown,
            None,
            &["no rules", "no komi: 99"],
        ),
        row(
            "tom-unescaped-brackets.sgf",
            (3, 0, 0),
            None,
            by(White, Unspecified),
            Some("[伯园]选手02"),
            &["no rules"],
        ),
        row(
            "rectangle-board.sgf",
            (3, 0, 0),
            Some("new_zealand"),
            RecordedResult::Draw,
            None,
            &[],
        ),
        row(
            "resigned-by-a-move.sgf",
            (2, 0, 15),
            Some("ing"),
            by(White, Resignation),
            None,
            &[
                "resignation as a move, by black",
                "rules ing are simplified",
            ],
        ),
        row(
            "handicap-without-stones.sgf",
            (2, 4, 0),
            japanese,
            unknown,
            Some("a"),
            &["HA[4] without stones"],
        ),
        row(
            "utf-16.sgf",
            (2, 0, 13),
            Some("korean"),
            margin(-1),
            Some("흑돌"),
            &[],
        ),
    ]
}

#[test]
fn records_of_every_style_are_read_as_expected() {
    for expected in expected() {
        let name = expected.name;
        let file = loaded(name);
        let game = &file.game;
        assert_eq!(game.records().len(), expected.moves, "{name}");
        assert_eq!(game.setup().handicap(), expected.handicap, "{name}");
        assert_eq!(game.komi().halves(), expected.komi, "{name}");
        assert_eq!(file.rules_id, expected.rules, "{name}");
        assert_eq!(file.recorded, expected.recorded, "{name}");
        assert_eq!(file.black.as_deref(), expected.black, "{name}");
        let warnings = &file.warnings;
        assert_eq!(
            warnings.len(),
            expected.warnings.len(),
            "{name}: {warnings:?}"
        );
        for words in expected.warnings {
            let said = warnings.iter().any(|warning| warning.contains(words));
            assert!(said, "{name}: {words:?} in {warnings:?}");
        }
    }
}

#[test]
fn every_sample_has_an_expectation() {
    let others = ["collection.sgf", "tygem.gib", "wbaduk.ngf"];
    let known: Vec<&str> = expected()
        .iter()
        .map(|row| row.name)
        .chain(others)
        .collect();
    for (name, _) in samples() {
        assert!(known.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn samples_are_written_and_read_back_unchanged() {
    for expected in expected() {
        let file = loaded(expected.name);
        let info = sgf::Info {
            result: file.result.as_deref(),
            black: file.black.as_deref(),
            white: file.white.as_deref(),
            ..sgf::Info::default()
        };
        let id = file.rules_id.unwrap_or("custom");
        let text = sgf::write(&file.game, id, &info);
        let back = read(text.as_bytes()).expect("our own file");
        assert!(back.game == file.game, "{text}");
        assert_eq!(back.result, file.result);
        assert_eq!((back.black, back.white), (file.black, file.white));
        let unknown = back
            .warnings
            .iter()
            .all(|w| w.contains("is not understood"));
        assert!(unknown, "{:?}", back.warnings);
    }
}

#[test]
fn other_formats_are_named_in_errors() {
    for (name, format) in [("tygem.gib", "GIB"), ("wbaduk.ngf", "NGF")] {
        let error = read(&sample(name)).expect_err(name);
        assert!(error.to_string().contains(format), "{error}");
        let bytes = sample(name);
        let all: Vec<_> = sgf::read_all(&bytes, default_rules(), KOMI).collect();
        assert!(matches!(all.as_slice(), [Err(_)]), "{all:?}");
    }
}

#[test]
fn every_game_of_a_collection_is_read() {
    let bytes = sample("collection.sgf");
    let games: Vec<_> = sgf::read_all(&bytes, default_rules(), KOMI).collect();
    let reported: Vec<String> = games
        .iter()
        .map(|game| match game {
            Ok(file) => {
                let black = file.black.clone().unwrap_or_default();
                format!("{black} {}", file.game.records().len())
            }
            Err(error) => error.to_string(),
        })
        .collect();
    assert_eq!(
        reported,
        [
            "one 2",
            "game 2: move 2: illegal move: occupied",
            "game 3: node 1: not a game of Go but Othello",
            "four 3",
            "game 5: node 3: W[xx] is off the board",
            "six 3",
        ]
    );
    let unclosed = games[3].as_ref().expect("the fourth");
    assert!(unclosed.warnings[0].contains("not closed"));
    let first = read(&bytes).expect("the first");
    assert_eq!(Some(&first.game), games[0].as_ref().ok().map(|l| &l.game));
}

/// Returns Black's name, the size, the komi and the number of moves of each game.
fn games(text: &str) -> Vec<String> {
    let all = sgf::read_all(text.as_bytes(), default_rules(), KOMI);
    all.map(|game| {
        let file = game.expect("a game");
        let game = &file.game;
        let black = file.black.as_deref().unwrap_or("?");
        let side = game.board().size().width();
        format!("{black} {side} {} {}", game.komi(), game.records().len())
    })
    .collect()
}

#[test]
fn variations_that_begin_as_a_root_does_are_no_games() {
    let names = [
        "TE[2]",
        "TE[Cup]",
        "PW[w]",
        "PB[b]",
        "GN[first]",
        "RE[W+R]",
        "KM[7]",
        "HA[2]",
        "DT[2001]",
        "GM[1]",
        "FF[4]",
        "SZ[9]",
    ];
    for name in names {
        let variation = format!("(;{name}B[gg];W[cc])");
        let whole = format!("(;SZ[9]PB[one]KM[5.5];B[ee]{})", variation.repeat(419));
        assert_eq!(games(&whole), ["one 9 5.5 3"], "{name}");
        let two = format!("{whole}\n(;SZ[13]PB[two]KM[0];B[ee])");
        assert_eq!(games(&two), ["one 9 5.5 3", "two 13 0 1"], "{name}");
        // A game that is not closed does not change how the next one is read.
        let damaged = format!("(;GM[1]SZ[5]PB[zero]KM[1];B[cc]\n{two}");
        let wanted = ["zero 5 1 1", "one 9 5.5 3", "two 13 0 1"];
        assert_eq!(games(&damaged), wanted, "{name}");
    }
    // Annotations are no signs of a new game even where a bracket is missing.
    let annotated = "(;SZ[9]PB[one]KM[5.5];B[ee](;TE[1]B[gg])(;TE[]B[cc];W[gg])";
    assert_eq!(games(annotated), ["one 9 5.5 2"]);
}

#[test]
fn games_after_one_without_its_last_bracket_are_read() {
    let game = |name: &str| format!("(;PB[{name}]SZ[9]KM[0];B[ee]");
    let all = [game("one"), game("two"), game("three") + ")", game("four")].join("\n");
    let wanted = ["one 9 0 1", "two 9 0 1", "three 9 0 1", "four 9 0 1"];
    assert_eq!(games(&all), wanted);
    let bytes = all.as_bytes();
    let closed = sgf::read_all(bytes, default_rules(), KOMI).map(|g| g.map(|g| g.closed));
    let closed: Result<Vec<bool>, _> = closed.collect();
    assert_eq!(closed, Ok(vec![false, false, true, false]));
}

#[test]
fn what_may_be_a_variation_keeps_size_and_komi() {
    let text = "(;SZ[9]PB[one]KM[5.5]RU[Japanese];B[ee](;GN[first]B[gg])(;RE[B+R]B[ii];W[aa]";
    assert_eq!(games(text), ["one 9 5.5 1", "? 9 5.5 1", "? 9 5.5 2"]);
    let all = sgf::read_all(text.as_bytes(), default_rules(), KOMI);
    let last = all.last().expect("games").expect("a game");
    assert_eq!(
        last.game.rules(),
        &find("japanese").expect("a preset").rules
    );
    let said = |words: &str| last.warnings.iter().any(|warning| warning.contains(words));
    assert!(
        said("no board size: 9 assumed") && said("if this is a variation"),
        "{:?}",
        last.warnings
    );
    // Two roots without a doubt: the second does not take values of the first.
    let text = "(;SZ[9]PB[one]KM[5.5]RU[Japanese];B[ee]\n(;GM[1]PB[two];B[ee])";
    assert_eq!(games(text), ["one 9 5.5 1", "two 19 99 1"]);
    let text = "(;SZ[9]PB[one]KM[5.5]RU[Japanese];B[ee]\n(;PB[two]SZ[13];B[ee])";
    assert_eq!(games(text), ["one 9 5.5 1", "two 13 99 1"]);
    // Komi of the caller goes before all.
    let mut all = sgf::read_all(text.as_bytes(), default_rules(), KOMI).with_komi(HalfPoints::HALF);
    let komi = all.all(|game| game.is_ok_and(|game| game.game.komi() == HalfPoints::HALF));
    assert!(komi);
}

#[test]
fn an_unclosed_value_extends_to_the_end_of_the_file() {
    let text = "(;SZ[9];B[ee])(;SZ[9];B[ee]C[never closed\n;W(gg))\n(;PB(two);B(aa))";
    let all = sgf::read_all(text.as_bytes(), default_rules(), KOMI);
    let reported: Vec<_> = all
        .map(|game| game.map(|l| l.game.records().len()))
        .collect();
    let [Ok(1), Err(error)] = reported.as_slice() else {
        panic!("{reported:?}");
    };
    assert_eq!((error.game(), error.node()), (Some(2), Some(2)));
    assert_eq!(error.reason(), &SgfError::Truncated);
}

/// Applies some random changes to a file, which can turn it into anything.
fn damage(rng: &mut impl Rng, file: &mut Vec<u8>) {
    const PIECES: [&[u8]; 34] = [
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b":",
        b"(;",
        b")(;GM[1]",
        b"B[tt]",
        b"W[]",
        b"B[resign]",
        b"AB[aa:zz]",
        b"AW[cc]",
        b"AE[ee:aa]",
        b"PL[W]",
        b"KM[3.75]",
        b"KM[375]",
        b"KM[-]",
        b"KO[7.5]",
        b"SZ[1]",
        b"SZ[25:3]",
        b"HA[2]",
        b"HA[999999999]",
        b"HPM[draw]",
        b"CA[Shift_JIS]",
        b"RU[aga]",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\x83\x5d",
        b"GM[2]",
        b"AP[foxwq]",
        b"RE[B+1/2]",
        b"\0",
    ];
    for _ in 0..rng.random_range(1..6) {
        if file.is_empty() {
            return;
        }
        let at = rng.random_range(0..file.len());
        let end = (at + rng.random_range(1..40)).min(file.len());
        match rng.random_range(0..7) {
            0 => file[at] = rng.random(),
            1 => file[at] ^= 1 << rng.random_range(0..8),
            2 => file.truncate(at),
            3 => drop(file.drain(at..end)),
            4 => {
                let piece = PIECES.choose(rng).expect("pieces");
                file.splice(at..at, piece.iter().copied());
            }
            5 => {
                let copy = file[at..end].to_vec();
                file.splice(at..at, copy);
            }
            _ => {
                let to = rng.random_range(0..file.len());
                let moved: Vec<u8> = file.drain(at..end).collect();
                let to = to.min(file.len());
                file.splice(to..to, moved);
            }
        }
    }
}

#[test]
fn damaged_records_are_read_or_rejected() {
    const ROUNDS: usize = 300;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    let mut good = 0;
    for (name, original) in samples() {
        for _ in 0..ROUNDS {
            let mut file = original.clone();
            damage(&mut rng, &mut file);
            let up_to = rng.random_bool(0.2).then(|| rng.random_range(0..9));
            match sgf::read(&file, default_rules(), KOMI, up_to) {
                Ok(loaded) => {
                    good += 1;
                    let text = sgf::write(&loaded.game, "custom", &sgf::Info::default());
                    let back = read(text.as_bytes()).expect("our own file");
                    assert!(back.game == loaded.game, "{name}: {text}");
                }
                Err(error) => assert!(error.to_string().len() < 300, "{name}: {error}"),
            }
            for (index, game) in sgf::read_all(&file, default_rules(), KOMI).enumerate() {
                assert!(index < file.len().max(1));
                if let Err(error) = game {
                    assert!(error.to_string().len() < 300, "{name}: {error}");
                }
            }
        }
    }
    assert!(good > 1000, "only {good} were read");
}

/// Returns the positions at which text may be inserted between properties: after every value, and
/// after every semicolon outside of values.
fn seams(text: &str) -> Vec<usize> {
    let (mut inside, mut escaped) = (false, false);
    let mut seams = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' if !inside => inside = true,
            ']' if inside => {
                inside = false;
                seams.push(at + 1);
            }
            ';' if !inside => seams.push(at + 1),
            _ => (),
        }
    }
    seams
}

#[test]
fn white_space_and_unread_properties_change_nothing() {
    const ROUNDS: usize = 60;
    // This text may also stand between the values of a property.
    const ANYWHERE: [&str; 7] = [" ", "\n", "\r\n", "\t", "  \n ", "\u{3000}", "\u{a0}"];
    // This text may stand only between properties.
    const PROPERTIES: [&str; 6] = [
        "C[a \\] comment; (with) B[aa\\]]",
        "ZZ[unknown][twice]",
        "BL[12.5]",
        "TM[7200]OT[none]",
        "LB[aa:1][bb:2]",
        "VW[]",
    ];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    for expected in expected() {
        let Ok(text) = String::from_utf8(sample(expected.name)) else {
            continue;
        };
        // `seams` does not know unescaped brackets inside values, nor text before the game.
        if text.contains("选手") || text.contains("Subject:") {
            continue;
        }
        let original = loaded(expected.name);
        for _ in 0..ROUNDS {
            let mut changed = text.clone();
            let seams = seams(&text);
            let mut chosen: Vec<usize> = (0..rng.random_range(1..6))
                .map(|_| *seams.choose(&mut rng).expect("a property"))
                .collect();
            chosen.sort_unstable();
            chosen.dedup();
            for at in chosen.into_iter().rev() {
                let value_follows = text[at..].trim_start().starts_with('[');
                let piece = if value_follows || rng.random_bool(0.5) {
                    *ANYWHERE.choose(&mut rng).expect("space")
                } else {
                    *PROPERTIES.choose(&mut rng).expect("properties")
                };
                changed.insert_str(at, piece);
            }
            if rng.random_bool(0.3) {
                changed.insert_str(0, "From: me\n\n");
            }
            if rng.random_bool(0.3) && !expected.name.contains("usenet") {
                changed.push_str("\n-- \nregards (me) ;-) [1]");
            }
            let file = read(changed.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{changed}"));
            assert!(file.game == original.game, "{changed}");
            assert_eq!(file.result, original.result, "{changed}");
            assert_eq!(
                (&file.black, &file.white),
                (&original.black, &original.white)
            );
            assert_eq!(file.moves_before, original.moves_before, "{changed}");
            assert_eq!(file.warnings.len(), original.warnings.len(), "{changed}");
        }
    }
}

/// Texts that come from a file contain no characters that a terminal would interpret.
#[test]
fn texts_from_a_file_contain_no_control_characters() {
    let bell = "\u{1b}c\u{7}";
    let name = format!("a{bell} \0 b");
    let good = format!(
        "(;SZ[9]SZ[{name}]PB[{name}]RU[{name}]RE[{name}]HA[{name}]KM[{name}]PL[{name}];B[ee])"
    );
    let file = read(good.as_bytes()).expect("a game");
    assert_eq!(file.black.as_deref(), Some("ac b"));
    let reported = [file.ruleset, file.result].into_iter().flatten();
    let mut reported: Vec<String> = reported.chain(file.warnings).collect();
    assert!(reported.iter().any(|warning| warning.contains("HA[")));
    let json = r#"HPR[{"\u001b[2J":1\}]"#;
    for property in [
        format!("GM[{name}]"),
        format!("AB[{name}]"),
        json.to_string(),
    ] {
        let error = read(format!("(;{property})").as_bytes()).expect_err("no game");
        reported.push(error.to_string());
    }
    for text in reported {
        assert!(!text.contains(char::is_control), "{text:?}");
    }
    // A value of control characters only counts as empty.
    let file = read(b"(;SZ[9]PB[\x17]RE[ \x01 ]RU[\x02];B[ee])").expect("a game");
    assert_eq!((file.black, file.result, file.ruleset), (None, None, None));
    // The name of a field can be of any length. The error has its beginning, and the known names.
    let long = format!("(;HPR[{{\"{}\":1}}])", "x".repeat(1 << 20));
    let error = read(long.as_bytes()).expect_err("no rules").to_string();
    assert!(error.chars().count() < 300, "{}", error.len());
}

#[test]
fn hostile_collections_are_read_without_delay() {
    let many = 60_000;
    let count = |text: String| sgf::read_all(text.as_bytes(), default_rules(), KOMI).count();
    assert_eq!(count("(;SZ[1])".repeat(many)), many);
    assert_eq!(count("(;".repeat(many)), 1);
    assert_eq!(count("\n(;GM[".repeat(many)), 1);
    assert_eq!(count("(".repeat(many)), 1);
    assert_eq!(count("(;C[](;".repeat(many)), 1);
    assert_eq!(count("(;SZ[1](;".repeat(many / 2)), many / 2);
    // What stands between games is a part of a game that is not closed, and hides brackets.
    let hidden = format!("(;SZ[1]{}", "(;SZ[1])[(;SZ[1]".repeat(many));
    assert!(count(hidden) > many);
    let nested = format!("(;SZ[1]{}", "(;SZ[1]".repeat(many));
    assert_eq!(count(nested), many + 1);
    let games = sgf::MAX_GAMES + 5;
    let last = sgf::read_all("(;SZ[1])".repeat(games).as_bytes(), default_rules(), KOMI).last();
    let fault = last.expect("games").expect_err("too many");
    assert_eq!(fault, SgfError::TooManyGames);
}

#[test]
fn nodes_of_a_game_are_bounded() {
    let game = |nodes: usize| format!("(;SZ[3]{})", ";".repeat(nodes - 1));
    assert!(read(game(sgf::MAX_NODES).as_bytes()).is_ok());
    let refused = read(game(sgf::MAX_NODES + 1).as_bytes());
    assert_eq!(refused.err(), Some(SgfError::TooManyNodes));
}
