//! View of a game for the page: the picture of the board, the moves that are legal now, the
//! tokens, and the count under every rule set.

use halfpoint_core::board::{Color, PointSet, Size};
use halfpoint_core::game::{
    ButtonName, Game, GameEnd, IllegalMove, Move, PlayedMove, Proposal, State, Token, TokenKind,
};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::vertex;
use halfpoint_core::rules::{DeadStoneRule, NamedRules, PRESETS, PassRule, Rules, ScoringRule};
use halfpoint_core::score::{SCORE_TERMS, ScoreBreakdown};
use halfpoint_report::picture;
use halfpoint_report::words::{Heading, both_counts, differences};
use halfpoint_report::{Assumptions, Row, Table, json, pass_line, verdict};

use super::held;
use super::lights::lights;
use crate::wire::{
    BowlsView, ButtonView, CountRow, CountTable, CountView, EndWithoutMove, IllegalPlay, LastMove,
    Pair, PositionView, ProposedDead, RuleSetView, SidePoints, TableThings, TokenMove, VerdictView,
};

/// Returns the parts of the page that change with each move. Nothing is counted, so that it is
/// quick.
pub fn view(game: &Game, rules: &NamedRules) -> PositionView {
    let (to_move, state) = (game.to_move(), game.state());
    let is_closed = game.position().is_closed();
    PositionView {
        rules: rules.id,
        title: rules.title(),
        board: picture::position(game).into(),
        moves: game.records().len(),
        to_move: to_move.into(),
        over: state.over.map(json::end_word),
        closed: is_closed,
        stones: stones(game),
        fates: fates(game),
        illegal: illegal(game, to_move),
        tokens: tokens(game, to_move),
        pass_means: (!is_closed).then(|| pass_line(game, to_move)),
        last_move: last_move(game),
        captures: state.captures.into(),
        things: things(game),
        held: held::pictures(game),
        ledger: Color::BOTH.map(|color| state.ledger.total(color)).into(),
        agrees: game.rules().dead == DeadStoneRule::Agreed,
        proposes: proposes(game),
        proposal: proposal(game),
        clock: None,
    }
}

/// Returns the count of a game under every rule set, with a picture of it. `assumptions` are the
/// dead stones if none were agreed on.
pub fn count(
    game: &Game,
    rules: NamedRules,
    assumptions: Assumptions,
    readings: &mut ReadingCache,
    ended: Option<EndWithoutMove>,
) -> CountView {
    let table = counted(game, rules, assumptions, readings);
    CountView {
        board: picture::counted_position(&table).into(),
        lights: lights(&table, readings),
        table: count_table(&table, ended),
        differences: differences(&table),
        both_counts: both_counts(&table),
    }
}

/// Draws the card of a game: its last position with the counts under all rule sets.
pub fn card(
    game: &Game,
    rules: NamedRules,
    assumptions: Assumptions,
    readings: &mut ReadingCache,
    ended: Option<EndWithoutMove>,
) -> String {
    let heading = Heading {
        title: rules.title().to_string(),
        ended: ended.map(EndWithoutMove::in_words),
        names_rules: true,
        ..Heading::default()
    };
    picture::svg(&counted(game, rules, assumptions, readings), &heading)
}

/// Counts a game under every rule set.
fn counted(
    game: &Game,
    rules: NamedRules,
    assumptions: Assumptions,
    readings: &mut ReadingCache,
) -> Table {
    let all: Vec<NamedRules> = PRESETS.iter().map(NamedRules::from).collect();
    Table::cached(game, rules, &all, assumptions, readings)
}

/// Returns the parts of a table of counts that the page shows.
fn count_table(table: &Table, ended: Option<EndWithoutMove>) -> CountTable {
    let size = table.game.board().size();
    CountTable {
        rules: table.record.rules.id,
        counted: table.as_if(),
        verdict: verdict_view(size, &table.record, ended),
        dead: table.dead.iter().map(|point| vertex(size, point)).collect(),
        warnings: table.warnings.clone(),
        rows: table.rows.iter().map(|row| count_row(size, row)).collect(),
    }
}

/// Returns the result under the rules of a row in words.
fn verdict_view(size: Size, row: &Row, ended: Option<EndWithoutMove>) -> VerdictView {
    match &row.recount {
        Ok(recount) => {
            let found = verdict(recount, ended.map(EndWithoutMove::of_verdict));
            VerdictView {
                text: found.text,
                because: Some(found.because),
            }
        }
        Err(error) => VerdictView {
            text: error.text(size),
            because: None,
        },
    }
}

fn count_row(size: Size, row: &Row) -> CountRow {
    let rules = row.rules.id;
    match &row.recount {
        Err(error) => CountRow::Illegal {
            rules,
            illegal: IllegalPlay {
                play: error.action.text(size),
                reason: error.reason.reason(),
            },
        },
        Ok(recount) => CountRow::Counted {
            rules,
            result: recount.outcome.result_or_void(),
            sides: recount.score().map(|score| {
                Color::BOTH
                    .map(|color| side_points(&score.sides[color]))
                    .into()
            }),
        },
    }
}

fn side_points(side: &ScoreBreakdown) -> SidePoints {
    let terms = SCORE_TERMS.map(|(part, words)| (json::term_name(words), side.part(part)));
    SidePoints {
        total: side.total(),
        terms: terms
            .into_iter()
            .filter(|(_, amount)| *amount != HalfPoints::ZERO)
            .collect(),
    }
}

/// Returns the stones of each colour.
fn stones(game: &Game) -> Pair<Vec<String>> {
    let size = game.board().size();
    let of = |color| {
        let stones = game.board().stones();
        let own = stones.filter(|(_, owner)| *owner == color);
        own.map(|(point, _)| vertex(size, point)).collect()
    };
    Color::BOTH.map(of).into()
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

/// Returns the empty points on which `color` must not place a stone, with the reasons.
fn illegal(game: &Game, color: Color) -> Vec<(String, &'static str)> {
    let size = game.board().size();
    let position = game.position();
    let reasons = size.points().filter_map(|point| {
        let mv = Move::Place(point);
        match position.resolve(color, &mv) {
            Err(IllegalMove::Occupied) | Ok(_) => None,
            Err(reason) => Some((vertex(size, point), reason.reason())),
        }
    });
    reasons.collect()
}

/// Returns the token moves that are legal by name, each with its meaning for the ledger.
fn tokens(game: &Game, color: Color) -> Vec<TokenMove> {
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
fn token_move(
    game: &Game,
    color: Color,
    mv: &'static str,
    name: &'static str,
    token: Token,
) -> TokenMove {
    let rules = game.rules();
    let mut after = game.position().clone();
    after.make(color, PlayedMove::Token(token), |_| ());
    let held = [game.state(), after.state()].map(|state| given(rules, state));
    let gain = |of: Color| held[1][of] - held[0][of];
    TokenMove {
        mv,
        name,
        deed: held::deed(rules, color, token, game.state(), after.state()),
        gain: Color::BOTH.map(gain).into(),
        ends: after.state().over.map(json::end_word),
        answer: answer(game.state().proposal, after.state().proposal),
    }
}

/// Returns what token moves have given each colour as far as the rules count it: the ledger, in
/// which area counts no pass stones, or the prisoners in the bowls.
fn given(rules: &Rules, state: &State) -> [HalfPoints; 2] {
    let ledger = &state.ledger;
    Color::BOTH.map(|color| match rules.scoring {
        ScoringRule::Area => ledger.buttons[color],
        ScoringRule::Territory => ledger.total(color),
        ScoringRule::Spare => HalfPoints::from_points(state.bowls.regular[color]),
    })
}

fn last_move(game: &Game) -> Option<LastMove> {
    game.records().last().map(|record| LastMove {
        color: record.color.into(),
        mv: record.action.text(game.board().size()),
        deed: held::last_deed(game),
    })
}

/// Returns the things that lie beside the board: buttons with their holders and whether they go
/// back on the table with the next move, the half-pass zone, and the bowls.
fn things(game: &Game) -> TableThings {
    let (rules, state) = (game.rules(), game.state());
    let returning = state.returning_button(rules).map(|(name, _)| name);
    let button = |&name: &ButtonName| ButtonView {
        name: name.in_words(),
        holder: state.button_holder(rules, name).map(Into::into),
        returns: returning == Some(name),
    };
    TableThings {
        buttons: ButtonName::all_under(rules).iter().map(button).collect(),
        half_pass_zone: (rules.pass == PassRule::HalfThenStone)
            .then(|| state.half_pass_zone.into()),
        bowls: (rules.scoring == ScoringRule::Spare).then(|| BowlsView {
            regular: state.bowls.regular.into(),
            ultimate: state.bowls.ultimate_in.map(Into::into),
        }),
    }
}

/// Returns whether the next pass may propose dead stones.
fn proposes(game: &Game) -> bool {
    let mv = Move::Propose(Vec::new());
    game.position().resolve(game.to_move(), &mv).is_ok()
}

/// Returns the stones that are proposed as dead, and whether the proposal waits for its answer.
fn proposal(game: &Game) -> Option<ProposedDead> {
    let size = game.board().size();
    game.proposed_dead().map(|stones| ProposedDead {
        stones: stones.iter().map(|point| vertex(size, point)).collect(),
        pending: matches!(game.state().proposal, Proposal::Pending(_)),
    })
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
pub fn rule_sets() -> Vec<RuleSetView> {
    let sets = PRESETS.iter().map(|preset| RuleSetView {
        id: preset.id,
        title: preset.title,
        description: preset.description,
        komi: preset.usual_komi,
        komi_elsewhere: preset.komi_elsewhere.unwrap_or(preset.usual_komi),
        tokens: TokenKind::all_under(&preset.rules)
            .iter()
            .map(|kind| kind.as_str())
            .collect(),
    });
    sets.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::rules;

    use crate::wire::{ColorWord, read_move};

    /// Plays the first legal token move until a game is over, or gives up after some moves.
    fn passed_out(rules: &NamedRules) -> Game {
        let size = halfpoint_core::board::Size::square(5);
        let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
        for _ in 0..12 {
            let seen = view(&game, rules);
            let Some(token) = seen.tokens.first() else {
                break;
            };
            let before = given(game.rules(), game.state());
            let color = game.to_move();
            let mv = read_move(size, token.mv).expect("a move");
            game.play(color, &mv).expect("a legal move");
            let after = given(game.rules(), game.state());
            let gained = Pair::from(Color::BOTH.map(|of| after[of] - before[of]));
            assert_eq!(token.gain, gained, "{rules}: the gain is that of the move");
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
    fn a_count_says_in_words_who_won_and_why() {
        let rules: NamedRules = "reverse_button".parse().expect("a rule set");
        let size = halfpoint_core::board::Size::square(3);
        let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
        for _ in 0..2 {
            game.play(game.to_move(), &Move::Pass).expect("a pass");
        }
        for (ended, text, because) in [
            (
                None,
                "White wins by half a point",
                "White passed last and got the button",
            ),
            (
                Some(EndWithoutMove::BlackOnTime),
                "Black wins",
                "White's time was up",
            ),
            (
                Some(EndWithoutMove::Draw),
                "A draw",
                "both players agreed on it",
            ),
        ] {
            let nothing = Assumptions::none(size);
            let seen = count(&game, rules, nothing, &mut ReadingCache::new(), ended);
            let told = seen.table.verdict;
            assert_eq!(
                (told.text.as_str(), told.because.as_deref()),
                (text, Some(because))
            );
        }
    }

    #[test]
    fn a_card_tells_the_result_and_an_end_without_a_move() {
        let rules: NamedRules = "reverse_button".parse().expect("a rule set");
        let size = halfpoint_core::board::Size::square(3);
        let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
        let late = Some(EndWithoutMove::BlackOnTime);
        for (passes, ended, words) in [
            (0, late, "White lost on time"),
            (2, None, "ended by passes"),
        ] {
            for _ in 0..passes {
                game.play(game.to_move(), &Move::Pass).expect("a pass");
            }
            let nothing = Assumptions::none(size);
            let svg = card(&game, rules, nothing, &mut ReadingCache::new(), ended);
            for text in ["<title>Reverse Button Go</title>", "W+0.5", words] {
                assert!(svg.contains(text), "{text}: {svg}");
            }
        }
    }

    #[test]
    fn buttons_have_holders_and_the_last_one_returns_if_play_goes_on() {
        let button = |name, holder, returns| ButtonView {
            name,
            holder: Some(holder),
            returns,
        };
        for (id, wanted) in [
            ("chinese", vec![]),
            (
                "button_equivalence",
                vec![button("button", ColorWord::White, false)],
            ),
            (
                "two_button",
                vec![
                    button("first button", ColorWord::Black, false),
                    button("last button", ColorWord::White, true),
                ],
            ),
            (
                "reverse_button",
                vec![button("button", ColorWord::White, true)],
            ),
        ] {
            let rules: NamedRules = id.parse().expect("a rule set");
            let size = halfpoint_core::board::Size::square(3);
            let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
            for _ in 0..2 {
                game.play(game.to_move(), &Move::Pass).expect("a pass");
            }
            assert_eq!(view(&game, &rules).things.buttons, wanted, "{id}");
        }
    }

    #[test]
    fn a_token_move_takes_the_mark_off_the_last_stone() {
        let rules = NamedRules::from(&PRESETS[1]);
        let size = halfpoint_core::board::Size::square(3);
        let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
        let has_mark = |game: &Game| view(game, &rules).board.svg.contains("#d9412f");
        for (mv, is_marked) in [("B2", true), ("pass", false), ("A1", true)] {
            let mv = read_move(size, mv).expect("a move");
            game.play(game.to_move(), &mv).expect("a legal move");
            assert_eq!(has_mark(&game), is_marked, "{mv:?}");
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
            let mv = read_move(size, mv).expect("a move");
            game.play(game.to_move(), &mv).expect("a legal move");
            assert!(view(&game, &rules).fates.is_empty());
        }
        game.play(Color::Black, &Move::Pass).expect("a pass");
        let mut lists = view(&game, &rules).fates;
        for list in &mut lists {
            list.sort_unstable();
        }
        lists.sort_unstable();
        let wall = vec!["C1", "C2", "C3", "C4", "C5"];
        assert_eq!(lists, [vec!["A1", "A5"], wall, vec!["E5"]]);
    }

    /// The first pass brings each side what the rules count, in half-points: area counts no pass
    /// stones.
    #[test]
    fn a_token_costs_what_the_rules_count() {
        for (id, black, white) in [
            ("japanese", 0, 0),
            ("aga", 0, 0),
            ("button", 1, 0),
            ("two_button", 1, 2),
            ("half_pass", 0, 1),
        ] {
            let rules = NamedRules::from(rules::find(id).expect(id));
            let game = Game::new(rules.rules, Size::square(5), HalfPoints::ZERO);
            let gain = view(&game, &rules).tokens[0].gain;
            let wanted = [black, white].map(HalfPoints::from_halves);
            assert_eq!(gain, Pair::from(wanted), "{id}");
        }
    }

    #[test]
    fn a_pass_means_something_as_long_as_the_game_can_go_on() {
        for preset in &PRESETS {
            let rules = NamedRules::from(preset);
            let size = halfpoint_core::board::Size::square(2);
            let mut game = Game::new(rules.rules, size, HalfPoints::ZERO);
            for _ in 0..8 {
                let is_closed = game.position().is_closed();
                assert_eq!(view(&game, &rules).pass_means.is_none(), is_closed);
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
            let mv = read_move(size, mv).expect("a move");
            game.play(game.to_move(), &mv).expect("a legal move");
        }
        game.play(Color::Black, &Move::Pass).expect("a pass");
        let seen = view(&game, &rules);
        assert_eq!(seen.to_move, ColorWord::White);
        assert_eq!(seen.illegal, [("A1".to_string(), "suicide")]);
        assert_eq!(seen.stones.black, ["B1", "A2"]);
    }
}
