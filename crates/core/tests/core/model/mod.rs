//! Reference model of the whole game: slow and naive. The only code that it shares with the engine
//! is the reading of seki, which is a judgement rather than a count and has tests of its own.
//!
//! Strings and plain integers go in and come out. A game is its list of moves; each query replays
//! that list from the start and derives the answer from the boards and moves found. Superko
//! compares whole boards, and legal points are found by trying each one. Section numbers in the
//! comments refer to the written rules that the model was made from.
//!
//! Colours are booleans, `true` for Black. Points are `(x, y)`, both from 0, with `y` upwards.
//! Unless a comment states otherwise, amounts are half-points and pairs are `(Black's, White's)`.

#![allow(dead_code)]

use std::collections::BTreeSet;

use halfpoint_core::board::{self as engine, Color, PointSet, Size};
use halfpoint_core::life::seki;

/// Stones on the board before the first move.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Black stones.
    pub black: Vec<(usize, usize)>,
    /// White stones.
    pub white: Vec<(usize, usize)>,
    /// Number of black stones that are handicap; 0 if none.
    pub handicap: usize,
    /// Whether White moves first; not derived from the handicap.
    pub white_first: bool,
    /// Prisoners added to White's bowl, or to Black's if negative; `ultimate` only.
    pub bowl_handicap: i32,
    /// Worth of the button to Black and to White, if it is not that of the rule set; `button` and
    /// `white_button` only.
    pub button_worth: Option<(i32, i32)>,
}

/// Move as a client names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelMove {
    /// Placement of a stone on a point.
    Place(usize, usize),
    /// Plain pass, which has its own effect under each rule set.
    Pass,
    /// `button`, `halfpass`, `fullpass`, `delay`, `draw` or `resign`.
    Named(&'static str),
    /// First pass of the game with a proposal of dead stones, `half_pass` only. The stones stand
    /// for whole chains, each named by one stone or more; the proposal may be empty.
    Propose(Vec<(usize, usize)>),
}

/// The eighteen rule sets of sections 4 and 5.7, in the order of the presets.
pub const RULES: [&str; 18] = [
    "tromp_taylor",
    "chinese",
    "new_zealand",
    "aga",
    "bga",
    "stone_scoring",
    "ing",
    "japanese",
    "korean",
    "black_white",
    "button",
    "white_button",
    "button_equivalence",
    "two_button",
    "reverse_button",
    "two_button_moves",
    "half_pass",
    "ultimate",
];

/// Game under one rule set.
#[derive(Clone, Debug)]
pub struct Model {
    rules: &'static str,
    setup: Setup,
    komi: i32,
    moves: Vec<(bool, ModelMove)>,
    /// State after `moves` were replayed from the start.
    state: State,
}

impl Model {
    /// Creates a game without moves.
    ///
    /// # Panics
    /// On an unknown rule set and on bad setup stones.
    pub fn new(rules_id: &str, setup: Setup, komi_halves: i32) -> Model {
        let rules = RULES
            .into_iter()
            .find(|&id| id == rules_id)
            .expect("a rule set of the table");
        let state = State::start(rules, &setup);
        Model {
            rules,
            setup,
            komi: komi_halves,
            moves: Vec::new(),
            state,
        }
    }

    /// Plays a move of either colour.
    ///
    /// # Errors
    /// Returns the reason why the move is illegal; the game stays unchanged.
    pub fn play(&mut self, black: bool, mv: ModelMove) -> Result<(), &'static str> {
        let mut moves = self.moves.clone();
        moves.push((black, mv));
        self.state = self.replay(&moves)?;
        self.moves = moves;
        Ok(())
    }

    /// Takes the last move back; returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let some = self.moves.pop().is_some();
        self.state = self.replay(&self.moves).expect("it was legal before");
        some
    }

    fn replay(&self, moves: &[(bool, ModelMove)]) -> Result<State, &'static str> {
        let mut state = State::start(self.rules, &self.setup);
        for (black, mv) in moves {
            state.play(*black, mv)?;
        }
        Ok(state)
    }

    /// Returns the setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the moves as they were named.
    pub fn moves(&self) -> &[(bool, ModelMove)] {
        &self.moves
    }

    /// Returns the komi in half-points, as given.
    pub fn komi(&self) -> i32 {
        self.komi
    }

    /// Returns whether Black is to move: the opponent of the last player is (section 2).
    pub fn to_move_black(&self) -> bool {
        self.state.black_to_move()
    }

    /// Returns the stone on a point, if there is one.
    pub fn at(&self, x: usize, y: usize) -> Option<bool> {
        self.state.board()[self.state.grid.index((x, y))]
    }

    /// Returns the legal placements of a colour, row by row from the bottom.
    pub fn legal_points(&self, black: bool) -> Vec<(usize, usize)> {
        self.state.legal_points(black)
    }

    /// Returns the names of the token moves that a colour may make now.
    pub fn token_names(&self, black: bool) -> Vec<&'static str> {
        ["button", "halfpass", "fullpass", "delay", "draw"]
            .into_iter()
            .filter(|&name| {
                self.state
                    .clone()
                    .play(black, &ModelMove::Named(name))
                    .is_ok()
            })
            .collect()
    }

    /// Returns the effect of a plain pass of that colour now: the name of a token, or `illegal`.
    pub fn pass_means(&self, black: bool) -> &'static str {
        let mut after = self.state.clone();
        if after.play(black, &ModelMove::Pass).is_err() {
            return "illegal";
        }
        match after.done.last().expect("just passed").kind {
            Kind::Pass => "pass",
            Kind::StonePass | Kind::StonePassWithButton => "fullpass",
            Kind::TakeButton | Kind::GiveButton => "button",
            Kind::HalfPass => "halfpass",
            Kind::Delay => "delay",
            Kind::Draw => "draw",
            Kind::Stone => unreachable!("a pass is no stone"),
        }
    }

    /// Returns the half-points that token moves have given Black and White so far.
    pub fn ledger(&self) -> (i32, i32) {
        let [black, white] = self.state.ledger();
        (black, white)
    }

    /// Returns the stones captured by Black and by White during play; a suicide counts for the
    /// opponent.
    pub fn captures(&self) -> (u32, u32) {
        let [black, white] = self.state.captures();
        (black as u32, white as u32)
    }

    /// Returns the length of the current run of passes of any kind; a button is not a pass.
    pub fn consecutive_passes(&self) -> u32 {
        self.state.consecutive_passes() as u32
    }

    /// Returns how the game has ended, if it has: `passes`, `draw`, `resign`, `void` or `no_move`.
    pub fn over(&self) -> Option<&'static str> {
        self.state.over()
    }

    /// Returns the regular prisoners in Black's and in White's bowl under `ultimate`, otherwise 0.
    pub fn bowls(&self) -> (i32, i32) {
        match self.rules {
            "ultimate" => (self.state.bowl(true), self.state.bowl(false)),
            _ => (0, 0),
        }
    }

    /// Returns the colour of the bowl that holds the ultimate stone.
    pub fn ultimate_stone_in(&self) -> Option<bool> {
        self.state.first_delayer().map(|black| !black)
    }

    /// Returns the number of stones of Black and of White in the half-pass zone.
    pub fn half_pass_zone(&self) -> (u32, u32) {
        let count = |black| {
            let half = |d: &&Done| d.kind == Kind::HalfPass && d.black == black;
            self.state.done.iter().filter(half).count() as u32
        };
        (count(true), count(false))
    }

    /// Returns the game after the players have passed until it is over (section 8). Under
    /// `ultimate`, where that has no meaning, it is returned as it stands.
    pub fn passed_out(&self) -> Model {
        let mut game = self.clone();
        while game.rules != "ultimate" && game.over().is_none() {
            game.play(game.to_move_black(), ModelMove::Pass)
                .expect("only ultimate ever forbids a pass");
        }
        game
    }

    /// Returns the margin in half-points, Black minus White, with komi and White's bonus. A game
    /// that is not over is first passed out.
    ///
    /// `dead` names one stone or more of every dead chain. Rule sets without dead stones ignore it,
    /// and `half_pass` removes an accepted proposal instead. Under `ultimate` the margin is twice
    /// the current score.
    pub fn margin(&self, dead: &[(usize, usize)]) -> i32 {
        if self.rules == "ultimate" {
            return 2 * self.ultimate_result(dead);
        }
        let game = self.passed_out();
        let count = game.count(dead);
        let [black, white] = game.state.ledger();
        let ledger = black - white;
        let bonus = game.white_bonus();
        match game.rules {
            "tromp_taylor" | "chinese" | "new_zealand" | "aga" | "bga" | "ing" => {
                2 * count.area - game.komi - 2 * bonus
            }
            "stone_scoring" => 2 * (count.area - count.tax) - game.komi,
            "japanese" | "korean" | "black_white" => {
                2 * (count.territory_outside_seki + count.prisoners) - game.komi
            }
            // Sections 5.1 and 5.7. Only the button enters the ledger.
            "button" | "white_button" => 2 * count.area + ledger - game.komi - 2 * bonus,
            // Section 5.2.
            "button_equivalence" => {
                2 * (count.territory + count.prisoners) + ledger + game.white_last() - game.komi
            }
            // Sections 5.3 to 5.5.
            "two_button" | "reverse_button" | "two_button_moves" | "half_pass" => {
                2 * (count.territory + count.prisoners) + ledger - game.komi
            }
            _ => unreachable!("all rule sets are above"),
        }
    }

    /// Returns the result as GTP writes it: `B+3.5`, `W+5`, `0`, `B+R`, `W+R`. It is `0` also where
    /// the rules give no result.
    pub fn final_score(&self, dead: &[(usize, usize)]) -> String {
        match self.over() {
            Some("resign") if self.state.resigned == Some(true) => return "W+R".to_string(),
            Some("resign") => return "B+R".to_string(),
            Some("no_move") if self.to_move_black() => return "W+R".to_string(),
            Some("no_move") => return "B+R".to_string(),
            Some("void" | "draw") => return "0".to_string(),
            _ => {}
        }
        let margin = self.margin(dead);
        if margin == 0 {
            return "0".to_string();
        }
        let winner = if margin > 0 { "B" } else { "W" };
        let half = if margin % 2 == 0 { "" } else { ".5" };
        format!("{winner}+{}{half}", margin.abs() / 2)
    }

    /// Returns the margin of `button` and `button_equivalence` in the form without a button, at the
    /// end of section 5.2. Taking the button is read as a pass, every pass hands over a stone,
    /// except that White's is free if it is the first of the game; White passes last; komi is ½
    /// less.
    ///
    /// It equals the margin of both rule sets when turns alternate, begun by Black, or by White
    /// after handicap stones, and when the first pass of the game took the button. It equals that
    /// of `button_equivalence` also when turns do not alternate.
    pub fn fourth_form_margin(&self, dead: &[(usize, usize)]) -> i32 {
        assert!(matches!(self.rules, "button" | "button_equivalence"));
        let game = self.passed_out();
        let mut ledger = 0;
        let mut first = true;
        for done in game.state.done.iter().filter(|d| d.kind != Kind::Stone) {
            let free = first && !done.black;
            if !free {
                ledger += if done.black { -2 } else { 2 };
            }
            first = false;
        }
        let count = game.count(dead);
        2 * (count.territory + count.prisoners) + ledger + game.white_last() - (game.komi - 1)
    }

    /// Returns the margin by the other count of `two_button` in section 5.3: there are no buttons;
    /// every pass hands over a stone, except that the last one is free if it is by the first
    /// passer.
    ///
    /// It equals the margin in every game. It is valid for `two_button_moves` too if its first
    /// token was the first button: both buttons are then passes.
    pub fn two_button_other_count(&self, dead: &[(usize, usize)]) -> i32 {
        assert!(matches!(self.rules, "two_button" | "two_button_moves"));
        let game = self.passed_out();
        let tokens = game.state.done.iter().filter(|d| d.kind != Kind::Stone);
        let passers: Vec<bool> = tokens.map(|d| d.black).collect();
        let mut ledger = 0;
        for (i, &black) in passers.iter().enumerate() {
            let free = i == passers.len() - 1 && black == passers[0];
            if !free {
                ledger += if black { -2 } else { 2 };
            }
        }
        let count = game.count(dead);
        2 * (count.territory + count.prisoners) + ledger - game.komi
    }

    /// Returns m of section 5.6: placements and token moves of Black minus those of White, with
    /// handicap stones as moves of Black. A resignation is no move.
    pub fn move_difference(&self) -> i32 {
        let sign = |d: &Done| if d.black { 1 } else { -1 };
        self.state.done.iter().map(sign).sum::<i32>() + self.setup.handicap as i32
    }

    /// Returns the colours of the first and the last token move of the game.
    pub fn first_and_last_token(&self) -> Option<(bool, bool)> {
        let mut tokens = self.state.done.iter().filter(|d| d.kind != Kind::Stone);
        let first = tokens.next()?;
        Some((first.black, tokens.next_back().unwrap_or(first).black))
    }

    /// Returns White's bonus in points, the last column but one of the table in section 4.
    fn white_bonus(&self) -> i32 {
        let stones = self.setup.handicap as i32;
        match self.rules {
            _ if stones < 2 => 0,
            "chinese" | "ing" => stones,
            "aga" | "bga" | "button" | "white_button" => stones - 1,
            _ => 0,
        }
    }

    /// Returns the stone that White hands over at scoring if Black made the pass that ended the
    /// game, in half-points.
    fn white_last(&self) -> i32 {
        let last = self.state.done.last();
        match self.over() {
            Some("passes") if last.is_some_and(|d| d.black) => 2,
            _ => 0,
        }
    }

    fn count(&self, dead: &[(usize, usize)]) -> Count {
        self.state.count(&self.state.dead_points(dead))
    }

    /// Returns the current score of section 6. Two or more delays at the end mean "finished": the
    /// score is then that of the situation before the first of them.
    fn ultimate_result(&self, dead: &[(usize, usize)]) -> i32 {
        if self.over() == Some("draw") {
            return 0;
        }
        let done = &self.state.done;
        let delay = |d: &&Done| d.kind == Kind::Delay;
        let delays = done.iter().rev().take_while(delay).count();
        if delays < 2 {
            return self.state.current_score(dead);
        }
        let before = &self.moves[..done.len() - delays];
        let state = self.replay(before).expect("it was legal before");
        state.current_score(dead)
    }
}

/// Grid of the board: points are numbered row by row from the bottom.
#[derive(Clone, Copy, Debug)]
struct Grid {
    width: usize,
    height: usize,
}

impl Grid {
    fn index(self, (x, y): (usize, usize)) -> usize {
        assert!(x < self.width && y < self.height, "a point of the board");
        y * self.width + x
    }

    fn neighbours(self, point: usize) -> Vec<usize> {
        let (x, y) = (point % self.width, point / self.width);
        let mut found = Vec::new();
        if y > 0 {
            found.push(point - self.width);
        }
        if x > 0 {
            found.push(point - 1);
        }
        if x + 1 < self.width {
            found.push(point + 1);
        }
        if y + 1 < self.height {
            found.push(point + self.width);
        }
        found
    }

    /// Returns the points connected to this one that have the same content: its chain or its empty
    /// region.
    fn connected(self, board: &Board, point: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::from([point]);
        let mut open = vec![point];
        while let Some(p) = open.pop() {
            for n in self.neighbours(p) {
                if board[n] == board[p] && found.insert(n) {
                    open.push(n);
                }
            }
        }
        found
    }

    /// Returns all chains of a colour, or all empty regions.
    fn parts(self, board: &Board, content: Option<bool>) -> Vec<BTreeSet<usize>> {
        let mut parts: Vec<BTreeSet<usize>> = Vec::new();
        for point in 0..board.len() {
            if board[point] == content && !parts.iter().any(|part| part.contains(&point)) {
                parts.push(self.connected(board, point));
            }
        }
        parts
    }

    /// Returns whether a point of one set is adjacent to a point of the other.
    fn touch(self, one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> bool {
        let near = |&p: &usize| self.neighbours(p).iter().any(|n| other.contains(n));
        one.iter().any(near)
    }

    /// Returns whether a region touches stones of a colour.
    fn touches(self, board: &Board, region: &BTreeSet<usize>, black: bool) -> bool {
        let near = |&p: &usize| self.neighbours(p).iter().any(|&n| board[n] == Some(black));
        region.iter().any(near)
    }

    fn has_liberty(self, board: &Board, chain: &BTreeSet<usize>) -> bool {
        let near = |&p: &usize| self.neighbours(p).iter().any(|&n| board[n].is_none());
        chain.iter().any(near)
    }
}

type Board = Vec<Option<bool>>;

/// Kind of a move, as in the table in section 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Stone,
    Pass,
    StonePass,
    /// Stone pass with a button attached. In `two_button` it is the first pass of the game or the
    /// one that ended it, in `reverse_button` the one that ended it.
    StonePassWithButton,
    TakeButton,
    GiveButton,
    HalfPass,
    Delay,
    Draw,
}

impl Kind {
    fn is_pass(self) -> bool {
        matches!(
            self,
            Kind::Pass | Kind::StonePass | Kind::StonePassWithButton | Kind::HalfPass
        )
    }

    fn is_button(self) -> bool {
        matches!(self, Kind::TakeButton | Kind::GiveButton)
    }

    /// Returns the half-points that the mover and the opponent get in the ledger, but for a button
    /// that is taken.
    fn pays(self) -> (i32, i32) {
        match self {
            // A button that is taken has a worth of its own.
            Kind::Stone | Kind::Pass | Kind::TakeButton | Kind::Delay | Kind::Draw => (0, 0),
            Kind::StonePass => (0, 2),
            Kind::StonePassWithButton => (1, 2),
            Kind::GiveButton | Kind::HalfPass => (0, 1),
        }
    }
}

/// Move that was made, with the kind that the rule set gave it.
#[derive(Clone, Debug)]
struct Done {
    black: bool,
    kind: Kind,
    /// Stones that the move captured for Black and for White.
    captured: [i32; 2],
    /// Proposal of dead stones that was part of the move.
    proposal: Option<Vec<(usize, usize)>>,
}

/// Moves made so far and the boards after them. Everything else is derived from these.
#[derive(Clone, Debug)]
struct State {
    rules: &'static str,
    grid: Grid,
    white_first: bool,
    bowl_handicap: i32,
    button_worth: Option<(i32, i32)>,
    /// Boards at the start and after every move, one more than there are moves.
    boards: Vec<Board>,
    done: Vec<Done>,
    /// Colour that resigned.
    resigned: Option<bool>,
}

/// Returns the index of a colour in a pair.
fn side(black: bool) -> usize {
    if black { 0 } else { 1 }
}

impl State {
    fn start(rules: &'static str, setup: &Setup) -> State {
        let grid = Grid {
            width: setup.width,
            height: setup.height,
        };
        let mut board = vec![None; grid.width * grid.height];
        for (stones, black) in [(&setup.black, true), (&setup.white, false)] {
            for &point in stones {
                let point = grid.index(point);
                assert!(board[point].is_none(), "one stone to a point");
                board[point] = Some(black);
            }
        }
        State {
            rules,
            grid,
            white_first: setup.white_first,
            bowl_handicap: setup.bowl_handicap,
            button_worth: setup.button_worth,
            boards: vec![board],
            done: Vec::new(),
            resigned: None,
        }
    }

    fn board(&self) -> &Board {
        self.boards.last().expect("there is always a first one")
    }

    /// Returns whether Black was to move after `moves` moves.
    fn black_to_move_after(&self, moves: usize) -> bool {
        match moves {
            0 => !self.white_first,
            _ => !self.done[moves - 1].black,
        }
    }

    fn black_to_move(&self) -> bool {
        match self.resigned {
            Some(black) => !black,
            None => self.black_to_move_after(self.done.len()),
        }
    }

    fn last_kind(&self) -> Option<Kind> {
        self.done.last().map(|d| d.kind)
    }

    fn count_kind(&self, kind: Kind) -> usize {
        self.done.iter().filter(|d| d.kind == kind).count()
    }

    fn consecutive_passes(&self) -> usize {
        let passes = |d: &&Done| d.kind.is_pass();
        self.done.iter().rev().take_while(passes).count()
    }

    fn ledger(&self) -> [i32; 2] {
        let mut ledger = [0, 0];
        for done in &self.done {
            let (mover, opponent) = done.kind.pays();
            ledger[side(done.black)] += mover;
            ledger[side(!done.black)] += opponent;
            if done.kind == Kind::TakeButton {
                let (to_black, to_white) = self.button_worth();
                ledger[side(done.black)] += if done.black { to_black } else { to_white };
            }
        }
        ledger
    }

    /// Returns the worth of the button to Black and to White, if they take it (section 5.7).
    fn button_worth(&self) -> (i32, i32) {
        self.button_worth.unwrap_or(match self.rules {
            "white_button" => (0, 1),
            _ => (1, 1),
        })
    }

    fn captures(&self) -> [i32; 2] {
        let mut captures = [0, 0];
        for done in &self.done {
            captures[0] += done.captured[0];
            captures[1] += done.captured[1];
        }
        captures
    }

    // ---- playing -------------------------------------------------------------------------

    fn play(&mut self, black: bool, mv: &ModelMove) -> Result<(), &'static str> {
        match self.over() {
            None | Some("passes") => {}
            Some(_) => return Err("game over"),
        }
        if *mv == ModelMove::Named("resign") {
            self.resigned = Some(black);
            return Ok(());
        }
        let mut next = self.clone();
        next.reopen();
        match mv {
            ModelMove::Place(x, y) => {
                let (board, captured) = next.try_placement(black, (*x, *y))?;
                next.push(black, Kind::Stone, board, captured, None);
            }
            ModelMove::Pass => next.push_token(black, next.plain_pass(black)?, None),
            ModelMove::Named(name) => next.push_token(black, next.named(black, name)?, None),
            ModelMove::Propose(stones) => {
                next.check_proposal(stones)?;
                next.push_token(black, Kind::HalfPass, Some(stones.clone()));
            }
        }
        *self = next;
        Ok(())
    }

    fn push_token(&mut self, black: bool, kind: Kind, proposal: Option<Vec<(usize, usize)>>) {
        self.push(black, kind, self.board().clone(), [0, 0], proposal);
    }

    fn push(
        &mut self,
        black: bool,
        kind: Kind,
        board: Board,
        captured: [i32; 2],
        proposal: Option<Vec<(usize, usize)>>,
    ) {
        self.boards.push(board);
        self.done.push(Done {
            black,
            kind,
            captured,
            proposal,
        });
    }

    /// Turns the move that ended the game into an ordinary stone pass, if play goes on after the
    /// end (sections 5.3, 5.4, 5.5). Under other rules that move keeps its effect.
    fn reopen(&mut self) {
        let reread = matches!(
            self.rules,
            "two_button" | "reverse_button" | "two_button_moves" | "half_pass"
        );
        if reread && self.over() == Some("passes") {
            self.done.last_mut().expect("it ended the game").kind = Kind::StonePass;
        }
    }

    /// Returns how the game has ended, if it has.
    fn over(&self) -> Option<&'static str> {
        if self.resigned.is_some() {
            return Some("resign");
        }
        let last = self.last_kind();
        let by_passes = match self.rules {
            "two_button_moves" => {
                last == Some(Kind::GiveButton) && self.count_kind(Kind::GiveButton) == 2
            }
            // Every half-pass except the first pass of the game ends it.
            "half_pass" => last == Some(Kind::HalfPass) && self.count_kind(Kind::HalfPass) == 2,
            _ => self.consecutive_passes() >= 2,
        };
        if by_passes {
            Some("passes")
        } else if last == Some(Kind::Draw) {
            Some("draw")
        } else if self.is_void() {
            Some("void")
        } else if self.rules == "ultimate" && !self.can_move(self.black_to_move()) {
            Some("no_move")
        } else {
            None
        }
    }

    // ---- placements ----------------------------------------------------------------------

    fn legal_points(&self, black: bool) -> Vec<(usize, usize)> {
        let mut legal = Vec::new();
        for y in 0..self.grid.height {
            for x in 0..self.grid.width {
                if self.clone().play(black, &ModelMove::Place(x, y)).is_ok() {
                    legal.push((x, y));
                }
            }
        }
        legal
    }

    /// Returns the board after a placement and the stones that it captures, or the reason why it is
    /// illegal (section 2).
    fn try_placement(
        &self,
        black: bool,
        point: (usize, usize),
    ) -> Result<(Board, [i32; 2]), &'static str> {
        if point.0 >= self.grid.width || point.1 >= self.grid.height {
            return Err("off board");
        }
        let point = self.grid.index(point);
        if self.board()[point].is_some() {
            return Err("occupied");
        }
        let mut board = self.board().clone();
        let mut captured = [0, 0];
        board[point] = Some(black);
        for chain in self.grid.parts(&board, Some(!black)) {
            if !self.grid.has_liberty(&board, &chain) {
                // The last liberty of the chain was the point played, so only chains next to that
                // point are captured.
                captured[side(black)] += chain.len() as i32;
                for p in chain {
                    board[p] = None;
                }
            }
        }
        let own = self.grid.connected(&board, point);
        if !self.grid.has_liberty(&board, &own) {
            let multi = matches!(self.rules, "tromp_taylor" | "new_zealand" | "ing");
            if !multi || own.len() < 2 {
                return Err("suicide");
            }
            captured[side(!black)] += own.len() as i32;
            for p in own {
                board[p] = None;
            }
        }
        self.check_repetition(black, &board)?;
        Ok((board, captured))
    }

    /// Checks that the repetition rule allows a placement of that colour to leave this board.
    fn check_repetition(&self, black: bool, board: &Board) -> Result<(), &'static str> {
        match self.rules {
            "japanese" | "korean" | "black_white" => {
                // The board before the last move, whichever player made it.
                let before = self.boards.iter().rev().nth(1);
                if before == Some(board) {
                    return Err("ko");
                }
            }
            // Section 5.7: a stand-in for the ko rule of `ing`.
            "tromp_taylor" | "chinese" | "stone_scoring" | "ing" | "ultimate" => {
                if self.boards.contains(board) {
                    return Err("superko");
                }
            }
            _ => {
                // The last button lifted all bans, so the first board that counts is the one after
                // it.
                let button = self.done.iter().rposition(|d| d.kind.is_button());
                let first = button.map_or(0, |i| i + 1);
                for i in first..self.boards.len() {
                    if self.boards[i] == *board && self.black_to_move_after(i) != black {
                        return Err("superko");
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns whether, under simple ko, the situation occurs for the third time within the current
    /// run of placements, including the situation before that run.
    fn is_void(&self) -> bool {
        if !matches!(self.rules, "japanese" | "korean" | "black_white") {
            return false;
        }
        let token = self.done.iter().rposition(|d| d.kind != Kind::Stone);
        let first = token.map_or(0, |i| i + 1);
        let situation = |i: usize| (&self.boards[i], self.black_to_move_after(i));
        let now = self.done.len();
        let same = (first..=now).filter(|&i| situation(i) == situation(now));
        same.count() >= 3
    }

    // ---- token moves ---------------------------------------------------------------------

    /// Returns the effect of a plain pass (the table in section 4, and sections 5 and 6).
    fn plain_pass(&self, black: bool) -> Result<Kind, &'static str> {
        let kind = match self.rules {
            "aga" | "bga" => Kind::StonePass,
            "button" | "white_button" | "button_equivalence" | "two_button_moves" => {
                match self.button(black) {
                    Some(kind) => kind,
                    None => self.full_pass(),
                }
            }
            "two_button" | "reverse_button" => self.full_pass(),
            "half_pass" => {
                let first = !self.done.iter().any(|d| d.kind.is_pass());
                if first || (self.last_kind() == Some(Kind::StonePass)) {
                    Kind::HalfPass
                } else {
                    Kind::StonePass
                }
            }
            "ultimate" => {
                if self.bowl(black) > 0 {
                    Kind::Delay
                } else if self.may_draw(black) {
                    Kind::Draw
                } else {
                    return Err("no prisoner");
                }
            }
            _ => Kind::Pass,
        };
        Ok(kind)
    }

    /// Returns the ordinary pass of the rule set, which is not a button move.
    fn full_pass(&self) -> Kind {
        match self.rules {
            "aga" | "bga" | "button_equivalence" | "two_button_moves" | "half_pass" => {
                Kind::StonePass
            }
            "two_button" => {
                let first = !self.done.iter().any(|d| d.kind.is_pass());
                let last = self.consecutive_passes() >= 1;
                if first || last {
                    Kind::StonePassWithButton
                } else {
                    Kind::StonePass
                }
            }
            "reverse_button" => {
                if self.consecutive_passes() >= 1 {
                    Kind::StonePassWithButton
                } else {
                    Kind::StonePass
                }
            }
            _ => Kind::Pass,
        }
    }

    /// Returns the token move of that name, or the reason why it is illegal.
    fn named(&self, black: bool, name: &str) -> Result<Kind, &'static str> {
        match name {
            "button" => self.button(black).ok_or("no button"),
            "draw" if self.may_draw(black) => Ok(Kind::Draw),
            "draw" => Err("no draw"),
            "delay" if self.rules != "ultimate" => Err("not now"),
            "delay" if self.bowl(black) > 0 => Ok(Kind::Delay),
            "delay" => Err("no prisoner"),
            "fullpass" => match self.rules {
                "aga" | "bga" | "button" | "white_button" | "button_equivalence" | "two_button"
                | "reverse_button" | "two_button_moves" => Ok(self.full_pass()),
                "half_pass" if self.plain_pass(black)? == Kind::StonePass => Ok(Kind::StonePass),
                _ => Err("not now"),
            },
            "halfpass" if self.rules == "half_pass" => {
                // Right after the pass with the proposal the opponent may accept it.
                let is_open = self.done.last().is_some_and(|d| d.proposal.is_some());
                if is_open && black == self.black_to_move()
                    || self.plain_pass(black)? == Kind::HalfPass
                {
                    Ok(Kind::HalfPass)
                } else {
                    Err("not now")
                }
            }
            _ => Err("not now"),
        }
    }

    /// Returns the button move that a colour may make now.
    fn button(&self, black: bool) -> Option<Kind> {
        let gone = self.done.iter().filter(|d| d.kind.is_button()).count();
        match self.rules {
            "button" | "white_button" if gone == 0 => Some(Kind::TakeButton),
            "button_equivalence" if gone == 0 => Some(Kind::GiveButton),
            "two_button_moves" => {
                // The second button is available right after two passes, to the player to move
                // only.
                let second = self.consecutive_passes() >= 2 && black == self.black_to_move();
                if gone == 0 || (gone == 1 && second) {
                    Some(Kind::GiveButton)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// Checks a proposal of stones, which the first pass of the game may have under `half_pass`.
    fn check_proposal(&self, stones: &[(usize, usize)]) -> Result<(), &'static str> {
        if self.rules != "half_pass" || self.done.iter().any(|d| d.kind.is_pass()) {
            return Err("not now");
        }
        for &(x, y) in stones {
            if x >= self.grid.width || y >= self.grid.height {
                return Err("off board");
            }
            if self.board()[self.grid.index((x, y))].is_none() {
                return Err("no stone");
            }
        }
        Ok(())
    }

    // ---- ultimate ------------------------------------------------------------------------

    /// Returns the regular prisoners in a bowl: one at the start, the handicap and captures, less
    /// delays.
    fn bowl(&self, black: bool) -> i32 {
        let handicap = match black {
            true => (-self.bowl_handicap).max(0),
            false => self.bowl_handicap.max(0),
        };
        let delay = |d: &&Done| d.kind == Kind::Delay && d.black == black;
        let delays = self.done.iter().filter(delay).count() as i32;
        1 + handicap + self.captures()[side(black)] - delays
    }

    /// Returns the player of the first delay; the ultimate stone is in the opponent's bowl.
    fn first_delayer(&self) -> Option<bool> {
        let first = self.done.iter().find(|d| d.kind == Kind::Delay)?;
        Some(first.black)
    }

    /// Returns whether a colour may declare a draw: on its turn, if the opponent's bowl holds the
    /// ultimate stone alone.
    fn may_draw(&self, black: bool) -> bool {
        self.rules == "ultimate"
            && black == self.black_to_move()
            && self.first_delayer() == Some(black)
            && self.bowl(!black) == 0
    }

    fn can_move(&self, black: bool) -> bool {
        let mut points =
            (0..self.grid.height).flat_map(|y| (0..self.grid.width).map(move |x| (x, y)));
        self.bowl(black) > 0
            || self.may_draw(black)
            || points.any(|p| self.try_placement(black, p).is_ok())
    }

    /// Returns the current score of a settled position: the whole number of prisoners that make a
    /// draw when added to White's bowl (section 6).
    fn current_score(&self, dead: &[(usize, usize)]) -> i32 {
        let count = self.count(&self.dead_points(dead));
        let spare = |black: bool| self.bowl(black) + count.spare[side(black)];
        let Some(a) = self.first_delayer() else {
            return spare(true) - spare(false);
        };
        let even = count.dames % 2 == 0;
        let to_move = self.black_to_move() == even;
        let mut score = spare(a) - spare(!a);
        if to_move != a {
            score += 1;
        }
        if self.bowl(!a) == 0 {
            score = score.max(0);
        }
        if a { score } else { -score }
    }

    // ---- counting ------------------------------------------------------------------------

    /// Returns the points of the stones to be removed before counting; they are whole chains.
    fn dead_points(&self, agreed: &[(usize, usize)]) -> BTreeSet<usize> {
        let named: &[(usize, usize)] = match self.rules {
            "tromp_taylor" => &[],
            "half_pass" => self.accepted_proposal(),
            _ => agreed,
        };
        let mut dead = BTreeSet::new();
        for &point in named {
            let point = self.grid.index(point);
            if self.board()[point].is_some() {
                dead.extend(self.grid.connected(self.board(), point));
            }
        }
        dead
    }

    /// Returns the proposal accepted by a half-pass right after it, as long as that half-pass is
    /// the move that ended the game.
    fn accepted_proposal(&self) -> &[(usize, usize)] {
        match self.done.as_slice() {
            [.., first, second] if second.kind == Kind::HalfPass => {
                first.proposal.as_deref().unwrap_or(&[])
            }
            _ => &[],
        }
    }

    /// Counts the board after the removal of dead stones (section 1).
    fn count(&self, dead: &BTreeSet<usize>) -> Count {
        let mut board = self.board().clone();
        let mut prisoners = self.captures();
        let mut dead_stones = [0, 0];
        for &p in dead {
            let black = board[p].take().expect("a dead stone");
            prisoners[side(!black)] += 1;
            dead_stones[side(!black)] += 1;
        }
        let seki = match self.rules {
            "japanese" | "korean" | "black_white" | "ultimate" => self.read_seki(dead),
            _ => BTreeSet::new(),
        };
        let grid = self.grid;
        let regions = grid.parts(&board, None);
        let neutral: Vec<&BTreeSet<usize>> = regions
            .iter()
            .filter(|r| grid.touches(&board, r, true) && grid.touches(&board, r, false))
            .collect();

        let mut stones = [0, 0];
        let mut territory = [0, 0];
        let mut territory_outside_seki = [0, 0];
        let mut tax = [0, 0];
        let mut in_seki: BTreeSet<usize> = BTreeSet::new();
        for black in [true, false] {
            let c = side(black);
            stones[c] = board.iter().filter(|&&p| p == Some(black)).count() as i32;
            for group in groups(grid, &board, &regions, black) {
                let points: i32 = group.regions.iter().map(|r| r.len() as i32).sum();
                territory[c] += points;
                tax[c] += points.min(2);
                if !seki.is_disjoint(&group.stones) {
                    in_seki.extend(&group.stones);
                } else {
                    territory_outside_seki[c] += points;
                }
            }
        }
        let in_seki_near = |p: usize| grid.neighbours(p).iter().any(|n| in_seki.contains(n));
        let neutral_points = neutral.iter().flat_map(|r| r.iter());
        let dames = neutral_points.filter(|&&p| !in_seki_near(p)).count() as i32;

        Count {
            area: stones[0] + territory[0] - stones[1] - territory[1],
            territory: territory[0] - territory[1],
            territory_outside_seki: territory_outside_seki[0] - territory_outside_seki[1],
            tax: tax[0] - tax[1],
            prisoners: prisoners[0] - prisoners[1],
            spare: [0, 1].map(|c| dead_stones[c] + territory[c] - tax[c]),
            dames,
        }
    }

    /// Returns the stones in seki once `dead` are removed.
    fn read_seki(&self, dead: &BTreeSet<usize>) -> BTreeSet<usize> {
        let grid = self.grid;
        let size = Size::new(grid.width, grid.height).expect("a board");
        let point = |p: usize| {
            size.point(p % grid.width, p / grid.width)
                .expect("on the board")
        };
        let stones = self.board().iter().enumerate().filter_map(|(p, stone)| {
            stone.map(|black| (point(p), if black { Color::Black } else { Color::White }))
        });
        let board = engine::Board::with_stones(size, stones);
        let dead = PointSet::of(size, dead.iter().map(|&p| point(p)));
        let seki = seki(&board, &dead);
        (0..size.area())
            .filter(|&p| seki.contains(point(p)))
            .collect()
    }
}

/// Count of a board in points, Black minus White except where stated.
#[derive(Debug)]
struct Count {
    area: i32,
    territory: i32,
    /// Territory without that of groups in seki.
    territory_outside_seki: i32,
    tax: i32,
    /// Captures and dead stones.
    prisoners: i32,
    /// For `ultimate`, dead opposing stones and territory less tax, of each colour.
    spare: [i32; 2],
    /// For `ultimate`, points of regions that touch both colours and are no liberties of a seki.
    dames: i32,
}

/// Chains of one colour, joined through the regions that touch only that colour.
struct Group {
    stones: BTreeSet<usize>,
    regions: Vec<BTreeSet<usize>>,
}

fn groups(grid: Grid, board: &Board, regions: &[BTreeSet<usize>], black: bool) -> Vec<Group> {
    let own: Vec<&BTreeSet<usize>> = regions
        .iter()
        .filter(|r| grid.touches(board, r, black) && !grid.touches(board, r, !black))
        .collect();
    let mut groups: Vec<Group> = Vec::new();
    for chain in grid.parts(board, Some(black)) {
        groups.push(Group {
            stones: chain,
            regions: Vec::new(),
        });
    }
    for region in own {
        let (around, mut others): (Vec<Group>, Vec<Group>) = groups
            .into_iter()
            .partition(|g| grid.touch(region, &g.stones));
        let mut joined = Group {
            stones: BTreeSet::new(),
            regions: vec![region.clone()],
        };
        for group in around {
            joined.stones.extend(group.stones);
            joined.regions.extend(group.regions);
        }
        others.push(joined);
        groups = others;
    }
    groups
}
