//! Helpers that run the program as a process, alone or inside a shell script.

#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for waits, longer than any step takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Path of the program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_halfpoint");

/// Returns a shell command for a script in which `"$@"` is the program with its arguments.
pub fn shell(script: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", script, "sh", PROGRAM])
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    command
}

/// Runs a script to its end and returns its exit status and its output.
pub fn run(script: &str, arguments: &[&str]) -> Output {
    shell(script, arguments).output().expect("a shell")
}

/// Returns bytes as text; invalid UTF-8 becomes replacement characters.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the path of a file in a folder as an argument of a command line.
pub fn path_in(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    path.to_str().expect("UTF-8").to_string()
}

/// Running program with its pipes. It is killed when the value is dropped.
pub struct Engine {
    /// The process.
    pub child: Child,
    /// Standard input; `None` once a test has closed it.
    pub input: Option<ChildStdin>,
    /// Standard output; `None` once a test has closed it.
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

    /// Starts the program by a script.
    pub fn start(script: &str, arguments: &[&str]) -> Engine {
        Engine::of(shell(script, arguments))
    }

    /// Starts the program directly.
    pub fn plain(arguments: &[&str]) -> Engine {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).env("LC_ALL", "C");
        Engine::of(command)
    }

    /// Writes text to standard input.
    pub fn write(&mut self, text: &str) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(text.as_bytes()).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// Reads the next line of output with its newline; empty at the end of output.
    pub fn line(&mut self) -> String {
        let output = self.output.as_mut().expect("output is open");
        let mut line = String::new();
        output.read_line(&mut line).expect("text");
        line
    }

    /// Reads the next answer, without the blank line that ends it.
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

    /// Sends a command and returns its answer.
    pub fn send(&mut self, command: &str) -> String {
        self.write(&format!("{command}\n"));
        self.answer()
    }

    /// Waits until the process ends by itself. Panics if it has not ended after [`PATIENCE`].
    pub fn end(&mut self) -> ExitStatus {
        self.end_within(PATIENCE).expect("an end")
    }

    /// Waits until the process ends by itself; `None` if it has not ended in time.
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

    /// Reads standard error to its end, which comes when the process ends.
    pub fn errors(&mut self) -> String {
        let mut text = String::new();
        let stderr = self.child.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut text).expect("text");
        text
    }

    /// Returns a value in kB from `/proc/PID/status` (proc(5)). `name` is the start of its line.
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

    /// Returns how many kB of its address space the program's own file takes.
    #[cfg(target_os = "linux")]
    pub fn kilobytes_of_code(&self) -> u64 {
        let process = format!("/proc/{}", self.child.id());
        let file = std::fs::read_link(format!("{process}/exe")).expect("a process");
        let maps = std::fs::read_to_string(format!("{process}/maps")).expect("a process");
        let of_file = |line: &&str| line.ends_with(file.to_str().expect("UTF-8"));
        let bytes = maps.lines().filter(of_file).map(|line| {
            let range = line
                .split(' ')
                .next()
                .and_then(|range| range.split_once('-'));
            let (first, end) = range.expect("a range");
            let address = |digits| u64::from_str_radix(digits, 16).expect("a number");
            address(end) - address(first)
        });
        bytes.sum::<u64>() / 1024
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
