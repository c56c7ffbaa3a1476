//! Parts of the path of a file: its folder and its name.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// Splits a path into its folder and the name in it.
///
/// # Errors
/// If the path does not end in the name of a file, as `a/` and `..`.
pub(super) fn split(path: &Path) -> io::Result<(PathBuf, &OsStr)> {
    let is_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    match path.file_name().filter(|_| !is_folder) {
        Some(name) => {
            let folder = path.parent().filter(|folder| folder != &Path::new(""));
            Ok((folder.unwrap_or(Path::new(".")).to_path_buf(), name))
        }
        None => Err(io::Error::from(io::ErrorKind::IsADirectory)),
    }
}
