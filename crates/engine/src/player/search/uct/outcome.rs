//! Value of the result of a playout to the search.

use crate::player::search::result::MARGIN_SHARE;

/// Number of losses, of draws and of wins that are assumed before the first playout.
const SEEN_BEFORE: f32 = 5.0;

/// Value of a result to Black, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The value by which moves are chosen.
    pub value: f32,
    /// Part of the value that comes from a draw counting for more (or less) than a half.
    pub beyond_half: f32,
}

impl Worth {
    /// Returns the value to White.
    pub fn to_white(self) -> Worth {
        Worth {
            value: 1.0 - self.value,
            beyond_half: -self.beyond_half,
        }
    }
}

/// Counts of the results that a search has seen, which determine the value of a draw.
///
/// A playout answers two questions: whether the game is lost, and whether it is won. Each question
/// counts for as much as its answer is open, p · (1 − p), the variance of a yes with probability p.
/// Where Black hardly ever gets more than a draw, the only open question is whether it holds the
/// draw; if a draw were worth only half a win, moves would seem half as different as they are.
/// Where draws are as far from losses as from wins, a draw counts for a half. Found by matches; see
/// `docs/notebook/tried.md`.
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// Numbers of Black's losses, draws and wins.
    seen: [f32; 3],
}

impl Outcomes {
    /// Creates the counts before the first playout.
    pub fn new() -> Outcomes {
        Outcomes {
            seen: [SEEN_BEFORE; 3],
        }
    }

    /// Adds a result, Black's `margin` in half-points, on a board of `area` points, and returns its
    /// value.
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

    /// Returns the value of a draw, between that of a loss (0) and that of a win (1).
    fn draw(&self) -> f32 {
        let [lost, drawn, won] = self.seen;
        let openness = |of: f32| of * (lost + drawn + won - of);
        openness(lost) / (openness(lost) + openness(won))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the value of a draw to Black, 0 to 1, once a search has seen these numbers of
    /// Black's losses, draws and wins.
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
    fn the_value_of_a_draw_follows_the_open_question() {
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
    fn values_grow_with_the_margin_and_mirror_for_white() {
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
