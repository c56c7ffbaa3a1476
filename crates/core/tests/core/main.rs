//! Tests of the rules: boards, games and scores against slow models and the conformance table.

#![forbid(unsafe_code)]

mod against_model;
mod area_equivalents;
mod board;
mod conformance;
mod dead_stones;
mod identities;
mod local_referee;
mod model;
mod model_checks;
mod rules_data;
mod term_points;
