//! Repeated kills of a command that can be resumed.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Runs a command again and again, each time killed a little later, until it ends by itself. Some
/// runs are killed at the start, others well under way. Panics if it fails, if it was not killed at
/// least twice, or if it has not ended after 500 kills.
pub fn kill_until_it_ends(mut command: impl FnMut() -> Command) {
    let mut kills = 0;
    loop {
        let mut child = command()
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        thread::sleep(Duration::from_millis(20 * kills));
        match child.try_wait().expect("a process") {
            Some(status) if status.success() => break,
            Some(status) => panic!("{status}"),
            None => child.kill().expect("SIGKILL"),
        }
        child.wait().expect("a process");
        kills += 1;
        assert!(kills < 500, "no end");
    }
    assert!(kills > 1);
}
