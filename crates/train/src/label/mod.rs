//! Distillation: games that a net plays from its policy alone, with its judgement of each position.
//!
//! A position costs one evaluation, which gives both its targets and the next move. Games differ by
//! rules, size, komi, handicap and temperature, by random moves and tokens, and by forks: a game of
//! the shard that goes on differently from one of its positions, perhaps under other rules. With
//! records of other players, stretches of those are judged instead.

mod labeller;
mod play;
mod targets;

use std::sync::atomic::{AtomicBool, Ordering};

use halfpoint_core::Move;
use rand::seq::IndexedRandom;

use labeller::Labeller;
pub(super) use targets::may_be_drawn;

use super::error::LearnError;
use super::maker::{GameMaker, Games, Made, Shares, Start, is_over, make};
use super::record::{ResultRecord, RowRecord};
use super::recorded::RecordedGame;
use super::sampling::Random;
use super::start::Variety;
use super::work::{WorkPart, WorkProgress};
use halfpoint_nn::Net;

/// Kind of the shards.
pub const KIND: &str = "distill";
/// Number of games of a shard.
pub const GAMES_PER_SHARD: u64 = 50;

/// Settings of a labelling.
#[derive(Clone, Debug)]
pub struct Labelling {
    /// Games to make.
    pub variety: Variety,
    /// Whether the chance of a draw is found where the komi allows one, by two evaluations in place
    /// of one, at half a point more and less. Otherwise it counts as half a win.
    pub draws: bool,
    /// Records of which stretches are judged in place of games of the net; `variety` gives their
    /// rules. None: games of the net.
    pub records: Vec<RecordedGame>,
}

/// Number of positions of a record that are judged in a row. A short stretch gives more different
/// positions for the same number of evaluations.
const STRETCH: usize = 16;

/// Makes the shards of a worker.
///
/// # Errors
/// If the folder cannot be written.
pub fn label(
    net: &Net,
    labelling: &Labelling,
    work: &WorkPart,
    stop: &AtomicBool,
    report: &(dyn Fn(WorkProgress) + Sync),
) -> Result<WorkProgress, LearnError> {
    let begin = || Labeller {
        maker: GameMaker::new(net, &labelling.variety),
        draws: labelling.draws,
        records: &labelling.records,
    };
    make(work, begin, stop, report)
}

impl<'n> Games<'n> for Labeller<'n> {
    const SHARES: Shares = Shares {
        forks: 0.6,
        endings: 0.0,
    };

    fn maker(&mut self) -> &mut GameMaker<'n> {
        &mut self.maker
    }

    fn start(&mut self, made: &[Made], random: &mut Random) -> Start {
        let recorded = self.records.choose(random);
        recorded
            .and_then(|recorded| self.maker.start_in(recorded, STRETCH, random))
            .unwrap_or_else(|| self.maker.start(made, &Self::SHARES, random))
    }

    fn play(
        &mut self,
        start: &mut Start,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Option<(Vec<RowRecord>, ResultRecord)> {
        let size = start.replay.game().board().size();
        let style = play::Style::of(random);
        let follows = !start.followed.is_empty();
        let mut next = std::mem::take(&mut start.followed).into_iter();
        let (mut rows, mut decided) = (Vec::new(), 0);
        while !is_over(start.replay.game()) {
            // A game takes up to a minute with a large net.
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let game = start.replay.game();
            let judged = self.judge(game, start.replay.history());
            rows.push(judged.row(game));
            decided = if judged.is_decided() { decided + 1 } else { 0 };
            if !follows && style.gives_up(decided) {
                break;
            }
            let play = if follows {
                next.next().map(Move::Place)
            } else {
                style.choose(game, &judged, self.maker.reader(size), random)
            };
            let Some(play) = play else {
                break;
            };
            if start.play(&play).is_err() {
                break;
            }
        }
        let (game, history) = (start.replay.game(), start.replay.history());
        let removes_dead = game.rules().removes_dead();
        Some((rows, self.maker.result(game, history, removes_dead)))
    }
}

#[cfg(test)]
pub(super) mod tests;
