//! The board: points, colours, chains, hash keys, legality facts and captures.
//!
//! A board holds its stones only: no history, no rules, no strings.

mod color;
pub mod naive;
mod point;
mod point_set;
mod stones;
mod symmetry;
mod zobrist;

pub use color::Color;
pub use point::{MAX_SIDE, Point, Size, SizeError};
pub use point_set::{PointSet, PointSetIter};
pub use stones::{Board, Chain, Placement, PlacementEffect};
pub use symmetry::{Symmetry, agreed, in_any, to_representative};
pub use zobrist::ZobristKey;
