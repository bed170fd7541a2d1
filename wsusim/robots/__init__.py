"""The kinds of robots: files with their figures and sources, and how to find a kind by its name."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import files

from wsusim.errors import BadInput
from wsusim.model.robot_kind import RobotKind
from wsusim.robots.file_of import Tables, file_of, kind_of

SHIPPED = ("khepera1", "khepera2", "epuck", "thymio")
"""Names of the kinds that come with wsusim; their files stand beside this one."""


_JOINT = "~"
_DIGITS = 8


def shipped_text(name: str) -> str:
    """Return the text of the file of a kind that comes with wsusim."""
    return files(__name__).joinpath(f"{name}.toml").read_text("utf-8")


ROBOT_KINDS: dict[str, RobotKind] = {
    name: kind_of(tomllib.loads(shipped_text(name))) for name in SHIPPED
}
"""All kinds that this process knows: those shipped, and those that were introduced to it.

It only grows, and a name never comes to mean something else: that of an introduced kind is made of
its figures. So a maze, a recording and a run speak of the same robot by a name, in every process.
"""


EARLIER: dict[str, str] = {
    "khepera1": "khepera1~4e1cc12a",
    "epuck": "epuck~4123c7b7",
    "thymio": "thymio~5762b2d8",
}
"""Of kinds that are shipped with other figures than once, what they were, by their plain names.

Files from when nothing carried the figures of shipped robots mean these by the plain names. Their
own files stand in ``earlier``; they are read when asked for.
"""


def earlier_name(name: str) -> str:
    """Return the name of the earliest version of a kind, and register that."""
    return robot_kind(EARLIER.get(name, name)).name


def robot_kind(name: str) -> RobotKind:
    """Return the kind called ``name``; raises ``BadInput`` listing the known ones."""
    if name not in ROBOT_KINDS and name in EARLIER.values():
        introduce(kind_of(tomllib.loads(shipped_text(f"earlier/{base_name(name)}"))))
    try:
        return ROBOT_KINDS[name]
    except KeyError:
        raise BadInput(
            f"There is no kind of robot called {name!r}. Choose one of: {', '.join(SHIPPED)}, or "
            "give a robot file such as my_robot.toml. For a real robot (with run), use "
            "serial:PORT, for example serial:/dev/ttyUSB0 or serial:auto."
        ) from None


def introduce(kind: RobotKind) -> RobotKind:
    """Register a kind in this process, and return it under the name by which it is found.

    A kind that is shipped keeps its name; the name of another gets a fingerprint of its figures, so
    that two versions of a robot can drive in one maze.
    """
    own = kind.name
    if ROBOT_KINDS.get(own) == kind:
        return kind
    plain_name = base_name(own)
    figures = json.dumps({**file_of(kind), "name": plain_name}, sort_keys=True)
    fingerprint = hashlib.sha256(figures.encode()).hexdigest()[:_DIGITS]
    known = replace(kind, name=f"{plain_name}{_JOINT}{fingerprint}")
    return ROBOT_KINDS.setdefault(known.name, known)


def from_before_readings(kind: RobotKind) -> RobotKind:
    """Return the kind for a file that is older than the table ``readings``.

    The shipped kind, if it has the same figures otherwise: no program could use the readings.
    """
    shipped = ROBOT_KINDS.get(kind.name, kind)
    return shipped if replace(kind, readings=shipped.readings) == shipped else kind


def recall(file: Tables) -> RobotKind:
    """Register a kind again, under the name that another process or a recording has for it.

    The file is taken as valid, as by ``kind_of``.
    """
    kind = kind_of(file)
    return ROBOT_KINDS.setdefault(kind.name, kind)


def base_name(name: str) -> str:
    """Return the name that an introduced kind has in its own file."""
    return name.partition(_JOINT)[0]


def introduced(names: Iterable[str]) -> list[Tables]:
    """Return the files of those of the kinds that are not shipped, each once, in order."""
    return files_of(name for name in names if robot_kind(name).name not in SHIPPED)


def files_of(names: Iterable[str]) -> list[Tables]:
    """Return the files of kinds, each once, in order."""
    return [file_of(robot_kind(name)) for name in dict.fromkeys(names)]
