//! Inputs of positions made by hand, and slow models of areas and ladders.

mod area;
mod games;
mod ladders;
