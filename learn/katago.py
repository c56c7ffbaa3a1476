"""KataGo's transformers in PyTorch, read from their `.bin.gz`.

The model is the one that `crates/nn/src/reference.rs` evaluates, for nets whose trunk has nested bottlenecks of
attention and gated feed-forward blocks (model versions 15 and 16); other parts are refused. The trunk is
`[board][point][channel]` and all boards of a batch have one size, so nothing needs a mask. Matrices and activations have
the precision that the caller chooses; norms and pools sum in 32 bits.
"""

import gzip
import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from learn import model

PLANES = 22
GLOBALS = 19
VERSIONS = (15, 16)
MARK = b"@BIN@"
MAX_BYTES = 1 << 30
MAX_WORD = 200
MAX_COUNT = 1 << 16
ACTIVATIONS = {
    "ACTIVATION_IDENTITY": lambda values: values,
    "ACTIVATION_RELU": functional.relu,
    "ACTIVATION_MISH": functional.mish,
    "ACTIVATION_SILU": functional.silu,
}


class NetError(Exception):
    """File that is no net of the kind that is read here."""


@dataclass
class Scales:
    """Factors of the outputs of the score."""

    score_mean: float
    score_stdev: float
    lead: float
    variance_time: float
    value_error: float
    score_error: float


class Tokens:
    """Words and blocks of numbers of the format. `blocks` has the place and length of each block that was read."""

    def __init__(self, data):
        self.data = data
        self.place = 0
        self.blocks = []

    def word(self, expected=None):
        """Reads the next word, which has to be `expected` if that is given."""
        while self.data[self.place : self.place + 1].isspace():
            self.place += 1
        begin = self.place
        while self.place < len(self.data) and not self.data[self.place : self.place + 1].isspace():
            self.place += 1
        word = self.data[begin : min(self.place, begin + MAX_WORD)].decode()
        # What is not printable must not reach a terminal by way of a message.
        if self.place - begin > MAX_WORD or not word.isprintable():
            raise NetError("a word that is no part of the format")
        if expected is not None and word != expected:
            raise NetError(f"{word or 'the end of the file'} in place of {expected}")
        return word

    def count(self):
        """Reads the next word as a number of layers or channels, of which there is one at least."""
        count = int(self.word())
        if not 1 <= count <= MAX_COUNT:
            raise NetError(f"{count} layers or channels")
        return count

    def flag(self):
        """Reads the next word as yes or no."""
        return self.word() != "0"

    def zeros(self, count):
        """Reads options that have to be zero."""
        for _ in range(count):
            self.word("0")

    def floats(self, *shape):
        """Reads the next block of numbers."""
        self.place = self.data.index(MARK, self.place) + len(MARK)
        count = math.prod(shape)
        if 4 * count > len(self.data) - self.place:
            raise NetError("the file ends in a block of numbers")
        values = np.frombuffer(self.data, "<f4", count, self.place)
        self.blocks.append((self.place, count))
        self.place += 4 * count
        return torch.from_numpy(values.copy()).view(shape)


class Weights(nn.Module):
    """Layer whose tensors are held as buffers, by names."""

    def hold(self, **tensors):
        """Holds tensors."""
        for name, tensor in tensors.items():
            self.register_buffer(name, tensor)


def added(board, change, weight):
    """Returns a board with a change that passes through a matrix, as one operation."""
    return torch.addmm(board.flatten(0, 1), change.flatten(0, 1), weight.T).view(board.shape)


class Conv(Weights):
    """Convolution of a board `[board][point][channel]` of a given height and width."""

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        rows, columns, inputs, outputs = (tokens.count() for _ in range(4))
        tokens.word("1"), tokens.word("1")
        self.width = rows
        if rows != columns:
            raise NetError(f"a filter of {rows}×{columns}")
        weight = tokens.floats(rows, columns, inputs, outputs)
        self.hold(weight=weight.view(inputs, outputs).T if rows == 1 else weight.permute(3, 2, 0, 1))

    def forward(self, board, size):
        """Returns the convolved board."""
        if self.width == 1:
            return functional.linear(board, self.weight)
        seen = board.transpose(1, 2).unflatten(2, size)
        return functional.conv2d(seen, self.weight, padding=self.width // 2).flatten(2).transpose(1, 2)


class Dense(Weights):
    """Matrix, `[output][input]` in memory."""

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        inputs, outputs = tokens.count(), tokens.count()
        self.hold(weight=tokens.floats(inputs, outputs).T)

    def forward(self, values):
        """Returns the product."""
        return functional.linear(values, self.weight)


class Bias(Weights):
    """Vector that is added, with an activation after it if there is one."""

    def __init__(self, tokens, activates=False):
        super().__init__()
        tokens.word()
        self.hold(bias=tokens.floats(tokens.count()))
        self.activation = activation(tokens) if activates else ACTIVATIONS["ACTIVATION_IDENTITY"]

    def forward(self, values):
        """Returns the values with the bias."""
        return self.activation(values + self.bias)


def activation(tokens):
    """Reads a layer of an activation."""
    tokens.word()
    kind = tokens.word()
    if kind not in ACTIVATIONS:
        raise NetError(f"activation {kind}")
    return ACTIVATIONS[kind]


class Norm(Weights):
    """Normalisation by fixed statistics, merged to a scale and a bias for each channel, and its activation."""

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        channels, epsilon = tokens.count(), float(tokens.word())
        has_scale, has_bias = tokens.flag(), tokens.flag()
        mean, variance = tokens.floats(channels), tokens.floats(channels)
        scale = tokens.floats(channels) if has_scale else torch.ones(channels)
        bias = tokens.floats(channels) if has_bias else torch.zeros(channels)
        scale = scale / torch.sqrt(variance + epsilon)
        self.hold(scale=scale, bias=bias - mean * scale)
        self.activation = activation(tokens)

    def forward(self, board):
        """Returns the normalised and activated board."""
        return self.activation(torch.addcmul(self.bias, board, self.scale))


class RmsNorm(Weights):
    """Division of each point's channels by the root of their mean square, then a scale."""

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        self.channels, self.epsilon = tokens.count(), float(tokens.word())
        self.hold(scale=tokens.floats(self.channels))

    def forward(self, board):
        """Returns the normalised board."""
        return functional.rms_norm(board, (self.channels,), self.scale, self.epsilon)


class LastNorm(Weights):
    """Division by the root of the mean square of each board, or of each point; scale, bias and activation."""

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        channels, self.epsilon = tokens.count(), float(tokens.word())
        self.over = (1, 2) if tokens.flag() else (2,)
        tokens.zeros(1)
        self.hold(scale=tokens.floats(channels), bias=tokens.floats(channels))
        self.activation = activation(tokens)

    def forward(self, board):
        """Returns the normalised and activated board."""
        values = board.float()
        values = values * torch.rsqrt(values.square().mean(self.over, keepdim=True) + self.epsilon)
        return self.activation(torch.addcmul(self.bias.float(), values, self.scale.float())).to(board.dtype)


class Attention(Weights):
    """Attention of each point to all points; queries and keys are turned by learned angles (rotary embedding).

    A pair (a, b) turned by an angle is (a, b)·cos + (−b, a)·sin. One matrix gives queries, keys, the same with their pairs
    as in the second term, and values, so that turning is two products and a sum of whole tensors.
    """

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        self.heads, key_heads, self.channels, self.values = (tokens.count() for _ in range(4))
        turned, learned = tokens.flag(), tokens.flag()
        if self.heads != key_heads or not (turned and learned):
            raise NetError("attention with grouped heads, or without learned turns")
        self.norm = RmsNorm(tokens)
        query, key, value, self.output = (Dense(tokens) for _ in range(4))
        both = torch.cat([query.weight, key.weight])
        pairs = both.unflatten(0, (-1, 2))
        crossed = torch.stack([-pairs[:, 1], pairs[:, 0]], 1).flatten(0, 1)
        self.hold(weight=torch.cat([both, crossed, value.weight]))
        tokens.word()
        shape = [tokens.count() for _ in range(3)]
        # In 64 bits outside the buffers: a rounded angle is wrong by more with each step.
        self.angles = tokens.floats(*shape).double()
        self.turns = {}

    def turn(self, size, like):
        """Returns cosines and sines, `[point][channel of queries, then of keys]`, of a size of board."""
        key = (*size, like.dtype, like.device)
        if key not in self.turns:
            rows, columns = torch.meshgrid(*map(torch.arange, size), indexing="ij")
            steps = torch.stack([columns, rows], -1).view(-1, 1, 1, 2)
            angles = (steps * self.angles).sum(-1).flatten(1).repeat_interleave(2, 1).repeat(1, 2)
            self.turns[key] = tuple(part.to(like) for part in (angles.cos(), angles.sin()))
        return self.turns[key]

    def forward(self, board, size):
        """Returns the trunk with the change of this block."""
        width = 2 * self.heads * self.channels
        projected = functional.linear(self.norm(board), self.weight)
        straight, crossed, value = projected.split([width, width, self.heads * self.values], 2)
        cos, sin = self.turn(size, board)
        turned = torch.addcmul(straight * cos, crossed, sin)
        query, key = turned.unflatten(2, (2, self.heads, self.channels)).permute(2, 0, 3, 1, 4)
        value = value.unflatten(2, (self.heads, self.values)).transpose(1, 2)
        read = functional.scaled_dot_product_attention(query, key, value)
        return added(board, read.transpose(1, 2).flatten(2), self.output.weight)


class FeedForward(Weights):
    """Two matrices at each point with a gate between them (SwiGLU)."""

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        tokens.count(), tokens.count()
        if not tokens.flag():
            raise NetError("a feed-forward block without a gate")
        self.norm = RmsNorm(tokens)
        first, gate, self.last = (Dense(tokens) for _ in range(3))
        self.hold(weight=torch.cat([first.weight, gate.weight]))

    def forward(self, board, size):
        """Returns the trunk with the change of this block."""
        first, gate = functional.linear(self.norm(board), self.weight).chunk(2, 2)
        return added(board, functional.silu(first) * gate, self.last.weight)


class Nested(nn.Module):
    """Blocks of fewer channels between two matrices."""

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        count = tokens.count()
        self.norm, self.conv = Norm(tokens), Conv(tokens)
        self.blocks = read_blocks(tokens, count)
        self.last_norm, self.last_conv = Norm(tokens), Conv(tokens)

    def forward(self, board, size):
        """Returns the trunk with the change of this block."""
        inner = self.conv(self.norm(board), size)
        for block in self.blocks:
            inner = block(inner, size)
        return added(board, self.last_norm(inner), self.last_conv.weight)


BLOCKS = {
    "nested_bottleneck_block": Nested,
    "transformer_attention_block": Attention,
    "transformer_ffn_block": FeedForward,
}


def read_blocks(tokens, count):
    """Reads blocks."""
    blocks = nn.ModuleList()
    for _ in range(count):
        kind = tokens.word()
        if kind not in BLOCKS:
            raise NetError(f"block {kind}")
        blocks.append(BLOCKS[kind](tokens))
    return blocks


def pooled_by(pool, board):
    """Pools a board by a function of `learn.model`, which takes `[board][channel][row][column]`: the points become one column."""
    return pool(board.transpose(1, 2)[..., None]).to(board.dtype)


class PolicyHead(nn.Module):
    """Logits of points and of a pass."""

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        self.conv, self.pool_conv, self.pool_norm = Conv(tokens), Conv(tokens), Norm(tokens)
        self.pool_dense, self.norm, self.last_conv = Dense(tokens), Norm(tokens), Conv(tokens)
        self.dense, self.bias, self.last = Dense(tokens), Bias(tokens, activates=True), Dense(tokens)

    def forward(self, trunk, size):
        """Returns `[board][points + 1]`."""
        pooled = pooled_by(model.pool, self.pool_norm(self.pool_conv(trunk, size)))
        board = self.conv(trunk, size) + self.pool_dense(pooled)[:, None]
        points = self.last_conv(self.norm(board), size)[:, :, 0]
        tokens = self.last(self.bias(self.dense(pooled)))[:, :1]
        return torch.cat([points, tokens], 1).float()


class ValueHead(nn.Module):
    """Logits of win, loss and no result; numbers of the score; ownership before tanh."""

    def __init__(self, tokens):
        super().__init__()
        tokens.word()
        self.conv, self.norm = Conv(tokens), Norm(tokens)
        self.dense, self.bias = Dense(tokens), Bias(tokens, activates=True)
        self.outcome, self.outcome_bias = Dense(tokens), Bias(tokens)
        self.score, self.score_bias = Dense(tokens), Bias(tokens)
        self.ownership = Conv(tokens)

    def forward(self, trunk, size):
        """Returns the three outputs."""
        board = self.norm(self.conv(trunk, size))
        hidden = self.bias(self.dense(pooled_by(model.pool_value, board)))
        outcome, score = self.outcome_bias(self.outcome(hidden)), self.score_bias(self.score(hidden))
        return outcome.float(), score.float(), self.ownership(board, size)[:, :, 0].float()


@dataclass
class Answers:
    """What the net says of a batch, seen by the player to move.

    `logits` is `[board][points + 1]`, the pass last; `outcome` has the chances of win, loss and no result; `lead`,
    `deviation` and `score_error` are points, `value_error` 0 to 2; `ownership` is −1 to 1.
    """

    logits: torch.Tensor
    outcome: torch.Tensor
    lead: torch.Tensor
    deviation: torch.Tensor
    value_error: torch.Tensor
    score_error: torch.Tensor
    ownership: torch.Tensor


class Transformer(nn.Module):
    """Whole net."""

    def __init__(self, tokens):
        super().__init__()
        self.name, self.version = tokens.word(), tokens.count()
        if self.version not in VERSIONS:
            raise NetError(f"model version {self.version}, not one of {VERSIONS}")
        tokens.word(str(PLANES)), tokens.word(str(GLOBALS))
        tokens.word()
        self.scales = Scales(*(float(tokens.word()) for _ in range(6)))
        tokens.word("0")
        tokens.flag()
        tokens.zeros(6)
        tokens.word("trunk")
        count = tokens.count()
        for _ in range(5):
            # Each layer says its own numbers of channels.
            tokens.word()
        if not tokens.flag():
            raise NetError("a trunk that does not end with a division by the root of the mean square")
        tokens.zeros(5)
        self.first_conv, self.first_dense = Conv(tokens), Dense(tokens)
        self.blocks = read_blocks(tokens, count)
        self.last_norm = LastNorm(tokens)
        self.policy, self.value = PolicyHead(tokens), ValueHead(tokens)

    def forward(self, planes, globals_, void):
        """Answers for planes `[board][plane][row][column]`, numbers, and whether a game may end without a result."""
        kind, size = self.first_dense.weight.dtype, tuple(planes.shape[2:])
        trunk = self.first_conv(planes.to(kind).flatten(2).transpose(1, 2), size)
        trunk = trunk + self.first_dense(globals_.to(kind))[:, None]
        for block in self.blocks:
            trunk = block(trunk, size)
        trunk = self.last_norm(trunk)
        return self.answers(self.policy(trunk, size), *self.value(trunk, size), void)

    def answers(self, logits, outcome, score, ownership, void):
        """Makes answers of raw outputs, as `nn/evaluation.rs` does."""
        no_result = torch.where(void, outcome[:, 2], -torch.inf)
        chances = torch.stack([outcome[:, 0], outcome[:, 1], no_result], 1).softmax(1)
        scales = self.scales
        return Answers(
            logits=logits,
            outcome=chances,
            lead=score[:, 2] * scales.lead * (chances[:, 0] + chances[:, 1]),
            deviation=functional.softplus(score[:, 1]) * scales.score_stdev,
            value_error=functional.softplus(0.5 * score[:, -2]) * scales.value_error**0.5,
            score_error=functional.softplus(0.5 * score[:, -1]) * scales.score_error**0.5,
            ownership=ownership.tanh(),
        )


def unpacked(path):
    """Returns the bytes of a packed net, of which no known one has more than a third of the bound."""
    with gzip.open(path) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise NetError(f"{path}: more than {MAX_BYTES >> 20} MiB")
    return data


def read(path, kind=torch.float32, device="cpu"):
    """Reads a net."""
    tokens = Tokens(unpacked(path))
    try:
        net = Transformer(tokens)
    except (ValueError, IndexError, TypeError, RuntimeError, OverflowError) as error:
        raise NetError(f"{path}: no net of KataGo in the binary format ({error})") from error
    except NetError as error:
        raise NetError(f"{path}: {error}") from error
    if tokens.data[tokens.place :].strip():
        raise NetError(f"{path}: something follows the net")
    return net.to(device=device, dtype=kind).eval().requires_grad_(False)
