//! Nets in files of the form safetensors.
//!
//! The tensors have the names and the layout of the parts of a [`Network`]: convolutions
//! `[row][column][input][output]`, matrices `[input][output]`. `docs/reference/net.md` lists them.
//! Numbers are floats of 16 or 32 bits.

mod write;

pub use write::write;

use std::collections::{BTreeSet, HashMap};
use std::io::Read;

use halfpoint_core::excerpt::excerpt;
use safetensors::tensor::{Dtype, Metadata, TensorInfo};

use super::half::f32_of_half;
use super::{GLOBALS, OUTCOMES, PLANES, SCALES, SCORES, TOKENS};
use crate::error::NetError;
use crate::network::{
    Activation, Block, Conv, Dense, NetKind, Network, Norm, OrdinaryBlock, PassHead, PolicyHead,
    PoolingBlock, ValueHead,
};
use crate::weights::{Budget, MAX_BLOCKS, MAX_CHANNELS, MAX_FILTER, POOLED};

/// Format that the metadata of a file names.
pub const FORMAT: &str = "halfpoint 1";
/// Bytes before the header of a file: its length.
const LENGTH_BYTES: usize = 8;
/// Bytes that a header may have. A net of [`MAX_BLOCKS`] blocks has about 1.5 million.
const MAX_HEADER: u64 = 4 << 20;
/// Layer whose outputs are the channels of the trunk.
const FIRST_CONV: &str = "first_conv";
/// Beginning of the names of tensors of blocks.
const BLOCKS: &str = "blocks.";
/// Letters of a name that are kept.
const MAX_NAME: usize = 100;

/// Returns whether the first bytes of a file are those of a file of this form: the length of a
/// header, and a brace that begins it.
#[must_use]
pub fn is_safetensors(start: &[u8]) -> bool {
    start.len() > LENGTH_BYTES && start[4..LENGTH_BYTES] == [0; 4] && start[LENGTH_BYTES] == b'{'
}

/// Reads a net of our own to the end of the file. The header, which stands first, decides how much
/// is read, and the tensors are read one after the other.
///
/// # Errors
///
/// The file cannot be read or is none of this form, its format is another one, it is larger than a
/// net with such a trunk, or a tensor is missing, unknown, of the wrong shape or has a number that
/// is not finite.
pub fn read(mut input: impl Read) -> Result<Network, NetError> {
    let header = read_header(&mut input)?;
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
    let tensors = read_tensors(&header, &mut input)?;
    // A packed file compares its checksum where it ends.
    if input.read(&mut [0])? > 0 {
        return Err(NetError::Malformed("something follows the tensors".into()));
    }
    Reader { tensors }.network(name.chars().take(MAX_NAME).collect(), version)
}

/// Reads the names, kinds, shapes and places of the tensors.
fn read_header(input: &mut impl Read) -> Result<Metadata, NetError> {
    let mut length = [0; LENGTH_BYTES];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > MAX_HEADER {
        return Err(NetError::Malformed("its header is too long".into()));
    }
    let mut header = Vec::new();
    input.take(length).read_to_end(&mut header)?;
    serde_json::from_slice(&header).map_err(|error| {
        NetError::Malformed(format!("its header: {}", excerpt(&error.to_string())))
    })
}

/// Reads the numbers of all tensors, in the order of their places.
fn read_tensors(
    header: &Metadata,
    input: &mut impl Read,
) -> Result<HashMap<String, Tensor>, NetError> {
    let mut budget = budget_of(header);
    let names = header.offset_keys().into_iter();
    names
        .map(|name| {
            let info = header.info(&name).ok_or_else(|| missing(&name))?;
            let shape = info.shape.clone();
            let numbers = numbers_of(info, &mut budget, input, &excerpt(&name))?;
            Ok((name, Tensor { shape, numbers }))
        })
        .collect()
}

/// Returns the room for a net with the trunk of this header.
fn budget_of(header: &Metadata) -> Budget {
    let names = header.offset_keys();
    let numbers = names.iter().filter_map(|name| name.strip_prefix(BLOCKS));
    let blocks: BTreeSet<&str> = numbers.filter_map(|name| name.split('.').next()).collect();
    let first = header.info(FIRST_CONV);
    let channels = first.and_then(|conv| conv.shape.last().copied());
    Budget::of_trunk(
        blocks.len().min(MAX_BLOCKS),
        channels.unwrap_or(0).min(MAX_CHANNELS),
    )
}

fn numbers_of(
    info: &TensorInfo,
    budget: &mut Budget,
    input: &mut impl Read,
    name: &str,
) -> Result<Vec<f32>, NetError> {
    // The header was refused unless this is the length of the tensor.
    let count = info.shape.iter().product();
    match info.dtype {
        Dtype::F32 => budget.read(input, count, f32::from_le_bytes, name),
        Dtype::F16 => {
            let number = |bytes| f32_of_half(u16::from_le_bytes(bytes));
            budget.read(input, count, number, name)
        }
        kind => Err(NetError::Unsupported(format!(
            "{name}: numbers of the kind {kind:?}"
        ))),
    }
}

fn missing(name: &str) -> NetError {
    NetError::Malformed(format!("{name} is missing"))
}

/// Tensor of a file.
struct Tensor {
    shape: Vec<usize>,
    numbers: Vec<f32>,
}

/// Reader of the parts of a net.
struct Reader {
    /// Tensors that no part of the net has taken yet.
    tensors: HashMap<String, Tensor>,
}

impl Reader {
    fn network(mut self, name: String, version: u32) -> Result<Network, NetError> {
        let first_conv = self.conv(FIRST_CONV, PLANES)?;
        let channels = first_conv.outputs;
        let first_dense = self.dense_to("first_dense", GLOBALS, channels)?;
        let mut blocks = Vec::new();
        while self.has(&format!("{BLOCKS}{}.norm.scale", blocks.len())) {
            if blocks.len() == MAX_BLOCKS {
                return Err(NetError::Unsupported("it has too many blocks".into()));
            }
            blocks.push(self.block(&format!("{BLOCKS}{}", blocks.len()), channels)?);
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
            last_rms: None,
            last_norm: self.norm("last_norm", channels)?,
            policy: self.policy(channels)?,
            value: self.value(channels)?,
        };
        match self.tensors.len() {
            0 => Ok(net),
            surplus => Err(NetError::Unsupported(format!(
                "it has {surplus} tensors more than it should"
            ))),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.tensors.contains_key(name)
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

    fn shape<const N: usize>(&self, name: &str) -> Result<[usize; N], NetError> {
        let shape = &self.tensors.get(name).ok_or_else(|| missing(name))?.shape;
        <[usize; N]>::try_from(shape.as_slice())
            .map_err(|_| NetError::Malformed(format!("{name}: {}", text_of(shape))))
    }

    /// Takes the numbers of a tensor of a given shape.
    fn numbers<const N: usize>(
        &mut self,
        name: &str,
        shape: [usize; N],
    ) -> Result<Vec<f32>, NetError> {
        let found = self.shape::<N>(name)?;
        if found != shape {
            return Err(NetError::Malformed(format!(
                "{name}: {} in place of {shape:?}",
                text_of(&found)
            )));
        }
        let tensor = self.tensors.remove(name).ok_or_else(|| missing(name))?;
        Ok(tensor.numbers)
    }
}

/// Returns a shape for a message.
fn text_of(shape: &[usize]) -> String {
    excerpt(&format!("shape {shape:?}"))
}

fn wrong_number(name: &str, found: usize, wanted: usize) -> NetError {
    NetError::Malformed(format!("{name}: {found} in place of {wanted}"))
}
