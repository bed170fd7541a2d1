"""Worlds of Stage (Player/Stage): the walls of a bitmap, and where its robots stand."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from wsusim.errors import MazeError
from wsusim.formats.atomic import read_beside
from wsusim.formats.free_places import Floor
from wsusim.formats.grey_pictures import read_grey
from wsusim.formats.importers.importer import FOLDER, Imported, Importer, text_of
from wsusim.formats.occupancy_map import SCALE, arena_of_map, checked_scale
from wsusim.model.geometry import Pose
from wsusim.model.text import counted
from wsusim.model.world import RobotStart, World
from wsusim.robots import robot_kind

KIND = "khepera1"
DARKEST_FLOOR = 127
"""Of a bitmap, brighter points are floor (Stage)."""

MOST_INCLUDES = 50

_TOKEN = re.compile(r'"[^"]*"|#[^\n]*|[()\[\]]|[^\s()\[\]"#]+')


@dataclass(slots=True)
class _Model:
    """A model in a world file: its type and its properties."""

    kind: str
    said: dict[str, list[str]] = field(default_factory=dict)


def _takes(content: bytes) -> bool:
    text = re.sub(r"#[^\n]*", "", text_of(content))
    return re.search(r"^\s*\w+\s*\([^()]*\bbitmap\s+\"", text, re.MULTILINE) is not None


class _File:
    """The models of a world file and of those that it includes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kinds: dict[str, _Model] = {}
        self._included: set[str] = set()
        self.models: list[_Model] = []
        self.missing: list[str] = []

    def take(self, text: str) -> None:
        """Read a file's text."""
        tokens = [token for token in _TOKEN.findall(text) if not token.startswith("#")]
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token == "include" and at + 1 < len(tokens):
                self._include(tokens[at + 1].strip('"'))
                at += 2
            elif token == "define" and tokens[at + 3 : at + 4] == ["("]:
                model, after = self._model(tokens, at + 4, tokens[at + 2])
                self._kinds[tokens[at + 1]] = model
                at = after
            elif tokens[at + 1 : at + 2] == ["("]:
                model, at = self._model(tokens, at + 2, token)
                self.models.append(model)
            else:
                at += 1

    def kinds_of(self, model: _Model) -> Iterator[str]:
        """Yield a model's type, the type of that, and so on."""
        kind, seen = model.kind, set[str]()
        while kind not in seen:
            seen.add(kind)
            yield kind
            kind = self._kinds[kind].kind if kind in self._kinds else kind

    def said(self, model: _Model, name: str) -> list[str]:
        """Return a property of a model, its own or one of its types."""
        if name in model.said:
            return model.said[name]
        kinds = (self._kinds[kind] for kind in self.kinds_of(model) if kind in self._kinds)
        return next((kind.said[name] for kind in kinds if name in kind.said), [])

    def numbers(self, model: _Model, name: str, count: int) -> list[float]:
        """Return a property that is numbers; raises ``MazeError`` for anything else."""
        words = self.said(model, name) or ["0"] * count
        try:
            values = [float(word) for word in words]
        except ValueError:
            values = []
        if len(values) < count or not all(map(math.isfinite, values)):
            raise MazeError(f"{name} of {model.kind} is {words}, but it must be {count} numbers.")
        return values

    def _model(self, tokens: list[str], at: int, kind: str) -> tuple[_Model, int]:
        """Return the model within parentheses, and the position after them."""
        model = _Model(kind)
        while at < len(tokens) and tokens[at] != ")":
            name, at = tokens[at], at + 1
            if at < len(tokens) and tokens[at] == "(":  # a part of the robot
                _, at = self._model(tokens, at + 1, name)
            elif at < len(tokens) and tokens[at] == "[":
                end = _end_of_list(tokens, at)
                model.said[name] = tokens[at + 1 : end]
                at = end + 1
            elif at < len(tokens) and tokens[at] != ")":
                model.said[name] = [tokens[at].strip('"')]
                at += 1
        return model, at + 1

    def _include(self, name: str) -> None:
        if name in self._included or len(self._included) >= MOST_INCLUDES:
            return
        self._included.add(name)
        try:
            self.take(text_of(read_beside(self._folder, name, "a file of Stage")))
        except MazeError:
            self.missing.append(name)


def _end_of_list(tokens: list[str], at: int) -> int:
    """Return where the list ends that begins there."""
    try:
        return tokens.index("]", at)
    except ValueError:
        return len(tokens)


def _read(content: bytes, name: str, given: Mapping[str, Any]) -> Imported:
    scale = checked_scale(given.get("scale", 1.0))
    file = _File(given[FOLDER])
    file.take(text_of(content))
    plans = [model for model in file.models if file.said(model, "bitmap")]
    if not plans:
        raise MazeError("it has no bitmap in it, so there are no walls to take over.")
    plan = max(plans, key=lambda model: math.prod(file.numbers(model, "size", 2)[:2]))
    width_m, height_m = file.numbers(plan, "size", 2)[:2]
    x_m, y_m, *turned = file.numbers(plan, "pose", 2)
    arena = arena_of_map(*_cells(file, plan, given[FOLDER], scale), name)
    corner = (x_m - width_m / 2.0, y_m - height_m / 2.0)
    remarks = [arena.remark] if arena.remark else []
    if len(turned) > 1 and turned[1] % 360.0:
        remarks.append("The floor plan is turned in Stage; here nothing is turned.")
    world, rest = _with_robots(arena.world, file, plan, corner, scale)
    if rest:
        remarks.append(f"{counted(rest, 'other model')} left out.")
    remarks += [f"There is no file {one}, so what it says is missing." for one in file.missing]
    return Imported(world, tuple(remarks))


def _cells(file: _File, plan: _Model, folder: Path, scale: float) -> tuple[Any, float]:
    """Return what is occupied within a bitmap's borders, which Stage fits to the size."""
    width_m, height_m = file.numbers(plan, "size", 2)[:2]
    if not (width_m > 0.0 and height_m > 0.0):
        raise MazeError(f"the size of {plan.kind} is {width_m} x {height_m} m. Give it a size.")
    image = file.said(plan, "bitmap")[0]
    is_occupied = read_grey(read_beside(folder, image, "the bitmap"), image) <= DARKEST_FLOOR
    rows, columns = np.flatnonzero(is_occupied.any(axis=1)), np.flatnonzero(is_occupied.any(axis=0))
    if not len(rows):
        raise MazeError(f"Nothing is dark in {image}, so there are no walls.")
    inner = is_occupied[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    cell_mm = 1000.0 * scale * width_m / inner.shape[1]
    wanted = max(1, round(1000.0 * scale * height_m / cell_mm))  # cells are squares here
    picked = (np.arange(wanted) + 0.5) * inner.shape[0] / wanted
    return inner[picked.astype(int)], cell_mm


def _with_robots(
    world: World, file: _File, plan: _Model, corner_m: tuple[float, float], scale: float
) -> tuple[World, int]:
    """Return the maze with Stage's robots instead of ours, and how much else there is."""
    floor = Floor(world.arena, world.walls)
    bare = replace(world, robots=(), next_id=len(world.walls) + 1)
    robots: list[RobotStart] = []
    rest = 0
    radius_mm = robot_kind(KIND).radius_mm
    for model in file.models:
        if model is plan or (model.kind in ("window", "model") and not file.said(model, "bitmap")):
            continue
        if "position" not in file.kinds_of(model):
            rest += 1
            continue
        x_m, y_m, *more = file.numbers(model, "pose", 2)
        wanted_mm = [1000.0 * scale * (x_m - corner_m[0]), 1000.0 * scale * (y_m - corner_m[1])]
        place = floor.put(wanted_mm[0], wanted_mm[1], radius_mm)
        if place is None or len(robots) == 100:
            rest += 1
            continue
        heading_rad = math.radians(more[1] if len(more) > 1 else 0.0)
        robots.append(RobotStart(bare.next_id + len(robots), Pose(*place, heading_rad)))
    if not robots:
        return world, rest
    return replace(bare, robots=tuple(robots), next_id=bare.next_id + len(robots)), rest


ROWS = (
    Importer(
        title="Stage worlds",
        words="a world of Stage (.world, with its bitmap beside it)",
        takes=_takes,
        read=_read,
        suffixes=(".world",),
        options=(SCALE,),
        has_neighbours=True,
    ),
)
