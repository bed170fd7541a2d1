"""Which options of ``run`` make no sense beside ``--from``; light, since every run loads it."""

from __future__ import annotations

import click
from click.core import ParameterSource

from wsusim.errors import BadInput

DECIDED = ("maze", "seed", "robot_kind", "starts", "is_ideal", "timing", "decision", "profile")
"""Parameters that a recording decides."""


def refuse_with_from() -> None:
    """Raise ``BadInput`` when the current command was given an option that ``--from`` decides."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name
        if name in DECIDED and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise BadInput(
                f"{parameter.opts[0]} can't be used with --from: the maze, seed, robots, noise "
                "and timing come from the recording. Leave it out."
            )
