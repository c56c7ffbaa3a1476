"""Trains a net on packed rows: `python -m learn.train ROWS... --out FOLDER`.

FOLDER gets `checkpoint.pt`, from which the same command goes on; `net.safetensors`, the averaged weights for the engine;
and `losses.jsonl`, a line for every `--log` steps. All of them are whole at every instant: after a kill, the steps since
the last checkpoint are done again and come out the same.

The learning rate rises over `--warmup` steps, stays, and falls to zero over the last `--cooldown` of `--steps` steps, or over
the last `--cooldown-seconds` of `--seconds`. The average of the weights over some `--average` steps has most of what a lower
rate would gain, so the rate need not fall while data keep coming.
"""

import argparse
import os
import signal
import time
from dataclasses import asdict, replace
from pathlib import Path

import torch

from learn.begin import begin
from learn.checkpoint import read_checkpoint
from learn.export import describe, export
from learn.files import append_line, locked, read_lines, write_lines, write_whole
from learn.losses import Weights, losses, weighted_sum
from learn.model import SIZES, Model
from learn.optimiser import Optimiser
from learn.rows import window_of

# Seeds of the batches of --validate, and of those from which a net that is read gets its statistics.
VALIDATION_SEED = 4_000_000_007
CALIBRATION_SEED = 4_000_000_009


def options(arguments=None):
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="learn.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", nargs="+", help="folder of packed rows, or a folder with such folders")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="checkpoint, net and log")
    parser.add_argument("--size", choices=SIZES, default="b4c32", help="blocks and channels of a new net (b4c32)")
    parser.add_argument(
        "--from", dest="begin", type=Path, metavar="NET", help="net or checkpoint (.pt) with which a new training begins; it may have fewer blocks and channels"
    )
    parser.add_argument("--steps", type=int, default=20_000, metavar="N", help="last step (20000)")
    parser.add_argument("--seconds", type=float, metavar="S", help="stop after this time")
    parser.add_argument("--batch", type=int, default=256, metavar="N", help="rows of a step (256)")
    parser.add_argument(
        "--points", type=int, metavar="N", help="points of the boards of a step, in place of --batch: small boards make larger batches"
    )
    parser.add_argument("--rate", type=float, default=2e-3, metavar="R", help="learning rate (0.002)")
    parser.add_argument("--decay", type=float, default=0.01, metavar="D", help="weight decay of matrices (0.01)")
    parser.add_argument("--warmup", type=int, default=300, metavar="N", help="steps of the rise (300)")
    parser.add_argument("--cooldown", type=int, default=0, metavar="N", help="steps of the fall at the end (0)")
    parser.add_argument(
        "--cooldown-seconds", type=float, default=0, metavar="S", help="time of the fall at the end of --seconds (0)"
    )
    parser.add_argument("--average", type=int, default=1000, metavar="N", help="steps of the average (1000)")
    parser.add_argument(
        "--freeze-norms", type=int, default=2000, metavar="N", help="step, with those of NET, from which normalisations stay (2000)"
    )
    parser.add_argument("--quantise", type=int, metavar="N", help="step from which layers round as the engine's integers do")
    parser.add_argument(
        "--uncertainty", type=float, default=0, metavar="W", help="weight of the score's deviation and of both short-term errors, where rows have them (0)"
    )
    parser.add_argument("--validate", action="append", default=[], metavar="ROWS", help="rows that are only measured")
    parser.add_argument("--log", type=int, default=100, metavar="N", help="steps between lines of losses (100)")
    parser.add_argument("--validate-every", type=int, default=1000, metavar="N", help="steps between measurements")
    parser.add_argument("--save-seconds", type=float, default=60, metavar="S", help="time between checkpoints (60)")
    parser.add_argument("--refresh", type=int, default=1000, metavar="N", help="steps between looks for new rows")
    parser.add_argument("--hold", action="store_true", help="hold all rows in the memory of the device: a kilobyte a row")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N", help="threads (all processors)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of weights and batches (1)")
    parser.add_argument("--bf16", action=argparse.BooleanOptionalAction, help="convolutions in bfloat16 (where the machine has it)")
    parser.add_argument("--compile", action="store_true", help="compile the net (one compilation a board size)")
    parser.add_argument("--name", default="halfpoint", help="name of the net")
    parser.add_argument("--commit", default="", help="commit of the repository, for the net's metadata")
    return parser.parse_args(arguments)


def rate_factor(step, options, seconds_left=None):
    """Returns the share of the learning rate at a step, `seconds_left` before the end of `--seconds`."""
    factor = min(1.0, (step + 1) / max(1, options.warmup))
    if options.cooldown:
        factor = min(factor, (options.steps - step) / options.cooldown)
    if options.cooldown_seconds and seconds_left is not None:
        factor = min(factor, seconds_left / options.cooldown_seconds)
    return max(0.0, factor)


def average_decay(step, horizon):
    """Returns the share of the average that a step keeps: at first it follows the last tenth of all steps."""
    return min(1 - 1 / max(1, horizon), (1 + step) / (10 + step))


def best_device():
    """Returns the name of the device that learns: a GPU where there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def has_bf16():
    """Returns whether the machine multiplies in bfloat16 by itself: there it is 1.4 to 1.7 times as fast as floats."""
    if torch.cuda.is_available():
        return torch.cuda.is_bf16_supported(including_emulation=False)
    flags = Path("/proc/cpuinfo")
    return flags.exists() and "avx512_bf16" in flags.read_text(encoding="utf-8", errors="replace")


class Training:
    """Net, average, optimiser and step, which a checkpoint holds."""

    def __init__(self, options, window):
        self.options = options
        self.device = best_device()
        self.bf16 = options.bf16 if options.bf16 is not None else has_bf16()
        self.weights = replace(Weights(), uncertainty=options.uncertainty)
        self.step = 0
        self.samples = 0
        # Steps and samples of the net with which this training began.
        self.before = {"version": 0, "data": 0}
        saved = self.read_checkpoint()
        torch.manual_seed(options.seed)
        self.size = saved["size"] if saved else options.size
        self.model = Model(self.size).to(self.device, memory_format=torch.channels_last)
        self.averaged = Model(self.size).to(self.device, memory_format=torch.channels_last)
        if saved is None and options.begin:
            batches = [window.batch(CALIBRATION_SEED, number, options.batch).to(self.device) for number in range(16)]
            metadata = begin(options.begin, self.model, batches)
            self.before = {name: int(metadata.get(name, 0)) for name in self.before}
        self.averaged.load_state_dict(self.model.state_dict())
        self.averaged.eval()
        self.optimiser = Optimiser(self.model, options.rate, options.decay)
        if saved:
            self.step, self.samples, self.before = saved["step"], saved["samples"], saved["before"]
            self.model.load_state_dict(saved["model"])
            self.averaged.load_state_dict(saved["averaged"])
            self.optimiser.load_state_dict(saved["optimiser"])
        self.run = torch.compile(self.model, dynamic=False) if options.compile else self.model

    @property
    def checkpoint(self):
        """Path of the checkpoint."""
        return self.options.out / "checkpoint.pt"

    def read_checkpoint(self):
        """Returns the checkpoint, if there is one."""
        if not self.checkpoint.exists():
            return None
        return read_checkpoint(self.checkpoint)

    def save(self):
        """Writes the checkpoint, then the net."""
        state = {
            "step": self.step,
            "samples": self.samples,
            "before": self.before,
            "size": self.size,
            "model": self.model.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }
        write_whole(self.checkpoint, lambda path: torch.save(state, path))
        metadata = describe(state, self.options.name, self.options.commit)
        write_whole(self.options.out / "net.safetensors", lambda path: export(self.averaged, path, metadata))

    def take_step(self, batch, seconds_left=None):
        """Learns from a batch, `seconds_left` before the end of `--seconds`, and returns its losses."""
        self.model.freeze_norms(self.step + self.before["version"] >= self.options.freeze_norms)
        self.model.quantise(self.options.quantise is not None and self.step >= self.options.quantise)
        self.optimiser.rate = self.options.rate * rate_factor(self.step, self.options, seconds_left)
        batch = batch.to(self.device)
        with torch.autocast(self.device, torch.bfloat16, enabled=self.bf16):
            outputs = self.run(batch.planes, batch.globals)
        parts = losses(outputs, batch)
        self.optimiser.zero_grad()
        weighted_sum(parts, self.weights).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimiser.step()
        self.average()
        self.step += 1
        self.samples += len(batch.weight)
        return {name: value.detach() for name, value in parts.items()}

    @torch.no_grad()
    def average(self):
        """Moves the average towards the weights and the running statistics."""
        ours, theirs = self.averaged.state_dict(), self.model.state_dict()
        names = [name for name, value in ours.items() if value.is_floating_point()]
        torch._foreach_lerp_(
            [ours[name] for name in names],
            [theirs[name] for name in names],
            1 - average_decay(self.step, self.options.average),
        )

    @torch.no_grad()
    def validate(self, window, batches=16):
        """Returns the averaged net's mean losses on rows of a window."""
        sums = {}
        for number in range(batches):
            batch = window.batch(VALIDATION_SEED, number, self.options.batch).to(self.device)
            outputs = self.averaged(batch.planes, batch.globals)
            for name, value in losses(outputs, batch).items():
                sums[name] = sums.get(name, 0.0) + float(value) / batches
        return sums


class Log:
    """Lines of losses, on the terminal and in a file."""

    def __init__(self, path, step, samples):
        self.path = path
        # Steps after the checkpoint come again.
        kept = [entry for entry in read_lines(path) if entry["step"] <= step]
        write_lines(path, kept)
        self.sums = {}
        self.count = 0
        self.samples = samples
        self.begin = time.monotonic()

    def add(self, parts):
        """Adds the losses of a step."""
        for name, value in parts.items():
            self.sums[name] = self.sums.get(name, 0) + value
        self.count += 1

    def write(self, training, rows, validation=None):
        """Writes the mean losses since the last line."""
        seconds = time.monotonic() - self.begin
        means = {name: round(float(value) / self.count, 5) for name, value in self.sums.items()}
        entry = {
            "step": training.step,
            "samples": training.samples,
            "time": round(time.time()),
            "rate": training.optimiser.rate,
            "rows": rows,
            "samples_per_second": round((training.samples - self.samples) / seconds),
            "loss": round(sum(means[name] * weight for name, weight in asdict(training.weights).items()), 5),
            **means,
        }
        if validation:
            entry["validation"] = {name: round(value, 5) for name, value in validation.items()}
        append_line(self.path, entry)
        text = " ".join(f"{name} {value:.4f}" for name, value in {"loss": entry["loss"], **means}.items())
        print(f"step {training.step} {text} | {entry['samples_per_second']} samples/s", flush=True)
        if validation:
            print("  rows held out: " + " ".join(f"{name} {value:.4f}" for name, value in validation.items()), flush=True)
        self.sums, self.count, self.samples = {}, 0, training.samples
        self.begin = time.monotonic()


class Stop:
    """Whether a signal has asked to stop; the checkpoint is written first."""

    def __init__(self):
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.ask)

    def ask(self, *_):
        """Notes the signal."""
        self.asked = True


def train(options, stop=None):
    """Trains until the last step, the time or a signal; returns the training."""
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    window = window_of(options.rows, best_device() if options.hold else None)
    held_out = window_of(options.validate) if options.validate else None
    training = Training(options, window)
    log = Log(options.out / "losses.jsonl", training.step, training.samples)
    training.model.train()
    started = saved = time.monotonic()
    while training.step < options.steps and not (stop and stop.asked):
        now = time.monotonic()
        if options.seconds is not None and now - started >= options.seconds:
            break
        if now - saved >= options.save_seconds:
            training.save()
            saved = now
        if training.step % options.refresh == 0:
            window.refresh()
        seconds_left = options.seconds and options.seconds - (now - started)
        log.add(training.take_step(window.batch(options.seed, training.step, options.batch, options.points), seconds_left))
        if training.step % options.log == 0:
            measure = held_out and training.step % options.validate_every == 0
            log.write(training, window.rows, training.validate(held_out) if measure else None)
    training.save()
    return training


if __name__ == "__main__":
    chosen = options()
    with locked(chosen.out):
        train(chosen, Stop())
