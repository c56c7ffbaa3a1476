//! The result of a game in one sentence, with the one thing that decided it.
//!
//! A term of the count has decided if the result without it is another: a new winner, or a draw in
//! place of a win, or the reverse. Tokens are asked first, since nobody sees them on the board: one
//! of them has decided only if all of them together have, too, for what another token takes back
//! decides nothing. Komi and the bonus for a handicap follow. If none has decided, the sum of all
//! is the reason.

use halfpoint_core::board::Color;
use halfpoint_core::game::{GameEnd, Outcome};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::ScoringRule;
use halfpoint_core::score::{Score, ScoreTerm};

use super::buttons::button_moves;
use super::phrases::{all_of, capitalised, half_points, number};
use super::table::Recount;

/// End of a game that no move made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOffBoard {
    /// Both players agreed on a draw.
    AgreedDraw,
    /// The time of this player was up.
    Time(Color),
}

/// The one thing that decided a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidingTerm {
    /// This term of the count: without it the result would be another.
    Term(ScoreTerm),
    /// The sum of several terms, of which none has decided alone.
    Sum,
    /// An end before a count.
    End,
}

/// The result of a game in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultVerdict {
    /// The result as a main clause: `White wins by half a point`, `A draw`.
    pub text: String,
    /// The reason as a main clause that may follow "because": `White passed last and got the
    /// button`.
    pub because: String,
    /// Thing that the reason names.
    pub decider: DecidingTerm,
}

impl ResultVerdict {
    /// Returns the result and its reason as one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("{}, because {}.", self.text, self.because)
    }
}

/// Tokens, in the order in which they are asked.
const TOKENS: [ScoreTerm; 4] = [
    ScoreTerm::Buttons,
    ScoreTerm::ExtraStone,
    ScoreTerm::HalfPasses,
    ScoreTerm::PassStones,
];

/// Terms that are seen on the board, and prisoners.
const ON_BOARD: [ScoreTerm; 5] = [
    ScoreTerm::Stones,
    ScoreTerm::Territory,
    ScoreTerm::Tax,
    ScoreTerm::Captures,
    ScoreTerm::DeadStones,
];

/// Returns the result of a recounted game and its reason. `ended` is the end that no move made, if
/// there was one: then nothing is counted.
#[must_use]
pub fn verdict(recount: &Recount, ended: Option<EndOffBoard>) -> ResultVerdict {
    let over = recount.game.state().over;
    let end = |text: String, because: String| ResultVerdict {
        text,
        because,
        decider: DecidingTerm::End,
    };
    let win = |winner: Color| format!("{} wins", color_name(winner));
    match (ended, &recount.outcome) {
        (Some(EndOffBoard::AgreedDraw), _) => end(
            "A draw".to_string(),
            "both players agreed on it".to_string(),
        ),
        (Some(EndOffBoard::Time(loser)), _) => end(
            win(loser.opponent()),
            format!("{}'s time was up", color_name(loser)),
        ),
        (None, Outcome::Won(winner)) => {
            let loser = color_name(winner.opponent());
            let why = match over {
                Some(GameEnd::NoMove(_)) => {
                    format!("{loser} could neither place a stone nor return a prisoner")
                }
                None
                | Some(GameEnd::Resign(_) | GameEnd::Passes | GameEnd::Draw | GameEnd::Void) => {
                    format!("{loser} resigned")
                }
            };
            end(win(*winner), why)
        }
        (None, Outcome::Draw) => {
            let last = recount.game.records().last();
            let who = last.map_or("a player", |record| color_name(record.color));
            end("A draw".to_string(), format!("{who} declared it"))
        }
        (None, Outcome::Void) => end(
            "No result".to_string(),
            "the same position came for the third time".to_string(),
        ),
        (None, Outcome::Counted(score)) => {
            let count = VerdictCount { recount, score };
            match recount.game.rules().scoring {
                ScoringRule::Spare => count.of_spare_moves(),
                ScoringRule::Area | ScoringRule::Territory => count.of_points(),
            }
        }
    }
}

/// A counted game.
struct VerdictCount<'a> {
    recount: &'a Recount,
    score: &'a Score,
}

impl VerdictCount<'_> {
    fn part(&self, term: ScoreTerm) -> HalfPoints {
        let [black, white] = &self.score.sides;
        black.part(term) - white.part(term)
    }

    fn sum(&self, terms: &[ScoreTerm]) -> HalfPoints {
        terms.iter().map(|&term| self.part(term)).sum()
    }

    /// Returns whether the result would be another without this part of the margin.
    fn decides(&self, amount: HalfPoints) -> bool {
        let margin = self.score.margin();
        (margin - amount).halves().signum() != margin.halves().signum()
    }

    /// Returns whether the tokens of the game were moved by passes that were added to end it.
    fn is_passed_out(&self) -> bool {
        self.recount.added_passes > 0
    }

    fn of_points(&self) -> ResultVerdict {
        let (decider, because) = self
            .decided_by_tokens()
            .or_else(|| self.decided_by_gift())
            .unwrap_or_else(|| (DecidingTerm::Sum, self.points_summed_up()));
        let margin = self.score.margin();
        let text = match (leader(margin), self.is_passed_out()) {
            (None, false) => "A draw".to_string(),
            (None, true) => "If both passed now, it would be a draw".to_string(),
            (Some(winner), false) => {
                format!("{} wins by {}", color_name(winner), half_points(margin))
            }
            (Some(winner), true) => format!(
                "If both passed now, {} would win by {}",
                color_name(winner),
                half_points(margin)
            ),
        };
        ResultVerdict {
            text,
            because,
            decider,
        }
    }

    /// Returns the token that has decided, with what was done; `None` if none has.
    fn decided_by_tokens(&self) -> Option<(DecidingTerm, String)> {
        if !self.decides(self.sum(&TOKENS)) {
            return None;
        }
        let mut terms = TOKENS.into_iter();
        let term = terms.find(|&term| self.decides(self.part(term)))?;
        let deed = match term {
            ScoreTerm::Buttons => button_moves(self.recount),
            _ => self.passes(term),
        };
        Some((DecidingTerm::Term(term), deed))
    }

    /// Describes how a term came about by passes.
    fn passes(&self, term: ScoreTerm) -> String {
        let is_passed_out = self.is_passed_out();
        if term == ScoreTerm::ExtraStone {
            return match is_passed_out {
                false => "Black passed last, so White handed over one stone more",
                true => "Black would pass last, and White would hand over one stone more",
            }
            .to_string();
        }
        let (worth, [does, would], [one, more]) = match term {
            ScoreTerm::HalfPasses => (1, ["made", "would have made"], ["half-pass", "half-passes"]),
            _ => (
                2,
                ["handed over", "would have handed over"],
                ["pass stone", "pass stones"],
            ),
        };
        let does = if is_passed_out { would } else { does };
        // The points of one side were given by the other.
        let given = |giver: Color| {
            let points = self.score.sides[giver.opponent()].part(term);
            points.halves() as usize / worth
        };
        let (most, least) = match self.part(term) > HalfPoints::ZERO {
            true => (Color::White, Color::Black),
            false => (Color::Black, Color::White),
        };
        let fewer = match given(least) {
            0 => "none".to_string(),
            count => count.to_string(),
        };
        format!(
            "{} {does} {}, {} {fewer}",
            color_name(most),
            number(given(most), one, more),
            color_name(least),
        )
    }

    /// Returns komi or the bonus for a handicap, if it has decided, with the result without it.
    fn decided_by_gift(&self) -> Option<(DecidingTerm, String)> {
        let terms = [ScoreTerm::Komi, ScoreTerm::Bonus];
        let term = terms
            .into_iter()
            .find(|&term| self.decides(self.part(term)))?;
        let amount = self.part(term);
        let gift = match (term, leader(amount)) {
            (ScoreTerm::Bonus, _) => format!("White gets {} for the handicap", half_points(amount)),
            (_, Some(Color::Black)) => format!("komi gives Black {}", half_points(amount)),
            (_, _) => format!("komi gives White {}", half_points(amount)),
        };
        let without = self.score.margin() - amount;
        let without = match leader(without) {
            None => "it would be a draw".to_string(),
            Some(winner) => format!(
                "{} would win by {}",
                color_name(winner),
                half_points(without)
            ),
        };
        Some((
            DecidingTerm::Term(term),
            format!("{gift}, and without that {without}"),
        ))
    }

    fn points_summed_up(&self) -> String {
        let place = match self.recount.game.rules().scoring {
            ScoringRule::Area => "on the board",
            ScoringRule::Territory | ScoringRule::Spare => "in territory and prisoners",
        };
        let Some(winner) = leader(self.score.margin()) else {
            return format!("both have the same {place}");
        };
        // Of two buttons and the passes that bring them one often takes back what the other gave.
        let (buttons, others) = match self.recount.game.rules().buttons.number() {
            2 => (HalfPoints::ZERO, "by passes and buttons"),
            _ => (self.part(ScoreTerm::Buttons), "by passes"),
        };
        let terms = [
            (self.sum(&ON_BOARD), format!("more {place}")),
            (buttons, "by the button".to_string()),
            (self.sum(&TOKENS) - buttons, others.to_string()),
            (self.part(ScoreTerm::Bonus), "for the handicap".to_string()),
            (self.part(ScoreTerm::Komi), "by komi".to_string()),
        ];
        summed_up(winner, &terms, half_points)
    }

    fn of_spare_moves(&self) -> ResultVerdict {
        let (decider, because) = self.reason_for_spare_moves();
        let margin = self.score.margin();
        let is_played = self.recount.condition.is_none();
        let moves = number(margin.abs().halves() as usize / 2, "move", "moves");
        let certain = match self.score.certain {
            true => "",
            false => "by an estimate ",
        };
        let text = match (leader(margin), is_played) {
            (None, true) => format!("{certain}a draw"),
            (None, false) => format!("{certain}neither side is ahead"),
            (Some(winner), true) => {
                format!("{certain}{} wins with {moves} to spare", color_name(winner))
            }
            (Some(winner), false) => {
                format!("{certain}{} is {moves} ahead", color_name(winner))
            }
        };
        ResultVerdict {
            text: capitalised(&text),
            because,
            decider,
        }
    }

    fn reason_for_spare_moves(&self) -> (DecidingTerm, String) {
        if self.part(ScoreTerm::Search) != HalfPoints::ZERO {
            let why = "a search to the end of the game found it".to_string();
            return (DecidingTerm::Sum, why);
        }
        let draw = self.part(ScoreTerm::DrawAtHand);
        if let Some(saved) = leader(draw) {
            let why = format!("{} may declare a draw at once", color_name(saved));
            return (DecidingTerm::Term(ScoreTerm::DrawAtHand), why);
        }
        let turn = self.part(ScoreTerm::Turn);
        // A draw that the turn makes could be declared without it, too.
        let is_win = self.score.margin() != HalfPoints::ZERO;
        if let Some(first) = leader(turn).filter(|_| is_win && self.decides(turn)) {
            let other = color_name(first.opponent());
            let why = format!("{other} has to spend a move first");
            return (DecidingTerm::Term(ScoreTerm::Turn), why);
        }
        let Some(winner) = leader(self.score.margin()) else {
            return (
                DecidingTerm::Sum,
                "both have as many moves to spare".to_string(),
            );
        };
        let terms = [
            (self.sum(&ON_BOARD), "more on the board".to_string()),
            (self.part(ScoreTerm::Bowl), "more in the bowl".to_string()),
            (turn, "by the turn".to_string()),
        ];
        let moves =
            |amount: HalfPoints| number(amount.abs().halves() as usize / 2, "move", "moves");
        (DecidingTerm::Sum, summed_up(winner, &terms, moves))
    }
}

/// Lists the terms that are not zero, those for the winner first.
fn summed_up(
    winner: Color,
    terms: &[(HalfPoints, String)],
    amount: impl Fn(HalfPoints) -> String,
) -> String {
    let of = |side: Color| {
        let own = terms
            .iter()
            .filter(move |(term, _)| leader(*term) == Some(side));
        own.map(|(term, words)| format!("{} {words}", amount(*term)))
    };
    let gains: Vec<String> = of(winner).collect();
    let losses: Vec<String> = of(winner.opponent()).collect();
    let gained = format!("{} has {}", color_name(winner), all_of(&gains));
    match losses.is_empty() {
        true => gained,
        false => format!(
            "{gained}, and {} {}",
            color_name(winner.opponent()),
            all_of(&losses)
        ),
    }
}

/// Returns the side that a margin favours; `None` if it is zero.
fn leader(margin: HalfPoints) -> Option<Color> {
    match margin.halves().signum() {
        1 => Some(Color::Black),
        -1 => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Game, Move, Setup, TokenKind};
    use halfpoint_core::life::ReadingCache;
    use halfpoint_core::notation::parse_vertex;
    use halfpoint_core::rules::{NamedRules, PRESETS};

    use crate::Assumptions;

    /// Boards A and B of the rule pages, in turn from Black's first move.
    const A: &str = "B1 C1 B2 C2 B3 C3 B4 C4 B5 C5";
    const B: &str = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 C1 C2 C3 C4 C5";

    /// Plays moves in turn on 5×5.
    fn game(id: &str, komi: i32, moves: &str) -> Game {
        let rules: NamedRules = id.parse().expect("a rule set");
        let size = Size::square(5);
        let mut game = Game::new(rules.rules, size, HalfPoints::from_halves(komi));
        for word in moves.split_whitespace() {
            let mv = match (
                word,
                TokenKind::ALL.iter().find(|kind| kind.as_str() == word),
            ) {
                ("pass", _) => Move::Pass,
                ("resign", _) => Move::Resign,
                (_, Some(&kind)) => Move::Token(kind),
                _ => Move::Place(parse_vertex(size, word).expect("a point")),
            };
            game.play(game.to_move(), &mv).expect("a legal move");
        }
        game
    }

    fn recount(game: &Game) -> Recount {
        let assumptions = Assumptions::none(game.board().size());
        let dead = *game.agreed_dead().unwrap_or(&assumptions.dead);
        Recount::new(game, &dead, &assumptions, &mut ReadingCache::new())
    }

    fn sentence(id: &str, komi: i32, moves: &str) -> String {
        verdict(&recount(&game(id, komi, moves)), None).sentence()
    }

    #[test]
    fn games_end_for_the_reason_that_decided_them_under_every_rule_set() {
        let cases = [
            (
                "tromp_taylor",
                0,
                A,
                "pass pass",
                "White wins by 5 points, because White has 5 points more on the board.",
            ),
            (
                "tromp_taylor",
                -11,
                A,
                "pass pass",
                "Black wins by half a point, because komi gives Black 5½ points, and without that White would win by 5 points.",
            ),
            (
                "chinese",
                15,
                B,
                "pass pass pass",
                "White wins by 6½ points, because komi gives White 7½ points, and without that Black would win by 1 point.",
            ),
            (
                "new_zealand",
                1,
                B,
                "pass pass pass",
                "Black wins by half a point, because Black has 1 point more on the board, and White half a point by komi.",
            ),
            (
                "aga",
                2,
                B,
                "pass pass",
                "A draw, because komi gives White 1 point, and without that Black would win by 1 point.",
            ),
            (
                "bga",
                0,
                B,
                "",
                "If both passed now, Black would win by 1 point, because Black has 1 point more on the board.",
            ),
            (
                "stone_scoring",
                9,
                A,
                "pass pass",
                "White wins by 9½ points, because White has 5 points more on the board and 4½ points by komi.",
            ),
            (
                "ing",
                -9,
                A,
                "pass pass",
                "White wins by half a point, because White has 5 points more on the board, and Black 4½ points by komi.",
            ),
            (
                "japanese",
                13,
                B,
                "pass pass",
                "White wins by 6½ points, because komi gives White 6½ points, and without that it would be a draw.",
            ),
            (
                "korean",
                -13,
                A,
                "pass pass",
                "Black wins by 1½ points, because komi gives Black 6½ points, and without that White would win by 5 points.",
            ),
            (
                "black_white",
                0,
                B,
                "pass pass",
                "A draw, because both have the same in territory and prisoners.",
            ),
            (
                "button",
                0,
                A,
                "pass",
                "If both passed now, White would win by 4½ points, because White has 5 points more on the board, and Black half a point by the button.",
            ),
            (
                "button",
                1,
                B,
                "",
                "If both passed now, it would be a draw, because White would take the button.",
            ),
            (
                "button",
                -10,
                A,
                "pass pass pass",
                "Black wins by half a point, because Black took the button.",
            ),
            (
                "button",
                1,
                B,
                "pass pass pass",
                "A draw, because White took the button.",
            ),
            (
                "white_button",
                2,
                B,
                "button pass pass",
                "White wins by half a point, because White took the button.",
            ),
            (
                "white_button",
                2,
                B,
                "fullpass fullpass",
                "A draw, because komi gives White 1 point, and without that Black would win by 1 point.",
            ),
            (
                "button_equivalence",
                0,
                B,
                "pass pass pass",
                "Black wins by half a point, because White gave the button.",
            ),
            (
                "button_equivalence",
                -9,
                A,
                "pass pass pass",
                "A draw, because Black gave the button.",
            ),
            (
                "button_equivalence",
                -11,
                A,
                "pass pass pass",
                "Black wins by 1 point, because komi gives Black 5½ points, and without that White would win by 4½ points.",
            ),
            (
                "two_button",
                13,
                B,
                "pass pass",
                "White wins by 6½ points, because komi gives White 6½ points, and without that it would be a draw.",
            ),
            (
                "two_button",
                -11,
                A,
                "pass pass pass",
                "Black wins by half a point, because komi gives Black 5½ points, and without that White would win by 5 points.",
            ),
            (
                "two_button",
                0,
                A,
                "pass pass pass",
                "White wins by 5 points, because White has 5 points more in territory and prisoners.",
            ),
            (
                "reverse_button",
                0,
                B,
                "pass pass",
                "Black wins by half a point, because Black passed last and got the button.",
            ),
            (
                "reverse_button",
                1,
                B,
                "",
                "If both passed now, it would be a draw, because Black would pass last and get the button.",
            ),
            (
                "reverse_button",
                -10,
                A,
                "pass pass",
                "White wins by half a point, because White passed last and got the button.",
            ),
            (
                "reverse_button",
                -10,
                A,
                "pass pass pass",
                "White wins by half a point, because Black handed over 2 pass stones, White 1.",
            ),
            (
                "two_button_moves",
                1,
                B,
                "pass pass pass pass",
                "White wins by half a point, because komi gives White half a point, and without that it would be a draw.",
            ),
            (
                "half_pass",
                0,
                B,
                "pass pass pass",
                "A draw, because both have the same in territory and prisoners.",
            ),
            (
                "half_pass",
                -9,
                A,
                "pass pass pass",
                "White wins by half a point, because White has 5 points more in territory and prisoners, and Black 4½ points by komi.",
            ),
            (
                "ultimate",
                0,
                A,
                "",
                "By an estimate White is 5 moves ahead, because White has 5 moves more on the board.",
            ),
            (
                "ultimate",
                0,
                A,
                "pass pass",
                "By an estimate White wins with 5 moves to spare, because White has 5 moves more on the board.",
            ),
            (
                "ultimate",
                0,
                A,
                "pass pass pass",
                "A draw, because Black declared it.",
            ),
            (
                "ultimate",
                0,
                A,
                "resign",
                "White wins, because Black resigned.",
            ),
            (
                "two_button",
                0,
                A,
                "resign",
                "White wins, because Black resigned.",
            ),
        ];
        let mut tested: Vec<&str> = Vec::new();
        for (id, komi, board, rest, wanted) in cases {
            let found = sentence(id, komi, &format!("{board} {rest}"));
            assert_eq!(found, wanted, "{id}, komi {komi}, {rest}");
            tested.push(id);
        }
        assert!(PRESETS.iter().all(|preset| tested.contains(&preset.id)));
    }

    #[test]
    fn an_end_without_a_count_has_its_reason() {
        let of = |id: &str, moves: &str, ended| verdict(&recount(&game(id, 0, moves)), ended);
        let agreed = of("chinese", "C3", Some(EndOffBoard::AgreedDraw));
        assert_eq!(
            agreed.sentence(),
            "A draw, because both players agreed on it."
        );
        let late = of("chinese", "C3", Some(EndOffBoard::Time(Color::Black)));
        assert_eq!(late.sentence(), "White wins, because Black's time was up.");

        let rules: NamedRules = "japanese".parse().expect("a rule set");
        let size = Size::square(2);
        let mut void = Game::new(rules.rules, size, HalfPoints::ZERO);
        for name in "A1 A2 B1 B2 A1 B1 A1 A2 B1 B2 A1 B1 A1".split(' ') {
            let point = parse_vertex(size, name).expect("a point");
            void.play(void.to_move(), &Move::Place(point))
                .expect("legal");
        }
        let found = verdict(&recount(&void), None).sentence();
        assert_eq!(
            found,
            "No result, because the same position came for the third time."
        );

        let rules: NamedRules = "ultimate".parse().expect("a rule set");
        let size = Size::new(5, 2).expect("a size");
        let stones = ["A2", "B1", "B2", "C2", "D1", "D2", "E2"]
            .map(|name| (parse_vertex(size, name).expect("a point"), Color::Black));
        let setup = Setup::with_stones(size, stones.to_vec(), Color::Black).expect("a setup");
        let mut stuck = Game::with_setup(rules.rules, setup, HalfPoints::ZERO);
        let last = Move::Place(parse_vertex(size, "A1").expect("a point"));
        for mv in [Move::Pass, Move::Pass, last] {
            stuck.play(stuck.to_move(), &mv).expect("legal");
        }
        let found = verdict(&recount(&stuck), None).sentence();
        let wanted = "Black wins, because White could neither place a stone nor return a prisoner.";
        assert_eq!(found, wanted);
    }
}
