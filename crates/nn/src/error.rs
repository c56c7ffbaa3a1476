//! Reasons why a net cannot be used.

use thiserror::Error;

/// Reason why a file is no net that can be evaluated.
#[derive(Debug, Error)]
pub enum NetError {
    /// The file cannot be read or unpacked.
    #[error("cannot read the net: {0}")]
    Read(#[from] std::io::Error),
    /// The file is no net, or broken.
    #[error("not a net in a known format: {0}")]
    Malformed(String),
    /// The net has a part that this program cannot evaluate.
    #[error("this net cannot be evaluated: {0}")]
    Unsupported(String),
}
