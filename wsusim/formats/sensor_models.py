"""Measured sensor models (response, network): from file to value, and what is wrong."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel

from wsusim.model.tuning import ProximityNetwork, ProximityResponse, RobotTuning
from wsusim.robots import robot_kind

T = TypeVar("T")
E = TypeVar("E", bound=BaseModel)


def sensor_model_problems(tuning: RobotTuning, kind: str) -> Iterator[str]:
    """Yield what is wrong with a robot's response and network, sentences with their subjects."""
    if tuning.response is not None:
        problem = response_problem(tuning.response)
        if problem is not None:
            yield f"response {problem}"
    if tuning.network is None:
        return
    if tuning.response is not None:
        yield "there is both a network and a response, but a robot can have only one. Remove one."
    for problem in network_problems(tuning.network, kind):
        yield f"network.{problem}"


def response_problem(response: ProximityResponse) -> str | None:
    """Return what is wrong with a measured response, a sentence without its subject."""
    echo_mm, echo = response.echo_mm, response.echo
    if len(echo_mm) != len(echo):
        return f"has {len(echo_mm)} distances and {len(echo)} echoes. Give as many of each."
    if echo_mm[0] != 0.0 or any(a >= b for a, b in itertools.pairwise(echo_mm)):
        return "has distances (echo_mm) that don't increase from 0. Put them in order."
    if echo[-1] != 0.0 or any(a < b for a, b in itertools.pairwise(echo)):
        return "has echoes that don't fall to 0 at the last distance. Correct them."
    return None


def network_problems(network: ProximityNetwork, kind: str) -> Iterator[str]:
    """Yield the layers of a network whose sizes do not fit together, as sentences."""
    rays = len(robot_kind(kind).proximity.ray_angle_deg)
    hidden, linear = len(network.hidden), len(network.linear)
    rows = [
        *((f"hidden[{k}]", row, rays, "one for each ray") for k, row in enumerate(network.hidden)),
        ("hidden_bias", network.hidden_bias, hidden, "one for each row of hidden"),
        *(
            (f"linear[{k}]", row, hidden, "one for each row of hidden")
            for k, row in enumerate(network.linear)
        ),
        ("linear_bias", network.linear_bias, linear, "one for each row of linear"),
        ("output", network.output, linear, "one for each row of linear"),
    ]
    for name, row, wanted, why in rows:
        if len(row) != wanted:
            yield f"{name} has {len(row)} numbers, but it must have {wanted}, {why}."
