"""What a maze file of version 2 may hold: one class per kind of line, units in the names."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from wsusim.errors import MazeError
from wsusim.formats.grey_pictures import EMBEDDED_PNG
from wsusim.model.limits import (
    FLAG,
    SIDE_MAX_MM,
    Place,
    Ratio,
    choice,
    line,
    number,
    paragraph,
    refusal,
    whole,
)
from wsusim.model.radio import USUAL_RADIO, Radio
from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.model.tuning import SENSOR_MODELS, ProximityNetwork, ProximityResponse, SlowMotor
from wsusim.model.units import CELL_MM
from wsusim.model.world import (
    BLOCK_MASS_G,
    BLOCK_RESTITUTION,
    ID_MAX,
    SIDE_MIN_MM,
    SLIDING_FRICTION,
    WALL_FRICTION,
    WALL_RESTITUTION,
    WALL_THICKNESS_MM,
    ArenaCamera,
    Ball,
    Cap,
    Colour,
    Cylinder,
    Friction,
    Id,
    Light,
    Mass,
    Mission,
    Note,
)
from wsusim.robots import ROBOT_KINDS, SHIPPED

MM_PER_PX_MIN, MM_PER_PX_MAX = 0.05, 50.0
"""Scale of a picture: from a fine print to a sketch."""

Side = Annotated[float, number(SIDE_MIN_MM, SIDE_MAX_MM)]
Heading = Annotated[float, number(-360, 360)]
Gain = Annotated[float, number(0, 2)]
MotorGain = Annotated[float, number(0, 3)]
"""As far as a profile's gain of 2 with its largest pulse goes."""
Noise = Annotated[float, number(0, 10)]
Bearing = Annotated[float, number(-180, 180)]
"""Where a proximity sensor looks, in degrees counter-clockwise from ahead."""
FieldWidth = Annotated[float, number(20, 160)]
"""Full width of a proximity sensor's field at half of its sensitivity, in degrees."""
Threshold = Annotated[float, number(0, 2000)]
AdditiveNoise = Annotated[float, number(0, 300)]
"""Standard deviation, in units of a reading."""
Point = Annotated[list[Place], Field(min_length=2, max_length=2)]
BoxSide = Annotated[float, number(5, 500)]

T = TypeVar("T")
PerSensor = Annotated[list[T], Field(min_length=1, max_length=MOST_SENSORS)]


def _one_or_each(count: int, low: float, high: float) -> BeforeValidator:
    """Return a validator that turns one number into a list of ``count`` equal ones."""
    limit = number(low, high)

    def check(value: object) -> object:
        if not isinstance(value, list) and not limit.is_good(value):
            raise refusal(f"{limit.wants}, or a list of {count} such numbers")
        return value if isinstance(value, list) else [value] * count

    return BeforeValidator(check)


SensorNoises = Annotated[PerSensor[Noise], _one_or_each(MOST_SENSORS, 0, 10)]


def _at_most(count: int) -> Any:
    return Field([], max_length=count)  # pydantic gives each table a list of its own


OBJECTS_MAX = {
    "walls": 20_000,
    "lights": 100,
    "caps": 500,
    "balls": 100,
    "cylinders": 100,
    "boxes": 100,
    "robots": 1000,
    "goals": 1000,
    "notes": 1000,
    "floor_pictures": 20,
}
"""How many objects of each kind a maze may hold."""


class Entry(BaseModel):
    """Base of all lines: only the named fields, nothing converted silently."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ArenaEntry(Entry):
    """The floor: a size, an outline, or an outline within a solid frame of that size."""

    size_mm: Annotated[list[Side], Field(min_length=2, max_length=2)] | None = None
    outline_mm: Annotated[list[Point], Field(min_length=3, max_length=500)] | None = None
    reflectivity: Ratio = 1.0
    restitution: Ratio = WALL_RESTITUTION
    friction: Friction = WALL_FRICTION
    colour: Colour = ""

    @model_validator(mode="after")
    def _has_extent(self) -> ArenaEntry:
        if self.size_mm is None and self.outline_mm is None:
            raise refusal("an object with size_mm, outline_mm or both")
        return self


class WallEntry(Entry):
    """A straight wall between the ends of its centre line."""

    id: Id
    from_mm: Point
    to_mm: Point
    thickness_mm: Annotated[float, number(0.1, 500)] = WALL_THICKNESS_MM
    reflectivity: Ratio = 1.0
    restitution: Ratio = WALL_RESTITUTION
    friction: Friction = WALL_FRICTION
    colour: Colour = ""


class BoxEntry(Entry):
    """A block with four sides."""

    id: Id
    x_mm: Place
    y_mm: Place
    heading_deg: Heading = 0.0
    width_mm: BoxSide = 60.0
    depth_mm: BoxSide = 40.0
    reflectivity: Ratio = 1.0
    mass_g: Mass = BLOCK_MASS_G
    friction: Friction = SLIDING_FRICTION
    restitution: Ratio = BLOCK_RESTITUTION
    colour: Colour = ""


class TuningEntry(Entry):
    """Departures of one robot from its kind."""

    left_motor_gain: MotorGain = 1.0
    right_motor_gain: MotorGain = 1.0
    motor_noise: Annotated[
        list[Noise], Field(min_length=2, max_length=2), _one_or_each(2, 0, 10)
    ] = [1.0] * 2
    proximity_gain: PerSensor[Gain] = [1.0] * MOST_SENSORS
    proximity_spread: Annotated[bool, FLAG] = True
    proximity_noise: SensorNoises = [1.0] * MOST_SENSORS
    light_gain: Annotated[PerSensor[Gain], _one_or_each(MOST_SENSORS, 0, 2)] = [1.0] * MOST_SENSORS
    light_noise: SensorNoises = [1.0] * MOST_SENSORS
    slow_motors: list[SlowMotor] = _at_most(100)
    response: ProximityResponse | None = None
    network: ProximityNetwork | None = None
    sensor_model: Annotated[int, whole(*SENSOR_MODELS)] | None = None
    """``null``: the newest one, or the first when there is a measured response or a network: these
    were measured for it before there was another."""
    bearing_deg: PerSensor[Bearing] | None = None
    width_deg: PerSensor[FieldWidth] | None = None
    threshold: PerSensor[Threshold] | None = None
    additive_noise: PerSensor[AdditiveNoise] | None = None


class RobotEntry(Entry):
    """Where a robot begins."""

    id: Id
    x_mm: Place
    y_mm: Place
    heading_deg: Heading = 0.0
    kind: Annotated[str, choice(ROBOT_KINDS, SHIPPED)] = "khepera1"
    tuning: TuningEntry | None = None
    colour: Colour = ""


class GoalEntry(Entry):
    """A region of the floor that the mission speaks of."""

    id: Id
    x_mm: Place
    y_mm: Place
    heading_deg: Heading = 0.0
    width_mm: Annotated[float, number(1, SIDE_MAX_MM)]
    height_mm: Annotated[float, number(1, SIDE_MAX_MM)]
    shape: Literal["rectangle", "ellipse"] = "rectangle"


class FloorPictureEntry(Entry):
    """A grey picture on the floor."""

    id: Id
    x_mm: Place
    y_mm: Place
    mm_per_px: Annotated[float, number(MM_PER_PX_MIN, MM_PER_PX_MAX)] = 1.0
    png: Annotated[str, EMBEDDED_PNG]


class MazeEntry(Entry):
    """The whole file."""

    format: str
    version: int
    name: Annotated[str, line(100)]
    description: Annotated[str, paragraph(10_000)] = ""
    arena: ArenaEntry
    cell_mm: Annotated[float, number(0.5, 50)] = CELL_MM
    mission: Mission = Mission()
    arena_camera: ArenaCamera | None = None
    radio: Radio = USUAL_RADIO
    walls: list[WallEntry] = _at_most(OBJECTS_MAX["walls"])
    lights: list[Light] = _at_most(OBJECTS_MAX["lights"])
    caps: list[Cap] = _at_most(OBJECTS_MAX["caps"])
    balls: list[Ball] = _at_most(OBJECTS_MAX["balls"])
    cylinders: list[Cylinder] = _at_most(OBJECTS_MAX["cylinders"])
    boxes: list[BoxEntry] = _at_most(OBJECTS_MAX["boxes"])
    robot_kinds: list[dict[str, Any]] = _at_most(OBJECTS_MAX["robots"])
    """Robot files of the kinds that are not shipped; see ``robot_file.with_kinds``."""
    robots: list[RobotEntry] = _at_most(OBJECTS_MAX["robots"])
    goals: list[GoalEntry] = _at_most(OBJECTS_MAX["goals"])
    notes: list[Note] = _at_most(OBJECTS_MAX["notes"])
    floor_pictures: list[FloorPictureEntry] = _at_most(OBJECTS_MAX["floor_pictures"])
    next_id: Annotated[int, whole(1, ID_MAX + 1)] | None = None


NO_IDS_LEFT = f"There are no ids left: the next one would be above {ID_MAX}. Renumber the objects."


def with_ids(maze: Any) -> Any:
    """Return a maze file's values, with the next free ids for things that have none."""
    if not isinstance(maze, dict):
        return maze
    lists = {kind: maze[kind] for kind in OBJECTS_MAX if isinstance(maze.get(kind), list)}
    things = [thing for kind in lists.values() for thing in kind if isinstance(thing, dict)]
    free = itertools.count(
        first_free_id((thing.get("id") for thing in things), maze.get("next_id"))
    )

    def numbered(thing: Any) -> Any:
        if not isinstance(thing, dict) or thing.get("id") is not None:
            return thing
        number = next(free)
        if number > ID_MAX:
            raise MazeError(NO_IDS_LEFT)
        return {**thing, "id": number}

    return maze | {kind: [*map(numbered, lists[kind])] for kind in lists}


def first_free_id(known: Iterable[Any], next_id: Any) -> int:
    """Return the least id above all that were ever used; anything else is ignored."""
    wholes = [one for one in known if type(one) is int]
    return max(*wholes, (next_id if type(next_id) is int else 1) - 1, 0) + 1
