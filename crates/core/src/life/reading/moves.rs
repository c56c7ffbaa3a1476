//! The board of a problem: positions, placements, and life that needs no search.

use super::problem::{Bits, Problem};
use crate::board::{Color, Point};

/// Stones of the largest shape whose capture leaves one eye: rabbity six.
const LARGEST_NAKADE: u32 = 6;

/// Position of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LocalState {
    pub stones: [Bits; 2],
    pub to_move: Color,
    pub ko: Option<u32>,
    /// Whether the target's owner has captured so much that the fight is over.
    pub broken_out: bool,
}

/// Result of placing a stone.
pub(super) struct Placed {
    pub after: LocalState,
    pub captured: Bits,
    /// Chain of the placed stone.
    pub chain: Bits,
    /// Liberties of that chain.
    pub liberties: Bits,
}

impl Problem {
    pub(super) fn bits_around(&self, mut set: Bits) -> Bits {
        let mut found = 0;
        while set != 0 {
            found |= self.around[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        found
    }

    /// Returns whether a target chain has been captured.
    pub(super) fn is_taken(&self, state: &LocalState) -> bool {
        self.targets & !state.stones[self.owner] != 0
    }

    /// Returns the target chains and the points around them.
    pub(super) fn target_chains(&self, state: &LocalState) -> (Bits, Bits) {
        let own = state.stones[self.owner];
        self.flood(self.targets & own, own)
    }

    /// Returns the part of `within` that is connected with `seed`, and the neighbours of that part.
    pub(super) fn flood(&self, seed: Bits, within: Bits) -> (Bits, Bits) {
        let mut found = seed;
        let mut open = seed;
        let mut around = 0;
        while open != 0 {
            let next = self.around[open.trailing_zeros() as usize];
            open &= open - 1;
            around |= next;
            let new = next & within & !found;
            found |= new;
            open |= new;
        }
        (found, around)
    }

    pub(super) fn empty(&self, state: &LocalState) -> Bits {
        self.all & !(state.stones[0] | state.stones[1])
    }

    /// Returns the placements of the owner's opponent, each with the problem after it.
    pub(in crate::life) fn unanswered(&self) -> impl Iterator<Item = (Point, Problem)> {
        let state = LocalState {
            stones: self.start,
            to_move: self.owner.opponent(),
            ko: None,
            broken_out: false,
        };
        let empty = self.empty(&state);
        let points = self.ground.iter().zip(0..);
        let free = points.filter(move |&(_, i)| empty & (1 << i) != 0);
        free.filter_map(move |(point, i)| {
            let start = self.place(&state, i)?.after.stones;
            Some((
                point,
                Problem {
                    start,
                    ..self.clone()
                },
            ))
        })
    }

    /// Places a stone of the side to move; `None` if the move is suicide.
    pub(super) fn place(&self, state: &LocalState, point: u32) -> Option<Placed> {
        let (own, other) = (state.to_move, state.to_move.opponent());
        let bit: Bits = 1 << point;
        let mut after = *state;
        after.stones[own] |= bit;
        after.to_move = other;
        after.ko = None;
        let mut captured = 0;
        let mut near = self.around[point as usize] & state.stones[other];
        while near != 0 {
            let (chain, around) = self.flood(near & near.wrapping_neg(), state.stones[other]);
            near &= !chain;
            if chain & self.wall[other] == 0 && around & self.empty(&after) == 0 {
                captured |= chain;
            }
        }
        after.stones[other] &= !captured;
        after.broken_out |= own == self.owner && self.is_roomy(&after, captured);
        let (chain, around) = self.flood(bit, after.stones[own]);
        let liberties = around & self.empty(&after);
        if chain & self.wall[own] == 0 && liberties == 0 {
            return None;
        }
        let lone = chain == bit && chain & self.wall[own] == 0;
        let is_ko = lone && captured.count_ones() == 1 && liberties == captured;
        if is_ko && self.retakes != Some(other) {
            after.ko = Some(captured.trailing_zeros());
        }
        Some(Placed {
            after,
            captured,
            chain,
            liberties,
        })
    }

    /// Returns whether the points of captured stones give the target room for two eyes. Only those
    /// connected with one of its liberties count; captures elsewhere do not help it.
    fn is_roomy(&self, state: &LocalState, captured: Bits) -> bool {
        if captured.count_ones() < self.roomy_capture() {
            return false;
        }
        let (_, around) = self.target_chains(state);
        let (room, _) = self.flood(around & captured, captured);
        room.count_ones() >= self.roomy_capture()
    }

    /// Returns the minimal number of stones captured at once that leave room for two eyes: no
    /// nakade is larger than six. On two and three lines each eye touches an edge, and larger rooms
    /// can be killed for want of liberties, so there no number is enough.
    pub(super) fn roomy_capture(&self) -> u32 {
        let size = self.ground.size();
        match size.width().min(size.height()) {
            ..=3 => u32::MAX,
            _ => LARGEST_NAKADE + 1,
        }
    }

    /// Returns whether all targets are independent: joined to the wall, or alive even if their
    /// owner always passes (Benson's criterion within the problem; the wall has eyes of its own).
    pub(super) fn is_independent(&self, state: &LocalState) -> bool {
        if state.broken_out {
            return true;
        }
        let owner = self.owner;
        let own = state.stones[owner];
        let mut targets = self.targets;
        loop {
            let one = targets & targets.wrapping_neg();
            let (chain, _) = self.flood(one, own);
            if chain & self.wall[owner] == 0 {
                break;
            }
            targets &= !chain;
            if targets == 0 {
                return true;
            }
        }
        let (target, target_around) = self.flood(targets, own);
        let empty = self.empty(state);
        let liberties = target_around & empty;
        // Of two ways to the wall one is left. Blocking one captures no stone of the chain, and
        // taking the other cannot repeat a position, because the chain would have been joined to
        // the wall in it. Of several targets each could lose a way by the same move.
        let ways = liberties & self.wall[owner] & !state.ko.map_or(0, |point| 1 << point);
        if targets.is_power_of_two() && ways.count_ones() > u32::from(state.to_move != owner) {
            return true;
        }
        if !self.has_two_vital(state, target_around) {
            return false;
        }
        let mut chains = self.parts(own);
        chains.retain(|&(chain, _)| chain & self.wall[owner] == 0);
        let mut enclosures = self.parts(self.all & !own);
        enclosures.retain(|&(enclosure, _)| {
            enclosure & self.wall[owner.opponent()] == 0 && enclosure & empty != 0
        });
        loop {
            let before = chains.len();
            chains.retain(|&(_, around)| {
                let vital = |&&(enclosure, _): &&(Bits, Bits)| enclosure & empty & !around == 0;
                enclosures.iter().filter(vital).count() >= 2
            });
            let living = chains.iter().fold(0, |all, &(chain, _)| all | chain);
            if target & !living != 0 {
                return false;
            }
            if chains.len() == before {
                return true;
            }
            let walled = self.walled(state);
            enclosures.retain(|&(_, around)| around & own & !(living | walled) == 0);
        }
    }

    /// Returns the connected parts of a set of points, each with the points around it.
    fn parts(&self, points: Bits) -> Vec<(Bits, Bits)> {
        let (mut parts, mut rest) = (Vec::new(), points);
        while rest != 0 {
            let part = self.flood(rest & rest.wrapping_neg(), points);
            rest &= !part.0;
            parts.push(part);
        }
        parts
    }

    /// Returns whether at least two enclosures beside the target have no empty points but its
    /// liberties. Without them it has no two eyes; this cheap test decides nearly all positions.
    fn has_two_vital(&self, state: &LocalState, target_around: Bits) -> bool {
        let not_own = self.all & !state.stones[self.owner];
        let empty = self.empty(state);
        let mut rest = target_around & empty;
        let mut vital = 0;
        while rest != 0 && vital < 2 {
            let (enclosure, _) = self.flood(rest & rest.wrapping_neg(), not_own);
            rest &= !enclosure;
            let open = enclosure & self.wall[self.owner.opponent()] != 0;
            vital += u32::from(!open && enclosure & empty & !target_around == 0);
        }
        vital == 2
    }

    /// Returns the stones of the owner that are joined to the wall.
    fn walled(&self, state: &LocalState) -> Bits {
        let own = state.stones[self.owner];
        self.flood(own & self.wall[self.owner], own).0
    }
}
