//! Inputs against a slow model that reads the record of the game, in games of every rule set.

use halfpoint_core::board::naive::NaiveBoard;
use halfpoint_core::game::{GameEnd, Proposal, Setup, Token};
use halfpoint_core::life::pass_alive;
use halfpoint_core::rules::{
    DeadStoneRule, EndRule, KoRule, PRESETS, PassRule, ScoringRule, SuicideRule, TaxRule,
};
use halfpoint_core::{
    Color, Game, HalfPoints, IllegalMove, Move, PlayedMove, Point, PointSet, Size, TokenKind,
};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::features::tests::slow_ladders;
use crate::features::{History, Places};
use crate::own::{GLOBALS, InputExtractor, Inputs, PLANES};

/// Inputs of the slow model, as the net reads them.
struct Model<'g> {
    game: &'g Game,
    size: Size,
    me: Color,
    planes: Vec<f32>,
    globals: Vec<f32>,
}

impl Model<'_> {
    fn of(game: &Game) -> Model<'_> {
        let size = game.board().size();
        let mut model = Model {
            game,
            size,
            me: game.to_move(),
            planes: vec![0.0; PLANES * size.area()],
            globals: vec![0.0; GLOBALS],
        };
        model.stones();
        model.bans();
        model.turns();
        model.life();
        model.worth();
        model.rules();
        model.tokens();
        model.state();
        model
    }

    fn set(&mut self, plane: usize, point: Point) {
        let (x, y) = self.size.coordinates(point);
        let row = self.size.height() - 1 - y;
        self.planes[(plane * self.size.height() + row) * self.size.width() + x] = 1.0;
    }

    fn set_if(&mut self, number: usize, holds: bool) {
        self.globals[number] = if holds { 1.0 } else { 0.0 };
    }

    fn set_all(&mut self, plane: usize, points: PointSet) {
        points.iter().for_each(|point| self.set(plane, point));
    }

    /// Replays the stones on the naive board.
    fn naive_board(&self) -> NaiveBoard {
        let mut board = NaiveBoard::new(self.size);
        for &(stone, color) in self.game.setup().stones() {
            board.set(stone, Some(color));
        }
        for record in self.game.records() {
            if let PlayedMove::Place(point) = record.action {
                board.play(record.color, point);
            }
        }
        board
    }

    fn stones(&mut self) {
        let board = self.naive_board();
        for point in self.size.points() {
            self.set(0, point);
            let Some(color) = board.get(point) else {
                continue;
            };
            self.set(if color == self.me { 1 } else { 2 }, point);
            if let count @ 1..=3 = board.liberties(point).len() {
                self.set(2 + count, point);
            }
        }
    }

    fn bans(&mut self) {
        for point in self.size.points() {
            let answer = self.game.clone().play(self.me, &Move::Place(point));
            if matches!(answer, Err(IllegalMove::Ko | IllegalMove::Superko)) {
                self.set(6, point);
            }
        }
    }

    fn turns(&mut self) {
        let mut player = self.me.opponent();
        for (ago, record) in self.game.records().iter().rev().take(5).enumerate() {
            if record.color != player {
                break;
            }
            player = player.opponent();
            match record.action {
                PlayedMove::Place(point) => self.set(7 + ago, point),
                _ => self.globals[44 + ago] = 1.0,
            }
            // An end hides what led to it from those who play on.
            if ago > 0
                && self.game.records()[self.game.records().len() - ago]
                    .before()
                    .over
                    .is_some()
            {
                break;
            }
        }
    }

    /// Ladders and life. The point that a simple ko forbids is that of the last capture of one
    /// stone by one stone.
    fn life(&mut self) {
        let board = self.game.board();
        let ko = self.game.records().last().and_then(|record| {
            let PlayedMove::Place(point) = record.action else {
                return None;
            };
            let naive = self.naive_board();
            match *record.removed() {
                [taken]
                    if naive.flood(point).len() == 1
                        && naive.liberties(point) == PointSet::of(self.size, [taken]) =>
                {
                    Some(taken)
                }
                _ => None,
            }
        });
        let ladders = slow_ladders(board, ko);
        self.set_all(12, ladders.stones);
        self.set_all(13, ladders.moves[self.me.opponent()]);
        for (plane, color) in [(14, self.me), (15, self.me.opponent())] {
            let life = pass_alive(board, color);
            self.set_all(plane, life.stones | life.enclosed);
        }
    }

    fn worth(&mut self) {
        let equivalent = self.game.position().area_equivalent(self.game.terms());
        let area = self.size.area() as f32;
        let sign = if self.me == Color::White { 1.0 } else { -1.0 };
        let (komi, button) = equivalent.with_usual_button();
        let points = sign * komi.halves() as f32 / 2.0;
        let points = points.clamp(-area - 20.0, area + 20.0);
        self.globals[0] = points / 20.0;
        // A full board has an area margin of the parity of its points.
        let quarters = (points - area).rem_euclid(2.0);
        self.globals[1] = match quarters {
            0.5 => 0.5,
            1.5 => -0.5,
            _ => 0.0,
        };
        self.set_if(2, button);
        self.set_if(3, self.game.rules().tax == TaxRule::Seki);
        self.set_if(4, self.game.rules().tax == TaxRule::Group);
        self.set_if(5, equivalent.territory);
        self.globals[51] = -sign * self.settled() / 20.0;
    }

    /// Counts from the record, in points, Black minus White, what tokens and captures have settled.
    fn settled(&self) -> f32 {
        let rules = self.game.rules();
        let ledger = self.game.state().ledger;
        if rules.scoring == ScoringRule::Spare {
            let [black, white] = self.bowls();
            return black - white;
        }
        let buttons = [0, 1].map(|color| ledger.buttons[color].halves() as f32 / 2.0);
        let mut settled = buttons[0] - buttons[1];
        if rules.scoring == ScoringRule::Territory {
            for record in self.game.records() {
                let sign = if record.color == Color::Black {
                    1.0
                } else {
                    -1.0
                };
                for &stone in record.removed() {
                    // Removed stones are the opponent's, or the player's own by suicide.
                    let suicide = PlayedMove::Place(stone) == record.action
                        || self.removed_own(record.action, record.removed());
                    settled += if suicide { -sign } else { sign };
                }
            }
            let zone =
                |color: usize| (ledger.pass_stones[color] + ledger.half_passes[color]).halves();
            settled += (zone(0) - zone(1)) as f32 / 2.0;
        }
        settled
    }

    /// Returns whether a placement removed its own chain.
    fn removed_own(&self, action: PlayedMove, removed: &[Point]) -> bool {
        matches!(action, PlayedMove::Place(point) if removed.contains(&point))
    }

    /// Counts the regular prisoners in the bowls from the record.
    fn bowls(&self) -> [f32; 2] {
        let rules = self.game.rules();
        if rules.pass != PassRule::Delay {
            return [0.0; 2];
        }
        let handicap = f32::from(rules.bowl_handicap);
        let mut bowls = [1.0 + (-handicap).max(0.0), 1.0 + handicap.max(0.0)];
        for record in self.game.records() {
            let winner = if self.removed_own(record.action, record.removed()) {
                record.color.opponent()
            } else {
                record.color
            };
            bowls[winner as usize] += record.removed().len() as f32;
            if matches!(
                record.action,
                PlayedMove::Token(Token::Delay | Token::UltimateDelay)
            ) {
                bowls[record.color as usize] -= 1.0;
            }
        }
        bowls
    }

    fn rules(&mut self) {
        let rules = *self.game.rules();
        self.set_if(6, rules.ko == KoRule::Simple);
        self.set_if(7, rules.ko == KoRule::Positional);
        self.set_if(8, rules.ko == KoRule::Situational);
        self.set_if(9, rules.suicide == SuicideRule::Multi);
        self.set_if(10, rules.dead == DeadStoneRule::Agreed);
        self.set_if(11, rules.dead == DeadStoneRule::Proposed);
        self.set_if(12, rules.scoring == ScoringRule::Area);
        self.set_if(13, rules.scoring == ScoringRule::Territory);
        self.set_if(14, rules.scoring == ScoringRule::Spare);
        self.set_if(49, rules.ending == EndRule::TwoPassesWhiteLast);
        let others = [
            EndRule::PassAfterFullPass,
            EndRule::SecondButton,
            EndRule::LastMover,
        ];
        self.set_if(50, others.contains(&rules.ending));
    }

    fn tokens(&mut self) {
        const ORDER: [Token; 8] = [
            Token::Pass,
            Token::StonePass,
            Token::TakeButton,
            Token::GiveButton,
            Token::HalfPass,
            Token::Delay,
            Token::UltimateDelay,
            Token::Draw,
        ];
        let named = TokenKind::ALL.map(Move::Token);
        for (first, moves) in [(15, &[Move::Pass][..]), (23, &named)] {
            for mv in moves {
                if let Ok(PlayedMove::Token(token)) = self.game.clone().play(self.me, mv) {
                    let number = ORDER.iter().position(|&one| one == token).expect("a token");
                    self.globals[first + number] = 1.0;
                }
            }
        }
    }

    fn state(&mut self) {
        let records = self.game.records();
        let state = self.game.state();
        let mut after = self.game.clone();
        // That the opponent is left without a move does not count.
        let ends = after.play(self.me, &Move::Pass).is_ok()
            && matches!(after.state().over, Some(GameEnd::Passes | GameEnd::Draw));
        let pending = matches!(state.proposal, Proposal::Pending(_));
        let passes = state.consecutive_passes;
        self.set_if(31, passes == 1);
        self.set_if(32, passes > 1);
        self.set_if(33, ends);
        self.set_if(34, pending);
        self.set_if(35, self.me == Color::Black);
        let placed = records
            .iter()
            .filter(|record| matches!(record.action, PlayedMove::Place(_)));
        self.set_if(
            36,
            (placed.count() + self.game.setup().stones().len()) % 2 == 1,
        );
        self.globals[37] = self.game.setup().handicap() as f32 / 10.0;
        let bowls = self.bowls();
        self.globals[38] = bowls[self.me as usize] / 10.0;
        self.globals[39] = bowls[self.me.opponent() as usize] / 10.0;
        let ultimate = records
            .iter()
            .find(|record| record.action == PlayedMove::Token(Token::UltimateDelay));
        self.set_if(40, ultimate.is_some_and(|record| record.color != self.me));
        self.set_if(41, ultimate.is_some_and(|record| record.color == self.me));
        self.set_if(42, state.first_token.is_none());
        self.globals[43] = state.buttons_left(self.game.rules()) as f32 / 2.0;
        if let (true, Some(last)) = (pending, records.last()) {
            let proposed = PointSet::of(self.size, last.proposed.iter().copied());
            self.set_all(16, proposed);
        }
    }
}

/// Makes a random move: a placement, by either player now and then, a token or a proposal. Returns
/// `false` if there is none.
fn make_move(game: &mut Game, random: &mut Xoshiro256PlusPlus) -> bool {
    let color = if random.random_ratio(1, 20) {
        game.to_move().opponent()
    } else {
        game.to_move()
    };
    let placements = game.position().placements(color);
    let kind = random.random_range(0..12);
    let mv = match placements.choose(random) {
        Some(&point) if kind < 10 => Move::Place(point),
        _ if kind % 2 == 0 => Move::Pass,
        _ => {
            let stones: Vec<Point> = game.board().stones().map(|(point, _)| point).collect();
            let proposal = stones.choose(random).into_iter().copied().collect();
            let mut moves: Vec<Move> = TokenKind::ALL.map(Move::Token).into();
            moves.push(Move::Propose(proposal));
            moves.choose(random).expect("a move").clone()
        }
    };
    game.play(color, &mv).is_ok() || game.play(color, &Move::Pass).is_ok()
}

#[test]
fn inputs_agree_with_a_slow_model_under_every_rule_set() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(34);
    let mut seen_planes = [false; PLANES];
    let mut seen_globals = [false; GLOBALS];
    for number in 0..8 * PRESETS.len() {
        let preset = &PRESETS[number % PRESETS.len()];
        let mut side = || random.random_range(3..=6);
        let size = Size::new(side(), side()).expect("a size");
        let setup = match random.random_range(0..4) {
            0 => {
                let points: Vec<Point> = size.points().step_by(5).take(2).collect();
                Setup::with_handicap(size, &points).expect("a handicap")
            }
            _ => Setup::empty(size),
        };
        let komi = HalfPoints::from_halves(random.random_range(-90..90));
        let mut game = Game::with_setup(preset.rules, setup, komi);
        let (mut extractor, places) = (InputExtractor::new(size), Places::new(size));
        let mut inputs = Inputs::new(size);
        let mut tensor = vec![0.0; PLANES * size.area()];
        for _ in 0..70 {
            if game.position().is_closed() || !make_move(&mut game, &mut random) {
                break;
            }
            let history = History::of(&game);
            extractor.extract(game.position(), &history, game.terms(), &mut inputs);
            inputs.write_planes(&mut tensor, |point| places.of(point));
            let model = Model::of(&game);
            for (plane, seen) in seen_planes.iter_mut().enumerate() {
                let part = plane * size.area()..(plane + 1) * size.area();
                let (found, wanted) = (&tensor[part.clone()], &model.planes[part]);
                assert_eq!(
                    found,
                    wanted,
                    "{} plane {plane}: {:?}",
                    preset.id,
                    game.board()
                );
                *seen |= found.contains(&1.0);
            }
            for (at, seen) in seen_globals.iter_mut().enumerate() {
                let (found, wanted) = (inputs.globals[at], model.globals[at]);
                assert!(
                    (found - wanted).abs() < 1e-6,
                    "{} number {at}: {found} {wanted}",
                    preset.id
                );
                *seen |= found != 0.0;
            }
        }
    }
    let unseen = |seen: &[bool]| (0..seen.len()).filter(|&at| !seen[at]).collect::<Vec<_>>();
    assert_eq!(unseen(&seen_planes), [17]);
    assert_eq!(unseen(&seen_globals), [52, 53, 54, 55]);
}

#[test]
#[ignore = "a measurement: run it with --ignored --nocapture in a release build"]
fn speed() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for (side, moves) in [(9, 30), (9, 60), (19, 150)] {
        let size = Size::square(side);
        let mut games = Vec::new();
        for number in 0..200 {
            let rules = PRESETS[number % PRESETS.len()].rules;
            let mut game = Game::new(rules, size, HalfPoints::ZERO);
            for _ in 0..moves {
                let placements =
                    halfpoint_core::game::eye::placements_but_eyes(game.position(), game.to_move());
                if let Some(&point) = placements.choose(&mut random) {
                    let _ = game.play(game.to_move(), &Move::Place(point));
                }
            }
            games.push((History::of(&game), game));
        }
        let mut inputs = Inputs::new(size);
        let places = Places::new(size);
        let mut tensor = vec![0.0; PLANES * size.area()];
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let mut rounds = 0;
            let mut time = 0.0;
            while rounds < 10 {
                // New boards each time: the table of ladders is emptied.
                let mut extractor = InputExtractor::new(size);
                let start = std::time::Instant::now();
                for (history, game) in &games {
                    extractor.extract(game.position(), history, game.terms(), &mut inputs);
                    inputs.write_planes(&mut tensor, |point| places.of(point));
                }
                time += start.elapsed().as_secs_f64();
                rounds += 1;
            }
            best = f64::min(best, time / (10.0 * games.len() as f64));
        }
        println!("{side}×{side}, {moves} moves: {:.2} µs", best * 1e6);
    }
}
