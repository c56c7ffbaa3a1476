"""Matches of two nets under several rule sets and sizes, and what they say about strength.

Games come in pairs: one opening with exchanged colours. The arena of the engine plays them. Statistics are those of
`crates/arena/src/stats/sprt.rs` and `pairs.rs`, over the pairs of all matches together.
"""

import collections
import json
import math
import shlex
import subprocess
from dataclasses import dataclass

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
# Half of the largest loss of log likelihood inside an interval of 95 %.
MAX_LOSS = 1.959964**2 / 2
# Wald's bounds for errors of 5 %.
BOUND = math.log(0.95 / 0.05)
POINTS = {"black": 1.0, "draw": 0.5, "white": 0.0}


@dataclass(frozen=True)
class Case:
    """Rules and size of a match."""

    rules: str
    size: str

    def __str__(self):
        return f"{self.rules} {self.size}"


def pair_points(lines, name):
    """Returns the points of a player in each whole pair of the arena's games, given as JSON lines."""
    pairs = collections.defaultdict(list)
    for line in lines:
        game = json.loads(line)
        if game["verdict"] not in POINTS:
            continue
        black = POINTS[game["verdict"]]
        pairs[game["pair"]].append(black if game["engines"]["black"] == name else 1.0 - black)
    return [sum(points) for points in pairs.values() if len(points) == 2]


def play(program, folder, case, nets, games, seed, limit, stop_with=None):
    """Plays a match of the nets `new` and `old`, or the rest of it; returns the points of `new` in each pair.

    `limit` are the words that bound a move, as `time_per_move=0.05`. Openings of four random moves are those that the
    old net calls even within two points.
    """
    command = [program, "arena", "--out", folder, "--resume", "--rules", case.rules, "--size", case.size]
    command += ["--games", games, "--seed", seed, "--concurrency", 1]
    command += ["--opening-plies", 4, "--balanced", 2, "--net", nets["old"]]
    for name, net in nets.items():
        command += ["--engine", f"{name}=internal {shlex.quote(f'net={net}')} threads=1 {limit}"]
    done = subprocess.run(
        list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True, text=True, preexec_fn=stop_with
    )
    if done.returncode:
        raise RuntimeError(f"{case}: the arena ended with {done.returncode}: {done.stderr.strip()[-500:]}")
    return pair_points((folder / "games.jsonl").read_text(encoding="utf-8").splitlines(), "new")


def share_of_elo(elo):
    """Returns the expected share of the points."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_share(share):
    """Returns the difference in Elo, within ±1200."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / share - 1)


class Score:
    """Numbers of pairs with 0, ½, 1, 1½ and 2 points."""

    def __init__(self, points=()):
        self.counts = [0] * 5
        self.add(points)

    def add(self, points):
        """Adds pairs."""
        for value in points:
            self.counts[round(2 * value)] += 1

    @property
    def pairs(self):
        """Number of pairs."""
        return sum(self.counts)

    @property
    def share(self):
        """Share of the points; a half without pairs."""
        return sum(s * n for s, n in zip(SHARES, self.counts)) / self.pairs if self.pairs else 0.5

    def with_virtual_pair(self, share):
        """Returns the numbers with one more pair, won and lost in parts, which keeps results possible that did not occur."""
        first, *middle, last = self.counts
        return [first + 1 - share, *middle, last + share]

    def llr(self, elo0, elo1):
        """Returns the log likelihood ratio of the two differences."""
        low, high = share_of_elo(elo0), share_of_elo(elo1)
        neutral = math.log((1 - low) / (1 - high)) / math.log(high / (1 - high) * (1 - low) / low)
        counts = self.with_virtual_pair(neutral)
        return lost_at(counts, low) - lost_at(counts, high) if self.pairs else 0.0

    def elo(self):
        """Returns the difference in Elo with the ends of its interval of 95 %."""
        share, counts = self.share, self.with_virtual_pair(self.share)
        ends = []
        for extreme in (0.0, 1.0):
            inside, outside = share, extreme
            for _ in range(50):
                middle = (inside + outside) / 2
                inside, outside = (middle, outside) if lost_at(counts, middle) < MAX_LOSS else (inside, middle)
            ends.append(elo_of_share(inside))
        return elo_of_share(share), *ends


def lost_at(counts, share):
    """Returns the log likelihood that the numbers of pairs lose if the expected share is bound to be `share`."""
    share = min(max(share, 1e-9), 1 - 1e-9)
    seen = [(value - share, count) for value, count in zip(SHARES, counts) if count > 0]
    # Bounds of the tilt with which each probability is positive.
    low, high = -1 / (1 - share) + 1e-12, 1 / share - 1e-12
    for _ in range(100):
        tilt = (low + high) / 2
        slope = sum(count * distance / (1 + tilt * distance) for distance, count in seen)
        low, high = (tilt, high) if slope > 0 else (low, tilt)
    return sum(count * math.log(1 + tilt * distance) for distance, count in seen)


def signed(elo):
    """Writes a difference in Elo."""
    return f"{round(elo):+d}".replace("-", "−")
