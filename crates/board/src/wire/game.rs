//! Games as the page and the server exchange them, in JSON.
//!
//! The page keeps the tree of moves and sends the line that it looks at with each request, so the
//! server keeps no game: pages cannot disturb each other, and undo, redo and variations need no
//! request of their own.

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{Game, Move, PlayedMove, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_letter, parse_color, parse_vertex, vertex};
use halfpoint_core::rules::NamedRules;
use halfpoint_gtp::grammar;
use halfpoint_sgf::{HowWon, RecordedResult};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};

use super::clock::ClockText;
use super::error::{RequestError, wrong};

/// Maximum number of moves of a game.
const MAX_MOVES: usize = 5_000;
/// Sides that a board may have, as over GTP.
const SIDES: std::ops::RangeInclusive<usize> = 2..=25;
/// Word before the stones of a proposal.
const PROPOSE: &str = "propose";

/// A game in JSON: rules, board, komi, starting position, moves, and agreed dead stones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GameText {
    /// Name of a rule set, or JSON as for `kata-set-rules`.
    pub rules: String,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// White's compensation.
    #[cfg_attr(test, schemars(with = "f64"))]
    pub komi: HalfPoints,
    /// Points of Black's handicap stones. White moves first after them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handicap: Vec<String>,
    /// Points of black and white stones that are set up without a handicap.
    #[serde(default, skip_serializing_if = "no_stones")]
    pub setup: [Vec<String>; 2],
    /// Player of the first move, `B` or `W`, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Moves with their players: `["B", "D4"]`. A move is a vertex, `pass`, the name of a token
    /// move, `resign`, or `propose` with the proposed stones after it.
    #[serde(default)]
    pub moves: Vec<(String, String)>,
    /// Stones that both players agree are dead; absent if nothing was agreed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead: Option<Vec<String>>,
    /// End of the game that no move made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<EndWithoutMove>,
    /// Time that the players have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockText>,
}

/// End of a game that no move made, by the words for it in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum EndWithoutMove {
    /// Both players agreed on a draw.
    #[serde(rename = "draw")]
    Draw,
    /// White's time was up.
    #[serde(rename = "B+T")]
    BlackOnTime,
    /// Black's time was up.
    #[serde(rename = "W+T")]
    WhiteOnTime,
}

impl EndWithoutMove {
    /// Returns the word by which a view names it.
    pub fn words(self) -> &'static str {
        match self {
            EndWithoutMove::Draw => "agreed draw",
            EndWithoutMove::BlackOnTime | EndWithoutMove::WhiteOnTime => "time",
        }
    }

    /// Returns the end as the card of a game tells it.
    pub fn in_words(self) -> &'static str {
        match self {
            EndWithoutMove::Draw => "draw by agreement",
            EndWithoutMove::BlackOnTime => "White lost on time",
            EndWithoutMove::WhiteOnTime => "Black lost on time",
        }
    }

    /// Returns the end as a verdict needs it.
    pub fn of_verdict(self) -> halfpoint_report::EndOffBoard {
        match self {
            EndWithoutMove::Draw => halfpoint_report::EndOffBoard::AgreedDraw,
            EndWithoutMove::BlackOnTime => halfpoint_report::EndOffBoard::Time(Color::White),
            EndWithoutMove::WhiteOnTime => halfpoint_report::EndOffBoard::Time(Color::Black),
        }
    }

    /// Returns the result in a record.
    pub fn result(self) -> &'static str {
        match self {
            EndWithoutMove::Draw => "0",
            EndWithoutMove::BlackOnTime => "B+T",
            EndWithoutMove::WhiteOnTime => "W+T",
        }
    }

    /// Returns the end that a record's result tells and its moves do not: time, or a draw of a game
    /// that the rules have not ended.
    pub fn of_record(result: RecordedResult, game: &Game) -> Option<EndWithoutMove> {
        match result {
            RecordedResult::Won(Color::Black, HowWon::Time) => Some(EndWithoutMove::BlackOnTime),
            RecordedResult::Won(Color::White, HowWon::Time) => Some(EndWithoutMove::WhiteOnTime),
            RecordedResult::Draw if game.state().over.is_none() => Some(EndWithoutMove::Draw),
            _ => None,
        }
    }
}

/// Returns the resignation that a record's result tells and its moves do not, as a move: that of a
/// game that the rules have not ended.
pub fn recorded_resignation(result: RecordedResult, game: &Game) -> Option<(String, String)> {
    let RecordedResult::Won(winner, HowWon::Resignation) = result else {
        return None;
    };
    let loser = color_letter(winner.opponent()).to_string();
    let text = move_text(game.board().size(), &Move::Resign);
    game.state().over.is_none().then_some((loser, text))
}

fn no_stones([black, white]: &[Vec<String>; 2]) -> bool {
    black.is_empty() && white.is_empty()
}

impl GameText {
    /// Returns the game with the name of its rules.
    ///
    /// # Errors
    /// If a field has an impossible value or a move is illegal.
    pub fn read(&self) -> Result<(Game, NamedRules), RequestError> {
        let (mut game, rules) = self.read_moves()?;
        if let Some(dead) = &self.dead {
            let dead = points(game.board().size(), "dead", dead)?;
            game.agree_on_dead(&dead)
                .map_err(|reason| wrong("dead", reason.reason()))?;
        }
        Ok((game, rules))
    }

    /// Returns the game before dead stones were agreed on, with the name of its rules.
    ///
    /// # Errors
    /// If a field has an impossible value or a move is illegal.
    pub fn read_moves(&self) -> Result<(Game, NamedRules), RequestError> {
        let rules = self.rules.parse::<NamedRules>();
        let rules = rules.map_err(|error| wrong("rules", error))?;
        let size = size(self.width, self.height)?;
        let mut game = Game::with_setup(rules.rules, self.start(size)?, self.komi);
        if self.moves.len() > MAX_MOVES {
            return Err(wrong("moves", format!("more than {MAX_MOVES} moves")));
        }
        for (index, (color, text)) in self.moves.iter().enumerate() {
            let (color, mv) = read_turn(size, color, text)?;
            game.play(color, &mv).map_err(|reason| RequestError::Move {
                number: index + 1,
                text: excerpt(text).to_string(),
                reason,
            })?;
        }
        Ok((game, rules))
    }

    /// Returns the starting position.
    fn start(&self, size: Size) -> Result<Setup, RequestError> {
        start(size, &self.handicap, &self.setup, self.first.as_deref())
    }

    /// Returns the text of a game that has no other stones on the board than those of its setup,
    /// its handicap and its moves.
    pub fn write(game: &Game, rules: &NamedRules) -> GameText {
        let size = game.board().size();
        let start = StartText::write(game.setup());
        GameText {
            rules: rules.to_string(),
            width: size.width(),
            height: size.height(),
            komi: game.komi(),
            handicap: start.handicap,
            setup: start.setup,
            first: start.first,
            moves: moves(game),
            dead: game
                .agreed_dead()
                .map(|dead| dead.iter().map(|point| vertex(size, point)).collect()),
            ended: None,
            clock: None,
        }
    }
}

/// Position in which a game, or the line of a record, begins. The fields are those of [`GameText`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StartText {
    /// Points of Black's handicap stones. White moves first after them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    handicap: Vec<String>,
    /// Points of black and white stones that are set up without a handicap.
    #[serde(default, skip_serializing_if = "no_stones")]
    setup: [Vec<String>; 2],
    /// Player of the first move, `B` or `W`, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<String>,
}

impl StartText {
    /// Returns the position.
    ///
    /// # Errors
    /// If a field has an impossible value.
    pub fn read(&self, size: Size) -> Result<Setup, RequestError> {
        start(size, &self.handicap, &self.setup, self.first.as_deref())
    }

    /// Returns the text of a position.
    pub fn write(setup: &Setup) -> StartText {
        let of = |color: Color| -> Vec<String> {
            let stones = setup.stones().iter();
            let own = stones.filter(|(_, owner)| *owner == color);
            own.map(|&(point, _)| vertex(setup.size(), point)).collect()
        };
        let is_handicap = setup.handicap() > 0;
        let usual = if is_handicap {
            Color::White
        } else {
            Color::Black
        };
        StartText {
            handicap: if is_handicap {
                of(Color::Black)
            } else {
                Vec::new()
            },
            setup: if is_handicap {
                Default::default()
            } else {
                [of(Color::Black), of(Color::White)]
            },
            first: (setup.to_move() != usual).then(|| color_letter(setup.to_move()).to_string()),
        }
    }
}

/// Returns the starting position with these handicap stones, or these stones of both sides.
fn start(
    size: Size,
    handicap: &[String],
    [black, white]: &[Vec<String>; 2],
    first: Option<&str>,
) -> Result<Setup, RequestError> {
    let setup = if handicap.is_empty() {
        let mut stones = Vec::new();
        for (color, names) in [(Color::Black, black), (Color::White, white)] {
            let placed = points(size, "setup", names)?;
            stones.extend(placed.into_iter().map(|point| (point, color)));
        }
        Setup::with_stones(size, stones, Color::Black).map_err(|error| wrong("setup", error))?
    } else {
        let stones = points(size, "handicap", handicap)?;
        Setup::with_handicap(size, &stones).map_err(|error| wrong("handicap", error))?
    };
    match first {
        None => Ok(setup),
        Some(first) => parse_color(first)
            .map(|color| setup.moving_first(color))
            .ok_or_else(|| wrong("first", "a player is B or W")),
    }
}

/// Returns the game that the part of the page's address after `#` holds.
///
/// # Errors
/// If it holds none, or one that is not legal.
pub fn of_fragment(fragment: &str) -> Result<GameText, String> {
    let json = percent_decode_str(fragment)
        .decode_utf8()
        .map_err(|error| error.to_string())?;
    let text: GameText =
        serde_json::from_str(&json).map_err(|error| format!("no game of an address: {error}"))?;
    text.read().map_err(|error| error.to_string())?;
    Ok(text)
}

/// Returns the moves of a game with their players.
fn moves(game: &Game) -> Vec<(String, String)> {
    let size = game.board().size();
    let mut replayed = Game::with_setup(*game.rules(), game.setup().clone(), game.komi());
    let mut texts = Vec::new();
    for (record, proposes) in game.records().iter().zip(game.proposals()) {
        let mv = match record.action {
            PlayedMove::Token(_) if proposes => {
                let stones = game.proposed_dead();
                Move::Propose(stones.iter().flat_map(|stones| stones.iter()).collect())
            }
            action => replayed.position().move_for(record.color, action),
        };
        texts.push((color_letter(record.color).to_string(), move_text(size, &mv)));
        if replayed.play(record.color, &mv).is_err() {
            break;
        }
    }
    texts
}

/// Returns the size of a board.
///
/// # Errors
/// If a side is too short or too long.
pub fn size(width: usize, height: usize) -> Result<Size, RequestError> {
    let size = match [width, height].iter().all(|side| SIDES.contains(side)) {
        true => Size::new(width, height).ok(),
        false => None,
    };
    size.ok_or_else(|| wrong("width", "a side has 2 to 25 lines"))
}

/// Reads the names of points.
fn points(size: Size, field: &'static str, names: &[String]) -> Result<Vec<Point>, RequestError> {
    let point = |name: &String| {
        parse_vertex(size, name)
            .ok_or_else(|| wrong(field, format!("{} is no point", excerpt(name))))
    };
    names.iter().map(point).collect()
}

/// Reads a move with its player.
///
/// # Errors
/// If there is no such player or move.
pub fn read_turn(size: Size, color: &str, text: &str) -> Result<(Color, Move), RequestError> {
    let color = parse_color(color).ok_or_else(|| wrong("moves", "a player is B or W"))?;
    let mv = read_move(size, text);
    let mv = mv.ok_or_else(|| wrong("moves", format!("{} is no move", excerpt(text))))?;
    Ok((color, mv))
}

/// Reads a move; `None` if the text names none.
pub fn read_move(size: Size, text: &str) -> Option<Move> {
    let mut words = text.split_ascii_whitespace();
    if words.next()?.eq_ignore_ascii_case(PROPOSE) {
        let stones: Option<Vec<Point>> = words.map(|name| parse_vertex(size, name)).collect();
        return stones.map(Move::Propose);
    }
    grammar::whole(grammar::play(size), text)
}

/// Returns the text of a move.
pub fn move_text(size: Size, mv: &Move) -> String {
    match mv {
        Move::Propose(stones) => {
            let names = stones.iter().map(|&point| vertex(size, point));
            let words: Vec<String> = [PROPOSE.to_string()].into_iter().chain(names).collect();
            words.join(" ")
        }
        mv => mv.text(size),
    }
}

/// Returns the name of a token move; `None` for other moves.
pub fn token_name(action: PlayedMove) -> Option<&'static str> {
    action.token().map(|token| token.name().in_words())
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::rules::PRESETS;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Plays random moves, a third of them token moves.
    fn random_game(rules: &NamedRules, seed: u64) -> Game {
        let size = Size::new(5, 4).expect("a size");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(rules.rules, size, HalfPoints::from_halves(3));
        for _ in 0..30 {
            if game.state().over.is_some() {
                break;
            }
            let color = game.to_move();
            let position = game.position();
            let tokens = position.tokens(color);
            let points = position.placements(color);
            let mv = match random.random_range(0..3) {
                0 if !tokens.is_empty() => {
                    Move::Token(tokens[random.random_range(0..tokens.len())].0)
                }
                0 => Move::Pass,
                _ if points.is_empty() => Move::Pass,
                _ => Move::Place(points[random.random_range(0..points.len())]),
            };
            if game.play(color, &mv).is_err() {
                break;
            }
        }
        game
    }

    #[test]
    fn games_are_read_as_they_were_written_under_every_rule_set() {
        for preset in &PRESETS {
            let rules = NamedRules::from(preset);
            for seed in 0..40 {
                let game = random_game(&rules, seed);
                let text = GameText::write(&game, &rules);
                let json = serde_json::to_string(&text).expect("JSON");
                let sent: GameText = serde_json::from_str(&json).expect("a game");
                let (read, read_rules) = sent.read().expect("a legal game");
                assert_eq!(read_rules, rules);
                let actions = |game: &Game| -> Vec<PlayedMove> {
                    game.records().iter().map(|record| record.action).collect()
                };
                assert_eq!(actions(&read), actions(&game), "{rules} {seed}: {json}");
                assert_eq!(read.position().key(), game.position().key());
                assert_eq!(read.state().ledger, game.state().ledger);
            }
        }
    }

    #[test]
    fn proposals_handicap_setup_and_agreements_are_kept() {
        let text = |json: &str| -> GameText { serde_json::from_str(json).expect("a game") };
        for json in [
            r#"{"rules":"half_pass","width":5,"height":5,"komi":0.5,"moves":[["B","C3"],["W","A1"],["B","propose A1"],["W","halfpass"]]}"#,
            r#"{"rules":"aga","width":9,"height":9,"komi":0.5,"handicap":["C3","G7"],"moves":[["W","E5"]]}"#,
            r#"{"rules":"chinese","width":5,"height":5,"komi":7.5,"setup":[["A1"],["B2"]],"first":"W","moves":[["W","C3"],["B","pass"],["W","pass"]],"dead":["A1"]}"#,
        ] {
            let sent = text(json);
            let (game, rules) = sent.read().expect("a legal game");
            assert_eq!(GameText::write(&game, &rules), sent);
        }
    }

    #[test]
    fn a_draw_is_agreed_on_where_the_rules_have_not_ended_the_game() {
        let rules = PRESETS[1].rules;
        let mut game = Game::new(rules, Size::square(3), HalfPoints::ZERO);
        for wanted in [Some(EndWithoutMove::Draw), Some(EndWithoutMove::Draw), None] {
            for text in ["0", "Draw", "Jigo"] {
                let result = RecordedResult::parse(text);
                assert_eq!(EndWithoutMove::of_record(result, &game), wanted, "{text}");
            }
            for (text, ended) in [
                ("W+T", Some(EndWithoutMove::WhiteOnTime)),
                ("B+Time", Some(EndWithoutMove::BlackOnTime)),
                ("B+2", None),
                ("W+R", None),
                ("?", None),
            ] {
                let result = RecordedResult::parse(text);
                assert_eq!(EndWithoutMove::of_record(result, &game), ended, "{text}");
            }
            game.play(game.to_move(), &Move::Pass).expect("a pass");
        }
    }

    #[test]
    fn the_fragment_of_an_address_holds_a_game() {
        let fragment = "%7B%22rules%22%3A%22button%22%2C%22width%22%3A5%2C%22height%22%3A5%2C%22komi%22%3A0.5%2C\
                        %22moves%22%3A%5B%5B%22B%22%2C%22C3%22%5D%5D%7D";
        let text = of_fragment(fragment).expect("a game");
        assert_eq!((text.rules.as_str(), text.moves.len()), ("button", 1));
        for (bad, reason) in [
            ("", "no game of an address"),
            ("%ff", "utf-8"),
            ("%7B%7D", "missing field"),
            (&fragment.replace("C3", "Z9"), "Z9 is no move"),
        ] {
            let error = of_fragment(bad).expect_err(reason);
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn bad_games_are_refused_with_the_field_or_the_move() {
        let game = |change: &dyn Fn(&mut GameText)| {
            let mut text = GameText {
                rules: "button".to_string(),
                width: 5,
                height: 5,
                komi: HalfPoints::ZERO,
                handicap: Vec::new(),
                setup: Default::default(),
                first: None,
                moves: Vec::new(),
                dead: None,
                ended: None,
                clock: None,
            };
            change(&mut text);
            text.read().map(|_| ()).map_err(|error| error.to_string())
        };
        let mv = |color: &str, text: &str| vec![(color.to_string(), text.to_string())];
        assert_eq!(game(&|_| ()), Ok(()));
        type Change<'a> = &'a dyn Fn(&mut GameText);
        let cases: [(Change<'_>, &str); 8] = [
            (&|text| text.rules = "buton".to_string(), "rules: "),
            (&|text| text.width = 1, "width: "),
            (&|text| text.height = usize::MAX, "width: "),
            (&|text| text.moves = mv("X", "A1"), "moves: "),
            (&|text| text.moves = mv("B", "Z9"), "moves: Z9 is no move"),
            (
                &|text| text.moves = mv("B", "halfpass"),
                "move 1, halfpass: ",
            ),
            (&|text| text.dead = Some(vec!["A1".to_string()]), "dead: "),
            (
                &|text| text.handicap = vec!["A1".to_string(); 2],
                "handicap: ",
            ),
        ];
        for (change, beginning) in cases {
            let error = game(change).expect_err(beginning);
            assert!(error.starts_with(beginning), "{error}");
        }
    }
}
