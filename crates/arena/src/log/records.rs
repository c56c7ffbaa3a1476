//! Folder `sgf` of a match or a ladder, with a file for the moves of each game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use halfpoint_gtp::files::write_own;
use halfpoint_system::regular::HeldFolder;

use super::jsonl::{LinesError, at};

/// Name of the folder.
const RECORDS: &str = "sgf";

/// Returns the path of a game's SGF file, relative to the folder of the match or ladder.
#[must_use]
pub fn sgf_name(game: u32) -> String {
    format!("{RECORDS}/{game:06}.sgf")
}

/// Returns the path of the folder of records.
pub fn folder_in(dir: &Path) -> PathBuf {
    dir.join(RECORDS)
}

/// Returns a file in the folder of records, if there is one.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub fn any_in(dir: &Path) -> Result<Option<PathBuf>, LinesError> {
    let folder = folder_in(dir);
    match fs::read_dir(&folder) {
        Ok(mut entries) => match entries.next().transpose() {
            Ok(entry) => Ok(entry.map(|entry| entry.path())),
            Err(error) => Err(at(&folder)(error)),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(at(&folder)(error)),
    }
}

/// Owner of the records of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A match.
    Match,
    /// A ladder.
    Ladder,
}

/// Files beside the folder of records which say whose it is.
const CLAIMS: [(Owner, &str); 3] = [
    (Owner::Match, "match.toml"),
    (Owner::Match, "games.jsonl"),
    (Owner::Ladder, "ladder.jsonl"),
];

/// Checks that the records of a folder belong to nothing else.
///
/// # Errors
/// Returns [`LinesError::Claimed`] if they do.
pub fn check_claims(dir: &Path, owner: Owner) -> Result<(), LinesError> {
    let others = CLAIMS.iter().filter(|(other, _)| *other != owner);
    let mut others = others.map(|(_, name)| dir.join(name));
    match others.find(|path| fs::symlink_metadata(path).is_ok()) {
        Some(path) => Err(LinesError::Claimed(path)),
        None => Ok(()),
    }
}

/// Folder of records into which this process writes.
#[derive(Debug)]
pub struct Records {
    dir: PathBuf,
    folder: HeldFolder,
}

impl Records {
    /// Opens the folder, which is created if it does not exist. The file of the owner's lines is
    /// there before, so that of two owners who begin at once one finds the other.
    ///
    /// # Errors
    /// Returns an error if the records belong to something else, or the folder cannot be created,
    /// or something else has its name, a link included.
    pub fn open(dir: &Path, owner: Owner) -> Result<Records, LinesError> {
        check_claims(dir, owner)?;
        let folder = folder_in(dir);
        Ok(Records {
            dir: dir.to_path_buf(),
            folder: HeldFolder::create(&folder).map_err(at(&folder))?,
        })
    }

    /// Writes the moves of a game.
    ///
    /// # Errors
    /// Returns an error if another folder has the name now, whose records must not be replaced, or
    /// the file cannot be written.
    pub fn put(&self, game: u32, sgf: &str) -> Result<(), LinesError> {
        let folder = self.folder.path();
        if !self.folder.is_in_place().map_err(at(folder))? {
            return Err(LinesError::Moved(folder.to_path_buf()));
        }
        let path = self.dir.join(sgf_name(game));
        write_own(&path, sgf.as_bytes()).map_err(at(&path))
    }
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    #[test]
    fn records_of_another_folder_in_its_place_are_not_replaced() {
        let dir = tempdir().expect("a folder");
        let records = Records::open(dir.path(), Owner::Match).expect("a folder");
        records.put(0, "(;)").expect("a record");
        let path = any_in(dir.path()).expect("a folder").expect("a record");
        assert_eq!(path, dir.path().join(sgf_name(0)));
        fs::rename(folder_in(dir.path()), dir.path().join("away")).expect("a folder");
        fs::create_dir(folder_in(dir.path())).expect("a folder");
        let moved = records.put(1, "(;)");
        assert!(matches!(moved, Err(LinesError::Moved(_))), "{moved:?}");
        assert_eq!(any_in(dir.path()).expect("a folder"), None);
    }
}
