//! Conformance table, checked with the library and with the reference model.

use crate::model;

use std::collections::BTreeMap;
use std::fmt::Debug;

use model::{Model, ModelMove};

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, GameEnd, Move, Setup, TokenKind, fixed_handicap};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{parse_color, parse_vertex};
use halfpoint_core::rules::{PRESETS, find};

const TABLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../gtp-tests/conformance.tsv"
);

type Failure = String;

fn over_name(over: Option<GameEnd>) -> &'static str {
    match over {
        None => "no",
        Some(GameEnd::Passes) => "passes",
        Some(GameEnd::Draw) => "draw",
        Some(GameEnd::Resign(_)) => "resign",
        Some(GameEnd::Void) => "void",
        Some(GameEnd::NoMove(_)) => "no_move",
    }
}

fn points(size: Size, names: &str) -> Result<Vec<Point>, Failure> {
    let names = names.split(',').filter(|name| !name.is_empty());
    names
        .map(|name| parse_vertex(size, name).ok_or_else(|| format!("no point: {name}")))
        .collect()
}

/// Returns the stones in the brackets of `word(A1,B2)`; `None` if `said` is not of that form.
fn stones_of(size: Size, said: &str, word: &str) -> Option<Result<Vec<Point>, Failure>> {
    let names = said
        .strip_prefix(word)?
        .strip_prefix('(')?
        .strip_suffix(')')?;
    Some(points(size, names))
}

/// Game of one row of the table, held by the library and by the model.
struct Row {
    size: Size,
    game: Game,
    model: Model,
}

impl Row {
    fn start(rules: &str, size: &str, komi: &str, setup: &str) -> Result<Row, Failure> {
        let preset = find(rules).filter(|preset| preset.id == rules);
        let mut rules = preset.ok_or("no such rule set")?.rules;
        let (width, height) = size.split_once('x').ok_or("no size")?;
        let side = |text: &str| text.parse().map_err(|_| format!("no side: {text}"));
        let size = Size::new(side(width)?, side(height)?).map_err(|e| e.to_string())?;
        let komi: HalfPoints = komi.parse().map_err(|_| "no komi")?;

        let mut stones = Vec::new();
        let mut handicap = Vec::new();
        let mut first = Color::Black;
        let mut worth = None;
        for part in setup.split(' ').filter(|part| *part != "-") {
            let (what, value) = part.split_once(':').ok_or("no setup")?;
            let number = || {
                value
                    .parse::<i16>()
                    .map_err(|_| format!("no number: {value}"))
            };
            match what {
                "fixed" => {
                    let number = usize::from(number()?.unsigned_abs());
                    handicap = fixed_handicap(size, number).map_err(|e| e.to_string())?;
                }
                "free" => handicap = points(size, value)?,
                "bowl" => rules.bowl_handicap = number()?,
                "worth" => {
                    let (black, white) = value.split_once('/').ok_or("no worth")?;
                    let halves =
                        |text: &str| text.parse().map_err(|_| format!("no number: {text}"));
                    let both: [i32; 2] = [halves(black)?, halves(white)?];
                    rules.button_worth = both.map(HalfPoints::from_halves);
                    worth = Some(both);
                }
                "tomove" => first = parse_color(value).ok_or("no colour")?,
                "black" | "white" => {
                    let color = parse_color(what).ok_or("no colour")?;
                    stones.extend(points(size, value)?.into_iter().map(|at| (at, color)));
                }
                _ => return Err(format!("unknown setup: {part}")),
            }
        }
        let setup = if handicap.is_empty() {
            Setup::with_stones(size, stones, first)
        } else if stones.is_empty() {
            Setup::with_handicap(size, &handicap)
        } else {
            return Err("handicap and other stones".to_string());
        };
        let setup = setup.map_err(|e| e.to_string())?;
        let of = |wanted: Color| {
            let stones = setup.stones().iter().filter(|&&(_, color)| color == wanted);
            stones.map(|&(at, _)| size.coordinates(at)).collect()
        };
        let model = Model::new(
            preset.ok_or("no such rule set")?.id,
            model::Setup {
                width: size.width(),
                height: size.height(),
                black: of(Color::Black),
                white: of(Color::White),
                handicap: setup.handicap(),
                white_first: setup.to_move() == Color::White,
                bowl_handicap: i32::from(rules.bowl_handicap),
                button_worth: worth.map(|[black, white]| (black, white)),
            },
            komi.halves(),
        );
        let game = Game::with_setup(rules, setup, komi);
        Ok(Row { size, game, model })
    }

    fn play(&mut self, word: &str) -> Result<(), Failure> {
        if word == "undo" {
            let undone = (self.game.undo().is_some(), self.model.undo());
            return same("undo", undone, (true, true));
        }
        if let Some(stones) = stones_of(self.size, word, "dead") {
            let agreed = self.game.agree_on_dead(&stones?);
            return agreed.map_err(|illegal| format!("{word}: {illegal}"));
        }
        let (word, refusal) = match word.split_once('!') {
            Some((word, refusal)) => (word, Err(refusal)),
            None => (word, Ok(())),
        };
        let (color, said) = word
            .split_once(':')
            .ok_or_else(|| format!("no move: {word}"))?;
        let color = parse_color(color).ok_or_else(|| format!("no colour: {word}"))?;
        let at = |point: Point| self.size.coordinates(point);
        let (play, model_move) = if said == "pass" {
            (Move::Pass, ModelMove::Pass)
        } else if said == "resign" {
            (Move::Resign, ModelMove::Named("resign"))
        } else if let Ok(name) = said.parse::<TokenKind>() {
            (Move::Token(name), ModelMove::Named(name.as_str()))
        } else if let Some(stones) = stones_of(self.size, said, "propose") {
            let stones = stones?;
            let names = stones.iter().map(|&stone| at(stone)).collect();
            (Move::Propose(stones), ModelMove::Propose(names))
        } else {
            let point = parse_vertex(self.size, said).ok_or_else(|| format!("no move: {word}"))?;
            let (x, y) = at(point);
            (Move::Place(point), ModelMove::Place(x, y))
        };
        let before = self.game.clone();
        let in_table = |reason: &str| reason.replace(' ', "_");
        let expected = refusal.map_err(str::to_string);
        let played = self.game.play(color, &play).map(|_| ());
        let ours = played.map_err(|illegal| in_table(illegal.reason()));
        same(word, ours, expected.clone())?;
        if played.is_err() && self.game != before {
            return Err(format!("{word}: refused, but something changed"));
        }
        let theirs = self.model.play(color == Color::Black, model_move);
        let theirs = theirs.map_err(in_table);
        same(&format!("model, {word}"), theirs, expected)
    }

    /// Returns the columns from `to_move` to `result`: those of the library, then those of the
    /// model.
    fn columns(&self) -> [[String; 7]; 2] {
        let none = || PointSet::new(self.size);
        let join = |names: Vec<&str>| match names.len() {
            0 => "-".to_string(),
            _ => names.join(","),
        };
        let points = |halves: i32| HalfPoints::from_halves(halves).to_string();
        let (game, state) = (&self.game, self.game.state());
        let color = game.to_move();
        let pass = game.position().plain_pass(color);
        let tokens = game.position().tokens(color);
        let ledger = Color::BOTH.map(|color| state.ledger.total(color).to_string());
        let dead = game.agreed_dead().cloned().unwrap_or_else(none);
        let turn = |black: bool| if black { "B" } else { "W" }.to_string();
        let ours = [
            turn(color == Color::Black),
            pass.map_or("illegal", |token| token.meaning()).to_string(),
            join(tokens.iter().map(|(name, _)| name.as_str()).collect()),
            ledger.join("/"),
            state.consecutive_passes.to_string(),
            over_name(state.over).to_string(),
            game.outcome(&dead).result(),
        ];
        let model = &self.model;
        let black = model.to_move_black();
        let (to_black, to_white) = model.ledger();
        let dead: Vec<_> = dead
            .iter()
            .map(|point| self.size.coordinates(point))
            .collect();
        let theirs = [
            turn(black),
            model.pass_means(black).to_string(),
            join(model.token_names(black)),
            format!("{}/{}", points(to_black), points(to_white)),
            model.consecutive_passes().to_string(),
            model.over().unwrap_or("no").to_string(),
            model.final_score(&dead),
        ];
        [ours, theirs]
    }
}

fn same<T: PartialEq + Debug>(what: &str, actual: T, expected: T) -> Result<(), Failure> {
    if actual == expected {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected:?}, got {actual:?}"))
    }
}

/// Returns every difference between a row and the library or the model.
fn check(line: &str) -> Vec<Failure> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [rules, size, komi, setup, moves, expected @ .., _note] = &columns[..] else {
        return vec!["too few columns".to_string()];
    };
    if columns.len() != 13 || columns.iter().any(|column| column.is_empty()) {
        return vec![format!("{} columns, or an empty one", columns.len())];
    }
    let mut row = match Row::start(rules, size, komi, setup) {
        Ok(row) => row,
        Err(failure) => return vec![failure],
    };
    for word in moves.split(' ').filter(|word| *word != "-") {
        if let Err(failure) = row.play(word) {
            return vec![failure];
        }
    }
    let names = [
        "to_move",
        "pass_means",
        "tokens",
        "ledger",
        "passes",
        "over",
        "result",
    ];
    let mut failures = Vec::new();
    for (who, actual) in ["library", "model"].into_iter().zip(row.columns()) {
        for ((name, expected), actual) in names.into_iter().zip(expected).zip(actual) {
            failures.extend(same(&format!("{who}, {name}"), actual.as_str(), *expected).err());
        }
    }
    failures
}

#[test]
fn every_row_holds() {
    let table = std::fs::read_to_string(TABLE).expect("the table of the repository");
    let rows = || {
        let numbered = (1..).zip(table.lines());
        numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    };

    let mut failed = 0;
    for (number, line) in rows() {
        let failures = check(line);
        if !failures.is_empty() {
            failed += 1;
            eprintln!("line {number}: {line}");
            for failure in failures {
                eprintln!("    {failure}");
            }
        }
    }

    let mut per_rules: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, line) in rows() {
        *per_rules
            .entry(line.split('\t').next().unwrap_or_default())
            .or_default() += 1;
    }
    println!("{} rows: {per_rules:?}", rows().count());
    for preset in &PRESETS {
        let rows = per_rules.get(preset.id).copied().unwrap_or_default();
        if rows < 10 {
            failed += 1;
            eprintln!("only {rows} rows for {}", preset.id);
        }
    }
    assert_eq!(failed, 0, "see above");
}
