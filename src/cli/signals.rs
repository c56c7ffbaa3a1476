//! Signals that ask the program to end.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How long a run may take to come to its end after a signal. Engines have a second to leave after
/// `quit`.
const GRACE: Duration = Duration::from_secs(5);
/// The exit status of a run that did not end in time, that of shells for an interrupted command.
const INTERRUPTED: i32 = 130;

/// A flag that the first SIGINT, SIGTERM or SIGHUP sets.
///
/// The run then ends by itself. Where it cannot, as when a file system does not answer, the process
/// ends after [`GRACE`], and with a second signal at once: what is finished is on the disk, and the
/// guard ends the engines.
///
/// # Errors
/// If signals cannot be handled.
pub fn stop_flag() -> Result<Arc<AtomicBool>, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut asked = false;
    let handler = move || {
        if asked {
            process::exit(INTERRUPTED);
        }
        asked = true;
        flag.store(true, Ordering::SeqCst);
        let overdue = || {
            thread::sleep(GRACE);
            process::exit(INTERRUPTED);
        };
        // Without a thread the second signal is left.
        let _ = thread::Builder::new().spawn(overdue);
    };
    ctrlc::set_handler(handler).map_err(|error| error.to_string())?;
    Ok(stop)
}
