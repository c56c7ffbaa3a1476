//! Evaluates inputs of a net of our own in 32-bit floats, for comparisons with PyTorch:
//! `evaluate_rows NET WIDTH HEIGHT [int8] <INPUTS >OUTPUTS`. With `int8` it takes 8-bit integers
//! that the positions calibrate that [`Net`](halfpoint_nn::Net) has for that.
//!
//! A row of the inputs has the planes, `[plane][row][column]`, and the globals; a row of the
//! outputs has policy, tokens, outcome, score and ownership. All are 32-bit floats, the lowest byte
//! first. `learn/agree.py` uses it.

#![forbid(unsafe_code)]

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};

use halfpoint_nn::int8::{Int8Net, Workspace};
use halfpoint_nn::own::{GLOBALS, PLANES, read};
use halfpoint_nn::reference::{BoardSize, evaluate};
use halfpoint_nn::{NetKind, RawOutputs, calibration_inputs};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (net, width, height, integers) = match arguments.as_slice() {
        [net, width, height] => (net, width, height, false),
        [net, width, height, word] if word == "int8" => (net, width, height, true),
        _ => return Err("usage: evaluate_rows NET WIDTH HEIGHT [int8] <INPUTS >OUTPUTS".into()),
    };
    let net = read(File::open(net)?)?;
    let inputs = calibration_inputs(NetKind::Own);
    let quantised = integers
        .then(|| Int8Net::new(net.clone(), &inputs))
        .transpose()?;
    let (mut workspace, mut outputs) = (Workspace::default(), RawOutputs::default());
    let size = BoardSize {
        width: width.parse()?,
        height: height.parse()?,
    };
    let planes = PLANES * size.points();
    let mut inputs = Vec::new();
    io::stdin().lock().read_to_end(&mut inputs)?;
    let (numbers, []) = inputs.as_chunks() else {
        return Err("the inputs are not whole numbers of 4 bytes".into());
    };
    let numbers: Vec<f32> = numbers
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect();
    let rows = numbers.chunks_exact(planes + GLOBALS);
    if !rows.remainder().is_empty() {
        return Err("the last row is not whole".into());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for row in rows {
        let (board, globals) = row.split_at(planes);
        match &quantised {
            Some(net) => net.evaluate(size, board, globals, &mut workspace, &mut outputs),
            None => outputs = evaluate(&net, size, board, globals),
        }
        let values: [&[f32]; 5] = [
            &outputs.policy,
            &outputs.tokens,
            &outputs.outcome,
            &outputs.score,
            &outputs.ownership,
        ];
        for value in values.concat() {
            out.write_all(&value.to_le_bytes())?;
        }
    }
    Ok(out.flush()?)
}
