//! The menu that GoGui shows, and the commands behind it. None of them changes the position.

use std::time::Duration;

use halfpoint_core::rules::PRESETS;
use halfpoint_engine::player::{MAX_LEVEL, MAX_THREADS, Settings, Threads};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::picture::Picture;
use super::super::session::Session;
use super::command::{ANY, Command, MenuEntry, Table};
use super::{rules, setup};

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::about_table(
        "gogui-analyze_commands",
        "",
        (0, 0),
        analyze_commands,
        "list the entries of GoGui's menu *Analyze Commands*",
    ),
    Command::new(
        "halfpoint-param",
        "rules | search | live [NAME VALUE]",
        (1, ANY),
        param,
        "list or change settings, in GoGui's format",
    )
    .manual(
        r#"Lists the settings of a page in GoGui's format, a line each with type, name and value. With NAME VALUE it changes one of them."#,
        r#"$ halfpoint --rules button --playouts 100 --seed 1 --size 5
halfpoint-param rules
= [list/tromp_taylor/chinese/new_zealand/aga/bga/stone_scoring/ing/japanese/korean/black_white/button/white_button/button_equivalence/two_button/reverse_button/two_button_moves/half_pass/ultimate] rules button
[string] komi 7

halfpoint-param rules komi 6.5
=

get_komi
= 6.5"#,
    )
    .menu(&[
        ("param", "Rules", "rules"),
        ("param", "Search", "search"),
        ("param", "Live Graphics", "live"),
    ]),
];

/// Answers the menu, one entry per line: kind, label and command.
fn analyze_commands(table: Table, _: &Arguments<'_>) -> Answer {
    let entries = table.iter().flat_map(|command| {
        let line = |(kind, label, arguments): &MenuEntry| {
            let command = format!("{} {arguments}", command.name);
            format!("{kind}/{label}/{}", command.trim_end())
        };
        command.menu.iter().map(line)
    });
    Ok(entries.collect::<Vec<_>>().join("\n"))
}

/// Answers the settings of a page, or changes one of them.
fn param(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let (name, value) = (arguments.word(1), arguments.word(2));
    match (arguments.word(0), arguments.words().len()) {
        ("rules", 1) => Ok(rules_params(session)),
        ("search", 1) => Ok(search_params(session.player.settings())),
        ("live", 1) => Ok(live_param(session.live)),
        ("rules", 3) => set_rules_param(session, name, value),
        ("search", 3) => {
            let settings = changed(session.player.settings(), name, value)?;
            session.player.set(settings);
            Ok(String::new())
        }
        ("live", 3) if name == "show" => {
            session.live = picture(value)?;
            Ok(String::new())
        }
        _ => Err(GtpError::Expected(
            "rules, search or live, or one of them with a name and a value",
        )),
    }
}

fn rules_params(session: &Session) -> String {
    let ids: Vec<&str> = PRESETS.iter().map(|preset| preset.id).collect();
    let mut ids = ids.join("/");
    if !PRESETS.iter().any(|preset| preset.id == session.rules_id) {
        ids += &format!("/{}", session.rules_id);
    }
    format!(
        "[list/{ids}] rules {}\n[string] komi {}",
        session.rules_id,
        session.game.komi()
    )
}

fn set_rules_param(session: &mut Session, name: &str, value: &str) -> Answer {
    match name {
        "rules" if value == session.rules_id => Ok(String::new()),
        "rules" => rules::set_rules(session, &Arguments::new(value)),
        "komi" => setup::komi(session, &Arguments::new(value)),
        _ => Err(GtpError::Expected("rules or komi")),
    }
}

/// Word for an unlimited number of playouts, and for the usual time.
const NO_BOUND: &str = "none";

fn search_params(settings: &Settings) -> String {
    let levels: Vec<String> = (1..=MAX_LEVEL).map(|level| level.to_string()).collect();
    let playouts = settings.playouts.map(|number| number.to_string());
    let seconds = settings
        .time_per_move
        .map(|time| time.as_secs_f64().to_string());
    let or_none = |value: Option<String>| value.unwrap_or_else(|| NO_BOUND.to_string());
    format!(
        "[string] playouts {}\n[string] time_per_move {}\n[string] threads {}\n\
         [list/{}] level {}\n[string] seed {}",
        or_none(playouts),
        or_none(seconds),
        settings.threads,
        levels.join("/"),
        settings.level,
        settings.seed
    )
}

/// Word for no live picture.
const OFF: &str = "off";

fn live_param(live: Option<Picture>) -> String {
    let names: Vec<&str> = Picture::ALL.iter().map(|(name, _)| *name).collect();
    let shown = live.map_or(OFF, Picture::name);
    format!("[list/{OFF}/{}] show {shown}", names.join("/"))
}

fn picture(name: &str) -> Result<Option<Picture>, GtpError> {
    match Picture::named(name) {
        None if name != OFF => Err(GtpError::Expected("the name of a picture")),
        picture => Ok(picture),
    }
}

/// Maximum time for a move, in seconds: one day.
pub(super) const MAX_TIME: f64 = 86_400.0;

/// Returns the settings with one of them changed.
fn changed(settings: &Settings, name: &str, value: &str) -> Result<Settings, GtpError> {
    let number = || {
        value
            .parse::<u64>()
            .map_err(|_| GtpError::Expected("number"))
    };
    let mut settings = settings.clone();
    match name {
        "playouts" if value == NO_BOUND => settings.playouts = None,
        "playouts" => settings.playouts = Some(number()?.max(1)),
        "time_per_move" if value == NO_BOUND => settings.time_per_move = None,
        "time_per_move" => {
            let seconds: f64 = value.parse().map_err(|_| GtpError::Expected("seconds"))?;
            let is_good = (0.0..=MAX_TIME).contains(&seconds);
            let time = is_good.then(|| Duration::from_secs_f64(seconds));
            settings.time_per_move = Some(time.ok_or(GtpError::Expected("seconds up to a day"))?);
        }
        "threads" if value == Threads::Auto.to_string() => settings.threads = Threads::Auto,
        "threads" => {
            let number = number()?.clamp(1, u64::from(MAX_THREADS));
            settings.threads = Threads::Fixed(number as u16);
        }
        "level" => settings.level = number()?.clamp(1, u64::from(MAX_LEVEL)) as u8,
        "seed" => settings.seed = number()?,
        _ => {
            return Err(GtpError::Expected(
                "playouts, time_per_move, threads, level or seed",
            ));
        }
    }
    Ok(settings)
}
