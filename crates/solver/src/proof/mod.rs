//! Proofs of values, which others can check.
//!
//! A proof of a bound is a strategy: for each position in which its player is to move, the move
//! that he makes. [`check`] plays it against every reply, with nothing but the rules of
//! `halfpoint-core`: no table, no hash and no search of the solver has a part in it. [`prove`]
//! finds a strategy with the solver, and is checked while it does.
//!
//! Each position is written out whole, so that another program can read a proof (see
//! [`ProofText`]).

mod check;
mod conditions;
mod prove;
mod text;

pub use check::{CheckError, Checked, check};
pub use prove::{ProofError, ProofProgress, prove};
pub use text::{Claim, Proof, ProofText, ProofTextError, Strategy};
