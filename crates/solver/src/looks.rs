//! When a search looks at the clock and at the results of other threads.

use std::time::{Duration, Instant};

use halfpoint_core::board::Size;

/// Largest number of nodes between two looks at the clock and at the results of other threads.
/// Without a limit of time the number is always this one, so that a search takes the same nodes
/// each time.
const MAX_NODES_BETWEEN_LOOKS: u64 = 1024;
/// Intended time between two looks at the clock. A single node may take longer: on a large board it
/// takes milliseconds.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(2);
/// Points of the largest board on which [`MAX_NODES_BETWEEN_LOOKS`] holds with a limit of time. On
/// larger boards the number falls with the square of the area, since the slowest nodes take longer
/// and quick nodes before them do not predict them.
const AREA_OF_MAX_NODES: u64 = 36;

/// Schedule of looks at the clock and at the results of other threads.
pub(super) struct Looks {
    /// Nodes at the last look.
    last: u64,
    /// Nodes from the last look to the next one.
    step: u64,
    /// Maximum of `step`.
    max_step: u64,
    /// Time of the last look, if there is a deadline.
    at: Option<Instant>,
}

impl Looks {
    /// Returns a schedule for a board of that size.
    pub(super) fn new(has_deadline: bool, size: Size) -> Looks {
        let max_step = if has_deadline {
            let area = (size.area() as u64).max(AREA_OF_MAX_NODES);
            let share = MAX_NODES_BETWEEN_LOOKS * AREA_OF_MAX_NODES * AREA_OF_MAX_NODES;
            (share / (area * area)).max(1)
        } else {
            MAX_NODES_BETWEEN_LOOKS
        };
        Looks {
            last: 0,
            step: if has_deadline { 1 } else { max_step },
            max_step,
            at: has_deadline.then(Instant::now),
        }
    }

    /// Counts as a look and returns the nodes since the last one.
    pub(super) fn rest(&mut self, nodes: u64) -> u64 {
        let since = nodes - self.last;
        self.last = nodes;
        since
    }

    /// Returns the nodes since the last look if a look is due after `nodes`, and counts as that
    /// look.
    pub(super) fn due(&mut self, nodes: u64) -> Option<u64> {
        let since = nodes - self.last;
        if since < self.step {
            return None;
        }
        self.last = nodes;
        if let Some(before) = &mut self.at {
            let now = Instant::now();
            let took = now.saturating_duration_since(*before);
            self.step = next_step(self.step, took).min(self.max_step);
            *before = now;
        }
        Some(since)
    }
}

/// Returns the number of nodes to the next look if the last `nodes` took that long: twice as many
/// while they are quick.
fn next_step(nodes: u64, took: Duration) -> u64 {
    if took > TIME_BETWEEN_LOOKS {
        let share = TIME_BETWEEN_LOOKS.as_secs_f64() / took.as_secs_f64();
        ((nodes as f64 * share) as u64).max(1)
    } else {
        2 * nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_come_after_fewer_nodes_where_nodes_take_longer() {
        let millis = Duration::from_millis;
        assert_eq!(next_step(8, millis(0)), 16);
        assert_eq!(next_step(8, millis(8)), 2);
        assert_eq!(next_step(1, millis(500)), 1);
        let max_step = |side, has_deadline| Looks::new(has_deadline, Size::square(side)).max_step;
        assert_eq!(max_step(4, true), MAX_NODES_BETWEEN_LOOKS);
        assert!(max_step(9, true) < 256);
        assert!(max_step(25, true) <= 4);
        assert_eq!(max_step(25, false), MAX_NODES_BETWEEN_LOOKS);
    }

    #[test]
    fn without_a_deadline_looks_come_at_fixed_nodes() {
        let mut looks = Looks::new(false, Size::square(9));
        let due: Vec<u64> = (1..=4096)
            .filter(|&node| looks.due(node).is_some())
            .collect();
        assert_eq!(due, [1024, 2048, 3072, 4096]);
    }
}
