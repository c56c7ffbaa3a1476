//! Calibration: layers are quantised one after the other, each by the range of the values that the
//! layers before it pass on in some positions.
//!
//! The positions are evaluated by the quantised layers themselves. So the plan of a net takes as
//! long as an evaluation of each position, and includes the errors of rounding in the ranges.

use super::forward::{Context, Workspace};
use super::isa::Isa;
use super::layout::{OUTPUTS, Radius, stride};
use super::math;
use super::plan::{PlainNorm, Plan, PlanBlock, Pooling, QuantConv, QuantNorm};
use super::quantise::{Quantisation, Range, dense, plain_norm, policy, pooled_dense, value};
use crate::nn::NetError;
use crate::nn::network::{
    Activation, Block, Conv, NestedBlock, Network, Norm, OrdinaryBlock, PoolingBlock,
};
use crate::nn::reference::BoardSize;

/// Reason why a net is refused that [`has_integers`] does not accept.
const NO_INTEGERS: &str = "it has parts for which there are no 8-bit integers";

/// Input of a net that shows which values occur inside it.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationInput {
    /// Size of the board.
    pub size: BoardSize,
    /// Planes in the order `[plane][row][column]`.
    pub planes: Vec<f32>,
    /// Numbers besides the board.
    pub globals: Vec<f32>,
}

/// Quantises a net by the values inside it when it evaluates `inputs`.
///
/// # Errors
///
/// As [`super::Int8Net::new`].
pub(super) fn plan(net: &Network, inputs: &[CalibrationInput], isa: Isa) -> Result<Plan, NetError> {
    check(net, inputs)?;
    let mut planner = Planner::new(inputs, isa);
    let planes = planner.planes(inputs, stride(net.planes))?;
    let identity = Norm {
        scale: vec![1.0; net.planes],
        bias: vec![0.0; net.planes],
        activation: Activation::Identity,
    };
    let planes_norm = planes.norm(plain_norm(&identity), Radius::of(&net.first_conv));
    let first_conv = planes.conv(&net.first_conv);
    let first_dense = dense(&net.first_dense, &[]);
    for (sample, input) in planner.samples.iter_mut().zip(inputs) {
        let Workspace { trunks, parts } = &mut sample.workspace;
        let (context, trunk) = (sample.context, &mut trunks[0]);
        context.start(&input.planes, &planes_norm, &first_conv, trunk, parts);
        context.add_globals(&input.globals, &first_dense, trunk, parts);
    }
    let blocks = planner.blocks(&net.blocks, 0)?;
    let last_norm = plain_norm(&net.last_norm);
    let trunk = planner.trunk(&last_norm, 0)?;
    let readers = [&net.policy.conv, &net.policy.pool_conv, &net.value.conv];
    Ok(Plan {
        planes: net.planes,
        globals: net.globals,
        planes_norm,
        first_conv,
        first_dense,
        blocks,
        last_norm: trunk.norm(last_norm, border(&readers)),
        policy: policy(&net.policy, &trunk),
        value: value(&net.value, &trunk),
    })
}

/// Returns whether there are integers for every part of a net.
pub(in crate::nn) fn has_integers(net: &Network) -> bool {
    fn all(blocks: &[Block]) -> bool {
        blocks.iter().all(|block| match block {
            Block::Ordinary(_) | Block::Pooling(_) => true,
            Block::Nested(block) => all(&block.blocks),
            Block::Attention(_) | Block::FeedForward(_) => false,
        })
    }
    net.last_rms.is_none() && all(&net.blocks)
}

/// Returns an error unless there are integers for the net, and inputs that all fit it.
fn check(net: &Network, inputs: &[CalibrationInput]) -> Result<(), NetError> {
    if !has_integers(net) {
        return Err(unsupported(NO_INTEGERS));
    }
    if inputs.is_empty() {
        return Err(unsupported("no position to calibrate it with"));
    }
    let fits = |input: &CalibrationInput| {
        let points = input.size.points();
        points > 0
            && input.planes.len() == net.planes * points
            && input.globals.len() == net.globals
    };
    if inputs.iter().all(fits) {
        Ok(())
    } else {
        Err(unsupported(
            "a position to calibrate it with does not fit it",
        ))
    }
}

fn unsupported(reason: &str) -> NetError {
    NetError::Unsupported(reason.into())
}

/// Returns the border that all of these convolutions need.
fn border(convs: &[&Conv]) -> Radius {
    let radii = convs.iter().map(|conv| Radius::of(conv));
    radii.fold(Radius::default(), Radius::max)
}

/// Position whose evaluation has come as far as the plan.
struct Sample {
    context: Context,
    workspace: Workspace,
}

/// Maker of a plan.
struct Planner {
    samples: Vec<Sample>,
    /// Normalised copy of a tensor.
    scratch: Vec<f32>,
}

impl Planner {
    fn new(inputs: &[CalibrationInput], isa: Isa) -> Self {
        let sample = |input: &CalibrationInput| Sample {
            context: Context {
                isa,
                size: input.size,
            },
            workspace: Workspace {
                trunks: vec![Vec::new()],
                ..Workspace::default()
            },
        };
        Self {
            samples: inputs.iter().map(sample).collect(),
            scratch: Vec::new(),
        }
    }

    /// Returns the map of the planes, which hold 0 and 1 first of all, even if the calibration
    /// leaves them empty.
    fn planes(&self, inputs: &[CalibrationInput], count: usize) -> Result<Quantisation, NetError> {
        let mut range = Range {
            low: 0.0,
            high: 1.0,
        };
        for input in inputs {
            observe(&mut range, &input.planes)?;
        }
        Ok(Quantisation::exact(range, count))
    }

    /// Returns the map of a normalised residual stream.
    fn trunk(&mut self, norm: &PlainNorm, depth: usize) -> Result<Quantisation, NetError> {
        self.map(norm, |workspace, norm| {
            (&workspace.trunks[depth], &norm.bias)
        })
    }

    /// Returns the map of the normalised result of a block's first convolution.
    fn middle(&mut self, norm: &PlainNorm) -> Result<Quantisation, NetError> {
        self.map(norm, |workspace, _| {
            (&workspace.parts.middle, &workspace.parts.vectors.bias)
        })
    }

    /// Returns the map of tensors after a normalisation with a bias; `parts` selects both.
    fn map(
        &mut self,
        norm: &PlainNorm,
        parts: impl for<'a> Fn(&'a Workspace, &'a PlainNorm) -> (&'a [f32], &'a [f32]),
    ) -> Result<Quantisation, NetError> {
        let mut range = Range::default();
        let mut largest = vec![0.0; norm.scale.len()];
        for sample in &self.samples {
            let (values, bias) = parts(&sample.workspace, norm);
            self.scratch.clear();
            self.scratch.extend_from_slice(values);
            let (isa, activation) = (sample.context.isa, norm.activation);
            math::normalise(isa, &norm.scale, bias, activation, &mut self.scratch);
            observe(&mut range, &self.scratch)?;
            for point in self.scratch.chunks_exact(largest.len()) {
                for (largest, value) in largest.iter_mut().zip(point) {
                    *largest = value.max(*largest);
                }
            }
        }
        Ok(match norm.activation {
            Activation::Relu => Quantisation::balanced(&largest),
            _ => Quantisation::new(range, largest.len()),
        })
    }

    /// Plans blocks whose residual stream is that of a depth, and evaluates them.
    fn blocks(&mut self, blocks: &[Block], depth: usize) -> Result<Vec<PlanBlock>, NetError> {
        let plan = |block: &Block| match block {
            Block::Ordinary(block) => self.ordinary(block, depth),
            Block::Pooling(block) => self.pooling(block, depth),
            Block::Nested(block) => self.nested(block, depth),
            Block::Attention(_) | Block::FeedForward(_) => Err(unsupported(NO_INTEGERS)),
        };
        blocks.iter().map(plan).collect()
    }

    fn ordinary(&mut self, block: &OrdinaryBlock, depth: usize) -> Result<PlanBlock, NetError> {
        let norm = plain_norm(&block.norm);
        let input = self.trunk(&norm, depth)?;
        let first = First {
            norm: input.norm(norm, Radius::of(&block.conv)),
            conv: input.conv(&block.conv),
            pooling: None,
        };
        self.convolutions(first, &block.mid_norm, &block.last_conv, depth)
    }

    fn pooling(&mut self, block: &PoolingBlock, depth: usize) -> Result<PlanBlock, NetError> {
        let norm = plain_norm(&block.norm);
        let input = self.trunk(&norm, depth)?;
        let first = First {
            norm: input.norm(norm, border(&[&block.conv, &block.pool_conv])),
            conv: input.conv(&block.conv),
            pooling: Some(Box::new(Pooling {
                conv: input.conv(&block.pool_conv),
                norm: plain_norm(&block.pool_norm),
                dense: pooled_dense(&block.pool_dense, &[], block.pool_conv.outputs),
            })),
        };
        self.convolutions(first, &block.mid_norm, &block.last_conv, depth)
    }

    /// Evaluates the first convolution of a block, then plans and evaluates the last one.
    fn convolutions(
        &mut self,
        first: First,
        mid_norm: &Norm,
        last_conv: &Conv,
        depth: usize,
    ) -> Result<PlanBlock, NetError> {
        let mid_norm = plain_norm(mid_norm);
        let First {
            norm,
            conv,
            pooling,
        } = first;
        for Sample { context, workspace } in &mut self.samples {
            let Workspace { trunks, parts } = workspace;
            let (trunk, pooling) = (&trunks[depth], pooling.as_deref());
            context.enter_block(&norm, &conv, pooling, &mid_norm, trunk, parts);
        }
        let middle = self.middle(&mid_norm)?;
        let mid_norm = middle.norm(mid_norm, Radius::of(last_conv));
        let last_conv = middle.conv(last_conv);
        for Sample { context, workspace } in &mut self.samples {
            let Workspace { trunks, parts } = workspace;
            middle.apply_factors(&mut parts.vectors.bias);
            context.leave_block(&mid_norm, &last_conv, &mut trunks[depth], parts);
        }
        Ok(PlanBlock::Convolutions {
            norm,
            conv,
            pooling,
            mid_norm,
            last_conv,
        })
    }

    fn nested(&mut self, block: &NestedBlock, depth: usize) -> Result<PlanBlock, NetError> {
        let norm = plain_norm(&block.norm);
        let input = self.trunk(&norm, depth)?;
        let norm = input.norm(norm, Radius::of(&block.conv));
        let conv = input.conv(&block.conv);
        for Sample { context, workspace } in &mut self.samples {
            let Workspace { trunks, parts } = workspace;
            if trunks.len() < depth + 2 {
                trunks.push(Vec::new());
            }
            if let [trunk, inner, ..] = &mut trunks[depth..] {
                context.enter_nested(&norm, &conv, trunk, inner, parts);
            }
        }
        let blocks = self.blocks(&block.blocks, depth + 1)?;
        let last_norm = plain_norm(&block.last_norm);
        let last = self.trunk(&last_norm, depth + 1)?;
        let last_norm = last.norm(last_norm, Radius::of(&block.last_conv));
        let last_conv = last.conv(&block.last_conv);
        for Sample { context, workspace } in &mut self.samples {
            let Workspace { trunks, parts } = workspace;
            if let [trunk, inner, ..] = &mut trunks[depth..] {
                context.leave_nested(&last_norm, &last_conv, inner, trunk, parts);
            }
        }
        Ok(PlanBlock::Nested {
            norm,
            conv,
            blocks,
            last_norm,
            last_conv,
        })
    }
}

/// First convolution of a block, with what belongs to it.
struct First {
    norm: QuantNorm,
    conv: QuantConv,
    pooling: Option<Box<Pooling>>,
}

/// Widens a range by the values of a tensor.
///
/// # Errors
///
/// [`NetError::Unsupported`] if a value is not finite.
fn observe(range: &mut Range, tensor: &[f32]) -> Result<(), NetError> {
    let mut low = [range.low; OUTPUTS];
    let mut high = [range.high; OUTPUTS];
    let mut finite = [true; OUTPUTS];
    for values in tensor.chunks(OUTPUTS) {
        for (lane, value) in values.iter().enumerate() {
            low[lane] = low[lane].min(*value);
            high[lane] = high[lane].max(*value);
            finite[lane] &= value.is_finite();
        }
    }
    range.low = low.into_iter().fold(range.low, f32::min);
    range.high = high.into_iter().fold(range.high, f32::max);
    if finite.into_iter().all(|finite| finite) {
        Ok(())
    } else {
        Err(unsupported("values inside it are not finite"))
    }
}
