"""The eight directions of a piece looked at in one instruction each, instead of one by one.

numba makes no such code of a loop that writes into records. The operations, and so the results to
the bit, are those of ``cone.look``.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wsusim.kernels.jit import PLAIN
from wsusim.kernels.sensor_records import NODES

_LANES = ir.VectorType(ir.DoubleType(), NODES)


class _Lanes:
    """Arithmetic on all lanes at once."""

    def __init__(self, context: Any, builder: Any) -> None:
        self.context, self.builder = context, builder

    def all(self, number: Any) -> Any:
        """Return a number, or a constant, in every lane."""
        if isinstance(number, float):
            return ir.Constant(_LANES, [number] * NODES)
        nothing = ir.Constant(_LANES, ir.Undefined)
        first = self.builder.insert_element(nothing, number, ir.IntType(32)(0))
        picks = ir.Constant(ir.VectorType(ir.IntType(32), NODES), [0] * NODES)
        return self.builder.shuffle_vector(first, nothing, picks)

    def place(self, array: Any, values: Any) -> Any:
        """Return where an array's numbers lie, as those of all lanes."""
        data = self.context.make_array(array)(self.context, self.builder, values).data
        return self.builder.bitcast(data, _LANES.as_pointer())

    def limited(self, comparison: str, one: Any, limit: float) -> Any:
        """Return each lane's number, or the limit where the comparison with it does not hold."""
        edge = self.all(limit)
        return self.builder.select(self.builder.fcmp_ordered(comparison, one, edge), one, edge)

    def root(self, one: Any) -> Any:
        """Return the square roots."""
        name = f"llvm.sqrt.v{NODES}f64"
        kind = ir.FunctionType(_LANES, [_LANES])
        function = self.builder.module.globals.get(name) or ir.Function(
            self.builder.module, kind, name
        )
        return self.builder.call(function, [one])


@cast(Any, intrinsic)
def _look_at_nodes(
    _context: Any,
    is_edge: Any,
    x: Any,
    y: Any,
    size: Any,
    begin: Any,
    width: Any,
    nodes: Any,
    distances: Any,
    cosines: Any,
) -> Any:
    """Write what ``cone.look`` tells of directions, ``begin + width * nodes``, into two arrays."""

    def codegen(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        lanes = _Lanes(context, builder)
        add, sub, mul, div = builder.fadd, builder.fsub, builder.fmul, builder.fdiv
        x, y, size, begin, width = (lanes.all(value) for value in values[1:6])
        one = lanes.all(1.0)
        at = add(begin, mul(width, builder.load(lanes.place(nodes, values[6]), align=8)))
        scale = add(one, mul(at, at))
        scaled = add(mul(sub(one, mul(at, at)), x), mul(mul(lanes.all(2.0), at), y))
        distances_at, cosines_at = (
            lanes.place(kind, value)
            for kind, value in zip((distances, cosines), values[7:9], strict=True)
        )
        with builder.if_else(values[0]) as (edge, disc):
            with edge:
                ahead = lanes.limited(">", scaled, 1e-9)
                both = div(one, mul(ahead, scale))
                builder.store(mul(mul(mul(size, scale), scale), both), distances_at, align=8)
                cos = lanes.limited("<", mul(mul(ahead, ahead), both), 1.0)
                builder.store(cos, cosines_at, align=8)
            with disc:
                along = div(scaled, scale)
                outside = sub(add(mul(x, x), mul(y, y)), mul(size, size))
                inner = lanes.root(lanes.limited(">", sub(mul(along, along), outside), 0.0))
                builder.store(div(outside, add(along, inner)), distances_at, align=8)
                builder.store(lanes.limited("<", div(inner, size), 1.0), cosines_at, align=8)
        return context.get_dummy_value()

    given = (is_edge, x, y, size, begin, width, nodes, distances, cosines)
    return types.void(*given), codegen


def _plain_look_at_nodes(
    is_edge: bool,
    x: float,
    y: float,
    size: float,
    begin: float,
    width: float,
    nodes: Any,
    distances: Any,
    cosines: Any,
) -> None:
    """Write what ``cone.look`` tells of directions into two arrays."""
    at = begin + width * np.asarray(nodes)
    scale = 1.0 + at * at
    scaled = (1.0 - at * at) * x + (2.0 * at) * y
    if is_edge:
        ahead = np.where(scaled > 1e-9, scaled, 1e-9)
        both = 1.0 / (ahead * scale)
        distances[:] = size * scale * scale * both
        cos = ahead * ahead * both
        cosines[:] = np.where(cos < 1.0, cos, 1.0)
        return
    along = scaled / scale
    outside = x * x + y * y - size * size
    under = along * along - outside
    inner = np.sqrt(np.where(under > 0.0, under, 0.0))
    distances[:] = outside / (along + inner)
    cos = inner / size
    cosines[:] = np.where(cos < 1.0, cos, 1.0)


look_at_nodes: Any = _plain_look_at_nodes if PLAIN else _look_at_nodes
"""Writes what ``cone.look`` tells of directions, ``begin + width * nodes``, into two arrays."""
