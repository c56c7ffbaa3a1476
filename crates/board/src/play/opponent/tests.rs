//! Tests of opponents that fail, by an engine that is a shell script.

use std::path::Path;

use halfpoint_core::board::Size;
use halfpoint_core::game::Move;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{parse_vertex, vertex};
use tempfile::tempdir;
use tokio::runtime::Runtime;

use super::*;

/// Waits that the tests of hanging engines can bear. An engine that is not to hang never reaches
/// the long ones.
const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(60);

fn patience() -> Patience {
    Patience {
        margin: SHORT,
        untimed: LONG,
        command: LONG,
    }
}

fn config(arguments: &str) -> EngineConfig {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/player.sh");
    let script = shlex::try_quote(script.to_str().expect("UTF-8")).expect("a path");
    EngineConfig::parse(&format!("it=sh {script} {arguments}")).expect("an engine")
}

/// Returns an engine that fails in a mode of the script as long as a file is not there.
fn failing_once(mode: &str, file: &Path) -> EngineConfig {
    let command = config("").command.expect("a command");
    let file = file.display();
    let script = format!(
        "if [ -e {file} ]; then exec {command} good; fi; : >{file}; exec {command} {mode} 1"
    );
    let script = shlex::try_quote(&script).expect("a script");
    EngineConfig::parse(&format!("it=sh -c {script}")).expect("an engine")
}

/// Returns an engine that is the script with these arguments.
fn opponents(arguments: &str, patience: Patience) -> Opponents {
    opponents_of(config(arguments), patience)
}

fn opponents_of(config: EngineConfig, patience: Patience) -> Opponents {
    Opponents::new(vec![config], patience, &Reaper::default()).expect("a thread")
}

fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

fn rules() -> NamedRules {
    "chinese".parse().expect("rules")
}

fn game(moves: &[&str]) -> Game {
    let size = Size::square(5);
    let mut game = Game::new(rules().rules, size, HalfPoints::ZERO);
    for name in moves {
        let mv = parse_vertex(size, name).map_or(Move::Pass, Move::Place);
        game.play(game.to_move(), &mv).expect("a legal move");
    }
    game
}

/// Returns a time of one second for each move, that of the page.
fn second() -> MoveTime {
    MoveTime {
        clock: Clock::new(TimeSystem::gtp(Duration::ZERO, Duration::from_secs(1), 1)),
        is_of_game: false,
    }
}

fn choose(opponents: &Opponents, game: &Game, time: MoveTime) -> Result<String, String> {
    runtime().block_on(async {
        let one = opponents.find("it").expect("the engine");
        let permit = Arc::clone(one.free()).acquire_owned().await;
        let permit = permit.expect("a permit");
        let answer = one.choose(permit, game.clone(), rules(), time).await;
        answer
            .map(|answer| answer.mv)
            .map_err(|error| error.to_string())
    })
}

fn dead(opponents: &Opponents, game: &Game) -> Result<Option<Vec<String>>, String> {
    runtime().block_on(async {
        let one = opponents.find("it").expect("the engine");
        let permit = Arc::clone(one.free()).acquire_owned().await;
        let permit = permit.expect("a permit");
        let size = game.board().size();
        let answer = one.dead(permit, game.clone(), rules()).await;
        let names = |list: PointSet| list.iter().map(|point| vertex(size, point)).collect();
        answer
            .map(|list| list.map(names))
            .map_err(|error| error.to_string())
    })
}

/// Returns whether a process with the given text on its command line is running.
#[cfg(target_os = "linux")]
fn is_running(text: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("processes");
    processes.filter_map(Result::ok).any(|process| {
        let words = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).contains(text)
    })
}

#[test]
fn a_fault_is_told_and_the_next_request_starts_the_engine_anew() {
    for (mode, words) in [
        ("crash", "its process has ended"),
        ("close", "genmove"),
        ("garbage", "what do you mean?"),
        ("no-move", "Z9"),
        ("illegal", "which is illegal: occupied"),
        ("error", "I give up"),
        ("timed-hang", "no answer within 1.3 s"),
    ] {
        // The process that is started first fails at its first move, and later ones are sound.
        let folder = tempdir().expect("a folder");
        let opponents = opponents_of(failing_once(mode, &folder.path().join("begun")), patience());
        let game = game(&["A1"]);
        let error = choose(&opponents, &game, second()).expect_err(mode);
        assert!(
            error.starts_with("it") && error.contains(words),
            "{mode}: {error}"
        );
        assert!(error.ends_with(ENDED), "{mode}: {error}");
        assert_eq!(
            choose(&opponents, &game, second()),
            Ok("C3".to_string()),
            "{mode}"
        );
    }
}

#[test]
fn an_engine_that_is_told_no_time_has_the_time_of_its_own() {
    let patience = Patience {
        untimed: SHORT,
        margin: LONG,
        ..patience()
    };
    let game = game(&[]);
    let mut time = second();
    let allowance = Duration::from_secs(1);
    assert_eq!(time.limit(&game, patience, true), allowance + LONG);
    // The page's time and the margin are the least.
    assert_eq!(time.limit(&game, patience, false), allowance + LONG);
    let patience = Patience {
        untimed: 2 * LONG,
        ..patience
    };
    assert_eq!(time.limit(&game, patience, false), 2 * LONG);
    // The clock of the game ends the wait in any case, and a game without one does not.
    time.is_of_game = true;
    assert_eq!(time.limit(&game, patience, false), allowance + LONG);
    time.clock = Clock::new(TimeSystem::Unlimited);
    assert_eq!(time.limit(&game, patience, true), 2 * LONG);
}

#[test]
fn dead_stones_are_those_of_the_engines_list() {
    let ended = game(&["B1", "A4", "B2", "A5", "B3", "pass", "pass"]);
    let list = |arguments: &str| dead(&opponents(arguments, patience()), &ended);
    let names = |names: &[&str]| Ok(Some(names.iter().map(ToString::to_string).collect()));
    assert_eq!(list("judge 3 A4"), names(&["A4"]));
    assert_eq!(list("judge"), names(&[]));
    // No list, a refusal, and words that are no points.
    for arguments in ["good", "judge-refuse", "judge 3 'A4 nonsense'"] {
        assert_eq!(list(arguments), Ok(None), "{arguments}");
    }
    let error = list("judge-crash").expect_err("a crash");
    assert!(error.contains("its process has ended"), "{error}");
    let patience = Patience {
        command: Duration::from_secs(2),
        ..patience()
    };
    let opponents = opponents("judge-hang", patience);
    let error = dead(&opponents, &ended).expect_err("a hang");
    assert!(
        error.contains("no answer within 2 s") && error.ends_with(ENDED),
        "{error}"
    );
    assert_eq!(
        choose(&opponents, &game(&["A1"]), second()),
        Ok("C3".to_string())
    );
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_of_an_engine_that_hangs_is_left_running() {
    // No other test has this word on a command line.
    let word = format!("opponent-left-{}", std::process::id());
    let hanging = opponents(&format!("timed-hang 1 {word}"), patience());
    assert!(choose(&hanging, &game(&[]), second()).is_err());
    assert!(!is_running(&word), "after a hang at genmove");
    // The process of an engine that hangs at `quit` ends with its thread.
    let quitting = opponents(&format!("hang-quit 1 {word}"), patience());
    assert!(choose(&quitting, &game(&[]), second()).is_ok());
    assert!(is_running(&word));
    drop(quitting);
    for _ in 0..500 {
        if !is_running(&word) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("the engine lives on after it was to quit");
}

#[test]
fn a_client_that_goes_ends_the_search() {
    let opponents = opponents("hang 1", patience());
    let game = game(&[]);
    runtime().block_on(async {
        let one = opponents.find("it").expect("the engine");
        let permit = Arc::clone(one.free()).acquire_owned().await;
        let search = one.choose(permit.expect("a permit"), game, rules(), second());
        let ended = tokio::time::timeout(SHORT, search).await;
        assert!(ended.is_err(), "the engine hangs");
        // The permit comes back when the engine has been ended.
        let permit = tokio::time::timeout(LONG, Arc::clone(one.free()).acquire_owned()).await;
        assert!(permit.is_ok());
    });
}
