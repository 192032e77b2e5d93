# SPDX-License-Identifier: GPL-3.0-or-later
"""The learner's estimators and losses, as src/learn/policy_step.c has them: v-trace, NeuRD, PPO with
magnets, and the imitation of games. `weight` is the weights of a network as one vector (network.py)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from decisions import Batch, extra_planes
from network import Network

HEADS = 3  # of decisions; the fourth output is the value
PLACE = 0  # the first of them


@dataclass
class Options:
    """Those of struct policy_learn_options that a loss depends on; the same names and standard values."""

    method: str = "ppo"
    value_weight: float = 1.0
    eta: float = 0.2
    rho: float = math.inf
    c: float = 1.1
    vtrace_lambda: float = 1.0
    beta: float = 2.0
    neurd_clip: float = 10000.0
    floor: float = 0.01
    policy_lambda: float = 0.9
    value_lambda: float = 0.95
    clip: float = 0.2
    magnet: float = 0.05
    behaviour: float = 0.1
    share: float = 1.0
    min_advantage: float = 0.0
    value_share: float = 0.5


@dataclass
class Estimates:
    """What a learning step knows of each decision before it changes weights."""

    policy: torch.Tensor  # of the action
    value: torch.Tensor
    log_ratios: torch.Tensor  # decisions x 100: log policy / regularisation policy; PPO: log policy before
    divergence: torch.Tensor  # R-NaD: the mean of the log ratios over the policy


@dataclass
class Targets:
    value: torch.Tensor
    advantage: torch.Tensor


@dataclass
class Chosen:
    """Which decisions move the policy, and which the value: booleans."""

    policy: torch.Tensor
    value: torch.Tensor


@dataclass
class Sums:
    """What the decisions of a learning step add up to."""

    misses: float = 0.0  # squares of value less target
    entropy: float = 0.0
    choices: int = 0  # decisions with a choice

    def add_entropy(self, log_policy: torch.Tensor, legal: torch.Tensor) -> None:
        self.entropy -= float((log_policy.exp() * log_policy * legal).sum())
        self.choices += int((legal.sum(1) > 1).sum())


def masked_log_softmax(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Log probabilities; 0 where illegal."""
    log_policy = F.log_softmax(logits.masked_fill(~legal, -math.inf), dim=1)
    return log_policy.masked_fill(~legal, 0.0)


def heads_of(
    network: Network, weight: torch.Tensor, batch: Batch, index: torch.Tensor, outputs: list[int]
) -> list[torch.Tensor]:
    """Outputs of the network for some decisions."""
    observation = batch.observation(index)
    inputs = dict(zip(network.inputs, (observation, extra_planes(observation))))
    return network.compute(weight, inputs, [network.outputs[i] for i in outputs])


def by_head(batch: Batch, chunk: int, index: torch.Tensor | None = None) -> list[tuple[int, torch.Tensor]]:
    """Decisions in chunks of one head each."""
    chunks = []
    for head in range(HEADS):
        own = (batch.head if index is None else batch.head[index]) == head
        chosen = own.nonzero()[:, 0] if index is None else index[own]
        chunks += [(head, part) for part in chosen.split(chunk) if len(part)]
    return chunks


# --- estimates and targets ---


def played(batch: Batch) -> Estimates:
    """PPO's: policy and value were those of the network that played."""
    none = torch.zeros(batch.count, 100, device=batch.device)
    return Estimates(batch.behaviour, batch.value, none, torch.zeros_like(batch.value))


def regular_log_policy(options: Options, logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """The logarithm of a regularisation policy, with its share of the uniform policy."""
    log_policy = masked_log_softmax(logits, legal)
    if options.floor <= 0:
        return log_policy
    mixed = options.floor / legal.sum(1, keepdim=True) + (1 - options.floor) * log_policy.double().exp()
    return mixed.log().to(logits.dtype).masked_fill(~legal, 0.0)


def estimate(
    network: Network, batch: Batch, options: Options, weights: list[torch.Tensor], alpha: float, chunk: int
) -> tuple[Estimates, Sums]:
    """R-NaD's. `weights`: those that learn, the target's, the regularisation policies' of this iteration and
    of the one before. `alpha`: the share of this iteration's; the one before has the rest."""
    weight, target, regular, before = weights
    found, sums = played(batch), Sums()
    found.policy, found.value = torch.zeros_like(batch.value), torch.zeros_like(batch.value)
    with torch.no_grad():
        for head, index in by_head(batch, chunk):
            legal = batch.legal(index)
            (logits,) = heads_of(network, weight, batch, index, [head])
            (value,) = heads_of(network, target, batch, index, [HEADS])
            (regular_logits,) = heads_of(network, regular, batch, index, [head])
            log_policy = masked_log_softmax(logits, legal)
            policy = log_policy.exp() * legal
            pull = alpha * regular_log_policy(options, regular_logits, legal)
            if alpha < 1:
                (before_logits,) = heads_of(network, before, batch, index, [head])
                pull = pull + (1 - alpha) * regular_log_policy(options, before_logits, legal)
            found.policy[index] = policy.gather(1, batch.action[index, None])[:, 0]
            found.value[index] = value[:, 0]
            found.log_ratios[index] = log_policy - pull
            found.divergence[index] = (policy * (log_policy - pull)).sum(1)
            sums.add_entropy(log_policy, legal)
    return found, sums


def vtrace(options: Options, batch: Batch, found: Estimates, trace_lambda: float) -> Targets:
    """Equations 1 to 5 as learn/vtrace.c has them, of all games at once, last decision first."""
    games, longest = len(batch.counts), max(batch.counts)
    rnad = options.method == "rnad"
    eta = options.eta if rnad else 0.0
    counts = torch.tensor(batch.counts)
    row = torch.repeat_interleave(torch.arange(games), counts)
    column = torch.arange(batch.count) - torch.repeat_interleave(counts.cumsum(0) - counts, counts)

    def table(numbers: torch.Tensor, other: float) -> torch.Tensor:
        """A column a game, a row a decision."""
        result = torch.full((longest, games), other, dtype=torch.float64)
        result[column, row] = numbers.double().cpu()
        return result

    behaviour = table(batch.behaviour, 1.0)
    ratio = table(found.policy, 1.0) / behaviour
    value, divergence = table(found.value, 0.0), table(found.divergence, 0.0)
    player = table(batch.player, -1.0)  # -1: the game is over
    rewards = torch.zeros(longest, games, dtype=torch.float64)
    rewards[counts - 1, torch.arange(games)] = torch.tensor(batch.results, dtype=torch.float64)
    value_target, advantage = torch.zeros_like(value), torch.zeros_like(value)
    nothing = torch.zeros(2, games, dtype=torch.float64)
    target, later_value, reward, plain, product = nothing, nothing, nothing, nothing, nothing + 1
    sign = torch.tensor([[1.0], [-1.0]], dtype=torch.float64)
    for t in range(longest - 1, -1, -1):
        acts = player[t] == torch.tensor([[0.0], [1.0]], dtype=torch.float64)
        waits = player[t] == torch.tensor([[1.0], [0.0]], dtype=torch.float64)
        own, paid, step = sign * rewards[t], eta * divergence[t], ratio[t]
        weight = step * product
        rho, c = weight.clamp(max=options.rho), trace_lambda * weight.clamp(max=options.c)
        new = value[t] + rho * (own - paid + plain + later_value - value[t]) + c * (target - later_value)
        gain = own + reward + product * target - value[t]
        value_target[t] = torch.where(acts, new, nothing).sum(0)
        advantage[t] = torch.where(acts, gain, nothing).sum(0)
        reward = torch.where(acts, nothing, torch.where(waits, paid + step * (own + reward), reward))
        plain = torch.where(acts, nothing, torch.where(waits, plain + own + paid, plain))
        product = torch.where(acts, nothing + 1, torch.where(waits, product * step, product))
        target = torch.where(acts, new, target)
        later_value = torch.where(acts, value[t].expand(2, -1), later_value)
    return Targets(value_target[column, row].to(batch.device), advantage[column, row].to(batch.device))


def targets_of(options: Options, batch: Batch, found: Estimates) -> Targets:
    """PPO has a lambda each for advantages and values. The return of a placement is the target of the value
    at the player's first decision of play."""
    if options.method == "rnad":
        return vtrace(options, batch, found, options.vtrace_lambda)
    targets = vtrace(options, batch, found, options.policy_lambda)
    targets.value = vtrace(options, batch, found, options.value_lambda).value
    first = 0
    for count in batch.counts:
        game = torch.arange(first, first + count, device=batch.device)
        first += count
        placing = batch.head[game] == PLACE
        for player in (0, 1):
            own = batch.player[game] == player
            placed, moved = game[own & placing], game[own & ~placing]
            result = targets.value[moved[:1]].clone() if len(moved) else batch.result[placed].double()
            targets.value[placed] = result
            targets.advantage[placed] = result - found.value[placed].double()
    return targets


def choose(options: Options, batch: Batch, targets: Targets, generator: torch.Generator | None) -> Chosen:
    """PPO: all placements move the policy, and those of the moves with the greatest advantages (ppo_filter);
    some at random move the value. R-NaD: all."""
    everything = torch.ones(batch.count, dtype=torch.bool, device=batch.device)
    if options.method == "rnad":
        return Chosen(everything, everything)
    moves = (batch.head != PLACE).nonzero()[:, 0]
    sizes = targets.advantage[moves].abs()
    most = math.ceil(options.share * len(moves))
    order = torch.sort(sizes, descending=True, stable=True).indices
    policy = batch.head == PLACE
    policy[moves[order[:most]]] = True
    policy[moves[sizes < options.min_advantage]] = False
    if options.value_share >= 1:
        return Chosen(policy, everything)
    drawn = torch.rand(batch.count, generator=generator) < options.value_share
    return Chosen(policy, drawn.to(batch.device))


# --- losses: each is a sum over the decisions of a chunk, to be minimised ---


def value_loss(value: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    return 0.5 * (value[:, 0] - target.to(value.dtype)).square().sum()


def neurd_loss(
    options: Options, logits: torch.Tensor, legal: torch.Tensor, action_values: torch.Tensor
) -> torch.Tensor:
    """-force x (logit - mean of the legal logits), the forces being constants (learn/neurd.h)."""
    choices = legal.sum(1, keepdim=True)
    offset = logits - (logits * legal).sum(1, keepdim=True) / choices
    with torch.no_grad():
        policy = masked_log_softmax(logits, legal).exp() * legal
        force = action_values - (policy * action_values).sum(1, keepdim=True)
        force = force.clamp(-options.neurd_clip, options.neurd_clip)
        stopped = torch.where(force > 0, offset >= options.beta, offset <= -options.beta)
        force = force * (legal & ~stopped)
    return -(force.to(logits.dtype) * offset).sum()


def divergence_to(log_policy: torch.Tensor, legal: torch.Tensor, log_magnet: torch.Tensor) -> torch.Tensor:
    """KL(policy || magnet), summed over the decisions."""
    return (log_policy.exp() * legal * (log_policy - log_magnet)).sum()


def ppo_loss(
    options: Options, log_policy: torch.Tensor, legal: torch.Tensor, action: torch.Tensor,
    behaviour: torch.Tensor, advantage: torch.Tensor,
) -> torch.Tensor:  # fmt: skip
    """The clipped ratio, and a KL to the uniform policy."""
    ratio = log_policy.gather(1, action[:, None])[:, 0].exp() / behaviour
    advantage = advantage.to(ratio.dtype)
    clipped = ratio.clamp(1 - options.clip, 1 + options.clip)
    uniform = -legal.sum(1, keepdim=True).to(ratio.dtype).log() * legal
    gain = torch.minimum(ratio * advantage, clipped * advantage).sum()
    return options.magnet * divergence_to(log_policy, legal, uniform) - gain


def rnad_gradient(
    network: Network, weight: torch.Tensor, batch: Batch, options: Options, found: Estimates,
    targets: Targets, chunk: int,
) -> tuple[torch.Tensor, Sums]:  # fmt: skip
    """The gradient of one step over all decisions."""
    leaf, sums = weight.detach().requires_grad_(True), Sums()
    for head, index in by_head(batch, chunk):
        legal = batch.legal(index)
        logits, value = heads_of(network, leaf, batch, index, [head, HEADS])
        miss = value_loss(value, targets.value[index])
        gain = targets.advantage[index] / batch.behaviour[index]
        values = found.value[index, None].double() - options.eta * found.log_ratios[index].double()
        values = values.scatter_add(1, batch.action[index, None], gain[:, None])
        loss = options.value_weight * miss + neurd_loss(options, logits, legal, values)
        (loss / batch.count).backward()
        sums.misses += 2 * float(miss.detach())
    return leaf.grad, sums


def ppo_gradient(
    network: Network, weight: torch.Tensor, batch: Batch, options: Options, found: Estimates,
    targets: Targets, chosen: Chosen, first: bool, chunk: int,
) -> tuple[torch.Tensor, Sums]:  # fmt: skip
    """The gradient of one pass. The policy of the first one is that before the step: `found` keeps it, and
    later passes have a KL to it."""
    leaf, sums = weight.detach().requires_grad_(True), Sums()
    learnt, judged = chosen.policy.nonzero()[:, 0], chosen.value.nonzero()[:, 0]
    for head, index in by_head(batch, chunk, learnt):
        legal = batch.legal(index)
        (logits,) = heads_of(network, leaf, batch, index, [head])
        log_policy = masked_log_softmax(logits, legal)
        own = (batch.action[index], batch.behaviour[index], targets.advantage[index])
        loss = ppo_loss(options, log_policy, legal, *own)
        if first:
            found.log_ratios[index] = log_policy.detach()
        else:
            loss = loss + options.behaviour * divergence_to(log_policy, legal, found.log_ratios[index])
        (loss / len(learnt)).backward()
        sums.add_entropy(log_policy.detach(), legal)
    for index in judged.split(chunk):
        if len(index):
            (value,) = heads_of(network, leaf, batch, index, [HEADS])
            miss = value_loss(value, targets.value[index])
            (options.value_weight * miss / len(judged)).backward()
            sums.misses += 2 * float(miss.detach())
    return leaf.grad, sums


@dataclass
class Imitation:
    """Sums over decisions."""

    policy_loss: float = 0.0  # cross-entropy in nats
    value_loss: float = 0.0  # square of value less result
    count: int = 0
    right: list[int] | None = None  # of each head: how often the most probable action was chosen
    choices: list[int] | None = None  # of each head: decisions with a choice


def imitate(
    network: Network,
    weight: torch.Tensor,
    batch: Batch,
    options: Options,
    index: torch.Tensor,
    chunk: int,
    learn: bool = True,
) -> tuple[torch.Tensor | None, Imitation]:
    """The gradient of the mean cross-entropy with what was chosen, and of half the mean square of value less
    result, over some decisions."""
    leaf = weight.detach().requires_grad_(learn)
    sums = Imitation(count=len(index), right=[0] * HEADS, choices=[0] * HEADS)
    with torch.set_grad_enabled(learn):
        for head, part in by_head(batch, chunk, index):
            legal = batch.legal(part)
            logits, value = heads_of(network, leaf, batch, part, [head, HEADS])
            log_policy = masked_log_softmax(logits, legal)
            actions = batch.action[part]
            entropy = -log_policy.gather(1, actions[:, None]).sum()
            miss = value_loss(value, batch.result[part])
            if learn:
                ((entropy + options.value_weight * miss) / len(index)).backward()
            best = logits.detach().masked_fill(~legal, -math.inf).argmax(1)
            open_choice = legal.sum(1) > 1
            sums.right[head] += int(((best == actions) & open_choice).sum())
            sums.choices[head] += int(open_choice.sum())
            sums.policy_loss += float(entropy.detach())
            sums.value_loss += 2 * float(miss.detach())
    return leaf.grad, sums
