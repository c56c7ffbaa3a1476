"""Checkpoints of a training: the file that `learn.train` writes, and the net in it.

`python -m learn.checkpoint CHECKPOINT OUT` writes it without the state of the optimiser, which begins afresh: a third of the size.
"""

import sys

import torch

from learn.model import Model


def read_checkpoint(path):
    """Returns what a checkpoint holds; its tensors lie in the memory of the processor."""
    return torch.load(path, map_location="cpu", weights_only=True)


def averaged_net(path):
    """Returns the net with the averaged weights of a checkpoint, and what the checkpoint holds."""
    saved = read_checkpoint(path)
    model = Model(saved["size"])
    model.load_state_dict(saved["averaged"])
    return model, saved


if __name__ == "__main__":
    torch.save({**read_checkpoint(sys.argv[1]), "optimiser": {}}, sys.argv[2])
