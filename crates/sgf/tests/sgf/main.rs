//! Tests of the reader and the writer on records of many programs.

mod sgf_wild;
