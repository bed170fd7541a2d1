"""No other user of the computer reads a lab's folder, and no student's program sees it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.lab.private_folder import make_private, refuse_if_shown

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    """Leave the mask of new files as it was."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> set[int]:
    """Return who may do what in a folder and with all that is in it."""
    return {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in [folder, *folder.rglob("*")]}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a lab's folder as an older wsusim has made it."""
    folder = tmp_path / "lab"
    (folder / "recordings").mkdir(parents=True)
    for name in ("lab.db", "recordings/1-robot.mcap"):
        (folder / name).write_bytes(b"secret")
    return folder


def test_an_old_folder_is_mended_and_that_is_told(old: Path) -> None:
    """With everything in it."""
    before = modes(old)
    told = make_private(old)

    assert before != {0}
    assert modes(old) == {0}
    assert told.startswith("Other users of this computer could read the lab's folder")
    assert not make_private(old)


def test_what_is_made_later_is_private_too(old: Path) -> None:
    """By whatever process of the lab."""
    make_private(old)
    (old / "recordings" / "2-robot.mcap").write_bytes(b"video")
    (old / "programs").mkdir()

    assert modes(old) == {0}


def test_a_link_out_of_the_folder_is_left_alone(old: Path, tmp_path: Path) -> None:
    """The target of a link is left alone."""
    (tmp_path / "elsewhere.txt").write_text("")
    (old / "link").symlink_to(tmp_path / "elsewhere.txt")
    make_private(old)

    assert stat.S_IMODE((tmp_path / "elsewhere.txt").stat().st_mode) & 0o044


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs two users")
def test_another_users_folder_is_refused(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They could read everything in it."""
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(BadInput, match="belongs to another user"):
        make_private(old)


def test_a_lab_within_python_or_wsusim_is_refused(tmp_path: Path) -> None:
    """Every student's program may read what is there."""
    within = Path(os.__file__).parent / "my_lab"
    with pytest.raises(BadInput, match="which every student's program may read"):
        refuse_if_shown([("The lab's folder", within)])

    refuse_if_shown([("The lab's folder", tmp_path)])
