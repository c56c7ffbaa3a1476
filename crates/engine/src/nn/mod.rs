//! Evaluation of positions by nets.

mod error;
mod evaluation;
pub mod int8;
pub mod katago;
mod network;
pub mod reference;
#[cfg(test)]
mod sample;

pub use error::NetError;
pub use evaluation::Evaluation;
pub use network::{
    Activation, Block, Conv, Dense, NestedBlock, Network, Norm, OrdinaryBlock, OutputScales,
    PassHead, PolicyHead, PoolingBlock, RawOutputs, ValueHead,
};
