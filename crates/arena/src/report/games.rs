//! Lists of games on the page.

use maud::{Markup, html};

use halfpoint_core::board::Color;
use halfpoint_core::notation::color_word;

use super::tables::{listed, table};
use super::text::{self, NONE};
use crate::log::record::GameRecord;
use crate::log::records::sgf_name;

/// Most games that are listed in full detail.
const MAX_DETAILED: usize = 500;

fn link(game: &GameRecord) -> Markup {
    html! { a href=(sgf_name(game.game)) { (game.game) } }
}

/// Returns a note if there are more games than are listed.
fn left_out(games: usize) -> Markup {
    html! {
        @if games > MAX_DETAILED {
            p.note { "The first " (MAX_DETAILED) " of " (games) "." }
        }
    }
}

/// Returns the games lost by a fault.
pub fn faults(games: &[&GameRecord]) -> Markup {
    let faults = games
        .iter()
        .filter_map(|game| Some((*game, game.fault.as_ref()?)));
    let faults: Vec<_> = faults.collect();
    let content = html! {
        (table(None, &html! {
            th { "game" } th { "engine" } th { "side" } th { "fault" } th { "in words" }
        }, &html! {
            @for (game, fault) in faults.iter().take(MAX_DETAILED) {
                tr {
                    td { (link(game)) }
                    td { (game.engines.of(fault.side)) }
                    td { (color_word(fault.side)) }
                    td { (text::fault(fault.kind)) }
                    td.wide {
                        (fault.text)
                        @if !fault.stderr.is_empty() {
                            details {
                                summary { "its last lines of standard error" }
                                pre { (fault.stderr.join("\n")) }
                            }
                        }
                    }
                }
            }
        }))
        (left_out(faults.len()))
    };
    listed(faults.len(), "fault", "None.", &content)
}

/// Returns the games whose result is disputed or that count for nothing.
pub fn doubtful(games: &[&GameRecord]) -> Markup {
    let is_doubtful = |game: &&GameRecord| game.disputed || game.verdict.counts_for_nothing();
    scores(games.iter().copied().filter(is_doubtful).collect())
}

/// Returns the games in which an engine reports another score than the result because it does not
/// know all rules of the match.
pub fn explained(games: &[&GameRecord]) -> Markup {
    html! {
        p.note {
            "Engines that do not know all rules of the match gave the scores that these moves have by the rules \
             that they know. The results are the referee's."
        }
        (scores(games.iter().copied().filter(|game| game.explained).collect()))
    }
}

/// Returns the scores that engines reported in the given games.
fn scores(games: Vec<&GameRecord>) -> Markup {
    let score = |game: &GameRecord, color: Color| {
        game.scores
            .of(color)
            .clone()
            .unwrap_or_else(|| NONE.to_string())
    };
    let content = html! {
        (table(None, &html! {
            th { "game" } th { "black" } th { "white" } th { "result" }
            th { "black says" } th { "white says" } th { "note" }
        }, &html! {
            @for game in games.iter().take(MAX_DETAILED) {
                tr {
                    td { (link(game)) }
                    td { (game.engines.black) }
                    td { (game.engines.white) }
                    td { (game.result) }
                    td { (score(game, Color::Black)) }
                    td { (score(game, Color::White)) }
                    td.wide { (game.note.as_deref().unwrap_or_default()) }
                }
            }
        }))
        (left_out(games.len()))
    };
    listed(games.len(), "game", "None.", &content)
}

/// Returns all games.
pub fn games(games: &[&GameRecord]) -> Markup {
    let content = html! {
        (table(Some("games"), &html! {
            th { "game" } th { "black" } th { "white" } th { "result" } th { "end" } th { "basis" }
            th { "moves" } th { "seconds" }
        }, &html! {
            @for game in games {
                tr {
                    td { (link(game)) }
                    td { (game.engines.black) }
                    td { (game.engines.white) }
                    td { (game.result) }
                    td { (text::end(game.end)) }
                    td { (game.basis.map_or("", text::basis)) }
                    td { (game.moves) }
                    td { (text::number(game.seconds, 1)) }
                }
            }
        }))
    };
    listed(games.len(), "game", "None yet.", &content)
}
