//! Matches between engines.

pub mod config;
pub mod record;
pub mod sprt;
