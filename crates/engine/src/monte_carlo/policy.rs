//! Playout policy: an answer to the last moves if there is one, else a random move that is not
//! plainly bad.
//!
//! The order of the answers is that of MoGo and its successors: take or save chains in atari, play
//! the vital point of a small eye space, fight with few liberties, keep eyes, make shape. Each kind
//! is looked for with a probability below one, since playouts that always play the same are easily
//! fooled.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::answers;
use super::board::{EMPTY, NOWHERE, PlayoutBoard, other};
use super::candidates::{Candidates, below};
use super::shapes::Shapes;

/// How often each kind of answer is looked for, in 256ths. Tuned by matches; see
/// `docs/notebook/tried-playouts.md`.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Captures of the last move's chain if it is in atari, and saves of own chains that it put in
    /// atari.
    pub atari: u8,
    /// Restriction of these saves to captures, for a chain that can be saved by one.
    pub capture_only: u8,
    /// Filling a ko that the player took, after the opponent played elsewhere.
    pub ko: u8,
    /// Attacks on and defences of chains of two liberties.
    pub two_liberties: u8,
    /// Ataris that catch a neighbour of an own chain with few liberties.
    pub race: u8,
    /// Moves that keep an own eye from becoming false.
    pub eyes: u8,
    /// Vital point of an eye space beside the last move.
    pub vital_point: u8,
    /// 3×3 patterns around the opponent's last move.
    pub pattern: u8,
    /// 3×3 patterns around the player's own last move.
    pub pattern_before: u8,
}

/// The rates in use.
pub const RATES: Rates = Rates {
    atari: 255,
    capture_only: 102,
    ko: 102,
    two_liberties: 200,
    race: 64,
    eyes: 255,
    vital_point: 255,
    pattern: 245,
    pattern_before: 128,
};

/// The latest moves, as far as answers depend on them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recent {
    /// The opponent's last move and the player's own move before it, each [`NOWHERE`] if it placed
    /// nothing.
    pub moves: [usize; 2],
    /// Point of the ko that the player's own last move took, or [`NOWHERE`].
    pub own_ko: usize,
}

/// Policy that chooses the moves of a playout.
#[derive(Clone, Copy)]
pub struct PlayoutPolicy {
    shapes: &'static Shapes,
    /// Rates of the answers. `None` stands for random moves without answers, which may be bad
    /// self-ataris.
    rates: Option<Rates>,
}

impl PlayoutPolicy {
    /// Returns the policy in use.
    pub fn full() -> PlayoutPolicy {
        PlayoutPolicy {
            shapes: Shapes::get(),
            rates: Some(RATES),
        }
    }

    /// Returns a policy of uniformly random legal moves that fill no eye.
    pub fn light() -> PlayoutPolicy {
        PlayoutPolicy {
            shapes: Shapes::get(),
            rates: None,
        }
    }

    /// Returns the next move of a player, or [`NOWHERE`] for a pass. `scratch` are scratch boards
    /// for reading ladders: see [`PlayoutBoard::is_caught`].
    pub fn choose<const W: usize, const N: usize>(
        &self,
        field: &PlayoutBoard<W, N>,
        stone: u8,
        recent: &Recent,
        scratch: &mut [PlayoutBoard<W, N>],
        rng: &mut Xoshiro256PlusPlus,
    ) -> usize {
        self.rates
            .and_then(|rates| self.answer(rates, field, stone, recent, scratch, rng))
            .unwrap_or_else(|| self.random(field, stone, rng))
    }

    /// Returns an answer to the latest moves, or `None` if they call for none or the dice skip it.
    fn answer<const W: usize, const N: usize>(
        &self,
        rates: Rates,
        field: &PlayoutBoard<W, N>,
        stone: u8,
        recent: &Recent,
        scratch: &mut [PlayoutBoard<W, N>],
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<usize> {
        let [last, before] = recent.moves;
        if last == NOWHERE {
            return None;
        }
        let dice = rng.next_u64();
        let roll = |rate: u8, byte: u32| ((dice >> (8 * byte)) as u8) < rate;
        let ko = recent.own_ko;
        if ko != NOWHERE && roll(rates.ko, 7) && field.at(ko) == EMPTY && field.is_sound(stone, ko)
        {
            return Some(ko);
        }
        if roll(rates.atari, 0) {
            let capture_only = roll(rates.capture_only, 5);
            let found = answers::atari(field, stone, last, capture_only, scratch);
            if let point @ Some(_) = found.pick(rng) {
                return point;
            }
        }
        if roll(rates.vital_point, 1)
            && let point @ Some(_) = answers::vital_point(field, stone, last)
        {
            return point;
        }
        if roll(rates.two_liberties, 2)
            && let point @ Some(_) = answers::two_liberties(field, stone, last).pick(rng)
        {
            return point;
        }
        if roll(rates.race, 6)
            && let point @ Some(_) = answers::race(field, stone, last).pick(rng)
        {
            return point;
        }
        if roll(rates.eyes, 3)
            && let point @ Some(_) = answers::eyes(field, stone, last).pick(rng)
        {
            return point;
        }
        if roll(rates.pattern, 3)
            && let point @ Some(_) = self.shape(field, stone, last).pick(rng)
        {
            return point;
        }
        if before != NOWHERE
            && roll(rates.pattern_before, 4)
            && let point @ Some(_) = self.shape(field, stone, before).pick(rng)
        {
            return point;
        }
        None
    }

    /// Returns the sound moves among the eight neighbours of a point that match a 3×3 pattern.
    fn shape<const W: usize, const N: usize>(
        &self,
        field: &PlayoutBoard<W, N>,
        stone: u8,
        last: usize,
    ) -> Candidates {
        let mut found = Candidates::new();
        for point in field.around(last).into_iter().chain(field.diagonals(last)) {
            if field.at(point) == EMPTY
                && self.shapes.is_pattern(field.code(point))
                && field.is_sound(stone, point)
            {
                found.add(point);
            }
        }
        found
    }

    /// Returns a random move that is legal and fills no eye, or [`NOWHERE`] if there is none. With
    /// rates, it is also no bad self-atari and not inside own territory: instead of a bad
    /// self-atari, the other liberty of an opposing chain that it touches is tried, else that of an
    /// own chain.
    fn random<const W: usize, const N: usize>(
        &self,
        field: &PlayoutBoard<W, N>,
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
                let better = |owner| self.other_liberties(field, stone, point, owner).pick(rng);
                if let Some(better) = [other(stone), stone].into_iter().find_map(better) {
                    return better;
                }
                continue;
            }
            return point;
        }
        NOWHERE
    }

    /// Returns the other liberties of `owner`'s chains of two liberties beside a point, if the move
    /// there is sound and fills no eye.
    fn other_liberties<const W: usize, const N: usize>(
        &self,
        field: &PlayoutBoard<W, N>,
        stone: u8,
        point: usize,
        owner: u8,
    ) -> Candidates {
        let mut found = Candidates::new();
        for near in field.chains_around(point) {
            if field.at(near) != owner || field.liberties(near) != 2 {
                continue;
            }
            for liberty in field.two_liberties(near) {
                if liberty != point
                    && !self.shapes.is_eye(field.code(liberty), stone)
                    && field.is_sound(stone, liberty)
                {
                    found.add(liberty);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{
        stone,
        testing::{diagram, random_board},
    };
    use super::super::tactics::SCRATCH_BOARDS;
    use super::*;
    use halfpoint_core::board::Color;
    use rand::SeedableRng;

    #[test]
    fn other_liberties_belong_to_chains_beside_the_point() {
        let policy = PlayoutPolicy::full();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut found = [0; 2];
        for moves in 0..600 {
            let board = random_board(moves % 30 + 6, &mut rng);
            let field = PlayoutBoard::<2, 128>::new(&board).expect("small");
            let mover = stone(Color::Black);
            for &point in board.empties() {
                let point = point.index();
                for (number, color) in found.iter_mut().zip(Color::BOTH) {
                    let owner = stone(color);
                    let others = policy.other_liberties(&field, mover, point, owner);
                    for liberty in others.points() {
                        *number += 1;
                        assert!(liberty != point && field.is_sound(mover, liberty));
                        let joins = |near: usize| {
                            let chain = field.chain(near);
                            field.at(near) == owner
                                && field.liberties(near) == 2
                                && chain.has(point)
                                && chain.has(liberty)
                        };
                        assert!(field.around(point).into_iter().any(joins));
                    }
                }
            }
        }
        assert!(found.iter().all(|&number| number > 100), "{found:?}");
    }

    /// Black took a ko and White played elsewhere: Black sometimes fills the ko, but hardly ever if
    /// Black's last move was not the one that took it.
    #[test]
    fn an_own_ko_is_sometimes_filled() {
        let rows = [
            "..OX...", ".OXaX..", "..OX...", ".......", ".......", "......O",
        ];
        let (field, at) = diagram(&rows);
        let policy = PlayoutPolicy::full();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut scratch = vec![field; SCRATCH_BOARDS];
        let mut filled = |own_ko| {
            let recent = Recent {
                moves: [at('a') + 3 - 4 * field.size().stride(), at('a') - 1],
                own_ko,
            };
            let mut fills = || {
                let chosen =
                    policy.choose(&field, stone(Color::Black), &recent, &mut scratch, &mut rng);
                chosen == at('a')
            };
            (0..400).filter(|_| fills()).count()
        };
        assert!((100..220).contains(&filled(at('a'))));
        assert!(filled(NOWHERE) < 40);
    }
}
