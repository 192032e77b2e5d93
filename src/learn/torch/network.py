# SPDX-License-Identifier: GPL-3.0-or-later
"""A network of rows (src/net/net.h) in PyTorch. All weights are one vector, in the order of the weight
file, so that its gradient stands beside that of the C program number for number."""

from __future__ import annotations

from array import array

import torch
import torch.nn.functional as F

from weights import ADD, CONV, DECONV, DENSE, EMBEDDING, GELU, INPUT, NORM, RELU
from weights import Row, matrix_size, vector_size

NORM_EPSILON = 1e-5


def to_tensor(numbers: array, device: torch.device) -> torch.Tensor:
    return torch.frombuffer(bytearray(numbers.tobytes()), dtype=torch.float32).to(device)


def to_array(numbers: torch.Tensor) -> array:
    return array("f", numbers.detach().float().cpu().tolist())


class Network:
    """The rows, and how to compute them from a vector of weights."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.at: list[int] = []  # where a layer's weights begin
        self.weights = 0
        for row in rows:
            self.at.append(self.weights)
            self.weights += matrix_size(row, rows) + vector_size(row)
        read = {row.source for row in rows if row.kind != INPUT}
        read |= {row.also for row in rows if row.kind == ADD}
        self.inputs = [i for i, row in enumerate(rows) if row.kind == INPUT]
        self.outputs = [i for i in range(len(rows)) if i not in read]  # rows that no other row reads

    def wanted(self, layers: list[int]) -> list[int]:
        """These rows and all that they read, in order."""
        want = set(layers)
        for i in range(len(self.rows) - 1, -1, -1):
            if i in want and self.rows[i].kind != INPUT:
                want.add(self.rows[i].source)
                if self.rows[i].kind == ADD:
                    want.add(self.rows[i].also)
        return sorted(want)

    def compute(
        self, weight: torch.Tensor, inputs: dict[int, torch.Tensor], layers: list[int]
    ) -> list[torch.Tensor]:
        """The values of some layers: batch x (height x width x channels). An input is batch x height x width
        x channels."""
        values: dict[int, torch.Tensor] = {}  # batch x channels x height x width
        for i in self.wanted(layers):
            row = self.rows[i]
            if row.kind == INPUT:
                values[i] = inputs[i].permute(0, 3, 1, 2)
            else:
                values[i] = self.layer(i, weight, values[row.source], values.get(row.also))
        return [values[i].permute(0, 2, 3, 1).reshape(values[i].shape[0], -1) for i in layers]

    def layer(
        self, index: int, weight: torch.Tensor, x: torch.Tensor, also: torch.Tensor | None
    ) -> torch.Tensor:
        row, source = self.rows[index], self.rows[self.rows[index].source]
        at, size = self.at[index], matrix_size(row, self.rows)
        matrix = weight[at : at + size]
        vector = weight[at + size : at + size + vector_size(row)]
        if row.kind == DENSE:
            flat = x.permute(0, 2, 3, 1).reshape(x.shape[0], -1)
            return (flat @ matrix.view(-1, row.channels) + vector)[:, :, None, None]
        if row.kind == CONV:
            kernel = matrix.view(row.kernel, row.kernel, source.channels, row.channels).permute(3, 2, 0, 1)
            return F.conv2d(x, kernel.contiguous(), vector, stride=row.stride, padding=row.kernel // 2)
        if row.kind == DECONV:
            kernel = matrix.view(source.channels, row.kernel, row.kernel, row.channels).permute(0, 3, 1, 2)
            return F.conv_transpose2d(x, kernel.contiguous(), vector, row.stride, 1, output_padding=1)
        if row.kind == ADD:
            assert also is not None
            return x + also
        if row.kind == NORM:
            gain, shift = vector[: row.channels], vector[row.channels :]
            normed = F.layer_norm(x.permute(0, 2, 3, 1), (row.channels,), gain, shift, NORM_EPSILON)
            return normed.permute(0, 3, 1, 2)
        if row.kind == RELU:
            return F.relu(x)
        if row.kind == GELU:
            return F.gelu(x, approximate="tanh")
        assert row.kind == EMBEDDING
        known = (x >= 0) & (x < row.entries)
        entry = torch.where(known, x, torch.zeros_like(x)).long()[:, 0]
        vectors = matrix.view(row.entries, row.channels)[entry]
        return (vectors * known[:, 0, :, :, None]).permute(0, 3, 1, 2)
