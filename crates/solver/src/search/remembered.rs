//! Answers and moves that a search has found before.

use halfpoint_core::board::Point;
use halfpoint_core::game::PlayedMove;

use super::{Searcher, tokens};
use crate::ghi::PathConditions;
use crate::question::SolverAnswer;
use crate::table::{StoredAnswer, Try};

/// Code of the first token in a stored move; points have their index.
const TOKEN_CODES: u16 = 1 << 12;

impl Searcher {
    /// Returns the ply of the first earlier situation that counts. Under simple ko, a situation
    /// from before the question may occur again.
    pub(super) fn first_of_path(&self) -> usize {
        if self.is_superko() {
            self.position().superko_start()
        } else {
            self.path.root()
        }
    }

    /// Returns an answer from the table if its conditions hold here, and adds them to `conditions`.
    pub(super) fn known(
        &self,
        key: u64,
        image: usize,
        wanted: i32,
        conditions: &mut PathConditions,
    ) -> Option<SolverAnswer> {
        let last = self.path.last();
        let earlier = self.first_of_path()..last;
        let images = &self.shared.images;
        // The table asks for what is gained from here on, but a void game is worth 0 in all.
        let void_suffices = 0 >= wanted + self.settled_margin(last);
        self.shared.table.find(key, wanted, |stored| {
            let mut rests_on = PathConditions::NOTHING;
            let on = &stored.conditions;
            if on.rests_on_void() {
                if stored.yes != void_suffices {
                    return None;
                }
                rests_on.insert_void();
            }
            for &memory in on.memories() {
                let is_it = |&ply: &usize| self.path.memory(images, ply, last, image) == memory;
                rests_on.insert_ply(earlier.clone().find(is_it)?);
            }
            let answer = SolverAnswer::of(stored.yes);
            if on.needs_unbanned() {
                let winner = answer.winner()?;
                let may_be_banned = |ply: usize| {
                    let (class, stones) = self.path.class(ply);
                    on.may_need_unbanned(class, stones.iter().sum(), stones[winner])
                };
                if earlier.clone().any(may_be_banned) {
                    return None;
                }
                rests_on.add_unbanned(on);
            }
            conditions.add(&rests_on);
            Some(answer)
        })
    }

    /// Keeps an answer in the table, unless it has conditions that cannot be kept.
    pub(super) fn keep(
        &self,
        key: u64,
        image: usize,
        wanted: i32,
        answer: SolverAnswer,
        work: u8,
        conditions: &PathConditions,
    ) {
        let last = self.path.last();
        let images = &self.shared.images;
        let memory = |ply| self.path.memory(images, ply, last, image);
        if let Some(conditions) = conditions.stored(memory) {
            let answer = StoredAnswer {
                target: wanted,
                yes: answer == SolverAnswer::Yes,
                work,
                conditions,
            };
            self.shared.table.keep(key, answer);
        }
    }

    /// Stores the depth of a failed try and the move to try first.
    pub(super) fn note_tried(
        &self,
        request: u64,
        depth: u16,
        cut_off: bool,
        best: Option<PlayedMove>,
        image: usize,
    ) {
        let tried = Try {
            asked_at: self.asked_at,
            depth,
            cut_off,
            best: best.map_or(0, |action| self.coded(action, image)),
        };
        self.shared.tried.note(request, tried);
    }

    /// Returns the code of a move in one image.
    pub(super) fn coded(&self, action: PlayedMove, image: usize) -> u16 {
        match action {
            PlayedMove::Place(point) => self.shared.images.point(image, point).index() as u16,
            PlayedMove::Token(token) => TOKEN_CODES + token as u16,
            PlayedMove::Resign => 0,
        }
    }

    /// Returns the move with a code in one image; `None` if there is none.
    pub(super) fn decoded(&self, code: u16, image: usize) -> Option<PlayedMove> {
        let size = self.position().board().size();
        if code >= TOKEN_CODES {
            let mut tokens = tokens(self.position()).into_iter();
            return tokens
                .find(|&token| TOKEN_CODES + token as u16 == code)
                .map(PlayedMove::Token);
        }
        let mut points = size.points();
        let point: Point = points.find(|point| point.index() == usize::from(code))?;
        Some(PlayedMove::Place(
            self.shared.images.point_back(image, point),
        ))
    }
}
