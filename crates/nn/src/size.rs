//! The size of a net: its layers, weights and operations.

use super::network::*;

/// Layer of a net, as [`Network::visit`] meets it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Layer<'n> {
    /// Convolution of the board.
    Conv(&'n Conv),
    /// Matrix that is applied to each point.
    PointDense(&'n Dense),
    /// Matrix that is applied to a vector for the whole board.
    BoardDense(&'n Dense),
    /// Scores and sums of an attention block, whose matrices are layers of their own.
    Attention(&'n AttentionBlock),
}

impl Network {
    /// Calls `each` with every layer.
    pub(super) fn visit<'n>(&'n self, each: &mut dyn FnMut(Layer<'n>)) {
        each(Layer::Conv(&self.first_conv));
        each(Layer::BoardDense(&self.first_dense));
        visit_blocks(&self.blocks, each);
        let (policy, value) = (&self.policy, &self.value);
        for conv in [&policy.conv, &policy.pool_conv, &policy.last_conv] {
            each(Layer::Conv(conv));
        }
        each(Layer::BoardDense(&policy.pool_dense));
        match &policy.pass {
            PassHead::Linear(last) => each(Layer::BoardDense(last)),
            PassHead::Hidden { dense, last, .. } => {
                each(Layer::BoardDense(dense));
                each(Layer::BoardDense(last));
            }
        }
        each(Layer::Conv(&value.conv));
        each(Layer::Conv(&value.ownership));
        for dense in [&value.dense, &value.outcome, &value.score] {
            each(Layer::BoardDense(dense));
        }
    }

    /// Counts the weights of all convolutions and matrices.
    #[must_use]
    pub fn weights(&self) -> usize {
        let mut count = 0;
        self.visit(&mut |layer| {
            count += match layer {
                Layer::Conv(conv) => conv.weights.len(),
                Layer::PointDense(dense) | Layer::BoardDense(dense) => dense.weights.len(),
                Layer::Attention(_) => 0,
            }
        });
        count
    }

    /// Counts the multiplications and additions of an evaluation on a board of `points` points,
    /// those of vectors that stand for the whole board left aside.
    #[must_use]
    pub fn operations(&self, points: usize) -> usize {
        let mut count = 0;
        self.visit(&mut |layer| {
            count += points
                * match layer {
                    Layer::Conv(conv) => conv.weights.len(),
                    Layer::PointDense(dense) => dense.weights.len(),
                    Layer::BoardDense(_) => 0,
                    Layer::Attention(block) => points * (block.query.outputs + block.output.inputs),
                }
        });
        count
    }

    /// Returns whether a point attends to others in one of the blocks.
    #[must_use]
    pub fn has_attention(&self) -> bool {
        let mut found = false;
        self.visit(&mut |layer| found |= matches!(layer, Layer::Attention(_)));
        found
    }
}

fn visit_blocks<'n>(blocks: &'n [Block], each: &mut dyn FnMut(Layer<'n>)) {
    for block in blocks {
        match block {
            Block::Ordinary(block) => {
                each(Layer::Conv(&block.conv));
                each(Layer::Conv(&block.last_conv));
            }
            Block::Pooling(block) => {
                each(Layer::Conv(&block.conv));
                each(Layer::Conv(&block.pool_conv));
                each(Layer::BoardDense(&block.pool_dense));
                each(Layer::Conv(&block.last_conv));
            }
            Block::Nested(block) => {
                each(Layer::Conv(&block.conv));
                visit_blocks(&block.blocks, each);
                each(Layer::Conv(&block.last_conv));
            }
            Block::Attention(block) => {
                for dense in [&block.query, &block.key, &block.value, &block.output] {
                    each(Layer::PointDense(dense));
                }
                each(Layer::Attention(block));
            }
            Block::FeedForward(block) => {
                for dense in [&block.first, &block.gate, &block.last] {
                    each(Layer::PointDense(dense));
                }
            }
        }
    }
}
