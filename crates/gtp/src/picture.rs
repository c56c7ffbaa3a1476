//! Pictures of a search that GoGui can show while the engine thinks, by name.

/// A picture of the results of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Win rates of the best moves in percent; the status line lists these moves and all tokens, by
    /// name.
    Moves,
    /// Visits of each point as a share of those of the most visited point.
    Visits,
    /// The principal variation.
    Line,
    /// Ownership at the ends of playouts: 1 is Black's, −1 White's.
    Ownership,
    /// Points that mostly belonged to one side.
    Territory,
}

impl Picture {
    /// All pictures with their names.
    pub const ALL: [(&'static str, Picture); 5] = [
        ("moves", Picture::Moves),
        ("visits", Picture::Visits),
        ("line", Picture::Line),
        ("ownership", Picture::Ownership),
        ("territory", Picture::Territory),
    ];

    /// Returns the picture of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Picture> {
        let mut all = Picture::ALL.iter();
        all.find(|(known, _)| *known == name)
            .map(|(_, picture)| *picture)
    }

    /// Returns the name of the picture.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut all = Picture::ALL.iter();
        all.find(|(_, picture)| *picture == self)
            .map_or("", |(name, _)| name)
    }

    /// Returns whether the picture needs the ownership of the points.
    pub(super) fn wants_ownership(self) -> bool {
        matches!(self, Picture::Ownership | Picture::Territory)
    }
}
