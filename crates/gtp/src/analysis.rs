//! Analysis commands: options of a request, and the text of a report.
//!
//! Two dialects are in use, that of Leela Zero and that of KataGo (its `docs/GTP_Extensions.md`).
//! Both write one line per report, with one `info` per move. Win rates and scores are those of the
//! side that the request is about.

use std::time::Duration;

use halfpoint_core::board::{Color, Size};
use halfpoint_core::game::{Game, PlayedMove};
use halfpoint_core::notation::{self, decimal};
use halfpoint_core::rules::Rules;
use halfpoint_engine::player::{Basis, Decision, MoveInfo, OwnershipDetail, PointOwner, Report};

use super::arguments::Arguments;
use super::error::GtpError;
use super::location::Location;
use super::restriction::{self, Restriction};

/// Unit of intervals.
const CENTISECOND: Duration = Duration::from_millis(10);
/// Default interval between two reports, in centiseconds.
const USUAL_INTERVAL: u32 = 100;
/// Maximum interval between two reports, in centiseconds: one hour.
const MAX_INTERVAL: u32 = 360_000;
/// Divisor of the largest visit count that gives the visits a move needs to be reported.
///
/// Moves with fewer visits are reported only if their value is settled or `minmoves` asks for them.
/// A handful of visits is no estimate, and Sabaki draws its graph by the largest win rate in a
/// report, which could be that of such a move.
const FEW_VISITS: u32 = 10;
/// Maximum number of moves of a principal variation that are reported.
const MAX_VARIATION: usize = 30;
/// Number of decimals of scores and of ownership values.
const SCORE_DECIMALS: usize = 2;

/// Vocabulary of a request and of its reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `lz-analyze`: win rates in units of 1/10000.
    Leela,
    /// `kata-analyze`: win rates from 0 to 1, and scores.
    Kata,
}

/// Use of a move that is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterSearch {
    /// It is played.
    Play,
    /// It is answered alone.
    Answer,
    /// It is answered alone, unless the client sends something before it is found.
    AnswerUnlessCancelled,
}

/// Options of an analysis that a client asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    dialect: Dialect,
    /// The side whose moves are analysed.
    pub color: Color,
    /// Time between two reports.
    pub every: Duration,
    /// Positions whose ownership reports include.
    pub ownership: OwnershipDetail,
    /// Whether a report ends with `rootInfo`, the figures of the position.
    root_info: bool,
    /// Probability of a draw that `rootInfo` gives, if there is one.
    draw_chance: Option<f64>,
    /// Number of moves that are reported however few visits they have, provided that so many were
    /// searched.
    min_moves: usize,
    /// Maximum number of moves that are reported.
    max_moves: usize,
    /// Moves that are avoided, or the only ones allowed.
    restrictions: Vec<Restriction>,
    /// Use of the move with which the analysis ends; `None` for one that goes on until the client
    /// sends something.
    pub after: Option<AfterSearch>,
}

impl Request {
    /// Reads `[COLOR] [CENTISECONDS] [KEY VALUE]...`. The colour is the side to move in `game` if
    /// none is given.
    ///
    /// # Errors
    /// If a word is not understood, or if restrictions leave no legal move.
    pub fn read(
        dialect: Dialect,
        after: Option<AfterSearch>,
        game: &Game,
        arguments: &Arguments<'_>,
    ) -> Result<Request, GtpError> {
        let mut request = Request {
            dialect,
            color: game.to_move(),
            every: CENTISECOND * USUAL_INTERVAL,
            ownership: OwnershipDetail::None,
            root_info: false,
            draw_chance: None,
            min_moves: 0,
            max_moves: usize::MAX,
            restrictions: Vec::new(),
            after,
        };
        let mut next = 0;
        if let Ok(color) = arguments.color(0) {
            request.color = color;
            next = 1;
        }
        let is_number = |index| {
            arguments
                .word(index)
                .starts_with(|c: char| c.is_ascii_digit())
        };
        if is_number(next) {
            request.every = interval(arguments.int(next)?);
            next += 1;
        }
        while next < arguments.words().len() {
            let value = next + 1;
            match arguments.word(next) {
                "interval" => request.every = interval(arguments.int(value)?),
                "minmoves" => request.min_moves = arguments.int(value)? as usize,
                "maxmoves" => request.max_moves = arguments.int(value)? as usize,
                key @ ("avoid" | "allow") => {
                    request.restrict(key == "allow", game, value, arguments)?;
                    // These keys have two more values.
                    next += 2;
                }
                "ownership" if dialect == Dialect::Kata => {
                    let asked = truth(arguments.word(value))?;
                    request.ownership = OwnershipDetail::asked(asked, false);
                }
                "rootInfo" if dialect == Dialect::Kata => {
                    request.root_info = truth(arguments.word(value))?;
                }
                // Keys for further output that other engines offer: accepted if they are turned
                // off.
                "ownershipStdev"
                | "movesOwnership"
                | "movesOwnershipStdev"
                | "pvVisits"
                | "pvEdgeVisits"
                | "noResultValue"
                    if dialect == Dialect::Kata && !truth(arguments.word(value))? => {}
                _ => {
                    return Err(GtpError::Expected(match dialect {
                        Dialect::Leela => {
                            "color, centiseconds, interval, minmoves, maxmoves, avoid or allow"
                        }
                        Dialect::Kata => {
                            "color, centiseconds, interval, minmoves, maxmoves, avoid, allow, ownership or rootInfo"
                        }
                    }));
                }
            }
            next += 2;
        }
        match restriction::leave_a_move(&request.restrictions, game, request.color) {
            true => Ok(request),
            false => Err(GtpError::NothingAllowed),
        }
    }

    /// Reads the values `COLOR VERTEX,VERTEX,... DEPTH` of `allow`, if `only`, or of `avoid`. As in
    /// KataGo a color has one `allow` or any number of `avoid`.
    ///
    /// A depth above 1 is taken and has no effect: the search leaves out moves of its first
    /// position alone.
    fn restrict(
        &mut self,
        only: bool,
        game: &Game,
        from: usize,
        arguments: &Arguments<'_>,
    ) -> Result<(), GtpError> {
        let player = arguments.color(from)?;
        let names = arguments.word(from + 1).split(',');
        let names = names.filter(|name| !name.is_empty());
        let moves = names.map(|name| {
            let location = Location::read(game.board().size(), name);
            location.ok_or(GtpError::Expected("vertices of the board, with commas"))
        });
        let moves = moves.collect::<Result<_, _>>()?;
        match arguments.int(from + 2)? {
            0 => return Err(GtpError::Expected("depth of at least 1")),
            1 => (),
            depth => log::info!("moves are left out at depth 1, not down to {depth}"),
        }
        let mut others = self.restrictions.iter().filter(|one| one.player == player);
        if others.any(|other| only || other.only) {
            return Err(GtpError::Expected("one allow or any avoid for a color"));
        }
        self.restrictions.push(Restriction {
            player,
            moves,
            only,
        });
        Ok(())
    }

    /// Returns the moves that the search leaves out.
    #[must_use]
    pub fn banned(&self, game: &Game) -> Vec<PlayedMove> {
        restriction::banned(&self.restrictions, game, self.color)
    }

    /// Returns the request with the probability of a draw that `chance` finds, if it asks for
    /// `rootInfo`.
    #[must_use]
    pub fn with_draw_chance(&self, chance: impl FnOnce() -> Option<f64>) -> Request {
        let draw_chance = self.root_info.then(chance).flatten();
        Request {
            draw_chance,
            ..self.clone()
        }
    }

    /// Formats a report as one line; returns `None` if no move has been searched.
    #[must_use]
    pub fn line(&self, size: Size, rules: &Rules, report: &Report) -> Option<String> {
        let moves = &report.decision.considered;
        let few = moves.iter().map(|one| one.visits).max()? / FEW_VISITS;
        let is_settled = |one: &MoveInfo| one.basis > Basis::Searched;
        let min_moves = self.min_moves.max(1);
        let mut line = String::new();
        let mut listed = 0;
        for considered in moves {
            if listed >= self.max_moves {
                break;
            }
            if listed < min_moves || is_settled(considered) || considered.visits >= few {
                if listed > 0 {
                    line.push(' ');
                }
                line += &self.info(size, listed, considered);
                listed += 1;
            }
        }
        if self.root_info {
            line += &root_info(rules, &report.decision, self.draw_chance);
        }
        if self.ownership > OwnershipDetail::None && !report.ownership.is_empty() {
            line += &ownership(size, &report.ownership);
        }
        Some(line)
    }

    fn info(&self, size: Size, order: usize, considered: &MoveInfo) -> String {
        let (win_rate, bound) = (considered.win_rate, considered.lower_bound());
        let line = considered.line.iter().take(MAX_VARIATION);
        let line: Vec<String> = line.map(|&action| vertex_or_pass(size, action)).collect();
        // A principal variation begins with the move that it belongs to.
        let name = line.first().map_or("", String::as_str);
        let mut text = format!("info move {name} visits {}", considered.visits);
        text += &match self.dialect {
            Dialect::Leela => {
                let share = |chance: f64| (chance * 10_000.0).round() as u32;
                format!(" winrate {} lcb {}", share(win_rate), share(bound))
            }
            Dialect::Kata => {
                let score = score(&["scoreMean", "scoreLead"], considered.score);
                format!(" winrate {win_rate:.4}{score} lcb {bound:.4}")
            }
        };
        text += &basis(considered.basis);
        text + &format!(" order {order} pv {}", line.join(" "))
    }
}

/// Formats a score once under each of `names`; returns an empty text if there is no score.
fn score(names: &[&str], score: Option<f64>) -> String {
    let fields = |score: f64| {
        let score = decimal(score, SCORE_DECIMALS);
        let named = names.iter().map(|name| format!(" {name} {score}"));
        named.collect::<String>()
    };
    score.map(fields).unwrap_or_default()
}

/// Formats the `basis` field; returns an empty text for figures that come from the search.
fn basis(basis: Basis) -> String {
    match basis {
        Basis::Searched => String::new(),
        settled => format!(" basis {}", settled.text()),
    }
}

fn interval(centiseconds: u32) -> Duration {
    CENTISECOND * centiseconds.clamp(1, MAX_INTERVAL)
}

fn truth(word: &str) -> Result<bool, GtpError> {
    match word {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(GtpError::Expected("true or false")),
    }
}

/// Formats `rootInfo`: the figures of the move that is decided on, and whether the count behind an
/// exact margin has dead stones removed. A draw has a chance where nothing is exact.
fn root_info(rules: &Rules, decision: &Decision, draw_chance: Option<f64>) -> String {
    let draw_chance = draw_chance.filter(|_| decision.basis == Basis::Searched);
    let draw = draw_chance.map_or(String::new(), |chance| format!(" drawChance {chance:.4}"));
    let dead = match decision.removes_dead(rules) {
        Some(true) => " deadStones removed",
        Some(false) => " deadStones stay",
        None => "",
    };
    format!(
        " rootInfo visits {} winrate {:.4}{draw}{}{}{dead}",
        decision.visits(),
        decision.win_rate,
        score(&["scoreLead"], decision.score),
        basis(decision.basis)
    )
}

/// Formats the ownership of all points, row by row from the upper left corner.
fn ownership(size: Size, owned: &[PointOwner]) -> String {
    let mut text = " ownership".to_string();
    // The points of a board come row by row, the lowest one first.
    for row in owned.chunks(size.width()).rev() {
        for owner in row {
            text.push(' ');
            text += &decimal(f64::from(owner.mean), SCORE_DECIMALS);
        }
    }
    text
}

/// Formats a move in the words that clients know: token moves and resignation become `pass`.
pub fn vertex_or_pass(size: Size, action: PlayedMove) -> String {
    match action {
        PlayedMove::Place(point) => notation::vertex(size, point),
        PlayedMove::Token(_) | PlayedMove::Resign => "pass".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::game::{Move, Setup, Token};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::find;
    use halfpoint_engine::player::Reason;

    /// Rules whose exact value leaves dead stones on the board, while a count removes them.
    fn rules() -> Rules {
        find("button").expect("a rule set").rules
    }

    #[test]
    fn exact_margins_name_their_basis_and_treatment_of_dead_stones() {
        let size = Size::new(2, 1).expect("a size");
        let report = |basis, score| Report {
            decision: Decision {
                chosen: Move::Pass,
                playouts: 0,
                win_rate: 1.0,
                score,
                basis,
                considered: vec![MoveInfo {
                    mv: Move::Pass,
                    visits: 0,
                    win_rate: 1.0,
                    score,
                    basis,
                    line: vec![PlayedMove::Token(Token::TakeButton)],
                    line_visits: vec![0],
                    figures: None,
                    ownership: Vec::new(),
                }],
                reason: Reason::Counted,
            },
            ownership: Vec::new(),
        };
        let request = read(Dialect::Kata, "b 10 rootInfo true").expect("understood");
        for (id, basis, end) in [
            (
                "button",
                Basis::Counted,
                " basis counted deadStones removed",
            ),
            ("button", Basis::Proven, " basis proven deadStones stay"),
            (
                "japanese",
                Basis::Proven,
                " basis proven deadStones removed",
            ),
            (
                "tromp_taylor",
                Basis::Counted,
                " basis counted deadStones stay",
            ),
            ("ultimate", Basis::Proven, " basis proven"),
            ("button", Basis::Searched, " scoreLead 0.50"),
        ] {
            let rules = find(id).expect("a rule set").rules;
            let score = (id != "ultimate").then_some(0.5);
            let line = request.line(size, &rules, &report(basis, score));
            let line = line.expect("a line");
            assert!(line.ends_with(end), "{id}, {basis:?}: {line}");
        }
    }

    fn read(dialect: Dialect, text: &str) -> Result<Request, GtpError> {
        let size = Size::square(5);
        let setup = Setup::empty(size).moving_first(Color::White);
        let game = Game::with_setup(rules(), setup, HalfPoints::ZERO);
        Request::read(dialect, None, &game, &Arguments::new(text))
    }

    #[test]
    fn arguments_of_both_dialects_are_read() {
        for (text, color, centiseconds) in [
            ("", Color::White, 100),
            ("50", Color::White, 50),
            ("b 20", Color::Black, 20),
            ("B interval 7", Color::Black, 7),
            ("interval 0", Color::White, 1),
            ("w 10 minmoves 3 maxmoves 2", Color::White, 10),
        ] {
            for dialect in [Dialect::Leela, Dialect::Kata] {
                let request = read(dialect, text).expect(text);
                assert_eq!(request.color, color, "{text}");
                assert_eq!(request.every, CENTISECOND * centiseconds, "{text}");
            }
        }
        let request = read(
            Dialect::Kata,
            "10 ownership true rootInfo true pvVisits false",
        );
        let request = request.expect("understood");
        assert!(request.ownership == OwnershipDetail::Position && request.root_info);
        for text in ["x", "b b", "interval", "ownership yes", "pvVisits true"] {
            assert!(read(Dialect::Kata, text).is_err(), "{text}");
        }
        assert!(read(Dialect::Leela, "ownership true").is_err());
    }

    #[test]
    fn restrictions_are_read_as_katago_has_them() {
        for (text, number) in [
            ("avoid w D4,e5 1", 2),
            ("10 avoid w A1 1 avoid w B1,C1 20 interval 5", 3),
            ("avoid b A1,B1,C1 1", 0),
            // Empty names are passed over.
            ("avoid w ,A1,,pass, 2", 2),
            ("allow w A1,B1 1", 25),
            ("allow B A1 1 allow W A1,A2,A3 1 minmoves 3", 24),
            ("allow b A1 1 avoid w A1 1", 1),
        ] {
            for dialect in [Dialect::Leela, Dialect::Kata] {
                let request = read(dialect, text).expect(text);
                let game = Game::new(rules(), Size::square(5), HalfPoints::ZERO);
                assert_eq!(request.banned(&game).len(), number, "{text}");
            }
        }
        for text in [
            "avoid",
            "avoid w",
            "avoid w A1",
            "avoid A1 1",
            "avoid w A1 0",
            "avoid w A1 -1",
            "avoid w A6 1",
            "avoid w A1;B1 1",
            "avoid w resign 1",
            "allow w A1 1 allow w B1 1",
            "allow w A1 1 avoid w B1 1",
            "avoid w A1 1 allow w B1 1",
        ] {
            assert!(read(Dialect::Kata, text).is_err(), "{text}");
        }
        // These leave no legal move.
        for text in ["allow w , 1", "allow w draw 1"] {
            assert_eq!(read(Dialect::Kata, text), Err(GtpError::NothingAllowed));
        }
    }

    #[test]
    fn reports_have_the_fields_of_their_dialect() {
        let size = Size::new(2, 1).expect("a size");
        let point = size.point(1, 0).expect("a point");
        let searched = |mv, visits, win_rate, score, line| MoveInfo {
            mv,
            visits,
            win_rate,
            score: Some(score),
            basis: Basis::Searched,
            line,
            line_visits: vec![visits],
            figures: None,
            ownership: Vec::new(),
        };
        let button = PlayedMove::Token(Token::TakeButton);
        let place = PlayedMove::Place(point);
        let place = searched(Move::Place(point), 75, 0.5, -1.25, vec![place, button]);
        let pass = searched(Move::Pass, 25, 0.1, -3.0, vec![button]);
        let report = Report {
            decision: Decision {
                chosen: Move::Place(point),
                playouts: 60,
                win_rate: 0.5,
                score: Some(-1.25),
                basis: Basis::Searched,
                considered: vec![place, pass],
                reason: Reason::Searched,
            },
            ownership: (size.points().zip([-0.004, 1.0]))
                .map(|(point, mean)| PointOwner {
                    point,
                    mean,
                    deviation: 0.0,
                })
                .collect(),
        };
        let mut doubtful = report.clone();
        doubtful.decision.considered[1].visits = 6;
        let mut proven = doubtful.clone();
        for one in &mut proven.decision.considered {
            one.basis = Basis::Proven;
            one.win_rate = 0.0;
            one.score = None;
        }
        (proven.decision.win_rate, proven.decision.score) = (0.0, None);
        proven.decision.basis = Basis::Proven;
        let line = |dialect, text: &str| {
            let request = read(dialect, text).expect("understood");
            request.line(size, &rules(), &report).expect("a line")
        };
        assert_eq!(
            line(Dialect::Leela, "b 10"),
            "info move B1 visits 75 winrate 5000 lcb 3868 order 0 pv B1 pass \
             info move pass visits 25 winrate 1000 lcb 0 order 1 pv pass"
        );
        assert_eq!(
            line(
                Dialect::Kata,
                "b 10 maxmoves 1 ownership true rootInfo true"
            ),
            "info move B1 visits 75 winrate 0.5000 scoreMean -1.25 scoreLead -1.25 lcb 0.3868 \
             order 0 pv B1 pass rootInfo visits 100 winrate 0.5000 scoreLead -1.25 \
             ownership 0.00 1.00"
        );
        let request = read(Dialect::Kata, "b 10 rootInfo true").expect("understood");
        let request = request.with_draw_chance(|| Some(0.125));
        let searched = request.line(size, &rules(), &report).expect("a line");
        let root = "rootInfo visits 100 winrate 0.5000 drawChance 0.1250 scoreLead -1.25";
        assert!(searched.ends_with(root), "{searched}");
        let line = request.line(size, &rules(), &proven);
        assert_eq!(
            line.expect("a line"),
            "info move B1 visits 75 winrate 0.0000 lcb 0.0000 basis proven order 0 pv B1 pass \
             info move pass visits 6 winrate 0.0000 lcb 0.0000 basis proven order 1 pv pass \
             rootInfo visits 81 winrate 0.0000 basis proven"
        );
        let listed = |text: &str| {
            let request = read(Dialect::Leela, text).expect("understood");
            let line = request.line(size, &rules(), &doubtful).expect("a line");
            line.matches("info").count()
        };
        assert_eq!(listed("b 10"), 1);
        assert_eq!(listed("b 10 minmoves 2"), 2);
    }
}
