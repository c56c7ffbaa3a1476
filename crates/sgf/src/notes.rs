//! Notes about what was assumed or ignored.

/// Maximum number of notes about one game.
const MAX_NOTES: usize = 32;
/// Assumptions and ignored values, in words.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<String>);

impl Notes {
    pub(super) fn add(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.0.len() < MAX_NOTES && !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    pub(super) fn into_vec(self) -> Vec<String> {
        self.0
    }
}
