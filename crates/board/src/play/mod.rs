//! Players and solvers behind the page: the engine, other engines, and the solver.

pub mod consent;
pub mod engine;
pub mod exact;
pub mod opponent;
pub mod sessions;
pub mod socket;
