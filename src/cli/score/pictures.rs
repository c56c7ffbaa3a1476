//! Files of the pictures that `--svg` asks for.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use halfpoint_gtp::files::{Output, write_whole};

/// Error for several games and one picture file.
const SEVERAL: &str = "--svg: several games need a directory, not a file";

/// Destination of the pictures.
pub(super) enum Pictures {
    /// No pictures are wanted.
    None,
    /// Path and opened file of the only picture.
    File(PathBuf, Output),
    /// Existing directory that gets a picture of each game, and the names of those that it has got.
    Directory(PathBuf, HashSet<String>),
}

impl Pictures {
    /// Opens the destination for the pictures of these files; `None` if no pictures are wanted.
    ///
    /// # Errors
    /// If pictures cannot be put there. This is checked before anything is counted.
    pub(super) fn new(path: Option<&Path>, files: &[PathBuf]) -> Result<Pictures, String> {
        let Some(path) = path else {
            return Ok(Pictures::None);
        };
        let unwritten = |error| unwritten(path, &error);
        let svg = path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("svg"));
        if svg && !path.is_dir() {
            if files.len() > 1 {
                return Err(SEVERAL.to_string());
            }
            let output = Output::open(path).map_err(unwritten)?;
            return Ok(Pictures::File(path.to_path_buf(), output));
        }
        let mut names = HashMap::new();
        for file in files {
            let name = picture_name(file, 1);
            if let Some(other) = names.insert(name.clone(), file) {
                let [other, file] = [other, file].map(|file| file.display());
                return Err(format!("--svg: {other} and {file} would both be {name}"));
            }
        }
        fs::create_dir_all(path).map_err(unwritten)?;
        Ok(Pictures::Directory(path.to_path_buf(), HashSet::new()))
    }

    /// Checks that there is room for several games.
    ///
    /// # Errors
    /// If there is one file for all pictures.
    pub(super) fn check_several(&self) -> Result<(), String> {
        match self {
            Pictures::File(..) => Err(SEVERAL.to_string()),
            Pictures::None | Pictures::Directory(..) => Ok(()),
        }
    }

    /// Writes the picture of a game, which is the `number`-th of its file.
    ///
    /// # Errors
    /// If the picture cannot be written, or would replace that of another game.
    pub(super) fn draw(
        &mut self,
        file: &Path,
        number: usize,
        picture: impl FnOnce() -> String,
    ) -> Result<(), String> {
        match self {
            Pictures::None => Ok(()),
            Pictures::Directory(directory, drawn) => {
                let name = picture_name(file, number);
                let path = directory.join(&name);
                let written = match drawn.insert(name) {
                    true => write_whole(&path, picture().as_bytes()),
                    // The second game of `a.sgf`, or the first of `a-2.sgf`.
                    false => Err(io::Error::other("it is that of another game")),
                };
                written.map_err(|error| unwritten(&path, &error))
            }
            Pictures::File(path, output) => {
                let written = output.write(picture().as_bytes());
                written.map_err(|error| unwritten(path, &error))
            }
        }
    }
}

/// Returns the name of the picture of a game, which is the `number`-th of its file.
fn picture_name(file: &Path, number: usize) -> String {
    let stem = file.file_stem().unwrap_or(OsStr::new("game"));
    let number = match number {
        1 => String::new(),
        number => format!("-{number}"),
    };
    format!("{}{number}.svg", stem.to_string_lossy())
}

fn unwritten(path: &Path, error: &io::Error) -> String {
    format!("--svg: {}: {error}", path.display())
}
