//! Reaper: a small process that outlives this one for a moment and kills the engines that it has
//! left behind.
//!
//! A killed process cannot clean up, so a process outside has to notice its end. The reaper reads
//! the ids of process groups on its standard input: `+` before a new group, `-` before one that has
//! ended. When the input ends, for whatever reason, the reaper kills the remaining groups and all
//! processes that have an engine tag of the ended process in their environment.
//!
//! An engine that is started at the very moment at which this process is killed may be missed. Its
//! standard input still ends, which makes engines end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::{group, orphans};
use halfpoint_system::parallel::lock;

/// Environment variable that gives the reaper the tag of the process that it watches.
const ARENA: &str = "HALFPOINT_ARENA";

/// Longest line that is read, in bytes.
const MAX_LINE: u64 = 64;
/// Time that the reaper has to end.
const END: Duration = Duration::from_secs(2);

/// Handle of this process's reaper, if there is one. Clones share the reaper, which ends when the
/// last of them is dropped.
#[derive(Clone, Debug, Default)]
pub struct Reaper(Option<Arc<Helper>>);

#[derive(Debug)]
struct Helper {
    child: Mutex<Child>,
    /// Standard input of the reaper; `None` once writing to it has failed.
    input: Mutex<Option<ChildStdin>>,
}

impl Reaper {
    /// Starts `PROGRAM arena reaper`, which has to call [`main`]. If that fails, a warning is
    /// logged and the handle is empty.
    #[must_use]
    pub fn start(program: &Path) -> Reaper {
        let mut command = Command::new(program);
        command
            .args(["arena", "reaper"])
            .env(ARENA, orphans::arena_tag())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // A group of its own keeps the terminal's signals to our group away from the reaper.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        match orphans::start_other(&mut command) {
            Ok(mut child) => Reaper(Some(Arc::new(Helper {
                input: Mutex::new(child.stdin.take()),
                child: Mutex::new(child),
            }))),
            Err(error) => {
                log::warn!(
                    "{}: {error}; if this program is killed, engines may be left running",
                    program.display()
                );
                Reaper(None)
            }
        }
    }

    /// Registers the process group of an engine that has been started.
    pub(super) fn add(&self, group: u32) {
        self.report('+', group);
    }

    /// Removes a process group, since the system may soon reuse its id.
    pub(super) fn remove(&self, group: u32) {
        self.report('-', group);
    }

    fn report(&self, sign: char, group: u32) {
        let Some(helper) = &self.0 else {
            return;
        };
        let mut input = lock(&helper.input);
        if let Some(pipe) = input.as_mut() {
            // One write for the whole line, so that the reaper never sees a part of a number.
            if let Err(error) = pipe.write_all(format!("{sign}{group}\n").as_bytes()) {
                log::warn!("the reaper is gone ({error})");
                *input = None;
            }
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        *lock(&self.input) = None;
        let mut child = lock(&self.child);
        let begin = Instant::now();
        while let Ok(None) = child.try_wait() {
            if begin.elapsed() > END {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        orphans::forget(child.id());
    }
}

/// Main function of the reaper's process: [`run`] on standard input, then the orphans of the
/// watched process. Signals that ask it to end are ignored, because only the end of its input ends
/// it.
pub fn main() {
    // If no handler can be set, its own process group still protects it from the terminal.
    let _ = ctrlc::set_handler(|| ());
    run(io::stdin());
    if let Ok(arena) = std::env::var(ARENA) {
        orphans::end_all_of(&arena);
    }
}

/// Registers process groups until `input` ends, then kills those that are left. A line is `+` or
/// `-` and the id of a group; other lines are ignored.
pub fn run(input: impl Read) {
    let mut input = BufReader::new(input);
    let mut groups: Vec<u32> = Vec::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(_) => note(&mut groups, &line),
        }
    }
    for group in groups {
        group::kill(group, &group::family(group));
    }
}

/// Applies one line. A line without its line end may lack digits and is ignored.
fn note(groups: &mut Vec<u32>, line: &[u8]) {
    let text = line.strip_suffix(b"\n").map(str::from_utf8);
    let Some(Ok(text)) = text else {
        return;
    };
    let Some((sign, number)) = text.split_at_checked(1) else {
        return;
    };
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let Some(group) = number.parse().ok().filter(|_| digits) else {
        return;
    };
    match sign {
        "+" => groups.push(group),
        "-" => groups.retain(|&noted| noted != group),
        _ => (),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_lines_are_ignored() {
        let mut groups = Vec::new();
        for line in [
            "+12\n",
            "+34\n",
            "-12\n",
            "+56",
            "",
            "\n",
            "+\n",
            "+x\n",
            "+-7\n",
            "++7\n",
            "78\n",
            "ä9\n",
            "+99999999999\n",
            "+34 \n",
            "-99\n",
        ] {
            note(&mut groups, line.as_bytes());
        }
        note(&mut groups, b"+\xff\n");
        assert_eq!(groups, [34]);
    }
}
