//! Our own nets against slow models, and files that are broken.

mod file;
mod inputs;
