# SPDX-License-Identifier: GPL-3.0-or-later
"""Decisions of games as `vedette learn decisions` and `vedette learn actor` write them (doc/binary-files.md)."""

import struct
from dataclasses import dataclass
from typing import BinaryIO, Iterator

import torch

from weights import BadFile

SQUARES, PLANES, CELLS = 100, 82, 8200
EXTRA_PLANES = 11
OWN, QUIET, SET_UP, TARGET, SELECTED = 1, 78, 79, 80, 81  # planes of the observation (policy/observation.h)
LEGAL_BYTES, SEEN_BYTES = (SQUARES + 7) // 8, (CELLS + 7) // 8

HEAD = struct.Struct("=8s16sII")
GAME = struct.Struct("=IIfI")  # decisions, numbers, result, plies
MAGIC, KIND, ORDER_MARK, VERSION = b"Vedette\0", b"decisions", 0x01020304, 1


@dataclass
class Game:
    """One game, a row a decision."""

    result: float  # red's: 1, 0 or -1
    plies: int
    behaviour: torch.Tensor  # float: the probability with which it was chosen; 0: not known
    value: torch.Tensor  # float: what the network that played held it to be worth to the player
    numbers: torch.Tensor  # float: those of all observations that are not 0
    legal: torch.Tensor  # bytes: bits of the legal squares
    seen: torch.Tensor  # bytes: bits of the numbers that are not 0
    head: torch.Tensor  # bytes: 0 place, 1 piece, 2 target
    action: torch.Tensor  # bytes: a square, as the player sees it
    player: torch.Tensor  # bytes: 0 red, 1 blue

    def __len__(self) -> int:
        return len(self.behaviour)


def read_whole(stream: BinaryIO, size: int, what: str) -> bytearray:
    data = bytearray(size)
    view, at = memoryview(data), 0
    while at < size:
        count = stream.readinto(view[at:])  # type: ignore[attr-defined]
        if not count:
            raise BadFile(f"decisions: found the end of the stream within {what}")
        at += count
    return data


def read_head(stream: BinaryIO) -> None:
    magic, kind, order, version = HEAD.unpack(read_whole(stream, HEAD.size, "its head"))
    if magic != MAGIC or kind.rstrip(b"\0") != KIND or order != ORDER_MARK or version != VERSION:
        raise BadFile(f"decisions: found another head than that of version {VERSION} on this machine")


def read_game(stream: BinaryIO) -> Game | None:
    """The next game; None at the end."""
    first = stream.read(1)
    if not first:
        return None
    count, numbers, result, plies = GAME.unpack(first + read_whole(stream, GAME.size - 1, "a game"))
    if count < 1 or numbers > count * CELLS:
        raise BadFile(f"decisions: found a game of {count} decisions with {numbers} numbers")
    data = read_whole(stream, 4 * (2 * count + numbers) + count * (LEGAL_BYTES + SEEN_BYTES + 3), "a game")
    at = 0

    def part(size: int, dtype: torch.dtype) -> torch.Tensor:
        nonlocal at
        tensor = torch.frombuffer(data, dtype=dtype, count=size, offset=at)
        at += size * tensor.element_size()
        return tensor

    return Game(
        result,
        plies,
        part(count, torch.float32),
        part(count, torch.float32),
        part(numbers, torch.float32) if numbers else torch.zeros(0),
        part(count * LEGAL_BYTES, torch.uint8).view(count, LEGAL_BYTES),
        part(count * SEEN_BYTES, torch.uint8).view(count, SEEN_BYTES),
        part(count, torch.uint8),
        part(count, torch.uint8),
        part(count, torch.uint8),
    )


def read_games(stream: BinaryIO) -> Iterator[Game]:
    read_head(stream)
    while (game := read_game(stream)) is not None:
        yield game


def bits_of(packed: torch.Tensor, count: int) -> torch.Tensor:
    """Bits as booleans: rows x bytes to rows x count."""
    shifts = torch.arange(8, dtype=torch.uint8, device=packed.device)
    bits = (packed.unsqueeze(-1) >> shifts) & 1
    return bits.view(packed.shape[0], -1)[:, :count].bool()


class Batch:
    """Decisions of several games on the device that learns. Observations stay packed until they are wanted:
    about 4,000 bytes a decision in place of 32,800."""

    def __init__(self, games: list[Game], device: torch.device) -> None:
        self.device = device
        self.counts = [len(game) for game in games]
        self.results = [game.result for game in games]
        self.count = sum(self.counts)

        def join(name: str) -> torch.Tensor:
            return torch.cat([getattr(game, name) for game in games]).to(device)

        self.numbers, self.seen, self.packed_legal = join("numbers"), join("seen"), join("legal")
        self.behaviour, self.value, self.head = join("behaviour"), join("value"), join("head").long()
        self.action, self.player = join("action").long(), join("player").long()
        own = [torch.full((len(game),), game.result) for game in games]
        self.result = torch.cat(own).to(device) * (1 - 2 * self.player).float()  # to the acting player
        sizes = torch.zeros(self.count + 1, dtype=torch.long, device=device)
        for first in range(0, self.count, 4096):
            bits = bits_of(self.seen[first : first + 4096], CELLS)
            sizes[first + 1 : first + 1 + len(bits)] = bits.sum(1)
        self.first = sizes.cumsum(0)  # of each decision: its first number

    def legal(self, index: torch.Tensor) -> torch.Tensor:
        """Which squares are legal: decisions x 100 booleans."""
        return bits_of(self.packed_legal[index], SQUARES)

    def observation(self, index: torch.Tensor) -> torch.Tensor:
        """Decisions x 10 x 10 x 82."""
        bits = bits_of(self.seen[index], CELLS)
        cells = torch.zeros(bits.shape, device=self.device)
        sizes = self.first[index + 1] - self.first[index]
        starts = torch.repeat_interleave(self.first[index] - (sizes.cumsum(0) - sizes), sizes)
        cells[bits] = self.numbers[starts + torch.arange(len(starts), device=self.device)]
        return cells.view(-1, 10, 10, PLANES)


def extra_planes(observation: torch.Tensor) -> torch.Tensor:
    """What heads see besides: policy_compute_extra of policy/policy_net.h."""
    placing = observation[:, :1, :1, SET_UP : SET_UP + 1] != 0
    moving = observation[:, :1, :1, TARGET : TARGET + 1] != 0
    piece = observation[..., OWN + 1 : OWN + EXTRA_PLANES] * (moving & (observation[..., SELECTED:] != 0))
    return torch.cat([observation[..., QUIET : QUIET + 1], piece], -1) * ~placing
