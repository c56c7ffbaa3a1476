"""The net as a file for the engine: `python -m learn.export CHECKPOINT NET`.

The file is of format "halfpoint 1" (`docs/learning.md`): safetensors with the layers' names of `nn/network.rs`, every
normalisation merged to scale and bias, the heads that only training has left out.
"""

import argparse
import datetime

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn

from learn.checkpoint import averaged_net
from learn.files import write_whole
from learn.model import SIZES, Model, Norm
from learn.shared import FORMAT, TOKENS


def layers(model):
    """Yields the name of each layer with weights, as the engine has it, and the layer."""
    for name, layer in model.named_modules():
        if isinstance(layer, (nn.Conv2d, nn.Linear, Norm)):
            yield name, layer


def kept_outputs(name):
    """Returns how many of a layer's outputs the engine has, None for all."""
    return {"policy.last_conv": 1, "policy.pass.last": TOKENS}.get(name)


def bias_name(name):
    """Returns the name of a matrix's bias: `policy.pass.bias` of `policy.pass.dense`, else with a suffix."""
    return name.removesuffix("dense") + "bias" if name.endswith(".dense") else f"{name}_bias"


def merge(norm):
    """Returns scale and bias of a normalisation with its running statistics."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return scale, norm.bias - norm.running_mean * scale


def tensors(model):
    """Returns the engine's tensors by their names."""
    result = {}
    for name, layer in layers(model):
        if isinstance(layer, Norm):
            result[f"{name}.scale"], result[f"{name}.bias"] = merge(layer)
            continue
        outputs = kept_outputs(name)
        weight = layer.weight[:outputs]
        # [output][input][row][column] → [row][column][input][output], [output][input] → [input][output].
        result[name] = weight.permute(2, 3, 1, 0) if weight.ndim == 4 else weight.T
        if layer.bias is not None:
            result[bias_name(name)] = layer.bias[:outputs]
    return {name: value.detach().float().cpu().contiguous() for name, value in result.items()}


def export(model, path, metadata, kind=torch.float32):
    """Writes the net; `metadata` is that of `describe`."""
    created = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    stored = {name: value.to(kind) for name, value in tensors(model).items()}
    save_file(stored, path, {"format": FORMAT, "created": created, **metadata})


def describe(state, name, commit):
    """Returns the metadata of a checkpoint's net; `data` is how many samples it learned from."""
    return {
        "name": f"{name}-{state['size']}",
        "version": str(state["before"]["version"] + state["step"]),
        "commit": commit,
        "data": str(state["before"]["data"] + state["samples"]),
    }


def read(path, model):
    """Fills a model with the weights of a file and returns its metadata; heads that it lacks keep their weights.

    Normalisations get mean 0 and variance 1: outputs in evaluation are those of the file. Before training goes on,
    `calibrate` must give them the statistics of rows.
    """
    with safe_open(path, "pt") as file, torch.no_grad():
        metadata = file.metadata() or {}
        if metadata.get("format") != FORMAT:
            raise ValueError(f"{path}: not of format {FORMAT}")
        for name, layer in layers(model):
            if isinstance(layer, Norm):
                layer.running_mean.zero_()
                layer.running_var.fill_(1.0 - layer.eps)
                layer.weight.copy_(file.get_tensor(f"{name}.scale"))
                layer.bias.copy_(file.get_tensor(f"{name}.bias"))
                continue
            outputs = kept_outputs(name)
            weight = file.get_tensor(name)
            weight = weight.permute(3, 2, 0, 1) if weight.ndim == 4 else weight.T
            layer.weight[:outputs].copy_(weight)
            if layer.bias is not None:
                layer.bias[:outputs].copy_(file.get_tensor(bias_name(name)))
    return metadata


@torch.no_grad()
def calibrate(model, batches):
    """Gives normalisations the statistics of batches and leaves what they compute in evaluation as it is."""
    moments = {}

    def note(layer, inputs):
        values = inputs[0].float()
        count, sums, squares = moments.get(layer, (0, 0, 0))
        count += values[:, 0].numel()
        moments[layer] = (count, sums + values.sum((0, 2, 3)), squares + (values**2).sum((0, 2, 3)))

    training = model.training
    model.eval()
    hooks = [layer.register_forward_pre_hook(note) for layer in model.modules() if isinstance(layer, Norm)]
    for batch in batches:
        model(batch.planes, batch.globals)
    for hook in hooks:
        hook.remove()
    for layer, (count, sums, squares) in moments.items():
        scale, bias = merge(layer)
        layer.running_mean.copy_(sums / count)
        layer.running_var.copy_(squares / count - (sums / count) ** 2).clamp_(min=1e-4)
        layer.weight.copy_(scale * torch.sqrt(layer.running_var + layer.eps))
        layer.bias.copy_(bias + layer.running_mean * scale)
    model.train(training)


@torch.no_grad()
def sharpen(model, confidence):
    """Multiplies the logits of the outcome: above 1, chances move away from even."""
    model.value.outcome.weight.mul_(confidence)
    model.value.outcome.bias.mul_(confidence)


def main():
    """Reads the command line and exports a checkpoint."""
    parser = argparse.ArgumentParser(
        prog="learn.export", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkpoint", nargs="?", help="checkpoint.pt of learn.train")
    parser.add_argument("net", help="file to write")
    parser.add_argument("--random", choices=SIZES, metavar="SIZE", help="random weights in place of a checkpoint")
    parser.add_argument("--f16", action="store_true", help="16-bit floats, half the size")
    parser.add_argument(
        "--confidence", type=float, default=1.0, metavar="F", help="factor of the logits of the outcome, by which chances are calibrated (1)"
    )
    parser.add_argument("--name", default="halfpoint", help="name of the net; its size is added")
    parser.add_argument("--commit", default="", help="commit of the repository")
    arguments = parser.parse_args()
    if arguments.random:
        saved = {"size": arguments.random, "step": 0, "samples": 0, "before": {"version": 0, "data": 0}}
        model = Model(arguments.random)
    else:
        model, saved = averaged_net(arguments.checkpoint)
    sharpen(model, arguments.confidence)
    metadata = describe(saved, arguments.name, arguments.commit)
    kind = torch.float16 if arguments.f16 else torch.float32
    write_whole(arguments.net, lambda path: export(model, path, metadata, kind))


if __name__ == "__main__":
    main()
