"""What the arena shows of the maze, of a run and of a recording."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsScene

from tests.unit.gui.conftest import CAP_ID, ROBOT_ID, Mouse, small_world
from wsusim.engine.sensor_reports import RayReport
from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.gui.arena.object_item import Layer
from wsusim.gui.arena.scale_bar import round_length_mm
from wsusim.gui.arena.trace_items import CHUNK_POINTS, RaysItem, TrailItem
from wsusim.gui.document import Document
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.widgets.theme import DARK, Theme, current_theme
from wsusim.model.commands import Draw
from wsusim.model.geometry import Point, Pose
from wsusim.model.snapshot import MissionSnapshot, ObjectSnapshot, RobotSnapshot, Snapshot
from wsusim.model.world import Arena, World


@pytest.fixture
def window(editors_window: MainWindow) -> MainWindow:
    """Return the window that all tests of this file share."""
    return editors_window


def ray(start_mm: Point, end_mm: Point) -> RayReport:
    """Return a ray that meets a wall."""
    return RayReport(
        angle_deg=0.0, start_mm=start_mm, end_mm=end_mm, distance_mm=10.0, target="wall",
        target_id=1, reflectivity=1.0, weight=1.0, contribution=1.0, closeness=1.0,
    )  # fmt: skip


def snapshot(pose: Pose, held: int | None = None) -> Snapshot:
    """Return a picture of the small maze in which the robot has moved, and may hold the cap."""
    robot = RobotSnapshot(
        id=ROBOT_ID,
        kind="khepera1",
        pose=pose,
        left_speed=5.0,
        right_speed=5.0,
        left_position=0,
        right_position=0,
        proximity=(0, 100, 900, 1023, 0, 0, 0, 0),
        ambient=(500,) * 8,
        arm_position=255.0,
        jaw_gap_mm=28.0,
        held_object_id=held,
        object_present=held is not None,
        resistivity=0,
        contact_front=True,
        contact_back=False,
        contact_bearings_rad=(0.0,),
        leds=(True, False),
    )
    cap = ObjectSnapshot(CAP_ID, "cap", 410.0, 320.0, ROBOT_ID if held else None)
    return Snapshot(1, (robot,), (cap,), MissionSnapshot(False, None, 0, ()))


@pytest.fixture
def scene(qapp: object) -> ArenaScene:
    """Return the scene of the small maze."""
    document = Document(small_world())
    made = ArenaScene(document)
    document.setParent(made)
    return made


def test_a_snapshot_moves_robot_and_cap_without_new_items(scene: ArenaScene) -> None:
    """Drawing a run makes no items once the trail is there."""
    scene.show(snapshot(Pose(600.0, 400.0)))
    before = len(scene.items())

    scene.show(snapshot(Pose(610.0, 420.0, math.pi)))

    assert scene.place_of(ROBOT_ID) == QPointF(610.0, 420.0)
    assert scene.place_of(CAP_ID) == QPointF(410.0, 320.0)
    assert len(scene.items()) == before


def test_the_start_comes_back_after_a_run(scene: ArenaScene) -> None:
    """Reset puts all where the maze has it."""
    scene.show(snapshot(Pose(700.0, 500.0)))
    scene.show_start()
    assert scene.place_of(ROBOT_ID) == QPointF(600.0, 400.0)
    assert scene.place_of(CAP_ID) == QPointF(300.0, 300.0)


def test_a_thing_can_be_grabbed_where_the_run_has_it(scene: ArenaScene) -> None:
    """Not where it was at the start."""
    scene.show(snapshot(Pose(700.0, 500.0)))
    found = scene.movable_at((700.0, 500.0), 0.0)
    assert found is not None
    assert found.id == ROBOT_ID
    assert scene.movable_at((600.0, 400.0), 0.0) is None


def test_a_snapshot_with_unknown_robots_is_shown_as_far_as_it_goes(scene: ArenaScene) -> None:
    """A recording of another maze does no harm."""
    empty = Snapshot(
        0, (), (ObjectSnapshot(99, "cap", 1.0, 1.0, None),), MissionSnapshot(False, None, 0, ())
    )
    scene.show(empty)
    assert scene.place_of(ROBOT_ID) == QPointF(600.0, 400.0)


def test_a_long_trail_is_drawn_in_chunks(qapp: object) -> None:
    """So that only its end is drawn again."""
    scene, trail = QGraphicsScene(), TrailItem()
    scene.addItem(trail)
    points = 3 * CHUNK_POINTS
    for index in range(points):
        trail.extend((3.0 * index, 0.0))
    assert len(trail.childItems()) == 4
    trail.clear()
    assert trail.childItems() == []


def test_a_trail_of_jumps_is_short(qapp: object) -> None:
    """Points all over the arena, which no robot leaves, don't pile up until painting takes long."""
    scene, trail = QGraphicsScene(), TrailItem()
    scene.addItem(trail)

    trail.lead([(900.0 * (number % 2), number % 100) for number in range(40 * CHUNK_POINTS)])
    for number in range(40 * CHUNK_POINTS):
        trail.extend((900.0 * (number % 2), number % 100))

    assert len(trail.childItems()) < 0.6 * 40
    assert trail.childItems()[-1].path().currentPosition().x() == 900.0


def test_a_trail_ignores_invisible_moves(qapp: object) -> None:
    """A robot that stands adds nothing."""
    trail = TrailItem()
    trail.extend((5.0, 5.0))
    trail.extend((5.5, 5.0))
    (chunk,) = trail.childItems()
    assert chunk.path().elementCount() == 1


@pytest.mark.parametrize("layer", list(Layer))
def test_every_layer_can_be_switched(window: MainWindow, layer: Layer) -> None:
    """The menu's switch reaches the scene."""
    before = window.scene.is_layer_visible(layer)
    window.action_set[f"layer {layer.value}"].trigger()
    assert window.scene.is_layer_visible(layer) != before


def test_a_hidden_layer_stays_hidden_for_new_things(scene: ArenaScene) -> None:
    """Rays that come later are not drawn either."""
    scene.set_layer_visible(Layer.RAYS, False)
    scene.set_rays(ROBOT_ID, [ray((0.0, 0.0), (10.0, 0.0))])
    (rays,) = (item for item in scene.items() if isinstance(item, RaysItem))
    assert not rays.isVisible()


def test_everything_a_run_shows_can_be_drawn_in_both_themes(
    window: MainWindow, take_theme: Callable[[Theme], None]
) -> None:
    """No item fails or warns when it is painted, held cap, figures and speech included."""
    window.scene.show(snapshot(Pose(600.0, 400.0), held=CAP_ID))
    window.scene.set_rays(ROBOT_ID, [ray((600.0, 400.0), (650.0, 400.0))])
    figures = [
        Draw("line", ((100.0, 100.0), (200.0, 150.0)), "green"),
        Draw("dots", ((120.0, 130.0),), "no such colour"),
        Draw("text", ((300.0, 500.0),), "red", "here"),
    ]
    window.scene.set_drawing(ROBOT_ID, figures)
    window.scene.say(ROBOT_ID, "hello")

    light = window.view.grab().toImage()
    take_theme(DARK)
    window.scene.repaint()
    dark = window.view.grab().toImage()

    middle = window.view.mapFromScene(100.0, 700.0)
    assert light.pixelColor(middle).lightness() > 200
    assert dark.pixelColor(middle).lightness() < 80


def test_zooming_keeps_the_place_under_the_cursor(window: MainWindow) -> None:
    """What one looks at stays where it is, within a pixel."""
    cursor = window.view.mapFromScene(700.0, 200.0)
    before = window.view.mapToScene(cursor)

    window.view.zoom(3.0, cursor)

    after = window.view.mapToScene(cursor)
    assert (after - before).manhattanLength() < 2.0 * window.view.mm_per_px


def test_another_floor_in_the_same_box_is_drawn(window: MainWindow, mouse: Mouse) -> None:
    """The mazes of the original have a broad border; the kept picture must not outlive its maze."""
    at_px = mouse.px(20.0, 20.0)
    whole = Arena.rectangle(1000.0, 800.0)
    inside = ((50.0, 50.0), (950.0, 50.0), (950.0, 750.0), (50.0, 750.0))
    shown = []
    for arena in (whole, Arena(inside, size_mm=(1000.0, 800.0))):
        window.document.load(World("empty", arena), None)
        shown.append(window.view.viewport().grab().toImage().pixelColor(at_px).name())
    assert shown[0] != shown[1] == current_theme().wall


def test_y_goes_up(window: MainWindow) -> None:
    """A place with larger y is higher on the screen."""
    assert window.view.mapFromScene(0.0, 700.0).y() < window.view.mapFromScene(0.0, 100.0).y()


def test_the_whole_arena_stays_in_view_when_the_window_grows(window: MainWindow) -> None:
    """The whole arena stays in view unless a person has zoomed."""
    before = window.view.mm_per_px
    window.resize(1800, 1200)
    assert window.view.mm_per_px < before


@pytest.mark.parametrize(("longest", "expected"), [(110.0, 100.0), (99.0, 50.0), (0.3, 0.2)])
def test_the_scale_bar_has_a_round_length(longest: float, expected: float) -> None:
    """1, 2 or 5 times a power of ten."""
    assert round_length_mm(longest) == pytest.approx(expected)
