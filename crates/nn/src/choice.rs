//! Choice of the net that evaluates positions.

use std::fmt;
use std::path::{Path, PathBuf};

use super::error::NetError;
use super::net::{Arithmetic, Net};

/// Word for [`NetChoice::None`].
const NONE: &str = "none";
/// Word for [`NetChoice::Embedded`].
const EMBEDDED: &str = "default";

/// Net that evaluates positions, as a person names it: `none`, `default` or a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum NetChoice {
    /// No net: playouts evaluate positions. The choice of the library where nobody chooses.
    #[default]
    None,
    /// Net that lies in this crate ([`Net::embedded`]). The choice of the program where nobody
    /// chooses.
    Embedded,
    /// Net of a file.
    File(PathBuf),
}

impl NetChoice {
    /// Returns the word or the path that names the choice. A file whose path is one of the words is
    /// named by another path, such as `./none`.
    #[must_use]
    pub fn as_path(&self) -> &Path {
        match self {
            NetChoice::None => Path::new(NONE),
            NetChoice::Embedded => Path::new(EMBEDDED),
            NetChoice::File(path) => path,
        }
    }

    /// Returns whether playouts evaluate positions.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == NetChoice::None
    }

    /// Makes the net ready; `None` without one. It takes about 2 ms for the embedded net.
    ///
    /// # Errors
    /// As [`Net::open`].
    pub fn open(&self, arithmetic: Arithmetic) -> Result<Option<Net>, NetError> {
        match self {
            NetChoice::None => Ok(None),
            NetChoice::Embedded => Net::embedded(arithmetic).map(Some),
            NetChoice::File(path) => Net::open(path, arithmetic).map(Some),
        }
    }
}

impl From<PathBuf> for NetChoice {
    fn from(path: PathBuf) -> NetChoice {
        match path.to_str() {
            Some(NONE) => NetChoice::None,
            Some(EMBEDDED) => NetChoice::Embedded,
            _ => NetChoice::File(path),
        }
    }
}

impl From<NetChoice> for PathBuf {
    fn from(choice: NetChoice) -> PathBuf {
        match choice {
            NetChoice::File(path) => path,
            word => word.as_path().to_path_buf(),
        }
    }
}

impl fmt::Display for NetChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_path().display().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use halfpoint_core::rules::{PRESETS, ScoringRule};
    use halfpoint_core::{Game, HalfPoints, Size};

    use super::super::features::History;
    use super::super::net::NetReader;
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_written() {
        for (text, choice) in [
            ("none", NetChoice::None),
            ("default", NetChoice::Embedded),
            ("./none", NetChoice::File("./none".into())),
            ("a.bin.gz", NetChoice::File("a.bin.gz".into())),
        ] {
            assert_eq!(NetChoice::from(PathBuf::from(text)), choice);
            assert_eq!(choice.to_string(), text);
            assert_eq!(PathBuf::from(choice), PathBuf::from(text));
        }
    }

    #[test]
    fn no_net_is_opened_unless_one_is_chosen_and_a_missing_file_is_an_error() {
        let open = |choice: NetChoice| choice.open(Arithmetic::Int8);
        assert!(open(NetChoice::None).is_ok_and(|net| net.is_none()));
        assert!(open(NetChoice::File("no/such/file".into())).is_err());
    }

    /// On an empty board with komi 0 the first move is worth something, and much komi or a large
    /// bowl of the opponent takes the game away.
    #[test]
    fn the_embedded_net_judges_every_rule_set_and_knows_what_komi_is() {
        let net = NetChoice::Embedded.open(Arithmetic::Int8);
        let net = net.expect("a net").expect("a choice");
        assert!(net.knows_tokens());
        let size = Size::square(9);
        let mut reader = NetReader::new(&net, size);
        for preset in &PRESETS {
            let mut win = |points: i16| {
                let mut rules = preset.rules;
                let komi = match rules.scoring {
                    ScoringRule::Spare => {
                        rules.bowl_handicap = points;
                        HalfPoints::ZERO
                    }
                    _ => HalfPoints::from_points(points.into()),
                };
                let game = Game::new(rules, size, komi);
                let evaluation =
                    reader.evaluate(game.position(), &History::of(&game), game.terms(), None);
                evaluation.win
            };
            let (even, lost) = (win(0), win(20));
            assert!(even > 0.5 && lost < 0.2, "{}: {even} {lost}", preset.id);
        }
    }
}
