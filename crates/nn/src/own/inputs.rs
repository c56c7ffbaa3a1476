//! Inputs of a position: 18 planes and 56 numbers, all seen by the player to move.

use halfpoint_core::board::Symmetry;
use halfpoint_core::game::{Proposal, State, Terms, Token};
use halfpoint_core::life::pass_alive;
use halfpoint_core::rules::{
    DeadStoneRule, EndRule, KoRule, Rules, ScoringRule, SuicideRule, TaxRule,
};
use halfpoint_core::{Color, Point, PointSet, Position, Size};

use crate::features::{
    History, KOMI_UNIT, LadderTable, MAX_TURNS, Places, Snapshot, bans, komi_seen, komi_wave,
};

/// Planes of the inputs.
pub const PLANES: usize = 18;
/// Numbers besides the planes.
pub const GLOBALS: usize = 56;

/// Stones in one unit of handicap and of bowls.
const STONES_UNIT: f32 = 10.0;
/// Buttons in one unit.
const BUTTONS_UNIT: f32 = 2.0;

/// Inputs of a net for one position.
///
/// | plane | content |
/// |---|---|
/// | 0 | the board |
/// | 1, 2 | stones of the player to move, of the opponent |
/// | 3, 4, 5 | stones of chains with one, two, three liberties |
/// | 6 | points on which the ko rule forbids a placement |
/// | 7–11 | placements of the last, … fifth last move, as far as turns alternated |
/// | 12 | laddered stones |
/// | 13 | moves that capture an opposing chain with two liberties in a ladder |
/// | 14, 15 | pass-alive stones and what they enclose, of the player to move, of the opponent |
/// | 16 | stones of the pending proposal |
/// | 17 | nothing, reserved |
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// Points of each plane.
    pub planes: [PointSet; PLANES],
    /// Numbers about the whole position; `docs/reference/net.md` lists them.
    pub globals: [f32; GLOBALS],
}

impl Inputs {
    /// Creates inputs that are all zero.
    #[must_use]
    pub fn new(size: Size) -> Inputs {
        Inputs {
            planes: [PointSet::new(size); PLANES],
            globals: [0.0; GLOBALS],
        }
    }

    /// Writes the planes in the order `[plane][row][column]`, row 0 at the top. `place` gives the
    /// place of a point in a plane.
    ///
    /// # Panics
    ///
    /// The length of `tensor` is not that of the planes.
    pub fn write_planes(&self, tensor: &mut [f32], place: impl Fn(Point) -> usize) {
        let area = self.planes[0].size().area();
        assert_eq!(tensor.len(), PLANES * area);
        tensor.fill(0.0);
        for (plane, points) in tensor.chunks_exact_mut(area).zip(&self.planes) {
            for point in points {
                plane[place(point)] = 1.0;
            }
        }
    }

    /// Returns the inputs of the image of the board by one of its symmetries.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Inputs {
        Inputs {
            planes: self.planes.map(|plane| symmetry.set(&plane)),
            globals: self.globals,
        }
    }
}

/// Extractor of inputs, with memory that is used again and a table of the ladders that it has read
/// last. A thread has its own.
pub struct InputExtractor {
    places: Places,
    ladders: LadderTable,
}

impl InputExtractor {
    /// Creates an extractor for boards of one size.
    #[must_use]
    pub fn new(size: Size) -> InputExtractor {
        InputExtractor {
            places: Places::new(size),
            ladders: LadderTable::new(size),
        }
    }

    /// Writes the inputs of a position.
    ///
    /// # Panics
    ///
    /// The position or its history is not of the size of the extractor.
    pub fn extract(
        &mut self,
        position: &Position,
        history: &History,
        terms: Terms,
        inputs: &mut Inputs,
    ) {
        let size = self.places.size();
        assert_eq!(position.board().size(), size);
        assert_eq!(history.size(), size);
        inputs.planes.fill(PointSet::new(size));
        inputs.globals.fill(0.0);
        self.write_board(position, history, &mut inputs.planes);
        write_turns(position, history, inputs);
        write_worth(position, terms, &mut inputs.globals);
        write_rules(position.rules(), &mut inputs.globals);
        write_tokens(position, &mut inputs.globals);
        write_state(position, terms, &mut inputs.globals);
    }

    /// Planes 0 to 6 and 12 to 16.
    fn write_board(
        &mut self,
        position: &Position,
        history: &History,
        planes: &mut [PointSet; PLANES],
    ) {
        let (board, me) = (position.board(), position.to_move());
        let opponent = me.opponent();
        let ladders = self
            .ladders
            .of(&Snapshot::of(board, history.ko()), &self.places);
        planes[0] = PointSet::all(board.size());
        planes[1] = board.stones_of(me);
        planes[2] = board.stones_of(opponent);
        planes[3..6].copy_from_slice(&ladders.liberties);
        planes[6] = bans(position, history);
        planes[12] = ladders.stones;
        planes[13] = ladders.moves[opponent];
        for (plane, color) in [(14, me), (15, opponent)] {
            let life = pass_alive(board, color);
            planes[plane] = life.stones | life.enclosed;
        }
        if matches!(position.state().proposal, Proposal::Pending(_)) {
            planes[16] = history.proposed();
        }
    }
}

/// Planes 7 to 11 and numbers 44 to 48: the last five moves, as far as turns alternated.
fn write_turns(position: &Position, history: &History, inputs: &mut Inputs) {
    let turns = history.turns_before(position.to_move(), MAX_TURNS);
    for (ago, turn) in turns.enumerate() {
        match turn.point {
            Some(point) => {
                inputs.planes[7 + ago].insert(point);
            }
            None => inputs.globals[44 + ago] = 1.0,
        }
    }
}

/// Numbers 0 to 5: the area game that is worth as much, with a button of half a point (the inputs
/// tell no other worth). Number 51: the margin that tokens and
/// captures have settled.
fn write_worth(position: &Position, terms: Terms, globals: &mut [f32; GLOBALS]) {
    let me = position.to_move();
    let area = position.board().size().area();
    let equivalent = position.area_equivalent(terms);
    let (komi, button) = equivalent.with_usual_button();
    let komi = komi_seen(komi, me, area);
    globals[0] = komi as f32 / 2.0 / KOMI_UNIT;
    globals[1] = komi_wave(komi, area);
    globals[2] = flag(button);
    globals[3] = flag(equivalent.tax == TaxRule::Seki);
    globals[4] = flag(equivalent.tax == TaxRule::Group);
    globals[5] = flag(equivalent.territory);
    let settled = settled_halves(position.rules(), position.state()) * me.sign();
    globals[51] = settled as f32 / 2.0 / KOMI_UNIT;
}

/// Returns what tokens and captures have settled, Black minus White in half-points: the ledger,
/// under territory scoring the captures, under spare-move counting the bowls.
fn settled_halves(rules: &Rules, state: &State) -> i32 {
    let difference = |of: [i32; 2]| 2 * (of[0] - of[1]);
    match rules.scoring {
        ScoringRule::Area => (state.ledger.buttons[0] - state.ledger.buttons[1]).halves(),
        ScoringRule::Territory => {
            state.ledger.margin().halves() + difference(state.captures.map(|count| count as i32))
        }
        ScoringRule::Spare => difference(state.bowls.regular),
    }
}

/// Numbers 6 to 14, 49 and 50: the rules.
fn write_rules(rules: &Rules, globals: &mut [f32; GLOBALS]) {
    let ko = match rules.ko {
        KoRule::Simple => 6,
        KoRule::Positional => 7,
        KoRule::Situational => 8,
    };
    let scoring = match rules.scoring {
        ScoringRule::Area => 12,
        ScoringRule::Territory => 13,
        ScoringRule::Spare => 14,
    };
    globals[ko] = 1.0;
    globals[scoring] = 1.0;
    globals[9] = flag(rules.suicide == SuicideRule::Multi);
    globals[10] = flag(rules.dead == DeadStoneRule::Agreed);
    globals[11] = flag(rules.dead == DeadStoneRule::Proposed);
    let white_last = rules.ending == EndRule::TwoPassesWhiteLast;
    globals[49] = flag(white_last);
    globals[50] = flag(!white_last && rules.ending != EndRule::TwoPasses);
}

/// Numbers 15 to 22: the effect of a plain pass. Numbers 23 to 30: the tokens that are possible by
/// name.
fn write_tokens(position: &Position, globals: &mut [f32; GLOBALS]) {
    let me = position.to_move();
    if let Ok(token) = position.plain_pass(me) {
        globals[15 + token as usize] = 1.0;
    }
    for (_, token) in position.tokens(me) {
        globals[23 + token as usize] = 1.0;
    }
}

/// Numbers 31 to 43: passes, proposal, turn, handicap, bowls and buttons.
fn write_state(position: &Position, terms: Terms, globals: &mut [f32; GLOBALS]) {
    let (rules, state, me) = (position.rules(), position.state(), position.to_move());
    let opponent = me.opponent();
    globals[31] = flag(state.consecutive_passes == 1);
    globals[32] = flag(state.consecutive_passes >= 2);
    globals[33] = flag(position.pass_ends_game());
    globals[34] = flag(matches!(state.proposal, Proposal::Pending(_)));
    globals[35] = flag(me == Color::Black);
    globals[36] = flag(is_odd(position));
    globals[37] = terms.handicap as f32 / STONES_UNIT;
    globals[38] = state.bowls.regular[me] as f32 / STONES_UNIT;
    globals[39] = state.bowls.regular[opponent] as f32 / STONES_UNIT;
    globals[40] = flag(state.bowls.ultimate_in == Some(me));
    globals[41] = flag(state.bowls.ultimate_in == Some(opponent));
    globals[42] = flag(state.first_token.is_none());
    globals[43] = state.buttons_left(rules) as f32 / BUTTONS_UNIT;
}

/// Returns whether the number of placements, setup and handicap stones included, is odd.
fn is_odd(position: &Position) -> bool {
    let stones: usize = Color::BOTH
        .map(|color| position.board().stones_of(color).len())
        .iter()
        .sum();
    let captures: u32 = position.state().captures.iter().sum();
    (stones + captures as usize) % 2 == 1
}

fn flag(is_set: bool) -> f32 {
    f32::from(u8::from(is_set))
}

// The numbers of tokens rest on this.
const _: () = assert!(Token::Draw as usize == 7);
