"""A student's window and the lab: sent, waited for behind others, watched, fetched, replayed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.lab_pages import served
from tests.unit.lab.conftest import job_request
from tests.unit.lab.test_lab import plan
from wsusim.gui.app import make_window
from wsusim.gui.features.lab.lab_side import LabSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.watched import RunState
from wsusim.lab.lab import Lab

pytestmark = pytest.mark.slow

WAIT_MS = 180_000
PROGRAM = """from wsusim import Controller


class Driver(Controller):
    def run(self):
        self.motors.set_speeds(5, -5)
        self.sleep({seconds})
        print("That was my turn.")
"""


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A lab at work with an emulated Khepera; two programs of others wait for it."""
    made = Lab(plan(tmp_path / "lab", robots=("emulated",)))
    people = [made.people.by_token(one.token, 0.0) for one in made.people.invite(["B", "C"], 0.0)]
    for person in people:
        assert person is not None
        source = PROGRAM.format(seconds=2.0)
        made.jobs.add(person, job_request("a", source=source, maze="field"), made.now_s())
    made.open()
    yield made
    made.close()


@pytest.fixture
def address(lab: Lab) -> Iterator[str]:
    """Its address, with the token of a student in it."""
    (invitation,) = lab.people.invite(["Ann"], 0.0)
    with served(lab) as place:
        yield f"{place}#token={invitation.token}"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """The student's window, as the program makes it."""
    made = make_window(tmp_path / "settings")
    qtbot.addWidget(made, before_close_func=lambda w: w.document.undo_stack.setClean())
    return made


def test_a_student_sends_waits_watches_and_replays(
    qtbot: QtBot, window: MainWindow, lab: Lab, address: str, tmp_path: Path
) -> None:
    """All of it in one window; the run comes third, and is a recording like any other."""
    (side,) = window.findChildren(LabSide)
    dialog = side.dialog
    program = tmp_path / "driver.py"
    program.write_text(PROGRAM.format(seconds=6.0))
    side.open()
    dialog.address.setText(address)
    dialog.program.setText(str(program))
    dialog.join.click()
    qtbot.waitUntil(dialog.send.isEnabled, timeout=WAIT_MS)
    dialog.send.click()
    qtbot.waitUntil(lambda: dialog.runs.rowCount() == 1, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "place" in dialog.runs.item(0, 3).text(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: dialog.runs.item(0, 3).text() == "on the robot", timeout=WAIT_MS)
    before = [lab.jobs.get(number).is_over for number in (1, 2)]

    qtbot.waitUntil(dialog.watch.isEnabled, timeout=WAIT_MS)
    dialog.watch.click()
    qtbot.waitUntil(lambda: window.watched.state is RunState.GOING, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.watched.picture is not None, timeout=WAIT_MS)
    printed: list[str] = []
    window.watched.printed.connect(lambda _robot, text: printed.append(text))
    qtbot.waitUntil(lambda: window.watched.state is RunState.ENDED, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "is over (done)" in window.messages.text, timeout=WAIT_MS)

    recording = tmp_path / "run.mcap"
    side.fetch(3, "robot", recording)
    qtbot.waitUntil(
        lambda: window.watched.subject is not None and window.watched.subject.is_recording,
        timeout=WAIT_MS,
    )

    assert before == [True, True]
    assert "That was my turn." in "".join(printed)
    assert recording.is_file()
