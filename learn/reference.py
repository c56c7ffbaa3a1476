"""Plain numpy evaluation of an exported net, step by step as `crates/nn/src/reference.rs` does it.

It shares no code with `learn.model`: tests hold the two against each other. Tensors of the board are
`[row][column][channel]`.
"""

import numpy as np
from safetensors.numpy import load_file


class Reference:
    """Net of a safetensors file."""

    def __init__(self, path):
        self.net = {name: value.astype(np.float32) for name, value in load_file(path).items()}

    def evaluate(self, planes, globals_):
        """Returns policy and token logits, outcome, score and ownership of one position, `planes` `[plane][row][column]`."""
        trunk = self.convolve("first_conv", planes.transpose(1, 2, 0)) + globals_ @ self.net["first_dense"]
        block = 0
        while f"blocks.{block}.conv" in self.net:
            trunk = trunk + self.change(f"blocks.{block}", trunk)
            block += 1
        trunk = self.normalise("last_norm", trunk)
        return *self.policy(trunk), *self.value(trunk)

    def change(self, block, trunk):
        """Returns what a block adds to the trunk."""
        board = self.normalise(f"{block}.norm", trunk)
        middle = self.convolve(f"{block}.conv", board)
        if f"{block}.pool_conv" in self.net:
            pooled = self.normalise(f"{block}.pool_norm", self.convolve(f"{block}.pool_conv", board))
            middle = middle + pool(pooled) @ self.net[f"{block}.pool_dense"]
        return self.convolve(f"{block}.last_conv", self.normalise(f"{block}.mid_norm", middle))

    def policy(self, trunk):
        """Returns the logits of points and of tokens."""
        pooled = pool(self.normalise("policy.pool_norm", self.convolve("policy.pool_conv", trunk)))
        board = self.convolve("policy.conv", trunk) + pooled @ self.net["policy.pool_dense"]
        points = self.convolve("policy.last_conv", self.normalise("policy.norm", board))[:, :, 0]
        hidden = np.maximum(pooled @ self.net["policy.pass.dense"] + self.net["policy.pass.bias"], 0)
        return points.ravel(), hidden @ self.net["policy.pass.last"]

    def value(self, trunk):
        """Returns outcome, score and ownership."""
        board = self.normalise("value.norm", self.convolve("value.conv", trunk))
        hidden = np.maximum(pool_value(board) @ self.net["value.dense"] + self.net["value.bias"], 0)
        outcome = hidden @ self.net["value.outcome"] + self.net["value.outcome_bias"]
        score = hidden @ self.net["value.score"] + self.net["value.score_bias"]
        return outcome, score, self.convolve("value.ownership", board).ravel()

    def convolve(self, name, board):
        """Convolves with zeros outside the board."""
        weights = self.net[name]
        height, width = weights.shape[:2]
        rows, columns = board.shape[:2]
        padded = np.pad(board, ((height // 2,) * 2, (width // 2,) * 2, (0, 0)))
        taps = ((row, column) for row in range(height) for column in range(width))
        return sum(padded[row : row + rows, column : column + columns] @ weights[row, column] for row, column in taps)

    def normalise(self, name, board):
        """Scales, adds the bias, and cuts below zero."""
        return np.maximum(board * self.net[f"{name}.scale"] + self.net[f"{name}.bias"], 0)


def shift(board):
    """Returns (√area − 14) / 10."""
    return (np.sqrt(board.shape[0] * board.shape[1]) - 14) * 0.1


def pool(board):
    """Pools to mean, shifted mean and maximum."""
    mean = board.mean((0, 1))
    return np.concatenate([mean, mean * shift(board), board.max((0, 1))])


def pool_value(board):
    """Pools to mean, shifted mean and twice shifted mean."""
    mean = board.mean((0, 1))
    return np.concatenate([mean, mean * shift(board), mean * (shift(board) ** 2 - 0.1)])
