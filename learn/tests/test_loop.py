"""The loop with a program that stands for the engine: kills, an emptied folder, the page."""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from safetensors import safe_open

from learn import loop, rows
from learn.files import read_lines
from learn.synthetic import synthetic

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("HALFPOINT_LOOP_KILLS", "3"))


class Loop(unittest.TestCase):
    """A loop in a folder of its own."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def start(self, *more):
        """Starts a loop with small numbers."""
        command = [sys.executable, "-m", "learn.loop", self.folder, "--program", ROOT / "learn/tests/fake_halfpoint.py"]
        command += ["--begin", "none", "--size", "b2c16", "--round", "50", "--refill", "20", "--batch", "16"]
        command += ["--reuse", "100", "--pack-seconds", "1", "--net-seconds", "3", "--status-seconds", "1"]
        command += ["--threads", "1", "--train-threads", "1", "--train-options", "--save-seconds 0.5 --log 10"]
        command += ["--nice", "0", "--elo-games", "2", *more]
        # The loop runs a copy of the program elsewhere.
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": path}
        process = subprocess.Popen(list(map(str, command)), cwd=ROOT, stdout=subprocess.DEVNULL, env=environment)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, condition, seconds=120):
        """Waits until a condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "nothing came")
            time.sleep(0.2)

    def has_net(self):
        """Returns whether a training has written its net."""
        return (self.folder / "train" / "net.safetensors").exists()

    def check(self):
        """Checks that each shard was packed once and that nets can be read."""
        lists = [path.read_text().splitlines() for path in self.folder.glob("rows/rows-*/shards.txt")]
        packed = [name for names in lists for name in names]
        self.assertEqual(len(packed), len(set(packed)))
        for path in [*self.folder.glob("nets/[0-9]*.safetensors"), self.folder / "train" / "net.safetensors"]:
            with safe_open(path, "numpy") as file:
                self.assertIn("value.ownership", file.keys())
        steps = [line["step"] for line in read_lines(self.folder / "train" / "losses.jsonl")]
        self.assertEqual(steps, sorted(set(steps)))

    def test_a_loop_that_is_killed_goes_on_and_packs_each_shard_once(self):
        draw = random.Random(1)
        running = self.start()
        self.wait_for(self.has_net)
        for _ in range(KILLS):
            running.send_signal(signal.SIGKILL)
            running.wait()
            running = self.start()
            time.sleep(draw.uniform(0, 6))
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(120), 0)
        self.check()
        self.assertIn("button", (self.folder / "index.html").read_text())

    def test_an_emptied_training_begins_with_the_newest_net_kept(self):
        running = self.start()
        self.wait_for(lambda: any(self.folder.glob("nets/[0-9]*")))
        # A line for the first net, and one for the match against it.
        self.wait_for(lambda: len(read_lines(self.folder / "elo.jsonl")) > 1)
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(120), 0)
        newest = int(max(self.folder.glob("nets/[0-9]*")).stem)
        shutil.rmtree(self.folder / "train")
        running = self.start()
        self.wait_for(self.has_net)
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(120), 0)
        with safe_open(self.folder / "train" / "net.safetensors", "numpy") as file:
            self.assertGreater(int(file.metadata()["version"]), newest)

    def test_two_loops_do_not_share_a_folder(self):
        running = self.start()
        self.wait_for((self.folder / "round").exists)
        other = self.start()
        self.assertNotEqual(other.wait(60), 0)
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(120), 0)


class Window(unittest.TestCase):
    """Rows out of the window."""

    def test_old_rows_are_dropped_and_their_shards_stay_known(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            store = loop.Store(folder, window=15)
            for number in range(9_998, 10_001):
                part = folder / "rows" / f"rows-{number}" / "5x5-00000"
                rows.write_part(part, synthetic(5, 5, 10, number))
                (part.parent / "shards.txt").write_text(f"selfplay-1-{number:06}.jsonl.gz\n")
            store.drop()
            kept = sorted(path.parent.name for path in folder.glob("rows/*/5x5-00000"))
            self.assertEqual(kept, ["rows-10000", "rows-9999"])
            self.assertEqual(len(list(folder.glob("rows/*/shards.txt"))), 3)
            self.assertEqual([chunk["rows"] for chunk in store.chunks().values()], [10, 10, 10])


if __name__ == "__main__":
    unittest.main()
