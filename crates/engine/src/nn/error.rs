//! Reasons why a net cannot be used.

use thiserror::Error;

/// Reason why a file is no net that can be evaluated.
#[derive(Debug, Error)]
pub enum NetError {
    /// The file cannot be read or unpacked.
    #[error("cannot read the net: {0}")]
    Read(#[from] std::io::Error),
    /// The file is no net of KataGo's binary form.
    #[error("not a net in KataGo's .bin.gz format: {0}")]
    Malformed(String),
    /// The net has a part that this program cannot evaluate.
    #[error("this net cannot be evaluated: {0}")]
    Unsupported(String),
}
