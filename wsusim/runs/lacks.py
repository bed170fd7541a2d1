"""What the robots of a run lack that their programs use, reported when it starts."""

from __future__ import annotations

from wsusim.control.robot_needs import what_it_lacks
from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import BadInput, ControllerLoadError
from wsusim.runs.observer import RunStart


def lacks_of(start: RunStart) -> list[str]:
    """Return a sentence or two for each program that was written for another robot."""
    if start.is_replayed:
        return []
    found = []
    for robot, spec in zip(start.world.robots, start.request.controllers, strict=False):
        try:
            path = find_file(split_spec(spec)[0])
        except (BadInput, ControllerLoadError):
            continue
        text = what_it_lacks(path, robot.kind)
        if text is not None:
            found.append(text)
    return list(dict.fromkeys(found))
