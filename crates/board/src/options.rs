//! Options of a server of the board, and reasons why there may be none.

use std::io;
use std::sync::Arc;

use halfpoint_arena::plan::config::EngineConfig;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::player::Settings;
use halfpoint_nn::Net;
use halfpoint_sgf::SgfError;
use thiserror::Error;

use super::kept::Keep;
use super::play::opponent::Patience;
use super::show::lessons::Lessons;

/// Options of the server.
pub struct BoardOptions {
    /// Port on 127.0.0.1; 0 takes a free one.
    pub port: u16,
    /// Game to begin with.
    pub begin: Begin,
    /// Rules of a new game.
    pub rules: NamedRules,
    /// Size of a new game.
    pub size: BoardSize,
    /// Komi of a new game; `None` for the usual one.
    pub komi: Option<HalfPoints>,
    /// Settings of the searches.
    pub settings: Settings,
    /// Net that evaluates positions.
    pub net: Option<Arc<Net>>,
    /// Whether the protocol of KataGo's analysis engine is answered over a WebSocket.
    pub analysis: bool,
    /// Whether the page is opened in a browser.
    pub opens: bool,
    /// Other engines that may play on the page.
    pub opponents: Vec<EngineConfig>,
    /// Times after which they count as hanging.
    pub patience: Patience,
    /// Pages to learn from.
    pub lessons: Lessons,
    /// Place where the page's text is kept.
    pub keep: Keep,
}

/// Game with which the page begins.
#[derive(Debug)]
pub enum Begin {
    /// A new game.
    New,
    /// Text of a record.
    Record(Vec<u8>),
    /// Part of the page's address after `#`.
    Address(String),
}

/// Reason why there is no server.
#[derive(Debug, Error)]
pub enum BoardError {
    /// The port cannot be used.
    #[error("port {0}: {1}")]
    Port(u16, io::Error),
    /// The record to begin with cannot be read.
    #[error(transparent)]
    Record(#[from] SgfError),
    /// The address to begin with holds no game.
    #[error("{0}")]
    Address(String),
    /// The address of the page cannot be told.
    #[error("{0}")]
    Announce(String),
    /// The server failed.
    #[error(transparent)]
    Serve(#[from] io::Error),
}
