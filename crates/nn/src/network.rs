//! Layers and blocks of a net, in the form that evaluators read.

/// Function applied to each value after a normalisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// Leaves values as they are.
    Identity,
    /// max(x, 0).
    Relu,
    /// x · tanh(ln(1 + eˣ)), Misra 2019.
    Mish,
    /// x / (1 + e⁻ˣ).
    Silu,
}

/// Convolution over the board with zeros outside it: output and input have one size.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    /// Rows of the filter: odd.
    pub height: usize,
    /// Columns of the filter: odd.
    pub width: usize,
    /// Channels read.
    pub inputs: usize,
    /// Channels written.
    pub outputs: usize,
    /// Weights in the order `[row][column][input][output]`.
    pub weights: Vec<f32>,
}

/// Scale and bias of each channel, then an activation: a batch normalisation with its running
/// mean and variance merged into both.
#[derive(Clone, Debug, PartialEq)]
pub struct Norm {
    /// Factor of each channel.
    pub scale: Vec<f32>,
    /// Summand of each channel, after the factor.
    pub bias: Vec<f32>,
    /// Function applied last.
    pub activation: Activation,
}

/// Matrix from a vector of `inputs` to a vector of `outputs`.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    /// Length of the vector read.
    pub inputs: usize,
    /// Length of the vector written.
    pub outputs: usize,
    /// Weights in the order `[input][output]`.
    pub weights: Vec<f32>,
}

/// Division of each point's channels by the root of their mean square, then a factor of each
/// channel.
#[derive(Clone, Debug, PartialEq)]
pub struct RmsNorm {
    /// Summand of the mean square, before the root.
    pub epsilon: f32,
    /// Factor of each channel.
    pub scale: Vec<f32>,
}

/// Block of a residual trunk: its result is added to its input.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Two convolutions.
    Ordinary(OrdinaryBlock),
    /// Two convolutions with a bias from the whole board between them.
    Pooling(PoolingBlock),
    /// Blocks of fewer channels between two convolutions of 1×1.
    Nested(NestedBlock),
    /// Attention of each point to all points.
    Attention(AttentionBlock),
    /// Two matrices at each point with a gate between them.
    FeedForward(FeedForwardBlock),
}

/// Normalise, convolve, normalise, convolve.
#[derive(Clone, Debug, PartialEq)]
pub struct OrdinaryBlock {
    /// Normalisation of the input.
    pub norm: Norm,
    /// First convolution.
    pub conv: Conv,
    /// Normalisation between the convolutions.
    pub mid_norm: Norm,
    /// Second convolution.
    pub last_conv: Conv,
}

/// Ordinary block whose middle gets a bias of each channel from the pooled board.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolingBlock {
    /// Normalisation of the input.
    pub norm: Norm,
    /// First convolution.
    pub conv: Conv,
    /// Convolution to the channels that are pooled.
    pub pool_conv: Conv,
    /// Normalisation of the channels that are pooled.
    pub pool_norm: Norm,
    /// From mean, scaled mean and maximum of each pooled channel to a bias of each middle channel.
    pub pool_dense: Dense,
    /// Normalisation between the convolutions, after the bias.
    pub mid_norm: Norm,
    /// Second convolution.
    pub last_conv: Conv,
}

/// Bottleneck with blocks inside.
#[derive(Clone, Debug, PartialEq)]
pub struct NestedBlock {
    /// Normalisation of the input.
    pub norm: Norm,
    /// Convolution to the inner channels.
    pub conv: Conv,
    /// Blocks on the inner channels.
    pub blocks: Vec<Block>,
    /// Normalisation of the inner channels.
    pub last_norm: Norm,
    /// Convolution back to the outer channels.
    pub last_conv: Conv,
}

/// Attention: each point reads the values of all points, weighted by how well its query fits their
/// keys. A head is a range of channels with weights of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct AttentionBlock {
    /// Normalisation of the input.
    pub norm: RmsNorm,
    /// Heads of the queries: a multiple of `key_heads`.
    pub heads: usize,
    /// Heads of the keys and values, each of which serves as many neighbouring heads of queries.
    pub key_heads: usize,
    /// To the queries: the channels of the first head, then those of the next.
    pub query: Dense,
    /// To the keys; a head has as many channels as one of the queries.
    pub key: Dense,
    /// To the values.
    pub value: Dense,
    /// From what the heads have read, back to the channels of the trunk.
    pub output: Dense,
    /// Angles by which each pair of channels of a query or a key is turned for a step to the right
    /// and a step down, in the order `[head of the keys][pair]` (rotary position embedding, Su et
    /// al. 2021). Empty where nothing is turned.
    pub turns: Vec<[f32; 2]>,
}

impl AttentionBlock {
    /// Returns the channels of a head of queries or keys.
    #[must_use]
    pub fn key_channels(&self) -> usize {
        self.key.outputs / self.key_heads
    }

    /// Returns the channels of a head of values.
    #[must_use]
    pub fn value_channels(&self) -> usize {
        self.value.outputs / self.key_heads
    }

    /// Returns the head of keys that serves a head of queries.
    #[must_use]
    pub fn key_head(&self, head: usize) -> usize {
        head / (self.heads / self.key_heads)
    }
}

/// Feed-forward block with a gate (SwiGLU, Shazeer 2020): SiLU(x · `first`) times x · `gate`, then
/// `last`.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedForwardBlock {
    /// Normalisation of the input.
    pub norm: RmsNorm,
    /// To the inner channels that pass through SiLU.
    pub first: Dense,
    /// To the inner channels that these are multiplied by.
    pub gate: Dense,
    /// Back to the channels of the trunk.
    pub last: Dense,
}

/// Division by the root of the mean square before the last normalisation of a trunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LastRms {
    /// Summand of the mean square, before the root.
    pub epsilon: f32,
    /// Whether the mean is taken over all points of the board, or at each point.
    pub whole_board: bool,
}

/// Head that gives a logit for each point and logits of token moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHead {
    /// Convolution of the trunk to the head's channels.
    pub conv: Conv,
    /// Convolution of the trunk to the channels that are pooled.
    pub pool_conv: Conv,
    /// Normalisation of the channels that are pooled.
    pub pool_norm: Norm,
    /// From the pooled channels to a bias of each of the head's channels.
    pub pool_dense: Dense,
    /// Normalisation of the head's channels, after the bias.
    pub norm: Norm,
    /// Convolution to the logits of points; channel 0 is the policy, channel 1 the
    /// [optimistic](crate::NetReader::evaluate_hopefully) one, if the net has it.
    pub last_conv: Conv,
    /// From the pooled channels to the logits of token moves.
    pub pass: PassHead,
}

/// Logits of token moves from the pooled channels of the policy head; those of a net of KataGo are
/// for a pass.
#[derive(Clone, Debug, PartialEq)]
pub enum PassHead {
    /// One matrix.
    Linear(Dense),
    /// A matrix, a bias with an activation, a second matrix.
    Hidden {
        /// From the pooled channels to the hidden vector.
        dense: Dense,
        /// Bias of the hidden vector.
        bias: Vec<f32>,
        /// Activation of the hidden vector.
        activation: Activation,
        /// From the hidden vector to the logits.
        last: Dense,
    },
}

/// Head that gives the outcome, the score and the owner of each point.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueHead {
    /// Convolution of the trunk to the head's channels.
    pub conv: Conv,
    /// Normalisation of the head's channels.
    pub norm: Norm,
    /// From the pooled channels to the hidden vector.
    pub dense: Dense,
    /// Bias of the hidden vector.
    pub bias: Vec<f32>,
    /// Activation of the hidden vector.
    pub activation: Activation,
    /// From the hidden vector to the logits of the outcome.
    pub outcome: Dense,
    /// Bias of the logits of the outcome.
    pub outcome_bias: Vec<f32>,
    /// From the hidden vector to the numbers of the score.
    pub score: Dense,
    /// Bias of the numbers of the score.
    pub score_bias: Vec<f32>,
    /// Convolution to the ownership of each point, before tanh.
    pub ownership: Conv,
}

/// Factors that turn the outputs of the score into points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputScales {
    /// Points for one unit of the mean of the final score.
    pub score_mean: f32,
    /// Points for one unit of the standard deviation of the final score.
    pub score_stdev: f32,
    /// Points for one unit of the lead.
    pub lead: f32,
    /// Turns for one unit of the time over which the outcome is decided.
    pub variance_time: f32,
    /// Factor of the square of the short-term error of the winning chance.
    pub value_error: f32,
    /// Factor of the square of the short-term error of the score.
    pub score_error: f32,
}

/// Kind of a net: the inputs that it reads, and the meaning of its outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetKind {
    /// Net of KataGo with features V7.
    KataGo,
    /// Net of our own, "halfpoint 1".
    Own,
}

/// Whole net: trunk and heads.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Name that the file gives to the net.
    pub name: String,
    /// Version of the model in the file.
    pub version: u32,
    /// Kind of the inputs and outputs.
    pub kind: NetKind,
    /// Whether the inputs of a net of KataGo show the areas that are pass-alive where suicide of
    /// chains is legal, whatever the rules say.
    pub areas_under_suicide: bool,
    /// Channels of the board that the net reads.
    pub planes: usize,
    /// Numbers besides the board that the net reads.
    pub globals: usize,
    /// Channels of the trunk.
    pub channels: usize,
    /// Factors of the outputs.
    pub scales: OutputScales,
    /// First convolution, of the planes.
    pub first_conv: Conv,
    /// From the globals to a bias of each channel of the trunk.
    pub first_dense: Dense,
    /// Blocks of the trunk.
    pub blocks: Vec<Block>,
    /// Division between the last block and its normalisation, in nets that have it.
    pub last_rms: Option<LastRms>,
    /// Normalisation after the last block.
    pub last_norm: Norm,
    /// Head of the policy.
    pub policy: PolicyHead,
    /// Head of the values.
    pub value: ValueHead,
}
