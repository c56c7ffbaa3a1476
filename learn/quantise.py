"""Rounding that the engine's 8-bit integers do, in training: weights to 8 bits, what convolutions read to 7.

`crates/nn/src/int8` has the layers: the convolutions of the trunk and the first ones of the heads. Each output
channel of a convolution has its own scale. Gradients pass the rounding as if it were not there.
"""

import torch

# Channels whose weights the engine joins, and the groups of them whose products it adds in 16 bits.
DEPTH = 8
JOINED = ((0, 1, 4, 5), (2, 3, 6, 7))
# Largest sum of the magnitudes of the four weights of a group, less what rounding adds.
MAX_SUM = 256.0
MAX_WEIGHT = 127.0
MAX_VALUE = 127.0
MIN_SCALE = 1e-30


def scales(weight):
    """Returns the scale of each output channel of `[output][input][row][column]`, the smallest that fits."""
    size = weight.abs().flatten(2)
    filled = torch.nn.functional.pad(size, (0, 0, 0, -size.shape[1] % DEPTH))
    groups = filled.unflatten(1, (-1, DEPTH))[:, :, JOINED].sum(3)
    largest, sums = size.amax((1, 2)), groups.amax((1, 2, 3))
    return torch.maximum(largest / MAX_WEIGHT, sums / MAX_SUM).clamp(min=MIN_SCALE)


def rounded(weight):
    """Returns the whole numbers that stand for weights, and the scale of each output channel."""
    scale = scales(weight)
    return torch.round(weight / scale[:, None, None, None]).clamp(-MAX_WEIGHT, MAX_WEIGHT), scale


def quantised_weight(weight):
    """Returns weights as the engine has them; the gradient is that of `weight`."""
    with torch.no_grad():
        whole, scale = rounded(weight)
        change = whole * scale[:, None, None, None] - weight
    return weight + change


def quantised_board(board):
    """Returns activated values in steps of 1/127 of the largest one; the gradient is that of `board`."""
    with torch.no_grad():
        step = (board.amax().float() / MAX_VALUE).clamp(min=MIN_SCALE)
        change = torch.round(board.float() / step) * step - board
    return board + change.to(board.dtype)
