//! Files on the disk: writing one as a whole, and opening those that a client names.
//!
//! Everything that is written as a whole file (records, pictures, reports, settings of matches)
//! goes through [`Output`]. Paths that arrive over a protocol go through [`Access`], which an
//! operator can confine to a folder or turn off.

mod access;
mod open;
mod output;

pub use access::{Access, AccessError};
pub use output::{Output, appended, write_own, write_whole};
