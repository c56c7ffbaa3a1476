//! Commands that begin a game.

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::{self, Setup, SetupError};
use halfpoint_core::rules::{self, GameType, Rank};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;
use super::command::{ANY, Command};
use super::state::vertices;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "boardsize",
        "N | WIDTH HEIGHT",
        (1, 2),
        boardsize,
        "start a new game on a board of this size",
    ),
    Command::new(
        "rectangular_boardsize",
        "WIDTH HEIGHT",
        (2, 2),
        boardsize,
        "start a new game on a rectangular board",
    ),
    Command::new(
        "clear_board",
        "",
        (0, 0),
        clear_board,
        "start a new game on an empty board",
    ),
    Command::new(
        "set_position",
        "[COLOR VERTEX COLOR VERTEX...]",
        (0, ANY),
        set_position,
        "start a new game from a position with these stones; komi and rules stay",
    ),
    Command::new(
        "komi",
        "POINTS",
        (1, 1),
        komi,
        "set komi, a multiple of half a point",
    ),
    Command::new(
        "get_komi",
        "",
        (0, 0),
        get_komi,
        "komi",
    ),
    Command::new(
        "fixed_handicap",
        "N",
        (1, 1),
        fixed_handicap,
        "place N handicap stones on the star points",
    ),
    Command::new(
        "place_free_handicap",
        "N",
        (1, 1),
        place_free_handicap,
        "place N handicap stones where the engine wants them",
    ),
    Command::new(
        "set_free_handicap",
        "VERTEX VERTEX...",
        (1, ANY),
        set_free_handicap,
        "place handicap stones on these points; a single stone is no handicap, and White moves next",
    ),
    Command::new(
        "halfpoint-game_type",
        "ho_sun | jung_sun | handicap N | RANK RANK",
        (1, 2),
        game_type,
        "black_white: set komi and handicap for a new game",
    )
    .manual(
        r#"Only under `black_white`, before the first move: sets komi and handicap stones by game type or by the two ranks, the higher one being White's, and answers the settings. Ranks are 18k to 1k, 1d to 9d and 1p to 9p."#,
        r#"$ halfpoint --rules black_white
halfpoint-game_type jung_sun
= jung_sun komi 0.5

halfpoint-game_type handicap 4
= handicap 4 komi 0.5 stones D4 Q16 D16 Q4

get_komi
= 0.5"#,
    ),
];

/// Minimum length of a side of the board over GTP.
const MIN_SIDE: u32 = 2;

/// Begins a game on an empty board of another size.
fn boardsize(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let width = arguments.int(0)?;
    let height = match arguments.words().len() {
        1 => width,
        _ => arguments.int(1)?,
    };
    if width < MIN_SIDE || height < MIN_SIDE {
        return Err(GtpError::Size);
    }
    let size = Size::new(width as usize, height as usize).map_err(|_| GtpError::Size)?;
    session.begin(Setup::empty(size));
    Ok(String::new())
}

/// Begins a game on an empty board.
fn clear_board(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.begin(Setup::empty(session.game.board().size()));
    Ok(String::new())
}

/// Begins a game from a position with the stones given, in which Black moves first. Nothing came
/// before it: no point is forbidden by ko, and no stone was captured.
fn set_position(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let setup = stones_given(session, arguments)?;
    session.begin(setup);
    Ok(String::new())
}

/// Reads all arguments as the stones of a position, in which Black moves first.
///
/// # Errors
/// If they are no pairs of colour and vertex, a vertex occurs twice, or a chain has no liberty.
pub fn stones_given(session: &Session, arguments: &Arguments<'_>) -> Result<Setup, GtpError> {
    let size = session.game.board().size();
    let stones = arguments.pairs(|arguments, index| arguments.vertex(index, size))?;
    let stones = stones.into_iter().map(|(color, point)| (point, color));
    let to_move = Setup::empty(size).to_move();
    Ok(Setup::with_stones(size, stones.collect(), to_move)?)
}

/// Sets komi.
pub fn komi(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    session.game.set_komi(arguments.word(0).parse()?);
    Ok(String::new())
}

/// Answers komi.
fn get_komi(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.game.komi().to_string())
}

/// Places handicap stones on the star points.
fn fixed_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let number = arguments.int(0)? as usize;
    let size = session.game.board().size();
    handicap(session, || game::fixed_handicap(size, number))
}

/// Places handicap stones on points that the engine chooses.
fn place_free_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let number = arguments.int(0)? as usize;
    let size = session.game.board().size();
    handicap(session, || game::free_handicap_points(size, number))
}

/// Places handicap stones on points that the client chooses. A single one, by which LizGoban finds
/// out whether the command is there, is no handicap: it is a black stone with White to move.
fn set_free_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let size = session.game.board().size();
    let points = arguments.vertices(0, size)?;
    if let [point] = points[..] {
        check_empty(session)?;
        let stones = vec![(point, Color::Black)];
        session.set_up(Setup::with_stones(size, stones, Color::White)?);
        return Ok(String::new());
    }
    handicap(session, || Ok(points))?;
    Ok(String::new())
}

/// Sets komi and handicap stones of a game type of the Black&White server, and answers the values
/// set.
fn game_type(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    if !rules::find(session.rules_id).is_some_and(|preset| preset.game_types) {
        return Err(GtpError::NoGameTypes);
    }
    let size = session.game.board().size();
    let (kind, sides) = match ranks(arguments) {
        Some((one, other)) => {
            let kind = GameType::between(one, other, game::most_server_handicap(size));
            // The smallest handicap makes the clearest error message.
            let kind = kind.ok_or(SetupError::NoPoints {
                number: rules::Stones::OFFERED[0],
                width: size.width(),
                height: size.height(),
            })?;
            (kind, sides(one, other))
        }
        None => (
            arguments.text().parse().map_err(GtpError::GameType)?,
            String::new(),
        ),
    };
    let setup = Setup::of_game_type(size, kind)?;
    check_empty(session)?;
    let komi = kind.komi(size.width(), size.height());
    let points: Vec<Point> = setup.stones().iter().map(|&(point, _)| point).collect();
    session.set_up(setup);
    session.game.set_komi(komi);
    let stones = match points.is_empty() {
        true => String::new(),
        false => format!(" stones {}", vertices(size, points)),
    };
    Ok(format!("{kind} komi {komi}{sides}{stones}"))
}

/// Returns the ranks of two players if the arguments are two ranks.
fn ranks(arguments: &Arguments<'_>) -> Option<(Rank, Rank)> {
    match arguments.words() {
        [one, other] => Some((one.parse().ok()?, other.parse().ok()?)),
        _ => None,
    }
}

/// Formats the colours of two players: the lower rank has Black, players of equal rank guess.
fn sides(one: Rank, other: Rank) -> String {
    match one == other {
        true => " colors by guess".to_string(),
        false => format!(" black {} white {}", one.min(other), one.max(other)),
    }
}

fn check_empty(session: &Session) -> Result<(), GtpError> {
    let game = &session.game;
    match !game.records().is_empty() || game.board().stones().next().is_some() {
        true => Err(GtpError::BoardNotEmpty),
        false => Ok(()),
    }
}

fn handicap(
    session: &mut Session,
    points: impl FnOnce() -> Result<Vec<Point>, SetupError>,
) -> Answer {
    check_empty(session)?;
    let size = session.game.board().size();
    let points = points()?;
    session.set_up(Setup::with_handicap(size, &points)?);
    Ok(vertices(size, points))
}
