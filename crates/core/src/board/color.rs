//! The two colours.

use std::ops::{Index, IndexMut, Not};

/// A player, or the colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// Black moves first in an even game.
    Black = 0,
    /// White gets komi.
    White = 1,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// Returns 0 for Black and 1 for White.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// Returns the sign of a margin: +1 for Black, −1 for White.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Color::Black => 1,
            Color::White => -1,
        }
    }
}

impl Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        self.opponent()
    }
}

impl<T> Index<Color> for [T; 2] {
    type Output = T;
    fn index(&self, color: Color) -> &T {
        &self[color.index()]
    }
}

impl<T> IndexMut<Color> for [T; 2] {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self[color.index()]
    }
}
