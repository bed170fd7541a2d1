"""Draws the pictures of the page on sensors from the model: ``python manual/explanation/plots.py``.

Every curve is computed by the simulator's own kernels; points are figures measured on real robots.
"""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[2]))

from wsusim.engine.explain import SensorView
from wsusim.engine.static_map import build_static_map
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.geometry import Pose
from wsusim.model.tuning import SILENT, RobotTuning
from wsusim.model.world import Arena, Cap, Light, RobotStart, Wall, World
from wsusim.robots import robot_kind

PICTURES = Path(__file__).parents[1] / "pictures"
HALL = Arena.rectangle(600.0, 600.0)
CALM = RobotTuning(proximity_noise=SILENT, light_noise=SILENT)
EVEN = RobotTuning.ideal()
# As sensitive as the sensors of the manual's figures were.
SENSITIVE = replace(EVEN, proximity_gain=(1.5,) * 8, width_deg=(112.0,) * 8, threshold=(330.0,) * 8)
INK = "#26323f"
COLOURS = ("#1f6fb4", "#e08a1e", "#3a9a5b", "#c8453c", "#7d5ba6", "#8a6d4f", "#d070a5", "#6b7680")
SURFACES = {
    "white": 1.0,
    "green foam": 0.84,
    "wood": 0.78,
    "copper": 0.70,
    "pink sponge": 0.57,
    "grey plastic": 0.15,
    "black plastic": 0.035,
}

# A real Khepera before a wall (evorobotpy's sample files): where its sensors answer, and their
# means within 6 degrees of that.
ANSWERS_DEG = (71, 44, 8, -14, -44, -76, -170, 167)
MEASURED_MM = (19, 23, 27, 31, 35, 43)
MEASURED = (
    (1023, 967, 842, 532, 1023, 1023, 844, 1023),
    (596, 582, 473, 292, 715, 961, 468, 947),
    (230, 262, 158, 33, 300, 526, 161, 504),
    (129, 158, 54, 2, 164, 361, 55, 367),
    (1, 16, 4, 2, 15, 221, 0, 206),
    (3, 2, 2, 2, 2, 22, 3, 24),
)
# Manual of the Khepera I, figure 13: a 7 mm obstacle at 15 mm.
MANUAL_ANGLE_DEG = (0, 10, 20, 30, 40, 50, 60, 70)
MANUAL_ANGLE = (870, 800, 715, 630, 490, 350, 200, 0)
# Manual of the Khepera II, front sensors before a white sheet: distance, lowest, highest.
MANUAL_2 = ((20, 390, 460), (30, 210, 260), (40, 140, 180), (60, 87, 115), (80, 68, 97))
# Manual of the Khepera I, figure 10: 1 W lamp on the axis.
MANUAL_LIGHT_MM = (10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 140, 160, 180, 200, 220)
MANUAL_LIGHT = (61, 66, 75, 72, 75, 87, 162, 179, 272, 280, 321, 329, 370, 396, 419, 425, 439)


def facing_wall(kind: str, sensor: int, gap_mm: float, turned_deg: float = 0.0) -> Pose:
    """Return the pose in which a sensor looks at the right border, ``gap_mm`` from the body."""
    body = robot_kind(kind)
    looks = ANSWERS_DEG if kind == "khepera1" else body.cone.bearing_deg
    heading = math.radians(turned_deg - looks[sensor])
    return Pose(HALL.width_mm - body.radius_mm - gap_mm, 300.0, heading)


def at_wall(kind: str = "khepera1", tuning: RobotTuning = CALM, shine: float = 1.0) -> SensorView:
    """Return a view of one robot in a hall whose border has some reflectivity."""
    start = RobotStart(1, Pose(300.0, 300.0), kind)
    world = World("hall", Arena(HALL.outline_mm, shine), robots=(start,))
    return SensorView(world, tunings=[tuning])


def response(view: SensorView, sensor: int, poses: list[Pose]) -> NDArray[np.float64]:
    """Return a sensor's readings without noise in some poses."""
    values = []
    for pose in poses:
        view.place_robot(0, pose.x_mm, pose.y_mm, pose.heading_rad)
        values.append(view.explain_proximity(0, sensor).ideal)
    return np.clip(values, 0.0, 1023.0)


def axes(figure: Figure, place: int, x: str, y: str, title: str) -> Axes:
    """Return labelled axes without needless ink; ``place`` as in ``add_subplot``."""
    made = figure.add_subplot(place)
    made.set_xlabel(x)
    made.set_ylabel(y)
    made.set_title(title, loc="left", fontsize=10, color=INK)
    made.spines[["top", "right"]].set_visible(False)
    made.grid(visible=True, color="#e6e9ec", linewidth=0.8)
    made.set_axisbelow(True)
    return made


def draw_distance(figure: Figure) -> None:
    """Draw reading over distance, for both robots."""
    gaps = np.linspace(0.0, 60.0, 241)
    plot = axes(figure, 121, "wall to body, mm", "reading", "Khepera I before a white wall")
    view = at_wall()
    curves = []
    for sensor in range(8):
        poses = [facing_wall("khepera1", sensor, gap) for gap in gaps]
        curves.append(response(view, sensor, poses))
        plot.plot(gaps, curves[-1], color=COLOURS[sensor], linewidth=1, label=f"sensor {sensor}")
    plot.plot(gaps, np.mean(curves, axis=0), color=INK, linewidth=2.2, label="mean of the model")
    plot.plot(MEASURED_MM, np.mean(MEASURED, axis=1), "o", color=INK, label="mean of a real robot")
    plot.legend(frameon=False, fontsize=7)
    plot = axes(figure, 122, "wall to sensor, mm", "", "Khepera II before a white wall")
    body = robot_kind("khepera2")
    distances = np.linspace(8.0, 110.0, 205)
    inside = body.radius_mm - body.sensors[2].x_mm
    poses = [facing_wall("khepera2", 2, distance - inside) for distance in distances]
    values = response(at_wall("khepera2", EVEN), 2, poses)
    plot.plot(distances, values, color=INK, linewidth=2.2, label="model")
    plot.vlines(*np.transpose(MANUAL_2), color=COLOURS[1], linewidth=5, alpha=0.7, label="manual")
    plot.set_ylim(0, 1060)
    plot.legend(frameon=False, fontsize=7)


def draw_colour_and_angle(figure: Figure) -> None:
    """Draw what colour does, and what turning away does."""
    gaps = np.linspace(0.0, 50.0, 201)
    plot = axes(figure, 121, "wall to body, mm", "reading", "Surfaces, sensor 4")
    poses = [facing_wall("khepera1", 4, gap) for gap in gaps]
    for (name, shine), colour in zip(SURFACES.items(), COLOURS, strict=False):
        values = response(at_wall(shine=shine), 4, poses)
        plot.plot(gaps, values, color=colour, label=f"{name} ({shine:g})")
    plot.legend(frameon=False, fontsize=7)
    turns = np.linspace(-90.0, 90.0, 361)
    plot = axes(figure, 122, "robot turned by, degrees", "", "Turning before a wall, sensor 4")
    for gap, colour in ((19.0, COLOURS[0]), (23.0, COLOURS[2]), (29.0, COLOURS[1])):
        poses = [facing_wall("khepera1", 4, gap, turn) for turn in turns]
        plot.plot(turns, response(at_wall(), 4, poses), color=colour, label=f"wall at {gap:.0f} mm")
    angles = np.linspace(0.0, 80.0, 81)
    posts = np.clip([post(angle) for angle in angles], 0.0, 1023.0)
    plot.plot(angles, posts, "--", color=INK, label="7 mm post at 15 mm, gain 1.5")
    plot.plot(MANUAL_ANGLE_DEG, MANUAL_ANGLE, "o", color=INK, markersize=4, label="manual")
    plot.legend(frameon=False, fontsize=7)


def post(angle_deg: float) -> float:
    """Return what the manual's sensor reads of a 7 mm post, 15 mm away, so far off its bearing."""
    kind = robot_kind("khepera1")
    mount, bearing = kind.sensors[2], math.radians(kind.cone.bearing_deg[2] + angle_deg)
    at = (
        300.0 + mount.x_mm + 18.5 * math.cos(bearing),
        300.0 + mount.y_mm + 18.5 * math.sin(bearing),
    )
    world = World(
        "post",
        HALL,
        caps=(Cap(2, *at, diameter_mm=7.0),),
        robots=(RobotStart(1, Pose(300.0, 300.0)),),
    )
    return SensorView(world, tunings=[SENSITIVE]).explain_proximity(0, 2).ideal


def draw_noise(figure: Figure) -> None:
    """Draw the readings of a thousand refreshes: in the open, and before a wall."""
    rng = np.random.default_rng(1)
    view = at_wall(tuning=replace(RobotTuning(), proximity_spread=False))
    plot = axes(figure, 121, "reading", "share of readings, %", "Nothing in reach")
    noise = rng.uniform(size=(3000, 1, NOISE_COLUMNS))
    quiet = np.concatenate([view.read(row)[0, :8] for row in noise])
    counts = np.bincount(quiet, minlength=17)[:17]
    plot.bar(range(17), 100.0 * counts / counts.sum(), color=COLOURS[0], width=0.8)
    plot.set_xticks(range(0, 17, 2))
    plot = axes(figure, 122, "wall to body, mm", "reading", "Before a white wall, 40 readings each")
    for gap in np.arange(15.0, 45.0, 1.0):
        pose = facing_wall("khepera1", 4, gap)
        view.place_robot(0, pose.x_mm, pose.y_mm, pose.heading_rad)
        values = [view.read(row)[0, 4] for row in noise[:40]]
        plot.plot([gap] * 40, values, ".", color=COLOURS[0], markersize=3, alpha=0.4)


def draw_light(figure: Figure) -> None:
    """Draw light over distance and angle."""
    x, y = robot_kind("khepera1").sensors[2].x_mm, robot_kind("khepera1").sensors[2].y_mm
    hall = Arena.rectangle(1200.0, 1200.0)
    static = build_static_map(World("hall", hall))

    def reading(distance: float, angle_deg: float, power: float) -> float:
        angle = math.radians(angle_deg)
        at = 300.0 + x + distance * math.cos(angle), 600.0 + y + distance * math.sin(angle)
        start = RobotStart(1, Pose(300.0, 600.0))
        world = World("lamp", hall, lights=(Light(2, *at, power),), robots=(start,))
        return SensorView(world, static=static).explain_light(0, 2).ideal

    plot = axes(figure, 121, "lamp to sensor, mm", "reading (dark 500)", "Lamp on the axis")
    distances = np.linspace(10.0, 700.0, 140)
    for power, colour in ((1.0, COLOURS[0]), (4.0, COLOURS[1]), (25.0, COLOURS[2])):
        values = [reading(d, 0.0, power) for d in distances]
        plot.plot(distances, values, color=colour, label=f"power {power:.0f}")
    plot.plot(MANUAL_LIGHT_MM, MANUAL_LIGHT, "o", color=INK, markersize=4, label="manual, 1 W")
    plot.set_ylim(0, 520)
    plot.legend(frameon=False, fontsize=7)
    plot = axes(figure, 122, "angle from the axis, degrees", "", "Lamp of power 1 aside")
    angles = np.linspace(-90.0, 90.0, 181)
    for distance, colour in ((60.0, COLOURS[0]), (100.0, COLOURS[1]), (200.0, COLOURS[2])):
        values = [reading(distance, angle, 1.0) for angle in angles]
        plot.plot(angles, values, color=colour, label=f"{distance:.0f} mm")
    plot.set_ylim(0, 520)
    plot.legend(frameon=False, fontsize=7)


def draw_rays(figure: Figure) -> None:
    """Draw a robot with what its eight sensors see between walls and a cap."""
    walls = (
        Wall(2, 230.0, 370.0, 420.0, 370.0, 19.5),
        Wall(3, 342.0, 232.0, 382.0, 322.0, 10.0),
    )
    start = RobotStart(1, Pose(300.0, 310.0, math.radians(20.0)))
    cap = Cap(4, 246.0, 296.0)
    view = SensorView(
        World("rays", HALL, walls=walls, caps=(cap,), robots=(start,)), tunings=[CALM]
    )
    plot = axes(figure, 111, "x, mm", "y, mm", "Where eight sensors look, and what they see")
    for wall in build_static_map(World("walls", HALL, walls=walls)).edges_mm[4:].reshape(-1, 4, 4):
        plot.fill(wall[:, 0], wall[:, 1], color="#b9c2ca")
    plot.add_patch(mpl.patches.Circle((cap.x_mm, cap.y_mm), cap.diameter_mm / 2, color=COLOURS[1]))
    pose = start.pose
    body = mpl.patches.Circle((pose.x_mm, pose.y_mm), 27.5, facecolor="#dfe8f1", edgecolor=INK)
    plot.add_patch(body)
    nose = pose.place((27.5, 0.0))
    plot.plot([pose.x_mm, nose[0]], [pose.y_mm, nose[1]], color=INK, linewidth=1)
    for sensor in range(8):
        report = view.explain_proximity(0, sensor)
        for ray in report.rays:
            met = ray.target != "nothing"
            plot.plot(
                *np.transpose([ray.start_mm, ray.end_mm]),
                color=COLOURS[sensor],
                linewidth=1.2 if met else 0.5,
                alpha=1.0 if met else 0.45,
            )
        value = min(max(report.ideal, 0.0), 1023.0)
        mount = robot_kind("khepera1").sensors[sensor]
        label = pose.place((mount.x_mm * 0.68, mount.y_mm * 0.68))
        plot.text(*label, f"{value:.0f}", fontsize=6, ha="center", va="center", color=INK)
    plot.set_aspect("equal")
    plot.set_xlim(210.0, 430.0)
    plot.set_ylim(220.0, 400.0)


PLOTS = {
    "proximity-distance.png": (draw_distance, (9.0, 3.8)),
    "proximity-colour-angle.png": (draw_colour_and_angle, (9.0, 3.8)),
    "proximity-noise.png": (draw_noise, (9.0, 3.4)),
    "proximity-rays.png": (draw_rays, (6.4, 5.2)),
    "light.png": (draw_light, (9.0, 3.6)),
}


def draw_all(folder: Path) -> None:
    """Draw every picture into a folder; the same model gives the same files."""
    folder.mkdir(parents=True, exist_ok=True)
    style = {"font.size": 9, "text.color": INK, "axes.edgecolor": INK}
    with mpl.rc_context(style):
        for name, (draw, size) in PLOTS.items():
            figure = Figure(figsize=size, layout="constrained")
            draw(figure)
            figure.savefig(folder / name, dpi=130, metadata={"Software": None})


if __name__ == "__main__":
    draw_all(PICTURES)
