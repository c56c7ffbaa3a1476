"""The optimiser: Muon for the kernels of convolutions, AdamW for all other weights.

Muon (Jordan et al. 2024, *Muon: an optimizer for hidden layers in neural networks*) moves a matrix by its momentum with all
singular values made equal, so directions that few samples ask for are learned, too. A kernel counts as a matrix with a row
for each output channel. Layers with few channels, those that read the input or write an output, stay with AdamW, as the
authors advise.
"""

import torch

# Least number of input and of output channels of a kernel that Muon moves.
MIN_CHANNELS = 16


def as_matrix(kernel):
    """Returns a kernel `[output][input][row][column]`, whose channels are innermost in memory, as a matrix that shares it."""
    return kernel.permute(0, 2, 3, 1).contiguous(memory_format=torch.contiguous_format).view(kernel.shape[0], -1)


class Optimiser:
    """Muon and AdamW with one learning rate; steps of Muon have the size of those of AdamW."""

    def __init__(self, model, rate, decay):
        self.kernels = [weight for weight in model.parameters() if weight.ndim == 4 and min(weight.shape[:2]) >= MIN_CHANNELS]
        self.matrices = [torch.nn.Parameter(as_matrix(kernel.data)) for kernel in self.kernels]
        for kernel, matrix in zip(self.kernels, self.matrices, strict=True):
            if kernel.data_ptr() != matrix.data_ptr():
                raise ValueError("kernels must lie in memory with their channels innermost")
        moved = {id(kernel) for kernel in self.kernels}
        others = [weight for weight in model.parameters() if id(weight) not in moved]
        groups = [
            {"params": [weight for weight in others if weight.ndim > 1], "weight_decay": decay},
            {"params": [weight for weight in others if weight.ndim == 1], "weight_decay": 0.0},
        ]
        self.adam = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.99), fused=True)
        self.muon = torch.optim.Muon(self.matrices, lr=rate, weight_decay=decay, adjust_lr_fn="match_rms_adamw")

    @property
    def rate(self):
        """Learning rate of the next step."""
        return self.muon.param_groups[0]["lr"]

    @rate.setter
    def rate(self, rate):
        for group in [*self.adam.param_groups, *self.muon.param_groups]:
            group["lr"] = rate

    def zero_grad(self):
        """Forgets the gradients."""
        self.adam.zero_grad(set_to_none=True)
        for kernel in self.kernels:
            kernel.grad = None

    def step(self):
        """Moves all weights by their gradients."""
        for kernel, matrix in zip(self.kernels, self.matrices, strict=True):
            matrix.grad = None if kernel.grad is None else as_matrix(kernel.grad)
        self.muon.step()
        self.adam.step()

    def state_dict(self):
        """Returns the state for a checkpoint."""
        return {"adam": self.adam.state_dict(), "muon": self.muon.state_dict()}

    def load_state_dict(self, state):
        """Takes over the state of a checkpoint. One of AdamW alone, which earlier versions wrote, is left: both begin afresh."""
        if "muon" in state:
            self.adam.load_state_dict(state["adam"])
            self.muon.load_state_dict(state["muon"])
