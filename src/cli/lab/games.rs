//! `halfpoint dev lab games`: what half a point did in games of a net against itself.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use halfpoint_lab::games::{
    Class, EvenKomi, Examiner, Mean, PARTS, Price, Reliability, Statistics,
};
use halfpoint_report::json::term_name;
use halfpoint_train::Variety;
use halfpoint_train::shard::{ShardReader, list};

use crate::cli::common::print;
use crate::cli::games::open_or_embedded;
use crate::cli::progress::Progress;

/// Options of `halfpoint dev lab games`.
#[derive(Args, Debug)]
pub(in crate::cli) struct LabGamesArgs {
    /// Folders that `halfpoint dev selfplay` wrote, or shards
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,
    /// Net that judges positions [default: the net in the program]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Print JSON, with the standard error of each mean
    #[arg(long)]
    json: bool,
}

impl LabGamesArgs {
    pub(super) fn run(self) -> Result<(), String> {
        let net = open_or_embedded(self.net.as_deref())?;
        let mut examiner = Examiner::new(&net, &Variety::all_rules());
        let shards = list(&self.data).map_err(|error| error.to_string())?;
        if shards.is_empty() {
            return Err("there are no shards in the folders".to_string());
        }
        let telling = Progress::begin("begins");
        for (number, path) in shards.iter().enumerate() {
            telling.count(number, shards.len(), "shards");
            let games = ShardReader::open(path).map_err(|error| error.to_string())?;
            for game in games {
                let added = game.and_then(|game| examiner.add(&game));
                added.map_err(|error| error.to_string())?;
            }
        }
        drop(telling);
        let classes = examiner.into_classes();
        if self.json {
            return print(&format!("{:#}\n", report(&classes)));
        }
        print(&komi_table(&classes))?;
        print(&token_table(&classes))?;
        print(&changed_table(&classes))?;
        print(&price_table(&classes))?;
        print(&other_table(&classes))?;
        print(&reliability_table(&classes))
    }
}

/// Statistics by class.
type Classes = BTreeMap<Class, Statistics>;

/// Returns a class as `rules WxH`, in columns.
fn label((rules, (width, height)): &Class) -> String {
    format!("{rules:<20}{:<6}", format!("{width}x{height}"))
}

/// Returns a number with `digits` decimals; a dash for none.
fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_string(), |value| format!("{value:.digits$}"))
}

fn komi_table(classes: &Classes) -> String {
    let mut text = format!(
        "Komi at which both sides win half of the games from the empty board (ultimate: prisoners)\n\n\
         {:<20}{:<6}{:>6}  {:>6}  {:>6}\n",
        "rules", "size", "games", "komi", "±"
    );
    for (class, statistics) in classes {
        let even = EvenKomi::of(&statistics.results);
        text += &format!(
            "{}{:>6}  {:>6}  {:>6}\n",
            label(class),
            statistics.results.len(),
            number(even.map(|even| even.komi), 2),
            number(even.map(|even| even.margin), 2),
        );
    }
    text
}

fn token_table(classes: &Classes) -> String {
    let mut text = format!(
        "\nfirst: moves of a game before its first token move · resumed: games in which stones were \
         placed after it · after: how many\n\n\
         {:<20}{:<6}{:>6}  {:>6}  {:>8}  {:>6}\n",
        "rules", "size", "games", "first", "resumed", "after"
    );
    for (class, statistics) in classes {
        text += &format!(
            "{}{:>6}  {:>6}  {:>8}  {:>6}\n",
            label(class),
            statistics.games,
            percent(&statistics.first_token),
            percent(&statistics.resumed),
            number(statistics.stones_after.mean(), 2),
        );
    }
    text
}

/// Returns a share in per cent.
fn percent(share: &Mean) -> String {
    match share.mean() {
        Some(share) => format!("{:.1} %", 100.0 * share),
        None => "–".to_string(),
    }
}

fn changed_table(classes: &Classes) -> String {
    let mut text = format!(
        "\nGames with another result without the points of\n\n{:<20}{:<6}{:<14}{:>6}  {:>15}  {:>15}  {:>15}\n",
        "rules", "size", "", "games", "another winner", "a draw", "no draw"
    );
    for (class, statistics) in classes {
        for (words, changed) in &statistics.changed {
            let shares = [changed.winner, changed.to_draw, changed.from_draw];
            if shares.iter().any(|share| share.mean() != Some(0.0)) {
                let [winner, to_draw, from_draw] = shares.map(|share| {
                    let margin = number(share.margin().map(|margin| 100.0 * margin), 1);
                    format!("{} ± {margin}", percent(&share))
                });
                text += &format!(
                    "{}{words:<14}{:>6}  {winner:>15}  {to_draw:>15}  {from_draw:>15}\n",
                    label(class),
                    changed.winner.count(),
                );
            }
        }
    }
    text
}

fn price_table(classes: &Classes) -> String {
    let mut text = format!(
        "\nCost of a token move in points, by tenths of a game: the net's lead before it less that after it, \
         and the same\nless the cost of a pass by area in the same position\n\n{:<20}{:<6}{:<24}",
        "rules", "size", "token"
    );
    for part in 0..PARTS {
        text += &format!("{:>6}", format!("{}5 %", part));
    }
    text += "\n";
    for (class, statistics) in classes {
        for (token, prices) in &statistics.price {
            let mut row = |what: String, mean: fn(&Price) -> Mean| {
                text += &format!("{}{what:<24}", label(class));
                for price in prices {
                    text += &format!("{:>6}", number(mean(price).mean(), 1));
                }
                text += "\n";
            };
            row((*token).to_string(), |price| price.cost);
            row(format!("{token}, beyond pass"), |price| price.beyond_pass);
        }
    }
    text
}

fn other_table(classes: &Classes) -> String {
    let mut text = format!(
        "\nLead under other rules less that under the game's own, before its first token move, in points\n\n\
         {:<20}{:<6}{:<20}{:>8}{:>12}\n",
        "rules", "size", "other rules", "mean", "deviation"
    );
    for (class, statistics) in classes {
        for (other, lead) in &statistics.other_lead {
            text += &format!(
                "{}{other:<20}{:>8}{:>12}\n",
                label(class),
                number(lead.mean(), 2),
                number(lead.deviation(), 2),
            );
        }
    }
    text
}

/// Returns the winning chances of all classes, by tenths.
fn reliability(classes: &Classes) -> [Reliability; PARTS] {
    let mut sums = [Reliability::default(); PARTS];
    for statistics in classes.values() {
        for (sum, one) in sums.iter_mut().zip(&statistics.reliability) {
            sum.merge(one);
        }
    }
    sums
}

fn reliability_table(classes: &Classes) -> String {
    let mut text = format!(
        "\nWinning chances of full searches and results, for the player to move, all classes\n\n\
         {:>10}{:>10}{:>8}{:>8}\n",
        "positions", "expected", "won", "±"
    );
    for Reliability { expected, won } in reliability(classes) {
        let percent = |value: Option<f64>| number(value.map(|value| 100.0 * value), 1);
        text += &format!(
            "{:>10}{:>10}{:>8}{:>8}\n",
            won.count(),
            percent(expected.mean()),
            percent(won.mean()),
            percent(won.margin()),
        );
    }
    text
}

/// Returns everything as JSON.
fn report(classes: &Classes) -> Value {
    let mean = |mean: &Mean| {
        json!({
            "count": mean.count(),
            "mean": mean.mean(),
            "error": mean.error(),
            "deviation": mean.deviation(),
        })
    };
    let class = |((rules, (width, height)), statistics): (&Class, &Statistics)| {
        let even = EvenKomi::of(&statistics.results);
        let price = statistics.price.iter().map(|(token, prices)| {
            let prices = prices.iter().map(|Price { cost, beyond_pass }| {
                json!({ "cost": mean(cost), "beyondPass": mean(beyond_pass) })
            });
            ((*token).to_string(), prices.collect::<Value>())
        });
        let changed = statistics.changed.iter().map(|(words, changed)| {
            let shares = json!({
                "winner": mean(&changed.winner),
                "toDraw": mean(&changed.to_draw),
                "fromDraw": mean(&changed.from_draw),
            });
            (term_name(words), shares)
        });
        let ranges = statistics.reliability.iter();
        let ranges: Vec<Value> = ranges
            .map(|range| json!({ "expected": mean(&range.expected), "won": mean(&range.won) }))
            .collect();
        let others = statistics.other_lead.iter();
        let others = others.map(|(other, lead)| ((*other).to_string(), mean(lead)));
        json!({
            "rules": rules,
            "width": width,
            "height": height,
            "games": statistics.games,
            "evenKomi": even.map(|even| json!({
                "komi": even.komi,
                "margin": even.margin,
                "games": even.games,
            })),
            "firstToken": mean(&statistics.first_token),
            "resumed": mean(&statistics.resumed),
            "stonesAfter": mean(&statistics.stones_after),
            "changed": changed.collect::<serde_json::Map<_, _>>(),
            "reliability": ranges,
            "price": price.collect::<serde_json::Map<_, _>>(),
            "otherLead": others.collect::<serde_json::Map<_, _>>(),
        })
    };
    Value::from(classes.iter().map(class).collect::<Vec<_>>())
}
