//! Subcommand `dev lab problems`: positions in which half a point decides.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use halfpoint_core::notation::{BoardSize, color_name};
use halfpoint_core::rules::find;
use halfpoint_lab::problems::{BoardLimits, Hunt, Problem, SolvedMove, record};
use halfpoint_nn::{Arithmetic, Net};

use super::tables::indented;
use crate::cli::common::{RulesList, in_file};
use crate::cli::progress::Progress;

#[derive(Args, Debug)]
pub(in crate::cli) struct ProblemsArgs {
    /// Rule sets, separated by commas
    #[arg(
        long,
        value_name = "RULES,…",
        default_value = "button,white_button,reverse_button,two_button,half_pass,ultimate"
    )]
    rules: Vec<RulesList>,
    /// Boards, in turns
    #[arg(
        long,
        value_name = "N[xM],…",
        value_delimiter = ',',
        default_value = "5,6x5,5x4"
    )]
    size: Vec<BoardSize>,
    /// Seed of the first board
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Boards that are composed
    #[arg(long, value_name = "N", default_value_t = 100)]
    boards: usize,
    /// Largest number of empty points of a position
    #[arg(long, value_name = "N", default_value_t = 12)]
    empty: usize,
    /// Largest number of points that neither side holds against any play
    #[arg(long, value_name = "N", default_value_t = 7)]
    undecided: usize,
    /// Largest number of nodes in which the solver must answer each question
    #[arg(long, value_name = "N", default_value_t = 2000)]
    nodes: u64,
    /// Write each problem as a record into this folder, named by its rules and its seed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl ProblemsArgs {
    pub(super) fn run(self) -> Result<(), String> {
        let asked = self.rules.iter().flat_map(|list| &list.0);
        let presets: Option<Vec<_>> = asked.map(|named| find(named.id)).collect();
        let presets = presets.ok_or("--rules: problems are made for rule sets with a name")?;
        let net = Net::embedded(Arithmetic::Int8).map(Arc::new);
        let net = net.map_err(|error| error.to_string())?;
        let hunt = Hunt {
            presets,
            sizes: self.size.iter().map(|size| size.0).collect(),
            seed: self.seed,
            boards: self.boards,
            limits: BoardLimits {
                empty: self.empty,
                undecided: self.undecided,
            },
            nodes: self.nodes,
        };
        let mut done = Ok(());
        let telling = Progress::begin("begins");
        let counted = |done, all| telling.count(done, all, "boards");
        hunt.run(&net, &counted, &mut |seed, problem| {
            if done.is_ok() {
                done = self.tell(seed, &problem, &telling);
            }
        });
        done
    }

    /// Prints a problem, and writes its record if that is wanted.
    fn tell(&self, seed: u64, problem: &Problem, telling: &Progress) -> Result<(), String> {
        if let Some(dir) = &self.out {
            let file = dir.join(format!("{}-{seed}.sgf", problem.rules));
            let name = format!("{} {seed}", problem.rules);
            fs::write(&file, record(problem, &name)).map_err(in_file(&file))?;
        }
        telling.print(&format!("seed {seed} {}", shown(problem)))
    }
}

fn shown(problem: &Problem) -> String {
    let game = &problem.game;
    let size = game.board().size();
    let line = |one: &SolvedMove| {
        let line = one.line.iter().map(|(_, action)| action.text(size));
        format!(
            "{} {}: {}",
            one.action.text(size),
            one.value,
            line.collect::<Vec<_>>().join(" ")
        )
    };
    let said = format!(
        "{} {} to move, {:?}, {:?}, {:?}, loss {}, difficulty {:.1}, nodes {}, lines {} of {}\n   {}\n   {}",
        problem.rules,
        color_name(game.to_move()),
        problem.prelude,
        problem.natural,
        problem.kinds,
        problem.loss(),
        problem.difficulty,
        problem.wrong.iter().map(|one| one.nodes).sum::<u64>() + problem.answer.nodes,
        problem.wrong.len(),
        problem.wrong.len() + problem.unsolved.len(),
        line(&problem.answer),
        line(&problem.wrong[0]),
    );
    indented(game.board(), &said)
}
