"""Files that are whole at every instant, whenever a process is killed."""

import contextlib
import fcntl
import glob
import json
import os
import time
from pathlib import Path

# Seconds after which a temporary file is one that a process left that was killed.
LEFT_BEHIND = 3600


def write_whole(path, write):
    """Has `write` fill a temporary file beside `path`, then puts it in place of `path`."""
    path = Path(path)
    for old in path.parent.glob(f".{glob.escape(path.name)}.*"):
        with contextlib.suppress(OSError):
            if time.time() - old.stat().st_mtime > LEFT_BEHIND:
                old.unlink()
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(temporary)
        with open(temporary, "rb") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def flush_folder(folder):
    """Waits until the names in a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def flush(folder):
    """Waits until all files in a folder and in the folders in it are on the disk."""
    for parent, _, names in os.walk(folder):
        for name in names:
            with open(Path(parent, name), "rb") as file:
                os.fsync(file.fileno())
        flush_folder(parent)


def read_lines(path):
    """Returns the objects of a file of JSON lines; a last line that was cut is left out."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def write_lines(path, objects):
    """Writes objects as JSON lines in place of a file."""
    text = "".join(json.dumps(entry) + "\n" for entry in objects)
    write_whole(path, lambda temporary: temporary.write_text(text, encoding="utf-8"))


def append_line(path, entry):
    """Appends an object to a file of JSON lines; a last line that was cut is removed before."""
    with open(path, "a+b") as file:
        file.seek(0)
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)
        file.write((json.dumps(entry) + "\n").encode())


@contextlib.contextmanager
def locked(folder):
    """Makes a folder, and keeps other processes from it that lock it, too."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    with open(Path(folder, ".lock"), "w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(f"{folder}: another process writes to it") from None
        yield


def metadata_of(path):
    """Returns the metadata of a net in safetensors, which begins with the length of its header and the header as JSON."""
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        return json.loads(file.read(length))["__metadata__"]


def version_of(path):
    """Returns the version of a net: the number of steps that it was trained for."""
    return int(metadata_of(path)["version"])
