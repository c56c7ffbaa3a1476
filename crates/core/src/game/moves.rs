//! Moves as players enter them, and as the record stores them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Point, Size};
use crate::notation::vertex;
use crate::rules::{ButtonRule, PassRule, Rules};

/// Name of a token move that a client may use besides plain `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Takes or gives a button.
    Button,
    /// Passes half a stone.
    HalfPass,
    /// Passes in the ordinary way, without a button.
    FullPass,
    /// Returns a prisoner from the mover's own bowl.
    Delay,
    /// Declares a draw.
    Draw,
}

impl TokenKind {
    /// All names, in the order of lists.
    pub const ALL: [TokenKind; 5] = [
        TokenKind::Button,
        TokenKind::HalfPass,
        TokenKind::FullPass,
        TokenKind::Delay,
        TokenKind::Draw,
    ];

    /// Returns the word that clients use.
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

    /// Returns the name as it is written in running text.
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

    /// Returns whether a rule set has a move of this name at all, legal at the moment or not.
    /// Buttons that are attached to passes have no name of their own.
    #[must_use]
    pub fn exists_under(self, rules: &Rules) -> bool {
        match self {
            TokenKind::Button => matches!(
                rules.buttons,
                ButtonRule::Take | ButtonRule::Give | ButtonRule::AsMoves
            ),
            TokenKind::HalfPass => rules.pass == PassRule::HalfThenStone,
            TokenKind::FullPass => match rules.pass {
                PassRule::Stone | PassRule::HalfThenStone => true,
                PassRule::Free => rules.buttons != ButtonRule::None,
                PassRule::Delay => false,
            },
            TokenKind::Delay | TokenKind::Draw => rules.pass == PassRule::Delay,
        }
    }

    /// Returns the names that exist under a rule set, in the order of [`TokenKind::ALL`].
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

/// Move as a player enters it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Placement of a stone on a point.
    Place(Point),
    /// Plain `pass`; the rules and the state determine its effect.
    Pass,
    /// Token move by name.
    Token(TokenKind),
    /// First pass of the game together with a proposal of dead stones. Each point stands for every
    /// stone of its colour in that enclosed territory.
    Propose(Vec<Point>),
    /// Resignation.
    Resign,
}

impl Move {
    /// Returns the move as text: a vertex, the name of a token, `pass` (also for a proposal) or
    /// `resign`.
    #[must_use]
    pub fn text(&self, size: Size) -> String {
        match self {
            Move::Place(point) => vertex(size, *point),
            Move::Token(name) => name.to_string(),
            Move::Pass | Move::Propose(_) => "pass".to_string(),
            Move::Resign => "resign".to_string(),
        }
    }
}

/// Token move with its effect determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// Pass without any exchange.
    Pass,
    /// Pass that gives the opponent one prisoner.
    StonePass,
    /// Button that gives the mover half a point.
    TakeButton,
    /// Button that gives the opponent half a point.
    GiveButton,
    /// Half-pass: a stone in the half-pass zone, worth half a point to the opponent.
    HalfPass,
    /// Delay: a regular prisoner leaves the mover's bowl.
    Delay,
    /// First delay of the game: the prisoner goes into the opponent's bowl as the ultimate stone.
    UltimateDelay,
    /// Declaration of a draw, which ends the game.
    Draw,
}

impl Token {
    /// All tokens, in the order of the enumeration.
    pub const ALL: [Token; 8] = [
        Token::Pass,
        Token::StonePass,
        Token::TakeButton,
        Token::GiveButton,
        Token::HalfPass,
        Token::Delay,
        Token::UltimateDelay,
        Token::Draw,
    ];

    /// Returns the name that clients may call the move by; a pass without exchange is a full pass.
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

    /// Returns the word for this move where plain `pass` leads to it: the word of [`Token::name`],
    /// but `pass` for a pass without exchange.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Token::Pass => "pass",
            other => other.name().as_str(),
        }
    }
}

/// Move as the record stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayedMove {
    /// Placement of a stone on a point.
    Place(Point),
    /// Token move.
    Token(Token),
    /// Resignation.
    Resign,
}

impl PlayedMove {
    /// Returns the point of a placement; `None` for token moves and resignation.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            PlayedMove::Place(point) => Some(point),
            PlayedMove::Token(_) | PlayedMove::Resign => None,
        }
    }

    /// Returns the token of a token move; `None` for placements and resignation.
    #[must_use]
    pub const fn token(self) -> Option<Token> {
        match self {
            PlayedMove::Token(token) => Some(token),
            PlayedMove::Place(_) | PlayedMove::Resign => None,
        }
    }

    /// Returns the move as text: a vertex, [`Token::meaning`] or `resign`.
    #[must_use]
    pub fn text(self, size: Size) -> String {
        match self {
            PlayedMove::Place(point) => vertex(size, point),
            PlayedMove::Token(token) => token.meaning().to_string(),
            PlayedMove::Resign => "resign".to_string(),
        }
    }
}

/// Reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}{}", if self.is_about_the_move() { "illegal move: " } else { "" }, self.reason())]
pub enum IllegalMove {
    /// The point has a stone.
    Occupied,
    /// The placed chain would have no liberty.
    Suicide,
    /// The move would recreate the position before the last move.
    Ko,
    /// The move would recreate an earlier position.
    Superko,
    /// A delay needs a regular prisoner in the mover's bowl.
    NoPrisoner,
    /// There is no button to use now.
    NoButton,
    /// A draw may not be declared now.
    NoDraw,
    /// The rules do not have this move, or not at this moment.
    NotNow,
    /// A proposal names an empty point.
    NoStone,
    /// The game has ended and cannot go on.
    GameOver,
    /// The game has [`Game::MAX_MOVES`](super::Game::MAX_MOVES) moves already.
    TooLong,
}

impl IllegalMove {
    /// Returns the reason in a few words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            IllegalMove::Occupied => "occupied",
            IllegalMove::Suicide => "suicide",
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

    /// Returns whether the reason lies in the move, so that another one may be legal.
    const fn is_about_the_move(self) -> bool {
        !matches!(self, IllegalMove::GameOver | IllegalMove::TooLong)
    }
}
