"""Measures what the engine's 8-bit integers lose: `python -m learn.int8 NET ROWS...`.

Evaluates rows with the engine in 32-bit floats and in 8-bit integers (the example `evaluate_rows`), and prints the mean
divergence of their policies over the legal moves, and the losses of both.
"""

import argparse

import numpy as np
import torch
from torch.nn import functional

from learn.agree import PROGRAM, theirs
from learn.losses import ILLEGAL, losses
from learn.model import Outputs
from learn.rows import window_of

LOSSES = ("policy", "outcome", "lead", "margin", "own")


def as_outputs(values):
    """Returns the engine's outputs as those of the model; heads of training alone are zero."""
    tensors = {name: torch.from_numpy(value.copy()) for name, value in values.items()}
    policy = torch.cat([tensors["policy"], tensors["tokens"]], 1)
    policies = torch.stack([policy, torch.zeros_like(policy), torch.zeros_like(policy)], 1)
    return Outputs(policies, tensors["outcome"], tensors["score"], tensors["ownership"])


def divergence(exact, other, legal):
    """Returns the mean Kullback–Leibler divergence of the policies of two outputs."""
    logs = [functional.log_softmax(each.policies[:, 0].masked_fill(~legal, ILLEGAL), 1) for each in (exact, other)]
    return float((logs[0].exp() * (logs[0] - logs[1])).sum(1).mean())


def main():
    """Reads the command line and measures."""
    parser = argparse.ArgumentParser(
        prog="learn.int8", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("net", help="net of the engine's format")
    parser.add_argument("rows", nargs="+", help="folders of packed rows")
    parser.add_argument("--count", type=int, default=2000, metavar="N", help="rows of each size (2000)")
    parser.add_argument("--program", default=PROGRAM, nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    window = window_of(arguments.rows)
    for size in window.sizes:
        batch = window.batch_of(size, np.random.default_rng(1), arguments.count)
        both = [as_outputs(theirs(arguments.program, arguments.net, batch, *word)) for word in ((), ("int8",))]
        lost = divergence(*both, batch.legal | (batch.policy > 0))
        print(f"{size[0]}x{size[1]}: {arguments.count} rows, policy KL of int8 to floats {lost:.5f}")
        for name, outputs in zip(("floats", "int8"), both):
            parts = losses(outputs, batch)
            print(f"  {name:6} " + " · ".join(f"{loss} {float(parts[loss]):.4f}" for loss in LOSSES))


if __name__ == "__main__":
    main()
