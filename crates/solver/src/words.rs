//! Values and bounds in words.

use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{Rules, ScoringRule};

use super::solve::ValueBounds;

/// Returns a value in words: a result, or the winner where nothing is counted.
#[must_use]
pub fn value_text(scoring: ScoringRule, value: i32) -> String {
    match scoring {
        ScoringRule::Spare => match value {
            0 => "draw".to_string(),
            1.. => "Black wins".to_string(),
            _ => "White wins".to_string(),
        },
        ScoringRule::Area | ScoringRule::Territory => {
            halfpoint_core::notation::result(HalfPoints::from_halves(value))
        }
    }
}

/// Returns which stones the count of an exact value removes from the board, in words (section 8 of
/// the rules); `None` where nothing is counted.
#[must_use]
pub fn removal_text(rules: &Rules) -> Option<&'static str> {
    if rules.last_mover_wins() {
        return None;
    }
    Some(match rules.playing_on_costs() {
        true => "dead stones removed: those that fall if play goes on by area",
        false => halfpoint_core::notation::removal(false),
    })
}

/// Returns the bounds of a value in words, or the value if they agree.
#[must_use]
pub fn bounds_text(scoring: ScoringRule, bounds: ValueBounds) -> String {
    let ValueBounds { lower, upper } = bounds;
    if lower == upper {
        return value_text(scoring, lower);
    }
    if scoring == ScoringRule::Spare {
        return match (lower, upper) {
            (0.., _) => "Black wins or draws",
            (_, ..=0) => "White wins or draws",
            _ => "anything may still come of it",
        }
        .to_string();
    }
    let points = |halves: i32| HalfPoints::from_halves(halves.abs());
    match (lower, upper) {
        (0, _) => format!("a draw, or Black wins by at most {}", points(upper)),
        (_, 0) => format!("a draw, or White wins by at most {}", points(lower)),
        (1.., _) => format!(
            "Black wins by at least {} and at most {}",
            points(lower),
            points(upper)
        ),
        (_, ..0) => format!(
            "White wins by at least {} and at most {}",
            points(upper),
            points(lower)
        ),
        _ => format!(
            "Black wins by at most {}, or White by at most {}",
            points(upper),
            points(lower)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::rules::PRESETS;

    #[test]
    fn bounds_are_put_into_words() {
        let text = |scoring, lower, upper| bounds_text(scoring, ValueBounds { lower, upper });
        let by_area = |lower, upper| text(ScoringRule::Area, lower, upper);
        assert_eq!(by_area(4, 10), "Black wins by at least 2 and at most 5");
        assert_eq!(
            by_area(-9, -1),
            "White wins by at least 0.5 and at most 4.5"
        );
        assert_eq!(by_area(0, 6), "a draw, or Black wins by at most 3");
        assert_eq!(by_area(-6, 0), "a draw, or White wins by at most 3");
        assert_eq!(
            by_area(-50, 8),
            "Black wins by at most 4, or White by at most 25"
        );
        assert_eq!(by_area(3, 3), "B+1.5");
        assert_eq!(by_area(0, 0), "0");
        let by_moves = |lower, upper| text(ScoringRule::Spare, lower, upper);
        assert_eq!(by_moves(0, 1), "Black wins or draws");
        assert_eq!(by_moves(-1, 0), "White wins or draws");
        assert_eq!(by_moves(-1, 1), "anything may still come of it");
        assert_eq!(by_moves(1, 1), "Black wins");
    }

    #[test]
    fn removal_text_names_the_removed_stones() {
        for preset in &PRESETS {
            let is_played_on_for_points = ["japanese", "korean", "black_white"];
            let text = removal_text(&preset.rules);
            match preset.id {
                "ultimate" => assert_eq!(text, None),
                id if is_played_on_for_points.contains(&id) => {
                    assert!(text.is_some_and(|text| text.starts_with("dead stones removed")));
                }
                id => assert!(
                    text.is_some_and(|text| text.starts_with("nothing removed")),
                    "{id}"
                ),
            }
        }
    }
}
