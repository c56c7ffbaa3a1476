//! Subcommand `lab`: tables and counts on small boards, computed with the solver, and statistics of
//! games.

mod games;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};

use halfpoint_core::board::{Board, Size};
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{self, BoardSize, color_letter, color_name};
use halfpoint_core::rules::{
    ButtonRule, CUSTOM, EndRule, NamedRules, PRESETS, Preset, Rules, ScoringRule, find,
};
use halfpoint_engine::player::{Settings, Threads};
use halfpoint_gtp::files::Output;
use halfpoint_lab::ends::{EndSettings, foretell};
use halfpoint_lab::late::{Late, find_one, try_player};
use halfpoint_lab::positions::{self, ComparedPosition};
use halfpoint_lab::values::{EmptyBoardValue, of_empty_board};
use halfpoint_lab::{all_boards, diagram, score};
use halfpoint_sgf as sgf;
use halfpoint_solver::{Current, SolverLimits, ValueBounds, value_text};
use halfpoint_system::regular;

use super::common::{RulesList, print, record_bytes};
use crate::options::Seconds;
use games::LabGamesArgs;

/// Options of `halfpoint lab`.
#[derive(Args, Debug)]
pub struct LabArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Solve the empty board: value, komi, first moves, tokens and length of best play
    Values(ValuesArgs),
    /// Compare rule sets on all positions of a board to which a game without captures may lead: how
    /// they differ, what passes are fought for, when the button comes early
    Positions(PositionsArgs),
    /// Test the formula for the current score against search, under ultimate, on all boards of a
    /// size
    Score(LabScoreArgs),
    /// Make late positions with their exact values, or test whether the player keeps the values
    Late(LateArgs),
    /// Measure how well playouts of the last moves predict area and margin, on games that ended by
    /// passes after the last stone
    Ends(EndsArgs),
    /// Tell what half a point did in games of a net against itself: even komi, times and prices of
    /// tokens, changed results
    Games(LabGamesArgs),
}

#[derive(Args, Debug)]
struct Common {
    /// Board sizes: 3, or 2x3; several separated by commas
    #[arg(
        long,
        value_name = "N[xM],…",
        value_delimiter = ',',
        default_value = "2,2x3"
    )]
    size: Vec<BoardSize>,
    /// Seconds for each value
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    time: Seconds,
    /// Memory for each value, in MiB
    #[arg(long, value_name = "MB", default_value_t = 256)]
    memory: usize,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Common {
    fn limits(&self, threads: usize) -> SolverLimits {
        SolverLimits {
            time: Some(self.time.0),
            nodes: None,
            memory_mb: self.memory,
            threads,
        }
    }

    fn threads(&self) -> usize {
        super::common::threads(self.threads)
    }
}

#[derive(Args, Debug)]
struct ValuesArgs {
    #[command(flatten)]
    common: Common,
    /// Rule sets: names, or JSON as for kata-set-rules [default: all]
    #[arg(long, value_name = "RULES,…")]
    rules: Vec<RulesList>,
}

#[derive(Args, Debug)]
struct PositionsArgs {
    #[command(flatten)]
    common: Common,
    /// Rule sets: names, or JSON as for kata-set-rules [default: chinese, japanese, ultimate, a
    /// variant of aga, and those in which half a point is a move]
    #[arg(long, value_name = "RULES,…")]
    rules: Vec<RulesList>,
    /// Examples to show of each kind
    #[arg(long, value_name = "N", default_value_t = 1)]
    examples: usize,
}

#[derive(Args, Debug)]
struct LabScoreArgs {
    #[command(flatten)]
    common: Common,
    /// Leave out the positions that are not settled, for which the formula is an estimate
    #[arg(long)]
    settled: bool,
    /// Use the boards of the last moves of this many random games, instead of all boards of a size
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions to show where the formula fails
    #[arg(long, value_name = "N", default_value_t = 3)]
    examples: usize,
}

#[derive(Args, Debug)]
struct LateArgs {
    /// File of positions, a line of JSON each
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Make this many positions for each rule set and write them to the file
    #[arg(long, value_name = "N")]
    make: Option<usize>,
    /// Make positions for these rule sets only
    #[arg(long, value_name = "RULES,…", requires = "make")]
    rules: Vec<RulesList>,
    /// Seed of the random games, and of the player
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Seconds for each move of the player
    #[arg(long, value_name = "SECONDS", default_value = "1")]
    move_time: Seconds,
    /// Positions tried at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Args, Debug)]
struct EndsArgs {
    /// Game records (SGF)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Rule set of records that name none
    #[arg(long, value_name = "RULES", default_value = "chinese")]
    rules: NamedRules,
    /// Use only games that ended by this many points at most
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u16).range(..=625))]
    within: Option<u16>,
    /// Positions to look at in each game, each before one of the last placements
    #[arg(long, value_name = "N", default_value_t = 20)]
    last: usize,
    /// Playouts of each position
    #[arg(long, value_name = "N", default_value_t = 200)]
    playouts: u32,
    /// Seed of the playouts
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games examined at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl LabArgs {
    /// Computes and prints the table asked for.
    ///
    /// # Errors
    /// If a file or standard output cannot be read or written.
    pub fn run(self) -> Result<(), String> {
        match self.what {
            What::Values(args) => args.run(),
            What::Positions(args) => args.run(),
            What::Score(args) => args.run(),
            What::Late(args) => args.run(),
            What::Ends(args) => args.run(),
            What::Games(args) => args.run(),
        }
    }
}

/// Returns the text of a value, or of its proven bounds in the short form of tables.
fn value_or_bounds(scoring: ScoringRule, bounds: ValueBounds) -> String {
    let text = |value| value_text(scoring, value);
    match bounds.exact() {
        Some(value) => text(value),
        None => format!("{}…{}", text(bounds.lower), text(bounds.upper)),
    }
}

/// Note for tables that says how their values are counted.
const HOW_COUNTED: &str = "Komi 0. Nothing is removed at the end that was not captured; where playing on costs points, dead stones are.\n";

impl ValuesArgs {
    fn run(self) -> Result<(), String> {
        let mut rows = rows_of(&self.rules);
        if rows.is_empty() {
            rows = PRESETS.iter().map(LabRow::from).collect();
        }
        let legend = legend(&rows);
        print(&format!(
            "{HOW_COUNTED}{legend}komi: the fair one, Black first · first: how many first moves of Black's are best · \
             moves: length of a line of best play\n"
        ))?;
        for size in &self.common.size {
            print(&format!(
                "\n{}\n{:<20}{:<16}{:<16}{:>6}  {:>5}  {:>5}  tokens in that line\n",
                sides(size.0),
                "rules",
                "Black first",
                "White first",
                "komi",
                "first",
                "moves"
            ))?;
            for row in &rows {
                let limits = self.common.limits(self.common.threads());
                let value = of_empty_board(row.rules, size.0, limits);
                print(&values_row(row, &value, self.common.time.0))?;
            }
        }
        Ok(())
    }
}

/// Returns the row of a rule set in the table of values.
fn values_row(row: &LabRow, value: &EmptyBoardValue, time: Duration) -> String {
    let scoring = row.rules.scoring;
    let [black, white] = &value.first;
    let [black_value, white_value] =
        [black, white].map(|solution| value_or_bounds(scoring, solution.bounds));
    let komi = match (scoring, black.bounds.exact()) {
        (ScoringRule::Spare, _) | (_, None) => "–".to_string(),
        (_, Some(value)) => HalfPoints::from_halves(value).to_string(),
    };
    let tokens = value.tokens();
    let tokens: Vec<String> = tokens
        .iter()
        .map(|(number, color, token)| {
            format!("{number}:{} {}", color_letter(*color), token.meaning())
        })
        .collect();
    let is_known = black.bounds.exact().is_some();
    let tokens = match tokens.join(" ") {
        _ if !is_known => not_solved(time),
        none if none.is_empty() => "none".to_string(),
        tokens => tokens,
    };
    let number = |number: usize| match number {
        0 => "–".to_string(),
        number => number.to_string(),
    };
    format!(
        "{:<20}{black_value:<16}{white_value:<16}{komi:>6}  {:>5}  {:>5}  {tokens}\n",
        row.name,
        number(black.best.len()),
        number(black.line.len()),
    )
}

/// Returns the reason why a value is missing in a table.
fn not_solved(time: Duration) -> String {
    format!("not solved in {} s", time.as_secs_f64())
}

/// Rule set in a table.
struct LabRow {
    name: String,
    rules: Rules,
}

impl From<&Preset> for LabRow {
    fn from(preset: &Preset) -> LabRow {
        LabRow {
            name: preset.id.to_string(),
            rules: preset.rules,
        }
    }
}

/// Returns the rows of the rule sets asked for. Those that are more than a name are numbered.
fn rows_of(asked: &[RulesList]) -> Vec<LabRow> {
    let mut customs = 0;
    let named = asked.iter().flat_map(|list| &list.0);
    let rows = named.map(|named| {
        let is_custom = named.to_string() != named.id;
        customs += usize::from(is_custom);
        let name = match is_custom {
            true => format!("{CUSTOM} {customs}"),
            false => named.id.to_string(),
        };
        let rules = named.rules;
        LabRow { name, rules }
    });
    rows.collect()
}

/// Returns lines with the rules of the rows that are named by a number.
fn legend(rows: &[LabRow]) -> String {
    let customs = rows.iter().filter(|row| row.name.starts_with(CUSTOM));
    let lines = customs.map(|row| {
        let (rules, id) = (row.rules, CUSTOM);
        format!("{}: {}\n", row.name, NamedRules { rules, id })
    });
    lines.collect()
}

/// Returns the rule sets that are compared if none are asked for: the usual ones, one that shows
/// why White must pass last, and all that have half-points.
fn usual_rows() -> Vec<LabRow> {
    let preset = |id: &'static str| find(id).map(LabRow::from);
    let without_last = find("aga").map(|aga| LabRow {
        name: "aga, any last pass".to_string(),
        rules: Rules {
            scoring: ScoringRule::Territory,
            ending: EndRule::TwoPasses,
            ..aga.rules
        },
    });
    [
        preset("chinese"),
        preset("japanese"),
        without_last,
        preset("button"),
        preset("white_button"),
        preset("two_button"),
        preset("reverse_button"),
        preset("two_button_moves"),
        preset("half_pass"),
        preset("ultimate"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl PositionsArgs {
    fn run(self) -> Result<(), String> {
        let Some(area) = find("chinese") else {
            return Err("there is no area rule set".to_string());
        };
        let mut rows = rows_of(&self.rules);
        if rows.is_empty() {
            rows = usual_rows();
        }
        let rules: Vec<Rules> = rows.iter().map(|row| row.rules).collect();
        for size in &self.common.size {
            let limits = self.common.limits(1);
            let found =
                positions::compare(area.rules, &rules, size.0, limits, self.common.threads());
            print(&self.report(*size, &rows, &found))?;
        }
        Ok(())
    }

    fn report(&self, size: BoardSize, rows: &[LabRow], found: &[ComparedPosition]) -> String {
        let of_kind = |settled: Option<bool>| {
            let positions = found.iter();
            positions.filter(|one| one.settled == settled).count()
        };
        let settled = of_kind(Some(true));
        let mut text = format!(
            "{}: {} positions with as many stones of both colours, or one black stone more, and the turn that fits\n\
             {HOW_COUNTED}{}Left out: boards with a chain without a liberty, and images of other boards.\n\
             {settled} are settled by area (chinese): whoever moves may pass; {} are not\n",
            sides(size.0),
            found.len(),
            legend(rows),
            of_kind(Some(false)),
        );
        if of_kind(None) > 0 {
            let why = not_solved(self.common.time.0);
            text += &format!("of {} it is not known: {why}\n", of_kind(None));
        }
        text += "\nPass fights: settled positions in which no token is a best move:\n";
        for (index, row) in rows.iter().enumerate() {
            let is_fight = |position: &&ComparedPosition| {
                let worth = &position.worth[index];
                position.settled == Some(true)
                    && worth.as_ref().is_some_and(|worth| !worth.token_is_best())
            };
            text += &self.count(size.0, &row.name, index, found, &is_fight);
        }
        let has_button = |row: &LabRow| {
            let buttons = row.rules.buttons;
            matches!(
                buttons,
                ButtonRule::Take | ButtonRule::Give | ButtonRule::AsMoves
            )
        };
        if rows.iter().any(has_button) {
            text += "\nPositions not settled in which the button is a best move:\n";
        }
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| has_button(row)) {
            let is_early = |position: &&ComparedPosition| {
                let worth = &position.worth[index];
                position.settled == Some(false)
                    && worth
                        .as_ref()
                        .is_some_and(positions::PositionWorth::button_is_best)
            };
            let is_only = |position: &&ComparedPosition| {
                is_early(position)
                    && position.worth[index]
                        .as_ref()
                        .is_some_and(|worth| worth.best.len() == 1)
            };
            text += &self.count(size.0, &row.name, index, found, &is_early);
            let label = format!("{}, alone", row.name);
            text += &self.count(size.0, &label, index, found, &is_only);
        }
        let counts = |row: &LabRow| !row.rules.last_mover_wins();
        let japanese = rows.iter().position(|row| row.name == "japanese");
        if let Some(reference) = japanese.or(rows.iter().position(counts)) {
            text += &format!(
                "\nBlack's margin less that by {}, in points (and in how many positions):\n",
                rows[reference].name
            );
            for (index, row) in rows.iter().enumerate().filter(|(_, row)| counts(row)) {
                text += &differences(row, index, reference, found);
                text += &format!("{}\n", self.unknown(found, index));
            }
        }
        let equivalent =
            |row: &LabRow| ["two_button_moves", "half_pass"].contains(&row.name.as_str());
        let two_button = rows.iter().position(|row| row.name == "two_button");
        if let Some(reference) = two_button.filter(|_| rows.iter().any(equivalent)) {
            text += "\nPositions with another value than under two_button:\n";
            for (index, row) in rows.iter().enumerate().filter(|(_, row)| equivalent(row)) {
                let differs = |position: &&ComparedPosition| {
                    let value = |index: usize| position.worth[index].as_ref().map(|w| w.value);
                    matches!((value(index), value(reference)), (Some(a), Some(b)) if a != b)
                };
                text += &self.count(size.0, &row.name, index, found, &differs);
            }
        }
        text.push('\n');
        text
    }

    /// Returns a row with the number of positions for which `is_one` holds, and examples of them.
    fn count(
        &self,
        size: Size,
        label: &str,
        index: usize,
        found: &[ComparedPosition],
        is_one: &dyn Fn(&&ComparedPosition) -> bool,
    ) -> String {
        let ones: Vec<&ComparedPosition> = found.iter().filter(is_one).collect();
        let unknown = self.unknown(found, index);
        let mut text = format!("  {label:<24}{:>6}{unknown}\n", ones.len());
        for position in ones.iter().take(self.examples) {
            text += &example(size, position, index);
        }
        text
    }
}

impl PositionsArgs {
    /// Returns a note on how many positions a row leaves out, and why; empty if there are none.
    fn unknown(&self, found: &[ComparedPosition], index: usize) -> String {
        let unknown = found.iter().filter(|one| one.worth[index].is_none());
        match unknown.count() {
            0 => String::new(),
            number => format!("  ({number} left out: {})", not_solved(self.common.time.0)),
        }
    }
}

/// Returns the diagram of a position with its best moves under one rule set.
fn example(size: Size, position: &ComparedPosition, index: usize) -> String {
    let Some(worth) = &position.worth[index] else {
        return String::new();
    };
    let best: Vec<String> = worth.best.iter().map(|action| action.text(size)).collect();
    let said = format!(
        "{} to move: best {} of {} moves",
        color_name(position.to_move),
        best.join(" "),
        worth.moves
    );
    indented(&position.board, &said)
}

/// Returns the diagram of a board, indented, with a text beside its first row.
fn indented(board: &Board, said: &str) -> String {
    let rows = diagram(board);
    let mut text = String::new();
    for (number, row) in rows.lines().enumerate() {
        let said = if number == 0 { said } else { "" };
        text += format!("        {row}   {said}").trim_end();
        text.push('\n');
    }
    text
}

/// Returns a board size as `width×height`.
fn sides(size: Size) -> String {
    format!("{}×{}", size.width(), size.height())
}

/// Returns a row with the differences between the values under two rule sets, and the number of
/// positions of each.
fn differences(row: &LabRow, index: usize, reference: usize, found: &[ComparedPosition]) -> String {
    let mut counts = BTreeMap::<i32, usize>::new();
    for position in found {
        if let (Some(worth), Some(other)) = (&position.worth[index], &position.worth[reference]) {
            *counts.entry(worth.value - other.value).or_default() += 1;
        }
    }
    let said: Vec<String> = counts
        .iter()
        .map(|(&halves, number)| {
            let sign = if halves > 0 { "+" } else { "" };
            format!("{sign}{} ({number})", HalfPoints::from_halves(halves))
        })
        .collect();
    let said = match said.join("  ") {
        none if none.is_empty() => "no position is solved under both".to_string(),
        said => said,
    };
    format!("  {:<20}{said}", row.name)
}

impl LabScoreArgs {
    fn run(self) -> Result<(), String> {
        let (Some(ultimate), Some(area)) = (find("ultimate"), find("chinese")) else {
            return Err("a rule set is missing".to_string());
        };
        for size in &self.common.size {
            let boards = match self.games {
                Some(games) => score::last_boards(area.rules, size.0, games, self.seed),
                None => all_boards(size.0),
            };
            let limits = self.common.limits(1);
            let found = score::compare(
                ultimate.rules,
                &boards,
                self.settled,
                limits,
                self.common.threads(),
            );
            let mut text = format!(
                "{}: {} positions: {} boards, either side to move, as they stand and after one and two delays\n",
                sides(size.0),
                found.compared.len(),
                boards.len(),
            );
            let skipped = found.skipped;
            text += &format!(
                "  left out: {} in which the game is over, {} after delays that may not be made, {} not settled{}\n",
                skipped.over,
                skipped.illegal,
                skipped.not_settled,
                if self.settled { " (--settled)" } else { "" },
            );
            let found = found.compared;
            for settled in [true, false] {
                if self.settled && !settled {
                    continue;
                }
                let of_kind = || found.iter().filter(|one| one.settled == settled);
                let wrong: Vec<_> = of_kind()
                    .filter(|one| {
                        ![Current::Score(one.formula), Current::Unknown].contains(&one.search)
                    })
                    .collect();
                let is_unknown = |one: &&score::ComparedScore| one.search == Current::Unknown;
                text += &format!(
                    "  {:<12}{:>6}, formula and search differ in {}, not solved in the time {}\n",
                    if settled { "settled" } else { "not settled" },
                    of_kind().count(),
                    wrong.len(),
                    of_kind().filter(is_unknown).count(),
                );
                for one in wrong.iter().take(self.examples) {
                    let said = format!(
                        "{} first, {} delays: formula {}, search {}",
                        color_name(one.first),
                        one.delays,
                        one.formula,
                        current_text(one.search)
                    );
                    text += &indented(&one.board, &said);
                }
            }
            print(&text)?;
        }
        Ok(())
    }
}

/// Returns a text for the current score that search found.
pub(super) fn current_text(current: Current) -> String {
    match current {
        Current::Score(score) => notation::result(HalfPoints::from_points(score)),
        Current::Between(less) => format!(
            "none: {} is too little and {} too much for Black",
            notation::result(HalfPoints::from_points(less)),
            notation::result(HalfPoints::from_points(less + 1))
        ),
        Current::Unknown => "unknown".to_string(),
    }
}

/// Boards of the late positions: width, height, and the number of moves before the first position
/// that is tried.
const LATE_BOARDS: [(usize, usize, usize); 4] = [(3, 3, 4), (4, 3, 7), (6, 2, 7), (4, 4, 11)];
/// Nodes within which a late position must be solved, some tenths of a second. The bound is in
/// nodes, so that a seed makes the same positions on any machine.
const NODES_TO_SOLVE: u64 = 100_000;
/// Longest time for solving the position after a move of the player.
const TIME_TO_SOLVE: Duration = Duration::from_secs(60);

impl LateArgs {
    fn limits(time: Option<Duration>, nodes: Option<u64>) -> SolverLimits {
        SolverLimits {
            time,
            nodes,
            memory_mb: 32,
            threads: 1,
        }
    }

    fn run(self) -> Result<(), String> {
        match self.make {
            Some(number) => self.make(number),
            None => self.try_all(),
        }
    }

    fn make(&self, number: usize) -> Result<(), String> {
        let said = |error: &dyn std::fmt::Display| format!("{}: {error}", self.file.display());
        let mut lines = String::new();
        let asked: Vec<&NamedRules> = self.rules.iter().flat_map(|list| &list.0).collect();
        if asked.iter().any(|named| named.id == CUSTOM) {
            return Err("--rules: late positions are made for rule sets with a name".to_string());
        }
        if self.file.is_file() {
            // A slip must not replace a record.
            let read = self.positions();
            read.map_err(|error| format!("{error}: only late positions are replaced"))?;
        }
        let file = Output::open(&self.file).map_err(|error| said(&error))?;
        let is_wanted =
            |preset: &&Preset| asked.is_empty() || asked.iter().any(|named| named.id == preset.id);
        for preset in PRESETS.iter().filter(is_wanted) {
            let mut made = 0;
            let mut seed = self.seed;
            while made < number {
                let (width, height, moves) = LATE_BOARDS[made % LATE_BOARDS.len()];
                let size = Size::new(width, height).map_err(|error| said(&error))?;
                let limits = Self::limits(None, Some(NODES_TO_SOLVE));
                if let Some(late) = find_one(preset.id, size, moves, seed, limits) {
                    let line = serde_json::to_string(&late).map_err(|error| said(&error))?;
                    lines += &format!("{line}\n");
                    made += 1;
                }
                seed += 1;
            }
        }
        file.write(lines.as_bytes()).map_err(|error| said(&error))
    }

    /// Reads the positions of the file.
    fn positions(&self) -> Result<Vec<Late>, String> {
        let said = |error: &dyn std::fmt::Display| format!("{}: {error}", self.file.display());
        let file = regular::given(&self.file).map_err(|error| said(&error))?;
        let text = io::read_to_string(file).map_err(|error| said(&error))?;
        let lines = text.lines().map(serde_json::from_str::<Late>);
        let all: Result<Vec<Late>, _> = lines.collect();
        all.map_err(|error| said(&error))
    }

    fn try_all(&self) -> Result<(), String> {
        let said = |error: &dyn std::fmt::Display| format!("{}: {error}", self.file.display());
        let all = self.positions()?;
        let settings = Settings {
            time_per_move: self.move_time.0,
            threads: Threads::Fixed(1),
            seed: self.seed,
            ..Settings::default()
        };
        let limits = Self::limits(Some(TIME_TO_SOLVE), None);
        let tried = try_player(
            &all,
            &settings,
            limits,
            super::common::threads(self.threads),
        );
        let mut kept = 0;
        let mut unknown = 0;
        for (index, (late, tried)) in all.iter().zip(tried).enumerate() {
            let number = index + 1;
            let Some(tried) = tried else {
                return Err(said(&format!("line {number} is no legal game")));
            };
            unknown += usize::from(tried.value.is_none());
            if tried.value == Some(late.value) {
                kept += 1;
            } else if let Some(game) = late.game() {
                let size = game.board().size();
                let value = |value: Option<i32>| match value {
                    Some(value) => value_text(game.rules().scoring, value),
                    None => "unknown".to_string(),
                };
                let said = format!(
                    "line {number}, {}, komi {}, {} to move: {} is {}, not {}",
                    late.rules,
                    game.komi(),
                    color_name(game.to_move()),
                    tried.action.text(size),
                    value(tried.value),
                    value(Some(late.value)),
                );
                print(&indented(game.board(), &said))?;
            }
        }
        if unknown > 0 {
            let why = not_solved(TIME_TO_SOLVE);
            print(&format!(
                "{unknown} not told: what the player left was {why}\n"
            ))?;
        }
        print(&format!("{kept} of {} kept\n", all.len()))
    }
}

impl EndsArgs {
    fn run(self) -> Result<(), String> {
        let files = self.files.iter();
        let games: Result<Vec<Game>, String> = files.map(|file| self.read(file)).collect();
        let ends = EndSettings {
            within: self
                .within
                .map(|points| HalfPoints::from_points(points.into())),
            last: self.last,
            playouts: self.playouts,
            seed: self.seed,
        };
        let (looked_at, rows) = foretell(&games?, ends, super::common::threads(self.threads));
        print(&format!(
            "{looked_at} of {} games looked at: those that ended by passes with no stone after a token{}\n",
            self.files.len(),
            match self.within {
                Some(points) => format!(", by at most {points} points"),
                None => String::new(),
            }
        ))?;
        if rows.is_empty() {
            return print(
                "no table: of no position did enough playouts come to the area of the game's end\n",
            );
        }
        print(
            "\nbefore: the placement to come, the last one being 1 · area, margin: share of playouts that came to those of \
             the game's end\n\nbefore  games   area  margin\n",
        )?;
        for row in rows {
            let [area, margin] = [row.area, row.margin].map(|share| 100.0 * share);
            print(&format!(
                "{:>6}  {:>5}  {area:>3.0} %   {margin:>3.0} %\n",
                row.before, row.games
            ))?;
        }
        Ok(())
    }

    fn read(&self, file: &Path) -> Result<Game, String> {
        let said = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let bytes = record_bytes(file).map_err(|error| said(&error))?;
        let loaded = sgf::read(&bytes, self.rules.rules, HalfPoints::ZERO, None);
        loaded
            .map(|loaded| loaded.game)
            .map_err(|error| said(&error))
    }
}
