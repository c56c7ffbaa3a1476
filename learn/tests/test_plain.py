"""Parts that need Python alone: files, page, statistics of matches, bookkeeping of the loop."""

import contextlib
import functools
import gzip
import io
import json
import os
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from learn import elo, loop, matches, release
from learn.files import append_line, locked, metadata_of, read_lines, version_of, write_lines, write_whole
from learn.page import BOTTOM, HEIGHT, curve, page

ROOT = Path(__file__).resolve().parents[2]


class Folder(unittest.TestCase):
    """Test with a folder of its own."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)


class Files(Folder):
    """Files that are whole."""

    def test_a_line_follows_whole_lines_alone(self):
        path = self.folder / "lines"
        path.write_text('{"a": 1}\n{"b"')
        append_line(path, {"c": 2})
        self.assertEqual(read_lines(path), [{"a": 1}, {"c": 2}])

    def test_a_locked_folder_is_refused(self):
        with locked(self.folder / "new"):
            with self.assertRaises(SystemExit), locked(self.folder / "new"):
                pass
        with locked(self.folder / "new"):
            pass

    def test_a_file_that_cannot_be_written_leaves_the_old_one(self):
        path = self.folder / "file"
        left, new = (path.with_name(f".{path.name}.{number}") for number in (1, 2))
        left.touch()
        new.touch()
        os.utime(left, (0, 0))
        write_whole(path, lambda temporary: temporary.write_text("old"))
        self.assertEqual((left.exists(), new.exists()), (False, True))
        new.unlink()

        def fail(temporary):
            temporary.write_text("half")
            raise OSError("full")

        with self.assertRaises(OSError):
            write_whole(path, fail)
        self.assertEqual(path.read_text(), "old")
        self.assertEqual(len(list(self.folder.iterdir())), 1)

    def test_a_line_that_was_cut_does_not_count(self):
        path = self.folder / "lines"
        self.assertEqual(read_lines(path), [])
        write_lines(path, [{"a": 1}])
        append_line(path, {"a": 2})
        with open(path, "a", encoding="utf-8") as file:
            file.write('{"a": 3}')
        self.assertEqual([line["a"] for line in read_lines(path)], [1, 2])

    def test_the_committed_net_tells_its_version(self):
        net = ROOT / "crates/nn/nets/halfpoint.safetensors"
        self.assertEqual(metadata_of(net)["format"], "halfpoint 1")
        self.assertGreater(version_of(net), 0)


class Page(unittest.TestCase):
    """The page of a loop."""

    def test_the_page_draws_losses_and_escapes_names(self):
        lines = [{"step": step, "loss": 1 / step, "samples_per_second": 9} for step in range(1, 1000)]
        text = page([("rows", 5)], lines, {"Games": {"<b>": 3}})
        self.assertIn("polyline", text)
        self.assertIn("&lt;b&gt;", text)
        self.assertNotIn("<b>", text)
        self.assertLess(len(text), 50_000)
        self.assertNotIn("Elo", text)

    def test_the_page_draws_elo_with_its_errors(self):
        strength = [{"step": step, "elo": 10.0 * step, "error": 5.0, "games": 40} for step in range(4)]
        text = page([], [], {}, strength)
        self.assertIn("Elo over the first net: 30", text)
        # One line, and a bar for each match.
        self.assertEqual(text.count("<polyline"), 5)

    def test_the_first_steps_lie_on_the_edge_of_the_picture(self):
        points = [(step, -9.0 if step < 2 else 9.0 if step < 4 else 1.0 + step % 2) for step in range(100)]
        drawn = re.search(r'<polyline points="([^"]+)"', curve("loss", points))[1]
        heights = [float(point.split(",")[1]) for point in drawn.split()]
        self.assertEqual((max(heights), min(heights)), (HEIGHT - BOTTOM, 8))
        self.assertEqual(heights[:3:2], [HEIGHT - BOTTOM, 8])


class Matches(unittest.TestCase):
    """Statistics of pairs, with values that `halfpoint arena` prints."""

    def test_elo_and_its_interval_are_those_of_the_arena(self):
        for counts, expected in (
            ((0, 0, 0, 0, 1), "+∞ −636 +∞"),
            ((0, 0, 0, 0, 2), "+∞ −291 +∞"),
            ((3, 0, 0, 0, 0), "−∞ −∞ +154"),
            ((0, 1, 1, 0, 0), "−89 −511 +344"),
            ((2, 0, 10, 0, 8), "+108 −16 +236"),
            # More than fifty pairs, of which one side has nearly all points or not.
            ((1, 0, 13, 0, 56), "+368 +270 +477"),
            ((0, 0, 0, 0, 60), "+∞ +479 +∞"),
            ((34, 54, 63, 64, 75), "+56 +28 +83"),
        ):
            score = matches.Score(halves / 2 for halves, count in enumerate(counts) for _ in range(count))
            self.assertEqual(" ".join(map(matches.signed, score.elo())), expected, counts)
        self.assertEqual([matches.signed(value) for value in (-0.2, -3.0)], ["+0", "−3"])

    def test_the_likelihood_grows_with_pairs_that_are_won(self):
        even = matches.Score([1.0] * 40 + [2.0] * 10 + [0.0] * 10)
        ahead = matches.Score([1.0] * 40 + [2.0] * 20)
        self.assertEqual(matches.Score().llr(0, 30), 0)
        self.assertLess(even.llr(0, 30), 0)
        self.assertGreater(ahead.llr(0, 30), matches.BOUND)
        # With many pairs it is that of a normal distribution.
        many = matches.Score([0.0, 1.0, 1.0, 2.0] * 2000)
        low, high = matches.share_of_elo(-10), matches.share_of_elo(10)
        variance = 0.125
        expected = 8000 * (high - low) * (2 * 0.5 - low - high) / (2 * variance)
        self.assertAlmostEqual(many.llr(-10, 10), expected, delta=0.01)
        shifted = matches.Score([0.0, 1.0, 1.0, 1.0, 2.0, 2.0] * 2000)
        mean, square = shifted.share, (3 * 0.25 + 2) / 6
        expected = 12000 * (high - low) * (2 * mean - low - high) / (2 * (square - mean**2))
        self.assertLess(abs(shifted.llr(-10, 10) / expected - 1), 0.1)

    def test_pairs_are_counted_from_the_games(self):
        def game(pair, black, white, verdict):
            return json.dumps({"pair": pair, "engines": {"black": black, "white": white}, "verdict": verdict})

        lines = [game(0, "new", "old", "black"), game(0, "old", "new", "draw"), game(1, "new", "old", "white")]
        lines += [game(2, "new", "old", "none"), game(2, "old", "new", "black")]
        self.assertEqual(matches.pair_points(lines, "new"), [1.5])

    def test_games_of_another_match_are_no_result(self):
        """The arena refuses to go on with them by status 1."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "games.jsonl").write_text("")
            nets = {"new": "new", "old": "old"}
            case = matches.Case("chinese", "5")
            for program, is_refused in (("true", False), ("false", True)):
                play = functools.partial(matches.play, program, folder, case, nets, 2, 1, "playouts=4")
                if is_refused:
                    self.assertRaises(RuntimeError, play)
                else:
                    self.assertEqual(play(), [])

    def test_elo_and_share_are_inverse(self):
        for value in (-300, 0, 25, 600):
            self.assertAlmostEqual(matches.elo_of_share(matches.share_of_elo(value)), value, places=6)


class Plans(Folder):
    """What is played."""

    def test_a_release_is_tested_under_every_rule_set_and_size(self):
        chosen = release.options(["new", "--program", "p"])
        rounds = [release.cases(chosen, number) for number in range(6)]
        for each in rounds:
            self.assertEqual(len(each), 13)
        rare = {case.rules for each in rounds for case in each if case.size == "13"}
        self.assertEqual(rare, set(release.RULES.split()))

    def test_pairs_are_spread_over_the_cases(self):
        counts = elo.shared(20, 7)
        self.assertEqual(sum(counts.values()), 20)
        self.assertEqual({*counts.values()}, {1, 2})
        self.assertEqual(len(elo.shared(3, 7)), 3)

    def add_net(self, name, version):
        """Writes a net without weights."""
        path = self.folder / "nets" / f"{name}.safetensors"
        path.parent.mkdir(exist_ok=True)
        header = json.dumps({"__metadata__": {"version": version}}).encode()
        path.write_bytes(len(header).to_bytes(8, "little") + header)

    def test_a_match_without_a_loss_is_noted_in_numbers(self):
        self.add_net("first", "0")
        self.add_net("000000100", "100")
        with mock.patch.object(elo, "play", return_value=[2.0]):
            elo.measure(elo.options([str(self.folder), "--program", "/no/program", "--games", "6"]))
        line = read_lines(self.folder / "elo.jsonl")[-1]
        self.assertEqual((line["elo"], line["error"], line["games"]), (1200.0, 676.8, 6))

    def test_a_net_is_measured_once_and_the_first_is_zero(self):
        for name in ("000000100", "first"):
            self.add_net(name, "100")
        elo.measure(elo.options([str(self.folder), "--program", "/no/program"]))
        self.assertEqual(read_lines(self.folder / "elo.jsonl"), [{"step": 100, "elo": 0.0, "error": 0.0, "games": 0}])


class Store(Folder):
    """Shards of a loop."""

    def shard(self, name, rules):
        """Writes a shard of games on 5×7."""
        path = self.folder / "data" / "shards" / name
        with gzip.open(path, "wt") as file:
            for each in rules:
                file.write(json.dumps({"rules": each, "width": 5, "height": 7}) + "\n")

    def test_games_are_counted_by_kind_and_seed(self):
        store = loop.Store(self.folder, 10)
        for name in ("selfplay-5-000000", "selfplay-5-000001", "selfplay-6-000000", "distill-1-000000"):
            self.shard(f"{name}.jsonl.gz", [])
        self.shard(".selfplay-5-000002-00ff.tmp", [])
        self.assertEqual(store.count("selfplay"), 30)
        self.assertEqual(store.count("selfplay", 5), 20)
        self.assertEqual(store.count("distill"), 50)

    def test_games_are_tallied_by_rules_and_size(self):
        store = loop.Store(self.folder, 10)
        self.shard("a.jsonl.gz", ["button", '{"id":"chinese","suicide":true}', '{"suicide":true}', "button"])
        told = loop.tally([store.shards / "a.jsonl.gz", store.shards / "missing.jsonl.gz"])
        self.assertEqual(told["rules"], {"button": 2, "chinese": 1, "other": 1})
        self.assertEqual(told["sizes"], {"5x7": 4})

    def test_a_tally_outlives_shards_that_others_wrote(self):
        store = loop.Store(self.folder, 10)
        game = b'{"rules":"button",\r"width":5,"height":7}\n'
        packed = gzip.compress(game)
        for name, data in {"a": packed, "b": packed[:-4], "c": gzip.compress(game + b"{}\n"), "d": b"none", "e": gzip.compress(b"[1]\n")}.items():
            (store.shards / name).write_bytes(data)
        with contextlib.redirect_stderr(io.StringIO()) as said:
            told = loop.tally(store.shards / name for name in "abcde")
        self.assertEqual(told["sizes"], {"5x7": 3})
        self.assertEqual(said.getvalue().count("not counted"), 4)

    def test_a_round_is_gone_on_with_until_it_is_whole(self):
        program = self.folder / "program"
        program.write_text("")
        going = loop.Loop(loop.options([str(self.folder), "--program", str(program), "--round", "20"]))
        seed = going.round()
        self.shard(f"selfplay-{seed}-000000.jsonl.gz", [])
        self.assertEqual(going.round(), seed)
        self.shard(f"selfplay-{seed}-000001.jsonl.gz", [])
        self.assertEqual(going.round(), seed + 1)
        self.assertEqual(going.round(), seed + 1)

    def test_nothing_is_measured_before_there_is_a_first_net(self):
        program = self.folder / "program"
        program.touch()
        going = loop.Loop(loop.options([str(self.folder), "--program", str(program)]))
        (going.nets / "000000100.safetensors").touch()
        with mock.patch.object(going.matches, "start") as start:
            going.measure()
            start.assert_not_called()
            (going.nets / "first.safetensors").touch()
            going.measure()
            start.assert_called_once()

    def test_numbers_of_rows_are_read_from_the_header(self):
        path = self.folder / "weight.npy"
        path.write_bytes(b"\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1234,), }   \n")
        self.assertEqual(loop.count_rows(path), 1234)


if __name__ == "__main__":
    unittest.main()
