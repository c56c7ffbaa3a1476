//! Tests of the protocol: sessions line by line, suites, and positions judged over GTP.

#![forbid(unsafe_code)]

mod agreement;
mod analysis;
mod behaviour;
mod clients;
mod final_positions;
mod fuzz;
mod gtp_conformance;
mod gtp_menu;
mod gtp_session;
mod gtp_suites;
mod json;
mod raw_nn;
mod status;
mod talk;
