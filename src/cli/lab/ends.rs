//! Subcommand `lab ends`: how well playouts of the last moves predict area and margin.

use std::path::{Path, PathBuf};

use clap::Args;

use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::NamedRules;
use halfpoint_lab::ends::{EndSettings, foretell};
use halfpoint_sgf as sgf;

use crate::cli::common::{in_file, print, record_bytes, threads};

#[derive(Args, Debug)]
pub(super) struct EndsArgs {
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

impl EndsArgs {
    pub(super) fn run(self) -> Result<(), String> {
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
        let (looked_at, rows) = foretell(&games?, ends, threads(self.threads));
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
        let bytes = record_bytes(file).map_err(in_file(file))?;
        let loaded = sgf::read(&bytes, self.rules.rules, HalfPoints::ZERO, None);
        Ok(loaded.map_err(in_file(file))?.game)
    }
}
