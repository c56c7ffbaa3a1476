//! Random nets, written in the file format and read back.

use std::io::{self, BufReader, Read};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{GLOBALS, PLANES, read};
use crate::reference::{BoardSize, evaluate};
use crate::sample::{sample, sample_transformer};
use crate::{
    Activation, AttentionBlock, Block, Conv, Dense, FeedForwardBlock, NetError, Network, Norm,
    PassHead, RmsNorm,
};

/// Writer of the file format.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    version: u32,
    /// Base of turns that are written in place of those of each pair.
    base: Option<f32>,
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
            Block::Attention(block) => self.attention(block),
            Block::FeedForward(block) => self.feed_forward(block),
        }
    }

    fn rms_norm(&mut self, norm: &RmsNorm) {
        self.word("norm");
        self.word(norm.scale.len());
        self.word(norm.epsilon);
        self.numbers(&norm.scale);
    }

    fn attention(&mut self, block: &AttentionBlock) {
        self.word("transformer_attention_block");
        self.word("name");
        let (turns, learned) = (!block.turns.is_empty(), self.base.is_none());
        for number in [
            block.heads,
            block.key_heads,
            block.key_channels(),
            block.value_channels(),
            turns.into(),
            learned.into(),
        ] {
            self.word(number);
        }
        self.rms_norm(&block.norm);
        for dense in [&block.query, &block.key, &block.value, &block.output] {
            self.dense(dense);
        }
        match self.base {
            _ if !turns => {}
            Some(base) => {
                self.word("base");
                self.word(base);
            }
            None => {
                self.word("turns");
                for number in [block.key_heads, block.turns.len() / block.key_heads, 2] {
                    self.word(number);
                }
                self.numbers(block.turns.as_flattened());
            }
        }
    }

    fn feed_forward(&mut self, block: &FeedForwardBlock) {
        self.word("transformer_ffn_block");
        self.word("name");
        for number in [block.first.inputs, block.first.outputs, 1] {
            self.word(number);
        }
        self.rms_norm(&block.norm);
        for dense in [&block.first, &block.gate, &block.last] {
            self.dense(dense);
        }
    }

    fn last_norm(&mut self, net: &Network) {
        let Some(rms) = net.last_rms else {
            return self.norm(&net.last_norm);
        };
        self.word("norm");
        self.word(net.channels);
        self.word(rms.epsilon);
        self.word(u8::from(rms.whole_board));
        self.word(0);
        self.numbers(&net.last_norm.scale);
        self.numbers(&net.last_norm.bias);
        self.activation(net.last_norm.activation);
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
            self.word(u8::from(net.last_rms.is_some()));
            (0..5).for_each(|_| self.word(0));
        }
        self.conv(&net.first_conv);
        self.dense(&net.first_dense);
        net.blocks.iter().for_each(|block| self.block(block));
        self.last_norm(net);
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

pub(crate) fn written(net: &Network) -> Vec<u8> {
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
        let (size, planes, globals) = some_input();
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
        ("gpool_block", "dilated_block", "dilated_block"),
        ("ACTIVATION_", "ACTIVATION_X", "ACTIVATION_X"),
        ("sample\n15", "sample\n18", "version 18"),
        ("sample\n15", "sample\n7", "version 7"),
        ("\n0.25\n30\n0\n", "\n0.25\n30\n1\n", "meta encoder"),
        ("\n22\n19\n", "\n22\n20\n", "20 globals"),
        (
            "trunk\n3\n6\n5\n5\n5\n2\n0\n",
            "trunk\n3\n6\n5\n5\n5\n2\n2\n",
            "normalisation 2 of the trunk",
        ),
    ] {
        let error = read(&replaced(&bytes, old, new)[..]).expect_err(word);
        assert!(matches!(error, NetError::Unsupported(_)), "{error}");
        assert!(error.to_string().contains(word), "{error}");
    }
}

/// Inputs of a small board.
fn some_input() -> (BoardSize, Vec<f32>, Vec<f32>) {
    let size = BoardSize {
        width: 4,
        height: 3,
    };
    let planes = (0..PLANES * 12).map(|i| (i % 3) as f32 / 2.0).collect();
    let globals = (0..GLOBALS).map(|i| (i % 5) as f32 / 4.0).collect();
    (size, planes, globals)
}

#[test]
fn attention_is_read_as_it_was_written() {
    let (size, planes, globals) = some_input();
    for version in 15..=17 {
        for whole_board in [false, true] {
            let net = sample_transformer(version, whole_board);
            let found = read(&written(&net)[..]).expect("a net");
            // The other normalisations are written with a mean and a variance.
            assert_eq!(found.blocks[1..], net.blocks[1..]);
            assert_eq!(found.last_rms, net.last_rms);
            assert_eq!(found.last_norm, net.last_norm);
            let wanted = evaluate(&net, size, &planes, &globals);
            let got = evaluate(&found, size, &planes, &globals);
            for (got, wanted) in got.policy.iter().zip(&wanted.policy) {
                assert!((got - wanted).abs() < 1e-4 * (1.0 + wanted.abs()));
            }
        }
    }
}

/// With base b and n pairs, pair p of either half turns by b to the power of −2p/n for each step:
/// those of the first half with rows, those of the second with columns.
#[test]
fn equal_turns_follow_from_their_base() {
    let net = sample_transformer(17, true);
    for base in [100.0_f32, 10_000.0, 0.5] {
        let writer = Writer {
            base: Some(base),
            ..Writer::default()
        };
        let found = read(&writer.network(&net)[..]).expect("a net");
        let Block::Attention(block) = &found.blocks[1] else {
            panic!("not attention: {:?}", found.blocks[1]);
        };
        // Heads have three pairs: one of rows, then two of columns.
        let last = f64::from(base).powf(-2.0 / 3.0) as f32;
        let wanted = [[0.0, 1.0], [1.0, 0.0], [last, 0.0]];
        assert_eq!(block.turns.len(), 6, "two heads of keys");
        for turns in block.turns.chunks(3) {
            for (found, wanted) in turns.as_flattened().iter().zip(wanted.as_flattened()) {
                assert!((found - wanted).abs() <= 1e-6 * wanted, "{found} {wanted}");
            }
        }
    }
    for base in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let writer = Writer {
            base: Some(base),
            ..Writer::default()
        };
        let refused = read(&writer.network(&net)[..]);
        assert!(matches!(refused, Err(NetError::Malformed(_))), "{base}");
    }
}

/// The trunk of a sample has attention with 4 heads of queries and 2 of keys, whose channels are 6,
/// and of values, whose channels are 3.
#[test]
fn blocks_of_attention_that_contradict_themselves_are_refused() {
    let bytes = written(&sample_transformer(17, true));
    let heads = "\n4\n2\n6\n3\n1\n1\n";
    let feed = "transformer_ffn_block\nname\n6\n7\n1\n";
    let turns = "turns\n2\n3\n2\n";
    for (old, new) in [
        (heads, "\n4\n3\n6\n3\n1\n1\n"),
        (heads, "\n0\n2\n6\n3\n1\n1\n"),
        (heads, "\n4\n0\n6\n3\n1\n1\n"),
        (heads, "\n4\n2\n5\n3\n1\n1\n"),
        (heads, "\n4\n2\n0\n3\n1\n1\n"),
        (heads, "\n4\n2\n6\n4\n1\n1\n"),
        (heads, "\n8\n2\n6\n3\n1\n1\n"),
        (heads, "\n8192\n8192\n8192\n8192\n1\n1\n"),
        (turns, "turns\n1\n6\n2\n"),
        (turns, "turns\n2\n2\n3\n"),
        (turns, "turns\n2\n3\n4\n"),
        (feed, "transformer_ffn_block\nname\n7\n7\n1\n"),
        (feed, "transformer_ffn_block\nname\n6\n8\n1\n"),
        (feed, "transformer_ffn_block\nname\n6\n8192\n1\n"),
        ("\n6\n0.25\n", "\n6\n0\n"),
        ("\n6\n0.25\n", "\n6\n1.5\n"),
        ("\n6\n0.25\n", "\n6\nnan\n"),
        ("\n6\n0.125\n1\n0\n", "\n6\n2\n1\n0\n"),
        ("\n6\n0.125\n1\n0\n", "\n5\n0.125\n1\n0\n"),
    ] {
        let error = read(&replaced(&bytes, old, new)[..]).expect_err(new);
        assert!(matches!(error, NetError::Malformed(_)), "{new:?}: {error}");
    }
}

#[test]
fn parts_of_a_transformer_that_katago_refuses_are_named() {
    let bytes = written(&sample_transformer(17, true));
    for (old, new, words) in [
        (
            "transformer_ffn_block\nname\n6\n7\n1\n",
            "transformer_ffn_block\nname\n6\n7\n0\n",
            "a feed-forward block has no gate",
        ),
        (
            "\n6\n0.125\n1\n0\n",
            "\n6\n0.125\n1\n3\n",
            "groups of channels",
        ),
        (
            "transformer_ffn_block",
            "transformer_moe_block",
            "block transformer_moe_block",
        ),
        ("\n0.25\n30\n0\n", "\n0.25\n30\n1\n", "meta encoder"),
    ] {
        let error = read(&replaced(&bytes, old, new)[..]).expect_err(words);
        assert!(matches!(error, NetError::Unsupported(_)), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn broken_files_with_attention_are_refused_without_a_panic() {
    let (size, planes, globals) = some_input();
    let bytes = written(&sample_transformer(17, false));
    for length in (0..bytes.len()).step_by(13) {
        assert!(read(&bytes[..length]).is_err(), "{length}");
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..3000 {
        let mut bytes = bytes.clone();
        let at = random.random_range(0..bytes.len());
        bytes[at] ^= 1 << random.random_range(0..8);
        if let Ok(net) = read(&bytes[..]) {
            let _ = evaluate(&net, size, &planes, &globals);
        }
    }
}

/// The shapes of all of these agree with each other, but not with the trunk.
#[test]
fn huge_blocks_of_attention_are_refused_before_they_are_read() {
    let net = sample_transformer(17, true);
    let text = |block: &Block| {
        let mut writer = Writer::default();
        writer.block(block);
        writer.bytes
    };
    let (attention, feed) = (&text(&net.blocks[1])[..], &text(&net.blocks[2])[..]);
    let huge_heads = replaced(attention, "\n4\n2\n6\n3\n", "\n64\n64\n128\n128\n");
    let huge_heads = replaced(&huge_heads, "dense\n6\n24\n", "dense\n6\n8192\n");
    let huge_gate = replaced(feed, "\n6\n7\n1\n", "\n6\n8192\n1\n");
    let huge_gate = replaced(&huge_gate, "dense\n6\n7\n", "dense\n6\n8192\n");
    let bytes = written(&net);
    for (block, huge) in [(attention, huge_heads), (feed, huge_gate)] {
        let at = bytes.windows(block.len()).position(|part| part == block);
        let at = at.expect("the block");
        // Up to the header of the huge matrix; its weights are endless.
        let header = b"\n8192\n@BIN@";
        let end = huge.windows(header.len()).position(|part| part == header);
        let start = &huge[..end.expect("a matrix") + header.len()];
        let file = [&bytes[..at], start].concat();
        let memory = allocation_counter::measure(|| {
            let endless = BufReader::new(io::Cursor::new(file).chain(io::repeat(0)));
            let error = read(endless).expect_err("too large");
            assert!(error.to_string().contains("more numbers"), "{error}");
        });
        assert!(memory.bytes_max < 1 << 20, "{memory:?}");
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
