//! Subcommand `label`: positions with the judgement of a net, from which another net learns.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use halfpoint_core::HalfPoints;
use halfpoint_core::excerpt::message;
use halfpoint_core::rules::PRESETS;
use halfpoint_sgf as sgf;
use halfpoint_train::label::{GAMES_PER_SHARD, KIND, Labelling, label};
use halfpoint_train::{RecordedGame, SizeShares};

use super::common::record_bytes;
use super::games::{GamesArgs, open, reported};

/// Options of `halfpoint dev label`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct LabelArgs {
    /// Net that plays and judges: of KataGo (.bin.gz) or of our own
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    #[command(flatten)]
    games: GamesArgs,
    /// Sizes of boards, each with its share of the positions
    #[arg(long, value_name = "SIZE[:SHARE],...", default_value = SIZES)]
    sizes: SizeShares,
    /// Find the chance of a draw where komi allows one, by a second evaluation
    #[arg(long)]
    draws: bool,
    /// Judge positions of recorded games (SGF, up to 16 MiB) in place of games of the net; may be
    /// repeated. Games that begin with set-up stones are left out
    #[arg(long, value_name = "FILE", conflicts_with = "sizes")]
    records: Vec<PathBuf>,
}

/// Shares of the sizes unless others are given.
const SIZES: &str = "5:1,6:3,7:16,8:6,9:42,10:5,11:8,12:3,13:10,19:5,9x7:1";

const EXAMPLES: &str = "Examples:
  halfpoint dev label --net b6c96.bin.gz --out data --games 100000
  halfpoint dev label --net b6c96.bin.gz --out data --games 100000 --worker 3 --workers 8
  halfpoint dev label --net b6c96.bin.gz --out data --games 1000 --sizes 9:9,13:1 --rules button
  halfpoint dev label --net b6c96.bin.gz --out data --games 5000 --seed 2 --records games.sgf";

impl LabelArgs {
    /// Makes the shards of this worker.
    ///
    /// # Errors
    /// If the net cannot be read or the folder cannot be written.
    pub fn run(self) -> Result<(), String> {
        let work = self.games.work(KIND, GAMES_PER_SHARD)?;
        let net = open(&self.net)?;
        let labelling = Labelling {
            variety: self.games.variety(&self.sizes),
            draws: self.draws,
            records: read_records(&self.records)?,
        };
        reported(|stop, report| label(&net, &labelling, &work, stop, report))
    }
}

/// Reads the games of these files. Games that cannot be read, and those that do not begin on an
/// empty board, are left out, and standard error says so.
///
/// # Errors
/// If a file cannot be read or none of the files has a game.
fn read_records(files: &[PathBuf]) -> Result<Vec<RecordedGame>, String> {
    let mut all = Vec::new();
    for file in files {
        let bytes = record_bytes(file).map_err(|error| fault(file, &error))?;
        let (before, mut left_out, mut first_error) = (all.len(), 0, None);
        for game in sgf::read_all(&bytes, PRESETS[0].rules, HalfPoints::ZERO) {
            match game {
                Ok(loaded) => match RecordedGame::of(&loaded.game) {
                    Some(game) => all.push(game),
                    None => left_out += 1,
                },
                Err(error) => {
                    left_out += 1;
                    first_error = first_error.or(Some(error));
                }
            }
        }
        if left_out > 0 {
            let what = "cannot be read, or do not begin on an empty board with Black's move";
            let left_out = fault(file, &format!("games left out: {left_out}, which {what}"));
            // The games that are left count, so a failed write is ignored.
            let _ = writeln!(io::stderr(), "halfpoint: {}", message(&left_out));
        }
        if all.len() == before {
            return Err(match first_error {
                Some(error) => fault(file, &error),
                None => fault(file, &"no game that begins on an empty board"),
            });
        }
    }
    Ok(all)
}

fn fault(file: &Path, reason: &dyn std::fmt::Display) -> String {
    format!("--records {}: {reason}", file.display())
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use tempfile::tempdir;

    use super::*;

    #[test]
    fn records_of_a_reasonable_size_are_read_and_others_are_refused_with_the_reason() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("games.sgf");
        std::fs::write(&path, "(;GM[1]SZ[9];B[cc])(;GM[1]SZ[99])").expect("a file");
        assert_eq!(read_records(from_ref(&path)).map(|all| all.len()), Ok(1));
        // Set-up stones are not part of what is judged.
        let set_up = ["AB[cc][gg]HA[2];W[ee]", "AB[cc]AW[dd];B[ee]", ";W[cc]"];
        let games = set_up.map(|game| format!("(;GM[1]SZ[9]{game})")).concat();
        std::fs::write(&path, format!("{games}(;SZ[9];B[cc])")).expect("a file");
        assert_eq!(read_records(from_ref(&path)).map(|all| all.len()), Ok(1));
        std::fs::write(&path, games).expect("a file");
        let refused = read_records(from_ref(&path)).expect_err("no game");
        assert!(
            refused.ends_with("no game that begins on an empty board"),
            "{refused}"
        );
        std::fs::write(&path, "(;GM[1]SZ[99])").expect("a file");
        assert!(read_records(from_ref(&path)).is_err());
        // The file has a gigabyte, but takes no room on the disk.
        let large = std::fs::File::create(&path).and_then(|file| file.set_len(1 << 30));
        large.expect("a sparse file");
        let refused = read_records(&[path]).expect_err("too large");
        assert!(refused.ends_with("larger than 16 MiB"), "{refused}");
    }
}
