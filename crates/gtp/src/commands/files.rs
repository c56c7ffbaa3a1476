//! Commands that read and write game records.

use halfpoint_core::game::Game;
use halfpoint_core::notation;
use halfpoint_sgf as sgf;
use halfpoint_system::parallel;

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError, replay_text};
use super::super::grammar;
use super::super::session::Session;
use super::command::{ANY, Command};
use crate::files::{Access, AccessError};

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "loadsgf",
        "FILE [MOVE_NUMBER]",
        (1, ANY),
        loadsgf,
        "load a game record; stop before move MOVE_NUMBER",
    ),
    Command::new(
        "printsgf",
        "[FILE]",
        (0, ANY),
        printsgf,
        "print the game as SGF, or write it to FILE, which is new or a game record",
    ),
];

/// Loads a game record and answers the colour to move.
fn loadsgf(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let (path, number) = path_and_number(&session.options.files, arguments)?;
    let bytes = read_file(&session.options.files, path)?;
    let up_to = number.map(|number| number as usize);
    let game = &session.game;
    let loaded = sgf::read(&bytes, *game.rules(), game.komi(), up_to)
        .map_err(|error| GtpError::Load(format!("{path}: {error}")))?;
    for warning in &loaded.warnings {
        log::warn!("{path}: {warning}");
    }
    let mut game = loaded.game;
    let mut id = session.name_of(game.rules(), loaded.rules_id);
    if session.options.lock_rules && game.rules() != session.game.rules() {
        log::warn!(
            "the rules are locked: those of {path}, and komi that follows from them, are ignored"
        );
        game = game
            .under(*session.game.rules())
            .map_err(|error| GtpError::Replay {
                id: session.rules_id.to_string(),
                text: replay_text(game.board().size(), &error),
            })?;
        if loaded.komi_of_rules {
            game.set_komi(session.game.komi());
        }
        id = session.rules_id;
    }
    session.begin(game.setup().clone());
    session.rules_id = id;
    session.game = game;
    Ok(notation::color_word(session.game.to_move()).to_string())
}

/// Splits the arguments into the name of a file, which may contain spaces, and the number of the
/// move before which to stop. Another last word after the name of a file is an error.
fn path_and_number<'a>(
    files: &Access,
    arguments: &Arguments<'a>,
) -> Result<(&'a str, Option<u32>), GtpError> {
    let text = arguments.text();
    if files.is_file(text) {
        return Ok((text, None));
    }
    let Some((path, last)) = text.rsplit_once(' ') else {
        return Ok((text, None));
    };
    let path = path.trim_end_matches(' ');
    match grammar::whole(grammar::int, last) {
        Some(number) => Ok((path, Some(number))),
        None if files.is_file(path) => Err(GtpError::Expected("move number")),
        None => Ok((text, None)),
    }
}

/// Memory of a move while its record is read, in bytes.
const MEMORY_OF_A_MOVE: usize = 400;
/// Memory for the text of a record in another encoding than UTF-8, as a multiple of its length.
const DECODED: usize = 4;

/// Reads a whole file, limited to the maximum size of a game record.
fn read_file(files: &Access, path: &str) -> Result<Vec<u8>, GtpError> {
    let read = || Ok(sgf::bytes_of(files.read(path)?)?);
    let bytes = read().map_err(|error: AccessError| GtpError::Load(error.to_string()))?;
    // Each node begins so.
    let nodes = bytes.iter().filter(|&&byte| byte == b';').count();
    let text = match std::str::from_utf8(&bytes) {
        Ok(_) => 0,
        Err(_) => DECODED * bytes.len(),
    };
    match parallel::has_room(text + MEMORY_OF_A_MOVE * nodes.min(Game::MAX_MOVES)) {
        true => Ok(bytes),
        false => Err(GtpError::Load("too little memory for this record".into())),
    }
}

/// Answers the game as SGF, or writes it to a file, which is new or was a game record.
fn printsgf(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let over = session.game.state().over.is_some();
    let result = over.then(|| session.outcome().result_or_void());
    let info = sgf::Info {
        result: result.as_deref(),
        ..sgf::Info::default()
    };
    // A result rests on the agreement that no stone is dead, if the mode says so.
    let agreed = over.then(|| session.as_agreed()).flatten();
    let game = agreed.as_ref().unwrap_or(&session.game);
    let text = sgf::write(game, session.rules_id, &info);
    if arguments.text().is_empty() {
        return Ok(text);
    }
    let files = &session.options.files;
    files
        .write_record(arguments.text(), text.as_bytes())
        .map(|()| String::new())
        .map_err(|error| GtpError::Write(error.to_string()))
}
