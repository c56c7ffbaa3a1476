"""Checkpoints of a training: the file that `learn.train` writes, and the net in it."""

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
