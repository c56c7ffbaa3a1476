//! Reader of the main line of one game, node by node.

use halfpoint_core::board::{Color, Point};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{Game, GameEnd as Over, IllegalMove, Move, PlayedMove, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_word;

use super::error::SgfError;
use super::header::{Header, player_of};
use super::limits::MAX_NODES;
use super::moves::{Written, token_move, written};
use super::nodes::{Nodes, Property};
use super::notes::Notes;
use super::result::{HowWon, RecordedResult};
use super::setup::{Stones, set_up};
use super::terms::{Defaults, HeaderTerms, note_handicap};
use super::times::Times;

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
    /// [`write()`](crate::write()).
    pub warnings: Vec<String>,
}

/// Reader of the main line of one game.
pub(super) struct MainLine {
    /// Number of the current node.
    node: usize,
    header: Header,
    /// Whether a bracket closes the game.
    pub closed: bool,
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
    pub placed_handicap: bool,
    defaults: Defaults,
    /// Assumptions and ignored values so far.
    pub notes: Notes,
}

impl MainLine {
    /// Creates a reader that stops before the move `up_to_move`, counted from 1.
    pub(super) fn new(
        defaults: Defaults,
        up_to_move: Option<usize>,
        place_handicap: bool,
    ) -> MainLine {
        MainLine {
            node: 0,
            header: Header::new(defaults.size),
            closed: true,
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
            notes: Notes::default(),
        }
    }

    /// Reads the main line.
    pub(super) fn read(&mut self, mut nodes: Nodes<'_>) -> Result<(), SgfError> {
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

    /// Returns the game that was read.
    pub(super) fn loaded(self) -> Loaded {
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
            note_handicap(&header, game, &mut notes);
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
        if self.game.is_none() {
            self.header.read(properties, &mut self.notes)?;
        } else {
            self.header
                .read_late(properties, self.node, &mut self.notes);
            self.read_setup(properties)?;
            self.read_turn(properties);
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
            let written = written(self.header.size(), property, &mut self.notes)?;
            if !self.play(color, &written, token.as_deref())? {
                return Ok(false);
            }
        }
        if let Some(game) = &self.game {
            self.times.read_left(properties, game.records().len());
        }
        Ok(true)
    }

    /// Reads stones that are set up or removed after the first move.
    fn read_setup(&mut self, properties: &[Property]) -> Result<(), SgfError> {
        let sets_up = |p: &Property| ["AB", "AW", "AE"].contains(&p.name.as_str());
        let Some(game) = self
            .game
            .as_ref()
            .filter(|_| properties.iter().any(sets_up))
        else {
            return Ok(());
        };
        if self.edited.is_none() {
            self.edited_at = self.node;
        }
        let board = game.board();
        let stones = self.edited.get_or_insert_with(|| board.stones().collect());
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

    /// Creates the game before the first move. Later, starts a new game if a position was set up
    /// since the last move. `next` is the player of the next move, if there is one.
    fn settle(&mut self, next: Option<Color>) -> Result<(), SgfError> {
        let Some(game) = &self.game else {
            let (header, notes) = (&self.header, &mut self.notes);
            let terms = HeaderTerms::new(header, next, self.place_handicap, self.defaults, notes)?;
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

    /// Prepares a move of `color`: calls [`MainLine::settle`] if a position may have been set up.
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

/// Note about moves that are not read because [`MainLine::is_clean_up`].
const CLEAN_UP: &str = "RU is KataGo's, with territory: counted at the first two passes, what \
     follows is its clean-up and is not read";
