//! Handling of the signals that ask the program to end, of the one for a file that is too long, and
//! of the one for a lack of memory.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::exit::Exit;

/// How long a run may take to end after a signal. Engines have one second to leave after `quit`.
const GRACE: Duration = Duration::from_secs(5);

/// Makes a write beyond the limit for the size of a file fail, as on a full disk. Without this the
/// signal SIGXFSZ ends the program, which then neither says why nor removes half a line.
///
/// The signal gets a handler, and is not ignored: processes that are started, as engines, inherit
/// what is ignored.
pub fn survive_long_files() {
    #[cfg(unix)]
    {
        use signal_hook::consts::signal::SIGXFSZ;
        // Without a handler the program works, and only ends at that signal.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }
}

/// Makes the program end with [`Exit::Failure`] where the system refuses memory that it cannot do
/// without.
///
/// The standard library then says how much it asked for on standard error, and aborts. Without this
/// the program ends by the signal SIGABRT, and may leave an image of its memory.
pub fn fail_without_memory() {
    #[cfg(unix)]
    {
        use signal_hook::consts::signal::SIGABRT;
        let always = Arc::new(AtomicBool::new(true));
        // Without a handler the program ends by that signal.
        let _ = signal_hook::flag::register_conditional_shutdown(
            SIGABRT,
            Exit::Failure.code().into(),
            always,
        );
    }
}

/// Returns a flag that the first SIGINT, SIGTERM or SIGHUP sets.
///
/// The run then ends by itself. Where it cannot, as when a file system does not answer, the process
/// exits [`GRACE`] after the first signal, or at once on a second one. Finished games are then on
/// the disk, and the reaper ends the engines.
///
/// # Errors
/// If no signal handler can be installed.
pub fn stop_flag() -> Result<Arc<AtomicBool>, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut asked = false;
    let handler = move || {
        if asked {
            process::exit(Exit::Interrupted.code().into());
        }
        asked = true;
        flag.store(true, Ordering::SeqCst);
        let overdue = || {
            thread::sleep(GRACE);
            process::exit(Exit::Interrupted.code().into());
        };
        // If no thread can be started, a second signal still ends the process.
        let _ = thread::Builder::new().spawn(overdue);
    };
    ctrlc::set_handler(handler).map_err(|error| error.to_string())?;
    Ok(stop)
}
