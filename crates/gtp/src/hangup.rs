//! Detection of a standard output without a reader, without writing to it.

use std::time::Duration;

/// Waits for at most `time` until standard output is closed at its other end, and returns whether
/// it is closed. A pipe is closed once its last reader has gone, a terminal once it has hung up; a
/// file never is.
#[cfg(unix)]
#[must_use]
pub fn stdout_closes_within(time: Duration) -> bool {
    use std::io;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdout = io::stdout();
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    let Ok(timeout) = Timespec::try_from(time) else {
        return false;
    };
    // A signal may end the wait early; the next call sees the state of the output.
    let ready = poll(&mut watched, Some(&timeout)).unwrap_or(0);
    let gone = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    ready > 0 && watched[0].revents().intersects(gone)
}

/// Waits for `time` and returns false: without poll(2), only the next write shows that the output
/// is closed.
#[cfg(not(unix))]
#[must_use]
pub fn stdout_closes_within(time: Duration) -> bool {
    std::thread::sleep(time);
    false
}
