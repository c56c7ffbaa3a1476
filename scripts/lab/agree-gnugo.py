#!/usr/bin/env python3
"""Counting part of scripts/lab/agree-gnugo: compares final_score of GNU Go and of halfpoint for all games
that ended by passes, in the matches below a folder.

Players pass early where no move matters any more. So each game is compared twice: as the players
left it, and after GNU Go has played on for both sides until it passes for both, which makes it a
finished game.
"""
import argparse
import json
import re
import subprocess
import time
from collections import Counter
from pathlib import Path

COLUMNS = "ABCDEFGHJKLMNOPQRST"
RULES = ("chinese", "japanese")
LISTS = ("dead", "seki", "black_territory", "white_territory")


class Refused(SystemExit):
    """Error answer of an engine. It ends the comparison unless it is caught."""


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"agree-gnugo: no answer to {line}")
        while (more := self.process.stdout.readline()) != "\n":
            if not more:
                raise SystemExit(f"agree-gnugo: no answer to {line}")
            answer += more
        if not answer.startswith("="):
            raise Refused(f"agree-gnugo: {line}: {answer}")
        return answer[1:].strip()

    def verdict(self):
        begin = time.perf_counter()
        verdict = {"score": self.ask("final_score").split()[0]}
        verdict["seconds"] = time.perf_counter() - begin
        for name in LISTS:
            verdict[name] = sorted(self.ask(f"final_status_list {name}").upper().split())
        return verdict


def margin(score):
    """Returns Black's margin in points. GNU Go writes B+5.0 where others write B+5, and a draw is 0."""
    match = re.fullmatch(r"([BW])\+(\d+(?:\.\d+)?)", score)
    return (1 if match[1] == "B" else -1) * float(match[2]) if match else float(score)


def ended_by_passes(folder):
    """Returns the records of the games of a match that ended by passes."""
    found = []
    with open(folder / "games.jsonl") as lines:
        for line in lines:
            game = json.loads(line)
            if game.get("end") == "passes":
                found.append(game)
    return found


def diagram(size, stones, verdict):
    """Returns a verdict in the signs of gtp-tests/README.md, with eyes in seki left empty."""
    signs = {}
    for points, sign in ((stones["black"], "X"), (stones["white"], "O")):
        signs.update(dict.fromkeys(points, sign))
    seki = {"X": "#", "O": "@"}
    dead = {"X": "x", "O": "o"}
    for point in verdict["seki"]:
        signs[point] = seki.get(signs.get(point), ".")
    for point in verdict["dead"]:
        signs[point] = dead[signs[point]]
    for name, sign in (("black_territory", "+"), ("white_territory", "-")):
        for point in verdict[name]:
            signs.setdefault(point, sign)
    rows = []
    for row in range(size, 0, -1):
        rows.append(" ".join(signs.get(f"{column}{row}", ".") for column in COLUMNS[:size]))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("sizes", type=int, nargs="*", default=[9, 13, 19])
    parser.add_argument("--halfpoint", required=True, help="our program")
    parser.add_argument("--level", type=int, default=10, help="level of GNU Go for counting")
    parser.add_argument("--finish", type=int, default=4, help="level of GNU Go for playing on")
    args = parser.parse_args()

    counter = Comparison(args)
    for size in args.sizes:
        for folder in sorted((args.folder / str(size)).iterdir()):
            for game in ended_by_passes(folder):
                counter.compare(size, folder, game["game"])
    counter.report()


class Comparison:
    def __init__(self, args):
        self.folder, self.sizes = args.folder, args.sizes
        level = ["gnugo", "--mode", "gtp", "--seed", "1", "--level"]
        self.gnugo = {rules: Engine(level + [str(args.level), f"--{rules}-rules"]) for rules in RULES}
        self.finisher = Engine(level + [str(args.finish), "--chinese-rules", "--positional-superko", "--never-resign"])
        self.ours = Engine([args.halfpoint])
        # Answers of GNU Go never change, so they are kept in a file.
        memory = args.folder / f"gnugo-{args.level}-{args.finish}.jsonl"
        self.known = {}
        if memory.exists():
            for line in memory.read_text().splitlines():
                answer = json.loads(line)
                self.known[answer["file"], answer["rules"]] = answer
        self.memory = open(memory, "a")
        self.played, self.finished_by_hand = Counter(), Counter()
        self.games, self.equal, self.same_dead = Counter(), Counter(), Counter()
        self.slowest = Counter()
        self.differences = []
        self.illegal = set()

    def remember(self, answer):
        self.known[answer["file"], answer["rules"]] = answer
        self.memory.write(json.dumps(answer) + "\n")
        self.memory.flush()
        return answer

    def finish(self, file):
        """Lets GNU Go play on. Returns the moves that it added, and the path of the record."""
        answer = self.known.get((file, "finish"))
        path = self.folder / file
        finished = path.with_name(path.stem + "-finished.sgf")
        if answer is None:
            color = self.finisher.ask(f"loadsgf {path}")
            moves = []
            while moves[-2:] != ["PASS", "PASS"] and len(moves) < 200:
                moves.append(self.finisher.ask(f"genmove {color}").upper())
                color = "black" if color == "white" else "white"
            if len(moves) > 2:
                self.finisher.ask(f"printsgf {finished}")
            answer = self.remember({"file": file, "rules": "finish", "moves": moves})
        moves = answer["moves"]
        return (moves, str(finished.relative_to(self.folder))) if len(moves) > 2 else ([], file)

    def theirs(self, file, rules):
        answer = self.known.get((file, rules))
        if answer is None:
            engine = self.gnugo[rules]
            engine.ask(f"loadsgf {self.folder / file}")
            answer = {"file": file, "rules": rules, **engine.verdict()}
            for color in ("black", "white"):
                answer[color] = engine.ask(f"list_stones {color}").upper().split()
            self.remember(answer)
        return answer

    def mine(self, file, rules):
        """Returns our verdict; None if the game is illegal under those rules, as when a position repeats."""
        self.ours.ask(f"loadsgf {self.folder / file}")
        try:
            self.ours.ask(f"kgs-rules {rules}")
        except Refused:
            return None
        return self.ours.verdict()

    def compare(self, size, folder, game):
        left = str((folder / "sgf" / f"{game:06}.sgf").relative_to(self.folder))
        self.played[size, folder.name] += 1
        moves, finished = self.finish(left)
        self.finished_by_hand[size] += bool(moves)
        for rules in RULES:
            verdicts = {}
            for kind, file in (("left", left), ("finished", finished)):
                if file not in verdicts:
                    verdicts[file] = self.theirs(file, rules), self.mine(file, rules)
                theirs, mine = verdicts[file]
                if mine is None:
                    self.illegal.add((theirs["file"], rules))
                    continue
                equal = margin(mine["score"]) == margin(theirs["score"])
                self.games[kind, size, rules] += 1
                self.equal[kind, size, rules] += equal
                self.same_dead[kind, size, rules] += mine["dead"] == theirs["dead"]
                self.slowest[size] = max(self.slowest[size], mine["seconds"])
                if not equal and (kind == "finished" or file != finished):
                    self.differences.append((kind, size, rules, theirs, mine, moves))

    def report(self):
        for kind, size, rules, theirs, mine, moves in self.differences:
            print(f"{theirs['file']} {rules} ({kind}): GNU Go {theirs['score']}, halfpoint {mine['score']}")
            if kind == "left":
                print(f"  GNU Go played on with {' '.join(moves)}")
            print(f"  dead for GNU Go: {' '.join(theirs['dead']) or '-'}")
            print(f"  dead for halfpoint: {' '.join(mine['dead']) or '-'}")
            for left, right in zip(diagram(size, theirs, theirs), diagram(size, theirs, mine)):
                print(f"    {left}    {right}")
            print()
        print("Games that ended by passes:")
        for (size, name), number in self.played.items():
            print(f"  {size}x{size} {name}: {number}")
        for kind, title in (("left", "As the players left them"), ("finished", "Finished by GNU Go where that was needed")):
            print(f"\n{title}:\nboard  rules     games  equal score     same dead stones")
            for rules in RULES:
                for size in self.sizes + ["all"]:
                    def total(counter):
                        return sum(counter[kind, s, rules] for s in self.sizes if size in (s, "all"))
                    number = max(total(self.games), 1)
                    board = size if size == "all" else f"{size}x{size}"
                    print(f"{board:6} {rules:9} {total(self.games):5}"
                          f" {total(self.equal):5} {total(self.equal) / number:7.1%}"
                          f"   {total(self.same_dead):5} {total(self.same_dead) / number:7.1%}")
        for file, rules in sorted(self.illegal):
            print(f"\nNot counted, since the game is illegal under {rules}: {file}")
        print("\nGames that GNU Go went on with: "
              + ", ".join(f"{size}x{size} {self.finished_by_hand[size]}" for size in self.sizes))
        print("Our longest judgement: " + ", ".join(f"{size}x{size} {self.slowest[size]:.2f} s" for size in self.sizes))


main()
