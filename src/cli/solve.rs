//! Subcommand `solve`: exact values of small boards.

mod proof;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use halfpoint_core::board::{Board, Color};
use halfpoint_core::excerpt;
use halfpoint_core::game::{Game, PlayedMove, Record, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{self, BoardSize, parse_board};
use halfpoint_core::rules::{KoRule, NamedRules, Rules, ScoringRule, id_of};
use halfpoint_lab::score::by_formula;
use halfpoint_sgf as sgf;
use halfpoint_solver::{
    Current, Solution, SolverLimits, SolverProgress, bounds_text, current_score, removal_text,
    solve, solve_saving,
};

use super::progress::Progress;
use crate::defaults;
use crate::options::{Seconds, no_komi_without_points};

/// Options of `halfpoint solve`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// Position to solve instead of the empty board: a game record (SGF), or a diagram with a row
    /// for each line of the board, X black, O white, . empty; - is standard input
    #[arg(value_name = "FILE", conflicts_with = "size")]
    file: Option<PathBuf>,
    /// Board size: 3, or 3x4
    #[arg(long, value_name = "N[xM]", default_value = defaults::SOLVED_SIZE)]
    size: BoardSize,
    /// Rule set: a name from `halfpoint rules` or of KataGo, or JSON as for
    /// kata-set-rules
    #[arg(long, value_name = "RULES", default_value = defaults::RULES)]
    rules: NamedRules,
    /// Ko rule that replaces the one of the rule set
    #[arg(long, value_name = "RULE")]
    ko: Option<Ko>,
    /// Komi
    #[arg(
        long,
        value_name = "POINTS",
        default_value = "0",
        allow_hyphen_values = true
    )]
    komi: HalfPoints,
    /// Side that moves first [default: each in turn; in a game record, the side to move]
    #[arg(long, value_name = "COLOR")]
    first: Option<FirstToMove>,
    /// Seconds for each value with its moves and its line [default: no limit]
    #[arg(long, value_name = "SECONDS")]
    time: Option<Seconds>,
    /// Memory for the results of the search, in MiB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = super::common::memory_mb())]
    memory: u32,
    /// Search threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = super::common::thread_number())]
    threads: Option<u16>,
    /// Print a line of JSON for each value
    #[arg(long)]
    json: bool,
    /// Write a proof of the value into a new file: for each side the moves with which it reaches
    /// the value against any play
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    proof: Option<PathBuf>,
    /// Keep what the search finds in a file, every few minutes, and go on with what it holds
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    save: Option<PathBuf>,
    /// Check a proof by the rules and unconditional life, without the search; - is standard input
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  halfpoint solve --size 3                          the empty 3×3 board
  halfpoint solve --size 2x3 --rules two_button
  halfpoint solve --size 4 --ko simple --time 60    proven bounds if it takes longer
  halfpoint solve --size 4 --first black --proof FILE   a proof of the value, to be checked with
  halfpoint solve --check FILE                      without the search
  halfpoint solve --size 4x5 --save FILE            a long search that may be interrupted
  printf '.XO.\\n.XO.\\n' | halfpoint solve - --first white";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Ko {
    Simple,
    Positional,
    Situational,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FirstToMove {
    Black,
    White,
    Both,
}

/// Returns the name of a file, shortened for a message.
fn name(file: &Path) -> String {
    excerpt::file_name(&file.display().to_string())
}

/// Returns a recorded game under these rules: as it stands if they are its own, else with plain
/// passes in place of token moves, of which a warning tells.
///
/// # Errors
/// If a move is illegal under them.
fn under(rules: Rules, game: Game, file: &Path) -> Result<Game, String> {
    let is_token = |record: &Record| !matches!(record.action, PlayedMove::Place(_));
    if rules != *game.rules() && game.records().iter().any(is_token) {
        let text = "its rules are others, so its passes and token moves count as plain passes";
        log::warn!("{}: {text}", name(file));
    }
    let game = game.into_rules(rules);
    game.map_err(|error| format!("{}: {error}", name(file)))
}

/// Returns in words what a search has come to.
fn progress_text(scoring: ScoringRule, progress: SolverProgress) -> String {
    let known = bounds_text(scoring, progress.bounds);
    let sought = match progress.depth_of_whole {
        Some(moves) => format!("; the whole board is sought within {moves} moves"),
        None => String::new(),
    };
    format!("{known}{sought}; {} nodes", progress.nodes)
}

impl SolveArgs {
    /// Solves the positions asked for and prints their values.
    ///
    /// # Errors
    /// If the position cannot be read, or standard output cannot be written.
    pub fn run(self) -> Result<(), String> {
        if let Some(file) = &self.check {
            return proof::check_file(file);
        }
        let rules = self.rules()?;
        if let Some(file) = &self.proof {
            return self.prove(rules, file);
        }
        for game in self.games(rules)? {
            let first = notation::color_name(game.to_move());
            let telling = Progress::begin(&format!("{first} first"));
            let report = |progress: SolverProgress| {
                let known = progress_text(rules.scoring, progress);
                telling.say(format!("{first} first: {known}"));
            };
            let solution = match &self.save {
                None => solve(&game, self.limits(), &report),
                Some(file) => solve_saving(&game, self.limits(), &report, file)
                    .map_err(|error| format!("{}: {error}", name(file)))?,
            };
            let text = if self.json {
                format!("{}\n", self.as_json(&game, &solution))
            } else {
                self.as_text(&game, &solution)
            };
            telling.print(&text)?;
        }
        Ok(())
    }

    /// Solves the position asked for, writes the proof of its value and prints what is proven.
    fn prove(&self, rules: Rules, file: &Path) -> Result<(), String> {
        let named = NamedRules {
            rules,
            id: id_of(&rules, [self.rules.id]),
        };
        match &self.games(rules)?[..] {
            [game] => proof::write(game, &named, self.limits(), file),
            _ => {
                Err("--proof: a proof is of one value: --first black or --first white".to_string())
            }
        }
    }

    fn rules(&self) -> Result<Rules, String> {
        let mut rules = self.rules.rules;
        if let Some(ko) = self.ko {
            rules.ko = match ko {
                Ko::Simple => KoRule::Simple,
                Ko::Positional => KoRule::Positional,
                Ko::Situational => KoRule::Situational,
            };
        }
        rules.validate().map_err(|error| error.to_string())?;
        no_komi_without_points(&rules, self.komi)?;
        Ok(rules)
    }

    fn limits(&self) -> SolverLimits {
        SolverLimits {
            time: self.time.map(|time| time.0),
            nodes: None,
            memory_mb: self.memory as usize,
            threads: super::common::threads(self.threads),
        }
    }

    /// Returns the games to solve.
    fn games(&self, rules: Rules) -> Result<Vec<Game>, String> {
        let Some(file) = &self.file else {
            return self.on_board(rules, &Board::new(self.size.0));
        };
        let bytes = super::common::record_bytes(file)
            .map_err(|error| format!("{}: {error}", name(file)))?;
        let text = String::from_utf8_lossy(&bytes);
        let rows = text
            .lines()
            .map(|row| row.split_whitespace().collect::<String>());
        let rows: Vec<String> = rows.filter(|row| !row.is_empty()).collect();
        let is_diagram = rows
            .iter()
            .all(|row| row.chars().all(|sign| ".+XO".contains(sign)));
        if is_diagram {
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let board = parse_board(&rows)
                .ok_or_else(|| format!("{}: rows of equal length expected", name(file)))?;
            return self.on_board(rules, &board);
        }
        let loaded = sgf::read(&bytes, rules, self.komi, None)
            .map_err(|error| format!("{}: {error}", name(file)))?;
        if !loaded.closed {
            let why = "no bracket closes the game, of which a part may be missing";
            return Err(format!("{}: {why}", name(file)));
        }
        let mut game = under(rules, loaded.game, file)?;
        game.set_komi(self.komi);
        match self.first {
            None => Ok(vec![game]),
            Some(_) => Err("--first: a game record says who is to move".to_string()),
        }
    }

    /// Returns the games that begin with these stones: one for each side that may move first.
    fn on_board(&self, rules: Rules, board: &Board) -> Result<Vec<Game>, String> {
        let colors = match self.first {
            Some(FirstToMove::Black) => vec![Color::Black],
            Some(FirstToMove::White) => vec![Color::White],
            Some(FirstToMove::Both) | None => Color::BOTH.to_vec(),
        };
        let games = colors.into_iter().map(|color| {
            let setup = Setup::with_stones(board.size(), board.stones().collect(), color)
                .map_err(|error| error.to_string())?;
            Ok(Game::with_setup(rules, setup, self.komi))
        });
        games.collect()
    }

    fn as_text(&self, game: &Game, solution: &Solution) -> String {
        let scoring = game.rules().scoring;
        let bounds = solution.bounds;
        let value = bounds_text(scoring, bounds);
        let so_far = match bounds.exact() {
            Some(_) => "",
            None => " (proven so far; there was no time for more)",
        };
        let mover = notation::color_name(game.to_move());
        let mut text = format!("{mover} first: {value}{so_far}\n");
        if let Some(removal) = removal_text(game.rules()) {
            text += &format!("  count:      {removal}\n");
        }
        if !solution.best.is_empty() {
            let best = self.moves(game, &solution.best).join(" ");
            text += &format!("  best moves: {best}\n");
        }
        if !solution.undecided.is_empty() {
            let undecided = self.moves(game, &solution.undecided).join(" ");
            text += &format!("  not decided in this time: {undecided}\n");
        }
        if !solution.line.is_empty() {
            let more = if solution.line_ends { "" } else { " ..." };
            let line = self.line(game, solution).join(" ");
            text += &format!("  best play:  {line}{more}\n");
        }
        if let Some(current) = self.current_score(game, solution) {
            text += &format!("  current score: {}\n", super::lab::current_text(current));
        }
        let seconds = solution.time.as_secs_f64();
        text += &format!("  {} nodes, {seconds:.3} s\n", solution.nodes);
        text
    }

    fn as_json(&self, game: &Game, solution: &Solution) -> Value {
        let size = game.board().size();
        let bounds = solution.bounds;
        json!({
            "rules": id_of(game.rules(), [self.rules.id]),
            "width": size.width(),
            "height": size.height(),
            "komi": game.komi().points(),
            "first": notation::color_word(game.to_move()),
            "value_half_points": bounds.exact(),
            "least_half_points": bounds.lower,
            "most_half_points": bounds.upper,
            "dead_stones": match game.rules().scoring {
                ScoringRule::Spare => None,
                ScoringRule::Area | ScoringRule::Territory => {
                    Some(if game.rules().playing_on_costs() { "removed" } else { "stay" })
                }
            },
            "current_score": match self.current_score(game, solution) {
                Some(Current::Score(score)) => Some(score),
                _ => None,
            },
            "best": bounds.exact().map(|_| self.moves(game, &solution.best)),
            "undecided": bounds.exact().map(|_| self.moves(game, &solution.undecided)),
            "line": self.line(game, solution),
            "line_ends": solution.line_ends,
            "nodes": solution.nodes,
            "seconds": round(solution.time),
        })
    }

    /// Returns the current score within the time that the solution left over; `None` where the
    /// rules have no such score.
    fn current_score(&self, game: &Game, solution: &Solution) -> Option<Current> {
        let (guess, _) = by_formula(game);
        let limits = self.limits();
        let time = limits.time.map(|time| time.saturating_sub(solution.time));
        current_score(game, guess, SolverLimits { time, ..limits })
    }

    fn moves(&self, game: &Game, moves: &[PlayedMove]) -> Vec<String> {
        let size = game.board().size();
        moves.iter().map(|action| action.text(size)).collect()
    }

    fn line(&self, game: &Game, solution: &Solution) -> Vec<String> {
        let size = game.board().size();
        let moves = solution.line.iter();
        moves.map(|(_, action)| action.text(size)).collect()
    }
}

/// Returns a time in seconds, rounded to milliseconds.
fn round(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use halfpoint_solver::ValueBounds;

    use super::*;

    #[test]
    fn progress_says_how_deep_the_whole_board_is_sought() {
        let text = |depth_of_whole| {
            let bounds = ValueBounds {
                lower: -50,
                upper: 50,
            };
            let progress = SolverProgress {
                bounds,
                nodes: 7,
                depth_of_whole,
            };
            progress_text(ScoringRule::Area, progress)
        };
        let bounds = "Black wins by at most 25, or White by at most 25";
        assert_eq!(text(None), format!("{bounds}; 7 nodes"));
        let sought = "the whole board is sought within 22 moves";
        assert_eq!(text(Some(22)), format!("{bounds}; {sought}; 7 nodes"));
    }
}
