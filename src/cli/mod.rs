//! Command line of the program: its options and subcommands, the log, and how errors are printed.

mod analysis;
mod arena;
#[cfg(feature = "board")]
mod board;
mod common;
mod dev;
mod exit;
mod games;
mod lab;
mod label;
mod ladder;
mod man;
mod match_progress;
mod net;
mod play;
mod progress;
mod rules;
mod score;
mod selfplay;
mod signals;
mod solve;
mod train_rows;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use arena::ArenaArgs;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use common::{print, printed};
use dev::DevCommand;
use exit::Exit;

use halfpoint_core::excerpt;
use halfpoint_gtp::{self as gtp, COMMANDS, Session, files};
use halfpoint_system::parallel;

use crate::options::GtpArgs;

/// A Go engine for the rule sets in which half a point is a move.
///
/// Without a subcommand it speaks GTP on standard input and output, as `halfpoint gtp` does, and
/// takes the options that `halfpoint gtp --help` shows.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = EXAMPLES, override_usage = USAGE)]
struct Cli {
    #[command(subcommand)]
    command: Option<ProgramCommand>,
    #[command(flatten)]
    gtp: GtpArgs,
}

/// Ways to call the program. The options of the first are those of `gtp`; its help leaves them out.
const USAGE: &str = "halfpoint [OPTIONS]
       halfpoint <COMMAND>";

/// Hint for a person who starts the engine in a terminal.
const TERMINAL_HINT: &str = "halfpoint speaks GTP here: type help for the commands, quit to leave. \
     For a game in this terminal: halfpoint play";

/// Line before the chat. The bridge of OGS, gtp2ogs, takes chat for an analysis only after a line
/// that names KataGo.
const CHAT_HINT: &str = "halfpoint: lines for the chat follow, in the form that KataGo writes";

const EXAMPLES: &str = "Examples:
  halfpoint --rules two_button            for GoGui, Sabaki and others: plays two_button
  halfpoint --rules button --size 9 --time-per-move 5
  halfpoint --playouts 2000 --seed 7      the same moves every time
  halfpoint --net none                    plays by playouts, without a net
  halfpoint board                         a page in the browser, for playing and counting
  halfpoint play --rules button --level 3   a game in this terminal
  halfpoint net FILE                      what a net is, how fast and how exact
  halfpoint rules                         the rule sets and their names
  halfpoint rules button                  all about one of them
  printf 'list_commands\\n' | halfpoint    the commands of the protocol";

#[derive(Debug, Subcommand)]
enum ProgramCommand {
    /// Speak GTP (the default without a subcommand)
    Gtp(GtpArgs),
    /// Speak the JSON protocol of KataGo's analysis engine
    Analysis(Box<analysis::AnalysisArgs>),
    /// Open a page in the browser: play, see what each token is worth, count
    #[cfg(feature = "board")]
    Board(Box<board::BoardArgs>),
    /// Play a game on a text board in the terminal, without a GTP client
    Play(play::PlayArgs),
    /// Print the table of rule sets, or the details of one
    Rules(rules::RulesArgs),
    /// Play matches between GTP engines
    Arena(Box<ArenaArgs>),
    /// Score game records under every rule set, and explain why the results differ
    Score(score::ScoreArgs),
    /// Solve small boards: exact values, all best moves, best play
    Solve(solve::SolveArgs),
    /// Compute tables and counts on small boards: what half a point changes, exactly
    Lab(lab::LabArgs),
    /// Describe a net: its parts, its speed on this machine, and how exact its integers are
    Net(net::NetCommandArgs),
    /// Tools of those who develop the program and train its nets
    #[command(hide = true)]
    Dev {
        #[command(subcommand)]
        command: DevCommand,
    },
    /// Print the completion script for a shell
    Completions {
        /// Shell that runs the script
        shell: Shell,
    },
    /// Print the manual page, or write the pages of all subcommands into a folder
    Man(man::ManArgs),
}

/// Starts the log, on standard error or appended to a file. `verbose` raises its level from
/// warnings to decisions (1), lines of GTP (2) and everything (3).
fn start_log(verbose: u8, file: Option<&Path>) -> Result<(), String> {
    let level = match verbose {
        0 => log::LevelFilter::Warn,
        1 => log::LevelFilter::Info,
        2 => log::LevelFilter::Debug,
        _ => log::LevelFilter::Trace,
    };
    let mut builder = env_logger::Builder::new();
    builder.filter_level(level).parse_default_env();
    builder.format(|to, record| {
        // Lines of a message are indented, so that none looks like one of the log.
        let text = record.args().to_string().replace('\n', "\n    ");
        let (time, level, target) = (to.timestamp(), record.level(), record.target());
        let text = excerpt::printable(&text);
        writeln!(to, "[{time} {level:<5} {target}] {text}")
    });
    if let Some(path) = file {
        let file = files::appended(path).map_err(|error| format!("--log-file: {error}"))?;
        builder.target(env_logger::Target::Pipe(Box::new(file)));
    }
    builder.init();
    Ok(())
}

/// Returns the description of the command line.
///
/// The help of the program is about the whole: it has the exit codes, and leaves the options of GTP
/// to that of `gtp`, which lists the commands of the protocol too, taken from their table.
fn command() -> clap::Command {
    Cli::command()
        .mut_args(|argument| argument.hide(true))
        .after_long_help(format!("{EXAMPLES}\n\n{}", exit::table()))
        .mut_subcommand("gtp", |gtp| gtp.after_long_help(gtp_help()))
}

/// Runs the program and returns its exit status.
pub fn main() -> ExitCode {
    signals::survive_long_files();
    signals::fail_without_memory();
    parallel::bound_arenas();
    let cli = match parse(command()) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return refuse(error),
        // The help or the version was asked for, which is no error.
        Err(help) => return end(printed(help.print())),
    };
    end(run(cli))
}

fn parse(mut command: clap::Command) -> Result<Cli, clap::Error> {
    let matches = command
        .try_get_matches_from_mut(analysis::with_two_dashes(
            dev::with_dev(env::args_os()).into_iter(),
        ))
        .map_err(explain_order)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Prints what is wrong with the command line and returns the exit status. Long values are
/// shortened in the message.
fn refuse(mut error: clap::Error) -> ExitCode {
    let echoed: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => Some((kind, excerpt::excerpt(text))),
            _ => None,
        })
        .collect();
    for (kind, text) in echoed {
        error.insert(kind, ContextValue::String(text));
    }
    let text = error.render().to_string();
    let short = excerpt::message(&text);
    // If standard error cannot be written, the exit status still shows the failure.
    let _ = match short == text {
        // `print` uses colours on a terminal.
        true => error.print(),
        false => io::stderr().write_all(short.as_bytes()),
    };
    Exit::Usage.into()
}

/// Returns the exit status, and prints an error to standard error.
fn end(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => Exit::Success.into(),
        Err(error) => {
            // `eprintln` would panic if standard error cannot be written. The exit status still
            // shows the failure.
            let _ = writeln!(io::stderr(), "halfpoint: {}", excerpt::message(&error));
            Exit::Failure.into()
        }
    }
}

/// Adds a tip to the error for options that stand before a subcommand: they belong after it.
fn explain_order(mut error: clap::Error) -> clap::Error {
    let subcommand = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) if error.kind() == ErrorKind::ArgumentConflict => name,
        _ => return error,
    };
    let tip =
        format!("options of a subcommand follow its name: 'halfpoint {subcommand} [OPTIONS]'");
    error.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec![tip.into()]),
    );
    error
}

fn run(cli: Cli) -> Result<(), String> {
    let wanted = cli.command.unwrap_or(ProgramCommand::Gtp(cli.gtp));
    // Before a net is opened, which may have warnings.
    wanted.start_log()?;
    match wanted {
        ProgramCommand::Gtp(args) => serve_gtp(&args),
        ProgramCommand::Analysis(args) => args.run(),
        #[cfg(feature = "board")]
        ProgramCommand::Board(args) => args.run(),
        ProgramCommand::Play(args) => args.run(),
        ProgramCommand::Rules(args) => args.run(),
        ProgramCommand::Net(args) => args.run(),
        ProgramCommand::Arena(args) => args.run(),
        ProgramCommand::Score(args) => args.run(),
        ProgramCommand::Solve(args) => args.run(),
        ProgramCommand::Lab(args) => args.run(),
        ProgramCommand::Dev { command } => command.run(),
        ProgramCommand::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "halfpoint", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
        ProgramCommand::Man(args) => args.run(command()),
    }
}

impl ProgramCommand {
    /// Starts the log: warnings, and what the command was asked to say.
    fn start_log(&self) -> Result<(), String> {
        match self {
            ProgramCommand::Gtp(args) => start_log(args.verbose, args.log_file.as_deref()),
            ProgramCommand::Analysis(args) => start_log(args.verbose, None),
            ProgramCommand::Arena(args) => start_log(args.verbose(), None),
            #[cfg(feature = "board")]
            ProgramCommand::Board(_) => start_log(0, None),
            ProgramCommand::Play(_)
            | ProgramCommand::Rules(_)
            | ProgramCommand::Net(_)
            | ProgramCommand::Score(_)
            | ProgramCommand::Solve(_)
            | ProgramCommand::Lab(_)
            | ProgramCommand::Dev { .. }
            | ProgramCommand::Completions { .. }
            | ProgramCommand::Man(_) => start_log(0, None),
        }
    }
}

/// Speaks GTP on standard input and output.
fn serve_gtp(args: &GtpArgs) -> Result<(), String> {
    let options = args.options()?;
    if io::stdin().is_terminal() {
        // The hint is optional, so a failed write is ignored.
        let _ = writeln!(io::stderr(), "{TERMINAL_HINT}");
    }
    if options.ogs_chat {
        // A failed write is ignored, like those of the chat.
        let _ = writeln!(io::stderr(), "{CHAT_HINT}");
    }
    // LizGoban waits for these words.
    log::info!("GTP ready");
    let mut session = Session::new(options);
    let closes_within = gtp::stdout_closes_within;
    let served = gtp::serve(&mut session, io::stdin(), io::stdout(), closes_within);
    served.map_err(|error| error.to_string())
}

/// Returns the list of GTP commands for the help, each with its usage and a line about it.
fn gtp_help() -> String {
    let mut text = String::from("Commands:\n");
    for command in COMMANDS.iter() {
        let space = if command.usage.is_empty() { "" } else { " " };
        text.push_str(&format!(
            "  {}{space}{}\n        {}\n",
            command.name, command.usage, command.summary
        ));
    }
    text
}
