#!/usr/bin/env python3
"""Checks that other programs keep the token moves of our records, and that we read their records.

Makes games under every rule set: of the player against itself, of random moves and tokens by name,
and some with rare events (a proposal, a handicap, prisoners in a bowl, play that goes on after its
end). Each record is read and written again by sgfmill, by @sabaki/sgf, and by the program given
with --through. The result must have the same private properties (HPM, HPR) and be the same game to
us: the same state with its hash and ledger, the same record when it is written again, and the same
counts by `halfpoint score` under all rule sets (except `ultimate`, which may have to search and is
applied to its own games only).

In the other direction, sgfmill and @sabaki/sgf write the games whose only tokens are plain passes,
without our properties. When we load them, each pass must be the token that the rules make of it.
"""
import argparse
import json
import random
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from sgfmill import sgf

SCRIPTS = Path(__file__).resolve().parent
RELEASE = subprocess.check_output([SCRIPTS / "release-dir"], text=True).strip()

parser = argparse.ArgumentParser(prog="records", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--engine", default=f"{RELEASE}/halfpoint", help="our program")
parser.add_argument("--games", type=int, default=3, metavar="N", help="random games for each rule set (3)")
parser.add_argument("--size", type=int, default=5, metavar="N", help="board size (5)")
parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of all games (1)")
parser.add_argument("--through", metavar="COMMAND", help="another program, called with a record and a file to write")
args = parser.parse_args()

PAIRS = "abcdefghijklmnopqrstuvwxyz"


class Refused(Exception):
    """Error answer of the engine."""


class Engine:
    """Process of our program under a rule set."""

    def __init__(self, rules):
        options = ["--net", "none", "--rules", rules, "--size", str(args.size), "--playouts", "20",
                   "--seed", str(args.seed)]
        self.process = subprocess.Popen(
            [args.engine, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline().rstrip("\n")) != "":
            lines.append(line)
        if not lines or not lines[0].startswith("="):
            raise Refused(f"{command}: {lines}")
        return "\n".join(lines)[1:].strip()

    def state(self):
        """Returns the state of the game without the agreement on dead stones, which records do not keep."""
        return {key: value for key, value in json.loads(self.ask("halfpoint-state")).items() if key != "dead"}

    def load(self, path):
        """Loads a record; returns the error if the engine cannot read it, else None."""
        try:
            self.ask(f"loadsgf {path}")
        except Refused as error:
            return str(error)
        return None

    def quit(self):
        self.ask("quit")
        self.process.wait()


class Game:
    """Record with the state and score of its game, and `moves` if they describe the whole game."""

    def __init__(self, engine, name, moves=None):
        self.name, self.moves = name, moves
        self.record = engine.ask("printsgf")
        self.state = engine.state()
        self.score = engine.ask("halfpoint-score")


def other(color):
    return "w" if color == "b" else "b"


def self_play(engine):
    moves, color, passes = [], "b", 0
    while passes < 3 and len(moves) < 4 * args.size**2:
        if passes and engine.state()["over"]:
            break
        move = engine.ask(f"genmove {color}")
        if move == "resign":
            engine.ask("undo")
            break
        moves.append((color, move))
        passes = passes + 1 if move == "pass" else 0
        color = other(color)
    return moves


def random_game(engine):
    """Plays random moves, tokens by name among them, also after an end by passes."""
    color = "b"
    for _ in range(random.randrange(10, 2 * args.size**2)):
        legal = engine.ask(f"halfpoint-legal {color}").split()
        tokens = [move for move in legal if move.isalpha()]
        if not legal:
            break
        is_token = tokens and (len(tokens) == len(legal) or random.random() < 0.2)
        engine.ask(f"play {color} {random.choice(tokens if is_token else legal)}")
        color = other(color)


# Columns: rule set, name of the case, commands.
RARE = [
    ("half_pass", "accepted", ["play b C3", "play w B2", "halfpoint-propose_dead b B2", "play w halfpass"]),
    ("half_pass", "declined", ["play b C3", "play w B2", "halfpoint-propose_dead b B2", "play w pass", "play b pass"]),
    ("half_pass", "empty-proposal", ["play b C3", "play w B2", "halfpoint-propose_dead b", "play w halfpass"]),
    ("ultimate", "bowl", ["kata-set-rule bowlHandicap -2", "play b C3", "play w delay", "play b delay"]),
    ("ultimate", "draw", ["play b C3", "play w delay", "play b delay", "play w draw"]),
    ("button", "left", ["play b C3", "play w fullpass", "play b fullpass"]),
    ("button", "taken-at-once", ["play b button", "play w C3", "play b fullpass", "play w fullpass"]),
    ("two_button_moves", "gone-on", ["play b button", "play w fullpass", "play b fullpass", "play w button", "play b C3"]),
    ("two_button", "gone-on", ["play b pass", "play w pass", "play b C3", "play w pass", "play b pass"]),
    ("button_equivalence", "handicap", ["set_free_handicap B2 D4", "play w pass", "play b pass", "play w pass"]),
    ("aga", "setup", ["gogui-setup b B2 w C3", "gogui-setup_player w", "play w pass", "play b pass"]),
    ("chinese", "own-rules", ['kata-set-rules {"id":"chinese","pass":"STONE","buttons":"TAKE"}', "play b pass", "play w pass"]),
]


def games_under(rules):
    engine = Engine(rules)
    games = []

    def begin():
        engine.ask(f"boardsize {args.size}")
        engine.ask("halfpoint-reset_rules")

    begin()
    moves = self_play(engine)
    games.append(Game(engine, f"{rules}-self", moves))
    for number in range(args.games):
        begin()
        random_game(engine)
        games.append(Game(engine, f"{rules}-random-{number}"))
    for _, what, commands in (rare for rare in RARE if rare[0] == rules):
        begin()
        for command in commands:
            engine.ask(command)
        games.append(Game(engine, f"{rules}-{what}"))
    engine.quit()
    return games


def private(text):
    """Returns the private properties of each node, read by sgfmill."""
    nodes = sgf.Sgf_game.from_string(text).get_main_sequence()
    return [{name: node.get_raw_list(name) for name in ("HPM", "HPR") if node.has_property(name)} for node in nodes]


def pair(vertex):
    """Returns the SGF letters of a vertex. No board here is wide enough to reach the missing I."""
    return "" if vertex == "pass" else PAIRS["abcdefgh".index(vertex[0].lower())] + PAIRS[args.size - int(vertex[1:])]


def in_sgfmill(game, rules, komi):
    written = sgf.Sgf_game(size=args.size)
    written.root.set("RU", rules)
    written.root.set("KM", komi)
    for color, vertex in game.moves:
        point = None if vertex == "pass" else (int(vertex[1:]) - 1, "abcdefgh".index(vertex[0].lower()))
        written.extend_main_sequence().set_move(color, point)
    return written.serialise()


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def counts(folder, names):
    """Returns the output of `halfpoint score` for each record of a folder, by its name, and the errors."""
    files = sorted(str(path) for path in folder.iterdir())
    rules = [f"--rules={name}" for name in names if name != "ultimate"]
    answer = subprocess.run([args.engine, "score", "--json", *rules, *files], capture_output=True, text=True)
    told = {}
    for line in answer.stdout.splitlines():
        count = json.loads(line)
        told[Path(count.pop("file")).stem] = count
    # A run of more than two seconds says how far it is.
    said = [line for line in answer.stderr.splitlines() if not re.match(r"\d+ s: ", line)]
    return told, "\n".join(said)


def main():
    random.seed(args.seed)
    listed = subprocess.run([args.engine, "rules"], check=True, capture_output=True, text=True).stdout
    names = [line.split()[0] for line in listed.splitlines()[1:] if not line.startswith(" ")]
    faults = []
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        ways = ["ours", "sgfmill", "sabaki"] + (["other"] if args.through else [])
        for way in [*ways, "moves", "made-by-sgfmill", "made-by-sabaki"]:
            (root / way).mkdir()
        games = {rules: games_under(rules) for rules in names}
        for rules, of_rules in games.items():
            for game in of_rules:
                (root / "ours" / f"{game.name}.sgf").write_text(game.record)
                again = sgf.Sgf_game.from_string(game.record).serialise()
                (root / "sgfmill" / f"{game.name}.sgf").write_bytes(again)
                if game.moves is None:
                    continue
                komi = game.state["komi"]
                (root / "made-by-sgfmill" / f"{game.name}.sgf").write_bytes(in_sgfmill(game, rules, komi))
                letters = [(color.upper(), pair(vertex)) for color, vertex in game.moves]
                described = {"size": str(args.size), "rules": rules, "komi": str(komi), "moves": letters}
                (root / "moves" / f"{game.name}.json").write_text(json.dumps(described))
        run("node", SCRIPTS / "records.mjs", "through", root / "ours", root / "sabaki")
        run("node", SCRIPTS / "records.mjs", "make", root / "moves", root / "made-by-sabaki")
        if args.through:
            for path in sorted((root / "ours").iterdir()):
                run(*shlex.split(args.through), path, root / "other" / path.name)

        wanted, told = counts(root / "ours", names)
        faults += [f"ours: {told}"] if told else []
        for way in ways[1:]:
            got, told = counts(root / way, names)
            faults += [f"{way}: {told}"] if told else []
            faults += [f"{way}: {name}: counted otherwise" for name in wanted if got.get(name) != wanted[name]]

        tokens = 0
        engine = Engine("chinese")
        for game in (game for of_rules in games.values() for game in of_rules):
            properties = private(game.record)
            tokens += sum("HPM" in node for node in properties)
            for way in ways:
                path = root / way / f"{game.name}.sgf"
                if error := engine.load(path):
                    faults.append(f"{way}: {game.name}: {error}")
                    continue
                same = [
                    ("properties", private(path.read_text()) == properties),
                    ("state", engine.state() == game.state),
                    ("record", engine.ask("printsgf") == game.record),
                    ("score", engine.ask("halfpoint-score") == game.score),
                ]
                faults += [f"{way}: {game.name}: not the same {what}" for what, holds in same if not holds]
            for way in ["made-by-sgfmill", "made-by-sabaki"] if game.moves is not None else []:
                path = root / way / f"{game.name}.sgf"
                if any(private(path.read_text())):
                    faults.append(f"{way}: {game.name}: private properties")
                if error := engine.load(path):
                    faults.append(f"{way}: {game.name}: {error}")
                elif engine.state() != game.state:
                    faults.append(f"{way}: {game.name}: not the same state")
        engine.quit()

    for fault in faults:
        print(fault)
    records = sum(map(len, games.values()))
    made = sum(game.moves is not None for of_rules in games.values() for game in of_rules)
    print(f"{records} records with {tokens} named tokens under {len(names)} rule sets, through {', '.join(ways[1:])}; "
          f"{made} records of plain passes by sgfmill and sabaki: {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
