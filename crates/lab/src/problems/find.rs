//! Search for positions in which one move alone is best and a natural one loses half a point.

use std::sync::atomic::AtomicBool;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, Size};
use halfpoint_core::game::{Game, Move, PlayedMove, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{Preset, Rules};
use halfpoint_solver::{SolverLimits, best_moves};

use super::judge::Judge;
use super::kind::MoveKind;
use super::solved::{SolvedMove, played, solve_move};
use crate::late_boards::LateBoard;

/// Largest loss of the natural move, in half-points: half a point decides, not a group.
const MAX_LOSS: i32 = 2;
/// Smallest probability that a net gives to a placement that looks natural to it.
const LIKELY: f32 = 0.05;
/// Largest number of moves that are proven to be worse, but have no line.
const MAX_UNSOLVED: usize = 2;
/// Factor of the limit of nodes within which the lines of a problem are found.
const NODES_OF_LINES: u64 = 15;

/// Reason why a move looks natural.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Natural {
    /// Move that the net likes best.
    FirstChoice,
    /// Plain pass, with whatever token rides on it.
    EarlyPass,
    /// Placement on a dame, where a token move is best.
    LastDame,
    /// Another placement to which the net gives a fair chance.
    SecondChoice,
}

/// Token moves that were made before the position of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Prelude {
    /// None; the opponent has just placed a stone.
    Stone,
    /// The side to move passed, then the opponent placed a stone.
    MoverPassed,
    /// The opponent passed earlier; each side has placed a stone since.
    OpponentPassed,
    /// The opponent has just passed.
    AfterPass,
}

impl Prelude {
    /// All preludes.
    pub(super) const ALL: [Prelude; 4] = [
        Prelude::Stone,
        Prelude::MoverPassed,
        Prelude::OpponentPassed,
        Prelude::AfterPass,
    ];
}

/// Position in which one move alone is best.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Id of the rule set.
    pub rules: &'static str,
    /// Game up to the position. Its komi makes the best move win by the least margin.
    pub game: Game,
    /// Token moves before it.
    pub prelude: Prelude,
    /// The best move.
    pub answer: SolvedMove,
    /// All other legal moves, the natural one first, then those that the net likes.
    pub wrong: Vec<SolvedMove>,
    /// Legal moves that are proven to be worse, without a line that shows it within the limits.
    pub unsolved: Vec<PlayedMove>,
    /// Reason why the first wrong move looks natural.
    pub natural: Natural,
    /// Kinds of the best move, of the natural one, and of the reply to it.
    pub kinds: (MoveKind, MoveKind, Option<MoveKind>),
    /// Difficulty: bits of surprise that the best move is to the net, and half the bits of the
    /// number of nodes by which the solver refutes the natural one.
    pub difficulty: f64,
}

impl Problem {
    /// Returns what the natural move loses, in half-points; where nothing is counted, in steps
    /// between win, draw and loss.
    #[must_use]
    pub fn loss(&self) -> i32 {
        (self.answer.value - self.wrong[0].value).abs()
    }

    /// Returns the pattern, by which problems are told apart.
    #[must_use]
    pub fn pattern(&self) -> impl Ord + Copy + use<> {
        (self.kinds, self.prelude, self.loss())
    }
}

/// Returns rules with a few prisoners more in one bowl, where the rules have bowls.
pub(super) fn with_bowls(rules: Rules, rng: &mut Xoshiro256PlusPlus) -> Rules {
    let mut rules = rules;
    if rules.last_mover_wins() {
        rules.bowl_handicap = rng.random_range(-2..=2);
    }
    rules
}

/// Reason why a position is no problem: its value takes too many nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooHard;

/// Returns the problem of a late board with a prelude, if it is one.
///
/// # Errors
/// If the solver does not find the best moves within `limits`.
pub(super) fn problem_of(
    preset: &'static Preset,
    rules: Rules,
    late: &LateBoard,
    prelude: Prelude,
    judge: &Judge,
    limits: SolverLimits,
) -> Result<Option<Problem>, TooHard> {
    let Some(mut game) = begun(rules, late, prelude) else {
        return Ok(None);
    };
    if game.state().over.is_some() {
        return Ok(None);
    }
    let stop = AtomicBool::new(false);
    let (value, best) = best_moves(&game, limits, &stop).ok_or(TooHard)?;
    let sign = game.to_move().sign();
    let [answer] = best[..] else {
        return Ok(None);
    };
    if rules.last_mover_wins() && value * sign < 0 {
        return Ok(None);
    }
    if rules.has_komi() {
        game.set_komi(HalfPoints::from_halves(value - sign));
    }
    let value = value - game.komi().halves();
    Ok(with_lines(
        preset, game, prelude, answer, value, judge, limits,
    ))
}

/// Returns the problem with the lines of all moves; `None` if they are too long, or no wrong move
/// looks natural.
fn with_lines(
    preset: &'static Preset,
    game: Game,
    prelude: Prelude,
    answer: PlayedMove,
    value: i32,
    judge: &Judge,
    limits: SolverLimits,
) -> Option<Problem> {
    let counts = game.rules().has_komi();
    let lines = SolverLimits {
        nodes: limits.nodes.map(|nodes| nodes * NODES_OF_LINES),
        ..limits
    };
    let mut policy = judge.policy(&game);
    let mut known: Vec<SolvedMove> = Vec::new();
    let mut loses_little = |action: PlayedMove| {
        let solved = (action != answer)
            .then(|| solve_move(&game, action, lines))
            .flatten();
        let loses = solved.as_ref().is_some_and(|one| {
            one.value != value && (!counts || (one.value - value).abs() <= MAX_LOSS)
        });
        known.extend(solved);
        loses
    };
    let (liked, natural) = natural_of(&game, &policy, answer, &mut loses_little)?;
    policy.sort_by_key(|&(action, _)| (action != answer, action != liked));
    let mut solved = Vec::new();
    let mut unsolved = Vec::new();
    for &(action, _) in &policy {
        let one = known.iter().find(|one| one.action == action).cloned();
        match one.or_else(|| solve_move(&game, action, lines)) {
            Some(one) => solved.push(one),
            None if action == answer || unsolved.len() == MAX_UNSOLVED => return None,
            None => unsolved.push(action),
        }
    }
    let wrong = solved.split_off(1);
    let answer = solved.pop()?;
    let sign = game.to_move().sign();
    let is_alone = wrong
        .iter()
        .all(|one| one.value * sign < answer.value * sign);
    if !is_alone || answer.value != value {
        return None;
    }
    let surprise = -f64::from(policy.first()?.1.max(1e-6)).log2();
    let depth = (wrong.first()?.nodes.max(1) as f64).log2() / 2.0;
    Some(Problem {
        rules: preset.id,
        prelude,
        kinds: kinds(&game, &answer, &wrong[0]),
        natural,
        difficulty: surprise + depth,
        game,
        answer,
        wrong,
        unsolved,
    })
}

/// Returns the kinds of the best move, of the natural one, and of the reply to it.
fn kinds(
    game: &Game,
    answer: &SolvedMove,
    natural: &SolvedMove,
) -> (MoveKind, MoveKind, Option<MoveKind>) {
    let position = game.position();
    let reply = played(game, natural.action).and_then(|after| {
        let &(_, action) = natural.line.first()?;
        Some(MoveKind::of(after.position(), action))
    });
    (
        MoveKind::of(position, answer.action),
        MoveKind::of(position, natural.action),
        reply,
    )
}

/// Returns a wrong move that looks natural, with the reason. `policy` has the likeliest move first,
/// and `loses_little` says whether a move is wrong by no more than the natural one may be.
fn natural_of(
    game: &Game,
    policy: &[(PlayedMove, f32)],
    answer: PlayedMove,
    loses_little: &mut dyn FnMut(PlayedMove) -> bool,
) -> Option<(PlayedMove, Natural)> {
    let position = game.position();
    let &(first, _) = policy.first()?;
    if loses_little(first) {
        return Some((first, Natural::FirstChoice));
    }
    let pass = position.plain_pass(game.to_move()).ok();
    let answers_by_token = MoveKind::of(position, answer).is_token();
    let pass = pass.filter(|_| !answers_by_token);
    if let Some(pass) = pass.map(PlayedMove::Token)
        && loses_little(pass)
    {
        return Some((pass, Natural::EarlyPass));
    }
    let mut on_board = policy
        .iter()
        .map(|&(action, chance)| (action, MoveKind::of(position, action), chance))
        .filter(|(action, ..)| matches!(action, PlayedMove::Place(_)));
    let found = on_board.find(|&(action, kind, chance)| {
        let is_fair = chance >= LIKELY || (kind == MoveKind::Dame && answers_by_token);
        is_fair && loses_little(action)
    });
    found.map(|(action, kind, _)| match kind {
        MoveKind::Dame => (action, Natural::LastDame),
        _ => (action, Natural::SecondChoice),
    })
}

/// Returns the game that begins with a late board, with the moves of a prelude.
fn begun(rules: Rules, late: &LateBoard, prelude: Prelude) -> Option<Game> {
    let size = late.board.size();
    let [(one, first), (other, second)] = late.last;
    let mut between = late.before.clone();
    between.play(one, first);
    let (stones, mover, moves) = match prelude {
        Prelude::Stone => (&between, other, vec![(other, Move::Place(second))]),
        Prelude::MoverPassed => (
            &between,
            one,
            vec![(one, Move::Pass), (other, Move::Place(second))],
        ),
        Prelude::OpponentPassed => (
            &late.before,
            other,
            vec![
                (other, Move::Pass),
                (one, Move::Place(first)),
                (other, Move::Place(second)),
            ],
        ),
        Prelude::AfterPass => (&late.board, other, vec![(other, Move::Pass)]),
    };
    let mut game = set_up(rules, size, stones, mover)?;
    for (color, mv) in moves {
        game.play(color, &mv).ok()?;
    }
    Some(game)
}

fn set_up(rules: Rules, size: Size, board: &Board, first: Color) -> Option<Game> {
    let setup = Setup::with_stones(size, board.stones().collect(), first).ok()?;
    Some(Game::with_setup(rules, setup, HalfPoints::ZERO))
}
