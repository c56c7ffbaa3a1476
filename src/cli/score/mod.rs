//! Subcommand `score`: game records, counted under every rule set.

mod pictures;
mod records;

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;

use halfpoint_core::board::{Size, ZobristKey};
use halfpoint_core::excerpt;
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::parse_vertex;
use halfpoint_core::rules::{CUSTOM, NamedRules, PRESETS};
use halfpoint_engine::player::{ExactCounts, Judgement, Player, Settings, held_against_play};
use halfpoint_gtp::outcomes;
use halfpoint_report::words::{self, Heading};
use halfpoint_report::{Assumptions, Table, json, picture};
use halfpoint_sgf::RecordedResult;
use halfpoint_system::parallel::memory_is_left_beside;

use super::progress::Progress;
use pictures::Pictures;
use records::{ScoredRecord, load_all, read_bytes};

/// Options of `halfpoint score`.
#[derive(Args, Debug)]
pub struct ScoreArgs {
    /// Game records (SGF); - is standard input
    #[arg(required = true, value_name = "FILE.sgf")]
    files: Vec<PathBuf>,
    /// Rule set to count under, or all; may be given several times
    #[arg(long, value_name = "RULES|all", default_value = "all")]
    rules: Vec<WantedRules>,
    /// Komi [default: komi of the record]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<HalfPoints>,
    /// Dead stones: vertices (a stone stands for all of its colour there), auto or none
    #[arg(long, value_name = "V,V…|auto|none", default_value = "auto")]
    dead: DeadStonesChoice,
    /// Print a line of JSON for each game
    #[arg(long)]
    json: bool,
    /// Draw the last position into a file, or into a directory for several games
    #[arg(long, value_name = "FILE|DIR")]
    svg: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
/// Value of `--rules`.
enum WantedRules {
    All,
    Only(NamedRules),
}

impl FromStr for WantedRules {
    type Err = String;

    fn from_str(text: &str) -> Result<WantedRules, String> {
        if text.eq_ignore_ascii_case("all") {
            return Ok(WantedRules::All);
        }
        let rules = NamedRules::from_str(text).map_err(|error| error.to_string())?;
        Ok(WantedRules::Only(rules))
    }
}

#[derive(Clone, Debug)]
/// Value of `--dead`.
enum DeadStonesChoice {
    Auto,
    None,
    Named(Vec<String>),
}

impl FromStr for DeadStonesChoice {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<DeadStonesChoice, &'static str> {
        match text.to_ascii_lowercase().as_str() {
            "auto" => Ok(DeadStonesChoice::Auto),
            "none" => Ok(DeadStonesChoice::None),
            _ => {
                let names = text.split(',').map(|name| name.trim().to_string());
                let names: Vec<String> = names.collect();
                let largest = Size::square(halfpoint_core::board::MAX_SIDE);
                let known = names
                    .iter()
                    .all(|name| parse_vertex(largest, name).is_some());
                known
                    .then_some(DeadStonesChoice::Named(names))
                    .ok_or("vertices such as C3,D4 expected, or auto, or none")
            }
        }
    }
}

/// Reason to stop before all records are read.
enum Stop {
    /// The reader of the output has closed it.
    Closed,
    Failed(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Failed(error.to_string()),
        }
    }
}

impl ScoreArgs {
    /// Counts the games one by one and prints their tables.
    ///
    /// # Errors
    /// If a record cannot be read, after all others were counted; if the output cannot be written.
    pub fn run(self) -> Result<(), String> {
        let mut scorer = Scorer {
            pictures: Pictures::new(self.svg.as_deref(), &self.files)?,
            player: Player::new(Settings::default()),
            judged: HashMap::new(),
            counts: Arc::new(ExactCounts::new(MAX_SEARCHES, Arc::default())),
            counted: 0,
            failed: 0,
            telling: Progress::begin("begins"),
            place: String::new(),
            args: self,
        };
        match scorer.files() {
            Err(Stop::Failed(error)) => Err(error),
            Ok(()) if scorer.failed > 0 => Err(format!(
                "{} could not be counted",
                words::number(scorer.failed, "record", "records")
            )),
            Ok(()) | Err(Stop::Closed) => Ok(()),
        }
    }

    /// Returns the rule sets asked for, each once. Those of the record belong to all, even if they
    /// are none of the table.
    fn rows(&self, of_record: NamedRules) -> Vec<NamedRules> {
        let own = Some(of_record).filter(|rules| rules.id == CUSTOM);
        let mut rows: Vec<NamedRules> = Vec::new();
        for wanted in &self.rules {
            let more = match wanted {
                WantedRules::All => own
                    .into_iter()
                    .chain(PRESETS.iter().map(NamedRules::from))
                    .collect(),
                WantedRules::Only(rules) => vec![*rules],
            };
            for rules in more {
                if !rows.contains(&rules) {
                    rows.push(rules);
                }
            }
        }
        rows
    }
}

/// Counting of the records of all files.
struct Scorer {
    args: ScoreArgs,
    pictures: Pictures,
    player: Player,
    /// Judgements of dead stones by board, kept because games may come more than once.
    judged: HashMap<(Size, ZobristKey), Judgement>,
    counts: Arc<ExactCounts>,
    counted: usize,
    failed: usize,
    telling: Progress,
    /// Number of the file that is being read, and the number of all, in words.
    place: String,
}

/// Work of the exact counts of all games together, in searches of the usual bound. Such a search
/// takes some hundredths of a second, and a file has up to 100,000 games.
const MAX_SEARCHES: u32 = 256;
/// Largest number of judgements that are kept.
const MAX_JUDGED: usize = 1024;
/// Memory of a move of a game in bytes, measured on a long game. A table has the game under each of
/// its rule sets.
const MEMORY_OF_A_MOVE: usize = 256;
/// Copies of the game that a table needs beside those of its rule sets.
const OTHER_GAMES: usize = 3;
/// Memory of a table in bytes up to which it is made without a look at the memory left.
const SMALL_TABLE: usize = 8 << 20;

impl Scorer {
    fn files(&mut self) -> Result<(), Stop> {
        let files = std::mem::take(&mut self.args.files);
        for (index, file) in files.iter().enumerate() {
            self.place = format!("file {} of {}", index + 1, files.len());
            match read_bytes(file) {
                Ok(bytes) => self.file(file, &bytes)?,
                Err(error) => self.fail(&file.display().to_string(), &error.to_string()),
            }
        }
        Ok(())
    }

    /// Prints what is wrong with a record, and counts the failure.
    fn fail(&mut self, record: &str, error: &str) {
        self.failed += 1;
        // If standard error cannot be written, the exit status still shows the failure.
        let record = excerpt::file_name(record);
        let text = excerpt::message(&format!("{record}: {error}"));
        let tell = || writeln!(io::stderr(), "halfpoint: {text}");
        let _ = self.telling.beside(tell);
    }

    fn file(&mut self, file: &Path, bytes: &[u8]) -> Result<(), Stop> {
        let games = load_all(bytes, self.args.komi);
        // A title has a number only if the file holds a second game.
        let mut games = games.peekable();
        let mut number = 0;
        while let Some(loaded) = games.next() {
            number += 1;
            if games.peek().is_some() {
                self.pictures.check_several().map_err(Stop::Failed)?;
            }
            let title = match number > 1 || games.peek().is_some() {
                true => format!("{}, game {number}", file.display()),
                false => file.display().to_string(),
            };
            let (place, counted) = (&self.place, self.counted);
            self.telling
                .say(format!("{place}, {counted} games counted: {title}"));
            let counted = match loaded {
                Ok(record) => self.table(&record).map(|table| (record, table)),
                Err(error) => Err(error),
            };
            match counted {
                Ok((record, table)) => self.print(file, number, title, &record, &table)?,
                Err(error) => self.fail(&title, &error),
            }
        }
        Ok(())
    }

    /// Returns the table of a record: its result under each rule set.
    ///
    /// # Errors
    /// If the stones of `--dead` are not on the board or cannot be agreed on, or the system has too
    /// little memory left.
    fn table(&mut self, record: &ScoredRecord) -> Result<Table, String> {
        let rules = record.rules();
        let wanted = self.args.rows(rules);
        let moves = record.loaded.game.records().len();
        let memory = moves * MEMORY_OF_A_MOVE * (wanted.len() + OTHER_GAMES);
        if memory > SMALL_TABLE && !memory_is_left_beside(memory) {
            let sets = words::number(wanted.len(), "rule set", "rule sets");
            return Err(format!("too little memory for {moves} moves under {sets}"));
        }
        let mut game = record.loaded.game.clone();
        let size = game.board().size();
        let mut assumptions = Assumptions {
            warnings: record.loaded.warnings.clone(),
            outcome: outcomes(&self.counts),
            ..Assumptions::none(size)
        };
        match &self.args.dead {
            DeadStonesChoice::Auto => {
                let judged = self.judge(&game, &wanted);
                assumptions.dead = judged.dead;
                assumptions.unsettled = judged.unsettled;
            }
            DeadStonesChoice::None => game.agree_on_dead(&[]).map_err(|e| e.to_string())?,
            DeadStonesChoice::Named(names) => {
                let points = names.iter().map(|name| {
                    let point = parse_vertex(size, name);
                    point
                        .filter(|&point| game.board().get(point).is_some())
                        .ok_or_else(|| format!("--dead: there is no stone on {name}"))
                });
                let points: Vec<_> = points.collect::<Result<_, _>>()?;
                game.agree_on_dead(&points)
                    .map_err(|error| format!("--dead: {error}"))?;
            }
        }
        let readings = &mut self.player.readings();
        Ok(Table::cached(&game, rules, &wanted, assumptions, readings))
    }

    /// Returns the judgement of the dead stones in the last position, which holds for all rule
    /// sets counted. The judgement is kept for other games that end on this board.
    fn judge(&mut self, game: &Game, counted: &[NamedRules]) -> Judgement {
        let key = (game.board().size(), game.board().key());
        let rules = counted.iter().map(|row| row.rules);
        if let Some(known) = self.judged.get(&key) {
            return held_against_play(known.clone(), game, rules);
        }
        let judged = self.player.judge(game);
        if self.judged.len() >= MAX_JUDGED {
            self.judged.clear();
        }
        self.judged.insert(key, judged.clone());
        held_against_play(judged, game, rules)
    }

    /// Prints the table of a game, after drawing its picture.
    fn print(
        &mut self,
        file: &Path,
        number: usize,
        title: String,
        record: &ScoredRecord,
        table: &Table,
    ) -> Result<(), Stop> {
        let heading = Heading {
            title,
            players: [record.loaded.black.clone(), record.loaded.white.clone()],
            result: record.loaded.result.clone(),
            margin: match record.loaded.recorded {
                RecordedResult::Margin(margin) => Some(margin),
                RecordedResult::Draw => Some(HalfPoints::ZERO),
                _ => None,
            },
            ended: record.ended(),
            names_rules: record.read_as.is_none(),
        };
        let text = if self.args.json {
            let name = file.display().to_string();
            let object = json::object(table, &heading, &name, number).to_string();
            format!("{}\n", excerpt::printable_json(&object))
        } else {
            let space = if self.counted > 0 { "\n" } else { "" };
            let text = words::table(table, &heading);
            format!("{space}{}", excerpt::printable(&text))
        };
        let picture = || picture::svg(table, &heading);
        let drawn = self.pictures.draw(file, number, picture);
        drawn.map_err(Stop::Failed)?;
        self.counted += 1;
        let write = || {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()
        };
        Ok(self.telling.beside(write)?)
    }
}
