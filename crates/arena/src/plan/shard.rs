//! Parts of a match that several machines play.

use std::fmt;
use std::str::FromStr;

use serde_with::{DeserializeFromStr, SerializeDisplay};
use thiserror::Error;

/// Part of a match that one of several machines plays: `1/3` is the first of three. Pairs of games
/// are dealt to the parts in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SerializeDisplay, DeserializeFromStr)]
pub struct Shard {
    number: u32,
    count: u32,
}

/// Error for a text that is not a shard such as `1/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a part like 1/4")]
pub struct ParseShardError;

impl Shard {
    /// Returns whether this shard contains a pair of games.
    #[must_use]
    pub fn has(self, pair: u32) -> bool {
        pair % self.count == self.number - 1
    }

    /// Returns how many of `pairs` pairs this shard contains.
    #[must_use]
    pub fn pairs_of(self, pairs: u64) -> u64 {
        let (number, count) = (u64::from(self.number), u64::from(self.count));
        pairs / count + u64::from(pairs % count >= number)
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Shard, ParseShardError> {
        let (number, count) = text.split_once('/').ok_or(ParseShardError)?;
        let read = |text: &str| text.parse::<u32>().map_err(|_| ParseShardError);
        let (number, count) = (read(number)?, read(count)?);
        match (1..=count).contains(&number) {
            true => Ok(Shard { number, count }),
            false => Err(ParseShardError),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_contains_every_nth_pair() {
        let shard: Shard = "2/3".parse().expect("a part");
        assert_eq!(
            [0, 1, 2, 3, 4].map(|pair| shard.has(pair)),
            [false, true, false, false, true]
        );
        assert_eq!(shard.to_string(), "2/3");
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3"] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError), "{text}");
        }
    }
}
