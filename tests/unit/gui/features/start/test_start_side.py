"""The start page: at the first start, one click to a robot that drives; later the last session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.run.conftest import (
    Desk,
    RunHall,
    hall_of,
)
from tests.unit.gui.studio import part_of
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.gui.features.start.gallery import Gallery
from wsusim.gui.features.start.start_side import StartSide
from wsusim.gui.shell.watched import RunState
from wsusim.gui.widgets.layouts import bring_to_front
from wsusim.lessons.catalogue import glances
from wsusim.lessons.progress import Progress, write_progress
from wsusim.programs.new_controller import ready_controllers
from wsusim.programs.ready_runs import ready_runs

hall = hall_of(StartSide)


@pytest.fixture
def desk(hall: RunHall, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """Return a desk with the start page; everything has ended after the test."""
    yield Desk(hall, tmp_path, qtbot)
    part_of(hall.window, StartSide).gallery.close()
    hall.tidy()


@pytest.fixture
def side(desk: Desk) -> StartSide:
    """Return the start side of the desk's window."""
    return part_of(desk.window, StartSide)


def test_it_comes_at_the_first_start_only(desk: Desk, side: StartSide) -> None:
    """Unless the person wants it each time."""
    side.begin()
    shown = [side.gallery.isVisible()]
    side.gallery.close()
    side.begin()
    shown.append(side.gallery.isVisible())
    side.gallery.at_start.setChecked(True)
    side.begin()
    shown.append(side.gallery.isVisible())
    assert shown == [True, False, True]


def test_what_one_must_know_first_is_not_hidden_by_the_page(desk: Desk, side: StartSide) -> None:
    """The page says it itself until it is closed; without such a thing, it says nothing."""
    side.show_gallery()
    assert not side.gallery.warning.isVisible()
    side.gallery.close()
    (desk.window.folder / "welcome-seen").unlink(missing_ok=True)

    side.begin("Your settings are lost.")

    assert side.gallery.warning.isVisible()
    assert side.gallery.warning.text == "Your settings are lost."
    side.gallery.warning.clear()
    assert not side.gallery.warning.isVisible()


def test_one_click_and_a_robot_drives(desk: Desk, side: StartSide) -> None:
    """The maze is open, its robot has a controller that fits, and time goes on."""
    gallery = side.show_gallery()
    gallery.cards[1].button.click()
    desk.until_state(RunState.GOING)
    book = desk.side.controllers.book
    ((number, choice),) = book.assigned()
    assert not gallery.isVisible()
    assert desk.window.document.world.name == "rooms"
    assert (number, choice.label) == (0, "WallFollower — wall_follower.py")


def test_every_robot_of_a_team_gets_a_controller(desk: Desk, side: StartSide) -> None:
    """They are given out in turn."""
    soccer = next(run for run in ready_runs() if run.maze.stem == "soccer")
    side.run(soccer)
    labels = [choice.label for _number, choice in desk.side.controllers.book.assigned()]
    assert labels == ["striker.py", "goalkeeper.py"] * 2


def test_every_ready_run_is_there_and_has_a_picture(desk: Desk, side: StartSide) -> None:
    """A misspelt name in the file would leave one out in silence."""
    gallery = side.show_gallery()
    desk.until(lambda: not gallery._undrawn)
    pictures = [card.picture.pixmap().isNull() for card in (*gallery.cards, *gallery.mazes)]
    assert len(gallery.cards) == 14
    assert [card.maze for card in gallery.mazes] == list(built_in_mazes().values())
    assert not any(pictures)


def test_most_ready_controllers_can_be_tried_from_it() -> None:
    """What is missing is another one for any maze."""
    shown = {Path(spec.rpartition(".py")[0]).name for run in ready_runs() for spec in run.specs}
    assert {path.stem for path in ready_controllers()} - shown == {"any_robot"}


def test_what_was_used_last_is_a_click_away(desk: Desk, side: StartSide, tmp_path: Path) -> None:
    """Mazes, controllers, and recordings where the window has any."""
    desk.window.files.save(tmp_path / "mine.json")
    desk.window.files.new()
    gallery = side.show_gallery()
    (link,) = (b for b in gallery.findChildren(QPushButton) if b.text() == "mine.json")
    link.click()
    assert desk.window.document.path == tmp_path / "mine.json"


def test_enter_begins_what_the_arrow_keys_chose(desk: Desk, qtbot: QtBot) -> None:
    """From the first picture, the keyboard reaches every other one."""
    gallery = Gallery((), Path.cwd, desk.window)
    qtbot.addWidget(gallery)
    bring_to_front(gallery)
    cards = gallery.cards
    desk.until(lambda: cards[0].button.hasFocus())
    chosen: list[object] = []
    gallery.run_wanted.connect(chosen.append)
    QTest.keyClick(cards[0].button, Qt.Key.Key_Right)
    QTest.keyClick(cards[1].button, Qt.Key.Key_Return)
    assert chosen == [ready_runs()[1]]


def test_cards_of_lessons_show_how_far_the_student_is(desk: Desk, tmp_path: Path) -> None:
    """Passed, begun, or nothing; each time that the page is shown."""
    gallery = Gallery((), lambda: tmp_path, desk.window)
    first, second, third = (lesson.name for lesson in glances()[:3])
    for name, passed in ((first, "2026-03-12"), (second, "")):
        (tmp_path / name).mkdir()
        begun = Progress(name, started="2026-03-11", passed=passed)
        write_progress(tmp_path / name, begun)
    gallery.show_progress()

    states = [card.state.text() for card in gallery.lessons[:3]]
    gallery.deleteLater()
    assert states == ["\N{CHECK MARK} Passed", "Begun", ""]
    assert third not in {path.name for path in tmp_path.iterdir()}


def test_each_page_says_what_a_click_on_it_does(desk: Desk, side: StartSide) -> None:
    """Only the first one starts a robot."""
    gallery = side.show_gallery()
    said = []
    for page in range(gallery.tabs.count()):
        gallery.tabs.setCurrentIndex(page)
        said.append(gallery.head.text())
    assert ["robot drives off" in one for one in said] == [True, False, False]
    assert "lesson opens" in said[1]
    assert "copy of the maze" in said[2]


def test_lessons_show_the_numbers_that_their_texts_use(desk: Desk, side: StartSide) -> None:
    """'As in lesson 2' is found at once."""
    shown = [card.button.accessibleName() for card in side.show_gallery().lessons]
    assert shown[1] == "Open the lesson: 2. Loops and sleep"
