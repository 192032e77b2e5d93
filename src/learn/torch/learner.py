# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of a run and its learning steps: what src/learn/policy_learn.c does with a batch of games."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch

from decisions import Batch
from losses import Imitation, Options, Sums, choose, estimate, imitate, played, ppo_gradient, rnad_gradient
from losses import targets_of
from network import Network

ARRAYS = ("weight", "target", "regular", "before", "mean", "square")


@dataclass
class LearnerOptions(Options):
    rate: float = 0.001
    rate_steps: int = 0  # after so many steps of self-play the rate is half; 0: it stays
    magnet_steps: int = 0  # PPO: after so many the magnet's weight is half; 0: it stays
    beta1: float = 0.0
    beta2: float = 0.999
    epsilon: float = 1e-8
    average: float = 0.005  # share of the new weights in the target network
    iteration: int = 500  # R-NaD: steps of an iteration
    passes: int = 1  # PPO: gradient steps with the games of a step


@dataclass
class StepReport:
    value_loss: float  # mean square of value less target
    entropy: float  # in nats, mean over decisions with a choice
    divergence: float  # R-NaD: mean KL to the regularisation policy
    gradient: float  # its norm


class Learner:
    """Weights and the vectors beside them, all on one device."""

    def __init__(
        self, network: Network, weight: torch.Tensor, options: LearnerOptions, chunk: int, seed: int = 1
    ) -> None:
        self.network, self.options, self.chunk, self.seed = network, options, chunk, seed
        self.weight = weight.clone()
        self.target, self.regular, self.before = weight.clone(), weight.clone(), weight.clone()
        self.mean, self.square = torch.zeros_like(weight), torch.zeros_like(weight)
        self.adam_step = 0
        self.step = 0  # learning steps of self-play

    def state(self) -> dict[str, object]:
        """All that the rest of the run depends on, for torch.save."""
        vectors = {name: getattr(self, name).cpu() for name in ARRAYS}
        return {**vectors, "adam_step": self.adam_step, "step": self.step}

    def load(self, state: dict[str, object]) -> None:
        for name in ARRAYS:
            vector = state[name]
            assert isinstance(vector, torch.Tensor) and vector.shape == self.weight.shape
            setattr(self, name, vector.to(self.weight.device))
        self.adam_step, self.step = int(state["adam_step"]), int(state["step"])  # type: ignore[call-overload]

    def change_weights(self, gradient: torch.Tensor) -> float:
        """One step of Adam (net/adam.h), and of the target network. Returns the gradient's norm."""
        options = self.options
        self.adam_step += 1
        self.mean.lerp_(gradient, 1 - options.beta1)
        self.square.mul_(options.beta2).addcmul_(gradient, gradient, value=1 - options.beta2)
        rate = options.rate * self.share_left(options.rate_steps) / (1 - options.beta1**self.adam_step)
        root = (self.square / (1 - options.beta2**self.adam_step)).sqrt()
        self.weight -= rate * self.mean / (root + options.epsilon)
        self.target.lerp_(self.weight, options.average)
        return float(gradient.norm())

    def share_left(self, half: int) -> float:
        """What is left now of a number that is half after `half` steps."""
        return 1 / (1 + self.step / half) if half else 1.0

    def alpha(self) -> float:
        """The share of this iteration's regularisation policy (learn/regular.h)."""
        return min(1.0, 2 * (self.step % self.options.iteration) / self.options.iteration)

    def self_play_step(self, batch: Batch) -> StepReport:
        """Learns from whole games of the policy against itself."""
        options, rnad = self.options, self.options.method == "rnad"
        options = replace(options, magnet=options.magnet * self.share_left(options.magnet_steps))
        state = (self.network, self.weight, batch, options)
        if rnad:
            networks = [self.weight, self.target, self.regular, self.before]
            found, estimated = estimate(self.network, batch, options, networks, self.alpha(), self.chunk)
        else:
            found, estimated = played(batch), Sums()
        targets = targets_of(options, batch, found)
        generator = torch.Generator().manual_seed(self.seed + self.step)
        chosen = choose(options, batch, targets, generator)
        passes, norm = 1 if rnad else options.passes, 0.0
        for number in range(passes):
            if rnad:
                self.gradient, sums = rnad_gradient(*state, found, targets, self.chunk)
            else:
                self.gradient, sums = ppo_gradient(*state, found, targets, chosen, number == 0, self.chunk)
            estimated.misses += sums.misses
            estimated.entropy += sums.entropy
            estimated.choices += sums.choices
            norm = self.change_weights(self.gradient)
        self.step += 1
        if rnad and self.step % options.iteration == 0:
            self.before, self.regular = self.regular, self.target.clone()
        value_loss = estimated.misses / max(int(chosen.value.sum()), 1) / passes
        entropy = estimated.entropy / max(estimated.choices, 1)
        return StepReport(value_loss, entropy, float(found.divergence.mean()), norm)

    def imitation_step(self, batch: Batch, index: torch.Tensor) -> Imitation:
        """Learns from some decisions of people's games."""
        gradient, sums = imitate(self.network, self.weight, batch, self.options, index, self.chunk)
        assert gradient is not None
        self.change_weights(gradient)
        return sums

    def end_imitation(self) -> None:
        """Self-play begins where imitation ended: all networks are the same, and Adam begins anew."""
        for name in ("target", "regular", "before"):
            setattr(self, name, self.weight.clone())
        self.mean.zero_()
        self.square.zero_()
        self.adam_step = 0
