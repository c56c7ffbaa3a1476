//! View of a game for the page: the picture of the board, the moves that are legal now, the
//! tokens, and the count under every rule set.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{
    ButtonName, Game, GameEnd, IllegalMove, Move, PlayedMove, Proposal, Token, TokenKind,
};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::{color_word, vertex};
use halfpoint_core::rules::{DeadStoneRule, NamedRules, PRESETS, PassRule, ScoringRule};
use halfpoint_report::picture::{self, BoardPicture};
use halfpoint_report::words::{Heading, both_counts, differences};
use halfpoint_report::{Assumptions, Table, json, pass_line};
use serde_json::{Value, json};

use super::held;
use super::lights::lights;

/// Returns the parts of the page that change with each move, in JSON. Nothing is counted, so that
/// it is quick.
pub fn view(game: &Game, rules: &NamedRules) -> Value {
    let (to_move, state) = (game.to_move(), game.state());
    json!({
        "rules": rules.id,
        "board": board(&picture::position(game)),
        "moves": game.records().len(),
        "toMove": color_word(to_move),
        "over": state.over.map(json::end_word),
        "closed": game.position().is_closed(),
        "stones": stones(game),
        "fates": fates(game),
        "legal": placements(game, to_move),
        "illegal": illegal(game, to_move),
        "tokens": tokens(game, to_move),
        "passMeans": (!game.position().is_closed()).then(|| pass_line(game, to_move)),
        "lastMove": last_move(game),
        "captures": pair(state.captures),
        "things": things(game),
        "held": held::pictures(game),
        "ledger": ledger(game),
        "agrees": game.rules().dead == DeadStoneRule::Agreed,
        "proposes": proposes(game),
        "proposal": proposal(game),
    })
}

/// Returns the count of a game under every rule set in JSON, with a picture of it. `assumptions`
/// are the dead stones if none were agreed on.
pub fn count(
    game: &Game,
    rules: NamedRules,
    assumptions: Assumptions,
    readings: &mut ReadingCache,
) -> Value {
    let all: Vec<NamedRules> = PRESETS.iter().map(NamedRules::from).collect();
    let table = Table::cached(game, rules, &all, assumptions, readings);
    json!({
        "board": board(&picture::counted_position(&table)),
        "lights": lights(&table, readings),
        "table": json::object(&table, &Heading::default(), "", 1),
        "differences": differences(&table),
        "bothCounts": both_counts(&table),
    })
}

fn pair<T: serde::Serialize>([black, white]: [T; 2]) -> Value {
    json!({ "black": black, "white": white })
}

/// Returns a picture with the places of its points.
pub fn board(picture: &BoardPicture) -> Value {
    json!({
        "svg": picture.svg,
        "width": picture.size[0],
        "height": picture.size[1],
        "origin": picture.origin,
        "cell": picture.cell,
    })
}

/// Returns the stones of each colour.
fn stones(game: &Game) -> Value {
    let size = game.board().size();
    pair(Color::BOTH.map(|color| {
        let stones = game.board().stones();
        let own = stones.filter(|(_, owner)| *owner == color);
        own.map(|(point, _)| vertex(size, point))
            .collect::<Vec<_>>()
    }))
}

/// Returns the stones in lists of those that are dead or alive together; empty while nobody marks
/// dead stones.
fn fates(game: &Game) -> Vec<Vec<String>> {
    let is_over = game.state().over == Some(GameEnd::Passes);
    let is_agreed = is_over && game.rules().dead == DeadStoneRule::Agreed;
    let mut lists = Vec::new();
    if !is_agreed && !proposes(game) {
        return lists;
    }
    let size = game.board().size();
    let mut left = PointSet::of(size, game.board().stones().map(|(point, _)| point));
    while let Some(stone) = left.first() {
        let fate = game.sharing_fate(&[stone]);
        left -= fate;
        lists.push(fate.iter().map(|point| vertex(size, point)).collect());
    }
    lists
}

fn placements(game: &Game, color: Color) -> Vec<String> {
    let size = game.board().size();
    let points = game.position().placements(color);
    points
        .into_iter()
        .map(|point| vertex(size, point))
        .collect()
}

/// Returns the empty points on which `color` must not place a stone, with the reasons.
fn illegal(game: &Game, color: Color) -> Value {
    let size = game.board().size();
    let position = game.position();
    let reasons = size.points().filter_map(|point| {
        let mv = Move::Place(point);
        match position.resolve(color, &mv) {
            Err(IllegalMove::Occupied) | Ok(_) => None,
            Err(reason) => Some((vertex(size, point), Value::from(reason.reason()))),
        }
    });
    Value::Object(reasons.collect())
}

/// Returns the token moves that are legal by name, each with its meaning for the ledger.
fn tokens(game: &Game, color: Color) -> Vec<Value> {
    let position = game.position();
    let plain = position.plain_pass(color).ok();
    let mut moves = Vec::new();
    if let Some(token) = plain {
        let name = match token {
            Token::Pass => "pass",
            other => other.name().in_words(),
        };
        moves.push(token_move(game, color, "pass", name, token));
    }
    for (kind, token) in position.tokens_iter(color) {
        if Some(token) != plain {
            moves.push(token_move(
                game,
                color,
                kind.as_str(),
                kind.in_words(),
                token,
            ));
        }
    }
    moves
}

/// Returns a token move: the move to send, its name, and the half-points that it changes.
fn token_move(game: &Game, color: Color, mv: &str, name: &str, token: Token) -> Value {
    let before = game.state().ledger;
    let rules = game.rules();
    let mut after = game.position().clone();
    after.make(color, PlayedMove::Token(token), |_| ());
    let gain = |of: Color| after.state().ledger.total(of) - before.total(of);
    json!({
        "move": mv,
        "name": name,
        "deed": held::deed(rules, color, token, game.state(), after.state()),
        "gain": pair(Color::BOTH.map(gain)),
        "ends": after.state().over.map(json::end_word),
        "answer": answer(game.state().proposal, after.state().proposal),
    })
}

fn last_move(game: &Game) -> Value {
    match game.records().last() {
        None => Value::Null,
        Some(record) => json!({
            "color": color_word(record.color),
            "move": record.action.text(game.board().size()),
            "deed": held::last_deed(game),
        }),
    }
}

/// Returns the things that lie beside the board: buttons with their holders and whether they go
/// back on the table with the next move, the half-pass zone, and the bowls.
fn things(game: &Game) -> Value {
    let (rules, state) = (game.rules(), game.state());
    let returning = state.returning_button(rules).map(|(name, _)| name);
    let buttons = ButtonName::all_under(rules).iter().map(|&name| {
        json!({
            "name": name.in_words(),
            "holder": state.button_holder(rules, name).map(color_word),
            "returns": returning == Some(name),
        })
    });
    let zone = (rules.pass == PassRule::HalfThenStone).then(|| pair(state.half_pass_zone));
    let bowls = (rules.scoring == ScoringRule::Spare).then(|| {
        json!({
            "regular": pair(Color::BOTH.map(|color| state.bowls.regular[color])),
            "ultimate": state.bowls.ultimate_in.map(color_word),
        })
    });
    json!({
        "buttons": buttons.collect::<Vec<_>>(),
        "halfPassZone": zone,
        "bowls": bowls,
    })
}

/// Returns the points that token moves gave each side.
fn ledger(game: &Game) -> Value {
    let ledger = &game.state().ledger;
    pair(Color::BOTH.map(|color| ledger.total(color)))
}

/// Returns whether the next pass may propose dead stones.
fn proposes(game: &Game) -> bool {
    let mv = Move::Propose(Vec::new());
    game.position().resolve(game.to_move(), &mv).is_ok()
}

/// Returns the stones that are proposed as dead, and whether the proposal waits for its answer.
fn proposal(game: &Game) -> Value {
    let size = game.board().size();
    match game.proposed_dead() {
        None => Value::Null,
        Some(stones) => json!({
            "stones": stones.iter().map(|point| vertex(size, point)).collect::<Vec<_>>(),
            "pending": matches!(game.state().proposal, Proposal::Pending(_)),
        }),
    }
}

/// Returns what a token move answers to the proposal that waits for an answer.
fn answer(before: Proposal, after: Proposal) -> Option<&'static str> {
    match (before, after) {
        (Proposal::Pending(_), Proposal::Accepted(_)) => Some("accepts the proposal"),
        (Proposal::Pending(_), _) => Some("declines the proposal"),
        _ => None,
    }
}

/// Returns the rule sets of the table, for the page's list.
pub fn rule_sets() -> Value {
    let sets = PRESETS.iter().map(|preset| {
        json!({
            "id": preset.id,
            "description": preset.description,
            "komi": preset.usual_komi,
            "komiElsewhere": preset.komi_elsewhere.unwrap_or(preset.usual_komi),
            "tokens": TokenKind::all_under(&preset.rules)
                .iter()
                .map(|kind| kind.as_str())
                .collect::<Vec<_>>(),
        })
    });
    Value::Array(sets.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::half_points::HalfPoints;

    /// Plays the first legal token move until a game is over, or gives up after some moves.
    fn passed_out(rules: &NamedRules) -> Game {
        let size = halfpoint_core::board::Size::square(5);
        let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
        for _ in 0..12 {
            let seen = view(&game, rules);
            let moves = seen["tokens"].as_array().expect("tokens");
            let Some(mv) = moves.first().and_then(|token| token["move"].as_str()) else {
                break;
            };
            let before = game.state().ledger;
            let gain = moves[0]["gain"].clone();
            let color = game.to_move();
            let mv = super::super::game::read_move(size, mv).expect("a move");
            game.play(color, &mv).expect("a legal move");
            let gained = pair(
                Color::BOTH.map(|color| game.state().ledger.total(color) - before.total(color)),
            );
            assert_eq!(gain, gained, "{rules}: the gain is that of the move");
            if game.state().over.is_some() {
                break;
            }
        }
        game
    }

    #[test]
    fn token_moves_gain_as_the_view_says_under_every_rule_set() {
        for preset in &PRESETS {
            let rules = NamedRules::from(preset);
            let game = passed_out(&rules);
            assert!(
                game.state().over.is_some(),
                "{rules}: a game of tokens ends"
            );
        }
    }

    #[test]
    fn buttons_have_holders_and_the_last_one_returns_if_play_goes_on() {
        for (id, wanted) in [
            ("chinese", json!([])),
            ("button_equivalence", json!([["button", "white", false]])),
            (
                "two_button",
                json!([
                    ["first button", "black", false],
                    ["last button", "white", true]
                ]),
            ),
            ("reverse_button", json!([["button", "white", true]])),
        ] {
            let rules: NamedRules = id.parse().expect("a rule set");
            let size = halfpoint_core::board::Size::square(3);
            let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
            for _ in 0..2 {
                game.play(game.to_move(), &Move::Pass).expect("a pass");
            }
            let seen = view(&game, &rules);
            let buttons = seen["things"]["buttons"].as_array().expect("a list");
            let found: Vec<Value> = buttons
                .iter()
                .map(|one| json!([one["name"], one["holder"], one["returns"]]))
                .collect();
            assert_eq!(json!(found), wanted, "{id}");
        }
    }

    #[test]
    fn a_token_move_takes_the_mark_off_the_last_stone() {
        let rules = NamedRules::from(&PRESETS[1]);
        let size = halfpoint_core::board::Size::square(3);
        let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
        let has_mark = |game: &Game| {
            let seen = view(game, &rules);
            seen["board"]["svg"]
                .as_str()
                .map(|svg| svg.contains("#d9412f"))
        };
        for (mv, is_marked) in [("B2", true), ("pass", false), ("A1", true)] {
            let mv = super::super::game::read_move(size, mv).expect("a move");
            game.play(game.to_move(), &mv).expect("a legal move");
            assert_eq!(has_mark(&game), Some(is_marked), "{mv:?}");
        }
    }

    #[test]
    fn stones_that_share_their_fate_stand_in_one_list_where_they_are_marked() {
        let rules: NamedRules = "chinese".parse().expect("a rule set");
        let size = halfpoint_core::board::Size::square(5);
        let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
        for mv in [
            "C1", "A5", "C2", "A1", "C3", "E5", "C4", "pass", "C5", "pass",
        ] {
            let mv = super::super::game::read_move(size, mv).expect("a move");
            game.play(game.to_move(), &mv).expect("a legal move");
            assert_eq!(view(&game, &rules)["fates"], json!([]));
        }
        game.play(Color::Black, &Move::Pass).expect("a pass");
        let seen = view(&game, &rules);
        let mut lists: Vec<Vec<&str>> = Vec::new();
        for list in seen["fates"].as_array().expect("lists") {
            let mut names: Vec<&str> = list
                .as_array()
                .expect("names")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            names.sort_unstable();
            lists.push(names);
        }
        lists.sort_unstable();
        let wall = vec!["C1", "C2", "C3", "C4", "C5"];
        assert_eq!(lists, [vec!["A1", "A5"], wall, vec!["E5"]]);
    }

    #[test]
    fn a_pass_means_something_as_long_as_the_game_can_go_on() {
        for preset in &PRESETS {
            let rules = NamedRules::from(preset);
            let size = halfpoint_core::board::Size::square(2);
            let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
            for _ in 0..8 {
                let is_closed = game.position().is_closed();
                assert_eq!(view(&game, &rules)["passMeans"].is_null(), is_closed);
                let _ = game.play(game.to_move(), &Move::Pass);
            }
        }
    }

    #[test]
    fn illegal_points_have_reasons_and_stones_have_none() {
        let rules = NamedRules::from(&PRESETS[1]);
        let size = halfpoint_core::board::Size::square(3);
        let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
        for mv in ["B1", "pass", "A2", "pass"] {
            let mv = super::super::game::read_move(size, mv).expect("a move");
            game.play(game.to_move(), &mv).expect("a legal move");
        }
        game.play(Color::Black, &Move::Pass).expect("a pass");
        let seen = view(&game, &rules);
        assert_eq!(seen["toMove"], "white");
        assert_eq!(seen["illegal"], json!({ "A1": "suicide" }));
        assert_eq!(seen["stones"]["black"], json!(["B1", "A2"]));
    }
}
