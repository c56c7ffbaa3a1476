//! Commands about time.

use halfpoint_engine::clock::{Clock, NAMES, TimeSystem};
use halfpoint_system::parallel::processor_time;

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;
use super::command::Command;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "time_settings",
        "MAIN OVERTIME STONES",
        (3, 3),
        time_settings,
        "set the clock, in seconds; Canadian overtime",
    ),
    Command::new(
        "kgs-time_settings",
        "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        (1, 4),
        named_time_settings,
        "set the clock by time system, in seconds",
    ),
    Command::new(
        "kata-time_settings",
        "as kgs-time_settings | fischer MAIN INCREMENT | fischer-capped MAIN INCREMENT MOST MOST_A_MOVE",
        (1, 5),
        named_time_settings,
        "set the clock by time system, in seconds; a negative MOST or MOST_A_MOVE is no bound",
    ),
    Command::new(
        "kata-list_time_settings",
        "",
        (0, 0),
        list_time_settings,
        "names of the time systems for kata-time_settings",
    ),
    Command::new(
        "time_left",
        "COLOR TIME STONES",
        (3, 3),
        time_left,
        "tell the engine how much time a color has left",
    ),
    Command::new(
        "cputime",
        "",
        (0, 0),
        cputime,
        "processor time used, in seconds",
    ),
];

/// Sets the time system by the three numbers of the protocol.
fn time_settings(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let (main, period) = (arguments.seconds(0)?, arguments.seconds(1)?);
    let system = TimeSystem::gtp(main, period, arguments.int(2)?);
    session.clock = Clock::new(system);
    Ok(String::new())
}

/// Sets the time system by name and numbers.
fn named_time_settings(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let text = arguments.words().join(" ");
    let system = text
        .parse()
        .map_err(|_| GtpError::ExpectedOne(format!("{} with its numbers", NAMES.join(", "))))?;
    session.clock = Clock::new(system);
    Ok(String::new())
}

/// Lists the time systems that may be set by name.
fn list_time_settings(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(NAMES.join(" "))
}

/// Sets the time that a side has left.
fn time_left(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let (time, count) = (arguments.seconds(1)?, arguments.int(2)?);
    session.clock.set_left(color, time, count);
    Ok(String::new())
}

/// Answers the processor time used, or the time spent thinking where the system does not tell it.
fn cputime(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let time = processor_time().unwrap_or(session.thinking);
    Ok(format!("{:.3}", time.as_secs_f64()))
}
