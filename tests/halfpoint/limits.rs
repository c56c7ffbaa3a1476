//! Limits that no input exceeds: moves, sizes, lines, files, nesting, memory. `docs/hardening.md`
//! has the table.
#![cfg(target_os = "linux")]

use crate::program;

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use program::{Engine, path_in, run, text};
use tempfile::tempdir;

use halfpoint_core::board::{Color, Size};
use halfpoint_core::excerpt::is_obeyed;
use halfpoint_core::game::{Game, IllegalMove, Move};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::find;
use halfpoint_gtp::{Options, Session};
use halfpoint_sgf::{self as sgf, SgfError};

fn read(text: &str) -> Result<sgf::Loaded, SgfError> {
    let rules = find("chinese").expect("a preset").rules;
    sgf::read(text.as_bytes(), rules, HalfPoints::ZERO, None)
}

#[test]
fn a_game_has_a_maximum_number_of_moves() {
    let rules = find("tromp_taylor").expect("a preset").rules;
    let mut game = Game::new(rules, Size::square(2), HalfPoints::ZERO);
    for _ in 0..Game::MAX_MOVES {
        game.play(Color::Black, &Move::Pass).expect("legal");
    }
    let before = game.clone();
    assert_eq!(
        game.play(Color::White, &Move::Pass),
        Err(IllegalMove::TooLong)
    );
    assert!(game == before);
    assert!(game.undo().is_some());
    assert!(game.play(Color::White, &Move::Pass).is_ok());
    assert!(game.play(Color::White, &Move::Resign).is_ok());
    // A game record may be no longer, either.
    let record = format!("(;SZ[2]{})", ";B[];W[]".repeat(Game::MAX_MOVES / 2 + 1));
    let error = read(&record).expect_err("too long");
    assert_eq!(error.to_string(), "move 100001: game too long");
}

/// The memory of a game is bounded: the test makes as many moves as are allowed, with an agreement
/// on dead stones after each, and more attempts after that.
#[test]
fn the_memory_of_a_game_is_bounded() {
    let mut engine = Engine::plain(&["--size", "25", "--rules", "chinese"]);
    assert_eq!(engine.send("play b A1"), "=");
    let mut refused = 0;
    for _ in 0..1100 {
        engine.write(&"play w pass\nhalfpoint-dead A1\n".repeat(100));
        for _ in 0..100 {
            refused += usize::from(engine.answer() == "? game too long");
            assert_eq!(engine.answer(), "= A1");
        }
    }
    assert_eq!(refused, 110_000 - (Game::MAX_MOVES - 1));
    let most = engine.kilobytes("VmHWM:");
    assert!(most < 150_000, "{most} kB");
    assert_eq!(engine.send("gg-undo 99999"), "=");
    assert_eq!(engine.send("halfpoint-dead"), "= A1");
}

/// The agreement for a position comes back when the position does, however many were made since.
#[test]
fn agreements_on_dead_stones_come_back_with_undo() {
    let mut session = Session::new(Options::default());
    let mut send = |command: &str| {
        let response = session.handle_line(command).expect("an answer");
        response.result().expect(command).to_string()
    };
    send("gogui-setup b A1 w T19");
    assert_eq!(send("halfpoint-dead A1"), "A1");
    send("play b pass");
    assert_eq!(send("halfpoint-dead T19"), "T19");
    send("play w D4");
    assert_eq!(send("halfpoint-dead A1 D4"), "A1 D4 T19");
    send("undo");
    assert_eq!(send("halfpoint-dead"), "T19");
    send("undo");
    // The stones are those of the last agreement, so this one is in force again.
    assert_eq!(send("halfpoint-dead"), "T19");
}

#[test]
fn deeply_nested_variations_need_no_stack() {
    let deep = 4_000_000;
    let game = format!("{};SZ[2];B[aa]{}", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(read(&game).expect("a game").game.records().len(), 1);
    let branches = |count| format!("(;SZ[2]{})", "(;C[x]".repeat(count));
    let found = read(&branches(200_000)).expect("a game");
    assert_eq!(found.game.records().len(), 0);
    assert!(read(&branches(deep / 2)).is_err());
    assert!(read(&"(;".repeat(deep)).is_err());
    let mut session = Session::new(Options::default());
    for (open, close) in [("[", "]"), ("{\"ko\":", "}")] {
        let json = format!("{}1{}", open.repeat(8000), close.repeat(8000));
        for command in ["kata-set-rules {\"ko\":", "kata-set-rule ko "] {
            let response = session.handle_line(&format!("{command}{json}}}"));
            assert!(response.expect("an answer").result().is_err());
        }
    }
}

#[test]
fn clients_reach_files_of_the_allowed_folder_only() {
    let folder = tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("games")).expect("a folder");
    let record = "(;GM[1]SZ[5]KM[0];B[cc])";
    for name in ["games/a.sgf", "outside.sgf"] {
        fs::write(at(name), record).expect("a file");
    }
    symlink(at("outside.sgf"), at("games/link.sgf")).expect("a link");
    let outside = at("outside.sgf").to_str().expect("UTF-8").to_string();
    let games = at("games").to_str().expect("UTF-8").to_string();

    let mut engine = Engine::plain(&["--files", &games]);
    assert_eq!(engine.send("loadsgf a.sgf"), "= white");
    assert_eq!(engine.send("loadsgf a.sgf 1"), "= black");
    assert_eq!(engine.send("printsgf b.sgf"), "=");
    assert_eq!(engine.send("loadsgf b.sgf"), "= black");
    for name in ["../outside.sgf", "link.sgf", &outside, "../outside.sgf 1"] {
        for command in ["loadsgf", "printsgf"] {
            let refused = engine.send(&format!("{command} {name}"));
            assert!(
                refused.starts_with("? cannot "),
                "{command} {name}: {refused}"
            );
        }
    }
    assert!(
        engine
            .send("printsgf ../new.sgf")
            .starts_with("? cannot write")
    );
    assert_eq!(fs::read_to_string(&outside).expect("a file"), record);
    assert!(!at("new.sgf").exists());

    let mut engine = Engine::plain(&["--files", "off"]);
    let refused = engine.send(&format!("loadsgf {outside}"));
    assert_eq!(refused, "? cannot load file: files are off");
    let refused = engine.send("printsgf new.sgf");
    assert_eq!(refused, "? cannot write file: files are off");
    assert!(engine.send("printsgf").starts_with("= (;"));

    let missing = run("exec \"$@\"", &["--files", "/no/such/folder"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn special_and_large_files_are_refused() {
    let folder = tempdir().expect("a folder");
    let path = |name: &str| path_in(folder.path(), name);
    let pipe = path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let large = path("large.sgf");
    // The file has a gigabyte, but takes no room on the disk.
    let file = File::create(&large).and_then(|file| file.set_len(1 << 30));
    file.expect("a sparse file");
    let mut engine = Engine::plain(&[]);
    // A read of the messages of the kernel would wait for the next one.
    let refused = engine.send("loadsgf /proc/kmsg");
    assert!(refused.starts_with("? cannot load file"), "{refused}");
    for name in [&pipe, "/dev/zero", "/dev/stdin", "/"] {
        let refused = engine.send(&format!("loadsgf {name}"));
        assert_eq!(refused, "? cannot load file: not a file", "{name}");
    }
    let refused = engine.send(&format!("loadsgf {large}"));
    let wanted = format!("? cannot load file: {large}: the file is larger than 16 MiB");
    assert_eq!(refused, wanted);
    let refused = engine.send(&format!("printsgf {pipe}"));
    assert_eq!(refused, "? cannot write file: not a file");
    assert!(engine.send("printsgf /").starts_with("? cannot write file"));
    let most = engine.kilobytes("VmHWM:");
    assert!(most < 150_000, "{most} kB");
    // The limit of memory shows whether the whole file is read.
    for arguments in [
        &["score", "/dev/zero"][..],
        &["score", &large],
        &["solve", "/dev/zero"],
        &["solve", &large],
        &["arena", "--out", "/no/such/folder", "--config", "/dev/zero"],
    ] {
        let output = run("ulimit -v 400000; exec \"$@\"", arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(
            !errors.is_empty() && errors.len() < 500,
            "{arguments:?}: {errors}"
        );
    }
    for command in ["score", "solve"] {
        let output = run("ulimit -v 400000; exec \"$@\" </dev/zero", &[command, "-"]);
        assert_eq!(output.status.code(), Some(1), "{command}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

/// A pipe in the file system may never get a writer. One that the shell has opened for the program
/// has one, and is read.
#[test]
fn pipes_are_read_from_the_shell_and_not_by_their_names() {
    let folder = tempdir().expect("a folder");
    let path = |name: &str| path_in(folder.path(), name);
    let (pipe, game) = (path("pipe"), path("game.sgf"));
    assert!(run("mkfifo \"$2\"", &[&pipe]).status.success());
    fs::write(&game, "(;SZ[3]RU[Chinese]KM[0];B[bb];W[];B[])").expect("a file");
    let out = path("match");
    for arguments in [
        &["score", &pipe][..],
        &["solve", &pipe],
        &["board", "--no-open", &pipe],
        &["arena", "--config", &pipe, "--out", &out],
        &["analysis", "-config", &pipe],
        &["lab", "late", &pipe],
        &["--net", &pipe],
        &["net", &pipe],
        &["--log-file", &pipe],
    ] {
        let output = run("exec timeout 60 \"$@\"", arguments);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        let reason = match arguments[0] {
            "--log-file" => "--log-file: ",
            _ => "not a regular file",
        };
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
    }
    let scored = run("exec \"$@\"", &["score", "--json", &game]);
    assert!(scored.status.success(), "{}", text(&scored.stderr));
    let scored = text(&scored.stdout);
    for name in ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        let script = format!("cat '{game}' | exec timeout 60 \"$@\"");
        let piped = run(&script, &["score", "--json", name]);
        assert!(piped.status.success(), "{name}: {}", text(&piped.stderr));
        let piped = text(&piped.stdout).replace(&format!("\"{name}\""), &format!("{game:?}"));
        assert_eq!(piped, scored);
    }
}

#[test]
fn numbers_out_of_bounds_are_refused_or_cut() {
    let mut session = Session::new(Options::default());
    let mut send = |command: &str| {
        let response = session.handle_line(command).expect("an answer");
        response
            .result()
            .map(str::to_string)
            .map_err(str::to_string)
    };
    for command in [
        "boardsize 26",
        "boardsize 0",
        "boardsize 2147483647",
        "boardsize 4294967305",
        "boardsize 19 26",
        "rectangular_boardsize 1 9",
        "komi 100001",
        "komi 1e300",
        "gg-undo 2147483647",
        "fixed_handicap 2147483647",
        "place_free_handicap 361",
        "time_settings 2147483648 0 0",
        "time_left b 99999999999999999999 0",
        "kata-time_settings byoyomi 1 1 4294967296",
        "kata-time_settings fischer nan 1",
        "kata-set-rule bowlHandicap 1001",
        "set_random_seed 18446744073709551616",
        "halfpoint-param search time_per_move 1e9",
        "halfpoint-param search time_per_move inf",
        "halfpoint-param search playouts 18446744073709551616",
        "lz-analyze 2147483648",
        "loadsgf /no/such/file 2147483647",
    ] {
        assert!(send(command).is_err(), "{command}");
    }
    for (name, value, kept) in [
        ("threads", "18446744073709551615", "threads 256"),
        ("threads", "0", "threads 1"),
        ("level", "18446744073709551615", "level 20"),
        ("playouts", "0", "playouts 1"),
    ] {
        send(&format!("halfpoint-param search {name} {value}")).expect(name);
        let params = send("halfpoint-param search").expect("settings");
        assert!(params.contains(kept), "{params}");
    }
    // The limit of the bowl handicap holds for the command line, too.
    for handicap in ["-32768", "1001", "-1001"] {
        let options = ["--rules", "ultimate", "--bowl-handicap", handicap];
        assert_eq!(
            run("exec \"$@\"", &options).status.code(),
            Some(1),
            "{handicap}"
        );
    }
}

/// An analysis reports no more often than its interval allows, and the shortest interval is not
/// zero.
#[test]
fn an_interval_of_zero_is_taken_as_the_shortest() {
    let mut engine = Engine::plain(&["--size", "5"]);
    engine.write("lz-analyze interval 0\n");
    assert_eq!(engine.line(), "=\n");
    for _ in 0..5 {
        assert!(engine.line().starts_with("info move "));
    }
    engine.write("stop\n");
    engine.answer();
    assert_eq!(engine.answer(), "=");
}

/// Returns the arguments for a match of two games on 2×2.
fn small_match(out: &str) -> [&str; 11] {
    [
        "arena",
        "--size",
        "2",
        "--games",
        "2",
        "--engine",
        "one=internal playouts=1 net=none",
        "--engine",
        "two=internal playouts=1 net=none",
        "--out",
        out,
    ]
}

/// Folders of matches and ladders may come from elsewhere: a pipe in them is not waited for, a
/// device is not read, and a file without an end of line is not kept in memory.
#[test]
fn folders_of_matches_and_ladders_have_regular_files_of_bounded_lines() {
    let folder = tempdir().expect("a folder");
    let at = |name: &str| path_in(folder.path(), name);
    let pipe = |path: &Path| {
        let path = path.to_str().expect("UTF-8");
        assert!(run("mkfifo \"$2\"", &[path]).status.success());
    };
    let endless = |path: &Path| {
        let file = File::create(path).expect("a file");
        file.set_len(1 << 40).expect("a sparse file");
    };
    let link = |path: &Path| symlink("/dev/zero", path).expect("a link");
    let kinds: [&dyn Fn(&Path); 3] = [&pipe, &endless, &link];
    let reasons = [
        "not a regular file",
        "more than 1048576 bytes",
        "a symbolic link",
    ];
    for (place, reason) in kinds.into_iter().zip(reasons) {
        let refused_as = |words: &[&str], reason: &str| {
            let output = run("ulimit -v 2000000; exec timeout 60 \"$@\"", words);
            let errors = text(&output.stderr);
            assert_eq!(
                output.status.code(),
                Some(1),
                "{words:?} {reason}: {errors}"
            );
            assert!(errors.contains(reason), "{words:?} {reason}: {errors}");
        };
        let refused = |words: &[&str]| refused_as(words, reason);
        for name in ["match.toml", "games.jsonl"] {
            let out = tempdir().expect("a folder");
            let dir = out.path().to_str().expect("UTF-8");
            assert!(run("exec \"$@\"", &small_match(dir)).status.success());
            fs::remove_file(out.path().join(name)).expect("a file");
            place(&out.path().join(name));
            refused(&["arena", "report", dir]);
            refused(&["arena", "merge", &at("whole"), dir]);
            refused(&["arena", "--resume", "--out", dir]);
        }
        let out = tempdir().expect("a folder");
        let dir = out.path().to_str().expect("UTF-8");
        place(&out.path().join("games.jsonl"));
        // A new match is refused because a journal is there; one that is too long is not read.
        let reason = match reason.starts_with("more") {
            true => "is there already",
            false => reason,
        };
        refused_as(&small_match(dir), reason);
        place(&out.path().join("ladder.jsonl"));
        refused(&["arena", "ladder", "show", dir]);
        refused(&["arena", "ladder", "add", dir, "Ada", "--guest"]);
    }
    // Settings of a new match may come from the shell's pipe, but not without an end.
    let endless = run(
        "exec timeout 60 \"$@\" </dev/zero",
        &["arena", "--config", "/dev/stdin", "--out", &at("new")],
    );
    assert_eq!(endless.status.code(), Some(1));
    assert!(text(&endless.stderr).contains("more than 1048576 bytes"));
}

/// A folder from elsewhere may hold links to any file of the user under the names that the program
/// writes, and a new match or ladder does not end what lies there without its settings.
#[test]
fn folders_of_matches_lead_to_no_other_file() {
    let folder = tempdir().expect("a folder");
    let at = |name: &str| path_in(folder.path(), name);
    let begin = |out: &str| run("exec \"$@\"", &small_match(out));
    let victim = at("victim");
    fs::write(&victim, "mine").expect("a file");
    let is_whole = || assert_eq!(fs::read_to_string(&victim).expect("a file"), "mine");
    let whole = at("whole");
    assert!(begin(&whole).status.success());
    let linked = |name: &str| {
        let path = Path::new(&whole).join(name);
        let _ = fs::remove_file(&path);
        symlink(&victim, &path).expect("a link");
        path
    };
    let report = linked("report.html");
    assert!(
        run("exec \"$@\"", &["arena", "report", &whole])
            .status
            .success()
    );
    is_whole();
    assert!(
        fs::read_to_string(&report)
            .expect("a report")
            .contains("<html")
    );
    linked("sgf/000000.sgf");
    let merged = run("exec \"$@\"", &["arena", "merge", &at("merged"), &whole]);
    assert_eq!(merged.status.code(), Some(1));
    let elsewhere = at("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    let foreign = at("foreign");
    fs::create_dir(&foreign).expect("a folder");
    symlink(&elsewhere, Path::new(&foreign).join("sgf")).expect("a link");
    assert_eq!(begin(&foreign).status.code(), Some(1));
    assert_eq!(fs::read_dir(&elsewhere).expect("a folder").count(), 0);
    for (name, words) in [
        ("games.jsonl", &small_match(&elsewhere)[..]),
        ("ladder.jsonl", &["arena", "ladder", "begin", &elsewhere]),
    ] {
        let path = Path::new(&elsewhere).join(name);
        fs::write(&path, "{\"game\":").expect("a file");
        assert_eq!(run("exec \"$@\"", words).status.code(), Some(1), "{name}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "{\"game\":");
    }
}

/// Text of files and clients that a terminal would obey reaches standard output and error as
/// escapes.
#[test]
fn nothing_foreign_is_obeyed_by_the_terminal() {
    let folder = tempdir().expect("a folder");
    // Red letters, the end of a command, text from right to left, and the title of the window.
    let hostile = "\u{1b}[31mx\u{9b}2J\u{202e}y\u{1b}]0;title\u{7}";
    let game = path_in(folder.path(), &format!("{hostile}.sgf"));
    let names = format!("PB[{hostile}]PW[{hostile}]KM[{hostile}]RU[{hostile}]RE[{hostile}]");
    fs::write(&game, format!("(;SZ[3]{names};B[bb])")).expect("a file");
    let good = path_in(folder.path(), &format!("{hostile} good.sgf"));
    let names = names.replace(&format!("KM[{hostile}]"), "KM[7]");
    fs::write(&good, format!("(;SZ[3]{names};B[bb])")).expect("a file");
    let missing = format!("{good}.missing");
    let club = path_in(folder.path(), "club");
    let typed = format!("printf '%s\\n' '{hostile}' name quit");
    let typed = [format!("{typed} | exec \"$@\""), "exec \"$@\"".to_string()];
    let [typed, plain] = &typed;
    for (script, words) in [
        (plain, &["score", &game, &good, &missing][..]),
        (plain, &["solve", &missing]),
        (plain, &["arena", "report", &missing]),
        (plain, &["arena", "--engine", hostile, "--out", &club]),
        (plain, &["arena", "ladder", "show", &missing]),
        (plain, &["--rules", hostile]),
        (plain, &[hostile]),
        (typed, &["play", "--size", "3"]),
        (typed, &["-vv", "--net", "none"]),
    ] {
        let output = run(script, words);
        let written = text(&output.stdout) + &text(&output.stderr);
        let obeyed = |c: char| !matches!(c, '\n' | '\t') && is_obeyed(c);
        assert!(written.contains("u{202e}"), "{words:?}: {written:?}");
        assert!(!written.contains(obeyed), "{words:?}: {written:?}");
    }
}

/// Panics unless a message is short: no long word, no long line, not long as a whole.
fn assert_short(text: &str, about: &str) {
    let longest = text
        .split(char::is_whitespace)
        .map(|word| word.chars().count());
    let longest = longest.max().unwrap_or(0);
    // A word may have quotes around it, or a property and its brackets.
    assert!(longest <= 88, "{about}: a word of {longest} characters");
    for line in text.lines() {
        let length = line.chars().count();
        assert!(length <= 400, "{about}: a line of {length} characters");
    }
    assert!(!text.is_empty() && text.len() < 2000, "{about}: {text}");
}

#[test]
fn error_messages_shorten_long_input() {
    for long in ["x".repeat(5000), "x ".repeat(2500), "é".repeat(2500)] {
        let (json, option) = (format!("{{\"{long}\":1}}"), format!("--{long}"));
        for arguments in [
            &["--rules", &long][..],
            &["--rules", &json],
            &["--komi", &long],
            &["--size", &long],
            &["--take-back", &long],
            &["--log-file", &long],
            &[&option],
            &[&long],
            &["score", &long],
            &["score", "--rules", &long, "x"],
            &["solve", &long],
            &["perft", "--rules", &long],
            &["arena", "--out", "/nonexistent", "--engine", &long],
        ] {
            let output = run("exec \"$@\"", arguments);
            let about = format!("{} {:.3}", arguments[0], long);
            assert!(matches!(output.status.code(), Some(1 | 2)), "{about}");
            assert_short(&text(&output.stderr), &about);
        }
        let mut session = Session::new(Options::default());
        for command in [
            format!("kgs-rules {long}"),
            format!("kata-set-rules {json}"),
            format!("kata-set-rule {long} 1"),
            format!("halfpoint-score {long}"),
            format!("loadsgf /{long}"),
            format!("printsgf /{long}"),
            format!("play b {long}"),
            format!("komi {long}"),
            long.clone(),
        ] {
            let response = session.handle_line(&command).expect("an answer");
            let about: String = command.chars().take(9).collect();
            assert_short(response.result().expect_err("refused"), &about);
        }
        for record in [
            format!("(;SZ[{long}])"),
            format!("(;KM[{long}])"),
            format!("(;GM[{long}])"),
            format!("(;HPR[{json}])"),
            format!("(;AB[{long}])"),
            format!("(;SZ[9];B[{long}])"),
            format!("(;{long}"),
        ] {
            if let Err(error) = read(&record) {
                let about: String = record.chars().take(8).collect();
                assert_short(&error.to_string(), &about);
            }
        }
    }
}
