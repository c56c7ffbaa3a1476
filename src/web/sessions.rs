//! Players that stay with a page, so that a search goes on from the one before, and pondering.
//!
//! A page is known by a random id of its own, which lies in its memory alone. The server keeps few
//! players, drops those that are idle, and needs none of them: a player that is gone costs a page
//! the tree of its last search and nothing else.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use halfpoint_core::board::Color;
use halfpoint_engine::player::Player;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::api::{Refusal, Server, StopOnDrop, blocking, game_of};
use super::game::GameText;
use super::sent::Sent;

/// Maximum number of players that are kept.
const MAX_KEPT: usize = 4;
/// Time after which an idle player is dropped.
const IDLE: Duration = Duration::from_secs(120);
/// Time between two looks for idle players.
const LOOK: Duration = Duration::from_secs(10);
/// Maximum length of the id of a page, in bytes.
const MAX_ID: usize = 64;
/// Longest time to ponder, in seconds.
const MAX_PONDERING: Duration = Duration::from_secs(600);
/// Time that a search waits for an earlier one of the same page, which is about to end.
const PATIENCE: Duration = Duration::from_millis(500);

/// Use of a player: each has a tree of its own, so that neither side knows what the other thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Moves of a colour.
    Moves(Color),
    /// Analysis.
    Analysis,
}

/// The players that are kept.
pub struct Sessions {
    kept: Mutex<Vec<Kept>>,
    /// Permit of the one page that ponders at a time.
    pondering: Arc<Semaphore>,
}

/// A player of a page.
struct Kept {
    page: String,
    purpose: Purpose,
    player: Arc<Mutex<Player>>,
    used: Instant,
}

impl Default for Sessions {
    fn default() -> Sessions {
        Sessions {
            kept: Mutex::default(),
            pondering: Arc::new(Semaphore::new(1)),
        }
    }
}

impl Sessions {
    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a function with the player of a page, or with a new one: if the page has no id, has
    /// none yet, or its player is at work.
    pub fn with<T>(
        &self,
        page: Option<&str>,
        purpose: Purpose,
        new: impl Fn() -> Player,
        run: impl FnOnce(&mut Player) -> T,
    ) -> T {
        let Some(page) = page.filter(|page| !page.is_empty() && page.len() <= MAX_ID) else {
            return run(&mut new());
        };
        let player = self.player(page, purpose, &new);
        let begin = Instant::now();
        loop {
            match player.try_lock() {
                Ok(mut player) => return run(&mut player),
                Err(TryLockError::Poisoned(_)) => return run(&mut new()),
                Err(TryLockError::WouldBlock) if begin.elapsed() >= PATIENCE => {
                    return run(&mut new());
                }
                Err(TryLockError::WouldBlock) => thread::sleep(PATIENCE / 50),
            }
        }
    }

    /// Returns the player of a page, which is made if there is none. The one that was not used for
    /// the longest time makes room.
    fn player(&self, page: &str, purpose: Purpose, new: impl Fn() -> Player) -> Arc<Mutex<Player>> {
        let mut kept = self.kept();
        let found = kept
            .iter()
            .position(|one| one.page == page && one.purpose == purpose);
        let mut one = match found {
            Some(index) => kept.remove(index),
            None => Kept {
                page: page.to_string(),
                purpose,
                player: Arc::new(Mutex::new(new())),
                used: Instant::now(),
            },
        };
        one.used = Instant::now();
        let player = Arc::clone(&one.player);
        // Last used, last in the list.
        kept.push(one);
        if kept.len() > MAX_KEPT {
            kept.remove(0);
        }
        player
    }

    /// Drops players that were not used for `idle`, unless they are at work.
    fn drop_idle(&self, idle: Duration) {
        let is_busy = |one: &Kept| Arc::strong_count(&one.player) > 1;
        self.kept()
            .retain(|one| one.used.elapsed() < idle || is_busy(one));
    }

    /// Drops idle players for as long as the server runs.
    pub async fn tidy(&self) {
        loop {
            tokio::time::sleep(LOOK).await;
            self.drop_idle(IDLE);
        }
    }
}

/// Returns the route of the request.
pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/api/ponder", post(ponder))
}

/// Position in which a person thinks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pondered {
    game: GameText,
    page: String,
}

/// Thinks for the side that is not to move, until the client goes. Answers at once if another page
/// does that already.
async fn ponder(
    State(server): State<Arc<Server>>,
    Sent(pondered): Sent<Pondered>,
) -> Result<Json<Value>, Refusal> {
    let (game, _) = game_of(&pondered.game)?;
    let pondering = Arc::clone(&server.engine.sessions.pondering);
    let Ok(permit) = pondering.try_acquire_owned() else {
        return Ok(Json(json!({ "pondered": false })));
    };
    let stop = Arc::new(AtomicBool::new(false));
    let _stop = StopOnDrop(Arc::clone(&stop));
    let search = blocking(permit, move || {
        server.engine.ponder(&game, &pondered.page, &stop);
    });
    match tokio::time::timeout(MAX_PONDERING, search).await {
        Ok(Err(refusal)) => Err(refusal),
        Ok(Ok(())) | Err(_) => Ok(Json(json!({ "pondered": true }))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_engine::player::Settings;

    fn player() -> Player {
        Player::new(Settings::default())
    }

    #[test]
    fn a_page_keeps_its_players_until_others_need_the_room() {
        let sessions = Sessions::default();
        let black = Purpose::Moves(Color::Black);
        let first = sessions.player("a", black, player);
        let again = sessions.player("a", black, player);
        assert!(Arc::ptr_eq(&first, &again));
        let white = sessions.player("a", Purpose::Moves(Color::White), player);
        assert!(!Arc::ptr_eq(&first, &white));
        for page in ["b", "c", "d"] {
            sessions.player(page, Purpose::Analysis, player);
        }
        assert_eq!(sessions.kept().len(), MAX_KEPT);
        assert!(!Arc::ptr_eq(&first, &sessions.player("a", black, player)));
    }

    #[test]
    fn idle_players_are_dropped_and_busy_ones_stay() {
        let sessions = Sessions::default();
        let busy = sessions.player("a", Purpose::Analysis, player);
        sessions.player("b", Purpose::Analysis, player);
        sessions.drop_idle(IDLE);
        assert_eq!(sessions.kept().len(), 2);
        sessions.drop_idle(Duration::ZERO);
        assert_eq!(sessions.kept().len(), 1);
        drop(busy);
        sessions.drop_idle(Duration::ZERO);
        assert!(sessions.kept().is_empty());
    }

    #[test]
    fn a_player_at_work_is_not_waited_for() {
        let sessions = Sessions::default();
        let level = |player: &mut Player| player.settings().level;
        let marked = || {
            Player::new(Settings {
                level: 3,
                ..Settings::default()
            })
        };
        let with = |page: Option<&str>| sessions.with(page, Purpose::Analysis, player, level);
        let kept = sessions.player("a", Purpose::Analysis, marked);
        assert_eq!(with(Some("a")), 3);
        assert_ne!(with(None), 3);
        let lock = kept.lock().expect("a player");
        assert_ne!(with(Some("a")), 3);
        drop(lock);
        assert_eq!(with(Some("a")), 3);
    }
}
