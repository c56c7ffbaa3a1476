//! Threads that carry out tasks.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use halfpoint_core::game::Game;
use halfpoint_core::rules::PRESETS;
use halfpoint_engine::player::{
    AnalysisBounds, KeptTree, Player, Report, SearchObserver, Settings,
};
use halfpoint_nn::Net;
use halfpoint_system::parallel::{self, lock};
use serde_json::{Value, json};

use super::answer::{Subject, without_results};
use super::output::JsonOutput;
use super::queue::{Queue, SPARE_MEMORY, Task};
use crate::judge::Judge;

/// Time between two reports of a search of which only the final one is wanted.
const NEVER: Duration = Duration::from_secs(3600);

/// Memory of a move of a game, in bytes, measured on a long game.
const MEMORY_OF_A_MOVE: usize = 256;
/// Copies of the game that a task makes, without those under other rules.
const GAMES: usize = 4;
/// Memory of the games of a task, in bytes, up to which it begins without a look at the memory
/// left.
const SMALL_TASK: usize = 1 << 20;

/// Engine that all threads use.
pub(super) struct QueryEngine {
    /// Settings of each player; the number of playouts comes from the query.
    pub settings: Settings,
    net: Mutex<Option<Arc<Net>>>,
    kept: Mutex<VecDeque<KeptTree>>,
    /// Memory of the games of all tasks that run, in bytes.
    games: AtomicUsize,
    /// Maximum number of trees that are kept.
    max_kept: usize,
}

impl QueryEngine {
    /// Creates an engine with a net, or with playouts, that keeps up to `max_kept` trees.
    pub fn new(settings: Settings, net: Option<Arc<Net>>, max_kept: usize) -> QueryEngine {
        QueryEngine {
            settings,
            net: Mutex::new(net),
            kept: Mutex::default(),
            games: AtomicUsize::new(0),
            max_kept,
        }
    }

    /// Returns the net; `None` if playouts evaluate.
    pub fn net(&self) -> Option<Arc<Net>> {
        let net = lock(&self.net);
        net.clone()
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<KeptTree>> {
        lock(&self.kept)
    }

    /// Takes the latest tree that leads to the position of a game.
    fn take_tree(&self, game: &Game) -> Option<KeptTree> {
        let mut kept = self.kept();
        let found = kept.iter().position(|tree| tree.leads_to(game))?;
        kept.remove(found)
    }

    /// Keeps a tree, and drops the oldest one if there are too many.
    fn keep_tree(&self, tree: KeptTree) {
        let mut kept = self.kept();
        kept.push_front(tree);
        kept.truncate(self.max_kept);
    }

    /// Discards the trees, and the evaluations that the net has cached. Searches that run keep the
    /// evaluations until they end.
    pub fn clear_cache(&self) {
        self.kept().clear();
        let mut net = lock(&self.net);
        *net = net.as_ref().map(|net| Arc::new(net.with_own_cache()));
    }

    /// Returns a player that knows nothing of other tasks.
    fn player(&self) -> Player {
        let mut player = Player::new(self.settings.clone());
        player.set_net(self.net());
        player
    }
}

/// Carries out tasks until there will be none.
pub(super) fn work<W: Write>(engine: &QueryEngine, queue: &Queue, output: &JsonOutput<W>) {
    while let Some(task) = queue.next() {
        let games = memory_of_games(&task);
        let all = engine.games.fetch_add(games, Ordering::Relaxed) + games;
        let has_room = games <= SMALL_TASK || parallel::has_room(all + SPARE_MEMORY);
        let answer = match has_room {
            true => carry_out(engine, &task, output),
            false => without_room(&task),
        };
        engine.games.fetch_sub(games, Ordering::Relaxed);
        let can_go_on = output.write(&answer);
        queue.done(&task);
        if !can_go_on {
            queue.terminate(|_| true);
            queue.close();
        }
    }
}

/// Returns the bytes that the games of a task take: the one that is analysed, its copies, and those
/// under other rules.
fn memory_of_games(task: &Task) -> usize {
    let others = match task.query.wanted.scores {
        true => PRESETS.len(),
        false => 0,
    };
    task.turn * MEMORY_OF_A_MOVE * (GAMES + others)
}

/// Returns the answer to a task for whose games too little memory is left.
fn without_room(task: &Task) -> Value {
    json!({
        "id": task.query.id,
        "turnNumber": task.turn,
        "field": "moves",
        "error": format!("too little memory for {} moves", task.turn),
    })
}

/// Analyses the position of a task and returns its final answer. Answers before it are written.
fn carry_out<W: Write>(engine: &QueryEngine, task: &Task, output: &JsonOutput<W>) -> Value {
    let query = &*task.query;
    let game = query.game_at(task.turn);
    let player = engine.player();
    let mut judge = Judge::stopped_by(&task.stop);
    let mut subject = Subject::new(query, task.turn, &game, &player, &mut judge);
    if game.position().state().over.is_some() {
        let judged = player.judge_dead(&game);
        let outcome = judge.outcome(&player, &game, &judged);
        if game.position().is_closed() {
            return subject.ended(&outcome);
        }
        subject = subject.with_result(outcome);
    }
    let mut last = None;
    let mut due = query.report_first.map(|first| Instant::now() + first);
    let mut keep = |report: &Report| {
        let now = Instant::now();
        if let (Some(every), Some(time)) = (query.report_every, due)
            && now >= time
        {
            output.write(&subject.answer(report, true));
            due = Some(now + every);
        }
        last = Some(report.clone());
    };
    let observer = SearchObserver {
        every: query.report_first.min(query.report_every).unwrap_or(NEVER),
        ownership: query.wanted.ownership_detail(),
        report: &mut keep,
        is_over: &|| task.stop.load(Ordering::Relaxed),
    };
    let bounds = AnalysisBounds {
        playouts: query.settings.visits,
        time: query.settings.time,
        banned: &query.banned(&game),
        stop: &task.stop,
    };
    let kept = query.reuses_tree.then(|| engine.take_tree(&game)).flatten();
    let tree = player.analyze_within(&game, bounds, kept, observer);
    if let Some(tree) = tree.filter(|_| query.reuses_tree) {
        engine.keep_tree(tree);
    }
    match last {
        Some(report) => subject.answer(&report, false),
        None => without_results(&query.id, task.turn),
    }
}
