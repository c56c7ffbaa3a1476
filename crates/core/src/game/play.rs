//! What a player may say, and what it comes to.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Point, Size};
use crate::notation::vertex;
use crate::rules::{Buttons, PassRule, Rules};

/// The names of token moves that a client may say besides plain `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenName {
    /// Take or give a button.
    Button,
    /// Half a pass stone.
    HalfPass,
    /// The ordinary pass, the one that takes no button.
    FullPass,
    /// Return a prisoner from the own bowl.
    Delay,
    /// Declare a draw.
    Draw,
}

impl TokenName {
    /// All names in the order in which lists give them.
    pub const ALL: [TokenName; 5] = [
        TokenName::Button,
        TokenName::HalfPass,
        TokenName::FullPass,
        TokenName::Delay,
        TokenName::Draw,
    ];

    /// The word itself.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            TokenName::Button => "button",
            TokenName::HalfPass => "halfpass",
            TokenName::FullPass => "fullpass",
            TokenName::Delay => "delay",
            TokenName::Draw => "draw",
        }
    }

    /// The name in running text.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            TokenName::Button => "button",
            TokenName::HalfPass => "half-pass",
            TokenName::FullPass => "full pass",
            TokenName::Delay => "delay",
            TokenName::Draw => "declared draw",
        }
    }

    /// Whether a rule set has a move of that name at all, legal at the moment or not. Buttons that
    /// ride on passes are not named.
    #[must_use]
    pub fn exists_under(self, rules: &Rules) -> bool {
        match self {
            TokenName::Button => matches!(
                rules.buttons,
                Buttons::Take | Buttons::Give | Buttons::AsMoves
            ),
            TokenName::HalfPass => rules.pass == PassRule::HalfThenStone,
            TokenName::FullPass => match rules.pass {
                PassRule::Stone | PassRule::HalfThenStone => true,
                PassRule::Free => rules.buttons != Buttons::None,
                PassRule::Delay => false,
            },
            TokenName::Delay | TokenName::Draw => rules.pass == PassRule::Delay,
        }
    }

    /// The names that exist under a rule set, in the order of [`TokenName::ALL`].
    #[must_use]
    pub fn all_under(rules: &Rules) -> Vec<TokenName> {
        let mut names = TokenName::ALL.to_vec();
        names.retain(|name| name.exists_under(rules));
        names
    }
}

impl fmt::Display for TokenName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for TokenName {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let same = |name: &TokenName| name.as_str().eq_ignore_ascii_case(text);
        TokenName::ALL.into_iter().find(same).ok_or(())
    }
}

/// A move as a player says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// A stone on a point.
    Place(Point),
    /// Plain `pass`, whatever it means just now.
    Pass,
    /// A token move by name.
    Token(TokenName),
    /// The first pass together with a proposal of dead stones.
    Propose(Vec<Point>),
    /// Giving up.
    Resign,
}

/// A token move, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// Nothing is exchanged.
    Pass,
    /// One prisoner to the opponent.
    StonePass,
    /// Half a point to the mover.
    TakeButton,
    /// Half a point to the opponent.
    GiveButton,
    /// Half a point to the opponent, by a stone in the half-pass zone.
    HalfPass,
    /// A regular prisoner leaves the mover's bowl.
    Delay,
    /// The first delay: that prisoner goes into the opponent's bowl.
    UltimateDelay,
    /// Ends the game.
    Draw,
}

impl Token {
    /// The name that clients may call it by; an exchange of nothing is a full pass, too.
    #[must_use]
    pub const fn name(self) -> TokenName {
        match self {
            Token::Pass | Token::StonePass => TokenName::FullPass,
            Token::TakeButton | Token::GiveButton => TokenName::Button,
            Token::HalfPass => TokenName::HalfPass,
            Token::Delay | Token::UltimateDelay => TokenName::Delay,
            Token::Draw => TokenName::Draw,
        }
    }

    /// What plain `pass` is said to mean when it comes to this: as [`Token::name`], but an exchange
    /// of nothing is just a `pass`.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Token::Pass => "pass",
            other => other.name().as_str(),
        }
    }
}

/// A move as the record has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A stone on a point.
    Place(Point),
    /// A token move.
    Token(Token),
    /// Giving up.
    Resign,
}

impl Action {
    /// The move by name.
    #[must_use]
    pub fn text(self, size: Size) -> String {
        match self {
            Action::Place(point) => vertex(size, point),
            Action::Token(token) => token.meaning().to_string(),
            Action::Resign => "resign".to_string(),
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}{}", if self.is_about_the_move() { "illegal move: " } else { "" }, self.reason())]
pub enum Illegal {
    /// There is a stone already.
    Occupied,
    /// The placed chain would have no liberty.
    SuicideRule,
    /// It would recreate the position before the last move.
    Ko,
    /// It would recreate an earlier position.
    Superko,
    /// A delay needs a regular prisoner in the mover's bowl.
    NoPrisoner,
    /// There is no button to take now.
    NoButton,
    /// A draw may not be declared now.
    NoDraw,
    /// The rules know no such move, or not now.
    NotNow,
    /// A proposal names an empty point.
    NoStone,
    /// The game is over for good.
    GameOver,
    /// The game has as many moves as are kept.
    TooLong,
}

impl Illegal {
    /// The reason in a few words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Illegal::Occupied => "occupied",
            Illegal::SuicideRule => "suicide",
            Illegal::Ko => "ko",
            Illegal::Superko => "superko",
            Illegal::NoPrisoner => "no prisoner",
            Illegal::NoButton => "no button",
            Illegal::NoDraw => "no draw",
            Illegal::NotNow => "not now",
            Illegal::NoStone => "no stone",
            Illegal::GameOver => "game over",
            Illegal::TooLong => "game too long",
        }
    }

    /// Whether another move might have been legal.
    const fn is_about_the_move(self) -> bool {
        !matches!(self, Illegal::GameOver | Illegal::TooLong)
    }
}
