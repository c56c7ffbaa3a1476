"""Judges packed rows by a transformer of KataGo: `python -m learn.teacher NET RAW --out ROWS`.

RAW is a folder of rows that `halfpoint dev train-rows --teacher NET` has made, from games of any net. They hold what NET
needs to judge them (`docs/learning.md`). ROWS gets the same rows with the judgement of NET as their targets: policy,
reply, outcome, lead, uncertainty and owners. Two kinds of rows keep their targets: those under rules that NET does not
know, and those of boards with a side below `--least`. A folder of rows appears when it is whole; after a kill the same
command goes on.

    python -m learn.teacher NET --shorten OUT

writes NET with weights of 11 significant bits, as 16-bit floats have them: the packed file has half the size.
"""

import argparse
import gzip
import os
import shutil
import time
from pathlib import Path

import numpy as np
import torch

from learn import katago
from learn.files import flush, flush_folder, locked, write_whole
from learn.rows import FIELDS, Part, RowsError, as_tensors, unpack
from learn.shared import CERTAIN, MAX_VALUE_ERROR, TOKENS, UNKNOWN_TOKENS
from learn.train import Stop, best_device, has_bf16

# Points of all boards of a batch.
BATCH_POINTS = {"cuda": 400_000, "cpu": 20_000}
JUDGED = ("policy", "outcome", "lead", "uncertainty", "own", "reply")
INPUTS = ("planes", "globals", "pass", "void", "next")
PRECISIONS = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
UNFINISHED = ".unfinished"
SHARDS = "shards.txt"


class RawPart(Part):
    """Folder of rows with the inputs of a teacher."""

    def __init__(self, folder):
        super().__init__(folder)
        self.inputs = {name: self.open(f"teacher_{name}") for name in INPUTS}
        expected = {
            "planes": ("|u1", (self.rows, katago.PLANES, (self.points + 7) // 8)),
            "globals": ("<f4", (self.rows, 2, katago.GLOBALS)),
            "pass": ("|i1", (self.rows,)),
            "void": ("|u1", (self.rows,)),
            "next": ("|u1", (self.rows,)),
        }
        self.compare(self.inputs, expected)


def move_chances(logits, passes, legal):
    """Returns the probabilities of the moves of rows, `[row][points + tokens]`, from `[row][points + 1]` logits.

    `passes` has the index of the token that a plain pass is, or -1. Other legal tokens, which the net does not know, get 2 %
    together.
    """
    points = logits.shape[1] - 1
    known = torch.full(legal.shape, -torch.inf, device=logits.device)
    known[:, :points] = logits[:, :points]
    can_pass = passes >= 0
    at = points + passes.clamp(min=0)[:, None]
    known.scatter_(1, at, torch.where(can_pass, logits[:, points], -torch.inf)[:, None])
    known = known.masked_fill(~legal, -torch.inf)
    chances = torch.nan_to_num(known.softmax(1))
    unknown = (legal & known.isneginf()).float()
    count = unknown.sum(1, keepdim=True)
    share = torch.where(chances.sum(1, keepdim=True) > 0, UNKNOWN_TOKENS, 1.0) * (count > 0)
    return chances * (1 - share) + unknown * share / count.clamp(min=1)


def between(more, less):
    """Returns the chances of win, draw, loss and no result at a komi where a draw is possible.

    `more` and `less` have those of win, loss and no result with half a point more and less for the player to move: a draw
    becomes a win with the one and a loss with the other.
    """
    void = 0.5 * (more[:, 2] + less[:, 2])
    win = torch.minimum(less[:, 0], more[:, 0])
    draw = (more[:, 0] - less[:, 0]).clamp(min=0)
    return torch.stack([win, draw, (1 - void - win - draw).clamp(min=0), void], 1)


def numbers_of(answers):
    """Returns the numbers of answers that are averaged where a draw is possible: lead, deviation and both errors."""
    return torch.stack([answers.lead, answers.deviation, answers.value_error, answers.score_error], 1)


class Teacher:
    """Net that judges."""

    def __init__(self, path, device, precision):
        self.device = device
        self.net = katago.read(path, precision, device)
        self.evaluations = 0

    def answers(self, planes, globals_, void):
        """Returns the answers of the net and counts the evaluations."""
        self.evaluations += len(planes)
        return self.net(planes, globals_, void)

    def judge(self, inputs, legal, size):
        """Judges rows; returns the new targets by their names, on the device, all but the replies."""
        width, height = size
        points = width * height
        planes = unpack(inputs["planes"], points).view(-1, katago.PLANES, height, width)
        void = inputs["void"].bool()
        more = self.answers(planes, inputs["globals"][:, 0], void)
        zero = torch.zeros_like(more.lead)
        outcome = torch.stack([more.outcome[:, 0], zero, more.outcome[:, 1], more.outcome[:, 2]], 1)
        numbers = numbers_of(more)
        drawn = (~inputs["globals"][:, 1, 0].isnan()).nonzero()[:, 0]
        if len(drawn):
            less = self.answers(planes[drawn], inputs["globals"][drawn, 1], void[drawn])
            outcome[drawn] = between(more.outcome[drawn], less.outcome)
            numbers[drawn] = 0.5 * (numbers[drawn] + numbers_of(less))
        numbers[:, 2].clamp_(max=MAX_VALUE_ERROR)
        chances = move_chances(more.logits, inputs["pass"].long(), legal)
        return {
            "policy": (chances * CERTAIN).round().to(torch.int32),
            "outcome": outcome,
            "lead": numbers[:, 0],
            "uncertainty": numbers[:, 1:],
            "own": (more.ownership * 127).round().to(torch.int8),
        }

    @torch.inference_mode()
    def targets(self, part, stopped=lambda: False):
        """Returns the targets of a part as arrays by their names, those of the rows that the net can judge anew; None if stopped."""
        targets = {name: np.array(part.fields[name]) for name in JUDGED}
        known = np.flatnonzero(~np.isnan(part.inputs["globals"][:, 0, 0]))
        step = max(1, BATCH_POINTS[self.device] // part.points)
        for begin in range(0, len(known), step):
            if stopped():
                return None
            rows = known[begin : begin + step]
            inputs = as_tensors({name: array[rows] for name, array in part.inputs.items()})
            inputs = {name: values.to(self.device) for name, values in inputs.items()}
            legal = torch.from_numpy(part.fields["legal"][rows]).to(self.device)
            legal = unpack(legal, part.points + TOKENS).bool()
            judged = self.judge(inputs, legal, (part.width, part.height))
            judged = {name: values.cpu().numpy() for name, values in judged.items()}
            if not all(np.isfinite(values).all() for values in judged.values()):
                raise RowsError(f"{part.folder}: the net gives numbers that are not finite")
            for name, values in judged.items():
                targets[name][rows] = values
        follow = np.flatnonzero(part.inputs["next"][:-1])
        targets["reply"][follow] = targets["policy"][follow + 1]
        return targets


def write_judged(part, targets, folder):
    """Writes a part with new targets; the files of other fields are links to the old ones, or copies where that fails."""
    folder.mkdir()
    for field in FIELDS:
        path = folder / f"{field}.npy"
        if field in targets:
            np.save(path, targets[field])
            continue
        old = part.folder / path.name
        try:
            os.link(old, path)
        except OSError:
            shutil.copyfile(old, path)


class Folders:
    """Folders of raw rows, each of which becomes a folder of judged ones."""

    def __init__(self, raw, out, least, removes):
        self.raw, self.out, self.least, self.removes = raw, out, least, removes

    def waiting(self):
        """Returns the folders that are not judged yet, the oldest first."""
        found = (path for path in self.raw.glob("rows-*") if next(path.glob("*x*-*"), None))
        return sorted(path for path in found if not self.is_judged(path))

    def is_judged(self, folder):
        """Returns whether a folder is judged already: one of its name has rows of the same shards."""
        lists = [path / SHARDS for path in (folder, self.out / folder.name)]
        if not lists[1].parent.exists():
            return False
        raw, judged = (path.read_bytes() if path.exists() else None for path in lists)
        if raw != judged:
            raise RowsError(f"{lists[1].parent} has rows of other shards than {folder}")
        return True

    def judge(self, teacher, folder, stopped):
        """Judges one folder and returns the number of its rows, None if stopped."""
        unfinished = self.out / UNFINISHED / folder.name
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        rows = 0
        for path in sorted(folder.glob("*x*-*")):
            part = RawPart(path)
            targets = {} if min(part.width, part.height) < self.least else teacher.targets(part, stopped)
            if targets is None:
                return None
            write_judged(part, targets, unfinished / path.name)
            rows += part.rows
        names = [{path.name for path in parts.glob("*x*-*")} for parts in (folder, unfinished)]
        if names[0] != names[1]:
            raise RowsError(f"{unfinished} was changed while it was written")
        shutil.copyfile(folder / SHARDS, unfinished / SHARDS)
        if self.removes:
            # The judged rows must outlast a crash of the system, since they cannot be made again.
            flush(unfinished)
        unfinished.rename(self.out / folder.name)
        if self.removes:
            flush_folder(self.out)
            # The list of shards stays, so that they are not converted again.
            for path in folder.glob("*x*-*"):
                shutil.rmtree(path)
        return rows


def shorten(net, out):
    """Writes a net whose weights have 11 significant bits, the last one rounded to even."""
    tokens = katago.Tokens(katago.unpacked(net))
    katago.Transformer(tokens)
    data = bytearray(tokens.data)
    for place, count in tokens.blocks:
        bits = np.frombuffer(data, "<u4", count, place)
        bits += 0xFFF + (bits >> 13 & 1)
        bits &= np.uint32(0xFFFFE000)

    def write(path):
        with gzip.open(path, "wb", 9) as file:
            file.write(data)

    write_whole(out, write)


def options(arguments=None):
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="learn.teacher", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("net", type=Path, help="transformer of KataGo (.bin.gz)")
    parser.add_argument("raw", type=Path, nargs="?", help="folder of rows with the inputs of the net")
    parser.add_argument("--out", type=Path, metavar="ROWS", help="folder of the judged rows")
    parser.add_argument("--shorten", type=Path, metavar="OUT", help="write the net with shorter weights, and nothing else")
    parser.add_argument("--precision", choices=PRECISIONS, help="numbers of the net (f16 on a GPU, else bf16 where the processor has it, or f32)")
    parser.add_argument("--least", type=int, default=7, metavar="N", help="shortest side of a board that is judged (7)")
    parser.add_argument("--watch", action="store_true", help="wait for new rows until a signal asks to stop")
    parser.add_argument("--remove", action="store_true", help="remove raw rows that have been judged")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N", help="threads (all processors)")
    chosen = parser.parse_args(arguments)
    if not chosen.shorten and not (chosen.raw and chosen.out):
        parser.error("RAW and --out, or --shorten")
    return chosen


def main(options, stop):
    """Judges what there is, or what comes."""
    if options.shorten:
        shorten(options.net, options.shorten)
        return
    torch.set_num_threads(options.threads)
    # Weights below 1e-38 make a processor fifteen times as slow unless they count as zero.
    torch.set_flush_denormal(True)
    device = best_device()
    usual = "f16" if device == "cuda" else "bf16" if has_bf16() else "f32"
    teacher = Teacher(options.net, device, PRECISIONS[options.precision or usual])
    with locked(options.out):
        work(teacher, options, stop)


def work(teacher, options, stop):
    """Judges one folder after the other."""
    folders = Folders(options.raw, options.out, options.least, options.remove)
    rows, begin = 0, time.monotonic()
    while not stop.asked:
        for folder in folders.waiting():
            judged = folders.judge(teacher, folder, lambda: stop.asked)
            if judged is None:
                break
            rows += judged
            seconds = time.monotonic() - begin
            print(f"{seconds:.0f} s: {folder.name}, {rows} rows, {teacher.evaluations / seconds:.0f} evaluations/s", flush=True)
        if not options.watch:
            break
        time.sleep(0.2)


if __name__ == "__main__":
    main(options(), Stop())
