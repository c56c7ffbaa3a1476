//! Regular files, read without waiting and up to a limit. A pipe or a device may have no end, and
//! opening a pipe waits for its other end.
//!
//! A user names files by [`given`], the program itself by [`own_reader`] and its relatives.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Flags with which a file is opened before its kind is known: a pipe without a second end is not
/// waited for, and no terminal becomes the controlling one.
#[cfg(unix)]
pub const LOOK: i32 = {
    use rustix::fs::OFlags;
    OFlags::NONBLOCK.union(OFlags::NOCTTY).bits() as i32
};

/// Sets the flags that open a file without waiting for the other end of a pipe.
pub fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, LOOK);
    options
}

/// Opens a regular file.
///
/// # Errors
/// Returns an error if the path names something else, or the file cannot be opened.
pub fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Opening a device can already have an effect, hence the check before. If something else takes
    // the name after it, the flags prevent waiting and the check of the open file finds it.
    match fs::metadata(path) {
        Ok(found) => check(&found)?,
        Err(error) if error.kind() == ErrorKind::NotFound => (),
        Err(error) => return Err(error),
    }
    let file = without_waiting(options).open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

fn check(found: &fs::Metadata) -> io::Result<()> {
    match found.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("not a regular file")),
    }
}

/// File or folder that a path named once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity(#[cfg(unix)] [u64; 2]);

impl Identity {
    /// Returns what some metadata are of. Where the system has no numbers for it, all are equal.
    #[must_use]
    pub fn of(found: &fs::Metadata) -> Identity {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            Identity([found.dev(), found.ino()])
        }
        #[cfg(not(unix))]
        {
            let _ = found;
            Identity()
        }
    }

    /// Returns whether a path names this file or folder still, and no link to it.
    ///
    /// # Errors
    /// Returns an error if the system cannot tell.
    pub fn is_at(self, path: &Path) -> io::Result<bool> {
        match fs::symlink_metadata(path) {
            Ok(found) => Ok(Identity::of(&found) == self),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Folder whose name another one may take. It is held open, so that no other gets its number.
#[derive(Debug)]
pub struct HeldFolder {
    path: PathBuf,
    identity: Identity,
    _held: Option<File>,
}

impl HeldFolder {
    /// Creates a folder whose name the program chose, if it does not exist, and holds it.
    ///
    /// # Errors
    /// As [`own_folder`].
    pub fn create(path: &Path) -> io::Result<HeldFolder> {
        own_folder(path)?;
        Ok(HeldFolder {
            path: path.to_path_buf(),
            identity: Identity::of(&fs::symlink_metadata(path)?),
            // Where folders cannot be opened, they have no numbers either.
            _held: File::open(path).ok(),
        })
    }

    /// Returns the path that named the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the path names this folder still.
    ///
    /// # Errors
    /// As [`Identity::is_at`].
    pub fn is_in_place(&self) -> io::Result<bool> {
        self.identity.is_at(&self.path)
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// As [`open`].
pub fn reader(path: &Path) -> io::Result<File> {
    open(path, OpenOptions::new().read(true))
}

/// Opens a file that the user names for reading: a regular file, or what the user's shell has
/// opened for this process, named `/dev/stdin` or, in place of `<(…)`, `/dev/fd/63`.
///
/// Such a pipe has its other end, so that reading it ends. One that is named by its own path may
/// never get one, and a mistyped name of a device may have no end; both are refused.
///
/// # Errors
/// As [`open`].
pub fn given(path: &Path) -> io::Result<File> {
    match is_descriptor(path) {
        true => File::open(path),
        false => reader(path),
    }
}

/// Returns whether a path names a descriptor that this process has open.
fn is_descriptor(path: &Path) -> bool {
    let folders = ["/dev/fd", "/proc/self/fd"].map(|folder| Some(Path::new(folder)));
    path == Path::new("/dev/stdin") || folders.contains(&path.parent())
}

/// Opens a file whose name in a folder the program chose. A folder that came from elsewhere may
/// hold a symbolic link of that name to any file of the user.
///
/// # Errors
/// As [`open`], and if the path is a symbolic link.
pub fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Err(io::Error::other("a symbolic link")),
        _ => open(path, options),
    }
}

/// Opens a file whose name the program chose for reading.
///
/// # Errors
/// As [`open_own`].
pub fn own_reader(path: &Path) -> io::Result<File> {
    open_own(path, OpenOptions::new().read(true))
}

/// Reads at most `limit` bytes of a file whose name the program chose.
///
/// # Errors
/// As [`open_own`], and if the file cannot be read or is longer.
pub fn own_bytes(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    up_to(own_reader(path)?, limit)
}

/// Reads a file of text of at most `limit` bytes whose name the program chose.
///
/// # Errors
/// As [`own_bytes`], and if the file is not UTF-8.
pub fn own_text(path: &Path, limit: u64) -> io::Result<String> {
    text_up_to(own_reader(path)?, limit)
}

/// Creates a folder whose name the program chose, if it does not exist.
///
/// # Errors
/// Returns an error if it cannot be created, or something else has the name, a symbolic link to a
/// folder included.
pub fn own_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    check_own_folder(path)
}

/// Checks that a name of the program's choice is that of a folder.
///
/// # Errors
/// Returns an error if it is not there, or is something else, a symbolic link to a folder included.
pub fn check_own_folder(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path)?.is_dir() {
        true => Ok(()),
        false => Err(io::Error::other("not a folder")),
    }
}

/// Reads text of at most `limit` bytes, from whatever it comes.
///
/// # Errors
/// Returns an error if it cannot be read, is longer, or is not UTF-8.
pub fn text_up_to(input: impl Read, limit: u64) -> io::Result<String> {
    let bytes = up_to(input, limit)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

fn up_to(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(io::Error::other(format!("more than {limit} bytes"))),
        false => Ok(bytes),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::fd::AsRawFd;
    use std::process::Command;

    use super::*;

    #[test]
    fn a_pipe_is_read_if_it_is_open_and_refused_by_its_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        for path in [&pipe, Path::new("/dev/zero"), folder.path()] {
            let error = given(path).expect_err("no file").to_string();
            assert_eq!(error, "not a regular file", "{}", path.display());
        }
        let (output, input) = std::io::pipe().expect("a pipe");
        std::io::Write::write_all(&mut { input }, b"text").expect("a pipe");
        let path = format!("/dev/fd/{}", output.as_raw_fd());
        let read = given(Path::new(&path)).and_then(|file| text_up_to(file, 4));
        assert_eq!(read.expect("text"), "text");
        for path in [
            "/dev/fd/../zero",
            "/dev/fd",
            "/proc/self/fd/../../../dev/zero",
        ] {
            assert!(given(Path::new(path)).is_err(), "{path}");
        }
    }
}
