//! Subcommand `selfplay`: games of a net against itself, from which it learns.

use std::path::PathBuf;

use clap::Args;

use halfpoint_train::SizeShares;
use halfpoint_train::selfplay::{KIND, Purpose, SelfPlay, self_play};

use super::games::{GamesArgs, open_or_embedded, reported};

/// Options of `halfpoint dev selfplay`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SelfPlayArgs {
    /// Net that plays [default: the net in the program]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    #[command(flatten)]
    games: GamesArgs,
    /// Sizes of boards, each with its share of the positions
    #[arg(long, value_name = "SIZE[:SHARE],...", default_value = SIZES)]
    sizes: SizeShares,
    /// Visits of a full search, which makes a target
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    visits: u32,
    /// Visits of a fast search
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    fast_visits: u32,
    /// Full searches among a hundred
    #[arg(long, value_name = "PERCENT", default_value_t = 25, value_parser = clap::value_parser!(u8).range(1..=100))]
    full: u8,
    /// Play games whose results are measured, instead of games to learn from: 40 of one rule set
    /// and size in a shard, from the empty board, at a komi that rises after each win of Black and
    /// falls after each of White, without noise after the opening
    #[arg(long)]
    measure: bool,
}

/// Shares of the sizes unless others are given.
const SIZES: &str = "4:2,5:4,6:5,7:22,8:8,9:36,10:4,11:5,12:2,13:8,19:3,9x7:1";

const EXAMPLES: &str = "Examples:
  halfpoint dev selfplay --net net.safetensors --out data --games 10000 --seed 3
  halfpoint dev selfplay --net net.safetensors --out data --games 1000 --visits 32 --full 100
  halfpoint dev selfplay --out data --games 1000 --sizes 7 --rules button --measure";

impl SelfPlayArgs {
    /// Makes the shards of this worker.
    ///
    /// # Errors
    /// If the net cannot be read or the folder cannot be written.
    pub fn run(self) -> Result<(), String> {
        let purpose = match self.measure {
            true => Purpose::Measurement,
            false => Purpose::Training,
        };
        let work = self.games.work(KIND, purpose.games_per_shard())?;
        let net = open_or_embedded(self.net.as_deref())?;
        let settings = SelfPlay {
            purpose,
            variety: self.games.variety(&self.sizes),
            visits: self.visits,
            fast_visits: self.fast_visits,
            full_share: f64::from(self.full) / 100.0,
        };
        reported(|stop, report| self_play(&net, &settings, &work, stop, report))
    }
}
