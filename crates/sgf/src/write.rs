//! Writer of records.

use sgf_parse::go::{Move as SgfMove, Prop};
use sgf_parse::{SgfNode, SimpleText, Text};

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, GameEnd, PlayedMove, Record, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{Buttons, PassRule, ScoringRule};

use super::points::{for_parser, letters};
use super::ruleset::{to_hpr, to_ru};
use super::text::{escape, one_line};

/// Number of moves on a line.
const MOVES_PER_LINE: usize = 10;

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
}

/// Returns the game as the text of an SGF file.
///
/// `rules_id` is the preferred id of the rule set, since two presets may have equal rules. Points
/// from token moves appear in a comment at the end.
///
/// [`read`](super::read()) gives the same game back, except for a final resignation, agreements on
/// dead stones, and the order of the setup stones.
#[must_use]
pub fn write(game: &Game, rules_id: &str, info: &Info<'_>) -> String {
    let size = game.board().size();
    let mut nodes = vec![root(game, rules_id, info)];
    for (record, proposes) in game.records().iter().zip(game.proposals()) {
        let (played, token) = match record.action {
            PlayedMove::Place(point) => (SgfMove::Move(for_parser(size, point)), None),
            PlayedMove::Token(token) => (SgfMove::Pass, token_name(game, record, token, proposes)),
            PlayedMove::Resign => continue,
        };
        let mut node = vec![match record.color {
            Color::Black => Prop::B(played),
            Color::White => Prop::W(played),
        }];
        node.extend(token.map(|name| raw("HPM", [name])));
        nodes.push(node);
    }
    if let (Some(last), Some(text)) = (nodes.last_mut(), ledger(game)) {
        last.push(Prop::C(Text { text }));
    }
    let mut file = String::from("(");
    for (index, node) in nodes.into_iter().enumerate() {
        if index % MOVES_PER_LINE == 1 {
            file.push('\n');
        }
        // Nodes are written one by one, because the crate writes children recursively and copies
        // them at every level.
        file += &SgfNode::new(node, Vec::new(), index == 0).to_string();
    }
    file += ")\n";
    file
}

/// Returns a property whose values the crate writes unchanged and in order. It would write lists in
/// random order.
fn raw(name: &str, values: impl IntoIterator<Item = String>) -> Prop {
    Prop::Unknown(name.to_string(), values.into_iter().collect())
}

fn root(game: &Game, rules_id: &str, info: &Info<'_>) -> Vec<Prop> {
    let (setup, rules) = (game.setup(), game.rules());
    let size = setup.size();
    let simple = |text: &str| SimpleText {
        text: one_line(text),
    };
    let sides = match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let mut root = vec![
        Prop::FF(4),
        Prop::GM(1),
        Prop::CA(simple("UTF-8")),
        Prop::AP((simple("halfpoint"), simple(env!("CARGO_PKG_VERSION")))),
        raw("SZ", [sides]),
        Prop::RU(simple(&to_ru(rules, rules_id))),
        raw("HPR", [escape(&to_hpr(rules, rules_id))]),
        Prop::KM(game.komi().points()),
    ];
    if setup.handicap() > 0 {
        root.push(Prop::HA(setup.handicap() as i64));
    }
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let of_color = setup.stones().iter().filter(|(_, stone)| *stone == color);
        let points: Vec<String> = of_color.map(|&(point, _)| letters(size, point)).collect();
        if !points.is_empty() {
            root.push(raw(name, points));
        }
    }
    let first = game.records().first().map(|record| record.color);
    let usual = match setup.handicap() {
        0 => Color::Black,
        _ => Color::White,
    };
    let plain = setup.stones().len() == setup.handicap();
    if !plain || setup.to_move() != usual || first.is_some_and(|color| color != usual) {
        root.push(Prop::PL(match setup.to_move() {
            Color::Black => sgf_parse::Color::Black,
            Color::White => sgf_parse::Color::White,
        }));
    }
    let settled = settled(game);
    if let Some(result) = info.result.or(settled.as_deref()) {
        root.push(Prop::RE(simple(result)));
    }
    root.extend(info.black.map(|name| Prop::PB(simple(name))));
    root.extend(info.white.map(|name| Prop::PW(simple(name))));
    root.extend(info.comment.map(|text| {
        Prop::GC(Text {
            text: text.to_string(),
        })
    }));
    root
}

/// Returns the result if play itself has settled it.
fn settled(game: &Game) -> Option<String> {
    match game.state().over? {
        GameEnd::Passes => None,
        GameEnd::Draw | GameEnd::Resign(_) | GameEnd::Void | GameEnd::NoMove(_) => {
            let no_stones = PointSet::new(game.board().size());
            Some(game.outcome(&no_stones).result_or_void())
        }
    }
}

/// Returns the value of `HPM`; `None` for a pass that needs none.
fn token_name(game: &Game, record: &Record, token: Token, proposes: bool) -> Option<String> {
    if proposes {
        let size = game.board().size();
        let points = record.proposed.iter().map(|&point| letters(size, point));
        let words: Vec<String> = std::iter::once("propose".to_string())
            .chain(points)
            .collect();
        return Some(words.join(":"));
    }
    let plain = token == Token::Pass && game.rules().buttons == Buttons::None;
    (!plain).then(|| token.name().to_string())
}

/// Returns a comment with the points, or the prisoners in the bowls, that token moves gave each
/// player; `None` under rules whose token moves give nothing.
fn ledger(game: &Game) -> Option<String> {
    let (rules, state) = (game.rules(), game.state());
    if rules.scoring == ScoringRule::Spare {
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
    if rules.pass == PassRule::Free && rules.buttons == Buttons::None {
        return None;
    }
    let [black, white] = Color::BOTH.map(|color| {
        let parts = [
            ("pass stones", state.ledger.pass_stones[color]),
            ("buttons", state.ledger.buttons[color]),
            ("half-passes", state.ledger.half_passes[color]),
        ];
        let told: Vec<String> = parts
            .into_iter()
            .filter(|(_, points)| *points != HalfPoints::ZERO)
            .map(|(what, points)| format!("{what} {points}"))
            .collect();
        let total = state.ledger.total(color);
        match told.is_empty() {
            true => total.to_string(),
            false => format!("{total} ({})", told.join(", ")),
        }
    });
    Some(format!(
        "Points from token moves - Black {black}, White {white}"
    ))
}
