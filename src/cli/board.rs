//! Subcommand `board`: the page on which a game can be played and looked at.

use std::path::Path;

use clap::Args;

use halfpoint_arena::plan::config::EngineConfig;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::player::{Settings, Threads};
use halfpoint_nn::Arithmetic;

use super::common::{print, record_bytes};
use crate::defaults;
use crate::guide::PAGES;
use crate::options::{self, NetArgs, Seconds};
use crate::problems::PROBLEMS;

/// Options of `halfpoint board`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BoardArgs {
    /// Game record to begin with, or the part from # on of the page's address, which holds a game
    #[arg(value_name = "FILE.sgf|#GAME")]
    begin: Option<String>,
    /// Rule set of a new game: a name from `halfpoint rules` or of KataGo, or JSON as for
    /// kata-set-rules
    #[arg(long, value_name = "RULES", default_value = defaults::GAME_RULES)]
    rules: NamedRules,
    /// Board size of a new game: 9, or 9x13
    #[arg(long, value_name = "N[xM]", default_value = defaults::GAME_SIZE, value_parser = options::playable_size)]
    size: BoardSize,
    /// Komi of a new game [default: usual komi of the rule set]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<HalfPoints>,
    /// Port on 127.0.0.1; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Print the address, and do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// Threads of a search
    #[arg(long, value_name = "N|auto", default_value_t = Threads::Auto)]
    threads: Threads,
    /// Another engine that speaks GTP and may play on the page; may be given again. The name on the
    /// page is NAME, or that of the program
    #[arg(long, value_name = "[NAME=]COMMAND", value_parser = opponent)]
    opponent: Vec<EngineConfig>,
    /// Seconds that another engine may take beyond its time, after which it is killed
    #[arg(long, value_name = "SECONDS", default_value = "30", hide = true)]
    patience: Seconds,
    /// Also answer KataGo's analysis protocol over a WebSocket, for KaTrain's remote engine; its
    /// address is printed after that of the page
    #[arg(long)]
    analysis: bool,
    /// Keep nothing of the page's game on the disk beyond this run
    #[arg(long)]
    no_keep: bool,
    #[command(flatten)]
    net: NetArgs,
}

/// Reads the command line of another engine, with its name before it or not.
fn opponent(text: &str) -> Result<EngineConfig, String> {
    let is_named = text
        .split_once('=')
        .is_some_and(|(name, _)| !name.contains([' ', '/', '\\']));
    let program = text.split_ascii_whitespace().next().unwrap_or_default();
    let stem = Path::new(program).file_stem().unwrap_or_default();
    let named = match is_named {
        true => text.to_string(),
        false => format!("{}={text}", stem.to_string_lossy()),
    };
    EngineConfig::parse(&named).map_err(|error| error.to_string())
}

const EXAMPLES: &str = "Examples:
  halfpoint board                     a page in the browser, Two Button Go on 9x9
  halfpoint board game.sgf            begins with a record
  halfpoint board '#…'                begins with the game of an address
  halfpoint board --rules half_pass --size 7 --no-open
  halfpoint board --opponent 'gnugo --mode gtp'   GNU Go may play on the page";

/// Returns the game to begin with.
fn begin(argument: Option<&str>) -> Result<halfpoint_board::Begin, String> {
    match argument {
        None => Ok(halfpoint_board::Begin::New),
        Some(text) => match text.strip_prefix('#') {
            Some(fragment) => Ok(halfpoint_board::Begin::Address(fragment.to_string())),
            None => record_bytes(Path::new(text))
                .map(halfpoint_board::Begin::Record)
                .map_err(|error| format!("{text}: {error}")),
        },
    }
}

impl BoardArgs {
    /// Serves the page until a signal asks the program to end.
    ///
    /// # Errors
    /// If the record or the net cannot be read, the port cannot be used, or the address of the page
    /// cannot be printed.
    pub fn run(self) -> Result<(), String> {
        for (index, one) in self.opponent.iter().enumerate() {
            if self.opponent[..index]
                .iter()
                .any(|other| other.name == one.name)
            {
                return Err(format!("--opponent: two are named {}", one.name));
            }
        }
        options::no_komi_without_points(&self.rules.rules, self.komi.unwrap_or_default())?;
        let options = halfpoint_board::BoardOptions {
            port: self.port,
            begin: begin(self.begin.as_deref())?,
            rules: self.rules,
            size: self.size,
            komi: self.komi,
            settings: Settings {
                threads: self.threads,
                memory_mb: 64,
                ..Settings::default()
            },
            net: self.net.open(Arithmetic::Int8)?,
            analysis: self.analysis,
            opens: !self.no_open,
            opponents: self.opponent,
            patience: halfpoint_board::Patience {
                margin: self.patience.0,
                ..halfpoint_board::Patience::default()
            },
            lessons: halfpoint_board::Lessons {
                pages: PAGES,
                problems: PROBLEMS,
                session: options::of_session,
            },
            keep: match self.no_keep {
                true => halfpoint_board::Keep::Off,
                false => halfpoint_board::Keep::State,
            },
        };
        let announce = |address: &str| print(&format!("{address}\n"));
        let stop = super::signals::stop_flag()?;
        halfpoint_board::serve(options, announce, &stop).map_err(|error| error.to_string())
    }
}
