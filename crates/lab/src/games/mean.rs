//! Means with their standard errors.

/// Standard errors to each side of an interval of 95 %.
pub(super) const ERRORS_TO_MARGIN: f64 = 1.96;

/// Mean of numbers that are added one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: usize,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds all numbers of another mean.
    pub fn merge(&mut self, other: &Mean) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns how many numbers were added.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the mean; `None` if nothing was added.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// Returns the standard deviation of the numbers; `None` for fewer than two.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        let count = self.count as f64;
        let squares = self.squares - self.sum * self.sum / count;
        (self.count > 1).then(|| (squares.max(0.0) / (count - 1.0)).sqrt())
    }

    /// Returns the standard error of the mean; `None` for fewer than two numbers.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let deviation = self.deviation()?;
        Some(deviation / (self.count as f64).sqrt())
    }

    /// Returns half of the width of the interval of 95 %; `None` for fewer than two numbers.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        self.error().map(|error| ERRORS_TO_MARGIN * error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_deviation_and_error_are_those_of_a_small_set() {
        let mut mean = Mean::default();
        assert_eq!((mean.mean(), mean.error()), (None, None));
        for value in [2.0, 4.0, 4.0, 6.0] {
            mean.add(value);
        }
        assert_eq!((mean.count(), mean.mean()), (4, Some(4.0)));
        let mut halves = [Mean::default(); 2];
        for (half, value) in [(0, 2.0), (0, 4.0), (1, 4.0), (1, 6.0)] {
            halves[half].add(value);
        }
        let [mut first, second] = halves;
        first.merge(&second);
        assert_eq!(first, mean);
        let deviation = mean.deviation().expect("four numbers");
        assert!((deviation - (8.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        let error = mean.error().expect("four numbers");
        assert!((error - deviation / 2.0).abs() < 1e-12);
    }
}
