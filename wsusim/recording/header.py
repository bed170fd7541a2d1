"""What a recording says about its run as a whole: maze, controllers, seed, options, versions."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.metadata import version
from pathlib import PurePosixPath
from typing import Any

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from wsusim.errors import BadInput
from wsusim.formats.entries import MazeEntry
from wsusim.formats.maze_file import world_to_text
from wsusim.formats.robot_file import robot_of
from wsusim.model.tuning import RAYS_MODEL, SENSOR_MODEL, RobotTuning
from wsusim.model.world import World
from wsusim.recording.computer import ARITHMETIC, this_computer
from wsusim.recording.file_layout import CONTROLLERS, FORMAT_VERSION, MAZE
from wsusim.recording.typed import (
    BAD_VALUES,
    LAST_TICK,
    RobotNumber,
    checked,
    json_bytes,
    typed,
)
from wsusim.robots import (
    SHIPPED,
    earlier_name,
    files_of,
    from_before_readings,
    introduce,
    recall,
)
from wsusim.version import __version__

REAL_ROBOT = "real_robot"
"""Option that is there when the robot was a real one: its address."""

TOLD = "robot_info"
"""Option beside it: what the program was told of its robot at the beginning; without it there is no
tape, and the run can't be done again."""

EMULATED = "emulated_ports"
"""Option that is there when programs drove simulated robots over serial ports: their addresses."""

SCENE_DRAWING = 2
"""How scenes for other programs are drawn: what is where, how large, high and coloured. 1: all ways
from before this was told. Raise it whenever ``scene_json`` draws the same world in another way."""

_FIRST_NAMED = 2


_Program = TypedDict("_Program", {"robot": RobotNumber, "class": str, "main": str, "sha256": str})
"""What the head says of a controller."""


class _Options(TypedDict, total=False):
    """The options of a run that its repetition needs, or that people are told."""

    controllers: list[str]
    maze: str
    seed: int
    time_s: float | None
    robot_kind: str | None
    starts: list[tuple[float, float, float]]
    is_ideal: bool
    speed: float | None
    baud: int | None
    patience_s: float
    decision_factor: float | None
    profile: str | None
    sensor_model: int | None
    parameters: dict[str, Any]
    simulated_from: str
    allowed: list[str]
    real_robot: str
    emulated_ports: list[str]


@cache
def _world_adapter() -> TypeAdapter[World]:
    """Return an adapter that writes and reads a world exactly, to the last bit of each number."""
    return TypeAdapter(World)


@dataclass(frozen=True, slots=True)
class ControllerSource:
    """The program of one robot, as it was when the run began.

    Attributes:
        robot: Number of the robot from 0.
        class_name: The class that was asked for; empty when the file was to have only one.
        main: Name of the file that holds the class, one of ``files``.
        files: Content of that file and of the neighbours it imports, by path.
    """

    robot: int
    class_name: str
    main: str
    files: Mapping[str, bytes]

    @property
    def sha256(self) -> str:
        """Hash over the names and contents of all files."""
        return _hash_of(self.files)

    @property
    def text_sha256(self) -> str:
        """The same, regardless of the name of the file that holds the class."""
        others = {name: text for name, text in self.files.items() if name != self.main}
        return _hash_of(others | {"": self.files[self.main]})


def _hash_of(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name]):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(part)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Versions:
    """What the run was made with; another version may drive differently."""

    wsusim: str
    python: str
    numpy: str
    numba: str

    @classmethod
    def current(cls) -> Versions:
        """Return the versions of the running program."""
        return cls(__version__, platform.python_version(), version("numpy"), version("numba"))

    def __str__(self) -> str:
        return f"wsusim {self.wsusim}, Python {self.python}, numpy {self.numpy}, numba {self.numba}"


@dataclass(frozen=True, slots=True)
class RunHeader:
    """Everything that is needed to repeat a run.

    Attributes:
        world: The maze with robots as they started.
        seed: Start of all randomness.
        is_ideal: Whether noise was off.
        options: The other options of the run, plain values, as its command line took them.
        controllers: The programs, in the order of their robots.
        sample_ticks: Ticks from one sample to the next.
        first_tick: Tick of the first sample: 0, or where a resumed run began.
        sensor_model: Law of the proximity sensors of robots without a tuning of their own. A
            recording without it is from when there was only the first one; its robots get tunings
            that say so.
        arithmetic: Whose functions it was made with, see ``computer``; a recording without it: 1.
        scene: How its scene for other programs is drawn, see ``SCENE_DRAWING``; 1 also for
            recordings without it.
        computer: The one on which it was made, for people; empty in older recordings.
    """

    world: World
    seed: int
    is_ideal: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    controllers: tuple[ControllerSource, ...] = ()
    sample_ticks: int = 2
    first_tick: int = 0
    sensor_model: int = SENSOR_MODEL
    versions: Versions = field(default_factory=Versions.current)
    arithmetic: int = ARITHMETIC
    scene: int = SCENE_DRAWING
    computer: str = field(default_factory=this_computer)
    format_version: int = FORMAT_VERSION

    @property
    def real_robot(self) -> str | None:
        """Address of the real robot that was driven; ``None``: it was a simulation."""
        address = self.options.get(REAL_ROBOT)
        return None if address is None else str(address)

    @property
    def emulated_ports(self) -> tuple[str, ...]:
        """The ports at which programs drove the simulated robots; empty: there was no emulator."""
        return tuple(map(str, self.options.get(EMULATED, ())))

    def metadata(self) -> dict[str, str]:
        """Return the values of the ``HEADER`` metadata record."""
        kinds = files_of(robot.kind for robot in self.world.robots)
        return {
            "robot_kinds": json_bytes(kinds).decode(),
            "format_version": str(self.format_version),
            **asdict(self.versions),
            "arithmetic": str(self.arithmetic),
            "scene": str(self.scene),
            "computer": self.computer,
            "maze": self.world.name,
            "world": _world_adapter().dump_json(self.world).decode(),
            "seed": str(self.seed),
            "ideal": json_bytes(self.is_ideal).decode(),
            "options": json_bytes(dict(self.options)).decode(),
            "sample_ticks": str(self.sample_ticks),
            "first_tick": str(self.first_tick),
            "sensor_model": str(self.sensor_model),
            "controllers": json_bytes(
                [
                    {
                        "robot": source.robot,
                        "class": source.class_name,
                        "main": source.main,
                        "sha256": source.sha256,
                    }
                    for source in self.controllers
                ]
            ).decode(),
        }

    def attachments(self) -> dict[str, bytes]:
        """Return the attached files by name: the maze for people, and the controllers."""
        files = {MAZE: world_to_text(self.world).encode()}
        for source in self.controllers:
            for name, content in source.files.items():
                files[f"{CONTROLLERS}{source.robot}/{name}"] = content
        return files


def header_of(metadata: Mapping[str, str], attachments: Mapping[str, bytes]) -> RunHeader:
    """Return the header of a recording; raises ``BadInput`` if it makes no sense."""
    try:
        format_version = int(metadata["format_version"])
        if format_version < 1:
            raise ValueError("there was none such")
        if format_version > FORMAT_VERSION:
            raise BadInput(
                f"The recording has format version {format_version}, but this wsusim reads only "
                f"up to version {FORMAT_VERSION}. It was made with wsusim "
                f"{metadata.get('wsusim', '?')}: use that version or a newer one."
            )
        sensor_model = int(metadata.get("sensor_model", RAYS_MODEL))
        if sensor_model > SENSOR_MODEL:
            raise BadInput(
                f"The recording was made with sensor model {sensor_model}, but this wsusim knows "
                f"only models up to {SENSOR_MODEL}. It was made with wsusim "
                f"{metadata.get('wsusim', '?')}: use that version or a newer one."
            )
        names = names_of_kinds(metadata)  # first: what a world holds must be known
        return RunHeader(
            world=with_names(_world(metadata["world"], _is_before_models(metadata)), names),
            seed=int(metadata["seed"]),
            is_ideal=typed(bool, metadata["ideal"]),
            options=_options(metadata["options"]),
            controllers=tuple(
                _controller(program, attachments)
                for program in typed(list[_Program], metadata["controllers"])
            ),
            sample_ticks=_ticks(metadata["sample_ticks"], least=1),
            first_tick=_ticks(metadata["first_tick"]),
            sensor_model=sensor_model,
            versions=Versions(
                metadata["wsusim"], metadata["python"], metadata["numpy"], metadata["numba"]
            ),
            arithmetic=_told_since(metadata, "arithmetic", ARITHMETIC),
            scene=_told_since(metadata, "scene", SCENE_DRAWING),
            computer=metadata.get("computer", ""),
            format_version=format_version,
        )
    except BAD_VALUES as error:
        raise BadInput(
            f"The header of the recording is damaged ({type(error).__name__}). Use another copy "
            "of the file."
        ) from error


def _options(text: str) -> dict[str, Any]:
    """Return the options of a run; raises ``ValueError`` if one is impossible."""
    options = typed(dict[str, Any], text)
    checked(_Options, options)
    return options


def _told_since(metadata: Mapping[str, str], name: str, newest: int) -> int:
    """Return the version of a method that was recorded only from version 2 on.

    Raises:
        BadInput: It is a newer one.
        ValueError: There was no such version, or it is missing where others of its time are
            recorded.
    """
    if name not in metadata:
        if "computer" in metadata:
            raise ValueError("all that name their computer tell this, too")
        return 1
    number = int(metadata[name])
    if number > newest:
        raise BadInput(
            f"The recording was made with {name} {number}, but this wsusim knows only those up to "
            f"{newest}. It was made with wsusim {metadata.get('wsusim', '?')}: use that version or "
            "a newer one."
        )
    if number < _FIRST_NAMED:
        raise ValueError("there was none such")
    return number


def names_of_kinds(metadata: Mapping[str, str]) -> dict[str, str]:
    """Register the kinds of robots in a recording, and return the current names of shipped ones.

    A recording has the figures of its robots with it, whatever becomes of those that are shipped;
    one without them is from when these were the earlier ones. Before there were sensor models, none
    of the figures that have changed since were used.

    Raises:
        BadInput: Its description of the robots is damaged.
    """
    if _is_before_models(metadata):
        return {}
    names = {}
    try:
        for file in typed(list[dict[str, Any]], metadata.get("robot_kinds", "[]")):
            kind = robot_of(file)
            if file["name"] in SHIPPED:
                kind = kind if "readings" in file else from_before_readings(kind)
                names[kind.name] = introduce(kind).name
            else:
                recall(file)
    except (*BAD_VALUES, BadInput) as error:
        raise BadInput(
            f"What the recording says about its robots is damaged ({type(error).__name__}). Use "
            "another copy of the file."
        ) from error
    return {name: names[name] if name in names else earlier_name(name) for name in SHIPPED}


def with_names(world: World, names: Mapping[str, str]) -> World:
    """Return a world with other names for its kinds of robots."""
    robots = (replace(robot, kind=names.get(robot.kind, robot.kind)) for robot in world.robots)
    return replace(world, robots=tuple(robots))


def recorded_hashes(metadata: Mapping[str, str]) -> dict[int, str]:
    """Return the hash that was recorded for each robot's controller."""
    programs = typed(list[_Program], metadata["controllers"])
    return {program["robot"]: program["sha256"] for program in programs}


def _is_before_models(metadata: Mapping[str, str]) -> bool:
    return "sensor_model" not in metadata


def _world(text: str, has_first_model: bool) -> World:
    """Return the exact world; its figures must be valid in a maze file."""
    world = _world_adapter().validate_json(text)
    if has_first_model:
        robots = tuple(
            replace(robot, tuning=replace(robot.tuning or RobotTuning(), sensor_model=RAYS_MODEL))
            for robot in world.robots
        )
        world = replace(world, robots=robots)
    MazeEntry.model_validate_json(world_to_text(world))
    return world


def _ticks(text: str, least: int = 0) -> int:
    ticks = int(text)
    if not least <= ticks <= LAST_TICK:
        raise ValueError("no such tick")
    return ticks


def _controller(program: _Program, attachments: Mapping[str, bytes]) -> ControllerSource:
    prefix = PurePosixPath(CONTROLLERS) / str(program["robot"])
    files = {
        str(PurePosixPath(name).relative_to(prefix)): content
        for name, content in attachments.items()
        if PurePosixPath(name).is_relative_to(prefix)
    }
    return ControllerSource(program["robot"], program["class"], program["main"], files)
