//! Regular files, read without waiting and up to a limit. A pipe or a device may have no end, and
//! opening a pipe waits for its other end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

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
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32);
    }
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

fn check(found: &fs::Metadata) -> io::Result<()> {
    match found.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("not a regular file")),
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// As [`open`].
pub fn reader(path: &Path) -> io::Result<File> {
    open(path, OpenOptions::new().read(true))
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
