//! Analysis, move generation, explanations and pictures rest on one report: proven or counted
//! values are marked as such and come first with their exact figures, and the figures agree
//! everywhere.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use halfpoint_core::board::Size;
use halfpoint_core::rules::{PRESETS, Preset, find};
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Session};

use crate::talk::ok;

/// Maximum time of an analysis to find the value that the decision on a move finds.
const PATIENCE: Duration = Duration::from_secs(60);

fn session(preset: &'static Preset, side: usize, moves: &[String]) -> Session {
    let mut session = Session::new(Options {
        size: Size::square(side),
        settings: Settings {
            playouts: Some(1000),
            ..Settings::default()
        },
        ..Options::of(preset)
    });
    ok(&mut session, "komi 0");
    for played in moves {
        ok(&mut session, &format!("play {played}"));
    }
    session
}

/// Runs an analysis until `is_enough` holds of a line, or for [`PATIENCE`], and returns its lines.
fn analyze(session: &mut Session, command: &str, is_enough: impl Fn(&str) -> bool) -> Vec<String> {
    ok(session, command);
    let lines = RefCell::new(Vec::new());
    let done = Cell::new(false);
    let begun = Instant::now();
    session.analyze(&|| done.get() || begun.elapsed() > PATIENCE, &mut |line| {
        done.set(done.get() || is_enough(line));
        lines.borrow_mut().push(line.to_string());
    });
    lines.into_inner()
}

/// Returns the word after a key.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut words = text.split_whitespace();
    words.find(|word| *word == key)?;
    words.next()
}

/// Returns the number after a key in tenths, the precision of the coarsest of the answers.
fn figure(text: &str, key: &str) -> Option<i64> {
    let number: f64 = field(text, key)?.parse().expect("a number");
    Some((number * 10.0).round() as i64)
}

/// Returns win rate, score and basis of the position from a line of an analysis.
fn of_root(line: &str) -> (Option<i64>, Option<i64>, String) {
    let root = line.split(" rootInfo ").nth(1).expect("rootInfo");
    let basis = field(root, "basis").unwrap_or("searched");
    (
        figure(root, "winrate"),
        figure(root, "scoreLead"),
        basis.to_string(),
    )
}

/// Returns win rate, score and basis of the last decision.
fn of_why(why: &str) -> (Option<i64>, Option<i64>, String) {
    let facts: Vec<&str> = why
        .lines()
        .filter(|line| !line.starts_with("candidate "))
        .collect();
    let facts = facts.join("\n");
    let basis = field(&facts, "basis").unwrap_or("none");
    (
        figure(&facts, "win_rate"),
        figure(&facts, "score"),
        basis.to_string(),
    )
}

/// Returns the moves of a line with name, win rate, and whether the value is settled.
fn moves(line: &str) -> Vec<(String, f64, bool)> {
    let line = line.split(" rootInfo ").next().expect("a line");
    let infos = line.split("info ").skip(1);
    let of = |info: &str| {
        let name = field(info, "move").expect("a move").to_string();
        let win_rate = field(info, "winrate").expect("a chance");
        let settled = field(info, "basis").is_some();
        (name, win_rate.parse().expect("a number"), settled)
    };
    infos.map(of).collect()
}

/// Asserts facts that hold for each line of an analysis.
fn check_line(line: &str) {
    assert!(
        !line.contains("-0.00 ") && !line.ends_with("-0.00"),
        "{line}"
    );
    let moves = moves(line);
    let (_, best, is_settled) = &moves[0];
    let (win_rate, ..) = of_root(line);
    assert_eq!(win_rate, Some((best * 10.0).round() as i64), "{line}");
    for (name, win_rate, _) in &moves {
        assert!(!is_settled || win_rate <= best, "{name}: {line}");
    }
    if *is_settled {
        assert!([0.0, 0.5, 1.0].contains(best), "{line}");
    }
}

/// Returns the moves of a game on 5×5 that divides the board between the sides and leaves `dame`
/// empty points on column C; Black gets the last dame if all are filled.
fn divided(dame: usize) -> Vec<String> {
    let walls = (1..=5).flat_map(|row| [format!("b B{row}"), format!("w D{row}")]);
    let filled = (1..=5).map(|row| format!("{} C{row}", ["w", "b"][row % 2]));
    walls.chain(filled.take(5 - dame)).collect()
}

/// Under every rule set: if a move is proven or counted, an analysis puts that move first with the
/// same figures, as do the reports during the search for a move and the explanation of the
/// decision.
#[test]
fn analysis_and_move_generation_agree_on_settled_values() {
    let plays = |text: &str| text.split(';').map(str::to_string).collect::<Vec<_>>();
    let positions = [
        (3, Vec::new()),
        (3, plays("b B2")),
        (3, plays("b B2;w B1;b A1;w C2")),
        (5, divided(0)),
        (5, divided(1)),
        (5, divided(3)),
    ];
    let mut settled = 0;
    for preset in &PRESETS {
        for (side, played) in &positions {
            let of = format!("{} {side} {played:?}", preset.id);
            let mut player = session(preset, *side, played);
            let state = ok(&mut player, "halfpoint-state");
            let color = match state.contains("\"to_move\":\"black\"") {
                true => "b",
                false => "w",
            };
            let choice = ok(&mut player, &format!("reg_genmove {color}"));
            let why = ok(&mut player, "halfpoint-why");
            let known = of_why(&why);
            if !["proven", "counted"].contains(&known.2.as_str()) {
                continue;
            }
            let is_known = |line: &str| of_root(line).2 == known.2;
            let command = format!("kata-analyze {color} 1 rootInfo true");
            let mut analyst = session(preset, *side, played);
            let lines = analyze(&mut analyst, &command, is_known);
            lines.iter().for_each(|line| check_line(line));
            let line = lines.iter().rfind(|line| is_known(line));
            let line = line.unwrap_or_else(|| panic!("{of}\n{lines:?}\n{why}"));
            assert_eq!(of_root(line), known, "{of}\n{line}\n{why}");
            // The last line may be that of a longer search, which doubts the count.
            if known.2 == "counted" && lines.last() != Some(line) {
                continue;
            }
            settled += 1;
            let keeps: Vec<String> = moves(line)
                .into_iter()
                .filter(|(_, win_rate, settled)| {
                    *settled && Some((win_rate * 10.0).round() as i64) == known.0
                })
                .map(|(name, ..)| name)
                .collect();
            assert_eq!(moves(line)[0].0, keeps[0], "{of}\n{line}");
            if choice != "resign" {
                assert!(keeps.contains(&choice), "{of}: {choice}\n{line}");
            }
            // A session decides on the first move of its own analysis, or on one that is shown to
            // be as good.
            let after = ok(&mut analyst, &format!("reg_genmove {color}"));
            assert!(
                after == "resign" || keeps.contains(&after),
                "{of}: {after}\n{line}"
            );
            let command = format!("kata-genmove_analyze {color} 1 rootInfo true");
            let mut mover = session(preset, *side, played);
            let lines = analyze(&mut mover, &command, |_| false);
            let [reports @ .., last] = &lines[..] else {
                panic!("{of}: nothing reported");
            };
            assert_eq!(*last, format!("play {choice}"), "{of}");
            reports.iter().for_each(|line| check_line(line));
            let last = reports.last().expect("a report");
            assert_eq!(of_root(last), known, "{of}\n{last}");
            assert_eq!(of_why(&ok(&mut mover, "halfpoint-why")), known, "{of}");
        }
    }
    assert!(settled >= 3 * PRESETS.len(), "{settled} positions");
}

/// White is to move on the full board: the button is listed first and with its exact figures as
/// soon as it is counted or proven, not after an unlimited number of playouts, and no stone inside
/// Black's territory is rated better.
#[test]
fn settled_move_is_listed_first_with_exact_figures() {
    let button = find("button").expect("a rule set");
    let mut session = session(button, 5, &divided(0));
    let command = "kata-analyze w 1 rootInfo true minmoves 30";
    let lines = analyze(&mut session, command, |line| line.contains(" basis "));
    let line = lines.last().expect("a line");
    assert!(line.starts_with("info move pass visits "), "{line}");
    let first = line.split(" info ").next().expect("a move");
    let figures = " winrate 0.0000 scoreMean -0.50 scoreLead -0.50 lcb 0.0000 basis ";
    assert!(first.contains(figures), "{first}");
    let a4 = line
        .split("info ")
        .find(|info| info.starts_with("move A4 "));
    let a4 = a4.expect("a move inside of Black's territory is looked at, too");
    assert_eq!(field(a4, "winrate"), Some("0.0000"), "{a4}");
}

/// An empty line would end the answer.
#[test]
fn reports_that_list_nothing_are_no_lines() {
    let preset = find("chinese").expect("rules");
    for (more, begins) in [("", None), (" rootInfo true", Some("rootInfo"))] {
        let mut session = session(preset, 5, &[]);
        ok(&mut session, &format!("kata-analyze b 1 maxmoves 0{more}"));
        let begun = Instant::now();
        let mut lines = Vec::new();
        let mut write = |line: &str| lines.push(line.to_string());
        session.analyze(&|| begun.elapsed() > Duration::from_millis(300), &mut write);
        let words: Vec<Option<&str>> = lines.iter().map(|line| line.split(' ').next()).collect();
        assert_eq!(words.is_empty(), begins.is_none(), "{lines:?}");
        assert!(words.iter().all(|&word| word == begins), "{lines:?}");
    }
}

/// An explanation has one number of visits in total, and one pair of figures for its move.
#[test]
fn figures_of_an_explanation_are_consistent() {
    let button = find("button").expect("a rule set");
    let mut session = session(button, 5, &divided(3));
    for color in ["w", "b", "w", "b", "w"] {
        let played = ok(&mut session, &format!("genmove {color}"));
        let why = ok(&mut session, "halfpoint-why");
        let number = |text: &str, key| -> u64 {
            field(text, key)
                .expect("a field")
                .parse()
                .expect("a number")
        };
        assert!(
            number(&why, "visits") >= number(&why, "new_playouts"),
            "{why}"
        );
        let candidates = why.lines().filter(|line| line.starts_with("candidate "));
        let candidates: Vec<&str> = candidates.collect();
        let shown: u64 = candidates.iter().map(|line| number(line, "visits")).sum();
        assert!(shown <= number(&why, "visits"), "{why}");
        let first = candidates.first().expect("a candidate");
        if played != "pass" {
            assert_eq!(first.split(' ').nth(1), Some(&played[..]), "{why}");
        }
        let (win_rate, score, basis) = of_why(&why);
        assert_eq!(figure(first, "win_rate"), win_rate, "{why}");
        assert_eq!(figure(first, "score"), score, "{why}");
        assert_eq!(field(first, "basis"), Some(&basis[..]), "{why}");
        let count = match &basis[..] {
            "counted" => Some("count dead stones removed"),
            "proven" => Some("count nothing removed that was not captured"),
            _ => None,
        };
        let counted = why.lines().find(|line| line.starts_with("count "));
        assert_eq!(counted, count, "{why}");
        assert!(!why.contains("-0.0 "), "{why}");
    }
}

/// The picture of the best moves uses the words of the analysis.
#[test]
fn picture_of_best_moves_names_the_basis_of_settled_values() {
    let button = find("button").expect("a rule set");
    let mut session = session(button, 5, &divided(0));
    let picture = ok(&mut session, "halfpoint-gfx moves");
    let text = picture
        .lines()
        .find_map(|line| line.strip_prefix("TEXT White: "));
    let first = text.and_then(|text| text.split(", ").next());
    let first = first.expect("moves in words");
    assert!(
        ["button 0% -0.5 counted", "button 0% -0.5 proven"].contains(&first),
        "{picture}"
    );
    let line = ok(&mut session, "halfpoint-gfx line");
    assert!(line.starts_with("VAR w pass"), "{line}");
}
