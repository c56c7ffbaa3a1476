//! Description of a net in numbers and words.

use super::network::{Block, Conv, Dense, Network, PassHead};

impl Network {
    /// Counts the weights of all filters and matrices.
    #[must_use]
    pub fn weights(&self) -> usize {
        let (policy, value) = (&self.policy, &self.value);
        let convs = [
            &self.first_conv,
            &policy.conv,
            &policy.pool_conv,
            &policy.last_conv,
            &value.conv,
            &value.ownership,
        ];
        let matrices = [
            &self.first_dense,
            &policy.pool_dense,
            &value.dense,
            &value.outcome,
            &value.score,
        ];
        let pass = match &policy.pass {
            PassHead::Linear(last) => last.weights.len(),
            PassHead::Hidden { dense, last, .. } => dense.weights.len() + last.weights.len(),
        };
        of_convs(&convs)
            + of_matrices(&matrices)
            + pass
            + self.blocks.iter().map(Block::weights).sum::<usize>()
    }

    /// Returns the blocks of the trunk in words, such as "18 nested (each 2 ordinary)".
    #[must_use]
    pub fn blocks_in_words(&self) -> String {
        in_words(&self.blocks)
    }
}

impl Block {
    /// Counts the weights of all filters and matrices.
    fn weights(&self) -> usize {
        match self {
            Block::Ordinary(block) => of_convs(&[&block.conv, &block.last_conv]),
            Block::Pooling(block) => {
                of_convs(&[&block.conv, &block.pool_conv, &block.last_conv])
                    + of_matrices(&[&block.pool_dense])
            }
            Block::Nested(block) => {
                of_convs(&[&block.conv, &block.last_conv])
                    + block.blocks.iter().map(Block::weights).sum::<usize>()
            }
            Block::Attention(block) => {
                of_matrices(&[&block.query, &block.key, &block.value, &block.output])
            }
            Block::FeedForward(block) => of_matrices(&[&block.first, &block.gate, &block.last]),
        }
    }

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

fn of_convs(convs: &[&Conv]) -> usize {
    convs.iter().map(|conv| conv.weights.len()).sum()
}

fn of_matrices(matrices: &[&Dense]) -> usize {
    matrices.iter().map(|matrix| matrix.weights.len()).sum()
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
    use crate::nn::sample::{sample_transformer, tower};

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
