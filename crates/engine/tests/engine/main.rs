//! Tests of the player through its public interface.

#![forbid(unsafe_code)]

mod cleanup;
mod dead_groups;
mod judgement;
mod nakade;
mod player;
mod ultimate;
