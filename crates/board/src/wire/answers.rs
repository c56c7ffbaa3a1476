//! Answers to the page, but for those about what is shown of a game.

use halfpoint_core::half_points::HalfPoints;
use serde::Serialize;

use super::clock::ClockText;
use super::game::GameText;
use super::pair::as_object;
use super::record::RecordView;

/// Game with which the page begins, and what it can ask for.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StartAnswer {
    pub begun: BegunGame,
    pub rule_sets: Vec<RuleSetView>,
    pub max_level: u8,
    /// Names of the other engines.
    pub opponents: Vec<String>,
    /// Largest number of points of a board whose moves are solved.
    pub exact_points: usize,
    pub version: &'static str,
}

/// Game with which the page begins.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BegunGame {
    /// A game alone.
    Game {
        /// The game.
        game: Box<GameText>,
    },
    /// The game of a record.
    Record(Box<RecordView>),
}

/// A rule set of the page's list.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuleSetView {
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Description in one sentence.
    pub description: &'static str,
    #[cfg_attr(test, schemars(with = "f64"))]
    pub komi: HalfPoints,
    #[cfg_attr(test, schemars(with = "f64"))]
    pub komi_elsewhere: HalfPoints,
    /// Names of its token moves.
    pub tokens: Vec<&'static str>,
}

/// Reason of a refusal, or of an answer that ends early.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ErrorAnswer {
    pub error: String,
}

/// A move of the engine. The margin and the chance are the mover's.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoveAnswer {
    #[serde(rename = "move")]
    pub mv: String,
    pub why: Option<&'static str>,
    pub win_rate: f64,
    pub score: Option<f64>,
    pub basis: &'static str,
    pub visits: u64,
    /// Visits of this search alone.
    pub new_visits: u64,
    pub moves: Vec<ConsideredMove>,
}

/// A move of another engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpponentMove {
    #[serde(rename = "move")]
    pub mv: String,
    pub why: String,
}

/// Report of an analysis.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysisReport {
    pub visits: u64,
    pub root: SearchValue,
    pub moves: Vec<ConsideredMove>,
    /// Mean owner of each point, from −1 (White) to 1 (Black).
    #[serde(serialize_with = "as_object")]
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, f64>"))]
    pub ownership: Vec<(String, f64)>,
}

/// Black's chance and margin.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchValue {
    pub win_rate: f64,
    pub score: Option<f64>,
    pub basis: &'static str,
}

/// Move that a search considered.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ConsideredMove {
    #[serde(rename = "move")]
    pub mv: String,
    /// Name of a token move.
    pub token: Option<&'static str>,
    pub visits: u32,
    #[serde(flatten)]
    pub value: SearchValue,
    /// The move and what follows.
    pub line: Vec<String>,
}

/// Value of a position of a game. The values of its moves are of the same search.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GraphValue {
    /// Number of the move that led to the position.
    #[serde(rename = "move")]
    pub number: usize,
    pub value: SearchValue,
    /// Best move of the position.
    pub best: Option<ConsideredMove>,
    /// Move that the game has next, if the search has valued it.
    pub played: Option<ConsideredMove>,
}

/// Value of a position of a game, or the reason why there are no more.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum GraphLine {
    /// Value after a move.
    Value(Box<GraphValue>),
    /// The reason.
    Error(ErrorAnswer),
}

/// Values of all moves, the best first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExactAnswer {
    pub moves: Vec<ExactMove>,
    /// Whether all values are exact.
    pub finished: bool,
    pub seconds: f64,
    /// Words about the stones that the count takes off.
    pub count: Option<&'static str>,
}

/// Value of a move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExactMove {
    #[serde(rename = "move")]
    pub mv: String,
    /// Name of a token move.
    pub token: Option<&'static str>,
    pub best: bool,
    /// Black's margin in half-points, or the sign of the winner where nothing is counted.
    pub value: Option<i32>,
    /// The value as it fits on a point.
    pub short: String,
    pub text: String,
}

/// Dead stones.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DeadAnswer {
    pub dead: Vec<String>,
    /// Name of their judge.
    pub judge: String,
    /// Reason why that is not the engine that was asked for.
    pub note: Option<String>,
}

/// Answer to the offer of a draw.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DrawAnswer {
    pub accepts: bool,
}

/// Whether the engine has pondered for the page.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PonderAnswer {
    pub pondered: bool,
}

/// Clock after a move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClockAnswer {
    pub clock: ClockText,
    /// Whether the move came too late.
    pub late: bool,
}

/// Record of a game, and its board as a text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WrittenRecord {
    pub sgf: String,
    pub text: String,
}

/// Card of a game: its last position with the count.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CardAnswer {
    pub svg: String,
}

/// Whether the text is kept, or forgotten where none was sent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KeepAnswer {
    pub kept: bool,
    /// Reason why not; none where the user wants nothing to be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Points of handicap stones.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HandicapAnswer {
    pub points: Vec<String>,
}

/// A page to learn from, in the list of all.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LessonTitle {
    pub name: &'static str,
    pub title: String,
}

/// A page to learn from.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Lesson {
    pub html: String,
    /// Games of its sessions.
    pub examples: Vec<LessonGame>,
}

/// Game of a session, with the picture of its last position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LessonGame {
    pub svg: String,
    pub rules: &'static str,
    /// Number of moves.
    pub moves: usize,
    pub game: GameText,
}

/// A problem in which half a point decides. Its record has the best move as the main line, with
/// the property `TE`, and the other moves as variations.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProblemRecord {
    pub name: &'static str,
    /// Id of its rule set.
    pub rules: &'static str,
    pub record: RecordView,
}

/// Session of a page.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SessionAnswer {
    pub session: String,
}

/// Ticket for the WebSocket.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TicketAnswer {
    pub ticket: String,
}
