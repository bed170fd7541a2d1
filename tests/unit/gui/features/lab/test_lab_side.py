"""Sending a controller to a lab from the window, and following it there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.lab_pages import served
from tests.lab_stores import empty_lab
from tests.unit.lab.conftest import PROGRAM
from wsusim.gui.features.lab.lab_side import LabSide
from wsusim.gui.features.lab.token_file import kept_token
from wsusim.gui.shell.main_window import MainWindow
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan

WAIT_MS = 30_000


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A lab that takes programs and runs none."""
    with empty_lab(Plan(tmp_path / "lab", mazes=("field",))) as made:
        yield made


@pytest.fixture
def address(lab: Lab) -> Iterator[str]:
    """Its address, with the token of a student in it."""
    (invitation,) = lab.people.invite(["Ann"], 0.0)
    with served(lab) as place:
        yield f"{place}#token={invitation.token}"


@pytest.fixture
def window(editors_window: MainWindow, tmp_path: Path) -> Iterator[MainWindow]:
    """The window that all tests of this file share; each has a folder of its own for settings."""
    usual, editors_window.folder = editors_window.folder, tmp_path / "settings"
    yield editors_window
    editors_window.folder = usual


@pytest.fixture
def opened() -> list[QUrl]:
    """The addresses that the browser was to open."""
    return []


@pytest.fixture
def side(window: MainWindow, opened: list[QUrl], tmp_path: Path) -> Iterator[LabSide]:
    """The side that talks to labs, with a program to send."""

    def open_page(page: QUrl) -> bool:
        opened.append(page)
        return True

    made = LabSide(window, open_page)
    program = tmp_path / "driver.py"
    program.write_text(PROGRAM)
    made.dialog.program.setText(str(program))
    yield made
    made.close()
    made.deleteLater()


def sign_in(side: LabSide, address: str, qtbot: QtBot) -> None:
    """Sign in as a person does."""
    side.dialog.address.setText(address)
    side.dialog.join.click()
    qtbot.waitUntil(side.dialog.send.isEnabled, timeout=WAIT_MS)


def test_a_new_invitation_takes_the_place_of_an_old_token(
    side: LabSide, address: str, qtbot: QtBot
) -> None:
    """Whether that one was wrong, or remembered, and has ended."""
    side.dialog.token.setText("an-old-token-that-has-ended")

    sign_in(side, address, qtbot)

    assert side.dialog.token.text() == address.partition("#token=")[2]


def test_the_address_of_an_invitation_signs_in(side: LabSide, address: str, qtbot: QtBot) -> None:
    """The token moves into its own field, which hides it."""
    sign_in(side, address, qtbot)

    assert side.dialog.state.text().startswith("Signed in as Ann.")
    assert "token" not in side.dialog.address.text()
    assert [side.dialog.maze.itemText(index) for index in range(2)] == ["rooms", "field"]


def test_one_course_is_no_choice(side: LabSide, address: str, qtbot: QtBot) -> None:
    """The choice is hidden."""
    sign_in(side, address, qtbot)

    assert side.dialog.course.isHidden()
    assert side.dialog.of_course.isHidden()


def test_who_is_in_several_courses_chooses_one(
    side: LabSide, lab: Lab, address: str, qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    """Programs are sent for it, its runs are shown, and the next time it is chosen still."""
    second = lab.courses.add("Robots 6a", (), "", 0.0).id
    lab.people.join(["Ann"], second, 0.0, by="")
    sign_in(side, address, qtbot)
    titles = [side.dialog.course.itemText(index) for index in range(2)]
    side.dialog.course.setCurrentIndex(1)
    side.dialog.course.activated.emit(1)
    qtbot.waitUntil(lambda: not side.worker.is_busy, timeout=WAIT_MS)
    side.dialog.send.click()
    qtbot.waitUntil(lambda: side.dialog.runs.rowCount() == 1, timeout=WAIT_MS)
    (job,) = lab.jobs.newest()
    again = LabSide(window)
    sign_in(again, address, qtbot)
    chosen = again.dialog.course.currentText()
    again.close()
    again.deleteLater()

    assert titles[1] == "Robots 6a"
    assert job.course == second
    assert chosen == "Robots 6a"


def test_a_program_is_sent_and_shown(side: LabSide, lab: Lab, address: str, qtbot: QtBot) -> None:
    """With its number and its state."""
    sign_in(side, address, qtbot)
    side.dialog.send.click()
    qtbot.waitUntil(lambda: side.dialog.runs.rowCount() == 1, timeout=WAIT_MS)

    (job,) = lab.jobs.newest()
    assert lab.jobs.program(job).source == PROGRAM
    assert side.dialog.runs.item(0, 1).text() == "driver.py"
    assert side.dialog.runs.item(0, 3).text() == "will be checked"


def test_a_run_is_taken_out_of_the_queue(
    side: LabSide, lab: Lab, address: str, qtbot: QtBot
) -> None:
    """By *Stop*."""
    sign_in(side, address, qtbot)
    side.dialog.send.click()
    qtbot.waitUntil(side.dialog.stop.isEnabled, timeout=WAIT_MS)
    side.dialog.stop.click()
    qtbot.waitUntil(lambda: not side.dialog.stop.isEnabled(), timeout=WAIT_MS)

    assert lab.jobs.newest()[0].state == "cancelled"


def test_who_changes_their_mind_leaves_no_token(
    side: LabSide, window: MainWindow, address: str, qtbot: QtBot
) -> None:
    """The one that was kept goes."""
    side.dialog.remember.setChecked(True)
    sign_in(side, address, qtbot)
    side.dialog.remember.setChecked(False)
    side.sign_in()
    qtbot.waitUntil(lambda: not kept_token(window.folder), timeout=WAIT_MS)

    assert LabSide(window).dialog.token.text() == ""


def test_what_cannot_be_watched_is_told(side: LabSide, address: str, qtbot: QtBot) -> None:
    """With the reason: it has not begun yet."""
    sign_in(side, address, qtbot)
    side.dialog.send.click()
    qtbot.waitUntil(side.dialog.stop.isEnabled, timeout=WAIT_MS)
    side.watch(1)
    qtbot.waitUntil(lambda: "has not begun yet" in side.dialog.trouble.text(), timeout=WAIT_MS)


def test_watching_in_the_browser_opens_the_lab_signed_in(
    side: LabSide, address: str, opened: list[QUrl], qtbot: QtBot
) -> None:
    """In the person's browser."""
    sign_in(side, address, qtbot)
    side.browse(1)

    assert opened == [QUrl(address)]


def test_who_is_remembered_is_signed_in_the_next_time(
    side: LabSide, window: MainWindow, address: str, qtbot: QtBot
) -> None:
    """Address and token are kept beside the window's settings."""
    side.dialog.remember.setChecked(True)
    sign_in(side, address, qtbot)
    side.close()

    again = LabSide(window)
    again.open()
    qtbot.waitUntil(again.dialog.send.isEnabled, timeout=WAIT_MS)
    again.close()

    assert again.dialog.address.text() == address.partition("/#")[0]


def test_who_is_not_remembered_leaves_no_token(
    side: LabSide, window: MainWindow, address: str, qtbot: QtBot
) -> None:
    """That is how it is unless one asks for it: on a computer that others use."""
    sign_in(side, address, qtbot)

    again = LabSide(window)

    assert again.dialog.token.text() == ""


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "isn't a lab's address"),
        ("ftp://lab", "isn't a lab's address"),
        ("http://127.0.0.1:9", "who you are"),
        ("http://127.0.0.1:9/#token=xxxxxxxxxxxxxxxxxxxx", "can't be reached"),
    ],
)
def test_what_is_wrong_with_an_address_is_said(
    side: LabSide, qtbot: QtBot, address: str, said: str
) -> None:
    """In the dialog, in a sentence."""
    side.dialog.address.setText(address)
    side.dialog.join.click()
    qtbot.waitUntil(lambda: said in side.dialog.trouble.text(), timeout=WAIT_MS)


def test_an_unknown_token_is_reported(side: LabSide, address: str, qtbot: QtBot) -> None:
    """And nothing can be sent."""
    side.dialog.address.setText(address[:-3] + "xxx")
    side.dialog.join.click()
    qtbot.waitUntil(lambda: "isn't valid" in side.dialog.trouble.text(), timeout=WAIT_MS)

    assert not side.dialog.send.isEnabled()


def test_a_teacher_stops_all_robots_from_the_window(
    side: LabSide, lab: Lab, address: str, qtbot: QtBot
) -> None:
    """A student has no such button; a stop that does not go through is told and sent again."""
    sign_in(side, address, qtbot)
    for_students = side.dialog.stop_all.isHidden()
    (teacher,) = lab.people.invite(["Tess"], 0.0, is_teacher=True)
    side.dialog.token.setText(teacher.token)
    side.dialog.join.click()
    qtbot.waitUntil(lambda: not side.dialog.stop_all.isHidden(), timeout=WAIT_MS)
    client = side._client
    assert client is not None
    good, client.address = client.address, "http://127.0.0.1:9"
    side.dialog.stop_all.click()
    qtbot.waitUntil(lambda: "NOT GONE THROUGH" in side.dialog.trouble.text(), timeout=WAIT_MS)
    was_halted = bool(lab.halted_by)
    client.address = good
    qtbot.waitUntil(
        lambda: side.dialog.trouble.text().startswith("All robots stand"), timeout=WAIT_MS
    )

    assert (for_students, was_halted, lab.halted_by) == (True, False, "Tess")
