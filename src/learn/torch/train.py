#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole run of learning a policy, on a graphics card or a processor; doc/deepnash.md has an example.

    python3 src/learn/torch/train.py --vedette build/vedette --out run.net --checkpoint run.pt --minutes 10

First, with --data, it imitates people's games, then it learns by self-play: the program plays, this learns.
The same command goes on from the checkpoint, and its minutes count those before."""

from __future__ import annotations

import argparse
import io
import os
import pickle
import subprocess
import sys
import tempfile
import time
from typing import Iterator

import torch

from decisions import Batch, Game, read_game, read_games, read_head
from learner import Learner, LearnerOptions
from losses import HEADS, Imitation, imitate
from network import Network, to_array, to_tensor
from weights import FILE_LIMIT, BadFile, WeightFile, pack_weights, read_weights, replace_file

HEAD_NAMES = ("place", "piece", "target")
CURVE_HEAD = (  # that of learn rnad; the tests stay empty
    "step,games,decisions,plies,red,blue,drawn,value_loss,entropy,divergence,gradient,random,probabilistic\n"
)
HOLD_OUT = 20  # one game of so many is not imitated, but tested on
TEST_GAMES = 20  # of these at most


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Learns a policy of Stratego in PyTorch.")
    defaults = LearnerOptions()
    parser.add_argument("--vedette", default="vedette", help="the program (default: that of the PATH)")
    add = parser.add_argument
    add("--out", required=True, metavar="FILE", help="the weight file that is written")
    add("--checkpoint", required=True, metavar="FILE", help="goes on from it where it is there")
    add("--log", metavar="FILE", help="the curve of self-play as CSV, a row a step")
    add("--minutes", type=float, default=10, help="of the whole run (default: 10)")
    add("--steps", type=int, default=0, help="ends after so many steps of self-play (default: none)")
    add("--save", type=float, default=1, help="minutes between two checkpoints (default: 1)")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--jobs", type=int, default=os.cpu_count(), help="threads that play (default: all cores)")
    add("--seed", type=int, default=1)
    add("--variant", default="classic", help="of self-play")
    add("--start", metavar="FILE", help="weights to begin with (default: random ones)")
    add("--shape", default="1,1,32,48", help="outer and inner blocks, outer and inner channels")
    add("--data", nargs="+", default=[], metavar="GAMES", help="people's games to imitate first")
    add("--imitate", type=float, default=0.5, help="share of the minutes for that (default: 0.5)")
    add("--imitate-rate", type=float, default=0.001, help="Adam's rate meanwhile (default: 0.001)")
    add("--buffer", type=int, default=32, help="games whose decisions are shuffled (default: 32)")
    add("--batch", type=int, default=1024, help="decisions of a step of imitation (default: 1024)")
    add("--method", choices=("ppo", "rnad"), default="ppo")
    add("--games", type=int, default=32, help="of a step of self-play (default: 32)")
    add("--groups", type=int, default=4, help="groups of 16 games side by side (default: 4)")
    add("--chunk", type=int, default=1024, help="decisions computed at a time (default: 1024)")
    numbers = "rate average eta floor value_lambda clip magnet behaviour share min_advantage"
    for name in [*numbers.split(), "value_share"]:
        add("--" + name.replace("_", "-"), type=float, default=getattr(defaults, name))
    add("--lambda", dest="policy_lambda", metavar="LAMBDA", type=float, default=defaults.policy_lambda)
    add("--momentum", type=float, default=defaults.beta1, help="beta1 of Adam in self-play (default: 0)")
    for name in ("rate_steps", "magnet_steps", "iteration", "passes"):
        add("--" + name.replace("_", "-"), type=int, default=getattr(defaults, name))
    return parser.parse_args()


def means_of(sums: Imitation) -> str:
    count = max(sums.count, 1)
    return f"{sums.policy_loss / count:.3f} nats, value loss {sums.value_loss / count:.3f}"


class Run:
    """A run under way."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.device = torch.device(arguments.device)
        names = [name for name in vars(arguments) if hasattr(LearnerOptions, name)]
        self.options = LearnerOptions(**{name: getattr(arguments, name) for name in names})
        self.begun = self.saved = time.monotonic()
        self.seconds_before = 0  # of earlier parts of the run
        self.imitated = 0  # steps of imitation
        self.epoch = 0  # times that people's games were gone through
        self.games = self.decisions = 0  # of self-play
        self.over = not arguments.data or arguments.imitate <= 0  # imitation is
        self.curve = CURVE_HEAD
        self.start = self.first_weights()
        network = Network(self.start.rows)
        weight = to_tensor(self.start.arrays[0], self.device)
        self.learner = Learner(network, weight, self.options, arguments.chunk, arguments.seed)
        self.load()

    def first_weights(self) -> WeightFile:
        if self.arguments.start:
            return read_weights(self.arguments.start)
        names = ("--outer-blocks", "--inner-blocks", "--outer-channels", "--inner-channels")
        sizes = self.arguments.shape.split(",")
        flags = [word for pair in zip(names, sizes) for word in pair]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "start.net")
            command = [self.arguments.vedette, "--seed", str(self.arguments.seed), "net", "new", path, *flags]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            return read_weights(path)

    # --- checkpoints ---

    def seconds(self) -> float:
        return self.seconds_before + time.monotonic() - self.begun

    def key(self) -> str:
        """What must be the same when a run goes on."""
        free = "vedette out checkpoint log minutes steps save device jobs chunk data start".split()
        lines = (f"{name}: {value}" for name, value in vars(self.arguments).items() if name not in free)
        return "\n".join(lines)

    def load(self) -> None:
        path = self.arguments.checkpoint
        if not os.path.exists(path):
            return
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
        except (RuntimeError, EOFError, pickle.UnpicklingError) as error:
            raise BadFile(f"{path}: found no checkpoint of this program, or a damaged one") from error
        if state["key"] != self.key():
            pairs = zip(state["key"].splitlines(), self.key().splitlines())
            found, expected = next(pair for pair in pairs if pair[0] != pair[1])
            raise BadFile(f"{path}: a checkpoint of another run: found '{found}', expected '{expected}'")
        self.learner.load(state["learner"])
        for name in ("imitated", "epoch", "games", "decisions", "over", "curve"):
            setattr(self, name, state[name])
        self.seconds_before = state["seconds"]
        print(f"goes on from {path}: {self.imitated} steps of imitation, {self.learner.step} of self-play")

    def save(self) -> None:
        state: dict[str, object] = {"key": self.key(), "learner": self.learner.state()}
        state["seconds"] = int(self.seconds())
        for name in ("imitated", "epoch", "games", "decisions", "over", "curve"):
            state[name] = getattr(self, name)
        data = io.BytesIO()
        torch.save(state, data)
        replace_file(self.arguments.checkpoint, data.getvalue())
        self.write_weights(self.arguments.out, self.learner.target if self.over else self.learner.weight)
        if self.arguments.log:
            replace_file(self.arguments.log, self.curve.encode())
        self.saved = time.monotonic()

    def write_weights(self, path: str, weight: torch.Tensor) -> None:
        shape = ("outer_blocks", "inner_blocks", "outer_channels", "inner_channels", "direct")
        lines = [line for line in self.start.options.splitlines() if line.split(":")[0] in shape]
        lines += [f"trainer: torch {torch.__version__}", self.key()]
        lines += [f"imitated: {self.imitated}", f"steps: {self.learner.step}", f"games_learnt: {self.games}"]
        options = "\n".join(lines) + "\n"
        data = pack_weights(WeightFile(self.start.rows, [to_array(weight)], options, self.arguments.seed))
        if len(data) > FILE_LIMIT:
            raise BadFile(f"{path}: found {len(data)} bytes, expected at most {FILE_LIMIT} (--shape)")
        replace_file(path, data)

    def save_sometimes(self) -> None:
        if time.monotonic() - self.saved >= self.arguments.save * 60:
            self.save()

    # --- imitation ---

    def decisions_of_people(self, *flags: str) -> Iterator[Game]:
        """People's games, once."""
        seed = str(self.arguments.seed + self.epoch)
        command = [self.arguments.vedette, "--seed", seed, "learn", "decisions", *self.arguments.data]
        child = subprocess.Popen([*command, "--hold-out", str(HOLD_OUT), *flags], stdout=subprocess.PIPE)
        assert child.stdout is not None
        try:
            yield from read_games(child.stdout)
            if child.wait() != 0:
                raise BadFile("learn decisions failed")
        finally:
            child.stdout.close()
            child.kill()  # it has nothing to keep
            child.wait()

    def imitation_is_over(self) -> bool:
        share = self.arguments.minutes * 60 * self.arguments.imitate
        return self.imitated > 0 and self.seconds() >= share

    def imitate_buffer(self, games: list[Game]) -> None:
        batch = Batch(games, self.device)
        generator = torch.Generator().manual_seed(self.arguments.seed + self.imitated)
        order = torch.randperm(batch.count, generator=generator).to(self.device)
        total = Imitation()
        for index in order.split(self.arguments.batch):
            if self.imitation_is_over():
                break
            sums = self.learner.imitation_step(batch, index)
            total.policy_loss += sums.policy_loss
            total.value_loss += sums.value_loss
            total.count += sums.count
            self.imitated += 1
        if total.count:
            print(f"imitation, step {self.imitated}: {means_of(total)}, {self.seconds():.0f} s", flush=True)
        self.save_sometimes()

    def imitate_people(self) -> None:
        self.options.rate, self.options.beta1 = self.arguments.imitate_rate, 0.9
        while not self.imitation_is_over():  # a run that goes on begins the epoch again, in the same order
            games: list[Game] = []
            for game in self.decisions_of_people("--shuffle"):
                games.append(game)
                if len(games) == self.arguments.buffer:
                    self.imitate_buffer(games)
                    games = []
                if self.imitation_is_over():
                    break
            if games and not self.imitation_is_over():
                self.imitate_buffer(games)
            self.epoch += 1
        self.test_imitation()
        self.learner.end_imitation()
        self.over = True
        self.save()

    def test_imitation(self) -> None:
        """How well games that were not imitated are predicted."""
        learner, total, right, choices = self.learner, Imitation(), [0] * HEADS, [0] * HEADS
        for number, game in enumerate(self.decisions_of_people("--held")):
            if number == TEST_GAMES:
                break
            batch = Batch([game], self.device)
            index = torch.arange(batch.count, device=self.device)
            parts = (learner.network, learner.weight, batch, self.options, index, learner.chunk)
            _, sums = imitate(*parts, learn=False)
            total.policy_loss += sums.policy_loss
            total.value_loss += sums.value_loss
            total.count += sums.count
            for head in range(HEADS):
                right[head] += sums.right[head]
                choices[head] += sums.choices[head]
        if not total.count:
            return
        shares = (f"{HEAD_NAMES[h]} {100 * right[h] / max(choices[h], 1):.1f} %" for h in range(HEADS))
        means = f"{means_of(total)}; right: {', '.join(shares)}"
        print(f"on {total.count} decisions of games not seen: {means}", flush=True)

    # --- self-play ---

    def is_over(self) -> bool:
        steps = self.arguments.steps
        return self.seconds() >= self.arguments.minutes * 60 or (steps > 0 and self.learner.step >= steps)

    def learn_by_self_play(self) -> None:
        self.options.rate, self.options.beta1 = self.arguments.rate, self.arguments.momentum
        seed = str(self.arguments.seed + self.games)
        flags = ["--variant", self.arguments.variant, "--groups", str(self.arguments.groups)]
        command = [self.arguments.vedette, "--seed", seed, "--jobs", str(self.arguments.jobs)]
        folder = tempfile.TemporaryDirectory()
        path = os.path.join(folder.name, "playing.net")
        command += ["learn", "actor", *flags]
        actor = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert actor.stdin is not None and actor.stdout is not None

        def request() -> None:
            """Games of the weights as they are, which are played while this learns from those before."""
            assert actor.stdin is not None
            self.write_weights(path, self.learner.weight)
            actor.stdin.write(f"{self.arguments.games} {path}\n".encode())
            actor.stdin.flush()

        try:
            read_head(actor.stdout)
            request()
            while not self.is_over():
                games = []
                for _ in range(self.arguments.games):
                    game = read_game(actor.stdout)
                    if game is None:
                        raise BadFile("learn actor ended")
                    games.append(game)
                request()
                self.learn_from(games)
        finally:
            actor.kill()  # it has nothing to keep, and may be within games
            actor.stdout.close()
            actor.wait()
            folder.cleanup()

    def learn_from(self, games: list[Game]) -> None:
        batch = Batch(games, self.device)
        report = self.learner.self_play_step(batch)
        self.games += len(games)
        self.decisions += batch.count
        shares = [sum(game.result == result for game in games) / len(games) for result in (1, -1, 0)]
        plies = sum(game.plies for game in games) / len(games)
        self.curve += (
            f"{self.learner.step},{self.games},{self.decisions},{plies:.1f},{shares[0]:.4f},{shares[1]:.4f},"
            f"{shares[2]:.4f},{report.value_loss:.5f},{report.entropy:.5f},{report.divergence:.6f},"
            f"{report.gradient:.6g},,\n"
        )
        print(
            f"step {self.learner.step}: value loss {report.value_loss:.3f}, entropy {report.entropy:.3f}, "
            f"divergence {report.divergence:.4f}, {plies:.0f} plies, red {shares[0]:.2f} "
            f"blue {shares[1]:.2f} drawn {shares[2]:.2f}, {self.games} games, {self.seconds():.0f} s",
            flush=True,
        )
        self.save_sometimes()


def main() -> int:
    arguments = read_arguments()
    torch.manual_seed(arguments.seed)
    try:
        run = Run(arguments)
        if not run.over:
            run.imitate_people()
        if not run.is_over():
            run.learn_by_self_play()
        run.save()
    except (BadFile, OSError, subprocess.CalledProcessError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        return 2
    steps = f"{run.imitated} steps of imitation, {run.learner.step} of self-play"
    print(f"{steps}, {run.games} games: {arguments.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
