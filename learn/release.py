"""Whether a net is to be released: `scripts/net-release NEW [OLD]`.

Plays the net NEW against OLD, the committed one if none is given, at equal time over a mixture of rule sets and sizes,
until a sequential test over all pairs of games accepts a gain of 0 or of 30 Elo (errors of 5 %), and prints a row for
docs/notebook/matches.md. Ends with status 0 if the gain is accepted, 1 if not.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from learn.matches import BOUND, Case, Score, play, signed

ROOT = Path(__file__).resolve().parent.parent
COMMITTED = ROOT / "crates/nn/nets/halfpoint.safetensors"
RULES = "chinese japanese button two_button half_pass stone_scoring"


def options(arguments=None):
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/net-release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("new", type=Path, metavar="NEW", help="net to test")
    parser.add_argument("old", type=Path, metavar="OLD", nargs="?", default=COMMITTED, help="net to beat (the committed one)")
    parser.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rules", nargs="+", default=RULES.split(), metavar="R", help=f"rule sets ({RULES})")
    parser.add_argument("--sizes", nargs="+", default=["7", "9"], metavar="N", help="boards of every round (7 9)")
    parser.add_argument("--rare", nargs="*", default=["13"], metavar="N", help="boards of one rule set a round (13)")
    parser.add_argument("--time", type=float, default=0.05, metavar="S", help="seconds of a move (0.05)")
    parser.add_argument("--visits", type=int, metavar="N", help="equal visits of a move in place of time")
    parser.add_argument("--elo", default="0:30", metavar="E0:E1", help="bounds of the test (0:30)")
    parser.add_argument("--rounds", type=int, default=100, metavar="N", help="rounds at most (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the openings (1)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the games; what is there is gone on with")
    return parser.parse_args(arguments)


def cases(chosen, number):
    """Returns the matches of a round."""
    usual = [Case(rules, size) for size in chosen.sizes for rules in chosen.rules]
    return usual + [Case(chosen.rules[number % len(chosen.rules)], size) for size in chosen.rare]


def main():
    """Plays rounds until the test ends."""
    chosen = options()
    out = chosen.out or Path(tempfile.mkdtemp(prefix="net-release-"))
    nets = {"new": chosen.new.resolve(), "old": chosen.old.resolve()}
    elo0, elo1 = map(float, chosen.elo.split(":"))
    limit = f"playouts={chosen.visits}" if chosen.visits else f"time_per_move={chosen.time}"
    score, by_rules, by_size = Score(), {}, {}
    llr = 0.0
    for number in range(chosen.rounds):
        for case in cases(chosen, number):
            folder = out / f"{number:03}-{case.rules}-{case.size}"
            points = play(chosen.program, folder, case, nets, 2, chosen.seed * 1000 + number, limit)
            for counted in (
                score, by_rules.setdefault(case.rules, Score()), by_size.setdefault(f"{case.size}×{case.size}", Score())
            ):
                counted.add(points)
        llr = score.llr(elo0, elo1)
        won = score.share * 2 * score.pairs
        print(
            f"round {number + 1}: {won:g} – {2 * score.pairs - won:g}, {told(score)}, LLR {llr:+.2f} (±{BOUND:.2f})", flush=True
        )
        if abs(llr) >= BOUND:
            break
    verdict = f"{elo1:g} Elo" if llr >= BOUND else f"{elo0:g} Elo" if llr <= -BOUND else "open"
    print(f"\nFor docs/notebook/matches.md ({nets['new'].name} against {nets['old'].name}, {limit}; the games are in {out}):\n")
    print("| rules and size | games | share | Elo | test |\n|---|---|---|---|---|")
    print(row("all", score, f"{verdict}, LLR {llr:+.2f}".replace("-", "−")))
    for name, part in [*by_rules.items(), *by_size.items()]:
        print(row(name, part, ""))
    sys.exit(llr < BOUND)


def told(score):
    """Writes the difference in Elo with its interval."""
    value, low, high = map(signed, score.elo())
    return f"{value} ({low} to {high})"


def row(name, score, verdict):
    """Writes a row of a table."""
    return f"| {name} | {2 * score.pairs} | {100 * score.share:.1f} % | {told(score)} | {verdict} |"


if __name__ == "__main__":
    main()
