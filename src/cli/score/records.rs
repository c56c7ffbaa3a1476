//! Games of a file, each read under a rule set that allows its moves.

use std::io;
use std::path::Path;

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{CUSTOM, NamedRules, Preset, find};
use halfpoint_sgf::{self as sgf, Games, HowWon, Loaded, RecordedResult, SgfError};

use crate::cli::common::record_bytes;

/// Rule sets for a record that names none. They are tried in this order until the moves of the
/// record are legal.
const READ_AS: [&str; 3] = ["chinese", "japanese", "new_zealand"];

/// Reads the bytes of a file, `-` for standard input.
pub(super) fn read_bytes(file: &Path) -> io::Result<Vec<u8>> {
    if file.is_dir() {
        let error = "a folder, not a record: name the files in it";
        return Err(io::Error::new(io::ErrorKind::IsADirectory, error));
    }
    record_bytes(file)
}

/// Game that was read.
pub(super) struct ScoredRecord {
    pub loaded: Loaded,
    /// Rule set under which the game was read; `None` if the record names known rules.
    pub read_as: Option<&'static Preset>,
}

impl ScoredRecord {
    /// Returns the rule set under which the game was read, with its name.
    pub(super) fn rules(&self) -> NamedRules {
        let id = self
            .loaded
            .rules_id
            .or(self.read_as.map(|preset| preset.id));
        NamedRules {
            rules: *self.loaded.game.rules(),
            id: id.unwrap_or(CUSTOM),
        }
    }

    /// Returns how a game ended that was won without counting; `None` for other results.
    pub(super) fn ended(&self) -> Option<&'static str> {
        let RecordedResult::Won(winner, how) = self.loaded.recorded else {
            return None;
        };
        Some(match (winner, how) {
            (Color::Black, HowWon::Resignation) => "White resigned",
            (Color::White, HowWon::Resignation) => "Black resigned",
            (Color::Black, HowWon::Time) => "White lost on time",
            (Color::White, HowWon::Time) => "Black lost on time",
            (Color::Black, HowWon::Forfeit) => "White forfeited the game",
            (Color::White, HowWon::Forfeit) => "Black forfeited the game",
            (_, HowWon::Points | HowWon::Unspecified) => return None,
        })
    }
}

/// Games of a file, read under one rule set where they name none.
struct RecordReader<'a> {
    preset: &'static Preset,
    games: Games<'a>,
    /// Number of games read so far.
    at: usize,
}

impl RecordReader<'_> {
    fn game(&mut self, index: usize) -> Option<Result<ScoredRecord, SgfError>> {
        let loaded = self.games.nth(index.checked_sub(self.at)?)?;
        self.at = index + 1;
        let preset = self.preset;
        Some(loaded.map(|loaded| {
            let named = loaded.rules_id.is_some() || *loaded.game.rules() != preset.rules;
            ScoredRecord {
                loaded,
                read_as: (!named).then_some(preset),
            }
        }))
    }
}

/// Reads the games of a file. A game that names no rules is read under the first rule set of
/// [`READ_AS`] that allows its moves; if none does, the error is the one under the first of them,
/// without the number of the game, which the title of the message already has.
pub(super) fn load_all(
    bytes: &[u8],
    komi: Option<HalfPoints>,
) -> impl Iterator<Item = Result<ScoredRecord, String>> {
    let presets = READ_AS.into_iter().filter_map(find);
    let mut readers: Vec<RecordReader<'_>> = presets
        .map(|preset| {
            let games = sgf::read_all(bytes, preset.rules, preset.usual_komi);
            RecordReader {
                preset,
                games: match komi {
                    Some(komi) => games.with_komi(komi),
                    None => games,
                },
                at: 0,
            }
        })
        .collect();
    let mut index = 0;
    std::iter::from_fn(move || {
        let (first, others) = readers.split_first_mut()?;
        let game = first.game(index)?;
        let again = match &game {
            Err(error) if matches!(error.reason(), SgfError::IllegalMove { .. }) => others
                .iter_mut()
                .find_map(|reader| reader.game(index).filter(Result::is_ok)),
            _ => None,
        };
        index += 1;
        Some(again.unwrap_or(game).map_err(without_number))
    })
}

/// Returns the text of an error without the number of the game, which the title of the message
/// already has.
fn without_number(error: SgfError) -> String {
    match error {
        SgfError::InGame { reason, .. } => reason.to_string(),
        error => error.to_string(),
    }
}
