//! Calibration: layers are quantised one after the other, each by the sizes of the channels that
//! the layers before it pass on in some positions.
//!
//! Only the balance between channels follows from these positions; the range of a whole tensor is
//! measured at each evaluation. The positions are evaluated by the quantised layers themselves, so
//! the plan of a net takes as long as an evaluation of each position.

mod sizes;

use sizes::Sizes;

use halfpoint_core::board::MAX_SIDE;

use super::attention::{Heads, joined};
use super::forward::{Context, Parts, Workspace};
use super::isa::Isa;
use super::layout::{Precision, Radius, stride};
use super::math;
use super::plan::{PlainNorm, Plan, PlanBlock, Pooling, QuantConv, QuantNorm, QuantRms};
use super::quantise::{
    BALANCE, Balance, OUTLIER_BALANCE, dense, padded, plain_norm, policy, pooled_dense, value,
};
use crate::NetError;
use crate::network::{
    Activation, AttentionBlock, Block, Conv, FeedForwardBlock, NestedBlock, NetKind, Network, Norm,
    OrdinaryBlock, PoolingBlock, RmsNorm,
};
use crate::reference::BoardSize;

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

/// Quantises a net by the values inside it when it evaluates `inputs`. A net of our own is rounded
/// alike for every processor, one of KataGo to 8 bits where the kernels can take them. Blocks are
/// dropped as they are quantised, so that both forms of the weights hardly take memory together.
///
/// # Errors
///
/// As [`super::Int8Net::new`].
pub(super) fn plan(net: Network, inputs: &[CalibrationInput], isa: Isa) -> Result<Plan, NetError> {
    check(&net, inputs)?;
    let precision = match net.kind {
        NetKind::Own => Precision::SHARED,
        NetKind::KataGo => isa.precision(),
    };
    let mut planner = Planner::new(inputs, isa, precision);
    let planes = Balance::none(stride(net.planes), Radius::of(&net.first_conv));
    let planes_norm = planes.norm(identity(net.planes));
    let first_conv = planes.conv(&net.first_conv, precision);
    let first_dense = dense(&net.first_dense, &[]);
    let mut inputs = inputs.iter();
    planner.each(|context, trunks, parts| {
        if let Some(input) = inputs.next() {
            let trunk = &mut trunks[0];
            context.start(&input.planes, &planes_norm, &first_conv, trunk, parts);
            context.add_globals(&input.globals, &first_dense, trunk, parts);
        }
    });
    let blocks = planner.blocks(net.blocks, 0)?;
    planner.each(|context, trunks, _| {
        context.divide_trunk(net.last_rms, net.channels, &mut trunks[0]);
    });
    let last_norm = plain_norm(&net.last_norm);
    let readers = [&net.policy.conv, &net.policy.pool_conv, &net.value.conv];
    let trunk = planner.trunk(&last_norm, 0, &readers)?;
    let conv = |conv: &Conv| trunk.conv(conv, precision);
    Ok(Plan {
        precision,
        planes: net.planes,
        globals: net.globals,
        planes_norm,
        first_conv,
        first_dense,
        blocks,
        channels: net.channels,
        last_rms: net.last_rms,
        last_norm: trunk.norm(last_norm),
        policy: policy(&net.policy, conv),
        value: value(&net.value, conv),
    })
}

/// Returns an error unless there are inputs, which all fit the net.
fn check(net: &Network, inputs: &[CalibrationInput]) -> Result<(), NetError> {
    if inputs.is_empty() {
        return Err(unsupported("no position to calibrate it with"));
    }
    let fits = |input: &CalibrationInput| {
        let points = input.size.points();
        points > 0
            && input.size.width.max(input.size.height) <= MAX_SIDE
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

/// Returns a normalisation that leaves channels as they are.
fn identity(channels: usize) -> PlainNorm {
    plain_norm(&Norm {
        scale: vec![1.0; channels],
        bias: vec![0.0; channels],
        activation: Activation::Identity,
    })
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
    precision: Precision,
    /// Memory that no sample needs from one step to the next.
    shared: Parts,
    /// Normalised copy of a tensor.
    scratch: Vec<f32>,
}

impl Planner {
    fn new(inputs: &[CalibrationInput], isa: Isa, precision: Precision) -> Self {
        let sample = |input: &CalibrationInput| Sample {
            context: Context {
                isa,
                precision,
                size: input.size,
            },
            workspace: Workspace {
                trunks: vec![Vec::new()],
                ..Workspace::default()
            },
        };
        Self {
            samples: inputs.iter().map(sample).collect(),
            precision,
            shared: Parts::default(),
            scratch: Vec::new(),
        }
    }

    /// Does a step of the evaluation of each position, in order.
    fn each(&mut self, mut step: impl FnMut(Context, &mut Vec<Vec<f32>>, &mut Parts)) {
        for Sample { context, workspace } in &mut self.samples {
            let Workspace { trunks, parts } = workspace;
            parts.swap_scratch(&mut self.shared);
            step(*context, trunks, parts);
            parts.swap_scratch(&mut self.shared);
        }
    }

    /// Returns the balance of a normalised residual stream that some convolutions read.
    fn trunk(
        &mut self,
        norm: &PlainNorm,
        depth: usize,
        readers: &[&Conv],
    ) -> Result<Balance, NetError> {
        self.balance(norm, border(readers), |workspace, norm| {
            (&workspace.trunks[depth], &norm.bias)
        })
    }

    /// Returns the balance of the normalised result of a block's first convolution.
    fn middle(&mut self, norm: &PlainNorm, reader: &Conv) -> Result<Balance, NetError> {
        self.balance(norm, Radius::of(reader), |workspace, _| {
            (&workspace.parts.middle, &workspace.parts.vectors.bias)
        })
    }

    /// Returns the balance of tensors after a normalisation with a bias; `parts` selects both.
    fn balance(
        &mut self,
        norm: &PlainNorm,
        border: Radius,
        parts: impl for<'a> Fn(&'a Workspace, &'a PlainNorm) -> (&'a [f32], &'a [f32]),
    ) -> Result<Balance, NetError> {
        let mut sizes = Sizes::new(norm.scale.len());
        for sample in &self.samples {
            let (values, bias) = parts(&sample.workspace, norm);
            self.scratch.clear();
            self.scratch.extend_from_slice(values);
            let (isa, activation) = (sample.context.isa, norm.activation);
            math::normalise(isa, &norm.scale, bias, activation, &mut self.scratch);
            sizes.add(&self.scratch);
        }
        sizes.balance(border, BALANCE)
    }

    /// Returns the balance of a residual stream whose points are divided by their root mean square.
    fn rms(&mut self, norm: &RmsNorm, depth: usize) -> Result<(Balance, QuantRms), NetError> {
        let mut plan = QuantRms {
            channels: norm.scale.len(),
            epsilon: norm.epsilon,
            factors: padded(&norm.scale),
        };
        let mut sizes = Sizes::new(plan.factors.len());
        for Sample { context, workspace } in &self.samples {
            context.divide_points(&plan, &workspace.trunks[depth], &mut self.scratch);
            sizes.add(&self.scratch);
        }
        let balance = sizes.balance(Radius::default(), OUTLIER_BALANCE)?;
        plan.factors = balance.times(&norm.scale);
        Ok((balance, plan))
    }

    fn attention(&mut self, block: &AttentionBlock, depth: usize) -> Result<PlanBlock, NetError> {
        let (input, norm) = self.rms(&block.norm, depth)?;
        let heads = Heads::of(block);
        let projections = input.conv(&heads.projections(block), self.precision);
        self.each(|context, trunks, parts| {
            context.enter_attention(&norm, &projections, &heads, &trunks[depth], parts);
        });
        let identity = identity(heads.channels());
        let read = self.balance(&identity, Radius::default(), |workspace, norm| {
            (&workspace.parts.read, &norm.bias)
        })?;
        let read_norm = read.norm(identity);
        let output = read.conv(&joined(&[&block.output]), self.precision);
        self.each(|context, trunks, parts| {
            context.leave_attention(&read_norm, &output, &mut trunks[depth], parts);
        });
        Ok(PlanBlock::Attention {
            norm,
            projections,
            heads,
            read_norm,
            output,
        })
    }

    fn feed_forward(
        &mut self,
        block: &FeedForwardBlock,
        depth: usize,
    ) -> Result<PlanBlock, NetError> {
        let (input, norm) = self.rms(&block.norm, depth)?;
        let inner = input.conv(&joined(&[&block.first, &block.gate]), self.precision);
        let ones = vec![1.0; stride(block.first.outputs)];
        let mut sizes = Sizes::new(ones.len());
        let mut products = std::mem::take(&mut self.scratch);
        self.each(|context, trunks, parts| {
            context.enter_feed_forward(&norm, &inner, &trunks[depth], parts);
            context.gate(&ones, &parts.passing, &mut products);
            sizes.add(&products);
        });
        self.scratch = products;
        let products = sizes.balance(Radius::default(), OUTLIER_BALANCE)?;
        let last = products.conv(&joined(&[&block.last]), self.precision);
        // The inner channels are computed again: those of all samples take more than the weights.
        self.each(|context, trunks, parts| {
            let trunk = &mut trunks[depth];
            context.enter_feed_forward(&norm, &inner, trunk, parts);
            context.leave_feed_forward(&products.factors, &last, trunk, parts);
        });
        Ok(PlanBlock::FeedForward {
            norm,
            inner,
            factors: products.factors,
            last,
        })
    }

    /// Plans blocks whose residual stream is that of a depth, and evaluates them.
    fn blocks(&mut self, blocks: Vec<Block>, depth: usize) -> Result<Vec<PlanBlock>, NetError> {
        let plan = |block: Block| match block {
            Block::Ordinary(block) => self.ordinary(&block, depth),
            Block::Pooling(block) => self.pooling(&block, depth),
            Block::Nested(block) => self.nested(block, depth),
            Block::Attention(block) => self.attention(&block, depth),
            Block::FeedForward(block) => self.feed_forward(&block, depth),
        };
        blocks.into_iter().map(plan).collect()
    }

    fn ordinary(&mut self, block: &OrdinaryBlock, depth: usize) -> Result<PlanBlock, NetError> {
        let norm = plain_norm(&block.norm);
        let input = self.trunk(&norm, depth, &[&block.conv])?;
        let first = First {
            norm: input.norm(norm),
            conv: input.conv(&block.conv, self.precision),
            pooling: None,
        };
        self.convolutions(first, &block.mid_norm, &block.last_conv, depth)
    }

    fn pooling(&mut self, block: &PoolingBlock, depth: usize) -> Result<PlanBlock, NetError> {
        let norm = plain_norm(&block.norm);
        let input = self.trunk(&norm, depth, &[&block.conv, &block.pool_conv])?;
        let first = First {
            norm: input.norm(norm),
            conv: input.conv(&block.conv, self.precision),
            pooling: Some(Box::new(Pooling {
                conv: input.conv(&block.pool_conv, self.precision),
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
        self.each(|context, trunks, parts| {
            let (trunk, pooling) = (&trunks[depth], pooling.as_deref());
            context.enter_block(&norm, &conv, pooling, &mid_norm, trunk, parts);
        });
        let middle = self.middle(&mid_norm, last_conv)?;
        let mid_norm = middle.norm(mid_norm);
        let last_conv = middle.conv(last_conv, self.precision);
        self.each(|context, trunks, parts| {
            context.leave_block(&mid_norm, &last_conv, &mut trunks[depth], parts);
        });
        Ok(PlanBlock::Convolutions {
            norm,
            conv,
            pooling,
            mid_norm,
            last_conv,
        })
    }

    fn nested(&mut self, block: NestedBlock, depth: usize) -> Result<PlanBlock, NetError> {
        let norm = plain_norm(&block.norm);
        let input = self.trunk(&norm, depth, &[&block.conv])?;
        let norm = input.norm(norm);
        let conv = input.conv(&block.conv, self.precision);
        self.each(|context, trunks, parts| {
            if trunks.len() < depth + 2 {
                trunks.push(Vec::new());
            }
            if let [trunk, inner, ..] = &mut trunks[depth..] {
                context.enter_nested(&norm, &conv, trunk, inner, parts);
            }
        });
        let blocks = self.blocks(block.blocks, depth + 1)?;
        let last_norm = plain_norm(&block.last_norm);
        let last = self.trunk(&last_norm, depth + 1, &[&block.last_conv])?;
        let last_norm = last.norm(last_norm);
        let last_conv = last.conv(&block.last_conv, self.precision);
        self.each(|context, trunks, parts| {
            if let [trunk, inner, ..] = &mut trunks[depth..] {
                context.leave_nested(&last_norm, &last_conv, inner, trunk, parts);
            }
        });
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
