//! Reading: a local and exhaustive search for the life of one chain.
//!
//! A problem is cut out of the board: the chain, the weak chains that fight with it or lean on it,
//! and the empty points they fight for. Everything around is a wall that cannot be taken. In the
//! problem one side, the *prover*, tries to reach a goal; the other tries to prevent it and may
//! pass at any time. A ko may not be retaken at once, a side that has no other move passes, and
//! there are no ko threats elsewhere, unless a problem gives one side as many as it likes
//! ([`Problem::with_threats`]). A repeated position is no progress, and a failure to prove.
//! Where an answer rests on such a position, it is read again with the bans of each ko rule, and is
//! certain if all agree.

mod aftermath;
mod cache;
mod cut;
mod cycles;
mod lean;
mod moves;
mod problem;
mod search;
mod solve;
#[cfg(test)]
mod tests;

pub(super) use cache::LifeReader;
pub use cache::ReadingCache;
pub(super) use lean::Reach;
pub(super) use problem::{Check, Goal, Problem, ReadingAnswer};
