//! Files that a client names over a protocol.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions, Permissions};
use halfpoint_core::excerpt::file_name;
use halfpoint_system::regular::without_waiting;
use thiserror::Error;

use super::open::split;
use super::output::Output;

/// The set of files that a client may read and write by name.
///
/// Every variant opens only regular files: a pipe or a device could block without end, or act when
/// it is opened.
#[derive(Clone, Debug, Default)]
pub enum Access {
    /// All files that the process may open; relative names start from its working directory.
    #[default]
    Anywhere,
    /// Files in a folder and below it. Names start from there, and the system resolves them against
    /// the open folder, so that neither `..`, nor an absolute path, nor a symbolic link leads out.
    Within(Arc<Dir>),
    /// No files.
    Off,
}

/// The reason why a file is not read or written.
#[derive(Debug, Error)]
pub enum AccessError {
    /// Access to files is turned off.
    #[error("files are off")]
    Off,
    /// The name belongs to a folder, a pipe, a device or a socket.
    #[error("not a file")]
    NotRegular,
    /// The file has no bytes. The system's own files, such as `/proc/kmsg`, claim to be empty;
    /// reading them can block, so they are not read.
    #[error("the file is empty")]
    Empty,
    /// The file, named by its path, cut if it is long, is something else than a game record.
    #[error("{0} is no game record, and nothing else is replaced")]
    NotRecord(String),
    /// The system refuses, or the path leads out of the folder.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The reason why a text does not name an access: the folder cannot be opened.
#[derive(Debug, Error)]
#[error("no folder that can be opened: {0}")]
pub struct ParseAccessError(#[from] io::Error);

/// Reads `off`, or the path of a folder, which is opened.
impl FromStr for Access {
    type Err = ParseAccessError;

    fn from_str(text: &str) -> Result<Access, ParseAccessError> {
        match text {
            "off" => Ok(Access::Off),
            folder => {
                let folder = Dir::open_ambient_dir(folder, ambient_authority())?;
                Ok(Access::Within(Arc::new(folder)))
            }
        }
    }
}

impl Access {
    /// Returns whether the path names a regular file.
    #[must_use]
    pub fn is_file(&self, path: &str) -> bool {
        self.check(path).is_ok()
    }

    /// Opens a file for reading. The reader yields at most as many bytes as the file had when it
    /// was opened.
    ///
    /// # Errors
    /// If the file is not a regular file, has no bytes, cannot be opened, or may not be named.
    pub fn read(&self, path: &str) -> Result<impl Read + use<>, AccessError> {
        let file = self.open(path, For::Reading)?;
        match file.metadata()?.len() {
            0 => Err(AccessError::Empty),
            bytes => Ok(file.take(bytes)),
        }
    }

    /// Writes a game record as a whole, as [`Output::write`] does. Replaces only a file that is a
    /// game record itself: a client may mistype a name, and the process may have the rights to any
    /// file of the system.
    ///
    /// # Errors
    /// If the name belongs to something other than a game record, the file cannot be written, or
    /// it may not be named; an existing file then stays as it was.
    pub fn write_record(&self, path: &str, bytes: &[u8]) -> Result<(), AccessError> {
        let permissions = match self.open(path, For::Writing) {
            Ok(file) => {
                let permissions = Permissions::from_std(file.metadata()?.permissions());
                let mut start = Vec::new();
                file.take(LOOKED_AT).read_to_end(&mut start)?;
                if !begins_record(&start) {
                    return Err(AccessError::NotRecord(file_name(path)));
                }
                Some(permissions)
            }
            Err(AccessError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let output = match self {
            Access::Off => return Err(AccessError::Off),
            Access::Anywhere => Output::open(Path::new(path))?,
            Access::Within(folder) => {
                let (parent, name) = split(Path::new(path))?;
                Output::within(folder.open_dir(parent)?, name.to_os_string(), permissions)
            }
        };
        Ok(output.write(bytes)?)
    }

    /// Opens a regular file.
    fn open(&self, path: &str, purpose: For) -> Result<File, AccessError> {
        // Opening a device can already have an effect, hence the check before. If a device takes
        // the name after it, the flags prevent waiting and the check of the open file finds it.
        self.check(path)?;
        let file = match self {
            Access::Off => return Err(AccessError::Off),
            Access::Anywhere => {
                let mut options = fs::OpenOptions::new();
                match purpose {
                    For::Reading => options.read(true),
                    For::Writing => options.read(true).write(true),
                };
                without_waiting(&mut options).open(path)?
            }
            Access::Within(folder) => {
                let mut options = OpenOptions::new();
                match purpose {
                    For::Reading => options.read(true),
                    For::Writing => options.read(true).write(true),
                };
                nonblocking_within(&mut options);
                folder.open_with(path, &options)?.into_std()
            }
        };
        regular(file.metadata()?.is_file())?;
        Ok(file)
    }

    /// Checks that the path names a regular file, without opening it.
    fn check(&self, path: &str) -> Result<(), AccessError> {
        regular(match self {
            Access::Off => return Err(AccessError::Off),
            Access::Anywhere => fs::metadata(path)?.is_file(),
            Access::Within(folder) => folder.metadata(path)?.is_file(),
        })
    }
}

/// Bytes of a file that tell whether it is a game record.
const LOOKED_AT: u64 = 1024;

/// Returns whether a file with these first bytes is a game record: it begins with a game tree.
fn begins_record(start: &[u8]) -> bool {
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let tree = text.trim_ascii_start().strip_prefix(b"(");
    tree.is_some_and(|tree| tree.trim_ascii_start().starts_with(b";"))
}

/// The purpose for which a file is opened.
#[derive(Clone, Copy)]
enum For {
    Reading,
    /// Writing a file whose content was looked at.
    Writing,
}

fn regular(is_file: bool) -> Result<(), AccessError> {
    match is_file {
        true => Ok(()),
        false => Err(AccessError::NotRegular),
    }
}

#[cfg(unix)]
fn nonblocking_within(options: &mut OpenOptions) {
    use cap_std::fs::OpenOptionsExt;
    options.custom_flags(halfpoint_system::regular::LOOK);
}

#[cfg(not(unix))]
fn nonblocking_within(_: &mut OpenOptions) {}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::process::Command;
    use std::time::{Duration, Instant};

    use tempfile::{TempDir, tempdir};

    use super::*;

    const GAME: &str = "(;B[aa])";
    const SECRET: &str = "(;C[secret])";

    /// Creates a folder `inside` with a game in it, and a file beside it that must stay secret.
    fn confined() -> (TempDir, Access) {
        let folder = tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("inside/deeper")).expect("a folder");
        fs::write(at("inside/game"), GAME).expect("a file");
        fs::write(at("secret"), SECRET).expect("a file");
        let access = at("inside").to_str().expect("UTF-8").parse();
        (folder, access.expect("a folder"))
    }

    fn read(access: &Access, path: &str) -> Result<String, AccessError> {
        let mut text = String::new();
        access.read(path)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn files_within_the_folder_are_read_and_written() {
        let (folder, access) = confined();
        assert_eq!(read(&access, "game").expect("a file"), GAME);
        let up_and_down = read(&access, "deeper/../game");
        assert_eq!(up_and_down.expect("a file"), GAME);
        access.write_record("deeper/new", b"new").expect("a file");
        access.write_record("game", b"other").expect("a file");
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(text("inside/deeper/new"), "new");
        assert_eq!(text("inside/game"), "other");
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let (folder, access) = confined();
        let secret = folder.path().join("secret");
        let link = |to: &Path, name: &str| {
            symlink(to, folder.path().join("inside").join(name)).expect("a link");
        };
        link(Path::new("../secret"), "relative");
        link(&secret, "absolute");
        link(Path::new(".."), "up");
        link(Path::new("../not-yet"), "free");
        let absolute = secret.to_str().expect("UTF-8").to_string();
        let inside = folder.path().join("inside/game");
        for path in [
            "../secret",
            "deeper/../../secret",
            "relative",
            "absolute",
            "up/secret",
            "up/inside/game",
            &absolute,
            inside.to_str().expect("UTF-8"),
        ] {
            assert!(read(&access, path).is_err(), "{path}");
            assert!(!access.is_file(path), "{path}");
            assert!(access.write_record(path, b"changed").is_err(), "{path}");
        }
        for path in ["../new", "up/new", "free", "/tmp", "..", ".", ""] {
            assert!(access.write_record(path, b"new").is_err(), "{path}");
        }
        assert_eq!(fs::read_to_string(&secret).expect("a file"), SECRET);
        let mut beside = fs::read_dir(folder.path()).expect("a folder");
        assert!(beside.all(|entry| {
            let name = entry.expect("an entry").file_name();
            name == "inside" || name == "secret"
        }));
    }

    #[test]
    fn nothing_but_game_records_is_replaced() {
        let (folder, access) = confined();
        let at = |name: &str| folder.path().join("inside").join(name);
        let records = ["(;B[aa])", "\u{feff}\n ( ;FF[4]", "\t(\r\n;", "(;)(;)"];
        let others = [
            "",
            "root:x:0:0",
            "#!/bin/sh\n(;",
            "( x",
            "()",
            "(",
            ";B[aa]",
            "[(;",
            "{}",
            "\0(;",
        ];
        let path = at("file").to_str().expect("UTF-8").to_string();
        for (is_record, texts) in [(true, &records[..]), (false, &others)] {
            for text in texts {
                for (access, name) in [(&access, "file"), (&Access::Anywhere, path.as_str())] {
                    fs::write(at("file"), text).expect("a file");
                    let written = access.write_record(name, b"(;W[bb])");
                    match written {
                        Ok(()) => assert!(is_record, "{text:?}"),
                        Err(error) => {
                            assert!(!is_record, "{text:?}: {error}");
                            assert!(error.to_string().contains("file is no game"), "{error}");
                        }
                    }
                    let left = fs::read_to_string(at("file")).expect("a file");
                    assert_eq!(left, if is_record { "(;W[bb])" } else { text });
                }
            }
        }
    }

    #[test]
    fn access_stays_with_the_opened_folder_after_a_rename() {
        let (folder, access) = confined();
        let at = |name: &str| folder.path().join(name);
        fs::rename(at("inside"), at("moved")).expect("a folder");
        symlink(folder.path(), at("inside")).expect("a link");
        assert!(read(&access, "secret").is_err());
        assert_eq!(read(&access, "game").expect("a file"), GAME);
    }

    #[test]
    fn pipes_devices_and_folders_are_refused_without_waiting() {
        let (folder, access) = confined();
        let pipe = folder.path().join("inside/pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        let pipe = pipe.to_str().expect("UTF-8");
        let begun = Instant::now();
        for (access, path) in [
            (&access, "pipe"),
            (&access, "deeper"),
            (&Access::Anywhere, pipe),
            (&Access::Anywhere, "/dev/null"),
            (&Access::Anywhere, "/dev/zero"),
            (&Access::Anywhere, "/"),
        ] {
            let refused =
                |result: Result<(), AccessError>| matches!(result, Err(AccessError::NotRegular));
            assert!(refused(access.read(path).map(|_| ())), "{path}");
            assert!(refused(access.write_record(path, b"1")), "{path}");
        }
        assert!(begun.elapsed() < Duration::from_secs(1));
    }

    /// `/proc/kmsg` is a regular file by its mode, and reading it waits for the kernel's next
    /// message.
    #[cfg(target_os = "linux")]
    #[test]
    fn files_generated_by_the_system_are_refused() {
        for path in ["/proc/kmsg", "/proc/self/maps", "/proc/self/status"] {
            assert!(Access::Anywhere.read(path).is_err(), "{path}");
        }
        let empty = Access::Anywhere.read("/proc/self/status").map(|_| ());
        assert!(matches!(empty, Err(AccessError::Empty)));
    }

    #[test]
    fn access_off_refuses_every_file() {
        let access: Access = "off".parse().expect("a word");
        for path in ["/etc/passwd", "file"] {
            assert!(!access.is_file(path));
            assert!(matches!(
                access.read(path).map(|_| ()),
                Err(AccessError::Off)
            ));
            assert!(matches!(
                access.write_record(path, b"1"),
                Err(AccessError::Off)
            ));
        }
        assert!("/no/such/folder".parse::<Access>().is_err());
    }
}
