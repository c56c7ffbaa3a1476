//! Helpers that send commands to a session.

use std::sync::Arc;

use halfpoint_core::rules::find;
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Session};
use halfpoint_nn::{Arithmetic, Net};

/// Setup for 7×7: walls on C and D, two eyes and more behind each; a white stone A4 and a black
/// stone F4 are dead.
pub const WALLS: &str = "gogui-setup b C1 b C2 b C3 b C4 b C5 b C6 b C7 b A2 b B2 b A6 b B6 b F4 \
     w D1 w D2 w D3 w D4 w D5 w D6 w D7 w E2 w F2 w G2 w E6 w F6 w G6 w G4 w A4";

/// Names of all statuses of a point.
pub const STATUSES: [&str; 6] = [
    "alive",
    "seki",
    "dead",
    "black_territory",
    "white_territory",
    "dame",
];

/// Creates a session without a net, under a rule set on a square board, with komi 0.
pub fn session(rules: &str, side: usize, playouts: u64, seed: u64) -> Session {
    session_with(None, rules, side, playouts, seed)
}

/// Creates such a session with the net of the program.
pub fn session_with_net(rules: &str, side: usize, playouts: u64, seed: u64) -> Session {
    let net = Net::embedded(Arithmetic::Int8).expect("a net");
    session_with(Some(Arc::new(net)), rules, side, playouts, seed)
}

fn session_with(
    net: Option<Arc<Net>>,
    rules: &str,
    side: usize,
    playouts: u64,
    seed: u64,
) -> Session {
    let preset = find(rules).expect("a rule set");
    let mut session = Session::new(Options {
        settings: Settings {
            playouts: Some(playouts),
            seed,
            ..Settings::default()
        },
        net,
        ..Options::of(preset)
    });
    ok(&mut session, &format!("boardsize {side}"));
    ok(&mut session, "komi 0");
    session
}

/// Returns the answer to a command, or the reason why it fails.
pub fn answer(session: &mut Session, command: &str) -> Result<String, String> {
    let response = session.handle_line(command).expect("an answer");
    response
        .result()
        .map(str::to_string)
        .map_err(str::to_string)
}

/// Runs commands that must succeed, separated by `;`, and returns the last answer.
pub fn ok(session: &mut Session, commands: &str) -> String {
    let mut last = String::new();
    for command in commands.split(';') {
        last = answer(session, command).unwrap_or_else(|reason| panic!("{command}: ? {reason}"));
    }
    last
}

/// Runs a command that must fail and leave everything as it is, and returns the reason.
pub fn refused(session: &mut Session, command: &str) -> String {
    let before = ok(session, "halfpoint-state");
    let reason = answer(session, command).expect_err(command);
    assert_eq!(ok(session, "halfpoint-state"), before, "{command}");
    reason
}
