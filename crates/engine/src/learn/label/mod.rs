//! Distillation: games that a net plays from its policy alone, with its judgement of each position.
//!
//! A position costs one evaluation, which gives both its targets and the next move. Games differ by
//! rules, size, komi, handicap and temperature, by random moves and tokens, and by forks: a game of
//! the shard that goes on differently from one of its positions, perhaps under other rules.

mod end;
mod play;
mod targets;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use halfpoint_core::game::{Game, Terms};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::rules::{NamedRules, ScoringRule};
use halfpoint_core::{HalfPoints, Size};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::error::LearnError;
use super::moves::move_text;
use super::record::{GameRecord, VERSION};
use super::replay::Replay;
use super::sampling::{Random, normal, random_of};
use super::shard::GAMES_PER_SHARD;
use super::start::Variety;
use super::work::{Progress, Work};
use crate::nn::{Evaluation, History, Net, NetReader};

/// Kind of the shards.
pub const KIND: &str = "distill";

/// Share of games that fork from an earlier one of the shard.
const FORKS: f64 = 0.4;
/// Share of forks that go on under other rules.
const OTHER_RULES: f64 = 0.5;
/// Deviation of komi, in points, from the komi that makes the game even.
const KOMI_DEVIATION: f32 = 2.5;
/// Share of games whose komi is farther off.
const FAR_KOMI: f64 = 0.2;
/// Deviation of komi in those.
const FAR_KOMI_DEVIATION: f32 = 12.0;
/// Lead in points from which komi is looked for a second time.
const FAR_LEAD: f32 = 8.0;

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
        net,
        labelling,
        seed: work.seed,
        readers: HashMap::new(),
        readings: ReadingCache::new(),
    };
    let make = |labeller: &mut Labeller<'_>, shard| labeller.shard(shard, stop);
    work.run(stop, begin, make, report)
}

/// One thread of a labelling.
struct Labeller<'n> {
    net: &'n Net,
    labelling: &'n Labelling,
    seed: u64,
    readers: HashMap<Size, NetReader<'n>>,
    readings: ReadingCache,
}

/// Game at the position from which its targets begin.
struct Start {
    named: NamedRules,
    replay: Replay,
    moves: Vec<String>,
}

impl<'n> Labeller<'n> {
    /// Makes the games of a shard; `None` if it was stopped.
    fn shard(&mut self, number: u64, stop: &AtomicBool) -> Option<Vec<GameRecord>> {
        let mut records = Vec::new();
        let mut finished = Vec::new();
        for number in number * GAMES_PER_SHARD..(number + 1) * GAMES_PER_SHARD {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut random = random_of(self.seed, number);
            let start = self.start(&finished, &mut random);
            let (record, game) = self.game(number, start, &mut random);
            finished.push((record.moves.clone(), game));
            records.push(record);
        }
        Some(records)
    }

    /// Begins a new game, or forks one of those that are finished.
    fn start(&mut self, finished: &[(Vec<String>, Game)], random: &mut Random) -> Start {
        if random.random_bool(FORKS)
            && let Some((moves, game)) = finished.choose(random)
            && let Some(start) = self.fork(moves, game, random)
        {
            return start;
        }
        let (mut named, mut game) = self.labelling.variety.start(random);
        self.balance(&mut game, random);
        if game.rules().scoring == ScoringRule::Spare {
            // Bowls take the place of komi.
            named.rules.bowl_handicap = (-game.komi().halves() / 2).clamp(-20, 20) as i16;
            game = Game::with_setup(named.rules, game.setup().clone(), HalfPoints::ZERO);
        }
        Start {
            named,
            replay: Replay::of(game),
            moves: Vec::new(),
        }
    }

    /// Goes back in a finished game, perhaps changes its rules, and makes komi even again. `None`
    /// if the moves are illegal under the other rules.
    fn fork(&mut self, moves: &[String], game: &Game, random: &mut Random) -> Option<Start> {
        let mut game = game.clone();
        let kept = random.random_range(0..game.records().len().max(1));
        while game.records().len() > kept {
            game.undo();
        }
        let mut moves = moves[..kept].to_vec();
        let mut named = NamedRules {
            rules: *game.rules(),
            id: halfpoint_core::rules::id_of(game.rules(), None::<&str>),
        };
        if random.random_bool(OTHER_RULES) {
            named = self.labelling.variety.rule_set(random);
            game = game.under(named.rules).ok()?;
            moves = play::texts_of(&game);
        }
        if game.state().over.is_some() {
            return None;
        }
        self.balance(&mut game, random);
        Some(Start {
            named,
            replay: Replay::of(game),
            moves,
        })
    }

    /// Sets komi near the one that makes the present position even.
    fn balance(&mut self, game: &mut Game, random: &mut Random) {
        let history = History::of(game);
        let sign = game.to_move().sign() as f32;
        for _ in 0..2 {
            let lead = sign * self.evaluate(game, &history, game.terms()).lead;
            game.set_komi(shifted(game, lead));
            if lead.abs() < FAR_LEAD {
                break;
            }
        }
        let deviation = match random.random_bool(FAR_KOMI) {
            true => FAR_KOMI_DEVIATION,
            false => KOMI_DEVIATION,
        };
        game.set_komi(shifted(game, deviation * normal(random)));
    }

    fn evaluate(&mut self, game: &Game, history: &History, terms: Terms) -> Arc<Evaluation> {
        let size = game.board().size();
        let net = self.net;
        let reader = self
            .readers
            .entry(size)
            .or_insert_with(|| NetReader::new(net, size));
        reader.evaluate(game.position(), history, terms, None)
    }

    /// Plays a game to its end.
    fn game(&mut self, number: u64, start: Start, random: &mut Random) -> (GameRecord, Game) {
        let Start {
            named,
            mut replay,
            mut moves,
        } = start;
        let size = replay.game().board().size();
        let style = play::Style::of(random);
        let mut rows = Vec::new();
        let most = play::max_moves(size);
        while replay.game().state().over.is_none() && replay.game().records().len() < most {
            let judged = self.judge(replay.game(), replay.history());
            rows.push(judged.row(replay.game()));
            let reader = &self.readers[&size];
            let Some(play) = style.choose(replay.game(), &judged, reader, random) else {
                break;
            };
            let Ok(action) = replay.play(&play) else {
                break;
            };
            moves.push(move_text(size, &play, action));
        }
        let result = self.result(replay.game(), replay.history());
        let game = replay.into_game();
        let (name, version) = self.net.name();
        let setup = game.setup().stones().iter();
        let handicap = setup.map(|&(point, _)| halfpoint_core::notation::vertex(size, point));
        let record = GameRecord {
            v: VERSION,
            id: format!("{KIND}-{}-{number}", self.seed),
            kind: KIND.into(),
            net: format!("{name}/{version}"),
            rules: named.to_string(),
            width: size.width(),
            height: size.height(),
            komi: game.komi().halves(),
            handicap: handicap.collect(),
            moves,
            rows,
            result,
        };
        (record, game)
    }
}

/// Returns the komi of a game with `points` added, within what the board is worth.
fn shifted(game: &Game, points: f32) -> HalfPoints {
    let most = 2 * game.board().size().area() as i32;
    let halves = game.komi().halves() + (2.0 * points).round() as i32;
    HalfPoints::from_halves(halves.clamp(-most, most))
}

#[cfg(test)]
pub(super) mod tests;
