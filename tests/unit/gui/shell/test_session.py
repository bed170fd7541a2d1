"""What was open when the window closed is open again at the next start."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.lessons import TOML, lesson_at
from tests.unit.gui.conftest import small_world
from tests.unit.gui.studio import part_of
from wsusim.gui.app import make_window
from wsusim.gui.features.lessons.lessons_side import LessonsSide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.lesson_folder import keep_lesson_folder
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.session import FILE_NAME, Session
from wsusim.programs.new_controller import ready_controllers


def test_maze_controllers_and_speed_are_taken_up_again(qtbot: QtBot, tmp_path: Path) -> None:
    """As they were, without a run."""
    before = _window(qtbot, tmp_path)
    before.document.load(small_world(), None)
    before.files.save(tmp_path / "mine.json")
    before.setup.controllers_wanted.emit((f"{ready_controllers()[0]}",))
    part_of(before, RunSide).bar.speed.choose(5.0)
    label = part_of(before, RunSide).controllers.book.assigned()[0][1].label
    before.close()

    after = _window(qtbot, tmp_path)
    after.session.take_up()

    run = part_of(after, RunSide)
    assert after.document.path == tmp_path / "mine.json"
    assert [choice.label for _number, choice in run.controllers.book.assigned()] == [label]
    assert run.bar.speed.speed == 5.0
    assert not after.watched.is_lively


def test_an_open_lesson_is_open_again(qtbot: QtBot, tmp_path: Path) -> None:
    """With the one of its mazes that was chosen, and locked as before."""
    toml = TOML.replace('"rooms"', '"rooms", "caps"').replace(
        "level = 1", 'level = 1\nlocked = ["maze"]'
    )
    before = _window(qtbot, tmp_path)
    keep_lesson_folder(tmp_path, tmp_path / "work")
    assert part_of(before, LessonsSide).open(lesson_at(tmp_path / "one", toml), "caps")
    before.close()

    after = _window(qtbot, tmp_path)
    after.session.take_up()

    lesson = part_of(after, LessonsSide)
    assert lesson.lesson is not None
    assert (lesson.lesson.name, lesson.panel.mazes.currentText()) == ("one", "caps")
    assert (after.document.world.name, after.document.is_locked) == ("caps", True)


def test_a_lesson_that_was_left_stays_closed(qtbot: QtBot, tmp_path: Path) -> None:
    """The next start has the maze alone."""
    before = _window(qtbot, tmp_path)
    assert part_of(before, LessonsSide).open(lesson_at(tmp_path / "one"))
    part_of(before, LessonsSide).leave()
    before.close()

    after = _window(qtbot, tmp_path)
    after.session.take_up()

    assert part_of(after, LessonsSide).lesson is None


def test_a_lesson_that_is_gone_is_not_missed(qtbot: QtBot, tmp_path: Path) -> None:
    """Somebody may have removed it meanwhile: nothing is said."""
    before = _window(qtbot, tmp_path)
    assert part_of(before, LessonsSide).open(lesson_at(tmp_path / "one"))
    before.close()
    shutil.rmtree(tmp_path / "one")

    after = _window(qtbot, tmp_path)
    after.session.take_up()

    assert part_of(after, LessonsSide).lesson is None
    assert after.messages.text == ""


def test_a_maze_without_a_file_is_kept_itself(qtbot: QtBot, tmp_path: Path) -> None:
    """It is a copy that has still no file."""
    before = _window(qtbot, tmp_path)
    before.document.load(small_world(), None)
    before.close()
    after = _window(qtbot, tmp_path)
    after.session.take_up()
    assert (after.document.world, after.document.path) == (small_world(), None)


def test_what_was_discarded_is_not_there_again(qtbot: QtBot, tmp_path: Path) -> None:
    """A maze without a file would look as if it were saved, and be lost without a question."""
    before = _window(qtbot, tmp_path)
    before.document.load(small_world(), None, modified=True)
    before._close_now()  # as Discard does

    after = _window(qtbot, tmp_path)
    usual = after.document.world
    after.session.take_up()

    assert after.document.world == usual


def test_a_file_that_is_gone_leaves_the_start_as_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    """Missing files cause no message."""
    before = _window(qtbot, tmp_path)
    before.files.save(tmp_path / "mine.json")
    before.close()
    (tmp_path / "mine.json").unlink()
    after = _window(qtbot, tmp_path)
    after.session.take_up()
    assert after.document.world.name == "rooms"
    assert after.messages.text == ""


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"maze": 1, "speed": "fast", "controllers": 3}', "[" * 100_000],
    ids=["empty", "half", "list", "types", "deep"],
)
def test_nonsense_in_the_file_is_left_alone(program: MainWindow, text: str) -> None:
    """The rest of it is used."""
    (program.folder / FILE_NAME).write_text(text)
    program.session.take_up()
    assert program.document.world.name == "rooms"


def test_a_folder_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    """The next session begins with the usual maze."""
    (tmp_path / "file").touch()
    session = Session(tmp_path / "file")
    session.add("part", lambda: 1, lambda _kept: None)
    session.remember()
    session.take_up()


def _window(qtbot: QtBot, folder: Path) -> MainWindow:
    window = make_window(folder)
    qtbot.addWidget(window, before_close_func=lambda w: w.document.undo_stack.setClean())
    return window
