//! Tables of the page: results, work of the engines, settings.

use maud::{Markup, html};

use super::text::{self, NONE};
use super::tones::engine_tone;
use crate::plan::config::{EngineConfig, MatchConfig};
use crate::stats::statistics::{Estimate, Tally, signed};
use crate::summary::{Counts, EngineTotals, Method, Pairing, Summary};

/// Number of lines above which a table is folded.
const LONG: usize = 25;
/// Returns the content, folded under the heading `what` if it has many lines.
fn folded(lines: usize, what: &str, content: &Markup) -> Markup {
    html! {
        @if lines > LONG {
            details { summary { (what) } (content) }
        } @else {
            (content)
        }
    }
}

/// Returns a table of this class, which scrolls if it is wide.
pub fn table(class: Option<&str>, head: &Markup, body: &Markup) -> Markup {
    html! {
        div.scroll { table class=[class] {
            thead { tr { (head) } }
            tbody { (body) }
        } }
    }
}

/// Returns a list with this number of things, or the text `none` in its place.
pub fn listed(number: usize, thing: &str, none: &str, list: &Markup) -> Markup {
    html! {
        @if number == 0 {
            p { (none) }
        } @else {
            (folded(number, &text::count(number as u64, thing), list))
        }
    }
}

/// Returns the section with the results.
pub fn results(summary: &Summary) -> Markup {
    let many = summary.engines.len() > 2;
    let pairings = &summary.pairings;
    html! {
        @if many {
            (rating_table(summary))
            h3 { "Points of each against each" }
            (cross_table(summary))
            h3 { "By colour" }
        }
        (folded(pairings.len() * 3, "Each two engines", &by_color(summary)))
        p.note {
            "Intervals for both colours: " (Method::Pairs) ", as for the Elo difference; \
             where most games stand alone, and for one colour: " (Method::Games) "."
        }
        h3 { "Pairs" }
        p.note {
            "Two games with one opening and both colours. Columns are points of the first engine in a pair."
        }
        (folded(pairings.len(), "Each two engines", &pairs(summary)))
        @if let Some(test) = summary.test { p { (test) "." } }
        @if summary.games > 0 {
            p.note { "Games ended by: " (by_frequency(&summary.ends, text::end)) "." }
        }
        @if !summary.bases.by_frequency().is_empty() {
            p.note { "Boards were counted by: " (by_frequency(&summary.bases, text::basis)) "." }
        }
    }
}

/// Returns the name of an engine, given its index.
pub fn name(summary: &Summary, engine: usize) -> &str {
    summary
        .engines
        .get(engine)
        .map_or("", |engine| &engine.name)
}

fn by_frequency<T: Copy + PartialEq>(counts: &Counts<T>, word: fn(T) -> &'static str) -> String {
    let counts = counts.by_frequency().into_iter();
    let words = counts.map(|(thing, count)| format!("{} {count}", word(thing)));
    words.collect::<Vec<_>>().join(", ")
}

/// Returns the share of the points and its interval as two cells.
fn share_cells(tally: &Tally, interval: Option<(f64, f64)>) -> Markup {
    html! {
        td.n { (share(tally)) }
        td.n { (interval.map_or(NONE.to_string(), text::percents)) }
    }
}

fn share(tally: &Tally) -> String {
    tally.share().map_or(NONE.to_string(), text::percent)
}

/// Returns the results of each pairing by colour, from the view of its first engine.
fn by_color(summary: &Summary) -> Markup {
    let rows = |pairing: &Pairing| {
        [
            ("as Black", pairing.black),
            ("as White", pairing.white),
            ("both", pairing.tally()),
        ]
    };
    html! {
        div.scroll { table {
            thead { tr {
                th { "engine" } th {} th.n { "games" } th.n { "won" } th.n { "drawn" } th.n { "lost" }
                th.n { "points" } th.n { "95 % interval" } th.n { "Elo" } th.n { "95 % interval" }
            } }
            @for pairing in &summary.pairings {
                tbody {
                    @for (index, (as_color, tally)) in rows(pairing).into_iter().enumerate() {
                        tr.all[index == 2] {
                            @if index == 0 {
                                th scope="rowgroup" rowspan="3" {
                                    (name(summary, pairing.engines.0))
                                    " " span.note { "against " (name(summary, pairing.engines.1)) }
                                }
                            }
                            td.as { (as_color) }
                            td.n { (tally.games()) }
                            td.n { (tally.wins) }
                            td.n { (tally.draws) }
                            td.n { (tally.losses) }
                            (share_cells(&tally, match index {
                                2 => pairing.share_interval(),
                                _ => tally.wilson(),
                            }))
                            @if let (2, Some(elo)) = (index, pairing.elo()) {
                                td.n { (signed(elo.value, 0)) }
                                td.n { (text::interval(&elo)) }
                            } @else {
                                td.n {} td.n {}
                            }
                        }
                    }
                }
            }
        } }
    }
}

/// Returns the numbers of pairs by their points, and the margins.
fn pairs(summary: &Summary) -> Markup {
    let margin = |pairing: &Pairing| {
        let mean = pairing
            .margin
            .mean()
            .map_or(NONE.to_string(), |mean| signed(mean, 1));
        let deviation = pairing.margin.deviation();
        mean + &deviation.map_or(String::new(), |spread| {
            format!(" ± {}", text::number(spread, 1))
        })
    };
    html! {
        (table(None, &html! {
            th { "engines" }
            @for points in ["0", "½", "1", "1½", "2"] { th.n { (points) } }
            th.n { "points ahead, mean ± deviation" }
        }, &html! {
            @for pairing in &summary.pairings {
                tr {
                    th scope="row" {
                        (name(summary, pairing.engines.0))
                        " " span.note { "against " (name(summary, pairing.engines.1)) }
                    }
                    @for count in pairing.pairs.0 { td.n { (count) } }
                    td.n { (margin(pairing)) }
                }
            }
        }))
    }
}

/// Returns the indices of the engines with their ratings, the strongest first.
pub fn ranking(summary: &Summary) -> Vec<(usize, Estimate)> {
    let mut ranking: Vec<_> = summary.ratings().into_iter().enumerate().collect();
    ranking.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
    ranking
}

fn rating_table(summary: &Summary) -> Markup {
    let ranking = ranking(summary);
    let low = ranking.iter().map(|(_, elo)| elo.low).fold(0.0, f64::min);
    let high = ranking.iter().map(|(_, elo)| elo.high).fold(0.0, f64::max);
    let place = |elo: f64| (100.0 * (elo - low) / (high - low).max(1.0)).clamp(0.0, 100.0);
    let dot = |elo: &Estimate| (place(elo.low), place(elo.value), place(elo.high));
    let engine = |place: usize| summary.engines.get(place);
    html! {
        (table(None, &html! {
            th { "engine" } th.n { "Elo" } th.n { "95 % interval" } th {}
            th.n { "games" } th.n { "won" } th.n { "drawn" } th.n { "lost" }
            th.n { "points" }
        }, &html! {
            @for (index, elo) in &ranking {
                @if let Some(engine) = engine(*index) {
                    tr {
                        th scope="row" { (engine.name) }
                        td.n { (signed(elo.value, 0)) }
                        td.n { (text::interval(elo)) }
                        td { (range(dot(elo), engine_tone(*index))) }
                        td.n { (engine.tally.games()) }
                        td.n { (engine.tally.wins) }
                        td.n { (engine.tally.draws) }
                        td.n { (engine.tally.losses) }
                        td.n { (share(&engine.tally)) }
                    }
                }
            }
        }))
        p.note {
            "Ratings from all games by the model of Bradley and Terry, against the mean of all engines; intervals \
             by its Fisher information."
        }
    }
}

/// Draws a value as a dot and its interval as a line, at the given percentages of the width.
fn range((low, value, high): (f64, f64, f64), tone: &str) -> Markup {
    let line = format!(
        "left:{low:.1}%;width:{:.1}%;background:var(--{tone})",
        high - low
    );
    html! {
        div.range {
            i style=(line) {}
            b style=(format!("left:{value:.1}%;background:var(--{tone})")) {}
        }
    }
}

fn cross_table(summary: &Summary) -> Markup {
    let ranking = ranking(summary);
    let tally = |one: usize, other: usize| {
        let engines = (one.min(other), one.max(other));
        let mut pairings = summary.pairings.iter();
        let tally = pairings.find(|pairing| pairing.engines == engines)?.tally();
        Some(if one < other { tally } else { tally.reversed() })
    };
    html! {
        (table(None, &html! {
            th {}
            @for (other, _) in &ranking { th.n { (name(summary, *other)) } }
        }, &html! {
            @for (one, _) in &ranking {
                tr {
                    th scope="row" { (name(summary, *one)) }
                    @for (other, _) in &ranking {
                        td.n {
                            @match tally(*one, *other) {
                                Some(tally) => {
                                    (text::points(tally.points()))
                                    span.note { " / " (tally.games()) }
                                }
                                None => (NONE),
                            }
                        }
                    }
                }
            }
        }))
    }
}

/// Returns the time, playouts, memory and faults of the engines.
pub fn work(summary: &Summary) -> Markup {
    let some = |number: Option<f64>, show: fn(f64) -> String| number.map_or(NONE.to_string(), show);
    let longest = |engine: &EngineTotals| engine.seconds_per_move().map(|_| engine.longest);
    let memory = |engine: &EngineTotals| engine.peak_memory.map(|bytes| bytes as f64);
    html! {
        (table(None, &html! {
            th { "engine" } th.n { "moves" } th.n { "a move" } th.n { "longest" }
            th.n { "playouts a move" } th.n { "playouts a second" } th.n { "peak memory" }
            th { "faults" }
        }, &html! {
            @for engine in &summary.engines {
                tr {
                    th scope="row" { (engine.name) }
                    td.n { (engine.time.moves) }
                    td.n { (some(engine.seconds_per_move(), text::seconds)) }
                    td.n { (some(longest(engine), text::seconds)) }
                    td.n { (some(engine.playouts_per_move(), text::amount)) }
                    td.n { (some(engine.playouts_per_second(), text::amount)) }
                    td.n { (some(memory(engine), text::mebibytes)) }
                    td.some {
                        @match by_frequency(&engine.faults, text::fault) {
                            none if none.is_empty() => (NONE),
                            faults => span.bad { (faults) },
                        }
                    }
                }
            }
        }))
    }
}

/// Returns the settings of the match and the engines.
pub fn settings(config: &MatchConfig) -> Markup {
    html! {
        div.scroll { table.settings { tbody {
            @for (name, value) in of_match(config) {
                tr { th scope="row" { (name) } td { (value) } }
            }
            @for engine in &config.engines {
                tr { th scope="row" { (engine.name) } td { (of_engine(engine)) } }
            }
        } } }
    }
}

/// Returns the settings of the match by their names.
fn of_match(config: &MatchConfig) -> Vec<(&'static str, String)> {
    let size = config.size.0;
    let limit = config.move_limit() as u64;
    let mut lines = vec![
        ("Rules", config.rules.to_string()),
        ("Board", format!("{}×{}", size.width(), size.height())),
        ("Komi", config.komi().to_string()),
        ("Time", text::time(&config.time)),
        ("Openings", text::openings(config)),
        ("Games", text::games(config)),
        ("Seed", config.seed.to_string()),
        ("Move limit", text::count(limit, "move")),
    ];
    if let Some(playouts) = config.playouts {
        lines.push(("Playouts", format!("{playouts} a move")));
    }
    if let Some(a) = config.adjudicate {
        lines.push(("Adjudication", format!(
            "when both engines give one side {} points or more, {} in a row, asked every {} from move {}",
            a.margin, text::count(a.count, "time"), text::count(a.every, "move"), a.from,
        )));
    }
    if let Some(sprt) = config.sprt {
        lines.push((
            "Sequential test",
            format!(
                "H0: {} Elo, H1: {} Elo, α = {}, β = {}",
                sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta,
            ),
        ));
    }
    if let Some(shard) = config.shard {
        lines.push(("Part", shard.to_string()));
    }
    lines
}

fn of_engine(engine: &EngineConfig) -> Markup {
    html! {
        code { (text::command(engine)) }
        @for command in &engine.start_up {
            br; span.note { "then " code { (command) } }
        }
        @for (key, value) in &engine.env {
            br; span.note { "with " code { (key) "=" (value) } }
        }
        @if let Some(dir) = &engine.dir {
            br; span.note { "in " code { (dir.display()) } }
        }
    }
}
