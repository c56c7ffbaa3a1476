"""What the net learns from: one loss for each output, and their weights."""

import math
from dataclasses import dataclass

import torch
from torch.nn import functional

from learn.shared import LOGISTICS, MIN_SCALE_POINTS, SCALE_POINTS, SCORE_POINTS

ILLEGAL = -1e4
LEAD = 9
# Places of the errors of the value and the score, before softplus; the engine does not read them.
ERRORS = slice(10, 12)
# Units in which the deviation and the errors of the value and the score count alike: points, 1, points.
UNCERTAINTY_UNITS = (10.0, 1.0, 10.0)
LOGISTIC_VARIANCE = math.pi**2 / 3
HUBER_POINTS = 8.0
SOFT_POWER = 0.25


@dataclass(frozen=True)
class Weights:
    """Factor of each loss in the sum.

    Those of the policies and the ownership are KataGo's (Wu 2020, and `docs/KataGoMethods.md` there for the soft policy,
    whose factor is 8 with a trunk of its own; 1 suits a small one). A lead that is off by two points weighs as much as 0.02
    nats of policy; the margin is in nats. The uncertainty is learned only where `--uncertainty` asks for it.
    """

    policy: float = 1.0
    outcome: float = 1.0
    lead: float = 0.01
    margin: float = 0.05
    own: float = 1.0
    reply: float = 0.15
    soft: float = 1.0
    uncertainty: float = 0.0


def policy_loss(logits, target, legal):
    """Returns the cross-entropy of each row over the legal moves, less the target's entropy; 0 without a target."""
    logs = functional.log_softmax(logits.masked_fill(~legal, ILLEGAL), 1)
    return -(target * logs).sum(1) + torch.xlogy(target, target).sum(1)


def soften(target):
    """Returns the target to the power of a quarter, scaled to 1: moves of little weight count as well."""
    soft = target**SOFT_POWER
    return soft / soft.sum(1, keepdim=True).clamp(min=1e-6)


def margin_log_likelihood(score, margin):
    """Returns the logarithm of the probability of each margin (half-points) under the mixture of logistics.

    The probability of x points is that of x ± 1/4, so that those of all half-points sum to 1.
    """
    weights, means, scales = score[:, : 3 * LOGISTICS].split(LOGISTICS, 1)
    scales = functional.softplus(scales) * SCALE_POINTS + MIN_SCALE_POINTS
    away = margin[:, None] / 2 - means * SCORE_POINTS
    upper, lower = (away + 0.25) / scales, (away - 0.25) / scales
    # σ(a) − σ(b) = σ(a) σ(−b) (1 − e^(b−a)), without cancellation.
    inside = functional.logsigmoid(upper) + functional.logsigmoid(-lower) + torch.log(-torch.expm1(lower - upper))
    return torch.logsumexp(functional.log_softmax(weights, 1) + inside, 1)


def uncertainties(score):
    """Returns the deviation of the mixture of logistics and the errors of the value and the score, in the order of the rows."""
    weights, means, scales = score[:, : 3 * LOGISTICS].split(LOGISTICS, 1)
    weights = functional.softmax(weights, 1)
    scales = functional.softplus(scales) * SCALE_POINTS + MIN_SCALE_POINTS
    means = means * SCORE_POINTS
    away = means - (weights * means).sum(1, keepdim=True)
    variance = (weights * (away**2 + LOGISTIC_VARIANCE * scales**2)).sum(1, keepdim=True)
    errors = functional.softplus(score[:, ERRORS]) * score.new_tensor(UNCERTAINTY_UNITS[1:])
    return torch.cat([variance.sqrt(), errors], 1)


def uncertainty_loss(score, target):
    """Returns the mean Huber loss of each row's numbers that are known, in `UNCERTAINTY_UNITS`; 0 without any."""
    known = ~target.isnan()
    units = score.new_tensor(UNCERTAINTY_UNITS)
    away = torch.where(known, uncertainties(score) - target.nan_to_num(), 0.0) / units
    loss = functional.huber_loss(away, torch.zeros_like(away), reduction="none")
    return loss.sum(1) / known.sum(1).clamp(min=1)


def mean(values, weight, known):
    """Returns the mean over rows that have a target, weighted."""
    weight = weight * known
    return (torch.where(known, values, 0.0) * weight).sum() / weight.sum().clamp(min=1e-6)


def losses(outputs, batch):
    """Returns each loss of a batch by its name in `Weights`, not yet weighted.

    The entropy of a target of policy, outcome or ownership, which no net can go below, is subtracted.
    """
    weight = batch.weight
    has_policy, has_reply = batch.policy.sum(1) > 0, batch.reply.sum(1) > 0
    policy, reply, soft = outputs.policies.unbind(1)
    legal = batch.legal | (batch.policy > 0)
    # A reply is a move in the next position: what is legal there is not in the row.
    anything = torch.ones_like(batch.legal)
    outcome_logs = functional.log_softmax(outputs.outcome, 1)
    outcome = (torch.xlogy(batch.outcome, batch.outcome) - batch.outcome * outcome_logs).sum(1)
    lead = functional.huber_loss(
        outputs.score[:, LEAD] * SCORE_POINTS, batch.lead.nan_to_num(), reduction="none", delta=HUBER_POINTS
    )
    margin = -margin_log_likelihood(outputs.score, batch.margin.nan_to_num())
    known = ~batch.own.isnan()
    # tanh(x) is 2 σ(2x) − 1.
    owned = (batch.own.nan_to_num() + 1) / 2
    own = functional.binary_cross_entropy_with_logits(2 * outputs.ownership, owned, reduction="none")
    own = own + torch.xlogy(owned, owned) + torch.xlogy(1 - owned, 1 - owned)
    own = (own * known).sum(1) / known.sum(1).clamp(min=1)
    return {
        "policy": mean(policy_loss(policy, batch.policy, legal), weight, has_policy),
        "outcome": mean(outcome, weight, batch.outcome.sum(1) > 0),
        "lead": mean(lead, weight, ~batch.lead.isnan()),
        "margin": mean(margin, weight, ~batch.margin.isnan()),
        "own": mean(own, weight, known.any(1)),
        "reply": mean(policy_loss(reply, batch.reply, anything), weight, has_reply),
        "soft": mean(policy_loss(soft, soften(batch.policy), legal), weight, has_policy),
        "uncertainty": mean(
            uncertainty_loss(outputs.score, batch.uncertainty), weight, ~batch.uncertainty.isnan().all(1)
        ),
    }


def weighted_sum(parts, weights):
    """Returns the sum that training lessens; losses without a weight are left out."""
    weighted = ((getattr(weights, name), value) for name, value in parts.items())
    return sum(weight * value for weight, value in weighted if weight)
