//! Forms of the JSON that the page and the server exchange.
//!
//! A test makes `docs/schema/board.json` of them, and holds real answers to it;
//! `types/messages.d.ts` has the same types for the scripts in `assets/`, which
//! `scripts/check-page` checks against them.

mod answers;
mod clock;
mod error;
mod game;
mod pair;
mod record;
mod requests;
mod times;
mod view;

pub use answers::*;
pub use clock::*;
pub use error::*;
pub use game::*;
pub use pair::*;
pub use record::*;
pub use requests::*;
pub use times::*;
pub use view::*;

#[cfg(test)]
pub use clock::tests::SYSTEMS;
