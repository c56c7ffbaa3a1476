//! The command that measures the speed of the search.

use std::time::{Duration, Instant};

use halfpoint_engine::player::{
    AnalysisBounds, OwnershipDetail, Player, Report, SearchObserver, Settings, Threads,
};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;
use super::command::Command;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[Command::new(
    "kata-benchmark",
    "VISITS",
    (1, 1),
    benchmark,
    "search the position with this number of visits, and answer the speed",
)];

/// Time between two reports of a search of which only the final one is wanted.
const NEVER: Duration = Duration::from_secs(3600);

/// Searches the position with a number of visits and the threads of a move that time limits, and
/// answers the speed. Nothing of the search is kept.
fn benchmark(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let visits = arguments.int(0)?;
    if visits == 0 {
        return Err(GtpError::Expected("number of visits"));
    }
    if session.game.position().is_closed() {
        return Err(GtpError::GameOver);
    }
    let settings = session.player.settings();
    let unbounded = Settings {
        playouts: None,
        ..settings.clone()
    };
    let threads = unbounded.threads();
    let mut player = Player::new(Settings {
        threads: Threads::Fixed(threads as u16),
        ..settings.clone()
    });
    player.set_net(session.options.net.clone());
    let mut made = 0;
    let observer = SearchObserver {
        every: NEVER,
        ownership: OwnershipDetail::None,
        report: &mut |report: &Report| made = report.decision.playouts,
        is_over: &|| false,
    };
    let bounds = AnalysisBounds {
        playouts: visits.into(),
        time: None,
        banned: &[],
        stop: &session.stop,
    };
    let begin = Instant::now();
    player.analyze_within(&session.game, bounds, None, observer);
    let seconds = begin.elapsed().as_secs_f64();
    let speed = made as f64 / seconds.max(1e-9);
    Ok(format!(
        "visits {made}\nseconds {seconds:.3}\nvisits_per_second {speed:.1}\nthreads {threads}"
    ))
}
