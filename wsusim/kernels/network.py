"""A neural network instead of the sum of echoes: what sensors read whose robot has one.

Its two linear layers are folded into one when it is packed, so that a unit
of its first layer has one weight a ray, one bias and one weight in the output. The plain twin, with
all layers, is ``network_light`` in ``tests/oracles/proximity.py``.
"""

from __future__ import annotations

from wsusim.kernels.elementary import expm1, log1p, tanh
from wsusim.kernels.jit import inner
from wsusim.kernels.sensor_records import Response
from wsusim.model.tuning import NETWORK_ECHO, NETWORK_GREATEST


@inner
def put_closeness(response: Response, ray: int, echo: float) -> None:
    """Give the network what a ray brings back: its echo (times reflectivity), as closeness.

    Mutates:
        The scratch of ``response``.
    """
    response.closeness[ray] = log1p(echo / NETWORK_ECHO) / response.span


@inner
def network_light(response: Response, rays: int) -> float:
    """Return the light that a network makes of the closenesses that were put last."""
    output = response.bias
    for k in range(response.unit_count):
        unit = response.units[k]
        total = unit.bias
        for ray in range(rays):
            total += unit.rays[ray] * response.closeness[ray]
        output += unit.output * tanh(total)
    output = min(max(output, 0.0), NETWORK_GREATEST)
    return NETWORK_ECHO * expm1(output * response.span)
