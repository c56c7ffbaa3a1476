//! Rule sets and board sizes for command lines that name none. Each `--help` shows those of its
//! subcommand.

/// Rule set of GTP, of matches and of solved boards: what other programs expect of an engine that
/// was told nothing.
pub const RULES: &str = "chinese";
/// Rule set of a game that a person plays, on the page or in the terminal.
pub const GAME_RULES: &str = "two_button";
/// Rule set under which games are counted by `perft`, whose numbers are known from elsewhere.
pub const COUNTED_RULES: &str = "tromp_taylor";

/// Board size of GTP and of ladders.
pub const FULL_SIZE: &str = "19";
/// Board size of games of people and of matches.
pub const GAME_SIZE: &str = "9";
/// Board size of the solver and of counts.
pub const SOLVED_SIZE: &str = "3";
/// Board sizes of tables of exact values.
pub const TABLE_SIZES: &str = "2,2x3";

#[cfg(test)]
mod tests {
    use halfpoint_arena::plan::config::MatchConfig;
    use halfpoint_gtp::Options;
    use halfpoint_ladder::config::LadderConfig;

    use super::*;

    #[test]
    fn libraries_have_the_same_defaults() {
        let played = MatchConfig::default();
        assert_eq!(played.rules.to_string(), RULES);
        assert_eq!(played.size.to_string(), GAME_SIZE);
        assert_eq!(LadderConfig::default().size.to_string(), FULL_SIZE);
        let session = Options::default();
        assert_eq!(session.rules_id, RULES);
        assert_eq!(session.size.width().to_string(), FULL_SIZE);
    }
}
