"""The frozen description of an arena and all that stands in it.

Files hold it, the editor changes it by making new ones (``dataclasses.replace``), and the engine
is built from it. Nothing in it moves: the moving state is ``engine.Simulation``.

Lengths are millimetres in the world's frame: x right, y up, origin at the arena's lower-left corner
(the floor's outline may begin further in, where a solid frame surrounds it). Headings are radians
counter-clockwise from +x. Every object's ``id`` is unique within the world and is never used again
after the object was deleted (``next_id`` grows).
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Literal

from wsusim.model.geometry import Point, Pose
from wsusim.model.radio import USUAL_RADIO, Radio
from wsusim.model.tuning import RobotTuning
from wsusim.model.units import CELL_MM

WSU_ARENA_MM = 1219.2
"""Side of the WSU arena: 4 feet (paper of 2002, section 2)."""

CAP_DIAMETER_MM = 29.0
"""A plastic soda bottle cap (guess: the common 28 mm closure with its rim)."""

BALL_DIAMETER_MM = 22.0
"""A ball: 9 pixels of 2.4384 mm in the original simulator."""

LIGHT_DIAMETER_MM = 39.0
"""A lamp's foot: 16 pixels of 2.4384 mm in the original simulator."""

WALL_THICKNESS_MM = 19.5
"""A wall section: 8 pixels of 2.4384 mm in the original simulator."""


@dataclass(frozen=True, slots=True)
class Arena:
    """The floor: a simple polygon (counter-clockwise); everything outside of it is solid."""

    outline_mm: tuple[Point, ...]
    reflectivity: float = 1.0
    size_mm: tuple[float, float] | None = None
    """Outer width and height where a solid frame surrounds the floor; ``None``: no frame."""

    @classmethod
    def rectangle(cls, width_mm: float, height_mm: float) -> Arena:
        """Return a rectangular floor with its lower-left corner at the origin."""
        return cls(((0.0, 0.0), (width_mm, 0.0), (width_mm, height_mm), (0.0, height_mm)))

    @property
    def width_mm(self) -> float:
        """Extent along x, the frame included."""
        return self.size_mm[0] if self.size_mm else max(x for x, _ in self.outline_mm)

    @property
    def height_mm(self) -> float:
        """Extent along y, the frame included."""
        return self.size_mm[1] if self.size_mm else max(y for _, y in self.outline_mm)


@dataclass(frozen=True, slots=True)
class Wall:
    """A straight wall with square ends, from one end of its centre line to the other."""

    id: int
    x0_mm: float
    y0_mm: float
    x1_mm: float
    y1_mm: float
    thickness_mm: float = WALL_THICKNESS_MM
    reflectivity: float = 1.0
    """Infra-red reflected, as a ratio to white plastic: 1 white, about 0.05 black."""


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp; its round foot is an obstacle that can't be pushed."""

    id: int
    x_mm: float
    y_mm: float
    power: float = 1.0
    """Brightness as a ratio to the 1 W lamp of the Khepera I manual's figure."""
    diameter_mm: float = LIGHT_DIAMETER_MM


@dataclass(frozen=True, slots=True)
class Cap:
    """A bottle cap: it can be pushed, grabbed, carried and dropped."""

    id: int
    x_mm: float
    y_mm: float
    diameter_mm: float = CAP_DIAMETER_MM
    resistivity: int = 128
    """What the gripper's resistivity sensor reads when it holds this cap, 0..255 (guess)."""
    reflectivity: float = 1.0


@dataclass(frozen=True, slots=True)
class Ball:
    """A ball; pushed like a cap."""

    id: int
    x_mm: float
    y_mm: float
    diameter_mm: float = BALL_DIAMETER_MM
    resistivity: int = 128
    reflectivity: float = 1.0


@dataclass(frozen=True, slots=True)
class RobotStart:
    """Where a robot begins, and which kind it is (a name of ``wsusim.robots``)."""

    id: int
    pose: Pose
    kind: str = "khepera1"
    tuning: RobotTuning | None = None
    """Departures of this very robot from its kind; ``None``: as its kind."""


@dataclass(frozen=True, slots=True)
class GoalRegion:
    """A region of the floor that a mission speaks of; turned by ``pose.heading_rad``."""

    id: int
    pose: Pose
    width_mm: float
    height_mm: float
    shape: Literal["rectangle", "ellipse"] = "rectangle"

    def contains(self, x_mm: float, y_mm: float) -> bool:
        """Tell whether a point of the world lies inside (the border counts as inside)."""
        back = Pose(0.0, 0.0, -self.pose.heading_rad)
        u, v = back.place((x_mm - self.pose.x_mm, y_mm - self.pose.y_mm))
        u, v = 2.0 * u / self.width_mm, 2.0 * v / self.height_mm
        if self.shape == "ellipse":
            return u * u + v * v <= 1.0
        return abs(u) <= 1.0 and abs(v) <= 1.0


@dataclass(frozen=True, slots=True)
class Note:
    """A text for people; the robot never sees it."""

    id: int
    x_mm: float
    y_mm: float
    text: str


@dataclass(frozen=True, slots=True)
class ArenaCamera:
    """A colour camera above the middle of the arena; the whole arena has room in its pictures."""

    width_px: int = 320
    height_px: int = 240


@dataclass(frozen=True, slots=True)
class FloorPicture:
    """A grey picture that lies flat on the floor: floor sensors see it, nothing stumbles over it.

    Where pictures overlap, the later one lies on top.
    """

    id: int
    x_mm: float
    """Of its middle."""
    y_mm: float
    mm_per_px: float
    png: str = field(repr=False)
    """A PNG file of 8-bit grey values, 0 black to 255 white, in base64: ``formats.pictures``."""

    @property
    def content(self) -> bytes:
        """The PNG file itself."""
        return base64.b64decode(self.png)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height, as the head of every PNG file has them."""
        head = base64.b64decode(self.png[:32])
        return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height on the floor."""
        width_px, height_px = self.size_px
        return width_px * self.mm_per_px, height_px * self.mm_per_px


@dataclass(frozen=True, slots=True)
class Mission:
    """What is to be done.

    ``reach_goal``: a robot's centre enters a goal region. ``deliver_caps``: ``caps_to_deliver``
    caps (``None`` = all) lie, not held, with their centres in goal regions. ``free``: nothing.
    ``winner``: with several robots, ``first`` ends the run when one of them is in the goal, ``all``
    when each has been there.
    """

    kind: Literal["free", "reach_goal", "deliver_caps"] = "free"
    time_limit_s: float | None = None
    caps_to_deliver: int | None = None
    winner: Literal["first", "all"] = "first"


@dataclass(frozen=True, slots=True)
class World:
    """An arena with all its objects; the order of each tuple is kept everywhere."""

    name: str
    arena: Arena
    walls: tuple[Wall, ...] = ()
    lights: tuple[Light, ...] = ()
    caps: tuple[Cap, ...] = ()
    balls: tuple[Ball, ...] = ()
    robots: tuple[RobotStart, ...] = ()
    goals: tuple[GoalRegion, ...] = ()
    notes: tuple[Note, ...] = ()
    floor_pictures: tuple[FloorPicture, ...] = ()
    mission: Mission = Mission()
    arena_camera: ArenaCamera | None = None
    radio: Radio = USUAL_RADIO
    next_id: int = 1
    description: str = ""
    cell_mm: float = CELL_MM

    def counts(self) -> dict[str, int]:
        """Return how many objects of each kind there are, as ``check`` reports them."""
        return {
            "walls": len(self.walls),
            "lights": len(self.lights),
            "caps": len(self.caps),
            "balls": len(self.balls),
            "robots": len(self.robots),
            "goals": len(self.goals),
        }
