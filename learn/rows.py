"""Packed rows that `halfpoint dev train-rows` writes, as batches of boards of one size.

A folder of rows, `{width}x{height}-{part}`, holds one array for each field; `docs/learning.md` has the table. Bits are
packed as by numpy's `packbits`, the first in the highest bit of a byte. Points stand in the order `[row][column]`, row 0
at the top, tokens after them.
"""

import re
import sys
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch

from learn.shared import GLOBALS, OUTCOMES, PLANES, TOKENS, UNCERTAINTIES, UNKNOWN_MARGIN, UNKNOWN_OWNER

FOLDER = re.compile(r"(\d+)x(\d+)-(.+)")
FIELDS = ("planes", "globals", "policy", "outcome", "lead", "uncertainty", "margin", "own", "legal", "reply", "weight")


class RowsError(Exception):
    """Folder of rows that does not hold what its name says."""


@dataclass
class Batch:
    """Rows of one board size; numbers are 32-bit floats.

    `policy` and `reply` sum to 1, or are all zero where they are unknown. `lead` (points) and `margin` (half-points) are
    NaN where unknown, `own` (−1 to 1) is NaN at each point whose owner is unknown. `uncertainty` has the standard deviation
    of the final score (points), and the errors of the value (0 to 2) and the score (points) that are expected within a few
    moves, each NaN where unknown.
    """

    planes: torch.Tensor
    globals: torch.Tensor
    policy: torch.Tensor
    outcome: torch.Tensor
    lead: torch.Tensor
    uncertainty: torch.Tensor
    margin: torch.Tensor
    own: torch.Tensor
    legal: torch.Tensor
    reply: torch.Tensor
    weight: torch.Tensor

    def to(self, device):
        """Returns the batch on a device."""
        return Batch(*(getattr(self, field.name).to(device, non_blocking=True) for field in fields(self)))


class Part:
    """One folder of rows, mapped into memory."""

    def __init__(self, folder):
        self.folder = Path(folder)
        name = FOLDER.fullmatch(self.folder.name)
        if name is None:
            raise RowsError(f"{folder}: not a name of rows")
        self.width, self.height = int(name[1]), int(name[2])
        self.points = self.width * self.height
        self.fields = {field: self.open(field) for field in FIELDS if field != "uncertainty"}
        self.rows = len(self.fields["planes"])
        self.fields["uncertainty"] = self.uncertainty()
        self.check()

    def open(self, field):
        """Maps the array of a field."""
        try:
            return np.load(self.folder / f"{field}.npy", mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError) as error:
            raise RowsError(f"{self.folder}: {field}: {error}") from error

    def uncertainty(self):
        """Maps the uncertainty, which rows of earlier versions do not have: there it is unknown."""
        if (self.folder / "uncertainty.npy").exists():
            return self.open("uncertainty")
        return np.broadcast_to(np.float32(np.nan), (self.rows, UNCERTAINTIES))

    def check(self):
        """Compares types and shapes with the format."""
        moves = self.points + TOKENS
        rows = self.rows
        expected = {
            "planes": ("|u1", (rows, PLANES, (self.points + 7) // 8)),
            "globals": ("<f4", (rows, GLOBALS)),
            "policy": ("<u2", (rows, moves)),
            "outcome": ("<f4", (rows, OUTCOMES)),
            "lead": ("<f4", (rows,)),
            "uncertainty": ("<f4", (rows, UNCERTAINTIES)),
            "margin": ("<i2", (rows,)),
            "own": ("|i1", (rows, self.points)),
            "legal": ("|u1", (rows, (moves + 7) // 8)),
            "reply": ("<u2", (rows, moves)),
            "weight": ("<f4", (rows,)),
        }
        self.compare(self.fields, expected)

    def compare(self, arrays, expected):
        """Compares arrays with the types and shapes that are expected of them, by their names."""
        for field, (kind, shape) in expected.items():
            array = arrays[field]
            if array.dtype.str != kind or array.shape != shape:
                raise RowsError(f"{self.folder}: {field}: {array.dtype.str} {array.shape}, not {kind} {shape}")

    def take(self, indices):
        """Returns the fields of some rows, or of a slice of them, as they are stored."""
        return as_tensors({field: array[indices] for field, array in self.fields.items()})


def find_parts(folders):
    """Returns the parts in folders and in their subfolders, in the order of their paths."""
    found = set()
    for folder in map(Path, folders):
        if FOLDER.fullmatch(folder.name) and (folder / "planes.npy").exists():
            found.add(folder)
            continue
        for pattern in ("*/planes.npy", "*/*/planes.npy"):
            found.update(path.parent for path in folder.glob(pattern) if FOLDER.fullmatch(path.parent.name))
    parts = []
    for folder in sorted(found):
        try:
            part = Part(folder)
        except RowsError:
            # Old rows may be removed at any instant.
            if folder.exists():
                raise
            continue
        if part.rows:
            parts.append(part)
    return parts


def as_tensors(stored):
    """Returns the arrays of fields as tensors; those of 16 bits without a sign, which torch cannot gather, as signed ones."""
    return {
        field: torch.from_numpy(np.array(array.view(np.int16) if array.dtype == np.uint16 else array))
        for field, array in stored.items()
    }


def unpack(bits, count):
    """Unpacks `count` bits from the last axis."""
    places = torch.arange(7, -1, -1, dtype=torch.uint8, device=bits.device)
    return (bits[..., None] >> places & 1).flatten(-2)[..., :count]


def shares(numbers):
    """Returns fixed-point numbers as shares that sum to 1; rows of zeros stay zeros."""
    values = (numbers.int() & 0xFFFF).float()
    return values / values.sum(1, keepdim=True).clamp(min=1.0)


def decode(stored, width, height):
    """Makes a batch of stored fields, the tensors of `as_tensors`, on the device where they are."""
    points = width * height
    planes = unpack(stored["planes"], points).view(-1, PLANES, height, width)
    margin = stored["margin"].float()
    own = stored["own"].float()
    return Batch(
        planes=planes.to(torch.float32, memory_format=torch.channels_last),
        globals=stored["globals"],
        policy=shares(stored["policy"]),
        outcome=stored["outcome"],
        lead=stored["lead"],
        uncertainty=stored["uncertainty"],
        margin=torch.where(margin == UNKNOWN_MARGIN, torch.nan, margin),
        own=torch.where(own == UNKNOWN_OWNER, torch.nan, own / 127.0),
        legal=unpack(stored["legal"], points + TOKENS).bool(),
        reply=shares(stored["reply"]),
        weight=stored["weight"],
    )


def symmetry(batch, number):
    """Returns the batch seen under a symmetry of the board: bit 0 and 1 flip rows and columns, bit 2 swaps them.

    Boards that are not square are not transposed.
    """
    height, width = batch.planes.shape[2:]
    flips = [dimension for bit, dimension in ((1, -2), (2, -1)) if number & bit]
    swaps = bool(number & 4) and width == height

    def turn(board):
        board = board.flip(flips) if flips else board
        return board.transpose(-2, -1) if swaps else board

    def turn_points(values):
        points = turn(values[:, : width * height].unflatten(1, (height, width))).flatten(1)
        return torch.cat([points, values[:, width * height :]], 1)

    return Batch(
        planes=turn(batch.planes).contiguous(memory_format=torch.channels_last),
        globals=batch.globals,
        policy=turn_points(batch.policy),
        outcome=batch.outcome,
        lead=batch.lead,
        uncertainty=batch.uncertainty,
        margin=batch.margin,
        own=turn_points(batch.own),
        legal=turn_points(batch.legal),
        reply=turn_points(batch.reply),
        weight=batch.weight,
    )


class MappedRows:
    """Rows of one board size in files, read as they are drawn."""

    def __init__(self):
        self.parts = []

    @property
    def rows(self):
        """Number of rows."""
        return sum(part.rows for part in self.parts)

    def update(self, parts):
        """Takes the parts in place of those before."""
        self.parts = parts

    def take(self, rows):
        """Returns the stored fields of rows, whose numbers ascend."""
        ends = np.cumsum([part.rows for part in self.parts])
        owners = np.searchsorted(ends, rows, side="right")
        taken = []
        for index in np.unique(owners):
            begin = ends[index] - self.parts[index].rows
            taken.append(self.parts[index].take(rows[owners == index] - begin))
        return {field: torch.cat([some[field] for some in taken]) for field in FIELDS}


class HeldRows:
    """Rows of one board size in the memory of a device: a batch is one gather for each field."""

    def __init__(self, device):
        self.device = device
        self.folders = []
        self.fields = {}

    @property
    def rows(self):
        """Number of rows."""
        return len(self.fields["weight"]) if self.fields else 0

    def update(self, parts):
        """Takes the parts in place of those before; only new ones are read if they come after all others."""
        folders = [part.folder for part in parts]
        if folders[: len(self.folders)] != self.folders:
            self.folders, self.fields = [], {}
        new = [self.moved(part.take(slice(None))) for part in parts[len(self.folders) :]]
        if new:
            held = [self.fields] if self.fields else []
            self.fields = {field: torch.cat([some[field] for some in [*held, *new]]) for field in FIELDS}
        self.folders = folders

    def moved(self, stored):
        """Returns stored fields on the device."""
        return {field: values.to(self.device) for field, values in stored.items()}

    def take(self, rows):
        """Returns the stored fields of rows."""
        indices = torch.from_numpy(rows).to(self.device)
        return {field: values[indices] for field, values in self.fields.items()}


class Window:
    """Rows of several parts, from which batches are drawn.

    A batch depends on the seed, its number and the parts alone, so that training goes on after a stop as without it.
    Rows are drawn with replacement, each with one chance; all rows of a batch have one board size. With a device, all rows
    are held in its memory (about a kilobyte each) and batches are made there; otherwise they stay in their files.
    """

    def __init__(self, folders, device=None):
        self.folders = [Path(folder) for folder in folders]
        self.device = device
        self.sizes = {}
        self.refresh()

    def refresh(self):
        """Looks for the parts anew."""
        found = {}
        for part in find_parts(self.folders):
            found.setdefault((part.width, part.height), []).append(part)
        sizes = {}
        for size, parts in sorted(found.items()):
            sizes[size] = self.sizes.get(size) or (HeldRows(self.device) if self.device else MappedRows())
            sizes[size].update(parts)
        self.sizes = sizes

    @property
    def rows(self):
        """Number of rows of all parts."""
        return sum(stored.rows for stored in self.sizes.values())

    def batch(self, seed, number, count, points=None):
        """Draws a batch of `count` rows, or of boards of `points` points in all, under a symmetry drawn for the whole batch.

        A row has the same chance in both ways: where small boards make large batches, they make fewer.
        """
        draw = np.random.default_rng([seed, number])
        sizes = list(self.sizes)
        totals = np.array([self.sizes[size].rows * (size[0] * size[1] if points else 1) for size in sizes])
        width, height = sizes[draw.choice(len(sizes), p=totals / totals.sum())]
        return self.batch_of((width, height), draw, max(1, points // (width * height)) if points else count)

    def batch_of(self, size, draw, count):
        """Draws a batch of boards of a size."""
        stored = self.sizes[size]
        rows = np.sort(draw.integers(stored.rows, size=count))
        return symmetry(decode(stored.take(rows), *size), int(draw.integers(8)))


def window_of(folders, device=None):
    """Returns the window of folders that have rows, or ends the program."""
    window = Window(folders, device)
    if not window.sizes:
        sys.exit(f"no rows in {' '.join(map(str, folders))}")
    return window


def write_part(folder, stored):
    """Writes the stored fields of one part, for tests; the engine writes those of games."""
    folder = Path(folder)
    folder.mkdir(parents=True)
    for field in FIELDS:
        np.save(folder / f"{field}.npy", stored[field])
