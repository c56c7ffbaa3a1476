//! Proofs that one player gets the whole board.
//!
//! On open boards of up to 26 points that is a frequent value and by far the quickest one to prove:
//! the answer does not depend on tokens or on komi, and earlier positions matter only where they
//! may ban a placement of that player. So a search of its own asks for nothing else, on sets of
//! bits, with whole situations as keys of its table. It guesses first, by a search that stops at
//! boards that look won, and then proves what it guessed.

mod confirm;
mod grid;
mod last;
mod leaves;
mod prover;
mod table;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use halfpoint_core::board::{Board, Color, Point};
use halfpoint_core::bounds;
use halfpoint_core::game::{Position, Terms};
use halfpoint_core::rules::{Rules, SuicideRule};

use grid::{Grid, MAX_POINTS};
use leaves::Leaves;
pub(crate) use prover::Progress;
use prover::{ProofSearch, Prover, Root};
pub(crate) use table::Entry;
use table::{MAX_DEPTH, Outcome, Table};

/// Part of the memory that the table of a proof has, the rest is for the guess.
const PROOF_SHARE: usize = 4;

/// Search for a proof that a player gets the whole board, and the proof itself once it is found.
pub(super) struct WholeBoard {
    /// The player.
    side: Color,
    guess: ProofSearch,
    proof: ProofSearch,
}

/// One of the two searches for the whole board.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part {
    /// That for lines which probably lead to it.
    Guess,
    /// That for their proof.
    Proof,
}

/// One thread's part in a search for the whole board.
pub(crate) struct WholeProver<'a> {
    guess: Prover<'a>,
    proof: Prover<'a>,
}

impl WholeProver<'_> {
    /// Searches for that many nodes more. `may_go_on` gets the nodes since it was asked last, and
    /// returns whether the search goes on.
    pub(crate) fn go_on(&mut self, nodes: u64, may_go_on: &dyn Fn(u64) -> bool) -> Progress {
        let mut left = nodes;
        while !self.proof.search.is_proven() {
            let before = self.nodes();
            let progress = match self.guess.go_on(left, may_go_on) {
                Progress::Proven => self.proof.confirm(&mut self.guess, left, may_go_on),
                other => other,
            };
            left = left.saturating_sub(self.nodes() - before);
            let is_over = left == 0 || !may_go_on(0);
            if progress != Progress::Open || is_over {
                return progress;
            }
        }
        Progress::Proven
    }

    /// Returns the number of nodes until now.
    fn nodes(&self) -> u64 {
        self.guess.nodes + self.proof.nodes
    }
}

/// Part of a proof that concerns one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WholeAnswer {
    /// Least number of the player's stones on the boards that his placements make from here on.
    pub(super) least: u16,
    /// The placement with which he goes on, if it is his turn.
    pub(super) best: Option<Point>,
}

impl WholeBoard {
    /// Returns whether there is such a search: the board has few points, and the rules fit.
    pub(super) fn is_for(position: &Position, side: Color) -> bool {
        let has_few_points = position.board().size().area() <= MAX_POINTS;
        has_few_points && bounds::whole_board(position, side, Terms::default()).is_some()
    }

    /// Returns a search in a position for the whole board of a player, with a table of about that
    /// many bytes; `None` if the board has too many points or the rules do not fit. `earlier` are
    /// the boards before, if they may ban a placement.
    pub(super) fn new<'a>(
        position: &Position,
        side: Color,
        earlier: impl Iterator<Item = &'a Board>,
        bytes: usize,
    ) -> Option<WholeBoard> {
        if !WholeBoard::is_for(position, side) {
            return None;
        }
        let grid = Arc::new(Grid::new(position.board().size())?);
        let most = earlier.map(|board| board.stones_of(side).len()).max();
        let root = Root {
            stones: grid.stones(position.board(), side)?,
            is_own_turn: position.to_move() == side,
            may_suicide: may_suicide(position.rules()),
            most_before: most.unwrap_or(0) as u8,
        };
        let search =
            |leaves, bytes| ProofSearch::new(Arc::clone(&grid), Table::new(bytes), leaves, root);
        let for_proof = bytes / PROOF_SHARE;
        Some(WholeBoard {
            side,
            guess: search(Leaves::Likely, bytes - for_proof),
            proof: search(Leaves::Held, for_proof),
        })
    }

    /// Returns the player.
    pub(super) fn side(&self) -> Color {
        self.side
    }

    /// Returns what was found of all situations, with their keys.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Part, u64, Entry)> {
        [Part::Guess, Part::Proof].into_iter().flat_map(|part| {
            let entries = self.search(part).table.entries();
            entries.map(move |(key, entry)| (part, key, entry))
        })
    }

    /// Takes over what an earlier search for the board of this player found of a situation.
    pub(super) fn keep(&self, part: Part, key: u64, entry: Entry) {
        self.search(part).table.keep(key, entry);
    }

    /// Returns one of the two searches.
    fn search(&self, part: Part) -> &ProofSearch {
        match part {
            Part::Guess => &self.guess,
            Part::Proof => &self.proof,
        }
    }

    /// Returns a thread's part in the search.
    pub(super) fn prover(&self) -> WholeProver<'_> {
        WholeProver {
            guess: Prover::new(&self.guess),
            proof: Prover::new(&self.proof),
        }
    }

    /// Returns within how many moves the search looks for a guess, captures not counted; `None` if
    /// it has ended.
    pub(super) fn depth(&self) -> Option<u8> {
        let depth = self.guess.depth();
        (!self.is_proven() && depth <= MAX_DEPTH).then_some(depth)
    }

    /// Returns whether the player is proven to get the whole board.
    pub(super) fn is_proven(&self) -> bool {
        self.proof.is_proven()
    }

    /// Returns what was found of a position without a ko that bans a placement; `None` if the
    /// player is not known to get the whole board from there.
    pub(super) fn find(&self, board: &Board, to_move: Color) -> Option<WholeAnswer> {
        let grid = &self.proof.grid;
        let stones = grid.stones(board, self.side)?;
        let (key, image) = grid.canonical(stones, to_move == self.side);
        let entry = self.proof.table.find(key)?;
        let Outcome::Whole(least) = entry.outcome else {
            return None;
        };
        Some(WholeAnswer {
            least: u16::from(least),
            best: grid.point(grid.point_back(entry.best, image)),
        })
    }
}

/// Returns whether the rules allow suicide of several stones.
fn may_suicide(rules: &Rules) -> bool {
    match rules.suicide {
        SuicideRule::Forbidden => false,
        SuicideRule::Multi => true,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Game, Move};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::notation::parse_board;
    use halfpoint_core::rules::{KoRule, PRESETS, find};

    use super::*;
    use crate::plain;
    use crate::search::Searcher;
    use crate::solve::{SolverLimits, shared};

    /// Plays random placements and passes, none of which ends the game.
    fn wander(game: &mut Game, moves: usize, rng: &mut Xoshiro256PlusPlus) {
        for _ in 0..moves {
            let color = game.to_move();
            let placements = game.position().placements(color);
            let placed = placements.choose(rng).filter(|_| rng.random_ratio(9, 10));
            let mv = placed.map_or(Move::Pass, |&point| Move::Place(point));
            if game.play(color, &mv).is_ok() && game.state().over.is_some() {
                game.undo();
            }
        }
    }

    #[test]
    fn who_gets_the_whole_board_gets_it_in_the_search_without_tables() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let presets = PRESETS.iter().map(|preset| preset.rules);
        let kos = [KoRule::Simple, KoRule::Positional, KoRule::Situational];
        let kos = kos.into_iter().flat_map(|ko| {
            let named = ["chinese", "new_zealand"].map(|name| find(name).expect("a rule set"));
            named.map(|named| Rules { ko, ..named.rules })
        });
        let (mut proven, mut without_ban) = (0, 0);
        for rules in presets.chain(kos) {
            for (width, height) in [(1, 4), (2, 2), (1, 5), (2, 3)] {
                for _ in 0..30 {
                    let size = Size::new(width, height).expect("a size");
                    let mut game = Game::new(rules, size, HalfPoints::ZERO);
                    let moves = rng.random_range(2..=3 * size.area());
                    wander(&mut game, moves, &mut rng);
                    let limits = SolverLimits::default();
                    let tables = shared(&game, limits, std::time::Instant::now());
                    let searcher = Searcher::new(&tables, &game);
                    for side in Color::BOTH {
                        let Some(whole) = searcher.whole_board(side, 1 << 16) else {
                            continue;
                        };
                        if whole.prover().go_on(20_000, &|_| true) != Progress::Proven {
                            continue;
                        }
                        let Some(value) = plain::value(&game, 20_000) else {
                            continue;
                        };
                        let position = game.position().for_exact_value();
                        let [lower, upper] =
                            bounds::whole_board(&position, side, game.terms()).expect("bounds");
                        let is_right = lower <= value && value <= upper;
                        assert!(
                            is_right,
                            "{side:?}: {value}, not {lower} to {upper}, {game:?}"
                        );
                        proven += 1;
                        without_ban += usize::from(rules.ko == KoRule::Simple);
                    }
                }
            }
        }
        assert!(proven > 200 && without_ban > 15, "{proven}, {without_ban}");
    }

    /// Searches for a proof that Black gets a board with White to move. Returns whether the first
    /// guess is that he gets it, and whether it is proven.
    fn guessed_and_proven(rows: &[&str]) -> [bool; 2] {
        let rules = find("chinese").expect("a rule set").rules;
        let board = parse_board(rows).expect("a board");
        let game = Game::from_board(rules, &board, Color::White).expect("a game");
        let position = game.position().for_exact_value();
        let whole = WholeBoard::new(&position, Color::Black, [].iter(), 1 << 22).expect("a search");
        let guessed = Prover::new(&whole.guess).go_on(1, &|_| true);
        let proven = whole.prover().go_on(300_000, &|_| true);
        assert_eq!(proven == Progress::Proven, whole.is_proven());
        [guessed, proven].map(|progress| progress == Progress::Proven)
    }

    #[test]
    fn a_guess_is_no_proof() {
        // White takes B2 by B3. Black may not take back at once, has no other move that does not
        // hurt him, and a pass would let White end the game.
        let wrong = ["XXXXX", "X.X.X", "OXOX.", ".OOXX"];
        assert_eq!(guessed_and_proven(&wrong), [true, false]);
        // With one move to spare he is not hurt.
        let right = ["XXXX.", "X.X.X", "OXOX.", ".OOXX"];
        assert_eq!(guessed_and_proven(&right), [true, true]);
    }

    #[test]
    fn threads_find_what_one_finds() {
        const NODES: u64 = 50_000;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
        let rules = find("chinese").expect("a rule set").rules;
        let (mut proven, mut both) = (0, 0);
        for _ in 0..20 {
            let size = Size::new(3, 4).expect("a size");
            let mut game = Game::new(rules, size, HalfPoints::ZERO);
            let moves = rng.random_range(1..=3);
            wander(&mut game, moves, &mut rng);
            let position = game.position().for_exact_value();
            let begin = || WholeBoard::new(&position, Color::Black, [].iter(), 1 << 22);
            let (Some(alone), Some(together)) = (begin(), begin()) else {
                continue;
            };
            let found = alone.prover().go_on(NODES, &|_| true);
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| together.prover().go_on(NODES, &|_| true));
                }
            });
            if found == Progress::Proven {
                assert!(together.is_proven(), "{game:?}");
                proven += 1;
            }
            let known: HashMap<u64, Outcome> = decided(&alone).collect();
            for (key, outcome) in decided(&together) {
                if let Some(other) = known.get(&key) {
                    assert_eq!(
                        matches!(outcome, Outcome::Whole(_)),
                        matches!(other, Outcome::Whole(_)),
                        "{key:x} of {game:?}"
                    );
                    both += 1;
                }
            }
        }
        assert!(proven > 5 && both > 1000, "{proven}, {both}");
    }

    /// Returns the situations of a search for which the player is known to get the whole board, or
    /// known not to.
    fn decided(search: &WholeBoard) -> impl Iterator<Item = (u64, Outcome)> {
        let entries = search.entries().filter(|&(part, ..)| part == Part::Proof);
        let entries = entries.map(|(_, key, entry)| (key, entry.outcome));
        entries.filter(|(_, outcome)| !matches!(outcome, Outcome::Open(_)))
    }
}
