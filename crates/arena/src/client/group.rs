//! A group keeps its id for as long as it has a member or its first process has not been waited
//! for. To keep signals from reaching unrelated processes, that first process is examined without
//! waiting for it wherever the system allows that.
//!
//! The crate `process-wrap` (looked at in version 10.0.1) does not take the place of this module:
//! its `try_wait` waits for the first process by `waitpid` and so may free the id of the group
//! before the group is killed, it knows no descendants outside the group, and the reaper, which has
//! ids and no `Child`, could not use it. Its job objects would let us end the descendants of an
//! engine on Windows, but they are made without the flag that kills them when this process is
//! killed, and they would come on top of this code, not in place of it.

use std::process::Child;

/// Returns how the process has ended; `None` while it runs.
pub fn ended(child: &mut Child) -> Option<String> {
    #[cfg(any(target_os = "linux", target_os = "macos", target_os = "freebsd"))]
    {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        use std::os::unix::process::ExitStatusExt;
        use std::process::ExitStatus;

        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let pid = Pid::from_raw(child.id() as i32)?;
        match waitid(WaitId::Pid(pid), look) {
            Ok(None) => None,
            Ok(Some(status)) => {
                let code = status.exit_status().map(|code| code << 8);
                let raw = code.or_else(|| status.terminating_signal());
                Some(raw.map_or("no status".to_string(), |raw| {
                    ExitStatus::from_raw(raw).to_string()
                }))
            }
            // After an interruption, the next call decides. Any other error means that the process
            // is gone.
            Err(rustix::io::Errno::INTR) => None,
            Err(_) => Some("no status".to_string()),
        }
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos", target_os = "freebsd")))]
    match child.try_wait() {
        Ok(status) => status.map(|status| status.to_string()),
        Err(_) => Some("no status".to_string()),
    }
}

/// A process, as `/proc` describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    pid: u32,
    parent: u32,
    group: u32,
    /// Start time. The system reuses ids, but not with the same start time.
    start: u64,
}

/// Kills the group of an engine and the living processes of its `family`.
///
/// On Linux the family has descendants with groups of their own, as `timeout` and interactive
/// shells create them. It is not an error if there is nothing to kill. Does nothing on systems
/// without process groups.
pub fn kill(group: u32, family: &[Member]) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, getpgrp, kill_process_group};

        let pid = |number: u32| Pid::from_raw(i32::try_from(number).ok()?);
        // The ids 0 and 1 have special meanings, and our own group contains this process.
        let own = getpgrp();
        let Some(leader) = pid(group).filter(|&leader| !leader.is_init() && leader != own) else {
            return;
        };
        // A process that cannot be killed is gone or belongs to another user.
        let _ = kill_process_group(leader, Signal::KILL);
        kill_members(family);
    }
    #[cfg(not(unix))]
    let _ = (group, family);
}

/// Kills those of the processes that still live. It is not an error if there is nothing to kill.
pub fn kill_members(members: &[Member]) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process};

        for member in members.iter().filter(|member| member.still_lives()) {
            let pid = i32::try_from(member.pid).ok().and_then(Pid::from_raw);
            if let Some(pid) = pid.filter(|pid| !pid.is_init()) {
                // A process that cannot be killed is gone or belongs to another user.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }
    #[cfg(not(unix))]
    let _ = members;
}

/// Returns the most memory that the processes of a group and their descendants have held, in bytes:
/// the sum of the peaks of those that live. `None` if the system does not report it.
pub fn peak_memory(group: u32) -> Option<u64> {
    let peaks = family(group).into_iter().filter_map(|member| member.peak());
    peaks.reduce(|a, b| a + b)
}

/// Returns the processes of a group with their descendants. A descendant whose parent has ended is
/// not found, since only parents connect it with the group. Empty without a Linux-like `/proc`.
pub fn family(group: u32) -> Vec<Member> {
    members(&all(), group)
}

/// Returns all processes; none without a Linux-like `/proc`.
pub fn all() -> Vec<Member> {
    if !cfg!(target_os = "linux") {
        return Vec::new();
    }
    let Ok(folder) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let names = folder.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let pids = names.filter_map(|name| name.parse().ok());
    // Processes come and go meanwhile; those that cannot be read are gone.
    pids.filter_map(Member::of).collect()
}

fn members(all: &[Member], group: u32) -> Vec<Member> {
    let in_group = all.iter().filter(|member| member.group == group);
    with_descendants(all, in_group.copied().collect())
}

/// Returns the given processes with all of their descendants among `all`.
pub fn with_descendants(all: &[Member], mut members: Vec<Member>) -> Vec<Member> {
    let mut next = 0;
    while let Some(parent) = members.get(next).map(|member| member.pid) {
        for child in all.iter().filter(|member| member.parent == parent) {
            if !members.contains(child) {
                members.push(*child);
            }
        }
        next += 1;
    }
    members
}

impl Member {
    /// Returns its process id.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Returns the process id of its parent.
    pub fn parent(&self) -> u32 {
        self.parent
    }

    /// Returns its start time, in clock ticks since the system was booted.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Reads the process that has this id now; `None` if there is none.
    pub fn of(pid: u32) -> Option<Member> {
        // The name of a process need not be UTF-8.
        let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
        Member::read(&String::from_utf8_lossy(&stat))
    }

    /// Parses a `stat` file: the id, the name in parentheses (which may contain anything), the
    /// state, the parent, the group, and as field 22, counted from 1, the start time.
    fn read(stat: &str) -> Option<Member> {
        let (pid, rest) = stat.split_once(' ')?;
        let (_, rest) = rest.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        Some(Member {
            pid: pid.parse().ok()?,
            parent: fields.get(1)?.parse().ok()?,
            group: fields.get(2)?.parse().ok()?,
            start: fields.get(19)?.parse().ok()?,
        })
    }

    #[cfg(unix)]
    fn still_lives(&self) -> bool {
        Member::of(self.pid).is_some_and(|now| now.start == self.start)
    }

    /// Returns the most memory that it has held, in bytes.
    fn peak(&self) -> Option<u64> {
        let status = std::fs::read(format!("/proc/{}/status", self.pid)).ok()?;
        let status = String::from_utf8_lossy(&status);
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib << 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_is_parsed_and_truncated_files_are_rejected() {
        let stat = "12 (a (b) c) d) S 3 45 6 0 -1 4194304 100 0 0 0 0 0 0 0 20 0 1 0 8765 100";
        let expected = Member {
            pid: 12,
            parent: 3,
            group: 45,
            start: 8765,
        };
        assert_eq!(Member::read(stat), Some(expected));
        for text in ["", "12", "12 (a", "12 (a) S", "12 (a) S 1 1"] {
            assert_eq!(Member::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_family_contains_descendants_in_other_groups() {
        let all = [
            (1, 0, 1),
            (5, 1, 5),
            (6, 5, 5),
            (7, 6, 7),
            (8, 7, 7),
            (9, 1, 9),
            (4, 8, 4),
        ];
        let all = all.map(|(pid, parent, group)| Member {
            pid,
            parent,
            group,
            start: 0,
        });
        let pids = |group| -> Vec<u32> {
            let members = members(&all, group);
            members.iter().map(|member| member.pid).collect()
        };
        assert_eq!(pids(5), [5, 6, 7, 8, 4]);
        assert_eq!(pids(9), [9]);
        assert_eq!(pids(2), [0; 0]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_with_another_start_time_does_not_live() {
        let we = Member::of(std::process::id()).expect("we live");
        assert!(we.still_lives() && we.peak() > Some(0));
        let other = Member { start: 0, ..we };
        assert!(!other.still_lives());
    }
}
