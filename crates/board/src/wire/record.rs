//! Records as the page takes them.

use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{CUSTOM, NamedRules};
use halfpoint_sgf::{SgfError, read};
use serde::Serialize;

use super::clock::SideTimes;
use super::game::{EndWithoutMove, GameText, recorded_resignation};
use super::pair::Pair;
use super::times::recorded_clock;

/// Game of a record, and what the record says beside it.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecordView {
    pub game: GameText,
    /// Time that each side has left after each move.
    pub clocks: Vec<Option<SideTimes>>,
    /// Names of the players.
    pub players: Pair<Option<String>>,
    /// The result as the record gives it.
    pub result: Option<String>,
    pub warnings: Vec<String>,
}

impl RecordView {
    /// Reads a record. `rules` are those of records that name none.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn read(sgf: &[u8], rules: NamedRules) -> Result<RecordView, SgfError> {
        let loaded = read(sgf, rules.rules, HalfPoints::ZERO, None)?;
        let id = loaded
            .rules_id
            .unwrap_or(match *loaded.game.rules() == rules.rules {
                true => rules.id,
                false => CUSTOM,
            });
        let rules = NamedRules {
            rules: *loaded.game.rules(),
            id,
        };
        let times = recorded_clock(&loaded.times, loaded.game.records().len());
        let mut game = GameText {
            ended: EndWithoutMove::of_record(loaded.recorded, &loaded.game),
            clock: times.clock,
            ..GameText::write(&loaded.game, &rules)
        };
        game.moves
            .extend(recorded_resignation(loaded.recorded, &loaded.game));
        Ok(RecordView {
            game,
            clocks: times.after,
            players: [loaded.black, loaded.white].into(),
            result: loaded.result,
            warnings: loaded.warnings.into_iter().chain(times.warning).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::board::Color;
    use halfpoint_core::game::GameEnd;
    use halfpoint_core::rules::PRESETS;

    #[test]
    fn the_resignation_of_a_record_is_its_last_move() {
        let rules = NamedRules::from(&PRESETS[1]);
        let record = |end: &str| format!("(;GM[1]SZ[5]RU[Chinese]KM[0]{end})");
        for (end, moves, over) in [
            (
                "RE[W+R];B[cc];W[bb]",
                3,
                Some(GameEnd::Resign(Color::Black)),
            ),
            // The player whose turn it was has won.
            (
                "RE[B+Resign];B[cc];W[bb]",
                3,
                Some(GameEnd::Resign(Color::White)),
            ),
            ("RE[W+R]", 1, Some(GameEnd::Resign(Color::Black))),
            ("RE[B+R];B[cc];W[];B[]", 3, Some(GameEnd::Passes)),
            ("RE[B+3];B[cc];W[bb]", 2, None),
        ] {
            let read = RecordView::read(record(end).as_bytes(), rules);
            let text = read.expect("a record").game;
            let (game, _) = text.read().expect("a legal game");
            assert_eq!(
                (text.moves.len(), game.state().over),
                (moves, over),
                "{end}"
            );
        }
    }
}
