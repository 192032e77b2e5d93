# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the trainer in PyTorch against what torch_fixture wrote: python3 torch_check.py SOURCE FOLDER, SOURCE
being src/learn/torch. Prints a line a comparison; the exit status is 1 if any differs by more than 1e-4."""

import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])

import torch  # noqa: E402

from decisions import Batch, read_games  # noqa: E402
from learner import Learner, LearnerOptions  # noqa: E402
from losses import Options, Targets, choose, imitate  # noqa: E402
from network import Network, to_array, to_tensor  # noqa: E402
from weights import BadFile, pack_weights, read_weights  # noqa: E402

LIMIT = 1e-4
CPU = torch.device("cpu")
folder = Path(sys.argv[2])
failed = 0


def compare(what: str, found: torch.Tensor, expected: torch.Tensor) -> None:
    """The largest difference, relative to the largest number expected."""
    global failed
    size = float(expected.abs().max())
    difference = float((found - expected).abs().max()) / size if size > 0 else float("inf")
    good = found.shape == expected.shape and difference <= LIMIT  # also False for NaN
    print(f"{what}: {difference:.1e} {'of' if good else 'FAILS: more than 1e-4 of'} {size:.3g}")
    failed |= not good


def compare_number(what: str, found: float, expected: str) -> None:
    compare(what, torch.tensor([found]), torch.tensor([float(expected)]))


def numbers_of(name: str) -> dict[str, str]:
    return dict(line.split(": ") for line in (folder / f"{name}.txt").read_text().splitlines())


def check_file(name: str) -> None:
    """What is read and written again is the same, byte for byte; damage is seen."""
    global failed
    path = folder / f"{name}.net"
    data = path.read_bytes()
    if pack_weights(read_weights(str(path))) != data:
        print(f"{name}.net FAILS: other bytes than were read")
        failed = 1
    broken = folder / "broken.net"
    for at in (3, 20, 60, 70, 130, len(data) - 1):
        broken.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        try:
            read_weights(str(broken))
            print(f"{name}.net FAILS: a damaged byte {at} is not seen")
            failed = 1
        except BadFile:
            pass


def batch_of(name: str) -> Batch:
    with open(folder / f"{name}.decisions", "rb") as stream:
        return Batch(list(read_games(stream)), CPU)


def check_layers() -> None:
    file = read_weights(str(folder / "layers.net"))
    network = Network(file.rows)
    weight = to_tensor(file.arrays[0], CPU).requires_grad_(True)

    def floats(kind: str) -> torch.Tensor:
        return torch.frombuffer(bytearray((folder / f"layers.{kind}").read_bytes()), dtype=torch.float32)

    (out,) = network.compute(weight, {0: floats("in").view(-1, 5, 6, 1)}, network.outputs)
    compare("layers: values", out.detach().flatten(), floats("out"))
    (0.5 * out.square().sum()).backward()
    compare("layers: gradient", weight.grad, to_tensor(file.arrays[1], CPU))
    if to_array(weight) != file.arrays[0]:
        compare("layers: weights there and back", weight.detach() * 0, to_tensor(file.arrays[0], CPU))


def check_self_play(name: str) -> None:
    file, numbers, batch = read_weights(str(folder / f"{name}.net")), numbers_of(name), batch_of(name)
    options = LearnerOptions(method=name)
    for key, value in numbers.items():
        if hasattr(options, key):
            setattr(options, key, type(getattr(options, key))(value))
    weight, target, regular, before, gradient, after = (to_tensor(array, CPU) for array in file.arrays)
    learner = Learner(Network(file.rows), weight, options, chunk=64)
    learner.target, learner.regular, learner.before = target, regular, before
    learner.step = int(numbers["step"])
    compare_number(f"{name}: alpha", learner.alpha(), numbers["alpha"])
    report = learner.self_play_step(batch)
    compare_number(f"{name}: value loss", report.value_loss, numbers["value_loss"])
    compare_number(f"{name}: entropy", report.entropy, numbers["entropy"])
    if name == "rnad":
        compare_number(f"{name}: divergence", report.divergence, numbers["divergence"])
    compare_number(f"{name}: norm of the gradient", report.gradient, numbers["norm"])
    compare(f"{name}: gradient", learner.gradient, gradient)
    compare(f"{name}: change of the weights", learner.weight - weight, after - weight)


def one_hot(index: torch.Tensor, count: int) -> torch.Tensor:
    return torch.zeros(count, dtype=torch.bool).index_fill(0, index, True)


def check_filter() -> None:
    """Two moves of four, and of those only the large ones; all placements."""
    batch = batch_of("ppo")
    placed, moves = batch.head == 0, (batch.head != 0).nonzero()[:4, 0]
    targets = Targets(torch.zeros(batch.count), torch.zeros(batch.count, dtype=torch.float64))
    targets.advantage[moves] = torch.tensor([0.1, -0.5, 0.3, 0.05], dtype=torch.float64)
    for least, expected in ((0.0, [0, 1, 1, 0]), (0.4, [0, 1, 0, 0])):
        share = 2 / float((~placed).sum())
        chosen = choose(Options(share=share, min_advantage=least, value_share=1), batch, targets, None)
        keep = torch.tensor(expected).bool()
        right = placed | one_hot(moves[keep], batch.count)
        compare(f"filter from {least}", chosen.policy.float(), right.float())
    drawn = choose(Options(value_share=0.25), batch, targets, torch.Generator().manual_seed(1)).value
    share = float(drawn.float().mean())
    if not 0.15 < share < 0.35:
        compare("share of the decisions that move the value", torch.tensor(share), torch.tensor(0.25))


def check_imitation() -> None:
    file, numbers = read_weights(str(folder / "imitation.net")), numbers_of("imitation")
    batch = batch_of("imitation")
    weight, gradient = (to_tensor(array, CPU) for array in file.arrays)
    everything = torch.arange(batch.count)
    own, sums = imitate(Network(file.rows), weight, batch, Options(), everything, 64)
    compare_number("imitation: policy loss", sums.policy_loss / batch.count, numbers["policy_loss"])
    compare_number("imitation: value loss", sums.value_loss / batch.count, numbers["value_loss"])
    compare("imitation: gradient", own, gradient)


torch.set_num_threads(1)
check_layers()
check_filter()
for method in ("rnad", "ppo"):
    check_file(method)
    check_self_play(method)
check_imitation()
sys.exit(failed)
