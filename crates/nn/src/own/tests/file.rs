//! Nets that are written and read back, and files that are broken.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView, serialize};

use crate::NetError;
use crate::own::{is_safetensors, read, write};
use crate::sample::sample_own;

/// A tensor in memory: kind of its numbers, shape and bytes.
type Tensor = (Dtype, Vec<usize>, Vec<u8>);

/// A file in memory whose parts can be changed.
struct File {
    metadata: HashMap<String, String>,
    tensors: HashMap<String, Tensor>,
}

impl File {
    fn new() -> File {
        let bytes = write(&sample_own(1)).expect("a file");
        let (_, header) = SafeTensors::read_metadata(&bytes).expect("a header");
        let tensors = SafeTensors::deserialize(&bytes).expect("tensors");
        let copied = tensors.iter().map(|(name, tensor)| {
            let copy = (
                tensor.dtype(),
                tensor.shape().to_vec(),
                tensor.data().to_vec(),
            );
            (name.to_string(), copy)
        });
        File {
            metadata: header.metadata().clone().expect("metadata"),
            tensors: copied.collect(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let views = self.tensors.iter().map(|(name, (kind, shape, bytes))| {
            let view = TensorView::new(*kind, shape.clone(), bytes).expect("a tensor");
            (name.as_str(), view)
        });
        serialize(views, Some(self.metadata.clone())).expect("a file")
    }
}

#[test]
fn a_net_is_read_as_it_was_written() {
    for seed in 0..5 {
        let net = sample_own(seed);
        let bytes = write(&net).expect("a file");
        assert!(is_safetensors(&bytes));
        assert_eq!(read(&bytes[..]).expect("a net"), net);
    }
    assert!(!is_safetensors(b"sample\n8\n22\n19\n{"));
}

#[test]
fn numbers_of_16_bits_are_read() {
    let mut file = File::new();
    let (kind, _, bytes) = file
        .tensors
        .get_mut("value.outcome_bias")
        .expect("a tensor");
    *kind = Dtype::F16;
    *bytes = [0x3c00u16, 0xc000, 0x3555, 0x0001]
        .iter()
        .flat_map(|bits| bits.to_le_bytes())
        .collect();
    let net = read(&file.bytes()[..]).expect("a net");
    let smallest = 2f32.powi(-24);
    assert_eq!(net.value.outcome_bias, [1.0, -2.0, 0.333_251_95, smallest]);
}

#[test]
fn parts_that_do_not_fit_are_named() {
    let refused = |change: &dyn Fn(&mut File), word: &str| {
        let mut file = File::new();
        change(&mut file);
        let error = read(&file.bytes()[..]).map(|net| net.name).expect_err(word);
        assert!(
            matches!(error, NetError::Malformed(_) | NetError::Unsupported(_)),
            "{error}"
        );
        assert!(error.to_string().contains(word), "{error}");
    };
    let set = |file: &mut File, key: &str, value: &str| {
        file.metadata.insert(key.to_string(), value.to_string());
    };
    refused(&|file| set(file, "format", "halfpoint 2"), "halfpoint 2");
    refused(&|file| file.metadata.clear(), "format is missing");
    refused(&|file| set(file, "version", "new"), "version: new");
    let names: Vec<String> = File::new().tensors.into_keys().collect();
    for name in &names {
        // Without its first part a block is none, and its other tensors are too many.
        let word = match name.as_str() {
            "blocks.0.norm.scale" | "blocks.1.norm.scale" => "more than it should",
            "blocks.1.pool_conv" => "more than it should",
            _ => "is missing",
        };
        refused(&|file| drop(file.tensors.remove(name)), word);
        let widen = |file: &mut File| {
            let (_, shape, bytes) = file.tensors.get_mut(name).expect("a tensor");
            // The inputs of a layer: its outputs are its own affair.
            let inputs = shape.len().saturating_sub(2);
            let numbers: usize = shape.iter().product();
            shape[inputs] += 1;
            bytes.extend(vec![0; 4 * (shape.iter().product::<usize>() - numbers)]);
        };
        refused(&widen, "shape");
        let flatten = |file: &mut File| {
            let (_, shape, bytes) = file.tensors.get_mut(name).expect("a tensor");
            *shape = vec![bytes.len() / 4, 1, 1];
        };
        refused(&flatten, "shape");
        let spoil = |file: &mut File| {
            let (_, _, bytes) = file.tensors.get_mut(name).expect("a tensor");
            bytes[..4].copy_from_slice(&f32::NAN.to_le_bytes());
        };
        refused(&spoil, "not finite");
        let retype = |file: &mut File| {
            let (kind, _, _) = file.tensors.get_mut(name).expect("a tensor");
            *kind = Dtype::I32;
        };
        refused(&retype, "I32");
    }
    let add = |file: &mut File| {
        let tensor = (Dtype::F32, vec![1], vec![0; 4]);
        file.tensors.insert("policy.reply".to_string(), tensor);
    };
    refused(&add, "1 tensors more");
}

#[test]
fn broken_files_are_refused_without_a_panic() {
    let bytes = write(&sample_own(2)).expect("a file");
    for length in (0..bytes.len()).step_by(37) {
        assert!(read(&bytes[..length]).is_err(), "{length}");
    }
    let header = 8 + u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..5000 {
        let mut bytes = bytes.clone();
        let end = if random.random() { header } else { bytes.len() };
        let at = random.random_range(0..end);
        bytes[at] ^= 1 << random.random_range(0..8);
        let _ = read(&bytes[..]);
    }
}
