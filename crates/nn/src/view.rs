//! Positions as nets of each kind are shown them.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::quality::FixedState;
use halfpoint_core::game::{Position, Terms};
use halfpoint_core::rules::KoRule;
use halfpoint_core::{Point, Size};

use super::features::{History, Places, komi_unseen};
use super::katago::features::NetRules;
use super::network::NetKind;
use super::{katago, own};

/// Extractor of the inputs of one kind of net, with the inputs of the position seen last.
pub(super) struct View {
    places: Places,
    kind: Kind,
}

enum Kind {
    KataGo(Box<KataGoView>),
    Own(Box<OwnView>),
}

struct KataGoView {
    extractor: katago::features::InputExtractor,
    inputs: katago::features::Inputs,
}

struct OwnView {
    extractor: own::InputExtractor,
    inputs: own::Inputs,
}

/// Facts about the inputs of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// Key of everything that the net is shown.
    pub key: u128,
    /// Whether the game may end without a result.
    pub may_be_void: bool,
    /// Half-points of komi for the player to move that the net is not shown.
    pub komi_unseen: i32,
}

impl View {
    /// Creates a view for boards of one size. `areas_under_suicide` is that of
    /// [`Network`](super::Network).
    pub(super) fn new(kind: NetKind, areas_under_suicide: bool, size: Size) -> View {
        let kind = match kind {
            NetKind::KataGo => Kind::KataGo(Box::new(KataGoView {
                extractor: katago::features::InputExtractor::new(size)
                    .with_areas_under_suicide(areas_under_suicide),
                inputs: katago::features::Inputs::new(size),
            })),
            NetKind::Own => Kind::Own(Box::new(OwnView {
                extractor: own::InputExtractor::new(size),
                inputs: own::Inputs::new(size),
            })),
        };
        View {
            places: Places::new(size),
            kind,
        }
    }

    /// Extracts the inputs of a position. A net of KataGo is shown the rules that are worth as much
    /// and that it knows ([`Position::area_equivalent`]), one of our own the true ones.
    pub(super) fn look(&mut self, position: &Position, history: &History, terms: Terms) -> Seen {
        let area = self.places.size().area();
        let unseen = |komi| komi_unseen(komi, position.to_move(), area);
        match &mut self.kind {
            Kind::KataGo(view) => {
                let rules = NetRules::of(position, terms);
                let KataGoView { extractor, inputs } = &mut **view;
                extractor.extract(position, history, &rules, inputs);
                Seen {
                    key: key_of(|hasher| {
                        write_floats(&inputs.planes, hasher);
                        write_floats(&inputs.globals, hasher);
                    }),
                    may_be_void: rules.may_be_void(),
                    komi_unseen: unseen(rules.komi),
                }
            }
            Kind::Own(view) => {
                let OwnView { extractor, inputs } = &mut **view;
                extractor.extract(position, history, terms, inputs);
                Seen {
                    key: key_of(|hasher| {
                        inputs.planes.iter().for_each(|plane| plane.hash(hasher));
                        write_floats(&inputs.globals, hasher);
                    }),
                    may_be_void: position.rules().ko == KoRule::Simple,
                    komi_unseen: unseen(position.area_equivalent(terms).with_usual_button().0),
                }
            }
        }
    }

    /// Writes the inputs of the position seen last, with the board turned so that each place of a
    /// plane goes to the place `to` of it. Planes have the order `[plane][row][column]`.
    pub(super) fn write(&self, to: &[u16], planes: &mut Vec<f32>, globals: &mut Vec<f32>) {
        let area = self.places.size().area();
        globals.clear();
        planes.clear();
        match &self.kind {
            Kind::KataGo(view) => {
                planes.resize(view.inputs.planes.len(), 0.0);
                let from = view.inputs.planes.chunks_exact(area);
                for (from, plane) in from.zip(planes.chunks_exact_mut(area)) {
                    for (value, &to) in from.iter().zip(to) {
                        plane[usize::from(to)] = *value;
                    }
                }
                globals.extend(view.inputs.globals);
            }
            Kind::Own(view) => {
                planes.resize(own::PLANES * area, 0.0);
                let place = |point| usize::from(to[self.places.of(point)]);
                view.inputs.write_planes(planes, place);
                globals.extend(view.inputs.globals);
            }
        }
    }

    /// Returns the place of a point in planes, policy and ownership: row by row from the top.
    pub(super) fn place(&self, point: Point) -> usize {
        self.places.of(point)
    }
}

/// Returns a key of everything that `write` gives to a hasher.
fn key_of(write: impl Fn(&mut foldhash::quality::FoldHasher<'_>)) -> u128 {
    let half = |seed| {
        let state = FixedState::with_seed(seed);
        let mut hasher = state.build_hasher();
        write(&mut hasher);
        hasher.finish()
    };
    u128::from(half(1)) << 64 | u128::from(half(2))
}

fn write_floats(values: &[f32], hasher: &mut impl Hasher) {
    for pair in values.chunks(2) {
        let high = pair.get(1).map_or(0, |value| value.to_bits());
        hasher.write_u64(u64::from(high) << 32 | u64::from(pair[0].to_bits()));
    }
}
