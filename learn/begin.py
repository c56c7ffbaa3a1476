"""The weights with which a training begins: those of a net or of a checkpoint, which may have fewer blocks and channels.

A net grows by blocks that add nothing to the trunk at first, and by channels that no other one reads (Chen et al. 2015,
*Net2Net*), so that it begins as strong as the smaller one.
"""

import torch
from safetensors import safe_open

from learn.checkpoint import averaged_net
from learn.export import calibrate, describe, read
from learn.model import SIZES, Model


def load(path, size):
    """Returns the net of a checkpoint (`.pt`), or of a file for the engine, and its metadata.

    A file whose name in its metadata does not end in a size has that of `size`.
    """
    if path.suffix == ".pt":
        model, saved = averaged_net(path)
        return model, describe(saved, "halfpoint", "")
    with safe_open(path, "pt") as file:
        named = (file.metadata() or {}).get("name", "").rpartition("-")[2]
    model = Model(named if named in SIZES else size)
    return model, read(path, model)


def places(blocks, grown):
    """Returns for each of some blocks its place among `grown` ones: the pooled one is in the middle, the others spread."""
    middle, grown_middle = blocks // 2, grown // 2
    after, grown_after = blocks - middle - 1, grown - grown_middle - 1
    return [
        *(index * grown_middle // middle for index in range(middle)),
        grown_middle,
        *(grown_middle + 1 + index * grown_after // after for index in range(after)),
    ]


# Matrices that read pooled channels: all means, then all means times the shift, then the third number of all.
POOLED = ("pool_dense.weight", "pass.dense.weight", "value.dense.weight")


def widen(name, value, grown):
    """Puts the weights of a layer among those of one that may be wider, whose other outputs stay as they were drawn."""
    if value.shape == grown.shape:
        grown.copy_(value)
        return
    outputs = slice(len(value))
    if value.ndim == 1:
        grown[outputs] = value
        return
    parts = 3 if name.endswith(POOLED) else 1
    grown[outputs] = 0
    kept = grown[outputs].unflatten(1, (parts, -1))
    kept[:, :, : value.shape[1] // parts] = value.unflatten(1, (parts, -1))


@torch.no_grad()
def begin(path, model, batches):
    """Fills a model with the weights of a file and returns its metadata.

    Blocks and channels that the file does not have change nothing yet. Normalisations get the statistics of the batches, and
    leave what they compute as it is.
    """
    source, metadata = load(path, model.size)
    kept = places(len(source.blocks), len(model.blocks))
    state = model.state_dict()
    for name, value in source.state_dict().items():
        if name.startswith("blocks."):
            _, index, layer = name.split(".", 2)
            name = f"blocks.{kept[int(index)]}.{layer}"
        widen(name, value, state[name])
    new = [block for index, block in enumerate(model.blocks) if index not in kept]
    for block in new:
        block.last_conv.weight.zero_()
    calibrate(model, batches)
    if new:
        # The second normalisation of a block reads what the first one lets through.
        forget([block.norm for block in new])
        calibrate(model, batches)
        forget([block.mid_norm for block in new])
    return metadata


def forget(norms):
    """Makes normalisations scale and shift nothing besides the statistics."""
    for norm in norms:
        norm.weight.fill_(1.0)
        norm.bias.zero_()
