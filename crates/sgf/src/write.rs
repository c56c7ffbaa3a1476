//! Writer of records.

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, GameEnd, PlayedMove, Record, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{ButtonRule, PassRule};

use super::points::letters;
use super::ruleset::{to_hpr, to_ru};
use super::text::{escape, escape_with_colons, one_line};
use super::times::{TimeLeft, Times, left_names, seconds_text};
use super::tree::RawProperty;

/// Number of moves on a line.
pub(super) const MOVES_PER_LINE: usize = 10;

/// Information that a file holds beside the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Info<'a> {
    /// Result. If it is not given, the file has one only if play itself has settled it.
    pub result: Option<&'a str>,
    /// Black's name.
    pub black: Option<&'a str>,
    /// White's name.
    pub white: Option<&'a str>,
    /// Comment about the whole game.
    pub comment: Option<&'a str>,
    /// Limits of time, and the time left after each move.
    pub times: Option<&'a Times>,
}

/// Returns the game as the text of an SGF file.
///
/// `rules_id` is the preferred id of the rule set, since two presets may have equal rules. Points
/// from token moves appear in a comment at the end.
///
/// [`read`](super::read()) gives the same game back, except for a final resignation, agreements on
/// dead stones before the first move or that do not hold any more, and the order of the setup
/// stones.
#[must_use]
pub fn write(game: &Game, rules_id: &str, info: &Info<'_>) -> String {
    let mut file = String::from("(");
    let first = game.records().first().map(|record| record.color);
    print_node(&mut file, &root(game, rules_id, info, first));
    let mut moves = 0;
    for (index, (record, proposes)) in game.records().iter().zip(game.proposals()).enumerate() {
        let Some(mut node) = move_node(game, record, proposes) else {
            continue;
        };
        if moves % MOVES_PER_LINE == 0 {
            file.push('\n');
        }
        moves += 1;
        if let Some(left) = info.times.and_then(|times| times.left.get(index)) {
            node.times_left(left);
        }
        print_node(&mut file, &node);
    }
    let mut last = Properties::default();
    if let Some(dead) = game.agreed_dead().filter(|_| moves > 0) {
        last.agreed(game.board().size(), dead);
    }
    if let Some(text) = ledger(game) {
        last.text("C", &text);
    }
    print_properties(&mut file, &last);
    file += ")\n";
    file
}

/// Appends a node to the text of a file.
pub(super) fn print_node(file: &mut String, node: &Properties) {
    file.push(';');
    print_properties(file, node);
}

fn print_properties(file: &mut String, Properties(properties): &Properties) {
    for (name, values) in properties.iter().filter(|(_, values)| !values.is_empty()) {
        *file += name;
        for value in values {
            file.push('[');
            *file += value;
            file.push(']');
        }
    }
}

/// Properties of a node, to which more are added.
#[derive(Clone, Default)]
pub(super) struct Properties(pub Vec<RawProperty>);

impl Properties {
    /// Adds a property whose values need no escapes or have them already.
    fn property(&mut self, name: &str, values: impl IntoIterator<Item = impl Into<String>>) {
        let values = values.into_iter().map(Into::into).collect();
        self.0.push((name.to_string(), values));
    }

    /// Adds a property with a text, whose line breaks are kept. Other control characters, which a
    /// terminal would interpret, are left out.
    fn text(&mut self, name: &str, text: &str) {
        let is_left_out = |c: char| c.is_control() && c != '\n';
        self.property(name, [escape_with_colons(&text.replace(is_left_out, ""))]);
    }

    /// Adds a property with a text that the format allows on one line only.
    fn simple_text(&mut self, name: &str, text: &str) {
        self.text(name, &one_line(text));
    }

    /// Adds the time that the players have left.
    pub(super) fn times_left(&mut self, left: &[Option<TimeLeft>; 2]) {
        for color in Color::BOTH {
            let [time, count] = left_names(color);
            let Some(left) = left[color] else { continue };
            self.property(time, [seconds_text(left.time)]);
            if let Some(number) = left.count {
                self.property(count, [number.to_string()]);
            }
        }
    }

    /// Adds the stones that both players agreed are dead.
    fn agreed(&mut self, size: Size, dead: &PointSet) {
        let mut stones: Vec<String> = dead.iter().map(|stone| letters(size, stone)).collect();
        if stones.is_empty() {
            stones.push(String::new());
        }
        self.property("HPD", stones);
    }

    /// Adds a move, with the name of its token if it needs one.
    pub(super) fn played(&mut self, color: Color, point: String, token: Option<String>) {
        self.property(color_letter(color), [point]);
        if let Some(name) = token {
            self.property("HPM", [name]);
        }
    }
}

/// Returns the node of a move of the game; `None` for a resignation.
pub(super) fn move_node(game: &Game, record: &Record, proposes: bool) -> Option<Properties> {
    let size = game.board().size();
    let (point, token) = match record.action {
        PlayedMove::Place(point) => (letters(size, point), None),
        PlayedMove::Token(token) => (String::new(), token_name(game, record, token, proposes)),
        PlayedMove::Resign => return None,
    };
    let mut node = Properties::default();
    node.played(record.color, point, token);
    Some(node)
}

/// Returns the letter of a colour, which is also the name of the property of its moves.
fn color_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Returns the root, which holds the game's information and its setup. `first` is the player of the
/// first move, if there is one.
pub(super) fn root(
    game: &Game,
    rules_id: &str,
    info: &Info<'_>,
    first: Option<Color>,
) -> Properties {
    let mut file = Properties::default();
    let (setup, rules) = (game.setup(), game.rules());
    let size = setup.size();
    let sides = match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    file.property("FF", ["4"]);
    file.property("GM", ["1"]);
    file.property("CA", ["UTF-8"]);
    file.property("AP", [concat!("halfpoint:", env!("CARGO_PKG_VERSION"))]);
    file.property("SZ", [sides]);
    file.simple_text("RU", &to_ru(rules, rules_id));
    file.property("HPR", [escape(&to_hpr(rules, rules_id))]);
    file.property("KM", [game.komi().to_string()]);
    if setup.handicap() > 0 {
        file.property("HA", [setup.handicap().to_string()]);
    }
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let of_color = setup.stones().iter().filter(|(_, stone)| *stone == color);
        let mut points = of_color.map(|&(point, _)| letters(size, point)).peekable();
        if points.peek().is_some() {
            file.property(name, points);
        }
    }
    let usual = match setup.handicap() {
        0 => Color::Black,
        _ => Color::White,
    };
    let plain = setup.stones().len() == setup.handicap();
    if !plain || setup.to_move() != usual || first.is_some_and(|color| color != usual) {
        file.property("PL", [color_letter(setup.to_move())]);
    }
    let settled = settled(game);
    if let Some(result) = info.result.or(settled.as_deref()) {
        file.simple_text("RE", result);
    }
    if let Some(times) = info.times {
        if let Some(main) = times.main {
            file.property("TM", [seconds_text(main)]);
        }
        if let Some(overtime) = &times.overtime {
            file.simple_text("OT", overtime);
        }
    }
    if let Some(name) = info.black {
        file.simple_text("PB", name);
    }
    if let Some(name) = info.white {
        file.simple_text("PW", name);
    }
    if let Some(comment) = info.comment {
        file.text("GC", comment);
    }
    file
}

/// Returns the result if play itself has settled it.
pub(super) fn settled(game: &Game) -> Option<String> {
    match game.state().over? {
        GameEnd::Passes => None,
        GameEnd::Draw | GameEnd::Resign(_) | GameEnd::Void | GameEnd::NoMove(_) => {
            let no_stones = PointSet::new(game.board().size());
            Some(game.outcome(&no_stones).result_or_void())
        }
    }
}

/// Returns the value of `HPM` for a proposal of dead stones.
pub(super) fn proposal(size: Size, stones: &[Point]) -> String {
    let points = stones.iter().map(|&point| letters(size, point));
    let words: Vec<String> = std::iter::once("propose".to_string())
        .chain(points)
        .collect();
    words.join(":")
}

/// Returns the value of `HPM`; `None` for a pass that needs none.
fn token_name(game: &Game, record: &Record, token: Token, proposes: bool) -> Option<String> {
    if proposes {
        return Some(proposal(game.board().size(), &record.proposed));
    }
    let plain = token == Token::Pass && game.rules().buttons == ButtonRule::None;
    (!plain).then(|| token.name().to_string())
}

/// Returns a comment with the points, or the prisoners in the bowls, that token moves gave each
/// player; `None` under rules whose token moves give nothing.
fn ledger(game: &Game) -> Option<String> {
    let (rules, state) = (game.rules(), game.state());
    if rules.last_mover_wins() {
        let [black, white] = Color::BOTH.map(|color| {
            let ultimate = match state.bowls.ultimate_in {
                Some(owner) if owner == color => " and the ultimate stone",
                _ => "",
            };
            format!("{}{ultimate}", state.bowls.regular[color])
        });
        return Some(format!(
            "Prisoners in the bowls - Black {black}, White {white}"
        ));
    }
    if rules.pass == PassRule::Free && rules.buttons == ButtonRule::None {
        return None;
    }
    let [black, white] = Color::BOTH.map(|color| {
        let parts = [
            ("pass stones", state.ledger.pass_stones[color]),
            ("buttons", state.ledger.buttons[color]),
            ("half-passes", state.ledger.half_passes[color]),
        ];
        let named: Vec<String> = parts
            .into_iter()
            .filter(|(_, points)| *points != HalfPoints::ZERO)
            .map(|(what, points)| format!("{what} {points}"))
            .collect();
        let total = state.ledger.total(color);
        match named.is_empty() {
            true => total.to_string(),
            false => format!("{total} ({})", named.join(", ")),
        }
    });
    Some(format!(
        "Points from token moves - Black {black}, White {white}"
    ))
}
