//! Page of a ladder: the table, plots of the players' ranks, and the games.

use maud::{Markup, html};

use halfpoint_core::board::Color;
use halfpoint_core::rules::Standing;

use crate::history::LadderGame;
use crate::state::{Ladder, Player, Row};
use halfpoint_arena::log::records::sgf_name;
use halfpoint_arena::report::document::document;
use halfpoint_arena::report::plots::{self, Plot};
use halfpoint_arena::report::tables::{self, listed};
use halfpoint_arena::report::text::{self, NONE};

/// Returns the page: a self-contained document. Only the links to games need the folder `sgf`
/// beside it.
#[must_use]
pub fn page(ladder: &Ladder) -> String {
    let title = "Ladder";
    let header = html! {
        h1 { (title) }
        p { (conditions(ladder)) }
    };
    let main = html! {
        (table(ladder))
        h2 { "History" }
        p.note {
            "A rank stands where its players have 50 points; with 100 they move one up, with 0 one down."
        }
        div.plots { @for plot in pictures(ladder) { (plot.figure()) } }
        h2 { "Games" }
        (games(ladder))
    };
    document(title, &header, &main)
}

fn conditions(ladder: &Ladder) -> String {
    let config = ladder.config();
    let size = config.size.0;
    let mut words = format!(
        "black_white · {}×{} · {} · {}",
        size.width(),
        size.height(),
        text::time(&config.time),
        text::count(ladder.games().len() as u64, "game"),
    );
    let ended = || ladder.games().iter().map(|game| game.ended);
    if let (Some(first), Some(last)) = (ended().min(), ended().max()) {
        words.push_str(&format!(" · {} to {}", text::date(first), text::date(last)));
    }
    words
}

fn table(ladder: &Ladder) -> Markup {
    let row = |row: &Row<'_>| {
        html! {
            tr {
                td.n { (row.place) }
                td { (row.name) @if row.left { " (left)" } }
                td { (row.rank_text()) }
                td.n { (row.points.map_or(NONE.to_string(), |points| points.to_string())) }
                td.n { (row.games) }
                td.n { (row.won) }
                td.n { (row.lost) }
                td.n { (row.unrated) }
            }
        }
    };
    html! {
        (tables::table(None, &html! {
            th.n { "place" } th { "player" } th { "rank" } th.n { "points" } th.n { "games" }
            th.n { "won" } th.n { "lost" } th.n { "unrated" }
        }, &html! {
            @for line in ladder.table() { (row(&line)) }
        }))
        p.note { "Unrated: handicap games, and games without a winner." }
    }
}

/// Returns the curve of a player: numbers of games of the ladder with the rank after them, counted
/// from the lowest, promotion points as fractions.
fn way(player: &Player, games: usize) -> Vec<(f64, f64)> {
    let height = |at: Standing| {
        let points = f64::from(at.points) - f64::from(Standing::START);
        at.rank.index() as f64 + points / f64::from(Standing::PROMOTION)
    };
    let path = player.path.iter();
    let mut way: Vec<(f64, f64)> = path
        .map(|&(games, at)| (f64::from(games), height(at)))
        .collect();
    // The curve extends to the end, since other players have played on.
    if let Some(&(_, last)) = way.last() {
        way.push((games as f64, last));
    }
    way
}

/// Returns one plot of all players, then one for each player in the order of the table.
fn pictures(ladder: &Ladder) -> Vec<Plot> {
    let games = ladder.games().len();
    let rows = ladder.table();
    let players = rows.iter().filter_map(|row| ladder.find(row.name));
    let ways: Vec<(&str, Vec<(f64, f64)>)> = players
        .map(|index| &ladder.players()[index])
        .filter(|player| player.standing.is_some())
        .map(|player| (player.member.name.as_str(), way(player, games)))
        .collect();
    let all = plots::ranks("All players", &ways, 0);
    let each = ways.iter().enumerate();
    let each = each.filter_map(|(tone, way)| plots::ranks(way.0, std::slice::from_ref(way), tone));
    all.into_iter().chain(each).collect()
}

fn games(ladder: &Ladder) -> Markup {
    let side = |game: &LadderGame, color: Color| {
        format!("{}, {}", game.players.of(color), game.ranks.of(color))
    };
    let after = |game: &LadderGame, color: Color| match game.standings.of(color) {
        Some(at) => format!("{} {}", at.rank, at.points),
        None => NONE.to_string(),
    };
    let row = |game: &LadderGame| {
        html! {
            tr {
                td {
                    @if game.record.is_some() {
                        a href=(sgf_name(game.game)) { (game.game) }
                    } @else {
                        (game.game)
                    }
                }
                td { (side(game, Color::Black)) }
                td { (side(game, Color::White)) }
                td { (game.game_type) }
                td { (game.result) }
                td { (after(game, Color::Black)) }
                td { (after(game, Color::White)) }
                td { (text::date(game.ended)) }
            }
        }
    };
    let content = html! {
        (tables::table(Some("games"), &html! {
            th { "game" } th { "black" } th { "white" } th { "type" } th { "result" }
            th { "black then" } th { "white then" } th { "ended" }
        }, &html! {
            @for game in ladder.games() { (row(game)) }
        }))
    };
    listed(ladder.games().len(), "game", "None yet.", &content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{LadderConfig, Member};
    use crate::history::Entry;
    use halfpoint_arena::log::record::{Sides, Verdict};
    use halfpoint_core::rules::GameType;

    fn ladder(games: u32) -> Ladder {
        let mut ladder = Ladder::new(LadderConfig::default()).expect("a ladder");
        let names = ["one", "two"].map(str::to_string);
        for name in names.clone() {
            let member = Member {
                name,
                rank: "1k".parse().expect("a rank"),
                guest: false,
                engine: None,
            };
            ladder.apply(Entry::Player(member)).expect("a player");
        }
        let guest = Member::guest("visitor".to_string(), None);
        ladder.apply(Entry::Player(guest)).expect("a guest");
        for game in 0..games {
            let sides = Sides { black: 0, white: 1 };
            let ranks = [0, 1].map(|player| ladder.players()[player].rank());
            let kind = GameType::between(ranks[0], ranks[1], 25).expect("a kind");
            let game = LadderGame {
                game,
                players: Sides {
                    black: names[0].clone(),
                    white: names[1].clone(),
                },
                ranks: Sides {
                    black: ranks[0],
                    white: ranks[1],
                },
                game_type: kind,
                guess: None,
                komi: kind.komi(19, 19),
                verdict: Verdict::Black,
                result: "B+R".to_string(),
                standings: ladder.rated(&sides, kind, Verdict::Black),
                ended: 1_700_000_000,
                record: None,
            };
            ladder.apply(Entry::Game(Box::new(game))).expect("a game");
        }
        ladder
    }

    #[test]
    fn the_page_has_a_plot_of_all_players_and_one_for_each() {
        let page = page(&ladder(12));
        // A guest has no points and therefore no curve.
        assert_eq!(page.matches("<svg").count(), 3, "{page}");
        assert!(page.contains("All players") && page.contains("visitor"));
        // The rank axis shows rank names.
        assert!(page.contains("1d") && page.contains("2k"));
        assert_eq!(page.matches("B+R").count(), 12);
    }

    #[test]
    fn a_rank_with_50_points_is_at_its_index() {
        let ladder = ladder(12);
        let ways: Vec<_> = ladder
            .players()
            .iter()
            .map(|player| way(player, 12))
            .collect();
        assert_eq!(ways[0][0], (0.0, 17.0));
        assert_eq!(ways[0][9], (9.0, 17.45));
        assert_eq!(ways[0][10], (10.0, 18.0));
        assert_eq!(ways[1][10], (10.0, 16.0));
        assert_eq!(ways[1].last(), Some(&(12.0, 15.9)));
    }

    #[test]
    fn a_ladder_without_games_has_a_page() {
        let page = page(&ladder(0));
        assert!(page.contains("None yet"));
    }
}
