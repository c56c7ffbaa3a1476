//! Events that reach a running command from other threads, and which command each of them stops.
//!
//! | event | move generation | cancellable search | analysis | pondering |
//! |---|---|---|---|---|
//! | `# interrupt` | ends | is cancelled | ends | ends |
//! | any other line | goes on | is cancelled | ends | ends |
//! | the end of input | goes on | goes on | ends | ends |
//! | the output is closed | ends | is cancelled | ends | ends |

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// Interval at which the output is tested for a reader while a command runs.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// State shared by the thread that reads input, the thread that watches the output, and the loop
/// that answers.
#[derive(Debug)]
pub(super) struct Signals {
    /// Ends the search for a move, and every other command that reads this flag.
    stop: Arc<AtomicBool>,
    /// Cancels a search that may be cancelled.
    cancel: Arc<AtomicBool>,
    /// Number of the last line before the most recent interruption; 0 if there was none.
    interrupted: AtomicU64,
    /// Number of the last line that was read.
    read: AtomicU64,
    /// Whether the input has ended.
    ended: AtomicBool,
    /// Whether the output has no reader any more.
    closed: AtomicBool,
    /// Ends pondering.
    arrived: AtomicBool,
    /// Whether a command or pondering is running.
    busy: AtomicBool,
    /// Whether the loop that answers has finished.
    done: AtomicBool,
}

impl Signals {
    /// Creates signals that end commands by setting `stop`, and those that may be cancelled by
    /// setting `cancel`.
    pub(super) fn new(stop: Arc<AtomicBool>, cancel: Arc<AtomicBool>) -> Signals {
        Signals {
            stop,
            cancel,
            interrupted: AtomicU64::new(0),
            read: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            arrived: AtomicBool::new(false),
            busy: AtomicBool::new(false),
            done: AtomicBool::new(false),
        }
    }

    /// Records that a line was read, before it can be received. Analyses that earlier lines asked
    /// for end, and cancellable searches are cancelled.
    pub(super) fn line(&self, number: u64) {
        self.read.store(number, Ordering::SeqCst);
        self.cancel.store(true, Ordering::SeqCst);
    }

    /// Records that a line can be received, or that no answer will be given any more. Pondering
    /// ends.
    pub(super) fn arrive(&self) {
        self.arrived.store(true, Ordering::SeqCst);
    }

    /// Records an interruption: all commands up to and including the line `last_line` end.
    pub(super) fn interrupt(&self, last_line: u64) {
        self.interrupted.store(last_line, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Records the end of input. Analyses and pondering end.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.arrive();
    }

    /// Records that the output has no reader any more. Every command and pondering end.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
        self.cancel.store(true, Ordering::SeqCst);
        self.arrive();
    }

    /// Returns whether the output has no reader any more.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Returns whether the input has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// Returns whether the analysis that line number `line` asked for has to end.
    pub(super) fn ends_analysis(&self, line: u64) -> bool {
        self.read.load(Ordering::SeqCst) > line
            || self.interrupted.load(Ordering::SeqCst) >= line
            || self.has_ended()
            || self.is_closed()
    }

    /// Prepares the flags `stop` and `cancel` for the command of line number `line`, which runs
    /// from now on.
    ///
    /// The flags are cleared first and the events are read second: an event that comes between the
    /// two steps is seen by the second one.
    pub(super) fn begin(&self, line: u64) {
        self.stop.store(false, Ordering::SeqCst);
        self.cancel.store(false, Ordering::SeqCst);
        if self.interrupted.load(Ordering::SeqCst) >= line || self.is_closed() {
            self.stop.store(true, Ordering::SeqCst);
        }
        // An interruption is a line, too.
        if self.read.load(Ordering::SeqCst) > line || self.is_closed() {
            self.cancel.store(true, Ordering::SeqCst);
        }
    }

    /// Returns the flag for pondering that begins now; it becomes true when an event arrives.
    pub(super) fn begin_pondering(&self) -> &AtomicBool {
        self.arrived.store(self.is_closed(), Ordering::SeqCst);
        &self.arrived
    }

    /// Records that no further line will be answered.
    pub(super) fn finish(&self) {
        self.done.store(true, Ordering::SeqCst);
    }
}

/// Handle of the thread that tests, while a command runs, whether the output still has a reader.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    signals: &'a Signals,
    observer: Thread,
}

impl Watch<'_> {
    /// Starts the thread. `closes_within` waits for at most the given time until the output is
    /// closed and returns whether it is closed.
    ///
    /// # Errors
    /// If no thread can be started.
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

    /// Watches the output while `run` is running.
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
    fn interruption_ends_only_commands_of_earlier_lines() {
        let signals = Signals::new(Arc::default(), Arc::default());
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
    fn later_lines_and_end_of_input_end_analyses_and_no_other_command() {
        let signals = Signals::new(Arc::default(), Arc::default());
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
    fn later_lines_cancel_and_the_end_of_input_does_not() {
        let signals = Signals::new(Arc::default(), Arc::default());
        let is_cancelled = || signals.cancel.load(Ordering::SeqCst);
        signals.line(1);
        signals.begin(1);
        assert!(!is_cancelled());
        signals.end();
        assert!(!is_cancelled());
        signals.line(2);
        assert!(is_cancelled() && !is_stopped(&signals));
        signals.begin(2);
        assert!(!is_cancelled());
        // The next line is there before the command of this one begins.
        signals.line(3);
        signals.line(4);
        signals.begin(3);
        assert!(is_cancelled() && !is_stopped(&signals));
        signals.begin(4);
        assert!(!is_cancelled());
        signals.close();
        assert!(is_cancelled());
    }

    #[test]
    fn every_event_ends_pondering() {
        for event in [Signals::arrive, Signals::end, Signals::close] {
            let signals = Signals::new(Arc::default(), Arc::default());
            signals.arrive();
            let arrived = signals.begin_pondering();
            assert!(!arrived.load(Ordering::SeqCst));
            event(&signals);
            assert!(arrived.load(Ordering::SeqCst));
        }
    }

    #[test]
    fn closed_output_ends_the_current_command_and_all_later_ones() {
        let signals = Arc::new(Signals::new(Arc::default(), Arc::default()));
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
    fn output_is_not_tested_while_no_command_runs() {
        let signals = Arc::new(Signals::new(Arc::default(), Arc::default()));
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
