//! Noticing that nobody reads standard output any more, without writing to it.

use std::time::Duration;

/// Waits until standard output is closed at its other end, for `time` at most; whether it is. A pipe is
/// closed once its last reader has gone, a terminal once it has hung up; a file never is.
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
    // A signal may end the wait early; the next look sees what there is.
    let told = poll(&mut watched, Some(&timeout)).unwrap_or(0);
    let gone = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    told > 0 && watched[0].revents().intersects(gone)
}

/// Waits for `time`: where there is no poll(2), the next thing that is written tells.
#[cfg(not(unix))]
#[must_use]
pub fn stdout_closes_within(time: Duration) -> bool {
    std::thread::sleep(time);
    false
}
