//! Limits of the reader.

/// Maximum length of a file that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;
/// Maximum number of games of a file that are read.
pub const MAX_GAMES: usize = 100_000;
/// Maximum number of nodes of the main line of a game, which is more than its moves can have, and
/// of all nodes of a tree.
pub const MAX_NODES: usize = 250_000;
/// Maximum number of values of all properties of a tree.
pub(super) const MAX_TREE_VALUES: usize = 1 << 20;
/// Maximum number of agreements on dead stones that are read in a tree: each takes up to a few
/// milliseconds.
pub(super) const MAX_AGREEMENTS: usize = 1000;
/// Maximum number of positions that the nodes of a tree set up. A few letters can set up a whole
/// board, so the size of the file is no bound.
pub const MAX_POSITIONS: usize = 1 << 14;
