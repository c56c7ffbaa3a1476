//! Quantised evaluation against slow models.

#![allow(unsafe_code)]

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use halfpoint_core::notation::parse_vertex;
use serde_json::Value;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::kernel::Convolution;
use super::layout::{
    DEPTH, INPUTS, JOINED_WEIGHTS, OUTPUTS, Precision, Radius, WeightStep, stride,
};
use super::quantise::{Balance, plain_norm};
use super::{CalibrationInput, Int8Net, Isa, Workspace};
use halfpoint_core::{Color, Game, HalfPoints, Move, Point, Size, rules};

use crate::network::{Activation, Norm};
use crate::reference::{BoardSize, evaluate};
use crate::sample::{sample, sample_own, sample_transformer, tower};
use crate::{Conv, Evaluation, NetError, NetKind, Network, RawOutputs, load};

fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Returns planes of zeros and ones and random globals.
fn input(net: &Network, size: BoardSize, random: &mut Xoshiro256PlusPlus) -> CalibrationInput {
    CalibrationInput {
        size,
        planes: (0..net.planes * size.points())
            .map(|_| f32::from(u8::from(random.random_bool(0.2))))
            .collect(),
        globals: (0..net.globals)
            .map(|_| random.random_range(-0.5..0.5))
            .collect(),
    }
}

fn int8(net: &Network, isa: Isa, inputs: &[CalibrationInput]) -> Int8Net {
    Int8Net::with_isa(net.clone(), inputs, isa).expect("a net")
}

fn run(net: &Int8Net, input: &CalibrationInput, workspace: &mut Workspace) -> RawOutputs {
    let mut outputs = RawOutputs::default();
    net.evaluate(
        input.size,
        &input.planes,
        &input.globals,
        workspace,
        &mut outputs,
    );
    outputs
}

fn bits(outputs: &RawOutputs) -> Vec<u32> {
    let heads = outputs.outcome.iter().chain(&outputs.score);
    let points = outputs.policy.iter().chain(&outputs.ownership);
    heads
        .chain(points)
        .chain(&outputs.tokens)
        .map(|value| value.to_bits())
        .collect()
}

/// Random convolution with its data in the kernels' order.
struct Case {
    size: BoardSize,
    conv: Conv,
    zeros: Vec<u8>,
    board: Vec<u8>,
    values: Vec<u8>,
    starts: Vec<usize>,
    taps: Vec<usize>,
    steps: usize,
    weights: Vec<WeightStep>,
    sums: Vec<i32>,
    scale: Vec<f32>,
    point_zeros: Vec<i32>,
    units: Vec<f32>,
}

impl Case {
    /// Makes a case with values and weights at the ends of their ranges where possible.
    fn new(random: &mut Xoshiro256PlusPlus, precision: Precision) -> Self {
        let largest = [3, 25][random.random_range(0..2)];
        let size = BoardSize {
            width: random.random_range(1..=largest),
            height: random.random_range(1..=largest),
        };
        let side = [1, 3, 5, 7][random.random_range(0..4)];
        let (inputs, outputs): (usize, usize) =
            (random.random_range(1..=20), random.random_range(1..=80));
        let depth = inputs.next_multiple_of(DEPTH);
        let taps = side * side;
        let steps = depth / INPUTS;
        let groups = outputs.div_ceil(OUTPUTS);
        let mut weights = vec![WeightStep([0; OUTPUTS * INPUTS]); groups * taps * steps];
        let mut plain = vec![0.0; taps * inputs * outputs];
        for output in 0..outputs {
            for tap in 0..taps {
                for first in (0..depth).step_by(DEPTH) {
                    for joined in JOINED_WEIGHTS {
                        let mut left = i32::from(precision.weight_sum);
                        for at in joined
                            .map(|at| first + at)
                            .into_iter()
                            .filter(|at| *at < inputs)
                        {
                            let most = left.min(127);
                            let weight = if random.random_bool(0.5) {
                                most * (1 - 2 * random.random_range(0..2))
                            } else {
                                random.random_range(-most..=most)
                            };
                            left -= weight.abs();
                            let step = (output / OUTPUTS * taps + tap) * steps + at / INPUTS;
                            weights[step].0[output % OUTPUTS * INPUTS + at % INPUTS] = weight as i8;
                            plain[(tap * inputs + at) * outputs + output] = weight as f32;
                        }
                    }
                }
            }
        }
        let value = |random: &mut Xoshiro256PlusPlus| match random.random_range(0..3) {
            0 => precision.most,
            _ => random.random_range(0..=precision.most),
        };
        let zeros: Vec<u8> = (0..depth).map(|_| value(random)).collect();
        let board: Vec<u8> = (0..size.points() * inputs).map(|_| value(random)).collect();
        let width = size.width + side - 1;
        let mut values = zeros.repeat(width * (size.height + side - 1));
        for point in 0..size.points() {
            let (row, column) = (point / size.width + side / 2, point % size.width + side / 2);
            values[(row * width + column) * depth..][..inputs]
                .copy_from_slice(&board[point * inputs..][..inputs]);
        }
        Self {
            size,
            conv: Conv {
                height: side,
                width: side,
                inputs,
                outputs,
                weights: plain,
            },
            zeros,
            board,
            values,
            starts: (0..size.points())
                .map(|point| (point / size.width * width + point % size.width) * depth)
                .collect(),
            taps: (0..taps)
                .map(|tap| (tap / side * width + tap % side) * depth)
                .collect(),
            steps,
            weights,
            sums: (0..groups * OUTPUTS)
                .map(|_| random.random_range(-999..999))
                .collect(),
            point_zeros: (0..size.points())
                .map(|_| random.random_range(0..=255))
                .collect(),
            units: (0..size.points())
                .map(|_| random.random_range(0.001..2.0))
                .collect(),
            scale: (0..groups * OUTPUTS)
                .map(|_| random.random_range(0.001..2.0))
                .collect(),
        }
    }

    /// Computes an output by the definition, with the zero of each channel outside the board.
    fn expected(&self, point: usize, output: usize) -> f32 {
        let (conv, size) = (&self.conv, self.size);
        let mut sum = -i64::from(self.sums[output]) * i64::from(self.point_zeros[point]);
        for tap in 0..conv.height * conv.width {
            let row = (point / size.width + tap / conv.width).wrapping_sub(conv.height / 2);
            let column = (point % size.width + tap % conv.width).wrapping_sub(conv.width / 2);
            for input in 0..conv.inputs {
                let value = if row < size.height && column < size.width {
                    self.board[(row * size.width + column) * conv.inputs + input]
                } else {
                    self.zeros[input]
                };
                let weight = conv.weights[(tap * conv.inputs + input) * conv.outputs + output];
                sum += i64::from(value) * weight as i64;
            }
        }
        sum as f32 * self.scale[output] * self.units[point]
    }

    fn convolution<'a>(
        &'a self,
        input: &'a [u8],
        weights: &'a [WeightStep],
        output: &'a mut [f32],
        add: bool,
    ) -> Convolution<'a> {
        Convolution {
            input,
            starts: &self.starts,
            taps: &self.taps,
            steps: self.steps,
            weights,
            sums: &self.sums,
            scale: &self.scale,
            zeros: &self.point_zeros,
            units: &self.units,
            add,
            output,
        }
    }
}

#[test]
fn kernels_compute_convolutions_exactly() {
    let mut random = random(1);
    for number in 0..60 {
        let case = Case::new(&mut random, precision(number));
        let channels = case.sums.len();
        for isa in able(precision(number)) {
            let mut output = vec![0.5; case.starts.len() * channels];
            let add = number % 2 == 0;
            case.convolution(&case.values, &case.weights, &mut output, add)
                .run(isa);
            for (at, got) in output.iter().enumerate() {
                let (point, channel) = (at / channels, at % channels);
                if channel < case.conv.outputs {
                    let wanted = case.expected(point, channel) + if add { 0.5 } else { 0.0 };
                    assert_eq!(*got, wanted, "{isa:?} {:?} {point} {channel}", case.size);
                }
            }
        }
    }
}

/// Returns the instructions whose kernels take these numbers.
fn able(precision: Precision) -> impl Iterator<Item = Isa> {
    Isa::available().filter(move |isa| isa.precision().most >= precision.most)
}

/// Returns one precision after the other.
fn precision(number: usize) -> Precision {
    [Precision::SHARED, Precision::FULL][number / 2 % 2]
}

/// Memory whose first or last byte lies against a page that cannot be accessed.
#[cfg(unix)]
struct Guarded {
    mapping: *mut u8,
    length: usize,
}

#[cfg(unix)]
impl Guarded {
    const PAGE: usize = 1 << 16;

    /// Maps pages for `bytes` bytes between two guards.
    fn new(bytes: usize) -> Self {
        use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect};
        let length = bytes.next_multiple_of(Self::PAGE) + 2 * Self::PAGE;
        // SAFETY: a new mapping touches no memory in use, and the part that becomes accessible
        // lies inside it.
        let mapping = unsafe {
            let mapping = mmap_anonymous(
                std::ptr::null_mut(),
                length,
                ProtFlags::empty(),
                MapFlags::PRIVATE,
            )
            .expect("memory");
            let inner = mapping.cast::<u8>().add(Self::PAGE).cast();
            let inner_length = length - 2 * Self::PAGE;
            mprotect(
                inner,
                inner_length,
                MprotectFlags::READ | MprotectFlags::WRITE,
            )
            .expect("memory");
            mapping
        };
        Self {
            mapping: mapping.cast(),
            length,
        }
    }

    /// Copies `values` against the guard after or before them.
    fn copy<T: Copy>(&mut self, values: &[T], against_end: bool) -> &mut [T] {
        let bytes = size_of_val(values);
        assert!(bytes <= self.length - 2 * Self::PAGE);
        let offset = if against_end {
            self.length - Self::PAGE - bytes
        } else {
            Self::PAGE
        };
        // SAFETY: the accessible pages hold `bytes` bytes from `offset`; sizes of types are
        // multiples of their alignment, and pages are aligned to more. Every byte is written
        // before the slice is made, which borrows this memory.
        unsafe {
            let place = self.mapping.add(offset).cast::<T>();
            place.copy_from_nonoverlapping(values.as_ptr(), values.len());
            std::slice::from_raw_parts_mut(place, values.len())
        }
    }
}

#[cfg(unix)]
impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `new`, and no slice of it outlives this owner.
        unsafe { rustix::mm::munmap(self.mapping.cast(), self.length) }.expect("a mapping");
    }
}

#[cfg(unix)]
#[test]
fn kernels_touch_nothing_outside_their_slices() {
    let mut random = random(7);
    for number in 0..60 {
        let case = Case::new(&mut random, precision(number));
        let end = number % 2 == 0;
        let plain = vec![0.0f32; case.starts.len() * case.sums.len()];
        let size = |bytes: usize| Guarded::new(bytes);
        let mut memory = [
            size(case.values.len()),
            size(size_of_val(&case.weights[..])),
            size(size_of_val(&plain[..])),
            size(size_of_val(&case.starts[..])),
            size(size_of_val(&case.taps[..])),
            size(size_of_val(&case.sums[..])),
            size(size_of_val(&case.scale[..])),
            size(size_of_val(&case.point_zeros[..])),
            size(size_of_val(&case.units[..])),
        ];
        for isa in able(precision(number)) {
            let [
                input,
                weights,
                output,
                starts,
                taps,
                sums,
                scale,
                zeros,
                units,
            ] = &mut memory;
            let output = output.copy(&plain, end);
            Convolution {
                input: input.copy(&case.values, end),
                starts: starts.copy(&case.starts, end),
                taps: taps.copy(&case.taps, end),
                steps: case.steps,
                weights: weights.copy(&case.weights, end),
                sums: sums.copy(&case.sums, end),
                scale: scale.copy(&case.scale, end),
                zeros: zeros.copy(&case.point_zeros, end),
                units: units.copy(&case.units, end),
                add: false,
                output,
            }
            .run(isa);
            assert_eq!(output[0], case.expected(0, 0), "{isa:?}");
        }
    }
}

#[test]
fn windows_outside_the_input_are_refused() {
    let case = Case::new(&mut random(2), Precision::SHARED);
    for isa in Isa::available() {
        let short = &case.values[..case.values.len() - 1];
        let refused = std::panic::catch_unwind(|| {
            let mut output = vec![0.0; case.starts.len() * case.sums.len()];
            case.convolution(short, &case.weights, &mut output, false)
                .run(isa);
        });
        assert!(refused.is_err(), "{isa:?}");
    }
}

#[test]
fn equal_precision_gives_equal_bits() {
    let mut random = random(3);
    let own = [1, 2].map(sample_own);
    let transformers = [false, true].map(|whole| sample_transformer(17, whole));
    let others = own.into_iter().chain(transformers);
    for net in (8..=17).map(sample).chain(others) {
        let size = |random: &mut Xoshiro256PlusPlus| BoardSize {
            width: random.random_range(1..=25),
            height: random.random_range(1..=25),
        };
        let inputs: Vec<_> = (0..6)
            .map(|_| {
                let size = size(&mut random);
                input(&net, size, &mut random)
            })
            .collect();
        for precision in [Precision::SHARED, Precision::FULL] {
            let isas = Isa::available();
            let isas = isas.filter(|isa| net.kind == NetKind::Own || isa.precision() == precision);
            let nets: Vec<_> = isas
                .map(|isa| (isa, int8(&net, isa, &inputs[..2])))
                .collect();
            let Some((_, first)) = nets.first() else {
                continue;
            };
            let mut workspace = Workspace::default();
            for input in &inputs {
                let wanted = bits(&run(first, input, &mut workspace));
                for (isa, other) in &nets {
                    let got = bits(&run(other, input, &mut workspace));
                    assert_eq!(got, wanted, "{isa:?}, version {}", net.version);
                }
                let fresh = bits(&run(first, input, &mut Workspace::default()));
                assert_eq!(fresh, wanted, "memory of another board shows");
            }
        }
    }
}

#[test]
fn quantised_nets_are_close_to_the_reference() {
    let mut random = random(4);
    let transformers = [15, 17].map(|version| sample_transformer(version, version == 15));
    for net in (8..=17).map(sample).chain(transformers) {
        let version = net.version;
        // More points than a tile of queries has.
        let (width, height) = match net.has_attention() {
            true => (12, 11),
            false => (9, 7),
        };
        let size = BoardSize { width, height };
        let inputs: Vec<_> = (0..8).map(|_| input(&net, size, &mut random)).collect();
        for isa in Isa::available() {
            let quantised = int8(&net, isa, &inputs[..4]);
            let (mut error, mut total) = (0.0, 0.0);
            let mut workspace = Workspace::default();
            for input in &inputs {
                let wanted = evaluate(&net, size, &input.planes, &input.globals);
                let got = run(&quantised, input, &mut workspace);
                let mean = wanted.policy.iter().sum::<f32>() / size.points() as f32;
                for (got, wanted) in got.policy.iter().zip(&wanted.policy) {
                    error += (got - wanted).powi(2);
                    total += (wanted - mean).powi(2);
                }
                for (got, wanted) in got.ownership.iter().zip(&wanted.ownership) {
                    error += (got - wanted).powi(2);
                    total += wanted.powi(2);
                }
            }
            let share = (error / total).sqrt();
            // Up to 0.014 was measured.
            assert!(share < 0.03, "version {version}, {isa:?}: {share}");
        }
    }
}

#[test]
fn unusable_calibrations_are_refused() {
    let net = sample(8);
    let size = BoardSize {
        width: 3,
        height: 3,
    };
    let good = input(&net, size, &mut random(5));
    let mut short = good.clone();
    short.planes.pop();
    let mut endless = good.clone();
    endless.planes[0] = f32::INFINITY;
    let empty = CalibrationInput {
        size: BoardSize {
            width: 0,
            height: 3,
        },
        planes: Vec::new(),
        globals: good.globals.clone(),
    };
    for inputs in [&[][..], &[good, short], &[endless], &[empty]] {
        let refused = Int8Net::new(net.clone(), inputs);
        assert!(matches!(refused, Err(NetError::Unsupported(_))));
    }
}

#[test]
fn nets_are_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Int8Net>();
    shared::<Workspace>();
}

/// Loads the net in `shared/nets` beside the repository or a folder above it; `None` with a
/// message where it is missing.
fn small_net() -> Option<(Network, PathBuf)> {
    let name = "g170-b6c96-s175395328-d26788732.bin.gz";
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(3);
    let found = folders
        .map(|folder| folder.join("shared/nets"))
        .find(|folder| folder.join(name).exists());
    let Some(folder) = found else {
        eprintln!("skipped: shared/nets/{name} is missing");
        return None;
    };
    let net = load(&folder.join(name)).expect("a net");
    Some((net, folder))
}

/// Distance of an evaluation from another.
fn divergence(wanted: &Evaluation, got: &Evaluation) -> f32 {
    let softmax = |evaluation: &Evaluation| -> Vec<f32> {
        let logits = evaluation.policy.iter().chain(&evaluation.tokens);
        let highest = logits
            .clone()
            .fold(f32::NEG_INFINITY, |most, logit| most.max(*logit));
        let powers: Vec<f32> = logits.map(|logit| (logit - highest).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.iter().map(|power| power / sum).collect()
    };
    let pairs = softmax(wanted).into_iter().zip(softmax(got));
    pairs
        .filter(|(wanted, _)| *wanted > 0.0)
        .map(|(wanted, got)| wanted * (wanted / got.max(1e-30)).ln())
        .sum()
}

/// Returns the planes of stones, liberties and last moves of a net of KataGo, without ladders and
/// areas, for a recorded position; `None` for a position that cannot be replayed.
fn position(net: &Network, record: &Value) -> Option<CalibrationInput> {
    let side = |at: usize| Some(record["size"][at].as_u64()? as usize);
    let size = BoardSize {
        width: side(0)?,
        height: side(1)?,
    };
    let board = Size::new(size.width, size.height).ok()?;
    let rules = rules::find("tromp_taylor").expect("a row").rules;
    let mut game = Game::new(rules, board, HalfPoints::ZERO);
    let mut last = Vec::new();
    for play in record["moves"].as_array()? {
        let color = if play[0] == "b" {
            Color::Black
        } else {
            Color::White
        };
        let point = parse_vertex(board, play[1].as_str()?)?;
        game.play(color, &Move::Place(point)).ok()?;
        last.push(point);
    }
    let to_move = if record["to_move"] == "b" {
        Color::Black
    } else {
        Color::White
    };
    let mut input = CalibrationInput {
        size,
        planes: vec![0.0; net.planes * size.points()],
        globals: vec![0.0; net.globals],
    };
    let sign = if to_move == Color::White { 1.0 } else { -1.0 };
    input.globals[5] = sign * record["komi"].as_f64()? as f32 / 20.0;
    let mut planes: Vec<_> = input.planes.chunks_exact_mut(size.points()).collect();
    let index = |point: Point| {
        let (x, y) = board.coordinates(point);
        (size.height - 1 - y) * size.width + x
    };
    planes[0].fill(1.0);
    for (point, color) in game.board().stones() {
        planes[if color == to_move { 1 } else { 2 }][index(point)] = 1.0;
        let liberties = game.board().liberties(point).len();
        if (1..=3).contains(&liberties) {
            planes[2 + liberties][index(point)] = 1.0;
        }
    }
    for (plane, point) in (9..14).zip(last.iter().rev()) {
        planes[plane][index(*point)] = 1.0;
    }
    Some(input)
}

/// Reads recorded positions from a folder.
fn positions(net: &Network, folder: &Path) -> Vec<CalibrationInput> {
    let file = std::fs::File::open(folder.join("katago-raw.jsonl.gz")).expect("a file");
    let mut text = String::new();
    GzDecoder::new(file)
        .read_to_string(&mut text)
        .expect("text");
    let records = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    records
        .filter_map(|record: Value| position(net, &record))
        .collect()
}

#[test]
fn a_trained_net_keeps_its_opinion() {
    let Some((net, folder)) = small_net() else {
        return;
    };
    let positions = positions(&net, &folder);
    let (calibration, inputs): (Vec<_>, Vec<_>) = positions
        .into_iter()
        .step_by(4)
        .enumerate()
        .partition(|(number, _)| number % 4 == 0);
    let plain = |list: Vec<(usize, CalibrationInput)>| -> Vec<_> {
        list.into_iter().map(|(_, input)| input).collect()
    };
    let (calibration, inputs) = (plain(calibration), plain(inputs));
    let quantised = int8(&net, Isa::detect(), &calibration);
    let mut workspace = Workspace::default();
    let (mut policy, mut win, mut ownership) = (0.0, 0.0, 0.0);
    for input in &inputs {
        let wanted = evaluate(&net, input.size, &input.planes, &input.globals);
        let wanted = Evaluation::from_outputs(&wanted, net.scales, false);
        let got = run(&quantised, input, &mut workspace);
        let got = Evaluation::from_outputs(&got, net.scales, false);
        policy += divergence(&wanted, &got);
        win += (wanted.win - got.win).abs();
        let pairs = wanted.ownership.iter().zip(&got.ownership);
        ownership += pairs.map(|(wanted, got)| (wanted - got).abs()).sum::<f32>()
            / input.size.points() as f32;
    }
    let count = inputs.len() as f32;
    let found = [policy / count, win / count, ownership / count];
    eprintln!("{count} positions, policy KL, win, ownership: {found:?}");
    assert!(
        found[0] < 0.03 && found[1] < 0.02 && found[2] < 0.03,
        "{found:?}"
    );
}

/// Returns the processor time of this thread.
#[cfg(unix)]
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Returns the least processor time of one call, in seconds.
#[cfg(unix)]
fn seconds(calls: u32, mut call: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..8 {
        let started = cpu_seconds();
        for _ in 0..calls {
            call();
        }
        best = best.min((cpu_seconds() - started) / f64::from(calls));
    }
    best
}

#[cfg(unix)]
#[test]
#[ignore = "measures speed"]
fn speed() {
    let mut random = random(8);
    let mut nets = vec![
        ("b4c32", tower(4, 32)),
        ("b6c64", tower(6, 64)),
        ("b6c96", tower(6, 96)),
    ];
    nets.extend(small_net().map(|(net, _)| ("KataGo's b6c96", net)));
    for (name, net) in nets {
        for side in [9, 19] {
            let size = BoardSize {
                width: side,
                height: side,
            };
            let input = input(&net, size, &mut random);
            let started = cpu_seconds();
            int8(&net, Isa::detect(), std::slice::from_ref(&input));
            let made = 1e3 * (cpu_seconds() - started);
            let operations = net.operations(size.points()) as f64;
            eprintln!("{name} {side}: {operations:.3e} multiply-adds, made in {made:.1} ms");
            let mut workspace = Workspace::default();
            let mut outputs = RawOutputs::default();
            for isa in Isa::available() {
                let quantised = int8(&net, isa, std::slice::from_ref(&input));
                let calls = if isa == Isa::PORTABLE { 1 } else { 20 };
                let time = seconds(calls, || {
                    let (planes, globals) = (&input.planes, &input.globals);
                    quantised.evaluate(size, planes, globals, &mut workspace, &mut outputs);
                });
                eprintln!(
                    "    {isa:?}: {:.3} ms, {:.1} billion multiply-adds a second",
                    time * 1e3,
                    operations / time / 1e9,
                );
            }
            let time = seconds(1, || {
                let _ = evaluate(&net, size, &input.planes, &input.globals);
            });
            eprintln!("    floats: {:.3} ms", time * 1e3);
        }
    }
}

/// The tests of `learn/` hold the rounding of the training to the numbers of this file.
#[test]
fn weights_are_rounded_as_in_training() {
    let case: Value = serde_json::from_str(include_str!("rounding.json")).expect("a case");
    let number = |name: &str| case[name].as_u64().expect("a number") as usize;
    let numbers = |name: &str| -> Vec<f64> {
        let all = case[name].as_array().expect("numbers").iter();
        all.map(|value| value.as_f64().expect("a number")).collect()
    };
    let conv = Conv {
        height: number("height"),
        width: number("width"),
        inputs: number("inputs"),
        outputs: number("outputs"),
        weights: numbers("weights").iter().map(|&w| w as f32).collect(),
    };
    let balance = Balance::none(stride(conv.inputs), Radius::default());
    let quantised = balance.conv(&conv, Precision::SHARED);
    for (output, expected) in numbers("scales").into_iter().enumerate() {
        assert!((f64::from(quantised.scale[output]) / expected - 1.0).abs() < 1e-6);
    }
    for (index, expected) in numbers("rounded").into_iter().enumerate() {
        let (row, output) = (index / conv.outputs, index % conv.outputs);
        let (tap, input) = (row / conv.inputs, row % conv.inputs);
        let step = &quantised.weights[tap * quantised.steps + input / INPUTS].0;
        let weight = step[output * INPUTS + input % INPUTS];
        assert_eq!(f64::from(weight), expected, "weight {index}");
    }
}

#[test]
fn weights_take_the_factors_of_channels_back() {
    let balance = Balance::of(&[64.0, 1.0, 0.0], Radius::default(), 0.5);
    let conv = Conv {
        height: 1,
        width: 1,
        inputs: 3,
        outputs: 1,
        weights: vec![0.02, 1.0, 1.0],
    };
    let quantised = balance.conv(&conv, Precision::FULL);
    let norm = balance.norm(plain_norm(&identity(3)));
    assert!(
        norm.factors[1] > 4.0 * norm.factors[0],
        "{:?}",
        norm.factors
    );
    for input in 0..3 {
        let weight = f32::from(quantised.weights[0].0[input]);
        let product = norm.factors[input] * weight * quantised.scale[0];
        let error = (product - conv.weights[input]).abs();
        assert!(error < 0.01, "{product} for {}", conv.weights[input]);
    }
}

fn identity(channels: usize) -> Norm {
    Norm {
        scale: vec![1.0; channels],
        bias: vec![0.0; channels],
        activation: Activation::Identity,
    }
}
