//! The blocks of attention and of gates, held against their definitions in 64-bit floats.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::sample::{Rotation, sample_attention, sample_feed_forward};

/// Vectors of a point by its column and row.
type Points = HashMap<(usize, usize), Vec<f64>>;

const SIZE: BoardSize = BoardSize {
    width: 4,
    height: 3,
};

fn random_trunk(channels: usize, seed: u64) -> Vec<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..SIZE.points() * channels)
        .map(|_| random.random_range(-2.0..2.0))
        .collect()
}

fn points_of(trunk: &[f32], channels: usize) -> Points {
    let places = (0..SIZE.height).flat_map(|row| (0..SIZE.width).map(move |column| (column, row)));
    places
        .zip(trunk.chunks_exact(channels))
        .map(|(place, values)| {
            (
                place,
                values.iter().map(|value| f64::from(*value)).collect(),
            )
        })
        .collect()
}

fn times(dense: &Dense, vector: &[f64]) -> Vec<f64> {
    assert_eq!(vector.len(), dense.inputs);
    (0..dense.outputs)
        .map(|to| {
            let weight = |from: usize| f64::from(dense.weights[from * dense.outputs + to]);
            (0..dense.inputs)
                .map(|from| vector[from] * weight(from))
                .sum()
        })
        .collect()
}

fn normalised(norm: &RmsNorm, vector: &[f64]) -> Vec<f64> {
    let mean = vector.iter().map(|value| value * value).sum::<f64>() / vector.len() as f64;
    let root = (mean + f64::from(norm.epsilon)).sqrt();
    let scaled = vector.iter().zip(&norm.scale);
    scaled
        .map(|(value, scale)| value / root * f64::from(*scale))
        .collect()
}

/// Returns the score of a key for a query: the real part of a sum of products of complex numbers,
/// one of them conjugate, each turned by the angle between the two points.
fn score(query: &[f64], key: &[f64], turns: &[[f32; 2]], step: (f64, f64)) -> f64 {
    if turns.is_empty() {
        return query.iter().zip(key).map(|(q, k)| q * k).sum();
    }
    (0..turns.len())
        .map(|pair| {
            let (q, k) = (&query[2 * pair..][..2], &key[2 * pair..][..2]);
            let [right, down] = turns[pair].map(f64::from);
            let angle = step.0 * right + step.1 * down;
            let real = q[0] * k[0] + q[1] * k[1];
            let imaginary = q[1] * k[0] - q[0] * k[1];
            real * angle.cos() - imaginary * angle.sin()
        })
        .sum()
}

/// Computes the result of a block of attention point by point and head by head.
fn attention(block: &AttentionBlock, trunk: &Points) -> Points {
    let (length, width) = (block.key_channels(), block.value_channels());
    let pairs = block.turns.len() / block.key_heads;
    let inputs: Points = trunk
        .iter()
        .map(|(place, vector)| (*place, normalised(&block.norm, vector)))
        .collect();
    let project = |dense: &Dense| -> Points {
        inputs
            .iter()
            .map(|(place, vector)| (*place, times(dense, vector)))
            .collect()
    };
    let [queries, keys, values] = [&block.query, &block.key, &block.value].map(project);
    let read = |place: &(usize, usize)| -> Vec<f64> {
        (0..block.heads)
            .flat_map(|head| {
                let shared = head * block.key_heads / block.heads;
                let query = &queries[place][head * length..][..length];
                let turns = &block.turns[shared * pairs..][..pairs];
                let weights: Vec<_> = keys
                    .iter()
                    .map(|(other, key)| {
                        let step = (
                            place.0 as f64 - other.0 as f64,
                            place.1 as f64 - other.1 as f64,
                        );
                        let key = &key[shared * length..][..length];
                        let score = score(query, key, turns, step) / (length as f64).sqrt();
                        (score.exp(), &values[other][shared * width..][..width])
                    })
                    .collect();
                let sum: f64 = weights.iter().map(|(weight, _)| weight).sum();
                (0..width)
                    .map(|channel| {
                        let parts = weights
                            .iter()
                            .map(|(weight, value)| weight * value[channel]);
                        parts.sum::<f64>() / sum
                    })
                    .collect::<Vec<_>>()
            })
            .collect()
    };
    queries
        .keys()
        .map(|place| (*place, times(&block.output, &read(place))))
        .collect()
}

/// Checks that a block adds `wanted` to the residual stream.
fn assert_adds(block: Block, trunk: &[f32], wanted: &Points) {
    let mut found = trunk.to_vec();
    run_blocks(&[block], SIZE, &mut found);
    let channels = trunk.len() / SIZE.points();
    for (place, found) in points_of(&found, channels) {
        let before = &points_of(trunk, channels)[&place];
        for channel in 0..channels {
            let wanted = before[channel] + wanted[&place][channel];
            let error = (found[channel] - wanted).abs();
            assert!(error < 1e-5 * (1.0 + wanted.abs()), "{place:?}: {error}");
        }
    }
}

#[test]
fn attention_is_that_of_its_definition() {
    for rotation in [Rotation::None, Rotation::Equal, Rotation::PerHead] {
        for (heads, key_heads) in [(1, 1), (4, 4), (4, 2), (6, 2), (3, 1)] {
            let block = sample_attention(5, heads, key_heads, rotation);
            let trunk = random_trunk(5, (heads + 10 * key_heads) as u64);
            let wanted = attention(&block, &points_of(&trunk, 5));
            assert_adds(Block::Attention(block), &trunk, &wanted);
        }
    }
}

#[test]
fn a_feed_forward_block_is_that_of_its_definition() {
    let block = sample_feed_forward(5, 7);
    let trunk = random_trunk(5, 1);
    let result = |vector: &[f64]| -> Vec<f64> {
        let input = normalised(&block.norm, vector);
        let gates = times(&block.gate, &input);
        let inner = times(&block.first, &input).into_iter().zip(gates);
        let inner: Vec<f64> = inner
            .map(|(x, gate)| x / (1.0 + (-x).exp()) * gate)
            .collect();
        times(&block.last, &inner)
    };
    let points = points_of(&trunk, 5);
    let wanted = points
        .iter()
        .map(|(place, vector)| (*place, result(vector)))
        .collect();
    assert_adds(Block::FeedForward(block.clone()), &trunk, &wanted);
}

/// Large scores would overflow without the subtraction of the highest one.
#[test]
fn scores_of_any_size_have_weights_that_sum_to_one() {
    for size in [0.0, 1.0, 1e4, 1e30] {
        let mut scores = vec![-size, size, 0.0, size];
        softmax(&mut scores, 0.5);
        let sum: f32 = scores.iter().sum();
        assert!((sum - 1.0).abs() < 1e-6, "{scores:?}");
        assert_eq!(scores[1], scores[3]);
    }
}

#[test]
fn the_mean_square_is_that_of_a_point_or_of_the_board() {
    let values = [1.0, -3.0, 5.0, 1.0];
    let mut each = values;
    divide_by_rms(&mut each, 2, 0.0);
    let mut whole = values;
    divide_by_rms(&mut whole, 4, 0.0);
    let (first, second) = (5.0_f32.sqrt(), 13.0_f32.sqrt());
    let wanted = [1.0 / first, -3.0 / first, 5.0 / second, 1.0 / second];
    let pairs = each.into_iter().zip(wanted);
    let pairs = pairs.chain(whole.into_iter().zip(values.map(|value| value / 3.0)));
    for (found, wanted) in pairs {
        assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
    }
}
