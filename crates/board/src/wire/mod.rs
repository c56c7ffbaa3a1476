//! Forms of the JSON that the page and the server exchange. The scripts in `assets/` read and write
//! the same fields.

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
