//! Values of positions and their weighted means.

/// Result of an evaluation or of a finished game, seen by one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeValue {
    /// Value by which moves are chosen, 0 to 1.
    pub utility: f32,
    /// Winning chance, draws as half a win, 0 to 1.
    pub win_rate: f32,
    /// Margin in half-points.
    pub margin: f32,
    /// Expected final score in half-points, of which the margin is the share that komi would even
    /// out.
    pub score: f32,
    /// Expected square of that score.
    pub score_square: f32,
    /// Probability of a game without a result.
    pub no_result: f32,
}

impl NodeValue {
    /// Returns the value to the opponent.
    #[must_use]
    pub fn reversed(self) -> NodeValue {
        NodeValue {
            utility: 1.0 - self.utility,
            win_rate: 1.0 - self.win_rate,
            margin: -self.margin,
            score: -self.score,
            ..self
        }
    }

    /// Returns the mean of the value and of another one that has a `share`, 0 to 1.
    fn mixed(self, other: NodeValue, share: f32) -> NodeValue {
        let mix = |own: f32, other: f32| own + (other - own) * share;
        NodeValue {
            utility: mix(self.utility, other.utility),
            win_rate: mix(self.win_rate, other.win_rate),
            margin: mix(self.margin, other.margin),
            score: mix(self.score, other.score),
            score_square: mix(self.score_square, other.score_square),
            no_result: mix(self.no_result, other.no_result),
        }
    }
}

/// Weighted mean of values. Without any value, the weight is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: NodeValue,
    /// Mean of the squared utility.
    square: f32,
    /// Sum of the weights.
    pub weight: f32,
    /// Sum of the squared weights.
    weight_square: f32,
}

impl Mean {
    /// Creates the mean of one value of weight 1.
    pub fn of(value: NodeValue) -> Mean {
        Mean {
            value,
            square: value.utility * value.utility,
            weight: 1.0,
            weight_square: 1.0,
        }
    }

    /// Returns the mean to the opponent.
    #[must_use]
    pub fn reversed(self) -> Mean {
        Mean {
            value: self.value.reversed(),
            square: 1.0 - 2.0 * self.value.utility + self.square,
            ..self
        }
    }

    /// Returns the mean of the same values with another sum of weights. There must be a value.
    #[must_use]
    pub fn with_weight(self, weight: f32) -> Mean {
        let scale = weight / self.weight;
        Mean {
            weight,
            weight_square: scale * scale * self.weight_square,
            ..self
        }
    }

    /// Returns the mean with `shift` added to each utility.
    #[must_use]
    pub fn shifted(self, shift: f32) -> Mean {
        let utility = self.value.utility;
        let value = NodeValue {
            utility: utility + shift,
            ..self.value
        };
        Mean {
            value,
            square: self.square + (2.0 * utility + shift) * shift,
            ..self
        }
    }

    /// Returns the mean of the values of two means.
    #[must_use]
    pub fn joined(self, other: Mean) -> Mean {
        let weight = self.weight + other.weight;
        if weight <= 0.0 {
            return self;
        }
        let share = other.weight / weight;
        Mean {
            value: self.value.mixed(other.value, share),
            square: self.square + (other.square - self.square) * share,
            weight,
            weight_square: self.weight_square + other.weight_square,
        }
    }

    /// Returns the variance of the utility.
    pub fn variance(&self) -> f32 {
        (self.square - self.value.utility * self.value.utility).max(0.0)
    }

    /// Returns the number of values with equal weights whose mean would be as sure; zero without
    /// any.
    pub fn sample_size(&self) -> f32 {
        match self.weight_square > 0.0 {
            true => self.weight * self.weight / self.weight_square,
            false => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(utility: f32) -> NodeValue {
        NodeValue {
            utility,
            win_rate: utility,
            margin: 10.0 * utility,
            ..NodeValue::default()
        }
    }

    fn mean_of(utilities: &[f32]) -> Mean {
        let means = utilities.iter().map(|&utility| Mean::of(value(utility)));
        means.fold(Mean::default(), Mean::joined)
    }

    #[test]
    fn a_mean_has_the_variance_and_the_number_of_its_values() {
        let mean = mean_of(&[0.2, 0.4, 0.9, 0.5]);
        assert!((mean.value.utility - 0.5).abs() < 1e-6);
        assert!((mean.value.margin - 5.0).abs() < 1e-5);
        assert!((mean.variance() - 0.065).abs() < 1e-6);
        assert!((mean.sample_size() - 4.0).abs() < 1e-6);
        let reversed = mean.reversed();
        assert!((reversed.variance() - 0.065).abs() < 1e-6);
        assert!((reversed.value.margin + 5.0).abs() < 1e-5);
        let shifted = mean.shifted(0.25);
        assert!((shifted.value.utility - 0.75).abs() < 1e-6);
        assert!((shifted.variance() - 0.065).abs() < 1e-6);
        let light = mean.with_weight(0.5);
        assert!((light.sample_size() - 4.0).abs() < 1e-5 && light.variance() == mean.variance());
        assert_eq!(Mean::default().sample_size(), 0.0);
    }

    #[test]
    fn the_weights_decide_in_a_joint_mean() {
        let joint = mean_of(&[1.0])
            .with_weight(3.0)
            .joined(mean_of(&[0.0, 0.0, 0.0]));
        assert!((joint.value.utility - 0.5).abs() < 1e-6 && joint.weight == 6.0);
        // One value of weight 3 and three of weight 1.
        assert!((joint.sample_size() - 3.0).abs() < 1e-6);
    }
}
