//! Page of a match.

use maud::{Markup, html};

use super::document::document;
use super::games;
use super::plots::{self, EloPoint, Plot};
use super::tables::{self, name};
use super::text::{self, NONE};
use super::tones::{NEUTRAL_TONE, engine_tone};
use crate::log::record::GameRecord;
use crate::plan::config::MatchConfig;
use crate::stats::pairs::Pairs;
use crate::stats::sprt::{Hypothesis, Progress};
use crate::stats::statistics::{Estimate, share_of_elo, signed};
use crate::summary::{Pairing, Summary};

/// Confidence level of all intervals of the statistics.
const CONFIDENCE: &str = "95 %";

/// Returns the page of a match: a self-contained document. Only the links to games need the folder
/// `sgf` beside it.
///
/// `records` are in the order in which the games finished, as [`Summary`] requires; the tables show
/// the games by their numbers.
#[must_use]
pub fn page(config: &MatchConfig, records: &[GameRecord]) -> String {
    let story = Story::of(config, records);
    let names: Vec<&str> = config.names().collect();
    let header = html! {
        h1 {
            @if let [first, second] = names[..] {
                (first) " " span.against { "against" } " " (second)
            } @else {
                (title(&names))
            }
        }
        p { (conditions(config)) @if let Some(dates) = dates(&story.games) { " · " (dates) } }
    };
    let main = html! {
        (headline(&story.summary))
        @if let Some(course) = course_of(&names, &story.stages) { div.plots { (course.figure()) } }
        h2 { "Results" } (tables::results(&story.summary))
        h2 { "Time" } (tables::work(&story.summary))
        h2 { "Settings" } (tables::settings(config))
        h2 #faults { "Faults" } (games::faults(&story.games))
        h2 #doubt { "Games in doubt" } (games::doubtful(&story.games))
        @if story.summary.explained > 0 {
            h2 #explained { "Explained differences" } (games::explained(&story.games))
        }
        h2 { "Games" } (games::games(&story.games))
    };
    document(&title(&names), &header, &main)
}

/// Match with the course of its statistics.
struct Story<'r> {
    /// Games between engines of the match, by their numbers.
    games: Vec<&'r GameRecord>,
    /// Statistics after the last game.
    summary: Summary,
    /// Statistics after each complete pair of games; empty unless there are exactly two engines.
    stages: Vec<Stage>,
}

/// Statistics after a pair of games.
#[derive(Clone, Copy)]
struct Stage {
    games: u32,
    pairs: Pairs,
}

impl Story<'_> {
    fn of<'r>(config: &MatchConfig, records: &'r [GameRecord]) -> Story<'r> {
        let mut summary = Summary::new(config);
        let (mut games, mut stages) = (Vec::new(), Vec::new());
        for record in records {
            let before = summary.games;
            summary.add(record);
            if summary.games > before {
                games.push(record);
            }
            let [pairing] = summary.pairings.as_slice() else {
                continue;
            };
            let pairs = stages.last().map_or(0, |stage: &Stage| stage.pairs.count());
            if pairing.pairs.count() > pairs {
                stages.push(Stage {
                    games: summary.games,
                    pairs: pairing.pairs,
                });
            }
        }
        games.sort_by_key(|record| record.game);
        Story {
            games,
            summary,
            stages,
        }
    }
}

/// Returns the title: the names of the engines, or their number if there are many.
fn title(names: &[&str]) -> String {
    match names {
        [] => "No engines".to_string(),
        [first, rest @ .., last] if rest.len() < 4 => {
            let before = [&[*first], rest].concat().join(", ");
            match rest {
                [] => format!("{first} against {last}"),
                _ => format!("{before} and {last}"),
            }
        }
        [alone] => (*alone).to_string(),
        many => format!("{} engines", many.len()),
    }
}

fn conditions(config: &MatchConfig) -> String {
    let size = config.size.0;
    let (width, height) = (size.width(), size.height());
    let named = match config.rules.to_string() {
        json if json.starts_with('{') => format!("rules like {}", config.rules.id),
        id => id,
    };
    format!(
        "{named} · {width}×{height} · komi {} · {}",
        config.komi(),
        text::time(&config.time)
    )
}

fn dates(games: &[&GameRecord]) -> Option<String> {
    let started = || games.iter().map(|game| game.started);
    let (first, last) = (text::date(started().min()?), text::date(started().max()?));
    Some(if first == last {
        first
    } else {
        format!("{first} to {last}")
    })
}

/// Returns the result, in large letters and in words.
fn headline(summary: &Summary) -> Markup {
    html! {
        section.headline {
            @match summary.pairings.as_slice() {
                [pairing] => (headline_of_two(summary, pairing)),
                _ => (headline_of_many(summary)),
            }
            dl.facts {
                @for (name, value, place) in facts(summary) {
                    div {
                        dt { (name) }
                        dd {
                            @if value == "0" || place.is_empty() {
                                (value)
                            } @else {
                                a href=(place) { (value) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns key figures: name, value, and the link to their details on the page.
fn facts(summary: &Summary) -> Vec<(&'static str, String, &'static str)> {
    let faults = summary.engines.iter().map(|engine| {
        let kinds = engine.faults.by_frequency();
        kinds
            .iter()
            .map(|(_, count)| u64::from(*count))
            .sum::<u64>()
    });
    let moves = summary.length.mean();
    let mut facts = vec![
        (
            "games",
            format!("{} of {}", summary.games, summary.scheduled),
            "",
        ),
        (
            "moves a game",
            moves.map_or(NONE.to_string(), |mean| text::number(mean, 0)),
            "",
        ),
        ("faults", faults.sum::<u64>().to_string(), "#faults"),
        (
            "without a result",
            (summary.void + summary.unclear).to_string(),
            "#doubt",
        ),
        ("disputed", summary.disputed.to_string(), "#doubt"),
    ];
    if summary.explained > 0 {
        facts.push((
            "explained differences",
            summary.explained.to_string(),
            "#explained",
        ));
    }
    if summary.strangers > 0 {
        facts.push(("of other engines", summary.strangers.to_string(), ""));
    }
    facts
}

fn headline_of_two(summary: &Summary, pairing: &Pairing) -> Markup {
    let names = (
        name(summary, pairing.engines.0),
        name(summary, pairing.engines.1),
    );
    let tally = pairing.tally();
    let parts = [
        (
            tally.wins,
            engine_tone(0),
            format!("{} won {}", names.0, tally.wins),
        ),
        (tally.draws, NEUTRAL_TONE, text::count(tally.draws, "draw")),
        (
            tally.losses,
            engine_tone(1),
            format!("{} won {}", names.1, tally.losses),
        ),
    ];
    let label = parts
        .iter()
        .map(|part| part.2.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    html! {
        @match pairing.elo() {
            Some(elo) => {
                p.result {
                    (large(&elo)) " "
                    small { "for " (names.0) " · " (CONFIDENCE) ": " (text::interval(&elo)) }
                }
                p.meaning { (meaning(names, pairing, &elo)) }
                p.note { "Intervals are those of 95 %, by " (pairing.method()) "." }
            }
            None => {
                p.result { "No result yet" }
                p.meaning { "No game has finished that counts." }
            }
        }
        @if let Some(test) = &summary.test { p.meaning { (of_test(test)) } }
        @if tally.games() > 0 {
            div.bar role="img" aria-label=(label) {
                @for (count, tone, _) in &parts {
                    @if *count > 0 {
                        span style=(format!("flex:{count} 0 0;background:var(--{tone})")) {}
                    }
                }
            }
            div.split {
                @for (_, tone, text) in &parts {
                    span { span.swatch style=(format!("background:var(--{tone})")) {} (text) }
                }
            }
        }
    }
}

/// Formats an Elo difference in large letters.
fn large(elo: &Estimate) -> Markup {
    html! {
        @if elo.value.is_finite() {
            (signed(elo.value, 0)) " Elo"
        } @else if elo.value > 0.0 {
            "All won"
        } @else {
            "All lost"
        }
    }
}

/// Explains an Elo difference in words.
fn meaning(names: (&str, &str), pairing: &Pairing, elo: &Estimate) -> String {
    // The text takes the view of the engine that is ahead.
    let ahead = elo.value >= 0.0;
    let (name, other) = if ahead { names } else { (names.1, names.0) };
    let is_decided = elo.low > 0.0 || elo.high < 0.0;
    let conclusion = match pairing.pairs.count() >= Pairs::FEWEST_TO_TELL {
        true if is_decided => format!("{name} is stronger than {other}."),
        true => "These games do not tell which engine is stronger.".to_string(),
        false => "These games are too few to tell which engine is stronger.".to_string(),
    };
    let tally = if ahead {
        pairing.tally()
    } else {
        pairing.tally().reversed()
    };
    let share = tally.share().map_or(NONE.to_string(), text::percent);
    let (low, high) = (share_of_elo(elo.low), share_of_elo(elo.high));
    let (low, high) = if ahead {
        (low, high)
    } else {
        (1.0 - high, 1.0 - low)
    };
    format!(
        "{conclusion} {name} has got {share} of the points in {}; in the long run, {} can be expected \
         ({CONFIDENCE} interval).",
        text::count(tally.games(), "game"),
        text::percents((low, high)),
    )
}

/// Describes the state of a sequential test.
fn of_test(test: &Progress) -> String {
    let elo = |elo: f64| {
        format!(
            "{} Elo",
            signed(elo, if elo.fract() == 0.0 { 0 } else { 1 })
        )
    };
    let hypothesis = |hypothesis| match hypothesis {
        Hypothesis::H0 => format!("H0 ({})", elo(test.sprt.elo0)),
        Hypothesis::H1 => format!("H1 ({})", elo(test.sprt.elo1)),
    };
    match test.verdict {
        Some((accepted, pairs)) => {
            let other = match accepted {
                Hypothesis::H0 => Hypothesis::H1,
                Hypothesis::H1 => Hypothesis::H0,
            };
            format!(
                "The sequential test has accepted {} against {} after {}. It ends when the games speak \
                 for one side: the estimate above leans to that side.",
                hypothesis(accepted),
                hypothesis(other),
                text::count(pairs, "pair"),
            )
        }
        None => format!(
            "The sequential test of {} against {} is not decided.",
            hypothesis(Hypothesis::H1),
            hypothesis(Hypothesis::H0),
        ),
    }
}

fn headline_of_many(summary: &Summary) -> Markup {
    let played = summary
        .engines
        .iter()
        .any(|engine| engine.tally.games() > 0);
    let ranking = tables::ranking(summary);
    html! {
        @if let (true, [first, second, ..]) = (played, ranking.as_slice()) {
            p.result { (name(summary, first.0)) " " small { "is ahead" } }
            p.meaning {
                (name(summary, first.0)) " has " (signed(first.1.value, 0)) " Elo (" (CONFIDENCE) ": "
                (text::interval(&first.1)) ") against the mean of all, " (name(summary, second.0)) " follows with "
                (signed(second.1.value, 0)) " (" (text::interval(&second.1)) ")."
            }
        } @else {
            p.result { "No result yet" }
            p.meaning { "No game has finished that counts." }
        }
    }
}

/// Returns the plot of the Elo difference over the games, if there are two engines.
fn course_of(names: &[&str], stages: &[Stage]) -> Option<Plot> {
    let [first, second] = names else {
        return None;
    };
    let stages = plots::thinned(stages);
    let points: Vec<EloPoint> = stages.iter().filter_map(EloPoint::of).collect();
    plots::elo(&points, (first, second), CONFIDENCE)
}

impl EloPoint {
    fn of(stage: &Stage) -> Option<EloPoint> {
        let games = f64::from(stage.games);
        stage.pairs.elo().map(|elo| EloPoint { games, elo })
    }
}
