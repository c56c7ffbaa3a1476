//! Inputs of a position.

use halfpoint_core::rules::{KoRule, TaxRule};
use halfpoint_core::{Point, PointSet, Position, Size};

use super::area::AreaFinder;
use super::rules::{NetRules, NetScoring};
use crate::features::{
    History, KOMI_UNIT, LadderTable, MAX_TURNS, Places, Snapshot, bans, komi_seen, komi_wave,
};
use crate::katago::format::{GLOBALS, PLANES};

/// Inputs of a net for one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// Values in the order `[plane][row][column]`, row 0 at the top, without padding.
    pub planes: Vec<f32>,
    /// Numbers about the whole position.
    pub globals: [f32; GLOBALS],
}

impl Inputs {
    /// Creates inputs that are all zero.
    #[must_use]
    pub fn new(size: Size) -> Inputs {
        Inputs {
            planes: vec![0.0; PLANES * size.area()],
            globals: [0.0; GLOBALS],
        }
    }
}

/// Extractor of inputs, with memory that is used again and a table of the ladders that it has read
/// last: those of the boards before the last moves are usually in it. A thread has its own.
pub struct InputExtractor {
    places: Places,
    ladders: LadderTable,
    areas: AreaFinder,
    /// Whether areas are those where suicide of chains is legal, whatever the rules say.
    areas_under_suicide: bool,
}

impl InputExtractor {
    /// Creates an extractor for boards of one size.
    #[must_use]
    pub fn new(size: Size) -> InputExtractor {
        InputExtractor {
            places: Places::new(size),
            ladders: LadderTable::new(size),
            areas: AreaFinder::default(),
            areas_under_suicide: false,
        }
    }

    /// Shows from now on the areas that are pass-alive where suicide of chains is legal, if
    /// `always`, else those under the rules.
    #[must_use]
    pub fn with_areas_under_suicide(self, always: bool) -> InputExtractor {
        InputExtractor {
            areas_under_suicide: always,
            ..self
        }
    }

    /// Writes the inputs of a position, seen from the player to move.
    ///
    /// # Panics
    ///
    /// The position, its history or `inputs` is not of the size of the extractor.
    pub fn extract(
        &mut self,
        position: &Position,
        history: &History,
        rules: &NetRules,
        inputs: &mut Inputs,
    ) {
        assert_eq!(position.board().size(), self.size());
        assert_eq!(history.size(), self.size());
        assert_eq!(inputs.planes.len(), PLANES * self.size().area());
        inputs.planes.fill(0.0);
        inputs.globals.fill(0.0);
        self.write_stones(position, inputs);
        self.write_bans(position, history, inputs);
        self.write_area(position, rules, inputs);
        let turns = self.write_turns(position, history, rules, inputs);
        self.write_chains(position, history, turns, inputs);
        write_rules(position, rules, &mut inputs.globals);
    }

    /// Planes 0 to 2: the board, stones of the player to move and of the opponent.
    fn write_stones(&self, position: &Position, inputs: &mut Inputs) {
        let (board, me) = (position.board(), position.to_move());
        inputs.planes[..self.size().area()].fill(1.0);
        self.write(1, board.stones_of(me), inputs);
        self.write(2, board.stones_of(me.opponent()), inputs);
    }

    /// Plane 6: points that the ko rule forbids.
    fn write_bans(&self, position: &Position, history: &History, inputs: &mut Inputs) {
        self.write(6, bans(position, history), inputs);
    }

    /// Planes 18 and 19: area of the player to move and of the opponent, under area scoring alone.
    fn write_area(&mut self, position: &Position, rules: &NetRules, inputs: &mut Inputs) {
        let (board, me) = (position.board(), position.to_move());
        let suicide = rules.multi_stone_suicide || self.areas_under_suicide;
        let area = match (rules.scoring, rules.tax) {
            (NetScoring::Territory, _) => return,
            (NetScoring::Area, TaxRule::None) => self.areas.whole(board, suicide),
            (NetScoring::Area, TaxRule::Seki | TaxRule::Group) => {
                self.areas.independent(board, suicide)
            }
        };
        self.write(18, area[me], inputs);
        self.write(19, area[me.opponent()], inputs);
    }

    /// Planes 9 to 13 and numbers 0 to 4: placements and passes of the last five moves as far as
    /// turns alternated; number 14: whether a pass would end the game. Returns the number of moves
    /// that are shown.
    fn write_turns(
        &self,
        position: &Position,
        history: &History,
        rules: &NetRules,
        inputs: &mut Inputs,
    ) -> usize {
        let state = position.state();
        let pass_ends = position.pass_ends_game();
        let hides_end = pass_ends
            && rules.friendly_pass_ok
            && rules.scoring == NetScoring::Area
            && state.consecutive_passes == 1;
        let shown = match (hides_end, state.over.is_some()) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => MAX_TURNS,
        };
        inputs.globals[14] = f32::from(u8::from(pass_ends && !hides_end));
        let mut count = 0;
        for turn in history.turns_before(position.to_move(), shown) {
            match turn.point {
                Some(point) => self.set(9 + count, point, inputs),
                None => inputs.globals[count] = 1.0,
            }
            count += 1;
        }
        count
    }

    /// Planes 3 to 5: stones of chains with one, two and three liberties; planes 14 to 16: laddered
    /// stones now, one and two moves ago, as far as these moves are shown; plane 17: moves that
    /// capture an opposing chain with two liberties in a ladder.
    fn write_chains(
        &mut self,
        position: &Position,
        history: &History,
        turns: usize,
        inputs: &mut Inputs,
    ) {
        let now = Snapshot::of(position.board(), history.ko());
        let ladders = *self.ladders.of(&now, &self.places);
        for (plane, stones) in (3..).zip(ladders.liberties) {
            self.write(plane, stones, inputs);
        }
        self.write(14, ladders.stones, inputs);
        self.write(17, ladders.moves[position.to_move().opponent()], inputs);
        let mut stones = ladders.stones;
        for ago in 1..=2 {
            if ago <= turns {
                stones = self
                    .ladders
                    .of(history.board_before(ago), &self.places)
                    .stones;
            }
            self.write(14 + ago, stones, inputs);
        }
    }

    fn set(&self, plane: usize, point: Point, inputs: &mut Inputs) {
        inputs.planes[plane * self.size().area() + self.places.of(point)] = 1.0;
    }

    fn write(&self, plane: usize, points: PointSet, inputs: &mut Inputs) {
        let area = self.size().area();
        self.places
            .write(points, &mut inputs.planes[plane * area..][..area]);
    }

    fn size(&self) -> Size {
        self.places.size()
    }
}

/// Numbers 5 to 11, 17 and 18: komi, rules and button. The numbers 12 and 13 stand for phases that
/// our games do not have, 15 and 16 for unequal effort of the players in training.
fn write_rules(position: &Position, rules: &NetRules, globals: &mut [f32; GLOBALS]) {
    let area = position.board().size().area();
    let komi = komi_seen(rules.komi, position.to_move(), area);
    globals[5] = komi as f32 / 2.0 / KOMI_UNIT;
    (globals[6], globals[7]) = match rules.ko {
        KoRule::Simple => (0.0, 0.0),
        KoRule::Positional => (1.0, 0.5),
        KoRule::Situational => (1.0, -0.5),
    };
    let flag = |is_set: bool| f32::from(u8::from(is_set));
    globals[8] = flag(rules.multi_stone_suicide);
    globals[9] = flag(rules.scoring == NetScoring::Territory);
    globals[10] = flag(rules.tax != TaxRule::None);
    globals[11] = flag(rules.tax == TaxRule::Group);
    globals[17] = flag(rules.button_on_table);
    if rules.scoring == NetScoring::Area {
        globals[18] = komi_wave(komi, area);
    }
}
