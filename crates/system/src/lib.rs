//! What the other crates ask of the operating system: threads and memory ([`parallel`]), files that
//! are regular and own ([`regular`]), and lines that carry a checksum ([`checksum`]).

#![deny(unsafe_code)]

pub mod checksum;
pub mod parallel;
pub mod regular;
