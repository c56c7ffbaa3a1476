//! Orphans: descendants of engines whose parents have ended.
//!
//! A process that is forked twice and has a session of its own, as a daemon has, would outlive its
//! engine. On Linux it is found in two ways:
//!
//! - Each engine has a tag in its environment, which its descendants inherit and `/proc` shows.
//! - A process that has called [`adopt`] becomes the parent of such orphans, in place of `init`
//!   (`PR_SET_CHILD_SUBREAPER`). This also finds orphans that have cleared their environment. Their
//!   engine is unknown, so they are killed when the last running engine ends.
//!
//! On other systems this module does nothing.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::group::{self, Member};
use halfpoint_system::parallel::lock;

/// Environment variable that holds the tag of an engine.
const TAG: &str = "HALFPOINT_ENGINE";

/// Most scans for remaining processes. A process that forks during one scan is found by the next.
const ROUNDS: usize = 20;
/// Pause between two scans, in which killed processes end.
const PAUSE: Duration = Duration::from_millis(5);

/// Child processes that this process has started and that other code waits for.
static STARTED: Mutex<Started> = Mutex::new(Started {
    engines: BTreeSet::new(),
    others: BTreeSet::new(),
});

/// Whether this process is the parent of orphans.
static ADOPTS: AtomicBool = AtomicBool::new(false);

#[derive(Debug)]
struct Started {
    engines: BTreeSet<u32>,
    others: BTreeSet<u32>,
}

/// Mark of one engine in the environment of its processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(String);

impl Tag {
    /// Creates a tag that differs from all others.
    pub fn new() -> Tag {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Tag(format!("{}.{number}", arena_tag()))
    }

    /// Puts the tag into the environment of a command.
    pub fn mark(&self, command: &mut Command) {
        command.env(TAG, &self.0);
    }
}

/// Returns the prefix of all tags of this process: its id and its start time. The time is needed
/// because the system reuses ids.
pub fn arena_tag() -> String {
    let pid = std::process::id();
    let start = Member::of(pid).map_or(0, |own| own.start());
    format!("{pid}-{start}")
}

/// Makes this process the parent of its descendants whose parents end, on Linux.
///
/// Only for programs that start all of their children by this module: any other child that appears
/// later is taken for an orphan and killed.
pub fn adopt() {
    // A shell may leave children to a program that it executes, as `tee` behind a redirection.
    let own = std::process::id();
    let children = group::all()
        .into_iter()
        .filter(|member| member.parent() == own);
    lock(&STARTED)
        .others
        .extend(children.map(|child| child.pid()));
    #[cfg(target_os = "linux")]
    match rustix::process::set_child_subreaper(Some(rustix::process::getpid())) {
        Ok(()) => ADOPTS.store(true, Ordering::SeqCst),
        Err(error) => log::warn!("processes that engines leave behind may not be found: {error}"),
    }
}

/// Starts the process of an engine and registers it.
pub fn start_engine(command: &mut Command) -> io::Result<Child> {
    // The lock keeps a scan from seeing the child before it is registered.
    let mut started = lock(&STARTED);
    let child = command.spawn()?;
    started.engines.insert(child.id());
    Ok(child)
}

/// Starts and registers a process that is not an engine; the caller waits for it.
pub fn start_other(command: &mut Command) -> io::Result<Child> {
    let mut started = lock(&STARTED);
    let child = command.spawn()?;
    started.others.insert(child.id());
    Ok(child)
}

/// Removes a process that has been waited for from the register.
pub fn forget(pid: u32) {
    let mut started = lock(&STARTED);
    started.engines.remove(&pid);
    started.others.remove(&pid);
}

/// Kills the orphans of an engine that has ended and is no longer registered.
pub fn end_of(tag: &Tag) {
    end_tagged(|found| found == tag.0);
    let is_last = lock(&STARTED).engines.is_empty();
    if is_last {
        end_adopted();
    }
    reap();
}

/// Kills the orphans of all engines of a process that has ended, given its [`arena_tag`].
pub fn end_all_of(arena: &str) {
    end_tagged(|found| {
        found
            .rsplit_once('.')
            .is_some_and(|(from, _)| from == arena)
    });
}

/// Collects orphans that have ended, so that no zombies accumulate. Never blocks; does nothing
/// unless this process has called [`adopt`].
pub fn reap() {
    if !ADOPTS.load(Ordering::SeqCst) {
        return;
    }
    let started = lock(&STARTED);
    for orphan in adopted(&started) {
        reap_one(orphan.pid());
    }
}

/// Kills all processes whose tag satisfies `is_meant`, and their descendants.
fn end_tagged(is_meant: impl Fn(&str) -> bool) {
    let own = std::process::id();
    for _ in 0..ROUNDS {
        let all = group::all();
        let is_tagged = |member: &&Member| {
            member.pid() != own && tag_of(member.pid()).is_some_and(|tag| is_meant(&tag))
        };
        let tagged: Vec<Member> = all.iter().filter(is_tagged).copied().collect();
        if tagged.is_empty() {
            return;
        }
        group::kill_members(&group::with_descendants(&all, tagged));
        thread::sleep(PAUSE);
        reap();
    }
}

/// Kills all orphans that have come to this process, and their descendants, if no engine runs.
fn end_adopted() {
    if !ADOPTS.load(Ordering::SeqCst) {
        return;
    }
    for _ in 0..ROUNDS {
        // The lock keeps engines from starting meanwhile.
        let started = lock(&STARTED);
        let orphans = adopted(&started);
        if !started.engines.is_empty() || orphans.is_empty() {
            return;
        }
        group::kill_members(&group::with_descendants(&group::all(), orphans.clone()));
        thread::sleep(PAUSE);
        for orphan in orphans {
            reap_one(orphan.pid());
        }
    }
}

/// Returns the children of this process that it has not started.
fn adopted(started: &Started) -> Vec<Member> {
    let own = std::process::id();
    let is_orphan = |member: &Member| {
        let pid = member.pid();
        member.parent() == own && !started.engines.contains(&pid) && !started.others.contains(&pid)
    };
    group::all().into_iter().filter(is_orphan).collect()
}

/// Waits for a child if it has ended; a living child is left alone.
fn reap_one(pid: u32) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, WaitOptions, waitpid};
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
        // The child may already be gone, which is not an error.
        let _ = pid.map(|pid| waitpid(Some(pid), WaitOptions::NOHANG));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = pid;
}

/// Returns the tag in the environment that a process was started with. `None` if there is no tag,
/// and for processes of other users, whose environment cannot be read.
fn tag_of(pid: u32) -> Option<String> {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
    let mut variables = environment.split(|&byte| byte == 0);
    let value = variables.find_map(|variable| {
        let value = variable.strip_prefix(TAG.as_bytes())?;
        value.strip_prefix(b"=")
    })?;
    String::from_utf8(value.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_a_tag_of_its_own() {
        let (one, other) = (Tag::new(), Tag::new());
        assert_ne!(one, other);
        for tag in [one, other] {
            let (arena, number) = tag.0.rsplit_once('.').expect("two parts");
            assert_eq!(arena, arena_tag());
            assert!(number.parse::<u64>().is_ok());
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn end_of_kills_only_processes_with_the_tag() {
        let tag = Tag::new();
        let mut command = Command::new("sleep");
        command.arg("100");
        tag.mark(&mut command);
        let mut child = start_other(&mut command).expect("a process");
        let wait = || {
            (0..1000).any(|_| {
                thread::sleep(PAUSE);
                tag_of(child.id()).is_some()
            })
        };
        assert!(wait());
        assert_eq!(tag_of(child.id()), Some(tag.0.clone()));
        end_tagged(|found| found == "another");
        assert_eq!(child.try_wait().expect("a process"), None);
        end_of(&tag);
        assert!(!child.wait().expect("a process").success());
        forget(child.id());
    }
}
