//! Commands that begin a game.

use super::super::arguments::Arguments;
use super::super::error::Failure;
use super::super::session::Session;
use super::Answer;
use super::state::vertices;
use crate::board::{Point, Size};
use crate::game::{self, Setup, SetupError};

/// The shortest side of a board over GTP.
const MIN_SIDE: u32 = 2;

pub fn boardsize(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let width = arguments.int(0)?;
    let height = match arguments.words().len() {
        1 => width,
        _ => arguments.int(1)?,
    };
    if width < MIN_SIDE || height < MIN_SIDE {
        return Err(Failure::Size);
    }
    let size = Size::new(width as usize, height as usize).map_err(|_| Failure::Size)?;
    session.begin(Setup::empty(size));
    Ok(String::new())
}

pub fn clear_board(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.begin(Setup::empty(session.game.board().size()));
    Ok(String::new())
}

pub fn komi(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    session.game.set_komi(arguments.word(0).parse()?);
    Ok(String::new())
}

pub fn get_komi(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.game.komi().to_string())
}

pub fn fixed_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let number = arguments.int(0)? as usize;
    let size = session.game.board().size();
    handicap(session, || game::fixed_handicap(size, number))
}

pub fn place_free_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let number = arguments.int(0)? as usize;
    let size = session.game.board().size();
    handicap(session, || game::free_handicap_points(size, number))
}

pub fn set_free_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let points = arguments.vertices(0, session.game.board().size())?;
    handicap(session, || Ok(points))?;
    Ok(String::new())
}

fn handicap(
    session: &mut Session,
    points: impl FnOnce() -> Result<Vec<Point>, SetupError>,
) -> Answer {
    let (game, size) = (&session.game, session.game.board().size());
    if !game.records().is_empty() || game.board().stones().next().is_some() {
        return Err(Failure::BoardNotEmpty);
    }
    let points = points()?;
    session.set_up(Setup::with_handicap(size, &points)?);
    Ok(vertices(size, points))
}
