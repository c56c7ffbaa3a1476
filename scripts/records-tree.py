#!/usr/bin/env python3
"""Checks that a record comes back from the board page as it went in.

Each record is sent to a running `halfpoint board`: /api/read answers with its nodes, and /api/write makes a file of them. sgfmill
reads both files, which must have the same tree, in each node the same properties with the same values, and the same moves. What
differs is counted by its cause:

  CA, FF            of the root say UTF-8 and 4
  AP, GM            of a root that lacks them: halfpoint and 1
  second move       a node with two moves becomes two nodes
  lost bytes        the file has bytes that its encoding does not have
  damaged           sgfmill cannot read the file, or not as far: text without its escapes, an end that is missing
  own root          the root has nothing of a root: it gets what a new game has

Anything else is a fault. Records with the same bytes are tried once.
"""
import argparse
import base64
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path

from sgfmill import sgf, sgf_grammar

SCRIPTS = Path(__file__).resolve().parent
RELEASE = subprocess.check_output([SCRIPTS / "release-dir"], text=True).strip()

parser = argparse.ArgumentParser(prog="records-tree", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="a record, or a folder with records (.sgf) at any depth")
parser.add_argument("--engine", default=f"{RELEASE}/halfpoint", help="our program")
parser.add_argument("--list", action="store_true", help="name the records of each cause")
args = parser.parse_args()

# What every record of ours has in its root.
FIXED = {b"CA", b"FF", b"AP", b"GM"}
OF_ROOT = FIXED | {b"RU", b"HPR", b"KM", b"KO", b"SZ", b"HA", b"AB", b"AW", b"AE", b"PL"}


class Board:
    """A running server with a session."""

    def __init__(self):
        command = [args.engine, "board", "--no-open", "--net", "none"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        address = next(line for line in self.process.stdout if line.startswith("http"))
        self.origin, key = address.strip().split("/#key=")
        self.session = None
        self.session = self.post("/api/session", {"key": key})["session"]

    def post(self, path, message):
        """Returns the answer to a request; a refusal has its reason in `error`."""
        headers = {"content-type": "application/json"}
        if self.session:
            headers["authorization"] = f"Bearer {self.session}"
        request = urllib.request.Request(self.origin + path, json.dumps(message).encode(), headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            return json.loads(text) if text.startswith("{") else {"error": text or str(error)}


def nodes(data):
    """Returns the nodes of a file as sgfmill reads them: for each the index of its parent and its properties."""
    found = []
    waiting = [(None, sgf_grammar.parse_sgf_game(data))]
    while waiting:
        parent, tree = waiting.pop()
        for properties in tree.sequence:
            found.append((parent, {name if isinstance(name, bytes) else name.encode(): values for name, values in properties.items()}))
            parent = len(found) - 1
        waiting += [(parent, child) for child in reversed(tree.children)]
    return found


def moves(data):
    """Returns the moves of all nodes, as sgfmill understands them; None if it does not."""
    try:
        root = sgf.Sgf_game.from_bytes(data).get_root()
    except ValueError:
        return None
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        try:
            found.append(node.get_move())
        except ValueError:
            found.append("not understood")
        waiting += reversed(list(node))
    return found


def decoded(data, root, warnings):
    """Returns how the values of a file are decoded: as UTF-8 if they can be, else as the file or our warning says."""
    told = [match[1] for note in warnings if (match := re.search(r"not in UTF-8: (\S+) assumed", note))]
    labels = ["utf-8", *told, *(value.decode("latin-1") for value in root.get(b"CA", [])), "windows-1252"]
    for label in labels:
        try:
            data.decode(label)
            return lambda value: value.decode(label)
        except (LookupError, UnicodeDecodeError):
            continue
    return None


def causes(data, read, text):
    """Returns the causes of the differences between a file and what was made of it, faults among them."""
    written = text.encode()
    try:
        before = nodes(data)
    except ValueError as error:
        nodes(written)
        return [f"damaged: sgfmill: {error}"]
    after = nodes(written)
    text_of = decoded(data, before[0][1], read["warnings"])
    if text_of is None:
        return ["lost bytes"]
    found = []
    if any(len(properties.keys() & {b"B", b"W"}) == 2 for _, properties in before):
        return ["second move"]
    if len(before) != len(after):
        is_damaged = any("missing" in note or "not closed" in note for note in read["warnings"])
        return ["damaged"] if is_damaged else [f"FAULT: {len(before)} nodes became {len(after)}"]
    own_root = not before[0][1].keys() & OF_ROOT
    for index, ((parent, old), (new_parent, new)) in enumerate(zip(before, after)):
        if parent != new_parent:
            found.append(f"FAULT: node {index} has another parent")
        old = {name: [text_of(value) for value in values] for name, values in old.items()}
        new = {name: [value.decode() for value in values] for name, values in new.items()}
        for name in sorted(old.keys() | new.keys()):
            if old.get(name) == new.get(name):
                continue
            short = name.decode()
            if index == 0 and (name in FIXED if name not in {b"AP", b"GM"} else name not in old):
                found.append(f"{short}" if name in old else f"{short} added")
            elif index == 0 and own_root and name not in old:
                found.append("own root")
            else:
                found.append(f"FAULT: node {index}: {short}{old.get(name)} became {new.get(name)}")
    if moves(data) not in (None, moves(written)):
        found.append("FAULT: other moves")
    return found


def same_nodes(one, other):
    """Returns whether the server reads the same nodes, in the same order, but for what each root has."""
    def comparable(answer):
        first, *rest = answer["nodes"]
        root = [(name, values) for name, values in first["properties"] if name.encode() not in FIXED]
        return [{**first, "properties": root}, *rest]
    return comparable(one) == comparable(other)


def records():
    seen = set()
    for path in args.paths:
        files = [path]
        if path.is_dir():
            files = sorted(file for file in path.rglob("*.[sS][gG][fF]") if not file.is_symlink())
        for file in files:
            data = file.read_bytes()
            if data not in seen:
                seen.add(data)
                yield file, data


def main():
    board = Board()
    total, equal, with_variations, all_nodes = 0, 0, 0, 0
    by_cause, refused, names = Counter(), Counter(), {}
    for path, data in records():
        total += 1
        read = board.post("/api/read", {"base64": base64.b64encode(data).decode()})
        if "error" in read:
            cause = f"not opened: {re.sub(r'[0-9]+', 'N', read['error'])}"
            refused[cause] += 1
            names.setdefault(cause, []).append(str(path))
            continue
        all_nodes += len(read["nodes"])
        with_variations += len({node.get("parent") for node in read["nodes"]}) < len(read["nodes"])
        message = {"game": read["game"], "clocks": read["clocks"], "nodes": read["nodes"]}
        answer = board.post("/api/write", message)
        if "error" in answer:
            found = [f"FAULT: not written: {answer['error']}"]
        else:
            again = board.post("/api/read", {"sgf": answer["sgf"]})
            found = causes(data, read, answer["sgf"])
            own_root = "own root" in found
            if "error" in again or not own_root and not same_nodes(read, again):
                found.append("FAULT: the server reads other nodes")
        of_root = {"CA", "FF", "CA added", "FF added", "AP added", "GM added"}
        equal += not set(found) - of_root
        for cause in sorted(set(found)):
            by_cause[cause] += 1
            names.setdefault(cause, []).append(str(path))
    board.process.terminate()
    board.process.wait()
    print(f"{total} records with {all_nodes} nodes, {with_variations} with variations: {sum(refused.values())} not opened, "
          f"{equal} equal but for CA, FF, AP, GM of the root")
    for cause, number in [*by_cause.most_common(), *refused.most_common()]:
        print(f"{number:6} {cause}" + (f": {' '.join(names[cause])}" if args.list else ""))
    return 1 if any("FAULT" in cause for cause in by_cause) else 0


sys.exit(main())
