//! The result of a game that ended with a board to be counted.
//!
//! The referee's own count decides wherever nothing is in doubt: where the rules take no stone off
//! without capture, and where every stone is proven to be alive or dead. Elsewhere the engines are asked,
//! in this order:
//!
//! 1. Territory counting, both give the same score, and the score is one that they can know: that.
//! 2. Both name the same dead stones: our count with these.
//! 3. Both give the same score, as in 1.
//! 4. Area counting, and the game was played to its end: our count with the dead stones that our player
//!    sees, if it is certain of each chain, and no engine's score contradicts it or an engine of another make
//!    gives the same. (An engine of ours sees what the referee sees: it is no second opinion.)
//!    An engine that cannot know all rules agrees if its score is right by those that it can know.
//! 5. The game was played to its end, and both scores, if they can be known, are won by the same side: that side,
//!    by nobody knows how much.
//! 6. Else the result is unclear.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, Outcome};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation;
use halfpoint_core::rules::ScoringRule;
use halfpoint_core::score::proven_dead;
use halfpoint_engine::player::{Player, Settings};

use super::client::AskError;
use super::engine::{Engine, margin};
use super::plain_count::explanation;
use super::record::{Basis, Sides, Verdict};

/// A result, and on what it rests.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// Who has won.
    pub verdict: Verdict,
    /// The result as players write it; `?` if it is unclear.
    pub result: String,
    /// Black's margin.
    pub margin: Option<HalfPoints>,
    /// On what it rests.
    pub basis: Option<Basis>,
    /// What the engines gave as `final_score`.
    pub scores: Sides<Option<String>>,
    /// Whether those differ from each other or from the result, in a way that is not explained.
    pub disputed: bool,
    /// Whether they differ from the result only by what the engines that gave them cannot know.
    pub explained: bool,
    /// What needs explaining, in words.
    pub note: Option<String>,
}

/// What the engines say at the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineReports {
    /// `final_score`.
    pub scores: Sides<Option<String>>,
    /// `final_status_list dead`.
    pub dead: Sides<Option<PointSet>>,
    /// Whether they know our rule sets, and so what token moves are worth.
    pub knows_rules: Sides<bool>,
    /// What kept one from saying it.
    pub note: Option<String>,
}

/// Asks both engines. One that fails now has not lost: the game is over.
///
/// # Errors
/// If the match is being ended.
pub fn ask(game: &Game, engines: &mut Sides<&mut Engine<'_>>) -> Result<EngineReports, AskError> {
    let size = game.board().size();
    let asked = needs_agreement(game);
    let mut testimony = EngineReports::default();
    for color in Color::BOTH {
        let engine = engines.of_mut(color);
        *testimony.knows_rules.of_mut(color) = engine.knows_rules();
        let said = engine.final_score().and_then(|score| {
            let dead = if asked { engine.dead(size)? } else { None };
            Ok((score, dead))
        });
        match said {
            Ok((score, dead)) => {
                *testimony.scores.of_mut(color) = score;
                *testimony.dead.of_mut(color) = dead;
            }
            Err(AskError::Stopped) => return Err(AskError::Stopped),
            Err(AskError::Fault(fault)) => {
                testimony.note = Some(format!("{} after the game: {fault}", engine.name()));
                engine.stop();
            }
        }
    }
    Ok(testimony)
}

/// Whether the result depends on dead stones that are not proven.
fn needs_agreement(game: &Game) -> bool {
    game.rules().removes_dead() && proven_dead(game.board()).is_none()
}

/// The result. `finished` says whether the players ended the game, or the referee stopped it.
#[must_use]
pub fn settle(game: &Game, testimony: &EngineReports, finished: bool) -> Settled {
    let mut settled = Settled {
        verdict: Verdict::Unclear,
        result: "?".to_string(),
        margin: None,
        basis: None,
        scores: testimony.scores.clone(),
        disputed: false,
        explained: false,
        note: testimony.note.clone(),
    };
    // The dead stones of the result, where it is our count.
    let mut dead = None;
    if let Some((outcome, basis)) = decide(game, testimony, finished) {
        settled.basis = Some(basis);
        match outcome {
            Decision::Ours(outcome, stones) => {
                settled.margin = outcome.margin();
                settled.result = outcome.result_or_void();
                settled.verdict = verdict(&outcome);
                dead = Some(stones);
            }
            Decision::Theirs(margin) => {
                settled.margin = Some(margin);
                settled.result = notation::result(margin);
                settled.verdict = by_margin(margin);
            }
            Decision::Winner(color) => {
                settled.result = format!("{}+", notation::color_letter(color));
                settled.verdict = Verdict::from(color);
            }
        }
    }
    let explain = |color: Color, margin| {
        let dead = dead.as_ref()?;
        explanation_of(game, testimony, dead, color, margin)
    };
    compare(&mut settled, explain);
    settled
}

/// Why an engine gives a score that is not that of the referee, if it is one that does not know our
/// rule sets, and the rules that it may know explain its score.
fn explanation_of(
    game: &Game,
    testimony: &EngineReports,
    dead: &PointSet,
    color: Color,
    margin: HalfPoints,
) -> Option<String> {
    match testimony.knows_rules.of(color) {
        true => None,
        false => explanation(game, dead, margin),
    }
}

enum Decision {
    /// Our count, with those dead stones.
    Ours(Outcome, PointSet),
    /// The margin that both engines gave.
    Theirs(HalfPoints),
    /// The winner that both engines gave.
    Winner(Color),
}

fn decide(game: &Game, testimony: &EngineReports, finished: bool) -> Option<(Decision, Basis)> {
    let counted = |dead: &PointSet, basis| {
        let decision = Decision::Ours(game.outcome(dead), dead.clone());
        Some((decision, basis))
    };
    let size = game.board().size();
    if !game.rules().removes_dead() {
        return counted(&PointSet::new(size), Basis::Count);
    }
    if let Some(dead) = proven_dead(game.board()) {
        return counted(&dead, Basis::Count);
    }
    let scores = known_scores(game, testimony);
    let score = || {
        let [black, white] = scores?;
        (black == white).then_some((Decision::Theirs(black), Basis::SameScore))
    };
    let winner = || {
        let [black, white] = scores?.map(|margin| by_margin(margin).winner());
        let winner = black.filter(|_| finished && black == white)?;
        Some((Decision::Winner(winner), Basis::SameWinner))
    };
    let dead = match (&testimony.dead.black, &testimony.dead.white) {
        (Some(one), Some(other)) if one == other => Some(one),
        _ => None,
    };
    let dead = || dead.and_then(|dead| counted(dead, Basis::SameDead));
    if game.rules().scoring == ScoringRule::Territory {
        return score().or_else(dead).or_else(winner);
    }
    dead()
        .or_else(score)
        .or_else(|| finished.then(|| judged(game, testimony))?)
        .or_else(winner)
}

/// Our own count, if no chain's life is a guess and nothing speaks against it but engines that others
/// contradict.
fn judged(game: &Game, testimony: &EngineReports) -> Option<(Decision, Basis)> {
    let judgement = Player::new(Settings::default()).judge(game);
    let judgement = judgement.held_against_play(game);
    if !judgement.is_certain() {
        return None;
    }
    let outcome = game.outcome(&judgement.dead);
    let agrees = |color: Color| {
        let said = margin(testimony.scores.of(color).as_deref()?);
        let is_explained = || {
            let explained = explanation_of(game, testimony, &judgement.dead, color, said?);
            Some(explained.is_some())
        };
        Some(said == outcome.margin() || is_explained().unwrap_or(false))
    };
    let agreement = Color::BOTH.map(|color| (color, agrees(color)));
    let contradicted = agreement.iter().any(|(_, agrees)| *agrees == Some(false));
    let supported = agreement
        .iter()
        .any(|&(color, agrees)| !testimony.knows_rules.of(color) && agrees == Some(true));
    let ours = || Decision::Ours(outcome, judgement.dead.clone());
    (supported || !contradicted).then(|| (ours(), Basis::Judged))
}

/// The margins that both engines give, Black's first, if both can know them.
fn known_scores(game: &Game, testimony: &EngineReports) -> Option<[HalfPoints; 2]> {
    let both_know = testimony.knows_rules.black && testimony.knows_rules.white;
    if game.rules().tokens_count() && !both_know {
        return None;
    }
    let [black, white] = Color::BOTH.map(|color| margin(testimony.scores.of(color).as_deref()?));
    Some([black?, white?])
}

fn verdict(outcome: &Outcome) -> Verdict {
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

/// Notes where the engines' scores differ from each other or from the result, and whether `explain`
/// says why.
fn compare(settled: &mut Settled, explain: impl Fn(Color, HalfPoints) -> Option<String>) {
    let given: Vec<(Color, &String)> = Color::BOTH
        .into_iter()
        .filter_map(|color| Some((color, settled.scores.of(color).as_ref()?)))
        .collect();
    let differs = |text: &str| match (margin(text), settled.margin) {
        (Some(theirs), Some(ours)) => theirs != ours,
        (None, Some(_)) => true,
        // The result is unclear: all depends on whether they agree.
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
    settled.disputed = unexplained;
    settled.explained = !unexplained;
    notes.extend(settled.note.take());
    settled.note = Some(notes.join("; "));
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

    /// Black has the columns A and B, White D and E, the last move in the middle; Black's only stone in
    /// White's area is at E5. Nobody has two eyes for sure.
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
        let mut testimony = said("W+0.5", "W+0.5");
        testimony.dead.black = dead(&[point(4, 4)]);
        testimony.dead.white = dead(&[point(4, 4)]);
        let settled = settle(&game("chinese"), &testimony, true);
        assert_eq!(settled.basis, Some(Basis::SameDead));
        assert_eq!(settled.result, "W+0.5");
        assert!(!settled.disputed);
        testimony.dead.white = dead(&[]);
        let settled = settle(&game("chinese"), &testimony, true);
        assert_eq!(settled.basis, Some(Basis::SameScore));
        // The button is not in the score of an engine that does not know of it.
        testimony.dead.white = dead(&[point(4, 4)]);
        let settled = settle(&game("button"), &testimony, true);
        assert_eq!(settled.basis, Some(Basis::SameDead));
        assert_eq!((settled.result.as_str(), settled.disputed), ("W+1", false));
        assert!(settled.explained);
    }

    /// A game with agreement on the dead stones, and these scores.
    fn agreed(rules: &str, black: &str, white: &str) -> Settled {
        let mut testimony = said(black, white);
        testimony.dead.black = dead(&[point(4, 4)]);
        testimony.dead.white = dead(&[point(4, 4)]);
        settle(&game(rules), &testimony, true)
    }

    #[test]
    fn a_score_that_lacks_what_an_engine_cannot_know_is_explained() {
        // By area White is ahead by komi. Where nothing is taken off, Black's stone in White's area
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
            let settled = agreed(rules, "", score);
            assert_ne!(settled.verdict, Verdict::Unclear, "{rules}");
            assert!(!settled.disputed, "{rules}: {settled:?}");
            assert_eq!(settled.explained, !words.is_empty(), "{rules}: {settled:?}");
            let note = settled.note.unwrap_or_default();
            assert!(note.ends_with(words), "{rules}: {note}");
        }
    }

    #[test]
    fn a_score_that_no_rules_explain_is_disputed() {
        for rules in ["button", "two_button", "half_pass", "button_equivalence"] {
            for score in ["W+20.5", "B+0.5", "I cannot tell"] {
                let settled = agreed(rules, "", score);
                assert!(settled.disputed && !settled.explained, "{rules} {score}");
            }
        }
        // One that knows the rules has no excuse, and one side's excuse is none for the other.
        let mut testimony = said("W+0.5", "");
        testimony.dead.black = dead(&[point(4, 4)]);
        testimony.dead.white = dead(&[point(4, 4)]);
        testimony.knows_rules.black = true;
        let settled = settle(&game("button"), &testimony, true);
        assert!(settled.disputed && !settled.explained);
        let settled = agreed("button", "W+0.5", "W+3.5");
        assert!(settled.disputed && !settled.explained);
        assert_eq!(
            settled.note.as_deref(),
            Some("black says W+0.5, which is right without the button; white says W+3.5")
        );
    }

    #[test]
    fn an_explained_score_supports_the_judgement() {
        let [ours, plain] = ["button", "chinese"].map(|rules| {
            let settled = settle(&game(rules), &EngineReports::default(), true);
            assert_eq!(settled.basis, Some(Basis::Judged), "{rules}");
            settled.result
        });
        assert_ne!(ours, plain);
        // The engine of another make says what the referee sees, less the button.
        let mut testimony = said(&ours, &plain);
        testimony.knows_rules.black = true;
        let settled = settle(&game("button"), &testimony, true);
        assert_eq!((settled.result, settled.basis), (ours, Some(Basis::Judged)));
        assert!(settled.explained && !settled.disputed);
    }

    #[test]
    fn territory_without_agreement_is_unclear() {
        let settled = settle(&game("japanese"), &said("B+3.5", "W+0.5"), true);
        assert_eq!(settled.verdict, Verdict::Unclear);
        assert_eq!(settled.result, "?");
        assert!(settled.disputed);
        let settled = settle(&game("japanese"), &said("W+1.5", "W+1.5"), true);
        assert_eq!(settled.basis, Some(Basis::SameScore));
        assert_eq!(settled.verdict, Verdict::White);
        assert_eq!(settled.margin, Some(HalfPoints::from_halves(-3)));
        let settled = settle(&game("japanese"), &EngineReports::default(), true);
        assert_eq!(settled.verdict, Verdict::Unclear);
        assert!(!settled.disputed);
    }

    #[test]
    fn a_winner_on_whom_both_agree_has_won() {
        let settled = settle(&game("japanese"), &said("W+3.5", "W+0.5"), true);
        assert_eq!(settled.basis, Some(Basis::SameWinner));
        assert_eq!(settled.verdict, Verdict::White);
        assert_eq!((settled.result.as_str(), settled.margin), ("W+", None));
        assert!(settled.disputed);
        let stopped = settle(&game("japanese"), &said("W+3.5", "W+0.5"), false);
        assert_eq!(stopped.verdict, Verdict::Unclear);
        // What the button was worth may have turned the game.
        let mut testimony = said("B+20", "B+3");
        testimony.knows_rules.white = true;
        let settled = settle(&game("button"), &testimony, true);
        assert_ne!(settled.basis, Some(Basis::SameWinner));
    }

    #[test]
    fn area_is_judged_where_the_judgement_is_no_partys() {
        let played = game("chinese");
        let ours = settle(&played, &EngineReports::default(), true);
        assert_eq!((ours.basis, ours.disputed), (Some(Basis::Judged), false));
        let mut testimony = said("B+20", &ours.result);
        let settled = settle(&played, &testimony, true);
        assert_eq!(settled.basis, Some(Basis::Judged));
        assert!(settled.disputed);
        // Stopped by the referee, the position says nothing.
        assert_eq!(settle(&played, &testimony, false).verdict, Verdict::Unclear);
        // White is an engine of ours, against which Black stands alone.
        testimony.knows_rules.white = true;
        let settled = settle(&played, &testimony, true);
        assert_eq!(
            (settled.verdict, settled.disputed),
            (Verdict::Unclear, true)
        );
        let settled = settle(&game("tromp_taylor"), &said("B+20", ""), true);
        assert_eq!(settled.basis, Some(Basis::Count));
        assert!(settled.disputed);
    }

    /// One stone of each colour on an open board.
    #[test]
    fn a_guess_decides_nothing() {
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
        for testimony in [
            EngineReports::default(),
            said(&right, ""),
            said(&right, "B+20"),
        ] {
            let settled = settle(&game, &testimony, true);
            assert_eq!((settled.verdict, settled.basis), (Verdict::Unclear, None));
        }
    }

    #[test]
    fn scores_that_engines_write() {
        for (text, halves) in [
            ("B+3.5", Some(7)),
            ("w+12", Some(-24)),
            ("0", Some(0)),
            ("Draw", Some(0)),
            ("W+R", None),
            ("B+", None),
            ("B+0.25", None),
            ("cannot score", None),
        ] {
            assert_eq!(margin(text).map(HalfPoints::halves), halves, "{text}");
        }
    }
}
