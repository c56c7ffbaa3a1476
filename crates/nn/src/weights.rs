//! Limits of the shape of a net, and the reading of its weights within them.
//!
//! A file says the shape of its net before the weights. [`Budget`] derives from it how much memory
//! the weights may need, so that no file takes more, however far it unpacks.

use std::io::{self, Read};

use super::error::NetError;
use super::network::{Conv, Dense, Network};
use super::size::Layer;

/// Channels that a layer may have: KataGo's largest nets have 1,024.
pub(super) const MAX_CHANNELS: usize = 8192;
/// Side of the largest filter.
pub(super) const MAX_FILTER: usize = 9;
/// Blocks of a trunk or of a nested block.
pub(super) const MAX_BLOCKS: usize = 1000;
/// Numbers that pooling makes of a channel.
pub(super) const POOLED: usize = 3;

/// Numbers that all parts of a net may have together: 2 GiB of memory. KataGo's nets of 40 blocks
/// of 1,024 channels would have about 420 million.
const MAX_NUMBERS: usize = 1 << 29;
/// Numbers of a block for each pair of channels of the trunk. Two filters of 3×3 have 18, a
/// nested bottleneck of half the channels has less, a block of attention about 16.
const BLOCK_NUMBERS: usize = 64;
/// Numbers that a block may have beside those, for trunks of a few channels.
const SMALL_BLOCK_NUMBERS: usize = 1 << 12;
/// Parts beside the blocks, each of which counts as one: the first layers and the heads.
const OTHER_PARTS: usize = 4;
/// Numbers for which a tensor counts besides its own: what its layer and its allocation take.
const TENSOR_NUMBERS: usize = 64;
/// Numbers to a multiple of which the integers of a net pad the inputs and outputs of a layer.
const PADDED: usize = 16;
/// Bytes that the padded layers of a net may take in any case. In small nets most of it is padding.
const SMALL_PLAN: usize = 16 << 20;
/// Points of the boards for which the work of a net is bounded: 19×19.
const POINTS: usize = 361;
/// Multiplications, padded ones included, that an evaluation on such a board may need. KataGo's
/// nets of 40 blocks of 1,024 channels would need 0.6 of it, and take seconds on one processor.
const MAX_WORK: usize = 1 << 38;
/// Multiplications from which on an evaluation may take longer than a move has time.
const SLOW_WORK: usize = 1 << 34;
/// Multiplications that take as long as the share of one point in what a head of attention reads:
/// an exponential and a rounding. 118 µs for a head of one channel on 19×19 are 0.9 ns for each.
const SHARE_WORK: usize = 160;
/// Multiplications that take as long as what a convolution does at each point besides: to find
/// places in memory. 170,000 convolutions of one channel took 3.9 s, 63 ns for each point.
const POINT_WORK: usize = 12_000;
/// Multiplications that take as long as the activation and rounding of a channel of a point, which
/// is 6 ns for 16 channels where the activation is mish, and its addition to the trunk.
const CHANNEL_WORK: usize = 128;
/// Bytes read at once. A file that promises more numbers than it holds costs no more memory.
const CHUNK: usize = 1 << 16;

/// Numbers that the rest of a net may have.
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    /// Returns the budget of a net whose trunk has `blocks` blocks of `channels` channels. Blocks
    /// of every kind, and the heads, have room in it.
    pub(super) fn of_trunk(blocks: usize, channels: usize) -> Budget {
        let part = channels
            .saturating_mul(channels)
            .saturating_mul(BLOCK_NUMBERS)
            .saturating_add(SMALL_BLOCK_NUMBERS);
        Budget {
            left: blocks
                .saturating_add(OTHER_PARTS)
                .saturating_mul(part)
                .min(MAX_NUMBERS),
        }
    }

    /// Reads the `count` numbers of a tensor, each of which `number` makes from its bytes. `thing`
    /// names the tensor in messages.
    ///
    /// # Errors
    ///
    /// The net is larger than its trunk allows, the file ends or cannot be read, the memory is
    /// full, or a number is not finite.
    pub(super) fn read<const BYTES: usize>(
        &mut self,
        input: &mut impl Read,
        count: usize,
        number: impl Fn([u8; BYTES]) -> f32,
        thing: &str,
    ) -> Result<Vec<f32>, NetError> {
        self.take(count, thing)?;
        let mut numbers: Vec<f32> = Vec::new();
        let mut bytes = vec![0; BYTES * count.min(CHUNK / BYTES)];
        while numbers.len() < count {
            let part = (count - numbers.len()).min(CHUNK / BYTES);
            let bytes = &mut bytes[..BYTES * part];
            input
                .read_exact(bytes)
                .map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof => {
                        NetError::Malformed(format!("{thing}: the file ends"))
                    }
                    _ => error.into(),
                })?;
            if numbers.capacity() == numbers.len() {
                // Doubles, but has no room for more than `count` at the end.
                let more = part.max(numbers.len()).min(count - numbers.len());
                numbers
                    .try_reserve_exact(more)
                    .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            }
            let (parts, _) = bytes.as_chunks::<BYTES>();
            numbers.extend(parts.iter().map(|part| number(*part)));
        }
        if numbers.iter().all(|number| number.is_finite()) {
            Ok(numbers)
        } else {
            Err(NetError::Malformed(format!(
                "{thing}: a weight is not finite"
            )))
        }
    }

    fn take(&mut self, count: usize, thing: &str) -> Result<(), NetError> {
        let needed = count.saturating_add(TENSOR_NUMBERS);
        self.left = self.left.checked_sub(needed).ok_or_else(|| {
            NetError::Unsupported(format!(
                "{thing}: more numbers than a net with such a trunk has"
            ))
        })?;
        Ok(())
    }
}

/// Memory and work of a net whose layers are padded, at most.
#[derive(Debug, Default)]
struct Padded {
    /// Bytes of the layers in the form in which they are evaluated.
    bytes: usize,
    /// Multiplications of an evaluation on [`POINTS`] points.
    work: usize,
}

impl Padded {
    fn of(net: &Network) -> Padded {
        let mut padded = Padded::default();
        net.visit(&mut |layer| match layer {
            Layer::Conv(conv) => padded.conv(conv),
            Layer::PointDense(dense) => padded.dense(dense, POINTS),
            Layer::BoardDense(dense) => padded.dense(dense, 1),
            Layer::Attention(block) => {
                let channels = up(block.key_channels()).saturating_add(up(block.value_channels()));
                let head = channels.saturating_add(SHARE_WORK).saturating_mul(POINTS);
                padded.add(0, block.heads.saturating_mul(head), POINTS);
            }
        });
        padded
    }

    fn conv(&mut self, conv: &Conv) {
        let taps = conv.height.saturating_mul(conv.width);
        let pairs = pairs(conv.inputs, conv.outputs);
        let weights = taps.saturating_mul(pairs);
        let channels = up(conv.inputs).saturating_add(up(conv.outputs));
        let besides = channels
            .saturating_mul(CHANNEL_WORK)
            .saturating_add(POINT_WORK);
        self.add(weights, weights.saturating_add(besides), POINTS);
    }

    /// Adds a matrix that is applied to that many points. Pooled inputs are padded for each kind.
    fn dense(&mut self, dense: &Dense, points: usize) {
        let weights = pairs(dense.inputs.saturating_add(POOLED * PADDED), dense.outputs);
        self.add(weights.saturating_mul(size_of::<f32>()), weights, points);
    }

    fn add(&mut self, bytes: usize, weights: usize, points: usize) {
        self.bytes = self.bytes.saturating_add(bytes);
        self.work = self.work.saturating_add(weights.saturating_mul(points));
    }
}

/// Returns a number of channels with the padded ones.
fn up(channels: usize) -> usize {
    channels.div_ceil(PADDED).saturating_mul(PADDED)
}

/// Returns the number of pairs of padded inputs and outputs.
fn pairs(inputs: usize, outputs: usize) -> usize {
    up(inputs).saturating_mul(up(outputs))
}

/// Checks, before the layers of a net are laid out, that they will take no more memory than its
/// trunk allows, and that an evaluation needs no more work than any net should. Padding makes
/// layers of a few channels and large filters many times as large as their weights. Returns whether
/// an evaluation may take longer than a move has time.
///
/// # Errors
///
/// [`NetError::Unsupported`] if the net is too large.
pub(super) fn check_size(net: &Network) -> Result<bool, NetError> {
    let Padded { bytes, work } = Padded::of(net);
    let budget = Budget::of_trunk(net.blocks.len(), net.channels).left;
    if bytes > SMALL_PLAN.max(budget.saturating_mul(size_of::<f32>())) {
        return Err(NetError::Unsupported(
            "its layers take more memory than a net with such a trunk".to_string(),
        ));
    }
    if work > MAX_WORK {
        let most = MAX_WORK >> 30;
        return Err(NetError::Unsupported(format!(
            "an evaluation needs more than {most} billion multiplications"
        )));
    }
    Ok(work > SLOW_WORK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Activation, AttentionBlock, Block, Norm, OrdinaryBlock, RmsNorm};
    use crate::sample::{sample, sample_own};

    /// Returns a net of `number` ordinary blocks, of which the shapes alone are there.
    fn net_of(number: usize, channels: usize, side: usize) -> Network {
        let conv = Conv {
            height: side,
            width: side,
            inputs: channels,
            outputs: channels,
            weights: Vec::new(),
        };
        let norm = Norm {
            scale: Vec::new(),
            bias: Vec::new(),
            activation: Activation::Relu,
        };
        let block = Block::Ordinary(OrdinaryBlock {
            norm: norm.clone(),
            conv: conv.clone(),
            mid_norm: norm,
            last_conv: conv,
        });
        Network {
            blocks: vec![block; number],
            channels,
            ..sample(17)
        }
    }

    #[test]
    fn layers_that_padding_makes_large_and_nets_of_too_much_work_are_refused() {
        for net in [sample(17), sample_own(3), net_of(20, 256, 3)] {
            assert!(!check_size(&net).expect("a usual net"), "{}", net.name);
        }
        assert!(check_size(&net_of(80, 384, 3)).expect("a large net"));
        let message = |net: &Network| check_size(net).expect_err("too large").to_string();
        let padded = message(&net_of(1000, 1, 9));
        assert!(padded.contains("more memory"), "{padded}");
        // The weights of the same net are within its budget.
        let numbers = 1000 * (2 * 81 + 2 * TENSOR_NUMBERS);
        assert!(numbers < Budget::of_trunk(1000, 1).left);
        let slow = message(&net_of(100, 1024, 3));
        assert!(slow.contains("256 billion multiplications"), "{slow}");
    }

    /// Many heads of one channel have few weights, but each is padded and shares each point.
    #[test]
    fn many_heads_and_many_layers_are_work() {
        let mut net = net_of(500, 16, 1);
        let dense = Dense {
            inputs: 16,
            outputs: 80,
            weights: Vec::new(),
        };
        let block = Block::Attention(AttentionBlock {
            norm: RmsNorm {
                epsilon: 1.0,
                scale: Vec::new(),
            },
            heads: 80,
            key_heads: 80,
            query: dense.clone(),
            key: dense.clone(),
            value: dense.clone(),
            output: dense,
            turns: Vec::new(),
        });
        net.blocks = vec![block; 500];
        let slow = check_size(&net).expect_err("too much work").to_string();
        assert!(slow.contains("multiplications"), "{slow}");
        net.blocks.truncate(50);
        assert!(check_size(&net).expect("a slow net"));
        // Many small layers take time, too, and so do wide ones.
        let mut wide = net_of(155, 8192, 1);
        for block in &mut wide.blocks {
            if let Block::Ordinary(block) = block {
                block.conv.outputs = 1;
                block.last_conv.inputs = 1;
            }
        }
        assert!(check_size(&wide).expect("a slow net"));
        assert!(check_size(&net_of(5_000, 1, 1)).expect("a slow net"));
    }

    /// Shapes of large nets: blocks, channels of the trunk, numbers of a block.
    const LARGE: [(usize, usize, usize); 5] = [
        // Ordinary blocks.
        (60, 320, 18 * 320 * 320),
        (40, 256, 18 * 256 * 256),
        // Nested bottlenecks of two ordinary blocks on half the channels.
        (40, 1024, 1024 * 1024 + 2 * 18 * 512 * 512),
        (28, 512, 512 * 512 + 2 * 18 * 256 * 256),
        // Attention: four matrices, and two whose inner vector is four times as long.
        (24, 768, 12 * 768 * 768),
    ];

    #[test]
    fn a_large_net_fits_and_one_of_twice_the_largest_does_not() {
        for (blocks, channels, numbers) in LARGE {
            let mut budget = Budget::of_trunk(blocks, channels);
            for _ in 0..blocks {
                budget.take(numbers, "a block").expect("within the budget");
            }
            budget.take(25 * 22 * channels, "planes").expect("heads");
        }
        let mut budget = Budget::of_trunk(MAX_BLOCKS, MAX_CHANNELS);
        assert!(budget.take(2 * MAX_NUMBERS, "a block").is_err());
        assert!(Budget::of_trunk(usize::MAX, usize::MAX).left <= MAX_NUMBERS);
    }

    #[test]
    fn numbers_take_the_memory_that_they_need() {
        let bytes = vec![0; 4 * 1_000_000];
        let number = f32::from_le_bytes;
        let mut budget = Budget::of_trunk(1, 1024);
        let found = budget.read(&mut &bytes[..], 1_000_000, number, "a matrix");
        let found = found.expect("numbers");
        assert_eq!((found.len(), found.capacity()), (1_000_000, 1_000_000));
        // What a short file promises is not reserved.
        let memory = allocation_counter::measure(|| {
            let short = budget.read(&mut &bytes[..4], 50_000_000, number, "a matrix");
            assert!(matches!(short, Err(NetError::Malformed(_))));
        });
        assert!(memory.bytes_max < 1 << 20, "{memory:?}");
        // One number too many is refused before the file is read.
        let mut none = Budget {
            left: TENSOR_NUMBERS,
        };
        let mut input = &bytes[..];
        assert!(none.read(&mut input, 1, number, "a matrix").is_err());
        assert_eq!(input.len(), bytes.len());
    }
}
