"""Every picture of a maze shows everything that is in it, in its place and colour."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from tests.everything import (
    EVERYTHING,
    GOALS,
    LAMP,
    LOOSE_MARKS,
    ROBOTS,
    STILL_MARKS,
    Mark,
    Rgb,
    is_like,
    rgb_of,
)
from wsusim.engine.eye import EyeView, map_frame
from wsusim.engine.simulation import Simulation
from wsusim.grading.svg_drawing import maze_symbol
from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.gui.document import Document
from wsusim.gui.features.checking.run_picture import RunPicture
from wsusim.jobs.plots import draw_plots
from wsusim.recording.axes_drawing import draw_maze, draw_shape
from wsusim.recording.export_animation import MapPainter
from wsusim.recording.foxglove_messages import scene_json
from wsusim.scene.palette import DARK, LIGHT
from wsusim.scene.shapes import Robot, What
from wsusim.scene.svg import scene_css, svg_of
from wsusim.scene.told import told_world
from wsusim.scene.walk import moving_shapes, shapes_of

WIDTH_MM, HEIGHT_MM = 800.0, 600.0
PX = 800, 600
"""A pixel for a millimetre."""

Look = Callable[[float, float], Rgb]
"""What colour a picture has at a place."""


def look_at(image: Image.Image) -> Look:
    """Return the colours of a picture of the arena's box."""
    rgb = image.convert("RGB").resize(PX)

    def look(x_mm: float, y_mm: float) -> Rgb:
        red, green, blue = rgb.getpixel((round(x_mm), round(HEIGHT_MM - y_mm)))
        return red, green, blue

    return look


def image_of(picture: QImage) -> Image.Image:
    """Return a picture of Qt's as Pillow has it."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return Image.open(io.BytesIO(content.data()))


def film() -> Look:
    """Return a frame of a film."""
    return look_at(MapPainter(EVERYTHING).frame(Simulation(EVERYTHING).snapshot()))


def eye() -> Look:
    """Return what a camera above sees: it shows a little more than the arena."""
    view = EyeView(EVERYTHING)
    frame = map_frame(EVERYTHING, PX)
    pixels = view.overhead(Simulation(EVERYTHING).snapshot(), PX)

    def look(x_mm: float, y_mm: float) -> Rgb:
        row = int((frame.top_mm - y_mm) / frame.pixel_mm)
        red, green, blue = pixels[row, int((x_mm - frame.left_mm) / frame.pixel_mm)].tolist()
        return red, green, blue

    return look


def figure() -> Look:
    """Return a picture by matplotlib, as reports and exports have it."""
    from matplotlib.figure import Figure

    made = Figure(figsize=(8, 6), dpi=100)
    axes = made.add_axes((0, 0, 1, 1))
    draw_maze(axes, EVERYTHING)
    for number, shape in enumerate(moving_shapes(EVERYTHING)):
        draw_shape(axes, shape, zorder=2 + number)
    axes.set(xlim=(0, WIDTH_MM), ylim=(0, HEIGHT_MM), aspect="auto")
    file = io.BytesIO()
    made.savefig(file, format="png")
    return look_at(Image.open(file))


def svg() -> Look:
    """Return an SVG as Qt draws it, which knows no media queries."""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_MM:g} {HEIGHT_MM:g}">'
        f'<g transform="matrix(1 0 0 -1 0 {HEIGHT_MM:g})">'
        f"{svg_of(shapes_of(EVERYTHING), by_css=False)}</g></svg>"
    )
    renderer = QSvgRenderer(QByteArray(text.encode()))
    picture = QImage(*PX, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    painter = QPainter(picture)
    renderer.render(painter)
    painter.end()
    return look_at(image_of(picture))


def check_window() -> Look:
    """Return the picture of the check window."""
    widget = RunPicture()
    widget.resize(PX[0] + 16, PX[1] + 16)
    widget.show_run(EVERYTHING, ())
    picture = image_of(widget.grab().toImage())
    widget.deleteLater()
    return look_at(picture.crop((8, 8, PX[0] + 8, PX[1] + 8)))


def window() -> Look:
    """Return the arena as the window draws it."""
    document = Document(EVERYTHING)
    scene = ArenaScene(document)
    picture = QImage(*PX, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    painter.translate(0, HEIGHT_MM)
    painter.scale(1.0, -1.0)
    scene.render(painter, scene.arena_box(), scene.arena_box())
    painter.end()
    scene.deleteLater()
    return look_at(image_of(picture))


PICTURES = {
    "film": film, "eye": eye, "figure": figure, "svg": svg, "check window": check_window,
    "window": window,
}  # fmt: skip


@pytest.fixture(scope="module")
def pictures(qapp: QApplication) -> dict[str, Look]:
    """Every picture, drawn once."""
    return {name: draw() for name, draw in PICTURES.items()}


def missing(look: Look, marks: tuple[Mark, ...], slack: int = 40) -> list[str]:
    """Return what is not to be seen, and what is there instead."""
    seen = {mark: look(mark.x_mm, mark.y_mm) for mark in marks}
    return [
        f"{mark.name}: {rgb} instead of {mark.rgb}"
        for mark, rgb in seen.items()
        if not is_like(rgb, mark.colour, slack)
    ]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_everything_that_stands_still(name: str, pictures: dict[str, Look]) -> None:
    """Floor, border, walls with and without a colour, dark ones, and what lies on the floor."""
    marks = tuple(mark for mark in STILL_MARKS if (name, mark.name) != ("eye", "border"))
    assert missing(pictures[name], marks) == []


def test_an_eye_sees_the_border_from_the_side() -> None:
    """From above it sees none: behind the border's face there is nothing."""
    moment = Simulation(EVERYTHING).snapshot()
    pixels = EyeView(EVERYTHING).eye(moment, 1, (64, 48))
    middle = [is_like(tuple(rgb), "#102030") for rgb in pixels[20:26, 32].tolist()]
    assert any(middle)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_all_loose_things(name: str, pictures: dict[str, Look]) -> None:
    """Caps, balls, cylinders and boxes, these as they are turned."""
    assert missing(pictures[name], LOOSE_MARKS) == []


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_goals_and_lamps(name: str, pictures: dict[str, Look]) -> None:
    """A goal differs from the floor, a turned ellipse as well; a lamp is bright."""
    look = pictures[name]
    floor = rgb_of(STILL_MARKS[0].colour)
    assert [mark.name for mark in GOALS if look(mark.x_mm, mark.y_mm) == floor] == []
    red, green, blue = look(LAMP.x_mm + 16.0, LAMP.y_mm)
    assert red > blue
    assert green > blue


@pytest.mark.parametrize("name", ["film", "figure", "svg", "window", "eye"])
def test_a_picture_shows_each_robot_in_its_own_colour(name: str, pictures: dict[str, Look]) -> None:
    """The check window draws a robot where its run ended only."""
    look = pictures[name]
    hues = [
        min(
            np.abs(np.subtract(look(mark.x_mm + dx, mark.y_mm + dy), mark.rgb)).max()
            for dx in range(-15, 26, 5)
            for dy in range(-15, 26, 5)
        )
        for mark in ROBOTS
    ]
    assert max(hues) <= 80


def test_a_recordings_scene_for_other_programs_has_all_of_it() -> None:
    """Foxglove draws solids: each has the colour that pictures have."""
    entities = json.loads(scene_json(EVERYTHING))["entities"]
    solids = [one for entity in entities for one in (*entity["cubes"], *entity["cylinders"])]
    colours = {tuple(round(255 * one["color"][part]) for part in "rgb") for one in solids}
    marks = (*STILL_MARKS[2:5], *LOOSE_MARKS, LAMP, *ROBOTS)
    assert {mark.name: mark.rgb for mark in marks if mark.rgb not in colours} == {}
    assert len(entities[0]["triangles"]) == len(EVERYTHING.goals)
    assert [one["text"] for one in entities[0]["texts"]] == ["Hello"]


def test_the_grading_report_draws_the_same_shapes() -> None:
    """All but the robots, which it draws with their trails."""
    symbol = maze_symbol("m", EVERYTHING)
    count = sum(symbol.count(f"<{element} ") for element in ("polygon", "circle", "image", "text"))
    robots = len(EVERYTHING.robots)
    assert count == len(list(shapes_of(EVERYTHING))) - robots


def test_rules_for_a_page_colour_every_shape_that_has_no_colour_of_its_own() -> None:
    """In both themes; a dark wall and coloured things say their colour themselves."""
    light, dark = scene_css().split("@media")
    pieces = svg_of(shapes_of(EVERYTHING))
    assert f".wall:not([fill]) {{ fill: {LIGHT.wall}; }}" in light
    assert f".wall:not([fill]) {{ fill: {DARK.wall}; }}" in dark
    assert pieces.count('class="wall" fill=') == 2
    assert [what for what in What if f".{what}:not" not in dark] == []


def test_a_page_that_draws_itself_is_told_every_shape_in_both_themes() -> None:
    """The live view draws these; of a picture it has the content in the maze."""
    told = told_world(EVERYTHING)
    shapes = [one for one in shapes_of(EVERYTHING) if not isinstance(one, Robot)]
    assert len(told["still"]) + len(told["things"]) == len(shapes)
    assert [one["fill"]["light"] for one in told["things"]] == [m.colour for m in LOOSE_MARKS]
    assert told["robots"] == [mark.colour for mark in ROBOTS]
    (floor,) = (one for one in told["still"] if one["what"] == "floor")
    assert floor["fill"] == {"light": LIGHT.floor, "dark": DARK.floor}


def test_a_report_of_many_runs_shows_the_maze(tmp_path: Path) -> None:
    """Loose things as well, which change what a trail means."""
    row = {"maze": "everything", "controller": "a.py", "goal": True, "trail_mm": "500 300 510 300",
           "time_s": 1.0, "goal_time_s": 1.0}  # fmt: skip
    draw_plots(tmp_path / "p.svg", [row], (), {"everything": EVERYTHING})
    text = (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert [mark.name for mark in LOOSE_MARKS if f"fill: {mark.colour}" not in text] == []
