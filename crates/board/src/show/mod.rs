//! Views of games, searches and documents, in the forms of [`super::wire`].

pub mod clock;
pub mod counting;
mod held;
pub mod lessons;
mod lights;
mod reasons;
pub mod search;
pub mod view;
