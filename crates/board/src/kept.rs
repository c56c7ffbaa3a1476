//! The text that the page keeps beyond the run of the server: one file of the user.
//!
//! The file lies in the user's folder for state (`$XDG_STATE_HOME/halfpoint`, else
//! `~/.local/state/halfpoint`; on Windows the local one for programs). Nobody else may read it, and
//! the folder may hold anything that somebody else has put there: links are not followed, files of
//! others not read. A new text takes the name of the old one when it is whole, so that a crash or a
//! full disk leaves the old one.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use etcetera::BaseStrategy;
use halfpoint_system::parallel::lock;
use halfpoint_system::regular::{check_own_folder, own_reader, text_up_to};
use tempfile::Builder;
use thiserror::Error;

/// Largest text, in bytes.
pub const MAX_KEPT: usize = 4 << 20;
/// Name of the folder in that for state.
const FOLDER: &str = "halfpoint";
/// Name of the file in the folder.
const FILE: &str = "board.json";

/// Place where the page's text is kept.
#[derive(Clone, Debug)]
pub enum Keep {
    /// Nothing is kept.
    Off,
    /// The user's folder for state.
    State,
    /// This folder.
    In(PathBuf),
}

/// Reason why a text is not kept, or a kept one not read.
#[derive(Debug, Error)]
pub enum KeepError {
    /// The user wants nothing to be kept.
    #[error("the server was started with --no-keep")]
    Off,
    /// The user has no home.
    #[error("the system names no folder for it")]
    NoFolder,
    /// The text is too long.
    #[error("it is longer than {} MiB", MAX_KEPT >> 20)]
    Long,
    /// The file or its folder is somebody else's.
    #[error("{0} belongs to another user")]
    Foreign(PathBuf),
    /// The system does not let the file be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
}

/// The kept text. The last one that is written wins, whichever server of the user writes it.
pub struct KeptText {
    keep: Keep,
    /// Held by the request that reads or writes.
    turn: Mutex<()>,
}

impl KeptText {
    /// Creates the access to the text of a place. Nothing is created on the disk.
    pub fn new(keep: Keep) -> KeptText {
        KeptText {
            keep,
            turn: Mutex::new(()),
        }
    }

    /// Returns the kept text; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read, is too long, or may be somebody else's.
    pub fn read(&self) -> Result<Option<String>, KeepError> {
        let _turn = lock(&self.turn);
        let path = self.folder()?.join(FILE);
        if !self.has_folder()? {
            return Ok(None);
        }
        let failed = |error| KeepError::Io(path.clone(), error);
        let file = match own_reader(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let found = file.metadata().map_err(failed)?;
        check_owner(&path, &found)?;
        if found.len() > MAX_KEPT as u64 {
            return Err(KeepError::Long);
        }
        text_up_to(file, MAX_KEPT as u64).map(Some).map_err(failed)
    }

    /// Keeps a text in place of the last one.
    ///
    /// # Errors
    /// If it is too long or cannot be written; the last one stays then.
    pub fn write(&self, text: &str) -> Result<(), KeepError> {
        if text.len() > MAX_KEPT {
            return Err(KeepError::Long);
        }
        let _turn = lock(&self.turn);
        let folder = self.folder()?;
        create_folder(&folder).map_err(|error| KeepError::Io(folder.clone(), error))?;
        self.has_folder()?;
        let path = folder.join(FILE);
        check_replaceable(&path)?;
        let written = || {
            // Such a file is for the user alone.
            let mut file = Builder::new().prefix(".board-").tempfile_in(&folder)?;
            file.write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(&path)?;
            Ok(())
        };
        written().map_err(|error| KeepError::Io(path.clone(), error))
    }

    /// Forgets the kept text, if there is one.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn forget(&self) -> Result<(), KeepError> {
        let _turn = lock(&self.turn);
        let path = self.folder()?.join(FILE);
        if !self.has_folder()? {
            return Ok(());
        }
        check_replaceable(&path)?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(KeepError::Io(path, error)),
            _ => Ok(()),
        }
    }

    /// Returns the folder, which need not exist.
    fn folder(&self) -> Result<PathBuf, KeepError> {
        match &self.keep {
            Keep::Off => Err(KeepError::Off),
            Keep::In(folder) => Ok(folder.clone()),
            Keep::State => {
                let base = etcetera::choose_base_strategy().map_err(|_| KeepError::NoFolder)?;
                let state = base.state_dir().unwrap_or_else(|| base.cache_dir());
                Ok(state.join(FOLDER))
            }
        }
    }

    /// Returns whether the folder exists.
    ///
    /// # Errors
    /// If something else has its name, a link to a folder included, or it is somebody else's.
    fn has_folder(&self) -> Result<bool, KeepError> {
        let folder = self.folder()?;
        match fs::symlink_metadata(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(KeepError::Io(folder, error)),
            Ok(found) => {
                check_own_folder(&folder).map_err(|error| KeepError::Io(folder.clone(), error))?;
                check_owner(&folder, &found)?;
                Ok(true)
            }
        }
    }
}

/// Checks that no file of somebody else has the name of the kept one. A link may have it: it is
/// replaced or removed itself.
fn check_replaceable(path: &Path) -> Result<(), KeepError> {
    match fs::symlink_metadata(path) {
        Ok(found) => check_owner(path, &found),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(KeepError::Io(path.to_path_buf(), error)),
    }
}

/// Creates a folder for the user alone, and takes the rights of others from one that exists.
#[cfg(unix)]
fn create_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};

    let mut builder = fs::DirBuilder::new();
    builder.recursive(true).mode(0o700).create(folder)?;
    let found = fs::symlink_metadata(folder)?;
    if found.is_dir() && is_own(&found) && found.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Creates a folder; the system gives those of a user to nobody else.
#[cfg(not(unix))]
fn create_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

fn check_owner(path: &Path, found: &Metadata) -> Result<(), KeepError> {
    match is_own(found) {
        true => Ok(()),
        false => Err(KeepError::Foreign(path.to_path_buf())),
    }
}

/// Returns whether a file belongs to the user of this process.
#[cfg(unix)]
fn is_own(found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    found.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    use tempfile::{TempDir, tempdir};

    /// Returns the access to a folder that does not exist yet, with its path.
    fn kept() -> (TempDir, PathBuf, KeptText) {
        let outer = tempdir().expect("a folder");
        let folder = outer.path().join("state").join("halfpoint");
        let kept = KeptText::new(Keep::In(folder.clone()));
        (outer, folder, kept)
    }

    fn text(kept: &KeptText) -> Option<String> {
        kept.read().expect("a text or none")
    }

    #[test]
    fn a_text_is_kept_replaced_and_forgotten() {
        let (_outer, folder, kept) = kept();
        assert_eq!(text(&kept), None);
        kept.forget().expect("nothing to forget");
        assert!(
            !folder.exists(),
            "nothing is created before something is kept"
        );
        for wanted in ["a longer text", "ä", ""] {
            kept.write(wanted).expect("a folder");
            assert_eq!(text(&kept).as_deref(), Some(wanted));
        }
        let other = KeptText::new(Keep::In(folder.clone()));
        other.write("of another server").expect("a folder");
        assert_eq!(text(&kept).as_deref(), Some("of another server"));
        let names: Vec<_> = fs::read_dir(&folder).expect("a folder").collect();
        assert_eq!(names.len(), 1, "no temporary file stays");
        kept.forget().expect("a file");
        assert_eq!(text(&kept), None);
    }

    #[test]
    fn a_long_text_is_not_kept_and_a_long_file_not_read() {
        let (_outer, folder, kept) = kept();
        kept.write("short").expect("a folder");
        let long = "x".repeat(MAX_KEPT + 1);
        assert!(matches!(kept.write(&long), Err(KeepError::Long)));
        assert_eq!(text(&kept).as_deref(), Some("short"));
        kept.write(&long[1..]).expect("room");
        fs::write(folder.join(FILE), &long).expect("a file");
        assert!(matches!(kept.read(), Err(KeepError::Long)));
        fs::write(folder.join(FILE), [0xff]).expect("a file");
        assert!(matches!(kept.read(), Err(KeepError::Io(..))));
    }

    #[test]
    fn what_is_off_keeps_nothing() {
        let kept = KeptText::new(Keep::Off);
        assert!(matches!(kept.write("text"), Err(KeepError::Off)));
        assert!(matches!(kept.read(), Err(KeepError::Off)));
        assert!(matches!(kept.forget(), Err(KeepError::Off)));
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{PermissionsExt, chown, symlink};

        use super::*;

        fn mode(path: &Path) -> u32 {
            let found = fs::symlink_metadata(path).expect("a file");
            found.permissions().mode() & 0o777
        }

        #[test]
        fn others_may_not_read_the_text() {
            let (_outer, folder, kept) = kept();
            kept.write("text").expect("a folder");
            assert_eq!([mode(&folder), mode(&folder.join(FILE))], [0o700, 0o600]);
            for (path, rights) in [(folder.clone(), 0o755), (folder.join(FILE), 0o644)] {
                fs::set_permissions(path, fs::Permissions::from_mode(rights)).expect("rights");
            }
            kept.write("text").expect("a folder");
            assert_eq!([mode(&folder), mode(&folder.join(FILE))], [0o700, 0o600]);
        }

        #[test]
        fn links_are_replaced_and_not_followed() {
            let (outer, folder, kept) = kept();
            kept.write("text").expect("a folder");
            let (path, other) = (folder.join(FILE), outer.path().join("other"));
            let link = || {
                fs::write(&other, "of others").expect("a file");
                let _ = fs::remove_file(&path);
                symlink(&other, &path).expect("a link");
            };
            link();
            assert!(matches!(kept.read(), Err(KeepError::Io(..))));
            kept.write("new").expect("a folder");
            assert_eq!(text(&kept).as_deref(), Some("new"));
            link();
            kept.forget().expect("a link");
            assert_eq!(text(&kept), None);
            assert_eq!(fs::read_to_string(&other).expect("a file"), "of others");

            let folder = outer.path().join("link");
            symlink(outer.path().join("state"), &folder).expect("a link");
            let kept = KeptText::new(Keep::In(folder));
            assert!(matches!(kept.write("text"), Err(KeepError::Io(..))));
            assert!(matches!(kept.read(), Err(KeepError::Io(..))));
        }

        /// The administrator makes a file somebody else's; others find a folder that is.
        #[test]
        fn files_and_folders_of_others_are_refused() {
            let (_outer, folder, kept) = kept();
            let refuses = |kept: &KeptText| {
                assert!(matches!(kept.read(), Err(KeepError::Foreign(_))));
                assert!(matches!(kept.write("new"), Err(KeepError::Foreign(_))));
                assert!(matches!(kept.forget(), Err(KeepError::Foreign(_))));
            };
            if !rustix::process::geteuid().is_root() {
                refuses(&KeptText::new(Keep::In(PathBuf::from("/usr"))));
                return;
            }
            kept.write("text").expect("a folder");
            let file = folder.join(FILE);
            chown(&file, Some(1), None).expect("an administrator");
            refuses(&kept);
            chown(&file, Some(0), None).expect("an administrator");
            assert_eq!(text(&kept).as_deref(), Some("text"));
            chown(&folder, Some(1), None).expect("an administrator");
            refuses(&kept);
        }

        #[test]
        fn a_folder_without_rights_or_in_place_of_the_file_is_an_error_and_no_panic() {
            let (_outer, folder, kept) = kept();
            fs::create_dir_all(folder.join(FILE)).expect("a folder");
            assert!(matches!(kept.write("text"), Err(KeepError::Io(..))));
            assert!(matches!(kept.read(), Err(KeepError::Io(..))));
            assert!(matches!(kept.forget(), Err(KeepError::Io(..))));
            let kept = KeptText::new(Keep::In(PathBuf::from("/dev/null/halfpoint")));
            assert!(matches!(kept.write("text"), Err(KeepError::Io(..))));
        }
    }
}
