"""Sharing what the window shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from tests.live_server import picture_of, receive
from tests.unit.gui.conftest import new_window
from tests.worlds import empty_world
from wsusim.gui.features.share.share_side import ShareSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.watched import Subject
from wsusim.live.watch_address import stream_of
from wsusim.model.commands import SetArm
from wsusim.model.geometry import Pose
from wsusim.runs.actions import Action, Order, Pause, TypeLine
from wsusim.runs.events import Ended
from wsusim.runs.observer import Abilities

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")

from websockets.sync.client import connect

WAIT_MS = 30_000
EVERYTHING = Abilities(pause=True, drag=True, order=True, type=True)
ORDER = '{"type": "steer", "wish": "order", "robot": %d, "order": "arm", "position": 249}'


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A window."""
    made = new_window(tmp_path / "settings")
    qtbot.addWidget(made, before_close_func=lambda w: w.document.undo_stack.setClean())
    return made


@pytest.fixture
def opened() -> list[QUrl]:
    """The addresses that the browser was to open."""
    return []


@pytest.fixture
def side(window: MainWindow, opened: list[QUrl]) -> Iterator[ShareSide]:
    """The side that shares, with a browser that only keeps the addresses."""

    def open_page(address: QUrl) -> bool:
        opened.append(address)
        return True

    made = ShareSide(window, open_page)
    yield made
    made.close()


def test_looking_in_3d_opens_the_page_of_this_run(
    side: ShareSide, opened: list[QUrl], qtbot: QtBot
) -> None:
    """On this computer only, and in 3D at once."""
    side.look()
    qtbot.waitUntil(lambda: bool(opened), timeout=WAIT_MS)

    assert opened[0].host() == "127.0.0.1"
    assert opened[0].query() == "view=3d"


def test_browsers_see_what_the_window_shows(
    side: ShareSide, window: MainWindow, qtbot: QtBot
) -> None:
    """A run that begins later: its maze, where its robot is, what it prints, its end."""
    side.share(False)
    qtbot.waitUntil(lambda: side.publisher is not None, timeout=WAIT_MS)
    assert side.publisher is not None
    with connect(stream_of(side.publisher.watch_address)) as viewer:
        watched = window.watched
        watched.begin(Subject(empty_world()))
        watched.show(picture_of(222.0, tick=3), at_once=True)
        watched.printed.emit(0, "hello\n")
        watched.end(Ended("goal", 3, "", True, None))
        scene = receive(viewer, "scene")
        message = receive(viewer, holding="robots")
        while "end" not in message.get("run", {}):
            message |= receive(viewer, "changes")

    assert scene["name"] == "empty"
    assert message["robots"]["0"][0] == 222.0
    assert message["prints"]["all"]["add"] == [[3, 0, "hello\n"]]
    assert message["run"]["end"] == "goal"


def test_a_run_that_goes_on_is_shared_from_where_it_is(
    side: ShareSide, window: MainWindow, qtbot: QtBot
) -> None:
    """Sharing begins in the middle of a run."""
    window.watched.begin(Subject(empty_world()))
    window.watched.show(picture_of(111.0, tick=900), at_once=True)
    side.share(False)
    qtbot.waitUntil(lambda: side.publisher is not None, timeout=WAIT_MS)
    assert side.publisher is not None
    with connect(stream_of(side.publisher.watch_address)) as viewer:
        message = receive(viewer, holding="robots")

    assert (message["tick"], message["robots"]["0"][0]) == (900, 111.0)


def test_other_computers_need_the_address(side: ShareSide, qtbot: QtBot) -> None:
    """For everyone on the network the address has a key; the dialog shows it, with its code."""
    side.open()
    side.dialog.everywhere.setChecked(True)
    side.dialog.share.click()
    qtbot.waitUntil(lambda: bool(side.dialog.address.text()), timeout=WAIT_MS)

    assert "#key=" in side.dialog.address.text()
    assert side.dialog.code.isVisible()
    assert side.dialog.code.width() > 150


def test_without_permission_no_viewer_steers(
    side: ShareSide, window: MainWindow, qtbot: QtBot
) -> None:
    """The dialog shows one address, and what comes with the other key does nothing."""
    actions: list[object] = []
    window.watched.action_wanted.connect(actions.append)
    window.watched.begin(Subject(empty_world(), abilities=EVERYTHING))
    side.open()
    side.dialog.share.click()
    qtbot.waitUntil(lambda: bool(side.dialog.address.text()), timeout=WAIT_MS)
    assert side.publisher is not None
    with connect(stream_of(side.publisher.steer_address)) as viewer:
        scene = receive(viewer, "scene")
        viewer.send('{"type": "steer", "wish": "pause"}')
        viewer.send('{"type": "steer", "wish": "type", "robot": 0, "line": "N"}')
        receive(viewer, "reply")

    assert not any(scene["abilities"].values())
    assert actions == []
    assert not side.dialog.steering.isVisible()


def test_who_has_leave_steers_the_windows_run(
    side: ShareSide, window: MainWindow, qtbot: QtBot
) -> None:
    """A second address lets its bearer pause the run and drive a robot without a controller."""
    actions: list[object] = []
    window.watched.action_wanted.connect(actions.append)
    start = empty_world().robots[0]
    world = replace(empty_world(), robots=(start, replace(start, id=50, pose=Pose(99, 99, 0))))
    window.watched.begin(Subject(world, abilities=EVERYTHING, driven=frozenset({0})))
    side.open()
    side.dialog.may_steer.setChecked(True)
    side.dialog.share.click()
    qtbot.waitUntil(lambda: bool(side.dialog.address.text()), timeout=WAIT_MS)
    watching = side.dialog.address.text()
    side.dialog.steering.setChecked(True)
    with connect(stream_of(side.dialog.address.text())) as viewer:
        scene = receive(viewer, "scene")
        viewer.send('{"type": "steer", "wish": "pause"}')
        viewer.send(ORDER % 0)
        viewer.send(ORDER % 1)
        qtbot.waitUntil(lambda: len(actions) == 2, timeout=WAIT_MS)

    assert scene["abilities"]["order"] == [1]
    assert actions == [Pause(), Order(1, SetArm(249))]
    assert side.dialog.address.text() != watching
    assert "people you trust" in side.dialog.rights.text()


def test_what_is_typed_to_a_robot_is_answered(
    side: ShareSide, window: MainWindow, qtbot: QtBot
) -> None:
    """The answer goes back to the viewer who typed."""
    watched = window.watched

    def answer(action: Action) -> None:
        if isinstance(action, TypeLine):
            watched.replied.emit(action, ("d",))

    watched.action_wanted.connect(answer)
    watched.begin(Subject(empty_world(), abilities=EVERYTHING))
    side.share(False, True)
    qtbot.waitUntil(lambda: side.publisher is not None, timeout=WAIT_MS)
    assert side.publisher is not None
    with connect(stream_of(side.publisher.steer_address)) as viewer:
        receive(viewer, "scene")
        with qtbot.waitSignal(watched.replied, timeout=WAIT_MS):
            viewer.send('{"type": "steer", "wish": "type", "robot": 0, "line": "D,5,5"}')
        reply = receive(viewer, "reply")

    assert (reply["line"], reply["lines"]) == ("D,5,5", ["d"])


def test_sharing_ends(side: ShareSide, qtbot: QtBot) -> None:
    """Afterwards nothing is shown in the dialog, and it can begin again."""
    side.share(False)
    qtbot.waitUntil(lambda: side.publisher is not None, timeout=WAIT_MS)
    side.end()
    qtbot.waitUntil(lambda: not side.worker.is_busy, timeout=WAIT_MS)

    assert side.publisher is None
    assert side.dialog.address.text() == ""
    assert not side.dialog.share.isHidden()


def test_this_computer_is_what_is_proposed(side: ShareSide) -> None:
    """Enter alone never shares with other computers."""
    assert side.dialog.here.isChecked()


def test_a_badge_shows_that_it_is_shared_and_ends_it(
    side: ShareSide, window: MainWindow, qtbot: QtBot
) -> None:
    """With the number of viewers, also when the dialog was closed by Escape."""
    window.show()
    side.open()
    side.share(False)
    qtbot.waitUntil(lambda: side.publisher is not None, timeout=WAIT_MS)
    side.dialog.reject()
    shown, text = side.badge.isVisible(), side.badge.text()
    side.badge.click()
    qtbot.waitUntil(lambda: not side.worker.is_busy, timeout=WAIT_MS)
    assert (shown, side.badge.isVisible()) == (True, False)
    assert "0 watching" in text
    assert side.publisher is None
