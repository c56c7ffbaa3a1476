//! Subcommand `arena ladder`: a ladder of ranked players.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use halfpoint_arena::client;
use halfpoint_arena::log::record::Sides;
use halfpoint_arena::plan::config::{EngineConfig, MAX_GAMES};
use halfpoint_core::board::Color;
use halfpoint_core::excerpt::printable;
use halfpoint_core::game::Setup;
use halfpoint_core::notation::{self, BoardSize};
use halfpoint_core::rules::{GameType, Rank};
use halfpoint_engine::clock::{TimeSystem, seconds_since_1970};
use halfpoint_ladder::config::{LadderConfig, Member};
use halfpoint_ladder::history::{Entry, LadderGame, is_possible, verdict_entered};
use halfpoint_ladder::play::{self, Plan};
use halfpoint_ladder::state::{Ladder, Row};
use halfpoint_ladder::store::{self, Store};

use super::common::{print, show, write_report};
use super::match_progress::course;
use crate::defaults;
use crate::options::playable_size;

/// Players with ranks who are paired, promoted and demoted as on the Black&White server.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct LadderArgs {
    #[command(subcommand)]
    command: LadderCommand,
}

const EXAMPLES: &str = "Examples:
  halfpoint arena ladder begin club --size 9 --time 'byoyomi 60 10 3'
  halfpoint arena ladder add club --rank 10k 'ours=internal playouts=500'
  halfpoint arena ladder add club --rank 10k 'gnugo=gnugo --mode gtp --japanese-rules --seed {seed}'
  halfpoint arena ladder add club --rank 3d Ada          a person: results are entered by hand
  halfpoint arena ladder play club --games 20
  halfpoint arena ladder enter club --black ours --white Ada --result W+R
  halfpoint arena ladder show club
  halfpoint arena ladder report club                     writes club/ladder.html";

#[derive(Debug, Subcommand)]
enum LadderCommand {
    /// Begin a ladder in a folder
    Begin(BeginArgs),
    /// Add a player: an engine, or a name whose results are entered by hand
    Add(AddArgs),
    /// Retire a player: it plays no more, and keeps its place
    Leave {
        /// Folder of the ladder
        dir: PathBuf,
        /// Name of the player
        name: String,
    },
    /// Let the engines play games
    Play(LadderPlayArgs),
    /// Enter the result of a game by hand
    Enter(EnterArgs),
    /// Print the table
    Show {
        /// Folder of the ladder
        dir: PathBuf,
        /// Print JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Write a page with the table, a chart of each player's rank over time, and the games
    Report {
        /// Folder of the ladder
        dir: PathBuf,
    },
}

#[derive(Args, Debug)]
struct BeginArgs {
    /// Folder of the ladder, created if missing
    dir: PathBuf,
    #[arg(long, value_name = "N[xM]", value_parser = playable_size, help = format!("Board size: 9, or 9x13 [default: {}]", defaults::FULL_SIZE))]
    size: Option<BoardSize>,
    /// Time system: `absolute MAIN`, `byoyomi MAIN PERIOD N` or `canadian MAIN PERIOD STONES`, in
    /// seconds [default: absolute 1800]
    #[arg(long, value_name = "SYSTEM")]
    time: Option<TimeSystem>,
    /// Allow time systems that the server does not offer, also `move S`, `fischer MAIN INCREMENT`
    /// and `none`
    #[arg(long)]
    any_time: bool,
    /// Seconds by which a side may exceed its time [default: 0.1]
    #[arg(long, value_name = "SECONDS", hide = true)]
    time_margin: Option<f64>,
    /// Seconds that an engine has to answer when no clock runs [default: 120]
    #[arg(long, value_name = "SECONDS", hide = true)]
    patience: Option<f64>,
    /// Largest number of handicap stones, if the board has points for them [default: 25]
    #[arg(long, value_name = "N")]
    most_stones: Option<usize>,
    /// Largest number of moves of a game [default: four for each point]
    #[arg(long, value_name = "N", hide = true)]
    move_limit: Option<u32>,
    /// Playouts per move, for `internal` and {playouts}
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,
    /// Seed of pairings, colour guesses and engines [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Args, Debug)]
struct AddArgs {
    /// Folder of the ladder
    dir: PathBuf,
    /// Player: NAME=COMMAND or NAME=internal … for an engine, as in `halfpoint arena`; NAME alone
    /// for others
    #[arg(value_name = "NAME[=COMMAND]")]
    player: String,
    /// Rank to begin with: 18k to 1k, 1d to 9d, 1p to 9p
    #[arg(long, value_name = "RANK", required_unless_present = "guest")]
    rank: Option<Rank>,
    /// Add a guest: 18k, without promotion points
    #[arg(long, conflicts_with = "rank")]
    guest: bool,
    /// GTP command that the engine gets after its start
    #[arg(long = "start-up", value_name = "COMMAND")]
    start_up: Vec<String>,
}

#[derive(Args, Debug)]
struct LadderPlayArgs {
    /// Folder of the ladder
    dir: PathBuf,
    /// Play this many more games
    #[arg(long, value_name = "N", required_unless_present = "until")]
    games: Option<usize>,
    /// Play until the ladder has this many games; the same command resumes after an interruption
    #[arg(long, value_name = "N", conflicts_with = "games")]
    until: Option<usize>,
    /// Games played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    concurrency: u16,
}

#[derive(Args, Debug)]
struct EnterArgs {
    /// Folder of the ladder
    dir: PathBuf,
    /// Name of the player who had Black
    #[arg(long, value_name = "NAME")]
    black: String,
    /// Name of the player who had White
    #[arg(long, value_name = "NAME")]
    white: String,
    /// Result: B+3.5, W+R (resigned), B+T (time), W+F (left the game), 0, Void
    #[arg(long, value_name = "RESULT")]
    result: String,
    /// Game type, if it is not the one of the ranks: ho_sun, jung_sun or 'handicap N'
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<GameType>,
}

impl LadderArgs {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// If the ladder cannot be read or changed, or if a file or standard output cannot be written.
    pub fn run(self) -> Result<(), String> {
        match self.command {
            LadderCommand::Begin(args) => args.run(),
            LadderCommand::Add(args) => args.run(),
            LadderCommand::Leave { dir, name } => add_entry(&dir, |_| Ok(Entry::Left(name))),
            LadderCommand::Play(args) => args.run(),
            LadderCommand::Enter(args) => args.run(),
            LadderCommand::Show { dir, json } => {
                let ladder = store::load(&dir).map_err(|error| error.to_string())?;
                match json {
                    true => print(&as_json(&ladder)?),
                    false => show(&table(&ladder.table())),
                }
            }
            LadderCommand::Report { dir } => {
                let ladder = store::load(&dir).map_err(|error| error.to_string())?;
                let page = halfpoint_ladder::page(&ladder);
                write_report(&dir, vec![("ladder.html".to_string(), page)])
            }
        }
    }
}

/// Adds the entry that `entry` makes from the state of the ladder.
fn add_entry(
    dir: &Path,
    entry: impl FnOnce(&Ladder) -> Result<Entry, String>,
) -> Result<(), String> {
    let (mut store, mut ladder) = Store::open(dir).map_err(|error| error.to_string())?;
    let entry = entry(&ladder)?;
    let added = store.add(&mut ladder, entry, None);
    added.map_err(|error| error.to_string())
}

impl BeginArgs {
    fn run(self) -> Result<(), String> {
        let usual = LadderConfig::default();
        let config = LadderConfig {
            size: self.size.unwrap_or(usual.size),
            time: self.time.unwrap_or(usual.time),
            any_time: self.any_time,
            time_margin: self.time_margin.unwrap_or(usual.time_margin),
            patience: self.patience.unwrap_or(usual.patience),
            most_stones: self.most_stones.unwrap_or(usual.most_stones),
            move_limit: self.move_limit,
            playouts: self.playouts,
            seed: self.seed.unwrap_or(usual.seed),
        };
        let begun = Store::begin(&self.dir, config);
        begun.map(|_| ()).map_err(|error| error.to_string())
    }
}

impl AddArgs {
    fn run(self) -> Result<(), String> {
        let engine = match self.player.contains('=') {
            true => Some(EngineConfig::parse(&self.player).map_err(|error| error.to_string())?),
            false => None,
        };
        let name = match &engine {
            Some(engine) => engine.name.clone(),
            None => self.player,
        };
        let engine = match (engine, self.start_up.is_empty()) {
            (None, false) => return Err("--start-up: that player is no engine".to_string()),
            (engine, _) => engine.map(|engine| EngineConfig {
                start_up: self.start_up,
                ..engine
            }),
        };
        let member = match self.rank {
            Some(rank) => Member {
                name,
                rank,
                guest: false,
                engine,
            },
            None => Member::guest(name, engine),
        };
        client::adopt_orphans();
        add_entry(&self.dir, |ladder| {
            let checked = play::check_member(ladder, &member, env::current_exe().ok());
            checked.map_err(|error| error.to_string())?;
            Ok(Entry::Player(member))
        })
    }
}

impl LadderPlayArgs {
    fn run(self) -> Result<(), String> {
        let (mut store, mut ladder) = Store::open(&self.dir).map_err(|error| error.to_string())?;
        let more = |games: usize| ladder.games().len().saturating_add(games);
        let until = self.until.or(self.games.map(more)).unwrap_or(0);
        if until > MAX_GAMES as usize {
            return Err(format!(
                "a ladder has at most {MAX_GAMES} games, and this would be {until}"
            ));
        }
        let plan = Plan {
            until,
            concurrency: usize::from(self.concurrency),
            reaper: env::current_exe().ok(),
        };
        let stop = super::signals::stop_flag()?;
        client::adopt_orphans();
        let mut report =
            |game: &LadderGame, _: &Ladder| writeln!(io::stdout(), "{}", game_line(game));
        let played = play::play(&mut store, &mut ladder, &plan, &stop, &mut report);
        let complete = played.map_err(|error| error.to_string())?;
        show(&format!("\n{}", table(&ladder.table())))?;
        match complete {
            true => Ok(()),
            false => Err(format!(
                "interrupted; {} of {} games are kept",
                ladder.games().len(),
                plan.until
            )),
        }
    }
}

impl EnterArgs {
    fn run(self) -> Result<(), String> {
        let dir = self.dir.clone();
        add_entry(&dir, |ladder| self.entry(ladder))
    }

    fn entry(self, ladder: &Ladder) -> Result<Entry, String> {
        let verdict = verdict_entered(&self.result)
            .ok_or_else(|| format!("--result: {:?} is no result", self.result))?;
        let names = Sides {
            black: self.black,
            white: self.white,
        };
        let players = ladder.pair(&names).map_err(|error| error.to_string())?;
        let ranks = ladder.ranks(players);
        let kind = match self.kind {
            Some(kind) => kind,
            None if ranks.black > ranks.white => {
                return Err(format!(
                    "the higher rank has White, and {} is {}, {} {}; say --type if it was agreed on \
                     otherwise",
                    names.black, ranks.black, names.white, ranks.white
                ));
            }
            None => GameType::between(ranks.black, ranks.white, ladder.config().most_stones())
                .ok_or("these ranks are too far apart for the handicap that the board can give")?,
        };
        let size = ladder.config().size.0;
        // The board must have a setup for this game type.
        Setup::of_game_type(size, kind).map_err(|error| error.to_string())?;
        let komi = kind.komi(size.width(), size.height());
        if !is_possible(&self.result, komi) {
            return Err(format!(
                "--result: a game with komi {komi} cannot end with {}",
                self.result.trim()
            ));
        }
        Ok(Entry::Game(Box::new(LadderGame {
            game: ladder.free_number(&[]),
            ranks,
            game_type: kind,
            guess: None,
            komi,
            verdict,
            result: self.result.trim().to_string(),
            standings: ladder.rated(&players, kind, verdict),
            players: names,
            ended: seconds_since_1970(),
            record: None,
        })))
    }
}

/// Returns the line about a finished game.
fn game_line(game: &LadderGame) -> String {
    let side = |color: Color| {
        let after = match game.standings.of(color) {
            Some(at) => format!("now {} {}", at.rank.shown(), at.points),
            None => "a guest".to_string(),
        };
        let letter = notation::color_letter(color);
        format!("{} ({letter}, {after})", game.players.of(color))
    };
    let mut line = format!(
        "game {}: {} – {}, {}: {}",
        game.game,
        side(Color::Black),
        side(Color::White),
        game.game_type,
        game.result,
    );
    if let Some(record) = &game.record {
        line.push_str(&course(record));
    }
    printable(&line).into_owned()
}

/// Returns the table of a ladder as JSON.
fn as_json(ladder: &Ladder) -> Result<String, String> {
    let rows = serde_json::to_string_pretty(&ladder.table());
    rows.map(|rows| format!("{rows}\n"))
        .map_err(|error| error.to_string())
}

/// Returns the table of a ladder as text.
fn table(rows: &[Row<'_>]) -> String {
    let wide = |row: &Row<'_>| row.name.chars().count() + if row.left { 7 } else { 0 };
    let width = rows.iter().map(wide).max().unwrap_or(0).max("player".len());
    let mut text = format!(
        "place  {:<width$}  rank   points  games  won  lost  unrated\n",
        "player"
    );
    for row in rows {
        let name = match row.left {
            true => format!("{} (left)", row.name),
            false => row.name.to_string(),
        };
        let points = row
            .points
            .map_or("-".to_string(), |points| points.to_string());
        text.push_str(&format!(
            "{:>5}  {name:<width$}  {:<5}  {points:>6}  {:>5}  {:>3}  {:>4}  {:>7}\n",
            row.place,
            row.rank_text(),
            row.games,
            row.won,
            row.lost,
            row.unrated,
        ));
    }
    text
}
