//! Process groups: an engine with all processes that it has started.
//!
//! A group keeps its number for as long as it has a member or its first process has not been waited for.
//! So that a signal never reaches strangers, that process is looked at without waiting for it as long as
//! the system allows that.

use std::process::Child;

/// How the process has ended, if it has.
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
            // Interrupted: the next look will tell. Otherwise there is no such process any more.
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

/// A process, as `/proc` tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    pid: u32,
    parent: u32,
    group: u32,
    /// When it was started: a number may come back, but not with the same time.
    start: u64,
}

/// Kills the group of an engine, and of its `family` those that still live: on Linux this has descendants
/// with groups of their own, as `timeout` and interactive shells make them. It is no error if there is
/// nothing to kill. Where there are no process groups nothing is done.
pub fn kill(group: u32, family: &[Member]) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, getpgrp, kill_process_group};

        let pid = |number: u32| Pid::from_raw(i32::try_from(number).ok()?);
        // The numbers 0 and 1 would mean others, and ours has us in it.
        let own = getpgrp();
        let Some(leader) = pid(group).filter(|&leader| !leader.is_init() && leader != own) else {
            return;
        };
        // A process that cannot be killed is gone, or not ours to kill.
        let _ = kill_process_group(leader, Signal::KILL);
        kill_members(family);
    }
    #[cfg(not(unix))]
    let _ = (group, family);
}

/// Kills processes, as far as they live. It is no error if there is nothing to kill.
pub fn kill_members(members: &[Member]) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process};

        for member in members.iter().filter(|member| member.still_lives()) {
            let pid = i32::try_from(member.pid).ok().and_then(Pid::from_raw);
            if let Some(pid) = pid.filter(|pid| !pid.is_init()) {
                // A process that cannot be killed is gone, or not ours to kill.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }
    #[cfg(not(unix))]
    let _ = members;
}

/// The most memory that the processes of a group and their descendants have held, in bytes: the sum of
/// what each that lives has held at most. `None` if the system does not tell.
pub fn peak_memory(group: u32) -> Option<u64> {
    let peaks = family(group).into_iter().filter_map(|member| member.peak());
    peaks.reduce(|a, b| a + b)
}

/// The processes of a group, with all of their descendants: as far as their parents live, since nothing
/// else tells whose they are. Empty where there is no `/proc` as Linux has
/// it.
pub fn family(group: u32) -> Vec<Member> {
    members(&all(), group)
}

/// All processes; none where there is no `/proc` as Linux has it.
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

/// Processes with all of their descendants.
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
    /// Its number.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// The number of its parent.
    pub fn parent(&self) -> u32 {
        self.parent
    }

    /// When it was started, in ticks of the system's clock since it was started.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Reads the process that has that number now; `None` if there is none.
    pub fn of(pid: u32) -> Option<Member> {
        // The name of a process need not be UTF-8.
        let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
        Member::read(&String::from_utf8_lossy(&stat))
    }

    /// Reads a `stat` file: the number, the name in parentheses (which may hold anything), the state, the
    /// parent, the group, and as field 22 the start, counted from 1.
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

    /// The most memory that it has held, in bytes.
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
    fn reads_stat() {
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
    fn families() {
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
    fn we_live() {
        let we = Member::of(std::process::id()).expect("we live");
        assert!(we.still_lives() && we.peak() > Some(0));
        let other = Member { start: 0, ..we };
        assert!(!other.still_lives());
    }
}
