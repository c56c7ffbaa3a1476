//! Tests of the player and the solver through their public interfaces.

#![forbid(unsafe_code)]

mod cleanup;
mod dead_groups;
mod judgement;
mod nakade;
mod player;
mod solver;
mod ultimate;
