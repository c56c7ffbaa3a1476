//! Form in which a proof is written and read:
//!
//! ```text
//! halfpoint proof 1
//! rules {"scoring":"AREA","ko":"POSITIONAL"}
//! komi 0
//! position ...|...|... black
//! claim black 18 1234
//! ...|.X.|..O b1,0,0,0,0,0,18 B3
//! (1233 more lines)
//! ```
//!
//! Komi includes what White gets for handicap stones. A claim names its player, the margin that he
//! reaches (Black's margin in half-points: at least this for Black, at most this for White), and
//! the number of its lines. Each line holds a position of that player, from the top row to the
//! bottom row; after a space, the player to move and the [facts](halfpoint_core::bounds::facts)
//! about tokens, then the margin that is still needed beyond the
//! [settled one](halfpoint_core::bounds::settled_margin); after another space, the move.
//!
//! Under superko the right move may depend on earlier positions. Then a position has several lines,
//! in the order in which a check needs them (see [`check`](super::check)).

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::iter::{Enumerate, Peekable};
use std::str::{FromStr, Lines};

use halfpoint_core::board::{Board, Color};
use halfpoint_core::bounds::{facts, settled_margin};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{Game, Position, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{board_rows, color_letter, color_word, parse_board, parse_color};
use halfpoint_core::rules::{NamedRules, to_json};
use thiserror::Error;

/// First line of a proof.
const TITLE: &str = "halfpoint proof 1";

/// A bound of a value: the player reaches the margin against any play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Player who reaches the margin.
    pub side: Color,
    /// Black's margin in half-points: at least this if Black is the player, at most this if White
    /// is. Where nothing is counted, 1 stands for a win of Black, 0 for a draw and −1 for a win of
    /// White.
    pub margin: i32,
}

impl Claim {
    /// Returns whether a margin of Black fulfils the claim.
    #[must_use]
    pub fn is_met_by(self, margin: i32) -> bool {
        match self.side {
            Color::Black => margin >= self.margin,
            Color::White => margin <= self.margin,
        }
    }
}

/// Largest margin of a claim in a text, in half-points: more than any game has, and far from
/// overflow.
const MAX_MARGIN: u32 = 1 << 20;

/// Moves of a player: for each position, as its line has it, the texts of his moves in
/// the order in which a check needs them.
pub type Strategy = HashMap<String, Vec<String>>;

/// A claim with the strategy that fulfils it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The bound.
    pub claim: Claim,
    /// The moves that reach it.
    pub strategy: Strategy,
}

impl Proof {
    /// Returns the number of lines.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.strategy.values().map(Vec::len).sum()
    }
}

/// A position and what is proven about its value; `Display` writes it, `FromStr` reads it.
#[derive(Clone, Debug)]
pub struct ProofText {
    /// Start of the game, without earlier moves.
    pub game: Game,
    /// Name of the rule set that the rules began with.
    pub rules_id: &'static str,
    /// Proofs of bounds.
    pub proofs: Vec<Proof>,
}

/// Error of reading a proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProofTextError {
    /// A line is not as expected; holds its number and the line, shortened if long.
    #[error("line {number}: {wanted} expected, not {found}")]
    Line {
        /// Number of the line, from 1.
        number: usize,
        /// Form of the line that was expected.
        wanted: &'static str,
        /// Line that was found.
        found: String,
    },
    /// The text ends too early.
    #[error("the end is missing: {0} expected")]
    Ends(&'static str),
}

/// Returns the text of a position and of the margin that is still needed there: the key of a line.
#[must_use]
pub(super) fn line_key(position: &Position, claim: Claim) -> String {
    let mut text = rows(position.board());
    let [_, facts @ ..] = facts(position);
    text.push(' ');
    text.push(color_letter(position.to_move()).to_ascii_lowercase());
    let needed = claim.margin - settled_margin(position).halves();
    for fact in facts {
        // Writing to a text does not fail.
        let _ = write!(text, "{fact},");
    }
    let _ = write!(text, "{needed}");
    text
}

/// Returns the rows of a board as a line of a proof has them.
fn rows(board: &Board) -> String {
    board_rows(board).join("|")
}

impl fmt::Display for ProofText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        writeln!(f, "{TITLE}")?;
        writeln!(f, "rules {}", to_json(self.rules_id, game.rules()))?;
        let bonus = game.rules().white_bonus.points(game.terms().handicap);
        let komi = game.komi() + HalfPoints::from_points(bonus as i32);
        writeln!(f, "komi {}", komi.points())?;
        let (rows, first) = (rows(game.board()), color_word(game.to_move()));
        writeln!(f, "position {rows} {first}")?;
        for proof in &self.proofs {
            let Claim { side, margin } = proof.claim;
            writeln!(f, "claim {} {margin} {}", color_word(side), proof.lines())?;
            let mut positions: Vec<_> = proof.strategy.iter().collect();
            positions.sort_unstable();
            for (position, moves) in positions {
                for action in moves {
                    writeln!(f, "{position} {action}")?;
                }
            }
        }
        Ok(())
    }
}

/// Lines of a proof that is read.
struct ProofLines<'a> {
    lines: Peekable<Enumerate<Lines<'a>>>,
}

impl<'a> ProofLines<'a> {
    /// Returns what `read` makes of the next line.
    fn next<T>(
        &mut self,
        wanted: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, ProofTextError> {
        let (index, line) = self.lines.next().ok_or(ProofTextError::Ends(wanted))?;
        read(line).ok_or_else(|| ProofTextError::Line {
            number: index + 1,
            wanted,
            found: excerpt(line),
        })
    }
}

impl FromStr for ProofText {
    type Err = ProofTextError;

    fn from_str(text: &str) -> Result<ProofText, ProofTextError> {
        let mut lines = ProofLines {
            lines: text.lines().enumerate().peekable(),
        };
        lines.next("halfpoint proof 1", |line| (line == TITLE).then_some(()))?;
        let rules: NamedRules = lines.next("rules {…}", |line| {
            line.strip_prefix("rules ")?.parse().ok()
        })?;
        let komi: HalfPoints =
            lines.next("komi K", |line| line.strip_prefix("komi ")?.parse().ok())?;
        let setup = lines.next("position ROW|ROW|… COLOR", |line| {
            let (rows, first) = line.strip_prefix("position ")?.split_once(' ')?;
            let board = parse_board(&rows.split('|').collect::<Vec<_>>())?;
            Setup::with_stones(board.size(), board.stones().collect(), parse_color(first)?).ok()
        })?;
        let mut proofs = Vec::new();
        // A text without a claim is refused: with nothing to disprove it would pass the check.
        while proofs.is_empty() || lines.lines.peek().is_some() {
            proofs.push(read_proof(&mut lines)?);
        }
        Ok(ProofText {
            game: Game::with_setup(rules.rules, setup, komi),
            rules_id: rules.id,
            proofs,
        })
    }
}

/// Reads a claim with its lines.
fn read_proof(lines: &mut ProofLines<'_>) -> Result<Proof, ProofTextError> {
    let (claim, count) = lines.next("claim COLOR MARGIN LINES", |line| {
        let mut words = line.strip_prefix("claim ")?.split(' ');
        let side = parse_color(words.next()?)?;
        let margin: i32 = words.next()?.parse().ok()?;
        if margin.unsigned_abs() > MAX_MARGIN {
            return None;
        }
        let count: usize = words.next()?.parse().ok()?;
        words
            .next()
            .is_none()
            .then_some((Claim { side, margin }, count))
    })?;
    let mut strategy = Strategy::new();
    for _ in 0..count {
        let (position, action) = lines.next("POSITION FACTS MOVE", |line| {
            let (board, rest) = line.split_once(' ')?;
            let (facts, action) = rest.split_once(' ')?;
            let end = board.len() + 1 + facts.len();
            (!action.contains(' ')).then_some((&line[..end], action))
        })?;
        let moves = strategy.entry(position.to_string()).or_default();
        moves.push(action.to_string());
    }
    Ok(Proof { claim, strategy })
}
