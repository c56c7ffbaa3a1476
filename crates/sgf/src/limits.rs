//! Limits of the reader.

/// Maximum length of a file that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;
/// Maximum number of games of a file that are read.
pub const MAX_GAMES: usize = 100_000;
/// Maximum number of nodes of the main line of a game: more than its moves can have.
pub const MAX_NODES: usize = 250_000;
