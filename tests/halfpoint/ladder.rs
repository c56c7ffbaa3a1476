//! Ladders: effects of results and faults on ranks and points, time systems, error messages, and
//! resumption after kills.
#![cfg(unix)]

use crate::kills;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use kills::kill_until_it_ends;
use tempfile::tempdir;

use halfpoint_arena::client::FaultKind;
use halfpoint_arena::log::record::End;
use halfpoint_arena::plan::config::EngineConfig;
use halfpoint_core::board::Color;
use halfpoint_ladder::config::{LadderConfig, Member};
use halfpoint_ladder::history::{Entry, LadderGame};
use halfpoint_ladder::play::{Plan, play};
use halfpoint_ladder::state::Ladder;
use halfpoint_ladder::store::{self, Store};
use halfpoint_sgf as sgf;

const PROGRAM: &str = env!("CARGO_BIN_EXE_halfpoint");

fn config(side: usize, time: &str) -> LadderConfig {
    LadderConfig {
        size: side.to_string().parse().expect("a size"),
        time: time.parse().expect("a time system"),
        any_time: true,
        time_margin: 0.5,
        ..LadderConfig::default()
    }
}

fn script(name: &str, file: &str, arguments: &str) -> EngineConfig {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/engines/{file}"));
    let path = shlex::try_quote(path.to_str().expect("UTF-8")).expect("a path");
    EngineConfig::parse(&format!("{name}=sh {path} {arguments}")).expect("an engine")
}

fn member(engine: EngineConfig, rank: &str) -> Entry {
    Entry::Player(Member {
        name: engine.name.clone(),
        rank: rank.parse().expect("a rank"),
        guest: false,
        engine: Some(engine),
    })
}

/// Plays `games` games of these players in a folder of its own, and checks that the stored ladder
/// equals the one in memory.
fn play_games(config: &LadderConfig, players: Vec<Entry>, games: usize) -> Ladder {
    let folder = tempdir().expect("a folder");
    let (mut store, mut ladder) = Store::begin(folder.path(), config.clone()).expect("a ladder");
    for player in players {
        store.add(&mut ladder, player, None).expect("a player");
    }
    let plan = Plan {
        until: games,
        concurrency: 1,
        reaper: None,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let mut numbers = Vec::new();
    let complete = play(&mut store, &mut ladder, &plan, &stop, &mut |game, _| {
        numbers.push(game.game);
        Ok(())
    });
    assert!(complete.expect("games"));
    assert_eq!(numbers, (0..games as u32).collect::<Vec<_>>());
    // The stored ladder must equal the one in memory.
    drop(store);
    let kept = store::load(folder.path()).expect("a ladder");
    assert_eq!(reported(&kept), reported(&ladder));
    assert_eq!(kept.table(), ladder.table());
    for game in ladder.games() {
        let sgf = folder.path().join(format!("sgf/{:06}.sgf", game.game));
        assert!(sgf.exists());
    }
    ladder
}

fn points(ladder: &Ladder, name: &str) -> u8 {
    let index = ladder.find(name).expect("a player");
    ladder.players()[index].standing.expect("points").points
}

#[test]
fn resignations_and_faults_are_rated_losses() {
    for (mode, time, end, kind) in [
        ("resign", "none", End::Resign, None),
        ("crash", "none", End::Fault, Some(FaultKind::Crash)),
        ("close", "none", End::Fault, Some(FaultKind::Closed)),
        ("hang", "none", End::Fault, Some(FaultKind::Hang)),
        ("late", "move 0.1", End::Fault, Some(FaultKind::Time)),
        ("illegal", "none", End::Fault, Some(FaultKind::Illegal)),
    ] {
        let mut config = config(5, time);
        (config.patience, config.time_margin) = (0.5, 0.3);
        let players = vec![
            member(script("bad", "player.sh", mode), "5k"),
            member(script("good", "player.sh", "good"), "5k"),
        ];
        let ladder = play_games(&config, players, 1);
        let record = ladder.games()[0].record.as_ref().expect("a record");
        assert_eq!(record.end, end, "{mode}");
        assert_eq!(
            record.fault.as_ref().map(|fault| fault.kind),
            kind,
            "{mode}"
        );
        assert_eq!((points(&ladder, "bad"), points(&ladder, "good")), (45, 55));
        let index = ladder.find("bad").expect("a player");
        assert_eq!(ladder.players()[index].lost, 1, "{mode}");
    }
}

/// Plays a game of an engine that thinks for `seconds`, one number a move, against one that passes
/// at once. Returns the kind of the fault, if there was one.
fn fault_of_thinker(time: &str, seconds: &[f64]) -> Option<FaultKind> {
    let words: Vec<String> = seconds.iter().map(f64::to_string).collect();
    let players = vec![
        member(script("thinker", "thinker.sh", &words.join(" ")), "5k"),
        member(script("quick", "thinker.sh", ""), "5k"),
    ];
    let ladder = play_games(&config(9, time), players, 1);
    let record = ladder.games()[0].record.as_ref().expect("a record");
    let fault = record.fault.as_ref();
    if let Some(fault) = fault {
        assert_eq!(record.engines.of(fault.side), "thinker");
        assert!(record.result.ends_with("+T"), "{}", record.result);
        assert_eq!(
            (points(&ladder, "thinker"), points(&ladder, "quick")),
            (45, 55)
        );
    } else {
        // The engine made all its moves, and the passes at the end.
        let moves = record
            .usage
            .of(record.color_of("thinker").expect("a side"))
            .moves;
        assert!(moves as usize >= seconds.len(), "{time} {seconds:?}");
    }
    fault.map(|fault| fault.kind)
}

#[test]
fn extra_periods_and_blocks_are_spent() {
    // Main time of one second, six periods of one second, and a time margin of half a second. All
    // times are far from every bound, so that a busy machine makes no difference.
    let by_periods = |used: u32| match used {
        0 => vec![0.3],
        used => vec![f64::from(used) + 0.3],
    };
    // Blocks of one second for two stones. The move that uses up the main time is the first stone
    // of the first block.
    let by_blocks = |used: u32| match used {
        0 => vec![0.3],
        used => {
            let mut seconds = vec![1.2, 0.3];
            seconds.resize(2 * used as usize, 0.3);
            seconds
        }
    };
    let mut cases = Vec::new();
    for used in 0..=6 {
        cases.push(("byoyomi 1 1 6", by_periods(used), None));
        cases.push(("canadian 1 1 2", by_blocks(used), None));
    }
    cases.push(("byoyomi 1 1 6", vec![7.9], Some(FaultKind::Time)));
    let mut too_long = by_blocks(6);
    too_long.push(1.9);
    cases.push(("canadian 1 1 2", too_long, Some(FaultKind::Time)));
    // Absolute time has no extra periods.
    cases.push(("absolute 1", vec![0.3], None));
    cases.push(("absolute 1", vec![1.9], Some(FaultKind::Time)));
    thread::scope(|scope| {
        for (time, seconds, expected) in &cases {
            scope.spawn(move || {
                let fault = fault_of_thinker(time, seconds);
                assert_eq!(fault, *expected, "{time}: {seconds:?}");
            });
        }
    });
}

#[test]
fn handicap_games_are_arranged_and_not_rated() {
    let internal = |name: &str| {
        EngineConfig::parse(&format!("{name}=internal playouts=5")).expect("an engine")
    };
    let folder = tempdir().expect("a folder");
    let config = config(9, "none");
    let (mut store, mut ladder) = Store::begin(folder.path(), config).expect("a ladder");
    for (name, rank) in [("low", "18k"), ("high", "1d")] {
        let player = member(internal(name), rank);
        store.add(&mut ladder, player, None).expect("a player");
    }
    let plan = Plan {
        until: 2,
        concurrency: 2,
        reaper: None,
    };
    let stop = Arc::new(AtomicBool::new(false));
    play(&mut store, &mut ladder, &plan, &stop, &mut |_, _| Ok(())).expect("games");
    for game in ladder.games() {
        assert_eq!(game.game_type.to_string(), "handicap 9");
        assert_eq!(
            (game.players.black.as_str(), game.players.white.as_str()),
            ("low", "high")
        );
        assert_eq!(game.komi.to_string(), "0.5");
        let path = folder.path().join(format!("sgf/{:06}.sgf", game.game));
        let bytes = fs::read(path).expect("moves");
        let rules = LadderConfig::rules().rules;
        let loaded = sgf::read(&bytes, rules, game.komi, None).expect("a game");
        assert_eq!(loaded.game.setup().handicap(), 9);
        let first = loaded.game.records().first().expect("a move");
        assert_eq!(first.color, Color::White);
    }
    assert_eq!((points(&ladder, "low"), points(&ladder, "high")), (50, 50));
    assert!(ladder.players().iter().all(|player| player.unrated == 2));
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    let command = command.args(["arena", "ladder"]).args(arguments);
    command
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn ok(arguments: &[&str]) -> String {
    let output = run(arguments);
    let reported = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {reported}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the row of a player: rank, points, games, won, lost, unrated.
fn row(table: &str, name: &str) -> Vec<String> {
    let words = |line: &str| {
        line.split_whitespace()
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let mut rows = table.lines().map(words);
    let row = rows.find(|row| row.get(1).is_some_and(|word| word == name));
    row.unwrap_or_else(|| panic!("{name} is not in {table}"))[2..].to_vec()
}

#[test]
fn results_entered_by_hand_change_ranks_and_points() {
    let folder = tempdir().expect("a folder");
    let club = folder.path().join("club");
    let club = club.to_str().expect("UTF-8");
    ok(&["begin", club]);
    for (name, rank) in [("Ada", "1k"), ("Bea", "1k"), ("Cho", "3p"), ("Dan", "9d")] {
        ok(&["add", club, name, "--rank", rank]);
    }
    ok(&["add", club, "Eve", "--guest"]);
    let enter = |black: &str, white: &str, result: &str| {
        ok(&[
            "enter", club, "--black", black, "--white", white, "--result", result,
        ]);
    };
    for _ in 0..9 {
        enter("Ada", "Bea", "B+3.5");
    }
    let table = ok(&["show", club]);
    assert_eq!(row(&table, "Ada"), ["1k", "95", "9", "9", "0", "0"]);
    assert_eq!(row(&table, "Bea"), ["1k", "5", "9", "0", "9", "0"]);
    // A game that a player left is rated like any other loss. Both ranks change.
    enter("Bea", "Ada", "W+F");
    let table = ok(&["show", club]);
    assert_eq!(row(&table, "Ada"), ["1d", "50", "10", "10", "0", "0"]);
    assert_eq!(row(&table, "Bea"), ["2k", "50", "10", "0", "10", "0"]);
    // The first game is rated, as the ranks are exactly two apart. The second one has no winner,
    // and the third one is a handicap game.
    enter("Bea", "Ada", "B+T");
    enter("Bea", "Ada", "Void");
    enter("Ada", "Dan", "B+R");
    // The professional is three ranks above.
    enter("Dan", "Cho", "W+R");
    let table = ok(&["show", club]);
    assert_eq!(row(&table, "Bea"), ["2k", "55", "12", "1", "10", "1"]);
    assert_eq!(row(&table, "Ada"), ["1d", "45", "13", "10", "1", "2"]);
    assert_eq!(row(&table, "Dan"), ["9d", "50", "2", "0", "0", "2"]);
    assert_eq!(row(&table, "Cho"), ["3d[P]", "50", "1", "0", "0", "1"]);
    // A game type that the players agreed on overrules that of their ranks.
    ok(&[
        "enter", club, "--black", "Cho", "--white", "Dan", "--result", "B+1.5", "--type", "ho_sun",
    ]);
    let table = ok(&["show", club]);
    assert_eq!(row(&table, "Cho"), ["3d[P]", "55", "2", "1", "0", "1"]);
    // A guest has no points, but a player with points gets some for beating a guest.
    ok(&["add", club, "Fay", "--rank", "18k"]);
    enter("Eve", "Fay", "W+R");
    let table = ok(&["show", club]);
    assert_eq!(row(&table, "Eve"), ["18k", "-", "1", "0", "1", "0"]);
    assert_eq!(row(&table, "Fay"), ["18k", "55", "1", "1", "0", "0"]);
    let places: Vec<&str> = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().nth(1))
        .collect();
    assert_eq!(places, ["Cho", "Dan", "Ada", "Bea", "Fay", "Eve"]);
    ok(&["leave", club, "Dan"]);
    assert!(ok(&["show", club]).contains("Dan (left)"));
    let json: serde_json::Value =
        serde_json::from_str(&ok(&["show", club, "--json"])).expect("JSON");
    assert_eq!(
        (&json[0]["name"], &json[0]["rank"]),
        (&"Cho".into(), &"3p".into())
    );
    assert_eq!(json[5]["points"], serde_json::Value::Null);
    let report = ok(&["report", club]);
    let page = fs::read_to_string(report.trim()).expect("a page");
    assert!(page.contains("<svg") && page.contains("Bea"));
}

#[test]
fn invalid_commands_are_error_messages_and_change_nothing() {
    let folder = tempdir().expect("a folder");
    let dir = |name: &str| folder.path().join(name).display().to_string();
    let (club, small, new) = (dir("club"), dir("small"), dir("new"));
    let (club, small, new) = (club.as_str(), small.as_str(), new.as_str());
    ok(&["begin", club]);
    ok(&["begin", small, "--size", "5"]);
    for at in [club, small] {
        for (name, rank) in [("Ada", "1d"), ("Bea", "2k"), ("Cho", "18k")] {
            ok(&["add", at, name, "--rank", rank]);
        }
    }
    ok(&["add", club, "Dan", "--rank", "1d"]);
    ok(&["leave", club, "Dan"]);
    let enter = |at, black, white, result| {
        vec![
            "enter", at, "--black", black, "--white", white, "--result", result,
        ]
    };
    for (arguments, expected) in [
        (vec!["begin", club], "holds a ladder already"),
        (vec!["begin", new, "--time", "none"], "--any-time"),
        (
            vec!["begin", new, "--time", "byoyomi 60 10 7"],
            "6 extra periods",
        ),
        (vec!["begin", new, "--most-stones", "26"], "at most 25"),
        (vec!["show", new], "holds no ladder"),
        (vec!["play", new, "--games", "1"], "holds no ladder"),
        (vec!["play", club, "--games", "1"], "two engines"),
        (vec!["add", club, "Ada", "--rank", "5k"], "already"),
        (vec!["add", club, "a/b", "--rank", "5k"], "no name"),
        (vec!["add", club, "Eve", "--rank", "19k"], "not a rank"),
        (vec!["add", club, "Eve"], "--rank"),
        (vec!["add", club, "Eve=x 'y", "--guest"], "quotes"),
        (
            vec!["add", club, "Eve", "--guest", "--start-up", "x"],
            "no engine",
        ),
        (vec!["leave", club, "Eve"], "no player"),
        (vec!["leave", club, "Dan"], "has left"),
        (enter(club, "Ada", "Eve", "B+R"), "no player"),
        (enter(club, "Bea", "Dan", "B+R"), "has left"),
        (enter(club, "Ada", "Ada", "B+R"), "against itself"),
        (enter(club, "Ada", "Bea", "B+R"), "higher rank has White"),
        (enter(club, "Bea", "Ada", "black"), "no result"),
        (enter(club, "Bea", "Ada", "W+nan"), "no result"),
        (enter(club, "Bea", "Ada", "B+-5"), "no result"),
        (enter(club, "Bea", "Ada", "B+0.25"), "no result"),
        (enter(small, "Cho", "Ada", "B+R"), "too far apart"),
        (
            [
                &enter(small, "Cho", "Ada", "B+R")[..],
                &["--type", "handicap 4"],
            ]
            .concat(),
            "5x5 has no points for 4",
        ),
        (
            [
                &enter(club, "Cho", "Ada", "B+R")[..],
                &["--type", "handicap 8"],
            ]
            .concat(),
            "2, 3, 4, 5, 6, 7, 9, 13, 21 or 25",
        ),
    ] {
        let failed = run(&arguments);
        let reported = String::from_utf8_lossy(&failed.stderr).into_owned();
        assert!(!failed.status.success(), "{arguments:?}");
        assert!(reported.contains(expected), "{arguments:?}: {reported}");
        assert!(failed.stdout.is_empty(), "{arguments:?}");
    }
    // None of the refused commands has changed the history.
    assert!(
        store::load(Path::new(club))
            .expect("a ladder")
            .games()
            .is_empty()
    );
    // An engine that does not start takes no name, so the corrected command can use it.
    let failed = run(&["add", club, "gone=/no/such/engine", "--rank", "1d"]);
    let reported = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(reported.contains("engine gone"), "{reported}");
    ok(&["add", club, "gone=internal playouts=5", "--rank", "1d"]);
    ok(&["add", club, "here=internal playouts=5", "--rank", "1d"]);
    for arguments in [
        ["play", club, "--games", "18446744073709551615"],
        ["play", club, "--until", "1000001"],
    ] {
        let failed = run(&arguments);
        let reported = String::from_utf8_lossy(&failed.stderr).into_owned();
        assert!(!failed.status.success(), "{arguments:?}");
        assert!(reported.contains("at most 1000000 games"), "{reported}");
    }
}

/// An engine can disappear after it was added.
#[test]
fn an_engine_that_has_disappeared_is_an_error_message() {
    let folder = tempdir().expect("a folder");
    let club = folder.path().join("club");
    let club = club.to_str().expect("UTF-8");
    let engine = folder.path().join("engine");
    std::os::unix::fs::symlink(PROGRAM, &engine).expect("a link");
    ok(&["begin", club, "--size", "5", "--any-time", "--time", "none"]);
    let player = format!("gone={} gtp --playouts 5", engine.display());
    ok(&["add", club, &player, "--rank", "1d"]);
    ok(&["add", club, "here=internal playouts=5", "--rank", "1d"]);
    fs::remove_file(&engine).expect("a link");
    let failed = run(&["play", club, "--games", "1"]);
    let reported = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(reported.contains("engine gone"), "{reported}");
}

/// Begins a ladder on 5×5 with three players whose games are short.
fn short_ladder(club: &str) {
    ok(&["begin", club, "--size", "5", "--any-time", "--time", "none"]);
    for (name, playouts) in [("one", 4), ("two", 8), ("six", 16)] {
        let engine = format!("{name}=internal playouts={playouts}");
        ok(&["add", club, &engine, "--rank", "5k"]);
    }
}

/// Returns the games without their times and records, which differ from run to run.
fn reported(ladder: &Ladder) -> Vec<LadderGame> {
    let timeless = |game: &LadderGame| LadderGame {
        ended: 0,
        record: None,
        ..game.clone()
    };
    ladder.games().iter().map(timeless).collect()
}

#[test]
fn a_ladder_killed_many_times_ends_as_without_kills() {
    let folder = tempdir().expect("a folder");
    let [killed, alone] = ["killed", "alone"].map(|name| folder.path().join(name));
    for club in [&killed, &alone] {
        short_ladder(club.to_str().expect("UTF-8"));
    }
    let words = |club: &Path| {
        let club = club.to_str().expect("UTF-8").to_string();
        ["arena", "ladder", "play"]
            .map(str::to_string)
            .into_iter()
            .chain([club])
            .chain(["--until", "6"].map(str::to_string))
            .collect::<Vec<_>>()
    };
    kill_until_it_ends(|| {
        let mut command = Command::new(PROGRAM);
        command.args(words(&killed));
        command
    });
    ok(&["play", alone.to_str().expect("UTF-8"), "--until", "6"]);
    let [killed, alone] = [killed, alone].map(|club| store::load(&club).expect("a ladder"));
    let numbers: Vec<u32> = killed.games().iter().map(|game| game.game).collect();
    assert_eq!(numbers, (0..6).collect::<Vec<_>>());
    // One game is played at a time, so pairings, colours and results are equal with and without
    // kills.
    assert_eq!(reported(&killed), reported(&alone));
    assert_eq!(killed.table(), alone.table());
}

#[test]
fn a_history_that_contradicts_itself_is_refused() {
    let folder = tempdir().expect("a folder");
    let club = folder.path().join("club");
    let path = club.join("ladder.jsonl");
    let name = club.to_str().expect("UTF-8");
    short_ladder(name);
    ok(&["play", name, "--games", "2"]);
    let whole = fs::read_to_string(&path).expect("a history");
    let last = whole.lines().last().expect("a game");
    // Earlier versions wrote no checksums.
    let unchecked: String = whole
        .lines()
        .map(|line| {
            line.split(",\"checksum\":")
                .next()
                .expect("a line")
                .to_string()
                + "}\n"
        })
        .collect();
    let change = |text: &str, from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        changed
    };
    let (points, more) = ("\"points\":55", "\"points\":60");
    let (played, other) = match unchecked.contains("\"verdict\":\"black\"") {
        true => ("\"verdict\":\"black\"", "\"verdict\":\"white\""),
        false => ("\"verdict\":\"white\"", "\"verdict\":\"black\""),
    };
    fs::write(&path, &unchecked).expect("a history");
    ok(&["show", name]);
    for (text, expected) in [
        (format!("{whole}{last}\n"), "line 7: game 1 is there twice"),
        (change(&whole, points, more), "the line is damaged"),
        (
            change(&unchecked, points, more),
            "are not those that the games before it give",
        ),
        (
            change(&unchecked, played, other),
            "verdict, result and record contradict each other",
        ),
        (format!("{whole}{{}}\n"), "line 7"),
        (whole.replacen("{\"ladder\"", "{\"lad\"", 1), "line 1"),
    ] {
        fs::write(&path, text).expect("a history");
        let failed = run(&["show", name]);
        let reported = String::from_utf8_lossy(&failed.stderr).into_owned();
        assert!(
            !failed.status.success() && reported.contains(expected),
            "{reported}"
        );
    }
    // A line that was cut off is no game: the game is played again.
    fs::write(&path, &whole[..whole.len() - 10]).expect("a history");
    assert_eq!(row(&ok(&["show", name]), "one").len(), 6);
    let table = ok(&["play", name, "--until", "2"]);
    assert!(table.starts_with("game 1: "), "{table}");
    let ladder = store::load(&club).expect("a ladder");
    assert_eq!(ladder.games().len(), 2);
}

/// The commands of `docs/arena.md` that begin a ladder are run in a shell.
#[test]
fn the_documented_commands_begin_a_ladder() {
    let page = include_str!("../../docs/arena.md");
    let mut blocks = page.split("```sh\n");
    let block = blocks.find(|block| block.contains("ladder begin"));
    let block = block.and_then(|block| block.split("```").next());
    let block = block.expect("commands");
    let folder = tempdir().expect("a folder");
    let programs = Path::new(PROGRAM).parent().expect("a folder");
    let path = std::env::var("PATH").expect("PATH");
    let output = Command::new("sh")
        .args(["-e", "-c", block])
        .env("PATH", format!("{}:{path}", programs.display()))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let reported = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{reported}");
    let ladder = store::load(&folder.path().join("club")).expect("a ladder");
    assert_eq!((ladder.players().len(), ladder.games().len()), (5, 7));
    assert!(folder.path().join("club/ladder.html").exists());
}
