//! Reader of records.

use std::borrow::Cow;
use std::io::{self, Read};
use std::str::FromStr;

use halfpoint_core::board::{Color, Point};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{
    Game, GameEnd as Over, IllegalMove, Move, PlayedMove, Setup, TokenKind,
};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_word;
use halfpoint_core::rules::Rules;

use super::encoding::decode;
use super::error::SgfError;
use super::foreign;
use super::header::{
    Defaults, Header, HeaderTerms, Komi, Notes, Stones, bad_value, player_of, point, set_up,
};
use super::limits::{MAX_BYTES, MAX_GAMES, MAX_NODES};
use super::nodes::{Brackets, Nodes, Property, RecordEnd, is_surely_a_root, next_game};
use super::points::is_pass;
use super::result::{HowWon, RecordedResult};
use super::times::Times;

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

/// Game read from a file, with further values of the record.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Game up to the requested move. A resignation is not a move of the game; it is in the result.
    pub game: Game,
    /// Id of the preset that the file names; `None` if it names no rule set, an unknown one, or one
    /// that is not a preset.
    pub rules_id: Option<&'static str>,
    /// Rule set as the file names it in `RU`.
    pub ruleset: Option<String>,
    /// Result as the file gives it in `RE`.
    pub result: Option<String>,
    /// Meaning of the result. If the file gives none, a resignation written as a move counts.
    pub recorded: RecordedResult,
    /// Whether the file specifies komi, in words that are understood.
    pub komi_named: bool,
    /// Whether a bracket closes the game. If not, a part of it may be missing.
    pub closed: bool,
    /// Limits of time, and the time left after each move of [`Loaded::game`].
    pub times: Times,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Number of moves in the file before the last setup of a position. The record of
    /// [`Loaded::game`] begins after them.
    pub moves_before: usize,
    /// Assumptions about missing or unusual values of the file. Empty for files of
    /// [`write()`](super::write()).
    pub warnings: Vec<String>,
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
struct Source<'a> {
    text: Cow<'a, str>,
    /// Name of the encoding, if it was guessed.
    guessed: Option<&'static str>,
}

impl<'a> Source<'a> {
    fn new(bytes: &'a [u8]) -> Result<Source<'a>, SgfError> {
        if bytes.len() > MAX_BYTES {
            return Err(SgfError::TooLarge);
        }
        if let Some(what) = foreign::at_once(bytes) {
            return Err(SgfError::Foreign(what));
        }
        let (text, guessed) = decode(bytes);
        Ok(Source { text, guessed })
    }

    fn without_game(&self) -> SgfError {
        let foreign = foreign::without_game(&self.text);
        foreign.map_or(SgfError::NoGame, SgfError::Foreign)
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
        let mut reader = self.reader(defaults, end, up_to_move, true);
        match reader.read(Nodes::new(text, open)) {
            Ok(()) => Ok(reader.loaded()),
            // Handicap stones on the usual points are a guess, which an illegal move disproves.
            Err(error) if reader.placed_handicap && is_illegal(&error) => {
                let mut reader = self.reader(defaults, end, up_to_move, false);
                reader.read(Nodes::new(text, open))?;
                reader.notes.add("HA without stones: no handicap");
                Ok(reader.loaded())
            }
            Err(error) => Err(error),
        }
    }

    fn reader(
        &self,
        defaults: Defaults,
        end: RecordEnd,
        up_to_move: Option<usize>,
        place_handicap: bool,
    ) -> SgfReader {
        let mut notes = Notes::default();
        if let Some(encoding) = self.guessed {
            notes.add(format!("the text is not in UTF-8: {encoding} assumed"));
        }
        SgfReader {
            node: 0,
            header: Header::new(defaults.size),
            closed: end.closed,
            times: Times::default(),
            game: None,
            moves: 0,
            moves_before: 0,
            limit: up_to_move.map_or(usize::MAX, |number| number.saturating_sub(1)),
            edited: None,
            edited_at: 0,
            turn: None,
            resigned: None,
            place_handicap,
            placed_handicap: false,
            defaults,
            notes,
        }
    }
}

fn is_illegal(error: &SgfError) -> bool {
    matches!(error, SgfError::IllegalMove { .. })
}

/// Move as a node gives it.
enum Written {
    Place(Point),
    Pass,
    Resign,
}

/// State of the reader within a game.
struct SgfReader {
    /// Number of the current node.
    node: usize,
    header: Header,
    /// Whether a bracket closes the game.
    closed: bool,
    times: Times,
    /// Game; `None` before the first move.
    game: Option<Game>,
    /// Number of moves of the file that have been read.
    moves: usize,
    /// Number of moves of the file before the last setup of a position, which begins a new game.
    moves_before: usize,
    /// Number of moves to read.
    limit: usize,
    /// Position that was set up since the last move, if any.
    edited: Option<Stones>,
    /// Node of the first setup property or `PL` since the last move.
    edited_at: usize,
    /// Player that `PL` has named since the last move.
    turn: Option<Color>,
    /// Player that has resigned by a move.
    resigned: Option<Color>,
    /// Whether handicap stones may be placed on the usual points if the file names none.
    place_handicap: bool,
    /// Whether such handicap stones were placed.
    placed_handicap: bool,
    defaults: Defaults,
    notes: Notes,
}

impl SgfReader {
    /// Reads the main line.
    fn read(&mut self, mut nodes: Nodes<'_>) -> Result<(), SgfError> {
        loop {
            let next = nodes.next();
            self.node = nodes.number();
            let at = |error: SgfError| error.at_node(nodes.number());
            let Some(node) = next.map_err(at)? else {
                break;
            };
            if self.node > MAX_NODES {
                return Err(SgfError::TooManyNodes);
            }
            if !self.read_node(&node).map_err(at)? {
                break;
            }
        }
        if !self.closed {
            self.notes.add("the game is not closed by a bracket");
        }
        self.settle(None).map_err(|error| error.at_node(self.node))
    }

    fn loaded(self) -> Loaded {
        let header = self.header;
        let recorded = match (&header.result, self.resigned) {
            (Some(text), _) => RecordedResult::parse(text),
            (None, Some(loser)) => RecordedResult::Won(loser.opponent(), HowWon::Resignation),
            (None, None) => RecordedResult::Unknown,
        };
        let mut notes = self.notes;
        if let (Some(text), RecordedResult::Unknown) = (&header.result, recorded)
            && !["?", "unknown"].contains(&text.to_lowercase().as_str())
        {
            notes.add(format!("RE[{}] is not understood", excerpt(text)));
        }
        if let Some(game) = self.game.as_ref().filter(|_| self.moves_before == 0) {
            header.note_handicap(game, &mut notes);
        }
        let rules_id = header.rules_of_file().and_then(|(_, id)| id);
        let rules = header
            .rules_of_file()
            .map_or(self.defaults.rules, |(rules, _)| rules);
        let komi_named = header.names_komi();
        Loaded {
            // `settle` at the end of the line creates the game, so the fallback is never needed.
            game: self
                .game
                .unwrap_or_else(|| Game::new(rules, header.size(), HalfPoints::ZERO)),
            komi_named,
            closed: self.closed,
            rules_id,
            ruleset: header.ruleset,
            result: header.result,
            recorded,
            times: self.times,
            black: header.black,
            white: header.white,
            moves_before: self.moves_before,
            warnings: notes.into_vec(),
        }
    }

    /// Reads a node. Returns false once the move to stop before is reached.
    fn read_node(&mut self, properties: &[Property]) -> Result<bool, SgfError> {
        match &self.game {
            None => self.header.read(properties, &mut self.notes)?,
            Some(game) => {
                self.header
                    .read_late(properties, self.node, &mut self.notes);
                let sets_up = |p: &Property| ["AB", "AW", "AE"].contains(&p.name.as_str());
                if properties.iter().any(sets_up) {
                    let size = game.board().size();
                    if self.edited.is_none() {
                        self.edited_at = self.node;
                    }
                    let stones = self
                        .edited
                        .get_or_insert_with(|| game.board().stones().collect());
                    set_up(size, stones, properties, &mut self.notes)?;
                }
                // `PL` beside a move may refer to the time before or after it, and is not needed.
                let moves = |p: &Property| p.name == "B" || p.name == "W";
                let turn = properties.iter().rev().find(|p| p.name == "PL");
                if let Some(turn) = turn.filter(|_| !properties.iter().any(moves)) {
                    let text = turn.whole();
                    match player_of(text.trim()) {
                        Some(color) => self.turn = Some(color),
                        None if text.trim().is_empty() => (),
                        None => self
                            .notes
                            .add(format!("PL[{}] is not understood", excerpt(&text))),
                    }
                    if self.edited.is_none() {
                        self.edited_at = self.node;
                    }
                }
            }
        }
        self.times.read_limits(properties, &mut self.notes);
        let token = properties
            .iter()
            .find(|property| property.name == "HPM")
            .map(|property| property.values.join(":"));
        for property in properties {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            let written = self.written(property)?;
            if !self.play(color, &written, token.as_deref())? {
                return Ok(false);
            }
        }
        if let Some(game) = &self.game {
            self.times.read_left(properties, game.records().len());
        }
        Ok(true)
    }

    fn written(&mut self, property: &Property) -> Result<Written, SgfError> {
        let size = self.header.size();
        let name = &property.name;
        let text = property
            .alone()
            .ok_or_else(|| bad_value(name, &property.whole(), "one value"))?;
        let word = |word| text.eq_ignore_ascii_case(word);
        if text.is_empty() || word("pass") || is_pass(size, text) {
            return Ok(Written::Pass);
        }
        if word("resign") {
            return Ok(Written::Resign);
        }
        Ok(Written::Place(point(size, name, text, &mut self.notes)?))
    }

    /// Creates the game before the first move. Later, starts a new game if a position was set up
    /// since the last move. `next` is the player of the next move, if there is one.
    fn settle(&mut self, next: Option<Color>) -> Result<(), SgfError> {
        let Some(game) = &self.game else {
            let terms =
                self.header
                    .terms(next, self.place_handicap, self.defaults, &mut self.notes)?;
            let HeaderTerms {
                rules, komi, setup, ..
            } = terms;
            self.placed_handicap |= terms.placed_handicap;
            self.game = Some(Game::with_setup(rules, setup, komi));
            return Ok(());
        };
        let (edited, turn) = (self.edited.take(), self.turn.take());
        let board = game.board();
        let now: Stones = board.stones().collect();
        let stones = edited.unwrap_or_else(|| now.clone());
        let to_move = turn.or(next).unwrap_or(game.to_move());
        if stones == now && (next.is_some() || to_move == game.to_move()) {
            return Ok(());
        }
        let setup = Setup::with_stones(board.size(), stones.into_iter().collect(), to_move)?;
        self.notes.add(format!(
            "node {}: position set up after move {}: a new game from there, in which earlier \
             captures do not count",
            self.edited_at, self.moves
        ));
        if game.setup().handicap() > 0 {
            self.notes
                .add("position set up: the handicap does not count any more");
        }
        self.game = Some(Game::with_setup(*game.rules(), setup, game.komi()));
        self.times.left.clear();
        self.moves_before = self.moves;
        Ok(())
    }

    /// Plays a move. Returns false if it is the one to stop before.
    fn play(
        &mut self,
        color: Color,
        written: &Written,
        token: Option<&str>,
    ) -> Result<bool, SgfError> {
        if self.is_clean_up() {
            self.notes.add(CLEAN_UP);
            return Ok(true);
        }
        self.settle_for(color)?;
        let goes_on = self.moves < self.limit;
        if !goes_on {
            return Ok(false);
        }
        let number = self.moves + 1;
        let illegal = |reason| SgfError::IllegalMove { number, reason };
        if self.resigned.is_some() {
            return Err(illegal(IllegalMove::GameOver));
        }
        let Some(mut game) = self.game.take() else {
            return Ok(false);
        };
        let mv = match (written, token) {
            (Written::Place(point), _) => Some(Move::Place(*point)),
            (Written::Pass, Some(token)) => Some(token_move(&game, color, token, &mut self.notes)?),
            (Written::Pass, None) => Some(Move::Pass),
            (Written::Resign, _) => None,
        };
        match mv {
            Some(mv) => {
                game.play(color, &mv).map_err(illegal)?;
                self.moves = number;
            }
            None => {
                self.notes
                    .add(format!("a resignation as a move, by {}", color_word(color)));
                self.resigned = Some(color);
            }
        }
        self.game = Some(self.with_handicap_of_moves(game)?);
        Ok(true)
    }

    /// Returns whether what follows is KataGo's clean-up after two passes.
    fn is_clean_up(&self) -> bool {
        let game = self.game.as_ref().filter(|_| self.edited.is_none());
        game.is_some_and(|game| game.state().over == Some(Over::Passes))
            && self.header.has_clean_up()
    }

    /// Prepares a move of `color`: calls [`SgfReader::settle`] if a position may have been set up.
    fn settle_for(&mut self, color: Color) -> Result<(), SgfError> {
        if self.game.is_some() && self.edited.is_none() {
            self.turn = None;
            return Ok(());
        }
        self.settle(Some(color))
    }

    /// Returns the game with its first moves turned into handicap stones, if these moves are as
    /// many black moves as `HA` says and the file has no stones.
    fn with_handicap_of_moves(&mut self, game: Game) -> Result<Game, SgfError> {
        let number = self.header.handicap.unwrap_or(0);
        let begun = self.moves == number && game.records().len() == number;
        if number < 2 || !begun || !game.setup().stones().is_empty() {
            return Ok(game);
        }
        let stone = |color, action| match (color, action) {
            (Color::Black, PlayedMove::Place(point)) => Some(point),
            _ => None,
        };
        let moves = game.records().iter().map(|r| stone(r.color, r.action));
        let Some(mut points) = moves.collect::<Option<Vec<Point>>>() else {
            return Ok(game);
        };
        points.sort_unstable();
        self.notes.add(format!(
            "HA[{number}] without stones: Black's first {number} moves are the handicap"
        ));
        self.times.left.clear();
        self.moves_before = self.moves;
        let setup = Setup::with_handicap(game.board().size(), &points)?;
        Ok(Game::with_setup(*game.rules(), setup, game.komi()))
    }
}

/// Values of `HPM`, for error messages.
const TOKENS: &str = "button, halfpass, fullpass, delay, draw or propose:aa:bb";

/// Note about moves that are not read because [`SgfReader::is_clean_up`].
const CLEAN_UP: &str = "RU is KataGo's, with territory: counted at the first two passes, what \
     follows is its clean-up and is not read";

/// Returns the move for a pass with the value `token` of `HPM`.
fn token_move(game: &Game, color: Color, token: &str, notes: &mut Notes) -> Result<Move, SgfError> {
    let bad = || bad_value("HPM", token, TOKENS);
    let mut words = token.split(':').map(str::trim);
    let word = words.next().unwrap_or_default();
    if word.eq_ignore_ascii_case("propose") {
        let stone = |word| point(game.board().size(), "HPM", word, notes);
        return Ok(Move::Propose(words.map(stone).collect::<Result<_, _>>()?));
    }
    let name = TokenKind::from_str(word).map_err(|()| bad())?;
    if words.next().is_some() {
        return Err(bad());
    }
    let named = Move::Token(name);
    // A named pass that the rules do not have means the plain pass if that is the pass with this
    // name.
    let plainly = || {
        game.position()
            .plain_pass(color)
            .is_ok_and(|t| t.name() == name)
    };
    let nameless = |reason: IllegalMove| reason != IllegalMove::GameOver && plainly();
    match game.position().resolve(color, &named) {
        Err(reason) if nameless(reason) => Ok(Move::Pass),
        _ => Ok(named),
    }
}
