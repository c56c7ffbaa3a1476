//! Words and blocks of numbers of KataGo's binary net format.
//!
//! Words are separated by white space as in a text. Numbers of layers follow the mark `@BIN@` as
//! 32-bit floats, lowest byte first (`readFloats` in `cpp/neuralnet/desc.cpp` of KataGo).

use std::io::BufRead;

use halfpoint_core::excerpt::excerpt;

use crate::error::NetError;
use crate::weights::Budget;

/// Bytes that a word may have.
const MAX_WORD: usize = 256;
/// Bytes that may stand before the mark of a block of numbers.
const MAX_GAP: usize = 100;
/// Mark of a block of numbers.
const MARK: &[u8] = b"@BIN@";

/// Reader of words and blocks of numbers.
pub struct Tokens<R> {
    input: R,
}

impl<R: BufRead> Tokens<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Self { input }
    }

    /// Reads the next byte.
    fn byte(&mut self) -> Result<Option<u8>, NetError> {
        let buffer = self.input.fill_buf()?;
        let first = buffer.first().copied();
        if first.is_some() {
            self.input.consume(1);
        }
        Ok(first)
    }

    /// Reads the next word. `thing` says in messages which one was expected.
    ///
    /// # Errors
    ///
    /// The file ends or cannot be read, or the word is no short text.
    pub fn word(&mut self, thing: &str) -> Result<String, NetError> {
        let mut word = Vec::new();
        while let Some(byte) = self.byte()? {
            if !byte.is_ascii_whitespace() {
                word.push(byte);
            } else if !word.is_empty() {
                break;
            }
            if word.len() > MAX_WORD {
                return Err(NetError::Malformed(format!("{thing}: word too long")));
            }
        }
        if word.is_empty() {
            return Err(NetError::Malformed(format!("{thing}: the file ends")));
        }
        String::from_utf8(word).map_err(|_| NetError::Malformed(format!("{thing}: not a text")))
    }

    /// Reads the next word as a number.
    ///
    /// # Errors
    ///
    /// As [`Tokens::word`], or the word cannot be read as an `N`.
    pub fn number<N: std::str::FromStr>(&mut self, thing: &str) -> Result<N, NetError> {
        let word = self.word(thing)?;
        word.parse()
            .map_err(|_| NetError::Malformed(format!("{thing}: not a number: {}", excerpt(&word))))
    }

    /// Reads the next block of `count` numbers, if `budget` has room for them.
    ///
    /// # Errors
    ///
    /// There is no block, or as [`Budget::read`].
    pub fn floats(
        &mut self,
        count: usize,
        thing: &str,
        budget: &mut Budget,
    ) -> Result<Vec<f32>, NetError> {
        self.skip_to_mark(thing)?;
        budget.read(&mut self.input, count, f32::from_le_bytes, thing)
    }

    /// Reads to the end of the file, where nothing but white space may stand. A packed file
    /// compares its checksum there.
    ///
    /// # Errors
    ///
    /// The file cannot be read, its checksum is another one, or something else follows.
    pub fn end(&mut self) -> Result<(), NetError> {
        while let Some(byte) = self.byte()? {
            if !byte.is_ascii_whitespace() {
                return Err(NetError::Malformed("something follows the net".into()));
            }
        }
        Ok(())
    }

    /// Reads up to the end of the mark of a block of numbers.
    fn skip_to_mark(&mut self, thing: &str) -> Result<(), NetError> {
        for _ in 0..=MAX_GAP {
            if self.byte()? == Some(MARK[0]) {
                let mut rest = [0; 4];
                self.input.read_exact(&mut rest)?;
                if rest == MARK[1..] {
                    return Ok(());
                }
                break;
            }
        }
        Err(NetError::Malformed(format!("{thing}: no block of numbers")))
    }
}
