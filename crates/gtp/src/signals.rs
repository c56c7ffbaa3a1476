//! Events that reach a running command from other threads, and which command each of them stops.
//!
//! | event | move generation | analysis | pondering |
//! |---|---|---|---|
//! | `# interrupt` | ends | ends | ends |
//! | any other line, the end of input | goes on | ends | ends |
//! | the output is closed | ends | ends | ends |

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// How often a running command looks whether its output is still read.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Shared by the reader of input, the watcher of output and the loop that answers.
#[derive(Debug)]
pub(super) struct Signals {
    /// Ends the search for a move, and every other command that looks at it.
    stop: Arc<AtomicBool>,
    /// The number of the last line before an interruption.
    interrupted: AtomicU64,
    /// The number of the last line that was read.
    read: AtomicU64,
    /// Whether the input has ended.
    ended: AtomicBool,
    /// Whether nobody reads the output any more.
    closed: AtomicBool,
    /// Ends pondering.
    arrived: AtomicBool,
    /// Whether a command or pondering is running.
    busy: AtomicBool,
    /// Whether nothing more will be answered.
    done: AtomicBool,
}

impl Signals {
    /// Signals that end commands by that flag.
    pub(super) fn new(stop: Arc<AtomicBool>) -> Signals {
        Signals {
            stop,
            interrupted: AtomicU64::new(0),
            read: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            arrived: AtomicBool::new(false),
            busy: AtomicBool::new(false),
            done: AtomicBool::new(false),
        }
    }

    /// A line was read: analyses that earlier lines asked for end.
    pub(super) fn line(&self, number: u64) {
        self.read.store(number, Ordering::SeqCst);
    }

    /// A line can be received, or will never be answered: pondering ends.
    pub(super) fn arrive(&self) {
        self.arrived.store(true, Ordering::SeqCst);
    }

    /// An interruption: all commands up to that line end.
    pub(super) fn interrupt(&self, last_line: u64) {
        self.interrupted.store(last_line, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }

    /// The input has ended: analyses and pondering end.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.arrive();
    }

    /// Ends everything, since the output has no reader any more.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
        self.arrive();
    }

    /// Whether nobody reads the output any more.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Whether the input has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// Whether an analysis that a line asked for is to end.
    pub(super) fn ends_analysis(&self, line: u64) -> bool {
        self.read.load(Ordering::SeqCst) > line
            || self.interrupted.load(Ordering::SeqCst) >= line
            || self.has_ended()
            || self.is_closed()
    }

    /// Sets the flag for the command of a line, which runs from now on. The order matters: an event
    /// that comes between the two steps is seen by the second one.
    pub(super) fn begin(&self, line: u64) {
        self.stop.store(false, Ordering::SeqCst);
        if self.interrupted.load(Ordering::SeqCst) >= line || self.is_closed() {
            self.stop.store(true, Ordering::SeqCst);
        }
    }

    /// The flag for pondering that begins now: it becomes true when something comes.
    pub(super) fn begin_pondering(&self) -> &AtomicBool {
        self.arrived.store(self.is_closed(), Ordering::SeqCst);
        &self.arrived
    }

    /// Nothing more will be answered.
    pub(super) fn finish(&self) {
        self.done.store(true, Ordering::SeqCst);
    }
}

/// The thread that looks whether the output is still read while a command runs.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    signals: &'a Signals,
    observer: Thread,
}

impl Watch<'_> {
    /// Starts it. `closes_within` waits until the output is closed, for so long at most, and says
    /// whether it is.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub(super) fn begin(
        signals: &Arc<Signals>,
        closes_within: impl Fn(Duration) -> bool + Send + 'static,
    ) -> std::io::Result<Watch<'_>> {
        let shared = Arc::clone(signals);
        let observer = thread::Builder::new()
            .name("gtp output".to_string())
            .spawn(move || {
                while !shared.done.load(Ordering::SeqCst) && !shared.is_closed() {
                    if !shared.busy.load(Ordering::SeqCst) {
                        thread::park();
                    } else if closes_within(LOOK_EVERY) {
                        shared.close();
                    }
                }
            })?;
        Ok(Watch {
            signals,
            observer: observer.thread().clone(),
        })
    }

    /// Watches the output while something runs.
    pub(super) fn during<T>(&self, run: impl FnOnce() -> T) -> T {
        self.signals.busy.store(true, Ordering::SeqCst);
        self.observer.unpark();
        let result = run();
        self.signals.busy.store(false, Ordering::SeqCst);
        result
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.signals.finish();
        self.observer.unpark();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn is_stopped(signals: &Signals) -> bool {
        signals.stop.load(Ordering::SeqCst)
    }

    #[test]
    fn an_interruption_is_for_the_lines_before_it() {
        let signals = Signals::new(Arc::default());
        signals.begin(1);
        assert!(!is_stopped(&signals) && !signals.ends_analysis(1));
        signals.interrupt(1);
        assert!(is_stopped(&signals) && signals.ends_analysis(1));
        signals.begin(2);
        assert!(!is_stopped(&signals));
        signals.interrupt(3);
        signals.begin(3);
        assert!(is_stopped(&signals));
        signals.begin(4);
        assert!(!is_stopped(&signals));
    }

    #[test]
    fn later_lines_and_the_end_of_input_end_an_analysis_alone() {
        let signals = Signals::new(Arc::default());
        signals.line(1);
        signals.begin(1);
        assert!(!signals.ends_analysis(1));
        signals.line(2);
        assert!(signals.ends_analysis(1) && !is_stopped(&signals));
        signals.begin(2);
        assert!(!signals.ends_analysis(2));
        signals.end();
        assert!(signals.ends_analysis(2) && !is_stopped(&signals));
        signals.begin(3);
        assert!(!is_stopped(&signals));
    }

    #[test]
    fn pondering_ends_with_every_event() {
        for event in [Signals::arrive, Signals::end, Signals::close] {
            let signals = Signals::new(Arc::default());
            signals.arrive();
            let arrived = signals.begin_pondering();
            assert!(!arrived.load(Ordering::SeqCst));
            event(&signals);
            assert!(arrived.load(Ordering::SeqCst));
        }
    }

    #[test]
    fn a_closed_output_ends_the_present_command_and_all_after_it() {
        let signals = Arc::new(Signals::new(Arc::default()));
        let watch = Watch::begin(&signals, |_| true).expect("a thread");
        signals.begin(1);
        watch.during(|| {
            let begun = Instant::now();
            while !is_stopped(&signals) && begun.elapsed() < Duration::from_secs(20) {
                thread::yield_now();
            }
        });
        assert!(is_stopped(&signals) && signals.ends_analysis(1));
        signals.begin(2);
        assert!(is_stopped(&signals));
        assert!(signals.begin_pondering().load(Ordering::SeqCst));
    }

    #[test]
    fn the_output_is_not_looked_at_while_nothing_runs() {
        let signals = Arc::new(Signals::new(Arc::default()));
        let looked = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&looked);
        let watch = Watch::begin(&signals, move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(1));
            false
        });
        let watch = watch.expect("a thread");
        thread::sleep(Duration::from_millis(30));
        assert_eq!(looked.load(Ordering::SeqCst), 0);
        watch.during(|| {
            while looked.load(Ordering::SeqCst) == 0 {
                thread::yield_now();
            }
        });
    }
}
