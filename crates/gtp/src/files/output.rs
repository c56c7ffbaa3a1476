//! Output files that appear as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, Permissions};
use cap_tempfile::TempFile;

use halfpoint_system::regular::without_waiting;

use super::open::split;

/// A place that a file will be written to.
///
/// Opening it finds most errors before any work is done for its content: a missing folder, a file
/// that may not be written, a folder of that name.
#[derive(Debug)]
pub struct Output(FileKind);

#[derive(Debug)]
enum FileKind {
    /// A regular file, or a name that is free. Its folder stays open, so that the file is written
    /// into the folder that was checked, whatever happens to the path meanwhile.
    Whole {
        folder: Dir,
        name: OsString,
        /// Permissions of the file that will be replaced; `None` if the name is free.
        permissions: Option<Permissions>,
    },
    /// A device or a pipe, which cannot be replaced and is written to directly.
    Through(File),
}

impl Output {
    /// Opens a place that the operator of the program names.
    ///
    /// A symbolic link to a file means that file. Devices and pipes are written to as they are, so
    /// that `/dev/stdout` works; a pipe without a reader is an error.
    ///
    /// # Errors
    /// If the path is a folder, lies in no folder, or may not be written.
    pub fn open(path: &Path) -> io::Result<Output> {
        let mut options = OpenOptions::new();
        options.write(true);
        match without_waiting(&mut options).open(path) {
            Ok(file) => {
                let known = file.metadata()?;
                if !known.is_file() {
                    // Opened a second time: unlike the first handle, this one may wait for a slow
                    // reader.
                    let file = OpenOptions::new().write(true).open(path)?;
                    return Ok(Output(FileKind::Through(file)));
                }
                let permissions = Permissions::from_std(known.permissions());
                Output::at(&fs::canonicalize(path)?, Some(permissions))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Output::at(path, None),
            Err(error) => Err(error),
        }
    }

    fn at(path: &Path, permissions: Option<Permissions>) -> io::Result<Output> {
        let (folder, name) = split(path)?;
        let folder = Dir::open_ambient_dir(folder, ambient_authority())?;
        Ok(Output::within(folder, name.to_os_string(), permissions))
    }

    /// Returns the place of a name in an open folder. `permissions` are those of the regular file
    /// of that name, if there is one.
    pub(super) fn within(folder: Dir, name: OsString, permissions: Option<Permissions>) -> Output {
        Output(FileKind::Whole {
            folder,
            name,
            permissions,
        })
    }

    /// Writes the file.
    ///
    /// The bytes go to a temporary file in the target's folder, are synced to the disk, and then
    /// take the name. A file that was there is replaced and keeps its permissions; it stays as it
    /// was if anything fails, as on a full disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match &self.0 {
            FileKind::Through(file) => {
                let mut file = file;
                file.write_all(bytes)?;
                file.flush()
            }
            FileKind::Whole {
                folder,
                name,
                permissions,
            } => {
                let mut file =
                    TempFile::new(folder).map_err(|error| shortage(folder).unwrap_or(error))?;
                file.write_all(bytes)?;
                if let Some(permissions) = permissions {
                    file.as_file().set_permissions(permissions.clone())?;
                }
                file.as_file().sync_all()?;
                file.replace(name)
            }
        }
    }
}

/// Returns the error of a lack of file handles, if there is one: where no temporary file can be
/// made, the library may name that of its second attempt.
fn shortage(folder: &Dir) -> Option<io::Error> {
    folder.try_clone().err()
}

/// Writes a file so that it appears as a whole or not at all.
///
/// # Errors
/// If the file cannot be written; an existing file then stays as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Output::open(path)?.write(bytes)
}

/// Writes a file whose name in a folder the program chose, so that it appears as a whole or not at
/// all. A symbolic link of that name is replaced and not followed: a folder that came from
/// elsewhere may hold one to any file of the user.
///
/// # Errors
/// If something else than a file or a link has the name, or the file cannot be written.
pub fn write_own(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let permissions = match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => None,
        Ok(found) if found.is_file() => Some(Permissions::from_std(found.permissions())),
        Ok(_) => return Err(io::Error::other("not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    Output::at(path, permissions)?.write(bytes)
}

/// Opens a file for appending that the operator of the program names, and creates it if it does not
/// exist. Devices and pipes are written to as they are; a pipe without a reader is an error.
///
/// # Errors
/// If the file may not be written, or cannot be created.
pub fn appended(path: &Path) -> io::Result<File> {
    let options = || OpenOptions::new().create(true).append(true).clone();
    without_waiting(&mut options()).open(path)?;
    // Opened a second time: unlike the first handle, this one may wait for a slow reader.
    options().open(path)
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| {
            let name = entry.expect("an entry").file_name();
            name.into_string().expect("UTF-8")
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn file_is_created_and_replaced_without_leaving_temporary_files() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("file");
        for text in ["a longer text", "short"] {
            write_whole(&path, text.as_bytes()).expect("a file");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn folders_and_missing_folders_are_rejected_when_opening() {
        let folder = tempdir().expect("a folder");
        for path in ["", "missing/file", "new/", ".", ".."] {
            let path = folder.path().join(path);
            assert!(Output::open(&path).is_err(), "{}", path.display());
        }
        assert!(Output::open(Path::new("/")).is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{PermissionsExt, symlink};
        use std::process::Command;
        use std::time::{Duration, Instant};

        use super::*;

        fn mode(path: &Path) -> u32 {
            let known = fs::metadata(path).expect("a file");
            known.permissions().mode() & 0o777
        }

        #[test]
        fn permissions_are_kept_and_new_files_have_the_default_ones() {
            let folder = tempdir().expect("a folder");
            let [usual, new, old] = ["usual", "new", "old"].map(|name| folder.path().join(name));
            fs::write(&usual, "").expect("a file");
            write_whole(&new, b"1").expect("a file");
            assert_eq!(mode(&new), mode(&usual));
            fs::write(&old, "").expect("a file");
            fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).expect("permissions");
            write_whole(&old, b"1").expect("a file");
            assert_eq!(mode(&old), 0o640);
        }

        #[test]
        fn symbolic_link_is_followed_and_kept() {
            let folder = tempdir().expect("a folder");
            let (file, link) = (folder.path().join("file"), folder.path().join("link"));
            fs::write(&file, "old").expect("a file");
            symlink("file", &link).expect("a link");
            write_whole(&link, b"new").expect("a file");
            assert_eq!(fs::read(&file).expect("a file"), b"new");
            assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        }

        #[test]
        fn devices_are_written_to_directly() {
            write_whole(Path::new("/dev/null"), b"1").expect("a device");
            let full = write_whole(Path::new("/dev/full"), b"1");
            let error = full.expect_err("a full device");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }

        #[test]
        fn pipe_without_a_reader_is_an_immediate_error() {
            let folder = tempdir().expect("a folder");
            let pipe = folder.path().join("pipe");
            let made = Command::new("mkfifo").arg(&pipe).status();
            assert!(made.expect("mkfifo").success());
            let begun = Instant::now();
            assert!(Output::open(&pipe).is_err());
            assert!(appended(&pipe).is_err());
            assert!(begun.elapsed() < Duration::from_secs(1));
        }
    }
}
