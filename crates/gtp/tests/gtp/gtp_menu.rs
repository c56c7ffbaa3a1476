//! The menu of GoGui, the texts and pictures of its entries, and the explanation of decisions.

use halfpoint_core::board::Size;
use halfpoint_core::rules::{PRESETS, Preset, find};
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Session};

use crate::talk::{ok, refused, session_with_net};

fn session(preset: &'static Preset, playouts: u64) -> Session {
    Session::new(Options {
        size: Size::square(5),
        settings: Settings {
            playouts: Some(playouts),
            ..Settings::default()
        },
        ..Options::of(preset)
    })
}

/// Each entry of the menu works at any time of a game, under every rule set, and only reads.
#[test]
fn menu_entries_work_at_any_time_and_only_read() {
    for preset in &PRESETS {
        let mut session = session(preset, 100);
        ok(&mut session, "play b C3");
        for moves in [0, 6, 20] {
            for number in 0..moves {
                let color = ["w", "b"][number % 2];
                let response = session.handle_line(&format!("genmove {color}"));
                // The game may be over before; the command then fails.
                drop(response);
            }
            if moves == 0 {
                refused(&mut session, "halfpoint-why");
            }
            for entry in ok(&mut session, "gogui-analyze_commands").lines() {
                let mut parts = entry.splitn(3, '/');
                let kind = parts.next().expect("a kind");
                let command = parts.nth(1).expect("a command");
                if command == "halfpoint-why" && moves == 0 {
                    continue;
                }
                let before = ok(&mut session, "halfpoint-state");
                let shown = ok(&mut session, command);
                assert_eq!(ok(&mut session, "halfpoint-state"), before, "{entry}");
                if kind == "string" {
                    assert!(!shown.contains('\n'), "{entry}: {shown}");
                }
                if kind == "gfx" {
                    let signs = [
                        "LABEL",
                        "COLOR",
                        "TEXT",
                        "INFLUENCE",
                        "MARK",
                        "CIRCLE",
                        "SQUARE",
                        "VAR",
                        "BLACK",
                        "WHITE",
                    ];
                    for line in shown.lines() {
                        let sign = line.split(' ').next().expect("a word");
                        assert!(signs.contains(&sign), "{entry}: {line}");
                        assert!(line.len() > sign.len(), "{entry}: {line}");
                    }
                }
            }
        }
    }
}

/// The text of a picture agrees with the signs on the board.
#[test]
fn texts_of_pictures_agree_with_their_signs() {
    let mut session = session(&PRESETS[0], 200);
    for mv in [
        "b B3", "b A3", "b C3", "b D3", "b E3", "w A4", "w B4", "w C4", "w D4", "w E4",
    ] {
        ok(&mut session, &format!("play {mv}"));
    }
    // Each picture comes from its own search, and its text describes that search alone.
    let mut picture = |name: &str| ok(&mut session, &format!("halfpoint-gfx {name}"));
    let sign = |picture: &str, kind: &str| {
        let mut lines = picture.lines();
        let line = lines.find_map(|line| line.strip_prefix(kind).map(str::to_string));
        line.expect("such a line")
    };
    let owned = picture("ownership");
    let shares = sign(&owned, "INFLUENCE ");
    let shares = shares.split(' ').skip(1).step_by(2);
    let ahead: f64 = shares
        .map(|share| share.parse::<f64>().expect("a share"))
        .sum();
    let shown = sign(&owned, "TEXT Black: ");
    let shown = shown
        .split(' ')
        .next()
        .and_then(|word| word.parse::<f64>().ok());
    let shown = shown.expect("a number");
    // Each of the 25 values is rounded to a hundredth, the sum to a tenth.
    assert!(
        (shown - ahead).abs() < 25.0 * 0.005 + 0.05,
        "{shown} {ahead}"
    );
    assert!(shown > 1.0, "{shown}");
    let territory = picture("territory");
    let points = |kind| sign(&territory, kind).split(' ').count();
    let (black, white) = (points("BLACK "), points("WHITE "));
    let open = 25 - black - white;
    assert_eq!(
        sign(&territory, "TEXT "),
        format!("Black: {black} points, White: {white}, open: {open}")
    );
    assert_eq!(black, 15);
    let results = ["status", "result"].map(|name| sign(&picture(name), "TEXT "));
    let score = ok(&mut session, "final_score");
    assert_eq!(
        results,
        [(); 2].map(|()| format!("{score}, as if both passed now"))
    );
}

/// The position of the README under `button`: Black has taken the last dame, White takes the
/// button.
const DAME: &str = "gogui-play_sequence b B1 w D1 b B2 w D2 b B3 w D3 b B4 w D4 b B5 w D5 \
    b C1 w C2 b C3 w C4 b C5";

#[test]
fn scores_are_marked_as_provisional_only_until_the_game_is_over() {
    let mut session = session(
        halfpoint_core::rules::find("button").expect("a rule set"),
        100,
    );
    ok(&mut session, "komi 0");
    ok(&mut session, DAME);
    let commands = [
        "halfpoint-gfx result",
        "halfpoint-gfx status",
        "halfpoint-score",
        "halfpoint-score button",
        "halfpoint-show score",
    ];
    for passes in 0..=3 {
        for command in commands {
            let shown = ok(&mut session, command);
            assert!(shown.contains("B+0.5"), "{command}: {shown}");
            let unfinished = shown.contains("as if both passed now");
            assert_eq!(
                unfinished,
                passes < 3,
                "{passes} passes, {command}: {shown}"
            );
        }
        let color = ["w", "b"][passes % 2];
        ok(&mut session, &format!("play {color} pass"));
    }
    // After two passes the game is over under some rule sets, and not under others.
    ok(&mut session, "gg-undo 2");
    let shown = ok(&mut session, "halfpoint-show scores");
    for line in [
        "two_button          0",
        "button              B+0.5*",
        "* as if both passed now",
    ] {
        assert!(
            shown.lines().any(|shown| shown.starts_with(line)),
            "{line}: {shown}"
        );
    }
    let row = shown.lines().find(|line| line.starts_with("two_button "));
    assert!(!row.expect("a row").contains('*'), "{shown}");
}

/// GoGui shows a text as it is, in a monospaced font.
#[test]
fn texts_for_a_window_are_short_aligned_lines() {
    for preset in &PRESETS {
        let mut session = session(preset, 100);
        ok(&mut session, DAME);
        for _ in 0..3 {
            for name in ["state", "score", "scores"] {
                // An empty line would end the answer, so that it contains a space.
                let text = ok(&mut session, &format!("halfpoint-show {name}"));
                let text = text.replace("\n \n", "\n\n");
                for line in text.lines() {
                    assert!(line.len() <= 48, "{name}: {line}");
                    assert!(
                        !line.contains('\t') && !line.ends_with(' '),
                        "{name}: {line:?}"
                    );
                }
                // Numbers of one colour end below its name.
                let lines = text
                    .lines()
                    .skip_while(|line| !line.ends_with("   Black   White"));
                let table = lines.take_while(|line| !line.is_empty() && !line.ends_with("illegal"));
                let widths: Vec<usize> = table.map(str::len).collect();
                if preset.id != "ultimate" || name == "state" {
                    assert!(widths.len() > 2, "{name}: {text}");
                }
                assert!(
                    widths.iter().all(|&width| width == widths[0]),
                    "{name}: {text}"
                );
            }
            let response = session.handle_line("play w pass");
            // A delay needs a prisoner, so that the command may fail.
            drop(response);
        }
    }
    let chinese = find("chinese").expect("a rule set that takes dead stones off");
    let mut session = session(chinese, 100);
    ok(&mut session, "gogui-play_sequence b A1 w B1 b B2 w C1");
    refused(&mut session, "halfpoint-show nonsense");
    // Stones with names of two and three letters, more than fit on a line.
    ok(&mut session, "boardsize 19");
    ok(
        &mut session,
        &format!(
            "gogui-setup {}",
            (1..=19)
                .map(|row| format!("b K{row}"))
                .collect::<Vec<_>>()
                .join(" ")
        ),
    );
    let all: Vec<String> = (1..=19).map(|row| format!("K{row}")).collect();
    ok(&mut session, &format!("halfpoint-dead {}", all.join(" ")));
    let text = ok(&mut session, "halfpoint-show state");
    assert!(text.lines().all(|line| line.len() <= 48), "{text}");
    assert!(
        all.iter()
            .all(|name| text.split_whitespace().any(|word| word == name)),
        "{text}"
    );
}

/// The button is taken under one rule set and given under the other.
#[test]
fn the_state_for_the_window_says_what_was_done_with_the_button() {
    let mut session = session(&PRESETS[0], 100);
    for (rules, did) in [("button", "taken"), ("button_equivalence", "given")] {
        ok(&mut session, "clear_board");
        ok(&mut session, &format!("kgs-rules {rules}"));
        ok(&mut session, "play b pass");
        let text = ok(&mut session, "halfpoint-show state");
        let button = text.lines().find_map(|line| line.strip_prefix("button "));
        let expected = format!("{did} by Black");
        assert_eq!(button.map(str::trim), Some(expected.as_str()), "{text}");
    }
}

/// Every parameter that is shown can be set, and shows its new value.
#[test]
fn parameters_are_shown_and_set() {
    let mut session = session(&PRESETS[0], 100);
    for page in ["rules", "search", "live"] {
        for line in ok(&mut session, &format!("halfpoint-param {page}")).lines() {
            let (kind, rest) = line.split_once("] ").expect("a kind");
            let (name, value) = rest.split_once(' ').expect("a name");
            let others = match (kind.strip_prefix("[list/"), name) {
                (Some(all), _) => all.split('/').map(str::to_string).collect(),
                (None, "komi") => vec!["-0.5".to_string(), "7".to_string()],
                (None, "time_per_move") => vec!["0.25".to_string(), "none".to_string()],
                (None, "playouts") => vec!["none".to_string(), "7".to_string()],
                (None, _) => vec!["2".to_string()],
            };
            for other in others.iter().map(String::as_str).chain([value]) {
                ok(
                    &mut session,
                    &format!("halfpoint-param {page} {name} {other}"),
                );
                let now = ok(&mut session, &format!("halfpoint-param {page}"));
                let shown = now
                    .lines()
                    .any(|line| line.ends_with(&format!("] {name} {other}")));
                assert!(shown, "{name} {other}: {now}");
            }
            refused(
                &mut session,
                &format!("halfpoint-param {page} {name} nonsense"),
            );
        }
        refused(&mut session, &format!("halfpoint-param {page} nonsense 1"));
        refused(&mut session, &format!("halfpoint-param {page} komi"));
    }
    refused(&mut session, "halfpoint-param");
    refused(&mut session, "halfpoint-param search time_per_move 1e300");
    refused(&mut session, "halfpoint-param search time_per_move NaN");
}

/// A decision is explained with its reason, with tokens by name.
#[test]
fn decisions_are_explained_with_reason_and_token_names() {
    let why_of = |rules: &str, commands: &str| {
        let mut session = session_with_net(rules, 5, 1000, 1);
        ok(&mut session, commands);
        ok(&mut session, "halfpoint-why")
    };
    // Two walls with nothing between them: only tokens are left.
    let walls: Vec<String> = (1..=5)
        .map(|row| format!("play b B{row};play w C{row}"))
        .collect();
    let walls = format!("komi 0;{}", walls.join(";"));
    for (rules, deed) in [
        ("button", "takes the button"),
        ("button_equivalence", "gives a button"),
        ("half_pass", "makes a half-pass"),
    ] {
        let why = why_of(rules, &format!("{walls};genmove b"));
        let first = format!("Black passes: {deed}.\nreason counted");
        assert!(why.starts_with(&first), "{rules}: {why}");
        assert!(why.contains("\nmove pass\n"), "{why}");
    }
    let why = why_of("button", &format!("{walls};play b pass;genmove w"));
    assert!(why.starts_with("White passes.\n"), "{why}");
    let why = why_of("button", "boardsize 3;komi 0;play b B2;genmove w");
    assert!(why.contains("\nreason proven"), "{why}");
    let why = why_of("chinese", "boardsize 7;genmove b");
    assert!(why.starts_with("Black plays "), "{why}");
    assert!(why.contains("\nreason searched"), "{why}");
    assert!(why.contains("\ncandidate "), "{why}");
}
