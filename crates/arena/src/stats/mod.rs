//! Statistics of results: Elo with its error, sequential tests, ratings of several players. They
//! know nothing of games.

pub mod pairs;
pub mod rating;
pub mod sprt;
pub mod statistics;
