"""The weights between two checkpoints: `python -m learn.blend OLD NEW OUT --share 0.7`.

A net that learned a new class of rules from few positions has forgotten some of the rest. Weights on the line between it
and the net with which it began keep most of both (Wortsman et al. 2022, *Robust fine-tuning of zero-shot models*). OUT is a
checkpoint for `learn.export` and `learn.train --from`; it holds averaged weights alone, so a training cannot go on in it.
"""

import argparse

import torch

from learn.checkpoint import read_checkpoint
from learn.files import write_whole


class BlendError(Exception):
    """Checkpoints whose nets differ in size."""


def blend(old, new, share):
    """Returns the checkpoint `new` with `share` of its averaged weights and the rest of those of `old`."""
    if old["size"] != new["size"]:
        raise BlendError(f"{old['size']} and {new['size']} have no weights between them")
    weights = {
        name: torch.lerp(old["averaged"][name], value, share) if value.is_floating_point() else value
        for name, value in new["averaged"].items()
    }
    kept = {name: new[name] for name in ("step", "samples", "before", "size")}
    return {**kept, "averaged": weights}


def main():
    """Reads the command line and writes the checkpoint between two others."""
    parser = argparse.ArgumentParser(
        prog="learn.blend", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", metavar="OLD", help="checkpoint with which the training of NEW began")
    parser.add_argument("new", metavar="NEW", help="checkpoint that learned more")
    parser.add_argument("out", metavar="OUT", help="checkpoint to write")
    parser.add_argument("--share", type=float, default=0.5, metavar="S", help="share of NEW, 0 to 1 (0.5)")
    arguments = parser.parse_args()
    blended = blend(read_checkpoint(arguments.old), read_checkpoint(arguments.new), arguments.share)
    write_whole(arguments.out, lambda path: torch.save(blended, path))


if __name__ == "__main__":
    main()
