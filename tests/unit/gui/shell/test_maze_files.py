"""Opening, importing, saving, recent files, and the copy that survives a crash."""

from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from tests.cases import cases_folder
from tests.unit.gui.conftest import CAP_ID, small_world
from wsusim.errors import MazeError
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.formats.maze_file import load_maze, save_maze
from wsusim.gui.document import Document
from wsusim.gui.shell.autosave import MAZE_SUFFIX, Autosave, find_leftovers
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.maze_files import Files, kept_of, leftover_of
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.preferences import PreferenceStore


@pytest.fixture
def told() -> list[tuple[str, Weight]]:
    """Return what people were told so far."""
    return []


@pytest.fixture
def files(qapp: object, tmp_path: Path, told: list[tuple[str, Weight]]) -> Files:
    """Return the file commands of a document with the small maze."""
    document = Document(small_world())
    made = Files(document, PreferenceStore(tmp_path, document), tmp_path / "data", document)
    made.told.connect(lambda text, weight: told.append((text, weight)))
    made.document = document
    return made


def test_a_saved_maze_is_the_same_when_opened(files: Files, tmp_path: Path) -> None:
    """Nothing is lost, and the file is known from then on."""
    assert files.save(tmp_path / "maze.json")
    files.new()
    assert files.open(tmp_path / "maze.json")
    assert files.document.world == small_world()
    assert files.document.path == tmp_path / "maze.json"
    assert not files.document.is_modified


def test_a_name_without_suffix_gets_one(files: Files, tmp_path: Path) -> None:
    """Mazes end in .json."""
    files.save(tmp_path / "maze")
    assert (tmp_path / "maze.json").is_file()


def test_a_maze_without_a_name_of_its_own_is_called_like_its_file(
    files: Files, tmp_path: Path
) -> None:
    """A new one, and one that had the name of its file before: title and name agree."""
    files.new()
    files.save(tmp_path / "yard.json")
    files.save(tmp_path / "garden.json")
    assert files.document.world.name == "garden"
    assert load_maze(tmp_path / "yard.json").name == "yard"
    assert load_maze(tmp_path / "garden.json").name == "garden"
    assert not files.document.is_modified


def test_a_name_that_a_person_gave_a_maze_stays(files: Files, tmp_path: Path) -> None:
    """The file may be called as it likes."""
    files.document.load(replace(small_world(), name="The long way home"), tmp_path / "a.json")
    files.save(tmp_path / "b.json")
    assert files.document.world.name == "The long way home"


def test_a_file_that_is_no_maze_leaves_the_open_one_alone(
    files: Files, tmp_path: Path, told: list[tuple[str, Weight]]
) -> None:
    """People are told what is wrong with it."""
    bad = tmp_path / "bad.json"
    bad.write_text("{", encoding="utf-8")

    assert not files.open(bad)

    assert files.document.world == small_world()
    assert told[0][1] is Weight.WARNING
    assert "bad.json" in told[0][0]


@pytest.mark.parametrize(
    ("folder", "name"), [("micromouse", "classic-japan2000.txt"), ("wsu-maps", "obstacles")]
)
def test_mazes_of_other_programs_are_imported(files: Files, folder: str, name: str) -> None:
    """They are recognised by their content and never written over."""
    assert files.open(cases_folder(folder) / name)
    assert files.document.world.walls
    assert files.document.path is None


def test_recent_files_are_listed_newest_first(files: Files, tmp_path: Path) -> None:
    """A file that is gone is not listed."""
    for name in ("a.json", "b.json", "c.json"):
        files.save(tmp_path / name)
    files.open(tmp_path / "a.json")
    (tmp_path / "c.json").unlink()
    assert [path.name for path in files.recent.paths()] == ["a.json", "b.json"]


def test_a_template_is_opened_as_a_copy(files: Files) -> None:
    """Saving does not write over the built-in maze."""
    assert files.new_from_template(built_in_mazes()["rooms"])
    assert files.document.path is None
    assert files.document.world.name == "rooms"


def test_unsaved_changes_of_a_crashed_window_are_found_and_recovered(
    files: Files, tmp_path: Path
) -> None:
    """The copy holds the maze and the file it belongs to."""
    crashed = Autosave(tmp_path / "data" / "autosave")
    crashed.write(kept_of(small_world(), tmp_path / "maze.json"))
    _pretend_gone(crashed)
    files.new()

    (leftover,) = files.leftovers()
    files.recover(leftover)

    assert files.document.world == small_world()
    assert files.document.path == tmp_path / "maze.json"
    assert files.document.is_modified
    assert files.leftovers() == []


def test_the_copy_of_a_living_window_is_left_alone(tmp_path: Path) -> None:
    """Two windows at a time do not take each other's mazes."""
    living = Autosave(tmp_path)
    living.write(kept_of(small_world(), None))
    assert find_leftovers(tmp_path, MAZE_SUFFIX, leftover_of) == []
    assert living.file.exists()
    living.close()


def test_a_damaged_copy_is_removed_in_silence(tmp_path: Path) -> None:
    """Half a copy can't be recovered."""
    crashed = Autosave(tmp_path)
    crashed.write(kept_of(small_world(), None))
    _pretend_gone(crashed)
    crashed.file.write_bytes(crashed.file.read_bytes()[:50])

    assert find_leftovers(tmp_path, MAZE_SUFFIX, leftover_of) == []
    assert not crashed.file.exists()


def test_a_copy_that_only_a_newer_wsusim_can_read_is_kept(tmp_path: Path) -> None:
    """Whoever goes back to it finds the work again."""
    newer = Autosave(tmp_path)
    newer.write({"path": None, "maze": '{"format": "wsusim-maze", "version": 999}'})
    _pretend_gone(newer)

    assert find_leftovers(tmp_path, MAZE_SUFFIX, leftover_of) == []
    assert newer.file.exists()


def test_a_copy_that_cannot_be_read_now_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home folder in a network is away for a moment at times."""
    crashed = Autosave(tmp_path)
    crashed.write(kept_of(small_world(), None))
    _pretend_gone(crashed)

    def refuse(*_args: object, **_named: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)

    assert find_leftovers(tmp_path, MAZE_SUFFIX, leftover_of) == []
    assert crashed.file.exists()


def test_a_copy_stays_until_there_is_another(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk a second crash must not lose what the first one left."""
    crashed = Autosave(tmp_path / "data" / "autosave")
    crashed.write(kept_of(small_world(), None))
    _pretend_gone(crashed)
    (leftover,) = files.leftovers()

    def refuse(*_args: object) -> None:
        raise MazeError("No space left on device")

    monkeypatch.setattr(Autosave, "write", refuse)
    files.recover(leftover)

    assert files.document.is_modified
    assert crashed.file.exists()


def test_the_copy_is_written_while_there_are_changes_and_removed_by_saving(
    window: MainWindow, tmp_path: Path
) -> None:
    """Saving ends the need for it."""
    window.document.selection.select([CAP_ID])
    window.action_set["delete"].trigger()
    window.files.autosave_now()
    (copy,) = (tmp_path / "autosave").glob("*.autosave.json")
    assert json.loads(copy.read_text())["path"] is None

    window.files.save(tmp_path / "saved.json")

    assert not copy.exists()
    assert load_maze(tmp_path / "saved.json") == window.document.world


def test_the_window_offers_what_a_crash_has_left(window: MainWindow, tmp_path: Path) -> None:
    """Recover brings it back; other messages do not take its place."""
    crashed = Autosave(tmp_path / "autosave")
    crashed.write(kept_of(small_world(), None))
    _pretend_gone(crashed)
    window.files.new()

    window.unsaved.offer_leftovers()
    window.tell("something else", Weight.WARNING)
    assert "didn't close properly" in window.messages.text
    window.messages.buttons[0].click()

    assert window.document.world == small_world()


def test_a_file_dropped_on_a_text_goes_to_the_window(window: MainWindow) -> None:
    """Name and description would take its address as their text."""
    fields: list[QWidget] = [*window.findChildren(QLineEdit)]
    fields += [text.viewport() for text in window.findChildren(QPlainTextEdit)]
    assert len(fields) > 2
    assert [field for field in fields if field.acceptDrops()] == []


def test_a_maze_dropped_on_the_window_is_opened(window: MainWindow, tmp_path: Path) -> None:
    """As by the Open dialog."""
    save_maze(small_world(), tmp_path / "dropped.json")
    window.files.new()
    window.openers.open_all([str(tmp_path / "dropped.json")])
    assert window.document.path == tmp_path / "dropped.json"


def _pretend_gone(autosave: Autosave) -> None:
    """Have the lock say that the window's process has ended without tidying up."""
    autosave.lock.unlock()
    assert autosave.file.exists()
