"""The panel "Camera": runs, recordings and real robots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.unit.analysis.conftest import recording  # noqa: F401 - a fixture
from tests.unit.analysis.pictures import picture
from tests.unit.gui.conftest import small_world
from tests.unit.gui.features.run.conftest import Desk, RunHall, hall_of
from tests.unit.gui.studio import part_of
from wsusim.engine.line_camera import CameraView
from wsusim.engine.snapshots import RobotStatistics
from wsusim.gui.document import Mode
from wsusim.gui.features.camera.camera_side import CameraSide
from wsusim.gui.features.help.context import page_for
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.watched import Subject
from wsusim.gui.widgets.theme import DARK, LIGHT, Theme
from wsusim.model.readings import Quantity
from wsusim.recording.notes import Reading
from wsusim.runs.events import Ended
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

LOOKS = """
    class Looks(Controller):
        def run(self):
            self.motors.set_speeds(5, 3)
            self.sleep(0.57)
            print(self.camera.pixels)
            self.sleep(0.1)
"""
GREY = tuple(range(64))


hall = hall_of(ReplaySide, CameraSide)


@pytest.fixture
def desk(hall: RunHall, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """Return the desk; it is tidy again after the test."""
    yield Desk(hall, tmp_path, qtbot)
    hall.tidy()


@pytest.fixture
def camera(desk: Desk) -> CameraSide:
    """Return the side, with its panel open."""
    side = part_of(desk.window, CameraSide)
    desk.window.action_set["camera"].trigger()
    desk.until(lambda: side.dock.is_seen)
    return side


def seen(desk: Desk, seed: int) -> tuple[int, ...]:
    """Return what the engine's camera sees in the moment that is shown."""
    assert desk.watched.picture is not None
    view = CameraView(small_world(), seed=seed)
    return view.image(desk.watched.picture.snapshot, 0).pixels


def show_real(desk: Desk, *answers: Reading) -> None:
    """Show a real robot that has given these answers."""
    desk.watched.begin(Subject(small_world(), is_real=True))
    statistics = (RobotStatistics(0.0, 0, 0),)
    shown = replace(picture(320), statistics=statistics, camera=answers)
    desk.watched.show(shown, at_once=True)


# Live


def test_a_run_shows_what_the_camera_sees_now(desk: Desk, camera: CameraSide) -> None:
    """Step by step, with the noise of this run."""
    desk.bridge.begin(RunRequest((), small_world(), seed=7), is_paused=True)
    desk.until(lambda: bool(camera.panel.pixels))
    assert camera.panel.pixels == seen(desk, 7)
    desk.bridge.step()
    desk.until_tick(1)
    desk.until(lambda: "0.01 s" in camera.panel.headline.text())
    assert camera.panel.pixels == seen(desk, 7)
    assert "Robot 1 (Khepera I)" in camera.panel.headline.text()
    assert "Light level" in camera.panel.facts.text()


def test_the_run_is_the_same_with_the_panel_open(desk: Desk, camera: CameraSide) -> None:
    """And its trace is that of the run without a window."""
    ended: list[Ended] = []
    desk.watched.ended.connect(ended.append)
    request = RunRequest((str(desk.write(LOOKS)),), small_world(), seed=7)

    desk.bridge.begin(request)
    desk.until(lambda: bool(ended))

    assert camera.panel.pixels
    assert ended[0].trace_sha256 == execute(request).trace_sha256


def test_a_closed_panel_takes_no_pictures(desk: Desk, camera: CameraSide) -> None:
    """Nothing is computed while the panel is closed; opened again it shows this moment."""
    camera.dock.close()
    desk.bridge.begin(RunRequest((), small_world()), is_paused=True)
    desk.until(lambda: desk.tick == 0)
    assert not camera.worker.is_busy
    assert not camera.panel.pixels
    desk.window.panels.open("camera")
    desk.until(lambda: bool(camera.panel.pixels))


def test_a_maze_that_is_edited_has_no_picture(desk: Desk, camera: CameraSide) -> None:
    """The panel says how to get one, and forgets that of a run that was reset."""
    assert "single step (F10)" in camera.panel.headline.text()
    desk.bridge.begin(RunRequest((), small_world()), is_paused=True)
    desk.until(lambda: bool(camera.panel.pixels))
    desk.window.reset()
    assert not camera.panel.pixels
    assert "single step (F10)" in camera.panel.headline.text()


# Recordings


def test_a_recording_shows_what_the_camera_saw(
    desk: Desk,
    camera: CameraSide,
    recording: Path,  # noqa: F811 - the fixture
) -> None:
    """Forwards and backwards, with the seed of the recording."""
    replay = desk.window.findChild(ReplaySide)
    assert isinstance(replay, ReplaySide)
    desk.window.openers.open_all([str(recording)])
    desk.until(lambda: replay.film is not None)
    assert replay.film is not None
    seed = replay.film.header.seed
    replay.playhead.go_to(580)
    desk.until(lambda: "5.80 s" in camera.panel.headline.text())
    assert camera.panel.pixels == seen(desk, seed)
    replay.playhead.go_to(100)
    desk.until(lambda: "1.00 s" in camera.panel.headline.text())
    assert camera.panel.pixels == seen(desk, seed)


# Real robots


def test_a_real_camera_is_read_by_its_controller_only(desk: Desk, camera: CameraSide) -> None:
    """The panel asks the robot nothing, and says so."""
    show_real(desk)
    assert "only when the controller reads it" in camera.panel.headline.text()
    assert not camera.panel.pixels


def test_what_a_real_camera_answered_is_shown(desk: Desk, camera: CameraSide) -> None:
    """With the time of the answer; the light level only where it was asked for."""
    pixels = Reading(310, 0, Quantity.CAMERA_PIXELS, GREY, 0)
    show_real(desk, pixels)
    assert camera.panel.pixels == GREY
    assert "answered at 3.10 s" in camera.panel.headline.text()
    assert "Light level" not in camera.panel.facts.text()
    show_real(desk, pixels, Reading(315, 0, Quantity.CAMERA_LIGHT, (1, 44), 0))
    assert "Light level 300" in camera.panel.facts.text()


# How it looks


@pytest.mark.parametrize(("theme", "width"), [(DARK, 900), (LIGHT, 200)])
def test_the_panel_can_be_drawn_in_both_themes(
    desk: Desk, camera: CameraSide, take_theme: Callable[[Theme], None], theme: Theme, width: int
) -> None:
    """Strip, curve and figures, at any width."""
    show_real(desk, Reading(310, 0, Quantity.CAMERA_PIXELS, GREY, 0))
    camera.dock.setFloating(True)
    take_theme(theme)
    desk.window.theme_changed.emit(theme)
    camera.dock.resize(width, 320)
    assert not camera.panel.grab().isNull()


def test_f1_opens_its_page(camera: CameraSide) -> None:
    """At the heading about the panel."""
    assert page_for(camera.panel, Mode.RUN) == ("how-to/camera", "watch-it-in-the-window")
