//! Packed rows of one size of board, a column for each field.

use std::fs;
use std::io;
use std::path::Path;

use halfpoint_core::Size;

use super::npy::{Saver, some};
use super::teacher::TeacherColumns;
use halfpoint_nn::own::{GLOBALS, PLANES, TOKENS};

/// Margin that is unknown.
pub const UNKNOWN_MARGIN: i16 = i16::MIN;
/// Owner that is unknown.
pub const UNKNOWN_OWNER: i8 = i8::MIN;
/// Numbers of a row that say how far off its judgement may be.
pub const UNCERTAINTIES: usize = 3;
/// Fixed-point number that stands for a probability of 1.
pub const CERTAIN: f32 = 65_535.0;

/// Bytes of packed rows that are kept before they are written.
const MAX_BYTES: usize = 32 << 20;
/// Rows of a part.
const MAX_ROWS: usize = 65_536;

/// Fields of rows, each in the order of the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Columns {
    pub(super) rows: usize,
    pub(super) planes: Vec<u8>,
    pub(super) globals: Vec<f32>,
    pub(super) policy: Vec<u16>,
    pub(super) outcome: Vec<f32>,
    pub(super) lead: Vec<f32>,
    /// Deviation of the final score, error of the value and error of the score.
    pub(super) uncertainty: Vec<f32>,
    pub(super) margin: Vec<i16>,
    pub(super) own: Vec<i8>,
    pub(super) legal: Vec<u8>,
    pub(super) reply: Vec<u16>,
    pub(super) weight: Vec<f32>,
    /// Inputs of a net that judges the rows later, if they are wanted.
    pub(super) teacher: Option<TeacherColumns>,
}

/// Returns the number of moves that a policy has on a board of `area` points.
pub(super) const fn moves(area: usize) -> usize {
    area + TOKENS
}

/// Returns the bytes of a packed row.
pub(super) fn row_bytes(size: Size) -> usize {
    let area = size.area();
    let bits = PLANES * area.div_ceil(8) + moves(area).div_ceil(8);
    bits + 4 * (GLOBALS + 6 + UNCERTAINTIES) + 2 * 2 * moves(area) + area + 2
}

/// Returns the number of rows of a part.
pub(super) fn rows_of_part(size: Size) -> usize {
    (MAX_BYTES / row_bytes(size)).clamp(1, MAX_ROWS)
}

impl Columns {
    /// Moves at most `count` rows of `other`, from row `from` on, to the end.
    pub(super) fn append(&mut self, size: Size, other: &Columns, from: usize, count: usize) {
        let area = size.area();
        let planes = PLANES * area.div_ceil(8);
        self.rows += count;
        some(&mut self.planes, &other.planes, from, count, planes);
        some(&mut self.globals, &other.globals, from, count, GLOBALS);
        some(&mut self.policy, &other.policy, from, count, moves(area));
        some(&mut self.outcome, &other.outcome, from, count, 4);
        some(&mut self.lead, &other.lead, from, count, 1);
        let (ours, theirs) = (&mut self.uncertainty, &other.uncertainty);
        some(ours, theirs, from, count, UNCERTAINTIES);
        some(&mut self.margin, &other.margin, from, count, 1);
        some(&mut self.own, &other.own, from, count, area);
        let legal = moves(area).div_ceil(8);
        some(&mut self.legal, &other.legal, from, count, legal);
        some(&mut self.reply, &other.reply, from, count, moves(area));
        some(&mut self.weight, &other.weight, from, count, 1);
        if let Some(teacher) = &other.teacher {
            let ours = self.teacher.get_or_insert_default();
            ours.append(size, teacher, from, count);
        }
    }

    /// Writes a new folder of arrays.
    ///
    /// # Errors
    /// If the folder is there already, or a file cannot be written.
    pub(super) fn write(&self, size: Size, folder: &Path) -> io::Result<()> {
        let area = size.area();
        fs::create_dir(folder)?;
        let save = Saver::new(folder, self.rows);
        save.save("planes", &[PLANES, area.div_ceil(8)], &self.planes)?;
        save.save("globals", &[GLOBALS], &self.globals)?;
        save.save("policy", &[moves(area)], &self.policy)?;
        save.save("outcome", &[4], &self.outcome)?;
        save.save("lead", &[], &self.lead)?;
        save.save("uncertainty", &[UNCERTAINTIES], &self.uncertainty)?;
        save.save("margin", &[], &self.margin)?;
        save.save("own", &[area], &self.own)?;
        save.save("legal", &[moves(area).div_ceil(8)], &self.legal)?;
        save.save("reply", &[moves(area)], &self.reply)?;
        save.save("weight", &[], &self.weight)?;
        match &self.teacher {
            Some(teacher) => teacher.write(size, &save),
            None => Ok(()),
        }
    }
}
