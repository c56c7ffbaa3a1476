//! Folders of matches and ladders: their settings and their lines.

use std::path::Path;

use halfpoint_arena::log::expected::Expected;
use halfpoint_arena::log::jsonl::Values;
use halfpoint_arena::log::record::{GameRecord, Sides};
use halfpoint_arena::plan::config::{EngineConfig, MatchConfig};
use halfpoint_arena::report;
use halfpoint_arena::summary::Summary;
use halfpoint_core::excerpt;
use halfpoint_ladder::history::Entry;
use halfpoint_ladder::state::Ladder;
use halfpoint_ladder::store;
use halfpoint_system::checksum::line_of;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Name of the folder in messages.
const FOLDER: &str = "folder";

/// Checks the reading of a match and of a ladder. The text before the first empty line is the
/// settings of the match; what follows is read as its games, and as the history of a ladder.
///
/// # Panics
/// If a property does not hold.
pub fn journal(data: &[u8]) {
    let end = data.windows(2).position(|pair| pair == b"\n\n");
    let (settings, lines) = match end {
        Some(end) => (&data[..end], &data[end + 2..]),
        None => (&data[..0], data),
    };
    let config = config(&String::from_utf8_lossy(settings));
    if let Some(games) = values::<GameRecord>(lines) {
        check_games(&config, games.into_iter().map(|(_, game)| game).collect());
    }
    if let Some(entries) = values::<Entry>(lines) {
        match store::replay(entries.iter().cloned().map(Ok), Path::new(FOLDER)) {
            Ok(ladder) => check_ladder(&ladder, entries),
            Err(error) => message(&error.to_string()),
        }
    }
}

/// Returns the settings, or those of a match of two engines if they are invalid. Checks that valid
/// settings are read back unchanged.
fn config(text: &str) -> MatchConfig {
    let read: Result<MatchConfig, _> = toml::from_str(text);
    let valid = read.map_err(|error| error.to_string()).and_then(|config| {
        let checked = config.validate();
        checked.map(|()| config).map_err(|error| error.to_string())
    });
    match valid {
        Ok(config) => {
            let text = toml::to_string(&config).expect("valid settings");
            assert_eq!(toml::from_str(&text), Ok(config.clone()), "{text}");
            config
        }
        Err(error) => {
            message(&error);
            let engine = |name: &str| EngineConfig::parse(&format!("{name}=internal"));
            MatchConfig {
                engines: ["a", "b"]
                    .map(|name| engine(name).expect("an engine"))
                    .to_vec(),
                ..MatchConfig::default()
            }
        }
    }
}

/// Returns the values of lines with their numbers; `None` if they are refused.
fn values<T: DeserializeOwned>(lines: &[u8]) -> Option<Vec<(usize, T)>> {
    let mut values = Values::new(lines, Path::new(FOLDER));
    let read: Result<Vec<(usize, T)>, _> = values.by_ref().collect();
    match read {
        Ok(read) => {
            let is_cut_off = !lines.is_empty() && !lines.ends_with(b"\n");
            assert_eq!(values.is_cut_off(), is_cut_off);
            assert!(read.windows(2).all(|pair| pair[0].0 < pair[1].0));
            Some(read)
        }
        Err(error) => {
            message(&error.to_string());
            None
        }
    }
}

/// Checks what the program prints of an error.
fn message(text: &str) {
    let shown = excerpt::message(text);
    printed(&shown);
    assert!(
        shown.lines().all(|line| line.chars().count() <= 400),
        "{shown}"
    );
}

/// Checks that a terminal shows all of a text, and obeys nothing in it but tabs and line ends.
fn printed(text: &str) {
    let obeyed = |c: char| !matches!(c, '\n' | '\t') && excerpt::is_obeyed(c);
    assert!(!text.contains(obeyed), "{text:?}");
}

/// Returns a value that was written and read again.
fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let line = line_of(value).expect("a line");
    let mut read = Values::new(&line[..], Path::new(FOLDER));
    read.next().expect("one line").expect("our own line").1
}

/// Returns a game without its times: a number with a fraction need not be read to its last bit.
fn without_times(game: &GameRecord) -> GameRecord {
    let mut game = game.clone();
    game.seconds = 0.0;
    let Sides { black, white } = &mut game.usage;
    for usage in [black, white] {
        (usage.seconds, usage.longest) = (0.0, 0.0);
    }
    game
}

/// Checks that games are read back from their own lines, and makes a summary and a report of those
/// that do not contradict themselves.
fn check_games(config: &MatchConfig, games: Vec<GameRecord>) {
    let mut expected = Expected::of(config).expect("valid settings");
    for game in &games {
        assert_eq!(without_times(&again(game)), without_times(game));
        if let Err(mismatch) = expected.check(&mut game.clone()) {
            message(&mismatch.to_string());
        }
    }
    let games: Vec<GameRecord> = games
        .into_iter()
        .filter(|game| game.check().is_ok())
        .collect();
    let summary = Summary::of(config, &games);
    assert!(summary.games + summary.strangers == games.len() as u32);
    printed(&excerpt::printable(&summary.to_string()));
    printed(&excerpt::printable(&summary.line()));
    for (_, text) in report::files(config, &games) {
        printed(&text);
    }
}

/// Checks that a ladder follows from its own lines, too, and that its page can be made.
fn check_ladder(ladder: &Ladder, entries: Vec<(usize, Entry)>) {
    let entries = entries
        .into_iter()
        .map(|(line, entry)| Ok((line, again(&entry))));
    let second = store::replay(entries, Path::new(FOLDER)).expect("the same entries");
    assert_eq!(second.table(), ladder.table());
    assert_eq!(second.games().len(), ladder.games().len());
    printed(&halfpoint_ladder::page(ladder));
}
