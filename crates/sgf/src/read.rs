//! Reader of files: their games one after the other.

use std::borrow::Cow;
use std::io::{self, Read};

use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::Rules;

use super::brackets::{Brackets, RecordEnd, is_surely_a_root, next_game};
use super::encoding::decode;
use super::error::SgfError;
use super::foreign;
use super::limits::{MAX_BYTES, MAX_GAMES};
use super::main_line::{LineReader, Loaded};
use super::nodes::Nodes;
use super::terms::{Defaults, Komi};

/// Reads a file, up to one byte more than [`MAX_BYTES`]: enough to detect that it is too long, and
/// finite even for a device without end.
///
/// # Errors
/// If the file cannot be read.
pub fn bytes_of(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the main line of the first game of a file.
///
/// `default_rules` apply if the file names no known rule set. `default_komi` applies to an even
/// game if the file names neither komi nor a known rule set. Reading stops before the move
/// `up_to_move` of the file, counted from 1.
///
/// # Position
/// Stones set up before the first move form the starting position, regardless of their node. `HA`
/// with that many black stones and no white stones is a handicap. If `HA` comes without any stones,
/// then that many black moves in a row at the beginning are the handicap; if White has the first
/// move instead, the handicap consists of the stones that `fixed_handicap` would place. Stones that
/// are set up or removed later start a new game from that position, in which earlier captures do
/// not count.
///
/// The first player is the one named by `PL`, otherwise White after a handicap, otherwise the
/// player of the first move. A later `PL` matters only if no move follows. Players may move out of
/// turn.
///
/// # Komi
/// Words in English, Chinese, Japanese or Korean may stand beside the number and turn its sign.
/// Under area rules 3.75 and 2.75 are numbers of stones and are therefore doubled, as are numbers
/// with 子. Whole numbers of 200 or more (50 or more in records of the server Fox) that are
/// multiples of 25 are hundredths; 214, 234, 314 and 334 are 2¼, 2¾, 3¼ and 3¾ stones. Without
/// komi in the file, and if its text is not understood, it is half a point in a handicap game,
/// otherwise the usual komi of the rules that the file names.
///
/// # Passes
/// An empty value, `pass`, the point just beyond the lower right corner, and `tt` on boards up to
/// 19×19.
///
/// # KataGo's clean-up
/// If `RU` is a string as KataGo writes it, with territory scoring, the game ends with the first
/// two passes in a row: what follows is KataGo's way to find the dead stones, in which moves cost
/// nothing. Elsewhere moves after two passes take the game up again.
///
/// # Errors
/// If the file is too large, contains no game of Go, or contains an invalid value or an illegal
/// move.
pub fn read(
    bytes: &[u8],
    default_rules: Rules,
    default_komi: HalfPoints,
    up_to_move: Option<usize>,
) -> Result<Loaded, SgfError> {
    let file = Source::new(bytes)?;
    let Some(open) = next_game(&file.text, 0) else {
        return Err(file.without_game());
    };
    let end = Brackets::default().end_of_game(&file.text, open);
    file.read_game(
        open,
        end,
        Defaults::new(default_rules, default_komi),
        up_to_move,
    )
}

/// Reads all games of a file one after the other, each as [`read()`] reads the first.
///
/// After an error in one game the following games are still read. A game ends at its last bracket.
/// If that is missing, it ends before the next node that begins as a root does. Such a node may
/// also be a variation, so what it leaves out, board size, komi or rules, is taken from the game
/// before, unless it has a property that only a root has. If the file has no game at all,
/// the only item is the error that says so.
#[must_use]
pub fn read_all(bytes: &[u8], default_rules: Rules, default_komi: HalfPoints) -> Games<'_> {
    Games {
        source: Some(Source::new(bytes)),
        brackets: Brackets::default(),
        at: 0,
        number: 0,
        defaults: Defaults::new(default_rules, default_komi),
        carried: None,
    }
}

/// Warning about a game that may be a variation of the one before.
const CARRIED: &str = "no bracket closes the game before: if this is a variation of it, its moves \
     are missing here; board size, rules and komi that this one leaves out are those of that game";

/// Iterator over the games of a file; see [`read_all`].
#[derive(Debug)]
pub struct Games<'a> {
    /// Text of the file; `None` after the last game.
    source: Option<Result<Source<'a>, SgfError>>,
    brackets: Brackets,
    at: usize,
    number: usize,
    defaults: Defaults,
    /// Values of the last game that nothing closes, for what may be its variations.
    carried: Option<Defaults>,
}

impl Games<'_> {
    /// Uses this komi for all games instead of the komi in the file.
    #[must_use]
    pub fn with_komi(mut self, komi: HalfPoints) -> Self {
        self.defaults.komi = Komi::Always(komi);
        self
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Loaded, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        let source = match self.source.take()? {
            Ok(source) => source,
            Err(error) => return Some(Err(error)),
        };
        let Some(open) = next_game(&source.text, self.at) else {
            return (self.number == 0).then(|| Err(source.without_game()));
        };
        self.number += 1;
        if self.number > MAX_GAMES {
            return Some(Err(SgfError::TooManyGames));
        }
        let carried = self.carried.take();
        let carried = carried.filter(|_| !is_surely_a_root(&source.text, open));
        let end = self.brackets.end_of_game(&source.text, open);
        let mut game = source
            .read_game(open, end, carried.unwrap_or(self.defaults), None)
            .map_err(|error| error.in_game(self.number));
        if let (Ok(loaded), Some(_)) = (&mut game, carried) {
            loaded.warnings.push(CARRIED.to_string());
        }
        self.carried = match &game {
            Ok(Loaded { game, .. }) if !end.closed => Some(Defaults {
                rules: *game.rules(),
                komi: self.defaults.komi.or(game.komi()),
                size: game.board().size(),
            }),
            // Further variations may follow.
            _ => carried,
        };
        self.at = end.at;
        self.source = Some(Ok(source));
        Some(game)
    }
}

impl std::iter::FusedIterator for Games<'_> {}

/// Text of a file.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub text: Cow<'a, str>,
    /// Name of the encoding, if it was guessed.
    guessed: Option<&'static str>,
}

impl<'a> Source<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Source<'a>, SgfError> {
        if bytes.len() > MAX_BYTES {
            return Err(SgfError::TooLarge);
        }
        if let Some(what) = foreign::at_once(bytes) {
            return Err(SgfError::Foreign(what));
        }
        let (text, guessed) = decode(bytes);
        Ok(Source { text, guessed })
    }

    pub(super) fn without_game(&self) -> SgfError {
        let foreign = foreign::without_game(&self.text);
        foreign.map_or(SgfError::NoGame, SgfError::Foreign)
    }

    /// Returns a reader of the game with this end.
    pub(super) fn reader(
        &self,
        end: RecordEnd,
        defaults: Defaults,
        up_to_move: Option<usize>,
        place_handicap: bool,
    ) -> LineReader {
        let mut reader = LineReader::new(defaults, up_to_move, place_handicap);
        reader.closed = end.closed;
        if let Some(encoding) = self.guessed {
            let note = format!("the text is not in UTF-8: {encoding} assumed");
            reader.notes.add(note);
        }
        reader
    }

    /// Reads the game between its bracket at `open` and its end.
    fn read_game(
        &self,
        open: usize,
        end: RecordEnd,
        defaults: Defaults,
        up_to_move: Option<usize>,
    ) -> Result<Loaded, SgfError> {
        let text = &self.text[..end.at];
        let reader = |place_handicap| self.reader(end, defaults, up_to_move, place_handicap);
        let mut first = reader(true);
        match first.read(Nodes::new(text, open)) {
            Ok(()) => Ok(first.loaded()),
            // Handicap stones on the usual points are a guess, which an illegal move disproves.
            Err(SgfError::IllegalMove { .. }) if first.placed_handicap() => {
                let mut second = reader(false);
                second.read(Nodes::new(text, open))?;
                second.notes.add("HA without stones: no handicap");
                Ok(second.loaded())
            }
            Err(error) => Err(error),
        }
    }
}
