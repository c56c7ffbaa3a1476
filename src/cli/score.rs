//! Subcommand `score`: game records, counted under every rule set.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;

use halfpoint_core::board::{Color, Size, ZobristKey};
use halfpoint_core::excerpt;
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::parse_vertex;
use halfpoint_core::rules::{CUSTOM, NamedRules, PRESETS, Preset, find};
use halfpoint_engine::player::{ExactCounts, Judgement, Player, Settings, held_against_play};
use halfpoint_gtp::files::{Output, write_whole};
use halfpoint_gtp::outcomes;
use halfpoint_report::words::{self, Heading};
use halfpoint_report::{Assumptions, Table, json, picture};
use halfpoint_sgf::{self as sgf, Games, HowWon, Loaded, RecordedResult, SgfError};
use halfpoint_system::parallel::memory_is_left_beside;

use super::common::record_bytes;

/// Rule sets for a record that names none. They are tried in this order until the moves of the
/// record are legal.
const READ_AS: [&str; 3] = ["chinese", "japanese", "new_zealand"];

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
            rows: self.rows(),
            pictures: self.pictures()?,
            player: Player::new(Settings::default()),
            judged: HashMap::new(),
            counts: Arc::new(ExactCounts::new(MAX_SEARCHES, Arc::default())),
            counted: 0,
            failed: 0,
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

    /// Returns the rule sets asked for, each once.
    fn rows(&self) -> Vec<NamedRules> {
        let mut rows: Vec<NamedRules> = Vec::new();
        for wanted in &self.rules {
            let more = match wanted {
                WantedRules::All => PRESETS.iter().map(NamedRules::from).collect(),
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

    /// Returns where to put the pictures that `--svg` asks for.
    ///
    /// # Errors
    /// If pictures cannot be put there. This is checked before anything is counted.
    fn pictures(&self) -> Result<Pictures, String> {
        let Some(path) = &self.svg else {
            return Ok(Pictures::None);
        };
        let unwritten = |error| unwritten(path, &error);
        let svg = path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("svg"));
        if svg && !path.is_dir() {
            if self.files.len() > 1 {
                return Err(SEVERAL.to_string());
            }
            let output = Output::open(path).map_err(unwritten)?;
            return Ok(Pictures::File(path.clone(), output));
        }
        let mut names = HashMap::new();
        for file in &self.files {
            let name = picture_name(file, 1);
            if let Some(other) = names.insert(name.clone(), file) {
                let [other, file] = [other, file].map(|file| file.display());
                return Err(format!("--svg: {other} and {file} would both be {name}"));
            }
        }
        fs::create_dir_all(path).map_err(unwritten)?;
        Ok(Pictures::Directory(path.clone(), HashSet::new()))
    }
}

/// Error for several games and one picture file.
const SEVERAL: &str = "--svg: several games need a directory, not a file";

/// Destination of the pictures.
enum Pictures {
    /// No pictures are wanted.
    None,
    /// Path and opened file of the only picture.
    File(PathBuf, Output),
    /// Existing directory that gets a picture of each game, and the names of those that it has got.
    Directory(PathBuf, HashSet<String>),
}

/// Returns the name of the picture of a game, which is the `number`-th of its file.
fn picture_name(file: &Path, number: usize) -> String {
    let stem = file.file_stem().unwrap_or(OsStr::new("game"));
    let number = match number {
        1 => String::new(),
        number => format!("-{number}"),
    };
    format!("{}{number}.svg", stem.to_string_lossy())
}

/// Counting of the records of all files.
struct Scorer {
    args: ScoreArgs,
    rows: Vec<NamedRules>,
    pictures: Pictures,
    player: Player,
    /// Judgements of dead stones by board, kept because games may come more than once.
    judged: HashMap<(Size, ZobristKey), Judgement>,
    counts: Arc<ExactCounts>,
    counted: usize,
    failed: usize,
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
        for file in &files {
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
        let _ = writeln!(io::stderr(), "halfpoint: {text}");
    }

    fn file(&mut self, file: &Path, bytes: &[u8]) -> Result<(), Stop> {
        let games = load_all(bytes, self.args.komi);
        // A title has a number only if the file holds a second game.
        let mut games = games.peekable();
        let mut number = 0;
        while let Some(loaded) = games.next() {
            number += 1;
            if matches!(self.pictures, Pictures::File(..)) && games.peek().is_some() {
                return Err(Stop::Failed(SEVERAL.to_string()));
            }
            let title = match number > 1 || games.peek().is_some() {
                true => format!("{}, game {number}", file.display()),
                false => file.display().to_string(),
            };
            let counted = match loaded {
                Ok(record) => self.table(&record).map(|table| (record, table)),
                Err(error) => Err(without_number(error)),
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
        let moves = record.loaded.game.records().len();
        let memory = moves * MEMORY_OF_A_MOVE * (self.rows.len() + OTHER_GAMES);
        if memory > SMALL_TABLE && !memory_is_left_beside(memory) {
            let sets = words::number(self.rows.len(), "rule set", "rule sets");
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
                let judged = self.judge(&game);
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
        let (rules, wanted) = (record.rules(), &self.rows);
        Ok(Table::cached(&game, rules, wanted, assumptions, readings))
    }

    /// Returns the judgement of the dead stones in the last position, which holds for all rule
    /// sets. The judgement is kept for other games that end on this board.
    fn judge(&mut self, game: &Game) -> Judgement {
        let key = (game.board().size(), game.board().key());
        if let Some(known) = self.judged.get(&key) {
            return held_against_play(known.clone(), game);
        }
        let judged = self.player.judge(game);
        if self.judged.len() >= MAX_JUDGED {
            self.judged.clear();
        }
        self.judged.insert(key, judged.clone());
        held_against_play(judged, game)
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
            ended: ended(record.loaded.recorded),
            names_rules: record.read_as.is_none(),
        };
        let text = if self.args.json {
            let name = file.display().to_string();
            format!("{}\n", json::object(table, &heading, &name, number))
        } else {
            let space = if self.counted > 0 { "\n" } else { "" };
            let text = words::table(table, &heading);
            format!("{space}{}", excerpt::printable(&text))
        };
        self.draw(file, number, table, &heading)?;
        self.counted += 1;
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    /// Draws the picture of a game, if pictures are wanted.
    fn draw(
        &mut self,
        file: &Path,
        number: usize,
        table: &Table,
        heading: &Heading,
    ) -> Result<(), Stop> {
        if matches!(self.pictures, Pictures::None) {
            return Ok(());
        }
        let picture = picture::svg(table, heading);
        let failed = |path: &Path, error| Stop::Failed(unwritten(path, &error));
        match &mut self.pictures {
            Pictures::None => Ok(()),
            Pictures::Directory(directory, drawn) => {
                let name = picture_name(file, number);
                let path = directory.join(&name);
                // The second game of `a.sgf`, or the first of `a-2.sgf`.
                if !drawn.insert(name) {
                    let error = io::Error::other("it is that of another game");
                    return Err(failed(&path, error));
                }
                write_whole(&path, picture.as_bytes()).map_err(|e| failed(&path, e))
            }
            Pictures::File(path, output) => output
                .write(picture.as_bytes())
                .map_err(|e| failed(path, e)),
        }
    }
}

fn unwritten(path: &Path, error: &io::Error) -> String {
    format!("--svg: {}: {error}", path.display())
}

fn read_bytes(file: &Path) -> io::Result<Vec<u8>> {
    if file.is_dir() {
        let error = "a folder, not a record: name the files in it";
        return Err(io::Error::new(io::ErrorKind::IsADirectory, error));
    }
    record_bytes(file)
}

/// Returns how a game ended that was won without counting; `None` for other results.
fn ended(recorded: RecordedResult) -> Option<&'static str> {
    let RecordedResult::Won(winner, how) = recorded else {
        return None;
    };
    Some(match (winner, how) {
        (Color::Black, HowWon::Resignation) => "White resigned",
        (Color::White, HowWon::Resignation) => "Black resigned",
        (Color::Black, HowWon::Time) => "White lost on time",
        (Color::White, HowWon::Time) => "Black lost on time",
        (Color::Black, HowWon::Forfeit) => "White forfeited the game",
        (Color::White, HowWon::Forfeit) => "Black forfeited the game",
        (_, HowWon::Points | HowWon::Unspecified) => return None,
    })
}

/// Game that was read.
struct ScoredRecord {
    loaded: Loaded,
    /// Rule set under which the game was read; `None` if the record names known rules.
    read_as: Option<&'static Preset>,
}

impl ScoredRecord {
    fn rules(&self) -> NamedRules {
        let id = self
            .loaded
            .rules_id
            .or(self.read_as.map(|preset| preset.id));
        NamedRules {
            rules: *self.loaded.game.rules(),
            id: id.unwrap_or(CUSTOM),
        }
    }
}

/// Games of a file, read under one rule set where they name none.
struct RecordReader<'a> {
    preset: &'static Preset,
    games: Games<'a>,
    /// Number of games read so far.
    at: usize,
}

impl RecordReader<'_> {
    fn game(&mut self, index: usize) -> Option<Result<ScoredRecord, SgfError>> {
        let loaded = self.games.nth(index.checked_sub(self.at)?)?;
        self.at = index + 1;
        let preset = self.preset;
        Some(loaded.map(|loaded| {
            let named = loaded.rules_id.is_some() || *loaded.game.rules() != preset.rules;
            ScoredRecord {
                loaded,
                read_as: (!named).then_some(preset),
            }
        }))
    }
}

/// Reads the games of a file. A game that names no rules is read under the first rule set of
/// [`READ_AS`] that allows its moves; if none does, the error is the one under the first of them.
fn load_all(
    bytes: &[u8],
    komi: Option<HalfPoints>,
) -> impl Iterator<Item = Result<ScoredRecord, SgfError>> {
    let presets = READ_AS.into_iter().filter_map(find);
    let mut readers: Vec<RecordReader<'_>> = presets
        .map(|preset| {
            let games = sgf::read_all(bytes, preset.rules, preset.usual_komi);
            RecordReader {
                preset,
                games: match komi {
                    Some(komi) => games.with_komi(komi),
                    None => games,
                },
                at: 0,
            }
        })
        .collect();
    let mut index = 0;
    std::iter::from_fn(move || {
        let (first, others) = readers.split_first_mut()?;
        let game = first.game(index)?;
        let again = match &game {
            Err(error) if is_illegal(error) => others
                .iter_mut()
                .find_map(|reader| reader.game(index).filter(Result::is_ok)),
            _ => None,
        };
        index += 1;
        Some(again.unwrap_or(game))
    })
}

/// Returns whether an error is a move that the rules forbid.
fn is_illegal(error: &SgfError) -> bool {
    match error {
        SgfError::InGame { reason, .. } | SgfError::AtNode { reason, .. } => is_illegal(reason),
        error => matches!(error, SgfError::IllegalMove { .. }),
    }
}

/// Returns the text of an error without the number of the game, which the title of the message
/// already has.
fn without_number(error: SgfError) -> String {
    match error {
        SgfError::InGame { reason, .. } => reason.to_string(),
        error => error.to_string(),
    }
}
