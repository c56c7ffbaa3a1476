//! The guard: a small process that outlives this one for a moment and kills the engines that it has left
//! behind.
//!
//! Nothing in a process runs after it was killed, so something outside has to see its end. The
//! guard reads the numbers of process groups on its standard input, `+` before a new one and `-`
//! before one that is done. When the input ends, for whatever reason, it kills those that are left,
//! and what has the tag of an engine of that process in its environment.
//!
//! An engine that is started in the very moment in which this process is killed may be missed. It still sees
//! the end of its input, by which engines end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::{group, lock, orphans};

/// The variable in which the guard's process finds the tag of the arena that it guards.
const ARENA: &str = "HALFPOINT_ARENA";

/// The longest line that means something.
const MAX_LINE: u64 = 64;
/// How long the guard may take to end.
const END: Duration = Duration::from_secs(2);

/// The guard of this process, or none. Clones are the same one; it ends with the last of them.
#[derive(Clone, Debug, Default)]
pub struct Reaper(Option<Arc<Helper>>);

#[derive(Debug)]
struct Helper {
    child: Mutex<Child>,
    /// `None` once it could not be written.
    input: Mutex<Option<ChildStdin>>,
}

impl Reaper {
    /// Starts `PROGRAM arena reaper`, which has to call [`main`]. If that fails, a warning is logged, and
    /// there is no guard.
    #[must_use]
    pub fn start(program: &Path) -> Reaper {
        let mut command = Command::new(program);
        command
            .args(["arena", "guard"])
            .env(ARENA, orphans::arena_tag())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What the terminal sends to our group is not meant for the guard.
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

    /// Notes the process group of an engine that has been started.
    pub(super) fn add(&self, group: u32) {
        self.tell('+', group);
    }

    /// Forgets a process group, whose number may soon be that of another.
    pub(super) fn remove(&self, group: u32) {
        self.tell('-', group);
    }

    fn tell(&self, sign: char, group: u32) {
        let Some(helper) = &self.0 else {
            return;
        };
        let mut input = lock(&helper.input);
        if let Some(pipe) = input.as_mut() {
            // In one piece, so that the guard never sees a part of a number.
            if let Err(error) = pipe.write_all(format!("{sign}{group}\n").as_bytes()) {
                log::warn!("the guard is gone ({error})");
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

/// What the guard's process does: [`run`] on standard input. Signals that ask it to end are ignored: its
/// end is that of its input.
pub fn main() {
    // Without a handler it is still in a group of its own.
    let _ = ctrlc::set_handler(|| ());
    run(io::stdin());
    if let Ok(arena) = std::env::var(ARENA) {
        orphans::end_all_of(&arena);
    }
}

/// Notes process groups until `input` ends, then kills those that are left. A line is `+` or `-` and the
/// number of a group; others mean nothing.
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

/// A line that lacks its end may lack digits, too, and means nothing.
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
    fn notes() {
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
