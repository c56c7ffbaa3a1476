#!/usr/bin/env python3
"""Stands for the program in tests of the loop: games without moves, rows that mean nothing."""

import argparse
import gzip
import json
import os
import sys
import time
from pathlib import Path

from learn.rows import write_part
from learn.shared import GAMES_PER_SHARD
from learn.synthetic import synthetic


def play(kind, arguments):
    """Writes the shards of a run that are not there."""
    size = GAMES_PER_SHARD[kind]
    parser = argparse.ArgumentParser()
    for name in ("--net", "--out", "--threads"):
        parser.add_argument(name, required=True)
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    assert Path(options.net).stat().st_size > 0
    folder = Path(options.out) / "shards"
    for number in range(-(-options.games // size)):
        path = folder / f"{kind}-{options.seed}-{number:06}.jsonl.gz"
        if path.exists():
            continue
        time.sleep(0.05)
        temporary = path.with_suffix(".tmp")
        with gzip.open(temporary, "wt") as file:
            for game in range(size):
                told = {"id": f"{kind}-{options.seed}-{size * number + game}", "rules": "button", "width": 5, "height": 5}
                file.write(json.dumps(told) + "\n")
        os.replace(temporary, path)


def pack(arguments):
    """Writes ten rows for each shard that is not packed yet."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    earlier = list(options.out.glob("rows-*/shards.txt"))
    known = {name for path in earlier for name in path.read_text().splitlines()}
    new = [path.name for path in options.data.glob("shards/*.gz") if path.name not in known]
    if new:
        unfinished = options.out / "unfinished" / str(os.getpid())
        write_part(unfinished / "5x5-00000", synthetic(5, 5, 10 * len(new), len(earlier)))
        (unfinished / "shards.txt").write_text("".join(f"{name}\n" for name in new))
        os.replace(unfinished, options.out / f"rows-{len(earlier):04}")


def fight(arguments):
    """Writes the games of a match, which the new net wins."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, required=True)
    options, _ = parser.parse_known_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    sides = [{"black": "new", "white": "old"}, {"black": "old", "white": "new"}]
    games = [{"pair": n // 2, "engines": sides[n % 2], "verdict": ("black", "white")[n % 2]} for n in range(options.games)]
    (options.out / "games.jsonl").write_text("".join(json.dumps(game) + "\n" for game in games))


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "dev":
        command, *rest = rest
    if command == "train-rows":
        pack(rest)
    elif command == "arena":
        fight(rest)
    else:
        play({"label": "distill", "selfplay": "selfplay"}[command], rest)
