//! Players that stay with a page, so that a search goes on from the one before.
//!
//! A page is known by a random id of its own, which lies in its memory alone. The server keeps few
//! players, drops those that are idle, and needs none of them: a player that is gone costs a page
//! the tree of its last search and nothing else.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use halfpoint_core::board::Color;
use halfpoint_engine::player::Player;
use halfpoint_system::parallel::lock;
use tokio::sync::Semaphore;

/// Maximum number of players that are kept.
const MAX_KEPT: usize = 4;
/// Time after which an idle player is dropped.
const IDLE: Duration = Duration::from_secs(120);
/// Time between two looks for idle players.
const LOOK: Duration = Duration::from_secs(10);
/// Maximum length of the id of a page, in bytes.
const MAX_ID: usize = 64;
/// Time that a search waits for an earlier one of the same page, which is about to end.
const PATIENCE: Duration = Duration::from_millis(500);

/// Use of a player: each has a tree of its own, so that neither side knows what the other thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerPurpose {
    /// Moves of a colour.
    Moves(Color),
    /// Analysis.
    Analysis,
}

/// The players that are kept.
pub struct Sessions {
    kept: Mutex<Vec<KeptPlayer>>,
    /// Permit of the one page that ponders at a time.
    pub pondering: Arc<Semaphore>,
}

/// A player of a page.
struct KeptPlayer {
    page: String,
    purpose: PlayerPurpose,
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
    fn kept(&self) -> MutexGuard<'_, Vec<KeptPlayer>> {
        lock(&self.kept)
    }

    /// Runs a function with the player of a page, or with a new one: if the page has no id, has
    /// none yet, or its player is at work.
    pub fn with<T>(
        &self,
        page: Option<&str>,
        purpose: PlayerPurpose,
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
    fn player(
        &self,
        page: &str,
        purpose: PlayerPurpose,
        new: impl Fn() -> Player,
    ) -> Arc<Mutex<Player>> {
        let mut kept = self.kept();
        let found = kept
            .iter()
            .position(|one| one.page == page && one.purpose == purpose);
        let mut one = match found {
            Some(index) => kept.remove(index),
            None => KeptPlayer {
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
        let is_busy = |one: &KeptPlayer| Arc::strong_count(&one.player) > 1;
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
        let black = PlayerPurpose::Moves(Color::Black);
        let first = sessions.player("a", black, player);
        let again = sessions.player("a", black, player);
        assert!(Arc::ptr_eq(&first, &again));
        let white = sessions.player("a", PlayerPurpose::Moves(Color::White), player);
        assert!(!Arc::ptr_eq(&first, &white));
        for page in ["b", "c", "d"] {
            sessions.player(page, PlayerPurpose::Analysis, player);
        }
        assert_eq!(sessions.kept().len(), MAX_KEPT);
        assert!(!Arc::ptr_eq(&first, &sessions.player("a", black, player)));
    }

    #[test]
    fn idle_players_are_dropped_and_busy_ones_stay() {
        let sessions = Sessions::default();
        let busy = sessions.player("a", PlayerPurpose::Analysis, player);
        sessions.player("b", PlayerPurpose::Analysis, player);
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
        let with = |page: Option<&str>| sessions.with(page, PlayerPurpose::Analysis, player, level);
        let kept = sessions.player("a", PlayerPurpose::Analysis, marked);
        assert_eq!(with(Some("a")), 3);
        assert_ne!(with(None), 3);
        let lock = kept.lock().expect("a player");
        assert_ne!(with(Some("a")), 3);
        drop(lock);
        assert_eq!(with(Some("a")), 3);
    }
}
