//! Header of a record: everything before the first move.

use halfpoint_core::board::{Color, Size};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::notation::parse_color;
use halfpoint_core::rules::Rules;

use super::amount::{AmountError, amount, narrow};
use super::error::{SgfError, bad_value};
use super::komi;
use super::nodes::Property;
use super::notes::Notes;
use super::ruleset::{from_hpr, from_ru, has_clean_up};
use super::setup::{Stones, set_up};
use super::text::{beginning, one_line};

/// Properties of a header that are noticed after the first move.
pub(super) const OF_HEADER: [&str; 8] = ["RE", "PB", "PW", "KM", "RU", "HA", "HPR", "SZ"];

/// Values read before the first move.
#[derive(Clone)]
pub(super) struct Header {
    size: Option<Size>,
    /// Board size if the file names none.
    usual_size: Size,
    hpr: Option<(Rules, Option<&'static str>)>,
    ru: Option<(Rules, Option<&'static str>)>,
    /// Text of `RU`.
    pub ruleset: Option<String>,
    komi: Option<String>,
    /// Text of `KO`, which old sites write instead of `KM`.
    old_komi: Option<String>,
    /// Number of `HA`.
    pub handicap: Option<usize>,
    /// Stones set up so far.
    pub stones: Stones,
    /// Player that `PL` names as the first.
    pub first: Option<Color>,
    /// Text of `RE`.
    pub result: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Whether the game server Fox wrote the record.
    pub fox: bool,
}

/// Parses a board size: `19`, `5:7`, `19x19`, `19路`, `19.0`.
fn sides(text: &str) -> Option<(usize, usize)> {
    const LINES: [&str; 7] = ["", "路", "路盤", "路盘", "道", "线", "줄"];
    let text = narrow(text);
    let side = |text: &str| {
        let text = text.trim();
        let digits = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (number, rest) = text.split_at(digits);
        let rest = match rest.strip_prefix('.') {
            Some(decimals) => decimals.trim_start_matches('0'),
            None => rest,
        };
        let is_side = LINES.contains(&rest.trim());
        number.parse().ok().filter(|_| is_side)
    };
    let (width, height) = text
        .split_once([':', 'x', 'X', '*', '×', ','])
        .unwrap_or((&text, &text));
    Some((side(width)?, side(height)?))
}

impl Header {
    /// Creates the header of a file that names nothing yet.
    pub(super) fn new(usual_size: Size) -> Header {
        Header {
            size: None,
            usual_size,
            hpr: None,
            ru: None,
            ruleset: None,
            komi: None,
            old_komi: None,
            handicap: None,
            stones: Stones::new(),
            first: None,
            result: None,
            black: None,
            white: None,
            fox: false,
        }
    }

    /// Returns whether the file is one of our own: they alone have `HPR`.
    pub(super) fn is_our_own(&self) -> bool {
        self.hpr.is_some()
    }

    /// Returns whether the moves after the first two passes are KataGo's clean-up. Files of our
    /// own contain none.
    pub(super) fn has_clean_up(&self) -> bool {
        !self.is_our_own() && self.ruleset.as_deref().is_some_and(has_clean_up)
    }

    pub(super) fn rules_of_file(&self) -> Option<(Rules, Option<&'static str>)> {
        self.hpr.or(self.ru)
    }

    pub(super) fn names_size(&self) -> bool {
        self.size.is_some()
    }

    /// Returns the size of the board: the one that the file names, or the usual one.
    pub(super) fn size(&self) -> Size {
        self.size.unwrap_or(self.usual_size)
    }

    /// Reads a node before the first move.
    pub(super) fn read(
        &mut self,
        properties: &[Property],
        notes: &mut Notes,
    ) -> Result<(), SgfError> {
        // Coordinates count from the top, so the size is needed before the stones.
        for property in properties.iter().filter(|property| property.name == "SZ") {
            self.read_size(property, notes)?;
        }
        for property in properties {
            self.read_property(property, notes)?;
        }
        let mut stones = std::mem::take(&mut self.stones);
        set_up(self.size(), &mut stones, properties, notes)?;
        self.stones = stones;
        Ok(())
    }

    fn read_size(&mut self, property: &Property, notes: &mut Notes) -> Result<(), SgfError> {
        let value = property.whole();
        if value.trim().is_empty() {
            return Ok(());
        }
        let Some((width, height)) = sides(&value) else {
            notes.add(format!("SZ[{}] is not understood", excerpt(&value)));
            return Ok(());
        };
        let size = Size::new(width, height)?;
        // Points that were already read would change their meaning.
        if size != self.size() && !self.stones.is_empty() {
            return Err(bad_value("SZ", &value, "the size on which stones stand"));
        }
        self.size = Some(size);
        Ok(())
    }

    fn read_property(&mut self, property: &Property, notes: &mut Notes) -> Result<(), SgfError> {
        let value = property.whole();
        let trimmed = value.trim_matches(|c: char| c.is_whitespace() || c.is_control());
        let trimmed = beginning(trimmed);
        let before = match property.name.as_str() {
            "KM" => self.komi.clone(),
            "RU" => self.ruleset.clone(),
            "HA" => self.handicap.map(|number| number.to_string()),
            _ => None,
        };
        if before.is_some_and(|before| before != one_line(trimmed)) && !trimmed.is_empty() {
            notes.add(format!("{} given twice: the last counts", property.name));
        }
        match property.name.as_str() {
            "HPR" => {
                // A program may have broken the line anywhere.
                let json = property.values.concat().replace(['\n', '\r'], "");
                self.hpr = Some(from_hpr(&json)?);
            }
            "AP" => self.fox |= trimmed.eq_ignore_ascii_case("foxwq"),
            _ if trimmed.is_empty() => (),
            "GM" => check_game(trimmed)?,
            "RU" => {
                let text = one_line(trimmed);
                self.ru = from_ru(&text);
                self.ruleset = Some(text);
            }
            "RE" => self.result = Some(one_line(trimmed)),
            "PB" => self.black = Some(one_line(trimmed)),
            "PW" => self.white = Some(one_line(trimmed)),
            "KM" => self.komi = Some(trimmed.to_string()),
            "KO" => self.old_komi = Some(trimmed.to_string()),
            "HA" => match amount(trimmed).ok().filter(|read| read.whole) {
                Some(read) => self.handicap = usize::try_from(read.hundredths / 100).ok(),
                None => notes.add(format!("HA[{}] is not understood", excerpt(trimmed))),
            },
            "PL" => match player_of(trimmed) {
                Some(color) => self.first = Some(color),
                None => notes.add(format!("PL[{}] is not understood", excerpt(trimmed))),
            },
            _ => (),
        }
        Ok(())
    }

    /// Reads a node after the first move, from which only the names and the result count.
    pub(super) fn read_late(&mut self, properties: &[Property], node: usize, notes: &mut Notes) {
        for property in properties {
            let text =
                || Some(one_line(beginning(&property.whole()))).filter(|text| !text.is_empty());
            let place = match property.name.as_str() {
                "RE" => &mut self.result,
                "PB" => &mut self.black,
                "PW" => &mut self.white,
                "KM" | "RU" | "HA" | "HPR" | "SZ" => {
                    let name = &property.name;
                    notes.add(format!(
                        "node {node}: {name} after the first move is not read"
                    ));
                    continue;
                }
                _ => continue,
            };
            if place.is_none() {
                *place = text();
            }
        }
    }

    /// Returns the texts that may give komi, the more trustworthy one first, with their properties.
    pub(super) fn texts_of_komi(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let texts = [
            ("KM", self.komi.as_deref()),
            ("KO", self.old_komi.as_deref()),
        ];
        texts
            .into_iter()
            .filter_map(|(name, text)| Some((name, text?)))
    }

    /// Returns whether the file specifies a handicap.
    pub(super) fn has_handicap(&self) -> bool {
        self.handicap.is_some_and(|handicap| handicap > 0)
    }

    /// Returns whether the file specifies komi in words that are understood.
    pub(super) fn names_komi(&self) -> bool {
        let is_number = |text| komi::komi(text) != Err(AmountError::NotANumber);
        self.texts_of_komi().any(|(_, text)| is_number(text))
    }
}

/// Checks that the game is Go.
fn check_game(value: &str) -> Result<(), SgfError> {
    const GAMES: [&str; 11] = [
        "Othello",
        "chess",
        "Gomoku or Renju",
        "Nine Men's Morris",
        "Backgammon",
        "Chinese chess",
        "Shogi",
        "Lines of Action",
        "Ataxx",
        "Hex",
        "Jungle",
    ];
    match value.parse::<usize>() {
        Ok(1) => Ok(()),
        Ok(number) => {
            let name = number.checked_sub(2).and_then(|index| GAMES.get(index));
            let name = name.map_or_else(|| format!("GM[{number}]"), |name| (*name).to_string());
            Err(SgfError::NotGo(name))
        }
        Err(_) if value.eq_ignore_ascii_case("go") => Ok(()),
        Err(_) => Err(SgfError::NotGo(format!("GM[{}]", excerpt(value)))),
    }
}

/// Returns the player that a word names. Old files also use numbers.
pub(super) fn player_of(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        word => parse_color(word),
    }
}
