"""What a program uses that its robot does not have, found without running it.

A robot without a gripper stands still before the first cap; one whose speeds have another unit
creeps. Both look like a fault of the program, so a message appears when it starts.
"""

from __future__ import annotations

import ast
from math import remainder
from pathlib import Path

from wsusim.control.misuse import with_article
from wsusim.control.source_file import read_source
from wsusim.errors import ControllerLoadError
from wsusim.model.robot_kind import ASEBA_NODE, LINE_CAMERA, RobotKind
from wsusim.robots import robot_kind

SPEED_METHODS = frozenset({"set_speeds", "set_positions"})
"""Of the motors: with numbers whose meaning depends on the robot."""

KHEPERA_UNIT_MM_S = 8.0
"""Of speeds, for which most programs are written."""

EXAMPLE_SPEED = 8

ASIDE_DEG = 30.0
"""A sensor that looks farther aside than this does not see what is in the direction asked for."""

LIGHT_NAMES = frozenset(("ambient", "ambients", "light", "lights"))


def what_it_lacks(path: Path, kind_name: str) -> str | None:
    """Return what a kind of robot lacks for a program, a message; ``None``: nothing.

    A file that can't be read lacks nothing: the run itself says what is wrong with it.
    """
    try:
        tree = ast.parse(read_source(path).text)
    except (ControllerLoadError, SyntaxError, ValueError):
        return None
    kind = robot_kind(kind_name)
    parts = [
        *_absent_parts(tree, kind),
        *_absent_sensors(tree, kind),
        *_absent_directions(tree, kind),
    ]
    said = []
    if parts:
        *most, last = (f"no {part}" for part in parts)
        listed = f"{', '.join(most)} and {last}" if most else last
        robot = with_article(kind.title)
        said.append(f"{robot[0].upper()}{robot[1:]} has {listed}, which {path.name} uses.")
    unit_mm_s = kind.motors.speed_unit_mm_s
    if unit_mm_s != KHEPERA_UNIT_MM_S and _calls_with_numbers(tree):
        said.append(
            f"{path.name} gives speeds in the robot's own unit: on "
            f"{with_article(kind.title)} set_speeds({EXAMPLE_SPEED}, {EXAMPLE_SPEED}) is "
            f"{EXAMPLE_SPEED * unit_mm_s:.3g} mm/s, on a Khepera "
            f"{EXAMPLE_SPEED * KHEPERA_UNIT_MM_S:g}. Write set_speeds_mm_s, as any_robot does."
        )
    return " ".join(said) or None


def _absent_parts(tree: ast.Module, kind: RobotKind) -> list[str]:
    """Return the parts of a robot that a program names and a kind does not have."""
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and _is_self(node.value)
    }
    if kind.protocol == ASEBA_NODE and LIGHT_NAMES & _attributes(tree):
        used.add("ambient")  # of any sensor, whatever it is called
    absent = {
        "ambient": (True, "sensor for ambient light"),
        "gripper": (kind.gripper is None, "gripper"),
        "camera": (LINE_CAMERA not in kind.cameras, "line camera"),
        "floor": (not kind.floor_sensors, "floor sensors"),
    }
    return [words for name, (is_absent, words) in absent.items() if is_absent and name in used]


def _absent_sensors(tree: ast.Module, kind: RobotKind) -> list[str]:
    """Return the sensors that a program names, or counts to, and a kind does not have."""
    known = {mount.name for mount in kind.sensors}
    others = {
        mount.name for name in ("khepera1", "epuck", "thymio") for mount in robot_kind(name).sensors
    } - known
    names: list[str] = []
    numbers: list[int] = []
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Attribute(value=owner, attr="sensors"), attr=name):
                if _is_self(owner) and name in others:
                    names.append(name)
            case ast.Subscript(
                value=ast.Attribute(value=owner, attr="sensors" | "proximities"),
                slice=ast.Constant(value=int(number)),
            ):
                if number >= len(kind.sensors):
                    numbers.append(number)
    found = [f"sensor {name}" for name in dict.fromkeys(names)]
    return found + [f"sensor {number}" for number in dict.fromkeys(numbers)]


def _absent_directions(tree: ast.Module, kind: RobotKind) -> list[str]:
    """Return the directions in a program, as numbers, that no sensor of a kind sees."""
    lists = _numbers_gone_through(tree)
    asked: list[float] = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="toward") | ast.Name(id="toward"), args=[bearing]
            ):
                name = bearing.id if isinstance(bearing, ast.Name) else ""
                asked += lists.get(name, _numbers([bearing]))
    bearings = [mount.bearing_deg for mount in kind.sensors]
    return [
        f"sensor that looks {abs(deg):g} degrees to the {'left' if deg > 0.0 else 'right'}"
        for deg in dict.fromkeys(asked)
        if min((abs(remainder(one - deg, 360.0)) for one in bearings), default=180.0) > ASIDE_DEG
    ]


def _numbers_gone_through(tree: ast.Module) -> dict[str, list[float]]:
    """Return the numbers that a variable takes in turn: ``for bearing in (90, 45, 0)``."""
    return {
        node.target.id: _numbers(node.iter.elts)
        for node in ast.walk(tree)
        if isinstance(node, ast.comprehension | ast.For)
        and isinstance(node.target, ast.Name)
        and isinstance(node.iter, ast.Tuple | ast.List)
    }


def _numbers(nodes: list[ast.expr]) -> list[float]:
    found = []
    for node in nodes:
        try:
            value = ast.literal_eval(node)
        except ValueError:
            continue
        if isinstance(value, int | float):
            found.append(float(value))
    return found


def _attributes(tree: ast.Module) -> set[str]:
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def _calls_with_numbers(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in SPEED_METHODS
        for node in ast.walk(tree)
    )


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"
