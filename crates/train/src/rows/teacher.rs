//! Inputs of a net of KataGo that judges rows later, on a machine with a GPU (`learn/teacher.py`).

use std::collections::HashMap;
use std::io;

use halfpoint_core::game::{Position, Terms};
use halfpoint_core::rules::ScoringRule;
use halfpoint_core::{HalfPoints, Size};

use super::npy::{Saver, UNKNOWN, push_bits, some};
use super::packing::Teacher;
use crate::label::may_be_drawn;
use crate::replay::Replay;
use halfpoint_nn::History;
use halfpoint_nn::katago::features::{InputExtractor, Inputs, NetRules};
use halfpoint_nn::katago::{GLOBALS, PLANES};

/// Views of a position: at komi, or with half a point more and less.
const VIEWS: usize = 2;
/// Index of a plain pass where there is none.
const NO_PASS: i8 = -1;

/// Columns of what the net is shown, and of what its answer depends on besides.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TeacherColumns {
    planes: Vec<u8>,
    /// Numbers of both views. Where the game cannot be drawn, the second is unknown; under rules of
    /// which the net knows nothing both are.
    globals: Vec<f32>,
    /// Index of the token that a plain pass is, or [`NO_PASS`].
    pass: Vec<i8>,
    /// Whether the game may end without a result.
    void: Vec<u8>,
    /// Whether the next row is the next position of the game.
    next: Vec<u8>,
}

impl TeacherColumns {
    /// Moves `count` rows of `other`, from row `from` on, to the end.
    pub(super) fn append(&mut self, size: Size, other: &Self, from: usize, count: usize) {
        let planes = PLANES * size.area().div_ceil(8);
        some(&mut self.planes, &other.planes, from, count, planes);
        let globals = VIEWS * GLOBALS;
        some(&mut self.globals, &other.globals, from, count, globals);
        some(&mut self.pass, &other.pass, from, count, 1);
        some(&mut self.void, &other.void, from, count, 1);
        some(&mut self.next, &other.next, from, count, 1);
    }

    /// Writes the arrays.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn write(&self, size: Size, save: &Saver<'_>) -> io::Result<()> {
        let bytes = size.area().div_ceil(8);
        save.save("teacher_planes", &[PLANES, bytes], &self.planes)?;
        save.save("teacher_globals", &[VIEWS, GLOBALS], &self.globals)?;
        save.save("teacher_pass", &[], &self.pass)?;
        save.save("teacher_void", &[], &self.void)?;
        save.save("teacher_next", &[], &self.next)
    }
}

/// Extractor of what the net is shown, with memory that is used again.
pub(super) struct TeacherView {
    areas_under_suicide: bool,
    extractors: HashMap<Size, InputExtractor>,
}

impl TeacherView {
    /// Creates a view for a net.
    pub(super) fn new(teacher: Teacher) -> TeacherView {
        TeacherView {
            areas_under_suicide: teacher.areas_under_suicide,
            extractors: HashMap::new(),
        }
    }

    /// Appends the present position of a game. `next` says whether the row after it is the next
    /// position.
    pub(super) fn add(&mut self, replay: &Replay, next: bool, columns: &mut TeacherColumns) {
        let (game, history) = (replay.game(), replay.history());
        let (position, terms) = (game.position(), game.terms());
        let mut inputs = Inputs::new(game.board().size());
        let half = HalfPoints::from_halves(game.to_move().sign());
        let views = match (game.rules().scoring, may_be_drawn(game)) {
            (ScoringRule::Spare, _) => [None, None],
            (ScoringRule::Area | ScoringRule::Territory, false) => [Some(terms.komi), None],
            (ScoringRule::Area | ScoringRule::Territory, true) => {
                [Some(terms.komi - half), Some(terms.komi + half)]
            }
        };
        for komi in views {
            match komi {
                Some(komi) => {
                    let terms = Terms { komi, ..terms };
                    self.extract(position, history, terms, &mut inputs);
                    columns.globals.extend(inputs.globals);
                }
                None => columns.globals.extend([UNKNOWN; GLOBALS]),
            }
        }
        for plane in inputs.planes.chunks_exact(game.board().size().area()) {
            let bits: Vec<bool> = plane.iter().map(|&value| value != 0.0).collect();
            push_bits(&mut columns.planes, &bits);
        }
        let pass = position.plain_pass(game.to_move());
        let pass = pass.map_or(NO_PASS, |token| token as i8);
        columns.pass.push(pass);
        let rules = NetRules::of(position, terms);
        columns.void.push(u8::from(rules.may_be_void()));
        columns.next.push(u8::from(next));
    }

    fn extract(
        &mut self,
        position: &Position,
        history: &History,
        terms: Terms,
        inputs: &mut Inputs,
    ) {
        let size = position.board().size();
        let suicide = self.areas_under_suicide;
        let extractor = self.extractors.entry(size);
        let extractor = extractor
            .or_insert_with(|| InputExtractor::new(size).with_areas_under_suicide(suicide));
        extractor.extract(position, history, &NetRules::of(position, terms), inputs);
    }
}
