//! Reader of lines of nodes, the main line of a game first of all.

use std::rc::Rc;

use halfpoint_core::board::{Color, Point};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{Game, GameEnd as Over, IllegalMove, Move, PlayedMove, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_word;

use super::error::SgfError;
use super::header::{Header, OF_HEADER, player_of};
use super::limits::{MAX_AGREEMENTS, MAX_NODES};
use super::moves::{Written, token_move, written};
use super::nodes::{Nodes, Property, is_setup};
use super::notes::Notes;
use super::result::{HowWon, RecordedResult};
use super::setup::{Stones, point, set_up};
use super::terms::{Defaults, HeaderTerms, note_handicap};
use super::times::{TimeLeft, Times, times_left};

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
    /// Whether komi is the usual one of the rules: the file specifies neither komi, in words that
    /// are understood, nor a handicap.
    pub komi_of_rules: bool,
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
    /// [`write()`](crate::write()).
    pub warnings: Vec<String>,
}

/// Game that has begun.
#[derive(Clone)]
struct Begun {
    game: Game,
    /// Time left after each move.
    left: Vec<[Option<TimeLeft>; 2]>,
}

/// Reader of a line of nodes, such as the main line of a game. A line that branches is read by
/// going back to a [`LineMark`].
pub(super) struct LineReader {
    at: LineMark,
    /// The games that began on this line, of which the last counts; empty before the first move.
    games: Vec<Begun>,
    /// Whether a bracket closes the game.
    pub closed: bool,
    /// Number of moves to read.
    limit: usize,
    /// Whether handicap stones may be placed on the usual points if the file names none.
    place_handicap: bool,
    defaults: Defaults,
    /// Number of agreements on dead stones that have been read.
    agreements: usize,
    /// Assumptions and ignored values so far.
    pub notes: Notes,
    /// The last move that was played, as the rules name it: a token move is a plain pass where that
    /// has the same effect.
    pub played: Option<(Color, Move)>,
}

/// Place on a line, with what has been read up to it. Copies share their larger parts.
#[derive(Clone)]
pub(super) struct LineMark {
    /// Number of the current node.
    node: usize,
    header: Rc<Header>,
    /// Limits of time.
    limits: Rc<Times>,
    /// Number of games that have begun, and of moves of the last; set by [`LineReader::mark`].
    begun: usize,
    played: usize,
    /// Number of moves of the file that have been read.
    moves: usize,
    /// Number of moves of the file before the last setup of a position, which begins a new game.
    moves_before: usize,
    /// Position that was set up since the last move, if any.
    edited: Option<Rc<Stones>>,
    /// Node of the first setup property or `PL` since the last move.
    edited_at: usize,
    /// Player that `PL` has named since the last move.
    turn: Option<Color>,
    /// Player that has resigned by a move.
    resigned: Option<Color>,
    /// Whether handicap stones were placed that the file does not name.
    placed_handicap: bool,
}

impl LineReader {
    /// Creates a reader that stops before the move `up_to_move`, counted from 1.
    pub(super) fn new(
        defaults: Defaults,
        up_to_move: Option<usize>,
        place_handicap: bool,
    ) -> LineReader {
        LineReader {
            at: LineMark {
                node: 0,
                header: Header::new(defaults.size).into(),
                limits: Times::default().into(),
                begun: 0,
                played: 0,
                moves: 0,
                moves_before: 0,
                edited: None,
                edited_at: 0,
                turn: None,
                resigned: None,
                placed_handicap: false,
            },
            games: Vec::new(),
            closed: true,
            limit: up_to_move.map_or(usize::MAX, |number| number.saturating_sub(1)),
            place_handicap,
            defaults,
            agreements: 0,
            notes: Notes::default(),
            played: None,
        }
    }

    /// Returns the present place.
    pub(super) fn mark(&self) -> LineMark {
        LineMark {
            begun: self.games.len(),
            played: self.game().map_or(0, |game| game.records().len()),
            ..self.at.clone()
        }
    }

    /// Goes back to an earlier place on this line. The cost is that of the moves since.
    pub(super) fn go_back(&mut self, mark: &LineMark) {
        self.games.truncate(mark.begun);
        if let Some(Begun { game, left }) = self.games.last_mut() {
            game.undo_to(mark.played);
            left.truncate(mark.played);
        }
        self.at.clone_from(mark);
    }

    /// Returns the game that has begun.
    pub(super) fn game(&self) -> Option<&Game> {
        self.games.last().map(|begun| &begun.game)
    }

    /// Returns the number of games that have begun on this line.
    pub(super) fn begun(&self) -> usize {
        self.games.len()
    }

    /// Returns whether handicap stones were placed that the file does not name.
    pub(super) fn placed_handicap(&self) -> bool {
        self.at.placed_handicap
    }

    /// Reads the main line.
    pub(super) fn read(&mut self, mut nodes: Nodes<'_>) -> Result<(), SgfError> {
        loop {
            let next = nodes.next();
            let at = |error: SgfError| error.at_node(nodes.number());
            let Some(node) = next.map_err(at)? else {
                break;
            };
            if nodes.number() > MAX_NODES {
                return Err(SgfError::TooManyNodes);
            }
            if !self.read_node(nodes.number(), &node).map_err(at)? {
                break;
            }
        }
        self.finish(None)
    }

    /// Ends the line: what was set up counts. `next` is the player of the move that follows, where
    /// the line does not end by itself.
    pub(super) fn finish(&mut self, next: Option<Color>) -> Result<(), SgfError> {
        if !self.closed {
            self.notes.add("the game is not closed by a bracket");
        }
        self.settle(next)
            .map_err(|error| error.at_node(self.at.node))
    }

    /// Returns what [`LineReader::loaded`] does, and keeps the game.
    pub(super) fn loaded_copy(&mut self) -> Loaded {
        let game = self.games.last().cloned();
        let loaded = self.loaded();
        self.games.extend(game);
        loaded
    }

    /// Returns the game that was read, and the notes so far, and has them no more.
    pub(super) fn loaded(&mut self) -> Loaded {
        let header = &*self.at.header;
        let recorded = match (&header.result, self.at.resigned) {
            (Some(text), _) => RecordedResult::parse(text),
            (None, Some(loser)) => RecordedResult::Won(loser.opponent(), HowWon::Resignation),
            (None, None) => RecordedResult::Unknown,
        };
        let mut notes = std::mem::take(&mut self.notes);
        if let (Some(text), RecordedResult::Unknown) = (&header.result, recorded)
            && !["?", "unknown"].contains(&text.to_lowercase().as_str())
        {
            notes.add(format!("RE[{}] is not understood", excerpt(text)));
        }
        if let Some(game) = self.game().filter(|_| self.at.moves_before == 0) {
            note_handicap(header, game, &mut notes);
        }
        let rules_id = header.rules_of_file().and_then(|(_, id)| id);
        let rules = header
            .rules_of_file()
            .map_or(self.defaults.rules, |(rules, _)| rules);
        // `finish` begins a game, so the fallback is never needed.
        let fallback = || Begun {
            game: Game::new(rules, header.size(), HalfPoints::ZERO),
            left: Vec::new(),
        };
        let begun = self.games.pop().unwrap_or_else(fallback);
        Loaded {
            game: begun.game,
            komi_of_rules: !header.names_komi() && !header.has_handicap(),
            closed: self.closed,
            rules_id,
            ruleset: header.ruleset.clone(),
            result: header.result.clone(),
            recorded,
            times: Times {
                left: begun.left,
                ..(*self.at.limits).clone()
            },
            black: header.black.clone(),
            white: header.white.clone(),
            moves_before: self.at.moves_before,
            warnings: notes.into_vec(),
        }
    }

    /// Reads the node of this number. Returns false once the move to stop before is reached.
    pub(super) fn read_node(
        &mut self,
        number: usize,
        properties: &[Property],
    ) -> Result<bool, SgfError> {
        self.at.node = number;
        if self.games.is_empty() {
            if !properties.is_empty() {
                Rc::make_mut(&mut self.at.header).read(properties, &mut self.notes)?;
            }
        } else {
            if properties.iter().any(is_of_header) {
                Rc::make_mut(&mut self.at.header).read_late(properties, number, &mut self.notes);
            }
            self.read_setup(properties)?;
            self.read_turn(properties);
        }
        if properties.iter().any(is_limit) {
            Rc::make_mut(&mut self.at.limits).read_limits(properties, &mut self.notes);
        }
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
            let written = written(self.at.header.size(), property, &mut self.notes)?;
            if !self.play(color, &written, token.as_deref())? {
                return Ok(false);
            }
        }
        if let Some(Begun { game, left }) = self.games.last_mut()
            && game.records().len() > left.len()
        {
            left.resize(game.records().len() - 1, [None; 2]);
            left.push(times_left(properties));
        }
        if let Some(agreed) = properties.iter().find(|property| property.name == "HPD") {
            self.read_agreement(agreed);
        }
        Ok(true)
    }

    /// Reads the stones that both players agreed are dead in the position of a node.
    fn read_agreement(&mut self, property: &Property) {
        self.agreements += 1;
        if self.agreements == MAX_AGREEMENTS + 1 {
            self.notes
                .add(format!("HPD: only the first {MAX_AGREEMENTS} are read"));
        }
        let is_read = self.at.edited.is_none() && self.agreements <= MAX_AGREEMENTS;
        let Some(Begun { game, .. }) = self.games.last_mut().filter(|_| is_read) else {
            return;
        };
        let size = game.board().size();
        let values = property.values.iter().map(|value| value.trim());
        let points = values.filter(|value| !value.is_empty());
        let points: Result<Vec<Point>, SgfError> = points
            .map(|value| point(size, "HPD", value, &mut self.notes))
            .collect();
        if !points.is_ok_and(|stones| game.agree_on_dead(&stones).is_ok()) {
            let values = excerpt(&property.whole());
            self.notes.add(format!("HPD[{values}] is not understood"));
        }
    }

    /// Reads stones that are set up or removed after the first move.
    fn read_setup(&mut self, properties: &[Property]) -> Result<(), SgfError> {
        let sets_up = |p: &Property| is_setup(&p.name);
        let begun = self.games.last();
        let Some(begun) = begun.filter(|_| properties.iter().any(sets_up)) else {
            return Ok(());
        };
        if self.at.edited.is_none() {
            self.at.edited_at = self.at.node;
        }
        let board = begun.game.board();
        let before = || board.stones().collect::<Stones>().into();
        let stones = self.at.edited.get_or_insert_with(before);
        let stones = Rc::make_mut(stones);
        set_up(board.size(), stones, properties, &mut self.notes)
    }

    /// Reads `PL` after the first move. Beside a move it may refer to the time before or after it,
    /// and is not needed.
    fn read_turn(&mut self, properties: &[Property]) {
        let moves = |p: &Property| p.name == "B" || p.name == "W";
        let turn = properties.iter().rev().find(|p| p.name == "PL");
        let Some(turn) = turn.filter(|_| !properties.iter().any(moves)) else {
            return;
        };
        let text = turn.whole();
        match player_of(text.trim()) {
            Some(color) => self.at.turn = Some(color),
            None if text.trim().is_empty() => (),
            None => self
                .notes
                .add(format!("PL[{}] is not understood", excerpt(&text))),
        }
        if self.at.edited.is_none() {
            self.at.edited_at = self.at.node;
        }
    }

    /// Returns whether the position at this place may have been set up since the last move.
    pub(super) fn is_set_up(&self) -> bool {
        self.games.is_empty() || self.at.edited.is_some() || self.at.turn.is_some()
    }

    /// Returns the game that begins here, before the first move or since a position was set up;
    /// `None` if the game goes on. `next` is the player of the next move, if there is one.
    pub(super) fn start(&self, next: Option<Color>) -> Result<Option<Game>, SgfError> {
        let start = self.noted_start(next, &mut Notes::default())?;
        Ok(start.map(|(game, _)| game))
    }

    /// Returns the game of [`LineReader::start`], and whether handicap stones were placed that the
    /// file does not name.
    fn noted_start(
        &self,
        next: Option<Color>,
        notes: &mut Notes,
    ) -> Result<Option<(Game, bool)>, SgfError> {
        let Some(game) = self.game() else {
            let (header, place) = (&self.at.header, self.place_handicap);
            let terms = HeaderTerms::new(header, next, place, self.defaults, notes)?;
            let game = Game::with_setup(terms.rules, terms.setup, terms.komi);
            return Ok(Some((game, terms.placed_handicap)));
        };
        let board = game.board();
        let now: Stones = board.stones().collect();
        let edited = self.at.edited.as_deref();
        let to_move = self.at.turn.or(next).unwrap_or(game.to_move());
        let is_same = edited.is_none_or(|stones| *stones == now);
        if is_same && (next.is_some() || to_move == game.to_move()) {
            return Ok(None);
        }
        let stones = edited.unwrap_or(&now).iter();
        let stones = stones.map(|(&point, &color)| (point, color)).collect();
        let setup = Setup::with_stones(board.size(), stones, to_move)?;
        let game = Game::with_setup(*game.rules(), setup, game.komi());
        Ok(Some((game, false)))
    }

    /// Begins the game of [`LineReader::start`], if there is one.
    fn settle(&mut self, next: Option<Color>) -> Result<(), SgfError> {
        let mut notes = std::mem::take(&mut self.notes);
        let start = self.noted_start(next, &mut notes);
        self.notes = notes;
        (self.at.edited, self.at.turn) = (None, None);
        let Some((game, placed)) = start? else {
            return Ok(());
        };
        self.at.placed_handicap |= placed;
        if let Some(before) = self.games.last() {
            self.notes.add(format!(
                "node {}: position set up after move {}: a new game from there, in which earlier \
                 captures do not count",
                self.at.edited_at, self.at.moves
            ));
            if before.game.setup().handicap() > 0 {
                self.notes
                    .add("position set up: the handicap does not count any more");
            }
            self.at.moves_before = self.at.moves;
        }
        self.begin(game);
        Ok(())
    }

    fn begin(&mut self, game: Game) {
        let left = Vec::new();
        self.games.push(Begun { game, left });
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
        let goes_on = self.at.moves < self.limit;
        let Some(Begun { game, .. }) = self.games.last_mut().filter(|_| goes_on) else {
            return Ok(false);
        };
        let number = self.at.moves + 1;
        let illegal = |reason| SgfError::IllegalMove { number, reason };
        if self.at.resigned.is_some() {
            return Err(illegal(IllegalMove::GameOver));
        }
        let mv = match (written, token) {
            (Written::Place(point), _) => Move::Place(*point),
            (Written::Pass, Some(token)) => token_move(game, color, token, &mut self.notes)?,
            (Written::Pass, None) => Move::Pass,
            (Written::Resign, _) => {
                self.notes
                    .add(format!("a resignation as a move, by {}", color_word(color)));
                self.at.resigned = Some(color);
                self.played = Some((color, Move::Resign));
                return Ok(true);
            }
        };
        let named = match mv {
            Move::Place(_) | Move::Propose(_) => None,
            _ => {
                let action = game.position().resolve(color, &mv).map_err(illegal)?;
                Some(game.position().move_for(color, action))
            }
        };
        game.play(color, &mv).map_err(illegal)?;
        let proposed = game.records().last().map(|record| &record.proposed);
        let named = match (mv, proposed) {
            (Move::Propose(_), Some(stones)) => Move::Propose(stones.clone()),
            (mv, _) => named.unwrap_or(mv),
        };
        self.played = Some((color, named));
        self.at.moves = number;
        self.make_handicap_of_moves()?;
        Ok(true)
    }

    /// Returns whether what follows is KataGo's clean-up after two passes.
    fn is_clean_up(&self) -> bool {
        let game = self.game().filter(|_| self.at.edited.is_none());
        game.is_some_and(|game| game.state().over == Some(Over::Passes))
            && self.at.header.has_clean_up()
    }

    /// Prepares a move of `color`: calls [`LineReader::settle`] if a position may have been set up.
    fn settle_for(&mut self, color: Color) -> Result<(), SgfError> {
        if !self.games.is_empty() && self.at.edited.is_none() {
            self.at.turn = None;
            return Ok(());
        }
        self.settle(Some(color))
    }

    /// Turns the first moves of the game into handicap stones, if these moves are as many black
    /// moves as `HA` says and the file has no stones.
    fn make_handicap_of_moves(&mut self) -> Result<(), SgfError> {
        let number = self.at.header.handicap.unwrap_or(0);
        let moves = self.at.moves;
        let Some(game) = self.game().filter(|_| number >= 2 && moves == number) else {
            return Ok(());
        };
        if game.records().len() != number || !game.setup().stones().is_empty() {
            return Ok(());
        }
        let stone = |color, action| match (color, action) {
            (Color::Black, PlayedMove::Place(point)) => Some(point),
            _ => None,
        };
        let moves = game.records().iter().map(|r| stone(r.color, r.action));
        let Some(mut points) = moves.collect::<Option<Vec<Point>>>() else {
            return Ok(());
        };
        points.sort_unstable();
        let setup = Setup::with_handicap(game.board().size(), &points)?;
        let game = Game::with_setup(*game.rules(), setup, game.komi());
        self.notes.add(format!(
            "HA[{number}] without stones: Black's first {number} moves are the handicap"
        ));
        self.at.moves_before = self.at.moves;
        self.played = None;
        self.begin(game);
        Ok(())
    }
}

/// Returns whether a property belongs to the header of a record.
fn is_of_header(property: &Property) -> bool {
    OF_HEADER.contains(&property.name.as_str())
}

/// Returns whether a property is a limit of time.
fn is_limit(property: &Property) -> bool {
    ["TM", "OT"].contains(&property.name.as_str())
}

/// Note about moves that are not read because [`LineReader::is_clean_up`].
const CLEAN_UP: &str = "RU is KataGo's, with territory: counted at the first two passes, what \
     follows is its clean-up and is not read";
