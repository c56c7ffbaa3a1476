//! Nets in files of the form safetensors.
//!
//! The tensors have the names and the layout of the parts of a [`Network`]: convolutions
//! `[row][column][input][output]`, matrices `[input][output]`. `docs/net.md` lists them. Numbers
//! are floats of 16 or 32 bits.

use std::collections::HashMap;

use halfpoint_core::excerpt::excerpt;
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView, serialize};

use super::half::f32_of_half;
use super::{GLOBALS, OUTCOMES, PLANES, SCALES, SCORES, TOKENS};
use crate::nn::error::NetError;
use crate::nn::network::{
    Activation, Block, Conv, Dense, NetKind, Network, Norm, OrdinaryBlock, PassHead, PolicyHead,
    PoolingBlock, ValueHead,
};

/// Format that the metadata of a file names.
const FORMAT: &str = "halfpoint 1";
/// Channels that a layer may have.
const MAX_CHANNELS: usize = 8192;
/// Side of the largest filter.
const MAX_FILTER: usize = 9;
/// Blocks of a trunk.
const MAX_BLOCKS: usize = 1000;
/// Numbers that pooling makes of a channel.
const POOLED: usize = 3;
/// Bytes before the header of a file: its length.
const LENGTH_BYTES: usize = 8;
/// Letters of a name that are kept.
const MAX_NAME: usize = 100;

/// Returns whether the first bytes of a file are those of a file of this form: the length of a
/// header, and a brace that begins it.
#[must_use]
pub fn is_safetensors(start: &[u8]) -> bool {
    start.len() > LENGTH_BYTES && start[4..LENGTH_BYTES] == [0; 4] && start[LENGTH_BYTES] == b'{'
}

/// Reads a net of our own from the bytes of a file.
///
/// # Errors
///
/// The bytes are no such file, its format is another one, or a tensor is missing, unknown, of the
/// wrong shape or has a number that is not finite.
pub fn read(bytes: &[u8]) -> Result<Network, NetError> {
    let malformed = |error: safetensors::SafeTensorError| NetError::Malformed(error.to_string());
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(malformed)?;
    if header.data_len() > bytes.len() {
        return Err(NetError::Malformed("the file ends in a tensor".into()));
    }
    let metadata = header.metadata().as_ref();
    let entry = |key: &str| metadata.and_then(|entries| entries.get(key));
    match entry("format") {
        Some(format) if format == FORMAT => (),
        Some(format) => {
            return Err(NetError::Unsupported(format!(
                "its format is {} in place of {FORMAT}",
                excerpt(format)
            )));
        }
        None => return Err(NetError::Malformed("the format is missing".into())),
    }
    let name = entry("name").map_or("unnamed", String::as_str);
    let version = entry("version").map_or("0", String::as_str);
    let version = version
        .parse()
        .map_err(|_| NetError::Malformed(format!("version: {}", excerpt(version))))?;
    let tensors = SafeTensors::deserialize(bytes).map_err(malformed)?;
    Reader {
        known: 0,
        total: tensors.len(),
        tensors,
    }
    .network(name.chars().take(MAX_NAME).collect(), version)
}

/// Reader of the parts of a net.
struct Reader<'a> {
    tensors: SafeTensors<'a>,
    /// Tensors that were read.
    known: usize,
    /// Tensors of the file.
    total: usize,
}

impl Reader<'_> {
    fn network(mut self, name: String, version: u32) -> Result<Network, NetError> {
        let first_conv = self.conv("first_conv", PLANES)?;
        let channels = first_conv.outputs;
        let first_dense = self.dense_to("first_dense", GLOBALS, channels)?;
        let mut blocks = Vec::new();
        while self.has(&format!("blocks.{}.norm.scale", blocks.len())) {
            if blocks.len() == MAX_BLOCKS {
                return Err(NetError::Unsupported("it has too many blocks".into()));
            }
            blocks.push(self.block(&format!("blocks.{}", blocks.len()), channels)?);
        }
        let net = Network {
            name,
            version,
            kind: NetKind::Own,
            areas_under_suicide: false,
            planes: PLANES,
            globals: GLOBALS,
            channels,
            scales: SCALES,
            first_conv,
            first_dense,
            blocks,
            last_norm: self.norm("last_norm", channels)?,
            policy: self.policy(channels)?,
            value: self.value(channels)?,
        };
        if self.known == self.total {
            Ok(net)
        } else {
            let surplus = self.total - self.known;
            Err(NetError::Unsupported(format!(
                "it has {surplus} tensors more than it should"
            )))
        }
    }

    fn has(&self, name: &str) -> bool {
        self.tensors.tensor(name).is_ok()
    }

    fn block(&mut self, name: &str, channels: usize) -> Result<Block, NetError> {
        let part = |part: &str| format!("{name}.{part}");
        let norm = self.norm(&part("norm"), channels)?;
        let conv = self.conv(&part("conv"), channels)?;
        let mid_norm = self.norm(&part("mid_norm"), conv.outputs)?;
        let last_conv = self.conv_to(&part("last_conv"), conv.outputs, channels)?;
        if !self.has(&part("pool_conv")) {
            return Ok(Block::Ordinary(OrdinaryBlock {
                norm,
                conv,
                mid_norm,
                last_conv,
            }));
        }
        let pool_conv = self.conv(&part("pool_conv"), channels)?;
        let pooled = pool_conv.outputs;
        Ok(Block::Pooling(PoolingBlock {
            norm,
            pool_norm: self.norm(&part("pool_norm"), pooled)?,
            pool_dense: self.dense_to(&part("pool_dense"), POOLED * pooled, conv.outputs)?,
            conv,
            pool_conv,
            mid_norm,
            last_conv,
        }))
    }

    fn policy(&mut self, channels: usize) -> Result<PolicyHead, NetError> {
        let conv = self.conv("policy.conv", channels)?;
        let pool_conv = self.conv("policy.pool_conv", channels)?;
        let pooled = POOLED * pool_conv.outputs;
        let dense = self.dense("policy.pass.dense", pooled)?;
        let hidden = dense.outputs;
        Ok(PolicyHead {
            pool_norm: self.norm("policy.pool_norm", pool_conv.outputs)?,
            pool_dense: self.dense_to("policy.pool_dense", pooled, conv.outputs)?,
            norm: self.norm("policy.norm", conv.outputs)?,
            last_conv: self.conv_to("policy.last_conv", conv.outputs, 1)?,
            conv,
            pool_conv,
            pass: PassHead::Hidden {
                dense,
                bias: self.numbers("policy.pass.bias", [hidden])?,
                activation: Activation::Relu,
                last: self.dense_to("policy.pass.last", hidden, TOKENS)?,
            },
        })
    }

    fn value(&mut self, channels: usize) -> Result<ValueHead, NetError> {
        let conv = self.conv("value.conv", channels)?;
        let dense = self.dense("value.dense", POOLED * conv.outputs)?;
        let hidden = dense.outputs;
        Ok(ValueHead {
            norm: self.norm("value.norm", conv.outputs)?,
            bias: self.numbers("value.bias", [hidden])?,
            activation: Activation::Relu,
            outcome: self.dense_to("value.outcome", hidden, OUTCOMES)?,
            outcome_bias: self.numbers("value.outcome_bias", [OUTCOMES])?,
            score: self.dense_to("value.score", hidden, SCORES)?,
            score_bias: self.numbers("value.score_bias", [SCORES])?,
            ownership: self.conv_to("value.ownership", conv.outputs, 1)?,
            conv,
            dense,
        })
    }

    fn conv(&mut self, name: &str, inputs: usize) -> Result<Conv, NetError> {
        let [height, width, _, outputs] = self.shape(name)?;
        let odd = |side: usize| side % 2 == 1 && side <= MAX_FILTER;
        if !odd(height) || !odd(width) || !(1..=MAX_CHANNELS).contains(&outputs) {
            return Err(NetError::Unsupported(format!(
                "{name}: {height}×{width} with {outputs} outputs"
            )));
        }
        Ok(Conv {
            height,
            width,
            inputs,
            outputs,
            weights: self.numbers(name, [height, width, inputs, outputs])?,
        })
    }

    fn conv_to(&mut self, name: &str, inputs: usize, outputs: usize) -> Result<Conv, NetError> {
        let conv = self.conv(name, inputs)?;
        if conv.outputs == outputs {
            Ok(conv)
        } else {
            Err(wrong_number(name, conv.outputs, outputs))
        }
    }

    fn dense(&mut self, name: &str, inputs: usize) -> Result<Dense, NetError> {
        let [_, outputs] = self.shape(name)?;
        if !(1..=MAX_CHANNELS).contains(&outputs) {
            return Err(NetError::Unsupported(format!("{name}: {outputs} outputs")));
        }
        self.dense_to(name, inputs, outputs)
    }

    fn dense_to(&mut self, name: &str, inputs: usize, outputs: usize) -> Result<Dense, NetError> {
        Ok(Dense {
            inputs,
            outputs,
            weights: self.numbers(name, [inputs, outputs])?,
        })
    }

    fn norm(&mut self, name: &str, channels: usize) -> Result<Norm, NetError> {
        Ok(Norm {
            scale: self.numbers(&format!("{name}.scale"), [channels])?,
            bias: self.numbers(&format!("{name}.bias"), [channels])?,
            activation: Activation::Relu,
        })
    }

    fn tensor(&self, name: &str) -> Result<TensorView<'_>, NetError> {
        let missing = |_| NetError::Malformed(format!("{name} is missing"));
        self.tensors.tensor(name).map_err(missing)
    }

    fn shape<const N: usize>(&self, name: &str) -> Result<[usize; N], NetError> {
        let tensor = self.tensor(name)?;
        let shape = tensor.shape();
        <[usize; N]>::try_from(shape)
            .map_err(|_| NetError::Malformed(format!("{name}: shape {shape:?}")))
    }

    /// Reads the numbers of a tensor of a given shape.
    fn numbers<const N: usize>(
        &mut self,
        name: &str,
        shape: [usize; N],
    ) -> Result<Vec<f32>, NetError> {
        let found = self.shape::<N>(name)?;
        if found != shape {
            return Err(NetError::Malformed(format!(
                "{name}: shape {found:?} in place of {shape:?}"
            )));
        }
        let tensor = self.tensor(name)?;
        let numbers: Vec<f32> = match tensor.dtype() {
            Dtype::F32 => {
                let (fours, _) = tensor.data().as_chunks::<4>();
                fours.iter().map(|four| f32::from_le_bytes(*four)).collect()
            }
            Dtype::F16 => {
                let (twos, _) = tensor.data().as_chunks::<2>();
                twos.iter()
                    .map(|two| f32_of_half(u16::from_le_bytes(*two)))
                    .collect()
            }
            kind => {
                return Err(NetError::Unsupported(format!(
                    "{name}: numbers of the kind {kind:?}"
                )));
            }
        };
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(NetError::Malformed(format!(
                "{name}: a weight is not finite"
            )));
        }
        self.known += 1;
        Ok(numbers)
    }
}

fn wrong_number(name: &str, found: usize, wanted: usize) -> NetError {
    NetError::Malformed(format!("{name}: {found} in place of {wanted}"))
}

/// Writes a net of our own as a file with numbers of 32 bits.
///
/// # Errors
///
/// The net has parts that files of this form do not have, such as nested blocks.
pub fn write(net: &Network) -> Result<Vec<u8>, NetError> {
    let mut writer = Writer::default();
    writer.network(net)?;
    let metadata = HashMap::from([
        ("format".to_string(), FORMAT.to_string()),
        ("name".to_string(), net.name.clone()),
        ("version".to_string(), net.version.to_string()),
    ]);
    let views: Result<Vec<_>, _> = (writer.tensors.iter())
        .map(|(name, shape, bytes)| {
            TensorView::new(Dtype::F32, shape.clone(), bytes).map(|view| (name.clone(), view))
        })
        .collect();
    views
        .and_then(|views| serialize(views, Some(metadata)))
        .map_err(|error| NetError::Unsupported(error.to_string()))
}

/// Tensors of a file that is written: name, shape and bytes.
#[derive(Default)]
struct Writer {
    tensors: Vec<(String, Vec<usize>, Vec<u8>)>,
}

impl Writer {
    fn network(&mut self, net: &Network) -> Result<(), NetError> {
        self.conv("first_conv", &net.first_conv);
        self.dense("first_dense", &net.first_dense);
        for (number, block) in net.blocks.iter().enumerate() {
            self.block(&format!("blocks.{number}"), block)?;
        }
        self.norm("last_norm", &net.last_norm);
        self.policy(&net.policy)?;
        self.value(&net.value);
        Ok(())
    }

    fn block(&mut self, name: &str, block: &Block) -> Result<(), NetError> {
        let part = |part: &str| format!("{name}.{part}");
        let (norm, conv, mid_norm, last_conv) = match block {
            Block::Ordinary(block) => (&block.norm, &block.conv, &block.mid_norm, &block.last_conv),
            Block::Pooling(block) => {
                self.conv(&part("pool_conv"), &block.pool_conv);
                self.norm(&part("pool_norm"), &block.pool_norm);
                self.dense(&part("pool_dense"), &block.pool_dense);
                (&block.norm, &block.conv, &block.mid_norm, &block.last_conv)
            }
            Block::Nested(_) => {
                return Err(NetError::Unsupported("it has nested blocks".into()));
            }
        };
        self.norm(&part("norm"), norm);
        self.conv(&part("conv"), conv);
        self.norm(&part("mid_norm"), mid_norm);
        self.conv(&part("last_conv"), last_conv);
        Ok(())
    }

    fn policy(&mut self, head: &PolicyHead) -> Result<(), NetError> {
        self.conv("policy.conv", &head.conv);
        self.conv("policy.pool_conv", &head.pool_conv);
        self.norm("policy.pool_norm", &head.pool_norm);
        self.dense("policy.pool_dense", &head.pool_dense);
        self.norm("policy.norm", &head.norm);
        self.conv("policy.last_conv", &head.last_conv);
        let PassHead::Hidden {
            dense, bias, last, ..
        } = &head.pass
        else {
            return Err(NetError::Unsupported("its tokens have one matrix".into()));
        };
        self.dense("policy.pass.dense", dense);
        self.numbers("policy.pass.bias", &[bias.len()], bias);
        self.dense("policy.pass.last", last);
        Ok(())
    }

    fn value(&mut self, head: &ValueHead) {
        self.conv("value.conv", &head.conv);
        self.norm("value.norm", &head.norm);
        self.dense("value.dense", &head.dense);
        self.numbers("value.bias", &[head.bias.len()], &head.bias);
        self.dense("value.outcome", &head.outcome);
        self.numbers(
            "value.outcome_bias",
            &[head.outcome_bias.len()],
            &head.outcome_bias,
        );
        self.dense("value.score", &head.score);
        self.numbers(
            "value.score_bias",
            &[head.score_bias.len()],
            &head.score_bias,
        );
        self.conv("value.ownership", &head.ownership);
    }

    fn conv(&mut self, name: &str, conv: &Conv) {
        let shape = [conv.height, conv.width, conv.inputs, conv.outputs];
        self.numbers(name, &shape, &conv.weights);
    }

    fn dense(&mut self, name: &str, dense: &Dense) {
        self.numbers(name, &[dense.inputs, dense.outputs], &dense.weights);
    }

    fn norm(&mut self, name: &str, norm: &Norm) {
        let shape = [norm.scale.len()];
        self.numbers(&format!("{name}.scale"), &shape, &norm.scale);
        self.numbers(&format!("{name}.bias"), &shape, &norm.bias);
    }

    fn numbers(&mut self, name: &str, shape: &[usize], numbers: &[f32]) {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        self.tensors
            .push((name.to_string(), shape.to_vec(), bytes.collect()));
    }
}
