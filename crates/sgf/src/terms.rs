//! Terms of a game: the rules, the komi and the starting position that a header stands for, with
//! what is assumed where it is silent.

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{Game, PlayedMove, Record, Setup, fixed_handicap};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::{CUSTOM, NamedRules, Rules, find, preset_of};

use super::amount::{Amount, AmountError};
use super::error::SgfError;
use super::header::Header;
use super::komi;
use super::notes::Notes;

/// Side of the board if the file names no size.
const DEFAULT_SIDE: usize = 19;

/// Minimum of a whole number of points in `KM` that is taken for hundredths of points.
const MIN_HUNDREDTHS: i64 = 200;
/// Used in place of [`MIN_HUNDREDTHS`] in records of the game server Fox.
const MIN_HUNDREDTHS_OF_FOX: i64 = 50;

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

impl HeaderTerms {
    /// Returns the terms of the game. `first_mover` is the player of the first move, if there is
    /// one. `place` says whether a handicap without stones may be placed on the fixed points.
    pub(super) fn new(
        header: &Header,
        first_mover: Option<Color>,
        place: bool,
        defaults: Defaults,
        notes: &mut Notes,
    ) -> Result<HeaderTerms, SgfError> {
        let rules = rules(header, defaults.rules, notes);
        if !header.names_size() {
            let size = BoardSize(header.size());
            notes.add(format!("no board size: {size} assumed"));
        }
        let komi = match defaults.komi {
            Komi::Always(komi) => komi,
            Komi::IfUnknown(default) => match komi(header, &rules, notes)? {
                Some(komi) => komi,
                None => assumed_komi(header, default, notes),
            },
        };
        let (setup, placed_handicap) = setup(header, first_mover, place, notes)?;
        Ok(HeaderTerms {
            rules,
            komi,
            setup,
            placed_handicap,
        })
    }
}

/// Returns the rules of the file, or `default` if it names none that are known.
fn rules(header: &Header, default: Rules, notes: &mut Notes) -> Rules {
    let Some((rules, named)) = header.rules_of_file() else {
        let id = preset_of(&default).map_or(CUSTOM, |preset| preset.id);
        notes.add(match &header.ruleset {
            Some(text) => format!("RU[{}] is unknown: {id} assumed", excerpt(text)),
            None => format!("no rules: {id} assumed"),
        });
        return default;
    };
    // A record of our own means exactly our rules.
    let named = named.filter(|_| !header.is_our_own());
    if let Some(note) = named.and_then(simplification) {
        notes.add(note);
    }
    rules
}

/// Returns a note on the parts of a rule set that differ from the rules known by its name.
fn simplification(id: &str) -> Option<String> {
    let how = find(id)?.simplification?;
    Some(format!("rules {id} are simplified: {how}"))
}

/// Returns the starting position, and whether handicap stones were placed on the usual points.
fn setup(
    header: &Header,
    first_mover: Option<Color>,
    place: bool,
    notes: &mut Notes,
) -> Result<(Setup, bool), SgfError> {
    let size = header.size();
    let black = header.stones.values().all(|&color| color == Color::Black);
    let number = header.stones.len();
    let handicap = header.handicap.unwrap_or(0);
    let mut placed = false;
    let setup = if handicap > 0 && black && handicap == number {
        let points: Vec<Point> = header.stones.keys().copied().collect();
        Setup::with_handicap(size, &points)?
    } else if place
        && handicap > 1
        && number == 0
        && first_mover == Some(Color::White)
        && header.first != Some(Color::Black)
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
            let white = header
                .stones
                .values()
                .filter(|&&c| c == Color::White)
                .count();
            notes.add(format!(
                "HA[{handicap}] with {} black and {white} white stones: no handicap",
                number - white
            ));
        }
        let stones = header.stones.iter();
        let stones = stones.map(|(&point, &color)| (point, color)).collect();
        Setup::with_stones(size, stones, first_mover.unwrap_or(Color::Black))?
    };
    Ok(match header.first {
        Some(color) => (setup.moving_first(color), placed),
        None => (setup, placed),
    })
}

/// Adds a note about a game that looks like a handicap game but is read as an even one.
pub(super) fn note_handicap(header: &Header, game: &Game, notes: &mut Notes) {
    let (setup, handicap) = (game.setup(), header.handicap.unwrap_or(0));
    if setup.handicap() > 0 || header.is_our_own() {
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

/// Returns the komi of a file that names none: half a point in a handicap game, otherwise the
/// usual komi of the rules that the file names, otherwise `default`.
fn assumed_komi(header: &Header, default: HalfPoints, notes: &mut Notes) -> HalfPoints {
    let size = header.size();
    let (komi, why) = if header.has_handicap() {
        (
            HalfPoints::HALF,
            ", as is usual with a handicap".to_string(),
        )
    } else if let Some((rules, id)) = header.rules_of_file() {
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
fn komi(header: &Header, rules: &Rules, notes: &mut Notes) -> Result<Option<HalfPoints>, SgfError> {
    for (name, text) in header.texts_of_komi() {
        let quarter = || SgfError::QuarterKomi(excerpt(text));
        match komi::komi(text) {
            Ok(read) => {
                let komi = meant_komi(header, read.amount, rules, notes);
                let komi = komi.half_points().ok_or_else(quarter)?;
                if read.in_words || read.amount.half_points() != Some(komi) {
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
fn meant_komi(header: &Header, written: Amount, rules: &Rules, notes: &mut Notes) -> Amount {
    let doubtful = header.fox && written.hundredths == 0 && header.handicap.unwrap_or(0) == 0;
    if doubtful {
        notes.add("KM[0] of a server that also writes it where there was komi");
    }
    let read = in_hundredths(header, written).unwrap_or(written);
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
fn in_hundredths(header: &Header, written: Amount) -> Option<Amount> {
    let min_points = match header.fox {
        true => MIN_HUNDREDTHS_OF_FOX,
        false => MIN_HUNDREDTHS,
    };
    let points = written.hundredths / 100;
    let meant = written.whole && !written.stones && !header.is_our_own();
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
