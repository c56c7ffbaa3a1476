//! The table of commands.
//!
//! Everything about a command is in its row; `list_commands`, `known_command` and the check of the
//! number of arguments read it from there.

mod admin;
mod analyze;
mod dead;
mod files;
mod gfx;
mod gogui;
mod help;
mod manual;
mod menu;
mod names;
mod play;
mod rules;
mod score;
mod setup;
mod show;
mod state;
mod time;
mod why;

pub(super) use analyze::run as analyze;
pub(super) use help::nearest_command;
pub use help::page;

use super::arguments::Arguments;
use super::error::{Answer, GtpError};
use super::session::Session;

/// A command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Name of the command.
    pub name: &'static str,
    /// Arguments in words, for people.
    pub usage: &'static str,
    /// Purpose of the command, in a few words.
    pub help: &'static str,
    /// Minimum and maximum number of arguments.
    arity: (usize, usize),
    handler: fn(&mut Session, &Arguments<'_>) -> Answer,
}

impl Command {
    /// Runs the command. A command that fails changes nothing.
    pub(super) fn run(&self, session: &mut Session, arguments: &Arguments<'_>) -> Answer {
        let (least, most) = self.arity;
        if !(least..=most).contains(&arguments.words().len()) {
            return Err(GtpError::Usage {
                name: self.name,
                usage: self.usage,
            });
        }
        (self.handler)(session, arguments)
    }
}

/// Returns the command of this name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Maximum number of arguments of commands that take a list; the length of a line is the only
/// bound.
const ANY: usize = usize::MAX;

const fn row(
    name: &'static str,
    usage: &'static str,
    arity: (usize, usize),
    handler: fn(&mut Session, &Arguments<'_>) -> Answer,
    help: &'static str,
) -> Command {
    Command {
        name,
        usage,
        help,
        arity,
        handler,
    }
}

/// All commands, in the order in which `list_commands` gives them.
pub static COMMANDS: &[Command] = &[
    row(
        "protocol_version",
        "",
        (0, 0),
        admin::protocol_version,
        "version of the protocol: 2",
    ),
    row("name", "", (0, 0), admin::name, "name of the engine"),
    row(
        "version",
        "",
        (0, 0),
        admin::version,
        "version of the engine",
    ),
    row(
        "known_command",
        "NAME",
        (1, 1),
        admin::known_command,
        "`true` if the engine has this command, else `false`",
    ),
    row(
        "list_commands",
        "",
        (0, 0),
        admin::list_commands,
        "list the names of all commands",
    ),
    row(
        "help",
        "[COMMAND]",
        (0, 1),
        help::help,
        "list all commands, or describe one",
    ),
    row("quit", "", (0, 0), admin::quit, "end the session"),
    row("echo", "[TEXT]", (0, ANY), admin::echo, "answer TEXT"),
    row(
        "boardsize",
        "N | WIDTH HEIGHT",
        (1, 2),
        setup::boardsize,
        "start a new game on a board of this size",
    ),
    row(
        "rectangular_boardsize",
        "WIDTH HEIGHT",
        (2, 2),
        setup::boardsize,
        "start a new game on a rectangular board",
    ),
    row(
        "clear_board",
        "",
        (0, 0),
        setup::clear_board,
        "start a new game on an empty board",
    ),
    row(
        "komi",
        "POINTS",
        (1, 1),
        setup::komi,
        "set komi, a multiple of half a point",
    ),
    row("get_komi", "", (0, 0), setup::get_komi, "komi"),
    row(
        "play",
        "COLOR MOVE",
        (2, 2),
        play::play,
        "play a vertex, pass, resign or a token move",
    ),
    row(
        "genmove",
        "COLOR",
        (1, 1),
        play::genmove,
        "decide on a move and play it",
    ),
    row(
        "reg_genmove",
        "COLOR",
        (1, 1),
        play::reg_genmove,
        "decide on a move without playing it",
    ),
    row("undo", "", (0, 0), play::undo, "take back the last move"),
    row(
        "gg-undo",
        "[N]",
        (0, 1),
        play::undo,
        "take back the last N moves, one by default",
    ),
    row(
        "fixed_handicap",
        "N",
        (1, 1),
        setup::fixed_handicap,
        "place N handicap stones on the star points",
    ),
    row(
        "place_free_handicap",
        "N",
        (1, 1),
        setup::place_free_handicap,
        "place N handicap stones where the engine wants them",
    ),
    row(
        "set_free_handicap",
        "VERTEX VERTEX...",
        (2, ANY),
        setup::set_free_handicap,
        "place handicap stones on these points",
    ),
    row(
        "time_settings",
        "MAIN OVERTIME STONES",
        (3, 3),
        time::time_settings,
        "set the clock, in seconds; Canadian overtime",
    ),
    row(
        "kgs-time_settings",
        "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        (1, 4),
        time::named_time_settings,
        "set the clock by time system, in seconds",
    ),
    row(
        "kata-time_settings",
        "as kgs-time_settings | fischer MAIN INCREMENT | fischer-capped MAIN INCREMENT MOST MOST_A_MOVE",
        (1, 5),
        time::named_time_settings,
        "set the clock by time system, in seconds",
    ),
    row(
        "time_left",
        "COLOR TIME STONES",
        (3, 3),
        time::time_left,
        "tell the engine how much time a color has left",
    ),
    row(
        "cputime",
        "",
        (0, 0),
        time::cputime,
        "processor time used, in seconds",
    ),
    row(
        "final_score",
        "",
        (0, 0),
        score::final_score,
        "result of the game; of an unfinished one, as if both passed now",
    ),
    row(
        "final_status",
        "VERTEX",
        (1, 1),
        score::final_status,
        "status of a point in the count: see final_status_list",
    ),
    row(
        "final_status_list",
        "alive | seki | dead | black_territory | white_territory | dame",
        (1, 1),
        score::final_status_list,
        "list the points of this status in the count",
    ),
    row(
        "showboard",
        "",
        (0, 0),
        state::showboard,
        "show the board and the state of the game as text",
    ),
    row(
        "loadsgf",
        "FILE [MOVE_NUMBER]",
        (1, ANY),
        files::loadsgf,
        "load a game record; stop before move MOVE_NUMBER",
    ),
    row(
        "printsgf",
        "[FILE]",
        (0, ANY),
        files::printsgf,
        "print the game as SGF, or write it to FILE",
    ),
    row(
        "clear_cache",
        "",
        (0, 0),
        admin::clear_cache,
        "forget earlier searches",
    ),
    row(
        "set_random_seed",
        "N",
        (1, 1),
        admin::set_random_seed,
        "set the random seed to N",
    ),
    row(
        "get_random_seed",
        "",
        (0, 0),
        admin::get_random_seed,
        "the random seed",
    ),
    row(
        "kgs-rules",
        "RULES",
        (1, ANY),
        rules::set_rules,
        "set the rules by name",
    ),
    row(
        "kata-set-rules",
        "RULES | JSON",
        (1, ANY),
        rules::set_rules,
        "set the rules by name or as JSON",
    ),
    row(
        "kata-set-rule",
        "FIELD VALUE",
        (2, ANY),
        rules::set_rule,
        "change one field of the rules",
    ),
    row(
        "kata-get-rules",
        "",
        (0, 0),
        rules::get_rules,
        "the rules as JSON",
    ),
    row(
        "gogui-play_sequence",
        "COLOR MOVE COLOR MOVE...",
        (0, ANY),
        gogui::play_sequence,
        "play all of these moves; if one is illegal, play none",
    ),
    row(
        "gogui-setup",
        "COLOR VERTEX COLOR VERTEX...",
        (0, ANY),
        gogui::setup,
        "set up a position with these stones",
    ),
    row(
        "gogui-setup_player",
        "COLOR",
        (1, 1),
        gogui::setup_player,
        "choose who moves first from a position that was set up",
    ),
    row(
        "gogui-analyze_commands",
        "",
        (0, 0),
        menu::analyze_commands,
        "list the entries of GoGui's menu *Analyze Commands*",
    ),
    row(
        "gogui-interrupt",
        "",
        (0, 0),
        admin::nothing,
        "declare that the engine understands `# interrupt`",
    ),
    row(
        "gogui-title",
        "",
        (0, 0),
        gogui::title,
        "text for the title of GoGui's window",
    ),
    row(
        "gogui-version",
        "[VERSION]",
        (0, 1),
        admin::version,
        "version of the engine; GoGui passes its own",
    ),
    row(
        "lz-analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        analyze::lz_analyze,
        "report the best moves again and again, until the next command",
    ),
    row(
        "kata-analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        analyze::kata_analyze,
        "as lz-analyze, with scores; keys: interval, maxmoves, ownership, rootInfo",
    ),
    row(
        "lz-genmove_analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        analyze::lz_genmove,
        "as genmove, with reports while it thinks",
    ),
    row(
        "kata-genmove_analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        analyze::kata_genmove,
        "as lz-genmove_analyze, with scores",
    ),
    row(
        "stop",
        "",
        (0, 0),
        admin::nothing,
        "end an analysis, as any command does",
    ),
    row(
        "kgs-genmove_cleanup",
        "COLOR",
        (1, 1),
        play::genmove_cleanup,
        "as genmove, but capture dead stones before passing",
    ),
    row(
        "kgs-game_over",
        "",
        (0, 0),
        admin::nothing,
        "accepted without effect: the server announces the end of a game",
    ),
    row(
        "halfpoint-list_rules",
        "",
        (0, 0),
        rules::list_rules,
        "list the rule sets",
    ),
    row(
        "halfpoint-reset_rules",
        "",
        (0, 0),
        rules::reset_rules,
        "return to the rules of the command line",
    ),
    row(
        "halfpoint-legal",
        "[COLOR]",
        (0, 1),
        play::legal,
        "list the legal moves",
    ),
    row(
        "halfpoint-genmove",
        "COLOR [KIND...]",
        (1, ANY),
        play::genmove_of_kinds,
        "as genmove, with token moves answered by name",
    ),
    row(
        "halfpoint-pass_means",
        "[COLOR]",
        (0, 1),
        play::pass_means,
        "name the move that a plain `pass` would be now",
    ),
    row(
        "halfpoint-state",
        "",
        (0, 0),
        state::state,
        "the state of the game as JSON",
    ),
    row(
        "halfpoint-score",
        "[RULES | all | details]",
        (0, ANY),
        score::score,
        "score, part by part; under other rules; with reasons",
    ),
    row(
        "halfpoint-dead",
        "[auto | none | VERTEX...]",
        (0, ANY),
        dead::dead,
        "set the dead stones, or choose who judges them",
    ),
    row(
        "halfpoint-propose_dead",
        "COLOR [VERTEX...]",
        (1, ANY),
        dead::propose_dead,
        "half_pass: make the first pass and propose dead stones",
    ),
    row(
        "halfpoint-game_type",
        "ho_sun | jung_sun | handicap N | RANK RANK",
        (1, 2),
        setup::game_type,
        "black_white: set komi and handicap for a new game",
    ),
    row(
        "halfpoint-take_back",
        "COLOR",
        (1, 1),
        play::take_back,
        "ask to take back the last move",
    ),
    row(
        "halfpoint-gfx",
        "moves | visits | line | ownership | territory | legal | status | result",
        (1, 1),
        gfx::gfx,
        "marks for GoGui's board",
    ),
    row(
        "halfpoint-show",
        "state | score | scores",
        (1, 1),
        show::show,
        "state, score, or scores under all rule sets, as a table",
    ),
    row(
        "halfpoint-param",
        "rules | search | live [NAME VALUE]",
        (1, ANY),
        menu::param,
        "list or change settings, in GoGui's format",
    ),
    row(
        "halfpoint-why",
        "",
        (0, 0),
        why::why,
        "explain the last generated move",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_usages_fit_the_number_of_arguments() {
        for (index, command) in COMMANDS.iter().enumerate() {
            assert!(!command.name.contains(char::is_whitespace));
            assert!(!command.help.is_empty());
            assert!(command.arity.0 <= command.arity.1);
            assert_eq!(
                command.usage.is_empty(),
                command.arity.1 == 0,
                "{}",
                command.name
            );
            let first = COMMANDS.iter().position(|other| other.name == command.name);
            assert_eq!(first, Some(index), "{}", command.name);
        }
    }
}
