//! Random nets, written in the file format and read back.

use std::io::{self, BufReader, Read};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{GLOBALS, PLANES, read};
use crate::nn::reference::{BoardSize, evaluate};
use crate::nn::sample::sample;
use crate::nn::{Activation, Block, Conv, Dense, NetError, Network, Norm, PassHead};

/// Writer of the file format.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    version: u32,
}

impl Writer {
    fn word(&mut self, word: impl std::fmt::Display) {
        self.bytes.extend(format!("{word}\n").bytes());
    }

    fn numbers(&mut self, numbers: &[f32]) {
        self.bytes.extend(b"@BIN@");
        self.bytes
            .extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        self.bytes.push(b'\n');
    }

    fn conv(&mut self, conv: &Conv) {
        self.word("conv");
        for number in [conv.height, conv.width, conv.inputs, conv.outputs, 1, 1] {
            self.word(number);
        }
        self.numbers(&conv.weights);
    }

    fn dense(&mut self, dense: &Dense) {
        self.word("dense");
        self.word(dense.inputs);
        self.word(dense.outputs);
        self.numbers(&dense.weights);
    }

    fn bias(&mut self, bias: &[f32]) {
        self.word("bias");
        self.word(bias.len());
        self.numbers(bias);
    }

    fn activation(&mut self, activation: Activation) {
        self.word("activation");
        if self.version >= 11 {
            self.word(match activation {
                Activation::Identity => "ACTIVATION_IDENTITY",
                Activation::Relu => "ACTIVATION_RELU",
                Activation::Mish => "ACTIVATION_MISH",
                Activation::Silu => "ACTIVATION_SILU",
            });
        }
    }

    /// Writes a normalisation whose mean is 2 and whose variance and epsilon add up to 4.
    fn norm(&mut self, norm: &Norm) {
        let channels = norm.scale.len();
        self.word("norm");
        self.word(channels);
        self.word(0.5);
        self.word(1);
        self.word(1);
        self.numbers(&vec![2.0; channels]);
        self.numbers(&vec![3.5; channels]);
        self.numbers(
            &norm
                .scale
                .iter()
                .map(|scale| scale * 2.0)
                .collect::<Vec<_>>(),
        );
        let bias = norm
            .bias
            .iter()
            .zip(&norm.scale)
            .map(|(bias, scale)| bias + scale * 2.0);
        self.numbers(&bias.collect::<Vec<_>>());
        self.activation(norm.activation);
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Ordinary(block) => {
                self.word("ordinary_block");
                self.word("name");
                self.norm(&block.norm);
                self.conv(&block.conv);
                self.norm(&block.mid_norm);
                self.conv(&block.last_conv);
            }
            Block::Pooling(block) => {
                self.word("gpool_block");
                self.word("name");
                self.norm(&block.norm);
                self.conv(&block.conv);
                self.conv(&block.pool_conv);
                self.norm(&block.pool_norm);
                self.dense(&block.pool_dense);
                self.norm(&block.mid_norm);
                self.conv(&block.last_conv);
            }
            Block::Nested(block) => {
                self.word("nested_bottleneck_block");
                self.word("name");
                self.word(block.blocks.len());
                self.norm(&block.norm);
                self.conv(&block.conv);
                block.blocks.iter().for_each(|block| self.block(block));
                self.norm(&block.last_norm);
                self.conv(&block.last_conv);
            }
        }
    }

    fn network(mut self, net: &Network) -> Vec<u8> {
        self.version = net.version;
        self.word(&net.name);
        for number in [net.version as usize, net.planes, net.globals] {
            self.word(number);
        }
        let scales = net.scales;
        if net.version >= 13 {
            for scale in [20.0, scales.score_mean, scales.score_stdev, scales.lead] {
                self.word(scale);
            }
            for scale in [scales.variance_time, scales.value_error, scales.score_error] {
                self.word(scale);
            }
        }
        if net.version >= 15 {
            (0..8).for_each(|_| self.word(0));
        }
        self.word("trunk");
        for number in [net.blocks.len(), net.channels, 5, 5, 5, 2] {
            self.word(number);
        }
        if net.version >= 15 {
            (0..6).for_each(|_| self.word(0));
        }
        self.conv(&net.first_conv);
        self.dense(&net.first_dense);
        net.blocks.iter().for_each(|block| self.block(block));
        self.norm(&net.last_norm);
        self.word("policyhead");
        if net.version >= 17 {
            self.word(net.policy.last_conv.outputs);
            (0..3).for_each(|_| self.word(0));
        }
        self.conv(&net.policy.conv);
        self.conv(&net.policy.pool_conv);
        self.norm(&net.policy.pool_norm);
        self.dense(&net.policy.pool_dense);
        self.norm(&net.policy.norm);
        self.conv(&net.policy.last_conv);
        match &net.policy.pass {
            PassHead::Linear(dense) => self.dense(dense),
            PassHead::Hidden {
                dense,
                bias,
                activation,
                last,
            } => {
                self.dense(dense);
                self.bias(bias);
                self.activation(*activation);
                self.dense(last);
            }
        }
        self.word("valuehead");
        if net.version >= 17 {
            (0..3).for_each(|_| self.word(0));
        }
        self.conv(&net.value.conv);
        self.norm(&net.value.norm);
        self.dense(&net.value.dense);
        self.bias(&net.value.bias);
        self.activation(net.value.activation);
        self.dense(&net.value.outcome);
        self.bias(&net.value.outcome_bias);
        self.dense(&net.value.score);
        self.bias(&net.value.score_bias);
        self.conv(&net.value.ownership);
        self.bytes
    }
}

pub(in crate::nn) fn written(net: &Network) -> Vec<u8> {
    Writer::default().network(net)
}

/// Replaces the first `old` in `bytes`.
fn replaced(bytes: &[u8], old: &str, new: &str) -> Vec<u8> {
    let at = bytes
        .windows(old.len())
        .position(|part| part == old.as_bytes())
        .expect("a part");
    [&bytes[..at], new.as_bytes(), &bytes[at + old.len()..]].concat()
}

#[test]
fn every_version_is_read_as_it_was_written() {
    for version in 8..=17 {
        let net = sample(version);
        let found = read(&written(&net)[..]).expect("a net");
        let size = BoardSize {
            width: 4,
            height: 3,
        };
        let planes: Vec<f32> = (0..PLANES * 12).map(|i| (i % 3) as f32 / 2.0).collect();
        let globals: Vec<f32> = (0..GLOBALS).map(|i| (i % 5) as f32 / 4.0).collect();
        let wanted = evaluate(&net, size, &planes, &globals);
        let got = evaluate(&found, size, &planes, &globals);
        assert_eq!((found.name.as_str(), found.version), ("sample", version));
        assert_eq!(found.scales, net.scales);
        assert_eq!(found.first_conv, net.first_conv);
        assert_eq!(found.policy.pass, net.policy.pass);
        for (got, wanted) in got.policy.iter().zip(&wanted.policy) {
            assert!(
                (got - wanted).abs() < 1e-3 * (1.0 + wanted.abs()),
                "{got} {wanted}"
            );
        }
        for (got, wanted) in got.score.iter().zip(&wanted.score) {
            assert!(
                (got - wanted).abs() < 1e-3 * (1.0 + wanted.abs()),
                "{got} {wanted}"
            );
        }
    }
}

#[test]
fn parts_that_cannot_be_evaluated_are_named() {
    let bytes = written(&sample(15));
    for (old, new, word) in [
        ("gpool_block", "transformer_attention_block", "transformer"),
        ("ACTIVATION_", "ACTIVATION_X", "ACTIVATION_X"),
        ("sample\n15", "sample\n18", "version 18"),
        ("sample\n15", "sample\n7", "version 7"),
        ("\n0.25\n30\n0\n", "\n0.25\n30\n1\n", "meta encoder"),
        ("\n22\n19\n", "\n22\n20\n", "20 globals"),
        (
            "trunk\n3\n6\n5\n5\n5\n2\n0\n",
            "trunk\n3\n6\n5\n5\n5\n2\n1\n",
            "batch-normalised",
        ),
    ] {
        let error = read(&replaced(&bytes, old, new)[..]).expect_err(word);
        assert!(matches!(error, NetError::Unsupported(_)), "{error}");
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn the_rule_of_suicide_for_areas_is_an_option_of_the_file() {
    let bytes = written(&sample(15));
    assert!(!read(&bytes[..]).expect("a net").areas_under_suicide);
    let with = replaced(&bytes, "\n0.25\n30\n0\n0\n", "\n0.25\n30\n0\n1\n");
    assert!(read(&with[..]).expect("a net").areas_under_suicide);
}

#[test]
fn broken_files_are_refused_without_a_panic() {
    let bytes = written(&sample(17));
    for length in (0..bytes.len()).step_by(97) {
        assert!(read(&bytes[..length]).is_err(), "{length}");
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..2000 {
        let mut bytes = bytes.clone();
        let at = random.random_range(0..bytes.len().min(2000));
        bytes[at] = random.random();
        let _ = read(&bytes[..]);
    }
}

#[test]
fn a_layer_larger_than_the_trunk_allows_is_refused_before_it_is_read() {
    let bytes = written(&sample(17));
    let huge = replaced(&bytes, "5\n5\n22\n6\n", "9\n9\n22\n8192\n");
    let endless = io::Cursor::new(huge).chain(io::repeat(0));
    let memory = allocation_counter::measure(|| {
        let error = read(BufReader::new(endless)).expect_err("too large");
        assert!(error.to_string().contains("more numbers"), "{error}");
    });
    assert!(memory.bytes_max < 1 << 20, "{memory:?}");
}

#[test]
fn nothing_but_white_space_may_follow_the_net() {
    let bytes = written(&sample(8));
    assert!(read(&[&bytes[..], b"\n \n"].concat()[..]).is_ok());
    for rest in [&b"conv"[..], b"\n0", b"\0"] {
        assert!(read(&[&bytes[..], rest].concat()[..]).is_err());
    }
}

#[test]
fn factors_of_outputs_are_of_a_reasonable_size() {
    let bytes = written(&sample(13));
    for factor in ["0", "-1", "inf", "nan", "1e38"] {
        let bad = replaced(&bytes, "\n0.25\n30\n", &format!("\n0.25\n{factor}\n"));
        assert!(read(&bad[..]).is_err(), "{factor}");
    }
}

#[test]
fn a_weight_that_is_not_finite_is_refused() {
    let mut net = sample(8);
    net.policy.conv.weights[0] = f32::NAN;
    assert!(matches!(
        read(&written(&net)[..]),
        Err(NetError::Malformed(_))
    ));
}
