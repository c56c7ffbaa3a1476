#![doc = include_str!("../README.md")]

pub mod clock;
pub mod files;
pub mod half_points;
mod parallel;
pub mod suggest;

pub mod board;
pub mod rules;

pub mod score;

pub mod game;

pub mod player;

pub mod solver;

pub mod lab;

pub mod notation;

pub mod explain;

pub mod sgf;

pub mod gtp;

pub mod arena;

pub mod bench;
pub mod excerpt;
pub mod perft;
