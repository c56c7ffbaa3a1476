//! Subcommand `train-rows`: shards as the packed rows that a training reads.

use std::path::{Path, PathBuf};

use clap::Args;

use halfpoint_nn::{NetKind, load};
use halfpoint_train::rows::{Packed, Packing, Teacher, pack};

use super::progress::Progress;
use super::signals::stop_flag;

/// Options of `halfpoint dev train-rows`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct TrainRowsArgs {
    /// Shards, or folders of them
    #[arg(value_name = "SHARDS", required = true)]
    shards: Vec<PathBuf>,
    /// Folder of the rows; shards that it has already are left out
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Show each board under a symmetry drawn for it
    #[arg(long)]
    symmetries: bool,
    /// Seed of the symmetries
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Share of the result of the game in the outcome, beside the judgement of the position;
    /// games of `label` have none of it
    #[arg(long, value_name = "SHARE", default_value_t = 0.6, value_parser = share)]
    result_share: f32,
    /// Add the inputs of this net of KataGo (.bin.gz), by which `python -m learn.teacher` judges
    /// the rows
    #[arg(long, value_name = "NET", conflicts_with = "symmetries")]
    teacher: Option<PathBuf>,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = super::common::thread_number())]
    threads: Option<u16>,
}

const EXAMPLES: &str = "Examples:
  halfpoint dev train-rows data --out rows      again later: takes the shards that are new
  halfpoint dev train-rows data/shards/distill-1-000000.jsonl.gz --out rows --symmetries";

/// Reads a share from 0 to 1.
fn share(text: &str) -> Result<f32, &'static str> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("not a share from 0 to 1"),
    }
}

/// Reads from the file of a net what its inputs depend on.
fn teacher(path: &Path) -> Result<Teacher, String> {
    let fault = |reason: String| format!("--teacher {}: {reason}", path.display());
    let network = load(path).map_err(|error| fault(error.to_string()))?;
    match network.kind {
        NetKind::KataGo => Ok(Teacher {
            areas_under_suicide: network.areas_under_suicide,
        }),
        NetKind::Own => Err(fault("not a net of KataGo".into())),
    }
}

impl TrainRowsArgs {
    /// Converts the shards.
    ///
    /// # Errors
    /// If a shard cannot be read or is damaged, or the rows cannot be written.
    pub fn run(self) -> Result<(), String> {
        let packing = Packing {
            symmetries: self.symmetries,
            seed: self.seed,
            result_share: self.result_share,
            teacher: self.teacher.as_deref().map(teacher).transpose()?,
            threads: super::common::threads(self.threads),
        };
        let stop = stop_flag()?;
        let telling = Progress::begin("the first shard");
        let report = |Packed { shards, rows }| telling.say(format!("{shards} shards, {rows} rows"));
        let packed = pack(&self.shards, &self.out, &packing, &stop, &report);
        match packed.map_err(|error| error.to_string())? {
            Some(Packed { shards, rows }) => {
                telling.print(&format!("{shards} new shards, {rows} rows\n"))
            }
            None => Err("stopped; nothing was written".into()),
        }
    }
}
