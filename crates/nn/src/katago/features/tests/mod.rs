//! Inputs of positions made by hand, and a slow model of areas.

mod area;
mod games;
