//! What a player may say, and what it comes to.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Point, Size};
use crate::notation::vertex;
use crate::rules::{Buttons, PassRule, Rules};

/// The names of token moves that a client may say besides plain `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
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

impl TokenKind {
    /// All names in the order in which lists give them.
    pub const ALL: [TokenKind; 5] = [
        TokenKind::Button,
        TokenKind::HalfPass,
        TokenKind::FullPass,
        TokenKind::Delay,
        TokenKind::Draw,
    ];

    /// The word itself.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            TokenKind::Button => "button",
            TokenKind::HalfPass => "halfpass",
            TokenKind::FullPass => "fullpass",
            TokenKind::Delay => "delay",
            TokenKind::Draw => "draw",
        }
    }

    /// The name in running text.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            TokenKind::Button => "button",
            TokenKind::HalfPass => "half-pass",
            TokenKind::FullPass => "full pass",
            TokenKind::Delay => "delay",
            TokenKind::Draw => "declared draw",
        }
    }

    /// Whether a rule set has a move of that name at all, legal at the moment or not. Buttons that
    /// ride on passes are not named.
    #[must_use]
    pub fn exists_under(self, rules: &Rules) -> bool {
        match self {
            TokenKind::Button => matches!(
                rules.buttons,
                Buttons::Take | Buttons::Give | Buttons::AsMoves
            ),
            TokenKind::HalfPass => rules.pass == PassRule::HalfThenStone,
            TokenKind::FullPass => match rules.pass {
                PassRule::Stone | PassRule::HalfThenStone => true,
                PassRule::Free => rules.buttons != Buttons::None,
                PassRule::Delay => false,
            },
            TokenKind::Delay | TokenKind::Draw => rules.pass == PassRule::Delay,
        }
    }

    /// The names that exist under a rule set, in the order of [`TokenKind::ALL`].
    #[must_use]
    pub fn all_under(rules: &Rules) -> Vec<TokenKind> {
        let mut names = TokenKind::ALL.to_vec();
        names.retain(|name| name.exists_under(rules));
        names
    }
}

impl fmt::Display for TokenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for TokenKind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let same = |name: &TokenKind| name.as_str().eq_ignore_ascii_case(text);
        TokenKind::ALL.into_iter().find(same).ok_or(())
    }
}

/// A move as a player says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// A stone on a point.
    Place(Point),
    /// Plain `pass`, whatever it means just now.
    Pass,
    /// A token move by name.
    Token(TokenKind),
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
    pub const fn name(self) -> TokenKind {
        match self {
            Token::Pass | Token::StonePass => TokenKind::FullPass,
            Token::TakeButton | Token::GiveButton => TokenKind::Button,
            Token::HalfPass => TokenKind::HalfPass,
            Token::Delay | Token::UltimateDelay => TokenKind::Delay,
            Token::Draw => TokenKind::Draw,
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
pub enum PlayedMove {
    /// A stone on a point.
    Place(Point),
    /// A token move.
    Token(Token),
    /// Giving up.
    Resign,
}

impl PlayedMove {
    /// The move by name.
    #[must_use]
    pub fn text(self, size: Size) -> String {
        match self {
            PlayedMove::Place(point) => vertex(size, point),
            PlayedMove::Token(token) => token.meaning().to_string(),
            PlayedMove::Resign => "resign".to_string(),
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}{}", if self.is_about_the_move() { "illegal move: " } else { "" }, self.reason())]
pub enum IllegalMove {
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

impl IllegalMove {
    /// The reason in a few words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            IllegalMove::Occupied => "occupied",
            IllegalMove::SuicideRule => "suicide",
            IllegalMove::Ko => "ko",
            IllegalMove::Superko => "superko",
            IllegalMove::NoPrisoner => "no prisoner",
            IllegalMove::NoButton => "no button",
            IllegalMove::NoDraw => "no draw",
            IllegalMove::NotNow => "not now",
            IllegalMove::NoStone => "no stone",
            IllegalMove::GameOver => "game over",
            IllegalMove::TooLong => "game too long",
        }
    }

    /// Whether another move might have been legal.
    const fn is_about_the_move(self) -> bool {
        !matches!(self, IllegalMove::GameOver | IllegalMove::TooLong)
    }
}
