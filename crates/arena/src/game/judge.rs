//! Result of a game that ended with a board to be counted.
//!
//! The referee's own count decides wherever nothing is in doubt: where the rules remove no stones
//! without capture, and where every stone is proven to be alive or dead. Elsewhere the engines are
//! asked, and the first of these rules that applies decides:
//!
//! 1. Territory scoring, both engines give the same score, and both can know it: that score.
//! 2. Both engines name the same dead stones: the referee's count with these.
//! 3. Both engines give the same score, and both can know it: that score.
//! 4. Area scoring, and the game was played to its end: the referee's count with the dead stones
//!    that the built-in player judges, if it is certain of every chain, and either no engine's
//!    score contradicts the count or an engine of another make gives the same score. (A halfpoint
//!    engine judges as the referee does, so its agreement is not independent.) An engine that
//!    cannot know all rules agrees if its score is right by the rules that it can know.
//! 5. The game was played to its end, both engines can know their scores, and both scores have the
//!    same winner: that side, with an unknown margin.
//! 6. Otherwise the result is unclear.
//!
//! A game that the referee stopped at the move limit is no finished board. Its result is the score
//! that both engines give, if both can know it.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, Outcome};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::proven_dead;
use halfpoint_core::notation;
use halfpoint_core::rules::ScoringRule;
use halfpoint_engine::player::{Player, Settings, held_against_play};

use super::engine::Engine;
use super::plain_count::explanation;
use crate::client::AskError;
use crate::log::record::{ResultBasis, Sides, Verdict, margin};

/// Result of a game, with its evidence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameResult {
    /// Outcome of the game.
    pub verdict: Verdict,
    /// Result in the usual notation; `?` if it is unclear.
    pub text: String,
    /// Black's margin; `None` if it is unknown.
    pub margin: Option<HalfPoints>,
    /// Evidence for the result; `None` if the board was not counted or the result is unclear.
    pub basis: Option<ResultBasis>,
    /// Answers of the engines to `final_score`.
    pub scores: Sides<Option<String>>,
    /// Whether the scores differ from each other or from the result without an explanation.
    pub disputed: bool,
    /// Whether the scores differ from the result only by rules that the engines cannot know.
    pub explained: bool,
    /// Remarks on the result in words.
    pub note: Option<String>,
}

/// Statements of the engines about a finished game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineReports {
    /// Answers to `final_score`.
    pub scores: Sides<Option<String>>,
    /// Answers to `final_status_list dead`.
    pub dead: Sides<Option<PointSet>>,
    /// Whether each engine knows halfpoint's rule sets, and therefore the value of token moves.
    pub knows_rules: Sides<bool>,
    /// Failure of an engine that was asked.
    pub note: Option<String>,
}

/// Asks both engines for their scores, and for dead stones where these matter. The game is over, so
/// an engine that fails now does not lose it.
///
/// # Errors
/// Returns an error if the match is being stopped.
pub fn ask(game: &Game, engines: &mut Sides<&mut Engine<'_>>) -> Result<EngineReports, AskError> {
    let size = game.board().size();
    let asked = needs_agreement(game);
    let mut reports = EngineReports::default();
    for color in Color::BOTH {
        let engine = engines.of_mut(color);
        *reports.knows_rules.of_mut(color) = engine.knows_rules();
        let said = engine.final_score().and_then(|score| {
            let dead = if asked { engine.dead(size)? } else { None };
            Ok((score, dead))
        });
        match said {
            Ok((score, dead)) => {
                *reports.scores.of_mut(color) = score;
                *reports.dead.of_mut(color) = dead;
            }
            Err(error @ (AskError::Stopped | AskError::Shortage(_))) => return Err(error),
            Err(AskError::Fault(fault)) => {
                reports.note = Some(format!("{} after the game: {fault}", engine.name()));
                engine.stop();
            }
        }
    }
    Ok(reports)
}

/// Returns whether the result depends on dead stones that are not proven.
fn needs_agreement(game: &Game) -> bool {
    game.rules().removes_dead() && proven_dead(game.board()).is_none()
}

/// Determines the result by the rules in the [module documentation](self). `finished` says whether
/// the players ended the game; otherwise the referee stopped it.
#[must_use]
pub fn determine(game: &Game, reports: &EngineReports, finished: bool) -> GameResult {
    let mut result = GameResult {
        text: "?".to_string(),
        scores: reports.scores.clone(),
        note: reports.note.clone(),
        ..GameResult::default()
    };
    let referee = Player::new(Settings::default());
    // Dead stones of the result, if it is the referee's count.
    let mut dead = None;
    if let Some((ruling, basis)) = ruling(&referee, game, reports, finished) {
        result.basis = Some(basis);
        match ruling {
            Ruling::Ours(outcome, stones) => {
                result.margin = outcome.margin();
                result.text = outcome.result_or_void();
                result.verdict = verdict(&outcome);
                dead = Some(stones);
            }
            Ruling::Theirs(margin) => {
                result.margin = Some(margin);
                result.text = notation::result(margin);
                result.verdict = by_margin(margin);
            }
            Ruling::Winner(color) => {
                result.text = format!("{}+", notation::color_letter(color));
                result.verdict = Verdict::from(color);
            }
        }
    }
    let explain = |color: Color, margin| {
        let dead = dead.as_ref()?;
        explanation_of(&referee, game, reports, dead, color, margin)
    };
    compare(&mut result, explain);
    result
}

/// Explains an engine's score that differs from the referee's; `None` if the engine knows
/// halfpoint's rule sets, or no plain rules give its score.
fn explanation_of(
    referee: &Player,
    game: &Game,
    reports: &EngineReports,
    dead: &PointSet,
    color: Color,
    margin: HalfPoints,
) -> Option<String> {
    match reports.knows_rules.of(color) {
        true => None,
        false => explanation(referee, game, dead, margin),
    }
}

/// Result of a game by the first rule of the [module documentation](self) that applies.
enum Ruling {
    /// The referee's count, with the dead stones that it removes.
    Ours(Box<Outcome>, PointSet),
    /// The margin that both engines gave.
    Theirs(HalfPoints),
    /// The winner of both engines' scores.
    Winner(Color),
}

/// Returns the result by the first rule that applies, with its evidence; `None` if it is unclear.
fn ruling(
    referee: &Player,
    game: &Game,
    reports: &EngineReports,
    finished: bool,
) -> Option<(Ruling, ResultBasis)> {
    let counted = |dead: &PointSet, basis| {
        let ruling = Ruling::Ours(Box::new(referee.outcome(game, dead)), *dead);
        Some((ruling, basis))
    };
    let size = game.board().size();
    let scores = known_scores(game, reports);
    let score = || {
        let [black, white] = scores?;
        (black == white).then_some((Ruling::Theirs(black), ResultBasis::SameScore))
    };
    if !finished {
        return score();
    }
    if !game.rules().removes_dead() {
        return counted(&PointSet::new(size), ResultBasis::Count);
    }
    if let Some(dead) = proven_dead(game.board()) {
        return counted(&dead, ResultBasis::Count);
    }
    let winner = || {
        let [black, white] = scores?.map(|margin| by_margin(margin).winner());
        let winner = black.filter(|_| black == white)?;
        Some((Ruling::Winner(winner), ResultBasis::SameWinner))
    };
    let dead = match (&reports.dead.black, &reports.dead.white) {
        (Some(one), Some(other)) if one == other => Some(one),
        _ => None,
    };
    let dead = || dead.and_then(|dead| counted(dead, ResultBasis::SameDead));
    if game.rules().scoring == ScoringRule::Territory {
        return score().or_else(dead).or_else(winner);
    }
    dead()
        .or_else(score)
        .or_else(|| judged(referee, game, reports))
        .or_else(winner)
}

/// Returns the referee's count with judged dead stones, if the life of every chain is certain, and
/// no score contradicts the count or an independent one supports it.
fn judged(referee: &Player, game: &Game, reports: &EngineReports) -> Option<(Ruling, ResultBasis)> {
    let judgement = held_against_play(referee.judge(game), game, []);
    if !judgement.is_certain() {
        return None;
    }
    let outcome = referee.outcome(game, &judgement.dead);
    let agrees = |color: Color| {
        let said = margin(reports.scores.of(color).as_deref()?);
        let is_explained = || {
            let explained = explanation_of(referee, game, reports, &judgement.dead, color, said?);
            Some(explained.is_some())
        };
        Some(said == outcome.margin() || is_explained().unwrap_or(false))
    };
    let agreement = Color::BOTH.map(|color| (color, agrees(color)));
    let contradicted = agreement.iter().any(|(_, agrees)| *agrees == Some(false));
    let supported = agreement
        .iter()
        .any(|&(color, agrees)| !reports.knows_rules.of(color) && agrees == Some(true));
    let ours = || Ruling::Ours(Box::new(outcome), judgement.dead);
    (supported || !contradicted).then(|| (ours(), ResultBasis::Judged))
}

/// Returns the margins that both engines gave, Black's answer first; `None` if one is missing or an
/// engine cannot know the value of token moves that count.
fn known_scores(game: &Game, reports: &EngineReports) -> Option<[HalfPoints; 2]> {
    let both_know = reports.knows_rules.black && reports.knows_rules.white;
    if game.rules().tokens_count() && !both_know {
        return None;
    }
    let [black, white] = Color::BOTH.map(|color| margin(reports.scores.of(color).as_deref()?));
    Some([black?, white?])
}

pub(super) fn verdict(outcome: &Outcome) -> Verdict {
    match outcome {
        Outcome::Void => Verdict::Void,
        Outcome::Won(color) => Verdict::from(*color),
        Outcome::Draw => Verdict::Draw,
        Outcome::Counted(score) => by_margin(score.margin()),
    }
}

fn by_margin(margin: HalfPoints) -> Verdict {
    match margin.halves() {
        0 => Verdict::Draw,
        1.. => Verdict::Black,
        _ => Verdict::White,
    }
}

/// Adds notes where the engines' scores differ from each other or from the result, with the
/// explanation that `explain` gives.
fn compare(result: &mut GameResult, explain: impl Fn(Color, HalfPoints) -> Option<String>) {
    let given: Vec<(Color, &String)> = Color::BOTH
        .into_iter()
        .filter_map(|color| Some((color, result.scores.of(color).as_ref()?)))
        .collect();
    let differs = |text: &str| match (margin(text), result.margin) {
        (Some(theirs), Some(ours)) => theirs != ours,
        (None, Some(_)) => true,
        // The result is unclear, so the scores are compared with each other.
        (theirs, None) => given.iter().any(|(_, other)| margin(other) != theirs),
    };
    let (mut notes, mut unexplained) = (Vec::new(), false);
    for (color, text) in given.iter().filter(|(_, text)| differs(text)) {
        let says = format!("{} says {text}", notation::color_word(*color));
        match margin(text).and_then(|margin| explain(*color, margin)) {
            Some(words) => notes.push(format!("{says}, which is right {words}")),
            None => {
                unexplained = true;
                notes.push(says);
            }
        }
    }
    if notes.is_empty() {
        return;
    }
    result.disputed = unexplained;
    result.explained = !unexplained;
    notes.extend(result.note.take());
    result.note = Some(notes.join("; "));
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::{Point, Size};
    use halfpoint_core::game::Move;
    use halfpoint_core::rules::find;

    fn point(x: usize, y: usize) -> Point {
        Size::square(5).point(x, y).expect("on the board")
    }

    /// Builds a finished game: Black has the columns A and B, White D and E, the last move is in
    /// the middle; Black's only stone in White's area is at E5. Neither side has two certain eyes.
    fn game(rules: &str) -> Game {
        let rules = find(rules).expect("rules").rules;
        let mut game = Game::new(rules, Size::square(5), HalfPoints::from_halves(1));
        for y in 0..5 {
            for (color, x) in [(Color::Black, 1), (Color::White, 3)] {
                game.play(color, &Move::Place(point(x, y))).expect("legal");
            }
        }
        game.play(Color::Black, &Move::Place(point(4, 4)))
            .expect("legal");
        for _ in 0..4 {
            if game.state().over.is_none() {
                game.play(game.to_move(), &Move::Pass).expect("legal");
            }
        }
        assert!(game.state().over.is_some());
        game
    }

    fn said(black: &str, white: &str) -> EngineReports {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_string());
        EngineReports {
            scores: Sides {
                black: given(black),
                white: given(white),
            },
            ..EngineReports::default()
        }
    }

    fn dead(points: &[Point]) -> Option<PointSet> {
        Some(PointSet::of(Size::square(5), points.iter().copied()))
    }

    #[test]
    fn agreement_on_dead_stones_decides() {
        let mut reports = said("W+0.5", "W+0.5");
        reports.dead.black = dead(&[point(4, 4)]);
        reports.dead.white = dead(&[point(4, 4)]);
        let result = determine(&game("chinese"), &reports, true);
        assert_eq!(result.basis, Some(ResultBasis::SameDead));
        assert_eq!(result.text, "W+0.5");
        assert!(!result.disputed);
        reports.dead.white = dead(&[]);
        let result = determine(&game("chinese"), &reports, true);
        assert_eq!(result.basis, Some(ResultBasis::SameScore));
        // An engine that does not know the button gives a score without it.
        reports.dead.white = dead(&[point(4, 4)]);
        let result = determine(&game("button"), &reports, true);
        assert_eq!(result.basis, Some(ResultBasis::SameDead));
        assert_eq!((result.text.as_str(), result.disputed), ("W+1", false));
        assert!(result.explained);
    }

    /// Returns the result of a game with agreement on the dead stones and these scores.
    fn agreed(rules: &str, black: &str, white: &str) -> GameResult {
        let mut reports = said(black, white);
        reports.dead.black = dead(&[point(4, 4)]);
        reports.dead.white = dead(&[point(4, 4)]);
        determine(&game(rules), &reports, true)
    }

    #[test]
    fn a_score_that_is_right_by_plainer_rules_is_explained() {
        // By area White is ahead by komi. Where nothing is removed, Black's stone in White's area
        // is alive.
        for (rules, score, words) in [
            ("button", "W+0.5", "which is right without the button"),
            (
                "two_button",
                "W+0.5",
                "which is right by area, without the buttons and pass stones",
            ),
            (
                "half_pass",
                "B+5.5",
                "which is right by area, without half-passes and pass stones",
            ),
            ("stone_scoring", "W+0.5", ""),
            ("chinese", "W+0.5", ""),
        ] {
            let result = agreed(rules, "", score);
            assert_ne!(result.verdict, Verdict::Unclear, "{rules}");
            assert!(!result.disputed, "{rules}: {result:?}");
            assert_eq!(result.explained, !words.is_empty(), "{rules}: {result:?}");
            let note = result.note.unwrap_or_default();
            assert!(note.ends_with(words), "{rules}: {note}");
        }
    }

    #[test]
    fn a_score_that_no_rules_explain_is_disputed() {
        for rules in ["button", "two_button", "half_pass", "button_equivalence"] {
            for score in ["W+20.5", "B+0.5", "I cannot tell"] {
                let result = agreed(rules, "", score);
                assert!(result.disputed && !result.explained, "{rules} {score}");
            }
        }
        // An engine that knows the rules has no explanation, and an explanation holds for one side
        // only.
        let mut reports = said("W+0.5", "");
        reports.dead.black = dead(&[point(4, 4)]);
        reports.dead.white = dead(&[point(4, 4)]);
        reports.knows_rules.black = true;
        let result = determine(&game("button"), &reports, true);
        assert!(result.disputed && !result.explained);
        let result = agreed("button", "W+0.5", "W+3.5");
        assert!(result.disputed && !result.explained);
        assert_eq!(
            result.note.as_deref(),
            Some("black says W+0.5, which is right without the button; white says W+3.5")
        );
    }

    #[test]
    fn an_explained_score_supports_the_judgement() {
        let [ours, plain] = ["button", "chinese"].map(|rules| {
            let result = determine(&game(rules), &EngineReports::default(), true);
            assert_eq!(result.basis, Some(ResultBasis::Judged), "{rules}");
            result.text
        });
        assert_ne!(ours, plain);
        // The engine of another make gives the referee's score without the button.
        let mut reports = said(&ours, &plain);
        reports.knows_rules.black = true;
        let result = determine(&game("button"), &reports, true);
        assert_eq!(
            (result.text, result.basis),
            (ours, Some(ResultBasis::Judged))
        );
        assert!(result.explained && !result.disputed);
    }

    #[test]
    fn territory_without_agreement_is_unclear() {
        let result = determine(&game("japanese"), &said("B+3.5", "W+0.5"), true);
        assert_eq!(result.verdict, Verdict::Unclear);
        assert_eq!(result.text, "?");
        assert!(result.disputed);
        let result = determine(&game("japanese"), &said("W+1.5", "W+1.5"), true);
        assert_eq!(result.basis, Some(ResultBasis::SameScore));
        assert_eq!(result.verdict, Verdict::White);
        assert_eq!(result.margin, Some(HalfPoints::from_halves(-3)));
        let result = determine(&game("japanese"), &EngineReports::default(), true);
        assert_eq!(result.verdict, Verdict::Unclear);
        assert!(!result.disputed);
    }

    #[test]
    fn the_common_winner_of_both_scores_wins_without_a_margin() {
        let result = determine(&game("japanese"), &said("W+3.5", "W+0.5"), true);
        assert_eq!(result.basis, Some(ResultBasis::SameWinner));
        assert_eq!(result.verdict, Verdict::White);
        assert_eq!((result.text.as_str(), result.margin), ("W+", None));
        assert!(result.disputed);
        let stopped = determine(&game("japanese"), &said("W+3.5", "W+0.5"), false);
        assert_eq!(stopped.verdict, Verdict::Unclear);
        // The value of the button may have decided the game.
        let mut reports = said("B+20", "B+3");
        reports.knows_rules.white = true;
        let result = determine(&game("button"), &reports, true);
        assert_ne!(result.basis, Some(ResultBasis::SameWinner));
    }

    #[test]
    fn a_contradicted_judgement_needs_independent_support() {
        let played = game("chinese");
        let ours = determine(&played, &EngineReports::default(), true);
        assert_eq!(
            (ours.basis, ours.disputed),
            (Some(ResultBasis::Judged), false)
        );
        let mut reports = said("B+20", &ours.text);
        let result = determine(&played, &reports, true);
        assert_eq!(result.basis, Some(ResultBasis::Judged));
        assert!(result.disputed);
        // The referee stopped the game, so the position is not final.
        assert_eq!(
            determine(&played, &reports, false).verdict,
            Verdict::Unclear
        );
        // White is a halfpoint engine, so no independent engine supports the count.
        reports.knows_rules.white = true;
        let result = determine(&played, &reports, true);
        assert_eq!((result.verdict, result.disputed), (Verdict::Unclear, true));
        let result = determine(&game("tromp_taylor"), &said("B+20", ""), true);
        assert_eq!(result.basis, Some(ResultBasis::Count));
        assert!(result.disputed);
        let stopped =
            |white: &str| determine(&game("tromp_taylor"), &said("B+20", white), false).text;
        assert_eq!(["B+20", "W+1", ""].map(stopped), ["B+20", "?", "?"]);
    }

    /// Where spare moves are counted, the count of a stopped game is an estimate on most boards,
    /// and exact on small ones: an engine's exact score is no dispute.
    #[test]
    fn a_stopped_game_of_spare_moves_has_the_exact_score_of_the_engines() {
        let rules = find("ultimate").expect("rules").rules;
        let mut estimates = 0;
        for (width, height) in [(4, 1), (5, 1), (2, 2), (3, 2)] {
            let size = Size::new(width, height).expect("a size");
            let none = PointSet::new(size);
            let game = Game::new(rules, size, HalfPoints::ZERO);
            let exact = Player::new(Settings::default()).outcome(&game, &none);
            estimates += u32::from(game.outcome(&none).margin() != exact.margin());
            let mut reports = said(&exact.result(), &exact.result());
            reports.knows_rules = Sides {
                black: true,
                white: true,
            };
            let result = determine(&game, &reports, false);
            assert_eq!((result.text, result.disputed), (exact.result(), false));
        }
        assert!(estimates > 0);
    }

    /// A single stone of each colour on an open board leaves the judgement uncertain.
    #[test]
    fn an_uncertain_judgement_decides_nothing() {
        let rules = find("chinese").expect("rules").rules;
        let mut game = Game::new(rules, Size::square(5), HalfPoints::ZERO);
        for (color, at) in [(Color::Black, point(1, 1)), (Color::White, point(3, 3))] {
            game.play(color, &Move::Place(at)).expect("legal");
        }
        for color in Color::BOTH {
            game.play(color, &Move::Pass).expect("legal");
        }
        let judgement = Player::new(Settings::default()).judge(&game);
        assert!(!judgement.is_certain());
        let right = game.outcome(&judgement.dead).result();
        for reports in [
            EngineReports::default(),
            said(&right, ""),
            said(&right, "B+20"),
        ] {
            let result = determine(&game, &reports, true);
            assert_eq!((result.verdict, result.basis), (Verdict::Unclear, None));
        }
    }
}
