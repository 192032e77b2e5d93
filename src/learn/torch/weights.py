# SPDX-License-Identifier: GPL-3.0-or-later
"""Weight files "net/1" (doc/binary-files.md): read, write, and the rows of a network. No PyTorch in here."""

import os
import struct
from array import array
from dataclasses import dataclass

INPUT, DENSE, CONV, DECONV, ADD, NORM, RELU, GELU, EMBEDDING = range(9)

HEAD = struct.Struct("=8sII16sQQQ")  # of a packed file, but for its last number, the head's digest
CONTENT = struct.Struct("=QQIIII")  # seed, weights, rows, arrays, bytes of options, 0
ROW = struct.Struct("=9i")
MAGIC, ORDER_MARK, VERSION, KIND = b"Vedette\0", 0x01020304, 1, b"net/1"
FILE_LIMIT = 1 << 24  # bytes of a policy's file that the program reads

MASK = (1 << 64) - 1
P1, P2, P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P4, P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


class BadFile(Exception):
    """A file that is not what was expected; its text is one line."""


@dataclass
class Row:
    """A layer, as struct net_row has it; all shapes are filled in."""

    kind: int
    source: int
    also: int
    height: int
    width: int
    channels: int
    kernel: int
    stride: int
    entries: int


@dataclass
class WeightFile:
    rows: list[Row]
    arrays: list[array]  # of floats; the first has the weights
    options: str = ""
    seed: int = 0


def rotate(value: int, bits: int) -> int:
    return (value << bits | value >> (64 - bits)) & MASK


def digest(data: bytes) -> int:
    """XXH64 with seed 0, as base/digest.h has it."""
    whole = len(data) // 32 * 32
    if whole:
        a, b, c, d = (P1 + P2) & MASK, P2, 0, -P1 & MASK
        words = struct.unpack("<%dQ" % (whole // 8), data[:whole])
        for i in range(0, len(words), 4):
            a = (a + words[i] * P2) & MASK
            a = (a << 31 | a >> 33) * P1 & MASK
            b = (b + words[i + 1] * P2) & MASK
            b = (b << 31 | b >> 33) * P1 & MASK
            c = (c + words[i + 2] * P2) & MASK
            c = (c << 31 | c >> 33) * P1 & MASK
            d = (d + words[i + 3] * P2) & MASK
            d = (d << 31 | d >> 33) * P1 & MASK
        value = (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) & MASK
        for lane in (a, b, c, d):
            value = ((value ^ rotate(lane * P2 & MASK, 31) * P1 & MASK) * P1 + P4) & MASK
    else:
        value = P5
    value = (value + len(data)) & MASK
    at = whole
    while at + 8 <= len(data):
        word = int.from_bytes(data[at : at + 8], "little")
        value = (rotate(value ^ rotate(word * P2 & MASK, 31) * P1 & MASK, 27) * P1 + P4) & MASK
        at += 8
    if at + 4 <= len(data):
        value = (rotate(value ^ int.from_bytes(data[at : at + 4], "little") * P1 & MASK, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        value = rotate(value ^ byte * P5 & MASK, 11) * P1 & MASK
    value = (value ^ value >> 33) * P2 & MASK
    value = (value ^ value >> 29) * P3 & MASK
    return value ^ value >> 32


def matrix_size(row: Row, rows: list[Row]) -> int:
    """How many weights the matrix of a layer has."""
    source = rows[row.source]
    if row.kind == DENSE:
        return source.height * source.width * source.channels * row.channels
    if row.kind in (CONV, DECONV):
        return row.kernel * row.kernel * source.channels * row.channels
    return row.entries * row.channels if row.kind == EMBEDDING else 0


def vector_size(row: Row) -> int:
    """How many numbers the bias of a layer has, or its gains and shifts."""
    if row.kind == NORM:
        return 2 * row.channels
    return row.channels if row.kind in (DENSE, CONV, DECONV) else 0


def read_weights(path: str) -> WeightFile:
    with open(path, "rb") as file:
        data = file.read()

    def refuse(text: str) -> BadFile:
        return BadFile(f"{path}: {text}")

    if len(data) < HEAD.size + 8 or data[:8] != MAGIC:
        raise refuse("found no packed file, expected one")
    _, order, version, kind, rows_digest, size, content_digest = HEAD.unpack_from(data)
    content = data[HEAD.size + 8 :]
    if order != ORDER_MARK or struct.unpack_from("=Q", data, HEAD.size)[0] != digest(data[: HEAD.size]):
        raise refuse("found a damaged head of a packed file, or another machine's order of bytes")
    if version != VERSION or kind.rstrip(b"\0") != KIND:
        raise refuse(f"found version {version} of kind {kind!r}, expected version {VERSION} of {KIND!r}")
    if size != len(content) or digest(content) != content_digest or size < CONTENT.size:
        raise refuse("found damaged content, or another length than the head says")
    seed, weights, row_count, array_count, option_size, _ = CONTENT.unpack_from(content)
    at = CONTENT.size
    filled = (option_size + 3) // 4 * 4
    if size != at + row_count * ROW.size + filled + array_count * weights * 4:
        raise refuse("found another length than its parts have together")
    if digest(content[at : at + row_count * ROW.size]) != rows_digest:
        raise refuse("found another digest of the layers than the head says")
    rows = [Row(*ROW.unpack_from(content, at + i * ROW.size)) for i in range(row_count)]
    at += row_count * ROW.size
    for i, row in enumerate(rows):
        if not 0 <= row.kind <= EMBEDDING or (row.kind != INPUT and not 0 <= row.source < i):
            raise refuse(f"layer {i}: found kind {row.kind} from {row.source}")
    if sum(matrix_size(row, rows) + vector_size(row) for row in rows) != weights:
        raise refuse(f"found {weights} weights, its layers have another number")
    options = content[at : at + option_size].decode()
    at += filled
    arrays = []
    for _ in range(array_count):
        numbers = array("f")
        numbers.frombytes(content[at : at + weights * 4])
        arrays.append(numbers)
        at += weights * 4
    return WeightFile(rows, arrays, options, seed)


def pack_weights(weights: WeightFile) -> bytes:
    """The bytes of the file, as net/weights.h writes them."""
    rows = b"".join(
        ROW.pack(r.kind, r.source, r.also, r.height, r.width, r.channels, r.kernel, r.stride, r.entries)
        for r in weights.rows
    )
    options = weights.options.encode()
    content = b"".join(
        [
            CONTENT.pack(
                weights.seed, len(weights.arrays[0]), len(weights.rows), len(weights.arrays), len(options), 0
            ),
            rows,
            options,
            bytes(-len(options) % 4),
            *(numbers.tobytes() for numbers in weights.arrays),
        ]
    )
    head = HEAD.pack(MAGIC, ORDER_MARK, VERSION, KIND, digest(rows), len(content), digest(content))
    return head + struct.pack("=Q", digest(head)) + content


def replace_file(path: str, data: bytes) -> None:
    """Writes to a temporary name, syncs, renames: the file is whole at any moment."""
    with open(path + ".new", "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def write_weights(path: str, weights: WeightFile) -> None:
    replace_file(path, pack_weights(weights))
