"""The list of files used last, and its menu."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMenu

from wsusim.gui.widgets.recent_files import SHOWN_MAX, RecentFiles


@pytest.fixture
def recent(qapp: QApplication, tmp_path: Path) -> RecentFiles:
    """Return an empty list; it is kept in a folder that is not there yet."""
    return RecentFiles(tmp_path / "settings" / "recent.txt")


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Return more files than are listed."""
    made = [tmp_path / f"{number}.json" for number in range(SHOWN_MAX + 2)]
    [path.touch() for path in made]
    return made


def test_the_newest_come_first_and_each_once(recent: RecentFiles, files: list[Path]) -> None:
    """What is used again goes to the head."""
    [recent.remember(path) for path in (*files[:3], files[0])]
    assert recent.paths() == [files[0], files[2], files[1]]


def test_only_so_many_are_kept(recent: RecentFiles, files: list[Path]) -> None:
    """The oldest ones are forgotten."""
    [recent.remember(path) for path in files]
    assert recent.paths() == files[: -SHOWN_MAX - 1 : -1]


def test_a_file_that_is_gone_is_not_listed(recent: RecentFiles, files: list[Path]) -> None:
    """Missing files are not listed."""
    [recent.remember(path) for path in files[:2]]
    files[1].unlink()
    assert recent.paths() == [files[0]]


@pytest.mark.parametrize("content", [b"", b"\0\n\xff\xfe\n", b"/no/such/file\n" * 3])
def test_a_damaged_list_is_an_empty_one(
    recent: RecentFiles, tmp_path: Path, content: bytes
) -> None:
    """Another program may have written it."""
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "recent.txt").write_bytes(content)
    assert (recent.paths(), recent.folder()) == ([], Path.home())


def test_a_list_that_cannot_be_kept_is_no_trouble(qapp: QApplication, files: list[Path]) -> None:
    """A file stands where the folder should be."""
    recent = RecentFiles(files[0] / "recent.txt")
    recent.remember(files[1])
    recent.forget()
    assert recent.paths() == []


def test_the_menu_opens_and_forgets(recent: RecentFiles, files: list[Path]) -> None:
    """It follows the list."""
    menu, opened = QMenu(), []
    recent.fill(menu, opened.append)
    before = [action.isEnabled() for action in menu.actions()]
    recent.remember(files[0])

    menu.actions()[0].trigger()
    menu.actions()[-1].trigger()

    assert (before, opened, recent.paths()) == ([False], [files[0]], [])
