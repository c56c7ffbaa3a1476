"""Packed rows that `halfpoint train-rows` writes, as batches of boards of one size.

A folder of rows, `{width}x{height}-{part}`, holds one array for each field; `docs/learning.md` has the table. Bits are
packed as by numpy's `packbits`, the first in the highest bit of a byte. Points stand in the order `[row][column]`, row 0
at the top, tokens after them.
"""

import re
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch

from learn.model import GLOBALS, OUTCOMES, PLANES, TOKENS

FOLDER = re.compile(r"(\d+)x(\d+)-(.+)")
UNKNOWN_MARGIN = -32768
UNKNOWN_OWNER = -128
FIELDS = ("planes", "globals", "policy", "outcome", "lead", "margin", "own", "legal", "reply", "weight")


class RowsError(Exception):
    """Folder of rows that does not hold what its name says."""


@dataclass
class Batch:
    """Rows of one board size; numbers are 32-bit floats.

    `policy` and `reply` sum to 1, or are all zero where they are unknown. `lead` (points) and `margin` (half-points) are
    NaN where unknown, `own` (−1 to 1) is NaN at each point whose owner is unknown.
    """

    planes: torch.Tensor
    globals: torch.Tensor
    policy: torch.Tensor
    outcome: torch.Tensor
    lead: torch.Tensor
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
        self.fields = {field: self.open(field) for field in FIELDS}
        self.rows = len(self.fields["planes"])
        self.check()

    def open(self, field):
        """Maps the array of a field."""
        try:
            return np.load(self.folder / f"{field}.npy", mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError) as error:
            raise RowsError(f"{self.folder}: {field}: {error}") from error

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
            "margin": ("<i2", (rows,)),
            "own": ("|i1", (rows, self.points)),
            "legal": ("|u1", (rows, (moves + 7) // 8)),
            "reply": ("<u2", (rows, moves)),
            "weight": ("<f4", (rows,)),
        }
        for field, (kind, shape) in expected.items():
            array = self.fields[field]
            if array.dtype.str != kind or array.shape != shape:
                raise RowsError(f"{self.folder}: {field}: {array.dtype.str} {array.shape}, not {kind} {shape}")

    def take(self, indices):
        """Returns the fields of some rows as they are stored."""
        return {field: array[indices] for field, array in self.fields.items()}


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


def unpack(bits, count):
    """Unpacks `count` bits from the last axis."""
    return np.unpackbits(bits, axis=-1, count=count)


def shares(numbers):
    """Returns fixed-point numbers as shares that sum to 1; rows of zeros stay zeros."""
    values = torch.from_numpy(numbers.astype(np.float32))
    return values / values.sum(1, keepdim=True).clamp(min=1.0)


def decode(stored, width, height):
    """Makes a batch of stored fields."""
    points = width * height
    planes = torch.from_numpy(unpack(stored["planes"], points))
    planes = planes.view(-1, PLANES, height, width).to(torch.float32, memory_format=torch.channels_last)
    margin = torch.from_numpy(stored["margin"].astype(np.float32))
    own = torch.from_numpy(stored["own"].astype(np.float32))
    return Batch(
        planes=planes,
        globals=torch.from_numpy(stored["globals"]),
        policy=shares(stored["policy"]),
        outcome=torch.from_numpy(stored["outcome"]),
        lead=torch.from_numpy(stored["lead"]),
        margin=torch.where(margin == UNKNOWN_MARGIN, torch.nan, margin),
        own=torch.where(own == UNKNOWN_OWNER, torch.nan, own / 127.0),
        legal=torch.from_numpy(unpack(stored["legal"], points + TOKENS)).bool(),
        reply=shares(stored["reply"]),
        weight=torch.from_numpy(stored["weight"]),
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
        margin=batch.margin,
        own=turn_points(batch.own),
        legal=turn_points(batch.legal),
        reply=turn_points(batch.reply),
        weight=batch.weight,
    )


class Window:
    """Rows of several parts, from which batches are drawn.

    A batch depends on the seed, its number and the parts alone, so that training goes on after a stop as without it.
    Rows are drawn with replacement, each with one chance; all rows of a batch have one board size.
    """

    def __init__(self, folders):
        self.folders = [Path(folder) for folder in folders]
        self.sizes = {}
        self.refresh()

    def refresh(self):
        """Looks for the parts anew."""
        sizes = {}
        for part in find_parts(self.folders):
            sizes.setdefault((part.width, part.height), []).append(part)
        self.sizes = dict(sorted(sizes.items()))

    @property
    def rows(self):
        """Number of rows of all parts."""
        return sum(part.rows for parts in self.sizes.values() for part in parts)

    def batch(self, seed, number, count):
        """Draws a batch of `count` rows under a symmetry drawn for the whole batch."""
        draw = np.random.default_rng([seed, number])
        sizes = list(self.sizes)
        totals = np.array([sum(part.rows for part in self.sizes[size]) for size in sizes])
        return self.batch_of(sizes[draw.choice(len(sizes), p=totals / totals.sum())], draw, count)

    def batch_of(self, size, draw, count):
        """Draws a batch of boards of a size."""
        parts = self.sizes[size]
        ends = np.cumsum([part.rows for part in parts])
        rows = np.sort(draw.integers(ends[-1], size=count))
        owners = np.searchsorted(ends, rows, side="right")
        taken = []
        for index in np.unique(owners):
            begin = ends[index] - parts[index].rows
            taken.append(parts[index].take(rows[owners == index] - begin))
        stored = {field: np.concatenate([some[field] for some in taken]) for field in FIELDS}
        return symmetry(decode(stored, *size), int(draw.integers(8)))


def write_part(folder, stored):
    """Writes the stored fields of one part, for tests; the engine writes those of games."""
    folder = Path(folder)
    folder.mkdir(parents=True)
    for field in FIELDS:
        np.save(folder / f"{field}.npy", stored[field])
