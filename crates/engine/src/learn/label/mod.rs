//! Distillation: games that a net plays from its policy alone, with its judgement of each position.
//!
//! A position costs one evaluation, which gives both its targets and the next move. Games differ by
//! rules, size, komi, handicap and temperature, by random moves and tokens, and by forks: a game of
//! the shard that goes on differently from one of its positions, perhaps under other rules.

mod play;
mod targets;

use std::sync::atomic::{AtomicBool, Ordering};

use super::error::LearnError;
use super::maker::{Made, Maker, Origin, Start, max_moves};
use super::moves::move_text;
use super::record::GameRecord;
use super::sampling::{Random, random_of};
use super::start::Variety;
use super::work::{Progress, Work};
use crate::nn::Net;

/// Kind of the shards.
pub const KIND: &str = "distill";
/// Number of games of a shard.
pub const GAMES_PER_SHARD: u64 = 50;

/// Share of games that fork from an earlier one of the shard.
const FORKS: f64 = 0.6;

/// Settings of a labelling.
#[derive(Clone, Debug)]
pub struct Labelling {
    /// Games to make.
    pub variety: Variety,
    /// Whether the chance of a draw is found where the komi allows one, by two evaluations in place
    /// of one, at half a point more and less. Otherwise it counts as half a win.
    pub draws: bool,
}

/// Makes the shards of a worker.
///
/// # Errors
/// If the folder cannot be written.
pub fn label(
    net: &Net,
    labelling: &Labelling,
    work: &Work,
    stop: &AtomicBool,
    report: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, LearnError> {
    let begin = || Labeller {
        maker: Maker::new(net, &labelling.variety),
        draws: labelling.draws,
        seed: work.seed,
    };
    let make = |labeller: &mut Labeller<'_>, numbers| labeller.shard(numbers, stop);
    work.run(stop, begin, make, report)
}

/// One thread of a labelling.
struct Labeller<'n> {
    maker: Maker<'n>,
    draws: bool,
    seed: u64,
}

impl Labeller<'_> {
    /// Makes the games of a shard; `None` if it was stopped.
    fn shard(
        &mut self,
        numbers: std::ops::Range<u64>,
        stop: &AtomicBool,
    ) -> Option<Vec<GameRecord>> {
        let (mut records, mut made) = (Vec::new(), Vec::new());
        for number in numbers {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut random = random_of(self.seed, number);
            let start = self.maker.start(&made, FORKS, &mut random);
            let (record, game) = self.game(number, start, &mut random);
            made.push(game);
            records.push(record);
        }
        Some(records)
    }

    /// Plays a game to its end.
    fn game(&mut self, number: u64, mut start: Start, random: &mut Random) -> (GameRecord, Made) {
        let size = start.replay.game().board().size();
        let style = play::Style::of(random);
        let (mut rows, mut decided) = (Vec::new(), 0);
        loop {
            let game = start.replay.game();
            if game.state().over.is_some() || game.records().len() >= max_moves(size) {
                break;
            }
            let judged = self.judge(game, start.replay.history());
            rows.push(judged.row(game));
            decided = if judged.is_decided() { decided + 1 } else { 0 };
            if style.gives_up(decided) {
                break;
            }
            let reader = self.maker.reader(size);
            let Some(play) = style.choose(game, &judged, reader, random) else {
                break;
            };
            let Ok(action) = start.replay.play(&play) else {
                break;
            };
            start.moves.push(move_text(size, &play, action));
        }
        let (game, history) = (start.replay.game(), start.replay.history());
        let result = self
            .maker
            .result(game, history, game.rules().removes_dead());
        let origin = Origin {
            kind: KIND,
            seed: self.seed,
            number,
            net: self.maker.net,
        };
        origin.record(start, rows, result)
    }
}

#[cfg(test)]
pub(super) mod tests;
