"""What a maze file of version 2 may hold: one class per kind of line, units in the names."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from wsusim.formats.pictures import embedded_png
from wsusim.formats.values import (
    choice,
    colour,
    flag,
    line,
    number,
    one_or_each,
    paragraph,
    refusal,
    whole,
)
from wsusim.model.camera_image import LARGEST_PX, SMALLEST_PX
from wsusim.model.radio import USUAL_RADIO
from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.model.tuning import SENSOR_MODELS
from wsusim.model.units import CELL_MM
from wsusim.model.world import (
    BALL_DIAMETER_MM,
    BALL_MASS_G,
    BALL_RESTITUTION,
    BLOCK_MASS_G,
    BLOCK_RESTITUTION,
    CAP_DIAMETER_MM,
    CAP_MASS_G,
    LIGHT_DIAMETER_MM,
    ROLLING_FRICTION,
    SLIDING_FRICTION,
    WALL_FRICTION,
    WALL_RESTITUTION,
    WALL_THICKNESS_MM,
    ArenaCamera,
)
from wsusim.robots import ROBOT_KINDS, SHIPPED

SIDE_MIN_MM, SIDE_MAX_MM = 100.0, 20_000.0
"""Sides of an arena: from four robots' widths to a sports hall's."""

MM_PER_PX_MIN, MM_PER_PX_MAX = 0.05, 50.0
"""Scale of a picture: from a fine print to a sketch."""

ID_MAX = 1_000_000_000

MOST_UNITS = 32
"""Of a layer of a network; KiKS had 13 and 7."""

Place = Annotated[float, number(-SIDE_MAX_MM, SIDE_MAX_MM)]
Side = Annotated[float, number(SIDE_MIN_MM, SIDE_MAX_MM)]
Heading = Annotated[float, number(-360, 360)]
Diameter = Annotated[float, number(1, 500)]
Ratio = Annotated[float, number(0, 1)]
Gain = Annotated[float, number(0, 2)]
MotorGain = Annotated[float, number(0, 3)]
"""As far as a profile's gain of 2 with its largest pulse goes."""
Noise = Annotated[float, number(0, 10)]
SensorGains = Annotated[list[Gain], Field(min_length=1, max_length=MOST_SENSORS)]
SensorLightGains = Annotated[SensorGains, one_or_each(MOST_SENSORS, 0, 2)]
SensorNoises = Annotated[
    list[Noise], Field(min_length=1, max_length=MOST_SENSORS), one_or_each(MOST_SENSORS, 0, 10)
]
WheelNoises = Annotated[list[Noise], Field(min_length=2, max_length=2), one_or_each(2, 0, 10)]
Bearing = Annotated[float, number(-180, 180)]
"""Where a proximity sensor looks, in degrees counter-clockwise from ahead."""
FieldWidth = Annotated[float, number(20, 160)]
"""Full width of a proximity sensor's field at half of its sensitivity, in degrees."""
Threshold = Annotated[float, number(0, 2000)]
AdditiveNoise = Annotated[float, number(0, 300)]
"""Standard deviation, in units of a reading."""
Id = Annotated[int, whole(1, ID_MAX)] | None
Point = Annotated[list[Place], Field(min_length=2, max_length=2)]


Mass = Annotated[float, number(0, 100_000, above_low=True)]
Friction = Annotated[float, number(0, 2)]
Colour = Annotated[str, colour()]
BoxSide = Annotated[float, number(5, 500)]


def _at_most(count: int) -> Any:
    return Field(default_factory=list, max_length=count)


OBJECTS_MAX = {
    "walls": 20_000,
    "lights": 100,
    "caps": 500,
    "balls": 100,
    "cylinders": 100,
    "boxes": 100,
    "robots": 100,
    "goals": 1000,
    "notes": 1000,
    "floor_pictures": 20,
}
"""How many objects of each kind a maze may hold."""


class Entry(BaseModel):
    """Base of all lines: nothing but the named fields, nothing converted in silence."""

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

    id: Id = None
    from_mm: Point
    to_mm: Point
    thickness_mm: Annotated[float, number(0.1, 500)] = WALL_THICKNESS_MM
    reflectivity: Ratio = 1.0
    restitution: Ratio = WALL_RESTITUTION
    friction: Friction = WALL_FRICTION
    colour: Colour = ""


class LightEntry(Entry):
    """A lamp."""

    id: Id = None
    x_mm: Place
    y_mm: Place
    power: Annotated[float, number(0, 100)] = 1.0
    diameter_mm: Diameter = LIGHT_DIAMETER_MM
    reflectivity: Ratio = 1.0
    restitution: Ratio = WALL_RESTITUTION
    colour: Colour = ""


class CapEntry(Entry):
    """A bottle cap."""

    id: Id = None
    x_mm: Place
    y_mm: Place
    diameter_mm: Diameter = CAP_DIAMETER_MM
    resistivity: Annotated[int, whole(0, 255)] = 128
    reflectivity: Ratio = 1.0
    mass_g: Mass = CAP_MASS_G
    friction: Friction = SLIDING_FRICTION
    restitution: Ratio = BLOCK_RESTITUTION
    colour: Colour = ""


class BallEntry(CapEntry):
    """A ball."""

    diameter_mm: Diameter = BALL_DIAMETER_MM
    mass_g: Mass = BALL_MASS_G
    friction: Friction = ROLLING_FRICTION
    restitution: Ratio = BALL_RESTITUTION
    rolls: Annotated[bool, flag()] = True


class CylinderEntry(CapEntry):
    """A round block."""

    diameter_mm: Diameter = 40.0
    mass_g: Mass = BLOCK_MASS_G


class BoxEntry(Entry):
    """A block with four sides."""

    id: Id = None
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


class SlowMotorEntry(Entry):
    """A time in which one motor is too slow."""

    side: Literal["left", "right"]
    from_s: Annotated[float, number(0, 1e6)]
    until_s: Annotated[float, number(0, 1e6)]
    factor: Ratio


class ResponseEntry(Entry):
    """A measured response of the proximity sensors."""

    echo_mm: Annotated[list[Annotated[float, number(0, 1000)]], Field(min_length=3, max_length=64)]
    echo: Annotated[list[Annotated[float, number(0, 1e7)]], Field(min_length=3, max_length=64)]


Weight = Annotated[float, number(-1e6, 1e6)]
Weights = Annotated[list[Weight], Field(min_length=1, max_length=MOST_UNITS)]


class NetworkEntry(Entry):
    """A neural network in the place of the proximity sensors' response."""

    hidden: Annotated[list[Weights], Field(min_length=1, max_length=MOST_UNITS)]
    hidden_bias: Weights
    linear: Annotated[list[Weights], Field(min_length=1, max_length=MOST_UNITS)]
    linear_bias: Weights
    output: Weights
    output_bias: Weight


class TuningEntry(Entry):
    """Departures of one robot from its kind."""

    left_motor_gain: MotorGain = 1.0
    right_motor_gain: MotorGain = 1.0
    motor_noise: WheelNoises = [1.0] * 2
    proximity_gain: SensorGains = [1.0] * MOST_SENSORS
    proximity_spread: bool = True
    proximity_noise: SensorNoises = [1.0] * MOST_SENSORS
    light_gain: SensorLightGains = [1.0] * MOST_SENSORS
    light_noise: SensorNoises = [1.0] * MOST_SENSORS
    slow_motors: list[SlowMotorEntry] = _at_most(100)
    response: ResponseEntry | None = None
    network: NetworkEntry | None = None
    sensor_model: Annotated[int, whole(*SENSOR_MODELS)] | None = None
    """``null``: the newest one, or the first when there is a measured response or a network: these
    were measured for it before there was another."""
    bearing_deg: Annotated[list[Bearing], Field(min_length=1, max_length=MOST_SENSORS)] | None = (
        None
    )
    width_deg: Annotated[list[FieldWidth], Field(min_length=1, max_length=MOST_SENSORS)] | None = (
        None
    )
    threshold: Annotated[list[Threshold], Field(min_length=1, max_length=MOST_SENSORS)] | None = (
        None
    )
    additive_noise: (
        Annotated[list[AdditiveNoise], Field(min_length=1, max_length=MOST_SENSORS)] | None
    ) = None


class RobotEntry(Entry):
    """Where a robot begins."""

    id: Id = None
    x_mm: Place
    y_mm: Place
    heading_deg: Heading = 0.0
    kind: Annotated[str, choice(ROBOT_KINDS, SHIPPED)] = "khepera1"
    tuning: TuningEntry | None = None
    colour: Colour = ""


class GoalEntry(Entry):
    """A region of the floor that the mission speaks of."""

    id: Id = None
    x_mm: Place
    y_mm: Place
    heading_deg: Heading = 0.0
    width_mm: Annotated[float, number(1, SIDE_MAX_MM)]
    height_mm: Annotated[float, number(1, SIDE_MAX_MM)]
    shape: Literal["rectangle", "ellipse"] = "rectangle"


class NoteEntry(Entry):
    """A text for people."""

    id: Id = None
    x_mm: Place
    y_mm: Place
    text: Annotated[str, paragraph(1000)]


class FloorPictureEntry(Entry):
    """A grey picture on the floor."""

    id: Id = None
    x_mm: Place
    y_mm: Place
    mm_per_px: Annotated[float, number(MM_PER_PX_MIN, MM_PER_PX_MAX)] = 1.0
    png: Annotated[str, embedded_png()]


class RadioEntry(Entry):
    """How well messages by radio travel."""

    range_mm: Annotated[float, number(0, 1e6)] = USUAL_RADIO.range_mm
    delay_s: Annotated[float, number(0, 60)] = USUAL_RADIO.delay_s
    loss: Ratio = USUAL_RADIO.loss


class MissionEntry(Entry):
    """What is to be done."""

    kind: Literal["free", "reach_goal", "deliver_caps", "soccer"] = "free"
    time_limit_s: Annotated[float, number(0, 1e6, above_low=True)] | None = None
    caps_to_deliver: Annotated[int, whole(1, 500)] | None = None
    winner: Literal["first", "all"] = "first"


class ArenaCameraEntry(Entry):
    """A colour camera above the arena."""

    width_px: Annotated[int, whole(SMALLEST_PX[0], LARGEST_PX[0])] = ArenaCamera().width_px
    height_px: Annotated[int, whole(SMALLEST_PX[1], LARGEST_PX[1])] = ArenaCamera().height_px


class MazeEntry(Entry):
    """The whole file."""

    format: str
    version: int
    name: Annotated[str, line(100)]
    description: Annotated[str, paragraph(10_000)] = ""
    arena: ArenaEntry
    cell_mm: Annotated[float, number(0.5, 50)] = CELL_MM
    mission: MissionEntry = MissionEntry()
    arena_camera: ArenaCameraEntry | None = None
    radio: RadioEntry = RadioEntry()
    walls: list[WallEntry] = _at_most(OBJECTS_MAX["walls"])
    lights: list[LightEntry] = _at_most(OBJECTS_MAX["lights"])
    caps: list[CapEntry] = _at_most(OBJECTS_MAX["caps"])
    balls: list[BallEntry] = _at_most(OBJECTS_MAX["balls"])
    cylinders: list[CylinderEntry] = _at_most(OBJECTS_MAX["cylinders"])
    boxes: list[BoxEntry] = _at_most(OBJECTS_MAX["boxes"])
    robot_kinds: list[dict[str, Any]] = _at_most(OBJECTS_MAX["robots"])
    """Robot files of the kinds that are not shipped; see ``robot_file.with_kinds``."""
    robots: list[RobotEntry] = _at_most(OBJECTS_MAX["robots"])
    goals: list[GoalEntry] = _at_most(OBJECTS_MAX["goals"])
    notes: list[NoteEntry] = _at_most(OBJECTS_MAX["notes"])
    floor_pictures: list[FloorPictureEntry] = _at_most(OBJECTS_MAX["floor_pictures"])
    next_id: Annotated[int, whole(1, ID_MAX + 1)] | None = None
