//! History of a ladder: one line of JSON for each event.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{GameType, Rank, Standing};
use halfpoint_sgf::{HowWon, RecordedResult};

use super::config::{LadderConfig, Member};
use halfpoint_arena::log::record::{GameRecord, Sides, Verdict, margin};

/// Line of `ladder.jsonl`. The first one is [`Entry::Ladder`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// Start of the ladder, with its settings.
    Ladder(LadderConfig),
    /// Arrival of a player.
    Player(Member),
    /// Departure of the named player: it plays no more, but keeps its place in the table.
    Left(String),
    /// Finished game.
    Game(Box<LadderGame>),
}

/// Finished game of a ladder.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderGame {
    /// Number of the game, from 0.
    pub game: u32,
    /// Names of the players.
    pub players: Sides<String>,
    /// Ranks of the players before the game.
    pub ranks: Sides<Rank>,
    /// Game type, which follows from the difference of the ranks.
    pub game_type: GameType,
    /// How the colours were guessed; `None` if the ranks decided them.
    pub guess: Option<Guess>,
    /// Komi in half-points.
    pub komi: HalfPoints,
    /// Verdict: the winner, or why there is none.
    pub verdict: Verdict,
    /// Result in the notation of players, such as `B+3.5`.
    pub result: String,
    /// Ranks and promotion points after the game; `None` for guests.
    pub standings: Sides<Option<Standing>>,
    /// Time at which the game ended or was entered, in seconds since 1970 (UTC).
    pub ended: u64,
    /// Record of the arena; `None` for a game whose result was entered by hand.
    pub record: Option<GameRecord>,
}

impl LadderGame {
    /// Returns whether the verdict, the result and the arena's record, if there is one, agree.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let same = |record: &GameRecord| {
            record.check().is_ok()
                && (record.game, record.verdict) == (self.game, self.verdict)
                && (&record.result, &record.engines) == (&self.result, &self.players)
        };
        verdict_of(&self.result) == Some(self.verdict) && self.record.as_ref().is_none_or(same)
    }
}

/// Returns the verdict of a result in the notation of the arena or of people; `None` if the text is
/// no result.
#[must_use]
pub fn verdict_of(result: &str) -> Option<Verdict> {
    let by_people = || match RecordedResult::parse(result) {
        RecordedResult::Unknown => None,
        RecordedResult::Void => Some(Verdict::Void),
        result => match result.sign() {
            Some(1) => Some(Verdict::Black),
            Some(-1) => Some(Verdict::White),
            _ => Some(Verdict::Draw),
        },
    };
    Verdict::of_result(result).or_else(by_people)
}

/// Returns the verdict of a result that a person enters; `None` unless all of the text is
/// understood. A record of another program is read as far as that goes, and its `W+nan` is a win of
/// White; a person who types that can be asked again.
#[must_use]
pub fn verdict_entered(result: &str) -> Option<Verdict> {
    let result = result.trim();
    // In words a quarter counts stones, as in Chinese records; after the sign there are points.
    let is_number = || !result.contains(['+', '＋']) || margin(result).is_some();
    let is_understood = match RecordedResult::parse(result) {
        RecordedResult::Margin(_) | RecordedResult::Draw => is_number(),
        RecordedResult::Won(_, HowWon::Resignation | HowWon::Time | HowWon::Forfeit) => true,
        RecordedResult::Won(..) => Verdict::of_result(result).is_some(),
        RecordedResult::Void => true,
        RecordedResult::Unknown => false,
    };
    verdict_of(result).filter(|_| is_understood)
}

/// Returns whether a game with this komi can end with a result, as far as half-points tell: counts
/// by territory have none but those of komi.
#[must_use]
pub fn is_possible(result: &str, komi: HalfPoints) -> bool {
    let margin = match RecordedResult::parse(result.trim()) {
        RecordedResult::Margin(margin) => margin,
        RecordedResult::Draw => HalfPoints::ZERO,
        RecordedResult::Won(..) | RecordedResult::Void | RecordedResult::Unknown => return true,
    };
    (margin + komi).halves() % 2 == 0
}

/// Guessing for colours: a right guess gives the guesser Black.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guess {
    /// Name of the player that has chosen odd or even: the owner of the room.
    pub owner: String,
    /// Choice of the owner.
    pub chosen: Parity,
    /// Guess of the partner.
    pub guessed: Parity,
}

/// Odd or even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parity {
    /// Odd: 1, 3, 5 and so on.
    Odd,
    /// Even: 2, 4, 6 and so on.
    Even,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_have_the_half_point_of_komi() {
        let is_possible = |result, halves| is_possible(result, HalfPoints::from_halves(halves));
        for (result, komi) in [
            ("B+3.5", 1),
            ("W+2.5", 13),
            ("B+3", 0),
            ("Jigo", 14),
            ("W+R", 1),
        ] {
            assert!(is_possible(result, komi), "{result}, {komi}");
        }
        for (result, komi) in [("B+3", 1), ("W+2.5", 14), ("0", 13), ("黑胜1.25子", 0)] {
            assert!(!is_possible(result, komi), "{result}, {komi}");
        }
    }

    #[test]
    fn a_result_is_entered_only_if_all_of_it_is_understood() {
        use Verdict::{Black, Draw, Void, White};
        for (text, verdict) in [
            ("B+3.5", Black),
            (" W+12 ", White),
            ("w+R", White),
            ("B+Resign", Black),
            ("W+T", White),
            ("B+F", Black),
            ("B+", Black),
            ("0", Draw),
            ("B+0", Draw),
            ("W+0.0", Draw),
            ("Jigo", Draw),
            ("Void", Void),
            ("黑胜1.25子", Black),
            ("White wins by 2.5 points", White),
        ] {
            assert_eq!(verdict_entered(text), Some(verdict), "{text}");
            assert_eq!(verdict_of(text.trim()), Some(verdict), "{text}");
        }
        for text in [
            "",
            "?",
            "W+nan",
            "W+inf",
            "B+-5",
            "B++5",
            "B+0.25",
            "B＋0.25",
            "B+5 or so",
            "B+1e9",
            "W+0x5",
            "B+99999999999",
            "W+Rabbit",
            "B+0 or so",
            "W",
            "3.5",
            "left unfinished",
        ] {
            assert_eq!(verdict_entered(text), None, "{text}");
        }
    }
}
