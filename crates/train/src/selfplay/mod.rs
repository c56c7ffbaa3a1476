//! Self-play: games of a net against itself, searched move by move.
//!
//! Some moves are searched fully and get targets, the others fast, so that games become long enough
//! for their results to be worth something (playout caps, Wu 2019, *Accelerating self-play learning
//! in Go*). Nobody resigns, and nothing is removed at the end that was not captured, except where
//! capturing costs points.

mod staircase;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use halfpoint_core::PointSet;
use halfpoint_core::game::Game;
use halfpoint_core::rules::{NamedRules, TaxRule};
use halfpoint_core::{Move, Size, Token};
use rand::RngExt;

use self::staircase::Staircase;
use super::end::{dead_stones, proposal};
use super::error::LearnError;
use super::maker::{GameMaker, Games, Made, Origin, Shares, Start, is_over, make};
use super::record::{ResultRecord, RowRecord, points_record, policy_record, rounded};
use super::sampling::{Random, fading, pick};
use super::start::Variety;
use super::work::{WorkPart, WorkProgress};
use halfpoint_engine::player::{TrainingRequest, TrainingResult, search_for_training};
use halfpoint_nn::{Evaluation, Net};

/// Kind of the shards.
pub const KIND: &str = "selfplay";

/// Moves that a full and a fast search draw.
const CONSIDERED: [usize; 2] = [16, 8];
/// Winning chance from which a position counts as decided.
const DECIDED: f32 = 0.97;
/// Number of decided positions in a row after which full searches are rare.
const DECIDED_MOVES: usize = 5;
/// Factor of the share of full searches then.
const DECIDED_SHARE: f64 = 0.2;
/// Chance that a pass that may propose dead stones does.
const PROPOSAL: f64 = 0.3;
/// Chance of a pass from which stones in seki are read, where they count.
const PASS_NEAR: f32 = 0.02;

/// Use of the games, which decides how much in them is drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A net learns from the positions: games fork, begin with handicaps or near the end, have any
    /// komi, and moves are drawn with noise.
    Training,
    /// The results are measured: the games of a shard have one rule set and size, begin at the
    /// empty board with a komi that approaches the even one, and have noise in the opening alone.
    Measurement,
}

impl Purpose {
    /// Returns the number of games of a shard.
    #[must_use]
    pub const fn games_per_shard(self) -> u64 {
        match self {
            Purpose::Training => 10,
            Purpose::Measurement => 40,
        }
    }

    /// Returns how moves are drawn in these games.
    const fn noise(self) -> Noise {
        match self {
            Purpose::Training => Noise {
                drawn_moves: 0.04,
                early: 1.0,
                late: 0.25,
                least_full: 0.6,
            },
            Purpose::Measurement => Noise {
                // A move of the policy alone is at times a blunder, which widens the results.
                drawn_moves: 0.0,
                early: 0.25,
                late: 0.0,
                least_full: 0.0,
            },
        }
    }
}

/// Randomness in the choice of moves.
#[derive(Clone, Copy)]
struct Noise {
    /// Mean number of moves that are drawn from the policy at the start of a game, for each point
    /// of the board.
    drawn_moves: f32,
    /// Noise of the choice at the start of a game.
    early: f32,
    /// Noise to which it falls.
    late: f32,
    /// Smallest noise of a full search, whose candidates should vary.
    least_full: f32,
}

/// Settings of a self-play.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Use of the games.
    pub purpose: Purpose,
    /// Games to play.
    pub variety: Variety,
    /// Visits of a full search.
    pub visits: u32,
    /// Visits of a fast search.
    pub fast_visits: u32,
    /// Share of full searches, 0 to 1.
    pub full_share: f64,
}

/// Makes the shards of a worker.
///
/// # Errors
/// If the folder cannot be written.
pub fn self_play(
    net: &Net,
    settings: &SelfPlay,
    work: &WorkPart,
    stop: &AtomicBool,
    report: &(dyn Fn(WorkProgress) + Sync),
) -> Result<WorkProgress, LearnError> {
    let begin = || SelfPlayer {
        maker: GameMaker::new(net, &settings.variety),
        settings,
        course: None,
    };
    make(work, begin, stop, report)
}

/// One thread of a self-play.
struct SelfPlayer<'n> {
    maker: GameMaker<'n>,
    settings: &'n SelfPlay,
    /// Course of the shard, where results are measured.
    course: Option<Course>,
}

/// Class of the games of a shard, and the komi of the next one.
struct Course {
    named: NamedRules,
    size: Size,
    komi: Staircase,
}

/// Position with the means by which it is searched.
struct SearchedTurn {
    is_full: bool,
    noise: f32,
    seed: u64,
}

impl<'n> Games<'n> for SelfPlayer<'n> {
    const SHARES: Shares = Shares {
        forks: 0.2,
        endings: 0.15,
    };

    fn maker(&mut self) -> &mut GameMaker<'n> {
        &mut self.maker
    }

    fn start(&mut self, made: &[Made], random: &mut Random) -> Start {
        match self.settings.purpose {
            Purpose::Training => self.maker.start(made, &Self::SHARES, random),
            Purpose::Measurement => self.start_on_course(made.is_empty(), random),
        }
    }

    fn play(
        &mut self,
        start: &mut Start,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Option<(Vec<RowRecord>, ResultRecord)> {
        self.draw_moves(start, random);
        let (mut rows, mut decided) = (Vec::new(), 0);
        while !is_over(start.replay.game()) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let turn = self.turn(start.replay.game(), decided, random);
            let Some((evaluation, found)) = self.search(start, &turn) else {
                break;
            };
            let chance = found.win_rate.max(1.0 - found.win_rate);
            decided = if chance >= DECIDED { decided + 1 } else { 0 };
            if turn.is_full {
                rows.push(row(start.replay.game(), &evaluation, &found));
            }
            let play = self.proposing(found.chosen, start.replay.game(), &evaluation, random);
            if start.play(&play).is_err() {
                break;
            }
        }
        let (game, history) = (start.replay.game(), start.replay.history());
        let removes_dead = game.rules().playing_on_costs();
        let result = self.maker.result(game, history, removes_dead);
        if let Some(course) = &mut self.course {
            course.komi.learn(match result.outcome.as_deref() {
                Some("B") => 1,
                Some("W") => -1,
                _ => 0,
            });
        }
        Some((rows, result))
    }
}

impl SelfPlayer<'_> {
    /// Begins the next game of a shard whose results are measured.
    fn start_on_course(&mut self, is_first: bool, random: &mut Random) -> Start {
        if is_first {
            self.course = None;
        }
        let maker = &mut self.maker;
        let course = self.course.get_or_insert_with(|| {
            let (named, game) = maker.even_game(random);
            let size = game.board().size();
            // A prisoner is a whole point.
            let least_step = match named.rules.last_mover_wins() {
                true => 2,
                false => 1,
            };
            Course {
                named,
                size,
                komi: Staircase::new(game.komi(), size.area(), least_step),
            }
        });
        let game = Game::new(course.named.rules, course.size, course.komi.komi());
        Start::new(course.named, game)
    }

    /// Draws placements from the policy alone: the opening of a new game, the move with which a
    /// fork goes on, none in an ending.
    fn draw_moves(&mut self, start: &mut Start, random: &mut Random) {
        let size = start.replay.game().board().size();
        let number = match start.origin {
            Origin::Board => {
                let mean = self.settings.purpose.noise().drawn_moves * size.area() as f32;
                -mean * (1.0 - random.random::<f32>()).ln()
            }
            Origin::Fork | Origin::Record => 1.0,
            // Other rules make it a different game already.
            Origin::Ending => 0.0,
        };
        for _ in 0..number as usize {
            let game = start.replay.game();
            if is_over(game) {
                break;
            }
            let evaluation = (self.maker).evaluate(game, start.replay.history(), game.terms());
            let points = game.position().placements(game.to_move());
            let reader = self.maker.reader(size);
            let chances = reader.chances(&evaluation, &points, &[], None);
            let Some(index) = pick(&chances.placements, random) else {
                break;
            };
            if start.play(&Move::Place(points[index])).is_err() {
                break;
            }
        }
    }

    /// Draws the kind of the next search. `decided` is the number of decided positions in a row.
    fn turn(&self, game: &Game, decided: usize, random: &mut Random) -> SearchedTurn {
        let factor = match decided >= DECIDED_MOVES {
            true => DECIDED_SHARE,
            false => 1.0,
        };
        let is_full = random.random_bool((self.settings.full_share * factor).clamp(0.0, 1.0));
        let drawn = self.settings.purpose.noise();
        let noise = fading(drawn.early, drawn.late, game);
        SearchedTurn {
            is_full,
            noise: if is_full {
                noise.max(drawn.least_full)
            } else {
                noise
            },
            seed: random.random(),
        }
    }

    /// Searches for a move; `None` if there is none.
    fn search(
        &mut self,
        start: &Start,
        turn: &SearchedTurn,
    ) -> Option<(Arc<Evaluation>, TrainingResult)> {
        let (game, history) = (start.replay.game(), start.replay.history());
        let evaluation = self.maker.evaluate(game, history, game.terms());
        let (dead, seki) = self.removed(game, &evaluation);
        let found = search_for_training(&TrainingRequest {
            net: self.maker.net,
            game,
            history,
            evaluation: &evaluation,
            dead: &dead,
            seki: &seki,
            visits: match turn.is_full {
                true => self.settings.visits,
                false => self.settings.fast_visits,
            },
            considered: CONSIDERED[usize::from(!turn.is_full)],
            noise: turn.noise,
            seed: turn.seed,
        })?;
        Some((evaluation, found))
    }

    /// Returns the stones that are removed where a line of the search ends, and those in seki.
    fn removed(&mut self, game: &Game, evaluation: &Evaluation) -> (PointSet, PointSet) {
        let size = game.board().size();
        let mut dead = PointSet::new(size);
        let reader = self.maker.reader(size);
        if game.rules().playing_on_costs() {
            let (judged, is_certain) = dead_stones(game, evaluation, reader);
            if is_certain {
                dead = judged;
            }
        }
        let seki = if game.rules().tax == TaxRule::Seki && self.may_end(game, evaluation) {
            game.position().seki(&dead, &mut self.maker.readings)
        } else {
            PointSet::new(size)
        };
        (dead, seki)
    }

    /// Returns whether a pass is near: one was just made, or the net gives one a chance.
    fn may_end(&mut self, game: &Game, evaluation: &Evaluation) -> bool {
        let (position, color) = (game.position(), game.to_move());
        if position.is_after_pass() {
            return true;
        }
        let plain = position.plain_pass(color).ok();
        let tokens: Vec<Token> = plain.into_iter().collect();
        let reader = self.maker.reader(game.board().size());
        let chances = reader.chances(evaluation, &position.placements(color), &tokens, plain);
        let pass = chances.tokens.first();
        pass.is_some_and(|&pass| pass >= PASS_NEAR)
    }

    /// Returns the move, at times with a proposal of dead stones.
    fn proposing(
        &mut self,
        play: Move,
        game: &Game,
        evaluation: &Evaluation,
        random: &mut Random,
    ) -> Move {
        if play != Move::Pass || !random.random_bool(PROPOSAL) {
            return play;
        }
        let reader = self.maker.reader(game.board().size());
        proposal(game, evaluation, reader).map_or(play, Move::Propose)
    }
}

/// Returns the targets of a position that was searched fully.
fn row(game: &Game, evaluation: &Evaluation, found: &TrainingResult) -> RowRecord {
    // The search counts draws and games without result as half a win; the net says how many there
    // are.
    let void = evaluation.no_result.min(1.0);
    let draw = evaluation.draw.min(1.0 - void);
    let decided = 1.0 - void - draw;
    let win = (found.win_rate - 0.5 * (void + draw)).clamp(0.0, decided);
    let value = [win, draw, decided - win, void];
    RowRecord {
        at: game.records().len(),
        policy: policy_record(game.board().size(), found.policy.iter().copied()),
        value: value.map(|chance| rounded(chance, 1e4)),
        lead: points_record(0.5 * found.margin),
        weight: 1.0,
        ..RowRecord::default()
    }
}

#[cfg(test)]
mod tests;
