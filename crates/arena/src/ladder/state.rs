//! What the lines of a ladder add up to: who has which rank and how many points.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use thiserror::Error;

use halfpoint_core::board::Color;
use halfpoint_core::rules::{GameType, Rank, Standing};

use super::config::{LadderConfig, LadderConfigError, Member};
use super::history::{Entry, LadderGame};
use crate::config::ConfigError;
use crate::record::{Sides, Verdict};

/// Why a line does not follow from those before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateError {
    /// Settings that make no ladder.
    #[error(transparent)]
    Config(#[from] LadderConfigError),
    /// A player that cannot be.
    #[error(transparent)]
    Member(#[from] ConfigError),
    /// A ladder begins once.
    #[error("a ladder has begun already")]
    Begun,
    /// Two players of one name.
    #[error("there is a player called {0:?} already")]
    SameName(String),
    /// No such player, or one who has left.
    #[error("there is no player called {0:?}")]
    Unknown(String),
    /// A game of one player.
    #[error("{0:?} cannot play against itself")]
    Alone(String),
    /// A game that is there already: it is rated once.
    #[error("game {0} is there twice")]
    Twice(u32),
    /// Ranks or points that are not those that the games before give.
    #[error("game {0}: ranks and points are not those that the games before it give")]
    Contradiction(u32),
    /// A verdict that is not that of the result, or a record of another game.
    #[error("game {0}: verdict, result and record contradict each other")]
    Verdict(u32),
}

/// A player with what came of its games.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Who it is, and how it began.
    pub member: Member,
    /// Rank and points; `None` for guests.
    pub standing: Option<Standing>,
    /// Whether it plays no more.
    pub left: bool,
    /// Rated games won.
    pub won: u32,
    /// Rated games lost.
    pub lost: u32,
    /// Handicap games, and games without a winner: they change no points.
    pub unrated: u32,
    /// What it had after so many games of the ladder, from its coming on.
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

    /// Its rank; that of guests is the lowest.
    #[must_use]
    pub fn rank(&self) -> Rank {
        self.standing.map_or(Rank::LOWEST, |standing| standing.rank)
    }

    /// All its games.
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

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row<'l> {
    /// The place, from 1.
    pub place: usize,
    /// The name.
    pub name: &'l str,
    /// The rank.
    pub rank: Rank,
    /// Promotion points; guests have none.
    pub points: Option<u8>,
    /// Games in all.
    pub games: u32,
    /// Rated games won.
    pub won: u32,
    /// Rated games lost.
    pub lost: u32,
    /// Games that changed no points.
    pub unrated: u32,
    /// Whether the player has left.
    pub left: bool,
}

impl Row<'_> {
    /// The rank as the server shows it: `3d`, and `3d[P]` for a professional.
    #[must_use]
    pub fn rank_text(&self) -> String {
        self.rank.shown()
    }
}

/// A ladder as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    config: LadderConfig,
    players: Vec<Player>,
    games: Vec<LadderGame>,
    /// Their numbers.
    numbers: BTreeSet<u32>,
    /// How often two players, the first one first, have met.
    met: BTreeMap<(usize, usize), u32>,
}

impl Ladder {
    /// A ladder without players.
    ///
    /// # Errors
    /// If the settings make none.
    pub fn new(config: LadderConfig) -> Result<Ladder, StateError> {
        config.validate()?;
        Ok(Ladder {
            config,
            players: Vec::new(),
            games: Vec::new(),
            numbers: BTreeSet::new(),
            met: BTreeMap::new(),
        })
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &LadderConfig {
        &self.config
    }

    /// All players, in the order of their coming.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The finished games, in the order of their ends.
    #[must_use]
    pub fn games(&self) -> &[LadderGame] {
        &self.games
    }

    /// The first number that neither a finished game has nor one of `others`.
    #[must_use]
    pub fn free_number(&self, others: &[u32]) -> u32 {
        let is_free = |number: &u32| !self.numbers.contains(number) && !others.contains(number);
        (0..).find(is_free).unwrap_or(u32::MAX)
    }

    /// Where the player of that name is among [`Ladder::players`].
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let mut players = self.players.iter();
        players.position(|player| player.member.name == name)
    }

    /// How often two players have met.
    #[must_use]
    pub fn met(&self, one: usize, other: usize) -> u32 {
        let pair = (one.min(other), one.max(other));
        self.met.get(&pair).copied().unwrap_or(0)
    }

    /// What two players have after a game of that kind. A guest neither wins nor loses points; its opponent
    /// does, as against any other player.
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

    /// Two players by their names, who must be there.
    ///
    /// # Errors
    /// If one is not, or both are the same.
    pub fn pair(&self, names: &Sides<String>) -> Result<Sides<usize>, StateError> {
        let find = |name: &String| {
            let found = self.find(name).filter(|&index| !self.players[index].left);
            found.ok_or_else(|| StateError::Unknown(name.clone()))
        };
        let (black, white) = (find(&names.black)?, find(&names.white)?);
        match black == white {
            true => Err(StateError::Alone(names.black.clone())),
            false => Ok(Sides { black, white }),
        }
    }

    /// Whether an entry can be the next one.
    ///
    /// # Errors
    /// If it cannot.
    pub fn check(&self, entry: &Entry) -> Result<(), StateError> {
        match entry {
            Entry::Ladder(_) => Err(StateError::Begun),
            Entry::Player(member) => {
                member.validate()?;
                match self.find(&member.name) {
                    Some(_) => Err(StateError::SameName(member.name.clone())),
                    None => Ok(()),
                }
            }
            Entry::Left(name) => {
                let found = self.find(name).filter(|&index| !self.players[index].left);
                found
                    .map(|_| ())
                    .ok_or_else(|| StateError::Unknown(name.clone()))
            }
            Entry::Game(game) => {
                let players = self.pair(&game.players)?;
                if self.numbers.contains(&game.game) {
                    return Err(StateError::Twice(game.game));
                }
                if !game.is_consistent() {
                    return Err(StateError::Verdict(game.game));
                }
                let ranks = Sides {
                    black: self.players[players.black].rank(),
                    white: self.players[players.white].rank(),
                };
                let standings = self.rated(&players, game.game_type, game.verdict);
                match ranks == game.ranks && standings == game.standings {
                    true => Ok(()),
                    false => Err(StateError::Contradiction(game.game)),
                }
            }
        }
    }

    /// Takes in the next entry. What cannot be changes nothing.
    ///
    /// # Errors
    /// As [`Ladder::check`].
    pub fn apply(&mut self, entry: Entry) -> Result<(), StateError> {
        self.check(&entry)?;
        let games = self.games.len() as u32;
        match entry {
            Entry::Ladder(_) => (),
            Entry::Player(member) => self.players.push(Player::new(member, games)),
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

    /// The table: by rank, then by points, then by name; guests come after the players of their rank.
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
