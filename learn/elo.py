"""How much stronger a net of the loop is than the loop's first: `python -m learn.elo FOLDER --program PROGRAM`.

Plays the newest net kept against the first one at equal visits, a few pairs of games for each of some rule sets and
sizes, and appends the difference in Elo to FOLDER/elo.jsonl. A net that was measured is not measured again.
"""

import argparse
import functools
import shutil
from pathlib import Path

from learn.files import append_line, read_lines, version_of, write_whole
from learn.matches import Case, Score, play
from learn.process import die_with_parent
from learn.release import RULES

SIZES = ("7", "9")
# Largest difference that is noted: JSON and the page have no endless ones.
MOST_ELO = 1200.0


def options(arguments=None):
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="learn.elo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="folder of the loop")
    parser.add_argument("--program", type=Path, required=True, help="the engine")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="games (40)")
    parser.add_argument("--visits", type=int, default=100, metavar="N", help="visits of a move (100)")
    return parser.parse_args(arguments)


def newest(folder):
    """Returns the newest net kept in a folder of nets, if there is one."""
    return max(folder.glob("[0-9]*.safetensors"), default=None)


def shared(pairs, step):
    """Returns how many pairs each case gets; other cases come first for another step."""
    cases = [Case(rules, size) for size in SIZES for rules in RULES.split()]
    counts = dict.fromkeys(cases, 0)
    for number in range(pairs):
        counts[cases[(step + number) % len(cases)]] += 1
    return {case: count for case, count in counts.items() if count}


def unmeasured(folder):
    """Returns the newest net of a loop, if its match was not played yet."""
    new = newest(folder / "nets")
    known = {entry["step"] for entry in read_lines(folder / "elo.jsonl")}
    return new if new is not None and int(new.stem) not in known else None


def measure(chosen):
    """Plays the match of the newest net, if it was not played yet, and notes its result."""
    results, first = chosen.folder / "elo.jsonl", chosen.folder / "nets" / "first.safetensors"
    if not first.exists():
        return
    if not results.exists():
        append_line(results, {"step": version_of(first), "elo": 0.0, "error": 0.0, "games": 0})
    new = unmeasured(chosen.folder)
    if new is None:
        return
    step = int(new.stem)
    folder = chosen.folder / "elo"
    folder.mkdir(exist_ok=True)
    # The loop may remove the net while it plays.
    copy = folder / f"{step}.safetensors"
    if not copy.exists():
        write_whole(copy, functools.partial(shutil.copyfile, new))
    score = Score()
    for case, pairs in shared(-(-chosen.games // 2), step).items():
        match = folder / f"{step}-{case.rules}-{case.size}"
        both = {"new": copy.resolve(), "old": first.resolve()}
        limit = f"playouts={chosen.visits}"
        score.add(play(chosen.program, match, case, both, 2 * pairs, step, limit, die_with_parent))
    value, low, high = (min(max(elo, -MOST_ELO), MOST_ELO) for elo in score.elo())
    told = {"step": step, "elo": round(value, 1), "error": round((high - low) / 2, 1), "games": 2 * score.pairs}
    append_line(results, told)
    shutil.rmtree(folder)


if __name__ == "__main__":
    measure(options())
