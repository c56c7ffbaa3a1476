//! Threads and memory of the operating system ([`parallel`]), files that
//! are regular and own ([`regular`]), and lines that carry a checksum ([`checksum`]).
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use halfpoint_system::checksum::{Checked, checked, line_of};
//!
//! let line = line_of(&BTreeMap::from([("game", 1)]))?;
//! let line = line.trim_ascii_end();
//! assert_eq!(checked(line), Checked::Whole(br#"{"game":1}"#.to_vec()));
//! # Ok::<(), std::io::Error>(())
//! ```

#![deny(unsafe_code)]

pub mod checksum;
pub mod parallel;
pub mod regular;
