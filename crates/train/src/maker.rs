//! Making of games: shard by shard, with their starts, the net that judges them, and their records.

mod origin;

use origin::ending_of;
pub(super) use origin::{Made, Origin, Shares, Start};

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use halfpoint_core::game::{Game, Terms};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::vertex;
use halfpoint_core::rules::NamedRules;
use halfpoint_core::{HalfPoints, Move, Size};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::error::LearnError;
use super::moves::texts_of;
use super::record::{ResultRecord, RowRecord, ShardGame, VERSION};
use super::recorded::RecordedGame;
use super::replay::Replay;
use super::sampling::{Random, normal, random_of};
use super::start::Variety;
use super::work::{WorkPart, WorkProgress};
use halfpoint_nn::{Evaluation, History, Net, NetReader};

/// Share of forks that go on under other rules.
const OTHER_RULES: f64 = 0.5;
/// Share of the moves that endings take back, at least and at most.
const ENDING_MOVES: (f64, f64) = (0.1, 0.3);
/// Endings that are drawn until one is legal under other rules.
const ENDING_DRAWS: usize = 8;
/// Deviation of komi, in points, from the komi that makes the game even.
const KOMI_DEVIATION: f32 = 2.5;
/// Deviation of komi in endings, where tokens, dame and teire are worth a point or less.
const ENDING_KOMI_DEVIATION: f32 = 1.0;
/// Share of games whose komi is farther off.
const FAR_KOMI: f64 = 0.2;
/// Deviation of komi in those.
const FAR_KOMI_DEVIATION: f32 = 12.0;
/// Most prisoners that one side has at the start of a game where spare moves decide.
const MAX_PRISONERS: i32 = 20;
/// Lead in points from which komi is looked for a second time.
const FAR_LEAD: f32 = 8.0;

/// Maker of games with a net. A thread has its own.
pub(super) struct GameMaker<'n> {
    pub(super) net: &'n Net,
    variety: &'n Variety,
    readers: HashMap<Size, NetReader<'n>>,
    pub(super) readings: ReadingCache,
}

/// Way in which the games of a kind of shards are played. A thread has its own.
pub(super) trait Games<'n> {
    /// Shares of the games that go on from earlier ones of the shard.
    const SHARES: Shares;

    /// Returns the maker of the games.
    fn maker(&mut self) -> &mut GameMaker<'n>;

    /// Begins a game: a new one, or one that goes on from a game of the shard.
    fn start(&mut self, made: &[Made], random: &mut Random) -> Start {
        self.maker().start(made, &Self::SHARES, random)
    }

    /// Plays a game to its end. Returns its targets and its result; `None` if it was stopped.
    fn play(
        &mut self,
        start: &mut Start,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Option<(Vec<RowRecord>, ResultRecord)>;
}

/// Makes the shards of a worker, with games that `begin` creates for each thread.
///
/// # Errors
/// If the folder cannot be written.
pub(super) fn make<'n, G: Games<'n>>(
    work: &WorkPart,
    begin: impl Fn() -> G + Sync,
    stop: &AtomicBool,
    report: &(dyn Fn(WorkProgress) + Sync),
) -> Result<WorkProgress, LearnError> {
    let make = |games: &mut G, numbers| shard(work, games, numbers, stop);
    work.run(stop, begin, make, report)
}

/// Makes the games of a shard; `None` if it was stopped.
fn shard<'n, G: Games<'n>>(
    work: &WorkPart,
    games: &mut G,
    numbers: Range<u64>,
    stop: &AtomicBool,
) -> Option<Vec<ShardGame>> {
    let (mut records, mut made) = (Vec::new(), Vec::new());
    for number in numbers {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut random = random_of(work.seed, number);
        let mut start = games.start(&made, &mut random);
        let (rows, result) = games.play(&mut start, &mut random, stop)?;
        let source = GameSource {
            kind: work.kind,
            seed: work.seed,
            number,
            net: games.maker().net,
        };
        let (record, game) = source.record(start, rows, result);
        records.push(record);
        made.push(game);
    }
    Some(records)
}

/// Returns whether a game has ended, or is as long as games may be.
pub(super) fn is_over(game: &Game) -> bool {
    let most = 3 * game.board().size().area() + 20;
    game.state().over.is_some() || game.records().len() >= most
}

impl<'n> GameMaker<'n> {
    pub(super) fn new(net: &'n Net, variety: &'n Variety) -> GameMaker<'n> {
        GameMaker {
            net,
            variety,
            readers: HashMap::new(),
            readings: ReadingCache::new(),
        }
    }

    /// Begins a new game, or goes on from one that was made.
    pub(super) fn start(&mut self, made: &[Made], shares: &Shares, random: &mut Random) -> Start {
        let drawn = random.random::<f64>();
        if drawn < shares.forks + shares.endings
            && let Some(earlier) = made.choose(random)
            && let Some(start) = match drawn < shares.forks {
                true => self.fork(earlier, random),
                false => self.ending(earlier, random),
            }
        {
            return start;
        }
        let (named, mut game) = self.variety.start(random);
        self.balance(&mut game, KOMI_DEVIATION, random);
        Start::new(named, game)
    }

    /// Draws a game at the empty board, with the komi at which the net expects no lead.
    pub(super) fn even_game(&mut self, random: &mut Random) -> (NamedRules, Game) {
        let (named, mut game) = self.variety.start_without_handicap(random);
        self.make_even(&mut game);
        (named, game)
    }

    /// Begins at a random position of a record under rules of its own, with `length` placements
    /// that come next. `None` if a placement before the position is illegal under these rules.
    pub(super) fn start_in(
        &mut self,
        recorded: &RecordedGame,
        length: usize,
        random: &mut Random,
    ) -> Option<Start> {
        let named = self.variety.rule_set(random);
        let begin = random.random_range(0..recorded.points.len().max(1));
        let mut game = Game::new(named.rules, recorded.size, HalfPoints::ZERO);
        for &point in &recorded.points[..begin] {
            game.play(game.to_move(), &Move::Place(point)).ok()?;
        }
        let next = recorded.points[begin..].iter().take(length);
        let start = Start {
            named,
            origin: Origin::Record,
            moves: texts_of(&game),
            replay: Replay::of(game),
            followed: next.copied().collect(),
        };
        Some(self.balanced(start, KOMI_DEVIATION, random))
    }

    /// Goes back in a finished game, perhaps changes its rules, and makes komi even again. `None`
    /// if the moves are illegal under the other rules.
    fn fork(&mut self, made: &Made, random: &mut Random) -> Option<Start> {
        let kept = random.random_range(0..made.game.records().len().max(1));
        let other = random.random_bool(OTHER_RULES);
        let other = other.then(|| self.variety.rule_set(random));
        let start = made.after(kept, other)?;
        Some(self.balanced(start, KOMI_DEVIATION, random))
    }

    /// Goes back to the ending of a finished game, changes what is counted there, and makes komi
    /// even. `None` if there are no such rules, or the moves are illegal under those drawn.
    fn ending(&mut self, made: &Made, random: &mut Random) -> Option<Start> {
        let mut start = (0..ENDING_DRAWS).find_map(|_| self.other_ending(made, random))?;
        start.origin = Origin::Ending;
        Some(self.balanced(start, ENDING_KOMI_DEVIATION, random))
    }

    /// Draws an ending of a game and rules that count it in another way.
    fn other_ending(&self, made: &Made, random: &mut Random) -> Option<Start> {
        let moves = made.game.records().len();
        let (least, most) = ENDING_MOVES;
        let back = random.random_range(least..most) * moves as f64;
        let other = self.variety.rule_set(random);
        let differs = ending_of(&other.rules) != ending_of(made.game.rules());
        let kept = moves - back.ceil() as usize;
        differs.then(|| made.after(kept, Some(other))).flatten()
    }

    /// Makes the komi of a start even. Where spare moves decide there is none, and only the
    /// prisoners of a [new game](Start::new) make up for it.
    fn balanced(&mut self, start: Start, deviation: f32, random: &mut Random) -> Start {
        let mut game = start.replay.into_game();
        match game.rules().last_mover_wins() {
            true => game.set_komi(HalfPoints::ZERO),
            false => self.balance(&mut game, deviation, random),
        }
        Start {
            replay: Replay::of(game),
            ..start
        }
    }

    /// Sets komi near the one that makes the present position even, most often with a deviation in
    /// points.
    fn balance(&mut self, game: &mut Game, deviation: f32, random: &mut Random) {
        self.make_even(game);
        let deviation = match random.random_bool(FAR_KOMI) {
            true => FAR_KOMI_DEVIATION,
            false => deviation,
        };
        game.set_komi(shifted(game, deviation * normal(random)));
    }

    /// Sets komi to the one at which the net expects no lead in the present position.
    fn make_even(&mut self, game: &mut Game) {
        let history = History::of(game);
        let sign = game.to_move().sign() as f32;
        for _ in 0..2 {
            let lead = sign * self.evaluate(game, &history, game.terms()).lead;
            game.set_komi(shifted(game, lead));
            if lead.abs() < FAR_LEAD {
                break;
            }
        }
    }

    /// Returns the reader of boards of a size.
    pub(super) fn reader(&mut self, size: Size) -> &mut NetReader<'n> {
        let net = self.net;
        let reader = self.readers.entry(size);
        reader.or_insert_with(|| NetReader::new(net, size))
    }

    /// Evaluates the present position of a game with other terms.
    pub(super) fn evaluate(
        &mut self,
        game: &Game,
        history: &History,
        terms: Terms,
    ) -> Arc<Evaluation> {
        let reader = self.reader(game.board().size());
        reader.evaluate(game.position(), history, terms, None)
    }
}

/// Source of a game.
struct GameSource<'a> {
    kind: &'static str,
    seed: u64,
    number: u64,
    net: &'a Net,
}

impl GameSource<'_> {
    /// Returns the record of a game, and what forks need of it.
    fn record(
        &self,
        start: Start,
        rows: Vec<RowRecord>,
        result: ResultRecord,
    ) -> (ShardGame, Made) {
        let Start {
            named,
            origin,
            replay,
            moves,
            ..
        } = start;
        let game = replay.into_game();
        let size = game.board().size();
        let (name, version) = self.net.name();
        let setup = game.setup().stones().iter();
        let record = ShardGame {
            v: VERSION,
            id: format!("{}-{}-{}", self.kind, self.seed, self.number),
            kind: self.kind.into(),
            net: format!("{name}/{version}"),
            rules: named.to_string(),
            width: size.width(),
            height: size.height(),
            komi: game.komi().halves(),
            handicap: setup.map(|&(point, _)| vertex(size, point)).collect(),
            origin: origin.word().map(str::to_string),
            moves: moves.clone(),
            rows,
            result,
        };
        (record, Made { game, moves })
    }
}

/// Returns the komi of a game with `points` added, within what the board is worth.
fn shifted(game: &Game, points: f32) -> HalfPoints {
    let most = 2 * game.board().size().area() as i32;
    let halves = game.komi().halves() + (2.0 * points).round() as i32;
    HalfPoints::from_halves(halves.clamp(-most, most))
}
