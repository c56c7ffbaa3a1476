//! State of a ladder, computed from its entries: players with ranks and points, and games.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;
use thiserror::Error;

use halfpoint_core::board::Color;
use halfpoint_core::rules::{GameType, Rank, Standing};

use super::config::{LadderConfig, LadderConfigError, Member};
use super::history::{Entry, LadderGame};
use halfpoint_arena::log::record::{Sides, Verdict};
use halfpoint_arena::plan::config::{ConfigError, MAX_GAMES};

/// Upper limit of the players of a ladder, those who have left included.
pub const MAX_PLAYERS: usize = 10_000;

/// Reason why an entry cannot follow the entries before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateError {
    /// Invalid settings of a ladder.
    #[error(transparent)]
    Config(#[from] LadderConfigError),
    /// Invalid player.
    #[error(transparent)]
    Member(#[from] ConfigError),
    /// Second start of a ladder.
    #[error("a ladder has begun already")]
    Begun,
    /// Second player of the same name.
    #[error("there is a player called {0:?} already")]
    SameName(String),
    /// Player that is unknown.
    #[error("there is no player called {0:?}")]
    Unknown(String),
    /// Player that has left.
    #[error("{0:?} has left the ladder")]
    Gone(String),
    /// Game of a player against itself.
    #[error("{0:?} cannot play against itself")]
    Alone(String),
    /// Game with a number that another game has: a game is rated once.
    #[error("game {0} is there twice")]
    Twice(u32),
    /// Game with a number that no ladder reaches.
    #[error("game {0} has a number above those of a ladder, which are less than {MAX_GAMES}")]
    Number(u32),
    /// Player beyond [`MAX_PLAYERS`].
    #[error("a ladder has at most {MAX_PLAYERS} players")]
    Crowded,
    /// Ranks or points that differ from those that the earlier games give.
    #[error("game {0}: ranks and points are not those that the games before it give")]
    Contradiction(u32),
    /// Komi that differs from that of the game type.
    #[error("game {0}: the komi is not that of its game type")]
    Komi(u32),
    /// Verdict that differs from the result, or a record of another game.
    #[error("game {0}: verdict, result and record contradict each other")]
    Verdict(u32),
}

/// Player with its standing and the numbers of its games.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Name, initial rank and engine.
    pub member: Member,
    /// Rank and promotion points; `None` for guests.
    pub standing: Option<Standing>,
    /// Whether the player has left.
    pub left: bool,
    /// Number of rated games won.
    pub won: u32,
    /// Number of rated games lost.
    pub lost: u32,
    /// Number of games that change no points: handicap games and games without a winner.
    pub unrated: u32,
    /// History of the standing: pairs of a number of finished games of the ladder and the standing
    /// at that time, from the player's arrival on.
    pub path: Vec<(u32, Standing)>,
}

impl Player {
    fn new(member: Member, games: u32) -> Player {
        let standing = (!member.guest).then(|| Standing::new(member.rank));
        Player {
            standing,
            left: false,
            won: 0,
            lost: 0,
            unrated: 0,
            path: standing.into_iter().map(|at| (games, at)).collect(),
            member,
        }
    }

    /// Returns the rank; guests have the lowest.
    #[must_use]
    pub fn rank(&self) -> Rank {
        self.standing.map_or(Rank::LOWEST, |standing| standing.rank)
    }

    /// Returns the number of all games of the player.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.won + self.lost + self.unrated
    }

    fn row(&self, place: usize) -> Row<'_> {
        Row {
            place,
            name: &self.member.name,
            rank: self.rank(),
            points: self.standing.map(|at| at.points),
            games: self.games(),
            won: self.won,
            lost: self.lost,
            unrated: self.unrated,
            left: self.left,
        }
    }
}

/// Row of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row<'l> {
    /// Place, from 1.
    pub place: usize,
    /// Name of the player.
    pub name: &'l str,
    /// Rank of the player.
    pub rank: Rank,
    /// Promotion points; `None` for guests.
    pub points: Option<u8>,
    /// Number of all games.
    pub games: u32,
    /// Number of rated games won.
    pub won: u32,
    /// Number of rated games lost.
    pub lost: u32,
    /// Number of games that changed no points.
    pub unrated: u32,
    /// Whether the player has left.
    pub left: bool,
}

impl Row<'_> {
    /// Returns the rank as the server shows it: `3d`, and `3d[P]` for a professional.
    #[must_use]
    pub fn rank_text(&self) -> String {
        self.rank.shown()
    }
}

/// State of a ladder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ladder {
    config: LadderConfig,
    players: Vec<Player>,
    /// Index of each player by name.
    places: HashMap<String, usize>,
    games: Vec<LadderGame>,
    /// Numbers of the finished games.
    numbers: BTreeSet<u32>,
    /// Number of games of each pair of players, with the lower index first.
    met: BTreeMap<(usize, usize), u32>,
}

impl Ladder {
    /// Creates a ladder without players.
    ///
    /// # Errors
    /// If the settings are invalid.
    pub fn new(config: LadderConfig) -> Result<Ladder, StateError> {
        config.validate()?;
        Ok(Ladder {
            config,
            ..Ladder::default()
        })
    }

    /// Returns the settings.
    #[must_use]
    pub fn config(&self) -> &LadderConfig {
        &self.config
    }

    /// Returns all players, in the order of their arrival.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the finished games, in the order of their ends.
    #[must_use]
    pub fn games(&self) -> &[LadderGame] {
        &self.games
    }

    /// Returns the lowest number that belongs neither to a finished game nor to `others`.
    #[must_use]
    pub fn free_number(&self, others: &[u32]) -> u32 {
        let is_free = |number: &u32| !self.numbers.contains(number) && !others.contains(number);
        (0..).find(is_free).unwrap_or(u32::MAX)
    }

    /// Returns the index of the named player in [`Ladder::players`]; `None` if there is none.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Returns the index of the named player, who must not have left.
    fn playing(&self, name: &str) -> Result<usize, StateError> {
        match self.find(name) {
            None => Err(StateError::Unknown(name.to_string())),
            Some(index) if self.players[index].left => Err(StateError::Gone(name.to_string())),
            Some(index) => Ok(index),
        }
    }

    /// Returns how often two players have met.
    #[must_use]
    pub fn met(&self, one: usize, other: usize) -> u32 {
        let pair = (one.min(other), one.max(other));
        self.met.get(&pair).copied().unwrap_or(0)
    }

    /// Returns the standings of two players after a game of the given type. A guest neither wins
    /// nor loses points; its opponent does, as against any other player.
    #[must_use]
    pub fn rated(
        &self,
        players: &Sides<usize>,
        kind: GameType,
        verdict: Verdict,
    ) -> Sides<Option<Standing>> {
        let after = |color: Color| {
            let standing = self.players.get(*players.of(color))?.standing?;
            Some(match verdict.winner() {
                Some(winner) if kind.is_rated() => standing.after(winner == color),
                _ => standing,
            })
        };
        Sides {
            black: after(Color::Black),
            white: after(Color::White),
        }
    }

    /// Returns the ranks of two players.
    #[must_use]
    pub fn ranks(&self, players: Sides<usize>) -> Sides<Rank> {
        players.map(|index| self.players[index].rank())
    }

    /// Returns the indices of two players, given their names.
    ///
    /// # Errors
    /// If a player is unknown or has left, or if both names are the same.
    pub fn pair(&self, names: &Sides<String>) -> Result<Sides<usize>, StateError> {
        let (black, white) = (self.playing(&names.black)?, self.playing(&names.white)?);
        match black == white {
            true => Err(StateError::Alone(names.black.clone())),
            false => Ok(Sides { black, white }),
        }
    }

    /// Checks whether an entry can be the next one.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn check(&self, entry: &Entry) -> Result<(), StateError> {
        match entry {
            Entry::Ladder(_) => Err(StateError::Begun),
            Entry::Player(_) if self.players.len() >= MAX_PLAYERS => Err(StateError::Crowded),
            Entry::Player(member) => {
                member.validate()?;
                match self.find(&member.name) {
                    Some(_) => Err(StateError::SameName(member.name.clone())),
                    None => Ok(()),
                }
            }
            Entry::Left(name) => self.playing(name).map(|_| ()),
            Entry::Game(game) => {
                let players = self.pair(&game.players)?;
                if game.game >= MAX_GAMES {
                    return Err(StateError::Number(game.game));
                }
                if self.numbers.contains(&game.game) {
                    return Err(StateError::Twice(game.game));
                }
                let size = self.config.size.0;
                if game.komi != game.game_type.komi(size.width(), size.height()) {
                    return Err(StateError::Komi(game.game));
                }
                if !game.is_consistent() {
                    return Err(StateError::Verdict(game.game));
                }
                let ranks = self.ranks(players);
                let standings = self.rated(&players, game.game_type, game.verdict);
                match ranks == game.ranks && standings == game.standings {
                    true => Ok(()),
                    false => Err(StateError::Contradiction(game.game)),
                }
            }
        }
    }

    /// Applies the next entry. An invalid entry changes nothing.
    ///
    /// # Errors
    /// Those of [`Ladder::check`].
    pub fn apply(&mut self, entry: Entry) -> Result<(), StateError> {
        self.check(&entry)?;
        let games = self.games.len() as u32;
        match entry {
            Entry::Ladder(_) => (),
            Entry::Player(member) => {
                self.places.insert(member.name.clone(), self.players.len());
                self.players.push(Player::new(member, games));
            }
            Entry::Left(name) => {
                if let Some(index) = self.find(&name) {
                    self.players[index].left = true;
                }
            }
            Entry::Game(game) => {
                let players = self.pair(&game.players)?;
                let pair = (
                    players.black.min(players.white),
                    players.black.max(players.white),
                );
                *self.met.entry(pair).or_insert(0) += 1;
                for color in Color::BOTH {
                    let player = &mut self.players[*players.of(color)];
                    match game.verdict.winner() {
                        Some(winner) if game.game_type.is_rated() => match winner == color {
                            true => player.won += 1,
                            false => player.lost += 1,
                        },
                        _ => player.unrated += 1,
                    }
                    player.standing = *game.standings.of(color);
                    player
                        .path
                        .extend(player.standing.map(|at| (games + 1, at)));
                }
                self.numbers.insert(game.game);
                self.games.push(*game);
            }
        }
        Ok(())
    }

    /// Returns the table, sorted by rank, then by points, then by name. Guests come after the
    /// players of their rank.
    #[must_use]
    pub fn table(&self) -> Vec<Row<'_>> {
        let mut players: Vec<&Player> = self.players.iter().collect();
        players.sort_by_key(|player| {
            let height = (player.rank(), player.standing.map(|at| at.points));
            (std::cmp::Reverse(height), &player.member.name)
        });
        let rows = players.into_iter().enumerate();
        rows.map(|(index, player)| player.row(index + 1)).collect()
    }
}
