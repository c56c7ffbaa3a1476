//! Header of a record: everything before the first move.

use std::collections::BTreeMap;

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{Game, PlayedMove, Record, Setup, SetupError, fixed_handicap};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::parse_color;
use halfpoint_core::rules::{CUSTOM, PRESETS, Rules, ScoringRule, find, preset_of, with_json};

use super::amount::{Amount, AmountError, amount};
use super::error::SgfError;
use super::nodes::Property;
use super::points::{named, on_board};
use super::ruleset::from_ru;
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

/// Values for what files leave out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defaults {
    /// Rules if the file names no known rule set.
    pub rules: Rules,
    /// Komi that the caller supplies.
    pub komi: Komi,
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
#[derive(Default)]
pub(super) struct Header {
    size: Option<Size>,
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
pub(super) struct Terms {
    /// Rule set.
    pub rules: Rules,
    /// Komi in half-points.
    pub komi: HalfPoints,
    /// Starting position.
    pub setup: Setup,
    /// Whether stones were placed on the handicap points, which the file does not name.
    pub placed_handicap: bool,
}

pub(super) fn bad_value(property: &str, value: &str) -> SgfError {
    SgfError::BadValue {
        property: property.to_string(),
        value: excerpt(value),
    }
}

/// Parses a point in two letters, which must be on the board.
pub(super) fn point(size: Size, property: &str, text: &str) -> Result<Point, SgfError> {
    let coordinates = named(text).ok_or_else(|| bad_value(property, text))?;
    on_board(size, coordinates).ok_or_else(|| SgfError::OffBoard {
        property: property.to_string(),
        value: text.to_string(),
    })
}

impl Header {
    pub(super) fn rules_of_file(&self) -> Option<(Rules, Option<&'static str>)> {
        self.hpr.or(self.ru)
    }

    pub(super) fn size(&self) -> Size {
        self.size.unwrap_or(Size::square(DEFAULT_SIDE))
    }

    /// Reads a node before the first move.
    pub(super) fn read(
        &mut self,
        properties: &[Property],
        notes: &mut Notes,
    ) -> Result<(), SgfError> {
        // Coordinates count from the top, so the size is needed before the stones.
        for property in properties.iter().filter(|property| property.name == "SZ") {
            self.read_size(property)?;
        }
        for property in properties {
            self.read_property(property, notes)?;
        }
        let mut stones = std::mem::take(&mut self.stones);
        set_up(self.size(), &mut stones, properties, notes)?;
        self.stones = stones;
        Ok(())
    }

    fn read_size(&mut self, property: &Property) -> Result<(), SgfError> {
        let value = property.whole();
        let bad = || bad_value("SZ", &value);
        let (width, height) = value
            .split_once([':', 'x', 'X', '*', '×'])
            .unwrap_or((&value, &value));
        let side = |text: &str| text.trim().parse().map_err(|_| bad());
        let size = Size::new(side(width)?, side(height)?)?;
        // Points that were already read would change their meaning.
        if size != self.size() && !self.stones.is_empty() {
            return Err(bad());
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
            "PL" => {
                self.first = Some(player_of(trimmed).ok_or_else(|| bad_value("PL", trimmed))?);
            }
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
    ) -> Result<Terms, SgfError> {
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
            notes.add(format!("no board size: {DEFAULT_SIDE} assumed"));
        }
        let komi = match (defaults.komi, self.written_komi()) {
            (Komi::Always(komi), _) => komi,
            (Komi::IfUnknown(_), Some(text)) => self.komi(text, &rules, notes)?,
            (Komi::IfUnknown(komi), None) => self.assumed_komi(komi, notes),
        };
        let (setup, placed_handicap) = self.setup(first_mover, place, notes)?;
        Ok(Terms {
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

    fn written_komi(&self) -> Option<&String> {
        self.komi.as_ref().or(self.old_komi.as_ref())
    }

    /// Returns whether the file specifies komi.
    pub(super) fn names_komi(&self) -> bool {
        self.written_komi().is_some()
    }

    /// Returns the komi of a file without one: half a point in a handicap game, otherwise the usual
    /// komi of the rules that the file names, otherwise `default`.
    fn assumed_komi(&self, default: HalfPoints, notes: &mut Notes) -> HalfPoints {
        let size = self.size();
        let named = self.rules_of_file().and_then(|(_, id)| find(id?));
        let (komi, why) = if self.handicap.unwrap_or(0) > 0 {
            (
                HalfPoints::HALF,
                ", as is usual with a handicap".to_string(),
            )
        } else if let Some(preset) = named {
            let komi = preset.komi_on(size.width(), size.height());
            (komi, format!(", as is usual under {}", preset.id))
        } else {
            (default, String::new())
        };
        notes.add(format!("no komi: {komi} assumed{why}"));
        komi
    }

    /// Parses komi as the rules and the writing program mean it.
    fn komi(&self, text: &str, rules: &Rules, notes: &mut Notes) -> Result<HalfPoints, SgfError> {
        let quarter = || SgfError::QuarterKomi(excerpt(text));
        let written = amount(text).map_err(|error| match error {
            AmountError::TooFine => quarter(),
            AmountError::NotANumber => bad_value("KM", text),
        })?;
        let doubtful = self.fox && written.hundredths == 0 && self.handicap.unwrap_or(0) == 0;
        if doubtful {
            notes.add("KM[0] of a server that also writes it where there was komi");
        }
        let read = self.in_hundredths(written).unwrap_or(written);
        let chinese = rules.scoring == ScoringRule::Area || read != written;
        let doubled = [275, 375].contains(&read.hundredths)
            || read != written && [325, 350].contains(&read.hundredths);
        let read = if chinese && doubled && !read.stones {
            read.in_stones()
        } else {
            read
        };
        let komi = read.half_points().ok_or_else(quarter)?;
        if komi.abs() > HalfPoints::from_points(HalfPoints::MAX_KOMI_POINTS) {
            return Err(bad_value("KM", text));
        }
        if read != written {
            notes.add(format!("KM[{}] read as {komi}", excerpt(text)));
        }
        Ok(komi)
    }

    /// Returns a whole number as one of hundredths, if it is too large to be meant as points: some
    /// servers write komi so. Files of our own, which have `HPR`, never do.
    fn in_hundredths(&self, written: Amount) -> Option<Amount> {
        let min_points = match self.fox {
            true => MIN_HUNDREDTHS_OF_FOX,
            false => MIN_HUNDREDTHS,
        };
        let points = written.hundredths / 100;
        let meant = written.whole && !written.stones && self.hpr.is_none();
        (meant && points.abs() >= min_points && points % 25 == 0).then_some(Amount {
            hundredths: points,
            whole: false,
            ..written
        })
    }
}

/// Applies the setup properties of a node to a position. A node may name a point for one colour
/// only.
pub(super) fn set_up(
    size: Size,
    stones: &mut Stones,
    properties: &[Property],
    notes: &mut Notes,
) -> Result<(), SgfError> {
    let mut all = [
        ("AB", Some(Color::Black), PointSet::new(size)),
        ("AW", Some(Color::White), PointSet::new(size)),
        ("AE", None, PointSet::new(size)),
    ];
    for property in properties {
        let Some(index) = all.iter().position(|(name, _, _)| *name == property.name) else {
            continue;
        };
        for value in property.values.iter().map(|value| value.trim()) {
            if value.is_empty() {
                continue;
            }
            for point in rectangle(size, &property.name, value)? {
                let others = all.iter().enumerate();
                if others
                    .filter(|(other, _)| *other != index)
                    .any(|(_, (_, _, named))| named.contains(point))
                {
                    return Err(SetupError::Repeated.into());
                }
                let (name, color, named) = &mut all[index];
                if !named.insert(point) {
                    notes.add(format!("{name} names a point more than once"));
                    continue;
                }
                match color {
                    Some(color) => stones.insert(point, *color),
                    None => stones.remove(&point),
                };
            }
        }
    }
    Ok(())
}

/// Returns the points of a value: one point, or a rectangle between two corners.
fn rectangle(size: Size, property: &str, value: &str) -> Result<Vec<Point>, SgfError> {
    let Some((from, to)) = value.split_once(':') else {
        return Ok(vec![point(size, property, value)?]);
    };
    let corners = [from.trim(), to.trim()]
        .map(|corner| point(size, property, corner).map(|point| size.coordinates(point)));
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

/// Returns the player that a word names. Old files also use numbers.
pub(super) fn player_of(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        word => parse_color(word),
    }
}
