"""``run --robot serial:PORT``: what options mean to a real robot, and where it stands."""

from __future__ import annotations

import click
from click.core import ParameterSource

from wsusim.errors import BadInput
from wsusim.formats.profile import load_profile
from wsusim.model.units import PULSE_MM
from wsusim.model.world import World
from wsusim.runs.sources.real import FLOOR

FOR_SIMULATION = ("is_ideal", "speed", "timing", "decision", "moment")
"""Parameters of ``run`` that mean nothing to a real robot."""

FOR_RECORDING = ("overwrite", "sample_ms")
"""Parameters of ``run`` that mean something to a real robot only when its run is recorded."""


def refuse_simulation(controllers: int, *, is_recorded: bool) -> None:
    """Raise ``BadInput`` when the current command was given what a real robot can't follow."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in FOR_RECORDING and not is_recorded and _is_given(name):
            raise BadInput(
                f"{parameter.opts[0]} only works with --record. Add --record FILE, or leave it out."
            )
        if name in FOR_SIMULATION and _is_given(name):
            raise BadInput(
                f"{parameter.opts[0]} only works with simulated robots. Leave it out, or leave "
                "out --robot serial:..."
            )
    if controllers != 1:
        raise BadInput("A real robot takes one controller. For two robots, start two runs.")


def where_it_stands(maze: str, starts: tuple[str, ...]) -> str | World:
    """Return the maze in which the robot stands; a floor when the command line says nothing.

    Raises:
        BadInput: There is more than one start.
    """
    if len(starts) > 1:
        raise BadInput(f"There are {len(starts)} starts, but there is one real robot.")
    return maze if starts or _is_given("maze") else FLOOR


def pulse_mm(profile: str | None) -> float:
    """Return the way of a wheel for a pulse, measured or usual."""
    return PULSE_MM if profile is None else load_profile(profile).pulse_mm


def _is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE
