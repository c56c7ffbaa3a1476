"""Holds PyTorch against the engine's 32-bit floats: `python -m learn.agree CHECKPOINT ROWS...`.

Takes rows of every board size, about 1,000 in all, evaluates them with the averaged net and with the engine (the example
`evaluate_rows`), and prints the largest difference of each output. Ends with status 1 if one is above `--most`.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch

from learn.checkpoint import averaged_net
from learn.export import export
from learn.rows import window_of
from learn.shared import OUTCOMES, SCORES, TOKENS

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ["cargo", "run", "--release", "--locked", "--quiet"]
PROGRAM += ["--package", "halfpoint-nn", "--example", "evaluate_rows", "--"]
OUTPUTS = ("policy", "tokens", "outcome", "score", "ownership")


def ours(model, batch):
    """Returns the model's outputs by name."""
    with torch.no_grad():
        outputs = model(batch.planes, batch.globals)
    points = outputs.ownership.shape[1]
    policy = outputs.policies[:, 0]
    values = (policy[:, :points], policy[:, points:], outputs.outcome, outputs.score, outputs.ownership)
    return {name: value.numpy() for name, value in zip(OUTPUTS, values)}


def theirs(program, net, batch, *words):
    """Returns the engine's outputs by name; the word `int8` asks for 8-bit integers."""
    rows, _, height, width = batch.planes.shape
    points = width * height
    inputs = np.concatenate([batch.planes.reshape(rows, -1).numpy(), batch.globals.numpy()], 1)
    command = [*program, str(net), str(width), str(height), *words]
    done = subprocess.run(command, input=inputs.astype("<f4").tobytes(), stdout=subprocess.PIPE, cwd=ROOT, check=True)
    values = np.frombuffer(done.stdout, "<f4").reshape(rows, -1)
    ends = np.cumsum([points, TOKENS, OUTCOMES, SCORES])
    return dict(zip(OUTPUTS, np.split(values, ends, axis=1)))


def main():
    """Reads the command line and compares."""
    parser = argparse.ArgumentParser(
        prog="learn.agree", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkpoint", help="checkpoint.pt of learn.train")
    parser.add_argument("rows", nargs="+", help="folders of packed rows")
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="rows of all sizes together (1000)")
    parser.add_argument("--most", type=float, default=1e-4, metavar="X", help="largest difference allowed (0.0001)")
    arguments = parser.parse_args()
    model, _ = averaged_net(arguments.checkpoint)
    model.eval()
    window = window_of(arguments.rows)
    worst = dict.fromkeys(OUTPUTS, 0.0)
    count = max(1, -(-arguments.count // len(window.sizes)))
    with tempfile.TemporaryDirectory() as folder:
        net = Path(folder) / "net.safetensors"
        export(model, net, {"name": "agree", "version": "0", "commit": "", "data": "0"})
        for size in window.sizes:
            batch = window.batch_of(size, np.random.default_rng(1), count)
            mine, engine = ours(model, batch), theirs(PROGRAM, net, batch)
            for name in OUTPUTS:
                # Unlike that of Python, this maximum keeps what is not a number.
                worst[name] = np.maximum(worst[name], np.abs(mine[name] - engine[name]).max())
    print(f"{count} rows of each of {len(window.sizes)} sizes, largest differences:")
    print(" · ".join(f"{name} {value:.2g}" for name, value in worst.items()))
    sys.exit(not all(value <= arguments.most for value in worst.values()))


if __name__ == "__main__":
    main()
