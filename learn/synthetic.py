"""Rows that mean nothing in Go, but can be learned: for tests and measurements of speed."""

import numpy as np

from learn.shared import GLOBALS, OUTCOMES, PLANES, TOKENS, UNKNOWN_MARGIN, UNKNOWN_OWNER


def synthetic(width, height, rows, seed):
    """Makes stored fields of random boards.

    The policy is spread over the own stones (plane 1), the margin is the difference of both sides' stones plus global 0,
    the outcome follows from it, and each point belongs to the player of its stone. Some targets are unknown.
    """
    draw = np.random.default_rng(seed)
    points = width * height
    stones = draw.choice(3, size=(rows, points), p=[0.6, 0.2, 0.2])
    planes = np.zeros((rows, PLANES, points), np.uint8)
    planes[:, 0] = 1
    planes[:, 1], planes[:, 2] = stones == 1, stones == 2
    planes[:, 3:] = draw.random((rows, PLANES - 3, points)) < 0.1
    globals_ = np.zeros((rows, GLOBALS), np.float32)
    komi = draw.integers(-10, 11, rows)
    globals_[:, 0] = komi / 20
    globals_[:, 1:9] = draw.integers(2, size=(rows, 8))

    margin = 2 * ((stones == 1).sum(1) - (stones == 2).sum(1) + komi)
    outcome = np.zeros((rows, OUTCOMES), np.float32)
    outcome[np.arange(rows), np.where(margin > 0, 0, np.where(margin < 0, 2, 1))] = 1
    legal = np.zeros((rows, points + TOKENS), np.uint8)
    legal[:, :points] = 1
    legal[:, points] = 1
    policy = np.zeros((rows, points + TOKENS))
    policy[:, :points] = stones == 1
    policy[:, points] = policy.sum(1) == 0
    policy = np.round(policy / policy.sum(1, keepdims=True) * 65535).astype(np.uint16)
    reply = np.zeros_like(policy)
    reply[: rows // 2, points] = 65535
    own = np.where(stones == 1, 127, np.where(stones == 2, -127, 0)).astype(np.int8)
    own[::5] = UNKNOWN_OWNER
    lead = (margin / 2).astype(np.float32)
    lead[::7] = np.nan
    # The fewer stones, the more is open.
    open_points = (stones == 0).mean(1)
    uncertainty = np.stack([10 * open_points, open_points, 5 * open_points], 1).astype(np.float32)
    uncertainty[::4, 0] = uncertainty[1::4, 1:] = np.nan
    margin = margin.astype(np.int16)
    margin[::3] = UNKNOWN_MARGIN
    return {
        "planes": np.packbits(planes, axis=-1),
        "globals": globals_,
        "policy": policy,
        "outcome": outcome,
        "lead": lead,
        "uncertainty": uncertainty,
        "margin": margin,
        "own": own,
        "legal": np.packbits(legal, axis=-1),
        "reply": reply,
        "weight": np.ones(rows, np.float32),
    }
