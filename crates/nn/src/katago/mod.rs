//! Nets of KataGo: their file format and their inputs.

pub mod features;
mod format;
#[cfg(test)]
pub(super) mod tests;
mod tokens;

pub use format::{GLOBALS, PLANES, read};
