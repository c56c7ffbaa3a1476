//! Times of a record: the limits of the game (`TM`, `OT`), and the time that the players have left
//! after a move (`BL` and `WL`, in overtime with `OB` and `OW`).

use std::time::Duration;

use halfpoint_core::board::Color;
use halfpoint_core::excerpt::excerpt;

use super::nodes::Property;
use super::notes::Notes;
use super::text::{beginning, one_line};

/// Maximum number of seconds that is read: 2³¹ − 1, about 68 years.
const MAX_SECONDS: f64 = 2_147_483_647.0;

/// Time that a player has left after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time, in overtime that of the period.
    pub time: Duration,
    /// In overtime the moves that are left for it; for byo-yomi, as most programs write it, the
    /// periods that are left. `None` in main time.
    pub count: Option<u32>,
}

/// Times of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Main time; `None` if the record gives none, or not as a number.
    pub main: Option<Duration>,
    /// Overtime in the words of the record.
    pub overtime: Option<String>,
    /// Time left after each move of the game, by colour. A record may name one player, both or
    /// none, and the list may be shorter than the game.
    pub left: Vec<[Option<TimeLeft>; 2]>,
}

/// Names of the properties for the time and the number of a colour.
pub(super) fn left_names(color: Color) -> [&'static str; 2] {
    match color {
        Color::Black => ["BL", "OB"],
        Color::White => ["WL", "OW"],
    }
}

/// Formats a time in seconds, to the millisecond.
pub(super) fn seconds_text(time: Duration) -> String {
    (time.as_millis() as f64 / 1000.0).to_string()
}

/// Parses a time in seconds.
fn seconds(text: &str) -> Option<Duration> {
    let plain = |c: char| c.is_ascii_digit() || c == '.';
    let number: f64 = match text.chars().all(plain) {
        true => text.parse().ok()?,
        false => return None,
    };
    (number <= MAX_SECONDS).then(|| Duration::from_secs_f64(number))
}

impl Times {
    /// Reads the limits of the game, if a node has them and none have been read.
    pub(super) fn read_limits(&mut self, properties: &[Property], notes: &mut Notes) {
        for property in properties {
            let Some(text) = property.alone().filter(|text| !text.is_empty()) else {
                continue;
            };
            match property.name.as_str() {
                "TM" if self.main.is_none() => {
                    self.main = seconds(text);
                    if self.main.is_none() {
                        notes.add(format!("TM[{}] is not understood", excerpt(text)));
                    }
                }
                "OT" if self.overtime.is_none() => self.overtime = Some(one_line(beginning(text))),
                _ => (),
            }
        }
    }
}

/// Reads the time that each player has left from a node.
pub(super) fn times_left(properties: &[Property]) -> [Option<TimeLeft>; 2] {
    let value = |name| {
        let property = properties.iter().find(|property| property.name == name);
        property.and_then(Property::alone)
    };
    Color::BOTH.map(|color| {
        let [time, count] = left_names(color).map(value);
        Some(TimeLeft {
            time: seconds(time?)?,
            count: count.and_then(|text| text.parse().ok()),
        })
    })
}

#[cfg(test)]
mod tests {
    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Game, Move};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::find;

    use super::super::{Info, Loaded, read, write};
    use super::*;

    fn left(millis: u64, count: Option<u32>) -> Option<TimeLeft> {
        Some(TimeLeft {
            time: Duration::from_millis(millis),
            count,
        })
    }

    fn loaded(file: &str) -> Loaded {
        let rules = find("chinese").expect("a rule set").rules;
        read(file.as_bytes(), rules, HalfPoints::ZERO, None).expect("a record")
    }

    #[test]
    fn times_are_read_as_they_were_written() {
        let rules = find("button").expect("a rule set").rules;
        let mut game = Game::new(rules, Size::square(3), HalfPoints::ZERO);
        let point = game.board().size().point(1, 1).expect("a point");
        for mv in [Move::Place(point), Move::Pass, Move::Pass] {
            game.play(game.to_move(), &mv).expect("legal");
        }
        let times = Times {
            main: Some(Duration::from_millis(600_500)),
            overtime: Some("3x30 byo-yomi".to_string()),
            left: vec![
                [left(599_123, None), None],
                [None, None],
                [left(30_000, Some(2)), left(7, Some(1))],
            ],
        };
        let info = Info {
            times: Some(&times),
            ..Info::default()
        };
        let file = write(&game, "button", &info);
        assert!(file.contains("TM[600.5]OT[3x30 byo-yomi]"), "{file}");
        assert!(file.contains("BL[30]OB[2]WL[0.007]OW[1]"), "{file}");
        let back = loaded(&file);
        assert_eq!((back.game, back.times), (game, times));
    }

    #[test]
    fn times_of_a_position_that_is_left_do_not_count() {
        let times = loaded("(;GM[1]SZ[5]TM[60];B[aa]BL[50];W[bb]WL[40];AE[aa];B[cc]BL[30])").times;
        assert_eq!(times.left, [[left(30_000, None), None]]);
        let times = loaded("(;GM[1]SZ[5]TM[60]HA[2];B[aa]BL[50];B[bb]BL[40];W[cc]WL[30])").times;
        assert_eq!(times.left, [[None, left(30_000, None)]]);
    }

    #[test]
    fn values_that_are_no_times_are_left_out() {
        for bad in [
            "",
            "x",
            "-1",
            "1e9",
            "inf",
            "NaN",
            "99999999999",
            "1.2.3",
            ".",
        ] {
            let file = format!("(;GM[1]SZ[5]TM[{bad}];B[aa]BL[{bad}]OB[3];W[bb]WL[9]OW[{bad}])");
            let times = loaded(&file).times;
            let wanted = [[None, None], [None, left(9_000, None)]];
            assert_eq!(
                (times.main, times.left.as_slice()),
                (None, &wanted[..]),
                "{bad}"
            );
        }
        let times = loaded("(;GM[1]SZ[5]OT[a\n\x07b])").times;
        assert_eq!(times.overtime.as_deref(), Some("a b"));
    }
}
