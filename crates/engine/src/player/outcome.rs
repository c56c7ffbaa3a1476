//! What the end of a playout is worth to a search.

/// Share of the margin in a result; the rest is won or lost.
const MARGIN_SHARE: f32 = 0.1;
/// Losses, draws and wins that are taken to have been seen before the first playout.
const SEEN_BEFORE: f32 = 5.0;

/// What a result is worth to Black, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    /// For the choice of moves.
    pub value: f32,
    /// How much of that comes from what a draw counts for, beyond a half.
    pub beyond_half: f32,
}

impl Worth {
    /// The same for White.
    pub fn to_white(self) -> Worth {
        Worth {
            value: 1.0 - self.value,
            beyond_half: -self.beyond_half,
        }
    }
}

/// The results that a search has seen, by which it tells what a draw is worth.
///
/// A playout answers two questions: is the game lost or not, and is it won or not? Each counts for as much as its answer
/// is open, p · (1 − p), the variance of a yes with chance p. Where Black hardly ever wins more than a draw, all that is left to
/// find out is whether it holds the draw, and were that worth but half a win, moves would seem half as
/// different as they are. Where draws are as far from losses as from wins, a draw counts for a half. Found by
/// matches; see `docs/tried.md`.
#[derive(Clone, Debug)]
pub(super) struct Outcomes {
    /// Black's losses, draws and wins.
    seen: [f32; 3],
}

impl Outcomes {
    pub fn new() -> Outcomes {
        Outcomes {
            seen: [SEEN_BEFORE; 3],
        }
    }

    /// Takes a result in, Black's `margin` in half-points on a board of so many points.
    pub fn add(&mut self, margin: i32, area: usize) -> Worth {
        let sign = margin.signum();
        self.seen[(sign + 1) as usize] += 1.0;
        let half = 0.5 * (sign + 1) as f32;
        let result = if sign == 0 { self.draw() } else { half };
        let by = 0.5 + 0.5 * (margin as f32 / area as f32).clamp(-1.0, 1.0);
        Worth {
            value: (1.0 - MARGIN_SHARE) * result + MARGIN_SHARE * by,
            beyond_half: (1.0 - MARGIN_SHARE) * (result - half),
        }
    }

    /// What a draw counts for, between a loss (0) and a win (1).
    fn draw(&self) -> f32 {
        let [lost, drawn, won] = self.seen;
        let openness = |of: f32| of * (lost + drawn + won - of);
        openness(lost) / (openness(lost) + openness(won))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a draw is worth after so many losses, draws and wins.
    fn draw_after(seen: [usize; 3]) -> f32 {
        let mut outcomes = Outcomes::new();
        for (margin, times) in [-3, 0, 3].into_iter().zip(seen) {
            for _ in 0..times {
                outcomes.add(margin, 25);
            }
        }
        outcomes.draw()
    }

    #[test]
    fn a_draw_counts_for_what_is_open() {
        assert_eq!(draw_after([0, 0, 0]), 0.5);
        assert_eq!(draw_after([300, 40, 300]), 0.5);
        assert!(draw_after([300, 300, 0]) > 0.9, "Black plays for a draw");
        assert!(draw_after([0, 300, 300]) < 0.1, "White plays for a draw");
        let (more, fewer) = (draw_after([200, 200, 50]), draw_after([200, 200, 100]));
        assert!(more > fewer && fewer > 0.5);
        let mirrored = draw_after([20, 100, 300]) + draw_after([300, 100, 20]);
        assert!((mirrored - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_result_is_for_both_sides_and_by_its_margin() {
        let mut outcomes = Outcomes::new();
        let small = outcomes.add(1, 25);
        let large = outcomes.add(20, 25);
        assert!(large.value > small.value && small.value > 0.9);
        assert_eq!((small.beyond_half, large.beyond_half), (0.0, 0.0));
        for _ in 0..100 {
            outcomes.add(0, 25);
            outcomes.add(-1, 25);
        }
        let drawn = outcomes.add(0, 25);
        assert!(drawn.value > 0.6 && drawn.value < small.value);
        assert!((drawn.value - drawn.beyond_half - 0.5).abs() < 1e-6);
        let white = drawn.to_white();
        assert!((white.value + drawn.value - 1.0).abs() < 1e-6);
        assert!((white.value - white.beyond_half - 0.5).abs() < 1e-6);
    }
}
