"""The net in PyTorch: the trunk and the heads that `crates/nn/src` evaluates, with batch normalisation.

Each layer stands where `nn/network.rs` has it, so that `learn.export` has only to rename and transpose. The input is
`[batch][plane][row][column]` and all boards of a batch have one size.
"""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from learn.quantise import quantised_board, quantised_weight
from learn.shared import GLOBALS, LOGISTICS, OUTCOMES, PLANES, SCORES, TOKENS


# Layers whose result the engine has in floats, besides pooled ones and matrices.
FLOAT_CONVS = ("policy.last_conv", "value.ownership")
FLOAT_NORMS = ("policy.norm", "value.norm")

# Policies of the head in their order; the engine has the first alone.
POLICIES = ("policy", "reply", "soft")


@dataclass(frozen=True)
class Size:
    """Numbers of blocks and channels."""

    blocks: int
    channels: int
    pooled: int
    policy: int
    value: int
    hidden: int


SIZES = {
    "b2c16": Size(blocks=2, channels=16, pooled=8, policy=8, value=8, hidden=16),
    "b5c16": Size(blocks=5, channels=16, pooled=8, policy=8, value=8, hidden=16),
    "b4c32": Size(blocks=4, channels=32, pooled=16, policy=16, value=16, hidden=32),
    "b6c64": Size(blocks=6, channels=64, pooled=32, policy=24, value=24, hidden=48),
    "b8c96": Size(blocks=8, channels=96, pooled=48, policy=32, value=32, hidden=64),
    "b10c64": Size(blocks=10, channels=64, pooled=32, policy=24, value=24, hidden=48),
}


@dataclass
class Outputs:
    """Raw outputs of a batch, seen by the player to move.

    `policies` is `[batch][policy][points + tokens]` in the order of `POLICIES`; `ownership` is before tanh.
    """

    policies: torch.Tensor
    outcome: torch.Tensor
    score: torch.Tensor
    ownership: torch.Tensor


class Conv(nn.Conv2d):
    """Convolution; `quantised` rounds its weights as the engine's integers do."""

    quantised = False

    def forward(self, board):
        """Returns the convolved board."""
        weight = quantised_weight(self.weight) if self.quantised else self.weight
        return functional.conv2d(board, weight, padding=self.padding)


def conv(inputs, outputs, width):
    """Makes a convolution without a bias that keeps the size of the board."""
    return Conv(inputs, outputs, width, padding=width // 2, bias=False)


def dense(inputs, outputs, bias=False):
    """Makes a matrix."""
    return nn.Linear(inputs, outputs, bias=bias)


class Norm(nn.BatchNorm2d):
    """Batch normalisation, then relu.

    `frozen` normalises by the running statistics in training, too, and leaves them as they are; `quantised` rounds the
    result as the engine does for its convolutions.
    """

    frozen = False
    quantised = False

    def forward(self, board):
        """Returns the normalised and activated board."""
        use_batch = self.training and not self.frozen
        board = functional.batch_norm(
            board, self.running_mean, self.running_var, self.weight, self.bias, use_batch, self.momentum, self.eps
        )
        board = functional.relu_(board)
        return quantised_board(board) if self.quantised else board


def add_bias(board, bias):
    """Adds a number for each channel of each board."""
    return board + bias[:, :, None, None].to(board.dtype)


def shift(board):
    """Returns (√area − 14) / 10."""
    return ((board.shape[2] * board.shape[3]) ** 0.5 - 14.0) * 0.1


def pool(board):
    """Pools each channel to its mean, its mean times the shift, and its maximum."""
    mean = board.mean((2, 3), dtype=torch.float32)
    return torch.cat([mean, mean * shift(board), board.amax((2, 3)).float()], 1)


def pool_value(board):
    """Pools each channel to its mean, its mean times the shift, and its mean times the shift's square less 0.1."""
    mean = board.mean((2, 3), dtype=torch.float32)
    by = shift(board)
    return torch.cat([mean, mean * by, mean * (by * by - 0.1)], 1)


class Block(nn.Module):
    """Normalise, convolve, normalise, convolve; `pooled` channels of the whole board give a bias between."""

    def __init__(self, channels, pooled=0):
        super().__init__()
        self.norm = Norm(channels)
        self.conv = conv(channels, channels, 3)
        if pooled:
            self.pool_conv = conv(channels, pooled, 3)
            self.pool_norm = Norm(pooled)
            self.pool_dense = dense(3 * pooled, channels)
        self.mid_norm = Norm(channels)
        self.last_conv = conv(channels, channels, 3)
        self.pools = pooled > 0

    def forward(self, trunk):
        """Returns the trunk with the change of this block."""
        board = self.norm(trunk)
        middle = self.conv(board)
        if self.pools:
            middle = add_bias(middle, self.pool_dense(pool(self.pool_norm(self.pool_conv(board)))))
        return trunk + self.last_conv(self.mid_norm(middle))


class PassHead(nn.Module):
    """Logits of tokens from the pooled channels of the policy head."""

    def __init__(self, inputs, hidden):
        super().__init__()
        self.dense = dense(inputs, hidden, bias=True)
        self.last = dense(hidden, TOKENS * len(POLICIES))

    def forward(self, pooled):
        """Returns `[batch][policy][token]`."""
        logits = self.last(functional.relu(self.dense(pooled)))
        return logits.view(-1, len(POLICIES), TOKENS)


class PolicyHead(nn.Module):
    """Logits of points and tokens."""

    def __init__(self, channels, width):
        super().__init__()
        self.conv = conv(channels, width, 1)
        self.pool_conv = conv(channels, width, 1)
        self.pool_norm = Norm(width)
        self.pool_dense = dense(3 * width, width)
        self.norm = Norm(width)
        self.last_conv = conv(width, len(POLICIES), 1)
        setattr(self, "pass", PassHead(3 * width, width))

    def forward(self, trunk):
        """Returns `[batch][policy][points + tokens]`."""
        pooled = pool(self.pool_norm(self.pool_conv(trunk)))
        board = add_bias(self.conv(trunk), self.pool_dense(pooled))
        points = self.last_conv(self.norm(board)).flatten(2).float()
        return torch.cat([points, getattr(self, "pass")(pooled).float()], 2)


class ValueHead(nn.Module):
    """Outcome, numbers of the score, and owner of each point."""

    def __init__(self, channels, width, hidden):
        super().__init__()
        self.conv = conv(channels, width, 1)
        self.norm = Norm(width)
        self.dense = dense(3 * width, hidden, bias=True)
        self.outcome = dense(hidden, OUTCOMES, bias=True)
        self.score = dense(hidden, SCORES, bias=True)
        self.ownership = conv(width, 1, 1)

    def forward(self, trunk):
        """Returns the logits of outcomes, the numbers of the score, and the ownership of points."""
        board = self.norm(self.conv(trunk))
        hidden = functional.relu(self.dense(pool_value(board)))
        return self.outcome(hidden).float(), self.score(hidden).float(), self.ownership(board).flatten(1).float()


class Model(nn.Module):
    """Whole net of a size of `SIZES`."""

    def __init__(self, size):
        super().__init__()
        shape = SIZES[size]
        self.size = size
        self.first_conv = conv(PLANES, shape.channels, 3)
        self.first_dense = dense(GLOBALS, shape.channels)
        self.blocks = nn.ModuleList(
            Block(shape.channels, shape.pooled if index == shape.blocks // 2 else 0) for index in range(shape.blocks)
        )
        self.last_norm = Norm(shape.channels)
        self.policy = PolicyHead(shape.channels, shape.policy)
        self.value = ValueHead(shape.channels, shape.value, shape.hidden)
        self.initialise()

    def initialise(self):
        """Draws weights that keep the variance of a value (He et al. 2015); blocks begin with a small change."""
        for layer in self.modules():
            if isinstance(layer, (nn.Conv2d, nn.Linear)):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
                if layer.bias is not None:
                    nn.init.zeros_(layer.bias)
        with torch.no_grad():
            self.first_dense.weight.mul_(0.5)
            for block in self.blocks:
                block.last_conv.weight.mul_(len(self.blocks) ** -0.5)
            heads = [self.policy.last_conv, getattr(self.policy, "pass").last, self.value.outcome, self.value.score]
            for last in [*heads, self.value.ownership]:
                last.weight.mul_(0.1)
            # The three logistics begin apart, or they would learn the same.
            self.value.score.bias[LOGISTICS : 2 * LOGISTICS] = torch.tensor([-0.5, 0.0, 0.5])

    def freeze_norms(self, frozen=True):
        """Sets whether training uses the running statistics of all normalisations."""
        for layer in self.modules():
            if isinstance(layer, Norm):
                layer.frozen = frozen

    def quantise(self, quantised=True):
        """Sets whether layers that the engine evaluates in integers round as it does."""
        for name, layer in self.named_modules():
            if isinstance(layer, Conv):
                layer.quantised = quantised and name not in FLOAT_CONVS
            if isinstance(layer, Norm):
                layer.quantised = quantised and name not in FLOAT_NORMS and not name.endswith("pool_norm")

    def forward(self, planes, globals_):
        """Returns the raw outputs of a batch."""
        trunk = add_bias(self.first_conv(planes), self.first_dense(globals_))
        for block in self.blocks:
            trunk = block(trunk)
        trunk = self.last_norm(trunk)
        return Outputs(self.policy(trunk), *self.value(trunk))
