//! The way from the start of the game to where the search is: what repetition and the table ask about it.

use halfpoint_core::board::{Color, Point, ZobristKey};
use halfpoint_core::game::Position;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{KoRule, Rules};

use super::symmetry::{Images, MAX_IMAGES};

/// A situation on the way. Its number on the path is that of the moves before it.
#[derive(Clone, Copy)]
struct Step {
    /// The keys of the stones in all images.
    boards: [u64; MAX_IMAGES],
    /// The key of whose turn it is and of the tokens.
    facts: u64,
    /// A hash of the stones that all images share.
    class: u64,
    to_move: Color,
    /// Where a simple ko may not be taken back.
    ko: Option<Point>,
    stones: u16,
    /// Half-points that both have already, as [`settled_margin`] gives them.
    settled_margin: i32,
    /// Whether a token move led here.
    by_token: bool,
    /// A hash of the set of situations up to here.
    set: u64,
}

/// How a line that comes back to an earlier situation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    /// The earlier situation.
    pub(super) ply: usize,
    /// The side whose prisoners grew, if passes kept the game from being void.
    pub(super) gains: Option<Color>,
}

/// Facts of [`Position::situation`] use small numbers.
const KO_FACT: u32 = 100;
const TURN_FACT: u32 = 101;
const GAIN_FACT: u32 = 102;
const SET_FACT: u32 = 103;
/// And as many more as there are things to ask about a point.
const MARK_FACT: u32 = 104;

/// The way to a situation, the start of the game first.
pub(super) struct Path {
    ko: KoRule,
    /// What the questions are about, by a number, and the point if it is just one.
    mark: Option<(u32, Point)>,
    steps: Vec<Step>,
}

impl Path {
    pub(super) fn new(rules: &Rules, mark: Option<(u32, Point)>) -> Path {
        Path {
            ko: rules.ko,
            mark,
            steps: Vec::new(),
        }
    }

    /// Adds the situation that a move led to. `ko` is what [`Position::make`] returned.
    pub(super) fn push(
        &mut self,
        images: &Images,
        position: &Position,
        ko: Option<Point>,
        by_token: bool,
    ) {
        let boards = images.keys(position.board());
        let to_move = position.to_move();
        let mut class = boards[..images.len()].iter().copied().min().unwrap_or(0);
        if self.ko == KoRule::Situational {
            class ^= turn(to_move);
        }
        let before = self.steps.last().map_or(0, |step| step.set);
        self.steps.push(Step {
            set: before.wrapping_add(
                ZobristKey::feature(SET_FACT, class as u32 ^ (class >> 32) as u32).low(),
            ),
            boards,
            facts: position.situation().low() ^ position.board().key().low(),
            class,
            to_move,
            ko: ko.filter(|_| self.ko == KoRule::Simple),
            stones: (position.board().size().area() - position.board().empties().len()) as u16,
            settled_margin: settled_margin(position, self.mark.is_some()),
            by_token,
        });
    }

    /// Takes the last situation away.
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Moves so far.
    pub(super) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    /// What both have at a ply, in half-points.
    pub(super) fn settled_margin(&self, ply: usize) -> i32 {
        self.steps[ply].settled_margin
    }

    /// The hash that all images of the situation share as far as superko asks, and the number of stones.
    pub(super) fn class(&self, ply: usize) -> (u64, u16) {
        (self.steps[ply].class, self.steps[ply].stones)
    }

    /// A hash of the situations from `first` up to now, in whatever order they came.
    pub(super) fn set_since(&self, first: usize) -> u64 {
        let before = first.checked_sub(1).map_or(0, |ply| self.steps[ply].set);
        self.steps[self.last()].set.wrapping_sub(before)
    }

    /// The key of a situation in one image.
    fn key_in(&self, images: &Images, ply: usize, image: usize) -> u64 {
        let step = &self.steps[ply];
        let ko = step.ko.map_or(0, |ko| {
            let index = images.point(image, ko).index();
            ZobristKey::feature(KO_FACT, index as u32).low()
        });
        let mark = self.mark.map_or(0, |(about, mark)| {
            let index = images.point(image, mark).index();
            ZobristKey::feature(MARK_FACT + about, index as u32).low()
        });
        step.boards[image] ^ step.facts ^ ko ^ mark
    }

    /// The key that all images of a situation share, and the image that has it.
    pub(super) fn key(&self, images: &Images, ply: usize) -> (u64, usize) {
        (0..images.len())
            .map(|image| (self.key_in(images, ply, image), image))
            .min()
            .unwrap_or((0, 0))
    }

    /// The situation from `first` on that the last one repeats, under simple ko.
    pub(super) fn cycle(&self, first: usize) -> Option<Cycle> {
        if self.ko != KoRule::Simple {
            return None;
        }
        let last = self.last();
        let now = &self.steps[last];
        let key = |step: &Step| (step.boards[0] ^ step.facts, step.ko);
        let earlier = |&ply: &usize| key(&self.steps[ply]) == key(now);
        let ply = (first..last).rev().find(earlier)?;
        Some(Cycle {
            ply,
            gains: self.gains(ply, last),
        })
    }

    /// The half-points that Black gained from a ply to another one, and whether a token move lies between.
    fn round(&self, from: usize, to: usize) -> (i32, bool) {
        let passed = self.steps[from + 1..=to].iter().any(|step| step.by_token);
        (
            self.steps[to].settled_margin - self.steps[from].settled_margin,
            passed,
        )
    }

    /// Who gains prisoners in the round from a ply to another one, if a token move lies between.
    fn gains(&self, from: usize, to: usize) -> Option<Color> {
        match self.round(from, to) {
            (1.., true) => Some(Color::Black),
            (..=-1, true) => Some(Color::White),
            _ => None,
        }
    }

    /// The earlier position that bans a placement, under superko: `made` is the key of the stones after it,
    /// `first` the first situation that counts.
    pub(super) fn banning(&self, made: u64, next: Color, first: usize) -> Option<usize> {
        let by_turn = self.ko == KoRule::Situational;
        let is_it = |step: &Step| step.boards[0] == made && (!by_turn || step.to_move == next);
        (first..self.steps.len()).find(|&ply| is_it(&self.steps[ply]))
    }

    /// What a verdict about the situation at `to` remembers of an earlier one that it rests on, seen in one
    /// image.
    pub(super) fn memory(&self, images: &Images, from: usize, to: usize, image: usize) -> u64 {
        let step = &self.steps[from];
        match self.ko {
            KoRule::Positional => step.boards[image],
            KoRule::Situational => step.boards[image] ^ turn(step.to_move),
            // What the cycle is worth depends on what was gained, and on passes.
            KoRule::Simple => {
                let (more, passed) = self.round(from, to);
                let gain =
                    ZobristKey::feature(GAIN_FACT, (more + 0x4000) as u32 * 2 + u32::from(passed));
                self.key_in(images, from, image) ^ gain.low()
            }
        }
    }
}

/// Half-points that both have, Black minus White, and that decide what an endless round is worth. In a `playing_out`, which
/// asks about a point by area, these are the prisoners of the game that is played out: who loses one more than he takes in
/// each round cannot go round for ever (sending two, returning one).
pub(super) fn settled_margin(position: &Position, playing_out: bool) -> i32 {
    if playing_out {
        let [black, white] = position.state().captures;
        HalfPoints::from_points(black as i32 - white as i32).halves()
    } else {
        position.settled_margin().halves()
    }
}

fn turn(color: Color) -> u64 {
    ZobristKey::feature(TURN_FACT, color as u32).low()
}
