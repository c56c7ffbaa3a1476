"""The transformer that judges rows, the rows that it judges, and nets that grow in width."""

import gzip
import shutil
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from learn import katago, rows, teacher
from learn.begin import begin
from learn.export import export
from learn.shared import TOKENS
from learn.synthetic import synthetic
from learn.tests.test_learn import trained_looking

TRUNK, INNER, HEADS, CHANNELS, HIDDEN, HEAD = 12, 8, 2, 4, 6, 4


class Writer:
    """Writer of a small transformer in KataGo's format with random weights, which are kept by the names of their layers."""

    def __init__(self, version=15, block="nested_bottleneck_block"):
        self.draw = np.random.default_rng(4)
        self.data = b""
        self.layers = {}
        self.words("tiny", version, 22, 19, *[20.0] * 4, 40.0, 0.25, 150.0, *[0] * 8)
        self.words("trunk", 2, TRUNK, INNER, 4, 4, 4, 1, *[0] * 5)
        self.conv("first", 3, 22, TRUNK)
        self.dense("globals", 19, TRUNK)
        for index in range(2):
            self.words(block, index, 2)
            self.norm(TRUNK)
            self.conv(f"{index} in", 1, TRUNK, INNER)
            self.words("transformer_attention_block", "attention", HEADS, HEADS, CHANNELS, CHANNELS, 1, 1)
            self.rms(f"{index} rms")
            for name in ("query", "key", "value"):
                self.dense(f"{index} {name}", INNER, HEADS * CHANNELS)
            self.dense(f"{index} output", HEADS * CHANNELS, INNER)
            self.words("turns", HEADS, CHANNELS // 2, 2)
            self.floats(f"{index} turns", HEADS, CHANNELS // 2, 2)
            self.words("transformer_ffn_block", "feed-forward", INNER, HIDDEN, 1)
            self.rms(f"{index} rms of feed-forward")
            self.dense("first", INNER, HIDDEN), self.dense("gate", INNER, HIDDEN), self.dense("last", HIDDEN, INNER)
            self.norm(INNER)
            self.conv("out", 1, INNER, TRUNK)
        self.words("last", TRUNK, 1e-6, 1, 0)
        self.floats("scale", TRUNK), self.floats("bias", TRUNK)
        self.words("activation", "ACTIVATION_SILU")
        self.words("policy")
        self.conv("conv", 1, TRUNK, HEAD), self.conv("pool", 1, TRUNK, HEAD), self.norm(HEAD)
        self.dense("pooled", 3 * HEAD, HEAD), self.norm(HEAD), self.conv("points", 1, HEAD, 2)
        self.dense("pass", 3 * HEAD, HEAD), self.bias(HEAD)
        self.words("activation", "ACTIVATION_SILU")
        self.dense("pass", HEAD, 2)
        self.words("value")
        self.conv("conv", 1, TRUNK, HEAD), self.norm(HEAD), self.dense("value", 3 * HEAD, HEAD), self.bias(HEAD)
        self.words("activation", "ACTIVATION_SILU")
        self.dense("outcome", HEAD, 3), self.bias(3), self.dense("score", HEAD, 6), self.bias(6)
        self.conv("ownership", 1, HEAD, 1)

    def words(self, *words):
        """Writes words."""
        self.data += "".join(f"{word}\n".replace(" ", "_") for word in words).encode()

    def floats(self, name, *shape, low=None):
        """Writes a block of numbers."""
        values = self.draw.normal(scale=0.5, size=shape) if low is None else self.draw.uniform(low, 2 * low, size=shape)
        self.layers[name] = values.astype("<f4")
        self.data += b"@BIN@" + self.layers[name].tobytes() + b"\n"

    def conv(self, name, width, inputs, outputs):
        """Writes a convolution."""
        self.words(name, width, width, inputs, outputs, 1, 1)
        self.floats(name, width, width, inputs, outputs)

    def dense(self, name, inputs, outputs):
        """Writes a matrix."""
        self.words(name, inputs, outputs)
        self.floats(name, inputs, outputs)

    def bias(self, channels):
        """Writes a bias."""
        self.words("bias", channels)
        self.floats("bias", channels)

    def norm(self, channels):
        """Writes a normalisation with its activation."""
        self.words("norm", channels, 1e-5, 1, 1)
        self.floats("mean", channels), self.floats("variance", channels, low=0.5)
        self.floats("scale", channels), self.floats("bias", channels)
        self.words("activation", "ACTIVATION_MISH")

    def rms(self, name):
        """Writes a normalisation by the root of the mean square."""
        self.words("norm", INNER, 1e-6)
        self.floats(name, INNER)


def plain_attention(layers, index, board, size):
    """Returns the change of an attention block by loops over heads and points, in 64 bits."""
    height, width = size
    weights = {name: layers[f"{index} {name}"].astype(float) for name in ("rms", "query", "key", "value", "output", "turns")}
    seen = board / np.sqrt((board**2).mean(1, keepdims=True) + 1e-6) * weights["rms"]
    read = np.zeros((len(board), HEADS * CHANNELS))
    for head in range(HEADS):
        channels = slice(head * CHANNELS, (head + 1) * CHANNELS)
        query, key, value = (seen @ weights[name][:, channels] for name in ("query", "key", "value"))
        for turned in (query, key):
            for point in range(height * width):
                for pair in range(CHANNELS // 2):
                    right, down = weights["turns"][head, pair]
                    angle = (point % width) * right + (point // width) * down
                    turned[point, 2 * pair : 2 * pair + 2] = [
                        [np.cos(angle), -np.sin(angle)],
                        [np.sin(angle), np.cos(angle)],
                    ] @ turned[point, 2 * pair : 2 * pair + 2]
        scores = np.exp(query @ key.T / CHANNELS**0.5)
        read[:, channels] = scores / scores.sum(1, keepdims=True) @ value
    return read @ weights["output"]


class Teacher(unittest.TestCase):
    """A small transformer in a file."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.writer = Writer()
        self.net = self.write("net.bin.gz", self.writer.data)

    def write(self, name, data):
        """Writes a packed file."""
        path = self.folder / name
        with gzip.open(path, "wb") as file:
            file.write(data)
        return path

    def raw(self, width, height, count):
        """Writes rows with the inputs of a teacher; returns the folder of all parts and the stored fields."""
        draw = np.random.default_rng(6)
        stored = synthetic(width, height, count, 1)
        part = self.folder / "raw" / "rows-0000" / f"{width}x{height}-00000"
        rows.write_part(part, stored)
        (part.parent / "shards.txt").write_text("distill-1-000000.jsonl.gz\t00000000 1\n")
        globals_ = draw.normal(size=(count, 2, 19)).astype(np.float32)
        globals_[::3, 1] = np.nan
        globals_[::5] = np.nan
        inputs = {
            "planes": draw.integers(256, size=(count, 22, (width * height + 7) // 8), dtype=np.uint8),
            "globals": globals_,
            "pass": np.where(np.arange(count) % 4, 0, -1).astype(np.int8),
            "void": draw.integers(2, size=count).astype(np.uint8),
            "next": (np.arange(count) % 7 < 5).astype(np.uint8),
        }
        for name, array in inputs.items():
            np.save(part / f"teacher_{name}.npy", array)
        return stored, inputs

    def judge(self, *more):
        """Judges the raw rows and returns the part that comes out."""
        words = [str(self.net), str(self.folder / "raw"), "--out", str(self.folder / "rows"), "--precision", "f32", "--threads", "1"]
        stop = type("Stop", (), {"asked": False})
        teacher.main(teacher.options([*words, *more]), stop)
        return rows.find_parts([self.folder / "rows"])

    def test_attention_is_that_of_a_plain_model(self):
        net = katago.read(self.net)
        for index, size in enumerate(((4, 3), (5, 5))):
            block = net.blocks[index].blocks[0]
            board = torch.randn(2, size[0] * size[1], INNER)
            changed = block(board, size)
            for number in range(2):
                expected = board[number].double().numpy() + plain_attention(self.writer.layers, index, board[number].double().numpy(), size)
                self.assertLess(np.abs(changed[number].numpy() - expected).max(), 1e-4)

    def test_rows_get_the_judgement_of_the_net_where_it_has_one(self):
        stored, inputs = self.raw(9, 7, 60)
        [part] = self.judge()
        judged = {name: np.array(part.fields[name]) for name in rows.FIELDS}
        known = ~np.isnan(inputs["globals"][:, 0, 0])
        for name in ("planes", "globals", "margin", "legal", "weight"):
            np.testing.assert_array_equal(judged[name], stored[name])
        for name in ("policy", "outcome", "lead", "own"):
            np.testing.assert_array_equal(judged[name][~known], stored[name][~known])
            self.assertTrue((judged[name] != stored[name])[known].any())
        # Rows of the net alone, one by one, without draws.
        net = katago.read(self.net)
        for row in np.flatnonzero(known & np.isnan(inputs["globals"][:, 1, 0])):
            planes = torch.from_numpy(np.unpackbits(inputs["planes"][row], axis=1)[:, :63].reshape(1, 22, 7, 9).astype(np.float32))
            answer = net(planes, torch.from_numpy(inputs["globals"][row, :1]), torch.tensor([bool(inputs["void"][row])]))
            win, loss, void = answer.outcome[0].tolist()
            np.testing.assert_allclose(judged["outcome"][row], [win, 0, loss, void], atol=1e-5)
            self.assertEqual(void > 0, bool(inputs["void"][row]))
            self.assertAlmostEqual(float(judged["lead"][row]), float(answer.lead), delta=1e-3)
            np.testing.assert_allclose(judged["own"][row] / 127, answer.ownership[0], atol=0.005)
            # All 63 points and the plain pass are legal, which is token 0 where there is one.
            logits = answer.logits[0] if inputs["pass"][row] == 0 else answer.logits[0, :63]
            expected = logits.softmax(0)[:63] * (1 if inputs["pass"][row] == 0 else 0.98)
            np.testing.assert_allclose(judged["policy"][row, :63] / 65535, expected, atol=1e-4)
        np.testing.assert_allclose(judged["policy"][known].sum(1), 65535, atol=40)
        np.testing.assert_allclose(judged["outcome"][known].sum(1), 1, atol=1e-5)
        follow = np.flatnonzero(inputs["next"][:-1])
        np.testing.assert_array_equal(judged["reply"][follow], judged["policy"][follow + 1])
        rest = np.setdiff1d(np.arange(60), follow)
        np.testing.assert_array_equal(judged["reply"][rest], stored["reply"][rest])

    def test_small_boards_keep_their_targets_and_raw_rows_are_removed_when_they_are_judged(self):
        stored, _ = self.raw(9, 7, 20)
        [part] = self.judge("--least", "8", "--remove")
        for name in rows.FIELDS:
            np.testing.assert_array_equal(part.fields[name], stored[name])
        self.assertFalse(list((self.folder / "raw").glob("*/*x*-*")))
        self.assertEqual(len(self.judge("--least", "8", "--remove")), 1)

    def test_raw_rows_stay_where_judged_ones_are_lost(self):
        self.raw(9, 7, 20)
        write = teacher.write_judged

        def lose(part, targets, folder):
            write(part, targets, folder)
            shutil.rmtree(folder.parent)
            folder.parent.mkdir()

        self.addCleanup(setattr, teacher, "write_judged", write)
        teacher.write_judged = lose
        with self.assertRaisesRegex(rows.RowsError, "changed while"):
            self.judge("--least", "8", "--remove")
        self.assertTrue(list((self.folder / "raw").glob("*/*x*-*")))

    def test_rows_of_other_shards_are_not_taken_for_judged(self):
        self.raw(9, 7, 20)
        self.judge("--least", "8")
        (self.folder / "raw" / "rows-0000" / "shards.txt").write_text("distill-2-000000.jsonl.gz\t00000000 1\n")
        with self.assertRaisesRegex(rows.RowsError, "other shards"):
            self.judge("--least", "8")

    def test_a_net_that_grows_too_much_is_refused(self):
        self.addCleanup(setattr, katago, "MAX_BYTES", katago.MAX_BYTES)
        katago.MAX_BYTES = len(self.writer.data) - 1
        with self.assertRaisesRegex(katago.NetError, "more than"):
            katago.read(self.net)

    def test_counts_that_lie_are_refused(self):
        for words in (b"-1", b"0", b"70000"):
            with self.assertRaisesRegex(katago.NetError, "layers or channels"):
                katago.Tokens(words).count()
        with self.assertRaisesRegex(katago.NetError, "ends in a block"):
            katago.Tokens(b"@BIN@12345678").floats(3)
        self.assertEqual(katago.Tokens(b"@BIN@12345678").floats(2).shape, (2,))

    def test_a_draw_is_what_half_a_point_decides(self):
        more, less = torch.tensor([[0.7, 0.3, 0.0], [0.2, 0.6, 0.2]]), torch.tensor([[0.4, 0.6, 0.0], [0.3, 0.5, 0.2]])
        between = teacher.between(more, less)
        self.assertTrue(torch.allclose(between, torch.tensor([[0.4, 0.3, 0.3, 0.0], [0.2, 0.0, 0.6, 0.2]])))

    def test_tokens_that_the_net_does_not_know_share_a_little(self):
        logits = torch.tensor([[0.0, 0.0, 0.0], [0.0, 0.0, 9.0], [1.0, 1.0, 1.0]])
        legal = torch.zeros(3, 2 + TOKENS, dtype=torch.bool)
        legal[0, [0, 1, 2 + 3, 2 + 5]] = True
        legal[1, [0, 1, 2 + 4]] = True
        legal[2, [2 + 1, 2 + 2]] = True
        chances = teacher.move_chances(logits, torch.tensor([3, -1, -1]), legal)
        third, half = 0.98 / 3, 0.98 / 2
        self.assertTrue(torch.allclose(chances[0, [0, 1, 5, 7]], torch.tensor([third, third, third, 0.02])))
        self.assertTrue(torch.allclose(chances[1, [0, 1, 6]], torch.tensor([half, half, 0.02])))
        self.assertTrue(torch.allclose(chances[2, [3, 4]], torch.tensor([0.5, 0.5])))
        self.assertTrue(torch.allclose(chances.sum(1), torch.ones(3)))

    def test_short_weights_are_rounded_and_nothing_else_changes(self):
        short = self.folder / "short.bin.gz"
        teacher.shorten(self.net, short)
        net, rounded = katago.read(self.net), katago.read(short)
        for (name, exact), near in zip(net.named_buffers(), rounded.buffers(), strict=True):
            self.assertTrue(torch.allclose(exact, near, rtol=2e-3, atol=1e-3), name)
        with gzip.open(short) as file:
            tokens = katago.Tokens(file.read())
        katago.Transformer(tokens)
        for place, count in tokens.blocks:
            self.assertFalse((np.frombuffer(tokens.data, "<u4", count, place) & 0x1FFF).any())

    def test_other_files_are_refused(self):
        other = Writer(version=8).data, Writer(block="ordinary_block").data, self.writer.data[:-200], self.writer.data + b"1 2"
        hostile = self.writer.data.replace(b"ACTIVATION_MISH", b"\x1b[31mRED", 1)
        self.assertNotEqual(hostile, self.writer.data)
        for number, data in enumerate([*other, b"", b"tiny 15 22", hostile]):
            with self.assertRaises(katago.NetError) as refused:
                katago.read(self.write(f"{number}.bin.gz", data))
            self.assertTrue(str(refused.exception).isprintable())


class Width(unittest.TestCase):
    """Nets with more channels than the one with which they begin."""

    def test_a_wider_net_begins_with_the_outputs_of_the_narrow_one(self):
        with tempfile.TemporaryDirectory() as folder:
            part = Path(folder) / "7x6-0"
            rows.write_part(part, synthetic(7, 6, 64, 3))
            batches = [rows.Window([part]).batch(1, number, 32) for number in range(2)]
            narrow = trained_looking("b2c16")
            path = Path(folder) / "net.safetensors"
            export(narrow, path, {"name": "test-b2c16", "version": "0", "commit": "", "data": "0"})
            wide = trained_looking("b4c32")
            begin(path, wide, batches)
            wide.eval()
            with torch.no_grad():
                for batch in batches:
                    ours, theirs = narrow(batch.planes, batch.globals), wide(batch.planes, batch.globals)
                    for name in ("outcome", "score", "ownership"):
                        self.assertTrue(torch.allclose(getattr(ours, name), getattr(theirs, name), atol=1e-3), name)
                    self.assertTrue(torch.allclose(ours.policies[:, 0], theirs.policies[:, 0], atol=1e-3))


class Points(unittest.TestCase):
    """Batches of equally many points."""

    def test_small_boards_make_larger_and_fewer_batches(self):
        with tempfile.TemporaryDirectory() as folder:
            for width in (5, 10):
                rows.write_part(Path(folder) / f"{width}x5-0", synthetic(width, 5, 100, 3))
            window = rows.Window([folder])
            counts = {}
            for number in range(300):
                planes = window.batch(1, number, 7, points=500).planes
                self.assertEqual(planes.shape[0] * planes.shape[3], 100)
                counts[planes.shape[3]] = counts.get(planes.shape[3], 0) + planes.shape[0]
            # Both sizes have 100 rows.
            self.assertAlmostEqual(counts[5] / counts[10], 1, delta=0.3)
