//! Runs the table `gtp-tests/conformance.tsv` over GTP: each row has a rule set, a sequence of
//! moves, and the expected state after it. The head of the table describes its columns.

use std::fs;
use std::path::Path;

use serde_json::Value;

use halfpoint_core::game::TokenKind;
use halfpoint_gtp::{Options, Session};

use crate::talk;

const COLUMNS: [&str; 13] = [
    "rules",
    "size",
    "komi",
    "setup",
    "moves",
    "to_move",
    "pass_means",
    "tokens",
    "ledger",
    "passes",
    "over",
    "result",
    "note",
];

/// A session that commands are sent to.
struct Client {
    session: Session,
}

impl Client {
    fn send(&mut self, command: &str) -> Result<String, String> {
        talk::answer(&mut self.session, command).map_err(|reason| format!("{command}: ? {reason}"))
    }

    /// Sets up the position of a row.
    fn set_up(&mut self, text: &str) -> Result<(), String> {
        let (mut stones, mut to_move) = (String::new(), None);
        for part in text.split(' ').filter(|&part| part != "-") {
            let (kind, value) = part.split_once(':').ok_or(format!("setup {part}"))?;
            let points = value.split(',');
            match kind {
                "fixed" => drop(self.send(&format!("fixed_handicap {value}"))?),
                "free" => {
                    drop(self.send(&format!("set_free_handicap {}", value.replace(',', " ")))?)
                }
                "black" => stones.extend(points.map(|point| format!(" b {point}"))),
                "white" => stones.extend(points.map(|point| format!(" w {point}"))),
                "tomove" => to_move = Some(value),
                "bowl" => drop(self.send(&format!("kata-set-rule bowlHandicap {value}"))?),
                "worth" => {
                    let (black, white) = value.split_once('/').ok_or(format!("setup {part}"))?;
                    let worth = format!("{{\"black\":{black},\"white\":{white}}}");
                    self.send(&format!("kata-set-rule buttonWorth {worth}"))?;
                }
                _ => return Err(format!("setup {part}")),
            }
        }
        if !stones.is_empty() {
            self.send(&format!("gogui-setup{stones}"))?;
        }
        if let Some(color) = to_move {
            self.send(&format!("gogui-setup_player {color}"))?;
        }
        Ok(())
    }

    /// Runs an entry of the column `moves`, which may have to be refused for a given reason.
    fn make(&mut self, text: &str) -> Result<(), String> {
        let (what, refusal) = match text.split_once('!') {
            Some((what, reason)) => (what, Some(reason)),
            None => (text, None),
        };
        let inside = |text: &str, name: &str| {
            let list = text.strip_prefix(name)?.strip_suffix(')')?;
            Some(list.replace(',', " "))
        };
        let command = if what == "undo" {
            what.to_string()
        } else if let Some(stones) = inside(what, "dead(") {
            let stones = if stones.is_empty() { "none" } else { &stones };
            format!("halfpoint-dead {stones}")
        } else {
            let (color, what) = what.split_once(':').ok_or(format!("move {text}"))?;
            match inside(what, "propose(") {
                Some(stones) => format!("halfpoint-propose_dead {color} {stones}"),
                None => format!("play {color} {what}"),
            }
        };
        let Some(reason) = refusal else {
            return self.send(&command).map(drop);
        };
        // Without a kind the command lists the kinds that exist under the rules.
        let kinds = self.send("halfpoint-genmove b")?;
        let kinds: Vec<&str> = kinds.lines().collect();
        let token = what
            .split_once(':')
            .and_then(|(_, name)| name.parse::<TokenKind>().ok());
        let wanted = match reason {
            "game_over" => "game over".to_string(),
            _ if token.is_some_and(|token| !kinds.contains(&token.as_str())) => {
                let state = self.send("halfpoint-state")?;
                let state: Value = serde_json::from_str(&state).map_err(|e| e.to_string())?;
                let tokens = match kinds.is_empty() {
                    true => "none".to_string(),
                    false => kinds.join(", "),
                };
                format!(
                    "illegal move: no {} under {}; tokens: {tokens}",
                    token.map_or("", TokenKind::in_words),
                    state["rules"].as_str().unwrap_or_default(),
                )
            }
            reason => format!("illegal move: {}", reason.replace('_', " ")),
        };
        let before = self.send("halfpoint-state")?;
        match talk::answer(&mut self.session, &command) {
            Err(answer) if answer == wanted => (),
            other => return Err(format!("{command}: wanted ? {wanted}, got {other:?}")),
        }
        if self.send("halfpoint-state")? == before {
            Ok(())
        } else {
            Err(format!("{command}: refused, but the state changed"))
        }
    }

    /// Returns the values of the columns from `to_move` to `result` in this session.
    fn facts(&mut self) -> Result<Vec<String>, String> {
        let state: Value =
            serde_json::from_str(&self.send("halfpoint-state")?).map_err(|e| e.to_string())?;
        let legal = self.send("halfpoint-legal")?;
        let names: Vec<&str> = TokenKind::ALL
            .map(TokenKind::as_str)
            .into_iter()
            .filter(|name| legal.split(' ').any(|word| word == *name))
            .collect();
        let color = if state["to_move"] == "black" {
            "B"
        } else {
            "W"
        };
        let over = state["over"].as_str().unwrap_or("no");
        Ok(vec![
            color.to_string(),
            self.send("halfpoint-pass_means")?,
            if names.is_empty() {
                "-".to_string()
            } else {
                names.join(",")
            },
            format!("{}/{}", state["ledger"]["black"], state["ledger"]["white"]),
            state["consecutive_passes"].to_string(),
            over.to_string(),
            self.send("final_score")?,
        ])
    }
}

/// Checks a row of the table.
fn check(row: &[&str]) -> Result<(), String> {
    let [rules, size, komi, setup, moves, ..] = row else {
        return Err("too few columns".to_string());
    };
    let mut client = Client {
        session: Session::new(Options::default()),
    };
    client.send(&format!("boardsize {}", size.replace('x', " ")))?;
    client.send(&format!("komi {komi}"))?;
    client.send(&format!("kgs-rules {rules}"))?;
    client.send("halfpoint-dead none")?;
    client.set_up(setup)?;
    for text in moves.split(' ').filter(|&text| text != "-") {
        client.make(text)?;
    }
    let mut wrong = Vec::new();
    for ((found, wanted), column) in client.facts()?.iter().zip(&row[5..]).zip(&COLUMNS[5..]) {
        if found != wanted {
            wrong.push(format!("{column}: wanted {wanted}, got {found}"));
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("; "))
    }
}

#[test]
fn conformance_table_holds_over_gtp() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gtp-tests/conformance.tsv");
    let text = fs::read_to_string(&path).expect("gtp-tests/conformance.tsv");
    let (mut rows, mut failures) = (0, Vec::new());
    for (index, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        rows += 1;
        let row: Vec<&str> = line.split('\t').collect();
        let result = match row.len() {
            13 => check(&row),
            other => Err(format!("{other} columns")),
        };
        if let Err(error) = result {
            failures.push(format!(
                "line {}: {}\n    {error}",
                index + 1,
                row.join(" | ")
            ));
        }
    }
    assert!(rows > 0, "there are rows");
    assert!(
        failures.is_empty(),
        "{} of {rows} rows fail\n{}",
        failures.len(),
        failures.join("\n")
    );
}
