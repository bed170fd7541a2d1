"""Random numbers in kernels: numpy's Philox and its normal numbers, the same to the bit.

A stream is two keys and the number of a block; its k-th word of 64 bits is a pure function of
these. What numpy's ``Generator(Philox(key=keys, counter=[0, 0, 0, block]))`` draws comes out here:
``random()`` takes a word, ``standard_normal()`` mostly one (a ziggurat). So kernels need no tables
of numbers that were drawn before: a robot's stream is taken up anywhere.

Sources: Salmon et al. 2011, Parallel random numbers: as easy as 1, 2, 3 (Philox4x64-10); Marsaglia
and Tsang 2000, The ziggurat method, in numpy's form and with numpy's tables.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from wsusim.kernels.elementary import exp, log1p
from wsusim.kernels.jit import PLAIN, inline, inner, loop
from wsusim.kernels.numba_inside import (
    fi_double,
    ki_double,
    wi_double,
    ziggurat_nor_inv_r,
    ziggurat_nor_r,
)

Words = NDArray[np.uint64]

ROUNDS = 10
M0, M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
W0, W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)

ONE = np.uint64(1)

DRAWN = 6
"""Words of scratch that a stream takes: four of Philox, where they stand, whether they are any."""

UNIT = 1.0 / 9007199254740992.0
"""2^-53."""


@cast(Any, intrinsic)
def _high_word(_context: Any, _a: Any, _b: Any) -> Any:
    """Return the upper 64 bits of the product of two words: LLVM has them, numba does not."""

    def codegen(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        wide = ir.IntType(128)
        a, b = (builder.zext(word, wide) for word in words)
        upper = builder.lshr(builder.mul(a, b), ir.Constant(wide, 64))
        return builder.trunc(upper, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), codegen


def _plain_high_word(a: np.uint64, b: np.uint64) -> np.uint64:
    return np.uint64((int(a) * int(b)) >> 64)


high_word: Any = _plain_high_word if PLAIN else _high_word
"""The upper 64 bits of the product of two words."""


@inner
def draw_four(drawn: Words, key0: np.uint64, key1: np.uint64, block: int, four: np.uint64) -> None:
    """Write the words 4 ``four`` to 4 ``four`` + 3 of a stream into ``drawn``."""
    a, b, c, d = four + np.uint64(1), np.uint64(0), np.uint64(0), np.uint64(block)
    for _ in range(ROUNDS):
        a, b, c, d = (
            high_word(M1, c) ^ b ^ key0,
            M1 * c,
            high_word(M0, a) ^ d ^ key1,
            M0 * a,
        )
        key0 += W0
        key1 += W1
    drawn[0], drawn[1], drawn[2], drawn[3] = a, b, c, d
    drawn[4], drawn[5] = four, ONE


@inline
def word_at(drawn: Words, key0: np.uint64, key1: np.uint64, block: int, k: int) -> np.uint64:
    """Return the k-th word of a stream; ``drawn`` is its scratch."""
    four = np.uint64(k >> 2)
    if drawn[4] != four or drawn[5] != ONE:
        draw_four(drawn, key0, key1, block, four)
    return np.uint64(drawn[np.uint64(k & 3)])


@inline
def uniform_at(drawn: Words, key0: np.uint64, key1: np.uint64, block: int, k: int) -> float:
    """Return the k-th number of a stream of numbers from 0 (included) to 1 (excluded)."""
    return (word_at(drawn, key0, key1, block, k) >> np.uint64(11)) * UNIT


@inner
def normal_from(
    drawn: Words, key0: np.uint64, key1: np.uint64, block: int, k: int
) -> tuple[float, int]:
    """Return a standard normal made from the k-th word on, and the word after its last one."""
    while True:
        word = word_at(drawn, key0, key1, block, k)
        k += 1
        layer = word & np.uint64(0xFF)
        size = (word >> np.uint64(9)) & np.uint64(0x000FFFFFFFFFFFFF)
        x = size * wi_double[layer]
        if (word >> np.uint64(8)) & np.uint64(1):
            x = -x
        if size < ki_double[layer]:
            return x, k
        if layer == np.uint64(0):
            while True:  # the tail
                u = uniform_at(drawn, key0, key1, block, k)
                v = uniform_at(drawn, key0, key1, block, k + 1)
                k += 2
                beyond = -ziggurat_nor_inv_r * log1p(-u)
                height = -log1p(-v)
                if height + height > beyond * beyond:
                    x = ziggurat_nor_r + beyond
                    return (-x if (size >> np.uint64(8)) & np.uint64(1) else x), k
        else:
            u = uniform_at(drawn, key0, key1, block, k)
            k += 1
            low, high = fi_double[layer], fi_double[layer - np.uint64(1)]
            if (high - low) * u + low < exp(-0.5 * x * x):
                return x, k


@inner
def draw_normals(
    out: NDArray[np.float64],
    robot: int,
    first: int,
    ticks: int,
    stream: Words,
    block: int,
    k: int,
    drawn: Words,
) -> int:
    """Write the normals of some ticks of one robot, and return the word after the last one used.

    Args:
        out: [n, R, 2]; tick t of the block stands in row t % n.
        robot: Its column.
        first: First tick, counted in the block.
        ticks: How many.
        stream: [2] the keys.
        block: Number of the block.
        k: The word after the last one used by the ticks before.
        drawn: [DRAWN] scratch.
    """
    drawn[5] = np.uint64(0)
    for tick in range(first, first + ticks):
        row = tick % out.shape[0]
        for j in range(out.shape[2]):
            out[row, robot, j], k = normal_from(drawn, stream[0], stream[1], block, k)
    return k


@inner
def draw_uniforms(
    out: NDArray[np.float64],
    robot: int,
    first: int,
    refreshes: int,
    stream: Words,
    block: int,
    drawn: Words,
) -> None:
    """Write the uniform numbers of some refreshes of one robot.

    Arguments as in ``draw_normals``; ``out`` is [n, R, k], its rows are refreshes.
    """
    drawn[5] = np.uint64(0)
    columns = out.shape[2]
    for refresh in range(first, first + refreshes):
        row = refresh % out.shape[0]
        for j in range(columns):
            k = refresh * columns + j
            out[row, robot, j] = uniform_at(drawn, stream[0], stream[1], block, k)


@loop
def fill_normals(
    out: NDArray[np.float64],
    streams: Words,
    block: int,
    first: int,
    ticks: int,
    used: NDArray[np.int64],
    drawn: Words,
) -> None:
    """Write the standard normals of some ticks of a block into ``out`` [n, R, k].

    Args:
        out: Tick t of the block stands in row t % n.
        streams: [R, 2] keys.
        block: Number of the block.
        first: First tick, counted in the block.
        ticks: How many.
        used: [R] words of each stream that the ticks before have used; 0 at the block's first.
        drawn: [DRAWN] scratch.

    Mutates:
        ``out``, ``used``.

    Cost: some 10 ns a number.
    """
    for robot in range(out.shape[1]):
        used[robot] = draw_normals(
            out, robot, first, ticks, streams[robot], block, used[robot], drawn
        )


@loop
def fill_uniforms(
    out: NDArray[np.float64],
    streams: Words,
    block: int,
    first: int,
    refreshes: int,
    drawn: Words,
) -> None:
    """Write the numbers in [0, 1) of some refreshes of a block into ``out`` [n, R, k].

    Arguments as in ``fill_normals``. Cost: some 6 ns a number.
    """
    for robot in range(out.shape[1]):
        draw_uniforms(out, robot, first, refreshes, streams[robot], block, drawn)


@loop
def next_normals(out: NDArray[np.float64], keys: Words, block: int, k: int, drawn: Words) -> int:
    """Fill ``out`` [n] with the standard normals of a stream, and return the word after the last.

    Args:
        out: [n].
        keys: [2] of the stream.
        block: Number of the block.
        k: The first word.
        drawn: [DRAWN] scratch; not valid before the first call (zeros).
    """
    for j in range(out.size):
        out[j], k = normal_from(drawn, keys[0], keys[1], block, k)
    return k


@loop
def next_uniforms(out: NDArray[np.float64], keys: Words, block: int, k: int, drawn: Words) -> int:
    """Fill ``out`` [n] with numbers in [0, 1) of a stream; otherwise as ``next_normals``."""
    for j in range(out.size):
        out[j] = uniform_at(drawn, keys[0], keys[1], block, k + j)
    return k + out.size
