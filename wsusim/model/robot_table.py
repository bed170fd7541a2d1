"""A robot at a tick: all its numbers, in one table.

The tick kernel works on it (``ROBOT``, a row a robot), the recorder's history is the kept part of
it (``HISTORY``), recordings, curves, CSV headings and the manual are made from what can be seen of
it (``SEEN``). So a new field is written only here.

Lengths are in mm, angles in radians, speeds in pulses a tick. A ``Field`` in an annotation says
what the name can't.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.model.units import PULSE_MM

Reals = MutableSequence[float]
Wholes = MutableSequence[int]
Flags = MutableSequence[bool]

NOTHING = -1
"""Stands for the id of an object or robot, and for a tick, when there is none."""

MOST_BEARINGS = 3
"""So many contacts are told apart at once."""


Kind = Literal["real", "whole", "flag"]
"""float64, int64, or an int64 that is 0 or 1."""


class Group(Enum):
    """The subject of a field; fields of a group are together in lists and tables."""

    PLACE = "place"
    WHEELS = "wheels"
    PROXIMITY = "proximity"
    AMBIENT = "ambient"
    GRIPPER = "gripper"
    CONTACTS = "contacts"
    LEDS = "leds"
    FLOOR = "floor"


OF_SENSORS = (Group.PROXIMITY, Group.AMBIENT)
"""Fields of these have a number for each sensor, and as much room as any robot needs."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the table.

    Attributes:
        unit: In words; empty for a number without one.
        meaning: What it says, for people.
        size: How many numbers it holds; 1 is a single one.
        group: Where it belongs among what can be seen; ``None``: only the engine knows it.
        kept: Whether the history of a run keeps it at every tick. What can be seen is kept, or made
            of what is kept.
        is_curve: Whether it can be drawn as a curve.
        is_optional: Whether a recording leaves it out where it is 0 throughout.
        name: Its name; given by the table.
        kind: What numbers; given by the table.
    """

    unit: str
    meaning: str
    size: int = 1
    group: Group | None = None
    kept: bool = False
    is_curve: bool = False
    is_optional: bool = False
    name: str = ""
    kind: Kind = "real"

    @property
    def heading(self) -> str:
        """Its name at the head of a column of numbers, unit included."""
        unit = self.unit.replace("10 ms", "10ms").replace(" ", "_")
        return self.name if not unit or self.name.endswith(f"_{unit}") else f"{self.name}_{unit}"

    @property
    def description(self) -> str:
        """Unit and meaning in one line."""
        return f"{self.unit}, {self.meaning}" if self.unit else self.meaning

    @property
    def dtype(self) -> str:
        """How it is stored."""
        return "f8" if self.kind == "real" else "i8"


def _seen(group: Group, unit: str, meaning: str, size: int = 1, is_curve: bool = True) -> Field:
    """Return a field that can be seen and is therefore kept."""
    return Field(unit, meaning, size, group, kept=True, is_curve=is_curve)


_SPEED = "pulses per 10 ms"
_PULSE = f"a pulse is {PULSE_MM} mm"


class Wheel:
    """One wheel with its motor."""

    order: Annotated[float, Field("", "speed, target position or voltage, as the mode says")]
    motor_speed: Annotated[float, Field(_SPEED, "reached by the motor, before gain and noise")]
    travel: Annotated[float, Field("pulses", "since the counter was 0, within -2^31 .. 2^31")]
    speed: Annotated[
        float, _seen(Group.WHEELS, _SPEED, f"as the wheel turns, not as ordered; {_PULSE}")
    ]
    position: Annotated[int, _seen(Group.WHEELS, "pulses", f"counter, signed 32 bit; {_PULSE}")]
    profile_speed: Annotated[float, Field(_SPEED, "greatest in position control")]
    profile_acceleration: Annotated[float, Field("pulses per tick, each tick", "likewise")]
    slowness: Annotated[float, Field("", "factor of a slow motor, 1 is sound")]
    gain: Annotated[float, Field("", "speed reached to speed ordered")]
    noise: Annotated[float, Field("", "standard deviation of the speed, as a ratio of it")]


class Robot:
    """One robot: what changes from tick to tick, then the figures of its kind and tuning.

    The attributes are those of a row of the table inside of a kernel, and of the view that the
    engine has on a row.
    """

    x_mm: Annotated[
        float, _seen(Group.PLACE, "mm", "to the right of the arena's lower-left corner")
    ]
    y_mm: Annotated[float, _seen(Group.PLACE, "mm", "up from the arena's lower-left corner")]
    heading_rad: Annotated[float, _seen(Group.PLACE, "rad", "counter-clockwise from +x")]
    left: Wheel
    right: Wheel
    mode: Annotated[int, Field("", "SPEED_MODE, POSITION_MODE or PWM_MODE")]

    arm_position: Annotated[
        float, _seen(Group.GRIPPER, "", "0 to 255 while it travels, larger is lower")
    ]
    arm_order: Annotated[float, Field("", "arm position it is sent to")]
    arm_is_down: Annotated[bool, Field("", "whether the gripper is at the floor")]
    jaw_gap_mm: Annotated[float, _seen(Group.GRIPPER, "mm", "between the jaws")]
    grip_is_closed: Annotated[bool, Field("", "order to the jaws")]
    held_x_mm: Annotated[
        float, Field("mm", "centre of the held object ahead of the robot's", kept=True)
    ]

    bearings_rad: Annotated[
        Reals,
        Field("rad", "from the centre to what it touches, in the world", MOST_BEARINGS, kept=True),
    ]
    proximity: Annotated[
        Wholes, _seen(Group.PROXIMITY, "", "0 to 1023, 1023 = touching", MOST_SENSORS)
    ]
    ambient: Annotated[
        Wholes, _seen(Group.AMBIENT, "", "about 500 in the dark, 50 in bright light", MOST_SENSORS)
    ]
    held: Annotated[int, Field("", "number of the held disc, -1 for none", kept=True)]
    object_present: Annotated[
        bool, _seen(Group.GRIPPER, "", "1 when the light barrier between the jaws is broken")
    ]
    bearing_count: Annotated[int, Field("", "how many of bearings_rad are valid", kept=True)]
    goal_tick: Annotated[
        int, Field("ticks", "when its centre first was in a goal region, -1 for not yet", kept=True)
    ]
    leds: Annotated[Flags, _seen(Group.LEDS, "", "1 = on; lateral, frontal", 2, is_curve=False)]

    distance_mm: Annotated[float, Field("mm", "length of the way driven so far")]
    contact_x_mm: Annotated[float, Field("mm", "where it stood when it last hit something")]
    contact_y_mm: Annotated[float, Field("mm", "likewise")]
    hits: Annotated[int, Field("", "contacts of the tick")]
    is_touching: Annotated[bool, Field("", "from a hit until the robot has moved away")]
    is_blocked: Annotated[bool, Field("", "whether the last tick's way was cut short")]
    contacts: Annotated[int, Field("", "how often it came to touch something")]
    contact_ticks: Annotated[int, Field("ticks", "during which it touched")]
    moved_things: Annotated[
        bool, Field("", "whether it moved, lifted or put down something in this tick")
    ]

    radius_mm: Annotated[float, Field("mm", "of its body")]
    wheel_base_mm: Annotated[float, Field("mm", "between the wheels")]
    pulse_mm: Annotated[float, Field("mm", "way of a wheel for a pulse")]
    unit_pulses: Annotated[float, Field(_SPEED, "under a speed order of 1")]
    max_speed: Annotated[float, Field(_SPEED, "of the motors")]
    acceleration: Annotated[float, Field("pulses per tick, each tick", "under a speed order")]
    blocked_ratio: Annotated[float, Field("", "of a slipping wheel's speed that is counted")]
    push_n: Annotated[float, Field("N", "greatest friction of things that it can push")]
    arm_down_at: Annotated[float, Field("", "arm position from which the jaws are at the floor")]
    arm_speed: Annotated[float, Field("", "arm positions a tick")]
    jaw_speed_mm: Annotated[float, Field("mm", "change of the jaws' gap in a tick")]
    open_gap_mm: Annotated[float, Field("mm", "between open jaws")]
    closed_gap_mm: Annotated[float, Field("mm", "between closed jaws")]
    barrier_mm: Annotated[float, Field("mm", "ahead of the centre, where the light barrier is")]
    axle_mm: Annotated[float, Field("mm", "ahead of the centre, where the axle is")]


_FLOOR = Field(
    "",
    "brightness under a floor sensor, 0 black to 1023 white; 0 in a maze without a floor picture",
    group=Group.FLOOR,
    kept=True,
    is_curve=True,
    is_optional=True,
)


class Derived:
    """What is visible and derived from several fields."""

    held_object_id: Annotated[
        int, _seen(Group.GRIPPER, "", f"id of the object between the jaws, {NOTHING} for none")
    ]
    resistivity: Annotated[
        int, _seen(Group.GRIPPER, "", "0 to 255, measured between the closed jaws")
    ]
    contact_front: Annotated[bool, _seen(Group.CONTACTS, "", "1 when something touches in front")]
    contact_back: Annotated[bool, _seen(Group.CONTACTS, "", "1 when something touches behind")]
    floor_left: Annotated[int, _FLOOR]
    floor_right: Annotated[int, _FLOOR]


_KINDS: dict[Any, Kind] = {float: "real", Reals: "real", bool: "flag", Flags: "flag"}


def _fields(table: type, side: str = "") -> Iterator[Field]:
    """Yield the fields of a table in order, those of a wheel once for each side."""
    for name, hint in get_type_hints(table, include_extras=True).items():
        if hint is Wheel:
            yield from _fields(Wheel, f"{name}_")
        else:
            kind = _KINDS.get(hint.__origin__, "whole")
            yield replace(hint.__metadata__[0], name=side + name, kind=kind)


def structured(table: type) -> np.dtype[np.void]:
    """Return the structured type of a row of an annotated class, every number eight bytes wide.

    ``Annotated[Reals, 9]`` stands for nine numbers; a field that is such a class, or a sequence of
    one, is a structure of its own.
    """
    members = [
        (name, *_type_of(hint)) for name, hint in get_type_hints(table, include_extras=True).items()
    ]
    return np.dtype(members, align=True)


def _type_of(hint: Any) -> tuple[Any, ...]:
    """Return type and, where it has one, shape of a member."""
    if get_origin(hint) is Annotated:
        (element, *_), size = _type_of(hint.__origin__), hint.__metadata__[0]
        size = size.size if isinstance(size, Field) else size
        return (element,) if size == 1 else (element, (size,))
    if get_origin(hint) is not None:
        return _type_of(*get_args(hint))
    return ({float: "f8", int: "i8", bool: "i8"}.get(hint) or structured(hint),)


def _member(field: Field, dtype: str) -> tuple[Any, ...]:
    """Return a field in the form for a structured type."""
    return (field.name, dtype) if field.size == 1 else (field.name, dtype, (field.size,))


ROBOT: np.dtype[np.void] = structured(Robot)
"""A row of the kernels' table. All of its numbers are eight bytes wide."""


def offset_of(name: str) -> int:
    """Return where a field begins in a row of ``ROBOT`` (bytes); wheels' are ``left_...``."""
    side, _, of_wheel = name.partition("_")
    if side in ("left", "right"):
        return _offset(ROBOT, side) + _offset(ROBOT[side], of_wheel)
    return _offset(ROBOT, name)


def _offset(row: np.dtype[np.void], name: str) -> int:
    assert row.fields is not None
    return int(row.fields[name][1])


KEPT: tuple[Field, ...] = tuple(
    sorted(
        (field for field in _fields(Robot) if field.kept), key=lambda field: field.kind != "real"
    )
)
"""What a run's history keeps of a robot at every tick: the real numbers first, then the others.

The digests of recordings are made over rows of these: what is added stands at the end.
"""

HISTORY: np.dtype[np.void] = np.dtype([_member(field, "f8") for field in KEPT])
"""A robot's part of a row of the history: float64 throughout, every whole number in it is exact."""

HISTORY_WIDTH = sum(field.size for field in KEPT)
MISSION_WIDTH = 2
"""Figures of the mission: caps in the goals, the tick at which it was achieved (-1 for not yet)."""


SOCCER_WIDTH = 3
"""Figures of a game of soccer: goals of the left and of the right team, and which half it is."""


def row_width(robots: int, movables: int, boxes: int, *, is_soccer: bool) -> int:
    """Return how many numbers a row of a run's history holds: all that can be seen at a tick.

    ``HISTORY`` of each robot, then x and y (mm) of each loose thing, then the mission's figures,
    then the heading (rad) of each box, which is the last of the loose things, then the figures of a
    game of soccer where one is played.
    """
    width = robots * HISTORY_WIDTH + 2 * movables + MISSION_WIDTH + boxes
    return width + SOCCER_WIDTH if is_soccer else width


SEEN: tuple[Field, ...] = tuple(
    field for table in (Robot, Derived) for field in _fields(table) if field.group is not None
)
"""What can be seen of a robot at a tick: the columns of a recording's samples."""

SAMPLE: np.dtype[np.void] = np.dtype([_member(field, field.dtype) for field in SEEN])
"""A robot's row of a recording's samples."""


def seen(*groups: Group) -> tuple[Field, ...]:
    """Return what can be seen of a robot in some groups, in this order of groups."""
    return tuple(field for group in groups for field in SEEN if field.group is group)
