"""Prepares the repetition of a recorded run: its maze, seed, options and the recorded programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.model.geometry import Pose
from wsusim.recording.header import ControllerSource, RunHeader
from wsusim.runs.request import RECORDED, RunRequest


def recorded_programs(header: RunHeader) -> tuple[ControllerSource, ...]:
    """Return the programs of all robots.

    Raises:
        BadInput: A robot's program is not in the recording.
    """
    wanted = len(header.options.get("controllers", header.controllers))
    if len(header.controllers) != wanted or not wanted:
        raise BadInput(
            "The recording doesn't contain the programs of all its robots, so the run can't be "
            "repeated. Record it again, with controller files that can be read."
        )
    return header.controllers


def lay_out(folder: Path, sources: Sequence[ControllerSource]) -> tuple[str, ...]:
    """Write programs into a folder; return what ``RunRequest.controllers`` wants.

    Raises:
        BadInput: A program wants to be written elsewhere.
    """
    try:
        return tuple(_lay_out(folder, source) for source in sources)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(
            f"The program can't be laid out ({reason}): its files have names that no file can have "
            "here. Give them other names, or use another copy."
        ) from None


def _lay_out(folder: Path, source: ControllerSource) -> str:
    place = folder / str(source.robot)
    for name in (source.main, *source.files):
        if not (place / name).resolve().is_relative_to(folder.resolve() / str(int(source.robot))):
            raise BadInput(
                f"The recording tries to write outside its folder ({name!r}), so it was not made "
                "by wsusim. Don't trust it."
            )
    for name, content in source.files.items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    main = str(place / source.main)
    return f"{main}:{source.class_name}" if source.class_name else main


def request_of(
    header: RunHeader, controllers: tuple[str, ...], *, until_s: float | None = None
) -> RunRequest:
    """Return the request of a recorded run, as fast as it goes.

    Args:
        header: What was recorded of it.
        controllers: The programs to run.
        until_s: When to end; ``None``: at the time limit of the recorded run.
    """
    options: dict[str, Any] = dict(header.options)
    options.pop("speed", None)
    options["controllers"] = controllers
    options["is_isolated"] = True  # whatever the programs do, they can't change the comparison
    options["allowed"] = tuple(options.get("allowed", ()))
    options["starts"] = tuple(Pose(*start) for start in options.get("starts", ()))
    if until_s is not None:
        options["time_s"] = until_s
    return RunRequest(**{name: value for name, value in options.items() if name in RECORDED})


def simulation_of(header: RunHeader) -> Simulation:
    """Return the simulation of a recorded run at its start."""
    return Simulation(header.world, seed=header.seed, ideal=header.is_ideal)
