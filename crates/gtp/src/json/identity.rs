//! Identity of the engine.

/// Name and version that clients are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineIdentity {
    /// Name of the engine.
    pub name: String,
    /// Version of the engine.
    pub version: String,
}

impl Default for EngineIdentity {
    fn default() -> EngineIdentity {
        EngineIdentity {
            name: "halfpoint".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
        }
    }
}
