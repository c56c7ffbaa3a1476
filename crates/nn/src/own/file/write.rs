//! Files of nets of our own, written.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, TensorView, serialize};

use super::{BLOCKS, FIRST_CONV, FORMAT};
use crate::error::NetError;
use crate::network::{Block, Conv, Dense, Network, Norm, PassHead, PolicyHead, ValueHead};

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
        self.conv(FIRST_CONV, &net.first_conv);
        self.dense("first_dense", &net.first_dense);
        for (number, block) in net.blocks.iter().enumerate() {
            self.block(&format!("{BLOCKS}{number}"), block)?;
        }
        if net.last_rms.is_some() {
            return Err(NetError::Unsupported(
                "its trunk ends with a root of mean squares".into(),
            ));
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
            _ => {
                return Err(NetError::Unsupported(
                    "it has blocks that nets of our own lack".into(),
                ));
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
