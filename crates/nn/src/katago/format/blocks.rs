//! Blocks of a trunk.

use std::io::BufRead;

use halfpoint_core::excerpt::excerpt;

use super::{Reader, expect};
use crate::error::NetError;
use crate::network::{
    AttentionBlock, Block, FeedForwardBlock, NestedBlock, OrdinaryBlock, PoolingBlock,
};
use crate::weights::{MAX_BLOCKS, MAX_CHANNELS, POOLED};

/// Depth of nested blocks.
const MAX_NESTING: usize = 4;

impl<R: BufRead> Reader<R> {
    pub(super) fn blocks(
        &mut self,
        count: usize,
        channels: usize,
        depth: usize,
    ) -> Result<Vec<Block>, NetError> {
        (0..count)
            .map(|_| match self.tokens.word("kind of block")?.as_str() {
                "ordinary_block" => self.ordinary(channels).map(Block::Ordinary),
                "gpool_block" => self.pooling(channels).map(Block::Pooling),
                "nested_bottleneck_block" if depth < MAX_NESTING => {
                    self.nested(channels, depth).map(Block::Nested)
                }
                "transformer_attention_block" => self.attention(channels).map(Block::Attention),
                "transformer_ffn_block" => self.feed_forward(channels).map(Block::FeedForward),
                kind => Err(NetError::Unsupported(format!("block {}", excerpt(kind)))),
            })
            .collect()
    }

    pub(super) fn ordinary(&mut self, channels: usize) -> Result<OrdinaryBlock, NetError> {
        self.tokens.word("block")?;
        let norm = self.norm(channels)?;
        let conv = self.conv(channels, "convolution")?;
        let mid_norm = self.norm(conv.outputs)?;
        let last_conv = self.conv(conv.outputs, "convolution")?;
        expect(last_conv.outputs, channels, "outputs of a block")?;
        Ok(OrdinaryBlock {
            norm,
            conv,
            mid_norm,
            last_conv,
        })
    }

    pub(super) fn pooling(&mut self, channels: usize) -> Result<PoolingBlock, NetError> {
        self.tokens.word("block")?;
        let norm = self.norm(channels)?;
        let conv = self.conv(channels, "convolution")?;
        let pool_conv = self.conv(channels, "convolution")?;
        let pool_norm = self.norm(pool_conv.outputs)?;
        let pool_dense = self.dense(POOLED * pool_conv.outputs, "matrix of the pool")?;
        expect(pool_dense.outputs, conv.outputs, "bias of the pool")?;
        let mid_norm = self.norm(conv.outputs)?;
        let last_conv = self.conv(conv.outputs, "convolution")?;
        expect(last_conv.outputs, channels, "outputs of a block")?;
        Ok(PoolingBlock {
            norm,
            conv,
            pool_conv,
            pool_norm,
            pool_dense,
            mid_norm,
            last_conv,
        })
    }

    pub(super) fn nested(
        &mut self,
        channels: usize,
        depth: usize,
    ) -> Result<NestedBlock, NetError> {
        self.tokens.word("block")?;
        let count = self.count("inner blocks", MAX_BLOCKS)?;
        let norm = self.norm(channels)?;
        let conv = self.conv(channels, "convolution")?;
        let blocks = self.blocks(count, conv.outputs, depth + 1)?;
        let last_norm = self.norm(conv.outputs)?;
        let last_conv = self.conv(conv.outputs, "convolution")?;
        expect(last_conv.outputs, channels, "outputs of a block")?;
        Ok(NestedBlock {
            norm,
            conv,
            blocks,
            last_norm,
            last_conv,
        })
    }

    pub(super) fn attention(&mut self, channels: usize) -> Result<AttentionBlock, NetError> {
        self.tokens.word("block")?;
        let heads = self.count("heads of queries", MAX_CHANNELS)?;
        let key_heads = self.count("heads of keys", MAX_CHANNELS)?;
        if !heads.is_multiple_of(key_heads) {
            return Err(NetError::Malformed(format!(
                "{heads} heads of queries for {key_heads} heads of keys"
            )));
        }
        let key_channels = self.count("channels of a key", MAX_CHANNELS)?;
        let value_channels = self.count("channels of a value", MAX_CHANNELS)?;
        let turns = self.tokens.number::<i64>("whether pairs are turned")? != 0;
        let learned = self.tokens.number::<i64>("whether turns are learned")? != 0;
        if turns && key_channels % 2 != 0 {
            return Err(NetError::Malformed(format!(
                "pairs of {key_channels} channels"
            )));
        }
        Ok(AttentionBlock {
            norm: self.rms_norm(channels)?,
            heads,
            key_heads,
            query: self.matrix(channels, heads * key_channels, "matrix of the queries")?,
            key: self.matrix(channels, key_heads * key_channels, "matrix of the keys")?,
            value: self.matrix(channels, key_heads * value_channels, "matrix of the values")?,
            output: self.matrix(heads * value_channels, channels, "matrix of the heads")?,
            turns: match (turns, learned) {
                (false, _) => Vec::new(),
                (true, true) => self.learned_turns(key_heads, key_channels / 2)?,
                (true, false) => self.fixed_turns(key_heads, key_channels / 2)?,
            },
        })
    }

    /// Reads an angle to the right and an angle down for each pair of channels of each head.
    pub(super) fn learned_turns(
        &mut self,
        heads: usize,
        pairs: usize,
    ) -> Result<Vec<[f32; 2]>, NetError> {
        let thing = "turns of pairs";
        self.tokens.word(thing)?;
        for wanted in [heads, pairs, 2] {
            expect(self.count(thing, MAX_CHANNELS)?, wanted, thing)?;
        }
        let angles = self.floats(heads * pairs * 2, thing)?;
        Ok(angles.as_chunks().0.to_vec())
    }

    /// Reads the base of the turns that are equal in each head. The first half of the pairs turns
    /// with the row, the second with the column, each half with falling powers of the base.
    pub(super) fn fixed_turns(
        &mut self,
        heads: usize,
        pairs: usize,
    ) -> Result<Vec<[f32; 2]>, NetError> {
        let thing = "base of the turns";
        self.tokens.word(thing)?;
        let base: f32 = self.tokens.number(thing)?;
        if base <= 0.0 || !base.is_finite() {
            return Err(NetError::Malformed(format!("{thing}: {base}")));
        }
        let angle = |pair: usize| base.powf((2 * pair) as f32 / pairs as f32).recip();
        let half = pairs / 2;
        let turns: Vec<[f32; 2]> = (0..pairs)
            .map(|pair| match pair.checked_sub(half) {
                None => [0.0, angle(pair)],
                Some(pair) => [angle(pair), 0.0],
            })
            .collect();
        Ok(turns.repeat(heads))
    }

    pub(super) fn feed_forward(&mut self, channels: usize) -> Result<FeedForwardBlock, NetError> {
        self.tokens.word("block")?;
        let thing = "channels of a feed-forward block";
        expect(self.count(thing, MAX_CHANNELS)?, channels, thing)?;
        let inner = self.count("inner channels of a feed-forward block", MAX_CHANNELS)?;
        if self.tokens.number::<i64>("whether there is a gate")? == 0 {
            return Err(NetError::Unsupported(
                "a feed-forward block has no gate".into(),
            ));
        }
        Ok(FeedForwardBlock {
            norm: self.rms_norm(channels)?,
            first: self.matrix(channels, inner, "matrix of a feed-forward block")?,
            gate: self.matrix(channels, inner, "matrix of a gate")?,
            last: self.matrix(inner, channels, "last matrix of a feed-forward block")?,
        })
    }
}
