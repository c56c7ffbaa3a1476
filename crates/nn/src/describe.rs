//! Description of a net in words.

use super::network::{Block, Network};

impl Network {
    /// Returns the blocks of the trunk in words, such as "18 nested (each 2 ordinary)".
    #[must_use]
    pub fn blocks_in_words(&self) -> String {
        in_words(&self.blocks)
    }
}

impl Block {
    /// Returns the kind of the block, with the blocks inside it.
    fn kind(&self) -> String {
        match self {
            Block::Ordinary(_) => "ordinary".into(),
            Block::Pooling(_) => "pooling".into(),
            Block::Nested(block) => format!("nested (each {})", in_words(&block.blocks)),
            Block::Attention(_) => "attention".into(),
            Block::FeedForward(_) => "feed-forward".into(),
        }
    }
}

/// Returns how many blocks of each kind there are, in the order of their first ones.
fn in_words(blocks: &[Block]) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for kind in blocks.iter().map(Block::kind) {
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let words: Vec<String> = kinds
        .into_iter()
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use crate::sample::{sample_transformer, tower};

    #[test]
    fn blocks_of_one_kind_are_counted_together() {
        assert_eq!(
            sample_transformer(15, false).blocks_in_words(),
            "1 nested (each 1 attention, 1 feed-forward, 1 ordinary), 1 attention, 1 feed-forward"
        );
    }

    #[test]
    fn a_block_more_adds_its_weights() {
        let [four, five] = [4, 5].map(|blocks| tower(blocks, 8).weights());
        assert_eq!(five - four, 2 * 9 * 8 * 8);
    }
}
