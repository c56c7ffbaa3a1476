//! Tests of the reports of matches: the page and the tables for GoGui.

use std::fs;
use std::path::{Path, PathBuf};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use regex::Regex;

use halfpoint_arena::client::FaultKind;
use halfpoint_arena::log::record::{
    End, FaultRecord, GameRecord, ResultBasis, Sides, Usage, Verdict,
};
use halfpoint_arena::plan::config::{EngineConfig, MatchConfig};
use halfpoint_arena::report;
use halfpoint_arena::stats::sprt::Sprt;
use halfpoint_arena::stats::statistics::{Estimate, Tally, share_of_elo, signed};
use halfpoint_arena::summary::Summary;
use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;

/// Returns a match of engines with the given names.
fn config(names: &[&str], games: u32) -> MatchConfig {
    let engine = |name: &&str| EngineConfig {
        name: (*name).to_string(),
        command: Some(format!("./{name} --mode gtp --seed {{seed}}")),
        ..EngineConfig::default()
    };
    MatchConfig {
        games,
        engines: names.iter().map(engine).collect(),
        ..MatchConfig::default()
    }
}

/// Returns a game between two engines that Black has won by resignation.
fn game(number: u32, black: &str, white: &str) -> GameRecord {
    let usage = Usage {
        moves: 30,
        seconds: 12.0,
        longest: 1.5,
        playouts: Some(30_000),
        peak_memory: Some(64 << 20),
    };
    GameRecord {
        game: number,
        pair: number / 2,
        engines: Sides {
            black: black.to_string(),
            white: white.to_string(),
        },
        verdict: Verdict::Black,
        result: "B+R".to_string(),
        margin: None,
        end: End::Resign,
        basis: None,
        scores: Sides::default(),
        disputed: false,
        explained: false,
        note: None,
        fault: None,
        moves: 60,
        opening_moves: 0,
        opening: "empty".to_string(),
        opening_checksum: None,
        seed: 1,
        settings: None,
        usage: Sides {
            black: usage.clone(),
            white: usage,
        },
        started: 1_700_000_000 + 60 * u64::from(number),
        seconds: 24.5,
    }
}

/// Returns a game with a counted board and the given margin, Black minus White.
fn counted(mut game: GameRecord, margin: f64) -> GameRecord {
    let margin = HalfPoints::try_from(margin).expect("a margin");
    (game.verdict, game.result) = match margin.halves() {
        0 => (Verdict::Draw, "0".to_string()),
        1.. => (Verdict::Black, format!("B+{margin}")),
        _ => (Verdict::White, format!("W+{}", -margin)),
    };
    game.margin = Some(margin);
    game.end = End::Passes;
    game.basis = Some(ResultBasis::SameDead);
    game.scores.black = Some(game.result.clone());
    game.scores.white = Some(game.result.clone());
    game
}

/// Returns a game that `side` has lost by a fault.
fn faulty(mut game: GameRecord, side: Color, kind: FaultKind, text: &str) -> GameRecord {
    game.verdict = Verdict::from(side.opponent());
    game.result = match side {
        Color::Black => "W+F".to_string(),
        Color::White => "B+F".to_string(),
    };
    game.end = End::Fault;
    game.fault = Some(FaultRecord {
        side,
        kind,
        text: text.to_string(),
        stderr: vec![
            "loading weights".to_string(),
            "assertion failed".to_string(),
        ],
    });
    game
}

/// Returns a game that counts for nothing.
fn without_result(mut game: GameRecord, verdict: Verdict) -> GameRecord {
    game.verdict = verdict;
    (game.end, game.result) = match verdict {
        Verdict::Void => (End::Void, "Void".to_string()),
        _ => (End::Passes, "?".to_string()),
    };
    game.scores.black = Some("B+3.5".to_string());
    game.scores.white = Some("W+0.5".to_string());
    game.disputed = verdict == Verdict::Unclear;
    game.note = Some("the engines disagree about a seki".to_string());
    game
}

/// Returns the games of a match in the order of play: in each round, each two engines play both
/// colours. An engine is the stronger the earlier it stands in the list.
fn sample(config: &MatchConfig, edge: f64) -> Vec<GameRecord> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let names: Vec<&str> = config
        .engines
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    let pairings: Vec<(usize, usize)> = (0..names.len())
        .flat_map(|first| (first + 1..names.len()).map(move |second| (first, second)))
        .collect();
    let mut games = Vec::new();
    for _ in 0..config.games.div_ceil(2) {
        for &(first, second) in &pairings {
            for (black, white) in [(first, second), (second, first)] {
                let number = games.len() as u32;
                let mut game = game(number, names[black], names[white]);
                let noise: f64 = (0..6).map(|_| rng.random::<f64>() - 0.5).sum::<f64>() * 14.0;
                let strength = edge * (white as f64 - black as f64) + 1.0 + noise;
                // The margins are odd numbers of half-points.
                let margin = (strength / 2.0).round() * 2.0 - 0.5;
                game.moves = 40 + rng.random_range(0..30) + rng.random_range(0..30);
                if margin.abs() < 14.0 {
                    game = counted(game, margin);
                } else if margin < 0.0 {
                    (game.verdict, game.result) = (Verdict::White, "W+R".to_string());
                }
                for (color, engine) in [(Color::Black, black), (Color::White, white)] {
                    let usage = game.usage.of_mut(color);
                    usage.moves = game.moves / 2;
                    let a_move = 0.08 * (engine + 2) as f64 * rng.random_range(0.8..1.25);
                    usage.seconds = f64::from(usage.moves) * a_move;
                    usage.longest = a_move * rng.random_range(1.5..4.0);
                    usage.playouts = (engine != 1).then(|| u64::from(usage.moves) * 1600);
                    usage.peak_memory =
                        Some((48 + 40 * engine as u64 + u64::from(number % 9)) << 20);
                }
                game.seconds = game.usage.black.seconds + game.usage.white.seconds;
                games.push(match rng.random_range(0..100) {
                    0 => faulty(
                        game,
                        Color::White,
                        FaultKind::Hang,
                        "no answer to genmove w",
                    ),
                    1 => without_result(game, Verdict::Unclear),
                    2 => counted(game, 0.0),
                    _ => game,
                });
            }
        }
    }
    games
}

/// Returns matches of many kinds, each with a name.
fn matches() -> Vec<(&'static str, MatchConfig, Vec<GameRecord>)> {
    let two = || config(&["strong", "weak"], 200);
    let sequential = || MatchConfig {
        sprt: Some(Sprt::default()),
        ..two()
    };
    let games = |number: u32, each: fn(GameRecord) -> GameRecord| -> Vec<GameRecord> {
        let names = |number: u32| match number % 2 {
            0 => ("strong", "weak"),
            _ => ("weak", "strong"),
        };
        let games = (0..number).map(|number| game(number, names(number).0, names(number).1));
        games.map(each).collect()
    };
    let five = config(&["one", "two", "three", "four", "five"], 20);
    let first_wins = |mut game: GameRecord| {
        let black = game.engines.black == "strong";
        (game.verdict, game.result) = match black {
            true => (Verdict::Black, "B+R".to_string()),
            false => (Verdict::White, "W+R".to_string()),
        };
        game
    };
    let crash = |game| faulty(game, Color::Black, FaultKind::Crash, "the process ended");
    vec![
        ("two", sequential(), sample(&two(), 5.0)),
        ("equal", two(), sample(&two(), 0.0)),
        ("five", five.clone(), sample(&five, 2.0)),
        ("no games", sequential(), Vec::new()),
        ("no games of five", five, Vec::new()),
        (
            "one game",
            sequential(),
            games(1, |game| counted(game, 0.5)),
        ),
        ("one pair", sequential(), games(2, |game| game)),
        ("all won", sequential(), games(40, first_wins)),
        (
            "all drawn",
            sequential(),
            games(40, |game| counted(game, 0.0)),
        ),
        ("all faults", two(), games(600, crash)),
        (
            "all void",
            two(),
            games(40, |game| without_result(game, Verdict::Void)),
        ),
        (
            "all unclear",
            two(),
            games(40, |game| without_result(game, Verdict::Unclear)),
        ),
        ("odd", sequential(), games(40, odd)),
        (
            "unknown engines",
            config(&["a", "b"], 10),
            games(40, |game| game),
        ),
        ("no engines", MatchConfig::default(), games(4, |game| game)),
        ("one engine", config(&["strong"], 4), games(4, |game| game)),
        (
            "hostile",
            hostile(),
            sample(&hostile(), 5.0)
                .into_iter()
                .map(hostile_game)
                .collect(),
        ),
    ]
}

/// Gives a game numbers that no real game has.
fn odd(mut game: GameRecord) -> GameRecord {
    let numbers = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -1.0,
        f64::MAX,
        1e-300,
    ];
    let number = numbers[game.game as usize % numbers.len()];
    let halves = [i32::MIN, i32::MAX, 1, 0, -1][game.game as usize % 5];
    game.margin = Some(HalfPoints::from_halves(halves));
    game.moves = u32::MAX - game.game;
    game.opening_moves = u32::MAX;
    game.started = u64::MAX - u64::from(game.game);
    game.seconds = number;
    game.usage.black = Usage {
        moves: game.game % 3,
        seconds: number,
        longest: number,
        playouts: Some(u64::MAX),
        peak_memory: Some(u64::MAX),
    };
    game
}

const HOSTILE: &str = "<script>alert(\"1\" & '2')</script>";

/// Returns settings with characters that have a meaning in HTML.
fn hostile() -> MatchConfig {
    let mut config = config(&["<script>alert(1)</script>", "Ω\"'&\u{202e}囲碁"], 12);
    for engine in &mut config.engines {
        engine.command = Some(HOSTILE.to_string());
        engine.start_up = vec![HOSTILE.to_string()];
        engine.env.insert(HOSTILE.to_string(), HOSTILE.to_string());
        engine.dir = Some(HOSTILE.into());
    }
    config.openings = Some(HOSTILE.into());
    config
}

fn hostile_game(game: GameRecord) -> GameRecord {
    let mut game = match game.game % 2 {
        0 => faulty(game, Color::White, FaultKind::Malformed, HOSTILE),
        _ => without_result(game, Verdict::Unclear),
    };
    if let Some(fault) = &mut game.fault {
        fault.text.push_str("\t\n\u{1b}[31m\0");
        fault.stderr = vec![HOSTILE.to_string(), "\u{1b}[31mred\u{7f}".to_string()];
    }
    game.scores.black = Some(HOSTILE.to_string());
    game.scores.white = Some("B+3\n1\tW+".to_string());
    game.note = Some(HOSTILE.to_string());
    game.result = HOSTILE.to_string();
    game.opening = HOSTILE.to_string();
    game
}

/// Folder in which the pages are kept for inspection.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena_report")
}

/// Returns the text that a reader sees: without tags, with single spaces between words, and with
/// one line for each row of a table.
fn visible(page: &str) -> String {
    let page = page.replace("</tr>", "\n").replace("</style>", "");
    let body = page.split("<body>").nth(1).expect("a body");
    let text = Regex::new("<[^>]*>")
        .expect("a pattern")
        .replace_all(body, " ");
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
        .replace("&quot;", "\"");
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(words).collect::<Vec<_>>().join("\n")
}

/// Returns the faults in the tags of a page: each tag must be closed, in the right order, with
/// attributes in quotes.
fn faults_of_tags(page: &str) -> Vec<String> {
    let void = ["meta", "br", "link", "img", "hr"];
    let tag =
        Regex::new(r#"^<(/?)([a-zA-Z][a-zA-Z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*="[^"<>]*")*) ?(/?)>"#)
            .expect("a pattern");
    let reference = Regex::new(r"^&(?:[a-z]+|#[0-9]+);").expect("a pattern");
    let (mut open, mut faults) = (Vec::new(), Vec::new());
    let mut rest = page
        .strip_prefix("<!DOCTYPE html>")
        .unwrap_or("no document type");
    while let Some(at) = rest.find(['<', '>', '&']) {
        rest = &rest[at..];
        let near: String = rest.chars().take(60).collect();
        let mut length = 1;
        if rest.starts_with('&') {
            if !reference.is_match(rest) && open.last() != Some(&"style") {
                faults.push(format!("a bare & at {near}"));
            }
        } else if let Some(parts) = tag.captures(rest) {
            let name = parts.get(2).map_or("", |name| name.as_str());
            length = parts[0].len();
            match (&parts[1], &parts[4]) {
                ("/", _) => match open.pop() {
                    Some(last) if last == name => (),
                    last => faults.push(format!("{last:?} was open at {near}")),
                },
                (_, "/") => (),
                _ if void.contains(&name) => (),
                _ => open.push(name),
            }
        } else {
            faults.push(format!("no tag at {near}"));
        }
        rest = &rest[length..];
    }
    faults.extend(open.iter().map(|name| format!("{name} is never closed")));
    faults
}

#[test]
fn faults_in_tags_are_detected() {
    let fine = "<!DOCTYPE html><p class=\"a\">1 &lt; 2<br><i/></p>";
    assert_eq!(faults_of_tags(fine), Vec::<String>::new());
    for bad in [
        "<p>",
        "<p></i></p>",
        "</p>",
        "1 < 2",
        "a & b",
        "<p class=a></p>",
        "<p class=\"<\"></p>",
    ] {
        assert!(
            !faults_of_tags(&format!("<!DOCTYPE html>{bad}")).is_empty(),
            "{bad}"
        );
    }
}

/// Each kind of match gives a valid, self-contained page. The pages are kept for inspection.
#[test]
fn every_kind_of_match_gives_a_valid_page() {
    let artefact = Regex::new(r"(?i)\bnan\b|\binf(inity)?\b").expect("a pattern");
    assert!(artefact.is_match("NaN") && artefact.is_match("width:-inf%"));
    let outside = Regex::new(r#"(?i)(src|href|xlink:href)="(?:[a-z]+:)?//|@import|url\("#)
        .expect("a pattern");
    for (name, config, records) in matches() {
        let page = report::page(&config, &records);
        assert_eq!(faults_of_tags(&page), Vec::<String>::new(), "{name}");
        assert_eq!(
            artefact.find(&page).map(|found| found.as_str()),
            None,
            "{name}"
        );
        assert!(
            !outside.is_match(&page) && !page.contains("<script"),
            "{name}"
        );
        assert!(
            page.chars()
                .all(|c| !c.is_control() || c == '\n' || c == '\t'),
            "{name}"
        );
        let folder = folder().join(name.replace(' ', "-"));
        fs::create_dir_all(&folder).expect("a folder");
        for (file, text) in report::files(&config, &records) {
            fs::write(folder.join(file), text).expect("written");
        }
    }
}

#[test]
fn texts_of_engines_and_users_are_escaped() {
    let records: Vec<_> = sample(&hostile(), 5.0)
        .into_iter()
        .map(hostile_game)
        .collect();
    let page = report::page(&hostile(), &records);
    let text = visible(&page);
    // The text occurs in the settings of both engines (command, start-up, environment twice,
    // folder), in the openings, and in each game as the fault and standard error, or as the note,
    // and as Black's score and the result.
    assert!(
        text.matches(HOSTILE).count() >= 2 * 5 + 1 + 12 * 2,
        "{text}"
    );
    assert!(page.contains("␛[31m") && page.contains("␀"));
    assert!(text.contains("Ω\"'&\u{fffd}囲碁") && !page.contains('\u{202e}'));
}

/// Returns the titles of the plots of a page.
fn plots(page: &str) -> Vec<String> {
    let title = Regex::new("<figcaption><strong>([^<]*)</strong>").expect("a pattern");
    title
        .captures_iter(page)
        .map(|found| found[1].to_string())
        .collect()
}

#[test]
fn plots_appear_exactly_if_there_are_data() {
    for (name, config, records) in matches() {
        let page = report::page(&config, &records);
        let expected: &[&str] = match name {
            "two" | "odd" | "all drawn" | "equal" | "all won" | "all faults" => &["Elo"],
            _ => &[],
        };
        assert_eq!(plots(&page), expected, "{name}");
        assert_eq!(
            page.matches("<svg class=\"plot\" role=\"img\" aria-label=\"")
                .count(),
            expected.len()
        );
        assert_eq!(
            page.matches("<figure>").count(),
            page.matches("</title>").count() - 1
        );
    }
}

/// The marks on the axes are texts that are numbers.
#[test]
fn axes_have_round_numbers() {
    let (_, config, records) = matches().swap_remove(0);
    let page = report::page(&config, &records);
    let number = Regex::new(r"<text[^>]*>\s*([−0-9.]+)\s*</text>").expect("a pattern");
    let mut seen = 0;
    for found in number.captures_iter(&page) {
        let value: f64 = found[1].replace('−', "-").parse().expect("a number");
        // Round numbers have one or two significant digits.
        let size = 10f64.powf(value.abs().max(1e-9).log10().floor());
        let digits = value / size * 10.0;
        assert!((digits - digits.round()).abs() < 1e-6, "{}", &found[1]);
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
    for label in ["games", "Elo difference"] {
        assert!(
            Regex::new(&format!(
                r"<text[^>]*>\s*{}\s*</text>",
                regex::escape(label)
            ))
            .expect("a pattern")
            .is_match(&page),
            "{label}"
        );
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Formats the numbers of games, wins, draws and losses, and the share of the points.
fn counts(tally: &Tally) -> String {
    let Tally {
        wins,
        draws,
        losses,
    } = *tally;
    let share = percent(tally.share().expect("games"));
    format!("{} {wins} {draws} {losses} {share}", tally.games())
}

/// Formats the results of games of one colour, with the interval of these games.
fn results(tally: &Tally) -> String {
    results_with(tally, tally.wilson().expect("games"))
}

fn results_with(tally: &Tally, (low, high): (f64, f64)) -> String {
    format!("{} {:.1} to {}", counts(tally), 100.0 * low, percent(high))
}

#[test]
fn the_page_shows_the_numbers_of_the_summary() {
    let (_, config, records) = matches().swap_remove(0);
    let text = visible(&report::page(&config, &records));
    let summary = Summary::of(&config, &records);
    let pairing = &summary.pairings[0];
    let elo = pairing.elo().expect("games");
    let interval = format!("{} to {}", signed(elo.low, 0), signed(elo.high, 0));
    let test = summary.test.expect("a test");
    let faults: u32 = summary
        .engines
        .iter()
        .map(|e| e.faults.of(FaultKind::Hang))
        .sum();
    assert!(elo.low.is_finite() && faults > 0 && test.verdict.is_some());
    let strong = &summary.engines[0];
    for expected in [
        format!("{} Elo for strong · 95 %: {interval}", signed(elo.value, 0)),
        format!("as Black {}", results(&pairing.black)),
        format!("as White {}", results(&pairing.white)),
        format!(
            "both {} {} {interval}",
            results_with(&pairing.tally(), long_run_of(&elo)),
            signed(elo.value, 0)
        ),
        "by the empirical likelihood of pairs of games.".to_string(),
        format!(
            "strong against weak {}",
            pairing.pairs.0.map(|count| count.to_string()).join(" ")
        ),
        format!(
            "{} ± {:.1}",
            signed(pairing.margin.mean().expect("margins"), 1),
            pairing.margin.deviation().expect("margins")
        ),
        format!("{test}."),
        format!("strong won {}", pairing.tally().wins),
        format!(
            "games 200 of 200 moves a game {:.0} faults {faults} ",
            summary.length.mean().expect("games")
        ),
        format!(
            "without a result {} disputed {}",
            summary.void + summary.unclear,
            summary.disputed
        ),
        format!("passes {}", summary.ends.of(End::Passes)),
        format!(
            "same dead stones {}",
            summary.bases.of(ResultBasis::SameDead)
        ),
        format!(
            "strong {} {:.2} s {:.2} s {:.0} {:.0} {} MiB",
            strong.time.moves,
            strong.seconds_per_move().expect("moves"),
            strong.longest,
            strong.playouts_per_move().expect("playouts"),
            strong.playouts_per_second().expect("playouts"),
            strong.peak_memory.expect("memory") >> 20,
        ),
    ] {
        assert!(text.contains(&expected), "{expected}\n{text}");
    }
}

/// Returns the shares of the points for an interval of Elo differences.
fn long_run_of(elo: &Estimate) -> (f64, f64) {
    (share_of_elo(elo.low), share_of_elo(elo.high))
}

/// The headline, its explanation and the table show one interval for the same games and name its
/// method.
#[test]
fn headline_and_table_show_the_same_interval() {
    for (name, config, records) in matches() {
        let summary = Summary::of(&config, &records);
        let [pairing] = summary.pairings.as_slice() else {
            continue;
        };
        let Some(elo) = pairing.elo() else {
            continue;
        };
        let text = visible(&report::page(&config, &records));
        let (low, high) = long_run_of(&elo);
        let shares = format!("{:.1} to {}", 100.0 * low, percent(high));
        let row = text
            .lines()
            .find(|line| line.starts_with("both "))
            .expect("a row");
        assert!(row.contains(&shares), "{name}: {shares}\n{row}");
        let method = pairing.method().to_string();
        assert!(
            text.contains(&format!("of 95 %, by {method}.")),
            "{name}\n{text}"
        );
        let text = summary.to_string();
        let shares = format!("({:.0} to {:.0})", 100.0 * low, 100.0 * high);
        assert!(text.contains(&shares), "{name}: {shares}\n{text}");
        assert!(text.contains(&method), "{name}\n{text}");
    }
}

/// Formats the expected share of the points in the words of the page.
fn long_run(low: f64, high: f64) -> String {
    let (low, high) = (100.0 * low, percent(high));
    format!("in the long run, {low:.1} to {high} can be expected (95 % interval).")
}

#[test]
fn a_description_of_the_plot_tells_what_it_shows() {
    let (_, config, records) = matches().swap_remove(0);
    let page = report::page(&config, &records);
    let description =
        "Estimated Elo difference of strong to weak over 200 games, with its 95 % interval";
    let label = format!("aria-label=\"{description}\"");
    let title = format!("<title>{description}</title>");
    assert!(page.contains(&label) && page.contains(&title), "{page}");
}

/// The colours in the plots are those of the light scheme; the style sheet has others for the dark
/// scheme.
#[test]
fn every_colour_of_a_plot_has_a_dark_variant() {
    let (_, config, records) = matches().swap_remove(0);
    let page = report::page(&config, &records);
    let (style, body) = page.split_once("</style>").expect("a style sheet");
    let used = Regex::new("(fill|stroke)=\"(#[0-9A-F]{6})\"").expect("a pattern");
    let (light, dark) = style
        .split_once("@media (prefers-color-scheme:dark)")
        .expect("a dark scheme");
    let mut seen = 0;
    for found in used.captures_iter(body) {
        let rule = format!(
            r#"\.plot \[{0}="{1}"\]\{{{0}:var\((--[a-z0-9]+)\)"#,
            &found[1], &found[2]
        );
        let rule = Regex::new(&rule)
            .expect("a pattern")
            .captures(style)
            .expect("a rule");
        assert!(
            light.contains(&format!("{}:{};", &rule[1], &found[2])),
            "{}",
            &found[0]
        );
        let other = Regex::new(&format!("{}:(#[0-9A-F]{{6}});", &rule[1])).expect("a pattern");
        let other = other.captures(dark).expect("a dark colour");
        assert_ne!(other[1], found[2]);
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn long_lists_are_folded() {
    let all = matches();
    let page = |name: &str| {
        let (_, config, records) = all.iter().find(|known| known.0 == name).expect("a match");
        report::page(config, records)
    };
    assert!(page("two").contains("<details><summary>200 games</summary>"));
    assert!(!page("one game").contains("<details>"));
    let faults = page("all faults");
    assert!(faults.contains("<details><summary>600 faults</summary>"));
    assert!(faults.contains("The first 500 of 600."));
    assert_eq!(faults.matches("assertion failed").count(), 500);
    assert!(page("five").contains("<details><summary>Each two engines</summary>"));
}

/// Infinite values are drawn at the edge and do not stretch the scale.
#[test]
fn infinite_elo_does_not_stretch_the_scale() {
    let (_, config, records) = matches()
        .into_iter()
        .find(|known| known.0 == "all won")
        .expect("a match");
    let page = report::page(&config, &records);
    let plot = page
        .split("<figure>")
        .nth(1)
        .and_then(|plot| plot.split("</figure>").next());
    let number = Regex::new(r"<text[^>]*>\s*([0-9]+)\s*</text>").expect("a pattern");
    let marks = number.captures_iter(plot.expect("a plot"));
    let marks: Vec<u32> = marks
        .map(|found| found[1].parse().expect("a number"))
        .collect();
    assert_eq!(marks.iter().max(), Some(&1000), "{marks:?}");
}

#[test]
fn the_headline_explains_the_result_in_words() {
    for (name, words) in [
        ("two", "strong is stronger than weak."),
        (
            "two",
            "The sequential test has accepted H1 (+20 Elo) against H0 (0 Elo) after",
        ),
        ("equal", "These games do not tell which engine is stronger."),
        (
            "one game",
            "These games are too few to tell which engine is stronger.",
        ),
        (
            "one game",
            "The sequential test of H1 (+20 Elo) against H0 (0 Elo) is not decided.",
        ),
        ("all won", "All won for strong · 95 %: +"),
        (
            "all won",
            "strong is stronger than weak. strong has got 100.0 % of the points in 40 games",
        ),
        (
            "no games",
            "No result yet No game has finished that counts.",
        ),
        (
            "no games of five",
            "No result yet No game has finished that counts.",
        ),
        ("all void", "No result yet"),
        ("all faults", "0 Elo for strong"),
        ("five", "one is ahead one has +"),
        ("unknown engines", "of other engines 40"),
    ] {
        let all = matches();
        let (_, config, records) = all.iter().find(|known| known.0 == name).expect("a match");
        let text = visible(&report::page(config, records));
        assert!(text.contains(words), "{name}: {words}\n{text}");
    }
    let (_, both, records) = matches().swap_remove(0);
    let elo = Summary::of(&both, &records).pairings[0]
        .elo()
        .expect("games");
    let expected = long_run(share_of_elo(elo.low), share_of_elo(elo.high));
    let text = visible(&report::page(&both, &records));
    assert!(text.contains(&expected), "{expected}\n{text}");
    // Two pairs, or five, may be won by chance; six are not.
    let all = matches();
    let known = all.iter().find(|known| known.0 == "all won");
    let (_, settings, won) = known.expect("a match");
    for (games, words) in [
        (2, "too few to tell"),
        (4, "too few to tell"),
        (10, "too few to tell"),
        (12, "strong is stronger than weak."),
    ] {
        let text = visible(&report::page(settings, &won[..games]));
        assert!(text.contains(words), "{games} games: {text}");
    }
    // The view of the weaker side gives an equivalent text.
    let config = config(&["weak", "strong"], 200);
    let text = visible(&report::page(&config, &records));
    assert!(
        text.contains("strong is stronger than weak. strong has got 7"),
        "{text}"
    );
    assert!(text.contains("Elo for weak · 95 %: −"), "{text}");
    assert!(text.contains(&expected), "{expected}\n{text}");
}

#[test]
fn many_engines_have_ratings_and_a_cross_table() {
    let (_, config, records) = matches().swap_remove(2);
    let page = report::page(&config, &records);
    let text = visible(&page);
    let summary = Summary::of(&config, &records);
    let ratings = summary.ratings();
    for (engine, elo) in summary.engines.iter().zip(&ratings) {
        let interval = format!("{} to {}", signed(elo.low, 0), signed(elo.high, 0));
        let row = format!(
            "{} {} {interval} {}",
            engine.name,
            signed(elo.value, 0),
            counts(&engine.tally)
        );
        assert!(text.contains(&row), "{row}\n{text}");
    }
    // Both directions of the cross table are in the order of the ratings.
    let mut order: Vec<usize> = (0..5).collect();
    order.sort_by(|&one, &other| ratings[other].value.total_cmp(&ratings[one].value));
    for &one in &order {
        let cell = |&other: &usize| {
            let engines = (one.min(other), one.max(other));
            let pairing = summary
                .pairings
                .iter()
                .find(|pairing| pairing.engines == engines);
            let tally = pairing.map(|pairing| pairing.tally());
            let tally = tally.map(|tally| if one < other { tally } else { tally.reversed() });
            tally.map_or("–".to_string(), |tally| {
                format!("{} / {}", tally.points(), tally.games())
            })
        };
        let cells: Vec<String> = order.iter().map(cell).collect();
        let row = format!("{} {}", summary.engines[one].name, cells.join(" "));
        assert!(text.contains(&row), "{row}\n{text}");
    }
    let names: Vec<&str> = order
        .iter()
        .map(|&engine| summary.engines[engine].name.as_str())
        .collect();
    assert!(text.contains(&names.join(" ")), "{names:?}\n{text}");
    let leader = format!(
        "{0} is ahead {0} has {1} Elo",
        names[0],
        signed(ratings[order[0]].value, 0)
    );
    assert!(text.contains(&leader), "{leader}\n{text}");
}

#[test]
fn games_are_listed_by_number_with_links() {
    let (_, config, mut records) = matches().swap_remove(0);
    // The games finished in another order than their numbers.
    records.swap(10, 50);
    let page = report::page(&config, &records);
    let links: Vec<usize> = Regex::new(r#"<tr><td><a href="sgf/(\d{6})\.sgf">\d+</a></td><td>(?:strong|weak)</td><td>(?:strong|weak)</td><td>[^<]*</td><td>(?:passes|resignation|fault)<"#)
        .expect("a pattern")
        .captures_iter(&page)
        .map(|found| found[1].parse().expect("a number"))
        .collect();
    assert_eq!(links, (0..200).collect::<Vec<_>>());
    let text = visible(&page);
    let faulty = records
        .iter()
        .find(|game| game.fault.is_some())
        .expect("a fault");
    let fault = faulty.fault.as_ref().expect("a fault");
    let line = format!(
        "{} {} white did not answer no answer to genmove w",
        faulty.game,
        faulty.engines.of(fault.side)
    );
    assert!(
        text.contains(&line) && text.contains("assertion failed"),
        "{line}\n{text}"
    );
    let unclear = records
        .iter()
        .find(|game| game.disputed)
        .expect("a dispute");
    let line = format!(
        "{} {} {} ? B+3.5 W+0.5 the engines disagree about a seki",
        unclear.game, unclear.engines.black, unclear.engines.white
    );
    assert!(text.contains(&line), "{line}\n{text}");
}

#[test]
fn the_page_of_a_long_match_stays_below_4_megabytes() {
    let mut config = config(&["strong", "weak"], 10_000);
    config.sprt = Some(Sprt::default());
    let records = sample(&config, 1.0);
    let page = report::page(&config, &records);
    assert!(page.len() < 4_000_000, "{}", page.len());
    let curve = Regex::new(r#"points="([^"]*)""#).expect("a pattern");
    let longest = curve
        .captures_iter(&page)
        .map(|found| found[1].split(' ').count())
        .max();
    assert!(
        (100..1000).contains(&longest.expect("curves")),
        "{longest:?}"
    );
}

#[test]
fn settings_are_shown() {
    let mut config = config(&["a", "b"], 30);
    config.time = "byoyomi 60 10 3".parse().expect("a time");
    config.size = "9x13".parse().expect("a size");
    config.opening_plies = 4;
    config.seed = 4711;
    config.playouts = Some(800);
    config.adjudicate = Some(Default::default());
    config.shard = Some("2/3".parse().expect("a part"));
    config.sprt = Some(Sprt::default());
    config.engines[1] = EngineConfig::parse("b=internal playouts=500 level=3").expect("an engine");
    config.engines[0].start_up = vec!["set_threads 1".to_string()];
    let text = visible(&report::page(&config, &[]));
    for expected in [
        "Rules chinese",
        "Board 9×13",
        "Komi 7.5",
        "Time 60 s, then 3 periods of 10 s",
        "Openings 4 moves at random",
        "Games 30",
        "Seed 4711",
        "Playouts 800 a move",
        "Part 2/3",
        "Move limit 468 moves",
        "Sequential test H0: 0 Elo, H1: 20 Elo, α = 0.05, β = 0.05",
        "Adjudication when both engines give one side 30 points or more, 3 times in a row",
        "a ./a --mode gtp --seed {seed} then set_threads 1",
        "b internal playouts=500 level=3",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    for (time, words) in [
        ("none", "no limit"),
        ("move 0.5", "0.5 s a move"),
        ("absolute 300", "300 s a game"),
        ("canadian 60 30 10", "60 s, then 30 s for each 10 moves"),
        ("fischer 60 1.5", "60 s and 1.5 s for each move"),
        (
            "fischer-capped 60 2 90 10",
            "60 s and 2 s for each move, at most 90 s saved, at most 10 s a move",
        ),
    ] {
        config.time = time.parse().expect(time);
        let text = visible(&report::page(&config, &[]));
        assert!(text.contains(&format!("Time {words}\n")), "{words}\n{text}");
    }
}

#[test]
fn the_gogui_table_has_one_row_per_game() {
    let mut config = config(&["first", "second"], 10);
    config.size = "13".parse().expect("a size");
    config.opening_plies = 2;
    let mut records = vec![
        counted(game(0, "first", "second"), 3.5),
        counted(game(1, "second", "first"), 3.5),
        game(2, "first", "second"),
        counted(game(3, "second", "first"), -12.0),
        counted(game(4, "first", "second"), 0.0),
        without_result(game(5, "second", "first"), Verdict::Unclear),
        without_result(game(6, "first", "second"), Verdict::Void),
        faulty(
            game(7, "second", "first"),
            Color::Black,
            FaultKind::Crash,
            "it\tended\nwith <b>",
        ),
        faulty(
            game(8, "first", "second"),
            Color::Black,
            FaultKind::Time,
            "too late",
        ),
        game(9, "first", "third"),
    ];
    records[0].scores.white = Some("w+12".to_string());
    records[1].scores.black = Some("cannot score".to_string());
    records[2].usage.white.seconds = f64::NAN;
    // A game lost by a fault has no score, even if the board has one.
    records[8].margin = Some(HalfPoints::from_halves(-7));
    // Rows are in the order of the numbers, regardless of the order in which the games finished.
    records.reverse();
    let text = report::dat(&config, &records, "first", "second");
    let expected = "\
# Black: first
# BlackCommand: ./first --mode gtp --seed {seed}
# BlackLabel: first
# Date: 2023-11-14 22:13 UTC
# Komi: 7.5
# Openings: 2 moves at random
# Referee: halfpoint arena
# RefereeVersion: VERSION
# Rules: chinese
# Size: 13
# White: second
# WhiteCommand: ./second --mode gtp --seed {seed}
# WhiteLabel: second
# Xml: 0
#
#GAME	RES_B	RES_W	RES_R	ALT	DUP	LEN	TIME_B	TIME_W	CPU_B	CPU_W	ERR	ERR_MSG
0	B+3.5	W+12	B+3.5	0	-	60	12.000	12.000	0	0	0	-
1	W+3.5	?	W+3.5	1	-	60	12.000	12.000	0	0	0	-
2	B+R	B+R	B+R	0	-	60	12.000	0.000	0	0	0	-
3	B+12	B+12	B+12	1	-	60	12.000	12.000	0	0	0	-
4	0	0	0	0	-	60	12.000	12.000	0	0	0	-
5	B+0.5	W+3.5	?	1	-	60	12.000	12.000	0	0	0	-
6	B+3.5	W+0.5	?	0	-	60	12.000	12.000	0	0	0	-
7	B+	B+	B+	1	-	60	12.000	12.000	0	0	0	second: it ended with &lt;b>
8	?	?	W+	0	-	60	12.000	12.000	0	0	0	first: too late
";
    assert_eq!(text, expected.replace("VERSION", env!("CARGO_PKG_VERSION")));
    // With the programs exchanged, all results are reversed.
    let turned = report::dat(&config, &records, "second", "first");
    assert!(turned.contains("\n0\tB+12\tW+3.5\tW+3.5\t1\t"), "{turned}");
}

/// Returns what GoGui computes from a table: the number of games used, and the share of the points
/// of the first program in the games with a known result. See `calcStatistics` and `parseResult` in
/// its `tools/twogtp/Analyze.java`.
fn as_gogui_counts(dat: &str) -> (u32, Option<f64>) {
    let (mut games, mut points, mut known) = (0, 0.0, 0.0);
    for line in dat.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields.len(), 13, "{line}");
        assert!(fields.iter().all(|field| !field.is_empty()), "{line}");
        for number in [0, 4, 6, 11] {
            assert!(fields[number].parse::<i32>().is_ok(), "{line}");
        }
        for number in [7, 8, 9, 10] {
            assert!(
                fields[number].parse::<f64>().is_ok_and(f64::is_finite),
                "{line}"
            );
        }
        if fields[11] != "0" || fields[5] != "-" {
            continue;
        }
        games += 1;
        for result in [1, 2, 3].map(|column| fields[column]) {
            let margin = result.strip_prefix("B+").or(result.strip_prefix("W+"));
            let readable = margin.is_some_and(|m| {
                matches!(m, "" | "R") || m.parse::<f64>().is_ok_and(f64::is_finite)
            });
            assert!(readable || matches!(result, "0" | "?"), "{line}");
        }
        match fields[3] {
            "?" => continue,
            "0" => points += 0.5,
            won if won.starts_with('B') => points += 1.0,
            _ => (),
        }
        known += 1.0;
    }
    (games, (known > 0.0).then(|| points / known))
}

#[test]
fn gogui_computes_the_same_shares() {
    let mut tables = 0;
    for (name, config, records) in matches() {
        let summary = Summary::of(&config, &records);
        for pairing in summary.pairings {
            let (first, second) = (pairing.engines.0, pairing.engines.1);
            let names = [first, second].map(|engine| config.engines[engine].name.as_str());
            let (games, share) =
                as_gogui_counts(&report::dat(&config, &records, names[0], names[1]));
            let played = records
                .iter()
                .filter(|game| names.iter().all(|name| game.color_of(name).is_some()));
            assert_eq!(games as usize, played.count(), "{name}");
            match (share, pairing.tally().share()) {
                (Some(theirs), Some(ours)) => assert!((theirs - ours).abs() < 1e-9, "{name}"),
                (theirs, ours) => assert_eq!(theirs, ours, "{name}"),
            }
            tables += 1;
        }
    }
    assert!(tables > 30);
}

#[test]
fn report_files_have_distinct_valid_names() {
    let names = |names: &[&str]| -> Vec<String> {
        report::files(&config(names, 2), &[])
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    };
    assert_eq!(names(&["a", "b"]), ["report.html", "match.dat"]);
    assert_eq!(
        names(&["a", "b", "c"]),
        ["report.html", "a-b.dat", "a-c.dat", "b-c.dat"]
    );
    assert_eq!(names(&[]), ["report.html"]);
    assert_eq!(
        names(&["A-b", "c", "a", "b-C"]),
        [
            "report.html",
            "A-b-c.dat",
            "A-b-a.dat",
            "A-b-b-C.dat",
            "c-a.dat",
            "c-b-C.dat",
            "a-b-C.2.dat"
        ]
    );
    assert_eq!(
        names(&["../x", "é", ""]),
        ["report.html", "_.._x-é.dat", "_.._x-_.dat", "é-_.dat"]
    );
    let many: Vec<String> = (0..120).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(names(&many).len(), 501);
    let long = "囲".repeat(100);
    assert!(
        names(&[&long, "b", "c"])
            .iter()
            .all(|name| name.len() < 140)
    );
}
