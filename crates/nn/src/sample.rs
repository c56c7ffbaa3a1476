//! Random nets for tests.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::katago::{GLOBALS, PLANES};
use super::network::{
    Activation, AttentionBlock, Block, Conv, Dense, FeedForwardBlock, LastRms, NestedBlock,
    NetKind, Network, Norm, OrdinaryBlock, OutputScales, PassHead, PolicyHead, PoolingBlock,
    RmsNorm, ValueHead,
};
use super::own;

/// Maker of random parts of a net.
struct Maker {
    random: Xoshiro256PlusPlus,
    version: u32,
}

impl Maker {
    fn numbers(&mut self, count: usize) -> Vec<f32> {
        (0..count)
            .map(|_| self.random.random_range(-0.5..0.5))
            .collect()
    }

    fn activation(&mut self) -> Activation {
        let all = [
            Activation::Relu,
            Activation::Mish,
            Activation::Silu,
            Activation::Identity,
        ];
        if self.version < 11 {
            Activation::Relu
        } else {
            all[self.random.random_range(0..4)]
        }
    }

    fn conv(&mut self, side: usize, inputs: usize, outputs: usize) -> Conv {
        let weights = self.numbers(side * side * inputs * outputs);
        Conv {
            height: side,
            width: side,
            inputs,
            outputs,
            weights,
        }
    }

    fn dense(&mut self, inputs: usize, outputs: usize) -> Dense {
        Dense {
            inputs,
            outputs,
            weights: self.numbers(inputs * outputs),
        }
    }

    fn norm(&mut self, channels: usize) -> Norm {
        Norm {
            scale: self.numbers(channels),
            bias: self.numbers(channels),
            activation: self.activation(),
        }
    }

    fn ordinary(&mut self, channels: usize) -> Block {
        Block::Ordinary(OrdinaryBlock {
            norm: self.norm(channels),
            conv: self.conv(3, channels, 5),
            mid_norm: self.norm(5),
            last_conv: self.conv(3, 5, channels),
        })
    }

    fn pooling(&mut self, channels: usize) -> Block {
        Block::Pooling(PoolingBlock {
            norm: self.norm(channels),
            conv: self.conv(3, channels, 4),
            pool_conv: self.conv(3, channels, 2),
            pool_norm: self.norm(2),
            pool_dense: self.dense(6, 4),
            mid_norm: self.norm(4),
            last_conv: self.conv(3, 4, channels),
        })
    }

    fn rms_norm(&mut self, channels: usize) -> RmsNorm {
        RmsNorm {
            epsilon: 0.25,
            scale: self.numbers(channels),
        }
    }

    /// Heads have 6 channels for keys and 3 for values.
    fn attention(
        &mut self,
        channels: usize,
        heads: usize,
        key_heads: usize,
        rotation: Rotation,
    ) -> AttentionBlock {
        let mut turns = |count: usize| -> Vec<[f32; 2]> {
            (0..count)
                .map(|_| [(); 2].map(|()| self.random.random_range(-2.0..2.0)))
                .collect()
        };
        AttentionBlock {
            turns: match rotation {
                Rotation::None => Vec::new(),
                Rotation::Equal => turns(3).repeat(key_heads),
                Rotation::PerHead => turns(3 * key_heads),
            },
            norm: self.rms_norm(channels),
            heads,
            key_heads,
            query: self.dense(channels, 6 * heads),
            key: self.dense(channels, 6 * key_heads),
            value: self.dense(channels, 3 * key_heads),
            output: self.dense(3 * heads, channels),
        }
    }

    fn feed_forward(&mut self, channels: usize, inner: usize) -> FeedForwardBlock {
        FeedForwardBlock {
            norm: self.rms_norm(channels),
            first: self.dense(channels, inner),
            gate: self.dense(channels, inner),
            last: self.dense(inner, channels),
        }
    }

    fn own_network(&mut self) -> Network {
        let channels = 6;
        Network {
            name: "sample".into(),
            version: 1,
            kind: NetKind::Own,
            areas_under_suicide: false,
            planes: own::PLANES,
            globals: own::GLOBALS,
            channels,
            scales: own::SCALES,
            first_conv: self.conv(3, own::PLANES, channels),
            first_dense: self.dense(own::GLOBALS, channels),
            blocks: vec![self.ordinary(channels), self.pooling(channels)],
            last_rms: None,
            last_norm: self.norm(channels),
            policy: PolicyHead {
                conv: self.conv(1, channels, 3),
                pool_conv: self.conv(1, channels, 2),
                pool_norm: self.norm(2),
                pool_dense: self.dense(6, 3),
                norm: self.norm(3),
                last_conv: self.conv(1, 3, 1),
                pass: PassHead::Hidden {
                    dense: self.dense(6, 3),
                    bias: self.numbers(3),
                    activation: Activation::Relu,
                    last: self.dense(3, own::TOKENS),
                },
            },
            value: ValueHead {
                conv: self.conv(1, channels, 4),
                norm: self.norm(4),
                dense: self.dense(12, 5),
                bias: self.numbers(5),
                activation: Activation::Relu,
                outcome: self.dense(5, own::OUTCOMES),
                outcome_bias: self.numbers(own::OUTCOMES),
                score: self.dense(5, own::SCORES),
                score_bias: self.numbers(own::SCORES),
                ownership: self.conv(1, 4, 1),
            },
        }
    }

    fn network(&mut self) -> Network {
        let (version, channels) = (self.version, 6);
        let nested = Block::Nested(NestedBlock {
            norm: self.norm(channels),
            conv: self.conv(1, channels, 3),
            blocks: vec![self.pooling(3), self.ordinary(3)],
            last_norm: self.norm(3),
            last_conv: self.conv(1, 3, channels),
        });
        let logits = if version >= 16 {
            4
        } else if version >= 12 {
            2
        } else {
            1
        };
        let numbers = if version >= 9 { 6 } else { 4 };
        let factor = if version >= 13 { 7.0 } else { 20.0 };
        Network {
            name: "sample".into(),
            version,
            kind: NetKind::KataGo,
            areas_under_suicide: false,
            planes: PLANES,
            globals: GLOBALS,
            channels,
            scales: OutputScales {
                score_mean: factor,
                score_stdev: factor,
                lead: factor,
                variance_time: if version >= 13 { 3.0 } else { 40.0 },
                value_error: 0.25,
                score_error: 30.0,
            },
            first_conv: self.conv(5, PLANES, channels),
            first_dense: self.dense(GLOBALS, channels),
            blocks: vec![self.ordinary(channels), nested, self.pooling(channels)],
            last_rms: None,
            last_norm: self.norm(channels),
            policy: PolicyHead {
                conv: self.conv(1, channels, 3),
                pool_conv: self.conv(1, channels, 2),
                pool_norm: self.norm(2),
                pool_dense: self.dense(6, 3),
                norm: self.norm(3),
                last_conv: self.conv(1, 3, logits),
                pass: if version >= 15 {
                    PassHead::Hidden {
                        dense: self.dense(6, 3),
                        bias: self.numbers(3),
                        activation: self.activation(),
                        last: self.dense(3, logits),
                    }
                } else {
                    PassHead::Linear(self.dense(6, logits))
                },
            },
            value: self.value_head(channels, numbers),
        }
    }

    fn value_head(&mut self, channels: usize, numbers: usize) -> ValueHead {
        ValueHead {
            conv: self.conv(1, channels, 4),
            norm: self.norm(4),
            dense: self.dense(12, 5),
            bias: self.numbers(5),
            activation: self.activation(),
            outcome: self.dense(5, 3),
            outcome_bias: self.numbers(3),
            score: self.dense(5, numbers),
            score_bias: self.numbers(numbers),
            ownership: self.conv(1, 4, 1),
        }
    }
}

/// Returns a random net of a model version, with every kind of block.
pub fn sample(version: u32) -> Network {
    maker(version).network()
}

fn maker(version: u32) -> Maker {
    Maker {
        random: Xoshiro256PlusPlus::seed_from_u64(version.into()),
        version,
    }
}

/// Turns of the pairs of channels of a random block of attention.
#[derive(Clone, Copy, Debug)]
pub enum Rotation {
    /// Pairs are not turned.
    None,
    /// Each head turns its pairs by the same angles.
    Equal,
    /// Each head of keys has angles of its own.
    PerHead,
}

/// Returns a random block of attention.
pub fn sample_attention(
    channels: usize,
    heads: usize,
    key_heads: usize,
    rotation: Rotation,
) -> AttentionBlock {
    maker(15).attention(channels, heads, key_heads, rotation)
}

/// Returns a random feed-forward block.
pub fn sample_feed_forward(channels: usize, inner: usize) -> FeedForwardBlock {
    maker(15).feed_forward(channels, inner)
}

/// Returns a random net of a model version from 15 on with blocks of attention and gates, in the
/// trunk and nested, and a division by the root of the mean square of a point or of the board.
pub fn sample_transformer(version: u32, whole_board: bool) -> Network {
    let mut maker = maker(version);
    let (channels, inner) = (6, 4);
    let nested = Block::Nested(NestedBlock {
        norm: maker.norm(channels),
        conv: maker.conv(1, channels, inner),
        blocks: vec![
            Block::Attention(maker.attention(inner, 2, 2, Rotation::None)),
            Block::FeedForward(maker.feed_forward(inner, 5)),
            maker.ordinary(inner),
        ],
        last_norm: maker.norm(inner),
        last_conv: maker.conv(1, inner, channels),
    });
    Network {
        first_conv: maker.conv(1, PLANES, channels),
        blocks: vec![
            nested,
            Block::Attention(maker.attention(channels, 4, 2, Rotation::PerHead)),
            Block::FeedForward(maker.feed_forward(channels, 7)),
        ],
        last_rms: Some(LastRms {
            epsilon: 0.125,
            whole_board,
        }),
        ..maker.network()
    }
}

/// Returns a random net of the form of KataGo's small ones: blocks of two convolutions, some with
/// pooling, and heads of half as many channels. Every activation is ReLU.
pub fn tower(blocks: usize, channels: usize) -> Network {
    let version = 8;
    let mut maker = Maker {
        random: Xoshiro256PlusPlus::seed_from_u64(1),
        version,
    };
    let head = channels / 2;
    let mut block = |number: usize| {
        let norm = maker.norm(channels);
        let last_conv = maker.conv(3, channels, channels);
        if number % 3 < 2 {
            return Block::Ordinary(OrdinaryBlock {
                norm,
                conv: maker.conv(3, channels, channels),
                mid_norm: maker.norm(channels),
                last_conv,
            });
        }
        let pooled = channels / 4;
        Block::Pooling(PoolingBlock {
            norm,
            conv: maker.conv(3, channels, channels - pooled),
            pool_conv: maker.conv(3, channels, pooled),
            pool_norm: maker.norm(pooled),
            pool_dense: maker.dense(3 * pooled, channels - pooled),
            mid_norm: maker.norm(channels - pooled),
            last_conv: maker.conv(3, channels - pooled, channels),
        })
    };
    let blocks = (0..blocks).map(&mut block).collect();
    Network {
        channels,
        first_conv: maker.conv(5, PLANES, channels),
        first_dense: maker.dense(GLOBALS, channels),
        blocks,
        last_norm: maker.norm(channels),
        policy: PolicyHead {
            conv: maker.conv(1, channels, head),
            pool_conv: maker.conv(1, channels, head),
            pool_norm: maker.norm(head),
            pool_dense: maker.dense(3 * head, head),
            norm: maker.norm(head),
            last_conv: maker.conv(1, head, 1),
            pass: PassHead::Linear(maker.dense(3 * head, 1)),
        },
        value: ValueHead {
            conv: maker.conv(1, channels, head),
            norm: maker.norm(head),
            dense: maker.dense(3 * head, channels),
            bias: maker.numbers(channels),
            activation: Activation::Relu,
            outcome: maker.dense(channels, 3),
            outcome_bias: maker.numbers(3),
            score: maker.dense(channels, 4),
            score_bias: maker.numbers(4),
            ownership: maker.conv(1, head, 1),
        },
        ..sample(version)
    }
}

/// Returns a random net of our own, with both kinds of blocks; nets of different seeds differ.
pub fn sample_own(seed: u64) -> Network {
    Maker {
        random: Xoshiro256PlusPlus::seed_from_u64(seed),
        // All activations are those of old nets of KataGo.
        version: 8,
    }
    .own_network()
}
