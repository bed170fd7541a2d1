"""What each ready controller is there for, as a task that any robot with its parts should pass."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.end_to_end.driven import Ran, drive
from wsusim.formats.maze_catalogue import find_maze
from wsusim.formats.profile import load_profile
from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import SensorMount
from wsusim.model.soccer_field import GAME_S, soccer_field
from wsusim.model.units import TICK_S
from wsusim.model.world import Arena, Light, RobotStart, World
from wsusim.robots import robot_kind

LAMP = Light(1, 450.0, 600.0)
START = RobotStart(2, Pose(400.0, 250.0, math.pi / 2.0))
LAMP_AHEAD = World(
    "lamp", Arena.rectangle(1000.0, 1000.0), lights=(LAMP,), robots=(START,), next_id=3
)
"""The lamp is 35 cm ahead, somewhat to the right."""

BRIGHT = {"khepera2": 5.0}
"""Power of the lamp for a robot that sees less of it than a Khepera I."""

DARK_MM_S = 32.0
"""Speed of a vehicle that sees no lamp."""


NEAR_LAMP_MM = 120.0
"""Its own length (55 mm) farther than where a vehicle takes a lamp for a wall and turns away: at
65 mm from middle to middle, or 18 mm between robot and foot."""

NOISE_RAD = math.radians(1.0)
"""So far aside the noise of its eyes takes a vehicle that rests: at most 0.4 degrees, in ten seeds
of each kind."""

DANCE_S = 20.0
DANCE_SPEEDS = (25 * (6 + 6) + 15 * (5 + 1)) / 40
"""Sum of both wheels' speeds in the leader's steps, on average; where it turns away from a wall the
sum is 0."""

LATE_S = 0.12
LOST_S = 0.1
"""A message in fifty is lost; then the next one tells the step, a beat later."""

LATE_RAD = LATE_S * 64.0 / 53.0
"""So far a dancer turns on the spot (speeds 4 and -4) from a beat to when the other does the same:
0.1 s, and the 0.02 s after which it listens again."""


@dataclass(frozen=True)
class Task:
    """What is driven, where, how long, and what must have come of it.

    ``None`` as time: what the maze's mission allows.
    """

    controllers: tuple[str, ...]
    maze: str | World
    time_s: float | None
    passes: Callable[[Ran], None]


def reaches_goal(ran: Ran) -> None:
    """It is at the goal and bumped into nothing on its way."""
    assert (ran.report.outcome, ran.report.contacts) == ("goal", 0)


def roams(ran: Ran) -> None:
    """It drove on all the time, and bumped into nothing."""
    assert ran.report.outcome in ("time", "goal")
    assert ran.report.distance_mm > 40.0 * ran.report.sim_time_s
    assert ran.report.contacts == 0


def went_round_the_line(ran: Ran) -> None:
    """It followed the line for four metres at least."""
    assert ran.report.distance_mm > 4000.0
    assert ran.report.contacts == 0


def delivered_all_caps(ran: Ran) -> None:
    """All four caps lie in the goal."""
    assert (ran.report.outcome, ran.report.caps_delivered) == ("goal", 4)


def is_before_the_ball(ran: Ran) -> None:
    """It stands at its distance from the ball that is red."""
    ball, pose = find_maze("red").balls[0], ran.robot.pose
    assert 80 < math.dist((pose.x_mm, pose.y_mm), (ball.x_mm, ball.y_mm)) < 130
    assert ran.report.contacts == 0


def closed_the_square(ran: Ran) -> None:
    """It came to its end within a centimetre of its start."""
    assert ran.report.outcome == "finished"
    assert math.dist((ran.robot.pose.x_mm, ran.robot.pose.y_mm), (380.0, 400.0)) < 10.0


def lamp_seen_from(ran: Ran) -> tuple[float, float]:
    """Return how far the lamp is (mm), and where: -pi right of the robot to pi left (rad)."""
    pose = ran.robot.pose
    dx, dy = LAMP.x_mm - pose.x_mm, LAMP.y_mm - pose.y_mm
    return math.hypot(dx, dy), math.remainder(math.atan2(dy, dx) - pose.heading_rad, math.tau)


def is_khepera(ran: Ran) -> bool:
    """Return whether the first robot is one of those for which the limits were set at first."""
    return ran.kind.startswith("khepera")


def speeds_mm_s(ran: Ran) -> tuple[float, float]:
    """Return the speeds at which the first robot's wheels turn."""
    tick_mm_s = robot_kind(ran.kind).motors.pulse_mm / TICK_S
    return ran.robot.left_speed * tick_mm_s, ran.robot.right_speed * tick_mm_s


def turned_its_back(ran: Ran) -> None:
    """Fear: the lamp is behind it."""
    _, bearing_rad = lamp_seen_from(ran)
    assert abs(bearing_rad) > math.pi / 2.0
    assert ran.report.contacts == 0


def rushes_at_the_lamp(ran: Ran) -> None:
    """Aggression: it is near the lamp, which is ahead, and twice as fast as in the dark.

    Ahead is what lies between the two slanting eyes, at 45 degrees each. It can't be narrower for
    all robots: a lamp that is passed at some distance goes aside as one comes nearer. After five
    seconds the robot that sees lamps twice as bright as another is at 65 mm, and would turn away
    from the wall that a lamp is a moment later; the other one is at 117 mm, has turned less, and
    has the lamp 28 to 30 degrees aside. For its speed the same holds: it sees less.
    """
    distance_mm, bearing_rad = lamp_seen_from(ran)
    assert distance_mm < NEAR_LAMP_MM
    assert abs(bearing_rad) < math.pi / 4.0
    assert sum(speeds_mm_s(ran)) / 2.0 > 2.0 * DARK_MM_S


def halfway_rad(kind: str, distance_mm: float) -> float:
    """Return how far aside a lamp is seen equally well by a front and a slanting eye.

    It is half way between what the two look at, 22.5 degrees aside for a Khepera and 31 for an
    e-puck, and a little more, as they sit ahead of the robot's middle.
    """
    left = [mount for mount in robot_kind(kind).sensors if mount.y_mm > 0 and mount.x_mm > 0]
    front, slanting = sorted(left, key=lambda mount: mount.bearing_deg)[:2]

    def aside_rad(mount: SensorMount, lamp_rad: float) -> float:
        dx = distance_mm * math.cos(lamp_rad) - mount.x_mm
        dy = distance_mm * math.sin(lamp_rad) - mount.y_mm
        return math.atan2(dy, dx) - math.radians(mount.bearing_deg)

    low, high = 0.0, math.pi / 4.0
    while high - low > 1e-4:
        middle = (low + high) / 2.0
        if aside_rad(front, middle) < -aside_rad(slanting, middle):
            low = middle
        else:
            high = middle
    return high


def rests_at_the_lamp(ran: Ran) -> None:
    """Love: it stands still near the lamp and looks at it.

    An eye that sees the lamp better than the front one does slows its own wheel, and the robot
    turns that way. So it stands, at the latest, where a front and a slanting eye see the lamp
    equally well.
    """
    distance_mm, bearing_rad = lamp_seen_from(ran)
    assert distance_mm < 150.0
    assert abs(bearing_rad) < halfway_rad(ran.kind, distance_mm) + NOISE_RAD
    assert max(map(abs, speeds_mm_s(ran))) <= 16.0


def danced(ran: Ran) -> None:
    """The second drove the mirror image of the first one's way, told by radio alone.

    Wheels that differ turn both robots by some angle, and each the same way round: so far, and
    nothing farther than being late, the one may be from the other's mirror image.
    """
    leader, mirror = ran.snapshot.robots
    assert ran.heard[0] == "robot 1 says 48,48"
    assert math.dist((leader.pose.x_mm, leader.pose.y_mm), (380.0, 400.0)) > 50.0
    turned_rad = leader.pose.heading_rad + mirror.pose.heading_rad - math.pi
    late_rad = LATE_RAD if is_khepera(ran) else LATE_RAD * (LATE_S + LOST_S) / LATE_S
    drift_rad = 8.0 * DANCE_SPEEDS * wheels_differ(ran.profile) * DANCE_S / 53.0
    assert abs(math.remainder(turned_rad, math.tau)) < drift_rad + late_rad


def wheels_differ(profile: str | None) -> float:
    """Return by what share of their speed a robot's wheels differ."""
    if profile is None:
        return 0.0
    measured = load_profile(profile)
    return abs(measured.right_motor.gain - measured.left_motor.gain)


def scored(ran: Ran) -> None:
    """The team on the left wins, as it is the only one that can shoot a goal."""
    score = ran.snapshot.mission.score
    assert score is not None
    assert score.left > score.right


TASKS: dict[str, Task] = {
    "any_robot": Task(("any_robot",), "rooms", 300.0, roams),
    "avoid_obstacles": Task(("avoid_obstacles",), "rooms", 300.0, roams),
    "bored_follower": Task(("bored_follower",), "island", None, reaches_goal),
    "braitenberg:Vehicle2a": Task(("braitenberg:Vehicle2a",), LAMP_AHEAD, 12.0, turned_its_back),
    "braitenberg:Vehicle2b": Task(("braitenberg:Vehicle2b",), LAMP_AHEAD, 5.0, rushes_at_the_lamp),
    "braitenberg:Vehicle3a": Task(("braitenberg:Vehicle3a",), LAMP_AHEAD, 60.0, rests_at_the_lamp),
    "cap_collector": Task(("cap_collector",), "caps", None, delivered_all_caps),
    "drive_by_camera": Task(("drive_by_camera",), "overhead", None, reaches_goal),
    "follow_light": Task(("follow_light",), "beacons", None, reaches_goal),
    "follow_red": Task(("follow_red",), "red", 20.0, is_before_the_ball),
    "line_follower": Task(("line_follower",), "line", 120.0, went_round_the_line),
    "maze_solver": Task(("maze_solver",), "rooms", None, reaches_goal),
    "odometry_square": Task(("odometry_square",), "field", None, closed_the_square),
    "radio_dance": Task(("radio_dance:Leader", "radio_dance:Mirror"), "field", DANCE_S, danced),
    "striker": Task(("striker",), soccer_field(1), None, scored),
    "wall_follower": Task(("wall_follower",), "rooms", None, reaches_goal),
}
"""The task of every ready controller except the goalkeeper, who is judged by many games."""

ROOMIER: dict[str | None, dict[str, str | World]] = {
    "thymio": {"avoid_obstacles": "field", "any_robot": "field"}
}
"""For a robot that does not fit into the doors and corners of a task's maze: a Thymio is 112 mm
wide, and the outermost of it is 81 mm from where it turns."""

SHOT_MM_S = 360.0
"""The speed of the striker's shots. A robot that is slower plays so much longer."""

KEEPER_GAMES = 10
KEEPER_GAME_S = 60.0


def do_task(
    name: str,
    *,
    seed: int = 1,
    profile: str | None = None,
    kind: str | None = None,
    game_s: float = GAME_S,
) -> Ran:
    """Let a ready controller do its task, with a robot of a profile or a kind, and check it.

    ``game_s``: how long a game of soccer is for a robot that is as quick as a Khepera.
    """
    task = TASKS[name]
    maze = ROOMIER.get(kind, {}).get(name, task.maze)
    world = maze if isinstance(maze, World) else find_maze(maze)
    if world.mission.kind == "soccer":
        world = field_for(kind, game_s)
    if kind in BRIGHT:
        lights = tuple(replace(light, power=BRIGHT[kind]) for light in world.lights)
        world = replace(world, lights=lights)
    ran = drive(
        task.controllers, world=world, seed=seed, time_s=task.time_s, profile=profile, kind=kind
    )
    task.passes(ran)
    return ran


def field_for(kind: str | None, game_s: float) -> World:
    """Return a field for two robots of a kind that play as long as they need at their speed."""
    top_mm_s = robot_kind(kind or "khepera1").motors.top_mm_s
    return soccer_field(1, game_s * max(1.0, SHOT_MM_S / top_mm_s))


def goals_let_in(keeper: str, profile: str | None) -> int:
    """Return how many goals a striker shoots in ten games; ``keeper``: empty for none."""
    let_in = 0
    for seed in range(1, KEEPER_GAMES + 1):
        ran = drive(
            (keeper, "striker"),
            world=soccer_field(1),
            seed=seed,
            time_s=KEEPER_GAME_S,
            profile=profile,
        )
        score = ran.snapshot.mission.score
        assert score is not None
        let_in += score.right
    return let_in
