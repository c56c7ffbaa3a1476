//! The sequential probability ratio test.

use serde::{Deserialize, Serialize};

/// Bounds of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sprt {
    /// Elo difference under the hypothesis H0.
    pub elo0: f64,
    /// Elo difference under the hypothesis H1; larger.
    pub elo1: f64,
    /// Bound on the chance to accept H1 when H0 holds.
    pub alpha: f64,
    /// Bound on the chance to accept H0 when H1 holds.
    pub beta: f64,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt {
            elo0: 0.0,
            elo1: 20.0,
            alpha: 0.05,
            beta: 0.05,
        }
    }
}
