//! Tests of the reader and the writer on records of many programs.

#![forbid(unsafe_code)]

mod sgf_wild;
