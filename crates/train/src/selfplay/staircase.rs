//! Staircase by which the games of a shard find the komi that makes them even.

use halfpoint_core::HalfPoints;

/// First step of komi, in half-points.
const FIRST_STEP: i32 = 16;

/// Komi that rises after a win of Black and falls after one of White. Its step is halved whenever
/// it turns back, down to a least one, so that it stays about where each side wins every other
/// game (up-down method; Levitt 1971, *Transformed up-down methods in psychoacoustics*).
#[derive(Clone, Debug)]
pub(super) struct Staircase {
    /// Komi of the next game, in half-points.
    komi: i32,
    step: i32,
    least_step: i32,
    /// Largest komi of either sign.
    most: i32,
    /// Sign of the last step.
    direction: i32,
}

impl Staircase {
    /// Begins at a komi, for a board of `area` points and with a least step of half-points.
    pub(super) fn new(komi: HalfPoints, area: usize, least_step: i32) -> Staircase {
        Staircase {
            komi: komi.halves(),
            step: FIRST_STEP,
            least_step,
            most: 2 * area as i32,
            direction: 0,
        }
    }

    /// Returns the komi of the next game.
    pub(super) fn komi(&self) -> HalfPoints {
        HalfPoints::from_halves(self.komi)
    }

    /// Learns a result: `won` is the sign of Black's, 0 for a draw, after which komi stays.
    pub(super) fn learn(&mut self, won: i32) {
        if won != 0 && won == -self.direction {
            self.step = (self.step / 2).max(self.least_step);
        }
        if won != 0 {
            self.direction = won;
        }
        self.komi = (self.komi + won * self.step).clamp(-self.most, self.most);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn steps_halve_where_komi_turns_back() {
        let mut stairs = Staircase::new(HalfPoints::from_halves(9), 25, 1);
        let mut seen = Vec::new();
        for won in [0, 1, 1, -1, 0, -1, 1, -1, 1, -1, -1] {
            stairs.learn(won);
            seen.push(stairs.komi().halves());
        }
        assert_eq!(seen, [9, 25, 41, 33, 33, 25, 29, 27, 28, 27, 26]);
    }

    #[test]
    fn komi_stays_within_what_the_board_is_worth() {
        let mut stairs = Staircase::new(HalfPoints::ZERO, 9, 2);
        (0..5).for_each(|_| stairs.learn(1));
        assert_eq!(stairs.komi().halves(), 18);
        (0..5).for_each(|_| stairs.learn(-1));
        assert_eq!(stairs.komi().halves(), -18);
    }

    #[test]
    fn komi_comes_to_the_even_one_and_stays_near() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for even in [-30, -3, 0, 14, 50] {
            let mut stairs = Staircase::new(HalfPoints::ZERO, 81, 1);
            let mut sum = 0;
            for game in 0..200 {
                let distance = f64::from(stairs.komi().halves() - even);
                let chance = 1.0 / (1.0 + (0.7 * distance).exp());
                stairs.learn(if random.random_bool(chance) { 1 } else { -1 });
                if game >= 20 {
                    sum += stairs.komi().halves();
                }
            }
            let mean = f64::from(sum) / 180.0;
            assert!((mean - f64::from(even)).abs() < 1.5, "{even}: {mean}");
        }
    }
}
