//! Options that begin a session of GTP, for the command line and for the sessions that the pages of
//! the board show, and the options that other subcommands share with it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::Args;
#[cfg(feature = "board")]
use clap::Parser;
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};

use halfpoint_core::board::MAX_SIDE;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::{NamedRules, Rules};
use halfpoint_engine::player::budget::USUAL_LAG;
use halfpoint_engine::player::{MAX_LEVEL, MAX_MEMORY_MB, Settings, Threads};
use halfpoint_gtp::files::Access;
use halfpoint_gtp::{self as gtp, Picture, TakeBack, grammar};
use halfpoint_nn::{Arithmetic, Net, NetChoice};

use crate::defaults;

/// Options of the engine.
#[derive(Args, Debug)]
pub struct GtpArgs {
    /// Rule set: a name from `halfpoint rules` or of KataGo, or JSON as for
    /// kata-set-rules
    #[arg(long, value_name = "RULES", default_value = defaults::RULES)]
    rules: NamedRules,
    /// Komi, a multiple of half a point [default: usual komi of the rule set]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<HalfPoints>,
    /// Board size: 9, or 9x13
    #[arg(long, value_name = "N[xM]", default_value = defaults::FULL_SIZE, value_parser = playable_size)]
    size: BoardSize,
    /// Ignore the rules that clients ask for
    #[arg(long)]
    lock_rules: bool,
    /// Extra prisoners in White's bowl (in Black's, if negative), under ultimate
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    bowl_handicap: Option<i16>,
    /// Playouts per move, or visits where a net evaluates [default: as many as the time allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Seconds per move when no clock runs [default: 1, or no limit with --playouts]
    #[arg(long, value_name = "SECONDS")]
    time_per_move: Option<Seconds>,
    /// Time from the end of a search until the client has its answer, kept back of the time for a
    /// move on a clock. More loses fewer games on time where answers travel far
    #[arg(long, value_name = "SECONDS", default_value_t = Seconds(USUAL_LAG), hide = true)]
    lag: Seconds,
    /// Search threads; `auto` is one for each processor, but one where playouts are bounded
    #[arg(long, value_name = "auto|N", default_value_t)]
    threads: Threads,
    /// Memory for the search tree, in MiB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_MEMORY_MB)))]
    memory: u32,
    #[command(flatten)]
    net: NetArgs,
    /// Evaluate the net in 32-bit floats: exact and slow, for comparisons
    #[arg(long, hide = true)]
    net_float: bool,
    /// Seed of the random numbers [default: another one each time, but 1 with --playouts]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Think during the opponent's turn
    #[arg(long)]
    ponder: bool,
    /// Take-back of the last move (halfpoint-take_back): for either side (on), for none (off), or
    /// only for the opponent of the side that made it
    #[arg(
        long,
        value_name = "on|off|opponent",
        default_value = "off",
        hide = true
    )]
    take_back: TakeBack,
    /// Show a picture of the search in GoGui while it runs
    #[arg(long, value_name = "PICTURE", value_parser = PossibleValuesParser::new(Picture::ALL.map(|(name, _)| name)), hide = true)]
    live_graphics: Option<String>,
    /// Write a line about each move to standard error, for the chat of games on OGS
    #[arg(long)]
    ogs_chat: bool,
    #[arg(long, value_name = "N", help = format!("Playing strength, from 1 to {MAX_LEVEL}"), default_value_t = MAX_LEVEL, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_LEVEL)))]
    level: u8,
    /// Files that clients may name (loadsgf, printsgf): none (off), or those in a folder, by paths
    /// relative to it [default: all]. printsgf replaces nothing but game records
    #[arg(long, value_name = "off|DIR")]
    files: Option<Access>,
    /// Append the log to a file instead of writing it to standard error
    #[arg(long, value_name = "FILE")]
    pub log_file: Option<PathBuf>,
    /// Log more: the decisions (once), every line of GTP too (twice)
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

impl GtpArgs {
    /// Returns the arithmetic in which the net is evaluated.
    fn arithmetic(&self) -> Arithmetic {
        if self.net_float {
            Arithmetic::Float
        } else {
            Arithmetic::Int8
        }
    }

    /// Returns the options of the session.
    ///
    /// # Errors
    /// If the bowl handicap does not fit the rules, or the net cannot be read.
    pub fn options(&self) -> Result<gtp::Options, String> {
        let options = self.options_without_net()?;
        let net = self.net.open(self.arithmetic())?;
        if self.net_float && net.is_none() {
            return Err("--net-float: there is no net".to_string());
        }
        Ok(gtp::Options { net, ..options })
    }

    /// Returns the options of a session that evaluates no positions.
    ///
    /// # Errors
    /// If the bowl handicap or the komi does not fit the rules.
    fn options_without_net(&self) -> Result<gtp::Options, String> {
        let size = self.size.0;
        let mut rules = self.rules.rules;
        if let Some(k) = self.bowl_handicap {
            rules.bowl_handicap = k;
            rules
                .validate()
                .map_err(|error| format!("--bowl-handicap: {error}"))?;
        }
        no_komi_without_points(&rules, self.komi.unwrap_or_default())?;
        Ok(gtp::Options {
            net: None,
            rules,
            rules_id: self.rules.id,
            komi: self
                .komi
                .unwrap_or_else(|| self.rules.usual_komi(size.width(), size.height())),
            size,
            lock_rules: self.lock_rules,
            take_back: self.take_back,
            live: self.live_graphics.as_deref().and_then(Picture::named),
            ogs_chat: self.ogs_chat,
            files: self.files.clone().unwrap_or_default(),
            lag: self.lag.0,
            settings: Settings {
                playouts: self.playouts,
                time_per_move: self.time_per_move.map(|time| time.0),
                threads: self.threads,
                memory_mb: self.memory as usize,
                seed: seed(self.seed, self.playouts),
                ponder: self.ponder,
                level: self.level,
            },
        })
    }
}

/// Command line that starts a session of GTP, without a subcommand.
#[cfg(feature = "board")]
#[derive(Parser)]
struct SessionLine {
    #[command(flatten)]
    gtp: GtpArgs,
}

/// Returns the options of the GTP session that a command line without a subcommand starts, without
/// its net. `None` if the line is wrong or starts something else.
#[cfg(feature = "board")]
pub fn of_session(line: &str) -> Option<gtp::Options> {
    let line = SessionLine::try_parse_from(shlex::split(line)?).ok()?;
    line.gtp.options_without_net().ok()
}

/// Option for the net that evaluates positions.
#[derive(Args, Debug)]
pub struct NetArgs {
    /// Net that evaluates positions, ours or one of KataGo, or `none` for playouts in its place
    /// [default: the net in the program]
    #[arg(long, value_name = "FILE|none", value_parser = net_choice())]
    net: Option<NetChoice>,
}

impl NetArgs {
    /// Returns the net, in an arithmetic; `None` if there shall be none.
    ///
    /// # Errors
    /// If the net cannot be read.
    pub fn open(&self, arithmetic: Arithmetic) -> Result<Option<Arc<Net>>, String> {
        let choice = self.net.as_ref().unwrap_or(&NetChoice::Embedded);
        let say = || log::warn!("--net {choice}: still reading it");
        let net = match choice {
            NetChoice::File(_) => with_word_after(LONG_READING, say, || choice.open(arithmetic)),
            NetChoice::None | NetChoice::Embedded => choice.open(arithmetic),
        };
        let allowed = match choice {
            NetChoice::File(path) if !path.exists() => "; the file of a net expected, or none",
            NetChoice::File(_) | NetChoice::None | NetChoice::Embedded => "",
        };
        net.map(|net| net.map(Arc::new))
            .map_err(|error| format!("--net {choice}: {error}{allowed}"))
    }
}

/// Time after which the user is told that a net is being read.
const LONG_READING: Duration = Duration::from_millis(1500);

/// Does some work, and calls `say` in the meantime if it is not done after a time.
fn with_word_after<T>(after: Duration, say: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let wait = move || {
            if waiting.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
                say();
            }
        };
        // Where the system has no thread for it, the user waits without a word.
        let _ = thread::Builder::new().spawn_scoped(scope, wait);
        let result = work();
        drop(done);
        result
    })
}

/// Returns the parser of `none`, `default` and paths of nets.
pub fn net_choice() -> impl TypedValueParser<Value = NetChoice> {
    PathBufValueParser::new().map(NetChoice::from)
}

/// Parses the size of a board for a session, whose sides have at least two lines.
///
/// # Errors
/// If the text is no such size: the sizes that there are.
pub fn playable_size(text: &str) -> Result<BoardSize, String> {
    let size = text.parse::<BoardSize>().ok();
    let is_playable = |size: &BoardSize| size.0.width().min(size.0.height()) >= 2;
    size.filter(is_playable)
        .ok_or_else(|| format!("a side must have 2 to {MAX_SIDE} lines"))
}

/// Number of seconds on the command line; fractions are allowed.
#[derive(Clone, Copy, Debug)]
pub struct Seconds(pub Duration);

impl FromStr for Seconds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let seconds = grammar::whole(grammar::seconds, text);
        seconds.map(Seconds).ok_or("not a number of seconds")
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_secs_f64().fmt(f)
    }
}

/// Returns the seed asked for. Without one, returns the default seed if the number of playouts is
/// fixed, so that every run plays the same moves, and a random seed otherwise.
pub fn seed(wanted: Option<u64>, playouts: Option<u64>) -> u64 {
    let usual = || match playouts {
        Some(_) => Settings::default().seed,
        None => rand::random(),
    };
    wanted.unwrap_or_else(usual)
}

/// Refuses a komi under rules that count no points.
///
/// # Errors
/// If there is one.
pub fn no_komi_without_points(rules: &Rules, komi: HalfPoints) -> Result<(), String> {
    match !rules.has_komi() && komi != HalfPoints::ZERO {
        true => Err("--komi: these rules count no points".to_string()),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_said_while_long_work_is_done() {
        let (said, heard) = mpsc::channel();
        let tell = || said.send(()).expect("a listener");
        let word = with_word_after(Duration::ZERO, tell, || heard.recv());
        assert_eq!(word, Ok(()));
        let quick = with_word_after(Duration::from_secs(3600), || panic!("no word"), || 7);
        assert_eq!(quick, 7);
    }
}
