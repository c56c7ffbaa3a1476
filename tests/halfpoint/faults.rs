//! Faults of the environment: closed outputs, full disks, signals, lack of memory, odd clocks. None
//! of them causes a panic or an endless run.
#![cfg(target_os = "linux")]

use crate::program;

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use program::{Engine, path_in, run, text};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::tempdir;

/// Options with which a search takes an hour.
const LONG: [&str; 4] = ["--size", "9", "--time-per-move", "3600"];

/// Exit status of a panic.
const PANICKED: i32 = 101;

fn terminate(engine: &Engine) {
    let pid = i32::try_from(engine.child.id()).expect("a number");
    let pid = Pid::from_raw(pid).expect("a process");
    kill_process(pid, Signal::TERM).expect("it lives");
}

#[test]
fn a_closed_output_ends_an_analysis() {
    for command in ["lz-analyze 1", "kata-analyze 1 ownership true"] {
        let mut engine = Engine::plain(&LONG);
        engine.write(&format!("{command}\n"));
        assert_eq!(engine.line(), "=\n");
        assert!(engine.line().starts_with("info move "));
        // The output is closed in the middle of an answer; the input stays open.
        engine.output = None;
        assert_eq!(engine.end().code(), Some(0), "{command}");
        assert_eq!(engine.errors(), "");
    }
}

#[test]
fn a_closed_output_ends_a_query_of_the_json_protocol() {
    let mut engine = Engine::plain(&["analysis", "--net", "none"]);
    let query = r#"{"id":"a","rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[],"#;
    let query = format!(r#"{query}"maxVisits":1000000000,"x":1}}"#);
    engine.write(&format!("{query}\n"));
    // The warning is the last line before the answer. The input stays open.
    assert!(engine.line().contains("warning"));
    engine.output = None;
    assert_eq!(engine.end().code(), Some(0));
}

#[test]
fn a_closed_output_in_an_answer_ends_the_engine_quietly() {
    let mut engine = Engine::plain(&[]);
    // The answers are longer than a pipe holds.
    engine.write(&"list_commands\n".repeat(1000));
    assert_eq!(engine.line(), "= protocol_version\n");
    engine.output = None;
    assert_eq!(engine.end().code(), Some(0));
    assert_eq!(engine.errors(), "");
}

#[test]
fn sigterm_ends_searches_and_the_solver() {
    for command in ["genmove b", "kata-analyze b 1", "halfpoint-gfx visits"] {
        let mut engine = Engine::plain(&LONG);
        assert_eq!(engine.send("name"), "= halfpoint");
        engine.write(&format!("{command}\n"));
        thread::sleep(Duration::from_millis(200));
        terminate(&engine);
        let signal = engine.end().signal();
        assert_eq!(signal, Some(Signal::TERM.as_raw()), "{command}");
        assert_eq!(engine.errors(), "");
    }
    let mut solver = Engine::plain(&["solve", "--size", "6"]);
    thread::sleep(Duration::from_millis(200));
    terminate(&solver);
    assert_eq!(solver.end().signal(), Some(Signal::TERM.as_raw()));
    // The solver prints only what it has proven.
    assert_eq!(solver.answer(), "");
}

/// The file that leads a browser to the page has a key in it.
#[test]
#[cfg(feature = "board")]
fn a_board_ended_by_sigterm_leaves_no_file_behind() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    // There is no browser, so the key of its file has not served.
    let script = format!("TMPDIR='{path}' PATH=/nonexistent exec \"$@\"");
    let mut board = Engine::start(&script, &["board"]);
    assert!(board.line().starts_with("http://127.0.0.1:"));
    let files = || fs::read_dir(folder.path()).expect("a folder").count();
    while files() == 0 {
        thread::sleep(Duration::from_millis(5));
    }
    terminate(&board);
    assert_eq!(board.end().code(), Some(0));
    assert_eq!(files(), 0);
}

#[test]
fn a_match_ended_by_sigterm_can_be_resumed() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let options = [
        "arena",
        "--size",
        "5",
        "--engine",
        "one=internal playouts=20",
        "--engine",
        "two=internal playouts=20",
        "--resume",
        "--out",
        out.to_str().expect("UTF-8"),
        "--games",
        "30",
    ];
    let games = || {
        let text = fs::read_to_string(out.join("games.jsonl")).unwrap_or_default();
        assert!(text.is_empty() || text.ends_with('\n'));
        let is_whole = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
        assert!(text.lines().all(is_whole), "{text}");
        text.lines().count()
    };
    let mut arena = Engine::plain(&options);
    loop {
        let line = arena.line();
        assert!(!line.is_empty(), "no game");
        if line.starts_with("game ") {
            break;
        }
    }
    terminate(&arena);
    let status = arena.end();
    assert!(!status.success());
    assert_eq!(status.signal(), None, "it ends of its own accord");
    assert!(arena.errors().contains("--resume"));
    let before = games();
    assert!((1..30).contains(&before), "{before}");
    assert!(run("exec \"$@\"", &options).status.success());
    assert_eq!(games(), 30);
}

const RECORD: &str = "(;GM[1]SZ[3]RU[Chinese]KM[0];B[bb];W[];B[];W[])";

#[test]
fn a_full_disk_is_an_error_message_of_every_command() {
    let folder = tempdir().expect("a folder");
    let record = folder.path().join("game.sgf");
    fs::write(&record, RECORD).expect("a file");
    let record = record.to_str().expect("UTF-8");
    let picture = folder.path().join("full.svg");
    symlink("/dev/full", &picture).expect("a link");
    let picture = picture.to_str().expect("UTF-8");
    for arguments in [
        &["score", "--json", record][..],
        &["score", record],
        &["score", "--svg", picture, record],
        &["solve", "--size", "2", "--threads", "1"],
        &["solve", "--size", "2", "--json"],
        &["rules"],
        &["perft", "--size", "2"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["-h"],
        &["--version"],
        &["help", "solve"],
        &["gtp", "--help"],
        &["arena", "--help"],
        &["arena", "ladder", "--help"],
        &["board", "--no-open"],
    ] {
        let output = run("exec \"$@\" >/dev/full", arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains("No space left"), "{arguments:?}: {errors}");
        // The exit status reports the fault even where standard error cannot be written either.
        for errors in ["/dev/full", "&-"] {
            let script = format!("exec \"$@\" >/dev/full 2>{errors}");
            let status = run(&script, arguments).status;
            assert_eq!(status.code(), Some(1), "{arguments:?} 2>{errors}");
        }
    }
    // A benchmark plays games before it prints: once is enough.
    let output = run("exec \"$@\" >/dev/full", &["bench", "--time", "0"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("No space left"));
    let output = run("echo name | \"$@\" >/dev/full", &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("No space left"));
}

#[test]
fn a_log_on_a_full_disk_does_not_end_a_game() {
    // A log that cannot be written must not cost the game.
    let mut engine = Engine::plain(&["--log-file", "/dev/full", "-vv"]);
    assert_eq!(engine.send("play b D4"), "=");
    let state = engine.send("halfpoint-state");
    assert!(state.contains("\"moves\":1,"), "{state}");
    assert_eq!(engine.send("quit"), "=");
    assert_eq!(engine.end().code(), Some(0));
    let missing = run("exec \"$@\"", &["--log-file", "/no/such/folder/log"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("--log-file"));
}

/// Returns a script that runs the program with a limit of `blocks` blocks of 512 bytes for the size
/// of each file. Beyond the limit writing fails as on a full disk, after a part is written: the
/// signal SIGXFSZ does not end the program.
fn limited(blocks: u32) -> String {
    format!("ulimit -f {blocks}; exec \"$@\"")
}

#[test]
fn a_full_disk_leaves_the_old_record_whole() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    fs::write(&path, RECORD).expect("a file");
    let confined = ["--files", folder.path().to_str().expect("UTF-8")];
    for (arguments, name) in [
        (&[][..], path.to_str().expect("UTF-8")),
        (&confined, "game.sgf"),
    ] {
        let mut engine = Engine::start(&limited(1), arguments);
        // With these stones the record is longer than one block.
        engine.send("boardsize 25");
        let stones: Vec<String> = (1..=25)
            .map(|row| format!("b A{row} w C{row} b E{row}"))
            .collect();
        assert_eq!(
            engine.send(&format!("gogui-setup {}", stones.join(" "))),
            "="
        );
        let refused = engine.send(&format!("printsgf {name}"));
        assert!(
            refused.starts_with("? cannot write file: File too large"),
            "{refused}"
        );
        assert_eq!(engine.send("name"), "= halfpoint");
        assert_eq!(fs::read_to_string(&path).expect("a file"), RECORD);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn a_full_disk_leaves_old_pictures_and_reports_whole() {
    let folder = tempdir().expect("a folder");
    let at = |name: &str| path_in(folder.path(), name);
    fs::write(at("game.sgf"), RECORD).expect("a file");
    let out = at("match");
    let match_words = [
        "arena",
        "--size",
        "5",
        "--engine",
        "a=internal playouts=5",
        "--engine",
        "b=internal playouts=5",
        "--out",
        &out,
        "--games",
        "2",
    ];
    assert!(run("exec \"$@\"", &match_words).status.success());
    fs::write(at("old.svg"), "an old picture").expect("a file");
    fs::write(at("match/report.html"), "an old report").expect("a file");
    for (arguments, file, old) in [
        (
            &["score", &at("game.sgf"), "--svg", &at("old.svg")][..],
            "old.svg",
            "an old picture",
        ),
        (
            &["arena", "report", &out],
            "match/report.html",
            "an old report",
        ),
    ] {
        let failed = run(&limited(1), arguments);
        let errors = text(&failed.stderr);
        assert_eq!(failed.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(
            errors.contains(file) && errors.contains("File too large"),
            "{errors}"
        );
        assert_eq!(fs::read_to_string(at(file)).expect("a file"), old);
    }
}

#[test]
fn a_match_on_a_disk_that_fills_up_can_be_resumed() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let out = out.to_str().expect("UTF-8");
    let options = |games| {
        let words = "arena --size 5 --engine a=internal\u{a0}playouts=5 --engine b=internal\u{a0}playouts=5";
        let mut words: Vec<String> = words
            .split(' ')
            .map(|word| word.replace('\u{a0}', " "))
            .collect();
        words.extend(["--resume", "--out", out, "--games", games].map(str::to_string));
        words
    };
    let run = |script: &str| {
        let words = options("16");
        run(
            script,
            &words.iter().map(String::as_str).collect::<Vec<_>>(),
        )
    };
    // The list of games becomes longer than eight blocks of 512 bytes.
    let failed = run(&limited(8));
    let errors = text(&failed.stderr);
    assert_eq!(failed.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("games.jsonl") && errors.contains("--resume"),
        "{errors}"
    );
    let path = folder.path().join("match/games.jsonl");
    let kept = fs::read_to_string(&path).expect("games");
    assert!(kept.ends_with('\n') && kept.lines().count() > 1);
    assert!(run("exec \"$@\"").status.success());
    let all = fs::read_to_string(&path).expect("games");
    assert!(all.starts_with(&kept) && all.lines().count() == 16);
}

/// Games need more handles than the process may have. None of them is booked as lost by an engine
/// that could not be started.
#[test]
fn a_match_without_file_handles_can_be_resumed() {
    let folder = tempdir().expect("a folder");
    let out = path_in(folder.path(), "match");
    let engine = format!("{} gtp --net none --playouts 5", program::PROGRAM);
    let engines = ["one", "two"].map(|name| format!("{name}={engine}"));
    let words = |concurrency| {
        let [one, two] = &engines;
        let arena = [
            "arena", "--size", "5", "--games", "20", "--resume", "--out", &out,
        ];
        let players = [
            "--engine",
            one,
            "--engine",
            two,
            "--concurrency",
            concurrency,
        ];
        [&arena[..], &players].concat()
    };
    let failed = run("ulimit -n 40; exec \"$@\"", &words("30"));
    let errors = text(&failed.stderr);
    assert_eq!(failed.status.code(), Some(1), "{errors}");
    assert!(errors.contains("Too many open files"), "{errors}");
    assert!(errors.contains("--resume"), "{errors}");
    let games = || fs::read_to_string(path_in(folder.path(), "match/games.jsonl")).expect("games");
    let kept = games();
    assert!(!kept.contains("\"fault\""), "{kept}");
    let resumed = run("exec \"$@\"", &words("2"));
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    let all = games();
    assert!(all.starts_with(&kept) && all.lines().count() == 20, "{all}");
    assert!(!all.contains("\"fault\""), "{all}");
}

/// Returns a script that runs the program in an address space with so many kB beside its code,
/// whose size depends on how it was compiled.
fn in_space(kilobytes: u64) -> String {
    static CODE: LazyLock<u64> = LazyLock::new(|| {
        let mut engine = Engine::plain(&["--net", "none"]);
        // A program that answers is loaded.
        engine.send("name");
        engine.kilobytes_of_code()
    });
    format!("ulimit -v {}; exec \"$@\"", *CODE + kilobytes)
}

/// Starts the program in an address space with so many kB more than it needs before it searches
/// where that space is limited. Returns the limit, too.
fn start_with_spare(kilobytes: u64, arguments: &[&str]) -> (Engine, u64) {
    let mut engine = Engine::start(&in_space(500_000), arguments);
    engine.send("name");
    let limit = engine.kilobytes("VmSize:") + kilobytes;
    let script = in_space(limit - engine.kilobytes_of_code());
    (Engine::start(&script, arguments), limit)
}

#[test]
fn the_search_goes_on_when_the_tree_gets_no_more_memory() {
    // The tree of playouts grows faster than that of a net.
    let bounds = ["--memory", "4096", "--playouts", "60000", "--seed", "3"];
    let arguments = [&["--net", "none", "--size", "9"], &bounds[..]].concat();
    let (mut engine, limit) = start_with_spare(60_000, &arguments);
    for color in ["b", "w", "b"] {
        let answer = engine.send(&format!("genmove {color}"));
        assert!(answer.starts_with("= "), "{answer}");
    }
    assert!(engine.kilobytes("VmSize:") <= limit);
    assert_eq!(engine.send("quit"), "=");
    assert_eq!(engine.end().code(), Some(0));
    let errors = engine.errors();
    assert!(errors.contains("no more memory"), "{errors}");
}

/// Address space beside its code, in kB, in which the program starts with its net, but in which the
/// tree of a search may not grow beside the cache of evaluations.
const LITTLE: u64 = 53_000;

#[test]
fn searches_by_the_net_go_on_in_little_memory() {
    let script = in_space(LITTLE);
    let mut engine = Engine::start(&script, &["--size", "25", "--playouts", "20"]);
    assert!(engine.send("genmove b").starts_with("= "));
    engine.write("kata-analyze w 5 ownership true\n");
    assert_eq!(engine.line(), "=\n");
    assert!(engine.line().starts_with("info move "));
    engine.write("stop\n");
    engine.answer();
    assert_eq!(engine.answer(), "=");
    assert_eq!(engine.send("quit"), "=");
    assert_eq!(engine.end().code(), Some(0));
    let errors = engine.errors();
    assert!(errors.contains("no more memory"), "{errors}");

    let mut analysis = Engine::start(&script, &["analysis", "--threads", "8"]);
    for id in 0..3 {
        let query = r#""rules":"chinese","boardXSize":25,"boardYSize":25,"moves":[],"maxVisits":9"#;
        analysis.write(&format!(
            "{{\"id\":\"{id}\",{query},\"includeOwnership\":true}}\n"
        ));
    }
    analysis.input = None;
    for _ in 0..3 {
        let answer = analysis.line();
        assert!(answer.contains("moveInfos"), "{answer}");
    }
    assert_eq!(analysis.end().code(), Some(0));
    let errors = analysis.errors();
    assert!(errors.contains("no more memory"), "{errors}");

    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let options = [
        "arena",
        "--size",
        "25",
        "--move-limit",
        "6",
        "--engine",
        "one=internal playouts=4",
        "--engine",
        "two=internal playouts=4",
        "--concurrency",
        "2",
        "--games",
        "2",
        "--out",
        out.to_str().expect("UTF-8"),
    ];
    let played = run(&script, &options);
    let errors = text(&played.stderr);
    assert!(played.status.success(), "{errors}");
    let games = fs::read_to_string(out.join("games.jsonl")).expect("games");
    assert_eq!(games.lines().count(), 2, "{games}");
}

/// Queries that wait take memory that the searches need, so in a small address space fewer of them
/// wait than usual, and long lines are refused before they are parsed.
#[test]
fn a_flood_of_queries_in_little_memory_is_refused_in_words() {
    let folder = tempdir().expect("a folder");
    let input = path_in(folder.path(), "queries");
    let moves: Vec<String> = (0..300)
        .map(|number| {
            let column = char::from(b'J' + (number % 17) as u8);
            let (color, row) = (["B", "W"][number % 2], number / 17 + 1);
            format!("[\"{color}\",\"{column}{row}\"]")
        })
        .collect();
    let turns: Vec<String> = (0..300).map(|turn: u32| turn.to_string()).collect();
    let query = format!(
        r#""rules":"chinese","boardXSize":25,"boardYSize":25,"maxVisits":1,"moves":[{}],"analyzeTurns":[{}]"#,
        moves.join(","),
        turns.join(",")
    );
    let mut lines: String = (0..1_500)
        .map(|id| format!("{{\"id\":\"{id}\",{query}}}\n"))
        .collect();
    let long = "0,".repeat(400_000);
    lines += &format!("{{\"id\":\"long\",\"moves\":[{long}0]}}\n");
    fs::write(&input, lines).expect("a file");
    for limit in [23_000, 43_000, 73_000] {
        let script = format!("{} <{input}", in_space(limit));
        let arguments = ["analysis", "--threads", "2", "--quit-without-waiting"];
        let output = run(&script, &arguments);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{limit} kB: {errors}");
        let answers = text(&output.stdout);
        let error = |words: &str| {
            let is_meant = |line: &str| line.contains("\"error\"") && line.contains(words);
            answers.lines().any(is_meant)
        };
        assert!(error("bytes of games would wait"), "{limit} kB");
        assert!(error("\"long\""), "{limit} kB");
    }
}

#[test]
fn a_query_whose_games_have_no_room_gets_an_error() {
    let passes = r#"["B","pass"],["W","pass"],"#.repeat(5_000);
    let passes = passes.trim_end_matches(',');
    let query = |id: &str, more: &str| {
        let rules = r#""rules":"japanese","boardXSize":9,"boardYSize":9,"maxVisits":4"#;
        format!("{{\"id\":\"{id}\",{rules},{more}}}\n")
    };
    let long = format!(r#""moves":[{passes}],"includeScoresByRules":true"#);
    let mut engine = Engine::start(&in_space(70_000), &["analysis", "--threads", "2"]);
    for id in ["a", "b", "c"] {
        engine.write(&query(id, &long));
    }
    engine.write(&query("good", r#""moves":[]"#));
    engine.input = None;
    let lines: Vec<String> = (0..4).map(|_| engine.line()).collect();
    let refused = lines
        .iter()
        .filter(|line| line.contains("too little memory for 10000 moves"));
    assert_eq!(refused.count(), 3, "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains("moveInfos")),
        "{lines:?}"
    );
    assert_eq!(engine.end().code(), Some(0), "{}", engine.errors());
}

#[test]
fn a_record_without_room_is_refused_and_the_game_goes_on() {
    let folder = tempdir().expect("a folder");
    let path = path_in(folder.path(), "large.sgf");
    let passes = ";B[];W[]".repeat(50_000).into_bytes();
    let latin = [b"C[".to_vec(), vec![0xe9; 16_000_000], b"]".to_vec()].concat();
    for (limit, content) in [(13_000, &passes), (28_000, &passes), (28_000, &latin)] {
        let record = [b"(;GM[1]SZ[19]".as_slice(), content, b")"].concat();
        fs::write(&path, record).expect("a file");
        let mut engine = Engine::start(&in_space(limit), &["--net", "none"]);
        let answer = engine.send(&format!("loadsgf {path}"));
        assert!(
            answer.contains("too little memory for this record"),
            "{limit}: {answer}"
        );
        assert!(engine.send("genmove b").starts_with("= "));
        assert_eq!(engine.send("quit"), "=");
        assert_eq!(engine.end().code(), Some(0));
        let mut engine = Engine::start(&in_space(133_000), &["--net", "none"]);
        assert_eq!(engine.send(&format!("loadsgf {path}")), "= black");
    }
}

#[test]
fn players_that_have_no_room_are_a_shortage() {
    let engines: Vec<String> = (0..5)
        .map(|number| format!("e{number}=internal playouts=2"))
        .collect();
    let mut words = vec!["arena", "--size", "19", "--move-limit", "4", "--games", "1"];
    words.extend(["--concurrency", "8"]);
    words.extend(engines.iter().flat_map(|engine| ["--engine", engine]));
    for limit in [18_000, 33_000, 43_000, 53_000, 63_000] {
        let folder = tempdir().expect("a folder");
        let out = path_in(folder.path(), "match");
        let played = run(&in_space(limit), &[&words[..], &["--out", &out]].concat());
        let errors = text(&played.stderr);
        match played.status.code() {
            Some(0) => (),
            Some(1) => assert!(errors.contains("short of something"), "{limit}: {errors}"),
            code => panic!("{code:?} in {limit} kB: {errors}"),
        }
        let games = fs::read_to_string(path_in(folder.path(), "match/games.jsonl"));
        assert!(
            !games.unwrap_or_default().contains("\"fault\""),
            "{limit} kB"
        );
    }
}

#[test]
fn the_search_goes_on_with_fewer_threads_than_asked_for() {
    let arguments = ["--size", "5", "--threads", "256", "--playouts", "3000"];
    // The stack of a thread takes two megabytes.
    let (mut engine, _) = start_with_spare(150_000, &arguments);
    assert!(engine.send("genmove b").starts_with("= "));
    engine.write("lz-analyze 1\n");
    assert_eq!(engine.line(), "=\n");
    assert!(engine.line().starts_with("info move "));
    engine.write("stop\n");
    engine.answer();
    assert_eq!(engine.answer(), "=");
    assert_eq!(engine.send("quit"), "=");
    assert_eq!(engine.end().code(), Some(0));
    assert!(engine.errors().contains("no further thread"));
}

#[test]
fn the_solver_goes_on_when_its_table_gets_no_memory() {
    let arguments = [
        "solve",
        "--size",
        "3x4",
        "--memory",
        "4096",
        "--threads",
        "1",
        "--time",
        "3",
    ];
    for limit in [53_000, 103_000] {
        let output = run(&in_space(limit), &arguments);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{limit}: {errors}");
        assert!(text(&output.stdout).contains("Black first: "), "{errors}");
    }
}

#[test]
fn many_threads_go_on_in_little_memory() {
    let query = r#""rules":"japanese","boardXSize":19,"boardYSize":19,"moves":[],"maxVisits":9"#;
    let queries: Vec<String> = (0..16)
        .map(|id| format!("{{\"id\":\"{id}\",{query}}}"))
        .collect();
    let game = "genmove b\ngenmove w\nquit";
    let search = "--size 19 --rules japanese --playouts 60 --threads";
    for (arguments, input) in [
        (format!("gtp {search} 16"), game.to_string()),
        (format!("gtp {search} 8 --net none"), game.to_string()),
        ("analysis --threads 16".to_string(), queries.join("\n")),
        (
            "solve --size 4 --first black --time 0.3 --threads 8".to_string(),
            String::new(),
        ),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        for limit in [17_000, 24_000, 43_000, 73_000, 88_000, 103_000] {
            let script = format!("printf '%s\\n' '{input}' | ({})", in_space(limit));
            let output = run(&script, &words);
            let errors = text(&output.stderr);
            let code = output.status.code();
            assert_eq!(code, Some(0), "{arguments} in {limit} kB: {errors}");
            let answers = text(&output.stdout);
            assert!(!answers.contains("error"), "{answers}");
        }
    }
}

/// The message is the program's own where it knows beforehand or can go on, otherwise that of the
/// allocation.
#[test]
fn a_lack_of_memory_is_an_error_message() {
    let folder = tempdir().expect("a folder");
    let record = path_in(folder.path(), "long.sgf");
    let passes = ";B[];W[]".repeat(50_000);
    fs::write(&record, format!("(;GM[1]SZ[19]RU[Japanese]{passes})")).expect("a file");
    for (limit, message) in [
        (11_000, "memory"),
        (
            83_000,
            "too little memory for 100000 moves under 18 rule sets",
        ),
    ] {
        let output = run(&in_space(limit), &["score", &record]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{limit}: {errors}");
        assert!(errors.contains(message), "{limit}: {errors}");
    }
    assert!(run("exec \"$@\"", &["score", &record]).status.success());
}

#[test]
fn extreme_clock_settings_are_accepted_or_refused() {
    let mut engine = Engine::plain(&["--size", "5", "--playouts", "50"]);
    for settings in [
        "time_settings 10 0 0",
        "kgs-time_settings byoyomi 1 0.000000001 4294967295",
        "kata-time_settings fischer 2147483647 2147483647",
        "kata-time_settings fischer-capped 1 1 0 0",
        "time_settings 0 1 2147483647",
    ] {
        assert_eq!(engine.send(settings), "=", "{settings}");
        for left in [
            "9 0",
            "0 0",
            "2147483647 0",
            "0 2147483647",
            "0.000000001 1",
            "3 25",
        ] {
            assert_eq!(engine.send(&format!("time_left b {left}")), "=", "{left}");
            assert!(engine.send("genmove b").starts_with("= "), "{left}");
            engine.send("undo");
        }
        for left in [
            "-1 0",
            "nan 0",
            "inf 0",
            "1e9 0",
            "2147483648 0",
            "5 -1",
            "5 2147483648",
        ] {
            let refused = engine.send(&format!("time_left b {left}"));
            assert!(refused.starts_with("? syntax error"), "{left}: {refused}");
        }
        assert!(engine.send("genmove w").starts_with("= "));
        assert_eq!(engine.send("clear_board"), "=");
    }
}

/// No limit depends on the time of day, which users and time servers can change. It is read at one
/// place alone, for the dates that a match records and the age of files.
#[test]
fn only_the_clock_module_reads_the_time_of_day() {
    fn sources(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                if !path.ends_with("tests") {
                    sources(&path, found);
                }
            } else if fs::read_to_string(&path).is_ok_and(|text| text.contains("SystemTime")) {
                found.push(
                    path.file_name()
                        .expect("a name")
                        .to_string_lossy()
                        .into_owned(),
                );
            }
        }
    }
    let mut found = Vec::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "crates"] {
        sources(&root.join(folder), &mut found);
    }
    assert_eq!(found, ["clock.rs"]);
}

#[test]
fn no_error_has_the_exit_status_of_a_panic() {
    // The other tests rely on this: no error has the exit status of a panic.
    for arguments in [
        &["--size", "99"][..],
        &["score", "/no/such/file"],
        &["nonsense"],
    ] {
        let code = run("exec \"$@\"", arguments).status.code();
        assert!(
            code.is_some_and(|code| code > 0 && code < PANICKED),
            "{arguments:?}"
        );
    }
}
