//! Helpers that send commands to a session.

use halfpoint_core::rules::find;
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Session};

/// Setup for 7×7: walls on C and D, two eyes and more behind each; a white stone A4 and a black
/// stone F4 are dead.
#[allow(dead_code)]
pub const WALLS: &str = "gogui-setup b C1 b C2 b C3 b C4 b C5 b C6 b C7 b A2 b B2 b A6 b B6 b F4 \
     w D1 w D2 w D3 w D4 w D5 w D6 w D7 w E2 w F2 w G2 w E6 w F6 w G6 w G4 w A4";

/// Names of all statuses of a point.
#[allow(dead_code)]
pub const STATUSES: [&str; 6] = [
    "alive",
    "seki",
    "dead",
    "black_territory",
    "white_territory",
    "dame",
];

/// Creates a session under a rule set on a square board, with komi 0.
#[allow(dead_code)]
pub fn session(rules: &str, side: usize, playouts: u64, seed: u64) -> Session {
    let preset = find(rules).expect("a rule set");
    let mut session = Session::new(Options {
        settings: Settings {
            playouts: Some(playouts),
            seed,
            ..Settings::default()
        },
        ..Options::of(preset)
    });
    ok(&mut session, &format!("boardsize {side}"));
    ok(&mut session, "komi 0");
    session
}

/// Returns the answer to a command that must not fail.
#[allow(dead_code)]
pub fn ok(session: &mut Session, command: &str) -> String {
    let response = session.handle_line(command).expect("an answer");
    match response.result() {
        Ok(text) => text.to_string(),
        Err(reason) => panic!("{command}: {reason}"),
    }
}
