//! Header of a record: everything before the first move.

use std::collections::BTreeMap;

use halfpoint_core::board::{Board, Color, Point, Size};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{Game, PlayedMove, Record, Setup, fixed_handicap};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{BoardSize, parse_color, parse_vertex};
use halfpoint_core::rules::{CUSTOM, NamedRules, PRESETS, Rules, find, preset_of, with_json};

use super::amount::{Amount, AmountError, amount, narrow};
use super::error::SgfError;
use super::komi::{self, ReadKomi};
use super::nodes::Property;
use super::points::{named, on_board};
use super::ruleset::{from_ru, has_clean_up};
use super::text::one_line;

/// Side of the board if the file names no size.
const DEFAULT_SIDE: usize = 19;

/// Komi that the caller supplies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Komi {
    /// Komi of an even game if the file names neither komi nor rules with a usual komi.
    IfUnknown(HalfPoints),
    /// Komi of every game, regardless of the file.
    Always(HalfPoints),
}

impl Komi {
    /// Returns this komi, with another one for games that leave it out.
    pub(super) fn or(self, other: HalfPoints) -> Komi {
        match self {
            Komi::IfUnknown(_) => Komi::IfUnknown(other),
            always @ Komi::Always(_) => always,
        }
    }
}

/// Values for what files leave out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defaults {
    /// Rules if the file names no known rule set.
    pub rules: Rules,
    /// Komi that the caller supplies.
    pub komi: Komi,
    /// Board size if the file names none.
    pub size: Size,
}

impl Defaults {
    /// Creates the defaults of a file whose board size, if it names none, is the usual one.
    pub(super) fn new(rules: Rules, komi: HalfPoints) -> Defaults {
        Defaults {
            rules,
            komi: Komi::IfUnknown(komi),
            size: Size::square(DEFAULT_SIDE),
        }
    }
}

/// Stones by their points.
pub(super) type Stones = BTreeMap<Point, Color>;

/// Maximum number of notes about one game.
const MAX_NOTES: usize = 32;
/// Minimum of a whole number of points in `KM` that is taken for hundredths of points.
const MIN_HUNDREDTHS: i64 = 200;
/// Used in place of [`MIN_HUNDREDTHS`] in records of the game server Fox.
const MIN_HUNDREDTHS_OF_FOX: i64 = 50;

/// Assumptions and ignored values, in words.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<String>);

impl Notes {
    pub(super) fn add(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.0.len() < MAX_NOTES && !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    pub(super) fn into_vec(self) -> Vec<String> {
        self.0
    }
}

/// Returns a note on the parts of a rule set that differ from the rules known by its name.
fn simplification(id: &str) -> Option<String> {
    let how = find(id)?.simplification?;
    Some(format!("rules {id} are simplified: {how}"))
}

/// Values read before the first move.
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
    fox: bool,
}

/// Terms of a game: the result of its header.
pub(super) struct HeaderTerms {
    /// Rule set.
    pub rules: Rules,
    /// Komi in half-points.
    pub komi: HalfPoints,
    /// Starting position.
    pub setup: Setup,
    /// Whether stones were placed on the handicap points, which the file does not name.
    pub placed_handicap: bool,
}

/// Values of a property with points, for error messages.
const A_POINT: &str = "a point such as pd";

pub(super) fn bad_value(property: &str, value: &str, wanted: &'static str) -> SgfError {
    SgfError::BadValue {
        property: property.to_string(),
        value: excerpt(value),
        wanted,
    }
}

/// Parses a point in two letters or as a vertex, which must be on the board.
pub(super) fn point(
    size: Size,
    property: &str,
    text: &str,
    notes: &mut Notes,
) -> Result<Point, SgfError> {
    let Some(coordinates) = named(text) else {
        let point = parse_vertex(size, text).ok_or_else(|| bad_value(property, text, A_POINT))?;
        notes.add("points are written as vertices, such as R16 for qd");
        return Ok(point);
    };
    on_board(size, coordinates).ok_or_else(|| SgfError::OffBoard {
        property: property.to_string(),
        value: text.to_string(),
    })
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

    /// Returns whether the moves after the first two passes are KataGo's clean-up. Files of our
    /// own, which have `HPR`, contain none.
    pub(super) fn has_clean_up(&self) -> bool {
        self.hpr.is_none() && self.ruleset.as_deref().is_some_and(has_clean_up)
    }

    pub(super) fn rules_of_file(&self) -> Option<(Rules, Option<&'static str>)> {
        self.hpr.or(self.ru)
    }

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
                self.hpr = Some(with_json(&PRESETS, &json)?);
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
            let text = || Some(one_line(&property.whole())).filter(|text| !text.is_empty());
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

    /// Returns the terms of the game. `first_mover` is the player of the first move, if there is
    /// one. `place` says whether a handicap without stones may be placed on the fixed points.
    pub(super) fn terms(
        &self,
        first_mover: Option<Color>,
        place: bool,
        defaults: Defaults,
        notes: &mut Notes,
    ) -> Result<HeaderTerms, SgfError> {
        let rules = match self.rules_of_file() {
            Some((rules, named)) => {
                // A record of our own, which has `HPR`, means exactly our rules.
                let named = named.filter(|_| self.hpr.is_none());
                if let Some(note) = named.and_then(simplification) {
                    notes.add(note);
                }
                rules
            }
            None => {
                let id = preset_of(&defaults.rules).map_or(CUSTOM, |preset| preset.id);
                notes.add(match &self.ruleset {
                    Some(text) => format!("RU[{}] is unknown: {id} assumed", excerpt(text)),
                    None => format!("no rules: {id} assumed"),
                });
                defaults.rules
            }
        };
        if self.size.is_none() {
            notes.add(format!("no board size: {} assumed", BoardSize(self.size())));
        }
        let komi = match defaults.komi {
            Komi::Always(komi) => komi,
            Komi::IfUnknown(default) => match self.komi(&rules, notes)? {
                Some(komi) => komi,
                None => self.assumed_komi(default, notes),
            },
        };
        let (setup, placed_handicap) = self.setup(first_mover, place, notes)?;
        Ok(HeaderTerms {
            rules,
            komi,
            setup,
            placed_handicap,
        })
    }

    fn setup(
        &self,
        first_mover: Option<Color>,
        place: bool,
        notes: &mut Notes,
    ) -> Result<(Setup, bool), SgfError> {
        let size = self.size();
        let black = self.stones.values().all(|&color| color == Color::Black);
        let number = self.stones.len();
        let handicap = self.handicap.unwrap_or(0);
        let mut placed = false;
        let setup = if handicap > 0 && black && handicap == number {
            let points: Vec<Point> = self.stones.keys().copied().collect();
            Setup::with_handicap(size, &points)?
        } else if place
            && handicap > 1
            && number == 0
            && first_mover == Some(Color::White)
            && self.first != Some(Color::Black)
            && let Ok(mut points) = fixed_handicap(size, handicap)
        {
            points.sort_unstable();
            notes.add(format!(
                "HA[{handicap}] without stones, and White moves first: stones on the usual points"
            ));
            placed = true;
            Setup::with_handicap(size, &points)?
        } else {
            if handicap > 1 && number > 0 {
                let white = self.stones.values().filter(|&&c| c == Color::White).count();
                notes.add(format!(
                    "HA[{handicap}] with {} black and {white} white stones: no handicap",
                    number - white
                ));
            }
            let stones = self
                .stones
                .iter()
                .map(|(&point, &color)| (point, color))
                .collect();
            Setup::with_stones(size, stones, first_mover.unwrap_or(Color::Black))?
        };
        Ok(match self.first {
            Some(color) => (setup.moving_first(color), placed),
            None => (setup, placed),
        })
    }

    /// Adds a note about a game that looks like a handicap game but is read as an even one.
    pub(super) fn note_handicap(&self, game: &Game, notes: &mut Notes) {
        let (setup, handicap) = (game.setup(), self.handicap.unwrap_or(0));
        if setup.handicap() > 0 || self.hpr.is_some() {
            return;
        }
        let black_move = |record: &&Record| {
            record.color == Color::Black && matches!(record.action, PlayedMove::Place(_))
        };
        let moves = game.records().iter().take_while(black_move).count();
        let black = |(_, color): &(Point, Color)| *color == Color::Black;
        if setup.stones().is_empty() && handicap > 1 {
            notes.add(format!("HA[{handicap}] without stones: no handicap"));
        } else if setup.stones().is_empty() && handicap == 0 && moves > 1 {
            notes.add(format!(
                "{moves} moves by Black in a row at the beginning, without HA: no handicap"
            ));
        } else if handicap == 0
            && setup.stones().len() > 1
            && setup.stones().iter().all(black)
            && setup.to_move() == Color::White
        {
            notes.add("black stones only, and White to move, without HA: no handicap");
        }
    }

    /// Returns the texts that may give komi, the more trustworthy one first, with their properties.
    fn texts_of_komi(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let texts = [
            ("KM", self.komi.as_deref()),
            ("KO", self.old_komi.as_deref()),
        ];
        texts
            .into_iter()
            .filter_map(|(name, text)| Some((name, text?)))
    }

    /// Returns whether the file specifies komi in words that are understood.
    pub(super) fn names_komi(&self) -> bool {
        let is_number = |text| komi::komi(text) != Err(AmountError::NotANumber);
        self.texts_of_komi().any(|(_, text)| is_number(text))
    }

    /// Returns the komi of a file that names none: half a point in a handicap game, otherwise the
    /// usual komi of the rules that the file names, otherwise `default`.
    fn assumed_komi(&self, default: HalfPoints, notes: &mut Notes) -> HalfPoints {
        let size = self.size();
        let (komi, why) = if self.handicap.unwrap_or(0) > 0 {
            (
                HalfPoints::HALF,
                ", as is usual with a handicap".to_string(),
            )
        } else if let Some((rules, id)) = self.rules_of_file() {
            let id = id.unwrap_or(CUSTOM);
            let komi = NamedRules { rules, id }.usual_komi(size.width(), size.height());
            let why = match id {
                CUSTOM => ", as is usual under such rules".to_string(),
                id => format!(", as is usual under {id}"),
            };
            (komi, why)
        } else {
            (default, String::new())
        };
        notes.add(format!("no komi: {komi} assumed{why}"));
        komi
    }

    /// Returns the komi that the file specifies, as the rules and the writing program mean it;
    /// `None` if it gives none, or in words that are not understood.
    fn komi(&self, rules: &Rules, notes: &mut Notes) -> Result<Option<HalfPoints>, SgfError> {
        for (name, text) in self.texts_of_komi() {
            let quarter = || SgfError::QuarterKomi(excerpt(text));
            match komi::komi(text) {
                Ok(read) => {
                    let komi = self.meant_komi(read.amount, rules, notes);
                    let komi = komi.half_points().ok_or_else(quarter)?;
                    if read.in_words || komi_differs(read, komi) {
                        notes.add(format!("{name}[{}] read as {komi}", excerpt(text)));
                    }
                    return Ok(Some(komi));
                }
                Err(AmountError::TooFine) => return Err(quarter()),
                Err(AmountError::NotANumber) => {
                    notes.add(format!("{name}[{}] is not understood", excerpt(text)));
                }
            }
        }
        Ok(None)
    }

    /// Returns the komi that a program has meant by a number, which may be hundredths or stones.
    fn meant_komi(&self, written: Amount, rules: &Rules, notes: &mut Notes) -> Amount {
        let doubtful = self.fox && written.hundredths == 0 && self.handicap.unwrap_or(0) == 0;
        if doubtful {
            notes.add("KM[0] of a server that also writes it where there was komi");
        }
        let read = self.in_hundredths(written).unwrap_or(written);
        let chinese = rules.counts_stones() || read != written;
        let doubled = [275, 375].contains(&read.hundredths)
            || read != written && [325, 350].contains(&read.hundredths);
        if chinese && doubled && !read.stones {
            read.in_stones()
        } else {
            read
        }
    }

    /// Returns a whole number as one of hundredths, if it is too large to be meant as points: some
    /// servers write komi so. Chinese records have 234 for 2¾ stones, too. Files of our own, which
    /// have `HPR`, have neither.
    fn in_hundredths(&self, written: Amount) -> Option<Amount> {
        let min_points = match self.fox {
            true => MIN_HUNDREDTHS_OF_FOX,
            false => MIN_HUNDREDTHS,
        };
        let points = written.hundredths / 100;
        let meant = written.whole && !written.stones && self.hpr.is_none();
        let meant = (meant && points.abs() >= min_points).then_some(points)?;
        let (hundredths, stones) = match meant {
            // Two and three stones and a quarter or three, without what stood between the digits.
            214 => (225, true),
            234 => (275, true),
            314 => (325, true),
            334 => (375, true),
            _ if meant % 25 == 0 => (meant, false),
            _ => return None,
        };
        Some(Amount {
            hundredths,
            stones,
            whole: false,
        })
    }
}

/// Applies the setup properties of a node to a position, in their order, as the JSON protocol
/// does: a later stone takes the place of an earlier one, and one that takes the last liberty of a
/// chain captures it.
pub(super) fn set_up(
    size: Size,
    stones: &mut Stones,
    properties: &[Property],
    notes: &mut Notes,
) -> Result<(), SgfError> {
    // What stands on the points that the node names, with the order in which they were named.
    let mut named: BTreeMap<Point, (usize, Option<Color>)> = BTreeMap::new();
    let mut order = 0;
    for property in properties {
        let color = match property.name.as_str() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            _ => continue,
        };
        let name = &property.name;
        for value in property.values.iter().map(|value| value.trim()) {
            if value.is_empty() {
                continue;
            }
            for point in rectangle(size, name, value, notes)? {
                order += 1;
                match named.insert(point, (order, color)) {
                    Some((_, before)) if before == color => {
                        notes.add(format!("{name} names a point more than once"));
                    }
                    Some(_) => notes.add(format!(
                        "{name} names a point that the node has set up otherwise: the last counts"
                    )),
                    None => (),
                }
            }
        }
    }
    stones.retain(|point, color| named.get(point).is_none_or(|(_, now)| *now == Some(*color)));
    let mut added: Vec<(usize, Point, Color)> = named
        .into_iter()
        .filter_map(|(point, (order, color))| Some((order, point, color?)))
        .filter(|(_, point, _)| !stones.contains_key(point))
        .collect();
    added.sort_unstable();
    let before = stones.iter().map(|(&point, &color)| (point, color));
    let mut board = Board::with_stones(size, before);
    let number = board.stones().count() + added.len();
    for (_, point, color) in added {
        board.play(color, point);
    }
    *stones = board.stones().collect();
    if stones.len() < number {
        let lost = number - stones.len();
        notes.add(format!(
            "{lost} of the stones set up are captured by later ones"
        ));
    }
    Ok(())
}

/// Returns the points of a value: one point, or a rectangle between two corners.
fn rectangle(
    size: Size,
    property: &str,
    value: &str,
    notes: &mut Notes,
) -> Result<Vec<Point>, SgfError> {
    let Some((from, to)) = value.split_once(':') else {
        return Ok(vec![point(size, property, value, notes)?]);
    };
    let corners = [from.trim(), to.trim()]
        .map(|corner| point(size, property, corner, notes).map(|point| size.coordinates(point)));
    let [from, to] = corners;
    let ((a, b), (c, d)) = (from?, to?);
    let rows = b.min(d)..=b.max(d);
    let points = rows.flat_map(|y| (a.min(c)..=a.max(c)).filter_map(move |x| size.point(x, y)));
    Ok(points.collect())
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

/// Returns whether komi is not the number that was written.
fn komi_differs(read: ReadKomi, komi: HalfPoints) -> bool {
    read.amount.half_points() != Some(komi)
}

/// Returns the player that a word names. Old files also use numbers.
pub(super) fn player_of(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        word => parse_color(word),
    }
}
