"""Robot files: a kind of robot as TOML or JSON. See ``manual/reference/robot-file.md``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wsusim.errors import BadInput, MazeError
from wsusim.formats.atomic import read_whole, write_whole
from wsusim.formats.entry_file import check_head, checked, parse_toml
from wsusim.formats.json_text import decode_text, parse_json
from wsusim.formats.problems import listed
from wsusim.formats.robot_entries import RobotFileEntry
from wsusim.model.elementary import hypot
from wsusim.model.robot_kind import RobotKind
from wsusim.model.text import printable
from wsusim.robots import ROBOT_KINDS, base_name, introduce, robot_kind
from wsusim.robots.file_of import FORMAT, VERSION, file_of, kind_of

SUFFIXES = (".toml", ".json")

TAKEN = frozenset(
    (
        *("age", "ambients", "distances", "exchange_time", "far", "lights", "near"),
        *("proximities", "toward"),
    )
)
"""What programs call ``sensors.NAME`` already."""

OUTSIDE_MM = 10.0
"""A sensor may stand out of the body so far."""


def find_robot(wanted: str) -> RobotKind:
    """Return the kind of robot of a name or a file, and register it in this process.

    Raises:
        BadInput: There is no such kind or file, or the file is not valid; says what and where.
    """
    if wanted in ROBOT_KINDS or not is_robot_file(wanted):
        return robot_kind(wanted)
    return introduce(load_robot(wanted))


def is_robot_file(wanted: str) -> bool:
    """Return whether a text denotes a robot file and not a name."""
    return wanted.lower().endswith(SUFFIXES) or "/" in wanted or "\\" in wanted


def load_robot(path: Path | str) -> RobotKind:
    """Return the kind of robot in a file, under the name in the file.

    Raises:
        BadInput: It can't be read or is not valid; the message holds all that is wrong.
    """
    path = Path(path)
    try:
        text = decode_text(read_whole(path, "a robot file"))
        if path.suffix.lower() == ".json" or text.lstrip().startswith("{"):
            return robot_of(parse_json(text))
        return robot_of(parse_toml(text), text)
    except (MazeError, BadInput) as error:
        raise BadInput(f"{printable(str(path))}: {error}") from None


def save_robot(kind: RobotKind, path: Path | str) -> None:
    """Write a kind into a file in one step; an existing TOML file keeps its comments.

    Raises:
        BadInput: The kind would not load again, or the file can't be written.
    """
    from wsusim.formats.robot_toml import toml_text  # its library is needed here only

    path = Path(path)
    file = file_of(kind) | {"name": base_name(kind.name)}
    robot_of(file)
    if path.suffix.lower() == ".json":
        text = json.dumps(file, indent=2) + "\n"
    else:
        text = toml_text(file, path.read_text("utf-8") if path.is_file() else "")
    write_whole(path, text.encode("utf-8"))


def robot_of(values: object, text: str = "") -> RobotKind:
    """Return the kind of robot of a file's values; raises ``BadInput`` with all that is wrong.

    ``text``, of a TOML file, gives the lines.
    """
    example = (
        f'One begins with format = "{FORMAT}" and version = {VERSION}; `python main.py robots '
        "--show epuck` prints an example."
    )
    check_head(values, "a robot file", FORMAT, VERSION, example)
    tables = checked(values, RobotFileEntry, text=text).model_dump(exclude_none=True)
    if "light" not in tables:
        tables["light"] = file_of(robot_kind("khepera1"))["light"]
    for sensor in tables["sensors"]:
        del sensor["kind"]
    kind = kind_of(tables)
    if problems := list(_problems(kind)):
        raise BadInput(listed("", problems))
    return kind


def with_kinds(maze: Any) -> Any:
    """Return a maze file's values, with its own kinds of robots registered under the robots' names.

    Raises:
        MazeError: One of its ``robot_kinds`` is not valid.
    """
    files = maze.get("robot_kinds") if isinstance(maze, dict) else None
    if not isinstance(files, list):
        return maze
    known: dict[Any, str] = {}
    for index, file in enumerate(files):
        try:
            known[file["name"]] = introduce(robot_of(file)).name
        except (BadInput, TypeError, KeyError) as error:
            reason = error if isinstance(error, BadInput) else "it is no robot file"
            raise MazeError(f"robot_kinds[{index}]: {reason}") from None
    robots = maze.get("robots", [])
    if not isinstance(robots, list):
        return maze
    named = [
        {**robot, "kind": known.get(str(robot["kind"]), robot["kind"])}
        if isinstance(robot, dict) and "kind" in robot
        else robot
        for robot in robots
    ]
    return {**maze, "robots": named}


def schema() -> dict[str, Any]:
    """Return the JSON schema of a robot file."""
    return RobotFileEntry.model_json_schema()


def _problems(kind: RobotKind) -> Iterator[str]:
    """Yield what is wrong with a robot as a whole."""
    names = [mount.name for mount in kind.sensors]
    for index, (name, mount) in enumerate(zip(names, kind.sensors, strict=True)):
        if name in names[:index]:
            yield (
                f"sensors[{index}].name is {name!r}, the name of sensors[{names.index(name)}]. "
                "Give each sensor a name of its own."
            )
        if name in TAKEN:
            yield f"sensors[{index}].name is {name!r}, but sensors.{name} is taken. Choose another."
        outside_mm = hypot(mount.x_mm, mount.y_mm) - kind.radius_mm
        if outside_mm > OUTSIDE_MM:
            yield (
                f"sensors[{index}] ({name}) stands {outside_mm:.0f} mm outside the body of radius "
                f"{kind.radius_mm:g} mm. Put it at most {OUTSIDE_MM:g} mm outside."
            )
    if abs(kind.axle_x_mm) > kind.radius_mm:
        yield (
            f"wheels.axle_x_mm is {kind.axle_x_mm:g}, outside the body of radius "
            f"{kind.radius_mm:g} mm. Put the axle under the body."
        )
    if kind.cone.quiet_low_share < kind.cone.quiet_zero_share:
        yield (
            f"proximity.quiet_low_share is {kind.cone.quiet_low_share:g}, but it must be at least "
            f"quiet_zero_share, {kind.cone.quiet_zero_share:g}."
        )
    if kind.gripper is not None and min(x for x, _ in kind.gripper.jaw_outline_mm) < 0.0:
        yield "gripper.jaw_outline_mm reaches behind the robot's middle. The gripper is in front."
