//! Random lines for the line parser, and random sessions of commands. Nothing may panic, every
//! answer must keep to the protocol, and a command that fails must change nothing.
//!
//! A short run is one of the tests. The long run takes `HALFPOINT_FUZZ_SECONDS` seconds (default
//! 60) and prints its seed; setting `HALFPOINT_FUZZ_SEED` repeats it.

use std::env;
use std::time::{Duration, Instant, SystemTime};

use rand::seq::IteratorRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_engine::player::Settings;
use halfpoint_gtp::{COMMANDS, Options, Session, grammar};

type Random = Xoshiro256PlusPlus;

/// Words of arguments, with unusual and invalid ones among them.
const WORDS: &[&str] = &[
    "b",
    "w",
    "black",
    "WHITE",
    "green",
    "pass",
    "PASS",
    "resign",
    "button",
    "halfpass",
    "fullpass",
    "delay",
    "draw",
    "A1",
    "b2",
    "C3",
    "d4",
    "E5",
    "T19",
    "I1",
    "A0",
    "Z99",
    "A1A",
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "9",
    "25",
    "26",
    "2147483647",
    "2147483648",
    "18446744073709551616",
    "-1",
    "0.5",
    "6.5",
    "3.75",
    "-0.5",
    "nan",
    "inf",
    "1e3",
    "all",
    "auto",
    "none",
    "alive",
    "seki",
    "dead",
    "black_territory",
    "dame",
    "absolute",
    "byoyomi",
    "canadian",
    "fischer",
    "fischer-capped",
    "avoid",
    "allow",
    "maxVisits",
    "ponderingEnabled",
    "allowResignation",
    "analysisPVLen",
    "maxTime",
    "A1,b2,,pass",
    "ownership",
    "movesOwnership",
    "pvVisits",
    "rootInfo",
    "ko",
    "suicide",
    "hasButton",
    "bowlHandicap",
    "buttonWorth",
    "buttons",
    "scoring",
    "tax",
    "SIMPLE",
    "TERRITORY",
    "true",
    "chinese",
    "Japanese",
    "two_button",
    "two button moves",
    "half-pass",
    "ultimate",
    "aga",
    "nonsense",
    "{",
    "{}",
    "{\"ko\":\"SIMPLE\"}",
    "{\"id\":\"ultimate\",\"bowlHandicap\":3}",
    "{\"id\":\"button\",\"buttonWorth\":{\"black\":0,\"white\":8}}",
    "[1]",
    "é",
    "名",
    "\u{fffd}",
    "\t",
    "\r",
    "\0",
    "\x1b[0m",
    "#",
    "# interrupt",
    "\"",
    "\\",
];

/// Commands that games consist of; they are chosen more often than others.
const FREQUENT: &[&str] = &[
    "play",
    "play",
    "play",
    "undo",
    "kgs-rules",
    "halfpoint-legal",
    "final_score",
];

fn any<'a, T: ?Sized>(random: &mut Random, list: &[&'a T]) -> &'a T {
    list[random.random_range(0..list.len())]
}

/// Returns a command with arguments that may or may not fit it.
fn command(random: &mut Random) -> String {
    let name = match random.random_range(0..10) {
        0 => any(random, WORDS),
        1..5 => any(random, FREQUENT),
        _ => COMMANDS.iter().choose(random).expect("a command").name,
    };
    let mut line = String::new();
    if random.random_range(0..4) == 0 {
        let largest = u32::MAX >> random.random_range(0..32);
        line.push_str(&format!("{} ", random.random_range(0..=largest)));
    }
    line.push_str(name);
    if name == "play" && random.random_range(0..8) > 0 {
        let column = char::from(b'A' + random.random_range(0..5));
        let color = any(random, &["b", "w"]);
        line.push_str(&format!(" {color} {column}{}", random.random_range(1..6)));
        return line;
    }
    let count = match random.random_range(0..20) {
        0 => random.random_range(0..200),
        _ => random.random_range(0..5),
    };
    for _ in 0..count {
        line.push(' ');
        line.push_str(any(random, WORDS));
    }
    line
}

/// Returns random bytes.
fn noise(random: &mut Random) -> Vec<u8> {
    let mut bytes = vec![0; random.random_range(0..60)];
    random.fill_bytes(&mut bytes);
    bytes
}

/// Returns a line with some bytes changed, removed or doubled, or with its end cut off.
fn mutate(random: &mut Random, line: &str) -> String {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..random.random_range(1..5) {
        if bytes.is_empty() {
            break;
        }
        let at = random.random_range(0..bytes.len());
        match random.random_range(0..4) {
            0 => bytes[at] = random.random_range(0..=255),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            _ => bytes.truncate(at),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Largest number that a line may give to a parameter of the search or to a benchmark: the searches
/// of a session should stay short.
const MAX_SEARCH: f64 = 100.0;

/// Returns whether a line neither writes nor reads files, and makes no search long.
fn is_harmless(line: &str) -> bool {
    let line = grammar::preprocess(line);
    let Ok(parsed) = grammar::line(&line) else {
        return true;
    };
    match parsed.name {
        "printsgf" => parsed.arguments.is_empty(),
        "loadsgf" => false,
        "kata-set-param" | "kata-benchmark" => {
            let mut numbers = grammar::arguments(parsed.arguments)
                .filter_map(|word| word.parse::<f64>().ok())
                .peekable();
            numbers.peek().is_some() && numbers.all(|number| number <= MAX_SEARCH)
        }
        _ => true,
    }
}

/// Returns everything of a session that a client can see, except the results of searches.
fn looks(session: &mut Session) -> Vec<String> {
    [
        "halfpoint-state",
        "showboard",
        "halfpoint-legal b",
        "halfpoint-legal w",
        "get_komi",
        "kata-get-rules",
        "get_random_seed",
        "printsgf",
    ]
    .into_iter()
    .map(|command| session.handle_line(command).expect("an answer").to_string())
    .collect()
}

/// Checks the grammar alone on a random line.
fn check_grammar(random: &mut Random) {
    let line = match random.random_range(0..3) {
        0 => String::from_utf8_lossy(&noise(random)).into_owned(),
        1 => command(random),
        _ => {
            let line = command(random);
            mutate(random, &line)
        }
    };
    let clean = grammar::preprocess(&line);
    assert!(!clean.contains(|c: char| c.is_control()), "{line:?}");
    assert_eq!(grammar::preprocess(&clean), clean, "{line:?}");
    let _ = grammar::is_interrupt(&line);
    if let Ok(parsed) = grammar::line(&clean) {
        let first = clean.split(' ').next().unwrap_or("");
        let digits = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        assert_eq!(parsed.id.is_some(), digits, "{line:?}");
        for word in grammar::arguments(parsed.arguments) {
            let size = halfpoint_core::board::Size::square(19);
            let _ = grammar::whole(grammar::play(size), word);
            let _ = grammar::whole(grammar::color, word);
            let _ = grammar::whole(grammar::int, word);
            let _ = grammar::whole(grammar::seconds, word);
        }
    }
}

/// Checks a session of random commands until `end`.
fn check_session(random: &mut Random, end: Instant) {
    let mut session = Session::new(Options {
        size: halfpoint_core::board::Size::square(5),
        settings: Settings {
            playouts: Some(4),
            ..Settings::default()
        },
        ..Options::default()
    });
    let mut log = Vec::new();
    for _ in 0..150 {
        if Instant::now() > end {
            return;
        }
        let mut line = command(random);
        if random.random_range(0..10) == 0 {
            line = mutate(random, &line);
        }
        // Large boards are slow and add no cases.
        if !is_harmless(&line) || line.contains("25") && line.contains("size") {
            continue;
        }
        log.push(line.clone());
        let before = looks(&mut session);
        let Some(response) = session.handle_line(&line) else {
            assert!(grammar::preprocess(&line).is_empty(), "{line:?}");
            continue;
        };
        let text = response.to_string();
        assert!(text.starts_with(['=', '?']), "{line:?}: {text:?}");
        assert!(text.ends_with("\n\n"), "{line:?}: {text:?}");
        assert!(
            !text.trim_end_matches('\n').contains("\n\n"),
            "{line:?}: {text:?}"
        );
        assert!(
            !text.contains(|c: char| c.is_control() && c != '\n' && c != '\t'),
            "{line:?}: {text:?}"
        );
        if let Err(reason) = response.result() {
            assert!(
                !reason.is_empty() && !reason.contains('\n'),
                "{line:?}: {text:?}"
            );
            assert_eq!(
                before,
                looks(&mut session),
                "{line:?} changed something:\n{log:#?}"
            );
        }
    }
}

fn fuzz(seconds: u64) {
    let seed = match env::var("HALFPOINT_FUZZ_SEED") {
        Ok(seed) => seed.parse().expect("HALFPOINT_FUZZ_SEED is a number"),
        Err(_) => SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos() as u64),
    };
    println!("HALFPOINT_FUZZ_SEED={seed}");
    let mut random = Random::seed_from_u64(seed);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut lines, mut sessions) = (0, 0);
    while Instant::now() < end {
        for _ in 0..2000 {
            check_grammar(&mut random);
            lines += 1;
        }
        check_session(&mut random, end);
        sessions += 1;
    }
    println!("{lines} lines, {sessions} sessions");
}

#[test]
fn random_lines_and_sessions_keep_the_protocol() {
    fuzz(2);
}

#[test]
#[ignore = "takes HALFPOINT_FUZZ_SECONDS seconds"]
fn random_lines_and_sessions_keep_the_protocol_in_a_long_run() {
    let seconds = env::var("HALFPOINT_FUZZ_SECONDS").map_or(Ok(60), |text| text.parse());
    fuzz(seconds.expect("HALFPOINT_FUZZ_SECONDS is a number"));
}
