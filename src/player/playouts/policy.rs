//! The playout policy: answers to the last moves first, else a random move that is not plainly bad.
//!
//! The order of the answers is that of MoGo and its successors: take or save what is in atari, fight with two
//! liberties, play the vital point of a small eye space, make shape; each only so often, since playouts that
//! always play the same are easily fooled.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::field::{EMPTY, Field, NOWHERE, other};
use super::shapes::Shapes;

/// How often, of 256 times, each kind of answer is looked for. Tuned by matches; see `docs/strength.md`.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Taking what the last move left in atari, saving what it put in atari.
    pub atari: u8,
    /// Attacking or strengthening chains of two liberties.
    pub two_liberties: u8,
    /// The vital point of an eye space that the last move touches.
    pub nakade: u8,
    /// 3×3 patterns around the last move.
    pub pattern: u8,
    /// 3×3 patterns around the move before it.
    pub pattern_before: u8,
}

/// The rates in use.
pub const RATES: Rates = Rates {
    atari: 235,
    two_liberties: 200,
    nakade: 255,
    pattern: 245,
    pattern_before: 128,
};

/// At most so many candidates are kept.
const MOST: usize = 24;

/// A small list of points to choose from.
struct Choice {
    points: [u16; MOST],
    count: usize,
}

impl Choice {
    fn new() -> Choice {
        Choice {
            points: [NOWHERE as u16; MOST],
            count: 0,
        }
    }

    fn add(&mut self, point: usize) {
        let point = point as u16;
        if self.count < MOST && !self.points[..self.count].contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    fn pick(&self, rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
        match self.count {
            0 => None,
            1 => Some(self.points[0] as usize),
            n => Some(self.points[below(rng, n)] as usize),
        }
    }
}

/// A number below `n`, near enough to evenly for a playout: by multiplication of 32 bits.
#[inline]
pub fn below(rng: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

/// Chooses the moves of a playout.
#[derive(Clone, Copy)]
pub struct Policy {
    shapes: &'static Shapes,
    /// None: no answers and no care, uniformly random moves.
    rates: Option<Rates>,
}

impl Policy {
    /// The policy in use.
    pub fn full() -> Policy {
        Policy {
            shapes: Shapes::get(),
            rates: Some(RATES),
        }
    }

    /// Uniformly random legal moves that fill no eye.
    pub fn light() -> Policy {
        Policy {
            shapes: Shapes::get(),
            rates: None,
        }
    }

    /// The next move of a player, or [`NOWHERE`] for a pass. `last` are the opponent's last move and
    /// the player's own before it, each [`NOWHERE`] if it placed nothing; `spare` are fields to read ladders on.
    pub fn choose<const W: usize, const N: usize>(
        &self,
        field: &Field<W, N>,
        stone: u8,
        [last, before]: [usize; 2],
        spare: &mut [Field<W, N>],
        rng: &mut Xoshiro256PlusPlus,
    ) -> usize {
        if let Some(rates) = self.rates
            && last != NOWHERE
        {
            let dice = rng.next_u64();
            let roll = |rate: u8, byte: u32| ((dice >> (8 * byte)) as u8) < rate;
            if roll(rates.atari, 0)
                && let Some(point) = atari_answers(field, stone, last, spare).pick(rng)
            {
                return point;
            }
            if roll(rates.nakade, 1)
                && let Some(point) = nakade(field, stone, last)
            {
                return point;
            }
            if roll(rates.two_liberties, 2)
                && let Some(point) = two_liberty_answers(field, stone, last).pick(rng)
            {
                return point;
            }
            if roll(rates.pattern, 3)
                && let Some(point) = self.shape(field, stone, last).pick(rng)
            {
                return point;
            }
            if before != NOWHERE
                && roll(rates.pattern_before, 4)
                && let Some(point) = self.shape(field, stone, before).pick(rng)
            {
                return point;
            }
        }
        self.random(field, stone, rng)
    }

    /// Points around the last move that make a pattern.
    fn shape<const W: usize, const N: usize>(
        &self,
        field: &Field<W, N>,
        stone: u8,
        last: usize,
    ) -> Choice {
        let mut choice = Choice::new();
        for point in field.around(last).into_iter().chain(field.diagonals(last)) {
            if field.at(point) == EMPTY
                && self.shapes.is_pattern(field.code(point))
                && field.is_legal(stone, point)
                && !field.is_bad_self_atari(stone, point)
            {
                choice.add(point);
            }
        }
        choice
    }

    /// A random move that is legal, fills no eye and is no bad self-atari; of the points of a self-atari the
    /// other liberty is tried.
    fn random<const W: usize, const N: usize>(
        &self,
        field: &Field<W, N>,
        stone: u8,
        rng: &mut Xoshiro256PlusPlus,
    ) -> usize {
        let empties = field.empties();
        if empties.is_empty() {
            return NOWHERE;
        }
        let start = below(rng, empties.len());
        let careful = self.rates.is_some();
        for &point in empties[start..].iter().chain(&empties[..start]) {
            let point = point as usize;
            let code = field.code(point);
            if self.shapes.is_eye(code, stone)
                || careful && self.shapes.is_inside(code, stone)
                || !field.is_legal(stone, point)
            {
                continue;
            }
            if careful && field.room(point) < 2 && field.is_bad_self_atari(stone, point) {
                if let Some(better) = other_liberty(field, stone, point)
                    && !self.shapes.is_eye(field.code(better), stone)
                    && field.is_legal(stone, better)
                    && !field.is_bad_self_atari(stone, better)
                {
                    return better;
                }
                continue;
            }
            return point;
        }
        NOWHERE
    }
}

/// The other liberty of an own chain of two, one of which is `point`.
fn other_liberty<const W: usize, const N: usize>(
    field: &Field<W, N>,
    stone: u8,
    point: usize,
) -> Option<usize> {
    field
        .around(point)
        .into_iter()
        .filter(|&near| field.at(near) == stone && field.liberties(near) == 2)
        .find_map(|near| field.chain(near).points().find(|&liberty| liberty != point))
}

/// Moves that the last one calls for: take a chain that it left in atari; save an own chain that it put in
/// atari, by capture or by an extension.
fn atari_answers<const W: usize, const N: usize>(
    field: &Field<W, N>,
    stone: u8,
    last: usize,
    spare: &mut [Field<W, N>],
) -> Choice {
    let mut choice = Choice::new();
    // A suicide leaves nothing behind.
    if field.at(last) != EMPTY && field.liberties(last) == 1 {
        let liberty = field.chain(last).first();
        if field.is_legal(stone, liberty) {
            choice.add(liberty);
        }
    }
    for near in field.around(last) {
        if field.at(near) == stone && field.liberties(near) == 1 {
            saving_moves(field, stone, near, spare, &mut choice);
        }
    }
    choice
}

/// Moves that save an own chain in atari.
fn saving_moves<const W: usize, const N: usize>(
    field: &Field<W, N>,
    stone: u8,
    chain: usize,
    spare: &mut [Field<W, N>],
    choice: &mut Choice,
) {
    for capture in field.captures_beside(chain) {
        choice.add(capture);
    }
    let extension = field.chain(chain).first();
    if !field.is_legal(stone, extension) {
        return;
    }
    match field.liberties_after(stone, extension, 3) {
        0 | 1 => (),
        2 => {
            if !field.is_caught(chain, false, spare) {
                choice.add(extension);
            }
        }
        _ => choice.add(extension),
    }
}

/// Moves of a fight with two liberties: against the chain of the last move, and for own chains beside it.
fn two_liberty_answers<const W: usize, const N: usize>(
    field: &Field<W, N>,
    stone: u8,
    last: usize,
) -> Choice {
    let mut choice = Choice::new();
    if field.at(last) != EMPTY && field.liberties(last) == 2 {
        attacks(field, stone, last, &mut choice);
    }
    for near in field.chains_around(last) {
        if field.at(near) == stone && field.liberties(near) == 2 {
            defences(field, stone, near, &mut choice);
        }
    }
    choice
}

/// Ataris on an opposing chain of two liberties after which it cannot gain enough by extending.
fn attacks<const W: usize, const N: usize>(
    field: &Field<W, N>,
    stone: u8,
    target: usize,
    choice: &mut Choice,
) {
    let enemy = other(stone);
    let [one, two] = field.two_liberties(target);
    for (side, escape) in [(one, two), (two, one)] {
        if field.is_legal(stone, side)
            && !field.is_bad_self_atari(stone, side)
            // The extension is counted before the atari, which may take one liberty from it.
            && field.liberties_after(enemy, escape, 3) <= 2
        {
            choice.add(side);
        }
    }
}

/// Moves for an own chain of two liberties that the opponent could put in atari to some effect: an
/// extension to three, or an atari on, or the capture of, what stands beside it.
fn defences<const W: usize, const N: usize>(
    field: &Field<W, N>,
    stone: u8,
    chain: usize,
    choice: &mut Choice,
) {
    let enemy = other(stone);
    let sides = field.two_liberties(chain);
    let [one, two] = sides;
    let threatened = [(one, two), (two, one)].into_iter().any(|(side, escape)| {
        field.is_alive_after(enemy, side)
            && field.liberties_after(enemy, side, 2) > 1
            && field.liberties_after(stone, escape, 3) <= 2
    });
    if !threatened {
        return;
    }
    for side in sides {
        if field.is_legal(stone, side) && field.liberties_after(stone, side, 3) >= 3 {
            choice.add(side);
        }
    }
    let mut looked_at = 0;
    for member in field.chain_points(chain) {
        for near in field.around(member) {
            if field.at(near) != enemy {
                continue;
            }
            match field.liberties(near) {
                1 => {
                    let point = field.chain(near).first();
                    if point != field.ko {
                        choice.add(point);
                    }
                }
                2 if looked_at < 2 => {
                    looked_at += 1;
                    attacks(field, stone, near, choice);
                }
                _ => (),
            }
        }
    }
}

/// The vital point of an eye space beside the last move.
fn nakade<const W: usize, const N: usize>(
    field: &Field<W, N>,
    stone: u8,
    last: usize,
) -> Option<usize> {
    let empty = |near: &usize| field.at(*near) == EMPTY;
    field
        .around(last)
        .into_iter()
        .filter(empty)
        .filter_map(|near| field.nakade_point(near))
        .find(|&point| field.is_legal(stone, point))
}
