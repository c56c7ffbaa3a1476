//! Subcommand `arena`: matches between GTP engines.

use std::borrow::Cow;
use std::env;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use halfpoint_arena::log::journal::{self, Journal, JournalError};
use halfpoint_arena::log::jsonl::LinesError;
use halfpoint_arena::log::record::GameRecord;
use halfpoint_arena::plan::config::{EngineConfig, MatchConfig, Shard};
use halfpoint_arena::plan::digest::differing;
use halfpoint_arena::runner::{self, ArenaError, Played};
use halfpoint_arena::stats::sprt::Sprt;
use halfpoint_arena::{client, merge, report};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::clock::TimeSystem;
use halfpoint_nn::NetChoice;
use halfpoint_system::regular;

use super::common::{in_file, show, write_report};
use super::match_progress::MatchProgress;
use super::progress::Progress;
use crate::defaults;
use crate::options::{net_choice, playable_size};

/// Play matches between GTP engines under any of the rule sets.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = EXAMPLES)]
pub struct ArenaArgs {
    #[command(subcommand)]
    command: Option<ArenaCommand>,
    #[command(flatten)]
    play: MatchPlayArgs,
}

const EXAMPLES: &str = "Examples:
  halfpoint arena --out match --engine 'ours=internal playouts=1000' \\
      --engine 'gnugo=gnugo --mode gtp --level 1 --chinese-rules --seed {seed}' --games 20
  halfpoint arena report match            writes match/report.html
  halfpoint arena --config match.toml --out match --resume
  halfpoint arena --config match.toml --out part1 --shard 1/4
  halfpoint arena merge match part1 part2 part3 part4

Options change what --config says; settings for rare needs are those of its file (match.toml).
`internal` is our own player in this process; it takes
playouts=, time_per_move=, threads=, memory=, level=, net= (a file, or none for playouts; the net
in the program without it), net_float=true and rules= (what it believes).
In commands {seed}, {size}, {komi}, {rules} and {playouts} are filled in.";

#[derive(Debug, Subcommand)]
enum ArenaCommand {
    /// Write a page about a match, and a file of its results for gogui-twogtp -analyze
    Report {
        /// Folder of the match
        dir: PathBuf,
    },
    /// Merge the parts of a match that were played with --shard
    Merge {
        /// Folder for the whole match
        out: PathBuf,
        /// Folders of the parts
        #[arg(required = true)]
        parts: Vec<PathBuf>,
    },
    /// Run a ladder: players with ranks, as on the Black&White server
    Ladder(super::ladder::LadderArgs),
    /// End the engines that an arena has left running
    #[command(hide = true)]
    Reaper,
}

#[derive(Args, Debug)]
struct MatchPlayArgs {
    /// Folder for the results
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// Resume the match in the folder of --out, if there is one
    #[arg(long)]
    resume: bool,
    /// Read settings from a TOML file, in the form of match.toml in a folder of results
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Engine: its name in the match, and its command line or `internal`; at least two
    #[arg(long = "engine", value_name = "NAME=COMMAND", value_parser = EngineConfig::parse)]
    engines: Vec<EngineConfig>,
    /// GTP command that an engine gets after its start
    #[arg(long = "start-up", value_name = "NAME=COMMAND")]
    start_up: Vec<String>,
    /// Environment variable of an engine
    #[arg(long = "env", value_name = "NAME=VARIABLE=VALUE", hide = true)]
    env: Vec<String>,
    /// Folder that an engine runs in
    #[arg(long = "dir", value_name = "NAME=DIR", hide = true)]
    dirs: Vec<String>,
    #[arg(long, value_name = "RULES", help = format!("Rule set [default: {}]", defaults::RULES))]
    rules: Option<NamedRules>,
    #[arg(long, value_name = "N[xM]", value_parser = playable_size, help = format!("Board size: 9, or 9x13 [default: {}]", defaults::GAME_SIZE))]
    size: Option<BoardSize>,
    /// Komi [default: usual komi of the rule set]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<HalfPoints>,
    /// Handicap stones [default: 0]
    #[arg(long, value_name = "N")]
    handicap: Option<usize>,
    /// Games for each two engines; they come in pairs, so an odd number is rounded up [default:
    /// 100]
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Seed of openings and engines [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Random moves in each opening [default: 0]
    #[arg(long, value_name = "N")]
    opening_plies: Option<u32>,
    /// Keep a random opening only if a search puts no side ahead by more points, komi included
    #[arg(long, value_name = "POINTS")]
    balanced: Option<HalfPoints>,
    /// Net that evaluates the search of --balanced, or `default` for the one in the program
    /// [default: none, so that playouts evaluate]
    #[arg(long, value_name = "FILE|default", value_parser = net_choice())]
    net: Option<NetChoice>,
    /// Take openings from the SGF files of a folder
    #[arg(long, value_name = "DIR")]
    openings: Option<PathBuf>,
    /// Time system: `move S`, `absolute S`, `canadian MAIN PERIOD MOVES`, `byoyomi MAIN PERIOD N`,
    /// `fischer MAIN INCREMENT` or `none` [default: none]
    #[arg(long, value_name = "SYSTEM")]
    time: Option<TimeSystem>,
    /// Seconds by which a side may exceed its time [default: 0.1]
    #[arg(long, value_name = "SECONDS", hide = true)]
    time_margin: Option<f64>,
    /// Seconds that an engine has to answer when no clock runs [default: 120]
    #[arg(long, value_name = "SECONDS", hide = true)]
    patience: Option<f64>,
    /// Playouts per move, for `internal` and {playouts}
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,
    /// Largest number of moves of a game [default: four for each point]
    #[arg(long, value_name = "N", hide = true)]
    move_limit: Option<u32>,
    /// End the match by a sequential test of two Elo differences
    #[arg(long, value_name = "ELO0:ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Games played at a time [default: 1]
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// Restart the engines for each game
    #[arg(long, hide = true)]
    restart: bool,
    /// Play one part of the match, so that several machines can share it: 1/4 is the first of four
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Log more: the decisions (once), every line of GTP too (twice)
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// Parses `ELO0:ELO1` or `ELO0:ELO1:ALPHA:BETA`.
///
/// # Errors
/// If the text has another form, or the test is not possible with these numbers.
fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(':').map(str::parse).collect();
    let sprt = match numbers.as_deref() {
        Ok(&[elo0, elo1]) => Sprt {
            elo0,
            elo1,
            ..Sprt::default()
        },
        Ok(&[elo0, elo1, alpha, beta]) => Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        },
        _ => return Err("not ELO0:ELO1 or ELO0:ELO1:ALPHA:BETA".to_string()),
    };
    sprt.validate().map_err(|error| error.to_string())?;
    Ok(sprt)
}

impl ArenaArgs {
    /// Returns how often `--verbose` was given.
    pub fn verbose(&self) -> u8 {
        self.play.verbose
    }

    /// Runs the subcommand.
    ///
    /// # Errors
    /// If a match cannot be played or goes wrong, or if a file or standard output cannot be read or
    /// written.
    pub fn run(self) -> Result<(), String> {
        match self.command {
            None => self.play.run(),
            Some(ArenaCommand::Report { dir }) => {
                let (config, records) = journal::load(&dir).map_err(|error| error.to_string())?;
                write_report(&dir, report::files(&config, &records))
            }
            Some(ArenaCommand::Merge { out, parts }) => {
                let merged = merge::merge(&out, &parts).map_err(|error| error.to_string())?;
                show(&format!("{merged}\n"))
            }
            Some(ArenaCommand::Ladder(ladder)) => ladder.run(),
            Some(ArenaCommand::Reaper) => {
                client::reaper::main();
                Ok(())
            }
        }
    }
}

impl MatchPlayArgs {
    fn run(self) -> Result<(), String> {
        let out = self
            .out
            .clone()
            .ok_or("--out names the folder for the results")?;
        let config = self.settings(&out)?;
        config.validate().map_err(|error| error.to_string())?;
        let resumed = self.resumed(&out, &config)?;
        let finished = resumed.as_ref().map_or(&[][..], |(_, finished)| finished);
        let stop = super::signals::stop_flag()?;
        client::adopt_orphans();
        let telling = Progress::begin("prepares engines and openings");
        let prepared = runner::prepare(&config, finished, env::current_exe().ok(), &stop);
        drop(telling);
        let prepared = prepared.map_err(|error| error.to_string())?;
        // The folder is created last, so that settings that cannot be played leave none behind.
        let mut journal = match resumed {
            Some((journal, _)) => journal,
            None => Journal::create(&out, &config).map_err(|error| error.to_string())?,
        };
        let mut progress = MatchProgress::default();
        let played = prepared.play(&mut journal, &mut progress);
        progress.end();
        self.report(&out, played)
    }

    /// Opens the match to resume, with its finished games; `None` for a new match.
    fn resumed(
        &self,
        out: &Path,
        config: &MatchConfig,
    ) -> Result<Option<(Journal, Vec<GameRecord>)>, String> {
        if !(self.resume && Journal::is_in(out)) {
            Journal::check_free(out).map_err(|error| error.to_string())?;
            return Ok(None);
        }
        let (journal, kept, finished) = Journal::resume(out).map_err(|error| error.to_string())?;
        let changed = differing(config, &kept).map_err(|error| error.to_string())?;
        match changed.is_empty() {
            true => Ok(Some((journal, finished))),
            false => Err(format!(
                "the settings are not those of the match in {} ({}); only concurrency may change",
                out.display(),
                changed.join(", ")
            )),
        }
    }

    /// Prints the summary of a finished match. For a match that was interrupted or went wrong,
    /// returns an error that says how to resume it.
    fn report(&self, out: &Path, played: Result<Played, ArenaError>) -> Result<(), String> {
        let out = out.display().to_string();
        let out = shlex::try_quote(&out).unwrap_or(Cow::Borrowed(&out));
        let resume = format!("go on with: halfpoint arena --out {out} --resume");
        match played {
            Ok(played) => {
                show(&format!("\n{}\n", played.summary))?;
                match played.complete {
                    true => Ok(()),
                    false => Err(format!("interrupted; {resume}")),
                }
            }
            // `--resume` would find another match, or none, in that folder.
            Err(error @ ArenaError::Journal(JournalError::Lines(LinesError::Moved(_)))) => {
                Err(error.to_string())
            }
            Err(error) => Err(format!("{error}; what is finished is kept, {resume}")),
        }
    }

    /// Returns the settings: those of the configuration file, else those of the match to resume,
    /// else the defaults, each changed by the options given.
    fn settings(&self, out: &Path) -> Result<MatchConfig, String> {
        let mut config = match &self.config {
            Some(path) => {
                let text = regular::given(path).and_then(journal::settings_text);
                toml::from_str(&text.map_err(in_file(path))?).map_err(in_file(path))?
            }
            None if self.resume && Journal::is_in(out) => {
                let (config, _) = journal::load(out).map_err(|error| error.to_string())?;
                config
            }
            None => MatchConfig::default(),
        };
        fn set<T: Clone>(to: &mut T, from: &Option<T>) {
            if let Some(value) = from {
                to.clone_from(value);
            }
        }
        set(&mut config.rules, &self.rules);
        set(&mut config.size, &self.size);
        config.komi = self.komi.or(config.komi);
        set(&mut config.handicap, &self.handicap);
        set(&mut config.games, &self.games);
        set(&mut config.seed, &self.seed);
        set(&mut config.opening_plies, &self.opening_plies);
        config.balanced = self.balanced.or(config.balanced);
        set(&mut config.net, &self.net);
        config.openings = self.openings.clone().or(config.openings);
        set(&mut config.time, &self.time);
        set(&mut config.time_margin, &self.time_margin);
        set(&mut config.patience, &self.patience);
        config.playouts = self.playouts.or(config.playouts);
        config.move_limit = self.move_limit.or(config.move_limit);
        config.sprt = self.sprt.or(config.sprt);
        set(&mut config.concurrency, &self.concurrency);
        config.shard = self.shard.or(config.shard);
        config.restart |= self.restart;
        if !self.engines.is_empty() {
            config.engines.clone_from(&self.engines);
        }
        self.set_engines(&mut config)?;
        Ok(config)
    }

    /// Applies the options that name an engine: `--start-up`, `--env` and `--dir`.
    fn set_engines(&self, config: &mut MatchConfig) -> Result<(), String> {
        for text in &self.start_up {
            let (engine, command) = named(config, text)?;
            engine.start_up.push(command.to_string());
        }
        for text in &self.env {
            let (engine, variable) = named(config, text)?;
            let (variable, value) = variable
                .split_once('=')
                .ok_or_else(|| format!("{text:?}: NAME=VARIABLE=VALUE expected"))?;
            engine.env.insert(variable.to_string(), value.to_string());
        }
        for text in &self.dirs {
            let (engine, dir) = named(config, text)?;
            engine.dir = Some(PathBuf::from(dir));
        }
        Ok(())
    }
}

/// Splits `NAME=REST` and returns the engine of that name and the rest.
fn named<'a, 't>(
    config: &'a mut MatchConfig,
    text: &'t str,
) -> Result<(&'a mut EngineConfig, &'t str), String> {
    let (name, rest) = text
        .split_once('=')
        .ok_or_else(|| format!("{text:?}: NAME=… expected"))?;
    let mut engines = config.engines.iter_mut();
    let engine = engines.find(|engine| engine.name == name);
    let engine = engine.ok_or_else(|| format!("{text:?}: no engine is called {name:?}"))?;
    Ok((engine, rest))
}
