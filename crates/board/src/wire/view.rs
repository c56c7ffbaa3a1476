//! View of a game, its count, and its counting by people.

use halfpoint_core::half_points::HalfPoints;
use halfpoint_report::picture::BoardPicture;
use serde::Serialize;

use super::pair::{ColorWord, Pair, as_object};

/// Parts of the page that change with each move. Points stand for themselves by their names.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    pub rules: &'static str,
    /// Name of the rules for people.
    pub title: &'static str,
    pub board: BoardImage,
    /// Number of moves.
    pub moves: usize,
    pub to_move: ColorWord,
    /// Word for the end of the game.
    pub over: Option<&'static str>,
    /// Whether no further move is possible.
    pub closed: bool,
    pub stones: Pair<Vec<String>>,
    /// Stones in lists of those that are dead or alive together; empty while nobody marks dead
    /// stones.
    pub fates: Vec<Vec<String>>,
    /// Empty points on which the side to move must not place a stone, with the reasons.
    #[serde(serialize_with = "as_object")]
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub illegal: Vec<(String, &'static str)>,
    pub tokens: Vec<TokenMove>,
    pub pass_means: Option<String>,
    pub last_move: Option<LastMove>,
    pub captures: Pair<u32>,
    pub things: TableThings,
    /// Pictures of what each colour holds, Black's first.
    pub held: [String; 2],
    /// Points that token moves gave each side.
    #[cfg_attr(test, schemars(with = "Pair<f64>"))]
    pub ledger: Pair<HalfPoints>,
    /// Whether the players agree on dead stones at the end.
    pub agrees: bool,
    /// Whether the next pass may propose dead stones.
    pub proposes: bool,
    pub proposal: Option<ProposedDead>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Pair<Vec<ClockStage>>>,
}

/// Picture with the places of its points, in pixels.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoardImage {
    pub svg: String,
    pub width: f64,
    pub height: f64,
    /// The point in the lower left corner.
    pub origin: [f64; 2],
    /// Distance between two lines.
    pub cell: f64,
}

impl From<BoardPicture> for BoardImage {
    fn from(picture: BoardPicture) -> BoardImage {
        let [width, height] = picture.size;
        BoardImage {
            svg: picture.svg,
            width,
            height,
            origin: picture.origin,
            cell: picture.cell,
        }
    }
}

/// Token move that is legal.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TokenMove {
    /// The move to send.
    #[serde(rename = "move")]
    pub mv: &'static str,
    pub name: &'static str,
    pub deed: String,
    /// Points that it gives each side.
    #[cfg_attr(test, schemars(with = "Pair<f64>"))]
    pub gain: Pair<HalfPoints>,
    /// Word for the end of the game, if it ends the game.
    pub ends: Option<&'static str>,
    /// Answer that it gives to a proposal of dead stones.
    pub answer: Option<&'static str>,
}

/// Last move of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LastMove {
    pub color: ColorWord,
    #[serde(rename = "move")]
    pub mv: String,
    /// Deed of a token move in few words.
    pub deed: Option<String>,
}

/// Things that lie beside the board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TableThings {
    pub buttons: Vec<ButtonView>,
    pub half_pass_zone: Option<Pair<u32>>,
    pub bowls: Option<BowlsView>,
}

/// A button.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ButtonView {
    pub name: &'static str,
    pub holder: Option<ColorWord>,
    /// Whether it goes back on the table with the next move.
    pub returns: bool,
}

/// The bowls.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BowlsView {
    pub regular: Pair<i32>,
    pub ultimate: Option<ColorWord>,
}

/// Stones that are proposed as dead.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProposedDead {
    pub stones: Vec<String>,
    /// Whether the proposal waits for its answer.
    pub pending: bool,
}

/// Stage through which the time of a side runs while it thinks.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClockStage {
    pub seconds: f64,
    pub words: String,
}

/// Count of a game under every rule set.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CountView {
    pub board: BoardImage,
    pub lights: TableLights,
    pub table: CountTable,
    pub differences: Vec<String>,
    pub both_counts: Vec<String>,
}

/// Table of counts: a row for each rule set.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountTable {
    /// Name of the game's own rules.
    pub rules: &'static str,
    /// Meaning of the counts if the game is not over.
    pub counted: Option<&'static str>,
    /// Result under the game's own rules in words.
    pub verdict: VerdictView,
    /// Dead stones, agreed on or judged.
    pub dead: Vec<String>,
    pub warnings: Vec<String>,
    pub rows: Vec<CountRow>,
}

/// Result of a game in words.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VerdictView {
    /// Main clause without a full stop.
    pub text: String,
    /// Reason that may follow "because"; absent where the game is none under its own rules.
    pub because: Option<String>,
}

/// Count of the game under a rule set, or the reason why it is no game there.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CountRow {
    /// Result of the game.
    Counted {
        /// Name of the rules.
        rules: &'static str,
        /// Result as over GTP, or `Void`.
        result: String,
        /// Points of both sides; absent if nothing was counted.
        #[serde(skip_serializing_if = "Option::is_none")]
        sides: Option<Pair<SidePoints>>,
    },
    /// Move that is illegal.
    Illegal {
        /// Name of the rules.
        rules: &'static str,
        /// The move, and why it is illegal.
        illegal: IllegalPlay,
    },
}

/// Move that a rule set forbids.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct IllegalPlay {
    pub play: String,
    pub reason: &'static str,
}

/// Points of a side.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SidePoints {
    #[cfg_attr(test, schemars(with = "f64"))]
    pub total: HalfPoints,
    /// Terms of that sum which are not zero, by their names.
    #[serde(serialize_with = "as_object")]
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, f64>"))]
    pub terms: Vec<(String, HalfPoints)>,
}

/// Lights of the table of counts. Sets and bowls are kept once, and named by their indices.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableLights {
    pub rows: Vec<RowLights>,
    pub sets: Vec<Vec<String>>,
    pub bowls: Vec<String>,
}

/// Lights of a row; none of one that was not counted.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RowLights {
    #[serde(flatten)]
    pub counted: Option<CountedLights>,
}

/// Lights of a row that was counted.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountedLights {
    #[serde(flatten)]
    pub terms: Pair<TermLights>,
    pub bowls: [usize; 2],
}

/// Sets of points that the terms of a colour count, by the names of the terms.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, usize>"))]
pub struct TermLights(#[serde(serialize_with = "as_object")] pub Vec<(String, usize)>);

/// Steps by which people count a game; there are none if nothing is counted.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountingView {
    pub steps: Vec<CountingStep>,
}

/// A step with its pictures.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountingStep {
    pub sentence: String,
    pub board: BoardImage,
    pub bowls: [String; 2],
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Pair<f64>"))]
    pub points: Pair<HalfPoints>,
    pub result: String,
}
