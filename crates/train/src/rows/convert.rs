//! Packed rows of a game.

use std::collections::{BTreeMap, HashMap};

use halfpoint_core::board::Symmetry;
use halfpoint_core::game::Game;
use halfpoint_core::notation::parse_vertex;
use halfpoint_core::{PlayedMove, Size, Token};
use rand::RngExt;

use super::columns::{CERTAIN, Columns, UNKNOWN_MARGIN, UNKNOWN_OWNER, moves, rows_of_part};
use super::npy::{UNKNOWN, push_bits};
use super::packing::Packing;
use super::teacher::TeacherView;
use crate::error::{GameFault, LearnError};
use crate::label;
use crate::moves::token_word;
use crate::record::{RowRecord, ShardGame, unpacked};
use crate::replay::Replay;
use crate::sampling::{Random, random_of};
use halfpoint_nn::own::{InputExtractor, Inputs};
use halfpoint_nn::place;

/// Words of the outcomes, in the order of the targets, seen by Black.
const OUTCOMES: [&str; 4] = ["B", "0", "W", "void"];

/// Converter of games, with memory that is used again. A thread has its own.
pub(super) struct Converter<'a> {
    packing: &'a Packing,
    extractors: HashMap<Size, InputExtractor>,
    teacher: Option<TeacherView>,
}

/// End of a game, seen by Black.
struct RecordedEnd {
    margin: Option<i32>,
    /// Index of the outcome.
    outcome: Option<usize>,
    own: Option<Vec<i8>>,
}

/// Image of a position of a game.
struct RowView<'a> {
    record: &'a ShardGame,
    game: &'a Game,
    symmetry: Symmetry,
}

impl<'a> Converter<'a> {
    pub(super) fn new(packing: &'a Packing) -> Converter<'a> {
        Converter {
            packing,
            extractors: HashMap::new(),
            teacher: packing.teacher.map(TeacherView::new),
        }
    }

    /// Appends the rows of a game to the columns of its size.
    ///
    /// # Errors
    /// If the game cannot be replayed, or a target has the wrong form.
    pub(super) fn convert(
        &mut self,
        record: &ShardGame,
        sizes: &mut BTreeMap<(usize, usize), Columns>,
    ) -> Result<(), LearnError> {
        let mut replay = Replay::of(record.start()?);
        let size = replay.game().board().size();
        if record.rows.len() > rows_of_part(size) {
            let (at, reason) = (record.moves.len(), "more rows than a part has");
            return Err(record.fault(GameFault::Row { at, reason }));
        }
        let columns = sizes.entry((size.width(), size.height())).or_default();
        let end = RecordedEnd::of(record, size.area())?;
        let share = match record.kind.as_str() {
            label::KIND => 0.0,
            _ => self.packing.result_share,
        };
        let number = u64::from(crc32fast::hash(record.id.as_bytes()));
        let mut random = random_of(self.packing.seed, number);
        let mut rows = record.rows.iter().peekable();
        for played in 0..=record.moves.len() {
            if let Some(row) = rows.next_if(|row| row.at == played) {
                let view = RowView {
                    record,
                    game: replay.game(),
                    symmetry: self.symmetry(size, &mut random),
                };
                self.add_inputs(&replay, view.symmetry, columns);
                let reply = rows.peek().filter(|next| next.at == played + 1);
                if let Some(teacher) = &mut self.teacher {
                    let columns = columns.teacher.get_or_insert_default();
                    teacher.add(&replay, reply.is_some(), columns);
                }
                let reply = view.reply(reply.copied(), played + 1)?;
                view.add_policies(row, reply, columns)?;
                view.add_result(row, &end, share, columns)?;
                columns.weight.push(row.weight);
                columns.rows += 1;
            }
            if played < record.moves.len() {
                record.play(&mut replay, played)?;
            }
        }
        match rows.next() {
            None => Ok(()),
            Some(row) => Err(fault(record, row, "out of order, or beyond the game")),
        }
    }

    fn symmetry(&self, size: Size, random: &mut Random) -> Symmetry {
        let all: Vec<Symmetry> = Symmetry::symmetries(size).collect();
        match self.packing.symmetries && self.teacher.is_none() {
            true => all[random.random_range(0..all.len())],
            false => all[0],
        }
    }

    fn add_inputs(&mut self, replay: &Replay, symmetry: Symmetry, columns: &mut Columns) {
        let game = replay.game();
        let size = game.board().size();
        let extractor = self.extractors.entry(size);
        let extractor = extractor.or_insert_with(|| InputExtractor::new(size));
        let mut inputs = Inputs::new(size);
        extractor.extract(game.position(), replay.history(), game.terms(), &mut inputs);
        let mut bits = vec![false; size.area()];
        for plane in &inputs.planes {
            bits.fill(false);
            for point in plane {
                bits[place(size, symmetry.point(point))] = true;
            }
            push_bits(&mut columns.planes, &bits);
        }
        columns.globals.extend(inputs.globals);
    }
}

impl RowView<'_> {
    /// Appends the policy, the reply and the legal moves.
    fn add_policies(
        &self,
        row: &RowRecord,
        reply: Vec<u16>,
        columns: &mut Columns,
    ) -> Result<(), LearnError> {
        let legal = self.legal();
        let policy = self.policy(row)?;
        if policy
            .iter()
            .zip(&legal)
            .any(|(&share, &is_legal)| share > 0 && !is_legal)
        {
            return Err(fault(self.record, row, "an illegal move in the policy"));
        }
        columns.policy.extend(policy);
        columns.reply.extend(reply);
        push_bits(&mut columns.legal, &legal);
        Ok(())
    }

    /// Returns the policy of the next position, which has `at` moves before it. Where it has no
    /// target, that is the move that was played there; all zero at the end of the game, and for a
    /// proposal.
    fn reply(&self, next: Option<&RowRecord>, at: usize) -> Result<Vec<u16>, LearnError> {
        if let Some(next) = next.filter(|next| !next.policy.is_empty()) {
            return self.policy(next);
        }
        let size = self.game.board().size();
        let mut reply = vec![0; moves(size.area())];
        let played = (self.record.moves.get(at)).and_then(|text| parse_move_of_policy(size, text));
        if let Some(index) = played.and_then(|played| self.index(played)) {
            reply[index] = CERTAIN as u16;
        }
        Ok(reply)
    }

    /// Returns the place of a move in a policy; a resignation has none.
    fn index(&self, action: PlayedMove) -> Option<usize> {
        let size = self.game.board().size();
        match action {
            PlayedMove::Place(point) => Some(place(size, self.symmetry.point(point))),
            PlayedMove::Token(token) => Some(size.area() + token as usize),
            PlayedMove::Resign => None,
        }
    }

    /// Returns for each move of the policy whether it is legal.
    fn legal(&self) -> Vec<bool> {
        let (position, color) = (self.game.position(), self.game.to_move());
        let size = position.board().size();
        let mut legal = vec![false; moves(size.area())];
        for point in position.placements(color) {
            legal[place(size, self.symmetry.point(point))] = true;
        }
        let named = position.tokens(color).into_iter().map(|(_, token)| token);
        for token in named.chain(position.plain_pass(color)) {
            legal[size.area() + token as usize] = true;
        }
        legal
    }

    /// Returns the policy of a row in fixed-point numbers.
    fn policy(&self, row: &RowRecord) -> Result<Vec<u16>, LearnError> {
        let size = self.game.board().size();
        let mut policy = vec![0; moves(size.area())];
        for (text, &share) in &row.policy {
            let action = parse_move_of_policy(size, text);
            let Some(index) = action.and_then(|action| self.index(action)) else {
                return Err(fault(self.record, row, "no move in the policy"));
            };
            policy[index] = (share * CERTAIN).round().min(CERTAIN) as u16;
        }
        Ok(policy)
    }

    /// Appends outcome, lead, uncertainty, margin and owners, seen by the player to move.
    fn add_result(
        &self,
        row: &RowRecord,
        end: &RecordedEnd,
        share: f32,
        columns: &mut Columns,
    ) -> Result<(), LearnError> {
        let sign = self.game.to_move().sign();
        let mut outcome = row.value;
        if let Some(index) = end.outcome {
            // Outcomes from a win to a loss are in reverse for White.
            let index = if sign < 0 && index < 3 {
                2 - index
            } else {
                index
            };
            outcome = outcome.map(|chance| chance * (1.0 - share));
            outcome[index] += share;
        }
        columns.outcome.extend(outcome);
        columns.lead.push(row.lead);
        let uncertainty = [row.deviation, row.value_error, row.score_error];
        let known = uncertainty.map(|number| number.unwrap_or(UNKNOWN));
        columns.uncertainty.extend(known);
        let margin = end.margin.and_then(|margin| sign.checked_mul(margin));
        let margin = margin.and_then(|margin| i16::try_from(margin).ok());
        columns.margin.push(margin.unwrap_or(UNKNOWN_MARGIN));
        let size = self.game.board().size();
        let own = match &row.own {
            Some(text) => {
                let own = unpacked(text, size.area());
                Some(own.ok_or_else(|| fault(self.record, row, "no ownership"))?)
            }
            None => end.own.as_ref().map(|own| {
                let seen = |&owner: &i8| (sign * i32::from(owner)) as i8;
                own.iter().map(seen).collect()
            }),
        };
        let from = columns.own.len();
        columns.own.resize(from + size.area(), UNKNOWN_OWNER);
        for (index, owner) in own.into_iter().flatten().enumerate() {
            let (x, y) = (
                index % size.width(),
                size.height() - 1 - index / size.width(),
            );
            let point = size.point(x, y).map(|point| self.symmetry.point(point));
            let to = point.map_or(index, |point| place(size, point));
            columns.own[from + to] = owner;
        }
        Ok(())
    }
}

impl RecordedEnd {
    /// Reads the end of a game on a board of `area` points.
    fn of(record: &ShardGame, area: usize) -> Result<RecordedEnd, LearnError> {
        let result = &record.result;
        let wrong = |reason| {
            let at = record.moves.len();
            record.fault(GameFault::Row { at, reason })
        };
        let outcome = match &result.outcome {
            Some(word) => {
                let index = OUTCOMES.iter().position(|known| known == word);
                Some(index.ok_or_else(|| wrong("no outcome"))?)
            }
            None => None,
        };
        let own = match &result.own {
            Some(text) => Some(unpacked(text, area).ok_or_else(|| wrong("no owners"))?),
            None => None,
        };
        Ok(RecordedEnd {
            margin: result.margin,
            outcome,
            own,
        })
    }
}

/// Returns the move that a text of a policy stands for: a vertex or the word of a token.
fn parse_move_of_policy(size: Size, text: &str) -> Option<PlayedMove> {
    let token = Token::ALL
        .into_iter()
        .find(|&token| token_word(token) == text);
    let placement = || parse_vertex(size, text).map(PlayedMove::Place);
    token.map(PlayedMove::Token).or_else(placement)
}

fn fault(record: &ShardGame, row: &RowRecord, reason: &'static str) -> LearnError {
    record.fault(GameFault::Row { at: row.at, reason })
}
