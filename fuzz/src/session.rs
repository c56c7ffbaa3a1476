//! Whole GTP sessions, whose state is checked after every command.

use serde_json::Value;

use halfpoint_core::board::Size;
use halfpoint_core::game::Game;
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Response, Session, TakeBack, grammar};

use super::{oracle, preset};

/// Largest number of commands in a session. It is small, so that many sessions are tried.
const MAX_LINES: usize = 40;
/// Largest number of points of a board in a session. It is small, so that many sessions are tried.
const MAX_POINTS: usize = 50;
/// Sizes of the board that a session begins with.
const SIZES: [(usize, usize); 8] = [
    (3, 3),
    (5, 5),
    (2, 2),
    (4, 4),
    (3, 2),
    (2, 7),
    (25, 2),
    (7, 7),
];

/// Checks a session. Three bytes choose the rules, the board and the settings; the rest are lines
/// of GTP.
///
/// # Panics
/// If a property does not hold.
pub fn session(data: &[u8]) {
    let &[rules, size, playouts, ref lines @ ..] = data else {
        return;
    };
    let (width, height) = SIZES[usize::from(size) % SIZES.len()];
    let mut session = Session::new(Options {
        size: Size::new(width, height).expect("a size"),
        settings: Settings {
            playouts: Some(1 + u64::from(playouts) % 8),
            memory_mb: 1,
            ..Settings::default()
        },
        take_back: [TakeBack::Off, TakeBack::On][usize::from(playouts & 8 != 0)],
        lock_rules: playouts & 0x70 == 0x70,
        ..Options::of(preset(rules))
    });
    // Every search ends at the first opportunity.
    let stop = session.stop_flag();
    stop.store(true, std::sync::atomic::Ordering::SeqCst);
    if playouts & 0x80 == 0 {
        // Judging dead stones takes most of the time, so half of the inputs turn it off.
        session.handle_line("halfpoint-dead none");
    }
    let text = String::from_utf8_lossy(lines);
    for line in text.split('\n').take(MAX_LINES) {
        if is_cheap(&session, line) {
            step(&mut session, line);
        }
        if session.has_quit() {
            break;
        }
    }
    finish(&mut session);
}

/// Returns whether a line opens no files and takes little time.
fn is_cheap(session: &Session, line: &str) -> bool {
    let line = grammar::preprocess(line);
    let Ok(parsed) = grammar::line(&line) else {
        return true;
    };
    let words: Vec<&str> = grammar::arguments(parsed.arguments).collect();
    let number = |index: usize| {
        words
            .get(index)
            .and_then(|word| grammar::whole(grammar::int, word))
    };
    match parsed.name {
        "loadsgf" => false,
        "printsgf" => words.is_empty(),
        "halfpoint-param" => words.get(1) != Some(&"threads"),
        "kata-set-param" => words.first() != Some(&"numSearchThreads"),
        "boardsize" | "rectangular_boardsize" => {
            let width = number(0).unwrap_or(0) as usize;
            let height = number(1).map_or(width, |height| height as usize);
            width.saturating_mul(height) <= MAX_POINTS || width > 25 || height > 25
        }
        "halfpoint-score" => session.game().records().len() < 40,
        _ => true,
    }
}

/// Handles a line and checks what must hold after it: a well-formed response, and no change by a
/// command that failed.
fn step(session: &mut Session, line: &str) {
    let (before, look) = (session.game().clone(), looks(session));
    let Some(response) = session.handle_line(line) else {
        assert!(grammar::preprocess(line).is_empty(), "{line:?}");
        assert!(*session.game() == before);
        return;
    };
    check_form(line, &response);
    if session.is_to_analyze() {
        session.analyze(&|| true, &mut |report| {
            assert!(!report.is_empty() && !report.contains('\n'), "{report:?}");
        });
    }
    let clean = grammar::preprocess(line);
    let parsed = grammar::line(&clean);
    match (response.result(), parsed) {
        (Err(_), _) => {
            assert!(*session.game() == before, "{line:?} changed the game");
            assert_eq!(looks(session), look, "{line:?} changed something");
        }
        (Ok(answer), Ok(parsed)) => check_answer(session, parsed.name, answer, &before),
        (Ok(_), Err(error)) => panic!("{line:?}: {error}"),
    }
    // The record is short here, so this is cheap.
    oracle::check(session.game());
}

/// Returns the state that a client can see at little cost.
fn looks(session: &mut Session) -> Vec<String> {
    let commands = [
        "get_komi",
        "kata-get-rules",
        "get_random_seed",
        "halfpoint-param rules",
        "halfpoint-param search",
    ];
    commands
        .into_iter()
        .map(|command| session.handle_line(command).expect("an answer").to_string())
        .collect()
}

/// Checks the form of a response: it has the id of the line and nothing that breaks the protocol.
fn check_form(line: &str, response: &Response) {
    let text = response.to_string();
    let id = response.id().map(|id| id.to_string()).unwrap_or_default();
    let begins = [format!("={id}"), format!("?{id}")];
    assert!(
        begins.iter().any(|begin| text.starts_with(begin)),
        "{line:?}: {text:?}"
    );
    let inner = text.strip_suffix("\n\n").expect("a blank line");
    assert!(
        !inner.contains("\n\n") && !inner.ends_with('\n'),
        "{line:?}: {text:?}"
    );
    let is_bad = |c: char| c.is_control() && c != '\n' && c != '\t';
    assert!(!text.contains(is_bad), "{line:?}: {text:?}");
    if let Err(reason) = response.result() {
        assert!(
            !reason.is_empty() && !reason.contains('\n'),
            "{line:?}: {text:?}"
        );
    }
    let clean = grammar::preprocess(line);
    let id = grammar::line(&clean).ok().and_then(|line| line.id);
    assert_eq!(response.id(), id, "{line:?}");
}

/// Checks the answers of some commands, and that commands which only look at the game leave it
/// unchanged.
fn check_answer(session: &mut Session, name: &str, answer: &str, before: &Game) {
    let game = session.game();
    match name {
        "play" => {
            let mut back = game.clone();
            back.undo();
            assert!(back == *before, "not what it was once it is taken back");
        }
        "undo" => assert_eq!(game.records().len() + 1, before.records().len()),
        "final_score" => oracle::check_result(answer),
        "halfpoint-state" | "kata-get-rules" => {
            let value: Value = serde_json::from_str(answer).expect("JSON");
            assert!(value.is_object());
        }
        "genmove" | "kgs-genmove_cleanup" | "kata-search" | "kata-search_cancellable" => {
            let is_vertex = grammar::whole(grammar::vertex(game.board().size()), answer).is_some();
            assert!(
                is_vertex || answer == "pass" || answer == "resign",
                "{answer}"
            );
        }
        "protocol_version" => assert_eq!(answer, "2"),
        _ => (),
    }
    let is_look = name.starts_with("final_")
        || name.starts_with("halfpoint-gfx")
        || [
            "halfpoint-state",
            "halfpoint-legal",
            "halfpoint-score",
            "showboard",
            "reg_genmove",
            "printsgf",
            "lz-analyze",
            "kata-analyze",
            "kata-search",
            "kata-search_cancellable",
            "kata-search_analyze",
            "kata-search_analyze_cancellable",
        ]
        .contains(&name);
    assert!(
        !is_look || session.game() == before,
        "{name} changed the game"
    );
}

/// Checks that the record at the end of a session is read back as the game.
fn finish(session: &mut Session) {
    for line in ["halfpoint-state", "final_score", "printsgf"] {
        step(session, line);
    }
    let text = session.handle_line("printsgf").expect("an answer");
    let text = text.result().expect("a record");
    let (rules, komi) = (*session.game().rules(), session.game().komi());
    let loaded = halfpoint_sgf::read(text.as_bytes(), rules, komi, None).expect("our own record");
    assert!(
        loaded.game.position().board() == session.game().board(),
        "{text}"
    );
    assert_eq!(*loaded.game.rules(), rules, "{text}");
    assert_eq!(loaded.game.komi(), komi, "{text}");
}
