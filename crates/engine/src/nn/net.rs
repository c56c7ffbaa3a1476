//! A net ready to judge positions under every rule set.

use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::quality::FixedState;
use halfpoint_core::board::Symmetry;
use halfpoint_core::game::{Position, Terms};
use halfpoint_core::rules::KoRule;
use halfpoint_core::{Point, Size};

use super::calibration::calibration_inputs;
use super::error::NetError;
use super::evaluation::Evaluation;
use super::int8::{Int8Net, Workspace};
use super::katago::features::{History, InputExtractor, Inputs, NetRules, NetScoring};
use super::katago::load;
use super::network::{Network, OutputScales, RawOutputs};
use super::reference::{self, BoardSize};

/// Evaluations that the cache holds.
const CACHED: usize = 1 << 13;

/// Evaluation in the cache, with the key of its inputs.
type Slot = Mutex<Option<(u128, Arc<Evaluation>)>>;

/// Arithmetic in which a net is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// Convolutions in 8-bit integers: fast.
    #[default]
    Int8,
    /// 32-bit floats: exact, slow, for comparisons.
    Float,
}

/// Layers in one of the arithmetics.
enum Layers {
    Int8(Box<Int8Net>),
    Float(Box<Network>),
}

/// Net with a cache of its evaluations. Threads share it; each has a [`NetReader`] of its own.
pub struct Net {
    name: String,
    version: u32,
    scales: OutputScales,
    layers: Arc<Layers>,
    cache: Vec<Slot>,
}

impl std::fmt::Debug for Net {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Net")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Net {
    /// Reads a net of KataGo from a file.
    ///
    /// # Errors
    ///
    /// As [`load`] and [`Net::new`].
    pub fn open(path: &Path, arithmetic: Arithmetic) -> Result<Net, NetError> {
        Net::new(load(path)?, arithmetic)
    }

    /// Makes a network ready.
    ///
    /// # Errors
    ///
    /// As [`Int8Net::new`].
    pub fn new(network: Network, arithmetic: Arithmetic) -> Result<Net, NetError> {
        Ok(Net {
            name: network.name.clone(),
            version: network.version,
            scales: network.scales,
            layers: Arc::new(match arithmetic {
                Arithmetic::Int8 => {
                    Layers::Int8(Box::new(Int8Net::new(&network, &calibration_inputs())?))
                }
                Arithmetic::Float => Layers::Float(Box::new(network)),
            }),
            cache: empty_cache(),
        })
    }

    /// Returns a net with these layers and an empty cache of its own, for a player that must not
    /// profit from the evaluations of another one.
    #[must_use]
    pub fn with_own_cache(&self) -> Net {
        Net {
            name: self.name.clone(),
            version: self.version,
            scales: self.scales,
            layers: Arc::clone(&self.layers),
            cache: empty_cache(),
        }
    }

    /// Returns the name of the net and the version of its model.
    #[must_use]
    pub fn name(&self) -> (&str, u32) {
        (&self.name, self.version)
    }

    /// Returns the cached evaluation of a key.
    fn cached(&self, key: u128) -> Option<Arc<Evaluation>> {
        let slot = self
            .slot(key)
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let (known, evaluation) = slot.as_ref()?;
        (*known == key).then(|| evaluation.clone())
    }

    fn store(&self, key: u128, evaluation: &Arc<Evaluation>) {
        let mut slot = self
            .slot(key)
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *slot = Some((key, evaluation.clone()));
    }

    fn slot(&self, key: u128) -> &Slot {
        &self.cache[key as usize % CACHED]
    }
}

/// Returns a cache without an evaluation.
fn empty_cache() -> Vec<Slot> {
    (0..CACHED).map(|_| Slot::default()).collect()
}

/// Reader of positions for a net: buffers of one thread for one size of board.
pub struct NetReader<'n> {
    net: &'n Net,
    size: Size,
    extractor: InputExtractor,
    inputs: Inputs,
    turned: Inputs,
    outputs: RawOutputs,
    workspace: Workspace,
    /// For each symmetry of the board the place in a plane to which each place goes.
    symmetries: Vec<Vec<u16>>,
}

impl<'n> NetReader<'n> {
    /// Creates a reader for boards of one size.
    #[must_use]
    pub fn new(net: &'n Net, size: Size) -> NetReader<'n> {
        let symmetries = Symmetry::symmetries(size).map(|symmetry| {
            let mut to = vec![0; size.area()];
            for point in size.points() {
                to[place(size, point)] = place(size, symmetry.point(point)) as u16;
            }
            to
        });
        NetReader {
            net,
            size,
            extractor: InputExtractor::new(size),
            inputs: Inputs::new(size),
            turned: Inputs::new(size),
            outputs: RawOutputs::default(),
            workspace: Workspace::default(),
            symmetries: symmetries.collect(),
        }
    }

    /// Evaluates a position for the player to move, under the rules that are worth as much and that
    /// the net knows ([`Position::area_equivalent`]).
    ///
    /// The net looks at the image of the board by one of its symmetries, which follows from the
    /// inputs, so that equal inputs have equal evaluations; `symmetry` chooses another one.
    pub fn evaluate(
        &mut self,
        position: &Position,
        history: &History,
        terms: Terms,
        symmetry: Option<usize>,
    ) -> Arc<Evaluation> {
        let rules = NetRules::of(position, terms);
        self.extractor
            .extract(position, history, &rules, &mut self.inputs);
        let key = key_of(&self.inputs);
        let symmetry = symmetry.unwrap_or((key >> 64) as usize) % self.symmetries.len();
        let key = key ^ symmetry as u128;
        if let Some(evaluation) = self.net.cached(key) {
            return evaluation;
        }
        let to = &self.symmetries[symmetry];
        let area = self.size.area();
        self.turned.globals = self.inputs.globals;
        let planes = self.inputs.planes.chunks_exact(area);
        for (plane, turned) in planes.zip(self.turned.planes.chunks_exact_mut(area)) {
            for (value, &to) in plane.iter().zip(to) {
                turned[to as usize] = *value;
            }
        }
        let size = BoardSize {
            width: self.size.width(),
            height: self.size.height(),
        };
        let (planes, globals) = (&self.turned.planes, &self.turned.globals);
        match &*self.net.layers {
            Layers::Int8(net) => {
                net.evaluate(
                    size,
                    planes,
                    globals,
                    &mut self.workspace,
                    &mut self.outputs,
                );
            }
            Layers::Float(net) => self.outputs = reference::evaluate(net, size, planes, globals),
        }
        let no_result = rules.ko == KoRule::Simple || rules.scoring == NetScoring::Territory;
        let mut evaluation = Evaluation::from_outputs(&self.outputs, self.net.scales, no_result);
        let back = |values: &[f32]| to.iter().map(|&to| values[to as usize]).collect();
        evaluation.policy = back(&evaluation.policy);
        evaluation.ownership = back(&evaluation.ownership);
        let evaluation = Arc::new(evaluation);
        self.net.store(key, &evaluation);
        evaluation
    }

    /// Returns the probabilities of placements on `points` and of a pass, if that is legal:
    /// together they are 1.
    #[must_use]
    pub fn chances(
        &self,
        evaluation: &Evaluation,
        points: &[Point],
        may_pass: bool,
    ) -> (Vec<f32>, f32) {
        let pass = if may_pass {
            evaluation.pass
        } else {
            f32::NEG_INFINITY
        };
        let logits = points
            .iter()
            .map(|&point| evaluation.policy[self.place(point)]);
        let highest = logits.clone().fold(pass, f32::max);
        let mut chances: Vec<f32> = logits.map(|logit| (logit - highest).exp()).collect();
        let pass = (pass - highest).exp();
        let sum = chances.iter().sum::<f32>() + pass;
        chances.iter_mut().for_each(|chance| *chance /= sum);
        (chances, pass / sum)
    }

    /// Returns the place of a point in planes, policy and ownership: row by row from the top.
    #[must_use]
    pub fn place(&self, point: Point) -> usize {
        place(self.size, point)
    }
}

/// Returns the place of a point in a plane: row by row from the top.
fn place(size: Size, point: Point) -> usize {
    let (x, y) = size.coordinates(point);
    (size.height() - 1 - y) * size.width() + x
}

/// Returns a key of everything that the net is shown.
fn key_of(inputs: &Inputs) -> u128 {
    let half = |seed| {
        let mut hasher = FixedState::with_seed(seed).build_hasher();
        let pairs = inputs.planes.chunks(2).chain(inputs.globals.chunks(2));
        for pair in pairs {
            let high = pair.get(1).map_or(0, |value| value.to_bits());
            hasher.write_u64(u64::from(high) << 32 | u64::from(pair[0].to_bits()));
        }
        hasher.finish()
    };
    u128::from(half(1)) << 64 | u128::from(half(2))
}
