//! The life of chains by reading: dead, alive, or alive only by seki.

use super::benson::pass_alive;
use super::reading::{Check, Goal, LifeReader, Problem, Reach, ReadingCache};
use super::regions::{Division, ROOM_OF_A_DEAD_STONE, is_room_to_live};
use super::wall::{Answering, ONE_WORST_QUESTION, Wall, YES};
use crate::board::{Board, Color, Point, PointSet};

/// Effort of a reading that may take five times as long as usual, up to some seconds: for verdicts
/// that people rely on, about positions in which the usual effort leaves a doubt.
pub const THOROUGH: f64 = 5.0;

/// Maximal number of positions that the reading of one question may visit with the usual effort.
pub(super) const ONE_QUESTION: u32 = 20_000;
/// Maximal number of positions for all questions about one board together.
pub(super) const ALL_QUESTIONS: u32 = 150_000;
/// Maximal number of rounds; what one round proves makes walls for the next.
pub(super) const ROUNDS: usize = 4;

/// Extents of the cut-outs in which the capture of a chain is read, smaller ones first.
pub(super) const REACHES: [Reach; 3] = [Reach::Near, Reach::Liberties(1), Reach::Liberties(3)];

/// Status of a chain as reading finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// The chain lives by itself, even if the opponent moves first.
    Independent,
    /// The chain cannot be captured, even if the opponent moves first.
    Safe,
    /// The side that moves first decides.
    Unsettled,
    /// The chain is captured, even if its owner moves first.
    Dead,
    /// Positions repeat and the ko rules differ about it, or that was too hard to read.
    InCycle,
}

/// Status of each chain of a position, as far as reading found it.
#[derive(Clone, Debug)]
pub struct Readings {
    lives: Vec<Option<Life>>,
    /// Chains that were read to live by themselves, and so may have to answer a move.
    answering: Vec<Answering>,
}

impl Readings {
    /// Reads the status of all chains, given a `guess` of the dead stones and the stones for which
    /// that guess is `clear`. `effort` is the share (0 to [`THOROUGH`]) of the usual budget that
    /// may be spent. A share of less than 1 bounds all questions together, not a single one.
    #[must_use]
    pub fn of(board: &Board, guess: &PointSet, clear: &PointSet, effort: f64) -> Readings {
        let mut cache = ReadingCache::new();
        Readings::until(board, guess, clear, effort, &mut cache, &|| false)
    }

    /// Reads as [`Readings::of`] does, with answers kept in `cache`, but asks no further question
    /// once `is_late` returns `true`.
    #[must_use]
    pub fn until(
        board: &Board,
        guess: &PointSet,
        clear: &PointSet,
        effort: f64,
        cache: &mut ReadingCache,
        is_late: &dyn Fn() -> bool,
    ) -> Readings {
        let mut readings = Readings::proven(board);
        if is_late() {
            return readings;
        }
        let effort = effort.clamp(0.0, THOROUGH);
        let budget = (f64::from(ALL_QUESTIONS) * effort) as u32;
        let one_question = (f64::from(ONE_QUESTION) * effort.max(1.0)) as u32;
        let mut reader = LifeReader::new(cache, budget);
        let (mut asked, mut asked_worst) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let wall = readings.wall(board, guess);
            let mut changed = false;
            for stone in chains(board) {
                if is_late() {
                    return readings;
                }
                let guessed_dead = guess.contains(stone);
                let is_clear = guessed_dead && clear.contains(stone);
                if !readings.needs_reading(board, &wall, stone, is_clear) {
                    continue;
                }
                let chain = ReadChain {
                    board,
                    wall: &wall,
                    stone,
                    guessed_dead,
                };
                let found = chain.read(&mut asked_worst, &mut reader);
                let found =
                    found.or_else(|| chain.read_fights(&mut asked, one_question, &mut reader));
                if let Some((life, fight)) = found {
                    changed |= readings.of_stone(stone) != Some(life);
                    readings.set(board, stone, life);
                    if let Some(fight) = fight.filter(|_| life == Life::Independent) {
                        let answering = wall.answering(board, &fight, &mut reader);
                        readings.answering.extend(answering);
                    }
                }
            }
            if !changed {
                break;
            }
        }
        readings
    }

    /// Returns whether the chain on a point has to be read. One between walls that the playouts
    /// judge clearly dead (`is_clear`) has not.
    fn needs_reading(&self, board: &Board, wall: &Wall, stone: Point, is_clear: bool) -> bool {
        match self.of_stone(stone) {
            Some(Life::Independent | Life::Dead) => false,
            _ if wall.stones.contains(stone) => false,
            _ => !(is_clear && is_walled_in(board, wall, stone)),
        }
    }

    /// Returns the statuses that are proven without reading.
    pub(super) fn proven(board: &Board) -> Readings {
        let mut lives = vec![None; board.size().array_len()];
        let life = Color::BOTH.map(|color| pass_alive(board, color));
        for (point, color) in board.stones() {
            if life[color].stones.contains(point) {
                lives[point.index()] = Some(Life::Independent);
            } else if life[color.opponent()].cramped.contains(point) {
                lives[point.index()] = Some(Life::Dead);
            }
        }
        let answering = Vec::new();
        Readings { lives, answering }
    }

    /// Sets the status of the chain on a point.
    pub(super) fn set(&mut self, board: &Board, stone: Point, life: Life) {
        for member in board.chain(stone) {
            self.lives[member.index()] = Some(life);
        }
    }

    /// Returns the status of the chain on a point; `None` if it was too hard, or too clear to be
    /// read.
    #[must_use]
    pub fn of_stone(&self, stone: Point) -> Option<Life> {
        self.lives[stone.index()]
    }

    /// Returns whether the chain on a point was read to live only if its owner answers a move
    /// beside it.
    #[must_use]
    pub fn must_answer(&self, stone: Point) -> bool {
        self.answering
            .iter()
            .any(|chain| chain.stones.contains(stone))
    }

    /// Returns the stones that reading may take for granted: those that live by themselves, and
    /// groups with so much territory that they need no reading. Stones guessed dead give territory
    /// only where there is plenty of it without them.
    pub(super) fn wall(&self, board: &Board, guess: &PointSet) -> Wall {
        let size = board.size();
        let is_dead = |point: Point| self.of_stone(point) == Some(Life::Dead);
        let mut taken = PointSet::of(
            size,
            size.points().filter(|&p| is_dead(p) || guess.contains(p)),
        );
        let roomy = Division::new(board, &taken);
        for region in &roomy.regions {
            let empty = region.points & board.empty_points();
            let stones = (region.points - empty).iter().filter(|&p| !is_dead(p));
            let taken_away = ROOM_OF_A_DEAD_STONE * stones.count();
            let room = empty.len().saturating_sub(taken_away);
            if region.owner().is_none() || !is_room_to_live(size, room) {
                for point in region.points.iter().filter(|&p| !is_dead(p)) {
                    taken.remove(point);
                }
            }
        }
        let division = Division::new(board, &taken);
        let strong =
            division.strong_groups(size, |point| board.get(point).is_none() || is_dead(point));
        let stones = board.stones_of(Color::Black) | board.stones_of(Color::White);
        let left = stones - taken;
        let is_strong =
            |&point: &Point| division.group_of(point).is_some_and(|group| strong[group]);
        let strong = PointSet::of(size, left.iter().filter(is_strong));
        let lives = |&point: &Point| self.of_stone(point) == Some(Life::Independent);
        let living = PointSet::of(size, left.iter().filter(lives));
        let answering = self.answering.iter();
        let answering = answering.filter(|chain| !chain.stones.is_subset(&strong));
        Wall {
            stones: strong | living,
            answering: answering.copied().collect(),
        }
    }
}

/// Returns the first stone of each chain.
pub(super) fn chains(board: &Board) -> Vec<Point> {
    let mut seen = PointSet::new(board.size());
    let mut found = Vec::new();
    for (point, _) in board.stones() {
        if !seen.contains(point) {
            found.push(point);
            board.chain(point).for_each(|member| {
                seen.insert(member);
            });
        }
    }
    found
}

/// Returns whether all opposing stones beside a chain and its liberties are of the wall.
fn is_walled_in(board: &Board, wall: &Wall, stone: Point) -> bool {
    let size = board.size();
    let wall = wall.against(&board.liberties(stone));
    let color = board.get(stone);
    let near = board
        .chain(stone)
        .chain(board.liberties(stone).iter().collect::<Vec<_>>());
    near.flat_map(|point| size.neighbours(point))
        .all(|next| board.get(next).is_none() || board.get(next) == color || wall.contains(next))
}

/// A chain that is read: first in cut-outs with a boundary that is the worst case for a claim.
struct ReadChain<'a> {
    board: &'a Board,
    wall: &'a Wall,
    stone: Point,
    guessed_dead: bool,
}

impl ReadChain<'_> {
    /// Returns whether the chain is dead or lives by itself, with the fight that this was read in;
    /// `None` if neither is proven. Questions listed in `asked` are not asked again.
    fn read(
        &self,
        asked: &mut Vec<(Goal, Problem)>,
        reader: &mut LifeReader<'_>,
    ) -> Option<(Life, Option<Problem>)> {
        let owner = self.board.get(self.stone)?;
        let near = [Reach::Near];
        let (goal, prover, reaches, life) = if self.guessed_dead {
            (Goal::Capture, owner.opponent(), &REACHES[..], Life::Dead)
        } else {
            (Goal::Independence, owner, &near[..], Life::Independent)
        };
        for &reach in reaches {
            let against =
                |wall: &PointSet| Problem::against(self.board, wall, self.stone, prover, reach);
            let question = (goal, self.wall.cut(prover, against)?);
            if asked.contains(&question) {
                continue;
            }
            let answer = reader.ask(
                &question.1,
                goal,
                prover.opponent(),
                Check::Reached,
                ONE_WORST_QUESTION,
            );
            if answer == YES {
                return Some((life, Some(question.1)));
            }
            asked.push(question);
        }
        None
    }

    /// Reads the status of the chain in the fights for its capture and for its life, as far as the
    /// walls enclose them; `None` if that is too hard, or was asked before. Returns the fight for
    /// its life, too.
    fn read_fights(
        &self,
        asked: &mut Vec<ReadFights>,
        limit: u32,
        reader: &mut LifeReader<'_>,
    ) -> Option<(Life, Option<Problem>)> {
        let owner = self.board.get(self.stone)?;
        let around = |wall: &PointSet| Problem::around(self.board, wall, self.stone);
        let fights = [owner.opponent(), owner].map(|prover| self.wall.cut(prover, around));
        let [capture, life] = fights.each_ref().map(Option::as_ref);
        let question = (self.stone, [capture, life].map(|fight| Some(fight?.ground)));
        if asked.contains(&question) {
            return None;
        }
        asked.push(question);
        let read = read_chain(capture, life, self.guessed_dead, limit, reader)?;
        Some((read, life.cloned()))
    }
}

/// A chain with the grounds of the fights for its capture and for its life, which were read.
type ReadFights = (Point, [Option<PointSet>; 2]);

/// Reads the status of a chain in the fights that are cut out for its capture and for its life.
/// `None` if that is too hard.
fn read_chain(
    capture: Option<&Problem>,
    life: Option<&Problem>,
    guessed_dead: bool,
    limit: u32,
    reader: &mut LifeReader<'_>,
) -> Option<Life> {
    let mut ask = |fight: Option<&Problem>, goal: Goal, owner_first: bool, check: Check| {
        let fight = fight?;
        let first = if owner_first {
            fight.owner
        } else {
            fight.owner.opponent()
        };
        reader.ask(fight, goal, first, check, limit)
    };
    if !guessed_dead && ask(life, Goal::Independence, false, Check::Reached) == YES {
        return Some(Life::Independent);
    }
    let taken = ask(capture, Goal::Capture, true, Check::Reached)?;
    if taken.reached {
        let certain = taken.certain;
        return Some(if certain { Life::Dead } else { Life::InCycle });
    }
    if guessed_dead && ask(life, Goal::Independence, false, Check::Reached) == YES {
        return Some(Life::Independent);
    }
    match ask(life, Goal::Capture, false, Check::NotReached) {
        Some(answer) if answer.reached => Some(Life::Unsettled),
        Some(answer) if answer.certain => Some(Life::Safe),
        Some(_) => Some(Life::InCycle),
        None if guessed_dead => Some(Life::Unsettled),
        None => None,
    }
}
