"""The panel "Eye": runs, recordings and real robots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.unit.analysis.conftest import recording  # noqa: F401 - a fixture
from tests.unit.analysis.pictures import picture
from tests.unit.gui.conftest import small_world
from tests.unit.gui.features.run.conftest import Desk, RunHall, hall_of
from tests.unit.gui.studio import part_of
from tests.unit.recording.streams import filmed
from wsusim.engine.eye import EyeView
from wsusim.engine.snapshots import RobotStatistics
from wsusim.gui.document import Mode
from wsusim.gui.features.eye.eye_panel import EyePanel
from wsusim.gui.features.eye.eye_side import EyeSide
from wsusim.gui.features.help.context import page_for
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.watched import Subject
from wsusim.gui.widgets.theme import DARK, LIGHT, Theme
from wsusim.runs.events import Ended
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

LOOKS = """
    class Looks(Controller):
        def run(self):
            self.motors.set_speeds(5, 3)
            self.sleep(0.57)
            print(self.eye.picture.sum())
            self.sleep(0.1)
"""
SIZE = (160, 120)


hall = hall_of(ReplaySide, EyeSide)


@pytest.fixture
def desk(hall: RunHall, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """Return the desk; it is tidy again after the test."""
    yield Desk(hall, tmp_path, qtbot)
    hall.tidy()
    part_of(hall.window, EyeSide).panel.views.entered.emit("eye")
    part_of(hall.window, EyeSide).panel.sizes.entered.emit(SIZE)


@pytest.fixture
def eye(desk: Desk) -> EyeSide:
    """Return the side, with its panel open."""
    side = part_of(desk.window, EyeSide)
    desk.window.action_set["eye"].trigger()
    desk.until(lambda: side.dock.is_seen)
    return side


def shows(eye: EyeSide, pixels: np.ndarray) -> bool:
    """Return whether the panel shows a picture, to the byte."""
    shown = eye.panel.image.pixels
    return shown is not None and np.array_equal(shown, pixels)


def test_a_run_shows_what_the_eye_sees_now(desk: Desk, eye: EyeSide) -> None:
    """Step by step, the same bytes as the engine's."""
    view = EyeView(small_world())
    desk.bridge.begin(RunRequest((), small_world(), seed=7), is_paused=True)
    desk.until(lambda: eye.panel.image.pixels is not None)
    assert desk.watched.picture is not None
    assert shows(eye, view.eye(desk.watched.picture.snapshot, 0, SIZE))
    assert eye.panel.headline.text() == "What Robot 1 sees at 0.00 s"


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("chase", lambda view, moment: view.chase(moment, 0, SIZE)),
        ("overhead", lambda view, moment: view.overhead(moment, SIZE)),
    ],
)
def test_other_views_can_be_chosen(
    desk: Desk, eye: EyeSide, name: str, draw: Callable[..., np.ndarray]
) -> None:
    """Also while time stands still."""
    desk.bridge.begin(RunRequest((), small_world()), is_paused=True)
    desk.until(lambda: eye.panel.image.pixels is not None)
    assert desk.watched.picture is not None
    wanted = draw(EyeView(small_world()), desk.watched.picture.snapshot)
    eye.panel.views.entered.emit(name)
    desk.until(lambda: shows(eye, wanted))


def test_the_size_can_be_chosen(desk: Desk, eye: EyeSide) -> None:
    """As programs choose it."""
    desk.bridge.begin(RunRequest((), small_world()), is_paused=True)
    desk.until(lambda: eye.panel.image.pixels is not None)
    eye.panel.sizes.entered.emit((64, 48))
    desk.until(lambda: eye.panel.image.pixels.shape == (48, 64, 3))  # type: ignore[union-attr]


def test_the_run_is_the_same_with_the_panel_open(desk: Desk, eye: EyeSide) -> None:
    """And its trace is that of the run without a window."""
    ended: list[Ended] = []
    desk.watched.ended.connect(ended.append)
    request = RunRequest((str(desk.write(LOOKS)),), small_world(), seed=7)

    desk.bridge.begin(request)
    desk.until(lambda: bool(ended))

    desk.until(lambda: eye.panel.image.pixels is not None)
    alone = execute(request)
    assert (ended[0].kind, ended[0].tick / 100) == ("finished", alone.sim_time_s)
    assert ended[0].trace_sha256 == alone.trace_sha256


def test_a_closed_panel_draws_nothing(desk: Desk, eye: EyeSide) -> None:
    """Opened again it shows this moment."""
    eye.dock.close()
    desk.bridge.begin(RunRequest((), small_world()), is_paused=True)
    desk.until(lambda: desk.tick == 0)
    assert not eye.worker.is_busy
    assert eye.panel.image.pixels is None
    desk.window.panels.open("eye")
    desk.until(lambda: eye.panel.image.pixels is not None)


def test_a_maze_that_is_edited_has_no_picture(desk: Desk, eye: EyeSide) -> None:
    """The panel says how to get one, and forgets that of a run that was reset."""
    assert "single step (F10)" in eye.panel.headline.text()
    desk.bridge.begin(RunRequest((), small_world()), is_paused=True)
    desk.until(lambda: eye.panel.image.pixels is not None)
    desk.window.reset()
    assert eye.panel.image.pixels is None


def test_a_recording_shows_what_the_eye_saw(
    desk: Desk,
    eye: EyeSide,
    recording: Path,  # noqa: F811 - the fixture
) -> None:
    """At any moment, also one of the tick after: nothing had to be recorded for it."""
    replay = desk.window.findChild(ReplaySide)
    assert isinstance(replay, ReplaySide)
    desk.window.openers.open_all([str(recording)])
    desk.until(lambda: replay.film is not None)
    replay.playhead.go_to(580)
    desk.until(lambda: "5.80 s" in eye.panel.headline.text())
    assert desk.watched.picture is not None
    assert desk.watched.subject is not None
    view = EyeView(desk.watched.subject.world)
    assert shows(eye, view.eye(desk.watched.picture.snapshot, 0, SIZE))
    replay.playhead.go_to(582)
    desk.until(lambda: "5.82 s" in eye.panel.headline.text())


def test_a_recording_with_a_video_shows_it(desk: Desk, eye: EyeSide, tmp_path: Path) -> None:
    """Unasked, in step with the run; the next recording has an eye again."""
    file = filmed(tmp_path / "filmed.mcap")
    desk.window.openers.open_all([str(file)])
    desk.until(lambda: "The camera had sent no picture" in eye.panel.headline.text())
    replay = desk.window.findChild(ReplaySide)
    assert isinstance(replay, ReplaySide)
    assert replay.film is not None
    assert replay.film.video is not None

    replay.playhead.go_to(100)
    shot = replay.film.video.at(100)
    assert shot is not None
    desk.until(lambda: shows(eye, shot.pixels))

    assert eye.panel.headline.text() == "The lab's camera at 1.00 s"
    desk.bridge.begin(RunRequest((), small_world()), is_paused=True)
    desk.until(lambda: eye.panel.view == "eye")


def test_a_real_robot_has_no_eye(desk: Desk, eye: EyeSide) -> None:
    """But it can be seen from above, where it believes it is."""
    world = replace(small_world(), caps=())
    desk.watched.begin(Subject(world, is_real=True))
    shown = replace(picture(320), statistics=(RobotStatistics(0.0, 0, 0),))
    desk.watched.show(shown, at_once=True)
    assert "A real robot has no eye" in eye.panel.headline.text()
    eye.panel.views.entered.emit("overhead")
    desk.until(lambda: eye.panel.image.pixels is not None)


@pytest.mark.parametrize(("theme", "width"), [(DARK, 900), (LIGHT, 200)])
def test_the_panel_can_be_drawn_in_both_themes(
    desk: Desk, eye: EyeSide, take_theme: Callable[[Theme], None], theme: Theme, width: int
) -> None:
    """At any width, with sharp pixels."""
    take_theme(theme)
    eye.dock.setFloating(True)
    eye.dock.resize(width, 320)
    eye.panel.show_picture("Robot 1", np.full((48, 64, 3), 77, np.uint8))
    image = eye.panel.image.grab().toImage()
    middle = image.pixelColor(image.width() // 2, image.height() // 2)
    assert middle.getRgb()[:3] == (77, 77, 77)


def test_f1_opens_its_page(eye: EyeSide) -> None:
    """At the heading about the panel."""
    assert page_for(eye.panel, Mode.RUN) == ("how-to/eye", "watch-it-in-the-window")


def test_a_second_robot_makes_the_panel_no_wider(hall: RunHall) -> None:
    """Its choice stands in a row of its own: nothing is cut off beside the other panels."""
    window = hall.window
    inside = part_of(window, EyeSide).panel.image.parentWidget()
    assert inside is not None
    world = small_world()
    twin = replace(world.robots[0], id=world.next_id)
    widths_px = []
    for robots in (world.robots, (*world.robots, twin)):
        window.document.load(replace(world, robots=robots, next_id=world.next_id + 1), None)
        layout = inside.layout()
        assert layout is not None
        layout.activate()
        widths_px.append(layout.minimumSize().width())
    assert widths_px[1] == widths_px[0]


def test_a_low_panel_shows_the_whole_picture(qtbot: QtBot) -> None:
    """Smaller, and not cut off below."""
    panel = EyePanel(QLabel("robot"))
    qtbot.addWidget(panel)
    panel.resize(250, 250)
    panel.show_message("The lab's camera at 2.50 s")
    panel.show()

    assert panel.verticalScrollBar().maximum() == 0
