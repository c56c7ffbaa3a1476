//! Options of an analysis that a client asks for.

use std::time::Duration;

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove};
use halfpoint_engine::player::OwnershipDetail;

use crate::arguments::Arguments;
use crate::error::GtpError;
use crate::location::Location;
use crate::restriction::{self, Restriction};

/// Unit of intervals.
const CENTISECOND: Duration = Duration::from_millis(10);
/// Default interval between two reports, in centiseconds.
const USUAL_INTERVAL: u32 = 100;
/// Maximum interval between two reports, in centiseconds: one hour.
const MAX_INTERVAL: u32 = 360_000;
/// Vocabulary of a request and of its reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `lz-analyze`: win rates in units of 1/10000.
    Leela,
    /// `kata-analyze`: win rates from 0 to 1, and scores.
    Kata,
    /// `cgos-genmove_analyze`: the final report alone, as JSON.
    Cgos,
}

/// Parts of a report that are given where a client asks for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportParts {
    /// `rootInfo`, the figures of the position.
    pub root_info: bool,
    /// Ownership of the points.
    pub ownership: bool,
    /// Deviation of the ownership.
    pub ownership_stdev: bool,
    /// Ownership after each move.
    pub moves_ownership: bool,
    /// Deviation of the ownership after each move.
    pub moves_ownership_stdev: bool,
    /// Visits of each position of a variation.
    pub line_visits: bool,
    /// Visits along each move of a variation.
    pub line_edge_visits: bool,
    /// Probability of a game without a result after each move.
    pub no_result: bool,
}

impl ReportParts {
    /// Names of the keys that ask for parts, in KataGo's spelling.
    const KEYS: &str = "rootInfo, ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, \
         pvVisits, pvEdgeVisits or noResultValue";

    /// Returns the part that a key asks for.
    fn of_key(&mut self, key: &str) -> Option<&mut bool> {
        Some(match key {
            "rootInfo" => &mut self.root_info,
            "ownership" => &mut self.ownership,
            "ownershipStdev" => &mut self.ownership_stdev,
            "movesOwnership" => &mut self.moves_ownership,
            "movesOwnershipStdev" => &mut self.moves_ownership_stdev,
            "pvVisits" => &mut self.line_visits,
            "pvEdgeVisits" => &mut self.line_edge_visits,
            "noResultValue" => &mut self.no_result,
            _ => return None,
        })
    }

    /// Returns the positions whose ownership a search has to collect.
    #[must_use]
    pub fn ownership_detail(self) -> OwnershipDetail {
        OwnershipDetail::asked(
            self.ownership || self.ownership_stdev,
            self.moves_ownership || self.moves_ownership_stdev,
        )
    }
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
pub struct AnalysisRequest {
    /// Vocabulary of the reports.
    pub dialect: Dialect,
    /// The side whose moves are analysed.
    pub color: Color,
    /// Time between two reports.
    pub every: Duration,
    /// Parts that reports include.
    pub parts: ReportParts,
    /// Number of moves that are reported however few visits they have, provided that so many were
    /// searched.
    pub min_moves: usize,
    /// Maximum number of moves that are reported.
    pub max_moves: usize,
    /// Moves that are avoided, or the only ones allowed.
    restrictions: Vec<Restriction>,
    /// Use of the move with which the analysis ends; `None` for one that goes on until the client
    /// sends something.
    pub after: Option<AfterSearch>,
}

impl AnalysisRequest {
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
    ) -> Result<AnalysisRequest, GtpError> {
        let mut request = AnalysisRequest {
            dialect,
            color: game.to_move(),
            every: CENTISECOND * USUAL_INTERVAL,
            parts: ReportParts::default(),
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
                key => {
                    let parts = &mut request.parts;
                    let part = parts.of_key(key).filter(|_| dialect == Dialect::Kata);
                    let part = part.ok_or_else(|| expected(dialect))?;
                    *part = truth(arguments.word(value))?;
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
        // KataGo's clients name resigning among the moves; no search considers it.
        let names = names.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("resign"));
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
}

/// Returns the error for a word that is no key.
fn expected(dialect: Dialect) -> GtpError {
    let usual = "color, centiseconds, interval, minmoves, maxmoves, avoid";
    GtpError::ExpectedOne(match dialect {
        Dialect::Leela => format!("{usual} or allow"),
        Dialect::Kata | Dialect::Cgos => format!("{usual}, allow, {}", ReportParts::KEYS),
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::game::Setup;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::{Rules, find};

    fn rules() -> Rules {
        find("button").expect("a rule set").rules
    }

    fn read(dialect: Dialect, text: &str) -> Result<AnalysisRequest, GtpError> {
        let size = Size::square(5);
        let setup = Setup::empty(size).moving_first(Color::White);
        let game = Game::with_setup(rules(), setup, HalfPoints::ZERO);
        AnalysisRequest::read(dialect, None, &game, &Arguments::new(text))
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
        for text in ["x", "b b", "interval", "ownership yes", "pvvisits true"] {
            assert!(read(Dialect::Kata, text).is_err(), "{text}");
        }
        assert!(read(Dialect::Leela, "ownership true").is_err());
    }

    #[test]
    fn every_key_asks_for_one_part() {
        let keys: Vec<&str> = ReportParts::KEYS
            .split([',', ' '])
            .filter(|word| !["", "or"].contains(word))
            .collect();
        let mut seen = vec![ReportParts::default()];
        for &key in &keys {
            let text = format!("10 {key} true");
            let parts = read(Dialect::Kata, &text).expect(key).parts;
            assert!(!seen.contains(&parts), "{key}");
            seen.push(parts);
            let text = format!("{text} {key} false");
            assert_eq!(read(Dialect::Kata, &text).expect(key).parts, seen[0]);
        }
        assert_eq!(keys.len(), 8);
        let detail = |key: &str| {
            let text = format!("{key} true");
            let request = read(Dialect::Kata, &text).expect(key);
            request.parts.ownership_detail()
        };
        assert_eq!(detail("rootInfo"), OwnershipDetail::None);
        assert_eq!(detail("ownershipStdev"), OwnershipDetail::Position);
        assert_eq!(detail("movesOwnershipStdev"), OwnershipDetail::Moves);
    }

    #[test]
    fn restrictions_are_read_as_katago_has_them() {
        for (text, number) in [
            ("avoid w D4,e5 1", 2),
            ("10 avoid w A1 1 avoid w B1,C1 20 interval 5", 3),
            ("avoid b A1,B1,C1 1", 0),
            // Empty names are passed over.
            ("avoid w ,A1,,pass, 2", 2),
            ("avoid w pass,resign 50", 1),
            ("avoid b pass,resign 1", 0),
            ("avoid w RESIGN 1", 0),
            ("allow w resign,A1 1", 26),
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
            "avoid w resigns 1",
            "allow w A1 1 allow w B1 1",
            "allow w A1 1 avoid w B1 1",
            "avoid w A1 1 allow w B1 1",
        ] {
            assert!(read(Dialect::Kata, text).is_err(), "{text}");
        }
        // These leave no legal move.
        for text in ["allow w , 1", "allow w draw 1", "allow w resign 1"] {
            assert_eq!(read(Dialect::Kata, text), Err(GtpError::NothingAllowed));
        }
    }
}
