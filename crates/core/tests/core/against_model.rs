//! The game against the reference model, on random games under every rule set: legal moves, reasons
//! of illegal ones, the effect of passes, scores, and undo.

use crate::model;

use std::collections::BTreeMap;

use model::{Model, ModelMove};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, GameEnd, IllegalMove, Move, Outcome, Proposal, Setup, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_letter, vertex};
use halfpoint_core::rules::{ButtonRule, PRESETS, find};

type Rng = Xoshiro256PlusPlus;

fn pick<'a, T>(rng: &mut Rng, all: &'a [T]) -> &'a T {
    &all[rng.random_range(0..all.len())]
}

fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

fn over_name(over: Option<GameEnd>) -> Option<&'static str> {
    over.map(|over| match over {
        GameEnd::Passes => "passes",
        GameEnd::Draw => "draw",
        GameEnd::Resign(_) => "resign",
        GameEnd::Void => "void",
        GameEnd::NoMove(_) => "no_move",
    })
}

/// Returns all stones of the colour of each stone that can be reached from it without crossing the
/// other colour.
fn enclosed_with(board: &Board, stones: &[Point]) -> PointSet {
    let size = board.size();
    let mut marked = PointSet::new(size);
    for &stone in stones {
        let mut reached = PointSet::of(size, [stone]);
        loop {
            let near: Vec<Point> = reached
                .iter()
                .flat_map(|point| size.neighbours(point))
                .filter(|&next| board.get(next).is_none() || board.get(next) == board.get(stone))
                .filter(|&next| !reached.contains(next))
                .collect();
            if near.is_empty() {
                break;
            }
            for point in near {
                reached.insert(point);
            }
        }
        for point in reached.iter().filter(|&point| board.get(point).is_some()) {
            marked.insert(point);
        }
    }
    marked
}

/// Game that is played by the library and by the model.
struct Match {
    size: Size,
    game: Game,
    model: Model,
    /// The game before each move that was not taken back.
    before: Vec<Game>,
    /// Moves so far, for the message of a failure.
    log: Vec<String>,
    /// Number of occurrences of each kind of event.
    seen: BTreeMap<&'static str, usize>,
    /// Whether every token move so far was a plain pass.
    plain: bool,
    /// Whether nearly all moves are placements, so that positions repeat more often.
    lively: bool,
}

impl Match {
    fn new(rules: &'static str, rng: &mut Rng, size: Size) -> Match {
        let mut stones = Vec::new();
        let mut handicap = 0;
        let mut setup = Setup::empty(size);
        let points: Vec<Point> = size.points().collect();
        match rng.random_range(0..6) {
            0 if points.len() > 3 => {
                let mut free = points.clone();
                for _ in 0..rng.random_range(1..points.len().min(10) / 2 + 1) {
                    let at = free.swap_remove(rng.random_range(0..free.len()));
                    stones.push((at, Color::Black));
                }
                handicap = stones.len();
                let at: Vec<Point> = stones.iter().map(|&(at, _)| at).collect();
                setup = Setup::with_handicap(size, &at).expect("there are points left");
            }
            1 => {
                for &at in &points {
                    if rng.random_ratio(1, 2) {
                        stones.push((at, color(rng.random_ratio(1, 2))));
                    }
                }
                let first = color(rng.random_ratio(1, 2));
                // A random setup may have chains without liberties, which cannot start a game.
                setup = Setup::with_stones(size, stones.clone(), first)
                    .unwrap_or_else(|_| Setup::empty(size).moving_first(first));
                stones = setup.stones().to_vec();
            }
            2 => setup = setup.moving_first(Color::White),
            _ => {}
        }
        let komi = rng.random_range(-3..16);
        let mut parts = find(rules).expect("a rule set of the table").rules;
        if rules == "ultimate" && rng.random_ratio(1, 3) {
            parts.bowl_handicap = rng.random_range(-3..=3);
        }
        let mut worth = None;
        if parts.buttons == ButtonRule::Take && rng.random_ratio(1, 3) {
            let both: [i32; 2] = std::array::from_fn(|_| rng.random_range(0..=8));
            parts.button_worth = both.map(HalfPoints::from_halves);
            worth = Some((both[0], both[1]));
        }
        let of = |wanted: Color| {
            stones
                .iter()
                .filter(|&&(_, color)| color == wanted)
                .map(|&(point, _)| size.coordinates(point))
                .collect()
        };
        let model_setup = model::Setup {
            width: size.width(),
            height: size.height(),
            black: of(Color::Black),
            white: of(Color::White),
            handicap,
            white_first: setup.to_move() == Color::White,
            bowl_handicap: i32::from(parts.bowl_handicap),
            button_worth: worth,
        };
        let log = vec![format!("{rules}, {komi} halves, {model_setup:?}:")];
        Match {
            size,
            game: Game::with_setup(parts, setup, HalfPoints::from_halves(komi)),
            model: Model::new(rules, model_setup, komi),
            before: Vec::new(),
            log,
            seen: BTreeMap::new(),
            plain: true,
            lively: rng.random_ratio(1, 3),
        }
    }

    fn note(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    fn said(&self, color: Color, play: &Move) -> String {
        let what = match play {
            Move::Place(point) => vertex(self.size, *point),
            Move::Pass => "pass".to_string(),
            Move::Token(name) => name.to_string(),
            Move::Propose(stones) => {
                let names: Vec<String> = stones.iter().map(|&p| vertex(self.size, p)).collect();
                format!("propose({})", names.join(","))
            }
            Move::Resign => "resign".to_string(),
        };
        format!("{}:{what}", color_letter(color))
    }

    fn model_move(&self, play: &Move) -> ModelMove {
        let at = |point: Point| self.size.coordinates(point);
        match play {
            Move::Place(point) => ModelMove::Place(at(*point).0, at(*point).1),
            Move::Pass => ModelMove::Pass,
            Move::Token(name) => ModelMove::Named(name.as_str()),
            Move::Resign => ModelMove::Named("resign"),
            Move::Propose(stones) if stones.iter().any(|&p| self.game.board().get(p).is_none()) => {
                ModelMove::Propose(stones.iter().map(|&p| at(p)).collect())
            }
            // The model marks only the chains of named stones, while a stone stands for all of its
            // territory.
            Move::Propose(stones) => {
                let all = enclosed_with(self.game.board(), stones);
                ModelMove::Propose(all.iter().map(at).collect())
            }
        }
    }

    /// Plays a move in both, which must agree even on a refusal. Returns whether the move was made.
    fn play(&mut self, color: Color, play: &Move) -> bool {
        let before = self.game.clone();
        let translated = self.model_move(play);
        let ours = self
            .game
            .play(color, play)
            .map(|_| ())
            .map_err(IllegalMove::reason);
        let theirs = self.model.play(color == Color::Black, translated);
        let said = self.said(color, play);
        assert_eq!(ours, theirs, "{} and then {said}", self.log.join(" "));
        match ours {
            Ok(()) => {
                if before.state().over.is_some() && *play != Move::Resign {
                    self.note("reopened");
                }
                self.note(match play {
                    Move::Place(_) => "placement",
                    Move::Pass => "pass",
                    Move::Token(_) => "token by name",
                    Move::Propose(_) => "proposal",
                    Move::Resign => "resignation",
                });
                self.plain &= !matches!(play, Move::Token(_) | Move::Propose(_));
                self.before.push(before);
                self.log.push(said);
                true
            }
            Err(reason) => {
                assert_eq!(self.game, before, "{} {said}", self.log.join(" "));
                self.note(reason);
                false
            }
        }
    }

    fn undo(&mut self) {
        let before = self.before.pop();
        let taken = self.game.undo();
        assert_eq!(taken.is_some(), before.is_some());
        assert_eq!(self.model.undo(), before.is_some());
        if let Some(before) = before {
            assert!(self.game == before, "{} undo", self.log.join(" "));
            self.game.board().assert_consistent();
            self.log.push("undo".to_string());
            self.note("undo");
        }
    }

    /// Returns a random set of chains: one stone of each for the model, all stones for the library.
    fn some_chains(&self, rng: &mut Rng) -> (Vec<(usize, usize)>, PointSet) {
        let board = self.game.board();
        let mut named = Vec::new();
        let mut all = PointSet::new(self.size);
        for (stone, _) in board.stones() {
            if board.head(stone) == stone && rng.random_ratio(1, 3) {
                named.push(self.size.coordinates(stone));
                for stone in board.chain(stone) {
                    all.insert(stone);
                }
            }
        }
        (named, all)
    }

    /// Compares all results of the library and the model.
    fn compare(&self, rng: &mut Rng, all_points: bool) {
        let (game, model) = (&self.game, &self.model);
        let state = game.state();
        let log = || self.log.join(" ");
        let pair = |value: [u32; 2]| (value[0], value[1]);
        assert_eq!(
            game.to_move() == Color::Black,
            model.to_move_black(),
            "turn: {}",
            log()
        );
        assert_eq!(over_name(state.over), model.over(), "end: {}", log());
        assert_eq!(
            pair(state.captures),
            model.captures(),
            "captures: {}",
            log()
        );
        let ledger = Color::BOTH.map(|color| state.ledger.total(color).halves());
        assert_eq!((ledger[0], ledger[1]), model.ledger(), "ledger: {}", log());
        assert_eq!(
            state.consecutive_passes,
            model.consecutive_passes(),
            "passes: {}",
            log()
        );
        let bowls = state.bowls.regular;
        assert_eq!((bowls[0], bowls[1]), model.bowls(), "bowls: {}", log());
        let ultimate = state.bowls.ultimate_in.map(|color| color == Color::Black);
        assert_eq!(
            ultimate,
            model.ultimate_stone_in(),
            "ultimate stone: {}",
            log()
        );
        assert_eq!(
            pair(state.half_pass_zone),
            model.half_pass_zone(),
            "zone: {}",
            log()
        );
        game.board().assert_consistent();
        for point in self.size.points() {
            let (x, y) = self.size.coordinates(point);
            assert_eq!(
                game.board().get(point),
                model.at(x, y).map(color),
                "{}",
                log()
            );
        }
        for color in Color::BOTH {
            let black = color == Color::Black;
            let position = game.position();
            let pass = position.plain_pass(color);
            let means = pass.map_or("illegal", |token| token.meaning());
            assert_eq!(
                means,
                model.pass_means(black),
                "pass of {color:?}: {}",
                log()
            );
            let tokens = position.tokens(color);
            let names: Vec<&str> = tokens.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(
                names,
                model.token_names(black),
                "tokens of {color:?}: {}",
                log()
            );
            for (name, token) in tokens {
                assert_eq!(token.name(), name, "{}", log());
            }
            if all_points {
                let placements = position.placements(color);
                let ours: Vec<_> = placements
                    .iter()
                    .map(|&p| self.size.coordinates(p))
                    .collect();
                assert_eq!(
                    ours,
                    model.legal_points(black),
                    "points of {color:?}: {}",
                    log()
                );
                let one_by_one = self.size.points().filter(|&p| position.may_place(color, p));
                assert_eq!(one_by_one.collect::<Vec<_>>(), placements, "{}", log());
            }
        }
        self.compare_scores(&[], &PointSet::new(self.size));
        let (named, dead) = self.some_chains(rng);
        self.compare_scores(&named, &dead);
    }

    fn compare_scores(&self, named: &[(usize, usize)], dead: &PointSet) {
        let outcome = self.game.outcome(dead);
        let log = || format!("dead {named:?}, {}", self.log.join(" "));
        assert_eq!(outcome.result(), self.model.final_score(named), "{}", log());
        if let Outcome::Counted(score) = outcome {
            assert_eq!(
                score.margin().halves(),
                self.model.margin(named),
                "{}",
                log()
            );
        }
    }

    /// Tries a random action, legal or not.
    fn step(&mut self, rng: &mut Rng) {
        let mut color = self.game.to_move();
        if rng.random_ratio(1, 12) {
            color = color.opponent();
            self.note("tried out of turn");
        }
        let points: Vec<Point> = self.size.points().collect();
        let mut choice = rng.random_range(0..100);
        if self.lively && choice < 43 && rng.random_ratio(4, 5) {
            choice = 99;
        }
        match choice {
            0..10 => {
                for _ in 0..rng.random_range(1..3) {
                    self.undo();
                }
            }
            10..26 => {
                self.play(color, &Move::Pass);
            }
            26..38 => {
                let name = pick(rng, &TokenKind::ALL);
                self.play(color, &Move::Token(*name));
            }
            38..42 => {
                let stones: Vec<Point> = self.game.board().stones().map(|(at, _)| at).collect();
                let among = if rng.random_ratio(1, 4) {
                    &points
                } else {
                    &stones
                };
                let mut proposed = Vec::new();
                for _ in 0..rng.random_range(0..3) {
                    if !among.is_empty() {
                        proposed.push(*pick(rng, among));
                    }
                }
                if self.play(color, &Move::Propose(proposed)) && rng.random_ratio(2, 3) {
                    // An answer must occur often enough, too.
                    let name = pick(rng, &[TokenKind::HalfPass, TokenKind::FullPass]);
                    self.play(color.opponent(), &Move::Token(*name));
                }
            }
            42 => {
                if rng.random_ratio(1, 3) {
                    self.play(color, &Move::Resign);
                }
            }
            43..48 => {
                // These points are empty, so only repetition or suicide can forbid them.
                let empties = self.game.board().empties().iter().copied();
                let may = |&at: &Point| !self.game.position().may_place(color, at);
                let banned: Vec<Point> = empties.filter(may).collect();
                if !banned.is_empty() {
                    self.play(color, &Move::Place(*pick(rng, &banned)));
                }
            }
            48..52 => {
                self.play(color, &Move::Place(*pick(rng, &points)));
            }
            _ => {
                let legal = self.game.position().placements(color);
                if !legal.is_empty() {
                    self.play(color, &Move::Place(*pick(rng, &legal)));
                }
            }
        }
    }

    /// Replays the game under other rules, in the library and the model, and compares.
    fn read_under(&self, other: &'static str) {
        let preset = find(other).expect("a rule set of the table");
        let mut rules = preset.rules;
        let mut setup = self.model.setup().clone();
        setup.bowl_handicap = 0;
        setup.button_worth = None;
        if other == "ultimate" {
            rules.bowl_handicap = self.game.rules().bowl_handicap;
            setup.bowl_handicap = i32::from(rules.bowl_handicap);
        }
        let ours = self.game.under(rules);
        let mut model = Model::new(other, setup, self.model.komi());
        let mut refused = None;
        for (index, (black, mv)) in self.model.moves().iter().enumerate() {
            let mv = match mv {
                ModelMove::Named("resign") => continue,
                ModelMove::Place(..) => mv.clone(),
                _ => ModelMove::Pass,
            };
            if let Err(reason) = model.play(*black, mv) {
                refused = Some((index + 1, reason));
                break;
            }
        }
        let log = format!("as {other}: {}", self.log.join(" "));
        match (ours, refused) {
            (Err(error), Some(refused)) => {
                assert_eq!((error.number, error.reason.reason()), refused, "{log}");
            }
            (Ok(game), None) => {
                let nothing = PointSet::new(self.size);
                assert_eq!(
                    game.outcome(&nothing).result(),
                    model.final_score(&[]),
                    "{log}"
                );
            }
            (ours, theirs) => panic!("{:?} but {theirs:?}; {log}", ours.err()),
        }
    }
}

fn play_game(rules: &'static str, rng: &mut Rng, size: Size, steps: usize) -> Match {
    let mut game = Match::new(rules, rng, size);
    let small = size.area() <= 25;
    game.compare(rng, true);
    for _ in 0..steps {
        game.step(rng);
        let thorough = small || rng.random_ratio(1, 8);
        game.compare(rng, thorough);
        if matches!(game.game.state().proposal, Proposal::Accepted(_)) {
            game.note("accepted");
        }
        if let Some(over) = over_name(game.game.state().over) {
            game.note(over);
            // In some games another move is tried after the end, legal or not.
            if rng.random_ratio(1, 3) {
                break;
            }
            if game.game.position().is_closed() {
                game.step(rng);
                game.undo();
            }
        }
    }
    if game.plain {
        let again = game.game.under(*game.game.rules()).expect("it was legal");
        // A replay drops a resignation.
        let mut expected = game.game.clone();
        if matches!(expected.state().over, Some(GameEnd::Resign(_))) {
            expected.undo();
        }
        assert!(again == expected, "{}", game.log.join(" "));
        game.note("read again");
    }
    for _ in 0..2 {
        game.read_under(pick(rng, &PRESETS).id);
    }
    if rng.random_ratio(1, 4) {
        while !game.before.is_empty() {
            game.undo();
        }
    }
    game
}

const SIZES: [(usize, usize); 14] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (1, 5),
    (2, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (4, 3),
    (5, 2),
    (4, 4),
    (5, 4),
    (5, 5),
];

/// Plays many games under one rule set; each event of `happened` must occur.
fn play_games(rules: &'static str, happened: &[&str]) {
    let seed = PRESETS
        .iter()
        .position(|preset| preset.id == rules)
        .expect("a rule set") as u64;
    let mut rng = Rng::seed_from_u64(1000 + seed);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut add = |game: Match| {
        for (what, times) in game.seen {
            *seen.entry(what).or_default() += times;
        }
    };
    for round in 0..10 {
        for (width, height) in SIZES {
            let size = Size::new(width, height).expect("a board size");
            let steps = 10 + 4 * (round % 4) + 2 * size.area().min(20);
            add(play_game(rules, &mut rng, size, steps));
        }
    }
    for _ in 0..2 {
        add(play_game(rules, &mut rng, Size::square(9), 80));
    }
    println!("{rules}: {seen:?}");
    for what in [
        "undo",
        "resignation",
        "tried out of turn",
        "occupied",
        "suicide",
        "read again",
    ] {
        assert!(seen.contains_key(what), "{rules}: no {what}");
    }
    for what in happened {
        assert!(seen.contains_key(what), "{rules}: no {what}");
    }
}

const ENDED: [&str; 3] = ["superko", "passes", "reopened"];

#[test]
fn tromp_taylor_agrees_with_the_model() {
    play_games("tromp_taylor", &ENDED);
}

#[test]
fn chinese_agrees_with_the_model() {
    play_games("chinese", &ENDED);
}

#[test]
fn new_zealand_agrees_with_the_model() {
    play_games("new_zealand", &ENDED);
}

#[test]
fn aga_agrees_with_the_model() {
    play_games("aga", &ENDED);
}

#[test]
fn bga_agrees_with_the_model() {
    play_games("bga", &ENDED);
}

#[test]
fn stone_scoring_agrees_with_the_model() {
    play_games("stone_scoring", &ENDED);
}

#[test]
fn ing_agrees_with_the_model() {
    play_games("ing", &ENDED);
}

#[test]
fn japanese_agrees_with_the_model() {
    play_games("japanese", &["ko", "void", "passes", "reopened"]);
}

#[test]
fn korean_agrees_with_the_model() {
    play_games("korean", &["ko", "void", "passes", "reopened"]);
}

#[test]
fn black_white_agrees_with_the_model() {
    play_games("black_white", &["ko", "void", "passes", "reopened"]);
}

#[test]
fn button_agrees_with_the_model() {
    play_games("button", &ENDED);
}

#[test]
fn white_button_agrees_with_the_model() {
    play_games("white_button", &ENDED);
}

#[test]
fn button_equivalence_agrees_with_the_model() {
    play_games("button_equivalence", &ENDED);
}

#[test]
fn two_button_agrees_with_the_model() {
    play_games("two_button", &ENDED);
}

#[test]
fn reverse_button_agrees_with_the_model() {
    play_games("reverse_button", &ENDED);
}

#[test]
fn two_button_moves_agrees_with_the_model() {
    play_games("two_button_moves", &ENDED);
}

#[test]
fn half_pass_agrees_with_the_model() {
    play_games(
        "half_pass",
        &[
            "superko", "passes", "reopened", "proposal", "accepted", "no stone",
        ],
    );
}

#[test]
fn ultimate_agrees_with_the_model() {
    play_games(
        "ultimate",
        &["superko", "draw", "no_move", "no prisoner", "no draw"],
    );
}
