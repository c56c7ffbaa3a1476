//! Subcommand `dev lab late`: late positions with their values, which the player is to keep.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use halfpoint_core::board::Size;
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::{CUSTOM, NamedRules, PRESETS, Preset};
use halfpoint_engine::player::{Settings, Threads};
use halfpoint_gtp::files::Output;
use halfpoint_lab::late::{Late, find_one, try_player};
use halfpoint_nn::{Arithmetic, Net};
use halfpoint_solver::{SolverLimits, value_text};
use halfpoint_system::regular;

use super::tables::{indented, not_solved};
use crate::cli::common::{RulesList, in_file, print, thread_number, threads};
use crate::cli::progress::Progress;
use crate::options::Seconds;

#[derive(Args, Debug)]
pub(in crate::cli) struct LateArgs {
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
    #[arg(long, value_name = "N", value_parser = thread_number())]
    threads: Option<u16>,
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

    pub(super) fn run(self) -> Result<(), String> {
        match self.make {
            Some(number) => self.make(number),
            None => self.try_all(),
        }
    }

    fn make(&self, number: usize) -> Result<(), String> {
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
        let file = Output::open(&self.file).map_err(in_file(&self.file))?;
        let is_wanted =
            |preset: &&Preset| asked.is_empty() || asked.iter().any(|named| named.id == preset.id);
        let telling = Progress::begin("begins");
        for preset in PRESETS.iter().filter(is_wanted) {
            let mut made = 0;
            let mut seed = self.seed;
            while made < number {
                let (width, height, moves) = LATE_BOARDS[made % LATE_BOARDS.len()];
                let size = Size::new(width, height).map_err(in_file(&self.file))?;
                let limits = Self::limits(None, Some(NODES_TO_SOLVE));
                if let Some(late) = find_one(preset.id, size, moves, seed, limits) {
                    let line = serde_json::to_string(&late).map_err(in_file(&self.file))?;
                    lines += &format!("{line}\n");
                    made += 1;
                    telling.say(format!("{}: {made} of {number} positions", preset.id));
                }
                seed += 1;
            }
        }
        file.write(lines.as_bytes()).map_err(in_file(&self.file))
    }

    /// Reads the positions of the file.
    fn positions(&self) -> Result<Vec<Late>, String> {
        let file = regular::given(&self.file).map_err(in_file(&self.file))?;
        let text = io::read_to_string(file).map_err(in_file(&self.file))?;
        let lines = text.lines().map(serde_json::from_str::<Late>);
        let all: Result<Vec<Late>, _> = lines.collect();
        all.map_err(in_file(&self.file))
    }

    fn try_all(&self) -> Result<(), String> {
        let all = self.positions()?;
        let settings = Settings {
            time_per_move: Some(self.move_time.0),
            threads: Threads::Fixed(1),
            seed: self.seed,
            ..Settings::default()
        };
        let limits = Self::limits(Some(TIME_TO_SOLVE), None);
        let net = Net::embedded(Arithmetic::Int8).map(Arc::new);
        let net = net.map_err(|error| error.to_string())?;
        let telling = Progress::begin("begins");
        let counted = |done, all| telling.count(done, all, "positions");
        let threads = threads(self.threads);
        let tried = try_player(&all, &settings, Some(&net), limits, threads, &counted);
        drop(telling);
        let mut kept = 0;
        let mut unknown = 0;
        for (index, (late, tried)) in all.iter().zip(tried).enumerate() {
            let number = index + 1;
            let (Some(tried), Some(game)) = (tried, late.game()) else {
                let error = format!("line {number} is no legal game");
                return Err(in_file(&self.file)(error));
            };
            unknown += usize::from(tried.value.is_none());
            if tried.value == Some(late.value) {
                kept += 1;
                continue;
            }
            let value = |value: Option<i32>| match value {
                Some(value) => value_text(game.rules().scoring, value),
                None => "unknown".to_string(),
            };
            let said = format!(
                "line {number}, {}, komi {}, {} to move: {} is {}, not {}",
                late.rules,
                game.komi(),
                color_name(game.to_move()),
                tried.action.text(game.board().size()),
                value(tried.value),
                value(Some(late.value)),
            );
            print(&indented(game.board(), &said))?;
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
