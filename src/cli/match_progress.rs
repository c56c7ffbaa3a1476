//! Progress of a match and its games in words.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};

use halfpoint_arena::log::record::{End, GameRecord};
use halfpoint_arena::plan::config::MatchConfig;
use halfpoint_arena::runner::Observer;
use halfpoint_arena::summary::Summary;
use halfpoint_core::excerpt::printable;
use halfpoint_core::notation;

/// Observer that shows the progress of a match: a bar on a terminal, a line for each game
/// elsewhere.
#[derive(Default)]
pub(super) struct MatchProgress {
    bar: Option<ProgressBar>,
}

impl MatchProgress {
    /// Removes the bar.
    pub(super) fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Observer for MatchProgress {
    fn begin(&mut self, config: &MatchConfig, summary: &Summary, games: u64) -> io::Result<()> {
        writeln!(io::stdout(), "{}", announcement(config, games))?;
        if !io::stdout().is_terminal() || !io::stderr().is_terminal() {
            return Ok(());
        }
        let bar = ProgressBar::new(games);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} left  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(summary.games as u64);
        // How long the games of earlier runs took is not known.
        bar.reset_eta();
        bar.set_message(line(summary));
        self.bar = Some(bar);
        Ok(())
    }

    fn finished(&mut self, record: &GameRecord, summary: &Summary) -> io::Result<()> {
        let Some(bar) = &self.bar else {
            return writeln!(io::stdout(), "{}\n    {}", game_line(record), line(summary));
        };
        if record.end == End::Fault || record.verdict.counts_for_nothing() {
            bar.println(game_line(record));
        }
        bar.set_position(summary.games as u64);
        bar.set_message(line(summary));
        Ok(())
    }
}

/// Returns the announcement of a match: the number of games, and why it may exceed the number asked
/// for.
fn announcement(config: &MatchConfig, games: u64) -> String {
    let asked = config.games;
    let rounded = match asked.is_multiple_of(2) {
        true => String::new(),
        false => format!("; {asked} were asked for, and a pair is played whole"),
    };
    let each = match config.engines.len() {
        2 => String::new(),
        _ => format!(", {} for each two engines", asked.next_multiple_of(2)),
    };
    let part = config
        .shard
        .map_or(String::new(), |shard| format!(", part {shard}"));
    let pairs = match games / 2 {
        1 => "1 pair".to_string(),
        pairs => format!("{pairs} pairs"),
    };
    format!(
        "A match of {games} games in {pairs}{each}{part}: each opening with both colours{rounded}."
    )
}

/// Returns the line about a finished game.
fn game_line(record: &GameRecord) -> String {
    let line = format!(
        "game {}: {} (B) – {} (W): {}{}",
        record.game,
        record.engines.black,
        record.engines.white,
        record.result,
        course(record)
    );
    printable(&line).into_owned()
}

/// Returns the line about the state of a match.
fn line(summary: &Summary) -> String {
    printable(&summary.line()).into_owned()
}

/// Returns the end of the line about a game: its moves, its seconds, and its fault and note, if
/// there are any.
pub(super) fn course(record: &GameRecord) -> String {
    let mut line = format!(" after {} moves, {:.1} s", record.moves, record.seconds);
    if let Some(fault) = &record.fault {
        let side = notation::color_word(fault.side);
        line.push_str(&format!("; {side}: {:?}: {}", fault.kind, fault.text));
    }
    if let Some(note) = &record.note {
        line.push_str(&format!("; {note}"));
    }
    line
}
