"""The loop in which a net learns from its own games: `scripts/learn FOLDER`.

It makes games with the newest averaged weights, packs them into rows, and trains beside it, all at the lowest priority,
until it is stopped. Each part can be killed at any instant and goes on with the next start:

    FOLDER/data/shards/   games (`halfpoint dev selfplay`, `halfpoint dev label`); other workers may write there, too
    FOLDER/rows/          packed rows (`halfpoint dev train-rows`); those out of the window are removed
    FOLDER/train/         checkpoint, newest net and log of `learn.train`
    FOLDER/nets/          the newest net of each half hour, in 16-bit floats
    FOLDER/elo.jsonl      strength of the nets kept, against the first one
    FOLDER/index.html     the page

A new folder begins with the net that is committed, and fills its window before it trains. Where there is none, a net of
KataGo labels positions first (--label), or else a net of random weights begins.
"""

import argparse
import collections
import fcntl
import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

from learn.elo import unmeasured
from learn.files import read_lines, version_of, write_whole
from learn.page import page
from learn.process import die_with_parent
from learn.release import COMMITTED
from learn.shared import GAMES_PER_SHARD

ROOT = Path(__file__).resolve().parent.parent
SHARD = re.compile(r"(?P<kind>[a-z]+)-(?P<seed>\d+)-(?P<number>\d+)\.jsonl\.gz")


def options(arguments=None):
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/learn", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="folder of the loop, outside the repository")
    parser.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--begin", metavar="NET", help="net to begin with in place of the committed one; none: random")
    parser.add_argument("--size", default="b6c64", help="size of the net, which must be that of NET (b6c64)")
    parser.add_argument(
        "--label", metavar="NET", default=os.environ.get("HALFPOINT_LABEL_NET"), help="net of KataGo, for a first net"
    )
    parser.add_argument("--label-games", type=int, default=60_000, metavar="N", help="games that it labels (60000)")
    parser.add_argument("--label-options", default="", metavar="TEXT", help="more options of halfpoint dev label")
    parser.add_argument("--play-options", default="", metavar="TEXT", help="more options of halfpoint dev selfplay")
    parser.add_argument("--train-options", default="", metavar="TEXT", help="more options of learn.train")
    parser.add_argument("--round", type=int, default=200, metavar="N", help="games with one net (200)")
    parser.add_argument("--refill", type=int, default=50_000, metavar="N", help="rows before training begins (50000)")
    parser.add_argument("--window", type=int, default=3_000_000, metavar="N", help="newest rows that are kept (3000000)")
    parser.add_argument("--reuse", type=float, default=6, metavar="N", help="samples of training for each row (6)")
    parser.add_argument("--pack-seconds", type=float, default=300, metavar="S", help="time between packings (300)")
    parser.add_argument("--net-seconds", type=float, default=1800, metavar="S", help="time between nets kept (1800)")
    parser.add_argument("--elo-games", type=int, default=40, metavar="N", help="games of each net kept against the first (40)")
    parser.add_argument("--elo-visits", type=int, default=100, metavar="N", help="visits of a move in them (100)")
    parser.add_argument("--status-seconds", type=float, default=60, metavar="S", help="time between lines (60)")
    parser.add_argument("--seconds", type=float, metavar="S", help="stop after this time")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N", help="threads of the games")
    parser.add_argument(
        "--train-threads", type=int, default=max(1, os.cpu_count() // 2), metavar="N", help="threads of the training"
    )
    parser.add_argument("--nice", type=int, default=19, metavar="N", help="priority of all parts, 19 is the lowest (19)")
    parser.add_argument("--batch", type=int, default=256, metavar="N", help="rows of a step (256)")
    return parser.parse_args(arguments)


class Child:
    """Process of a part, or none."""

    def __init__(self, name, folder):
        self.name = name
        self.log = folder / f"{name}.log"
        self.process = None
        self.failures = 0
        self.not_before = 0.0

    def start(self, command):
        """Starts a command whose output goes to the log of this part."""
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                list(map(str, command)), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT,
                preexec_fn=die_with_parent,
            )

    def is_busy(self):
        """Returns whether it runs or waits after a failure; each failure doubles the wait, up to ten minutes."""
        if self.process is not None:
            status = self.process.poll()
            if status is None:
                return True
            self.process = None
            self.failures = self.failures + 1 if status else 0
            if status:
                print(f"{self.name} ended with status {status}: see {self.log}", flush=True)
                self.not_before = time.monotonic() + min(600, 2**self.failures)
        return time.monotonic() < self.not_before

    def stop(self):
        """Ends the process and waits for it."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Store:
    """Shards and the rows packed from them."""

    def __init__(self, folder, window):
        self.shards = folder / "data" / "shards"
        self.rows = folder / "rows"
        self.window = window
        self.shards.mkdir(parents=True, exist_ok=True)
        self.rows.mkdir(parents=True, exist_ok=True)
        for left in self.rows.glob(".dropped-*"):
            shutil.rmtree(left, ignore_errors=True)

    def listed(self):
        """Returns the names of the shards there."""
        return sorted(path.name for path in self.shards.iterdir() if SHARD.fullmatch(path.name))

    def chunks(self):
        """Returns what each packing holds, by its folder, oldest first."""
        return {path.parent: self.chunk(path) for path in sorted(self.rows.glob("rows-*/shards.txt"), key=number_of)}

    def chunk(self, listed):
        """Returns time, rows, and games by rule set and size of a packing; they are counted once."""
        path = listed.with_name("tally.json")
        if not path.exists():
            # A line has the name of a shard and, after a tab, a checksum.
            names = [line.split("\t")[0] for line in listed.read_text(encoding="utf-8").splitlines()]
            rows = sum(count_rows(weight) for weight in listed.parent.glob("*/weight.npy"))
            counts = tally(self.shards / name for name in names)
            told = {"time": round(listed.stat().st_mtime), "shards": len(names), "rows": rows, **counts}
            write_whole(path, lambda temporary: temporary.write_text(json.dumps(told), encoding="utf-8"))
        return json.loads(path.read_text(encoding="utf-8"))

    def count(self, kind, seed=None):
        """Returns the number of games of a kind, and of a seed."""
        names = map(SHARD.fullmatch, self.listed())
        return GAMES_PER_SHARD[kind] * sum(
            name["kind"] == kind and (seed is None or int(name["seed"]) == seed) for name in names
        )

    def pack(self, program):
        """Packs the shards that are not packed yet into a folder that appears when it is whole."""
        command = [program, "dev", "train-rows", self.shards.parent, "--out", self.rows]
        packing = subprocess.run(
            list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True, text=True, preexec_fn=die_with_parent
        )
        if packing.returncode:
            print(f"train-rows failed: {packing.stderr.strip()[-500:]}", flush=True)

    def drop(self):
        """Removes rows that are out of the window; which shards they were stays known."""
        kept = 0
        for folder, chunk in reversed(self.chunks().items()):
            if kept >= self.window:
                for part in folder.iterdir():
                    if part.is_dir():
                        # It vanishes as a whole: the training reads beside it.
                        dropped = self.rows / f".dropped-{folder.name}-{part.name}"
                        os.replace(part, dropped)
                        shutil.rmtree(dropped)
            kept += chunk["rows"]


def number_of(listed):
    """Returns the number of a packing."""
    return int(listed.parent.name.removeprefix("rows-"))


def count_rows(path):
    """Returns the number of rows of a .npy file of one dimension, from its header."""
    with open(path, "rb") as file:
        found = re.search(rb"'shape': \((\d+),", file.read(256))
    return int(found[1]) if found else 0


def rules_name(rules):
    """Returns the id of rules that a game gives by name or as JSON."""
    return json.loads(rules).get("id", "other") if rules.startswith("{") else rules


def tally(shards):
    """Counts games by rule set and by size. What cannot be read counts for nothing: others may write shards, too."""
    rules, sizes = collections.Counter(), collections.Counter()
    for path in shards:
        if not path.exists():
            continue
        try:
            # Lines of bytes end with a line feed alone, as `train-rows` reads them.
            with gzip.open(path, "rb") as lines:
                for line in lines:
                    game = json.loads(line)
                    name, size = rules_name(game["rules"]), f"{game['width']}x{game['height']}"
                    rules[name] += 1
                    sizes[size] += 1
        except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, AttributeError) as error:
            print(f"{path.name}: not counted to its end: {type(error).__name__}", file=sys.stderr)
    return {"rules": rules, "sizes": sizes}


class Loop:
    """All parts of the loop."""

    def __init__(self, options):
        self.options = options
        self.folder = options.folder.resolve()
        self.train_folder = self.folder / "train"
        self.nets = self.folder / "nets"
        for folder in (self.train_folder, self.nets):
            folder.mkdir(parents=True, exist_ok=True)
        self.store = Store(self.folder, options.window)
        self.games = Child("games", self.folder)
        self.training = Child("training", self.folder)
        self.matches = Child("elo", self.folder)
        self.stopped = False
        # The loop goes on with this program whatever is built meanwhile.
        self.program = self.folder / "halfpoint"
        write_whole(self.program, lambda path: shutil.copy(options.program, path))
        self.begun = time.monotonic()
        self.last = {}

    def is_due(self, task, seconds):
        """Returns whether a task was not done for some seconds, and takes it as done."""
        now = time.monotonic()
        if now - self.last.get(task, -1e9) < seconds:
            return False
        self.last[task] = now
        return True

    def given_net(self):
        """Returns the net with which a new folder begins, if there is one."""
        if self.options.begin == "none":
            return None
        if self.options.begin:
            return Path(self.options.begin).resolve()
        return COMMITTED if COMMITTED.exists() else None

    def begin_net(self):
        """Returns the net with which a training without a checkpoint begins: the newest kept, or the given one."""
        kept = sorted(self.nets.glob("[0-9]*.safetensors"))
        return kept[-1] if kept else self.given_net()

    def newest_net(self):
        """Returns the net that plays."""
        trained = self.train_folder / "net.safetensors"
        return trained if trained.exists() else self.begin_net()

    def python(self, module, *arguments):
        """Returns the command of a module of `learn`."""
        return [sys.executable, "-m", f"learn.{module}", *arguments]

    def labels(self):
        """Returns whether positions are to be labelled before games are played."""
        return (
            self.options.label is not None
            and self.given_net() is None
            and self.store.count("distill") < self.options.label_games
        )

    def play(self):
        """Starts the next round of games."""
        options = self.options
        common = ["--out", self.folder / "data", "--threads", options.threads]
        if self.labels():
            games = ["--games", options.label_games]
            command = [self.program, "dev", "label", "--net", Path(options.label).resolve(), *common, *games]
            self.games.start([*command, *options.label_options.split()])
            return
        net = self.newest_net()
        if net is None:
            net = self.folder / "random.safetensors"
            subprocess.run(self.python("export", "--random", options.size, str(net)), cwd=ROOT, check=True)
        first = self.nets / "first.safetensors"
        if not first.exists():
            write_whole(first, lambda path: shutil.copyfile(net, path))
        # A file of its own: the training replaces its net while the games run.
        playing = self.folder / "playing.safetensors"
        write_whole(playing, lambda path: shutil.copyfile(net, path))
        seed = self.round()
        command = [self.program, "dev", "selfplay", "--net", playing, *common, "--games", options.round, "--seed", seed]
        self.games.start([*command, *options.play_options.split()])

    def round(self):
        """Returns the seed of the present round of games if it lacks some, else of the next one."""
        path = self.folder / "round"
        try:
            seed = int(path.read_text(encoding="utf-8"))
            if self.store.count("selfplay", seed) < self.options.round:
                return seed
            seed += 1
        except FileNotFoundError:
            # Another folder shall have other games.
            seed = random.randrange(1, 1_000_000_000) * 1_000_000
        write_whole(path, lambda temporary: temporary.write_text(f"{seed}\n", encoding="utf-8"))
        return seed

    def pack(self):
        """Packs what is new and forgets what is old."""
        self.store.pack(self.program)
        self.store.drop()

    def step(self):
        """Returns the step of the training, as its log has it."""
        lines = read_lines(self.train_folder / "losses.jsonl")
        return lines[-1]["step"] if lines else 0

    def train(self):
        """Starts the training for as many steps as the rows allow, if they are enough."""
        options = self.options
        rows = sum(chunk["rows"] for chunk in self.store.chunks().values())
        allowed = int(rows * options.reuse) // options.batch
        if rows < options.refill or allowed < self.step() + 100:
            return
        command = self.python("train", self.store.rows, "--out", self.train_folder, "--size", options.size)
        command += ["--steps", allowed, "--batch", options.batch, "--threads", options.train_threads]
        command += ["--refresh", 200, *options.train_options.split()]
        begin = self.begin_net()
        if begin:
            command += ["--from", begin]
        self.training.start(command)

    def keep_net(self):
        """Keeps the newest net, and of older ones the last ten."""
        checkpoint = self.train_folder / "checkpoint.pt"
        if not checkpoint.exists():
            return
        new = self.nets / "new.safetensors"
        if subprocess.run(self.python("export", str(checkpoint), str(new), "--f16"), cwd=ROOT, check=False).returncode:
            return
        os.replace(new, self.nets / f"{version_of(new):09}.safetensors")
        for old in sorted(self.nets.glob("[0-9]*.safetensors"))[:-10]:
            old.unlink()

    def measure(self):
        """Starts a match of the newest net kept against the first one, if none was played."""
        if not (self.nets / "first.safetensors").exists() or unmeasured(self.folder) is None:
            return
        games = ["--games", self.options.elo_games, "--visits", self.options.elo_visits]
        self.matches.start(self.python("elo", self.folder, "--program", self.program, *games))

    def show(self):
        """Prints where it stands and writes the page."""
        chunks = self.store.chunks().values()
        lines = read_lines(self.train_folder / "losses.jsonl")
        last = lines[-1] if lines else {}
        rules, sizes = collections.Counter(), collections.Counter()
        for chunk in chunks:
            rules.update(chunk["rules"])
            sizes.update(chunk["sizes"])
        status = [
            ("at", time.strftime("%Y-%m-%d %H:%M:%S")),
            ("games labelled", self.store.count("distill")),
            ("games of its own", self.store.count("selfplay")),
            ("rows", sum(chunk["rows"] for chunk in chunks)),
            ("step", last.get("step", 0)),
            ("samples", last.get("samples", 0)),
            ("loss", last.get("loss", "—")),
            ("rows an hour", self.rows_an_hour(chunks)),
        ]
        strength = read_lines(self.folder / "elo.jsonl")
        if strength:
            status.append(("Elo over the first net", f"{strength[-1]['elo']:+.0f} ± {strength[-1]['error']:.0f}"))
        print(" · ".join(f"{name} {value}" for name, value in status), flush=True)
        text = page(status, lines, {"Games by rule set": rules, "Games by size": sizes}, strength)
        write_whole(self.folder / "index.html", lambda path: path.write_text(text, encoding="utf-8"))

    @staticmethod
    def rows_an_hour(chunks):
        """Returns the rows that were packed in the last hour."""
        return sum(chunk["rows"] for chunk in chunks if time.time() - chunk["time"] < 3600)

    def turn(self):
        """Does what is due."""
        options = self.options
        if not self.games.is_busy():
            self.play()
        if self.is_due("pack", options.pack_seconds):
            self.pack()
        if not self.training.is_busy() and self.is_due("train", 10):
            self.train()
        if self.is_due("net", options.net_seconds):
            self.keep_net()
        if options.elo_games and not self.matches.is_busy():
            self.measure()
        if self.is_due("status", options.status_seconds):
            self.show()

    def run(self):
        """Goes on until a signal or the time ends it."""
        seconds = self.options.seconds
        try:
            while not self.stopped and (seconds is None or time.monotonic() - self.begun < seconds):
                self.turn()
                time.sleep(1)
        finally:
            self.games.stop()
            self.training.stop()
            self.matches.stop()
        self.pack()
        self.keep_net()
        self.show()

    def stop(self, *_):
        """Notes a signal."""
        self.stopped = True


def main():
    """Runs the loop."""
    chosen = options()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    os.nice(chosen.nice)
    with open(chosen.folder / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit(f"{chosen.folder}: another loop runs here")
        loop = Loop(chosen)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, loop.stop)
        loop.run()


if __name__ == "__main__":
    main()
