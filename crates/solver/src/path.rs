//! Path from the start of the game to the current node, for repetition and the transposition table.

use halfpoint_core::board::{Color, Point, ZobristKey};
use halfpoint_core::game::Position;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{KoRule, Rules};

use super::symmetry::{Images, MAX_IMAGES};
use halfpoint_core::bounds;

/// A situation on the path. Its index, the ply, is the number of moves before it.
#[derive(Clone, Copy)]
struct PathStep {
    /// Keys of the stones in all images.
    boards: [u64; MAX_IMAGES],
    /// Least key of the situation over all images, and the image that has it.
    least: (u64, usize),
    /// Key of the player to move and of the tokens.
    facts: u64,
    /// Hash of the stones that all images share; under situational superko, of the player to move
    /// too.
    class: u64,
    /// The player to move.
    to_move: Color,
    /// Point where a simple ko may not be retaken.
    ko: Option<Point>,
    /// Number of stones of each colour.
    stones: [u16; 2],
    /// Half-points that no later move can change, as [`settled_margin`] gives them.
    settled_margin: i32,
    /// Whether a token move led here.
    by_token: bool,
    /// First ply of this run of placements: the situation after the last token move.
    run: usize,
    /// Hash of the situations that would make the game void if they came again: under simple ko,
    /// those that have occurred twice in this run, at least once before the question. 0 if there
    /// are none.
    twice: u64,
    /// Hash of the set of situations up to this one, whatever their order.
    set: u64,
}

impl PathStep {
    /// Returns what two steps share if they are of one situation under simple ko.
    fn identity(&self) -> (u64, Option<Point>) {
        (self.boards[0] ^ self.facts, self.ko)
    }
}

/// End of a line by a return to an earlier situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    /// Ply of the earlier situation.
    pub(super) ply: usize,
    /// Side whose prisoners grew in the round, if a token move in it keeps the game from being
    /// void.
    pub(super) gains: Option<Color>,
}

/// Feature of a ko point in a key. [`situation`](bounds::situation) uses smaller features.
const KO_FACT: u32 = 100;
/// Feature of the player to move in a key.
const TURN_FACT: u32 = 101;
/// Feature of the prisoners that a round gains.
const GAIN_FACT: u32 = 102;
/// Feature of a situation in the hash of a set.
const SET_FACT: u32 = 103;
/// First of the features for the subject of questions about a point, one for each subject.
const MARK_FACT: u32 = 104;
/// Feature of a situation that has occurred twice.
const TWICE_FACT: u32 = 106;

/// The situations from the start of the game to the current node.
pub(super) struct Path {
    ko: KoRule,
    /// Subject of the questions about a point, by number, and the point; `None` for questions about
    /// the margin.
    mark: Option<(u32, Point)>,
    steps: Vec<PathStep>,
    /// Ply of the situation that the question in progress is about.
    root: usize,
}

impl Path {
    /// Returns a path without situations; see [`Path::push`].
    pub(super) fn new(rules: &Rules, mark: Option<(u32, Point)>) -> Path {
        Path {
            ko: rules.ko,
            mark,
            steps: Vec::new(),
            root: 0,
        }
    }

    /// Adds the situation to which a move led. `ko` is the result of [`Position::make`].
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
        let before = self.steps.last();
        let (set, run, twice) = before.map_or((0, 0, 0), |step| (step.set, step.run, step.twice));
        let (run, twice) = match by_token {
            true => (self.steps.len(), 0),
            false => (run, twice),
        };
        let mut step = PathStep {
            set: set.wrapping_add(hash(SET_FACT, class)),
            run,
            twice,
            boards,
            least: (0, 0),
            facts: bounds::situation(position).low() ^ position.board().key().low(),
            class,
            to_move,
            ko: ko.filter(|_| self.ko == KoRule::Simple),
            stones: Color::BOTH.map(|color| position.board().stones_of(color).len() as u16),
            settled_margin: settled_margin(position, self.mark.is_some()),
            by_token,
        };
        let before_question = self.steps.len().min(self.root);
        step.twice = step.twice.wrapping_add(self.again(&step, before_question));
        step.least = self.least(images, &step);
        self.steps.push(step);
    }

    /// Begins a question about the last situation.
    pub(super) fn begin_question(&mut self, images: &Images) {
        self.root = self.last();
        let mut step = self.steps[self.root];
        let hashes = (step.run..=self.root).map(|ply| self.again(&self.steps[ply], ply));
        step.twice = hashes.fold(0, u64::wrapping_add);
        step.least = self.least(images, &step);
        self.steps[self.root] = step;
    }

    /// Returns the hash of a step's situation if it is one of this run before the ply `end`, under
    /// simple ko; else 0.
    fn again(&self, step: &PathStep, end: usize) -> u64 {
        let is_it = |earlier: &PathStep| {
            earlier.boards[0] == step.boards[0] && earlier.to_move == step.to_move
        };
        let run = self.steps[..end].get(step.run..).unwrap_or(&[]);
        match self.ko == KoRule::Simple && run.iter().any(is_it) {
            true => hash(TWICE_FACT, step.boards[0] ^ turn(step.to_move)),
            false => 0,
        }
    }

    /// Returns the least key of a step over all images, and the image that has it. Where situations
    /// have occurred twice, the board as it stands is the only image: their hash is of no other.
    fn least(&self, images: &Images, step: &PathStep) -> (u64, usize) {
        let number = if step.twice == 0 { images.len() } else { 1 };
        let keys = (0..number).map(|image| (self.key_in(images, step, image), image));
        keys.min().unwrap_or((0, 0))
    }

    /// Returns the ply of the situation that the question in progress is about.
    pub(super) fn root(&self) -> usize {
        self.root
    }

    /// Removes the last situation.
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Returns the ply of the last situation, which is the number of moves so far.
    pub(super) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    /// Returns the margin at a ply that no later move can change, in half-points.
    pub(super) fn settled_margin(&self, ply: usize) -> i32 {
        self.steps[ply].settled_margin
    }

    /// Returns the hash that all images of a situation share and that decides repetition under
    /// superko, and the number of stones of each colour.
    pub(super) fn class(&self, ply: usize) -> (u64, [u16; 2]) {
        (self.steps[ply].class, self.steps[ply].stones)
    }

    /// Returns a hash of the set of situations from the ply `first` to the last one, whatever their
    /// order.
    pub(super) fn set_since(&self, first: usize) -> u64 {
        let before = first.checked_sub(1).map_or(0, |ply| self.steps[ply].set);
        self.steps[self.last()].set.wrapping_sub(before)
    }

    /// Returns whether the last move was a capture that a simple ko forbids to answer at once.
    pub(super) fn has_ko(&self) -> bool {
        self.steps[self.last()].ko.is_some()
    }

    /// Returns the key of a situation in one image.
    fn key_in(&self, images: &Images, step: &PathStep, image: usize) -> u64 {
        let ko = step.ko.map_or(0, |ko| {
            let index = images.point(image, ko).index();
            ZobristKey::feature(KO_FACT, index as u32).low()
        });
        let mark = self.mark.map_or(0, |(about, mark)| {
            let index = images.point(image, mark).index();
            ZobristKey::feature(MARK_FACT + about, index as u32).low()
        });
        step.boards[image] ^ step.facts ^ ko ^ mark ^ step.twice
    }

    /// Returns the least key of a situation over all images, and the image that has it.
    pub(super) fn key(&self, ply: usize) -> (u64, usize) {
        self.steps[ply].least
    }

    /// Returns the cycle that the last situation closes, if it repeats one since the question.
    /// Always `None` under superko.
    pub(super) fn cycle(&self) -> Option<Cycle> {
        if self.ko != KoRule::Simple {
            return None;
        }
        let last = self.last();
        let now = &self.steps[last];
        let earlier = |&ply: &usize| self.steps[ply].identity() == now.identity();
        let ply = (self.root..last).rev().find(earlier)?;
        Some(Cycle {
            ply,
            gains: self.gains(ply, last),
        })
    }

    /// Returns whether some situation of this run has occurred twice under simple ko, so that a
    /// placement may make the game void.
    pub(super) fn is_near_void(&self) -> bool {
        self.steps[self.last()].twice != 0
    }

    /// Returns whether the last situation occurred once before the question, in this run, and now
    /// for the first time since.
    pub(super) fn recurs(&self) -> bool {
        let before = self.last().checked_sub(1);
        let before = before.map_or(0, |ply| self.steps[ply].twice);
        self.is_near_void() && self.steps[self.last()].twice != before
    }

    /// Returns the half-points that Black gains from one ply to another, and whether a token move
    /// lies between.
    fn round(&self, from: usize, to: usize) -> (i32, bool) {
        let passed = self.steps[from + 1..=to].iter().any(|step| step.by_token);
        (
            self.steps[to].settled_margin - self.steps[from].settled_margin,
            passed,
        )
    }

    /// Returns the side that gains prisoners from one ply to another, if a token move lies between.
    fn gains(&self, from: usize, to: usize) -> Option<Color> {
        match self.round(from, to) {
            (1.., true) => Some(Color::Black),
            (..=-1, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the ply of the earlier position that bans a placement under superko. `made` is the
    /// key of the stones after the placement, `next` the player who would then move, `first` the
    /// first ply that counts.
    pub(super) fn banning(&self, made: u64, next: Color, first: usize) -> Option<usize> {
        let by_turn = self.ko == KoRule::Situational;
        let is_it = |step: &PathStep| step.boards[0] == made && (!by_turn || step.to_move == next);
        (first..self.steps.len()).find(|&ply| is_it(&self.steps[ply]))
    }

    /// Returns a hash of an earlier situation on which an answer about the situation at `to`
    /// depends, seen in one image. An answer keeps it to recognise such a situation on another
    /// path.
    pub(super) fn memory(&self, images: &Images, from: usize, to: usize, image: usize) -> u64 {
        let step = &self.steps[from];
        match self.ko {
            KoRule::Positional => step.boards[image],
            KoRule::Situational => step.boards[image] ^ turn(step.to_move),
            // The value of the cycle depends on what was gained and on token moves.
            KoRule::Simple => {
                let (more, passed) = self.round(from, to);
                let gain =
                    ZobristKey::feature(GAIN_FACT, (more + 0x4000) as u32 * 2 + u32::from(passed));
                self.key_in(images, step, image) ^ gain.low()
            }
        }
    }
}

/// Returns the half-points that no later move can change, Black minus White, which decide the value
/// of an endless round. In a `playing_out`, where questions are about a point by area, these are
/// the prisoners of the game that is played out: a player who loses one stone more than he takes in
/// each round cannot repeat it for ever (sending two, returning one).
pub(super) fn settled_margin(position: &Position, playing_out: bool) -> i32 {
    if playing_out {
        let [black, white] = position.state().captures;
        HalfPoints::from_points(black as i32 - white as i32).halves()
    } else {
        bounds::settled_margin(position).halves()
    }
}

/// Returns the hash of a key as a feature.
fn hash(feature: u32, key: u64) -> u64 {
    ZobristKey::feature(feature, key as u32 ^ (key >> 32) as u32).low()
}

/// Returns the key of the player to move.
fn turn(color: Color) -> u64 {
    ZobristKey::feature(TURN_FACT, color as u32).low()
}
