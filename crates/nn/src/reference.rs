//! Plain evaluation of a net in 32-bit floats: the slow model of the kernels.
//!
//! Tensors of the board have the order `[row][column][channel]`, row 0 at the top.

use super::network::{
    Activation, AttentionBlock, Block, Conv, Dense, FeedForwardBlock, Network, Norm, PassHead,
    PoolingBlock, RmsNorm,
};
use super::raw_outputs::RawOutputs;

#[cfg(test)]
mod tests;

/// Size of the board that a net looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl BoardSize {
    /// Returns the number of points.
    #[must_use]
    pub fn points(self) -> usize {
        self.width * self.height
    }
}

/// Evaluates `net` on `planes` (`[plane][row][column]`) and `globals`.
///
/// # Panics
///
/// The lengths of `planes` and `globals` are not those of the net and the board.
#[must_use]
pub fn evaluate(net: &Network, size: BoardSize, planes: &[f32], globals: &[f32]) -> RawOutputs {
    assert_eq!(planes.len(), net.planes * size.points());
    assert_eq!(globals.len(), net.globals);
    let mut input = vec![0.0; planes.len()];
    for (plane, values) in planes.chunks_exact(size.points()).enumerate() {
        for (point, value) in values.iter().enumerate() {
            input[point * net.planes + plane] = *value;
        }
    }
    let mut trunk = convolve(&net.first_conv, size, &input);
    add_bias(&mut trunk, &multiply(&net.first_dense, globals));
    run_blocks(&net.blocks, size, &mut trunk);
    if let Some(rms) = net.last_rms {
        let channels = if rms.whole_board {
            trunk.len()
        } else {
            net.channels
        };
        divide_by_rms(&mut trunk, channels, rms.epsilon);
    }
    let trunk = normalise(&net.last_norm, &trunk);
    let mut outputs = RawOutputs::default();
    run_policy(net, size, &trunk, &mut outputs);
    run_value(net, size, &trunk, &mut outputs);
    outputs
}

fn run_blocks(blocks: &[Block], size: BoardSize, trunk: &mut [f32]) {
    for block in blocks {
        let change = match block {
            Block::Ordinary(block) => {
                let first = convolve(&block.conv, size, &normalise(&block.norm, trunk));
                convolve(&block.last_conv, size, &normalise(&block.mid_norm, &first))
            }
            Block::Pooling(block) => run_pooling(block, size, trunk),
            Block::Nested(block) => {
                let mut inner = convolve(&block.conv, size, &normalise(&block.norm, trunk));
                run_blocks(&block.blocks, size, &mut inner);
                convolve(&block.last_conv, size, &normalise(&block.last_norm, &inner))
            }
            Block::Attention(block) => attend(block, size, trunk),
            Block::FeedForward(block) => feed_forward(block, trunk),
        };
        for (value, change) in trunk.iter_mut().zip(change) {
            *value += change;
        }
    }
}

fn run_pooling(block: &PoolingBlock, size: BoardSize, trunk: &[f32]) -> Vec<f32> {
    let input = normalise(&block.norm, trunk);
    let mut middle = convolve(&block.conv, size, &input);
    let pooled = normalise(&block.pool_norm, &convolve(&block.pool_conv, size, &input));
    let pooled = pool(&pooled, size, block.pool_conv.outputs);
    add_bias(&mut middle, &multiply(&block.pool_dense, &pooled));
    convolve(&block.last_conv, size, &normalise(&block.mid_norm, &middle))
}

fn attend(block: &AttentionBlock, size: BoardSize, trunk: &[f32]) -> Vec<f32> {
    let input = normalise_rms(&block.norm, trunk);
    let (length, width) = (block.key_channels(), block.value_channels());
    let mut queries = split(&multiply_each(&block.query, &input), block.heads, length);
    let mut keys = split(&multiply_each(&block.key, &input), block.key_heads, length);
    let values = split(&multiply_each(&block.value, &input), block.key_heads, width);
    for (head, query) in queries.iter_mut().enumerate() {
        turn(block, block.key_head(head), size, query);
    }
    for (head, key) in keys.iter_mut().enumerate() {
        turn(block, head, size, key);
    }
    let mut read = vec![0.0; size.points() * block.output.inputs];
    for (head, query) in queries.iter().enumerate() {
        let key_head = block.key_head(head);
        let keys = transpose(&keys[key_head], length);
        let rows = read.chunks_exact_mut(block.output.inputs);
        for (query, row) in query.chunks_exact(length).zip(rows) {
            let mut weights = vec![0.0; size.points()];
            accumulate(&mut weights, query, &keys);
            let scale = (length as f32).sqrt().recip();
            softmax(&mut weights, scale);
            accumulate(
                &mut row[head * width..][..width],
                &weights,
                &values[key_head],
            );
        }
    }
    multiply_each(&block.output, &read)
}

fn feed_forward(block: &FeedForwardBlock, trunk: &[f32]) -> Vec<f32> {
    let input = normalise_rms(&block.norm, trunk);
    let mut inner = multiply_each(&block.first, &input);
    for (value, gate) in inner.iter_mut().zip(multiply_each(&block.gate, &input)) {
        *value = activate(Activation::Silu, *value) * gate;
    }
    multiply_each(&block.last, &inner)
}

/// Splits a tensor of the board with `heads` times `channels` channels into one of each head.
fn split(tensor: &[f32], heads: usize, channels: usize) -> Vec<Vec<f32>> {
    (0..heads)
        .map(|head| {
            let points = tensor.chunks_exact(heads * channels);
            points
                .flat_map(|point| &point[head * channels..][..channels])
                .copied()
                .collect()
        })
        .collect()
}

/// Turns a tensor `[point][channel]` into `[channel][point]`.
fn transpose(tensor: &[f32], channels: usize) -> Vec<f32> {
    (0..channels)
        .flat_map(|channel| tensor.iter().skip(channel).step_by(channels).copied())
        .collect()
}

/// Turns each pair of channels of queries or keys by an angle that depends on the point.
fn turn(block: &AttentionBlock, key_head: usize, size: BoardSize, tensor: &mut [f32]) {
    let pairs = block.turns.len() / block.key_heads;
    if pairs == 0 {
        return;
    }
    let turns = &block.turns[key_head * pairs..][..pairs];
    for (point, channels) in tensor.chunks_exact_mut(2 * pairs).enumerate() {
        let (row, column) = (point / size.width, point % size.width);
        for (pair, [right, down]) in channels.chunks_exact_mut(2).zip(turns) {
            let (sin, cos) = (column as f32 * right + row as f32 * down).sin_cos();
            let (first, second) = (pair[0], pair[1]);
            pair[0] = first * cos - second * sin;
            pair[1] = first * sin + second * cos;
        }
    }
}

/// Replaces scores by weights in proportion to the exponentials of `scale` times them.
fn softmax(scores: &mut [f32], scale: f32) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    scores
        .iter_mut()
        .for_each(|score| *score = ((*score - highest) * scale).exp());
    let sum: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
}

fn normalise_rms(norm: &RmsNorm, input: &[f32]) -> Vec<f32> {
    let mut output = input.to_vec();
    divide_by_rms(&mut output, norm.scale.len(), norm.epsilon);
    for values in output.chunks_exact_mut(norm.scale.len()) {
        for (value, scale) in values.iter_mut().zip(&norm.scale) {
            *value *= scale;
        }
    }
    output
}

/// Divides each part of `length` numbers by the root of its mean square. The sum has 64 bits, since
/// a part may be the whole board.
fn divide_by_rms(values: &mut [f32], length: usize, epsilon: f32) {
    for part in values.chunks_exact_mut(length) {
        let squares: f64 = part.iter().map(|value| f64::from(*value).powi(2)).sum();
        let factor = (squares / length as f64 + f64::from(epsilon))
            .sqrt()
            .recip() as f32;
        part.iter_mut().for_each(|value| *value *= factor);
    }
}

fn run_policy(net: &Network, size: BoardSize, trunk: &[f32], outputs: &mut RawOutputs) {
    let head = &net.policy;
    let mut points = convolve(&head.conv, size, trunk);
    let pooled = normalise(&head.pool_norm, &convolve(&head.pool_conv, size, trunk));
    let pooled = pool(&pooled, size, head.pool_conv.outputs);
    add_bias(&mut points, &multiply(&head.pool_dense, &pooled));
    let logits = convolve(&head.last_conv, size, &normalise(&head.norm, &points));
    let channel = |channel| {
        let from = logits.iter().skip(channel);
        from.step_by(head.last_conv.outputs).copied().collect()
    };
    outputs.policy = channel(0);
    outputs.optimistic = match head.last_conv.outputs {
        1 => Vec::new(),
        _ => channel(1),
    };
    outputs.tokens = match &head.pass {
        PassHead::Linear(dense) => multiply(dense, &pooled),
        PassHead::Hidden {
            dense,
            bias,
            activation,
            last,
        } => {
            let mut hidden = multiply(dense, &pooled);
            add_bias(&mut hidden, bias);
            hidden
                .iter_mut()
                .for_each(|value| *value = activate(*activation, *value));
            multiply(last, &hidden)
        }
    };
}

fn run_value(net: &Network, size: BoardSize, trunk: &[f32], outputs: &mut RawOutputs) {
    let head = &net.value;
    let board = normalise(&head.norm, &convolve(&head.conv, size, trunk));
    let mut hidden = multiply(&head.dense, &pool_value(&board, size, head.conv.outputs));
    add_bias(&mut hidden, &head.bias);
    hidden
        .iter_mut()
        .for_each(|value| *value = activate(head.activation, *value));
    outputs.outcome = multiply(&head.outcome, &hidden);
    add_bias(&mut outputs.outcome, &head.outcome_bias);
    outputs.score = multiply(&head.score, &hidden);
    add_bias(&mut outputs.score, &head.score_bias);
    outputs.ownership = convolve(&head.ownership, size, &board);
}

fn convolve(conv: &Conv, size: BoardSize, input: &[f32]) -> Vec<f32> {
    let (width, height) = (size.width, size.height);
    let mut output = vec![0.0; size.points() * conv.outputs];
    for (point, sums) in output.chunks_exact_mut(conv.outputs).enumerate() {
        let (row, column) = (point / width, point % width);
        for filter_row in 0..conv.height {
            for filter_column in 0..conv.width {
                let from_row = (row + filter_row).wrapping_sub(conv.height / 2);
                let from_column = (column + filter_column).wrapping_sub(conv.width / 2);
                if from_row >= height || from_column >= width {
                    continue;
                }
                let from = &input[(from_row * width + from_column) * conv.inputs..][..conv.inputs];
                let tap = filter_row * conv.width + filter_column;
                let weights = &conv.weights[tap * conv.inputs * conv.outputs..];
                accumulate(sums, from, weights);
            }
        }
    }
    output
}

/// Adds the product of `input` and a matrix `[input][output]` to `sums`.
fn accumulate(sums: &mut [f32], input: &[f32], weights: &[f32]) {
    for (value, weights) in input.iter().zip(weights.chunks_exact(sums.len())) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += value * weight;
        }
    }
}

fn multiply(dense: &Dense, input: &[f32]) -> Vec<f32> {
    let mut output = vec![0.0; dense.outputs];
    accumulate(&mut output, input, &dense.weights);
    output
}

/// Multiplies the channels of each point by a matrix.
fn multiply_each(dense: &Dense, input: &[f32]) -> Vec<f32> {
    let points = input.chunks_exact(dense.inputs);
    points.flat_map(|point| multiply(dense, point)).collect()
}

fn normalise(norm: &Norm, input: &[f32]) -> Vec<f32> {
    let channels = norm.scale.len();
    let mut output = input.to_vec();
    for values in output.chunks_exact_mut(channels) {
        for (value, (scale, bias)) in values.iter_mut().zip(norm.scale.iter().zip(&norm.bias)) {
            *value = activate(norm.activation, *value * scale + bias);
        }
    }
    output
}

fn activate(activation: Activation, value: f32) -> f32 {
    match activation {
        Activation::Identity => value,
        Activation::Relu => value.max(0.0),
        Activation::Mish => value * softplus(value).tanh(),
        Activation::Silu => value / (1.0 + (-value).exp()),
    }
}

/// Returns ln(1 + eˣ), without overflow.
pub(super) fn softplus(value: f32) -> f32 {
    if value > 20.0 {
        value
    } else {
        value.exp().ln_1p()
    }
}

fn add_bias(values: &mut [f32], bias: &[f32]) {
    for values in values.chunks_exact_mut(bias.len()) {
        for (value, bias) in values.iter_mut().zip(bias) {
            *value += bias;
        }
    }
}

/// Pools each channel to its mean, its mean times (√area − 14) / 10, and its maximum.
fn pool(input: &[f32], size: BoardSize, channels: usize) -> Vec<f32> {
    let (means, maxima) = means_and_maxima(input, size, channels);
    let shift = ((size.points() as f32).sqrt() - 14.0) * 0.1;
    let shifted: Vec<f32> = means.iter().map(|mean| mean * shift).collect();
    [means, shifted, maxima].concat()
}

/// Pools each channel to its mean, its mean times s / 10 and its mean times s² / 100 − 0.1, where s
/// is √area − 14.
fn pool_value(input: &[f32], size: BoardSize, channels: usize) -> Vec<f32> {
    let (means, _) = means_and_maxima(input, size, channels);
    let shift = ((size.points() as f32).sqrt() - 14.0) * 0.1;
    let first: Vec<f32> = means.iter().map(|mean| mean * shift).collect();
    let second: Vec<f32> = means
        .iter()
        .map(|mean| mean * (shift * shift - 0.1))
        .collect();
    [means, first, second].concat()
}

fn means_and_maxima(input: &[f32], size: BoardSize, channels: usize) -> (Vec<f32>, Vec<f32>) {
    let mut means = vec![0.0; channels];
    let mut maxima = vec![f32::NEG_INFINITY; channels];
    for values in input.chunks_exact(channels) {
        for (channel, value) in values.iter().enumerate() {
            means[channel] += value;
            maxima[channel] = value.max(maxima[channel]);
        }
    }
    means
        .iter_mut()
        .for_each(|mean| *mean /= size.points() as f32);
    (means, maxima)
}
