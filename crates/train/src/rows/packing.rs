//! Settings of a conversion of shards into rows.

/// Settings of a conversion.
#[derive(Clone, Debug, PartialEq)]
pub struct Packing {
    /// Whether each row shows the board under a symmetry drawn for it.
    pub symmetries: bool,
    /// Seed of the symmetries.
    pub seed: u64,
    /// Share of the result of the game in the outcome, beside the judgement of the position.
    /// Distilled games have none of it.
    pub result_share: f32,
    /// Net of KataGo that will judge the rows: its inputs are added to them. No symmetry is drawn
    /// then.
    pub teacher: Option<Teacher>,
    /// Number of threads.
    pub threads: usize,
}

/// Option of a net of KataGo on which its inputs depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Teacher {
    /// As in [`Network`](halfpoint_nn::Network).
    pub areas_under_suicide: bool,
}
