"""The frozen description of an arena and all that stands in it.

Files hold it, the editor changes it by making new ones (``dataclasses.replace``), and the engine
is built from it. Nothing in it moves: the moving state is ``engine.Simulation``.

Lengths are millimetres in the world's frame: x right, y up, origin at the arena's lower-left corner
(the floor's outline may begin further in, where a solid frame surrounds it). Headings are radians
counter-clockwise from +x. Every object's ``id`` is unique within the world and is never reused
after the object was deleted (``next_id`` grows).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from wsusim.model.camera_image import LARGEST_PX, SMALLEST_PX
from wsusim.model.elementary import hypot
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Point, Pose
from wsusim.model.limits import COLOUR, FLAG, Place, Ratio, Sealed, number, paragraph, whole
from wsusim.model.radio import USUAL_RADIO, Radio
from wsusim.model.tuning import RobotTuning
from wsusim.model.units import CELL_MM

WSU_ARENA_MM = 1219.2
"""Side of the WSU arena: 4 feet (paper of 2002, section 2)."""

CAP_DIAMETER_MM = 29.0
"""A plastic soda bottle cap (guess: the common 28 mm closure with its rim)."""

BALL_DIAMETER_MM = 22.0
"""A ball: 9 pixels of 2.4384 mm in the original simulator."""

BALL_MASS_G = 5.6
"""A ball of that size of plastic as heavy as water (guess)."""

GOLF_BALL_MM, GOLF_BALL_G = 42.7, 45.9
"""R&A and USGA, Equipment Rules: at least 42.67 mm, at most 45.93 g."""

TENNIS_BALL_MM, TENNIS_BALL_G = 65.0, 58.0
"""KiKS: 65 mm. ITF, Rules of Tennis, appendix I: 65.4 to 68.6 mm, 56.0 to 59.4 g."""

CAP_MASS_G = 2.0
"""A plastic bottle cap (guess)."""

BLOCK_MASS_G = 60.0
"""A new box or cylinder: 40 mm of wood or so (guess); a Khepera pushes up to some 160 g."""

ROLLING_FRICTION = 0.01
"""Rolling resistance of a hard ball on a hard floor, a ratio to its weight (guess)."""

SLIDING_FRICTION = 0.3
"""Plastic or wood that slides on a wooden floor, a ratio to its weight (guess)."""

BALL_RESTITUTION = 0.75
"""Speed after a bounce off something hard, a ratio to that before. ITF: a tennis ball dropped from
254 cm rises to 135..147 cm, so 0.73 to 0.76; golf balls have some 0.8 (Cross, American Journal of
Physics 67, 1999)."""

BLOCK_RESTITUTION = 0.3
"""Of what does not roll (guess)."""

WALL_RESTITUTION, WALL_FRICTION = 1.0, 0.2
"""A hard wall leaves a ball as bouncy as it is; friction of plastic on wood (guess)."""

LIGHT_DIAMETER_MM = 39.0
"""A lamp's foot: 16 pixels of 2.4384 mm in the original simulator."""

WALL_THICKNESS_MM = 19.5
"""A wall section: 8 pixels of 2.4384 mm in the original simulator."""

SIDE_MIN_MM = 100.0
"""Of an arena: four robots' widths."""
ID_MAX = 1_000_000_000

Id = Annotated[int, whole(1, ID_MAX)]
Diameter = Annotated[float, number(1, 500)]
Mass = Annotated[float, number(0, 100_000, above_low=True)]
Friction = Annotated[float, number(0, 2)]
Colour = Annotated[str, COLOUR]
"""``#rrggbb`` or a name of ``model.colours.NAMED``; empty: the usual one."""


@dataclass(frozen=True, slots=True)
class Arena:
    """The floor: a simple polygon (counter-clockwise); everything outside it is solid."""

    outline_mm: tuple[Point, ...]
    reflectivity: float = 1.0
    size_mm: tuple[float, float] | None = None
    """Outer width and height where a solid frame surrounds the floor; ``None``: no frame."""
    restitution: float = WALL_RESTITUTION
    friction: float = WALL_FRICTION
    colour: str = ""
    """Of its border."""

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
    restitution: float = WALL_RESTITUTION
    friction: float = WALL_FRICTION
    """Takes from a ball's speed along it."""
    colour: str = ""
    """``#rrggbb`` or a name of ``model.colours.NAMED``; empty: the usual one."""

    def corners_mm(self) -> tuple[Point, Point, Point, Point]:
        """Return its corners, counter-clockwise; a wall without length is a square."""
        length = hypot(self.x1_mm - self.x0_mm, self.y1_mm - self.y0_mm)
        half = self.thickness_mm / 2.0
        if length > 0.0:
            ux, uy = (self.x1_mm - self.x0_mm) / length, (self.y1_mm - self.y0_mm) / length
            x0, y0, x1, y1 = self.x0_mm, self.y0_mm, self.x1_mm, self.y1_mm
        else:
            ux, uy = 1.0, 0.0
            x0, y0, x1, y1 = self.x0_mm - half, self.y0_mm, self.x0_mm + half, self.y0_mm
        dx, dy = -uy * half, ux * half
        return (x0 - dx, y0 - dy), (x1 - dx, y1 - dy), (x1 + dx, y1 + dy), (x0 + dx, y0 + dy)


@dataclass(frozen=True, slots=True)
class Light(Sealed):
    """A lamp; its round foot is an obstacle that can't be pushed."""

    id: Id
    x_mm: Place
    y_mm: Place
    power: Annotated[float, number(0, 100)] = 1.0
    """Brightness as a ratio to the 1 W lamp of the Khepera I manual's figure."""
    diameter_mm: Diameter = LIGHT_DIAMETER_MM
    reflectivity: Ratio = 1.0
    restitution: Ratio = WALL_RESTITUTION
    colour: Colour = ""


@dataclass(frozen=True, slots=True)
class Cap(Sealed):
    """A bottle cap: it can be pushed, grabbed, carried and dropped."""

    id: Id
    x_mm: Place
    y_mm: Place
    diameter_mm: Diameter = CAP_DIAMETER_MM
    resistivity: Annotated[int, whole(0, 255)] = 128
    """What the gripper's resistivity sensor reads when it holds this cap, 0..255 (guess)."""
    reflectivity: Ratio = 1.0
    mass_g: Mass = CAP_MASS_G
    friction: Friction = SLIDING_FRICTION
    """Of the floor, as a ratio to its weight."""
    restitution: Ratio = BLOCK_RESTITUTION
    colour: Colour = ""


@dataclass(frozen=True, slots=True)
class Ball(Sealed):
    """A ball, which rolls on when it is pushed; one that does not roll is pushed like a cap."""

    id: Id
    x_mm: Place
    y_mm: Place
    diameter_mm: Diameter = BALL_DIAMETER_MM
    resistivity: Annotated[int, whole(0, 255)] = 128
    reflectivity: Ratio = 1.0
    mass_g: Mass = BALL_MASS_G
    friction: Friction = ROLLING_FRICTION
    restitution: Ratio = BALL_RESTITUTION
    colour: Colour = ""
    rolls: Annotated[bool, FLAG] = True


@dataclass(frozen=True, slots=True)
class Cylinder(Sealed):
    """A round block that stands: it is pushed, slides when it is hit, and is gripped if it fits."""

    id: Id
    x_mm: Place
    y_mm: Place
    diameter_mm: Diameter = 40.0
    resistivity: Annotated[int, whole(0, 255)] = 128
    reflectivity: Ratio = 1.0
    mass_g: Mass = BLOCK_MASS_G
    friction: Friction = SLIDING_FRICTION
    restitution: Ratio = BLOCK_RESTITUTION
    colour: Colour = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A block with four upright sides; it turns when it is pushed beside its middle.

    No gripper takes it.
    """

    id: int
    pose: Pose
    width_mm: float = 60.0
    """Along its heading."""
    depth_mm: float = 40.0
    reflectivity: float = 1.0
    mass_g: float = BLOCK_MASS_G
    friction: float = SLIDING_FRICTION
    restitution: float = BLOCK_RESTITUTION
    colour: str = ""

    @property
    def x_mm(self) -> float:
        """Its middle."""
        return self.pose.x_mm

    @property
    def y_mm(self) -> float:
        """Its middle."""
        return self.pose.y_mm

    @property
    def diameter_mm(self) -> float:
        """Of the smallest circle that it fits into."""
        return hypot(self.width_mm, self.depth_mm)

    def corners_mm(self, pose: Pose) -> tuple[Point, ...]:
        """Return its corners where it stands at ``pose``, counter-clockwise."""
        w, d = self.width_mm / 2.0, self.depth_mm / 2.0
        return tuple(pose.place(corner) for corner in ((w, d), (-w, d), (-w, -d), (w, -d)))


Movable = Cap | Ball | Cylinder | Box
"""What robots can push."""

MovableKind = Literal["cap", "ball", "cylinder", "box"]


def kind_of_movable(thing: Movable) -> MovableKind:
    """Return what kind of thing this is, in a word."""
    if isinstance(thing, Ball):
        return "ball"
    if isinstance(thing, Cylinder):
        return "cylinder"
    return "box" if isinstance(thing, Box) else "cap"


def start_heading_rad(thing: Movable) -> float:
    """Return the heading of a box at the start; 0 for round things."""
    return thing.pose.heading_rad if isinstance(thing, Box) else 0.0


@dataclass(frozen=True, slots=True)
class RobotStart:
    """Where a robot begins, and which kind it is (a name of ``wsusim.robots``)."""

    id: int
    pose: Pose
    kind: str = "khepera1"
    tuning: RobotTuning | None = None
    """Departures of this very robot from its kind; ``None``: as its kind."""
    colour: str = ""
    """Empty: the next one of ``model.colours.ROBOTS``."""


@dataclass(frozen=True, slots=True)
class GoalRegion:
    """A region of the floor for a mission; turned by ``pose.heading_rad``."""

    id: int
    pose: Pose
    width_mm: float
    height_mm: float
    shape: Literal["rectangle", "ellipse"] = "rectangle"

    def contains(self, x_mm: float, y_mm: float) -> bool:
        """Return whether a point of the world lies inside (the border counts as inside)."""
        back = Pose(0.0, 0.0, -self.pose.heading_rad)
        u, v = back.place((x_mm - self.pose.x_mm, y_mm - self.pose.y_mm))
        u, v = 2.0 * u / self.width_mm, 2.0 * v / self.height_mm
        if self.shape == "ellipse":
            return u * u + v * v <= 1.0
        return abs(u) <= 1.0 and abs(v) <= 1.0


@dataclass(frozen=True, slots=True)
class Note(Sealed):
    """A text for people; the robot never sees it."""

    id: Id
    x_mm: Place
    y_mm: Place
    text: Annotated[str, paragraph(1000)]


@dataclass(frozen=True, slots=True)
class ArenaCamera(Sealed):
    """A colour camera above the middle of the arena; the whole arena has room in its pictures."""

    width_px: Annotated[int, whole(SMALLEST_PX[0], LARGEST_PX[0])] = 320
    height_px: Annotated[int, whole(SMALLEST_PX[1], LARGEST_PX[1])] = 240


@dataclass(frozen=True, slots=True)
class Mission(Sealed):
    """The task of a maze.

    ``reach_goal``: a robot's centre enters a goal region. ``deliver_caps``: ``caps_to_deliver``
    caps (``None`` = all) lie, not held, with their centres in goal regions. ``free``: nothing.
    ``winner``: with several robots, ``first`` ends the run when one of them is in the goal, ``all``
    when each has been there. ``soccer``: a referee counts the balls in the leftmost and the
    rightmost goal region; half of the time is played, and then the other half.
    """

    kind: Literal["free", "reach_goal", "deliver_caps", "soccer"] = "free"
    time_limit_s: Annotated[float, number(0, 1e6, above_low=True)] | None = None
    caps_to_deliver: Annotated[int, whole(1, 500)] | None = None
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
    cylinders: tuple[Cylinder, ...] = ()
    boxes: tuple[Box, ...] = ()
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

    @property
    def movables(self) -> tuple[Movable, ...]:
        """What robots can push, in the order that it has everywhere: caps, balls, and so on."""
        return (*self.caps, *self.balls, *self.cylinders, *self.boxes)

    def counts(self) -> dict[str, int]:
        """Return how many objects of each kind there are, as ``check`` reports them."""
        kinds = ("walls", "lights", "caps", "balls", "cylinders", "boxes", "robots", "goals")
        return {kind: len(getattr(self, kind)) for kind in kinds}

    def counts_in_words(self) -> str:
        """Return them as a list: ``2 walls, 1 light``."""
        one = {"boxes": "box"}
        return ", ".join(
            f"1 {one.get(kind, kind.removesuffix('s'))}" if count == 1 else f"{count} {kind}"
            for kind, count in self.counts().items()
        )
