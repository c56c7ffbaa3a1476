"""Export, losses, batches, and training that goes on after a stop."""

import contextlib
import io
import json
import shutil
import sys
import tempfile
import unittest
from dataclasses import fields
from pathlib import Path
from unittest import mock

import numpy as np
import torch

from learn import agree, blend, checkpoint, export, losses, quantise, rows, train
from learn.model import Model, Norm
from learn.optimiser import Optimiser
from learn.reference import Reference
from learn.shared import TOKENS, UNCERTAINTIES, UNKNOWN_OWNER
from learn.synthetic import synthetic

ALL_LOSSES = losses.Weights(uncertainty=0.1)
SMALL = ["--size", "b2c16", "--batch", "32", "--threads", "1", "--no-bf16", "--log", "5", "--rate", "0.005"]


class Folder(unittest.TestCase):
    """Test with a folder of rows of two sizes."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.rows = self.folder / "rows"
        rows.write_part(self.rows / "5x5-0", synthetic(5, 5, 300, 1))
        rows.write_part(self.rows / "5x5-1", synthetic(5, 5, 200, 2))
        rows.write_part(self.rows / "7x6-0", synthetic(7, 6, 100, 3))

    def train(self, name, *more):
        """Trains on the rows and returns the training."""
        return train.train(train.options([str(self.rows), "--out", str(self.folder / name), *SMALL, *more]))

    def log(self, name):
        """Returns the lines of losses."""
        lines = (self.folder / name / "losses.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]


def trained_looking(size):
    """Returns a net in evaluation whose normalisations and biases are not those of the beginning."""
    torch.manual_seed(5)
    model = Model(size)
    with torch.no_grad():
        for layer in model.modules():
            if isinstance(layer, Norm):
                layer.running_mean.normal_(std=0.3)
                layer.running_var.uniform_(0.5, 2.0)
                layer.weight.uniform_(0.5, 1.5)
                layer.bias.normal_(std=0.3)
            if isinstance(layer, torch.nn.Linear) and layer.bias is not None:
                layer.bias.normal_(std=0.3)
    return model.eval()


class Export(Folder):
    """The engine's file holds the net."""

    def test_the_exported_net_gives_the_outputs_of_the_model(self):
        window = rows.Window([self.rows])
        for size in ("b2c16", "b4c32"):
            model = trained_looking(size)
            path = self.folder / "net.safetensors"
            export.export(model, path, {"name": "test"})
            reference = Reference(path)
            for number in range(3):
                batch = window.batch(1, number, 4)
                with torch.no_grad():
                    outputs = model(batch.planes, batch.globals)
                points = batch.own.shape[1]
                for row in range(4):
                    policy, tokens, outcome, score, own = reference.evaluate(
                        batch.planes[row].numpy(), batch.globals[row].numpy()
                    )
                    pairs = [
                        (outputs.policies[row, 0, :points], policy),
                        (outputs.policies[row, 0, points:], tokens),
                        (outputs.outcome[row], outcome),
                        (outputs.score[row], score),
                        (outputs.ownership[row], own),
                    ]
                    for ours, theirs in pairs:
                        np.testing.assert_allclose(ours.numpy(), theirs, rtol=1e-5, atol=1e-5)

    def test_a_net_that_is_read_gives_the_outputs_of_the_one_written(self):
        model, other = trained_looking("b2c16"), Model("b2c16").eval()
        path = self.folder / "net.safetensors"
        export.export(model, path, {"name": "test"})
        export.read(path, other)
        batch = rows.Window([self.rows]).batch(1, 0, 8)
        with torch.no_grad():
            ours, theirs = (net(batch.planes, batch.globals) for net in (model, other))
        torch.testing.assert_close(ours.policies[:, 0], theirs.policies[:, 0], rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(ours.score, theirs.score, rtol=1e-4, atol=1e-4)

    def test_calibration_sets_the_statistics_and_keeps_the_outputs(self):
        model, batches = trained_looking("b2c16"), [rows.Window([self.rows]).batch(1, 0, 64)]
        before = model(batches[0].planes, batches[0].globals)
        export.calibrate(model, batches)
        after = model(batches[0].planes, batches[0].globals)
        torch.testing.assert_close(after.policies, before.policies, rtol=1e-4, atol=1e-4)
        # With the statistics of the batch itself the outputs stay, too.
        trained = model.train()(batches[0].planes, batches[0].globals)
        torch.testing.assert_close(trained.policies, before.policies, rtol=1e-2, atol=1e-2)

    def test_confidence_is_a_factor_of_the_outcome_alone(self):
        model = trained_looking("b2c16")
        batch = rows.Window([self.rows]).batch(1, 0, 8)
        before = model(batch.planes, batch.globals)
        export.sharpen(model, 1.5)
        after = model(batch.planes, batch.globals)
        torch.testing.assert_close(after.outcome, 1.5 * before.outcome)
        torch.testing.assert_close(after.score, before.score)

    def test_half_floats_halve_the_file(self):
        model = trained_looking("b2c16")
        sizes = []
        for kind in (torch.float32, torch.float16):
            export.export(model, self.folder / "net", {"name": "test"}, kind)
            sizes.append((self.folder / "net").stat().st_size)
        self.assertLess(sizes[1], 0.6 * sizes[0])


class Rows(Folder):
    """Batches hold what was packed."""

    def test_a_batch_has_rows_of_one_part_size_under_one_symmetry(self):
        stored = synthetic(7, 6, 100, 3)
        planes = np.unpackbits(stored["planes"], axis=-1, count=42).reshape(100, -1, 6, 7)
        images = {
            image.tobytes(): (index, flip)
            for index in range(100)
            for flip in range(4)
            for image in [planes[index][:, :: 1 - 2 * (flip & 1), :: 1 - (flip & 2)]]
        }
        window = rows.Window([self.rows / "7x6-0"])
        seen = set()
        for number in range(8):
            batch = window.batch(3, number, 16)
            for row in range(16):
                key = batch.planes[row].numpy().astype(np.uint8).tobytes()
                index, flip = images[key]
                seen.add(flip)
                own = stored["own"][index].reshape(6, 7)[:: 1 - 2 * (flip & 1), :: 1 - (flip & 2)].ravel()
                known = own != UNKNOWN_OWNER
                np.testing.assert_allclose(batch.own[row].numpy()[known], own[known] / 127, atol=1e-6)
                self.assertTrue(batch.own[row].isnan().numpy()[~known].all())
                policy = stored["policy"][index].astype(float)
                np.testing.assert_allclose(batch.policy[row, 42:].numpy(), policy[42:] / policy.sum(), atol=1e-6)
        self.assertEqual(len(seen), 4)

    def test_batches_depend_on_seed_and_number_alone(self):
        first, second = rows.Window([self.rows]), rows.Window([self.rows])
        first.batch(1, 0, 8)
        self.assertTrue(torch.equal(first.batch(1, 7, 8).planes, second.batch(1, 7, 8).planes))
        self.assertFalse(torch.equal(first.batch(1, 7, 8).globals, first.batch(2, 7, 8).globals))

    def test_rows_held_on_a_device_make_the_batches_of_those_in_files(self):
        read, held = rows.Window([self.rows]), rows.Window([self.rows], "cpu")
        for change in (lambda: None, self.add_part, self.remove_part):
            change()
            read.refresh()
            held.refresh()
            self.assertEqual(read.rows, held.rows)
            for number in range(6):
                one, other = read.batch(1, number, 16), held.batch(1, number, 16)
                for field in fields(one):
                    torch.testing.assert_close(getattr(one, field.name), getattr(other, field.name), rtol=0, atol=0, equal_nan=True)

    def add_part(self):
        """Adds rows after those of their size."""
        rows.write_part(self.rows / "5x5-2", synthetic(5, 5, 50, 4))

    def remove_part(self):
        """Removes the first rows of a size."""
        shutil.rmtree(self.rows / "5x5-0")

    def test_rows_of_earlier_versions_have_their_uncertainty_unknown(self):
        batch = rows.Window([self.rows]).batch(1, 0, 64)
        self.assertTrue(0 < int(batch.uncertainty.isnan().sum()) < batch.uncertainty.numel())
        for path in self.rows.glob("*/uncertainty.npy"):
            path.unlink()
        for device in (None, "cpu"):
            old = rows.Window([self.rows], device).batch(1, 0, 64)
            self.assertTrue(torch.equal(old.planes, batch.planes))
            self.assertEqual(old.uncertainty.shape, (64, UNCERTAINTIES))
            self.assertTrue(bool(old.uncertainty.isnan().all()))

    def test_a_part_of_another_shape_is_refused(self):
        (self.rows / "5x5-0").rename(self.rows / "5x6-0")
        with self.assertRaisesRegex(rows.RowsError, "5x6-0: policy"):
            rows.Window([self.rows])


class Losses(unittest.TestCase):
    """Losses of known outputs."""

    def test_the_probabilities_of_all_margins_sum_to_one(self):
        torch.manual_seed(2)
        score = torch.randn(4, 12)
        margins = torch.arange(-1600, 1601).float()
        for row in score:
            logs = losses.margin_log_likelihood(row.expand(len(margins), -1), margins)
            self.assertAlmostEqual(float(logs.exp().sum()), 1.0, places=3)

    def test_the_policy_of_the_target_has_no_loss_and_illegal_moves_no_weight(self):
        target = torch.tensor([[0.5, 0.25, 0.25, 0.0]])
        logits = torch.tensor([[2.0, 1.0, 1.0, 9.0]]) * torch.tensor(2.0).log()
        legal = torch.tensor([[True, True, True, False]])
        self.assertAlmostEqual(float(losses.policy_loss(logits, target, legal)), 0.0, places=6)
        self.assertGreater(float(losses.policy_loss(logits, target, torch.ones_like(legal))), 1.0)

    def test_rows_without_a_target_have_no_gradient(self):
        batch = rows.decode(rows.as_tensors(synthetic(5, 5, 6, 1)), 5, 5)
        batch.policy[:] = batch.reply[:] = 0
        batch.lead[:] = batch.margin[:] = batch.own[:] = batch.uncertainty[:] = torch.nan
        batch.outcome[:] = 0
        model = Model("b2c16").train()
        total = losses.weighted_sum(losses.losses(model(batch.planes, batch.globals), batch), ALL_LOSSES)
        total.backward()
        for weight in model.parameters():
            self.assertEqual(float(weight.grad.abs().max()), 0.0)


    def test_the_deviation_is_that_of_the_probabilities_of_all_margins(self):
        torch.manual_seed(2)
        score = torch.randn(4, 12)
        margins = torch.arange(-1600, 1601).float()
        found = losses.uncertainties(score)
        for row, (deviation, value_error, score_error) in zip(score, found):
            chances = losses.margin_log_likelihood(row.expand(len(margins), -1), margins).exp()
            points = margins / 2
            average = (chances * points).sum()
            expected = (chances * (points - average) ** 2).sum().sqrt()
            self.assertAlmostEqual(float(deviation), float(expected), delta=0.02 * float(expected))
            self.assertAlmostEqual(float(value_error), float(row[10].exp().log1p()), places=5)
            self.assertAlmostEqual(float(score_error), 10 * float(row[11].exp().log1p()), places=4)

    def test_each_known_number_of_the_uncertainty_counts_alone(self):
        torch.manual_seed(2)
        score = torch.randn(4, 12)
        exact = losses.uncertainties(score)
        self.assertEqual(float(losses.uncertainty_loss(score, exact).max()), 0.0)
        target = exact.clone()
        target[0, 0] += 5.0
        target[1] = torch.tensor([torch.nan, exact[1, 1] + 0.5, torch.nan])
        target[2, 2] += 20.0
        target[3] = torch.nan
        expected = [0.125 / 3, 0.125, 1.5 / 3, 0.0]
        np.testing.assert_allclose(losses.uncertainty_loss(score, target).numpy(), expected, atol=1e-5)


class Quantise(unittest.TestCase):
    """Rounding is that of the engine."""

    def test_weights_are_rounded_as_by_the_engine(self):
        path = Path(__file__).parents[2] / "crates/nn/src/int8/rounding.json"
        case = json.loads(path.read_text(encoding="utf-8"))
        shape = [case[side] for side in ("height", "width", "inputs", "outputs")]
        weight, expected = (torch.tensor(case[name]).view(shape).permute(3, 2, 0, 1) for name in ("weights", "rounded"))
        whole, scale = quantise.rounded(weight)
        self.assertTrue(torch.equal(whole, expected.float()))
        torch.testing.assert_close(scale, torch.tensor(case["scales"]), rtol=1e-6, atol=0)
        back = quantise.quantised_weight(weight)
        torch.testing.assert_close(back, expected * scale[:, None, None, None], rtol=1e-5, atol=1e-6)

    def test_gradients_pass_and_few_layers_stay_exact(self):
        model = trained_looking("b2c16").train()
        batch = rows.decode(rows.as_tensors(synthetic(5, 5, 32, 1)), 5, 5)
        exact = model(batch.planes, batch.globals)
        model.quantise()
        outputs = model(batch.planes, batch.globals)
        away = (outputs.policies - exact.policies).abs().mean()
        self.assertGreater(float(away), 1e-4)
        self.assertLess(float(away), 0.1 * float(exact.policies.std()))
        losses.weighted_sum(losses.losses(outputs, batch), losses.Weights()).backward()
        self.assertTrue(all(float(weight.grad.abs().max()) > 0 for weight in model.parameters()))
        board = model.blocks[0].norm(torch.randn(2, 16, 5, 5))
        self.assertLessEqual(len(board.unique()), 128)
        self.assertFalse(model.policy.norm.quantised or model.policy.pool_norm.quantised or model.value.norm.quantised)
        model.quantise(False)
        torch.testing.assert_close(model(batch.planes, batch.globals).policies, exact.policies)


class Steps(unittest.TestCase):
    """The steps of the optimiser."""

    def test_a_kernel_moves_along_all_directions_of_its_gradient_alike(self):
        rate, decay = 0.01, 0.1
        torch.manual_seed(3)
        model = Model("b2c16").to(memory_format=torch.channels_last)
        before = {name: weight.detach().clone() for name, weight in model.named_parameters()}
        optimiser = Optimiser(model, rate, decay)
        for weight in model.parameters():
            weight.grad = torch.randn_like(weight)
        name = "blocks.0.conv.weight"
        kernel = dict(model.named_parameters())[name]
        optimiser.step()
        step = (before[name] * (1 - rate * decay) - kernel.detach()).flatten(1) / rate
        left, sizes, right = torch.linalg.svd(kernel.grad.flatten(1), full_matrices=False)
        # In the base of the gradient the step is nearly diagonal, with entries near 0.2 times the root of the longer side.
        turned = left.T @ step @ right.T / (0.2 * step.shape[1] ** 0.5)
        self.assertGreater(sizes.max() / sizes.min(), 1.5)
        self.assertTrue(((turned.diag() > 0.5) & (turned.diag() < 1.4)).all(), turned.diag())
        self.assertLess((turned - turned.diag().diag()).abs().max(), 0.1)
        # AdamW moves biases, by the rate in its first step.
        bias = "blocks.0.norm.bias"
        moved = (dict(model.named_parameters())[bias].detach() - before[bias]).abs()
        torch.testing.assert_close(moved, torch.full_like(moved, rate), rtol=1e-3, atol=1e-5)

    def test_each_weight_is_moved_by_one_of_the_two(self):
        model = Model("b6c64").to(memory_format=torch.channels_last)
        optimiser = Optimiser(model, 0.01, 0.0)
        counted = [weight.numel() for group in optimiser.adam.param_groups for weight in group["params"]]
        self.assertEqual(sum(counted) + sum(matrix.numel() for matrix in optimiser.matrices), sum(w.numel() for w in model.parameters()))

    def test_the_state_of_adamw_alone_is_left(self):
        optimiser = Optimiser(Model("b2c16").to(memory_format=torch.channels_last), 0.01, 0.0)
        optimiser.load_state_dict({"state": {}, "param_groups": []})
        self.assertEqual(len(optimiser.muon.param_groups), 1)


class Agree(Folder):
    """Comparison with the engine."""

    def test_what_is_not_a_number_does_not_agree(self):
        same = {name: np.zeros(3) for name in agree.OUTPUTS}
        for value, differs in ((0.0, False), (1.0, True), (np.nan, True)):
            other = {**same, "tokens": np.array([0.0, value, 0.0])}
            with (
                mock.patch.object(sys, "argv", ["agree", "checkpoint.pt", str(self.rows)]),
                mock.patch.object(agree, "averaged_net", return_value=(Model("b2c16"), {})),
                mock.patch.object(agree, "ours", return_value=same),
                mock.patch.object(agree, "theirs", side_effect=[other, same]),
                contextlib.redirect_stdout(io.StringIO()),
                self.assertRaises(SystemExit) as ended,
            ):
                agree.main()
            self.assertEqual(ended.exception.code, differs)


class Train(Folder):
    """Training learns and goes on."""

    def test_rows_to_measure_are_looked_for_before_the_first_step(self):
        empty = self.folder / "empty"
        empty.mkdir()
        with self.assertRaisesRegex(SystemExit, "no rows in .*empty"):
            self.train("net", "--steps", "1", "--validate", str(empty))
        self.assertFalse((self.folder / "net" / "checkpoint.pt").exists())

    def test_losses_fall_on_rows_that_can_be_learned(self):
        training = self.train("net", "--steps", "200", "--validate", str(self.rows), "--validate-every", "200")
        lines = self.log("net")
        for name, share in (("policy", 0.3), ("own", 0.7), ("outcome", 0.8), ("lead", 0.7), ("margin", 0.9)):
            self.assertLess(lines[-1][name], share * lines[0][name], name)
        self.assertLess(lines[-1]["validation"]["policy"], lines[0]["policy"])
        self.assertEqual(training.step, 200)

    def test_a_training_that_was_stopped_gives_the_net_of_one_that_was_not(self):
        whole = self.train("whole", "--steps", "25", "--warmup", "10")
        self.train("parts", "--steps", "11", "--warmup", "10")
        # A line after the checkpoint and half a line, as a kill leaves them.
        with open(self.folder / "parts" / "losses.jsonl", "a", encoding="utf-8") as file:
            file.write('{"step": 15}\n{"st')
        parts = self.train("parts", "--steps", "25", "--warmup", "10")
        for name, value in whole.averaged.state_dict().items():
            torch.testing.assert_close(parts.averaged.state_dict()[name], value, rtol=1e-5, atol=1e-6, msg=name)
        self.assertEqual([line["step"] for line in self.log("parts")], [5, 10, 15, 20, 25])

    def test_the_uncertainty_is_learned_where_rows_have_it_and_it_is_asked_for(self):
        more = ["--steps", "100", "--log", "20"]
        self.train("plain", *more)
        self.train("asked", *more, "--uncertainty", "5")
        plain, asked = (self.log(name)[-1]["uncertainty"] for name in ("plain", "asked"))
        self.assertLess(asked, 0.5 * plain)
        for path in self.rows.glob("*/uncertainty.npy"):
            path.unlink()
        self.train("old", *more)
        lines = [{name: line[name] for name in ("step", "loss", "policy", "lead", "margin")} for line in self.log("old")]
        before = [{name: line[name] for name in lines[0]} for line in self.log("plain")]
        self.assertEqual(lines, before)

    def test_frozen_norms_keep_their_statistics(self):
        first = self.train("net", "--steps", "5")
        mean = first.model.last_norm.running_mean.clone()
        second = self.train("net", "--steps", "8", "--freeze-norms", "5")
        self.assertTrue(torch.equal(second.model.last_norm.running_mean, mean))
        self.assertEqual(TOKENS, second.model.policy(torch.zeros(1, 16, 5, 5)).shape[2] - 25)

    def test_steps_of_a_net_that_was_read_count_for_freezing_norms(self):
        self.train("net", "--steps", "6")
        net = str(self.folder / "net" / "net.safetensors")
        begun = self.train("next", "--from", net, "--steps", "0", "--freeze-norms", "6").model.last_norm.running_mean
        for steps, stays in (("6", True), ("7", False)):
            more = self.train(f"freeze-{steps}", "--from", net, "--steps", "3", "--freeze-norms", steps)
            self.assertEqual(torch.equal(more.model.last_norm.running_mean, begun), stays)

    def test_a_net_with_more_blocks_begins_with_the_outputs_of_the_smaller_one(self):
        first = self.train("net", "--steps", "20")
        batch = rows.Window([self.rows]).batch(1, 0, 64)
        with torch.no_grad():
            before = first.averaged(batch.planes, batch.globals)
        for name, begun in (("net.safetensors", "net"), ("checkpoint.pt", "checkpoint")):
            path = str(self.folder / "net" / name)
            grown = self.train(f"from-{begun}", "--from", path, "--size", "b5c16", "--steps", "0", "--freeze-norms", "0")
            with torch.no_grad():
                after = grown.averaged(batch.planes, batch.globals)
            torch.testing.assert_close(after.policies[:, 0], before.policies[:, 0], rtol=1e-3, atol=1e-3)
            torch.testing.assert_close(after.score, before.score, rtol=1e-3, atol=1e-3)
            # Only a checkpoint has the heads of training.
            reply = (after.policies[:, 1:] - before.policies[:, 1:]).abs().max()
            self.assertEqual(bool(reply < 1e-3), begun == "checkpoint")
            self.assertEqual(grown.before["version"], 20)
            more = self.train(f"from-{begun}", "--size", "b5c16", "--steps", "20", "--freeze-norms", "0")
            self.assertTrue(all(float(block.last_conv.weight.detach().abs().max()) > 0 for block in more.model.blocks))

    def test_a_blend_lies_between_two_checkpoints(self):
        self.train("old", "--steps", "4")
        self.train("new", "--steps", "8")
        old, new = (checkpoint.read_checkpoint(self.folder / name / "checkpoint.pt") for name in ("old", "new"))
        for share, expected in ((0.0, old), (1.0, new)):
            blended = blend.blend(old, new, share)
            self.assertEqual((blended["step"], blended["samples"]), (8, new["samples"]))
            for name, value in blended["averaged"].items():
                torch.testing.assert_close(value, expected["averaged"][name], msg=name)
        path = self.folder / "blended.pt"
        torch.save(blend.blend(old, new, 0.25), path)
        model, _ = checkpoint.averaged_net(path)
        name = "first_conv.weight"
        between = 0.75 * old["averaged"][name] + 0.25 * new["averaged"][name]
        torch.testing.assert_close(model.state_dict()[name], between)
        with self.assertRaises(blend.BlendError):
            blend.blend(old, {**new, "size": "b4c32"}, 0.5)

    def test_the_rate_falls_to_zero_by_steps_or_seconds(self):
        options = train.options(["rows", "--out", "net", "--steps", "1000", "--warmup", "100", "--cooldown", "200"])
        shares = [train.rate_factor(step, options) for step in (49, 500, 900, 1000)]
        self.assertEqual(shares, [0.5, 1.0, 0.5, 0.0])
        timed = train.options(["rows", "--out", "net", "--warmup", "1", "--seconds", "90", "--cooldown-seconds", "40"])
        shares = [train.rate_factor(7, timed, left) for left in (80.0, 20.0, 0.0, -1.0)]
        self.assertEqual(shares, [1.0, 0.5, 0.0, 0.0])


if __name__ == "__main__":
    unittest.main()
