//! The arguments of a command.

use std::time::Duration;

use nom::Parser;
use nom::error::Error;

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::Move;

use super::error::GtpError;
use super::grammar;

/// The arguments of a command, as text and as words.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    text: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Arguments<'a> {
    /// Splits the text after the command into words.
    pub fn new(text: &'a str) -> Arguments<'a> {
        Arguments {
            text,
            words: grammar::arguments(text).collect(),
        }
    }

    /// Returns all arguments as they were written.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the text after the first word.
    pub fn text_after_first(&self) -> &'a str {
        self.text
            .split_once(' ')
            .map_or("", |(_, after)| after.trim_start_matches(' '))
    }

    /// Returns the words.
    pub fn words(&self) -> &[&'a str] {
        &self.words
    }

    /// Returns the word at `index`, or an empty string if there are fewer words.
    pub fn word(&self, index: usize) -> &'a str {
        self.words.get(index).copied().unwrap_or("")
    }

    fn read<T>(
        &self,
        index: usize,
        parser: impl Parser<&'a str, Output = T, Error = Error<&'a str>>,
        what: &'static str,
    ) -> Result<T, GtpError> {
        grammar::whole(parser, self.word(index)).ok_or(GtpError::Expected(what))
    }

    /// Reads the word at `index` as a colour.
    pub fn color(&self, index: usize) -> Result<Color, GtpError> {
        self.read(index, grammar::color, "color")
    }

    /// Reads the word at `index` as a colour; returns `default` if there is no such word.
    pub fn color_or(&self, index: usize, default: Color) -> Result<Color, GtpError> {
        match self.words.get(index) {
            Some(_) => self.color(index),
            None => Ok(default),
        }
    }

    /// Reads the word at `index` as a point of the board.
    pub fn vertex(&self, index: usize, size: Size) -> Result<Point, GtpError> {
        self.read(index, grammar::vertex(size), "vertex on the board")
    }

    /// Reads all words from index `from` on as points of the board.
    pub fn vertices(&self, from: usize, size: Size) -> Result<Vec<Point>, GtpError> {
        (from..self.words.len())
            .map(|index| self.vertex(index, size))
            .collect()
    }

    /// Reads the word at `index` as a move.
    pub fn play(&self, index: usize, size: Size) -> Result<Move, GtpError> {
        self.read(
            index,
            grammar::play(size),
            "vertex on the board or move by name",
        )
    }

    /// Reads all words as pairs of a colour and a value; `second` reads the value at an index.
    pub fn pairs<T>(
        &self,
        second: impl Fn(&Self, usize) -> Result<T, GtpError>,
    ) -> Result<Vec<(Color, T)>, GtpError> {
        if !self.words.len().is_multiple_of(2) {
            return Err(GtpError::Expected("pairs of color and vertex"));
        }
        (0..self.words.len())
            .step_by(2)
            .map(|index| Ok((self.color(index)?, second(self, index + 1)?)))
            .collect()
    }

    /// Reads the word at `index` as a number without a sign.
    pub fn int(&self, index: usize) -> Result<u32, GtpError> {
        self.read(index, grammar::int, "number")
    }

    /// Reads the word at `index` as a seed of 64 bits.
    pub fn seed(&self, index: usize) -> Result<u64, GtpError> {
        self.read(index, grammar::seed, "number up to 18446744073709551615")
    }

    /// Reads the word at `index` as a time in seconds.
    pub fn seconds(&self, index: usize) -> Result<Duration, GtpError> {
        self.read(index, grammar::seconds, "number of seconds")
    }
}
