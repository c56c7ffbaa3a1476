"""Matches of two nets under several rule sets and sizes, and what they say about strength.

Games come in pairs: one opening with exchanged colours. The arena of the engine plays them. Statistics are those of
`crates/arena/src/stats/sprt.rs` and `pairs.rs`, over the pairs of all matches together.
"""

import collections
import json
import math
import operator
import shlex
import subprocess
from dataclasses import dataclass

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
# Half of the largest loss of log likelihood inside an interval of 95 %.
MAX_LOSS = 1.959964**2 / 2
# Most pairs of which the interval is always found by exact chances, and the chance beyond each of its ends.
EXACT, BEYOND = 50, 0.025
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
    """Returns the difference in Elo; it has no bound where all points are won or lost."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else math.copysign(math.inf, share - 0.5)


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
        scored = sum(halves * count for halves, count in enumerate(self.counts))
        behind = min(scored, 4 * self.pairs - scored)
        is_exact = self.pairs <= EXACT or self.pairs * behind <= 2 * EXACT**2
        ends = []
        for extreme in (0.0, 1.0):
            inside, outside = share, extreme
            for _ in range(50):
                middle = (inside + outside) / 2
                if is_exact:
                    is_possible = tails(law_at(counts, middle), self.pairs, scored)[middle < share] > BEYOND
                else:
                    is_possible = lost_at(counts, middle) <= MAX_LOSS
                inside, outside = (middle, outside) if is_possible else (inside, middle)
            ends.append(elo_of_share(outside))
        return elo_of_share(share), *ends


def within(share):
    """Returns the nearest share that is not certain."""
    return min(max(share, 1e-9), 1 - 1e-9)


def tilt_at(counts, share):
    """Returns how far the most likely distribution with this expected share leans from the numbers of pairs."""
    share = within(share)
    seen = [(value - share, count) for value, count in zip(SHARES, counts) if count > 0]
    # Bounds with which each probability is positive.
    low, high = -1 / (1 - share) + 1e-12, 1 / share - 1e-12
    for _ in range(100):
        tilt = (low + high) / 2
        slope = sum(count * distance / (1 + tilt * distance) for distance, count in seen)
        low, high = (tilt, high) if slope > 0 else (low, tilt)
    return tilt


def lost_at(counts, share):
    """Returns the log likelihood that the numbers of pairs lose if the expected share is bound to be `share`."""
    tilt, share = tilt_at(counts, share), within(share)
    return sum(count * math.log(1 + tilt * (value - share)) for value, count in zip(SHARES, counts) if count > 0)


def law_at(counts, share):
    """Returns the most likely chances of the five results with this expected share."""
    tilt, share = tilt_at(counts, share), within(share)
    law = [count and count / (sum(counts) * (1 + tilt * (value - share))) for value, count in zip(SHARES, counts)]
    # The rest belongs to a result that was never seen, at the end away from the pairs.
    law[0 if tilt > 0 else -1] += max(0.0, 1 - sum(law))
    return law


def tails(law, pairs, halves):
    """Returns the chances that pairs with these chances of their results have at most, and at least, so many half points."""
    if 4 * pairs - halves < halves:
        return tails(law[::-1], pairs, 4 * pairs - halves)[::-1]
    # Chances of the sums up to that number, pair by pair.
    sums = [1.0] + [0.0] * halves
    for _ in range(pairs):
        sums = [sum(map(operator.mul, law, sums[at::-1])) for at in range(halves + 1)]
    below = sum(sums[:halves])
    return below + sums[halves], 1 - below


def signed(elo):
    """Writes a difference in Elo."""
    return f"{elo if math.isinf(elo) else round(elo):+}".replace("-", "−").replace("inf", "∞")
