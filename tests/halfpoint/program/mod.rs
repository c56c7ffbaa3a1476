//! The program as a process, under whatever a shell can do to it.

#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here may take, on a busy machine, too.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_halfpoint");

/// A shell that runs a script in which `"$@"` is the program with its arguments.
pub fn shell(script: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", script, "sh", PROGRAM])
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    command
}

/// The end of a script: its exit status and what it said.
pub fn run(script: &str, arguments: &[&str]) -> Output {
    shell(script, arguments).output().expect("a shell")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The path of a file in a folder, as a word of a command line.
pub fn path_in(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    path.to_str().expect("UTF-8").to_string()
}

/// A running engine. It is killed when a test is through with it.
pub struct Engine {
    pub child: Child,
    pub input: Option<ChildStdin>,
    pub output: Option<BufReader<ChildStdout>>,
}

impl Engine {
    fn of(mut command: Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Engine {
            input: child.stdin.take(),
            output: child.stdout.take().map(BufReader::new),
            child,
        }
    }

    /// Starts it by a script.
    pub fn start(script: &str, arguments: &[&str]) -> Engine {
        Engine::of(shell(script, arguments))
    }

    /// Starts it with nothing around it.
    pub fn plain(arguments: &[&str]) -> Engine {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).env("LC_ALL", "C");
        Engine::of(command)
    }

    pub fn write(&mut self, text: &str) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(text.as_bytes()).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The next line, with its end; empty at the end of output.
    pub fn line(&mut self) -> String {
        let output = self.output.as_mut().expect("output is open");
        let mut line = String::new();
        output.read_line(&mut line).expect("text");
        line
    }

    /// The next answer, without the blank line.
    pub fn answer(&mut self) -> String {
        let mut answer = String::new();
        loop {
            let line = self.line();
            if line.is_empty() || line == "\n" {
                return answer.trim_end().to_string();
            }
            answer.push_str(&line);
        }
    }

    pub fn send(&mut self, command: &str) -> String {
        self.write(&format!("{command}\n"));
        self.answer()
    }

    /// Waits for the process to end by itself.
    pub fn end(&mut self) -> ExitStatus {
        self.end_within(PATIENCE).expect("an end")
    }

    /// The same for so long at most.
    pub fn end_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        while begin.elapsed() < time {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        None
    }

    /// What it said on standard error, once it has ended.
    pub fn errors(&mut self) -> String {
        let mut text = String::new();
        let stderr = self.child.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut text).expect("text");
        text
    }

    /// A number of kilobytes that the system tells of the process (proc(5)).
    #[cfg(target_os = "linux")]
    pub fn kilobytes(&self, name: &str) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("a process");
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let digits: String = line
            .expect(name)
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        digits.parse().expect("a number")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
