//! Parameters of the search by the names that KataGo gives them.

use std::time::Duration;

use halfpoint_engine::player::{MAX_THREADS, Settings, Threads};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;
use super::command::Command;
use super::menu::MAX_TIME;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "kata-list-params",
        "",
        (0, 0),
        list,
        "names of the parameters that may be changed",
    ),
    Command::new(
        "kata-get-param",
        "NAME",
        (1, 1),
        get,
        "value of a parameter",
    ),
    Command::new(
        "kata-set-param",
        "NAME VALUE",
        (2, 2),
        set,
        "change a parameter: maxVisits or maxPlayouts (of a search, without those of earlier ones), maxTime (seconds for a move, beside the clock), numSearchThreads, ponderingEnabled, allowResignation, analysisPVLen (moves of a variation after the first)",
    ),
];

/// A parameter: its name, and how it is read and changed.
struct Param {
    name: &'static str,
    get: fn(&Session) -> String,
    set: fn(&mut Session, &str) -> Result<(), GtpError>,
}

/// KataGo's number for an unlimited search: 2⁵⁰.
const UNLIMITED: u64 = 1 << 50;
/// KataGo's number of seconds for an unlimited search.
const UNLIMITED_TIME: f64 = 1e20;
/// Maximum of `analysisPVLen`.
const MAX_LINE: u64 = 1000;

/// All parameters. `maxVisits` and `maxPlayouts` are one setting: visits of an earlier search are
/// not counted.
static PARAMS: [Param; 7] = [
    Param {
        name: "maxVisits",
        get: visits,
        set: set_visits,
    },
    Param {
        name: "maxPlayouts",
        get: visits,
        set: set_visits,
    },
    Param {
        name: "maxTime",
        get: |session| {
            let time = session.max_time.or(session.player.time_at_will());
            time.map_or(UNLIMITED_TIME, |time| time.as_secs_f64())
                .to_string()
        },
        set: |session, value| {
            let time: f64 = value.parse().unwrap_or(f64::NAN);
            session.max_time = match time {
                UNLIMITED_TIME => None,
                0.0..=MAX_TIME => Some(Duration::from_secs_f64(time)),
                _ => return Err(GtpError::Expected("seconds up to a day, or 1e20,")),
            };
            Ok(())
        },
    },
    Param {
        name: "numSearchThreads",
        get: |session| session.player.settings().threads().to_string(),
        set: |session, value| {
            let threads = whole(
                value,
                u64::from(MAX_THREADS),
                "number of threads, up to 256,",
            )?;
            change(session, |settings| {
                settings.threads = Threads::Fixed(threads as u16);
            });
            Ok(())
        },
    },
    Param {
        name: "ponderingEnabled",
        get: |session| session.options.settings.ponder.to_string(),
        set: |session, value| {
            let ponder = truth(value)?;
            session.options.settings.ponder = ponder;
            change(session, |settings| settings.ponder = ponder);
            Ok(())
        },
    },
    Param {
        name: "allowResignation",
        get: |session| session.may_resign.to_string(),
        set: |session, value| {
            session.may_resign = truth(value)?;
            Ok(())
        },
    },
    Param {
        name: "analysisPVLen",
        get: |session| (session.max_line - 1).to_string(),
        set: |session, value| {
            let moves = whole(value, MAX_LINE, "number of moves, up to 1000,")?;
            session.max_line = moves as usize + 1;
            Ok(())
        },
    },
];

fn visits(session: &Session) -> String {
    let playouts = session.player.settings().playouts;
    playouts.unwrap_or(UNLIMITED).to_string()
}

fn set_visits(session: &mut Session, value: &str) -> Result<(), GtpError> {
    let number = whole(value, u64::MAX, "number of visits")?;
    change(session, |settings| {
        settings.playouts = (number < UNLIMITED).then_some(number);
    });
    Ok(())
}

fn change(session: &mut Session, change: impl FnOnce(&mut Settings)) {
    let mut settings = session.player.settings().clone();
    change(&mut settings);
    session.player.set(settings);
}

fn whole(value: &str, max: u64, wanted: &'static str) -> Result<u64, GtpError> {
    let number = value.parse().ok();
    let number = number.filter(|number| (1..=max).contains(number));
    number.ok_or(GtpError::Expected(wanted))
}

fn truth(value: &str) -> Result<bool, GtpError> {
    value
        .parse()
        .map_err(|_| GtpError::Expected("true or false"))
}

fn find(name: &str) -> Result<&'static Param, GtpError> {
    let param = PARAMS.iter().find(|param| param.name == name);
    param.ok_or_else(|| {
        let names = PARAMS.each_ref().map(|param| param.name);
        GtpError::ExpectedOne(format!("one of {}", names.join(", ")))
    })
}

/// Lists the names of the parameters.
fn list(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(PARAMS.each_ref().map(|param| param.name).join(" "))
}

/// Answers the value of a parameter.
fn get(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let param = find(arguments.word(0))?;
    Ok((param.get)(session))
}

/// Changes a parameter.
fn set(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let param = find(arguments.word(0))?;
    (param.set)(session, arguments.word(1))?;
    Ok(String::new())
}
