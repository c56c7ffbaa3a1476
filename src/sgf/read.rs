//! Reading.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use sgf_parse::go::{self, Move, Prop};
use sgf_parse::{SgfParseError, SgfProp, SimpleText};

use super::SgfError;
use super::nodes::Nodes;
use super::points::{is_pass, on_board};
use super::ruleset::from_ru;
use super::text::{decode, one_line, shortened};
use crate::board::{Color, Point, Size};
use crate::game::{Game, Illegal, Play, Setup, SetupError, TokenName};
use crate::half_points::{HalfPoints, ParseHalfPointsError};
use crate::notation::parse_color;
use crate::rules::{PRESETS, Rules, find, with_json};

/// The longest file that is read.
pub const MAX_BYTES: usize = 16 << 20;

/// The board of a file that names none.
const DEFAULT_SIDE: usize = 19;

/// What a file holds.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game, up to where it was to be read. A resignation is no move: it is in the result.
    pub game: Game,
    /// The id of the rule set that the file names; `None` if it names none, one that is not known,
    /// or one that is no preset.
    pub rules_id: Option<&'static str>,
    /// The result as the file gives it.
    pub result: Option<String>,
}

/// Reads the main line of the first game of a file. `default_rules` and `default_komi` are those
/// of a file that names none; `up_to_move` is the move, counted from 1, before which to stop.
///
/// Setup comes before the first move, whichever node it is in. `HA` with as many black stones and no
/// white ones is a handicap; it adds no stones itself. Who moves first is who `PL` says, else White
/// after a handicap, else whoever has the first move. Game information after the first move is
/// not read.
///
/// # Errors
/// If the file is too large, no game record, or holds a value or a move that cannot be.
pub fn read(
    bytes: &[u8],
    default_rules: Rules,
    default_komi: HalfPoints,
    up_to_move: Option<usize>,
) -> Result<Loaded, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfError::TooLarge);
    }
    let text = decode(bytes);
    let mut nodes = Nodes::new(&text)?;
    let mut reader = Reader {
        node: 0,
        header: Header::default(),
        game: None,
        moves: up_to_move.map_or(usize::MAX, |number| number.saturating_sub(1)),
        default_rules,
        default_komi,
    };
    while let Some(node) = nodes.next()? {
        reader.node = nodes.number();
        let goes_on = reader.read_node(&reader.parse(&node)?)?;
        if !goes_on {
            break;
        }
    }
    let game = match reader.game.take() {
        Some(game) => game,
        None => reader.start(Color::Black)?,
    };
    let header = reader.header;
    Ok(Loaded {
        game,
        rules_id: header.rules_of_file().and_then(|(_, id)| id),
        result: header.result,
    })
}

/// What is known before the first move.
#[derive(Default)]
struct Header {
    size: Option<Size>,
    hpr: Option<(Rules, Option<&'static str>)>,
    ru: Option<(Rules, Option<&'static str>)>,
    komi: Option<String>,
    handicap: Option<usize>,
    stones: BTreeMap<Point, Color>,
    first: Option<Color>,
    result: Option<String>,
}

impl Header {
    fn rules_of_file(&self) -> Option<(Rules, Option<&'static str>)> {
        self.hpr.or(self.ru)
    }

    fn size(&self) -> Size {
        self.size.unwrap_or(Size::square(DEFAULT_SIDE))
    }

    fn setup(&self, first_mover: Color) -> Result<Setup, SgfError> {
        let size = self.size();
        let black = self.stones.values().all(|&color| color == Color::Black);
        let handicap = black
            && self
                .handicap
                .is_some_and(|n| n > 0 && n == self.stones.len());
        let setup = if handicap {
            let points: Vec<Point> = self.stones.keys().copied().collect();
            Setup::with_handicap(size, &points)?
        } else {
            let stones = self
                .stones
                .iter()
                .map(|(&point, &color)| (point, color))
                .collect();
            Setup::with_stones(size, stones, first_mover)?
        };
        Ok(match self.first {
            Some(color) => setup.moving_first(color),
            None => setup,
        })
    }
}

struct Reader {
    /// The number of the node being read.
    node: usize,
    header: Header,
    /// The game, from the first move on.
    game: Option<Game>,
    /// How many moves to read.
    moves: usize,
    default_rules: Rules,
    default_komi: HalfPoints,
}

impl Reader {
    fn parse(&self, node: &str) -> Result<Vec<Prop>, SgfError> {
        if node.is_empty() {
            return Ok(Vec::new());
        }
        let parsed = go::parse(&format!("(;{node})")).map_err(|reason| match reason {
            SgfParseError::UnexpectedGameType => SgfError::NotGo,
            reason => SgfError::Syntax {
                node: self.node,
                reason,
            },
        })?;
        Ok(parsed.into_iter().next().unwrap_or_default().properties)
    }

    fn bad_value(&self, property: &str, value: &str) -> SgfError {
        SgfError::BadValue {
            node: self.node,
            property: property.to_string(),
            value: shortened(value),
        }
    }

    /// The point, which must be on the board.
    fn point(&self, property: &str, point: go::Point) -> Result<Point, SgfError> {
        on_board(self.header.size(), point).ok_or_else(|| {
            let letter = |i: u8| char::from(if i < 26 { b'a' + i } else { b'A' + (i - 26) });
            SgfError::OffBoard {
                node: self.node,
                property: property.to_string(),
                value: [letter(point.x), letter(point.y)].iter().collect(),
            }
        })
    }

    /// Takes a node in; false if the move to stop before was reached.
    fn read_node(&mut self, properties: &[Prop]) -> Result<bool, SgfError> {
        if self.game.is_none() {
            // Coordinates count from the top, so that the size comes first whatever the order.
            if self.node == 1 {
                self.read_size(properties)?;
            }
            self.read_header(properties)?;
        } else if self.changes_position(properties) {
            return Err(SgfError::SetupAfterMoves { node: self.node });
        }
        let token = properties.iter().find_map(|property| match property {
            Prop::Unknown(name, values) if name == "HPM" => Some(values.join(":")),
            _ => None,
        });
        for property in properties {
            let (color, played) = match property {
                Prop::B(played) => (Color::Black, *played),
                Prop::W(played) => (Color::White, *played),
                Prop::Invalid(name, values) if name == "B" || name == "W" => {
                    let color = if name == "B" {
                        Color::Black
                    } else {
                        Color::White
                    };
                    let played = alone(values).and_then(|v| Move::from_str(v.trim()).ok());
                    let bad = || self.bad_value(name, &values.join("]["));
                    (color, played.ok_or_else(bad)?)
                }
                _ => continue,
            };
            if !self.play(color, played, token.as_deref())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a node after the first move sets the position up anew. The turn alone does so where it
    /// differs; beside a move it may be meant before or after it, and is not needed.
    fn changes_position(&self, properties: &[Prop]) -> bool {
        let names: Vec<String> = properties.iter().map(SgfProp::identifier).collect();
        let has = |wanted: &[&str]| names.iter().any(|name| wanted.contains(&name.as_str()));
        let turn = properties.iter().find_map(player);
        let now = self.game.as_ref().map(Game::to_move);
        has(&["AB", "AW", "AE"]) || (!has(&["B", "W"]) && turn.is_some() && turn != now)
    }

    fn read_size(&mut self, properties: &[Prop]) -> Result<(), SgfError> {
        for property in properties {
            let (width, height) = match property {
                Prop::SZ((width, height)) => ((*width).into(), (*height).into()),
                Prop::Invalid(name, values) if name == "SZ" => {
                    let value = values.join("][");
                    let (width, height) = value.split_once(':').unwrap_or((&value, &value));
                    match (width.trim().parse(), height.trim().parse()) {
                        (Ok(width), Ok(height)) => (width, height),
                        _ => return Err(self.bad_value("SZ", &value)),
                    }
                }
                _ => continue,
            };
            self.header.size = Some(Size::new(width, height)?);
        }
        Ok(())
    }

    fn read_header(&mut self, properties: &[Prop]) -> Result<(), SgfError> {
        let mut named = BTreeSet::new();
        for property in properties {
            match property {
                Prop::Unknown(name, values) if name == "HPR" => {
                    // A program may have broken the line anywhere.
                    let json = values.concat().replace(['\n', '\r'], "");
                    self.header.hpr = Some(with_json(&PRESETS, &json)?);
                }
                Prop::RU(SimpleText { text }) => self.header.ru = from_ru(&one_line(text)),
                Prop::RE(SimpleText { text }) => {
                    self.header.result = Some(one_line(text)).filter(|text| !text.is_empty());
                }
                Prop::KM(komi) => self.header.komi = Some(komi.to_string()),
                Prop::HA(stones) => self.header.handicap = usize::try_from(*stones).ok(),
                Prop::PL(_) => self.header.first = player(property),
                Prop::AB(points) => self.set_up("AB", points, Some(Color::Black), &mut named)?,
                Prop::AW(points) => self.set_up("AW", points, Some(Color::White), &mut named)?,
                Prop::AE(points) => self.set_up("AE", points, None, &mut named)?,
                Prop::Invalid(name, values) => self.read_unusual(name, &values.join("]["))?,
                _ => (),
            }
        }
        Ok(())
    }

    /// A value that the parser does not take.
    fn read_unusual(&mut self, name: &str, value: &str) -> Result<(), SgfError> {
        let trimmed = value.trim();
        match name {
            // The size was read first, and moves come last.
            "SZ" | "B" | "W" => (),
            _ if trimmed.is_empty() => (),
            "KM" => self.header.komi = Some(trimmed.to_string()),
            // Fewer than two stones are no handicap to the format.
            "HA" => match trimmed.parse() {
                Ok(stones) => self.header.handicap = Some(stones),
                Err(_) => return Err(self.bad_value(name, value)),
            },
            "PL" => match player_of(trimmed) {
                Some(color) => self.header.first = Some(color),
                None => return Err(self.bad_value(name, value)),
            },
            "AB" | "AW" | "AE" => return Err(self.bad_value(name, value)),
            _ => (),
        }
        Ok(())
    }

    /// Puts stones on the starting position, or takes them off. `named` are the points that the node
    /// has named already: a node may name each but once.
    fn set_up<'a>(
        &mut self,
        property: &str,
        points: impl IntoIterator<Item = &'a go::Point>,
        color: Option<Color>,
        named: &mut BTreeSet<Point>,
    ) -> Result<(), SgfError> {
        for &point in points {
            let point = self.point(property, point)?;
            if !named.insert(point) {
                return Err(SetupError::Repeated.into());
            }
            match color {
                Some(color) => self.header.stones.insert(point, color),
                None => self.header.stones.remove(&point),
            };
        }
        Ok(())
    }

    /// The game before its first move, which is this player's.
    fn start(&self, first_mover: Color) -> Result<Game, SgfError> {
        let rules = match self.header.rules_of_file() {
            Some((rules, _)) => rules,
            None => self.default_rules,
        };
        let komi = match &self.header.komi {
            Some(text) => self.komi(text, &rules)?,
            None => self.default_komi,
        };
        Ok(Game::with_setup(
            rules,
            self.header.setup(first_mover)?,
            komi,
        ))
    }

    fn komi(&self, text: &str, rules: &Rules) -> Result<HalfPoints, SgfError> {
        let number: Option<f64> = text.replace(',', ".").parse().ok();
        let number = number.ok_or_else(|| self.bad_value("KM", text))?;
        // Chinese players count half of the difference, and some servers write it in hundredths.
        let chinese = find("chinese").is_some_and(|preset| preset.rules == *rules);
        let halved = [3.75, 375.0].contains(&number);
        if chinese && halved {
            return Ok(HalfPoints::from_halves(15));
        }
        number.to_string().parse().map_err(|reason| match reason {
            ParseHalfPointsError::NotAHalf => SgfError::QuarterKomi(shortened(text)),
            _ => self.bad_value("KM", text),
        })
    }

    /// Plays a move; false if it is the one to stop before.
    fn play(&mut self, color: Color, played: Move, token: Option<&str>) -> Result<bool, SgfError> {
        let mut game = match self.game.take() {
            Some(game) => game,
            None => self.start(color)?,
        };
        let number = game.records().len() + 1;
        let goes_on = number <= self.moves;
        if goes_on {
            let play = self.meaning(&game, color, played, token)?;
            game.play(color, &play)
                .map_err(|reason| SgfError::Illegal { number, reason })?;
        }
        self.game = Some(game);
        Ok(goes_on)
    }

    fn meaning(
        &self,
        game: &Game,
        color: Color,
        played: Move,
        token: Option<&str>,
    ) -> Result<Play, SgfError> {
        match (played, token) {
            (Move::Move(point), _) if !is_pass(self.header.size(), played) => {
                let property = if color == Color::Black { "B" } else { "W" };
                Ok(Play::Place(self.point(property, point)?))
            }
            (_, Some(token)) => self.token(game, color, token),
            (_, None) => Ok(Play::Pass),
        }
    }

    /// A pass with a name.
    fn token(&self, game: &Game, color: Color, token: &str) -> Result<Play, SgfError> {
        let bad = || self.bad_value("HPM", token);
        let mut words = token.split(':').map(str::trim);
        let word = words.next().unwrap_or_default();
        if word.eq_ignore_ascii_case("propose") {
            let stone = |word| {
                let point = go::Point::from_str(word).map_err(|_| bad())?;
                self.point("HPM", point)
            };
            return Ok(Play::Propose(words.map(stone).collect::<Result<_, _>>()?));
        }
        let name = TokenName::from_str(word).map_err(|()| bad())?;
        if words.next().is_some() {
            return Err(bad());
        }
        let named = Play::Token(name);
        // Where a pass has no name, it may still be the move that was meant.
        let plainly = || {
            game.position()
                .plain_pass(color)
                .is_ok_and(|t| t.name() == name)
        };
        let nameless = |reason: Illegal| reason != Illegal::GameOver && plainly();
        match game.position().resolve(color, &named) {
            Err(reason) if nameless(reason) => Ok(Play::Pass),
            _ => Ok(named),
        }
    }
}

/// The only value, if it is one.
fn alone(values: &[String]) -> Option<&str> {
    match values {
        [value] => Some(value),
        _ => None,
    }
}

/// Whom `PL` names.
fn player(property: &Prop) -> Option<Color> {
    match property {
        Prop::PL(sgf_parse::Color::Black) => Some(Color::Black),
        Prop::PL(sgf_parse::Color::White) => Some(Color::White),
        Prop::Invalid(name, values) if name == "PL" => player_of(alone(values)?.trim()),
        _ => None,
    }
}

/// Whom a word names; old files write words and numbers.
fn player_of(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        word => parse_color(word),
    }
}
