//! Analysis: a search that runs until its observer ends it, and reports at intervals the decision
//! that would be made at that moment.
//!
//! The search begins at once. A careful judgement of the stones, and a proof where the board is
//! small, are made beside it on another thread. As soon as one of them is known, the search
//! continues with it in its present tree.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use log::debug;

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove};

use super::choose::Player;
use super::judge::Care;
use super::know::{GameView, Known, Solved, is_solvable, proven_move, solve};
use super::search::{ReusedTree, SearchRequest, SearchResult, SearchTree};
use super::words::{MoveQuery, OwnershipDetail, Proven, Report, SearchObserver, Settings};
use halfpoint_system::parallel;

/// Time limit of the solver on a position, beside the search.
const SOLVING: Duration = Duration::from_secs(10);

/// A fact, found beside the search, on which a decision rests.
enum Insight<'a> {
    View(Box<GameView<'a>>),
    Proof(Proven),
    Solved(Box<Solved>),
}

/// Proofs that are looked for beside a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Proofs {
    /// None, since a proof regards moves that the search leaves out.
    None,
    /// Those without a search: the solver has already been asked.
    Quick,
    /// All that there are.
    All,
}

/// State shared by the thread that finds insights and the one that waits for them.
#[derive(Default)]
struct InsightState {
    /// Number of insights that were sent.
    sent: AtomicUsize,
    /// Whether the analysis is over.
    over: AtomicBool,
}

/// Tree of a finished analysis, from which one of a later position of the game may go on.
#[derive(Debug)]
pub struct KeptTree(ReusedTree);

impl KeptTree {
    /// Returns whether moves of `game` lead from the position of the tree to the current one, or
    /// none are needed, under the same rules and the same komi.
    #[must_use]
    pub fn leads_to(&self, game: &Game) -> bool {
        self.0.leads_to(game, game.to_move()).is_some()
    }
}

/// Bounds of an analysis that makes a number of playouts.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisBounds<'a> {
    /// Playouts, or visits where a net evaluates, those of a tree that is gone on from included.
    /// All of them are made, even if no other move can become the most visited one.
    pub playouts: u64,
    /// Time after which the search ends although playouts are left; `None` for no bound.
    pub time: Option<Duration>,
    /// Moves that are not considered. A proof and a count would not regard this, so none is asked
    /// for where the list is not empty.
    pub banned: &'a [PlayedMove],
    /// Ends the analysis early when it becomes true.
    pub stop: &'a AtomicBool,
}

impl Player {
    /// Analyses the moves of the side to move within bounds. Without a `kept` tree, the result
    /// depends on the position, the settings and the bounds alone if one thread searches and time
    /// does not end it. With one that leads to the position, the search goes on from it. Moves that
    /// are not considered, and ownership, need a search of their own: the tree is not used then.
    ///
    /// The last report comes at the end. There is none if the game is closed. Returns the tree.
    pub fn analyze_within(
        &self,
        game: &Game,
        bounds: AnalysisBounds<'_>,
        kept: Option<KeptTree>,
        observer: SearchObserver<'_>,
    ) -> Option<KeptTree> {
        if game.position().is_closed() {
            return None;
        }
        let started = Instant::now();
        let mut player = Player::new(Settings {
            playouts: Some(bounds.playouts),
            ..self.settings().clone()
        });
        player.set_net(self.shared_net());
        let color = game.to_move();
        let query = MoveQuery {
            banned: bounds.banned,
            time: bounds.time,
            ..MoveQuery::of(color, bounds.stop)
        };
        let is_over = || bounds.stop.load(Ordering::Relaxed);
        let view = player.view(game, bounds.time, started, &is_over);
        let known = Known::of(view, color, &[], bounds.banned);
        let known = known.with_proof(player.proof(game, &query));
        let reused = kept
            .filter(|_| query.is_free() && observer.ownership == OwnershipDetail::None)
            .and_then(|kept| kept.0.below(game, color))
            .filter(|tree| tree.is_by_net() == player.net().is_some())
            .map(|mut tree| {
                tree.forget_ends();
                tree
            });
        let made = reused.as_ref().map_or(0, SearchTree::visits);
        let request = SearchRequest {
            playouts: Some(bounds.playouts.saturating_sub(made)),
            deadline: bounds.time.and_then(|time| started.checked_add(time)),
            ..player.request(&known, bounds.stop)
        };
        let (found, tree) = player.search(&request, &known, reused, Some(observer));
        debug!("analysed for {} playouts after {made}", found.playouts);
        (query.is_free()).then(|| KeptTree(ReusedTree::new(game, tree)))
    }

    /// Analyses the moves of `color` that are not `banned` until the observer says that it is over.
    /// The judgement of the stones is kept for [`Player::choose`], and so is the tree, which goes
    /// on from the last one, unless moves are banned.
    ///
    /// Each report is the decision that [`Player::choose`] would make from what is known by then.
    /// The first waits only for a quick judgement of the stones.
    pub fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        banned: &[PlayedMove],
        observer: SearchObserver<'_>,
    ) {
        let is_free = banned.is_empty();
        let reused = match is_free {
            true => self.reused_for(game, color),
            false => None,
        };
        if game.position().is_closed() {
            return;
        }
        let (found, tree) = self.analyze_at_once(game, color, banned, reused, observer);
        debug!("thought for {} playouts", found.playouts);
        if is_free && color == game.to_move() {
            self.keep(game, tree);
        }
    }

    /// Analyses without a bound. The first report waits only for a quick judgement of the stones.
    fn analyze_at_once(
        &mut self,
        game: &Game,
        color: Color,
        banned: &[PlayedMove],
        reused: Option<SearchTree>,
        observer: SearchObserver<'_>,
    ) -> (SearchResult, SearchTree) {
        let mut readings = self.readings();
        let glance = GameView::of(
            game,
            Care::GLANCE,
            self.net(),
            &mut readings,
            observer.is_over,
        );
        drop(readings);
        let mut solved = self.solved.take().filter(|solved| solved.is_of(game));
        let is_solved = solved.is_some();
        let is_restricted = !banned.is_empty();
        let proof = solved.as_ref().filter(|_| !is_restricted);
        let proof = proof.and_then(|solved| solved.proof(&[]));
        let mut known = Known::only(glance, color, banned).with_proof(proof);
        let (sender, insights) = channel();
        let state = InsightState::default();
        let searched = std::thread::scope(|scope| {
            let (player, state) = (&*self, &state);
            let proofs = match (is_restricted, is_solved) {
                (true, _) => Proofs::None,
                (false, true) => Proofs::Quick,
                (false, false) => Proofs::All,
            };
            let work = move || player.look_into(game, color, proofs, state, &sender);
            if !parallel::begin(scope, work) {
                debug!("no thread is left to look into the position");
            }
            let mut keep = |found| solved = Some(found);
            let searched = player
                .search_with_insights(&mut known, reused, state, &insights, observer, &mut keep);
            state.over.store(true, Ordering::SeqCst);
            searched
        });
        self.solved = solved;
        // A short analysis has no more than the quick judgement, which is not kept.
        self.judgement = known.view.judgement().or(self.judgement.take());
        searched
    }

    /// Searches until the observer says that it is over, and takes in each insight as it arrives.
    fn search_with_insights<'a>(
        &self,
        known: &mut Known<'a>,
        mut reused: Option<SearchTree>,
        state: &InsightState,
        insights: &Receiver<Insight<'a>>,
        observer: SearchObserver<'_>,
        keep: &mut dyn FnMut(Solved),
    ) -> (SearchResult, SearchTree) {
        let never = AtomicBool::new(false);
        let (mut read, mut playouts) = (0, 0);
        loop {
            for insight in insights.try_iter() {
                read += 1;
                match insight {
                    Insight::View(view) => known.look_again(*view),
                    Insight::Proof(proof) => known.learn(Some(proof)),
                    Insight::Solved(solved) => {
                        known.learn(solved.proof(&[]));
                        keep(*solved);
                    }
                }
                reused.iter_mut().for_each(SearchTree::forget_ends);
            }
            let has_news = || state.sent.load(Ordering::SeqCst) > read;
            let request = SearchRequest {
                examines_pass: true,
                ..self.request(known, &never)
            };
            let mut pass_on = |report: &Report| {
                // A report that is already out of date is dropped.
                if !has_news() || (observer.is_over)() {
                    let mut report = report.clone();
                    report.decision.playouts += playouts;
                    (observer.report)(&report);
                }
            };
            let until_news = SearchObserver {
                every: observer.every,
                ownership: observer.ownership,
                report: &mut pass_on,
                is_over: &|| (observer.is_over)() || has_news(),
            };
            let (mut found, tree) = self.search(&request, known, reused, Some(until_news));
            playouts += found.playouts;
            if (observer.is_over)() || !has_news() {
                found.playouts = playouts;
                return (found, tree);
            }
            reused = Some(tree);
        }
    }

    /// Finds the facts on which a decision rests beside the search, and sends them.
    fn look_into<'a>(
        &self,
        game: &'a Game,
        color: Color,
        proofs: Proofs,
        state: &InsightState,
        insights: &Sender<Insight<'a>>,
    ) {
        let send = |insight| {
            if insights.send(insight).is_ok() {
                state.sent.fetch_add(1, Ordering::SeqCst);
            }
        };
        let is_over = || state.over.load(Ordering::SeqCst);
        if proofs > Proofs::None
            && let Some(proof) = proven_move(game.position(), color, &[], &is_over)
        {
            send(Insight::Proof(proof));
            return;
        }
        let view = self.view(game, None, Instant::now(), &is_over);
        send(Insight::View(Box::new(view)));
        if proofs == Proofs::All
            && is_solvable(game, color)
            // An analysis is not bound by the playouts for a move, so neither is its proof.
            && let Some(solved) = solve(game, self.settings(), None, Some(SOLVING), &state.over)
        {
            send(Insight::Solved(Box::new(solved)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;

    use halfpoint_core::Size;
    use halfpoint_core::game::Move;
    use halfpoint_core::rules::find;

    use super::*;
    use halfpoint_nn::{Arithmetic, Net};

    /// A pass on the empty board is so unlikely that a search would leave it out for long.
    #[test]
    fn an_analysis_without_a_bound_tells_the_worth_of_a_pass() {
        let preset = find("two_button").expect("rules");
        let game = Game::new(preset.rules, Size::square(9), preset.usual_komi);
        let mut player = Player::new(Settings::default());
        let net = Net::embedded(Arithmetic::Int8).expect("a net");
        player.set_net(Some(Arc::new(net)));
        let passes = Cell::new(0);
        let visits = Cell::new(0);
        player.analyze(
            &game,
            Color::Black,
            &[],
            SearchObserver {
                every: Duration::from_millis(5),
                ownership: OwnershipDetail::None,
                report: &mut |report| {
                    let considered = &report.decision.considered;
                    let pass = considered.iter().find(|one| one.mv == Move::Pass);
                    passes.set(pass.map_or(0, |one| one.visits));
                    visits.set(report.decision.playouts);
                },
                is_over: &|| visits.get() >= 20,
            },
        );
        assert!(passes.get() > 0, "{} visits", visits.get());
    }
}
